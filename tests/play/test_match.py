"""Questions, drafts, moves."""

import random
from typing import Any

import pytest

from shoal.engine.errors import IllegalAction, ShoalError, UnknownText
from shoal.engine.facts import SPECTATOR
from shoal.games import load_game
from shoal.play.chance import SeededChance
from shoal.play.match import Match
from shoal.play.parts import Seat, StaleQuestion

from .auction import DOUBLE, GAME, LEFT, SINGLE
from .playing import Scripted, inside, play_random

HANDS = (101, 102, 105, 112, 113, 113)
"""Seat 1 gets 1, 2, 5; seat 2 gets 2, 3, 3."""


def auction(*bots: str, **options: bool) -> Match:
    return Match.new(GAME, 2, options, [Seat("North", *bots[:1]), Seat("East", *bots[1:])], Scripted(*HANDS))


def fish_tank(players: int = 3, seed: int = 3, **options: Any) -> Match:
    return Match.new(load_game("fish_tank"), players, options, None, SeededChance(seed))


def test_a_new_match_is_dealt_and_asks_everybody() -> None:
    match = auction()
    assert [entry.text for entry in match.entries] == ["deal 1 1", "deal 1 2", "deal 1 5", "deal 2 2", "deal 2 3", "deal 2 3"]
    assert match.decision == "bid" and match.is_sealed and match.waiting_for() == [0, 1] and match.answered() == []
    assert match.decision_number == 6 and match.legal(0) == [1, 2, 5] and match.legal(1) == [2, 3]


def test_a_seat_is_asked_on_before_the_others_have_answered() -> None:
    match = auction()
    match.choose(0, [5])
    assert match.draft(0) == [5] and match.legal(0) == [DOUBLE, SINGLE] and match.answered() == []
    assert match.view(0).decision == "double" and match.view(1).decision == "bid"
    match.choose(0, [SINGLE])
    assert match.draft(0) == [5, SINGLE] and match.answered() == [0] and match.waiting_for() == [1]


def test_two_moves_at_once() -> None:
    match = auction()
    match.choose(0, [5, DOUBLE])
    match.choose(1, [3, DOUBLE])
    assert [(entry.seat, entry.text) for entry in match.entries[6:]] == [(0, "bid 5"), (1, "bid 3"), (0, "double yes"), (1, "double yes")]
    assert match.decision == "take" and match.waiting_for() == [0] and not match.is_sealed


def test_a_choice_can_be_changed_until_all_have_chosen() -> None:
    match = auction()
    match.choose(0, [5, DOUBLE])
    match.choose(0, [SINGLE])
    assert match.draft(0) == [5, SINGLE]
    match.choose(0, [1])
    assert match.draft(0) == [1] and match.answered() == []
    match.choose(0, [2])
    match.choose(0, [DOUBLE])
    assert match.draft(0) == [2, DOUBLE] and match.answered() == [0]
    match.choose(1, [2, DOUBLE])
    assert [entry.text for entry in match.entries[6:]] == ["bid 2", "bid 2", "double yes", "double yes"]


def test_a_draft_can_be_taken_back() -> None:
    match = auction()
    match.choose(0, [5, DOUBLE])
    match.take_back(0)
    assert match.draft(0) == [] and match.answered() == []
    with pytest.raises(ShoalError, match="North has chosen nothing"):
        match.take_back(0)


def test_any_order_of_answers_gives_the_same_match() -> None:
    """Law 4: records list a stage in the order of the game."""
    final = []
    for order in ([0, 1], [1, 0]):
        match = auction()
        for seat, actions in sorted({0: [5, DOUBLE], 1: [3, SINGLE]}.items(), key=lambda item: order.index(item[0])):
            match.choose(seat, actions)
        final.append((match.entries, match.state.to_json(), match.opened))
    assert final[0] == final[1]


def test_only_one_actor_moves_at_once() -> None:
    match = auction()
    match.choose(0, [5, DOUBLE])
    match.choose(1, [3, DOUBLE])
    match.choose(0, [LEFT])
    assert [entry.text for entry in match.entries[10:]] == ["take left", "draw 1"] and match.decision == "bid"


