"""The rulebook's examples (E), further cases (T), switches (S) and whole games (GG) of Pocket Aquarium."""

import pytest

from shoal.engine.errors import IllegalAction

from .grids import CARDS, EX, GAME, P1, PF, changed, column, deal, ending, grid, legal, play, position, row, said, scored, stop, targets, total, turns_left

T6 = "G3> G1< A2> RA< / A1> D1> PL< G4> / D4< D3< SN< A4< / PU> A3< G2> D2>"
T14 = "PU< A1> A2> A3< / SN< D1> D2> A4< / D4> D3> G1> RA> / PL> G2< G3> G4<"
T26 = "PU> A1> A2> D1> / SN> RA> D2> D3> / G1> A3> G2> D4> / PL< A4< G3> G4>"


def groups(text):
    from shoal.games.pocket_aquarium.scoring import Groups, cells_of
    found = Groups(GAME.box, position(text, "home").faces)
    return {kind.id: sorted(len(cells_of(group)) for group in found.of(kind.number)) for kind in GAME.species[1:]}


# ---- the rulebook's examples

def test_E1_slide_with_wrap_through_the_watched_column():
    state = position(P1, "tb")
    assert "use a2" in legal(state)
    play(state, "use a2")
    assert row(state, 2) == "G4> A1> D1> PL<"
    assert stop(state) == "tc"


def test_E2_swap_with_a_neighbour():
    assert legal(position(P1, "td"), "use a3") == ["use a3 a2", "use a3 a4"]


def test_E3_swap_with_a_corner():
    assert targets(position(P1, "tc"), "d2") == ["a1", "a4", "d1", "d4"]


def test_E4_diagonal_cards_are_not_connected():
    assert groups("A1> D1> RA< PU< / D2> A2> G1< A3< / G2> D3< SN< G3> / PL> G4< A4> D4>") == {"angelfish": [], "discus": [], "guppy": []}


def test_E5_scoring_example_under_the_table():
    assert scored(EX) == {"angelfish": 6, "discus": 9, "guppy": 7, "rasboras": 3}
    assert ending(EX) == "lost 25 You lose (water pity)"


def test_E6_scoring_example_as_printed():
    assert scored(EX, example_ten=True) == {"angelfish": 6, "discus": 10, "guppy": 7, "rasboras": 3}
    assert ending(EX, example_ten=True) == "lost 26 You lose (water pity)"


def test_E7_start_and_number_of_turns():
    state = deal(P1)
    assert (stop(state), turns_left(state)) == ("ta", 16)


# ---- tricky cases

def test_T1_the_card_that_acted_may_not_act_but_may_be_flipped():
    state = play(position(P1, "tb"), "use a2")
    assert legal(state, "use b2") == []
    assert "flip b2" in legal(state)


def test_T2_a_flip_lifts_the_bar_and_turns_the_slide_round():
    state = play(position(P1, "tb"), "use a2", "flip b2")
    assert "use b2" in legal(state)
    assert row(play(state, "use b2"), 2) == "A1< D1> PL< G4>"


def test_T3_column_slide_with_wrap():
    assert column(play(position(P1, "ta"), "use c4"), "c") == "G2> A2> PL< SN<"


def test_T4_positions_off_the_grid_are_ignored():
    state = position("D3< G1< A2> RA< / A1> D1> PL< G4> / D4< G3> SN< A4< / PU> A3< G2> D2>", "td")
    assert legal(state, "use a1") == ["use a1 a2"]


def test_T5_a_flip_mirrors_a_diagonal_swap():
    assert targets(position(P1), "b3") == ["a4", "c2"]
    assert targets(position(changed(P1, "G3<")), "b3") == ["a2", "c4"]


def test_T6_a_swap_without_a_target_may_not_be_used():
    state = position(T6, "td")
    assert legal(state, "use a1") == []
    assert "flip a1" in legal(state)
    assert legal(position(changed(T6, "G3<"), "td"), "use a1") == ["use a1 b2"]
    assert stop(play(state, "flip a1")) == "r1"
    assert legal(state, "use a1") == legal(state, "flip a1") == []


