"""The tables that the rules read; `components.py` fills them."""

from typing import Annotated

from shoal.engine.errors import ComponentError
from shoal.engine.facts import MOVES
from shoal.engine.hints import python
from shoal.engine.state import Box

from .notation import COPIES, KINDS, NO_GUPPY, NO_SCHOOL, SCHOOL, SEATS, STEPS, WISHES, Kinds

Decks = Annotated[list[int], "int", (SEATS + 1) * KINDS]
Steps = Annotated[list[int], "int", 2 * STEPS]
Wishes = Annotated[list[int], "int", WISHES]


class AcquaDolceBox(Box):
    hand: int
    """Cards dealt to each player."""
    face_up: int
    actions: int
    """Actions of a turn."""
    swap_draw: int
    runout_penalty: int
    penalty: int
    """Cards drawn for each requirement that is not met."""
    school: int
    """Cards that make a school, to be played and to stay."""
    ornament: int
    """Ornaments that meet a requirement."""
    hand_food: int
    fish_food: int

    start: int
    coldest: int
    warmest: int
    """The scale of the thermometer."""
    moves_per_turn: int
    steps: Steps
    """By how much the thermometer may be moved, ascending; `step_count` of them."""
    step_count: int

    kinds: int
    fish: int
    """Cards 1 … fish are fish."""
    ornaments: int
    """Cards fish + 1 … ornaments are ornaments, those after them feed."""
    guppy: int
    """The fish that some do not get on with, 0 if it is not in this box."""
    decks: Decks
    """[players * KINDS + card]: copies in the game deck."""
    needs: Kinds
    """A bit for each requirement."""
    serves: Kinds
    """Of an ornament: the requirement that it meets."""
    rations: Kinds
    colours: Kinds
    """A bit for each colour."""
    zone: Kinds
    """The bit of the zone."""
    rare: Kinds
    low: Kinds
    high: Kinds
    """The temperatures between which a fish lives, both included."""
    eats: Kinds

    variety: int
    """Species for Fish Variety."""
    schools: int
    school_size: int
    """Schools for School Number, and cards in each."""
    decorations: int
    plants: int
    """Ornaments for the objective of that name."""
    rare_fish: int
    colour_count: int
    zone_count: int

    # worked out from the above: sets of species, a bit for each
    school_kinds: int
    schooling: Kinds
    """The School species, `school_kinds` of them, ascending."""
    school_species: int
    """The same as a set."""
    shy: int
    """The species with a requirement that other fish can spoil."""
    wanting: Wishes
    """[met]: the species with a requirement that is not among these."""

    def __init__(self) -> None:
        self.blank()

    @python
    def work_out(self) -> None:
        """Fill the sets of species; called by who has filled the rest."""
        self.fill_species()

    def fill_species(self) -> None:
        self.school_kinds = 0
        for i in range(KINDS):
            self.schooling[i] = 0
        for card in range(1, self.fish + 1):
            if self.needs[card] & SCHOOL != 0:
                self.schooling[self.school_kinds] = card
                self.school_kinds += 1
        for met in range(WISHES):
            self.wanting[met] = 0
            for card in range(1, self.fish + 1):
                self.wanting[met] |= 1 << card if self.needs[card] & ~met != 0 else 0
        self.school_species = self.wanting[WISHES - 1 - SCHOOL]
        self.shy = self.wanting[WISHES - 1 - NO_SCHOOL - NO_GUPPY]

    @python
    def check(self) -> None:
        if not 1 <= self.fish <= self.ornaments <= self.kinds < KINDS:
            raise ComponentError(f"fish, ornament, feed: at most {KINDS - 1} different cards fit, fish among them")
        if not 0 <= self.step_count <= 2 * STEPS:
            raise ComponentError(f"thermometer.steps: at most {2 * STEPS} are expected")
        if not 0 <= self.guppy <= self.fish:
            raise ComponentError("fish: the guppy is a fish")
        most = max(self.decks[players * KINDS + card] for players in range(SEATS + 1) for card in range(1, self.fish + 1))
        if most > COPIES and any(self.needs[card] & SCHOOL for card in range(1, self.fish + 1)):
            raise ComponentError(f"fish: at most {COPIES} copies of a species fit")
        schools = sum(self.needs[card] & SCHOOL != 0 for card in range(1, self.fish + 1))
        moves = 2 + self.face_up + self.step_count + self.kinds + schools * (COPIES - 1) + self.kinds * (self.kinds + 1) // 2
        if moves >= MOVES:
            raise ComponentError(f"fish, ornament, feed: too many different cards, a player could have {moves} moves; {MOVES} fit")
        self.check_worked_out("fish: the sets of species are not those of these fish")
