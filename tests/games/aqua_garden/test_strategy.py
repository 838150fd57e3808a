"""The greedy player: it beats random choices, plays good games, is quick, and in chosen positions does what a person would."""

from statistics import mean
from time import process_time

import pytest

from shoal.bots.bot import GreedyBot, RandomBot, preferences
from shoal.bots.hints import hints
from shoal.bots.playing import lower_end, paired_games, play_game
from shoal.engine.facts import MOVES
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games.aqua_garden.notation import AD, OWNER, REPAIR, WALK

from .gardens import DONE, GAME, legal, position, start, turn

EXPECTED = {2: 46, 3: 41, 4: 41}
"""Mean points of greedy players, by number of players."""


def best(state):
    values = preferences(state.masked(state.turn))
    return GAME.action_to_text(max(values, key=lambda action: values[action]))


# ---- chosen positions


def test_it_claims_what_it_can():
    assert best(position(tanks={"A": "small2 large2 seaweed"})) == "claim fish"


def test_it_places_the_other_half_of_a_pair():
    state = position(near="BC", funds=0, hand="large", tanks={"B": "small", "C": "coral"})
    assert best(state) == "place large b"


def test_it_makes_room_with_what_is_worth_least():
    state = turn(position(near="BC", hand="seahorse", tanks={"C": "small seahorse3"}), "place seahorse c")
    assert state.stage == REPAIR and best(state) == "remove small c"


def test_it_buys_seaweed_for_a_turtle():
    assert best(position(near="BC", funds=2, hand="turtle", round=3)).startswith("buy seaweed")


def test_it_takes_the_best_ad():
    assert best(position(stage=AD, tanks={"A": "large4", "B": "turtle seaweed"})) == "ad large"


def test_it_walks_to_the_tank_that_needs_the_fish():
    state = position(stage=WALK, near="BC", hand="large", funds=0, round=3, tanks={"F": "small"})
    assert best(state) == "walk 3"


def test_it_finishes_when_nothing_is_left_to_gain():
    tanks = dict.fromkeys("AB", "whale") | dict.fromkeys("CD", "seahorse coral large2")
    state = position(3, OWNER, track=[18, DONE, DONE], round=3, funds=0, tanks=tanks)
    assert best(state) in ("pass", "go 19")
    assert best(position(3, OWNER, track=[19, DONE, DONE], round=3)) == "pass"


def test_hints_say_why():
    state = start(2)
    found = hints(GAME, state.masked(0), worlds=0)
    assert found and all(hint.because for hint in found)


@pytest.mark.skipif(compiled(), reason="a method of the kernel: only the plain form shows it to Python")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_all_actions_of_a_decision_look_as_each_does_alone_if_they_may_be_the_best(players):
    """Spaces far ahead on the track look no better than the best."""
    state, rng, chance = GAME.new_state(players, {"advanced": True}), Rng(3, "greedy"), Rng(3, "chance")
    state.advance(chance)
    for _ in range(40):
        seat, looks = state.actors()[0], [0.0] * MOVES
        actions = state.legal_actions(seat)
        state.look_over(seat, actions, len(actions), looks)
        alone = [state.prefer(seat, action) for action in actions]
        assert max(looks[:len(actions)]) == max(alone)
        assert all(look == value for action, look, value in zip(actions, looks, alone, strict=False) if state.stage != OWNER)
        state.apply_action(seat, actions[rng.pick(len(actions))])
        state.advance(chance)


@pytest.mark.parametrize("on_sale", [True, False])
def test_it_counts_on_advanced_fish_only_where_they_may_be_bought(on_sale):
    options = {"advanced": True, "advanced_may_be_bought_from_sea": on_sale}
    tanks = {"A": "large small", "B": "large small", "C": "seaweed", "D": "large"}
    there, elsewhere = (position(near="CD", funds=6, hand="small", tanks=tanks, sea=sea, **options) for sea in ("manta", ""))
    looks = [{action: value for action, value in preferences(state.masked(0)).items() if action in elsewhere.legal_actions(0)} for state in (there, elsewhere)]
    assert (looks[0] == looks[1]) is not on_sale


