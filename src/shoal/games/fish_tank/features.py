"""An aquarium as bit masks, what it is worth, and how near its kinds are to more: for bots, which ask this very often.

Bit row * SIDE + column of a mask stands for a place of the frame. `scoring.py` is the law; here the same points come from masks.
"""

from typing import Annotated, Any

from shoal.engine.hints import python

from .box import AREA, COUNTS, DIAGONAL, SHAPE, FishTankBox
from .notation import CELLS, FLIPPED, KINDS, SIDE, WIDTH, Kinds

ALL_PLACES = 0xFFFF
NOT_FIRST_COLUMN, NOT_LAST_COLUMN = 0xEEEE, 0x7777

Tank = Annotated[list[int], "int", CELLS]
Beside = Annotated[list[int], "int", 20]
"""Masks of the places with at least so many agreeing neighbours: [sort * 5 + number], see `fill_beside`."""

SAME_SIDES, SAME_CORNERS, DIFFERENT_SIDES, DIFFERENT_CORNERS = 0, 5, 10, 15


# ---- masks

def bits(mask: int) -> int:
    """How many places a mask has."""
    mask = mask - ((mask >> 1) & 0x5555)
    mask = (mask & 0x3333) + ((mask >> 2) & 0x3333)
    mask = (mask + (mask >> 4)) & 0x0F0F
    return (mask + (mask >> 8)) & 0x1F


def moved(mask: int, down: int, across: int) -> int:
    """Every place moved by one step; what leaves the frame is gone."""
    if across > 0:
        mask = (mask & NOT_LAST_COLUMN) << 1
    elif across < 0:
        mask = (mask & NOT_FIRST_COLUMN) >> 1
    if down > 0:
        return (mask << SIDE) & ALL_PLACES
    return mask >> SIDE if down < 0 else mask


def fill_masks(tables: FishTankBox, tank: Tank, left: int, top: int, masks: Kinds) -> None:
    """The places of each kind in a frame; `masks[EMPTY]` are those without a card."""
    for kind in range(KINDS):
        masks[kind] = 0
    for row in range(tables.side):
        for column in range(tables.side):
            card = tank[(top + row) * WIDTH + left + column]
            masks[tables.plant if card >= FLIPPED else card] |= 1 << (row * SIDE + column)


# ---- the conditions

def line_points(tables: FishTankBox, kind: int, mask: int) -> int:
    """Points of a shape kind that shows on these places."""
    down = tables.step_row[kind]
    across = tables.step_column[kind]
    starts = mask & ~moved(mask, down, across)
    total = 0
    length = 1
    while starts != 0:
        total += bits(starts) * (tables.line_points[kind * 5 + length] - tables.line_points[kind * 5 + length - 1])
        mask &= moved(mask, -down, -across)
        starts &= mask
        length += 1
    return total


def tier(tables: FishTankBox, kind: int, number: int) -> int:
    """Points of an area kind with so many cards in its area."""
    return tables.tier_points[kind * COUNTS + number]


def fill_beside(tables: FishTankBox, masks: Kinds, beside: Beside) -> None:
    """Where at least 1, 2, 3, 4 neighbours are of one kind, or of different kinds, at the sides and at the corners."""
    for i in range(20):
        beside[i] = 0
    for kind in range(1, tables.kinds + 1):
        m = masks[kind]
        if m != 0:
            count_neighbours(beside, SAME_SIDES, DIFFERENT_SIDES, (m << SIDE) & ALL_PLACES, m >> SIDE, moved(m, 0, 1), moved(m, 0, -1))
            count_neighbours(beside, SAME_CORNERS, DIFFERENT_CORNERS, moved(m, 1, 1), moved(m, 1, -1), moved(m, -1, 1), moved(m, -1, -1))


def count_neighbours(beside: Beside, same: int, different: int, a: int, b: int, c: int, d: int) -> None:
    """Add one kind, of which each of the four masks says where it is the neighbour on one side."""
    any_two = (a & b) | (c & d) | ((a | b) & (c | d))
    any_three = ((a & b) & (c | d)) | ((a | b) & (c & d))
    one = a | b | c | d
    beside[same + 1] |= one
    beside[same + 2] |= any_two
    beside[same + 3] |= any_three
    beside[same + 4] |= a & b & c & d
    beside[different + 4] |= beside[different + 3] & one
    beside[different + 3] |= beside[different + 2] & one
    beside[different + 2] |= beside[different + 1] & one
    beside[different + 1] |= one


def sort_beside(tables: FishTankBox, kind: int) -> int:
    """Where the masks of a kind's neighbours begin."""
    if tables.neighbourhood[kind] == DIAGONAL:
        return DIFFERENT_CORNERS if tables.different[kind] == 1 else SAME_CORNERS
    return DIFFERENT_SIDES if tables.different[kind] == 1 else SAME_SIDES


def mask_points(tables: FishTankBox, masks: Kinds, beside: Beside, kind: int) -> int:
    """Points of one kind."""
    if tables.condition[kind] == SHAPE:
        return line_points(tables, kind, masks[kind])
    if tables.condition[kind] == AREA:
        return tier(tables, kind, bits(masks[kind] & tables.area[kind]))
    return tables.each[kind] * bits(masks[kind] & beside[sort_beside(tables, kind) + tables.need[kind]])


@python
def points_from_masks(tables: FishTankBox, kinds: Any) -> list[int]:
    """Points of each kind (by number; index 0 unused) of a SIDE x SIDE grid: what `scoring.points_by_kind` says, by way of masks."""
    masks: Kinds = [0] * KINDS
    beside: Beside = [0] * 20
    if len(kinds) != SIDE * SIDE or min(kinds) < 0 or max(kinds) >= KINDS:
        raise ValueError(f"a grid has {SIDE * SIDE} numbers from 0 to {KINDS - 1}")
    for at, kind in enumerate(kinds):
        masks[kind] |= 1 << at
    fill_beside(tables, masks, beside)
    return [0] + [mask_points(tables, masks, beside, kind) for kind in range(1, tables.kinds + 1)]


# ---- what a few more cards would make of a shape

def best_line(tables: FishTankBox, kind: int, mask: int, empty: int) -> int:
    """The most points after one more card of a shape kind."""
    down = tables.step_row[kind]
    across = tables.step_column[kind]
    places = empty & (moved(mask, down, across) | moved(mask, -down, -across))
    best = line_points(tables, kind, mask)
    while places != 0:
        place = places & -places
        points = line_points(tables, kind, mask | place)
        if points > best:
            best = points
        places ^= place
    return best


def rooms(tables: FishTankBox, kind: int, free: int, length: int) -> int:
    """The places at which a line of so many free ones begins."""
    for _ in range(length - 1):
        free &= moved(free, -tables.step_row[kind], -tables.step_column[kind])
    return free


def best_triple(tables: FishTankBox, kind: int, mask: int, empty: int) -> int:
    """The most points after two more cards that make a line of three with one that lies there; 0 if there is no room."""
    down = tables.step_row[kind]
    across = tables.step_column[kind]
    places = rooms(tables, kind, mask | empty, 3)
    best = 0
    while places != 0:
        place = places & -places
        line = place | moved(place, down, across) | moved(moved(place, down, across), down, across)
        if bits(line & mask) == 1:
            points = line_points(tables, kind, mask | line)
            if points > best:
                best = points
        places ^= place
    return best
