"""A search may go on from what the one before found out, as long as nothing has come to light in between."""

from collections.abc import Sequence

from shoal.engine.state import Masked, Rng

from .search_tree import Tree

WORLDS = 3
"""Dealt worlds in which an action must lead to the same for nothing to come to light by it."""


class Kept:
    """The trees of a search, for the next decision of the same seat.

    They are good for that only if the seat is asked again at once and meets what it foresaw: where something was drawn, shown or done by others, the
    trees know of many ways that it might have been, not of the one that came.

    >>> Kept().trees_for(None)
    ([], 0)
    """

    def __init__(self) -> None:
        self.trees: Sequence[Tree] = ()
        self.foreseen: Masked | None = None
        self.chosen = 0

    def keep(self, masked: Masked, action: int, trees: Sequence[Tree]) -> None:
        """After a search, with what it chose."""
        self.trees, self.chosen = trees, action
        self.foreseen = foreseen(masked, action)

    def trees_for(self, masked: Masked | None) -> tuple[list[Tree], int]:
        """The trees, if this is the position that they foresaw, and how often they have passed it together; they are handed out once."""
        trees, self.trees = self.trees, ()
        if not trees or masked is None or masked != self.foreseen:
            return [], 0
        passed = [tree.follow(self.chosen, masked.state) for tree in trees]
        return (list(trees), sum(passed)) if all(passed) else ([], 0)


def foreseen(masked: Masked, action: int) -> Masked | None:
    """What the observer knows when it has acted, whatever the unknown is; None where it is not asked again at once, or learns something by it."""
    first = way(masked, action, 0)
    return first if first is not None and all(way(masked, action, number) == first for number in range(1, WORLDS)) else None


def way(masked: Masked, action: int, number: int) -> Masked | None:
    """What the observer knows when it has acted in one dealt world; None where it is not asked again at once."""
    world = masked.dealt(Rng(number, "foreseen"))
    if masked.state.memory is not None:
        world.remember()
        world.memory.load(masked.state.memory.dump())
    world.apply_action(masked.observer, action)
    return world.masked(masked.observer) if world.actors() == [masked.observer] else None
