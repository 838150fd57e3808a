"""The contract of a position: what the rules of a game fill in, and what everybody else may ask.

A game's state class overrides the *kernel*: small typed methods that the compiled form turns into C (virtual, no GIL).
Everybody else uses the *face*: the methods marked `@python`, which check legality and refuse with reasons.
"""

import hashlib
from typing import Any, NamedTuple

from .errors import ComponentError, IllegalAction
from .facts import AT_ONCE, CHANCE, DECISION, MOVES, NOBODY, OVER, SPECTATOR, TRUTH, Looks, Moves
from .fields import Fields
from .hints import i64, python, scratch

MASK32 = 0xFFFFFFFF
TWO32 = 0x100000000
MOST_NAMED = 12
"""So many possible outcomes are named where another one is refused."""


class Rng(Fields):
    """A small random number generator (sfc32) that gives the same numbers in both forms, for bots, simulation and tests.

    >>> Rng(7, "deal").below(6) == Rng(7, "deal").below(6)
    True
    """

    a: i64
    b: i64
    c: i64
    counter: i64

    def __init__(self, seed: int = 1, label: str = "") -> None:
        """Streams with other labels are independent of each other."""
        self.blank()
        digest = hashlib.sha256(f"{seed}/{label}".encode()).digest()
        self.a = int.from_bytes(digest[0:4], "little")
        self.b = int.from_bytes(digest[4:8], "little")
        self.c = int.from_bytes(digest[8:12], "little")
        self.counter = 1

    def word(self) -> i64:
        """The next 32 random bits."""
        t: i64 = (self.a + self.b + self.counter) & MASK32
        self.counter = (self.counter + 1) & MASK32
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & MASK32
        self.c = (((self.c << 21) & MASK32) + (self.c >> 11) + t) & MASK32
        return t

    def below(self, n: int) -> int:
        """One of 0 … n-1, each exactly equally likely (Lemire's rejection)."""
        wide: i64 = n
        product: i64 = self.word() * wide
        if (product & MASK32) < wide:
            threshold: i64 = (TWO32 - wide) % wide
            while (product & MASK32) < threshold:
                product = self.word() * wide
        return product >> 32

    def fraction(self) -> float:
        """A number in [0, 1)."""
        return self.word() / 4294967296.0

    @python
    def pick(self, n: int) -> int:
        """One of 0 … n-1, for callers in Python."""
        if type(n) is not int or not 0 < n < 2**31:
            raise ValueError(f"pick: a number from 1 to 2,147,483,647 is expected, not {n!r}")
        return self.below(n)


class Box(Fields):
    """The component tables of one game, flat. Several boxes (an owner's corrections) live in one process, so never module globals."""

    names: Any
    """Ids of the pieces as the texts know them, in the order of their numbers: a tuple of strings, or of tuples of strings."""

    @python
    def name(self, names: Any) -> None:
        self.names = names

    @python
    def check(self) -> None:
        """Raise ComponentError when the tables do not fit together."""

    @python
    def work_out(self) -> None:
        """Fill the tables that follow from the others; called by who has filled the rest."""

    @python
    def check_worked_out(self, problem: str) -> None:
        """Raise ComponentError, with this problem, when a table does not follow from the others: compiled rules index arrays with them without looking."""
        derived = self.twin()
        derived.work_out()
        if self != derived:
            raise ComponentError(problem)

    def __eq__(self, other: Any) -> bool:
        return self is other or (type(self) is type(other) and self.names == other.names and self.same(other))

    def __hash__(self) -> int:
        return self.digest()

    def __reduce__(self) -> Any:
        return open_box, (type(self), self.dump(), self.names)


_boxes: dict[Any, Any] = {}


@python
def open_box(kind: type, data: dict[str, Any], names: Any) -> Any:
    """The box with this content; the same object again if it is open already."""
    box = kind()
    box.load(data)
    box.name(names)
    box.check()
    found = _boxes.setdefault((kind, hash(box)), box)
    return found if found == box else box


