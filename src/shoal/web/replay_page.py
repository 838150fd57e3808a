"""The replay of a table, step by step, and its record as a file."""

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from markupsafe import Markup

from shoal.engine.facts import SPECTATOR
from shoal.play.match import Match
from shoal.play.parts import Entry
from shoal.play.views import View

from . import boards
from .doors import Door, open_dealt_door
from .pages import fragment, page, text, whole
from .people import Person, people_of
from .table_page import hint_line
from .viewers import Viewer

router = APIRouter()

KEPT = 8
"""So many tables' replays are kept in memory."""


class Shown(Protocol):
    """What a replay shows: a table behind a link, or a record that somebody brought along."""

    @property
    def base(self) -> str: ...
    @property
    def match(self) -> Match: ...
    @property
    def viewer(self) -> Viewer: ...


@dataclass
class Step:
    """One step: what several did at once counts as one."""

    decision: str
    entries: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    state: Any = None
    """The true position after the step and the draws that follow it; pages see masks of it only."""


class Replay:
    """All steps of a match so far."""

    def __init__(self, match: Match) -> None:
        state = match.first_state()
        self.steps = [Step("")]
        for number, entry in enumerate(match.entries):
            if entry.seat is None:
                state.apply_outcome(entry.action)
            else:
                self._step_for(entry, state.decision(), len(state.actors()) > 1).seats.append(entry.seat)
                state.apply_action(entry.seat, entry.action)
            self.steps[-1].entries.append(number)
            self.steps[-1].state = None
            self._close(state)

    def _step_for(self, entry: Entry, decision: str, sealed: bool) -> Step:
        """The step that an action belongs to: what is chosen at once, unseen, is one step."""
        last = self.steps[-1]
        if last.decision != decision or entry.witnesses.public or entry.seat in last.seats:
            self.steps.append(Step(decision))
        return self.steps[-1]

    def _close(self, state: Any) -> None:
        self.steps[-1].state = state.copy()


class Replays:
    """The replays asked for lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, int], Replay] = OrderedDict()

    def of(self, name: str, match: Match) -> Replay:
        key = (name, len(match.entries), match.undone)
        if key not in self._kept:
            self._kept[key] = Replay(match)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


@router.get("/t/{table_id}/{token}/replay", response_class=HTMLResponse)
async def replay(request: Request, table_id: str, token: str, step: str = "", seat: str = "", best: str = "") -> Response:
    """One step of the replay, through the eyes of a seat or of a spectator; `best`: with what a bot would have done there."""
    door = await open_dealt_door(request.app, table_id, token)
    return await replay_answer(request, door, table_id, step, seat, bool(best))


async def replay_answer(request: Request, door: Shown, name: str, step: str, seat: str, best: bool = False) -> Response:
    """A step as a page, or as its main part for the page's own script. It begins at the start of a finished game, and at the end of another."""
    steps = request.app.state.replays.of(name, door.match).steps
    at = min(number, len(steps) - 1) if (number := whole(step)) is not None else 0 if door.match.over and step != "last" else len(steps) - 1
    observer = eyes(door, seat)
    context = replay_context(door, steps, at, observer)
    if best and context["may_ask"]:
        found = await request.app.state.adviser.best(door.match.game, steps[at].state.masked(observer))
        context["best"] = [hint_line(door.match, hint) for hint in found]
    main = fragment("replay_view.html.jinja", **context)
    if request.headers.get("hx-request") == "true":
        return HTMLResponse(main)
    game = door.match.game
    return page(request, "replay.html.jinja", symbols=boards.game_symbols(game.id, boards.kind_names(game)), main=main, **context)


def eyes(door: Shown, seat: str) -> int:
    """Whose view is shown: while a game goes on only the link's own, later any."""
    wished = number - 1 if (number := whole(seat)) is not None and number <= door.match.players else None
    allowed = {SPECTATOR, door.viewer.observer} if not door.match.over else set(range(SPECTATOR, door.match.players))
    return wished if wished is not None and wished in allowed else door.viewer.observer


