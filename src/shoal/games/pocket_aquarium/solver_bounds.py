"""How many moves a grid is away, at least, from one that could score so much: the bounds with which the solver proves.

A score near the best possible one needs every species to be one school and beside the rasboras. However the cards act, a move either turns
one card over or moves cards by a slide or an exchange; so the turns left must cover the flips still needed and, besides, the moves. For two species
and the rasboras the fewest moves are known exactly, if any card could make any move that some card of the box can make: a table of all their places,
filled from the goals backwards. The same is done for the special cards that must be in place.
"""

from typing import Annotated

from shoal.engine.fields import Fields
from shoal.engine.hints import i64, nogil, python

from .box import PocketBox
from .notation import ALL_CELLS, CELLS, FIRST_SWAP, PATTERNS, SIDE, SLIDE_E, SLIDE_N, SLIDE_S, SLIDE_W, Faces, grown, target_of
from .scoring import group_of

FISH = 4
"""The tables are for species of so many fish."""

PLACES, PLACES_LEFT, RASBORAS_LEFT = 1820, 495, 8
"""Ways to lay four cards on sixteen cells, on the twelve others, and the rasboras on one of what is left."""

PAIRS = PLACES * PLACES_LEFT * RASBORAS_LEFT
PER_WORD = 15
"""Entries of four bits in a word."""

WORDS = PAIRS // PER_WORD + 1
FAR = 15
"""Further than any entry."""

ENDS = 8
"""Ways in which special cards can end, by the sides that are up."""

SPECIALS = 3
TRIPLES = CELLS * CELLS * CELLS
EXCHANGES = CELLS * CELLS

PairTable = Annotated[list[int], "long long", WORDS]
RankTable = Annotated[list[int], "int", ALL_CELLS + 1]
MaskTable = Annotated[list[int], "int", PLACES]
SpecialTable = Annotated[list[int], "int", ENDS * TRIPLES]
Exchanges = Annotated[list[int], "int", EXCHANGES]
Directions = Annotated[list[int], "int", FIRST_SWAP]
Specials = Annotated[list[int], "int", SPECIALS]
Ends = Annotated[list[int], "int", ENDS]


