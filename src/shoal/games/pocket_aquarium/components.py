"""The component file of Pocket Aquarium, read into flat tables."""

from dataclasses import dataclass
from typing import Any

from shoal.engine.components import Components
from shoal.engine.errors import UnknownText

from .box import PocketBox
from .notation import (
    ALL_CELLS, CARDS, CELLS, COLUMNS, FACES, FIRST_SWAP, GROUP, LEFT, NO_ACTION, PATHS, PATTERNS, SIDE, SLIDE_E, SLIDE_N, SLIDE_S, SLIDE_W, SPECIES, STOPS,
    cell_at, face_of, swap, text_cell,
)

_SIDE = {"action": {"kind": str, "line?": str, "dir?": str, "to?": [str], "cells?": [str]}, "must_be_in?": [str]}
_BY_NUMBER = {str: int}
SCHEMA = {
    "grid": {"columns": [str], "rows": [int]},
    "counts": {"fish": int, "special": int, "fish_food": int, "chips": int, "total": int},
    "species": [{"id": str, "name": str, "letter": str}],
    "card": [{
        "id": str, "species?": str, "piece?": str, "name?": str, "left": _SIDE, "right": _SIDE, "head_start?": {"cells": [str], "steps": int},
        "scores_neighbours?": bool,
    }],
    "chips": {"stops": [str], "stops_with_corners": [str], "use": str},
    "head_start": {"group_of_at_least": int, "group_steps": int},
    "scoring": {
        "school": _BY_NUMBER, "shoal": _BY_NUMBER, "rasboras_school_same_direction": int, "rasboras_school_opposite_direction": int,
        "rasboras_shoal": int, "max_total": int, "example_ten": {"enabled": bool, "school": _BY_NUMBER, "max_total": int},
    },
    "result": [{"min": int, "win": bool, "label": str}],
    "rules": {
        "reuse_ban": str, "swap_without_target_is_legal": bool, "feed_on_last_turn": bool, "chips_blocks_food_swap": bool,
        "rasboras_count_unscored_groups": bool,
    },
}
SIDE_NAMES = ("left", "right")
SLIDES = {("row", "w"): SLIDE_W, ("row", "e"): SLIDE_E, ("column", "n"): SLIDE_N, ("column", "s"): SLIDE_S}
STEPS = {"n": (-1, 0), "ne": (-1, 1), "e": (0, 1), "se": (1, 1), "s": (1, 0), "sw": (1, -1), "w": (0, -1), "nw": (-1, -1)}
PATH_NAMES = ("stops", "stops_with_corners")
BESIDE_KEYS = {"beside_same": "rasboras_school_same_direction", "beside_opposite": "rasboras_school_opposite_direction", "beside_shoal": "rasboras_shoal"}

Swap = tuple[tuple[str, ...], tuple[int, ...]]
"""Compass points and cells."""


@dataclass(frozen=True)
class Species:
    """A species of fish, numbered from 1."""

    number: int
    id: str
    name: str
    letter: str


@dataclass(frozen=True)
class Card:
    """A card of the grid, for people. `piece` is what it shows: its species, or what a special card is."""

    number: int
    id: str
    piece: str
    name: str
    species: int
    special: bool


@dataclass(frozen=True)
class Outcome:
    """A line of the printed result table."""

    least: int
    win: bool
    label: str


def read_species(components: Components) -> list[Species]:
    """Number 0 is no species."""
    found = [Species(0, "", "", "")]
    for number, data in enumerate(components["species"], 1):
        where = f"species[{data.get('id', number)}]"
        found.append(Species(number, *(_text(components, f"{where}.{key}", data.get(key)) for key in ("id", "name", "letter"))))
    if not 2 <= len(found) <= SPECIES + 1:
        raise components.fail("species", f"1 to {SPECIES} species are expected, not {len(found) - 1}")
    return found


def read_cards(components: Components, species: list[Species]) -> list[Card]:
    """The sixteen cards of the grid, by number."""
    by_id = {kind.id: kind for kind in species[1:]}
    cards = [_read_card(components, number, data, by_id) for number, data in enumerate(components["card"])]
    if len(cards) != CARDS:
        raise components.fail("card", f"{CARDS} cards fill the grid, not {len(cards)}")
    ids = [card.id for card in cards]
    doubled = next((name for name in ids if ids.count(name) > 1), None)
    if doubled is not None:
        raise components.fail("card", f"{doubled} stands there twice")
    return cards


