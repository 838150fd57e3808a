"""Tables: saved before acknowledged, once for each key, bots beside people."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from shoal.bots.levels import make_bot
from shoal.engine.errors import IllegalAction, ShoalError
from shoal.engine.facts import SPECTATOR
from shoal.engine.game import Game
from shoal.games import load_game
from shoal.play import players
from shoal.play.parts import Seat, StaleQuestion
from shoal.play.store import StoreError, open_store
from shoal.play.tables import NoSuchTable, NotAllowed, Table, Tables

from .auction import DOUBLE, GAME
from .playing import inside, shown

Test = Callable[[Tables], Coroutine[Any, Any, None]]


def find(game_id: str) -> Game:
    return GAME if game_id == "auction" else load_game(game_id)


def run(path: Path, test: Test, seconds: float = 60) -> None:
    async def body() -> None:
        tables = Tables(open_store(path), pace=0, find=find)
        try:
            await test(tables)
        finally:
            await tables.close()

    asyncio.run(asyncio.wait_for(body(), seconds))


async def open_table(tables: Tables, *bots: str, game: str = "auction", **more: Any) -> Table:
    seats = [Seat(f"Player {number}", bot) for number, bot in enumerate(bots, 1)]
    return await tables.create(game, len(seats), None, seats, **more)


async def until(done: Callable[[], bool]) -> None:
    while not done():
        await asyncio.sleep(0.005)


async def move(table: Table, rng: random.Random, key: str | None = None) -> None:
    """A random choice of some person that the table waits for."""
    await until(lambda: table.match.over or any(table.match.is_person(seat) for seat in table.match.waiting_for()))
    if not table.match.over:
        seat = rng.choice([seat for seat in table.match.waiting_for() if table.match.is_person(seat)])
        await table.act(table.tokens[seat], seat, [rng.choice(table.match.legal(seat))], table.match.decision_number, key)


def test_a_whole_game_with_bots_and_a_restart_after_every_few_moves(tmp_path: Path) -> None:
    path, rng = tmp_path / "t.sqlite", random.Random(1)
    found: dict[str, Any] = {"over": False}

    async def begin(tables: Tables) -> None:
        found["id"] = (await open_table(tables, "", "greedy", "random", game="fish_tank")).id

    async def go_on(tables: Tables) -> None:
        table = await tables.get(found["id"])
        assert table is await tables.get(found["id"])
        if "inside" in found:
            assert inside(table.match) == found["inside"]
        for _ in range(7):
            await move(table, rng)
        await until(lambda: table.is_idle)
        found.update(inside=inside(table.match), over=table.match.over)

    run(path, begin)
    for _ in range(7):
        run(path, go_on)
    assert found["over"]


def test_links_open_their_own_seat_only(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await open_table(tables, "", "", "greedy")
        assert set(table.tokens) == {0, 1} and len({*table.tokens.values(), table.spectator}) == 3
        assert table.host_token == table.tokens[0] and table.is_host(table.tokens[0]) and not table.is_host(table.tokens[1])
        assert table.seats_of(table.spectator) == () and table.view(table.spectator).observer == SPECTATOR
        assert table.view(table.tokens[1], 1).observer == 1
        mine, watching = table.tokens[0], table.spectator
        for token, seat, words in (
            (table.tokens[1], 0, "does not play seat 1"), (watching, 0, "only watches"), ("guess", 0, "not valid"), ("", 0, "not valid"), (mine, 2, "seat 3"),
        ):
            with pytest.raises(NotAllowed, match=words):
                table.view(token, seat)
            for command in (table.act(token, seat, [1]), table.undo(token, seat), table.take_back(token, seat), table.answer_undo(token, seat, True)):
                with pytest.raises(NotAllowed, match=words):
                    await command
        with pytest.raises(NotAllowed):
            table.view("guess")
        assert min(map(len, table.tokens.values())) >= 20 and len(table.id) == 12

    run(tmp_path / "t.sqlite", test)


def test_one_device_for_all_people(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await open_table(tables, "", "greedy", "", hot_seat=True)
        assert table.hot_seat and table.tokens[0] == table.tokens[2] == table.host_token and table.seats_of(table.host_token) == (0, 2)
        for _ in range(4):
            await move(table, random.Random(1))
        await until(lambda: table.is_idle)
        entries = len(table.match.entries)
        await table.undo(table.host_token, 0)
        assert table.match.request is None and len(table.match.entries) < entries or table.match.draft(0) == []

    run(tmp_path / "t.sqlite", test)


def test_a_command_counts_once(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await open_table(tables, "", "")
        token, question = table.tokens[0], table.match.decision_number
        first, *others = table.match.legal(0)
        await asyncio.gather(*(table.act(token, 0, [first], question, "k1") for _ in range(5)))
        assert table.match.draft(0) == [first] and table.rows == 2
        with pytest.raises(NotAllowed, match="key was used"):
            await table.act(token, 0, [first + 1], question, "k1")
        await table.act(token, 0, [10], question, "k2")
        await table.act(table.tokens[1], 1, [table.match.legal(1)[0], 10], question, "k1")
        entries = list(table.match.entries)
        await table.act(token, 0, [10], question, "k2")
        assert table.match.entries == entries
        with pytest.raises(StaleQuestion):
            await table.act(token, 0, [10], question, "k3")
        await table.undo(token, 0, "k4")
        await table.undo(token, 0, "k4")
        assert table.match.request is not None

    run(tmp_path / "t.sqlite", test)


def test_a_double_undo_goes_back_once(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await open_table(tables, "", "")
        await table.act(table.tokens[0], 0, [table.match.legal(0)[0], 10])
        await asyncio.gather(*(table.undo(table.tokens[0], 0, "u") for _ in range(3)))
        assert len(table.match.draft(0)) == 1

    run(tmp_path / "t.sqlite", test)


def test_what_cannot_be_saved_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(tables: Tables) -> None:
        table = await open_table(tables, "", "")
        before = inside(table.match)

        def full(*_: Any) -> None:
            raise StoreError("This could not be saved, so nothing has changed: database or disk is full.")

        monkeypatch.setattr(tables.store, "append", full)
        with pytest.raises(StoreError, match="disk is full"):
            await table.act(table.tokens[0], 0, [table.match.legal(0)[0]], key="k")
        assert inside(table.match) == before
        monkeypatch.undo()
        await table.act(table.tokens[0], 0, [table.match.legal(0)[0]], key="k")
        assert inside(table.match) != before

    run(tmp_path / "t.sqlite", test)


def test_nothing_is_seen_before_it_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(tables: Tables) -> None:
        table = await open_table(tables, "", "")
        append, seen = tables.store.append, []

        def slow(*values: Any) -> None:
            seen.append(shown(table.match, 0))
            append(*values)

        monkeypatch.setattr(tables.store, "append", slow)
        before = shown(table.match, 0)
        await table.act(table.tokens[0], 0, [table.match.legal(0)[0]])
        assert seen == [before] and shown(table.match, 0) != before

    run(tmp_path / "t.sqlite", test)


def test_a_command_is_carried_out_though_its_sender_is_gone(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await open_table(tables, "", "")
        sent = asyncio.ensure_future(table.act(table.tokens[0], 0, [table.match.legal(0)[0]]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        sent.cancel()
        await until(lambda: table.match.draft(0) != [])
        assert table.rows == len(tables.store.rows(table.id))

    run(tmp_path / "t.sqlite", test)


def test_everybody_is_told(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await open_table(tables, "", "")
        with table.subscribe() as one, table.subscribe() as two:
            await table.act(table.tokens[0], 0, [table.match.legal(0)[0]])
            assert one.is_set() and two.is_set() and not table.is_idle
        assert table.is_idle

    run(tmp_path / "t.sqlite", test)


def test_two_processes_at_one_table(tmp_path: Path) -> None:
    """Each sees that the other was faster, looks again, and nothing forks."""

    async def test(tables: Tables) -> None:
        table = await open_table(tables, "", "")
        other_tables = Tables(open_store(tmp_path / "t.sqlite"), pace=0, find=find)
        other = await other_tables.get(table.id)
        await table.act(table.tokens[0], 0, [table.match.legal(0)[0], 10], 6)
        await other.act(table.tokens[1], 1, [other.match.legal(1)[0], 10], 6)
        assert other.match.decision == "take"
        with pytest.raises(ShoalError):
            await table.act(table.tokens[1], 1, [table.match.legal(1)[0]], 6)
        assert inside(table.match) == inside(other.match)
        await other_tables.close()

    run(tmp_path / "t.sqlite", test)


def test_bots_play_to_the_end_unasked(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await open_table(tables, "random", "greedy", "easy", seed=3, game="fish_tank")
        await until(lambda: table.match.over and table.is_idle)
        again = await open_table(tables, "random", "greedy", "easy", seed=3, game="fish_tank")
        await until(lambda: again.match.over)
        assert again.match.entries == table.match.entries and table.tokens == {} and table.seats_of(table.host_token) == ()

    run(tmp_path / "t.sqlite", test)


def test_bots_choose_the_same_again_after_an_undo(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await open_table(tables, "", "random", "random", game="fish_tank")
        picks = set()
        for _ in range(4):
            pick = table.match.legal(0)[0]
            await table.act(table.tokens[0], 0, [pick])
            await until(lambda: table.match.decision == "place" and table.is_idle)
            picks.add(tuple(entry.text for entry in table.match.entries if entry.decision == "pick"))
            await table.undo(table.tokens[0], 0)
            assert table.match.decision == "pick"
        assert len(picks) == 1

    run(tmp_path / "t.sqlite", test)


def test_a_bot_that_fails_is_replaced_for_that_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        def choose(self, masked: Any, rng: Any) -> int:
            raise RuntimeError(f"my hand is {masked.state.hands}")

    class Cheating:
        def choose(self, masked: Any, rng: Any) -> int:
            return 9999

    made = make_bot
    monkeypatch.setattr(players, "make_bot", lambda level, game: {"greedy": Broken(), "easy": Cheating()}.get(level) or made(level, game))

    async def test(tables: Tables) -> None:
        table = await open_table(tables, "greedy", "easy")
        await until(lambda: table.match.over)

    run(tmp_path / "t.sqlite", test)
    assert "bot greedy of auction failed: RuntimeError" in caplog.text and "bot easy of auction chose what is not allowed" in caplog.text
    assert "hand is" not in caplog.text


def test_a_bots_answer_takes_one_pace_whatever_it_thinks(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        tables.pace = 0.15
        table = await open_table(tables, "", "greedy")
        assert table.match.answered() == []
        await asyncio.sleep(0.1)
        assert table.match.answered() == []
        await until(lambda: table.match.answered() == [1])

    run(tmp_path / "t.sqlite", test)


def test_mistakes_are_told_in_one_sentence(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        for players_, seats, words in ((9, None, "2 to 4 players"), (2, [Seat("A")], "1 seats"), (2, [Seat("A"), Seat("B", "wizard")], "wizard")):
            with pytest.raises(ShoalError, match=words) as caught:
                await tables.create("auction", players_, None, seats)
            assert "\n" not in str(caught.value)
        with pytest.raises(NoSuchTable, match="There is no table 'nowhere' here"):
            await tables.get("nowhere")
        assert await tables.recent() == []
        table = await open_table(tables, "", "")
        with pytest.raises(IllegalAction):
            await table.act(table.tokens[0], 0, [])
        assert [summary.names for summary in await tables.recent()] == [("Player 1", "Player 2")]
        await tables.delete(table.id)
        with pytest.raises(NoSuchTable):
            await tables.get(table.id)

    run(tmp_path / "t.sqlite", test)


def test_a_table_of_other_rules_is_only_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Any] = []

    async def begin(tables: Tables) -> None:
        table = await open_table(tables, "", "greedy")
        await table.act(table.tokens[0], 0, [table.match.legal(0)[0], DOUBLE])
        await until(lambda: table.is_idle)
        found.extend([table.id, inside(table.match)])

    async def look(tables: Tables) -> None:
        table = await tables.get(found[0])
        assert inside(table.match) == found[1] and table.is_idle
        assert "version 1 of the rules of Auction; installed is 2" in table.closed
        with pytest.raises(NotAllowed, match="no longer be played on.*installed is 2"):
            await table.act(table.tokens[0], 0, [table.match.legal(0)[0]])

    async def broken(tables: Tables) -> None:
        with pytest.raises(StoreError, match="version 1 of the rules of Auction; installed is 2"):
            await tables.get(found[0])

    run(tmp_path / "t.sqlite", begin)
    monkeypatch.setattr(type(GAME), "rules_version", 2)
    run(tmp_path / "t.sqlite", look)
    monkeypatch.setattr(type(GAME), "max_actions", 1)
    monkeypatch.setattr(type(GAME), "text_to_action", lambda game, text: 99)
    run(tmp_path / "t.sqlite", broken)


KILLED = """
    import asyncio, random, sys
    from shoal.play.parts import Seat
    from shoal.play.store import open_store
    from shoal.play.tables import Tables

    async def main(path, table_id, seed):
        tables = Tables(open_store(path), pace=0)
        table = await tables.get(table_id)
        rng = random.Random(seed)
        for count in range(10**6):
            match = table.match
            if match.over:
                print("over", flush=True)
            seat = rng.choice(match.waiting_for())
            action = rng.choice(match.legal(seat))
            key = f"{seed}-{count}"
            await table.act(table.tokens[seat], seat, [action], match.decision_number, key)
            print(seat, action, key, flush=True)

    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
