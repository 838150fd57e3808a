"""What a tank would be worth to somebody who runs out of cards: how far the objectives are after a Control Phase that he judges himself.

For bots, which ask this very often: who starves is found by looking at cards one by one, not by trying all combinations.
"""

from typing import TYPE_CHECKING, Annotated

from shoal.engine.hints import python, scratch

from .box import AcquaDolceBox
from .notation import (
    ANY_FISH,
    COLOURS,
    DECORATION,
    EAT,
    EXPEL,
    KINDS,
    NO_PIRANHA,
    ORNAMENTS,
    PLANT,
    RARE,
    SCHOOL,
    SCHOOLS,
    STARVE,
    VARIETY,
    ZONES,
    Kinds,
)
from .scoring import bits, failing, feed_rations, fish_count, in_conflict, objectives_met

if TYPE_CHECKING:
    from .rules_table import AcquaDolceTable

Goals = Annotated[list[float], "double", 6]
"""How far each objective is: from 0 to 1."""

# Where things stand in a stock: all that the objectives ask about a tank.
SPECIES_AT, COLOURS_AT, ZONES_AT, RARE_AT, DECORATIONS_AT, PLANTS_AT, SCHOOLED_AT = 0, 1, 2, 3, 4, 5, 6
STOCK = 7
Stock = Annotated[list[int], "int", STOCK]

NEARLY = 0.75
"""What an objective counts that is all but met; one that is met counts 1."""


# ---- how far the objectives are


def fill_stock(tables: AcquaDolceBox, tank: Kinds, objectives: int, stock: Stock) -> None:
    """What there is of everything that objectives ask for; schools are looked at only if one of these does."""
    species = 0
    colours = 0
    zones = 0
    rare = 0
    for card in range(1, tables.fish + 1):
        if tank[card] > 0:
            species += 1
            colours |= tables.colours[card]
            zones |= tables.zone[card]
            rare += tables.rare[card]
    stock[SPECIES_AT] = species
    stock[COLOURS_AT] = colours
    stock[ZONES_AT] = zones
    stock[RARE_AT] = rare
    stock[DECORATIONS_AT] = 0
    stock[PLANTS_AT] = 0
    for card in range(tables.fish + 1, tables.ornaments + 1):
        if tank[card] > 0:
            stock[DECORATIONS_AT] += tank[card] if tables.serves[card] == DECORATION else 0
            stock[PLANTS_AT] += tank[card] if tables.serves[card] == PLANT else 0
    stock[SCHOOLED_AT] = school_cards(tables, tank) if (objectives >> SCHOOLS) & 1 == 1 else 0


def progress_of(tables: AcquaDolceBox, tank: Kinds, objectives: int, need: int) -> float:
    """How far a tank is, see `progress`."""
    stock: Stock = scratch(STOCK)
    fill_stock(tables, tank, objectives, stock)
    return progress(tables, stock, objectives, need)


def progress_with(tables: AcquaDolceBox, tank: Kinds, stock: Stock, card: int, objectives: int, need: int, before: float) -> float:
    """`progress` with one more card, where `before` is that without it."""
    more: Stock = scratch(STOCK)
    for i in range(STOCK):
        more[i] = stock[i]
    if card > tables.fish:
        more[DECORATIONS_AT] += 1 if tables.serves[card] == DECORATION else 0
        more[PLANTS_AT] += 1 if tables.serves[card] == PLANT else 0
    elif tank[card] == 0:
        more[SPECIES_AT] += 1
        more[COLOURS_AT] |= tables.colours[card]
        more[ZONES_AT] |= tables.zone[card]
        more[RARE_AT] += tables.rare[card]
    if (objectives >> SCHOOLS) & 1 == 1 and tables.needs[card] & SCHOOL != 0:
        tank[card] += 1
        more[SCHOOLED_AT] = school_cards(tables, tank)
        tank[card] -= 1
    for i in range(STOCK):
        if more[i] != stock[i]:
            return progress(tables, more, objectives, need)
    return before


