"""Games of a contest kept in a file, so that a long arena can be stopped at any moment and gone on with.

The first line says what was played, by which bots with which settings; each other line is one game. Numbers of deals come from the seed of the
contest, so the same file grows with another number of games, or with another seed.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from shoal.bots.deep import SearchBot
from shoal.bots.playing import Played
from shoal.bots.settings import settings_of

from shoal.games import load_game

from .arena import ArenaError, Contest, bot_of, contest


LEVELS = ("hard", "expert", "hint", "easy_slip")
"""Settings of one level each."""


class KeptGames:
    """What a file holds of a contest; ArenaError when it holds another one, or is no such file.

    A line that was cut off when the process was killed, and the games of a deal that is not complete, are played again.
    """

    def __init__(self, file: Path, contest: Contest) -> None:
        self.file, self.contest = file, contest
        self.played: list[Played] = self._read() if file.exists() else []
        whole = file.with_name(f"{file.name}.new")
        whole.write_text(json.dumps(identity(contest)) + "\n" + lines(self.played), encoding="utf-8")
        whole.replace(file)

    def _read(self) -> list[Played]:
        first, *rest = self.file.read_text(encoding="utf-8").splitlines() or [""]
        wanted = identity(self.contest)
        held = parsed(first)
        if not isinstance(held, dict) or set(held) != set(wanted):
            raise ArenaError(f"{self.file}: this holds no games of the arena; name a file that is not there yet")
        other = differing(held, wanted)
        if other:
            raise ArenaError(f"{self.file}: these games were played with {other}; name another file")
        games = [game_of(one) for line in rest if isinstance(one := parsed(line), dict)]
        complete = [deal for deal, number in counted(games).items() if number == self.contest.players]
        return [one for one in games if one.deal in complete]

    def of(self, deal: int) -> list[Played]:
        """The games of a deal, all or none."""
        return [one for one in self.played if one.deal == deal]

    def add(self, games: Sequence[Played]) -> None:
        """Keep the games of a deal."""
        self.played += games
        with self.file.open("a", encoding="utf-8") as out:
            out.write(lines(games))


def kept_in(file: Path) -> KeptGames:
    """The games of a file, whatever was played; ArenaError when bots have other settings now, or it is no such file."""
    said = parsed(file.read_text(encoding="utf-8").partition("\n")[0])
    try:
        asked = contest(load_game(said["game"]), said["players"], said["bots"], 1, 1, said["iterations"], said["options"])
    except (KeyError, TypeError):
        raise ArenaError(f"{file}: this holds no games of the arena") from None
    return KeptGames(file, asked)


def lines(games: Sequence[Played]) -> str:
    """As the file has them."""
    return "".join(json.dumps(asdict(one)) + "\n" for one in games)


def identity(contest: Contest) -> dict[str, Any]:
    """All that games must have in common to be counted together, as plain data."""
    game = contest.open()
    made = {name: bot_of(name, game, contest.iterations) for name in contest.names}
    settings = {name: deciding(bot, contest.players) for name, bot in made.items() if isinstance(bot, SearchBot)}
    said = {
        "game": game.id, "rules_version": game.rules_version, "components": game.components.hash, "players": contest.players, "bots": contest.bots,
        "iterations": contest.iterations, "options": dict(contest.options), "settings": settings,
    }
    return dict(json.loads(json.dumps(said)))


def deciding(bot: SearchBot, players: int) -> dict[str, Any]:
    """The settings that a bot's choices follow from: how other levels search makes no difference to it."""
    settings = asdict(settings_of(bot.game.id, players).but(**bot.changes))
    return {name: value for name, value in settings.items() if name not in LEVELS or name == bot.level}


def differing(held: dict[str, Any], wanted: dict[str, Any]) -> str:
    """The first thing in which two contests differ, in words; "" if none.

    >>> differing({"bots": {"hard": {"depth": 3, "bias": 1.0}}}, {"bots": {"hard": {"depth": 9, "bias": 1.0}}})
    'bots, hard, depth 3, not 9'
    """
    for key, value in wanted.items():
        if held.get(key) != value:
            inner = differing(held[key], value) if isinstance(value, dict) and isinstance(held.get(key), dict) else ""
            return f"{key}, {inner}" if inner else f"{key} {held.get(key)}, not {value}"
    return ""


def parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def game_of(data: dict[str, Any]) -> Played:
    try:
        return Played(int(data["deal"]), tuple(data["seating"]), tuple(data["scores"]), tuple(data["winners"]))
    except (KeyError, TypeError, ValueError):
        raise ArenaError(f"a kept game is incomplete: {json.dumps(data)[:80]}") from None


def counted(games: Iterable[Played]) -> dict[int, int]:
    """How many games of each deal there are."""
    number: dict[int, int] = {}
    for one in games:
        number[one.deal] = number.get(one.deal, 0) + 1
    return number
