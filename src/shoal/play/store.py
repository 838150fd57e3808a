"""Where tables are kept: an append-only log for each table, in a database.

The number of a log row is unique in its table, and so is the key of a command of a seat: that is all the concurrency control
there is. Whoever loses a race gets `Conflict` and looks again.
"""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from shoal.engine.errors import ShoalError

from .parts import texts

FORMAT = 1
"""Of the schema; a newer one is refused."""
BUSY_SECONDS = 10
"""How long to wait for another process that is writing."""

metadata = sa.MetaData()
about = sa.Table("shoal", metadata, sa.Column("format", sa.Integer, primary_key=True))
tables = sa.Table(
    "tables", metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("box", sa.String(64), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False, index=True),
)
tokens = sa.Table(
    "tokens", metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("host", sa.Boolean, nullable=False),
)
log = sa.Table(
    "log", metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),
    sa.Column("key", sa.String(80)),
    sa.Column("command", sa.Text),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("table_id", "seat", "key"),
)


class StoreError(ShoalError):
    """Something could not be kept or read."""


class Conflict(StoreError):
    """Somebody else wrote to the table first."""


@dataclass(frozen=True)
class Token:
    """A secret word that opens a table: for these seats, or for watching only."""

    token: str
    seats: tuple[int, ...]
    host: bool = False


@dataclass(frozen=True)
class Setup:
    """What is fixed when a table is opened."""

    id: str
    game: str
    rules_version: int
    box: str
    players: int
    data: Mapping[str, Any]
    """options, seats at the start, seed, hot_seat: see tables.py."""
    tokens: tuple[Token, ...] = ()
    created: float = field(default_factory=time.time)


class Store:
    """A database of tables. Its methods block; tables.py calls them from threads of its own."""

    def __init__(self, url: str | sa.URL, where: str) -> None:
        self.where = where
        try:
            self.engine = sa.create_engine(url)
            if self.engine.dialect.name == "sqlite":
                sa.event.listen(self.engine, "connect", _prepare_sqlite)
            with self.engine.begin() as connection:
                self._create(connection)
        except (sa.exc.SQLAlchemyError, ImportError) as error:
            raise StoreError(texts("store.open", where=where, reason=_reason(error))) from None

    def _create(self, connection: sa.Connection) -> None:
        names = set(sa.inspect(connection).get_table_names())
        if names and about.name not in names:
            raise StoreError(texts("store.foreign", where=self.where))
        metadata.create_all(connection)
        found = connection.scalar(sa.select(sa.func.max(about.c.format)))
        if found is None:
            connection.execute(about.insert().values(format=FORMAT))
        elif found > FORMAT:
            raise StoreError(texts("store.newer", where=self.where, found=found, known=FORMAT))

    def close(self) -> None:
        self.engine.dispose()

    # ---- writing

    def add_table(self, setup: Setup, row: Mapping[str, Any]) -> None:
        """A new table with its tokens and the first row of its log."""
        with self._transaction("store.write") as connection:
            connection.execute(tables.insert().values(
                id=setup.id, game=setup.game, rules_version=setup.rules_version, box=setup.box, players=setup.players,
                data=_dump(setup.data), created=setup.created, changed=setup.created,
            ))
            for token in setup.tokens:
                connection.execute(tokens.insert().values(token=token.token, table_id=setup.id, seats=_dump(list(token.seats)), host=token.host))
            connection.execute(_log_row(setup.id, 1, None, None, None, row))

    def append(self, table_id: str, number: int, row: Mapping[str, Any], seat: int | None = None, key: str | None = None, command: str | None = None) -> None:
        """The next row of a table's log. When this returns it is on the disk. Conflict when the number or the key is taken."""
        with self._transaction("store.write") as connection:
            connection.execute(_log_row(table_id, number, seat, key, command, row))
            connection.execute(tables.update().where(tables.c.id == table_id).values(changed=time.time()))

    def delete(self, table_id: str) -> None:
        with self._transaction("store.write") as connection:
            for table in (log, tokens):
                connection.execute(table.delete().where(table.c.table_id == table_id))
            connection.execute(tables.delete().where(tables.c.id == table_id))

    # ---- reading

    def setup(self, table_id: str) -> Setup | None:
        with self._transaction("store.read") as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table_id)).one_or_none()
            if row is None:
                return None
            found = connection.execute(sa.select(tokens).where(tokens.c.table_id == table_id)).all()
        words = tuple(Token(t.token, tuple(json.loads(t.seats)), t.host) for t in found)
        return Setup(row.id, row.game, row.rules_version, row.box, row.players, json.loads(row.data), words, row.created)

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

    def recent(self, limit: int) -> list[str]:
        """Ids of the tables that were played at last, newest first."""
        wanted = sa.select(tables.c.id).order_by(tables.c.changed.desc(), tables.c.id).limit(limit)
        with self._transaction("store.read") as connection:
            return list(connection.scalars(wanted))

    # ---- connections

    @contextmanager
    def _transaction(self, text: str) -> Iterator[sa.Connection]:
        """All or nothing; failures are told in one sentence."""
        try:
            with self.engine.begin() as connection:
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
        return Store(str(where), url.render_as_string(hide_password=True))
    path = Path(where) if where is not None else default_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(texts("store.open", where=path, reason=error.strerror or error)) from None
    return Store(sa.URL.create("sqlite", database=str(path)), str(path))


def default_path() -> Path:
    return platformdirs.user_data_path("shoal", appauthor=False) / "tables.sqlite"


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """WAL, and every commit on the disk before it is acknowledged."""
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {BUSY_SECONDS * 1000}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _log_row(table_id: str, number: int, seat: int | None, key: str | None, command: str | None, row: Mapping[str, Any]) -> sa.Insert:
    return log.insert().values(table_id=table_id, number=number, seat=seat, key=key, command=command, data=_dump(row), at=time.time())


def _dump(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _reason(error: Exception) -> str:
    """What the database says, without the statement and its values."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]