def test_refusals_say_why_and_change_nothing() -> None:
    match = auction()
    match.choose(0, [5])
    before = inside(match)
    refusals = {
        (0, (3,)): "3 is not in the hand",
        (0, (LEFT,)): "double is asked",
        (1, (5,)): r"5 is not in the hand \[2, 3\]",
        (1, (3, DOUBLE, DOUBLE)): "double yes cannot be chosen together with bid 3",
        (1, (3, 3)): "double is asked",
        (1, ()): "No move was given",
        (1, (-4,)): "not in the hand",
        (2, (1,)): "There is no seat 3",
        (-1, (1,)): "There is no seat 0",
        (1, ("3",)): "not in the hand",
        (1, (True,)): "not in the hand",
    }
    for (seat, actions), words in refusals.items():
        with pytest.raises(IllegalAction, match=words):
            match.choose(seat, actions, match.decision_number)  # type: ignore[arg-type]
        assert inside(match) == before


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    match = auction()
    match.choose(0, [5, DOUBLE])
    match.choose(1, [3, DOUBLE])
    with pytest.raises(IllegalAction, match="East has nothing to choose now; the table waits for North"):
        match.choose(1, [LEFT])


def test_moves_that_something_comes_between_are_not_taken_in_one() -> None:
    match = auction()
    match.choose(0, [5, DOUBLE])
    match.choose(1, [3, DOUBLE])
    before = inside(match)
    with pytest.raises(IllegalAction, match="one move at a time"):
        match.choose(0, [LEFT, 1])
    assert inside(match) == before


def test_an_answer_to_an_old_question_is_refused() -> None:
    match = auction()
    old = match.decision_number
    match.choose(0, [5, DOUBLE], old)
    match.choose(1, [3, DOUBLE], old)
    with pytest.raises(StaleQuestion, match="no longer open"):
        match.choose(0, [1], old)


def test_publicly_forced_choices_are_answered_and_recorded() -> None:
    match = auction()
    play_random(match, random.Random(1), 0)
    for _ in range(2):
        match.choose(0, [match.legal(0)[0], DOUBLE])
        match.choose(1, [match.legal(1)[0], DOUBLE])
        match.choose(match.waiting_for()[0], [LEFT])
    assert match.draft(0) == [5] and match.draft(1) == [3]
    assert match.legal(0) == [DOUBLE, SINGLE] and match.waiting_for() == [0, 1]
    match.choose(0, [DOUBLE])
    with pytest.raises(IllegalAction):
        match.choose(0, [1])
    match.take_back(0)
    assert match.draft(0) == [5]
    match.choose(0, [SINGLE])
    match.choose(1, [SINGLE])
    assert [(entry.text, entry.forced) for entry in match.entries[-4:]] == [("bid 5", True), ("bid 3", True), ("double no", False), ("double no", False)]


def test_forced_choices_are_asked_where_the_players_want_it() -> None:
    match = auction(auto_forced=False)
    for _ in range(2):
        match.choose(0, [match.legal(0)[0], DOUBLE])
        match.choose(1, [match.legal(1)[0], DOUBLE])
        match.choose(match.waiting_for()[0], [LEFT])
    assert match.draft(0) == [] and match.legal(0) == [5] and match.decision == "bid"


def test_typed_moves() -> None:
    match = fish_tank()
    first = {seat: match.legal(seat)[0] for seat in range(3)}
    for seat, action in first.items():
        match.choose(seat, [action])
    assert match.draft(0) == [match.game.text_to_action("place d4")]
    assert match.read(0, "keep") == [match.game.text_to_action("keep")]
    for seat in range(3):
        match.choose(seat, match.read(seat, "keep"))
    for seat in range(3):
        match.choose(seat, match.legal(seat)[:1])
    match.choose(0, match.read(0, "place d5"))
    assert match.view(0).decision == "flip"
    match.choose(0, match.read(0, "place c3 flip d4"))
    assert [match.game.action_to_text(action) for action in match.draft(0)] == ["place c3", "flip d4"]
    match.choose(0, match.read(0, "keep"))
    assert [match.game.action_to_text(action) for action in match.draft(0)] == ["place c3", "keep"]
    with pytest.raises(UnknownText):
        match.read(0, "dance")


