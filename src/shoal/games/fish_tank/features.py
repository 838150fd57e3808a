"""An aquarium as bit masks, what it is worth, and what its kinds can still bring: for bots, which ask this very often.

Bit row * SIDE + column of a mask stands for a place of the frame. `scoring.py` is the law; here the same points come from masks.
"""

from typing import Annotated, Any

from shoal.engine.hints import python, scratch

from .box import AREA, COUNTS, DIAGONAL, SHAPE, FishTankBox
from .notation import CELLS, EMPTY, FLIPPED, KINDS, SIDE, WIDTH, Kinds, column_of, row_of

# How much of the points that one, two, three more cards would bring counts, times the chance that they come.
LINE = 0.95
AREA_STEP = 0.9
# Creatures that lack one or two neighbours, and room for one more that would have them.
LACKS_ONE = 0.2
LACKS_TWO = 0.1
ROOM = 0.5
# Cards that pay nothing may become plants, and with FADE those that still come; a kind of which there is one too many may lose it.
PLANTS = 0.35
FADE = 0.7
TURN_AWAY = 0.4
# So many rounds before the end the hopes for neighbours begin to shrink.
PATIENCE = 2.0

FAR_BELOW = -1000.0
"""Less than any aquarium is worth."""

ALL_PLACES = 0xFFFF
NOT_FIRST_COLUMN, NOT_LAST_COLUMN = 0xEEEE, 0x7777

Tank = Annotated[list[int], "int", CELLS]
Beside = Annotated[list[int], "int", 20]
"""Masks of the places with at least so many agreeing neighbours: [sort * 5 + number], see `fill_beside`."""

Outlook = Annotated[list[float], "double", 4 * KINDS]
"""[j * KINDS + kind]: the chance that at least j more cards of a kind come and are taken."""
Edges = Annotated[list[int], "int", 4]
LEFT, RIGHT, TOP, BOTTOM = 0, 1, 2, 3
Frames = Annotated[list[int], "int", SIDE * SIDE]
"""The first cells of frames."""

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


def fill_edges(tank: Tank, edges: Edges) -> int:
    """Left, right, top and bottom of the cards; returns how many there are."""
    number = 0
    edges[LEFT] = WIDTH
    edges[RIGHT] = -1
    edges[TOP] = WIDTH
    edges[BOTTOM] = -1
    for cell in range(CELLS):
        if tank[cell] != EMPTY:
            number += 1
            edges[LEFT] = min(edges[LEFT], column_of(cell))
            edges[RIGHT] = max(edges[RIGHT], column_of(cell))
            edges[TOP] = min(edges[TOP], row_of(cell))
            edges[BOTTOM] = max(edges[BOTTOM], row_of(cell))
    return number


def fill_frames(tables: FishTankBox, edges: Edges, frames: Frames) -> int:
    """The frames in which all cards within these edges lie; returns how many there are."""
    n = 0
    for top in range(max(0, edges[BOTTOM] - tables.side + 1), min(edges[TOP], WIDTH - tables.side) + 1):
        for column in range(max(0, edges[RIGHT] - tables.side + 1), min(edges[LEFT], WIDTH - tables.side) + 1):
            frames[n] = top * WIDTH + column
            n += 1
    return n


def fill_masks(tables: FishTankBox, tank: Tank, corner: int, masks: Kinds) -> None:
    """The places of each kind in a frame; `masks[EMPTY]` are those without a card."""
    for kind in range(KINDS):
        masks[kind] = 0
    for row in range(tables.side):
        for column in range(tables.side):
            card = tank[corner + row * WIDTH + column]
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
        if masks[kind] != 0:
            add_beside(beside, 0, masks[kind])


def add_beside(beside: Beside, before: int, new: int) -> None:
    """Count cards of one kind as neighbours, of which those of `before` have been counted already."""
    m = before | new
    count_same(beside, SAME_SIDES, (m << SIDE) & ALL_PLACES, m >> SIDE, moved(m, 0, 1), moved(m, 0, -1))
    count_same(beside, SAME_CORNERS, moved(m, 1, 1), moved(m, 1, -1), moved(m, -1, 1), moved(m, -1, -1))
    count_different(beside, DIFFERENT_SIDES, sides(new) & ~sides(before))
    count_different(beside, DIFFERENT_CORNERS, corners(new) & ~corners(before))


def sides(mask: int) -> int:
    """The places that have one of these at a side."""
    return ((mask << SIDE) & ALL_PLACES) | (mask >> SIDE) | moved(mask, 0, 1) | moved(mask, 0, -1)


