"""How the page meets a game: its `table.py` and its templates, which draw a table from a view and nothing else.

`table.py` of a game has `board(view, draft)`, which gives the context of `table.html.jinja`, `log_line(game, event, names)`,
`replay_caption(game, event, names)` and `score_board(view, seat, lit)`, the context of `score.html.jinja`. Where a line has to know what
went before, `log_lines(view, names, since)` takes the place of both. Of what `board` gives,
the page itself reads `main`, `more` (buttons), `step`, `ask`, `because`, `bad` (the prompt), `where` (the bar) and `facts` (by seat).
A game without `table.py` is shown as a list of the moves possible now.
"""

import importlib
import importlib.util
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup

from shoal.engine.game import Game
from shoal.play.views import Event, View

from .pages import environment, fragment
from .people import Person
from .symbols import symbols, used


@dataclass(frozen=True)
class Drawing:
    """A drawn board and what the page around it needs to know."""

    html: Markup
    context: dict[str, Any]


LINES = 80
"""So many lines are in the log of a page."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line about what happened: the event it belongs to (its index), whose it is, the heading under which it stands ("" for none), the words."""

    index: int
    seat: int | None
    heading: str
    line: str


@cache
def drawer(game_id: str) -> Any:
    """The game's `table` module, None if it has none."""
    name = f"shoal.games.{game_id}.table"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def draw(view: View, draft: dict[str, str], people: Sequence[Person], me: Person | None) -> Drawing:
    """The board of a table as the view's observer sees it."""
    table = drawer(view.game.id)
    context = table.board(view, draft) if table else plain_board(view, draft)
    template = f"{view.game.id}/table.html.jinja" if table else "plain_board.html.jinja"
    given = {"view": view, "draft": draft, "people": people, "me": me}
    return Drawing(fragment(template, **{**given, **context}), context)


def plain_board(view: View, draft: dict[str, str]) -> dict[str, Any]:
    """For a game that nobody has drawn yet: its moves as a list."""
    chosen = draft["select"]
    return {"moves": [text for _, text in view.legal], "chosen": chosen, "main": {"label": chosen, "cmd": chosen} if chosen else None}


class Log:
    """The newest lines of a log, each put in words once, when its event comes."""

    def __init__(self, game: Game, names: Sequence[str], lines: Iterable[Told] = ()) -> None:
        self.game, self.names, self.lines = game, names, deque(lines, LINES)

    def copy(self) -> "Log":
        return Log(self.game, self.names, self.lines)

    def follow(self, event: Event) -> None:
        if line := log_line(self.game, event, self.names):
            self.lines.append(Told(event.index, event.seat, log_heading(self.game, event), line))


def told(view: View, names: Sequence[str]) -> list[Told]:
    """What has happened in the last LINES events, in sentences."""
    table, since = drawer(view.game.id), max(0, len(view.events) - LINES)
    if table and hasattr(table, "log_lines"):
        return all_told(view, names, since)
    log = view.story(("log", *names), lambda: Log(view.game, names))
    return [one for one in log.lines if one.index >= since]


def all_told(view: View, names: Sequence[str], since: int = 0) -> list[Told]:
    """What has happened since an event (by its index), as the captions of a replay."""
    table = drawer(view.game.id)
    if table and hasattr(table, "log_lines"):
        return [Told(index, seat, heading, str_or_markup(line)) for index, seat, heading, line in table.log_lines(view, names, since)]
    lines = [Told(event.index, event.seat, log_heading(view.game, event), replay_caption(view.game, event, names)) for event in view.events[since:]]
    return [one for one in lines if one.line]


def log_line(game: Game, event: Event, names: Sequence[str]) -> str:
    """What happened, in a sentence; Markup where parts stand out."""
    table = drawer(game.id)
    if table and hasattr(table, "log_line"):
        return str_or_markup(table.log_line(game, event, names))
    who = names[event.seat] if event.seat is not None else ""
    return f"{who}: {event.text or event.decision}" if who else str(event.text)


def log_heading(game: Game, event: Event) -> str:
    """The heading under which an event stands ("Round 3"), where the game has such."""
    table = drawer(game.id)
    return str(table.log_heading(game, event)) if table and hasattr(table, "log_heading") else ""


def replay_caption(game: Game, event: Event, names: Sequence[str]) -> str:
    """The sentence of a step of a replay."""
    table = drawer(game.id)
    if table and hasattr(table, "replay_caption"):
        return str_or_markup(table.replay_caption(game, event, names))
    return log_line(game, event, names)


def score_board(view: View, seat: int, lit: frozenset[str], person: Person, small: bool) -> Markup | None:
    """One seat's layout with the pieces of a line of the sheet lit up; None where the game has not drawn it."""
    table = drawer(view.game.id)
    if not table or not hasattr(table, "score_board"):
        return None
    return fragment(f"{view.game.id}/score.html.jinja", **{"view": view, "person": person, "small": small, **table.score_board(view, seat, lit)})


def draws_layouts(game: Game) -> bool:
    """Whether final layouts of a game can be tapped together."""
    return hasattr(drawer(game.id), "typed_layout")


def layout_board(game: Game, layout: str, brush: str) -> Any:
    """A final layout to be tapped together, where the game has drawn one (`typed_layout`).

    `palette` and `rows` of links, each with the `layout` and the `brush` that it leads to; None for games where one only types.
    """
    return drawer(game.id).typed_layout(game, layout, brush) if draws_layouts(game) else None


def str_or_markup(line: Any) -> str:
    return line if isinstance(line, Markup) else str(line)


def kind_names(game: Game) -> tuple[str, ...]:
    """Ids of the game's pieces."""
    return tuple(name for names in game.box.names for name in ([names] if isinstance(names, str) else names))


@cache
def game_symbols(game_id: str, names: tuple[str, ...]) -> frozenset[str]:
    """Symbols that any view of this game may use: those of its pieces and those that its templates name."""
    loader = environment().loader
    own = ("view", "lobby_view", "company", "talk", "scores_view", "replay_view", "macros")
    sources = [f"{name}.html.jinja" for name in (*own, f"{game_id}/table", f"{game_id}/score")]
    found = {name for name in names if name in symbols()} | {f"seat_{n}" for n in range(1, 7)}
    for source in sources:
        try:
            written = loader.get_source(environment(), source)[0] if loader else ""
        except Exception:  # noqa: BLE001 — a game without this template
            continue
        found |= used(written) | {name for name in symbols() if f'"{name}"' in written or f"'{name}'" in written}
    return frozenset(found)
