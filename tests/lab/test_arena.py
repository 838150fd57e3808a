"""The arena plays fairly, repeats itself, and counts right."""

import json
import re
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from shoal.bots.levels import EASY_ERRS_IN, UnknownLevel
from shoal.bots.playing import Played
from shoal.bots.settings import SettingError
from shoal.cli import main
from shoal.engine.errors import OptionError
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.lab import arena, strength
from shoal.lab.arena import ArenaError, Contest, bot_of, contest, interval, run, share_interval, standings, wilson
from shoal.lab.kept import SEARCH_VERSION, KeptGames, differing, identity, kept_in
from shoal.terminal.arena import row, span

FISH_TANK = load_game("fish_tank")
STRENGTH = Path(__file__).parents[2] / "docs" / "strength"


def play_into(file, asked):
    """Play, and keep the games in a file."""
    with closing(KeptGames(file, asked).begin()) as kept:
        return run(asked, cores=1, kept=kept)


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
    for setting, wanted in (("depth=deep", "depth: a whole number up to"), ("keep=maybe", "keep: true or false is"), ("x=deep", "x: a number, true or false")):
        with pytest.raises(ArenaError, match=wanted):
            contest(FISH_TANK, 2, [f"hard+{setting}"], 1)
    for setting, hint in (("deepth=3", "no setting 'deepth'; did you mean depth?"), ("qqq=3", "no setting 'qqq'; it has explore, bias, ")):
        with pytest.raises(SettingError, match=re.escape(hint)):
            contest(FISH_TANK, 2, [f"hard+{setting}"], 1)
    with pytest.raises(ArenaError, match="depth is given twice"):
        contest(FISH_TANK, 2, ["hard+depth=3+Depth=4"], 1)
    with pytest.raises(ArenaError, match="expert=5 makes no difference to hard, whose iterations are set by hard=N"):
        contest(FISH_TANK, 2, ["hard+expert=5"], 1)
    with pytest.raises(ArenaError, match="keep=false makes no difference to hard: only an expert keeps its tree"):
        contest(FISH_TANK, 2, ["hard+keep=false"], 1)
    with pytest.raises(ArenaError, match="Fish Tank has no decision 'phase1'; it has pick, place, flip"):
        contest(FISH_TANK, 2, ["hard+mix=pick/phase1"], 1)
    for players in (0, -1):
        with pytest.raises(OptionError, match=f"2 to 6 players, not {players}"):
            contest(FISH_TANK, players, ["greedy", "random"], 1)
    with pytest.raises(OptionError, match="2 to 6 players, not 9"):
        contest(FISH_TANK, 9, ["greedy"], 1)


def test_a_bot_with_settings():
    bot = bot_of("hard+depth=3+foresee=false+mix=pick/flip", FISH_TANK, 5)
    assert bot.changes == {"depth": 3, "foresee": False, "mix": ("pick", "flip")} and bot.iterations == 5
    assert contest(FISH_TANK, 2, ["Hard + Depth=3", "GREEDY"], 1).bots == ("hard+depth=3", "greedy")
    with pytest.raises(UnknownLevel, match="'Gredy'; did you mean greedy"):
        contest(FISH_TANK, 2, ["Gredy"], 1)


def test_no_clock_stops_the_searches_of_an_arena():
    for bot in (bot_of("hard+hard=1500", FISH_TANK), bot_of("expert", FISH_TANK, 9)):
        assert bot.seconds == arena.NO_CLOCK >= 600


def test_every_game_names_its_decisions():
    """By them names in `mix` are checked."""
    for game in map(load_game, ("fish_tank", "aquarium", "acqua_dolce", "aqua_garden", "pocket_aquarium")):
        state = game.new_state(simulation=True)
        state.advance(Rng(1, "deal"))
        assert f"decisions.{state.decision()}" in game.texts.keys()


