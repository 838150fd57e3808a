"""How fast the rules run on this machine: `shoal bench`."""

import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from time import thread_time
from typing import Any

from rich.console import Console
from rich.table import Table

from shoal._forms import SECOND
from shoal._plain import load_second
from shoal.engine.errors import ShoalError
from shoal.engine.form import compiled, describe
from shoal.engine.playout import Playouts
from shoal.engine.state import Rng
from shoal.engine.texts import Texts
from shoal.games import load_game

from . import peers as others

REPEATS = 5
PLAIN_REPEATS = 3
SECONDS = 0.1
"""CPU time of one repetition, about."""

MILLION = 1e6

Work = Callable[[int], int]
"""Does something so many times and says how many units that were."""


@cache
def texts() -> Texts:
    return Texts(Path(__file__).parent)


@dataclass(frozen=True)
class Speeds:
    """Units per second, by number of players; `every` takes all of them together, equal time for each decision."""

    by_players: dict[int, float]

    @property
    def every(self) -> float:
        return statistics.harmonic_mean(list(self.by_players.values()))


def rate(work: Work, repeats: int = REPEATS) -> float:
    """Units per second of this thread's CPU time: the median of several repetitions."""
    times, used = 1, 0.0
    while used < SECONDS / 4:
        began = thread_time()
        work(times)
        used = thread_time() - began
        times = times * 2 if used < SECONDS / 4 else max(1, round(times * SECONDS / used))
    rates = []
    for _ in range(repeats):
        began = thread_time()
        units = work(times)
        rates.append(units / (thread_time() - began))
    return statistics.median(rates)


# ---- what is measured

def inside(playouts: Any) -> Work:
    """Decisions of whole games without Python in between."""
    def work(games: int) -> int:
        before = playouts.decisions
        playouts.run(games)
        return int(playouts.decisions - before)
    return work


