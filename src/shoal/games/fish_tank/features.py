"""An aquarium as bit masks, what it is worth, and what its kinds can still bring: for bots, which ask this very often.

Bit row * SIDE + column of a mask stands for a place of the frame. `scoring.py` is the law; here the same points come from masks.
"""

from typing import Annotated, Any

from shoal.engine.hints import python, scratch

from .box import AREA, COUNTS, DIAGONAL, NEIGHBOURS, SHAPE, FishTankBox
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
Sheet = Annotated[list[float], "double", 3 * KINDS]
"""Of the animals in a frame: [kind] the points of a kind, [HOPE + kind] what it may still bring, [IDLE + kind] how many of its cards pay nothing."""
HOPE, IDLE = KINDS, 2 * KINDS

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

def ahead(tables: FishTankBox, kind: int, mask: int) -> int:
    """Every place moved by one step along the lines of a shape kind; what leaves the frame is gone."""
    return (mask & tables.onward[kind]) << tables.step[kind]


def behind(tables: FishTankBox, kind: int, mask: int) -> int:
    """… and by one step back."""
    return (mask >> tables.step[kind]) & tables.onward[kind]


def line_points(tables: FishTankBox, kind: int, mask: int) -> int:
    """Points of a shape kind that shows on these places."""
    starts = mask & ~ahead(tables, kind, mask)
    total = 0
    length = 1
    while starts != 0:
        total += bits(starts) * (tables.line_points[kind * 5 + length] - tables.line_points[kind * 5 + length - 1])
        mask &= behind(tables, kind, mask)
        starts &= mask
        length += 1
    return total


def tier(tables: FishTankBox, kind: int, number: int) -> int:
    """Points of an area kind with so many cards in its area."""
    return tables.tier_points[kind * COUNTS + number]


def fill_beside(tables: FishTankBox, masks: Kinds, beside: Beside) -> None:
    """Where at least 1, 2, 3, 4 neighbours are of one kind, or of different kinds, at the sides and at the corners."""
    fill_same(tables, masks, beside)
    for i in range(DIFFERENT_SIDES, 20):
        beside[i] = 0
    for kind in range(1, tables.kinds + 1):
        if masks[kind] != 0:
            count_different(beside, DIFFERENT_SIDES, sides(masks[kind]))
            count_different(beside, DIFFERENT_CORNERS, corners(masks[kind]))


def fill_same(tables: FishTankBox, masks: Kinds, beside: Beside) -> None:
    """The half of it for neighbours of one kind."""
    cards = 0
    for i in range(DIFFERENT_SIDES):
        beside[i] = 0
    for kind in range(1, tables.kinds + 1):
        cards |= masks[kind]
        if masks[kind] & (masks[kind] - 1) != 0:
            count_kind(beside, masks[kind])
    beside[SAME_SIDES + 1] = sides(cards)
    beside[SAME_CORNERS + 1] = corners(cards)


def count_kind(beside: Beside, m: int) -> None:
    """Count all cards of one kind as equal neighbours."""
    count_same(beside, SAME_SIDES, (m << SIDE) & ALL_PLACES, m >> SIDE, moved(m, 0, 1), moved(m, 0, -1))
    count_same(beside, SAME_CORNERS, moved(m, 1, 1), moved(m, 1, -1), moved(m, -1, 1), moved(m, -1, -1))


def add_beside(beside: Beside, before: int, place: int) -> None:
    """One more card of a kind, of which those of `before` have been counted already."""
    beside[SAME_SIDES + 1] |= sides(place)
    beside[SAME_CORNERS + 1] |= corners(place)
    if before != 0:
        count_kind(beside, before | place)
    count_different(beside, DIFFERENT_SIDES, sides(place) & ~sides(before))
    count_different(beside, DIFFERENT_CORNERS, corners(place) & ~corners(before))


