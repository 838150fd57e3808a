"""One aquarium as it lies on the table: what it shows, what it is worth, and what one more card or a flip would change.

Every number comes from the scorer; nothing is counted here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from .box import FishTankBox
from .notation import CELLS, CENTRE, EMPTY, FLIPPED, SIDE, WIDTH, column_of, row_of
from .scoring import worth_of

Cells = tuple[int, ...]
"""All cells of a lattice: EMPTY, a kind, or a kind + FLIPPED."""


@dataclass(frozen=True)
class Worth:
    """What an aquarium pays as it lies, in the best frame still possible."""

    left: int
    top: int
    by_kind: tuple[int, ...]
    total: int


def bounds(cells: Cells) -> tuple[int, int, int, int]:
    """Left and right column, top and bottom row of the cards that lie; those of the first place while none does."""
    lying = [cell for cell, card in enumerate(cells) if card != EMPTY] or [CENTRE]
    columns, rows = [column_of(cell) for cell in lying], [row_of(cell) for cell in lying]
    return min(columns), max(columns), min(rows), max(rows)


@dataclass(frozen=True)
class Tank:
    """The aquarium of a seat."""

    box: FishTankBox
    seat: int
    cells: Cells

    @classmethod
    def of(cls, state: Any, seat: int) -> "Tank":
        """As everybody sees it."""
        return cls(state.tables, seat, tuple(state.cards)[seat * CELLS : (seat + 1) * CELLS])

    def with_card(self, cell: int, kind: int) -> "Tank":
        """The same with one more card."""
        return replace(self, cells=self.cells[:cell] + (kind,) + self.cells[cell + 1 :])

    def flipped(self, cell: int) -> "Tank":
        """The same with one card turned to its plant side."""
        return self.with_card(cell, self.cells[cell] + FLIPPED)

    def shown(self, cell: int) -> int:
        """The kind that a cell shows, EMPTY where no card lies."""
        card = self.cells[cell]
        return self.box.plant if card >= FLIPPED else card

    def grid(self, left: int, top: int) -> Cells:
        """What the cards of a frame show: SIDE x SIDE kinds."""
        side = self.box.side
        return tuple(
            self.shown((top + row) * WIDTH + left + column) if row < side and column < side else EMPTY
            for row in range(SIDE) for column in range(SIDE)
        )

    @cached_property
    def worth(self) -> Worth:
        left, top, by_kind = worth_of(self.box, self.cells)
        return Worth(left, top, tuple(by_kind), sum(by_kind))

    @property
    def total(self) -> int:
        return self.worth.total

    @cached_property
    def count(self) -> int:
        return CELLS - self.cells.count(EMPTY)

    def gains(self, kind: int, cells: Iterable[int]) -> dict[int, int]:
        """What a card of this kind would change now on each of these cells."""
        return {cell: self.with_card(cell, kind).total - self.total for cell in cells}

    def flip_gains(self, cells: Iterable[int]) -> dict[int, int]:
        """What turning each of these cards to its plant side would change now."""
        return {cell: self.flipped(cell).total - self.total for cell in cells}

    # ---- frames

    @cached_property
    def lefts(self) -> range:
        """Left columns of the frames still possible."""
        left, right, _, _ = bounds(self.cells)
        return range(max(0, right - self.box.side + 1), min(left, WIDTH - self.box.side) + 1)

    @cached_property
    def tops(self) -> range:
        """Top rows of the frames still possible."""
        _, _, top, bottom = bounds(self.cells)
        return range(max(0, bottom - self.box.side + 1), min(top, WIDTH - self.box.side) + 1)

    @property
    def frames(self) -> int:
        return len(self.lefts) * len(self.tops)

    @cached_property
    def columns(self) -> range:
        """Columns that some frame still reaches."""
        return range(self.lefts[0], self.lefts[-1] + self.box.side)

    @cached_property
    def rows(self) -> range:
        return range(self.tops[0], self.tops[-1] + self.box.side)

    def free(self) -> list[int]:
        """Cells on which a card may still come to lie."""
        if self.count == 0:
            return [CENTRE]
        return [cell for row in self.rows for cell in range(row * WIDTH + self.columns[0], row * WIDTH + self.columns[-1] + 1) if self.cells[cell] == EMPTY]

    def best_frame(self) -> list[list[int]]:
        """The cells of the frame that pays most now, row by row."""
        left, top, side = self.worth.left, self.worth.top, self.box.side
        return [[(top + row) * WIDTH + left + column for column in range(side)] for row in range(side)]

    def frame_or_cards(self) -> list[list[int]]:
        """The frame, once it is fixed; until then only the part that cards lie in, so that no corner looks fixed."""
        if self.frames == 1:
            return self.best_frame()
        left, right, top, bottom = bounds(self.cells)
        return [[row * WIDTH + column for column in range(left, right + 1)] for row in range(top, bottom + 1)]

    @property
    def breadth(self) -> int:
        """How many columns the cards lie in."""
        left, right, _, _ = bounds(self.cells)
        return right - left + 1


def best_of(gains: dict[int, int]) -> tuple[int, Sequence[int]]:
    """The largest gain and the cells that bring it."""
    most = max(gains.values(), default=0)
    return most, [cell for cell, gain in gains.items() if gain == most]
