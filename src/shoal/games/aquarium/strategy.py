"""What a good player of Aquarium looks at before every decision: what the market is worth to oneself, to the buyer and to the next player."""

from typing import TYPE_CHECKING

from shoal.engine.facts import Looks, Moves
from shoal.engine.hints import scratch

from .features import (
    COIN_AT, FEEDINGS_AT, OUTLOOK, STANDING_AT, Outlook, feedings_left, fill_holding, fill_outlook, kept_value, pair_income, settled, worth,
)
from .notation import (
    ADD, BANK, BREEDING, BUY, BUYING, DOUBLE, DROPPING, EXCHANGE, FEED, FEEDING, FISH, FLUSH, GIVING, HALF, HOLD, KEEP, KINDS, MINUS1, NONE,
    PHASE1, PHASE2, PLUS1, REMOVE, REPLACE, SHOP, SWAPPING, Kinds, card_of, fish_of,
)
from .rules_money import base_price, food_units, half_income

if TYPE_CHECKING:
    from .rules import Aquarium

NOTHING = -1000.0
"""A purchase that cannot be paid."""
CARD = 0.1
"""What an action card in hand is worth as long as it can be used before it comes back."""
TRUST = 0.8
"""How much of a purchase usually is left when the others have played their cards …"""
LURE = 0.2
"""… and what shopping is worth beside it: the others spend cards on it."""
LEFT_OVER = 0.5
"""How much of what the next player could gain counts against leaving the market to him."""
MEAN_PRICE = 2


def action_value(state: "Aquarium", seat: int, action: int) -> float:
    """Stars that the seat may expect in the end if it acts like this, food, hopes and what others may gain by it counted in."""
    look: Outlook = scratch(OUTLOOK)
    fill_look(state, seat, look)
    return looked_at(state, seat, action, look)


def fill_looks(state: "Aquarium", seat: int, actions: Moves, n: int, looks: Looks) -> None:
    """`action_value` of several actions of one decision: what they have in common is found out once."""
    look: Outlook = scratch(OUTLOOK)
    fill_look(state, seat, look)
    for i in range(n):
        looks[i] = looked_at(state, seat, actions[i], look)


def fill_look(state: "Aquarium", seat: int, look: Outlook) -> None:
    """What may be hoped for, and where the seat, the buyer and the next player stand."""
    fill_outlook(state, look, feedings_left(state))
    if state.stage != FEEDING and state.stage != BREEDING:
        after = (seat + 1) % state.players
        look[STANDING_AT + seat] = standing(state, seat, look)
        if after != seat:
            look[STANDING_AT + after] = standing(state, after, look)
        if state.active != seat and state.active != after:
            look[STANDING_AT + state.active] = standing(state, state.active, look)


def looked_at(state: "Aquarium", seat: int, action: int, look: Outlook) -> float:
    """The value of an action, with `look` filled."""
    if state.stage == FEEDING:
        value = feeding_value(state, seat, action, look)
        value += look[COIN_AT] * state.coins[seat]
        value += pair_income(state, state.tank[seat], look)
    elif state.stage == BREEDING:
        value = breeding_value(state, seat, action, look)
    else:
        value = look[STANDING_AT + seat]
        value += swing(state, seat, action, look)
    return value


def standing(state: "Aquarium", seat: int, look: Outlook) -> float:
    """What the seat may expect as things are."""
    holding: Kinds = scratch(KINDS)
    fill_holding(state, seat, holding)
    return kept_value(state, holding, state.coins[seat], state.tank[seat], look)


def swing(state: "Aquarium", seat: int, action: int, look: Outlook) -> float:
    """How much better than that it becomes by an action, or worse."""
    if state.stage == PHASE1:
        return phase1_value(state, seat, card_of(action), look)
    if state.stage == PHASE2:
        return phase2_value(state, seat, card_of(action), look)
    if state.stage == BUYING:
        return buying_value(state, seat, action, look)
    if action < HOLD + SHOP:
        return turn_value(state, seat, action, look)
    return target_value(state, seat, action, look)


