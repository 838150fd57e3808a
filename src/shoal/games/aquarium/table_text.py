"""The table of Aquarium as plain text: market and price, sealed cards, everybody's aquarium and purse."""

import textwrap
from typing import Any

from .chronicle import chronicle
from .notation import CARD_WORDS, DRAWING, FEEDING, FISH, HIDDEN, INFLUENCE1, INFLUENCE2, KINDS, NONE, PHASE1, PHASE2, TURN, bit_of
from .pricing import INFLUENCE, influence_copies, range_of_prices, shown_steps
from .table_log import did, outcome

PAGE = 80
SIGNS = {"plus1": "+1", "minus1": "-1", "double": "x2", "half": "1/2"}


def text_board(view: Any, width: int = PAGE) -> str:
    """The table as the view's observer sees it."""
    lines = [] if view.over else [*story_lines(view), market_line(view), price_line(view), sealed_line(view), deck_line(view)]
    order = sorted(range(view.masked.players), key=lambda seat: (seat != view.observer, seat))
    parts = ["\n".join(textwrap.fill(line, width, subsequent_indent="  ", break_on_hyphens=False) for line in lines if line)]
    parts += ["\n".join(player_lines(view, seat, width)) for seat in order]
    return "\n\n".join(part for part in parts if part) + "\n"


def cards(view: Any, counts: Any, first: int = 0, last: int = KINDS) -> str:
    """`p1 p1 r2`, in the order of the kinds."""
    names = view.game.box.names
    return " ".join(names[kind] for kind in range(first, last) for _ in range(counts[kind]))


def market_line(view: Any) -> str:
    state, t = view.masked.state, view.game.texts
    if not state.market_size:
        return str(t("table.text.empty"))
    return str(t("table.text.market", n=state.market_size, cards=cards(view, state.market), base=state.base()))


def price_line(view: Any) -> str:
    """The sum as far as it is open, or what it can become."""
    state, t = view.masked.state, view.game.texts
    if state.stage == PHASE2:
        low, high = range_of_prices(state)
        return str(t("table.text.range", low=low, high=high))
    steps = shown_steps(state)
    if len(steps) == 1 and not any(state.shown2):
        return ""
    parts = [t("table.text.step", card=SIGNS[CARD_WORDS[step.card]], who=who_played(view, step.seat), price=step.price) for step in steps[1:]]
    paid = [(seat, state.half_pays(seat)) for seat in range(state.players)]
    to = ", ".join(t("table.text.paid", who=name(view, seat), n=coins) for seat, coins in paid if coins) or t("table.text.bank")
    return str(t("table.text.price", steps=", ".join([str(steps[0].price), *parts]), price=state.price, to=to))


def who_played(view: Any, seat: int) -> str:
    return str(view.game.texts("table.text.influence")) if seat == INFLUENCE else name(view, seat)


def sealed_line(view: Any) -> str:
    """Who has sealed a card, never which."""
    state, t = view.masked.state, view.game.texts
    words = []
    for seat in range(state.players):
        card = state.committed[seat]
        if seat in view.answered or card != NONE:
            own = CARD_WORDS[card] if card not in (NONE, HIDDEN) else ""
            words.append(t("table.text.own_sealed", card=own) if own and seat == view.observer else t("table.text.sealed", who=name(view, seat)))
    return str(t("table.text.face_down", cards=", ".join(words))) if words else ""


def story_lines(view: Any) -> list[str]:
    """What each card of Phase I has done in the purchase going on or, before a turn, in the one just before, and how that came out."""
    state, t = view.masked.state, view.game.texts
    names = [str(seat.name) for seat in view.seats]
    ends = outcome(view, names) if state.stage == TURN else []
    if not state.executing and not ends:
        return []
    played = chronicle(view).played
    lines = [t("table.text.did", who=who_played(view, card.seat), card=CARD_WORDS[card.card], did=did(view.game, card)) for card in played]
    return [*lines, *ends]


def deck_line(view: Any) -> str:
    state, t = view.masked.state, view.game.texts
    total = state.tables.feedings[state.players]
    line = t("table.text.deck", n=state.unseen_size + total - state.feedings if state.deck_cards else state.unseen_size, held=state.feedings, feedings=total)
    if state.players == 2 and state.stage in (PHASE1, PHASE2, INFLUENCE1, INFLUENCE2, DRAWING):
        decks = [" ".join(f"{CARD_WORDS[card]}:{influence_copies(state, card)}" for card in range(first, first + 4)) for first in (2, 6)]
        line += " " + t("table.text.decks", one=decks[0], two=decks[1])
    return str(line)


def name(view: Any, seat: int) -> str:
    return str(view.seats[seat].name)


def player_lines(view: Any, seat: int, width: int) -> list[str]:
    """Name, purse and stars; fish and plants; breeding pair and spent cards."""
    state, t = view.masked.state, view.game.texts
    mine = state.aquariums[seat * KINDS : (seat + 1) * KINDS]
    open_purse = state.money_open or seat == view.observer or view.over
    turn = t("table.text.turn") if seat == state.active and not view.over and state.deck_cards else ""
    purse = t("table.text.coins", n=state.coins[seat]) if open_purse else t("table.text.purse")
    lines = [t("table.text.player", who=name(view, seat), turn=turn, purse=purse, n=view.game.score_sheet(state, seat).total)]
    held = [cards(view, mine, 0, FISH) or t("table.text.no_fish"), cards(view, mine, FISH, KINDS)]
    if state.tank[seat]:
        kind = state.tank[seat] - 1
        held.append(t("table.text.tank", fish=view.game.box.names[kind], n=state.tables.income[kind]))
    lines.append("  " + " | ".join(str(part) for part in held if part))
    gone = [CARD_WORDS[card] for card in range(2, 10) if state.spent[seat] & bit_of(card)]
    if gone:
        lines.append("  " + t("table.text.spent", cards=", ".join(gone)))
    if state.stage == FEEDING:
        lines.append("  " + t("table.text.bill", n=state.bill(seat)))
    return [textwrap.fill(str(line), width, subsequent_indent="    ", break_on_hyphens=False) for line in lines]
