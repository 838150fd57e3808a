"""Deals by number: the start of a game that a seed gives, the same in the terminal, on the page and for the solver."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from shoal.engine.game import Game

from .chance import SeededChance


def numbered(game: Game, number: int, players: int | None = None, options: Mapping[str, Any] | None = None) -> Any:
    """The first position of the game that `--seed NUMBER` plays.

    >>> from shoal.games import load_game
    >>> numbered(load_game("pocket_aquarium"), 1) == numbered(load_game("pocket_aquarium"), 1)
    True
    """
    state = game.new_state(players, options)
    chance = SeededChance(number)
    draws = 0
    while state.is_chance():
        state.apply_outcome(chance.draw(state.chance_outcomes(), draws))
        draws += 1
    return state


def number_of_day(day: date | None = None) -> int:
    """Today's deal has the date as its number, the same for everybody (UTC).

    >>> number_of_day(date(2026, 12, 1))
    20261201
    """
    day = day if day is not None else datetime.now(UTC).date()
    return day.year * 10_000 + day.month * 100 + day.day
