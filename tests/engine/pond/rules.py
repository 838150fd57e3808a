"""The toy's state: an LCG instead of chance, hands, swaps, a memory."""
from typing import Any

from ...engine.fields import Fields
from ...engine.hints import i64, nogil, python, scratch
from .knowledge import PondMemory, hide_from, remembered
from .notation import BELOW, FIRST, FROG, KINDS, LAST, NAMES, SEATS, SECOND, WIDE, Hands, Kinds, Weights, floors, is_swap, kind_of, label, swap
from .scoring import heaviest, spread, wide, worth

MASK = 0x7FFFFFFF
TURNS: int = SEATS * 4


class Base(Fields):
    # Its methods are called through the base class,
    # as search does.
    players: int

    def total(self) -> int:
        return 0

    def step(self, seat: int, action: int) -> bool:
        return False

    def mix(self, other: "Base") -> int:
        return other.players


class Pond(Base):
    memory: "PondMemory | None"
    """Recall, or none."""
    box: Any
    open: bool
    seed: i64
    bag: Kinds
    hands: Hands
    weights: Weights
    # a comment between the fields

    def __init__(self, players: int = SEATS) -> None:
        twice: int = players * 2
        self.blank()
        self.players = twice // 2
        self.seed = 12345
        self.bag[:] = [3, 4, 5, 6, 7]
        self.open = True
        self.fill()

    def random(self, n: int) -> int:
        self.seed = (self.seed * 1103515245 + 12345) & MASK
        return (self.seed >> 8) % n

    def fill(self) -> None:
        for _ in range(TURNS):
            seat = self.random(SEATS)
            self.hands[seat * KINDS + self.random(KINDS)] += 1
        for i in range(KINDS):
            self.weights[i] = spread(self.bag[i]) / 3

    def total(self) -> int:
        n = 0
        for i in range(SEATS * KINDS):
            n += self.hands[i]
        return n

    def step(self, seat: int, action: int) -> bool:
        before: Kinds = [0] * KINDS
        moves: Kinds = scratch(KINDS)
        before[:] = self.bag
        kind = kind_of(action)
        if is_swap(action):
            self.bag[kind], self.hands[seat * KINDS + kind] = self.hands[seat * KINDS + kind], self.bag[kind]
        elif action == FIRST or action == SECOND:
            self.bag[FROG] += floors(action) + BELOW
        for i in range(KINDS):
            moves[i] = before[i] - self.bag[i]
        if self.memory is not None:
            self.memory.saw(seat, heaviest(moves))
        self.open = not self.open
        return moves[kind] != 0

    def mix(self, other: Base) -> int:
        return Base.mix(self, other) * 100 + other.total() + worth(2, self.players)

    def run(self, n: int) -> None:
        for _ in range(n):
            seat = self.random(SEATS)
            self.step(seat, self.random(LAST + 1))

    @python
    def remember(self) -> None:
        self.memory = PondMemory()
        self.box = NAMES

    @python
    def play(self, n: int) -> tuple[int, ...]:
        """Releases the GIL on the way."""
        turns: int = n
        with nogil:
            self.run(turns)
        known: Pond = self.twin()
        hide_from(known, 0)
        held = remembered(self.memory, self) if self.memory is not None else -1
        return self.total(), known.total(), sum(self.bag), swap(1), wide(3) - WIDE, held, self.mix(known)

    @python
    def try_step(self, seat: int, action: int) -> tuple[bool, str, int]:
        numbers = [1, 2, 3]
        return self.step(seat, action), label(FROG), numbers[-1] + LAST

    @property
    @python
    def words(self) -> list[str]:
        return [label(kind) for kind in range(3)]
