"""The site in a real Chromium: whole games, keys, lost connections, and what survives a new view."""

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect  # noqa: E402

from shoal.games import game_ids, load_game  # noqa: E402

from .browsing import LAPTOP, PHONE, TABLET, Reader, accessible, at_another_version, fits, play_on, version  # noqa: E402
from .site import HTTP, Hand, Site  # noqa: E402

pytestmark = pytest.mark.browser

QUICK = {"reduced_motion": "reduce"}


def tap_and_play(page: Page) -> None:
    assert play_on(page)


@pytest.mark.parametrize("size,scheme", [(LAPTOP, "light"), (PHONE, "dark")], ids=["laptop", "phone"])
def test_a_whole_game(site: Site, reader: Reader, size: dict[str, int], scheme: str) -> None:
    page = reader.open(Hand(site, "/"), viewport=size, color_scheme=scheme, **QUICK)
    accessible(page)
    page.get_by_role("link", name=re.compile("Fish Tank")).first.click()
    fits(page)
    accessible(page)
    page.get_by_role("button", name="Deal and start").click()
    steps = 0
    while play_on(page):
        steps += 1
        if steps in (1, 2, 3, 20):
            fits(page)
        if steps in (1, 2, 12):
            accessible(page)
    assert steps >= 28, "a pick and a place in each round, but for what is forced"
    fits(page)
    accessible(page)
    page.get_by_role("link", name="Scores").first.click()
    accessible(page)
    while page.locator("#line-next").count():
        before = version(page)
        page.locator("#line-next").click()
        at_another_version(page, before)
    expect(page.locator(".podium .first").first).to_be_visible()
    fits(page)
    page.get_by_role("link", name="Replay").first.click()
    fits(page)
    accessible(page)


@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP], ids=["phone", "tablet", "laptop"])
def test_six_players_fit(site: Site, reader: Reader, size: dict[str, int]) -> None:
    page = reader.open(site.table(6), viewport=size, **QUICK)
    for _ in range(3):
        tap_and_play(page)
    fits(page)
    accessible(page)


def test_the_keyboard_alone(site: Site, reader: Reader) -> None:
    page = reader.open(site.table(2), **QUICK)
    expect(page.locator("#board .is-legal").first).to_be_visible()
    before = version(page)
    page.locator("#board .is-legal").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    at_another_version(page, before)
    expect(page.locator("#board .is-chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#board .is-chosen")).to_have_count(0)
    page.keyboard.press("/")
    expect(page.locator("#say")).to_be_focused()
    page.keyboard.press("ArrowDown")
    move = page.locator("#say").input_value()
    assert move.startswith("pick ")
    before = version(page)
    page.keyboard.press("Enter")
    at_another_version(page, before)
    expect(page.locator("#say")).to_have_value("")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#moves")).to_have_attribute("open", "")


def test_what_is_typed_and_open_survives_a_new_view(site: Site, reader: Reader) -> None:
    hand = site.table(2, people=2, together=False)
    east = hand.links()[0]
    page = reader.open(hand, **QUICK)
    page.locator("#happened summary").click()
    page.locator("#moves summary").click()
    page.locator("#say").fill("pick da")
    before = version(page)
    east.do(cmd=east.wait()[0])
    at_another_version(page, before)
    expect(page.locator("#say")).to_be_focused()
    expect(page.locator("#say")).to_have_value("pick da")
    expect(page.locator("#moves")).to_have_attribute("open", "")
    expect(page.locator("#happened")).not_to_have_attribute("open", "")


def test_a_refusal_is_said_and_goes_away(site: Site, reader: Reader) -> None:
    reader.expected = ("422",)
    page = reader.open(site.table(2), **QUICK)
    page.locator("#say").fill("pick unicorn")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_contain_text("Nothing was changed")
    expect(page.locator("#say")).to_have_value("pick unicorn")
    page.locator("#why").click()
    expect(page.locator("#why")).to_be_empty()