def turn_beside(tables: FishTankBox, masks: Kinds, kind: int, place: int, before: Beside, beside: Beside) -> None:
    """What was beside the places before the card on this one, of this kind, became a plant, corrected."""
    plants = masks[tables.plant] ^ place
    for i in range(20):
        beside[i] = before[i]
    if masks[kind] != 0:
        fill_same(tables, masks, beside)
    else:
        count_kind(beside, masks[tables.plant])
    discount_different(beside, DIFFERENT_SIDES, sides(place) & ~sides(masks[kind]))
    discount_different(beside, DIFFERENT_CORNERS, corners(place) & ~corners(masks[kind]))
    count_different(beside, DIFFERENT_SIDES, sides(place) & ~sides(plants))
    count_different(beside, DIFFERENT_CORNERS, corners(place) & ~corners(plants))


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


def discount_different(beside: Beside, at: int, one: int) -> None:
    """One kind less is the neighbour of these places."""
    beside[at + 1] &= beside[at + 2] | ~one
    beside[at + 2] &= beside[at + 3] | ~one
    beside[at + 3] &= beside[at + 4] | ~one
    beside[at + 4] &= ~one


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
    """The most points after one more card of a shape kind that makes a line with one that lies there; 0 if there is no room."""
    places = empty & (ahead(tables, kind, mask) | behind(tables, kind, mask))
    best = 0
    while places != 0:
        place = places & -places
        best = max(best, line_points(tables, kind, mask | place))
        places ^= place
    return best


def rooms(tables: FishTankBox, kind: int, free: int, length: int) -> int:
    """The places at which a line of so many free ones begins."""
    for _ in range(length - 1):
        free &= behind(tables, kind, free)
    return free


def best_triple(tables: FishTankBox, kind: int, mask: int, empty: int) -> int:
    """The most points after two more cards that make a line of three with one that lies there; 0 if there is no room."""
    places = rooms(tables, kind, mask | empty, 3)
    best = 0
    while places != 0:
        place = places & -places
        line = place | (place << tables.step[kind]) | (place << 2 * tables.step[kind])
        if bits(line & mask) == 1:
            best = max(best, line_points(tables, kind, mask | line))
        places ^= place
    return best


# ---- a frame: points now and hopes

def fill_sheet(tables: FishTankBox, masks: Kinds, beside: Beside, left: int, flips: int, outlook: Outlook, sheet: Sheet) -> None:
    """All animals of a frame, `left` cards and `flips` flips before the end."""
    for kind in range(1, tables.animals + 1):
        weigh(tables, masks, beside, kind, left, flips, outlook, sheet)


def weigh(tables: FishTankBox, masks: Kinds, beside: Beside, kind: int, left: int, flips: int, outlook: Outlook, sheet: Sheet) -> None:
    """Write down one kind of animals."""
    if tables.condition[kind] == SHAPE:
        weigh_lines(tables, kind, masks[kind], masks[EMPTY], left, outlook, sheet)
    elif tables.condition[kind] == AREA:
        weigh_area(tables, kind, masks[kind], masks[EMPTY], flips, outlook, sheet)
    else:
        weigh_neighbours(tables, masks, beside, kind, left, outlook, sheet)


def weigh_lines(tables: FishTankBox, kind: int, mask: int, empty: int, left: int, outlook: Outlook, sheet: Sheet) -> None:
    """Idle are cards that are in no line."""
    sheet[kind] = line_points(tables, kind, mask)
    sheet[IDLE + kind] = bits(mask & ~(ahead(tables, kind, mask) | behind(tables, kind, mask)))
    sheet[HOPE + kind] = line_hope(tables, kind, mask, empty, sheet[kind], outlook) if left > 0 else 0.0


def weigh_area(tables: FishTankBox, kind: int, mask: int, empty: int, flips: int, outlook: Outlook, sheet: Sheet) -> None:
    """Idle are cards outside of the area, and those inside it without which it would pay no less."""
    inside = bits(mask & tables.area[kind])
    points = tier(tables, kind, inside)
    needed = inside
    while needed > 0 and tier(tables, kind, needed - 1) >= points:
        needed -= 1
    sheet[kind] = points
    sheet[IDLE + kind] = bits(mask) - needed
    sheet[HOPE + kind] = area_hope(tables, kind, inside, bits(empty & tables.area[kind]), flips, outlook)


