"""What a seat of Aqua Garden may know: everything. The bag is counted by all, and what comes out of it is chance (R46)."""

from typing import TYPE_CHECKING

from shoal.engine.facts import TRUTH

if TYPE_CHECKING:
    from .rules_table import AquaGardenTable


def show_as_known(state: "AquaGardenTable") -> None:
    """In place, on a mask: there is nothing unknown to deal."""
    state.observer = TRUTH
