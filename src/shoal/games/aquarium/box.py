"""The components of Aquarium as flat tables that the rules read; `components.py` fills them."""

from typing import Annotated

from shoal.engine.errors import ComponentError
from shoal.engine.hints import python
from shoal.engine.state import Box

from .notation import BANK, CARDS, COLOURS, FISH, FOODS, HOLD, SEATS, SIZES, SPECIES, Kinds, Sizes, kind_at

COUNTS = SEATS + 1
MOST = 100
"""Most copies of one design."""

ByPlayers = Annotated[list[int], "int", COUNTS]
FoodTable = Annotated[list[int], "int", FOODS]
InfluenceTable = Annotated[list[int], "int", 2 * CARDS]
SpeciesTable = Annotated[list[int], "int", SPECIES + 1]


class AquariumBox(Box):
    copies: Kinds
    price: Kinds
    stars: Kinds
    """What a card in an aquarium is worth at the end; plants pay by species instead."""
    size: Kinds
    """Of fish; 0 for plants."""
    income: Kinds
    """Coins at the start of each turn for a pair in the breeding tank."""

    starting_coins: int
    starting_size: int
    pass_income: int
    bank_extra: int
    """Coins that each fishybank adds to a pass."""
    bank_breeds: bool
    market_limit: int
    minus_coin: int
    """Coins for the player of a `minus1`."""
    free_fish: int
    """Fish that each plant keeps alive."""

    trio: int
    set_by_size: Sizes
    plants_by_species: SpeciesTable
    food: FoodTable
    """[value]: how many food cost cards show it."""

    piles: ByPlayers
    """[players]: into how many piles the deck is dealt."""
    feeding_piles: ByPlayers
    """[players]: a bit for each pile that gets a Feeding Time card, bit 0 for the first."""
    feedings: ByPlayers
    influence: InfluenceTable
    """[phase * CARDS + card]: copies in the influence deck of each phase."""

    def __init__(self) -> None:
        self.blank()

    @python
    def check(self) -> None:
        if min(self.copies) < 0 or max(self.copies) > MOST:
            raise ComponentError(f"copies of a card must be 0 to {MOST}")
        for colour in range(COLOURS):
            if not (1 <= self.starting_size <= SIZES and self.copies[kind_at(colour, self.starting_size)] > 0):
                raise ComponentError("every colour needs a fish of the starting size, for somebody starts with it")
        for table in (self.price, self.stars, self.income, self.set_by_size, self.plants_by_species):
            if min(table) < 0 or max(table) > 1000:
                raise ComponentError("prices, stars and incomes must be 0 to 1000")
        if any(not 1 <= self.size[kind] <= SIZES for kind in range(FISH)):
            raise ComponentError(f"sizes of fish must be 1 to {SIZES}")
        if sum(self.food) < 1 or min(self.food) < 0 or self.food[0] or sum(self.food) > 1000:
            raise ComponentError(f"food_costs: at least one card, with a value from 1 to {FOODS - 1}, is expected")
        if min(self.influence) < 0 or max(self.influence) > MOST or self.influence[HOLD] < 1 or self.influence[CARDS + HOLD] < 1:
            raise ComponentError("influence decks: each needs its Pass card, or it could run out")
        if not 1 <= self.market_limit <= MOST:
            raise ComponentError(f"rules.market_limit: 1 to {MOST} is expected")
        self.check_piles()

    @python
    def check_piles(self) -> None:
        fewest = sum(self.copies) - SEATS - self.copies[BANK]
        for players in range(2, COUNTS):
            if not 1 <= self.piles[players] <= 30 or self.piles[players] > fewest:
                raise ComponentError(f"setup.players_{players}.piles: every pile needs a card; {fewest} cards make at most as many piles")
            if not 0 < self.feeding_piles[players] < 1 << self.piles[players]:
                raise ComponentError(f"setup.players_{players}.feeding_piles: at least one pile, and only piles that there are")
            if bin(self.feeding_piles[players]).count("1") != self.feedings[players]:
                raise ComponentError(f"setup.players_{players}: one feeding for each feeding pile is expected")

