"""Games of a contest kept in a file, so that a long arena can be stopped at any moment and gone on with.

The first line says what was played, by which bots with which settings; each other line is one game. Numbers of deals come from the seed of the
contest, so the same file grows with another number of games, or with another seed. Whoever only reads writes nothing.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Self

from shoal.bots.bot import Bot, GreedyBot
from shoal.bots.deep import SearchBot
from shoal.bots.playing import Played, rotations
from shoal.bots.settings import settings_of
from shoal.engine.errors import ShoalError
from shoal.games import load_game

from .arena import OF_A_LEVEL, ArenaError, Contest, bot_of, contest

try:
    import fcntl
except ImportError:                     # not on this platform: nothing keeps two arenas from the same file
    fcntl = None  # type: ignore[assignment]

SEARCH_VERSION = {"aqua_garden": 2}
"""By game, 1 where there is none. Counted up by hand when the search, or what a bot sees at one glance, chooses differently with the same settings."""

ADDED = {"tree_greed": 0.0, "keep": True}
"""Settings that older files do not know, with the value that changes nothing."""


class KeptGames:
    """What a file holds of a contest; ArenaError when it holds another one, or is no such file.

    A line that was cut off when the process was killed, and the games of a deal that is not complete, are played again.
    """

    def __init__(self, file: Path, contest: Contest) -> None:
        self.file, self.contest = file, contest
        self.played = self._read()
        self._out: IO[str] | None = None

    def _read(self) -> list[Played]:
        with said_plainly(self.file, "read"):
            data = self.file.read_bytes() if there(self.file) else b""
        if not data:
            return []
        first, *rest = data.split(b"\n")
        check_first(self.file, first, identity(self.contest))
        return complete(list(games_of(self.file, rest, self.contest.players)), self.contest.players)

    def begin(self) -> Self:
        """For whoever plays: nobody else may write to the file until `close`, and what is not complete is taken out of it."""
        with said_plainly(self.file, "written"):
            with locked(self.file):
                self.played = self._read()
                replace(self.file.resolve(), json.dumps(identity(self.contest)) + "\n" + lines(self.played))
                # The lock is on the file that was replaced: whoever comes now may be first to lock the new one, and then plays instead.
                self._out = opened(self.file)
        return self

    def close(self) -> None:
        """Others may write again."""
        if self._out is not None:
            self._out.close()
        self._out = None

    def among(self, deals: range) -> list[Played]:
        """The games of these deals, of each all or none."""
        return [one for one in self.played if one.deal in deals]

    def add(self, games: Sequence[Played]) -> None:
        """Keep the games of a deal; only after `begin`."""
        if self._out is None:
            raise ValueError("games are kept only between begin and close")
        with said_plainly(self.file, "written"):
            self._out.write(lines(games))
            self._out.flush()
        self.played += games


def kept_in(file: Path) -> KeptGames:
    """The games of a file, whatever was played; ArenaError when bots have other settings now, or it is no such file."""
    with said_plainly(file, "read"), file.open("rb") as held:
        said = header(file, held.readline())
    try:
        asked = contest(load_game(said["game"]), said["players"], said["bots"], 1, 1, said["iterations"], said["options"])
    except ShoalError as problem:
        raise ArenaError(f"{file}: {problem}") from None
    return KeptGames(file, asked)


# ---- the file

@contextmanager
def said_plainly(file: Path, what: str) -> Iterator[None]:
    """What the system refuses, as one line that says what to do."""
    try:
        yield
    except OSError as problem:
        if os.path.isdir(file):
            raise ArenaError(f"{file}: this is a folder; name a file in it") from None
        if not os.path.isdir(file.parent):
            raise ArenaError(f"{file}: there is no folder {file.parent}; make it, or name a file elsewhere") from None
        raise ArenaError(f"{file}: this cannot be {what} ({problem.strerror or problem}); name another file") from None


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Nobody else holds the lock of the file meanwhile, where the platform has locks; ArenaError if somebody does."""
    if fcntl is None:
        yield
        return
    with opened(file):
        yield


def there(file: Path) -> bool:
    """Whether there is such a file; OSError for what looks like one and is not: a folder, a pipe, a device."""
    if file.exists() and not file.is_file():
        raise OSError("no ordinary file")
    return file.exists()


def opened(file: Path) -> IO[str]:
    """The file (a new one if there is none), open for adding lines, with its lock."""
    there(file)
    out = file.open("a", encoding="utf-8")
    try:
        if fcntl is not None:
            fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.fstat(out.fileno()), file.stat()):
            raise BlockingIOError                   # another arena has just replaced it
    except BlockingIOError:
        out.close()
        raise ArenaError(f"{file}: another arena is playing into this file; wait for its end, or name another file") from None
    except BaseException:
        out.close()
        raise
    return out


def replace(file: Path, text: str) -> None:
    """Write a file anew: whole or not at all, whatever happens meanwhile."""
    number, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with open(number, "w", encoding="utf-8") as out:
            out.write(text)
        if file.exists():
            shutil.copymode(file, name)
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def lines(games: Sequence[Played]) -> str:
    """As the file has them."""
    return "".join(json.dumps(asdict(one)) + "\n" for one in games)


def parsed(line: bytes) -> Any:
    """None for what is no JSON."""
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError):            # also what is not UTF-8
        return None


# ---- its first line

