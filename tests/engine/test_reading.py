"""What people type: canonical texts, long forms, two steps in one line, beginnings that fit only once."""

from typing import Any

import pytest

from shoal.engine.errors import AmbiguousText, ShoalError, UnknownText
from tests.games.fish_tank.plays import GAME, Play


def read(play: Play, seat: int, typed: str) -> list[str]:
    return [GAME.action_to_text(action) for action in GAME.read(play.state.masked(seat - 1), typed)]


@pytest.fixture
def picking() -> Play:
    return Play(2, hands={1: "danio discus guppy snail shrimp swordtail loach angelfish"})


@pytest.fixture
def placing() -> Play:
    play = Play(2, hands={1: "danio 8"})
    play.round()
    play.stage({1: "pick danio"})
    return play


@pytest.mark.parametrize(("typed", "meant"), [
    ("pick danio", "pick danio"), ("  PICK   Danio ", "pick danio"), ("pick g", "pick guppy"), ("pick da", "pick danio"), ("pick, loach", "pick loach"),
    ("pick d", "pick danio"), ("S", "pick snail"), ("p h", "pick shrimp"), ("p sw", "pick swordtail"), ("n", "pick neon"),
])
def test_a_pick(picking: Play, typed: str, meant: str) -> None:
    assert read(picking, 1, typed) == [meant]


@pytest.mark.parametrize("typed", ["p", "pi", "pick"])
def test_an_ambiguous_text_lists_what_it_could_be(picking: Play, typed: str) -> None:
    with pytest.raises(AmbiguousText) as caught:
        read(picking, 1, typed)
    assert len(caught.value.candidates) > 1 and all(text.startswith(typed) for text in caught.value.candidates)
    assert caught.value.candidates[0] in str(caught.value)


@pytest.mark.parametrize(("typed", "meant"), [
    ("place e4", ["place e4"]), ("place danio e4", ["place e4"]), ("place e4 flip d4", ["place e4", "flip d4"]), ("place e4 keep", ["place e4", "keep"]),
    ("place danio e4, flip e4", ["place e4", "flip e4"]), ("Place E4", ["place e4"]),
])
def test_a_place_with_or_without_the_flip(placing: Play, typed: str, meant: list[str]) -> None:
    assert read(placing, 1, typed) == meant


@pytest.mark.parametrize("typed", [
    "place loach e4", "place", "place danio", "place e9", "place e4 keep keep", "e4 place", "", "   ", "?", "pick danio guppy", "flip", "keep flip d4",
    "place danio e4 x", "💧", "a" * 5000,
])
def test_other_texts_are_refused_with_what_is_possible(placing: Play, typed: str) -> None:
    with pytest.raises((UnknownText, AmbiguousText)) as caught:
        read(placing, 1, typed)
    assert "\n" not in str(caught.value)


def test_a_canonical_text_that_is_not_legal_now_is_read_so_that_its_refusal_says_why(placing: Play) -> None:
    assert read(placing, 1, "pick danio") == ["pick danio"]


def test_nobody_reads_from_others_hands(picking: Play) -> None:
    """What is suggested to an observer comes from its own mask."""
    for observer in (-1, 1):
        try:
            found: Any = GAME.read(picking.state.masked(observer), "pick sho")
        except ShoalError as refused:
            found = str(refused)
        assert "shrimp" not in str(found)
