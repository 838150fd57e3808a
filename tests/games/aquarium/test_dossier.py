"""Worked examples (W) and tricky cases (T) of Aquarium. Seats are 1-based here; seat 1 is active unless a case says otherwise."""

from fractions import Fraction

import pytest

from shoal.engine.errors import IllegalAction
from shoal.games.aquarium.notation import KINDS

from .tables import GAME, aquarium, chances, coins, face_down, influence_spent, legal, listed, market, pile_sizes, play, position, spent, tank, with_components

FIVE = "p3 r3 fern y2 b1"
HOLDS_3 = "1 shop; 2 hold; 3 hold"
HOLDS_4 = "1 shop; 2 hold; 3 hold; 4 hold"


def total(text, players=2, options=None):
    """Stars of a seat with this aquarium, by the engine; the sheet must agree."""
    state = position(players, aquariums={1: text}, options=options)
    sheet = GAME.score_sheet(state, 0)
    assert sheet.total == state.scores()[0]
    return sheet.total


def lines_of(text):
    return {line.key: line.points for line in GAME.score_text(text)[0].lines}


# ---- the rulebook's example, and its rules with numbers

def test_W1_scoring_example_of_the_rulebook():
    lines = lines_of("p1 p2 p3 r1 y1 b1 r3 fern kelp | tank y2")
    assert lines == {"fish": 12, "trio": 3, "small_set": 4, "plants": 3, "tank": 0}
    assert total("p1 p2 p3 r1 y1 b1 r3 fern kelp") == 22


BIG = with_components(market_limit=7)
"""A market of seven, so that a base of 20 can be laid out."""

PRICES = [
    ("W2 two halves", "p3 r3 fern y2", "half half hold", 3, [2, 2, 0], 0),
    ("W3 three halves", "p3 p3 r3 r3 b3 y3 fern", "half half half", 3, [1, 1, 1], 0),
    ("W4 never below zero", "p1", "minus1 minus1 minus1", 0, [0, 0, 0], 3),
    ("W5 order of operations", "p3 r3", "half double plus1", 7, [7, 0, 0], 0),
    ("half rounds up", "p3 r2 fern", "half hold hold", 4, [4, 0, 0], 0),
    ("net first, then clamp", "p1", "minus1 minus1 plus1", 0, [0, 0, 0], 2),
    ("two doubles", "p3", "double double minus1", 8, [0, 0, 0], 1),
    ("minus before double", "p3 r2", "double minus1 hold", 8, [0, 0, 0], 1),
    ("half of one", "p1", "half hold hold", 1, [1, 0, 0], 0),
]


@pytest.mark.parametrize(("name", "cards", "played", "price", "paid", "bank_pays"), PRICES, ids=[p[0].replace(" ", "_") for p in PRICES])
def test_W2_to_W5_prices(name, cards, played, price, paid, bank_pays):
    state = play(position(4, market=cards, game=BIG), HOLDS_4)
    first, second, third = played.split()
    before = sum(coins(state))
    play(state, f"2 {first}; 3 {second}; 4 {third}")
    assert state.price == price
    assert [state.half_pays(seat) for seat in (1, 2, 3)] == paid
    assert sum(coins(state)) == before + bank_pays
    if "buy" in legal(state, 1):
        play(state, "1 buy")
        assert coins(state)[0] == 15 - price


def test_W6_plant_species():
    assert [total(text) for text in ("", "fern", "fern kelp", "fern kelp lily")] == [0, 1, 3, 6]


def test_W7_tie_goes_to_the_fewest_coins():
    state = position(3, market="p2", aquariums={1: "p1", 2: "r1", 3: ""}, coins={1: 4, 2: 6, 3: 0}, deck="feeding", last=True)
    play(state, "1 pass; * draw feeding; * food 3; 1 feed; 2 feed; 3 feed")
    assert state.is_terminal() and coins(state) == [3, 3, 0]
    assert state.winners() == [0, 1] and GAME.result(state).label == "shared"
    state = position(3, market="p2", aquariums={1: "p1", 2: "r1"}, coins={1: 2, 2: 6}, deck="feeding", last=True)
    play(state, "1 pass; * draw feeding; * food 3; 1 feed; 2 feed; 3 feed")
    assert coins(state)[:2] == [1, 3] and state.winners() == [0]
    assert GAME.result(state).label == "won" and "tie" in GAME.result(state).title
    assert [state.scores()[seat] for seat in (0, 1)] == [1, 1]


