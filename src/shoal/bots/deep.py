"""The bots that look ahead: by search, or by the solver of a game that has one."""

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from shoal.engine.form import compiled
from shoal.engine.game import Game
from shoal.engine.state import Masked, Rng

from .bot import Bot, GreedyBot
from .keeping import Kept
from .settings import settings_of
from .thinking import Budget, think

SLACK = 3.0
"""A search may take so many times its usual time before the clock stops it: as long as it does not, the choice follows from the seed."""

SOLVER_MEMORY = 256 << 20
"""Bytes that a solver may use while it plays."""


class SearchBot:
    """Chooses by a search of so many iterations (those of its level in settings.toml if not given), stopped after `SLACK` times `seconds`.

    `changes` are settings that replace those of the game. An expert goes on from its own tree where it acts again at once (`keep`); hard thinks too
    briefly for that to be worth anything.
    """

    def __init__(
        self, game: Game, level: str, seconds: float, iterations: int | None = None, changes: Mapping[str, Any] | None = None, threads: int = 1,
    ) -> None:
        self.game, self.level, self.seconds, self.iterations, self.threads = game, level, seconds, iterations, threads
        self.changes = dict(changes or {})
        self.kept = Kept() if level == "expert" else None
        settings_of(game.id, game.seats[0], level).but(**self.changes)

    def choose(self, masked: Masked, rng: Rng) -> int:
        legal = masked.legal_actions()
        if len(legal) == 1:
            return legal[0]
        settings = settings_of(self.game.id, masked.players, self.level).but(**self.changes)
        budget = Budget(self.iterations or int(getattr(settings, self.level)), self.seconds * SLACK)
        return think(masked, settings, budget, rng.pick(1 << 30), self.threads, kept=self.kept if settings.keep else None).action


class SolverBot:
    """Plays the best line that the game's solver finds in so many seconds; in the plain form, which is too slow for it, at a glance."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.game, self.seconds = game, seconds

    def choose(self, masked: Masked, rng: Rng) -> int:
        legal = masked.legal_actions()
        if len(legal) == 1 or not compiled():
            return GreedyBot().choose(masked, rng)
        solver = importlib.import_module(solver_name(self.game))
        solution = solver.solve(masked.dealt(rng), seconds=self.seconds, memory=SOLVER_MEMORY, cores=1)
        return int(solution.moves[0])


def deep_bot(game: Game, level: str, seconds: float) -> Bot:
    """The bot of a level that looks ahead: expert is the solver where a game has one."""
    if level == "expert" and importlib.util.find_spec(solver_name(game)) is not None:
        return SolverBot(game, seconds)
    return SearchBot(game, level, seconds)


def solver_name(game: Game) -> str:
    """The module in which a game would have its solver."""
    return f"{type(game).__module__}.solve"
