"""Bots play by the rules, from masks only, and the better ones win."""

import pytest

from shoal.bots import LEVELS, GreedyBot, make_bot
from shoal.bots.bot import preferences
from shoal.bots.levels import UnknownLevel
from shoal.bots.playing import lower_end, paired_games, play_game
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games import game_ids, load_game

FISH_TANK = load_game("fish_tank")
DEALS = 20 if compiled() else 2
VARIANTS = [{}, {"fewer_kinds": True}, {"pair_rounds": "8,16"}, {"placement_reveal": "seat_order"}, {"pass_before_place": True}]


def states(players, seed, options=None, every=5):
    """Positions of a game between greedy bots."""
    game, bot, rng = FISH_TANK, GreedyBot(), Rng(seed, "positions")
    state = game.new_state(players, options)
    state.remember()
    state.advance(rng)
    number = 0
    while not state.is_terminal():
        for seat in state.actors():
            number += 1
            if number % every == 0:
                yield state, seat
            state.apply_action(seat, bot.choose(state.masked(seat), rng))
        state.advance(rng)


@pytest.mark.parametrize("level", ["random", "easy", "greedy"])
@pytest.mark.parametrize("game_id", game_ids())
def test_every_level_plays_every_game_to_the_end(game_id, level):
    game = load_game(game_id)
    for players in {game.seats[0], game.seats[1]}:
        assert play_game(game, [make_bot(level, game)] * players, seed=1).is_terminal()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_greedy_plays_every_variant(options):
    for players in (2, 3):
        scores = play_game(FISH_TANK, [make_bot("greedy", FISH_TANK)] * players, 3, options).scores()
        assert min(scores) > 20


def test_the_same_seed_gives_the_same_game():
    bots = [make_bot("greedy", FISH_TANK), make_bot("easy", FISH_TANK)]
    assert play_game(FISH_TANK, bots, 7).to_json() == play_game(FISH_TANK, bots, 7).to_json()


def test_an_unknown_level_is_refused_with_the_ones_there_are():
    with pytest.raises(UnknownLevel, match="random, easy, greedy, hard, expert"):
        make_bot("xyz", FISH_TANK)
    with pytest.raises(UnknownLevel, match=r"'Gready'; did you mean greedy\? There are random, easy, greedy, hard, expert"):
        make_bot("Gready", FISH_TANK)


@pytest.mark.parametrize("players", [2, 4])
def test_preferences_depend_on_what_is_known_only(players):
    """Every world that fits a mask gives the same preferences as the mask."""
    for state, seat in states(players, 5, every=7):
        masked = state.masked(seat)
        wanted = preferences(masked)
        for seed in range(2):
            world = masked.dealt(Rng(seed, "twin")).masked(seat)
            if world.legal_actions() == masked.legal_actions():
                assert preferences(world) == wanted


def test_greedy_beats_random_in_a_few_games():
    games = list(paired_games(FISH_TANK, [make_bot("greedy", FISH_TANK), make_bot("random", FISH_TANK)], DEALS))
    assert sum(game.share_of(0) for game in games) == len(games)


def test_levels_stand_in_order_of_strength():
    assert list(LEVELS) == ["random", "easy", "greedy", "hard", "expert"]
    means = [mean_points(level, DEALS) for level in ("random", "easy", "greedy")]
    assert means == sorted(means)
    assert means[-1] > 40


def mean_points(level, deals):
    bot = make_bot(level, FISH_TANK)
    scores = [points for deal in range(deals) for points in play_game(FISH_TANK, [bot, bot], deal).scores()]
    return sum(scores) / len(scores)


@pytest.mark.nightly
def test_greedy_beats_random_in_19_of_20_games():
    games = list(paired_games(FISH_TANK, [make_bot("greedy", FISH_TANK), make_bot("random", FISH_TANK)], 500))
    assert lower_end(sum(game.share_of(0) for game in games), len(games)) >= 0.95


@pytest.mark.nightly
@pytest.mark.parametrize("weaker, stronger", [("random", "easy"), ("easy", "greedy")])
def test_each_level_beats_the_one_below(weaker, stronger):
    games = list(paired_games(FISH_TANK, [make_bot(stronger, FISH_TANK), make_bot(weaker, FISH_TANK)], 300))
    assert lower_end(sum(game.share_of(0) for game in games), len(games)) > 0.6