def identity(contest: Contest) -> dict[str, Any]:
    """All that games must have in common to be counted together, as plain data."""
    game = contest.open()
    settings = {name: deciding(bot_of(name, game, contest.iterations), contest.players) for name in contest.names}
    said = {
        "game": game.id, "rules_version": game.rules_version, "search_version": SEARCH_VERSION.get(game.id, 1), "components": game.components.hash,
        "players": contest.players, "bots": contest.bots, "iterations": contest.iterations, "options": dict(contest.options),
        "settings": {name: values for name, values in settings.items() if values},
    }
    return dict(json.loads(json.dumps(said)))


def deciding(bot: Bot, players: int) -> dict[str, Any]:
    """The settings that a bot's choices follow from: how other levels search makes no difference to it, nor the number of its own if another is given."""
    if isinstance(bot, SearchBot):
        settings, own = asdict(settings_of(bot.game.id, players, bot.level).but(**bot.changes)), bot.level if bot.iterations is None else ""
        return {name: value for name, value in settings.items() if name not in OF_A_LEVEL or name == own}
    if isinstance(bot, GreedyBot) and bot.errs_in:
        return {"easy_errs_in": bot.errs_in, "easy_slip": bot.slip}
    return {}


SHAPE: dict[str, tuple[type, ...]] = {
    "game": (str,), "players": (int,), "bots": (list,), "iterations": (int, type(None)), "options": (dict,), "settings": (dict,),
}
"""What kinds of values the first line must have."""


def header(file: Path, first: bytes) -> dict[str, Any]:
    """What a first line says; ArenaError when it is none."""
    held = parsed(first)
    fits = isinstance(held, dict) and all(key in held and type(held[key]) in kinds for key, kinds in SHAPE.items())
    if not fits or not all(isinstance(bot, str) for bot in held["bots"]) or not all(isinstance(one, dict) for one in held["settings"].values()):
        raise ArenaError(f"{file}: this holds no games of the arena; name a file that is not there yet")
    return dict(held)


def check_first(file: Path, first: bytes, wanted: dict[str, Any]) -> None:
    """ArenaError unless the games of a file were played as wanted."""
    other = differing(in_todays_form(header(file, first), wanted), wanted)
    if other:
        raise ArenaError(f"{file}: these games were played with {other}; name another file")


def in_todays_form(held: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """Files of before have no version of the search, settings that made no difference, and not all that there are now."""
    settings = {name: without_idle(ADDED | values, wanted["settings"].get(name, {})) for name, values in held["settings"].items()}
    return {"search_version": 1} | held | {"settings": settings}


def without_idle(held: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in held.items() if name in wanted or name not in OF_A_LEVEL and name not in ADDED}


def differing(held: dict[str, Any], wanted: dict[str, Any]) -> str:
    """The first thing in which two contests differ, in words; "" if none.

    >>> differing({"bots": {"hard": {"depth": 3, "bias": 1.0}}}, {"bots": {"hard": {"depth": 9, "bias": 1.0}}})
    'bots, hard, depth 3, not 9'
    >>> differing({"depth": 3}, {"depth": 3, "width": 8}), differing({"depth": 3, "width": 8}, {"depth": 3})
    ('no width, not 8', 'width 8, which there is not now')
    """
    for key in [*wanted, *(key for key in held if key not in wanted)]:
        if key not in wanted:
            return f"{key} {held[key]}, which there is not now"
        if key not in held:
            return f"no {key}, not {wanted[key]}"
        if held[key] != wanted[key]:
            inner = differing(held[key], wanted[key]) if isinstance(held[key], dict) and isinstance(wanted[key], dict) else ""
            return f"{key}, {inner}" if inner else f"{key} {held[key]}, not {wanted[key]}"
    return ""


# ---- its games

def games_of(file: Path, rest: Sequence[bytes], players: int) -> Iterator[Played]:
    """The games in the lines after the first; ArenaError names a line that is none. What stands behind the last line break was cut off."""
    for number, line in enumerate(rest, 2):
        data = parsed(line)
        if not line.strip() or data is None and number == len(rest) + 1:
            continue
        wrong = "this is no game" if not isinstance(data, dict) else wrong_in(data, players)
        if wrong:
            raise ArenaError(f"{file}, line {number}: {wrong}; delete the line")
        yield Played(data["deal"], tuple(data["seating"]), tuple(data["scores"]), tuple(data["winners"]))


def wrong_in(data: dict[str, Any], players: int) -> str:
    """What cannot be in a game; "" if nothing."""
    seating, scores, winners = (whole(data.get(key)) for key in ("seating", "scores", "winners"))
    if type(data.get("deal")) is not int:
        return "the number of the deal is missing"
    if seating is None or sorted(seating) != list(range(players)):
        return f"seating must have each of the bots 0 to {players - 1} once"
    if scores is None or len(scores) != players:
        return f"scores must be {players} whole numbers"
    if winners is None or len(set(winners)) < len(winners) or not set(winners) <= set(range(players)):
        return f"winners must be seats, 0 to {players - 1}"
    return ""


def whole(value: Any) -> list[int] | None:
    """A list of whole numbers, or None if it is none."""
    return value if isinstance(value, list) and all(type(one) is int for one in value) else None


def complete(games: Sequence[Played], players: int) -> list[Played]:
    """The games of deals that were played once with each turn of the seats."""
    by_deal = seatings(games)
    wanted = sorted(rotations(players))
    return [one for one in games if sorted(by_deal[one.deal]) == wanted]


def seatings(games: Iterable[Played]) -> dict[int, list[tuple[int, ...]]]:
    """How the bots sat in the games of each deal."""
    found: dict[int, list[tuple[int, ...]]] = {}
    for one in games:
        found.setdefault(one.deal, []).append(one.seating)
    return found
