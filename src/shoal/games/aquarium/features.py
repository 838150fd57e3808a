"""What an aquarium is worth to a player of Aquarium who looks ahead: stars now, combinations that may still come about, and what feeding will cost.

A *holding* is a working copy of one aquarium (cards by kind). Everything is measured in stars. The weights are opinions about playing, tuned by
games of such players against each other; they are not numbers of the game.
"""

from typing import TYPE_CHECKING, Annotated

from .box import AquariumBox
from .notation import COLOURS, FISH, FOODS, KINDS, NONE, SIZES, Kinds
from .rules_money import food_units

if TYPE_CHECKING:
    from .rules import Aquarium

COIN = 0.27
"""What a coin is worth while there is time to spend it …"""
SPENDING_TURNS = 4.0
"""… and the turns in which half of that is gone."""
LAST_COIN = 0.01
"""At the very end only the tie-break is left, and against coins."""
HOPE_TURNS = 40.0
"""With so many turns left, a card that is missing is obtained every second time."""
TURNS_A_CARD = 1.0
"""Turns of all players for each card of the deck."""
EARNED_A_TURN = 0.8
"""Coins that a turn brings on average, for foreseeing whether a feeding can be paid."""
SHORTAGE = 0.4
"""What each coin is worth that the next feeding will probably lack."""

COIN_AT, FOOD_AT, FEEDINGS_AT, TURNS_AT, NEXT_AT = KINDS, KINDS + 1, KINDS + 2, KINDS + 3, KINDS + 4
Outlook = Annotated[list[float], "double", KINDS + 5]
"""By kind the chance that one more copy can be had; then the worth of a coin, the mean food cost, feedings and own turns left, turns to the next feeding."""


def fill_outlook(state: "Aquarium", look: Outlook, feedings: int) -> None:
    """What may be hoped for, with so many feedings still to come."""
    turns = TURNS_A_CARD * draws_left(state, feedings) / state.players
    look[TURNS_AT] = turns
    look[COIN_AT] = COIN * turns / (turns + SPENDING_TURNS) - LAST_COIN
    look[FEEDINGS_AT] = feedings * 1.0
    look[FOOD_AT] = mean_food(state.tables)
    look[NEXT_AT] = TURNS_A_CARD * (state.pile_left * (0.5 if state.feeding_ahead == 1 else 1.5)) / state.players
    hope = turns / (turns + HOPE_TURNS)
    for kind in range(KINDS):
        copies = state.unseen[kind] + state.market[kind]
        look[kind] = hope * (1.0 - 1.0 / (1 + copies))


def draws_left(state: "Aquarium", feedings: int) -> float:
    """Cards still to be turned up, on average, before the last Feeding Time."""
    if feedings <= 0:
        return 0.0
    if feedings == 1 and state.feeding_ahead == 1:
        return state.pile_left * 0.5
    return state.unseen_size - 0.5 * state.pile_cards(state.tables.piles[state.players] - 1)


def mean_food(tables: AquariumBox) -> float:
    total = 0
    cards = 0
    for value in range(FOODS):
        total += value * tables.food[value]
        cards += tables.food[value]
    return total / (1.0 * cards) if cards > 0 else 0.0


def feedings_left(state: "Aquarium") -> int:
    """Those that are still to come after the one going on."""
    return state.tables.feedings[state.players] - state.feedings


def fill_holding(state: "Aquarium", seat: int, holding: Kinds) -> None:
    for kind in range(KINDS):
        holding[kind] = state.aquariums[seat * KINDS + kind]


# ---- what a holding is worth

def worth(state: "Aquarium", holding: Kinds, look: Outlook) -> float:
    """Stars and hopes, less all food still to be bought."""
    value = 0.0
    for kind in range(FISH):
        value += holding[kind] * state.tables.stars[kind]
    value += plant_hopes(state, holding, look) + trio_hopes(state, holding, look) + set_hopes(state, holding, look)
    value += look[COIN_AT] * look[TURNS_AT] * 0.5 * state.tables.bank_extra * holding[FISH - 1]
    return value - look[COIN_AT] * look[FOOD_AT] * look[FEEDINGS_AT] * food_units(state.tables, holding, 0)


