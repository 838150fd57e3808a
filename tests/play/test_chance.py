"""Draws: exact shares, kept when undone."""

from collections import Counter

import pytest

from shoal.play.chance import BITS, SeededChance, SystemChance, outcome_at, share_of

OUTCOMES = [(3, 1), (5, 6), (9, 3)]


def test_each_outcome_has_the_share_of_its_weight() -> None:
    for outcome, weight in OUTCOMES:
        first, width = share_of(OUTCOMES, outcome)
        assert outcome_at(OUTCOMES, first) == outcome_at(OUTCOMES, first + width - 1) == outcome
        assert first == 0 or outcome_at(OUTCOMES, first - 1) != outcome
        assert abs(width - weight * 2**BITS / 10) <= 2048
    assert sum(share_of(OUTCOMES, outcome)[1] for outcome, _ in OUTCOMES) == 2**BITS


def test_the_extreme_numbers_are_drawn_too() -> None:
    assert outcome_at(OUTCOMES, 0) == 3 and outcome_at(OUTCOMES, 2**BITS - 1) == 9


@pytest.mark.parametrize("make", [SystemChance, lambda: SeededChance(4)])
def test_a_draw_at_the_same_position_comes_back_the_same(make: type[SystemChance]) -> None:
    chance = make()
    drawn = [chance.draw(OUTCOMES, position) for position in range(50)]
    assert [chance.draw(OUTCOMES, position) for position in range(50)] == drawn
    assert len(set(chance.numbers)) == 50


def test_draws_follow_the_weights() -> None:
    chance = SeededChance(1)
    counts = Counter(chance.draw(OUTCOMES, position) for position in range(5000))
    assert all(abs(counts[outcome] - 500 * weight) < 150 for outcome, weight in OUTCOMES)


def test_a_draw_known_by_its_outcome_is_kept_and_the_stream_goes_on() -> None:
    """A resumed game with the same seed goes on as the uninterrupted one."""
    whole, resumed = SeededChance(7), SeededChance(7)
    drawn = [whole.draw(OUTCOMES, position) for position in range(20)]
    for position in range(10):
        resumed.recall(OUTCOMES, position, drawn[position])
    assert [resumed.draw(OUTCOMES, position) for position in range(20)] == drawn
    assert resumed.numbers == whole.numbers


def test_a_draw_that_another_source_made_comes_back_the_same() -> None:
    chance = SystemChance()
    for position in range(200):
        chance.recall(OUTCOMES, position, 3)
    assert {chance.draw(OUTCOMES, position) for position in range(200)} == {3}


def test_numbers_from_a_log_count_and_the_stream_goes_on() -> None:
    whole, restored = SeededChance(7), SeededChance(7)
    for position in range(20):
        whole.draw(OUTCOMES, position)
    restored.keep(whole.numbers[:5], 0)
    restored.keep(whole.numbers[3:8], 3)
    assert [restored.draw(OUTCOMES, position) for position in range(20)] == [whole.draw(OUTCOMES, position) for position in range(20)]
