"""Scoring a real game: a final layout typed as letters gives the explained sheet."""

import sys
from pathlib import Path

from shoal.engine.errors import ShoalError, UnknownText
from shoal.engine.game import Game
from shoal.engine.sheet import ScoreSheet
from shoal.games import load_game

from . import texts
from .screen import Screen
from .sheets import show_sheet

TYPED = "-"


def run(game_id: str, file: str, components: Path | None) -> None:
    """Read the layouts and show their sheets."""
    game = load_game(game_id, components)
    if not hasattr(game, "score_text"):
        raise ShoalError(texts()("score.none", game=game.title))
    screen = Screen()
    text = _typed(screen) if file == TYPED else _from_file(Path(file))
    if not text.strip():
        raise ShoalError(texts()("score.empty", game=game.id))
    for number, sheet in enumerate(_sheets(game, text, file), 1):
        if number > 1:
            screen.say()
        show_sheet(screen, sheet, f"{game.title} {number}" if number > 1 else game.title, unpaid=True)


def _sheets(game: Game, text: str, file: str) -> list[ScoreSheet]:
    try:
        sheets = game.score_text(text)
    except UnknownText as error:
        raise ShoalError(str(error) if file == TYPED else f"{file}: {error}") from None
    return list(sheets) if isinstance(sheets, (list, tuple)) else [sheets]


def _from_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ShoalError(texts()("score.not_text", file=path)) from None
    except OSError as error:
        raise ShoalError(texts()("score.unreadable", file=path, reason=error.strerror or error)) from None


def _typed(screen: Screen) -> str:
    """All of a pipe; from a person, lines up to an empty one."""
    if not screen.typed:
        return sys.stdin.read()
    screen.say(texts()("score.ask"), "quiet")
    lines: list[str] = []
    while True:
        line = screen.ask(" ")
        if not line and (lines or line is None):
            return "\n".join(lines)
        if line:
            lines.append(line)