# ---- prices and payments in play

def test_T1_two_halves_of_two_players():
    state = play(position(3, market="p3 r3 fern y2"), HOLDS_3 + "; 2 half; 3 half; 1 buy")
    assert coins(state) == [12, 17, 17]


def test_T2_three_halves():
    state = play(position(4, market="p3 r3 fern y2"), HOLDS_4 + "; 2 half; 3 half; 4 half")
    assert state.price == 2
    assert coins(play(state, "1 buy")) == [13, 16, 16, 16]


def test_T3_two_halves_of_one_player():
    state = position(2, market="p3 r3 fern y2")
    play(state, "1 shop; 2 hold; * influence add; * draw b1; 2 half; * influence half")
    assert state.price == 3
    play(state, "1 buy")
    assert coins(state) == [12, 18] and len(aquarium(state, 1).split()) == 5


def test_T4_net_first_and_the_coin_of_minus1():
    state = play(position(4, market="p1"), HOLDS_4 + "; 2 minus1; 3 minus1; 4 plus1")
    assert state.price == 0
    play(state, "1 decline")
    assert coins(state) == [15, 16, 16, 15] and market(state) == "p1" and state.active == 1


def test_T5_pass_into_feeding_time():
    state = position(3, market="p2", aquariums={1: "p1", 2: "r1", 3: "r1"}, coins={1: 0, 2: 2, 3: 1}, deck="feeding b3")
    play(state, "1 pass; * draw feeding; * food 2")
    assert coins(state)[0] == 2
    play(state, "1 feed; 2 feed")
    assert legal(state, 3) == ["starve r1"]
    play(state, "3 starve r1; 3 feed; * draw b3")
    assert coins(state) == [0, 0, 1] and market(state) == "p2 b3" and aquarium(state, 3) == ""


def test_T6_feeding_before_breeding_income():
    state = position(3, market="", aquariums={1: "r1"}, pairs={1: "p2"}, coins={1: 0}, deck="feeding b3 y1")
    play(state, "* draw feeding; * food 1")
    assert legal(state, 1) == ["starve r1"]
    play(state, "1 starve r1; 1 feed; 2 feed; 3 feed; * draw b3")
    assert coins(state)[0] == 2 and market(state) == "b3"
    play(state, "1 pass; * draw y1")
    assert coins(state)[0] == 4 and market(state) == "y1 b3"


def test_T7_flush_then_pass():
    state = position(3, market=FIVE, aquariums={1: "bank bank"}, deck="b3 y1")
    assert legal(state, 1) == ["flush", "shop"]
    before = sum(state.discards)
    play(state, "1 flush; * draw b3")
    assert legal(state, 1) == ["pass", "shop"] and sum(state.discards) == before + 5
    play(state, "1 pass; * draw y1")
    assert coins(state)[0] == 19 and market(state) == "y1 b3"


# ---- action cards

def test_T8_add_at_five_cards():
    state = position(3, market=FIVE)
    unseen = list(state.unseen)
    play(state, "1 shop; 2 add; 3 hold; 2 hold; 3 hold; 1 decline")
    assert sorted(market(state).split()) == sorted(FIVE.split()) and list(state.unseen) == unseen and spent(state, 2) == ["add"]


def test_T9_no_fish_in_the_market():
    state = position(4, market="fern kelp", aquariums={4: "p1"})
    play(state, "1 shop; 2 remove; 3 replace; 4 exchange; 2 hold; 3 hold; 4 hold; 1 buy")
    assert coins(state)[0] == 11 and aquarium(state, 1) == "fern kelp"
    assert [spent(state, seat) for seat in (2, 3, 4)] == [["remove"], ["replace"], ["exchange"]]


