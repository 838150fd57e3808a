"""A finished aquarium of a real table, tapped together card by card: the same letters as in typed layouts."""

from typing import Any

from shoal.engine.table import Words

from .table_guide import short

EMPTY = "."


def typed_layout(game: Any, layout: str, brush: str) -> Words:
    """The kinds to choose from and the places; a tap on a place puts the chosen kind there, or takes it away again."""
    side = game.box.side
    kinds = {kind.letter: kind for kind in game.kinds[1:]}
    chosen = brush.upper() if brush.upper() in kinds else next(iter(kinds))
    letters = letters_of(layout, side, kinds)
    palette = [face_of(game, kind) | {"chosen": letter == chosen, "layout": lines(letters, side), "brush": letter} for letter, kind in kinds.items()]
    rows = [[place(game, kinds, letters, row * side + column, side, chosen) for column in range(side)] for row in range(side)]
    return {"palette": palette, "rows": rows, "example": lines((list(kinds) * side)[: side * side], side)}


def letters_of(layout: str, side: int, kinds: Words) -> list[str]:
    """The letter of each place of the first grid, EMPTY where nothing that fits is typed."""
    typed = [line.split("#")[0].replace(" ", "").upper().ljust(side, EMPTY)[:side] for line in layout.splitlines() if line.strip()][:side]
    found = [letter if letter in kinds else EMPTY for line in typed for letter in line]
    return found + [EMPTY] * (side * side - len(found))


def lines(letters: list[str], side: int) -> str:
    """
    >>> lines(list("DG.D"), 2)
    'DG\\n.D'
    """
    return "\n".join("".join(letters[at : at + side]) for at in range(0, len(letters), side))


def place(game: Any, kinds: Words, letters: list[str], at: int, side: int, chosen: str) -> Words:
    """A place, and the layout after a tap on it."""
    after = [*letters[:at], EMPTY if letters[at] == chosen else chosen, *letters[at + 1 :]]
    name = "abcdefg"[at % side] + str(at // side + 1)
    words: Words = {"name": name, "label": name, "symbol": "", "layout": lines(after, side), "brush": chosen}
    if letters[at] in kinds:
        words |= face_of(game, kinds[letters[at]]) | {"name": name}
        words["label"] = f"{name} {short(game, kinds[letters[at]])}"
    return words


def face_of(game: Any, kind: Any) -> Words:
    """How a kind is drawn."""
    return {"symbol": kind.id, "letter": kind.letter, "look": "leaf" if kind.card == "plant" else kind.card, "name": short(game, kind)}
