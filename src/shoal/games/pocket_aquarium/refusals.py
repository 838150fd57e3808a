"""Why something cannot be done in Pocket Aquarium, in words, with the rule that says so."""

from pathlib import Path
from typing import Any

from shoal.engine.texts import Texts

from .notation import (
    ACTIONS, CELLS, COLUMNS, FIRST_SWAP, NO_ACTION, SPENT, STOPS, UNUSED,
    cell_of, cell_text, column_fed, is_feed, is_flip, is_slide, is_swap, target_of,
)

TEXTS = Texts(Path(__file__).parent)

Reason = tuple[str, str]


def refusal(state: Any, action: int) -> Reason:
    """(reason, rule) for an action that is not legal now."""
    if state.is_terminal():
        return TEXTS("refuse.over"), "R26"
    if state.is_chance():
        return TEXTS("refuse.chance"), "R5"
    if not 0 <= action < ACTIONS:
        return TEXTS("refuse.unknown"), ""
    if UNUSED < state.food < SPENT:
        return TEXTS("refuse.food_first", column=COLUMNS[state.food - 1]), "R17"
    if is_feed(action):
        return _no_feed(state, column_fed(action))
    if not (is_flip(action) or is_slide(action) or is_swap(action)):
        return TEXTS("refuse.no_food"), "R17"
    cell = cell_of(action)
    if state.tables.watched[state.path * STOPS + state.stop] >> cell & 1:
        return TEXTS("refuse.watched.flip" if is_flip(action) else "refuse.watched.use", cell=cell_text(cell), line=line_text(state)), "R7"
    return _no_use(state, cell, action)


def line_text(state: Any) -> str:
    """The row or column that Chips watches: `row 2`."""
    at = state.path * STOPS + state.stop
    column = state.tables.in_column[at]
    if column:
        return str(TEXTS("line.column", name=COLUMNS[column - 1]))
    row = next(cell for cell in range(CELLS) if state.tables.watched[at] >> cell & 1) // len(COLUMNS)
    return str(TEXTS("line.row", name=row + 1))


def reached_from(state: Any, cell: int) -> list[str]:
    """The cells with which the card on a cell could change places."""
    here = state.tables.pattern[state.faces[cell]] * CELLS + cell
    return [cell_text(target_of(state.tables.swaps[here * CELLS + i])) for i in range(state.tables.targets[here])]


def _no_feed(state: Any, column: int) -> Reason:
    if state.food == SPENT:
        return TEXTS("refuse.fed"), "R17"
    at = state.path * STOPS + state.stop
    if state.tables.above[at] == column + 1:
        return TEXTS("refuse.cat_above", column=COLUMNS[column]), "R17"
    if state.stop + 1 == state.tables.length[state.path]:
        return TEXTS("refuse.feed_last"), "R17"
    return TEXTS("refuse.cat_comes", column=COLUMNS[column]), "R17"


def _no_use(state: Any, cell: int, action: int) -> Reason:
    face = state.faces[cell]
    words = {"cell": cell_text(cell), "card": state.box.names[0][face >> 1]}
    pattern = state.tables.pattern[face]
    if pattern == NO_ACTION:
        return TEXTS("refuse.no_action", **words), "R9"
    if state.barred == (face >> 1) + 1:
        return TEXTS("refuse.barred", **words), "R14"
    if pattern < FIRST_SWAP:
        return TEXTS("refuse.slides", **words), "R8"
    reached = reached_from(state, cell)
    if not reached:
        return TEXTS("refuse.no_target", **words), "R11"
    words["cells"] = ", ".join(reached)
    if is_slide(action):
        return TEXTS("refuse.which", **words), "R8"
    return TEXTS("refuse.no_reach", target=cell_text(target_of(action)), **words), "R12"