# ---- what a market is worth to somebody

def market_gain(state: "Aquarium", seat: int, market: Kinds, price: int, look: Outlook) -> float:
    """What a seat gains by buying these cards at this price."""
    if state.coins[seat] < price:
        return NOTHING
    before = look[STANDING_AT + seat]
    return holding_value(state, seat, market, state.coins[seat] - price, look) - before


def holding_value(state: "Aquarium", seat: int, more: Kinds, coins: int, look: Outlook) -> float:
    """What a seat has when more cards have come, with the best pair in its tank."""
    holding: Kinds = scratch(KINDS)
    best = NOTHING
    for pair in range(FISH + 1):
        if pair == 0 or can_pair(state, seat, pair - 1, more):
            for kind in range(KINDS):
                holding[kind] = state.aquariums[seat * KINDS + kind] + more[kind]
            kept = state.tank[seat]
            if pair > 0:
                holding[pair - 1] -= 2
                kept = pair
            value = kept_value(state, holding, coins, kept, look)
            if value > best:
                best = value
    return best


def can_pair(state: "Aquarium", seat: int, kind: int, more: Kinds) -> bool:
    if more[kind] < 1 or state.aquariums[seat * KINDS + kind] + more[kind] < 2 or not state.breeding_tank:
        return False
    if kind == BANK and not state.tables.bank_breeds:
        return False
    return state.tank[seat] == NONE or state.tables.size[kind] > state.tables.size[state.tank[seat] - 1]


def fill_market(state: "Aquarium", market: Kinds) -> None:
    for kind in range(KINDS):
        market[kind] = state.market[kind]


def rivalry(state: "Aquarium") -> float:
    """How much of another player's gain is one's own loss."""
    return 1.0 / (state.players - 1)


def threat(state: "Aquarium", seat: int, market: Kinds, price: int, look: Outlook) -> float:
    """What is lost if another seat may buy these cards: nothing when it would not."""
    gain = market_gain(state, seat, market, price, look)
    return rivalry(state) * gain if gain > 0.0 else 0.0


def card_cost(state: "Aquarium", card: int, look: Outlook) -> float:
    """An action card is worth keeping while its return is far."""
    if card == HOLD or look[FEEDINGS_AT] < 0.5:
        return 0.0
    ahead = state.pile_left if state.feeding_ahead == 1 else state.pile_left + 8
    return CARD * ahead / (ahead + 8)


# ---- one's own turn

def turn_value(state: "Aquarium", seat: int, action: int, look: Outlook) -> float:
    market: Kinds = scratch(KINDS)
    fill_market(state, market)
    after = (seat + 1) % state.players
    price = base_price(state)
    if action == SHOP:
        return TRUST * market_gain(state, seat, market, price, look) + LURE
    income = look[COIN_AT] * (state.tables.pass_income + state.tables.bank_extra * state.aquariums[seat * KINDS + BANK])
    if action == FLUSH:
        return income
    return income - LEFT_OVER * threat(state, after, market, price, look)


def buying_value(state: "Aquarium", seat: int, action: int, look: Outlook) -> float:
    market: Kinds = scratch(KINDS)
    fill_market(state, market)
    if action == BUY:
        paid = 0
        for other in range(state.players):
            paid += half_income(state, other)
        gain = market_gain(state, seat, market, state.price, look)
        return gain - look[COIN_AT] * rivalry(state) * paid
    return -LEFT_OVER * threat(state, (seat + 1) % state.players, market, base_price(state), look)


# ---- action cards against the buyer

