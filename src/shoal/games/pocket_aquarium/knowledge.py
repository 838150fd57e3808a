"""What the player of Pocket Aquarium may know: everything. Sixteen cards lie open, and what is dealt next nobody has seen."""

from typing import TYPE_CHECKING

from shoal.engine.facts import TRUTH

if TYPE_CHECKING:
    from .rules import PocketAquarium


def deal_nothing(state: "PocketAquarium") -> None:
    """In place, on a mask: nothing is unknown, so the mask itself is the one world."""
    state.observer = TRUTH
