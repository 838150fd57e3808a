"""Proofs for the solver: whether a score is out of reach, by looking at every position from which the bounds do not rule it out."""

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from .notation import CARDS
from .solver_bounds import FISH, Bounds
from .solver_proof import ACTING_SIDES, NO_SIDES, ROOM, SHARDS, TRUE_SIDES, Shard
from .solver_tables import SolverTables

SHARD_BYTES = 4 * 8 * ROOM + (100 << 20)
"""What one shard takes in memory, about."""

MOST_LOSS = 2

LEVELS = (NO_SIDES, ACTING_SIDES, TRUE_SIDES)
"""The quickest first."""

Together = Callable[[Sequence[Callable[[], Any]]], list[Any]]
"""Calls several things at once, on all cores, and gives their results."""


@lru_cache(maxsize=4)
def unfilled_bounds(box: Any) -> tuple[Bounds, threading.Lock]:
    return Bounds(box), threading.Lock()


class Prover:
    """Proves for one position that scores are out of reach."""

    def __init__(self, state: Any, judge: SolverTables, cores: int, memory: int) -> None:
        self.state, self.judge = state, judge
        self.number = next((n for n in (SHARDS, 2, 1) if n <= cores and n * SHARD_BYTES <= memory), 0)
        """Of shards; 0 where there is no room."""
        self.shards: list[Shard] = []
        self._bounds: Bounds | None = None
        self._halted = False

    def can_prove(self, goal: int) -> bool:
        """Whether the bounds say anything about a score: it must need every species whole."""
        most = self.state.tables.most[self.state.variant]
        return self.number > 0 and 0 <= most - goal <= MOST_LOSS and most - goal < loss_of_a_broken_species(self.state) and all_of_four(self.state.tables)

    def prepare(self) -> bool:
        """The tables of bounds, once for each box; False if halted before they were ready."""
        bounds, lock = unfilled_bounds(self.state.box)
        self._bounds = bounds
        with lock:
            if not bounds.is_filled() and not self._halted:
                bounds.fill()
        return bool(bounds.is_filled())

    @property
    def bounds(self) -> Bounds | None:
        """The tables, if they are ready."""
        return self._bounds if self._bounds is not None and self._bounds.is_filled() else None

    def is_out_of_reach(self, goal: int, together: Together) -> bool:
        """Whether it is proved that no line scores so much. False tells nothing."""
        bounds = self.bounds
        if bounds is None or self._halted:
            return False
        if not self.shards:
            try:
                self.shards = [Shard(self.state, self.judge, bounds, self.number) for _ in range(self.number)]
            except MemoryError:
                self.number = 0
                return False
        return any(self.is_proved(goal, level, together) for level in LEVELS if not self._halted)

    def is_proved(self, goal: int, level: int, together: Together) -> bool:
        """The same at one level of `solver_proof.py`."""
        loss = self.state.tables.most[self.state.variant] - goal
        for number, shard in enumerate(self.shards):
            shard.begin(self.state, number, loss, level)
        for stop in range(self.state.stop, self.state.tables.length[self.state.path]):
            left = self.layer(stop, together)
            if self._halted or any(shard.full or shard.reached for shard in self.shards):
                return False
            if left == 0:
                return True
        return True

    def layer(self, stop: int, together: Together) -> int:
        """One turn; returns how many positions are left after it."""
        done = [False]
        while not all(done) and not self._halted and not self.is_full():
            done = together([partial(shard.expand_some, stop) for shard in self.shards])
            together([partial(shard.take_all, self.shards, number) for number, shard in enumerate(self.shards)])
            for shard in self.shards:
                shard.forget_found()
        return sum(shard.next_layer() for shard in self.shards)

    def is_full(self) -> bool:
        return any(shard.full for shard in self.shards)

    def halt(self) -> None:
        self._halted = True
        if self._bounds is not None and not self._bounds.is_filled():
            self._bounds.halt()
        for shard in self.shards:
            shard.halt()


def all_of_four(tables: Any) -> bool:
    """Whether every species has as many fish as the tables of bounds are made for."""
    return all(sum(tables.species[card] == kind for card in range(CARDS)) == FISH for kind in range(1, tables.kinds + 1))


def loss_of_a_broken_species(state: Any) -> int:
    """What the best possible score loses, at least, where a species is not one school: any split, any facing, every group beside the rasboras."""
    tables, school = state.tables, school_points(state)
    whole = school[FISH] + tables.beside_same
    broken = [worth_of(split, state) for split in splits_of(FISH) if split != (FISH,)]
    regular = tables.beside_same >= tables.beside_opposite >= 0 and tables.most[state.variant] == tables.kinds * whole
    return int(whole - max(*broken, tables.shoal[FISH] + tables.beside_shoal)) if regular else 0


def most_possible(state: Any) -> int:
    """A total that no grid exceeds: every species split as it pays best, every group beside the rasboras."""
    fish = [sum(state.tables.species[card] == kind for card in range(CARDS)) for kind in range(1, state.tables.kinds + 1)]
    return sum(max((worth_of(split, state) for split in splits_of(number)), default=0) for number in fish)


def worth_of(split: tuple[int, ...], state: Any) -> int:
    """The most that the groups of a species bring: the largest one scores, and all may be beside the rasboras."""
    tables, school = state.tables, school_points(state)
    groups = [size for size in split if size > 1]
    beside = max(tables.beside_same, tables.beside_opposite, tables.beside_shoal)
    return max((max(school[size], tables.shoal[size]) for size in groups), default=0) + len(groups) * int(beside)


def splits_of(number: int, largest: int | None = None) -> list[tuple[int, ...]]:
    """All ways to part so many fish into groups, the largest first.

    >>> splits_of(4)
    [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if number == 0:
        return [()]
    first = min(number, largest or number)
    return [(size, *rest) for size in range(first, 0, -1) for rest in splits_of(number - size, size)]


def school_points(state: Any) -> list[int]:
    """Points of a school by number of fish."""
    width = len(state.tables.shoal)
    return list(state.tables.school)[state.variant * width : (state.variant + 1) * width]
