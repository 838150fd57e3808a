"""Thinking time that runs out while nobody looks: also when no server was running, or the table was let go from memory."""

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from shoal.engine.errors import ShoalError

from .players import logger

if TYPE_CHECKING:
    from .tables import Tables

LOOK_EVERY = 20.0
"""Seconds after which the store is asked for tables that are due."""
AT_ONCE = 50
"""No more of them are opened before others get their turn."""
AGAIN = 60.0
"""Seconds after which a table is looked at again whose bot has not taken over yet."""


async def follow(tables: "Tables") -> None:
    """Look for tables that are due, now and ever again."""
    while True:
        count = 0
        try:
            count = await look(tables)
        except Exception as error:  # noqa: BLE001 — whatever the database says, it is asked again
            logger.error("tables that are due could not be looked at: %s", error if isinstance(error, ShoalError) else type(error).__name__)
        await asyncio.sleep(0 if count == AT_ONCE else LOOK_EVERY)


async def look(tables: "Tables") -> int:
    """Open what is due, so that its clock runs; returns how many tables that were."""
    found = await tables.read(tables.store.due, AT_ONCE)
    for table_id in found:
        deadline = None
        with suppress(ShoalError):              # a table that cannot be read is not looked at again
            deadline = (await tables.get(table_id)).deadline
        late = deadline is not None and deadline <= time.time()
        await tables.write(tables.store.looked_at, table_id, time.time() + AGAIN if late else deadline)
    return len(found)
