"""Backups: complete, of one moment, and good for either kind of store."""

import asyncio
from pathlib import Path

import pytest

from shoal.cli import main
from shoal.play.backup import backup, restore
from shoal.play.store import Beside, Outcome, StoreError, open_store
from shoal.play.tables import Tables

from .playing import inside
from .test_store import SETUP
from .test_tables import find


@pytest.mark.xdist_group("databases")
def test_everything_comes_back_from_either_store_into_either(database: str, tmp_path: Path, postgresql_or_file: str) -> None:
    async def play() -> tuple[str, str]:
        tables = Tables(open_store(database), pace=0, find=find)
        table = await tables.create("auction", 2)
        await table.act(table.tokens[0], 0, [table.match.legal(0)[0], 10], key="k")
        await table.say(table.tokens[1], 1, "ž {name}")
        tables.store.add_table(SETUP, {"kind": "begin"}, Beside(state="over", outcomes=[Outcome(0, "Ada", 3, 3, True)]))
        assert backup(tables.store, tmp_path / "b.sqlite") == 2
        found = inside(table.match)
        await tables.close()
        return table.id, found

    async def look(table_id: str, found: str) -> None:
        store = open_store(postgresql_or_file)
        assert restore(tmp_path / "b.sqlite", store) == 2
        tables = Tables(store, pace=0, find=find)
        table = await tables.get(table_id)
        assert inside(table.match) == found and table.room.said[-1].text == "ž {name}" and len(table.tokens) == 2
        assert store.command(table_id, 0, "k") is not None and store.played("Ada")[0].won
        with pytest.raises(StoreError, match="holds tables already"):
            restore(tmp_path / "b.sqlite", store)
        await tables.close()

    asyncio.run(look(*asyncio.run(play())))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("b.sqlite")] == ["b.sqlite"]
    assert (tmp_path / "b.sqlite").stat().st_mode & 0o777 == 0o600


@pytest.fixture(params=["sqlite", "postgresql"])
def postgresql_or_file(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "other.sqlite") if request.param == "sqlite" else request.getfixturevalue("postgresql").url()


def test_the_commands_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = open_store(tmp_path / "a.sqlite")
    store.add_table(SETUP, {"kind": "begin"})
    store.close()
    file, db = str(tmp_path / "b.sqlite"), str(tmp_path / "c.sqlite")
    assert main(["backup", file, "--db", str(tmp_path / "a.sqlite")]) == 0 and "1 table is kept in" in capsys.readouterr().out
    assert main(["backup", file, "--db", str(tmp_path / "a.sqlite")]) == 1 and "is there already" in capsys.readouterr().err
    assert main(["restore", file, "--db", db]) == 0 and "1 table has been read" in capsys.readouterr().out
    assert main(["restore", file, "--db", db]) == 1 and "holds tables already" in capsys.readouterr().err
    assert main(["restore", str(tmp_path / "none"), "--db", str(tmp_path / "d.sqlite")]) == 1 and "There is no backup" in capsys.readouterr().err
