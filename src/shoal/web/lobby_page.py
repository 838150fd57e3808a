"""A table that waits for its people: who sits where, links to send, and what whoever opened it may change."""

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from shoal.engine.errors import ShoalError
from shoal.engine.game import Option
from shoal.play import lobby
from shoal.play.parts import Seat, texts
from shoal.play.tables import NotAllowed, Table, Tables

from .company import PHRASES, messages
from .doors import Door, cookie_with, open_dealt_door, open_door
from .pages import listed, page, text
from .people import Person, levels

router = APIRouter()


@dataclass(frozen=True)
class Place:
    """A seat of a table that waits."""

    person: Person
    number: int
    name: str
    more: str
    free: bool
    bot: str
    you: bool
    here: bool
    url: str = ""
    code: str = ""


def context(door: Door, host_url: str, only_here: bool) -> dict[str, Any]:
    """What `lobby_view.html.jinja` needs."""
    table, game = door.table, door.match.game
    places = [place(door, seat, host_url, only_here) for seat in range(len(table.room.seats))]
    free = [one for one in places if one.free]
    low, high = game.seats
    people = [one.person for one in places]
    link = door.link
    invited = link.seats[0] if link and link.kind == "invite" else None
    watch = f"{host_url}/t/{table.id}/{table.spectator}"
    return {
        "title": f"{text('lobby.title')} · {game.title}", "where": text("lobby.title"), "base": door.base, "game": game,
        "places": places, "free": free, "host": door.host, "seat": door.seat, "ask": asked(free, invited),
        "because": because(door, free, invited), "may_sit": bool(free) and (invited is not None or (table.public and not door.viewer.seats)),
        "suggested": table.room.seats[invited].name if invited is not None and invited < len(places) else "",
        "sizes": list(range(low, high + 1)), "players": len(places), "levels": [(level, text.get(f"bots.{level}", level)) for level in levels()],
        "options": options_of(door), "public": table.public, "pace": text(f"pace.{int(table.thinking_time)}"),
        "seed": table.setup.data["seed"], "only_here": only_here and door.host, "watch": watch, "watch_code": code(watch, only_here),
        "messages": messages(door, people), "phrases": [text(f"talk.phrases.{key}") for key in PHRASES],
    }


def place(door: Door, seat: int, host_url: str, only_here: bool) -> Place:
    table, who = door.table, door.table.room.seats[seat]
    free, you = seat in table.room.free, seat in door.viewer.seats
    here = not free and not who.bot and door.viewers.here(table.id, table.tokens.get(seat, ""))
    if free:
        more = text("lobby.free")
    elif who.bot:
        more = text("lobby.bot", level=text.get(f"bots.{who.bot}_more", who.bot))
    else:
        more = text("lobby.you" if you else "lobby.here" if here else "lobby.away")
    url = f"{host_url}/t/{table.id}/{table.invites[seat]}" if free and door.host and seat in table.invites else ""
    shown = Person(seat, who.name if not free else text("lobby.open"), "?" if free else (who.name.strip()[:1] or "?").upper(), seat + 1)
    return Place(shown, seat + 1, who.name, more, free, who.bot, you, here, url, code(url, only_here))


def code(url: str, only_here: bool) -> str:
    """Where the code of a link for phones is, "" where no phone could follow it."""
    return "" if only_here or not url else f"/t/{url.split('/t/', 1)[1]}/code"


def asked(free: list[Place], invited: int | None) -> str:
    if invited is not None:
        return text("lobby.ask.invited")
    return text("lobby.ask.free", n=len(free), names=listed([one.name for one in free])) if free else text("lobby.ask.full")


def because(door: Door, free: list[Place], invited: int | None) -> str:
    """The line under the question."""
    if invited is not None or (door.table.public and free and not door.viewer.seats):
        opener = next((link.seats[0] for link in door.table.links.values() if link.host and link.seats), None)
        name = door.table.room.seats[opener].name if opener is not None else text("lobby.somebody")
        return text("lobby.because.invited", name=name)
    key = ("host" if free else "host_full") if door.host else "waiting"
    return text(f"lobby.because.{key}")


def options_of(door: Door) -> list[tuple[str, str]]:
    """What is played by other rules than usual, in words."""
    game, found = door.match.game, []
    for option in game.options:
        value = door.match.options.get(option.key)
        if value != option.default and value is not None:
            title = game.texts.get(f"options.{option.key}.title", option.key.replace("_", " "))
            written = Option.write(value)
            found.append((title, game.texts.get(f"options.{option.key}.{written}", written)))
    return found


