"""The table of Pocket Aquarium as plain text: what the fish are worth, what each card does, and the grid with Chips around it."""

import textwrap
from collections.abc import Sequence

from shoal.engine.table import View

from .notation import CELLS, COLUMNS, SIDE, SPENT, UNUSED, card_of, cell_text, face_text
from .refusals import reached_from
from .table import Scene
from .table_grid import icon_of, path_of, stop_place, watched
from .table_worth import Worth, lines, specials

PAGE = 80
WIDE = 5
LAST = SIDE + 2
CAT, FOOD = "=^.^=", "food"


def text_board(view: View, width: int = PAGE) -> str:
    """The table as everybody sees it. The grid stands next to the question, so that a low screen shows it."""
    scene = Scene(view, "")
    if scene.state.laid < CELLS:
        return str(scene.t("prompt.deal")) + "\n"
    parts = [wrapped(worth_lines(scene), width), action_lines(scene, width) if scene.legal else []]
    parts.append([*grid_lines(scene), *wrapped([str(scene.t("table.text.watched"))], width)])
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts if part) + "\n"


def wrapped(lines: Sequence[str], width: int) -> list[str]:
    return [part for line in lines for part in (textwrap.wrap(line, width, subsequent_indent="  ") or [""])]


# ---- the grid

def grid_lines(scene: Scene) -> list[str]:
    """Rim and cards. `#` stands beside what Chips watches, `!` beside the card that acted last turn."""
    return ["".join(square(scene, row, column) for column in range(1, LAST + 1)) for row in range(1, LAST + 1)]


def square(scene: Scene, row: int, column: int) -> str:
    if 1 < row < LAST and 1 < column < LAST:
        return card_text(scene, (row - 2) * SIDE + column - 2).center(WIDE + 2)
    return rim_text(scene, row, column).center(WIDE + 2)


def card_text(scene: Scene, cell: int) -> str:
    """`A4<`, with a sign for what it may not do now."""
    face = scene.state.faces[cell]
    sign = "#" if watched(scene.state, cell) else "!" if scene.state.barred == card_of(face) + 1 else ""
    return face_text(face, scene.game.card_ids) + sign


def rim_text(scene: Scene, row: int, column: int) -> str:
    """The names of columns and rows, Chips, and the food."""
    names, state = path_of(scene.game, scene.state), scene.state
    here = names[state.stop % len(names)]
    if stop_place(here) == (row, column):
        return CAT
    if UNUSED < state.food < SPENT and (row, column) == (1, state.food + 1):
        return FOOD
    if row in (1, LAST) and 1 < column < LAST:
        return COLUMNS[column - 2]
    return str(row - 1) if column in (1, LAST) and 1 < row < LAST else ""


# ---- in words

def worth_lines(scene: Scene) -> list[str]:
    """The score as it lies, and what is missing."""
    t, worth = scene.t, Worth.of(scene.game, scene.state)
    most = scene.game.box.most[worth.variant]
    found = [str(t("table.text.score", points=worth.raw, win=scene.game.box.win_from, most=most))]
    for line in lines(worth):
        said = str(t("table.text.line", name=line["name"], what=line["what"], points=line["points"]))
        found.append(f"  {said}" + (f" ({line['small']})" if line["small"] else ""))
    found += [f"  {'+' if words['right'] else '-'} {words['words']}" for words in specials(worth)]
    return found


def action_lines(scene: Scene, width: int) -> list[str]:
    """What the cards that may act now do, cards of one action together."""
    by_action: dict[str, list[str]] = {}
    for cell in range(CELLS):
        if scene.uses(cell):
            by_action.setdefault(act_text(scene, cell), []).append(f"{cell_text(cell)} ({face_text(scene.state.faces[cell], scene.game.card_ids)})")
    return [part for act, cards in by_action.items() for part in textwrap.wrap(f"{', '.join(cards)}: {act}", width, subsequent_indent="  ")]


def act_text(scene: Scene, cell: int) -> str:
    icon = icon_of(scene.game, scene.state.faces[cell])
    if icon.startswith("slide"):
        return str(scene.t(f"table.text.act.{icon}"))
    return str(scene.t("table.text.act.swap", cells=" ".join(reached_from(scene.state, cell))))
