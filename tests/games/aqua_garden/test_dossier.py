"""Worked examples (W) and tricky cases (T) of Aqua Garden: turns, tanks, money and milestones. Order of play stands in test_track."""

import pytest

from shoal.engine.errors import IllegalAction
from shoal.games.aqua_garden.notation import AD, CORAL, SEAWEED, TEND, TURTLE, WALK

from .gardens import (
    BOX,
    CARPET_WORDS,
    GAME,
    legal,
    lines,
    offered,
    over,
    position,
    sea,
    start,
    tank,
    tokens,
    turn,
    use,
)
from .slow_rules import is_valid

LITTLE, SHARKS = "little_aqua_garden", "shark_impact"


def walk(steps, near, funds, payout=1, **more):
    """(carpet, funds) after a walk, None when it is not allowed; event tanks that make a feeding pay so much."""
    sets = payout - 1
    tanks = {"C": f"small{sets}", "D": f"turtle{sets} seaweed"} if sets else {}
    state = position(stage=WALK, near=near, funds=funds, tanks=tanks, hand="small", feeding=LITTLE, **more)
    assert state.feeding_pay(0) == payout
    if f"walk {steps}" not in legal(state):
        return None
    turn(state, f"walk {steps}")
    return CARPET_WORDS[state.carpet[0]], state.funds[0]


# ---- examples of the rulebook


def test_W1_R11_a_feeding_pays_one_fund_and_one_for_each_set():
    state = position(stage=WALK, near="BC", funds=2, hand="small", tanks={"C": "small2", "D": "turtle2 seaweed"}, feeding=LITTLE)
    turn(state, "walk 1")
    assert (CARPET_WORDS[state.carpet[0]], state.funds[0]) == ("CD", 5)


def test_W2_a_seaweed_gives_room_and_keeps_turtles():
    assert is_valid(tokens("seahorse2 turtle seaweed coral")) and not is_valid(tokens("seahorse2 turtle coral"))
    state = position(tanks={"C": "seahorse2 turtle seaweed coral"})
    assert use(state, "C") == 5 and state.uses[2] == 5 and BOX.supplies[state.mixes[2]] == 6


def test_W3_a_shark_drives_out_a_turtle():
    state = position(near="BC", hand="shark", tanks={"C": "seahorse2 turtle seaweed coral"})
    turn(state, "place shark c")
    assert state.decision() == "repair" and use(state, "C") == 7
    assert "remove shark c" not in legal(state) and set(offered(state, "remove")) == {"seahorse c", "turtle c", "seaweed c", "coral c"}
    turn(state, "remove turtle c")
    assert state.decision() == "tend" and use(state, "C") == 5 and "turtle" in sea(state)


def test_W3b_room_alone_is_not_enough():
    state = position(near="BC", hand="shark", tanks={"C": "seahorse2 turtle seaweed coral"})
    turn(state, "place shark c", "remove seahorse c")
    assert state.decision() == "repair"
    turn(state, "remove turtle c")
    assert state.decision() == "tend" and use(state, "C") == 4


def test_W4_seaweed_first_then_the_turtle_then_a_small_fish():
    state = position(near="DE", hand="turtle", funds=4, sea="small")
    assert offered(state, "place") == []
    turn(state, "buy seaweed d")
    assert state.funds[0] == 2
    turn(state, "place turtle d", "buy small d")
    assert state.funds[0] == 0 and tank(state, "D") == "small turtle seaweed" and use(state, "D") == 3


def test_W5_the_turtle_ad_counts_turtles_and_corals():
    state = position(stage=AD, tanks={"A": "turtle seaweed coral", "F": "turtle seaweed"})
    turn(state, "ad turtle")
    assert state.funds[0] == 5


def test_W6_a_flapjack_counts_kinds_of_fish():
    state = over(tanks={"A": "flapjack shark seahorse remora seaweed coral"}, advanced=True)
    assert use(state, "A") == 6
    assert (lines(state)["tanks"], lines(state)["advanced"]) == (2 + 2 + 1, 4 + 2)


