"""The page of Aquarium in a running site: its log stands under turns, and a replay tells what every step did."""

import re
from typing import Any

import pytest

from .site import HTTP, Hand, Site


def table(site: Site, players: int = 3) -> Hand:
    form = {"players": str(players), "hot_seat": "no", "seed": "5"} | {f"who{n}": "" if n == 1 else "greedy" for n in range(1, players + 1)}
    answer = HTTP.post(f"{site.url}/new/aquarium", data=form)
    assert answer.status_code == 303, answer.text
    return Hand(site, answer.headers["location"])


def play(hand: Hand, decisions: int) -> None:
    for number in range(decisions):
        moves = hand.wait()
        if not moves:
            return
        hand.do(cmd=moves[number % len(moves)])


def turns(html: str) -> list[int]:
    return [int(n) for n in re.findall(r'<li class="turn">Turn (\d+) · [^<]+</li>', html)]


def test_the_log_stands_under_turns_with_every_coin(site: Site) -> None:
    hand = table(site)
    play(hand, 24)
    hand.settle()
    html = hand.view()
    found = turns(html)
    assert len(found) > 3 and found == sorted(found, reverse=True) and len(set(found)) == len(found)
    assert "went shopping: " in html and "The price: base " in html and "passed and took" in html


def test_a_replay_tells_prices_and_payments(site: Site) -> None:
    hand = table(site)
    play(hand, 24)
    hand.settle()
    last = int(re.findall(r'max="(\d+)"', hand.page("/replay"))[0])
    pages = [hand.page(f"/replay?step={step}") for step in range(0, last + 1, 3)]
    assert any("The price: base " in page for page in pages) and all("Turn " in page for page in pages[2:])
    assert "went first" in hand.page("/replay?step=0")


@pytest.mark.browser
def test_a_phone_plays_to_the_first_feeding(site: Site, reader: Any) -> None:
    """Every kind of question on the way fits the phone and can be used by everybody; at feeding time the bill says what is to pay."""
    from .browsing import PHONE, accessible, fits, play_on
    page = reader.open(table(site, 2), viewport=PHONE, reduced_motion="reduce")
    seen: set[str] = set()
    for _ in range(80):
        page.wait_for_selector("#main-button, #board .is-legal")
        glowing = page.locator("#board .is-legal")
        kind = str(glowing.first.get_attribute("value") if glowing.count() else page.locator("#main-button").inner_text()).split()[0]
        if kind not in seen:
            seen.add(kind)
            fits(page)
            accessible(page)
        if page.locator("#bill").count():
            assert "To pay" in page.locator("#bill").inner_text() and "You have" in page.locator("#bill").inner_text()
            return
        play_on(page)
    raise AssertionError("no feeding came")
