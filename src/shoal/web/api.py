"""The JSON API: what the pages can do, for programs. Described by OpenAPI at `/api/openapi.json`; `docs/api.md` tells it in words."""

import asyncio
import json
from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, Path, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from shoal.bots.levels import LEVELS
from shoal.engine.errors import ShoalError, UnknownGame
from shoal.games import game_ids, load_game
from shoal.play import lobby
from shoal.play.ahead import possible
from shoal.play.parts import Seat, StaleQuestion
from shoal.play.parts import texts as said
from shoal.play.room import LONGEST_MESSAGE, LONGEST_NAME
from shoal.play.store import Conflict, StoreError
from shoal.play.tables import NoSuchTable, NotAllowed, Table, Tables
from shoal.version import __version__

from .pages import text

router = APIRouter()

PATIENCE = 10.0
"""Seconds in which a socket has to say who it is."""
HEARTBEAT = 15.0
OPTIONAL = HTTPBearer(auto_error=False, description="The secret word of a seat, or of spectators.")

Id = Annotated[str, Path(min_length=1, max_length=40, description="The id of a table.")]
Key = Annotated[str | None, Field(max_length=40, description="Yours; a command that comes again with the same key counts once.")]


class NoToken(ShoalError):
    """A request does not say who sends it."""


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """Why something was not done, in one sentence; nothing has changed."""

    error: str = Field(description="A word for programs: token, not_allowed, no_table, stale, refused, invalid, fast, store.")
    message: str
    rule: str = ""


class GameInfo(BaseModel):
    id: str
    title: str
    rules_version: int
    players: tuple[int, int]
    options: dict[str, Any] = Field(description="Keys with the values that they may have; the first is the default.")


class NewSeat(Strict):
    """A seat: a bot's, one for somebody else (`open`), or your own."""

    name: str = Field("", max_length=LONGEST_NAME)
    bot: str = Field("", max_length=20, description=f"A level: {', '.join(LEVELS)}; empty for a person.")
    open: bool = False


class NewTable(Strict):
    game: str = Field(max_length=64)
    seats: list[NewSeat] = Field(min_length=1, max_length=8)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=30)
    seed: int | None = Field(None, ge=0, lt=10**18, description="Makes the draws repeat themselves; without it they are unforeseeable.")
    public: bool = False
    thinking_time: int = Field(0, ge=0, description="Seconds; one of those that the page offers.")


class SeatLink(BaseModel):
    seat: int
    token: str


class TableMade(BaseModel):
    table: str
    seats: list[SeatLink] = Field(description="Your own seats, with their secret words.")
    invitations: list[SeatLink] = Field(description="For others: a word with which somebody may sit down.")
    host: str
    watch: str
    dealt: bool


class Joining(Strict):
    name: str = Field(max_length=LONGEST_NAME)
    invitation: str | None = Field(None, max_length=64, description="Of a seat; without one, any free seat of a public table.")


class Waiting(BaseModel):
    table: str
    game: str
    names: list[str]
    free: int


class SeatState(BaseModel):
    seat: int
    name: str
    bot: str
    free: bool
    stands_in: bool = Field(description="Whether a bot plays for a person who is away.")


class Message(BaseModel):
    seat: int | None = Field(description="Null where the table itself speaks.")
    text: str
    at: float


class TableView(BaseModel):
    table: str
    version: str = Field(description="Changes with everything that you could see.")
    game: str
    dealt: bool
    over: bool
    seeded: bool = Field(description="Whether the draws come from a number: who knows it knows them all beforehand.")
    closed: str = Field(description="Why the table can only be looked at, empty if it can be played.")
    seat: int | None = Field(description="Your seat; null for spectators.")
    seats: list[SeatState]
    messages: list[Message]
    ending_asked_by: int | None
    rematch: str
    view: dict[str, Any] | None = Field(description="What you may know of the game; null before the deal.")


class Moves(BaseModel):
    seat: int
    question: int = Field(description="The number of what is asked: give it back with your move.")
    decision: str
    waiting: bool = Field(description="Whether the table waits for you.")
    moves: list[str]


class NewMove(Strict):
    move: str = Field(min_length=1, max_length=200, description="As text: one of `moves`, or whatever a person might type.")
    question: int | None = Field(None, ge=0, lt=2**31)
    key: Key = None


class NewPremove(Strict):
    move: str = Field(min_length=1, max_length=200, description="As text; any move of the game, or several in one line where it allows that.")
    key: Key = None


