"""Hints for pages: worked out beside the server's own work, a few at a time, and remembered, so that asking again costs nothing."""

import asyncio
from collections import OrderedDict

from shoal.bots import hints
from shoal.engine.game import Game
from shoal.engine.state import Masked

AT_ONCE = 2
"""So many are worked out at the same time; others wait for their turn."""
KEPT = 200
"""So many answers are remembered."""
MOVES = 2
"""So many moves are told."""


class Adviser:
    """All hints of a site."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._kept: OrderedDict[tuple[str, int, int], asyncio.Future[list[hints.Hint]]] = OrderedDict()

    async def best(self, game: Game, masked: Masked) -> list[hints.Hint]:
        """The best moves of the mask's observer, made from nothing but the mask; who asks for the same at once waits for the same answer."""
        key = (game.id, masked.observer, hash(masked))
        if key not in self._kept or self._failed(key):
            self._kept[key] = asyncio.ensure_future(self._work_out(game, masked))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return list(await asyncio.shield(self._kept[key]))

    def _failed(self, key: tuple[str, int, int]) -> bool:
        task = self._kept[key]
        return task.done() and (task.cancelled() or task.exception() is not None)

    async def _work_out(self, game: Game, masked: Masked) -> list[hints.Hint]:
        async with self._turn:
            return await asyncio.to_thread(hints.hints, game, masked, MOVES)
