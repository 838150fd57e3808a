"""Records shown and checked, and traces."""

import json
from pathlib import Path

import pytest

from shoal.engine.trace import dump_line, random_traces
from shoal.games import load_game

from .conftest import Shoal


@pytest.fixture
def recorded(shoal: Shoal, tmp_path: Path) -> Path:
    """A whole game between bots."""
    shoal("play", "fish_tank", "--bots", "random,random", "--seat", "none", "--seed", "4", "--record", "a.shoal")
    return tmp_path / "a.shoal"


def test_a_record_is_checked(shoal: Shoal, recorded: Path) -> None:
    done = shoal("replay", "a.shoal", "--check")
    assert done.code == 0
    assert done.out == "a.shoal: Fish Tank, 2 players, 182 entries, all legal; played to the end.\n"


def test_the_first_wrong_line_is_named(shoal: Shoal, recorded: Path) -> None:
    lines = recorded.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("2 place") and i > 60)
    mistakes = [("2 place z9", "'z9'"), ("2 place d4", "d4"), ("2 pick danio", ""), ("* draw 1 danio", "draw"), ("3 keep", ""), ("hello", "'hello'")]
    for wrong, says in mistakes:
        recorded.write_text("\n".join([*lines[:at], wrong, *lines[at + 1:]]) + "\n")
        for command in (("replay", "a.shoal", "--check"), ("replay", "a.shoal"), ("play", "--resume", "a.shoal")):
            done = shoal(*command)
            assert done.code == 1 and done.out == "", wrong
            assert done.err.startswith(f"shoal: a.shoal: line {at + 1}: ") and says in done.err, done.err
            assert len(done.err.splitlines()) == 1


def test_a_record_cut_off_anywhere_is_read_or_refused(shoal: Shoal, recorded: Path) -> None:
    data = recorded.read_bytes()
    for size in range(0, len(data), 97):
        recorded.write_bytes(data[:size])
        done = shoal("replay", "a.shoal", "--check")
        assert done.code in (0, 1) and "went wrong" not in done.err
        assert len(done.err.splitlines()) + done.code >= 1 or done.out


@pytest.mark.parametrize(("content", "says"), [
    (b"", "is empty"),
    (b"\n\n", "is empty"),
    (b"\xff\xfe\x00\x01", "no text file"),
    (b"hello\n", "line 1"),
    (b"1 pick danio\n", "is this a record of Shoal?"),
    (b'[game "fish_tank"]\n', "rules_version"),
    (b'[game "fish_tank\n', "line 1"),
    (b'[game "chess"]\n[rules_version "1"]\n[box "0"]\n[players "2"]\n', "chess"),
    (b'[game "fish_tank"]\n[rules_version "9"]\n[box "0"]\n[players "2"]\n', "version 9"),
    (b'[game "fish_tank"]\n[rules_version "1"]\n[box "0"]\n[players "2"]\n', "other components"),
])
def test_odd_files_get_a_clear_sentence(shoal: Shoal, tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "odd.shoal").write_bytes(content)
    for command in (("replay", "odd.shoal"), ("play", "--resume", "odd.shoal")):
        done = shoal(*command)
        assert done.code == 1 and says in done.err and "odd.shoal" in done.err and len(done.err.splitlines()) == 1


def test_missing_files_and_folders(shoal: Shoal, tmp_path: Path) -> None:
    assert "b.shoal cannot be read" in shoal("replay", "b.shoal").err
    (tmp_path / "folder").mkdir()
    assert "folder cannot be read" in shoal("replay", "folder").err


def test_a_finished_game_is_shown_open(shoal: Shoal, recorded: Path) -> None:
    done = shoal("replay", "a.shoal")
    assert "deal 2" in done.out and "discard 1" in done.out and "total" in done.out
    part = shoal("replay", "a.shoal", "--until", "40")
    assert "deal 2" in part.out and "total" not in part.out and "after 40 entries" in part.out


def test_a_seat_sees_its_own_only(shoal: Shoal, recorded: Path) -> None:
    done = shoal("replay", "a.shoal", "--seat", "2", "--until", "60")
    assert "deal 2" in done.out and "deal 1" not in done.out and "discard" not in done.out


def test_an_unfinished_record_is_shown_as_watched(shoal: Shoal, recorded: Path) -> None:
    recorded.write_text("\n".join(recorded.read_text().splitlines()[:60]) + "\n")
    done = shoal("replay", "a.shoal")
    assert "as watched" in done.out and "deal" not in done.out and "pick" in done.out


def test_wrong_places_to_stop(shoal: Shoal, recorded: Path) -> None:
    assert shoal("replay", "a.shoal", "--until", "500").code == 2
    assert "there is no seat 3" in shoal("replay", "a.shoal", "--seat", "3").err


def test_the_trace_of_a_record(shoal: Shoal, recorded: Path) -> None:
    done = shoal("replay", "a.shoal", "--trace")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert len(lines) == 183 and lines[-1]["kind"] == "over" and lines[0]["applied"]["text"].startswith("deal 1")
    until = shoal("replay", "a.shoal", "--trace", "--until", "20").out.splitlines()
    assert until[:20] == done.out.splitlines()[:20] and json.loads(until[20])["applied"] is None


def test_random_traces(shoal: Shoal) -> None:
    done = shoal("trace", "fish_tank", "--players", "3", "--games", "2", "--seed", "5", "--option", "fewer_kinds=true")
    game = load_game("fish_tank")
    assert done.out.splitlines() == [dump_line(line) for line in random_traces(game, 3, {"fewer_kinds": True}, 2, 5)]


def test_another_component_file(shoal: Shoal, tmp_path: Path) -> None:
    original = (load_game("fish_tank").folder / "components.toml").read_text()
    (tmp_path / "mine.toml").write_text(original)
    assert shoal("trace", "fish_tank", "--components", "mine.toml").out == shoal("trace", "fish_tank").out
    for content, says in [("schema = 2", "schema = 1"), ("x = [", "not a TOML file"), ("schema = 1", "missing")]:
        (tmp_path / "mine.toml").write_text(content)
        done = shoal("trace", "fish_tank", "--components", "mine.toml")
        assert done.code == 1 and says in done.err and "mine.toml" in done.err and len(done.err.splitlines()) == 1
    assert "cannot be read" in shoal("trace", "fish_tank", "--components", "none.toml").err
