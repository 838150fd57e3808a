"""How Fish Tank lies on the table: what glows is legal, what is sealed looks alike, numbers are the engine's, pages of twins are equal."""

import re
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from shoal.engine.facts import SPECTATOR
from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.games.fish_tank.notation import cell_text, pick, text_cell
from shoal.games.fish_tank.table import board, log_heading, log_line, score_board
from shoal.games.fish_tank.table_tank import Tank
from shoal.games.fish_tank.table_text import text_board
from shoal.play.chance import SeededChance
from shoal.play.match import Match
from tests.games.pages import PAGES, SYMBOLS, elements, moves_on

GAME = load_game("fish_tank")


def people(view):
    return [SimpleNamespace(name=s.name, letter=s.name[0], sign=i + 1, you=i == view.observer) for i, s in enumerate(view.seats)]


def page(view, select=""):
    """The board as HTML."""
    return PAGES.get_template("fish_tank/table.html.jinja").render(people=people(view), **board(view, {"select": select}))


def new_match(players=3, seed=1, **options):
    return Match.new(GAME, players, options, chance=SeededChance(seed))


def play(match, until, seed=1):
    """Random choices until the condition holds."""
    rng = Rng(seed, "table")
    while not match.over and not until(match.state):
        seat = match.waiting_for()[0]
        legal = match.legal(seat)
        match.choose(seat, [legal[rng.pick(len(legal))]])
    return match


def at(round_number, stage):
    return lambda state: state.round == round_number and state.decision() == stage


def to(match, round_number, stage):
    """Play to a stage of a round; who flips has placed, unseen by the others."""
    play(match, at(round_number, "pick" if stage == "pick" else "place"))
    if stage == "flip" and not match.over:
        for seat in range(match.players):
            if seat in match.waiting_for() and match.view(seat).decision == "place":
                match.choose(seat, [match.legal(seat)[-1]])
    return match


def classes(attributes):
    return (attributes.get("class") or "").split()


@pytest.mark.parametrize("players", [2, 3, 6])
def test_legal_things_glow_and_nothing_else(players):
    match = new_match(players, seed=players)
    for number in (1, 2, 6, 16):
        for stage in ("pick", "place", "flip"):
            view = to(match, number, stage).view(0)
            if view.decision != stage:
                continue
            for select in ("", view.legal[-1][1]):
                html = page(view, select)
                glowing = [a for _, a in elements(html) if {"is-legal", "ghost"} & set(classes(a))]
                legal = {text for _, text in view.legal}
                assert moves_on(html) == legal - {"keep"}
                assert {a["value"] for a in glowing} == legal - {"keep"}
                assert all(a["form"] == "do" for a in glowing)


def test_nothing_glows_for_spectators_and_for_who_has_chosen():
    match = play(new_match(), at(4, "pick"))
    match.choose(0, [match.legal(0)[0]])
    for view in (match.view(0), match.view(SPECTATOR)):
        assert moves_on(page(view)) == set()
        assert board(view, {"select": view.legal[0][1] if view.legal else ""})["main"] is None


def test_a_tap_chooses_and_the_next_one_plays():
    view = play(new_match(), at(3, "place")).view(0)
    text = view.legal[2][1]
    assert f'name="select" value="{text}"' in page(view)
    html = page(view, text)
    assert f'name="cmd" value="{text}" aria-pressed="true"' in html
    assert html.count("is-chosen") == 1
    context = board(view, {"select": text})
    assert context["main"]["cmd"] == f"{text} keep"
    assert [item["cmd"] for item in context["more"]] == [text]
    assert board(view, {"select": "place a9"})["main"] is None


def test_main_buttons_are_commands_that_the_game_reads():
    for stage in ("pick", "place", "flip"):
        match = to(new_match(seed=8), 6, stage)
        view = match.view(0)
        for _, text in view.legal:
            context = board(view, {"select": text})
            for item in [context["main"], *context["more"]]:
                match.read(0, item["cmd"])


