"""A second scorer, slow and plain: straight from the component file, every set of shapes tried."""

from collections import Counter
from typing import Any

Place = tuple[int, int]
Grid = dict[Place, str]

BESIDE = {"orthogonal": [(-1, 0), (1, 0), (0, -1), (0, 1)], "diagonal": [(-1, -1), (-1, 1), (1, -1), (1, 1)]}


def read(rows: list[str], letters: dict[str, str]) -> Grid:
    """The places of an aquarium on which a card lies."""
    return {(r, c): letters[sign] for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "."}


def score(components: Any, grid: Grid) -> dict[str, int]:
    """Points of each kind."""
    return {kind["id"]: kind_score(components, kind, grid) for kind in components["kind"]}


def kind_score(components: Any, kind: Any, grid: Grid) -> int:
    mine = {place for place, there in grid.items() if there == kind["id"]}
    if kind["condition"] == "shape":
        return best_packing(possible_shapes(mine, kind["shapes"], components["directions"][kind["direction"]]), frozenset(mine))
    if kind["condition"] == "neighbours":
        return sum(kind["points"] for place in mine if is_content(kind, grid, place))
    if kind["condition"] == "area":
        rows = components["areas"][kind["area"]]
        mine = {(r, c) for r, c in mine if rows[r][c] == "#"}
    return max([0] + [int(tier["points"]) for tier in kind["tiers"] if tier["min"] <= len(mine) <= tier.get("max", 99)])


def possible_shapes(mine: set[Place], shapes: list[dict[str, int]], step: list[int]) -> list[tuple[frozenset[Place], int]]:
    found = []
    for r, c in mine:
        for shape in shapes:
            line = frozenset((r + i * step[0], c + i * step[1]) for i in range(shape["length"]))
            if line <= mine:
                found.append((line, shape["points"]))
    return found


def best_packing(shapes: list[tuple[frozenset[Place], int]], free: frozenset[Place]) -> int:
    """The most points of shapes that share no card: each is taken or left."""
    if not shapes:
        return 0
    (line, points), rest = shapes[0], shapes[1:]
    left = best_packing(rest, free)
    return max(left, points + best_packing(rest, free - line)) if line <= free else left


def is_content(kind: dict[str, Any], grid: Grid, place: Place) -> bool:
    around = Counter(grid[place[0] + r, place[1] + c] for r, c in BESIDE[kind["neighbourhood"]] if (place[0] + r, place[1] + c) in grid)
    return (len(around) if kind["match"] == "different" else max(around.values(), default=0)) >= int(kind["min"])
