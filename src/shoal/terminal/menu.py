"""Numbered options in columns, and what a typed answer means."""

import re
from collections.abc import Iterable, Sequence

from .screen import Span

MOST_LINES = 4
"""Options that need more lines than this are shown without the word that they all begin with."""
MOST_PLACES = 16
"""More places than this after one word are shown as ranges: `1-7 a1 … g1`."""
GAP = 3


def menu(options: Sequence[str], width: int) -> list[list[Span]]:
    """Lines of styled parts: every option behind its number, in columns.

    >>> ["".join(text for text, _ in line) for line in menu(["keep", "flip d4"], 40)]
    ['  1 keep      2 flip d4']
    """
    lines = _columns([(str(number), option) for number, option in enumerate(options, 1)], width, indent="  ")
    return lines if len(lines) <= MOST_LINES else _by_word(options, width)


def _by_word(options: Sequence[str], width: int) -> list[list[Span]]:
    """One block for each first word, the word on the left."""
    blocks: dict[str, list[tuple[int, str]]] = {}
    for number, option in enumerate(options, 1):
        word, _, rest = option.partition(" ")
        blocks.setdefault(word, []).append((number, rest))
    digits = len(str(len(options)))
    margin = max(len(word) for word in blocks) + 4
    lines: list[list[Span]] = []
    for word, items in blocks.items():
        shown = _ranges(items) if len(items) > MOST_PLACES else [(str(number).rjust(digits), text) for number, text in items]
        block = _columns(shown, width, indent=" " * margin)
        block[0][0] = (f"  {word}".ljust(margin), "plain")
        lines += block
    return lines


_PLACE = re.compile(r"([a-z])(\d+)")


def _ranges(items: Iterable[tuple[int, str]]) -> list[tuple[str, str]]:
    """Places that follow each other in a row, as one item with their numbers.

    >>> _ranges([(4, "a1"), (5, "b1"), (6, "d1"), (7, "a2")])
    [('4-5', 'a1 … b1'), ('6', 'd1'), ('7', 'a2')]
    """
    runs: list[list[tuple[int, str]]] = []
    for item in items:
        if runs and _follows(item, runs[-1][-1]):
            runs[-1].append(item)
        else:
            runs.append([item])
    return [(f"{run[0][0]}-{run[-1][0]}", f"{run[0][1]} … {run[-1][1]}") if len(run) > 1 else (str(run[0][0]), run[0][1]) for run in runs]


def _follows(item: tuple[int, str], before: tuple[int, str]) -> bool:
    """Whether an item is the next place in the row of the one before, under the next number."""
    here, there = _PLACE.fullmatch(item[1]), _PLACE.fullmatch(before[1])
    return here is not None and there is not None and here[2] == there[2] and ord(here[1]) == ord(there[1]) + 1 and item[0] == before[0] + 1


def _columns(items: Sequence[tuple[str, str]], width: int, indent: str) -> list[list[Span]]:
    digits = max(len(number) for number, _ in items)
    cell = max(len(text) for _, text in items) + digits + 1
    per_line = max(1, (width - len(indent) + GAP) // (cell + GAP))
    lines: list[list[Span]] = []
    for start in range(0, len(items), per_line):
        line: list[Span] = [(indent, "plain")]
        for number, text in items[start:start + per_line]:
            line += [(number.rjust(digits), "number"), (f" {text}".ljust(cell - digits + GAP), "plain")]
        line[-1] = (line[-1][0].rstrip(), "plain")
        lines.append(line)
    return lines


def chosen(typed: str, options: Sequence[str]) -> int | None:
    """The index of the option that is meant by its number or by its last words alone (`e3` for `place e3`); None otherwise."""
    if typed.isascii() and typed.isdigit():
        return int(typed) - 1 if len(typed) < 10 and 1 <= int(typed) <= len(options) else None
    wanted = " ".join(typed.lower().split())
    ending = [i for i, option in enumerate(options) if option.partition(" ")[2] == wanted]
    return ending[0] if wanted and len(ending) == 1 else None