def test_T7_a_card_in_a_corner_reaches_the_other_three():
    state = position("G4> D4< A2> RA< / A1> D1> PL< G1< / D3< G3> SN< A4< / PU> A3< G2> D2>", "td")
    assert targets(state, "a1") == ["a4", "d1", "d4"]


def test_T8_the_target_may_be_watched_and_nobody_turns_over():
    state = play(position(P1, "td"), "use b1 d4")
    assert row(state, 1) == "G1< D2> A2> RA<"
    assert row(state, 4) == "PU> A3< G2> D4<"


def test_T9_options_beside_a_row():
    state = position(P1, "r2")
    flips = legal(state, "flip")
    assert len(flips) == 12
    assert not [text for text in flips if text.endswith("2")]
    assert not [text for text in legal(state, "use") if text.split()[1].endswith("2")]
    assert legal(state, "feed") == ["feed a", "feed b", "feed c", "feed d"]


def test_T10_chips_may_walk_onto_the_food():
    state = position(P1, "tb", barred="A1")
    assert legal(state, "feed") == ["feed a", "feed c", "feed d"]
    play(state, "feed c")
    assert stop(state) == "tc"
    assert state.decision() == "food_swap"
    assert legal(state) == ["feed c2", "feed c3", "feed c4"]


def test_T11_after_the_food_it_is_spent_and_nobody_is_barred():
    state = play(position(P1, "tb", barred="A1"), "feed c", "feed c3")
    assert column(state, "c") == "SN< PL< A2> G2>"
    assert stop(state) == "td"
    assert legal(state, "feed") == []
    assert legal(state, "use a2") == ["use a2"]


def test_T12_chips_below_a_column_does_not_hinder_the_food():
    assert "feed c" in legal(position(P1, "bc"))


def test_T13_food_on_the_last_turn():
    state = play(position(P1, "l1"), "feed b")
    assert state.is_terminal()
    assert grid(state) == P1


def test_T14_the_longest_head_start():
    state = deal(T14)
    assert (state.stop, stop(state), turns_left(state)) == (6, "r3", 10)


def test_T15_pairs_give_no_head_start_and_facing_does_not_matter():
    assert stop(deal("A1> A2> RA< PU> / G1< D1< G2> A3< / SN> D2< PL< A4> / D3> G3< D4> G4<")) == "tc"


def test_T16_special_cards_with_the_wrong_side_up():
    assert ending(changed(EX, "PU<")) == "lost PU"
    assert ending(changed(EX, "SN<")) == "lost SN"
    assert total(changed(EX, "PL>")) == 25


def test_T17_a_school_facing_the_other_way_than_the_rasboras():
    assert total(changed(EX, "RA<")) == 24
    assert scored(changed(EX, "RA<"))["rasboras"] == 2


def test_T18_one_turned_away_makes_a_shoal_of_four():
    points = scored(changed(EX, "D4<"))
    assert (points["discus"], points["rasboras"], sum(points.values())) == (7, 2, 22)


def test_T19_a_perfect_score():
    assert scored(PF) == {"angelfish": 9, "discus": 9, "guppy": 9, "rasboras": 6}
    assert ending(PF) == "won 33 Purr-fect!"
    assert ending(PF, example_ten=True) == "won 36 Purr-fect!"


def test_T20_a_misplaced_pump_loses_whatever_the_fish_are_worth():
    state = position(changed(PF, "PU>"), "home")
    assert said(state) == "lost PU"
    assert state.raw() == 33
    assert GAME.result(state).winners == ()


def test_T21_one_school_the_other_way():
    assert ending(changed(PF, "A")) == "won 32 Fin-tastic!"


def test_T22_two_schools_the_other_way():
    assert ending(changed(PF, "A", "D")) == "won 31 Fin-tastic!"


def test_T23_thirty_in_two_ways():
    assert ending(changed(PF, "RA<")) == "won 30 Commenda-bubble"
    assert ending(changed(PF, "A4<")) == "won 30 Commenda-bubble"


def test_T24_the_lower_edge_of_a_win():
    assert ending(changed(PF, "A4<", "RA<")) == "won 28 Commenda-bubble"


