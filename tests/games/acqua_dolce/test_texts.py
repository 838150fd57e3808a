"""Texts of actions and outcomes, what people may type, questions, refusals, options, and component files that do not fit."""

import pytest

from shoal.engine.components import Components
from shoal.engine.errors import ComponentError, IllegalAction, OptionError, ShoalError, UnknownText
from shoal.games.acqua_dolce.notation import OUTCOMES

from .tables import GAME, JUDGE, control, legal, play, position


def written(write, most):
    found = {}
    for number in range(most):
        try:
            found[number] = write(number)
        except ShoalError:
            continue
    return found


def test_actions_round_trip():
    texts = written(GAME.action_to_text, GAME.max_actions)
    assert len(set(texts.values())) == len(texts) and all(GAME.text_to_action(text) == number for number, text in texts.items())
    assert {
        "draw",
        "take feed6",
        "temp -2",
        "temp +1",
        "stop",
        "eat bee",
        "starve cory",
        "expel glass",
        "play neon",
        "play neon x7",
        "swap angel bee",
        "swap neon neon",
    } <= set(texts.values())


def test_outcomes_round_trip():
    texts = written(GAME.outcome_to_text, OUTCOMES)
    assert len(texts) == 3 * 18 + 5 and all(GAME.text_to_outcome(text) == number for number, text in texts.items())
    assert {"deal neon", "reveal bee", "draw plant", "king 5"} <= set(texts.values())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Draw",
        "play",
        "play neon x1",
        "play neon x0",
        "play neon x9",
        "play neon 2",
        "swap neon bee",
        "swap bee",
        "temp 1",
        "temp +0",
        "temp +5",
        "take",
        "take deck",
        "eat",
        "eat  bee",
        "stop ",
        "play guppie",
        "temp +1 +1",
        "king 1",
    ],
)
def test_texts_that_are_no_moves(text):
    with pytest.raises(UnknownText):
        GAME.text_to_action(text)


@pytest.mark.parametrize("text", ["", "deal", "deal neon 1", "king 0", "king 6", "reveal", "draw", "play neon", "reshuffle"])
def test_texts_that_are_no_draws(text):
    with pytest.raises(UnknownText):
        GAME.text_to_outcome(text)


def typed(state, text):
    return [GAME.action_to_text(action) for action in GAME.read(state.masked(state.turn), text)]


def test_what_people_type():
    state = position(tank="neon", hands={1: "3 neon, bee, krib", 2: 5}, options={"temperature": True})
    assert typed(state, "swap neon bee") == ["swap bee neon"] and typed(state, "Play 2 Neon") == ["play neon x2"] == typed(state, "play neon 2")
    assert typed(state, "play neon x1") == ["play neon"] and typed(state, "play b") == ["play bee"] and typed(state, "d") == ["draw"]
    assert typed(state, "temp 1") == ["temp +1"] == typed(state, "warm") and typed(state, "cool 2") == ["temp -2"]
    assert typed(state, "play bee then play krib") == ["play bee", "play krib"]
    with pytest.raises(UnknownText, match="did you mean"):
        typed(state, "play neoon")


# ---- questions


def test_questions_name_the_decision_and_what_is_missing():
    state = position(tank="3 deco, 2 plant", hands={1: "bee, krib", 2: 5}, taken=1)
    prompt = GAME.prompt(state.masked(0))
    assert prompt.ask == "Play, draw or swap: action 2 of 3." and "2 cards in hand, 1 on now" in prompt.because
    assert "2 more turns" in prompt.step
    assert GAME.prompt(state.masked(1)).ask == "Wait for {seat_1}."
    judge = GAME.prompt(control("2 guppy, angel, glass, plant").masked(0))
    assert judge.ask == "Choose who leaves first: guppy, angelfish and glassfish do not get on."
    hungry = GAME.prompt(control("4 krib, deco", {1: 1, 2: 1}).masked(0))
    assert hungry.ask == "2 fish go hungry: choose one." and "2 rations for 4 fish" in hungry.because


# ---- refusals

