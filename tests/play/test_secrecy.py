"""What an observer is given never depends on what it may not know."""

import random
from dataclasses import replace
from typing import Any

import pytest

from shoal.engine.errors import ShoalError
from shoal.engine.facts import SPECTATOR
from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.play.chance import SeededChance
from shoal.play.match import Match
from shoal.play.parts import Seat
from shoal.play.views import may_see

from .auction import DOUBLE, GAME, LEFT, SINGLE
from .playing import Scripted, play_random, shown


def refusals(match: Match, seat: int) -> list[str]:
    """What a seat hears when it tries things that it may not do."""
    heard = []
    for action in range(-1, 30):
        try:
            match.plan_choose(seat, [action])
        except ShoalError as error:
            heard.append(str(error))
    return heard


def same_for(observer: int, one: Match, two: Match) -> None:
    assert shown(one, observer) == shown(two, observer)
    if observer != SPECTATOR:
        assert refusals(one, observer) == refusals(two, observer)


class Twins:
    """Two auctions that differ in the cards of seat 2 only, and in what it does with them unseen."""

    def __init__(self) -> None:
        seats = [Seat("North"), Seat("East"), Seat("South")]
        self.both = [Match.new(GAME, 3, {}, seats, Scripted(101, 102, 105, *hand, 121, 122, 123, 201, 202)) for hand in ((113, 114, 112), (113, 115, 113))]

    def check(self) -> None:
        same_for(0, *self.both)
        same_for(2, *self.both)
        same_for(SPECTATOR, *self.both)

    def choose(self, seat: int, one: list[int], two: list[int] | None = None) -> None:
        for match, actions in zip(self.both, (one, two or one), strict=True):
            match.choose(seat, actions)
        self.check()


def test_twins_stay_equal_step_by_step() -> None:
    twins = Twins()
    twins.check()
    twins.choose(1, [4], [5])
    twins.choose(1, [DOUBLE], [SINGLE])
    twins.choose(1, [SINGLE], [DOUBLE])
    twins.choose(1, [2], [3])
    for match in twins.both:
        match.undo(1)
    twins.check()
    twins.choose(0, [5, DOUBLE])
    twins.choose(1, [3, SINGLE])
    twins.choose(2, [1, SINGLE])
    twins.choose(0, [LEFT])
    for match in twins.both:
        match.undo(2)
    twins.check()
    for match in twins.both:
        for seat in (0, 1):
            match.answer_undo(seat, True)
    twins.check()
    assert twins.both[0].waiting_for() == [0, 1, 2]
    twins.choose(1, [4, DOUBLE], [5, SINGLE])
    assert shown(twins.both[0], 1) != shown(twins.both[1], 1)


def test_only_that_a_seat_has_chosen_shows_and_no_change_of_mind() -> None:
    match = Twins().both[0]
    others = (0, 2, SPECTATOR)
    before = [shown(match, observer) for observer in others]
    match.choose(1, [3])
    assert [shown(match, observer) for observer in others] == before
    match.choose(1, [DOUBLE])
    answered = [shown(match, observer) for observer in others]
    assert answered != before and match.view(0).answered == (1,)
    match.choose(1, [SINGLE])
    assert [shown(match, observer) for observer in others] == answered
    assert match.view(1).version > match.view(0).version


@pytest.mark.parametrize("observer", [SPECTATOR, 0, 1])
@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {}), (3, {"placement_reveal": "seat_order"}), (2, {"pass_before_place": True})])
def test_other_worlds_look_the_same(players: int, options: dict[str, Any], observer: int) -> None:
    """Fish Tank: at every step the true game is replaced by another that the observer must take to be possible."""
    match = Match.new(load_game("fish_tank"), players, options, None, SeededChance(players))
    rng = random.Random(observer)
    while not match.over:
        match.state.remember(False)
        if rng.random() < 0.2:
            same_for(observer, match, other_world(match, observer, rng))
        play_random(match, rng, 1)


