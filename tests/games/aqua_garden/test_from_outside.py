"""Positions that come from outside: whatever is wrong with them, they are refused or played to the end, never tripped over."""

import json

import pytest

from shoal.engine.facts import MOVES
from shoal.engine.form import compiled
from shoal.engine.state import Rng

from .gardens import GAME, position, start, turn

ODD = (-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 19, 24, 25, 26, 63, 2047, 2048, 100_000)
LONGEST = 3000


def some_positions(seed):
    """Positions of every stage, from random games and set up by hand."""
    rng = Rng(seed, "positions")
    state = GAME.new_state(1 + seed % 4, {"advanced": seed % 2 == 1, "remove_window": ("own_fish_turn", "own_turn")[seed // 2 % 2]})
    while not state.is_terminal():
        yield state.to_json()
        if state.is_chance():
            state.apply_outcome(state.chance_outcomes()[rng.pick(len(state.chance_outcomes()))][0])
        else:
            actions = state.legal_actions(state.turn)
            state.apply_action(state.turn, actions[rng.pick(len(actions))])
    yield state.to_json()
    rich = turn(position(3, tanks={"A": "turtle3 seaweed", "C": "seaweed small4"}, funds=9, sea="whale", advanced=True), "claim turtle")
    for move in ("aim turtle c", "buy whale c", "remove small c", "remove small c", "place turtle c", "remove whale c"):
        yield rich.to_json()
        turn(rich, move)


def changed(data, rng):
    """One number of the position is another one, now and then two are exchanged."""
    data = json.loads(json.dumps(data))
    names = [name for name, value in data.items() if isinstance(value, int | list) and name not in ("players", "observer")]
    name = names[rng.pick(len(names))]
    value = data[name]
    if isinstance(value, list):
        at, other = rng.pick(len(value)), rng.pick(len(value))
        if rng.pick(2):
            value[at], value[other] = value[other], value[at]
        else:
            value[at] = ODD[rng.pick(len(ODD))]
    elif isinstance(value, bool):
        data[name] = not value
    else:
        data[name] = ODD[rng.pick(len(ODD))]
    return data


def play_on(state, rng):
    for _ in range(LONGEST):
        if state.is_terminal():
            assert len(state.scores()) == state.players
            return
        if state.is_chance():
            outcomes = state.chance_outcomes()
            assert outcomes and all(weight > 0 for _, weight in outcomes)
            state.apply_outcome(outcomes[rng.pick(len(outcomes))][0])
        else:
            actions = state.legal_actions(state.turn)
            assert 0 < len(actions) <= MOVES and len(set(actions)) == len(actions)
            state.masked(state.turn).preference(actions[0])
            state.apply_action(state.turn, actions[rng.pick(len(actions))])
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seed", range(4))
def test_odd_positions_are_refused_or_played(seed):
    rng = Rng(seed, "odd")
    refused = 0
    played = 0
    for data in list(some_positions(seed))[:: 1 if compiled() else 5]:
        for _ in range(12):
            try:
                state = GAME.state_from_json(changed(data, rng))
            except ValueError as error:
                refused += 1
                assert str(error)
                continue
            if played < (200 if compiled() else 20):
                play_on(state, rng)
            played += 1
    assert refused > 0 and played > 0


def test_a_position_that_was_refused_leaves_the_old_one():
    state = start(2)
    before = state.copy()
    data = state.to_json() | {"bag_size": 3}
    with pytest.raises(ValueError, match="bag_size"):
        state.read_json(data)
    assert state == before