def test_two_people_see_each_other_move(site: Site, reader: Reader) -> None:
    hand = site.table(2, people=2, together=False)
    north, east = reader.open(hand), reader.open(hand.links()[0], viewport=PHONE)
    for page in (north, east):
        page.locator("#board .is-legal").first.click()
        page.locator("#main-button").click()
    for page in (north, east):
        expect(page.locator("#prompt h2")).to_contain_text(re.compile("Keep all|Place"))
        expect(page).to_have_title(re.compile("^Your turn"))


def test_pieces_travel_unless_motion_is_unwanted(site: Site, reader: Reader) -> None:
    count = """
        window.flights = 0;
        { const a = Element.prototype.animate; Element.prototype.animate = function (...x) { window.flights++; return a.apply(this, x) } }
    """
    for motion, flies in (("no-preference", True), ("reduce", False)):
        page = reader.open(site.table(2, seed=9), init=count, reduced_motion=motion)
        for _ in range(4):
            tap_and_play(page)
        page.wait_for_timeout(600)
        assert (page.evaluate("window.flights") > 0) is flies


def test_the_device_goes_round(site: Site, reader: Reader) -> None:
    page = reader.open(site.table(2, people=2), viewport=PHONE, **QUICK)
    expect(page.locator("#prompt h2")).to_contain_text("Hand the device to North")
    accessible(page)
    page.get_by_role("button", name="I am North").click()
    page.locator("#board .is-legal").first.click()
    page.locator("#main-button").click()
    expect(page.locator("#prompt h2")).to_contain_text("Hand the device to East")
    expect(page.locator("#board .is-legal")).to_have_count(0)


def test_a_lost_connection_keeps_the_choice(tmp_path: Path, reader: Reader) -> None:
    reader.expected = ("ERR_CONNECTION", "Failed to fetch", "WebSocket", "Failed to load resource")
    site = Site(tmp_path / "tables.db")
    try:
        hand = site.table(2)
        page = reader.open(hand, **QUICK)
        expect(page.locator("#board .is-legal").first).to_be_visible()
        page.locator("#board .is-legal").first.click()
        expect(page.locator("#main-button")).to_be_visible()
        site.stop()
        expect(page.locator("#lost")).to_be_visible(timeout=9000)
        page.locator("#main-button").click()
        page.wait_for_timeout(300)
        site = Site(site.db, site.port)
        expect(page.locator("#lost")).to_be_hidden(timeout=12000)
        expect(page.locator("#prompt h2")).not_to_contain_text("Pick one card", timeout=9000)
        reader.faults = [fault for fault in reader.faults if "fetch" not in fault]
    finally:
        site.stop()


def test_without_a_socket_the_page_asks(site: Site, reader: Reader) -> None:
    silent = "window.WebSocket = class { constructor() { this.readyState = 3; setTimeout(() => this.onclose?.({}), 20) } }"
    page = reader.open(site.table(2), init=silent, **QUICK)
    tap_and_play(page)
    tap_and_play(page)


def test_without_scripts(site: Site, reader: Reader) -> None:
    hand = site.table(2)
    hand.wait()
    page = reader.open(hand, java_script_enabled=False)
    page.locator("#board .is-legal").first.click()
    page.locator("#main-button").click()
    expect(page.locator("#view")).to_be_visible()
    assert not hand.moves() or not hand.moves()[0].startswith("pick")


def test_the_replay_slides(site: Site, reader: Reader) -> None:
    hand = site.table(2, seed=5)
    hand.finish()
    page = reader.open(hand, "/replay?step=4", **QUICK)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#view")).to_have_attribute("data-v", "5")
    assert "step=5" in page.url
    page.locator("#slider").fill("12")
    expect(page.locator("#view")).to_have_attribute("data-v", "12")
    page.locator("body").press("Home")
    expect(page.locator("#view")).to_have_attribute("data-v", "0")
    page.reload()
    expect(page.locator("#view")).to_have_attribute("data-v", "0")