def driven(root: Any, rng: Any, seed: int = 1) -> Work:
    """Decisions of whole games, step by step through the public API."""
    chance = random.Random(seed).random

    def work(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = root.copy()
            state.advance(rng)
            while not state.is_terminal():
                seat = state.actors()[0]
                legal = state.legal_actions(seat)
                state.apply_action(seat, legal[int(chance() * len(legal))])
                decisions += 1
                state.advance(rng)
        return decisions
    return work


def copying(state: Any) -> Work:
    def work(times: int) -> int:
        copy = state.copy
        for _ in range(times):
            copy()
        return times
    return work


def middle(root: Any, rng: Any) -> Any:
    """A position in the middle of a random game."""
    length = driven(root, rng)(1) // 2
    state = root.copy()
    state.advance(rng)
    for _ in range(length):
        seat = state.actors()[0]
        legal = state.legal_actions(seat)
        state.apply_action(seat, legal[rng.pick(len(legal))])
        state.advance(rng)
    return state


def measure(game: Any, work_for: Callable[[Any, int], Work], repeats: int = REPEATS) -> Speeds:
    low, high = game.seats
    return Speeds({players: rate(work_for(game, players), repeats) for players in range(low, high + 1)})


def start(game: Any, players: int) -> Any:
    return game.new_state(players, simulation=True)


def import_time(statement: str, repeats: int = 3) -> float:
    """Seconds until a new process has carried out an import."""
    code = f"import time; began = time.perf_counter(); {statement}; print(time.perf_counter() - began)"
    return statistics.median(float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(repeats))


# ---- the report

@dataclass(frozen=True)
class Bench:
    """All figures of a game."""

    game_id: str
    inside: Speeds
    driven: Speeds
    copies: Speeds
    plain_inside: Speeds | None
    plain_driven: Speeds | None


def bench(game_id: str) -> Bench:
    """Measure one game in the form that runs and, beside the compiled one, in the plain form."""
    plain_inside, plain_driven = plain_speeds(game_id) if compiled() else (None, None)
    game = load_game(game_id)
    return Bench(
        game_id,
        measure(game, lambda game, players: inside(Playouts(start(game, players), seed=1))),
        measure(game, lambda game, players: driven(start(game, players), Rng(1, "bench"))),
        measure(game, lambda game, players: copying(middle(start(game, players), Rng(1, "bench")))),
        plain_inside,
        plain_driven,
    )


def plain_speeds(game_id: str) -> tuple[Speeds, Speeds]:
    """The plain form stands in this process as a second package."""
    load_second()
    games, playout, state = (import_module(f"{SECOND}.{name}") for name in ("games", "engine.playout", "engine.state"))
    game = games.load_game(game_id)
    return (
        measure(game, lambda game, players: inside(playout.Playouts(start(game, players), seed=1)), PLAIN_REPEATS),
        measure(game, lambda game, players: driven(start(game, players), state.Rng(1, "bench")), PLAIN_REPEATS),
    )


def run(game_ids: Sequence[str], peers: bool = False, console: Console | None = None) -> None:
    """Measure and print."""
    console = console or Console(highlight=False)
    if peers and not others.installed():
        raise ShoalError(texts()("bench.peers_missing"))
    console.print(texts()("bench.form", form=describe()))
    for game_id in game_ids:
        figures = bench(game_id)
        console.print(speed_table(figures))
        console.print(facts_table(figures))
        if peers:
            console.print(peers_table(figures))
    console.print(texts()("bench.how"))
    if peers:
        console.print(texts()("bench.peers_how"))


def speed_table(figures: Bench) -> Table:
    game = load_game(figures.game_id)
    table = Table(title=texts()("bench.title", game=game.title, repeats=REPEATS), title_justify="left")
    table.add_column(texts()("bench.players"))
    for players in (*figures.inside.by_players, texts()("bench.all")):
        table.add_column(str(players), justify="right")
    for name in ("inside", "driven", "plain_inside", "plain_driven", "copies"):
        speeds: Speeds | None = getattr(figures, name)
        if speeds is not None:
            values = (*speeds.by_players.values(), speeds.every)
            table.add_row(texts()(f"bench.{name}"), *(texts()("bench.rate", value=value / MILLION) for value in values))
    return table


def facts_table(figures: Bench) -> Table:
    say, table = texts(), Table(show_header=False)
    table.add_row(say("bench.copy"), say("bench.nanoseconds", value=1e9 / figures.copies.every))
    if figures.plain_inside is not None and figures.plain_driven is not None:
        table.add_row(say("bench.ratio_inside"), say("bench.times", value=figures.inside.every / figures.plain_inside.every))
        table.add_row(say("bench.ratio_driven"), say("bench.times", value=figures.driven.every / figures.plain_driven.every))
    table.add_row(say("bench.import"), say("bench.seconds", value=import_time("import shoal")))
    title = load_game(figures.game_id).title
    table.add_row(say("bench.load", game=title), say("bench.seconds", value=import_time(f"from shoal.games import load_game; load_game({figures.game_id!r})")))
    return table


def peers_table(figures: Bench) -> Table:
    say = texts()
    table = Table(title=say("bench.peers_title", what=others.title()), title_justify="left")
    for name in ("what", "inside", "driven"):
        table.add_column(say(f"bench.{name}"), justify="left" if name == "what" else "right")
    ours = (figures.inside.every, figures.driven.every)
    table.add_row(load_game(figures.game_id).title, *(say("bench.rate", value=value / MILLION) for value in ours))
    for name in others.GAMES:
        theirs = (rate(others.inside(name)), rate(others.driven(name)))
        table.add_row(say("bench.peer", name=name, players=others.players(name)), *(say("bench.rate", value=value / MILLION) for value in theirs))
        table.add_row(say("bench.ours", name=name), *(say("bench.times", value=mine / other) for mine, other in zip(ours, theirs, strict=True)))
    return table