def corners(mask: int) -> int:
    """The places that have one of these at a corner."""
    return moved(mask, 1, 1) | moved(mask, 1, -1) | moved(mask, -1, 1) | moved(mask, -1, -1)


def count_same(beside: Beside, at: int, a: int, b: int, c: int, d: int) -> None:
    """One kind, of which each of the four masks says where it is the neighbour on one side."""
    beside[at + 1] |= a | b | c | d
    beside[at + 2] |= (a & b) | (c & d) | ((a | b) & (c | d))
    beside[at + 3] |= ((a & b) & (c | d)) | ((a | b) & (c & d))
    beside[at + 4] |= a & b & c & d


def count_different(beside: Beside, at: int, one: int) -> None:
    """One more kind is the neighbour of these places."""
    beside[at + 4] |= beside[at + 3] & one
    beside[at + 3] |= beside[at + 2] & one
    beside[at + 2] |= beside[at + 1] & one
    beside[at + 1] |= one


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


# ---- an aquarium: points now and hopes

def tank_value(tables: FishTankBox, tank: Tank, left: int, flips: int, flipping: bool, outlook: Outlook) -> float:
    """The value in the best frame still possible, `left` cards and `flips` flips before the end; `flipping`: after the best flip that can be made at once."""
    edges: Edges = scratch(4)
    frames: Frames = scratch(SIDE * SIDE)
    masks: Kinds = scratch(KINDS)
    beside: Beside = scratch(20)
    best = FAR_BELOW
    fill_edges(tank, edges)
    for i in range(fill_frames(tables, edges, frames)):
        fill_masks(tables, tank, frames[i], masks)
        if flipping:
            best = max(best, flipped_value(tables, masks, left, flips, outlook))
        else:
            fill_beside(tables, masks, beside)
            best = max(best, masks_value(tables, masks, beside, left, flips, outlook))
    return best


def placed_value(tables: FishTankBox, masks: Kinds, beside: Beside, place: int, kind: int, left: int, flipping: bool, outlook: Outlook) -> float:
    """The value of a frame with one more card on this empty place, with `flipping` also after the best flip."""
    with_card: Beside = scratch(20)
    before = masks[kind]
    for i in range(20):
        with_card[i] = beside[i]
    add_beside(with_card, before, place)
    masks[kind] |= place
    masks[EMPTY] ^= place
    value = masks_value(tables, masks, with_card, left, left + 1, outlook)
    if flipping:
        value = max(value, flipped_value(tables, masks, left, left, outlook))
    masks[kind] = before
    masks[EMPTY] ^= place
    return value


def flipped_value(tables: FishTankBox, masks: Kinds, left: int, flips: int, outlook: Outlook) -> float:
    """The value of a frame after the best flip."""
    best = FAR_BELOW
    for kind in range(1, tables.animals + 1):
        cards = masks[kind]
        while cards != 0:
            place = cards & -cards
            best = max(best, turned_value(tables, masks, place, kind, left, flips, outlook))
            cards ^= place
    return best


def turned_value(tables: FishTankBox, masks: Kinds, place: int, kind: int, left: int, flips: int, outlook: Outlook) -> float:
    """The value of a frame after a card of this kind has become a plant."""
    beside: Beside = scratch(20)
    masks[kind] ^= place
    masks[tables.plant] ^= place
    fill_beside(tables, masks, beside)
    value = masks_value(tables, masks, beside, left, flips, outlook)
    masks[kind] ^= place
    masks[tables.plant] ^= place
    return value


def masks_value(tables: FishTankBox, masks: Kinds, beside: Beside, left: int, flips: int, outlook: Outlook) -> float:
    """Points of a frame now and hopes."""
    value = 0.0
    idle = 0
    for kind in range(1, tables.animals + 1):
        points = mask_points(tables, masks, beside, kind)
        value += points
        if tables.condition[kind] == SHAPE:
            idle += idle_in_lines(tables, kind, masks[kind])
            if left > 0:
                value += line_hope(tables, kind, masks[kind], masks[EMPTY], points, outlook)
        elif tables.condition[kind] == AREA:
            idle += idle_in_area(tables, kind, masks[kind])
            value += area_hope(tables, kind, masks[kind], masks[EMPTY], flips, outlook)
        else:
            idle += bits(masks[kind] & ~beside[sort_beside(tables, kind) + tables.need[kind]])
            if left > 0:
                value += neighbour_hope(tables, kind, masks, beside, left, outlook)
    return value + plant_value(tables, masks, min(idle, flips), flips)


