"""What just happened, in words: every coin is told, with why and to whom; nothing is told that the observer may not know."""

from collections import Counter

import pytest

from shoal.engine.facts import SPECTATOR
from shoal.games.aquarium.chronicle import chronicle
from shoal.games.aquarium.table import board, log_lines
from tests.games.pages import matches

from .tables import GAME

NAMES = ["You", "North", "East", "West"]


def lines(view):
    return log_lines(view, NAMES[: view.masked.players])


def texts(view):
    return [line for *_, line in lines(view)]


def until(players, seed, stop, **options):
    """The first position of a match at random that is as wanted."""
    for match in matches(GAME, players, seed, **options):
        if stop(match.state):
            return match
    raise AssertionError("no such position in this match")


def purses(told, players):
    """What everybody has, by the coins that have been told."""
    coins = Counter(dict.fromkeys(range(players), GAME.box.starting_coins))
    for fact in told.facts:
        if fact.key in ("pass", "income", "minus1", "influence_minus1"):
            coins[fact.seat] += fact.n
        elif fact.key in ("buy", "feed"):
            coins[fact.seat] -= fact.n
        if fact.key == "buy":
            for seat, paid in fact.paid:
                coins[seat] += paid
    return [coins[seat] for seat in range(players)]


@pytest.mark.parametrize("options", [{}, {"skip_phase2_if_market_empty": False, "upgrade_strictly_bigger": False, "half_self_split": True}])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_coin_is_told(players, options):
    for number, match in enumerate(matches(GAME, players, 3 + players, **options)):
        if number % 7 and not match.over:
            continue
        told = chronicle(match.view(SPECTATOR))
        assert purses(told, players) == list(match.state.coins[:players])
    assert {"buy", "decline", "feed", "pass", "price", "card_hold"} <= {fact.key for fact in told.facts}


@pytest.mark.parametrize("players", [2, 4])
def test_lines_stand_under_their_turn_and_grow_as_the_game_goes_on(players):
    before = []
    for number, match in enumerate(matches(GAME, players, 7)):
        if number % 5 and not match.over:
            continue
        now = lines(match.view(0))
        assert all(line and "{" not in line and heading for *_, heading, line in now)
        known = [(index, seat, line) for index, seat, _, line in now if "sealed" not in line]
        assert known[: len(before)] == before, number
        before = known
    headings = list(dict.fromkeys(heading for *_, heading, _ in now))
    assert headings[0] == "The beginning" and headings[1].startswith("Turn 1 · ")
    assert [heading.split(" · ")[0] for heading in headings[1:]] == [f"Turn {n}" for n in range(1, len(headings))]


def test_a_purchase_is_told_from_the_market_to_the_last_coin():
    match = until(2, 3, lambda state: state.decision() == "turn" and state.reveals >= 2)
    said = "\n".join(texts(match.view(0)))
    for part in ("North went shopping: purple 3, red 1, base price 4", "You turned up Add", "Influence card: Replace", "You replaced red 1", "Turned up: red 3",
                 "The price: base 8, +1 (influence deck) = 9, ½ (you) = 5; to pay 5 coins, 5 to you", "North did not buy for 5 coins"):
        assert part in said


def test_what_each_card_of_phase_1_did():
    """The board says so during the purchase, for every card that has been turned up."""
    found = set()
    for match in matches(GAME, 4, 2):
        state = match.state
        story = board(match.view(SPECTATOR), {"select": ""})["story"]
        if state.executing:
            assert [line["seat"] for line in story] == [(state.active + place) % 4 for place in range(1, state.executing + 1)]
        found |= {line["words"].split(":")[0] for line in story}
    assert {"passed", "added a card", "had a fish removed", "exchanged", "no effect"} <= found


def test_an_exchange_without_fish_is_not_taken_for_that_of_somebody_else():
    """Two exchanges in one purchase: who has no fish has done nothing, the other one has swapped."""
    seen = False
    for seed in range(60):
        for match in matches(GAME, 4, seed):
            cards = [match.state.shown1[(match.state.active + place) % 4] for place in (1, 2, 3)]
            if cards.count(5) >= 2 and match.state.decision() == "phase2":
                words = {line["seat"]: line["words"] for line in board(match.view(0), {"select": ""})["story"]}
                told = [card for card in chronicle(match.view(0)).played if card.card == 5]
                assert all(bool(card.why_not) != (len(card.moved) == 2) for card in told)
                seen = seen or any(card.why_not for card in told) and any("exchanged" in said for said in words.values())
        if seen:
            return
    raise AssertionError("no two exchanges in these games")


def test_nothing_is_told_of_a_card_face_down():
    """That a card has been sealed is told, and no more."""
    compared = 0
    for match in matches(GAME, 4, 11):
        state = match.state
        for seat in range(4):
            if state.committed[seat] and seat not in match.answered():
                view = match.view((seat + 1) % 4)
                said = texts(view)
                assert any(f"{NAMES[seat]} sealed a card" in line for line in said)
                hidden = {(event.index, event.seat) for event in view.events if event.hidden}
                assert hidden and not any((fact.index, fact.seat) in hidden and fact.card for fact in chronicle(view).facts)
                compared += 1
    assert compared


def test_the_step_says_whose_purchase_it_is_and_what_a_feeding_interrupts():
    match = until(3, 4, lambda state: state.decision() == "phase2")
    for observer in range(3):
        step = board(match.view(observer), {"select": ""})["step"]
        assert ("your purchase" in step) == (observer == match.state.active) and step.endswith("Phase II, how much it costs")
    match = until(3, 4, lambda state: state.decision() == "feed")
    assert board(match.view(0), {"select": ""})["step"].startswith("Feeding 1 of 4 · ")


def test_a_view_without_its_beginning_has_no_story():
    from .tables import play, position
    from .test_table import shown_view
    state = play(position(3, market="p2 fern"), "1 shop; 2 hold; 3 hold")
    assert lines(shown_view(state, 0)) == []
