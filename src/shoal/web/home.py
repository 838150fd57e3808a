"""The first pages: the games, and a new table."""

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import FormData, QueryParams

from shoal.engine.errors import OptionError, ShoalError
from shoal.engine.game import Game, Option
from shoal.engine.record import cleaned
from shoal.games import ORDER, game_ids, load_game
from shoal.play.parts import Seat
from shoal.play.tables import THINKING_TIMES, Table, Tables

from . import invite
from .doors import Door, cookie_with, open_door, remembered
from .pages import listed, page, text, whole
from .people import Person, levels, person
from .scorer_page import can_score

router = APIRouter()

LONGEST_NAME = 24

Given = FormData | QueryParams | dict[str, str]


FINISHED = 4
"""So many finished games stand on the home page."""


@dataclass(frozen=True)
class Place:
    """A seat of a table that is being set up."""

    sign: int
    name: str
    bot: str

    @property
    def letter(self) -> str:
        return (self.name.strip()[:1] or "?").upper()


@dataclass(frozen=True)
class Call:
    """A table of this browser, on the home page."""

    line: str
    ask: str
    button: str
    href: str
    waits: bool
    me: Person | None


@router.get("/", response_class=HTMLResponse)
async def home(request: Request) -> Response:
    """The games, and the tables that this browser sits at."""
    ready = game_ids()
    games = [offer(game_id, game_id in ready) for game_id in ORDER]
    lan_url = request.app.state.lan_url
    mine = await calls(request)
    waiting = [offer_of(table) for table in await request.app.state.tables.waiting()]
    counted = [game for game in map(load_game, ready) if can_score(game)]
    return page(request, "home.html.jinja", games=games, calls=mine, waiting=waiting, counted=counted, lan_url=lan_url, lan_qr=invite.code(lan_url))


def offer_of(table: Table) -> dict[str, Any]:
    """A public table with free seats, on the home page."""
    room, game = table.room, table.match.game
    sitting = listed([who.name for seat, who in enumerate(room.seats) if seat not in room.free])
    return {"line": text("home.waiting.line", n=len(room.free), game=game.title, names=sitting), "href": f"/t/{table.id}/{table.spectator}"}


def offer(game_id: str, ready: bool) -> dict[str, Any]:
    """A game on the home page; those still to come are shown too."""
    words = {key: text(f"games.{game_id}.{key}") for key in ("title", "line", "players")}
    return {"id": game_id, "ready": ready, "art": text(f"games.{game_id}.art").split(), **words}


async def calls(request: Request) -> list[Call]:
    """What waits for the person at this browser."""
    found = []
    for table_id, token in remembered(request):
        try:
            door = await open_door(request.app, table_id, token)
        except ShoalError:
            continue
        found.append(call(door))
    found.sort(key=lambda c: (not c.waits, c.href.endswith("/scores")))
    over = [one for one in found if one.href.endswith("/scores")]
    return [one for one in found if one not in over[FINISHED:]]


def call(door: Door) -> Call:
    """How a table of this browser stands."""
    match, seats = door.table.match, door.viewer.seats
    others = listed([who.name for seat, who in enumerate(match.seats) if seat not in seats])
    if not door.table.room.dealt:
        me = person(seats[0], match.seats[seats[0]]) if seats else None
        free = listed([match.seats[seat].name for seat in sorted(door.table.room.free)])
        ask = text("home.calling.lobby_more", names=free) if free else text("home.calling.lobby_full")
        return Call(text("home.calling.lobby", game=match.game.title), ask, text("home.calling.goto"), door.base, False, me)
    over, waits = match.over, any(seat in match.waiting_for() for seat in seats)
    kind = "over" if over else "alone" if not others else "waits" if waits else "goes_on"
    me = person(seats[0], match.seats[seats[0]]) if seats else None
    line = text(f"home.calling.{kind}", game=match.game.title, others=others)
    href = f"{door.base}/scores" if over else door.base
    button = text("home.calling.scores" if over else "home.calling.goto")
    return Call(line, match.game.prompt(match.state.masked(-1)).step, button, href, waits and not over, me)


@router.get("/new/{game_id}", response_class=HTMLResponse)
async def new_table(request: Request, game_id: str) -> Response:
    """The form of a new table; what was typed already comes along in the address."""
    return setup(request, load_game(game_id), request.query_params)


@router.post("/new/{game_id}")
async def make_table(request: Request, game_id: str) -> Response:
    """Deal and start."""
    game = load_game(game_id)
    form = await request.form(max_files=0, max_fields=100)
    try:
        wish = Wish(game, form)
        table = await open_table(request.app.state.tables, wish)
    except (ShoalError, ValueError) as error:
        return setup(request, game, form, text("new.refused", reason=str(error)[:1].upper() + str(error)[1:] + "."))
    token = table.host_token
    response = RedirectResponse(f"/t/{table.id}/{token}", 303)
    cookie_with(request, response, table.id, token)
    return response


async def open_table(tables: Tables, wish: "Wish") -> Table:
    """Dealt at once where nobody else is awaited; otherwise the table waits until all have sat down."""
    seats = wish.seats()
    people = [seat for seat, who in enumerate(seats) if not who.bot]
    if wish.hot_seat or len(people) < 2:
        return await tables.create(wish.game.id, wish.players, wish.options(), seats, wish.seed(), wish.hot_seat)
    pace = whole(str(wish.given.get("pace", "0"))) or 0
    return await tables.open(
        wish.game.id, wish.players, wish.options(), seats, people[1:], wish.seed(), wish.given.get("public") == "yes", pace, people[0])


