"""Tuning tries settings, begins with those there are, and writes what settings.toml can read."""

import tomllib

import pytest

from shoal.bots.settings import Settings
from shoal.engine.errors import ShoalError
from shoal.engine.form import compiled
from shoal.games import load_game
from shoal.lab import tuning
from shoal.lab.arena import bot_of


def test_a_trial_is_a_bot_of_the_arena():
    now = Settings(depth=9)
    text = tuning.bot_text(now.but(depth=-1, bias=2.5, foresee=True), now)
    assert text == "hard+bias=2.5+depth=-1+foresee=true"
    assert bot_of(text, load_game("fish_tank"), 5).changes == {"bias": 2.5, "depth": -1, "foresee": True}


@pytest.mark.skipif(not compiled(), reason="whole games with search take too long in the plain form")
def test_the_first_trial_is_what_there_is_and_the_best_is_no_worse(capsys):
    pytest.importorskip("optuna")
    best, value, before = tuning.tune(tuning.Plan("fish_tank", trials=2, deals=1, iterations=2, against="random", fix=("width",)))
    assert value >= before
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2 and said[0].split()[-1] == "hard" and "width" not in said[1] and "bias" in said[1]
    written = tomllib.loads(tuning.toml("fish_tank", best, "a test"))["fish_tank"]
    assert written["depth"] == best.depth and written["tuned"] == "a test"


@pytest.mark.skipif(not compiled(), reason="whole games with search take too long in the plain form")
def test_a_run_can_be_gone_on_with(tmp_path, capsys):
    pytest.importorskip("optuna")
    plan = tuning.Plan("aquarium", trials=1, deals=1, iterations=2, against="random", fix=("depth",), study=str(tmp_path / "study.db"), cores=1)
    assert tuning.tune(plan)[1] == tuning.tune(plan)[2], "the first trial is remembered"
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == ["0", "1"]


def test_what_was_tuned_for_is_said():
    assert tuning.Plan("aquarium", fix=("depth", "win")).why == (
        "2 players, 100 iterations against greedy, 30 trials of 10 deals, seed 1, depth, win fixed")


def test_without_optuna_it_says_so(monkeypatch):
    monkeypatch.setattr(tuning.util, "find_spec", lambda name: None)
    with pytest.raises(ShoalError, match="pip install"):
        tuning.tune(tuning.Plan("fish_tank"))
