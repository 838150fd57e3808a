"""Tables that let the solver judge a grid in a few look-ups: what sets of cells are worth as places of a species, what special cards lack.

Everything follows from the box and from weights; costs are in hundredths of a point.
"""

from typing import Annotated

from shoal.engine.fields import Fields
from shoal.engine.hints import i64, python
from shoal.engine.state import Rng

from .box import PocketBox
from .notation import ALL_CELLS, CARDS, CELLS, FACES, SPENT, Cards, grown
from .scoring import group_of, number_of
from .strategy import spread, steps_to

SETS = ALL_CELLS + 1
WEIGHTS = 12

WRONG_SIDE, WRONG_PLACE, ONE_PLACE, STEP, LATE_MORE = 0, 1, 2, 3, 4
ONE_APART, TWO_APART, TWO_PAIRS, THREE_APART, DISTANCE, NOT_BESIDE, MINORITY = 5, 6, 7, 8, 9, 10, 11

Weights = Annotated[list[int], "int", WEIGHTS]
BySet = Annotated[list[int], "int", SETS]
ByPlace = Annotated[list[int], "int", FACES * CELLS]
Keys = Annotated[list[int], "long long", FACES * CELLS]
BarKeys = Annotated[list[int], "long long", CARDS + 1]
FoodKeys = Annotated[list[int], "long long", SPENT + 1]


class SolverTables(Fields):
    weights: Weights
    scattered: BySet
    """What a species on these cells lacks for being one group."""
    near: BySet
    """The cells beside its groups of two and more."""
    number: BySet
    """How many cells a set has."""
    best: BySet
    """The most points that a species on these cells can score, facing as it likes …"""
    groups: BySet
    """… and how many groups of two or more it has."""
    place: ByPlace
    """[face * CELLS + cell]: what a special card lacks there."""
    same_sides: Cards
    """1: it makes no difference which side of a card is up."""
    keys: Keys
    """[face * CELLS + cell]: random numbers, whose sum by exclusive or tells positions apart."""
    bar_keys: BarKeys
    food_keys: FoodKeys

    def __init__(self, box: PocketBox, weights: list[int], variant: int = 0) -> None:
        self.blank()
        for i, weight in enumerate(weights):
            self.weights[i] = weight
        self.fill_sets(box, variant)
        self.fill_places(box)
        self.fill_keys(Rng(1, "solver"))
        for card in range(CARDS):
            left, right = 2 * card, 2 * card + 1
            alike = box.fits[left] == box.fits[right] and box.pattern[left] == box.pattern[right]
            self.same_sides[card] = int(alike and box.species[card] == 0 and card != box.rasboras)

    # ---- sets of cells

    def fill_sets(self, box: PocketBox, variant: int) -> None:
        """Only sets as large as some species need more than their number."""
        sizes = 0
        for kind in range(1, box.kinds + 1):
            fish = 0
            for card in range(CARDS):
                fish += 1 if box.species[card] == kind else 0
            sizes |= 1 << fish
        for mask in range(SETS):
            self.number[mask] = self.number[mask >> 1] + (mask & 1)
            if (sizes >> self.number[mask]) & 1 == 1:
                self.fill_set(box, variant, mask)

    def fill_set(self, box: PocketBox, variant: int, mask: int) -> None:
        rest = mask
        largest = 0
        pieces = 0
        while rest != 0:
            group = group_of(rest)
            rest ^= group
            pieces += 1
            size = number_of(group)
            largest = max(largest, size)
            if size > 1:
                self.groups[mask] += 1
                self.near[mask] |= neighbours(group)
                points = max(box.school[variant * (CELLS + 1) + size], box.shoal[size])
                self.best[mask] = max(self.best[mask], points)
        self.scattered[mask] = self.apart(number_of(mask) - largest, pieces) + self.weights[DISTANCE] * spread(mask)

    def apart(self, missing: int, pieces: int) -> int:
        if missing <= 0:
            return 0
        if missing == 1:
            return self.weights[ONE_APART]
        if missing == 2:
            return self.weights[TWO_PAIRS] if pieces == 2 else self.weights[TWO_APART]
        return self.weights[THREE_APART]

    # ---- special cards

    def fill_places(self, box: PocketBox) -> None:
        for face in range(FACES):
            for cell in range(CELLS):
                self.place[face * CELLS + cell] = self.lacking_at(box.fits[face], box.fits[face ^ 1], cell)

    def lacking_at(self, fits: int, turned: int, cell: int) -> int:
        if (fits >> cell) & 1 == 1:
            return 0
        if (turned >> cell) & 1 == 1:
            return self.weights[WRONG_SIDE]
        total = self.weights[WRONG_PLACE] + self.weights[STEP] * steps_to(fits | turned, cell)
        return total + self.weights[ONE_PLACE] if fits & (fits - 1) == 0 else total

    # ---- keys

    def fill_keys(self, rng: Rng) -> None:
        for i in range(FACES * CELLS):
            self.keys[i] = wide_word(rng)
        for i in range(CARDS + 1):
            self.bar_keys[i] = wide_word(rng) if i > 0 else 0
        for i in range(SPENT + 1):
            self.food_keys[i] = wide_word(rng) if i > 0 else 0

    @python
    def cost_of(self, box: PocketBox, faces: list[int]) -> int:
        """What a grid lacks, with many turns left; for tests."""
        right = sum((face & 1) << cell for cell, face in enumerate(faces))
        at = next(cell for cell, face in enumerate(faces) if face >> 1 == box.rasboras)
        swimming, total = 1 << at, sum(self.place[face * CELLS + cell] for cell, face in enumerate(faces))
        for kind in range(1, box.kinds + 1):
            mask = sum(1 << cell for cell, face in enumerate(faces) if box.species[face >> 1] == kind)
            swimming |= mask
            total += self.scattered[mask] + (0 if self.near[mask] >> at & 1 else self.weights[NOT_BESIDE])
        facing = self.number[right & swimming]
        return int(total + self.weights[MINORITY] * min(facing, self.number[swimming] - facing))


def neighbours(group: int) -> int:
    """The cells beside a group, without its own."""
    return grown(group) & ~group


def wide_word(rng: Rng) -> i64:
    """62 random bits, never 0."""
    high: i64 = rng.word()
    return ((high & 0x3FFFFFFF) << 32) + rng.word() + 1
