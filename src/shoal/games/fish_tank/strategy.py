"""What a good player of Fish Tank looks at before a decision: the aquarium as it would become, and the cards that may still come.

Everything here is known to the seat that asks: its own hand, all aquariums, and how many copies of each kind lie open.
The weights, here and in `features.py`, were tuned by greedy players against each other, for the highest mean score with 2 to 6 players and the box as
printed (docs/strength.md); they are opinions about playing, not numbers of the game.
"""

from math import exp
from typing import TYPE_CHECKING, Annotated

from shoal.engine.facts import Looks, Moves
from shoal.engine.hints import python, scratch

from .box import COUNTS, FishTankBox
from .features import (
    BOTTOM,
    FAR_BELOW,
    LEFT,
    RIGHT,
    TOP,
    Beside,
    Edges,
    Frames,
    Outlook,
    Tank,
    fill_beside,
    fill_edges,
    fill_frames,
    fill_masks,
    masks_value,
    placed_value,
    tank_value,
    turned_value,
)
from .notation import CELLS, CENTRE, EMPTY, FLIPPED, KEEP, KINDS, PLACE, SIDE, WIDTH, Kinds, cell_of, column_of, is_pick, kind_of, row_of

if TYPE_CHECKING:
    from .rules import FishTank

# The chance that cards of a kind come, and are worth a pick when they do.
OFFER = 0.22
# With so few rounds left, placing and flipping are considered together.
LAST_ROUNDS = 3
# With fewer cards than this, only places next to others are considered when picking.
FEW_CARDS = 3

HandSizes = Annotated[list[int], "int", COUNTS]
CellValues = Annotated[list[float], "double", CELLS]


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
    return tank_value(state.tables, tank, left, left, False, outlook)


def fill_looks(state: "FishTank", seat: int, actions: Moves, n: int, looks: Looks) -> None:
    """`action_value` of several actions of one decision: the cards that lie there are counted once for all of them."""
    tank: Tank = scratch(CELLS)
    outlook: Outlook = scratch(4 * KINDS)
    edges: Edges = scratch(4)
    frames: Frames = scratch(SIDE * SIDE)
    masks: Kinds = scratch(KINDS)
    beside: Beside = scratch(20)
    fill_tank(state, seat, tank)
    number = fill_edges(tank, edges)
    if number == 0:
        for i in range(n):
            looks[i] = action_value(state, seat, actions[i])
        return
    fill_outlook(state, outlook)
    left = state.tables.rounds - state.round
    reach = 1 if number < FEW_CARDS and is_pick(actions[0]) else state.tables.side
    for i in range(n):
        looks[i] = FAR_BELOW
    for f in range(fill_frames(state.tables, edges, frames)):
        fill_masks(state.tables, tank, frames[f], masks)
        fill_beside(state.tables, masks, beside)
        near = places_near(state.tables, edges, reach, frames[f]) & masks[EMPTY]
        for i in range(n):
            if is_pick(actions[i]):
                looks[i] = max(looks[i], best_in_frame(state.tables, masks, beside, near, kind_of(actions[i]), left, outlook))
            elif state.stage == PLACE:
                place = near & place_of(state.tables, cell_of(actions[i]), frames[f])
                looks[i] = max(looks[i], best_in_frame(state.tables, masks, beside, place, state.revealed[seat], left, outlook))
            elif actions[i] == KEEP:
                looks[i] = max(looks[i], masks_value(state.tables, masks, beside, left, left, outlook))
            else:
                place = place_of(state.tables, cell_of(actions[i]), frames[f])
                looks[i] = max(looks[i], turned_value(state.tables, masks, place, tank[cell_of(actions[i])], left, left, outlook))


def places_near(tables: FishTankBox, edges: Edges, reach: int, corner: int) -> int:
    """The places of a frame that are no further than this from the cards within these edges."""
    near = 0
    for row in range(max(row_of(corner), edges[TOP] - reach), min(row_of(corner) + tables.side - 1, edges[BOTTOM] + reach) + 1):
        for column in range(max(column_of(corner), edges[LEFT] - reach), min(column_of(corner) + tables.side - 1, edges[RIGHT] + reach) + 1):
            near |= 1 << ((row - row_of(corner)) * SIDE + column - column_of(corner))
    return near


