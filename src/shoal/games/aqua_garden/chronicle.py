"""What has happened, step by step: the rules play it again, and say what every step did and which token went where."""

from dataclasses import dataclass, field, replace
from typing import Any

from shoal.engine.errors import ShoalError

from .forecast import plain
from .notation import FINISHED, GROUPS, KIND_WORDS, KINDS, REGULAR, REPAIR, SEATS, TANK_WORDS, TANKS, WAITING, cell

OPTION_FIELDS = {
    "advanced": "advanced", "pass_before_entering_track": "pass_at_once", "advanced_may_be_bought_from_sea": "advanced_on_sale",
}
"""Options and the fields of a position that hold them; `CHOICES` are those with words."""

CHOICES = {
    "milestone_match": ("exact", "at_least", "exact"), "lucy_alone": ("lucy_retires", "step", "retire"), "tie": ("tie_by_standby", "shared", "standby"),
    "remove_window": ("early_remove", "own_fish_turn", "own_turn"),
}


@dataclass(frozen=True)
class Fact:
    """One thing to tell: the event (its index) and turn it belongs to, whose it is, and the text that tells it with its values."""

    index: int
    turn: tuple[int, int]
    """(seat, which of its turns); (round, 0) between rounds; (0, 0) while the game is set up."""
    seat: int | None
    key: str
    text: str = ""
    """The move as written."""
    n: int = 0
    tokens: tuple[int, ...] = ()
    """How many of each kind."""
    tank: str = ""
    name: str = ""
    """A word of the event: a group, an ad, a card."""


@dataclass
class Chronicle:
    """The story of a game up to an event: `facts` in order, and every token by the zone where it lies."""

    game: Any
    state: Any
    facts: list[Fact] = field(default_factory=list)
    turn: tuple[int, int] = (0, 0)
    turns: list[int] = field(default_factory=lambda: [0] * SEATS)
    zones: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    """[(zone, kind)]: numbers of the tokens there; each token keeps its number from the moment it is drawn."""
    made: int = 0
    moved: dict[int, int] = field(default_factory=dict)
    """[token]: the event that moved it last."""
    lost: bool = False
    """Whether the events make no game from its beginning."""

    def copy(self) -> "Chronicle":
        zones = {zone: list(held) for zone, held in self.zones.items()}
        return replace(self, state=self.state.copy(), facts=list(self.facts), turns=list(self.turns), zones=zones, moved=dict(self.moved))

    def follow(self, event: Any) -> None:
        """One event more; those of which nothing is known tell nothing."""
        try:
            if event.text and not self.lost:
                self.step(event)
        except ShoalError:
            self.lost = True

    def step(self, event: Any) -> None:
        before = self.state.copy()
        if event.seat is None:
            self.state.apply_outcome(self.game.text_to_outcome(event.text))
        else:
            self.state.apply_action(event.seat, self.game.text_to_action(event.text))
        self.trace(before, event.index)
        if event.seat is None:
            self.draw(event, before)
        else:
            self.move(event, before)
        self.lucy(event, before)

    def add(self, event: Any, key: str, **more: Any) -> None:
        text = event.text if event.seat is not None and key != "lucy" and key != "lucy_leaves" else ""
        self.facts.append(Fact(event.index, self.turn, event.seat if text else None, key, text, **more))

    # ---- what is told

    def draw(self, event: Any, before: Any) -> None:
        """Setup, and the fair filled again."""
        word, _, rest = event.text.partition(" ")
        if word == "feed":
            self.add(event, "feed", n=before.turn, name=rest)
        elif word == "first":
            self.add(event, "first", n=int(rest) - 1)
        elif word == "milestone":
            self.add(event, "milestone", name=rest)
        elif before.round and self.state.round > before.round:
            self.turn = (self.state.round, 0)
            self.add(event, "round", n=self.state.round)

    def move(self, event: Any, before: Any) -> None:
        """A move of a seat."""
        verb, *rest = event.text.split()
        state, seat = self.state, event.seat
        if verb in ("go", "pass"):
            self.turns[seat] += 1
            self.turn = (seat, self.turns[seat])
        gain = state.funds[seat] - before.funds[seat]
        if verb == "go":
            taken = tuple(state.hand)
            self.add(event, "go" if any(taken) else "go_ad", n=int(rest[0]), tokens=taken)
        elif verb == "walk":
            self.walk(event, before, int(rest[0]))
        elif verb == "claim":
            group = next(g for g in range(GROUPS) if state.achieved[seat * GROUPS + g] != before.achieved[seat * GROUPS + g])
            card = state.cards[group]
            self.add(event, "claim", n=self.game.milestones[card].points[state.achieved[seat * GROUPS + group] - 1], name=rest[0])
        elif verb == "ad":
            self.add(event, "ad", n=gain, name=rest[0])
        elif verb in ("pass", "end"):
            self.add(event, verb, n=before.finished + 1)
        else:
            kind = KIND_WORDS.index(rest[0])
            self.add(event, verb, n=-gain, tokens=tuple(int(k == kind) for k in range(KINDS)), tank=rest[1].upper() if len(rest) > 1 else "")
            self.consequences(event, before, verb, kind)

    def walk(self, event: Any, before: Any, steps: int) -> None:
        """How far, what it cost, and what the bucket paid."""
        box, seat = plain(self.state.box), event.seat
        paid = max(0, steps - box.free_steps) * box.step_price
        self.add(event, "walk_paid" if paid else "walk", n=steps)
        gain = self.state.funds[seat] - before.funds[seat] + paid
        if gain:
            self.add(event, "bucket", n=gain)

    def consequences(self, event: Any, before: Any, verb: str, kind: int) -> None:
        """Tokens that leave with a removed one, and a tank that is out of order."""
        if verb == "remove":
            gone = [a - b for a, b in zip(self.state.sea, before.sea, strict=True)]
            gone[kind] -= 1
            if any(gone):
                self.add(event, "leaves_too", n=sum(gone), tokens=tuple(gone))
        if self.state.stage == REPAIR and before.stage != REPAIR:
            self.add(event, "broken", tank=TANK_WORDS[self.state.broken])

    def lucy(self, event: Any, before: Any) -> None:
        """Lucy's move, if she has made one after this event."""
        token = self.state.players
        if self.state.tokens == token or self.state.owner[token] in (before.owner[token], WAITING):
            return
        fish = [0] * KINDS
        for i, (a, b) in enumerate(zip(before.fair, self.state.fair, strict=True)):
            fish[i % REGULAR] += max(0, a - b)
        leaves = self.state.owner[token] == FINISHED
        self.add(event, "lucy_leaves" if leaves else "lucy", n=self.state.standby[token] if leaves else self.state.owner[token], tokens=tuple(fish))

    # ---- which token lies where

    def lay_out(self) -> None:
        """What lies on the Sea board before the first draw."""
        for kind in range(KINDS):
            for _ in range(self.state.sea[kind]):
                self.made += 1
                self.zones.setdefault(("sea", kind), []).append(self.made)

    def trace(self, before: Any, index: int) -> None:
        """Move the numbers of the tokens that this event has moved: from where there are fewer now to where there are more."""
        lost: list[tuple[str, int]] = []
        gained: list[tuple[str, int]] = []
        for zone, kind, change in changes(before, self.state):
            (gained if change > 0 else lost).extend([(zone, kind)] * abs(change))
        loose: dict[int, list[int]] = {}
        for zone, kind in lost:
            held = self.zones.get((zone, kind))
            if held:
                loose.setdefault(kind, []).append(held.pop())
        for zone, kind in gained:
            free = loose.get(kind)
            if not free:
                self.made += 1
                free = [self.made]
            token = free.pop(0)
            self.zones.setdefault((zone, kind), []).append(token)
            self.moved[token] = index

    def at(self, zone: str, kind: int, ordinal: int) -> int:
        """The number of a token in a zone, 0 if it is not known."""
        held = self.zones.get((zone, kind), [])
        return held[ordinal] if ordinal < len(held) else 0


