"""What a table is besides its game: who sits where, what is said, who agrees to what. It is folded from the rows of the table's log."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from .log import Row
from .parts import Seat, texts

KEPT_SAID = 200
"""So many of the last messages are kept at hand; the log has all."""
LONGEST_NAME = 24
LONGEST_MESSAGE = 300


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a seat, or, without one, what the table itself says."""

    seat: int | None
    text: str
    at: float
    entries: int
    """How much of the game had happened by then."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A seat asks the others to end the game."""

    seat: int
    agreed: tuple[int, ...] = ()


@dataclass
class Room:
    """Everything about a table that is not its match."""

    seats: list[Seat]
    """As they are while the table waits; afterwards the match knows."""
    free: set[int] = field(default_factory=set)
    """The seats that nobody has taken yet."""
    dealt: bool = False
    said: list[Said] = field(default_factory=list)
    proposal: Proposal | None = None
    shared: set[int] = field(default_factory=set)
    """The seats that let guests see what they see."""
    rematch: str = ""
    """Id of the table where this one goes on."""
    asked_at: float = 0.0
    """When the open question was asked, or somebody came back to it."""
    changes: int = 0
    """Grows with everything here that anybody could see."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Room":
        """As it was when the table was opened."""
        return cls([Seat(str(seat["name"]), str(seat["bot"])) for seat in data["seats"]], set(data.get("free", ())))

    def add(self, row: Row) -> None:
        """Take in the next row of the log."""
        at = float(row.get("at", 0.0))
        if row["kind"] != "room":
            self._follow_match(row, at)
            return
        self.changes += 1
        if "seats" in row:
            self.seats = [Seat(seat["name"], seat["bot"]) for seat in row["seats"]]
            self.free = set(row["free"])
        if row["do"] == "propose":
            self.proposal = Proposal(row["seat"])
        elif row["do"] == "agree" and self.proposal is not None:
            self.proposal = replace(self.proposal, agreed=tuple(sorted({*self.proposal.agreed, row["seat"]})))
        elif row["do"] == "decline":
            self.proposal = None
        elif row["do"] == "share":
            (self.shared.add if row["on"] else self.shared.discard)(row["seat"])
        elif row["do"] == "rematch":
            self.rematch = row["table"]
        self._say(row, at)

    def _follow_match(self, row: Row, at: float) -> None:
        self.dealt = True
        if asks(row):
            self.asked_at = at
        if row["kind"] == "end":
            self.proposal = None
        if "note" in row:
            self.changes += 1
            self._say(row, at)

    def _say(self, row: Row, at: float) -> None:
        entries = int(row.get("had", 0))
        if row.get("note"):
            self.said.append(Said(None, texts(f"room.{row['note']}", **row.get("about", {})), at, entries))
        if "text" in row:
            self.said.append(Said(row["seat"], row["text"], at, entries))
        del self.said[:-KEPT_SAID]


def asks(row: Row) -> bool:
    """Whether from this row on somebody has the whole thinking time."""
    return bool(row.get("opened")) or row["kind"] in ("begin", "seat") or "cut" in row


def room_row(do: str, seat: int | None = None, note: str = "", about: Mapping[str, Any] | None = None, **more: Any) -> Row:
    """A row of the log that is about the room; seats are 0-based in it. `note` is what the table says, `about` what stands in it."""
    row: Row = {"kind": "room", "do": do, "seat": seat, **more}
    return row | ({"note": note, "about": dict(about or {})} if note else {})


def seats_row(do: str, seats: Sequence[Seat], free: set[int], seat: int | None, note: str, about: Mapping[str, Any]) -> Row:
    """A row that says who sits where from now on."""
    return room_row(do, seat, note, about, seats=[asdict(one) for one in seats], free=sorted(free))