def test_W7_a_manta_counts_the_commonest_fish():
    state = over(tanks={"A": "large4", "B": "large3 seaweed", "C": "manta small"}, advanced=True)
    assert lines(state)["advanced"] == 7


@pytest.mark.parametrize(("players", "bag", "draws"), [(1, 65, 25), (2, 50, 27), (3, 50, 28), (4, 65, 29)])
def test_W8_T43_setup_draws_one_by_one(players, bag, draws):
    state = GAME.new_state(players)
    assert state.bag_size == bag
    number = 0
    while state.is_chance():
        state.apply_outcome(state.chance_outcomes()[-1][0])
        number += 1
    assert number == draws and state.bag_size == bag - 20
    rounds = BOX.rounds[players]
    assert 15 + 5 + 15 * (rounds - 1) == bag - (15 if players == 1 else 0)


def test_W11_never_more_than_five_steps():
    state = position(stage=WALK, hand="small", funds=15)
    assert offered(state, "walk") == ["1", "2", "3", "4", "5"]


# ---- walking


def test_T1_R3_the_first_walk_crosses_the_icon():
    assert [walk(k, "BC", 2) for k in range(1, 6)] == [("CD", 3), ("DE", 3), ("EF", 3), ("FA", 2), ("AB", 1)]


def test_T2_T42_R12_a_step_is_paid_before_what_it_earns():
    assert walk(4, "EF", 0) is None and walk(4, "FA", 0) == ("DE", 0)
    assert walk(4, "EF", 1) == ("CD", 1) and walk(5, "EF", 1) == ("DE", 0)
    assert walk(5, "AB", 0) is None and walk(4, "AB", 0) == ("EF", 0)


def test_T3_R13_what_is_above_fifteen_is_lost_at_once():
    assert walk(4, "BC", 15) == ("FA", 14) and walk(4, "EF", 15) == ("CD", 15)


def test_T4_income_on_the_way_pays_later_steps():
    assert walk(5, "BC", 0) is None and walk(5, "BC", 0, payout=2) == ("AB", 0) and walk(5, "BC", 2) == ("AB", 1)


def test_T41_R50_the_dotted_carpet_may_be_stopped_on():
    assert walk(1, "AB", 2) == ("BC", 2)


def test_R10_the_walk_is_a_must():
    state = position(stage=WALK, near="CD", hand="small", funds=0)
    assert legal(state) == ["walk 1", "walk 2", "walk 3"]


def test_R11_tokens_in_hand_do_not_count_and_nothing_is_used_up():
    state = turn(position(stage=WALK, near="BC", funds=2, hand="small turtle", tanks={"C": "small"}, feeding=LITTLE), "walk 1")
    assert state.funds[0] == 3
    state = turn(position(stage=WALK, near="BC", funds=2, hand="small", tanks={"C": "small2", "D": "turtle seaweed"}, feeding=LITTLE), "walk 1")
    assert state.funds[0] == 4 and (tank(state, "C"), tank(state, "D")) == ("small2", "turtle seaweed")


# ---- tanks


def test_T5_turtles_leave_with_the_seaweed():
    state = position(tanks={"A": "seaweed turtle small2 large2"})
    turn(state, "remove seaweed a")
    assert state.decision() == "tend" and tank(state, "A") == "small2 large2" and use(state, "A") == 4
    assert tokens(sea(state))[2] == 1


def test_T6_R19_less_supply_may_need_more_removals():
    state = turn(position(tanks={"A": "seaweed shark3"}), "remove seaweed a")
    assert state.decision() == "repair" and legal(state) == ["remove shark a"]
    assert tank(turn(state, "remove shark a"), "A") == "shark2" and state.decision() == "tend"


def test_T7_R23_a_whale_shark_lives_with_small_fish():
    assert is_valid(tokens("whale seaweed small large"))
    state = over(tanks={"B": "whale seaweed small large"})
    assert use(state, "B") == 6 and lines(state)["tanks"] == 7


