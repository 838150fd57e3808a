"""What an aquarium is worth to a player of Aqua Garden who looks ahead: points now, room for more, milestones that come near, money.

A *filling* is what one tank may come to hold. Each one that turns up while a decision is looked at is worked out once, however many turns lead to it.
Everything is measured in points. The weights are opinions about playing, tuned by games of such players against each other; they are not numbers of
the game.
"""

from typing import TYPE_CHECKING, Annotated

from .notation import (
    FLAPJACK,
    GROUPS,
    KINDS,
    LARGE,
    MANTA,
    MOST_FUNDS,
    NONE,
    REGULAR,
    REMORA,
    SEATS,
    SEAWEED,
    SMALL,
    TANKS,
    cell,
    tank_at,
)
from .scoring import commonest, flapjack_points, remora_points

if TYPE_CHECKING:
    from .rules_table import AquaGardenTable

# Where things stand in a filling: what one tank may come to hold. The numbers of its tokens come first, by kind.
MIX_AT = KINDS
USE_AT = MIX_AT + 1
POINTS_AT = USE_AT + 1
"""What the tokens are worth each by itself."""
VALUED_AT = POINTS_AT + 1
"""The outlook by which it was valued, by its number."""
TRIED_AT = VALUED_AT + 1
"""The kinds of which one more was tried, a bit for each, and …"""
MORE_AT = TRIED_AT + 1
"""… by kind: the filling with one more of it."""
FILLING = MORE_AT + KINDS

# All fillings that turn up while one decision is looked at stand one after the other. The first six are the tanks as they are; as many places
# after them are for the tanks of a plan, where the others have to be forgotten.
MOST_FILLINGS = 240
USED_AT = MOST_FILLINGS * FILLING
"""How many there are."""
OUTLOOK_AT = USED_AT + 1
"""The number of the outlook at hand."""
FILLINGS = OUTLOOK_AT + 1
Fillings = Annotated[list[int], "int", FILLINGS]

# What follows from a filling: its own worth, and its chances of each milestone.
CHANCES_AT = 1
VALUE = CHANCES_AT + GROUPS
Values = Annotated[list[float], "double", MOST_FILLINGS * VALUE]

# Where things stand in an outlook. First comes, by kind, the chance to get one more.
GROUPS_AT = KINDS
"""Points and reward of each milestone that is still open."""
COIN_AT = GROUPS_AT + GROUPS
ROOM_AT = COIN_AT + 1
PAIR_AT = ROOM_AT + 1
FEEDING_AT = PAIR_AT + 1
"""What one more set of the Feeding Event card is worth."""
MANTA_AT = FEEDING_AT + 1
TIME_AT = MANTA_AT + 1
"""From 0 at the end to nearly 1: how much of the money can still be spent."""
PURSE_AT = TIME_AT + 1
"""What so many funds are worth."""

# What is the same in all outlooks of one decision: by kind the copies that may still come, …
COPIES_AT = PURSE_AT + MOST_FUNDS + 1
FREE_AT = COPIES_AT + KINDS
"""… units of oxygen that nobody uses, …"""
COMMONEST_AT = FREE_AT + 1
"""… points of a manta now."""
OUTLOOK = COMMONEST_AT + 1
Outlook = Annotated[list[float], "double", OUTLOOK]

TURNS_A_ROUND = 22.0
"""Turns of all players together, about …"""
SOLO_TURNS = 7.0
"""… and of one alone, who stops once in every section."""
PATIENCE = 3.0
"""Turns after which half of what is hoped for has come."""
COIN = 0.56
"""What money is worth while there is time to spend it …"""
LAST_COIN = 0.32
"""… and at the end."""
PLENTY = 6
"""Funds beyond so many are worth less."""
ROOM = 0.42
"""What a unit of free oxygen is worth while there is time to use it."""
DEMAND = 1.4
"""Oxygen that a player fills in a turn, about."""
HALF_PAIR = 0.75
"""How sure it is, with much time left, that half a pair finds the other half."""
NEXT_HALF = 0.6
"""How sure the next one is, compared with the one before it."""
LAP = 3.5
"""Turns from one feeding to the next, about."""
SCARCE = 1.3
"""How well a kind comes to hand: the weight of its share of all tokens, for each turn left."""
BOUGHT = 0.5
"""The same for what can be bought from the Sea board."""
REWARD_TOKEN = 1.5
"""What a token of a reward is worth."""
CRAMPED = 0.2
"""Of the chance of a milestone when the tank would have to be cleared for it."""
OPEN = 0.75
"""How much of a milestone is counted that is not achieved yet, even if everything comes in time."""


