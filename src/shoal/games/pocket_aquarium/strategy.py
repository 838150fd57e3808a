"""What a good player of Pocket Aquarium looks at: what still keeps a grid from a full score, in points.

The weights are opinions about playing, tuned on random deals; they are not numbers of the game.
"""

from typing import TYPE_CHECKING

from shoal.engine.hints import scratch

from .box import PocketBox
from .notation import (
    BELOW,
    CELLS,
    FEED,
    FOOD_SWAP,
    SIDE,
    SLIDE,
    SLIDE_E,
    SLIDE_N,
    SLIDE_S,
    SLIDE_W,
    SWAP,
    Cells,
    cell_fed,
    cell_of,
    column_fed,
    column_of,
    food_swap,
    grown,
    row_of,
    target_of,
)
from .scoring import cards_out_of_place, grid_points, group_of, number_of, rasboras_cell, right_cells, species_cells

if TYPE_CHECKING:
    from .rules import PocketAquarium

# A special card that only needs to be turned over; that lies elsewhere; and more for each step from where it may lie.
WRONG_SIDE = 0.6
WRONG_PLACE = 2.6
ONE_PLACE = 1.2
STEP = 0.25
# Over the last turns, special cards out of place weigh more and more.
LATE = 3
LATE_MORE = 0.2
# One, two, three fish that are not with the others, and two pairs.
ONE_APART = 0.8
TWO_APART = 1.5
TWO_PAIRS = 1.8
THREE_APART = 3.7
DISTANCE = 0.06
NOT_BESIDE = 0.6
MINORITY = 1.0
# What a turn is worth: placing the food spends one.
TURN = 0.8
# On the last turn, what the fish are worth where the game is lost anyway.
CONSOLATION = 0.01


def action_value(state: "PocketAquarium", action: int) -> float:
    """How good a legal action looks at one glance: minus what the grid then lacks; on the last turn, the score."""
    faces: Cells = scratch(CELLS)
    left = state.tables.length[state.path] - state.stop - 1
    if FEED <= action < FOOD_SWAP and left > 0:
        return best_food_swap(state, column_fed(action), left - 1) - TURN
    after_action(state, action, faces)
    return grid_value(state, faces, left)


def best_food_swap(state: "PocketAquarium", column: int, left: int) -> float:
    faces: Cells = scratch(CELLS)
    best = 0.0
    for row in range(1, BELOW + 1):
        after_action(state, food_swap(column, row), faces)
        value = grid_value(state, faces, left)
        if row == 1 or value > best:
            best = value
    return best


def grid_value(state: "PocketAquarium", faces: Cells, left: int) -> float:
    """With no turn left what the grid scores, else minus what it lacks."""
    if left > 0:
        return -lacking(state.tables, faces, left)
    points = grid_points(state.tables, faces, state.variant, state.count_all)
    return points * CONSOLATION if cards_out_of_place(state.tables, faces) != 0 else points


# ---- the grid after an action

def after_action(state: "PocketAquarium", action: int, faces: Cells) -> None:
    """The grid that an action leads to; the food above a column changes nothing."""
    for cell in range(CELLS):
        faces[cell] = state.faces[cell]
    if action < SLIDE:
        faces[action] ^= 1
    elif action < SWAP:
        slide_in(state.tables, faces, action - SLIDE)
    elif action < FEED:
        exchange_in(faces, cell_of(action), target_of(action))
    elif action >= FOOD_SWAP:
        exchange_in(faces, column_of(cell_fed(action)), cell_fed(action))


def exchange_in(faces: Cells, cell: int, other: int) -> None:
    face = faces[cell]
    faces[cell] = faces[other]
    faces[other] = face


def slide_in(tables: PocketBox, faces: Cells, cell: int) -> None:
    pattern = tables.pattern[faces[cell]]
    row = cell - cell % SIDE
    column = cell % SIDE
    if pattern == SLIDE_E:
        shift_in(faces, row + 3, -1)
    elif pattern == SLIDE_W:
        shift_in(faces, row, 1)
    elif pattern == SLIDE_S:
        shift_in(faces, column + 3 * SIDE, -SIDE)
    elif pattern == SLIDE_N:
        shift_in(faces, column, SIDE)


def shift_in(faces: Cells, at: int, step: int) -> None:
    face = faces[at]
    for _ in range(3):
        faces[at] = faces[at + step]
        at += step
    faces[at] = face


# ---- what a grid lacks

def lacking(tables: PocketBox, faces: Cells, left: int) -> float:
    """In points: what keeps a grid from a full score, with so many turns left."""
    late = 1.0 + LATE_MORE * (LATE + 1 - left) if 0 < left <= LATE else 1.0
    total = lacking_of_specials(tables, faces) * late
    at = rasboras_cell(tables, faces)
    swimming = 1 << at
    for kind in range(1, tables.kinds + 1):
        mask = species_cells(tables, faces, kind)
        swimming |= mask
        total += lacking_of_species(mask, at)
    facing_right = number_of(right_cells(faces) & swimming)
    minority = min(facing_right, number_of(swimming) - facing_right)
    return total + MINORITY * minority


def lacking_of_specials(tables: PocketBox, faces: Cells) -> float:
    total = 0.0
    for cell in range(CELLS):
        fits = tables.fits[faces[cell]]
        if (fits >> cell) & 1 == 0:
            turned = tables.fits[faces[cell] ^ 1]
            if (turned >> cell) & 1 == 1:
                total += WRONG_SIDE
            else:
                steps = steps_to(fits | turned, cell)
                total += WRONG_PLACE + STEP * steps
                total += ONE_PLACE if fits & (fits - 1) == 0 else 0.0
    return total


def steps_to(mask: int, cell: int) -> int:
    """How many steps a cell is from the nearest of a set."""
    reached = 1 << cell
    steps = 0
    while reached & mask == 0 and steps < 2 * SIDE:
        reached = grown(reached)
        steps += 1
    return steps


def lacking_of_species(mask: int, at: int) -> float:
    """How scattered a species is, and whether one of its groups is beside the rasboras."""
    fish = number_of(mask)
    rest = mask
    groups = 0
    largest = 0
    beside: bool = False
    while rest != 0:
        group = group_of(rest)
        rest ^= group
        groups += 1
        size = number_of(group)
        largest = max(largest, size)
        if size > 1 and (grown(group) >> at) & 1 == 1:
            beside = True
    total = apart(fish - largest, groups) + DISTANCE * spread(mask)
    return total if beside else total + NOT_BESIDE


def apart(missing: int, groups: int) -> float:
    if missing <= 0:
        return 0.0
    if missing == 1:
        return ONE_APART
    if missing == 2:
        return TWO_PAIRS if groups == 2 else TWO_APART
    return THREE_APART


def spread(mask: int) -> int:
    """The sum of the distances between all pairs of cells."""
    total = 0
    for cell in range(CELLS):
        if (mask >> cell) & 1 == 1:
            for other in range(cell + 1, CELLS):
                if (mask >> other) & 1 == 1:
                    total += abs(row_of(cell) - row_of(other)) + abs(column_of(cell) - column_of(other))
    return total
