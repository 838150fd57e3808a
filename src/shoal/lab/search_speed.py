"""How fast the bots' search runs: `shoal bench --search`."""

import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from shoal.bots.bot import preferences
from shoal.bots.search_knobs import Knobs
from shoal.bots.search_tree import Tree
from shoal.bots.settings import settings_of
from shoal.engine.form import compiled, describe
from shoal.engine.playout import Playouts
from shoal.engine.state import Masked, Rng
from shoal.games import load_game

from .bench import REPEATS, Work, rate, start, texts

THREAD_SECONDS = 0.5
"""Wall time of one run of threads, about."""


@dataclass(frozen=True)
class Speed:
    """Per second, from the first decision of a game."""

    players: int
    games: float
    """Random games, without any search."""
    bare: float
    """Iterations with random rollouts to the end, nothing looked at closely."""
    tuned: float
    """Iterations with the game's settings."""
    two_threads: float
    """How much more two threads do than one, by the clock."""


def measure(game_id: str, players: int, repeats: int = REPEATS) -> Speed:
    game = load_game(game_id)
    state = start(game, players)
    state.remember()
    state.advance(Rng(1, "search"))
    masked = state.masked(state.actors()[0])
    tuned = settings_of(game_id, players).knobs()
    world = masked.dealt(Rng(1, "search"))
    games, bare = rate(random_games(world), repeats), rate(iterations(masked, Knobs()), repeats)
    return Speed(players, games, bare, rate(iterations(masked, tuned), repeats), scaling(masked, repeats))


def random_games(world: Any) -> Work:
    playouts = Playouts(world, 1)

    def work(games: int) -> int:
        playouts.run(games)
        return games
    return work


def tree_of(masked: Masked, knobs: Knobs, seed: int = 1) -> tuple[Tree, list[int]]:
    looks = preferences(masked)
    tree = Tree(masked.state, masked.observer, seed, knobs)
    tree.open(sorted(looks), [looks[action] for action in sorted(looks)])
    return tree, list(range(len(looks)))


def iterations(masked: Masked, knobs: Knobs) -> Work:
    """Iterations of one tree that grows all the while, as it would in a game."""
    tree, all_moves = tree_of(masked, knobs)

    def work(passes: int) -> int:
        tree.run(all_moves, passes)
        return passes * len(all_moves)
    return work


def scaling(masked: Masked, repeats: int) -> float:
    """Wall time of one tree after the other to that of both at once: the median of several. It tells something on a quiet machine only."""
    trees = [tree_of(masked, Knobs(), seed)[0] for seed in (1, 2)]
    moves = list(range(trees[0].count))
    passes = 1
    while seconds([(trees[0], moves, passes)], 1) < THREAD_SECONDS / 4:
        passes *= 4
    work = [(tree, moves, passes) for tree in trees]
    return statistics.median(seconds(work, 1) / seconds(work, 2) for _ in range(repeats))


def seconds(work: Sequence[tuple[Tree, list[int], int]], threads: int) -> float:
    """By the clock, until so many threads have done all of this."""
    with ThreadPoolExecutor(threads) as pool:
        began = time.perf_counter()
        list(pool.map(lambda one: one[0].run(one[1], one[2]), work))
        return time.perf_counter() - began


def run(game_ids: Sequence[str], console: Console | None = None) -> None:
    """Measure and print."""
    console, say = console or Console(highlight=False), texts()
    repeats = REPEATS if compiled() else 1
    console.print(say("bench.form", form=describe()))
    table = Table(title=say("search.title", repeats=repeats), title_justify="left")
    table.add_column("")
    for name in ("players", "bare_games", "bare", "ratio", "tuned", "two"):
        table.add_column(say(f"search.{name}"), justify="right")
    for game_id in game_ids:
        game = load_game(game_id)
        for players in sorted({game.seats[0], game.seats[1]}):
            one = measure(game_id, players, repeats)
            whole = [say("search.whole", value=value) for value in (one.games, one.bare, one.tuned)]
            ratio, two = say("search.part", value=one.bare / one.games), say("search.times", value=one.two_threads)
            table.add_row(game.title, str(players), whole[0], whole[1], ratio, whole[2], two)
    console.print(table)
    console.print(say("search.how"))
