"""Groups of fish and what they are worth: the section Scoring of rulings.md.

The kernel works on `faces`, the card and side of each cell, and on sets of cells as masks with one bit for each cell.
"""

from typing import TYPE_CHECKING, Any

from shoal.engine.hints import python, scratch

from .box import PocketBox
from .notation import CELLS, GROUP, Cells, grown

if TYPE_CHECKING:
    from .rules import PocketAquarium

BESIDE = 256
"""A species score is its own points * BESIDE + what it brings the rasboras."""


# ---- where the cards lie

def species_cells(tables: PocketBox, faces: Cells, kind: int) -> int:
    mask = 0
    for cell in range(CELLS):
        if tables.species[faces[cell] >> 1] == kind:
            mask |= 1 << cell
    return mask


def right_cells(faces: Cells) -> int:
    """The cells whose cards face right."""
    mask = 0
    for cell in range(CELLS):
        mask |= (faces[cell] & 1) << cell
    return mask


def rasboras_cell(tables: PocketBox, faces: Cells) -> int:
    cell = 0
    while faces[cell] >> 1 != tables.rasboras:
        cell += 1
    return cell


def cards_out_of_place(tables: PocketBox, faces: Cells) -> int:
    """The cells of cards that must lie elsewhere, or with their other side up, at the end (R22, R23)."""
    mask = 0
    for cell in range(CELLS):
        if (tables.fits[faces[cell]] >> cell) & 1 == 0:
            mask |= 1 << cell
    return mask


# ---- groups

def group_of(mask: int) -> int:
    """The cells connected with the lowest one of a set, by shared edges only (R25)."""
    group = mask & -mask
    more = grown(group) & mask
    while more != group:
        group = more
        more = grown(group) & mask
    return group


def number_of(mask: int) -> int:
    """How many cells a set has."""
    number = 0
    while mask != 0:
        mask &= mask - 1
        number += 1
    return number


def lowest(mask: int) -> int:
    """The first cell (or card) of a set of sixteen."""
    at = 0 if mask & 0xFF != 0 else 8
    at += 0 if (mask >> at) & 0xF != 0 else 4
    at += 0 if (mask >> at) & 3 != 0 else 2
    return at + (0 if (mask >> at) & 1 != 0 else 1)


def is_school(group: int, right: int) -> bool:
    """Whether all cards of a group face the same way."""
    return group & right == 0 or group & right == group


def large_groups(tables: PocketBox, faces: Cells, least: int) -> int:
    """How many groups have so many fish, whichever way they face."""
    groups = 0
    for kind in range(1, tables.kinds + 1):
        mask = species_cells(tables, faces, kind)
        while mask != 0:
            group = group_of(mask)
            mask ^= group
            if number_of(group) >= least:
                groups += 1
    return groups


# ---- points

def group_points(tables: PocketBox, group: int, right: int, variant: int) -> int:
    number = number_of(group)
    return tables.school[variant * GROUP + number] if is_school(group, right) else tables.shoal[number]


def beside_points(tables: PocketBox, group: int, right: int, at: int) -> int:
    """What the rasboras on a cell score for a group: nothing unless it is two or more fish and shares an edge with them (R21)."""
    if group & (group - 1) == 0 or (grown(group) >> at) & 1 == 0:
        return 0
    if not is_school(group, right):
        return tables.beside_shoal
    same: bool = (group & right != 0) == ((right >> at) & 1 != 0)
    return tables.beside_same if same else tables.beside_opposite


def species_score(tables: PocketBox, mask: int, right: int, at: int, variant: int, count_all: bool) -> int:
    """The largest group of a species scores, of equal ones the dearer (R19); the rasboras on `at` score every group beside them,
    or, without `count_all`, only the one that scores (R20). Points * BESIDE + points of the rasboras."""
    largest = 1
    best = 0
    beside = 0
    while mask != 0:
        group = group_of(mask)
        mask ^= group
        number = number_of(group)
        here = beside_points(tables, group, right, at)
        score = group_points(tables, group, right, variant) * BESIDE
        if count_all:
            beside += here
        else:
            score += here
        if number > largest or number == largest and worth(score) > worth(best):
            largest = number
            best = score
    return best + beside