class Memory(Fields):
    """What seats have seen, beside the true state. Kept up at tables, absent in search."""


class Witnesses(NamedTuple):
    """Who sees an action or outcome when it happens, and when everybody does.

    `public_at` is AT_ONCE, AT_END, or the number that `State.reveals` must have reached.
    """

    seats: tuple[int, ...]
    public_at: int

    @property
    def public(self) -> bool:
        return self.public_at == AT_ONCE


EVERYBODY = Witnesses((), AT_ONCE)


@python
def why_not_drawn(possible: list[int], actors: list[int]) -> str:
    """Why an outcome that is not possible is refused: what can be drawn, who must decide, or that the game is over."""
    if actors:
        return f"nothing is drawn now: seat{'s' if len(actors) > 1 else ''} {', '.join([str(seat + 1) for seat in actors])} must decide"
    if not possible:
        return "nothing is drawn any more: the game is over"
    rest = f", … ({len(possible)} in all)" if len(possible) > MOST_NAMED else ""
    return f"this cannot be drawn now; possible outcomes: {', '.join(map(str, possible[:MOST_NAMED]))}{rest}"


class State(Fields):
    """A position of a game. No clock, no name, no randomness, no future in it."""

    box: Box
    memory: "Memory | None"
    observer: int
    """TRUTH, or the seat (or SPECTATOR) whose mask this is."""
    keeps_memory: bool
    """Whether apply keeps `memory` up; False in dealt worlds, which may look at a memory but never change it."""
    players: int
    reveals: int
    """How often something sealed has been opened to all so far."""

    # ---- the kernel: what a game overrides

    def status(self) -> int:
        """DECISION, CHANCE or OVER."""
        return OVER

    def next_actor(self, after: int) -> int:
        """The first seat that may act (after = NOBODY), the one after it in the game's order, or NOBODY."""
        return NOBODY

    def fill_legal(self, seat: int, out: Moves) -> int:
        """Write the legal actions of an actor, ascending and complete; returns how many (at least one)."""
        return 0

    def step(self, seat: int, action: int) -> None:
        """Apply a legal action and everything automatic that follows."""

    def fill_chance(self, outcomes: Moves, weights: Moves) -> int:
        """Write the possible outcomes, ascending, and their weights (all positive); returns how many."""
        return 0

    def happen(self, outcome: int) -> None:
        """Apply a possible outcome and everything automatic that follows."""

    def hide(self, seat: int) -> None:
        """In place: move what this observer may not know back into the unseen."""

    def deal_unknown(self, rng: Rng) -> None:
        """In place, on a mask: deal the unseen anew as chance would, take back open commitments of others, set observer to TRUTH.

        It may read `memory` and must not change it.
        """

    def points(self, seat: int) -> int:
        """Points of the seat as the position stands; at the end the final score."""
        return 0

    def utility(self, seat: int) -> float:
        """At the end: 1 for a victory, 1/k for one shared by k, 0 otherwise; solitaire games: their result from 0 to 1."""
        return 0.0

    def prefer(self, seat: int, action: int) -> float:
        """How good a legal action looks to a one-ply player who sees this mask or world; comparable among the actions of one decision."""
        return 0.0

    def look_over(self, seat: int, actions: Moves, n: int, looks: Looks) -> None:
        """`prefer` of so many legal actions of one decision, for who chooses the best of them.

        A game overrides it where much is the same for all of them; what hardly can be the best may then be less exact.
        """
        for i in range(n):
            looks[i] = self.prefer(seat, actions[i])

    def look_ahead(self, seat: int, actions: Moves, n: int, looks: Looks, turn: Moves) -> int:
        """`look_over`, and what would follow the best of these actions in the same turn: written to `turn`, that action first; returns how many.

        A game overrides it whose looks think a turn to its end anyway. 0: nothing was foreseen.
        """
        self.look_over(seat, actions, n, looks)
        return 0

    def goes_on(self, seat: int, action: int, actions: Moves, n: int) -> bool:
        """Whether an action that `look_ahead` foresaw may be chosen among these legal ones without another look: it is there, and nothing came between."""
        return False

    # ---- generic kernel

    def look_alone(self, seat: int, action: int) -> float:
        """What `look_over` says of one action by itself: `prefer` of a game that always looks at all actions of a decision together."""
        actions: Moves = scratch(MOVES)
        looks: Looks = scratch(MOVES)
        actions[0] = action
        self.look_over(seat, actions, 1, looks)
        return looks[0]

    def roll(self, rng: Rng, outcomes: Moves, weights: Moves) -> int:
        """Let one chance outcome happen; the arrays are working space of the caller."""
        n = self.fill_chance(outcomes, weights)
        total = 0
        for i in range(n):
            total += weights[i]
        point = rng.below(total)
        k = 0
        while point >= weights[k]:
            point -= weights[k]
            k += 1
        self.happen(outcomes[k])
        return outcomes[k]

    def is_actor(self, seat: int) -> bool:
        actor = self.next_actor(NOBODY)
        while actor != NOBODY:
            if actor == seat:
                return True
            actor = self.next_actor(actor)
        return False

    def is_legal(self, seat: int, action: int) -> bool:
        moves: Moves = scratch(MOVES)
        if self.status() != DECISION or not self.is_actor(seat):
            return False
        for i in range(self.fill_legal(seat, moves)):
            if moves[i] == action:
                return True
        return False

    # ---- making one

    @python
    def set_out(self, box: Box) -> None:
        """The empty beginning: every field zero, the components at hand, nothing hidden from the reader."""
        if not isinstance(box, Box):
            raise TypeError(f"a state needs the box of its game, not {box!r}")
        self.blank()
        self.box = box
        self.observer = TRUTH
        self.link()

    # ---- what a game says in Python

    @python
    def decision(self) -> str:
        """The short lower-case name of what is decided now, "" at chance and at the end."""
        return ""

    @python
    def chance_name(self) -> str:
        """The short lower-case name of the draw that comes now, "" otherwise."""
        return ""

    @python
    def why_not(self, seat: int, action: int) -> tuple[str, str]:
        """Why this action is not allowed now, and the rule (an id of rulings.md) that says so."""
        return "this is not among what may be done now", ""

    @python
    def witnesses(self, seat: int | None, action: int) -> Witnesses:
        """Who sees this action (or, with seat None, this outcome), asked before it is applied."""
        return EVERYBODY

    @python
    def fresh_memory(self) -> Any:
        """An empty memory of this game, None where nothing needs remembering."""
        return None

    @python
    def trim_memory(self, seat: int) -> None:
        """On a mask: forget in `memory` what other seats have seen."""

    @python
    def check(self) -> None:
        """Raise ValueError when the fields do not fit together: compiled code would index with them."""

    @python
    def check_memory(self, memory: Any) -> None:
        """Raise ValueError when this memory does not fit the position."""

    @python
    def public_json(self) -> dict[str, Any]:
        """The spectator's mask as plain data, as documented per game; part of traces."""
        data = self.masked(SPECTATOR).to_json()
        del data["memory"]
        return data

    # ---- the face

    @python
    def is_terminal(self) -> bool:
        return self.status() == OVER

    @python
    def is_chance(self) -> bool:
        return self.status() == CHANCE

    @python
    def actors(self) -> list[int]:
        """The seats that may act now, in the game's order; several in a sealed stage."""
        found: list[int] = []
        if self.status() != DECISION:
            return found
        seat: int = self.next_actor(NOBODY)
        while seat != NOBODY:
            found.append(seat)
            seat = self.next_actor(seat)
        return found

    @python
    def legal_actions(self, seat: int) -> list[int]:
        """All actions this seat may take now, ascending; empty when it is not an actor."""
        moves: Moves = scratch(MOVES)
        if type(seat) is not int or not 0 <= seat < self.players:
            return []
        if self.status() != DECISION or not self.is_actor(seat):
            return []
        n: int = self.fill_legal(seat, moves)
        return [moves[i] for i in range(n)]

    @python
    def apply_action(self, seat: int, action: int) -> None:
        """Take a legal action; IllegalAction otherwise, and nothing has changed."""
        if self.observer != TRUTH:
            raise IllegalAction("a mask is not played on; play in masked.dealt(rng)")
        if type(seat) is not int or not 0 <= seat < self.players:
            raise IllegalAction(f"there is no seat {seat + 1 if type(seat) is int else seat!r}; seats are 1 to {self.players}")
        if type(action) is not int or not 0 <= action < 2**31 or not self.is_legal(seat, action):
            raise IllegalAction(*self.why_not(seat, action if type(action) is int else -1))
        self.step(seat, action)

    @python
    def chance_outcomes(self) -> list[tuple[int, int]]:
        """(outcome, weight) for every outcome possible now; the probability is weight over the sum of weights."""
        outcomes: Moves = scratch(MOVES)
        weights: Moves = scratch(MOVES)
        if self.status() != CHANCE:
            return []
        n: int = self.fill_chance(outcomes, weights)
        return [(outcomes[i], weights[i]) for i in range(n)]

    @python
    def apply_outcome(self, outcome: int) -> None:
        """Let a possible outcome happen; IllegalAction otherwise, and nothing has changed."""
        if self.observer != TRUTH:
            raise IllegalAction("a mask is not played on; play in masked.dealt(rng)")
        possible = [o for o, _ in self.chance_outcomes()]
        if type(outcome) is not int or outcome not in possible:
            raise IllegalAction(why_not_drawn(possible, self.actors()))
        self.happen(outcome)

    @python
    def advance(self, rng: Rng) -> None:
        """All chance up to the next decision or the end."""
        outcomes: Moves = scratch(MOVES)
        weights: Moves = scratch(MOVES)
        if self.observer != TRUTH:
            raise IllegalAction("a mask is not played on; play in masked.dealt(rng)")
        if not isinstance(rng, Rng):
            raise TypeError("advance: an Rng is expected")
        while self.status() == CHANCE:
            self.roll(rng, outcomes, weights)

    @python
    def scores(self) -> list[int]:
        """Points of every seat, by seat."""
        return [self.points(seat) for seat in range(self.players)]

    @python
    def returns(self) -> list[float]:
        """`utility` of every seat, by seat; only at the end."""
        if self.status() != OVER:
            raise ValueError("returns: the game is not over")
        return [self.utility(seat) for seat in range(self.players)]

    @python
    def preference(self, action: int) -> float:
        """`prefer` of the observer of a mask for one of its legal actions."""
        if self.observer < 0 or not self.is_legal(self.observer, action):
            raise ValueError("preference: a legal action of the mask's observer is expected")
        return self.prefer(self.observer, action)

    @python
    def remember(self, on: bool = True) -> None:
        """Keep up a memory from now on (a table does, from the start), or none (search does)."""
        self.memory = self.fresh_memory() if on else None
        self.keeps_memory = self.memory is not None
        self.link()

    @python
    def link(self) -> None:
        """Called when `box` or `memory` has changed: a game that keeps them a second time under their own types sets these here."""

    @python
    def recall_from(self, mask: "State") -> None:
        """On a mask: remember what another mask of the same observer remembers."""
        self.memory = mask.memory
        self.link()

    @python
    def copy(self) -> Any:
        """An independent copy, memory included."""
        twin: State = self.twin()
        if self.memory is not None and self.keeps_memory:
            twin.memory = self.memory.twin()
            twin.link()
        return twin

    def __eq__(self, other: Any) -> bool:
        return type(self) is type(other) and self.same(other) and self.box == other.box and self.memory == other.memory

    def __hash__(self) -> int:
        return self.digest()

    def __repr__(self) -> str:
        whose = "" if self.observer == TRUTH else ", as watched" if self.observer == SPECTATOR else f", as seat {self.observer + 1} knows it"
        return f"<{type(self).__name__}, {self.players} players{whose}: {self.decision() or self.chance_name() or 'over'}>"

    @python
    def to_json(self) -> dict[str, Any]:
        """Plain data: every field by its name."""
        data: dict[str, Any] = self.dump()
        data["memory"] = None if self.memory is None else self.memory.dump()
        return data

    @python
    def read_json(self, data: dict[str, Any]) -> None:
        """Become the position that `to_json` described; ValueError (and no change) when it does not fit."""
        if type(data) is not dict:
            raise ValueError("a position is a set of fields by name")
        data = dict(data)
        remembered = data.pop("memory", None)
        new: State = self.twin()
        new.memory = None
        new.link()
        new.load(data)
        new.check()
        kept = None
        if remembered is not None:
            kept = new.fresh_memory()
            if kept is None:
                raise ValueError("memory: this game keeps none")
            kept.load(remembered)
            new.check_memory(kept)
        self.become(new)
        self.memory = kept
        self.link()

    def __reduce__(self) -> Any:
        return reopen, (type(self), self.box, self.to_json())

    @python
    def masked(self, seat: int) -> "Masked":
        """What this seat (or SPECTATOR) may know: the only way from a true state to anything that somebody sees."""
        if type(seat) is not int or not SPECTATOR <= seat < self.players:
            raise ValueError(f"there is no seat {seat!r}")
        if self.observer != TRUTH:
            raise ValueError("a mask is made from a true state")
        twin: State = self.twin()
        twin.memory = self.memory.twin() if self.memory is not None and self.keeps_memory else None
        twin.keeps_memory = False
        twin.link()
        twin.hide(seat)
        twin.observer = seat
        twin.trim_memory(seat)
        return Masked(twin)

    @python
    def world(self) -> Any:
        """On a mask: a state that refers to the same memory, to `become(mask)` and `deal_unknown` in again and again (for search)."""
        if self.observer == TRUTH:
            raise ValueError("a world is made from a mask")
        twin: State = self.twin()
        return twin

    @python
    def dealt(self, rng: Rng) -> Any:
        """On a mask: see `Masked.dealt`."""
        if not isinstance(rng, Rng):           # a typed C parameter takes None and then crashes
            raise TypeError("dealt: an Rng is expected")
        twin: State = self.world()
        twin.deal_unknown(rng)
        twin.remember(False)
        return twin