REFUSED = [
    (lambda: position(hands={1: "bee, krib", 2: 5}), "play neon", "no neon in your hand", ""),
    (lambda: position(hands={1: "2 bee, krib", 2: 5}), "play bee x2", "no school fish", "R46"),
    (lambda: position(hands={1: "2 neon, krib", 2: 5}), "play neon x3", "only 2 neon", ""),
    (lambda: position(hands={1: "neon, krib", 2: 5}), "swap neon neon", "only one neon", "R14"),
    (lambda: position(hands={1: "neon, krib", 2: 5}), "stop", "3 are left", "R8"),
    (lambda: position(hands={1: "neon, krib", 2: 5}), "temp +1", "without temperature", "R47"),
    (lambda: position(hands={1: "neon, krib", 2: 5}, degrees=30, options={"temperature": True}), "temp +1", "31 °C is not on the thermometer", "R25"),
    (lambda: position(hands={1: "neon, krib", 2: 5}, options={"temperature": True}), "temp +3", "by 1 or 2 degrees", "R47"),
    (lambda: play(position(hands={1: 5, 2: 5}, options={"temperature": True}), "1 temp +1"), "temp -1", "once in a turn", "R47"),
    (lambda: position(hands={1: "neon, krib", 2: 5}, row="platy, bee, molly"), "take guppy", "guppy does not lie open", "R44"),
    (lambda: position(hands={1: "neon, krib", 2: 5}, options={"unique_deck": True}), "take guppy", "from the deck only", "R28"),
    (lambda: position(hands={1: "neon", 2: "krib"}, row="bee", only_these=True), "draw", "no card left", "R15"),
    (lambda: position(hands={1: "neon, krib", 2: 5}), "eat bee", "in a Control Phase only", ""),
    (lambda: play(position(hands={1: "neon, krib", 2: 5}, options=JUDGE), "1 stop"), "play neon", "begin your turn with a card", "R44"),
    (lambda: play(position(hands={1: "neon, krib", 2: 5}), "1 swap krib neon"), "play neon", "cards of your swap first", "R14"),
    (lambda: control("2 guppy, glass, krib, deco"), "expel krib", "all its requirements met", "R9"),
    (lambda: control("2 guppy, glass"), "expel molly", "no molly in the tank", "R45"),
    (lambda: control("2 guppy, glass"), "draw", "species that leaves", "R45"),
    (lambda: control("3 platy, piranha"), "eat piranha", "does not eat itself", "R2"),
    (lambda: control("4 krib, deco", {1: 1, 2: 1}), "eat krib", "fish that starves", "R45"),
]


@pytest.mark.parametrize(("make", "text", "reason", "rule"), REFUSED, ids=[f"{i}_{case[1]}".replace(" ", "_") for i, case in enumerate(REFUSED)])
def test_refusals_say_why_and_where(make, text, reason, rule):
    state = make()
    before = state.to_json()
    with pytest.raises(IllegalAction) as caught:
        state.apply_action(state.turn, GAME.text_to_action(text))
    assert reason in caught.value.reason and caught.value.rule == rule and state.to_json() == before
    with pytest.raises(IllegalAction, match="turn of seat|judges"):
        state.apply_action(1 - state.turn, state.legal_actions(state.turn)[0])


def test_rules_named_by_refusals_are_there():
    rulings = (GAME.folder / "rulings.md").read_text(encoding="utf-8")
    for rule in {case[3] for case in REFUSED} - {""}:
        assert f"\n### {rule} " in rulings


# ---- options


def test_objectives_are_a_set_in_any_order():
    options = GAME.effective_options(2, {"objectives": "zones, rare variety"})
    assert options["objectives"] == "variety,rare,zones"
    assert GAME.effective_options(2, {"objectives": ["colours", "variety"]})["objectives"] == "variety,colours"
    state = GAME.new_state(2, {"objectives": "zones,rare", "need": 1})
    assert state.objectives == 0b101000 and state.need == 1


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"objectives": "shoals"}, "'shoals' is no objective"),
        ({"objectives": ""}, "one or more objectives"),
        ({"objectives": "rare,rare"}, "each once"),
        ({"objectives": 7}, "no set of objectives"),
        ({"objectives": "variety", "need": 2}, "2 objectives cannot be needed when 1"),
        ({"objectives": "variety,schools,rare", "need": 3}, "at most 2"),
        ({"first_king": 3}, "seat 3 cannot be the first King of 2 players"),
        ({"need": 0}, "need"),
        ({"temprature": 1}, "did you mean temperature"),
    ],
)
def test_options_that_do_not_fit(options, reason):
    with pytest.raises(OptionError, match=reason):
        GAME.effective_options(2, options)


# ---- component files