def test_T10_market_emptied_in_phase_1():
    state = position(4, market="p3", aquariums={4: "p1"})
    play(state, "1 shop; 2 remove; 3 replace; 4 exchange; 1 drop p3")
    assert [spent(state, seat) for seat in (2, 3, 4)] == [["remove"], ["replace"], ["exchange"]]
    assert market(state) == "" and coins(state)[0] == 15 and state.active == 1
    assert state.is_chance() and state.chance_name() == "draw"


def test_R9_phase_2_on_an_empty_market_by_option():
    state = position(4, market="p3", options={"skip_phase2_if_market_empty": False})
    play(state, "1 shop; 2 remove; 3 hold; 4 hold; 1 drop p3; 2 minus1; 3 hold; 4 hold")
    assert legal(state, 1) == ["decline"] and coins(state)[1] == 16


def test_T11_exchange_makes_a_pair():
    state = position(3, market="p3 fern", aquariums={2: "r1 p3"})
    play(state, "1 shop; 2 exchange; 3 hold; 2 give r1; 2 take p3")
    assert legal(state, 2) == ["keep", "breed p3"]
    play(state, "2 breed p3; 2 hold; 3 hold; 1 buy")
    assert tank(state, 2) == "p3" and aquarium(state, 2) == "" and aquarium(state, 1) == "r1 fern" and coins(state)[0] == 12


def test_T12_exchange_without_fish():
    state = position(3, market="p3")
    play(state, "1 shop; 2 exchange; 3 hold")
    assert state.decision() == "phase2" and spent(state, 2) == ["exchange"] and market(state) == "p3"


def test_T13_feeding_time_inside_add():
    state = position(4, market="p2", aquariums={1: "p1", 2: "r1", 3: "y1", 4: "b1"}, deck="feeding y1 b3",
                     spent={2: "remove replace exchange plus1 minus1 double"})
    assert legal(play(state, "1 shop"), 2) == ["hold", "add"]
    play(state, "2 add; 3 replace; 4 hold; * draw feeding; * food 3")
    assert state.decision() == "feed" and state.actors() == [0]
    play(state, "1 feed; 2 feed; 3 feed; 4 feed")
    assert spent(state, 2) == [] and face_down(state, 3) == "replace" and face_down(state, 4) == "hold"
    play(state, "* draw y1; 3 swap p2; * draw b3")
    assert market(state) == "y1 b3" and spent(state, 3) == ["replace"]
    play(state, "2 plus1; 3 hold; 4 hold")
    assert state.price == 5
    assert coins(play(state, "1 buy"))[0] == 15 - 3 - 5


def test_T14_last_feeding_time_inside_add():
    state = position(3, market="p2", aquariums={1: "p1"}, deck="feeding", last=True)
    play(state, "1 shop; 2 add; 3 remove; * draw feeding; * food 1; 1 feed; 2 feed; 3 feed")
    assert state.is_terminal() and market(state) == "p2" and state.scores() == [1, 0, 0] and spent(state, 3) == []


# ---- breeding

def test_T15_two_pairs_at_once():
    state = play(position(3, market="p1 p1 r3 r3"), HOLDS_3 + "; 2 hold; 3 hold; 1 buy")
    assert legal(state, 1) == ["keep", "breed p1", "breed r3"]
    play(state, "1 breed p1")
    assert legal(state, 1) == ["keep", "breed r3"]
    gone = state.discards[0]
    play(state, "1 breed r3")
    assert tank(state, 1) == "r3" and state.discards[0] == gone + 2 and coins(state)[0] == 7 and aquarium(state, 1) == ""


def test_T15b_the_bigger_pair_first():
    state = play(position(3, market="p1 p1 r3 r3"), HOLDS_3 + "; 2 hold; 3 hold; 1 buy; 1 breed r3")
    assert state.active == 1 and tank(state, 1) == "r3" and aquarium(state, 1) == "p1 p1"


