"""Keeps a game in a file while it is played, so that an interrupted file holds everything up to the last move."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from shoal.engine.errors import RecordError, ShoalError
from shoal.engine.record import Record, entry_line

from . import texts
from .failures import UsageError


def read_record(path: Path) -> Record:
    """The record in a file; RecordError says what is wrong with it and where."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(texts()("record.not_text", file=path)) from None
    except OSError as error:
        raise RecordError(texts()("record.unreadable", file=path, reason=error.strerror or error)) from None
    if not text.strip():
        raise RecordError(texts()("record.empty", file=path))
    try:
        return Record.parse(text)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def write_whole(path: Path, record: Record) -> None:
    """Write a record so that the file is either the old one or the whole new one."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(record.dump(), encoding="utf-8")
        os.replace(part, path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            part.unlink(missing_ok=True)
        raise ShoalError(texts()("record.unwritable", file=path, reason=getattr(error, "strerror", None) or error)) from None


def free_name(game_id: str, folder: Path) -> Path:
    """The first of GAME-1.shoal, GAME-2.shoal … that is not there yet."""
    number = 1
    while (folder / f"{game_id}-{number}.shoal").exists():
        number += 1
    return folder / f"{game_id}-{number}.shoal"


class Recorder:
    """A record file that follows a game line by line; after an undo it is written anew."""

    def __init__(self, path: Path, replace: bool = False) -> None:
        self.path = path
        self._lines: list[str] | None = None
        self._file: TextIO | None = None
        if not replace:
            self._create()

    def _create(self) -> None:
        try:
            self.path.open("x").close()
        except FileExistsError:
            raise UsageError(texts()("record.exists", file=self.path)) from None
        except OSError as error:
            raise ShoalError(texts()("record.unwritable", file=self.path, reason=error.strerror or error)) from None

    def follow(self, record: Record) -> None:
        """Bring the file up to date with the game."""
        lines = [entry_line(seat, text) for seat, text in record.entries]
        done = self._lines
        if done is None or lines[:len(done)] != done:
            self._start_anew(record)
        elif len(lines) > len(done):
            self._append(lines[len(done):])
        self._lines = lines

    def _start_anew(self, record: Record) -> None:
        self.close()
        write_whole(self.path, record)
        self._file = self.path.open("a", encoding="utf-8")

    def _append(self, lines: list[str]) -> None:
        assert self._file is not None
        try:
            for line in lines:
                self._file.write(line + "\n")
            self._file.flush()
        except OSError as error:
            raise ShoalError(texts()("record.unwritable", file=self.path, reason=error.strerror or error)) from None

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
