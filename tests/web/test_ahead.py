"""Choosing in advance, over the API and the pages: who waits may, only she sees it, and it is played when her turn comes."""

import contextlib
import re
from typing import Any

import pytest
from websockets.sync.client import connect

from .site import HTTP, Hand, Site

GAME = {"game": "aqua_garden", "seats": [{"name": "Ada"}, {"name": "Bo"}], "seed": 3}


class Player:
    """A seat over the API."""

    def __init__(self, site: Site, table: str, token: str) -> None:
        self.url, self.headers, self.path = f"{site.url}/api/tables/{table}", {"Authorization": f"Bearer {token}"}, f"/t/{table}/{token}"

    def ask(self, method: str, more: str = "", status: int = 200, **json: Any) -> Any:
        answer = HTTP.request(method, self.url + more, headers=self.headers, **({"json": json} if json else {}))
        assert answer.status_code == status, answer.text
        return answer.json()

    def finish_turn(self) -> None:
        while (asked := self.ask("GET", "/moves"))["waiting"]:
            self.ask("POST", "/moves", move=asked["moves"][0])


def players(site: Site) -> tuple[Player, Player, Player]:
    """Who is asked, who waits, and a spectator."""
    made = HTTP.post(f"{site.url}/api/tables", json=GAME).json()
    words = [made["seats"][0]["token"], made["seats"][1]["token"], made["watch"]]
    first, other, guest = (Player(site, made["table"], word) for word in words)
    return first, other, guest


def test_over_the_api(site: Site) -> None:
    first, other, guest = players(site)
    found = other.ask("GET", "/premove")
    assert found["possible"] and found["chosen"] == [] and "go 5" in found["moves"]
    before = [one.ask("GET") for one in (first, guest)]
    other.ask("PUT", "/premove", move="go 6", key="k")
    other.ask("PUT", "/premove", move="go 6", key="k")
    assert [one.ask("GET") for one in (first, guest)] == before, "nobody else sees it, not even by a version"
    view = other.ask("GET")["view"]
    assert view["premove"] == ["go 6"] and view["can_premove"] and not before[0]["view"]["premove"] and not before[1]["view"]["can_premove"]
    other.ask("PUT", "/premove", move="go 5")
    first.finish_turn()
    assert next(one for one in guest.ask("GET")["view"]["events"] if one["seat"] == 2)["text"] == "go 5"
    assert other.ask("GET", "/premove")["chosen"] == []


def test_no_socket_of_others_hears_of_it(site: Site) -> None:
    """Not even that something has happened."""
    first, other, guest = players(site)
    with contextlib.ExitStack() as held:
        lines = {}
        for one in (first, guest, other):
            word, api = one.headers, f"ws{one.url[4:]}/live"
            lines[one] = [held.enter_context(connect(api, additional_headers=word)), held.enter_context(connect(f"ws{site.url[4:]}{one.path}/ws"))]
        for line in (line for both in lines.values() for line in both):
            with contextlib.suppress(TimeoutError):         # the first view, and what tells that others have come
                while True:
                    line.recv(0.3)
        other.ask("PUT", "/premove", move="go 5")
        assert all("go 5" in str(line.recv(5)) for line in lines[other])
        for line in (*lines[first], *lines[guest]):
            with pytest.raises(TimeoutError):
                line.recv(0.2)


def test_what_is_refused(site: Site) -> None:
    first, other, guest = players(site)
    assert "asked now" in first.ask("PUT", "/premove", 422, move="go 5")["message"]
    assert "Nothing is chosen in advance" in other.ask("DELETE", "/premove", 422)["message"]
    assert "not a move" in other.ask("PUT", "/premove", 422, move="<script>")["message"]
    for method, more in (("GET", {}), ("PUT", {"move": "go 5"}), ("DELETE", {})):
        assert guest.ask(method, "/premove", 403, **more)["error"] == "not_allowed"
        assert first.ask(method, "/premove?seat=2", 403, **more)["error"] == "not_allowed"
    other.ask("PUT", "/premove", move="go 5")
    other.ask("DELETE", "/premove")
    first.finish_turn()
    assert other.ask("GET", "/moves")["waiting"]


def test_on_the_page(site: Site) -> None:
    first, other, guest = players(site)
    mine, theirs, watching = (Hand(site, one.path) for one in (other, first, guest))
    assert 'id="ahead-button"' in mine.view() and 'id="ahead-button"' not in theirs.view() + watching.view()
    form = mine.form()
    for _ in range(2):
        mine.send(**form, ui="ahead")
    html = mine.view()
    moves = re.findall(r'name="ahead" value="([^"]+)"', html)
    assert "go 5" in moves and 'id="say" name="ahead"' in html, "a double click opens once"
    before = [one.view() for one in (theirs, watching)]
    mine.do(ahead="go 5")
    assert "Played when it is your turn:" in mine.view() and "go 5" in mine.view() and 'id="ahead-list"' not in mine.view()
    assert [one.view() for one in (theirs, watching)] == before
    mine.do(ui="unahead")
    assert "Played when" not in mine.view() and mine.send(**mine.form(), ui="unahead").status_code == 422
    assert theirs.send(**theirs.form(), ahead="go 5").status_code == 422 and watching.send(ahead="go 5").status_code == 422
    mine.do(ahead="go 1")
    theirs.do(cmd="go 1")
    first.finish_turn()
    assert "was not possible when your turn came" in mine.view() and "go 1)" in mine.view() and "was not possible" not in theirs.view()
    mine.do(cmd=mine.wait()[0])
    assert "was not possible" not in mine.view()


def test_bots_need_no_advance(site: Site) -> None:
    """They answer in a moment: the button would only flicker."""
    made = HTTP.post(f"{site.url}/api/tables", json={"game": "aqua_garden", "seats": [{"name": "Ada"}, {"bot": "greedy"}], "seed": 3}).json()
    hand = Hand(site, f"/t/{made['table']}/{made['seats'][0]['token']}")
    table = site.app.state.tables._open[made["table"]]
    site.app.state.tables.pace = 0.4
    try:
        hand.wait()
        while 0 in table.match.waiting_for():
            hand.do(cmd=hand.moves()[0])
        assert table.match.can_premove(0) and 'id="ahead-button"' not in hand.view()
    finally:
        site.app.state.tables.pace = 0.0
    hand.wait()


@pytest.mark.browser
def test_by_tapping_on_a_phone(site: Site, reader: Any) -> None:
    from playwright.sync_api import expect

    from .browsing import PHONE, accessible, fits
    first, other, _ = players(site)
    page = reader.open(Hand(site, other.path), viewport=PHONE, reduced_motion="reduce")
    page.locator("#ahead-button").click()
    accessible(page)
    fits(page)
    page.locator("#ahead-list button[value='go 5']").click()
    expect(page.locator("#ahead-chosen")).to_contain_text("go 5")
    accessible(page)
    first.finish_turn()
    expect(page.locator("#happened")).to_contain_text("5")
    expect(page.locator("#ahead-chosen")).to_have_count(0)
