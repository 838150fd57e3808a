"""The arena plays fairly, repeats itself, and counts right."""

import json

import pytest

from shoal.bots.levels import UnknownLevel
from shoal.bots.playing import Played
from shoal.bots.settings import SettingError
from shoal.cli import main
from shoal.engine.errors import OptionError
from shoal.engine.form import compiled
from shoal.games import load_game
from shoal.lab import arena, strength
from shoal.lab.arena import ArenaError, Contest, bot_of, contest, interval, run, share_interval, standings, wilson
from shoal.lab.kept import KeptGames, identity, kept_in

FISH_TANK = load_game("fish_tank")


def test_the_last_bot_takes_the_seats_that_are_left():
    asked = contest(FISH_TANK, 4, ["greedy", "random"], 10)
    assert asked.bots == ("greedy", "random", "random", "random")
    assert asked.deals == 3 and asked.games == 12
    assert contest(FISH_TANK, None, ["greedy"], 1).players == 2


def test_what_does_not_fit_is_refused():
    with pytest.raises(ArenaError, match="3 bots do not fit 2 seats"):
        contest(FISH_TANK, 2, ["greedy", "random", "easy"], 1)
    with pytest.raises(UnknownLevel, match="did you mean greedy"):
        contest(FISH_TANK, 2, ["gredy"], 1)
    with pytest.raises(ArenaError, match="greedy takes no settings"):
        contest(FISH_TANK, 2, ["greedy+depth=3"], 1)
    with pytest.raises(ArenaError, match="name=value"):
        contest(FISH_TANK, 2, ["hard+depth"], 1)
    with pytest.raises(ArenaError, match="a number, true or false"):
        contest(FISH_TANK, 2, ["hard+depth=deep"], 1)
    with pytest.raises(SettingError, match="no setting 'deepth'"):
        contest(FISH_TANK, 2, ["hard+deepth=3"], 1)
    with pytest.raises(OptionError, match="2 to 6 players, not 9"):
        contest(FISH_TANK, 9, ["greedy"], 1)


def test_a_bot_with_settings():
    bot = bot_of("hard+depth=3+foresee=false+mix=pick/flip", FISH_TANK, 5)
    assert bot.changes == {"depth": 3, "foresee": False, "mix": ("pick", "flip")} and bot.iterations == 5


def test_victories_leads_and_points_are_counted():
    asked = Contest("fish_tank", 2, ("greedy", "random"), 2)
    played = [
        Played(1, (0, 1), (10, 4), (0,)), Played(1, (1, 0), (5, 9), (1,)),
        Played(2, (0, 1), (7, 7), (0, 1)), Played(2, (1, 0), (8, 6), (0,)),
    ]
    greedy, random = standings(asked, played)
    assert (greedy.bot, greedy.seats, greedy.games, greedy.fair) == ("greedy", 1, 4, 0.5)
    assert greedy.won.mean == pytest.approx(0.625) and random.won.mean == pytest.approx(0.375)
    assert greedy.lead.mean == pytest.approx((6 + 4 + 0 - 2) / 4)
    assert greedy.points == 8 and random.points == 6
    assert greedy.won.low < 0.625 < greedy.won.high


def test_a_bot_in_several_seats_counts_by_seat():
    asked = Contest("fish_tank", 3, ("greedy", "random", "random"), 1)
    greedy, random = standings(asked, [Played(1, (1, 0, 2), (3, 9, 5), (1,))])
    assert greedy.won.mean == 1 and random.won.mean == 0 and random.seats == 2
    assert greedy.lead.mean == 4 and random.lead.mean == pytest.approx((-6 - 4) / 2)


def test_intervals():
    assert interval([1.0, 3.0]).high == pytest.approx(3.96)
    assert wilson(0.95, 100) == pytest.approx((0.888, 0.978), abs=0.001)
    sure = share_interval([1.0] * 50, 100)
    assert sure.mean == 1 and 0.9 < sure.low < sure.high == 1
    apart, alike = share_interval([0.0, 1.0] * 20, 80), share_interval([0.5] * 40, 80)
    assert apart.low < alike.low < 0.5 < alike.high < apart.high


def test_it_repeats_itself_on_one_core_and_on_two():
    asked = contest(FISH_TANK, 2, ["hard+depth=0+width=2", "random"], 4, iterations=4)
    one, two = run(asked, cores=1), run(asked, cores=2)
    assert one.standings == two.standings
    assert one.standings[0].won.mean == 1 if compiled() else one.standings[0].points > 0


