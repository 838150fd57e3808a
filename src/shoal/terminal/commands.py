"""The words that a person may type in place of a move."""

from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.engine.errors import ShoalError
from shoal.play.views import with_names

from . import texts
from .overview import rulings_of
from .recorder import free_name, write_whole
from .sheets import show_sheet
from .showing import board, show_batches, show_help, show_question
from .story import in_batches, visible

if TYPE_CHECKING:
    from .session import Session


class Next(Enum):
    """What comes after something was typed."""

    ASK = auto()
    """The same question again."""
    SHOW = auto()
    """The table has changed: show it and ask."""
    GO_ON = auto()
    """The match has moved on."""
    LEAVE = auto()


SCORING = "scoring"
"""The section of a game's rules that says what pays, where the game has no guide of its own and its texts name no other."""

Command = Callable[["Session", int, str], Next]


def explain(session: "Session", seat: int, argument: str) -> Next:
    if argument:
        return rules(session, seat, argument)
    words = [word for word in HELPFUL if word != "back" or len(session.people) > 1]
    show_help(session.screen, session.match.view(seat), words)
    return Next.ASK


def rules(session: "Session", seat: int, argument: str) -> Next:
    rulings = rulings_of(session.match.game)
    session.screen.markdown(rulings.find(argument, "rules") if argument else rulings.text)
    return Next.ASK


def table(session: "Session", seat: int, argument: str) -> Next:
    show_question(session.screen, session.match.view(seat), session.name(seat))
    return Next.ASK


def guide(session: "Session", seat: int, argument: str) -> Next:
    show = getattr(board(session.match.game.id), "text_guide", None)
    if show is None:
        return rules(session, seat, session.match.game.texts.get("guide.section", SCORING))
    session.screen.say(show(session.match.view(seat), session.screen.room))
    return Next.ASK


def log(session: "Session", seat: int, argument: str) -> Next:
    show_batches(session.screen, in_batches(visible(session.match.events(seat))), session.names(), numbers=True)
    return Next.ASK


def score(session: "Session", seat: int, argument: str) -> Next:
    """The own sheet as things stand."""
    show_sheet(session.screen, session.match.view(seat).sheets[seat], session.name(seat), texts()("score.provisional"))
    return Next.ASK


def hint(session: "Session", seat: int, argument: str) -> Next:
    from shoal.bots.hints import hints, worth
    match, screen = session.match, session.screen
    with screen.busy(texts()("play.hint.thinking")):
        found = hints(match.game, match.asked(seat))
    if not found:
        screen.say(texts()("play.hint.none"))
    width = max((len(one.text) for one in found), default=0)
    for one in found:
        points = texts()("play.hint.expected", points=f"{one.expected:.1f}".removesuffix(".0"))
        screen.spans([(f"  {one.text.ljust(width)}   ", "ask"), (worth(match.game, one, points), "plain")])
        screen.paragraph(with_names(match, one.because), "quiet", indent=4)
    return Next.ASK


def undo(session: "Session", seat: int, argument: str) -> Next:
    match, screen = session.match, session.screen
    may = match.can_undo(seat)
    if not may:
        screen.say(texts()("play.undo.nothing"), "problem")
        return Next.ASK
    if may == "ask" and not screen.agree(texts()("play.undo.ask")):
        screen.say(texts()("play.undo.refused"))
        return Next.ASK
    match.undo(seat)
    while match.request is not None:
        match.answer_undo(next(other for other in session.people if other != seat and other not in match.request.agreed), True)
    session.forget_undone()
    screen.say(texts()("play.undo.done"), "good")
    return Next.GO_ON


def back(session: "Session", seat: int, argument: str) -> Next:
    """Hand the keyboard back to who has chosen before, unseen, and let them choose again."""
    before = [other for other in session.match.answered() if other in session.people and other != seat]
    if not before:
        session.screen.say(texts()("play.undo.nobody"), "problem")
        return Next.ASK
    session.match.take_back(before[-1])
    return Next.GO_ON


def save(session: "Session", seat: int, argument: str) -> Next:
    try:
        path = Path(argument).expanduser() if argument else session.saved_as or free_name(session.match.game.id, Path.cwd())
        taken = path.exists() and path != session.saved_as
    except (OSError, RuntimeError, ValueError) as error:
        raise ShoalError(texts()("record.unwritable", file=argument or ".", reason=getattr(error, "strerror", None) or error)) from None
    if taken:
        raise ShoalError(texts()("play.save.exists", file=path))
    write_whole(path, session.match.record())
    session.saved_as = path
    session.saved_entries = len(session.match.entries)
    session.screen.say(texts()("play.save.done", file=path.name if path.parent == Path.cwd() else path), "good")
    return Next.ASK


def leave(session: "Session", seat: int, argument: str) -> Next:
    return Next.LEAVE


COMMANDS: dict[str, Command] = {
    "?": explain, "help": explain, "rules": rules, "table": table, "guide": guide, "log": log, "score": score, "hint": hint, "undo": undo,
    "back": back, "save": save, "quit": leave, "exit": leave,
}
HELPFUL = ("hint", "undo", "back", "table", "log", "score", "guide", "rules", "save", "quit")
"""The words that `?` explains, in its order."""
