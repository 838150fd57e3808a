"""What a person sees of a match: the table, what has happened, the question and its options."""

import importlib
import textwrap
from collections.abc import Sequence
from typing import Any

from . import texts
from .menu import menu
from .screen import Screen, Span
from .story import Batch, joined


def board(game_id: str) -> Any:
    """The module that draws a game's table as text."""
    return importlib.import_module(f"shoal.games.{game_id}.table_text")


def show_table(screen: Screen, view: Any) -> None:
    """The table as the view's observer sees it."""
    lines = board(view.game.id).text_board(view, screen.room).rstrip().split("\n")
    if screen.is_low:
        lines = [line for line in lines if line]
    for line in lines:
        for part in textwrap.wrap(line, screen.room, subsequent_indent="  ") if len(line) > screen.room else [line]:
            screen.board_line(part)


def show_question(screen: Screen, view: Any, name: str) -> None:
    """Where we are, the table, the question, the numbered options."""
    screen.say()
    screen.heading(" · ".join(part for part in (view.game.title, view.prompt.step, name) if part))
    screen.say()
    show_table(screen, view)
    screen.say()
    screen.paragraph(view.prompt.ask, "ask")
    if view.prompt.because:
        screen.paragraph(view.prompt.because, "quiet")
    show_options(screen, view)


def show_options(screen: Screen, view: Any) -> None:
    for line in menu([text for _, text in view.legal], screen.width):
        screen.spans(line)


def show_batches(screen: Screen, batches: Sequence[Batch], names: Sequence[str], numbers: bool = False) -> None:
    """What happened, one line for each seat, in the order in which they moved; choices that lay sealed in the order in which the game opens them."""
    margin = max(len(name) for name in names) + 2
    for batch in batches:
        for i, (who, what) in enumerate(_lines(batch, names)):
            number = f"{batch.first if i == 0 else '':>5}  " if numbers else "  "
            _hanging(screen, [(number, "quiet"), (who.ljust(margin), "plain" if who else "quiet")], what, "plain" if who else "quiet")


def _lines(batch: Batch, names: Sequence[str]) -> list[tuple[str, str]]:
    lines = [("", text) for text in joined(batch.draws)]
    return lines + [(names[seat], ", ".join(moves)) for seat, moves in batch.moves.items()]


def _hanging(screen: Screen, start: list[Span], text: str, style: str) -> None:
    """A text behind its start, wrapped so that later lines stand below it."""
    margin = sum(len(part) for part, _ in start)
    lines = textwrap.wrap(text, max(20, screen.width - margin)) or [""]
    screen.spans([*start, (lines[0], style)])
    for line in lines[1:]:
        screen.say(" " * margin + line, style)


def show_help(screen: Screen, view: Any, words: Sequence[str]) -> None:
    """The answer to `?`: the question again, how moves are written, and the other words that can be typed."""
    screen.paragraph(view.prompt.ask, "ask")
    if view.prompt.because:
        screen.paragraph(view.prompt.because)
    show_options(screen, view)
    screen.say()
    screen.paragraph(texts()("help.moves", example=view.legal[0][1] if view.legal else "pass"))
    for key in words:
        screen.spans([(f"  {texts()(f'help.word.{key}.typed')}".ljust(16), "ask"), (texts()(f"help.word.{key}.does"), "quiet")])