# ---- the outlook


def turns_left(state: "AquaGardenTable", at: int) -> float:
    """Turns that a player can still hope for with an Owner token on this space."""
    rounds = state.tables.rounds[state.players] - state.round
    each = SOLO_TURNS if state.players == 1 else TURNS_A_ROUND / state.players
    return each * (rounds + (state.tables.spaces - at) / (state.tables.spaces + 0.0))


def fill_prospects(state: "AquaGardenTable", seat: int, look: Outlook) -> None:
    """What all outlooks of a decision have in common."""
    look[COMMONEST_AT] = commonest(state.tables, state.contents, cell(seat, 0, 0)) * state.tables.manta
    free = 0
    for tank in range(TANKS):
        free += state.tables.supplies[state.mixes[tank_at(seat, tank)]] - state.uses[tank_at(seat, tank)]
    look[FREE_AT] = max(0, free)
    fill_groups(state, seat, look)
    for kind in range(KINDS):
        look[COPIES_AT + kind] = 0.0
    for kind in range(REGULAR):
        copies = state.bag[kind]
        for space in range(1, state.tables.spaces + 1):
            copies += state.fair[space * REGULAR + kind]
        look[COPIES_AT + kind] = copies


def fill_groups(state: "AquaGardenTable", seat: int, look: Outlook) -> None:
    """What each milestone is worth to a seat."""
    for group in range(GROUPS):
        look[GROUPS_AT + group] = 0.0
        if state.achieved[seat * GROUPS + group] == 0 and state.cards[group] != NONE:
            place = state.cubes[group]
            look[GROUPS_AT + group] = 1.0 * state.tables.card_points[state.cards[group] * SEATS + place]
            if place == 0:
                look[GROUPS_AT + group] += REWARD_TOKEN * state.tables.reward_size[group]


def fill_outlook(state: "AquaGardenTable", at: int, look: Outlook) -> None:
    """What may be hoped for with an Owner token on this space; the prospects are there already."""
    turns = turns_left(state, at)
    hope = turns / (turns + PATIENCE)
    look[TIME_AT] = turns / (turns + 1.0)
    look[COIN_AT] = LAST_COIN + (COIN - LAST_COIN) * hope
    look[PAIR_AT] = HALF_PAIR * hope
    look[FEEDING_AT] = turns / LAP * look[COIN_AT]
    look[MANTA_AT] = look[COMMONEST_AT] + hope
    fill_chances(state, turns, look)
    wanted = turns * DEMAND
    look[ROOM_AT] = ROOM * wanted / (wanted + 0.3 * look[FREE_AT] + 1.0)
    for funds in range(state.tables.most_funds + 1):
        look[PURSE_AT + funds] = purse_worth(state, funds, look)