def test_T16_the_moment_passes_and_comes_again():
    state = play(position(3, market="y2", aquariums={1: "p1 p1"}), HOLDS_3 + "; 2 hold; 3 hold; 1 buy")
    assert state.active == 1 and tank(state, 1) == ""
    state = play(position(3, market="p1", aquariums={1: "p1 p1 y2"}), HOLDS_3 + "; 2 hold; 3 hold; 1 buy")
    assert legal(state, 1) == ["keep", "breed p1"]
    play(state, "1 breed p1")
    assert tank(state, 1) == "p1" and aquarium(state, 1) == "p1 y2"


def test_T17_no_bigger_pair():
    state = position(3, market="y2", aquariums={1: "y2"}, pairs={1: "r2"}, active=3)
    play(state, "3 shop; 1 hold; 2 hold; 1 hold; 2 hold; 3 decline")
    assert coins(state)[0] == 17 and state.decision() == "turn"
    play(state, "1 shop; 2 hold; 3 hold; 2 hold; 3 hold; 1 buy")
    assert state.active == 1 and coins(state)[0] == 15 and tank(state, 1) == "r2" and aquarium(state, 1) == "y2 y2"


def test_R19_any_pair_by_option():
    state = position(3, market="y2", aquariums={1: "y2"}, pairs={1: "r2"}, options={"upgrade_strictly_bigger": False})
    play(state, HOLDS_3 + "; 2 hold; 3 hold; 1 buy")
    assert legal(state, 1) == ["keep", "breed y2"]


# ---- feeding

def feeding(food, players=3, **table):
    state = position(players, market="p2", deck="feeding", **table)
    return play(state, f"1 pass; * draw feeding; * food {food}")


def test_T18_plants_keep_the_biggest():
    state = feeding(3, aquariums={1: "b3 r2 p1 fern"}, coins={1: 4})
    assert coins(state)[0] == 6 and state.bill(0) == 9
    assert legal(state, 1) == ["starve p1", "starve r2", "starve b3"]
    for fish, bill in (("p1", 6), ("r2", 3), ("b3", 3)):
        assert play(state.copy(), f"1 starve {fish}").bill(0) == bill
    assert play(state.copy(), "1 starve p1; 1 starve r2").bill(0) == 0
    with pytest.raises(IllegalAction, match="R21"):
        play(state, "1 feed")


def test_T19_like_for_like():
    state = position(3, market="p3", aquariums={2: "p3"})
    play(state, "1 shop; 2 exchange; 3 hold; 2 give p3; 2 take p3")
    assert state.decision() == "phase2" and market(state) == "p3" and aquarium(state, 2) == "p3"


def test_T20_clockwise_from_the_buyers_left():
    state = position(3, market="r3 p1", deck="b3", active=2)
    play(state, "2 shop; 3 remove; 1 replace")
    assert state.actors() == [1] and legal(state, 2) == ["drop p1", "drop r3"]
    play(state, "2 drop r3")
    assert legal(state, 1) == ["swap p1"]
    assert market(play(state, "1 swap p1; * draw b3")) == "b3"


# ---- two players

def test_T21_influence_cards_of_both_phases():
    state = position(2, market="r3 p1")
    play(state, "1 shop; 2 hold; * influence remove")
    assert state.actors() == [0]
    play(state, "1 drop r3; 2 plus1; * influence minus1")
    assert state.price == 1 and coins(state)[1] == 16
    play(state, "1 buy")
    assert coins(state) == [14, 16] and aquarium(state, 1) == "p1" and influence_spent(state) == ["remove", "minus1"]


def test_T22_feeding_time_while_the_influence_card_lies_face_down():
    state = position(2, market="p2", deck="feeding y1 b3", influence_spent="add add remove remove replace exchange exchange")
    play(state, "1 shop; 2 add; * draw feeding; * food 1; 1 feed; 2 feed")
    assert influence_spent(state) == [] and spent(state, 2) == []
    play(state, "* draw y1")
    assert chances(state) == {"influence hold": (1, 2), "influence replace": (1, 2)}
    play(state, "* influence replace; 2 swap p2; * draw b3")
    assert influence_spent(state) == ["replace"] and market(state) == "y1 b3"
    play(state, "2 hold; * influence hold; 1 decline; 2 shop; 1 hold")
    assert chances(state) == {"influence hold": (1, 8), "influence add": (2, 8), "influence remove": (2, 8), "influence replace": (1, 8),
                              "influence exchange": (2, 8)}