def test_T8_R17_a_shark_drives_out_all_small_fish():
    state = turn(position(hand="shark", tanks={"C": "small2"}), "place shark c")
    assert legal(state) == ["remove small c"]
    turn(state, "remove small c")
    assert state.decision() == "repair"
    assert tank(turn(state, "remove small c"), "C") == "shark" and state.decision() == "tend"


def test_T9_R15_R18_what_may_be_bought_and_where():
    state = position(near="BC", funds=9, tanks={"C": "seaweed coral"})
    assert offered(state, "buy") == ["seaweed b", "coral b"]


def test_T10_R17_the_host_of_a_remora_can_be_exchanged():
    state = position(hand="whale", tanks={"C": "shark remora seahorse"}, advanced=True)
    turn(state, "place whale c", "remove shark c", "remove seahorse c")
    assert tank(state, "C") == "whale remora" and use(state, "C") == 4
    assert lines(state)["tanks"] + lines(state)["advanced"] == 6


def test_T11_a_remora_leaves_with_its_last_host():
    state = turn(position(hand="whale", tanks={"C": "shark remora seahorse"}, advanced=True), "remove shark c")
    assert tank(state, "C") == "seahorse" and state.decision() == "tend"


def test_T33_T34_who_a_remora_lives_with():
    assert is_valid(tokens("shark whale remora seaweed")) and is_valid(tokens("whale remora small seaweed")) and not is_valid(tokens("remora small"))
    state = over(tanks={"A": "shark whale remora seaweed"}, advanced=True)
    assert use(state, "A") == 6 and (lines(state)["tanks"], lines(state)["advanced"]) == (6, 4)


def test_T35_R16_a_removed_token_can_be_bought_back():
    state = position(near="BC", funds=2, tanks={"F": "shark"})
    assert "shark" not in sea(state)
    turn(state, "remove shark f", "buy shark b")
    assert tank(state, "B") == "shark" and state.funds[0] == 0


def test_T36_R22_a_turn_ends_with_an_empty_hand():
    state = position(hand="small")
    assert "end" not in legal(state) and "release small" in legal(state)
    assert "end" in legal(turn(state, "release small")) and "small" in sea(state)


def test_T38_R36_advanced_fish_are_for_sale_on_the_sea_board():
    state = position(near="BC", funds=2, sea="manta", tanks={"B": "manta"}, advanced=True)
    assert "manta c" in offered(state, "buy") and "manta b" not in offered(state, "buy")
    closed = position(near="BC", funds=2, sea="manta", tanks={"B": "manta"}, advanced=True, advanced_may_be_bought_from_sea=False)
    assert "manta c" not in offered(closed, "buy") and "seaweed c" in offered(closed, "buy")


def test_T44_the_owner_may_give_up_the_token_just_placed():
    state = turn(position(hand="turtle", tanks={"C": "seaweed shark remora"}, advanced=True), "place turtle c")
    assert state.decision() == "repair" and set(offered(state, "remove")) == {"shark c", "seaweed c", "remora c"}
    other = state.copy()
    assert tank(turn(state, "remove shark c"), "C") == "turtle seaweed" and state.decision() == "tend"
    assert tank(turn(other, "remove seaweed c"), "C") == "shark remora" and other.decision() == "tend"


def test_R14_purchases_between_placements_and_with_nothing_to_place():
    state = turn(position(near="BC", funds=4, hand="small large"), "place small b")
    assert "seaweed b" in offered(state, "buy")
    turn(state, "buy seaweed b", "place large c", "buy coral c")
    assert (tank(state, "B"), tank(state, "C"), state.funds[0]) == ("small seaweed", "large coral", 0)


