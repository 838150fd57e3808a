"""Whether the fields of a position of Aquarium fit together, for positions that come from outside."""

from typing import Any

from .notation import (
    CARDS, DEALING, DRAWING, END, FISH, FOODS, FOR_EFFECT, HALF, HIDDEN, INFLUENCE1, INFLUENCE2, KINDS, PHASE1, PHASE2, RATIONING, SEATS, STARTING, TAKING,
)

PILES, MANY = 30, 100_000


def check_position(state: Any) -> None:
    """Raise ValueError when compiled code could not count with this position."""
    check_ranges(state)
    check_counts(state)
    check_face_down(state)
    if state.stage > STARTING:
        check_deck(state)


def check_ranges(state: Any) -> None:
    one = {"players": (2, SEATS), "observer": (-2, SEATS - 1), "stall_limit": (0, 100), "stage": (DEALING, END), "stall": (-1, 10_000),
           "purpose": (0, FOR_EFFECT), "feedings": (0, PILES), "food": (0, FOODS - 1),
           "pile": (0, PILES), "feeding_ahead": (0, 1), "reveals": (0, 10_000_000), "price": (0, MANY),
           "influence1": (0, HALF), "influence2": (0, HALF), "given": (0, FISH), "arrived": (0, (1 << KINDS) - 1), "executing": (0, SEATS)}
    for name, (low, high) in one.items():
        if not low <= getattr(state, name) <= high:
            raise ValueError(f"{name}: {low} to {high} is expected")
    each = {"coins": (0, MANY), "tank": (0, FISH), "spent": (0, 255), "frozen": (0, 255), "committed": (HIDDEN, HALF), "shown1": (0, HALF),
            "shown2": (0, HALF), "market": (0, 1000), "discards": (0, 2000), "aquariums": (0, 1000), "unseen": (0, 1000), "influence_spent": (0, 1000),
            "influence_frozen": (0, 1000)}
    for name, (low, high) in each.items():
        if min(getattr(state, name)) < low or max(getattr(state, name)) > high:
            raise ValueError(f"{name}: {low} to {high} is expected")
    if not (0 <= state.active < state.players and 0 <= state.asked < state.players):
        raise ValueError(f"active, asked: 0 to {state.players - 1} is expected")
    if state.executing > (2 if state.players == 2 else state.players - 1):
        raise ValueError("executing: there are not so many action cards")
    if state.players > 2 and state.stage in (INFLUENCE1, INFLUENCE2):
        raise ValueError("stage: influence decks are for two players")
    if state.stage == TAKING and not state.given:
        raise ValueError("given: a fish is expected while the other one is chosen")


def check_counts(state: Any) -> None:
    if state.market_size != sum(state.market) or state.market_fish != sum(state.market[:FISH]) or state.unseen_size != sum(state.unseen):
        raise ValueError("market, unseen: the sizes are not the sums of the cards")
    for kind in range(KINDS):
        seen = state.market[kind] + state.discards[kind] + sum(state.aquariums[seat * KINDS + kind] for seat in range(SEATS))
        copies = state.box.copies[kind] if state.fishybank or state.box.names[kind] != state.box.names[FISH - 1] else 0
        if seen + 2 * state.tank.count(kind + 1) + state.unseen[kind] != copies:
            raise ValueError(f"{state.box.names[kind]}: {copies} cards are expected in all")
    for phase in range(2):
        for card in range(1, CARDS):
            spent = max(state.influence_spent[card], state.influence_frozen[card]) if (card > 5) == bool(phase) else 0
            if spent > state.box.influence[phase * CARDS + card]:
                raise ValueError("influence_spent: there are not so many cards")


def check_face_down(state: Any) -> None:
    for seat in range(SEATS):
        card = state.committed[seat]
        if card == HIDDEN and (state.observer == -2 or seat == state.observer):
            raise ValueError("committed: a card that should be known is hidden")
        if card and (seat >= state.players or seat == state.active):
            raise ValueError("committed: only the others choose action cards")
    waiting = [seat for seat in range(state.players) if seat != state.active and not state.committed[seat]]
    if state.stage in (PHASE1, PHASE2) and not waiting:
        raise ValueError("committed: all have chosen, so the phase should be over")
    if state.stage == INFLUENCE2 and waiting:
        raise ValueError("committed: the influence card comes after the card from the hand")


def check_deck(state: Any) -> None:
    piles = state.box.piles[state.players]
    if not 0 <= state.pile < piles or state.deck_cards != sum(state.box.copies) - (0 if state.fishybank else state.box.copies[FISH - 1]) - state.players:
        raise ValueError("pile, deck_cards: they do not belong to this box")
    sizes = [state.deck_cards // piles + (pile < state.deck_cards % piles) for pile in range(piles)]
    here = state.pile_left - state.feeding_ahead
    if not 0 <= here <= sizes[state.pile] or here + sum(sizes[state.pile + 1 :]) != state.unseen_size:
        raise ValueError("pile_left: the cards not yet seen do not fill the piles")
    if state.feeding_ahead and not (state.box.feeding_piles[state.players] >> state.pile) & 1:
        raise ValueError("feeding_ahead: this pile has no Feeding Time card")
    later = bin(state.box.feeding_piles[state.players] >> (state.pile + 1)).count("1")
    if state.feedings + state.feeding_ahead + later != state.box.feedings[state.players]:
        raise ValueError("feedings: held and coming do not make up the number of the game")
    if state.stage == DRAWING and state.pile_left == 0 and state.unseen_size == 0 or state.stage == RATIONING and state.feedings == 0:
        raise ValueError("stage: there is nothing to draw")