def test_T23_shopping_with_one_coin():
    state = position(3, market="r3 p2", coins={1: 1})
    play(state, "1 shop; 2 remove; 3 hold; 1 drop r3; 2 half; 3 minus1; 1 buy")
    assert coins(state) == [0, 16, 16] and aquarium(state, 1) == "p2"


def test_T24_the_fishybank_is_a_fish():
    state = play(position(3, market="bank fern"), "1 shop; 2 remove; 3 hold")
    assert legal(state, 1) == ["drop bank"]


@pytest.mark.parametrize(("players", "sizes", "ranges"), [
    (2, [8, 9, 8, 9, 8, 9, 7, 8], [(9, 17), (26, 34), (43, 51), (59, 66)]),
    (3, [8, 9, 8, 9, 8, 8, 7, 8], [(9, 17), (26, 34), (43, 50), (58, 65)]),
    (4, [10, 11, 10, 11, 10, 11], [(11, 21), (32, 42), (53, 63)]),
])
def test_T25_piles_and_possible_feeding_times(players, sizes, ranges):
    """Draw the deck with Feeding Time as early, and as late, as it can come."""
    state = GAME.new_state(players)
    plain = pile_sizes(players, sum(GAME.box.copies) - players)
    assert [number + (GAME.box.feeding_piles[players] >> pile & 1) for pile, number in enumerate(plain)] == sizes
    for early in (True, False):
        where = feeding_positions(GAME.new_state(players), early)
        assert where == [low if early else high for low, high in ranges]
    assert state.players == players


def feeding_positions(state, early):
    found, card = [], 0
    while not state.is_terminal():
        if state.chance_name() == "draw":
            outcomes = state.chance_outcomes()
            card += 1
            feeds = [outcome for outcome, _ in outcomes if outcome == KINDS]
            if feeds and (early or len(outcomes) == 1):
                found.append(card)
                state.apply_outcome(KINDS)
            else:
                state.apply_outcome(outcomes[0][0])
        elif state.is_chance():
            state.apply_outcome(state.chance_outcomes()[0][0])
        else:
            seat = state.actors()[0]
            options = legal(state, seat + 1)
            state.apply_action(seat, GAME.text_to_action(next(o for o in ("pass", "flush", "feed", options[0]) if o in options)))
    return found


def test_T26_the_last_influence_card_is_the_pass_card():
    state = position(2, market="p1", influence_spent="add add remove remove replace replace exchange exchange")
    play(state, "1 shop; 2 hold")
    assert chances(state) == {"influence hold": (1, 1)}
    play(state, "* influence hold; 2 hold; * influence hold; 1 decline; 2 shop; 1 hold")
    assert chances(state) == {"influence hold": (1, 1)} and len(influence_spent(state)) == 8


# ---- stars

def test_T27_two_trios_of_one_colour():
    assert total("p1 p1 p2 p2 p3 p3") == 18


def test_T28_the_full_grid():
    assert total("p1 p2 p3 r1 r2 r3 y1 y2 y3 b1 b2 b3 fern kelp lily") == 66


def test_T29_fishybanks_and_spare_plants():
    assert total("bank bank r2 lily lily lily") == 3


def test_T30_no_fish_counts_twice_by_option():
    apart = {"fish_shared_trio_and_set": False}
    assert total("p1 p2 p3 r1 y1 b1") - 9 == 7
    assert total("p1 p2 p3 r1 y1 b1", options=apart) - 9 == 4
    assert total("p1 p1 p2 p3 r1 y1 b1", options=apart) - 10 == 7


def test_R27_repeated_sets_by_option():
    two = "p1 p1 r1 r1 y1 y1 b1 b1"
    assert total(two) == 8 + 8 and total(two, options={"sets_repeat": False}) == 8 + 4


