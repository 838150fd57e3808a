"""What holds in every position of every game: cards and coins are conserved, secrets are kept, and a game ends."""

import pytest

from shoal.engine.facts import SPECTATOR
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games.aquarium.notation import CARDS, FISH, HIDDEN, HOLD, KINDS, MINUS1, NONE, bit_of, play

from .tables import GAME

VARIANTS = [
    {},
    {"breeding_tank": False, "fishybank": False},
    {"upgrade_strictly_bigger": False, "sets_repeat": False, "fish_shared_trio_and_set": False},
    {"skip_phase2_if_market_empty": False, "half_self_split": True, "stall_limit_rounds": 1},
]
BOX = GAME.box
BOX_COPIES, BOX_SIZE, BOX_INCOME = list(BOX.copies), list(BOX.size), list(BOX.income)
GAMES = 200 if compiled() else 20


def check_cards(state, before):
    """Fields are read once, since each reading makes a new list in the compiled form; where no card has moved since the last check, nothing is to be done."""
    aquariums, tank, market, discards, unseen = cards = places(state)
    if before is not None and cards == places(before):
        return
    for kind in range(KINDS):
        held = sum(aquariums[kind::KINDS]) + 2 * tank.count(kind + 1)
        copies = BOX_COPIES[kind] if kind != FISH - 1 or state.fishybank else 0
        assert market[kind] + discards[kind] + unseen[kind] + held == copies
    assert state.market_size == sum(market) <= BOX.market_limit
    assert state.unseen_size == sum(unseen)


def places(state):
    return [list(cards) for cards in (state.aquariums, state.tank, state.market, state.discards, state.unseen)]


def check_action_cards(state):
    for card, spent in zip(state.committed, state.spent, strict=True):
        assert 0 <= spent < 1 << 8
        if card > HOLD:
            assert not spent & bit_of(card), "a card is in one place only"
    if state.players == 2:
        spent = state.influence_spent
        assert spent[HOLD] == 0 and all(spent[card] <= 2 for card in range(CARDS))


def check_deck(state):
    if not state.deck_cards:
        return
    still = bin(BOX.feeding_piles[state.players] >> (state.pile + 1)).count("1") + state.feeding_ahead
    assert still + state.feedings == BOX.feedings[state.players]
    if still:
        assert state.unseen_size + still > 0


def check_position(state, before):
    check_cards(state, before)
    check_action_cards(state)
    check_deck(state)
    assert min(state.coins) >= 0 and state.price >= 0 and state.reveals >= 0
    if state.decision() == "turn":
        assert 1 <= state.market_size <= BOX.market_limit
    if not state.is_terminal() and not state.is_chance():
        for seat in state.actors():
            legal = state.legal_actions(seat)
            assert legal
            if state.decision() in ("phase1", "phase2"):
                assert legal[0] == play(HOLD)


def money_in(before, text):
    """Coins that a step brings into all purses from the bank, negative if it takes them out."""
    kind = text.split(" ")[0]
    if kind == "pass":
        return BOX.pass_income + BOX.bank_extra * before.aquariums[before.active * KINDS + FISH - 1]
    if kind == "buy":
        return sum(before.half_pays(seat) for seat in range(before.players)) - before.price
    if kind == "feed":
        return -before.bill(before.asked)
    return 0


def play_and_check(players, options, seed):
    state = GAME.new_state(players, options)
    rng = Rng(seed, "invariants")
    turns, before = 0, None
    while not state.is_terminal():
        check_position(state, before)
        before = state.copy()
        if state.is_chance():
            outcomes = state.chance_outcomes()
            assert all(weight > 0 for _, weight in outcomes)
            outcome = draw(outcomes, rng)
            text = GAME.outcome_to_text(outcome)
            state.apply_outcome(outcome)
        else:
            seat = state.actors()[rng.pick(len(state.actors()))]
            legal = state.legal_actions(seat)
            action = legal[rng.pick(len(legal))]
            text = GAME.action_to_text(action)
            state.apply_action(seat, action)
            turns += before.decision() == "turn"
        check_step(before, state, text)
    check_position(state, before)
    assert turns <= (2 * players + 2) * 66
    assert min(state.scores()) >= 0
    assert state.scores() == [GAME.score_sheet(state, seat).total for seat in range(players)]
    assert state.winners()
    return state


def draw(outcomes, rng):
    point = rng.pick(sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        if point < weight:
            return outcome
        point -= weight
    raise AssertionError


def check_move(before, state, word):
    """Cards come to aquariums and leave them only as the rules say, and as many."""
    change = {"deal": 1, "buy": before.market_size, "take": 0, "breed": -2, "starve": -1}
    assert sum(state.aquariums) - sum(before.aquariums) == change[word]
    if word == "buy":
        assert before.price <= before.coins[before.active] and state.market_size == 0


def check_start(state):
    """Everybody begins with one small fish, all of different colours."""
    fish = [kind for seat in range(state.players) for kind in range(KINDS) for _ in range(state.aquariums[seat * KINDS + kind])]
    assert len(fish) == state.players == len({kind // 3 for kind in fish}) and all(BOX_SIZE[kind] == 1 for kind in fish)


def check_step(before, state, text):
    """Fish come and go by the rules, plants stay, tanks only grow, and coins move only where the rules move them."""
    old, new, old_tank, new_tank = before.aquariums, state.aquariums, before.tank, state.tank
    word = text.partition(" ")[0]
    if old != new or word == "buy":
        check_move(before, state, word)
    if word == "first":
        check_start(state)
    for seat in range(state.players):
        if old != new:
            assert all(new[at] >= old[at] for at in range(seat * KINDS + FISH, (seat + 1) * KINDS))
        if old_tank[seat]:
            assert new_tank[seat]
            if state.upgrade_bigger and new_tank[seat] != old_tank[seat]:
                assert BOX_SIZE[new_tank[seat] - 1] > BOX_SIZE[old_tank[seat] - 1]
    change = sum(state.coins) - sum(before.coins)
    income = BOX_INCOME[new_tank[state.active] - 1] if state.decision() == "turn" and new_tank[state.active] else 0
    minus = sum(card == MINUS1 for card in (*state.shown2, state.influence2)) if state.decision() == "buy" and before.decision() != "buy" else 0
    assert change - money_in(before, text) in {0, income, minus * BOX.minus_coin}


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_the_invariants(players, variant):
    for seed in range(GAMES):
        play_and_check(players, VARIANTS[variant], seed)


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_random_games_keep_the_invariants(players):
    for variant in VARIANTS:
        for seed in range(GAMES, 10_000 if compiled() else 1_000):
            play_and_check(players, variant, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_is_shown_a_card_face_down(players):
    """At every step: an observer knows its own committed card only, and no mask holds another one."""
    state = GAME.new_state(players)
    rng = Rng(players, "hidden")
    while not state.is_terminal():
        for observer in range(SPECTATOR, players):
            mask = state.masked(observer).state
            for seat in range(players):
                if seat != observer and state.committed[seat] != NONE:
                    assert mask.committed[seat] == HIDDEN
                elif seat == observer:
                    assert mask.committed[seat] == state.committed[seat]
        if state.is_chance():
            state.apply_outcome(draw(state.chance_outcomes(), rng))
        else:
            seat = state.actors()[0]
            legal = state.legal_actions(seat)
            state.apply_action(seat, legal[rng.pick(len(legal))])