def line_hope(tables: FishTankBox, kind: int, mask: int, empty: int, points: int, outlook: Outlook) -> float:
    """Of lines that one, two or three more cards would make."""
    one = points
    two = points
    if mask != 0:
        one = best_line(tables, kind, mask, empty)
        two = max(one, best_triple(tables, kind, mask, empty))
    if rooms(tables, kind, empty, 2) != 0:
        two = max(two, points + tables.line_points[kind * 5 + 2])
    three = two
    if rooms(tables, kind, empty, 3) != 0:
        three = max(two, points + tables.line_points[kind * 5 + 3])
    return LINE * (outlook[KINDS + kind] * (one - points) + outlook[2 * KINDS + kind] * (two - one) + outlook[3 * KINDS + kind] * (three - two))


def idle_in_lines(tables: FishTankBox, kind: int, mask: int) -> int:
    """Cards that are in no line."""
    down = tables.step_row[kind]
    across = tables.step_column[kind]
    return bits(mask & ~(moved(mask, down, across) | moved(mask, -down, -across)))


def idle_in_area(tables: FishTankBox, kind: int, mask: int) -> int:
    """Cards outside of the area, and those inside it without which it would pay no less."""
    inside = bits(mask & tables.area[kind])
    needed = inside
    while needed > 0 and tier(tables, kind, needed - 1) >= tier(tables, kind, inside):
        needed -= 1
    return bits(mask) - needed


def area_hope(tables: FishTankBox, kind: int, mask: int, empty: int, flips: int, outlook: Outlook) -> float:
    """Of the tiers that one, two or three more cards would reach, or one card less."""
    inside = bits(mask & tables.area[kind])
    room = bits(empty & tables.area[kind])
    points = tier(tables, kind, inside)
    best = points
    hope = 0.0
    if flips > 0 and inside > 0 and tier(tables, kind, inside - 1) > best:
        best = tier(tables, kind, inside - 1)
        hope += TURN_AWAY * (best - points)
    for more in range(1, min(3, room) + 1):
        reached = tier(tables, kind, inside + more)
        if reached > best:
            hope += AREA_STEP * outlook[more * KINDS + kind] * (reached - best)
            best = reached
    return hope


def neighbour_hope(tables: FishTankBox, kind: int, masks: Kinds, beside: Beside, left: int, outlook: Outlook) -> float:
    """Of creatures whose neighbours may still come, and of room for more of them."""
    at = sort_beside(tables, kind)
    need = tables.need[kind]
    paid = beside[at + need]
    near = beside[at + need - 1] if need > 1 else ALL_PLACES
    far = beside[at + need - 2] if need > 2 else ALL_PLACES
    room_one = empty_neighbours(tables, kind, masks[EMPTY], 1)
    room_two = empty_neighbours(tables, kind, masks[EMPTY], 2)
    lacks_one = bits(masks[kind] & ~paid & near & room_one)
    lacks_two = bits(masks[kind] & ~near & far & room_two) if left > 1 else 0
    time = min(1.0, left / PATIENCE)
    hope = tables.each[kind] * time * (LACKS_ONE * lacks_one + LACKS_TWO * lacks_two)
    places = bits(masks[EMPTY] & paid)
    for more in range(1, min(3, places) + 1):
        hope += ROOM * tables.each[kind] * outlook[more * KINDS + kind]
    return hope


def empty_neighbours(tables: FishTankBox, kind: int, empty: int, number: int) -> int:
    """The places beside which at least one or two are empty."""
    down = 1 if tables.neighbourhood[kind] == DIAGONAL else 0
    a = moved(empty, 1, down)
    b = moved(empty, -1, -down)
    c = moved(empty, -down, 1)
    d = moved(empty, down, -1)
    if number == 1:
        return a | b | c | d
    return (a & b) | (c & d) | ((a | b) & (c | d))


def plant_value(tables: FishTankBox, masks: Kinds, idle: int, flips: int) -> float:
    """Points of the plants, and of those that idle cards may still become."""
    number = bits(masks[tables.plant])
    points = tier(tables, tables.plant, number)
    best = points
    hope = 0.0
    weight = PLANTS
    for more in range(1, min(flips, SIDE * SIDE - number) + 1):
        if more > idle:
            weight = weight * FADE
        if tier(tables, tables.plant, number + more) > best:
            hope += weight * (tier(tables, tables.plant, number + more) - best)
            best = tier(tables, tables.plant, number + more)
    return points + hope