def phase1_value(state: "Aquarium", seat: int, card: int, look: Outlook) -> float:
    market: Kinds = scratch(KINDS)
    fill_market(state, market)
    price = base_price(state)
    value = -threat(state, state.active, market, price, look)
    if card == ADD and state.market_size < state.tables.market_limit:
        value = -threat(state, state.active, market, price + MEAN_PRICE, look)
    elif card == REMOVE and state.market_fish > 0:
        value = -best_without(state, market, price, look)
    elif card == REPLACE and state.market_fish > 0:
        value = best_replacement(state, market, price, look)
    elif card == EXCHANGE and state.market_fish > 0 and state.has_fish(seat):
        value = best_exchange(state, seat, market, price, look)
    return value - card_cost(state, card, look)


def best_without(state: "Aquarium", market: Kinds, price: int, look: Outlook) -> float:
    """The threat that is left when the buyer removes what he can best do without."""
    worst = 0.0
    for kind in range(FISH):
        if market[kind] > 0:
            market[kind] -= 1
            left = threat(state, state.active, market, price - state.tables.price[kind], look)
            market[kind] += 1
            if left > worst:
                worst = left
    return worst


def best_replacement(state: "Aquarium", market: Kinds, price: int, look: Outlook) -> float:
    best = NOTHING
    for kind in range(FISH):
        if market[kind] > 0:
            value = replaced(state, market, price, kind, look)
            if value > best:
                best = value
    return best


def replaced(state: "Aquarium", market: Kinds, price: int, kind: int, look: Outlook) -> float:
    """Of the owner: one fish of the market gives way to an unknown card."""
    market[kind] -= 1
    value = -threat(state, state.active, market, price - state.tables.price[kind] + MEAN_PRICE, look)
    market[kind] += 1
    return value


def best_exchange(state: "Aquarium", seat: int, market: Kinds, price: int, look: Outlook) -> float:
    best = NOTHING
    given = least_missed(state, seat, look)
    for taken in range(FISH):
        if market[taken] > 0:
            value = exchanged(state, seat, market, price, given, taken, look)
            if value > best:
                best = value
    return best


def least_missed(state: "Aquarium", seat: int, look: Outlook) -> int:
    """The fish that one would rather give away."""
    best = NOTHING
    found = 0
    for kind in range(FISH):
        if state.aquariums[seat * KINDS + kind] > 0:
            value = without(state, seat, kind, look)
            if value > best:
                best = value
                found = kind
    return found


def without(state: "Aquarium", seat: int, kind: int, look: Outlook) -> float:
    holding: Kinds = scratch(KINDS)
    fill_holding(state, seat, holding)
    holding[kind] -= 1
    return settled(state, holding, look) - 0.01 * state.tables.price[kind]


def exchanged(state: "Aquarium", seat: int, market: Kinds, price: int, given: int, taken: int, look: Outlook) -> float:
    """What the owner of the card gains by it, less what the buyer does."""
    change: Kinds = [0] * KINDS
    before = holding_value(state, seat, change, state.coins[seat], look)
    change[taken] += 1
    change[given] -= 1
    gain = holding_value(state, seat, change, state.coins[seat], look) - before
    market[taken] -= 1
    market[given] += 1
    gain -= threat(state, state.active, market, price - state.tables.price[taken] + state.tables.price[given], look)
    market[given] -= 1
    market[taken] += 1
    return gain


def phase2_value(state: "Aquarium", seat: int, card: int, look: Outlook) -> float:
    """The buyer is expected to buy if it pays; a half earns only then."""
    market: Kinds = scratch(KINDS)
    fill_market(state, market)
    price = base_price(state)
    if card == PLUS1:
        price += 1
    elif card == MINUS1 and price > 0:
        price -= 1
    elif card == DOUBLE:
        price = price * 2
    elif card == HALF:
        price = (price + 1) >> 1
    gain = market_gain(state, state.active, market, price, look)
    value = look[COIN_AT] * state.tables.minus_coin if card == MINUS1 else 0.0
    if gain > 0.0:
        value -= rivalry(state) * gain
        if card == HALF:
            value += look[COIN_AT] * price
    return value - card_cost(state, card, look)


