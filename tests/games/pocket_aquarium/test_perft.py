"""Numbers of lines of play and of positions from ten deals, as committed in perft.toml."""

import tomllib
from pathlib import Path

import pytest

from shoal.engine.form import compiled
from shoal.games.pocket_aquarium.perft import counts
from shoal.play.deals import numbered

from .grids import GAME

DEALS = tomllib.loads((Path(__file__).parent / "perft.toml").read_text(encoding="utf-8"))["deal"]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: str(deal["number"]))
def test_perft(deal):
    start = GAME.new_deal(deal["cards"])
    assert start == numbered(GAME, deal["number"])
    depth = 4 if compiled() else 2
    found = counts(start, depth)
    assert [sequences for sequences, _ in found] == deal["sequences"][:depth]
    assert [positions for _, positions in found] == deal["positions"][:depth]
