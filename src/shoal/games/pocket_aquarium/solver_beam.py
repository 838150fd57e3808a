"""A beam search over whole games: turn by turn, the best positions are kept and all their moves tried.

Positions that are equal (cards, sides, bar and food; the side of a card is left out where it makes no difference) are kept once. What is best
is told by `solver_tables.py`. The kernel knows nothing of Python, so several beams run on several cores.
"""

from typing import Annotated

from shoal.engine.hints import i64, nogil, python

from .notation import FEED, FOOD_SWAP, SIDE, SLIDE, STOPS, feed
from .rules import PocketAquarium
from .scoring import cards_out_of_place, grid_points
from .solver_bounded import Bounded
from .solver_bounds import Bounds
from .solver_tables import SolverTables

WIDTH = 1 << 18
"""Most positions that are kept of one turn."""

CANDIDATES = 1 << 20
SLOTS = 1 << 21
COSTS = 4096
"""Costs are cut off here."""

ACTION_BITS = 9

TwoLayers = Annotated[list[int], "long long", 2 * WIDTH]
Candidates = Annotated[list[int], "int", CANDIDATES]
CandidateKeys = Annotated[list[int], "long long", CANDIDATES]
Slots = Annotated[list[int], "long long", SLOTS]
ByCost = Annotated[list[int], "int", COSTS]
History = Annotated[list[int], "int", STOPS * WIDTH]
Line = Annotated[list[int], "int", STOPS + 1]


