"""Positions, masks and records from outside: what the rules cannot reach is refused by name, and what is taken can be played to its end."""

import random

import pytest

from shoal.engine.errors import RecordError
from shoal.engine.facts import SPECTATOR
from shoal.engine.playout import Playouts
from shoal.engine.record import Record
from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.games.aquarium.notation import FISH, KINDS

from .tables import GAME, play, position

LAID = {1: "p1 p2", 2: "r1 r2 y1", 3: "y3"}
STAGES = {
    "deal": (2, "new", ""), "first": (2, "new", "* deal p1; * deal r1"),
    "turn": (3, "p2 fern", ""), "phase1": (3, "p2 fern", "1 shop; 2 add"), "drop": (3, "p2 fern", "1 shop; 2 remove; 3 hold"),
    "swap": (3, "p2 fern", "1 shop; 2 replace; 3 hold"), "give": (3, "p2 fern", "1 shop; 2 exchange; 3 hold"),
    "take": (3, "p2 fern", "1 shop; 2 exchange; 3 hold; 2 give y1"), "draw": (3, "p2 fern", "1 shop; 2 replace; 3 add; 2 swap p2"),
    "breed": (3, "r1 fern", "1 shop; 2 exchange; 3 hold; 2 give y1; 2 take r1"), "phase2": (3, "p2 fern", "1 shop; 2 hold; 3 hold; 3 half"),
    "buy": (3, "p2 fern", "1 shop; 2 hold; 3 hold; 3 half; 2 double"), "bought": (3, "p2 fern", "1 shop; 2 hold; 3 hold; 3 half; 2 double; 1 buy"),
    "food": (3, "p2", "1 shop; 2 add; 3 remove; * draw feeding"), "feed": (3, "p2", "1 shop; 2 add; 3 remove; * draw feeding; * food 2"),
    "influence1": (2, "p2 fern", "1 shop; 2 hold"), "influence2": (2, "p2 fern", "1 shop; 2 hold; * influence hold; 2 half"),
}


def at(name, **more):
    players, market, lines = STAGES[name]
    if market == "new":
        return play(GAME.new_state(players), lines)
    laid = {seat: fish for seat, fish in LAID.items() if seat <= players}
    return play(position(players, market=market, aquariums=laid, deck="feeding y1" if name in ("food", "feed") else "", **more), lines)


@pytest.mark.parametrize("name", STAGES)
def test_every_kind_of_position_comes_back(name):
    state = at(name)
    assert GAME.state_from_json(state.to_json()) == state
    for observer in range(SPECTATOR, state.players):
        mask = state.masked(observer)
        assert GAME.state_from_json(mask.to_json()) == mask.state


def item(values, index, value):
    return [*values[:index], value, *values[index + 1:]]


