"""Aqua Garden in a real Chromium: a first game by tapping what glows, by keys alone, and every question in reach of axe-core."""

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect  # noqa: E402

from .browsing import PHONE, Reader, accessible, fits  # noqa: E402
from .site import HTTP, Hand, Site  # noqa: E402

pytestmark = pytest.mark.browser

QUICK = {"reduced_motion": "reduce"}


def table(site: Site, players: int, **more: str) -> Hand:
    """A table of one person and bots."""
    form = {"players": str(players), "hot_seat": "yes", "seed": "11"} | {f"who{n}": "" if n == 1 else "greedy" for n in range(1, players + 1)} | more
    answer = HTTP.post(f"{site.url}/new/aqua_garden", data=form)
    assert answer.status_code == 303, answer.text
    return Hand(site, answer.headers["location"])


def step(page: Page, number: int) -> str:
    """One move as a person would make it: the main button, or first something that glows. The question it answers; "" when the game is over."""
    expect(page.locator("#prompt .main").first).to_be_visible(timeout=20000)
    if page.locator("#prompt a.main").count():
        return ""
    ask = str(page.locator("#prompt h2").inner_text())
    if not page.locator("#main-button").count():
        glowing = page.locator("#board .is-legal")
        glowing.nth(number % min(5, glowing.count())).click()
        expect(page.locator("#main-button")).to_be_visible(timeout=9000)
    question = page.locator("#do input[name=question]")
    before = question.get_attribute("value") or ""
    page.locator("#main-button").click()
    expect(question).not_to_have_attribute("value", before, timeout=9000)
    return ask.split(":")[0]


def play(page: Page, moves: int, enough: int = 99) -> set[str]:
    """So many moves, or until enough different questions were asked, each new one looked at; the questions."""
    asked: set[str] = set()
    for number in range(moves):
        if page.locator("#prompt .main").count() and (ask := str(page.locator("#prompt h2").inner_text()).split(":")[0]) not in asked:
            asked.add(ask)
            fits(page)
            accessible(page)
        if len(asked) >= enough or not step(page, number):
            break
    return asked


def test_the_questions_of_a_first_game_on_a_phone(site: Site, reader: Reader) -> None:
    """Each of them once; whole games to their end, on a phone too, are played in `test_friends.py`."""
    page = reader.open(table(site, 2, **{"option.advanced": "true"}), viewport=PHONE, color_scheme="dark", **QUICK)
    assert len(play(page, 120, enough=6)) >= 6


def test_a_round_on_a_laptop(site: Site, reader: Reader) -> None:
    page = reader.open(table(site, 3), **QUICK)
    assert {"Choose your space at the fair.", "Your employee walks"} <= play(page, 9)


def test_the_others_are_one_tap_away(site: Site, reader: Reader) -> None:
    page = reader.open(table(site, 4), **QUICK)
    expect(page.locator("a.jump")).to_have_count(3)
    page.locator("a.jump").last.click()
    expect(page.locator("#garden-4")).to_be_in_viewport()


def press(page: Page, key: str) -> None:
    """A key that chooses or plays, with the site's answer."""
    with page.expect_response(lambda answer: answer.url.endswith("/do"), timeout=9000):
        page.keyboard.press(key)


def test_by_keys_alone(site: Site, reader: Reader) -> None:
    page = reader.open(table(site, 1), **QUICK)
    page.locator("#space-1").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#space-2")).to_be_focused()
    press(page, "Enter")
    expect(page.locator("#main-button")).to_contain_text("Go to 2")
    press(page, "Enter")
    expect(page.locator("#walk-1")).to_be_visible()
    press(page, "1")
    expect(page.locator("#main-button")).to_have_text("Walk 1")
    press(page, "Enter")
    expect(page.locator("#walk-1")).to_have_count(0)
    if page.locator("#tank-D[aria-keyshortcuts=D]").count():
        press(page, "D")
        expect(page.locator("#main-button")).to_contain_text("in D")
    page.keyboard.press("/")
    expect(page.locator("#say")).to_be_focused()


def test_alone_with_everything_open(site: Site, reader: Reader) -> None:
    hand = table(site, 1, **{"option.advanced": "true"})
    for text in ("go 1", "walk 1"):
        hand.do(cmd=text)
    page = reader.open(hand, viewport=PHONE, **QUICK)
    fits(page)
    assert page.locator("#sea-board .token").count() >= 3 and page.locator("#bag .token").count() >= 4
    expect(page.locator("#happened")).to_contain_text("Past the bucket: +1 fund")
    page.locator("#hint-button").click()
    expect(page.locator("#best")).to_be_visible(timeout=30000)
    accessible(page)
