"""The ceiling: the same search with and without sight of what is hidden."""

import pytest

from shoal.bots.bot import GreedyBot
from shoal.engine.form import compiled
from shoal.games import load_game
from shoal.lab import ceiling

ITERATIONS = 6

pytestmark = pytest.mark.skipif(not compiled(), reason="whole games with search take too long in the plain form")


def test_it_plays_the_same_deals_with_and_without_sight():
    game = load_game("acqua_dolce")
    blind = ceiling.play(game, (0, 1), 1, ITERATIONS, False, GreedyBot())
    assert blind.is_terminal()
    assert ceiling.play(game, (0, 1), 1, ITERATIONS, False, GreedyBot()).to_json() == blind.to_json()
    assert ceiling.play(game, (0, 1), 1, ITERATIONS, True, GreedyBot()).is_terminal()


def test_the_command(capsys):
    assert ceiling.main(["acqua_dolce", "--deals", "1", "--iterations", str(ITERATIONS)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["sees its mask", "sees everything"]
    assert ceiling.main(["acqua_dolce", "--deals", "1", "--iterations", "2", "--against", "easy"]) == 0
    assert ceiling.main(["acqua_dolce", "--against", "chess"]) == 2
    assert "no bot of level" in capsys.readouterr().err
    assert ceiling.main(["acqua_dolce", "--players", "9"]) == 2
    assert "not 9" in capsys.readouterr().err


@pytest.mark.parametrize("words, said", [
    ("--deals 0", "--deals: 1 or more is expected, not 0"), ("--deals -1", "not -1"), ("--iterations 0", "--iterations: 1 or more"),
    ("--seed -1", "--seed: 0 or more"), ("--against hard+depth=1.5", "depth"),
    ("--against hard+depth=true", "depth"), ("--against greedy+depth=1", "takes no settings"),
])
def test_what_makes_no_sense_is_refused_before_anything_is_played(words, said, monkeypatch, capsys):
    monkeypatch.setattr(ceiling, "measure", None)
    assert ceiling.main(["acqua_dolce", *words.split()]) == 2
    err = capsys.readouterr().err
    assert said in err and err.startswith("ceiling: ") and len(err.splitlines()) == 1


def test_ctrl_c_is_an_end_not_a_failure(monkeypatch, capsys):
    def stop(*_):
        raise KeyboardInterrupt
    monkeypatch.setattr(ceiling, "measure", stop)
    assert ceiling.main(["acqua_dolce"]) == 130
    assert capsys.readouterr().err == "ceiling: stopped\n"
