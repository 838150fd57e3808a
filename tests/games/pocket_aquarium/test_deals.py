"""Deals of Pocket Aquarium: the committed ones, their grades, and the page on which they are entered, shared and solved."""

import asyncio
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from shoal.engine.form import compiled
from shoal.games.pocket_aquarium.grades import LEVELS, grade_of, known_deals
from shoal.games.pocket_aquarium.solve import Search
from shoal.lab import solving
from shoal.play.deals import numbered
from shoal.play.parts import Seat
from shoal.play.store import open_store
from shoal.play.tables import Tables
from shoal.web import solver_desk

from .grids import GAME, P1, grid, play
from .test_solve_command import GG1


@pytest.mark.parametrize("deal", known_deals(), ids=lambda deal: str(deal.number))
def test_committed_lines_replay_to_their_score(deal):
    state = GAME.new_deal(deal.cards)
    play(state, deal.line)
    assert state.is_terminal()
    assert state.scores() == [deal.best]
    assert deal.best <= deal.bound <= 33


def test_committed_deals_are_the_numbered_ones():
    assert len(known_deals()) == 200
    for deal in known_deals()[::20]:
        assert grid(numbered(GAME, deal.number)) == deal.cards


def test_the_table_reaches_what_was_promised():
    """All won, 31 or more in 95 of 100, 33 in 70 of 100."""
    best = [deal.best for deal in known_deals()]
    assert min(best) >= 28
    assert sum(points >= 31 for points in best) >= 0.95 * len(best)
    assert sum(points >= 33 for points in best) >= 0.70 * len(best)
    assert all(deal.best == 33 or deal.best >= deal.wide >= 0 for deal in known_deals()), "never worse than the widest beam alone"
    assert all(deal.seconds <= 2 * 60 for deal in known_deals()), "a minute on two cores"


def test_the_report_tells_what_the_file_holds():
    report = (Path(__file__).parents[3] / "docs" / "pocket_aquarium_solver.md").read_text(encoding="utf-8")
    assert solving.summary(known_deals()) in report
    assert solving.levels(known_deals()) in report


def test_the_file_is_what_was_measured(tmp_path):
    """Written and read again it says the same; of two results the better line and the lower bound are kept."""
    path = tmp_path / "deals.toml"
    solving.write(known_deals(), path)
    assert known_deals(path) == known_deals()
    old = known_deals()[4]
    worse = replace(old, best=old.best - 1, line="", bound=33, seconds=1.0)
    assert solving.better(worse, old) == solving.better(old, worse) == solving.better(old, None) == old


@pytest.mark.skipif(not compiled(), reason="too slow without compiled modules")
def test_a_deal_is_measured(monkeypatch):
    monkeypatch.setattr(solving, "WIDTH", 1_000)
    found = solving.compared(solving.solved(2, seconds=20))
    assert (found.best, found.bound, found.wide, found.grade) == (33, 33, 33, known_deals()[1].grade)


@pytest.mark.skipif(not compiled(), reason="too slow without compiled modules")
@pytest.mark.parametrize("number", [2, 3, 6, 8, 9, 13, 14, 15, 16, 17])
def test_ten_deals_are_solved_no_worse_than_committed(number):
    solution = Search(numbered(GAME, number), seconds=40).run()
    assert solution.score == known_deals()[number - 1].best == 33
    assert solution.proved


@pytest.mark.nightly
@pytest.mark.skipif(not compiled(), reason="too slow without compiled modules")
def test_all_deals_are_solved_no_worse_than_committed():
    for deal in known_deals():
        solution = Search(numbered(GAME, deal.number), seconds=60).run()
        assert solution.score >= deal.best, deal.number
        assert solution.bound <= deal.bound, deal.number


@pytest.mark.skipif(not compiled(), reason="too slow without compiled modules")
def test_grades():
    assert {deal.grade.level for deal in known_deals()} == {name for name, _ in LEVELS}
    for deal in known_deals()[:6]:
        assert grade_of(numbered(GAME, deal.number)) == deal.grade


def test_a_table_can_be_given_the_cards_of_a_real_one(tmp_path):
    asyncio.run(deal_and_restart(tmp_path))


async def deal_and_restart(tmp_path):
    """After a restart the cards are the same."""
    store = open_store(str(tmp_path / "deals.db"))
    tables = Tables(store)
    table = await tables.create(GAME.id, 1, None, [Seat("Ann")], foretold=[GAME.outcome_to_text(face) for face in GAME.new_deal(P1).faces])
    assert grid(table.match.state) == P1
    again = await Tables(store).get(table.id)
    assert grid(again.match.state) == P1
    await tables.close()


@pytest.fixture
def client(tmp_path):
    pytest.importorskip("httpx")
    from starlette.testclient import TestClient

    from shoal.web.app import create_app
    with TestClient(create_app(Tables(open_store(str(tmp_path / "page.db")))), base_url="http://localhost") as client:
        yield client


