"""Texts of actions and outcomes, what people may type, questions, refusals, and component files that do not fit."""

import io
import sys

import pytest

from shoal.cli import main
from shoal.engine.components import Components
from shoal.engine.errors import AmbiguousText, ComponentError, IllegalAction, UnknownText
from shoal.engine.facts import SPECTATOR
from shoal.games.aquarium.notation import ACTIONS, OUTCOMES

from .tables import GAME, legal, play, position


def test_the_94_actions_round_trip():
    texts = [GAME.action_to_text(action) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS == 94
    assert [GAME.text_to_action(text) for text in texts] == list(range(ACTIONS))
    assert texts[:16] == "pass flush shop hold add remove replace exchange plus1 minus1 double half keep buy decline feed".split()


def test_outcomes_round_trip():
    texts = [GAME.outcome_to_text(outcome) for outcome in range(OUTCOMES)]
    assert len(set(texts)) == OUTCOMES and [GAME.text_to_outcome(text) for text in texts] == list(range(OUTCOMES))
    assert {"draw feeding", "deal b1", "first 4", "influence hold", "influence half", "food 1"} <= set(texts)


@pytest.mark.parametrize("text", ["", "Pass", "drop", "drop fern", "drop p4", "pass ", "drop  p1", "breed", "influence add", "draw p1"])
def test_texts_that_are_no_moves(text):
    with pytest.raises(UnknownText):
        GAME.text_to_action(text)


@pytest.mark.parametrize("text", ["draw", "draw p4", "first 0", "first 5", "first A", "food 0", "food 13", "influence pass", "deal fern", "pass"])
def test_texts_that_are_no_draws(text):
    with pytest.raises(UnknownText):
        GAME.text_to_outcome(text)


def typed(state, seat, text):
    return [GAME.action_to_text(action) for action in GAME.read(state.masked(seat - 1), text)]


def test_what_people_type():
    turn = position(3, market="p2 y2 fern", aquariums={2: "r1 p1"}, coins={1: 20})
    assert typed(turn, 1, "Go shopping") == ["shop"] and typed(turn, 1, "pa") == ["pass"] and typed(turn, 1, "s") == ["shop"]
    phase1 = play(turn.copy(), "1 shop")
    assert typed(phase1, 2, "exch") == ["exchange"]
    with pytest.raises(AmbiguousText, match="remove, replace"):
        typed(phase1, 2, "re")
    give = play(phase1.copy(), "2 exchange; 3 hold")
    assert typed(give, 2, "exchange p1 y2") == ["give p1", "take y2"] == typed(give, 2, "give p1 take y2")
    drop = play(phase1.copy(), "2 remove; 3 hold")
    assert typed(drop, 1, "remove p2") == ["drop p2"]
    phase2 = play(phase1.copy(), "2 hold; 3 hold")
    assert [typed(phase2, 2, sign) for sign in ("+1", "-1", "x2", "1/2")] == [["plus1"], ["minus1"], ["double"], ["half"]]


def test_feeding_in_one_line():
    state = play(position(2, market="p2", aquariums={1: "p1 r2 b3"}, deck="feeding y1"), "1 pass; * draw feeding; * food 2")
    assert typed(state, 1, "starve p1 r2 feed") == ["starve p1", "starve r2", "feed"]


REFUSALS = [
    ("", 1, "flush", "only 5 cards can be flushed; there are 2", "R6"),
    ("", 1, "buy", "decide first whether to pass or to go shopping", ""),
    ("", 2, "hold", "it is for seat 1 to decide now", "R37"),
    ("1 shop", 1, "hold", "the others choose action cards now", "R8"),
    ("1 shop; 2 add", 2, "hold", "you have chosen", "R41"),
    ("1 shop", 2, "half", "this card is for Phase II", "R3"),
    ("1 shop", 3, "add", "this card lies spent", "R43"),
    ("1 shop; 2 remove; 3 hold", 1, "drop r3", "there is no r3 in the market", "R8"),
    ("1 shop; 2 remove; 3 hold", 1, "swap p2", "choose the fish that leaves the market", ""),
    ("1 shop; 2 exchange; 3 hold", 2, "give p2", "there is no p2 in your aquarium", "R26"),
    ("1 shop; 2 hold; 3 hold; 2 double; 3 hold", 1, "buy", "the market costs 8 and you have 5 coins", "R7"),
    ("1 pass; * draw feeding; * food 3", 1, "feed", "feeding all costs 9 and you have 7 coins", "R21"),
]


@pytest.mark.parametrize(("lines", "seat", "text", "reason", "rule"), REFUSALS)
def test_refusals_say_why(lines, seat, text, reason, rule):
    state = play(position(3, market="p2 fern", aquariums={1: "b3", 2: "r1"}, coins={1: 5}, spent={3: "add"}, deck="feeding y1"), lines)
    before = state.copy()
    with pytest.raises(IllegalAction, match=reason) as refused:
        state.apply_action(seat - 1, GAME.text_to_action(text))
    assert refused.value.rule == rule and state == before


def test_why_a_pair_cannot_go_to_the_tank():
    state = play(position(3, market="p2 r3 r3 bank bank", aquariums={1: "y1 y1"}), "1 shop; 2 hold; 3 hold; 2 hold; 3 hold; 1 buy")
    for fish, rule in (("y1", "R18"), ("p2", "R18"), ("bank", "R24")):
        with pytest.raises(IllegalAction, match=rule):
            state.apply_action(0, GAME.text_to_action(f"breed {fish}"))


def test_every_question_has_words():
    for lines in ("", "1 shop", "1 shop; 2 remove; 3 hold", "1 shop; 2 replace; 3 hold", "1 shop; 2 exchange; 3 hold", "1 shop; 2 exchange; 3 hold; 2 give r1",
                  "1 shop; 2 hold; 3 hold", "1 shop; 2 hold; 3 hold; 2 half; 3 hold", "1 shop; 2 hold; 3 hold; 2 half; 3 hold; 1 buy",
                  "1 pass; * draw feeding; * food 3"):
        state = play(position(3, market="p2 fern", aquariums={1: "p2", 2: "r1"}, deck="feeding y1"), lines)
        for observer in range(SPECTATOR, 3):
            prompt = GAME.prompt(state.masked(observer))
            assert prompt.step and prompt.ask and "{n}" not in prompt.ask


def test_the_question_of_a_purchase_says_who_is_paid():
    state = play(position(3, market="p2 fern", coins={1: 9}), "1 shop; 2 hold; 3 hold; 2 half; 3 half")
    prompt = GAME.prompt(state.masked(0))
    assert "1 coin" in prompt.ask and "1 to {seat_2}, 1 to {seat_3}" in prompt.because and legal(state, 1) == ["buy", "decline"]


# ---- component files

def changed(old, new):
    text = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    assert old in text
    return Components.parse(text.replace(old, new, 1), "a file")


@pytest.mark.parametrize(("old", "new", "said"), [
    ("copies = 4", "copies = -1", "copies"), ('id = "p1"', 'id = "P 1"', "short word"), ('id = "p2"', 'id = "p1"', "twice"),
    ("market_limit = 5", "", "market_limit"),
    ("feeding_piles = [2, 4, 6, 8]", "feeding_piles = [2, 2]", "different piles"), ("piles = 8", "piles = 80", "piles"), ("hold = 1", "hold = 0", "Pass card"),
    ('colour = "p"', 'colour = "x"', "colour"), ("set_by_size = [4, 8, 12]", "set_by_size = [4]", "list of 3"), ("value = 1", "value = 0", "value"),
    ("add = 2", "sub = 2", "sub"), ("copies = 4", "copies = 0", "starting size"), ("breedable = false", 'breedable = "no"', "true or false"),
    ("fish_and_plants = 64", "fish_and_plants = 0", "fish_and_plants"), ("[totals]", "[sums]", "totals"), ("price = 1", "prize = 1", "price"),
    ("market_limit = 5", "market_limit = 0", "market_limit"), ("starting_fish_size = 1", "starting_fish_size = 4", "starting size"),
])
def test_component_files_that_do_not_fit(old, new, said):
    with pytest.raises(ComponentError, match=said):
        type(GAME)(GAME.folder).use(changed(old, new))


def test_an_owner_may_correct_single_cards():
    game = type(GAME)(GAME.folder)
    game.use(changed("copies = 4", "copies = 7"))
    assert sum(game.box.copies) == 67 and game.components.hash != GAME.components.hash
    assert game.remarks() == ["The file makes 67 fish and plants in all; the box should hold 64. Shoal plays with them as they are."]
    assert GAME.remarks() == []


def test_a_file_with_another_number_of_cards_is_played_with_a_remark(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    text = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text.replace("copies = 4", "copies = 7", 1), encoding="utf-8")
    assert main(["play", "aquarium", "--bots", "random", "--players", "2", "--seed", "1", "--components", "mine.toml"]) == 0
    assert "67 fish and plants" in " ".join(capsys.readouterr().out.split())
