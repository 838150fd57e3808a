"""The component file of Fish Tank, read into flat tables."""

import difflib
import re
from dataclasses import dataclass
from typing import Any

from shoal.engine.components import Components

from .box import AREA, COUNTS, DIAGONAL, NEIGHBOURS, ORTHOGONAL, PHASES, FishTankBox
from .notation import KINDS, SIDE

SCHEMA = {
    "aquarium": {"side": int},
    "draft": {"cards_per_hand": int, "pass_direction": [str]},
    "fewer_kinds": {"remove": [str]},
    "tie_break": {"counts_plants": bool, "counts_creatures": bool},
    "areas": {str: [str]},
    "directions": {str: [int]},
    "kind": [{
        "id": str, "letter": str, "name": str, "card": str, "condition": str, "copies": int, "printed?": str,
        "direction?": str, "shapes?": [{"length": int, "points": int, "printed?": str}],
        "area?": str, "tiers?": [{"min": int, "max?": int, "points": int, "printed?": str}],
        "neighbourhood?": str, "match?": str, "min?": int, "points?": int,
    }],
}
MOST_POINTS = 1000


@dataclass(frozen=True)
class Kind:
    """One kind of card, for people: its condition in full stands in `data` as in the component file."""

    number: int
    id: str
    letter: str
    name: str
    card: str
    condition: str
    copies: int
    data: dict[str, Any]


def read_kinds(components: Components) -> list[Kind]:
    """The kinds by number; number 0 is no card."""
    tables = components["kind"]
    if not isinstance(tables, list) or not 2 <= len(tables) < KINDS or not all(isinstance(data, dict) for data in tables):
        raise components.fail("kind", f"2 to {KINDS - 1} tables [[kind]] are expected, the last one for the plant")
    kinds = [Kind(0, "", ".", "", "", "", 0, {})]
    for number, data in enumerate(tables, 1):
        where = f"kind[{data.get('id', number)}]"
        name, letter = _text(components, f"{where}.id", data, r"[a-z][a-z0-9_]*"), _text(components, f"{where}.letter", data, r"[A-Za-z]")
        card = _one_of(components, f"{where}.card", data, "fish", "creature", "plant")
        condition = _one_of(components, f"{where}.condition", data, "shape", "area", "count", "neighbours")
        _check_keys(components, where, data, "id letter name card condition copies printed", _CONDITION_KEYS[condition])
        copies = _number(components, f"{where}.copies", data, 0, 0 if card == "plant" else 1000)
        kinds.append(Kind(number, name, letter, _text(components, f"{where}.name", data, r"\S.*"), card, condition, copies, data))
    _check_different(components, "id", [kind.id for kind in kinds])
    _check_different(components, "letter", [kind.letter.upper() for kind in kinds])
    return kinds


_CONDITION_KEYS = {"shape": "direction shapes", "area": "area tiers", "count": "tiers", "neighbours": "neighbourhood match min points"}


def _check_different(components: Components, what: str, values: list[str]) -> None:
    doubled = next((value for value in values if values.count(value) > 1), None)
    if doubled is not None:
        raise components.fail("kind", f"the {what} {doubled!r} stands there twice")


def read_box(components: Components, kinds: list[Kind]) -> FishTankBox:
    """Flat tables of a component file; ComponentError says which value does not fit."""
    side = _number(components, "aquarium.side", _table(components, "aquarium"), 2, SIDE)
    directions = _passing(components)
    data: dict[str, Any] = {"side": side, "directions": directions + [0] * (PHASES - len(directions)), "phases": len(directions)}
    data["hand"] = _number(components, "draft.cards_per_hand", _table(components, "draft"), 2, SIDE * SIDE)
    data["rounds"] = data["phases"] * data["hand"]
    data["kinds"] = len(kinds) - 1
    data["animals"] = sum(kind.card != "plant" for kind in kinds[1:])
    data["plant"] = kinds[-1].number if kinds[-1].card == "plant" else 0
    data["cards"] = sum(kind.copies for kind in kinds)
    tables: dict[str, list[int]] = {name: [0] * KINDS for name in _COLUMNS}
    tables["line_points"], tables["tier_points"] = [0] * (KINDS * 5), [0] * (KINDS * COUNTS)
    for kind in kinds[1:]:
        _read_kind(components, kind, tables, side)
    box = FishTankBox()
    box.load(data | tables)
    box.work_out()
    box.name(tuple(kind.id for kind in kinds))
    return box


