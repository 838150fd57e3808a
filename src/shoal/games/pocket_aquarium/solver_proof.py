"""A proof that no line of play reaches a score: all positions are kept, turn by turn, from which the bounds do not rule it out.

If none is left at some turn, the score cannot be reached. Positions are compared whole, so no two different ones are ever taken for the same. The
work is shared: every shard holds the positions whose key ends in its number, expands them, and takes in what the others found for it.
"""

from typing import Annotated

from shoal.engine.hints import i64, nogil, python

from .notation import CARDS, CELLS, SIDE, SLIDE, SPENT, UNUSED
from .rules import PocketAquarium
from .solver_bounded import Bounded
from .solver_bounds import Bounds
from .solver_grid import BAR_AT, FOOD_AT, LOW_CELLS
from .solver_tables import SolverTables

ROOM = 1 << 23
"""Positions of one turn that a shard can hold."""

SLOTS = 1 << 24
SHARDS = 4
OUT = 1 << 19
"""Positions found for another shard that are kept until it takes them in."""

MOST_MOVES = CELLS * (2 * CELLS + 1) + SIDE + 1
"""No position leads to more, whatever a box allows: a flip and the actions of both sides of every card, the food, a turn spent."""

SPENT_AT = 28
BEFORE_SPENT = (1 << SPENT_AT) - 1

TRUE_SIDES, ACTING_SIDES, NO_SIDES = 0, 1, 2
"""Levels: the positions as they are; the sides told apart of those cards only whose action depends on them; of none. The flips of the others are
only counted, as if Chips never hindered them, and a card whose side is not told has the actions of both. So more lines are possible than really
are, and far fewer positions: what cannot be reached even so, cannot be reached."""

TwoLayers = Annotated[list[int], "long long", 2 * ROOM]
Slots = Annotated[list[int], "int", SLOTS]
Found = Annotated[list[int], "long long", SHARDS * OUT]
Counts = Annotated[list[int], "int", SHARDS]


