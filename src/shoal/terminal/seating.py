"""Who sits where: people and bots, from what the command line says."""

import difflib
from collections.abc import Sequence

from shoal.engine.game import Game

from . import texts
from .failures import UsageError

NO_SEAT = "none"


def seat_bots(game: Game, players: int | None, bots: Sequence[str], people: Sequence[int] | None, known: Sequence[str]) -> list[str]:
    """For each seat the level of its bot, or "" for a person.

    One level fills all seats that people do not take; several levels take one seat each, in order. `people` are the seats (0-based)
    that people take; None: the first ones.
    """
    for level in bots:
        if level not in known:
            raise UsageError(_unknown_level(level, known))
    count = _players(game, players, bots, people)
    game.effective_options(count)
    taken = _people(count, bots, people)
    free = [seat for seat in range(count) if seat not in taken]
    if not bots and free:
        raise UsageError(texts()("seats.empty", seats=_list(free)))
    if bots and not free:
        raise UsageError(texts()("seats.full", players=count))
    if len(bots) > 1 and len(bots) != len(free):
        raise UsageError(texts()("seats.mismatch", bots=len(bots), free=len(free), players=count))
    levels = list(bots) if len(bots) > 1 else list(bots) * len(free)
    return ["" if seat in taken else levels[free.index(seat)] for seat in range(count)]


def read_seats(text: str | None) -> list[int] | None:
    """Seats as typed, `1` or `1,3` or `none`, as 0-based numbers."""
    if text is None:
        return None
    parts = [part.strip().lower() for part in text.split(",")]
    if parts == [NO_SEAT]:
        return []
    if not all(part.isascii() and part.isdigit() and len(part) < 3 and 1 <= int(part) <= 99 for part in parts) or len(set(parts)) < len(parts):
        raise UsageError(texts()("seats.unreadable", given=text))
    return [int(part) - 1 for part in parts]


def read_levels(text: str | None) -> list[str]:
    """Levels as typed: `greedy` or `easy,greedy`."""
    return [part.strip().lower() for part in text.split(",")] if text else []


def _players(game: Game, players: int | None, bots: Sequence[str], people: Sequence[int] | None) -> int:
    if players is not None:
        return players
    if people is None:
        needed = len(bots) + 1 if bots else 0
    else:
        needed = max(len(people) + len(bots), max(people, default=-1) + 1)
    return max(game.seats[0], needed if len(bots) > 1 else min(needed, game.seats[1]))


def _people(count: int, bots: Sequence[str], people: Sequence[int] | None) -> list[int]:
    if people is not None:
        beyond = [seat for seat in people if seat >= count]
        if beyond:
            raise UsageError(texts()("seats.beyond", seat=beyond[0] + 1, players=count))
        return list(people)
    if not bots:
        return list(range(count))
    return list(range(1 if len(bots) == 1 and count > 1 else max(0, count - len(bots))))


def _list(seats: Sequence[int]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)


def _unknown_level(level: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(level, known, 1)
    hint = texts()("levels.near", near=near[0]) if near else texts()("levels.known", known=", ".join(known))
    return texts()("levels.unknown", level=level, hint=hint)
