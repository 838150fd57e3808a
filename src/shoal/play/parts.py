"""What a match consists of: seats, what has happened, drafts, and the changes that commands make."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shoal.engine.errors import ShoalError
from shoal.engine.state import Witnesses
from shoal.engine.texts import Texts

texts = Texts(Path(__file__).parent)


class StaleQuestion(ShoalError):
    """An answer to a question that is no longer open."""


@dataclass
class Seat:
    """Who sits there: a person, or a bot of some level."""

    name: str
    bot: str = ""
    """The level of the bot, "" for a person."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One applied action or, with seat None, one chance outcome."""

    seat: int | None
    action: int
    text: str
    witnesses: Witnesses
    reveals: int
    """How much had been opened to all before it."""
    decision: str
    """The name of the decision or of the draw."""
    forced: bool = False
    """Answered for the player because everybody could see that it was forced."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a seat has chosen in an open sealed stage, known to nobody else and changeable until all have chosen."""

    actions: tuple[int, ...]
    complete: bool
    """Whether it answers all that is asked of the seat; that, and no more, is public."""
    forced: int = 0
    """How many of its first actions were answered for the player."""


@dataclass(frozen=True, slots=True)
class Premove:
    """What a seat has chosen in advance, for the next question that is asked of it alone; known to nobody else."""

    actions: tuple[int, ...]
    lapsed: bool = False
    """It was her turn, and it could not be played: kept to tell her so, until she chooses."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A seat asks the others to let it go back to the entry `target`."""

    seat: int
    target: int
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """A game that people have ended before the rules did."""

    how: str
    """`agreed` or `resigned`."""
    seat: int | None = None
    """Who resigned."""


@dataclass(frozen=True)
class Change:
    """One step of a match: what a command does, as facts. A log of changes rebuilds the match whatever the rules for commands become."""

    kind: str
    """begin, choose, take_back, premove, undo, ask_undo, agree, decline, seat or end."""
    seat: int | None
    public: bool
    """Whether anybody besides the seat itself can see a difference."""
    drafts: Mapping[int, Draft]
    """All drafts afterwards."""
    state: Any
    """The position afterwards."""
    cut: int | None = None
    """How many entries stay; None for all."""
    added: tuple[Entry, ...] = ()
    opened: tuple[int, ...] = ()
    """The numbers of entries at which new questions opened."""
    numbers: tuple[int, ...] = ()
    """The random numbers of the draws among what was added."""
    request: UndoRequest | None = None
    sits: Seat | None = None
    """Who sits on the seat from now on, for kind `seat`."""
    ending: Ending | None = None
    """How people ended the game, for kind `end`."""
    premoves: Mapping[int, Premove] = field(default_factory=dict)
    """All that is chosen in advance, afterwards."""
