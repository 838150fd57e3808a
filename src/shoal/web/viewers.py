"""What one link shows just now: which of its seats sits at the device, what it has tapped but not played, which hints it asked for."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shoal.engine.facts import SPECTATOR


class Rendered(NamedTuple):
    """A view as HTML, and what the page around it says."""

    version: str
    html: str
    title: str
    where: str


class Retreat(NamedTuple):
    """An undo that everybody could see, for the list of what happened."""

    seat: int
    entries: int
    """How many entries were left."""
    undone: int
    """The match's own count of undone entries then: with another one there was another undo since."""
    all_choose: bool


@dataclass
class Viewer:
    """The state of one link's page. It is kept on the server, so that a pushed view never loses it."""

    seats: tuple[int, ...]
    """The seats of people that this link plays; none for spectators, several where people share a device."""
    at: int = SPECTATOR
    """The seat whose cards show now."""
    curtain: int | None = None
    """The seat to which the device is being handed: until it says so, only public things show."""
    selected: str = ""
    """What is tapped, not played."""
    question: int = -1
    """The question for which `selected` and `hints` were made."""
    hints: list[Any] | None = None
    serial: int = 0
    """Grows with every change of the above."""
    sockets: int = 0
    rendered: Rendered = field(default_factory=lambda: Rendered("", "", "", ""), repr=False)
    """The newest rendering, shared by all pages open on this link."""

    def __post_init__(self) -> None:
        if self.seats:
            self.at = self.seats[0]
        if len(self.seats) > 1:
            self.curtain = self.seats[0]

    @property
    def observer(self) -> int:
        """Whose view the page may show."""
        return SPECTATOR if self.curtain is not None or not self.seats else self.at

    @property
    def shares(self) -> bool:
        return len(self.seats) > 1

    def changed(self) -> None:
        self.serial += 1

    def choose(self, text: str, question: int) -> None:
        """Tap something; an empty text lets go."""
        self._ask(question)
        self.selected = text
        self.changed()

    def hint(self, hints: list[Any] | None, question: int) -> None:
        self._ask(question)
        self.hints = hints
        self.changed()

    def _ask(self, question: int) -> None:
        """What was tapped for an earlier question is forgotten."""
        if question != self.question:
            self.question, self.selected, self.hints = question, "", None

    def tapped(self, question: int) -> str:
        return self.selected if question == self.question else ""

    def hinted(self, question: int) -> list[Any] | None:
        return self.hints if question == self.question else None

    def clear(self) -> None:
        self.selected, self.hints, self.question = "", None, -1
        self.changed()

    def open_curtain(self) -> None:
        """The person has taken the device."""
        if self.curtain is not None:
            self.at, self.curtain = self.curtain, None
            self.clear()

    def follow(self, waiting: Iterable[int]) -> None:
        """On a shared device: when the seat in front has answered and another one is awaited, draw the curtain for that one."""
        awaited = [seat for seat in waiting if seat in self.seats]
        if not self.shares or not awaited:
            return
        if self.curtain is not None:
            if self.curtain not in awaited:
                self.curtain = awaited[0]
                self.changed()
        elif self.at not in awaited:
            after = [seat for seat in awaited if seat > self.at]
            self.curtain = (after or awaited)[0]
            self.clear()


class Viewers:
    """The viewers of all links, made when a link is first opened."""

    def __init__(self) -> None:
        self._all: dict[tuple[str, str], Viewer] = {}
        self._come: set[tuple[str, str]] = set()
        self.retreats: dict[str, Retreat] = {}
        """The newest undo of each table."""

    def of(self, table_id: str, token: str, seats: tuple[int, ...]) -> Viewer:
        viewer = self._all.get((table_id, token))
        if viewer is None or viewer.seats != seats:
            viewer = self._all[table_id, token] = Viewer(seats)
        return viewer

    def come_in(self, table_id: str, token: str) -> bool:
        """Somebody has opened the page of a link; whether for the first time."""
        first = not self.has_come(table_id, token)
        self._come.add((table_id, token))
        return first

    def has_come(self, table_id: str, token: str) -> bool:
        """Whether the page of a link has been opened since the server started."""
        return (table_id, token) in self._come

    def watching(self, table_id: str, token: str) -> int:
        """How many pages are open on a link."""
        viewer = self._all.get((table_id, token))
        return viewer.sockets if viewer else 0
