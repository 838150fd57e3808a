"""Every ruling of Pocket Aquarium, one test each: what rulings.md says is what the engine does."""

import re

import pytest

from shoal.engine.errors import IllegalAction
from shoal.games.pocket_aquarium.table_grid import watched

from .grids import EX, GAME, P1, PF, changed, column, deal, ending, grid, legal, play, position, row, scored, stop, targets, total, turns_left

FOUR_TOGETHER = "A1> A2> D1> D2< / A3< A4> D3> D4> / G1> SN> PU> PL> / RA> G2> G3> G4>"


def test_every_ruling_has_its_test():
    rulings = re.findall(r"^### (R\d+) ", (GAME.folder / "rulings.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert rulings == [f"R{number}" for number in range(1, 32)]
    assert all(any(name.startswith(f"test_{ruling}_") for name in globals()) for ruling in rulings)


def watched_cells(text, at):
    state = position(text, at)
    return {name for cell, name in enumerate(f"{letter}{number}" for number in range(1, 5) for letter in "abcd") if watched(state, cell)}


def test_R1_chips_never_stops_outside_a_corner():
    stops = GAME.components["chips"]["stops"]
    assert len(stops) == 16
    assert all(len(watched_cells(P1, at)) == 4 for at in stops)


def test_R2_sixteen_turns_less_the_head_start():
    state = deal(P1)
    assert (stop(state), state.is_terminal(), turns_left(state)) == ("ta", False, 16)
    for _ in range(16):
        assert not state.is_terminal()
        play(state, legal(state)[0])
    assert (stop(state), state.is_terminal()) == ("home", True)


def test_R3_a_step_for_each_group_of_three_or_four():
    """The angelfish a shoal of four, the discus another, the guppies three and one apart: three steps, whoever faces where."""
    assert stop(deal(FOUR_TOGETHER)) == "td"
    assert stop(deal(changed(FOUR_TOGETHER, "A3>"))) == "td"


def test_R4_special_cards_give_a_step_by_their_cell_alone():
    plain = "G1< D4< A2> RA< / A1> SN> PL< G4> / D3< G3> D1> A4< / G2> A3< PU> D2>"
    assert stop(deal(plain)) == "ta"
    corner = "SN< D4< A2> RA< / A1> G1> PL< G4> / D3< G3> D1> A4< / G2> A3< PU> D2>"
    assert stop(deal(corner)) == stop(deal(changed(corner, "SN>"))) == "tb", "one step, though column and corner"
    assert stop(deal("G1< D4< A2> RA< / A1> SN> A4< G4> / D3< G3> D1> PU> / G2> A3< PL< D2>")) == "tb"


def test_R5_each_side_is_an_even_chance():
    state = GAME.new_state()
    outcomes = [(GAME.outcome_to_text(outcome), weight) for outcome, weight in state.chance_outcomes()]
    assert sorted(text[-1] for text, _ in outcomes) == ["<"] * 16 + [">"] * 16
    assert {weight for _, weight in outcomes} == {1}


def test_R6_what_chips_watches():
    assert watched_cells(P1, "tc") == watched_cells(P1, "bc") == {"c1", "c2", "c3", "c4"}
    assert watched_cells(P1, "r2") == watched_cells(P1, "l2") == {"a2", "b2", "c2", "d2"}


def test_R7_watched_cards_neither_flip_nor_act_but_are_moved():
    state = position(P1, "tb")
    assert not [text for text in legal(state) if text.split()[1][0] == "b" and text.split()[0] != "feed"]
    assert row(play(state, "use a2"), 2) == "G4> A1> D1> PL<"
    assert "flip c3" in legal(position(P1, "tb")), "special cards are flipped like fish"


def test_R8_the_acting_card_s_own_line_slides():
    state = play(position(P1, "tb"), "use a2")
    assert [row(state, number) for number in (1, 3, 4)] == [row(position(P1), number) for number in (1, 3, 4)]
    with pytest.raises(IllegalAction, match="R8"):
        play(position(P1, "tb"), "use a2 a3")


def test_R9_special_cards_have_no_action():
    state = position(P1, "td")
    assert legal(state, "use c2") == legal(state, "use c3") == legal(state, "use a4") == []
    assert {"flip c2", "flip c3", "flip a4"} <= set(legal(state))


def test_R10_the_other_side_s_action_counts_after_a_flip():
    state = play(position(P1, "td"), "flip a2", "use a2")
    assert row(state, 2) == "D1> PL< G4> A1<"


def test_R11_positions_off_the_grid_are_left_out():
    assert targets(position(P1, "td"), "b4") == ["a4", "c4"]
    assert targets(position("A3> D4< A2> RA< / A1> D1> PL< G4> / D3< G3> SN< A4< / PU> G1< G2> D2>", "td"), "a1") == ["b1"]


def test_R12_a_corner_card_lies_in_a_corner_of_the_grid():
    assert targets(position(P1, "td"), "b1") == ["a1", "a4", "d1", "d4"]


def test_R13_moves_turn_nothing_over():
    def facing(state):
        return sorted(grid(state).replace("/", "").split())
    for move in ("use a2", "use c4", "use b3 c2", "use b1 d4"):
        assert facing(play(position(P1, "td"), move)) == facing(position(P1))


def test_R14_the_bar_lasts_one_turn_and_is_on_the_card():
    state = play(position(P1, "tc"), "use a2")
    assert legal(state, "use b2") == []
    state = play(position(P1, "tb"), "use a2")
    assert legal(play(state, "flip b3"), "use b2") == ["use b2"]


def test_R15_flips_are_never_barred():
    assert "flip b2" in legal(play(position(P1, "tc"), "flip b2")), "twice in a row"
    assert row(play(position(P1, "tc"), "flip b2", "flip b2", "use b2"), 2) == "G4> A1> D1> PL<", "right after it was flipped"
    assert "flip c2" in legal(play(position(P1, "tc"), "flip b3", "use b2")), "right after it acted"


def test_R16_there_is_no_pass_and_no_dead_end():
    for at in GAME.components["chips"]["stops"]:
        assert len(legal(position(P1, at), "flip")) == 12
    for at in ("l3", "l2", "l1"):
        assert "flip d4" in legal(position("G1< D4< A2> RA< / A1> D1> D2> G4> / D3< G3> SN< A4< / PU> A3< G2> PL<", at))


def test_R17_the_food_takes_two_turns_and_chips_does_not_stop_the_swap():
    state = play(position(P1, "td"), "feed c")
    assert (stop(state), legal(state)) == ("r1", ["feed c2", "feed c3", "feed c4"]), "row 1 is watched, and yet its card is swapped"
    play(state, "feed c4")
    assert column(state, "c") == "G2> PL< SN< A2>"
    assert legal(state, "feed") == [], "once a game"


def test_R18_a_school_of_four_is_worth_nine():
    assert scored(PF)["discus"] == 9
    assert scored(PF, example_ten=True)["discus"] == 10


def test_R19_the_largest_group_scores_and_counts_as_a_whole():
    assert scored(changed(EX, "D4<"))["discus"] == 7
    pairs = "PU> A1> A2> D1> / SN> RA> D2> D3> / G1> A3> G2> D4> / PL< A4< G3> G4>"
    assert scored(pairs)["angelfish"] == 4
    assert scored(changed(pairs, "A4>", "A1<"))["angelfish"] == 4


def test_R20_rasboras_score_every_group_beside_them():
    pairs = "PU> A1> A2> D1> / SN> RA> D2> D3> / G1> A3> G2> D4> / PL< A4< G3> G4>"
    assert scored(pairs)["rasboras"] == 2 + 1 + 2


def test_R21_a_group_counts_once_and_a_shoal_one_whichever_way_it_faces():
    assert scored(EX)["rasboras"] == 3
    assert scored(changed(EX, "G"))["rasboras"] == 3


@pytest.mark.parametrize(("faces", "end"), [(("PU>",), "lost PU"), (("SN>",), "lost SN"), (("PU>", "SN>"), "lost PU SN")], ids=str)
def test_R22_a_special_card_out_of_place_loses_before_anything_is_counted(faces, end):
    assert ending(changed(PF, *faces)) == end
    assert total(changed(PF, *faces)) == 0


def test_R23_the_right_place_with_the_wrong_side_is_out_of_place():
    assert ending(changed(EX, "PU<")) == "lost PU"
    assert ending(changed(EX, "PL>")).startswith("lost 25"), "the plant may face either way"


def test_R24_fish_drawn_on_special_cards_are_decoration():
    assert [card.id for card in GAME.cards if not card.species] == ["PU", "PL", "SN", "RA"]


def test_R25_edges_connect_corners_and_opposite_ends_do_not():
    ends = "A1> D1> D2> A2> / SN> RA> G1< D4> / A3< G2> G3< D3> / PL< PU< G4< A4<"
    sheet = {line.key: line.points for line in GAME.score_sheet(position(ends, "l1"), 0).lines}
    assert (sheet["angelfish"], sheet["discus"], sheet["guppy"]) == (0, 4, 7)


def test_R26_the_last_turn_is_played_in_full():
    state = play(position(PF, "l1"), "flip b3")
    assert state.is_terminal() and stop(state) == "home"
    assert grid(state) == changed(PF, "G2<")


def test_R27_results_go_by_the_table():
    ends = [changed(PF, *faces) for faces in ((), ("A",), ("A", "D"), ("RA<",), ("A4<", "RA<"), ("A4<", "D4<"))]
    assert [ending(end) for end in ends] == [
        "won 33 Purr-fect!", "won 32 Fin-tastic!", "won 31 Fin-tastic!", "won 30 Commenda-bubble", "won 28 Commenda-bubble", "lost 27 You lose (water pity)",
    ]


def test_R28_the_first_column_is_the_left_one():
    assert stop(deal(P1)) == "ta"
    assert watched_cells(P1, "ta") == {"a1", "a2", "a3", "a4"}


def test_R29_nothing_is_hidden_so_all_may_be_taken_back():
    state = play(deal(P1), "flip b1")
    assert state.witnesses(0, GAME.text_to_action("flip b2")).public_at == state.reveals
    assert state.masked(0).state.faces == state.faces


def test_R30_the_deal_goes_row_by_row():
    state = GAME.new_state()
    for face in ("PL>", "SN<", "D1>"):
        state.apply_outcome(GAME.text_to_outcome(f"deal {face}"))
    assert GAME.layout_text(state) == "PL> SN< D1>"


def test_R31_stops_passed_in_the_head_start_block_nothing():
    state = deal(FOUR_TOGETHER)
    assert stop(state) == "td" and state.barred == 0
    assert {"flip a1", "flip b1", "flip c1"} <= set(legal(state)) and "flip d1" not in legal(state)
