"""The Fair track of Aqua Garden: whose turn it is, Lucy, rounds, solo, and how the game ends. Cases W and T of the dossier, rulings R."""

import pytest

from shoal.engine.errors import IllegalAction
from shoal.engine.state import Rng
from shoal.games.aqua_garden.notation import AD, OWNER, REGULAR

from .gardens import (
    BOX,
    DONE,
    GAME,
    WAITS,
    fair,
    fish_spaces,
    game_with,
    legal,
    lines,
    offered,
    over,
    owners,
    position,
    start,
    stop,
    tank,
    turn,
)


def order(state):
    """Seats (and Lucy, the number after them) from the bottom of the Standby track."""
    places = list(state.standby)[: state.tokens]
    return sorted((token for token in range(state.tokens) if places[token]), key=lambda token: places[token])


def sea_size(state):
    return sum(list(state.sea)[:REGULAR])


# ---- setup


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_setup(players):
    state = start(players)
    assert [sum(fair(state, space)) for space in fish_spaces()] == [1] * 15 and sea_size(state) == 5
    assert (state.sea[6], state.sea[7]) == (16, 16) and list(state.funds)[:players] == [2] * players
    assert state.bag_size == {1: 45, 2: 30, 3: 30, 4: 45}[players] and state.round == 1


def test_R1_the_track_has_nineteen_spaces():
    assert (BOX.spaces, BOX.sections) == (19, 5) and fish_spaces() == [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19]


def test_R5_a_shark_milestone_asks_for_two_sharks_and_a_seahorse():
    cards = {"shark": "shark1"}
    assert "claim shark" in legal(position(tanks={"A": "shark2 seahorse seaweed"}, cards=cards))
    assert "claim shark" not in legal(position(tanks={"A": "shark seahorse2 seaweed"}, cards=cards))


def test_R51_R52_the_switches_and_what_they_are_without_a_word():
    told = {option.key: (option.default, set(option.values)) for option in GAME.options}
    assert told == {
        "advanced": (False, {False, True}), "pass_before_entering_track": (False, {False, True}), "milestone_match": ("at_least", {"at_least", "exact"}),
        "lucy_alone": ("step", {"step", "retire"}), "tie": ("shared", {"shared", "standby"}), "advanced_may_be_bought_from_sea": (True, {False, True}),
        "remove_window": ("own_fish_turn", {"own_fish_turn", "own_turn"}), "auto_forced": (True, {False, True}),
    }


def test_R47_the_first_player_sits_at_the_bottom():
    state = start(3, first=2)
    assert state.turn == 1 and order(state) == [1, 2, 0]


def test_R29_lucy_waits_on_the_top_space():
    state = start(2, first=2)
    assert order(state) == [1, 0, 2] and state.standby[2] == 4


def test_advanced_fish_lie_ready_in_the_advanced_game_only():
    assert list(start(3).side) == [0] * 11 and list(start(3, advanced=True).side)[8:] == [4, 4, 4]


# ---- whose turn


def test_T17_R6_R7_waiting_tokens_go_first_then_the_rearmost():
    state = start(3)
    assert offered(state, "pass") == [] and len(offered(state, "go")) == 19
    turn(state, "go 4", "ad small")
    assert state.turn == 1 and "pass" not in legal(state) and "go 4" not in legal(state)
    stop(state, 2)
    assert state.turn == 2 and "pass" not in legal(state)
    stop(state, 8)
    assert state.turn == 1 and owners(state) == [4, 2, 8] and "pass" in legal(state)
    assert offered(state, "go") == [str(space) for space in range(3, 20) if space not in (4, 8)]


def test_T18_R8_the_order_of_finishing_is_the_order_of_the_next_round():
    state = position(3, OWNER, track=[4, 3, 8], turn=2)
    turn(state, "pass")
    assert state.turn == 0
    turn(state, "pass")
    assert state.turn == 2
    stop(state, 9)
    assert state.turn == 2
    turn(state, "pass")
    assert state.round == 2 and order(state) == [1, 0, 2] and state.turn == 1


def test_a_token_on_the_last_space_can_only_pass():
    assert legal(position(3, OWNER, track=[19, DONE, DONE])) == ["pass"]


def test_R8_without_a_free_space_ahead_one_passes():
    state = position(3, OWNER, track=[17, 18, 19])
    assert legal(state) == ["pass"]


