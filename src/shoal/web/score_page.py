"""The score sheet: it unfolds line by line and lights up the pieces that earn each line."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from shoal.engine.game import Option
from shoal.engine.sheet import ScoreLine, ScoreSheet
from shoal.play.tables import Table
from shoal.play.views import View

from . import boards
from .company import rematch
from .doors import open_dealt_door
from .pages import fragment, page, text, whole
from .people import Person, people_of
from .symbols import symbols

router = APIRouter()

EVERYTHING = "all"


@dataclass(frozen=True)
class Row:
    """A line of the sheet, for all seats."""

    key: str
    title: str
    symbol: str
    points: list[int | None]
    state: str
    """now, later or ""."""
    number: int
    because: str


@dataclass(frozen=True)
class Standing:
    person: Person
    points: int
    note: str
    first: bool


@router.get("/t/{table_id}/{token}/scores", response_class=HTMLResponse)
async def scores(request: Request, table_id: str, token: str, line: str = EVERYTHING, seat: int = 0) -> Response:
    """The sheet up to a line, with one seat's layout large."""
    door = await open_dealt_door(request.app, table_id, token)
    view = door.table.match.view(door.viewer.observer)
    mine = door.viewer.seats if not door.viewer.shares else ()
    context = sheet_context(view, people_of(view, mine, {}), line, seat - 1 if seat else None)
    title = text("scores.title" if view.over else "scores.so_far", game=view.game.title)
    context |= {"base": door.base, "game": view.game, "over": view.over, "again": again(door.table), "rematch": rematch(door), "title": title}
    context["mine"] = door.match.name(door.seat) if view.over and door.seat is not None else ""
    main = fragment("scores_view.html.jinja", **context)
    if request.headers.get("hx-request") == "true":
        return HTMLResponse(main)
    return page(request, "scores.html.jinja", symbols=boards.game_symbols(view.game.id, boards.kind_names(view.game)), main=main, **context)


def again(table: Table) -> str:
    """The address of a new table with the same people, bots and options."""
    match = table.match
    wish = {"players": str(match.players), "hot_seat": "yes" if table.hot_seat else "no"}
    for number, seat in enumerate(match.seats, 1):
        wish |= {f"name{number}": seat.name, f"who{number}": seat.bot}
    wish |= {f"option.{key}": Option.write(value) for key, value in match.options.items()}
    return f"/new/{match.game.id}?{urlencode(wish)}"


def sheet_context(view: View, people: list[Person], line: str, seat: int | None) -> dict[str, Any]:
    """What the page of scores shows at this line."""
    sheets = view.sheets
    keys = line_keys(view)
    at = number if 1 <= (number := whole(line) or 0) <= len(keys) else len(keys) + 1
    shown = seat if seat in sheets else default_seat(view, sheets)
    lit = {s: places(sheet, keys[at - 1]) if at <= len(keys) else frozenset() for s, sheet in sheets.items()}
    rows = [row(sheets, keys, number, at, shown) for number in range(1, len(keys) + 1)]
    current = rows[at - 1] if at <= len(keys) else None
    totals = [sum(r.points[i] or 0 for r in rows[:at]) for i in range(len(sheets))]
    return {
        "people": [people[s] for s in sheets],
        "rows": rows,
        "current": current,
        "at": at,
        "last": len(keys) + 1,
        "totals": totals,
        "standings": standings(view, people, list(sheets), totals, at > len(keys)),
        "shown": people[shown] if shown is not None else None,
        "large": tank(view, shown, lit, people, small=False),
        "others": [(people[s], points_on(sheets[s], keys, at), tank(view, s, lit, people, small=True)) for s in sheets if s != shown],
    }


def default_seat(view: View, sheets: dict[int, ScoreSheet]) -> int | None:
    """Your own seat, else a winner's."""
    if view.observer in sheets:
        return int(view.observer)
    return next((s for s in view.result.winners if s in sheets), next(iter(sheets), None)) if view.result else next(iter(sheets), None)


def line_keys(view: View) -> list[str]:
    """Keys of all lines that somebody has, in the order of the components."""
    names = [name for name in view.game.box.names if isinstance(name, str)]
    found = list(dict.fromkeys(line.key for sheet in view.sheets.values() for line in sheet.lines))
    return sorted(found, key=lambda key: names.index(key) if key in names else len(names))


def line_of(sheet: ScoreSheet, key: str) -> ScoreLine | None:
    return next((line for line in sheet.lines if line.key == key), None)


def places(sheet: ScoreSheet, key: str) -> frozenset[str]:
    line = line_of(sheet, key)
    return frozenset(line.places) if line else frozenset()


def points_on(sheet: ScoreSheet, keys: list[str], at: int) -> int | None:
    """What a line pays, None where a sheet lacks it; all of it after the last line."""
    if at > len(keys):
        return sheet.total
    line = line_of(sheet, keys[at - 1])
    return line.points if line else None


def row(sheets: dict[int, ScoreSheet], keys: list[str], number: int, at: int, shown: int | None) -> Row:
    key = keys[number - 1]
    lines = [line_of(sheet, key) for sheet in sheets.values()]
    told = next(line for line in lines if line)
    own = line_of(sheets[shown], key) if shown is not None else None
    state = "now" if number == at else "later" if number > at else ""
    because = own.because if own else ""
    return Row(key, told.title, symbol_of(key), [line.points if line else None for line in lines], state, number, because)


def symbol_of(key: str) -> str:
    """The drawing of a line: that of its name, or one made for sheets."""
    return next((name for name in (key, f"sheet_{key}") if name in symbols()), "")


def standings(view: View, people: list[Person], seats: list[int], totals: list[int], final: bool) -> list[Standing]:
    winners = view.result.winners if view.result and final else ()
    note = text("scores.wins" if len(winners) == 1 else "scores.shares")
    return [Standing(people[s], points, note if s in winners else "", s in winners) for s, points in zip(seats, totals, strict=True)]


def tank(view: View, seat: int | None, lit: dict[int, frozenset[str]], people: list[Person], small: bool) -> Markup | None:
    if seat is None:
        return None
    return boards.score_board(view, seat, lit[seat], people[seat], small)