def place_of(tables: FishTankBox, cell: int, corner: int) -> int:
    """The place of a cell in a frame; 0 when it lies outside."""
    row = row_of(cell) - row_of(corner)
    column = column_of(cell) - column_of(corner)
    inside: bool = 0 <= row < tables.side and 0 <= column < tables.side
    return 1 << (row * SIDE + column) if inside else 0


def best_in_frame(tables: FishTankBox, masks: Kinds, beside: Beside, places: int, kind: int, left: int, outlook: Outlook) -> float:
    """What one more card of this kind makes of a frame on the best of these places; FAR_BELOW when there are none."""
    best = FAR_BELOW
    while places != 0:
        place = places & -places
        best = max(best, placed_value(tables, masks, beside, place, kind, left, left < LAST_ROUNDS, outlook))
        places ^= place
    return best


def fill_tank(state: "FishTank", seat: int, tank: Tank) -> None:
    """The cards as they lie, with the one that this seat has just placed."""
    for cell in range(CELLS):
        tank[cell] = state.cards[seat * CELLS + cell]
    if state.placed[seat] > 0:
        tank[state.placed[seat] - 1] = state.revealed[seat]


def best_placing(tables: FishTankBox, tank: Tank, kind: int, left: int, outlook: Outlook) -> float:
    """The value of the aquarium with one more card of this kind on its best place."""
    values: CellValues = scratch(CELLS)
    return values[best_place(tables, tank, kind, left, outlook, values)]


def best_place(tables: FishTankBox, tank: Tank, kind: int, left: int, outlook: Outlook, values: CellValues) -> int:
    """The cell on which one more card of this kind is worth most; writes down what it is worth on each."""
    edges: Edges = scratch(4)
    frames: Frames = scratch(SIDE * SIDE)
    found = CENTRE
    number = fill_edges(tank, edges)
    if number == 0:
        tank[CENTRE] = kind
        values[CENTRE] = with_flip(tables, tank, left, outlook)
        tank[CENTRE] = EMPTY
        return CENTRE
    reach = tables.side if number >= FEW_CARDS else 1
    for cell in range(CELLS):
        values[cell] = FAR_BELOW
    for i in range(fill_frames(tables, edges, frames)):
        fill_placings(tables, tank, edges, reach, frames[i], kind, left, outlook, values)
    for cell in range(CELLS):
        if values[cell] > values[found]:
            found = cell
    return found


def fill_placings(
    tables: FishTankBox, tank: Tank, edges: Edges, reach: int, corner: int, kind: int, left: int, outlook: Outlook, values: CellValues,
) -> None:
    """In one frame: what a card of this kind is worth on each empty place not far from the others, where that is more than in the frames before."""
    masks: Kinds = scratch(KINDS)
    beside: Beside = scratch(20)
    fill_masks(tables, tank, corner, masks)
    fill_beside(tables, masks, beside)
    near = places_near(tables, edges, reach, corner) & masks[EMPTY]
    for row in range(tables.side):
        for column in range(tables.side):
            place = near & (1 << (row * SIDE + column))
            cell = corner + row * WIDTH + column
            values[cell] = max(values[cell], best_in_frame(tables, masks, beside, place, kind, left, outlook))


@python
def best_cell(state: "FishTank", seat: int, kind: int) -> int:
    """Where the seat would place a card of this kind now."""
    if state is None or not 0 <= seat < state.players or not 0 < kind <= state.tables.animals:
        raise ValueError(f"there is no seat {seat!r} or no kind {kind!r}")
    tank: Tank = scratch(CELLS)
    outlook: Outlook = scratch(4 * KINDS)
    values: CellValues = scratch(CELLS)
    fill_tank(state, seat, tank)
    fill_outlook(state, outlook)
    return best_place(state.tables, tank, kind, state.tables.rounds - state.round, outlook, values)


def with_flip(tables: FishTankBox, tank: Tank, left: int, outlook: Outlook) -> float:
    """The value of an aquarium with a card just placed: with few rounds left also after the best flip."""
    best = tank_value(tables, tank, left, left + 1, False, outlook)
    return max(best, tank_value(tables, tank, left, left, True, outlook)) if left < LAST_ROUNDS else best


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
