"""Playing in a pipe: what is typed, what is shown, what is kept."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import shoal as package
from shoal.bots import hints
from shoal.bots.bot import RandomBot
from shoal.bots.hints import Hint
from shoal.engine.game import Game
from shoal.engine.record import Record
from shoal.engine.state import Masked
from shoal.games import load_game
from shoal.terminal import autosave, failures, recorder

from .conftest import Shoal

GOLDEN = Path(__file__).parent / "session.txt"
"""A short session as it is printed. SHOAL_UPDATE=1 writes it anew; read the difference before you keep it."""

SESSION = "?\n7\nflip d4\n99\npick danoi\nflip e3\nscore\nlog\nundo\nkeep\n\nguide\nrules qqq\nd\n48\n"
ALONE = ("play", "fish_tank", "--bots", "random", "--seed", "4")


def test_a_short_session_reads_like_this(shoal: Shoal) -> None:
    done = shoal(*ALONE, "--record", "a.shoal", typed=SESSION + "quit\n")
    assert (done.code, done.err) == (0, "")
    if os.environ.get("SHOAL_UPDATE"):
        GOLDEN.write_text(done.out, encoding="utf-8")
    assert done.out == GOLDEN.read_text(encoding="utf-8")
    assert all(len(line) <= 80 for line in done.out.splitlines())
    assert "\033" not in done.out


def test_bots_in_every_seat_play_to_the_end_unasked(shoal: Shoal) -> None:
    done = shoal("play", "fish_tank", "--players", "2", "--bots", "random,greedy", "--seed", "1")
    assert done.code == 0 and "wins with" in done.out or "share" in done.out
    assert done.out == shoal("play", "fish_tank", "--bots", "random,greedy", "--seat", "none", "--seed", "1").out


@pytest.mark.parametrize("players", [3, 6])
def test_more_seats_with_one_level_for_all(shoal: Shoal, players: int) -> None:
    done = shoal("play", "fish_tank", "--players", str(players), "--bots", "random", "--seat", "none", "--seed", "1")
    assert done.code == 0
    assert all(f"Player {number}" in done.out for number in range(1, players + 1))


def test_a_bot_gets_a_seat_of_its_own_in_a_game_for_one_or_more(shoal: Shoal) -> None:
    for seat in ((), ("--seat", "1"), ("--seat", "2")):
        said = shoal("play", "aqua_garden", "--bots", "random", "--seed", "3", *seat, typed="quit\n").out
        assert "Player 2" in said and "Player 3" not in said


def test_options_reach_the_game(shoal: Shoal, tmp_path: Path) -> None:
    done = shoal(*ALONE, "--seat", "none", "--option", "fewer_kinds=yes", "--record", "a.shoal")
    assert done.code == 0
    text = (tmp_path / "a.shoal").read_text()
    assert '[option.fewer_kinds "true"]' in text and "bala" not in text


def test_a_whole_game_from_a_pipe(shoal: Shoal) -> None:
    """The first option each time leads to the end, whoever is asked."""
    alone = shoal(*ALONE, typed="1\n" * 60)
    assert alone.code == 0 and "total" in alone.out
    together = shoal("play", "fish_tank", "--players", "3", "--seed", "2", typed="1\n" * 200)
    assert together.code == 0 and "total" in together.out and "Now Player 3." in together.out


def test_the_end_of_the_pipe_is_no_failure(shoal: Shoal) -> None:
    done = shoal(*ALONE, typed="1\n")
    assert done.code == 0 and "shoal play --resume" in done.out.splitlines()[-1]
    assert shoal(*ALONE, typed="").out.splitlines()[-1] == "The game ends here; nothing was played yet."


def test_no_player_sees_the_hand_of_another(shoal: Shoal) -> None:
    """What is printed for one person between two hand-overs has nothing of the other's hand in it."""
    done = shoal("play", "fish_tank", "--players", "2", "--seed", "4", typed="1\nquit\n")
    first, second = done.out.split("Now Player 2.")
    hands = [[line for line in part.splitlines() if "Your hand" in line] for part in (first, second)]
    assert len(hands[0]) == len(hands[1]) == 1 and hands[0] != hands[1]
    assert "deal 2" not in first and "deal 1" not in second


@pytest.mark.parametrize("typed", [
    "pick", "place e3 keep keep", "0", "-1", "²", "1e3", "pick danio pick danio", "\x00", "é" * 300, "? R999", "save /no/such/folder/x", "rules §",
])
def test_anything_typed_is_answered_by_a_sentence(shoal: Shoal, typed: str) -> None:
    done = shoal(*ALONE, typed=f"{typed}\nquit\n")
    assert (done.code, done.err) == (0, "")
    assert "Traceback" not in done.out and "went wrong" not in done.out


def test_the_chooser_may_be_handed_the_keyboard_again(shoal: Shoal) -> None:
    done = shoal("play", "fish_tank", "--players", "2", "--seed", "4", typed="1\nback\n2\nquit\n")
    assert done.out.count("Now Player 1.") == 2 and done.out.count("Now Player 2.") == 2


