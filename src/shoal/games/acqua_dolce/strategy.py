"""What a good player of Acqua Dolce looks at: how many actions his hand still needs, and what he could keep through the Control Phase when he goes out.

Everything here is known to the seat that asks: its own hand, the tank, and how many cards the others hold. The weights were tuned by
greedy players against each other (docs/strength.md); they are opinions about playing, not numbers of the game.
"""

from typing import TYPE_CHECKING

from shoal.engine.hints import scratch

from .features import after_control, food_with, meals_in, objectives_after, progress_of
from .notation import (
    DRAW,
    EAT,
    EXPEL,
    KINDS,
    SCHOOL,
    STARVE,
    Kinds,
    fish_of,
    is_play,
    is_swap,
    is_take,
    is_temp,
    played_kind,
    played_number,
    step_of,
    swap_high,
    swap_low,
)
from .scoring import bits, fish_count, lacking, surroundings

if TYPE_CHECKING:
    from .rules import AcquaDolce

# Everything is counted in actions.
EXIT = 2.7
"""An objective that stands when all cards of the hand have been played and the seat has judged."""

ENOUGH = 4.0
"""All objectives that are needed."""

STANDING = 2.5
"""An objective that would stand after a Control Phase now, with the hand played after it."""

PENALTY = 0.7
"""A card that is drawn because a requirement is not met."""

UNKNOWN = 0.3
"""What drawing a card costs besides the actions that it will want."""

HOPE = 0.7
"""The part of an objective that a card may bring that it can be expected to bring."""

LOST = 3.0
"""Running out without enough objectives, besides the cards to draw."""

NEAR = 3.0
"""An objective that stands, for a judge whose rivals have fewer cards."""

VICTORY = 1000.0


def action_value(state: "AcquaDolce", seat: int, action: int) -> float:
    """How good the position looks after an action, in actions that it saves."""
    tank: Kinds = scratch(KINDS)
    hand: Kinds = scratch(KINDS)
    for card in range(KINDS):
        tank[card] = state.tank[card]
        hand[card] = state.hands[seat * KINDS + card]
    if state.stage == EAT or state.stage == STARVE or state.stage == EXPEL:
        return judged_value(state, seat, fish_of(action), tank, hand)
    unknown = 0
    degrees = state.degrees
    if action == DRAW:
        unknown = 1
    elif is_take(action):
        hand[action] += 1
    elif is_play(action):
        return played_value(state, seat, played_kind(action), played_number(action), tank, hand)
    elif is_swap(action):
        hand[swap_low(action)] -= 1
        hand[swap_high(action)] -= 1
        unknown = min(state.tables.swap_draw, state.deck_size + state.discards_size + state.row_size + 2)
    elif is_temp(action):
        degrees += step_of(action)
    return hand_value(state, seat, tank, hand, unknown, degrees)


def played_value(state: "AcquaDolce", seat: int, card: int, number: int, tank: Kinds, hand: Kinds) -> float:
    """Cards move from the hand to the tank; if they were the last, everything is decided now."""
    hand[card] -= number
    tank[card] += number
    unknown = 0
    if card <= state.tables.fish:
        unknown = bits(lacking(state.tables, card, tank[card], surroundings(state.tables, tank))) * state.tables.penalty
        if not state.penalty_per_play:
            unknown = unknown * number
    unknown = min(unknown, state.deck_size + state.discards_size)
    if unknown == 0 and state.hand_size[seat] == number:
        after_control(state, tank, food_with(state, tank, seat, 0), meals_in(state, tank), state.degrees)
        if objectives_after(state, tank) >= state.need:
            return VICTORY
        return hand_value(state, seat, tank, hand, state.tables.runout_penalty, state.degrees) - LOST
    return hand_value(state, seat, tank, hand, unknown, state.degrees)


