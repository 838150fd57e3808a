"""Score sheets of Pocket Aquarium, every point explained, and how a game ended."""

from collections.abc import Iterable
from typing import Any

from shoal.engine.sheet import Result, ScoreLine

from .notation import card_of, cell_text, side_of
from .scoring import Groups, cells_of

WAYS = ("left", "right")


def sheet_lines(game: Any, faces: Iterable[int], variant: int, count_all: bool, lost: bool) -> tuple[ScoreLine, ...]:
    """A line for each species and one for the rasboras; with `lost`, a grid with special cards out of place has a line for each of those instead."""
    cards = list(faces)
    groups = Groups(game.box, cards, variant, count_all)
    if lost and groups.out_of_place:
        return tuple(misplaced_line(game, cards, cell) for cell in misplaced_cells(groups, cards))
    return (*(species_line(game, groups, kind) for kind in game.species[1:]), rasboras_line(game, groups, cards))


def misplaced_cells(groups: Groups, cards: list[int]) -> list[int]:
    """Where special cards lie that must lie elsewhere, in the order of the cards (R22)."""
    return sorted(cells_of(groups.out_of_place), key=lambda cell: cards[cell])


def misplaced_line(game: Any, cards: list[int], cell: int) -> ScoreLine:
    card = game.cards[card_of(cards[cell])]
    t = game.texts
    because = t("sheet.misplaced_because", cell=cell_text(cell), way=t(f"sheet.way.{WAYS[side_of(cards[cell])]}"))
    return ScoreLine(card.piece, t("sheet.misplaced", name=card.name), 0, (cell_text(cell),), because)


def species_line(game: Any, groups: Groups, kind: Any) -> ScoreLine:
    group = groups.scoring(kind.number)
    return ScoreLine(kind.id, kind.name, groups.points_of(kind.number), places(group), group_text(game, groups, group))


def group_text(game: Any, groups: Groups, group: int) -> str:
    """`school of 3, facing right`"""
    t = game.texts
    if not group:
        return str(t("sheet.alone"))
    number = len(cells_of(group))
    if groups.is_school(group):
        return str(t("sheet.school", n=number, way=way(game, groups, group)))
    return str(t("sheet.shoal", n=number))


def way(game: Any, groups: Groups, group: int) -> str:
    return str(game.texts(f"sheet.way.{WAYS[groups.faces_right(group)]}"))


def rasboras_line(game: Any, groups: Groups, cards: list[int]) -> ScoreLine:
    """What the rasboras score, group by group."""
    card = game.cards[card_of(cards[groups.rasboras])]
    paying = [(kind, group) for kind in game.species[1:] for group in groups.paying_beside(kind.number)]
    said = [game.texts("sheet.beside", points=groups.beside_of(group), what=beside_text(game, groups, kind, group)) for kind, group in paying]
    lit = 1 << groups.rasboras if paying else 0
    for _, group in paying:
        lit |= group
    points = sum(groups.beside_of(group) for _, group in paying)
    return ScoreLine(card.piece, card.name, points, places(lit), "; ".join(said) or game.texts("sheet.beside_none"))


def beside_text(game: Any, groups: Groups, kind: Any, group: int) -> str:
    species = game.texts.get(f"noun.{kind.id}", kind.name.lower())
    if not groups.is_school(group):
        return str(game.texts("sheet.beside_shoal", species=species))
    same = groups.faces_right(group) == bool(groups.right >> groups.rasboras & 1)
    return str(game.texts(f"sheet.beside_school_{'same' if same else 'opposite'}", species=species))


def places(mask: int) -> tuple[str, ...]:
    return tuple(cell_text(cell) for cell in cells_of(mask))


# ---- how it ended

def result_of(game: Any, state: Any) -> Result:
    """Won from a number of points on, lost below, and lost at once with a special card out of place (R22, R27)."""
    score = state.scores()[0]
    if state.is_terminal():
        cards = list(state.faces)
        groups = Groups(game.box, cards, state.variant, state.count_all)
        if groups.out_of_place:
            names = [game.cards[card_of(cards[cell])].name for cell in misplaced_cells(groups, cards)]
            listed = f"{', '.join(names[:-1])} {game.texts('result.and')} {names[-1]}" if len(names) > 1 else names[0]
            return Result("lost", (), (0,), game.texts("result.lost", cards=listed))
    line = next(line for line in reversed(game.outcomes) if score >= line.least)
    title = game.texts("result.points", n=score, label=line.label)
    if not state.is_terminal():
        return Result("points", (), (score,), title)
    return Result("won" if line.win else "lost", (0,) if line.win else (), (score,), title)
