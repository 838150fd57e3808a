"""What a good player of Fish Tank looks at: points now, and what each kind can still bring with the cards that may come.

Everything here is known to the seat that asks: its own hand, all aquariums, and how many copies of each kind lie open.
The weights were tuned by greedy players against each other, for the highest mean score with 2 to 6 players and the box as
printed (docs/strength.md); they are opinions about playing, not numbers of the game.
"""

from math import exp
from typing import TYPE_CHECKING, Annotated

from shoal.engine.hints import python, scratch

from .box import AREA, COUNTS, DIAGONAL, SHAPE, FishTankBox
from .features import (
    ALL_PLACES,
    Beside,
    Tank,
    best_line,
    best_triple,
    bits,
    fill_beside,
    fill_masks,
    mask_points,
    moved,
    rooms,
    sort_beside,
    tier,
)
from .notation import CELLS, CENTRE, EMPTY, FLIPPED, KEEP, KINDS, PLACE, SIDE, WIDTH, Kinds, cell_of, column_of, is_pick, kind_of, row_of

if TYPE_CHECKING:
    from .rules import FishTank

# The chance that cards of a kind come, and are worth a pick when they do.
OFFER = 0.22

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
# With so few rounds left, placing and flipping are considered together.
LAST_ROUNDS = 3
# With fewer cards than this, only places next to others are considered when picking.
FEW_CARDS = 3

Outlook = Annotated[list[float], "double", 4 * KINDS]
"""[j * KINDS + kind]: the chance that at least j more cards of a kind come and are taken."""
HandSizes = Annotated[list[int], "int", COUNTS]
Edges = Annotated[list[int], "int", 4]
LEFT, RIGHT, TOP, BOTTOM = 0, 1, 2, 3


# ---- the one-ply player

def action_value(state: "FishTank", seat: int, action: int) -> float:
    """Points that the seat may expect at the end if it acts like this."""
    tank: Tank = scratch(CELLS)
    outlook: Outlook = scratch(4 * KINDS)
    fill_tank(state, seat, tank)
    fill_outlook(state, outlook)
    left = state.tables.rounds - state.round
    if is_pick(action):
        return best_placing(state.tables, tank, kind_of(action), left, outlook)
    if state.stage == PLACE:
        tank[cell_of(action)] = state.revealed[seat]
        return with_flip(state.tables, tank, left, outlook)
    if action != KEEP:
        tank[cell_of(action)] += FLIPPED
    return tank_value(state.tables, tank, left, left, outlook)


def fill_tank(state: "FishTank", seat: int, tank: Tank) -> None:
    """The cards as they lie, with the one that this seat has just placed."""
    for cell in range(CELLS):
        tank[cell] = state.cards[seat * CELLS + cell]
    if state.placed[seat] > 0:
        tank[state.placed[seat] - 1] = state.revealed[seat]


def best_placing(tables: FishTankBox, tank: Tank, kind: int, left: int, outlook: Outlook) -> float:
    """The value of the aquarium with one more card of this kind on its best place."""
    cell = best_place(tables, tank, kind, left, outlook)
    tank[cell] = kind
    value = with_flip(tables, tank, left, outlook)
    tank[cell] = EMPTY
    return value


def best_place(tables: FishTankBox, tank: Tank, kind: int, left: int, outlook: Outlook) -> int:
    """The cell on which one more card of this kind is worth most."""
    edges: Edges = scratch(4)
    number = fill_edges(tank, edges)
    if number == 0:
        return CENTRE
    best = -1000.0
    found = CENTRE
    reach = tables.side - 1 if number >= FEW_CARDS else 1
    first_row = max(0, edges[BOTTOM] - tables.side + 1, edges[TOP] - reach)
    last_row = min(WIDTH - 1, edges[TOP] + tables.side - 1, edges[BOTTOM] + reach)
    first_column = max(0, edges[RIGHT] - tables.side + 1, edges[LEFT] - reach)
    last_column = min(WIDTH - 1, edges[LEFT] + tables.side - 1, edges[RIGHT] + reach)
    for row in range(first_row, last_row + 1):
        for column in range(first_column, last_column + 1):
            cell = row * WIDTH + column
            if tank[cell] == EMPTY:
                tank[cell] = kind
                value = with_flip(tables, tank, left, outlook)
                tank[cell] = EMPTY
                if value > best:
                    best = value
                    found = cell
    return found


