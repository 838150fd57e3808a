"""Views that are pushed: the newest only, at once, and to pages of ours only."""

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from shoal.web import live

from .site import Hand, Site


def socket(hand: Hand, have: str = "", origin: str | None = None) -> ClientConnection:
    return connect(f"ws{hand.url[4:]}/ws?have={have}", origin=origin)  # type: ignore[arg-type]


def version(html: str) -> str:
    return html.split('data-v="', 1)[1].split('"', 1)[0]


def test_a_view_comes_at_once_and_with_every_change(site: Site) -> None:
    hand = site.table(2, people=2, together=False)
    east = hand.links()[0]
    with socket(hand) as line:
        first = str(line.recv(5))
        assert 'id="view"' in first
        east.do(cmd=east.wait()[0])
        second = str(line.recv(5))
        assert version(second) != version(first) and "East" in second


def test_a_page_that_has_the_newest_view_gets_none(site: Site) -> None:
    hand = site.table(2, people=2, together=False)
    have = version(hand.view())
    with socket(hand, have) as line, pytest.raises(TimeoutError):
        line.recv(0.3)
    assert site.get(f"{hand.path}/view?have={have}").status_code == 204


def test_the_line_says_that_it_is_alive(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.1)
    hand = site.table(2, people=2, together=False)
    with socket(hand, version(hand.view())) as line:
        assert line.recv(3) == ""


def test_what_only_north_changed_is_not_pushed_to_east(site: Site) -> None:
    hand = site.table(2, people=2, together=False)
    east = hand.links()[0]
    with socket(east, version(east.view())) as line, pytest.raises(TimeoutError):
        hand.do(select=hand.wait()[0])
        line.recv(0.3)


def test_spectators_are_counted(site: Site) -> None:
    hand = site.table(2, people=2, together=False)
    with socket(hand.links()[-1]):
        assert "1 guest is watching" in hand.view()


def test_pages_of_others_get_no_views(site: Site) -> None:
    hand = site.table(2)
    with pytest.raises(InvalidStatus):
        socket(hand, origin="http://elsewhere.example")
    with socket(hand, origin=site.url) as line:
        assert line.recv(5)
    with pytest.raises(InvalidStatus):
        socket(Hand(site, "/t/none/such"))
