"""At a real terminal: colours, the curtain between people, Ctrl+C and Ctrl+D."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import shoal as package
from shoal.terminal import failures
from shoal.terminal.screen import CLEAR

PATIENCE = 20.0
COLOUR = re.compile(r"\033\[[0-9;]*3[0-7][0-9;]*m")


def attend(terminal: int) -> None:
    """What a shell does for a command in the foreground: Ctrl+C reaches it even where these tests run in the background."""
    os.login_tty(terminal)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Typist:
    """A person at a pseudo-terminal of 80 × 24."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        own, other = pty.openpty()
        size = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        home = size | {"PYTHONPATH": str(Path(package.__file__).parents[1]), "XDG_DATA_HOME": str(folder / "data")}
        kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        command = [sys.executable, "-m", "shoal", *arguments]
        self.process = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=other, cwd=folder, env=kept | home | environment, preexec_fn=lambda: attend(0),
        )
        os.close(other)
        self.screen = own
        self.seen = ""

    def until(self, text: str) -> str:
        """Everything that appears up to a text."""
        deadline = time.time() + PATIENCE
        while text not in self.seen:
            assert time.time() < deadline, f"{text!r} did not appear in:\n{self.seen}"
            if select.select([self.screen], [], [], 0.2)[0]:
                self.seen += self._more()
        before, _, self.seen = self.seen.partition(text)
        return before

    def types(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def leaves(self, key: str = "") -> tuple[int, str]:
        """The exit code and what was said last; the key is pressed again and again, as people do."""
        deadline, pressed = time.time() + PATIENCE, 0.0
        while self.process.poll() is None:
            if time.time() > deadline:
                self.process.kill()
            if key and time.time() > pressed + 1:
                pressed = time.time()
                self.types(key)
            if select.select([self.screen], [], [], 0.2)[0]:
                self.seen += self._more()
        while select.select([self.screen], [], [], 0.1)[0] and (more := self._more()):
            self.seen += more
        os.close(self.screen)
        return self.process.returncode, self.seen

    def _more(self) -> str:
        try:
            return os.read(self.screen, 65536).decode(errors="replace").replace("\r\n", "\n")
        except OSError:
            return ""


def test_the_screen_is_wiped_before_the_next_person_looks(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "play", "fish_tank", "--players", "2", "--seed", "4")
    typist.until("Hand the keyboard to Player 1, then press Enter.")
    typist.types("\n")
    assert CLEAR in typist.until("Your hand: D danio, G guppy")
    typist.until("Player 1> ")
    typist.types("pick danio\n")
    typist.until("pick danio")
    between = typist.until("Hand the keyboard to Player 2, then press Enter.")
    assert CLEAR in between and "Your hand" not in between
    typist.types("\n")
    assert CLEAR in typist.until("Your hand")
    typist.until("Player 2> ")
    typist.types("\033[A")                          # the arrow up brings nothing back
    typist.types("quit\n")
    code, last = typist.leaves()
    assert code == 0 and "nothing was played yet" in last and "pick danio" not in last


def test_colours_and_their_absence(tmp_path: Path) -> None:
    coloured = Typist(tmp_path, "games")
    bare = Typist(tmp_path, "games", NO_COLOR="1")
    assert coloured.leaves()[0] == bare.leaves()[0] == 0
    with_colour, without = Typist(tmp_path, "about"), Typist(tmp_path, "about", NO_COLOR="1")
    assert COLOUR.search(with_colour.leaves()[1])
    assert not COLOUR.search(without.leaves()[1])


@pytest.mark.parametrize("key", ["quit\n", "\003", "\004"])
def test_leaving_keeps_the_game(tmp_path: Path, key: str) -> None:
    typist = Typist(tmp_path, "play", "fish_tank", "--bots", "random", "--seed", "4")
    for keys in ("1\n", "keep\n"):
        typist.until("Player 1> ")
        typist.types(keys)
    typist.until("Player 1> ")
    code, last = typist.leaves(key)
    kept = next((tmp_path / "data" / "shoal" / "games").glob("fish_tank-*.shoal"))
    assert code in (failures.DONE, failures.INTERRUPTED) and f"shoal play --resume {kept}" in last.replace("\n", "")


def test_a_long_text_says_how_to_leave_it(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "rules", "fish_tank", PAGER="cat")
    assert "Space turns the page, q leads back." in typist.leaves()[1]


def test_the_own_aquarium_and_the_picks_stand_next_to_the_prompt(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "play", "fish_tank", "--players", "6", "--bots", "random", "--seed", "4")
    typist.until("Player 1> ")
    typist.types("1\nkeep\n")
    typist.until("Round 2 of 16")
    typist.types("1\n")
    typist.until("Place your")
    typist.types("table\n")
    typist.until("Player 1> ")
    lines = typist.until("Player 1> ").splitlines()[-23:]
    assert any(line.endswith("Player 1  0") for line in lines) and any("This round:" in line for line in lines)
    typist.leaves("quit\n")


@pytest.mark.parametrize(("keys", "code"), [("\003", failures.INTERRUPTED), ("\004", failures.DONE)])
def test_leaving_by_a_key_names_the_record(tmp_path: Path, keys: str, code: int) -> None:
    typist = Typist(tmp_path, "play", "fish_tank", "--bots", "random", "--seed", "4", "--record", "a.shoal")
    typist.until("Player 1> ")
    left, last = typist.leaves(keys)
    assert left == code and "shoal play --resume a.shoal" in last and "Traceback" not in last


def test_a_signal_in_mid_output_is_quiet(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "trace", "fish_tank", "--games", "1000")
    typist.until('{"game":1,')
    typist.process.send_signal(signal.SIGINT)
    code, last = typist.leaves()
    assert code == failures.INTERRUPTED and "Traceback" not in last


def test_a_layout_is_typed_line_by_line(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "score", "fish_tank")
    typist.until("end with an empty line.")
    typist.types("DDDD\n....\n....\n....\n\n")
    code, last = typist.leaves()
    assert code == 0 and "11" in last
