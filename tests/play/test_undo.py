"""Undo: free back to the last barrier, asked for beyond it, and it never pays."""

import random

import pytest

from shoal.engine.errors import ShoalError
from shoal.games import load_game
from shoal.play.chance import SeededChance
from shoal.play.match import Match
from shoal.play.parts import Seat

from .auction import DOUBLE, GAME, LEFT, RIGHT, SINGLE
from .playing import Scripted, inside, play_random

HANDS = (101, 102, 105, 112, 113, 113)


def auction(*bots: str, **options: bool) -> Match:
    return Match.new(GAME, 2, options, [Seat(name, bot) for name, bot in zip(("North", "East"), bots, strict=True)], Scripted(*HANDS))


def open_bids(match: Match) -> None:
    match.choose(0, [5, DOUBLE])
    match.choose(1, [3, DOUBLE])


def test_nothing_to_undo() -> None:
    match = auction("", "")
    assert match.can_undo(0) == ""
    with pytest.raises(ShoalError, match="North has made no move"):
        match.undo(0)


def test_an_own_draft_goes_back_step_by_step() -> None:
    match = auction("", "")
    match.choose(0, [5, DOUBLE])
    assert match.can_undo(0) == "free" and match.can_undo(1) == ""
    match.undo(0)
    assert match.draft(0) == [5]
    match.undo(0)
    assert match.draft(0) == [] and match.can_undo(0) == ""


def test_what_was_opened_needs_the_consent_of_people() -> None:
    match = auction("", "")
    open_bids(match)
    assert match.can_undo(0) == match.can_undo(1) == "ask"
    match.undo(0)
    assert match.request is not None and match.request.seat == 0 and match.decision == "take"
    with pytest.raises(ShoalError, match="North asked for this undo"):
        match.answer_undo(0, True)
    with pytest.raises(ShoalError, match="North has asked for an undo already"):
        match.undo(1)
    match.answer_undo(1, True)
    assert match.request is None and match.decision == "bid" and match.waiting_for() == [0, 1] and len(match.entries) == 6


def test_others_may_decline_and_the_asker_withdraw() -> None:
    match = auction("", "")
    open_bids(match)
    for seat in (1, 0):
        match.undo(0)
        match.answer_undo(seat, False)
        assert match.request is None and match.decision == "take"
    with pytest.raises(ShoalError, match="Nobody is asking"):
        match.answer_undo(1, True)


def test_a_request_lapses_when_the_game_goes_on() -> None:
    match = auction("", "")
    open_bids(match)
    match.undo(1)
    match.choose(0, [LEFT])
    assert match.request is None


def test_three_people_must_all_agree() -> None:
    match = Match.new(load_game("fish_tank"), 4, None, [Seat("A"), Seat("B"), Seat("C"), Seat("D", "greedy")], SeededChance(1))
    for seat in range(4):
        match.choose(seat, match.legal(seat)[:1])
    match.undo(0)
    match.answer_undo(1, True)
    assert match.request is not None and match.request.agreed == (1,)
    match.answer_undo(2, True)
    assert match.decision == "pick" and match.answered() == []


def test_bots_agree_at_once() -> None:
    match = auction("", "greedy")
    open_bids(match)
    match.choose(0, [LEFT])
    assert match.can_undo(0) == "free"
    match.undo(0)
    assert match.decision == "take" and match.state.points == [0, 0]
    match.undo(0)
    assert match.decision == "bid" and match.drafts == {}


def test_undone_draws_come_back_the_same() -> None:
    match = Match.new(GAME, 2, {}, [Seat("North"), Seat("East", "greedy")], SeededChance(11))
    bid, other = match.legal(0)[0], match.legal(1)[0]
    draws = set()
    for action in (LEFT, RIGHT) * 5:
        match.choose(0, [bid, DOUBLE])
        match.choose(1, [other, SINGLE])
        match.choose(match.waiting_for()[0], [action])
        draws.add(match.entries[-1].text)
        while len(match.entries) > 6:
            match.undo(0)
    assert len(draws) == 1