def progress(tables: AcquaDolceBox, stock: Stock, objectives: int, need: int) -> float:
    """The best `need` of the objectives in play: each 1 if it is met, less than NEARLY if not."""
    goals: Goals = scratch(6)
    fill_goals(tables, stock, objectives, goals)
    total = 0.0
    for _ in range(need):
        best = -1
        for number in range(6):
            if (objectives >> number) & 1 == 1 and (best < 0 or goals[number] > goals[best]):
                best = number
        if best >= 0:
            total += 1.0 if goals[best] >= 1.0 else NEARLY * goals[best] * goals[best]
            objectives &= ~(1 << best)
    return total


def fill_goals(tables: AcquaDolceBox, stock: Stock, objectives: int, goals: Goals) -> None:
    """The part of each objective in play that is there, in cards."""
    if (objectives >> VARIETY) & 1 == 1:
        goals[VARIETY] = share(stock[SPECIES_AT], tables.variety)
    if (objectives >> SCHOOLS) & 1 == 1:
        goals[SCHOOLS] = share(stock[SCHOOLED_AT], tables.schools * tables.school_size)
    if (objectives >> ORNAMENTS) & 1 == 1:
        ornaments = min(stock[DECORATIONS_AT], tables.decorations) + min(stock[PLANTS_AT], tables.plants)
        goals[ORNAMENTS] = share(ornaments, tables.decorations + tables.plants)
    if (objectives >> RARE) & 1 == 1:
        goals[RARE] = share(stock[RARE_AT], tables.rare_fish)
    if (objectives >> COLOURS) & 1 == 1:
        goals[COLOURS] = share(bits(stock[COLOURS_AT]), tables.colour_count)
    if (objectives >> ZONES) & 1 == 1:
        goals[ZONES] = share(bits(stock[ZONES_AT]), tables.zone_count)


def share(have: int, want: int) -> float:
    return 1.0 if have >= want else have / want


def school_cards(tables: AcquaDolceBox, tank: Kinds) -> int:
    """Cards of the largest schools, as many schools as are wanted and as many of each as count."""
    total = 0
    most = tables.schools * tables.school_size
    for size in range(tables.school_size, 0, -1):
        for card in range(1, tables.fish + 1):
            if tank[card] > 0 and tables.needs[card] & SCHOOL != 0 and min(tank[card], tables.school_size) == size and total + size <= most:
                total += size
    return total


# ---- a Control Phase with a judge who means well


def after_control(state: "AcquaDolceTable", tank: Kinds, food: int, meals: int, degrees: int) -> None:
    """In place: what stays in a tank if the judge wants as many objectives as possible."""
    for _ in range(meals):
        victim = least_missed(state, tank, True, degrees)
        tank[victim] -= 1 if victim > 0 else 0
    fish = fish_count(state.tables, tank)
    while fish * state.tables.fish_food > food:
        tank[least_missed(state, tank, False, degrees)] -= 1
        fish -= 1
    settle_requirements(state, tank)
    if state.temperature:
        for card in range(1, state.tables.fish + 1):
            if is_frozen(state, card, degrees):
                tank[card] = 0


def meals_in(state: "AcquaDolceTable", tank: Kinds) -> int:
    """How often Piranhas of a tank eat."""
    piranhas = 0
    for card in range(1, state.tables.fish + 1):
        piranhas += tank[card] if state.tables.eats[card] == 1 else 0
    return piranhas if state.each_piranha_eats else min(1, piranhas)


def settle_requirements(state: "AcquaDolceTable", tank: Kinds) -> None:
    """The third step: failing species leave; in a conflict the one without which most is left."""
    failed = failing(state.tables, tank)
    while failed != 0 and in_conflict(state.tables, tank, failed):
        tank[best_to_expel(state, tank, failed)] = 0
        failed = failing(state.tables, tank)
    for card in range(1, state.tables.fish + 1):
        if (failed >> card) & 1 == 1:
            tank[card] = 0


def best_to_expel(state: "AcquaDolceTable", tank: Kinds, failed: int) -> int:
    """Of the failing species, the one whose leaving helps most."""
    trial: Kinds = scratch(KINDS)
    best = -1.0
    found = 0
    for card in range(1, state.tables.fish + 1):
        if (failed >> card) & 1 == 1:
            for i in range(KINDS):
                trial[i] = tank[i]
            trial[card] = 0
            still = failing(state.tables, trial)
            for i in range(1, state.tables.fish + 1):
                if (still >> i) & 1 == 1:
                    trial[i] = 0
            value = progress_of(state.tables, trial, state.objectives, state.need)
            if value > best:
                best = value
                found = card
    return found