def tank_zone(seat: int, tank: int) -> str:
    return f"{seat}.{TANK_WORDS[tank]}"


def changes(before: Any, after: Any) -> list[tuple[str, int, int]]:
    """(zone, kind, how many more) of everything that lies elsewhere now; rewards beside the cards lie nowhere."""
    found = []
    if (old := list(before.fair)) != (new := list(after.fair)):
        found += [(f"space.{i // REGULAR}", i % REGULAR, b - a) for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
    for zone in ("sea", "hand", "prize"):
        if (old := list(getattr(before, zone))) != (new := list(getattr(after, zone))):
            found += [(zone, kind, b - a) for kind, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
    if (old := list(before.contents)) != (new := list(after.contents)):
        for seat in range(after.players):
            for tank in range(TANKS):
                start = cell(seat, tank, 0)
                found += [(tank_zone(seat, tank), k, new[start + k] - old[start + k]) for k in range(KINDS) if new[start + k] != old[start + k]]
    return found


# ---- from a view


def chronicle(view: Any) -> Chronicle:
    """The story that the observer of a view can be told."""
    return view.story(Chronicle, lambda: begun(view))       # type: ignore[no-any-return]


def begun(view: Any) -> Chronicle:
    """The story of the game of a view before anything has happened."""
    state = view.masked.state
    options = {key: getattr(state, name) for key, name in OPTION_FIELDS.items()}
    options |= {key: yes if getattr(state, name) else no for key, (name, no, yes) in CHOICES.items()}
    story = Chronicle(view.game, view.game.new_state(state.players, options))
    story.lay_out()
    return story
