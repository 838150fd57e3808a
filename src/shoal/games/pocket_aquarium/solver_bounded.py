"""The bounds applied to the position that the solver holds: whether it can still come to a score."""

from typing import Annotated

from shoal.engine.hints import python

from .notation import SPECIES
from .rules import PocketAquarium
from .solver_bounds import FAR, FISH, SPECIALS, TRIPLES, Bounds
from .solver_grid import Kinds
from .solver_moves import Moves

StartWrong = Annotated[list[int], "int", 2 * (SPECIES + 1)]
KnownPairs = Annotated[list[int], "int", (SPECIES + 1) * (SPECIES + 1)]


class Bounded(Moves):
    bounds: Bounds
    bounded: bool
    """Whether the bounds are there."""
    loss: int
    """Points that may be missing to the best possible score, 0 to 2."""
    opposite_loss: int
    """What a school that faces the other way than the rasboras loses …"""
    apart_loss: int
    """… and one that is not beside them."""
    special_at: int
    special_sides: int
    known_pairs: KnownPairs
    pairs_known: bool

    # cards whose sides are not told apart: their flips are only counted, in `spent`, as turns that can be taken at any time
    spent: int
    start_wrong: StartWrong
    """[facing * (SPECIES + 1) + species]: how many of them faced the other way at the start."""
    open_fish: Kinds
    """By species: how many fish have their sides told apart."""
    start_sides: int
    """A bit for each special card, and one for the rasboras: the side that was up at the start."""

    @python
    def set_bounds(self, bounds: Bounds) -> None:
        """Use these tables from now on; they belong to the same box."""
        self.bounds = bounds
        self.bounded = True
        self.opposite_loss = self.tables.beside_same - self.tables.beside_opposite
        self.apart_loss = self.tables.beside_same

    @python
    def count_start(self, state: PocketAquarium) -> None:
        """What the sides of cards that are not told apart were at the start."""
        self.start_sides = 0
        for kind in range(SPECIES + 1):
            self.open_fish[kind] = 0
            for facing in range(2):
                self.start_wrong[facing * (SPECIES + 1) + kind] = 0
        for face in state.faces:
            card, side = face >> 1, face & 1
            kind = self.tables.species[card]
            if self.blind[card]:
                self.start_wrong[(1 - side) * (SPECIES + 1) + kind] += 1
            else:
                self.open_fish[kind] += 1
            for i in range(SPECIALS):
                if self.bounds.specials[i] == card:
                    self.start_sides |= side << i
            if card == self.tables.rasboras:
                self.start_sides |= side << SPECIALS

    # ---- bounds

    def can_reach(self, left: int, flipped: bool) -> bool:
        """Whether the bounds allow the open position to lose no more than `loss`, in so many turns. `flipped`: no card has moved since `know_pairs`."""
        self.pairs_known = flipped
        self.special_at = 0
        self.special_sides = 0
        for i in range(SPECIALS):
            card = self.bounds.specials[i]
            if card >= 0:
                cell = self.where[card]
                self.special_at |= cell << (4 * i)
                side = self.start_sides >> i if self.blind[card] == 1 else self.right >> cell
                self.special_sides |= (side & 1) << i
        return self.can_reach_facing(left, 0) or self.can_reach_facing(left, 1)

    def can_reach_facing(self, left: int, facing: int) -> bool:
        """With the rasboras facing one way at the end: all species beside them, some perhaps facing the other way, or one of them elsewhere."""
        hidden: bool = self.blind[self.tables.rasboras] == 1
        side = self.start_sides >> SPECIALS if hidden else self.right >> self.rasboras
        flips = 0 if side & 1 == facing else 1
        counted = flips if hidden else 0
        most_saved = 0
        next_saved = 0
        for kind in range(1, self.tables.kinds + 1):
            saved = self.saved_turned(kind, facing)
            flips += self.wrong_way(kind, facing)
            counted += self.start_wrong[facing * (SPECIES + 1) + kind]
            next_saved = max(next_saved, min(saved, most_saved))
            most_saved = max(most_saved, saved)
        if self.loss > 0:
            counted += 2 * FISH
        turned = 0
        if self.loss >= self.opposite_loss:
            turned += most_saved
        if self.loss >= 2 * self.opposite_loss:
            turned += next_saved
        if self.fits_in(left - flips + turned, 0, counted):
            return True
        return self.loss >= self.apart_loss and self.can_reach_apart(left - flips, facing, counted)

    def can_reach_apart(self, room: int, facing: int, counted: int) -> bool:
        """One species may lie elsewhere, and face as it likes."""
        for kind in range(1, self.tables.kinds + 1):
            if self.fits_in(room + self.saved_turned(kind, facing), kind, counted):
                return True
        return False

    def wrong_way(self, kind: int, facing: int) -> int:
        """How many fish of a species face the other way; of those whose sides are not told apart, at the start."""
        right = self.judge.number[self.masks[kind] & self.right]
        return self.start_wrong[facing * (SPECIES + 1) + kind] + (self.open_fish[kind] - right if facing == 1 else right)

    def saved_turned(self, kind: int, facing: int) -> int:
        """How many flips are saved where a species faces the other way."""
        return max(0, 2 * self.wrong_way(kind, facing) - self.judge.number[self.masks[kind]])

    def fits_in(self, room: int, apart: int, counted: int) -> bool:
        """Whether so many turns, and those spent before, are enough for flips of special cards and, besides, for moves, each of which may serve
        several cards. Of the turns spent, no more than the flips that were only counted are of use."""
        moves = -1
        for end in range(self.bounds.ends):
            wanted = self.bounds.end_sides[end]
            flips = 0
            of_use = counted
            for i in range(SPECIALS):
                card = self.bounds.specials[i]
                if card >= 0 and self.judge.same_sides[card] == 0 and ((self.special_sides ^ wanted) >> i) & 1 == 1:
                    flips += 1
                    of_use += self.blind[card]
            here = room - flips + min(self.spent, of_use)
            if here > moves and self.bounds.special[end * TRIPLES + self.special_at] <= here:
                moves = here
        return moves >= 0 and self.pairs_fit(moves, apart)

    def pair_steps(self, first: int, second: int) -> int:
        if self.pairs_known:
            return self.known_pairs[first * (SPECIES + 1) + second]
        return self.bounds.steps(self.masks[first], self.masks[second], self.rasboras)

    def know_pairs(self) -> None:
        """Look the pairs of the open position up once, for all its flips."""
        for first in range(1, self.tables.kinds + 1):
            for second in range(first + 1, self.tables.kinds + 1):
                self.known_pairs[first * (SPECIES + 1) + second] = self.bounds.steps(self.masks[first], self.masks[second], self.rasboras)

    def pairs_fit(self, moves: int, apart: int) -> bool:
        """Whether no two species need more moves, without the one that may lie apart (0: none)."""
        for first in range(1, self.tables.kinds + 1):
            for second in range(first + 1, self.tables.kinds + 1):
                if first != apart and second != apart and self.pair_steps(first, second) > moves:
                    return False
        return True

    @python
    def least_turns(self, state: PocketAquarium, loss: int) -> int:
        """The bound for a position, for tests."""
        self.loss = loss
        self.spent = 0
        self.count_start(state)
        self.set_position(state)
        turns = 0
        while turns < 2 * FAR and not self.can_reach(turns, False):
            turns += 1
        return turns
