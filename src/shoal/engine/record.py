"""Records of games: a header, then one line for each action and each chance outcome, in the notation that people read.

    [game "fish_tank"]
    [rules_version "1"]
    [box "0123456789abcdef"]
    [players "2"]
    [option.fewer_kinds "false"]

    * deal 1 danio
    1 pick danio        # comments from #

A seat is 1-based; `*` is chance. A record holds outcomes, not random numbers, so it replays for ever.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .errors import OptionError, RecordError, ShoalError, UnknownText
from .game import Game, OptionValue

CHANCE_MARK = "*"
_CODE = re.compile(r'(?:[^"#]|"(?:[^"\\]|\\.)*(?:"|$))*')
_HEADER = re.compile(r'^\[([a-z][a-z0-9_.]*) ("(?:[^"\\]|\\.)*")\]$')


@dataclass
class Record:
    """Header and entries; an entry is (seat or None for chance, text)."""

    header: dict[str, str] = field(default_factory=dict)
    entries: list[tuple[int | None, str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """The line of the file that each entry stands on; empty for a record that was never a file."""
    unfinished: str = ""
    """A last line without its line end: perhaps cut off while it was written. `finish` takes it in if it is a whole legal move."""

    # ---- writing

    @classmethod
    def of(cls, game: Game, players: int, options: dict[str, OptionValue], more: dict[str, str] | None = None) -> "Record":
        """An empty record of a game that begins."""
        header = {"game": game.id, "rules_version": str(game.rules_version), "box": game.components.hash, "players": str(players)}
        header |= {f"option.{key}": game.option(key).write(value) for key, value in options.items()}
        return cls(header | (more or {}))

    def add(self, seat: int | None, text: str) -> str:
        """Append an entry; returns its line."""
        self.entries.append((seat, text))
        return entry_line(seat, text)

    def header_text(self) -> str:
        return "".join(f"[{key} {json.dumps(value, ensure_ascii=False)}]\n" for key, value in self.header.items())

    def dump(self) -> str:
        return self.header_text() + "\n" + "".join(entry_line(seat, text) + "\n" for seat, text in self.entries)

    # ---- reading

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Read a record; RecordError names the first line that does not fit. Nothing is half read."""
        record = cls()
        *whole, cut_off = text.split("\n")
        record.unfinished = _without_comment(cut_off).strip()
        for number, raw in enumerate(whole, 1):
            line = _without_comment(raw).strip()
            if line.startswith("["):
                record._read_header(line, number)
            elif line:
                record._read_entry(line, number)
        for key in ("game", "rules_version", "box", "players"):
            if key not in record.header:
                raise RecordError(f'the header line [{key} "…"] is missing; is this a record of Shoal?')
        return record

    def _read_header(self, line: str, number: int) -> None:
        found = _HEADER.match(line)
        if self.entries:
            raise RecordError("a header line must stand before the first move", number)
        if not found:
            raise RecordError('a header line reads [key "value"]', number)
        if found[1] in self.header:
            raise RecordError(f"{found[1]} stands in the header twice", number)
        try:
            self.header[found[1]] = json.loads(found[2])
        except ValueError:
            raise RecordError("the value is no well-formed text in quotation marks", number) from None

    def _read_entry(self, line: str, number: int) -> None:
        who, _, text = line.partition(" ")
        text = " ".join(text.split())
        if not text or not (who == CHANCE_MARK or re.fullmatch(r"[1-9][0-9]?", who)):
            raise RecordError(f"{line[:40]!r} is neither SEAT MOVE nor * OUTCOME", number)
        self.entries.append((None if who == CHANCE_MARK else int(who) - 1, text))
        self.lines.append(number)

    # ---- replaying

    def start(self, find: Callable[[str], Game]) -> tuple[Game, Any]:
        """The game and its first position; RecordError when the header does not fit what is installed."""
        try:
            game = find(self.header["game"])
            if self.header["rules_version"] != str(game.rules_version):
                raise RecordError(f"made with version {self.header['rules_version']} of the rules of {game.title}; installed is {game.rules_version}")
            if self.header["box"] != game.components.hash:
                raise RecordError(f"made with other components (box {self.header['box']}; open is {game.components.hash}); give its component file")
            options = {key[7:]: value for key, value in self.header.items() if key.startswith("option.")}
            missing = [o.key for o in game.options if o.key not in options]
            if missing:
                raise RecordError(f"the header line [option.{missing[0]} …] is missing")
            return game, game.new_state(self.players, options)
        except RecordError:
            raise
        except ShoalError as error:
            raise RecordError(str(error)) from None

    @property
    def players(self) -> int:
        text = self.header["players"]
        if not re.fullmatch(r"[1-9][0-9]?", text):
            raise RecordError(f"[players {json.dumps(text)}]: a number of players is expected")
        return int(text)

    def replay(self, find: Callable[[str], Game]) -> Iterator[tuple[Game, Any, int | None, int, str]]:
        """Play the record: yields (game, position before, seat or None, action or outcome, text) and applies it when resumed.

        The position is one object that moves on. RecordError at the first line that is not legal.
        """
        game, state = self.start(find)
        for i, (seat, text) in enumerate(self.entries):
            line = self.lines[i] if self.lines else 0
            number = read_entry(game, state, seat, text, line)
            yield game, state, seat, number, text
            apply_entry(state, seat, number, line)

    def positions(self, find: Callable[[str], Game]) -> Iterator[tuple[Game, Any]]:
        """(game, position) before the first entry and after each one; the position is one object that moves on."""
        game, state = self.start(find)
        yield game, state
        for i, (seat, text) in enumerate(self.entries):
            line = self.lines[i] if self.lines else 0
            apply_entry(state, seat, read_entry(game, state, seat, text, line), line)
            yield game, state

    def finish(self, game: Game, state: Any) -> None:
        """Add the last, unterminated line of an interrupted file if it is a whole legal move."""
        if not self.unfinished:
            return
        who, _, text = self.unfinished.partition(" ")
        try:
            seat = None if who == CHANCE_MARK else int(who) - 1
            apply_entry(state, seat, read_entry(game, state, seat, text, 0), 0)
        except (RecordError, ValueError):
            return
        self.entries.append((seat, text))
        self.unfinished = ""