def test_the_page_of_deals(client):
    html = client.get("/deals/pocket_aquarium").text
    assert "Today&#39;s deal" in html
    assert html.count('class="card') == 32
    assert "style=" not in html


def test_a_deal_is_tapped_together(client):
    html = client.get("/deals/pocket_aquarium", params={"cards": "PL> SN>"}).text
    assert html.count('class="card') == 2 + 28
    following = re.search(r'class="card [^"]*" href="(/deals/pocket_aquarium\?cards=[^"#]+)#entered"', html)[1].replace("&amp;", "&")
    assert "3 cards" not in client.get(following).text
    assert client.get(following).text.count('class="card') == 3 + 26


def test_a_whole_deal_can_be_played_and_solved(client):
    html = client.get("/deals/pocket_aquarium", params={"cards": P1}).text
    assert "Play this deal" in html and "Solve it" in html
    answer = client.post("/deals/pocket_aquarium", data={"cards": P1}, headers={"origin": "http://localhost"})
    assert answer.status_code == 200
    assert "Turn 1 of 16" in answer.text


def test_a_wrong_deal_says_which_card(client):
    for cards, words in ((P1.replace("G1<", "G9<"), "G9"), (P1.replace("G1<", "D4>"), "D4 lies twice")):
        assert words in client.get("/deals/pocket_aquarium", params={"cards": cards}).text
    answer = client.post("/deals/pocket_aquarium", data={"cards": "PL> SN>"}, headers={"origin": "http://localhost"})
    assert answer.status_code == 422
    assert "16 cards" in answer.text


def found_on_the_page(client, cards):
    """What the part of the page about the solver says when the search has ended."""
    for _ in range(600):
        html = client.get("/deals/pocket_aquarium/solved", params={"cards": cards}).text
        if "hx-get" not in html:
            return html
        time.sleep(0.05)
    raise AssertionError(html)


def test_the_solver_answers_on_the_page(client, monkeypatch):
    monkeypatch.setattr(solver_desk, "SECONDS", 20.0 if compiled() else 0.5)
    html = client.get("/deals/pocket_aquarium", params={"cards": GG1, "solve": "yes"}).text
    assert 'id="solved"' in html and "hx-get" in html
    html = found_on_the_page(client, GG1)
    assert client.get("/deals/pocket_aquarium", params={"cards": GG1, "solve": "yes"}).text.count(html.strip()) == 1, "what was found is kept"
    if compiled():
        assert "33 points: Purr-fect!" in html and "Proved: no line brings more than 33." in html
        state = GAME.new_deal(GG1)
        play(state, ", ".join(re.findall(r"<code>([^<]+)</code>", html)))
        assert state.scores() == [33]


def test_too_many_searches_are_refused(client, monkeypatch):
    monkeypatch.setattr(solver_desk, "WAITING", -1)
    assert "Too many deals are waiting" in client.get("/deals/pocket_aquarium", params={"cards": GG1, "solve": "yes"}).text


def test_a_search_without_memory_says_so(client, monkeypatch):
    monkeypatch.setattr(solver_desk, "MEMORY", 1)
    client.get("/deals/pocket_aquarium", params={"cards": GG1, "solve": "yes"})
    assert "not enough memory" in found_on_the_page(client, GG1)
    monkeypatch.undo()
    assert "not enough memory" not in client.get("/deals/pocket_aquarium", params={"cards": GG1, "solve": "yes"}).text, "it is tried again"


@pytest.mark.parametrize("data", [
    {}, {"number": ""}, {"number": "-1"}, {"number": "1" * 400}, {"number": "1e9"}, {"number": "\u0663"}, {"number": "\x00"}, {"cards": "\x00" * 500},
    {"cards": "PL> " * 5_000}, {"cards": "<script>alert(1)</script>"}, {"cards": "PL> SN>", "number": "x"}, {"cards": "\ud7ff {n} %s"},
    {f"field{i}": "x" for i in range(9)},
], ids=lambda data: str(data)[:40])
def test_hostile_forms_get_a_kind_page(client, data):
    answer = client.post("/deals/pocket_aquarium", data=data, headers={"origin": "http://localhost"})
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text and 'role="alert"' in answer.text
    for path in ("/deals/pocket_aquarium", "/deals/pocket_aquarium/solved"):
        answer = client.get(path, params={"solve": "yes"} | data)
        assert answer.status_code in (200, 404)
        assert "<script>alert" not in answer.text


def test_a_form_of_another_page_is_not_obeyed(client):
    assert client.post("/deals/pocket_aquarium", data={"number": "1"}, headers={"origin": "http://elsewhere.example"}).status_code == 403


def test_other_games_have_no_such_page(client):
    assert client.get("/deals/fish_tank").status_code == 404
