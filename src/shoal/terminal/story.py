"""What happened, as lines that people read: moves of one seat that belong together stand together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Happened(NamedTuple):
    """One event as told: its number in the record, the seat (None: a draw), the kind of decision, and its text."""

    number: int
    seat: int | None
    decision: str
    text: str


@dataclass
class Stage:
    """The same decision of several seats, one after the other or at once."""

    decision: str
    seats: set[int]


@dataclass
class Batch:
    """Draws and the moves that follow them, a line for each seat: in most games, a round or a turn."""

    first: int
    last: int = 0
    draws: list[str] = field(default_factory=list)
    moves: dict[int, list[str]] = field(default_factory=dict)
    """By seat, in the order of their first moves."""
    begun: dict[int, str] = field(default_factory=dict)
    """By seat, the decision with which its line begins."""
    stages: list[Stage] = field(default_factory=list)

    def takes(self, event: Happened) -> bool:
        """Whether an event stands in this batch: not where a seat begins anew, nor where others have gone on without it meanwhile."""
        if event.seat is None or event.seat not in self.moves:
            return event.seat is not None or not self.moves
        before = self.stages[-2:-1] if self._goes_on(event) else self.stages[-1:]
        return event.decision != self.begun[event.seat] and any(event.seat in stage.seats for stage in before)

    def add(self, event: Happened) -> None:
        self.last = event.number
        if event.seat is None:
            self.draws.append(event.text)
            return
        if not self._goes_on(event):
            self.stages.append(Stage(event.decision, set()))
        self.stages[-1].seats.add(event.seat)
        self.begun.setdefault(event.seat, event.decision)
        self.moves.setdefault(event.seat, []).append(event.text)

    def _goes_on(self, event: Happened) -> bool:
        """Whether another seat answers what the one before has answered."""
        return bool(self.stages) and self.stages[-1].decision == event.decision and event.seat not in self.stages[-1].seats


def in_batches(events: Iterable[Happened]) -> list[Batch]:
    """The events, cut where draws begin, where a seat begins anew, and where a seat comes back after others have gone on."""
    batches: list[Batch] = []
    for event in events:
        if not batches or not batches[-1].takes(event):
            batches.append(Batch(event.number))
        batches[-1].add(event)
    return batches


def joined(draws: Sequence[str]) -> list[str]:
    """Draws that differ in their last word only, in one text.

    >>> joined(["deal 1 danio", "deal 1 snail", "deal 2 guppy"])
    ['deal 1 danio snail', 'deal 2 guppy']
    """
    found: list[tuple[str, list[str]]] = []
    for text in draws:
        start, _, last = text.rpartition(" ")
        if found and start and found[-1][0] == start:
            found[-1][1].append(last)
        else:
            found.append((start, [last]))
    return [" ".join([start, *last]).strip() for start, last in found]


def visible(events: Iterable[Any]) -> list[Happened]:
    """The events of a match that its observer may read."""
    return [Happened(event.number, event.seat, event.decision, event.text) for event in events if event.text]