def target_value(state: "Aquarium", seat: int, action: int, look: Outlook) -> float:
    """Which fish an action card is turned on."""
    market: Kinds = scratch(KINDS)
    fill_market(state, market)
    price = base_price(state)
    kind = fish_of(action)
    if state.stage == DROPPING:
        market[kind] -= 1
        return market_gain(state, seat, market, price - state.tables.price[kind], look)
    if state.stage == SWAPPING:
        return replaced(state, market, price, kind, look)
    if state.stage == GIVING:
        value = without(state, seat, kind, look)
        value -= look[STANDING_AT + seat]
        return value
    return exchanged(state, seat, market, price, state.given - 1, kind, look)


# ---- pairs and food

def breeding_value(state: "Aquarium", seat: int, action: int, look: Outlook) -> float:
    holding: Kinds = scratch(KINDS)
    fill_holding(state, seat, holding)
    kept = state.tank[seat]
    if action != KEEP:
        holding[fish_of(action)] -= 2
        kept = fish_of(action) + 1
    return kept_value(state, holding, state.coins[seat], kept, look)


def feeding_value(state: "Aquarium", seat: int, action: int, look: Outlook) -> float:
    """What is left when these fish are fed now, after more have starved if that is better or must be."""
    holding: Kinds = scratch(KINDS)
    fill_holding(state, seat, holding)
    if action == FEED:
        return fed_worth(state, holding, look)
    holding[fish_of(action)] -= 1
    starve_rest(state, seat, holding, look)
    return fed_worth(state, holding, look) - 0.001


def starve_rest(state: "Aquarium", seat: int, holding: Kinds, look: Outlook) -> None:
    """Give up fish one by one; then take those back that can be paid after all, since a large one may have made room for them."""
    gone: Kinds = scratch(KINDS)
    for kind in range(KINDS):
        gone[kind] = 0
    kind = next_to_starve(state, seat, holding, look)
    while kind >= 0:
        holding[kind] -= 1
        gone[kind] += 1
        kind = next_to_starve(state, seat, holding, look)
    kind = next_to_take_back(state, seat, holding, gone, look)
    while kind >= 0:
        holding[kind] += 1
        gone[kind] -= 1
        kind = next_to_take_back(state, seat, holding, gone, look)


def next_to_take_back(state: "Aquarium", seat: int, holding: Kinds, gone: Kinds, look: Outlook) -> int:
    """Of the fish given up, the one that is worth most beyond its food and can be paid; -1 for none."""
    best = fed_worth(state, holding, look) + 0.0001
    found = -1
    for kind in range(FISH):
        if gone[kind] > 0:
            holding[kind] += 1
            affordable: bool = food_units(state.tables, holding, 0) * state.food <= state.coins[seat]
            value = fed_worth(state, holding, look)
            holding[kind] -= 1
            if affordable and value > best:
                best = value
                found = kind
    return found


def fed_worth(state: "Aquarium", holding: Kinds, look: Outlook) -> float:
    """In the last feeding coins are better spent than kept: they only break ties, and then the fewest win."""
    return worth(state, holding, look) - look[COIN_AT] * state.food * food_units(state.tables, holding, 0)


def next_to_starve(state: "Aquarium", seat: int, holding: Kinds, look: Outlook) -> int:
    """The fish to give up next: the one that is missed least for what it eats as long as not all can be paid, then any that is not worth it; -1 for none."""
    units = food_units(state.tables, holding, 0)
    all_fed = fed_worth(state, holding, look)
    affordable: bool = units * state.food <= state.coins[seat]
    best = 0.0 if affordable else NOTHING
    found = -1
    for kind in range(FISH):
        if holding[kind] > 0:
            holding[kind] -= 1
            saved = units - food_units(state.tables, holding, 0)
            gain = fed_worth(state, holding, look) - all_fed
            holding[kind] += 1
            value = gain if affordable else gain / (saved + 0.01)
            if value > best + 0.0001:
                best = value
                found = kind
    return found
