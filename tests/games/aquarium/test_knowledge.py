"""Sealed action cards: what shows, when it shows, and how the unknown is dealt anew."""

from collections import Counter
from itertools import permutations

import pytest

from shoal.engine.facts import SPECTATOR
from shoal.engine.state import Rng
from shoal.games.aquarium.notation import CARD_WORDS

from .tables import GAME, face_down, play, position

PHASE1 = ["hold", "add", "remove", "replace", "exchange"]
PHASE2 = ["hold", "plus1", "minus1", "double", "half"]
LAID = {1: "p1", 2: "r1", 3: "y1", 4: "b1"}


def shop(players=4, **table):
    return play(position(players, market="p2 fern", aquariums={k: v for k, v in LAID.items() if k <= players}, **table), "1 shop")


def everything(masked):
    return masked.to_json(), masked.actors(), masked.decision(), masked.legal_actions(), GAME.prompt(masked)


# ---- the order of commits

@pytest.mark.parametrize("cards", [("add", "hold", "remove"), ("exchange", "replace", "hold")])
def test_R41_phase_1_is_the_same_in_every_order(cards):
    ends = []
    for order in permutations((2, 3, 4)):
        state = shop()
        for seat in order:
            play(state, f"{seat} {cards[seat - 2]}")
        ends.append(state)
    assert all(state == ends[0] and hash(state) == hash(ends[0]) for state in ends)


def test_R41_phase_2_is_the_same_in_every_order():
    ends = []
    for order in permutations((2, 3, 4)):
        state = play(shop(), "2 hold; 3 hold; 4 hold")
        for seat in order:
            play(state, f"{seat} {('half', 'double', 'minus1')[seat - 2]}")
        ends.append(state)
    assert all(state == ends[0] for state in ends) and ends[0].price == 3


def test_R41_actors_stand_clockwise_from_the_buyers_left():
    state = play(position(4, market="p1", active=3), "3 shop")
    assert state.actors() == [3, 0, 1]
    assert play(state, "1 hold").actors() == [3, 1]


# ---- nothing shows

@pytest.mark.parametrize(("before", "cards"), [("", PHASE1), ("2 hold; 3 hold; 4 hold", PHASE2)])
def test_masks_of_the_others_are_equal_whatever_is_sealed(before, cards):
    for observer in (SPECTATOR, 0, 2, 3):
        seen = [everything(play(play(shop(), before), f"2 {card}").masked(observer)) for card in cards]
        assert all(one == seen[0] for one in seen)
    assert len({str(everything(play(play(shop(), before), f"2 {card}").masked(1))) for card in cards}) == len(cards)


def test_cards_face_down_stay_hidden_while_others_are_executed():
    """Seat 3's card lies face down while seat 2's replacement goes on, through a feeding."""
    lines = "2 replace; 4 hold; 3 {}; 2 swap p2; * draw feeding; * food 1; 1 feed"
    for observer in (SPECTATOR, 0, 1, 3):
        seen = [everything(play(shop(deck="feeding y1"), lines.format(card)).masked(observer)) for card in PHASE1]
        assert all(one == seen[0] for one in seen)


def test_two_players_the_card_from_the_hand_is_hidden_until_both_turn_over():
    state = play(shop(2), "2 hold; * influence hold; 2 half")
    assert state.is_chance() and face_down(state.masked(0).state, 2) == "?"
    assert face_down(play(state, "* influence plus1").masked(0).state, 2) == ""


def test_witnesses_say_when_a_card_opens():
    state = shop()
    opens = {}
    for seat, card in ((4, "hold"), (2, "remove"), (3, "add")):
        action = GAME.text_to_action(card)
        witnesses = state.witnesses(seat - 1, action)
        assert witnesses.seats == (seat - 1,) and not witnesses.public
        opens[seat] = witnesses.public_at
        play(state, f"{seat} {card}")
    assert state.decision() == "drop" and opens[2] <= state.reveals < opens[3] < opens[4]
    play(state, "1 drop p2")
    assert opens[3] <= state.reveals < opens[4] and state.is_chance()
    play(state, f"* {GAME.outcome_to_text(state.chance_outcomes()[0][0])}")
    assert opens[4] <= state.reveals
    later = [state.witnesses(seat - 1, GAME.text_to_action("hold")).public_at for seat in (2, 3, 4)]
    play(state, "2 hold; 3 hold")
    assert state.reveals < later[0]
    play(state, "4 hold")
    assert state.reveals == later[0] == later[1] == later[2]


# ---- dealt anew

def sampled(state, observer, seat, number=4000):
    rng = Rng(1, "dealt")
    return Counter(face_down(state.masked(observer).dealt(rng), seat) for _ in range(number))


def is_uniform(counts, words, number=4000):
    expected = number / len(words)
    return set(counts) == set(words) and sum((counts[word] - expected) ** 2 / expected for word in words) < 25


def test_open_commitments_of_others_are_taken_back():
    state = play(shop(), "3 add; 2 remove")
    world = state.masked(2).dealt(Rng(1))
    assert world.actors() == [1, 3] and face_down(world, 3) == "add" and face_down(world, 2) == ""


def test_R16_a_card_face_down_is_any_that_could_be_chosen_then():
    state = shop(spent={3: "add exchange"}, deck="feeding y1")
    play(state, "2 add; 3 remove; 4 hold; * draw feeding; * food 1; 1 feed")
    assert is_uniform(sampled(state, 0, 3), ["hold", "remove", "replace"])
    play(state, "2 feed; 3 feed; 4 feed")
    assert is_uniform(sampled(state, 0, 3), ["hold", "remove", "replace"]), "the cards that came back were spent when it was chosen"
    assert is_uniform(sampled(state, SPECTATOR, 4), PHASE1)
    assert sampled(state, 2, 3) == {"remove": 4000}


def test_a_card_face_down_in_phase_2_of_two_players():
    state = play(shop(2, spent={2: "half"}), "2 hold; * influence hold; 2 double")
    assert is_uniform(sampled(state, 0, 2), ["hold", "plus1", "minus1", "double"])


def test_dealt_worlds_are_true_states_that_agree_with_the_mask():
    state = shop(deck="feeding y1")
    play(state, "2 add; 3 remove; 4 hold; * draw feeding; * food 1; 1 feed")
    for observer in (SPECTATOR, 0, 3):
        masked = state.masked(observer)
        for seed in range(20):
            world = masked.dealt(Rng(seed))
            assert world.masked(observer) == masked
            world.check()


def test_R30_purses_can_be_counted_whatever_is_shown():
    """The switch for purses changes what pages show; the mask keeps what everybody can count."""
    state = position(3, market="p1", coins={2: 7}, options={"money_open": False})
    assert state.masked(0).state.coins[1] == 7


def test_every_card_word_is_a_card():
    assert len(CARD_WORDS) == 10 and set(PHASE1[1:]) | set(PHASE2) == set(CARD_WORDS[1:])
