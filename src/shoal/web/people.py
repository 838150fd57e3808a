"""Who sits at a table, as a page shows them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from shoal.bots.levels import LEVELS
from shoal.play.parts import Seat
from shoal.play.views import SeatView, View

from .pages import listed, text


OFFERED = ("greedy", "easy", "random", "hard", "expert")
"""Bot levels in the order in which they are offered."""


class Person(NamedTuple):
    """A seat with its name and signs, and what the table knows publicly of it."""

    seat: int
    name: str
    letter: str
    sign: int
    """1 to 6: colour and shape."""
    bot: str = ""
    you: bool = False
    awaited: bool = False
    sealed: bool = False
    state: str = ""
    facts: str = ""

    def __str__(self) -> str:
        return self.name


def levels() -> list[str]:
    """Bot levels that are installed, the recommended one first."""
    return [level for level in OFFERED if level in LEVELS] + [level for level in LEVELS if level not in OFFERED]


def bot_label(level: str) -> str:
    """How a bot is called beside its name."""
    return f"bot, {text.get(f'bots.{level}', level)}"


def person(seat: int, who: Seat | SeatView, you: bool = False, **more: Any) -> Person:
    """A seat of a match as a person on the page. Your own seat is called You where only one seat is yours."""
    name = text("names.you") if you else who.name
    return Person(seat, name, (name.strip()[:1] or "?").upper(), seat + 1, bot_label(who.bot) if who.bot else "", you, **more)


def people_of(view: View, mine: Sequence[int], facts: dict[int, str]) -> list[Person]:
    """Everybody at the table, as one link sees them."""
    doing = view.game.texts.get(f"{view.decision}.doing", text("table.awaited"))
    found = []
    for seat, who in enumerate(view.seats):
        awaited = seat in view.waiting_for and not view.over
        sealed = seat in view.answered
        state = (text("table.thinking") if who.bot else doing) if awaited else text("table.done") if sealed else ""
        you = list(mine) == [seat]
        found.append(person(seat, who, you, awaited=awaited, sealed=sealed, state=state, facts=facts.get(seat, "")))
    return found


def whom(people: Sequence[Person], over: bool) -> str:
    """The heading of the list of seats."""
    others = [p.name for p in people if p.awaited and not p.you]
    if over:
        return text("table.whose.nobody")
    if any(p.you and p.awaited for p in people):
        return text("table.whose.others", others=listed([text("table.whose.self"), *others]))
    return text("table.whose.others", others=listed(others)) if others else text("table.whose.nobody")


def waiting(view: View, people: Sequence[Person]) -> str:
    """Whom the table waits for, as a sentence."""
    names = [p.name for p in people if p.awaited]
    doing = view.game.texts.get(f"{view.decision}.doing", text("table.awaited"))
    return text("table.waiting", n=len(names), names=listed(names), doing=doing) if names else text("table.watch")
