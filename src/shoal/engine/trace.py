"""Traces: everything that can be asked of a game in play, one JSON object a line, for a second implementation to be checked against.

Keys: `game` (number of the game in this trace), `n` (number of the line in the game), `kind` (`decision`, `chance` or `over`), `decision` (its
name, or the draw's), `actors` (seats), `legal` {seat: sorted texts}, `chance` {text: "weight/total"}, `applied` {seat (null for chance), text},
`public` (the spectator's mask); the last line of a game has `scores`, `sheets`, `winners` and `result` instead of `applied`. Seats are 1-based.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from .game import Game
from .state import Rng


def position_line(game: Game, state: Any, number: int, n: int) -> dict[str, Any]:
    """What can be asked of the position, without what is applied next."""
    if state.is_terminal():
        return _end_line(game, state, number, n)
    line: dict[str, Any] = {"game": number, "n": n, "kind": "chance" if state.is_chance() else "decision"}
    line["decision"] = state.chance_name() if state.is_chance() else state.decision()
    line["actors"] = [seat + 1 for seat in state.actors()]
    line["legal"] = {str(seat + 1): sorted(game.action_to_text(a) for a in state.legal_actions(seat)) for seat in state.actors()}
    outcomes = state.chance_outcomes()
    total = sum(weight for _, weight in outcomes)
    line["chance"] = {game.outcome_to_text(outcome): f"{weight}/{total}" for outcome, weight in outcomes}
    line["applied"] = None
    line["public"] = state.public_json()
    return line


def _end_line(game: Game, state: Any, number: int, n: int) -> dict[str, Any]:
    result = game.result(state)
    line: dict[str, Any] = {"game": number, "n": n, "kind": "over", "decision": "", "actors": [], "legal": {}, "chance": {}, "applied": None}
    line["public"] = state.public_json()
    line["scores"] = list(state.scores())
    line["sheets"] = [game.score_sheet(state, seat).to_json() for seat in range(state.players)]
    line["winners"] = [seat + 1 for seat in result.winners]
    line["result"] = result.to_json()
    return line


def random_trace(game: Game, state: Any, rng: Rng, number: int = 1) -> Iterator[dict[str, Any]]:
    """Play uniformly at random to the end: the first of the actors chooses, draws fall by their weights."""
    n = 1
    while not state.is_terminal():
        line = position_line(game, state, number, n)
        if state.is_chance():
            outcome = _draw(state.chance_outcomes(), rng)
            line["applied"] = {"seat": None, "text": game.outcome_to_text(outcome)}
            state.apply_outcome(outcome)
        else:
            seat = state.actors()[0]
            legal = state.legal_actions(seat)
            action = legal[rng.pick(len(legal))]
            line["applied"] = {"seat": seat + 1, "text": game.action_to_text(action)}
            state.apply_action(seat, action)
        yield line
        n += 1
    yield position_line(game, state, number, n)


def _draw(outcomes: list[tuple[int, int]], rng: Rng) -> int:
    point = rng.pick(sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        if point < weight:
            return outcome
        point -= weight
    raise AssertionError("weights are positive")


def random_traces(game: Game, players: int, options: dict[str, Any] | None, games: int, seed: int) -> Iterator[dict[str, Any]]:
    """The traces of several games, one after the other."""
    for number in range(1, games + 1):
        state = game.new_state(players, options, simulation=True)
        state.remember()
        yield from random_trace(game, state, Rng(seed, f"trace {number}"), number)


def dump_line(line: dict[str, Any]) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=True)


def hash_lines(lines: Iterable[dict[str, Any]]) -> str:
    """One number for a whole trace."""
    total = hashlib.sha256()
    for line in lines:
        total.update(dump_line(line).encode())
        total.update(b"\n")
    return total.hexdigest()[:16]
