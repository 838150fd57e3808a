"""Everything in Aqua Garden lies open but what comes out of the bag; and that is chance."""

from collections import Counter

import pytest

from shoal.engine.facts import SPECTATOR
from shoal.engine.state import Rng
from shoal.games.aqua_garden.notation import KIND_WORDS, REGULAR

from .gardens import GAME, position, start, turn


def known(state, observer):
    data = state.masked(observer).to_json()
    del data["observer"]
    return data


def test_all_seats_and_spectators_know_the_same():
    state = position(4, hand="small", tanks={"A": "turtle seaweed"}, others={2: {"B": "shark"}})
    assert all(known(state, observer) == known(state, SPECTATOR) for observer in range(4))
    truth = state.to_json()
    assert {key: value for key, value in truth.items() if key != "observer"} == known(state, 0)


def test_a_dealt_world_is_the_truth():
    state = position(3, hand="small large")
    for seed in range(3):
        assert state.masked(1).dealt(Rng(seed)) == state


def test_every_draw_is_weighted_by_what_is_in_the_bag():
    state = GAME.new_state(2)
    for _ in range(4):
        state.apply_outcome(state.chance_outcomes()[0][0])
    weights = {GAME.outcome_to_text(outcome): weight for outcome, weight in state.chance_outcomes()}
    assert weights == {"draw small": 18, "draw large": 12, "draw turtle": 7, "draw seahorse": 4, "draw shark": 7, "draw whale": 2}


def test_draws_come_as_often_as_they_should():
    """Of 3,000 first tokens about 18 in 50 are small fish."""
    found = Counter()
    rng = Rng(11)
    for _ in range(3000):
        state = GAME.new_state(2)
        for _ in range(4):
            state.apply_outcome(state.chance_outcomes()[0][0])
        state.advance(rng)
        first = list(state.fair)[REGULAR : 2 * REGULAR].index(1)
        found[KIND_WORDS[first]] += 1
    for word, share in {"small": 18, "large": 12, "turtle": 7, "seahorse": 4, "shark": 7, "whale": 2}.items():
        assert abs(found[word] - 60 * share) < 5 * (60 * share) ** 0.5


def test_moves_and_draws_are_seen_by_all():
    state = start(3)
    assert all(state.witnesses(0, action).public for action in state.legal_actions(0))
    setup = GAME.new_state(3)
    assert all(setup.witnesses(None, outcome).public for outcome, _ in setup.chance_outcomes())


@pytest.mark.parametrize("players", [2, 4])
def test_R46_no_move_of_a_turn_reveals_anything_until_tokens_are_drawn(players):
    """So that a player can take back every step of a turn."""
    state = start(players)
    assert state.reveals == 0
    turn(state, "go 1", "walk 2")
    while not state.is_chance() and state.turn == 0 and state.decision() == "tend":
        actions = state.legal_actions(0)
        state.apply_action(0, actions[-1])
        assert state.reveals == 0
