"""How Pocket Aquarium is shown: the page's board from a view, the text board, the score page."""

import random
import re
from collections import Counter

import pytest

from shoal.games.pocket_aquarium import table
from shoal.games.pocket_aquarium.table_text import text_board
from shoal.play.chance import SeededChance
from shoal.play.match import Match
from shoal.play.parts import Seat
from shoal.web.boards import draw, score_board
from shoal.web.people import people_of

from .grids import GAME


def new_match(seed=3, **options):
    return Match.new(GAME, 1, GAME.effective_options(1, options), [Seat("Ann")], SeededChance(seed))


def drawn(match, select="", observer=0):
    view = match.view(observer)
    people = people_of(view, (0,), {})
    return str(draw(view, {"select": select}, people, people[0] if observer == 0 else None).html)


def context(match, select="", observer=0):
    return table.board(match.view(observer), {"select": select})


def taps(html):
    """(cmd or select, value) of every button."""
    return re.findall(r'<button[^>]* name="(cmd|select)" value="([^"]*)"', html)


def walk(seed, **options):
    """A random game: the match before every move."""
    match, chance = new_match(seed, **options), random.Random(seed)
    while not match.over:
        yield match
        match.choose(0, [chance.choice(match.legal(0))])
    yield match


@pytest.mark.parametrize("options", [{}, {"chips_path": "stops_with_corners", "swap_without_target_is_legal": True}], ids=str)
def test_every_move_can_be_made_by_tapping(options):
    """From nothing chosen, through one more tap, every legal move is a button that plays it."""
    for match in list_of_positions(5, options):
        legal = {text for _, text in match.view(0).legal}
        reached, seen, waiting = set(), set(), [""]
        while waiting:
            select = waiting.pop()
            if select in seen:
                continue
            seen.add(select)
            found = taps(drawn(match, select))
            main = context(match, select)["main"] or {}
            reached |= {value for kind, value in found if kind == "cmd"} | {main["cmd"] for _ in [0] if "cmd" in main}
            waiting += [value for kind, value in found if kind == "select"]
        assert reached == legal
        assert seen - {""} <= legal


def list_of_positions(seed, options):
    match, chance = new_match(seed, **options), random.Random(seed)
    for _ in range(4):
        yield match
        match.choose(0, [chance.choice(match.legal(0))])
    feed = [action for action in match.legal(0) if GAME.action_to_text(action).startswith("feed")]
    match.choose(0, [feed[0]])
    yield match


def test_pages_are_clean():
    """No styles, no scripts, ids only once, at every step and for spectators."""
    for match in walk(6):
        for observer in (0, -1):
            html = drawn(match, observer=observer)
            assert "style=" not in html and "<script" not in html and " on" not in re.findall(r"<button[^>]*>", html)
            doubled = [name for name, times in Counter(re.findall(r' id="([^"]+)"', html)).items() if times > 1]
            assert not doubled
        assert text_board(match.view(0), 80)
        assert max(map(len, text_board(match.view(0), 100).splitlines())) <= 100


def test_a_spectator_presses_nothing():
    assert not taps(drawn(new_match(), observer=-1))


def test_turns_are_counted_with_the_head_start():
    match = new_match(3)
    assert context(match)["where"] == "Turn 1 of 14"
    match.choose(0, [match.legal(0)[0]])
    assert context(match)["where"] == "Turn 2 of 14"
    assert context(match)["step"].startswith("Turn 2 of 14 · 13 left")


def test_a_tapped_card_shows_what_it_can_do_and_what_that_is_worth():
    words = context(new_match(3), "flip a2")
    assert words["main"] == {"label": "Flip a2, +1", "cmd": "flip a2"}
    assert [item["code"] for item in words["options"]["items"]] == ["flip a2", "use a2 a1", "use a2 d1", "use a2 a4", "use a2 d4", "feed"]
    assert words["options"]["items"][0]["points"] == 9
    glowing = [cell["name"] for row in words["rows"] for cell in row["cells"] if cell["glows"]]
    assert glowing == ["a1", "d1", "a4", "d4"]
    assert len(words["arrows"]) == 4


