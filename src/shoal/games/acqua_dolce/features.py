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
from .scoring import bits, failing, feed_rations, fish_count, in_conflict, objectives_met, ornaments_of, species_in

if TYPE_CHECKING:
    from .rules_table import AcquaDolceTable

Goals = Annotated[list[float], "double", 6]
"""How far each objective is: from 0 to 1."""

# Where things stand in a stock: all that the objectives ask about a tank.
SPECIES_AT, COLOURS_AT, ZONES_AT, RARE_AT, DECORATIONS_AT, PLANTS_AT, SCHOOLED_AT = 0, 1, 2, 3, 4, 5, 6
STOCK = 7
Stock = Annotated[list[int], "int", STOCK]

Gains = Annotated[list[float], "double", KINDS]
"""By how much one more of each card brings the objectives nearer."""

PARTICULAR = (1 << RARE) | (1 << COLOURS) | (1 << ZONES)
"""The objectives that ask which species there are, not only how many."""

NEARLY = 0.75
"""What an objective counts that is all but met; one that is met counts 1."""


# ---- how far the objectives are


def fill_stock(tables: AcquaDolceBox, tank: Kinds, objectives: int, stock: Stock) -> None:
    """What there is of everything that the objectives in play ask for; what none of them asks for is 0. Of ornaments, those that count."""
    species: int = 0
    for card in range(1, tables.fish + 1):
        species += 1 if tank[card] > 0 else 0
    for i in range(STOCK):
        stock[i] = 0
    stock[SPECIES_AT] = species
    if objectives & PARTICULAR != 0:
        fill_particulars(tables, tank, stock)
    if (objectives >> ORNAMENTS) & 1 == 1:
        stock[DECORATIONS_AT] = min(ornaments_of(tables, tank, DECORATION), tables.decorations)
        stock[PLANTS_AT] = min(ornaments_of(tables, tank, PLANT), tables.plants)
    if (objectives >> SCHOOLS) & 1 == 1:
        stock[SCHOOLED_AT] = school_cards(tables, tank)


def fill_particulars(tables: AcquaDolceBox, tank: Kinds, stock: Stock) -> None:
    """What the species bring besides their number."""
    for card in range(1, tables.fish + 1):
        if tank[card] > 0:
            stock[COLOURS_AT] |= tables.colours[card]
            stock[ZONES_AT] |= tables.zone[card]
            stock[RARE_AT] += tables.rare[card]


def progress_of(tables: AcquaDolceBox, tank: Kinds, objectives: int, need: int) -> float:
    """How far a tank is, see `progress`."""
    stock: Stock = scratch(STOCK)
    fill_stock(tables, tank, objectives, stock)
    return progress(tables, stock, objectives, need)


def fill_gains(tables: AcquaDolceBox, tank: Kinds, wanted: Kinds, objectives: int, need: int, gains: Gains) -> None:
    """By how much one more of each wanted card brings the objectives nearer."""
    stock: Stock = scratch(STOCK)
    fill_stock(tables, tank, objectives, stock)
    before = progress(tables, stock, objectives, need)
    stock[SPECIES_AT] += 1
    another = progress(tables, stock, objectives, need) - before
    stock[SPECIES_AT] -= 1
    for card in range(1, tables.kinds + 1):
        if wanted[card] > 0:
            if card > tables.ornaments:
                gains[card] = 0.0
            elif is_one_of_many(tables, card, objectives):
                gains[card] = another if tank[card] == 0 else 0.0
            else:
                gains[card] = progress_with(tables, tank, stock, card, objectives, need, before) - before


def is_one_of_many(tables: AcquaDolceBox, card: int, objectives: int) -> bool:
    """Whether the objectives in play see in a fish nothing but one more species."""
    if card > tables.fish or objectives & PARTICULAR != 0:
        return False
    return (objectives >> SCHOOLS) & 1 == 0 or tables.needs[card] & SCHOOL == 0


def progress_with(tables: AcquaDolceBox, tank: Kinds, stock: Stock, card: int, objectives: int, need: int, before: float) -> float:
    """`progress` with one more fish or ornament, where `before` is that without it."""
    more: Stock = scratch(STOCK)
    for i in range(STOCK):
        more[i] = stock[i]
    if card > tables.fish:
        more[DECORATIONS_AT] += 1 if tables.serves[card] == DECORATION and stock[DECORATIONS_AT] < tables.decorations else 0
        more[PLANTS_AT] += 1 if tables.serves[card] == PLANT and stock[PLANTS_AT] < tables.plants else 0
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
    n = fill_goals(tables, stock, objectives, goals)
    total = 0.0
    for i in range(min(need, n)):
        total += 1.0 if goals[i] >= 1.0 else NEARLY * goals[i] * goals[i]
    return total


