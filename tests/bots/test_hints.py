"""Hints say what is expected and why, from a mask only."""

from random import Random

import pytest

from shoal.bots.hints import Hint, chance_of_better, hints, judged, tried, worth
from shoal.bots.thinking import Trial
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
        assert all(hint.worlds == 0 or 0 <= hint.wins <= 1 and 0 <= hint.sure <= 1 for hint in found)
        if len(found) == 2 and found[0].worlds:
            assert found[0].sure + found[1].sure == pytest.approx(1)
            assert "games tried from here" in found[0].because
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


def test_how_sure_a_hint_is():
    """Compared world by world: luck that both moves share says nothing about which is better."""
    luck = Random(1)
    worlds = [luck.random() for _ in range(40)]
    better = [world + 0.05 + 0.1 * luck.random() for world in worlds]
    assert chance_of_better(better, worlds) > 0.99 and chance_of_better(worlds[:20], better) < 0.01
    assert chance_of_better([0.6, 0.6], [0.5, 0.5]) == 1.0 and chance_of_better([0.5], []) == 0.5
    assert judged(0, 0.95) == "clearly the best" and judged(0, 0.6) == "hardly better than the next"
    assert judged(1, 0.05) == "clearly less good" and judged(1, 0.4) == "about as good"


def test_nobody_is_hinted_who_is_not_asked():
    state = FISH_TANK.new_state(2)
    state.advance(Rng(1))
    assert hints(FISH_TANK, state.masked(SPECTATOR)) == []


@pytest.mark.parametrize(("game_id", "expected"), [("fish_tank", "44 points"), ("acqua_dolce", "wins 55%")])
def test_a_hint_says_once_how_many_games_were_won(game_id, expected):
    game, trial = load_game(game_id), Trial(1, 120, 0.55, 44, 0.55)
    shown, said = worth(game, Hint(1, "", trial.points, "", trial.visits, trial.wins), "44 points"), tried(game, trial, 3)
    assert shown == expected and "120 games tried from here" in said and f"{shown} {said}".count("wins 55%") == 1
    assert tried(game, trial, 1) == ""
