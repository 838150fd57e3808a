"""Records and traces: shown, checked, printed for a second implementation."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shoal.engine.errors import OptionError, RecordError
from shoal.engine.game import Game
from shoal.engine.record import Record, apply_entry, read_entry, read_option
from shoal.engine.trace import dump_line, position_line, random_traces
from shoal.games import load_game

from . import texts
from .failures import UsageError
from .recorder import read_record
from .screen import Screen


def run(file: Path, check: bool, trace: bool, until: int | None, seat: int | None, components: Path | None) -> None:
    """`shoal replay`."""
    record = read_record(file)
    find = _finder(components)
    try:
        is_over = until is not None and not check and not trace and play_through(record, find)[1].is_terminal()
        shorten(record, until)
        if seat is not None and seat > record.players:
            raise UsageError(texts()("seats.beyond", seat=seat, players=record.players))
        if trace:
            _print_trace(record, find)
        elif check:
            _check(record, find, file)
        else:
            from .watching import show_game
            show_game(Screen(), record, find, None if seat is None else seat - 1, is_over)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None


def shorten(record: Record, until: int | None) -> None:
    """Keep the first entries only."""
    if until is None:
        return
    if until > len(record.entries):
        raise UsageError(texts()("replay.until", until=until, entries=len(record.entries)))
    if until < len(record.entries):
        record.unfinished = ""
    del record.entries[until:]
    del record.lines[until:]


def play_through(record: Record, find: Any) -> tuple[Game, Any]:
    """The game and the last position of a record, its cut-off last line taken in if it is whole."""
    game, state = record.start(find)
    for i, (seat, text) in enumerate(record.entries):
        line = record.lines[i] if record.lines else 0
        apply_entry(state, seat, read_entry(game, state, seat, text, line), line)
    record.finish(game, state)
    return game, state


def _finder(components: Path | None) -> Any:
    return lambda game_id: load_game(game_id, components)


def _check(record: Record, find: Any, file: Path) -> None:
    game, state = play_through(record, find)
    players = record.players
    ending = texts()("replay.over") if state.is_terminal() else texts()("replay.unfinished", waits=_awaited(game, state))
    print(texts()("replay.legal", file=file, game=game.title, players=players, n=len(record.entries)) + " " + ending)
    if record.unfinished:
        print(texts()("replay.cut"))


def _awaited(game: Game, state: Any) -> str:
    if state.is_chance():
        return texts()("replay.awaits_draw", decision=state.chance_name())
    seats: Sequence[int] = state.actors()
    return texts()("replay.awaits_seats", n=len(seats), seats=", ".join(str(seat + 1) for seat in seats), decision=state.decision())


# ---- traces

def _print_trace(record: Record, find: Any) -> None:
    record.finish(*play_through(record, find))
    game, state = record.start(find)
    for i, (seat, text) in enumerate(record.entries):
        at = record.lines[i] if i < len(record.lines) else 0
        number = read_entry(game, state, seat, text, at)
        line = position_line(game, state, 1, i + 1)
        line["applied"] = {"seat": None if seat is None else seat + 1, "text": text}
        apply_entry(state, seat, number, at)
        print(dump_line(line))
    print(dump_line(position_line(game, state, 1, len(record.entries) + 1)))


def random_games(game_id: str, players: int | None, options: Sequence[str], games: int, seed: int, components: Path | None) -> None:
    """`shoal trace`."""
    game = load_game(game_id, components)
    for line in random_traces(game, players if players is not None else game.seats[0], read_options(game, options), games, seed):
        print(dump_line(line))


def read_options(game: Game, options: Sequence[str]) -> dict[str, Any]:
    """KEY=VALUE as typed, each key once."""
    given: dict[str, Any] = {}
    for text in options:
        key, value = read_option(text)
        if key in given:
            raise OptionError(texts()("options.twice", key=key))
        given[key] = game.option(key).read(value)
    return given
