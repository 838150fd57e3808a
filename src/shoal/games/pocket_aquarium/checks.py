"""Whether the fields of a position of Pocket Aquarium fit together, for positions that come from outside."""

from typing import Any

from shoal.engine.facts import SPECTATOR, TRUTH

from .notation import CARDS, CELLS, FACES, SPENT, UNUSED


def check_position(state: Any) -> None:
    """Raise ValueError when this is no position (or mask) that could come up in a game."""
    expect(state.players == 1, "players", "1 is expected")
    expect(state.observer in (TRUTH, SPECTATOR, 0), "observer", f"{TRUTH} (nobody), {SPECTATOR} (a spectator) or the seat is expected")
    expect(state.reveals == 0, "reveals", "0 is expected")
    expect(state.path in (0, 1) and state.variant in (0, 1), "path, variant", "0 or 1 is expected")
    check_deal(state)
    length = state.tables.length[state.path]
    expect(0 <= state.stop <= length, "stop", f"0 to {length} is expected")
    expect(0 <= state.barred <= CARDS, "barred", f"0 to {CARDS} is expected")
    expect(UNUSED <= state.food <= SPENT, "food", f"{UNUSED} to {SPENT} is expected")
    if state.laid < CELLS:
        expect(state.stop == state.barred == state.food == 0, "stop, barred, food", "0 is expected during the deal")
    expect(state.food in (UNUSED, SPENT) or not state.barred, "barred", "placing the food bars no card")


def check_deal(state: Any) -> None:
    """Every card lies once, or is in the pack."""
    expect(0 <= state.laid <= CELLS, "laid", f"0 to {CELLS} is expected")
    lying = list(state.faces)[: state.laid]
    expect(all(0 <= face < FACES for face in lying), "faces", f"each from 0 to {FACES - 1} is expected")
    expect(not any(list(state.faces)[state.laid :]), "faces", "cells without a card are 0")
    cards = {face >> 1 for face in lying}
    expect(len(cards) == state.laid, "faces", "a card lies twice")
    expect(state.pack == sum(1 << card for card in range(CARDS) if card not in cards), "pack", "the cards that do not lie are expected")


def expect(fits: bool, field: str, expected: str) -> None:
    if not fits:
        raise ValueError(f"{field}: {expected}")