def test_R7_passing_before_the_track_is_a_switch():
    state = start(3, pass_before_entering_track=True)
    turn(state, "pass")
    assert owners(state) == [DONE, WAITS, WAITS] and state.standby[0] == 1 and state.turn == 1
    assert "pass" not in legal(start(1, pass_before_entering_track=True))


def test_R7_lucy_goes_to_the_first_fish_when_both_players_have_passed():
    state = turn(start(2, pass_before_entering_track=True), "pass", "pass")
    assert state.round == 2 and order(state)[2:] == [2] and state.turn == 0
    assert sea_size(state) == 5 + 15


def test_T24_R34_a_space_nobody_visited_holds_two():
    state = start(3)
    for space in (2, 3, 5):
        stop(state, space)
    while state.round == 1:
        turn(state, "pass")
    assert sum(fair(state, 1)) == 2 and sum(fair(state, 2)) == 1
    turn(state, "go 1")
    assert state.hand_size == 2 and sum(fair(state, 1)) == 0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_T25_R9_every_fish_space_ahead_holds_fish(players):
    for seed in range(4):
        state = start(players, seed)
        rng = Rng(seed, "R9")
        while not state.is_terminal():
            if state.decision() == "owner":
                for text in offered(state, "go"):
                    assert sum(fair(state, int(text))) > 0 or not BOX.fish_space[int(text)]
            actions = state.legal_actions(state.turn)
            state.apply_action(state.turn, actions[rng.pick(len(actions))])
            state.advance(rng)


# ---- Lucy


def test_T19_lucy_moves_one_ahead_of_the_foremost():
    state = start(2)
    stop(state, 5)
    before = fair(state, 6), list(state.sea)
    stop(state, 2)
    assert owners(state) == [5, 2, 6] and fair(state, 6) == [0] * REGULAR
    kind = before[0].index(1)
    assert state.sea[kind] >= before[1][kind] + 1 and state.turn == 1


def test_T20_R31_R33_lucy_leaves_the_track_beyond_the_last_space():
    state = turn(position(2, track=[19, 18, 6], turn=1, round=3), "end")
    assert owners(state) == [19, 18, DONE] and state.standby[2] == 1
    turn(state, "pass", "pass")
    assert state.is_terminal() and lines(state, 2)["standby"] == 2 and lines(state, 1)["standby"] == 1


def test_R31_lucy_may_finish_before_she_has_entered():
    state = position(2, OWNER, track=[WAITS, 19, WAITS], order=[1, 0, 4])
    stop(state, 3)
    assert owners(state)[2] == DONE and state.standby[2] == 1


def test_R32_lucys_space_is_taken():
    state = position(2, OWNER, track=[3, 5, 6])
    assert offered(state, "go") == ["4", *(str(space) for space in range(7, 20))]


def test_T21_lucy_first_in_the_next_round_takes_the_first_fish():
    state = position(2, OWNER, track=[18, 19, DONE])
    turn(state, "pass", "pass")
    assert state.round == 2 and owners(state) == [WAITS, WAITS, 1] and fair(state, 1) == [0] * REGULAR and state.turn == 0


def test_T22_lucy_on_an_advertising_space_does_nothing():
    state = position(2, OWNER, track=[3, WAITS, WAITS], order=[0, 1, 4], turn=2)
    before = list(state.sea)
    turn(state, "go 2", "walk 1")
    while state.hand_size:
        turn(state, next(text for text in legal(state) if text.startswith("place")))
    turn(state, "end")
    assert owners(state) == [3, 2, 4] and list(state.sea) == before


def test_T23_R30_lucy_alone_steps_to_the_end():
    state = position(2, OWNER, track=[3, DONE, 4])
    assert [sum(fair(state, space)) for space in fish_spaces()] == [1] * 15
    before = sea_size(state)
    turn(state, "pass")
    assert state.round == 2 and sea_size(state) == before + 12
    assert [sum(fair(state, space)) for space in fish_spaces()] == [2] * 3 + [1] * 12


def test_R30_lucy_retires_is_a_switch():
    state = position(2, OWNER, track=[3, DONE, 4], lucy_alone="retire")
    before = sea_size(state)
    turn(state, "pass")
    assert state.round == 2 and sea_size(state) == before and [sum(fair(state, space)) for space in fish_spaces()] == [2] * 15


# ---- solo


def solo(at, **more):
    return position(1, OWNER, track=[at], **more)


