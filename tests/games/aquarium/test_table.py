"""How Aquarium lies on the table: what glows is legal, what is sealed looks alike, numbers are the engine's, and every sum is shown."""

import re
from types import SimpleNamespace

import pytest

from shoal.engine.facts import SPECTATOR
from shoal.games.aquarium.pricing import priced, range_of_prices
from shoal.games.aquarium.table import board, score_board
from shoal.games.aquarium.table_market import feeding_range
from shoal.games.aquarium.table_text import text_board
from tests.games.pages import PAGES, SYMBOLS, Shown, elements, matches, moves_on

from .tables import GAME, play, position

def people(view):
    return [SimpleNamespace(name=s.name, letter=s.name[0], sign=i + 1, you=i == view.observer) for i, s in enumerate(view.seats)]


def page(view, select=""):
    return PAGES.get_template("aquarium/table.html.jinja").render(people=people(view), **board(view, {"select": select}))


def shown_view(state, observer, **more):
    """The view of a position that no match has played."""
    masked = state.masked(observer)
    legal = tuple((action, GAME.action_to_text(action)) for action in masked.legal_actions())
    seats = [SimpleNamespace(name=name) for name in ("North", "East", "South", "West")[: state.players]]
    sealing = len(state.actors()) > 1 or masked.decision() in ("phase1", "phase2")
    answered = tuple(seat for seat in range(state.players) if sealing and state.committed[seat])
    given = {"game": GAME, "observer": observer, "masked": masked, "decision": masked.decision(), "legal": legal, "draft": (), "chosen": False,
             "waiting_for": tuple(state.actors()), "answered": answered, "seats": seats, "events": (), "over": masked.is_terminal(), "recent": 0}
    return Shown(**given | more)


# ---- every page of random games

@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_move_is_on_the_page(players):
    for number, match in enumerate(matches(GAME, players, players)):
        if number % 9:
            continue
        for observer in range(SPECTATOR, players):
            view = match.view(observer)
            select = view.legal[-1][1] if view.legal else ""
            html = page(view, select)
            context = board(view, {"select": select})
            buttons = {item["cmd"] for item in [context["main"] or {}, *context["more"]] if "cmd" in item}
            legal = {text for _, text in view.legal} if not view.chosen else set()
            assert moves_on(html) | buttons == legal
            assert all(set(a) - {"style"} == set(a) for _, a in elements(html)), "no style attributes"
            ids = [a["id"] for _, a in elements(html) if "id" in a]
            assert len(set(ids)) == len(ids) and not set(ids) & SYMBOLS
            assert {a["href"][1:] for tag, a in elements(html) if tag == "use"} <= SYMBOLS
            assert text_board(view)
            for item in [context["main"] or {}, *context["more"]]:
                if "cmd" in item:
                    assert match.game.read(view.masked, item["cmd"])


@pytest.mark.parametrize("players", [2, 4])
def test_the_score_page_of_every_seat(players):
    *_, match = matches(GAME, players, 7)
    for seat in range(players):
        html = PAGES.get_template("aquarium/score.html.jinja").render(small=False, person=None, **score_board(match.view(0), seat, frozenset({"p1", "fern"})))
        elements(html)


def test_pieces_keep_their_names_wherever_they_go():
    """A name stands once on a page, and for one kind of card in the whole game."""
    kinds = {}
    for match in matches(GAME, 3, 11):
        view = match.view(0)
        context = board(view, {"select": ""})
        cards = [*context["market"]["cards"], *context["own"]["cards"], *context["own"]["pair"]]
        for other in context["others"]:
            cards += other["cards"] + other["pair"]
        names = [card["vt"] for card in cards]
        assert all(names) and len(set(names)) == len(names)
        for card in cards:
            assert kinds.setdefault(card["vt"], card["kind"]) == card["kind"]


# ---- sealed cards

def sealed_part(html):
    return re.search(r'<div class="sealed-row.*?</div>', html, re.S).group(0)


@pytest.mark.parametrize("before", ["", "2 hold; 3 hold; 4 hold"])
def test_a_page_does_not_tell_what_was_sealed(before):
    cards = ["hold", "half", "double"] if before else ["hold", "add", "exchange"]
    for observer in (SPECTATOR, 0, 2):
        pages = []
        for card in cards:
            state = play(play(position(4, market="p2 fern", aquariums={2: "r1"}), "1 shop"), before)
            view = shown_view(play(state, f"2 {card}"), observer)
            pages.append(page(view) + text_board(view))
        assert len(set(pages)) == 1 and "is-sealed" in sealed_part(pages[0])


def test_cards_face_down_through_a_feeding_are_all_alike():
    pages = set()
    for card in ("hold", "remove", "replace"):
        state = position(4, market="p2 y2", aquariums={1: "p1"}, deck="feeding y1")
        play(state, f"1 shop; 2 add; 3 {card}; 4 hold; * draw feeding; * food 2")
        pages.add(page(shown_view(state, 0)) + text_board(shown_view(state, 0)))
    assert len(pages) == 1


