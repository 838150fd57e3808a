"""Aqua Garden: a turn, step by step, and the end of the game, in the order of the rulebook. R… are rulings, in rulings.md."""

from typing import Any

from shoal.engine.facts import MOVES, Looks, Moves
from shoal.engine.hints import python, scratch
from shoal.engine.state import Rng

from .box import AquaGardenBox
from .checks import check_position
from .knowledge import show_as_known
from .notation import (
    AD,
    AIM,
    AIM_ACTION,
    ADS,
    ADV_ACTION,
    BUY_ACTION,

    FINISH,
    FINISHED,
    GROUPS,
    KINDS,
    NONE,
    OWNER,
    PASS,
    PLACE_ACTION,
    REGULAR,
    RELEASE_ACTION,
    REMOVE_ACTION,
    REPAIR,
    REWARD,
    TANKS,
    TEND,
    WAITING,
    WALK,
    Kinds,
    ad,
    ad_of,
    cell,
    claim,
    go,
    group_of,
    is_ad,
    is_adv,
    is_aim,
    is_buy,
    is_claim,
    is_go,
    is_place,
    is_release,
    is_remove,
    is_walk,
    kind_of,
    next_carpet,
    released_kind,
    steps_of,
    tank_at,
    tank_of,
    walk,
)
from .refusals import refusal
from .rules_table import AquaGardenTable
from .scoring import ad_pays, advanced_points, aquarium_points, card_points, feeding_pays, fulfils
from .strategy import fill_looks, goes_on_with


