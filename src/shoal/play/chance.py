"""Where the draws of a match come from.

The k-th draw of a match uses the k-th random number. A number once used is kept, so a draw that was undone comes back the
same, and nobody gets another one by undoing and choosing again.
"""

import secrets

from shoal.engine.state import Rng

BITS = 64
"""Of one random number; a draw is exact to within 2**-64 of its probability."""

Outcomes = list[tuple[int, int]]


class Chance:
    """Draws outcomes by number; the subclasses say where numbers come from."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        """The random number of each draw of the match so far, undone ones included."""

    def fresh(self) -> int:
        """A new random number of BITS bits."""
        raise NotImplementedError

    def draw(self, outcomes: Outcomes, position: int) -> int:
        """The outcome of the draw at this position of the match (0 for its first draw)."""
        self._reach(position + 1)
        return outcome_at(outcomes, self.numbers[position])

    def recall(self, outcomes: Outcomes, position: int, outcome: int) -> None:
        """Take note of a draw that happened earlier and is known only by its outcome, such as one in a record."""
        self._reach(position + 1)
        number = self.numbers[position]
        if outcome_at(outcomes, number) != outcome:
            first, width = share_of(outcomes, outcome)
            self.numbers[position] = first + (number * width >> BITS)

    def keep(self, numbers: list[int], position: int) -> None:
        """Take note of the numbers of earlier draws, the first of them at this position."""
        self._reach(position + len(numbers))
        self.numbers[position:position + len(numbers)] = numbers

    def _reach(self, count: int) -> None:
        while len(self.numbers) < count:
            self.numbers.append(self.fresh())


class SystemChance(Chance):
    """From the operating system's entropy: for tables."""

    def fresh(self) -> int:
        return secrets.randbits(BITS)


class SeededChance(Chance):
    """The same draws for the same seed, for games that shall be repeatable.

    >>> SeededChance(7).draw([(1, 3), (2, 4)], 0) == SeededChance(7).draw([(1, 3), (2, 4)], 0)
    True
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._rng = Rng(seed, "chance")

    def fresh(self) -> int:
        number = 0
        for _ in range(4):
            number = number << 16 | self._rng.pick(1 << 16)
        return number


def outcome_at(outcomes: Outcomes, number: int) -> int:
    """The outcome that a random number stands for: each has a share of all numbers that is as large as its weight."""
    point = number * sum(weight for _, weight in outcomes) >> BITS
    for outcome, weight in outcomes:
        if point < weight:
            return outcome
        point -= weight
    raise AssertionError("weights are positive")


def share_of(outcomes: Outcomes, wanted: int) -> tuple[int, int]:
    """The first of the numbers that stand for an outcome, and how many there are."""
    total = sum(weight for _, weight in outcomes)
    before = sum(weight for outcome, weight in outcomes if outcome < wanted)
    after = before + dict(outcomes)[wanted]
    first, end = (-(-(edge << BITS) // total) for edge in (before, after))
    return first, end - first
