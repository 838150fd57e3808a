"""What a game did at every step of a record, boiled down to one number and to sheets that read like the pad at the table."""

import hashlib
import json
from collections import deque
from pathlib import Path
from typing import Any

from shoal.engine.record import Record
from shoal.games import load_game

FOLDER = Path(__file__).parent


def read(path: Path) -> Record:
    return Record.parse(path.read_text(encoding="utf-8"))


def behaviour(record: Record) -> str:
    """A hash of everything that the rules decided: who may do what, what may be drawn, who sees it, and the sheets. Words for people do not matter."""
    total = hashlib.sha256()
    game: Any = None
    state: Any = None
    for game, state, seat, number, text in record.replay(load_game):
        legal = [[actor, [game.action_to_text(action) for action in state.legal_actions(actor)]] for actor in state.actors()]
        drawn = [[game.outcome_to_text(outcome), weight] for outcome, weight in state.chance_outcomes()]
        seen = state.witnesses(seat, number)
        total.update(json.dumps([state.decision(), state.chance_name(), legal, drawn, list(seen.seats), seen.public_at, text]).encode())
    sheets = [[[line.key, line.points, list(line.places)] for line in game.score_sheet(state, seat).lines] for seat in range(state.players)]
    total.update(json.dumps([state.is_terminal(), sheets, game.result(state).to_json()]).encode())
    return total.hexdigest()[:16]


def pad(record: Record) -> str:
    """The score sheets as text."""
    game, state = deque(record.positions(load_game), 1)[0]
    lines = []
    for seat in range(state.players):
        sheet = game.score_sheet(state, seat)
        lines.append(f"seat {seat + 1}: {sheet.total}")
        lines += [f"  {line.points:3} {line.key:10} {' '.join(line.places)}".rstrip() for line in sheet.lines]
    result = game.result(state)
    lines.append(f"{result.label}: {' '.join(f'seat {seat + 1}' for seat in result.winners)}")
    return "\n".join(lines) + "\n"


def pin() -> None:
    """`python -m tests.playthroughs.behaviour` writes the hashes and sheets of the records that are there."""
    hashes = {}
    for path in sorted(FOLDER.rglob("*.record")):
        hashes[path.stem] = behaviour(read(path))
        if path.parent == FOLDER:
            path.with_suffix(".sheets").write_text(pad(read(path)), encoding="utf-8")
    lines = ["# What the rules did in each committed game, by behaviour.py.\n", *(f'{name} = "{number}"' for name, number in sorted(hashes.items()))]
    (FOLDER / "corpus" / "hashes.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    pin()
