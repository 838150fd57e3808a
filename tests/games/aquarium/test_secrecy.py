"""Twin tables that differ in one sealed card only: whatever anybody else is given is equal byte by byte until that card is turned up."""

import json

import pytest

from shoal.bots.hints import hints
from shoal.engine.errors import RecordError, ShoalError
from shoal.engine.facts import SPECTATOR
from shoal.engine.record import Record
from shoal.games.aquarium.notation import ACTIONS
from shoal.games.aquarium.table import log_lines
from shoal.games.aquarium.table_text import text_board
from shoal.play.match import Match
from tests.games.pages import matches

from .tables import GAME
from .test_table import page

PHASE1, PHASE2 = ("hold", "add", "remove", "replace", "exchange"), ("hold", "plus1", "minus1", "double", "half")


def given_to(match, observer):
    """All that an observer gets of a match: data, page, the page with every tap, plain text, the log, hints, the record, refusals."""
    view = match.view(observer)
    taps = ["", *(text for _, text in view.legal)]
    names = [seat.name for seat in view.seats]
    found = [json.dumps(view.to_json()), *(page(view, tap) for tap in taps), text_board(view), str(log_lines(view, names)), match.record_text(observer)]
    if observer != SPECTATOR:
        found += [str(hints(GAME, match.asked(observer))), *(refused(match, observer, action) for action in range(0, ACTIONS, 3))]
    return found


def refused(match, seat, action):
    try:
        match.plan_choose(seat, [action])
    except ShoalError as error:
        return str(error)
    return "allowed"


def found(players, seed, wanted):
    """The first position of a random match that is as wanted; the same one every time."""
    return next(match for match in matches(GAME, players, seed) if wanted(match.state))


def after(match, choices):
    """With these choices made: (seat, text)."""
    for seat, text in choices:
        match.choose(seat, [GAME.text_to_action(text)])
    return match


def choices_of(match, seat, cards):
    legal = {GAME.action_to_text(action) for action in match.legal(seat)}
    return [card for card in cards if card in legal]


def others(state):
    return [(state.active + place) % state.players for place in range(1, state.players)]


def same_for_all_but(seat, tables):
    for observer in range(SPECTATOR, tables[0].players):
        seen = [given_to(match, observer) for match in tables]
        if observer != seat:
            assert all(one == seen[0] for one in seen), observer
        else:
            assert any(one != seen[0] for one in seen)


@pytest.mark.parametrize(("players", "stage", "cards"), [(3, "phase1", PHASE1), (3, "phase2", PHASE2), (4, "phase1", PHASE1), (4, "phase2", PHASE2)])
def test_while_others_still_choose(players, stage, cards):
    """A card that is sealed can still be changed; nobody else is told more than that there is one."""
    def ready():
        return found(players, 21, lambda state: state.decision() == stage and state.market_fish > 0)
    seat = others(ready().state)[-1]
    same_for_all_but(seat, [after(ready(), [(seat, card)]) for card in choices_of(ready(), seat, cards)])


def replacing(state):
    """Phase I of four with a fish in the market, where the first two of the others have all their cards."""
    return state.decision() == "phase1" and state.market_fish > 0 and not any(state.spent[seat] for seat in others(state)[:2])


def test_while_the_card_before_it_is_carried_out():
    """The first card waits for its player to choose a fish; the second one lies face down."""
    first, second, third = others(found(4, 21, replacing).state)
    tables = [after(found(4, 21, replacing), [(first, "replace"), (second, card), (third, "hold")]) for card in PHASE1]
    assert all(match.state.decision() == "swap" and match.state.committed[second] for match in tables)
    same_for_all_but(second, tables)


def test_through_a_feeding_time():
    """A replacement that turns up Feeding Time: all feed while the second card lies face down, and its spent ones come back."""
    for seed in range(1, 200):
        for match in matches(GAME, 4, seed):
            state = match.state
            if state.decision() == "feed" and state.executing == 1 and sum(1 for card in state.committed if card) == 2:
                worlds = [world for card in PHASE1 if (world := other_world(match, card)) is not None]
                assert len(worlds) > 1 and all(world.state.decision() == "feed" for world in worlds)
                same_for_all_but(others(state)[1], worlds)
                return
    raise AssertionError("no such feeding in these games")


def other_world(match, card):
    """The same match, but for the card that the second of the others has sealed; None where that was not in its hand."""
    seat = others(match.state)[1]
    at = max(i for i, entry in enumerate(match.entries) if entry.seat == seat and entry.decision == "phase1")
    record = Record.of(GAME, match.players, match.options)
    for i, entry in enumerate(match.entries):
        record.add(entry.seat, card if i == at else entry.text)
    try:
        return Match.from_record(record, GAME)
    except RecordError:
        return None


@pytest.mark.parametrize("card", PHASE2[1:])
def test_two_players_turn_both_cards_over_together(card):
    """The hand card of Phase II is shown with the influence card, not before: the match has no moment between them."""
    match = found(2, 21, lambda state: state.decision() == "phase2" and not state.spent[others(state)[0]])
    seat = others(match.state)[0]
    after(match, [(seat, card)])
    assert match.state.decision() == "buy" and match.state.shown2[seat] and match.state.influence2