def hand_value(state: "AcquaDolce", seat: int, tank: Kinds, hand: Kinds, unknown: int, degrees: int) -> float:
    """What there will be when the seat goes out, less the actions until then."""
    final: Kinds = scratch(KINDS)
    held = unknown
    for card in range(KINDS):
        final[card] = tank[card] + hand[card]
        held += hand[card]
    value = -actions_needed(state, hand, final)
    if unknown > 0:
        value += unknown * drawn_value(state, seat, hand, final)
    after_control(state, final, food_with(state, final, seat, 0), meals_in(state, final), degrees)
    at_exit = progress_of(state.tables, final, state.objectives, state.need)
    value += EXIT * at_exit
    if at_exit >= state.need:
        value += ENOUGH
    for card in range(KINDS):
        final[card] = tank[card]
    after_control(state, final, food_with(state, tank, seat, held), meals_in(state, tank), degrees)
    for card in range(KINDS):
        final[card] += hand[card]
    after_control(state, final, food_with(state, final, seat, 0), 0, degrees)
    return value + STANDING * progress_of(state.tables, final, state.objectives, state.need)


def actions_needed(state: "AcquaDolce", hand: Kinds, final: Kinds) -> float:
    """Actions until all of the hand lies in the tank, with those for penalty cards."""
    effort = 0.0
    met = surroundings(state.tables, final)
    for card in range(1, state.tables.kinds + 1):
        if hand[card] > 0:
            effort += 1.0 if state.tables.needs[card] & SCHOOL != 0 else hand[card]
            if card <= state.tables.fish:
                effort += PENALTY * hand[card] * state.tables.penalty * bits(lacking(state.tables, card, final[card], met))
    return effort


def drawn_value(state: "AcquaDolce", seat: int, hand: Kinds, final: Kinds) -> float:
    """What one more card of which nothing is known is worth on average: what it brings, less the actions that it wants."""
    total = 0
    value = 0.0
    met = surroundings(state.tables, final)
    before = progress_of(state.tables, final, state.objectives, state.need)
    for card in range(1, state.tables.kinds + 1):
        number = unseen(state, seat, card)
        if number > 0:
            total += number
            effort = 0.0 if hand[card] > 0 and state.tables.needs[card] & SCHOOL != 0 else 1.0
            final[card] += 1
            if card <= state.tables.fish:
                effort += PENALTY * state.tables.penalty * bits(lacking(state.tables, card, final[card], met))
            gain = progress_of(state.tables, final, state.objectives, state.need) - before
            final[card] -= 1
            value += number * (HOPE * EXIT * gain - effort)
    return value / total - UNKNOWN if total > 0 else -1.0


def unseen(state: "AcquaDolce", seat: int, card: int) -> int:
    """Copies that the seat may draw, as far as it knows: without a deck, the discards."""
    if state.deck_size == 0:
        return state.discards[card]
    number = state.deck[card]
    for other in range(state.players):
        if other != seat:
            number += state.hands[other * KINDS + card]
    return number


# ---- judging


def judged_value(state: "AcquaDolce", seat: int, card: int, tank: Kinds, hand: Kinds) -> float:
    """After the rest of the Control Phase, as far as this seat decides it."""
    meals = 0
    if state.stage == EXPEL:
        tank[card] = 0
    else:
        tank[card] -= 1
    if state.stage == EAT:
        meals = state.meals - 1
    food = food_with(state, tank, seat, state.hand_size[seat]) if state.stage == EAT else state.food
    if state.stage == EXPEL:
        food = fish_count(state.tables, tank) * state.tables.fish_food
    after_control(state, tank, food, meals, state.degrees)
    standing = progress_of(state.tables, tank, state.objectives, state.need)
    if state.runout:
        return VICTORY + standing if objectives_after(state, tank) >= state.need else EXIT * standing
    return hand_value(state, seat, tank, hand, 0, state.degrees) - NEAR * standing * danger(state, seat)


def danger(state: "AcquaDolce", seat: int) -> float:
    """How near the others are to an empty hand, compared with this seat."""
    fewest = 100
    for other in range(state.players):
        if other != seat:
            fewest = min(fewest, state.hand_size[other])
    return 1.0 if fewest < state.hand_size[seat] else 0.0
