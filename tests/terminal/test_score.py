"""Scoring a real game from letters."""

from pathlib import Path

from .conftest import Shoal

RULEBOOK_EXAMPLE = "W N Z P\nZ N P S\nB C H S\nW B Z S\n"


def test_the_rulebooks_example_gives_44(shoal: Shoal) -> None:
    done = shoal("score", "fish_tank", typed=RULEBOOK_EXAMPLE)
    assert done.code == 0
    assert done.out.splitlines()[-1].split() == ["total", "44"]
    assert "Snail" in done.out and "b2" in done.out


def test_from_a_file_and_without_blanks(shoal: Shoal, tmp_path: Path) -> None:
    layout = tmp_path / "layout.txt"
    layout.write_text(RULEBOOK_EXAMPLE.replace(" ", "").lower())
    assert "44" in shoal("score", "fish_tank", str(layout)).out


def test_several_aquariums_in_a_row(shoal: Shoal) -> None:
    row_of_danios = "D D D D\n" + 3 * ". . . .\n"
    done = shoal("score", "fish_tank", "-", typed=f"{RULEBOOK_EXAMPLE}\n{row_of_danios}")
    assert [line.split()[-1] for line in done.out.splitlines() if line.strip().startswith("total")] == ["44", "11"]


def test_wrong_layouts_are_refused_with_the_place(shoal: Shoal, tmp_path: Path) -> None:
    for typed, says in [("W N Q P\n", "line 1, column 3"), ("W N Z\n", "line 1"), ("W N Z P\n", "4 lines"), ("", "no layout"), ("\0\0", "line 1")]:
        done = shoal("score", "fish_tank", typed=typed)
        assert done.code == 1 and says in done.err and done.out == "", typed
    layout = tmp_path / "layout.bin"
    layout.write_bytes(b"\xff\xfe\x00")
    assert "no text file" in shoal("score", "fish_tank", str(layout)).err
    assert "cannot be read" in shoal("score", "fish_tank", "missing.txt").err


def test_what_pays_nothing_is_listed_with_the_reason(shoal: Shoal) -> None:
    out = shoal("score", "fish_tank", typed="S . . .\n. . A A\n" + 2 * ". . . .\n").out
    assert "  Snail      0   1 here, none with two of a kind at the sides\n" in out
    assert "  Angelfish  0   2 here, a number that pays nothing\n" in out
