"""Positions as things: copies, equality, hashes, json, pickle; scores and sheets; prompts."""

import json
import pickle
from typing import Any

import pytest

from shoal.engine import form
from shoal.engine.state import Rng
from shoal.games import load_game
from tests.contract.walks import Case, fingerprint, games_to_play, observers, positions, walk


def test_copies_are_equal_and_independent(case: Case) -> None:
    """A copy is the same position, plays on alike, and never notices what happens to the other."""
    for seed in range(games_to_play(4, 1)):
        copies: list[tuple[Any, str]] = []
        for n, (state, event) in enumerate(walk(case, seed)):
            if n % 9 == 0:
                twin = state.copy()
                assert twin == state and hash(twin) == hash(state) and fingerprint(twin) == fingerprint(state) and twin is not state
                copies.append((twin, fingerprint(twin)))
                onward = twin.copy()
                event.apply(onward)
                assert onward != state and fingerprint(state) == fingerprint(twin)
        assert all(fingerprint(twin) == before for twin, before in copies)
        assert len({before for _, before in copies}) == len(copies)


def test_a_copy_plays_on_to_the_same_end(plain_case: Case) -> None:
    for n, (state, _) in enumerate(walk(plain_case, 2)):
        if n % 40 == 17:
            ends = [state.copy(), state.copy()]
            for end in ends:
                rng = Rng(n, "on")
                while not end.is_terminal():
                    end.advance(rng)
                    for seat in end.actors()[:1]:
                        legal = end.legal_actions(seat)
                        end.apply_action(seat, legal[rng.pick(len(legal))])
            assert ends[0] == ends[1] and hash(ends[0]) == hash(ends[1]) and ends[0].scores() == ends[1].scores()


def test_json_and_pickle_give_the_position_back(case: Case) -> None:
    game = case.game
    for state in positions(case, 6, every=5):
        data = json.loads(json.dumps(state.to_json()))
        again = game.state_from_json(data)
        assert again == state and hash(again) == hash(state) and fingerprint(again) == fingerprint(state)
        pickled = pickle.loads(pickle.dumps(state))
        assert pickled == state and pickled.box == state.box and fingerprint(pickled) == fingerprint(state)
        assert again.legal_actions(0) == state.legal_actions(0) and again.chance_outcomes() == state.chance_outcomes()
        for observer in (-1, 0):
            mask = state.masked(observer)
            assert pickle.loads(pickle.dumps(mask.state)) == mask.state


def spoiled(data: dict[str, Any]) -> list[Any]:
    """Positions that are none."""
    found: list[Any] = [None, [], "x", {}, {**data, "surprise": 1}]
    for key, value in data.items():
        if key != "memory":
            found.append({k: v for k, v in data.items() if k != key})
        else:
            found += [{**data, key: 1}, {**data, key: []}, {**data, key: {"no": 1}}]
            continue
        wrong: list[Any] = [None, "1", 1.5, {}]
        if isinstance(value, list):
            wrong += [value[:-1], [*value, 0], value[0]] + [[item, *value[1:]] for item in (None, 2**31, -(2**31) - 1, True, 10**8)]
        elif isinstance(value, bool):
            wrong += [0, 1, [value]]
        else:
            wrong += [2**31, -(2**31) - 1, True, [value], 10**8, -(10**8)]
        found += [{**data, key: w} for w in wrong]
    return found


def test_json_that_does_not_fit_is_refused_and_changes_nothing(plain_case: Case) -> None:
    game = plain_case.game
    for n, (state, _) in enumerate(walk(plain_case, 7)):
        if n % 60 != 30:
            continue
        before = fingerprint(state)
        for bad in spoiled(state.to_json()):
            with pytest.raises(ValueError):
                state.read_json(bad)
            with pytest.raises(ValueError):
                game.state_from_json(bad)
        assert fingerprint(state) == before


def test_states_are_equal_only_to_equal_states(plain_case: Case) -> None:
    state = plain_case.start()
    assert state == plain_case.start() and state is not None and state != "x"
    state.advance(Rng(1))
    others = [plain_case.start() for _ in range(3)]
    for i, other in enumerate(others):
        other.advance(Rng(2 + i))
    if fingerprint(state) != fingerprint(others[0]):
        assert state != others[0]


# ---- points

def test_scores_are_the_sums_of_the_sheets(case: Case) -> None:
    """At any time, as things stand; at the end with a result that fits."""
    game = case.game
    for state in positions(case, 8, every=7):
        check_sheets(game, state)
    result = game.result(state)
    assert list(result.scores) == state.scores()
    assert result.label in ("won", "shared", "lost", "points") and result.title
    assert result.winners or result.label in ("lost", "points")
    assert len(result.winners) <= 1 or result.label == "shared"
    if not form.compiled():                     # a method of the kernel: only the plain form shows it to Python
        check_utilities(state, result)


def check_utilities(state: Any, result: Any) -> None:
    utilities = [state.utility(seat) for seat in range(state.players)]
    assert all(0.0 <= utility <= 1.0 for utility in utilities)
    if state.players > 1:
        share = 1 / max(1, len(result.winners))
        assert utilities == [share if seat in result.winners else 0.0 for seat in range(state.players)]


def check_sheets(game: Any, state: Any) -> None:
    for seat, score in enumerate(state.scores()):
        sheet = game.score_sheet(state, seat)
        assert sheet.seat == seat and sheet.total == score == sum(line.points for line in sheet.lines)
        assert all(line.key and line.title for line in sheet.lines)
        assert sheet.to_json()["total"] == score and sheet.to_json()["seat"] == seat + 1


def test_sheets_of_masks_are_those_of_open_cards(plain_case: Case) -> None:
    """A provisional sheet can be made from any mask and never fails."""
    for state in positions(plain_case, 9, every=11):
        for observer in observers(state):
            mask = state.masked(observer)
            for seat in range(state.players):
                assert plain_case.game.score_sheet(mask.state, seat).total == mask.state.scores()[seat]


# ---- words

def test_prompts_say_where_we_are_and_what_is_asked(case: Case) -> None:
    for state in positions(case, 10, every=3):
        for observer in observers(state):
            prompt = case.game.prompt(state.masked(observer))
            assert prompt.step and prompt.ask
            assert not any("\n" in part or "{" in part.replace("{seat_", "") for part in (prompt.step, prompt.ask, prompt.because))


def test_rules_versions_and_facts(plain_case: Case) -> None:
    game = plain_case.game
    assert game.id == plain_case.game_id and game.title and game.rules_version >= 1 and 0 < game.max_actions and 0 < game.max_outcomes
    assert load_game(game.id.replace("_", " ")) is game
    rulings = (game.folder / "rulings.md").read_text(encoding="utf-8") if (game.folder / "rulings.md").exists() else None
    for option in game.options:
        assert option.default in option.values
        assert rulings is None or not option.rule or option.rule in rulings
        assert game.texts.get(f"options.{option.key}.title") and game.texts.get(f"options.{option.key}.help")