class Beam(Bounded):
    start_low: i64
    start_high: i64
    start_key: i64
    first: int
    """The stop at which the search began."""
    width: int
    noise: int
    """So much chance, in hundredths of a point, is mixed into the costs."""
    salt: i64

    low: TwoLayers
    high: TwoLayers
    keys: TwoLayers
    size: int
    """Positions of the layer that is expanded."""
    history: History
    """[turn * WIDTH + number]: the number of the position before << ACTION_BITS | the action."""

    parents: Candidates
    actions: Candidates
    costs: Candidates
    child_keys: CandidateKeys
    count: int
    kept: int
    limit: int
    by_cost: ByCost
    seen: Slots
    slots: int
    """How many slots are used: a power of 2, some times the width."""
    known: int
    cut: bool
    """Whether any position was dropped: if not, the best score found is the best there is."""
    prunes: bool
    """Positions that must lose more than `loss` points are left out."""

    best: int
    """The best final score found, -1 before any."""
    best_turn: int
    best_number: int
    best_action: int
    line: Line
    tried: i64
    """Moves looked at."""
    stop_now: bool
    """Set from outside to end the search early."""

    def __init__(self, state: PocketAquarium, judge: SolverTables) -> None:
        self.blank()
        self.set_game(state, judge)
        self.set_start(state)

    @python
    def set_start(self, state: PocketAquarium) -> None:
        """Begin at this position, which must wait for a decision."""
        self.first = state.stop
        self.set_position(state)
        self.pack()
        self.start_low = self.low_word
        self.start_high = self.high_word
        self.start_key = self.key

    # ---- one turn

    def expand(self, turn: int) -> None:
        """Try all moves of all positions of the layer."""
        base = (turn & 1) * WIDTH
        self.count = 0
        self.kept = 0
        self.known = 0
        self.limit = COSTS - 1
        for i in range(COSTS):
            self.by_cost[i] = 0
        for i in range(self.slots):
            self.seen[i] = 0
        for number in range(self.size):
            if self.stop_now:
                return
            self.unpack(self.low[base + number], self.high[base + number], self.keys[base + number])
            self.look()
            if self.prunes:
                self.know_pairs()
            self.try_all(self.first + turn, number)

    # ---- judging a move

    def add(self, stop: int, number: int, action: int, special: int, key: i64, barred: int, food: int) -> None:
        """The position after a move; at the end of the way its score, before that a candidate for the next layer."""
        self.tried += 1
        left = self.length - stop - 1
        if self.prunes and not self.can_reach(left, action < SLIDE):
            return
        if left == 0:
            self.finish(stop, number, action)
            return
        cost = self.cost(special, left)
        if cost > self.limit:
            self.cut = True
        else:
            self.add_candidate(number, action, cost, key ^ self.bar_and_food(barred, food))

    def add_food(self, stop: int, number: int, column: int) -> None:
        """It is worth what its best swap will be."""
        left = max(1, self.length - stop - 2)
        cost = COSTS
        for row in range(1, SIDE):
            other = column + SIDE * row
            special = self.special_cost - self.cost_at(column) - self.cost_at(other)
            self.change(column, other)
            special += self.cost_at(column) + self.cost_at(other)
            cost = min(cost, self.cost(special, left))
            self.change(column, other)
        key = self.key ^ self.bar_and_food(0, column + 1)
        self.add_candidate(number, feed(column), cost, key)

    def add_candidate(self, number: int, action: int, cost: int, key: i64) -> None:
        if self.noise > 0:
            mixed: i64 = (key ^ self.salt) >> 7
            cost += (mixed & 1023) * self.noise >> 10
        cost = min(cost, COSTS - 1)
        if cost > self.limit:
            self.cut = True
            return
        if self.is_known(key):
            return
        if self.count == CANDIDATES:
            self.tighten()
            self.compact()
            if cost > self.limit:
                return
        i = self.count
        self.parents[i] = number
        self.actions[i] = action
        self.costs[i] = cost
        self.child_keys[i] = key
        self.count += 1
        self.by_cost[cost] += 1
        self.kept += 1
        if self.kept > 2 * self.width:
            self.tighten()

    def is_known(self, key: i64) -> bool:
        """Whether a position with this key is a candidate already; it is from now on."""
        slot = key & (self.slots - 1)
        while self.seen[slot] != 0:
            if self.seen[slot] == key:
                return True
            slot = (slot + 1) & (self.slots - 1)
        if self.known < self.slots // 4 * 3:
            self.known += 1
            self.seen[slot] = key
        return False

    def tighten(self) -> None:
        """Lower the limit as far as `width` candidates stay."""
        self.cut = self.cut or self.kept > self.width
        total = 0
        cost = 0
        while cost < COSTS - 1 and total + self.by_cost[cost] < self.width:
            total += self.by_cost[cost]
            cost += 1
        self.limit = cost
        self.kept = total + self.by_cost[cost]
        for above in range(cost + 1, COSTS):
            self.by_cost[above] = 0

    def compact(self) -> None:
        """Drop the candidates above the limit; of those at the limit, no more than fit half the room."""
        n = 0
        for i in range(self.count):
            if self.costs[i] < self.limit or self.costs[i] == self.limit and n < CANDIDATES // 2:
                self.parents[n] = self.parents[i]
                self.actions[n] = self.actions[i]
                self.costs[n] = self.costs[i]
                self.child_keys[n] = self.child_keys[i]
                n += 1
        self.count = n

    def advance(self, turn: int) -> None:
        """The best candidates become the next layer."""
        self.tighten()
        below = self.kept - self.by_cost[self.limit]
        room = self.width - below
        base = (turn & 1) * WIDTH
        next_base = WIDTH - base
        n = 0
        for i in range(self.count):
            if self.costs[i] < self.limit or self.costs[i] == self.limit and room > 0:
                room -= 1 if self.costs[i] == self.limit else 0
                before = base + self.parents[i]
                self.unpack(self.low[before], self.high[before], self.child_keys[i])
                self.apply(self.first + turn, self.actions[i])
                self.pack()
                self.low[next_base + n] = self.low_word
                self.high[next_base + n] = self.high_word
                self.keys[next_base + n] = self.key
                self.history[turn * WIDTH + n] = (self.parents[i] << ACTION_BITS) | self.actions[i]
                n += 1
        self.size = n

    # ---- the end

    def finish(self, stop: int, number: int, action: int) -> None:
        """Score the open position if it can beat the best."""
        if self.could_score() <= self.best or cards_out_of_place(self.tables, self.faces) != 0:
            score = 0
        else:
            score = grid_points(self.tables, self.faces, self.variant, self.count_all)
        if score > self.best:
            self.best = score
            self.best_turn = stop - self.first
            self.best_number = number
            self.best_action = action

    def run(self) -> None:
        """From the first position to the end of the way."""
        self.low[0] = self.start_low
        self.high[0] = self.start_high
        self.keys[0] = self.start_key
        self.size = 1
        last = self.length - self.first - 1
        for turn in range(last + 1):
            self.expand(turn)
            if self.stop_now:
                return
            if turn < last:
                self.advance(turn)

    def trace(self) -> None:
        """The moves that led to the best end, from behind."""
        number = self.best_number
        self.line[self.best_turn] = self.best_action
        for back in range(self.best_turn):
            turn = self.best_turn - 1 - back
            word = self.history[turn * WIDTH + number]
            self.line[turn] = word & ((1 << ACTION_BITS) - 1)
            number = word >> ACTION_BITS

    @python
    def set_proof(self, state: PocketAquarium, bounds: Bounds) -> None:
        """What `search` needs for `loss`."""
        self.set_bounds(bounds)
        self.count_start(state)

    @python
    def rejudge(self, judge: SolverTables) -> None:
        """Search with other weights from now on."""
        self.judge = judge

    @python
    def halt(self) -> None:
        """End a search that runs in another thread, and every later one; what it has found stays."""
        self.stop_now = True

    @python
    def search(self, width: int, noise: int = 0, salt: int = 0, loss: int = -1) -> tuple[int, list[int]]:
        """(best score, its moves) with so many positions for each turn. Runs without the GIL.

        With `loss`, only lines are followed that can come within so many points of the best possible score; the bounds must be set.
        """
        if not 1 <= width <= WIDTH:
            raise ValueError(f"a beam is 1 to {WIDTH} positions wide")
        self.width = width
        self.noise = noise
        self.salt = salt
        self.best = -1
        self.cut = False
        self.prunes = loss >= 0 and self.bounded
        self.loss = max(loss, 0)
        self.slots = 1024
        while self.slots < min(SLOTS, 16 * width):
            self.slots *= 2
        with nogil:
            self.run()
            if self.best >= 0:
                self.trace()
        if self.best < 0:
            return -1, []
        return self.best, [self.line[turn] for turn in range(self.best_turn + 1)]

    @python
    def is_exact(self) -> bool:
        """Whether the last search looked at every position that could be reached."""
        return not self.cut and not self.stop_now

    @python
    def looked_at(self) -> int:
        """How many moves all searches have tried."""
        return int(self.tried)

    @python
    def first_costs(self) -> dict[int, int]:
        """What every first move but the food makes of the position, in hundredths of a point, where it is kept; for tests."""
        self.width = WIDTH
        self.slots = 1 << 12
        self.noise = 0
        self.prunes = False
        self.low[0] = self.start_low
        self.high[0] = self.start_high
        self.keys[0] = self.start_key
        self.size = 1
        self.expand(0)
        return {self.actions[i]: self.costs[i] for i in range(self.count) if self.actions[i] < FEED or self.actions[i] >= FOOD_SWAP}
