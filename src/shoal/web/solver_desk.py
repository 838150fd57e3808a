"""Searches that pages ask for: one at a time, since it takes all cores, a few that wait, and the latest results."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from shoal.engine.errors import ShoalError

log = logging.getLogger("shoal")

SECONDS = 20.0
MEMORY = 1 << 30
WAITING = 4
"""More searches than this do not wait for their turn."""
KEPT = 50
"""Results that are remembered."""


class Busy(ShoalError):
    """Too many searches are waiting."""


class Job:
    """The search for the best line of one deal, before, while and after it runs."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.waits = False
        """Another search must end first."""
        self.done = False
        self.failed = False
        self._search: Any = None
        self._solution: Any = None
        self._task: asyncio.Task[None] | None = None

    def best(self) -> Any:
        """What is known so far; None before anything is."""
        search = self._search
        return search.current() if search is not None else self._solution

    def start(self, turn: asyncio.Semaphore) -> None:
        self.waits = turn.locked()
        self._task = asyncio.create_task(self._work(turn))

    async def _work(self, turn: asyncio.Semaphore) -> None:
        async with turn:
            self.waits = False
            try:
                await asyncio.to_thread(self._run)
            except asyncio.CancelledError:
                if self._search is not None:
                    self._search.halt()
                raise

    def _run(self) -> None:
        from shoal.games.pocket_aquarium.solve import Search
        try:
            self._search = Search(self.state, SECONDS, MEMORY)
            self._solution = self._search.run()
        except Exception:
            log.exception("a search has failed")
            self.failed = True
        finally:
            self._search, self.done = None, True


class Desk:
    """All searches of a site, by deal and house rules."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[tuple[str, ...], Job] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    def job(self, game: Any, cards: str, rules: Mapping[str, str], again: bool) -> Job:
        """The search for this deal, begun now unless it was before; `again`: also if it has failed. Busy when too many wait."""
        key = (cards, *(f"{option}={value}" for option, value in sorted(rules.items())))
        job = self._jobs.get(key)
        if job is not None and not (job.failed and again):
            self._jobs.move_to_end(key)
            return job
        if sum(not job.done for job in self._jobs.values()) > WAITING:
            raise Busy(game.texts("deals.busy"))
        job = self._jobs[key] = Job(game.new_deal(cards, dict(rules)))
        job.start(self._turn)
        for old in [old for old, job in self._jobs.items() if job.done][: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[old]
        return job
