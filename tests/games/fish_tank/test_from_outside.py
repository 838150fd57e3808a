"""What comes from outside, or in the middle of a game, trips nothing over."""

from typing import Any

import pytest

from shoal.engine.playout import Playouts
from shoal.engine.state import Rng
from shoal.games import load_game

GAME: Any = load_game("fish_tank")


def in_round(number: int, players: int = 2) -> Any:
    """A game that nobody remembers, at the picks of a round."""
    state, rng = GAME.new_state(players), Rng(4)
    while not (state.decision() == "pick" and state.round == number):
        state.advance(rng)
        if state.decision() == "pick" and state.round == number:
            break
        seat = state.actors()[0]
        state.apply_action(seat, state.legal_actions(seat)[0])
    return state


def test_a_memory_begun_in_mid_game_deals_worlds_all_the_same() -> None:
    state, rng = in_round(3), Rng(1)
    state.remember()
    for _ in range(40):
        if state.is_chance():
            state.advance(rng)
        world = state.masked(0).dealt(rng)
        assert sum(world.pile) == world.pile_size and min(world.pile) >= 0
        seat = state.actors()[0]
        state.apply_action(seat, state.legal_actions(seat)[0])


def test_a_position_without_enough_cards_is_refused() -> None:
    data = GAME.new_state(2, {"fewer_kinds": True}).to_json() | {"players": 6}
    with pytest.raises(ValueError, match="card"):
        GAME.state_from_json(data)


def test_a_true_position_is_no_mask() -> None:
    data = in_round(4).to_json() | {"observer": 0}
    with pytest.raises(ValueError):
        GAME.state_from_json(data)


def test_a_memory_that_fits_no_deal_hangs_nothing() -> None:
    state = in_round(5)
    state.remember()
    data = state.to_json()
    data["memory"] |= {"knows": [1, 1]}
    try:
        odd = GAME.state_from_json(data)
    except ValueError:
        return
    world = odd.masked(0).dealt(Rng(2))
    assert sum(world.pile) == world.pile_size


@pytest.mark.parametrize("seat", [10**7, -(10**7), 6])
def test_there_is_no_sheet_of_a_seat_that_is_none(seat: int) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError, IndexError)):
        GAME.score_sheet(GAME.new_state(2), seat)


def test_playouts_without_a_position_are_refused() -> None:
    with pytest.raises((ValueError, TypeError, AttributeError)):
        Playouts.__new__(Playouts).run(1)
