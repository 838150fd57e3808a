"""What the rulebook leaves open, ruling by ruling (rulings.md); those with a case of their own in test_dossier.py or test_knowledge.py stand there."""

from fractions import Fraction
from pathlib import Path

import pytest

from shoal.engine.errors import IllegalAction
from shoal.games.aquarium.notation import HALF, HOLD
from shoal.games.aquarium.pricing import priced

from .tables import GAME, aquarium, chances, coins, face_down, influence_spent, legal, market, pile_sizes, play, position, spent, tank
from .test_dossier import HOLDS_3, total


def holding(players, *cards):
    """Everybody but seat 1 holds in both phases, but for the cards given."""
    return "".join(f"; {seat} {cards[seat - 2] if seat - 2 < len(cards) else 'hold'}" for seat in range(2, players + 1))


def test_R1_starting_fish_come_out_of_the_64():
    state = play(GAME.new_state(2), "* deal p1; * deal y1; * first 2")
    assert sum(GAME.box.copies) == 64 and state.deck_cards == state.unseen_size == 62
    assert [state.unseen[GAME.box.names.index(fish)] for fish in ("p1", "r1", "y1", "b1")] == [3, 4, 3, 4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R2_the_first_piles_are_one_larger(players):
    sizes = pile_sizes(players, 64 - players)
    assert max(sizes) - min(sizes) <= 1 and sizes == sorted(sizes, reverse=True) and sum(sizes) == 64 - players


def test_R3_the_pass_card_serves_both_phases_of_a_purchase():
    state = play(position(3, market="p1 p2"), "1 shop; 2 hold; 3 hold")
    assert legal(state, 2)[0] == "hold" and spent(state, 2) == []
    play(state, "2 hold; 3 hold")
    assert spent(state, 2) == spent(state, 3) == []
    alone = position(3, market="p1 p2", spent={2: "add remove replace exchange plus1 minus1 double half"})
    assert legal(play(alone, "1 shop"), 2) == ["hold"]


def test_R4_the_start_player_is_drawn():
    state = play(GAME.new_state(4), "* deal p1; * deal y1; * deal r1; * deal b1")
    assert chances(state) == {f"first {seat}": (1, 4) for seat in (1, 2, 3, 4)}


def test_R5_a_pass_pays_before_its_card_is_turned_up():
    state = play(position(2, market="p1", coins={1: 0}, deck="feeding"), "1 pass")
    assert coins(state)[0] == 2 and state.chance_name() == "draw"


def test_R6_a_flush_is_no_turn_and_pays_no_income_again():
    state = position(2, market="p3 r3 fern y2 b1", pairs={1: "r2"}, deck="feeding y1")
    play(state, "1 flush; * draw feeding; * food 1; 1 feed; 2 feed; * draw y1")
    assert coins(state) == [15, 15] and legal(state, 1) == ["pass", "shop"] and market(state) == "y1"


def test_R7_shopping_needs_no_money_and_buying_the_whole_price():
    state = play(position(3, market="p2", coins={1: 1}), "1 shop; 2 hold; 3 hold; 2 hold; 3 hold")
    assert legal(state, 1) == ["decline"]
    with pytest.raises(IllegalAction, match="R7"):
        play(state, "1 buy")


def test_R8_what_can_be_done_must_be_done():
    state = play(position(3, market="p1", aquariums={2: "r3"}), "1 shop; 2 exchange; 3 hold")
    assert legal(state, 2) == ["give r3"]
    assert legal(play(state, "2 give r3"), 2) == ["take p1"]
    assert market(play(state, "2 take p1")) == "r3" and aquarium(state, 2) == "p1"


def test_R10_the_fifth_card_is_the_last():
    state = play(position(4, market="p3 r3 fern y2", deck="b1"), "1 shop; 2 add; 3 add; 4 hold; * draw b1")
    assert state.market_size == 5 and state.decision() == "phase2"
    assert spent(state, 2) == spent(state, 3) == ["add"]


@pytest.mark.parametrize(("cards", "price"), [("minus1 minus1 plus1", 0), ("plus1 minus1 minus1", 0), ("minus1 plus1 plus1", 2), ("minus1 hold hold", 0)])
def test_R11_plus_and_minus_are_added_up_first(cards, price):
    state = play(position(4, market="p1"), "1 shop; 2 hold; 3 hold; 4 hold" + holding(4, *cards.split()))
    assert state.price == price


def test_R12_the_coin_of_minus1_comes_at_once_and_whatever_follows():
    state = play(position(3, market="p1 p2"), HOLDS_3 + "; 2 minus1; 3 hold")
    assert coins(state) == [15, 16, 15] and state.decision() == "buy"
    assert coins(play(state, "1 decline")) == [15, 16, 15]


@pytest.mark.parametrize("base", range(25))
def test_R13_halving_rounds_up_in_steps_as_at_once(base):
    for halves in (1, 2, 3):
        assert priced(base, [(HALF, seat) for seat in range(halves)])[-1].price == -(-base // 2**halves)


def test_R13_half_of_nothing_is_nothing():
    state = play(position(4, market="p1"), "1 shop; 2 hold; 3 hold; 4 hold; 2 minus1; 3 half; 4 half")
    assert state.price == 0 and [state.half_pays(seat) for seat in range(4)] == [0, 0, 0, 0]
    assert coins(play(state, "1 buy")) == [15, 16, 15, 15]


def test_R15_the_fish_in_the_tank_is_not_exchanged_and_the_one_given_has_its_price():
    state = play(position(3, market="p1", pairs={2: "b2"}, aquariums={2: "r3"}), "1 shop; 2 exchange; 3 hold")
    assert legal(state, 2) == ["give r3"]
    play(state, "2 give r3; 2 take p1; 2 hold; 3 hold")
    assert state.price == 3 and coins(state)[1] == 15
    none = play(position(3, market="p1", pairs={2: "b2"}), "1 shop; 2 exchange; 3 hold")
    assert none.decision() == "phase2" and spent(none, 2) == ["exchange"]


def test_R17_a_purchase_cut_off_by_the_end_is_void():
    state = position(4, market="p3", aquariums={3: "r1"}, deck="feeding", last=True)
    play(state, "1 shop; 2 hold; 3 replace; 4 exchange; 3 swap p3; * draw feeding; * food 1; 1 feed; 2 feed; 3 feed; 4 feed")
    assert state.is_terminal() and market(state) == "" and face_down(state, 4) == "exchange" and aquarium(state, 1) == ""


def test_R18_of_three_one_stays_and_a_pair_that_was_kept_is_not_asked_again_when_something_else_comes():
    state = play(position(3, market="p1 p1 p1 r2"), HOLDS_3 + "; 2 hold; 3 hold; 1 buy; 1 breed p1")
    assert aquarium(state, 1) == "p1 r2" and tank(state, 1) == "p1" and state.active == 1
    state = play(position(3, market="r2", aquariums={1: "p1 p1 r2"}), HOLDS_3 + "; 2 hold; 3 hold; 1 buy")
    assert legal(state, 1) == ["keep", "breed r2"]


def test_R20_a_pair_earns_the_size_of_one_fish():
    for fish, earned in (("p1", 1), ("p2", 2), ("p3", 3)):
        state = position(2, market="r1", pairs={2: fish})
        play(state, "1 pass")
        play(state, f"* {GAME.outcome_to_text(state.chance_outcomes()[0][0])}")
        assert coins(state) == [17, 15 + earned] and state.decision() == "turn"


def test_R21_starving_is_free_in_the_last_feeding_too():
    state = play(position(2, market="p2", aquariums={1: "p3 r1"}, deck="feeding", last=True), "1 pass; * draw feeding; * food 1")
    assert legal(state, 1) == ["feed", "starve p3", "starve r1"]
    play(state, "1 starve p3; 1 feed; 2 feed")
    assert state.is_terminal() and state.scores() == [1, 0] and coins(state)[0] == 16


def test_R22_all_are_asked_clockwise_from_the_player_whose_turn_it_is():
    state = position(4, market="p2", active=3, deck="feeding y1")
    play(state, "3 pass; * draw feeding; * food 1")
    order = []
    while state.decision() == "feed":
        order.append(state.actors()[0] + 1)
        play(state, f"{order[-1]} feed")
    assert order == [3, 4, 1, 2]


def test_R23_a_plant_keeps_one_whole_fish_at_every_feeding():
    state = position(2, market="p2", aquariums={1: "p3 p2 fern"}, deck="feeding y1")
    play(state, "1 pass; * draw feeding; * food 3; 1 feed")
    assert coins(state)[0] == 15 + 2 - 3 * 2 and aquarium(state, 1) == "p2 p3 fern"


def test_R25_a_fishybank_brings_no_star():
    assert total("bank") == total("bank bank bank bank") == 0


def test_R26_a_fishybank_is_given_taken_swapped_and_starved():
    state = play(position(4, market="bank fern", aquariums={2: "bank", 1: "p1"}, deck="y2"), "1 shop; 2 exchange; 3 replace; 4 hold")
    assert legal(state, 2) == ["give bank"]
    assert legal(play(state, "2 give bank"), 2) == ["take bank"]
    assert legal(play(state, "2 take bank"), 3) == ["swap bank"]
    hungry = play(position(2, market="p1", aquariums={1: "bank"}, deck="feeding y1"), "1 pass; * draw feeding; * food 2")
    assert coins(hungry)[0] == 18 and hungry.bill(0) == 2 and legal(hungry, 1) == ["feed", "starve bank"]


def test_R28_rows_and_columns_share_a_fish():
    assert total("p1 p2 p3 r1 y1 b1") == 9 + 3 + 4


def test_R29_a_tie_to_the_last_coin_is_shared():
    state = position(3, market="p2", aquariums={1: "p1", 2: "r1", 3: ""}, coins={1: 4, 2: 6, 3: 9}, deck="feeding", last=True)
    play(state, "1 pass; * draw feeding; * food 3; 1 feed; 2 feed; 3 feed")
    assert GAME.result(state).winners == (0, 1) and GAME.result(state).label == "shared"


def test_R31_the_bank_never_runs_out():
    state = play(position(2, market="p1", coins={1: 500}), "1 pass")
    assert coins(state)[0] == 502


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R32_feeding_times_are_never_next_to_each_other(players):
    feeding = GAME.box.feeding_piles[players]
    assert feeding & feeding << 1 == 0 and min(pile_sizes(players, 64 - players)) > 0
    assert feeding >> (GAME.box.piles[players] - 1) & 1, "the last one lies in the last pile, so the deck cannot run out before"


def test_R33_the_guard_begins_anew_with_every_card():
    state = position(2, market="p1 fern", options={"stall_limit_rounds": 1})
    for seat in (1, 2):
        play(state, f"{seat} shop; {3 - seat} hold; * influence hold; {3 - seat} hold; * influence hold; {seat} decline")
    assert legal(state, 1) == ["pass"]
    play(state, "1 pass")
    state.apply_outcome(state.chance_outcomes()[0][0])
    assert "shop" in legal(state, 2)


def test_R34_the_influence_card_acts_for_the_player_who_does_not_buy():
    state = play(position(2, market="p3 r2", aquariums={2: "b1"}), "1 shop; 2 hold; * influence exchange")
    assert state.actors() == [1] and legal(state, 2) == ["give b1"]
    play(state, "2 give b1; 2 take p3; 2 hold; * influence half")
    assert state.price == 2 and coins(play(state, "1 buy")) == [13, 17]


def test_R34_it_is_carried_out_on_an_empty_market_too():
    state = position(2, market="p3", deck="y1")
    play(state, "1 shop; 2 remove; 1 drop p3; * influence add")
    assert state.chance_name() == "draw"
    assert market(play(state, "* draw y1")) == "y1" and state.decision() == "phase2"
    skipped = play(position(2, market="p3"), "1 shop; 2 remove; 1 drop p3; * influence hold")
    assert skipped.active == 1 and influence_spent(skipped) == [], "no card of the second deck is taken"


def test_R36_the_replacement_goes_to_the_market():
    state = play(position(3, market="p2", deck="feeding b3"), "1 pass; * draw feeding; * food 1; 1 feed; 2 feed; 3 feed; * draw b3")
    assert market(state) == "p2 b3" and state.active == 1


def test_R37_a_feeding_changes_no_turn():
    state = position(3, market="p2", active=2, deck="feeding b3")
    play(state, "2 pass; * draw feeding; * food 1; 2 feed; 3 feed; 1 feed; * draw b3")
    assert state.active == 2 and state.decision() == "turn"


def test_R38_plants_and_fishybanks_have_their_price():
    assert position(3, market="fern bank p3").base() == 2 + 1 + 3


def test_R39_a_declined_market_reaches_the_next_player_unchanged():
    state = play(position(3, market="p2 fern"), HOLDS_3 + "; 2 hold; 3 hold; 1 decline")
    assert market(state) == "p2 fern" and state.decision() == "turn" and state.active == 1


def test_R42_a_pass_card_face_down_goes_back_into_the_refreshed_deck():
    state = position(2, market="p2", deck="feeding y1", influence_spent="add add remove remove replace")
    play(state, "1 shop; 2 add; * draw feeding; * food 1; 1 feed; 2 feed; * draw y1")
    assert chances(state) == {"influence hold": (1, 4), "influence replace": (1, 4), "influence exchange": (2, 4)}
    play(state, "* influence hold; 2 hold; * influence hold; 1 decline; 2 shop; 1 hold")
    assert {text: Fraction(*odds) for text, odds in chances(state).items()} == {
        "influence hold": Fraction(1, 9), **{f"influence {card}": Fraction(2, 9) for card in ("add", "remove", "replace", "exchange")}}


def test_R43_a_card_is_spent_before_its_effect():
    state = play(position(3, market="p2 r1"), "1 shop; 2 remove; 3 hold")
    assert state.decision() == "drop" and spent(state, 2) == ["remove"] and state.committed[1] != HOLD


def test_R45_the_only_choice_is_publicly_forced():
    state = play(position(2, market="p2", aquariums={1: "", 2: "b1"}, deck="feeding y1"), "1 pass; * draw feeding; * food 1")
    assert legal(state, 1) == ["feed"] and GAME.publicly_forced(state, 0)
    assert "auto_forced" in {option.key for option in GAME.options}


def test_every_ruling_has_a_test():
    """R1 to R45, here or in the other files of this folder."""
    named = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    rulings = (GAME.folder / "rulings.md").read_text(encoding="utf-8")
    assert [n for n in range(1, 46) if f"def test_R{n}_" not in named] == []
    assert all(f"### R{n} " in rulings for n in range(1, 46))
