"""What an aquarium is worth to a player of Aquarium who looks ahead: stars now, combinations that may still come about, and what feeding will cost.

A *holding* is a working copy of one aquarium (cards by kind). Everything is measured in stars. The weights are opinions about playing, tuned by
games of such players against each other; they are not numbers of the game.
"""

from typing import TYPE_CHECKING, Annotated

from shoal.engine.hints import scratch

from .box import AquariumBox
from .notation import BANK, COLOURS, FISH, FOODS, KINDS, NONE, SEATS, SIZES, Kinds, Sizes
from .rules_money import food_units, units_beyond

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

IDLE_PLANT, USED_PLANT = 0.6, 0.2
"""How much of the food that a plant could save counts while it keeps no fish, and while it does."""
HARDLY = 0.01
"""Stars that are not worth starving a fish for."""

COIN_AT, FOOD_AT, FEEDINGS_AT, TURNS_AT, NEXT_AT, FOOD_VALUE_AT = KINDS, KINDS + 1, KINDS + 2, KINDS + 3, KINDS + 4, KINDS + 5
STANDING_AT = KINDS + 6
OUTLOOK = KINDS + 6 + SEATS
Outlook = Annotated[list[float], "double", OUTLOOK]
"""By kind the chance that one more copy can be had; then the worth of a coin, the mean food cost, feedings and own turns left, turns to the next feeding,
and what a unit of food in all these feedings is worth; by seat what it may expect as things are, for those that matter."""
Savings = Annotated[list[float], "double", SIZES]


def fill_outlook(state: "Aquarium", look: Outlook, feedings: int) -> None:
    """What may be hoped for, with so many feedings still to come."""
    turns = TURNS_A_CARD * draws_left(state, feedings) / state.players
    look[TURNS_AT] = turns
    look[COIN_AT] = COIN * turns / (turns + SPENDING_TURNS) - LAST_COIN
    look[FEEDINGS_AT] = feedings * 1.0
    look[FOOD_AT] = mean_food(state.tables)
    look[FOOD_VALUE_AT] = look[COIN_AT] * look[FOOD_AT] * look[FEEDINGS_AT]
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
    value += holding[BANK] * bank_income(state, look)
    return value - look[FOOD_VALUE_AT] * food_units(state.tables, holding, 0)


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
    if plants > 0:
        fish = 0
        for kind in range(FISH):
            fish += holding[kind]
        idle = idle_plants(state, plants, fish)
        value += look[FOOD_VALUE_AT] * (IDLE_PLANT * idle + USED_PLANT * (plants - idle))
    return value


def idle_plants(state: "Aquarium", plants: int, fish: int) -> int:
    """Plants (or parts of them) that keep no fish."""
    return max(0, plants * state.tables.free_fish - fish)


def trio_hopes(state: "Aquarium", holding: Kinds, look: Outlook) -> float:
    value = 0.0
    for colour in range(COLOURS):
        value += trios(holding, look, colour)
    return value * state.tables.trio


def trios(holding: Kinds, look: Outlook, colour: int) -> float:
    """Of one colour: those there are, and the chance of one more."""
    at = colour * SIZES
    least = min(holding[at], holding[at + 1], holding[at + 2])
    chance = 1.0
    for kind in range(at, at + SIZES):
        if holding[kind] == least:
            chance = chance * look[kind]
    return least + chance


def set_hopes(state: "Aquarium", holding: Kinds, look: Outlook) -> float:
    value = 0.0
    for column in range(SIZES):
        value += sets(holding, look, column) * state.tables.set_by_size[column]
    return value


def sets(holding: Kinds, look: Outlook, column: int) -> float:
    """Of one size: those there are, and the chance of one more."""
    least = min(holding[column], holding[column + SIZES], holding[column + 2 * SIZES], holding[column + 3 * SIZES])
    chance = 1.0
    for colour in range(COLOURS):
        if holding[column + colour * SIZES] == least:
            chance = chance * look[column + colour * SIZES]
    return least + chance


