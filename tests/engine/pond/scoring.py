"""Functions that Python can call as they are, and one that takes an array."""
from math import log, sqrt

from ...engine.hints import i64
from .notation import HALF, KINDS, WIDE, Kinds


def worth(kind: int, count: int) -> int:
    return kind * count if count > 1 else 0


def wide(n: int) -> i64:
    return WIDE + n


def spread(n: float) -> float:
    return sqrt(n) * HALF + log(n)


def heaviest(counts: Kinds) -> int:
    best = 0
    for kind in range(KINDS):
        if counts[kind] > counts[best]:
            best = kind
    return best
