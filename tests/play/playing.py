"""Ways to play a match, for tests."""

import json
import random
from typing import Any

from shoal.play.chance import Chance
from shoal.play.match import Match


class Scripted(Chance):
    """Deals what it is told, in order; then the first possible outcome."""

    def __init__(self, *outcomes: int) -> None:
        super().__init__()
        self.script = list(outcomes)

    def fresh(self) -> int:
        return 0

    def draw(self, outcomes: list[tuple[int, int]], position: int) -> int:
        self._reach(position + 1)
        return self.script[position] if position < len(self.script) else outcomes[0][0]


def play_random(match: Match, rng: random.Random, moves: int = 100_000) -> None:
    """Choose at random for the seats that the table waits for, in random order."""
    for _ in range(moves):
        if match.over:
            return
        seat = rng.choice(match.waiting_for())
        match.choose(seat, [rng.choice(match.legal(seat))], match.decision_number)


def shown(match: Match, observer: int) -> str:
    """All that an observer is given, as bytes would go out."""
    view = match.view(observer)
    everything: dict[str, Any] = view.to_json() | {"all": [repr(event) for event in view.events], "record": match.record_text(observer)}
    return json.dumps(everything, sort_keys=True)


def inside(match: Match) -> str:
    """All that a match is, hidden things included."""
    parts = (
        match.entries, match.opened, sorted(match.drafts.items()), sorted(match.premoves.items()), match.request, match.draws, match.undone,
        match.public_changes, match.own_changes)
    return json.dumps([repr(part) for part in parts] + [match.state.to_json()], sort_keys=True)
