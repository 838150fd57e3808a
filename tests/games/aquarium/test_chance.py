"""Chance is exact: decks drawn card by card are distributed like decks that are really shuffled, stacked and turned up."""

import random
from collections import Counter

import pytest

from shoal.engine.state import Rng
from shoal.games.aquarium.notation import DRAW_FEEDING, KINDS

from .tables import GAME, chances, pile_sizes, play, position


def engine_deck(players, rng):
    """The whole deck as the engine draws it: an empty market, passes and flushes."""
    state = GAME.new_state(players)
    cards = []
    words = {word: GAME.text_to_action(word) for word in ("pass", "flush", "feed")}
    while not state.is_terminal():
        if state.is_chance():
            outcome = drawn(state.chance_outcomes(), rng)
            if state.chance_name() == "draw":
                cards.append(outcome)
            state.apply_outcome(outcome)
        else:
            seat = state.actors()[0]
            legal = state.legal_actions(seat)
            state.apply_action(seat, legal[0] if legal[0] in words.values() else legal[-1])
    return cards


def drawn(outcomes, rng):
    point = rng.pick(sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        if point < weight:
            return outcome
        point -= weight
    raise AssertionError


def real_deck(players, shuffler):
    """The same at a table: shuffle, deal into piles, shuffle Feeding Time cards in, stack."""
    colours = [GAME.kinds[colour * 3].number for colour in range(4)]
    cards = [kind for kind in range(KINDS) for _ in range(GAME.box.copies[kind])]
    for kind in shuffler.sample(colours, players):
        cards.remove(kind)
    shuffler.shuffle(cards)
    deck = []
    for number, size in enumerate(pile_sizes(players, len(cards))):
        pile = [cards.pop() for _ in range(size)]
        if GAME.box.feeding_piles[players] >> number & 1:
            pile.append(DRAW_FEEDING)
            shuffler.shuffle(pile)
        deck += pile
    last = max(place for place, card in enumerate(deck) if card == DRAW_FEEDING)
    return deck[: last + 1]


def features(deck):
    """What is counted of a deck: kinds at some places, where feedings lie, pairs of neighbours, how mixed its beginning is."""
    feedings = [place for place, card in enumerate(deck) if card == DRAW_FEEDING]
    yield from (("kind", place, deck[place]) for place in (0, 5, 11, 30))
    yield from (("feeding", number, place) for number, place in enumerate(feedings))
    yield ("gap", feedings[1] - feedings[0])
    yield ("different", len(set(deck[:12])))
    yield ("same", sum(a == b for a, b in zip(deck, deck[1:], strict=False)))
    yield ("length", len(deck))


def chi_square(first, second):
    """Of two samples of equal size by their features, and the degrees of freedom; rare features are put together."""
    groups = {}
    for feature in first.keys() | second.keys():
        total = first[feature] + second[feature]
        key = feature if total >= 40 else (feature[0], "rare")
        a, b = groups.get(key, (0, 0))
        groups[key] = (a + first[feature], b + second[feature])
    used = [(a, b) for a, b in groups.values() if a + b >= 20]
    return sum((a - b) ** 2 / (a + b) for a, b in used), len(used)


def compare(players, number):
    rng, shuffler = Rng(players, "decks"), random.Random(players)
    dealt, shuffled = Counter(), Counter()
    for _ in range(number):
        dealt.update(features(engine_deck(players, rng)))
        shuffled.update(features(real_deck(players, shuffler)))
    statistic, freedom = chi_square(dealt, shuffled)
    assert statistic < freedom + 4.5 * (2 * freedom) ** 0.5, (statistic, freedom)


@pytest.mark.parametrize("players", [2, 4])
def test_decks_are_like_shuffled_ones(players):
    compare(players, 300)


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hundred_thousand_decks(players):
    compare(players, 100_000)


def test_the_test_itself_sees_a_wrong_deck():
    """Feeding Time always last in its pile is found out."""
    rng, shuffler = Rng(1, "decks"), random.Random(1)
    dealt, wrong = Counter(), Counter()
    for _ in range(300):
        dealt.update(features(engine_deck(2, rng)))
        deck = real_deck(2, shuffler)
        place = deck.index(DRAW_FEEDING)
        deck.insert(16, deck.pop(place))
        wrong.update(features(deck))
    statistic, freedom = chi_square(dealt, wrong)
    assert statistic > freedom + 10 * (2 * freedom) ** 0.5


def test_starting_fish_and_start_player():
    state = GAME.new_state(3)
    assert chances(state) == {f"deal {fish}": (1, 4) for fish in ("p1", "r1", "y1", "b1")}
    play(state, "* deal r1")
    assert set(chances(state)) == {"deal p1", "deal y1", "deal b1"}
    play(state, "* deal p1; * deal b1")
    assert chances(state) == {"first 1": (1, 3), "first 2": (1, 3), "first 3": (1, 3)}


def test_R35_food_costs_are_drawn_from_all_four_cards_each_time():
    for food in (1, 2, 2):
        state = play(position(2, market="p1", deck="feeding y1"), "1 pass; * draw feeding")
        assert chances(state) == {"food 1": (1, 4), "food 2": (2, 4), "food 3": (1, 4)}
        assert play(state, f"* food {food}").food == food