def test_T31_the_guard_against_endless_declining():
    for cards, possible in (("p1 fern", ["pass"]), (FIVE, ["flush"])):
        state = position(4, market=cards)
        for turn in range(8):
            seat = turn % 4 + 1
            others = [(turn + k) % 4 + 1 for k in (1, 2, 3)]
            assert "shop" in legal(state, seat)
            play(state, f"{seat} shop" + "".join(f"; {other} hold" for other in others) * 2 + f"; {seat} decline")
        assert legal(state, 1) == possible
        play(state, f"1 {possible[0]}")
        state.apply_outcome(state.chance_outcomes()[0][0])
        assert "shop" in legal(state, state.active + 1)


def test_R33_switched_off():
    state = position(2, market="p1", options={"stall_limit_rounds": 0})
    for turn in range(20):
        seat = turn % 2 + 1
        play(state, f"{seat} shop; {3 - seat} hold; * influence hold; {3 - seat} hold; * influence hold; {seat} decline")
    assert "shop" in legal(state, 1)


def test_T32_fishybanks_eat():
    assert feeding(3, aquariums={1: "p1 r2 b3 bank"}).bill(0) == 21


def test_feed_examples():
    assert feeding(2, aquariums={1: "p1 r2 b3 fern"}).bill(0) == 6
    assert feeding(3, aquariums={1: "b3 fern fern"}).bill(0) == 0


# ---- exact odds

def start(players, deals, first=1):
    state = GAME.new_state(players)
    return play(state, ";".join(f"* deal {fish}" for fish in deals.split()) + f"; * first {first}")


def test_T33_the_first_card():
    state = start(4, "p1 r1 y1 b1")
    odds = {text: Fraction(*weights) for text, weights in chances(state).items()}
    assert all(odds[f"draw {fish}"] == Fraction(3, 60) for fish in ("p1", "r1", "y1", "b1"))
    assert all(odds[f"draw {card}"] == Fraction(4, 60) for card in ("p2", "p3", "r2", "r3", "y2", "y3", "b2", "b3", "bank", "fern", "kelp", "lily"))
    assert "draw feeding" not in odds and sum(odds.values()) == 1


def test_T34_the_eleventh_card():
    state = start(4, "p1 r1 y1 b1")
    for card in "p2 p2 p2 p2 p3 p3 p3 p3 r2 r2".split():
        if state.decision() == "turn":
            play(state, f"{state.active + 1} {'pass' if state.market_size < 5 else 'flush'}")
        play(state, f"* draw {card}")
    play(state, f"{state.active + 1} {'pass' if state.market_size < 5 else 'flush'}")
    odds = {text: Fraction(*weights) for text, weights in chances(state).items()}
    assert odds["draw feeding"] == Fraction(1, 11)
    assert odds["draw r2"] == Fraction(10, 11) * Fraction(2, 50) and odds["draw r3"] == Fraction(10, 11) * Fraction(4, 50)
    assert "draw p2" not in odds and sum(odds.values()) == 1


def test_T35_influence_cards():
    state = play(position(2, market="p1"), "1 shop; 2 hold")
    assert chances(state) == {"influence hold": (1, 9)} | {f"influence {card}": (2, 9) for card in ("add", "remove", "replace", "exchange")}
    play(state, "* influence hold; 2 hold")
    assert chances(state) == {"influence hold": (1, 9)} | {f"influence {card}": (2, 9) for card in ("plus1", "minus1", "double", "half")}


def test_T36_fragment_1():
    state = position(4, market="p2", aquariums={1: "p1", 2: "r1", 3: "y1", 4: "b1"}, deck="feeding y1 b3")
    play(state, """
        1 shop
        2 add
        3 replace
        4 hold
        * draw feeding
        * food 3
        1 feed
        2 feed
        3 feed
        4 feed
        * draw y1
        3 swap p2
        * draw b3
        2 plus1
        3 hold
        4 hold
        1 buy
    """)
    assert coins(state)[0] == 7


