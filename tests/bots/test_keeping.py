"""An expert goes on from its own tree where nothing has come to light, and only there."""

import pytest

from shoal.bots.deep import SearchBot
from shoal.bots.keeping import Kept, foreseen
from shoal.bots.playing import play_game
from shoal.bots.settings import settings_of
from shoal.bots.thinking import Budget, Race, think
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games import game_ids, load_game
from tests.bots.test_search import facts, positions, quick

FEW = 64 if compiled() else 24
SEVERAL = [game_id for game_id in game_ids() if load_game(game_id).seats[1] > 1]
GO_ON = [game_id for game_id in SEVERAL if game_id != "fish_tank"]
"""Where a seat has several decisions one after the other; in Fish Tank all seats are asked together."""


def twice_asked(game_id, players, seed, most):
    """(mask, what the search chose there, mask of the next decision), where the same seat goes on at once."""
    for state, seat in positions(game_id, players, seed, 3, most):
        masked = state.masked(seat)
        kept = Kept()
        action = think(masked, quick(game_id, players), Budget(FEW), 5, kept=kept).action
        after = state.copy()
        after.apply_action(seat, action)
        if after.actors() == [seat] and len(after.legal_actions(seat)) > 1:
            yield masked, action, after.masked(seat), kept


@pytest.mark.parametrize("game_id", GO_ON)
def test_the_next_decision_goes_on_from_the_tree(game_id):
    players, went_on = max(2, load_game(game_id).seats[0]), 0
    for masked, action, after, kept in twice_asked(game_id, players, 6, 30):
        if foreseen(masked, action) != after:
            continue
        tree = kept.trees[0]
        grown = tree.nodes
        thought = think(after, quick(game_id, players), Budget(FEW), 5, kept=kept)
        assert thought.action in after.legal_actions()
        assert sum(trial.visits for trial in thought.trials) == thought.iterations
        if tree.top:
            went_on += 1
            assert kept.trees[0] is tree and tree.nodes >= grown
        assert not kept.trees_for(after)[0], "a tree that has gone on does not come back"
    assert went_on


@pytest.mark.parametrize("game_id", GO_ON)
def test_it_begins_anew_where_it_meets_something_else(game_id):
    """Another position than the one foreseen, and the same again as after an undo: the choice is that of a search without a past."""
    players, met = max(2, load_game(game_id).seats[0]), 0
    for masked, action, after, kept in twice_asked(game_id, players, 7, 20):
        del action
        settings, budget = quick(game_id, players), Budget(FEW)
        fresh = think(masked, settings, budget, 8)
        assert facts(think(masked, settings, budget, 8, kept=kept)) == facts(fresh)
        kept.keep(masked, fresh.action, [])
        assert facts(think(after, settings, budget, 8, kept=kept)) == facts(think(after, settings, budget, 8))
        met += 1
    assert met


def test_what_is_drawn_in_between_ends_it():
    """A draw that follows an action cannot be foreseen, however it comes out."""
    checked = 0
    for game_id in SEVERAL:
        players = max(2, load_game(game_id).seats[0])
        for state, seat in positions(game_id, players, 8, 5, 12):
            for action in state.legal_actions(seat)[:4]:
                after = state.copy()
                after.apply_action(seat, action)
                if after.actors() != [seat]:
                    checked += 1
                    assert foreseen(state.masked(seat), action) is None or not after.is_chance()
    assert checked


def test_what_comes_to_light_is_not_foreseen():
    """What is foreseen has the memory of the seat, so that a position that only taught it something is another one."""
    for masked, action, after, kept in twice_asked("acqua_dolce", 3, 9, 12):
        del kept
        guess = foreseen(masked, action)
        if guess is not None and guess.state.memory is not None:
            assert (guess == after) == (guess.to_json() == after.to_json())
            return
    pytest.fail("nothing was foreseen")


def test_a_race_begins_sooner_with_what_is_known():
    assert Race(4, 3.0, trials=300).fewest == 100
    assert Race(4, 3.0, trials=300, known=60).fewest == 40
    assert Race(4, 3.0, trials=300, known=1000).fewest == 12


@pytest.mark.skipif(not compiled(), reason="the plain form has no time for whole games")
@pytest.mark.parametrize("game_id", SEVERAL)
def test_the_same_games_come_out_again(game_id):
    """With the same past, the same choices: a game of experts repeats itself."""
    game = load_game(game_id)
    players = max(2, game.seats[0])

    def played():
        bots = [SearchBot(game, "expert", 100.0, 12, {"depth": 0}) for _ in range(players)]
        return play_game(game, bots, 3)

    assert played() == played()


def test_only_experts_keep_their_trees():
    game = load_game("fish_tank")
    assert SearchBot(game, "expert", 1.0).kept is not None and SearchBot(game, "hard", 1.0).kept is None


@pytest.mark.parametrize("keep", [True, False])
def test_it_can_be_told_to_begin_anew_each_time(keep):
    bot = SearchBot(load_game("aqua_garden"), "expert", 100.0, FEW, {"keep": keep})
    for masked, action, after, kept in twice_asked("aqua_garden", 2, 6, 3):
        del action, after, kept
        bot.choose(masked, Rng(1))
    assert bool(bot.kept.trees) == keep


def test_several_threads_keep_a_tree_each():
    if not compiled():
        pytest.skip("the plain form has one thread at a time")
    for game_id in SEVERAL:
        players = max(2, load_game(game_id).seats[0])
        for state, seat in positions(game_id, players, 6, 3, 6):
            masked, kept = state.masked(seat), Kept()
            action = think(masked, settings_of(game_id, players), Budget(160), 5, 2, kept=kept).action
            after = state.copy()
            after.apply_action(seat, action)
            if after.actors() == [seat] and after.masked(seat) == foreseen(masked, action):
                trees, passed = kept.trees_for(after.masked(seat))
                assert len(trees) in (0, 2) and (passed > 0) == bool(trees)
