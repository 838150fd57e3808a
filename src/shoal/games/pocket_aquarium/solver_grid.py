"""A position as the solver holds it: cards by cell, sets of cells by species, and a key that tells positions apart, all kept up move by move."""

from typing import Annotated

from shoal.engine.fields import Fields
from shoal.engine.hints import i64, python

from .box import PocketBox
from .notation import (
    CARDS,
    CELLS,
    FEED,
    FOOD_SWAP,
    SIDE,
    SLIDE,
    SLIDE_E,
    SLIDE_N,
    SLIDE_S,
    SLIDE_W,
    SPECIES,
    SPENT,
    STOPS,
    SWAP,
    Cards,
    Cells,
    cell_fed,
    cell_of,
    column_fed,
    target_of,
)
from .rules import PocketAquarium
from .solver_tables import LATE_MORE, MINORITY, NOT_BESIDE, SolverTables

LATE = 3
FIVE_BITS = 31
LOW_CELLS = 12
"""So many cells, five bits each, fit the first word of a position; the others, bar and food, are in the second."""

BAR_AT, FOOD_AT = 20, 25


Kinds = Annotated[list[int], "int", SPECIES + 1]


class Grid(Fields):
    tables: PocketBox
    judge: SolverTables

    # options of the game, as in the state
    path: int
    variant: int
    flips_bar: bool
    empty_swaps: bool
    feed_last: bool
    chips_stop_food: bool
    count_all: bool
    length: int
    """Stops on the way of Chips."""
    blind: Cards
    """1: the sides of a card are not told apart; it lies on its left one."""

    most_beside: int
    """The most that the rasboras score for one group."""

    low_word: i64
    high_word: i64

    # the open position
    faces: Cells
    barred: int
    food: int
    key: i64
    masks: Kinds
    where: Cards
    """By card: its cell."""
    right: int
    rasboras: int
    special_cost: int

    def __init__(self) -> None:
        self.blank()

    @python
    def set_game(self, state: PocketAquarium, judge: SolverTables) -> None:
        """Take over components and options."""
        self.tables = state.tables
        self.judge = judge
        self.path = state.path
        self.variant = state.variant
        self.flips_bar = state.flips_bar
        self.empty_swaps = state.empty_swaps
        self.feed_last = state.feed_last
        self.chips_stop_food = state.chips_stop_food
        self.count_all = state.count_all
        self.length = state.tables.length[state.path]
        self.most_beside = max(state.tables.beside_same, state.tables.beside_opposite, state.tables.beside_shoal)
        for card in range(CARDS):
            self.blind[card] = judge.same_sides[card]

    @python
    def set_position(self, state: PocketAquarium) -> None:
        """Open the position of a state that waits for a decision."""
        for cell in range(CELLS):
            self.faces[cell] = state.faces[cell]
        self.barred = state.barred
        self.food = state.food
        self.normalise()
        self.key = self.whole_key()
        self.look()

    # ---- positions in two words

    def pack(self) -> None:
        """The open position as `low_word` and `high_word`."""
        self.low_word = 0
        self.high_word = 0
        for cell in range(LOW_CELLS):
            face: i64 = self.faces[cell]
            self.low_word |= face << (5 * cell)
        for cell in range(LOW_CELLS, CELLS):
            other: i64 = self.faces[cell]
            self.high_word |= other << (5 * (cell - LOW_CELLS))
        bar: i64 = self.barred
        food: i64 = self.food
        self.high_word |= (bar << BAR_AT) | (food << FOOD_AT)

    def unpack(self, low: i64, high: i64, key: i64) -> None:
        """Open a position."""
        for cell in range(LOW_CELLS):
            self.faces[cell] = low & FIVE_BITS
            low >>= 5
        for cell in range(LOW_CELLS, CELLS):
            self.faces[cell] = high & FIVE_BITS
            high >>= 5
        self.barred = high & FIVE_BITS
        self.food = (high >> 5) & 7
        self.key = key

    def normalise(self) -> None:
        """The left side of cards whose sides are not told apart."""
        for cell in range(CELLS):
            if self.blind[self.faces[cell] >> 1] == 1:
                self.faces[cell] &= ~1

    def whole_key(self) -> i64:
        key: i64 = self.judge.bar_keys[self.barred] ^ self.judge.food_keys[self.food]
        for cell in range(CELLS):
            key ^= self.judge.keys[self.faces[cell] * CELLS + cell]
        return key

    def look(self) -> None:
        """Where everything lies in the open position."""
        for kind in range(SPECIES + 1):
            self.masks[kind] = 0
        self.right = 0
        self.special_cost = 0
        for cell in range(CELLS):
            face = self.faces[cell]
            self.masks[self.tables.species[face >> 1]] |= 1 << cell
            self.where[face >> 1] = cell
            self.right |= (face & 1) << cell
            self.special_cost += self.judge.place[face * CELLS + cell]
            if face >> 1 == self.tables.rasboras:
                self.rasboras = cell

    # ---- moves

    def shift(self, start: int, step: int, forward: bool) -> None:
        if forward:
            for i in range(SIDE - 1, 0, -1):
                self.change(start + (i - 1) * step, start + i * step)
        else:
            for i in range(1, SIDE):
                self.change(start + (i - 1) * step, start + i * step)

    def change(self, cell: int, other: int) -> None:
        """Two cells of the open position change cards, and all that is known of it follows."""
        face = self.faces[cell]
        there = self.faces[other]
        self.faces[cell] = there
        self.faces[other] = face
        self.where[face >> 1] = other
        self.where[there >> 1] = cell
        both = (1 << cell) | (1 << other)
        if (face ^ there) & 1 == 1:
            self.right ^= both
        kind = self.tables.species[face >> 1]
        kind_there = self.tables.species[there >> 1]
        if kind != kind_there:
            self.masks[kind] ^= both
            self.masks[kind_there] ^= both
        if face >> 1 == self.tables.rasboras:
            self.rasboras = other
        elif there >> 1 == self.tables.rasboras:
            self.rasboras = cell

    def cost_at(self, cell: int) -> int:
        return self.judge.place[self.faces[cell] * CELLS + cell]

    def key_at(self, cell: int) -> i64:
        return self.judge.keys[self.faces[cell] * CELLS + cell]

    def bar_after(self, stop: int, cell: int, bar: int) -> int:
        """The bar of the next turn, 0 where it makes no difference: where Chips will watch the card anyway."""
        if bar == 0 or stop + 1 >= self.length:
            return 0
        return 0 if (self.tables.watched[self.path * STOPS + stop + 1] >> cell) & 1 == 1 else bar

    def bar_and_food(self, barred: int, food: int) -> i64:
        """What must be changed in the key of the open position."""
        change: i64 = self.judge.bar_keys[self.barred] ^ self.judge.bar_keys[barred]
        return change ^ self.judge.food_keys[self.food] ^ self.judge.food_keys[food]

    def apply(self, stop: int, action: int) -> None:
        """The open position after a move."""
        self.barred = self.barred_by(stop, action)
        if action < SLIDE:
            self.faces[action] ^= 1
            if self.blind[self.faces[action] >> 1] == 1:
                self.faces[action] &= ~1
        elif action < SWAP:
            cell = action - SLIDE
            pattern = self.tables.pattern[self.faces[cell]]
            if pattern == SLIDE_W or pattern == SLIDE_E:
                self.shift(cell - cell % SIDE, 1, pattern == SLIDE_E)
            elif pattern == SLIDE_N or pattern == SLIDE_S:
                self.shift(cell % SIDE, SIDE, pattern == SLIDE_S)
        elif action < FEED:
            self.change(cell_of(action), target_of(action))
        elif action < FOOD_SWAP:
            self.food = column_fed(action) + 1
        else:
            self.change(self.food - 1, cell_fed(action))
            self.food = SPENT

    def barred_by(self, stop: int, action: int) -> int:
        """The bar after a move, on the cell that the acting card comes to."""
        if action < SLIDE:
            return self.bar_after(stop, action, (self.faces[action] >> 1) + 1) if self.flips_bar else 0
        if action >= FEED:
            return 0
        if action >= SWAP:
            return self.bar_after(stop, target_of(action), (self.faces[cell_of(action)] >> 1) + 1)
        cell = action - SLIDE
        face = self.faces[cell]
        pattern = self.tables.pattern[face]
        moved = cell
        if pattern == SLIDE_E:
            moved = cell - 3 if cell % SIDE == 3 else cell + 1
        elif pattern == SLIDE_W:
            moved = cell + 3 if cell % SIDE == 0 else cell - 1
        elif pattern == SLIDE_S:
            moved = cell % SIDE if cell >= 3 * SIDE else cell + SIDE
        elif pattern == SLIDE_N:
            moved = cell + 3 * SIDE if cell < SIDE else cell - SIDE
        return self.bar_after(stop, moved, (face >> 1) + 1)

    # ---- what it lacks and what it could score

    def cost(self, special: int, left: int) -> int:
        """What the open position lacks, in hundredths of a point."""
        total = special
        if left <= LATE:
            total += special * (LATE + 1 - left) * self.judge.weights[LATE_MORE] // 100
        for kind in range(1, self.tables.kinds + 1):
            mask = self.masks[kind]
            total += self.judge.scattered[mask]
            if (self.judge.near[mask] >> self.rasboras) & 1 == 0:
                total += self.judge.weights[NOT_BESIDE]
        swimming = self.masks[1] | self.masks[2] | self.masks[3] | self.masks[4] | (1 << self.rasboras)
        facing = self.judge.number[self.right & swimming]
        other = self.judge.number[swimming] - facing
        return total + self.judge.weights[MINORITY] * (facing if facing < other else other)

    def could_score(self) -> int:
        """No less than the points of the open position."""
        total = 0
        for kind in range(1, self.tables.kinds + 1):
            total += self.judge.best[self.masks[kind]] + self.judge.groups[self.masks[kind]] * self.most_beside
        return total
