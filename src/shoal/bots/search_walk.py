"""One iteration of the search: a world is dealt, the tree leads down to a position, a rollout goes on from there, and what came of it goes back up.

A node is what has been decided on the way to it, an arm is one seat's action there.
What is drawn on the way is averaged (open loop), so the legal actions of a node differ from world to world and each arm
counts how often it was available, as Cowling, Powley and Whitehouse (2012) do. Where several seats choose at once, each selects from its own
arms without looking at the others (decoupled, Tak, Lanctot and Winands 2014), by upper confidence bounds or by regret matching.
"""

from math import sqrt
from typing import Annotated

from shoal.engine.facts import CHANCE, MOVES, NOBODY, OVER, TRUTH, Looks, Moves
from shoal.engine.fields import Fields
from shoal.engine.hints import i64, scratch
from shoal.engine.state import Rng, State

from .search_knobs import TO_THE_END, Knobs

NODES = 1 << 14
ARMS = 1 << 16
PATH = 512
"""Arms on one way through the tree."""

SEATS = 8
MOST_STEPS = 5000
"""Actions and draws of one iteration; the longest games take less than a fifth of it."""

FAR_OFF = -1e9
"""No expectation yet."""

Nodes = Annotated[list[int], "int", NODES]
Arms = Annotated[list[int], "int", ARMS]
Sums = Annotated[list[float], "double", ARMS]
Path = Annotated[list[int], "int", PATH]
Seats = Annotated[list[int], "int", SEATS]
Values = Annotated[list[float], "double", SEATS]


