"""All tables in one file: written while people play, and read into an empty store of either kind.

A backup is an SQLite store itself: `shoal serve --db BACKUP` opens it.
"""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import sqlalchemy as sa

from .parts import texts
from .schema import CONTENT, tables
from .store import Store, StoreError, open_store

AT_ONCE = 1000
"""So many rows are copied at a time."""


def backup(store: Store, path: Path) -> int:
    """Write everything to a new file, as it is at one moment; returns how many tables. StoreError when the file is there already."""
    if path.exists():
        raise StoreError(texts("backup.exists", where=path))
    part = path.with_name(f"{path.name}.part")
    with suppress(OSError):
        part.unlink()
    copy = open_store(part)
    try:
        count = copy_all(store, copy)
        with copy.engine.connect() as connection:       # one file that holds all, without its journal beside it
            connection.exec_driver_sql("ROLLBACK")
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")
            connection.exec_driver_sql("BEGIN")
    finally:
        copy.close()
    os.replace(part, path)
    return count


def restore(path: Path, store: Store) -> int:
    """Read a backup into a store that is still empty; returns how many tables. The file stays as it is, also if it is of an earlier version."""
    if not path.is_file():
        raise StoreError(texts("backup.missing", where=path))
    if store.counts():
        raise StoreError(texts("backup.not_empty", where=store.where))
    with tempfile.TemporaryDirectory(prefix="shoal-") as folder:
        source = open_store(shutil.copy(path, folder))
        try:
            return copy_all(source, store)
        finally:
            source.close()


def copy_all(source: Store, target: Store) -> int:
    """Everything of one store into another one; all or nothing."""
    count = 0
    isolated = source.engine if source.is_sqlite else source.engine.execution_options(isolation_level="REPEATABLE READ")
    try:
        with isolated.begin() as reading, target.writing() as writing:
            for table in CONTENT:
                columns = list(table.primary_key.columns)
                found = reading.execution_options(yield_per=AT_ONCE).execute(sa.select(table).order_by(*columns))
                for rows in found.mappings().partitions(AT_ONCE):
                    writing.execute(table.insert(), [dict(row) for row in rows])
                    count += len(rows) if table is tables else 0
    except sa.exc.SQLAlchemyError as error:
        raise StoreError(texts("store.read", reason=str(getattr(error, "orig", None) or error).splitlines()[0])) from None
    return count
