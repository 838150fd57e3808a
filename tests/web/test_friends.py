"""Two real browsers at one table, one of them a phone: from the invitation to the scores, with a cut line and a restart on the way."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect  # noqa: E402

from shoal.games import game_ids, load_game  # noqa: E402

from .browsing import LAPTOP, PHONE, Reader, accessible, fits  # noqa: E402
from .site import HTTP, Hand, Site  # noqa: E402

pytestmark = pytest.mark.browser

QUICK: dict[str, Any] = {"reduced_motion": "reduce"}
BY_DAY = ("fish_tank",)


def sit_down(reader: Reader, north: Hand, **more: Any) -> tuple[Page, Page]:
    """The pages of who opened the table and of who comes by the link."""
    one, other = reader.open(north, **QUICK), reader.open(north.offered()[0], viewport=PHONE, color_scheme="dark", **QUICK)
    other.get_by_label("Your name").fill("Ada")
    other.get_by_role("button", name="Sit down").click()
    for page in (one, other):
        expect(page.locator("#board")).to_be_visible()
    return one, other


@pytest.mark.parametrize("size,scheme", [(LAPTOP, "light"), (PHONE, "dark")], ids=["laptop", "phone"])
def test_the_pages_of_a_table_that_waits(site: Site, reader: Reader, size: dict[str, int], scheme: str) -> None:
    north = site.lobby(4, people=3)
    look: dict[str, Any] = {"viewport": size, "color_scheme": scheme, **QUICK}
    for hand in (north, north.offered()[0]):
        page = reader.open(hand, **look)
        fits(page)
        accessible(page)
    host = reader.contexts[0].pages[0]
    host.get_by_role("button", name=re.compile("Give to a bot.*East")).click()
    expect(host.locator("#place-2")).to_contain_text("bot")
    host.get_by_role("group", name="Number of players").get_by_role("button", name="3").click()
    expect(host.locator("#place-4")).to_have_count(0)
    expect(host.locator("#prompt h2")).to_contain_text("All seats are taken.")
    guest = reader.contexts[1].pages[0]
    expect(guest.locator("#prompt h2")).to_contain_text("no longer leads")
    accessible(host)
    accessible(guest)


def test_talk_links_and_ending_early_on_a_phone(site: Site, reader: Reader) -> None:
    one, other = sit_down(reader, site.lobby(2))
    other.locator("#talk-say").fill("Hello <b>")
    other.locator("#talk-say").press("Enter")
    expect(one.locator("#said")).to_contain_text("Ada Hello <b>")
    expect(other.locator("#talk-say")).to_have_value("")
    one.get_by_role("button", name="Well played!").click()
    expect(other.locator("#said")).to_contain_text("North Well played!")
    for page in (one, other):
        page.locator("#company > summary").click()
        fits(page)
        accessible(page)
    one.locator("#end-button").click()
    expect(other.locator("#end-consent")).to_contain_text("North asks to end the game")
    accessible(other)
    other.get_by_role("button", name="Agree").click()
    for page in (one, other):
        expect(page.locator("#prompt h2")).to_contain_text("Ended by agreement")
    one.get_by_role("link", name="Scores").first.click()
    one.get_by_role("button", name="Offer another game").click()
    expect(one.locator("#prompt h2")).to_contain_text("One seat is still open: Ada")
    other.get_by_role("link", name="Come to the next game").click()
    other.get_by_role("button", name="Come to the next game").click()
    expect(one.locator("#board")).to_be_visible()
    expect(other.locator("#board")).to_be_visible()


def test_a_notification_for_those_who_ask_for_it(site: Site, reader: Reader) -> None:
    """Only when asked for, only while the page is hidden, only when the turn comes."""
    init = """
        window.told = [];
        window.Notification = class { constructor(title) { told.push(title) } };
        Notification.permission = 'granted';
        Notification.requestPermission = () => Promise.resolve('granted');
        Object.defineProperty(document, 'hidden', { get: () => window.away ?? false });
    """
    north = site.table(2, people=2, together=False, **{"option.placement_reveal": "seat_order"})
    east = north.others[0]
    page = reader.open(north, init=init, **QUICK)
    page.locator("#company > summary").click()
    page.locator("#bell").click()
    expect(page.locator("#bell")).to_have_text("You are told when it is your turn")
    north.do(cmd=north.wait()[0])
    expect(page.locator("#view")).not_to_have_attribute("data-turn", re.compile("."))
    page.evaluate("window.away = true")
    east.do(cmd=east.wait()[0])
    expect(page.locator("#view")).to_have_attribute("data-turn", re.compile("^Your turn"), timeout=9000)
    assert page.evaluate("told.length") == 1 and "Your turn" in page.evaluate("told[0]")


def choose(page: Page, rng: random.Random) -> bool:
    """A random move, typed as text, which is the same in every game; False if nothing is asked here."""
    moves = page.evaluate("[...document.querySelectorAll('#view[data-turn] #moves-list button')].map((b) => b.value)")
    if not moves:
        return False
    before = page.locator("#view").get_attribute("data-v") or ""
    page.locator("#say").fill(rng.choice(moves))
    page.locator("#say").press("Enter")
    page.locator(f"#view:not([data-v='{before}']), #why:not(:empty)").first.wait_for(timeout=15000)
    return True


@pytest.mark.parametrize("game_id", [pytest.param(one, marks=() if one in BY_DAY else pytest.mark.nightly) for one in game_ids()])
def test_a_whole_game_with_a_cut_line_and_a_restart(tmp_path: Path, reader: Reader, game_id: str) -> None:
    if load_game(game_id).seats[1] < 2:
        pytest.skip("a game for one")
    reader.expected = ("ERR_", "Failed to fetch", "WebSocket", "Failed to load resource", "422")
    site = Site(tmp_path / "tables.db")
    try:
        form = {"players": "2", "who2": "", "hot_seat": "no", "seed": "7"}
        north = Hand(site, HTTP.post(f"{site.url}/new/{game_id}", data=form).headers["location"])
        pages, moves, rng = sit_down(reader, north), 0, random.Random(3)
        phone = reader.contexts[1]
        while not all(page.locator("#prompt a.main").count() for page in pages):
            for page in pages:
                moves += choose(page, rng)
            if moves in (5, 6):
                phone.set_offline(True)
                moves += choose(pages[0], rng) + 10
                phone.set_offline(False)
                expect(pages[1].locator("#lost")).to_be_hidden(timeout=15000)
            elif moves in range(20, 23):
                site = site.again()
                for page in pages:
                    expect(page.locator("#lost")).to_be_hidden(timeout=15000)
                moves += 10
            pages[0].wait_for_timeout(20)
        assert moves > 45, "the line was cut and the server restarted"
        for page in pages:
            page.locator("#prompt a.main").click()
            expect(page.locator(".podium")).to_be_visible()
            fits(page)
        reader.faults = [fault for fault in reader.faults if "fetch" not in fault]
    finally:
        site.stop()
