"""Every game × variant × number of players, and random walks through them: what the contract suite runs over.

Nothing here knows a game: cases come from the registry and from each game's own list of options.
"""

import json
import os
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from shoal.engine import form
from shoal.engine.errors import OptionError
from shoal.engine.state import Rng
from shoal.games import game_ids, load_game


class Case(NamedTuple):
    game_id: str
    players: int
    given: tuple[tuple[str, Any], ...]
    """The options that differ from the defaults."""

    @property
    def game(self) -> Any:
        return load_game(self.game_id)

    @property
    def options(self) -> dict[str, Any]:
        """What a simulation plays with, and what this case changes: random play must end."""
        return {o.key: o.simulation for o in self.game.options if o.simulation is not None} | dict(self.given)

    def start(self, memory: bool = True) -> Any:
        state = self.game.new_state(self.players, self.options)
        state.remember(memory)
        return state

    def __str__(self) -> str:
        return "-".join([self.game_id, str(self.players), *(f"{key}={value}" for key, value in self.given)])


def variants(game: Any) -> list[tuple[tuple[str, Any], ...]]:
    """The defaults, every other value of every option alone, and all options at their last value together."""
    others = [(option.key, value) for option in game.options for value in option.values if value != option.default]
    last = {option.key: next((v for v in reversed(option.values) if v != option.default), option.default) for option in game.options}
    together = tuple(item for item in last.items() if item in others)
    return list(dict.fromkeys([(), *((other,) for other in others), together]))


def cases(game_id: str) -> Iterator[Case]:
    """All combinations that the game plays; options that do not touch the position (what a table does for its players) make no case."""
    game = load_game(game_id)
    begun = set()
    for players, given in product(range(game.seats[0], game.seats[1] + 1), variants(game)):
        try:
            state = game.new_state(players, dict(given))
        except OptionError:
            continue
        if fingerprint(state) not in begun:
            begun.add(fingerprint(state))
            yield Case(game_id, players, given)


@cache
def all_cases() -> tuple[Case, ...]:
    return tuple(case for game_id in game_ids() for case in cases(game_id))


def daily_cases() -> tuple[Case, ...]:
    """The defaults with every number of players, and every variant with one number of players (the variants take turns)."""
    chosen = list(plain_cases())
    for game_id in game_ids():
        mine = [case for case in all_cases() if case.game_id == game_id and case.given]
        for turn, given in enumerate(dict.fromkeys(case.given for case in mine)):
            fitting = [case for case in mine if case.given == given]
            chosen.append(fitting[turn % len(fitting)])
    return tuple(chosen)


def plain_cases() -> tuple[Case, ...]:
    """One for each game and number of players, all options at their defaults."""
    return tuple(case for case in all_cases() if not case.given)


def games_to_play(compiled: int, plain: int) -> int:
    """How many games a test plays of one case, by the form that is loaded; SHOAL_TEST_GAMES multiplies it."""
    quick = form.compiled() and not os.environ.get("SHOAL_CHECKED")  # with every access checked, a game takes as long as in the plain form
    return (compiled if quick else plain) * int(os.environ.get("SHOAL_TEST_GAMES", "1"))


class Event(NamedTuple):
    """What comes next in a walk: a choice of a seat, or (seat None) a draw."""

    seat: int | None
    number: int

    def apply(self, state: Any) -> None:
        if self.seat is None:
            state.apply_outcome(self.number)
        else:
            state.apply_action(self.seat, self.number)


def next_event(state: Any, rng: Rng) -> Event:
    """A random one; any of the actors may be the next."""
    if state.is_chance():
        outcomes = state.chance_outcomes()
        point = rng.pick(sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            if point < weight:
                return Event(None, outcome)
            point -= weight
    actors = state.actors()
    seat = actors[rng.pick(len(actors))]
    legal = state.legal_actions(seat)
    return Event(seat, legal[rng.pick(len(legal))])


def walk(case: Case, seed: int, memory: bool = True) -> Iterator[tuple[Any, Event]]:
    """(position, what comes next) through a whole game; the position is one object that moves on."""
    state, rng = case.start(memory), Rng(seed, str(case))
    while not state.is_terminal():
        event = next_event(state, rng)
        yield state, event
        event.apply(state)


def positions(case: Case, seed: int, every: int = 1) -> Iterator[Any]:
    """Every so-manieth position of a game, and its end."""
    last = None
    for n, (state, _) in enumerate(walk(case, seed)):
        last = state
        if n % every == 0:
            yield state
    yield last


def text(data: Any) -> str:
    """Json, byte for byte."""
    return json.dumps(data, sort_keys=False)


def fingerprint(state: Any) -> str:
    """Everything of a position."""
    return text(state.to_json())


def observers(state: Any) -> range:
    return range(-1, state.players)