def test_T26_R41_one_fish_space_in_each_section():
    assert offered(solo(WAITS), "go") == ["1", "2", "3"]
    assert offered(solo(2), "go") == ["4", "5", "6", "7"] and offered(solo(4), "go") == ["5", "6", "7"]
    assert legal(solo(17)) == ["pass"] and "pass" not in legal(solo(2))


def test_T27_R42_an_advertising_space_needs_something_to_do():
    assert "4" not in offered(solo(1, used=15), "go")
    assert "4" not in offered(solo(1, used=15, funds=2, advanced=True), "go")
    state = solo(1, used=15, funds=3, advanced=True)
    assert "4" in offered(state, "go")
    turn(state, "go 4")
    assert {text.split()[1] for text in legal(state)} == {"flapjack"} and offered(state, "ad") == []


def test_R42_an_ad_is_used_once():
    state = turn(position(1, AD, track=[4]), "ad large")
    assert offered(turn(stop(state, 5), "go 8"), "ad") == ["small", "shark", "turtle"]


def test_R42_an_advanced_fish_uses_up_no_ad():
    state = position(1, AD, track=[4], funds=3, advanced=True)
    turn(state, "adv flapjack a")
    assert state.ads_used == 0 and tank(state, "A") == "flapjack"


def test_W9_R44_leftovers_of_a_solo_round_go_to_the_box():
    state = start(1)
    for number in range(1, 4):
        for space in (1, 5, 9, 13, 17):
            stop(state, space)
        assert legal(state) == ["pass"]
        before = sum(state.gone)
        turn(state, "pass")
        assert sum(state.gone) - before == (10 if number < 3 else 0)
    assert state.is_terminal() and state.bag_size == 15 and sum(sum(fair(state, space)) for space in fish_spaces()) == 10


def test_W10_R43_solo_is_always_first():
    state = start(1)
    for _ in range(3):
        for space in (1, 5, 9, 13, 17):
            stop(state, space)
        turn(state, "pass")
    assert lines(state)["standby"] == 3
    claimed = turn(position(1, tanks={"A": "small2 large2 seaweed"}), "claim fish")
    assert claimed.decision() == "reward" and lines(claimed)["milestones"] == 5


def test_a_solo_result_is_a_score():
    state = over(1, tanks={"A": "whale"})
    assert GAME.result(state).label == "points" and state.scores() == [4 + 3] and 0 < state.returns()[0] < 0.5


# ---- the end


@pytest.mark.parametrize(("players", "rounds"), [(1, 3), (2, 3), (3, 3), (4, 4)])
def test_the_number_of_rounds(players, rounds):
    state, rng = start(players), Rng(3)
    while not state.is_terminal():
        actions = state.legal_actions(state.turn)
        state.apply_action(state.turn, actions[rng.pick(len(actions))])
        state.advance(rng)
    assert state.round == rounds


def test_R39_standby_pays_in_the_last_round_only():
    state = position(3, OWNER, track=[4, 3, 8], turn=2)
    turn(state, "pass")
    assert lines(state, 2)["standby"] == 0
    state = turn(position(3, OWNER, track=[4, 3, 8], turn=2, round=3), "pass")
    assert lines(state, 2)["standby"] == 3


def test_R40_ties_are_shared_or_decided_by_standby():
    state = over(4, tanks={"A": "small large"}, place=4)
    assert state.scores()[:2] == [3, 3] and state.winners() == [0, 1] and state.returns() == [0.5, 0.5, 0.0, 0.0]
    assert GAME.result(state).label == "shared"
    state = over(4, tanks={"A": "small large"}, place=4, tie="standby")
    assert state.winners() == [1] and state.returns() == [0.0, 1.0, 0.0, 0.0] and GAME.result(state).label == "won"


def test_R34_a_bag_that_runs_short_leaves_the_last_spaces_as_they_are():
    short = game_with(("[players.3]\nrounds = 3", "[players.3]\nrounds = 4"))
    state = short.new_state(3)
    rng = Rng(1)
    state.advance(rng)
    while not state.is_terminal():
        actions = state.legal_actions(state.turn)
        state.apply_action(state.turn, actions[0])
        state.advance(rng)
    assert state.round == 4 and state.bag_size == 0


def test_moves_of_others_and_of_other_moments_are_refused():
    state = start(3)
    for text in ("walk 1", "end", "ad small", "place small a"):
        with pytest.raises(IllegalAction):
            turn(state, text)
    with pytest.raises(IllegalAction):
        state.apply_action(1, GAME.text_to_action("go 1"))
