"""`shoal play`: from the command line to a match, and the session that plays it."""

from dataclasses import dataclass
from pathlib import Path

from shoal.bots.levels import LEVELS
from shoal.engine.errors import RecordError
from shoal.engine.game import Game
from shoal.games import load_game
from shoal.play.chance import Chance, SeededChance, SystemChance
from shoal.play.match import Match
from shoal.play.parts import Seat

from . import texts
from .failures import DONE, INTERRUPTED, UsageError
from .overview import show_remarks
from .recorder import Recorder, read_record
from .replaying import play_through, read_options
from .screen import Screen
from .seating import read_levels, read_seats, seat_bots
from .session import Session


@dataclass(frozen=True)
class Asked:
    """What stands on the command line."""

    game: str | None
    players: int | None
    bots: str | None
    seat: str | None
    seed: int | None
    options: list[str]
    record: Path | None
    resume: Path | None
    components: Path | None


def run(asked: Asked) -> int:
    """Play until the end or until the person leaves; returns the exit code."""
    screen = Screen()
    match = _resumed(asked) if asked.resume else _begun(asked)
    recorder = Recorder(asked.record, replace=_same_file(asked.record, asked.resume)) if asked.record else None
    session = Session(screen, match, recorder, asked.seed, resumed=asked.resume)
    try:
        session.run()
    except KeyboardInterrupt:
        screen.say()
        session.say_where_it_is()
        return INTERRUPTED
    except BrokenPipeError:
        session.keep()
        raise
    except Exception:
        session.say_where_it_is()
        raise
    finally:
        if recorder:
            recorder.close()
    return DONE


def _begun(asked: Asked) -> Match:
    if asked.game is None:
        raise UsageError(texts()("play.no_game"))
    game = load_game(asked.game, asked.components)
    if asked.components is not None:
        show_remarks(Screen(), game)
    seats = seats_of(game, asked, asked.players)
    return Match.new(game, len(seats), read_options(game, asked.options), seats, chance_of(asked))


def _resumed(asked: Asked) -> Match:
    assert asked.resume is not None
    record = read_record(asked.resume)
    clash = "--players" if asked.players else "--option" if asked.options else ""
    if clash:
        raise UsageError(texts()("play.resumed_has", option=clash))
    try:
        game, _ = play_through(record, lambda game_id: load_game(game_id, asked.components))
    except RecordError as error:
        raise RecordError(f"{asked.resume}: {error}") from None
    if asked.game is not None and load_game(asked.game).id != game.id:
        raise UsageError(texts()("play.other_game", file=asked.resume, game=game.id))
    seats = seats_of(game, asked, record.players) if asked.bots or asked.seat else None
    return Match.from_record(record, game, seats, chance_of(asked))


def seats_of(game: Game, asked: Asked, players: int | None) -> list[Seat]:
    bots = seat_bots(game, players, read_levels(asked.bots), read_seats(asked.seat), list(LEVELS))
    return [Seat(texts()("play.name", number=number), level) for number, level in enumerate(bots, 1)]


def chance_of(asked: Asked) -> Chance:
    return SystemChance() if asked.seed is None else SeededChance(asked.seed)


def _same_file(one: Path | None, other: Path | None) -> bool:
    return one is not None and other is not None and one.exists() and one.samefile(other)
