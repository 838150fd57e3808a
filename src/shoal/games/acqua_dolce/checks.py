"""Whether the fields of a position of Acqua Dolce fit together, and what seats remember of it, for positions that come from outside."""

from typing import Any

from shoal.engine.facts import SPECTATOR, TRUTH

from .notation import (
    ACT,
    AFTER_PENALTY,
    ANY_FISH,
    CROWN,
    CROWNING,
    DEALING,
    DRAWING,
    EAT,
    END,
    EXPEL,
    KINDS,
    NOT_ITSELF,
    OBJECTIVES,
    OPEN,
    REFILL,
    REQUIREMENTS,
    REVEALING,
    SEATS,
    STARVE,
)
from .scoring import conflicting_in

MANY = 1_000_000


def check_position(state: Any) -> None:
    """Raise ValueError when this is no position (or mask) that the rules can go on from."""
    check_options(state)
    check_ranges(state)
    check_cards(state)
    check_stage(state)


def expect(fits: bool, field: str, expected: str) -> None:
    if not fits:
        raise ValueError(f"{field}: {expected}")


def check_options(state: Any) -> None:
    expect(2 <= state.players <= SEATS, "players", f"2 to {SEATS} are expected")
    expect(0 < state.objectives < 1 << len(OBJECTIVES), "objectives", "a set of objectives is expected")
    expect(1 <= state.need <= state.objectives.bit_count(), "need", "more objectives than are in play")
    expect(NOT_ITSELF <= state.piranha_victim <= ANY_FISH, "piranha_victim", f"{NOT_ITSELF} to {ANY_FISH} is expected")
    expect(0 <= state.max_rounds <= MANY, "max_rounds", "0 or more is expected")
    expect(0 <= state.first_king <= state.players, "first_king", "a seat, or 0, is expected")


def check_ranges(state: Any) -> None:
    tables, cards = state.tables, sum(state.tables.decks)
    single = {
        "stage": (DEALING, END),
        "goal": (CROWN, AFTER_PENALTY),
        "owed": (0, cards * 5),
        "turn": (0, state.players - 1),
        "king": (0, state.players - 1),
        "turns": (0, state.players + 1),
        "rounds": (0, MANY),
        "taken": (0, MANY),
        "allowed": (0, MANY),
        "moves": (0, tables.moves_per_turn),
        "refills": (0, tables.swap_draw),
        "meals": (0, cards),
        "food": (0, MANY),
        "deck_size": (0, cards),
        "discards_size": (0, cards),
        "row_size": (0, 0 if state.unique_deck else tables.face_up),
        "fish": (0, cards),
        "on": (0, state.objectives),
        "winner": (0, state.players),
        "reveals": (0, 0),
    }
    for name, (low, high) in single.items():
        expect(low <= getattr(state, name) <= high, name, f"{low} to {high} is expected")
    expect(TRUTH <= state.observer < state.players, "observer", f"{TRUTH} (nobody), {SPECTATOR} (a spectator) or a seat is expected")
    expect(state.on & ~state.objectives == 0, "on", "an objective is not in play")
    degrees = tables.coldest <= state.degrees <= tables.warmest if state.temperature else state.degrees == 0
    expect(degrees, "degrees", "is not on the scale" if state.temperature else "0 is expected in a game without temperature")


def check_cards(state: Any) -> None:
    """Every card of the game deck is somewhere, and none twice; sizes agree."""
    for name in ("deck", "discards", "row", "hands", "tank", "hand_size"):
        expect(min(getattr(state, name)) >= 0, name, "a number of cards is below 0")
    for seat in range(SEATS):
        held = sum(state.hands[seat * KINDS : (seat + 1) * KINDS])
        own = state.observer in (TRUTH, seat) or state.stage == END
        expect(
            held == state.hand_size[seat] or (held < state.hand_size[seat] and not own),
            "hands",
            f"{state.hand_size[seat]} cards of seat {seat + 1} are expected",
        )
        expect(seat < state.players or state.hand_size[seat] == 0, "hand_size", f"there is no seat {seat + 1}")
    for name in ("discards", "row"):
        expect(sum(getattr(state, name)) == getattr(state, f"{name}_size"), name, f"the number is not that of {name}_size")
    unseen = state.deck_size + sum(state.hand_size) - sum(state.hands)
    expect(sum(state.deck) == unseen, "deck", f"{unseen} cards are expected")
    expect(state.fish == sum(state.tank[1 : state.tables.fish + 1]), "fish", "is not the number of fish in the tank")
    for card in range(KINDS):
        held = sum(state.hands[seat * KINDS + card] for seat in range(SEATS))
        there = state.deck[card] + state.discards[card] + state.row[card] + held + state.tank[card]
        expect(there == state.tables.decks[state.players * KINDS + card], "deck", f"there are {there} cards number {card} in all")


