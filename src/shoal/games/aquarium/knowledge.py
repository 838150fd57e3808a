"""What a seat of Aquarium may know, and how the unknown is dealt anew.

Almost everything lies open: a deck is a bag that all can count, and so are hands and influence decks. Only action cards lie face down.
What one of them can be follows from `frozen`, the cards that were spent when it was chosen, so nothing needs remembering beside the state.
"""

from typing import TYPE_CHECKING

from shoal.engine.facts import MOVES, TRUTH, Moves
from shoal.engine.hints import scratch
from shoal.engine.state import Rng

from .notation import ADD, END, HIDDEN, HOLD, INFLUENCE2, NONE, PHASE1, PHASE2, PHASE_CARDS, PLUS1, bit_of

if TYPE_CHECKING:
    from .rules import Aquarium


def hide_face_down_cards(state: "Aquarium", seat: int) -> None:
    """In place: of the cards face down, the observer knows its own only. What is still down at the end is shown."""
    if state.stage == END:
        return
    for other in range(state.players):
        if other != seat and state.committed[other] != NONE:
            state.committed[other] = HIDDEN


def deal_face_down_cards(state: "Aquarium", rng: Rng) -> None:
    """In place, on a mask: while others still choose, choices are taken back; later each is any card that could be chosen then."""
    for seat in range(state.players):
        if state.committed[seat] == HIDDEN:
            if state.stage == PHASE1 or state.stage == PHASE2:
                state.committed[seat] = NONE
                state.frozen[seat] = 0
            else:
                state.committed[seat] = face_down_card(state, seat, rng)
    state.observer = TRUTH


def face_down_card(state: "Aquarium", seat: int, rng: Rng) -> int:
    cards: Moves = scratch(MOVES)
    return cards[rng.below(fill_candidates(state, seat, cards))]


def fill_candidates(state: "Aquarium", seat: int, cards: Moves) -> int:
    """What the face-down card of a seat can be: what was in hand when it was chosen (R16)."""
    first = PLUS1 if state.stage == INFLUENCE2 or state.stage == PHASE2 else ADD
    cards[0] = HOLD
    n = 1
    for card in range(first, first + PHASE_CARDS):
        if state.frozen[seat] & bit_of(card) == 0:
            cards[n] = card
            n += 1
    return n
