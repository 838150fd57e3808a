"""Tables: matches that people and bots play together, kept in a store.

Every command is planned, saved, made true and told, in this order: what anybody has seen is saved, and what could not be
saved has not happened.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from shoal.bots.levels import make_bot
from shoal.engine.errors import ShoalError
from shoal.engine.facts import SPECTATOR
from shoal.engine.game import Game
from shoal.games import load_game

from .chance import Chance, SeededChance, SystemChance
from .log import Row, rebuild, row_of
from .match import Match, default_seats
from .parts import Change, Seat, texts
from .players import choices, logger, wait_for_pace
from .store import Conflict, Setup, Store, StoreError, Token
from .views import View

PACE = 0.9
"""Seconds after which bots answer."""
MOST_OPEN = 1000
"""So many tables stay in memory while nobody looks at them."""
RETRY = 5.0
"""Seconds after which a bot answers again when its answer could not be saved."""
TRIES = 3
"""So often a command is planned anew when another process was faster."""

T = TypeVar("T")


class NoSuchTable(ShoalError):
    """There is no table of this id."""


class NotAllowed(ShoalError):
    """This link may not do that."""


class Table:
    """A match with its links, its store and its bots."""

    def __init__(self, tables: "Tables", setup: Setup, match: Match, rows: int) -> None:
        self.tables = tables
        self.setup = setup
        self.match = match
        self.rows = rows
        """How many rows its log has."""
        self.links = {token.token: token for token in setup.tokens}
        self.lock = asyncio.Lock()
        self._listeners: set[asyncio.Event] = set()
        self._bots: asyncio.Task[None] | None = None

    # ---- who may come in

    @property
    def id(self) -> str:
        return self.setup.id

    @property
    def hot_seat(self) -> bool:
        """Whether all people share one device, and one link."""
        return bool(self.setup.data["hot_seat"])

    @property
    def tokens(self) -> dict[int, str]:
        """The token of each person's seat."""
        return {seat: token.token for token in self.setup.tokens for seat in token.seats}

    @property
    def spectator(self) -> str:
        """The token of those who only watch."""
        return next(token.token for token in self.setup.tokens if not token.seats and not token.host)

    @property
    def host_token(self) -> str:
        """The token of who opened the table; it plays a seat as well, if people play."""
        return next(token.token for token in self.setup.tokens if token.host)

    def seats_of(self, token: str) -> tuple[int, ...]:
        """The seats that a token plays, () for watching; NotAllowed when it is none of this table."""
        if token not in self.links:
            raise NotAllowed(texts("refuse.token"))
        return self.links[token].seats

    def is_host(self, token: str) -> bool:
        return token in self.links and self.links[token].host

    def view(self, token: str, seat: int | None = None) -> View:
        """What a link shows: of one of its seats, or as a spectator."""
        if seat is not None:
            self._check(token, seat)
        else:
            self.seats_of(token)
        return self.match.view(SPECTATOR if seat is None else seat)

    def _check(self, token: str, seat: int) -> None:
        seats = self.seats_of(token)
        if not seats:
            raise NotAllowed(texts("refuse.watching"))
        if seat not in seats:
            raise NotAllowed(texts("refuse.not_yours", number=seat + 1))

    # ---- being told

    @contextmanager
    def subscribe(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever something has changed; clear it before looking. Compare versions: it may not be for you."""
        event = asyncio.Event()
        self._listeners.add(event)
        try:
            yield event
        finally:
            self._listeners.discard(event)

    @property
    def is_idle(self) -> bool:
        return not self._listeners and not self.lock.locked() and self._bots is None

    # ---- commands

    async def act(self, token: str, seat: int, actions: Sequence[int], question: int | None = None, key: str | None = None) -> None:
        """Choose for a seat; see Match.choose. A command that comes again with the same key counts once."""
        self._check(token, seat)
        await self._command(seat, key, f"choose {' '.join(map(str, actions))}", lambda: self.match.plan_choose(seat, actions, question))

    async def take_back(self, token: str, seat: int, key: str | None = None) -> None:
        """Take the seat's own draft away."""
        self._check(token, seat)
        await self._command(seat, key, "take_back", lambda: self.match.plan_take_back(seat))

    async def undo(self, token: str, seat: int, key: str | None = None) -> None:
        """Undo, or ask the others for it; people who share one device need not ask each other."""
        self._check(token, seat)
        people = [other for other in range(self.match.players) if self.match.is_person(other)]
        consent = set(people) <= set(self.seats_of(token))
        await self._command(seat, key, "undo", lambda: self.match.plan_undo(seat, consent))

    async def answer_undo(self, token: str, seat: int, agree: bool, key: str | None = None) -> None:
        """Agree to the undo that somebody asks for, or decline it."""
        self._check(token, seat)
        await self._command(seat, key, f"answer_undo {agree}", lambda: self.match.plan_answer_undo(seat, agree))

    async def _command(self, seat: int, key: str | None, command: str, plan: Callable[[], Change]) -> None:
        """Carried to its end even when whoever waits for it goes away."""
        await asyncio.shield(asyncio.ensure_future(self._carry_out(seat, key, command, plan)))

    async def _carry_out(self, seat: int, key: str | None, command: str, plan: Callable[[], Change]) -> None:
        async with self.lock:
            for attempt in range(1, TRIES + 1):
                try:
                    await self._try(plan(), seat, key, command)
                    break
                except ShoalError as error:
                    if key is not None and await self._is_done(seat, key, command):
                        return
                    if not isinstance(error, Conflict) or attempt == TRIES:
                        raise
                    await self._reload()
        self.wake()

    async def _try(self, change: Change, seat: int, key: str | None, command: str) -> None:
        await self.tables.write(self.tables.store.append, self.id, self.rows + 1, row_of(self.match, change), seat, key, command)
        self.rows += 1
        self.match.apply(change)

    async def _is_done(self, seat: int, key: str, command: str) -> bool:
        """Whether this very command came before; NotAllowed if the key was used for another one."""
        found = await self.tables.read(self.tables.store.command, self.id, seat, key)
        if found is not None and found != command:
            raise NotAllowed(texts("refuse.key"))
        return found is not None

    async def _reload(self) -> None:
        """Another process has written to the log."""
        rows = await self.tables.read(self.tables.store.rows, self.id)
        self.match, self.rows = match_of(self.setup, self.match.game, rows), len(rows)

    # ---- telling others

    def wake(self) -> None:
        """Tell everybody, and let bots think."""
        for event in self._listeners:
            event.set()
        if self._bots is None and self._bots_waited_for():
            self._bots = asyncio.ensure_future(self._play_bots())

    def stop(self) -> None:
        """Let bots move no more."""
        if self._bots is not None:
            self._bots.cancel()

    def _bots_waited_for(self) -> list[int]:
        return [seat for seat in self.match.waiting_for() if not self.match.is_person(seat)]

    async def _play_bots(self) -> None:
        """Answer for the bots, question after question, until people must choose."""
        try:
            while self._bots_waited_for():
                try:
                    await self._answer_for_bots()
                except StoreError as error:
                    logger.error("a bot's answer could not be saved: %s", error)
                    await asyncio.sleep(RETRY)
        finally:
            self._bots = None

    async def _answer_for_bots(self) -> None:
        begun, question, seats = time.monotonic(), self.match.decision_number, self._bots_waited_for()
        seed, pool = self.setup.data["bot_seed"], self.tables.pool
        answers = await asyncio.gather(*(choices(self.match, seat, seed, pool) for seat in seats))
        await wait_for_pace(begun, self.tables.pace)
        for seat, actions in zip(seats, answers, strict=True):
            await self._answer(seat, actions, question)

    async def _answer(self, seat: int, actions: list[int], question: int) -> None:
        """A bot's answer; it lapses when the table has moved on."""
        try:
            await self._command(seat, None, "bot", lambda: self.match.plan_choose(seat, actions, question))
        except StoreError:
            raise
        except ShoalError:
            logger.info("a bot's answer came too late")


@dataclass(frozen=True)
class Summary:
    """A table in a list: nothing in it opens the table or tells anything hidden."""

    id: str
    game: str
    names: tuple[str, ...]
    created: float


class Tables:
    """All tables of a store."""

    def __init__(self, store: Store, pace: float = PACE, find: Callable[[str], Game] = load_game) -> None:
        self.store = store
        self.pace = pace
        self.find = find
        self.pool: Executor = ThreadPoolExecutor(2, "shoal-bots")
        self._writer = ThreadPoolExecutor(1, "shoal-writer")
        self._reader = ThreadPoolExecutor(2, "shoal-reader")
        self._open: dict[str, Table] = {}
        self._loading = asyncio.Lock()

    async def create(
        self, game_id: str, players: int, options: Mapping[str, Any] | None = None, seats: Sequence[Seat] | None = None,
        seed: int | None = None, hot_seat: bool = False,
    ) -> Table:
        """Open a table and deal. ShoalError says what does not fit."""
        game = self.find(game_id)
        seats = list(seats) if seats is not None else default_seats(players)
        for seat in seats:
            if seat.bot:
                make_bot(seat.bot, game)
        match = Match(game, players, options, seats, chance_of(seed))
        begin = match.plan_begin()
        setup = new_setup(match, seed, hot_seat)
        await self.write(self.store.add_table, setup, row_of(match, begin))
        match.apply(begin)
        return self._keep(Table(self, setup, match, 1))

    async def get(self, table_id: str) -> Table:
        """The table of an id, from memory or from the store; NoSuchTable if there is none."""
        async with self._loading:
            if table_id in self._open:
                self._open[table_id] = self._open.pop(table_id)
                return self._open[table_id]
            try:
                setup = await self.read(self.store.setup, table_id)
                rows = await self.read(self.store.rows, table_id) if setup is not None else []
            except (ValueError, TypeError) as error:
                raise StoreError(texts("store.broken", id=table_id, reason=error)) from None
            if setup is None:
                raise NoSuchTable(texts("refuse.table", id=repr(table_id[:40])))
            return self._keep(Table(self, setup, match_of(setup, self.find(setup.game), rows), len(rows)))

    async def recent(self, limit: int = 20) -> list[Summary]:
        """The tables played at last, newest first."""
        found = [await self.read(self.store.setup, table_id) for table_id in await self.read(self.store.recent, limit)]
        return [Summary(s.id, s.game, tuple(seat["name"] for seat in s.data["seats"]), s.created) for s in found if s is not None]

    async def delete(self, table_id: str) -> None:
        """Delete a table with its log and its links."""
        table = self._open.pop(table_id, None)
        if table is not None:
            table.stop()
        await self.write(self.store.delete, table_id)

    async def write(self, do: Callable[..., T], *values: Any) -> T:
        """Run something of the store that writes: one after the other, beside the server's own work."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, do, *values)

    async def read(self, do: Callable[..., T], *values: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, do, *values)

    async def close(self) -> None:
        """Let everything that has begun come to its end."""
        for table in self._open.values():
            table.stop()
        for table in self._open.values():
            async with table.lock:
                pass
        for pool in (self.pool, self._writer, self._reader):
            with suppress(RuntimeError):
                pool.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    def _keep(self, table: Table) -> Table:
        self._open[table.id] = table
        for other in list(self._open.values()):
            if len(self._open) > MOST_OPEN and other is not table and other.is_idle:
                del self._open[other.id]
        table.wake()
        return table


def chance_of(seed: int | None) -> Chance:
    return SystemChance() if seed is None else SeededChance(seed)


def new_setup(match: Match, seed: int | None, hot_seat: bool) -> Setup:
    """A table's fixed data, with unguessable words for everybody."""
    data = {
        "options": match.options, "seats": [asdict(seat) for seat in match.seats], "hot_seat": hot_seat, "seed": seed,
        "bot_seed": secrets.randbits(60) if seed is None else seed,
    }
    game = match.game
    people = tuple(seat for seat in range(match.players) if match.is_person(seat))
    groups = [people] if hot_seat or not people else [(seat,) for seat in people]
    links = [Token(secrets.token_urlsafe(16), group, host=i == 0) for i, group in enumerate(groups)]
    links.append(Token(secrets.token_urlsafe(16), ()))
    return Setup(secrets.token_urlsafe(9), game.id, game.rules_version, game.components.hash, match.players, data, tuple(links))


def match_of(setup: Setup, game: Game, rows: Sequence[Row]) -> Match:
    """A match as its log tells it; StoreError when the installed rules are not those it was played with."""
    if setup.rules_version != game.rules_version:
        raise StoreError(texts("refuse.old.rules", then=setup.rules_version, now=game.rules_version, title=game.title))
    if setup.box != game.components.hash:
        raise StoreError(texts("refuse.old.box", title=game.title))
    data = setup.data
    try:
        seats = [Seat(str(seat["name"]), str(seat["bot"])) for seat in data["seats"]]
        match = Match(game, setup.players, data["options"], seats, chance_of(data["seed"]))
        rebuild(match, rows)
        fits = (match.over or match.actors) and all(0 <= seat < match.players for token in setup.tokens for seat in token.seats)
    except (ShoalError, KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        raise StoreError(texts("store.broken", id=setup.id, reason=error)) from None
    if not fits:
        raise StoreError(texts("store.broken", id=setup.id, reason=texts("store.unfinished")))
    return match
