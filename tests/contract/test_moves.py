"""Choices and draws: complete lists, exact weights, one text each, refusals that leave no trace."""

from typing import Any

import pytest

from shoal.engine.errors import IllegalAction, ShoalError, UnknownText
from shoal.engine.facts import AT_END, AT_ONCE, MOVES
from shoal.engine.state import Rng
from shoal.games import game_ids, load_game
from tests.contract.walks import Case, fingerprint, games_to_play, next_event, walk

MOST_EVENTS = 10_000


def test_lists_of_moves_and_draws(case: Case) -> None:
    """Actors have sorted unique legal actions, at least one; others have none; weights are positive; and games end."""
    game = case.game
    for seed in range(games_to_play(20, 2)):
        events = 0
        for state, _ in walk(case, seed):
            events += 1
            assert events < MOST_EVENTS
            check_lists(game, state)
        assert events > 0
        assert state.is_terminal() and not state.is_chance() and state.actors() == [] and state.chance_outcomes() == []
        assert all(state.legal_actions(seat) == [] for seat in range(state.players)) and state.decision() == "" == state.chance_name()


def check_lists(game: Any, state: Any) -> None:
    actors, outcomes = state.actors(), state.chance_outcomes()
    assert bool(actors) != bool(outcomes) and state.is_chance() == bool(outcomes) and not state.is_terminal()
    assert bool(state.decision()) == bool(actors) and bool(state.chance_name()) == bool(outcomes)
    assert len(set(actors)) == len(actors) and all(0 <= seat < state.players for seat in actors)
    for seat in range(state.players):
        legal = state.legal_actions(seat)
        assert bool(legal) == (seat in actors)
        assert all(type(a) is int and 0 <= a < game.max_actions for a in legal) and len(legal) <= MOVES
        assert all(a < b for a, b in zip(legal, legal[1:], strict=False))
    assert all(type(o) is int and 0 <= o < game.max_outcomes and type(w) is int and w > 0 for o, w in outcomes)
    assert all(a[0] < b[0] for a, b in zip(outcomes, outcomes[1:], strict=False)) and len(outcomes) <= MOVES
    assert state.legal_actions(-1) == [] == state.legal_actions(state.players)


# ---- texts

@pytest.mark.parametrize("game_id", game_ids())
def test_every_action_and_outcome_has_one_text(game_id: str) -> None:
    game = load_game(game_id)
    actions = {number: found for number in range(game.max_actions) if (found := shown(game.action_to_text, number)) is not None}
    outcomes = {number: found for number in range(game.max_outcomes) if (found := shown(game.outcome_to_text, number)) is not None}
    assert actions and len(set(actions.values())) == len(actions)
    assert len(set(outcomes.values())) == len(outcomes)
    for number, written in actions.items():
        assert game.text_to_action(written) == number and written == " ".join(written.lower().split())
    for number, written in outcomes.items():
        assert game.text_to_outcome(written) == number and written == " ".join(written.split())
    for number in (-1, game.max_actions, 10**9):
        assert shown(game.action_to_text, number) is None
    for number in (-1, game.max_outcomes, 10**9):
        assert shown(game.outcome_to_text, number) is None


def shown(write: Any, number: int) -> str | None:
    try:
        return str(write(number))
    except ShoalError:
        return None


def mangled(written: str) -> list[str]:
    """Texts that are nearly right."""
    words = written.split()
    found = ["", " ", "x", written.upper(), f" {written}", f"{written} ", f"{written}\n", f"{written}x", f"x{written}", f"{written} 1", f"{written} {written}"]
    return [*found, " ".join(reversed(words)), "".join(words), "  ".join(words), written.replace("a", "å")]


@pytest.mark.parametrize("game_id", game_ids())
def test_other_texts_are_refused(game_id: str) -> None:
    game = load_game(game_id)
    for reader, writer, most in ((game.text_to_action, game.action_to_text, game.max_actions), (game.text_to_outcome, game.outcome_to_text, game.max_outcomes)):
        known = {shown(writer, number) for number in range(most)}
        for written in sorted(t for t in known if t):
            for wrong in mangled(written):
                if wrong not in known:
                    with pytest.raises(UnknownText):
                        reader(wrong)


