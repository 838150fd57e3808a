"""All moves of the position that the solver holds, each made, shown to the search, and taken back."""

from shoal.engine.hints import i64

from .notation import CELLS, SIDE, SLIDE_E, SLIDE_S, SLIDE_W, SPENT, STOPS, UNUSED, feed, flip, food_swap, slide, target_of
from .solver_grid import Grid


class Moves(Grid):
    def add(self, stop: int, number: int, action: int, special: int, key: i64, barred: int, food: int) -> None:
        """What a search does with a move: the open position is the one after it, but for bar and food; its key lacks their change."""

    def add_food(self, stop: int, number: int, column: int) -> None:
        """The same with the food above a column, which changes nothing yet."""

    def try_all(self, stop: int, number: int) -> None:
        if UNUSED < self.food < SPENT:
            for row in range(1, SIDE):
                self.try_exchange(stop, number, food_swap(self.food - 1, row), self.food - 1, self.food - 1 + SIDE * row, 0, SPENT)
            return
        at = self.path * STOPS + stop
        for i in range(self.tables.free[at]):
            self.try_card(stop, number, self.tables.free_cells[at * CELLS + i])
        if self.food == UNUSED and stop + 1 < self.length:
            self.try_feeds(stop, number, at)
        elif self.food == UNUSED and self.feed_last:
            self.add(stop, number, feed(1 if self.tables.above[at] == 1 else 0), self.special_cost, self.key, 0, SPENT)

    def try_card(self, stop: int, number: int, cell: int) -> None:
        face = self.faces[cell]
        self.try_flip(stop, number, cell)
        if (face >> 1) + 1 == self.barred:
            return
        self.try_uses(stop, number, cell, self.tables.pattern[face])

    def try_uses(self, stop: int, number: int, cell: int, pattern: int) -> None:
        """What the card on a cell can do by this action."""
        face = self.faces[cell]
        here = pattern * CELLS + cell
        for k in range(here * CELLS, here * CELLS + self.tables.targets[here]):
            action = self.tables.swaps[k]
            self.try_exchange(stop, number, action, cell, target_of(action), (face >> 1) + 1, self.food)
        if self.tables.alone[here] == 1:
            self.try_slide(stop, number, cell, pattern)
        elif self.tables.alone[here] == 2 and self.empty_swaps:
            self.add(stop, number, slide(cell), self.special_cost, self.key, self.bar_after(stop, cell, (face >> 1) + 1), self.food)

    def try_flip(self, stop: int, number: int, cell: int) -> None:
        face = self.faces[cell]
        barred = self.bar_after(stop, cell, (face >> 1) + 1) if self.flips_bar else 0
        if self.blind[face >> 1] == 1:
            self.add(stop, number, flip(cell), self.special_cost, self.key, barred, self.food)
            return
        special = self.special_cost + self.judge.place[(face ^ 1) * CELLS + cell] - self.judge.place[face * CELLS + cell]
        key = self.key ^ self.judge.keys[face * CELLS + cell] ^ self.judge.keys[(face ^ 1) * CELLS + cell]
        self.right ^= 1 << cell
        self.faces[cell] ^= 1
        self.add(stop, number, flip(cell), special, key, barred, self.food)
        self.faces[cell] ^= 1
        self.right ^= 1 << cell

    def try_exchange(self, stop: int, number: int, action: int, cell: int, other: int, bar: int, food: int) -> None:
        """Two cards change places."""
        special = self.special_cost - self.cost_at(cell) - self.cost_at(other)
        key = self.key ^ self.key_at(cell) ^ self.key_at(other)
        self.change(cell, other)
        special += self.cost_at(cell) + self.cost_at(other)
        key ^= self.key_at(cell) ^ self.key_at(other)
        self.add(stop, number, action, special, key, self.bar_after(stop, other, bar), food)
        self.change(cell, other)

    def try_slide(self, stop: int, number: int, cell: int, pattern: int) -> None:
        """Three exchanges make a slide, and three more take it back."""
        start = cell - cell % SIDE if pattern == SLIDE_W or pattern == SLIDE_E else cell % SIDE
        step = 1 if pattern == SLIDE_W or pattern == SLIDE_E else SIDE
        special = self.special_cost
        key = self.key
        for i in range(SIDE):
            special -= self.cost_at(start + i * step)
            key ^= self.key_at(start + i * step)
        forward: bool = pattern == SLIDE_E or pattern == SLIDE_S
        self.shift(start, step, forward)
        for i in range(SIDE):
            special += self.cost_at(start + i * step)
            key ^= self.key_at(start + i * step)
        moved = start + (((cell - start) // step + (1 if forward else SIDE - 1)) % SIDE) * step
        self.add(stop, number, slide(cell), special, key, self.bar_after(stop, moved, (self.faces[moved] >> 1) + 1), self.food)
        self.shift(start, step, not forward)

    def try_feeds(self, stop: int, number: int, at: int) -> None:
        """The food above each column that allows it (R17)."""
        stopped = self.tables.in_column[at + 1] if self.chips_stop_food else 0
        for column in range(SIDE):
            if column + 1 != self.tables.above[at] and column + 1 != stopped:
                self.add_food(stop, number, column)
