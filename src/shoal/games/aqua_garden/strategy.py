"""What a good player of Aqua Garden looks at before every decision: the best turn that can follow, step by step."""

from typing import TYPE_CHECKING

from shoal.engine.facts import Looks, Moves
from shoal.engine.hints import scratch

from .features import (
    COIN_AT,
    FUNDS_AT,
    HAND_AT,
    MIXES_AT,
    OUTLOOK,
    PLAN,
    SEA_AT,
    VALUES,
    Outlook,
    Plan,
    Values,
    add,
    fill_outlook,
    fill_plan,
    plan_worth,
    take,
    follow,
    tried,
    value_all,
    value_tank,
)
from .notation import (
    AD,
    ADS,
    AIM,
    FINISH,
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
    WALK,
    ad_of,
    is_ad,
    is_aim,
    is_buy,
    is_claim,
    is_place,
    is_release,
    is_remove,
    kind_of,
    next_carpet,
    released_kind,
    steps_of,
    tank_of,
)
from .scoring import ad_pays, feeding_pays

if TYPE_CHECKING:
    from .rules_table import AquaGardenTable

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


def fill_looks(state: "AquaGardenTable", seat: int, actions: Moves, n: int, looks: Looks) -> None:
    """Points that the seat may expect after each of so many actions of one decision, compared with each other.

    They begin with the same plan and mostly with the same outlook. Spaces so far ahead that they are hardly ever the best are not looked at closely:
    they count as if the best turn so far were there.
    """
    look: Outlook = scratch(OUTLOOK)
    plan: Plan = scratch(PLAN)
    values: Values = scratch(VALUES)
    after: Plan = scratch(PLAN)
    then: Values = scratch(VALUES)
    fill_plan(state, seat, plan)
    seen = NONE
    best = NEVER
    gain = NEVER
    for i in range(n):
        at = space_after(state, seat, actions[i])
        if state.stage == OWNER and actions[i] != PASS and gain + SURPRISE + space_worth(state, at) < best:
            looks[i] = gain + space_worth(state, at)
            continue
        if at != seen:
            fill_outlook(state, seat, at, look)
            value_all(state, seat, plan, look, values)
            seen = at
        for k in range(PLAN):
            after[k] = plan[k]
        for k in range(VALUES):
            then[k] = values[k]
        looks[i] = look_of(state, seat, actions[i], after, look, then)
        if looks[i] > best:
            best = looks[i]
            gain = best - space_worth(state, at)


def space_after(state: "AquaGardenTable", seat: int, action: int) -> int:
    """Where the Owner token of the seat stands after an action."""
    if action == PASS:
        return state.tables.spaces
    return action if state.stage == OWNER and action <= state.tables.spaces else state.owner[seat]


def look_of(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, values: Values) -> float:
    """Of one action; the plan is carried out as far as it belongs to the action."""
    if is_claim(action):
        return AT_ONCE
    if state.stage == OWNER:
        return owner_value(state, seat, action, plan, look, values)
    if state.stage == WALK:
        return walk_value(state, seat, steps_of(action), plan, look, values) if not is_remove(action) else NEVER
    if state.stage == AD:
        return ad_value(state, seat, action, plan, look, values)
    if state.stage == REPAIR:
        return repair_value(state, seat, action, plan, look, values)
    if state.stage == REWARD or state.stage == AIM:
        return reward_value(state, seat, action, plan, look, values)
    return tend_value(state, seat, action, plan, look, values)


def space_worth(state: "AquaGardenTable", space: int) -> float:
    """What the spaces after this one are worth to who stands on it."""
    return SPACE * (state.tables.spaces - space) / (state.players - 1) if state.players > 1 else 0.0


# ---- Owner token and Employee