FILE = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def changed(old, new):
    assert old in FILE
    other = type(GAME)(GAME.folder)
    other.use(Components.parse(FILE.replace(old, new, 1), "owner.toml"))
    return other


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('id = "neon"\nname = "Neon"\ncopies = 7', 'id = "neon"\nname = "Neon"\ncopies = 9', r"fish\[neon\].copies"),
        ('id = "neon"\nname = "Neon"\ncopies = 7', 'id = "neon"\nname = "Neon"\ncopies = 6', "totals.fish"),
        ('id = "neon"', 'id = "cory"', "stands there twice"),
        ('id = "neon"', 'id = "blue neon"', "one word"),
        ('requires = ["plant"]', 'requires = ["weed"]', "'weed' is not one of"),
        ('zone = "low"', 'zone = "deep"', "'deep' is not one of"),
        ('colours = ["black", "white"]', 'colours = ["green"]', "'green' is not one of"),
        ("temperature = [22, 26]", "temperature = 22", "two temperatures"),
        ("rare = true", 'rare = "yes"', "true or false"),
        ("hand = 7", 'hand = "7"', "setup.hand"),
        ("steps = [-2, -1, 1, 2]", "steps = [-2, 0, 9]", "thermometer.steps"),
        ("start = 25", "start = 45", "not on the scale"),
        ('2 = ["feed4"', '2 = ["feed9"', "feed_in_deck.2"),
        ('2 = ["feed4", "feed4"', '2 = ["feed4", "feed4", "feed4"', "3 of feed4"),
        ('id = "zones"', 'id = "depths"', "one each of"),
        ('serves = "plant"', 'serves = "school"', "serves"),
        ("temperature = [22, 26]", "temperature = [26, 22]", "the lower one comes first"),
        ("eats = true", "eat = true", "did you mean 'eats'"),
        ("face_up = 3", "face_up = 3\nfaceup = 4", "did you mean 'face_up'"),
        ('names = ["high", "medium", "low"]', 'names = ["high", "high", "low"]', "zones.names: 1 to 16 different names"),
        ('id = "zones"\nname = "Aquarium Zone"', 'id = "zones"\nname = 3', r"objective\[zones\].name: a text is expected, not 3"),
        ('id = "zones"\nname = "Aquarium Zone"', 'id = "zones"\nname = ""', r"objective\[zones\].name: a word is expected"),
    ],
)
def test_component_files_that_do_not_fit(old, new, reason):
    with pytest.raises(ComponentError, match=reason):
        changed(old, new)


def test_an_owner_may_correct_the_file():
    other = changed('requires = ["no_school"]\ncolours = ["red", "white"]', 'requires = ["no_guppy"]\ncolours = ["red", "white"]')
    assert other.box.needs[other.box.names.index("piranha")] == 16 and other.components.hash != GAME.components.hash
    easier = changed('requires = ["no_school"]    # No school by the example', "requires = []    # No school by the example")
    assert easier.effective_options(2, {"objectives": "rare,schools", "need": 2})["need"] == 2


def test_too_few_cards_for_the_deal():
    other = changed("hand = 7", "hand = 30")
    with pytest.raises(OptionError, match="this box has 71"):
        other.new_state(3)


# ---- sheets


def test_the_sheet_explains_every_objective_and_the_hand():
    state = position(tank="3 neon, 3 platy, 2 cory, krib, 3 deco, 2 plant", hands={1: "bee", 2: 5})
    lines = {line.key: line for line in GAME.score_sheet(state, 0).lines}
    assert list(lines) == ["variety", "schools", "ornaments", "out"]
    assert lines["variety"].because == "Off: 4 of 7 species" and lines["schools"].because == "Off: 2 of 3 schools; corydoras 2/3"
    assert lines["ornaments"].because.startswith("On: 3 of 3 decorations") and lines["schools"].places == ("neon", "platy")
    assert lines["out"].points == 0 and lines["out"].because == "1 card left in the hand"


def test_typed_tanks():
    (sheet,) = GAME.score_text("# at our table\n3 guppy, 3 neon x, krib, deco x3, 2 plant".replace(" x,", ","))
    on = {line.key for line in sheet.lines if line.points}
    assert on == {"ornaments", "zones"} and sheet.total == 2
    assert GAME.score_text("2 neon")[0].lines[-1].because == "not at home: Neon"
    for text, reason in (("3 guppie", "no card"), ("9 neon", "only 7"), ("3", "not a card"), ("", "a line of cards"), ("neon guppy", "not a card")):
        with pytest.raises(UnknownText, match=reason):
            GAME.score_text(text)


def test_legal_texts_are_sorted_and_canonical():
    state = position(hands={1: "2 neon, bee", 2: 5}, row="platy, platy, bee")
    assert legal(state) == sorted(["draw", "take bee", "take platy", "play bee", "play neon", "play neon x2", "swap bee neon", "swap neon neon"])
