"""`shoal solve`: what it prints, and what it says to bad input."""

import pytest

from shoal.cli import main
from shoal.engine.form import compiled
from shoal.engine.record import Record
from shoal.games import load_game

from .grids import GAME, P1, play

GG1 = "PL> SN> D1< PU< / A4< D3> G1< G4> / G3< G2< D4> A3> / RA> A1> A2> D2>"
LATE = "flip a1, flip a2, use b2 b1, use c2, flip c1, use d2 d4, use b2, flip a2, flip d2, flip a3, flip b3, feed a, feed a4"
SMALL = ["--memory", "200M", "--cores", "1"]


def solve(capsys, *arguments):
    code = main(["solve", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_end_of_a_game_is_solved_and_proved(capsys, tmp_path):
    file = tmp_path / "best.shoal"
    code, out, err = solve(capsys, "pocket", GG1, "--after", LATE, "--seconds", "30", "--record", str(file), *SMALL)
    assert code == 0, err
    assert "33 points: Purr-fect!" in out
    assert "proved: no line brings more than 33" in out
    *_, (_, state) = Record.parse(file.read_text()).positions(load_game)
    assert state.is_terminal() and state.scores() == [33]


@pytest.mark.skipif(not compiled(), reason="too slow without compiled modules")
def test_a_deal_by_number(capsys):
    code, out, _ = solve(capsys, "pocket_aquarium", "--seed", "3", "--seconds", "40", *SMALL)
    assert code == 0
    assert out.startswith("deal A3> G1> A2> D1< /")
    assert "best line: " in out and "end: " in out


def test_a_win_out_of_reach_is_said_plainly(capsys):
    state = GAME.new_deal(P1)
    made = []
    while state.stop < 14:
        made.append(GAME.action_to_text(state.legal_actions(0)[0]))
        play(state, made[-1])
    code, out, err = solve(capsys, "pocket", P1, "--after", ", ".join(made), "--seconds", "20", *SMALL)
    assert code == 0, err
    assert "proved: this deal cannot be won" in out


@pytest.mark.parametrize(("arguments", "code", "words"), [
    (["pocket", "PU> PL<"], 1, "a deal has 16 cards"),
    (["pocket", P1.replace("G1<", "X1<")], 1, "card 1 of the deal, 'X1<', is none"),
    (["pocket", P1.replace("G1<", "D4<")], 1, "D4 lies twice"),
    (["pocket", P1.replace("G1< ", "")], 1, "the deal lacks G1"),
    (["pocket"], 2, "name one deal"),
    (["pocket", P1, "--seed", "3"], 2, "name one deal"),
    (["pocket", "--seed", "3", "--memory", "plenty"], 2, "a size such as 2G"),
    (["pocket", "--seed", "3", "--memory", "1M"], 1, "MiB of memory"),
    (["pocket", "--seed", "3", "--seconds", "0"], 2, "above 0"),
    (["pocket", "--seed", "3", "--seconds", "nan"], 2, "above 0"),
    (["pocket", "--seed", "3", "--cores", "0"], 2, "--cores"),
    (["pocket", "--seed", "3", "--memory", "0"], 1, "MiB of memory"),
    (["pocket", "--seed", "3", "--option", "chips=1"], 2, "no option"),
    (["pocket", "--seed", "3", "--after", "use c1"], 1, "R7"),
    (["fish_tank", "--seed", "3"], 2, "no solver"),
], ids=str)
def test_bad_input_gets_one_sentence(capsys, arguments, code, words):
    got, _, err = solve(capsys, *arguments)
    assert got == code
    assert words in err
    assert err.count("\n") == 1