def owner_value(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, values: Values) -> float:
    """The best turn from a space, and the spaces that are still ahead then."""
    if action == PASS:
        points = state.tables.standby[min(state.finished, SEATS - 1)]
        last: bool = state.round == state.tables.rounds[state.players]
        return plan_worth(state, seat, plan, look, values) + (points if last else EARLY * points)
    if is_remove(action):
        return NEVER
    ahead = space_worth(state, action)
    if state.tables.fish_space[action] == 0:
        return best_ad(state, seat, plan, look, values) + ahead
    for kind in range(REGULAR):
        plan[HAND_AT + kind] = state.fair[action * REGULAR + kind]
    best = NEVER
    for steps in range(1, state.tables.most_steps + 1):
        value = walk_value(state, seat, steps, plan, look, values)
        if value > best:
            best = value
    return best + ahead


def walk_value(state: "AquaGardenTable", seat: int, steps: int, plan: Plan, look: Outlook, values: Values) -> float:
    """What the turn is worth after a walk. The nearer the next feeding, the better."""
    after: Plan = scratch(PLAN)
    then: Values = scratch(VALUES)
    carpet = state.carpet[seat]
    funds = plan[FUNDS_AT]
    income = feeding_pays(state.tables, plan, 0, state.feeding[seat])
    for done in range(steps):
        if done >= state.tables.free_steps:
            funds -= state.tables.step_price
            if funds < 0:
                return NEVER
        if carpet == state.tables.bucket:
            funds = min(state.tables.most_funds, funds + income)
        carpet = next_carpet(carpet)
    for i in range(PLAN):
        after[i] = plan[i]
    for i in range(VALUES):
        then[i] = values[i]
    after[FUNDS_AT] = funds
    ahead = (state.tables.bucket - carpet + TANKS) % TANKS
    waiting = ahead * income * look[COIN_AT] / TANKS
    return best_turn(state, seat, carpet, after, look, then) - waiting


