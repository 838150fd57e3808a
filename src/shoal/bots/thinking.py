"""How a searching bot comes to its choice: candidates, rounds of trials that the worse half does not survive, several threads."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from operator import methodcaller
from typing import Any

from shoal.engine.state import Masked, Rng

from .bot import preferences
from .keeping import Kept
from .search_tree import Tree
from .settings import Settings

MOST_THREADS = 64
ENDLESS = 1 << 20
"""Iterations in one go where nothing else stops them."""

HARDLY = 0.3
"""The part of a mixture below which an action is not chosen at all: with few iterations it stands for doubt, not for a plan."""

FEWEST, LOOK = 12, 4
"""Trials of a candidate before the first look whether it is surely behind, and between two looks."""

BEFORE = 3
"""No look before each candidate has had one in so many of the trials that are its due: at first the tree does not know the answers."""

DOUBT = 0.1
"""Differences count as spread by as much as this at least, so that no move is dropped because a few trials were all alike."""

SEVERAL = 4
"""Trials in one go where several threads have to wait for each other."""

CHUNK = 0.02
"""Seconds between two looks at the clock, about."""


@dataclass(frozen=True)
class Trial:
    """What a search found out about a move."""

    action: int
    visits: int
    value: float
    """Mean worth of what came of it, from 0 to 1."""
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
    gains: Mapping[int, Sequence[float]] = field(default_factory=dict)
    """What each candidate was worth in each world, in the order of the worlds; who was given up early was not tried in the later ones."""


@dataclass(frozen=True)
class Budget:
    """When to stop: after so many iterations, or so many seconds, whichever comes first (None: no such limit)."""

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        endless = self.iterations is None and self.seconds is None
        if endless or self.iterations is not None and self.iterations < 1 or self.seconds is not None and not self.seconds > 0:
            raise ValueError("a search needs a number of iterations or of seconds to stop at")


def think(
    masked: Masked, settings: Settings, budget: Budget, seed: int = 1, threads: int = 1, truth: Any = None, kept: Kept | None = None,
) -> Thought:
    """Search for the observer of a mask, who must be asked something. Same seed, iterations and threads: same outcome, unless the clock stops it.

    `truth`, a true state, lets it see what is hidden: only to measure how much luck there is. `kept` has what the search before found out, with
    the same settings, and keeps what this one does: then the outcome depends on that as well.
    """
    looks = preferences(masked)
    if not looks:
        raise ValueError("only a seat that is asked can think about its move")
    trees, passed = kept.trees_for(masked) if kept is not None else ([], 0)
    search = Search(masked, looks, settings, budget, seed, threads, truth, trees, passed)
    thought = search.run()
    if kept is not None:
        kept.keep(masked, thought.action, search.trees)
    return thought


@dataclass
class Ahead:
    """How much more one candidate was worth than another in the same worlds: sums that go on from one look to the next."""

    worlds: int = 0
    total: float = 0.0
    squares: float = 0.0

    def follow(self, mine: Sequence[float], other: Sequence[float]) -> None:
        """Add the worlds that have come since the last look."""
        for gain, its in zip(mine[self.worlds:], other[self.worlds:], strict=True):
            self.total += gain - its
            self.squares += (gain - its) * (gain - its)
        self.worlds = len(mine)

    def variance(self) -> float:
        return max(0.0, self.squares - self.total * self.total / self.worlds) / (self.worlds - 1)


class Race:
    """Who may still be the best, from how all did in the same worlds with the same luck."""

    def __init__(self, runners: int, sure: float, trials: int, known: int = 0) -> None:
        self.gains: list[list[float]] = [[] for _ in range(runners)]
        self.ahead: dict[tuple[int, int], Ahead] = {}
        self.sure = sure
        self.fewest = max(FEWEST, trials // BEFORE - known)
        self.tried = 0

    def note(self, alive: Sequence[int], gains: Sequence[float]) -> None:
        """What those who are still in it were worth in one more trial."""
        self.tried += 1
        for i, gain in zip(alive, gains, strict=True):
            self.gains[i].append(gain)

    def due(self) -> bool:
        return self.sure > 0 and self.tried >= self.fewest and self.tried % LOOK == 0

    def fit(self, ranked: list[int], left: int) -> list[int]:
        """Those (given from the best on) that are not surely behind, and could still catch up in as many trials as are left."""
        return [i for i in ranked if i == ranked[0] or self.may_win(i, ranked[0], left)]

    def may_win(self, i: int, best: int, left: int) -> bool:
        ahead = self.ahead.setdefault((best, i), Ahead())
        ahead.follow(self.gains[best], self.gains[i])
        return ahead.total < self.sure * math.sqrt((ahead.variance() + DOUBT * DOUBT) * min(ahead.worlds, left))


class Search:
    """One search: the trees of all threads, and which candidates are still alive."""

    def __init__(
        self, masked: Masked, looks: dict[int, float], settings: Settings, budget: Budget, seed: int, threads: int, truth: Any = None,
        trees: Sequence[Tree] = (), passed: int = 0,
    ) -> None:
        self.began = time.perf_counter()
        self.budget, self.settings = budget, settings
        likely = sorted(looks, key=lambda action: (-looks[action], action))[:settings.width]
        self.actions = sorted(likely)
        self.looks = [looks[action] for action in self.actions]
        self.rng = Rng(seed, "choice")
        self.mixes = masked.decision() in settings.mix and len(masked.dealt(Rng(seed, "others")).actors()) > 1
        root = masked.state if truth is None else truth
        self.trees = list(trees) or [
            Tree(root, masked.observer, seed * MOST_THREADS + number, settings.knobs()) for number in range(min(threads, MOST_THREADS))]
        for tree in self.trees:
            tree.open(self.actions, self.looks)
        self.pool: ThreadPoolExecutor | None = None
        runs = len(self.actions) * len(self.trees)
        self.race = Race(len(self.actions), settings.sure, (budget.iterations or 0) // runs, passed // runs)
        self.step = 1 if len(self.trees) == 1 else SEVERAL
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
        gains = dict(zip(self.actions, self.race.gains, strict=True))
        return Thought(action, trials, self.done, time.perf_counter() - self.began, gains)

    # ---- sequential halving: every round has the same share of the budget; who is surely behind does not wait for its end

    def halved(self) -> int:
        """Rounds of trials in common worlds; the better half goes on."""
        alive = list(range(len(self.actions)))
        rounds = math.ceil(math.log2(len(alive)))
        for number in range(1, rounds + 1):
            alive = self.ranked(self.spend(alive, number / rounds))[:math.ceil(len(self.actions) / 2**number)]
        return self.actions[alive[0]]

    def spend(self, alive: list[int], part: float) -> list[int]:
        """Try these until a part of the whole budget is used up, once at least; returns those that may still be the best."""
        first = True
        while len(alive) > 1 and (first or not self.out_of_time(part)):
            each = len(alive) * len(self.trees) * self.step
            if self.left(part) < each and not first:
                break
            first = False
            for gains in self.everywhere(methodcaller("run", alive, self.step)):
                self.race.note(alive, gains)
            self.done += each
            if self.race.due():
                alive = self.race.fit(self.ranked(alive), self.left(1.0) // each)
        return alive

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
    visits, value, points, wins = (sum(column) for column in zip(*sums, strict=True))
    n = max(1.0, visits)
    return Trial(action, int(visits), value / n, points / n, wins / n)
