"""A game that somebody leaves unsaved is kept in the user's data folder: nothing is lost by `quit`, Ctrl+C or the end of the input."""

import time
from pathlib import Path

import platformdirs

from shoal.engine.errors import ShoalError
from shoal.engine.record import Record

from . import texts
from .recorder import write_whole

KEPT = 20
"""So many games are kept, the last ones."""


def games_folder() -> Path:
    return platformdirs.user_data_path("shoal", appauthor=False) / "games"


def keep(game_id: str, record: Record, resumed: Path | None = None) -> Path:
    """Write the game down and return where; one that was resumed from this folder goes to its old place."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = resumed if resumed is not None and resumed.resolve().parent == folder.resolve() else _new_name(folder, game_id)
        write_whole(path, record)
        for old in sorted(folder.glob("*.shoal"), key=lambda file: file.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError as error:
        raise ShoalError(texts()("record.unwritable", file=folder, reason=error.strerror or error)) from None
    return path


def _new_name(folder: Path, game_id: str) -> Path:
    """Named after the game and the time."""
    start, number = f"{game_id}-{time.strftime('%Y%m%d-%H%M%S')}", 1
    path = folder / f"{start}.shoal"
    while path.exists():
        number += 1
        path = folder / f"{start}-{number}.shoal"
    return path