def test_R21_a_repair_ends_as_soon_as_the_tank_is_valid():
    state = turn(position(hand="shark", tanks={"C": "seahorse2 coral"}), "place shark c")
    assert state.decision() == "repair"
    assert turn(state, "remove seahorse c").decision() == "tend"
    assert tank(turn(state, "remove seahorse c"), "C") == "shark coral"


def test_R18_turtles_need_seaweed_and_remoras_a_host():
    state = position(hand="turtle", tanks={"B": "coral"}, sea="remora", funds=4, advanced=True)
    assert offered(state, "place") == [] and "remora b" not in offered(state, "buy")


def test_R20_removing_early_is_a_switch():
    assert offered(position(stage=WALK, hand="small", tanks={"A": "small"}), "remove") == []
    state = position(stage=WALK, hand="small", tanks={"A": "seaweed shark3"}, remove_window="own_turn")
    turn(state, "remove seaweed a")
    assert state.decision() == "repair"
    assert turn(state, "remove shark a").decision() == "walk"
    begun = start(remove_window="own_turn")
    assert offered(begun, "remove") == [] and offered(position(stage=AD, tanks={"A": "small"}, remove_window="own_turn"), "remove") == []


def test_R27_R45_a_kind_that_is_gone_cannot_be_bought():
    corals = dict.fromkeys("ABCDEF", "coral")
    state = position(funds=9, near="BC", others={2: corals, 3: corals}, tanks=dict.fromkeys("ADEF", "coral"))
    assert state.sea[CORAL] == 0 and offered(state, "buy") == ["seaweed b", "seaweed c"]


# ---- ads


def test_T28_R38_the_small_fish_ad_counts_all_tanks_together():
    state = position(stage=AD, funds=0, tanks=dict.fromkeys("ABCDE", "small"))
    assert turn(state, "ad small").funds[0] == 2


def test_T29_R23_a_whale_shark_is_no_shark_for_the_ad():
    state = position(stage=AD, funds=0, tanks={"A": "whale", "B": "shark", "C": "coral"})
    assert turn(state, "ad shark").funds[0] == 2


def test_R13_an_ad_pays_up_to_fifteen():
    state = position(stage=AD, funds=14, tanks={"A": "large4"})
    assert turn(state, "ad large").funds[0] == 15


def test_T37_R35_an_advanced_fish_needs_its_room():
    state = position(stage=AD, funds=4, tanks={"F": "small2 large"}, advanced=True)
    turn(state, "adv manta f", "remove small f")
    assert state.decision() == "repair" and state.funds[0] == 0
    seat = state.turn
    turn(state, "remove large f")
    assert tank(state, "F") == "small manta" and state.turn != seat and state.decision() == "owner"


def test_R35_ads_stay_open_without_any_gain():
    state = position(stage=AD, funds=2, advanced=True, tanks={"A": "shark"})
    assert offered(state, "ad") == ["small", "large", "shark", "turtle"] and offered(state, "adv") == ["remora a"]


# ---- milestones


def test_T12_R4_a_milestone_asks_for_at_least():
    cards = {"turtle": "turtle1", "fish": "fish1"}
    for text, met in (("turtle2 coral seaweed", True), ("turtle2 coral seaweed small", True), ("turtle coral seaweed", False)):
        assert ("claim turtle" in legal(position(tanks={"E": text}, cards=cards))) == met
    assert "claim fish" not in legal(position(tanks={"E": "small3 large"}, cards=cards))


def test_R4_exact_milestones_are_a_switch():
    cards = {"turtle": "turtle1", "fish": "fish1"}
    for text, met in (("turtle2 coral seaweed", True), ("turtle2 coral seaweed small", False)):
        assert ("claim turtle" in legal(position(tanks={"E": text}, cards=cards, milestone_match="exact"))) == met
    assert "claim fish" in legal(position(tanks={"E": "small3 large seaweed"}, cards=cards, milestone_match="exact"))