class Bounds(Fields):
    pairs: PairTable
    """[place of the first species, of the second, of the rasboras]: the fewest moves until both are groups beside the rasboras."""
    rank: RankTable
    """By set of four cells (or of any four bits): its number among them; -1 for other sets."""
    masks: MaskTable
    number: RankTable
    slides: Directions
    """1 for the slides that some card has."""
    exchanges: Exchanges
    """[cell * CELLS + other]: turns that it takes to exchange two cells, 0 where it cannot be done."""
    mirrored: bool
    """Whether every exchange has a mirror image."""

    specials: Specials
    """The cards that must be in place, -1 for none."""
    fits: Faces
    ends: int
    """How many ways to end: a bit for each special card says which side is up."""
    end_sides: Ends
    special: SpecialTable
    """[end * TRIPLES + cells of the cards]: the fewest moves until they are in place."""
    found: int
    """Entries of the pair table set so far."""
    stop_now: bool
    filled: bool

    def __init__(self, box: PocketBox) -> None:
        self.blank()
        self.fill_ranks()
        self.read_moves(box)
        self.read_specials(box)

    @python
    def fill(self) -> bool:
        """Work out the tables, some seconds, without the GIL; False if it was halted."""
        self.stop_now = False
        self.found = 0
        with nogil:
            self.fill_specials()
            self.fill_pairs()
        self.filled = not self.stop_now
        return self.filled

    @python
    def is_filled(self) -> bool:
        return bool(self.filled)

    @python
    def halt(self) -> None:
        self.stop_now = True

    # ---- what the box can do

    def fill_ranks(self) -> None:
        n = 0
        for mask in range(ALL_CELLS + 1):
            self.number[mask] = self.number[mask >> 1] + (mask & 1)
            self.rank[mask] = -1
            if self.number[mask] == FISH:
                self.rank[mask] = n
                self.masks[n] = mask
                n += 1

    @python
    def read_moves(self, box: PocketBox) -> None:
        """Which slides and exchanges some card of the box can make, and those of the food, which take two turns."""
        patterns = sorted(set(box.pattern))
        for pattern in patterns:
            if 0 < pattern < FIRST_SWAP:
                self.slides[pattern] = 1
        for column in range(SIDE):
            for row in range(1, SIDE):
                self.allow(column, column + SIDE * row, 2)
        for pattern in patterns:
            for cell in range(CELLS if FIRST_SWAP <= pattern < PATTERNS else 0):
                at = pattern * CELLS + cell
                for k in range(box.targets[at]):
                    self.allow(cell, target_of(box.swaps[at * CELLS + k]), 1)
        self.mirrored = all(
            self.exchanges[cell * CELLS + other] == self.exchanges[(cell ^ 3) * CELLS + (other ^ 3)] for cell in range(CELLS) for other in range(CELLS)
        ) and self.slides[SLIDE_W] == self.slides[SLIDE_E]

    def allow(self, cell: int, other: int, turns: int) -> None:
        self.exchanges[cell * CELLS + other] = turns
        self.exchanges[other * CELLS + cell] = turns

    @python
    def read_specials(self, box: PocketBox) -> None:
        """The special cards that must be in place, up to three, and the ways in which their sides can end."""
        for face in range(2 * CELLS):
            self.fits[face] = box.fits[face]
        needed = [card for card in range(CELLS) if box.fits[2 * card] != ALL_CELLS or box.fits[2 * card + 1] != ALL_CELLS][:SPECIALS]
        for i in range(SPECIALS):
            self.specials[i] = needed[i] if i < len(needed) else -1
        self.ends = 0
        for sides in range(ENDS):
            plain = [i for i in range(SPECIALS) if i >= len(needed) or box.fits[2 * needed[i]] == box.fits[2 * needed[i] + 1]]
            if not any(sides >> i & 1 for i in plain):
                self.end_sides[self.ends] = sides
                self.ends += 1

    # ---- special cards

    def fits_at(self, i: int, side: int, cell: int) -> bool:
        card = self.specials[i]
        return card < 0 or (self.fits[2 * card + side] >> cell) & 1 == 1

    def fill_specials(self) -> None:
        for end in range(self.ends):
            sides = self.end_sides[end]
            for at in range(TRIPLES):
                good: bool = self.fits_at(0, sides & 1, at & 15) and self.fits_at(1, (sides >> 1) & 1, (at >> 4) & 15) and self.fits_at(2, sides >> 2, at >> 8)
                self.special[end * TRIPLES + at] = 0 if good else FAR
            for steps in range(FAR):
                self.spread_specials(end, steps)

    def spread_specials(self, end: int, steps: int) -> None:
        """From all places so many moves away, one move further (two for the food)."""
        for at in range(TRIPLES):
            if self.special[end * TRIPLES + at] == steps:
                for slide in range(1, FIRST_SWAP):
                    for line in range(SIDE):
                        if self.slides[slide] == 1:
                            back = opposite(slide)
                            there = slid(at & 15, back, line) | slid((at >> 4) & 15, back, line) << 4 | slid(at >> 8, back, line) << 8
                            self.lower_special(end, there, steps + 1)
                for cell in range(CELLS):
                    for other in range(cell + 1, CELLS):
                        turns = self.exchanges[cell * CELLS + other]
                        if turns > 0:
                            there = put(at & 15, cell, other) | put((at >> 4) & 15, cell, other) << 4 | put(at >> 8, cell, other) << 8
                            self.lower_special(end, there, steps + turns)

    def lower_special(self, end: int, at: int, steps: int) -> None:
        if steps < self.special[end * TRIPLES + at]:
            self.special[end * TRIPLES + at] = steps

    # ---- two species and the rasboras

    def pair_at(self, first: int, second: int, rasboras: int) -> int:
        """The number of an entry; the three do not overlap."""
        free = ALL_CELLS & ~(first | second)
        second_place = self.rank_among_twelve(without(second, first))
        return (self.rank[first] * PLACES_LEFT + second_place) * RASBORAS_LEFT + self.number[free & ((1 << rasboras) - 1)]

    def rank_among_twelve(self, mask: int) -> int:
        """Sets of four of twelve cells come first among those of sixteen."""
        return self.rank[mask]

    def steps(self, first: int, second: int, rasboras: int) -> int:
        """The fewest moves until two species are groups beside the rasboras."""
        at = self.pair_at(first, second, rasboras)
        return (self.pairs[at // PER_WORD] >> (4 * (at % PER_WORD))) & 15

    def lower(self, first: int, second: int, rasboras: int, steps: int) -> None:
        at = self.pair_at(first, second, rasboras)
        shift = 4 * (at % PER_WORD)
        known = (self.pairs[at // PER_WORD] >> shift) & 15
        if steps < known:
            less: i64 = known - steps
            self.pairs[at // PER_WORD] -= less << shift
            self.found += 1

    def lower_all(self, first: int, second: int, rasboras: int, steps: int) -> None:
        """The entry, the one with the species exchanged, and their mirror images."""
        self.lower(first, second, rasboras, steps)
        self.lower(second, first, rasboras, steps)
        if self.mirrored:
            self.lower(mirror(first), mirror(second), rasboras ^ 3, steps)
            self.lower(mirror(second), mirror(first), rasboras ^ 3, steps)

    def fill_pairs(self) -> None:
        full: i64 = 0
        for _ in range(PER_WORD):
            full = (full << 4) | FAR
        for i in range(WORDS):
            self.pairs[i] = full
        steps = 0
        quiet = 0
        while steps < FAR and quiet < 2:
            before = self.found
            for a in range(PLACES):
                if self.stop_now:
                    return
                for b in range(a + 1, PLACES):
                    if self.masks[a] & self.masks[b] == 0 and self.is_first(self.masks[a], self.masks[b]):
                        self.spread_pair(self.masks[a], self.masks[b], steps)
            quiet = quiet + 1 if before == self.found else 0
            steps += 1

    def is_first(self, first: int, second: int) -> bool:
        """Whether the mirror image does not come earlier; one of both is enough."""
        if not self.mirrored:
            return True
        low = min(mirror(first), mirror(second))
        return low > first or low == first and max(mirror(first), mirror(second)) >= second

    def spread_pair(self, first: int, second: int, steps: int) -> None:
        """From all entries of these places that are so many moves away, one move further. The goals are found in the first round."""
        goal: bool = steps == 0 and group_of(first) == first and group_of(second) == second
        for rasboras in range(CELLS):
            if ((first | second) >> rasboras) & 1 == 0:
                if goal and ((grown(first) & grown(second)) >> rasboras) & 1 == 1:
                    self.lower_all(first, second, rasboras, 0)
                if self.steps(first, second, rasboras) == steps:
                    self.spread_entry(first, second, rasboras, steps)

    def spread_entry(self, first: int, second: int, rasboras: int, steps: int) -> None:
        for slide in range(1, FIRST_SWAP):
            if self.slides[slide] == 1:
                back = opposite(slide)
                for line in range(SIDE):
                    self.lower_all(slid_set(first, back, line), slid_set(second, back, line), slid(rasboras, back, line), steps + 1)
        for cell in range(CELLS):
            for other in range(cell + 1, CELLS):
                turns = self.exchanges[cell * CELLS + other]
                if turns > 0:
                    self.lower_all(put_set(first, cell, other), put_set(second, cell, other), put(rasboras, cell, other), steps + turns)


# ---- single moves, for a cell and for a set of cells

def opposite(slide: int) -> int:
    if slide == SLIDE_W:
        return SLIDE_E
    if slide == SLIDE_E:
        return SLIDE_W
    return SLIDE_S if slide == SLIDE_N else SLIDE_N


def slid(cell: int, slide: int, line: int) -> int:
    """Where a cell's card comes to when a row or column slides."""
    row = cell // SIDE
    column = cell % SIDE
    if slide == SLIDE_W or slide == SLIDE_E:
        return row * SIDE + (column + (1 if slide == SLIDE_E else SIDE - 1)) % SIDE if row == line else cell
    return (row + (1 if slide == SLIDE_S else SIDE - 1)) % SIDE * SIDE + column if column == line else cell


def slid_set(mask: int, slide: int, line: int) -> int:
    if slide == SLIDE_W or slide == SLIDE_E:
        row = (mask >> (SIDE * line)) & 15
        moved = (row << 1 | row >> 3) & 15 if slide == SLIDE_E else (row >> 1 | row << 3) & 15
        return (mask & ~(15 << (SIDE * line))) | moved << (SIDE * line)
    column = (mask >> line) & 0x1111
    there = (column << SIDE | column >> 3 * SIDE) & 0x1111 if slide == SLIDE_S else (column >> SIDE | column << 3 * SIDE) & 0x1111
    return (mask & ~(0x1111 << line)) | there << line


def put(at: int, cell: int, other: int) -> int:
    """Where the card of a cell comes to when two cells are exchanged."""
    if at == cell:
        return other
    return cell if at == other else at


def put_set(mask: int, cell: int, other: int) -> int:
    both = (1 << cell) | (1 << other)
    return mask ^ both if mask & both != 0 and mask & both != both else mask


def without(mask: int, taken: int) -> int:
    """A set among the cells that are not taken, numbered anew."""
    while taken != 0:
        low = taken & -taken
        mask = (mask & (low - 1)) | ((mask >> 1) & ~(low - 1))
        taken = (taken ^ low) >> 1
    return mask


def mirror(mask: int) -> int:
    """Left and right exchanged."""
    return ((mask & 0x1111) << 3) | ((mask & 0x2222) << 1) | ((mask & 0x4444) >> 1) | ((mask & 0x8888) >> 3)