def test_place_then_flip_in_two_steps():
    match = play(new_match(seed=3), at(5, "place"))
    kind = GAME.kinds[match.state.revealed[0]]
    cell = match.view(0).legal[0][1].split()[1]
    match.choose(0, [match.view(0).legal[0][0]])
    view = match.view(0)
    html = page(view)
    assert f"flip {cell}" in moves_on(html)
    assert html.count(f'data-vt="ft-1-{match.state.round}"') == 1
    new = next(a for _, a in elements(html) if a.get("data-vt") == f"ft-1-{match.state.round}")
    assert new["value"] == f"flip {cell}" and kind.card in classes(new)
    assert f"ft-1-{match.state.round}" in page(match.view(1)), "the others see the revealed card, not where it goes"
    assert cell not in [c["name"] for row in board(match.view(1), {})["tanks"][0]["small"] for c in row if c["card"]]


def test_numbers_on_places_are_what_placing_there_brings():
    match = play(new_match(seed=4), at(6, "place"))
    view, state = match.view(0), match.state
    before = state.scores()[0]
    shown = {c["name"]: c["gain"] for row in board(view, {})["own"]["rows"] for c in row["cells"] if c["sort"] == "ghost"}
    for action, text in view.legal:
        after = after_round(state, action)
        assert shown[text.split()[1]] == after.scores()[0] - before
    assert board(view, {})["own"]["total"] == before


def after_round(state, action, text="keep"):
    """Seat 0 places and flips like this, the others place somewhere and keep all."""
    world = state.copy()
    while world.decision() in ("place", "flip") and world.round == state.round:
        seat, legal = world.actors()[0], world.legal_actions(world.actors()[0])
        choice = action if world.decision() == "place" else GAME.text_to_action(text)
        world.apply_action(seat, choice if seat == 0 else legal[-1])
    return world


def test_numbers_on_cards_are_what_flipping_them_brings():
    match = to(new_match(seed=5), 9, "flip")
    view = match.view(0)
    context = board(view, {})
    place = match.draft(0)[0]
    kept = after_round(match.state, place).scores()[0]
    assert context["own"]["total"] == kept
    for row in context["own"]["rows"]:
        for cell in row["cells"]:
            if cell["sort"] == "flip":
                assert cell["gain"] == after_round(match.state, place, cell["value"]).scores()[0] - kept


def test_what_each_kind_pays_now_is_the_score_sheet():
    match = play(new_match(seed=6), at(14, "pick"))
    view = match.view(1)
    sheet = {line.key: line.points for line in view.sheets[1].lines}
    guide = board(view, {})["guide"]
    assert {k.id: k.now for k in guide if k.now} == {key: points for key, points in sheet.items() if points}
    for line in guide:
        assert any(c.met for c in line.conditions) == (line.now > 0)
    assert [tank["total"] for tank in board(view, {})["tanks"]] == [match.state.scores()[seat] for seat in (0, 2)]


def test_guide_names_the_met_conditions():
    from shoal.games.fish_tank.table_guide import kind_row
    danio, plant = GAME.kinds[1], GAME.kinds[-1]
    met = lambda kind, points: [c.met for c in kind_row(GAME, kind.number, points).conditions]
    assert met(danio, 5) == [True, False]
    assert met(danio, 11) == [False, True]
    assert met(danio, 10) == [True, False]
    assert met(danio, 16) == [True, True]
    assert met(plant, 7) == [False, True, False]


def sealed_slots(html):
    """The cards of this round, seat by seat."""
    return re.findall(r'<span class="shown" id="shown-\d">(.*?)</span><span>', html, re.S)


def test_two_sealed_cards_are_the_same_markup():
    match = play(new_match(6, seed=7), at(2, "pick"))
    for seat in (1, 2, 5):
        match.choose(seat, [match.legal(seat)[seat % 2]])
    for observer in (0, SPECTATOR):
        slots = sealed_slots(page(match.view(observer)))
        backs = [slots[seat] for seat in (1, 2, 5)]
        assert "is-sealed" in backs[0] and len(set(backs)) == 1
        assert " id=" not in backs[0] and "data-vt" not in backs[0] and "letter" not in backs[0]


