"""What one might do now, what it is expected to bring, and why: from what the player may know, and the same whenever it is asked."""

import importlib
import importlib.util
from dataclasses import dataclass

from shoal.engine.form import compiled
from shoal.engine.game import Game
from shoal.engine.state import Masked

from .bot import preferences
from .search_rollouts import Rollouts

CANDIDATES = 4
"""So many of the moves that look best are tried out."""

WORLDS = 16
"""Games played out for each of them; none in the plain form, which is too slow for it."""


@dataclass(frozen=True)
class Hint:
    """A move worth thinking of."""

    action: int
    text: str
    expected: float
    """Points at the end, on average over `worlds` games that greedy players play on from here, in worlds that fit what the player knows."""
    because: str
    worlds: int
    """0: `expected` is an estimate at one glance."""


def hints(game: Game, masked: Masked, n: int = 2, worlds: int | None = None) -> list[Hint]:
    """The n best moves of the mask's observer, the best first; none when it is not asked anything."""
    own = own_hints(game, masked, n)
    if own is not None:
        return own
    values = preferences(masked)
    if not values:
        return []
    number = worlds if worlds is not None else WORLDS if compiled() else 0
    likely = sorted(values, key=lambda action: -values[action])[:max(n, CANDIDATES)]
    if number > 0:
        means = Rollouts(masked.state, seed=hash(masked)).compare(masked.observer, likely, number)
        values = dict(zip(likely, means, strict=True))
    best = sorted(likely, key=lambda action: -values[action])[:n]
    return [Hint(action, game.action_to_text(action), values[action], reason(game, masked, action), number) for action in best]


def own_hints(game: Game, masked: Masked, n: int) -> list[Hint] | None:
    """The hints of a game that has a solver: its `advice.hints`; None where there is none."""
    package = type(game).__module__
    if importlib.util.find_spec(f"{package}.advice") is None:
        return None
    found = getattr(importlib.import_module(f"{package}.advice"), "hints", None)
    if found is None:
        return None
    return [Hint(action, game.action_to_text(action), expected, because, 0) for action, expected, because in found(game, masked, n)]


def reason(game: Game, masked: Masked, action: int) -> str:
    """What the game's own advice says about a move, "" where it has none."""
    package = type(game).__module__
    if importlib.util.find_spec(f"{package}.advice") is None:
        return ""
    return str(importlib.import_module(f"{package}.advice").reason(game, masked, action))
