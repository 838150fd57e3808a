"""Money in Aquarium: the price of a market, who is paid, and what feeding costs."""

from typing import TYPE_CHECKING

from .box import AquariumBox
from .notation import DOUBLE, FISH, HALF, KINDS, MINUS1, PLUS1, SIZES, Kinds, Sizes

if TYPE_CHECKING:
    from .rules import Aquarium


def base_price(state: "Aquarium") -> int:
    """All cards count: fish, fishybanks and plants (R38)."""
    total = 0
    for kind in range(KINDS):
        total += state.market[kind] * state.tables.price[kind]
    return total


def shown_cards(state: "Aquarium", card: int) -> int:
    """How many of a Phase II card have been revealed in this purchase."""
    number = 1 if state.influence2 == card else 0
    for seat in range(state.players):
        if state.shown2[seat] == card:
            number += 1
    return number


def final_price(state: "Aquarium") -> int:
    """First all +1 and -1 together, never below zero (R11), then all doubles, then all halves, each rounded up (R13)."""
    price = base_price(state) + shown_cards(state, PLUS1) - shown_cards(state, MINUS1)
    if price < 0:
        price = 0
    for _ in range(shown_cards(state, DOUBLE)):
        price = price * 2
    for _ in range(shown_cards(state, HALF)):
        price = (price + 1) >> 1
    return price


def half_income(state: "Aquarium", seat: int) -> int:
    """What a seat receives for its halves if the market is bought at the price that stands.

    The price is split, each share rounded up with coins of the bank; one who played both halves just gets the price (R14).
    """
    halves = shown_cards(state, HALF)
    mine = 1 if state.shown2[seat] == HALF else 0
    if state.influence2 == HALF and seat == state.clockwise(1):
        mine += 1
    if mine == 0 or halves <= 0:
        return 0
    if mine == halves and not state.half_self_split:
        return state.price
    return mine * ((state.price + halves - 1) // halves)


def pay_for_market(state: "Aquarium") -> None:
    """The buyer pays the bank, or those who played a half."""
    state.coins[state.active] -= state.price
    for seat in range(state.players):
        state.coins[seat] += half_income(state, seat)


def food_bill(state: "Aquarium", seat: int, food: int) -> int:
    """The cost of keeping every fish of an aquarium at a food cost."""
    return food * food_units(state.tables, state.aquariums, seat * KINDS)


def food_units(tables: AquariumBox, cards: Kinds, at: int) -> int:
    """The sizes of all fish among cards (from index `at` on), but for the largest ones, which the plants keep (R21, R23)."""
    hungry: Sizes = [0] * SIZES
    plants = 0
    for kind in range(FISH):
        hungry[tables.size[kind] - 1] += cards[at + kind]
    for kind in range(FISH, KINDS):
        plants += cards[at + kind]
    return units_beyond(hungry, plants * tables.free_fish)


def units_beyond(hungry: Sizes, free: int) -> int:
    """The sizes of fish (counted by size), but for so many of the largest that need no food."""
    units = 0
    for step in range(SIZES):
        kept = min(free, hungry[SIZES - 1 - step])
        free -= kept
        units += (hungry[SIZES - 1 - step] - kept) * (SIZES - step)
    return units
