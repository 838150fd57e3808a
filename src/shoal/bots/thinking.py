"""How a searching bot comes to its choice: candidates, rounds of trials that the worse half does not survive, several threads."""

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import methodcaller
from typing import Any

from shoal.engine.state import Masked, Rng

from .bot import preferences
from .search_tree import Tree
from .settings import Settings

MOST_THREADS = 64
ENDLESS = 1 << 20
"""Iterations in one go where nothing else stops them."""

HARDLY = 0.3
"""The part of a mixture below which an action is not chosen at all: with few iterations it stands for doubt, not for a plan."""

CHUNK = 0.02
"""Seconds between two looks at the clock, about."""


@dataclass(frozen=True)
class Trial:
    """What a search found out about a move."""

    action: int
    visits: int
    value: float
    """Mean worth of what came of it, from 0 to 1."""
    error: float
    """Standard error of the mean."""
    points: float
    """The seat's points at the end, on average (its own expectation where rollouts are cut off)."""
    wins: float
    """Its share of victories, on average."""


@dataclass(frozen=True)
class Thought:
    """The outcome of a search: all candidates, the best first, and what to do."""

    action: int
    trials: tuple[Trial, ...]
    iterations: int
    seconds: float


@dataclass(frozen=True)
class Budget:
    """When to stop: after so many iterations, or so many seconds, whichever comes first (None: no such limit)."""

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None or (self.iterations or 1) < 1 or (self.seconds or 1.0) <= 0:
            raise ValueError("a search needs a number of iterations or of seconds to stop at")


def think(masked: Masked, settings: Settings, budget: Budget, seed: int = 1, threads: int = 1, truth: Any = None) -> Thought:
    """Search for the observer of a mask, who must be asked something. Same seed, iterations and threads: same outcome, unless the clock stops it.

    `truth`, a true state, lets it see what is hidden: only to measure how much luck there is.
    """
    looks = preferences(masked)
    if not looks:
        raise ValueError("only a seat that is asked can think about its move")
    return Search(masked, looks, settings, budget, seed, threads, truth).run()


class Search:
    """One search: the trees of all threads, and which candidates are still alive."""

    def __init__(self, masked: Masked, looks: dict[int, float], settings: Settings, budget: Budget, seed: int, threads: int, truth: Any = None) -> None:
        self.began = time.perf_counter()
        self.budget, self.settings = budget, settings
        likely = sorted(looks, key=lambda action: (-looks[action], action))[:settings.width]
        self.actions = sorted(likely)
        self.looks = [looks[action] for action in self.actions]
        self.rng = Rng(seed, "choice")
        self.mixes = masked.decision() in settings.mix and len(masked.dealt(Rng(seed, "others")).actors()) > 1
        root = masked.state if truth is None else truth
        self.trees = [Tree(root, masked.observer, seed * MOST_THREADS + number, settings.knobs()) for number in range(min(threads, MOST_THREADS))]
        for tree in self.trees:
            tree.open(self.actions, self.looks)
        self.pool: ThreadPoolExecutor | None = None
        self.done = 0

    def run(self) -> Thought:
        if len(self.actions) == 1:
            return Thought(self.actions[0], (), 0, 0.0)
        if len(self.trees) == 1:
            return self.thought(self.chosen())
        with ThreadPoolExecutor(len(self.trees), "shoal-search") as self.pool:
            return self.thought(self.chosen())

    def chosen(self) -> int:
        return self.mixed() if self.mixes else self.halved()

    def thought(self, action: int) -> Thought:
        trials = tuple(sorted(self.trials(), key=lambda trial: (trial.action != action, -trial.visits, -trial.value)))
        return Thought(action, trials, self.done, time.perf_counter() - self.began)

    # ---- sequential halving: every round has the same share of the budget

    def halved(self) -> int:
        """Rounds of trials in common worlds; the better half goes on."""
        alive = list(range(len(self.actions)))
        rounds = math.ceil(math.log2(len(alive)))
        for number in range(1, rounds + 1):
            self.spend(alive, number / rounds)
            alive = self.ranked(alive)[:(len(alive) + 1) // 2]
        return self.actions[alive[0]]

    def spend(self, alive: Sequence[int], part: float) -> None:
        """Try these until a part of the whole budget is used up, once at least."""
        each, step, first = len(alive) * len(self.trees), 1, True
        while first or not self.out_of_time(part):
            passes = min(step, self.left(part) // each)
            if passes < 1 and not first:
                return
            passes, first = max(1, passes), False
            before = time.perf_counter()
            self.everywhere(methodcaller("run", list(alive), passes))
            self.done += each * passes
            step = self.next_step(passes, time.perf_counter() - before)

    def left(self, part: float) -> int:
        """Iterations until a part of the budget is used up."""
        return round(self.budget.iterations * part) - self.done if self.budget.iterations is not None else ENDLESS

    def next_step(self, step: int, took: float) -> int:
        """As much as fits between two looks at the clock; all at once where no clock counts."""
        return ENDLESS if self.budget.seconds is None else max(1, min(4 * step, int(step * CHUNK / max(took, 1e-6))))

    def out_of_time(self, part: float) -> bool:
        return self.budget.seconds is not None and time.perf_counter() - self.began >= self.budget.seconds * part

    def ranked(self, alive: Sequence[int]) -> list[int]:
        """The best first, by what came of them, and a little by how they looked."""
        best = max(self.looks)
        trials = self.trials()

        def worth(i: int) -> float:
            x = (self.looks[i] - best) / self.settings.scale
            return trials[i].value + self.settings.bias * x / (1 + abs(x)) / (trials[i].visits + 1)
        return sorted(alive, key=lambda i: -worth(i))

    # ---- regret matching at the root

    def mixed(self) -> int:
        """One of the candidates, as often as the average strategy says; what it hardly ever chooses is left out."""
        each, step, weights = len(self.actions) * len(self.trees), 1, [[0.0] * len(self.actions)]
        while not self.done or not self.out_of_time(1.0):
            passes = min(step, self.left(1.0) // each)
            if passes < 1 and self.done:
                break
            passes, before = max(1, passes), time.perf_counter()
            weights = self.everywhere(methodcaller("mix", passes))
            self.done += each * passes
            step = self.next_step(passes, time.perf_counter() - before)
        totals = [sum(column) for column in zip(*weights, strict=True)]
        kept = [total if total >= HARDLY * sum(totals) else 0.0 for total in totals]
        return self.actions[drawn(kept if sum(kept) > 0 else totals, self.rng.pick(1 << 30) / (1 << 30))]

    # ---- all threads

    def everywhere(self, do: Callable[[Tree], Any]) -> list[Any]:
        """Do this with every tree, each in a thread of its own."""
        if self.pool is None:
            return [do(self.trees[0])]
        return list(self.pool.map(do, self.trees))

    def trials(self) -> list[Trial]:
        """Of every candidate, what all trees found together."""
        return [merged(action, [tree.sums_of(i) for tree in self.trees]) for i, action in enumerate(self.actions)]


def drawn(weights: Sequence[float], point: float) -> int:
    """The place that a point in [0, 1) falls on."""
    rest = point * sum(weights)
    for place, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return place
    return len(weights) - 1


def merged(action: int, sums: Sequence[tuple[float, ...]]) -> Trial:
    visits, value, squares, points, wins = (sum(column) for column in zip(*sums, strict=True))
    n = max(1.0, visits)
    variance = max(0.0, squares / n - (value / n) ** 2)
    return Trial(action, int(visits), value / n, math.sqrt(variance / n), points / n, wins / n)
