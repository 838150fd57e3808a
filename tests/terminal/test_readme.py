"""What README.md says can be done: its commands and its Python, tried in the order in which they stand there."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from shoal.games import load_game

from .conftest import Shoal

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
ELSEWHERE = ("shoal bench", "shoal serve")
"""Measured and served in tests of their own."""


def commands() -> list[str]:
    """The commands that stand whole in README.md, without what it says beside them."""
    lines = [line.strip() for language, block in BLOCKS if not language for line in block.splitlines() if "…" not in line.partition("   ")[0]]
    return [line.partition("   ")[0] for line in lines if line.startswith("shoal ") and not line.startswith(ELSEWHERE)]


def test_the_commands_of_the_readme_do_what_it_says(shoal: Shoal, tmp_path: Path) -> None:
    (tmp_path / "my_cards.toml").write_bytes((load_game("fish_tank").folder / "components.toml").read_bytes())
    tried = commands()
    assert {line.split()[1] for line in tried} >= {"games", "play", "replay", "rules", "solve", "trace"}
    for line in tried:
        words = shlex.split(re.sub(r"--games \d+", "--games 1", line))[1:]
        done = shoal(*words, *(["--seconds", "1"] if words[0] == "solve" else []), typed="1\nquit\n")
        assert (done.code, done.err) == (0, "") and done.out, line


def test_the_layout_of_the_readme_is_worth_what_it_says(shoal: Shoal) -> None:
    block = next(block for _, block in BLOCKS if "shoal score" in block)
    points = re.search(r"explains the (\d+) points", README)
    assert points and f"total        {points[1]}" in shoal("score", "fish_tank", "-", typed=block.partition("\n")[2]).out


def test_the_rules_that_the_readme_asks_for_are_there(shoal: Shoal) -> None:
    asked = re.findall(r"`(shoal (?:rules|games) [^`]+)`", README)
    assert asked
    for line in asked:
        assert shoal(*shlex.split(line)[1:]).code == 0, line


@pytest.mark.parametrize("code", [block for language, block in BLOCKS if language == "python"])
def test_the_python_of_the_readme_runs(code: str) -> None:
    example = doctest.DocTestParser().get_doctest(code, {}, "README.md", None, 0)
    assert example.examples and doctest.DocTestRunner(verbose=False).run(example).failed == 0
