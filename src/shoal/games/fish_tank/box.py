"""The components of Fish Tank as flat tables that the rules and the scorer read; `components.py` fills them."""

from typing import Annotated

from shoal.engine.errors import ComponentError
from shoal.engine.hints import python
from shoal.engine.state import Box

from .notation import KINDS, SIDE, Kinds

SHAPE, AREA, NEIGHBOURS = 0, 1, 2
"""Conditions. One that only counts cards is an area of the whole aquarium."""

ORTHOGONAL, DIAGONAL = 0, 1
COUNTS = SIDE * SIDE + 1
PHASES = 4

LineTable = Annotated[list[int], "int", KINDS * 5]
TierTable = Annotated[list[int], "int", KINDS * COUNTS]
Directions = Annotated[list[int], "int", PHASES]


class FishTankBox(Box):
    side: int
    """Rows and columns of a full aquarium."""
    hand: int
    """Cards dealt to each player in each phase."""
    phases: int
    rounds: int
    kinds: int
    animals: int
    """Kinds 1 … animals can be dealt; kind `plant`, the last, is their back."""
    plant: int
    cards: int
    directions: Directions
    """By phase: the hand goes to the seat that is so many further (1 or -1)."""
    copies: Kinds
    removable: Kinds
    """1 for the kinds that the variant with fewer kinds leaves in the box."""
    breaks_ties: Kinds
    condition: Kinds
    step_row: Kinds
    step_column: Kinds
    step: Kinds
    """For the masks of `features.py`: by how many bits the next place of a line is further on, …"""
    onward: Kinds
    """… and the places that have a next one."""
    line_points: LineTable
    """[kind * 5 + length]: the best disjoint shapes within a straight line of so many cards."""
    area: Kinds
    """A bit for each place (row * SIDE + column) of the aquarium that counts."""
    tier_points: TierTable
    """[kind * COUNTS + number]: points for so many cards in the area."""
    last_rise: Kinds
    """The largest number of cards in the area that pays more than one card fewer."""
    neighbourhood: Kinds
    different: Kinds
    """1: different kinds are wanted beside the card; 0: equal ones."""
    need: Kinds
    each: Kinds
    """Points of each card whose neighbours comply."""

    def __init__(self) -> None:
        self.blank()

    @python
    def work_out(self) -> None:
        """Fill the tables that follow from the others; called by who has filled the rest."""
        self.fill_lines()
        self.fill_rises()

    def fill_lines(self) -> None:
        """A line read backwards is the same line, so the next place is always the one with the higher number."""
        for kind in range(KINDS):
            turn = -1 if self.step_row[kind] * SIDE + self.step_column[kind] < 0 else 1
            down = turn * self.step_row[kind]
            across = turn * self.step_column[kind]
            self.step[kind] = down * SIDE + across
            self.onward[kind] = 0
            for row in range(SIDE if self.step[kind] > 0 else 0):
                for column in range(SIDE):
                    if row + down < SIDE and 0 <= column + across < SIDE:
                        self.onward[kind] |= 1 << (row * SIDE + column)

    def fill_rises(self) -> None:
        for kind in range(KINDS):
            self.last_rise[kind] = 0
            for number in range(1, COUNTS):
                if self.tier_points[kind * COUNTS + number] > self.tier_points[kind * COUNTS + number - 1]:
                    self.last_rise[kind] = number

    @python
    def check(self) -> None:
        if not (2 <= self.side <= SIDE and 1 <= self.phases <= PHASES):
            raise ComponentError(f"aquarium.side: 2 to {SIDE} is expected, with 1 to {PHASES} phases")
        if self.hand < 2 or self.hand * self.phases != self.side * self.side:
            raise ComponentError("draft: cards_per_hand, two or more, times the number of phases must fill the aquarium")
        if not (1 <= self.animals < KINDS and self.plant == self.animals + 1 == self.kinds):
            raise ComponentError(f"kind: 1 to {KINDS - 2} animals and one plant, the last, are expected")
        if self.rounds != self.hand * self.phases or any(way not in (-1, 1) for way in self.directions[:self.phases]):
            raise ComponentError("draft: the rounds and the directions of passing do not fit the phases")
        limits = {"condition": (SHAPE, NEIGHBOURS), "step_row": (-1, 1), "step_column": (-1, 1), "area": (0, 0xFFFF)}
        limits |= {"neighbourhood": (0, 1), "different": (0, 1), "need": (0, 4)}
        for name, (low, high) in limits.items():
            if min(getattr(self, name)) < low or max(getattr(self, name)) > high:
                raise ComponentError(f"kind: {name} must be {low} to {high}")
        self.check_worked_out("kind: the tables of lines and counts are not those of these kinds")
        if min(self.copies) < 0 or max(self.copies) > 1000 or self.cards != sum(self.copies):
            raise ComponentError("kind: copies must be 0 to 1000")