def fill_goals(tables: AcquaDolceBox, stock: Stock, objectives: int, goals: Goals) -> int:
    """The part of each objective in play that is there, in cards, the largest first; returns how many."""
    n = 0
    if (objectives >> VARIETY) & 1 == 1:
        n = add_goal(goals, n, share(stock[SPECIES_AT], tables.variety))
    if (objectives >> SCHOOLS) & 1 == 1:
        n = add_goal(goals, n, share(stock[SCHOOLED_AT], tables.schools * tables.school_size))
    if (objectives >> ORNAMENTS) & 1 == 1:
        n = add_goal(goals, n, share(stock[DECORATIONS_AT] + stock[PLANTS_AT], tables.decorations + tables.plants))
    if (objectives >> RARE) & 1 == 1:
        n = add_goal(goals, n, share(stock[RARE_AT], tables.rare_fish))
    if (objectives >> COLOURS) & 1 == 1:
        n = add_goal(goals, n, share(bits(stock[COLOURS_AT]), tables.colour_count))
    if (objectives >> ZONES) & 1 == 1:
        n = add_goal(goals, n, share(bits(stock[ZONES_AT]), tables.zone_count))
    return n


def add_goal(goals: Goals, n: int, goal: float) -> int:
    """Put one more goal among n in descending order; returns how many there are."""
    at = n
    while at > 0 and goals[at - 1] < goal:
        goals[at] = goals[at - 1]
        at -= 1
    goals[at] = goal
    return n + 1


def share(have: int, want: int) -> float:
    return 1.0 if have >= want else have / want


def school_cards(tables: AcquaDolceBox, tank: Kinds) -> int:
    """Cards of the largest schools, as many schools as are wanted and as many of each as count."""
    total = 0
    for i in range(tables.school_kinds):
        total += min(tank[tables.schooling[i]], tables.school_size)
    return total if total <= tables.schools * tables.school_size else largest_schools(tables, tank)


def largest_schools(tables: AcquaDolceBox, tank: Kinds) -> int:
    """The same, where there are more than count."""
    total = 0
    most = tables.schools * tables.school_size
    for size in range(tables.school_size, 0, -1):
        for i in range(tables.school_kinds):
            if min(tank[tables.schooling[i]], tables.school_size) == size and total + size <= most:
                total += size
    return total


# ---- a Control Phase with a judge who means well