REFUSED = [
    # (position, field, what it becomes, what is said)
    ("influence2", "stage", 6, "committed"), ("influence2", "stage", 14, "committed"), ("influence1", "stage", 13, "influence1"),
    ("influence1", "stage", 6, "influence1"), ("turn", "stage", 5, "committed"), ("turn", "stage", 9, "shown1|executing"),
    ("turn", "stage", 11, "given|executing"), ("turn", "stage", 12, "shown2"), ("turn", "stage", 14, "shown2"), ("turn", "stage", 15, "room"),
    ("turn", "stage", 16, "last feeding"), ("turn", "stage", 0, "one fish"), ("turn", "stage", 3, "room"), ("turn", "stage", 17, "stage"),
    ("deal", "asked", 1, "aquariums"), ("first", "asked", 1, "asked"), ("first", "stage", 0, "aquariums"), ("deal", "stage", 2, "pile"),
    ("turn", "players", 2, "seats"), ("turn", "players", 5, "players"), ("turn", "observer", 3, "observer"), ("turn", "active", 3, "active"),
    ("turn", "asked", -1, "asked"), ("turn", "asked", 2, "asked"), ("buy", "asked", 1, "asked"), ("drop", "asked", 1, "asked"),
    ("swap", "asked", 0, "asked"), ("breed", "asked", 2, "asked"),
    ("turn", "market_size", 3, "market"), ("turn", "market_size", 6, "market_size"), ("turn", "market_fish", 2, "market"),
    ("turn", "unseen_size", 3, "unseen_size"), ("turn", "deck_cards", 60, "deck_cards"),
    ("turn", "pile", 8, "pile"), ("turn", "pile", -1, "pile"), ("turn", "pile_left", 99, "pile_left"), ("turn", "pile_left", 0, "pile_left"),
    ("turn", "feeding_ahead", 0, "pile_left"), ("turn", "feedings", 4, "feedings"), ("turn", "feedings", -1, "feedings"),
    ("turn", "food", 1, "food"), ("feed", "food", 0, "food"), ("feed", "food", 12, "food"), ("feed", "food", 13, "food"),
    ("draw", "purpose", 0, "room"), ("draw", "purpose", 1, "purpose"), ("draw", "purpose", 4, "purpose"),
    ("draw", "executing", 0, "purpose"), ("draw", "executing", 3, "committed"),
    ("take", "given", 0, "given"), ("take", "given", 14, "given"), ("take", "given", 13, "given"), ("give", "given", 1, "given"),
    ("breed", "arrived", 0, "arrived"), ("breed", "arrived", 1 << 14, "arrived"), ("turn", "arrived", 1, "arrived"),
    ("breed", "breeding_tank", False, "breeding"), ("buy", "price", 99, "price"), ("buy", "price", 2, "price"), ("turn", "price", 1, "price"),
    ("turn", "influence1", 2, "influence1"), ("buy", "influence2", 6, "influence2"), ("buy", "shown1", [0, 0, 0, 0], "shown1"),
    ("buy", "shown2", [0, 2, 9, 0], "shown2"), ("turn", "shown2", [0, 6, 0, 0], "shown2"),
    ("phase1", "committed", [0, 2, 2, 0], "all have chosen"), ("phase1", "committed", [2, 0, 0, 0], "committed"),
    ("phase1", "committed", [0, 6, 0, 0], "other phase"), ("phase1", "committed", [0, -1, 0, 0], "committed"),
    ("phase1", "committed", [0, 0, 0, 1], "seats"), ("phase2", "committed", [0, 0, 2, 0], "other phase"), ("draw", "committed", [0, 0, 0, 0], "committed"),
    ("phase1", "spent", [0, 1, 0, 0], "lies spent"), ("turn", "spent", [256, 0, 0, 0], "spent"), ("turn", "spent", [0, 0, 0, 1], "seats"),
    ("turn", "frozen", [0, 1, 0, 0], "frozen"), ("turn", "coins", [0, 0, -1, 0], "coins"), ("turn", "coins", [0, 0, 0, 5], "seats"),
    ("turn", "coins", [2**30, 0, 0, 0], "coins"), ("turn", "tank", [14, 0, 0, 0], "tank"), ("turn", "tank", [1, 0, 0, 0], "p1"),
    ("turn", "influence_spent", [0, 0, 1, *[0] * 7], "two players"), ("influence1", "influence_spent", [0, 1, *[0] * 8], "influence_spent"),
    ("influence1", "influence_frozen", [0, 1, *[0] * 8], "influence_frozen"), ("influence1", "influence_spent", [0, 0, 3, *[0] * 7], "influence_spent"),
    ("influence1", "influence_spent", [0, 0, 1, *[0] * 7], "more lie spent"), ("influence2", "influence_spent", [1, *[0] * 9], "influence_spent"),
    ("turn", "stall", -2, "stall"), ("turn", "reveals", -1, "reveals"), ("turn", "stall_limit", -1, "stall_limit"), ("turn", "fishybank", False, "bank|deck"),
]


@pytest.mark.parametrize(("name", "field", "value", "said"), REFUSED, ids=[f"{name}-{field}-{n}" for n, (name, field, *_) in enumerate(REFUSED)])
def test_what_the_rules_cannot_reach_is_refused(name, field, value, said):
    data = at(name).to_json()
    with pytest.raises(ValueError, match=said):
        GAME.state_from_json(data | {field: value})


def test_a_true_position_is_no_mask_and_a_mask_no_true_position():
    state = at("draw")
    with pytest.raises(ValueError, match="known to this observer"):
        GAME.state_from_json(state.to_json() | {"observer": 0})
    with pytest.raises(ValueError, match="committed"):
        GAME.state_from_json(state.masked(0).to_json() | {"observer": -2})


@pytest.mark.parametrize("seat", [4, -2, 10**7])
def test_there_is_no_sheet_of_a_seat_that_is_none(seat):
    with pytest.raises((ValueError, TypeError, OverflowError, IndexError)):
        GAME.score_sheet(at("turn"), seat)


