"""The grid of Pocket Aquarium for a page: cards, Chips on his way around them, the line he watches, and arrows for what a card can do."""

from collections.abc import Sequence
from typing import Any

from shoal.engine.table import Words

from .notation import (
    CELLS,
    COLUMNS,
    FIRST_SWAP,
    SIDE,
    SLIDE_E,
    SLIDE_N,
    SLIDE_S,
    SLIDE_W,
    SPENT,
    STOPS,
    UNUSED,
    card_of,
    cell_text,
    column_of,
    row_of,
    side_of,
)
from .table_worth import short

LOOKS = ("spec", "angel", "disc", "gup", "extra")
SLIDE_ICONS = {SLIDE_W: "slide_w", SLIDE_E: "slide_e", SLIDE_N: "slide_n", SLIDE_S: "slide_s"}
SWAP_ICONS = {frozenset("we"): "swap_h", frozenset("ns"): "swap_v", frozenset(("nw", "se")): "swap_d1", frozenset(("ne", "sw")): "swap_d2"}
OTHER_SWAP = "swap_corner"
WAYS = ("left", "right")

WIDE, HIGH = 100, 120
"""Size of a card in the drawing of the arrows."""

LAST = SIDE + 2
"""Row and column of the rim beyond the cards."""


def card_words(game: Any, state: Any, cell: int) -> Words:
    """How the card on a cell is drawn."""
    words = face_words(game, state.faces[cell])
    return words | {"vt": f"pa-{words['id']}", "spent": state.barred == card_of(state.faces[cell]) + 1}


def face_words(game: Any, face: int) -> Words:
    """How a card looks with one side up."""
    card, side = game.cards[card_of(face)], side_of(face)
    arrow = game.texts(f"table.arrow.{WAYS[side]}")
    return {
        "id": card.id, "arrow": arrow, "look": LOOKS[card.species], "letter": game.species[card.species].letter, "symbol": card.piece,
        "left": side == 0, "special": card.special, "caption": short(game, card) if card.special else "",
        "act": icon_of(game, face),
    }


def icon_of(game: Any, face: int) -> str:
    """The drawing of an action, "" for none."""
    pattern = game.box.pattern[face]
    if pattern < FIRST_SWAP:
        return SLIDE_ICONS.get(pattern, "")
    action = game.components["card"][card_of(face)][WAYS[side_of(face)]]["action"]
    return SWAP_ICONS.get(frozenset(action.get("to", ())), OTHER_SWAP)


def card_label(game: Any, state: Any, cell: int) -> str:
    """`b3 angelfish A4 facing left, may not act this turn`"""
    face = state.faces[cell]
    card = game.cards[card_of(face)]
    key = "table.cell.barred" if state.barred == card.number + 1 else "table.cell.card"
    return str(game.texts(key, cell=cell_text(cell), name=noun(game, card), card=card.id, way=game.texts(f"sheet.way.{WAYS[side_of(face)]}")))


def noun(game: Any, card: Any) -> str:
    """The name within a sentence: angelfish."""
    return str(game.texts.get(f"noun.{card.piece}", card.name.lower()))


# ---- Chips and the food

def path_of(game: Any, state: Any) -> list[str]:
    return list(game.components["chips"]["stops_with_corners" if state.path else "stops"])


def stop_words(game: Any, state: Any) -> list[Words]:
    """The stops around the grid, with the column or row that each watches."""
    names = path_of(game, state)
    found = []
    for number, name in enumerate(names):
        row, column = stop_place(name)
        here = number == state.stop or state.stop == len(names) and number == 0
        sort = "past" if number < state.stop else "next" if number == state.stop + 1 else ""
        if number == 0:
            sort = "next home" if state.stop + 1 == len(names) else "home"
        found.append({"id": f"stop-{name}", "row": row, "col": column, "name": name[1:] if name[0] != "x" else "", "sort": sort, "here": here, "food": False})
    if UNUSED < state.food < SPENT:
        above = f"stop-t{COLUMNS[state.food - 1]}"
        for stop in found:
            stop["food"] = stop["id"] == above
    return found


def stop_place(name: str) -> tuple[int, int]:
    """Row and column on the rim, from 1."""
    side, line = name[0], name[1:]
    if side in "tb":
        return 1 if side == "t" else LAST, COLUMNS.index(line) + 2
    if side in "rl":
        return int(line) + 1, LAST if side == "r" else 1
    return 1 if "t" in line else LAST, LAST if "r" in line else 1


def shadow(state: Any) -> str:
    """Class of the line that Chips watches: `col-4`, `row-3`."""
    at = state.path * STOPS + state.stop
    if state.stop >= state.tables.length[state.path] or not state.tables.watched[at]:
        return ""
    if state.tables.in_column[at]:
        return f"col-{state.tables.in_column[at] + 1}"
    first = next(cell for cell in range(CELLS) if state.tables.watched[at] >> cell & 1)
    return f"row-{row_of(first) + 2}"


def watched(state: Any, cell: int) -> bool:
    at = state.path * STOPS + state.stop
    return bool(state.stop < state.tables.length[state.path] and state.tables.watched[at] >> cell & 1)


# ---- arrows

def slide_arrow(game: Any, state: Any, cell: int) -> list[str]:
    """Along the line that the card on a cell slides."""
    pattern = game.box.pattern[state.faces[cell]]
    row, column = row_of(cell), column_of(cell)
    if pattern in (SLIDE_W, SLIDE_E):
        y, ends = middle(cell)[1], (WIDE // 2 - 20, (SIDE - 1) * WIDE + WIDE // 2 + 20)
        start, end = ends if pattern == SLIDE_E else ends[::-1]
        return [f"M{start} {y}H{end}"] if row >= 0 else []
    x, ends = middle(cell)[0], (HIGH // 2 - 24, (SIDE - 1) * HIGH + HIGH // 2 + 24)
    start, end = ends if pattern == SLIDE_S else ends[::-1]
    return [f"M{x} {start}V{end}"] if column >= 0 else []


def swap_arrows(cell: int, targets: Sequence[int]) -> list[str]:
    """From a card to those it may change places with, a little bent, so that arrows do not cover each other."""
    return [bent(middle(cell), middle(target)) for target in targets]


def middle(cell: int) -> tuple[int, int]:
    return column_of(cell) * WIDE + WIDE // 2, row_of(cell) * HIGH + HIGH // 2


def bent(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    length = (dx * dx + dy * dy) ** 0.5
    from_x, from_y = x0 + dx * 34 / length, y0 + dy * 34 / length
    to_x, to_y = x1 - dx * 36 / length, y1 - dy * 36 / length
    bend = 0.12 if length > 150 else 0
    turn_x, turn_y = (from_x + to_x) / 2 - dy * bend, (from_y + to_y) / 2 + dx * bend
    return f"M{from_x:.0f} {from_y:.0f}Q{turn_x:.0f} {turn_y:.0f} {to_x:.0f} {to_y:.0f}"
