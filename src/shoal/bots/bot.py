"""The bots that do not look ahead."""

from typing import Protocol

from shoal.engine.state import Masked, Rng


class Bot(Protocol):
    """Chooses for the observer of a mask, who must be an actor; the same mask and the same numbers give the same choice."""

    def choose(self, masked: Masked, rng: Rng) -> int:
        """One of the observer's legal actions."""
        ...


class RandomBot:
    """Every legal action is equally likely."""

    def choose(self, masked: Masked, rng: Rng) -> int:
        legal = masked.legal_actions()
        return legal[rng.pick(len(legal))]


class GreedyBot:
    """What looks best at one glance; equally good actions are equally likely.

    In one decision of `errs_in` (0: never) it does not look closely: any action is good enough
    that seems to cost no more than `slip` points.
    """

    def __init__(self, errs_in: int = 0, slip: float = 0.0) -> None:
        self.errs_in = errs_in
        self.slip = slip

    def choose(self, masked: Masked, rng: Rng) -> int:
        values = preferences(masked)
        best = max(values.values())
        margin = self.slip if self.errs_in and rng.pick(self.errs_in) == 0 else 0.0
        good = [action for action, value in values.items() if value >= best - margin]
        return good[rng.pick(len(good))] if len(good) > 1 else good[0]


def preferences(masked: Masked) -> dict[int, float]:
    """How good each legal action of the observer looks at one glance, in points at the end."""
    return {action: masked.preference(action) for action in masked.legal_actions()}
