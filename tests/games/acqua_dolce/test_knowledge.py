"""Who knows what: masks, openly taken cards, what a new deck tells, and `dealt` against the exact chances on tiny boxes."""

from collections import Counter

import pytest

from shoal.engine.facts import AT_END, SPECTATOR
from shoal.engine.state import Rng
from shoal.games.acqua_dolce.notation import KINDS, PLAY_ACTION
from tests.contract.walks import games_to_play

from .tables import GAME, NAMES, box_with, cards, hand, listed, play, position, row_of, settle
from .watcher import Watcher, hands_of

SAMPLES = 600


def mask_of(state, seat):
    return state.masked(seat - 1 if seat else SPECTATOR).state


# ---- masks


def test_other_hands_and_the_deck_are_one_bag():
    state = settle(GAME.new_state(3))
    mask = mask_of(state, 2)
    assert hand(mask, 2) == hand(state, 2) and hand(mask, 1) == hand(mask, 3) == ""
    assert sum(mask.deck) == state.deck_size + 14 and mask.deck_size == state.deck_size and list(mask.hand_size) == list(state.hand_size)
    assert list(mask.row) == list(state.row)
    assert sum(sum(mask_of(state, 0).hands) for _ in range(2)) == 0


def test_R41_a_card_taken_openly_stays_known():
    state = position(3, hands={1: "krib, 2 neon", 2: 5, 3: 5}, row="bee, molly, glass", memory=True)
    settle(play(state, "1 take bee"))
    for observer in (0, 2, 3):
        assert hand(mask_of(state, observer), 1) == "bee"
    settle(play(state, "1 swap bee krib; 1 draw; *; 1 draw; *; 1 draw"))
    assert all(hand(mask_of(state, observer), 1) == "" for observer in (0, 2, 3))


def test_R41_two_known_among_three():
    state = position(hands={1: "neon, krib", 2: 5}, row="neon, neon, bee", memory=True, taken=0)
    settle(play(state, "1 take neon"), seed=3)
    row = listed(state.row)
    assert "neon" in row
    settle(play(state, "1 take neon; *; 1 play neon x2"))
    openly = list(state.recall.openly)[:KINDS]
    assert openly[NAMES.index("neon")] == 0 and "neon" in hand(state, 1)


def test_without_memory_nothing_is_known_of_other_hands():
    state = position(hands={1: "krib, 2 neon", 2: 5}, row="bee, molly, glass")
    settle(play(state, "1 take bee"))
    assert hand(mask_of(state, 2), 1) == ""


def test_hidden_draws_are_witnessed_by_their_seat_until_the_end():
    state = GAME.new_state(2)
    sees = state.witnesses(None, state.chance_outcomes()[0][0])
    assert sees.seats == (0,) and sees.public_at == AT_END
    while state.chance_name() == "deal":
        state.apply_outcome(state.chance_outcomes()[0][0])
    assert state.chance_name() == "reveal" and state.witnesses(None, 0).public
    settle(state)
    assert state.witnesses(0, state.legal_actions(0)[0]).public


def test_everything_is_open_when_the_game_is_over():
    state = settle(GAME.new_state(2, {"max_rounds": 1}))
    while not state.is_terminal():
        settle(play(state, f"{state.turn + 1} draw"))
    assert hand(mask_of(state, 0), 1) == hand(state, 1)


# ---- a new deck


def new_deck(memory=True):
    """Seat 1 draws the last card; seat 2 holds two cards, and seat 3 two."""
    state = position(
        3,
        tank="deco",
        hands={1: "2 neon", 2: "krib, bee", 3: "molly, agassiz"},
        row="platy, platy, platy",
        discards="guppy, cory, fighter, angel",
        only_these=True,
        memory=memory,
    )
    return state


def test_a_new_deck_is_known_and_so_are_the_cards_in_hands():
    state = new_deck()
    play(state, "1 draw; * draw cory")
    mask = state.masked(1)
    worlds = [mask.dealt(Rng(seed)) for seed in range(40)]
    in_deck = {listed(world.deck) for world in worlds}
    assert all(set(deck.split(", ")) < {"guppy", "cory", "fighter", "angel"} for deck in in_deck) and len(in_deck) == 4
    assert all(not set(hand(world, 3).split(", ")) & {"guppy", "cory", "fighter", "angel"} for world in worlds), "seat 3 has drawn nothing since"
    assert {hand(world, 2) for world in worlds} == {"krib, bee"}
    own = state.masked(0).dealt(Rng(1))
    assert listed(own.deck) == "guppy, angel, fighter"


def test_a_card_revealed_from_the_new_deck_is_not_in_it():
    state = new_deck()
    play(state, "1 take platy; * reveal fighter")
    assert {listed(state.masked(1).dealt(Rng(seed)).deck) for seed in range(10)} == {"cory, guppy, angel"}


def test_without_memory_a_new_deck_tells_nothing():
    state = new_deck(memory=False)
    play(state, "1 draw; * draw cory")
    assert len({listed(state.masked(1).dealt(Rng(seed)).deck) for seed in range(60)}) > 4


# ---- exact chances


