"""Fish Tank as numbers and as text: kinds, cells, actions and chance outcomes."""

import re
from typing import Annotated

from shoal.engine.errors import UnknownText

# Capacities; the box says how many are used.
SEATS = 6
KINDS = 16
"""Kinds are numbered from 1 in the order of the component file; the plant is the last. 0 is no card."""

SIDE = 4
"""Rows and columns of the largest aquarium."""

CELLS = 49
WIDTH = 7
"""The lattice of one aquarium: wherever the first card ends up in the frame, all others find room around it."""

CENTRE = 24
"""Where the first card goes: d4."""

Kinds = Annotated[list[int], "int", KINDS]
Seats = Annotated[list[int], "int", SEATS]
Hands = Annotated[list[int], "int", SEATS * KINDS]
Tanks = Annotated[list[int], "int", SEATS * CELLS]
Grid = Annotated[list[int], "int", SIDE * SIDE]

EMPTY = 0
FLIPPED = 32
"""Added to a kind in a cell: the card shows its plant side."""

NONE, HIDDEN = 0, -1
"""In a sealed choice: not chosen yet; chosen, but not known to the observer."""

KEPT = 100
"""In `State.flipped`: no card is flipped."""

DEAL, DISCARD, DRAW, PICK, PLACE, FLIP, END = 0, 1, 2, 3, 4, 5, 6
"""Stages. The first three are chance."""

# Actions: cells to place on, cells to flip, keep, and last the kinds to pick, so that the range ends with the kinds of the box.
FLIP_ACTION = CELLS
KEEP = 2 * CELLS
PICK_ACTION = KEEP + 1

# Outcomes, by seat and kind.
DEAL_OUTCOME = 0
DISCARD_OUTCOME = SEATS * KINDS
DRAW_OUTCOME = 2 * SEATS * KINDS


def place(cell: int) -> int:
    return cell


def flip(cell: int) -> int:
    return FLIP_ACTION + cell


def pick(kind: int) -> int:
    return PICK_ACTION + kind - 1


def is_pick(action: int) -> bool:
    return action >= PICK_ACTION


def is_place(action: int) -> bool:
    return action < FLIP_ACTION


def is_flip(action: int) -> bool:
    return FLIP_ACTION <= action < KEEP


def cell_of(action: int) -> int:
    return action % CELLS


def kind_of(action: int) -> int:
    return action - PICK_ACTION + 1


def outcome(stage: int, seat: int, kind: int) -> int:
    return (stage * SEATS + seat) * KINDS + kind


def outcome_kind(number: int) -> int:
    return number % KINDS


def cell_at(row: int, column: int) -> int:
    return row * WIDTH + column


def row_of(cell: int) -> int:
    return cell // WIDTH


def column_of(cell: int) -> int:
    return cell % WIDTH


# ---- texts

_CELL = re.compile(r"([a-g])([1-7])")
_STAGES = ("deal", "discard", "draw")


def cell_text(cell: int) -> str:
    """
    >>> cell_text(CENTRE)
    'd4'
    """
    return "abcdefg"[cell % WIDTH] + str(cell // WIDTH + 1)


def text_cell(text: str) -> int:
    """The cell of a text; UnknownText when it is none.

    >>> text_cell("d4")
    24
    """
    found = _CELL.fullmatch(text)
    if not found:
        raise UnknownText(f"{text!r} is no place: columns are a to g, rows 1 to 7, as in d4")
    return cell_at(int(found[2]) - 1, "abcdefg".index(found[1]))


def text_kind(text: str, names: tuple[str, ...]) -> int:
    if text not in names[1:]:
        raise UnknownText(f"{text!r} is no kind of card; there are {', '.join(names[1:])}")
    return names.index(text)


def action_text(action: int, names: tuple[str, ...]) -> str:
    if not 0 <= action <= pick(len(names) - 2):
        raise UnknownText(f"{action} stands for no move of Fish Tank")
    if is_pick(action):
        return f"pick {names[kind_of(action)]}"
    if action == KEEP:
        return "keep"
    return f"{'place' if is_place(action) else 'flip'} {cell_text(cell_of(action))}"


def text_action(text: str, names: tuple[str, ...]) -> int:
    """The action of a canonical text: `pick KIND`, `place CELL`, `flip CELL` or `keep`."""
    if text == "keep":
        return KEEP
    word, _, rest = text.partition(" ")
    if word == "pick" and rest:
        kind = text_kind(rest, names)
        if names[kind] == names[-1]:
            raise UnknownText(f"{rest} cannot be picked: it is the back of the cards")
        return pick(kind)
    if word in ("place", "flip") and rest:
        return place(text_cell(rest)) if word == "place" else flip(text_cell(rest))
    raise UnknownText(f"{text!r} is no move of Fish Tank: pick KIND, place CELL, flip CELL or keep")


def outcome_text(number: int, names: tuple[str, ...]) -> str:
    stage, rest = divmod(number, SEATS * KINDS)
    seat, kind = divmod(rest, KINDS)
    if not 0 <= stage < len(_STAGES) or not 0 < kind < len(names) - 1:
        raise UnknownText(f"{number} stands for no draw of Fish Tank")
    return f"{_STAGES[stage]} {seat + 1} {names[kind]}"


def text_outcome(text: str, names: tuple[str, ...]) -> int:
    """The outcome of a canonical text: `deal SEAT KIND`, `discard SEAT KIND` or `draw SEAT KIND`."""
    found = re.fullmatch(r"(deal|discard|draw) ([1-6]) (\S+)", text)
    if not found:
        raise UnknownText(f"{text!r} is no draw of Fish Tank: deal, discard or draw with a seat and a kind")
    kind = text_kind(found[3], names)
    if kind == len(names) - 1:
        raise UnknownText(f"{found[3]} is the back of the cards, not a card")
    return outcome(_STAGES.index(found[1]), int(found[2]) - 1, kind)
