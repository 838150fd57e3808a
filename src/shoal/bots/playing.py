"""Whole games between bots, from seeds: the same seed gives the same game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shoal.engine.game import Game
from shoal.engine.state import Rng

from .bot import Bot


@dataclass(frozen=True)
class Played:
    """One game that is over: which bot (by its number) sat where, and what came out."""

    deal: int
    seating: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def points_of(self, bot: int) -> list[int]:
        """Points of every seat of a bot."""
        return [self.scores[seat] for seat, who in enumerate(self.seating) if who == bot]

    def share_of(self, bot: int) -> float:
        """What a bot has of the victory: 1 alone, a part if it is shared, 0 where nobody wins."""
        if not self.winners:
            return 0.0
        return sum(self.seating[seat] == bot for seat in self.winners) / len(self.winners)


def play_game(game: Game, bots: Sequence[Bot], seed: int, options: Mapping[str, Any] | None = None) -> Any:
    """The final state of a game with one bot for each seat. Chance and every seat have random numbers of their own.

    Options that are not given have their values for simulation, so that any game ends.
    """
    state = game.new_state(len(bots), options, simulation=True)
    state.remember()
    chance = Rng(seed, "chance")
    rngs = [Rng(seed, f"bot {seat}") for seat in range(len(bots))]
    state.advance(chance)
    while not state.is_terminal():
        for seat in state.actors():
            state.apply_action(seat, bots[seat].choose(state.masked(seat), rngs[seat]))
        state.advance(chance)
    return state


def rotations(number: int) -> list[tuple[int, ...]]:
    """Who sits where, once for each turn of the table: (0, 1), (1, 0)."""
    return [tuple((seat - turn) % number for seat in range(number)) for turn in range(number)]


def paired_games(game: Game, bots: Sequence[Bot], deals: int, first: int = 1, options: Mapping[str, Any] | None = None) -> Iterator[Played]:
    """Every deal once with each turn of the seats, so that luck with cards and seats goes to all alike."""
    for deal in range(first, first + deals):
        for seating in rotations(len(bots)):
            state = play_game(game, [bots[who] for who in seating], deal, options)
            yield Played(deal, seating, tuple(state.scores()), tuple(game.result(state).winners))


def lower_end(successes: float, trials: int, z: float = 1.96) -> float:
    """The lower end of Wilson's interval (95 % by default) of a share of successes."""
    if trials == 0:
        return 0.0
    share = successes / trials
    centre = share + z * z / (2 * trials)
    half = z * (share * (1 - share) / trials + z * z / (4 * trials * trials)) ** 0.5
    return float((centre - half) / (1 + z * z / trials))