_COLUMNS = (
    "copies", "removable", "breaks_ties", "condition", "step_row", "step_column", "step", "onward", "area", "last_rise",
    "neighbourhood", "different", "need", "each",
)


def _passing(components: Components) -> list[int]:
    """Of each phase: how many seats further the hands go."""
    ways = _value(components, "draft.pass_direction", _table(components, "draft"))
    if not isinstance(ways, list) or not 1 <= len(ways) <= PHASES or any(way not in ("left", "right") for way in ways):
        raise components.fail("draft.pass_direction", f"1 to {PHASES} phases, each \"left\" or \"right\", are expected, not {ways!r}")
    return [1 if way == "left" else -1 for way in ways]


# ---- kinds

def _read_kind(components: Components, kind: Kind, tables: dict[str, list[int]], side: int) -> None:
    k, where, tie = kind.number, f"kind[{kind.id}]", _table(components, "tie_break")
    tables["copies"][k] = kind.copies
    tables["removable"][k] = int(kind.id in _removed(components))
    counted = {"plant": "counts_plants", "creature": "counts_creatures"}.get(kind.card)
    tables["breaks_ties"][k] = int(_flag(components, f"tie_break.{counted}", tie)) if counted else 1
    if kind.condition == "shape":
        _read_shape(components, kind, tables)
    elif kind.condition in ("area", "count"):
        tables["condition"][k] = AREA
        tables["area"][k] = _area(components, kind, side)
        _read_tiers(components, kind, tables)
    else:
        tables["condition"][k] = NEIGHBOURS
        orthogonal = _one_of(components, f"{where}.neighbourhood", kind.data, "orthogonal", "diagonal") == "orthogonal"
        tables["neighbourhood"][k] = ORTHOGONAL if orthogonal else DIAGONAL
        tables["different"][k] = int(_one_of(components, f"{where}.match", kind.data, "same", "different") == "different")
        tables["need"][k] = _number(components, f"{where}.min", kind.data, 1, 4)
        tables["each"][k] = _number(components, f"{where}.points", kind.data, 0, MOST_POINTS)


def _removed(components: Components) -> list[Any]:
    """Ids of the kinds that the variant with fewer kinds leaves in the box."""
    found = _value(components, "fewer_kinds.remove", _table(components, "fewer_kinds"))
    known = [data.get("id") for data in components["kind"]]
    if not isinstance(found, list) or any(name not in known for name in found):
        raise components.fail("fewer_kinds.remove", f"a list of ids of kinds is expected, not {found!r}")
    return found


def _read_shape(components: Components, kind: Kind, tables: dict[str, list[int]]) -> None:
    """The best set of disjoint shapes within one line; lines of a kind share no cards, so this is exact (section Scoring of rulings.md)."""
    directions = _table(components, "directions")
    direction = _one_of(components, f"kind[{kind.id}].direction", kind.data, *(d for d in directions if not d.endswith("provenance")))
    step = directions[direction]
    if not isinstance(step, list) or len(step) != 2 or any(type(s) is not int or abs(s) > 1 for s in step) or step == [0, 0]:
        raise components.fail(f"directions.{direction}", f"[rows, columns] of one step, each -1, 0 or 1 and not both 0, are expected, not {step!r}")
    tables["step_row"][kind.number], tables["step_column"][kind.number] = step
    where = f"kind[{kind.id}].shapes"
    shapes = [
        (_number(components, f"{where}.length", shape, 1, SIDE), _number(components, f"{where}.points", shape, 0, MOST_POINTS))
        for shape in _tables(components, where, kind, "length points")
    ]
    best = [0] * 5
    for length in range(1, 5):
        best[length] = max([best[length - 1], *(best[length - size] + points for size, points in shapes if size <= length)])
    tables["line_points"][kind.number * 5 : kind.number * 5 + 5] = best


