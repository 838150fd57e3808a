"""What one observer can know of a game in progress, exactly: every history that chance allows, weighted by chance alone.

A second opinion on `knowledge.py`, worked out another way. The observer watches from the beginning; kept are all the worlds (hands and discards
of everybody) that fit what it has seen, each with its weight. Nothing is summarised and nothing is forgotten. Cards are labelled: when another
seat shows a danio, each of the danios in its hand can have been the one, and nothing else is inferred from what it chose.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from shoal.engine.state import Rng
from shoal.games.fish_tank.notation import DEAL, DISCARD, FLIP, KINDS, PICK, kind_of, outcome_kind

Bag = tuple[int, ...]
NOTHING: Bag = (0,) * KINDS


class World(NamedTuple):
    hands: tuple[Bag, ...]
    discards: Bag
    new: int = 0
    """The kind that the observer has drawn new in the exchange in progress."""


def changed(bag: Bag, kind: int, by: int) -> Bag:
    return bag[:kind] + (bag[kind] + by,) + bag[kind + 1 :]


def hidden(state: Any) -> World:
    """The hidden part of a true or dealt position."""
    hands = tuple(tuple(state.hands[seat * KINDS : (seat + 1) * KINDS]) for seat in range(state.players))
    return World(hands, tuple(state.discards))


class Watcher:
    """One observer (a seat, or -1 for a spectator) and the worlds it must think possible, by weight."""

    def __init__(self, state: Any, seat: int) -> None:
        self.seat = seat
        self.players = int(state.players)
        self.unshown: Bag = tuple(state.pile)
        self.weights: dict[World, float] = {World((NOTHING,) * self.players, NOTHING): 1.0}
        self.new = 0

    def pile(self, world: World) -> Bag:
        return tuple(all_ - sum(parts) for all_, *parts in zip(self.unshown, world.discards, *world.hands, strict=True))

    def chances(self) -> dict[World, float]:
        """The probability of every world."""
        total = sum(self.weights.values())
        return {world: weight / total for world, weight in self.weights.items()}

    def expand(self, successors: Callable[[World], Iterator[tuple[World, float]]]) -> None:
        weights: dict[World, float] = {}
        for world, weight in self.weights.items():
            for after, factor in successors(world):
                weights[after] = weights.get(after, 0.0) + weight * factor
        total = sum(weights.values())
        assert total > 0, "what was seen is impossible"
        self.weights = {world: weight / total for world, weight in weights.items()}

    # ---- chance

    def see_outcome(self, state: Any, outcome: int) -> None:
        """Asked before the outcome is applied; only what this observer sees of it is used."""
        seat, kind = int(state.turn), outcome_kind(outcome)
        if state.stage == DEAL:
            self.expand(lambda world: self.dealt(world, seat, kind if seat == self.seat else 0))
        elif state.stage == DISCARD:
            self.expand(lambda world: self.discarded(world, seat))
        else:
            self.expand(lambda world: self.dealt(world, seat, 0, drawn=seat == self.seat))
            if seat == self.seat:
                self.new = kind

    def dealt(self, world: World, seat: int, seen: int, drawn: bool = False) -> Iterator[tuple[World, float]]:
        """A card comes from the pile; `seen`: the observer sees this kind come."""
        pile = self.pile(world)
        for kind in range(1, KINDS):
            if pile[kind] > 0 and seen in (0, kind):
                hands = list(world.hands)
                hands[seat] = changed(hands[seat], kind, 1)
                yield World(tuple(hands), world.discards, kind if drawn else world.new), pile[kind] / sum(pile)

    def discarded(self, world: World, seat: int) -> Iterator[tuple[World, float]]:
        hand = world.hands[seat]
        for kind in range(1, KINDS):
            if hand[kind] > 0:
                hands = list(world.hands)
                hands[seat] = changed(hand, kind, -1)
                yield World(tuple(hands), changed(world.discards, kind, 1), world.new), hand[kind] / sum(hand)

    def look(self, hand: Bag) -> None:
        """After an exchange: the own hand is taken up, and the new card of it is known."""
        if self.seat >= 0:
            fitting = {w: weight for w, weight in self.weights.items() if w.hands[self.seat] == hand and w.new == self.new}
            assert fitting, "what was seen is impossible"
            self.weights = {World(w.hands, w.discards): weight for w, weight in fitting.items()}

    # ---- choices

    def see_picks(self, kinds: list[int], rest_is_discarded: bool) -> None:
        """All picks are revealed at once."""
        self.expand(lambda world: self.shown(world, kinds, rest_is_discarded))
        for kind in kinds:
            self.unshown = changed(self.unshown, kind, -1)

    def shown(self, world: World, kinds: list[int], rest_is_discarded: bool) -> Iterator[tuple[World, float]]:
        weight, hands, discards = 1.0, list(world.hands), world.discards
        for seat, kind in enumerate(kinds):
            if seat != self.seat:
                weight *= hands[seat][kind] / sum(hands[seat])
            if weight == 0.0:
                return
            hands[seat] = changed(hands[seat], kind, -1)
            if rest_is_discarded:
                discards = tuple(a + b for a, b in zip(discards, hands[seat], strict=True))
                hands[seat] = NOTHING
        yield World(tuple(hands), discards), weight

    def pass_hands(self, direction: int) -> None:
        n = self.players
        self.expand(lambda world: iter([(World(tuple(world.hands[(seat - direction) % n] for seat in range(n)), world.discards), 1.0)]))


class Watched:
    """A random game in progress with a watcher for every seat and one for spectators."""

    def __init__(self, game: Any, players: int, options: dict[str, Any], seed: int) -> None:
        self.state = game.new_state(players, options)
        self.state.remember()
        self.rng = Rng(seed, "watched game")
        self.watchers = [Watcher(self.state, seat) for seat in range(-1, players)]
        self.hand, self.directions = game.box.hand, [1 if way == "left" else -1 for way in game.components["draft"]["pass_direction"]]
        last_rounds = [phase * self.hand for phase in range(1, game.box.phases + 1)]
        self.pair_rounds = (last_rounds if options.get("pair_rounds") == "8,16" else last_rounds[-1:]) if players == 2 else []
        self.pass_first = bool(options.get("pass_before_place", False))

    def tell(self, what: Callable[[Watcher], None]) -> None:
        for watcher in self.watchers:
            what(watcher)

    def step(self) -> None:
        """One random event, which the watchers see as far as the rulebook lets them."""
        state = self.state
        if state.is_chance():
            self.draw()
            return
        stage, number = state.stage, int(state.round)
        seat = state.actors()[self.rng.pick(len(state.actors()))]
        legal = state.legal_actions(seat)
        last = len(state.actors()) == 1
        picks = list(state.picked)
        action = legal[self.rng.pick(len(legal))]
        state.apply_action(seat, action)
        if stage == PICK and last:
            self.reveal(seat, action, picks, number)
        elif stage == FLIP and last and not self.pass_first and (state.is_terminal() or state.round != number):
            self.pass_on(number)

    def reveal(self, seat: int, action: int, picks: list[int], number: int) -> None:
        picks[seat] = kind_of(action)
        self.tell(lambda watcher: watcher.see_picks(picks[: self.state.players], number in self.pair_rounds))
        if self.pass_first:
            self.pass_on(number)

    def pass_on(self, number: int) -> None:
        """Hands are passed after every round but the last of a phase."""
        if number % self.hand:
            direction = self.directions[(number - 1) // self.hand]
            self.tell(lambda watcher: watcher.pass_hands(direction))
            if self.state.players > 2:
                self.tell(lambda watcher: watcher.look(hidden(self.state).hands[watcher.seat]))

    def draw(self) -> None:
        state = self.state
        cards = [outcome for outcome, weight in state.chance_outcomes() for _ in range(weight)]
        outcome = cards[self.rng.pick(len(cards))]
        self.tell(lambda watcher: watcher.see_outcome(state, outcome))
        taken_up = state.stage not in (DEAL, DISCARD) and state.turn == state.players - 1
        state.apply_outcome(outcome)
        if taken_up:
            self.tell(lambda watcher: watcher.look(hidden(state).hands[watcher.seat]))
