"""The tables of docs/strength.md, from games that are played now and from those that are kept."""

import json
import os

import pytest

from shoal.games import load_game
from shoal.lab import strength
from shoal.lab.arena import contest, run
from shoal.lab.kept import KeptGames


def keep(file, bots=("greedy", "random"), games=4):
    asked = contest(load_game("fish_tank"), 2, list(bots), games)
    kept = KeptGames(file, asked).begin()
    run(asked, 1, kept=kept)
    kept.close()
    return file


def rows(text):
    """Of the tables, without their heads."""
    return [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(("| level", "| game"))]


# ---- a game

def test_every_level_alone_and_against_the_weaker_ones(capsys):
    assert strength.main(["fish", "4"]) == 0
    said = rows(capsys.readouterr().out)
    assert len(said) == 3 * 5 + 3
    assert said[-1].startswith("| greedy | easy | 8 |")


def test_two_play_also_where_one_may_play_alone(monkeypatch, capsys):
    monkeypatch.setattr(strength, "LEVELS", ("random", "greedy"))
    assert strength.main(["aqua_garden", "4"]) == 0
    said = capsys.readouterr().out
    assert [row for row in rows(said) if row.startswith("| greedy | random | 8 |")]


def test_no_table_of_two_where_only_one_plays(capsys):
    assert strength.main(["pocket", "4"]) == 0
    said = capsys.readouterr().out
    assert len(rows(said)) == 3 and "against" not in said


@pytest.mark.parametrize("words, said", [
    (["fish", "0"], "DEALS: 4 or more is expected, not 0"), (["fish", "1"], "not 1"), (["fish", "-3"], "not -3"),
    (["chess"], "no game 'chess'"), (["no/such/folder"], "there is no folder no/such/folder"), (["/nowhere"], "there is no folder /nowhere"),
])
def test_what_makes_no_sense_is_refused(words, said, capsys):
    assert strength.main(words) == 2
    err = capsys.readouterr().err
    assert said in err and err.startswith("strength: ") and len(err.splitlines()) == 1


@pytest.mark.parametrize("words, said", [(["fish", "x"], "invalid int value: 'x'"), (["fish", "4", "5"], "unrecognized arguments: 5")])
def test_wrong_words_show_how_it_is_called(words, said, capsys):
    with pytest.raises(SystemExit) as end:
        strength.main(words)
    assert end.value.code == 2 and said in capsys.readouterr().err


def test_help(capsys):
    with pytest.raises(SystemExit) as end:
        strength.main(["--help"])
    assert end.value.code == 0 and "FOLDER" in capsys.readouterr().out


def test_ctrl_c_is_an_end_not_a_failure(monkeypatch, capsys):
    def stop(*_):
        raise KeyboardInterrupt
    monkeypatch.setattr(strength, "report", stop)
    assert strength.main(["fish"]) == 130
    assert capsys.readouterr().err == "strength: stopped\n"


# ---- a folder

def test_each_file_is_looked_at_by_itself(tmp_path, capsys):
    good = keep(tmp_path / "m.jsonl")
    head = good.read_text().splitlines()[0]
    (tmp_path / "a.jsonl").mkdir()
    (tmp_path / "b.jsonl").write_bytes(b"\xff\xfe\x00 no text")
    (tmp_path / "c.jsonl").write_text(head + "\n")
    keep(tmp_path / "d.jsonl", ("greedy", "greedy"))
    (tmp_path / "e.jsonl").write_text(json.dumps(json.loads(head) | {"game": "chess"}) + "\n")
    (tmp_path / "f.jsonl").write_text(json.dumps(json.loads(head) | {"bots": ["hardd", "greedy"]}) + "\n")
    os.symlink(tmp_path / "nowhere", tmp_path / "g.jsonl")
    assert strength.main([str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert len(rows(said.out)) == 1 and rows(said.out)[0].startswith("| Fish Tank | 2 | greedy | random | 4 |")
    why = dict(line.removeprefix(f"strength: {tmp_path}{os.sep}").split(".jsonl: ", 1) for line in said.err.splitlines())
    assert list(why) == list("abcdefg")
    for name, reason in zip("abcdefg", ("folder", "no games", "no complete deal yet", "only one bot", "no game", "no bot of level", "No such"), strict=True):
        assert reason in why[name], why[name]


def test_a_folder_without_games(tmp_path, capsys):
    assert strength.main([str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert "no games are kept in" in said.err and not said.out
    (tmp_path / "a.jsonl").write_text("nothing\n")
    assert strength.main([str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert "a.jsonl: this holds no games" in said.err and "can be counted" in said.err and not said.out


def test_a_file_or_deals_where_a_folder_is_meant(tmp_path, capsys):
    file = keep(tmp_path / "a.jsonl")
    assert strength.main([str(file)]) == 2
    assert "name the folder" in capsys.readouterr().err
    assert strength.main([str(tmp_path), "4"]) == 2
    assert "leave 4 out" in capsys.readouterr().err