def _area(components: Components, kind: Kind, side: int) -> int:
    if kind.condition == "count":
        return sum(1 << (row * SIDE + column) for row in range(side) for column in range(side))
    name = _value(components, f"kind[{kind.id}].area", kind.data)
    rows = _table(components, "areas").get(name) if isinstance(name, str) else None
    if not isinstance(rows, list) or len(rows) != side or any(not isinstance(row, str) or len(row) != side or set(row) - set("#.") for row in rows):
        raise components.fail(f"kind[{kind.id}].area", f"the area {name!r} needs {side} rows of {side} signs # or .")
    return sum(1 << (row * SIDE + column) for row in range(side) for column in range(side) if rows[row][column] == "#")


def _read_tiers(components: Components, kind: Kind, tables: dict[str, list[int]]) -> None:
    """The best satisfied tier pays once; `max` absent means "or more"."""
    where = f"kind[{kind.id}].tiers"
    for tier in _tables(components, where, kind, "min max points"):
        low = _number(components, f"{where}.min", tier, 1, SIDE * SIDE)
        high = _number(components, f"{where}.max", {"max": SIDE * SIDE} | tier, low, SIDE * SIDE)
        points = _number(components, f"{where}.points", tier, 0, MOST_POINTS)
        for number in range(low, high + 1):
            at = kind.number * COUNTS + number
            tables["tier_points"][at] = max(tables["tier_points"][at], points)


# ---- single values; the last part of a path is the key

def _table(components: Components, name: str) -> dict[str, Any]:
    found = components[name]
    if not isinstance(found, dict):
        raise components.fail(name, f"a table [{name}] is expected, not {found!r}")
    return found


def _tables(components: Components, where: str, kind: Kind, keys: str) -> list[dict[str, Any]]:
    found = _value(components, where, kind.data)
    if not isinstance(found, list) or not found or not all(isinstance(item, dict) for item in found):
        raise components.fail(where, f"a list of {where.rpartition('.')[2]} is expected, not {found!r}")
    for item in found:
        _check_keys(components, where, item, keys, "printed")
    return found


def _check_keys(components: Components, where: str, table: dict[str, Any], *known: str) -> None:
    """Refuse a key that says nothing here: it is misspelt, and what was meant by it would be lost. Other names (`name_cs`) and provenances are free."""
    keys = " ".join(known).split()
    for key in table:
        if key not in keys and not key.startswith("name_") and not key.endswith("provenance"):
            near = difflib.get_close_matches(key, keys, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(keys)}"
            raise components.fail(where, f"the key {key!r} is unknown; {hint}")


def _value(components: Components, path: str, table: dict[str, Any]) -> Any:
    """The value of the path's key."""
    key = path.rpartition(".")[2]
    if key not in table:
        near = difflib.get_close_matches(key, list(table), 1, 0.7)
        hint = f"; is it meant by {near[0]!r}?" if near else ""
        raise components.fail(path, f"the key {key!r} is missing{hint}")
    return table[key]


def _number(components: Components, path: str, table: dict[str, Any], low: int, high: int) -> int:
    value = _value(components, path, table)
    if type(value) is not int or not low <= value <= high:
        expected = f"a whole number from {low} to {high}" if low < high else str(low)
        raise components.fail(path, f"{expected} is expected, not {value!r}")
    return int(value)


def _flag(components: Components, path: str, table: dict[str, Any]) -> bool:
    value = _value(components, path, table)
    if type(value) is not bool:
        raise components.fail(path, f"true or false is expected, not {value!r}")
    return bool(value)


def _text(components: Components, path: str, table: dict[str, Any], pattern: str) -> str:
    value = _value(components, path, table)
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        raise components.fail(path, f"{_TEXTS.get(pattern, 'a text')} is expected, not {value!r}")
    return value


_TEXTS = {r"[a-z][a-z0-9_]*": "a word of small letters, digits and _", r"[A-Za-z]": "one letter"}


def _one_of(components: Components, path: str, table: dict[str, Any], *values: str) -> str:
    value = _value(components, path, table)
    if value not in values:
        raise components.fail(path, f"{' or '.join(values)} is expected, not {value!r}")
    return str(value)
