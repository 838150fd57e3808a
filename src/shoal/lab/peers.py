"""Card games of OpenSpiel, measured like ours where it is installed."""

import random
from importlib import import_module, metadata, util
from typing import Any

GAMES = ("euchre", "oh_hell")
"""Card games of about the size of ours."""


def installed() -> bool:
    return util.find_spec("pyspiel") is not None


def title() -> str:
    return f"OpenSpiel {metadata.version('open_spiel')}"


def spiel() -> Any:
    return import_module("pyspiel")


def players(name: str) -> int:
    return int(spiel().load_game(name).num_players())


def inside(name: str, seed: int = 1) -> Any:
    """Decisions of whole games between its own uniform bots."""
    pyspiel = spiel()
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player + seed) for player in range(game.num_players())]
    decisions = decisions_per_game(game, bots)

    def work(games: int) -> int:
        for number in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        return round(games * decisions)
    return work


def decisions_per_game(game: Any, bots: Any, games: int = 500) -> float:
    """Counted outside of the measured time."""
    total = 0
    for number in range(games):
        state = game.new_initial_state()
        spiel().evaluate_bots(state, bots, number)
        total += sum(int(step.player) >= 0 for step in state.full_history())
    return total / games


def driven(name: str, seed: int = 1) -> Any:
    """Decisions of whole games, step by step from Python."""
    game = spiel().load_game(name)
    rng = random.Random(seed)
    chance = rng.random

    def advance(state: Any) -> None:
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])

    def work(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            advance(state)
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(chance() * len(legal))])
                decisions += 1
                advance(state)
        return decisions
    return work
