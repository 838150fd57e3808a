"""What a hint says about others is true: who gets the hand next, and what the card would bring there."""

import re

import pytest

from shoal.bots.bot import GreedyBot
from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.games.fish_tank.advice import MUCH, reason
from shoal.games.fish_tank.notation import is_pick, kind_of
from shoal.games.fish_tank.strategy import best_cell
from shoal.games.fish_tank.table_tank import Tank
from tests.bots.test_bots import states

GAME = load_game("fish_tank")


def next_pick(state):
    """The position at the next pick of the first seat, greedy bots playing on."""
    bot, rng, after = GreedyBot(), Rng(3, "on"), state.copy()
    round_now = after.round
    while not after.is_terminal() and not (after.decision() == "pick" and after.round > round_now):
        for seat in after.actors():
            after.apply_action(seat, bot.choose(after.masked(seat), rng))
        if not after.is_terminal():
            after.advance(rng)
    return after


def hand(state, seat):
    width = len(state.pile)
    return list(state.hands[seat * width:(seat + 1) * width])


def gain_of(state, seat, kind):
    """What a card would bring a seat at once, where it would place it."""
    tank = Tank.of(state, seat)
    return tank.with_card(best_cell(state, seat, kind), kind).worth.total - tank.worth.total


@pytest.mark.parametrize("players", [3, 4])
def test_what_is_kept_from_the_next_player(players):
    told = 0
    for state, seat in states(players, 5, every=3):
        if state.decision() != "pick" or told > 6:
            continue
        for action in state.legal_actions(seat):
            kept = re.search(r"kept from the next player: \+(\d+) there", reason(GAME, state.masked(seat), action))
            if not kept:
                continue
            told += 1
            assert int(kept[1]) >= MUCH and is_pick(action)
            before = hand(state, seat)
            assert before[kind_of(action)] == 1, "a second one would go on to the next player"
            chosen = state.copy()
            chosen.apply_action(seat, action)
            after = next_pick(chosen)
            before[kind_of(action)] -= 1
            receivers = [other for other in range(players) if other != seat and hand(after, other) == before]
            assert any(int(kept[1]) == gain_of(state, other, kind_of(action)) for other in receivers)
    assert told


def test_nothing_is_kept_from_anybody_at_the_end_of_a_phase():
    for state, seat in states(3, 6, every=1):
        if state.decision() == "pick" and state.round % state.tables.hand == 0:
            assert all("next player" not in reason(GAME, state.masked(seat), action) for action in state.legal_actions(seat))