def after_control(state: "AcquaDolceTable", tank: Kinds, food: int, meals: int, degrees: int) -> None:
    """In place: what stays in a tank if the judge wants as many objectives as possible."""
    for _ in range(meals):
        victim = least_missed(state, tank, degrees)
        tank[victim] -= 1 if victim > 0 else 0
    fish = fish_count(state.tables, tank)
    if fish * state.tables.fish_food > food:
        starve(state, tank, min(fish, fish - food // state.tables.fish_food), degrees)
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


def starve(state: "AcquaDolceTable", tank: Kinds, hungry: int, degrees: int) -> None:
    """The second step: so many fish leave. First those that would leave anyway, then those that do not count, then what costs least."""
    doomed = leaving(state, tank, degrees)
    for i in range(state.tables.fish):
        card = state.tables.fish - i
        if hungry > 0 and (doomed >> card) & 1 == 1:
            hungry = given_up(tank, card, tank[card], hungry)
            if doomed & state.tables.shy != 0:                  # it may be at home again, now that the other one is gone
                doomed = leaving(state, tank, degrees)
    for i in range(state.tables.fish):
        card = state.tables.fish - i
        if hungry > 0 and tank[card] > enough(state.tables, card):
            hungry = given_up(tank, card, tank[card] - enough(state.tables, card), hungry)
    while hungry > 0:
        card = cheapest(state, tank, species_in(state.tables, tank))
        hungry = given_up(tank, card, tank[card], hungry)


def given_up(tank: Kinds, card: int, spare: int, hungry: int) -> int:
    """So many fish of a species leave, or fewer if no more have to; returns how many have to after that."""
    number = min(spare, hungry)
    tank[card] -= number
    return hungry - number


def enough(tables: AcquaDolceBox, card: int) -> int:
    """Fish of a species that count; more of them are a surplus."""
    return tables.school if tables.needs[card] & SCHOOL != 0 else 1


def leaving(state: "AcquaDolceTable", tank: Kinds, degrees: int) -> int:
    """The species that would leave later in the phase, a bit for each."""
    doomed = failing(state.tables, tank)
    if state.temperature:
        for card in range(1, state.tables.fish + 1):
            if tank[card] > 0 and is_frozen(state, card, degrees):
                doomed |= 1 << card
    return doomed


def settle_requirements(state: "AcquaDolceTable", tank: Kinds) -> None:
    """The third step: failing species leave; in a conflict the one without which most is left."""
    failed = failing(state.tables, tank)
    while failed != 0 and in_conflict(state.tables, tank, failed):
        tank[best_to_expel(state, tank, failed)] = 0
        failed = failing(state.tables, tank)
    if failed != 0:
        clear(state.tables, tank, failed)


def clear(tables: AcquaDolceBox, tank: Kinds, species: int) -> None:
    """All fish of some species leave."""
    for card in range(1, tables.fish + 1):
        if (species >> card) & 1 == 1:
            tank[card] = 0


def best_to_expel(state: "AcquaDolceTable", tank: Kinds, failed: int) -> int:
    """Of the failing species, the one whose leaving helps most. Those that bother nobody are alike: without one of them the others fail as before."""
    trial: Kinds = scratch(KINDS)
    best = -1.0
    found = 0
    tried: bool = False
    for card in range(1, state.tables.fish + 1):
        harmless: bool = card != state.tables.guppy and (state.tables.school_species >> card) & 1 == 0
        if (failed >> card) & 1 == 1 and not (harmless and tried):
            for i in range(KINDS):
                trial[i] = tank[i]
            trial[card] = 0
            clear(state.tables, trial, failing(state.tables, trial))
            value = progress_of(state.tables, trial, state.objectives, state.need)
            tried = tried or harmless
            if value > best:
                best = value
                found = card
    return found


def least_missed(state: "AcquaDolceTable", tank: Kinds, degrees: int) -> int:
    """The fish that a well-meaning judge lets a Piranha eat: one that would leave anyway, then a surplus one, then what costs least; 0 for none."""
    piranhas = 0
    edible = 0
    surplus = 0
    doomed = 0
    gone = leaving(state, tank, degrees)
    for card in range(1, state.tables.fish + 1):
        piranhas += tank[card] if state.tables.eats[card] == 1 else 0
    for card in range(1, state.tables.fish + 1):
        if tank[card] > 0 and may_be_eaten(state, card, piranhas):
            edible |= 1 << card
            if (gone >> card) & 1 == 1:
                doomed = card
            elif tank[card] > enough(state.tables, card):
                surplus = card
    if doomed > 0:
        return doomed
    return surplus if surplus > 0 else cheapest(state, tank, edible)


def may_be_eaten(state: "AcquaDolceTable", card: int, piranhas: int) -> bool:
    if state.tables.eats[card] == 0 or state.piranha_victim == ANY_FISH:
        return True
    return state.piranha_victim != NO_PIRANHA and piranhas > 1


def is_frozen(state: "AcquaDolceTable", card: int, degrees: int) -> bool:
    """Whether a fish does not live at a temperature, in a game where that matters."""
    return state.temperature and not state.tables.low[card] <= degrees <= state.tables.high[card]


def cheapest(state: "AcquaDolceTable", tank: Kinds, among: int) -> int:
    """The species without which the objectives stand best; `tank` is afterwards as before.

    Of those in question there is no fish too many or too few: to objectives that only count, one School is as good as another, and one of the rest too.
    """
    best = -1.0
    found = 0
    schools = state.tables.school_species
    for card in range(1, state.tables.fish + 1):
        if (among >> card) & 1 == 1:
            number = tank[card]
            tank[card] = 0
            value = progress_of(state.tables, tank, state.objectives, state.need)
            tank[card] = number
            if value > best:
                best = value
                found = card
            if state.objectives & PARTICULAR == 0:
                among &= ~schools if (schools >> card) & 1 == 1 else schools
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
