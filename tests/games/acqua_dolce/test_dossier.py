"""Worked examples (E) and tricky cases (T) of Acqua Dolce. Seats are 1-based; the hand of the acting player is given in cards."""

import pytest

from shoal.engine.errors import IllegalAction, OptionError
from shoal.engine.state import Rng
from shoal.games.acqua_dolce.notation import KINDS
from shoal.games.acqua_dolce.scoring import failing_in, objectives_in
from tests.contract.walks import games_to_play

from .tables import (
    GAME,
    LONERS,
    NAMES,
    cards,
    chances,
    control,
    fish,
    hand,
    in_control,
    legal,
    listed,
    on,
    phase_over,
    play,
    position,
    row_of,
    settle,
    sizes,
    tank,
)


def owed_after(state, script):
    """Penalty cards that an action costs."""
    before = sizes(state)[0]
    play(state, script)
    played = before - sizes(state)[0]
    settle(state)
    return sizes(state)[0] - before + played


# ---- examples of the rulebook


def test_E1_two_penalty_cards_for_a_bumble_bee_fish():
    state = position(hands={1: "bee, 4 neon", 2: 5})
    play(state, "1 play bee; * draw cory; * draw krib")
    assert sizes(state)[0] == 6 and state.decision() == "act" and state.tank[NAMES.index("bee")] == 1


def test_E2_one_fish_too_many_to_feed():
    state = control("feed4, 7 platy, 7 cory", {1: 4, 2: 3, 3: 2}, players=3)
    assert state.decision() == "starve" and state.food == 13 and state.fish == 14
    settle(play(state, "1 starve platy"))
    assert phase_over(state) and fish(state) == "7 cory, 6 platy"


def test_E3_two_neons_are_no_school():
    state = control("2 neon")
    assert phase_over(state) and fish(state) == ""


def test_E4a_the_glassfish_is_saved():
    state = control("2 guppy, glass")
    assert legal(state) == ["expel glass", "expel guppy"]
    settle(play(state, "1 expel guppy"))
    assert phase_over(state) and fish(state) == "glass"


def test_E4b_the_guppies_follow():
    state = control("2 guppy, glass")
    settle(play(state, "1 expel glass"))
    assert phase_over(state) and fish(state) == ""


def test_E5_too_cold_for_the_dwarf_gourami():
    state = control("plant, gourami", options={"temperature": True}, degrees=24)
    assert phase_over(state) and fish(state) == ""


def test_E6_two_objectives_five_actions():
    tank = "gourami, krib, fighter, agassiz, bee, molly, 2 deco, 2 plant"
    state = position(tank=tank, hands={1: "angel, deco, cory, neon", 2: 7}, options={"additional_action": True})
    play(state, "1 play angel")
    assert on(state) == ["variety"] and state.allowed == 4
    play(state, "1 play deco")
    assert on(state) == ["variety", "ornaments"] and state.allowed == 5
    for number in (3, 4, 5):
        assert state.turn == 0 and state.taken == number - 1
        settle(play(state, "1 draw"))
    assert state.turn == 1


def test_E7_decks():
    for players, size, feed in ((2, 71, "4456"), (3, 71, "4456"), (4, 70, "445"), (5, 69, "44")):
        state = GAME.new_state(players)
        assert state.deck_size == size == sum(state.deck)
        assert "".join(str(GAME.box.rations[card]) * state.deck[card] for card in range(KINDS) if GAME.box.rations[card]) == feed


# ---- penalties


def test_T1_three_guppies_at_once():
    state = position(hands={1: "3 guppy, krib", 2: 5})
    assert owed_after(state, "1 play guppy x3") == 0 and sizes(state)[0] == 1


def test_T2_the_school_is_counted_with_those_in_the_tank():
    assert owed_after(position(tank="guppy", hands={1: "2 guppy, krib", 2: 5}), "1 play guppy x2") == 0


def test_T3_a_penalty_for_each_card():
    state = position(hands={1: "2 guppy, krib", 2: 5})
    assert owed_after(state, "1 play guppy x2") == 2 and sizes(state)[0] == 3
    state = position(hands={1: "2 guppy, krib", 2: 5}, options={"penalty_unit": "per_play"})
    assert owed_after(state, "1 play guppy x2") == 1


def test_T4_an_angelfish_among_guppies():
    assert owed_after(position(tank="guppy", hands={1: "angel, krib", 2: 5}), "1 play angel") == 2
    assert owed_after(position(tank="guppy, plant", hands={1: "angel, krib", 2: 5}), "1 play angel") == 1


