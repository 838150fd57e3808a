"""What a good player of Acqua Dolce looks at: how many actions his hand still needs, and what he could keep through the Control Phase when he goes out.

Everything here is known to the seat that asks: its own hand, the tank, and how many cards the others hold. The weights were tuned by
greedy players against each other (docs/strength.md); they are opinions about playing, not numbers of the game.
"""

from typing import TYPE_CHECKING

from shoal.engine.facts import Looks, Moves
from shoal.engine.hints import scratch

from .features import Gains, after_control, fill_gains, food_with, meals_in, objectives_after, progress_of
from .notation import (
    DRAW,
    EAT,
    EXPEL,
    KINDS,
    SCHOOL,
    STARVE,
    STOP,
    Kinds,
    fish_of,
    is_play,
    is_take,
    is_temp,
    played_kind,
    played_number,
    step_of,
    swap_high,
    swap_low,
)
from .scoring import fish_count, surroundings, unmet

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


def fill_looks(state: "AcquaDolce", seat: int, actions: Moves, n: int, looks: Looks) -> None:
    """How good the position looks after each of so many actions of one decision, in actions that it saves.

    What is the same for most of them is found once: what the whole hand in the tank would be worth, what may be drawn, and what a Control Phase
    now would leave if the seat held one card more.
    """
    tank: Kinds = scratch(KINDS)
    hand: Kinds = scratch(KINDS)
    draws: Kinds = scratch(KINDS)
    kept: Kinds = scratch(KINDS)
    for card in range(KINDS):
        tank[card] = state.tank[card]
        hand[card] = state.hands[seat * KINDS + card]
    if state.stage == EAT or state.stage == STARVE or state.stage == EXPEL:
        for i in range(n):
            looks[i] = judged_value(state, seat, fish_of(actions[i]), tank, hand)
        return
    fill_draws(state, seat, draws)
    at_exit = exit_progress(state, seat, tank, hand, state.degrees)
    control_now(state, seat, tank, state.hand_size[seat] + 1, state.degrees, kept)
    for i in range(n):
        looks[i] = look_of(state, seat, actions[i], tank, hand, draws, kept, at_exit)


def look_of(state: "AcquaDolce", seat: int, action: int, tank: Kinds, hand: Kinds, draws: Kinds, kept: Kinds, at_exit: float) -> float:
    """Of one action, with what is the same for most; `tank` and `hand` are afterwards as before."""
    if is_play(action):
        return played_value(state, seat, played_kind(action), played_number(action), tank, hand, draws, at_exit)
    if is_temp(action) or action == STOP:
        return hand_value(state, seat, tank, hand, 0, state.degrees + (0 if action == STOP else step_of(action)))
    if action == DRAW:
        return value_of(state, seat, hand, 1, tank, draws, kept, state.degrees, at_exit)
    if is_take(action):
        hand[action] += 1
        at_exit = exit_progress(state, seat, tank, hand, state.degrees)
        value = value_of(state, seat, hand, 0, tank, draws, kept, state.degrees, at_exit)
        hand[action] -= 1
        return value
    hand[swap_low(action)] -= 1
    hand[swap_high(action)] -= 1
    unknown = min(state.tables.swap_draw, state.deck_size + state.discards_size + state.row_size + 2)
    value = swapped_value(state, seat, tank, hand, unknown, draws, kept)
    hand[swap_low(action)] += 1
    hand[swap_high(action)] += 1
    return value


def swapped_value(state: "AcquaDolce", seat: int, tank: Kinds, hand: Kinds, unknown: int, draws: Kinds, kept: Kinds) -> float:
    """Cards of the hand have given way to unknown ones."""
    anew: Kinds = scratch(KINDS)
    at_exit = exit_progress(state, seat, tank, hand, state.degrees)
    more = unknown - 2
    if more == 1:
        return value_of(state, seat, hand, unknown, tank, draws, kept, state.degrees, at_exit)
    control_now(state, seat, tank, state.hand_size[seat] + more, state.degrees, anew)
    return value_of(state, seat, hand, unknown, tank, draws, anew, state.degrees, at_exit)