def least_missed(state: "AcquaDolceTable", tank: Kinds, eaten: bool, degrees: int) -> int:
    """The fish that a well-meaning judge gives up: one that would leave anyway, then a surplus one, then what costs least; 0 for none."""
    piranhas = 0
    surplus = 0
    doomed = 0
    failed = failing(state.tables, tank)
    for card in range(1, state.tables.fish + 1):
        piranhas += tank[card] if state.tables.eats[card] == 1 else 0
    for card in range(1, state.tables.fish + 1):
        if tank[card] > 0 and (not eaten or may_be_eaten(state, card, piranhas)):
            keep = state.tables.school if state.tables.needs[card] & SCHOOL != 0 else 1
            if (failed >> card) & 1 == 1 or is_frozen(state, card, degrees):
                doomed = card
            elif tank[card] > keep:
                surplus = card
    if doomed > 0:
        return doomed
    return surplus if surplus > 0 else cheapest(state, tank, eaten, piranhas)


def may_be_eaten(state: "AcquaDolceTable", card: int, piranhas: int) -> bool:
    if state.tables.eats[card] == 0 or state.piranha_victim == ANY_FISH:
        return True
    return state.piranha_victim != NO_PIRANHA and piranhas > 1


def is_frozen(state: "AcquaDolceTable", card: int, degrees: int) -> bool:
    """Whether a fish does not live at a temperature, in a game where that matters."""
    return state.temperature and not state.tables.low[card] <= degrees <= state.tables.high[card]


def cheapest(state: "AcquaDolceTable", tank: Kinds, eaten: bool, piranhas: int) -> int:
    """The fish without which the objectives stand best."""
    trial: Kinds = scratch(KINDS)
    best = -1.0
    found = 0
    for card in range(1, state.tables.fish + 1):
        if tank[card] > 0 and (not eaten or may_be_eaten(state, card, piranhas)):
            for i in range(KINDS):
                trial[i] = tank[i]
            trial[card] -= 1
            if trial[card] < state.tables.school and state.tables.needs[card] & SCHOOL != 0:
                trial[card] = 0
            value = progress_of(state.tables, trial, state.objectives, state.need)
            if value > best:
                best = value
                found = card
    return found


def objectives_after(state: "AcquaDolceTable", tank: Kinds) -> int:
    """How many of the objectives in play a tank meets."""
    return bits(objectives_met(state.tables, tank) & state.objectives)


def food_of_others(state: "AcquaDolceTable", seat: int) -> int:
    """Rations in the hands of the others: all that feeds the tank when this seat runs out, besides feed cards."""
    n = 0
    for other in range(state.players):
        if other != seat:
            n += state.hand_size[other] * state.tables.hand_food
    return n


def food_with(state: "AcquaDolceTable", tank: Kinds, seat: int, held: int) -> int:
    """Rations if this seat holds so many cards."""
    return food_of_others(state, seat) + held * state.tables.hand_food + feed_rations(state.tables, tank)


# ---- the same for people, who ask what they could keep


@python
def kept_by(state: "AcquaDolceTable", seat: int) -> int:
    """The objectives in play, a bit for each, that this seat could keep by judging well: in the present Control Phase, or by running out of cards now."""
    tank: Kinds = scratch(KINDS)
    who: int = seat
    for card in range(KINDS):
        tank[card] = state.tank[card]
    food: int = food_with(state, tank, who, 0)
    meals: int = meals_in(state, tank)
    if state.stage == EAT:
        food, meals = food_with(state, tank, who, state.hand_size[who]), state.meals
    elif state.stage == STARVE:
        food, meals = state.food, 0
    elif state.stage == EXPEL:
        food, meals = state.fish * state.tables.fish_food, 0
    after_control(state, tank, food, meals, state.degrees)
    met: int = objectives_met(state.tables, tank)
    return met & state.objectives
