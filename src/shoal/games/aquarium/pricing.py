"""How the price of a market comes about, step by step, for people: base, +1 and -1 together, doubles, halves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .notation import CARDS, DOUBLE, FISH, HALF, MINUS1, NONE, PHASE_CARDS, PLUS1, bit_of

SIGNS = {PLUS1: "+1", MINUS1: "−1", DOUBLE: "×2", HALF: "½"}
"""What is printed on the cards of Phase II."""


@dataclass(frozen=True)
class Step:
    """One part of the sum: a card (0 for the base), who played it (a seat; INFLUENCE for the influence deck), and the price after it."""

    card: int
    seat: int
    price: int


INFLUENCE = -2
"""In place of a seat: the card came from the influence deck."""


def priced(base: int, cards: Sequence[tuple[int, int]]) -> list[Step]:
    """The steps for revealed cards (card, seat), in the order in which they count.

    >>> [step.price for step in priced(6, [(HALF, 1), (DOUBLE, 2), (PLUS1, 3)])]
    [6, 7, 14, 7]
    """
    steps = [Step(0, -1, base)]
    running = base
    for card, change in ((PLUS1, 1), (MINUS1, -1)):
        for _, seat in [played for played in cards if played[0] == card]:
            running += change
            steps.append(Step(card, seat, max(0, running)))
    price = max(0, running)
    for _, seat in [played for played in cards if played[0] == DOUBLE]:
        price *= 2
        steps.append(Step(DOUBLE, seat, price))
    for _, seat in [played for played in cards if played[0] == HALF]:
        price = (price + 1) // 2
        steps.append(Step(HALF, seat, price))
    return steps


def shown_steps(state: Any) -> list[Step]:
    """The steps of the cards revealed in this purchase, as far as they are."""
    cards = [(state.shown2[seat], seat) for seat in range(state.players) if state.shown2[seat] > NONE]
    if state.influence2:
        cards.append((state.influence2, INFLUENCE))
    return priced(state.base(), cards)


def range_of_prices(state: Any) -> tuple[int, int]:
    """The lowest and the highest price that the cards of Phase II can make, by what everybody can count; a sealed card is still any of the hand."""
    options = [in_hand(state, seat) for seat in range(state.players) if seat != state.active]
    if state.players == 2:
        options.append([card for card in range(PLUS1, PLUS1 + PHASE_CARDS) if influence_copies(state, card)])
    plays: list[list[int]] = [[]]
    for cards in options:
        plays = [[*played, card] for played in plays for card in [NONE, *cards]]
    prices = [priced(state.base(), [(card, 0) for card in played if card])[-1].price for played in plays]
    return min(prices), max(prices)


def in_hand(state: Any, seat: int) -> list[int]:
    """Phase II cards that a seat has, or had when it sealed one."""
    gone = state.spent[seat]
    return [card for card in range(PLUS1, PLUS1 + PHASE_CARDS) if not gone & bit_of(card)]


def influence_copies(state: Any, card: int) -> int:
    """Copies of an action card in its influence deck, by counting."""
    phase = 1 if card >= PLUS1 else 0
    return int(state.box.influence[phase * CARDS + card] - state.influence_spent[card])


# ---- food

def free_fish(state: Any, cards: Sequence[int]) -> int:
    """How many fish the plants among cards (by kind) keep."""
    return int(sum(cards[FISH:]) * state.box.free_fish)


def sizes_of(state: Any, cards: Sequence[int]) -> list[int]:
    """The sizes of all fish among cards, the largest first: those that plants keep."""
    return sorted((int(state.box.size[kind]) for kind in range(FISH) for _ in range(cards[kind])), reverse=True)


def food_sizes(state: Any, cards: Sequence[int]) -> int:
    """What all fish among cards eat, in sizes: those that plants keep eat nothing."""
    return sum(sizes_of(state, cards)[free_fish(state, cards):])
