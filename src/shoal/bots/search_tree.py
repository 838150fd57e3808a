"""Information-set Monte Carlo tree search, for every game alike, without the GIL.

Each iteration deals what the observer does not know anew, walks down a tree of decisions, plays on for a while and gives every seat
its value (max^n). The tree is the observer's; `search_walk.py` has the way of one iteration. Here all candidates
at the root are tried again and again, in the same worlds with the same luck.
"""

from typing import Annotated, Any

from shoal.engine.facts import MOVES, NOBODY, OVER, TRUTH, Moves
from shoal.engine.hints import nogil, python, scratch
from shoal.engine.state import Rng, State

from .search_knobs import Knobs
from .search_walk import ARMS, SEATS, Walk

Totals = Annotated[list[float], "double", MOVES]


class Tree(Walk):
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

    stream: Rng
    """Gives each pass its numbers …"""
    kept: Rng
    kept_luck: Rng
    """… with which each of its iterations begins, so that all candidates are tried in the same world with the same luck."""

    count: int
    """The observer's candidates at the root; the arm of each, and sums over its iterations."""
    tried: Moves
    candidate: Moves
    worths: Totals
    points: Totals
    wins: Totals
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
            before = self.reach(self.top, before, who, a)
            if before == NOBODY:
                raise ValueError("open: the tree is full")
            self.prior[before] = priors[i]
            self.candidate[i] = before
        self.count = len(actions)
        self.glance(self.candidate, self.count)

    @python
    def follow(self, action: int, root: State) -> int:
        """Go on from the node behind a candidate, in the position that the observer met there; returns how often the node was passed, 0 (and nothing
        changes) where there is none, or no room to grow."""
        self.check_made()
        node: int = NOBODY
        for i in range(self.count):
            if self.action[self.candidate[i]] == action:
                node = self.child[self.candidate[i]]
        if node == NOBODY or self.arms > ARMS - 2 * MOVES or root.players != self.root.players or root.observer != self.me:
            return 0
        passed: int = self.passed(node)
        if passed:
            self.root, self.world, self.top = root, root.world(), node
            self.forget_candidates()
        return passed

    def passed(self, node: int) -> int:
        """How often the observer chose in a node."""
        times = 0
        at = self.first[node]
        while at != NOBODY:
            if self.seat[at] == self.me:
                times += self.visits[at]
            at = self.next[at]
        return times

    def forget_candidates(self) -> None:
        for i in range(self.count):
            self.tried[i] = 0
            self.worths[i] = 0.0
            self.points[i] = 0.0
            self.wins[i] = 0.0
        self.count = 0

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
    def sums_of(self, i: int) -> tuple[int, float, float, float]:
        """Of a candidate: iterations, and the sums of worth, points and victories."""
        n: int = self.tried[i]
        return n, self.worths[i], self.points[i], self.wins[i]
