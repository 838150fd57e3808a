"""Volume: a service that runs for long keeps no more than it needs."""

import asyncio
import gc
import random
from pathlib import Path

import pytest

from shoal.play import tables as tables_module
from shoal.play.tables import Tables

from .test_tables import move, open_table, run


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.parametrize("actions", [1_500, pytest.param(100_000, marks=pytest.mark.nightly)])
def test_memory_does_not_grow_with_what_has_been_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, actions: int) -> None:
    if not Path("/proc/self/statm").exists():
        pytest.skip("this system does not say how much memory a process has")
    monkeypatch.setattr(tables_module, "MOST_OPEN", 20)

    async def play(tables: Tables, count: int, rng: random.Random) -> None:
        done = 0
        while done < count:
            table = await open_table(tables, "", "", game="auction")
            while not table.match.over and done < count:
                await move(table, rng)
                done += 1

    async def test(tables: Tables) -> None:
        rng = random.Random(1)
        tables.store.engine.pool.dispose()
        await play(tables, actions // 3, rng)
        gc.collect()
        before = resident()
        await asyncio.wait_for(play(tables, actions - actions // 3, rng), 3600)
        gc.collect()
        assert len(tables._open) <= 21
        assert resident() - before < 8_000_000

    run(tmp_path / "t.sqlite", test, 3700)


def test_a_table_takes_less_than_a_hundred_kilobytes(tmp_path: Path) -> None:
    """Without sockets, in the middle of its game; measured over many, the first ones left out."""
    if not Path("/proc/self/statm").exists():
        pytest.skip("this system does not say how much memory a process has")

    async def test(tables: Tables) -> None:
        rng, kept = random.Random(1), []
        for number in range(120):
            if number == 40:
                gc.collect()
                before = resident()
            kept.append(await open_table(tables, "", "", game="fish_tank"))
            for _ in range(8):
                await move(kept[-1], rng)
        gc.collect()
        assert (resident() - before) / 80 < 100_000

    run(tmp_path / "t.sqlite", test, 120)
