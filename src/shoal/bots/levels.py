"""Names of the strengths that a bot can have, from weak to strong, the same in every game."""

import difflib
from collections.abc import Callable

from shoal.engine.errors import ShoalError
from shoal.engine.game import Game

from .bot import Bot, GreedyBot, RandomBot
from .deep import deep_bot
from .settings import settings_of

EASY_ERRS_IN = 3
"""An easy bot errs in one decision of so many, by as much as settings.toml says (`easy_slip`). See docs/strength.md."""


SECONDS = {"hard": 0.1, "expert": 1.0}
"""How long the levels that look ahead think, about."""


class UnknownLevel(ShoalError):
    """There is no bot of this level."""


LEVELS: dict[str, Callable[[Game], Bot]] = {
    "random": lambda game: RandomBot(),
    "easy": lambda game: GreedyBot(EASY_ERRS_IN, settings_of(game.id, game.seats[0]).easy_slip),
    "greedy": lambda game: GreedyBot(),
    "hard": lambda game: deep_bot(game, "hard", SECONDS["hard"]),
    "expert": lambda game: deep_bot(game, "expert", SECONDS["expert"]),
}


def make_bot(level: str, game: Game) -> Bot:
    """A bot of a level for a game; UnknownLevel names the nearest level, and all that there are.

    >>> from shoal.games import load_game
    >>> type(make_bot("greedy", load_game("fish_tank"))).__name__
    'GreedyBot'
    """
    wanted = level.strip().lower()
    if wanted not in LEVELS:
        near = difflib.get_close_matches(wanted, LEVELS, 1)
        there_are = f"here are {', '.join(LEVELS)}"
        raise UnknownLevel(f"there is no bot of level {level!r}; {f'did you mean {near[0]}? T' if near else 't'}{there_are}")
    return LEVELS[wanted](game)