@pytest.mark.parametrize("change", [
    'depth="x"', "width=null", "explore=[1]", "depth=3.5", "depth=99999999999999", "width=1.5", "foresee=7", "bias=1e999", "hard=true", "hard=2.9",
    "scale=1e-320", "gamma=5", "own_greed=9", "greed=1.5", "win=2", "bias=NaN", "bias=1e300", "hard=0", "mix=pick/", "width=" + "9" * 400,
    "width=" + "9" * 5000, "bias=" + "9" * 400,
])
def test_settings_that_make_no_sense_are_refused_before_play(change):
    with pytest.raises((SettingError, ArenaError)) as refused:
        contest(FISH_TANK, 2, [f"hard+{change}"], 1)
    assert change.partition("=")[0] in str(refused.value) and len(str(refused.value)) < 200


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
    whole = play_into(file, asked)
    lines = file.read_text().splitlines()
    assert len(lines) == 1 + asked.games
    file.write_text("\n".join(lines[:4]) + "\n" + lines[4][:20])
    assert {one.deal for one in KeptGames(file, asked).played} == {1}, "the first deal is complete, of the second one game is missing"
    assert play_into(file, asked).standings == whole.standings
    assert file.read_text().splitlines() == lines
    monkeypatch.setattr(arena, "play_deals", lambda *_: pytest.fail("all games are kept"))
    assert play_into(file, asked).standings == whole.standings


def test_a_file_of_other_games_is_refused(tmp_path):
    file, asked = tmp_path / "games.jsonl", contest(FISH_TANK, 2, ["greedy", "random"], 2)
    play_into(file, asked)
    with pytest.raises(ArenaError, match=r"played with bots \['greedy', 'random'\], not \['easy', 'random'\]; name another file"):
        KeptGames(file, contest(FISH_TANK, 2, ["easy", "random"], 2))
    file.write_text("hello\n")
    with pytest.raises(ArenaError, match="holds no games of the arena"):
        KeptGames(file, asked)
    for name, bot in (("a", "hard"), ("b", "hard+depth=3")):
        KeptGames(tmp_path / name, contest(FISH_TANK, 2, [bot], 2)).begin().close()
    assert (tmp_path / "a").read_text() != (tmp_path / "b").read_text(), "settings are part of what was played"


def test_reading_writes_nothing(tmp_path):
    """Games that an arena adds while somebody prints a table stay; what is cut off is only left out."""
    file, asked = tmp_path / "games.jsonl", contest(FISH_TANK, 2, ["greedy", "random"], 4)
    play_into(file, asked)
    file.write_text(file.read_text() + '{"deal": 9, "sea')
    file.chmod(0o640)
    before, inode = file.read_bytes(), file.stat().st_ino
    assert len(kept_in(file).played) == len(KeptGames(file, asked).played) == 4
    assert (file.read_bytes(), file.stat().st_ino) == (before, inode)
    KeptGames(file, asked).begin().close()
    assert file.read_bytes() == before.rpartition(b"\n")[0] + b"\n" and file.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["games.jsonl"]
    with pytest.raises(ValueError, match="between begin and close"):
        KeptGames(file, asked).add([])


def test_two_arenas_do_not_play_into_the_same_file(tmp_path):
    pytest.importorskip("fcntl")
    file, asked = tmp_path / "games.jsonl", contest(FISH_TANK, 2, ["greedy", "random"], 2)
    with closing(KeptGames(file, asked).begin()) as first:
        with pytest.raises(ArenaError, match="games.jsonl: another arena is playing into this file; wait for its end, or name another file"):
            KeptGames(file, asked).begin()
        run(asked, cores=1, kept=first)
    with closing(KeptGames(file, asked).begin()) as second:
        assert second.played == first.played and len(second.played) == 2


@pytest.mark.parametrize("line, wrong", [
    (b"\xff\xfe", "this is no game"), (b"null", "this is no game"), (b"hello", "this is no game"), (b"[1]", "this is no game"),
    (b"[" * 9999, "this is no game"),
    (b'{"seating": [0, 1], "scores": [1, 2], "winners": [1]}', "the number of the deal"),
    (b'{"deal": true, "seating": [0, 1], "scores": [1, 2], "winners": [1]}', "the number of the deal"),
    (b'{"deal": 3, "seating": [0, 0], "scores": [1, 2], "winners": [1]}', "seating must have each of the bots 0 to 1 once"),
    (b'{"deal": 3, "seating": null, "scores": [1, 2], "winners": [1]}', "seating"),
    (b'{"deal": 3, "seating": [0, "1"], "scores": [1, 2], "winners": [1]}', "seating"),
    (b'{"deal": 3, "seating": [0, 1], "scores": [1], "winners": [1]}', "scores must be 2 whole numbers"),
    (b'{"deal": 3, "seating": [0, 1], "scores": [1, null], "winners": [1]}', "scores"),
    (b'{"deal": 3, "seating": [0, 1], "scores": [1, 2], "winners": [2]}', "winners must be seats, 0 to 1"),
    (b'{"deal": 3, "seating": [0, 1], "scores": [1, 2], "winners": [1, 1]}', "winners"),
    (b'{"deal": 3, "seating": [0, 1], "scores": [1, 2], "winners": null}', "winners"),
])
def test_lines_that_are_no_games_are_named(tmp_path, line, wrong):
    file, asked = tmp_path / "games.jsonl", contest(FISH_TANK, 2, ["greedy", "random"], 2)
    play_into(file, asked)
    file.write_bytes(file.read_bytes() + line + b"\n\n")
    for read in (kept_in, lambda file: KeptGames(file, asked), lambda file: KeptGames(file, asked).begin()):
        with pytest.raises(ArenaError, match=f"games.jsonl, line 4: {wrong}.*; delete the line"):
            read(file)


