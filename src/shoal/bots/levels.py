"""Names of the strengths that a bot can have, from weak to strong. A level stands here once its bot exists."""

import difflib
from collections.abc import Callable

from shoal.engine.errors import ShoalError
from shoal.engine.game import Game

from .bot import Bot, GreedyBot, RandomBot

EASY_ERRS_IN = 3
EASY_SLIP = 5.0
"""Points: how much worse than the best an easy bot lets a move look when it errs. See docs/strength.md."""


class UnknownLevel(ShoalError):
    """There is no bot of this level."""


LEVELS: dict[str, Callable[[Game], Bot]] = {
    "random": lambda game: RandomBot(),
    "easy": lambda game: GreedyBot(EASY_ERRS_IN, EASY_SLIP),
    "greedy": lambda game: GreedyBot(),
}


def make_bot(level: str, game: Game) -> Bot:
    """A bot of a level for a game; UnknownLevel lists the levels there are.

    >>> from shoal.games import load_game
    >>> type(make_bot("greedy", load_game("fish_tank"))).__name__
    'GreedyBot'
    """
    wanted = level.strip().lower()
    if wanted not in LEVELS:
        near = difflib.get_close_matches(wanted, LEVELS, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(LEVELS)}"
        raise UnknownLevel(f"there is no bot of level {level!r}; {hint}")
    return LEVELS[wanted](game)
