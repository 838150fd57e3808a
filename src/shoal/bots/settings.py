"""How the search plays each game: `settings.toml`, with what each setting was tuned for."""

import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from shoal.engine.errors import ShoalError

from .search_knobs import TO_THE_END, Knobs

FILE = Path(__file__).parent / "settings.toml"


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
    mix: tuple[str, ...] = ()
    """Names of sealed decisions that are chosen by regret matching."""
    hard: int = 200
    """Iterations of the level hard at most, within a tenth of a second …"""
    expert: int = 2000
    """… and of expert, within a second."""
    hint: int = 200
    """Iterations of a hint; its rollouts go to the end."""
    easy_slip: float = 5.0
    """How much worse than the best, as it looks at one glance, an easy bot lets a move be when it errs."""

    def __post_init__(self) -> None:
        for name in ("explore", "bias", "win", "rivalry", "own_greed", "greed", "gamma", "sure", "easy_slip"):
            self._require(name, getattr(self, name) >= 0, "0 or more")
        self._require("scale", self.scale > 0, "more than 0")
        self._require("depth", self.depth >= TO_THE_END, "a number of decisions, or -1")
        for name in ("expand", "width", "hard", "expert", "hint"):
            self._require(name, getattr(self, name) >= 1, "1 or more")

    def _require(self, name: str, fits: bool, what: str) -> None:
        if not fits:
            raise SettingError(f"search setting {name}: {what} is expected, not {getattr(self, name)!r}")

    def knobs(self) -> Knobs:
        """What the tree needs to know."""
        knobs = Knobs()
        knobs.load({name: getattr(self, name) for name in knobs.dump() if name != "mixing"} | {"mixing": bool(self.mix)})
        return knobs

    def but(self, **changes: Any) -> "Settings":
        """The same settings with some changed; SettingError when there is none of that name, or the value makes no sense."""
        unknown = [name for name in changes if name not in NAMES]
        if unknown:
            raise SettingError(f"the search has no setting {unknown[0]!r}; it has {', '.join(NAMES)}")
        return replace(self, **changes)


NAMES = tuple(field.name for field in fields(Settings))


@cache
def all_settings() -> dict[str, dict[str, Any]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def settings_of(game_id: str, players: int) -> Settings:
    """The settings of a game; those for a number of players (`[fish_tank.players.2]`) replace the general ones.

    >>> settings_of("fish_tank", 2).width > 1
    True
    """
    table = all_settings().get(game_id, {})
    values = {key: value for key, value in table.items() if key in NAMES}
    values |= {key: value for key, value in table.get("players", {}).get(str(players), {}).items() if key in NAMES}
    if "mix" in values:
        values["mix"] = tuple(values["mix"])
    return Settings(**values)
