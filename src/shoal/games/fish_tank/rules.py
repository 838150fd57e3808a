"""Fish Tank: the state of a game and its rules, in the order of the rulebook. R… are rulings, in rulings.md."""

from typing import Any, cast

from shoal.engine.errors import OptionError
from shoal.engine.facts import AT_END, CHANCE, DECISION, NOBODY, OVER, Looks, Moves
from shoal.engine.hints import python, scratch
from shoal.engine.state import EVERYBODY, Rng, State, Witnesses

from .box import FishTankBox
from .checks import check_memory, check_position
from .knowledge import (
    FishTankMemory,
    deal_unknown_cards,
    forget_drawn,
    forget_others,
    hands_passed,
    hands_renewed,
    hide_cards,
    pair_decided,
    phase_ended,
    picks_revealed,
)
from .notation import (
    CELLS,
    CENTRE,
    DEAL,
    DISCARD,
    DRAW,
    EMPTY,
    END,
    FLIP,
    FLIPPED,
    KEEP,
    KEPT,
    KINDS,
    NONE,
    PICK,
    PLACE,
    SEATS,
    WIDTH,
    Hands,
    Kinds,
    Seats,
    Tanks,
    cell_of,
    column_of,
    flip,
    kind_of,
    outcome,
    outcome_kind,
    pick,
    place,
    row_of,
)
from .refusals import refusal
from .scoring import seat_points, seat_standing
from .strategy import fill_looks