"""


@pytest.mark.parametrize("times", [10, pytest.param(200, marks=pytest.mark.nightly)])
def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path, times: int) -> None:
    path, rng = tmp_path / "t.sqlite", random.Random(times)
    store = open_store(path)

    async def begin(tables: Tables) -> None:
        found["table"] = await tables.create("fish_tank", 2)

    found: dict[str, Table] = {}
    acknowledged = 0
    for seed in range(times):
        if "table" not in found or seed % 20 == 0:
            run(path, begin)
            acknowledged = 0
        table_id = found["table"].id
        told = killed_after(path, table_id, seed, rng.randrange(1, 7))
        for seat, action, key in told:
            assert store.command(table_id, int(seat), key) == f"choose {action}"
        acknowledged += len(told)
        rows = len(store.rows(table_id)) - 1
        assert acknowledged <= rows <= acknowledged + 1
        acknowledged = rows
    store.close()


def killed_after(path: Path, table_id: str, seed: int, count: int) -> list[list[str]]:
    """Play in another process, kill it around the `count`-th acknowledged move; returns what was acknowledged."""
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(path), table_id, str(seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(count)]
    process.send_signal(signal.SIGKILL)
    lines += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    return [line.split() for line in lines if line.endswith("\n") and len(line.split()) == 3]
