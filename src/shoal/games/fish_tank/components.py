"""The component file of Fish Tank, read into flat tables."""

from dataclasses import dataclass
from typing import Any

from shoal.engine.components import Components

from .box import AREA, COUNTS, DIAGONAL, NEIGHBOURS, ORTHOGONAL, PHASES, FishTankBox
from .notation import KINDS, SIDE


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
    kinds = [Kind(0, "", ".", "", "", "", 0, {})]
    for number, data in enumerate(components["kind"], 1):
        for key in ("id", "letter", "name", "card", "condition", "copies"):
            if key not in data:
                raise components.fail(f"kind[{data.get('id', number)}]", f"{key} is missing")
        kinds.append(Kind(number, data["id"], data["letter"], data["name"], data["card"], data["condition"], data["copies"], data))
    if len(kinds) > KINDS:
        raise components.fail("kind", f"at most {KINDS - 1} kinds fit, not {len(kinds) - 1}")
    for what in ("id", "letter"):
        values = [getattr(kind, what) for kind in kinds]
        doubled = next((v for v in values if values.count(v) > 1), None)
        if doubled is not None:
            raise components.fail("kind", f"the {what} {doubled!r} stands there twice")
    return kinds


def read_box(components: Components, kinds: list[Kind]) -> FishTankBox:
    """Flat tables of a component file; ComponentError says which value does not fit."""
    draft = components["draft"]
    data: dict[str, Any] = dict.fromkeys(("side", "hand", "phases", "rounds", "kinds", "animals", "plant", "cards"), 0)
    data["side"] = _number(components, "aquarium.side", components["aquarium"].get("side"), 2, SIDE)
    data["hand"] = _number(components, "draft.cards_per_hand", draft.get("cards_per_hand"), 1, SIDE * SIDE)
    ways = {"left": 1, "right": -1}
    if any(way not in ways for way in draft.get("pass_direction", [None])) or len(draft["pass_direction"]) > PHASES:
        raise components.fail("draft.pass_direction", f"up to {PHASES} phases, each left or right")
    data["directions"] = [ways[way] for way in draft["pass_direction"]] + [0] * (PHASES - len(draft["pass_direction"]))
    data["phases"] = len(draft["pass_direction"])
    data["rounds"] = data["phases"] * data["hand"]
    data["kinds"] = len(kinds) - 1
    data["animals"] = sum(kind.card != "plant" for kind in kinds[1:])
    data["plant"] = kinds[-1].number
    data["cards"] = sum(kind.copies for kind in kinds)
    tables: dict[str, list[int]] = {name: [0] * KINDS for name in _COLUMNS}
    tables["line_points"], tables["tier_points"] = [0] * (KINDS * 5), [0] * (KINDS * COUNTS)
    for kind in kinds[1:]:
        _read_kind(components, kind, tables, data["side"])
    box = FishTankBox()
    box.load(data | tables)
    box.name(tuple(kind.id for kind in kinds))
    box.check()
    return box


_COLUMNS = ("copies", "removable", "breaks_ties", "condition", "step_row", "step_column", "area", "neighbourhood", "different", "need", "each")


def _number(components: Components, path: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise components.fail(path, f"a whole number from {low} to {high} is expected, not {value!r}")
    return int(value)


def _read_kind(components: Components, kind: Kind, tables: dict[str, list[int]], side: int) -> None:
    k, where, tie = kind.number, f"kind[{kind.id}]", components["tie_break"]
    tables["copies"][k] = _number(components, f"{where}.copies", kind.copies, 0, 1000)
    tables["removable"][k] = int(kind.id in components["fewer_kinds"]["remove"])
    tables["breaks_ties"][k] = int({"plant": tie["counts_plants"], "creature": tie["counts_creatures"]}.get(kind.card, True))
    if kind.condition == "shape":
        _read_shape(components, kind, tables)
    elif kind.condition in ("area", "count"):
        tables["condition"][k] = AREA
        tables["area"][k] = _area(components, kind, side)
        _read_tiers(components, kind, tables)
    elif kind.condition == "neighbours":
        tables["condition"][k] = NEIGHBOURS
        tables["neighbourhood"][k] = {"orthogonal": ORTHOGONAL, "diagonal": DIAGONAL}[_one_of(components, kind, "neighbourhood", "orthogonal", "diagonal")]
        tables["different"][k] = int(_one_of(components, kind, "match", "same", "different") == "different")
        tables["need"][k] = _number(components, f"{where}.min", kind.data.get("min"), 1, 4)
        tables["each"][k] = _number(components, f"{where}.points", kind.data.get("points"), 0, 1000)
    else:
        raise components.fail(f"{where}.condition", f"shape, area, count or neighbours is expected, not {kind.condition!r}")


def _one_of(components: Components, kind: Kind, key: str, *values: str) -> str:
    value = kind.data.get(key)
    if value not in values:
        raise components.fail(f"kind[{kind.id}].{key}", f"{' or '.join(values)} is expected, not {value!r}")
    return str(value)


def _read_shape(components: Components, kind: Kind, tables: dict[str, list[int]]) -> None:
    """The best set of disjoint shapes within one line; lines of a kind share no cards, so this is exact (section Scoring of rulings.md)."""
    direction = _one_of(components, kind, "direction", *(d for d in components["directions"] if not d.endswith("provenance")))
    tables["step_row"][kind.number], tables["step_column"][kind.number] = components["directions"][direction]
    best = [0] * 5
    for length in range(1, 5):
        best[length] = best[length - 1]
        for shape in kind.data.get("shapes", []):
            if shape["length"] <= length:
                best[length] = max(best[length], best[length - shape["length"]] + shape["points"])
    tables["line_points"][kind.number * 5 : kind.number * 5 + 5] = best


def _area(components: Components, kind: Kind, side: int) -> int:
    if kind.condition == "count":
        return sum(1 << (row * SIDE + column) for row in range(side) for column in range(side))
    rows = components["areas"].get(kind.data.get("area", ""))
    if not isinstance(rows, list) or len(rows) != side or any(len(row) != side or set(row) - set("#.") for row in rows):
        raise components.fail(f"kind[{kind.id}].area", f"the area {kind.data.get('area')!r} needs {side} rows of {side} signs # or .")
    return sum(1 << (row * SIDE + column) for row in range(side) for column in range(side) if rows[row][column] == "#")


def _read_tiers(components: Components, kind: Kind, tables: dict[str, list[int]]) -> None:
    """The best satisfied tier pays once; `max` absent means "or more"."""
    for tier in kind.data.get("tiers", []):
        low = _number(components, f"kind[{kind.id}].tiers.min", tier.get("min"), 1, SIDE * SIDE)
        points = _number(components, f"kind[{kind.id}].tiers.points", tier.get("points"), 0, 1000)
        for number in range(low, tier.get("max", SIDE * SIDE) + 1):
            at = kind.number * COUNTS + number
            tables["tier_points"][at] = max(tables["tier_points"][at], points)
