"""Positions and memories that come from outside are refused, or played like any other: no odd number trips compiled code over."""

import copy
from typing import Any

import pytest

from shoal.bots.bot import preferences
from shoal.bots.hints import hints
from shoal.engine.components import Components
from shoal.engine.errors import ShoalError
from shoal.engine.facts import SPECTATOR, TRUTH
from shoal.engine.form import compiled
from shoal.engine.playout import Playouts
from shoal.engine.state import Rng
from shoal.games.acqua_dolce.forecast import forecast, hurdles
from shoal.games.acqua_dolce.notation import DEALING

from .tables import GAME, control, play, position, settle

ODD = (-1, 0, 1, 2, 3, 5, 8, 19, 71, 10**6, 2**31 - 1, -(2**31))


def positions() -> dict[str, Any]:
    """One for every stage."""
    options = {"temperature": True, "additional_action": True, "max_rounds": 10}
    hands: dict[int, str | int] = {1: "3 neon, bee, krib, glass", 2: 7, 3: 7}
    here = position(3, "2 deco, plant, feed4, 3 cory, angel", hands, row="neon, molly, piranha", discards="guppy, platy", options=options, memory=True)
    dealing = GAME.new_state(3, {"first_king": 0, **options})
    dealing.remember()
    for _ in range(9):
        dealing.apply_outcome(dealing.chance_outcomes()[0][0])
    found = {
        "deal": dealing,
        "act": here,
        "draw": play(here.copy(), "1 play glass"),
        "reveal": play(here.copy(), "1 take molly"),
        "refill": settle(play(here.copy(), "1 swap bee krib; 1 draw")),
        "eat": control("2 piranha, krib, deco", {1: 9, 2: 9}, options=options, memory=True),
        "starve": control("4 krib, deco", {1: 1, 2: 1}, options=options, memory=True),
        "expel": control("2 guppy, angel, glass, plant", {1: 9, 2: 9}, options=options, memory=True),
    }
    assert [name for name, state in found.items() if name not in (state.decision(), state.chance_name())] == []
    return found


POSITIONS = positions()


def with_odd(data: dict[str, Any], every: int) -> Any:
    """The same with one number replaced: every field; of a list every so-manieth item."""
    for key, value in data.items():
        if isinstance(value, bool):
            yield key, data | {key: not value}
        elif isinstance(value, int):
            yield from ((key, data | {key: odd}) for odd in ODD)
        elif isinstance(value, list):
            for i in range(len(value) % every, len(value), every):
                yield from ((key, data | {key: [*value[:i], odd, *value[i + 1 :]]}) for odd in ODD)


def use(state: Any, seed: int) -> None:
    """All that anybody may ask, and a game from here."""
    rng = Rng(seed, "odd")
    if state.observer != TRUTH:
        return
    for observer in range(SPECTATOR, state.players):
        masked = state.masked(observer)
        assert GAME.prompt(masked).step and GAME.score_sheet(masked.state, 0).lines
        if observer >= 0:
            preferences(masked)
            forecast(GAME, masked.state)
            hurdles(GAME, masked.state, observer)
        masked.dealt(rng).check()
    if compiled() and seed % 20 == 1:
        hints(GAME, state.masked(state.turn), worlds=1)
    for steps in range(40):
        state.advance(rng)
        if state.is_terminal():
            break
        legal = state.legal_actions(state.turn)
        state.apply_action(state.turn, legal[rng.pick(len(legal))])
        if steps % 20 == 7:
            state.masked(rng.pick(state.players)).dealt(rng).check()


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_with_an_odd_number_is_refused_or_played(name: str) -> None:
    data, refused, played = POSITIONS[name].to_json(), 0, 0
    for key, odd in with_odd(data, 3 if compiled() else 11):
        try:
            state = GAME.state_from_json(odd)
        except ValueError as error:
            assert str(error), key
            refused += 1
            continue
        played += 1
        use(state, played)
    assert refused > 100 and played > 30


@pytest.mark.parametrize("name", POSITIONS)
def test_a_memory_with_an_odd_number_is_refused_or_kept_up(name: str) -> None:
    data, refused, played = POSITIONS[name].to_json(), 0, 0
    for key, odd in with_odd(data["memory"], 17 if compiled() else 31):
        try:
            state = GAME.state_from_json(data | {"memory": odd})
        except ValueError as error:
            assert str(error).startswith(f"memory.{key}") or "memory." in str(error) or key in str(error)
            refused += 1
            continue
        played += 1
        use(state, played)
    assert refused > 10 and played > 3


