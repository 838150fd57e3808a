"""Aqua Garden: what lies on the table, setup, whose turn it is, Lucy, and rounds. R… are rulings, in rulings.md."""

from typing import Any, cast

from shoal.engine.facts import CHANCE, DECISION, NOBODY, OVER, Moves
from shoal.engine.hints import python
from shoal.engine.state import Rng, State

from .box import AquaGardenBox
from .notation import (
    DECISIONS,
    DRAWS,
    END,
    FEED,
    FEED_OUTCOME,
    FINISHED,
    FIRST,
    FIRST_OUTCOME,
    GROUPS,
    KINDS,
    MILESTONE_OUTCOME,
    MILESTONES,
    NONE,
    OWNER,
    REGULAR,
    SEA,
    SEATS,
    STOCK,
    TANKS,
    WAITING,
    Claims,
    Contents,
    Fair,
    Groups,
    Kinds,
    Regular,
    Seats,
    Tanks,
    Tokens,
    cell,
    draw_outcome,
    feed_outcome,
    first_outcome,
    milestone_outcome,
    tank_at,
)


class AquaGardenTable(State):
    tables: AquaGardenBox
    """The box, by its own type."""

    # options
    advanced: bool
    pass_at_once: bool
    """Whether a waiting player may pass (R7)."""
    exact: bool
    """Whether a tank must hold exactly what a Milestone card shows (R4)."""
    lucy_retires: bool
    """Whether Lucy, when both players have finished, leaves the track at once (R30)."""
    tie_by_standby: bool
    advanced_on_sale: bool
    """Whether advanced fish may be bought from the Sea board (R36)."""
    early_remove: bool
    """Whether tokens may be removed in the stages OWNER and WALK too (R20)."""

    stage: int
    """One of MILESTONES … END."""
    after: int
    """In REPAIR: the stage that comes when the tank is valid again; AD: the turn is over then."""
    turn: int
    """The seat whose turn it is; while Feeding Event cards are dealt, the seat dealt to."""
    round: int
    """From 1; 0 during setup."""
    drawn: int
    """In chance: the group, space, or number of the token that is drawn for."""

    # Fair board, Sea board, bag
    bag: Regular
    bag_size: int
    fair: Fair
    """[space * REGULAR + kind]."""
    sea: Kinds
    sea_mix: int
    """The kinds on the Sea board, a bit for each."""
    side: Kinds
    """Advanced tokens still beside the board."""
    gone: Regular
    """Tokens of the bag that went back to the game box."""
    owner: Tokens
    """[token]: WAITING, its space from 1, or FINISHED. Lucy is token number `players`."""
    standby: Tokens
    """[token]: its place on the Standby track, 1 at the bottom, while WAITING or FINISHED; 0 on a space."""
    tokens: int
    """Owner tokens in the game, Lucy's included."""
    finished: int
    """Owner tokens that have finished this round."""

    # Milestone cards
    cards: Groups
    """[group]: the card, NONE before it is drawn."""
    cubes: Groups
    """[group]: how many have achieved it. Without any, the reward lies beside it."""
    achieved: Claims
    """[seat * GROUPS + group]: the place on the card, 1 for the first (and in solo), 0 for not yet."""
    ads_used: int
    """Solo: a bit for each ad."""

    # Aquarium boards
    contents: Contents
    """[cell(seat, tank, kind)]: tokens in a tank."""
    mixes: Tanks
    """[tank_at(seat, tank)]: the kinds in a tank, a bit for each."""
    uses: Tanks
    """[tank_at(seat, tank)]: oxygen used."""
    funds: Seats
    carpet: Seats
    """Where the Employee stands."""
    feeding: Seats
    """The Feeding Event card, NONE before it is dealt."""

    # the turn
    hand: Kinds
    """Tokens taken from the Fair and not yet placed."""
    hand_size: int
    prize: Kinds
    """Reward tokens that are being placed."""
    prize_size: int
    served: int
    """The tanks that received a token of this reward, a bit for each."""
    aim_kind: int
    aim_tank: int
    """In AIM: the reward token and its tank; NONE otherwise."""
    broken: int
    """In REPAIR: the tank that is not valid; NONE otherwise."""
    placed: int
    """In REPAIR: the kind just placed, of which one token stays; NONE when nothing was placed."""

    @python
    def link(self) -> None:
        self.tables = cast(AquaGardenBox, self.box)

    @python
    def decision(self) -> str:
        return DECISIONS.get(self.stage, "")

    @python
    def chance_name(self) -> str:
        return DRAWS.get(self.stage, "")

    # ---- setup

    @python
    def set_options(self, options: dict[str, Any]) -> None:
        self.advanced = options["advanced"]
        self.pass_at_once = options["pass_before_entering_track"]
        self.exact = options["milestone_match"] == "exact"
        self.lucy_retires = options["lucy_alone"] == "retire"
        self.tie_by_standby = options["tie"] == "standby"
        self.advanced_on_sale = options["advanced_may_be_bought_from_sea"]
        self.early_remove = options["remove_window"] == "own_turn"

    def set_up(self) -> None:
        """Everything that lies ready before the first draw."""
        self.tokens = self.players + self.tables.lucy[self.players]
        for kind in range(REGULAR):
            self.bag[kind] = self.tables.bags[self.players * REGULAR + kind]
            self.bag_size += self.bag[kind]
        for kind in range(KINDS):
            self.add_to_sea(kind, self.tables.on_sea[kind])
            self.side[kind] = self.tables.beside[kind] if self.advanced else 0
        for group in range(GROUPS):
            self.cards[group] = NONE
        for seat in range(SEATS):
            self.feeding[seat] = NONE
            self.carpet[seat] = self.tables.start
            self.funds[seat] = self.tables.funds if seat < self.players else 0
        self.aim_kind = NONE
        self.aim_tank = NONE
        self.broken = NONE
        self.placed = NONE
        self.stage = MILESTONES

    def add_to_sea(self, kind: int, number: int) -> None:
        if number > 0:
            self.sea[kind] += number
            self.sea_mix |= 1 << kind

    # ---- chance

    def status(self) -> int:
        if self.stage >= OWNER:
            return OVER if self.stage == END else DECISION
        return CHANCE

    def next_actor(self, after: int) -> int:
        return self.turn if after == NOBODY else NOBODY

    def fill_chance(self, outcomes: Moves, weights: Moves) -> int:
        n = 0
        if self.stage == STOCK or self.stage == SEA:
            for kind in range(REGULAR):
                outcomes[n] = draw_outcome(kind)
                weights[n] = self.bag[kind]
                n += 1 if self.bag[kind] > 0 else 0
            return n
        if self.stage == MILESTONES:
            for card in range(self.tables.cards):
                outcomes[n] = milestone_outcome(card)
                weights[n] = 1
                n += 1 if self.tables.card_group[card] == self.drawn else 0
            return n
        if self.stage == FEED:
            for card in range(self.tables.feedings):
                outcomes[n] = feed_outcome(card)
                weights[n] = 1
                n += 0 if self.is_dealt(card) else 1
            return n
        for seat in range(self.players):
            outcomes[seat] = first_outcome(seat)
            weights[seat] = 1
        return self.players

    def is_dealt(self, card: int) -> bool:
        for seat in range(self.players):
            if self.feeding[seat] == card:
                return True
        return False

    def roll(self, rng: Rng, outcomes: Moves, weights: Moves) -> int:
        """As the general one, tokens straight from the bag."""
        chosen = 0
        if self.stage == STOCK or self.stage == SEA:
            point = rng.below(self.bag_size)
            while point >= self.bag[chosen]:
                point -= self.bag[chosen]
                chosen += 1
        else:
            chosen = outcomes[rng.below(self.fill_chance(outcomes, weights))]
        self.happen(chosen)
        return chosen

    def happen(self, number: int) -> None:
        if self.stage == STOCK or self.stage == SEA:
            self.draw_token(number)
        elif self.stage == MILESTONES:
            self.cards[self.drawn] = number - MILESTONE_OUTCOME
            self.drawn += 1
            if self.drawn == GROUPS:
                self.stock()
        elif self.stage == FEED:
            self.feeding[self.turn] = number - FEED_OUTCOME
            self.turn += 1
            if self.turn == self.players:
                self.turn = 0
                self.find_first()
        else:
            self.seat_owners(number - FIRST_OUTCOME)

    def draw_token(self, kind: int) -> None:
        self.bag[kind] -= 1
        self.bag_size -= 1
        if self.stage == STOCK:
            self.fair[self.drawn * REGULAR + kind] += 1
            self.stock_on()
        else:
            self.add_to_sea(kind, 1)
            self.drawn += 1
            self.draw_to_sea()

    def stock(self) -> None:
        """One token onto each fish space, in the order of the track, adding to what is there."""
        self.stage = STOCK
        self.drawn = 0
        self.stock_on()

    def stock_on(self) -> None:
        """The next fish space; none is left, or the bag is empty: go on."""
        self.drawn += 1
        while self.drawn <= self.tables.spaces and self.tables.fish_space[self.drawn] == 0:
            self.drawn += 1
        if self.drawn > self.tables.spaces or self.bag_size == 0:
            self.drawn = 0
            if self.round > 0:
                self.begin_round()
            else:
                self.stage = SEA
                self.draw_to_sea()

    def draw_to_sea(self) -> None:
        if self.drawn == self.tables.sea_fish or self.bag_size == 0:
            self.drawn = 0
            self.turn = 0
            self.stage = FEED

    def find_first(self) -> None:
        """The first player is drawn (R47), except in solo."""
        if self.players > 1:
            self.stage = FIRST
        else:
            self.seat_owners(0)

    def seat_owners(self, first: int) -> None:
        """Owner tokens from the bottom of the Standby track, clockwise; Lucy on the top space (R29)."""
        for i in range(self.players):
            self.standby[(first + i) % self.players] = i + 1
        if self.tokens > self.players:
            self.standby[self.players] = SEATS
        self.begin_round()

    # ---- rounds and turns

    def begin_round(self) -> None:
        """The order of finishing is the order of waiting."""
        self.round += 1
        self.finished = 0
        for token in range(self.tokens):
            self.owner[token] = WAITING
        self.next_turn()

    def next_turn(self) -> None:
        """The next player to move; before that Lucy, if it is hers; after the last one the round ends."""
        token = self.next_token()
        while token == self.players:
            self.move_lucy()
            token = self.next_token()
        if token == NOBODY:
            self.end_round()
        else:
            self.turn = token
            self.stage = OWNER

    def next_token(self) -> int:
        """Who waits lowest on the Standby track, else who is rearmost on the Fair track (R6)."""
        found = NOBODY
        least = 0
        for token in range(self.tokens):
            at = self.owner[token]
            if at != FINISHED:
                rank = at * (SEATS + 1) if at != WAITING else self.standby[token]
                if found == NOBODY or rank < least:
                    found = token
                    least = rank
        return found

    def finish_token(self, token: int) -> None:
        """To the lowest place on the Standby track that no finished token holds."""
        self.finished += 1
        self.owner[token] = FINISHED
        self.standby[token] = self.finished

    def end_round(self) -> None:
        if self.round >= self.tables.rounds[self.players]:
            self.stage = END
            return
        if self.players == 1:
            self.clear_fair()
        self.stock()

    def clear_fair(self) -> None:
        """Solo: what is left on the Fair track goes to the game box (R44)."""
        for space in range(1, self.tables.spaces + 1):
            for kind in range(REGULAR):
                self.gone[kind] += self.fair[space * REGULAR + kind]
                self.fair[space * REGULAR + kind] = 0

    # ---- Lucy

    def move_lucy(self) -> None:
        """One space ahead of the foremost token; her fish go to the Sea board."""
        foremost = 0
        for token in range(self.tokens):
            if self.owner[token] != FINISHED and self.owner[token] > foremost:
                foremost = self.owner[token]
        space = foremost + 1 if foremost > 0 else self.first_fish()
        if space > self.tables.spaces or (self.lucy_retires and self.finished == self.players):
            self.finish_token(self.players)
            return
        self.owner[self.players] = space
        self.standby[self.players] = 0
        for kind in range(REGULAR):
            self.add_to_sea(kind, self.fair[space * REGULAR + kind])
            self.fair[space * REGULAR + kind] = 0

    def first_fish(self) -> int:
        """The first space with fish (the first of all, if there were none)."""
        for space in range(1, self.tables.spaces + 1):
            for kind in range(REGULAR):
                if self.fair[space * REGULAR + kind] > 0:
                    return space
        return 1

    # ---- tanks

    def add_token(self, seat: int, tank: int, kind: int) -> None:
        """A token into a tank."""
        at = tank_at(seat, tank)
        self.contents[cell(seat, tank, kind)] += 1
        self.mixes[at] |= 1 << kind
        self.uses[at] += self.tables.oxygen[kind]

    def take_out(self, seat: int, tank: int, kind: int, number: int) -> None:
        """Tokens from a tank to the Sea board."""
        at = tank_at(seat, tank)
        self.contents[cell(seat, tank, kind)] -= number
        if self.contents[cell(seat, tank, kind)] == 0:
            self.mixes[at] &= ~(1 << kind)
        self.uses[at] -= number * self.tables.oxygen[kind]
        self.add_to_sea(kind, number)

    def cascade(self, seat: int, tank: int) -> None:
        """Whoever has lost what it needs leaves too: turtles without seaweed, a remora without a host."""
        mix = self.mixes[tank_at(seat, tank)]
        rest = mix
        while rest != 0:
            kind = self.tables.lowest[rest]
            rest &= rest - 1
            if self.tables.needs[kind] != 0 and self.tables.needs[kind] & mix == 0:
                self.take_out(seat, tank, kind, self.contents[cell(seat, tank, kind)])

    def is_valid(self, seat: int, tank: int) -> bool:
        """Whether a tank keeps the placement rules; that of one token of a kind is kept by `keeps`."""
        at = tank_at(seat, tank)
        return self.tables.sound[self.mixes[at]] == 1 and self.uses[at] <= self.tables.supplies[self.mixes[at]]

    def keeps(self, seat: int, tank: int) -> int:
        """The kinds of which one more could stay in a tank, a bit for each, if others make room (R17, R18)."""
        return self.tables.keeps[self.mixes[tank_at(seat, tank)]]

    # ---- for callers in Python

    @python
    def is_last_round(self) -> bool:
        return bool(self.round == self.tables.rounds[self.players])

    @python
    def has_finished(self, seat: int) -> bool:
        """Whether the seat has finished this round."""
        return bool(self.owner[seat] == FINISHED)

    @python
    def next_to_move(self) -> int:
        """Whose Owner token moves now; NOBODY when all have finished."""
        return self.next_token()

    @python
    def keepable(self, seat: int, tank: int) -> int:
        """The kinds of which one more could stay in a tank, a bit for each, if others make room."""
        s: int = seat
        t: int = tank
        return self.keeps(s, t)

    @python
    def tank(self, seat: int, tank: int) -> list[int]:
        """The tokens in a tank, by kind."""
        start = (seat * TANKS + tank) * KINDS
        return [int(n) for n in self.contents[start : start + KINDS]]