def weigh_neighbours(tables: FishTankBox, masks: Kinds, beside: Beside, kind: int, left: int, outlook: Outlook, sheet: Sheet) -> None:
    """Idle are cards whose neighbours do not comply."""
    mask = masks[kind]
    paid = beside[sort_beside(tables, kind) + tables.need[kind]]
    sheet[kind] = 0.0
    sheet[HOPE + kind] = 0.0
    sheet[IDLE + kind] = 0.0
    if mask != 0:
        sheet[kind] = tables.each[kind] * bits(mask & paid)
        sheet[IDLE + kind] = bits(mask & ~paid)
    if left > 0:
        sheet[HOPE + kind] = neighbour_hope(tables, masks, beside, paid, kind, left, outlook)


def fill_taken(tables: FishTankBox, masks: Kinds, place: int, left: int, flips: int, outlook: Outlook, before: Sheet, sheet: Sheet) -> None:
    """The sheet of a frame when this empty place is taken, by whatever: less room for lines and areas. Neighbours are not corrected yet."""
    empty = masks[EMPTY] ^ place
    for kind in range(1, tables.animals + 1):
        sheet[kind] = before[kind]
        sheet[HOPE + kind] = before[HOPE + kind]
        sheet[IDLE + kind] = before[IDLE + kind]
        if tables.condition[kind] == SHAPE:
            if left > 0:
                sheet[HOPE + kind] = line_hope(tables, kind, masks[kind], empty, before[kind], outlook)
        elif tables.area[kind] & place != 0:
            sheet[HOPE + kind] = area_hope(tables, kind, bits(masks[kind] & tables.area[kind]), bits(empty & tables.area[kind]), flips, outlook)


def sheet_value(tables: FishTankBox, masks: Kinds, sheet: Sheet, flips: int) -> float:
    """All animals, and the plants."""
    value = 0.0
    idle = 0.0
    for kind in range(1, tables.animals + 1):
        value += sheet[kind]
        value += sheet[HOPE + kind]
        idle += sheet[IDLE + kind]
    return value + plant_value(tables, masks, min(idle, flips), flips)


def changed_value(
    tables: FishTankBox, masks: Kinds, beside: Beside, before: Sheet, changed: int, left: int, flips: int, outlook: Outlook,
) -> float:
    """The value of a frame of which this was the sheet before a kind won or lost a card: that one is weighed anew, and those that look at neighbours."""
    now: Sheet = scratch(3 * KINDS)
    value = 0.0
    idle = 0.0
    for kind in range(1, tables.animals + 1):
        if kind == changed or tables.condition[kind] == NEIGHBOURS:
            weigh(tables, masks, beside, kind, left, flips, outlook, now)
            value += now[kind]
            value += now[HOPE + kind]
            idle += now[IDLE + kind]
        else:
            value += before[kind]
            value += before[HOPE + kind]
            idle += before[IDLE + kind]
    return value + plant_value(tables, masks, min(idle, flips), flips)


def placed_value(
    tables: FishTankBox, masks: Kinds, beside: Beside, taken: Sheet, place: int, kind: int, left: int, flipping: bool, outlook: Outlook,
) -> float:
    """The value of a frame with one more card on this place, of which `taken` is the sheet (`fill_taken`); with `flipping` also after the best flip."""
    with_card: Beside = scratch(20)
    sheet: Sheet = scratch(3 * KINDS)
    before = masks[kind]
    for i in range(20):
        with_card[i] = beside[i]
    add_beside(with_card, before, place)
    masks[kind] |= place
    masks[EMPTY] ^= place
    value = changed_value(tables, masks, with_card, taken, kind, left, left + 1, outlook)
    if flipping:
        fill_sheet(tables, masks, with_card, left, left, outlook, sheet)
        value = max(value, flipped_value(tables, masks, with_card, sheet, left, outlook))
    masks[kind] = before
    masks[EMPTY] ^= place
    return value


def flipped_value(tables: FishTankBox, masks: Kinds, beside: Beside, sheet: Sheet, left: int, outlook: Outlook) -> float:
    """The value of a frame after the best flip."""
    best = FAR_BELOW
    for kind in range(1, tables.animals + 1):
        cards = masks[kind]
        while cards != 0:
            place = cards & -cards
            best = max(best, turned_value(tables, masks, beside, sheet, place, kind, left, outlook))
            cards ^= place
    return best


