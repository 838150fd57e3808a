"""A toy game for the tests of matches: everything that a match must get right, in few moves.

Three cards from 1 to 5 are dealt to each seat, unseen by others. Three rounds: all bid a card, sealed, and then double it or not,
sealed too; both are opened together. The highest bid takes the left or the right prize, and a card is drawn for all to see.
"""

import copy
from pathlib import Path
from typing import Any

from shoal.engine.components import Components
from shoal.engine.errors import IllegalAction, UnknownText
from shoal.engine.facts import AT_END, SPECTATOR, TRUTH
from shoal.engine.game import Game, Option, Prompt
from shoal.engine.sheet import Result, ScoreLine, ScoreSheet
from shoal.engine.state import EVERYBODY, Masked, Rng, Witnesses

KINDS, COPIES, HAND = 5, 4, 3
DOUBLE, SINGLE, LEFT, RIGHT = 10, 11, 20, 21
WORDS = {DOUBLE: "double yes", SINGLE: "double no", LEFT: "take left", RIGHT: "take right"}


class Auction:
    """Only what a match asks of a state; plain, whatever form the engine has."""

    def __init__(self, players: int, draws: bool = True) -> None:
        self.players = players
        self.draws = draws
        self.observer = TRUTH
        self.bag = [0] + [COPIES] * KINDS
        self.hands = [[0] * (KINDS + 1) for _ in range(players)]
        self.bids = [0] * players
        self.doubles = [0] * players
        self.points = [0] * players
        self.stage, self.winner, self.rounds, self.reveals, self.dealt_cards = "deal", 0, 0, 0, 0

    def is_terminal(self) -> bool:
        return self.stage == "over"

    def is_chance(self) -> bool:
        return self.stage in ("deal", "draw")

    def decision(self) -> str:
        return self.stage if self.stage in ("bid", "double", "take") else ""

    def chance_name(self) -> str:
        return self.stage if self.is_chance() else ""

    def actors(self) -> list[int]:
        if self.stage == "take":
            return [self.winner]
        given = {"bid": self.bids, "double": self.doubles}.get(self.stage)
        return [] if given is None else [seat for seat in range(self.players) if not given[seat]]

    def legal_actions(self, seat: int) -> list[int]:
        if seat not in self.actors():
            return []
        if self.stage == "bid":
            return [kind for kind in range(1, KINDS + 1) if self.hands[seat][kind]]
        return [DOUBLE, SINGLE] if self.stage == "double" else [LEFT, RIGHT]

    def apply_action(self, seat: int, action: int) -> None:
        if action not in self.legal_actions(seat):
            raise IllegalAction(*self.why_not(seat, action))
        if self.stage == "bid":
            self.bids[seat] = action
            if not self.actors():
                self.stage = "double"
        elif self.stage == "double":
            self.doubles[seat] = action
            if not self.actors():
                self.open()
        else:
            self.points[seat] += 3 if action == LEFT else 2
            self.stage = "draw"
            if not self.draws:
                self.end_round()

    def open(self) -> None:
        values = [bid * (2 if double == DOUBLE else 1) for bid, double in zip(self.bids, self.doubles, strict=True)]
        self.winner = values.index(max(values))
        for seat, bid in enumerate(self.bids):
            self.hands[seat][bid] -= 1
        self.bids, self.doubles = [0] * self.players, [0] * self.players
        self.reveals += 1
        self.stage = "take"

    def chance_outcomes(self) -> list[tuple[int, int]]:
        base = 200 if self.stage == "draw" else 100 + 10 * (self.dealt_cards // HAND)
        return [(base + kind, self.bag[kind]) for kind in range(1, KINDS + 1) if self.bag[kind]] if self.is_chance() else []

    def apply_outcome(self, outcome: int) -> None:
        if outcome not in dict(self.chance_outcomes()):
            raise IllegalAction("this cannot be drawn now")
        kind = outcome % 10
        self.bag[kind] -= 1
        if outcome < 200:
            self.hands[self.dealt_cards // HAND][kind] += 1
            self.dealt_cards += 1
            self.stage = "deal" if self.dealt_cards < HAND * self.players else "bid"
        else:
            self.points[self.winner] += kind
            self.end_round()

    def end_round(self) -> None:
        self.rounds += 1
        self.stage = "over" if self.rounds == HAND else "bid"

    def witnesses(self, seat: int | None, action: int) -> Witnesses:
        if seat is None:
            return EVERYBODY if self.stage == "draw" else Witnesses((self.dealt_cards // HAND,), AT_END)
        return EVERYBODY if self.stage == "take" else Witnesses((seat,), self.reveals + 1)

    def why_not(self, seat: int, action: int) -> tuple[str, str]:
        own = [kind for kind in range(1, KINDS + 1) if self.hands[seat][kind]]
        return (f"{action} is not in the hand {own}", "A1") if self.stage == "bid" else (f"{self.stage} is asked", "A2")

    def copy(self) -> "Auction":
        return copy.deepcopy(self)

    def remember(self, on: bool = True) -> None:
        pass

    def masked(self, seat: int) -> Masked:
        twin = self.copy()
        twin.observer = seat
        for other in range(self.players):
            if other != seat:
                for kind in range(1, KINDS + 1):
                    twin.bag[kind] += twin.hands[other][kind]
                    twin.hands[other][kind] = 0
                twin.bids[other] = -1 if twin.bids[other] else 0
                twin.doubles[other] = -1 if twin.doubles[other] else 0
        return Masked(twin)

    def dealt(self, rng: Rng) -> "Auction":
        world = self.copy()
        unseen = [kind for kind in range(1, KINDS + 1) for _ in range(world.bag[kind])]
        for other in range(self.players):
            if other != self.observer:
                world.bids[other] = world.doubles[other] = 0
                for _ in range(HAND - self.rounds - (self.stage in ("take", "draw"))):
                    kind = unseen.pop(rng.pick(len(unseen)))
                    world.hands[other][kind] += 1
                    world.bag[kind] -= 1
        world.observer = TRUTH
        return world

    def scores(self) -> list[int]:
        return list(self.points)

    def to_json(self) -> dict[str, Any]:
        return copy.deepcopy(vars(self)) | {"memory": None}

    def read_json(self, data: dict[str, Any]) -> None:
        vars(self).update({key: value for key, value in data.items() if key != "memory"})


class AuctionGame(Game):
    id = "auction"
    title = "Auction"
    seats = (2, 4)
    options = (Option("auto_forced", True, (False, True)), Option("draws", True, (False, True)))
    max_actions = 22
    chained = {"bid": "double"}

    def __init__(self) -> None:
        self.folder = Path(__file__).parent
        self.components = Components.parse("schema = 1", "toy")

    def new_state(self, players: int | None = None, options: Any = None, simulation: bool = False) -> Auction:
        values = self.effective_options(players or 2, options)
        return Auction(players or 2, bool(values["draws"]))

    def action_to_text(self, action: int) -> str:
        return WORDS.get(action, f"bid {action}")

    def text_to_action(self, text: str) -> int:
        actions: list[int] = [*WORDS, *range(1, KINDS + 1)]
        for action in actions:
            if self.action_to_text(action) == text:
                return action
        raise UnknownText(f"{text!r} is no move")

    def outcome_to_text(self, outcome: int) -> str:
        return f"draw {outcome - 200}" if outcome > 200 else f"deal {outcome // 10 - 9} {outcome % 10}"

    def text_to_outcome(self, text: str) -> int:
        name, *numbers = text.split()
        return 200 + int(numbers[0]) if name == "draw" else 90 + 10 * int(numbers[0]) + int(numbers[1])

    def prompt(self, masked: Masked) -> Prompt:
        return Prompt(f"round {masked.state.rounds + 1}", masked.decision() or "over", "{seat_1} sits first")

    def score_sheet(self, state: Any, seat: int) -> ScoreSheet:
        return ScoreSheet(seat, (ScoreLine("points", "Points", state.points[seat]),))

    def result(self, state: Any) -> Result:
        best = max(state.points)
        winners = tuple(seat for seat, points in enumerate(state.points) if points == best)
        return Result("won" if len(winners) == 1 else "shared", winners, tuple(state.points), f"{{seat_{winners[0] + 1}}} wins")

    def publicly_forced(self, state: Any, seat: int) -> bool:
        return bool(state.stage == "bid" and state.rounds == HAND - 1)


GAME = AuctionGame()

__all__ = ["DOUBLE", "GAME", "HAND", "LEFT", "RIGHT", "SINGLE", "SPECTATOR"]