def cleaned(text: str) -> str:
    """A text from outside without signs that steer a terminal or stand for nothing."""
    return "".join("\ufffd" if unicodedata.category(sign) in ("Cc", "Cs") else sign for sign in text)


def entry_line(seat: int | None, text: str) -> str:
    return f"{CHANCE_MARK if seat is None else seat + 1} {text}"


def read_entry(game: Game, state: Any, seat: int | None, text: str, line: int = 0) -> int:
    """The action or outcome of an entry; RecordError when the text is none or not possible now."""
    try:
        number = game.text_to_outcome(text) if seat is None else game.text_to_action(text)
    except UnknownText as error:
        raise RecordError(str(error), line) from None
    if state.is_terminal():
        raise RecordError(f"{text!r} comes after the end of the game", line)
    if seat is None and not state.is_chance():
        raise RecordError(f"{text!r} is a draw, but now {_seats(state.actors())} must decide", line)
    if seat is not None and state.is_chance():
        raise RecordError(f"{text!r} is a move, but now a draw comes: {_possible(game, state)}", line)
    if seat is None and number not in [outcome for outcome, _ in state.chance_outcomes()]:
        raise RecordError(f"{text!r} cannot be drawn now; possible: {_possible(game, state, 12)}", line)
    return number


def apply_entry(state: Any, seat: int | None, number: int, line: int = 0) -> None:
    """Apply it; RecordError with the reason when it is not legal."""
    try:
        if seat is None:
            state.apply_outcome(number)
        else:
            state.apply_action(seat, number)
    except ShoalError as error:
        raise RecordError(str(error), line) from None


def _seats(actors: Iterable[int]) -> str:
    seats = [str(seat + 1) for seat in actors]
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {', '.join(seats)}"


def _possible(game: Game, state: Any, most: int = 3) -> str:
    texts = [game.outcome_to_text(o) for o, _ in state.chance_outcomes()]
    return ", ".join(texts[:most]) + (f", … ({len(texts)} in all)" if len(texts) > most else "")


def _without_comment(line: str) -> str:
    """Cut a comment; a # inside a quoted header value stays."""
    found = _CODE.match(line)
    return found[0] if found else line


def read_option(text: str) -> tuple[str, str]:
    """KEY=VALUE as typed on a command line."""
    key, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"{text!r}: an option is given as KEY=VALUE")
    return key.strip(), value.strip()
