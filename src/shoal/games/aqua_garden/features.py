"""What an aquarium is worth to a player of Aqua Garden who looks ahead: points now, room for more, milestones that come near, money.

A *plan* is a working copy of one aquarium with its purse, the hand and the Sea board, as far as one turn changes them. Everything is
measured in points. The weights are opinions about playing, tuned by games of such players against each other; they are not numbers of the game.
"""

from typing import TYPE_CHECKING, Annotated

from shoal.engine.hints import scratch

from .notation import (
    FLAPJACK,
    GROUPS,
    KINDS,
    LARGE,
    MANTA,
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
from .scoring import commonest, feeding_sets, flapjack_points, remora_points

if TYPE_CHECKING:
    from .rules_table import AquaGardenTable

# Where things stand in a plan; the numbers of tokens in tanks come first, [tank * KINDS + kind].
MIXES_AT = TANKS * KINDS
USES_AT = MIXES_AT + TANKS
SEA_AT = USES_AT + TANKS
HAND_AT = SEA_AT + KINDS
FUNDS_AT = HAND_AT + KINDS
PLAN = FUNDS_AT + 1
Plan = Annotated[list[int], "int", PLAN]

# Where things stand among the values of a plan, which follow from it: each tank's own worth, its chances of each milestone, what feedings bring.
CHANCES_AT = TANKS
FEEDINGS_AT = CHANCES_AT + TANKS * GROUPS
VALUES = FEEDINGS_AT + 1
Values = Annotated[list[float], "double", VALUES]

# Where things stand in an outlook. First comes, by kind, the chance to get one more.
GROUPS_AT = KINDS
"""Points and reward of each milestone that is still open."""
TURNS_AT = GROUPS_AT + GROUPS
COIN_AT = TURNS_AT + 1
ROOM_AT = COIN_AT + 1
PAIR_AT = ROOM_AT + 1
CROSSINGS_AT = PAIR_AT + 1
MANTA_AT = CROSSINGS_AT + 1
TIME_AT = MANTA_AT + 1
"""From 0 at the end to nearly 1: how much of the money can still be spent."""
OUTLOOK = TIME_AT + 1
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


def fill_outlook(state: "AquaGardenTable", seat: int, at: int, look: Outlook) -> None:
    """What may be hoped for by a seat whose Owner token stands on this space."""
    turns = turns_left(state, at)
    hope = turns / (turns + PATIENCE)
    look[TURNS_AT] = turns
    look[TIME_AT] = turns / (turns + 1.0)
    look[COIN_AT] = LAST_COIN + (COIN - LAST_COIN) * hope
    look[PAIR_AT] = HALF_PAIR * hope
    look[CROSSINGS_AT] = turns / LAP
    look[MANTA_AT] = commonest(state.tables, state.contents, cell(seat, 0, 0)) * state.tables.manta + hope
    fill_chances(state, turns, look)
    fill_groups(state, seat, look)
    free = 0
    for tank in range(TANKS):
        free += state.tables.supplies[state.mixes[tank_at(seat, tank)]] - state.uses[tank_at(seat, tank)]
    wanted = turns * DEMAND
    look[ROOM_AT] = ROOM * wanted / (wanted + 0.3 * max(0, free) + 1.0)


def fill_chances(state: "AquaGardenTable", turns: float, look: Outlook) -> None:
    """By kind: how likely one more comes to hand in time."""
    total = 1
    for kind in range(REGULAR):
        total += state.tables.bags[state.players * REGULAR + kind]
    for kind in range(KINDS):
        copies = 0
        if kind < REGULAR:
            copies = state.bag[kind]
            for space in range(1, state.tables.spaces + 1):
                copies += state.fair[space * REGULAR + kind]
        weight = turns * SCARCE * copies / total
        if state.sea[kind] > 0:
            weight += turns * BOUGHT
        look[kind] = weight / (weight + 1.0)


def fill_groups(state: "AquaGardenTable", seat: int, look: Outlook) -> None:
    """What each milestone is worth to a seat."""
    for group in range(GROUPS):
        look[GROUPS_AT + group] = 0.0
        if state.achieved[seat * GROUPS + group] == 0 and state.cards[group] != NONE:
            place = state.cubes[group]
            look[GROUPS_AT + group] = 1.0 * state.tables.card_points[state.cards[group] * SEATS + place]
            if place == 0:
                look[GROUPS_AT + group] += REWARD_TOKEN * state.tables.reward_size[group]


# ---- plans


def fill_plan(state: "AquaGardenTable", seat: int, plan: Plan) -> None:
    """An aquarium as it is now, with what is in hand and on the Sea board."""
    for i in range(TANKS * KINDS):
        plan[i] = state.contents[cell(seat, 0, 0) + i]
    for tank in range(TANKS):
        plan[MIXES_AT + tank] = state.mixes[tank_at(seat, tank)]
        plan[USES_AT + tank] = state.uses[tank_at(seat, tank)]
    for kind in range(KINDS):
        plan[SEA_AT + kind] = state.sea[kind]
        plan[HAND_AT + kind] = state.hand[kind]
    plan[FUNDS_AT] = state.funds[seat]


def take(state: "AquaGardenTable", plan: Plan, tank: int, kind: int, number: int) -> None:
    """Tokens out of a tank of a plan."""
    plan[tank * KINDS + kind] -= number
    plan[USES_AT + tank] -= number * state.tables.oxygen[kind]
    if plan[tank * KINDS + kind] == 0:
        plan[MIXES_AT + tank] &= ~(1 << kind)


def add(state: "AquaGardenTable", plan: Plan, tank: int, kind: int) -> None:
    """A token into a tank of a plan; what cannot stay then leaves, the least precious first."""
    plan[tank * KINDS + kind] += 1
    plan[MIXES_AT + tank] |= 1 << kind
    plan[USES_AT + tank] += state.tables.oxygen[kind]
    if state.tables.sound[plan[MIXES_AT + tank]] == 0:
        clear(state, plan, tank, state.tables.shuns[kind])
    while plan[USES_AT + tank] > state.tables.supplies[plan[MIXES_AT + tank]]:
        least = least_precious(state, plan, tank, kind)
        if least == NONE:
            return
        take(state, plan, tank, least, 1)
        follow(state, plan, tank)


def clear(state: "AquaGardenTable", plan: Plan, tank: int, kinds: int) -> None:
    """All tokens of some kinds out of a tank of a plan."""
    for kind in range(KINDS):
        if (kinds >> kind) & 1 == 1:
            take(state, plan, tank, kind, plan[tank * KINDS + kind])
    follow(state, plan, tank)


def follow(state: "AquaGardenTable", plan: Plan, tank: int) -> None:
    """Whoever has lost what it needs leaves a tank of a plan."""
    for kind in range(KINDS):
        needs = state.tables.needs[kind]
        if needs != 0 and plan[tank * KINDS + kind] > 0 and needs & plan[MIXES_AT + tank] == 0:
            take(state, plan, tank, kind, plan[tank * KINDS + kind])


def least_precious(state: "AquaGardenTable", plan: Plan, tank: int, kept: int) -> int:
    """The kind that a crowded tank misses least for the oxygen it uses, not the last one of the kind just placed."""
    found = NONE
    best = 0.0
    small = plan[tank * KINDS + SMALL]
    large = plan[tank * KINDS + LARGE]
    rest = plan[MIXES_AT + tank]
    while rest != 0:
        kind = state.tables.lowest[rest]
        rest &= rest - 1
        if state.tables.oxygen[kind] > 0 and plan[tank * KINDS + kind] > (1 if kind == kept else 0):
            lost = state.tables.worth[kind] + 0.5
            if (kind == SMALL and small <= large) or (kind == LARGE and large <= small):
                lost += state.tables.pair
            if found == NONE or lost / state.tables.oxygen[kind] < best:
                found = kind
                best = lost / state.tables.oxygen[kind]
    return found


# ---- what a plan is worth


def tank_worth(state: "AquaGardenTable", plan: Plan, tank: int, look: Outlook) -> float:
    """Points of a tank now, and what its room and its half pairs may still bring."""
    at = tank * KINDS
    mix = plan[MIXES_AT + tank]
    value = 1.0 * points_of(state, plan, at, mix)
    if mix & state.tables.advanced != 0:
        value += plan[at + FLAPJACK] * flapjack_points(state.tables, mix)
        value += plan[at + REMORA] * remora_points(state.tables, mix)
        value += plan[at + MANTA] * look[MANTA_AT]
    free = state.tables.supplies[mix] - plan[USES_AT + tank]
    halves = plan[at + SMALL] - plan[at + LARGE]
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


def points_of(state: "AquaGardenTable", plan: Plan, at: int, mix: int) -> int:
    """Points of a tank with these kinds, advanced fish not counted."""
    points = state.tables.pair * min(plan[at + SMALL], plan[at + LARGE])
    while mix != 0:
        kind = state.tables.lowest[mix]
        mix &= mix - 1
        points += state.tables.worth[kind] * plan[at + kind]
    return points


def milestone_chance(state: "AquaGardenTable", plan: Plan, tank: int, card: int, look: Outlook) -> float:
    """How likely a tank comes to hold what a card shows; 1 when it does."""
    mix = plan[MIXES_AT + tank]
    chance = OPEN
    lacking = 0
    use = plan[USES_AT + tank]
    rest = state.tables.card_mix[card]
    while rest != 0:
        kind = state.tables.lowest[rest]
        rest &= rest - 1
        missing = state.tables.card_needs[card * KINDS + kind] - plan[tank * KINDS + kind]
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


def value_tank(state: "AquaGardenTable", seat: int, plan: Plan, tank: int, look: Outlook, values: Values) -> None:
    """What follows from the tokens of one tank."""
    values[tank] = tank_worth(state, plan, tank, look)
    if (state.tables.event >> tank) & 1 == 1:
        values[FEEDINGS_AT] = look[CROSSINGS_AT] * look[COIN_AT] * feeding_sets(state.tables, plan, 0, state.feeding[seat])
    for group in range(GROUPS):
        if look[GROUPS_AT + group] > 0.0:
            values[CHANCES_AT + tank * GROUPS + group] = milestone_chance(state, plan, tank, state.cards[group], look)


def value_all(state: "AquaGardenTable", seat: int, plan: Plan, look: Outlook, values: Values) -> None:
    values[FEEDINGS_AT] = 0.0
    for tank in range(TANKS):
        value_tank(state, seat, plan, tank, look, values)


def plan_worth(state: "AquaGardenTable", seat: int, plan: Plan, look: Outlook, values: Values) -> float:
    """What a plan is worth, by its values."""
    total = purse_worth(state, plan[FUNDS_AT], look)
    for tank in range(TANKS):
        total += values[tank]
    for group in range(GROUPS):
        if look[GROUPS_AT + group] > 0.0:
            best = 0.0
            for tank in range(TANKS):
                if values[CHANCES_AT + tank * GROUPS + group] > best:
                    best = values[CHANCES_AT + tank * GROUPS + group]
            total += best * look[GROUPS_AT + group]
    return total + values[FEEDINGS_AT]


def purse_worth(state: "AquaGardenTable", funds: int, look: Outlook) -> float:
    """Money: what it will buy, and at the end what is printed for it."""
    counted = look[TIME_AT]
    spent = look[COIN_AT] * min(funds, PLENTY) + LAST_COIN * max(0, funds - PLENTY)
    return counted * spent + (1.0 - counted) * (funds // state.tables.funds_per_point)


# ---- trying


def tried(state: "AquaGardenTable", seat: int, plan: Plan, look: Outlook, values: Values, tank: int, kind: int, price: int, sown: bool) -> float:
    """What a plan would be worth with one more token in a tank (`sown`: with a new seaweed before it) for so many funds; it stays as it is."""
    kept: Plan = scratch(PLAN)
    seen: Values = scratch(VALUES)
    for i in range(KINDS):
        kept[i] = plan[tank * KINDS + i]
    mix = plan[MIXES_AT + tank]
    use = plan[USES_AT + tank]
    for group in range(GROUPS):
        seen[group] = values[CHANCES_AT + tank * GROUPS + group]
    own = values[tank]
    feedings = values[FEEDINGS_AT]
    plan[FUNDS_AT] -= price
    if sown:
        add(state, plan, tank, SEAWEED)
    add(state, plan, tank, kind)
    value_tank(state, seat, plan, tank, look, values)
    worth = plan_worth(state, seat, plan, look, values)
    plan[FUNDS_AT] += price
    for i in range(KINDS):
        plan[tank * KINDS + i] = kept[i]
    plan[MIXES_AT + tank] = mix
    plan[USES_AT + tank] = use
    for group in range(GROUPS):
        values[CHANCES_AT + tank * GROUPS + group] = seen[group]
    values[tank] = own
    values[FEEDINGS_AT] = feedings
    return worth
