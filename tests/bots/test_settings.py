"""Settings of the search: each has its type and its range, and what a file or a command line says is checked before anybody plays."""

from dataclasses import fields

import pytest

from shoal.bots.levels import SECONDS
from shoal.bots.settings import KINDS, NAMES, SettingError, Settings, all_settings, settings_of
from shoal.bots.thinking import Budget
from shoal.games import load_game


@pytest.mark.parametrize("name, value, said", [
    ("depth", "x", "a whole number"), ("depth", 3.5, "a whole number"), ("depth", -2, "or -1"), ("depth", 99999999999999, "a whole number up to 2147483647"),
    ("width", None, "a whole number"), ("width", 1.5, "a whole number"), ("width", 0, "1 or more"),
    ("hard", True, "a whole number"), ("hard", 2.9, "a whole number"), ("expert", -5, "1 or more"),
    ("explore", [1], "a number"), ("explore", -0.1, "0 or more"), ("bias", float("inf"), "a number"), ("bias", float("nan"), "a number"),
    ("bias", 10**400, "a number"), ("bias", False, "a number"), ("sure", "3", "a number"),
    ("scale", 1e-320, "more than 0, 0.001 at least"), ("scale", 0, "more than 0"), ("scale", -1.0, "more than 0"),
    ("gamma", 5, "0 to 1"), ("win", 1.1, "0 to 1"), ("own_greed", 9, "0 to 1"), ("greed", -0.5, "0 to 1"), ("tree_greed", 2, "0 to 1"),
    ("foresee", 7, "true or false"), ("foresee", None, "true or false"),
    ("mix", "pick", "names of decisions"), ("mix", (1,), "names of decisions"), ("mix", ("",), "names of decisions"), ("mix", ["pick"], "names of decisions"),
])
def test_what_makes_no_sense_is_refused(name, value, said):
    with pytest.raises(SettingError) as refused:
        Settings().but(**{name: value})
    assert f"search setting {name}: " in str(refused.value) and said in str(refused.value) and len(str(refused.value)) < 120


def test_what_makes_sense_is_taken():
    assert Settings().but(bias=2, scale=1, win=1, gamma=0, depth=-1, foresee=True, hard=2**31 - 1, mix=("pick",)).bias == 2
    assert {field.type for field in fields(Settings)} <= set(KINDS)


@pytest.mark.parametrize("game_id", all_settings())
def test_the_file_has_known_names_only(game_id):
    """Also for each level that searches, and for each number of players, which the game must allow."""
    table, (low, high) = all_settings()[game_id], load_game(game_id).seats
    assert set(table) <= {*NAMES, "levels", "players", "tuned"}
    for level, changes in table.get("levels", {}).items():
        assert level in SECONDS and set(changes) <= set(NAMES) and changes
    for players, changes in table.get("players", {}).items():
        assert low <= int(players) <= high and set(changes) <= set(NAMES) and changes
    for players in range(low, high + 1):
        assert all(settings_of(game_id, players, level) for level in ("", *SECONDS))
    decisions = load_game(game_id).texts.keys()
    assert all(f"decisions.{name}" in decisions for name in table.get("mix", ()))


def test_a_search_must_have_an_end():
    for limits in ({}, {"iterations": 0}, {"seconds": 0}, {"seconds": 0.0, "iterations": 5}, {"iterations": 0, "seconds": 1.0}, {"iterations": -1},
                   {"seconds": -1.0}, {"seconds": float("nan")}):
        with pytest.raises(ValueError, match="to stop at"):
            Budget(**limits)
    assert Budget(1).seconds is None and Budget(seconds=0.1).iterations is None
