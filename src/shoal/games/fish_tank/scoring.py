"""Points of an aquarium: the section Scoring of rulings.md.

The kernel counts on a grid of SIDE x SIDE kinds (what each card shows), rows from the top; the sheet says which cards earn what.
"""

from typing import TYPE_CHECKING, Any

from shoal.engine.hints import python, scratch

from .box import AREA, COUNTS, DIAGONAL, SHAPE, FishTankBox
from .notation import CELLS, EMPTY, FLIPPED, KINDS, SEATS, SIDE, WIDTH, Grid, Kinds, Tanks, cell_at, column_of, row_of

if TYPE_CHECKING:
    from .rules import FishTank

GRID = SIDE * SIDE


# ---- which cards

def fill_grid(tables: FishTankBox, cards: Tanks, at: int, corner: int, grid: Grid) -> None:
    """What the cards of a frame show; 0 where none lies. `corner` is the frame's top left cell, `at` the beginning of the aquarium in `cards`."""
    for row in range(SIDE):
        for column in range(SIDE):
            card = EMPTY
            if row < tables.side and column < tables.side:
                card = cards[at + corner + row * WIDTH + column]
            grid[row * SIDE + column] = tables.plant if card >= FLIPPED else card


# ---- the four conditions

def shape_points(tables: FishTankBox, grid: Grid, kind: int) -> int:
    """Every maximal line of the kind along its direction pays for the best disjoint shapes in it."""
    total = 0
    down = tables.step_row[kind]
    across = tables.step_column[kind]
    for row in range(SIDE):
        for column in range(SIDE):
            if shows(grid, row, column, kind) and not shows(grid, row - down, column - across, kind):
                length = 1
                while shows(grid, row + length * down, column + length * across, kind):
                    length += 1
                total += tables.line_points[kind * 5 + length]
    return total


def area_points(tables: FishTankBox, grid: Grid, kind: int) -> int:
    """The number of cards in the area decides; the best tier pays once."""
    number = 0
    for at in range(GRID):
        if grid[at] == kind and (tables.area[kind] >> at) & 1:
            number += 1
    return tables.tier_points[kind * COUNTS + number]


def neighbour_points(tables: FishTankBox, grid: Grid, kind: int) -> int:
    """Each card whose neighbours comply pays on its own."""
    total = 0
    for at in range(GRID):
        if grid[at] == kind and complies(tables, grid, at, kind):
            total += tables.each[kind]
    return total


def complies(tables: FishTankBox, grid: Grid, at: int, kind: int) -> bool:
    """Whether enough equal (or enough different) kinds lie beside the card, at its sides or at its corners."""
    return agreeing(tables, grid, at, kind) >= tables.need[kind]


def agreeing(tables: FishTankBox, grid: Grid, at: int, kind: int) -> int:
    """How many neighbours are of one kind, or how many kinds there are, as the card asks."""
    beside: Kinds = [0] * KINDS
    row = at // SIDE
    column = at % SIDE
    if tables.neighbourhood[kind] == DIAGONAL:
        for down in range(-1, 2, 2):
            for across in range(-1, 2, 2):
                beside[shown(grid, row + down, column + across)] += 1
    else:
        beside[shown(grid, row - 1, column)] += 1
        beside[shown(grid, row + 1, column)] += 1
        beside[shown(grid, row, column - 1)] += 1
        beside[shown(grid, row, column + 1)] += 1
    kinds = 0
    most = 0
    for k in range(1, KINDS):
        if beside[k] > 0:
            kinds += 1
        if beside[k] > most:
            most = beside[k]
    return kinds if tables.different[kind] == 1 else most


def shown(grid: Grid, row: int, column: int) -> int:
    """The kind at a place of the grid; EMPTY outside of it, as there is no neighbour and no going round."""
    if row < 0 or column < 0 or row >= SIDE or column >= SIDE:
        return EMPTY
    return grid[row * SIDE + column]


def shows(grid: Grid, row: int, column: int, kind: int) -> bool:
    return shown(grid, row, column) == kind


# ---- sums

def kind_points(tables: FishTankBox, grid: Grid, kind: int) -> int:
    if tables.condition[kind] == SHAPE:
        return shape_points(tables, grid, kind)
    if tables.condition[kind] == AREA:
        return area_points(tables, grid, kind)
    return neighbour_points(tables, grid, kind)


def grid_points(tables: FishTankBox, grid: Grid) -> int:
    total = 0
    for kind in range(1, tables.kinds + 1):
        total += kind_points(tables, grid, kind)
    return total


def kinds_scored(tables: FishTankBox, grid: Grid) -> int:
    """How many kinds gave at least one point: the tie-break (R30)."""
    number = 0
    for kind in range(1, tables.kinds + 1):
        if tables.breaks_ties[kind] == 1 and kind_points(tables, grid, kind) > 0:
            number += 1
    return number