def test_T5_half_of_the_requirements():
    assert owed_after(position(tank="deco", hands={1: "bee, krib", 2: 5}), "1 play bee") == 1


def test_T6_one_school_card_is_enough_to_break_no_school():
    assert owed_after(position(tank="platy", hands={1: "glass, krib", 2: 5}), "1 play glass") == 1


def test_T7_the_older_fish_is_in_trouble_later():
    state = position(tank="angel, plant", hands={1: "3 guppy, 4 neon", 2: 9})
    assert owed_after(state, "1 play guppy x3") == 0
    state = control("angel, plant, 3 guppy")
    assert phase_over(state) and fish(state) == "3 guppy"


# ---- the Control Phase


def test_T8_a_valid_school_cannot_be_removed():
    state = control("glass, 3 neon")
    assert phase_over(state) and fish(state) == "3 neon"


def test_T9_the_piranha_must_eat_and_breaks_the_school():
    state = control("3 platy, piranha")
    assert legal(state) == ["eat platy"]
    settle(play(state, "1 eat platy"))
    assert legal(state) == ["expel piranha", "expel platy"]
    assert fish(settle(play(state.copy(), "1 expel platy"))) == "piranha"
    assert fish(settle(play(state, "1 expel piranha"))) == ""


def test_T10_the_piranha_eats_and_is_expelled():
    state = control("3 platy, piranha, krib, deco")
    settle(play(state, "1 eat krib"))
    assert phase_over(state) and fish(state) == "3 platy"


def test_T11_a_piranha_alone_eats_nothing():
    state = control("piranha")
    assert phase_over(state) and fish(state) == "piranha"


def test_T12_one_piranha_eats_the_other():
    state = control("2 piranha")
    assert legal(state) == ["eat piranha"]
    settle(play(state, "1 eat piranha"))
    assert phase_over(state) and fish(state) == "piranha"


def test_T13_any_fish_may_starve():
    state = control("3 cory, krib, deco", {1: 2, 2: 1})
    assert legal(state) == ["starve cory", "starve krib"]
    assert fish(settle(play(state.copy(), "1 starve cory"))) == "krib"
    assert fish(settle(play(state, "1 starve krib"))) == "3 cory"


def test_T14_feed_cards_in_a_hand_are_one_ration():
    state = control("3 krib, deco", {1: "feed6, neon", 2: ""})
    assert state.food == 2 and state.decision() == "starve"
    state = control("4 krib, 4 fighter, deco, feed6", {1: "neon", 2: ""})
    assert state.food == 7 and state.decision() == "starve"


def run_out(tank, last, opponent, **more):
    """Seat 1 plays its last card."""
    state = position(tank=tank, hands={1: last, 2: opponent}, **more)
    return settle(play(state, f"1 play {last}"))


def test_T15_run_out_and_fail():
    state = run_out(f"{LONERS}, 3 deco, 2 plant", "molly", 5)
    assert state.decision() == "starve" and state.turn == 0 and state.food == 5
    for species in ("molly", "bee"):
        settle(play(state, f"1 starve {species}"))
    assert on(state) == ["ornaments"] and not state.is_terminal()
    assert sizes(state) == [3, 5] and state.turn == 1 and state.king == 0 and state.turns == 1


def test_T16_run_out_and_win():
    state = run_out(f"{LONERS}, 3 deco, 2 plant, feed4", "molly", 5)
    assert state.is_terminal() and state.winners() == [0] and on(state) == ["variety", "ornaments"]
    assert GAME.result(state).label == "won" and state.scores() == [1, 0]


def test_T17_the_piranha_counts_as_a_species():
    state = run_out(f"{LONERS}, piranha, 3 deco, 2 plant, feed4", "molly", 5)
    assert state.decision() == "eat"
    settle(play(state, "1 eat fighter"))
    assert state.is_terminal() and "variety" in on(state)


def test_T18_six_species_are_too_few():
    state = run_out("krib, angel, fighter, agassiz, bee, piranha, 3 deco, 2 plant, feed4", "molly", 5)
    assert on(state) == ["variety", "ornaments"]
    settle(play(state, "1 eat fighter"))
    assert not state.is_terminal() and on(state) == ["ornaments"]


def test_T19_who_starves_decides_the_game():
    tank = "3 neon, 3 platy, 3 cory, krib, agassiz, bee, 3 deco, 2 plant, feed6"
    state = run_out(tank, "molly", 6)
    assert state.fish == 13 and state.food == 12 and state.decision() == "starve"
    win = settle(play(state.copy(), "1 starve krib"))
    assert win.winners() == [0] and on(win) == ["schools", "ornaments"]
    settle(play(state, "1 starve neon"))
    assert state.winners() == [] and on(state) == ["ornaments"] and state.fish == 10