class Premove(BaseModel):
    seat: int
    possible: bool = Field(description="Whether something may be chosen in advance now: others are asked, and you are not.")
    chosen: list[str] = Field(description="What is played when you are next asked alone, if it is legal then.")
    lapsed: bool = Field(description="It was not legal when your turn came; nothing was played for you.")
    moves: list[str] = Field(description="Moves that may come up, guessed from what you know.")


class NewMessage(Strict):
    text: str = Field(min_length=1, max_length=LONGEST_MESSAGE)
    key: Key = None


class NewWish(Strict):
    wish: Literal["undo", "take_back", "allow", "refuse", "resign", "come_back", "end", "end_yes", "end_no", "deal"]
    key: Key = None


class Done(BaseModel):
    version: str


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 409, 411, 413, 415, 421, 422, 429, 503)
}


# ---- who asks

class Asker:
    """A table and the word with which somebody came."""

    def __init__(self, table: Table, token: str) -> None:
        self.table, self.token = table, token

    def seat(self, wanted: int | None = None) -> int:
        """The seat that is meant (0-based); NotAllowed when the word plays none, or not this one."""
        seats = self.table.seats_of(self.token)
        if not seats:
            raise NotAllowed(said("refuse.watching"))
        if wanted is not None and wanted - 1 not in seats:
            raise NotAllowed(said("refuse.not_yours", number=wanted))
        return seats[0] if wanted is None else wanted - 1


async def asker(request: Request, table_id: Id, who: Annotated[HTTPAuthorizationCredentials | None, Depends(OPTIONAL)]) -> Asker:
    return await asker_of(request.app.state.tables, table_id, who.credentials if who else "")


async def asker_of(tables: Tables, table_id: str, token: str) -> Asker:
    if not token:
        raise NoToken(text("api.no_token"))
    table = await tables.get(table_id)
    if token not in table.links or table.links[token].kind in ("invite", "spent"):
        raise NoToken(said("refuse.token"))
    return Asker(table, token)


Who = Annotated[Asker, Depends(asker)]
AsSeat = Annotated[int | None, Query(ge=1, le=8, description="Which of your seats, where your word plays several.")]


# ---- games and tables

@router.get("/games")
async def games() -> list[GameInfo]:
    """The games that can be played."""
    return [
        GameInfo(
            id=game.id, title=game.title, rules_version=game.rules_version, players=game.seats,
            options={option.key: list(dict.fromkeys([option.default, *option.values])) for option in game.options})
        for game in map(load_game, game_ids())
    ]


@router.get("/tables")
async def waiting(request: Request) -> list[Waiting]:
    """Public tables with free seats."""
    return [
        Waiting(
            table=table.id, game=table.setup.game, free=len(table.room.free),
            names=[who.name for seat, who in enumerate(table.room.seats) if seat not in table.room.free])
        for table in await request.app.state.tables.waiting()
    ]


@router.post("/tables", status_code=201, responses=PROBLEMS)
async def new_table(request: Request, wish: NewTable) -> TableMade:
    """Open a table. It is dealt at once when no seat is left open."""
    tables: Tables = request.app.state.tables
    names = [" ".join(seat.name.split()) or text(f"names.{number}") if number <= 6 else f"{number}" for number, seat in enumerate(wish.seats, 1)]
    if len({name.casefold() for name in names}) < len(names):
        raise NotAllowed(text("api.same_name"))
    seats = [Seat(name, seat.bot) for name, seat in zip(names, wish.seats, strict=True)]
    free = [number for number, seat in enumerate(wish.seats) if seat.open and not seat.bot]
    own = [number for number, seat in enumerate(wish.seats) if not seat.open and not seat.bot]
    if not free and not wish.thinking_time:
        table = await tables.create(wish.game, len(seats), wish.options, seats, wish.seed)
    else:
        table = await tables.open(
            wish.game, len(seats), wish.options, seats, free, wish.seed, wish.public, wish.thinking_time, own[0] if own else None)
        await lobby.deal_if_full(table)
    return TableMade(
        table=table.id, seats=links_of(table.tokens), invitations=links_of(table.invites), host=table.host_token, watch=table.spectator,
        dealt=table.room.dealt)


def links_of(words: dict[int, str]) -> list[SeatLink]:
    return [SeatLink(seat=seat + 1, token=token) for seat, token in sorted(words.items())]


@router.post("/tables/{table_id}/seats", status_code=201, responses=PROBLEMS)
async def join(request: Request, table_id: Id, wish: Joining) -> SeatLink:
    """Sit down, by invitation or at a public table."""
    table = await request.app.state.tables.get(table_id)
    if wish.invitation is None:
        seat, token = await lobby.join(table, wish.name)
    else:
        seat = (table.link(wish.invitation).seats or (0,))[0]
        token = await lobby.take(table, wish.invitation, wish.name)
        seat = table.seats_of(token)[0]
    return SeatLink(seat=seat + 1, token=token)


