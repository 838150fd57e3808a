"""What docs/formats.md says of traces: it names every field that a game's public position has and that changes while it is played."""

import re
from pathlib import Path
from typing import Any

import pytest

from shoal.engine.state import Rng
from shoal.games import game_ids, load_game

FORMATS = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


def documented(title: str) -> set[str]:
    """The fields in the section of a game."""
    section = FORMATS.partition(f"### `public` of {title}\n")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def played(game: Any, players: int, seed: int) -> list[dict[str, Any]]:
    """The public positions of a random game, now and then."""
    state, rng, found = game.new_state(players), Rng(seed), []
    while not state.is_terminal():
        found.append(state.public_json())
        if state.is_chance():
            outcomes = state.chance_outcomes()
            state.apply_outcome(outcomes[rng.pick(len(outcomes))][0])
        else:
            seat = state.actors()[0]
            legal = state.legal_actions(seat)
            state.apply_action(seat, legal[rng.pick(len(legal))])
    return [*found, state.public_json()]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_public_field_is_documented(game_id: str) -> None:
    game = load_game(game_id)
    named, fields, changing = documented(game.title), set(game.new_state().public_json()), set()
    for players in range(game.seats[0], game.seats[1] + 1):
        positions = played(game, players, seed=players)
        changing |= {name for name in fields if any(position[name] != positions[0][name] for position in positions)}
    assert named and changing <= named, changing - named
    assert named <= fields, named - fields
