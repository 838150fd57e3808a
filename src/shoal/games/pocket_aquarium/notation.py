"""Pocket Aquarium as numbers and as text: cards, cells, actions and chance outcomes."""

import re
from typing import Annotated

from shoal.engine.errors import UnknownText

# Capacities; the box says how many are used.
SIDE = 4
CELLS = SIDE * SIDE
"""Cells in reading order: a1 is 0, d1 is 3, d4 is 15. Sets of cells are masks with bit `cell`."""

CARDS = CELLS
FACES = 2 * CARDS
"""A card with one side up: face = card * 2 + side. Cards are numbered in the order of the component file."""

LEFT, RIGHT = 0, 1
SPECIES = 4
STOPS = 20
"""Most stops of Chips on one way around the grid."""

PATHS = 2
GROUP = CELLS + 1
"""Length of a table by the number of fish in a group."""

Cells = Annotated[list[int], "int", CELLS]
Cards = Annotated[list[int], "int", CARDS]
Faces = Annotated[list[int], "int", FACES]
ByStop = Annotated[list[int], "int", PATHS * STOPS]
ByGroup = Annotated[list[int], "int", GROUP]
ByVariant = Annotated[list[int], "int", 2]

ALL_CELLS = (1 << CELLS) - 1
NOT_FIRST_COLUMN = 0xEEEE
NOT_LAST_COLUMN = 0x7777

# Patterns of actions: none, the four slides, and then the swaps that a box has.
NO_ACTION, SLIDE_W, SLIDE_E, SLIDE_N, SLIDE_S = 0, 1, 2, 3, 4
FIRST_SWAP = 5
PATTERNS = FIRST_SWAP + FACES

UNUSED, SPENT = 0, SIDE + 1
"""Of the food; between them, the number of the column (from 1) that it lies above."""

# Actions: flips by cell, slides by cell, swaps by cell and target, feeding by column, the swap of the food by column and row.
SLIDE = CELLS
SWAP = 2 * CELLS
OTHERS = CELLS - 1
FEED = SWAP + CELLS * OTHERS
FOOD_SWAP = FEED + SIDE
BELOW = SIDE - 1
ACTIONS = FOOD_SWAP + SIDE * BELOW


def flip(cell: int) -> int:
    return cell


def slide(cell: int) -> int:
    """To use the action of the card on a cell that needs no second cell."""
    return SLIDE + cell


def swap(cell: int, target: int) -> int:
    """
    >>> swap(0, 1), swap(15, 14)
    (32, 271)
    """
    return SWAP + OTHERS * cell + (target - 1 if target > cell else target)


def feed(column: int) -> int:
    return FEED + column


def food_swap(column: int, row: int) -> int:
    """The row counts from 0 at the top; the top card itself is no target."""
    return FOOD_SWAP + BELOW * column + row - 1


def is_flip(action: int) -> bool:
    return action < SLIDE


def is_slide(action: int) -> bool:
    return SLIDE <= action < SWAP


def is_swap(action: int) -> bool:
    return SWAP <= action < FEED


def is_feed(action: int) -> bool:
    return FEED <= action < FOOD_SWAP


def cell_of(action: int) -> int:
    """Of a flip, or the acting cell of a slide or swap."""
    return action % CELLS if action < SWAP else (action - SWAP) // OTHERS