@router.get("/tables/{table_id}", responses=PROBLEMS)
async def show(who: Who, seat: AsSeat = None) -> TableView:
    """The table as you may see it."""
    return view_of(who, seat)


def version_of(who: Asker, observer: int) -> str:
    return f"{who.table.match.version_for(observer)}.{who.table.room.changes}"


def observer_of(who: Asker, seat: int | None) -> int:
    seats = who.table.seats_of(who.token)
    return who.table.observer_of(who.token, who.seat(seat) if seats or seat is not None else None)


def view_of(who: Asker, seat: int | None = None) -> TableView:
    """Made from the view of the asker's observer, from what is said, and from what is public."""
    table, observer = who.table, observer_of(who, seat)
    room, match = table.room, table.match
    seats = [
        SeatState(seat=n + 1, name=one.name, bot=one.bot, free=n in room.free, stands_in=table.stands_in(n)) for n, one in enumerate(match.seats)
    ]
    proposal = room.proposal
    plays = bool(table.seats_of(who.token))
    return TableView(
        table=table.id, version=version_of(who, observer), game=match.game.id, dealt=room.dealt, over=match.over,
        seeded=table.setup.data["seed"] is not None, closed=table.closed,
        seat=observer + 1 if plays else None, seats=seats,
        messages=[Message(seat=None if one.seat is None else one.seat + 1, text=one.text, at=one.at) for one in room.said],
        ending_asked_by=None if proposal is None else proposal.seat + 1, rematch=room.rematch if plays else "",
        view=match.view(observer).to_json() if room.dealt else None)


# ---- playing

@router.get("/tables/{table_id}/moves", responses=PROBLEMS)
async def moves(who: Who, seat: AsSeat = None) -> Moves:
    """What you may choose now; with everything chosen: what you may choose instead."""
    at, match = who.seat(seat), who.table.match
    if not who.table.room.dealt:
        raise NotAllowed(said("refuse.not_dealt"))
    legal = [match.game.action_to_text(action) for action in match.legal(at)] if not match.over else []
    return Moves(seat=at + 1, question=match.decision_number, decision=match.asked(at).decision(), waiting=at in match.waiting_for(), moves=legal)


@router.post("/tables/{table_id}/moves", responses=PROBLEMS)
async def move(who: Who, wish: NewMove, seat: AsSeat = None) -> Done:
    """Choose. Where several choose at once it can be changed until all have."""
    at = who.seat(seat)
    who.table.check_plays(who.token, at)
    await who.table.act(who.token, at, who.table.match.read(at, wish.move), wish.question, wish.key)
    return Done(version=version_of(who, at))


@router.get("/tables/{table_id}/premove", responses=PROBLEMS)
async def premove(who: Who, seat: AsSeat = None) -> Premove:
    """What you have chosen in advance, and what you might."""
    at, match = who.seat(seat), who.table.match
    if not who.table.room.dealt:
        raise NotAllowed(said("refuse.not_dealt"))
    left, may, text_of = match.premoves.get(at), match.can_premove(at), match.game.action_to_text
    found = possible(match.state.masked(at)) if may else []
    return Premove(
        seat=at + 1, possible=may, chosen=[text_of(action) for action in left.actions] if left else [], lapsed=bool(left and left.lapsed),
        moves=[text_of(action) for action in found])


@router.put("/tables/{table_id}/premove", responses=PROBLEMS)
async def leave_premove(who: Who, wish: NewPremove, seat: AsSeat = None) -> Done:
    """Choose in advance, while others are asked. Only you see it; an undo ends it."""
    at = who.seat(seat)
    who.table.check_plays(who.token, at)
    await who.table.premove(who.token, at, who.table.match.read(at, wish.move), wish.key)
    return Done(version=version_of(who, at))


@router.delete("/tables/{table_id}/premove", responses=PROBLEMS)
async def withdraw_premove(who: Who, seat: AsSeat = None) -> Done:
    """Take back what you have chosen in advance."""
    at = who.seat(seat)
    await who.table.premove(who.token, at, ())
    return Done(version=version_of(who, at))


@router.post("/tables/{table_id}/messages", responses=PROBLEMS)
async def say(who: Who, wish: NewMessage, seat: AsSeat = None) -> Done:
    """Say something to all at the table."""
    at = who.seat(seat)
    await who.table.say(who.token, at, wish.text, wish.key)
    return Done(version=version_of(who, at))


