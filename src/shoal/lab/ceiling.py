"""How much of a game is luck: the search plays other bots once by its mask and once seeing everything, in the same paired deals.

    python -m shoal.lab.ceiling GAME [--players N] [--deals D] [--iterations I] [--against BOT]

Seeing everything means hands and whatever else is hidden now, not what will be drawn: nobody can do better than play well with that.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from shoal.bots.bot import Bot
from shoal.bots.playing import Played, rotations
from shoal.bots.settings import settings_of
from shoal.bots.thinking import Budget, think
from shoal.engine.errors import ShoalError
from shoal.engine.game import Game
from shoal.engine.state import Rng
from shoal.games import load_game

from .arena import ArenaError, Contest, Standing, bot_of, standings

SEARCH = "search"


def require(name: str, value: int, least: int = 1, most: int | None = None) -> None:
    """ArenaError when a number does not lie where it makes sense."""
    if value < least or most is not None and value > most:
        wanted = f"{least} or more" if most is None else f"a number from {least} to {most}"
        raise ArenaError(f"--{name}: {wanted} is expected, not {value}")


def play(game: Game, seating: Sequence[int], deal: int, iterations: int, seeing: bool, other: Bot) -> Any:
    """The final state of a game of the search (bot 0) against others."""
    state, chance = game.new_state(len(seating), simulation=True), Rng(deal, "chance")
    rngs = [Rng(deal, f"bot {seat}") for seat in range(len(seating))]
    state.remember()
    state.advance(chance)
    while not state.is_terminal():
        for seat in state.actors():
            masked = state.masked(seat)
            if seating[seat] == 0 and len(masked.legal_actions()) > 1:
                seed = rngs[seat].pick(1 << 30)
                thought = think(masked, settings_of(game.id, len(seating)), Budget(iterations), seed, truth=state if seeing else None)
                state.apply_action(seat, thought.action)
            else:
                state.apply_action(seat, other.choose(masked, rngs[seat]))
        state.advance(chance)
    return state


def measure(game: Game, players: int, deals: int, iterations: int, seeing: bool, first: int = 1, against: str = "greedy") -> Standing:
    """How the search does, with the same luck whether it sees or not."""
    played, other = [], bot_of(against, game)
    for deal in range(first, first + deals):
        for seating in rotations(players):
            state = play(game, seating, deal, iterations, seeing, other)
            played.append(Played(deal, seating, tuple(state.scores()), tuple(game.result(state).winners)))
    return standings(Contest(game.id, players, (SEARCH, *[against] * (players - 1)), deals, first, iterations), played)[0]


def report(asked: argparse.Namespace) -> None:
    """Measure and print; ShoalError says what makes no sense, before anything is played."""
    game = load_game(asked.game)
    game.effective_options(asked.players)
    require("deals", asked.deals)
    require("iterations", asked.iterations)
    require("seed", asked.seed, 0)
    bot_of(asked.against, game)
    for seeing in (False, True):
        one = measure(game, asked.players, asked.deals, asked.iterations, seeing, asked.seed, asked.against)
        who = "sees everything" if seeing else "sees its mask"
        won, lead = one.won, one.lead
        print(f"{who}: won {won.mean:.1%} ({won.low:.1%} to {won.high:.1%}), lead {lead.mean:+.2f} ({lead.low:+.2f} to {lead.high:+.2f})", flush=True)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m shoal.lab.ceiling", description="How much of a game is luck.")
    parser.add_argument("game")
    for name, default in (("players", 2), ("deals", 20), ("iterations", 100), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--against", default="greedy")
    asked = parser.parse_args(words)
    try:
        report(asked)
    except ShoalError as problem:
        print(f"ceiling: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("ceiling: stopped", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
