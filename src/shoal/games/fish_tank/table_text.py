"""The table of Fish Tank as plain text: aquariums side by side as letter grids, the hand, this round's cards; and what each kind pays."""

import re
import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from shoal.engine.table import View

from .components import Kind
from .notation import KINDS, NONE, WIDTH
from .table import Scene
from .table_guide import noun, short, where
from .table_tank import Tank

PAGE = 80
GAP = 4
LETTERS = "abcdefg"
PAYMENT, NOW = 14, 16
"""Columns of the guide: the least for what is paid; those for the letter, what is paid now and the gaps."""


def text_board(view: View, width: int = PAGE) -> str:
    """The table as the view's observer sees it: nearest to the question its own aquarium, with what it has chosen but not yet shown."""
    scene = Scene(view, "")
    order = sorted(range(scene.players), key=lambda seat: (seat == scene.me, seat))
    tanks = [scene.mine if seat == scene.me and scene.mine is not None else Tank.of(scene.state, seat) for seat in order]
    parts = ["\n".join(side_by_side([grid(scene, tank) for tank in tanks], width))]
    if not view.over:
        parts += [filled(line, width) for line in (hand(scene), this_round(scene)) if line]
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


def filled(line: str, width: int) -> str:
    """A line, wrapped; a letter or number stays with the word that it belongs to."""
    bound = re.sub(r"(?<= )(\w) (?=\w)", "\\1\u00a0", line)
    return textwrap.fill(bound, width, subsequent_indent="  ", break_on_hyphens=False).replace("\u00a0", " ")


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
    if held:
        return str(scene.t("table.text.hand", cards=", ".join(held)))
    face_down = scene.state.is_chance() and scene.state.hand_size[scene.me] > 0
    return str(scene.t("table.text.face_down" if face_down else "table.text.nothing"))


# ---- the guide

def text_guide(view: View, width: int = PAGE) -> str:
    """What each kind pays in this box, and what the observer's cards of it pay now; the areas below."""
    scene = Scene(view, "")
    rows = [(kind.letter, short(scene.game, kind), where(scene.game, kind), payments(scene, kind), now(scene, kind)) for kind in scene.game.kinds[1:]]
    names, places, pays = (max(len(row[column]) for row in rows) for column in (1, 2, 3))
    pays = max(PAYMENT, min(pays, width - names - places - NOW))
    lines = [str(scene.t("table.text.guide" if scene.mine is not None else "table.text.watch"))]
    for letter, name, place, paid, points in rows:
        first, *more = textwrap.wrap(paid, pays)
        lines.append(f" {letter}  {name.ljust(names)}  {place.ljust(places)}  {first.ljust(pays)}  {points}".rstrip())
        lines += [" " * (names + places + 8) + line for line in more]
    return "\n".join([*lines, "", *side_by_side(areas(scene), width)]).rstrip() + "\n"


def now(scene: Scene, kind: Kind) -> str:
    return str(scene.t("table.text.now", points=scene.mine.worth.by_kind[kind.number])) if scene.mine is not None else ""


def payments(scene: Scene, kind: Kind) -> str:
    """Such as `2+ → 3, 4+ → 7`."""
    data, t = kind.data, scene.t
    if kind.condition == "neighbours":
        return str(t("table.text.each", amount=amount(data), points=data["points"]))
    if kind.condition == "shape":
        return ", ".join(t("table.text.pays", amount=shape["length"], points=shape["points"]) for shape in data["shapes"])
    return ", ".join(t("table.text.pays", amount=amount(tier), points=tier["points"]) for tier in data["tiers"])


def amount(data: dict[str, Any]) -> str:
    """
    >>> amount({"min": 2}), amount({"min": 1, "max": 2}), amount({"min": 1, "max": 1})
    ('2+', '1–2', '1')
    """
    low, high = data["min"], data.get("max")
    return f"{low}+" if high is None else str(low) if high == low else f"{low}–{high}"


def areas(scene: Scene) -> list[list[str]]:
    """The named areas that kinds of this box use, as grids."""
    names = dict.fromkeys(kind.data["area"] for kind in scene.game.kinds[1:] if kind.condition == "area")
    return [[str(scene.t("table.text.area", area=name)), *(" ".join(row) for row in scene.game.components["areas"][name])] for name in names]
