"""The component file: what it says, and that values that do not fit are refused with their place."""

import pytest

from shoal.engine.components import Components
from shoal.engine.errors import ComponentError
from shoal.games.aqua_garden.components import CARPET_NAMES, read_box
from shoal.games.aqua_garden.notation import KIND_WORDS, KINDS, REGULAR

from .gardens import GAME, start

TEXT = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def changed(old, new):
    assert old in TEXT
    return Components.parse(TEXT.replace(old, new, 1), "a file")


def with_change(old, new):
    return read_box(changed(old, new))


def test_W8_counts_of_setup():
    box = GAME.box
    bags = {players: sum(box.bags[players * REGULAR : (players + 1) * REGULAR]) for players in range(1, 5)}
    assert bags == {1: 65, 2: 50, 3: 50, 4: 65}
    assert 15 + box.sea_fish + 15 * 3 == 65 and 15 + box.sea_fish + 15 * 2 == 50
    assert sum(token.copies for token in GAME.tokens) - 17 - 16 == 82


def test_R1_R2_the_boards():
    box = GAME.box
    assert box.spaces == 19 and [n for n in range(1, 20) if not box.fish_space[n]] == [4, 8, 12, 16] and box.sections == 5
    assert CARPET_NAMES[box.start] == "BC" and CARPET_NAMES[box.bucket] == "BC" and box.event == 0b1100
    assert [(box.near_first[c], box.near_second[c]) for c in range(6)] == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5)]


def test_R2_only_the_likeness_of_the_boards_is_assumed():
    assert GAME.components.assumed() == [("aquarium.boards_alike", True)]


def test_every_token_has_words():
    for word in KIND_WORDS:
        for form in ("one", "a", "the", "many", "many_bare"):
            assert GAME.texts.get(f"token.{word}.{form}"), (word, form)


@pytest.mark.parametrize(("old", "new", "said"), [
    ("oxygen = 1\n", "oxygen = -1\n", "tokens[small].oxygen: a whole number from 0"),
    ("oxygen = 1\n", "oxygen = true\n", "tokens[small].oxygen"),
    ('id = "small"\nname', 'id = "herring"\nname', "one table for each of small, large"),
    ('id = "large"\nname', 'id = "small"\nname', "the id 'small' stands there twice"),
    ('shuns = ["shark"]', 'shuns = ["whale"]', "whale must name small too"),
    ('shuns = ["shark"]', "shuns = 3", "a list of tokens is expected"),
    ('needs = ["seaweed"]', 'needs = ["moss"]', "one of small, large"),
    ("limit = 0", "limit = 2", "tokens[small].limit: a whole number from 0 to 1"),
    ("bag = 23", "bag = 22", "tokens[small].copies: 24 is said, but bag and prize are 23"),
    ("bag = 65", "bag = 64", "totals.bag: 64 is said, but the tokens listed are 65"),
    ("removed = {}", "removed = { small = 99 }", "players.1.removed.small: there are only 23"),
    ("removed = {}", "removed = { coral = 1 }", "one of small, large, turtle, seahorse, shark, whale"),
    ("lucy = false", "lucy = 1", "players.1.lucy: true or false"),
    ('track = "FFF', 'track = "AFF', "fair.track"),
    ('track = "FFFAFFFAFFFAFFFAFFF"', "track = 19", "fair.track"),
    ("points = [3, 2, 1, 0]", "points = [3, 2, 1]", "standby.points: a list of 4 numbers"),
    ('tokens = ["small"]\nper = 2', 'tokens = ["small"]\nper = 0', "ads[small].per"),
    ('start = "BC"', 'start = "AC"', "aquarium.start: one of AB, BC"),
    ('feeding = ["BC", "CD"]', 'feeding = ["BC", "DE"]', "DE does not follow BC"),
    ('feeding = ["BC", "CD"]', 'feeding = "BC"', "two neighbouring carpets"),
    ('event_tanks = "CD"', 'event_tanks = "CX"', "aquarium.event_tanks"),
    ("extra_steps = 2", "extra_steps = 3", "costs.extra_steps"),
    ('set = ["shark", "coral"]', "set = []", "feeding_cards[shark_impact].set: a set has one token"),
    ('id = "stripey_festa"', 'id = "Stripey Festa"', "a word of small letters"),
    ('reward = ["turtle", "seaweed"]', 'reward = ["turtle", "turtle"]', "2 of turtle are rewards, but there are 1"),
    ("tank = { turtle = 3 }", "tank = {}", "milestones[turtle3].tank"),
    ('name = "Sea turtle"\nreward', "name = 7\nreward", "milestone_groups[turtle].name: a text is expected"),
    ('group = "shark"\ntank', 'group = "eel"\ntank', "milestones[shark1].group"),
    ("points = [5, 4, 3, 3]", "points = [5, 4, 3]", "milestones[fish1].points"),
    ("funds_for_a_point = 3", "funds_for_a_point = 0", "scoring.funds_for_a_point"),
    ("[setup]", "[settings]", "the table [setup] is missing"),
    ("[players.4]", "[players.5]", "players.4: a table [players.4] is expected"),
])
def test_values_that_do_not_fit_are_refused_by_name(old, new, said):
    with pytest.raises(ComponentError) as error:
        with_change(old, new)
    assert said in str(error.value) and str(error.value).startswith("a file: ")


def test_no_place_for_lucy_among_four():
    text = TEXT.replace("[players.4]\nrounds = 4\nlucy = false", "[players.4]\nrounds = 4\nlucy = true")
    with pytest.raises(ComponentError, match="all four owners are taken"):
        read_box(Components.parse(text, "a file"))


def test_an_owner_may_correct_values():
    box = with_change("points = [5, 4, 3, 3]", "points = [6, 4, 3, 2]")
    assert list(box.card_points[:4]) == [6, 4, 3, 2] and list(box.card_points[4:8]) == [5, 4, 3, 3]
    other = type(GAME)(GAME.folder)
    other.use(changed("[setup]\nfunds = 2", "[setup]\nfunds = 5"))
    assert list(other.new_state(3).funds)[:3] == [5, 5, 5] and other.components.hash != GAME.components.hash


def test_tables_are_plain_numbers():
    for name, values in GAME.box.dump().items():
        assert all(type(value) is int for value in (values if isinstance(values, list) else [values])), name
    assert len(GAME.box.oxygen) == KINDS and start(2).tables.lucy[2] == 1
