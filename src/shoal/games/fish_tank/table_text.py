"""The table of Fish Tank as plain text: aquariums side by side as letter grids, this round's cards, the hand."""

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from .notation import KINDS, NONE, WIDTH
from .table import Scene, View
from .table_guide import noun
from .table_tank import Tank

PAGE = 80
GAP = 4
LETTERS = "abcdefg"


def text_board(view: View, width: int = PAGE) -> str:
    """The table as the view's observer sees it; what it has chosen, but not yet shown, lies in its own aquarium."""
    scene = Scene(view, "")
    order = sorted(range(scene.players), key=lambda seat: (seat != scene.me, seat))
    tanks = [scene.mine if seat == scene.me and scene.mine is not None else Tank.of(scene.state, seat) for seat in order]
    parts = ["\n".join(side_by_side([grid(scene, tank) for tank in tanks], width))]
    if not view.over:
        parts += [textwrap.fill(line, width, subsequent_indent="  ", break_on_hyphens=False) for line in (this_round(scene), hand(scene)) if line]
    return "\n\n".join(parts) + "\n"


def grid(scene: Scene, tank: Tank) -> list[str]:
    """Name and points, then the rows and columns that some frame still reaches. `.` is empty, `+` a place possible now."""
    t, side = scene.t, tank.box.side
    lines = [t("table.text.tank", name=name(scene, tank.seat), points=tank.total), t("table.text.cards", n=tank.count, all=side * side)]
    lines.append("  " + "".join(f" {LETTERS[column]}" for column in tank.columns))
    for row in tank.rows:
        lines.append(f"{row + 1:2}" + "".join(f" {sign(scene, tank, row * WIDTH + column)}" for column in tank.columns))
    return lines


def sign(scene: Scene, tank: Tank, cell: int) -> str:
    if tank.cells[cell]:
        return str(scene.kind(tank.shown(cell)).letter)
    possible = tank.seat == scene.me and scene.asked == "place" and f"place {LETTERS[cell % WIDTH]}{cell // WIDTH + 1}" in scene.legal
    return "+" if possible else "."


def side_by_side(blocks: Sequence[list[str]], width: int) -> list[str]:
    """As many blocks beside each other as the width allows, the others below."""
    lines: list[str] = []
    row: list[list[str]] = []
    for block in blocks:
        if row and sum(_wide(b) + GAP for b in row) + _wide(block) > width:
            lines += [*_joined(row), ""]
            row = []
        row.append(block)
    return lines + _joined(row)


def _wide(block: list[str]) -> int:
    return max(len(line) for line in block)


def _joined(row: list[list[str]]) -> list[str]:
    widths = [_wide(block) for block in row]
    gap = " " * GAP
    return [gap.join(part.ljust(wide) for part, wide in zip(parts, widths, strict=True)).rstrip() for parts in zip_longest(*row, fillvalue="")]


def name(scene: Scene, seat: int) -> str:
    return str(scene.view.seats[seat].name)


def this_round(scene: Scene) -> str:
    """What each seat has picked or is placing; a sealed choice is only said to be one."""
    parts = [one_seat(scene, seat) for seat in range(scene.players)]
    return str(scene.t("table.text.round", cards="; ".join(parts)))


def one_seat(scene: Scene, seat: int) -> str:
    t, state = scene.t, scene.state
    words: dict[str, Any] = {"name": name(scene, seat)}
    sealed = scene.has_sealed(seat) and not scene.is_awaited(seat)
    number = state.revealed[seat]
    if scene.stage == "pick":
        if seat != scene.me or scene.picked <= 0:
            return str(t("table.text.sealed" if sealed else "table.text.open", **words))
        number = scene.picked
    if number == NONE:
        return str(t("table.text.open", **words))
    kind = scene.kind(number)
    return str(t("table.text.placing" if sealed else "table.text.shows", letter=kind.letter, kind=noun(scene.game, kind), **words))


def hand(scene: Scene) -> str:
    """The own hand by kind, with the number of copies."""
    if scene.me is None:
        return ""
    held = []
    for kind in scene.game.kinds[1:]:
        copies = scene.state.hands[scene.me * KINDS + kind.number] - (1 if kind.number == scene.picked and scene.stage == "pick" else 0)
        if copies:
            held.append(f"{copies if copies > 1 else ''} {kind.letter} {noun(scene.game, kind)}".strip())
    return str(scene.t("table.text.hand", cards=", ".join(held)) if held else scene.t("table.text.nothing"))