def test_the_replay_plays_by_itself(site: Site, reader: Reader) -> None:
    hand = site.table(2, seed=5)
    hand.finish()
    page = reader.open(hand, "/replay", **QUICK)
    expect(page.locator("#view")).to_have_attribute("data-v", "0")
    page.locator("#play-steps").click()
    expect(page.locator("#view")).to_have_attribute("data-v", "2", timeout=9000)
    page.locator("#play-steps").click()
    expect(page.locator(".when-still")).to_be_visible()


def test_the_tapped_one_of_equal_cards_stays_chosen(site: Site, reader: Reader) -> None:
    for seed in range(3, 30):
        hand = site.table(2, seed=seed)
        moves = hand.wait()
        if len(moves) < 8:
            break
    page = reader.open(hand, **QUICK)
    second = page.locator("#hand button[id$='-2']").first
    before = version(page)
    second.click()
    at_another_version(page, before)
    expect(page.locator("#board .is-chosen")).to_have_count(1)
    assert page.locator("#board .is-chosen").get_attribute("id") == second.get_attribute("id")
    second.click()
    expect(page.locator("#hand .is-legal")).to_have_count(0)


def test_a_phone_shows_what_is_asked(site: Site, reader: Reader) -> None:
    """Whatever the reader has scrolled to: the main button leads to what glows, and hints open in the prompt."""
    page = reader.open(site.table(3), viewport=PHONE, **QUICK)
    expect(page.locator("#board .is-legal").first).to_be_visible()
    page.evaluate("scrollTo(0, 99999)")
    expect(page.locator("#board .is-legal").first).not_to_be_in_viewport()
    page.locator("#prompt .main").click(force=True)
    expect(page.locator("#board .is-legal").first).to_be_in_viewport()
    page.locator("#hint-button").click()
    expect(page.locator("#best-1")).to_be_in_viewport()
    fits(page)
    page.locator("#hint-button").click()
    page.locator("#board .is-legal").first.click()
    page.evaluate("scrollTo(0, 99999)")
    page.locator("#main-button").click()
    expect(page.locator("#board .ghost, #board .is-legal").first).to_be_in_viewport(timeout=9000)


def test_light_and_dark(site: Site, reader: Reader) -> None:
    page = reader.open(Hand(site, "/"), color_scheme="light")
    colour: Any = lambda: page.evaluate("getComputedStyle(document.body).backgroundColor")  # noqa: E731
    light = colour()
    page.locator("#theme-flip").click()
    assert colour() != light
    page.reload()
    assert colour() != light


STRANGERS = """own => {
    const elements = [...document.querySelectorAll("#board *")], found = []
    const look = (rule, sheet) => {
        if (rule.cssRules && rule.media) [...rule.cssRules].forEach(one => look(one, sheet))
        else if (rule.selectorText && elements.some(one => one.matches(rule.selectorText))) found.push(`${sheet}: ${rule.selectorText}`)
    }
    for (const sheet of document.styleSheets) {
        const name = sheet.href.split("/").pop().split(".")[0]
        if (own.others.includes(name)) [...sheet.cssRules].forEach(rule => look(rule, name))
    }
    return found
}"""


def test_the_style_sheet_of_a_game_touches_no_other_game(site: Site, reader: Reader) -> None:
    """All sheets are read on every page: what games share belongs into boards.css."""
    for game_id in game_ids():
        players = min(2, load_game(game_id).seats[1])
        form = {"players": str(players), "hot_seat": "no", "seed": "7", "who1": "", **{f"who{n}": "greedy" for n in range(2, players + 1)}}
        page = reader.open(Hand(site, HTTP.post(f"{site.url}/new/{game_id}", data=form).headers["location"]), **QUICK)
        expect(page.locator("#board > *").first).to_be_visible()
        assert page.evaluate(STRANGERS, {"others": [other for other in game_ids() if other != game_id]}) == [], game_id