# ---- whatever is accepted can be played

def changed(data, chance):
    """A position with one to three fields changed, or a card laid somewhere else."""
    data = {key: list(value) if isinstance(value, list) else value for key, value in data.items()}
    for _ in range(chance.choice([1, 1, 2, 3])):
        key = chance.choice([key for key in data if key not in ("memory", "keeps_memory")])
        if isinstance(data[key], list):
            index = chance.randrange(len(data[key]))
            data[key] = item(data[key], index, another(data[key][index], chance))
        else:
            data[key] = another(data[key], chance)
    if chance.random() < 0.3:
        lay_elsewhere(data, chance)
    return data


def another(value, chance):
    if isinstance(value, bool):
        return not value
    return chance.choice([value + 1, value - 1, 0, 1, 2, -1, chance.randrange(18), 255, 2**31 - 1, -(2**31), 10**6])


def lay_elsewhere(data, chance):
    """A card of the same kind goes from one place to another, and all sums with it."""
    kind = chance.randrange(KINDS)
    source, target = chance.choices(["unseen", "market", "discards", "aquariums"], k=2)
    if data[source][kind] > 0:
        data[source][kind] -= 1
        data[target][kind] += 1
    data |= {"unseen_size": sum(data["unseen"]), "market_size": sum(data["market"]), "market_fish": sum(data["market"][:FISH])}


@pytest.mark.parametrize("name", STAGES)
def test_what_is_accepted_can_be_played_to_its_end(name):
    """In the form with checked arrays, this proves that no accepted position leads out of bounds."""
    chance = random.Random(name)
    data, accepted = at(name).to_json(), 0
    masks = [at(name).masked(observer).to_json() for observer in (SPECTATOR, 0)]
    for turn in range(240):
        try:
            state = GAME.state_from_json(changed(masks[turn % 2] if turn % 4 == 3 else data, chance))
        except ValueError:
            continue
        accepted += 1
        if state.stall_limit == 0 or state.observer != -2:
            state = state.dealt(Rng(turn)) if state.observer != -2 else GAME.state_from_json(state.to_json() | {"stall_limit": 2})
        for observer in range(SPECTATOR, state.players):
            state.masked(observer).dealt(Rng(turn))
            assert GAME.prompt(state.masked(observer)).ask
        if state.stall_limit:
            playouts = Playouts(state, turn)
            playouts.run(2)
            assert playouts.final().is_terminal()
    assert accepted


# ---- records

RECORD = """[game "aquarium"]
[rules_version "{version}"]
[box "{box}"]
[players "2"]
{options}
* deal y1
* deal p1
* first 2
* draw r2
2 shop
1 exchange
1 give y1
1 take r2
* influence add
* draw fern
1 half
* influence minus1
2 buy
"""


def record(old="", new=""):
    options = "".join(f'[option.{o.key} "{o.write(o.default)}"]\n' for o in GAME.options)
    text = RECORD.format(version=GAME.rules_version, box=GAME.components.hash, options=options)
    assert old in text
    return Record.parse(text.replace(old, new, 1))


def replayed(given):
    return [state.copy() for *_, state in given.positions(load_game)][-1]


def test_a_record_replays():
    assert list(replayed(record()).coins[:2]) == [17, 14]


@pytest.mark.parametrize(("old", "new", "said"), [
    ("* deal p1", "* deal y1", "line 17.*drawn"), ("* first 2", "* first 3", "line 18.*drawn"), ("2 shop", "1 shop", "line 20.*seat 2"),
    ("1 exchange", "1 half", "Phase II"), ("1 give y1", "1 give r2", "no r2 in your aquarium"), ("1 take r2", "1 take y1", "no y1"),
    ("* influence add", "* influence half", "line 24.*drawn"), ("* draw fern", "* draw feeding", "line 25.*drawn"), ("1 half", "1 add", "Phase I"),
    ("2 buy", "2 drop p1", "buy or decline"), ("2 buy", "2 buy\n2 shop", "line 29.*draw comes"), ("1 half\n", "", "line 26"),
    ("* draw r2", "* food 1", "line 19.*drawn"), ("2 buy", "2 bye", "bye"), ("* draw r2\n", "", "line 19"),
])
def test_a_changed_record_is_refused_with_its_line(old, new, said):
    with pytest.raises(RecordError, match=said) as refused:
        replayed(record(old, new))
    assert "line" in str(refused.value)
