"""Questions, refusals with their rules, score sheets in words, and gardens that people type."""

import re

import pytest

from shoal.engine.errors import IllegalAction, UnknownText
from shoal.engine.facts import SPECTATOR
from shoal.engine.state import Rng
from shoal.games.aqua_garden.notation import AD, OWNER, WALK
from shoal.games.aqua_garden.refusals import TEXTS

from .gardens import DONE, GAME, WAITS, position, start, turn

RULINGS = (GAME.folder / "rulings.md").read_text(encoding="utf-8")


def test_every_ruling_of_the_list_is_there():
    found = re.findall(r"^### R(\d+) ", RULINGS, re.MULTILINE)
    assert found == [str(number) for number in range(1, 53)]


def test_every_rule_that_is_named_exists():
    options = {option.rule for option in GAME.options}
    for rule in options:
        assert f"### {rule} " in RULINGS
    for option in GAME.options:
        assert f"`{option.key}`" in RULINGS and GAME.texts(f"options.{option.key}.title") and GAME.texts(f"options.{option.key}.help")


def refused(state, text, seat=None):
    """(reason, rule) of a move that is not possible; the position stays as it was."""
    before = state.copy()
    with pytest.raises(IllegalAction) as error:
        state.apply_action(state.turn if seat is None else seat - 1, GAME.text_to_action(text))
    assert state == before
    return str(error.value), error.value.rule


def fair(**more):
    return position(stage=OWNER, track=[3, 7, 11], **more)


REFUSALS = [
    (lambda: fair(), "go 7", "seat 2 stands on space 7", ""),
    (lambda: fair(), "go 3", "your owner stands on 3 already", "R8"),
    (lambda: fair(), "go 2", "owners only go forward, and yours stands on 3", "R8"),
    (lambda: fair(), "go 20", "the fair has 19 spaces", "R1"),
    (lambda: fair(), "walk 1", "choose a space at the fair first", ""),
    (lambda: fair(tanks={"A": "small"}), "remove small a", "from the end of the walk", "R20"),
    (lambda: fair(remove_window="own_turn"), "remove small a", "there is no small fish in A", "R20"),
    (lambda: position(stage=OWNER), "pass", "must enter the fair first", "R7"),
    (lambda: position(2, stage=OWNER, track=[3, 7, 5]), "go 5", "Lucy stands on space 5", "R32"),
    (lambda: position(1, stage=OWNER, track=[2]), "pass", "one fish space in every section", "R41"),
    (lambda: position(1, stage=OWNER, track=[2]), "go 3", "exactly one fish space", "R41"),
    (lambda: position(1, stage=OWNER, track=[2], used=15), "go 4", "all ads are used", "R42"),
    (lambda: position(stage=WALK, hand="small"), "place small c", "must walk first; 3 steps are free", "R10"),
    (lambda: position(stage=WALK, near="DE", funds=0, hand="small"), "walk 4", "4 steps cost 1 for each after the first 3", "R12"),
    (lambda: position(hand="small"), "place large c", "there is no large fish in your hands", "R22"),
    (lambda: position(hand="small"), "place small a", "your employee stands between B and C; A is too far", "R15"),
    (lambda: position(hand="turtle"), "place turtle c", "a turtle needs seaweed in its tank, and C has none", "R18"),
    (lambda: position(hand="small"), "end", "1 fish is still in your hands", "R22"),
    (lambda: position(funds=1), "buy coral c", "a coral costs 2 and you have 1 fund", "R13"),
    (lambda: position(funds=4), "buy shark c", "there is no shark on the sea board", "R45"),
    (lambda: position(funds=4), "buy coral a", "goes beside your employee, to B and C; A is too far", "R15"),
    (lambda: position(funds=4, tanks={"C": "coral"}), "buy coral c", "C has a coral, and a tank holds only one", "R18"),
    (lambda: position(), "remove coral c", "there is no coral in C", "R20"),
    (lambda: position(), "claim fish", "no single tank of yours holds", "R4"),
    (lambda: position(tanks={"A": "small2 large2 seaweed"}, achieved={1: "fish"}), "claim fish", "you have claimed the fish milestone already", "R25"),
    (lambda: position(), "go 5", "you have walked already", ""),
    (lambda: position(), "aim small c", "named for a reward", "R28"),
    (lambda: position(stage=AD), "walk 1", "choose one of the four ads;", "R24"),
    (lambda: position(stage=AD, advanced=True, funds=0), "adv manta a", "a manta ray costs 4 and you have 0 funds", "R35"),
    (lambda: position(stage=AD, advanced=True, funds=9), "adv remora a", "a remora needs shark or whale shark", "R18"),
    (lambda: position(stage=AD), "adv manta a", "belongs to the advanced rules", "R35"),
    (lambda: position(stage=AD, advanced=True, funds=9), "adv small a", "is no advanced fish", "R35"),
    (lambda: position(1, stage=AD, used=2), "ad large", "the large fish ad was used before", "R42"),
    (lambda: position(funds=9, advanced=True, advanced_may_be_bought_from_sea=False, sea="manta"), "buy manta c", "is not on sale at this table", "R36"),
]