@pytest.mark.parametrize("name", POSITIONS)
def test_whole_lists_of_odd_numbers_are_refused(name: str) -> None:
    data = POSITIONS[name].to_json()
    for key, value in data.items():
        for odd in (-1, 9, 2**31 - 1):
            if isinstance(value, list):
                with pytest.raises(ValueError):
                    GAME.state_from_json(data | {key: [odd] * len(value)})
    for key, value in data["memory"].items():
        if isinstance(value, list):
            with pytest.raises(ValueError, match="memory"):
                GAME.state_from_json(data | {"memory": data["memory"] | {key: [99] * len(value)}})


def test_a_deal_without_enough_cards_is_refused() -> None:
    """What is still to be dealt and turned up must be in the deck."""
    data = POSITIONS["deal"].to_json() | {"memory": None}
    due = 3 * GAME.box.hand + GAME.box.face_up - sum(data["hand_size"])
    while data["deck_size"] >= due:
        use(GAME.state_from_json(data), data["deck_size"])
        card = next(card for card, number in enumerate(data["deck"]) if number)
        data["deck"][card] -= 1
        data["tank"][card] += 1
        data["deck_size"] -= 1
        data["fish"] += card <= GAME.box.fish
    assert data["stage"] == DEALING
    with pytest.raises(ValueError, match="stage"):
        GAME.state_from_json(data)


def test_a_true_position_is_no_mask_and_a_mask_no_position() -> None:
    state = POSITIONS["act"]
    with pytest.raises(ValueError):
        GAME.state_from_json(state.to_json() | {"observer": 0, "hands": [0] * len(state.to_json()["hands"])})
    with pytest.raises(ValueError):
        GAME.state_from_json(state.masked(1).to_json() | {"observer": TRUTH})


def test_a_memory_begun_in_mid_game_deals_worlds_all_the_same() -> None:
    state, rng = settle(GAME.new_state(3, {"max_rounds": 10})), Rng(8)
    for _ in range(60):
        state.apply_action(state.turn, state.legal_actions(state.turn)[rng.pick(len(state.legal_actions(state.turn)))])
        state.advance(rng)
    state.remember()
    again = GAME.state_from_json(state.to_json())
    assert again == state
    use(again, 3)


# ---- component files


def places_of(tables: Any, path: tuple[Any, ...] = ()) -> Any:
    """The path of every value, of tables and lists too."""
    for key, value in tables.items() if isinstance(tables, dict) else enumerate(tables):
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places_of(value, (*path, key))


def changed(tables: Any, path: tuple[Any, ...], odd: Any) -> dict[str, Any]:
    """The tables with another value at this place; none with odd None."""
    new = copy.deepcopy(tables)
    at = new
    for key in path[:-1]:
        at = at[key]
    if odd is None:
        del at[path[-1]]
    else:
        at[path[-1]] = odd
    return dict(new)


@pytest.mark.parametrize("odd", [None, 0, -1, 9, 2**31, True, "x", [], [1, 2], {"x": 1}], ids=str)
def test_component_files_with_an_odd_value_are_refused_or_played(odd: Any) -> None:
    tables = Components.load(GAME.folder / "components.toml").tables
    refused = played = 0
    for number, path in enumerate(places_of(tables)):
        if number % (7 if compiled() else 17):
            continue
        other = type(GAME)(GAME.folder)
        try:
            other.use(Components(changed(tables, path, odd), "owner.toml"))
            state = other.new_state(2, {"temperature": True, "max_rounds": 10})
        except ShoalError as error:
            assert str(error), path
            refused += 1
            continue
        played += 1
        rng = Rng(number, "components")
        for _ in range(12):
            state.advance(rng)
            other.prompt(state.masked(state.turn))
            legal = state.legal_actions(state.turn)
            state.apply_action(state.turn, legal[rng.pick(len(legal))])
    assert refused > 5 and played > 1


# ---- what is none


@pytest.mark.parametrize("seat", [10**7, -(10**7), 5])
def test_there_is_no_sheet_of_a_seat_that_is_none(seat: int) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError, IndexError)):
        GAME.score_sheet(GAME.new_state(2), seat)


def test_playouts_of_odd_positions_end() -> None:
    for state in POSITIONS.values():
        playouts = Playouts(state, 1)
        playouts.run(3)
        assert playouts.final().is_terminal() and playouts.decisions > 0