def test_a_match_hides_drafts_of_the_others():
    pages = []
    for choice in (0, -1):
        for match in matches(GAME, 4, 5):
            if match.state.decision() == "phase1":
                break
        seat = match.waiting_for()[0]
        match.choose(seat, [match.legal(seat)[choice]])
        pages.append([page(match.view(observer)) for observer in range(SPECTATOR, 4) if observer != seat])
    assert pages[0] == pages[1]


# ---- money

def strip(state, observer, select=""):
    return board(shown_view(state, observer), {"select": select})["strip"]


def test_the_price_is_made_in_steps():
    assert [step.price for step in priced(5, [(9, 1), (8, 2), (6, 3), (7, 0)])] == [5, 6, 5, 10, 5]
    state = play(position(4, market="p3 r3 fern y2"), "1 shop; 2 hold; 3 hold; 4 hold; 2 half; 3 double; 4 plus1")
    words = strip(state, 0)
    assert [part["big"] for part in words["parts"]] == [10, "+1", "×2", "½"]
    assert words["parts"][0]["small"] == "3 + 3 + 2 + 2" or "+" in words["parts"][0]["small"]
    assert words["final"]["big"] == state.price == 11 and words["final"]["small"] == "11 coins to East"


def test_plain_text_shows_the_same_sum():
    state = play(position(4, market="p3 r3 fern y2"), "1 shop; 2 hold; 3 hold; 4 hold; 2 half; 3 double; 4 plus1")
    said = " ".join(text_board(shown_view(state, 0)).split())
    assert "Price: 10, +1 (West) = 11, x2 (South) = 22, 1/2 (East) = 11; to pay 11, 11 to East." in said


def test_a_tapped_price_card_shows_what_it_would_make():
    state = play(position(4, market="p3 r3"), "1 shop; 2 hold; 3 hold; 4 hold")
    assert strip(state, 1)["final"]["big"] == 6
    assert strip(state, 1, "half")["final"]["big"] == 3
    assert strip(state, 1, "double")["final"]["big"] == 12


def test_the_range_of_prices_is_exact():
    state = play(position(3, market="p3 r2", spent={2: "half double", 3: "plus1 double"}), "1 shop; 2 hold; 3 hold")
    assert range_of_prices(state) == (2, 6)         # -1 of both, half of seat 3; +1 of seat 2
    prices = set()
    for second in ("hold", "plus1", "minus1"):
        for third in ("hold", "minus1", "half"):
            prices.add(play(state.copy(), f"2 {second}; 3 {third}").price)
    assert (min(prices), max(prices)) == (2, 6)


def test_closed_purses():
    state = position(3, market="p1", coins={2: 77}, options={"money_open": False})
    for observer in (0, SPECTATOR):
        assert "77" not in page(shown_view(state, observer)) + text_board(shown_view(state, observer))
    assert "77" in page(shown_view(state, 1))


# ---- feeding and breeding

def test_the_bill_says_what_a_choice_saves():
    state = play(position(2, market="p2", aquariums={1: "b3 r2 p1 fern"}, coins={1: 4}, deck="feeding y1"), "1 pass; * draw feeding; * food 3")
    context = board(shown_view(state, 0), {"select": "starve r2"})
    assert [part["big"] for part in context["bill"]] == [3, "6 − 3", 9, 6, 3]
    for card in context["own"]["cards"]:
        if card["tap"]:
            fish = GAME.box.names[card["kind"]]
            assert card["tag"] == f"−{9 - play(state.copy(), f'1 starve {fish}').bill(0)}"
    assert context["main"]["cmd"] == "starve r2" and context["more"][0]["why"]


def test_breeding_says_what_it_earns_and_costs():
    state = play(position(3, market="p1 r3 r3", aquariums={1: "p1 p2 p3"}), "1 shop; 2 hold; 3 hold; 2 hold; 3 hold; 1 buy")
    context = board(shown_view(state, 0), {"select": "breed r3"})
    options = {option["text"]: option for option in context["choice"]["options"]}
    now = state.scores()[0]
    for text in ("breed p1", "breed r3"):
        after = play(state.copy(), f"1 {text}").scores()[0]
        assert options[text]["worth"] == after and options[text]["change"] == now - after
    assert "3 coins" in options["breed r3"]["small"] and options["keep"]["worth"] == now
    assert context["main"]["cmd"] == "breed r3" and len(context["own"]["coming"]) == 2


def test_where_the_next_feeding_time_lies():
    for players, first in ((2, (9, 17)), (3, (9, 17)), (4, (11, 21))):
        state = play(GAME.new_state(players), ";".join(f"* deal {fish}" for fish in ("p1", "r1", "y1", "b1")[:players]) + "; * first 1")
        assert feeding_range(state) == first