def test_T25_the_upper_edge_of_a_loss():
    assert ending(changed(PF, "A4<", "D4<")) == "lost 27 You lose (water pity)"


def test_T26_two_pairs_one_scores_and_rasboras_count_both():
    points = scored(T26)
    assert (points["angelfish"], points["discus"], points["guppy"], points["rasboras"]) == (4, 9, 6, 5)
    assert total(T26) == 24
    assert total(changed(T26, "RA<")) == 22


def test_T27_a_single_fish_beside_the_rasboras_gives_nothing():
    points = scored("PU> D1> D2> D3> / SN> RA> A1< D4> / G1< G2> G3< G4> / PL< A2< A3< A4<")
    assert points == {"angelfish": 6, "discus": 9, "guppy": 7, "rasboras": 3}


def test_T28_the_ends_of_the_grid_are_no_neighbours():
    text = "A1> D1> D2> A2> / SN> RA> G1< D4> / A3< G2> G3< D3> / PL< PU< G4< A4<"
    assert groups(text) == {"angelfish": [], "discus": [2, 2], "guppy": [4]}
    assert ending(text) == "lost PU"


def test_T29_the_plant_as_a_waiting_move():
    state = play(position(PF, "l1"), "flip a4")
    assert state.is_terminal()
    assert said(state) == "won 33 Purr-fect!"


def test_T30_a_group_counts_once_however_often_it_touches():
    line = GAME.score_sheet(position(EX, "home"), 0).lines[-1]
    assert line.points == 3
    assert line.because.count("guppy") == 1


def test_T31_the_bar_follows_the_card_not_the_cell():
    state = play(position(P1, "ta"), "use b3 c2")
    assert (column(state, "b").split()[2], column(state, "c").split()[1], stop(state)) == ("PL<", "G3>", "tb")
    assert legal(state, "use c2") == []
    assert "flip b3" not in legal(state)
    assert "flip c2" in legal(state)


def test_T32_another_card_with_the_same_icon_may_act():
    state = play(position(P1, "ta"), "use c1")
    assert column(state, "c") == "G2> A2> PL< SN<"
    assert column(play(state, "use c1"), "c") == "SN< G2> A2> PL<"


def test_T33_the_deal_as_chance():
    state = GAME.new_state()
    assert [weight for _, weight in state.chance_outcomes()] == [1] * 32
    state.apply_outcome(GAME.text_to_outcome("deal G1<"))
    texts = [GAME.outcome_to_text(outcome) for outcome, _ in state.chance_outcomes()]
    assert len(texts) == 30
    assert not [text for text in texts if "G1" in text]
    assert state.laid == 1


# ---- switches

def test_S1_stops_at_the_corners():
    option = {"chips_path": "stops_with_corners"}
    assert turns_left(deal(P1, **option)) == 20
    state = position(P1, "xtr", **option)
    assert len(legal(state, "flip")) == 16
    assert legal(state, "feed") == ["feed a", "feed b", "feed c", "feed d"]
    state = deal(T14, **option)
    assert (stop(state), turns_left(state)) == ("r2", 14)


def test_S2_a_school_of_four_as_in_the_example():
    assert ending(EX, example_ten=True) == "lost 26 You lose (water pity)"
    assert ending(PF, example_ten=True) == "won 36 Purr-fect!"


def test_S3_a_flip_bars_too():
    option = {"reuse_ban": "card_flipped_or_used_last_turn"}
    state = play(position(P1, "ta", **option), "flip c4")
    assert legal(state, "use c4") == []
    assert "flip c4" in legal(state)
    state = play(position(P1, "ta", **option), "feed b")
    assert state.barred == 0
    state = play(play(position(P1, "ta", **option), "flip c4"), "feed a")
    assert state.barred == 0


def test_S4_a_swap_without_a_target():
    state = position(T6, "td", swap_without_target_is_legal=True)
    assert legal(state, "use a1") == ["use a1"]
    play(state, "use a1")
    assert grid(state) == T6
    assert state.barred == CARDS.index("G3") + 1
    assert stop(state) == "r1"


def test_S5_no_food_on_the_last_turn():
    assert legal(position(P1, "l1", feed_on_last_turn=False), "feed") == []
    assert len(legal(position(P1, "l2", feed_on_last_turn=False), "feed")) == 4


