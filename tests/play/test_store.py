"""The store: append-only, numbered, and clear when something is wrong."""

import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shoal.play import schema
from shoal.play.store import Beside, Conflict, Outcome, Setup, Store, StoreError, Token, default_path, open_store

SETUP = Setup("abc", "auction", 1, "box", 2, {"options": {}, "seats": []}, (Token("t-1", (0,), host=True), Token("t-2", (1,)), Token("t-w", ())))


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = open_store(database)
    opened.add_table(SETUP, {"kind": "begin"})
    yield opened
    opened.close()


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Store]:
    """The same in a file."""
    opened = open_store(tmp_path / "tables.sqlite")
    opened.add_table(SETUP, {"kind": "begin"})
    yield opened
    opened.close()


def test_what_is_written_is_read_again(store: Store, database: str) -> None:
    store.append("abc", 2, {"kind": "choose", "text": "ž"}, 0, "key", "choose 1")
    store.close()
    again = open_store(database)
    found = again.setup("abc")
    assert found is not None and found.data == SETUP.data and sorted(found.tokens, key=str) == sorted(SETUP.tokens, key=str)
    assert again.rows("abc") == [{"kind": "begin"}, {"kind": "choose", "text": "ž"}] and again.rows("abc", 1) == [{"kind": "choose", "text": "ž"}]
    assert again.command("abc", 0, "key") == "choose 1" and again.command("abc", 1, "key") is None and again.command("abc", 0, "other") is None
    assert again.recent(5) == ["abc"] and again.setup("abd") is None
    assert again.lasts(["abc", "abd"]) == {"abc": 2} and again.lasts([]) == {}
    again.close()


def test_a_number_is_given_once(store: Store) -> None:
    store.append("abc", 2, {"n": 1})
    with pytest.raises(Conflict, match="at the same moment"):
        store.append("abc", 2, {"n": 2})
    assert store.rows("abc")[-1] == {"n": 1}


def test_a_key_counts_once_for_a_seat(store: Store) -> None:
    store.append("abc", 2, {}, 0, "key", "a")
    with pytest.raises(Conflict):
        store.append("abc", 3, {}, 0, "key", "a")
    store.append("abc", 3, {}, 1, "key", "a")
    store.append("abc", 4, {}, 0, None, "a")
    store.append("abc", 5, {}, 0, None, "a")


def test_deleting_takes_everything(store: Store) -> None:
    store.append("abc", 2, {})
    store.delete("abc")
    assert store.setup("abc") is None and store.rows("abc") == [] and store.recent(5) == []
    store.add_table(SETUP, {})


def test_links_states_and_results_change_with_the_log(store: Store) -> None:
    words = (Token("new", (0,), kind="invite"), Token("t-w", ()))
    store.append("abc", 2, {}, beside=Beside(words, "open", True))
    found = store.setup("abc")
    assert found is not None and found.tokens == words and store.waiting(5) == ["abc"] and store.counts() == {"open": 1}
    with pytest.raises(Conflict):
        store.append("abc", 2, {}, beside=Beside((), "over"))
    assert store.waiting(5) == ["abc"]
    store.append("abc", 3, {}, beside=Beside(state="over", outcomes=[Outcome(0, "Ada", 5, 7, False), Outcome(1, "Bo", 7, 7, True)]))
    assert store.waiting(5) == [] and [(one.game, one.points, one.best, one.won, one.players) for one in store.played("Ada")] == [("auction", 5, 7, False, 2)]
    store.append("abc", 4, {}, beside=Beside(state="playing"))
    assert store.played("Bo") == []
    store.append("abc", 5, {}, beside=Beside(state="over", outcomes=[Outcome(1, "Bo", 7, 7, True)]))
    assert store.forget("Bo") == 1 and store.forget("Bo") == 0 and store.played("Bo") == []


def test_what_is_due_is_found_until_it_was_looked_at(store: Store) -> None:
    now = time.time()
    assert store.due(5) == []
    store.append("abc", 2, {}, beside=Beside(due=now - 1))
    assert store.due(5) == ["abc"]
    store.looked_at("abc", now + 50)
    assert store.due(5) == []
    store.looked_at("abc", now - 5)
    assert store.due(5) == [], "what was set meanwhile stays"
    store.append("abc", 3, {}, beside=Beside(due=now - 1))
    store.append("abc", 4, {})
    assert store.due(5) == ["abc"]
    store.append("abc", 5, {}, beside=Beside(state="over"))
    assert store.due(5) == []