def other_world(match: Match, observer: int, rng: random.Random) -> Match:
    """A twin with other cards, other hidden moves and other drafts; recall is left out, it has tests of its own."""
    twin = Match(match.game, match.players, match.options, match.seats, SeededChance(0))
    twin.state = match.state.masked(observer).dealt(Rng(rng.randrange(10**6), "twin"))
    twin.opened, twin.draws, twin.undone, twin.actors = match.opened, match.draws, match.undone, match.actors
    twin.public_changes, twin.own_changes = match.public_changes, match.own_changes
    twin.entries = [entry if may_see(match, entry, observer) else replace(entry, text="hidden", action=-7) for entry in match.entries]
    for seat, draft in match.drafts.items():
        twin.drafts[seat] = draft if seat == observer else replace(draft, actions=draft.actions[:draft.forced])
        while seat != observer and len(twin.drafts[seat].actions) < len(draft.actions):
            asked = twin.asked_after(seat, twin.drafts[seat].actions)
            assert asked is not None
            twin.drafts[seat] = replace(draft, actions=(*twin.drafts[seat].actions, rng.choice(asked.legal_actions())))
    return twin


def test_own_options_never_depend_on_others() -> None:
    """The flip is asked in a dealt world, the same whatever the others have drafted."""
    match = Match.new(load_game("fish_tank"), 3, None, None, SeededChance(8))
    rng = random.Random(8)
    while match.state.round < 4 or match.decision != "place":
        play_random(match, rng, 1)
    match.take_back(0) if match.draft(0) else None
    match.choose(0, match.legal(0)[:1])
    expected = shown(match, 0)
    for action in match.legal(1):
        match.choose(1, [action])
        assert shown(match, 0) == expected


def test_a_record_of_a_running_game_tells_no_more_than_its_view() -> None:
    match = Twins().both[0]
    for seat, actions in ((0, [5, DOUBLE]), (1, [3, SINGLE]), (2, [1, SINGLE])):
        match.choose(seat, actions)
    mine = match.record_text(1)
    assert "* deal 2 4\n" in mine and "deal 1" not in mine and "deal 3" not in mine and mine.count("# * deal: hidden") == 6
    assert "1 bid 5\n" in mine
    assert "deal 2" not in match.record_text(SPECTATOR)
    rng = random.Random(1)
    play_random(match, rng)
    assert match.record_text(1) == match.record().dump() and "hidden" not in match.record_text(SPECTATOR)


def test_what_is_not_opened_yet_is_hidden_also_in_a_game_resumed_within_a_stage() -> None:
    """The record of an interrupted game may stop between the sealed moves of a stage: they stay sealed."""
    pairs = []
    for hand, bid, double in (((113, 114, 112), 4, DOUBLE), ((113, 115, 113), 5, SINGLE)):
        match = Match.new(GAME, 3, {}, None, Scripted(101, 102, 105, *hand, 121, 122, 123))
        for seat, actions in ((0, [5, DOUBLE]), (1, [bid, double]), (2, [1, SINGLE])):
            match.choose(seat, actions)
        pairs.append(match)
    for length in range(9, 16):
        resumed = []
        for match in pairs:
            record = match.record()
            del record.entries[length:]
            resumed.append(Match.from_record(record, GAME, chance=SeededChance(1)))
        is_open = length >= 15
        for observer in (0, 2, SPECTATOR):
            assert (shown(resumed[0], observer) == shown(resumed[1], observer)) != is_open
            assert any("bid" in event.text for event in resumed[0].events(observer) if event.seat == 1) == is_open


def test_at_the_end_everything_is_told() -> None:
    match = Twins().both[0]
    play_random(match, random.Random(3))
    assert all(event.text for event in match.view(SPECTATOR).events)
    assert match.view(SPECTATOR).prompt.because == "North sits first" and "wins" in (match.view(0).result or GAME).title


def test_events_kept_up_equal_events_told_anew() -> None:
    match = Match.new(GAME, 3, {}, [Seat("A"), Seat("B", "greedy"), Seat("C", "greedy")], SeededChance(2))
    rng = random.Random(2)
    for _ in range(80):
        for observer in (SPECTATOR, 0, 1, 2):
            kept = match.events(observer)
            match._told.clear()
            assert kept == match.events(observer)
            match.events(observer)
        if match.can_undo(0) and (match.over or rng.random() < 0.2):
            match.undo(0)
        else:
            play_random(match, rng, 1)
