"""The greedy player: it beats random choices, and in chosen positions it does what a person would."""

import random
from itertools import combinations

import pytest

from shoal.bots.bot import GreedyBot, RandomBot, preferences
from shoal.bots.playing import lower_end, paired_games
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games.aquarium.advice import reason
from shoal.games.aquarium.notation import FISH, KINDS

from .tables import GAME, listed, play, position


def best(state, seat):
    values = preferences(state.masked(seat - 1))
    return GAME.action_to_text(max(values, key=lambda action: values[action]))


def feeding(food, fish, coins, last=False, players=2, deck="feeding y1"):
    state = position(players, market="p2", aquariums={1: fish}, coins={1: coins - 2}, deck=deck, last=last)
    return play(state, f"1 pass; * draw feeding; * food {food}")


def fed(state):
    """What the greedy player starves before it feeds."""
    gone = []
    while best(state, 1) != "feed":
        gone.append(best(state, 1).split()[1])
        play(state, f"1 {best(state, 1)}")
    return gone


# ---- feeding

def test_the_last_feeding_keeps_whatever_earns_stars():
    assert fed(feeding(3, "p1 r2 b3", 18, last=True)) == []


def test_the_last_feeding_feeds_even_what_earns_nothing():
    """Coins that are left break ties, and the fewest win them."""
    assert fed(feeding(1, "p1 bank", 9, last=True)) == []
    assert fed(feeding(3, "p1 bank", 4, last=True)) == ["bank"]


def test_short_of_money_it_keeps_the_most_stars_for_its_coins():
    """7 coins at food 1: all but the Trio may go."""
    assert sorted(fed(feeding(1, "p1 p2 p3 r1 y2", 6, last=True))) == ["r1", "y2"]


def test_it_keeps_a_set_rather_than_single_fish():
    assert fed(feeding(1, "p1 r1 y1 b1 r2", 4, last=True)) == ["r2"]


def test_early_and_dear_food_is_not_paid_for_a_single_large_fish():
    """Nine coins now, and three more feedings, for three stars."""
    assert fed(feeding(3, "b3", 15)) == ["b3"]


def test_fish_that_plants_keep_are_kept():
    assert fed(feeding(3, "b3 fern", 5)) == []


def best_kept(cards, food, coins):
    """The most stars that can be kept, found by trying every choice of fish."""
    fish, plants = [kind for kind in cards if kind < FISH], [kind for kind in cards if kind >= FISH]
    best = 0
    for kept in {kept for number in range(len(fish) + 1) for kept in combinations(sorted(fish), number)}:
        eating = sorted((GAME.box.size[kind] for kind in kept), reverse=True)[len(plants):]
        if food * sum(eating) <= coins:
            counts = [(*kept, *plants).count(kind) for kind in range(KINDS)]
            best = max(best, sum(line.points for line in GAME.lines(counts, True, True, 0)))
    return best


def test_in_the_last_feeding_it_keeps_the_best_that_its_coins_can_feed():
    """Many aquariums, against all choices there are: a fish that is worth more than its food is never left to starve."""
    chance = random.Random(5)
    copies = [kind for kind in range(KINDS) for _ in range(3)]
    for _ in range(60):
        cards = chance.sample(copies, chance.randrange(2, 9))
        food = chance.choice([1, 2, 3])
        state = feeding(food, listed([cards.count(kind) for kind in range(KINDS)]), chance.randrange(2, 20), last=True, deck="feeding")
        coins = state.coins[0]
        gone = fed(state)
        assert state.scores()[0] == best_kept(cards, food, coins), (cards, food, coins, gone)


# ---- buying and breeding

def bought(market, coins=15, players=3, **table):
    """Whether it buys at the plain price."""
    others = range(2, players + 1)
    state = position(players, market=market, coins={1: coins}, **table)
    play(state, "1 shop" + "".join(f"; {seat} hold" for seat in others) * 2)
    return best(state, 1)


def test_it_buys_plants_early():
    assert bought("fern kelp") == "buy"


def test_it_does_not_spend_all_on_what_must_starve():
    assert bought("p3 r3 y2 b2 r2", coins=13) == "decline"


def test_it_breeds_a_large_pair_early():
    state = position(3, market="p3 p3")
    play(state, "1 shop; 2 hold; 3 hold; 2 hold; 3 hold; 1 buy")
    assert best(state, 1) == "breed p3"


def test_it_gives_away_what_it_misses_least():
    state = position(3, market="b3", aquariums={2: "p1 p2 p3 r1"}, deck="feeding", last=True)
    assert best(play(state, "1 shop; 2 exchange; 3 hold"), 2) == "give r1"


def test_the_buyer_drops_what_it_needs_least():
    state = position(3, market="p3 r1 fern", aquariums={1: "p1 p2"}, deck="feeding", last=True)
    assert best(play(state, "1 shop; 2 remove; 3 hold"), 1) == "drop r1"


def test_a_half_is_played_when_the_buyer_pays_anyway():
    state = position(4, market="p3 r3", aquariums={1: "p1 p2 r1 r2"}, coins={1: 30}, spent={2: "plus1 minus1 double"})
    assert best(play(state, "1 shop; 2 hold; 3 hold; 4 hold"), 2) == "half"


# ---- against random choices

def test_greedy_beats_random():
    deals = 60 if compiled() else 6
    games = list(paired_games(GAME, [GreedyBot(), RandomBot()], deals))
    assert sum(game.share_of(0) for game in games) >= 0.95 * len(games)


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_in_95_of_100_games(players):
    games = list(paired_games(GAME, [GreedyBot()] + [RandomBot()] * (players - 1), 1000 // players))
    assert lower_end(sum(game.share_of(0) for game in games), len(games)) >= 0.95


# ---- advice

def test_every_move_has_a_reason():
    """In every kind of decision; it only reads the mask."""
    seen = set()
    for players, seed in ((2, 1), (3, 2), (4, 3)):
        state = GAME.new_state(players)
        rng = Rng(seed, "advice")
        state.advance(rng)
        while not state.is_terminal():
            seat = state.actors()[0]
            masked = state.masked(seat)
            legal = masked.legal_actions()
            for action in legal:
                line = reason(GAME, masked, action)
                assert line and "{" not in line and line[0] == line[0].upper()
            seen.add(state.decision())
            state.apply_action(seat, legal[rng.pick(len(legal))])
            state.advance(rng)
    assert {"turn", "phase1", "phase2", "drop", "swap", "give", "take", "buy", "feed"} <= seen


def test_reasons_count_stars_and_coins():
    state = play(position(3, market="p3", aquariums={1: "p1 p2"}), "1 shop; 2 hold; 3 hold; 2 hold; 3 hold")
    assert reason(GAME, state.masked(0), GAME.text_to_action("buy")) == "+6 stars (Fish +3, Purple Trio +3), for 3 coins; 3 sizes more to feed each time"
    state = feeding(3, "b3 r2 fern", 9)
    assert reason(GAME, state.masked(0), GAME.text_to_action("starve r2")) == "Saves 6 coins now, and 2 of your stars go"
