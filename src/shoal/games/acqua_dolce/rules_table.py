"""Acqua Dolce: what lies on the table, and how cards get there. R… are rulings, in rulings.md."""

from typing import Any, cast

from shoal.engine.errors import OptionError
from shoal.engine.facts import CHANCE, DECISION, NOBODY, OVER, Moves
from shoal.engine.hints import python
from shoal.engine.state import Rng, State

from .box import AcquaDolceBox
from .knowledge import AcquaDolceMemory, card_drawn, card_revealed, card_taken, cards_left_hand, deck_renewed
from .notation import (
    ASK_OPEN,
    CROWN,
    CROWNING,
    DEALING,
    DRAWING,
    END,
    KINDS,
    OBJECTIVES,
    OPEN,
    REVEALING,
    Hands,
    Kinds,
    Seats,
    outcome,
    outcome_card,
)

VICTIMS = ("by_another", "never", "always")
"""The values of the option piranha_may_be_eaten, in the order of NOT_ITSELF, NO_PIRANHA, ANY_FISH."""


class AcquaDolceTable(State):
    tables: AcquaDolceBox
    """The box, by its own type."""
    recall: "AcquaDolceMemory | None"
    """The memory, by its own type."""

    # options
    objectives: int
    """The objectives in play, a bit for each."""
    need: int
    """How many of them must be On to win."""
    temperature: bool
    additional_action: bool
    unique_deck: bool
    max_rounds: int
    first_king: int
    """1-based; 0: drawn."""
    each_piranha_eats: bool
    piranha_victim: int
    """NOT_ITSELF, NO_PIRANHA or ANY_FISH."""
    penalty_per_play: bool
    actions_mandatory: bool
    runout_replaces_control: bool
    runout_moves_king: bool
    reshuffle_at_once: bool

    stage: int
    goal: int
    """What comes when all cards due have been drawn."""
    filling: bool
    """Whether vacant face-up places are filled now."""
    owed: int
    """Cards that `turn` draws from the deck now."""

    turn: int
    """The seat whose turn it is; the judge of a Control Phase; in the deal, the seat dealt to."""
    king: int
    turns: int
    """Finished in this round."""
    rounds: int
    """Finished."""
    taken: int
    """Actions taken in this turn."""
    allowed: int
    moves: int
    """Of the thermometer in this turn."""
    refills: int
    """Cards still to be drawn for a swap."""
    had_cards: bool
    """Whether the hand held a card before the action (R40)."""

    runout: bool
    """Whether the Control Phase was caused by running out of cards."""
    meals: int
    """Of Piranhas, still to come in this phase."""
    food: int
    """Rations counted in this phase."""

    deck: Kinds
    """Face-down cards that nobody has seen, as a bag."""
    deck_size: int
    discards: Kinds
    discards_size: int
    row: Kinds
    """Face-up cards that may be taken."""
    row_size: int
    hands: Hands
    hand_size: Seats
    tank: Kinds
    """Everything played: fish, ornaments and feed."""
    fish: int
    degrees: int
    """0 in a game without temperature."""
    on: int
    """The objectives that lie with their coloured side up."""
    winner: int
    """The seat that has won, plus 1."""

    @python
    def link(self) -> None:
        self.tables = cast(AcquaDolceBox, self.box)
        self.recall = cast("AcquaDolceMemory | None", self.memory)

    # ---- setup

    @python
    def set_options(self, options: dict[str, Any]) -> None:
        chosen = str(options["objectives"]).split(",")
        self.objectives = sum(1 << OBJECTIVES.index(name) for name in chosen)
        self.need = options["need"]
        self.temperature = options["temperature"]
        self.additional_action = options["additional_action"]
        self.unique_deck = options["unique_deck"]
        self.max_rounds = options["max_rounds"]
        self.first_king = options["first_king"]
        self.each_piranha_eats = options["piranha_meals"] == "per_piranha"
        self.piranha_victim = VICTIMS.index(options["piranha_may_be_eaten"])
        self.penalty_per_play = options["penalty_unit"] == "per_play"
        self.actions_mandatory = options["actions_mandatory"]
        self.runout_replaces_control = options["runout_replaces_king_control"]
        self.runout_moves_king = options["runout_moves_king_card"]
        self.reshuffle_at_once = options["reshuffle"] == "when_exhausted"

    @python
    def set_up(self) -> None:
        """All cards in the deck; the Objective cards lie with their Off side up."""
        for card in range(1, self.tables.kinds + 1):
            self.deck[card] = self.tables.decks[self.players * KINDS + card]
            self.deck_size += self.deck[card]
        need = self.players * self.tables.hand + self.places()
        if self.deck_size <= need:
            raise OptionError(f"{self.players} players need more than {need} cards; this box has {self.deck_size} for them")
        if self.temperature:
            self.degrees = self.tables.start
        self.stage = DEALING
        self.goal = CROWN

    def places(self) -> int:
        """Face-up places; none with a Unique Deck (R28)."""
        return 0 if self.unique_deck else self.tables.face_up

    # ---- whose turn

    def status(self) -> int:
        if self.stage >= OPEN:
            return OVER if self.stage == END else DECISION
        return CHANCE

    def next_actor(self, after: int) -> int:
        return self.turn if after == NOBODY else NOBODY

    # ---- the deck

    def has_card(self) -> bool:
        """Whether a card can be drawn; an empty deck is made anew from the discards first (R15)."""
        if self.deck_size == 0 and self.discards_size > 0:
            self.renew_deck()
        return self.deck_size > 0

    def renew_deck(self) -> None:
        self.deck[:] = self.discards
        self.deck_size = self.discards_size
        for card in range(KINDS):
            self.discards[card] = 0
        self.discards_size = 0
        if self.recall is not None and self.keeps_memory:
            deck_renewed(self.recall, self)

    def look_after_deck(self) -> None:
        """With `when_exhausted` the discards become the deck as soon as it is empty (R15)."""
        if self.reshuffle_at_once and self.deck_size == 0 and self.discards_size > 0:
            self.renew_deck()

    def discard(self, card: int, number: int) -> None:
        """Put cards on the discard pile; who takes them away calls `look_after_deck` when all that leave together have left."""
        self.discards[card] += number
        self.discards_size += number

    def remove(self, card: int, number: int) -> None:
        """Cards of a species leave the tank."""
        self.tank[card] -= number
        self.fish -= number
        self.discard(card, number)

    # ---- drawing what is due

    def go_on(self) -> None:
        """Draw what is owed, fill what is vacant; then comes the goal."""
        if self.owed > 0:
            if self.has_card():
                self.stage = DRAWING
                return
            self.owed = 0
        if self.filling and self.row_size < self.places() and self.has_card():
            self.stage = REVEALING
            return
        self.filling = False
        self.reach_goal()

    def reach_goal(self) -> None:
        """What comes now; the rules of turn and Control Phase say what."""

    def ask(self, goal: int) -> None:
        """Go on to a question, with vacant face-up places filled (R39)."""
        self.goal = goal
        self.filling = True
        self.go_on()

    @python
    def chance_name(self) -> str:
        return {DEALING: "deal", REVEALING: "reveal", DRAWING: "draw", CROWNING: "king"}.get(self.stage, "")

    def fill_chance(self, outcomes: Moves, weights: Moves) -> int:
        n = 0
        if self.stage == CROWNING:
            for seat in range(self.players):
                outcomes[seat] = outcome(CROWNING, seat)
                weights[seat] = 1
            return self.players
        for card in range(1, self.tables.kinds + 1):
            outcomes[n] = outcome(self.stage, card)
            weights[n] = self.deck[card]
            n += 1 if self.deck[card] > 0 else 0
        return n

    def roll(self, rng: Rng, outcomes: Moves, weights: Moves) -> int:
        """As the general one, straight from the bag."""
        card = 0
        if self.stage == CROWNING:
            card = rng.below(self.players)
        else:
            point = rng.below(self.deck_size)
            while point >= self.deck[card]:
                point -= self.deck[card]
                card += 1
        number = outcome(self.stage, card)
        self.happen(number)
        return number

    def happen(self, number: int) -> None:
        card = outcome_card(number)
        if self.stage == CROWNING:
            self.king = card
            self.begin_first_turn()
            return
        self.deck[card] -= 1
        self.deck_size -= 1
        if self.stage == REVEALING:
            self.row[card] += 1
            self.row_size += 1
            if self.recall is not None and self.keeps_memory:
                card_revealed(self.recall, card)
        else:
            self.hands[self.turn * KINDS + card] += 1
            self.hand_size[self.turn] += 1
            if self.recall is not None and self.keeps_memory:
                card_drawn(self.recall, self.turn, card)
        self.look_after_deck()
        if self.stage == DEALING:
            self.deal_on()
        else:
            self.owed -= 1 if self.stage == DRAWING else 0
            self.go_on()

    def deal_on(self) -> None:
        """The next card of the deal; then the face-up cards, then the King."""
        if self.hand_size[self.turn] < self.tables.hand:
            return
        self.turn += 1
        if self.turn == self.players:
            self.turn = 0
            self.ask(CROWN)

    def crown(self) -> None:
        """The first King: the seat that was agreed on, or one that is drawn (R42)."""
        if self.first_king == 0:
            self.stage = CROWNING
        else:
            self.king = self.first_king - 1
            self.begin_first_turn()

    def begin_first_turn(self) -> None:
        self.turn = self.king
        self.begin_turn()

    def begin_turn(self) -> None:
        """Every turn begins with a card from the deck or from the row (R22: the King's second turn too)."""
        self.taken = 0
        self.allowed = self.tables.actions
        self.moves = 0
        self.ask(ASK_OPEN)

    # ---- taking a card

    def can_obtain(self) -> bool:
        """Whether there is any card to draw or to take."""
        return self.deck_size + self.discards_size + self.row_size > 0

    def take_from_row(self, card: int) -> None:
        """The card goes to the hand; its place is filled at once."""
        self.row[card] -= 1
        self.row_size -= 1
        self.hands[self.turn * KINDS + card] += 1
        self.hand_size[self.turn] += 1
        if self.recall is not None and self.keeps_memory:
            card_taken(self.recall, self.turn, card)

    def leave_hand(self, card: int, number: int) -> None:
        """Cards leave the hand of the acting player, seen by everybody."""
        if self.recall is not None and self.keeps_memory:
            cards_left_hand(self.recall, self, self.turn, card, number)
        self.hands[self.turn * KINDS + card] -= number
        self.hand_size[self.turn] -= number

    def obtain(self, card: int, goal: int) -> None:
        """A card for the opening of a turn or for a swap; card 0: from the deck."""
        self.goal = goal
        self.filling = True
        if card == 0:
            self.owed = 1
        else:
            self.take_from_row(card)
        self.go_on()