def settled(state: "Aquarium", holding: Kinds, look: Outlook) -> float:
    """What the holding is worth when fish that are not worth their food are left to starve; the holding is changed like that."""
    kind = worst_eater(state, holding, look)
    while kind >= 0:
        holding[kind] -= 1
        kind = worst_eater(state, holding, look)
    return worth(state, holding, look)


def worst_eater(state: "Aquarium", holding: Kinds, look: Outlook) -> int:
    """The fish without which the holding is worth most, if it is worth more then; -1 for none."""
    savings: Savings = scratch(SIZES)
    most = HARDLY
    found = -1
    if look[FOOD_VALUE_AT] > 0.0:
        fill_savings(state, holding, look, savings)
        for kind in range(FISH):
            gain = savings[state.tables.size[kind] - 1] - state.tables.stars[kind]
            if holding[kind] > 0 and gain > most:
                gain -= other_use(state, holding, kind, look)
                if gain > most:
                    most = gain + HARDLY
                    found = kind
    return found


def fill_savings(state: "Aquarium", holding: Kinds, look: Outlook, savings: Savings) -> None:
    """By size: what the food is worth that one fish less would leave, for itself and by the plant that it has no need of."""
    hungry: Sizes = [0] * SIZES
    fish = 0
    plants = 0
    for kind in range(FISH):
        fish += holding[kind]
        hungry[state.tables.size[kind] - 1] += holding[kind]
    for kind in range(FISH, KINDS):
        plants += holding[kind]
    idle = idle_plants(state, plants, fish - 1) - idle_plants(state, plants, fish)
    units = units_beyond(hungry, plants * state.tables.free_fish)
    for column in range(SIZES):
        hungry[column] -= 1
        saved = units - units_beyond(hungry, plants * state.tables.free_fish)
        hungry[column] += 1
        savings[column] = look[FOOD_VALUE_AT] * (saved + (IDLE_PLANT - USED_PLANT) * idle)


def other_use(state: "Aquarium", holding: Kinds, kind: int, look: Outlook) -> float:
    """What a fish is worth beside its own stars."""
    if kind == BANK:
        return bank_income(state, look)
    value = trios(holding, look, kind // SIZES) * state.tables.trio + sets(holding, look, kind % SIZES) * state.tables.set_by_size[kind % SIZES]
    holding[kind] -= 1
    value -= trios(holding, look, kind // SIZES) * state.tables.trio + sets(holding, look, kind % SIZES) * state.tables.set_by_size[kind % SIZES]
    holding[kind] += 1
    return value


def purse(state: "Aquarium", coins: int, holding: Kinds, look: Outlook) -> float:
    """What coins are worth beside a holding: enough for the next feeding is worth more than the rest."""
    value = look[COIN_AT] * coins
    if look[FEEDINGS_AT] > 0.5:
        lacking = look[FOOD_AT] * food_units(state.tables, holding, 0) - coins - EARNED_A_TURN * look[NEXT_AT]
        if lacking > 0.0:
            value -= SHORTAGE * lacking
    return value


def bank_income(state: "Aquarium", look: Outlook) -> float:
    """What a fishybank still earns, passing every second turn."""
    return look[COIN_AT] * look[TURNS_AT] * 0.5 * state.tables.bank_extra


def pair_income(state: "Aquarium", kind: int, look: Outlook) -> float:
    """What a breeding pair (a kind plus 1, or none) still earns."""
    return look[COIN_AT] * look[TURNS_AT] * 0.85 * state.tables.income[kind - 1] if kind != NONE else 0.0


def kept_value(state: "Aquarium", holding: Kinds, coins: int, pair: int, look: Outlook) -> float:
    """A holding after the best starving, with a purse and a breeding pair."""
    value = settled(state, holding, look)
    value += purse(state, coins, holding, look)
    value += pair_income(state, pair, look)
    return value
