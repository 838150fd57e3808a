"""Rows of many tables are written together, and each is told how it went."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from shoal.play.store import Conflict, NewRow, Store, StoreError, Token, open_store
from shoal.play.writer import Writer

from .test_store import SETUP

TABLES = ("one", "two", "three")


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = open_store(database)
    for table in TABLES:
        opened.add_table(replace(SETUP, id=table, tokens=(Token(f"w-{table}", ()),)), {"n": 1})
    yield opened
    opened.close()


def written(store: Store, rows: list[NewRow]) -> list[Any]:
    """What becomes of rows of which all but the first come while that is being written."""
    begun, go_on = threading.Event(), threading.Event()
    append = store.append

    def slow(*values: Any) -> None:
        begun.set()
        assert go_on.wait(10)
        append(*values)

    setattr(store, "append", slow)      # noqa: B010 — for this store only

    async def write() -> list[Any]:
        with ThreadPoolExecutor(1) as pool:
            writer = Writer(store, pool)
            first = asyncio.ensure_future(writer.append(rows[0]))
            await asyncio.to_thread(begun.wait, 10)
            others = [asyncio.ensure_future(writer.append(row)) for row in rows[1:]]
            await asyncio.sleep(0)
            go_on.set()
            return await asyncio.gather(first, *others, return_exceptions=True)

    return asyncio.run(write())


def test_what_comes_meanwhile_is_written_with_one_commit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    together, append = [], store._append_together

    def counted(rows: Sequence[NewRow]) -> list[StoreError | None]:
        together.append(len(rows))
        return append(rows)

    monkeypatch.setattr(store, "_append_together", counted)
    assert written(store, [NewRow("two", 2, {"n": 2}), NewRow("two", 3, {"n": 3}), NewRow("one", 2, {"n": 2})]) == [None, None, None]
    assert together == [2]
    assert [store.rows(table)[1:] for table in TABLES] == [[{"n": 2}], [{"n": 2}, {"n": 3}], []]


def test_of_rows_that_are_written_together_one_may_come_too_late(store: Store) -> None:
    found = written(store, [NewRow("one", 2, {}, 0, "key", "a"), NewRow("three", 1, {}), NewRow("one", 3, {}, 0, "key", "b"), NewRow("two", 2, {})])
    assert found[0] is found[3] is None and [type(one) for one in found[1:3]] == [Conflict, Conflict]
    assert [len(store.rows(table)) for table in TABLES] == [2, 2, 1]


def test_where_the_disk_is_full_everybody_is_told_and_nothing_is_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise StoreError("database or disk is full")

    monkeypatch.setattr(store, "_notify", full)
    found = written(store, [NewRow("one", 2, {}), NewRow("two", 2, {}), NewRow("three", 2, {})])
    assert [(type(one), str(one)) for one in found] == [(StoreError, "database or disk is full")] * 3
    assert len({id(one) for one in found}) == 3 and all(len(store.rows(table)) == 1 for table in TABLES)


def test_a_mistake_of_ours_keeps_nobody_waiting(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "append_all", lambda rows: 1 / 0)

    async def write() -> None:
        with ThreadPoolExecutor(1) as pool:
            await Writer(store, pool).append(NewRow("one", 2, {}))

    with pytest.raises(ZeroDivisionError):
        asyncio.run(write())