def replay_context(door: Shown, steps: list[Step], at: int, observer: int) -> dict[str, Any]:
    """What the page of a replay shows."""
    match = door.match
    now = match.view(observer)
    view = view_at(now, steps, at)
    mine = door.viewer.seats if not door.viewer.shares else ()
    people = people_of(view, mine, {})
    drawing = boards.draw(view, {"select": ""}, people, people[observer] if observer >= 0 else None)
    names = [p.name for p in people]
    told = told_of(now, steps, names)
    labels = [label(now, one, lines) for one, lines in zip(steps, told, strict=True)]
    lines = [one.line for one in told[at]]
    return {
        "base": door.base,
        "has_table": isinstance(door, Door),
        "game": match.game,
        "over": match.over,
        "at": at,
        "last": len(steps) - 1,
        "people": people,
        "eyes": observer,
        "choices": choices(door, people),
        "heading": lines[0] if len(lines) == 1 else decided(now, steps[at]) or labels[at],
        "captions": lines if len(lines) > 1 else [],
        "where": chapter(told[at]) or view.prompt.step,
        "board": drawing.html,
        "steps": list(enumerate(labels)),
        "title": text("replay.step", game=match.game.title),
        "shared": shared(door),
        "may_ask": match.over and observer >= 0 and observer in steps[at].state.actors(),
        "best": None,
    }


def shared(door: Shown) -> str:
    """The base of links to a step that one may give to others: they open no seat."""
    return f"/t/{door.table.id}/{door.table.spectator}" if isinstance(door, Door) else door.base


def view_at(now: View, steps: list[Step], at: int) -> View:
    """What the observer of `now` saw at a step: the mask of then, and of the events only those that had happened."""
    state = steps[at].state
    masked = state.masked(now.observer)
    happened = {number for one in steps[: at + 1] for number in one.entries}
    return replace(
        now,
        masked=masked,
        decision=masked.decision(),
        prompt=now.game.prompt(masked),
        asked=masked,
        legal=(),
        draft=(),
        chosen=False,
        waiting_for=(),
        answered=(),
        events=tuple(event for event in now.events if event.index in happened),
        over=masked.is_terminal(),
        undo="",
    )


def told_of(now: View, steps: list[Step], names: list[str]) -> list[list[boards.Told]]:
    """What the observer has been told of each step."""
    found: dict[int, list[boards.Told]] = {}
    for one in boards.all_told(now, names):
        found.setdefault(one.index, []).append(one)
    return [[one for entry in step.entries for one in found.get(entry, ())] for step in steps]


def chapter(lines: list[boards.Told]) -> str:
    """Such as the round in which a step lies."""
    return next((one.heading for one in lines if one.seat is not None and one.heading), "")


def label(now: View, step: Step, lines: list[boards.Told]) -> str | Markup:
    """A step in the list of steps: what one did, or what all did at once."""
    if not step.seats:
        return text("replay.start")
    if len(step.seats) == 1:
        return lines[0].line if lines else step.decision
    where = chapter(lines)
    return f"{where}: {decided(now, step)}" if where else decided(now, step)


def decided(now: View, step: Step) -> str:
    """What was decided in a step, by the game's name for it."""
    return now.game.texts.get(f"decisions.{step.decision}", step.decision.capitalize())


def choices(door: Shown, people: list[Person]) -> list[tuple[int, str]]:
    """Through whose eyes one may look: (seat, name)."""
    if door.match.over:
        return [(p.seat, p.name) for p in people] + [(SPECTATOR, text("replay.seen.watch"))]
    own = [(p.seat, p.name) for p in people if p.seat == door.viewer.observer]
    return [*own, (SPECTATOR, text("replay.seen.watch"))]


@router.get("/t/{table_id}/{token}/record")
async def record(request: Request, table_id: str, token: str) -> Response:
    """The record as a text file; while the game goes on, only what this link may know."""
    return record_file(await open_dealt_door(request.app, table_id, token), table_id)


def record_file(door: Shown, name: str) -> Response:
    content = door.match.record_text(door.viewer.observer)
    return PlainTextResponse(content, headers={"Content-Disposition": f'attachment; filename="{door.match.game.id}-{name}.txt"'})
