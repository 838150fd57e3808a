"""Everything that can happen from a position, as a game in extensive form that OpenSpiel and Gambit read.

Sealed choices become moves one after the other that nobody else sees. What a seat knows is the sequence of all its masks so far and of its own
actions: nothing is ever forgotten, whatever a mask leaves out, and nothing is told apart that the seat cannot tell apart.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from shoal.engine.errors import ShoalError
from shoal.engine.state import Masked, State

MOST_NODES = 300_000
"""OpenSpiel takes about ten kilobytes for each."""


class TreeTooLarge(ShoalError):
    """A position has more continuations than can be listed."""


@dataclass(frozen=True)
class InformationSet:
    """A decision of a seat, with all that it knows when it is asked."""

    seat: int
    number: int
    """From 1, in the order in which the sets of this seat were found."""
    mask: Masked
    actions: tuple[int, ...]

    @property
    def name(self) -> str:
        """What OpenSpiel calls it."""
        return f"{self.seat}-{self.seat}-{self.number}-{self.number}"


class Tree:
    """All continuations of a position. What is forced, or drawn with one possible outcome, has no node of its own.

    >>> from shoal.lab.equilibrium.cases import CASES
    >>> tree = Tree(CASES["sealed"].position())
    >>> len(tree.sets) < tree.nodes
    True
    """

    def __init__(self, root: Any, most: int = MOST_NODES) -> None:
        self.players: int = root.players
        self.most = most
        self.nodes = 0
        self.sets: dict[tuple[int, int], InformationSet] = {}
        """By seat and what it knows."""
        self._known: dict[tuple[int, int | None, State], int] = {}
        """A number for everything that can be known: what was known before, the own action if there was one, and the mask now."""
        self._lines = [f'EFG 2 R "shoal" {{ {" ".join(quoted(str(seat + 1)) for seat in range(self.players))} }} ""']
        self._counts = {"chance": 0, "outcomes": 0} | {f"seat {seat}": 0 for seat in range(self.players)}
        self._grow(root, self._seen(root, [0] * self.players))

    def efg(self) -> str:
        """The tree in Gambit's format. Actions are called by their places among the legal ones, payoffs are victories in fair shares, less one:
        whole numbers mostly, so that they add up to nothing exactly."""
        return "\n".join(self._lines) + "\n"

    # ---- growing, in the order of the format: a node, then all that follows from its first branch, …

    def _grow(self, state: Any, known: list[int]) -> None:
        if state.is_chance():
            self._draw(settled(state), known)
        elif state.is_terminal():
            self._end(state)
        else:
            seat = state.actors()[0]
            legal = state.legal_actions(seat)
            if len(legal) > 1:
                self._ask(state, seat, legal, known[seat])
            for action in legal:
                after = state.copy()
                after.apply_action(seat, action)
                self._grow(after, self._seen(after, known, seat, action))

    def _draw(self, outcomes: dict[Any, float], known: list[int]) -> None:
        if len(outcomes) > 1:
            branches = (f"{quoted(str(i))} {chance!r}" for i, chance in enumerate(outcomes.values()))
            self._write(f'c "" {self._next("chance")} "" {{ {" ".join(branches)} }} 0')
        for state in outcomes:
            self._grow(state, self._seen(state, known))

    def _ask(self, state: Any, seat: int, legal: list[int], known: int) -> None:
        if (seat, known) not in self.sets:
            self.sets[seat, known] = InformationSet(seat, self._next(f"seat {seat}"), state.masked(seat), tuple(legal))
        number = self.sets[seat, known].number
        self._write(f'p "" {seat + 1} {number} "{number}" {{ {" ".join(quoted(str(i)) for i in range(len(legal)))} }} 0')

    def _end(self, state: Any) -> None:
        payoffs = " ".join(repr(share * self.players - 1.0) for share in state.returns())
        self._write(f't "" {self._next("outcomes")} "" {{ {payoffs} }}')

    def _write(self, line: str) -> None:
        self.nodes += 1
        if self.nodes > self.most:
            raise TreeTooLarge(f"there are more than {self.most:,} continuations; take a smaller box or a later position")
        self._lines.append(line)

    def _next(self, what: str) -> int:
        self._counts[what] += 1
        return self._counts[what]

    # ---- what seats know

    def _seen(self, state: Any, known: Iterable[int], actor: int | None = None, action: int | None = None) -> list[int]:
        """What every seat knows after it has looked at the position that followed on an action, or on draws."""
        return [self._number((before, action if seat == actor else None, state.masked(seat).state)) for seat, before in enumerate(known)]

    def _number(self, key: tuple[int, int | None, State]) -> int:
        return self._known.setdefault(key, len(self._known) + 1)


def quoted(text: str) -> str:
    return f'"{text}"'


def settled(state: Any) -> dict[Any, float]:
    """The positions at which draws can end, with their chances; in which order cards were drawn does not matter.

    >>> from shoal.games import load_game
    >>> found = settled(load_game("aquarium").new_state(2))
    >>> round(sum(found.values()), 9)
    1.0
    """
    found: dict[Any, float] = {}
    front = {state: 1.0}
    while front:
        draws: dict[Any, float] = {}
        for before, chance in front.items():
            if not before.is_chance():
                found[before] = found.get(before, 0.0) + chance
                continue
            outcomes = before.chance_outcomes()
            total = sum(weight for _, weight in outcomes)
            for outcome, weight in outcomes:
                after = before.copy()
                after.apply_outcome(outcome)
                draws[after] = draws.get(after, 0.0) + chance * weight / total
        front = draws
    return found
