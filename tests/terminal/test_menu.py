"""Numbered options in columns."""

from shoal.terminal.menu import chosen, menu

CELLS = [f"place {column}{row}" for row in range(1, 8) for column in "abcdefg"]


def shown(options: list[str], width: int = 79) -> list[str]:
    return ["".join(text for text, _ in line) for line in menu(options, width)]


def test_few_options_stand_in_full() -> None:
    assert shown(["keep", "flip d4", "flip e3"]) == ["  1 keep      2 flip d4   3 flip e3"]


def test_many_options_share_their_first_word() -> None:
    lines = shown(CELLS)
    assert lines[0].startswith("  place   1 a1    2 b1")
    assert len(lines) <= 6 and all(len(line) <= 79 for line in lines)


def test_every_option_is_there_once_at_any_width() -> None:
    for width in (40, 60, 79, 110):
        lines = shown(["keep", *CELLS], width)
        words = " ".join(lines).split()
        assert [word for word in words if word.isdigit()] == [str(number) for number in range(1, 51)]


def test_a_number_or_the_last_word_is_understood() -> None:
    options = ["keep", "flip d4", "flip e3", "place e3"]
    assert chosen("2", options) == 1
    assert chosen("D4", options) == 1
    assert chosen("e3", options) is None
    assert chosen("5", options) is None and chosen("0", options) is None and chosen("²", options) is None
    assert chosen("", options) is None and chosen("flip", options) is None
