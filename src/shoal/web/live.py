"""A live table: its page, the views pushed to it, and the commands that come back."""

import asyncio
import hashlib
from contextlib import suppress

from fastapi import APIRouter, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from shoal.engine.errors import ShoalError
from shoal.play import lobby

from . import ahead, boards, invite, lobby_page, table_page
from .adviser import Adviser
from .doors import Door, Taken, cookie_with, open_door, remembered
from .pages import fragment, page, text, whole
from .viewers import NOTHING, Rendered, Retreat

router = APIRouter()

HEARTBEAT = 15.0
"""Seconds after which an empty message says that the line is alive."""

LONGEST_COMMAND = 200

GONE = 4404
"""Closes a socket whose link leads nowhere any more: the page does not try again."""


class Refused(ShoalError):
    """A command that the page cannot carry out."""


@router.get("/t/{table_id}/{token}", response_class=HTMLResponse)
async def show_table(request: Request, table_id: str, token: str) -> Response:
    """The page of a table, as this link sees it."""
    try:
        door = await open_door(request.app, table_id, token)
    except Taken:
        mine = dict(remembered(request)).get(table_id)
        if mine is None or mine == token:
            raise
        return RedirectResponse(f"/t/{table_id}/{mine}", 303)
    now = render(door, request)
    game = door.table.match.game
    symbols = boards.game_symbols(game.id, boards.kind_names(game))
    response = page(request, "table.html.jinja", symbols=symbols, view=now.html, title=now.title, where=now.where, game=game, base=door.base)
    if door.viewer.seats:
        cookie_with(request, response, table_id, token)
    return response


@router.get("/t/{table_id}/{token}/view", response_class=HTMLResponse)
async def show_view(request: Request, table_id: str, token: str, have: str = "") -> Response:
    """The newest view, for pages whose socket is down; 204 if they have it."""
    door = await open_door(request.app, table_id, token)
    return Response(status_code=204) if table_page.version(door) == have else HTMLResponse(render(door, request).html)


@router.get("/t/{table_id}/{token}/code")
async def code(request: Request, table_id: str, token: str) -> Response:
    """This link as a code for phones."""
    door = await open_door(request.app, table_id, token)
    return Response(invite.picture(f"{invite.address_for_others(request)}{door.base}"), media_type="image/svg+xml")


@router.post("/t/{table_id}/{token}/do")
async def do(request: Request, table_id: str, token: str) -> Response:
    """One command: a move, a tap, or a wish about the page. 204, and the new view comes by the socket; 422 with words if refused."""
    door = await open_door(request.app, table_id, token)
    scripted = request.headers.get("hx-request") == "true"
    form = {key: str(value) for key, value in (await request.form(max_files=0, max_fields=20)).items()}
    try:
        await carry_out(door, form, request.app.state.adviser)
    except ShoalError as error:
        words = refusal(error)
        if scripted:
            return Response(words, 422, media_type="text/plain")
        return page(request, "error.html.jinja", status=422, title=words, more="", back=door.base)
    door.table.wake()
    return Response(status_code=204) if scripted else RedirectResponse(door.base, 303)


@router.websocket("/t/{table_id}/{token}/ws")
async def push(socket: WebSocket, table_id: str, token: str, have: str = "") -> None:
    """Whole views, the newest only: a slow page never gets a backlog."""
    try:
        door = await open_door(socket.app, table_id, token)
    except ShoalError:
        return await socket.close(1008)
    await socket.accept()
    with door.table.subscribe() as awake:
        ear = asyncio.create_task(_hear_the_end(socket))
        ear.add_done_callback(lambda _: awake.set())
        _come_or_go(door, 1)
        try:
            await _send_views(socket, door, awake, ear, have)
        finally:
            ear.cancel()
            _come_or_go(door, -1)


def _come_or_go(door: Door, by: int) -> None:
    """Spectators are counted on everybody's page."""
    door.viewer.sockets += by
    if door.viewer.sockets == 0:
        door.viewer.rendered = NOTHING
    if door.link is not None and (door.token == door.table.spectator or not door.table.room.dealt):
        door.table.tell()


async def _send_views(socket: WebSocket, door: Door, awake: asyncio.Event, ear: "asyncio.Task[None]", sent: str) -> None:
    loop = asyncio.get_running_loop()
    beat = loop.call_later(HEARTBEAT, awake.set)
    try:
        with suppress(WebSocketDisconnect, RuntimeError):
            while not ear.done():
                awake.clear()
                if door.link is None or door.link.kind == "spent":
                    await socket.send_text(fragment("gone_view.html.jinja", line=gone(door)))
                    return await socket.close(GONE)
                follow_seats(door)
                if (now := table_page.version(door)) != sent:
                    sent = now
                    await socket.send_text(render(door, socket).html)
                if beat.when() <= loop.time():
                    beat = loop.call_at(beat.when() + HEARTBEAT, awake.set)     # not from the last waking: that would tell of others' taps
                    await socket.send_text("")
                await awake.wait()
    finally:
        beat.cancel()


def follow_seats(door: Door) -> None:
    """While a table waits, the seat of a link may move up."""
    seats = door.table.seats_of(door.token)
    if seats != door.viewer.seats:
        door.viewer.sockets -= 1
        door.viewer = door.viewers.of(door.table.id, door.token, seats, door.table.observer_of(door.token))
        door.viewer.sockets += 1


def gone(door: Door) -> str:
    """Why a link leads nowhere any more."""
    link = door.link
    return text("errors.taken", name=door.match.name(link.seats[0])) if link and link.kind == "spent" and link.seats else text("errors.gone")


