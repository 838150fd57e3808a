"""The table of Acqua Dolce for pages and terminal: all moves are there, prices and forecasts are the engine's, and nothing hidden shows."""

import re
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import pytest
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

import shoal
from shoal.engine.facts import SPECTATOR
from shoal.engine.state import Rng
from shoal.games.acqua_dolce.advice import reason
from shoal.games.acqua_dolce.forecast import forecast, hurdles, price_of
from shoal.games.acqua_dolce.table import board, log_line, replay_caption, score_board
from shoal.games.acqua_dolce.table_text import text_board
from shoal.play.chance import SeededChance
from shoal.play.match import Match

from .tables import GAME, NAMES, control, play, position, settle

HERE = Path(shoal.__file__).parent
SYMBOLS = set(re.findall(r'<symbol id="(\w+)"', (HERE / "web" / "pieces.svg").read_text(encoding="utf-8")))


def templates():
    rooms = PrefixLoader({"acqua_dolce": FileSystemLoader(HERE / "games" / "acqua_dolce")})
    loader = ChoiceLoader([FileSystemLoader(HERE / "web" / "templates"), rooms])
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals["t"] = lambda key, **values: key
    return made


PAGES = templates()


def page(view, select=""):
    return PAGES.get_template("acqua_dolce/table.html.jinja").render(**board(view, {"select": select}))


