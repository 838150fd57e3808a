"""What a good player of Aqua Garden looks at before every decision: the best turn that can follow, step by step.

A *plan* is an aquarium with its purse, the hand and the Sea board, as far as one turn changes them; of each tank it says which filling it has.
"""

from typing import TYPE_CHECKING, Annotated

from shoal.engine.facts import Looks, Moves
from shoal.engine.hints import scratch

from .features import (
    CHANCES_AT,
    COIN_AT,
    FEEDING_AT,
    FILLING,
    FILLINGS,
    GROUPS_AT,
    MIX_AT,
    MOST_FILLINGS,
    OUTLOOK,
    OUTLOOK_AT,
    PURSE_AT,
    USED_AT,
    VALUE,
    Fillings,
    Outlook,
    Values,
    fill_outlook,
    fill_prospects,
    fill_tanks,
    forget,
    grown,
    reduced,
    same_tank,
    value_filling,
)
from .notation import (
    AD,
    ADS,
    AIM,
    FINISH,
    GROUPS,
    KINDS,
    NONE,
    OWNER,
    PASS,
    REGULAR,
    REPAIR,
    REWARD,
    SEATS,
    SEAWEED,
    TANKS,
    TEND,
    WALK,
    ad_of,
    buy,
    cell,
    is_ad,
    is_aim,
    is_buy,
    is_claim,
    is_place,
    is_release,
    is_remove,
    kind_of,
    next_carpet,
    place,
    released_kind,
    steps_of,
    tank_of,
    walk,
)
from .scoring import ad_pays, feeding_sets

if TYPE_CHECKING:
    from .rules_table import AquaGardenTable

# Where things stand in a plan; the fillings of the tanks come first.
SEA_AT = TANKS
HAND_AT = SEA_AT + KINDS
SEA_MIX_AT = HAND_AT + KINDS
HAND_MIX_AT = SEA_MIX_AT + 1
"""The kinds on the Sea board and in hand, a bit for each."""
FUNDS_AT = HAND_MIX_AT + 1
CARD_AT = FUNDS_AT + 1
"""The Feeding Event card …"""
SETS_AT = CARD_AT + 1
"""… and how often its set is there."""
LENGTH_AT = SETS_AT + 1
"""How many actions were foreseen …"""
TURN_AT = LENGTH_AT + 1
"""… and which. They are not copied with a plan."""
MOST_TURN = 40
"""Actions of a turn that are foreseen."""
PLAN = TURN_AT + MOST_TURN
Plan = Annotated[list[int], "int", PLAN]

Chances = Annotated[list[float], "double", GROUPS]
"""Of each milestone."""

NEVER = -1000.0
AT_ONCE = 1000.0
SURE = 0.02
"""What a purchase must bring at least."""
SPACE = 2.1
"""What a space of the Fair track that still lies ahead is worth to one of two players; more players share it."""
SURPRISE = 4.0
"""So much more than the best turn so far a turn from a space further ahead is hardly ever worth."""
EARLY = 0.5
"""How much of the points of a Standby place is counted before the last round: the next round begins earlier."""


def fill_looks(state: "AquaGardenTable", seat: int, actions: Moves, n: int, looks: Looks, turn: Moves) -> int:
    """Points that the seat may expect after each of so many actions of one decision, compared with each other; the best turn, and how many actions it has.

    They begin with the same plan and mostly with the same outlook. Spaces so far ahead that they are hardly ever the best are not looked at closely:
    they count as if the best turn so far were there. Nothing is removed without need.
    """
    look: Outlook = scratch(OUTLOOK)
    plan: Plan = scratch(PLAN)
    after: Plan = scratch(PLAN)
    fillings: Fillings = scratch(FILLINGS)
    values: Values = scratch(MOST_FILLINGS * VALUE)
    fill_tanks(state, seat, fillings)
    fill_plan(state, seat, fillings, plan)
    fill_prospects(state, seat, look)
    seen = NONE
    length = 0
    best = NEVER
    gain = NEVER
    for i in range(n):
        if is_remove(actions[i]) and state.stage != REPAIR:
            looks[i] = NEVER
            continue
        at = space_after(state, seat, actions[i])
        if state.stage == OWNER and actions[i] != PASS and gain + SURPRISE + space_worth(state, at) < best:
            looks[i] = gain + space_worth(state, at)
            continue
        make_room(fillings, values, plan)
        if at != seen:
            fill_outlook(state, at, look)
            fillings[OUTLOOK_AT] += 1
            for tank in range(TANKS):
                value_filling(state, fillings, plan[tank], look, values)
            seen = at
        copy_plan(plan, after)
        looks[i] = look_of(state, seat, actions[i], after, look, fillings, values)
        if looks[i] > best:
            best = looks[i]
            gain = best - space_worth(state, at)
            turn[0] = actions[i]
            length = after[LENGTH_AT] + 1
            for k in range(after[LENGTH_AT]):
                turn[k + 1] = after[TURN_AT + k]
    return length


