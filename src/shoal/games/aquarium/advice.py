"""Why a move of Aquarium is worth thinking of, in stars and coins; from a mask only."""

from collections.abc import Mapping
from typing import Any

from shoal.engine.state import Masked
from shoal.engine.table import signed

from .notation import BANK, BREED, BUY, CARD_WORDS, DECLINE, DOUBLE, FEED, FLUSH, HALF, HOLD, KEEP, KINDS, PASS, PLUS1, SHOP, card_of, fish_of, is_play
from .pricing import food_sizes, priced

MENTIONED = 2


def reason(game: Any, masked: Masked, action: int) -> str:
    """One line about what an action of the mask's observer brings."""
    line = said(game, masked.state, masked.observer, action)
    return line[:1].upper() + line[1:]


def said(game: Any, state: Any, seat: int, action: int) -> str:
    if is_play(action):
        return card_reason(game, state, card_of(action))
    simple = {PASS: _pass, FLUSH: _flush, SHOP: _shop, BUY: _buy, DECLINE: _decline, FEED: _feed, KEEP: _keep}
    if action in simple:
        return simple[action](game, state, seat)
    fish = game.kinds[fish_of(action)]
    decision = state.decision()
    if decision == "feed":
        gone = {fish.number: -1}
        saved = state.food * (food_sizes(state, cards_of(state, seat)) - food_sizes(state, cards_of(state, seat, gone)))
        return str(game.texts("hint.starve", n=saved, stars=-change(game, state, seat, gone)))
    if decision == "breed":
        return str(game.texts("hint.breed", n=state.box.income[action - BREED], stars=-change(game, state, seat, {fish.number: -2})))
    if decision == "take":
        return str(game.texts("hint.take", stars=signed(change(game, state, seat, {fish.number: 1, state.given - 1: -1}))))
    if decision == "give":
        return str(game.texts("hint.give", n=-change(game, state, seat, {fish.number: -1})))
    buyer = change(game, state, state.active, {fish.number: 1})
    return str(game.texts("hint.drop" if seat == state.active else "hint.swap", n=buyer))


# ---- single moves

def _pass(game: Any, state: Any, seat: int) -> str:
    pays = state.tables.pass_income + state.tables.bank_extra * state.aquariums[seat * KINDS + BANK]
    return str(game.texts("hint.pass", n=pays))


def _flush(game: Any, state: Any, seat: int) -> str:
    return str(game.texts("hint.flush"))


def _shop(game: Any, state: Any, seat: int) -> str:
    return str(game.texts("hint.shop", gains=gains(game, state, seat), price=state.base(), food=more_food(game, state, seat)))


def _buy(game: Any, state: Any, seat: int) -> str:
    return str(game.texts("hint.buy", gains=gains(game, state, seat), n=state.price, food=more_food(game, state, seat)))


def more_food(game: Any, state: Any, seat: int) -> str:
    """What the market adds to what a seat's fish eat."""
    change = food_sizes(state, cards_of(state, seat, dict(enumerate(state.market)))) - food_sizes(state, cards_of(state, seat))
    return str(game.texts("hint.food_more", n=change) if change > 0 else game.texts("hint.food_less", n=-change) if change else game.texts("hint.food_same"))


def _decline(game: Any, state: Any, seat: int) -> str:
    return str(game.texts("hint.decline", price=state.price, n=state.coins[seat]))


def _feed(game: Any, state: Any, seat: int) -> str:
    return str(game.texts("hint.feed", bill=state.bill(seat), stars=state.scores()[seat]))


def _keep(game: Any, state: Any, seat: int) -> str:
    return str(game.texts("hint.keep", stars=state.scores()[seat]))


def card_reason(game: Any, state: Any, card: int) -> str:
    """What an action card does to the purchase of the buyer."""
    t = game.texts
    if card == HOLD:
        return str(t("hint.hold"))
    if card < PLUS1:
        return str(t(f"hint.{CARD_WORDS[card]}", gains=gains(game, state, state.active)))
    price = priced(state.base(), [(card, 0)])[-1].price
    key = "half" if card == HALF else "dear" if card == DOUBLE and price > state.coins[state.active] else CARD_WORDS[card]
    return str(t(f"hint.{key}", price=price, n=state.coins[state.active]))


# ---- stars and coins

def lines(game: Any, state: Any, cards: list[int]) -> dict[str, int]:
    return {line.title: line.points for line in game.lines(cards, state.sets_repeat, state.fish_shared, 0)}


def cards_of(state: Any, seat: int, by: Mapping[int, int] | None = None) -> list[int]:
    """The cards of a seat by kind; with `by`, when so many have come or gone."""
    cards = list(state.aquariums[seat * KINDS : (seat + 1) * KINDS])
    for kind, number in (by or {}).items():
        cards[kind] += number
    return cards


def change(game: Any, state: Any, seat: int, by: dict[int, int]) -> int:
    """Stars won or lost when so many cards come or go."""
    return sum(lines(game, state, cards_of(state, seat, by)).values()) - sum(lines(game, state, cards_of(state, seat)).values())


def gains(game: Any, state: Any, seat: int) -> str:
    """What the whole market would bring a seat: `+7 stars (Fish +4, Purple Trio +3)`."""
    cards = cards_of(state, seat)
    before = lines(game, state, cards)
    after = lines(game, state, [held + more for held, more in zip(cards, state.market, strict=True)])
    changed = sorted(((title, points - before.get(title, 0)) for title, points in after.items()), key=lambda pair: -pair[1])
    named = ", ".join(f"{title} {signed(points)}" for title, points in changed[:MENTIONED] if points)
    total = sum(after.values()) - sum(before.values())
    return str(game.texts("hint.gains", n=total, stars=signed(total), named=named) if named else game.texts("hint.no_gains"))
