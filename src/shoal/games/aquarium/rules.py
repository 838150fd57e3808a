"""Aquarium: the state of a game and its rules, in the order of the rulebook. R… are rulings, in rulings.md."""

from shoal.engine.facts import CHANCE, DECISION, NOBODY, OVER, Looks, Moves
from shoal.engine.hints import python
from shoal.engine.state import EVERYBODY, Rng, Witnesses

from .checks import check_position
from .knowledge import deal_face_down_cards, hide_face_down_cards
from .notation import (
    ADD, BANK, BREED, BREEDING, BUY, BUYING, CARDS, DEALING, DEAL_OUTCOME, DECLINE, DRAWING, DRAW_FEEDING, DROP, DROPPING, END, EXCHANGE, FEED, FEEDING,
    FIRST_OUTCOME, FISH, FLUSH, FOR_EFFECT, FOR_FLUSH, FOR_PASS, FOR_TURN, GIVE, GIVING, HOLD, INFLUENCE1, INFLUENCE2, KEEP, KINDS, MINUS1, NONE, PASS,
    PHASE1, PHASE2, PHASE_CARDS, PLUS1, RATIONING, REMOVE, REPLACE, SHOP, STARTING, STARVE, SWAP, SWAPPING, TAKE, TAKING, TURN, Kinds, bit_of, card_of,
    fish_of, food_value, influence_card, play,
)
from .refusals import refusal
from .rules_money import base_price, final_price, food_bill, half_income, pay_for_market
from .rules_table import AquariumTable
from .scoring import seat_points
from .strategy import action_value, fill_looks