@pytest.mark.parametrize(("made", "text", "reason", "rule"), REFUSALS)
def test_refusals_say_why(made, text, reason, rule):
    said = refused(made(), text)
    assert reason in said[0] and said[1] == rule


def test_whose_turn_it_is():
    reason, rule = refused(position(), "end", seat=2)
    assert "it is for seat 1 to decide now" in reason and rule == "R6"


def test_refusals_beside_a_reward():
    state = turn(position(near="BC", funds=4, tanks={"A": "turtle3 seaweed", "B": "small"}), "claim turtle")
    for text, reason, rule in [
        ("end", "place or release the reward first", "R26"), ("place small c", "there is no small fish in this reward", "R26"),
        ("place turtle e", "a turtle needs seaweed in its tank, and E has none", "R18"), ("buy coral c", "only for tanks that received", "R28"),
        ("remove large b", "there is no large fish in B", "R20"), ("claim fish", "place or release the reward first", "R26"),
    ]:
        said = refused(state, text)
        assert reason in said[0] and said[1] == rule, text
    aimed = turn(state.copy(), "aim seaweed e")
    aiming = [("release turtle", "the seaweed goes to E"), ("buy seaweed e", "could not take the seaweed of the reward"), ("buy coral d", "only for tanks")]
    for text, reason in aiming:
        assert reason in refused(aimed, text)[0] and refused(aimed, text)[1] == "R28", text
    need = turn(state.copy(), "aim turtle f")
    assert "needs seaweed in F first" in refused(need, "place turtle f")[0]
    poor = turn(position(near="BC", funds=0, tanks={"A": "turtle3 seaweed"}), "claim turtle")
    assert "nothing on the sea board that you can pay" in refused(poor, "aim seaweed e")[0]


def test_refusals_of_a_tank_out_of_order():
    state = turn(position(near="BC", hand="whale", tanks={"C": "small large", "A": "coral"}), "place whale c")
    first = "C has to be put in order first"
    for text, reason in [("end", first), ("remove coral a", first), ("remove whale c", "was just placed")]:
        said = refused(state, text)
        assert reason in said[0] and said[1] == "R17"
    assert refused(state, "remove shark c")[1] == "R20"


def test_every_refusal_in_random_play_has_words():
    for players, options in ((1, {"advanced": True}), (2, {"remove_window": "own_turn"}), (4, {"advanced": True})):
        state, rng = start(players, seed=players, **options), Rng(players, "refusals")
        while not state.is_terminal():
            possible = state.legal_actions(state.turn)
            for action in range(rng.pick(9), GAME.max_actions, 9):
                if action not in possible:
                    reason, rule = state.why_not(state.turn, action)
                    assert reason and "{" not in reason and (not rule or f"### {rule} " in RULINGS)
            state.apply_action(state.turn, possible[rng.pick(len(possible))])
            state.advance(rng)
        assert state.why_not(0, 0) == (TEXTS("refuse.over"), "")


# ---- questions