def test_T13_R26_the_first_gets_a_reward_into_any_tank():
    state = position(near="BC", tanks={"A": "small2 large2 seaweed"}, others={2: {"A": "small2 large2 seaweed"}})
    turn(state, "claim fish")
    assert state.decision() == "reward" and tokens("small large") == list(state.prize)
    turn(state, "place small a", "place large a")
    assert tank(state, "A") == "small3 large3 seaweed" and use(state, "A") == 6 and "claim fish" not in legal(state)
    assert lines(state)["milestones"] == 5 and lines(state)["tanks"] == 9
    turn(state, "end", "go 2", "walk 1", "claim fish")
    assert state.decision() == "tend" and state.turn == 1 and lines(state, 2)["milestones"] == 4


def test_T14_R28_purchases_for_the_tank_that_is_aimed_at():
    state = turn(position(near="BC", funds=4, tanks={"A": "turtle3 seaweed"}), "claim turtle")
    assert offered(state, "buy") == []
    turn(state, "aim seaweed e")
    assert state.decision() == "aim" and {text.split()[1] for text in offered(state, "buy")} == {"e"}
    assert offered(state, "release") == [] and "seaweed e" not in offered(state, "buy")
    turn(state, "buy coral e", "place seaweed e", "place turtle e")
    assert tank(state, "E") == "turtle seaweed coral" and state.funds[0] == 2 and state.decision() == "tend"


def test_T15_R28_a_seaweed_bought_for_the_turtle():
    state = turn(position(near="BC", funds=2, tanks={"A": "turtle3 seaweed"}), "claim turtle", "aim turtle f")
    assert legal(state) == ["buy seaweed f"]
    turn(state, "buy seaweed f")
    assert "remove seaweed f" not in legal(state)
    turn(state, "place turtle f", "place seaweed d")
    assert (tank(state, "F"), tank(state, "D"), state.funds[0]) == ("turtle seaweed", "seaweed", 0)


def test_T16_R25_a_reward_may_complete_another_card():
    state = position(tanks={"A": "small2 large2 seaweed", "F": "turtle2 seaweed"}, cards={"turtle": "turtle2"})
    turn(state, "claim fish", "place small f", "place large f")
    assert use(state, "F") == 6 and "claim turtle" in legal(state)


def test_R27_a_reward_may_be_released():
    state = turn(position(tanks={"A": "small2 large2 seaweed"}), "claim fish", "release small", "release large")
    assert state.decision() == "tend" and sea(state).startswith("small large")


def test_R28_a_tank_that_was_served_may_be_bought_for():
    state = turn(position(near="BC", funds=4, tanks={"A": "turtle3 seaweed"}), "claim turtle", "place seaweed e")
    assert {text.split()[1] for text in offered(state, "buy")} == {"e"} and "remove seaweed e" in legal(state)
    turn(state, "buy coral e", "remove seaweed e", "release turtle")
    assert state.decision() == "tend" and tank(state, "E") == "coral"


def test_R20_any_tank_may_be_cleared_while_a_reward_is_placed():
    state = turn(position(near="BC", funds=2, tanks={"A": "turtle3 seaweed", "E": "small"}), "claim turtle")
    assert set(offered(state, "remove")) == {"turtle a", "seaweed a", "small e"}
    turn(state, "place seaweed e", "remove turtle a", "buy turtle e")
    assert (tank(state, "A"), tank(state, "E"), state.funds[0]) == ("turtle2 seaweed", "small turtle seaweed", 0)
    turn(state, "remove seaweed a")
    assert tank(state, "A") == "" and state.decision() == "reward" and list(state.prize)[TURTLE] == 1


def test_T45_a_repair_in_the_middle_of_an_aim():
    state = position(near="BC", funds=4, sea="whale", tanks={"A": "turtle3 seaweed", "C": "seaweed small4"})
    turn(state, "claim turtle", "aim turtle c", "buy whale c")
    assert state.decision() == "repair" and legal(state) == ["remove small c"]
    turn(state, "remove small c", "remove small c")
    assert state.decision() == "aim" and use(state, "C") == 6 and "remove seaweed c" not in legal(state)
    turn(state, "place turtle c")
    assert state.decision() == "repair" and use(state, "C") == 8
    assert set(offered(state, "remove")) == {"small c", "whale c", "seaweed c"}
    turn(state, "remove whale c")
    assert state.decision() == "reward" and list(state.prize)[SEAWEED] == 1


