"""Information-set Monte Carlo tree search, for every game alike, without the GIL.

Each iteration deals what the observer does not know anew, walks down a tree of decisions, plays on for a while and gives every seat
its value (max^n). The tree is the observer's: a node is what has been decided on the way to it, an arm is one seat's action there.
What is drawn on the way is averaged (open loop), so the legal actions of a node differ from world to world and each arm
counts how often it was available, as Cowling, Powley and Whitehouse (2012) do. Where several seats choose at once, each selects from its own
arms without looking at the others (decoupled, Tak, Lanctot and Winands 2014), by upper confidence bounds or by regret matching.
"""

from math import sqrt
from typing import Annotated, Any

from shoal.engine.facts import CHANCE, MOVES, NOBODY, OVER, TRUTH, Looks, Moves
from shoal.engine.fields import Fields
from shoal.engine.hints import i64, nogil, python, scratch
from shoal.engine.state import Rng, State

NODES = 1 << 14
ARMS = 1 << 16
PATH = 512
"""Arms on one way through the tree."""

SEATS = 8
MOST_STEPS = 5000
"""Actions and draws of one iteration; the longest games take less than a fifth of it."""

TO_THE_END = -1
"""`depth` of rollouts that are not cut off."""

FAR_OFF = -1e9
"""No expectation yet."""

Nodes = Annotated[list[int], "int", NODES]
Arms = Annotated[list[int], "int", ARMS]
Sums = Annotated[list[float], "double", ARMS]
Path = Annotated[list[int], "int", PATH]
Seats = Annotated[list[int], "int", SEATS]
Values = Annotated[list[float], "double", SEATS]
Totals = Annotated[list[float], "double", MOVES]


class Knobs(Fields):
    """How a tree is searched. bots/settings.py says what each means; the values here are the bare search: no glance, random rollouts to the end."""

    explore: float
    bias: float
    scale: float
    win: float
    rivalry: float
    own_greed: float
    greed: float
    depth: int
    expand: int
    foresee: bool
    mixing: bool
    gamma: float

    def __init__(self) -> None:
        self.blank()
        self.explore = 0.5
        self.scale = 10.0
        self.rivalry = 1.0
        self.depth = TO_THE_END
        self.expand = 8
        self.gamma = 0.1


