"""Tables: matches that people and bots play together, kept in a store.

A table whose seats are all taken is dealt at once; one that waits for people is dealt when the last of them has sat down, so that
nobody can look first and deal again.
"""

import asyncio
import secrets
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from shoal.bots.levels import make_bot
from shoal.engine.errors import ShoalError
from shoal.engine.game import Game
from shoal.games import load_game

from . import due
from .chance import Chance, SeededChance, SystemChance
from .lobby import word
from .log import Row, rebuild, row_of
from .match import Match, default_seats
from .parts import Seat, texts
from .players import logger
from .room import Room, room_row
from .store import Beside, Setup, Store, StoreError, Token
from .table import NoSuchTable, NotAllowed, Table
from .writer import Writer

__all__ = ["NoSuchTable", "NotAllowed", "Table", "Tables"]

PACE = 0.9
"""Seconds after which bots answer."""
MOST_OPEN = 1000
"""So many tables stay in memory while nobody looks at them."""
LOOK_EVERY = 2.0
"""Seconds after which the store is asked what other processes have written."""
THINKING_TIMES = (0, 60, 300, 3600, 86_400, 259_200)
"""Seconds that may be set for each move; 0 for as long as it takes."""

T = TypeVar("T")


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
        self._writing = ThreadPoolExecutor(1, "shoal-writer")
        self.writer = Writer(store, self._writing)
        self._reader = ThreadPoolExecutor(2, "shoal-reader")
        self._open: dict[str, Table] = {}
        self._loading = asyncio.Lock()
        self._watching: asyncio.Future[None] | None = None
        self._following: asyncio.Future[None] | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        """The loop in which the tables live, once they are watched."""

    async def create(
        self, game_id: str, players: int, options: Mapping[str, Any] | None = None, seats: Sequence[Seat] | None = None,
        seed: int | None = None, hot_seat: bool = False, foretold: Sequence[str] = (),
    ) -> Table:
        """Open a table and deal. `foretold`: the first draws, where they are known, such as a deal of real cards. ShoalError says what does not fit."""
        match = self._new_match(game_id, players, options, seats, seed)
        foretell(match, foretold)
        begin = match.plan_begin()
        setup = new_setup(match, seed, hot_seat)
        room = Room.of(setup.data)
        row = row_of(match, begin) | {"at": setup.created}
        await self.write(self.store.add_table, setup, row, Beside(state="playing"))
        room.add(row)
        match.apply(begin)
        return self._keep(Table(self, setup, match, room, 1))

    async def open(
        self, game_id: str, players: int, options: Mapping[str, Any] | None, seats: Sequence[Seat], free: Collection[int],
        seed: int | None = None, public: bool = False, thinking_time: int = 0, host: int | None = None,
    ) -> Table:
        """Open a table that waits for people on its free seats. `host`: the seat of who opens it; None for a host who only watches."""
        if thinking_time not in THINKING_TIMES:
            raise NotAllowed(texts("refuse.thinking_time"))
        match = self._new_match(game_id, players, options, seats, seed)
        setup = waiting_setup(match, free, seed, host, {"public": public, "thinking_time": thinking_time})
        row = room_row("open") | {"at": setup.created}
        await self.write(self.store.add_table, setup, row, Beside(state="open", public=public))
        room = Room.of(setup.data)
        room.add(row)
        return self._keep(Table(self, setup, match, room, 1))

    def _new_match(self, game_id: str, players: int, options: Mapping[str, Any] | None, seats: Sequence[Seat] | None, seed: int | None) -> Match:
        """A match that nothing has happened in yet; ShoalError says what does not fit."""
        game = self.find(game_id)
        seats = list(seats) if seats is not None else default_seats(players)
        for seat in seats:
            if seat.bot:
                make_bot(seat.bot, game)
        return Match(game, players, options, seats, chance_of(seed))

    @property
    def in_memory(self) -> int:
        """How many tables are at hand."""
        return len(self._open)

    def chance_for(self, setup: Setup) -> Chance:
        return chance_of(setup.data["seed"])

    async def get(self, table_id: str) -> Table:
        """The table of an id as it is now, from memory or from the store; NoSuchTable if there is none."""
        if (known := self._open.get(table_id)) is not None:
            await known.catch_up()
        else:
            async with self._loading:
                if table_id not in self._open:
                    self._keep(await self.load(table_id))
        self._open[table_id] = table = self._open.pop(table_id)
        return table

    async def load(self, table_id: str) -> Table:
        """The table as the store has it, for nobody yet."""
        try:
            setup = await self.read(self.store.setup, table_id)
            rows = await self.read(self.store.rows, table_id) if setup is not None else []
        except (ValueError, TypeError) as error:
            raise StoreError(texts("store.broken", id=table_id, reason=error)) from None
        if setup is None:
            raise NoSuchTable(texts("refuse.table", id=repr(table_id[:40])))
        game = self.find(setup.game)
        match, room = read_log(setup, game, rows)
        return Table(self, setup, match, room, len(rows), other_rules(setup, game))

    async def recent(self, limit: int = 20) -> list[Summary]:
        """The tables played at last, newest first."""
        found = [await self.read(self.store.setup, table_id) for table_id in await self.read(self.store.recent, limit)]
        return [Summary(s.id, s.game, tuple(seat["name"] for seat in s.data["seats"]), s.created) for s in found if s is not None]

    async def waiting(self, limit: int = 12) -> list[Table]:
        """The public tables that have free seats, newest first."""
        found = []
        for table_id in await self.read(self.store.waiting, limit):
            with suppress(ShoalError):
                found.append(await self.get(table_id))
        return [table for table in found if not table.room.dealt and table.room.free and not table.closed]

    async def delete(self, table_id: str) -> None:
        """Delete a table with its log and its links."""
        if table_id in self._open:
            self._open[table_id].links = {}         # whoever still looks at it is told
        self.forget(table_id)
        await self.write(self.store.delete, table_id)

    def forget(self, table_id: str) -> None:
        """Let go of a table in memory."""
        table = self._open.pop(table_id, None)
        if table is not None:
            table.stop()
            table.tell()

    async def sweep(self, waiting_days: float, playing_days: float) -> int:
        """Delete the tables that nobody has touched for so long; returns how many."""
        old = await self.read(self.store.abandoned, waiting_days, playing_days)
        for table_id in old:
            if table_id not in self._open or not self._open[table_id].is_watched:
                await self.delete(table_id)
        return len(old)

    # ---- other server processes on the same store

    def watch(self) -> None:
        """Begin to follow what other processes write."""
        self.loop = asyncio.get_running_loop()
        self._watching = asyncio.ensure_future(self._look() if self.store.is_sqlite else self._listen())
        self._following = asyncio.ensure_future(due.follow(self))

    async def _look(self) -> None:
        """For stores that tell nothing: ask now and then about the tables that somebody looks at."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            with suppress(ShoalError):
                await self._catch_up_watched()

    async def _catch_up_watched(self) -> None:
        watched = [table.id for table in self._open.values() if table.is_watched]
        lasts = await self.read(self.store.lasts, watched) if watched else {}
        for table_id in watched:
            if (table := self._open.get(table_id)) is not None:
                with suppress(ShoalError):
                    await table.catch_up(lasts.get(table_id, 0))

    async def _listen(self) -> None:
        """For stores that tell: a thread that listens, begun anew when the line breaks."""
        loop, over = asyncio.get_running_loop(), threading.Event()

        def from_thread(what: Callable[[], Any]) -> None:
            loop.call_soon_threadsafe(lambda: asyncio.ensure_future(what()))

        def listen() -> None:
            while not over.is_set():
                try:
                    self.store.listen(
                        lambda table_id: from_thread(lambda: self._heard(table_id)), lambda: from_thread(self._catch_up_watched), over.is_set)
                except Exception as error:  # whatever the line broke of, it is taken up again
                    logger.error("the database tells nothing just now: %s", type(error).__name__)
                    over.wait(LOOK_EVERY)

        thread = threading.Thread(target=listen, name="shoal-listener", daemon=True)
        thread.start()
        try:
            await asyncio.Event().wait()
        finally:
            over.set()
            thread.join(2)

    async def _heard(self, table_id: str) -> None:
        if (table := self._open.get(table_id)) is not None:
            with suppress(ShoalError):
                await table.catch_up()

    async def write(self, do: Callable[..., T], *values: Any) -> T:
        """Run something of the store that writes: one after the other, beside the server's own work."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, do, *values)

    async def read(self, do: Callable[..., T], *values: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, do, *values)

    async def close(self) -> None:
        """Let everything that has begun come to its end."""
        for task in (self._watching, self._following):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        for table in self._open.values():
            table.stop()
        for table in self._open.values():
            async with table.lock:
                pass
        for pool in (self.pool, self._writing, self._reader):
            with suppress(RuntimeError):
                pool.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    def _keep(self, table: Table) -> Table:
        self._open[table.id] = table
        for other in list(self._open.values()):
            if len(self._open) > MOST_OPEN and other is not table and other.is_idle:
                self.forget(other.id)
        table.wake()
        return table