def _read_card(components: Components, number: int, data: dict[str, Any], by_id: dict[str, Species]) -> Card:
    name = _text(components, f"card[{number + 1}].id", data.get("id"))
    if "species" not in data:
        piece, shown = (_text(components, f"card[{name}].{key}", data.get(key)) for key in ("piece", "name"))
        return Card(number, name, piece, shown, 0, True)
    kind = by_id.get(data["species"])
    if kind is None:
        raise components.fail(f"card[{name}].species", f"{data['species']!r} is none of {', '.join(by_id)}")
    return Card(number, name, kind.id, kind.name, kind.number, False)


def read_outcomes(components: Components) -> list[Outcome]:
    """The result table, the lowest line first."""
    lines = []
    for i, data in enumerate(components["result"], 1):
        least = components.number(f"result[{i}].min", data.get("min"), 0, 10_000)
        lines.append(Outcome(least, bool(data.get("win")), _text(components, f"result[{i}].label", data.get("label"))))
    if not lines or lines[0].least != 0 or any(below.least >= line.least or below.win > line.win for below, line in zip(lines, lines[1:], strict=False)):
        raise components.fail("result", "lines from 0 points upwards are expected, lost ones before won ones")
    return lines


def read_box(components: Components, species: list[Species], cards: list[Card], outcomes: list[Outcome]) -> PocketBox:
    """Flat tables of a component file; ComponentError says which value does not fit."""
    data: dict[str, Any] = {"kinds": len(species) - 1, "species": [card.species for card in cards]}
    data |= _read_sides(components, cards) | _read_chips(components) | _read_head_start(components, cards) | _read_scoring(components)
    data["rasboras"] = next((card.number for card in cards if components["card"][card.number].get("scores_neighbours")), -1)
    data["win_from"] = next((line.least for line in outcomes if line.win), 10_000)
    box = PocketBox()
    box.load(data)
    box.name((tuple(card.id for card in cards), tuple(sorted({card.piece for card in cards}))))
    box.check()
    return box


# ---- the sides of the cards

def _read_sides(components: Components, cards: list[Card]) -> dict[str, Any]:
    fits, pattern = [ALL_CELLS] * FACES, [NO_ACTION] * FACES
    swaps: list[Swap] = []
    for card in cards:
        for side, side_name in enumerate(SIDE_NAMES, LEFT):
            where, data = f"card[{card.id}].{side_name}", components["card"][card.number].get(side_name, {})
            face = face_of(card.number, side)
            if "must_be_in" in data:
                fits[face] = _mask(components, f"{where}.must_be_in", data["must_be_in"])
            pattern[face] = _pattern(components, f"{where}.action", data.get("action"), swaps)
    return {"fits": fits, "pattern": pattern} | _action_tables(swaps)


def _pattern(components: Components, where: str, action: Any, swaps: list[Swap]) -> int:
    """The number of an action; a swap that is new is added to the list."""
    if not isinstance(action, dict) or action.get("kind") not in ("none", "slide", "swap"):
        raise components.fail(where, 'kind = "none", "slide" or "swap" is expected')
    if action["kind"] == "none":
        return NO_ACTION
    if action["kind"] == "slide":
        slide = SLIDES.get((str(action.get("line")), str(action.get("dir"))))
        if slide is None:
            raise components.fail(where, 'a slide moves line = "row" in dir = "w" or "e", or line = "column" in dir = "n" or "s"')
        return slide
    points, cells = tuple(action.get("to", ())), tuple(_cells(components, where, action.get("cells", [])))
    if not points and not cells or any(point not in STEPS for point in points):
        raise components.fail(where, f"a swap needs compass points in `to` ({', '.join(STEPS)}) or cells in `cells`")
    if (points, cells) not in swaps:
        swaps.append((points, cells))
    return FIRST_SWAP + swaps.index((points, cells))


def _action_tables(swaps: list[Swap]) -> dict[str, list[int]]:
    alone, targets, actions = [0] * (PATTERNS * CELLS), [0] * (PATTERNS * CELLS), [0] * (PATTERNS * CELLS * CELLS)
    for pattern in SLIDES.values():
        alone[pattern * CELLS : (pattern + 1) * CELLS] = [1] * CELLS
    for pattern, (points, cells) in enumerate(swaps, FIRST_SWAP):
        for cell in range(CELLS):
            reached = _reached(cell, points, cells)
            at = pattern * CELLS + cell
            targets[at] = len(reached)
            alone[at] = 0 if reached else 2
            actions[at * CELLS : at * CELLS + len(reached)] = [swap(cell, target) for target in reached]
    return {"alone": alone, "targets": targets, "swaps": actions}


def _reached(cell: int, points: tuple[str, ...], cells: tuple[int, ...]) -> list[int]:
    """The cells that a swap reaches; what is off the grid is ignored (R11)."""
    row, column = divmod(cell, SIDE)
    found = {other for other in cells if other != cell}
    for point in points:
        down, across = STEPS[point]
        if 0 <= row + down < SIDE and 0 <= column + across < SIDE:
            found.add(cell_at(row + down, column + across))
    return sorted(found)