QUESTIONS = {
    "owner": (lambda: position(2, stage=OWNER, track=[3, 7, 5]), "Choose your space at the fair.", "Lucy on 5 is the rearmost of the others"),
    "only_pass": (lambda: position(stage=OWNER, track=[19, DONE, DONE]), "Leave the fair", "first turn of the next round"),
    "alone": (lambda: position(1, stage=OWNER), "Choose your space", "one fish space"),
    "walk": (lambda: position(stage=WALK, hand="turtle2 small"), "how far?", "In your hands: a small fish and 2 turtles."),
    "tend": (lambda: position(hand="small"), "Place what you hold: a small fish.", "stands between B and C"),
    "end": (lambda: position(), "Buy, or end your turn.", "you have 2 funds"),
    "end_poor": (lambda: position(funds=1), "End your turn.", "With 1 fund nothing on the sea board can be bought"),
    "claim": (lambda: position(tanks={"A": "small2 large2 seaweed"}), "Claim, buy, or end your turn.", "You may claim a milestone: fish."),
    "ad": (lambda: position(stage=AD), "Choose an ad.", "all six tanks together"),
    "adv": (lambda: position(stage=AD, advanced=True), "Advertise, or bring in an advanced fish.", ""),
    "reward": (lambda: turn(position(tanks={"A": "turtle3 seaweed"}), "claim turtle"), "You are the first: place a turtle and seaweed.", "any of your tanks"),
    "repair": (lambda: turn(position(hand="shark", tanks={"C": "small2 turtle seaweed"}), "place shark c"), "C is not in order", "Small fish and sharks"),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_words(name):
    made, ask, because = QUESTIONS[name]
    state = made()
    prompt = GAME.prompt(state.masked(state.turn))
    assert ask in prompt.ask and because in prompt.because and prompt.step.startswith("Round 1 of 3")
    watching = GAME.prompt(state.masked(SPECTATOR))
    assert watching.ask == "{seat_1} has the turn." and "{n}" not in prompt.ask + prompt.because


def test_who_comes_next_is_told_to_those_who_wait():
    state = position(stage=WALK, hand="small", track=[5, 7, WAITS])
    assert GAME.prompt(state.masked(2)).because == "You are next." and GAME.prompt(state.masked(1)).because == "{seat_3} moves next."
    again = position(stage=WALK, hand="small", track=[5, 7, 11])
    assert GAME.prompt(again.masked(1)).because == "{seat_1} moves again after that."


# ---- score sheets


def test_T40_the_sheet_explains_every_tank():
    tanks = {"A": "small3 large2 seaweed", "B": "turtle2 coral seaweed small", "C": "shark whale seaweed", "D": "seahorse2 coral", "E": "whale", "F": "large2"}
    sheet = {line.key: line for line in GAME.score_sheet(position(funds=8, tanks=tanks), 0).lines}
    assert list(sheet) == ["tanks", "funds", "milestones", "standby"] and sheet["tanks"].points == 26
    assert sheet["tanks"].because == "A 6 (2 pairs), B 5 (2 turtles, coral), C 6 (a shark, a whale shark), D 5 (2 seahorses, coral), E 4 (a whale shark)"
    assert {"A.small", "A.small.2", "A.large.2", "B.turtle.2", "D.coral"} <= set(sheet["tanks"].places)
    assert not {"A.small.3", "F.large", "B.small", "B.seaweed"} & set(sheet["tanks"].places)
    assert sheet["funds"].because == "8 left, a point for every 3" and sheet["standby"].because == "counts when you leave the last fair"


def test_advanced_fish_are_explained_one_by_one():
    tanks = {"A": "small3 manta seaweed", "B": "flapjack seahorse coral", "C": "shark whale remora seaweed", "E": "whale remora"}
    line = next(line for line in GAME.score_sheet(position(advanced=True, tanks=tanks), 0).lines if line.key == "advanced")
    assert line.because == (
        "manta ray in A, 3 small fish: 3; flapjack octopus in B, 2 kinds: 2; remora in C, beside shark and whale shark: 4; remora in E, one host: 2"
    )
    assert line.points == 11 and {"A.small.3", "A.manta", "B.seahorse", "C.shark", "E.remora"} <= set(line.places) and "B.coral" not in line.places


def test_the_end_is_told():
    state = position(2, stage=OWNER, track=[DONE, 19, DONE], round=3, turn=2, tanks={"A": "whale"}, funds=3)
    turn(state, "pass")
    assert GAME.result(state).title == "{seat_2} wins with 6 points."
    assert {line.key: line.because for line in GAME.score_sheet(state, 1).lines}["standby"] == "3rd to leave the last fair"


# ---- gardens that people type


def test_a_typed_garden_is_scored():
    [sheet] = GAME.score_text("A 2 small 2 large | C: seaweed, 2 turtle, coral | E whale | funds 7 | fish 1 shark 2 | standby 1  # mine")
    assert {line.key: line.points for line in sheet.lines} == {"tanks": 15, "funds": 2, "milestones": 9, "standby": 3} and sheet.total == 29
    two = GAME.score_text("a small large\n\nb shark whale remora seaweed | standby 4")
    assert [sheet.total for sheet in two] == [3, 10] and [line.key for line in two[1].lines][1] == "advanced"


@pytest.mark.parametrize(("text", "reason"), [
    ("", "a garden is a line"), ("A small | A large", "line 1: a stands there twice"), ("A herring", "'herring' is no token"),
    ("\nB 5 small", "line 2: tank B is not in order: it uses 5 of 4 oxygen"), ("A small shark", "cannot be in one tank"), ("A turtle", "missing"),
    ("A 2 coral", "only one coral"), ("A small | funds many", "not a number from 0 to 15"), ("A small | standby 9", "from 1 to 4"),
    ("A small | fish", "milestones stand with"), ("A small | fish 1 fish 2", "milestones stand with"), ("funds", "is not understood"),
    ("G small", "is not understood"),
])
def test_typed_gardens_that_do_not_fit(text, reason):
    with pytest.raises(UnknownText, match=re.escape(reason)):
        GAME.score_text(text)