def goes_on_with(state: "AquaGardenTable", action: int, actions: Moves, n: int) -> bool:
    """Whether a turn can go on with an action that was foreseen. A milestone that can be claimed comes first; it is foreseen by nobody."""
    there: bool = False
    if state.stage != WALK and state.stage != TEND:
        return False
    for i in range(n):
        if is_claim(actions[i]):
            return False
        if actions[i] == action:
            there = True
    return there


def space_after(state: "AquaGardenTable", seat: int, action: int) -> int:
    """Where the Owner token of the seat stands after an action."""
    if action == PASS:
        return state.tables.spaces
    return action if state.stage == OWNER and action <= state.tables.spaces else state.owner[seat]


def look_of(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values) -> float:
    """Of one action; the plan is carried out as far as it belongs to the action."""
    if is_claim(action):
        return AT_ONCE
    if state.stage == OWNER:
        return owner_value(state, seat, action, plan, look, fillings, values)
    if state.stage == WALK:
        return walk_value(state, seat, steps_of(action), plan, look, fillings, values)
    if state.stage == AD:
        return ad_value(state, seat, action, plan, look, fillings, values)
    if state.stage == REPAIR:
        return repair_value(state, action, plan, look, fillings, values)
    if state.stage == REWARD or state.stage == AIM:
        return reward_value(state, seat, action, plan, look, fillings, values)
    return tend_value(state, seat, action, plan, look, fillings, values)


def space_worth(state: "AquaGardenTable", space: int) -> float:
    """What the spaces after this one are worth to who stands on it."""
    return SPACE * (state.tables.spaces - space) / (state.players - 1) if state.players > 1 else 0.0


# ---- plans


def fill_plan(state: "AquaGardenTable", seat: int, fillings: Fillings, plan: Plan) -> None:
    """An aquarium as it is now, with what is in hand and what may be bought from the Sea board."""
    for tank in range(TANKS):
        plan[tank] = same_tank(fillings, tank)
    plan[SEA_MIX_AT] = state.sea_mix if state.advanced_on_sale else state.sea_mix & ~state.tables.advanced
    plan[HAND_MIX_AT] = 0
    for kind in range(KINDS):
        plan[SEA_AT + kind] = state.sea[kind]
        take_in_hand(plan, kind, state.hand[kind])
    plan[FUNDS_AT] = state.funds[seat]
    plan[CARD_AT] = state.feeding[seat]
    plan[SETS_AT] = feeding_sets(state.tables, state.contents, cell(seat, 0, 0), state.feeding[seat])


def copy_plan(plan: Plan, after: Plan) -> None:
    """Another plan with the same tanks, tokens and funds, in which nothing has been foreseen yet."""
    for i in range(LENGTH_AT):
        after[i] = plan[i]
    after[LENGTH_AT] = 0


def foresee(plan: Plan, action: int) -> None:
    """One more action of the turn."""
    if plan[LENGTH_AT] < MOST_TURN:
        plan[TURN_AT + plan[LENGTH_AT]] = action
        plan[LENGTH_AT] += 1


def make_room(fillings: Fillings, values: Values, plan: Plan) -> None:
    """Before there are too many fillings: forget them, but not those of a plan. There is room for one of each kind in each tank then."""
    if fillings[USED_AT] <= MOST_FILLINGS - TANKS * KINDS:
        return
    for tank in range(TANKS):
        if plan[tank] >= TANKS:
            for i in range(FILLING):
                fillings[(TANKS + tank) * FILLING + i] = fillings[plan[tank] * FILLING + i]
            for i in range(VALUE):
                values[(TANKS + tank) * VALUE + i] = values[plan[tank] * VALUE + i]
            plan[tank] = TANKS + tank
    forget(fillings)


