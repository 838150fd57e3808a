"""Rows of many tables, written together: what comes while a commit is on its way to the disk gathers for the next one."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Executor

from .store import NewRow, Store


class Writer:
    """Appends to the logs of a store, in a thread of its own and with as few commits as there is time for."""

    def __init__(self, store: Store, pool: Executor) -> None:
        self.store, self.pool = store, pool
        self._waiting: list[tuple[NewRow, asyncio.Future[None]]] = []
        self._busy: asyncio.Task[None] | None = None

    async def append(self, row: NewRow) -> None:
        """The next row of a log. When this returns it is on the disk; StoreError when it could not be written, Conflict when another one is there."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        if self._busy is None:
            self._busy = asyncio.ensure_future(self._write())
        await done

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            failures = await self._try([row for row, _ in batch])
            for (_, done), failure in zip(batch, failures, strict=True):
                if done.cancelled():
                    continue
                if failure is None:
                    done.set_result(None)
                else:
                    done.set_exception(failure)
        self._busy = None

    async def _try(self, rows: Sequence[NewRow]) -> Sequence[Exception | None]:
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, self.store.append_all, rows)
        except Exception as error:  # noqa: BLE001 — whoever waits is told, whatever it is
            return [error] * len(rows)
