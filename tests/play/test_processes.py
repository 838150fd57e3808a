"""Several server processes on one database: none shows what is old, and no table forks."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from shoal.engine.errors import ShoalError
from shoal.play import lobby
from shoal.play.parts import Seat
from shoal.play.store import open_store
from shoal.play.tables import NoSuchTable, Table, Tables

from .playing import inside
from .test_tables import find, until

Test = Callable[[Tables, Tables], Coroutine[Any, Any, None]]


@pytest.fixture
def both(database: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[Test], None]:
    """Run something with two services that know each other through the database only."""
    monkeypatch.setattr("shoal.play.tables.LOOK_EVERY", 0.1)

    def run(test: Test) -> None:
        async def body() -> None:
            one, other = (Tables(open_store(database), pace=0, find=find) for _ in range(2))
            try:
                for service in (one, other):
                    service.watch()
                await asyncio.sleep(0.2)
                await test(one, other)
            finally:
                await one.close()
                await other.close()

        asyncio.run(asyncio.wait_for(body(), 60))

    return run


async def same_table(one: Tables, other: Tables, *bots: str) -> tuple[Table, Table]:
    table = await one.create("auction", len(bots), None, [Seat(f"Name {n}", bot) for n, bot in enumerate(bots)])
    return table, await other.get(table.id)


def test_a_page_that_is_asked_for_is_never_old(both: Callable[[Test], None]) -> None:
    async def test(one: Tables, other: Tables) -> None:
        table, twin = await same_table(one, other, "", "")
        await table.act(table.tokens[0], 0, [table.match.legal(0)[0], 10])
        assert (await other.get(table.id)) is twin and inside(twin.match) == inside(table.match)
        await one.delete(table.id)
        with pytest.raises(NoSuchTable):
            await other.get(table.id)

    both(test)


def test_open_pages_are_told_of_what_another_process_did(both: Callable[[Test], None]) -> None:
    async def test(one: Tables, other: Tables) -> None:
        table, twin = await same_table(one, other, "", "")
        with twin.subscribe() as awake:
            await table.act(table.tokens[0], 0, [table.match.legal(0)[0], 10])
            await asyncio.wait_for(awake.wait(), 5)
            assert inside(twin.match) == inside(table.match)
            awake.clear()
            await table.say(table.tokens[0], 0, "Hello")
            await asyncio.wait_for(awake.wait(), 5)
            assert twin.room == table.room
            awake.clear()
            fresh = await lobby.renew(table, table.tokens[0], 0)
            await asyncio.wait_for(awake.wait(), 5)
            assert twin.tokens[0] == fresh and twin.links == table.links
            await one.delete(table.id)
            await until(lambda: not twin.links)

    both(test)


def test_a_seat_is_taken_once(both: Callable[[Test], None]) -> None:
    async def test(one: Tables, other: Tables) -> None:
        table = await one.open("auction", 2, None, [Seat("A"), Seat("B")], [1], host=0)
        twin, invite = await other.get(table.id), table.invites[1]
        found = await asyncio.gather(lobby.take(table, invite, "Ada"), lobby.take(twin, invite, "Bo"), return_exceptions=True)
        assert sorted(isinstance(one, str) for one in found) == [False, True]
        table, twin = await one.get(table.id), await other.get(table.id)
        assert inside(table.match) == inside(twin.match) and table.match.begun and table.room == twin.room

    both(test)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.nightly), pytest.param(3, marks=pytest.mark.nightly)])
def test_a_table_never_forks(both: Callable[[Test], None], seed: int) -> None:
    """People and bots act through both at once; the log is one, and both come to the same end."""

    async def player(table: Table, seat: int, rng: random.Random) -> None:
        while not table.match.over:
            await asyncio.sleep(rng.random() * 0.01)
            try:
                if seat in table.match.waiting_for():
                    await table.act(table.tokens[seat], seat, [rng.choice(table.match.legal(seat))], table.match.decision_number)
                elif rng.random() < 0.1:
                    await table.undo(table.tokens[seat], seat)
                else:
                    await table.catch_up()
            except (ShoalError, IndexError):
                continue            # the other process was faster

    async def test(one: Tables, other: Tables) -> None:
        table, twin = await same_table(one, other, "", "", "random")
        players = [player(where, seat, random.Random(seed * 10 + number)) for number, (where, seat) in enumerate(
            [(table, 0), (twin, 0), (table, 1), (twin, 1)])]
        await asyncio.wait_for(asyncio.gather(*players), 50)
        fresh = await one.load(table.id)
        for where in (await one.get(table.id), await other.get(table.id)):
            assert inside(where.match) == inside(fresh.match) and where.rows == fresh.rows
        rows = one.store.rows(table.id)
        assert len(rows) == fresh.rows == one.store.lasts([table.id])[table.id]

    both(test)


@pytest.mark.xdist_group("databases")
def test_when_the_line_to_the_database_breaks_it_is_taken_up_again(postgresql: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoal.play.tables.LOOK_EVERY", 0.1)
    url = postgresql.url()

    async def test() -> None:
        one, other = (Tables(open_store(url), pace=0, find=find) for _ in range(2))
        other.watch()
        await asyncio.sleep(0.3)
        table, twin = await same_table(one, other, "", "")
        with twin.subscribe() as awake:
            import psycopg
            with psycopg.connect(f"host={postgresql.folder} user=shoal dbname=postgres", autocommit=True) as connection:
                connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
            await table.act(table.tokens[0], 0, [table.match.legal(0)[0], 10])
            await asyncio.wait_for(awake.wait(), 8)
            await until(lambda: inside(twin.match) == inside(table.match))
        await one.close()
        await other.close()

    asyncio.run(asyncio.wait_for(test(), 30))