def plant_hopes(state: "Aquarium", holding: Kinds, look: Outlook) -> float:
    """Species pay more and more; a plant also saves the food of fish that are still to come."""
    species = 0
    plants = 0
    chance = 1.0
    for kind in range(FISH, KINDS):
        plants += holding[kind]
        if holding[kind] > 0:
            species += 1
        else:
            chance = chance * (1.0 - look[kind])
    value = 1.0 * state.tables.plants_by_species[species]
    if species < KINDS - FISH:
        value += (1.0 - chance) * (state.tables.plants_by_species[species + 1] - state.tables.plants_by_species[species])
    fish = 0
    for kind in range(FISH):
        fish += holding[kind]
    idle = plants * state.tables.free_fish - fish
    used = plants - (idle if idle > 0 else 0)
    return value + look[COIN_AT] * look[FOOD_AT] * look[FEEDINGS_AT] * (0.6 * (plants - used) + 0.2 * used)


def trio_hopes(state: "Aquarium", holding: Kinds, look: Outlook) -> float:
    value = 0.0
    for colour in range(COLOURS):
        at = colour * SIZES
        least = holding[at]
        for column in range(1, SIZES):
            if holding[at + column] < least:
                least = holding[at + column]
        chance = 1.0
        for column in range(SIZES):
            if holding[at + column] == least:
                chance = chance * look[at + column]
        value += least + chance
    return value * state.tables.trio


def set_hopes(state: "Aquarium", holding: Kinds, look: Outlook) -> float:
    value = 0.0
    for column in range(SIZES):
        least = holding[column]
        for colour in range(1, COLOURS):
            if holding[colour * SIZES + column] < least:
                least = holding[colour * SIZES + column]
        chance = 1.0
        for colour in range(COLOURS):
            if holding[colour * SIZES + column] == least:
                chance = chance * look[colour * SIZES + column]
        value += (least + chance) * state.tables.set_by_size[column]
    return value


def settled(state: "Aquarium", holding: Kinds, look: Outlook) -> float:
    """What the holding is worth when fish that are not worth their food are left to starve; the holding is changed like that."""
    best = worth(state, holding, look)
    found = 0
    while found >= 0:
        found = -1
        for kind in range(FISH):
            if holding[kind] > 0:
                holding[kind] -= 1
                value = worth(state, holding, look)
                holding[kind] += 1
                if value > best + 0.01:
                    best = value
                    found = kind
        if found >= 0:
            holding[found] -= 1
    return best


def purse(state: "Aquarium", coins: int, holding: Kinds, look: Outlook) -> float:
    """What coins are worth beside a holding: enough for the next feeding is worth more than the rest."""
    value = look[COIN_AT] * coins
    if look[FEEDINGS_AT] > 0.5:
        lacking = look[FOOD_AT] * food_units(state.tables, holding, 0) - coins - EARNED_A_TURN * look[NEXT_AT]
        if lacking > 0.0:
            value -= SHORTAGE * lacking
    return value


def pair_income(state: "Aquarium", kind: int, look: Outlook) -> float:
    """What a breeding pair (a kind plus 1, or none) still earns."""
    return look[COIN_AT] * look[TURNS_AT] * 0.85 * state.tables.income[kind - 1] if kind != NONE else 0.0


def kept_value(state: "Aquarium", holding: Kinds, coins: int, pair: int, look: Outlook) -> float:
    """A holding after the best starving, with a purse and a breeding pair."""
    value = settled(state, holding, look)
    value += purse(state, coins, holding, look)
    value += pair_income(state, pair, look)
    return value