def test_the_database_finds_what_is_due_without_reading_everything(file: Store) -> None:
    with file.engine.connect() as connection:
        plan = connection.exec_driver_sql("EXPLAIN QUERY PLAN SELECT id FROM tables WHERE due <= 1.0 ORDER BY due LIMIT 5").fetchall()
    assert "ix_tables_due" in str(plan) and "SCAN" not in str(plan)


def test_what_is_abandoned_is_found(store: Store) -> None:
    assert store.abandoned(14, 365) == [] and store.abandoned(-1, 365) == [] and store.abandoned(14, -1) == ["abc"]
    store.append("abc", 2, {}, beside=Beside(state="open"))
    assert store.abandoned(-1, 365) == ["abc"] and store.abandoned(14, -1) == []
    store.append("abc", 3, {}, beside=Beside(state="over"))
    assert store.abandoned(-1, -1) == []


def test_what_a_clock_that_was_not_set_has_dated_is_not_old(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoal.play.store.time.time", lambda: 7.0)
    store.append("abc", 2, {})
    monkeypatch.undo()
    assert store.abandoned(14, 365) == []


def test_the_schema_is_what_the_migrations_make(store: Store) -> None:
    """Nobody has changed one of them without the other."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert context.get_current_revision() == schema.HEAD
        assert [found for found in compare_metadata(context, schema.metadata) if "alembic" not in str(found)] == []


def test_a_database_of_the_first_shoal_is_brought_up_to_date(database: str) -> None:
    """What stood in it is still there, with what it lacked filled in."""
    store = open_store(database)
    store.add_table(SETUP, {"kind": "begin"})
    with store.engine.begin() as connection:
        downgrade(connection, "0001")
        connection.exec_driver_sql("DROP TABLE alembic_version")
    store.close()
    again = open_store(database)
    found = again.setup("abc")
    assert found is not None and set(found.tokens) == set(SETUP.tokens) and again.rows("abc") == [{"kind": "begin"}]
    assert again.counts() == {"playing": 1} and again.played("Ada") == []
    again.close()


def test_what_had_a_thinking_time_before_it_was_noted_is_looked_at(database: str) -> None:
    store = open_store(database)
    for name, data in (("timed", {"thinking_time": 300}), ("untimed", {"thinking_time": 0}), ("old", {})):
        store.add_table(replace(SETUP, id=name, data={**SETUP.data, **data}, tokens=()), {"kind": "begin"}, Beside(state="playing"))
    with store.engine.begin() as connection:
        downgrade(connection, "0002")
    store.close()
    again = open_store(database)
    assert again.due(5) == ["timed"]
    again.close()


def downgrade(connection: Any, revision: str) -> None:
    from alembic import command
    from alembic.config import Config
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.downgrade(config, revision)


def test_the_file_is_for_its_owner_only(file: Store) -> None:
    files = [path for path in Path(file.where).parent.iterdir() if path.name.startswith("tables.sqlite")]
    assert len(files) >= 2 and all(path.stat().st_mode & 0o777 == 0o600 for path in files)


def test_commits_are_durable(file: Store) -> None:
    with file.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, but long enough to be looked at as one" * 50)
    with pytest.raises(StoreError, match=r"cannot be kept in .*notes\.txt: file is not a database.*--db"):
        open_store(tmp_path / "notes.txt")


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="something else"):
        open_store(path)
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_a_newer_format_is_refused(store: Store, database: str) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer Shoal \\(format 9999; this one knows 3\\)"):
        open_store(database)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE shoal SET format = 99")
    with pytest.raises(StoreError, match="newer Shoal \\(format 99; this one knows 3\\)"):
        open_store(database)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be kept in"):
        open_store(tmp_path / "file" / "tables.sqlite")
    with pytest.raises(StoreError, match="cannot be kept in"):
        open_store(tmp_path)


def test_a_full_disk_is_told_in_one_sentence(file: Store) -> None:
    with file.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
    file.engine.dispose()
    limited = open_store(file.where)
    with limited.engine.connect() as held:
        held.exec_driver_sql("PRAGMA max_page_count = 1")
        raw = held.connection.driver_connection
        assert raw is not None
    with pytest.raises(StoreError, match="could not be saved, so nothing has changed"):
        limited.append("abc", 2, {"text": "x" * 200_000})
    assert limited.rows("abc") == [{"kind": "begin"}]


def test_the_usual_place_is_the_users_data_folder() -> None:
    assert default_path().parts[-2:] == ("shoal", "tables.sqlite")


def test_a_database_url_is_taken_and_its_password_never_shown() -> None:
    with pytest.raises(StoreError) as caught:
        open_store("postgresql+nodriver://anna:secret@localhost/shoal")
    assert "secret" not in str(caught.value) and "\n" not in str(caught.value)