def played_value(state: "AcquaDolce", seat: int, card: int, number: int, tank: Kinds, hand: Kinds, draws: Kinds, at_exit: float) -> float:
    """Cards move from the hand to the tank; if they were the last, everything is decided now."""
    kept: Kinds = scratch(KINDS)
    hand[card] -= number
    tank[card] += number
    unknown = 0
    if card <= state.tables.fish:
        unknown = unmet(state.tables, card, tank[card], surroundings(state.tables, tank)) * state.tables.penalty
        if not state.penalty_per_play:
            unknown = unknown * number
    unknown = min(unknown, state.deck_size + state.discards_size)
    if unknown == 0 and state.hand_size[seat] == number:
        value = runout_value(state, seat, tank, hand)
    else:
        control_now(state, seat, tank, state.hand_size[seat] - number + unknown, state.degrees, kept)
        value = value_of(state, seat, hand, unknown, tank, draws, kept, state.degrees, at_exit)
    hand[card] += number
    tank[card] -= number
    return value


def runout_value(state: "AcquaDolce", seat: int, tank: Kinds, hand: Kinds) -> float:
    """The hand is empty."""
    kept: Kinds = scratch(KINDS)
    for card in range(KINDS):
        kept[card] = tank[card]
    after_control(state, kept, food_with(state, kept, seat, 0), meals_in(state, kept), state.degrees)
    if objectives_after(state, kept) >= state.need:
        return VICTORY
    return hand_value(state, seat, kept, hand, state.tables.runout_penalty, state.degrees) - LOST


def hand_value(state: "AcquaDolce", seat: int, tank: Kinds, hand: Kinds, unknown: int, degrees: int) -> float:
    """What there will be when the seat goes out, less the actions until then."""
    draws: Kinds = scratch(KINDS)
    kept: Kinds = scratch(KINDS)
    held = unknown
    for card in range(KINDS):
        held += hand[card]
    if unknown > 0:
        fill_draws(state, seat, draws)
    control_now(state, seat, tank, held, degrees, kept)
    at_exit = exit_progress(state, seat, tank, hand, degrees)
    return value_of(state, seat, hand, unknown, tank, draws, kept, degrees, at_exit)


def value_of(
    state: "AcquaDolce", seat: int, hand: Kinds, unknown: int, tank: Kinds, draws: Kinds, kept: Kinds, degrees: int, at_exit: float,
) -> float:
    """The same, where it is known already how far the objectives are at the exit and what a Control Phase now would leave."""
    final: Kinds = scratch(KINDS)
    for card in range(KINDS):
        final[card] = tank[card] + hand[card]
    value = -actions_needed(state, hand, final)
    if unknown > 0:
        value += unknown * drawn_value(state, hand, final, draws)
    value += EXIT * at_exit
    if at_exit >= state.need:
        value += ENOUGH
    if nobody_left(tank, kept) and meals_in(state, final) == 0:
        return value + STANDING * at_exit
    return value + STANDING * standing_progress(state, seat, hand, kept, degrees)


def nobody_left(tank: Kinds, kept: Kinds) -> bool:
    """Whether a Control Phase now would leave the tank as it is; then one at the exit comes to the same with it as without it."""
    missing: int = 0
    for card in range(KINDS):
        missing += tank[card] - kept[card]
    return missing == 0


def standing_progress(state: "AcquaDolce", seat: int, hand: Kinds, kept: Kinds, degrees: int) -> float:
    """How far the objectives are after a Control Phase now and one at the exit, with the hand played between them and no meals any more."""
    final: Kinds = scratch(KINDS)
    for card in range(KINDS):
        final[card] = kept[card] + hand[card]
    after_control(state, final, food_with(state, final, seat, 0), 0, degrees)
    return progress_of(state.tables, final, state.objectives, state.need)


