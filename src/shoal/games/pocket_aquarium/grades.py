"""How hard a deal is: how many positions one has to keep in view to win it, and how many first moves lead to a win without much thought."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .solve import WEIGHTS, tables_of
from .solver_beam import Beam

LEVELS = (("gentle", 1), ("easy", 10), ("middling", 100), ("hard", 1_000), ("fierce", 10_000))
"""A deal is of the first level at which a beam of this width wins; where none does, of the last."""

GLANCE = 30
"""The width with which first moves are tried."""


@dataclass(frozen=True)
class Grade:
    level: str
    winning: int
    """First moves after which a beam of GLANCE wins …"""
    moves: int
    """… of so many."""


@dataclass(frozen=True)
class Known:
    """A deal of `deals.toml`: the best line known, and a score that none exceeds."""

    number: int
    cards: str
    best: int
    bound: int
    wide: int
    """What the widest beam alone finds."""
    seconds: float
    """The processor time that the solver took."""
    grade: Grade
    line: str

    @property
    def proved(self) -> bool:
        return self.best == self.bound


def grade_of(state: Any) -> Grade:
    """The grade of a position that waits for a move."""
    beam = Beam(state, tables_of(state.box, WEIGHTS, state.variant))
    level = next((name for name, width in LEVELS if beam.search(width)[0] >= state.tables.win_from), LEVELS[-1][0])
    legal = state.legal_actions(0)
    return Grade(level, sum(wins_after(beam, state, action) for action in legal), len(legal))


def wins_after(beam: Beam, state: Any, action: int) -> bool:
    then = state.copy()
    then.apply_action(0, action)
    if then.is_terminal():
        return bool(then.is_won())
    beam.set_start(then)
    return bool(beam.search(GLANCE)[0] >= state.tables.win_from)


@cache
def known_deals(path: Path = Path(__file__).parent / "deals.toml") -> tuple[Known, ...]:
    """The deals of `deals.toml`, by number."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(known_of(table) for table in tables["deal"])


def known_of(deal: dict[str, Any]) -> Known:
    grade = Grade(deal["level"], deal["winning"], deal["moves"])
    return Known(deal["number"], deal["cards"], deal["best"], deal["bound"], deal["wide"], deal["seconds"], grade, deal["line"])
