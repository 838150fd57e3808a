"""A class that the state refers to, and functions that take the state: this module and rules.py use each other."""
from typing import TYPE_CHECKING

from ...engine.fields import Fields
from .notation import KINDS, SEATS, Hands

if TYPE_CHECKING:
    from .rules import Pond


class PondMemory(Fields):
    seen: Hands
    last: int

    def saw(self, seat: int, kind: int) -> None:
        self.seen[seat * KINDS + kind] += 1
        self.last = kind


def hide_from(pond: "Pond", seat: int) -> None:
    for other in range(SEATS):
        if other != seat:
            for kind in range(KINDS):
                pond.bag[kind] += pond.hands[other * KINDS + kind]
                pond.hands[other * KINDS + kind] = 0


def remembered(memory: PondMemory, pond: "Pond") -> int:
    return memory.last + pond.total()