async def _hear_the_end(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            if (await socket.receive())["type"] == "websocket.disconnect":
                return


def render(door: Door, connection: HTTPConnection) -> Rendered:
    """The view of this link now."""
    return table_page.render(door, invite.address_for_others(connection), invite.only_here(connection))


def refusal(error: ShoalError) -> str:
    """Why a command was refused, in words."""
    reason = getattr(error, "reason", "") or str(error)
    rule = getattr(error, "rule", "")
    reason = reason[:1].upper() + reason[1:] + (f" ({text('table.rule', rule=rule)})" if rule else "")
    return text("table.refused", reason=reason if reason.endswith((".", "?")) else f"{reason}.")


async def carry_out(door: Door, form: dict[str, str], adviser: Adviser) -> None:
    """What a command asks for; ShoalError if it cannot be."""
    viewer, match = door.viewer, door.table.match
    what, *rest = form.get("ui", "").split(":")
    if what in lobby_page.COMMANDS:
        return await lobby_page.carry_out(door, what, rest)
    if not viewer.seats:
        raise Refused(text("refusals.watching"))
    if "say" in form:
        return await talk(door, form)
    if form.get("ui") == "curtain":
        return viewer.open_curtain()
    if viewer.curtain is not None:
        raise Refused(text("refusals.curtain"))
    if "cmd" in form:
        return await play(door, form["cmd"], form)
    if "ahead" in form:
        return await ahead.leave(door, checked(form["ahead"]), key_of(form, f"ahead {form['ahead']}"))
    if form.get("question", "") not in ("", str(match.decision_number)) and form.get("ui") not in ANSWERS + AHEAD:
        raise Refused(text("refusals.moved_on"))
    if "select" in form:
        return select(door, form["select"])
    await wish(door, form.get("ui", ""), form, adviser)


def select(door: Door, typed: str) -> None:
    """Tap something: it must be a possible move."""
    match = door.table.match
    actions = match.read(door.viewer.at, checked(typed))
    door.viewer.choose(" ".join(match.game.action_to_text(action) for action in actions), match.decision_number)


async def play(door: Door, typed: str, form: dict[str, str]) -> None:
    """A move, typed or by a button."""
    seat = door.viewer.at
    actions = door.match.read(seat, checked(typed))
    question = whole(form.get("question", ""))
    await door.table.act(door.token, seat, actions, question, key_of(form, typed), door.viewer.clear)


def key_of(form: dict[str, str], command: str) -> str | None:
    """The same button of the same view gives the same key, so that a command sent twice counts once."""
    key = form.get("key", "")
    return f"{key[:40]}.{hashlib.sha256(command.encode()).hexdigest()[:16]}" if key else None


def checked(typed: str) -> str:
    if not typed.strip():
        raise Refused(text("refusals.empty"))
    if len(typed) > LONGEST_COMMAND:
        raise Refused(text("refusals.long"))
    return typed


ANSWERS = ("allow", "refuse", "end", "end_yes", "end_no", "resign", "come_back", "share", "hide")
"""Wishes that do not depend on what is asked just now."""
AHEAD = ("ahead", "unahead")
"""Wishes of who waits."""


async def talk(door: Door, form: dict[str, str]) -> None:
    """A message to the others."""
    if door.seat is None:
        raise Refused(text("refusals.empty"))
    words = form["say"]
    await door.table.say(door.token, door.seat, words, key_of(form, f"say {words}"))


async def company(door: Door, what: str, key: str | None) -> None:
    """What concerns the others: ending early, coming back, letting guests look."""
    table, token, seat = door.table, door.token, door.viewer.at
    if what == "end":
        await table.propose_end(token, seat, key)
    elif what in ("end_yes", "end_no"):
        await table.answer_end(token, seat, what == "end_yes", key)
    elif what == "resign":
        await table.resign(token, seat, key)
    elif what == "come_back":
        await table.come_back(token, seat, key)
    else:
        await lobby.share(table, token, seat, what == "share")


async def wish(door: Door, what: str, form: dict[str, str], adviser: Adviser) -> None:
    """Undo, hints, and what concerns this page only."""
    viewer, table, key = door.viewer, door.table, key_of(form, what)
    if what == "clear":
        viewer.clear()
    elif what == "hint":
        if not viewer.again(key):
            await give_hints(door, adviser)
    elif what in AHEAD:
        await ahead.wish(door, what, key)
    elif what == "take_back":
        await table.take_back(door.token, viewer.at, key)
        viewer.clear()
    elif what in ("undo", "allow", "refuse"):
        await undo(door, what, key)
    elif what in ANSWERS:
        await company(door, what, key)
    else:
        raise Refused(text("table.choose_first"))


async def undo(door: Door, what: str, key: str | None) -> None:
    """Undo, or answer somebody who asks for it; what was undone for all to see is noted."""
    viewer, table, match = door.viewer, door.table, door.match
    who, undone = match.request.seat if match.request else viewer.at, match.undone
    if what == "undo":
        await table.undo(door.token, viewer.at, key)
        viewer.clear()
    else:
        await table.answer_undo(door.token, viewer.at, what == "allow", key)
    if match.undone != undone:
        door.viewers.note_retreat(table.id, Retreat(who, len(match.entries), match.undone, match.is_sealed))


async def give_hints(door: Door, adviser: Adviser) -> None:
    """The two best moves, or away with them. They are worked out beside the server's own work, from the seat's mask only."""
    viewer, match = door.viewer, door.match
    question = match.decision_number
    if viewer.hinted(question) is not None:
        return viewer.hint(None, question)
    seat, version = viewer.at, match.version_for(viewer.at)
    found = await adviser.best(match.game, match.asked(seat))
    if viewer.curtain is not None or viewer.at != seat or door.match.version_for(seat) != version:
        return          # the device has been handed on, or the question has changed, meanwhile
    viewer.hint([table_page.hint_line(match, hint) for hint in found], question)