# ---- Chips

def _read_chips(components: Components) -> dict[str, Any]:
    chips = components["chips"]
    if chips.get("use") not in PATH_NAMES:
        raise components.fail("chips.use", f"one of {', '.join(PATH_NAMES)} is expected")
    data: dict[str, list[int]] = {name: [0] * (PATHS * STOPS) for name in ("watched", "free", "above", "in_column")}
    data["free_cells"], data["length"] = [0] * (PATHS * STOPS * CELLS), [0] * PATHS
    for path, name in enumerate(PATH_NAMES):
        stops = chips.get(name)
        if not isinstance(stops, list) or not 2 <= len(stops) <= STOPS:
            raise components.fail(f"chips.{name}", f"a list of 2 to {STOPS} stops is expected")
        data["length"][path] = len(stops)
        for number, stop in enumerate(stops):
            _read_stop(components, f"chips.{name}", stop, path * STOPS + number, data)
    return data


def _read_stop(components: Components, where: str, stop: Any, at: int, data: dict[str, list[int]]) -> None:
    side, line = str(stop)[:1], str(stop)[1:]
    if side in ("t", "b") and line in tuple(COLUMNS):
        column = COLUMNS.index(line)
        watched = [cell_at(row, column) for row in range(SIDE)]
        data["in_column"][at] = column + 1
        data["above"][at] = column + 1 if side == "t" else 0
    elif side in ("r", "l") and line in [str(row + 1) for row in range(SIDE)]:
        watched = [cell_at(int(line) - 1, column) for column in range(SIDE)]
    elif side == "x":
        watched = []
    else:
        raise components.fail(where, f"{stop!r} is no stop: t or b with a column, r or l with a row, or x for a corner outside the grid")
    free = [cell for cell in range(CELLS) if cell not in watched]
    data["watched"][at] = sum(1 << cell for cell in watched)
    data["free"][at] = len(free)
    data["free_cells"][at * CELLS : at * CELLS + len(free)] = free


def _read_head_start(components: Components, cards: list[Card]) -> dict[str, Any]:
    table, cells, steps = components["head_start"], [0] * CARDS, [0] * CARDS
    for card in cards:
        data = components["card"][card.number].get("head_start")
        if data is not None:
            cells[card.number] = _mask(components, f"card[{card.id}].head_start.cells", data.get("cells"))
            steps[card.number] = components.number(f"card[{card.id}].head_start.steps", data.get("steps"), 0, STOPS)
    return {
        "head_start_group": components.number("head_start.group_of_at_least", table.get("group_of_at_least"), 2, CELLS),
        "head_start_group_steps": components.number("head_start.group_steps", table.get("group_steps"), 0, STOPS),
        "head_start_cells": cells, "head_start_steps": steps,
    }


# ---- scoring

def _read_scoring(components: Components) -> dict[str, Any]:
    table = components["scoring"]
    data: dict[str, Any] = {field: components.number(f"scoring.{key}", table.get(key), 0, 1000) for field, key in BESIDE_KEYS.items()}
    data |= {"school": [], "most": [], "shoal": _by_number(components, "scoring.shoal", table.get("shoal"))}
    for where, variant in (("scoring", table), ("scoring.example_ten", table.get("example_ten", {}))):
        data["school"] += _by_number(components, f"{where}.school", variant.get("school"))
        data["most"].append(components.number(f"{where}.max_total", variant.get("max_total"), 1, 10_000))
    return data


def _by_number(components: Components, where: str, table: Any) -> list[int]:
    """Points by number of fish; a number that is not named pays nothing."""
    points = [0] * GROUP
    for key, value in (table or {}).items():
        number = components.number(where, int(key) if str(key).isdigit() else key, 2, CELLS)
        points[number] = components.number(f"{where}.{key}", value, 0, 1000)
    if not any(points):
        raise components.fail(where, "points by number of fish are expected, as in { 2 = 4, 3 = 6 }")
    return points


# ---- single values

def _text(components: Components, path: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise components.fail(path, "a text is expected")
    return value


def _cells(components: Components, path: str, texts: Any) -> list[int]:
    if not isinstance(texts, list):
        raise components.fail(path, 'a list of cells such as ["a1", "d1"] is expected')
    try:
        return [text_cell(text) for text in texts]
    except (UnknownText, TypeError):
        raise components.fail(path, f"a cell among {texts!r} is none: columns are a to d, rows 1 to 4") from None


def _mask(components: Components, path: str, texts: Any) -> int:
    return sum(1 << cell for cell in set(_cells(components, path, texts)))
