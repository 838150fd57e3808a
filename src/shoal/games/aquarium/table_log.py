"""What just happened in Aquarium, as lines under headings: every price with how it came about, every coin with who got it."""

from collections.abc import Sequence
from typing import Any

from .chronicle import Chronicle, Fact, Played, chronicle
from .notation import CARD_WORDS, EXCHANGE, REPLACE
from .pricing import INFLUENCE, SIGNS


def log_lines(view: Any, names: Sequence[str], since: int = 0) -> list[tuple[int, int | None, str, str]]:
    """(index of the event, seat, heading, line) for everything that the observer of a view has been told since an event."""
    told, whom = chronicle(view), objects(view, names)
    facts = [fact for fact in told.facts if fact.index >= since]
    return [(fact.index, fact.seat, heading(told, fact.turn, names), line(told.game, fact, names, whom)) for fact in facts]


def objects(view: Any, names: Sequence[str]) -> list[str]:
    """The names within a sentence: `You`, which stands for the observer's own name at its beginning, is written small."""
    own = [seat.name for seat in view.seats]
    return [name if name == own[seat] else name[:1].lower() + name[1:] for seat, name in enumerate(names)]


def heading(told: Chronicle, turn: int, names: Sequence[str]) -> str:
    """`Turn 12 · East: shopping`"""
    if not turn:
        return str(told.game.texts("table.log.start"))
    seat, word = told.turns[turn - 1]
    return str(told.game.texts(f"table.log.turn{word and f'_{word}'}", number=turn, who=names[seat]))


def line(game: Any, fact: Fact, names: Sequence[str], whom: Sequence[str]) -> str:
    """A fact in one sentence."""
    t = game.texts
    card = t(f"table.act.{CARD_WORDS[fact.card]}.name") if fact.card else ""
    cards = [game.kinds[kind].name for kind in fact.fish]
    seat = fact.seat if fact.seat is not None else 0
    values = {"who": names[seat], "whom": whom[seat], "card": card, "n": fact.n, "cards": ", ".join(cards), "fish": cards[0] if cards else "",
              "other": cards[-1] if cards else "", "to": payees(game, fact, whom), "steps": sum_of(game, fact, whom)}
    key = f"table.log.{fact.key}"
    return str(t(f"{key}_free" if not fact.n and t.get(f"{key}_free") else key, **values))


def payees(game: Any, fact: Fact, whom: Sequence[str]) -> str:
    """`2 to East, 2 to West`, or the bank."""
    if not fact.paid:
        return str(game.texts("table.text.bank"))
    return ", ".join(game.texts("table.text.paid", who=whom[seat], n=coins) for seat, coins in fact.paid)


def sum_of(game: Any, fact: Fact, whom: Sequence[str]) -> str:
    """`base 8, +1 (East) = 9, ½ (influence deck) = 5`"""
    if not fact.steps:
        return ""
    parts = [game.texts("table.log.base", n=fact.steps[0].price)]
    for step in fact.steps[1:]:
        who = game.texts("table.text.influence") if step.seat == INFLUENCE else whom[step.seat]
        parts.append(game.texts("table.log.step", sign=SIGNS[step.card], who=who, price=step.price))
    return ", ".join(parts)


def arrival(view: Any, names: Sequence[str]) -> str:
    """How the cards that may breed have come: what was paid for them and why, or what was given."""
    told, whom = chronicle(view), objects(view, names)
    facts = [fact for fact in told.facts if fact.turn == len(told.turns) and fact.key in ("price", "buy", "give", "take")]
    return ". ".join(line(told.game, fact, names, whom) for fact in facts[-2:])


def outcome(view: Any, names: Sequence[str]) -> list[str]:
    """How the purchase of the turn before came out: the price and what the buyer decided; nothing if that was none."""
    told, whom = chronicle(view), objects(view, names)
    if len(told.turns) < 2 or told.turns[-2][1] != "shop":
        return []
    facts = [fact for fact in told.facts if fact.turn == len(told.turns) - 1 and fact.key in ("price", "buy", "decline")]
    return [line(told.game, fact, names, whom) for fact in facts]


def did(game: Any, card: Played) -> str:
    """What a card of Phase I did: `replaced blue 1: fishybank came`, or why it had no effect."""
    if card.why_not:
        return str(game.texts(f"table.did.{card.why_not}"))
    moved = [game.kinds[kind].name for kind in card.moved]
    if card.is_done:
        return str(game.texts(f"table.did.{CARD_WORDS[card.card]}", fish=moved[0], other=moved[-1]))
    begun = {REPLACE: "replacing", EXCHANGE: "exchanging"}.get(card.card, "") if moved else ""
    return str(game.texts(f"table.did.{begun or 'going_on'}", fish="".join(moved[:1])))
