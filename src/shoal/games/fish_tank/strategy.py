"""What a good player of Fish Tank looks at before a decision: the aquarium as it would become, and the cards that may still come.

Everything here is known to the seat that asks: its own hand, all aquariums, and how many copies of each kind lie open.
The weights, here and in `features.py`, were tuned by greedy players against each other, for the highest mean score with 2 to 6 players and the box as
printed (docs/strength.md); they are opinions about playing, not numbers of the game.
"""

from math import exp
from typing import TYPE_CHECKING, Annotated

from shoal.engine.facts import MOVES, Looks, Moves
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
    Sheet,
    Tank,
    fill_beside,
    fill_edges,
    fill_frames,
    fill_masks,
    fill_sheet,
    fill_taken,
    placed_value,
    sheet_value,
    turned_value,
)
from .notation import CELLS, CENTRE, EMPTY, KEEP, KINDS, PICK, PLACE, SIDE, WIDTH, Kinds, cell_at, cell_of, column_of, kind_of, row_of

if TYPE_CHECKING:
    from .rules import FishTank

# The chance that cards of a kind come, and are worth a pick when they do.
OFFER = 0.22
# With so few rounds left, placing and flipping are considered together.
LAST_ROUNDS = 3
# With fewer cards than this, only places next to others are considered when picking.
FEW_CARDS = 3
# Of a frame in which a card is placed: what lines and neighbours may still bring depends on the place, and is weighed with it.
NO_HOPES = 0

HandSizes = Annotated[list[int], "int", COUNTS]


# ---- the one-ply player

def fill_looks(state: "FishTank", seat: int, actions: Moves, n: int, looks: Looks) -> None:
    """Points that the seat may expect at the end by each of these actions of one decision; the cards that lie there are counted once for all of them."""
    tank: Tank = scratch(CELLS)
    outlook: Outlook = scratch(4 * KINDS)
    fill_tank(state, seat, tank)
    fill_outlook(state, outlook)
    left = state.tables.rounds - state.round
    for i in range(n):
        looks[i] = FAR_BELOW
    if state.stage == PICK:
        look_at_picks(state.tables, tank, actions, n, left, outlook, looks)
    elif state.stage == PLACE:
        look_at_places(state.tables, tank, state.revealed[seat], actions, n, left, outlook, looks)
    else:
        look_at_flips(state.tables, tank, actions, n, left, outlook, looks)


def look_at_picks(tables: FishTankBox, tank: Tank, actions: Moves, n: int, left: int, outlook: Outlook, looks: Looks) -> None:
    """Each kind on its best place not far from the others."""
    edges: Edges = scratch(4)
    frames: Frames = scratch(SIDE * SIDE)
    masks: Kinds = scratch(KINDS)
    beside: Beside = scratch(20)
    sheet: Sheet = scratch(3 * KINDS)
    taken: Sheet = scratch(3 * KINDS)
    reach = fill_surroundings(tables, tank, edges)
    for f in range(fill_frames(tables, edges, frames)):
        fill_frame(tables, tank, frames[f], NO_HOPES, left + 1, outlook, masks, beside, sheet)
        places = places_near(tables, edges, reach, frames[f]) & masks[EMPTY]
        while places != 0:
            place = places & -places
            fill_taken(tables, masks, place, left, left + 1, outlook, sheet, taken)
            for i in range(n):
                value = placed_value(tables, masks, beside, taken, place, kind_of(actions[i]), left, left < LAST_ROUNDS, outlook)
                looks[i] = max(looks[i], value)
            places ^= place


def look_at_places(tables: FishTankBox, tank: Tank, kind: int, actions: Moves, n: int, left: int, outlook: Outlook, looks: Looks) -> None:
    """A card of this kind on each place."""
    edges: Edges = scratch(4)
    frames: Frames = scratch(SIDE * SIDE)
    masks: Kinds = scratch(KINDS)
    beside: Beside = scratch(20)
    sheet: Sheet = scratch(3 * KINDS)
    taken: Sheet = scratch(3 * KINDS)
    fill_surroundings(tables, tank, edges)
    for f in range(fill_frames(tables, edges, frames)):
        fill_frame(tables, tank, frames[f], NO_HOPES, left + 1, outlook, masks, beside, sheet)
        for i in range(n):
            place = masks[EMPTY] & place_of(tables, cell_of(actions[i]), frames[f])
            if place != 0:
                fill_taken(tables, masks, place, left, left + 1, outlook, sheet, taken)
                looks[i] = max(looks[i], placed_value(tables, masks, beside, taken, place, kind, left, left < LAST_ROUNDS, outlook))


