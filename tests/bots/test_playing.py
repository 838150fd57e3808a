"""Games between bots are paired fairly."""

import pytest

from shoal.bots import RandomBot
from shoal.bots.playing import Played, lower_end, paired_games, rotations
from shoal.games import load_game


def test_every_bot_sits_on_every_seat_once():
    assert rotations(2) == [(0, 1), (1, 0)]
    assert sorted(turn[0] for turn in rotations(4)) == [0, 1, 2, 3]


def test_a_deal_is_played_with_each_turn_of_the_seats():
    games = list(paired_games(load_game("fish_tank"), [RandomBot(), RandomBot()], 2))
    assert [(game.deal, game.seating) for game in games] == [(1, (0, 1)), (1, (1, 0)), (2, (0, 1)), (2, (1, 0))]
    assert games[0].scores == games[1].scores       # equal bots: the turn changes who sits where, nothing else


def test_a_shared_victory_counts_in_parts():
    shared = Played(1, (0, 1, 0), (5, 5, 3), (0, 1))
    assert shared.share_of(0) == shared.share_of(1) == 0.5
    assert shared.points_of(0) == [5, 3]


@pytest.mark.parametrize("successes, trials, low", [(0, 0, 0.0), (95, 100, 0.888), (1000, 1000, 0.996), (5, 10, 0.237)])
def test_lower_end_is_wilsons(successes, trials, low):
    assert lower_end(successes, trials) == pytest.approx(low, abs=0.001)
