"""What is true of every game of Pocket Aquarium, on random games; and a scorer written the slow way."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.engine.playout import Playouts
from shoal.engine.state import Rng
from shoal.games.pocket_aquarium.layout import layout_text
from tests.forms import both_forms

from .grids import CARDS, GAME, PATHS, position, state_path

VARIANTS = [
    {}, {"chips_path": "stops_with_corners"}, {"example_ten": True}, {"reuse_ban": "card_flipped_or_used_last_turn"}, {"swap_without_target_is_legal": True},
    {"feed_on_last_turn": False}, {"chips_blocks_food_swap": True}, {"rasboras_count_unscored_groups": False},
]


def games(number, options, seed=1):
    """(state before, text, state after) of every decision."""
    chance = random.Random(seed)
    rng = Rng(seed, "deal")
    for _ in range(number):
        state = GAME.new_state(1, options)
        state.advance(rng)
        while not state.is_terminal():
            before = state.copy()
            action = chance.choice(state.legal_actions(0))
            state.apply_action(0, action)
            yield before, GAME.action_to_text(action), state


def swapped(before, after):
    """Cells whose card has changed."""
    return [cell for cell in range(16) if before.faces[cell] >> 1 != after.faces[cell] >> 1]


def turned(before, after):
    side = {face >> 1: face & 1 for face in before.faces}
    return [face >> 1 for face in after.faces if face & 1 != side[face >> 1]]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_turn_does_what_its_name_says(options):
    for before, text, after in games(8, options):
        assert sorted(face >> 1 for face in after.faces) == list(range(16))
        assert after.stop == before.stop + 1
        moved, flipped = swapped(before, after), turned(before, after)
        verb, *rest = text.split()
        if verb == "flip":
            assert (len(moved), len(flipped)) == (0, 1)
            assert (after.barred != 0) == before.flips_bar
        elif verb == "use":
            assert len(flipped) == 0
            assert len(moved) in ((2, 4) if not before.empty_swaps else (0, 2, 4))
            assert after.barred != 0
        else:
            assert len(flipped) == 0
            assert len(moved) == (0 if len(rest[0]) == 1 else 2)
            assert after.barred == 0
        assert 0 <= after.raw() <= (36 if after.variant else 33)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_options_of_every_position(options):
    for before, _, _ in games(8, options, seed=2):
        texts = [GAME.action_to_text(action) for action in before.legal_actions(0)]
        if before.decision() == "food_swap":
            assert len(texts) == 3
            continue
        flips = [text for text in texts if text.startswith("flip")]
        stop = PATHS[state_path(before)][before.stop]
        assert len(flips) == (16 if stop.startswith("x") else 12)
        assert len(texts) <= (44 if stop.startswith("x") else 40)
        line = stop[1:]
        assert stop.startswith("x") or not [text for text in texts if text.split()[0] != "feed" and line in text.split()[1]]


def test_the_food_goes_one_way_and_lies_one_turn():
    for before, _, after in games(30, {}, seed=3):
        if 1 <= before.food <= 4:
            assert after.food == 5
        else:
            assert after.food >= before.food


def test_a_game_has_as_many_turns_as_stops_left():
    turns = [0]
    for before, _, after in games(60, {}, seed=4):
        turns[-1] += 1
        if turns[-1] == 1:
            turns.append(16 - before.stop)
            turns[-2:] = [turns[-1], 1]
        if after.is_terminal():
            assert turns[-1] == turns[-2]
            assert 10 <= turns[-1] <= 16
            turns = [0]


def test_masks_are_the_whole_truth():
    for before, _, _ in games(5, {}, seed=5):
        for observer in (-1, 0):
            assert before.masked(observer).dealt(Rng(1)) == before


def test_the_deal_is_even():
    """Every card and side is about equally often on the first and on the last cell."""
    first, last = [0] * 32, [0] * 32
    rng = Rng(6, "deal")
    for _ in range(3200):
        state = GAME.new_state()
        state.advance(rng)
        first[state.faces[0]] += 1
        last[state.faces[15]] += 1
    assert max(first + last) < 155 and min(first + last) > 55


# ---- scoring, the slow way

def slow_groups(cards):
    """Sets of cells (row, column) of one species and more than one fish, with the species letter."""
    found, seen = [], set()
    for cell, face in cards.items():
        if cell in seen or face[0] not in "ADG" or not face[1].isdigit():
            continue
        group, waiting = set(), [cell]
        while waiting:
            row, column = waiting.pop()
            if (row, column) in group or cards.get((row, column), "..")[0] != face[0] or not cards[row, column][1].isdigit():
                continue
            group.add((row, column))
            waiting += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        seen |= group
        if len(group) > 1:
            found.append((face[0], group))
    return found


def slow_total(text):
    words = text.replace("/", " ").split()
    cards = {divmod(at, 4): word for at, word in enumerate(words)}
    by_name = {word[:2]: (cell, word[2]) for cell, word in cards.items()}
    groups, total = slow_groups(cards), 0
    (row, column), facing = by_name["RA"]
    beside = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
    worth = {}
    for letter, group in groups:
        ways = {cards[cell][2] for cell in group}
        table = {2: 4, 3: 6, 4: 9} if len(ways) == 1 else {2: 3, 3: 5, 4: 7}
        worth.setdefault(letter, []).append((len(group), table[len(group)]))
        if group & beside:
            total += 2 if ways == {facing} else 1
    return total + sum(max(pairs)[1] for pairs in worth.values())


def slow_misplaced(text):
    words = text.replace("/", " ").split()
    at = {word[:2]: (index // 4, index % 4, word[2]) for index, word in enumerate(words)}
    wrong = []
    if (at["PU"][0], at["PU"][1]) != (0, 3 if at["PU"][2] == "<" else 0):
        wrong.append("PU")
    if at["PL"][0] != 3:
        wrong.append("PL")
    if at["SN"][1] != (3 if at["SN"][2] == "<" else 0):
        wrong.append("SN")
    return wrong


@given(st.permutations(list(range(16))), st.lists(st.integers(0, 1), min_size=16, max_size=16))
def test_the_scorer_agrees_with_a_slow_one(order, sides):
    faces = [2 * card + side for card, side in zip(order, sides, strict=True)]
    text = layout_text(faces, CARDS)
    state = position(text, "home")
    assert state.raw() == slow_total(text)
    assert (state.scores()[0] == 0) == (bool(slow_misplaced(text)) or slow_total(text) == 0)
    lines = GAME.score_sheet(state, 0).lines
    assert [line.title for line in lines if "misplaced" in line.title] == [f"{name} misplaced" for name in misplaced_names(slow_misplaced(text))]


def misplaced_names(ids):
    return [next(card.name for card in GAME.cards if card.id == name) for name in ids]


def clustered(chance):
    """A grid in which fish of a species tend to lie together, so that all sizes of groups come up."""
    order = list(range(16))
    for _ in range(chance.randrange(6)):
        at, other = chance.randrange(16), chance.randrange(16)
        order[at], order[other] = order[other], order[at]
    return [2 * card + (chance.random() < 0.85) for card in order]


def test_the_scorer_agrees_on_grids_full_of_groups():
    chance = random.Random(7)
    seen = set()
    for _ in range(500):
        text = layout_text(clustered(chance), CARDS)
        state = position(text, "home")
        seen.add(state.raw())
        assert state.raw() == slow_total(text)
    assert len(seen) > 12


# ---- both forms

@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_both_forms_play_the_same_games(options):
    totals = []
    for form in both_forms():
        game = form("games").load_game("pocket_aquarium")
        playouts = form("engine.playout").Playouts(game.new_state(1, options), seed=8)
        playouts.run(25)
        totals.append((playouts.decisions, playouts.outcomes, playouts.check_sum, playouts.final().to_json()))
    assert totals[0] == totals[1]


def test_both_forms_prefer_the_same_moves():
    values = []
    for form in both_forms():
        state = form("games").load_game("pocket_aquarium").new_state()
        state.advance(form("engine.state").Rng(9, "deal"))
        seen = []
        while not state.is_terminal():
            mask = state.masked(0)
            preferences = [(round(mask.preference(action), 9), action) for action in mask.legal_actions()]
            seen.append(preferences)
            state.apply_action(0, max(preferences)[1])
        values.append(seen)
    assert values[0] == values[1]


def test_playouts_count_decisions_and_draws():
    playouts = Playouts(GAME.new_state(), seed=10)
    playouts.run(20)
    assert playouts.outcomes == 320
    assert 200 <= playouts.decisions <= 320
