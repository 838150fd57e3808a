"""An observer who forgets nothing: all labelled worlds with their weights, for tiny boxes.

Cards carry labels (kind, copy). A world is where every label is; each hidden draw and each label that can have been played splits it.
Nothing is inferred from choices: every label that could be played counts alike. Cards that lie in the open, on the table or in the row, are
in no place of a world; those that were openly taken are counted beside it, and are the first of their kind to leave a hand (R41).
"""

from collections import Counter, defaultdict
from typing import Any

from shoal.games.acqua_dolce.notation import DRAWING, KINDS, REVEALING, is_play, is_swap, is_take, played_kind, played_number, swap_high, swap_low

Label = tuple[int, int]
World = tuple[tuple[frozenset[Label], ...], frozenset[Label], frozenset[Label]]
"""Hands by seat, deck, discards."""


class Watcher:
    def __init__(self, state: Any, seat: int) -> None:
        self.seat = seat
        self.players = state.players
        deck = frozenset((card, copy) for card in range(KINDS) for copy in range(state.deck[card]))
        self.open: list[Counter[int]] = [Counter() for _ in range(state.players)]
        """Cards that each seat has openly taken and still holds for certain."""
        self.worlds: dict[World, int] = {((frozenset(),) * state.players, deck, frozenset()): 1}

    def split(self, branches: Any) -> None:
        new: dict[World, int] = defaultdict(int)
        for world, weight in self.worlds.items():
            for branch in branches(world):
                new[branch] += weight
        self.worlds = dict(new)

    def drawn(self, turn: int, card: int | None) -> None:
        """A card goes to a hand; None: which, is not seen."""

        def branches(world: World) -> Any:
            hands, deck, discards = renewed(world)
            for label in deck:
                if card is None or label[0] == card:
                    yield hands[:turn] + (hands[turn] | {label},) + hands[turn + 1 :], deck - {label}, discards

        self.split(branches)

    def revealed(self, card: int) -> None:
        """A card is turned up."""

        def branches(world: World) -> Any:
            hands, deck, discards = renewed(world)
            for label in deck:
                if label[0] == card:
                    yield hands, deck - {label}, discards

        self.split(branches)

    def left(self, turn: int, card: int, to_discards: bool) -> None:
        """A card of this kind leaves a hand."""
        if self.open[turn][card] > 0:
            self.open[turn][card] -= 1
            if to_discards:
                self.gone(Counter([card]))
            return

        def branches(world: World) -> Any:
            hands, deck, discards = world
            for label in hands[turn]:
                if label[0] == card:
                    rest = hands[:turn] + (hands[turn] - {label},) + hands[turn + 1 :]
                    yield rest, deck, discards | {label} if to_discards else discards

        self.split(branches)

    def gone(self, number: Counter[int]) -> None:
        """Cards of the tank go to the discards: any labels will do that are nowhere else."""

        def branches(world: World) -> Any:
            hands, deck, discards = world
            there = frozenset().union(*hands, deck, discards)
            moved = set()
            for card, copies in number.items():
                free = [(card, copy) for copy in range(20) if (card, copy) not in there]
                moved |= set(free[:copies])
            yield hands, deck, discards | frozenset(moved)

        self.split(branches)

    def event(self, before: Any, after: Any, seat: int | None, number: int) -> None:
        if seat is None and before.stage == REVEALING:
            self.revealed(number % KINDS)
        elif seat is None:
            seen = before.turn == self.seat
            self.drawn(before.turn, number % KINDS if seen else None)
            assert before.stage in (0, DRAWING)
        elif is_play(number):
            for _ in range(played_number(number)):
                self.left(seat, played_kind(number), False)
        elif is_swap(number):
            self.left(seat, swap_low(number), True)
            self.left(seat, swap_high(number), True)
        elif is_take(number):
            self.open[seat][number] += 1
        lost = Counter({card: before.tank[card] - after.tank[card] for card in range(KINDS) if before.tank[card] > after.tank[card]})
        if seat is not None and is_play(number):
            lost[played_kind(number)] = before.tank[played_kind(number)] + played_number(number) - after.tank[played_kind(number)]
        row = Counter({card: before.row[card] for card in range(KINDS)})
        if seat is None and before.stage == REVEALING:
            row[number % KINDS] += 1
        elif seat is not None and is_take(number):
            row[number] -= 1
        for card in range(KINDS):
            lost[card] += max(0, row[card] - after.row[card])
        if +lost:
            self.gone(+lost)

    def chances(self) -> dict[Any, float]:
        """The hands of all seats by kinds, with their probability."""
        total = sum(self.worlds.values())
        found: dict[Any, float] = defaultdict(float)
        for (hands, _, _), weight in self.worlds.items():
            known = [list(self.open[seat].elements()) for seat in range(self.players)]
            found[tuple(tuple(sorted([card for card, _ in hand] + known[seat])) for seat, hand in enumerate(hands))] += weight / total
        return dict(found)


def renewed(world: World) -> World:
    """An empty deck is made anew from the discards."""
    hands, deck, discards = world
    return (hands, discards, frozenset()) if not deck else world


def hands_of(state: Any) -> Any:
    return tuple(tuple(card for card in range(KINDS) for _ in range(state.hands[seat * KINDS + card])) for seat in range(state.players))