def test_what_chips_watches_says_why_it_cannot_be_tapped():
    words = context(new_match(3))
    closed = [cell for row in words["rows"] for cell in row["cells"] if cell["why"]]
    assert [cell["name"] for cell in closed] == ["c1", "c2", "c3", "c4"]
    assert all("Chips watches column c" in cell["why"] for cell in closed)
    assert words["shadow"] == "col-4"
    assert words["cannot"][0]["why"] == "Chips watches column c."


def test_a_card_that_acted_is_crossed_out_and_says_why():
    match = new_match(3)
    match.choose(0, match.read(0, "use b1"))
    words = context(match, "flip c1")
    spent = [cell["name"] for row in words["rows"] for cell in row["cells"] if cell["card"]["spent"]]
    assert spent == ["c1"]
    (off,) = [item for item in words["options"]["items"] if item.get("off")]
    assert "used last turn" in off["small"]


def test_the_food_lies_above_its_column_and_its_swaps_glow():
    match = new_match(3)
    match.choose(0, match.read(0, "feed b"))
    words = context(match)
    assert [stop["id"] for stop in words["stops"] if stop["food"]] == ["stop-tb"]
    assert [cell["name"] for row in words["rows"] for cell in row["cells"] if cell["glows"]] == ["b2", "b3", "b4"]
    assert "food" in text_board(match.view(0), 80)


def test_the_meter_says_what_is_missing():
    words = context(new_match(3))
    assert words["meter"]["now"] == 8
    assert [tick["points"] for tick in words["meter"]["ticks"]] == [28, 31, 33]
    assert [(line["symbol"], line["points"]) for line in words["lines"]] == [("angelfish", 3), ("discus", 4), ("guppy", 0), ("rasboras", 1)]
    assert [(special["symbol"], special["right"]) for special in words["specials"]] == [("pump", False), ("plant", True), ("snail", False)]
    assert "c1 and d3 are apart" in words["lines"][0]["small"]


def test_the_deal_can_be_shared_as_a_line():
    match = new_match(3)
    assert GAME.new_deal(context(match)["deal"]) == match.state


def test_the_log_names_turns_and_moves():
    match = new_match(3)
    for text in ("flip a2", "use b1", "feed a", "feed a2"):
        match.choose(0, match.read(0, text))
    events = match.view(0).events
    said = [str(table.log_line(GAME, event, ["You"])) for event in events[15:]]
    assert said[0] == "The cards were dealt, and Chips took his head start."
    assert said[1] == "You flipped a2 <code>flip a2</code>"
    assert "a1 with a2" in said[4]
    assert [table.log_heading(GAME, event) for event in events[15:]] == ["", "Turn 1", "Turn 2", "Turn 3", "Turn 4"]


def test_the_score_page_lights_the_cards_of_a_line():
    *_, match = walk(8)
    view = match.view(0)
    person = people_of(view, (0,), {})[0]
    html = str(score_board(view, 0, frozenset({"a1", "b1"}), person, False))
    assert html.count("is-lit") == 2 and html.count("is-dim") == 14


def test_the_text_board_draws_chips_at_his_stop():
    lines = text_board(new_match(3).view(0), 100).splitlines()
    assert lines[-7].split() == ["a", "b", "=^.^=", "d"] and lines[0] == "8 as the fish lie; 28 wins, 33 is the most"
    assert "A2>#" in lines[-6]


@pytest.mark.parametrize("width", [60, 80, 110])
def test_the_grid_stands_last_whatever_the_width(width):
    """A screen of 24 lines shows it whole, above the question with its moves."""
    match = new_match(3)
    lines = text_board(match.view(0), width).splitlines()
    grid = [line.split() for line in lines[-7:-1]]
    assert [row[0] for row in grid[1:5]] == [row[-1] for row in grid[1:5]] == ["1", "2", "3", "4"] and grid[5] == ["a", "b", "c", "d"]
    assert max(map(len, lines)) <= width and "a1 (" in " ".join(lines[:-7])