def surprise(found, chances, samples):
    """How many standard deviations a chi-square statistic lies above what is expected (Wilson and Hilferty); rare worlds are put together."""
    cells, rare, rare_found = [], 0.0, 0
    for world, chance in chances.items():
        if chance * samples < 5:
            rare, rare_found = rare + chance * samples, rare_found + found[world]
        else:
            cells.append((found[world], chance * samples))
    if rare > 1:
        cells.append((rare_found, rare))
    freedom = len(cells) - 1
    statistic = sum((have - want) ** 2 / want for have, want in cells)
    spread = 2 / (9 * max(freedom, 1))
    return ((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5 if freedom > 0 else 0.0


def doubtful(state, watcher, action):
    """Whether a play of another seat leaves open whether the card was drawn from the present deck: from then on only bounds are remembered."""
    seat = state.turn
    return seat != watcher.seat and state.decision() == "act" and action >= PLAY_ACTION and state.recall.old[seat] > 0 and state.recall.fresh[seat] > 0


def check_game(players, seed, samples, face_up=0):
    """With face-up cards some are openly taken, too."""
    game = box_with("2 guppy, neon, 2 krib, 2 fighter, molly, 2 deco, plant, feed4", hand=2, runout_penalty=2, swap_draw=2, face_up=face_up)
    state = game.new_state(players, {"max_rounds": 10, "actions_mandatory": False})
    state.remember()
    rng, watcher = Rng(seed, "walk"), Watcher(state, seed % players)
    renewals, sure, checked = 0, True, 0
    for _ in range(45):
        if state.is_terminal() or renewals > (1 if players > 2 else 5) or len(watcher.worlds) > 3000 or not (sure or players == 2):
            break
        before = state.copy()
        if state.is_chance():
            outcomes = state.chance_outcomes()
            seat, number = None, outcomes[rng.pick(len(outcomes))][0]
            state.apply_outcome(number)
        else:
            legal = [a for a in state.legal_actions(state.turn) if game.action_to_text(a) != "stop"] or state.legal_actions(state.turn)
            seat, number = state.turn, legal[rng.pick(len(legal))]
            sure = sure and not doubtful(state, watcher, number)
            state.apply_action(seat, number)
        watcher.event(before, state, seat, number)
        if before.discards_size > 0 and state.discards_size == 0 and state.deck_size > before.deck_size:
            renewals += 1
            sure = players == 2 or sure
        if sure and not state.is_chance() and not state.is_terminal() and renewals <= (1 if players > 2 else 5):
            check_dealt(state, watcher, rng, samples)
            checked += 1
    return checked


def check_dealt(state, watcher, rng, samples):
    chances = watcher.chances()
    assert hands_of(state) in chances, "the watcher is wrong: it excludes the truth"
    mask = state.masked(watcher.seat)
    found = Counter(hands_of(mask.dealt(rng)) for _ in range(samples if len(chances) > 1 else 3))
    assert set(found) <= set(chances), "an impossible world"
    assert surprise(found, chances, samples) < 4.5


@pytest.mark.parametrize("face_up", [0, 1, 2])
@pytest.mark.parametrize("players", [2, 3])
def test_dealt_worlds_come_as_often_as_chance_has_it(players, face_up):
    assert sum(check_game(players, seed, games_to_play(SAMPLES, SAMPLES // 2), face_up) for seed in range(2 * players + face_up)) > 9


@pytest.mark.nightly
@pytest.mark.parametrize("face_up", [0, 1, 2])
@pytest.mark.parametrize("players", [2, 3])
def test_dealt_worlds_come_as_often_as_chance_has_it_in_many_games(players, face_up):
    assert sum(check_game(players, seed, 4 * SAMPLES, face_up) for seed in range(100, 160 if players == 2 else 200)) > 100


def test_worlds_keep_the_bounds_in_long_games():
    """Known cards stay, sizes fit, and the deck holds no more than it can."""
    for seed in range(4):
        state, rng = GAME.new_state(3, {"max_rounds": 10}), Rng(seed, "long")
        state.remember()
        while not state.is_terminal():
            state.advance(rng)
            if state.is_terminal():
                break
            for observer in range(3) if rng.pick(15) == 0 else ():
                check_bounds(state, observer, rng)
            legal = state.legal_actions(state.turn)
            state.apply_action(state.turn, legal[rng.pick(len(legal))])


def check_bounds(state, observer, rng):
    recall = state.recall
    pool, seen, openly = list(recall.pool), list(recall.seen), list(recall.openly)
    true_deck, true_hands = list(state.deck), list(state.hands)
    world = state.masked(observer).dealt(rng)
    deck, hands = list(world.deck), list(world.hands)
    world.check()
    assert sum(deck) == state.deck_size and min(pool) >= 0 and min(seen) >= 0
    for card in range(KINDS):
        most = pool[card] - seen[observer * KINDS + card]
        assert true_deck[card] <= most and deck[card] <= most
    for i in range(3 * KINDS):
        assert openly[i] <= true_hands[i] and openly[i] <= hands[i]
    for seat in range(3):
        hidden = state.hand_size[seat] - sum(openly[seat * KINDS : (seat + 1) * KINDS])
        assert 0 <= recall.fresh[seat] <= hidden and 0 <= recall.old[seat] <= hidden <= recall.fresh[seat] + recall.old[seat]


def test_cards_of_a_tiny_box():
    game = box_with("3 guppy, deco")
    assert row_of(cards("3 guppy, deco")) == [game.box.decks[2 * KINDS + card] for card in range(KINDS)]
