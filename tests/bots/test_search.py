"""The search sees masks only, is the same for the same seed, and finds what can be found."""

from random import Random
from statistics import variance

import pytest

from shoal.bots.bot import GreedyBot, preferences
from shoal.bots.deep import SearchBot
from shoal.bots.playing import paired_games
from shoal.bots.search_knobs import Knobs
from shoal.bots.search_tree import Tree
from shoal.bots.search_walk import ARMS, NODES
from shoal.bots.settings import SettingError, Settings, all_settings, settings_of
from shoal.bots.thinking import Ahead, Budget, Race, drawn, think
from shoal.engine.facts import MOVES, NOBODY
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games import game_ids, load_game
from tests.bots.test_bots import states

FEW = 60 if compiled() else 6
SEVERAL = [game_id for game_id in game_ids() if load_game(game_id).seats[1] > 1]


def positions(game_id, players, seed, every, most):
    """(state, seat) from a game at random."""
    game, rng = load_game(game_id), Rng(seed, "positions")
    state = game.new_state(players)
    state.remember()
    state.advance(rng)
    number = 0
    while not state.is_terminal() and most:
        for seat in state.actors():
            number += 1
            legal = state.legal_actions(seat)
            if number % every == 0 and len(legal) > 1:
                most -= 1
                yield state, seat
            state.apply_action(seat, legal[rng.pick(len(legal))])
        state.advance(rng)


def quick(game_id, players):
    """The settings of a game, in the plain form with rollouts of no length."""
    settings = settings_of(game_id, players)
    return settings if compiled() else settings.but(depth=0, width=3)


def facts(thought):
    return thought.action, thought.trials


