"""Numbered options in columns."""

import re

from shoal.terminal.menu import MOST_PLACES, chosen, menu

CELLS = [f"place {column}{row}" for row in range(1, 8) for column in "abcdefg"]


def shown(options: list[str], width: int = 79) -> list[str]:
    return ["".join(text for text, _ in line) for line in menu(options, width)]


def test_few_options_stand_in_full() -> None:
    assert shown(["keep", "flip d4", "flip e3"]) == ["  1 keep      2 flip d4   3 flip e3"]


def test_many_options_share_their_first_word() -> None:
    lines = shown(["keep", *(cell.replace("place", "flip over") for cell in CELLS[:MOST_PLACES])])
    assert lines[0] == "  keep   1" and lines[1].startswith("  flip   2 over a1    3 over b1")
    assert all(len(line) <= 79 for line in lines)


def test_very_many_places_are_ranges_that_end_where_one_is_missing() -> None:
    lines = shown([cell for cell in CELLS if cell not in ("place d4", "place b7")])
    assert lines[0].startswith("  place    1-7 a1 … g1    8-14 a2 … g2")
    assert "22-24 a4 … c4" in "".join(lines) and "25-27 e4 … g4" in "".join(lines) and "42 a7 " in "".join(lines)
    assert len(lines) == 3 and all(len(line) <= 79 for line in lines)


def test_every_option_is_there_once_at_any_width() -> None:
    for width in (40, 60, 79, 110):
        words = " ".join(shown(["keep", *CELLS[:MOST_PLACES]], width)).split()
        assert [word for word in words if word.isdigit()] == [str(number) for number in range(1, MOST_PLACES + 2)]
        ranges = [word.split("-") for word in " ".join(shown(["keep", *CELLS], width)).split() if re.fullmatch(r"[\d-]+", word)]
        assert [n for ends in ranges for n in range(int(ends[0]), int(ends[-1]) + 1)] == list(range(1, 51))


def test_a_number_or_the_last_word_is_understood() -> None:
    options = ["keep", "flip d4", "flip e3", "place e3"]
    assert chosen("2", options) == 1
    assert chosen("D4", options) == 1
    assert chosen("e3", options) is None
    assert chosen("5", options) is None and chosen("0", options) is None and chosen("²", options) is None
    assert chosen("", options) is None and chosen("flip", options) is None
