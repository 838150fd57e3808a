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
class Batch:
    """Draws and the moves that follow them, at most one of each kind for a seat: in most games, a round."""

    first: int
    last: int = 0
    draws: list[str] = field(default_factory=list)
    moves: dict[int, list[str]] = field(default_factory=dict)
    decisions: set[tuple[int, str]] = field(default_factory=set)

    def takes(self, event: Happened) -> bool:
        if event.seat is None:
            return not self.moves
        return (event.seat, event.decision) not in self.decisions

    def add(self, event: Happened) -> None:
        self.last = event.number
        if event.seat is None:
            self.draws.append(event.text)
        else:
            self.moves.setdefault(event.seat, []).append(event.text)
            self.decisions.add((event.seat, event.decision))


def in_batches(events: Iterable[Happened]) -> list[Batch]:
    """The events, cut where a seat comes to the same decision again or draws begin."""
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