def test_T20_six_neons_are_one_school():
    assert objectives_in(GAME.box, row_of(cards("6 neon, 3 platy"))) >> 1 & 1 == 0
    assert objectives_in(GAME.box, row_of(cards("3 neon, 3 platy, 3 cory"))) >> 1 & 1 == 1


# ---- hands, deck and discards


def test_T21_a_penalty_keeps_the_hand_from_running_out():
    state = position(hands={1: "bee", 2: 5})
    play(state, "1 play bee")
    assert state.is_chance()
    settle(state)
    assert sizes(state)[0] == 2 and state.turn == 0 and state.decision() == "act"


def test_T22_no_run_out_in_the_middle_of_a_swap():
    state = position(hands={1: "bee, neon", 2: 5})
    play(state, "1 swap bee neon")
    for left in (3, 2, 1):
        assert state.decision() == "refill" and state.refills == left
        settle(play(state, "1 draw"))
    assert sizes(state)[0] == 3 and state.decision() == "act" and state.turn == 0


def test_T23_a_draw_goes_on_with_the_new_deck():
    hands = {1: "krib", 2: "5 cory"}
    state = position(tank="deco", hands=hands, discards="3 molly, agassiz", deck="platy", only_these=True, options={"unique_deck": True})
    assert (state.deck_size, state.discards_size) == (1, 4)
    play(state, "1 play krib")
    assert chances(state) == {"draw platy": 1} and state.owed == 3
    play(state, "* draw platy")
    assert chances(state) == {"draw molly": 3, "draw agassiz": 1} and (state.deck_size, state.discards_size) == (4, 0)
    settle(state)
    assert sizes(state) == [3, 5] and (state.deck_size, state.discards_size) == (2, 0)


def test_T24_neither_deck_nor_discards():
    state = position(hands={1: "bee, neon", 2: "krib"}, row="platy", only_these=True)
    assert legal(state) == ["play bee", "play neon", "swap bee neon", "take platy"]
    play(state, "1 play bee")
    assert state.decision() == "act" and hand(state, 1) == "neon"


# ---- temperature


@pytest.mark.parametrize(("degrees", "lives"), [(25, False), (26, True), (29, True), (30, False)])
def test_T25_both_ends_are_included(degrees, lives):
    state = control("gourami, plant", options={"temperature": True}, degrees=degrees)
    assert phase_over(state) and fish(state) == ("gourami" if lives else "")


def test_T26_the_scale_ends():
    state = position(hands={1: 5, 2: 5}, options={"temperature": True}, degrees=29)
    assert [text for text in legal(state) if text.startswith("temp")] == ["temp +1", "temp -1", "temp -2"]
    play(state, "1 temp +1")
    assert state.degrees == 30 and not [text for text in legal(state) if text.startswith("temp")]


def test_T27_too_warm_for_neons():
    state = control("3 neon, 3 cory", options={"temperature": True}, degrees=26)
    assert phase_over(state) and fish(state) == "3 cory"


# ---- turns, rounds and the King


def drawing_turn(state):
    """Open and three actions, all with cards from the deck."""
    for _ in range(4):
        settle(play(state, f"{state.turn + 1} draw"))


def test_T28_turns_and_kings():
    state = settle(GAME.new_state(3))
    seats, kings = [], []
    for _ in range(9):
        seats.append(state.turn + 1)
        kings.append(state.king + 1)
        drawing_turn(state)
    assert seats == [1, 2, 3, 1, 2, 3, 1, 2, 3]
    assert kings == [1, 1, 1, 1, 2, 2, 2, 2, 3]


def test_T29_the_king_runs_out_in_the_second_turn():
    state = position(tank="krib, deco", hands={1: "deco", 2: 5}, turns=2, taken=1)
    settle(play(state, "1 play deco"))
    assert state.rounds == 1 and state.king == 1 and state.turn == 1 and sizes(state) == [3, 5]
    assert state.decision() == "open" and state.turns == 0


def test_T30_another_runs_out():
    state = position(3, tank="krib, deco", hands={1: 5, 2: "deco", 3: 5}, seat=2, turns=1, taken=1)
    settle(play(state, "2 play deco"))
    assert state.king == 0 and state.turn == 2 and sizes(state) == [5, 3, 5] and state.turns == 2
    drawing_turn(state)
    assert state.turn == 0 and state.turns == 3 and state.rounds == 0
    drawing_turn(state)
    assert state.rounds == 1 and state.king == 1 and state.turn == 1