class Tree(Fields):
    """The tree of one observer, in bounded memory (about 5 MB); once it is full it grows no more.

    >>> from shoal.games import load_game
    >>> state = load_game("fish_tank").new_state(2)
    >>> state.advance(Rng(1))
    >>> tree = Tree(state.masked(0).state, 0, seed=1)
    >>> actions = state.legal_actions(0)
    >>> tree.open(actions, [0.0] * len(actions))
    >>> tree.run(list(range(len(actions))), 10)
    >>> [tree.sums_of(i)[0] for i in range(len(actions))] == [10] * len(actions)
    True
    """

    root: State
    """A mask, or a true state (of which nothing is dealt anew: only to measure what hidden information costs)."""
    world: State
    """The position of the iteration going on."""
    rng: Rng
    """For choices …"""
    luck: Rng
    """… and for what is dealt and drawn, apart from each other, so that another choice changes as little as possible of the luck."""
    stream: Rng
    """Gives each pass its numbers …"""
    kept: Rng
    kept_luck: Rng
    """… with which each of its iterations begins, so that all candidates are tried in the same world with the same luck."""
    me: int
    """The seat that searches."""
    knobs: Knobs

    nodes: int
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

    count: int
    """The observer's candidates at the root; the arm of each, and sums over its iterations."""
    tried: Moves
    candidate: Moves
    worths: Totals
    points: Totals
    wins: Totals
    squares: Totals
    chosen: Moves

    def __init__(self, root: State, me: int, seed: int = 1, knobs: Any = None) -> None:
        self.blank()
        if not isinstance(root, State):
            raise TypeError("a tree grows from a state or from the state of a mask")
        if type(me) is not int or not 0 <= me < root.players <= SEATS:
            raise ValueError(f"a tree is grown for a seat of its position, not for {me!r}")
        if knobs is not None and not isinstance(knobs, Knobs):
            raise TypeError(f"a tree takes Knobs, not {knobs!r}")
        self.root = root
        self.world = root.copy() if root.observer == TRUTH else root.world()
        self.rng = Rng(seed, "tree")
        self.luck = Rng(seed, "luck")
        self.kept = Rng(seed, "tree")
        self.kept_luck = Rng(seed, "luck")
        self.stream = Rng(seed, "worlds")
        self.me = me
        self.knobs = Knobs() if knobs is None else knobs
        self.teaches = True
        self.new_node()

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

    # ---- one iteration

    def simulate(self, forced: int) -> None:
        """A new world, down the tree, a rollout, and back; the observer's first choice is the arm `forced` unless it is NOBODY."""
        self.world.become(self.root)
        if self.root.observer != TRUTH:
            self.world.deal_unknown(self.luck)
        self.world.keeps_memory = False
        self.length = 0
        self.steps = 0
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
        node = 0
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
        at = self.first[node] if before == NOBODY else self.next[before]
        for i in range(n):
            while at != NOBODY and (self.seat[at] < seat or (self.seat[at] == seat and self.action[at] < moves[i])):
                before = at
                at = self.next[at]
            if at == NOBODY or self.seat[at] != seat or self.action[at] != moves[i]:
                at = self.new_arm(node, before, seat, moves[i])
                if at == NOBODY:
                    return NOBODY
                self.prior[at] = self.world.prefer(seat, moves[i]) if n > 1 and self.knobs.bias > 0.0 else FAR_OFF
            self.available[at] += 1
            legal[i] = at
        self.cursor = before
        if sealed and self.knobs.mixing:
            self.glance(legal, n)
            return legal[self.mixed(legal, n)]
        return legal[self.best(legal, n)]

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
                self.steps += 1

    def play_greedily(self, seat: int) -> None:
        """What looks best at one glance; of equals any."""
        moves: Moves = scratch(MOVES)
        looks: Looks = scratch(MOVES)
        n = self.world.fill_legal(seat, moves)
        found = moves[0]
        best = FAR_OFF
        ties = 0
        if n > 1:
            self.world.look_over(seat, moves, n, looks)
        for i in range(n if n > 1 else 0):
            if looks[i] > best:
                best = looks[i]
                found = moves[i]
                ties = 1
            elif looks[i] == best:
                ties += 1
                if self.rng.below(ties) == 0:
                    found = moves[i]
        if n > 1:
            self.guess[seat] = best
        self.world.step(seat, found)
        self.steps += 1

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

    # ---- passes over the candidates at the root

    def renew(self, kept: Rng) -> None:
        """Numbers for the next pass."""
        kept.a = self.stream.word()
        kept.b = self.stream.word()
        kept.c = self.stream.word()
        kept.counter = 1

    def begin(self) -> None:
        """Another iteration with the numbers of the pass."""
        self.rng.become(self.kept)
        self.luck.become(self.kept_luck)

    def go(self, candidates: int, passes: int) -> None:
        for _ in range(passes):
            self.renew(self.kept)
            self.renew(self.kept_luck)
            for i in range(candidates):
                self.begin()
                self.simulate(self.candidate[self.chosen[i]])
                self.note(self.chosen[i])

    def go_mixing(self, passes: int) -> None:
        """As `go`, with all candidates; how often each should be chosen follows by regret matching from what all of them bring in each world.

        The other seats learn from one candidate of each pass only, drawn as often as it is chosen: they answer the mixture.
        """
        gains: Totals = scratch(MOVES)
        for _ in range(passes):
            self.renew(self.kept)
            self.renew(self.kept_luck)
            positive = 0.0
            for i in range(self.count):
                positive += max(0.0, self.regret[self.candidate[i]])
            drawn = self.draw_candidate(positive)
            expected = 0.0
            for i in range(self.count):
                arm = self.candidate[i]
                self.teaches = i == drawn
                self.begin()
                self.simulate(arm)
                self.note(i)
                gains[i] = self.worth[self.me]
                share = self.share(arm, positive, self.count)
                self.strategy[arm] += share
                expected += share * gains[i]
            for i in range(self.count):
                self.regret[self.candidate[i]] += gains[i] - expected
        self.teaches = True

    def draw_candidate(self, positive: float) -> int:
        """One as often as it is chosen, and sometimes any."""
        point = self.stream.fraction()
        for i in range(self.count):
            share = self.share(self.candidate[i], positive, self.count)
            point -= (1.0 - self.knobs.gamma) * share + self.knobs.gamma / self.count
            if point < 0.0:
                return i
        return self.count - 1

    def note(self, i: int) -> None:
        """Add what the iteration brought to a candidate's sums."""
        over: bool = self.world.status() == OVER
        value = self.worth[self.me]
        self.tried[i] += 1
        self.points[i] += self.standing[self.me]
        self.wins[i] += self.world.utility(self.me) if over else value
        self.worths[i] += value
        self.squares[i] += value * value

    @python
    def check_made(self) -> None:
        """Without the positions that __init__ sets, compiled code would stop the process."""
        parts = (self.root, self.world, self.rng, self.luck, self.stream, self.kept, self.kept_luck, self.knobs)
        if any(part is None for part in parts):
            raise ValueError("a tree is made from a position: Tree(state, seat)")

    @python
    def open(self, actions: list[int], priors: list[float]) -> None:
        """The observer's candidates, ascending, with how good each looks at one glance."""
        self.check_made()
        if self.count or not actions or len(actions) != len(priors) or sorted(set(actions)) != actions:
            raise ValueError("open: legal actions are expected once, ascending, with a number for each")
        legal = self.root.legal_actions(self.me)
        before: int = NOBODY
        who: int = self.me
        for i, action in enumerate(actions):
            if action not in legal:
                raise ValueError(f"open: {action!r} is not a legal action of the seat")
            a: int = action
            before = self.new_arm(0, before, who, a)
            self.prior[before] = priors[i]
            self.candidate[i] = before
        self.count = len(actions)
        self.glance(self.candidate, self.count)

    @python
    def run(self, candidates: list[int], passes: int) -> list[float]:
        """Try each of these candidates (by their places in `open`) once in each of so many worlds; returns what each was worth there, all together."""
        self.check_made()
        for place, i in enumerate(candidates):
            if type(i) is not int or not 0 <= i < self.count:
                raise ValueError("run: places of candidates are expected")
            self.chosen[place] = i
        n: int = len(candidates)
        times: int = passes
        before = [self.worths[i] for i in candidates]
        with nogil:
            self.go(n, times)
        return [self.worths[i] - was for i, was in zip(candidates, before, strict=True)]

    @python
    def mix(self, passes: int) -> list[float]:
        """Try every candidate once in each of so many worlds, with regret matching; returns how often each is to be chosen, not normalised."""
        self.check_made()
        n: int = passes
        with nogil:
            self.go_mixing(n)
        return [self.strategy[self.candidate[i]] for i in range(self.count)]

    @python
    def sums_of(self, i: int) -> tuple[int, float, float, float, float]:
        """Of a candidate: iterations, and the sums of worth, its square, points and victories."""
        n: int = self.tried[i]
        return n, self.worths[i], self.squares[i], self.points[i], self.wins[i]


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
