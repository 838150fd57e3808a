"""Tuning tries settings, begins with those there are, goes on where it stopped, and writes what settings.toml can read."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib
from dataclasses import replace

import pytest

from shoal.bots import settings
from shoal.bots.settings import Settings
from shoal.engine.errors import ShoalError
from shoal.engine.form import compiled
from shoal.games import load_game
from shoal.lab import tuning
from shoal.lab.arena import bot_of

whole_games = pytest.mark.skipif(not compiled(), reason="whole games with search take too long in the plain form")


def quick(tmp_path, **changes):
    """A plan whose trials are made up (see `made_up`), kept in a file."""
    return tuning.Plan(**{"game": "fish_tank", "trials": 1, "deals": 4, "study": str(tmp_path / "study.db"), "cores": 1} | changes)


@pytest.fixture
def made_up(monkeypatch):
    """No games are played: a bot is as good as its text is long. Gives the contests that were asked for."""
    pytest.importorskip("optuna")
    asked = []

    def tried(contest, cores=None):
        asked.append(contest)
        return float(len(contest.bots[0]))
    monkeypatch.setattr(tuning, "tried", tried)
    return asked


def held(plan):
    import optuna
    return optuna.load_study(study_name=plan.game, storage=f"sqlite:///{plan.study}")


def test_a_trial_is_a_bot_of_the_arena():
    now = Settings(depth=9)
    text = tuning.bot_text(now.but(depth=-1, bias=2.5, foresee=True), now)
    assert text == "hard+bias=2.5+depth=-1+foresee=true"
    assert bot_of(text, load_game("fish_tank"), 5).changes == {"bias": 2.5, "depth": -1, "foresee": True}


@whole_games
def test_the_first_trial_is_what_there_is_and_the_best_is_no_worse(capsys):
    pytest.importorskip("optuna")
    found = tuning.tune(tuning.Plan("fish_tank", trials=2, deals=1, iterations=2, against="random", fix=("width",), cores=1))
    assert found.before is not None and found.value >= found.before and found.trials == 2
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2 and said[0].split()[-1] == "hard" and "width" not in said[1] and "bias" in said[1]
    written = tomllib.loads(tuning.toml("fish_tank", found.best, "a test"))["fish_tank"]
    assert written["depth"] == found.best.depth and written["tuned"] == "a test"


@whole_games
def test_a_run_can_be_gone_on_with(tmp_path, capsys):
    pytest.importorskip("optuna")
    plan = tuning.Plan("aquarium", trials=1, deals=1, iterations=2, against="random", fix=("depth",), study=str(tmp_path / "study.db"), cores=1)
    first = tuning.tune(plan)
    again = tuning.tune(plan)
    assert first.value == first.before == again.before, "the first trial is remembered"
    assert (first.trials, again.trials) == (1, 2)
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == ["0", "1"]


def test_going_on_tries_something_else(tmp_path, made_up):
    plan = quick(tmp_path, trials=2)
    for trials in (2, 4, 6):
        assert tuning.tune(plan).trials == trials
    tried = [tuple(sorted(trial.params.items())) for trial in held(plan).trials]
    assert len(set(tried)) == 6, "the present settings once, and five others"


def test_the_same_plan_tries_the_same(tmp_path, made_up):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    plans = [quick(tmp_path / name, trials=3) for name in ("one", "two")]
    for plan in plans:
        tuning.tune(plan)
    assert [trial.params for trial in held(plans[0]).trials] == [trial.params for trial in held(plans[1]).trials]


@pytest.mark.parametrize("changes, said", [
    ({"deals": 5}, "played with deals 4, not 5"), ({"players": 3}, "players 2, not 3"), ({"seed": 2}, "seed 1, not 2"),
    ({"iterations": 7}, "iterations 100, not 7"), ({"against": "easy"}, "against greedy, not easy"), ({"fix": ("depth",)}, "fix nothing, not depth"),
])
def test_another_plan_is_not_mixed_in(tmp_path, made_up, changes, said):
    plan = quick(tmp_path)
    tuning.tune(plan)
    with pytest.raises(ShoalError, match=f"{said}.*name another file"):
        tuning.tune(replace(plan, **changes))
    assert len(held(plan).trials) == 1


def have(monkeypatch, **changes):
    """Let settings.toml say this of Fish Tank."""
    monkeypatch.setattr(settings, "all_settings", lambda: {"fish_tank": changes})


def test_what_trials_do_not_change_belongs_to_the_plan(tmp_path, made_up, monkeypatch):
    have(monkeypatch, depth=9)
    plan = quick(tmp_path, fix=("depth",), against="hard+width=4")
    tuning.tune(plan)
    have(monkeypatch, depth=9, hard=7)
    assert tuning.tune(plan).trials == 2, "the plan says how many iterations there are, not the level"
    have(monkeypatch, depth=5)
    with pytest.raises(ShoalError, match="depth 9, not 5"):
        tuning.tune(plan)
    have(monkeypatch, depth=9, scale=5.0)
    with pytest.raises(ShoalError, match="opponent, scale 10.0, not 5.0"):
        tuning.tune(plan)


def test_more_trials_cores_and_the_order_of_what_is_fixed_are_no_other_plan(tmp_path, made_up):
    plan = quick(tmp_path, fix=("depth", "width"))
    tuning.tune(plan)
    assert tuning.tune(replace(plan, trials=3, cores=2, fix=("width", "depth"))).trials == 4
    assert tuning.tune(replace(plan, game="aquarium", fix=())).trials == 1, "each game has trials of its own"


def test_trials_that_do_not_say_their_plan_are_not_mixed_in(tmp_path, made_up):
    import optuna
    plan = quick(tmp_path)
    study = optuna.create_study(direction="maximize", storage=f"sqlite:///{plan.study}", study_name=plan.game)
    study.optimize(lambda trial: trial.suggest_float("bias", 1.0, 2.0), n_trials=1)
    with pytest.raises(ShoalError, match="does not say"):
        tuning.tune(plan)


def test_after_a_stop_in_the_first_trial_the_present_settings_are_played(tmp_path, made_up, monkeypatch, capsys):
    plan, stub = quick(tmp_path), tuning.tried

    def stop(contest, cores=None):
        raise KeyboardInterrupt
    monkeypatch.setattr(tuning, "tried", stop)
    with pytest.raises(tuning.Stopped, match="0 trials kept in .*study.db"):
        tuning.tune(plan)
    monkeypatch.setattr(tuning, "tried", stub)
    found = tuning.tune(plan)
    assert found.before == len("hard") and found.trials == 1, "what was cut off does not count"
    assert tuning.tune(plan).before == len("hard")
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()].count("hard") == 1


def test_the_present_settings_are_played_to_the_end(tmp_path, made_up, monkeypatch):
    """Others are given up when they lag behind; that with which all are compared is not."""
    plan = quick(tmp_path, trials=5)
    have(monkeypatch, width=3)
    tuning.tune(plan)
    have(monkeypatch, width=8)
    assert tuning.tune(replace(plan, trials=1)).before == len("hard"), "the last of all, and yet played"


def test_that_the_present_settings_were_not_played_is_said(capsys):
    plan = tuning.Plan("fish_tank")
    tuning.report(plan, tuning.Found(Settings(), 1.5, None, 3))
    said = capsys.readouterr().out
    assert "before unknown" in said and "3 trials of 10 deals" in said


def test_parts_count_by_their_deals(made_up, monkeypatch):
    values = iter([1.0, 1.0, 1.0, 11.0])
    monkeypatch.setattr(tuning, "tried", lambda contest, cores=None: (made_up.append(contest), next(values))[1])
    found = tuning.tune(tuning.Plan("fish_tank", players=3, trials=1, deals=10))
    assert [contest.deals for contest in made_up] == [3, 3, 3, 1]
    assert [contest.seed for contest in made_up] == [1, 4, 7, 10]
    assert found.value == pytest.approx(2.0)


def test_what_was_tuned_for_is_said():
    assert tuning.Plan("aquarium", fix=("depth", "win")).why(42) == (
        "2 players, 100 iterations against greedy, 42 trials of 10 deals, seed 1, depth, win fixed")


def test_without_optuna_it_says_so(monkeypatch):
    monkeypatch.setattr(tuning.util, "find_spec", lambda name: None)
    with pytest.raises(ShoalError, match="pip install"):
        tuning.tune(tuning.Plan("fish_tank"))


@pytest.mark.parametrize("words, said", [
    ("fish --deals 0", "--deals: 1 or more is expected, not 0"), ("fish --trials 0", "--trials: 1 or more"),
    ("fish --iterations 0", "--iterations: 1 or more"), ("fish --iterations -1", "not -1"),
    ("fish --seed -1", "--seed: a number from 0 to 4294967295"), ("fish --seed 99999999999", "not 99999999999"),
    ("fish --cores 0", "--cores: 1 or more"), ("fish --players 9", "2 to 6 players, not 9"), ("aqua_garden --players 1", "needs an opponent"),
    ("fish --against hardd", "did you mean hard?"), ("fish --against hard+depth=1.5", "depth"), ("pocket", "played alone"), ("chess", "no game 'chess'"),
    ("fish --fix nosuch", "no trial changes a setting 'nosuch'; those that can be fixed are explore, bias"),
    ("fish --fix " + ",".join(tuning.TRIED), "nothing to try"),
])
def test_what_makes_no_sense_is_refused_before_anything_is_played(words, said, made_up, capsys):
    assert tuning.main(words.split()) == 2
    err = capsys.readouterr().err
    assert said in err and err.startswith("tuning: ") and len(err.splitlines()) == 1
    assert not made_up


def test_a_file_that_cannot_hold_a_study_is_refused_and_left_alone(tmp_path, made_up, capsys):
    text, tables = tmp_path / "notes.txt", tmp_path / "tables.db"
    text.write_text("no study, but quite long enough to be taken for something that could be a file of SQLite's own making" * 20)
    with sqlite3.connect(tables) as other:
        other.execute("CREATE TABLE tables (id)")
    other.close()
    before = text.read_bytes(), tables.read_bytes()
    for file, said in (
        (tmp_path, "is a folder"), (tmp_path / "nowhere" / "a.db", "there is no folder"), (text, "holds no trials"), (tables, "holds no trials"),
        ("", "a file name"), (tmp_path / "a?b", "without question marks"), (tmp_path / ("x" * 300), "cannot be "),
    ):
        assert tuning.main(["fish", "--study", str(file)]) == 2
        err = capsys.readouterr().err
        assert said in err and len(err.splitlines()) == 1, err
    assert (text.read_bytes(), tables.read_bytes()) == before and not made_up


def test_a_study_that_cannot_be_written_is_said(tmp_path, made_up, capsys):
    plan = quick(tmp_path)
    with sqlite3.connect(plan.study) as other:
        other.execute("CREATE TABLE studies (id)")      # of the right name, but no study
    other.close()
    assert tuning.main(["fish", "--study", plan.study]) == 2
    err = capsys.readouterr().err
    assert "cannot be read or written" in err and len(err.splitlines()) == 1


def test_the_command(tmp_path, made_up, capsys):
    words = ["fish", "--trials", "2", "--deals", "4", "--fix", "depth, width", "--study", str(tmp_path / "study.db")]
    assert tuning.main(words) == 0
    assert "before 4.00" in capsys.readouterr().out
    assert tuning.main(words) == 0
    said = capsys.readouterr().out
    assert "4 trials of 4 deals, seed 1, depth, width fixed" in said and "before 4.00" in said


def test_ctrl_c_says_what_is_kept(tmp_path, made_up, monkeypatch, capsys):
    values = iter([1.0] * 4)

    def stop(contest, cores=None):
        if (value := next(values, None)) is None:
            raise KeyboardInterrupt
        return value
    monkeypatch.setattr(tuning, "tried", stop)
    assert tuning.main(["fish", "--deals", "4", "--study", str(tmp_path / "study.db")]) == 130
    assert capsys.readouterr().err == f"tuning: stopped; 1 trial kept in {tmp_path / 'study.db'}\n"
    assert tuning.main(["fish", "--deals", "4"]) == 130
    assert capsys.readouterr().err == "tuning: stopped\n"


@whole_games
def test_a_real_ctrl_c_leaves_no_traceback(tmp_path):
    pytest.importorskip("optuna")
    words = [sys.executable, "-m", "shoal.lab.tuning", "fish", "--deals", "4", "--iterations", "20", "--cores", "1", "--study", str(tmp_path / "study.db")]
    heeding = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}     # even where these tests run in the background
    said = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": os.environ | {"PYTHONUNBUFFERED": "1"}}
    with subprocess.Popen(words, **said, **heeding) as running:
        assert running.stdout is not None and running.stdout.readline()
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert len(err.splitlines()) == 1 and "kept in" in err, err
