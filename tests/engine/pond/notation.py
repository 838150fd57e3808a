"""A toy for the tests of the build step: constants and formulas."""
from typing import Annotated

SEATS, KINDS = 3, 5
EMPTY, FROG, PIKE = range(3)
FIRST, SECOND = range(10, 12)
SWAP = SEATS * KINDS
LAST = SWAP + KINDS - 1
BELOW = -7
WIDE = 1 << 40
HALF = 0.5
NAMES = ("empty", "frog", "pike")

Kinds = Annotated[list[int], "int", KINDS]
Hands = Annotated[list[int], "int", SEATS * KINDS]
Weights = Annotated[list[float], "double", KINDS]


def swap(kind: int) -> int:
    """The action that swaps a kind."""
    return SWAP + kind


def is_swap(action: int) -> bool:
    return SWAP <= action <= LAST


def kind_of(action: int) -> int:
    return action - swap(0) if is_swap(action) else action % KINDS


def floors(n: int) -> int:
    return (n - 20) // 7 * 100 + (n - 20) % 7


def label(kind: int) -> str:
    return NAMES[kind]