@router.post("/tables/{table_id}/wishes", responses=PROBLEMS)
async def wishes(who: Who, wish: NewWish, seat: AsSeat = None) -> Done:
    """Everything else: undo and its answers, ending early, coming back from a bot, dealing."""
    table, token, key = who.table, who.token, wish.key
    if wish.wish == "deal":
        await lobby.deal(table, token)
        return Done(version=version_of(who, observer_of(who, seat)))
    at = who.seat(seat)
    if wish.wish in ("allow", "refuse"):
        await table.answer_undo(token, at, wish.wish == "allow", key)
    elif wish.wish in ("end_yes", "end_no"):
        await table.answer_end(token, at, wish.wish == "end_yes", key)
    else:
        orders = {"undo": table.undo, "take_back": table.take_back, "resign": table.resign, "come_back": table.come_back, "end": table.propose_end}
        await orders[wish.wish](token, at, key)
    return Done(version=version_of(who, at))


@router.websocket("/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str, seat: int | None = None) -> None:
    """The newest view now and after every change. Who asks says it in the header, or in a first message {"token": …}."""
    await socket.accept()
    try:
        who = await asker_of(socket.app.state.tables, table_id, await word_of(socket))
        observer = observer_of(who, seat)
    except (ShoalError, ValueError, TimeoutError, KeyError) as error:
        await socket.send_json({"error": "token", "message": str(error) or text("api.no_token")})
        return await socket.close(1008)
    except WebSocketDisconnect:
        return
    with who.table.subscribe() as awake:
        ear = asyncio.create_task(hear_the_end(socket))
        ear.add_done_callback(lambda _: awake.set())
        try:
            await send_views(socket, who, observer, awake, ear)
        finally:
            ear.cancel()


async def word_of(socket: WebSocket) -> str:
    given = socket.headers.get("authorization", "")
    if given.lower().startswith("bearer "):
        return given[7:].strip()
    async with asyncio.timeout(PATIENCE):
        first = json.loads(await socket.receive_text())
    return str(first["token"]) if isinstance(first, dict) else ""


async def send_views(socket: WebSocket, who: Asker, observer: int, awake: asyncio.Event, ear: "asyncio.Task[None]") -> None:
    """A slow reader gets the newest view only, never a backlog."""
    sent, table = "", who.table
    seats = table.seats_of(who.token)
    with suppress(WebSocketDisconnect, RuntimeError):
        beat = asyncio.get_running_loop().time() + HEARTBEAT
        while not ear.done():
            awake.clear()
            if who.token not in table.links or table.seats_of(who.token) != seats:
                await socket.send_json({"error": "token", "message": said("refuse.token")})
                return await socket.close(1008)
            if (now := version_of(who, observer)) != sent:
                sent = now
                await socket.send_text(view_of(who, observer + 1 if seats else None).model_dump_json())
            try:
                async with asyncio.timeout_at(beat):
                    await awake.wait()
            except TimeoutError:
                beat += HEARTBEAT
                await socket.send_json({})


async def hear_the_end(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            if (await socket.receive())["type"] == "websocket.disconnect":
                return


# ---- the application

def create_api(tables: Tables) -> FastAPI:
    """The API as an application of its own, to be mounted at `/api`."""
    app = FastAPI(title="Shoal", version=__version__, description=text("api.description"), docs_url=None, redoc_url=None, openapi_url="/openapi.json")
    app.state.tables = tables
    app.include_router(router)

    @app.get("/", include_in_schema=False)
    async def overview(request: Request) -> Response:
        return RedirectResponse(f"{request.scope.get('root_path', '')}/openapi.json")

    @app.exception_handler(ShoalError)
    async def refused(request: Request, error: ShoalError) -> Response:
        status, word = kind_of(error)
        message = getattr(error, "reason", "") or str(error)
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        return problem(status, word, message, str(getattr(error, "rule", "") or ""), headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return problem(422, "invalid", f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        return problem(error.status_code, "refused", str(error.detail), headers=dict(error.headers) if error.headers else None)

    return app


def problem(status: int, word: str, message: str, rule: str = "", headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"error": word, "message": message, "rule": rule}, status, headers=headers)


def kind_of(error: ShoalError) -> tuple[int, str]:
    """The status of a refusal, and a word for programs."""
    kinds: list[tuple[type[ShoalError], int, str]] = [
        (NoToken, 401, "token"), (NotAllowed, 403, "not_allowed"), (NoSuchTable, 404, "no_table"), (UnknownGame, 404, "no_game"),
        (StaleQuestion, 409, "stale"), (Conflict, 409, "conflict"), (StoreError, 503, "store"),
    ]
    return next(((status, word) for kind, status, word in kinds if isinstance(error, kind)), (422, "refused"))
