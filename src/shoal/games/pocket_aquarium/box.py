"""The components of Pocket Aquarium as flat tables that the rules and the scorer read; `components.py` fills them."""

from typing import Annotated

from shoal.engine.errors import ComponentError
from shoal.engine.hints import python
from shoal.engine.state import Box

from .notation import ALL_CELLS, CARDS, CELLS, FACES, PATHS, PATTERNS, SPECIES, STOPS, ByGroup, ByStop, ByVariant, Cards, Faces

ByPattern = Annotated[list[int], "int", PATTERNS * CELLS]
SwapTable = Annotated[list[int], "int", PATTERNS * CELLS * CELLS]
FreeTable = Annotated[list[int], "int", PATHS * STOPS * CELLS]
SchoolTable = Annotated[list[int], "int", 2 * (CELLS + 1)]


class PocketBox(Box):
    kinds: int
    """Species 1 … kinds."""
    species: Cards
    """By card; 0 for special cards."""
    rasboras: int
    """The card that scores its neighbours."""
    fits: Faces
    """The cells in which a card may lie at the end with this side up."""
    pattern: Faces
    """The action of each side: NO_ACTION, a slide, or a swap."""
    alone: ByPattern
    """[pattern * CELLS + cell]: 1 if the action needs no second cell, 2 for a swap that finds no target on the grid."""
    targets: ByPattern
    """[pattern * CELLS + cell]: how many cells a swap reaches from here …"""
    swaps: SwapTable
    """… and, [(pattern * CELLS + cell) * CELLS + i], the actions that reach them, ascending."""

    length: ByVariant
    """Stops on the way around the grid, by path: without and with the corners."""
    watched: ByStop
    """[path * STOPS + stop]: the cells of the row or column that Chips watches."""
    free: ByStop
    """How many cells he does not watch …"""
    free_cells: FreeTable
    """… and, [(path * STOPS + stop) * CELLS + i], which, ascending."""
    above: ByStop
    """The column (from 1) that he sits above, 0 elsewhere."""
    in_column: ByStop
    """The column (from 1) that he sits above or below, 0 elsewhere."""

    head_start_group: int
    """Groups of so many fish move Chips on at the start …"""
    head_start_group_steps: int
    head_start_cells: Cards
    """… and so do these cards on these cells."""
    head_start_steps: Cards

    school: SchoolTable
    """[variant * GROUP + number of fish]; variant 1 is that of the printed example."""
    shoal: ByGroup
    beside_same: int
    beside_opposite: int
    beside_shoal: int
    most: ByVariant
    """The best total that can be reached, by variant."""
    win_from: int

    def __init__(self) -> None:
        self.blank()

    @python
    def check(self) -> None:
        self.check_cards()
        self.check_paths()
        points = list(self.school) + list(self.shoal) + [self.beside_same, self.beside_opposite, self.beside_shoal]
        if min(points) < 0 or max(points) > 1000 or not all(1 <= most <= 10_000 for most in self.most):
            raise ComponentError("scoring: points must be 0 to 1000, and max_total at least 1")

    @python
    def check_cards(self) -> None:
        if not 1 <= self.kinds <= SPECIES or any(not 0 <= kind <= self.kinds for kind in self.species):
            raise ComponentError(f"species: 1 to {SPECIES} are expected")
        if not 0 <= self.rasboras < CARDS or self.species[self.rasboras]:
            raise ComponentError("card: one special card with scores_neighbours = true is expected")
        if any(not 0 < cells <= ALL_CELLS for cells in self.fits):
            raise ComponentError("card: every side must be allowed to lie somewhere")
        if any(not 0 <= self.pattern[face] < PATTERNS for face in range(FACES)):
            raise ComponentError("card: an action is unknown")
        if not 2 <= self.head_start_group <= CELLS or self.most_steps() >= min(self.length):
            raise ComponentError("head_start: Chips must not be home before the first turn")

    @python
    def most_steps(self) -> int:
        """The longest head start that a deal could give Chips, counted generously."""
        groups = sum(self.species.count(kind) // self.head_start_group for kind in range(1, self.kinds + 1))
        return groups * self.head_start_group_steps + sum(self.head_start_steps)

    @python
    def check_paths(self) -> None:
        for path in range(PATHS):
            if not 2 <= self.length[path] <= STOPS:
                raise ComponentError(f"chips: 2 to {STOPS} stops are expected")
            for stop in range(self.length[path]):
                if not 1 <= self.free[path * STOPS + stop] <= CELLS:
                    raise ComponentError("chips: at every stop some cells must be free")