def test_R24_no_claims_on_an_advertising_space():
    state = position(stage=AD, tanks={"A": "small2 large2 seaweed"})
    assert offered(state, "claim") == []


def test_R24_claims_wait_while_a_tank_is_repaired_or_a_reward_is_placed():
    state = position(hand="shark", tanks={"A": "small2 large2 seaweed", "C": "small", "D": "turtle3 seaweed"})
    assert len(offered(state, "claim")) == 2
    assert offered(turn(state, "claim fish"), "claim") == []
    turn(state, "release small", "release large", "place shark c")
    assert state.decision() == "repair" and offered(state, "claim") == []


def test_R25_each_card_once_for_each_player():
    state = position(tanks={"A": "small2 large2 seaweed"}, achieved={1: "fish"})
    assert offered(state, "claim") == []
    with pytest.raises(IllegalAction):
        turn(state, "claim fish")


# ---- what the digital version does otherwise


def test_R48_what_is_not_copied():
    state = position(stage=AD, funds=9, tanks={"A": "flapjack", "B": "small", "C": "small", "D": "coral"}, advanced=True)
    assert "manta a" in offered(state, "adv") and "flapjack a" not in offered(state, "adv")
    assert turn(state, "ad small").funds[0] == 10
    assert lines(over(tanks={**dict.fromkeys("ABCD", "coral seaweed"), "E": "manta"}, advanced=True))["advanced"] == 1
    assert {"claim fish", "end"} <= set(legal(position(tanks={"A": "small2 large2 seaweed"})))


# ---- scores


def test_T30_R37_milestone_fish_are_of_the_same_kind():
    assert lines(over(tanks={"A": "flapjack small2"}, advanced=True))["advanced"] == 2


def test_T31_R37_a_tie_of_kinds_counts_once():
    state = over(tanks={"A": "manta small", "B": "manta large", "C": "small4", "D": "large4"}, advanced=True)
    assert lines(state)["advanced"] == 10 and lines(state)["tanks"] == 0


def test_T32_R37_mantas_count_themselves():
    state = over(tanks={"A": "manta seahorse", "B": "manta seahorse", "C": "manta seahorse", "D": "manta"}, advanced=True)
    assert lines(state)["advanced"] == 16 and lines(state)["tanks"] == 6


@pytest.mark.parametrize(("funds", "points"), [(0, 0), (2, 0), (3, 1), (14, 4), (15, 5)])
def test_T39_R38_three_funds_are_a_point(funds, points):
    assert lines(over(funds=funds))["funds"] == points


def test_T40_a_whole_score():
    tanks = {"A": "small3 large2 seaweed", "B": "turtle2 coral seaweed small", "C": "shark whale seaweed", "D": "seahorse2 coral", "E": "whale", "F": "large2"}
    state = over(tanks=tanks, funds=8, place=2, turn=1, achieved={1: "fish", 2: "turtle shark", 3: "shark"})
    data = state.to_json()
    groups = 4
    data["cubes"] = [1, 2, 0, 3]
    data["achieved"][:groups] = [1, 2, 0, 3]
    data["achieved"][groups : 2 * groups] = [0, 1, 0, 1]
    data["achieved"][2 * groups : 3 * groups] = [0, 0, 0, 2]
    state = GAME.state_from_json(data)
    assert lines(state) == {"tanks": 26, "funds": 2, "milestones": 12, "standby": 2} and state.scores()[0] == 42


def test_a_turn_that_is_over_goes_on_with_the_next_player():
    state = turn(position(hand="small"), "place small b", "end")
    assert state.turn == 1 and state.decision() == "owner" and state.stage != TEND