def test_games_that_are_kept_are_not_played_again(tmp_path, monkeypatch):
    """Stopped in the middle of a line, and gone on with: the same outcome as all at once."""
    asked, file = contest(FISH_TANK, 2, ["greedy", "random"], 8), tmp_path / "games.jsonl"
    whole = run(asked, cores=1, kept=KeptGames(file, asked))
    lines = file.read_text().splitlines()
    assert len(lines) == 1 + asked.games
    file.write_text("\n".join(lines[:4]) + "\n" + lines[4][:20])
    kept = KeptGames(file, asked)
    assert {one.deal for one in kept.played} == {1}, "the first deal is complete, of the second one game is missing"
    assert run(asked, cores=1, kept=kept).standings == whole.standings
    assert file.read_text().splitlines() == lines
    monkeypatch.setattr(arena, "play_deals", lambda *_: pytest.fail("all games are kept"))
    assert run(asked, cores=1, kept=KeptGames(file, asked)).standings == whole.standings


def test_a_file_of_other_games_is_refused(tmp_path):
    file = tmp_path / "games.jsonl"
    run(contest(FISH_TANK, 2, ["greedy", "random"], 2), cores=1, kept=KeptGames(file, contest(FISH_TANK, 2, ["greedy", "random"], 2)))
    with pytest.raises(ArenaError, match=r"played with bots \['greedy', 'random'\], not \['easy', 'random'\]; name another file"):
        KeptGames(file, contest(FISH_TANK, 2, ["easy", "random"], 2))
    file.write_text("hello\n")
    with pytest.raises(ArenaError, match="holds no games of the arena"):
        KeptGames(file, contest(FISH_TANK, 2, ["greedy", "random"], 2))
    searching, other = (KeptGames(tmp_path / name, contest(FISH_TANK, 2, [bot], 2)).file for name, bot in (("a", "hard"), ("b", "hard+depth=3")))
    assert searching.read_text() != other.read_text(), "settings are part of what was played"


def test_the_rating_follows_the_victories():
    pytest.importorskip("openskill")
    outcome = run(contest(FISH_TANK, 3, ["greedy", "random"], 6), cores=1)
    greedy, random = outcome.standings
    assert greedy.rating > random.rating


def test_without_the_library_there_is_no_rating(monkeypatch):
    monkeypatch.setattr(arena.util, "find_spec", lambda name: None)
    assert run(contest(FISH_TANK, 2, ["greedy", "random"], 2), cores=1).standings[0].rating is None


def test_the_command(capsys):
    words = ["arena", "fish_tank", "--bots", "greedy,random", "--games", "4", "--cores", "1", "--option", "fewer_kinds=true"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "greedy" in said and "100.0%" in said and "50.0%" in said
    assert "shoal arena fish_tank --players 2 --bots greedy,random --games 4 --seed 1 --option fewer_kinds=true" in said
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["standings"][0]["won"]["mean"] == 1 and told["contest"]["options"] == {"fewer_kinds": True}


def test_the_command_refuses_in_a_sentence(capsys):
    assert main(["arena", "fish_tank", "--bots", "clever"]) == 1
    assert "there is no bot of level 'clever'; there are random, easy, greedy, hard, expert" in capsys.readouterr().err


def test_kept_games_do_not_depend_on_how_other_levels_search():
    asked = contest(FISH_TANK, 2, ["hard", "greedy"], 2)
    settings = identity(asked)["settings"]["hard"]
    assert {"hard", "depth", "sure"} <= set(settings) and not {"expert", "hint", "easy_slip"} & set(settings)
    assert identity(contest(FISH_TANK, 2, ["hard+expert=9", "greedy"], 2))["settings"]["hard+expert=9"] == settings


def test_a_folder_of_kept_games_is_a_table(tmp_path, capsys):
    asked = contest(FISH_TANK, 2, ["greedy", "random"], 4)
    run(asked, cores=1, kept=KeptGames(tmp_path / "a.jsonl", asked))
    assert kept_in(tmp_path / "a.jsonl").played == KeptGames(tmp_path / "a.jsonl", asked).played
    (tmp_path / "b.jsonl").write_text("hello\n")
    held = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[0])
    (tmp_path / "c.jsonl").write_text(json.dumps(held | {"components": "others"}) + "\n")
    assert strength.main([str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert [line for line in said.out.splitlines() if line.startswith("| Fish Tank | 2 | greedy | random | 4 | 100.0%")]
    assert "b.jsonl: this holds no games" in said.err and "c.jsonl: these games were played with components others, not" in said.err
