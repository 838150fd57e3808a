"""Tables that wait for their people, and what goes on beside the game, as the pages do it."""

import re

import httpx

from .site import HTTP, Hand, Site
from .test_live import socket


def taken(hand: Hand, path: str, **form: str) -> Hand:
    answer = HTTP.post(f"{hand.url}/{path}", data=form)
    assert answer.status_code == 303, answer.text
    return Hand(hand.site, answer.headers["location"])


def over(site: Site) -> tuple[Hand, Hand]:
    """North and East after a short game."""
    north = site.table(2, people=2, together=False)
    east = north.others[0]
    north.do(ui="end")
    assert "You have asked the others" in north.view() and "North asks to end the game" in east.view()
    east.do(ui="end_yes")
    assert "Ended by agreement" in north.view()
    return north, east


def test_people_sit_down_one_after_the_other(site: Site) -> None:
    north = site.lobby(3, people=3)
    assert "2 seats are still open: East and South." in north.view() and 'id="hand' not in north.view()
    east, south, watch = north.offered()
    assert "A seat is kept for you." in east.page() and 'value="East"' in east.page() and 'name="name"' not in watch.page()
    assert not east.offered() and not watch.offered()
    with socket(north) as line:
        assert "2 seats" in str(line.recv(5))
        mine = Hand(site, east.sit("Ada"))
        assert "One seat is still open: South." in str(line.recv(5))
        second = Hand(site, south.sit("Bo"))
        while "Pick one card" not in (html := str(line.recv(5))):
            pass
        assert "Ada sits down." in html
    assert mine.wait() and second.wait() and "You are watching" in watch.view()
    assert site.get(east.path).status_code == 410 and "Ada sits there already" in site.get(east.path).text
    assert site.get(mine.path + "/code").headers["content-type"].startswith("image/svg")


def test_a_used_invitation_leads_home(site: Site) -> None:
    north = site.lobby(2)
    invited = north.offered()[0]
    with httpx.Client(base_url=site.url, trust_env=False) as browser:
        mine = browser.post(f"{invited.path}/sit", data={"name": "Ada"}).headers["location"]
        assert browser.get(invited.path).headers["location"] == mine
        assert f'href="{mine}"' in browser.get("/").text


def test_names_are_refused_in_words(site: Site) -> None:
    invited = site.lobby(2, name1="Ada").offered()[0]
    for name, words in (("", "Give a name"), ("ada", "called ada already"), ("x" * 40, "at most 24")):
        answer = HTTP.post(f"{invited.url}/sit", data={"name": name})
        assert answer.status_code == 422 and words in answer.text and f'href="{invited.path}"' in answer.text


def test_the_host_arranges_the_table(site: Site) -> None:
    north = site.lobby(3, people=3)
    old = north.offered()[0]
    north.do(ui="renew:2")
    assert site.get(old.path).status_code == 404
    north.do(ui="bot:2:random")
    north.do(ui="bot:2:greedy")
    north.do(ui="size:2")
    assert "All seats are taken." in north.view()
    north.do(ui="free:2")
    assert "One seat is still open" in north.view() and north.send(ui="deal", key="1").status_code == 422
    east = Hand(site, north.offered()[0].sit("Ada"))
    assert east.wait() and north.send(ui="size:3", key="2").status_code == 422
    other = site.lobby(2)
    guest = other.offered()[0]
    for hand in (guest, other.offered()[-1]):
        for what in ("deal", "size:2", "bot:2:greedy", "free:2", "renew:2", "bot:99:greedy", "size:x"):
            assert hand.send(ui=what, key="3").status_code == 422


def test_leaving_before_the_deal(site: Site) -> None:
    north = site.lobby(3, people=3)
    east = Hand(site, north.offered()[0].sit("Ada"))
    with socket(east) as line:
        line.recv(5)
        assert taken(east, "leave").path == "/"
        assert "no longer leads to the table" in str(line.recv(5))
    assert "Ada leaves the table." in north.view() and site.get(east.path).status_code == 404


def test_a_public_table_is_found_on_the_first_page(site: Site) -> None:
    north = site.lobby(2, name1="Zoe <b>", public="yes")
    home = site.get("/").text
    found = re.search(r'Zoe &lt;b&gt;: one seat is free.*?href="([^"]+)"', home, re.DOTALL)
    assert found is not None
    watch = Hand(site, found[1])
    assert 'name="name"' in watch.page()
    guest = Hand(site, watch.sit("Ada"))
    assert guest.wait() and north.wait() and "Zoe" not in site.get("/").text


