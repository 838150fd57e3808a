"""Finished aquariums typed as grids of letters."""

from shoal.engine.errors import UnknownText

from .components import Kind
from .notation import SIDE


def read_layout(kinds: list[Kind], text: str, side: int = SIDE) -> list[list[int]]:
    """The grids (row * SIDE + column: kind, 0 for none) of a text: lines of letters, top row first; blank lines and # comments between.

    UnknownText names the line and column that does not fit.
    """
    letters = {kind.letter.upper(): kind.number for kind in kinds}
    grids: list[list[int]] = []
    rows: list[list[int]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        signs = raw.split("#")[0].split()
        signs = list(signs[0]) if len(signs) == 1 and len(signs[0]) == side else signs
        if not signs:
            continue
        if len(signs) != side:
            raise UnknownText(f"line {number}: {side} letters are expected, not {len(signs)}: {raw.strip()!r}")
        for column, sign in enumerate(signs, 1):
            if sign.upper() not in letters:
                known = ", ".join(f"{kind.letter} {kind.name.lower()}" for kind in kinds[1:])
                raise UnknownText(f"line {number}, column {column}: {sign!r} is no card; there are {known}, and . for an empty place")
        rows.append([letters[sign.upper()] for sign in signs] + [0] * (SIDE - side))
        if len(rows) == side:
            grids.append([kind for row in rows for kind in row] + [0] * (SIDE * (SIDE - side)))
            rows = []
    if rows or not grids:
        raise UnknownText(f"a layout has {side} lines of {side} letters; {len(rows)} of the last one are there")
    return grids
