"""What just happened in Aqua Garden, as lines under the turns: what was taken, paid and earned, and what Lucy did."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from .chronicle import Fact, chronicle
from .notation import AD_WORDS, GROUP_WORDS
from .prompts import joined, listed


def log_lines(view: Any, names: Sequence[str], since: int = 0) -> list[tuple[int, int | None, str, str]]:
    """(index of the event, seat, heading, line) for everything that has happened since an event."""
    facts = [fact for fact in chronicle(view).facts if fact.index >= since]
    return [(fact.index, fact.seat, heading(view.game, fact, names), line(view.game, fact, names)) for fact in facts]


def heading(game: Any, fact: Fact, names: Sequence[str]) -> str:
    """`You · turn 4`, `Round 2`."""
    seat, turn = fact.turn
    if turn:
        return str(game.texts("table.log.turn", who=names[seat], n=turn))
    return str(game.texts("table.log.round_heading", n=seat) if seat else game.texts("table.log.start"))


def line(game: Any, fact: Fact, names: Sequence[str]) -> str:
    """A fact in one sentence, with the move as it is written."""
    who = names[fact.seat] if fact.seat is not None else names[fact.n] if fact.key in ("first", "feed") else ""
    values = {"who": who, "tank": fact.tank, "tokens": listed(game, list(fact.tokens)), "name": named(game, fact), "n": fact.n}
    key = f"table.log.{fact.key}"
    if not any(fact.tokens) and game.texts.get(f"{key}_none"):
        key = f"{key}_none"
    if fact.key in ("pass", "lucy_leaves"):
        values["place"] = game.texts(f"place.{fact.n}")
    words = game.texts(key, **values)
    words = words if who else f"{words[:1].upper()}{words[1:]}"
    return Markup("{} <code>{}</code>").format(words, fact.text) if fact.text and fact.key not in ("bucket", "leaves_too", "broken") else words


def named(game: Any, fact: Fact) -> str:
    """A word of an event, for people."""
    if fact.key == "feed":
        return next((card.name for card in game.feedings if card.id == fact.name), "")
    if fact.key == "milestone":
        card = next(card for card in game.milestones if card.id == fact.name)
        return listed(game, list(card.tank))
    if fact.key == "claim":
        return str(game.texts(f"group.{GROUP_WORDS[GROUP_WORDS.index(fact.name)]}"))
    if fact.key == "ad":
        box, number = game.box, AD_WORDS.index(fact.name)
        kinds = [kind for kind in range(len(game.tokens)) if box.ad_per[number * len(game.tokens) + kind]]
        return joined(game.texts, [game.texts(f"token.{game.tokens[kind].id}.many_bare") for kind in kinds])
    return ""