def test_talk_is_told_to_all_and_nothing_in_it_acts(site: Site) -> None:
    north = site.table(2, people=2, together=False)
    east, watch = north.links()
    north.do(say="<script>alert(1)</script> {seat_2} &amp; so on")
    for hand in (north, east, watch):
        assert "&lt;script&gt;alert(1)&lt;/script&gt; {seat_2} &amp;amp; so on" in hand.view() and "<script>alert" not in hand.view()
    assert watch.send(say="psst").status_code == 422 and north.send(say="   ", key="x").status_code == 422
    assert "Well played!" in north.view() and 'id="talk-form"' not in watch.view() and 'id="talk"' not in site.table(2).view()


def test_names_like_tags_and_places_stay_text(site: Site) -> None:
    north = site.table(2, people=2, together=False, name1="{seat_2}<i>")
    east = north.others[0]
    assert "{seat_2}&lt;i&gt;" in east.view()
    for more in ("", "/view", "/scores", "/replay"):
        assert "<i>" not in east.page(more)
    assert '[seat.1 "{seat_2}<i>"]' in east.page("/record")


def test_resigning_and_another_game_with_rotated_seats(site: Site) -> None:
    north = site.table(3, people=2, together=False)
    east = north.others[0]
    east.do(ui="resign")
    assert "A bot is playing for you." in east.view() and "East leaves; a bot plays on." in north.view()
    assert "take the seat back" in east.send(cmd="keep").text
    east.do(ui="come_back")
    assert "East plays again." in north.view() and "A bot is playing" not in east.view()
    north, east = over(site)
    assert "Offer another game" in north.page("/scores")
    first = taken(north, "rematch")
    assert "One seat is still open: East." in first.view() and "North offers another game." in east.view()
    assert "Come to the next game" in east.page("/scores")
    second = taken(east, "rematch")
    assert taken(east, "rematch").path == second.path and taken(north, "rematch").path == first.path
    assert first.wait() and second.wait()
    seats = re.findall(r'class="who">([^<]+)', second.view().split('id="whose"')[1])
    assert seats[0] == "You", "who sat second begins"


def test_guests_at_a_shoulder_see_that_hand_and_play_nothing(site: Site) -> None:
    north = site.table(2, people=2, together=False)
    east, watch = north.links()
    assert 'id="shoulder-button"' in north.view()
    north.do(ui="share")
    found = re.search(r'id="shoulder".*?class="link-text" value="[^"]*?(/t/[^"]+)"', north.view(), re.DOTALL)
    assert found is not None
    guest = Hand(site, found[1])
    kinds = {move.split()[1] for move in north.wait()}
    assert all(f"pick {kind}" in guest.view() for kind in kinds) and "North lets guests look at their cards." in east.view()
    assert guest.send(cmd=north.wait()[0]).status_code == 422 and 'id="talk-form"' not in guest.view()
    with socket(guest) as line:
        line.recv(5)
        north.do(ui="hide")
        assert "no longer leads to the table" in str(line.recv(5))
    assert site.get(guest.path).status_code == 404 and "pick" not in "".join(watch.moves())


def test_an_own_link_can_be_made_new(site: Site) -> None:
    north = site.table(2, people=2, together=False)
    east = north.others[0]
    fresh = taken(east, "renew")
    assert site.get(east.path).status_code == 404 and fresh.wait() and fresh.path != east.path
    assert HTTP.post(f"{north.links()[-1].url}/renew").status_code in (403, 422)


def test_thinking_time_is_set_and_said(site: Site) -> None:
    north = site.lobby(2, pace="300")
    assert "5 minutes for each move" in north.view()
    east = Hand(site, north.offered()[0].sit("Ada"))
    assert "Thinking time: 5 minutes for each move" in east.view()
    assert HTTP.post(f"{site.url}/new/fish_tank", data={"players": "2", "who2": "", "hot_seat": "no", "pace": "7"}).status_code == 422


def test_what_happened_since_the_own_last_move(site: Site) -> None:
    north = site.table(2, people=2, together=False)
    east = north.others[0]
    for hand in (north, east):
        hand.do(cmd=hand.wait()[0])
    assert re.search(r"things? since your last move", north.view())


def test_nothing_can_be_looked_up_before_the_deal(site: Site) -> None:
    north = site.lobby(2)
    for more in ("/replay", "/scores", "/record"):
        answer = site.get(north.path + more)
        assert answer.status_code == 422 and "not dealt yet" in answer.text
    assert north.send(cmd="pick danio", key="1").status_code == 422


def test_a_game_of_other_rules_can_only_be_looked_at(site: Site) -> None:
    hand = site.table(2)
    hand.do(cmd=hand.wait()[0])
    hand.settle()
    tables = site.app.state.tables
    with tables.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET rules_version = 99")
    tables._open.clear()
    try:
        view = hand.view()
        assert "This game can only be looked at." in view and "version 99 of the rules of Fish Tank" in view
        assert "can no longer be played on" in hand.send(cmd="keep", key="9").text
        assert "pick" in hand.page("/replay?step=1") or "Step" in hand.page("/replay?step=1")
    finally:
        with tables.store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE tables SET rules_version = 1")
        tables._open.clear()
