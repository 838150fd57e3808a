"""What one might do now, what it is expected to bring, and why: from what the player may know, and the same whenever it is asked."""

import importlib
import importlib.util
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shoal.engine.form import compiled
from shoal.engine.game import Game
from shoal.engine.state import Masked
from shoal.engine.texts import Texts

from .bot import preferences
from .settings import settings_of
from .thinking import Budget, Thought, Trial, think

CANDIDATES = 4
"""So many of the moves that look best are tried out."""

SECONDS = 5.0
"""After which a search for hints stops on a very slow machine."""

CLEARLY, PROBABLY = 0.9, 0.7
"""How sure one must be to say so."""


@dataclass(frozen=True)
class Hint:
    """A move worth thinking of."""

    action: int
    text: str
    expected: float
    """Points at the end, on average over `worlds` games played on from here in worlds that fit what the player knows."""
    because: str
    """Why, in words: what the move brings, and what came of it when it was tried."""
    worlds: int
    """0: `expected` is an estimate at one glance."""
    wins: float | None = None
    """The player's share of victories in these games."""
    sure: float | None = None
    """The chance that this move is better than the other that seems best, as far as these games tell."""


def hints(game: Game, masked: Masked, n: int = 2, worlds: int | None = None) -> list[Hint]:
    """The n best moves of the mask's observer, the best first; none when it is not asked anything.

    `worlds` is how many games each candidate gets on average; if not given, as many as settings.toml says, in the plain form none.
    """
    own = own_hints(game, masked, n)
    if own is not None:
        return own
    values = preferences(masked)
    if not values:
        return []
    if worlds == 0 or worlds is None and not compiled() or len(values) == 1:
        best = sorted(values, key=lambda action: -values[action])[:n]
        return [Hint(action, game.action_to_text(action), values[action], reason(game, masked, action), 0) for action in best]
    return searched(game, masked, n, worlds)


def searched(game: Game, masked: Masked, n: int, worlds: int | None) -> list[Hint]:
    """By a search that plays every game to its end, so that points and victories are real ones."""
    settings = settings_of(game.id, masked.players)
    width = max(n, CANDIDATES)
    iterations = settings.hint if worlds is None else worlds * width
    honest = settings.but(width=width, depth=-1, mix=(), sure=0, rivalry=1.0, own_greed=1.0, greed=1.0)
    thought = think(masked, honest, Budget(iterations, SECONDS), seed=hash(masked) % (1 << 30))
    return [hint_of(game, masked, i, thought) for i in range(min(n, len(thought.trials)))]


def hint_of(game: Game, masked: Masked, place: int, thought: Thought) -> Hint:
    one, other = thought.trials[place], thought.trials[1 if place == 0 else 0]
    sure = chance_of_better(thought.gains[one.action], thought.gains[other.action])
    wins = one.wins if masked.players > 1 else None
    said = [reason(game, masked, one.action), tried(game, one, masked.players), judged(place, sure)]
    because = " · ".join(part for part in said if part)
    return Hint(one.action, game.action_to_text(one.action), one.points, because, one.visits, wins, sure)


def tried(game: Game, one: Trial, players: int) -> str:
    """What came of the games, in words; how many were won only where `worth` does not say it."""
    if players == 1:
        return ""
    return texts()("hint.tried" if game.texts.get("hint.worth") else "hint.won", share=one.wins, games=one.visits)


def judged(place: int, sure: float) -> str:
    """How a move compares with the other one that seems best, in words."""
    if place == 0:
        return texts()("hint.clearly" if sure >= CLEARLY else "hint.probably" if sure >= PROBABLY else "hint.hardly")
    return texts()("hint.worse" if sure <= 1 - CLEARLY else "hint.perhaps" if sure <= 1 - PROBABLY else "hint.as_good")


def chance_of_better(one: Sequence[float], other: Sequence[float]) -> float:
    """That one move is better than another, from what both were worth in the same worlds with the same luck.

    >>> chance_of_better([0.5, 0.7, 0.6], [0.5, 0.7, 0.6])
    0.5
    """
    ahead = [mine - yours for mine, yours in zip(one, other, strict=False)]
    mean = statistics.fmean(ahead) if ahead else 0.0
    error = statistics.stdev(ahead) / math.sqrt(len(ahead)) if len(ahead) > 1 else 0.0
    if error == 0:
        return 0.5 if mean == 0 else float(mean > 0)
    return 0.5 * (1 + math.erf(mean / error / math.sqrt(2)))


def worth(game: Game, hint: Hint, otherwise: str) -> str:
    """What a move is expected to bring, in the words of a game whose points say little (its text `hint.worth`); else as given."""
    if not game.texts.get("hint.worth"):
        return otherwise
    return game.texts("hint.worth", share=hint.wins) if hint.wins is not None else ""


@cache
def texts() -> Texts:
    return Texts(Path(__file__).parent)


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