def test_legal_moves_and_possible_draws_have_texts(case: Case) -> None:
    game = case.game
    for state, event in walk(case, 1):
        for seat in state.actors():
            for action in state.legal_actions(seat):
                assert game.text_to_action(game.action_to_text(action)) == action
        for outcome, _ in state.chance_outcomes():
            assert game.text_to_outcome(game.outcome_to_text(outcome)) == outcome
        if event.seat is not None:
            assert game.read(state.masked(event.seat), game.action_to_text(event.number)) == [event.number]


# ---- refusals

def test_illegal_moves_are_refused_with_a_reason_and_without_a_trace(case: Case) -> None:
    game, rng = case.game, Rng(1, "illegal")
    for n, (state, _) in enumerate(walk(case, 3)):
        if n % 3:
            continue
        before, h = fingerprint(state), hash(state)
        for seat in range(state.players):
            legal = set(state.legal_actions(seat))
            for action in {rng.pick(game.max_actions) for _ in range(12)} - legal:
                refused(state.apply_action, seat, action)
            for nonsense in (-1, game.max_actions, 2**31, 2**70, "pick", None, 1.0, True):
                refused(state.apply_action, seat, nonsense)
        for nobody in (-2, -1, state.players, 99, "1", None):
            refused(state.apply_action, nobody, 0)
        possible = {outcome for outcome, _ in state.chance_outcomes()}
        for outcome in [-1, game.max_outcomes, 2**70, "deal", None, *({rng.pick(game.max_outcomes) for _ in range(5)} - possible)]:
            assert refused(state.apply_outcome, outcome).startswith(said_of_draws(state, possible))
        assert fingerprint(state) == before and hash(state) == h
    refused(state.apply_action, 0, 0)


def said_of_draws(state: Any, possible: set[int]) -> str:
    """How the refusal of a draw begins: with what can be drawn, or who must decide."""
    actors = [str(seat + 1) for seat in state.actors()]
    return f"this cannot be drawn now; possible outcomes: {min(possible)}" if possible else f"nothing is drawn now: seat{'s' * (len(actors) > 1)} {actors[0]}"


def refused(what: Any, *given: Any) -> str:
    with pytest.raises(IllegalAction) as caught:
        what(*given)
    reason = caught.value.reason
    assert len(reason) > 10 and "\n" not in reason and "Traceback" not in reason and reason == reason.strip()
    return str(reason)


def test_refusals_name_rules_that_exist(case: Case) -> None:
    game, rng = case.game, Rng(2, "rules")
    path = game.folder / "rulings.md"
    if not path.exists():
        pytest.skip(f"{case.game_id} has no rulings yet")
    rulings = path.read_text(encoding="utf-8")
    for n, (state, _) in enumerate(walk(case, 4)):
        for seat in range(state.players) if n % 7 == 0 else ():
            for action in {rng.pick(game.max_actions) for _ in range(10)} - set(state.legal_actions(seat)):
                _, rule = state.why_not(seat, action)
                assert not rule or rule in rulings


def test_a_mask_is_not_played_on(plain_case: Case) -> None:
    state = plain_case.start()
    rng = Rng(1, "mask")
    for _ in range(30):
        if state.is_terminal():
            break
        mask = state.masked(state.players - 1).state
        before = fingerprint(mask)
        event = next_event(state, rng)
        for what, given in ((event.apply, mask), (mask.advance, Rng(1))):
            with pytest.raises(IllegalAction, match="mask"):
                what(given)
        with pytest.raises(ValueError, match="mask"):
            mask.masked(0)
        assert fingerprint(mask) == before
        event.apply(state)
    for seat in (-3, state.players, 99, "0", None, True):
        with pytest.raises(ValueError, match="seat"):
            state.masked(seat)


# ---- who sees it

def test_witnesses_are_seats_and_a_time(case: Case) -> None:
    for state, event in walk(case, 5):
        seen = state.witnesses(event.seat, event.number)
        assert all(0 <= seat < state.players for seat in seen.seats) and len(set(seen.seats)) == len(seen.seats)
        assert seen.public == (seen.public_at == AT_ONCE)
        assert seen.public_at in (AT_ONCE, AT_END) or seen.public_at > state.reveals
        assert event.seat is None or seen.public or event.seat in seen.seats
