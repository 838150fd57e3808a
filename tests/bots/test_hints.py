"""Hints say what is expected and why, from a mask only."""

import pytest

from shoal.bots.hints import hints
from shoal.bots.search_rollouts import Rollouts
from shoal.engine.form import compiled
from shoal.engine.state import SPECTATOR, Rng
from shoal.games import load_game
from tests.bots.test_bots import states

FISH_TANK = load_game("fish_tank")
WORLDS = 3 if compiled() else 0


@pytest.mark.parametrize("players", [2, 3])
def test_hints_at_every_decision(players):
    asked = set()
    for state, seat in states(players, 2, every=11):
        masked = state.masked(seat)
        found = hints(FISH_TANK, masked, 2, WORLDS)
        asked.add(masked.decision())
        assert 1 <= len(found) <= 2
        assert all(hint.action in masked.legal_actions() and hint.text == FISH_TANK.action_to_text(hint.action) for hint in found)
        assert all(hint.because and "{" not in hint.because and 0 < hint.expected < 100 for hint in found)
        assert found == sorted(found, key=lambda hint: -hint.expected)
    assert asked == {"pick", "place", "flip"}


def test_hints_are_the_same_whenever_asked_and_tell_nothing_hidden():
    """A world dealt anew that gives the same mask gives the same hints."""
    for state, seat in states(3, 4, every=40):
        masked = state.masked(seat)
        found = hints(FISH_TANK, masked, 2, WORLDS)
        assert hints(FISH_TANK, state.masked(seat), 2, WORLDS) == found
        other = masked.dealt(Rng(9)).masked(seat)
        if other.to_json() == masked.to_json():
            assert hints(FISH_TANK, other, 2, WORLDS) == found


def test_the_reason_has_the_words_of_the_sheet():
    said = " ".join(hint.because for state, seat in states(2, 1, every=4) for hint in hints(FISH_TANK, state.masked(seat), 2, 0))
    assert "side by side in a row" in said or "on a rising diagonal" in said or "two of a kind" in said or "three kinds" in said
    assert "+5 for" in said


def test_nobody_is_hinted_who_is_not_asked():
    state = FISH_TANK.new_state(2)
    state.advance(Rng(1))
    assert hints(FISH_TANK, state.masked(SPECTATOR)) == []


def test_moves_are_compared_in_the_same_worlds():
    state = FISH_TANK.new_state(2)
    state.advance(Rng(1))
    masked = state.masked(0)
    action = masked.legal_actions()[0]
    first, second = Rollouts(masked.state, 1).compare(0, [action, action], 2)
    assert first == second
    with pytest.raises(ValueError, match="legal"):
        Rollouts(masked.state, 1).compare(0, [5], 1)
