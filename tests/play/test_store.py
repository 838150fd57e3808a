"""The store: append-only, numbered, and clear when something is wrong."""

import sqlite3
from pathlib import Path

import pytest

from shoal.play.store import Conflict, Setup, Store, StoreError, Token, default_path, open_store

SETUP = Setup("abc", "auction", 1, "box", 2, {"options": {}, "seats": []}, (Token("t-1", (0,), host=True), Token("t-2", (1,)), Token("t-w", ())))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    opened = open_store(tmp_path / "deep" / "tables.sqlite")
    opened.add_table(SETUP, {"kind": "begin"})
    return opened


def test_what_is_written_is_read_again(store: Store, tmp_path: Path) -> None:
    store.append("abc", 2, {"kind": "choose", "text": "ž"}, 0, "key", "choose 1")
    store.close()
    again = open_store(str(tmp_path / "deep" / "tables.sqlite"))
    found = again.setup("abc")
    assert found is not None and found.data == SETUP.data and sorted(found.tokens, key=str) == sorted(SETUP.tokens, key=str)
    assert again.rows("abc") == [{"kind": "begin"}, {"kind": "choose", "text": "ž"}] and again.rows("abc", 1) == [{"kind": "choose", "text": "ž"}]
    assert again.command("abc", 0, "key") == "choose 1" and again.command("abc", 1, "key") is None and again.command("abc", 0, "other") is None
    assert again.recent(5) == ["abc"] and again.setup("abd") is None


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


def test_commits_are_durable(store: Store) -> None:
    with store.engine.connect() as connection:
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


def test_a_newer_format_is_refused(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE shoal SET format = 99")
    with pytest.raises(StoreError, match="newer Shoal \\(format 99; this one knows 1\\)"):
        open_store(store.where)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be kept in"):
        open_store(tmp_path / "file" / "tables.sqlite")
    with pytest.raises(StoreError, match="cannot be kept in"):
        open_store(tmp_path)


def test_a_full_disk_is_told_in_one_sentence(store: Store) -> None:
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
    store.engine.dispose()
    limited = open_store(store.where)
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