class FishTank(State):
    tables: FishTankBox
    """The box, by its own type."""
    recall: "FishTankMemory | None"
    """The memory, by its own type."""

    # options
    fewer_kinds: bool
    pair_each_phase: bool
    seat_order: bool
    pass_first: bool

    stage: int
    round: int
    turn: int
    """The seat that is dealt to, discards or draws next; with seat_order, the seat that places and flips."""
    answered: int
    """A bit for each seat that has chosen in the open sealed stage."""
    pile: Kinds
    """Face-down cards that nobody has seen, as a bag."""
    pile_size: int
    discards: Kinds
    discards_size: int
    hands: Hands
    hand_size: Seats
    picked: Seats
    """Sealed: the kind picked, still counted in the hand."""
    revealed: Seats
    """The kind that everybody knows this seat is placing."""
    placed: Seats
    """Sealed: the cell chosen, plus 1."""
    flipped: Seats
    """Sealed: the cell to flip, plus 1, or KEPT."""
    cards: Tanks
    """[seat * CELLS + cell]: EMPTY, a kind, or a kind + FLIPPED."""
    count: Seats
    left: Seats
    right: Seats
    top: Seats
    bottom: Seats

    def __init__(self, box: FishTankBox, players: int, options: dict[str, Any]) -> None:
        self.set_out(box)
        if type(players) is not int or not 2 <= players <= SEATS:
            raise OptionError(f"Fish Tank is for 2 to {SEATS} players, not {players!r}")
        self.players = players
        self.fewer_kinds = bool(options["fewer_kinds"])
        self.pair_each_phase = options["pair_rounds"] == "8,16"
        self.seat_order = options["placement_reveal"] == "seat_order"
        self.pass_first = bool(options["pass_before_place"])
        self.set_up()
        need = players * self.tables.rounds + (2 * (self.tables.rounds - self.tables.phases) if players == 2 else 0)
        if self.pile_size < need:
            raise OptionError(f"{players} players need {need} cards; this box has {self.pile_size}")

    @python
    def link(self) -> None:
        self.tables = cast(FishTankBox, self.box)
        self.recall = cast("FishTankMemory | None", self.memory)

    # ---- setup

    def set_up(self) -> None:
        """All cards in one pile; the variant leaves some kinds in the box."""
        for kind in range(1, self.tables.animals + 1):
            if not (self.fewer_kinds and self.tables.removable[kind] == 1):
                self.pile[kind] = self.tables.copies[kind]
                self.pile_size += self.pile[kind]
        for seat in range(SEATS):
            self.left[seat] = column_of(CENTRE)
            self.right[seat] = column_of(CENTRE)
            self.top[seat] = row_of(CENTRE)
            self.bottom[seat] = row_of(CENTRE)
        self.round = 1
        self.stage = DEAL

    # ---- whose turn

    def status(self) -> int:
        if self.stage >= PICK:
            return OVER if self.stage == END else DECISION
        return CHANCE

    def next_actor(self, after: int) -> int:
        if self.seat_order and self.stage != PICK:
            return self.turn if after == NOBODY and self.stage != END else NOBODY
        for seat in range(after + 1, self.players):
            if (self.answered >> seat) & 1 == 0:
                return seat
        return NOBODY

    @python
    def decision(self) -> str:
        return {PICK: "pick", PLACE: "place", FLIP: "flip"}.get(self.stage, "")

    @python
    def chance_name(self) -> str:
        return {DEAL: "deal", DISCARD: "discard", DRAW: "draw"}.get(self.stage, "")

    # ---- what may be done

    def fill_legal(self, seat: int, out: Moves) -> int:
        if self.stage == PICK:
            return self.fill_picks(seat, out)
        if self.stage == PLACE:
            return self.fill_places(seat, out)
        return self.fill_flips(seat, out)

    def fill_picks(self, seat: int, out: Moves) -> int:
        """Each kind in the hand; copies are interchangeable."""
        n = 0
        for kind in range(1, self.tables.animals + 1):
            out[n] = pick(kind)
            n += 1 if self.hands[seat * KINDS + kind] > 0 else 0
        return n

    def fill_places(self, seat: int, out: Moves) -> int:
        """Every empty cell that keeps all cards within some frame; they need not touch (R6, R7)."""
        if self.count[seat] == 0:
            out[0] = place(CENTRE)
            return 1
        n = 0
        left = self.first_left(seat)
        right = self.last_right(seat)
        for row in range(self.first_top(seat), self.last_bottom(seat) + 1):
            for cell in range(row * WIDTH + left, row * WIDTH + right + 1):
                out[n] = place(cell)
                n += 1 if self.cards[seat * CELLS + cell] == EMPTY else 0
        return n

    def first_left(self, seat: int) -> int:
        """The leftmost column that a frame around all cards can reach."""
        column = self.right[seat] - self.tables.side + 1
        return column if column > 0 else 0

    def last_right(self, seat: int) -> int:
        column = self.left[seat] + self.tables.side - 1
        return column if column < WIDTH else WIDTH - 1

    def first_top(self, seat: int) -> int:
        row = self.bottom[seat] - self.tables.side + 1
        return row if row > 0 else 0

    def last_bottom(self, seat: int) -> int:
        row = self.top[seat] + self.tables.side - 1
        return row if row < WIDTH else WIDTH - 1

    def fill_flips(self, seat: int, out: Moves) -> int:
        """Any own card that shows its animal, the one just placed among them, or none (R11)."""
        n = 0
        new = self.placed[seat] - 1
        left = self.left[seat]
        right = self.right[seat]
        top = self.top[seat]
        bottom = self.bottom[seat]
        if new >= 0:
            left = min(left, column_of(new))
            right = max(right, column_of(new))
            top = min(top, row_of(new))
            bottom = max(bottom, row_of(new))
        for row in range(top, bottom + 1):
            for cell in range(row * WIDTH + left, row * WIDTH + right + 1):
                card = self.cards[seat * CELLS + cell]
                out[n] = flip(cell)
                n += 1 if (EMPTY < card < FLIPPED) or cell == new else 0
        out[n] = KEEP
        return n + 1

    # ---- a round: pick, reveal, place, flip, pass

    def step(self, seat: int, action: int) -> None:
        if self.stage == PICK:
            self.picked[seat] = kind_of(action)
        elif self.stage == PLACE:
            self.placed[seat] = cell_of(action) + 1
        else:
            self.flipped[seat] = KEPT if action == KEEP else cell_of(action) + 1
        if self.seat_order and self.stage != PICK:
            self.show_in_turn(seat)
            return
        self.answered |= 1 << seat
        if self.answered == (1 << self.players) - 1:
            self.answered = 0
            self.close_stage()

    def close_stage(self) -> None:
        """All have answered."""
        if self.stage == PICK:
            self.reveal()
        elif self.stage == PLACE:
            self.stage = FLIP
        else:
            for seat in range(self.players):
                self.lay(seat)
                self.turn_over(seat)
            self.reveals += 1
            self.end_round()

    def reveal(self) -> None:
        """All picked cards leave the hands, seen by everybody."""
        for seat in range(self.players):
            self.revealed[seat] = self.picked[seat]
            self.hands[seat * KINDS + self.picked[seat]] -= 1
            self.hand_size[seat] -= 1
            self.picked[seat] = NONE
        self.reveals += 1
        if self.recall is not None and self.keeps_memory:
            picks_revealed(self.recall, self)
        if self.is_pair_round(self.round):
            self.discard_rest_of_pairs()
        if self.is_last_of_phase(self.round):
            self.close_hands()
        self.turn = 0
        self.stage = PLACE
        if self.pass_first and not self.is_last_of_phase(self.round):
            self.pass_hands()

    def show_in_turn(self, seat: int) -> None:
        """With seat_order each seat places and flips in the open, one after the other (R9, R45)."""
        if self.stage == PLACE:
            self.lay(seat)
            self.stage = FLIP
            return
        self.turn_over(seat)
        self.turn += 1
        self.stage = PLACE
        if self.turn == self.players:
            self.reveals += 1
            self.end_round()

    def lay(self, seat: int) -> None:
        """The card lies on its cell for good."""
        cell = self.placed[seat] - 1
        self.cards[seat * CELLS + cell] = self.revealed[seat]
        if self.count[seat] == 0 or column_of(cell) < self.left[seat]:
            self.left[seat] = column_of(cell)
        if self.count[seat] == 0 or column_of(cell) > self.right[seat]:
            self.right[seat] = column_of(cell)
        if self.count[seat] == 0 or row_of(cell) < self.top[seat]:
            self.top[seat] = row_of(cell)
        if self.count[seat] == 0 or row_of(cell) > self.bottom[seat]:
            self.bottom[seat] = row_of(cell)
        self.count[seat] += 1
        self.revealed[seat] = NONE
        self.placed[seat] = NONE

    def turn_over(self, seat: int) -> None:
        """The card chosen, if any, becomes a plant for good (R12)."""
        if self.flipped[seat] != KEPT:
            self.cards[seat * CELLS + self.flipped[seat] - 1] += FLIPPED
        self.flipped[seat] = NONE

    def end_round(self) -> None:
        if self.round == self.tables.rounds:
            self.stage = END
            return
        self.turn = 0
        last: bool = self.is_last_of_phase(self.round)
        self.round += 1
        if last:
            self.stage = DEAL
        elif self.pass_first:
            self.stage = PICK
        else:
            self.stage = PICK
            self.pass_hands()

    def is_last_of_phase(self, number: int) -> bool:
        return number % self.tables.hand == 0

    # ---- passing hands, and renewing them with two players

    def pass_hands(self) -> None:
        """To the left in the first phase, to the right in the second; face down until they are renewed."""
        was: Hands = scratch(SEATS * KINDS)
        for i in range(self.players * KINDS):
            was[i] = self.hands[i]
        phase = self.phase()
        for seat in range(self.players):
            to = (seat + self.tables.directions[phase] + self.players) % self.players
            for kind in range(KINDS):
                self.hands[to * KINDS + kind] = was[seat * KINDS + kind]
        if self.recall is not None and self.keeps_memory:
            hands_passed(self.recall, self, self.tables.directions[phase])
        if self.players == 2:
            self.turn = 0
            self.stage = DRAW if self.is_pair_round(self.hands_round()) else DISCARD

    def phase(self) -> int:
        """0 for the first phase; that of the hands while they are passed."""
        return (self.hands_round() - 1) // self.tables.hand

    def hands_round(self) -> int:
        """The round for which hands are passed or renewed now."""
        return self.round + 1 if self.pass_first and self.revealed[0] != NONE else self.round

    def is_pair_round(self, number: int) -> bool:
        """Two players choose from a pair in the last round (R13: or in the last of each phase)."""
        return self.players == 2 and self.is_last_of_phase(number) and (self.pair_each_phase or number == self.tables.rounds)

    def discard_rest_of_pairs(self) -> None:
        """The card that was not chosen goes face down to the discards (R16)."""
        if self.recall is not None and self.keeps_memory:
            pair_decided(self.recall, self)
        for seat in range(self.players):
            for kind in range(KINDS):
                self.discards[kind] += self.hands[seat * KINDS + kind]
                self.hands[seat * KINDS + kind] = 0
            self.discards_size += self.hand_size[seat]
            self.hand_size[seat] = 0

    def close_hands(self) -> None:
        """The last hands of a phase are played out."""
        if self.recall is not None and self.keeps_memory:
            phase_ended(self.recall, self)

    # ---- chance

    def fill_chance(self, outcomes: Moves, weights: Moves) -> int:
        n = 0
        for kind in range(1, self.tables.animals + 1):
            copies = self.hands[self.turn * KINDS + kind] if self.stage == DISCARD else self.pile[kind]
            outcomes[n] = outcome(self.stage, self.turn, kind)
            weights[n] = copies
            n += 1 if copies > 0 else 0
        return n

    def roll(self, rng: Rng, outcomes: Moves, weights: Moves) -> int:
        """As the general one, straight from the bag."""
        at = 0
        point = 0
        kind = 0
        if self.stage == DISCARD:
            at = self.turn * KINDS
            point = rng.below(self.hand_size[self.turn])
            while point >= self.hands[at + kind]:
                point -= self.hands[at + kind]
                kind += 1
        else:
            point = rng.below(self.pile_size)
            while point >= self.pile[kind]:
                point -= self.pile[kind]
                kind += 1
        number = outcome(self.stage, self.turn, kind)
        self.happen(number)
        return number

    def happen(self, number: int) -> None:
        kind = outcome_kind(number)
        if self.stage == DISCARD:
            self.hands[self.turn * KINDS + kind] -= 1
            self.hand_size[self.turn] -= 1
            self.discards[kind] += 1
            self.discards_size += 1
        else:
            self.pile[kind] -= 1
            self.pile_size -= 1
            self.hands[self.turn * KINDS + kind] += 1
            self.hand_size[self.turn] += 1
            if self.stage == DRAW and self.recall is not None and self.keeps_memory:
                self.recall.drawn[self.turn] = kind
        self.after_card()

    def after_card(self) -> None:
        """The next card of the deal, or of the exchange: both discards, then both draws."""
        if self.stage == DEAL and self.hand_size[self.turn] < self.tables.hand:
            return
        self.turn += 1
        if self.turn < self.players:
            return
        self.turn = 0
        if self.stage == DISCARD:
            self.stage = DRAW
        elif self.stage == DEAL:
            self.stage = PICK
        else:
            if self.recall is not None and self.keeps_memory:
                hands_renewed(self.recall, self)
            self.stage = PLACE if self.revealed[0] != NONE else PICK

    # ---- the end

    def points(self, seat: int) -> int:
        return seat_points(self, seat)

    def utility(self, seat: int) -> float:
        """The most points win; a tie goes to more kinds scored; still tied, the victory is shared (R30)."""
        mine = self.standing(seat)
        sharing = 0
        for other in range(self.players):
            theirs = self.standing(other)
            if theirs > mine:
                return 0.0
            if theirs == mine:
                sharing += 1
        return 1.0 / sharing

    def standing(self, seat: int) -> int:
        return seat_standing(self, seat)

    @python
    def winners(self) -> list[int]:
        standings = [self.standing(seat) for seat in range(self.players)]
        return [seat for seat in range(self.players) if standings[seat] == max(standings)]

    # ---- who knows what (knowledge.py)

    def hide(self, seat: int) -> None:
        hide_cards(self, seat)

    def deal_unknown(self, rng: Rng) -> None:
        deal_unknown_cards(self, rng)

    def prefer(self, seat: int, action: int) -> float:
        return self.look_alone(seat, action)

    def look_over(self, seat: int, actions: Moves, n: int, looks: Looks) -> None:
        fill_looks(self, seat, actions, n, looks)

    @python
    def fresh_memory(self) -> Any:
        return FishTankMemory(self.players)

    @python
    def trim_memory(self, seat: int) -> None:
        if self.recall is not None:
            forget_others(self.recall, seat)
            if self.stage == DRAW:
                forget_drawn(self.recall)

    @python
    def witnesses(self, seat: int | None, action: int) -> Witnesses:
        """Draws are opened at the end; picks when all have picked; places and flips when all have flipped."""
        if seat is None:
            return Witnesses(() if self.stage == DISCARD else (self.turn,), AT_END)
        if self.seat_order and self.stage != PICK:
            return EVERYBODY
        return Witnesses((seat,), self.reveals + 1)

    @python
    def why_not(self, seat: int, action: int) -> tuple[str, str]:
        return refusal(self, seat, action)

    # ---- checking a position from outside

    @python
    def check(self) -> None:
        check_position(self)

    @python
    def check_memory(self, memory: Any) -> None:
        check_memory(self, memory)
