"""Where tables are kept: an append-only log for each table, in a database.

The number of a log row is unique in its table, and so is the key of a command of a seat: that is all the concurrency control
there is. Whoever loses a race gets `Conflict` and looks again.
"""

import json
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs
import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from shoal.engine.errors import ShoalError

from . import schema
from .parts import texts
from .schema import log, results, tables, tokens

BUSY_SECONDS = 10
"""How long to wait for another process that is writing."""
CHANNEL = "shoal"
"""On which server processes tell each other of changed tables, where the database can."""
DAY = 86_400.0
SENSIBLE = 1_577_836_800.0
"""The beginning of 2020: what was written earlier was written by a clock that was not set, and is not taken for old."""

# What every move needs, put together once.
APPEND = log.insert()
CHANGE = tables.update().where(tables.c.id == sa.bindparam("id_"))
_LAST = sa.select(sa.func.max(log.c.number)).where(log.c.table_id == tables.c.id).scalar_subquery()
LASTS = sa.select(tables.c.id, _LAST).where(tables.c.id.in_(sa.bindparam("ids", expanding=True)))


class StoreError(ShoalError):
    """Something could not be kept or read."""


class Conflict(StoreError):
    """Somebody else wrote to the table first."""


@dataclass(frozen=True)
class Token:
    """A secret word that opens a table."""

    token: str
    seats: tuple[int, ...]
    host: bool = False
    kind: str = ""
    """ "" plays its seats, or watches if it has none; `invite` lets somebody sit down there, `spent` did so once, `shoulder` sees what its seat sees."""


@dataclass(frozen=True)
class Setup:
    """What is fixed when a table is opened."""

    id: str
    game: str
    rules_version: int
    box: str
    players: int
    data: Mapping[str, Any]
    """options, seats at the start, seed, hot_seat and so on: see tables.py."""
    tokens: tuple[Token, ...] = ()
    created: float = field(default_factory=time.time)


@dataclass(frozen=True)
class Outcome:
    """How a seat came out of a game, for the statistics of its player."""

    seat: int
    name: str
    points: int
    best: int
    won: bool


@dataclass(frozen=True)
class Beside:
    """What is written together with a row of the log."""

    tokens: Sequence[Token] | None = None
    """All links of the table from now on."""
    state: str = ""
    """`open` while seats are free, `playing`, or `over`."""
    public: bool | None = None
    outcomes: Sequence[Outcome] = ()
    due: float | None = None
    """When a server has to look at the table, should nobody else do so; None for no other time than before."""


NOTHING = Beside()


class NewRow(NamedTuple):
    """A row that is to be appended to the log of a table."""

    table_id: str
    number: int
    row: Mapping[str, Any]
    seat: int | None = None
    key: str | None = None
    """Of the command, so that it counts once."""
    command: str | None = None
    beside: Beside = NOTHING


@dataclass(frozen=True)
class Played:
    """A game that somebody has played to its end."""

    game: str
    players: int
    points: int
    best: int
    won: bool
    at: float