def check_stage(state: Any) -> None:
    """What is asked now can be answered, and what is drawn now can be drawn."""
    obtainable = state.deck_size + state.discards_size + state.row_size > 0
    places = 0 if state.unique_deck else state.tables.face_up
    fits = {
        DEALING: deal_goes_on(state, places),
        REVEALING: state.filling and state.row_size < places and state.deck_size > 0 and state.owed == 0,
        DRAWING: state.owed > 0 and state.deck_size > 0,
        CROWNING: state.first_king == 0 and state.goal == CROWN,
        OPEN: obtainable,
        ACT: state.taken < state.allowed,
        REFILL: obtainable and state.refills > 0,
        EAT: state.meals > 0 and bool(state.edible()),
        STARVE: state.fish * state.tables.fish_food > state.food,
        EXPEL: bool(conflicting_in(state.tables, list(state.tank))),
        END: state.owed == 0,
    }
    expect(bool(fits[state.stage]), "stage", "what is to come now does not fit the cards and numbers")
    if state.stage >= OPEN:
        expect(state.owed == 0 and not state.filling, "owed, filling", "nothing is to be drawn now")
    over = state.stage == END
    expect(state.winner == 0 or (over and state.hand_size[state.winner - 1] == 0), "winner", "only who has run out of cards has won")


def deal_goes_on(state: Any, places: int) -> bool:
    """Whether the deck holds all that is still to be dealt and turned up; hands fill one after the other."""
    hand = state.tables.hand
    sizes = list(state.hand_size)[: state.players]
    before, after = sizes[: state.turn], sizes[state.turn + 1 :]
    filled = all(size == hand for size in before) and sizes[state.turn] < hand and not any(after)
    return filled and state.goal == CROWN and state.row_size == 0 and state.deck_size >= state.players * hand + places - sum(sizes)


# ---- what seats remember


def check_memory(state: Any, memory: Any) -> None:
    """Raise ValueError when nobody can remember this in the position."""
    copies = list(state.tables.decks)[state.players * KINDS : (state.players + 1) * KINDS]
    for name in ("pool", "seen", "eaten", "starved", "expelled", "frozen"):
        fits = all(0 <= number <= copies[i % KINDS] for i, number in enumerate(getattr(memory, name)))
        expect(fits, f"memory.{name}", "there are not so many cards")
    held = all(0 <= number <= state.hands[i] for i, number in enumerate(memory.openly))
    expect(held, "memory.openly", "who took cards openly holds them")
    for seat in range(SEATS):
        hidden = state.hand_size[seat] - sum(memory.openly[seat * KINDS : (seat + 1) * KINDS])
        fresh, old = memory.fresh[seat], memory.old[seat]
        expect(0 <= fresh <= hidden and 0 <= old <= hidden <= fresh + old, "memory.fresh, memory.old", f"do not fit the hand of seat {seat + 1}")
    expect(state.observer != TRUTH or all(a <= b for a, b in zip(state.deck, memory.pool, strict=True)), "memory.pool", "the deck holds more cards")
    expect(all(0 <= unmet < 1 << len(REQUIREMENTS) for unmet in memory.unmet), "memory.unmet", "a set of requirements is expected")
    expect(0 <= memory.phases <= MANY, "memory.phases", f"0 to {MANY} is expected")