class AquaGarden(AquaGardenTable):
    def __init__(self, box: AquaGardenBox, players: int, options: dict[str, Any]) -> None:
        self.set_out(box)
        self.players = players
        self.set_options(options)
        self.set_up()

    # ---- what may be done

    def fill_legal(self, seat: int, out: Moves) -> int:
        if self.stage == TEND:
            return self.fill_tend(seat, out)
        if self.stage == OWNER:
            return self.fill_owner(seat, out)
        if self.stage == WALK:
            return self.fill_walk(seat, out)
        if self.stage == REPAIR:
            return self.fill_repair(seat, out)
        if self.stage == AD:
            return self.fill_ad(seat, out)
        if self.stage == REWARD:
            return self.fill_reward(seat, out)
        return self.fill_aim(seat, out)

    def step(self, seat: int, action: int) -> None:
        if is_place(action):
            self.place_token(seat, kind_of(action), tank_of(action))
        elif is_buy(action):
            self.buy_token(seat, kind_of(action), tank_of(action))
        elif is_remove(action):
            self.remove_token(seat, kind_of(action), tank_of(action))
        elif is_release(action):
            self.release_token(released_kind(action))
        elif is_go(action):
            self.move_owner(seat, action)
        elif is_walk(action):
            self.walk_employee(seat, steps_of(action))
        elif is_claim(action):
            self.achieve(seat, group_of(action))
        elif is_aim(action):
            self.aim_kind = kind_of(action)
            self.aim_tank = tank_of(action)
            self.stage = AIM
        elif is_ad(action):
            self.advertise(seat, ad_of(action))
        elif is_adv(action):
            self.take_advanced(seat, kind_of(action), tank_of(action))
        else:
            if action == PASS:
                self.finish_token(seat)
            self.next_turn()

    # ---- moving the Owner token

    def fill_owner(self, seat: int, out: Moves) -> int:
        if self.players == 1:
            n = self.fill_solo_spaces(seat, out)
        else:
            n = self.fill_spaces(seat, out)
        return self.fill_removals(seat, out, n) if self.early_remove else n

    def fill_spaces(self, seat: int, out: Moves) -> int:
        """Any space ahead without an Owner token; whoever has entered the track may pass (R7, R8)."""
        n = 0
        taken = 0
        for token in range(self.tokens):
            if self.owner[token] != FINISHED:
                taken |= 1 << self.owner[token]
        if self.owner[seat] != WAITING or self.pass_at_once:
            out[0] = PASS
            n = 1
        for space in range(self.owner[seat] + 1, self.tables.spaces + 1):
            if (taken >> space) & 1 == 0:
                out[n] = go(space)
                n += 1
        return n

    def fill_solo_spaces(self, seat: int, out: Moves) -> int:
        """One fish space of each section, and if there is something to do, the advertising space before it (R41, R42)."""
        n = 0
        here = self.owner[seat]
        section = self.tables.section[here]
        if here != WAITING and section == self.tables.sections:
            out[0] = PASS
            return 1
        may_advertise: bool = self.tables.fish_space[here] == 1 and self.has_ad(seat)
        for space in range(here + 1, self.tables.spaces + 1):
            if self.tables.fish_space[space] == 1:
                if self.tables.section[space] == section + 1:
                    out[n] = go(space)
                    n += 1
            elif may_advertise and self.tables.section[space] == section:
                out[n] = go(space)
                n += 1
        return n

    def has_ad(self, seat: int) -> bool:
        """Whether anything could be done on an advertising space."""
        for number in range(ADS):
            if (self.ads_used >> number) & 1 == 0:
                return True
        kinds = self.kinds_beside(seat)
        for tank in range(TANKS):
            if self.keeps(seat, tank) & kinds != 0:
                return True
        return False

    def move_owner(self, seat: int, space: int) -> None:
        """On a fish space all tokens there are taken."""
        self.owner[seat] = space
        self.standby[seat] = 0
        if self.tables.fish_space[space] == 0:
            self.stage = AD
            return
        for kind in range(REGULAR):
            number = self.fair[space * REGULAR + kind]
            self.hand[kind] += number
            self.hand_size += number
            self.fair[space * REGULAR + kind] = 0
        self.stage = WALK

    # ---- moving the Employee

    def fill_walk(self, seat: int, out: Moves) -> int:
        """As far as the steps can be paid, each at its moment (R10, R12)."""
        n = 0
        funds = self.funds[seat]
        carpet = self.carpet[seat]
        for steps in range(1, self.tables.most_steps + 1):
            if steps > self.tables.free_steps:
                funds -= self.tables.step_price
                if funds < 0:
                    break
            if carpet == self.tables.bucket:
                funds = min(self.tables.most_funds, funds + self.feeding_income(seat))
            carpet = next_carpet(carpet)
            out[n] = walk(steps)
            n += 1
        return self.fill_removals(seat, out, n) if self.early_remove else n

    def walk_employee(self, seat: int, steps: int) -> None:
        """Crossing the icon pays at once, before a later step is paid (R11, R13)."""
        for done in range(steps):
            if done >= self.tables.free_steps:
                self.funds[seat] -= self.tables.step_price
            if self.carpet[seat] == self.tables.bucket:
                self.earn(seat, self.feeding_income(seat))
            self.carpet[seat] = next_carpet(self.carpet[seat])
        self.stage = TEND

    def feeding_income(self, seat: int) -> int:
        return feeding_pays(self.tables, self.contents, cell(seat, 0, 0), self.feeding[seat])

    def earn(self, seat: int, funds: int) -> None:
        """What goes beyond the track is lost."""
        self.funds[seat] = min(self.tables.most_funds, self.funds[seat] + funds)

    # ---- looking after the tanks

    def fill_tend(self, seat: int, out: Moves) -> int:
        first = self.tables.near_first[self.carpet[seat]]
        second = self.tables.near_second[self.carpet[seat]]
        held = mix_of(self.hand)
        n = fill_kinds(self.tables, held, RELEASE_ACTION, out, 0)
        for group in range(GROUPS):
            if self.may_achieve(seat, group):
                out[n] = claim(group)
                n += 1
        if held != 0:
            n = fill_kinds(self.tables, held & self.keeps(seat, first), PLACE_ACTION + first * KINDS, out, n)
            n = fill_kinds(self.tables, held & self.keeps(seat, second), PLACE_ACTION + second * KINDS, out, n)
        on_sale = self.on_sale(seat)
        if on_sale != 0:
            n = fill_kinds(self.tables, on_sale & self.keeps(seat, first), BUY_ACTION + first * KINDS, out, n)
            n = fill_kinds(self.tables, on_sale & self.keeps(seat, second), BUY_ACTION + second * KINDS, out, n)
        n = self.fill_removals(seat, out, n)
        if self.hand_size == 0:
            out[n] = FINISH
            n += 1
        return n

    def on_sale(self, seat: int) -> int:
        """The kinds on the Sea board that the seat can pay, a bit for each."""
        found = self.sea_mix if self.advanced_on_sale else self.sea_mix & ~self.tables.advanced
        rest = found
        while rest != 0:
            kind = self.tables.lowest[rest]
            rest &= rest - 1
            if self.tables.price[kind] > self.funds[seat]:
                found &= ~(1 << kind)
        return found

    def fill_removals(self, seat: int, out: Moves, n: int) -> int:
        """Any token of any own tank."""
        for tank in range(TANKS):
            n = fill_kinds(self.tables, self.mixes[tank_at(seat, tank)], REMOVE_ACTION + tank * KINDS, out, n)
        return n

    def place_token(self, seat: int, kind: int, tank: int) -> None:
        """A token of the hand, or of the reward."""
        after = self.stage
        if self.stage == TEND:
            self.hand[kind] -= 1
            self.hand_size -= 1
        else:
            after = REWARD
            self.prize[kind] -= 1
            self.prize_size -= 1
            self.served |= 1 << tank
            self.aim_kind = NONE
            self.aim_tank = NONE
        self.add_token(seat, tank, kind)
        self.settle(seat, tank, kind, after)

    def release_token(self, kind: int) -> None:
        """A token of the hand, or of the reward (R22, R27)."""
        self.add_to_sea(kind, 1)
        if self.stage == TEND:
            self.hand[kind] -= 1
            self.hand_size -= 1
        else:
            self.prize[kind] -= 1
            self.prize_size -= 1
            self.go_to(REWARD)

    def buy_token(self, seat: int, kind: int, tank: int) -> None:
        """From the Sea board at once into a tank (R15)."""
        self.funds[seat] -= self.tables.price[kind]
        self.sea[kind] -= 1
        if self.sea[kind] == 0:
            self.sea_mix &= ~(1 << kind)
        self.add_token(seat, tank, kind)
        self.settle(seat, tank, kind, self.stage)

    def remove_token(self, seat: int, kind: int, tank: int) -> None:
        """To the Sea board; whoever cannot live without it follows (R19)."""
        self.take_out(seat, tank, kind, 1)
        self.cascade(seat, tank)
        if self.stage == REPAIR:
            self.settle(seat, tank, self.placed, self.after)
        else:
            self.settle(seat, tank, NONE, self.stage)

    # ---- a tank that breaks the placement rules

    def settle(self, seat: int, tank: int, kind: int, after: int) -> None:
        """Go on to the stage `after`, or first see to a tank that is not valid; `kind` was just placed in it."""
        if self.is_valid(seat, tank):
            self.broken = NONE
            self.placed = NONE
            self.after = 0
            self.go_to(after)
        else:
            self.broken = tank
            self.placed = kind
            self.after = after
            self.stage = REPAIR

    def go_to(self, stage: int) -> None:
        if stage == AD:
            self.next_turn()
        elif stage == REWARD and self.prize_size == 0:
            self.served = 0
            self.stage = TEND
        else:
            self.stage = stage

    def fill_repair(self, seat: int, out: Moves) -> int:
        """Any token of the tank but the one just placed (R17); an aim keeps what it needs."""
        mix = self.mixes[tank_at(seat, self.broken)]
        if self.placed != NONE and self.contents[cell(seat, self.broken, self.placed)] == 1:
            mix &= ~(1 << self.placed)
        if self.after == AIM and self.broken == self.aim_tank:
            mix &= ~self.tables.needs[self.aim_kind]
        return fill_kinds(self.tables, mix, REMOVE_ACTION + self.broken * KINDS, out, 0)

    # ---- Milestone cards

    def may_achieve(self, seat: int, group: int) -> bool:
        """Each card once; the tokens stay, and may serve several cards (R24, R25)."""
        if self.achieved[seat * GROUPS + group] > 0:
            return False
        card = self.cards[group]
        for tank in range(TANKS):
            if fulfils(self.tables, self.contents, cell(seat, tank, 0), self.mixes[tank_at(seat, tank)], card, self.exact):
                return True
        return False

    def achieve(self, seat: int, group: int) -> None:
        """The topmost free place; the first takes the reward and places it at once (R26)."""
        self.cubes[group] += 1
        self.achieved[seat * GROUPS + group] = self.cubes[group]
        if self.cubes[group] == 1:
            for kind in range(KINDS):
                self.prize[kind] = self.tables.rewards[group * KINDS + kind]
                self.prize_size += self.prize[kind]
            self.served = 0
            self.go_to(REWARD)

    def fill_reward(self, seat: int, out: Moves) -> int:
        """Reward tokens go into any tank; what has received one may be bought for (R28). Removals go on as ever (R20)."""
        won = mix_of(self.prize)
        on_sale = self.on_sale(seat)
        n = fill_kinds(self.tables, won, RELEASE_ACTION, out, 0)
        for tank in range(TANKS):
            n = fill_kinds(self.tables, won & self.keeps(seat, tank), PLACE_ACTION + tank * KINDS, out, n)
        n = self.fill_purchases(seat, self.served, on_sale, NONE, out, n)
        n = self.fill_removals(seat, out, n)
        if on_sale != 0:
            for tank in range(TANKS):
                n = fill_kinds(self.tables, won & self.aims(seat, tank, on_sale), AIM_ACTION + tank * KINDS, out, n)
        return n

    def aims(self, seat: int, tank: int, on_sale: int) -> int:
        """The kinds that may be aimed at a tank when these are on sale: those it keeps already, and those whose need can be bought."""
        keeps = self.keeps(seat, tank)
        found = keeps
        rest = mix_of(self.prize) & ~keeps
        while rest != 0:
            kind = self.tables.lowest[rest]
            rest &= rest - 1
            if self.tables.needs[kind] & ~self.mixes[tank_at(seat, tank)] & keeps & on_sale != 0:
                found |= 1 << kind
        return found

    def fill_purchases(self, seat: int, tanks: int, on_sale: int, saved: int, out: Moves, n: int) -> int:
        """Purchases for a set of tanks, but nothing that would leave no place for the kind `saved` in the aimed tank."""
        if on_sale == 0:
            return n
        for tank in range(TANKS):
            if (tanks >> tank) & 1 == 1:
                kinds = on_sale & self.keeps(seat, tank)
                if saved != NONE and tank == self.aim_tank:
                    kinds &= ~(self.tables.single & (1 << saved))
                n = fill_kinds(self.tables, kinds, BUY_ACTION + tank * KINDS, out, n)
        return n

    def fill_aim(self, seat: int, out: Moves) -> int:
        """Purchases just before a reward token is placed in a tank; whoever has aimed must place (R28)."""
        keeps = self.keeps(seat, self.aim_tank)
        on_sale = self.on_sale(seat)
        if (keeps >> self.aim_kind) & 1 == 0:
            return fill_kinds(self.tables, on_sale & keeps & self.tables.needs[self.aim_kind], BUY_ACTION + self.aim_tank * KINDS, out, 0)
        out[0] = PLACE_ACTION + self.aim_tank * KINDS + self.aim_kind
        n = self.fill_purchases(seat, self.served | (1 << self.aim_tank), on_sale, self.aim_kind, out, 1)
        for tank in range(TANKS):
            mix = self.mixes[tank_at(seat, tank)]
            if tank == self.aim_tank:
                mix &= ~self.tables.needs[self.aim_kind]
            n = fill_kinds(self.tables, mix, REMOVE_ACTION + tank * KINDS, out, n)
        return n

    # ---- advertising spaces

    def fill_ad(self, seat: int, out: Moves) -> int:
        """An ad, in solo each once in the game (R42); in the advanced game an advanced fish instead (R35)."""
        n = 0
        for number in range(ADS):
            if (self.ads_used >> number) & 1 == 0:
                out[n] = ad(number)
                n += 1
        kinds = self.kinds_beside(seat)
        if kinds != 0:
            for tank in range(TANKS):
                n = fill_kinds(self.tables, kinds & self.keeps(seat, tank), ADV_ACTION + tank * KINDS, out, n)
        return n

    def kinds_beside(self, seat: int) -> int:
        """The advanced kinds still beside the board that the seat can pay, a bit for each."""
        found = 0
        for kind in range(KINDS):
            if self.side[kind] > 0 and self.tables.fee[kind] <= self.funds[seat]:
                found |= 1 << kind
        return found

    def advertise(self, seat: int, number: int) -> None:
        if self.players == 1:
            self.ads_used |= 1 << number
        self.earn(seat, ad_pays(self.tables, self.contents, cell(seat, 0, 0), number))
        self.next_turn()

    def take_advanced(self, seat: int, kind: int, tank: int) -> None:
        self.funds[seat] -= self.tables.fee[kind]
        self.side[kind] -= 1
        self.add_token(seat, tank, kind)
        self.settle(seat, tank, kind, AD)

    # ---- the end

    def tank_points(self, seat: int) -> int:
        return aquarium_points(self.tables, self.contents, cell(seat, 0, 0))

    def advanced_points(self, seat: int) -> int:
        return advanced_points(self.tables, self.contents, cell(seat, 0, 0), self.mixes, tank_at(seat, 0))

    def fund_points(self, seat: int) -> int:
        return self.funds[seat] // self.tables.funds_per_point

    def milestone_points(self, seat: int) -> int:
        points = 0
        for group in range(GROUPS):
            points += card_points(self.tables, self.cards[group], self.achieved[seat * GROUPS + group])
        return points

    def standby_points(self, seat: int) -> int:
        """Of the place on the Standby track, in the last round (R33, R39)."""
        if self.owner[seat] != FINISHED or self.round < self.tables.rounds[self.players]:
            return 0
        return self.tables.standby[self.standby[seat] - 1]

    def points(self, seat: int) -> int:
        return self.tank_points(seat) + self.advanced_points(seat) + self.fund_points(seat) + self.milestone_points(seat) + self.standby_points(seat)

    def utility(self, seat: int) -> float:
        """Solo: from one half on a great aquarium, and never quite 1."""
        own = self.points(seat)
        if self.players == 1:
            return own / (own + self.tables.target + 1.0)
        equal = 0
        for other in range(self.players):
            points = self.points(other)
            if points > own or (points == own and self.tie_by_standby and self.standby[other] < self.standby[seat]):
                return 0.0
            equal += 1 if points == own else 0
        return 1.0 if self.tie_by_standby else 1.0 / equal

    @python
    def winners(self) -> list[int]:
        """The seats with the most points; ties are shared or decided by the Standby track (R40)."""
        best = max(self.points(seat) for seat in range(self.players))
        first = [seat for seat in range(self.players) if self.points(seat) == best]
        return [min(first, key=lambda seat: self.standby[seat])] if self.tie_by_standby else first

    # ---- who knows what

    def hide(self, seat: int) -> None:
        """Everything lies open."""

    def deal_unknown(self, rng: Rng) -> None:
        show_as_known(self)

    def prefer(self, seat: int, action: int) -> float:
        return self.look_alone(seat, action)

    def look_over(self, seat: int, actions: Moves, n: int, looks: Looks) -> None:
        turn: Moves = scratch(MOVES)
        fill_looks(self, seat, actions, n, looks, turn)

    def look_ahead(self, seat: int, actions: Moves, n: int, looks: Looks, turn: Moves) -> int:
        return fill_looks(self, seat, actions, n, looks, turn)

    def goes_on(self, seat: int, action: int, actions: Moves, n: int) -> bool:
        return goes_on_with(self, action, actions, n)

    @python
    def why_not(self, seat: int, action: int) -> tuple[str, str]:
        return refusal(self, seat, action)

    # ---- for callers in Python

    @python
    def purchasable(self, seat: int) -> int:
        """The kinds on the Sea board that the seat can pay, a bit for each."""
        s: int = seat
        return self.on_sale(s)

    @python
    def can_advertise(self) -> bool:
        """Whether the seat whose turn it is could do anything on an advertising space."""
        return self.has_ad(self.turn)

    @python
    def removable(self) -> list[int]:
        """In REPAIR: the actions that there are."""
        moves: Moves = scratch(MOVES)
        n: int = self.fill_repair(self.turn, moves)
        return [moves[i] for i in range(n)]

    @python
    def feeding_pay(self, seat: int) -> int:
        """Funds for crossing the Feeding Event icon now."""
        s: int = seat
        return self.feeding_income(s)

    @python
    def ad_pay(self, seat: int, number: int) -> int:
        """Funds that an ad would bring."""
        s: int = seat
        a: int = number
        return ad_pays(self.tables, self.contents, cell(s, 0, 0), a)

    @python
    def fulfilling(self, seat: int, group: int) -> list[int]:
        """The tanks of a seat that hold what the Milestone card of a group shows."""
        s: int = seat
        g: int = group
        found = []
        for tank in range(TANKS):
            t: int = tank
            if fulfils(self.tables, self.contents, cell(s, t, 0), self.mixes[tank_at(s, t)], self.cards[g], self.exact):
                found.append(tank)
        return found

    # ---- checking a position from outside

    @python
    def check(self) -> None:
        check_position(self)


def mix_of(tokens: Kinds) -> int:
    """The kinds among tokens, a bit for each."""
    mix = 0
    for kind in range(KINDS):
        if tokens[kind] > 0:
            mix |= 1 << kind
    return mix


def fill_kinds(tables: AquaGardenBox, mix: int, base: int, out: Moves, n: int) -> int:
    """Write an action for each kind of a set, from `base` on; returns how many there are then."""
    while mix != 0:
        out[n] = base + tables.lowest[mix]
        mix &= mix - 1
        n += 1
    return n
