"""What would come of a move before it is taken: nothing is drawn within a turn, so the rules themselves can be asked."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from shoal.engine.state import Masked, Rng

from .notation import ADS, REGULAR, GROUPS, KINDS, REPAIR, TANKS, tank_at


MOST_BOXES = 16
_PLAIN: dict[int, tuple[Any, Any]] = {}


def plain(box: Any) -> Any:
    """The tables of a box as ordinary lists, which are quick to look into (those of the compiled form are copied at every look)."""
    known = _PLAIN.get(id(box))
    if known is None or known[0] is not box:
        if len(_PLAIN) >= MOST_BOXES:
            _PLAIN.clear()
        known = _PLAIN[id(box)] = (box, SimpleNamespace(**box.dump()))
    return known[1]


@dataclass(frozen=True)
class Fit:
    """One more token of a kind in a tank."""

    uses: int
    """Oxygen that would be used."""
    supply: int
    clash: tuple[int, ...]
    """Kinds there that would have to leave, since they cannot live with it."""
    lacks: bool
    """Whether what it needs is not there."""
    full: bool
    """Whether a tank holds only one of its kind, and this one does."""

    @property
    def possible(self) -> bool:
        """Whether it may be placed, even if others have to make room."""
        return not self.lacks and not self.full

    @property
    def fits(self) -> bool:
        return self.possible and not self.clash and self.uses <= self.supply


def kinds_of(mix: int) -> list[int]:
    """The kinds of a set."""
    return [kind for kind in range(KINDS) if mix >> kind & 1]


def fit(box: Any, tank: list[int], kind: int) -> Fit:
    """How a token would fit into a tank, given as numbers by kind."""
    mix = sum(1 << k for k in range(KINDS) if tank[k])
    uses = sum(box.oxygen[k] * tank[k] for k in range(KINDS)) + box.oxygen[kind]
    after = mix | 1 << kind
    lacks = bool(box.needs[kind]) and not box.needs[kind] & mix
    full = bool(box.single >> kind & 1 and tank[kind])
    return Fit(uses, box.supplies[after], tuple(kinds_of(box.shuns[kind] & mix)), lacks, full)


def oxygen(box: Any, tank: list[int]) -> tuple[int, int]:
    """(used, supplied)."""
    mix = sum(1 << k for k in range(KINDS) if tank[k])
    return sum(box.oxygen[k] * tank[k] for k in range(KINDS)), box.supplies[mix]


class Ahead:
    """A playable copy of what a seat sees, in which its moves can be tried."""

    def __init__(self, masked: Masked) -> None:
        self.seat = masked.observer
        self._world = masked.dealt(Rng(1, "ahead"))
        self._tried: dict[int, Any] = {}

    def after(self, action: int) -> Any:
        """The position after a legal move."""
        if action not in self._tried:
            state = self._world.copy()
            state.apply_action(self.seat, action)
            self._tried[action] = state
        return self._tried[action]

    def points_after(self, action: int) -> int:
        """The seat's points as they would then stand."""
        return int(self.after(action).scores()[self.seat])

    def leaves_too(self, action: int) -> list[int]:
        """Kinds of which a removal takes more tokens along than the one removed."""
        before, state = self._world, self.after(action)
        start, stop = tank_at(self.seat, 0) * KINDS, tank_at(self.seat, TANKS) * KINDS
        gone = [0] * KINDS
        for i in range(start, stop):
            gone[(i - start) % KINDS] += before.contents[i] - state.contents[i]
        return gone

    def repairs(self, action: int) -> bool:
        """Whether something has to leave after this move."""
        return bool(self.after(action).stage == REPAIR)


def best_ad(state: Any, seat: int) -> int:
    """The most that an ad still open would pay a seat."""
    return max((state.ad_pay(seat, number) for number in range(ADS) if not state.ads_used >> number & 1), default=0)


def lacking(box: Any, tank: list[int], card: int) -> list[int]:
    """What a tank lacks of a Milestone card, as numbers by kind."""
    return [max(0, box.card_needs[card * KINDS + kind] - tank[kind]) for kind in range(KINDS)]


def nearest_tank(box: Any, tanks: list[list[int]], card: int) -> tuple[int, list[int]]:
    """(tank, what it lacks) of the tank that is closest to a Milestone card."""
    missing = [lacking(box, tank, card) for tank in tanks]
    best = min(range(TANKS), key=lambda tank: sum(missing[tank]))
    return best, missing[best]


def bag_left(state: Any) -> list[tuple[int, int]]:
    """(kind, number) of what the bag still holds."""
    return [(kind, int(state.bag[kind])) for kind in range(REGULAR) if state.bag[kind]]


def claimed(state: Any, seat: int) -> list[int]:
    """Groups whose card a seat has claimed."""
    return [group for group in range(GROUPS) if state.achieved[seat * GROUPS + group]]