def foretell(match: Match, outcomes: Sequence[str]) -> None:
    """Let the first draws of a match that has not begun be these; ShoalError when they cannot be drawn."""
    state = match.first_state()
    for position, text in enumerate(outcomes):
        outcome = match.game.text_to_outcome(text)
        possible = state.chance_outcomes()
        state.apply_outcome(outcome)
        match.chance.recall(possible, position, outcome)


def chance_of(seed: int | None) -> Chance:
    return SystemChance() if seed is None else SeededChance(seed)


def new_setup(match: Match, seed: int | None, hot_seat: bool) -> Setup:
    """The fixed data of a table that is dealt at once, with unguessable words for everybody."""
    people = tuple(seat for seat in range(match.players) if match.is_person(seat))
    groups = [people] if hot_seat or not people else [(seat,) for seat in people]
    links = [Token(word(), group, host=i == 0) for i, group in enumerate(groups)]
    return setup_of(match, seed, {"hot_seat": hot_seat}, links)


def waiting_setup(match: Match, free: Collection[int], seed: int | None, host: int | None, more: Mapping[str, Any]) -> Setup:
    """The fixed data of a table that waits for people."""
    links = [Token(word(), () if host is None else (host,), host=True)]
    links += [Token(word(), (seat,), kind="invite") for seat in sorted(free)]
    links += [Token(word(), (seat,)) for seat in range(match.players) if match.is_person(seat) and seat not in free and seat != host]
    return setup_of(match, seed, {"hot_seat": False, "free": sorted(free), **more}, links)