def best_corner(tables: FishTankBox, cards: Tanks, at: int) -> int:
    """The frame still possible in which the cards lying now are worth most, one frame for all kinds together; of equal ones the first."""
    grid: Grid = scratch(SIDE * SIDE)
    left = WIDTH
    right = -1
    top = WIDTH
    bottom = -1
    for cell in range(CELLS):
        if cards[at + cell] != EMPTY:
            left = min(left, column_of(cell))
            right = max(right, column_of(cell))
            top = min(top, row_of(cell))
            bottom = max(bottom, row_of(cell))
    if right < 0:
        return 0
    most = -1
    best = 0
    first_top = max(0, bottom - tables.side + 1)
    first_left = max(0, right - tables.side + 1)
    last_top = min(top, WIDTH - tables.side)
    last_left = min(left, WIDTH - tables.side)
    if first_top == last_top and first_left == last_left:
        return cell_at(first_top, first_left)
    for first_row in range(first_top, last_top + 1):
        for first_column in range(first_left, last_left + 1):
            fill_grid(tables, cards, at, cell_at(first_row, first_column), grid)
            points = grid_points(tables, grid)
            if points > most:
                most = points
                best = cell_at(first_row, first_column)
    return best


def seat_points(state: "FishTank", seat: int) -> int:
    """Points of a seat as its cards lie, in the best frame still possible."""
    grid: Grid = scratch(SIDE * SIDE)
    corner = best_corner(state.tables, state.cards, seat * CELLS)
    fill_grid(state.tables, state.cards, seat * CELLS, corner, grid)
    return grid_points(state.tables, grid)


def seat_standing(state: "FishTank", seat: int) -> int:
    """What a seat stands for at the end: its points, and then how many kinds gave some."""
    grid: Grid = scratch(SIDE * SIDE)
    corner = best_corner(state.tables, state.cards, seat * CELLS)
    fill_grid(state.tables, state.cards, seat * CELLS, corner, grid)
    return grid_points(state.tables, grid) * KINDS + kinds_scored(state.tables, grid)


# ---- the same for Python, with the cards that earn the points

@python
def read_grid(kinds: Any) -> list[int]:
    """A full SIDE x SIDE list of kinds (0: no card), row by row; ValueError otherwise."""
    grid = [int(kind) for kind in kinds]
    if len(grid) != SIDE * SIDE or min(grid) < 0 or max(grid) >= KINDS:
        raise ValueError(f"a grid has {SIDE * SIDE} numbers from 0 to {KINDS - 1}")
    return grid


@python
def points_by_kind(tables: FishTankBox, kinds: Any) -> list[int]:
    """Points of each kind (by number; index 0 unused) of a grid."""
    grid: Grid = [0] * (SIDE * SIDE)
    for at, kind in enumerate(read_grid(kinds)):
        grid[at] = kind
    return [0] + [kind_points(tables, grid, kind) for kind in range(1, tables.kinds + 1)]


@python
def worth_of(tables: FishTankBox, cells: Any) -> tuple[int, int, list[int]]:
    """(left, top, points by kind) of an aquarium, given as the CELLS of its lattice, in the best frame still possible."""
    cards: Tanks = [0] * (SEATS * CELLS)
    grid: Grid = [0] * (SIDE * SIDE)
    if len(cells) != CELLS:
        raise ValueError(f"an aquarium has {CELLS} cells, not {len(cells)}")
    for cell, card in enumerate(cells):
        if not 0 <= card < 2 * FLIPPED or card % FLIPPED > tables.animals:
            raise ValueError(f"{card!r} is no card")
        cards[cell] = card
    corner: int = best_corner(tables, cards, 0)
    fill_grid(tables, cards, 0, corner, grid)
    return column_of(corner), row_of(corner), [0] + [kind_points(tables, grid, kind) for kind in range(1, tables.kinds + 1)]


@python
def frame_of(state: "FishTank", seat: int) -> tuple[int, int, list[int]]:
    """(left, top, grid) of the best frame still possible."""
    if state is None or type(seat) is not int or not 0 <= seat < state.players:
        raise ValueError(f"there is no seat {seat!r}")
    grid: Grid = [0] * (SIDE * SIDE)
    tank: FishTank = state
    corner: int = best_corner(tank.tables, tank.cards, seat * CELLS)
    fill_grid(tank.tables, tank.cards, seat * CELLS, corner, grid)
    return column_of(corner), row_of(corner), [grid[at] for at in range(SIDE * SIDE)]


@python
def earning_places(tables: FishTankBox, kinds: Any, kind: int) -> list[int]:
    """The places (row * SIDE + column) of the cards that earn this kind's points."""
    grid: Grid = [0] * (SIDE * SIDE)
    for at, value in enumerate(read_grid(kinds)):
        grid[at] = value
    mine = [at for at in range(SIDE * SIDE) if grid[at] == kind]
    if tables.condition[kind] == SHAPE:
        return _places_of_shapes(tables, mine, kind)
    if kind_points(tables, grid, kind) == 0:
        return []
    if tables.condition[kind] == AREA:
        return [at for at in mine if (tables.area[kind] >> at) & 1]
    return [at for at in mine if complies(tables, grid, at, kind)]


@python
def _places_of_shapes(tables: FishTankBox, mine: list[int], kind: int) -> list[int]:
    """The cards of each line that its best shapes use, from the line's beginning."""
    down, across = tables.step_row[kind], tables.step_column[kind]
    places = {divmod(at, SIDE) for at in mine}
    earning: list[int] = []
    for row, column in sorted(places):
        if (row - down, column - across) in places:
            continue
        line = []
        while (row, column) in places:
            line.append(row * SIDE + column)
            row, column = row + down, column + across
        worth = [tables.line_points[kind * 5 + length] for length in range(5)]
        used = len(line)
        while used > 0 and worth[used - 1] == worth[len(line)]:
            used -= 1
        earning += line[:used]
    return sorted(earning)