def test_T31_a_bonus_action_may_be_declined():
    state = position(tank="3 deco, plant", hands={1: "plant, 3 krib", 2: 5}, taken=2, options={"additional_action": True})
    assert "stop" not in legal(state)
    play(state, "1 play plant")
    assert on(state) == ["ornaments"] and state.decision() == "act" and state.turn == 0 and "stop" in legal(state)
    play(state, "1 stop")
    assert state.turn == 1


def test_T32_unique_deck():
    state = settle(GAME.new_state(2, {"unique_deck": True}))
    assert state.row_size == 0 and legal(state) == ["draw"]
    for _ in range(30):
        assert state.row_size == 0 and not [text for text in legal(state) if text.startswith("take")]
        settle(play(state, f"{state.turn + 1} draw"))


# ---- conflicts


def test_T33_guppies_first_saves_two():
    state = control("2 guppy, angel, glass, plant")
    assert legal(state) == ["expel angel", "expel glass", "expel guppy"]
    assert fish(settle(play(state.copy(), "1 expel guppy"))) == "angel, glass"
    settle(play(state, "1 expel angel"))
    assert legal(state) == ["expel glass", "expel guppy"]
    assert fish(settle(play(state, "1 expel guppy"))) == "glass"


def test_T34_two_failing_species_without_a_conflict():
    state = control("2 neon, krib")
    assert phase_over(state) and fish(state) == ""


def test_T35_who_fails_anyway_makes_no_conflict():
    state = control("2 guppy, angel")
    assert phase_over(state) and fish(state) == ""


def test_T36_random_tanks_after_control():
    rng = Rng(36, "tanks")
    options = {"objectives": "variety,schools,ornaments,rare,colours,zones"}
    for _ in range(games_to_play(1000, 150)):
        text = ", ".join(f"{1 + rng.pick(kind.copies)} {kind.id}" for kind in GAME.kinds[1:] if kind.card != "feed" and rng.pick(3) == 0)
        state = control(text, {1: rng.pick(10), 2: rng.pick(10)}, options=options, row="")
        while in_control(state):
            state.apply_action(0, state.legal_actions(0)[rng.pick(len(state.legal_actions(0)))])
            settle(state, rng.pick(1000))
        assert failing_in(GAME.box, list(state.tank)) == []
        assert not {"rare", "schools"} <= set(on(state))


# ---- odds and ends


def test_T37_discards_of_a_swap_may_lie_open_before_its_first_card():
    state = position(hands={1: "bee, neon", 2: "krib"}, row="platy", only_these=True)
    play(state, "1 swap bee neon")
    assert chances(state) == {"reveal bee": 1, "reveal neon": 1}
    play(state, "* reveal neon; * reveal bee")
    for card in ("bee", "platy", "neon"):
        assert state.decision() == "refill" and all(text.startswith("take") for text in legal(state))
        play(state, f"1 take {card}")
    assert hand(state, 1) == "neon, platy, bee" and state.row_size == 0 and state.decision() == "act"
    assert not [text for text in legal(state) if text == "draw" or text.startswith("take")]


def test_T38_an_empty_hand_that_stays_empty():
    state = position(tank="krib, 2 molly, deco, plant", hands={1: "", 2: ""}, row="", options={"temperature": True}, only_these=True)
    assert legal(state) == ["temp +1", "temp +2", "temp -1", "temp -2"]
    play(state, "1 temp +1")
    assert state.decision() == "act" and legal(state) == ["stop"] and state.turn == 0
    play(state, "1 stop")
    assert state.turn == 1 and state.decision() == "act"


def known(state, seat):
    return listed(list(state.recall.openly)[(seat - 1) * KINDS : seat * KINDS])


def test_T39_openly_taken_cards():
    state = position(hands={1: "neon, krib", 2: 5}, row="neon, bee, molly", memory=True)
    settle(play(state, "1 take neon"))
    assert known(state, 1) == "neon"
    settle(play(state, "1 play neon"))
    assert known(state, 1) == "" and "neon" in hand(state, 1)


def runs_out_as_king(**options):
    tank = "piranha, 2 krib, molly, plant"
    state = position(tank=tank, hands={1: "deco", 2: 9}, turns=2, taken=1, options=options)
    settle(play(state, "1 play deco"))
    assert state.decision() == "eat"
    return settle(play(state, "1 eat krib"))


