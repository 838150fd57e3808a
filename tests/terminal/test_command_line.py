"""Exit codes and the one sentence that every mistake gets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from shoal import __version__
from shoal.bots.levels import LEVELS
from shoal.cli import main
from shoal.games import load_game
from shoal.terminal import failures, overview

from .conftest import Shoal


def test_without_a_command_it_says_how_to_begin(shoal: Shoal) -> None:
    done = shoal()
    assert done.code == 0
    assert "fish_tank" in done.out and "shoal play fish_tank" in done.out


def test_version(shoal: Shoal) -> None:
    assert shoal("--version").out == f"shoal {__version__}\n"


def test_help_names_the_levels_of_bots(shoal: Shoal) -> None:
    written = " ".join(shoal("play", "--help").out.replace("│", " ").split())
    assert all(level in written for level in LEVELS)


def test_games_are_listed_in_aligned_columns(shoal: Shoal) -> None:
    done = shoal("games")
    assert done.code == 0 and done.err == ""
    lines = done.out.splitlines()
    assert lines[0].split() == "fish_tank Fish Tank 2 to 6 players".split()
    assert len({line.index(load_game(line.split()[0]).title) for line in lines}) == 1


def test_the_settings_of_a_game(shoal: Shoal) -> None:
    done = shoal("games", "fish")
    assert done.code == 0 and "--option fewer_kinds=false   or true" in done.out


def test_about_names_the_form_and_the_assumed_values(shoal: Shoal) -> None:
    done = shoal("about")
    assert done.code == 0
    assert __version__ in done.out and "rules version 1" in done.out and "assumed" in done.out


@pytest.mark.parametrize(("arguments", "says"), [
    (["chess"], "no such command 'chess'"),
    (["play", "--colour"], "no such option: --colour"),
    (["play", "chess"], "there is no game 'chess'"),
    (["play"], "name a game"),
    (["play", "fish_tank", "--players", "nine"], "'--players'"),
    (["play", "fish_tank", "--players", "7"], "2 to 6 players, not 7"),
    (["play", "fish_tank", "--bots", "gredy"], "did you mean greedy?"),
    (["play", "fish_tank", "--bots", "greedy,random", "--players", "5", "--seat", "1"], "2 bots for 4 free seats"),
    (["play", "fish_tank", "--seat", "3", "--players", "2", "--bots", "greedy"], "there is no seat 3"),
    (["play", "fish_tank", "--seat", "x"], "--seat 'x'"),
    (["play", "fish_tank", "--players", "2", "--seat", "1,2", "--bots", "greedy"], "no seat is free for a bot"),
    (["play", "pocket", "--seat", "1", "--bots", "hard"], "no seat is free for a bot"),
    (["play", "aqua"], "did you mean aquarium or aqua_garden?"),
    (["play", "fish_tank", "--option", "fewer_kind=yes"], "did you mean fewer_kinds?"),
    (["play", "fish_tank", "--option", "fewer_kinds=maybe"], "'maybe' is not one of"),
    (["play", "fish_tank", "--option", "fewer_kinds"], "KEY=VALUE"),
    (["play", "fish_tank", "--option", "fewer_kinds=yes", "--option", "fewer_kinds=no"], "given twice"),
    (["play", "fish_tank", "--option", "fewer_kinds=yes", "--players", "4"], ""),
    (["trace", "fish_tank", "--players", "1"], "2 to 6 players, not 1"),
    (["trace", "fish_tank", "--games", "0"], "--games"),
    (["replay"], "missing argument"),
])
def test_a_wrong_command_line_is_usage(shoal: Shoal, arguments: list[str], says: str) -> None:
    done = shoal(*arguments)
    assert done.code == failures.WRONG_USAGE
    assert done.out == "" and done.err.startswith("shoal: ") and says in done.err
    assert len(done.err.splitlines()) == 1


def test_an_unexpected_error_is_one_sentence_and_a_log(shoal: Shoal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken() -> None:
        raise ZeroDivisionError("nothing to share")
    monkeypatch.setattr(overview, "list_games", broken)
    done = shoal("games")
    assert done.code == failures.FAILED
    assert "nothing to share" in done.err and "Traceback" not in done.err and len(done.err.splitlines()) == 1
    [log] = (tmp_path / "state" / "shoal").glob("error-*.log")
    assert str(log) in done.err and "ZeroDivisionError" in log.read_text()


def test_an_interruption_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt
    monkeypatch.setattr(overview, "list_games", interrupted)
    assert main(["games"]) == failures.INTERRUPTED
    assert capsys.readouterr().err.strip() == ""


def test_a_reader_that_leaves_is_no_error() -> None:
    """`shoal trace … | head -1`"""
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "shoal", "trace", "fish_tank", "--games", "3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith(b'{"game":1,"n":1')
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() in (0, 1)


def test_starting_loads_nothing_heavy() -> None:
    """`shoal games` must not wait for libraries that it does not need."""
    code = "import sys, shoal.cli as c; c.main(['games']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"rich", "rich.console", "fastapi", "sqlalchemy", "numpy", "jinja2", "shoal.web", "shoal.bots"}


@pytest.mark.parametrize(("typed", "expected"), [
    ("shoal play fi", "fish_tank"),
    ("shoal play fish_tank --bots greedy,ra", "greedy,random"),
    ("shoal trace fish_tank --option few", "fewer_kinds=true"),
    ("shoal rules fish_tank R1", "R11"),
])
def test_the_shell_completes(shoal: Shoal, monkeypatch: pytest.MonkeyPatch, typed: str, expected: str) -> None:
    monkeypatch.setenv("_SHOAL_COMPLETE", "complete_zsh")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", typed)
    assert f'"{expected}"' in shoal().out
