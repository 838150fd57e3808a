"""What lies on the table of Aquarium: the fields of a position, setup, the deck and its odds, cards that move."""

from typing import Any, cast

from shoal.engine.facts import Moves
from shoal.engine.hints import python
from shoal.engine.state import State

from .box import AquariumBox
from .notation import (
    BANK, CARDS, COLOURS, DEALING, DRAWING, DRAW_FEEDING, FISH, FOODS, HOLD, INFLUENCE1, KINDS, NONE, RATIONING, STARTING, Cards, Kinds, Seats, Tanks,
    bit_of, deal_outcome, first_outcome, food_outcome, influence_outcome, kind_at,
)


class AquariumTable(State):
    tables: AquariumBox
    """The box, by its own type."""

    # options
    breeding_tank: bool
    fishybank: bool
    sets_repeat: bool
    fish_shared: bool
    upgrade_bigger: bool
    skip_phase2: bool
    half_self_split: bool
    money_open: bool
    stall_limit: int

    stage: int
    active: int
    """The seat whose turn it is."""
    asked: int
    """The seat that decides, where only one does; while starting fish are dealt, the seat that gets the next one."""
    stall: int
    """Turns in a row that moved nothing (R33); -1 in a turn that has."""
    purpose: int
    """What the next card of the deck is drawn for."""
    feedings: int
    food: int
    """The food cost of the feeding going on, else 0."""

    # the deck: bags within known piles
    deck_cards: int
    """Fish and plants that the piles were made of."""
    pile: int
    """The topmost pile that is not used up, from 0."""
    pile_left: int
    feeding_ahead: int
    """1: this pile still holds its Feeding Time card."""
    unseen: Kinds
    unseen_size: int

    market: Kinds
    market_size: int
    market_fish: int
    discards: Kinds

    # by seat
    coins: Seats
    aquariums: Tanks
    """[seat * KINDS + kind]: how many."""
    tank: Seats
    """The kind of the breeding pair, plus 1."""
    spent: Seats
    """A bit for each action card that lies spent until the next feeding."""
    committed: Seats
    """The action card face down in front of a seat."""
    frozen: Seats
    """What was spent when the face-down card was chosen: it is none of these, whatever comes back meanwhile (R16)."""

    # the influence decks of two players
    influence_spent: Cards
    influence_frozen: Cards
    """What was spent when the face-down card of Phase I left the deck (R42)."""

    # the purchase going on
    executing: int
    """Which card of Phase I is executed, clockwise from 1; with two players 2 is the influence card; 0 before the first."""
    shown1: Seats
    """The card that a seat has revealed in Phase I of this purchase."""
    shown2: Seats
    influence1: int
    influence2: int
    given: int
    """The fish that an exchange gives away, plus 1, until the other one is chosen."""
    arrived: int
    """A bit for each kind of fish whose arrival may make a pair now."""
    price: int
    """The final price, once it is known."""

    def __init__(self, box: AquariumBox, players: int, options: dict[str, Any]) -> None:
        self.set_out(box)
        self.players = players
        self.breeding_tank = bool(options["breeding_tank"])
        self.fishybank = bool(options["fishybank"])
        self.sets_repeat = bool(options["sets_repeat"])
        self.fish_shared = bool(options["fish_shared_trio_and_set"])
        self.upgrade_bigger = bool(options["upgrade_strictly_bigger"])
        self.skip_phase2 = bool(options["skip_phase2_if_market_empty"])
        self.half_self_split = bool(options["half_self_split"])
        self.money_open = bool(options["money_open"])
        self.stall_limit = int(options["stall_limit_rounds"])
        self.set_up()

    @python
    def link(self) -> None:
        self.tables = cast(AquariumBox, self.box)

    # ---- setup

    def set_up(self) -> None:
        """Coins for all; all cards unseen; what is dealt comes by chance."""
        for kind in range(KINDS):
            if kind != BANK or self.fishybank:
                self.unseen[kind] = self.tables.copies[kind]
                self.unseen_size += self.unseen[kind]
        for seat in range(self.players):
            self.coins[seat] = self.tables.starting_coins
        self.stage = DEALING

    def is_dealt(self, kind: int) -> bool:
        """Whether a seat has started with this fish: no colour is dealt twice."""
        for seat in range(self.asked):
            if self.aquariums[seat * KINDS + kind] > 0:
                return True
        return False

    def stack_piles(self) -> None:
        """The rest of the cards: piles as equal as can be, a Feeding Time card in every second one, the first on top (R2)."""
        self.deck_cards = self.unseen_size
        self.pile = 0
        self.open_pile()

    def open_pile(self) -> None:
        self.feeding_ahead = (self.tables.feeding_piles[self.players] >> self.pile) & 1
        self.pile_left = self.pile_cards(self.pile) + self.feeding_ahead

    def pile_cards(self, pile: int) -> int:
        """Fish and plants of a pile when it was made."""
        piles = self.tables.piles[self.players]
        if piles <= 0:
            return 0
        return self.deck_cards // piles + (1 if pile < self.deck_cards % piles else 0)

    def deal(self, kind: int) -> None:
        self.aquariums[self.asked * KINDS + kind] += 1
        self.unseen[kind] -= 1
        self.unseen_size -= 1
        self.asked += 1
        if self.asked == self.players:
            self.asked = 0
            self.stage = STARTING

    # ---- chance

    def fill_chance(self, outcomes: Moves, weights: Moves) -> int:
        if self.stage == DRAWING:
            return self.fill_draws(outcomes, weights)
        n = 0
        if self.stage == DEALING:
            for colour in range(COLOURS):
                kind = kind_at(colour, self.tables.starting_size)
                if not self.is_dealt(kind):
                    outcomes[n] = deal_outcome(kind)
                    weights[n] = 1
                    n += 1
        elif self.stage == STARTING:
            for seat in range(self.players):
                outcomes[seat] = first_outcome(seat)
                weights[seat] = 1
            n = self.players
        elif self.stage == RATIONING:
            for value in range(FOODS):
                if self.tables.food[value] > 0:
                    outcomes[n] = food_outcome(value)
                    weights[n] = self.tables.food[value]
                    n += 1
        else:
            for card in range(CARDS):
                copies = self.influence_left(card)
                if copies > 0:
                    outcomes[n] = influence_outcome(card)
                    weights[n] = copies
                    n += 1
        return n

    def influence_left(self, card: int) -> int:
        """Copies that the face-down influence card can be: as the deck was when it was taken (R42)."""
        if self.stage == INFLUENCE1:
            return self.tables.influence[card] - self.influence_frozen[card]
        return self.tables.influence[CARDS + card] - self.influence_spent[card]

    def fill_draws(self, outcomes: Moves, weights: Moves) -> int:
        """Feeding Time lies anywhere in its pile; every card not yet seen is equally likely elsewhere."""
        if self.pile_left == self.feeding_ahead:
            outcomes[0] = DRAW_FEEDING
            weights[0] = 1
            return 1
        times = self.pile_left - 1 if self.feeding_ahead == 1 else 1
        n = 0
        for kind in range(KINDS):
            if self.unseen[kind] > 0:
                outcomes[n] = kind
                weights[n] = times * self.unseen[kind]
                n += 1
        if self.feeding_ahead == 1:
            outcomes[n] = DRAW_FEEDING
            weights[n] = self.unseen_size
            n += 1
        return n

    # ---- seats, cards, money

    def clockwise(self, offset: int) -> int:
        """The seat so many places to the left of the active player."""
        seat = self.active + offset
        return seat if seat < self.players else seat - self.players

    def has_fish(self, seat: int) -> bool:
        for kind in range(FISH):
            if self.aquariums[seat * KINDS + kind] > 0:
                return True
        return False

    def discard_from_market(self, kind: int) -> None:
        self.market[kind] -= 1
        self.market_size -= 1
        self.market_fish -= 1
        self.discards[kind] += 1

    def empty_market(self) -> None:
        for kind in range(KINDS):
            self.market[kind] = 0
        self.market_size = 0
        self.market_fish = 0

    def reveal(self, seat: int) -> int:
        """The card is spent from now on, before its effect (R43); the Pass card goes back to the hand."""
        card = self.committed[seat]
        self.committed[seat] = NONE
        self.frozen[seat] = 0
        if card != HOLD:
            self.spent[seat] |= bit_of(card)
        return card

    def spend_influence(self, card: int) -> None:
        """The Pass card is shuffled back at once (R34)."""
        if card != HOLD:
            self.influence_spent[card] += 1

    def forget_purchase(self) -> None:
        self.executing = 0
        self.influence1 = NONE
        self.influence2 = NONE
        self.price = 0
        for seat in range(self.players):
            self.shown1[seat] = NONE
            self.shown2[seat] = NONE
        if self.players == 2:
            for card in range(CARDS):
                self.influence_frozen[card] = 0