def test_another_way_and_back_does_not_change_a_draw() -> None:
    """Two players of Fish Tank: what is discarded and drawn after a pick is settled once, whatever is tried between."""
    match = Match.new(load_game("fish_tank"), 2, None, [Seat("A"), Seat("B", "greedy")], SeededChance(2))
    play_random(match, random.Random(3), 30)
    while match.decision != "pick":
        play_random(match, random.Random(3), 1)
    legal = match.legal(0)

    def round_with(pick: int) -> list[str]:
        length = len(match.entries)
        match.choose(0, [pick])
        match.choose(1, [match.legal(1)[0]])
        while match.decision == "place":
            seat = match.waiting_for()[0]
            match.choose(seat, match.legal(seat)[:1])
        told = [entry.text for entry in match.entries[length:]]
        while len(match.entries) > length:
            match.undo(0)
        return told

    first = {pick: round_with(pick) for pick in legal}
    assert {pick: round_with(pick) for pick in reversed(legal)} == first


def test_alone_against_nothing_hidden_undo_is_free_between_people() -> None:
    """An own move that opened nothing and that nobody has answered yet."""
    match = Match.new(load_game("fish_tank"), 3, {"placement_reveal": "seat_order"}, None, SeededChance(3))
    for _ in range(2):
        for seat in range(3):
            match.choose(seat, match.legal(seat)[:1])
        while match.decision in ("place", "flip") and match.state.round == 1:
            match.choose(match.waiting_for()[0], match.legal(match.waiting_for()[0])[:1])
    seat = match.waiting_for()[0]
    match.choose(seat, match.legal(seat)[:1])
    assert match.decision == "flip" and match.can_undo(seat) == "free"
    match.undo(seat)
    assert match.decision == "place" and match.waiting_for() == [seat]


def test_anothers_answer_is_a_barrier_but_not_what_it_is_about_to_answer() -> None:
    """Half a draft of somebody else is hidden, so it must not show in what may be undone."""
    match = auction("", "", draws=False)
    open_bids(match)
    match.choose(0, [LEFT])
    assert match.can_undo(0) == "free"
    match.choose(1, [2])
    assert match.can_undo(0) == "free"
    match.choose(1, [SINGLE])
    assert match.can_undo(0) == "ask"
    match.take_back(1)
    match.undo(0)
    assert match.decision == "take" and match.can_undo(0) == "ask"


def test_forced_answers_are_skipped() -> None:
    match = Match.new(load_game("fish_tank"), 2, None, [Seat("A"), Seat("B", "greedy")], SeededChance(2))
    for seat in range(2):
        match.choose(seat, match.legal(seat)[:1])
    assert match.draft(0) == [match.game.text_to_action("place d4")]
    match.undo(0)
    assert match.decision == "pick"


def test_after_an_undo_the_match_is_what_it_was() -> None:
    match = Match.new(load_game("fish_tank"), 3, None, [Seat("A"), Seat("B", "greedy"), Seat("C", "greedy")], SeededChance(6))
    rng = random.Random(6)
    for _ in range(25):
        play_random(match, rng, rng.randrange(1, 9))
        while match.drafts and any(len(d.actions) > d.forced for d in match.drafts.values()):
            play_random(match, rng, 1)
        if match.over:
            break
        state, length = match.state.to_json(), len(match.entries)
        again = Match.from_record(match.record(), match.game, match.seats, SeededChance(6))
        assert again.state.to_json() == state
        play_random(match, rng, 12)
        while len(match.entries) > length or match.can_undo(0) and match.draft(0):
            match.undo(0)
        if len(match.entries) == length:
            assert match.state.to_json() == state


def test_planning_changes_nothing() -> None:
    match = auction("", "")
    open_bids(match)
    before = inside(match)
    match.plan_choose(0, [LEFT])
    match.plan_undo(0)
    match.plan_undo(0, consent=True)
    match.plan_seat(1, Seat("Bo", "greedy"))
    assert inside(match) == before