def test_T36_fragment_2():
    state = GAME.new_state(2)
    play(state, """
        * deal y1
        * deal p1
        * first 2
        * draw r2
        2 shop
        1 exchange
        1 give y1
        1 take r2
        * influence add
        * draw fern
        1 half
        * influence minus1
        2 buy
    """)
    assert coins(state) == [17, 14] and aquarium(state, 2) == "p1 y1 fern" and aquarium(state, 1) == "r2"


def test_T37_a_market_filled_again():
    state = position(4, market="r2", aquariums={2: "y1"}, deck="fern")
    play(state, "1 shop; 2 exchange; 3 remove; 4 add; 2 give y1; 2 take r2")
    assert legal(state, 1) == ["drop y1"]
    play(state, "1 drop y1; * draw fern")
    assert market(state) == "fern" and state.decision() == "phase2"
    assert [spent(state, seat) for seat in (2, 3, 4)] == [["exchange"], ["remove"], ["add"]]


def test_T38_a_plant_with_nothing_to_keep():
    state = feeding(3, aquariums={1: "b3 r3 fern kelp lily"}, coins={1: 0})
    assert state.bill(0) == 0 and legal(state, 1)[0] == "feed"


def test_T39_hand_and_influence_card_together():
    state = position(2, market="p1")
    play(state, "1 shop; 2 hold; * influence hold; 2 plus1; * influence double")
    assert state.price == 4


# ---- more rulings

def test_R14_shares_of_one_player_by_option():
    state = position(2, market="p3 r3 fern y2", options={"half_self_split": True})
    play(state, "1 shop; 2 hold; * influence hold; 2 half; * influence half")
    assert state.price == 3 and state.half_pays(1) == 4
    assert coins(play(state, "1 buy")) == [12, 19]


def test_R16_a_face_down_pass_card_returns_and_others_stay_spent():
    state = position(4, market="p2", deck="feeding y1")
    play(state, "1 shop; 2 add; 3 hold; 4 remove; * draw feeding; * food 1; 1 feed; 2 feed; 3 feed; 4 feed; * draw y1; 1 drop p2")
    assert [spent(state, seat) for seat in (2, 3, 4)] == [[], [], ["remove"]]


def test_R16_feeding_time_inside_a_replacement():
    state = position(3, market="p2 y2", aquariums={2: "p1"}, deck="feeding r3")
    play(state, "1 shop; 2 replace; 3 hold; 2 swap p2; * draw feeding")
    assert market(state) == "y2" and spent(state, 2) == ["replace"]
    play(state, "* food 2; 1 feed; 2 feed; 3 feed")
    assert spent(state, 2) == []
    assert market(play(state, "* draw r3")) == "r3 y2" and state.decision() == "phase2"


def test_R20_the_last_feeding_time_ends_the_game_before_the_income():
    state = position(2, market="p2", pairs={2: "p3"}, deck="feeding", last=True)
    play(state, "1 pass; * draw feeding; * food 1; 1 feed; 2 feed")
    assert state.is_terminal() and coins(state) == [17, 15]


def test_R24_fishybanks_do_not_breed():
    state = play(position(3, market="bank bank"), HOLDS_3 + "; 2 hold; 3 hold; 1 buy")
    assert state.active == 1 and aquarium(state, 1) == "bank bank"


def test_R40_without_modules():
    state = play(position(3, market="p1 p1", options={"breeding_tank": False}), HOLDS_3 + "; 2 hold; 3 hold; 1 buy")
    assert state.active == 1 and aquarium(state, 1) == "p1 p1"
    assert "bank" not in listed(GAME.new_state(2, {"fishybank": False}).unseen)
    without = start_without_bank()
    assert without.deck_cards == 58 and without.pile_left == 8


def start_without_bank():
    return play(GAME.new_state(2, {"fishybank": False}), "* deal p1; * deal b1; * first 1")


def test_R44_income_in_a_turn_that_met_feeding_time():
    state = position(2, market="", pairs={1: "p3"}, deck="feeding y1")
    play(state, "* draw feeding; * food 1; 1 feed; 2 feed; * draw y1")
    assert coins(state) == [18, 15] and state.decision() == "turn"