class Aquarium(AquariumTable):
    # ---- whose turn

    def status(self) -> int:
        if self.stage >= TURN:
            return OVER if self.stage == END else DECISION
        return CHANCE

    def next_actor(self, after: int) -> int:
        if self.stage != PHASE1 and self.stage != PHASE2:
            return self.asked if after == NOBODY else NOBODY
        start = 1 if after == NOBODY else (after - self.active + self.players) % self.players + 1
        for offset in range(start, self.players):
            seat = self.clockwise(offset)
            if self.committed[seat] == NONE:
                return seat
        return NOBODY

    @python
    def decision(self) -> str:
        names = {TURN: "turn", PHASE1: "phase1", DROPPING: "drop", SWAPPING: "swap", GIVING: "give", TAKING: "take", BREEDING: "breed", PHASE2: "phase2",
                 BUYING: "buy", FEEDING: "feed"}
        return names.get(self.stage, "")

    @python
    def chance_name(self) -> str:
        return {DEALING: "deal", STARTING: "first", DRAWING: "draw", RATIONING: "food", INFLUENCE1: "influence", INFLUENCE2: "influence"}.get(self.stage, "")

    # ---- what may be done

    def fill_legal(self, seat: int, out: Moves) -> int:
        if self.stage == PHASE1:
            return self.fill_commits(seat, ADD, out)
        if self.stage == PHASE2:
            return self.fill_commits(seat, PLUS1, out)
        if self.stage == TURN:
            return self.fill_turn(out)
        if self.stage == FEEDING:
            return self.fill_feeding(seat, out)
        if self.stage == BUYING:
            return self.fill_buying(seat, out)
        if self.stage == BREEDING:
            return self.fill_breeding(seat, out)
        if self.stage == GIVING:
            return self.fill_fish(self.aquariums, seat * KINDS, GIVE, out, 0)
        if self.stage == TAKING:
            return self.fill_fish(self.market, 0, TAKE, out, 0)
        return self.fill_fish(self.market, 0, DROP if self.stage == DROPPING else SWAP, out, 0)

    def fill_turn(self, out: Moves) -> int:
        """Five cards cannot be passed on (R6); shopping needs no money (R7), only that the table does not stall (R33)."""
        out[0] = PASS if self.market_size < self.tables.market_limit else FLUSH
        if self.stall_limit > 0 and self.stall >= self.stall_limit * self.players:
            return 1
        out[1] = SHOP
        return 2

    def fill_commits(self, seat: int, first: int, out: Moves) -> int:
        """The Pass card, which always is in hand (R3), and the cards of the phase that are not spent."""
        out[0] = play(HOLD)
        n = 1
        for card in range(first, first + PHASE_CARDS):
            if self.spent[seat] & bit_of(card) == 0:
                out[n] = play(card)
                n += 1
        return n

    def fill_fish(self, cards: Kinds, at: int, verb: int, out: Moves, n: int) -> int:
        """A verb for each kind of fish among cards, behind the n actions that are there."""
        for kind in range(FISH):
            if cards[at + kind] > 0:
                out[n] = verb + kind
                n += 1
        return n

    def fill_buying(self, seat: int, out: Moves) -> int:
        if self.market_size > 0 and self.coins[seat] >= self.price:
            out[0] = BUY
            out[1] = DECLINE
            return 2
        out[0] = DECLINE
        return 1

    def fill_breeding(self, seat: int, out: Moves) -> int:
        out[0] = KEEP
        n = 1
        for kind in range(FISH):
            if self.may_breed(seat, kind):
                out[n] = BREED + kind
                n += 1
        return n

    def fill_feeding(self, seat: int, out: Moves) -> int:
        """Pay for all fish that are left, or let one more starve (R21)."""
        n = 0
        if self.coins[seat] >= food_bill(self, seat, self.food):
            out[0] = FEED
            n = 1
        return self.fill_fish(self.aquariums, seat * KINDS, STARVE, out, n)

    # ---- decisions

    def step(self, seat: int, action: int) -> None:
        if self.stage == PHASE1 or self.stage == PHASE2:
            self.commit(seat, card_of(action))
        elif self.stage == TURN:
            self.take_turn(action)
        elif self.stage == FEEDING:
            self.feed(seat, action)
        elif self.stage == BUYING:
            self.decide_purchase(action)
        elif self.stage == BREEDING:
            self.breed(seat, action)
        elif self.stage == DROPPING:
            self.discard_from_market(fish_of(action))
            self.go_on()
        elif self.stage == SWAPPING:
            self.discard_from_market(fish_of(action))
            self.draw(FOR_EFFECT)
        elif self.stage == GIVING:
            self.given = fish_of(action) + 1
            self.stage = TAKING
        else:
            self.exchange(seat, fish_of(action))

    # ---- a turn

    def start_turn(self) -> None:
        """An empty market gets a card before anything else."""
        self.asked = self.active
        if self.market_size == 0:
            self.draw(FOR_TURN)
        else:
            self.take_income()

    def take_income(self) -> None:
        """A breeding pair pays after the market has its card (R20), whatever the owner does then (R44)."""
        if self.tank[self.active] != NONE:
            self.coins[self.active] += self.tables.income[self.tank[self.active] - 1]
        self.asked = self.active
        self.stage = TURN

    def take_turn(self, action: int) -> None:
        if action == SHOP:
            self.stage = PHASE1
        elif action == PASS:
            self.coins[self.active] += self.tables.pass_income + self.tables.bank_extra * self.aquariums[self.active * KINDS + BANK]
            self.draw(FOR_PASS)
        else:
            for kind in range(KINDS):
                self.discards[kind] += self.market[kind]
            self.empty_market()
            self.draw(FOR_FLUSH)

    def end_turn(self) -> None:
        """The next player clockwise; what was bought, or for how much, is past."""
        if self.executing > 0:
            self.forget_purchase()
        self.stall += 1
        self.active = self.clockwise(1)
        self.start_turn()

    # ---- action cards: chosen face down by all others

    def commit(self, seat: int, card: int) -> None:
        self.committed[seat] = card
        self.frozen[seat] = self.spent[seat]
        if self.next_actor(NOBODY) != NOBODY:
            return
        if self.stage == PHASE1:
            if self.players == 2:
                self.influence_frozen[:] = self.influence_spent
            self.go_on()
        elif self.players == 2:
            self.stage = INFLUENCE2
        else:
            self.resolve_phase2()

    # ---- Phase I: one card after the other

    def go_on(self) -> None:
        """Reveal and execute the next cards, until somebody must decide or a card must be drawn."""
        while self.executing < self.players - 1:
            self.executing += 1
            seat = self.clockwise(self.executing)
            self.shown1[seat] = self.reveal(seat)
            self.reveals += 1
            if self.execute(self.shown1[seat], seat):
                return
        if self.players == 2 and self.executing == 1:
            self.executing = 2
            self.stage = INFLUENCE1
        elif self.market_size == 0 and self.skip_phase2:
            self.end_turn()
        else:
            self.stage = PHASE2

    def execute(self, card: int, owner: int) -> bool:
        """Whether the card waits for a decision or a draw; without a target it has no effect (R8)."""
        if card == ADD:
            if self.market_size >= self.tables.market_limit:
                return False
            self.draw(FOR_EFFECT)
            return True
        if card == HOLD or self.market_fish == 0:
            return False
        if card == REMOVE:
            self.ask(self.active, DROPPING)
        elif card == REPLACE:
            self.ask(owner, SWAPPING)
        elif card == EXCHANGE and self.has_fish(owner):
            self.ask(owner, GIVING)
        else:
            return False
        return True

    def ask(self, seat: int, stage: int) -> None:
        self.asked = seat
        self.stage = stage

    def exchange(self, seat: int, taken: int) -> None:
        """Both fish change places at the same time; the one that arrives may make a pair (R15)."""
        given = self.given - 1
        self.given = NONE
        self.market[taken] -= 1
        self.market[given] += 1
        self.aquariums[seat * KINDS + given] -= 1
        self.aquariums[seat * KINDS + taken] += 1
        self.arrived = 1 << taken
        self.offer_breeding(seat)

    # ---- Phase II: all at once

    def resolve_phase2(self) -> None:
        for offset in range(1, self.players):
            seat = self.clockwise(offset)
            self.shown2[seat] = self.reveal(seat)
            if self.shown2[seat] == MINUS1:
                self.coins[seat] += self.tables.minus_coin
        if self.influence2 == MINUS1:
            self.coins[self.clockwise(1)] += self.tables.minus_coin
        self.reveals += 1
        self.price = final_price(self)
        self.ask(self.active, BUYING)

    def decide_purchase(self, action: int) -> None:
        if action == DECLINE:
            self.end_turn()
            return
        pay_for_market(self)
        self.arrived = 0
        for kind in range(KINDS):
            if self.market[kind] > 0:
                self.aquariums[self.active * KINDS + kind] += self.market[kind]
                self.arrived |= 1 << kind
        self.empty_market()
        self.stall = -1
        self.offer_breeding(self.active)

    # ---- the breeding tank: at the moment fish arrive (R18)

    def offer_breeding(self, seat: int) -> None:
        """Ask if one of the arrivals may go to the tank; otherwise play goes on."""
        for kind in range(FISH):
            if self.may_breed(seat, kind):
                self.ask(seat, BREEDING)
                return
        self.after_arrival(seat)

    def after_arrival(self, seat: int) -> None:
        self.arrived = 0
        if seat == self.active:
            self.end_turn()
        else:
            self.go_on()

    def may_breed(self, seat: int, kind: int) -> bool:
        """A pair that has just come about, bigger than the one in the tank (R19)."""
        if (self.arrived >> kind) & 1 == 0 or self.aquariums[seat * KINDS + kind] < 2 or not self.breeding_tank:
            return False
        if kind == BANK and not self.tables.bank_breeds:
            return False
        if self.tank[seat] == NONE or not self.upgrade_bigger:
            return True
        return self.tables.size[kind] > self.tables.size[self.tank[seat] - 1]

    def breed(self, seat: int, action: int) -> None:
        if action == KEEP:
            self.after_arrival(seat)
            return
        kind = fish_of(action)
        if self.tank[seat] != NONE:
            self.discards[self.tank[seat] - 1] += 2
        self.aquariums[seat * KINDS + kind] -= 2
        self.tank[seat] = kind + 1
        self.offer_breeding(seat)

    # ---- drawing, and feeding time in the middle of it

    def draw(self, purpose: int) -> None:
        """The top card of the deck goes to the market; play goes on when it lies there."""
        self.purpose = purpose
        self.stage = DRAWING

    def card_drawn(self, kind: int) -> None:
        self.stall = -1
        self.pile_left -= 1
        if kind == DRAW_FEEDING:
            self.feeding_ahead = 0
            self.feedings += 1
            self.stage = RATIONING
        else:
            self.unseen[kind] -= 1
            self.unseen_size -= 1
            self.market[kind] += 1
            self.market_size += 1
            self.market_fish += 1 if kind < FISH else 0
        if self.pile_left == 0 and self.pile + 1 < self.tables.piles[self.players]:
            self.pile += 1
            self.open_pile()
        if kind != DRAW_FEEDING:
            self.after_draw()

    def after_draw(self) -> None:
        if self.purpose == FOR_EFFECT:
            self.go_on()
        elif self.purpose == FOR_PASS:
            self.end_turn()
        elif self.purpose == FOR_TURN:
            self.take_income()
        else:
            self.ask(self.active, TURN)

    def feed(self, seat: int, action: int) -> None:
        if action != FEED:
            self.aquariums[seat * KINDS + fish_of(action)] -= 1
            self.discards[fish_of(action)] += 1
            return
        self.coins[seat] -= food_bill(self, seat, self.food)
        self.asked = seat + 1 if seat + 1 < self.players else 0
        if self.asked == self.active:
            self.end_feeding()

    def end_feeding(self) -> None:
        """Spent cards come back, but none that is still face down (R16); then the draw goes on, or the game is over (R17)."""
        self.food = 0
        if self.feedings == self.tables.feedings[self.players]:
            self.stage = END
            return
        for seat in range(self.players):
            self.spent[seat] = 0
        for card in range(CARDS):
            self.influence_spent[card] = 0
        self.stage = DRAWING

    # ---- chance

    def happen(self, outcome: int) -> None:
        if self.stage == DRAWING:
            self.card_drawn(outcome)
        elif self.stage == RATIONING:
            self.food = food_value(outcome)
            self.ask(self.active, FEEDING)
        elif self.stage == INFLUENCE2:
            self.influence2 = influence_card(outcome)
            self.spend_influence(self.influence2)
            self.resolve_phase2()
        elif self.stage == INFLUENCE1:
            self.influence1 = influence_card(outcome)
            self.spend_influence(self.influence1)
            if not self.execute(self.influence1, self.clockwise(1)):
                self.go_on()
        elif self.stage == DEALING:
            self.deal(outcome - DEAL_OUTCOME)
        else:
            self.active = outcome - FIRST_OUTCOME
            self.stack_piles()
            self.start_turn()

    # ---- the end

    def points(self, seat: int) -> int:
        return seat_points(self, seat)

    def utility(self, seat: int) -> float:
        """The most stars win; a tie goes to the fewest coins; still tied, the victory is shared (R29)."""
        sharing = 0
        mine = self.points(seat)
        for other in range(self.players):
            theirs = self.points(other)
            if theirs > mine or (theirs == mine and self.coins[other] < self.coins[seat]):
                return 0.0
            if theirs == mine and self.coins[other] == self.coins[seat]:
                sharing += 1
        return 1.0 / sharing

    @python
    def winners(self) -> list[int]:
        standings = [(-self.points(seat), self.coins[seat]) for seat in range(self.players)]
        return [seat for seat in range(self.players) if standings[seat] == min(standings)]

    # ---- money, for callers in Python (rules_money.py)

    @python
    def base(self) -> int:
        """The base price of the market as it lies there."""
        return base_price(self)

    @python
    def bill(self, seat: int, food: int = 0) -> int:
        """What feeding every fish of a seat costs, in the feeding going on or at another food cost."""
        cost: int = food if food else self.food
        return food_bill(self, seat, cost)

    @python
    def half_pays(self, seat: int) -> int:
        """What a seat receives for its halves if the market is bought now."""
        return half_income(self, seat)

    # ---- who knows what (knowledge.py)

    def hide(self, seat: int) -> None:
        hide_face_down_cards(self, seat)

    def deal_unknown(self, rng: Rng) -> None:
        deal_face_down_cards(self, rng)

    def prefer(self, seat: int, action: int) -> float:
        return action_value(self, seat, action)

    def look_over(self, seat: int, actions: Moves, n: int, looks: Looks) -> None:
        fill_looks(self, seat, actions, n, looks)

    @python
    def witnesses(self, seat: int | None, action: int) -> Witnesses:
        """Action cards are opened one by one in Phase I, all together in Phase II; all else happens in the open."""
        if seat is None or self.stage not in (PHASE1, PHASE2):
            return EVERYBODY
        later = (seat - self.active) % self.players if self.stage == PHASE1 else 1
        return Witnesses((seat,), self.reveals + later)

    @python
    def why_not(self, seat: int, action: int) -> tuple[str, str]:
        return refusal(self, seat, action)

    @python
    def check(self) -> None:
        check_position(self)