def put(state: "AquaGardenTable", plan: Plan, tank: int, fillings: Fillings, filling: int) -> None:
    """Another filling into a tank of a plan."""
    before = plan[tank]
    plan[tank] = filling
    if (state.tables.event >> tank) & 1 == 1:
        rest = state.tables.feeding_mix[plan[CARD_AT]]
        while rest != 0:
            kind = state.tables.lowest[rest]
            rest &= rest - 1
            if fillings[filling * FILLING + kind] != fillings[before * FILLING + kind]:
                plan[SETS_AT] = sets_of(state, plan, fillings)
                return


def sets_of(state: "AquaGardenTable", plan: Plan, fillings: Fillings) -> int:
    """How often the set of the Feeding Event card is in the event tanks of a plan."""
    sets = NONE
    rest = state.tables.feeding_mix[plan[CARD_AT]]
    while rest != 0:
        kind = state.tables.lowest[rest]
        rest &= rest - 1
        there = 0
        for tank in range(TANKS):
            if (state.tables.event >> tank) & 1 == 1:
                there += fillings[plan[tank] * FILLING + kind]
        found = there // state.tables.feeding_set[plan[CARD_AT] * KINDS + kind]
        if sets == NONE or found < sets:
            sets = found
    return max(0, sets)


def take_in_hand(plan: Plan, kind: int, number: int) -> None:
    """So many tokens of a kind in the hand of a plan."""
    plan[HAND_AT + kind] = number
    if number > 0:
        plan[HAND_MIX_AT] |= 1 << kind


def take_from_hand(plan: Plan, kind: int) -> None:
    """A token out of the hand of a plan."""
    plan[HAND_AT + kind] -= 1
    if plan[HAND_AT + kind] == 0:
        plan[HAND_MIX_AT] &= ~(1 << kind)


def take_from_sea(plan: Plan, kind: int) -> None:
    """A token from the Sea board of a plan."""
    plan[SEA_AT + kind] -= 1
    if plan[SEA_AT + kind] == 0:
        plan[SEA_MIX_AT] &= ~(1 << kind)


def plan_worth(plan: Plan, look: Outlook, values: Values) -> float:
    """What a plan is worth, by the values of its fillings."""
    others: Chances = scratch(GROUPS)
    fill_others(plan, 0, 1, look, values, others)
    return worth_with(plan, 0, 1, look, values, others)


def fill_others(plan: Plan, first: int, second: int, look: Outlook, values: Values, others: Chances) -> None:
    """The best chance of each open milestone in the tanks other than two."""
    for group in range(GROUPS):
        others[group] = 0.0
        if look[GROUPS_AT + group] > 0.0:
            for tank in range(TANKS):
                if tank != first and tank != second:
                    others[group] = max(others[group], values[plan[tank] * VALUE + CHANCES_AT + group])


def worth_with(plan: Plan, first: int, second: int, look: Outlook, values: Values, others: Chances) -> float:
    """What a plan is worth when the best chances in the tanks other than two are known."""
    total = look[PURSE_AT + plan[FUNDS_AT]]
    for tank in range(TANKS):
        total += values[plan[tank] * VALUE]
    for group in range(GROUPS):
        if look[GROUPS_AT + group] > 0.0:
            best = max(values[plan[first] * VALUE + CHANCES_AT + group], values[plan[second] * VALUE + CHANCES_AT + group])
            total += max(best, others[group]) * look[GROUPS_AT + group]
    return total + look[FEEDING_AT] * plan[SETS_AT]


# ---- Owner token and Employee


def owner_value(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values) -> float:
    """The best turn from a space, and the spaces that are still ahead then."""
    if action == PASS:
        points = state.tables.standby[min(state.finished, SEATS - 1)]
        last: bool = state.round == state.tables.rounds[state.players]
        return plan_worth(plan, look, values) + (points if last else EARLY * points)
    ahead = space_worth(state, action)
    if state.tables.fish_space[action] == 0:
        return best_ad(state, seat, plan, look, fillings, values) + ahead
    for kind in range(REGULAR):
        take_in_hand(plan, kind, state.fair[action * REGULAR + kind])
    after: Plan = scratch(PLAN)
    best = NEVER
    for steps in range(1, state.tables.most_steps + 1):
        copy_plan(plan, after)
        foresee(after, walk(steps))
        value = walk_value(state, seat, steps, after, look, fillings, values)
        if value > best:
            best = value
            for i in range(LENGTH_AT, TURN_AT + after[LENGTH_AT]):
                plan[i] = after[i]
    return best + ahead


