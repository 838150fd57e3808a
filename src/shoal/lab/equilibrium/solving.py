"""OpenSpiel at work on a tree: its equilibrium by CFR+, what a strategy wins, and what a best answer to it gains."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module, util
from typing import Any

from shoal.engine.errors import ShoalError

from .tree import Tree

Policy = Mapping[str, Sequence[tuple[int, float]]]
"""By the name of an information set: (place among the legal actions, probability)."""


class NoOpenSpiel(ShoalError):
    """OpenSpiel is not installed."""


def installed() -> bool:
    return util.find_spec("pyspiel") is not None


def spiel() -> Any:
    if not installed():
        raise NoOpenSpiel("this needs OpenSpiel: pip install 'shoal[research]'")
    return import_module("pyspiel")


class Solver:
    """A tree in OpenSpiel. Shares are parts of a victory, as everywhere: 1 alone, 1/k shared by k."""

    def __init__(self, tree: Tree) -> None:
        self.spiel = spiel()
        self.players = tree.players
        self.game = self.spiel.load_efg_game(tree.efg())

    def equilibria(self, iterations: Sequence[int]) -> Iterator[tuple[int, Policy]]:
        """(iterations, average strategy of CFR+) after each of these numbers of iterations, ascending.

        With two seats it comes as near to an equilibrium as one likes; with more nothing is promised, and `gain` tells how near it is.
        """
        solver, done = self.spiel.CFRPlusSolver(self.game), 0
        for wanted in iterations:
            for _ in range(wanted - done):
                solver.evaluate_and_update_policy()
            done = wanted
            yield done, solver.tabular_average_policy().policy_table()

    def gain(self, policy: Policy) -> float:
        """What a seat gains, on average over the seats, if it alone leaves this policy for the best answer to it: the exploitability."""
        return float(self.spiel.nash_conv(self.game, self._of(policy))) / self.players ** 2

    def shares(self, policies: Sequence[Policy]) -> list[float]:
        """What each seat wins if the seats play so."""
        returns = self.spiel.expected_returns(self.game.new_initial_state(), [self._of(policy) for policy in policies], -1, True)
        return [(float(value) + 1) / self.players for value in returns]

    def against(self, policy: Policy, others: Policy) -> float:
        """What a seat wins that plays this policy while the others play theirs, on average over the seats."""
        return sum(self.shares([policy if seat == me else others for seat in range(self.players)])[me] for me in range(self.players)) / self.players

    def _of(self, policy: Policy) -> Any:
        return self.spiel.TabularPolicy(policy)