def test_a_deal_is_complete_with_each_turn_of_the_seats_once(tmp_path):
    file, asked = tmp_path / "games.jsonl", contest(FISH_TANK, 2, ["greedy", "random"], 6)
    play_into(file, asked)
    first, *games = file.read_text().splitlines()
    file.write_text("\n".join([first, games[0], games[0], *games[2:4], *games[4:6], games[5]]) + "\n")
    assert [one.deal for one in kept_in(file).played] == [2, 2], "one turn twice is not both, and three games are not one deal"


@pytest.mark.parametrize("first", [
    b"", b"\xff", b"null", b"[]", b"{}", b'{"game": 1, "players": 2, "bots": ["greedy"], "iterations": null, "options": {}, "settings": {}}',
    b'{"game": "fish_tank", "players": 2, "bots": [1], "iterations": null, "options": {}, "settings": {}}',
    b'{"game": "fish_tank", "players": 2, "bots": ["greedy"], "iterations": null, "options": {}, "settings": {"hard": 1}}',
])
def test_first_lines_that_are_none(tmp_path, first):
    file = tmp_path / "games.jsonl"
    file.write_bytes(first + b"\n")
    with pytest.raises(ArenaError, match="games.jsonl: this holds no games of the arena"):
        kept_in(file)


def test_bots_that_are_no_more_are_named_with_the_file(tmp_path):
    file = tmp_path / "games.jsonl"
    for words, wrong in ((("clever", 2), "no bot of level 'clever'"), (("greedy", 9), "2 to 6 players"), (("hard+deep=3", 2), "no setting 'deep'")):
        file.write_text(json.dumps({"game": "fish_tank", "players": words[1], "bots": [words[0]], "iterations": None, "options": {}, "settings": {}}))
        with pytest.raises(ArenaError, match=f"games.jsonl: .*{wrong}"):
            kept_in(file)


def test_places_that_cannot_be_written_are_refused_in_a_line(tmp_path, capsys):
    words = ["arena", "fish_tank", "--bots", "greedy", "--games", "2", "--cores", "1", "--keep"]
    (tmp_path / "a").write_text("")
    for place, said in ((tmp_path, "this is a folder; name a file in it"), (tmp_path / "b" / "c", f"there is no folder {tmp_path / 'b'}; make it"),
                        (tmp_path / "a" / "c", "there is no folder"), (Path("/dev/null"), "cannot be read"), (tmp_path / ("x" * 300), "name another file")):
        assert main([*words, str(place)]) == 1
        error = capsys.readouterr().err
        assert error.startswith(f"shoal: {place}: ") and said in error and error.count("\n") == 1
    assert main([*words, str(tmp_path / "a")]) == 0, "an empty file is a new one"


def test_differences_read_well():
    assert differing({"settings": {"hard": {"depth": 3}}}, {"settings": {"hard": {"depth": 3, "width": 8}}}) == "settings, hard, no width, not 8"
    assert differing({"settings": {"hard": {"depth": 3}}}, {"settings": {}}) == "settings, hard {'depth': 3}, which there is not now"
    assert differing({"a": 1}, {"a": 1}) == ""


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
    assert set(identity(asked)["settings"]) == {"hard"}
    own = identity(contest(FISH_TANK, 2, ["hard", "greedy"], 2, iterations=9))["settings"]["hard"]
    assert own == {name: value for name, value in settings.items() if name != "hard"}
    assert identity(contest(FISH_TANK, 2, ["easy"], 2))["settings"] == {"easy": {"easy_errs_in": EASY_ERRS_IN, "easy_slip": 5.0}}


