"""How the search plays each game: `settings.toml`, with what each setting was tuned for."""

import difflib
import math
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from shoal.engine.errors import ShoalError

from .search_knobs import TO_THE_END, Knobs

FILE = Path(__file__).parent / "settings.toml"


MOST_WHOLE, MOST, LEAST_SCALE = 2**31 - 1, 1e9, 1e-3
"""Beyond these, numbers do not fit the tree, or what it computes from them is no longer a number."""


class SettingError(ShoalError):
    """A setting of the search does not exist or makes no sense."""


@dataclass(frozen=True)
class Settings:
    """All that the search can be told; the defaults suit any game."""

    explore: float = 0.05
    """Weight of the term for arms that were tried seldom."""
    bias: float = 3.0
    """Weight of how an action looks at one glance; it fades with visits."""
    scale: float = 10.0
    """The lead in points that counts as half of all that can be gained."""
    win: float = 0.3
    """How much of the worth of a finished game is the victory; the rest is the lead."""
    rivalry: float = 1.0
    """How much of the best other seat's gain counts as one's own loss: the less one can do about it, the more it is mere noise."""
    own_greed: float = 1.0
    """In rollouts: how often the observer chooses what looks best at one glance, instead of anything …"""
    greed: float = 1.0
    """… and how often the others do."""
    tree_greed: float = 0.0
    """In the tree: how often the others choose what looks best to them at one glance, with what they hold in the world at hand, instead of what did well
    in all worlds: they know their hands, and the one that searches does not."""
    depth: int = -1
    """Decisions of a rollout, -1: to the end."""
    expand: int = 1
    """So many visits before an arm gets a node behind it."""
    foresee: bool = False
    """Where a rollout is cut off, seats stand as they expected at their last glance (for games whose glance is in points), not as they are."""
    gamma: float = 0.1
    """Regret matching: how often an arm is tried at random."""
    width: int = 8
    """So many of the moves that look best are tried."""
    sure: float = 3.0
    """A move is dropped when it is so many standard errors behind the best; 0: never."""
    keep: bool = True
    """Whether an expert goes on from its own tree where it acts again at once."""
    mix: tuple[str, ...] = ()
    """Names of sealed decisions that are chosen by regret matching."""
    hard: int = 200
    """Iterations of the level hard at most: some hundredths of a second …"""
    expert: int = 2000
    """… and of expert: some tenths of a second at most."""
    hint: int = 200
    """Iterations of a hint; its rollouts go to the end."""
    easy_slip: float = 5.0
    """How much worse than the best, as it looks at one glance, an easy bot lets a move be when it errs."""

    def __post_init__(self) -> None:
        for field in fields(self):
            fits, what = KINDS[field.type]
            self._require(field.name, fits(getattr(self, field.name)), what)
        for name in ("explore", "bias", "rivalry", "sure", "easy_slip"):
            self._require(name, getattr(self, name) >= 0, "0 or more")
        for name in ("win", "own_greed", "greed", "tree_greed", "gamma"):
            self._require(name, 0 <= getattr(self, name) <= 1, "a part, 0 to 1,")
        self._require("scale", self.scale >= LEAST_SCALE, f"more than 0, {LEAST_SCALE} at least,")
        self._require("depth", self.depth >= TO_THE_END, "a number of decisions, or -1")
        for name in ("expand", "width", "hard", "expert", "hint"):
            self._require(name, getattr(self, name) >= 1, "1 or more")

    def _require(self, name: str, fits: bool, what: str) -> None:
        if not fits:
            raise SettingError(f"search setting {name}: {what} is expected, not {shortened(getattr(self, name))}")

    def knobs(self) -> Knobs:
        """What the tree needs to know."""
        knobs = Knobs()
        knobs.load({name: getattr(self, name) for name in knobs.dump() if name != "mixing"} | {"mixing": bool(self.mix)})
        return knobs

    def but(self, **changes: Any) -> "Settings":
        """The same settings with some changed; SettingError when there is none of that name, or the value makes no sense."""
        for name in changes:
            if name not in NAMES:
                near = difflib.get_close_matches(name, NAMES, 1)
                hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(NAMES)}"
                raise SettingError(f"the search has no setting {name!r}; {hint}")
        return replace(self, **changes)


NAMES = tuple(field.name for field in fields(Settings))


def expected(name: str) -> str:
    """What a setting takes, in words; "" for what is none.

    >>> expected("keep"), expected("kepp")
    ('true or false', '')
    """
    return next((KINDS[field.type][1] for field in fields(Settings) if field.name == name), "")


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= MOST and math.isfinite(value)


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_WHOLE


def is_names(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(name, str) and name for name in value)


KINDS: dict[Any, tuple[Callable[[Any], bool], str]] = {
    float: (is_number, f"a number up to {MOST:,.0f}"),
    int: (is_whole, f"a whole number up to {MOST_WHOLE}"),
    bool: (lambda value: isinstance(value, bool), "true or false"),
    tuple[str, ...]: (is_names, "names of decisions"),
}
"""For each type of setting whether a value is one, and how to say so: a value may come from a file or a command line."""


def shortened(value: Any) -> str:
    """A value as a message shows it.

    >>> shortened("x" * 99)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
    """
    try:
        text = repr(value)
    except ValueError:                  # Python does not write out whole numbers of thousands of digits
        text = "a number of thousands of digits"
    return text if len(text) <= 40 else f"{text[:39]}…"


@cache
def all_settings() -> dict[str, dict[str, Any]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def settings_of(game_id: str, players: int, level: str = "") -> Settings:
    """The settings of a game; those for a level (`[acqua_dolce.levels.expert]`) replace the general ones, those for a number of players both.

    >>> settings_of("acqua_dolce", 2).tree_greed, settings_of("acqua_dolce", 2, "expert").tree_greed
    (0.0, 1.0)
    """
    table = all_settings().get(game_id, {})
    values: dict[str, Any] = {}
    for part in (table, table.get("levels", {}).get(level, {}), table.get("players", {}).get(str(players), {})):
        values |= {key: value for key, value in part.items() if key in NAMES}
    if "mix" in values:
        values["mix"] = tuple(values["mix"])
    return Settings(**values)