def test_a_page_does_not_tell_which_card_was_picked():
    pages = []
    for choice in (0, -1):
        match = play(new_match(seed=9), at(3, "pick"))
        match.choose(1, [match.legal(1)[choice]])
        pages.append([page(match.view(observer)) for observer in (0, 2, SPECTATOR)])
    assert pages[0] == pages[1]


def test_a_page_does_not_tell_where_a_card_was_placed_or_what_was_flipped():
    pages = []
    for choice in (0, -1):
        match = play(new_match(seed=9), at(6, "place"))
        match.choose(1, [match.legal(1)[choice]])
        match.choose(1, [match.legal(1)[choice]])
        pages.append([page(match.view(observer)) + text_board(match.view(observer)) for observer in (0, 2, SPECTATOR)])
    assert pages[0] == pages[1]


@pytest.mark.parametrize(("players", "stage"), [(2, "pick"), (2, "flip"), (3, "place"), (4, "pick"), (6, "flip")])
def test_twins_have_the_same_page(players, stage):
    """Worlds that differ only in what the observer cannot know."""
    match = to(new_match(players, seed=10), 4, stage)
    for observer in (0, players - 1, SPECTATOR):
        view = match.view(observer)
        select = view.legal[0][1] if view.legal else ""
        shown, plain = page(view, select), text_board(view)
        for seed in range(3):
            twin = view.masked.dealt(Rng(seed, "twin"))
            other = replace(view, masked=twin.masked(observer))
            assert page(other, select) == shown
            assert text_board(other) == plain


def test_ids_are_unique_and_none_is_a_symbol():
    for stage in ("pick", "place", "flip"):
        match = to(new_match(6, seed=11), 12, stage)
        for observer in (0, SPECTATOR):
            html = page(match.view(observer))
            ids = Counter(a["id"] for _, a in elements(html) if "id" in a)
            assert not [name for name, number in ids.items() if number > 1]
            assert not set(ids) & SYMBOLS
            vts = Counter(a["data-vt"] for _, a in elements(html) if "data-vt" in a)
            assert not [name for name, number in vts.items() if number > 1]


def test_the_own_hand_has_no_travelling_names():
    view = play(new_match(seed=12), at(2, "pick")).view(0)
    hand = [a for _, a in elements(page(view)) if a.get("id", "").startswith("hand-")]
    assert len([a for a in hand if "card" in classes(a)]) == 7
    assert not [a for a in hand if "data-vt" in a]


def test_a_card_keeps_its_name_from_the_moment_it_is_shown():
    match = play(new_match(seed=13), at(7, "place"))
    view = match.view(0)
    shown = board(view, {})["slots"][1]["card"]
    assert shown["vt"] == "ft-2-7"
    play(match, at(8, "pick"))
    laid = [c["card"] for tank in board(match.view(0), {})["tanks"] for row in tank["small"] for c in row if c["card"] and c["card"]["vt"] == "ft-2-7"]
    assert len(laid) == 1
    assert laid[0]["symbol"] in (shown["symbol"], "plant")


def test_zones_of_a_round_are_always_there():
    for stage in ("pick", "place", "flip"):
        html = page(to(new_match(4, seed=14), 3, stage).view(2))
        for zone in ("shown-1", "shown-4", "hand", "own-lattice", "at-d4", "at-1-d4"):
            assert f'id="{zone}"' in html


def test_only_reachable_rows_and_columns_are_drawn():
    match = play(new_match(seed=15), at(10, "place"))
    view = match.view(0)
    rows = board(view, {})["own"]["rows"]
    drawn = {c["name"] for row in rows for c in row["cells"]}
    lying = {cell_text(cell) for cell in range(49) if match.state.cards[cell]}
    assert drawn == lying | {text.split()[1] for _, text in view.legal}


