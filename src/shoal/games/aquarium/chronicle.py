"""What has happened, step by step, as far as an observer has been told: the rules play it again, and say what every step did.

A card that still lies face down takes part as a Pass card: nothing that has been seen depends on it. Numbers are the engine's.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from shoal.engine.errors import ShoalError

from .notation import (
    ADD, CARD_WORDS, DRAWING, DROPPING, END, EXCHANGE, FOR_EFFECT, FOR_TURN, GIVING, HOLD, INFLUENCE1, KINDS, MINUS1, NONE, PHASE1, REMOVE, REPLACE,
    SWAPPING, TURN,
)
from .pricing import INFLUENCE, Step, shown_steps

OPTION_FIELDS = {
    "breeding_tank": "breeding_tank", "fishybank": "fishybank", "sets_repeat": "sets_repeat", "fish_shared_trio_and_set": "fish_shared",
    "upgrade_strictly_bigger": "upgrade_bigger", "skip_phase2_if_market_empty": "skip_phase2", "half_self_split": "half_self_split",
    "money_open": "money_open", "stall_limit_rounds": "stall_limit",
}
CARRIED_OUT = (DRAWING, DROPPING, SWAPPING, GIVING)
"""Where play stands when a card of Phase I has something to do."""

MOVES_CARDS = {ADD: 1, REMOVE: 1, REPLACE: 2, EXCHANGE: 2}
"""How many cards move when a card of Phase I is carried out."""


@dataclass(frozen=True)
class Fact:
    """One thing to tell: the event (its index) and turn it belongs to, whose it is, and the text that tells it with its values."""

    index: int
    turn: int
    seat: int | None
    key: str
    n: int = 0
    """Coins, or a number."""
    fish: tuple[int, ...] = ()
    """Kinds of fish or plants."""
    card: int = NONE
    paid: tuple[tuple[int, int], ...] = ()
    """(seat, coins) of everybody who is paid."""
    steps: tuple[Step, ...] = ()
    """How a price came about."""


@dataclass
class Played:
    """A card of Phase I that has been turned up: whose (INFLUENCE for the deck's), and what it has done so far."""

    seat: int
    card: int
    why_not: str
    """Why it has no effect, as a key of texts; "" if it has."""
    moved: list[int] = field(default_factory=list)
    """The kinds that it has moved, in the order in which it did."""

    @property
    def is_done(self) -> bool:
        return bool(self.why_not) or len(self.moved) == MOVES_CARDS[self.card]


@dataclass
class Chronicle:
    """The story of a game: `facts` in order, the cards of Phase I of the purchase going on, and what each turn was about."""

    game: Any
    state: Any
    facts: list[Fact] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    turns: list[tuple[int, str]] = field(default_factory=list)
    """(seat, `pass`, `shop` or nothing yet) of each turn."""
    sealed: dict[int, int] = field(default_factory=dict)
    """The card that each seat has chosen in Phase I of the turn going on."""
    index: int = 0
    lost: bool = False
    """Whether the events make no game from its beginning."""

    def copy(self) -> "Chronicle":
        played = [replace(one, moved=list(one.moved)) for one in self.played]
        return replace(self, state=self.state.copy(), facts=list(self.facts), played=played, turns=list(self.turns), sealed=dict(self.sealed))

    def follow(self, event: Any) -> None:
        """One step on."""
        try:
            if not self.lost:
                self.step(event)
        except ShoalError:
            self.lost = True

    def step(self, event: Any) -> None:
        before, self.index = self.state.copy(), int(event.index)
        text = event.text or CARD_WORDS[HOLD]
        word, _, rest = text.partition(" ")
        if event.seat is None:
            self.state.apply_outcome(self.game.text_to_outcome(text))
            self.drawn(before, word, rest)
        else:
            self.state.apply_action(event.seat, self.game.text_to_action(text))
            if before.decision() in ("phase1", "phase2"):
                self.committed(before, event.seat, word, bool(event.text))
            else:
                self.chosen(before, event.seat, word, self.kind(rest))
        self.turned_up(before)
        self.priced(before)
        self.turn_begun(before, word == "first")

    def kind(self, name: str) -> tuple[int, ...]:
        return (self.game.box.names.index(name),) if name in self.game.box.names else ()

    def tell(self, key: str, seat: int | None = None, **more: Any) -> None:
        self.facts.append(Fact(self.index, len(self.turns), seat, key, **more))

    # ---- draws

    def drawn(self, before: Any, word: str, rest: str) -> None:
        if word == "first":
            self.tell("first", int(self.state.active))
        elif rest == "feeding":
            self.tell("feeding", n=int(self.state.feedings))
        elif word == "draw":
            self.tell("draw", fish=self.kind(rest))
            if before.purpose == FOR_EFFECT:
                self.played[-1].moved += self.kind(rest)
        elif word == "food":
            self.tell("food", n=int(self.state.food))
        elif word == "influence":
            self.influence(before, CARD_WORDS.index(rest))

    def influence(self, before: Any, card: int) -> None:
        """A card of an influence deck counts as the other player's own."""
        if before.stage == INFLUENCE1:
            why_not = self.why_not(card, 2)
            self.played.append(Played(INFLUENCE, card, why_not))
            self.tell(f"influence_{why_not}" if why_not else "influence", card=card)
        elif card == MINUS1:
            self.tell("influence_minus1", (before.active + 1) % before.players, n=int(before.tables.minus_coin))
        else:
            self.tell("influence_hold" if card == HOLD else "influence", card=card)

    # ---- choices

    def committed(self, before: Any, seat: int, word: str, known: bool) -> None:
        """That somebody has sealed a card is told until it is turned up."""
        card = CARD_WORDS.index(word)
        if before.stage == PHASE1:
            self.sealed[seat] = card
        self.tell("sealed" if known else "hidden", seat, card=card if known else NONE)

    def opened(self, seat: int) -> None:
        """That a card was sealed is no news any more."""
        at = next(i for i in range(len(self.facts) - 1, -1, -1) if self.facts[i].seat == seat and self.facts[i].key in ("sealed", "hidden"))
        del self.facts[at]

    def chosen(self, before: Any, seat: int, word: str, fish: tuple[int, ...]) -> None:
        """A choice that everybody sees; coins are counted as the rules have moved them."""
        more: dict[str, Any] = {"fish": fish, "n": abs(int(self.state.coins[seat] - before.coins[seat]))}
        if word in ("pass", "shop"):
            self.turns[-1] = (seat, word)
        if word == "shop":
            self.played = []
            more = {"fish": market_of(before), "n": int(before.base())}
        elif word in ("buy", "decline"):
            more = {"fish": market_of(before), "n": int(before.price), "paid": paid(before)}
        elif word == "breed":
            more["n"] = int(self.state.tables.income[fish[0]])
        elif word == "take":
            more["fish"] = (before.given - 1, *fish)
        if word in ("drop", "swap", "take"):
            self.played[-1].moved += more["fish"]
        self.tell(word, seat, **more)
        if word == "feed" and self.state.food == 0 and self.state.stage != END:
            self.tell("return")

    # ---- what follows by itself

    def turned_up(self, before: Any) -> None:
        """Cards of Phase I that this step has opened, up to one that has something to do; all of them, if the market is empty and the turn over."""
        state, hands = self.state, int(before.players) - 1
        over = state.active != before.active and bool(self.sealed)
        for place in range(min(int(before.executing), hands) + 1, (hands if over else min(int(state.executing), hands)) + 1):
            seat = (before.active + place) % before.players
            card = self.sealed[seat]
            why_not = self.why_not(card, place)
            self.played.append(Played(seat, card, why_not))
            self.opened(seat)
            self.tell(f"card_{why_not}" if why_not else "card", seat, card=card)

    def why_not(self, card: int, place: int) -> str:
        """Why a card that has just been opened has no effect, as a key of texts; "" if it has."""
        state = self.state
        if card == HOLD:
            return "hold"
        if state.executing == place and state.stage in CARRIED_OUT:
            return ""
        return "full" if card == ADD else "no_own_fish" if state.market_fish else "no_fish"

    def priced(self, before: Any) -> None:
        """The cards of Phase II, which all turn over at once, and the price that they make."""
        state = self.state
        if state.decision() != "buy":
            return
        for offset in range(1, state.players):
            seat = (state.active + offset) % state.players
            card = int(state.shown2[seat])
            self.opened(seat)
            self.tell("card_hold" if card == HOLD else "minus1" if card == MINUS1 else "card", seat, card=card, n=int(state.tables.minus_coin))
        self.tell("price", n=int(state.price), steps=tuple(shown_steps(state)), paid=paid(state))

    def turn_begun(self, before: Any, is_first: bool) -> None:
        """The next turn, and the income that it begins with: at once, or when an empty market has got its card."""
        state = self.state
        begun = is_first or state.active != before.active
        if begun:
            self.turns.append((int(state.active), ""))
            self.sealed = {}
        pair = int(state.tank[state.active])
        if pair and state.stage == TURN and (begun or before.stage == DRAWING and before.purpose == FOR_TURN):
            self.tell("income", int(state.active), n=int(state.tables.income[pair - 1]), fish=(pair - 1,))


def market_of(state: Any) -> tuple[int, ...]:
    return tuple(kind for kind in range(KINDS) for _ in range(state.market[kind]))


def paid(state: Any) -> tuple[tuple[int, int], ...]:
    """Who is paid what if the market is bought now; nobody: the bank."""
    return tuple((seat, int(state.half_pays(seat))) for seat in range(state.players) if state.half_pays(seat))


def chronicle(view: Any) -> Chronicle:
    """The story that the observer of a view can be told."""
    return view.story(Chronicle, lambda: begun(view))       # type: ignore[no-any-return]


def begun(view: Any) -> Chronicle:
    """The story of the game of a view before anything has happened."""
    state = view.masked.state
    options = {key: getattr(state, name) for key, name in OPTION_FIELDS.items()}
    return Chronicle(view.game, view.game.new_state(int(state.players), options))