def name_for(number: int) -> str:
    """The name that a new seat waits under."""
    return text.get(f"names.{number}", "") or text("names.more", n=number)


# ---- commands

async def carry_out(door: Door, what: str, rest: list[str]) -> None:
    """What the host changes; ShoalError if it cannot be."""
    table, token = door.table, door.token
    number = int(rest[0]) if rest and rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 3 else 0
    if what == "deal":
        await lobby.deal(table, token)
    elif what == "size":
        await lobby.resize(table, token, number, name_for)
    elif what == "bot":
        await lobby.give_to_bot(table, token, number - 1, rest[1] if len(rest) > 1 else "")
    elif what == "free":
        await lobby.set_free(table, token, number - 1)
    elif what == "renew":
        await lobby.renew(table, token, number - 1)
    else:
        raise NotAllowed(texts("refuse.not_dealt"))


COMMANDS = ("deal", "size", "bot", "free", "renew")


@router.post("/t/{table_id}/{token}/sit")
async def sit(request: Request, table_id: str, token: str) -> Response:
    """Take the seat that a link invites to, or any free one of a public table; back with the seat's own link."""
    door = await open_door(request.app, table_id, token)
    form = await request.form(max_files=0, max_fields=5)
    name = str(form.get("name", ""))
    try:
        if door.link is not None and door.link.kind == "invite":
            mine = await lobby.take(door.table, token, name)
        elif door.viewer.seats:
            return RedirectResponse(door.base, 303)
        else:
            _, mine = await lobby.join(door.table, name)
    except ShoalError as error:
        return page(request, "error.html.jinja", status=422, title=str(error), more="", back=door.base)
    return go_to(request, table_id, mine)


@router.post("/t/{table_id}/{token}/leave")
async def leave(request: Request, table_id: str, token: str) -> Response:
    """Give the own seat away again while the table waits."""
    door = await open_door(request.app, table_id, token)
    if door.seat is not None:
        await lobby.set_free(door.table, token, door.seat)
    return RedirectResponse("/", 303)


@router.post("/t/{table_id}/{token}/renew")
async def renew(request: Request, table_id: str, token: str) -> Response:
    """A new link for the own seat: the old one leads nowhere any more."""
    door = await open_door(request.app, table_id, token)
    if door.seat is None:
        raise NotAllowed(texts("refuse.watching"))
    return go_to(request, table_id, await lobby.renew(door.table, token, door.seat))


@router.post("/t/{table_id}/{token}/rematch")
async def rematch(request: Request, table_id: str, token: str) -> Response:
    """Offer another game with rotated seats, or come to the one that is offered."""
    door = await open_dealt_door(request.app, table_id, token)
    tables: Tables = request.app.state.tables
    if door.seat is None:
        raise NotAllowed(texts("refuse.watching"))
    old = door.table
    if not old.room.rematch:
        other = await open_rematch(tables, old, door.seat)
        try:
            await lobby.note_rematch(old, door.seat, other.id)
            return go_to(request, other.id, other.host_token)
        except ShoalError:
            await tables.delete(other.id)
            if not old.room.rematch:
                raise
    other = await tables.get(old.room.rematch)
    return go_to(request, other.id, await seat_in(other, old, door.seat))


async def open_rematch(tables: Tables, old: Table, host: int) -> Table:
    """A table for the same people and bots, everybody one seat further, so that another one begins."""
    match, n = old.match, old.match.players
    seats = [Seat(match.name((seat + 1) % n), "" if (seat + 1) % n in old.tokens else match.seats[(seat + 1) % n].bot) for seat in range(n)]
    mine = (host - 1) % n
    free = [seat for seat, who in enumerate(seats) if not who.bot and seat != mine]
    pace = int(old.thinking_time)
    return await tables.open(match.game.id, n, old.setup.data["options"], seats, free, public=False, thinking_time=pace, host=mine)


async def seat_in(other: Table, old: Table, seat: int) -> str:
    """The link of somebody's seat in the next game, which they take now if they have not yet."""
    name, n = old.match.name(seat), old.match.players
    mine = (seat - 1) % n
    if mine in other.invites:
        return await lobby.take(other, other.invites[mine], name)
    return other.tokens[mine] if mine in other.tokens and other.match.name(mine) == name else other.spectator


def go_to(request: Request, table_id: str, token: str) -> Response:
    """To a seat's own page, which this browser remembers."""
    response = RedirectResponse(f"/t/{table_id}/{token}", 303)
    cookie_with(request, response, table_id, token)
    return response