class Store:
    """A database of tables. Its methods block; tables.py calls them from threads of its own."""

    def __init__(self, url: str | sa.URL, where: str) -> None:
        self.where = where
        try:
            self.engine = sa.create_engine(url, pool_pre_ping=not str(url).startswith("sqlite"))
            self.is_sqlite = self.engine.dialect.name == "sqlite"
            if self.is_sqlite:
                sa.event.listen(self.engine, "connect", _prepare_sqlite)
                sa.event.listen(self.engine, "begin", _begin_sqlite)
            self._writing = self.engine.execution_options(shoal_write=True)
            with self._writing.begin() as connection:
                self._create(connection)
        except (sa.exc.SQLAlchemyError, ImportError) as error:
            raise StoreError(texts("store.open", where=where, reason=_reason(error))) from None

    def _create(self, connection: sa.Connection) -> None:
        if not self.is_sqlite:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(7337)"))   # of two processes that start, one waits
        try:
            schema.bring_up_to_date(connection)
        except schema.Foreign:
            raise StoreError(texts("store.foreign", where=self.where)) from None
        except schema.Newer as newer:
            raise StoreError(texts("store.newer", where=self.where, found=newer, known=schema.FORMAT)) from None

    def close(self) -> None:
        self.engine.dispose()

    # ---- writing

    def add_table(self, setup: Setup, row: Mapping[str, Any], beside: Beside = NOTHING) -> None:
        """A new table with its tokens and the first row of its log."""
        with self._transaction("store.write") as connection:
            connection.execute(tables.insert().values(
                id=setup.id, game=setup.game, rules_version=setup.rules_version, box=setup.box, players=setup.players,
                data=_dump(setup.data), created=setup.created, changed=setup.created,
            ))
            self._write(connection, setup.id, 1, row, None, None, None, Beside(setup.tokens, beside.state, beside.public, beside.outcomes))

    def append(
        self, table_id: str, number: int, row: Mapping[str, Any], seat: int | None = None, key: str | None = None, command: str | None = None,
        beside: Beside = NOTHING,
    ) -> None:
        """The next row of a table's log. When this returns it is on the disk. Conflict when the number or the key is taken."""
        with self._transaction("store.write") as connection:
            self._write(connection, table_id, number, row, seat, key, command, beside)

    def append_all(self, rows: Sequence[NewRow]) -> list[StoreError | None]:
        """The next rows of several logs with one commit. Of each: why it could not be written, or None when it is on the disk."""
        try:
            if len(rows) > 1:
                return self._append_together(rows)
            self.append(*rows[0])
            return [None]
        except StoreError as error:
            return [type(error)(str(error)) for _ in rows]

    def _append_together(self, rows: Sequence[NewRow]) -> list[StoreError | None]:
        failures: dict[int, StoreError] = {}
        with self._transaction("store.write") as connection:
            for row in sorted(rows, key=lambda row: row.table_id):      # always in this order, so that two processes never wait for each other
                try:
                    with connection.begin_nested():
                        self._write(connection, *row)
                except sa.exc.IntegrityError:
                    failures[id(row)] = Conflict(texts("store.conflict"))
        return [failures.get(id(row)) for row in rows]

    def _write(
        self, connection: sa.Connection, table_id: str, number: int, row: Mapping[str, Any], seat: int | None, key: str | None, command: str | None,
        beside: Beside,
    ) -> None:
        connection.execute(APPEND, {
            "table_id": table_id, "number": number, "seat": seat, "key": key, "command": command, "data": _dump(row), "at": time.time()})
        changed: dict[str, Any] = {"changed": time.time()}
        if beside.state:
            changed["state"] = beside.state
            if beside.state == "over":
                changed["due"] = None
            connection.execute(results.delete().where(results.c.table_id == table_id))
        if beside.due is not None:
            changed["due"] = beside.due
        if beside.public is not None:
            changed["public"] = beside.public
        connection.execute(CHANGE, {"id_": table_id, **changed})
        if beside.tokens is not None:
            connection.execute(tokens.delete().where(tokens.c.table_id == table_id))
            for token in beside.tokens:
                connection.execute(tokens.insert().values(
                    token=token.token, table_id=table_id, seats=_dump(list(token.seats)), host=token.host, kind=token.kind))
        if beside.outcomes:
            self._write_outcomes(connection, table_id, beside.outcomes)
        self._notify(connection, table_id)

    def _notify(self, connection: sa.Connection, table_id: str) -> None:
        """Tell other server processes, where the database can."""
        if not self.is_sqlite:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, table_id)))

    def _write_outcomes(self, connection: sa.Connection, table_id: str, outcomes: Sequence[Outcome]) -> None:
        game, players = connection.execute(sa.select(tables.c.game, tables.c.players).where(tables.c.id == table_id)).one()
        for one in outcomes:
            connection.execute(results.insert().values(
                table_id=table_id, seat=one.seat, name=one.name, game=game, players=players, points=one.points, best=one.best, won=one.won, at=time.time()))

    def delete(self, table_id: str) -> None:
        """Everything of a table."""
        with self._transaction("store.write") as connection:
            for table in (log, tokens, results):
                connection.execute(table.delete().where(table.c.table_id == table_id))
            connection.execute(tables.delete().where(tables.c.id == table_id))
            self._notify(connection, table_id)

    def abandoned(self, waiting_days: float, playing_days: float) -> list[str]:
        """Ids of tables that nobody has touched for so long: never dealt, or never played to the end."""
        now = time.time()
        old = sa.or_(
            sa.and_(tables.c.state == "open", tables.c.changed < now - waiting_days * DAY),
            sa.and_(tables.c.state == "playing", tables.c.changed < now - playing_days * DAY),
        )
        with self._transaction("store.read") as connection:
            return list(connection.scalars(sa.select(tables.c.id).where(old, tables.c.changed > SENSIBLE).order_by(tables.c.changed)))

    def due(self, limit: int) -> list[str]:
        """Ids of the tables that have to be looked at now, the longest overdue first."""
        wanted = sa.select(tables.c.id).where(tables.c.due <= time.time()).order_by(tables.c.due).limit(limit)
        with self._transaction("store.read") as connection:
            return list(connection.scalars(wanted))

    def looked_at(self, table_id: str, due: float | None) -> None:
        """The table has been looked at; when it has to be again, None for not until something happens. What was set meanwhile stays."""
        changing = tables.update().where(tables.c.id == table_id, tables.c.due <= time.time()).values(due=due)
        with self._transaction("store.write") as connection:
            connection.execute(changing)

    # ---- reading

    def setup(self, table_id: str) -> Setup | None:
        with self._transaction("store.read") as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).one_or_none()
            if row is None:
                return None
            found = connection.execute(sa.select(tokens).where(tokens.c.table_id == table_id).order_by(tokens.c.token)).all()
        words = sorted((Token(t.token, tuple(json.loads(t.seats)), t.host, t.kind) for t in found), key=lambda token: (not token.seats, token.seats))
        return Setup(row.id, row.game, row.rules_version, row.box, row.players, json.loads(row.data), tuple(words), row.created)

    def rows(self, table_id: str, after: int = 0) -> list[dict[str, Any]]:
        """The log of a table, in order."""
        wanted = sa.select(log.c.data).where(log.c.table_id == table_id, log.c.number > after).order_by(log.c.number)
        with self._transaction("store.read") as connection:
            return [json.loads(data) for data in connection.scalars(wanted)]

    def command(self, table_id: str, seat: int, key: str) -> str | None:
        """The command that a seat has given with this key, None if it has given none."""
        wanted = sa.select(log.c.command).where(log.c.table_id == table_id, log.c.seat == seat, log.c.key == key)
        with self._transaction("store.read") as connection:
            return connection.scalar(wanted)

    def lasts(self, ids: Collection[str]) -> dict[str, int]:
        """How many rows the logs of these tables have; tables that are gone are left out."""
        with self._transaction("store.read") as connection:
            return {row[0]: row[1] for row in connection.execute(LASTS, {"ids": list(ids)})}

    def recent(self, limit: int) -> list[str]:
        """Ids of the tables that were played at last, newest first."""
        return self._ids(sa.select(tables.c.id), limit)

    def waiting(self, limit: int) -> list[str]:
        """Ids of the public tables that have free seats, newest first."""
        return self._ids(sa.select(tables.c.id).where(tables.c.state == "open", tables.c.public), limit)

    def _ids(self, wanted: sa.Select[tuple[str]], limit: int) -> list[str]:
        with self._transaction("store.read") as connection:
            return list(connection.scalars(wanted.order_by(tables.c.changed.desc(), tables.c.id).limit(limit)))

    def counts(self) -> dict[str, int]:
        """How many tables there are, by state."""
        with self._transaction("store.read") as connection:
            return {row[0]: row[1] for row in connection.execute(sa.select(tables.c.state, sa.func.count()).group_by(tables.c.state))}

    # ---- what is known of players

    def played(self, name: str) -> list[Played]:
        """The games that somebody of this name has played to their end, oldest first."""
        wanted = sa.select(results).where(results.c.name == name).order_by(results.c.at, results.c.table_id)
        with self._transaction("store.read") as connection:
            return [Played(row.game, row.players, row.points, row.best, row.won, row.at) for row in connection.execute(wanted)]

    def forget(self, name: str) -> int:
        """Erase the statistics of a name; how many games they held."""
        with self._transaction("store.write") as connection:
            return connection.execute(results.delete().where(results.c.name == name)).rowcount

    # ---- telling other processes

    def listen(self, heard: Callable[[str], None], ready: Callable[[], None], stopped: Callable[[], bool]) -> None:
        """Call `heard` with the id of each changed table until `stopped`, and `ready` when the line stands; only where the database tells (PostgreSQL)."""
        with self.engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            raw.autocommit = True
            raw.execute(f"LISTEN {CHANNEL}")
            ready()
            try:
                while not stopped():
                    for told in raw.notifies(timeout=0.5):
                        heard(told.payload)
            finally:
                connection.invalidate()

    # ---- connections

    def writing(self) -> AbstractContextManager[sa.Connection]:
        """A transaction that writes, for copying whole stores."""
        return self._transaction("store.write")

    @contextmanager
    def _transaction(self, text: str) -> Iterator[sa.Connection]:
        """All or nothing; failures are told in one sentence."""
        engine = self._writing if text == "store.write" else self.engine
        try:
            with engine.begin() as connection:
                yield connection
        except sa.exc.IntegrityError:
            raise Conflict(texts("store.conflict")) from None
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(texts(text, reason=_reason(error))) from None


