"""Committed games. A change of the rules without a new `rules_version` fails here."""

import tomllib
from pathlib import Path

import pytest

from shoal.games import game_ids, load_game
from tests.playthroughs.behaviour import FOLDER, behaviour, pad, read

PLAYTHROUGHS = sorted(FOLDER.glob("*.record"))
CORPUS = sorted((FOLDER / "corpus").glob("*.record"))
HASHES: dict[str, str] = tomllib.loads((FOLDER / "corpus" / "hashes.toml").read_text(encoding="utf-8"))


def named(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=named)
def test_a_playthrough_ends_with_its_sheets(path: Path) -> None:
    assert pad(read(path)) == path.with_suffix(".sheets").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", CORPUS + PLAYTHROUGHS, ids=named)
def test_old_games_go_as_they_went(path: Path) -> None:
    """If the rules were meant to change: raise `rules_version`, put new records in the place of these and pin them (behaviour.py)."""
    assert behaviour(read(path)) == HASHES[path.stem]


def test_every_game_has_records_of_its_present_rules() -> None:
    assert {path.stem for path in CORPUS + PLAYTHROUGHS} == set(HASHES)
    versions = {(record.header["game"], record.header["rules_version"]) for record in map(read, CORPUS)}
    recorded = {game for game, _ in versions}
    assert all((game, str(load_game(game).rules_version)) in versions for game in game_ids() if game in recorded)
    assert "fish_tank" in recorded
