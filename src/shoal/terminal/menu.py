"""Numbered options in columns, and what a typed answer means."""

from collections.abc import Sequence

from .screen import Span

MOST_LINES = 4
"""Options that need more lines than this are shown without the word that they all begin with."""
GAP = 3


def menu(options: Sequence[str], width: int) -> list[list[Span]]:
    """Lines of styled parts: every option behind its number, in columns.

    >>> ["".join(text for text, _ in line) for line in menu(["keep", "flip d4"], 40)]
    ['  1 keep      2 flip d4']
    """
    lines = _columns(list(enumerate(options, 1)), width, indent="  ")
    return lines if len(lines) <= MOST_LINES else _by_word(options, width)


def _by_word(options: Sequence[str], width: int) -> list[list[Span]]:
    """One block for each first word, the word on the left."""
    blocks: dict[str, list[tuple[int, str]]] = {}
    for number, option in enumerate(options, 1):
        word, _, rest = option.partition(" ")
        blocks.setdefault(word, []).append((number, rest))
    margin = max(len(word) for word in blocks) + 4
    lines: list[list[Span]] = []
    for word, items in blocks.items():
        block = _columns(items, width, indent=" " * margin)
        block[0][0] = (f"  {word}".ljust(margin), "plain")
        lines += block
    return lines


def _columns(items: list[tuple[int, str]], width: int, indent: str) -> list[list[Span]]:
    digits = max(len(str(number)) for number, _ in items)
    cell = max(len(text) for _, text in items) + digits + 1
    per_line = max(1, (width - len(indent) + GAP) // (cell + GAP))
    lines: list[list[Span]] = []
    for start in range(0, len(items), per_line):
        line: list[Span] = [(indent, "plain")]
        for number, text in items[start:start + per_line]:
            line += [(str(number).rjust(digits), "number"), (f" {text}".ljust(cell - digits + GAP), "plain")]
        line[-1] = (line[-1][0].rstrip(), "plain")
        lines.append(line)
    return lines


def chosen(typed: str, options: Sequence[str]) -> int | None:
    """The index of the option that is meant by its number or by its last words alone (`e3` for `place e3`); None otherwise."""
    if typed.isascii() and typed.isdigit():
        return int(typed) - 1 if 1 <= int(typed) <= len(options) else None
    wanted = " ".join(typed.lower().split())
    ending = [i for i, option in enumerate(options) if option.partition(" ")[2] == wanted]
    return ending[0] if wanted and len(ending) == 1 else None
