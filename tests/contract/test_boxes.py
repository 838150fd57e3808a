"""Tables of a box that follow from its other numbers are worked out, never believed: rules index arrays with them, compiled without looking."""

import pytest

from shoal.engine.errors import ComponentError
from shoal.games import load_game

DERIVED = [
    ("fish_tank", "step"), ("fish_tank", "onward"), ("fish_tank", "last_rise"),
    ("acqua_dolce", "schooling"), ("acqua_dolce", "wanting"),
    ("aqua_garden", "supplies"), ("aqua_garden", "keeps"), ("aqua_garden", "feeding_mix"),
]


@pytest.mark.parametrize(("game_id", "table"), DERIVED)
def test_a_box_with_other_tables_than_its_numbers_give_is_refused(game_id, table):
    box = load_game(game_id).box.twin()
    box.check()
    data = box.dump()
    data[table] = [data[table][0] + 1, *data[table][1:]]
    box.load(data)
    with pytest.raises(ComponentError, match="are not those of these"):
        box.check()


@pytest.mark.parametrize("game_id", sorted({game_id for game_id, _ in DERIVED}))
def test_what_is_worked_out_again_is_the_same(game_id):
    box = load_game(game_id).box
    again = box.twin()
    again.work_out()
    assert again.dump() == box.dump()