def best_turn(state: "AquaGardenTable", seat: int, carpet: int, plan: Plan, look: Outlook, values: Values) -> float:
    """Place, buy, one after the other, what brings most, until nothing brings more; the plan is carried out."""
    now = plan_worth(state, seat, plan, look, values)
    first = state.tables.near_first[carpet]
    second = state.tables.near_second[carpet]
    while True:
        best = now + SURE
        found = NONE
        for kind in range(KINDS):
            if plan[HAND_AT + kind] > 0 or (plan[SEA_AT + kind] > 0 and plan[FUNDS_AT] >= state.tables.price[kind]):
                value = better_of(state, seat, kind, first, plan, look, values)
                if value > best:
                    best = value
                    found = first * KINDS + kind
                value = better_of(state, seat, kind, second, plan, look, values)
                if value > best:
                    best = value
                    found = second * KINDS + kind
        if found == NONE:
            return now
        carry_out(state, found // KINDS, found % KINDS, plan)
        value_tank(state, seat, plan, found // KINDS, look, values)
        now = plan_worth(state, seat, plan, look, values)


def cost(state: "AquaGardenTable", kind: int, tank: int, plan: Plan) -> int:
    """What a token in this tank costs now: nothing from the hand, and a seaweed before it where that is lacking; NONE when it cannot be had."""
    price = 0 if plan[HAND_AT + kind] > 0 else state.tables.price[kind]
    if (state.tables.keeps[plan[MIXES_AT + tank]] >> kind) & 1 == 0:
        if not can_sow(state, kind, tank, plan):
            return NONE
        price += state.tables.price[SEAWEED]
    return price if price <= plan[FUNDS_AT] else NONE


def can_sow(state: "AquaGardenTable", kind: int, tank: int, plan: Plan) -> bool:
    """Whether only a seaweed is lacking, and one is on sale."""
    wants: bool = state.tables.needs[kind] & (1 << SEAWEED) != 0 and plan[MIXES_AT + tank] & (1 << SEAWEED) == 0
    return wants and plan[SEA_AT + SEAWEED] > 0


def better_of(state: "AquaGardenTable", seat: int, kind: int, tank: int, plan: Plan, look: Outlook, values: Values) -> float:
    """What the plan is worth with this token in this tank; NEVER when that cannot be."""
    price = cost(state, kind, tank, plan)
    if price == NONE:
        return NEVER
    sown: bool = (state.tables.keeps[plan[MIXES_AT + tank]] >> kind) & 1 == 0
    return tried(state, seat, plan, look, values, tank, kind, price, sown)


def carry_out(state: "AquaGardenTable", tank: int, kind: int, plan: Plan) -> None:
    price = cost(state, kind, tank, plan)
    plan[FUNDS_AT] -= price
    if (state.tables.keeps[plan[MIXES_AT + tank]] >> kind) & 1 == 0:
        plan[SEA_AT + SEAWEED] -= 1
        add(state, plan, tank, SEAWEED)
    if plan[HAND_AT + kind] > 0:
        plan[HAND_AT + kind] -= 1
    else:
        plan[SEA_AT + kind] -= 1
    add(state, plan, tank, kind)


# ---- tanks


def tend_value(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, values: Values) -> float:
    """What the turn is worth if it goes on like this. Nothing is removed without need."""
    if action == FINISH:
        return plan_worth(state, seat, plan, look, values) + SURE * 0.5
    if is_remove(action):
        return NEVER
    if is_release(action):
        plan[HAND_AT + released_kind(action)] -= 1
    else:
        tank = tank_of(action)
        kind = kind_of(action)
        if is_place(action):
            plan[HAND_AT + kind] -= 1
        else:
            plan[FUNDS_AT] -= state.tables.price[kind]
            plan[SEA_AT + kind] -= 1
        add(state, plan, tank, kind)
        value_tank(state, seat, plan, tank, look, values)
    return best_turn(state, seat, state.carpet[seat], plan, look, values)


def repair_value(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, values: Values) -> float:
    """What is left when this token leaves."""
    tank = tank_of(action)
    take(state, plan, tank, kind_of(action), 1)
    follow(state, plan, tank)
    value_tank(state, seat, plan, tank, look, values)
    return plan_worth(state, seat, plan, look, values)


def reward_value(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, values: Values) -> float:
    """A reward goes where it brings most; seaweed is bought for a turtle that has no other place."""
    if is_release(action):
        return plan_worth(state, seat, plan, look, values)
    if is_remove(action):
        return NEVER
    tank = tank_of(action)
    kind = kind_of(action)
    keeps: bool = (state.tables.keeps[plan[MIXES_AT + tank]] >> kind) & 1 == 1
    if is_aim(action):
        if keeps or plan[FUNDS_AT] < state.tables.price[SEAWEED] or not can_sow(state, kind, tank, plan):
            return NEVER
        return tried(state, seat, plan, look, values, tank, kind, state.tables.price[SEAWEED], True)
    if is_buy(action):
        return tried(state, seat, plan, look, values, tank, kind, state.tables.price[kind], False) - SURE
    return tried(state, seat, plan, look, values, tank, kind, 0, False)


# ---- advertising spaces


def ad_value(state: "AquaGardenTable", seat: int, action: int, plan: Plan, look: Outlook, values: Values) -> float:
    if is_ad(action):
        plan[FUNDS_AT] = min(state.tables.most_funds, plan[FUNDS_AT] + ad_pays(state.tables, plan, 0, ad_of(action)))
        return plan_worth(state, seat, plan, look, values)
    kind = kind_of(action)
    return tried(state, seat, plan, look, values, tank_of(action), kind, state.tables.fee[kind], False)


def best_ad(state: "AquaGardenTable", seat: int, plan: Plan, look: Outlook, values: Values) -> float:
    """The best that an advertising space offers."""
    best = NEVER
    funds = plan[FUNDS_AT]
    for number in range(ADS):
        if (state.ads_used >> number) & 1 == 0:
            plan[FUNDS_AT] = min(state.tables.most_funds, funds + ad_pays(state.tables, plan, 0, number))
            value = plan_worth(state, seat, plan, look, values)
            if value > best:
                best = value
    plan[FUNDS_AT] = funds
    for kind in range(KINDS):
        if state.side[kind] > 0 and state.tables.fee[kind] <= funds:
            for tank in range(TANKS):
                if (state.tables.keeps[plan[MIXES_AT + tank]] >> kind) & 1 == 1:
                    value = tried(state, seat, plan, look, values, tank, kind, state.tables.fee[kind], False)
                    if value > best:
                        best = value
    return best