def foreseen(state):
    """What a glance at a decision foresees: the turn from there on."""
    actions, turn = state.legal_actions(state.turn), [0] * MOVES
    length = state.look_ahead(state.turn, actions, len(actions), [0.0] * MOVES, turn)
    return turn[:length]


@pytest.mark.skipif(compiled(), reason="a method of the kernel: only the plain form shows it to Python")
def test_a_glance_foresees_the_turn():
    state = position(stage=WALK, near="BC", hand="large", funds=0, round=3, tanks={"F": "small"})
    assert [GAME.action_to_text(action) for action in foreseen(state)] == ["walk 3", "place large f", "end"]


@pytest.mark.skipif(compiled(), reason="a method of the kernel: only the plain form shows it to Python")
def test_what_is_foreseen_is_chosen_without_another_look_until_something_comes_between():
    state = position(near="BC", funds=0, hand="large", tanks={"B": "small", "C": "coral"})
    first, *rest = foreseen(state)
    state.apply_action(state.turn, first)
    actions = state.legal_actions(state.turn)
    assert rest and state.goes_on(state.turn, rest[0], actions, len(actions))
    assert not state.goes_on(state.turn, first, actions, len(actions)), "what was foreseen and cannot be done is left"
    claims = position(hand="small", tanks={"A": "small2 large2 seaweed"})
    actions = claims.legal_actions(claims.turn)
    assert not any(claims.goes_on(claims.turn, action, actions, len(actions)) for action in actions), "a milestone comes first"


@pytest.mark.skipif(compiled(), reason="a method of the kernel: only the plain form shows it to Python")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_turn_as_foreseen_is_hardly_worse_than_one_looked_at_again_and_again(players):
    """In each decision that was foreseen, another look sees only a little more in another action, if at all."""
    state, chance = GAME.new_state(players), Rng(4, "chance")
    state.advance(chance)
    turn, lost = [], []
    while not state.is_terminal():
        seat, actions, looks = state.turn, state.legal_actions(state.turn), [0.0] * MOVES
        state.look_over(seat, actions, len(actions), looks)
        if turn and state.goes_on(seat, turn[0], actions, len(actions)):
            action = turn.pop(0)
            lost.append(max(looks[:len(actions)]) - looks[actions.index(action)])
        else:
            action, *turn = foreseen(state)
        state.apply_action(seat, action)
        state.advance(chance)
    assert len(lost) >= 50 and mean(lost) < 0.1 and sum(loss == 0 for loss in lost) > 0.9 * len(lost)


# ---- whole games


def greedy_means(players, games, first=0, **options):
    bots = [GreedyBot()] * players
    return mean(points for seed in range(first, first + games) for points in play_game(GAME, bots, seed, options).scores())


def wins_against_random(deals, first=1):
    """(games won by the greedy player, games) with every deal from both seats."""
    played = list(paired_games(GAME, [GreedyBot(), RandomBot()], deals, first))
    return sum(game.share_of(0) for game in played), len(played)


def test_greedy_beats_random():
    won, played = wins_against_random(100 if compiled() else 2)
    assert won >= 0.98 * played


@pytest.mark.nightly
def test_greedy_beats_random_in_a_thousand_games():
    won, played = wins_against_random(500)
    assert lower_end(won, played) >= 0.98


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_players_reach_good_scores(players):
    games = 100 if compiled() else 2
    assert greedy_means(players, games) >= EXPECTED[players] - (0 if compiled() else 4)


@pytest.mark.parametrize("options", [{"advanced": True}, {"remove_window": "own_turn", "milestone_match": "exact"}])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_greedy_players_play_every_variant(players, options):
    assert greedy_means(players, 10 if compiled() else 1, **options) > 30


@pytest.mark.skipif(not compiled(), reason="the figure is that of the compiled form")
def test_a_whole_turn_is_judged_within_20_ms():
    state = position(4, OWNER, funds=15, tanks={"A": "small2 large2", "C": "turtle seaweed", "F": "shark"}, advanced=True)
    masked = state.masked(0)
    assert len(legal(state)) == 19
    began = process_time()
    for _ in range(10):
        preferences(masked)
    assert (process_time() - began) / 10 < 0.02
