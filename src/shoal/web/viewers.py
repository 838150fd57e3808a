"""What one link shows just now: which of its seats sits at the device, what it has tapped but not played, which hints it asked for."""

from collections import OrderedDict
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


NOTHING = Rendered("", "", "", "")
KEPT = 4000
"""So many viewers are kept though nobody looks through them."""


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
    sees: int = SPECTATOR
    """Over whose shoulder a guest looks, who plays nothing."""
    at: int = SPECTATOR
    """The seat whose cards show now."""
    curtain: int | None = None
    """The seat to which the device is being handed: until it says so, only public things show."""
    selected: str = ""
    """What is tapped, not played."""
    question: int = -1
    """The question for which `selected` and `hints` were made."""
    hints: list[Any] | None = None
    ahead: bool = False
    """Whether moves that could be chosen in advance are offered."""
    last: str | None = None
    """The key of the last command that turned something over: the same one again must not turn it back."""
    serial: int = 0
    """Grows with every change of the above."""
    sockets: int = 0
    rendered: Rendered = field(default=NOTHING, repr=False)
    """The newest rendering, shared by all pages open on this link where there are several."""

    def __post_init__(self) -> None:
        if self.seats:
            self.at = self.seats[0]
        if len(self.seats) > 1:
            self.curtain = self.seats[0]

    @property
    def observer(self) -> int:
        """Whose view the page may show."""
        if not self.seats:
            return self.sees
        return SPECTATOR if self.curtain is not None else self.at

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

    def offer(self, on: bool) -> None:
        """Offer moves that could be chosen in advance, or no longer."""
        self.ahead = on
        self.changed()

    def again(self, key: str | None) -> bool:
        """Whether the same press has come before; it is remembered as the last."""
        before, self.last = self.last, key
        return key is not None and key == before

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
        self.selected, self.hints, self.question, self.ahead = "", None, -1, False
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
    """The viewers of all links, made when a link is first opened; those that nobody looks through may be let go."""

    def __init__(self) -> None:
        self._all: OrderedDict[tuple[str, str], Viewer] = OrderedDict()
        self._retreats: OrderedDict[str, Retreat] = OrderedDict()

    def of(self, table_id: str, token: str, seats: tuple[int, ...], sees: int = SPECTATOR) -> Viewer:
        viewer = self._all.pop((table_id, token), None)
        if viewer is None or viewer.seats != seats or viewer.sees != sees:
            viewer = Viewer(seats, sees)
        self._all[table_id, token] = viewer
        if len(self._all) > KEPT:
            self._let_go()
        return viewer

    def _let_go(self) -> None:
        """Of those that nobody looks through, the ones opened longest ago; what was tapped there is forgotten."""
        unwatched = [key for key, viewer in self._all.items() if viewer.sockets == 0]
        for key in unwatched[:KEPT // 4]:
            if key != next(reversed(self._all)):
                del self._all[key]

    def here(self, table_id: str, token: str) -> bool:
        """Whether a page is open on a link just now."""
        return self.watching(table_id, token) > 0

    def watching(self, table_id: str, token: str) -> int:
        """How many pages are open on a link."""
        viewer = self._all.get((table_id, token))
        return viewer.sockets if viewer else 0

    def retreat(self, table_id: str) -> Retreat | None:
        """The newest undo of a table."""
        return self._retreats.get(table_id)

    def note_retreat(self, table_id: str, retreat: Retreat) -> None:
        self._retreats.pop(table_id, None)
        self._retreats[table_id] = retreat
        while len(self._retreats) > KEPT:
            self._retreats.popitem(last=False)