class Walk(Fields):
    """The decisions of a game as far as one observer has thought about them, in bounded memory, and the way of an iteration through them."""

    root: State
    """A mask, or a true state (of which nothing is dealt anew: only to measure what hidden information costs)."""
    world: State
    """The position of the iteration going on."""
    rng: Rng
    """For choices …"""
    luck: Rng
    """… and for what is dealt and drawn, apart from each other, so that another choice changes as little as possible of the luck."""
    me: int
    """The seat that searches."""
    knobs: Knobs

    nodes: int
    top: int
    """The node where iterations begin: another than the first once the tree goes on from an earlier decision."""
    first: Nodes
    """The first arm of a node; arms of a node are in order of seat and action."""
    arms: int
    next: Arms
    seat: Arms
    action: Arms
    child: Arms
    """The node behind an arm."""
    visits: Arms
    available: Arms
    """How often an arm was legal when its node was reached."""
    total: Sums
    """Of what the iterations through an arm were worth to its seat."""
    prior: Sums
    """How good the action looks at one glance (`State.prefer`)."""
    regret: Sums
    strategy: Sums
    """Regret matching: the sum of how often the arm was to be chosen."""

    path: Path
    mixes: Path
    """The node of an arm that was chosen by regret matching, NOBODY for others."""
    length: int
    cursor: int
    """An arm of the node at hand behind which the next seat's arms stand."""
    teaches: bool
    """Whether seats that choose by regret matching learn from the iteration."""
    steps: int
    iterations: i64
    par: Values
    """By seat: its points in the first iteration, with which later ones are compared as far as others do not count."""
    worth: Values
    """What the iteration was worth to each seat, from 0 to 1."""
    standing: Values
    """Points of each seat where the iteration ended, or what it may expect there."""
    guess: Values
    """Points that each seat expected when it last looked closely, in this iteration; FAR_OFF if it did not."""
    turn: Moves
    """What a seat foresaw in the rollout when it last looked, …"""
    foreseen: int
    followed: int
    """… how many actions, and how many of them it has chosen since."""
    turner: int
    """Who foresaw it."""

    # ---- the pool

    def new_node(self) -> int:
        """A node without arms; NOBODY when the pool is full."""
        if self.nodes == NODES or self.arms > ARMS - 2 * MOVES:
            return NOBODY
        self.first[self.nodes] = NOBODY
        self.nodes += 1
        return self.nodes - 1

    def new_arm(self, node: int, before: int, seat: int, action: int) -> int:
        """An arm of a node, behind another one (NOBODY: the first); NOBODY when the pool is full."""
        if self.arms == ARMS:
            return NOBODY
        arm = self.arms
        self.arms += 1
        self.seat[arm] = seat
        self.action[arm] = action
        self.child[arm] = NOBODY
        if before == NOBODY:
            self.next[arm] = self.first[node]
            self.first[node] = arm
        else:
            self.next[arm] = self.next[before]
            self.next[before] = arm
        return arm

    def reach(self, node: int, before: int, seat: int, action: int) -> int:
        """The arm of a node for an action, to be found behind the arm `before` or made there."""
        at = self.first[node] if before == NOBODY else self.next[before]
        while at != NOBODY and (self.seat[at] < seat or (self.seat[at] == seat and self.action[at] < action)):
            before = at
            at = self.next[at]
        if at != NOBODY and self.seat[at] == seat and self.action[at] == action:
            return at
        return self.new_arm(node, before, seat, action)

    # ---- one iteration

    def simulate(self, forced: int) -> None:
        """A new world, down the tree, a rollout, and back; the observer's first choice is the arm `forced` unless it is NOBODY."""
        self.world.become(self.root)
        if self.root.observer != TRUTH:
            self.world.deal_unknown(self.luck)
        self.world.keeps_memory = False
        self.length = 0
        self.steps = 0
        self.foreseen = 0
        self.iterations += 1
        for seat in range(SEATS):
            self.guess[seat] = FAR_OFF
        self.descend(forced)
        self.rollout()
        self.evaluate()
        for i in range(self.length):
            if self.mixes[i] == NOBODY or self.teaches:
                self.learn(self.path[i], self.mixes[i])

    def learn(self, arm: int, node: int) -> None:
        """Add what the iteration was worth to an arm; where it was chosen by regret matching in a node, regrets follow."""
        if node != NOBODY:
            self.regret_others(node, arm)
        self.visits[arm] += 1
        self.total[arm] += self.worth[self.seat[arm]]

    def descend(self, forced: int) -> None:
        """Through the tree, and one node beyond it."""
        moves: Moves = scratch(MOVES)
        weights: Moves = scratch(MOVES)
        node = self.top
        must = forced
        kind = self.world.status()
        while node != NOBODY and kind != OVER and self.length < PATH - SEATS:
            if kind == CHANCE:
                self.world.roll(self.luck, moves, weights)
                self.steps += 1
            else:
                node = self.decide(node, must)
                must = NOBODY
            kind = self.world.status()

    def decide(self, node: int, forced: int) -> int:
        """All who may act choose, each without knowing what the others do; returns the node that follows, or NOBODY."""
        actors: Seats = scratch(SEATS)
        n = fill_actors(self.world, actors)
        leading = NOBODY
        self.cursor = NOBODY
        sealed: bool = n > 1
        for i in range(n):
            seat = actors[i]
            arm = forced if seat == self.me and forced != NOBODY else self.select(node, seat, sealed)
            self.mixes[self.length] = node if sealed and self.knobs.mixing and arm != forced else NOBODY
            if arm == NOBODY:
                self.play_greedily(seat)
                continue
            if leading == NOBODY or seat == self.me:
                leading = arm
            self.path[self.length] = arm
            self.length += 1
            self.steps += 1
            if self.prior[arm] > FAR_OFF:
                self.guess[seat] = self.prior[arm]
            self.world.step(seat, self.action[arm])
        if leading == NOBODY:
            return NOBODY
        if self.child[leading] == NOBODY and self.visits[leading] >= self.knobs.expand:
            self.child[leading] = self.new_node()
        return self.child[leading]

    # ---- selection

    def select(self, node: int, seat: int, sealed: bool) -> int:
        """An arm of this seat for one of its legal actions here, made if it is new; NOBODY when the pool is full."""
        moves: Moves = scratch(MOVES)
        legal: Moves = scratch(MOVES)
        n = self.world.fill_legal(seat, moves)
        before = self.cursor if self.cursor != NOBODY and self.seat[self.cursor] < seat else NOBODY
        for i in range(n):
            at = self.reach(node, before, seat, moves[i])
            if at == NOBODY:
                return NOBODY
            if self.available[at] == 0:
                self.prior[at] = self.world.prefer(seat, moves[i]) if n > 1 and self.knobs.bias > 0.0 else FAR_OFF
            self.available[at] += 1
            legal[i] = at
            before = at
        self.cursor = before
        if sealed and self.knobs.mixing:
            self.glance(legal, n)
            return legal[self.mixed(legal, n)]
        if seat != self.me and n > 1 and self.knobs.tree_greed > 0.0 and self.rng.fraction() < self.knobs.tree_greed:
            return self.arm_of(self.look(seat, moves, n), legal, n)
        return legal[self.best(legal, n)]

    def arm_of(self, action: int, legal: Moves, n: int) -> int:
        """Which of these arms stands for an action."""
        self.foreseen = 0
        for i in range(n):
            if self.action[legal[i]] == action:
                return legal[i]
        return legal[0]

    def glance(self, legal: Moves, n: int) -> None:
        """Regret matching begins with what looks good: as if arms that were never tried had brought that a few times."""
        highest = FAR_OFF
        for i in range(n):
            highest = max(highest, self.prior[legal[i]])
        mean = 0.0
        for i in range(n):
            mean += squashed((self.prior[legal[i]] - highest) / self.knobs.scale) / n
        for i in range(n):
            if self.visits[legal[i]] == 0 and self.regret[legal[i]] == 0.0:
                self.regret[legal[i]] = self.knobs.bias * (squashed((self.prior[legal[i]] - highest) / self.knobs.scale) - mean)

    def best(self, legal: Moves, n: int) -> int:
        """The highest upper bound, with a bias towards what looks good that fades with visits; untried arms count as the mean."""
        highest = self.prior[legal[0]]
        total = 0.0
        visits = 0
        for i in range(n):
            highest = max(highest, self.prior[legal[i]])
            total += self.total[legal[i]]
            visits += self.visits[legal[i]]
        mean = total / visits if visits > 0 else 0.5
        found = 0
        most = -1e9
        for i in range(n):
            arm = legal[i]
            tried = self.visits[arm]
            score = (self.total[arm] + mean) / (tried + 1)
            score += self.knobs.explore * sqrt(self.available[arm]) / (tried + 1)
            score += self.knobs.bias * squashed((self.prior[arm] - highest) / self.knobs.scale) / (tried + 1)
            if score > most:
                most = score
                found = i
        return found

    def mixed(self, legal: Moves, n: int) -> int:
        """By regret matching: with a probability in proportion to what each action would have gained so far."""
        positive = 0.0
        for i in range(n):
            positive += max(0.0, self.regret[legal[i]])
        point = self.rng.fraction()
        found = n - 1
        for i in range(n):
            arm = legal[i]
            share = self.share(arm, positive, n)
            self.strategy[arm] += share
            point -= (1.0 - self.knobs.gamma) * share + self.knobs.gamma / n
            if point < 0.0 and found == n - 1:
                found = i
        return found

    # ---- rollout

    def rollout(self) -> None:
        """Play on to the end, or for `depth` decisions (a sealed stage is one)."""
        moves: Moves = scratch(MOVES)
        weights: Moves = scratch(MOVES)
        decisions = 0
        kind = self.world.status()
        while kind != OVER and (self.knobs.depth == TO_THE_END or decisions < self.knobs.depth) and self.steps < MOST_STEPS:
            if kind == CHANCE:
                self.world.roll(self.luck, moves, weights)
                self.steps += 1
            else:
                self.play_on()
                decisions += 1
            kind = self.world.status()

    def play_on(self) -> None:
        """All who may act choose, at a glance or at random."""
        actors: Seats = scratch(SEATS)
        moves: Moves = scratch(MOVES)
        for i in range(fill_actors(self.world, actors)):
            seat = actors[i]
            greed = self.knobs.own_greed if seat == self.me else self.knobs.greed
            if greed >= 1.0 or (greed > 0.0 and self.rng.fraction() < greed):
                self.play_greedily(seat)
            else:
                self.world.step(seat, moves[self.rng.below(self.world.fill_legal(seat, moves))])
                self.foreseen = 0
                self.steps += 1

    def play_greedily(self, seat: int) -> None:
        """What looks best at one glance, or what the last glance foresaw."""
        moves: Moves = scratch(MOVES)
        n = self.world.fill_legal(seat, moves)
        found = self.next_of_turn(seat, moves, n)
        if found == NOBODY:
            found = self.look(seat, moves, n) if n > 1 else moves[0]
        self.world.step(seat, found)
        self.steps += 1

    def next_of_turn(self, seat: int, moves: Moves, n: int) -> int:
        """The next action of the turn that the seat foresaw, or NOBODY: all of it was played, or something came between."""
        if self.followed >= self.foreseen:
            return NOBODY
        action = self.turn[self.followed]
        self.followed += 1
        if self.turner == seat and self.world.goes_on(seat, action, moves, n):
            return action
        self.foreseen = 0
        return NOBODY

    def look(self, seat: int, moves: Moves, n: int) -> int:
        """What looks best, of equals any; what is to follow is kept in mind."""
        looks: Looks = scratch(MOVES)
        self.foreseen = self.world.look_ahead(seat, moves, n, looks, self.turn)
        self.followed = 1
        self.turner = seat
        found = moves[0]
        best = FAR_OFF
        ties = 0
        for i in range(n):
            if looks[i] > best:
                best = looks[i]
                found = moves[i]
                ties = 1
            elif looks[i] == best:
                ties += 1
                if self.rng.below(ties) == 0:
                    found = moves[i]
        self.guess[seat] = best
        if self.foreseen > 0 and self.turn[0] != found:
            self.foreseen = 0
        return found

    # ---- values

    def evaluate(self) -> None:
        """What the position reached is worth to each seat: its lead in points, and at the end also its victory."""
        over: bool = self.world.status() == OVER
        for seat in range(self.root.players):
            known: bool = over or not self.knobs.foresee or self.guess[seat] <= FAR_OFF
            self.standing[seat] = self.world.points(seat) if known else self.guess[seat]
            if self.iterations == 1:
                self.par[seat] = self.standing[seat]
        for seat in range(self.root.players):
            value = 0.5 + 0.5 * squashed(self.lead(seat) / self.knobs.scale)
            if over and self.knobs.win > 0.0 and self.root.players > 1:
                value = self.knobs.win * self.world.utility(seat) + (1.0 - self.knobs.win) * value
            self.worth[seat] = value

    def lead(self, seat: int) -> float:
        """Points ahead of the best other seat, and as far as others do not count (alone: at all) of what the first iteration brought."""
        if self.root.players == 1:
            return self.standing[seat] - self.par[seat]
        best = FAR_OFF
        for other in range(self.root.players):
            if other != seat:
                best = max(best, self.standing[other])
        return self.standing[seat] - self.knobs.rivalry * best - (1.0 - self.knobs.rivalry) * self.par[seat]

    def regret_others(self, node: int, chosen: int) -> None:
        """What the seat would have gained by its other arms: their means so far; of the one chosen, its mean corrected by what came of it,
        so that the estimate is right on average and varies little."""
        seat = self.seat[chosen]
        positive = 0.0
        n = 0
        at = self.first[node]
        while at != NOBODY:
            if self.seat[at] == seat:
                positive += max(0.0, self.regret[at])
                n += 1
            at = self.next[at]
        expected = 0.0
        at = self.first[node]
        while at != NOBODY:
            if self.seat[at] == seat:
                expected += self.share(at, positive, n) * self.gain(at, chosen, positive, n)
            at = self.next[at]
        at = self.first[node]
        while at != NOBODY:
            if self.seat[at] == seat:
                self.regret[at] += self.gain(at, chosen, positive, n) - expected
            at = self.next[at]

    def share(self, arm: int, positive: float, n: int) -> float:
        """How often regret matching chooses one of n arms with so much positive regret together."""
        return max(0.0, self.regret[arm]) / positive if positive > 0.0 else 1.0 / n

    def gain(self, arm: int, chosen: int, positive: float, n: int) -> float:
        mean = self.total[arm] / self.visits[arm] if self.visits[arm] > 0 else 0.5
        if arm != chosen:
            return mean
        chance = (1.0 - self.knobs.gamma) * self.share(arm, positive, n) + self.knobs.gamma / n
        return mean + (self.worth[self.seat[arm]] - mean) / chance


def fill_actors(state: State, out: Seats) -> int:
    """The seats that may act now, in the game's order."""
    n = 0
    seat = state.next_actor(NOBODY)
    while seat != NOBODY and n < SEATS:
        out[n] = seat
        n += 1
        seat = state.next_actor(seat)
    return n


def squashed(x: float) -> float:
    """From -1 to 1, almost proportional near 0."""
    return x / (1.0 + abs(x))
