"""What this server knows of somebody's finished games: by name, to take along, and to be forgotten."""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from shoal.engine.errors import ShoalError
from shoal.play.store import Played
from shoal.play.tables import NotAllowed, Tables

from .doors import open_door, remembered
from .pages import page, text

router = APIRouter()

LAST = 50
"""So many games are listed one by one."""


@dataclass(frozen=True)
class Line:
    """All games of one kind."""

    title: str
    games: int
    won: int
    best: int
    average: str


@router.get("/players", response_class=HTMLResponse)
async def player(request: Request, name: str = "") -> Response:
    """The games of a name."""
    name = name.strip()[:64]
    played = await games_of(request, name)
    return page(
        request, "players.html.jinja", name=name, lines=summed(played), last=[shown(one) for one in reversed(played[-LAST:])],
        may_forget=bool(played) and await is_own(request, name))


@router.get("/players/export")
async def export(request: Request, name: str = "") -> Response:
    """All of it as JSON."""
    name = name.strip()[:64]
    content = json.dumps({"name": name, "games": [asdict(one) for one in await games_of(request, name)]}, ensure_ascii=False, indent=1)
    return Response(content, media_type="application/json", headers={"Content-Disposition": 'attachment; filename="shoal-games.json"'})


@router.post("/players/forget")
async def forget(request: Request) -> Response:
    """Erase it; only for a browser that has played under the name."""
    name = str((await request.form(max_files=0, max_fields=5)).get("name", "")).strip()[:64]
    if not await is_own(request, name):
        raise NotAllowed(text("players.not_yours"))
    tables: Tables = request.app.state.tables
    await tables.write(tables.store.forget, name)
    return RedirectResponse("/players", 303)


async def games_of(request: Request, name: str) -> list[Played]:
    tables: Tables = request.app.state.tables
    return await tables.read(tables.store.played, name) if name else []


async def is_own(request: Request, name: str) -> bool:
    """Whether this browser has played a game to its end under that name, at one of the tables that it remembers."""
    for table_id, token in remembered(request):
        try:
            door = await open_door(request.app, table_id, token)
        except ShoalError:
            continue
        if door.match.over and any(door.match.name(seat) == name for seat in door.viewer.seats):
            return True
    return False


def summed(played: Sequence[Played]) -> list[Line]:
    """A line for each game, in the order in which they were first played."""
    found = []
    for game in dict.fromkeys(one.game for one in played):
        points = [one.points for one in played if one.game == game]
        won = sum(one.won for one in played if one.game == game)
        found.append(Line(title_of(game), len(points), won, max(points), f"{sum(points) / len(points):.1f}".removesuffix(".0")))
    return found


def shown(one: Played) -> dict[str, Any]:
    day = time.strftime("%Y-%m-%d", time.gmtime(one.at))
    return {"title": title_of(one.game), "players": one.players, "points": one.points, "best": one.best, "won": one.won, "day": day}


def title_of(game: str) -> str:
    return text.get(f"games.{game}.title", game)