class Elements(HTMLParser):
    """Every element as (tag, attributes); complains about tags that do not close."""

    VOID = {"path", "rect", "circle", "use", "br", "input"}

    def __init__(self, html):
        super().__init__()
        self.found, self.open = [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


def elements(html):
    return Elements(html).found


def moves_on(html):
    return {a["value"] for tag, a in elements(html) if tag == "button" and a.get("name") in ("select", "cmd")}


def view_of(state, seat):
    """What a page shows of a position that no match has played; seats are 1-based, 0 is a spectator."""
    masked = state.masked(seat - 1 if seat else SPECTATOR)
    legal = tuple((action, GAME.action_to_text(action)) for action in masked.legal_actions())
    seats = [SimpleNamespace(name=name) for name in ("North", "East", "South", "West", "Guest")[: state.players]]
    return SimpleNamespace(game=GAME, observer=masked.observer, masked=masked, legal=legal, seats=seats, over=masked.is_terminal())


def words_of(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def matches(players, seed, **options):
    """A match played at random, stopping at every question."""
    match = Match.new(GAME, players, {"auto_forced": False, "max_rounds": 10} | options, chance=SeededChance(seed))
    rng = Rng(seed, "table")
    while not match.over:
        yield match
        seat = match.waiting_for()[0]
        legal = match.legal(seat)
        match.choose(seat, [legal[rng.pick(len(legal))]])
    yield match


# ---- every page of random games


@pytest.mark.parametrize(("players", "options"), [(2, {"temperature": True}), (3, {}), (5, {"unique_deck": True, "actions_mandatory": False})])
def test_every_move_is_on_the_page_or_two_taps_away(players, options):
    for number, match in enumerate(matches(players, players, **options)):
        if number % 13 and match.state.decision() not in ("eat", "expel"):
            continue
        for observer in range(SPECTATOR, players):
            view = match.view(observer)
            legal = {text for _, text in view.legal}
            found = set()
            for select in ["", *sorted(text for text in legal if text.startswith("play"))[:8]]:
                check_page(view, select)
                found |= moves_on(page(view, select)) | buttons_of(view, select)
            assert found <= legal
            missing = legal - found
            assert all(text.startswith(("swap", "play")) for text in missing)
            assert text_board(view)


def buttons_of(view, select):
    context = board(view, {"select": select})
    return {item[key] for item in [context["main"] or {}, *context["more"]] for key in ("cmd", "select") if key in item}


def check_page(view, select):
    found = elements(page(view, select))
    assert all("style" not in a and not [key for key in a if key.startswith("on")] for _, a in found)
    ids = [a["id"] for _, a in found if "id" in a]
    assert len(set(ids)) == len(ids) and not set(ids) & SYMBOLS
    assert {a["href"][1:] for tag, a in found if tag == "use"} <= SYMBOLS


def test_every_event_has_a_line_and_every_seat_a_last_page():
    names = ["You", "North", "East"]
    *_, match = matches(3, 5, temperature=True, first_king=0)
    view = match.view(0)
    for event in view.events:
        assert log_line(GAME, event, names) or event.decision == "deal"
        assert replay_caption(GAME, event, names)
    for seat in range(3):
        for small in (False, True):
            html = PAGES.get_template("acqua_dolce/score.html.jinja").render(small=small, **score_board(view, seat, frozenset({"neon", "deco"})))
            assert elements(html) and "card" in html


def test_hidden_cards_have_a_line_without_their_name():
    *_, match = matches(2, 3)
    for match in matches(2, 3):
        hidden = [event for event in match.view(SPECTATOR).events if not event.text]
        if len(hidden) > 15:
            break
    assert {log_line(GAME, event, ["A", "B"]) for event in hidden} == {"", "A card from the deck"}


def test_pages_of_worlds_that_differ_in_secrets_only_are_equal():
    state = settle(GAME.new_state(3, {"temperature": True}), seed=4)
    state.remember()
    rng = Rng(3, "twins")
    for _ in range(40):
        state.advance(rng)
        for observer in (0, 1, 2, 3):
            masked = state.masked(observer - 1 if observer else SPECTATOR)
            data = masked.dealt(rng).to_json() | {"keeps_memory": True, "memory": masked.to_json()["memory"]}
            twin = GAME.state_from_json(data)
            assert page(view_of(state, observer)) == page(view_of(twin, observer)) and text_board(view_of(state, observer)) == text_board(
                view_of(twin, observer)
            )
        legal = state.legal_actions(state.turn)
        state.apply_action(state.turn, legal[rng.pick(len(legal))])


# ---- what it says

TANK = "2 neon, 3 guppy, 3 platy, 3 cory, molly, bee, 3 deco, 2 plant, feed4"


def middle(**more):
    """Action 2 of 3, five cards in hand."""
    return position(
        3, tank=TANK, hands={1: "2 neon, krib, angel, glass", 2: 4, 3: 3}, row="feed5, agassiz, plant", options={"temperature": True}, turns=1, taken=1, **more
    )


def price(state, text, number=1):
    return price_of(GAME, state.masked(0).state, NAMES.index(text), number)


def test_the_price_says_why():
    state = middle()
    assert price(state, "neon", 2).words == "free: school of 4" and price(state, "krib").words == "free"
    assert price(state, "angel").words == "draw 1: guppies are here" and [need.met for need in price(state, "angel").needs] == [True, False]
    assert price(state, "glass").words == "draw 1: school fish are here"
    alone = position(hands={1: "2 guppy, bee", 2: 5})
    assert price(alone, "guppy", 2).words == "draw 2: not a school, 2 of 3" and price(alone, "bee").words == "draw 2: no decoration, no plant"


def test_nothing_to_draw_costs_nothing():
    state = position(hands={1: "bee, neon", 2: "krib"}, row="platy", only_these=True)
    assert price(state, "bee").cards == 0 and price(state, "bee").words.startswith("nothing to draw")


def test_the_price_is_what_a_play_costs():
    for seed in range(3):
        for match in matches(2, seed):
            state = match.state
            if state.decision() != "act":
                continue
            for action, text in match.view(state.turn).legal:
                words = text.split()
                if words[0] == "play":
                    after = state.copy()
                    after.apply_action(state.turn, action)
                    card, number = NAMES.index(words[1]), int(words[2][1:]) if len(words) > 2 else 1
                    owed = after.owed if after.chance_name() == "draw" and after.goal == 4 else 0
                    assert price_of(GAME, state, card, number).cards == min(owed, state.deck_size + state.discards_size)
            if match.state.rounds > 2:
                break


def test_the_forecast_explains_step_by_step():
    said = [(step.key, step.words, step.tag) for step in forecast(GAME, middle().masked(0).state)]
    assert said == [
        ("feed", "all 13 fish eat, 3 rations spare", "ok"),
        ("expel", "neon ×2: not a school, 2 of 3", "−2"),
        ("temp", "suits every fish in the tank", "ok"),
    ]
    starving = position(tank="7 platy, 7 cory, feed4", hands={1: 4, 2: 3})
    assert forecast(GAME, starving)[0].words == "3 fish would starve: 11 rations for 14 fish; the judge chooses"
    conflict = position(tank="2 guppy, glass", hands={1: 4, 2: 3})
    assert "guppy, glassfish do not get on" in forecast(GAME, conflict)[1].words
    eats = position(tank="3 platy, piranha", hands={1: 4, 2: 3})
    assert [step.words for step in forecast(GAME, eats)][0] == "a platy is eaten"


def test_what_is_missing_to_win():
    said = [(hurdle.met, hurdle.words) for hurdle in hurdles(GAME, middle().masked(0).state, 0)]
    assert said == [
        (False, "5 cards in your hand, and it must be empty"),
        (True, "2 of 2 objectives needed are on (3 in play)"),
        (False, "without your hand: 11 rations for 13 fish, 2 would starve"),
        (False, "would be expelled: neon ×2"),
    ]


def test_a_tapped_school_shows_its_price_and_the_food_after_it():
    view = view_of(middle(), 1)
    context = board(view, {"select": "play neon x2"})
    assert context["main"] == {"label": "Play Neon ×2", "cmd": "play neon x2"} and context["more"][0]["select"] == "play neon"
    assert context["because"] == "Neon ×2: free: school of 4."
    html = words_of(page(view, "play neon x2"))
    assert "16 rations" in html and "After this: 14 rations for 15 fish. One would starve." in html and "+2 → 4" in html
    chosen = [card for card in context["hand"]["cards"] if card["chosen"]]
    assert len(chosen) == 2 and all(card["tap"]["name_of"] == "cmd" for card in chosen)


def test_a_swap_is_two_taps():
    view = view_of(middle(), 1)
    assert "swap angel krib" in moves_on(page(view, "play krib")) and "swap angel krib" in moves_on(page(view, "play angel"))
    assert board(view, {"select": "swap angel krib"})["main"]["label"] == "Swap krib and angelfish"
    assert "swap neon neon" in moves_on(page(view, "play neon"))


def test_the_last_card_warns():
    state = position(tank="krib, deco", hands={1: "deco", 2: 5})
    assert "you judge at once" in board(view_of(state, 1), {"select": "play deco"})["because"]


def test_a_judge_sees_only_real_choices_and_where_they_lead():
    view = view_of(control("2 guppy, angel, glass, molly, plant"), 1)
    context = board(view, {"select": "expel guppy"})
    assert [choice["text"] for choice in context["choices"]] == ["expel guppy", "expel angel", "expel glass"]
    assert context["choices"][0]["words"] == "all others stay" and "do not get on" in context["choices"][1]["words"]
    assert [phase["sort"] for phase in context["phases"]] == ["done", "done", "now", "next"]
    assert context["main"]["label"] == "Expel Guppy ×2"
    html = page(view)
    assert moves_on(html) == {"expel guppy", "expel angel", "expel glass"} and 'id="ad-molly"' in html


def test_forced_removals_are_explained_one_by_one():
    state = position(
        tank="2 neon, krib, angel, plant, 3 guppy, gourami",
        hands={1: 10, 2: 10},
        options={"temperature": True, "actions_mandatory": False},
        turns=2,
        taken=1,
        memory=True,
    )
    settle(play(state, "1 stop"))
    lines = [(line["title"], line["words"]) for line in board(view_of(state, 2), {})["last"]]
    assert lines == [("Neon ×2", "not a school, 2 of 3"), ("Krib", "no decoration"), ("Angelfish", "guppies are here"), ("Gourami", "lives at 26–29 °C")]
    assert "Last Control Phase: Neon ×2 (not a school, 2 of 3)" in " ".join(text_board(view_of(state, 0)).split())


def test_cards_taken_openly_are_named_beside_their_seat():
    state = position(3, hands={1: 5, 2: 5, 3: 5}, row="molly, neon, bee", memory=True)
    settle(play(state, "1 take molly"))
    assert board(view_of(state, 2), {})["facts"][0] == "6 cards · took openly: molly · King"
    assert board(view_of(state, 1), {})["facts"][0] == "6 cards · King"


def test_hints_have_a_reason_for_every_move():
    for match in matches(3, 9, temperature=True, actions_mandatory=False):
        seat = match.state.turn
        if match.state.turns == 1 or match.state.decision() in ("eat", "expel", "starve"):
            masked = match.state.masked(seat)
            assert all(reason(GAME, masked, action) for action in masked.legal_actions())
        if match.state.rounds > 3:
            break