def setup_of(match: Match, seed: int | None, more: Mapping[str, Any], links: Sequence[Token]) -> Setup:
    data = {
        "options": match.options, "seats": [asdict(seat) for seat in match.seats], "seed": seed,
        "bot_seed": secrets.randbits(60) if seed is None else seed, **more,
    }
    game = match.game
    words = (*links, Token(word(), ()))
    return Setup(secrets.token_urlsafe(9), game.id, game.rules_version, game.components.hash, match.players, data, words)


def other_rules(setup: Setup, game: Game) -> str:
    """Why a table cannot be played on with what is installed, "" when it can."""
    if setup.rules_version != game.rules_version:
        return texts("refuse.old.rules", then=setup.rules_version, now=game.rules_version, title=game.title)
    return texts("refuse.old.box", title=game.title) if setup.box != game.components.hash else ""


def read_log(setup: Setup, game: Game, rows: Sequence[Row]) -> tuple[Match, Room]:
    """Match and room as the log tells them; StoreError when the installed rules cannot follow it."""
    data = setup.data
    try:
        room = Room.of(data)
        for row in rows:
            room.add(row)
        match = Match(game, len(room.seats), data["options"], room.seats, chance_of(data["seed"]))
        played = [row for row in rows if row["kind"] != "room"]
        if played:
            rebuild(match, played)
        fits = (match.over or match.actors or not played) and all(0 <= seat < match.players for token in setup.tokens for seat in token.seats)
    except (ShoalError, KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        if reason := other_rules(setup, game):
            raise StoreError(reason) from None
        raise StoreError(texts("store.broken", id=setup.id, reason=error)) from None
    if not fits:
        raise StoreError(texts("store.broken", id=setup.id, reason=texts("store.unfinished")))
    return match, room
