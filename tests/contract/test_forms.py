"""The compiled and the plain form play the same games, step by step; and so does every process."""

import os
import subprocess
import sys
from typing import Any

import pytest

from shoal.engine import form
from tests.contract.walks import Case, Event, all_cases, plain_cases, text
from tests.forms import Form, both_forms


@pytest.fixture(scope="module")
def forms() -> tuple[Form, Form]:
    return both_forms()


def start(one: Form, case: Case) -> Any:
    state = one("games").load_game(case.game_id).new_state(case.players, case.options)
    state.remember()
    return state


def seen(state: Any, n: int) -> list[Any]:
    """What can be asked of a position; the heavier questions now and then."""
    found: list[Any] = [state.actors(), [state.legal_actions(seat) for seat in range(state.players)], state.chance_outcomes(), hash(state)]
    found += [state.is_terminal(), state.decision(), state.chance_name()]
    if n % 7 == 0:
        found += [text(state.to_json()), state.scores(), *(text(state.masked(observer).to_json()) for observer in range(-1, state.players))]
    return found


def check_side_by_side(forms: tuple[Form, Form], case: Case, seed: int) -> None:
    one, other = (start(f, case) for f in forms)
    rngs = [f("engine.state").Rng(seed, "side by side") for f in forms]
    n = 0
    while True:
        assert seen(one, n) == seen(other, n)
        if one.is_terminal():
            return
        if n % 11 == 0:
            observer = n // 11 % (case.players + 1) - 1
            assert text(one.masked(observer).dealt(rngs[0]).to_json()) == text(other.masked(observer).dealt(rngs[1]).to_json())
        numbers = [o for o, _ in one.chance_outcomes()] if one.is_chance() else one.legal_actions(one.actors()[n % len(one.actors())])
        seat = None if one.is_chance() else one.actors()[n % len(one.actors())]
        chosen, same = (numbers[rng.pick(len(numbers))] for rng in rngs)
        assert chosen == same
        for state in (one, other):
            Event(seat, chosen).apply(state)
        n += 1


def test_both_forms_step_by_step(forms: tuple[Form, Form], case: Case) -> None:
    for seed in range(2):
        check_side_by_side(forms, case, seed)


@pytest.mark.nightly
def test_both_forms_step_by_step_in_many_games(forms: tuple[Form, Form], case: Case) -> None:
    for seed in range(2, 100):
        check_side_by_side(forms, case, seed)


def check_playouts(forms: tuple[Form, Form], case: Case, games: int) -> None:
    totals = []
    for one in forms:
        playouts = one("engine.playout").Playouts(start(one, case), 11)
        playouts.run(games)
        totals.append((playouts.decisions, playouts.outcomes, playouts.check_sum, hash(playouts.final())))
    assert totals[0] == totals[1]


def test_playouts_are_the_same_in_both_forms(forms: tuple[Form, Form], case: Case) -> None:
    check_playouts(forms, case, 10)


@pytest.mark.nightly
def test_many_playouts_are_the_same_in_both_forms(forms: tuple[Form, Form], case: Case) -> None:
    check_playouts(forms, case, 1_000)


def trace_hash(one: Form, case: Case, games: int) -> str:
    trace = one("engine.trace")
    game = one("games").load_game(case.game_id)
    return str(trace.hash_lines(trace.random_traces(game, case.players, case.options, games, 1)))


@pytest.mark.parametrize("share", range(4))
def test_traces_are_the_same_in_both_forms(forms: tuple[Form, Form], share: int) -> None:
    """24 games for every game and number of players, spread over the variants; nightly a thousand for every variant."""
    for case in all_cases()[share::4]:
        variants = sum(other.game_id == case.game_id and other.players == case.players for other in all_cases())
        games = -(-24 // variants)
        assert trace_hash(forms[0], case, games) == trace_hash(forms[1], case, games), str(case)


@pytest.mark.nightly
def test_traces_of_many_games_are_the_same_in_both_forms(forms: tuple[Form, Form], case: Case) -> None:
    assert trace_hash(forms[0], case, 1_000) == trace_hash(forms[1], case, 1_000)


HASHES = """
from tests.contract.walks import plain_cases
from shoal.engine import trace
for case in plain_cases():
    print(case, trace.hash_lines(trace.random_traces(case.game, case.players, case.options, 1, 5)), hash(case.start()))
"""


def test_every_process_plays_the_same_games() -> None:
    """Nothing depends on the order of sets or on the hashes of texts."""
    found = []
    for seed in ("0", "12345"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([p for p in sys.path if p] + [os.getcwd()])}
        done = subprocess.run([sys.executable, "-c", HASHES], env=environment, capture_output=True, text=True, check=True, timeout=300)
        found.append(done.stdout)
    assert found[0] == found[1] and len(found[0].splitlines()) == len(plain_cases())


def test_a_compiled_form_belongs_to_its_sources() -> None:
    """Otherwise all these tests would speak of old rules."""
    assert form.stale() == []