def open_store(where: str | Path | None = None) -> Store:
    """The store in a file, at a database URL, or (None) in the user's data folder."""
    if where is not None and "://" in str(where):
        try:
            url = sa.make_url(str(where))
        except (sa.exc.ArgumentError, ValueError) as error:
            raise StoreError(texts("store.open", where="--db", reason=_reason(error))) from None
        shown = url.render_as_string(hide_password=True)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        return Store(url, shown)
    path = Path(where) if where is not None else default_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(texts("store.open", where=path, reason=error.strerror or error)) from None
    store = Store(sa.URL.create("sqlite", database=str(path)), str(path))
    with suppress(OSError):
        path.chmod(0o600)           # its links open every seat
    return store


def default_path() -> Path:
    return platformdirs.user_data_path("shoal", appauthor=False) / "tables.sqlite"


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """WAL, and every commit on the disk before it is acknowledged."""
    connection.isolation_level = None       # transactions begin where we say
    cursor = connection.cursor()
    for pragma in (f"busy_timeout = {BUSY_SECONDS * 1000}", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    """Who is going to write waits for its turn at once: a reader that turns into a writer would be refused."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("shoal_write") else "BEGIN")


def _dump(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _reason(error: Exception) -> str:
    """What the database says, without the statement and its values."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]