@pytest.mark.parametrize("game_id", game_ids())
def test_it_chooses_a_legal_action_everywhere(game_id):
    game = load_game(game_id)
    for players in sorted({game.seats[0], game.seats[1]}):
        for state, seat in positions(game_id, players, 3, 13, 6):
            masked = state.masked(seat)
            thought = think(masked, quick(game_id, players), Budget(iterations=FEW // 3))
            assert thought.action in masked.legal_actions()
            assert all(0 <= trial.value <= 1 and 0 <= trial.wins <= 1 for trial in thought.trials)
            assert not thought.trials or thought.trials[0].action == thought.action


@pytest.mark.parametrize("game_id", SEVERAL)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_and_iterations_give_the_same_move(game_id, threads):
    for state, seat in positions(game_id, load_game(game_id).seats[0] or 2, 1, 17, 3):
        masked = state.masked(seat)
        settings, budget = quick(game_id, masked.players), Budget(iterations=FEW)
        first = think(masked, settings, budget, 5, threads)
        assert facts(think(masked, settings, budget, 5, threads)) == facts(first)


@pytest.mark.parametrize("game_id", SEVERAL)
def test_it_knows_only_what_its_seat_knows(game_id):
    """Another world that gives the same mask gives the same thoughts."""
    compared = 0
    for state, seat in positions(game_id, max(2, load_game(game_id).seats[0]), 2, 7, 12):
        masked = state.masked(seat)
        other = masked.dealt(Rng(9)).masked(seat)
        other.state.recall_from(masked.state)
        if other == masked:
            compared += 1
            settings = quick(game_id, masked.players)
            assert facts(think(other, settings, Budget(iterations=FEW // 2))) == facts(think(masked, settings, Budget(iterations=FEW // 2)))
    assert compared


def test_it_leaves_the_mask_as_it_was():
    for state, seat in positions("fish_tank", 3, 4, 11, 3):
        masked = state.masked(seat)
        before = masked.to_json()
        think(masked, quick("fish_tank", 3), Budget(iterations=FEW // 3))
        assert masked.to_json() == before


def test_iterations_and_seconds_stop_it():
    state, seat = next(states(2, 1))
    masked = state.masked(seat)
    bare = Settings(own_greed=0, greed=0)
    assert think(masked, bare.but(sure=0), Budget(iterations=64)).iterations == pytest.approx(64, abs=12)
    assert think(masked, bare, Budget(seconds=0.05)).seconds < (0.5 if compiled() else 3.0)
    assert think(masked, bare, Budget(10**9, 0.05)).seconds < (0.5 if compiled() else 3.0)
    with pytest.raises(ValueError, match="a number of iterations or of seconds"):
        Budget()


def best_round(state, seat):
    """The most points that a seat can have after the last round, by trying everything; what the others do makes no difference to them."""
    if state.is_terminal():
        return state.scores()[seat]
    other = next((one for one in state.actors() if one != seat), None)
    if other is not None and (seat not in state.actors() or other < seat):
        after = state.copy()
        after.apply_action(other, state.legal_actions(other)[0])
        return best_round(after, seat)
    found = []
    for action in state.legal_actions(seat):
        after = state.copy()
        after.apply_action(seat, action)
        found.append(best_round(after, seat))
    return max(found)


def last_rounds(players, seed):
    """Positions before the last pick of games between greedy bots."""
    for state, seat in states(players, seed, every=1):
        if state.decision() == "pick" and state.round == state.tables.rounds and seat == 0:
            yield state.copy()


def finished(state, choose):
    """Seat 1 plays the last round by `choose`; its points."""
    while not state.is_terminal():
        for seat in state.actors():
            legal = state.legal_actions(seat)
            state.apply_action(seat, choose(state.masked(seat)) if seat == 0 else legal[0])
    return state.scores()[0]


@pytest.mark.parametrize("seed", range(1, 7 if compiled() else 2))
def test_the_last_round_is_played_perfectly(seed):
    """Where all of one's own future can be seen, the search finds what trying everything finds."""
    settings = settings_of("fish_tank", 2).but(width=60)
    found = list(last_rounds(2, seed))
    assert found
    for state in found:
        wanted = best_round(state, 0)
        assert finished(state.copy(), lambda masked: think(masked, settings, Budget(iterations=400 if compiled() else 120)).action) == wanted


def test_the_pool_is_bounded():
    state, seat = next(states(2, 1))
    masked = state.masked(seat)
    knobs = Knobs()
    knobs.load(knobs.dump() | {"depth": 0, "expand": 1})
    tree = Tree(masked.state, seat, 1, knobs)
    actions = masked.legal_actions()
    tree.open(actions, [0.0] * len(actions))
    everything = list(range(len(actions)))
    tree.run(everything, 12_000 if compiled() else 10)
    full = tree.nodes, tree.arms
    tree.run(everything, 1000 if compiled() else 1)
    assert tree.nodes <= NODES and tree.arms <= ARMS
    if compiled():
        assert (tree.nodes, tree.arms) == full


def before_the_other_seat(game):
    """(position, seat, action) of Aqua Garden: after this action of the seat the other one chooses a space of the track, and nothing is drawn in between."""
    state, rng = game.new_state(2), Rng(5, "positions")
    state.advance(rng)
    while not state.is_terminal():
        seat, looks = state.actors()[0], preferences(state.masked(state.actors()[0]))
        action = max(looks, key=lambda action: (looks[action], action))
        after = state.copy()
        after.apply_action(seat, action)
        if not after.is_chance() and not after.is_terminal() and after.actors()[0] != seat and len(after.legal_actions(after.actors()[0])) > 3:
            yield state.copy(), seat, action
        state.apply_action(seat, action)
        state.advance(rng)


def visited_behind_the_only_candidate(tree):
    """The actions that were chosen in the node behind it."""
    arms = tree.dump()
    at, chosen = arms["first"][arms["child"][arms["candidate"][0]]], set()
    while at != NOBODY:
        chosen |= {arms["action"][at]} if arms["visits"][at] else set()
        at = arms["next"][at]
    return chosen


@pytest.mark.skipif("aqua_garden" not in game_ids(), reason="Aqua Garden is not there")
def test_others_may_choose_what_looks_best_to_them():
    """Not what did well in the search: here the others' moves would all be tried, were it for that."""
    state, seat, action = next(before_the_other_seat(load_game("aqua_garden")))
    after = state.copy()
    after.apply_action(seat, action)
    looks = preferences(after.masked(after.actors()[0]))
    chosen = {}
    for tree_greed in (0.0, 1.0):
        knobs = Knobs()
        knobs.load(knobs.dump() | {"depth": 0, "expand": 1, "explore": 100.0, "tree_greed": tree_greed})
        tree = Tree(state.masked(seat).state, seat, 1, knobs)
        tree.open([action], [0.0])
        tree.run([0], 4 * len(looks))
        chosen[tree_greed] = visited_behind_the_only_candidate(tree)
    assert chosen == {0.0: set(looks), 1.0: {action for action in looks if looks[action] == max(looks.values())}}


def test_what_a_tree_refuses():
    state, seat = next(states(2, 1))
    masked = state.masked(seat)
    for wrong in (None, masked, 7):
        with pytest.raises(TypeError):
            Tree(wrong, 0)
    with pytest.raises(ValueError, match="a seat"):
        Tree(masked.state, 5)
    with pytest.raises(TypeError, match="Knobs"):
        Tree(masked.state, seat, 1, {"depth": 3})
    tree = Tree(masked.state, seat)
    with pytest.raises(ValueError, match="legal action"):
        tree.open([9999], [0.0])
    with pytest.raises(ValueError, match="places"):
        tree.run([0], 1)
    if compiled():
        with pytest.raises(ValueError, match="Tree"):
            Tree.__new__(Tree).run([0], 1)
    with pytest.raises(ValueError, match="is asked"):
        think(state.masked(-1), Settings(), Budget(iterations=1))


def test_settings_name_what_does_not_fit():
    with pytest.raises(SettingError, match="no setting 'deepth'"):
        Settings().but(deepth=3)
    with pytest.raises(SettingError, match="scale: more than 0"):
        Settings().but(scale=0)
    for game_id, table in all_settings().items():
        assert game_id in game_ids()
        low, high = load_game(game_id).seats
        assert settings_of(game_id, low) and settings_of(game_id, high)
        assert set(table) <= set(Settings().__dict__) | {"players", "levels", "tuned"}


def test_who_is_surely_behind_is_dropped():
    """Of three runners one is always a little behind, one as good on average: the better the luck they share, the sooner it shows."""
    race, luck = Race(3, 3.0, trials=150), Random(1)
    for _ in range(48):
        assert not race.due()
        common = luck.random()
        race.note([0, 1, 2], [common, common - 0.05 - 0.01 * luck.random(), common + 0.1 * (luck.random() - 0.5)])
    for _ in range(4):
        race.note([0, 1, 2], [0.0, -0.05, 0.0])
    assert race.due() and race.fit([0, 1, 2], 100) == [0, 2]
    assert race.fit([0, 1, 2], 0) == [0], "nobody catches up in no time"


def test_looks_go_on_from_one_another():
    """The sums come out as if all worlds were looked at anew, and no world is looked at twice."""
    luck, ahead = Random(1), Ahead()
    mine, other = [luck.random() for _ in range(90)], [luck.random() for _ in range(90)]
    for seen, worlds in ((0, 12), (12, 16), (16, 88), (88, 88)):
        gone = [float("nan")] * seen
        ahead.follow(gone + mine[seen:worlds], gone + other[seen:worlds])
        differences = [gain - its for gain, its in zip(mine[:worlds], other[:worlds], strict=True)]
        assert ahead.worlds == worlds and ahead.total == pytest.approx(sum(differences))
        assert ahead.variance() == pytest.approx(variance(differences))


def test_nobody_is_dropped_for_a_few_trials_that_were_all_alike():
    race = Race(2, 3.0, trials=12)
    for _ in range(12):
        race.note([0, 1], [0.51, 0.5])
    assert race.due() and race.fit([0, 1], 100) == [0, 1]


@pytest.mark.skipif(not compiled(), reason="the plain form has no time for enough trials")
def test_the_search_ends_when_it_is_sure():
    """The budget is an upper bound; with `sure = 0` all of it is spent."""
    spent, whole = 0, 0
    settings = settings_of("fish_tank", 2).but(depth=0, foresee=True)
    for state, seat in states(2, 6, every=7):
        masked = state.masked(seat)
        spent += think(masked, settings, Budget(iterations=2000)).iterations
        whole += think(masked, settings.but(sure=0), Budget(iterations=2000)).iterations
    assert spent < 0.85 * whole


def test_a_mixed_choice_is_drawn_by_its_weights():
    assert [drawn([1, 0, 3], point) for point in (0.0, 0.24, 0.26, 0.999)] == [0, 0, 2, 2]


def test_influence_cards_are_mixed():
    """The same question with other seeds: not always the same card."""
    if "aquarium" not in game_ids():
        pytest.skip("Aquarium is not there")
    for state, seat in positions("aquarium", 3, 1, 1, 40):
        if state.decision() == "phase1" and len(state.legal_actions(seat)) > 2:
            masked = state.masked(seat)
            settings = quick("aquarium", 3)
            chosen = {think(masked, settings, Budget(iterations=60), seed).action for seed in range(12)}
            assert len(chosen) > 1
            return
    pytest.fail("no influence cards were chosen")


@pytest.mark.skipif(not compiled(), reason="the plain form searches too slowly to tell strength")
def test_it_beats_greedy_in_a_few_games():
    game = load_game("aquarium")
    games = list(paired_games(game, [SearchBot(game, "hard", 100.0, 300), GreedyBot()], 6))
    assert sum(game.share_of(0) for game in games) > len(games) / 2


@pytest.mark.skipif(compiled(), reason="a method of the kernel: only the plain form shows it to Python")
@pytest.mark.parametrize("game_id", ["fish_tank", "aquarium"])
def test_all_actions_of_a_decision_look_as_each_does_alone(game_id):
    decisions = set()
    for state, seat in positions(game_id, 3, 8, 4, 40):
        legal, looks = state.legal_actions(seat), [0.0] * MOVES
        state.look_over(seat, legal, len(legal), looks)
        assert looks[:len(legal)] == [state.prefer(seat, action) for action in legal]
        decisions.add(state.decision())
    assert len(decisions) >= 3


def test_looks_are_in_the_order_of_preferences():
    state, seat = next(states(2, 3))
    masked = state.masked(seat)
    looks = preferences(masked)
    found = think(masked, Settings(width=2), Budget(iterations=8))
    assert {trial.action for trial in found.trials} == set(sorted(looks, key=lambda action: (-looks[action], action))[:2])