def test_older_files_are_accepted_and_other_searches_are_not(tmp_path):
    """Before, there was no version of the search, and the settings of all levels stood there."""
    file = tmp_path / "games.jsonl"
    for iterations in (None, 9):
        asked = contest(FISH_TANK, 2, ["hard", "greedy"], 2, iterations=iterations)
        said = identity(asked)
        assert said.pop("search_version") == SEARCH_VERSION.get("fish_tank", 1)
        older = said | {"settings": {"hard": {"hard": 1, "expert": 1, "hint": 1, "easy_slip": 1.0} | said["settings"]["hard"]}}
        file.write_text(json.dumps(older) + "\n")
        assert KeptGames(file, asked).played == kept_in(file).played == []
        file.write_text(json.dumps(older | {"search_version": 99}) + "\n")
        with pytest.raises(ArenaError, match="played with search_version 99, not 1; name another file"):
            KeptGames(file, asked)


@pytest.mark.parametrize("file", sorted(STRENGTH.glob("*.jsonl")), ids=lambda file: file.stem)
def test_the_games_behind_the_document_are_those_of_todays_bots(file):
    """A file whose bots have other settings by now says which; any other must be readable."""
    try:
        kept = kept_in(file)
    except ArenaError as problem:
        assert "played with settings, " in str(problem)
        pytest.skip(str(problem))
    assert len(kept.played) >= 0.9 * (len(file.read_text().splitlines()) - 1) > 0


def test_huge_numbers_of_games_begin_at_once(tmp_path, capsys):
    asked = contest(FISH_TANK, 2, ["greedy", "random"], 10_000_000)
    kept = KeptGames(tmp_path / "games.jsonl", asked).begin()

    def stop(games):
        if games:
            raise KeyboardInterrupt
    began = time.perf_counter()
    with closing(kept), pytest.raises(KeyboardInterrupt):
        run(asked, 1, stop, kept)
    assert time.perf_counter() - began < 5 and len(kept.played) == 2
    assert main(["arena", "fish_tank", "--bots", "greedy", "--games", "10000001"]) == 2
    assert "10000000" in capsys.readouterr().err


def test_what_is_not_known_is_not_infinite(capsys):
    assert main(["arena", "fish_tank", "--bots", "greedy,random", "--games", "2", "--cores", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert told["standings"][0]["lead"]["low"] is None and told["standings"][0]["lead"]["mean"] > 0
    one, _ = standings(Contest("fish_tank", 2, ("greedy", "random"), 1), [Played(1, (0, 1), (10, 4), (0,)), Played(1, (1, 0), (5, 9), (1,))])
    assert span(one.lead) == "+5.00 (–)" in row(one)
    assert span(arena.Share(1.0, -1.0, 3.0)) == "+1.00 (-1.00 to +3.00)"


def test_a_repetition_can_be_pasted_into_a_shell():
    assert Contest("fish_tank", 2, ("greedy", "random"), 1, components="my cards.toml").command.endswith("--components 'my cards.toml'")


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_stopped_by_hand_it_says_in_a_line_what_is_kept(tmp_path, cores):
    file = tmp_path / "games.jsonl"
    words = [sys.executable, "-m", "shoal", "arena", "fish_tank", "--bots", "greedy,random", "--games", "1000000", "--cores", str(cores)]
    heeding = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}     # even where these tests run in the background
    playing = subprocess.Popen([*words, "--keep", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True, **heeding)
    ends = time.monotonic() + 60
    try:
        while time.monotonic() < ends and not (file.exists() and file.read_text().count("\n") > 3):
            time.sleep(0.05)
        os.killpg(playing.pid, signal.SIGINT)           # as a terminal does: to all processes at once
        out, error = playing.communicate(timeout=60)
    finally:
        if playing.poll() is None:
            os.killpg(playing.pid, signal.SIGKILL)
    assert playing.returncode == 130 and not out
    assert error == f"Stopped. {len(kept_in(file).played):,} games are kept in {file}; the same command goes on.\n"


def test_a_folder_of_kept_games_is_a_table(tmp_path, capsys):
    asked = contest(FISH_TANK, 2, ["greedy", "random"], 4)
    play_into(tmp_path / "a.jsonl", asked)
    assert kept_in(tmp_path / "a.jsonl").played == KeptGames(tmp_path / "a.jsonl", asked).played
    (tmp_path / "b.jsonl").write_text("hello\n")
    held = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[0])
    (tmp_path / "c.jsonl").write_text(json.dumps(held | {"components": "others"}) + "\n")
    assert strength.main([str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert [line for line in said.out.splitlines() if line.startswith("| Fish Tank | 2 | greedy | random | 4 | 100.0%")]
    assert "b.jsonl: this holds no games" in said.err and "c.jsonl: these games were played with components others, not" in said.err
