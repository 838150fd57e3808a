"""`shoal bench` measures and prints."""

import io

import pytest
from rich.console import Console

from shoal.engine.errors import ShoalError
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.lab import bench, peers


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(bench, "SECONDS", 0.002)


def test_all_figures_are_printed():
    out = io.StringIO()
    bench.run(["fish_tank"], console=Console(file=out, width=100))
    said = out.getvalue()
    for line in ("Fish Tank", "inside the engine", "driven from Python", "copies", "import of shoal", "one copy"):
        assert line in said
    assert ("plain form" in said) == compiled()


def test_a_rate_is_units_per_second_of_work():
    done = []
    rate = bench.rate(lambda times: done.extend(range(times * 100)) or times * 100, 3)
    assert rate > 1000


def test_driving_counts_every_decision():
    game = load_game("fish_tank")
    assert bench.driven(bench.start(game, 3), Rng(1))(2) == 2 * 16 * 3 * 3


def test_the_middle_of_a_game_is_a_decision():
    state = bench.middle(bench.start(load_game("fish_tank"), 2), Rng(1))
    assert state.actors() and 7 <= state.round <= 10


def test_peers_are_refused_kindly_where_they_are_missing(monkeypatch):
    monkeypatch.setattr(peers, "installed", lambda: False)
    with pytest.raises(ShoalError, match="pip install open_spiel"):
        bench.run(["fish_tank"], True)


@pytest.mark.skipif(not peers.installed(), reason="OpenSpiel is not installed")
def test_peers_are_measured():
    for name in peers.GAMES:
        assert bench.rate(peers.inside(name), 1) > 0
        assert bench.rate(peers.driven(name), 1) > 0
