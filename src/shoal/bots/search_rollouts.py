"""Looking ahead: what a move brings on average when greedy players play on from it, in worlds dealt as chance would have it."""

from typing import Annotated

from shoal.engine.facts import CHANCE, MOVES, NOBODY, OVER, TRUTH, Moves
from shoal.engine.fields import Fields
from shoal.engine.hints import nogil, python, scratch
from shoal.engine.state import Rng, State

Values = Annotated[list[float], "double", MOVES]

MOST_STEPS = 5000
"""Actions and draws of one rollout; the longest games take less than a fifth of it."""


def greedy_action(state: State, seat: int, rng: Rng) -> int:
    """The legal action that looks best at one glance; equally good ones are equally likely."""
    moves: Moves = scratch(MOVES)
    values: Values = scratch(MOVES)
    n = state.fill_legal(seat, moves)
    ties = 0
    best = 0
    for i in range(n):
        values[i] = state.prefer(seat, moves[i]) if n > 1 else 0.0
        if i == 0 or values[i] > values[best]:
            best = i
            ties = 1
        elif values[i] == values[best]:
            ties += 1
    wanted = rng.below(ties) if ties > 1 else 0
    for i in range(best, n):
        if values[i] == values[best]:
            if wanted == 0:
                return moves[i]
            wanted -= 1
    return moves[best]


class Rollouts(Fields):
    """Plays positions to the end with greedy players, without the GIL.

    >>> from shoal.games import load_game
    >>> rollouts = Rollouts(load_game("fish_tank").new_state(2), seed=1)
    >>> [30 < points < 70 for points in rollouts.play()]
    [True, True]
    """

    root: State
    """A true state or a mask; of a mask, every world is dealt anew."""
    start: State
    world: State
    rng: Rng

    def __init__(self, root: State, seed: int = 1) -> None:
        self.blank()
        if not isinstance(root, State):
            raise TypeError("rollouts start from a state or from the state of a mask")
        self.root = root
        self.start = root.copy() if root.observer == TRUTH else root.world()
        self.world = root.copy() if root.observer == TRUTH else root.world()
        self.rng = Rng(seed, "rollouts")

    def deal(self) -> None:
        """A world to start from."""
        self.start.become(self.root)
        if self.root.observer != TRUTH:
            self.start.deal_unknown(self.rng)
        self.start.keeps_memory = False

    def finish(self) -> None:
        """Play `world` to its end, or for as long as any game should last: bots may circle in a game that has no limit of its own."""
        moves: Moves = scratch(MOVES)
        weights: Moves = scratch(MOVES)
        steps = 0
        kind = self.world.status()
        while kind != OVER and steps < MOST_STEPS:
            steps += 1
            if kind == CHANCE:
                self.world.roll(self.rng, moves, weights)
            else:
                seat = self.world.next_actor(NOBODY)
                action = greedy_action(self.world, seat, self.rng)
                self.world.step(seat, action)
            kind = self.world.status()

    def follow(self, seat: int, action: int) -> None:
        """From `start`, take an action and play on."""
        self.world.become(self.start)
        self.world.step(seat, action)
        self.finish()

    @python
    def check_made(self) -> None:
        """Without the positions that __init__ sets, compiled code would stop the process."""
        if self.root is None or self.start is None or self.world is None or self.rng is None:
            raise ValueError("rollouts are made from a position: Rollouts(state)")

    @python
    def play(self) -> list[int]:
        """The points of every seat at the end of one game from here."""
        self.check_made()
        with nogil:
            self.deal()
            self.world.become(self.start)
            self.finish()
        return self.world.scores()

    @python
    def compare(self, seat: int, actions: list[int], worlds: int) -> list[float]:
        """For each action the mean of the seat's points at the end, every action in the same dealt worlds."""
        self.check_made()
        sums = [0] * len(actions)
        for _ in range(worlds):
            with nogil:
                self.deal()
            after = self.rng.dump()
            for i, action in enumerate(actions):
                if not self.start.is_legal(seat, action):
                    raise ValueError("compare: legal actions of the seat are expected")
                self.rng.load(after)
                a: int = action
                who: int = seat
                with nogil:
                    self.follow(who, a)
                sums[i] += self.world.points(seat)
        return [total / worlds for total in sums]