def look_at_flips(tables: FishTankBox, tank: Tank, actions: Moves, n: int, left: int, outlook: Outlook, looks: Looks) -> None:
    """Each card as a plant, or all as they are."""
    edges: Edges = scratch(4)
    frames: Frames = scratch(SIDE * SIDE)
    masks: Kinds = scratch(KINDS)
    beside: Beside = scratch(20)
    sheet: Sheet = scratch(3 * KINDS)
    fill_edges(tank, edges)
    for f in range(fill_frames(tables, edges, frames)):
        fill_frame(tables, tank, frames[f], left, left, outlook, masks, beside, sheet)
        for i in range(n):
            if actions[i] == KEEP:
                looks[i] = max(looks[i], sheet_value(tables, masks, sheet, left))
            else:
                place = place_of(tables, cell_of(actions[i]), frames[f])
                looks[i] = max(looks[i], turned_value(tables, masks, beside, sheet, place, tank[cell_of(actions[i])], left, outlook))


def fill_frame(
    tables: FishTankBox, tank: Tank, corner: int, left: int, flips: int, outlook: Outlook, masks: Kinds, beside: Beside, sheet: Sheet,
) -> None:
    """The cards of a frame as they lie: where they are, what is beside them, and what they are worth."""
    fill_masks(tables, tank, corner, masks)
    fill_beside(tables, masks, beside)
    fill_sheet(tables, masks, beside, left, flips, outlook, sheet)


def fill_surroundings(tables: FishTankBox, tank: Tank, edges: Edges) -> int:
    """The edges of the cards, or of the place of the first one; returns how far from them one more card is considered when picking."""
    number = fill_edges(tank, edges)
    if number == 0:
        edges[LEFT] = column_of(CENTRE)
        edges[RIGHT] = column_of(CENTRE)
        edges[TOP] = row_of(CENTRE)
        edges[BOTTOM] = row_of(CENTRE)
        return 0
    return tables.side if number >= FEW_CARDS else 1


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


def fill_tank(state: "FishTank", seat: int, tank: Tank) -> None:
    """The cards as they lie, with the one that this seat has just placed."""
    for cell in range(CELLS):
        tank[cell] = state.cards[seat * CELLS + cell]
    if state.placed[seat] > 0:
        tank[state.placed[seat] - 1] = state.revealed[seat]


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


def best_place(tables: FishTankBox, tank: Tank, kind: int, left: int, outlook: Outlook) -> int:
    """The cell not far from the others on which one more card of this kind is worth most."""
    edges: Edges = scratch(4)
    places: Moves = scratch(MOVES)
    looks: Looks = scratch(MOVES)
    reach = fill_surroundings(tables, tank, edges)
    n = 0
    for row in range(max(0, edges[TOP] - reach), min(WIDTH - 1, edges[BOTTOM] + reach) + 1):
        for column in range(max(0, edges[LEFT] - reach), min(WIDTH - 1, edges[RIGHT] + reach) + 1):
            places[n] = cell_at(row, column)
            looks[n] = FAR_BELOW
            n += 1 if tank[cell_at(row, column)] == EMPTY else 0
    look_at_places(tables, tank, kind, places, n, left, outlook, looks)
    found = 0
    for i in range(n):
        if looks[i] > looks[found]:
            found = i
    return cell_of(places[found])


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
    size = state.tables.hand - state.round % state.tables.hand
    for _ in range(state.round, state.tables.rounds):
        sizes[size] += 1
        size = size - 1 if size > 1 else state.tables.hand
    for kind in range(1, state.tables.animals + 1):
        alike = first_with(hidden, hidden[kind])
        if alike < kind:
            copy_kind(outlook, alike, kind)
        else:
            fill_kind(outlook, kind, offers(state.tables, sizes, hidden[kind], total))


def first_with(hidden: Kinds, copies: int) -> int:
    """The first kind of which so many cards are hidden."""
    kind = 1
    while hidden[kind] != copies:
        kind += 1
    return kind


def copy_kind(outlook: Outlook, alike: int, kind: int) -> None:
    """Of two kinds that have equally many hidden cards, as many are to be expected."""
    for more in range(4):
        outlook[more * KINDS + kind] = outlook[more * KINDS + alike]


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