def test_T40_one_control_phase_or_two():
    state = runs_out_as_king()
    assert state.rounds == 1 and sizes(state) == [3, 9] and state.turn == 1
    state = runs_out_as_king(runout_replaces_king_control=False)
    assert state.rounds == 0 and sizes(state) == [3, 9] and state.decision() == "eat" and state.turn == 0 and not state.runout
    settle(play(state, "1 eat molly"))
    assert state.rounds == 1 and state.turn == 1 and fish(state) == "krib, piranha"


def test_T41_a_run_out_that_moves_the_king_card():
    for moves, king, rounds in ((False, 1, 0), (True, 3, 1)):
        state = position(3, tank="krib, deco", hands={1: 5, 2: "deco", 3: 5}, seat=2, turns=1, taken=1, options={"runout_moves_king_card": moves})
        settle(play(state, "2 play deco"))
        assert (state.king + 1, state.rounds, state.turn + 1) == (king, rounds, 3)
        assert state.turns == (0 if moves else 2)


def test_T42_the_last_round():
    state = settle(GAME.new_state(2, {"max_rounds": 1}))
    decisions = 0
    while not state.is_terminal():
        settle(play(state, f"{state.turn + 1} draw"))
        decisions += 1
    assert decisions == 12 and state.winners() == [] and state.rounds == 1 and state.scores() == [0, 0]
    assert GAME.result(state).label == "lost" and GAME.result(state).winners == ()


def test_T43_the_order_of_the_deal():
    state = GAME.new_state(3, {"first_king": 0})
    names, seats, rng = [], [], Rng(1, "deal")
    while state.is_chance():
        names.append(state.chance_name())
        seats.append(state.witnesses(None, 0).seats)
        outcomes = state.chance_outcomes()
        state.apply_outcome(outcomes[rng.pick(len(outcomes))][0])
    assert names == ["deal"] * 21 + ["reveal"] * 3 + ["king"]
    assert seats[:21] == [(0,)] * 7 + [(1,)] * 7 + [(2,)] * 7 and state.turn == state.king


def test_T43_each_seat_is_king_alike():
    state = GAME.new_state(3, {"first_king": 0})
    while state.chance_name() != "king":
        state.apply_outcome(state.chance_outcomes()[0][0])
    assert chances(state) == {"king 1": 1, "king 2": 1, "king 3": 1}


def test_T44_three_piranhas():
    state = control("3 piranha")
    assert fish(settle(play(state, "1 eat piranha"))) == "2 piranha"
    state = control("3 piranha", options={"piranha_meals": "per_piranha"})
    play(state, "1 eat piranha")
    assert state.decision() == "eat"
    settle(play(state, "1 eat piranha"))
    assert phase_over(state) and fish(state) == "piranha"


def test_T45_unattainable_objectives():
    every = "variety,schools,ornaments,rare,colours,zones"
    assert GAME.effective_options(2, {"objectives": every, "need": 5})["need"] == 5
    with pytest.raises(OptionError, match="at most 5"):
        GAME.effective_options(2, {"objectives": every, "need": 6})
    with pytest.raises(OptionError, match="never On together"):
        GAME.effective_options(2, {"objectives": "schools,rare", "need": 2})


def test_T46_all_three_actions():
    state = position(hands={1: "krib, bee", 2: 5})
    assert "stop" not in legal(state)
    with pytest.raises(IllegalAction, match="3 are left"):
        play(state, "1 stop")
    assert "stop" in legal(position(hands={1: "krib, bee", 2: 5}, options={"actions_mandatory": False}))


def test_T47_nothing_to_draw_until_fish_are_discarded():
    state = position(tank="3 guppy", hands={1: "fighter", 2: "4 krib"}, row="neon, platy, cory", only_these=True)
    play(state, "1 play fighter")
    assert state.is_chance() and state.chance_name() == "reveal"
    assert tank(state) == "3 guppy" and chances(state) == {"reveal cory": 1, "reveal fighter": 1, "reveal neon": 1, "reveal platy": 1}
    play(state, "* reveal cory; * reveal fighter; * reveal neon")
    assert chances(state) == {"draw platy": 1}
    play(state, "* draw platy")
    assert hand(state, 1) == "platy" and state.turn == 1


def test_R43_only_what_everybody_can_see_is_played_for_a_player():
    """A single victim is; the one move of a hand that others cannot see is not."""
    state = control("3 platy, piranha")
    assert legal(state) == ["eat platy"] and GAME.publicly_forced(state, 0)
    state = control("3 platy, krib, deco", {1: 1, 2: 1})
    assert len(legal(state)) == 2 and not GAME.publicly_forced(state, 0)
    state = position(hands={1: "bee", 2: "krib"}, row="", only_these=True)
    assert legal(state) == ["play bee"] and not GAME.publicly_forced(state, 0)
