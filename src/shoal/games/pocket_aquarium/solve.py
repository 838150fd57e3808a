"""The best line of play from a position: beams of growing width on all cores, until the best possible score is reached, proved, or time is up.

Every answer is a line that the rules have replayed. The bound is a score that nobody can exceed; where both meet, the line is proved best. A bound is
lowered where a beam has dropped nothing, and by `prove.py`.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from shoal.engine.errors import ShoalError
from shoal.engine.facts import TRUTH
from shoal.engine.form import compiled

from .prove import Prover, most_possible
from .solver_beam import WIDTH, Beam
from .solver_tables import SolverTables

WEIGHTS = (60, 260, 120, 25, 20, 80, 150, 180, 370, 6, 60, 100)
"""In the order of solver_tables: opinions about playing, in hundredths of a point."""

OTHER_WEIGHTS = (
    (90, 390, 150, 30, 30, 80, 150, 180, 370, 6, 60, 100),
    (60, 260, 120, 25, 20, 60, 110, 140, 280, 12, 60, 100),
    (60, 260, 120, 25, 20, 80, 150, 180, 370, 6, 110, 70),
    (40, 180, 80, 15, 20, 80, 150, 180, 370, 6, 60, 130),
)
"""Tried when the widest beam has not found the best possible score."""

WIDTHS = (100, 1_000, 10_000, 60_000, WIDTH)
PLAIN_WIDTHS = (10, 40, 150, 600, 3_000)
NOISE = 60
OTHER_WAYS = 60

BEAM_BYTES = 80 << 20
"""What one beam takes in memory, about."""

BASE_BYTES = 64 << 20
MEMORY = 2 << 30
SECONDS = 60.0


class CannotSolve(ShoalError):
    """There is nothing to solve, or no room to do it in."""


@dataclass(frozen=True)
class Solution:
    """The best line known so far."""

    score: int
    moves: tuple[int, ...]
    bound: int
    """No line scores more."""
    width: int = 0
    tried: int = 0
    seconds: float = 0.0
    why: str = ""
    """How the bound is known, where it is lower than the best possible total: `searched` or `impossible`."""

    @property
    def proved(self) -> bool:
        return self.score >= self.bound


def certainty(game: Any, solution: Any) -> str:
    """Proved, or between which bounds the truth lies; a win that cannot be reached is said to be so."""
    t = game.texts
    win = game.box.win_from
    if solution.proved and solution.score < win:
        return str(t("solve.no_win", points=solution.score))
    if solution.proved:
        return str(t("solve.proved", points=solution.score))
    if solution.bound < win:
        return str(t("solve.no_win_between", points=solution.score, bound=solution.bound))
    return str(t("solve.between", points=solution.score, bound=solution.bound))


class TimeUp(Exception):
    """The search must end now."""


@dataclass
class Search:
    """One search that several threads work at. `improve` is called with every better solution."""

    state: Any
    seconds: float = SECONDS
    memory: int = MEMORY
    cores: int = 0
    improve: Callable[[Solution], None] | None = None
    best: Solution = field(init=False)
    beams: list[Beam] = field(init=False, default_factory=list)
    prover: Prover = field(init=False)

    def __post_init__(self) -> None:
        if self.state.observer != TRUTH or self.state.is_chance() or self.state.is_terminal():
            raise CannotSolve("there is nothing to solve: the position must wait for a move")
        self.began = time.monotonic()
        self.most = most_possible(self.state)
        """No grid brings more."""
        self.best = Solution(-1, (), self.most)
        self.tick: Callable[[float], None] | None = None
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self.make_beams()

    # ---- room

    def make_beams(self) -> None:
        """One for each core, as far as memory reaches; at least one. What is left serves the proof."""
        room = max(0, (self.memory - BASE_BYTES) // BEAM_BYTES)
        if room == 0:
            raise CannotSolve(f"the solver needs at least {(BASE_BYTES + BEAM_BYTES) >> 20} MiB of memory")
        most = os.cpu_count() or 1
        cores = min(self.cores or most, most)
        judge = tables_of(self.state.box, WEIGHTS, self.state.variant)
        for _ in range(min(cores, room)):
            try:
                self.beams.append(Beam(self.state, judge))
            except MemoryError:
                break
        if not self.beams:
            raise CannotSolve("there is not enough memory for a single beam; close other programs")
        self.prover = Prover(self.state, judge, cores, self.memory - BASE_BYTES - len(self.beams) * BEAM_BYTES)

    # ---- running

    def run(self, tick: Callable[[float], None] | None = None) -> Solution:
        """Search until the line is proved best or time is up. An interrupt (Ctrl-C) or a lack of memory ends it with what is known."""
        self.tick = tick
        self.pool = ThreadPoolExecutor(len(self.beams) + 1)
        try:
            self.look_wider()
            self.prove()
            self.look_elsewhere()
        except (TimeUp, KeyboardInterrupt, MemoryError):
            pass
        finally:
            self.halt()
            self.pool.shutdown(wait=True)
        return self.current()

    def look_wider(self) -> None:
        """Wider and wider beams; with the widest, the tables for a proof."""
        *narrow, widest = WIDTHS if compiled() else PLAIN_WIDTHS
        shares = [narrow[number::len(self.beams)] for number in range(len(self.beams))]
        self.together([partial(self.search, beam, share) for beam, share in zip(self.beams, shares, strict=True)])
        self.together([partial(self.search, self.beams[0], [widest]), *([self.prover.prepare] if self.goals() and len(self.beams) > 1 else [])])

    def goals(self) -> list[int]:
        """The scores above the best one of which a proof may say that they are out of reach, the highest first."""
        if not compiled():
            return []
        return [goal for goal in range(self.best.bound, max(self.best.score, 0), -1) if self.prover.can_prove(goal)]

    def prove(self) -> None:
        """Lower the bound, from the best possible score down to the best one found."""
        if self.goals():
            self.together([self.prover.prepare])
            self.look_closer()
        for goal in self.goals():
            if goal <= self.best.score or not self.prover.is_out_of_reach(goal, self.together):
                return
            with self._lock:
                self.best = replace(self.best, bound=goal - 1, why="impossible")
            self.check()

    def look_closer(self) -> None:
        """A widest beam that leaves out what the bounds rule out: for the best possible score, and for the next one."""
        bounds, calls = self.prover.bounds, []
        if bounds is not None:
            for beam, goal in zip(self.beams, self.goals(), strict=False):
                beam.set_proof(self.state, bounds)
                calls.append(partial(self.search, beam, [WIDTH], 0, 0, self.most - goal))
        self.together(calls)

    def look_elsewhere(self) -> None:
        """The widest beams in other ways, until time is up."""
        width = (WIDTHS if compiled() else PLAIN_WIDTHS)[-1]
        for salt in range(1, OTHER_WAYS, len(self.beams)):
            self.together([partial(self.search_otherwise, beam, width, salt + number) for number, beam in enumerate(self.beams)])

    def together(self, calls: Sequence[Callable[[], Any]]) -> list[Any]:
        """Call all at once; TimeUp when there is no time left or nothing left to find."""
        tasks = [self.pool.submit(call) for call in calls]
        rest: set[Any] = set(tasks)
        while rest:
            _, rest = wait(rest, timeout=0.05)
            self.check()
        return [task.result() for task in tasks]

    def check(self) -> None:
        spent = time.monotonic() - self.began
        if self.tick is not None:
            self.tick(min(1.0, spent / self.seconds))
        if spent >= self.seconds or self.best.proved:
            self.halt()
            raise TimeUp

    def halt(self) -> None:
        self._stopped.set()
        self.prover.halt()
        for beam in self.beams:
            beam.halt()

    def current(self) -> Solution:
        with self._lock:
            return replace(self.best, tried=sum(beam.looked_at() for beam in self.beams), seconds=time.monotonic() - self.began)

    # ---- what one thread does

    def search(self, beam: Beam, widths: Sequence[int], noise: int = 0, salt: int = 0, loss: int = -1) -> None:
        for width in widths:
            if self._stopped.is_set():
                return
            score, moves = beam.search(width, noise, salt, loss)
            bound = self.most
            if beam.is_exact():
                bound = max(score, self.most - loss - 1) if loss >= 0 else score
            self.take(score, moves, width, bound)

    def search_otherwise(self, beam: Beam, width: int, way: int) -> None:
        """With other weights, later with some chance in them."""
        weights = (WEIGHTS, *OTHER_WEIGHTS)[way % (len(OTHER_WEIGHTS) + 1)]
        beam.rejudge(tables_of(self.state.box, weights, self.state.variant))
        self.search(beam, [width], NOISE if way > len(OTHER_WEIGHTS) else 0, way)

    def take(self, score: int, moves: list[int], width: int, bound: int) -> None:
        """Note what a beam has found, after the rules have replayed it, and the bound that follows."""
        if score >= 0:
            score = replayed(self.state, moves)
        with self._lock:
            before = self.best
            if score > self.best.score:
                self.best = replace(self.best, score=score, moves=tuple(moves), width=width)
            if bound < self.best.bound:
                self.best = replace(self.best, bound=max(bound, self.best.score), why="searched")
            better = self.best.score > before.score
        if better and self.improve is not None:
            self.improve(self.current())


def replayed(state: Any, moves: list[int]) -> int:
    """The score of a line, as the rules count it."""
    end = state.copy()
    for action in moves:
        end.apply_action(0, action)
    if not end.is_terminal():
        raise AssertionError("a line of the solver does not reach the end")
    return int(end.scores()[0])


@lru_cache(maxsize=16)
def tables_of(box: Any, weights: tuple[int, ...], variant: int) -> SolverTables:
    return SolverTables(box, list(weights), variant)


def solve(state: Any, seconds: float = SECONDS, memory: int = MEMORY, cores: int = 0) -> Solution:
    """The best line from a position that waits for a move, and a bound.

    >>> from shoal.games import load_game
    >>> state = load_game("pocket_aquarium").new_deal("PL> SN> D1< PU< / A4< D3> G1< G4> / G3< G2< D4> A3> / RA> A1> A2> D2>")
    >>> solve(state, seconds=30).score
    33
    """
    return Search(state, seconds, memory, cores).run()


def quick(state: Any, width: int) -> tuple[int, list[int], bool]:
    """(score, moves, whether nothing better exists) of one narrow beam, for hints and grades."""
    beam = Beam(state, tables_of(state.box, WEIGHTS, state.variant))
    score, moves = beam.search(width)
    return score, moves, beam.is_exact()