class Masked:
    """What one observer may know of a position, and the questions it may ask. Not played on; `dealt` gives a playable world."""

    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state
        """The mask itself: the same fields with the unknown moved back into the unseen. Read only."""

    @property
    def observer(self) -> int:
        return int(self.state.observer)

    @property
    def players(self) -> int:
        return int(self.state.players)

    def is_terminal(self) -> bool:
        return bool(self.state.is_terminal())

    def is_chance(self) -> bool:
        return bool(self.state.is_chance())

    def actors(self) -> list[int]:
        return list(self.state.actors())

    def decision(self) -> str:
        return str(self.state.decision())

    def legal_actions(self) -> list[int]:
        """The observer's own; empty for spectators."""
        return list(self.state.legal_actions(self.observer))

    def preference(self, action: int) -> float:
        """How good one of the observer's legal actions looks at one glance."""
        return float(self.state.preference(action))

    def dealt(self, rng: Rng) -> Any:
        """A playable state: the unseen dealt anew, exactly as chance would have it given what the observer knows."""
        return self.state.dealt(rng)

    def to_json(self) -> dict[str, Any]:
        """The mask's fields by name, the observer's memory among them."""
        return dict(self.state.to_json())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Masked) and bool(self.state == other.state)

    def __hash__(self) -> int:
        return hash(self.state)


@python
def reopen(kind: Any, box: Any, data: dict[str, Any]) -> Any:
    """Used by pickle: the class, its box and its fields."""
    state = kind.__new__(kind)
    state.set_out(box)
    state.read_json(data)
    return state