def turned_value(tables: FishTankBox, masks: Kinds, beside: Beside, sheet: Sheet, place: int, kind: int, left: int, outlook: Outlook) -> float:
    """The value of a frame after a card of this kind has become a plant."""
    with_plant: Beside = scratch(20)
    masks[kind] ^= place
    masks[tables.plant] ^= place
    turn_beside(tables, masks, kind, place, beside, with_plant)
    value = changed_value(tables, masks, with_plant, sheet, kind, left, left, outlook)
    masks[kind] ^= place
    masks[tables.plant] ^= place
    return value


# ---- the hopes

def line_hope(tables: FishTankBox, kind: int, mask: int, empty: int, points: float, outlook: Outlook) -> float:
    """Of lines that one, two or three more cards would make."""
    one = points
    two = points
    if mask != 0:
        one = max(points, best_line(tables, kind, mask, empty))
        two = max(one, best_triple(tables, kind, mask, empty))
    pairs = empty & behind(tables, kind, empty)
    if pairs != 0:
        two = max(two, points + tables.line_points[kind * 5 + 2])
    three = two
    if pairs & behind(tables, kind, pairs) != 0:
        three = max(two, points + tables.line_points[kind * 5 + 3])
    return LINE * (outlook[KINDS + kind] * (one - points) + outlook[2 * KINDS + kind] * (two - one) + outlook[3 * KINDS + kind] * (three - two))


def area_hope(tables: FishTankBox, kind: int, inside: int, room: int, flips: int, outlook: Outlook) -> float:
    """Of the tiers that one, two or three more cards would reach, or one card less."""
    points = tier(tables, kind, inside)
    best = points
    hope = 0.0
    if flips > 0 and inside > 0 and tier(tables, kind, inside - 1) > best:
        best = tier(tables, kind, inside - 1)
        hope += TURN_AWAY * (best - points)
    for more in range(1, min(3, min(room, tables.last_rise[kind] - inside)) + 1):
        reached = tier(tables, kind, inside + more)
        if reached > best:
            hope += AREA_STEP * outlook[more * KINDS + kind] * (reached - best)
            best = reached
    return hope


def neighbour_hope(tables: FishTankBox, masks: Kinds, beside: Beside, paid: int, kind: int, left: int, outlook: Outlook) -> float:
    """Of creatures whose neighbours may still come, and of room for more of them where they are paid."""
    hope = 0.0
    if masks[kind] & ~paid != 0:
        hope = tables.each[kind] * min(1.0, left / PATIENCE) * lacking(tables, masks, beside, kind, left)
    for more in range(1, min(3, bits(masks[EMPTY] & paid)) + 1):
        hope += ROOM * tables.each[kind] * outlook[more * KINDS + kind]
    return hope


def lacking(tables: FishTankBox, masks: Kinds, beside: Beside, kind: int, left: int) -> float:
    """How many creatures lack one or two neighbours and have room for them, by how much that counts."""
    at = sort_beside(tables, kind)
    need = tables.need[kind]
    near = beside[at + need - 1] if need > 1 else ALL_PLACES
    far = beside[at + need - 2] if need > 2 else ALL_PLACES
    lacks_one = bits(masks[kind] & ~beside[at + need] & near & empty_neighbours(tables, kind, masks[EMPTY], 1))
    lacks_two = bits(masks[kind] & ~near & far & empty_neighbours(tables, kind, masks[EMPTY], 2)) if left > 1 else 0
    return LACKS_ONE * lacks_one + LACKS_TWO * lacks_two


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


def plant_value(tables: FishTankBox, masks: Kinds, idle: float, flips: int) -> float:
    """Points of the plants, and of those that idle cards may still become."""
    number = bits(masks[tables.plant])
    points = tier(tables, tables.plant, number)
    best = points
    hope = 0.0
    weight = PLANTS
    for more in range(1, min(flips, tables.last_rise[tables.plant] - number) + 1):
        if more > idle:
            weight = weight * FADE
        if tier(tables, tables.plant, number + more) > best:
            hope += weight * (tier(tables, tables.plant, number + more) - best)
            best = tier(tables, tables.plant, number + more)
    return points + hope
