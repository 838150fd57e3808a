"""Why something cannot be done in Fish Tank, in words, with the rule that says so."""

from pathlib import Path
from typing import Any

from shoal.engine.texts import Texts

from .notation import CELLS, EMPTY, FLIPPED, PICK, PICK_ACTION, PLACE, WIDTH, cell_of, cell_text, is_flip, is_pick, is_place, kind_of

TEXTS = Texts(Path(__file__).parent)


def refusal(state: Any, seat: int, action: int) -> tuple[str, str]:
    """(reason, rule) for an action that is not legal now."""
    if state.is_terminal():
        return TEXTS("refuse.over"), ""
    if state.is_chance():
        return TEXTS("refuse.chance"), ""
    if seat not in state.actors():
        return TEXTS("refuse.answered" if not state.seat_order or state.stage == PICK else "refuse.turn"), "R9" if state.seat_order else ""
    if not 0 <= action < PICK_ACTION + state.tables.animals:
        return TEXTS("refuse.unknown"), ""
    if state.stage == PICK:
        return (TEXTS("refuse.not_in_hand", kind=state.box.names[kind_of(action)]), "") if is_pick(action) else (TEXTS("refuse.pick_first"), "")
    if state.stage == PLACE:
        if is_pick(action):
            return TEXTS("refuse.picked"), ""
        return _no_place(state, seat, action) if is_place(action) else (TEXTS("refuse.place_first"), "R11")
    if is_flip(action):
        return _no_flip(state, seat, cell_of(action))
    return TEXTS("refuse.flip_now"), "R11"


def _no_place(state: Any, seat: int, action: int) -> tuple[str, str]:
    cell = cell_of(action)
    if state.cards[seat * CELLS + cell] != EMPTY:
        return TEXTS("refuse.occupied", cell=cell_text(cell)), "R6"
    if state.count[seat] == 0:
        return TEXTS("refuse.first", cell=cell_text(cell)), "R6"
    side = state.tables.side
    wide = not state.right[seat] - side < cell % WIDTH < state.left[seat] + side
    return TEXTS("refuse.wide" if wide else "refuse.high", cell=cell_text(cell), side=side), "R6"


def _no_flip(state: Any, seat: int, cell: int) -> tuple[str, str]:
    card = state.cards[seat * CELLS + cell]
    if card >= FLIPPED:
        return TEXTS("refuse.plant", cell=cell_text(cell)), "R12"
    return TEXTS("refuse.nothing_there", cell=cell_text(cell)), "R11"