def worth(score: int) -> int:
    return score // BESIDE + score % BESIDE


def grid_points(tables: PocketBox, faces: Cells, variant: int, count_all: bool) -> int:
    """All points of a grid, without regard to special cards out of place."""
    right = right_cells(faces)
    at = rasboras_cell(tables, faces)
    total = 0
    for kind in range(1, tables.kinds + 1):
        total += worth(species_score(tables, species_cells(tables, faces, kind), right, at, variant, count_all))
    return total


def raw_points(state: "PocketAquarium") -> int:
    """What the fish are worth as they lie. Not a score: a special card out of place loses the game."""
    return grid_points(state.tables, state.faces, state.variant, state.count_all)


def final_points(state: "PocketAquarium") -> int:
    return 0 if cards_out_of_place(state.tables, state.faces) != 0 else raw_points(state)


# ---- the same for Python, with the cards that earn the points

@python
def read_faces(values: Any) -> list[int]:
    """A full grid of cards with their sides; ValueError otherwise."""
    faces = [int(value) for value in values]
    if sorted(face >> 1 for face in faces) != list(range(CELLS)):
        raise ValueError("a grid holds each card once")
    return faces


class Groups:
    """Everything that can be told about the groups of a grid: what the score sheet and the table show."""

    def __init__(self, tables: PocketBox, values: Any, variant: int = 0, count_all: bool = True) -> None:
        faces: Cells = scratch(CELLS)
        for cell, face in enumerate(read_faces(values)):
            faces[cell] = face
        self.tables, self.variant, self.count_all = tables, variant, count_all
        self.right: int = right_cells(faces)
        self.rasboras: int = rasboras_cell(tables, faces)
        self.out_of_place: int = cards_out_of_place(tables, faces)
        self.members = [0] + [species_cells(tables, faces, kind) for kind in range(1, tables.kinds + 1)]

    def of(self, kind: int) -> list[int]:
        """The groups of two or more fish of a species, as masks."""
        mask: int = self.members[kind]
        found = []
        while mask:
            group: int = group_of(mask)
            mask ^= group
            if number_of(group) > 1:
                found.append(group)
        return found

    def points_of(self, kind: int) -> int:
        return self._score(kind) // BESIDE

    def beside_for(self, kind: int) -> int:
        """What the rasboras score for a species."""
        return self._score(kind) % BESIDE

    def _score(self, kind: int) -> int:
        return species_score(self.tables, self.members[kind], self.right, self.rasboras, self.variant, self.count_all)

    def scoring(self, kind: int) -> int:
        """The group that scores for a species, as a mask; 0 for none."""
        groups = [group for group in self.of(kind) if self._is_largest(group, kind) and self.worth_of(group) == self.points_of(kind)]
        if not self.count_all:
            groups = [group for group in groups if self.beside_of(group) == self.beside_for(kind)]
        return groups[0] if groups else 0

    def _is_largest(self, group: int, kind: int) -> bool:
        return all(number_of(other) <= number_of(group) for other in self.of(kind))

    def worth_of(self, group: int) -> int:
        return group_points(self.tables, group, self.right, self.variant)

    def beside_of(self, group: int) -> int:
        return beside_points(self.tables, group, self.right, self.rasboras)

    def paying_beside(self, kind: int) -> list[int]:
        """The groups of a species that the rasboras score."""
        groups = self.of(kind) if self.count_all else [group for group in [self.scoring(kind)] if group]
        return [group for group in groups if self.beside_of(group)]

    def is_school(self, group: int) -> bool:
        return bool(is_school(group, self.right))

    def faces_right(self, group: int) -> bool:
        """Of a school: which way it swims."""
        return group & self.right != 0


@python
def cells_of(mask: int) -> list[int]:
    return [cell for cell in range(CELLS) if mask >> cell & 1]