class Wish:
    """What the form of a new table asks for."""

    def __init__(self, game: Game, given: Given) -> None:
        self.game = game
        self.given = given
        low, high = game.seats
        wanted = str(given.get("n") or given.get("players") or max(low, min(3, high)))
        self.players = number if low <= (number := whole(wanted) or 0) <= high else low
        self.hot_seat = given.get("hot_seat", "yes") == "yes"

    def places(self) -> list[Place]:
        """Everybody's name and whether a bot plays; the first seat is a person unless somebody says otherwise."""
        return [self.place(n) for n in range(1, self.players + 1)]

    def place(self, number: int) -> Place:
        name = cleaned(str(self.given.get(f"name{number}", ""))).strip()[:LONGEST_NAME] or text(f"names.{number}")
        return Place(number, name, str(self.given.get(f"who{number}", "" if number == 1 else levels()[0])))

    def seats(self) -> list[Seat]:
        """Who sits where."""
        names = [place.name for place in self.places()]
        if len(set(names)) < len(names):
            raise OptionError("two seats have the same name; give them different ones")
        return [Seat(place.name, place.bot) for place in self.places()]

    def option(self, option: Option) -> Any:
        key = f"option.{option.key}"
        if f"preset.{option.key}" in self.given:
            return option.read(str(self.given[f"preset.{option.key}"]))
        if key not in self.given:
            return option.default
        texts = [str(item) for item in self.given.getlist(key)] if isinstance(self.given, (FormData, QueryParams)) else [str(self.given[key])]
        if parts_of(option):
            return option.read(" ".join(texts))
        return option.read("true" if "true" in texts else texts[0])

    def option_or_default(self, option: Option) -> Any:
        try:
            return self.option(option)
        except OptionError:
            return option.default

    def options(self) -> dict[str, Any]:
        """All of them; OptionError when one is none."""
        return {option.key: self.option(option) for option in self.game.options}

    def seed(self) -> int | None:
        typed = str(self.given.get("seed", "")).strip()
        if typed and not (typed.isascii() and typed.isdigit() and len(typed) <= 18):
            raise OptionError(f"the seed is a whole number, not {typed[:20]!r}")
        return int(typed) if typed else None


def setup(request: Request, game: Game, given: Given, refused: str = "") -> HTMLResponse:
    """The form, as far as it is filled in."""
    wish = Wish(game, given)
    offered = [{"id": level, "name": text.get(f"bots.{level}", level)} for level in levels()]
    return page(
        request,
        "new.html.jinja",
        status=422 if refused else 200,
        game=game,
        players=wish.players,
        single=game.seats[1] == 1,
        places=wish.places(),
        levels=offered,
        options=[shown(game, option, wish.option_or_default(option), wish.players) for option in game.options if fitting(game, option, wish.players)],
        hot_seat=wish.hot_seat,
        public=given.get("public") == "yes",
        pace=str(given.get("pace", "0")),
        paces=[(str(seconds), text(f"pace.{seconds}")) for seconds in THINKING_TIMES],
        can_score=can_score(game),
        only_here=invite.only_here(request),
        seed=str(given.get("seed", ""))[:18],
        assumed=assumed(game),
        refused=refused,
    )


NAMES = ("id", "name", "letter", "title")
"""What component values that are no more than names are called."""


def assumed(game: Game) -> str:
    """How many values of the box had to be assumed, and of which sort; "" for none."""
    paths = [path for path, _ in game.components.assumed()]
    names = sum(path.rpartition(".")[2] in NAMES for path in paths)
    counts = {"values": len(paths) - names, "names": names}
    return listed([text(f"new.assumed.{key}", n=n) for key, n in counts.items() if n])


def fitting(game: Game, option: Option, players: int) -> list[Any]:
    """The values of an option that so many players can play with; none when there is nothing to choose."""
    tables: dict[str, tuple[int, ...]] = getattr(game, "option_players", {})
    if players not in tables.get(option.key, (players,)):
        return []
    found = [value for value in option.values if plays(game, players, {option.key: value})]
    return found if len(found) > 1 else []


def plays(game: Game, players: int, options: dict[str, Any]) -> bool:
    try:
        game.effective_options(players, options)
    except OptionError:
        return False
    return True


def shown(game: Game, option: Option, value: Any, players: int) -> dict[str, Any]:
    """An option with its texts, which stand with the game."""
    key = f"options.{option.key}"
    choices = [(option.write(v), game.texts.get(f"{key}.{option.write(v)}", option.write(v))) for v in fitting(game, option, players)]
    return {
        "key": option.key,
        "rule": option.rule,
        "reading": option.reading,
        "usual": value == option.default,
        "title": game.texts.get(f"{key}.title", option.key.replace("_", " ")),
        "text": game.texts.get(f"{key}.help"),
        "flag": isinstance(option.default, bool),
        "value": value if isinstance(option.default, bool) else option.write(value),
        "choices": choices,
        "parts": [(part, game.texts.get(f"{key}.parts.{part}", part), part in option.write(value).split(",")) for part in parts_of(option)],
    }


def parts_of(option: Option) -> tuple[str, ...]:
    """What may be chosen one by one, where the value of an option is a set of things."""
    return tuple(getattr(option, "parts", ()))