def test_brackets_show_the_frames_still_possible():
    tank = Tank(GAME.box, 0, (0,) * 49).with_card(text_cell("d4"), 1).with_card(text_cell("f4"), 2)
    assert (list(tank.lefts), list(tank.tops), tank.frames) == ([2, 3], [0, 1, 2, 3], 8)
    assert [cell_text(c) for c in (tank.free()[0], tank.free()[-1])] == ["c1", "g7"]


def test_no_style_no_script_no_handler():
    match = to(new_match(6, seed=16), 13, "flip")
    for observer in (0, SPECTATOR):
        for tag, attributes in elements(page(match.view(observer))):
            assert tag not in ("script", "style")
            assert not [name for name in attributes if name == "style" or name.startswith("on")]


def test_names_of_people_are_escaped():
    match = play(new_match(seed=17), at(2, "pick"))
    match.seats[1].name = "<b onclick=x>"
    html = page(match.view(0)) + page(match.view(SPECTATOR))
    assert "<b onclick" not in html


def test_all_variants_and_the_end_are_drawn():
    for options in ({}, {"placement_reveal": "seat_order"}, {"pass_before_place": True}, {"fewer_kinds": True}):
        match = new_match(3, seed=18, **options)
        for number in (1, 8, 15):
            for stage in ("pick", "place", "flip"):
                to(match, number, stage)
                for observer in (0, SPECTATOR):
                    page(match.view(observer))
                    text_board(match.view(observer))
        play(match, lambda state: False)
        view = match.view(0)
        assert moves_on(page(view)) == set()
        assert [tank["total"] for tank in board(view, {})["tanks"]] == list(view.result.scores)


def test_score_board_lights_the_cards_of_a_line():
    match = play(new_match(seed=19), lambda state: False)
    view = match.view(0)
    line = next(line for line in view.sheets[0].lines if line.places)
    context = score_board(view, 0, frozenset(line.places))
    assert {c["name"] for c in context["cells"] if c["lit"]} == set(line.places)
    assert len(context["cells"]) == 16
    html = PAGES.get_template("fish_tank/score.html.jinja").render(small=False, **context)
    assert html.count("is-lit") == len(line.places)
    assert "is-dim" not in PAGES.get_template("fish_tank/score.html.jinja").render(small=True, **score_board(view, 0, frozenset()))


def test_what_just_happened():
    match = play(new_match(2, seed=20), at(3, "place"))
    names = ["You", "North"]
    lines = [log_line(GAME, event, names) for event in match.view(0).events]
    own = next(e for e in match.view(0).events if e.seat == 0 and e.decision == "pick" and e.turn == 2)
    assert log_line(GAME, own, names).startswith("You picked a")
    assert log_heading(GAME, own) == "Round 2"
    drawn = [e for e in match.view(0).events if e.decision == "draw"]
    assert [log_heading(GAME, e) for e in drawn] == ["Round 2", "Round 2", "Round 3", "Round 3"]
    assert log_line(GAME, drawn[0], names).startswith("You drew a")
    assert all("{" not in line for line in lines)


@pytest.mark.parametrize("players", [2, 6])
def test_the_text_board_fits_a_page(players):
    match = new_match(players, seed=21)
    for number, stage in ((1, "pick"), (2, "place"), (7, "flip"), (16, "pick")):
        to(match, number, stage)
        text = text_board(match.view(0))
        assert max(len(line) for line in text.splitlines()) <= 80
        assert match.seats[0].name in text
    assert text_board(match.view(SPECTATOR)).count("16 cards") == players


def test_the_text_board_shows_what_is_possible_and_what_is_sealed():
    match = play(new_match(seed=22), at(5, "place"))
    view = match.view(0)
    text = text_board(view)
    assert text.count("+") == len(view.legal)
    match.choose(0, [view.legal[0][0]])
    assert text_board(match.view(0)) != text
    picking = play(new_match(seed=22), at(5, "pick"))
    picking.choose(1, [pick(next(k for k in range(1, 13) if pick(k) in picking.legal(1)))])
    assert f"{picking.seats[1].name} sealed" in text_board(picking.view(0))
