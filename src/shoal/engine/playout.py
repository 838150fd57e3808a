"""Uniformly random games inside the engine, for every game alike."""

from typing import Any

from .facts import CHANCE, MOVES, NOBODY, OVER, TRUTH, Moves
from .fields import Fields
from .hints import i64, nogil, python, scratch
from .state import Rng, State

CHECK_MASK = 0xFFFFFFFF


class Playouts(Fields):
    """Plays uniformly random games from one position, again and again, without the GIL; the actor is the first that may act.

    >>> from shoal.games import load_game
    >>> playouts = Playouts(load_game("fish_tank").new_state(2), seed=1)
    >>> playouts.run(10)
    >>> playouts.decisions
    960
    """

    root: State
    world: State
    rng: Rng
    decisions: i64
    outcomes: i64
    check_sum: i64
    """Of every action and outcome; equal in both forms for equal seeds."""

    def __init__(self, root: State, seed: int = 1) -> None:
        self.blank()
        if not isinstance(root, State) or root.observer != TRUTH:
            raise ValueError("playouts start from a true state or a dealt world, not from a mask")
        self.root = root.copy()
        self.root.remember(False)
        self.world = self.root.copy()
        self.rng = Rng(seed, "playouts")

    def play_on(self) -> None:
        """Play `world` to its end."""
        moves: Moves = scratch(MOVES)
        weights: Moves = scratch(MOVES)
        kind = self.world.status()
        while kind != OVER:
            if kind == CHANCE:
                applied = self.world.roll(self.rng, moves, weights)
                self.outcomes += 1
            else:
                seat = self.world.next_actor(NOBODY)
                applied = moves[self.rng.below(self.world.fill_legal(seat, moves))]
                self.world.step(seat, applied)
                self.decisions += 1
            self.check_sum = (self.check_sum * 31 + applied) & CHECK_MASK
            kind = self.world.status()

    def play(self, games: int) -> None:
        for _ in range(games):
            self.world.become(self.root)
            self.play_on()

    def copies(self, times: int) -> None:
        for _ in range(times):
            self.world.become(self.root)

    @python
    def check_made(self) -> None:
        """Without the positions that __init__ sets, compiled code would stop the process."""
        if self.root is None or self.world is None or self.rng is None:
            raise ValueError("playouts are made from a position: Playouts(state)")

    @python
    def run(self, games: int) -> None:
        """Play this many games; the totals stand in `decisions`, `outcomes` and `check_sum`."""
        n: int = games
        self.check_made()
        with nogil:
            self.play(n)

    @python
    def run_copies(self, times: int) -> None:
        """Copy the position this often (for benchmarks)."""
        n: int = times
        self.check_made()
        with nogil:
            self.copies(n)

    @python
    def final(self) -> Any:
        """The position in which the last game ended."""
        return self.world.copy()
