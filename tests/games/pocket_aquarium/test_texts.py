"""What people type and what they are told: deals, moves, component files."""

import re

import pytest

from shoal.engine.components import Components
from shoal.engine.errors import AmbiguousText, ComponentError, IllegalAction, UnknownText
from shoal.engine.record import Record

from .grids import CARDS, EX, GAME, P1, PF, deal, play, position


def typed(state, text):
    """The move that a typed text means."""
    return [GAME.action_to_text(action) for action in GAME.read(state.masked(0), text)]


def test_moves_are_read_with_spare_spaces_hyphens_and_capitals():
    state = position(P1, "ta")
    assert typed(state, " USE  B3-c2 ") == ["use b3 c2"]
    assert typed(state, "use b3 with c2") == ["use b3 c2"]
    assert typed(state, "Flip D4") == ["flip d4"]


def test_a_card_with_one_target_needs_no_second_cell():
    state = position("D3< G1< A2> RA< / A1> D1> PL< G4> / D4< G3> SN< A4< / PU> A3< G2> D2>", "td")
    assert typed(state, "use a1") == ["use a1 a2"]


def test_a_card_with_several_targets_is_asked_for_one():
    state = position(P1, "ta")
    with pytest.raises(IllegalAction, match="say with which card .* a1, d1, a4, d4"):
        play(state, *typed(state, "use b1"))


@pytest.mark.parametrize("text", ["", "fly b3", "flip e3", "flip", "use b3 b3", "feed c1", "feed e", "use b3 c4 d4", "flip b33"])
def test_unknown_moves(text):
    with pytest.raises(UnknownText):
        GAME.text_to_action(text)
    with pytest.raises((UnknownText, AmbiguousText)):
        GAME.read(position(P1).masked(0), text)


@pytest.mark.parametrize(("text", "words"), [
    (P1.replace("G1<", "G9<"), "card 1 of the deal, 'G9<', is none"),
    (P1.replace("G1<", "G1"), "'G1', is none"),
    (P1.replace("D4<", "G1>"), "G1 lies twice in the deal: as card 1 and as card 2"),
    (P1.replace("G1< ", ""), "the deal lacks G1"),
    ("PU> PL<", "a deal has 16 cards, such as PL> or D1<; these are 2"),
    (f"{P1} A1<", "A1 lies twice"),
    ("", "these are 0"),
])
def test_deals_that_do_not_fit(text, words):
    with pytest.raises(UnknownText, match=re.escape(words)):
        GAME.new_deal(text)


WAYS_TO_TYPE = [P1.replace("/", ""), f"deal {P1}", P1.lower(), P1.replace("<", "←").replace(">", "→"), P1.replace(" / ", "\n") + "\n# a note"]


@pytest.mark.parametrize("text", WAYS_TO_TYPE)
def test_deals_may_be_typed_in_several_ways(text):
    assert GAME.layout_text(GAME.new_deal(text)) == P1


def test_final_grids_are_scored():
    first, second = GAME.score_text(f"{EX}\n\n{PF}")
    assert (first.total, second.total) == (25, 33)
    (lost,) = GAME.score_text(PF.replace("PU<", "PU>"))
    assert [(line.title, line.points) for line in lost.lines] == [("Filter Pump misplaced", 0)]


def test_a_record_replays():
    state = GAME.new_state()
    record = Record.of(GAME, 1, GAME.effective_options(1))
    for face in deal(P1).faces:
        record.add(None, GAME.outcome_to_text(face))
    for text in ("use b3 c2", "feed c", "feed c3", "flip a1"):
        record.add(0, text)
    read = Record.parse(record.dump())
    *_, (_, state) = read.positions(lambda game_id: GAME)
    assert state == play(deal(P1), "use b3 c2", "feed c", "feed c3", "flip a1")


# ---- component files

def with_components(pattern, replacement):
    text = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    changed, times = re.subn(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert times == 1
    other = type(GAME)(GAME.folder)
    other.use(Components.parse(changed, "a test"))
    return other


def test_an_owner_corrects_an_action():
    game = with_components(r'^left = .*dir = "w".*$', 'left = { action = { kind = "swap", to = ["n", "e", "s", "w"] } }')
    state = game.new_deal(P1.replace("A1>", "A1<"))
    reached = [game.action_to_text(action) for action in state.legal_actions(0) if game.action_to_text(action).startswith("use a2")]
    assert reached == []
    state.apply_action(0, game.text_to_action("flip d4"))
    reached = [game.action_to_text(action) for action in state.legal_actions(0) if game.action_to_text(action).startswith("use a2")]
    assert reached == ["use a2 a1", "use a2 b2", "use a2 a3"]


def test_an_owner_answers_a_ruling():
    game = with_components(r"^feed_on_last_turn = true", "feed_on_last_turn = false")
    assert game.option("feed_on_last_turn").default is False
    assert GAME.option("feed_on_last_turn").default is True
    assert with_components(r'^use = "stops"', 'use = "stops_with_corners"').new_deal(P1).path == 1


@pytest.mark.parametrize(("pattern", "replacement", "words"), [
    (r'^id = "A1"', 'id = "A2"', "A2 stands there twice"),
    (r'^species = "angelfish"', 'species = "tuna"', "'tuna' is none of angelfish, discus, guppy"),
    (r'^left = (.*)dir = "w"', r'left = \1dir = "n"', 'line = "row" in dir = "w" or "e"'),
    (r'^left = (.*)kind = "slide"', r'left = \1kind = "jump"', '"none", "slide" or "swap"'),
    (r'to = \["w", "e"\]', 'to = ["up"]', "compass points"),
    (r'cells = \["a1", "d1", "a4", "d4"\]', 'cells = ["z9"]', "columns are a to d"),
    (r"^school = \{ 2 = 4, 3 = 6, 4 = 9 \}", "school = {}", "points by number of fish"),
    (r"^rasboras_shoal = 1", "rasboras_shoal = -1", "from 0 to 1000"),
    (r'^stops = \["ta"', 'stops = ["te"', "'te' is no stop"),
    (r'^use = "stops"', 'use = "around"', "stops, stops_with_corners"),
    (r"^scores_neighbours = true", "scores_neighbours = false", "scores_neighbours"),
    (r'^reuse_ban = "action_used_last_turn"', 'reuse_ban = "never"', "reuse_ban"),
    (r"^group_of_at_least = 3", "group_of_at_least = 1", "head_start.group_of_at_least"),
    (r"^group_steps = 1", "group_steps = 9", "home before the first turn"),
    (r"^min = 28", "min = 32", "from 0 points upwards"),
])
def test_component_files_that_do_not_fit(pattern, replacement, words):
    with pytest.raises(ComponentError, match=re.escape(words)):
        with_components(pattern, replacement)


def test_what_is_assumed_is_said():
    assumed = dict(GAME.components.assumed())
    assert "card[A1].left.action.kind" in assumed
    assert "card[PU].right.must_be_in" in assumed
    assert "scoring.school.4" not in assumed
    assert len(CARDS) == 16