def target_of(action: int) -> int:
    """The other cell of a swap."""
    return (action - SWAP) % OTHERS + (1 if (action - SWAP) % OTHERS >= (action - SWAP) // OTHERS else 0)


def column_fed(action: int) -> int:
    return action - FEED


def cell_fed(action: int) -> int:
    """The lower cell of a swap of the food."""
    return (action - FOOD_SWAP) // BELOW + SIDE * ((action - FOOD_SWAP) % BELOW + 1)


def face_of(card: int, side: int) -> int:
    return 2 * card + side


def card_of(face: int) -> int:
    return face >> 1


def side_of(face: int) -> int:
    return face & 1


def cell_at(row: int, column: int) -> int:
    return row * SIDE + column


def row_of(cell: int) -> int:
    return cell // SIDE


def column_of(cell: int) -> int:
    return cell % SIDE


def grown(mask: int) -> int:
    """The cells of a mask and all that share an edge with them.

    >>> bin(grown(1))
    '0b10011'
    """
    return (mask | (mask << SIDE) | (mask >> SIDE) | ((mask & NOT_LAST_COLUMN) << 1) | ((mask & NOT_FIRST_COLUMN) >> 1)) & ALL_CELLS


# ---- texts

Names = tuple[tuple[str, ...], ...]
"""Those of the box: the ids of the cards come first."""
NO_NAMES: Names = ((),)
"""Moves name cells, never cards."""
COLUMNS = "abcd"
SIDES = "<>"
_CELL = re.compile(f"([{COLUMNS}])([1-{SIDE}])")


def cell_text(cell: int) -> str:
    """
    >>> cell_text(6)
    'c2'
    """
    return COLUMNS[cell % SIDE] + str(cell // SIDE + 1)


def text_cell(text: str) -> int:
    """The cell of a text; UnknownText when it is none.

    >>> text_cell("c2")
    6
    """
    found = _CELL.fullmatch(text)
    if not found:
        raise UnknownText(f"{text!r} is no cell: columns are a to d, rows 1 to 4, as in b3")
    return (int(found[2]) - 1) * SIDE + COLUMNS.index(found[1])


def action_text(action: int, names: Names = NO_NAMES) -> str:
    """
    >>> action_text(flip(6)), action_text(slide(6)), action_text(swap(6, 15)), action_text(feed(2)), action_text(food_swap(2, 3))
    ('flip c2', 'use c2', 'use c2 d4', 'feed c', 'feed c4')
    """
    if not 0 <= action < ACTIONS:
        raise UnknownText(f"{action} is the number of no move")
    if is_flip(action):
        return f"flip {cell_text(action)}"
    if is_slide(action):
        return f"use {cell_text(cell_of(action))}"
    if is_swap(action):
        return f"use {cell_text(cell_of(action))} {cell_text(target_of(action))}"
    return f"feed {COLUMNS[column_fed(action)]}" if is_feed(action) else f"feed {cell_text(cell_fed(action))}"


def text_action(text: str, names: Names = NO_NAMES) -> int:
    """The action of a canonical text: `flip CELL`, `use CELL`, `use CELL CELL`, `feed COLUMN` or `feed CELL`."""
    verb, *rest = text.split(" ")
    if verb == "feed" and len(rest) == 1:
        return feed(COLUMNS.index(rest[0])) if rest[0] in tuple(COLUMNS) else _food_swap_to(text_cell(rest[0]))
    if verb == "flip" and len(rest) == 1:
        return flip(text_cell(rest[0]))
    if verb == "use" and len(rest) in (1, 2):
        cells = [text_cell(word) for word in rest]
        if len(set(cells)) < len(cells):
            raise UnknownText(f"{text!r}: a card cannot change places with itself")
        return slide(cells[0]) if len(cells) == 1 else swap(cells[0], cells[1])
    raise UnknownText(f"{text!r} is no move of Pocket Aquarium: flip CELL, use CELL, use CELL CELL, feed COLUMN or feed CELL")


def _food_swap_to(cell: int) -> int:
    if cell < SIDE:
        raise UnknownText(f"'feed {cell_text(cell)}': the top card changes places with one of the three below it")
    return food_swap(cell % SIDE, cell // SIDE)


def face_text(face: int, names: tuple[str, ...]) -> str:
    """A card with its side up, such as `PL>`."""
    return names[face // 2] + SIDES[face % 2]


def text_face(text: str, names: tuple[str, ...]) -> int:
    """The face of a text; UnknownText when it is none."""
    name, side = text[:-1], text[-1:]
    if name not in names or side not in tuple(SIDES):
        raise UnknownText(f"{text!r} is no card with a side: cards are {', '.join(names)}, each with < (facing left) or > (facing right)")
    return names.index(name) * 2 + SIDES.index(side)


def outcome_text(number: int, names: Names) -> str:
    if not 0 <= number < FACES:
        raise UnknownText(f"{number} is the number of no draw")
    return f"deal {face_text(number, names[0])}"


def text_outcome(text: str, names: Names) -> int:
    """The outcome of a canonical text: `deal CARD` with the side that lies up."""
    verb, _, rest = text.partition(" ")
    if verb != "deal" or not rest:
        raise UnknownText(f"{text!r} is no draw of Pocket Aquarium: deal with a card and its side, as in deal {names[0][0]}>")
    return text_face(rest, names[0])
