"""The placement rules and the scoring of Aqua Garden once more, written plainly and slowly, to compare the engine with."""

from collections.abc import Sequence
from itertools import product
from math import floor

SMALL, LARGE, TURTLE, SEAHORSE, SHARK, WHALE, SEAWEED, CORAL, FLAPJACK, MANTA, REMORA = range(11)
OXYGEN = {SMALL: 1, LARGE: 1, TURTLE: 2, SEAHORSE: 1, SHARK: 2, WHALE: 4, SEAWEED: 0, CORAL: 1, FLAPJACK: 2, MANTA: 3, REMORA: 0}
FISH = [kind for kind in OXYGEN if kind not in (SEAWEED, CORAL)]


def is_valid(tank: Sequence[int]) -> bool:
    """Whether these tokens, by kind, may be in one tank."""
    used = sum(tank[kind] * OXYGEN[kind] for kind in OXYGEN)
    if used > (6 if tank[SEAWEED] else 4):
        return False
    if tank[SHARK] and (tank[SMALL] or tank[LARGE] or tank[TURTLE]):
        return False
    if tank[TURTLE] and not tank[SEAWEED]:
        return False
    if tank[REMORA] and not tank[SHARK] and not tank[WHALE]:
        return False
    return all(tank[kind] <= 1 for kind in (SEAWEED, CORAL, FLAPJACK, MANTA, REMORA))


def all_valid_tanks() -> list[tuple[int, ...]]:
    """Every content that a tank may have."""
    ranges = [range(2) if kind in (SEAWEED, CORAL, FLAPJACK, MANTA, REMORA) else range(6 // OXYGEN[kind] + 1) for kind in OXYGEN]
    return [tank for tank in product(*ranges) if is_valid(tank)]


def tank_points(tank: Sequence[int]) -> int:
    """Every pair laid out one by one, then the single tokens."""
    small, large, points = tank[SMALL], tank[LARGE], 0
    while small and large:
        small, large, points = small - 1, large - 1, points + 3
    for kind, each in ((TURTLE, 2), (SHARK, 2), (SEAHORSE, 2), (WHALE, 4), (CORAL, 1)):
        points += each * tank[kind]
    return points


def advanced_points(tanks: Sequence[Sequence[int]]) -> int:
    points = 0
    for tank in tanks:
        if tank[FLAPJACK]:
            points += len({kind for kind in FISH if tank[kind]})
        if tank[MANTA]:
            points += max(sum(other[kind] for other in tanks) for kind in FISH)
        if tank[REMORA]:
            points += 4 if tank[SHARK] and tank[WHALE] else 2
    return points


def total(tanks: Sequence[Sequence[int]], funds: int, milestones: Sequence[int], standby: int) -> int:
    """`milestones`: points of each cube; `standby`: the place, 0 for none."""
    return sum(map(tank_points, tanks)) + advanced_points(tanks) + floor(funds / 3) + sum(milestones) + (4 - standby if standby else 0)


def ad(tanks: Sequence[Sequence[int]], name: str) -> int:
    """Funds of an ad."""
    count = [sum(tank[kind] for tank in tanks) for kind in OXYGEN]
    return {"small": count[SMALL] // 2, "large": count[LARGE], "shark": count[SHARK] + count[CORAL], "turtle": count[TURTLE] + count[CORAL]}[name]


def feeding(tanks: Sequence[Sequence[int]], kinds: Sequence[int]) -> int:
    """Funds of a feeding whose card asks for one of each of these kinds."""
    event = [tanks[2], tanks[3]]
    return 1 + min(sum(tank[kind] for tank in event) for kind in kinds)