def walk_value(state: "AquaGardenTable", seat: int, steps: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values) -> float:
    """What the turn is worth after a walk. The nearer the next feeding, the better. The plan is carried out."""
    carpet = state.carpet[seat]
    funds = plan[FUNDS_AT]
    income = state.tables.feeding_base + state.tables.feeding_pays[state.feeding[seat]] * plan[SETS_AT]
    for done in range(steps):
        if done >= state.tables.free_steps:
            funds -= state.tables.step_price
            if funds < 0:
                return NEVER
        if carpet == state.tables.bucket:
            funds = min(state.tables.most_funds, funds + income)
        carpet = next_carpet(carpet)
    plan[FUNDS_AT] = funds
    ahead = (state.tables.bucket - carpet + TANKS) % TANKS
    waiting = ahead * income * look[COIN_AT] / TANKS
    return best_turn(state, carpet, plan, look, fillings, values) - waiting


def best_turn(state: "AquaGardenTable", carpet: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values) -> float:
    """Place, buy, one after the other, what brings most, until nothing brings more; the plan is carried out."""
    others: Chances = scratch(GROUPS)
    first = state.tables.near_first[carpet]
    second = state.tables.near_second[carpet]
    fill_others(plan, first, second, look, values, others)
    now = worth_with(plan, first, second, look, values, others)
    while True:
        make_room(fillings, values, plan)
        best = now + SURE
        found = NONE
        rest = plan[HAND_MIX_AT] | plan[SEA_MIX_AT]
        while rest != 0:
            kind = state.tables.lowest[rest]
            rest &= rest - 1
            if plan[HAND_AT + kind] > 0 or plan[FUNDS_AT] >= state.tables.price[kind]:
                value = better_of(state, kind, first, second, plan, look, fillings, values, others)
                if value > best:
                    best = value
                    found = first * KINDS + kind
                value = better_of(state, kind, second, first, plan, look, fillings, values, others)
                if value > best:
                    best = value
                    found = second * KINDS + kind
        if found == NONE:
            foresee(plan, FINISH)
            return now
        carry_out(state, found // KINDS, found % KINDS, plan, look, fillings, values)
        now = best


def is_kept(state: "AquaGardenTable", kind: int, filling: int, fillings: Fillings) -> bool:
    """Whether one more token of a kind could stay, if others make room."""
    return (state.tables.keeps[fillings[filling * FILLING + MIX_AT]] >> kind) & 1 == 1


def cost(state: "AquaGardenTable", kind: int, tank: int, plan: Plan, fillings: Fillings) -> int:
    """What a token in this tank costs now: nothing from the hand, and a seaweed before it where that is lacking; NONE when it cannot be had."""
    price = 0 if plan[HAND_AT + kind] > 0 else state.tables.price[kind]
    if not is_kept(state, kind, plan[tank], fillings):
        if not can_sow(state, kind, tank, plan, fillings):
            return NONE
        price += state.tables.price[SEAWEED]
    return price if price <= plan[FUNDS_AT] else NONE


def can_sow(state: "AquaGardenTable", kind: int, tank: int, plan: Plan, fillings: Fillings) -> bool:
    """Whether only a seaweed is lacking, and one is on sale."""
    wants: bool = state.tables.needs[kind] & (1 << SEAWEED) != 0 and fillings[plan[tank] * FILLING + MIX_AT] & (1 << SEAWEED) == 0
    return wants and plan[SEA_AT + SEAWEED] > 0


def better_of(
    state: "AquaGardenTable", kind: int, tank: int, beside: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values, others: Chances
) -> float:
    """What the plan is worth with this token in this tank, one of two; NEVER when that cannot be."""
    price = cost(state, kind, tank, plan, fillings)
    return tried(state, kind, tank, beside, price, plan, look, fillings, values, others) if price != NONE else NEVER


def tried(
    state: "AquaGardenTable", kind: int, tank: int, beside: int, price: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values, others: Chances
) -> float:
    """What a plan would be worth with one more token in a tank for so many funds; it stays as it is."""
    before = plan[tank]
    sets = plan[SETS_AT]
    filling = grown(state, fillings, before, kind, look, values)
    put(state, plan, tank, fillings, filling)
    plan[FUNDS_AT] -= price
    worth = worth_with(plan, tank, beside, look, values, others)
    plan[FUNDS_AT] += price
    plan[tank] = before
    plan[SETS_AT] = sets
    return worth


def with_token(
    state: "AquaGardenTable", kind: int, tank: int, price: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values
) -> float:
    """The same, of any tank."""
    others: Chances = scratch(GROUPS)
    fill_others(plan, tank, tank, look, values, others)
    return tried(state, kind, tank, tank, price, plan, look, fillings, values, others)


def carry_out(state: "AquaGardenTable", tank: int, kind: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values) -> None:
    """A token that was tried into a tank of a plan."""
    plan[FUNDS_AT] -= cost(state, kind, tank, plan, fillings)
    if not is_kept(state, kind, plan[tank], fillings):
        foresee(plan, buy(SEAWEED, tank))
        take_from_sea(plan, SEAWEED)
    if plan[HAND_AT + kind] > 0:
        foresee(plan, place(kind, tank))
        take_from_hand(plan, kind)
    else:
        foresee(plan, buy(kind, tank))
        take_from_sea(plan, kind)
    filling = grown(state, fillings, plan[tank], kind, look, values)
    put(state, plan, tank, fillings, filling)


# ---- tanks


def tend_value(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values) -> float:
    """What the turn is worth if it goes on like this. Nothing is removed without need."""
    if action == FINISH:
        return plan_worth(plan, look, values) + SURE * 0.5
    if is_release(action):
        take_from_hand(plan, released_kind(action))
    else:
        tank = tank_of(action)
        kind = kind_of(action)
        if is_place(action):
            take_from_hand(plan, kind)
        else:
            plan[FUNDS_AT] -= state.tables.price[kind]
            take_from_sea(plan, kind)
        filling = grown(state, fillings, plan[tank], kind, look, values)
        put(state, plan, tank, fillings, filling)
    return best_turn(state, state.carpet[seat], plan, look, fillings, values)


def repair_value(state: "AquaGardenTable", action: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values) -> float:
    """What is left when this token leaves."""
    tank = tank_of(action)
    filling = reduced(state, fillings, plan[tank], kind_of(action), look, values)
    put(state, plan, tank, fillings, filling)
    return plan_worth(plan, look, values)


def reward_value(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values) -> float:
    """A reward goes where it brings most; seaweed is bought for a turtle that has no other place."""
    if is_release(action):
        return plan_worth(plan, look, values)
    tank = tank_of(action)
    kind = kind_of(action)
    if is_aim(action):
        kept: bool = is_kept(state, kind, plan[tank], fillings)
        if kept or plan[FUNDS_AT] < state.tables.price[SEAWEED] or not can_sow(state, kind, tank, plan, fillings):
            return NEVER
        return with_token(state, kind, tank, state.tables.price[SEAWEED], plan, look, fillings, values)
    if is_buy(action):
        return with_token(state, kind, tank, state.tables.price[kind], plan, look, fillings, values) - SURE
    return with_token(state, kind, tank, 0, plan, look, fillings, values)


# ---- advertising spaces


def ad_value(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values) -> float:
    if is_ad(action):
        plan[FUNDS_AT] = min(state.tables.most_funds, plan[FUNDS_AT] + ad_pays(state.tables, state.contents, cell(seat, 0, 0), ad_of(action)))
        return plan_worth(plan, look, values)
    kind = kind_of(action)
    return with_token(state, kind, tank_of(action), state.tables.fee[kind], plan, look, fillings, values)


def best_ad(state: "AquaGardenTable", seat: int, plan: Plan, look: Outlook, fillings: Fillings, values: Values) -> float:
    """The best that an advertising space offers."""
    best = NEVER
    funds = plan[FUNDS_AT]
    for number in range(ADS):
        if (state.ads_used >> number) & 1 == 0:
            plan[FUNDS_AT] = min(state.tables.most_funds, funds + ad_pays(state.tables, state.contents, cell(seat, 0, 0), number))
            value = plan_worth(plan, look, values)
            if value > best:
                best = value
    plan[FUNDS_AT] = funds
    for kind in range(KINDS):
        if state.side[kind] > 0 and state.tables.fee[kind] <= funds:
            for tank in range(TANKS):
                if is_kept(state, kind, plan[tank], fillings):
                    value = with_token(state, kind, tank, state.tables.fee[kind], plan, look, fillings, values)
                    if value > best:
                        best = value
    return best