def test_an_undo_needs_the_others_once_something_was_revealed(shoal: Shoal) -> None:
    two = ("play", "fish_tank", "--players", "2", "--seed", "4")
    assert "It stays as it is." in shoal(*two, typed="1\n1\nundo\nn\nquit\n").out
    assert "Taken back." in shoal(*two, typed="1\n1\nundo\ny\nquit\n").out
    assert "nothing of yours" in shoal(*two, typed="undo\nquit\n").out


# ---- records

def test_a_record_is_written_line_by_line_and_resumed(shoal: Shoal, tmp_path: Path) -> None:
    first = shoal(*ALONE, "--record", "a.shoal", typed="1\n1\n1\nquit\n")
    assert "shoal play --resume a.shoal" in first.out
    record = Record.parse((tmp_path / "a.shoal").read_text())
    assert record.header["bot.2"] == "random" and record.unfinished == ""
    again = shoal("play", "--resume", "a.shoal", "--record", "a.shoal", typed="1\n" * 60)
    assert again.code == 0 and f"goes on after {len(record.entries)} entries" in again.out
    whole = Record.parse((tmp_path / "a.shoal").read_text())
    assert whole.entries[:len(record.entries)] == record.entries
    assert "played to the end" in shoal("replay", "a.shoal", "--check").out


def test_a_bot_does_the_same_again_after_an_undo(shoal: Shoal) -> None:
    """Nobody can take a move back until a bot does what one likes."""
    said = shoal("play", "aquarium", "--players", "2", "--bots", "random", "--seed", "3", typed="1\nundo\n1\nundo\n1\nundo\n1\nquit\n").out
    done = [line for line in said.splitlines() if line.strip() in ("Player 2  pass", "Player 2  shop")]
    assert len(done) == 4 and len(set(done)) == 1


def test_an_undo_is_taken_out_of_the_record(shoal: Shoal, tmp_path: Path) -> None:
    shoal(*ALONE, "--record", "a.shoal", typed="pick snail\nflip d4\nundo\nkeep\nquit\n")
    entries = Record.parse((tmp_path / "a.shoal").read_text()).entries
    assert (0, "keep") in entries and (0, "flip d4") not in entries
    assert "all legal" in shoal("replay", "a.shoal", "--check").out


def test_saving_and_going_on(shoal: Shoal, tmp_path: Path) -> None:
    done = shoal(*ALONE, typed="1\nsave\nkeep\nsave\nsave other.shoal\nquit\n")
    assert done.out.count("Saved in fish_tank-1.shoal") == 2
    assert (tmp_path / "fish_tank-1.shoal").read_text() == (tmp_path / "other.shoal").read_text()
    (tmp_path / "there.shoal").write_text("mine")
    assert "exists already" in shoal(*ALONE, typed="save there.shoal\nquit\n").out
    assert (tmp_path / "there.shoal").read_text() == "mine"


def test_a_game_that_is_left_is_kept_in_the_data_folder(shoal: Shoal, tmp_path: Path) -> None:
    done = shoal(*ALONE, typed="1\nkeep\nquit\n")
    command = shlex.split(done.out.splitlines()[-1].partition(": ")[2])
    assert command[:3] == ["shoal", "play", "--resume"] and Path(command[3]).parent == autosave.games_folder()
    assert shoal("play", "--resume", command[3], typed="quit\n").out.splitlines()[-1] == done.out.splitlines()[-1]
    before = Path(command[3]).read_text()
    shoal("play", "--resume", command[3], typed="1\nkeep\nquit\n")
    assert [path.name for path in autosave.games_folder().iterdir()] == [Path(command[3]).name]
    assert Path(command[3]).read_text().startswith(before) and "all legal" in shoal("replay", command[3], "--check").out
    assert "nothing was played yet" in shoal(*ALONE, typed="quit\n").out


def test_games_that_are_finished_or_kept_elsewhere_are_not_kept_again(shoal: Shoal, tmp_path: Path) -> None:
    shoal(*ALONE, "--record", "a.shoal", typed="1\nquit\n")
    shoal(*ALONE, typed="1\nkeep\nsave b.shoal\nquit\n")
    shoal(*ALONE, typed="1\n" * 60)
    assert not autosave.games_folder().exists()


def test_only_the_last_games_are_kept(shoal: Shoal) -> None:
    for number in range(autosave.KEPT + 3):
        name = autosave.keep("fish_tank", Record({"game": "fish_tank"}, []))
        os.utime(name, (number, number))
    left = sorted(path.stat().st_mtime for path in autosave.games_folder().iterdir())
    assert len(left) == autosave.KEPT and left[-1] == autosave.KEPT + 2