def purse_worth(state: "AquaGardenTable", funds: int, look: Outlook) -> float:
    """Money: what it will buy, and at the end what is printed for it."""
    counted = look[TIME_AT]
    spent = look[COIN_AT] * min(funds, PLENTY) + LAST_COIN * max(0, funds - PLENTY)
    return counted * spent + (1.0 - counted) * (funds // state.tables.funds_per_point)


def fill_chances(state: "AquaGardenTable", turns: float, look: Outlook) -> None:
    """By kind: how likely one more comes to hand in time."""
    total = 1
    for kind in range(REGULAR):
        total += state.tables.bags[state.players * REGULAR + kind]
    for kind in range(KINDS):
        weight = turns * SCARCE * look[COPIES_AT + kind] / total
        if state.sea[kind] > 0:
            weight += turns * BOUGHT
        look[kind] = weight / (weight + 1.0)


# ---- fillings


def fill_tanks(state: "AquaGardenTable", seat: int, fillings: Fillings) -> None:
    """The tanks as they are."""
    for tank in range(TANKS):
        at = tank * FILLING
        points = 0
        for kind in range(KINDS):
            number = state.contents[cell(seat, tank, kind)]
            fillings[at + kind] = number
            points += state.tables.worth[kind] * number
        fillings[at + MIX_AT] = state.mixes[tank_at(seat, tank)]
        fillings[at + USE_AT] = state.uses[tank_at(seat, tank)]
        fillings[at + POINTS_AT] = points
        fillings[at + VALUED_AT] = NONE
    fillings[OUTLOOK_AT] = 0
    forget(fillings)


def same_tank(fillings: Fillings, tank: int) -> int:
    """The first tank that holds the same, perhaps the tank itself: what is worked out for one holds for all."""
    for other in range(tank):
        at = 0
        while at < VALUED_AT and fillings[other * FILLING + at] == fillings[tank * FILLING + at]:
            at += 1
        if at == VALUED_AT:
            return other
    return tank


def forget(fillings: Fillings) -> None:
    """Only the tanks as they are and those of a plan are left, as if nothing had been tried."""
    for filling in range(2 * TANKS):
        fillings[filling * FILLING + TRIED_AT] = 0
    fillings[USED_AT] = 2 * TANKS


def copied(fillings: Fillings, filling: int) -> int:
    """One more filling, the same as another one."""
    new = fillings[USED_AT]
    fillings[USED_AT] += 1
    for i in range(VALUED_AT):
        fillings[new * FILLING + i] = fillings[filling * FILLING + i]
    fillings[new * FILLING + VALUED_AT] = NONE
    fillings[new * FILLING + TRIED_AT] = 0
    return new


def grown(state: "AquaGardenTable", fillings: Fillings, filling: int, kind: int, look: Outlook, values: Values) -> int:
    """A filling and one more token of a kind, with a new seaweed before it where the kind could not stay; what cannot stay then has left."""
    at = filling * FILLING
    if (fillings[at + TRIED_AT] >> kind) & 1 == 0:
        more = copied(fillings, filling)
        if (state.tables.keeps[fillings[at + MIX_AT]] >> kind) & 1 == 0:
            add(state, fillings, more, SEAWEED)
        add(state, fillings, more, kind)
        fillings[at + TRIED_AT] |= 1 << kind
        fillings[at + MORE_AT + kind] = more
    found = fillings[at + MORE_AT + kind]
    value_filling(state, fillings, found, look, values)
    return found


def reduced(state: "AquaGardenTable", fillings: Fillings, filling: int, kind: int, look: Outlook, values: Values) -> int:
    """A filling without one token of a kind and what cannot stay then."""
    found = copied(fillings, filling)
    take(state, fillings, found * FILLING, kind, 1)
    follow(state, fillings, found * FILLING)
    value_filling(state, fillings, found, look, values)
    return found


def take(state: "AquaGardenTable", fillings: Fillings, at: int, kind: int, number: int) -> None:
    """Tokens out of a filling."""
    fillings[at + kind] -= number
    fillings[at + USE_AT] -= number * state.tables.oxygen[kind]
    fillings[at + POINTS_AT] -= number * state.tables.worth[kind]
    if fillings[at + kind] == 0:
        fillings[at + MIX_AT] &= ~(1 << kind)


def add(state: "AquaGardenTable", fillings: Fillings, filling: int, kind: int) -> None:
    """A token into a filling; what cannot stay then leaves, the least precious first."""
    at = filling * FILLING
    fillings[at + kind] += 1
    fillings[at + MIX_AT] |= 1 << kind
    fillings[at + USE_AT] += state.tables.oxygen[kind]
    fillings[at + POINTS_AT] += state.tables.worth[kind]
    if state.tables.sound[fillings[at + MIX_AT]] == 0:
        clear(state, fillings, at, state.tables.shuns[kind])
    while fillings[at + USE_AT] > state.tables.supplies[fillings[at + MIX_AT]]:
        least = least_precious(state, fillings, at, kind)
        if least == NONE:
            return
        take(state, fillings, at, least, 1)
        follow(state, fillings, at)


def clear(state: "AquaGardenTable", fillings: Fillings, at: int, kinds: int) -> None:
    """All tokens of some kinds out of a filling."""
    rest = kinds & fillings[at + MIX_AT]
    while rest != 0:
        kind = state.tables.lowest[rest]
        rest &= rest - 1
        take(state, fillings, at, kind, fillings[at + kind])
    follow(state, fillings, at)


def follow(state: "AquaGardenTable", fillings: Fillings, at: int) -> None:
    """Whoever has lost what it needs leaves a filling."""
    if state.tables.sound[fillings[at + MIX_AT]] == 1:
        return
    rest = fillings[at + MIX_AT]
    while rest != 0:
        kind = state.tables.lowest[rest]
        rest &= rest - 1
        needs = state.tables.needs[kind]
        if needs != 0 and needs & fillings[at + MIX_AT] == 0:
            take(state, fillings, at, kind, fillings[at + kind])


def least_precious(state: "AquaGardenTable", fillings: Fillings, at: int, kept: int) -> int:
    """The kind that a crowded tank misses least for the oxygen it uses, not the last one of the kind just placed."""
    found = NONE
    best = 0.0
    small = fillings[at + SMALL]
    large = fillings[at + LARGE]
    rest = fillings[at + MIX_AT]
    while rest != 0:
        kind = state.tables.lowest[rest]
        rest &= rest - 1
        if state.tables.oxygen[kind] > 0 and fillings[at + kind] > (1 if kind == kept else 0):
            lost = state.tables.worth[kind] + 0.5
            if (kind == SMALL and small <= large) or (kind == LARGE and large <= small):
                lost += state.tables.pair
            lost = lost / state.tables.oxygen[kind]
            if found == NONE or lost < best:
                found = kind
                best = lost
    return found


# ---- what a filling is worth


def value_filling(state: "AquaGardenTable", fillings: Fillings, filling: int, look: Outlook, values: Values) -> None:
    """What follows from the tokens of a filling, unless that is known by the outlook at hand."""
    at = filling * FILLING
    if fillings[at + VALUED_AT] == fillings[OUTLOOK_AT]:
        return
    fillings[at + VALUED_AT] = fillings[OUTLOOK_AT]
    values[filling * VALUE] = tank_worth(state, fillings, at, look)
    for group in range(GROUPS):
        if look[GROUPS_AT + group] > 0.0:
            values[filling * VALUE + CHANCES_AT + group] = milestone_chance(state, fillings, at, state.cards[group], look)


def tank_worth(state: "AquaGardenTable", fillings: Fillings, at: int, look: Outlook) -> float:
    """Points of a tank now, and what its room and its half pairs may still bring."""
    mix = fillings[at + MIX_AT]
    value = 1.0 * (fillings[at + POINTS_AT] + state.tables.pair * min(fillings[at + SMALL], fillings[at + LARGE]))
    if mix & state.tables.advanced != 0:
        value += fillings[at + FLAPJACK] * flapjack_points(state.tables, mix)
        value += fillings[at + REMORA] * remora_points(state.tables, mix)
        value += fillings[at + MANTA] * look[MANTA_AT]
    free = state.tables.supplies[mix] - fillings[at + USE_AT]
    halves = fillings[at + SMALL] - fillings[at + LARGE]
    chance = look[PAIR_AT] * look[LARGE]
    if halves < 0:
        halves = -halves
        chance = look[PAIR_AT] * look[SMALL]
    while halves > 0 and free > 0:
        value += chance * state.tables.pair
        chance = chance * NEXT_HALF
        halves -= 1
        free -= 1
    return value + look[ROOM_AT] * free


def milestone_chance(state: "AquaGardenTable", fillings: Fillings, at: int, card: int, look: Outlook) -> float:
    """How likely a tank comes to hold what a card shows; 1 when it does."""
    mix = fillings[at + MIX_AT]
    chance = OPEN
    lacking = 0
    use = fillings[at + USE_AT]
    rest = state.tables.card_mix[card]
    while rest != 0:
        kind = state.tables.lowest[rest]
        rest &= rest - 1
        missing = state.tables.card_needs[card * KINDS + kind] - fillings[at + kind]
        if missing > 0:
            if state.tables.shuns[kind] & mix != 0:
                return 0.0
            lacking += missing
            use += missing * state.tables.oxygen[kind]
            while missing > 0:
                chance = chance * look[kind]
                missing -= 1
    if lacking == 0:
        return 1.0
    supply = state.tables.supplies[mix]
    if mix & (1 << SEAWEED) == 0:
        supply += state.tables.adds[SEAWEED]
        chance = chance * look[SEAWEED]
    return chance if use <= supply else chance * CRAMPED