@python
def best_cell(state: "FishTank", seat: int, kind: int) -> int:
    """Where the seat would place a card of this kind now."""
    if state is None or not 0 <= seat < state.players or not 0 < kind <= state.tables.animals:
        raise ValueError(f"there is no seat {seat!r} or no kind {kind!r}")
    tank: Tank = scratch(CELLS)
    outlook: Outlook = scratch(4 * KINDS)
    fill_tank(state, seat, tank)
    fill_outlook(state, outlook)
    return best_place(state.tables, tank, kind, state.tables.rounds - state.round, outlook)


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


def with_flip(tables: FishTankBox, tank: Tank, left: int, outlook: Outlook) -> float:
    """The value of an aquarium with a card just placed: with few rounds left also after the best flip."""
    best = tank_value(tables, tank, left, left + 1, outlook)
    if left < LAST_ROUNDS:
        for cell in range(CELLS):
            if EMPTY < tank[cell] < FLIPPED:
                tank[cell] += FLIPPED
                best = max(best, tank_value(tables, tank, left, left, outlook))
                tank[cell] -= FLIPPED
    return best


# ---- what may come

def fill_outlook(state: "FishTank", outlook: Outlook) -> None:
    """From the copies that do not lie open and the hands still to be seen."""
    sizes: HandSizes = [0] * COUNTS
    hidden: Kinds = scratch(KINDS)
    total = 0
    for kind in range(1, state.tables.animals + 1):
        hidden[kind] = state.pile[kind] + state.discards[kind]
        for seat in range(state.players):
            hidden[kind] += state.hands[seat * KINDS + kind]
        total += hidden[kind]
    for number in range(state.round, state.tables.rounds):
        sizes[state.tables.hand - number % state.tables.hand] += 1
    for kind in range(1, state.tables.animals + 1):
        fill_kind(outlook, kind, offers(state.tables, sizes, hidden[kind], total))


def offers(tables: FishTankBox, sizes: HandSizes, copies: int, total: int) -> float:
    """In how many of the hands to come at least one card is expected to be of a kind."""
    expected = 0.0
    other = 1.0 - copies / total if total > 0 else 1.0
    none = 1.0
    for size in range(1, tables.hand + 1):
        none = none * other
        expected += sizes[size] * (1.0 - none)
    return expected


def fill_kind(outlook: Outlook, kind: int, expected: float) -> None:
    """Offers come at random, and some of them are taken."""
    mean = OFFER * expected
    none = exp(-mean)
    outlook[kind] = 1.0
    outlook[KINDS + kind] = 1.0 - none
    outlook[2 * KINDS + kind] = 1.0 - none - none * mean
    outlook[3 * KINDS + kind] = 1.0 - none - none * mean - none * mean * mean / 2.0


# ---- an aquarium

def tank_value(tables: FishTankBox, tank: Tank, left: int, flips: int, outlook: Outlook) -> float:
    """The value in the best frame still possible, `left` cards and `flips` flips before the end."""
    edges: Edges = scratch(4)
    best = -1000.0
    fill_edges(tank, edges)
    for top in range(max(0, edges[BOTTOM] - tables.side + 1), min(edges[TOP], WIDTH - tables.side) + 1):
        for column in range(max(0, edges[RIGHT] - tables.side + 1), min(edges[LEFT], WIDTH - tables.side) + 1):
            best = max(best, frame_value(tables, tank, column, top, left, flips, outlook))
    return best


def frame_value(tables: FishTankBox, tank: Tank, column: int, top: int, left: int, flips: int, outlook: Outlook) -> float:
    """Points now and hopes."""
    masks: Kinds = scratch(KINDS)
    beside: Beside = scratch(20)
    fill_masks(tables, tank, column, top, masks)
    fill_beside(tables, masks, beside)
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
