"""Acqua Dolce: a turn, the Control Phase, and how the game ends, in the order of the rulebook. R… are rulings, in rulings.md."""

from typing import Any

from shoal.engine.facts import AT_END, Looks, Moves
from shoal.engine.hints import python
from shoal.engine.state import EVERYBODY, Rng, Witnesses

from .box import AcquaDolceBox
from .checks import check_memory, check_position
from .knowledge import AcquaDolceMemory, deal_unknown_cards, fish_left, forget_others, hide_cards, phase_began, species_left
from .notation import (
    ACT,
    AFTER_ACTION,
    AFTER_PENALTY,
    AFTER_ROW,
    ANY_FISH,
    ASK_ACT,
    ASK_OPEN,
    ASK_REFILL,
    CROWN,
    CROWNING,
    DRAW,
    EAT,
    END,
    EXPEL,
    FREEZE,
    KINDS,
    NO_PIRANHA,
    OPEN,
    REFILL,
    REVEALING,
    SCHOOL,
    STARVE,
    STOP,
    eat,
    expel,
    fish_of,
    is_play,
    is_swap,
    is_take,
    is_temp,
    play,
    played_kind,
    played_number,
    starve,
    step_of,
    swap,
    swap_high,
    swap_low,
    take,
    temp,
)
from .refusals import refusal
from .rules_table import AcquaDolceTable
from .scoring import bits, failing, feed_rations, in_conflict, objectives_met, surroundings, unmet
from .strategy import fill_looks