def test_what_a_seat_remembers_is_there_when_it_is_asked_on() -> None:
    match = fish_tank()
    rng = random.Random(1)
    while match.state.round < 5 or match.decision != "place" or match.draft(0):
        play_random(match, rng, 1)
    match.choose(0, match.legal(0)[:1])
    view = match.view(0)
    assert view.decision == "flip" and view.asked.to_json()["memory"] == view.masked.to_json()["memory"] is not None
    assert view.masked.decision() == "place"


def test_a_refused_place_is_explained_while_the_flip_is_asked() -> None:
    match = fish_tank()
    for typed in ("", "keep", ""):
        for seat in range(3):
            match.choose(seat, match.read(seat, typed) if typed else match.legal(seat)[:1])
    match.choose(0, match.read(0, "place g7"))
    with pytest.raises(IllegalAction, match="d4"):
        match.choose(0, match.read(0, "place d4"))


@pytest.mark.parametrize("options", [{}, {"placement_reveal": "seat_order"}, {"pass_before_place": True}, {"auto_forced": False}, {"fewer_kinds": True}])
@pytest.mark.parametrize("players", [2, 3])
def test_whole_games_of_fish_tank(players: int, options: dict[str, Any]) -> None:
    match = fish_tank(players, **options)
    play_random(match, random.Random(5))
    view = match.view(SPECTATOR)
    assert view.over and view.result is not None and len(view.sheets) == players and not view.legal and view.waiting_for == ()
    assert sum(entry.seat is not None for entry in match.entries) == 48 * players
    with pytest.raises(IllegalAction, match="The game is over"):
        match.choose(0, [0])


def test_with_seat_order_each_seat_moves_alone_and_everybody_sees_it() -> None:
    match = fish_tank(3, placement_reveal="seat_order")
    for seat in range(3):
        match.choose(seat, match.legal(seat)[:1])
    assert match.decision == "flip" and match.waiting_for() == [0]
    assert match.view(2).events[-1].text == "place d4"
    match.choose(0, match.read(0, "keep"))
    assert match.view(2).events[-2].text == "keep" and match.waiting_for() == [1]


def test_questions_have_numbers_that_never_come_twice() -> None:
    match = auction("", "greedy")
    seen = {match.decision_number}
    rng = random.Random(4)
    for _ in range(60):
        before = match.decision_number
        if rng.random() < 0.3 and match.can_undo(0):
            match.undo(0)
        elif not match.over:
            play_random(match, rng, 1)
        if match.decision_number != before:
            assert match.decision_number not in seen
            seen.add(match.decision_number)


def test_seats_must_fit() -> None:
    with pytest.raises(ShoalError, match="1 seats are given for 2 players"):
        Match.new(GAME, 2, None, [Seat("North")])


def test_a_match_goes_on_from_its_record() -> None:
    match = fish_tank(2, seed=9)
    play_random(match, random.Random(2), 57)
    record = match.record()
    again = Match.from_record(record, match.game, chance=SeededChance(9))
    assert again.entries == match.entries and again.chance.numbers == match.chance.numbers and again.waiting_for() == list(match.actors)
    assert [opened for opened in again.opened if opened < len(match.entries)] == [opened for opened in match.opened if opened < len(match.entries)]


def test_a_record_that_stops_within_a_stage_goes_on_there() -> None:
    match = fish_tank(3)
    play_random(match, random.Random(2), 40)
    record = match.record()
    whole = len(record.entries)
    for length in range(24, whole, 5):
        record.entries = match.record().entries[:length]
        again = Match.from_record(record, match.game, chance=SeededChance(3))
        assert again.entries[:length] == match.entries[:length]
        play_random(again, random.Random(1))
        assert again.over