def exit_progress(state: "AcquaDolce", seat: int, tank: Kinds, hand: Kinds, degrees: int) -> float:
    """How far the objectives are when all of the hand has been played and the seat has judged."""
    final: Kinds = scratch(KINDS)
    for card in range(KINDS):
        final[card] = tank[card] + hand[card]
    after_control(state, final, food_with(state, final, seat, 0), meals_in(state, final), degrees)
    return progress_of(state.tables, final, state.objectives, state.need)


def control_now(state: "AcquaDolce", seat: int, tank: Kinds, held: int, degrees: int, kept: Kinds) -> None:
    """What a Control Phase would leave if the seat held so many cards."""
    for card in range(KINDS):
        kept[card] = tank[card]
    after_control(state, kept, food_with(state, tank, seat, held), meals_in(state, tank), degrees)


def actions_needed(state: "AcquaDolce", hand: Kinds, final: Kinds) -> float:
    """Actions until all of the hand lies in the tank, with those for penalty cards."""
    effort = 0.0
    met = surroundings(state.tables, final)
    wanting = state.tables.wanting[met]
    for card in range(1, state.tables.kinds + 1):
        if hand[card] > 0:
            effort += 1.0 if state.tables.needs[card] & SCHOOL != 0 else hand[card]
            if (wanting >> card) & 1 == 1:
                effort += PENALTY * hand[card] * state.tables.penalty * unmet(state.tables, card, final[card], met)
    return effort


def drawn_value(state: "AcquaDolce", hand: Kinds, final: Kinds, draws: Kinds) -> float:
    """What one more card of which nothing is known is worth on average: what it brings, less the actions that it wants."""
    gains: Gains = scratch(KINDS)
    total = 0
    value = 0.0
    met = surroundings(state.tables, final)
    wanting = state.tables.wanting[met]
    fill_gains(state.tables, final, draws, state.objectives, state.need, gains)
    for card in range(1, state.tables.kinds + 1):
        number = draws[card]
        if number > 0:
            total += number
            effort = 0.0 if hand[card] > 0 and state.tables.needs[card] & SCHOOL != 0 else 1.0
            if (wanting >> card) & 1 == 1:
                effort += PENALTY * state.tables.penalty * unmet(state.tables, card, final[card] + 1, met)
            value += number * (HOPE * EXIT * gains[card] - effort)
    return value / total - UNKNOWN if total > 0 else -1.0


def fill_draws(state: "AcquaDolce", seat: int, draws: Kinds) -> None:
    """Copies of each card that the seat may draw, as far as it knows: without a deck, the discards."""
    for card in range(1, state.tables.kinds + 1):
        draws[card] = state.discards[card] if state.deck_size == 0 else state.deck[card]
        if state.deck_size > 0:
            for other in range(state.players):
                if other != seat:
                    draws[card] += state.hands[other * KINDS + card]


# ---- judging


def judged_value(state: "AcquaDolce", seat: int, card: int, tank: Kinds, hand: Kinds) -> float:
    """After the rest of the Control Phase, as far as this seat decides it; `tank` stays as it is."""
    kept: Kinds = scratch(KINDS)
    for i in range(KINDS):
        kept[i] = tank[i]
    meals = 0
    if state.stage == EXPEL:
        kept[card] = 0
    else:
        kept[card] -= 1
    if state.stage == EAT:
        meals = state.meals - 1
    food = food_with(state, kept, seat, state.hand_size[seat]) if state.stage == EAT else state.food
    if state.stage == EXPEL:
        food = fish_count(state.tables, kept) * state.tables.fish_food
    after_control(state, kept, food, meals, state.degrees)
    standing = progress_of(state.tables, kept, state.objectives, state.need)
    if state.runout:
        return VICTORY + standing if objectives_after(state, kept) >= state.need else EXIT * standing
    return hand_value(state, seat, kept, hand, 0, state.degrees) - NEAR * standing * danger(state, seat)


def danger(state: "AcquaDolce", seat: int) -> float:
    """How near the others are to an empty hand, compared with this seat."""
    fewest = 100
    for other in range(state.players):
        if other != seat:
            fewest = min(fewest, state.hand_size[other])
    return 1.0 if fewest < state.hand_size[seat] else 0.0