class Shard(Bounded):
    shards: int
    """How many there are: 1, 2 or 4."""
    low: TwoLayers
    high: TwoLayers
    base: int
    size: int
    next_size: int
    at: int
    """The next position to expand."""
    seen: Slots
    """The number in the next layer, plus 1."""
    out_low: Found
    out_high: Found
    out_size: Counts
    full: bool
    """A layer was too large: nothing is proved."""
    reached: bool
    """Some line reaches the score."""
    stop_now: bool
    spends: bool
    """Turns can be spent on flips that are only counted."""

    def __init__(self, state: PocketAquarium, judge: SolverTables, bounds: Bounds, shards: int) -> None:
        self.blank()
        self.set_game(state, judge)
        self.shards = shards
        self.set_bounds(bounds)

    @python
    def begin(self, state: PocketAquarium, number: int, loss: int, level: int) -> None:
        """The first position goes to shard 0. The level says which cards have their sides told apart: TRUE_SIDES, ACTING_SIDES or NO_SIDES."""
        self.loss = loss
        self.spent = 0
        for card in range(CARDS):
            acts_alike: bool = self.tables.pattern[2 * card] == self.tables.pattern[2 * card + 1]
            apart: bool = level == TRUE_SIDES or level == ACTING_SIDES and not acts_alike
            self.blind[card] = 0 if apart else 1
            if self.judge.same_sides[card] == 1:
                self.blind[card] = 1
        self.spends = level != TRUE_SIDES
        self.count_start(state)
        self.base = 0
        self.size = 0
        self.full = False
        self.reached = False
        self.set_position(state)
        if number == 0:
            self.pack()
            self.low[0] = self.low_word
            self.high[0] = self.high_word
            self.size = 1
        self.start_layer()

    # ---- a layer

    def start_layer(self) -> None:
        self.at = 0
        self.next_size = 0
        for i in range(SLOTS):
            self.seen[i] = 0
        for i in range(SHARDS):
            self.out_size[i] = 0

    def end_layer(self) -> None:
        self.base = ROOM - self.base
        self.size = self.next_size
        self.start_layer()

    def expand(self, stop: int) -> None:
        """Expand positions until all are done or there is no room for what they lead to."""
        while self.at < self.size and self.has_room() and not self.stop_now:
            word = self.high[self.base + self.at]
            self.unpack(self.low[self.base + self.at], word & BEFORE_SPENT, 0)
            self.spent = word >> SPENT_AT
            self.key = self.whole_key()
            self.look()
            self.know_pairs()
            self.at += 1
            self.try_all(stop, 0)
            if self.spends and (self.food == UNUSED or self.food == SPENT):
                self.spent += 1
                self.add(stop, 0, 0, self.special_cost, self.key, 0, self.food)

    def has_room(self) -> bool:
        for i in range(self.shards):
            if self.out_size[i] > OUT - MOST_MOVES:
                return False
        return True

    def try_card(self, stop: int, number: int, cell: int) -> None:
        """A card whose sides are not told apart has the actions of both, and its flip is a turn spent."""
        face = self.faces[cell]
        hidden: bool = self.spends and self.blind[face >> 1] == 1
        if not hidden:
            self.try_flip(stop, number, cell)
        if (face >> 1) + 1 != self.barred:
            self.try_uses(stop, number, cell, self.tables.pattern[face])
            if hidden and self.tables.pattern[face] != self.tables.pattern[face ^ 1]:
                self.try_uses(stop, number, cell, self.tables.pattern[face ^ 1])

    def add(self, stop: int, number: int, action: int, special: int, key: i64, barred: int, food: int) -> None:
        left = self.length - stop - 1
        if not self.can_reach(left, action < SLIDE):
            return
        if left == 0:
            self.reached = True
            return
        self.send(key ^ self.bar_and_food(barred, food), barred, food)

    def add_food(self, stop: int, number: int, column: int) -> None:
        left = self.length - stop - 2
        useful: bool = False
        for row in range(1, SIDE):
            other = column + SIDE * row
            self.change(column, other)
            if self.can_reach(left, False):
                useful = True
            self.change(column, other)
        if useful:
            self.send(self.key ^ self.bar_and_food(0, column + 1), 0, column + 1)

    def send(self, key: i64, barred: int, food: int) -> None:
        """Write the position after a move into the list of its shard."""
        low: i64 = 0
        high: i64 = 0
        for cell in range(LOW_CELLS):
            face: i64 = self.faces[cell]
            low |= face << (5 * cell)
        for cell in range(LOW_CELLS, CELLS):
            other: i64 = self.faces[cell]
            high |= other << (5 * (cell - LOW_CELLS))
        bar: i64 = barred
        above: i64 = food
        shard = key & (self.shards - 1)
        at = shard * OUT + self.out_size[shard]
        self.out_low[at] = low
        spent: i64 = self.spent
        self.out_high[at] = high | (bar << BAR_AT) | (above << FOOD_AT) | (spent << SPENT_AT)
        self.out_size[shard] += 1

    def take_in(self, other: "Shard", number: int) -> None:
        """What another shard (or this one) has found for this one, whose number it is."""
        for i in range(number * OUT, number * OUT + other.out_size[number]):
            self.keep(other.out_low[i], other.out_high[i])

    def keep(self, low: i64, high: i64) -> None:
        """Add a position to the next layer unless it is there; of equal ones, the one that has spent more turns is as good as all."""
        slot = mixed(low, high & BEFORE_SPENT) & (SLOTS - 1)
        there = ROOM - self.base
        while self.seen[slot] != 0:
            at = there + self.seen[slot] - 1
            if self.low[at] == low and (self.high[at] ^ high) & BEFORE_SPENT == 0:
                if high > self.high[at]:
                    self.high[at] = high
                return
            slot = (slot + 1) & (SLOTS - 1)
        if self.next_size == ROOM:
            self.full = True
            return
        self.low[there + self.next_size] = low
        self.high[there + self.next_size] = high
        self.next_size += 1
        self.seen[slot] = self.next_size

    def clear_found(self) -> None:
        for i in range(SHARDS):
            self.out_size[i] = 0

    # ---- the same for Python

    @python
    def expand_some(self, stop: int) -> bool:
        """Expand, without the GIL; whether the layer is done."""
        here: int = stop
        with nogil:
            self.expand(here)
        return self.at >= self.size

    @python
    def take_all(self, shards: list["Shard"], number: int) -> None:
        """Take in what all shards have found for this one, without the GIL."""
        mine: int = number
        for shard in shards:
            other: Shard = shard
            with nogil:
                self.take_in(other, mine)

    @python
    def forget_found(self) -> None:
        self.clear_found()

    @python
    def next_layer(self) -> int:
        """Go on to the next turn; returns how many positions this shard has."""
        self.end_layer()
        return int(self.size)

    @python
    def halt(self) -> None:
        self.stop_now = True


def mixed(low: i64, high: i64) -> i64:
    """Well spread bits of a position."""
    word: i64 = low ^ (high << 29) ^ (high >> 5)
    word ^= word >> 31
    word *= MIX
    word ^= word >> 29
    word *= MIX
    return (word ^ (word >> 32)) & 0x7FFFFFFF


MIX = 0x1B03738712FAD5C9