@pytest.mark.parametrize(("at", "feeds"), [("tb", "a d"), ("r4", "a b c"), ("l2", "a b c d"), ("l1", "a b c d")])
def test_S6_chips_stops_the_food(at, feeds):
    state = position(P1, at, chips_blocks_food_swap=True)
    assert legal(state, "feed") == [f"feed {name}" for name in feeds.split()]


def test_S7_rasboras_count_scoring_groups_only():
    points = scored(T26, rasboras_count_unscored_groups=False)
    assert (points["angelfish"], points["discus"], points["guppy"], points["rasboras"]) == (4, 9, 6, 4)


# ---- whole games

GAMES = {
    "GG1": (
        "PL> SN> D1< PU< / A4< D3> G1< G4> / G3< G2< D4> A3> / RA> A1> A2> D2>", "tb",
        "flip a1, flip a2, use b2 b1, use c2, flip c1, use d2 d4, use b2, flip a2, flip d2, flip a3, flip b3, feed a, feed a4, use a3 b2, use c3 a1",
        PF, "won 33 Purr-fect!",
    ),
    "GG2": (
        "G2< G3< D2> RA> / A4< G4> PU> D4< / D3> A2> G1> D1> / PL> A3> A1> SN<", "r1",
        "flip d3, flip c1, use c1, use d3, flip a1, flip a2, flip d2, flip c3, use b1 c2, use b1, flip d1, flip c2",
        "RA> G2> G1> PU< / A4> G4> G3> D4> / A2> A1> D1> D3> / PL> A3> D2< SN<", "won 29 Commenda-bubble",
    ),
    "GG3": (
        "A1> PL> G2< D4< / G4< RA< G3> A4< / A3< PU< A2< D1< / D3> G1> D2< SN>", "tb",
        "flip a1, use a1, use c3, use d3, use c4 a1, use a4 a3, use a1 a4, flip c1, use d1, flip d4, flip b4, flip a3, feed b, feed b4, use b4 a3",
        "G2< G1< A1< PU< / G4< RA< A2< A4< / G3< D2< D1< A3< / D4< D3< PL> SN<", "won 33 Purr-fect!",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_GG_whole_games(name):
    dealt, start, moves, end, result = GAMES[name]
    state = deal(dealt)
    assert stop(state) == start
    assert turns_left(state) == len(moves.split(", "))
    play(state, moves)
    assert state.is_terminal()
    assert grid(state) == end
    assert said(state) == result


# ---- refusals say why, and which rule says so

REFUSED = [
    (P1, "ta", "flip a1", "R7", "column a"), (P1, "r2", "use a2", "R7", "row 2"), (P1, "ta", "use c2", "R9", "no action"),
    (P1, "ta", "use b1", "R8", "a1, d1, a4, d4"), (P1, "ta", "use c1 c2", "R8", "slides"), (P1, "ta", "use b1 b2", "R12", "cannot change places"),
    (T6, "td", "use a1", "R11", "no card lies"), (P1, "ta", "feed a", "R17", "above column a"), (P1, "ta", "feed a2", "R17", "no food"),
    (P1, "home", "flip a1", "R26", "over"),
]


@pytest.mark.parametrize(("text", "at", "move", "rule", "words"), REFUSED, ids=[case[2].replace(" ", "_") + "_" + case[3] for case in REFUSED])
def test_refusals_name_the_rule(text, at, move, rule, words):
    state = position(text, at)
    before = state.copy()
    with pytest.raises(IllegalAction) as refused:
        state.apply_action(0, GAME.text_to_action(move))
    assert refused.value.rule == rule
    assert words in refused.value.reason
    assert state == before


def test_a_barred_card_is_refused_with_R14():
    state = play(position(P1, "tb"), "use a2")
    with pytest.raises(IllegalAction, match="R14"):
        play(state, "use b2")


def test_everything_but_the_food_is_refused_while_it_lies_there():
    state = play(position(P1, "tb"), "feed c")
    for move in ("flip a1", "use a2", "feed d", "feed d2"):
        with pytest.raises(IllegalAction, match="column c"):
            play(state, move)