def test_a_game_that_cannot_be_kept_is_said(shoal: Shoal, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    done = shoal(*ALONE, typed="1\nquit\n")
    assert done.code == 0 and "unsaved" in done.out and "cannot be written" in done.out.replace("\n", " ")


@pytest.mark.parametrize("typed", ["d", "D", "pick d", "p d", "p da", "pi danio", "1"])
def test_a_pick_by_the_letter_on_the_board_or_short(shoal: Shoal, typed: str) -> None:
    assert "  Player 1  pick danio\n" in shoal(*ALONE, typed=f"{typed}\nquit\n").out


def test_a_letter_that_is_not_in_the_hand_or_not_asked_is_refused(shoal: Shoal) -> None:
    done = shoal(*ALONE, typed="n\nd\nn\nquit\n")
    assert "There is no neon in your hand" in done.out and "'n' is not a move" in done.out


def test_the_numbers_said_are_those_of_the_component_file(shoal: Shoal, tmp_path: Path) -> None:
    text = (load_game("fish_tank").folder / "components.toml").read_text()
    for old, new in [("min = 2, points = 3 }, {", "min = 3, points = 4 }, {"), ("length = 2, points = 5", "length = 2, points = 6")]:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "mine.toml").write_text(text)
    done = shoal(*ALONE, "--components", "mine.toml", typed="d\nguide\nquit\n")
    assert "Three plants pay 4, four 7, seven 13. A plant stays a plant." in done.out
    assert "2 → 6, 3 → 11" in done.out and "3+ → 4, 4+ → 7, 7+ → 13" in done.out


def test_an_existing_record_is_not_overwritten(shoal: Shoal, tmp_path: Path) -> None:
    (tmp_path / "a.shoal").write_text("mine")
    done = shoal(*ALONE, "--record", "a.shoal", typed="quit\n")
    assert done.code == failures.WRONG_USAGE and "exists already" in done.err
    assert (tmp_path / "a.shoal").read_text() == "mine"
    assert "cannot be written" in shoal(*ALONE, "--record", "no/such/a.shoal").err


def test_resuming_asks_for_what_fits(shoal: Shoal, tmp_path: Path) -> None:
    shoal(*ALONE, "--record", "a.shoal", typed="1\nquit\n")
    for more, says in [(("--players", "3"), "--players"), (("--option", "fewer_kinds=no"), "--option"), (("--bots", "gredy"), "greedy")]:
        done = shoal("play", "--resume", "a.shoal", *more)
        assert done.code == 2 and says in done.err
    assert "cannot be read" in shoal("play", "--resume", "b.shoal").err
    taken_over = shoal("play", "--resume", "a.shoal", "--bots", "greedy,greedy")
    assert taken_over.code == 0 and "total" in taken_over.out


def test_an_interrupted_game_stays_in_its_file(tmp_path: Path) -> None:
    """Ctrl+C in the middle: quiet, code 130, the file named and replayable."""
    command = [sys.executable, "-m", "shoal", *ALONE, "--record", "a.shoal"]
    environment = os.environ | {"PYTHONPATH": str(Path(package.__file__).parents[1])}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    heeding = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}     # even where these tests run in the background
    with subprocess.Popen(command, **pipes, **heeding, cwd=tmp_path, env=environment, text=True) as process:  # type: ignore[call-overload]
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write("1\nkeep\n")
        process.stdin.flush()
        deadline = time.time() + 10
        while "1 keep" not in ((tmp_path / "a.shoal").read_text() if (tmp_path / "a.shoal").exists() else "") and time.time() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == failures.INTERRUPTED and err.strip() == ""
    assert "shoal play --resume a.shoal" in out and "Traceback" not in out
    game, state = Record.parse((tmp_path / "a.shoal").read_text()).start(load_game)
    assert game.id == "fish_tank" and not state.is_terminal()


def test_a_full_disk_is_said(shoal: Shoal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(recorder.Recorder, "_append", full)
    done = shoal(*ALONE, "--record", "a.shoal", typed="1\n1\n")
    assert done.code == 1 and "No space left" in done.err and len(done.err.splitlines()) == 1


# ---- bots

def test_a_hint_names_moves_and_reasons(shoal: Shoal, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(game: Game, masked: Masked) -> list[Hint]:
        actions = masked.legal_actions()[:2]
        return [Hint(action, game.action_to_text(action), points, f"better than {{seat_2}}'s{' or as good' * 6}", 3)
                for action, points in zip(actions, (41.26, 38.0), strict=True)]
    monkeypatch.setattr(hints, "hints", found)
    done = shoal(*ALONE, typed="hint\nquit\n")
    reason = "    better than Player 2's or as good or as good or as good or as good or as\n    good or as good\n"
    assert f"  pick danio   about 41.3 points\n{reason}  pick guppy   about 38 points\n{reason}" in done.out


def test_a_failing_bot_is_replaced_for_its_move(shoal: Shoal, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def choose(self: RandomBot, masked: object, rng: object) -> int:
        calls.append(masked)
        raise RuntimeError("out of ideas")
    monkeypatch.setattr(RandomBot, "choose", choose)
    done = shoal(*ALONE, typed="1\nquit\n")
    assert done.code == 0 and calls and "The bot of Player 2 failed (out of ideas)" in done.err
