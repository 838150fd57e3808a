"""Score sheets and results, in one form for all games."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class ScoreLine:
    """One line of a sheet: what pays, why, how much, and the pieces that earn it (places in the game's notation)."""

    key: str
    title: str
    points: int
    places: tuple[str, ...] = ()
    because: str = ""


@dataclass(frozen=True)
class ScoreSheet:
    """All lines of one seat (0-based); their sum is the score."""

    seat: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    def to_json(self) -> dict[str, Any]:
        """Plain data for records, traces and the API; the seat is 1-based as in every text."""
        return {"seat": self.seat + 1, "total": self.total, "lines": [asdict(line) | {"places": list(line.places)} for line in self.lines]}


@dataclass(frozen=True)
class Result:
    """How a game ended: `label` is won, shared, lost or points; winners and scores by seat (0-based)."""

    label: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    title: str = ""
    """The sentence for people, such as "North wins with 52"; seats appear as {seat_1} … to be named by who knows the names."""

    def to_json(self) -> dict[str, Any]:
        return {"label": self.label, "winners": [seat + 1 for seat in self.winners], "scores": list(self.scores)}
