"""What a grid of Pocket Aquarium is worth as it lies, what it still lacks, and what a move would change. Numbers are the scorer's."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from shoal.engine.table import Words

from .notation import card_of, cell_text, side_of
from .scoring import Groups, cells_of
from .sheets import WAYS, beside_text, misplaced_cells, places


@dataclass(frozen=True)
class Worth:
    """A grid and everything that can be counted in it."""

    game: Any
    faces: tuple[int, ...]
    variant: int
    count_all: bool

    @classmethod
    def of(cls, game: Any, state: Any) -> "Worth":
        return cls(game, tuple(state.faces), int(state.variant), bool(state.count_all))

    @cached_property
    def groups(self) -> Groups:
        return Groups(self.game.box, self.faces, self.variant, self.count_all)

    @cached_property
    def raw(self) -> int:
        """Points of the fish as they lie."""
        return sum(self.groups.points_of(kind.number) + self.groups.beside_for(kind.number) for kind in self.game.species[1:])

    @cached_property
    def misplaced(self) -> list[int]:
        """Cells of special cards that must lie elsewhere at the end."""
        return misplaced_cells(self.groups, list(self.faces))

    @property
    def score(self) -> int:
        return 0 if self.misplaced else self.raw


# ---- line by line

def lines(worth: Worth) -> list[Words]:
    """A line for each species and one for the rasboras: what they are worth now, and what is missing."""
    found = [species_line(worth, kind) for kind in worth.game.species[1:]]
    return [*found, rasboras_line(worth)]


def species_line(worth: Worth, kind: Any) -> Words:
    t, groups = worth.game.texts, worth.groups
    group = groups.scoring(kind.number)
    number = len(cells_of(group))
    what = t("table.worth.alone") if not group else t("table.worth.school" if groups.is_school(group) else "table.worth.shoal", n=number)
    small = "; ".join([*([" ".join(places(group))] if group else []), *lacking(worth, kind, group)])
    whole = bool(group) and groups.is_school(group) and group == groups.members[kind.number]
    return {"symbol": kind.id, "name": kind.name, "what": what, "small": small, "points": groups.points_of(kind.number), "whole": whole}


def lacking(worth: Worth, kind: Any, group: int) -> list[str]:
    """What keeps a species from being one school."""
    t, groups = worth.game.texts, worth.groups
    if not group:
        return []
    found = []
    if not groups.is_school(group):
        right = [cell for cell in cells_of(group) if groups.right >> cell & 1]
        left = [cell for cell in cells_of(group) if not groups.right >> cell & 1]
        fewer, way = (right, "right") if len(right) < len(left) else (left, "left")
        found.append(t("table.worth.faces", n=len(fewer), cells=named(worth, fewer), way=t(f"sheet.way.{way}")))
    apart = cells_of(groups.members[kind.number] & ~group)
    if apart:
        found.append(t("table.worth.apart", n=len(apart), cells=named(worth, apart)))
    return found


def rasboras_line(worth: Worth) -> Words:
    t, game, groups = worth.game.texts, worth.game, worth.groups
    paying = [(kind, group) for kind in game.species[1:] for group in groups.paying_beside(kind.number)]
    beside = t("table.worth.beside", n=len(paying)) if paying else t("table.worth.beside_none")
    card = game.cards[card_of(worth.faces[groups.rasboras])]
    small = "; ".join(t("sheet.beside", points=groups.beside_of(group), what=beside_text(game, groups, kind, group)) for kind, group in paying)
    without = [game.texts.get(f"noun.{kind.id}", kind.name.lower()) for kind in game.species[1:] if not groups.beside_for(kind.number)]
    if without:
        small = "; ".join(part for part in (small, t("table.worth.not_beside", species=listed(without, t("table.or")))) if part)
    return {
        "symbol": card.piece, "name": t("table.short.rasboras"), "what": beside, "small": small,
        "points": sum(groups.beside_of(group) for _, group in paying), "whole": not without,
    }


def named(worth: Worth, cells: Sequence[int]) -> str:
    return listed([cell_text(cell) for cell in cells], worth.game.texts("table.and"))


def listed(words: Sequence[str], last: str) -> str:
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


# ---- special cards

def specials(worth: Worth) -> list[Words]:
    """Whether each special card lies where it must at the end, and if not, what it needs."""
    box, t, found = worth.game.box, worth.game.texts, []
    for card in worth.game.cards:
        cell = next(cell for cell, face in enumerate(worth.faces) if card_of(face) == card.number)
        face = worth.faces[cell]
        fits, turned = box.fits[face], box.fits[face ^ 1]
        if fits == turned == 0xFFFF:
            continue
        name = short(worth.game, card)
        arrow = "" if fits == turned else t(f"table.arrow.{WAYS[side_of(face)]}")
        right = bool(fits >> cell & 1)
        key = "placed" if right else "turn" if turned >> cell & 1 else "move"
        words = t(f"table.special.{key}", name=name, arrow=arrow, cell=cell_text(cell), where=where(worth, fits))
        found.append({"symbol": card.piece, "right": right, "words": " ".join(words.split())})
    return found


def where(worth: Worth, mask: int) -> str:
    """A set of cells in words: one cell, a row, a column, or all of them named."""
    t, cells = worth.game.texts, cells_of(mask)
    rows, columns = {cell // 4 for cell in cells}, {cell % 4 for cell in cells}
    if len(cells) == 4 and len(rows) == 1:
        return str(t("line.row", name=rows.pop() + 1))
    if len(cells) == 4 and len(columns) == 1:
        return str(t("line.column", name="abcd"[columns.pop()]))
    return listed([cell_text(cell) for cell in cells], t("table.or"))


def short(game: Any, card: Any) -> str:
    """The everyday name of a card: Pump, Angelfish."""
    return str(game.texts.get(f"table.short.{card.piece}", card.name))


# ---- the meter

def meter(worth: Worth, then: "Worth | None") -> Words:
    """The bar from no points to the best possible total, with the marks of the result table; `then`: after the chosen move."""
    game = worth.game
    most = game.box.most[worth.variant]
    ticks = [{"points": line.least, "label": line.label, "at": percent(line.least, most)} for line in game.outcomes if line.win]
    after = then.raw if then is not None else worth.raw
    words = {"now": worth.raw, "then": after, "most": most, "win": game.box.win_from}
    label = game.texts("table.meter.label" if after == worth.raw else "table.meter.label_then", **words)
    first = min(worth.raw, after)
    return {
        "now": worth.raw, "now_at": percent(worth.raw, most), "first_at": percent(first, most), "then_at": percent(max(worth.raw, after), most),
        "changed": after != worth.raw, "better": after > worth.raw, "ticks": ticks, "label": label,
    }


def percent(points: int, most: int) -> float:
    return round(100 * min(points, most) / most, 1)