class AcquaDolce(AcquaDolceTable):
    def __init__(self, box: AcquaDolceBox, players: int, options: dict[str, Any]) -> None:
        self.set_out(box)
        self.players = players
        self.set_options(options)
        self.set_up()

    @python
    def decision(self) -> str:
        return {OPEN: "open", ACT: "act", REFILL: "refill", EAT: "eat", STARVE: "starve", EXPEL: "expel"}.get(self.stage, "")

    # ---- what may be done

    def fill_legal(self, seat: int, out: Moves) -> int:
        if self.stage == ACT:
            return self.fill_actions(seat, out)
        if self.stage == EAT:
            return self.fill_victims(out)
        if self.stage == STARVE:
            return self.fill_starving(out)
        if self.stage == EXPEL:
            return self.fill_failing(out)
        return self.fill_cards(out)

    def fill_cards(self, out: Moves) -> int:
        """A card from the deck, or one of those that lie face up."""
        n = 0
        if self.deck_size + self.discards_size > 0:
            out[0] = DRAW
            n = 1
        if self.row_size > 0:
            for card in range(1, self.tables.kinds + 1):
                if self.row[card] > 0:
                    out[n] = take(card)
                    n += 1
        return n

    def fill_actions(self, seat: int, out: Moves) -> int:
        n = self.fill_cards(out)
        n = self.fill_temps(out, n)
        if self.may_stop(seat, n):
            out[n] = STOP
            n += 1
        n = self.fill_plays(seat, out, n)
        return self.fill_swaps(seat, out, n)

    def fill_temps(self, out: Moves, n: int) -> int:
        """Moves of the thermometer that stay on its scale, once in a turn (R25)."""
        if self.temperature and self.moves < self.tables.moves_per_turn:
            for i in range(self.tables.step_count):
                degrees = self.degrees + self.tables.steps[i]
                if self.tables.coldest <= degrees <= self.tables.warmest:
                    out[n] = temp(self.tables.steps[i])
                    n += 1
        return n

    def may_stop(self, seat: int, others: int) -> bool:
        """Bonus actions are voluntary; the basic ones are not, unless nothing else can be done (R8)."""
        if not self.actions_mandatory or self.taken >= self.tables.actions:
            return True
        return others == 0 and self.hand_size[seat] == 0

    def fill_plays(self, seat: int, out: Moves, n: int) -> int:
        """Any card of the hand, and several of the same school in one action."""
        for card in range(1, self.tables.kinds + 1):
            held = self.hands[seat * KINDS + card]
            if held > 0:
                most = held if self.tables.needs[card] & SCHOOL != 0 else 1
                for number in range(1, most + 1):
                    out[n] = play(card, number)
                    n += 1
        return n

    def fill_swaps(self, seat: int, out: Moves, n: int) -> int:
        """Any two cards of the hand."""
        if self.hand_size[seat] < 2:
            return n
        at = seat * KINDS
        for low in range(1, self.tables.kinds + 1):
            held = self.hands[at + low]
            if held > 0:
                if held > 1:
                    out[n] = swap(low, low)
                    n += 1
                for high in range(low + 1, self.tables.kinds + 1):
                    out[n] = swap(low, high)
                    n += 1 if self.hands[at + high] > 0 else 0
        return n

    def fill_victims(self, out: Moves) -> int:
        """Fish that a Piranha can eat (R2)."""
        n = 0
        for card in range(1, self.tables.fish + 1):
            if self.tank[card] > 0 and self.is_victim(card):
                out[n] = eat(card)
                n += 1
        return n

    def fill_starving(self, out: Moves) -> int:
        """Any fish (R31)."""
        n = 0
        for card in range(1, self.tables.fish + 1):
            if self.tank[card] > 0:
                out[n] = starve(card)
                n += 1
        return n

    def fill_failing(self, out: Moves) -> int:
        """The species with an unmet requirement, and no others (R9)."""
        n = 0
        failed = failing(self.tables, self.tank)
        for card in range(1, self.tables.fish + 1):
            if (failed >> card) & 1 == 1:
                out[n] = expel(card)
                n += 1
        return n

    # ---- what follows a choice

    def step(self, seat: int, action: int) -> None:
        if self.stage == ACT:
            self.had_cards = self.hand_size[seat] > 0
            self.act(action)
        elif self.stage == OPEN:
            self.obtain(action, ASK_ACT)
        elif self.stage == REFILL:
            self.refills -= 1
            self.obtain(action, ASK_REFILL)
        else:
            self.judge(fish_of(action))

    def reach_goal(self) -> None:
        if self.goal == ASK_ACT:
            self.stage = ACT
        elif self.goal == AFTER_ACTION:
            self.after_action()
        elif self.goal == ASK_REFILL:
            self.ask_refill()
        elif self.goal == ASK_OPEN:
            self.stage = OPEN if self.can_obtain() else ACT
        elif self.goal == AFTER_ROW:
            self.check_temperature()
        elif self.goal == AFTER_PENALTY:
            self.after_penalty()
        else:
            self.crown()

    def ask_refill(self) -> None:
        """Each card of a swap is chosen by itself (R14); without any card left the rest falls away (R15)."""
        if self.refills > 0 and self.can_obtain():
            self.stage = REFILL
        else:
            self.refills = 0
            self.after_action()

    # ---- the actions

    def act(self, action: int) -> None:
        if action == STOP:
            self.end_turn()
            return
        self.goal = AFTER_ACTION
        if is_play(action):
            self.play_cards(played_kind(action), played_number(action))
        elif is_swap(action):
            self.swap_cards(swap_low(action), swap_high(action))
        elif action == DRAW:
            self.owed = 1
        elif is_take(action):
            self.take_from_row(action)
            self.filling = True
        elif is_temp(action):
            self.degrees += step_of(action)
            self.moves += 1
        self.go_on()

    def play_cards(self, card: int, number: int) -> None:
        """Onto the table; then a penalty card for each requirement that is not met, with the cards just played counted (R5, R6)."""
        self.leave_hand(card, number)
        self.tank[card] += number
        if card <= self.tables.fish:
            self.fish += number
            self.owed = self.penalty(card, number)

    def penalty(self, card: int, number: int) -> int:
        """Cards to draw for that many cards of a fish that lie in the tank already."""
        if self.tables.needs[card] == 0:
            return 0
        requirements = unmet(self.tables, card, self.tank[card], surroundings(self.tables, self.tank))
        return requirements * self.tables.penalty * (1 if self.penalty_per_play else number)

    def swap_cards(self, low: int, high: int) -> None:
        """Both are discarded first, so they can come back (R14)."""
        self.leave_hand(low, 1)
        self.leave_hand(high, 1)
        self.discard(low, 1)
        self.discard(high, 1)
        self.look_after_deck()
        self.refills = self.tables.swap_draw
        self.goal = ASK_REFILL
        self.filling = True

    def after_action(self) -> None:
        """Objectives, bonus actions, running out; then the next action, or the end of the turn."""
        before = self.on
        self.taken += 1
        self.turn_objectives()
        if self.additional_action:
            self.allowed += bits(self.on & ~before)
        if self.had_cards and self.hand_size[self.turn] == 0:
            self.runout = True
            self.begin_control()
        elif self.taken < self.allowed:
            self.ask(ASK_ACT)
        else:
            self.end_turn()

    def turn_objectives(self) -> None:
        self.on = objectives_met(self.tables, self.tank) & self.objectives

    # ---- turns and rounds

    def end_turn(self) -> None:
        """A round has a turn of everybody and a second one of the King, who then judges."""
        self.turns += 1
        if self.turns > self.players:
            self.begin_control()
        else:
            self.next_turn()

    def next_turn(self) -> None:
        self.turn = (self.turn + 1) % self.players
        self.begin_turn()

    def end_round(self) -> None:
        """The King card goes to the next seat after the judge, who begins."""
        self.turns = 0
        self.rounds += 1
        self.king = (self.turn + 1) % self.players
        if self.max_rounds > 0 and self.rounds >= self.max_rounds:
            self.finish()
        else:
            self.next_turn()

    def finish(self) -> None:
        self.stage = END
        self.goal = CROWN
        self.filling = False

    # ---- the Control Phase: Piranha, food, requirements, face-up cards, temperature

    def begin_control(self) -> None:
        """`turn` judges: the King at the end of a round, or who has run out of cards."""
        if self.recall is not None and self.keeps_memory:
            phase_began(self.recall)
        piranhas = self.piranhas()
        self.meals = piranhas if self.each_piranha_eats else min(1, piranhas)
        self.feed_piranhas()

    def piranhas(self) -> int:
        n = 0
        for card in range(1, self.tables.fish + 1):
            n += self.tank[card] if self.tables.eats[card] == 1 else 0
        return n

    def is_victim(self, card: int) -> bool:
        """Whether a fish in the tank can be eaten: a Piranha only by another one (R2, R3)."""
        if self.tables.eats[card] == 0 or self.piranha_victim == ANY_FISH:
            return True
        return self.piranha_victim != NO_PIRANHA and self.piranhas() > 1

    def judge(self, card: int) -> None:
        """The judge has chosen who is eaten, starves or is expelled."""
        number = self.tank[card] if self.stage == EXPEL else 1
        if self.recall is not None and self.keeps_memory:
            fish_left(self.recall, self, self.stage, card, number)
        self.remove(card, number)
        self.look_after_deck()
        if self.stage == EAT:
            self.meals -= 1
            self.feed_piranhas()
        elif self.stage == STARVE:
            self.feed_fish()
        else:
            self.expel_fish()

    def feed_piranhas(self) -> None:
        """Step 1. A meal without a victim falls away."""
        if self.meals > 0:
            for card in range(1, self.tables.fish + 1):
                if self.tank[card] > 0 and self.is_victim(card):
                    self.stage = EAT
                    return
        self.meals = 0
        self.food = feed_rations(self.tables, self.tank)
        for seat in range(self.players):
            self.food += self.hand_size[seat] * self.tables.hand_food
        self.feed_fish()

    def feed_fish(self) -> None:
        """Step 2. Food is counted once: cards in hands, and feed cards on the table (R29)."""
        if self.fish * self.tables.fish_food > self.food:
            self.stage = STARVE
        else:
            self.expel_fish()

    def expel_fish(self) -> None:
        """Step 3. Failing species leave together, unless the order matters: then the judge decides (R9)."""
        failed = failing(self.tables, self.tank)
        if failed != 0 and in_conflict(self.tables, self.tank, failed):
            self.stage = EXPEL
            return
        self.remove_species(EXPEL, failed)
        self.renew_row()

    def remove_species(self, step: int, leaving: int) -> None:
        """All fish of some species leave together, in the step EXPEL or FREEZE."""
        if leaving != 0:
            if self.recall is not None and self.keeps_memory:
                species_left(self.recall, self, step, leaving)
            for card in range(1, self.tables.fish + 1):
                if (leaving >> card) & 1 == 1:
                    self.remove(card, self.tank[card])
            self.look_after_deck()

    def renew_row(self) -> None:
        """Step 4. The face-up cards are discarded together, then new ones are turned up."""
        if self.row_size > 0:
            for card in range(1, self.tables.kinds + 1):
                if self.row[card] > 0:
                    self.discard(card, self.row[card])
                    self.row[card] = 0
            self.row_size = 0
            self.look_after_deck()
        self.ask(AFTER_ROW)

    def check_temperature(self) -> None:
        """Step 5, in a game with temperature: whoever does not live at this temperature leaves (R26)."""
        leaving = 0
        if self.temperature:
            for card in range(1, self.tables.fish + 1):
                if self.tank[card] > 0 and not self.tables.low[card] <= self.degrees <= self.tables.high[card]:
                    leaving |= 1 << card
        self.remove_species(FREEZE, leaving)
        self.end_control()

    def end_control(self) -> None:
        """Who ran out wins with enough objectives On (R13); if not, there are cards to draw (R10)."""
        self.turn_objectives()
        self.food = 0
        if not self.runout:
            self.end_round()
            return
        self.runout = False
        if bits(self.on) >= self.need:
            self.winner = self.turn + 1
            self.finish()
            return
        self.owed = self.tables.runout_penalty
        self.goal = AFTER_PENALTY
        self.go_on()

    def after_penalty(self) -> None:
        """The turn is over. In the King's second turn one Control Phase serves for both (R11, R12)."""
        if self.runout_moves_king:
            self.end_round()
        elif self.turns < self.players:
            self.end_turn()
        elif self.runout_replaces_control:
            self.end_round()
        else:
            self.turns += 1
            self.begin_control()

    # ---- the end

    def points(self, seat: int) -> int:
        """There are none to count: 1 for who has won."""
        return 1 if self.winner == seat + 1 else 0

    def utility(self, seat: int) -> float:
        return 1.0 if self.winner == seat + 1 else 0.0

    @python
    def winners(self) -> list[int]:
        """The seat that has won; nobody has when the last round is over."""
        return [self.winner - 1] if self.winner > 0 else []

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
        return AcquaDolceMemory(self)

    @python
    def trim_memory(self, seat: int) -> None:
        if self.recall is not None:
            forget_others(self.recall, seat)

    @python
    def witnesses(self, seat: int | None, action: int) -> Witnesses:
        """Only a card from the deck to a hand is hidden, until the end."""
        if seat is not None or self.stage in (REVEALING, CROWNING):
            return EVERYBODY
        return Witnesses((self.turn,), AT_END)

    @python
    def why_not(self, seat: int, action: int) -> tuple[str, str]:
        return refusal(self, seat, action)

    # ---- for callers in Python

    @python
    def edible(self) -> list[int]:
        """The species that a Piranha could eat now."""
        return [card for card in range(1, self.tables.fish + 1) if self.tank[card] > 0 and self.is_victim(card)]

    @python
    def penalties(self, card: int, number: int) -> int:
        """Cards to draw for playing that many of a card now, as far as there are any."""
        after: AcquaDolce = self.twin()
        k: int = card
        n: int = number
        after.tank[k] += n
        return after.penalty(k, n)

    @python
    def running_out(self, seat: int) -> Any:
        """A copy for those who ask "what if": this seat has no cards left and judges; in a Control Phase, the position as it is."""
        trial: AcquaDolce = self.twin()
        trial.memory = None
        trial.keeps_memory = False
        trial.link()
        who: int = seat
        if not EAT <= self.stage <= EXPEL:
            trial.turn = who
            trial.hand_size[who] = 0
            trial.runout = True
            trial.begin_control()
        return trial

    @python
    def having_judged(self, card: int) -> Any:
        """A copy of such a copy, after the judge has chosen this fish."""
        trial: AcquaDolce = self.twin()
        k: int = card
        trial.judge(k)
        return trial

    # ---- checking a position from outside

    @python
    def check(self) -> None:
        check_position(self)

    @python
    def check_memory(self, memory: Any) -> None:
        check_memory(self, memory)
