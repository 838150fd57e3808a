"""Statistics of a name: shown, taken along, forgotten by whoever played under it; and replays that can be shared."""

import re

import httpx

from .site import HTTP, Hand, Site


def finished(site: Site, name: str) -> Hand:
    hand = site.table(2, people=2, together=False, name1=name)
    hand.do(ui="end")
    hand.others[0].do(ui="end_yes")
    return hand


def test_games_are_shown_exported_and_forgotten(site: Site) -> None:
    name = "Zoë & <i>"
    hand = finished(site, name)
    finished(site, name)
    link = re.search(r'href="(/players[^"]+)"', hand.page("/scores"))
    assert link is not None
    html = site.get(link[1].replace("&amp;", "&")).text
    assert "Zoë &amp; &lt;i&gt;" in html and "<td>2</td><td>0</td>" in html and "Forget them" not in html
    found = HTTP.get(f"{site.url}/players/export", params={"name": name}).json()
    assert found["name"] == name and [one["game"] for one in found["games"]] == ["fish_tank"] * 2
    assert HTTP.post(f"{site.url}/players/forget", data={"name": name}).status_code == 422
    unfinished = site.table(2, people=2, together=False, name1=name)
    with httpx.Client(base_url=site.url, trust_env=False) as browser:
        browser.get(unfinished.path)
        assert browser.post("/players/forget", data={"name": name}).status_code == 422, "anybody can sit down under any name"
        browser.get(hand.path)
        assert "Forget them" in browser.get("/players", params={"name": name}).text
        assert browser.post("/players/forget", data={"name": "somebody else"}).status_code == 422
        assert browser.post("/players/forget", data={"name": name}).status_code == 303
    assert HTTP.get(f"{site.url}/players/export", params={"name": name}).json()["games"] == []
    assert "No finished games" in site.get("/players?name=nobody").text and site.get("/players").status_code == 200


def test_a_replay_that_is_shared_opens_no_seat(site: Site) -> None:
    hand = finished(site, "Ada")
    page = hand.page("/replay?seat=1&step=0")
    shared = re.search(r'href="(/t/[^"]+)">Link to this step', page)
    assert shared is not None
    guest = Hand(site, shared[1].replace("&amp;", "&"))
    assert hand.path.split("/")[3] not in guest.path and guest.path.endswith("/replay?seat=1&step=0")
    html = site.get(guest.path).text
    assert "Before the first move" in html and "pick" in html and Hand(site, guest.path.split("/replay")[0]).send(say="hello").status_code == 422


def test_what_a_bot_would_do_is_told_after_the_game_only(site: Site) -> None:
    hand = site.table(2, people=2, together=False)
    for one in (hand, hand.others[0]):
        one.do(cmd=one.wait()[0])
    assert 'id="best"' not in hand.page("/replay?seat=1&step=0&best=1")
    hand.do(ui="end")
    hand.others[0].do(ui="end_yes")
    assert 'id="ask-best"' in hand.page("/replay?seat=1&step=0")
    html = hand.page("/replay?seat=1&step=0&best=1")
    assert 'id="best"' in html and " at the end</small>" in html and "at the end at the end" not in html and "pick " in html
    assert 'id="best"' not in hand.page("/replay?seat=0&step=0&best=1")
