"""Options: typed, checked together, and refused with what is possible."""

from typing import Any

import pytest

from shoal.engine.errors import OptionError, UnknownGame
from shoal.engine.game import Option
from shoal.games import game_ids, load_game

GAME: Any = load_game("fish_tank")


@pytest.mark.parametrize("game_id", game_ids())
def test_defaults_are_among_the_values_and_texts_read_back(game_id: str) -> None:
    for option in load_game(game_id).options:
        for value in option.values:
            assert option.read(option.write(value)) == value == option.check(value) == option.check(option.write(value))
        assert option.default in option.values


def test_flags_are_read_as_people_write_them() -> None:
    flag = Option("x", False, (False, True))
    assert [flag.read(text) for text in ("true", "Yes", "on", "1", "FALSE", "no", "off", "0")] == [True] * 4 + [False] * 4
    with pytest.raises(OptionError, match="false, true"):
        flag.read("perhaps")
    with pytest.raises(OptionError):
        flag.check(1)
    number = Option("n", 2, (1, 2, 3))
    assert number.read("3") == 3 and number.check(2) == 2
    for wrong in (4, True, 2.0, None, [2]):
        with pytest.raises(OptionError):
            number.check(wrong)


def test_effective_options_fill_in_what_is_not_given() -> None:
    effective = GAME.effective_options(2)
    assert effective == {option.key: option.default for option in GAME.options} and effective["pair_rounds"] == "16"
    assert GAME.effective_options(3, {"fewer_kinds": "yes"})["fewer_kinds"] is True


def test_another_default_for_simulation() -> None:
    class Simulated(type(GAME)):  # type: ignore[misc]
        options = (Option("long", True, (False, True), simulation=False),)

        def check_options(self, players: int, options: dict[str, Any]) -> None:
            """Anything goes."""

    game = Simulated(GAME.folder)
    assert game.effective_options(2) == {"long": True} and game.effective_options(2, simulation=True) == {"long": False}
    assert game.effective_options(2, {"long": True}, simulation=True) == {"long": True}


@pytest.mark.parametrize(("players", "given", "words"), [
    (2, {"fewer_kind": True}, "did you mean fewer_kinds"),
    (2, {"colour": "red"}, "it has fewer_kinds, pair_rounds"),
    (2, {"pair_rounds": "8"}, "16, 8,16"),
    (2, {"fewer_kinds": 3}, "false, true"),
    (4, {"fewer_kinds": True}, "2 or 3 players, not 4"),
    (1, {}, "2 to 6 players, not 1"),
    (True, {}, "2 to 6"),
    ("2", {}, "2 to 6"),
])
def test_what_does_not_fit_is_refused(players: Any, given: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        GAME.new_state(players, given)


def test_games_are_found_by_any_unambiguous_name() -> None:
    assert load_game("fish_tank") is load_game("Fish Tank") is load_game(" fish-tank ") is load_game("fi")
    for wrong in ("", "chess", "fsh_tank", "../fish_tank"):
        with pytest.raises(UnknownGame, match="fish_tank"):
            load_game(wrong)
