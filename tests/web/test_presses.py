"""Quick hands in a real Chromium: what is pressed while an answer is awaited is not lost, and what is pressed twice counts once."""

import re
import time
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, Route, expect  # noqa: E402

from .browsing import Reader, at_another_version, version  # noqa: E402
from .site import HTTP, Hand, Site  # noqa: E402

pytestmark = pytest.mark.browser

QUICK: dict[str, Any] = {"reduced_motion": "reduce"}


def garden(site: Site) -> Hand:
    form = {"players": "1", "hot_seat": "yes", "seed": "11", "who1": ""}
    return Hand(site, HTTP.post(f"{site.url}/new/aqua_garden", data=form).headers["location"])


def slowly(page: Page) -> list[str]:
    """Every command of this page takes a while; what is sent, as it is sent."""
    sent: list[str] = []

    def later(route: Route) -> None:
        sent.append(str(route.request.post_data))
        page.wait_for_timeout(200)
        route.continue_()

    page.route("**/do", later)
    return sent


def question(page: Page) -> int:
    return int(page.locator("#do input[name=question]").input_value())


def test_a_second_key_waits_for_the_view_that_the_first_one_brings(site: Site, reader: Reader) -> None:
    hand = garden(site)
    page = reader.open(hand, **QUICK)
    sent = slowly(page)
    page.locator("#space-1").focus()
    for key in ("ArrowRight", "Enter", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#walk-1")).to_be_visible(timeout=9000)
    for key in ("1", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#walk-1")).to_have_count(0, timeout=9000)
    assert [re.findall(r"(?:cmd|select)=([^&]+)", body) for body in sent] == [["go+2"], ["go+2"], ["walk+1"], ["walk+1"]]


def test_a_tap_on_the_button_waits_for_the_last_choice(site: Site, reader: Reader) -> None:
    """Not what was chosen before is played, but what was tapped last."""
    page = reader.open(garden(site), **QUICK)
    page.locator("#space-1").click()
    expect(page.locator("#main-button")).to_contain_text("Go to 1")
    sent = slowly(page)
    page.evaluate("document.getElementById('space-3').click(); document.getElementById('main-button').click()")
    expect(page.locator("#walk-1")).to_be_visible(timeout=9000)
    assert [re.findall(r"(?:cmd|select)=([^&]+)", body) for body in sent] == [["go+3"], ["go+3"]]


def test_a_double_click_plays_once(site: Site, reader: Reader) -> None:
    page = reader.open(garden(site), **QUICK)
    for chosen in ("#space-2", "#walk-1"):
        page.locator(chosen).click()
        button, before = page.locator("#main-button"), question(page)
        expect(button).to_be_visible()
        button.dblclick()
        expect(page.locator("#do input[name=question]")).not_to_have_value(str(before), timeout=9000)
        page.wait_for_timeout(300)
    assert "walk 1" in "".join(garden_texts(site, page)) and len(garden_texts(site, page)) == 2


def test_a_double_click_for_hints_shows_them(site: Site, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoal.web.adviser.hints.hints", lambda *_: [])
    page = reader.open(garden(site), **QUICK)
    slowly(page)
    before = version(page)
    page.locator("#hint-button").dblclick()
    at_another_version(page, before)
    expect(page.locator("#best")).to_be_visible(timeout=9000)
    page.wait_for_timeout(500)
    expect(page.locator("#best")).to_be_visible()


def garden_texts(site: Site, page: Page) -> list[str]:
    """What the person has played."""
    table = site.app.state.tables._open[page.url.split("/")[4]]
    return [entry.text for entry in table.match.entries if entry.seat == 0]


def test_a_hint_that_is_thought_about_holds_up_nothing(site: Site, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object) -> list[object]:
        time.sleep(3)
        return []

    monkeypatch.setattr("shoal.web.adviser.hints.hints", slow)
    page = reader.open(garden(site), **QUICK)
    page.locator("#hint-button").click()
    page.locator("#space-2").click()
    expect(page.locator("#main-button")).to_contain_text("Go to 2", timeout=2500)
    page.wait_for_timeout(3000)


def test_two_quick_messages_arrive_both(site: Site, reader: Reader) -> None:
    hand = site.table(2, people=2, together=False)
    page = reader.open(hand, **QUICK)
    slowly(page)
    for words in ("One moment", "Here again"):
        page.locator("#talk-say").fill(words)
        page.locator("#talk-say").press("Enter")
    expect(page.locator("#said")).to_contain_text("Here again", timeout=9000)
    expect(page.locator("#said")).to_contain_text("One moment")
    expect(page.locator("#talk-say")).to_have_value("")


def test_two_tabs_of_one_seat(site: Site, reader: Reader) -> None:
    """The same button in both counts once, also when one of them is a view behind; both show the same at the end."""
    reader.expected = ("ERR_", "WebSocket", "Failed")
    hand = garden(site)
    one, other = reader.open(hand, **QUICK), reader.open(hand, **QUICK)
    one.locator("#space-2").click()
    for page in (one, other):
        expect(page.locator("#main-button")).to_contain_text("Go to 2")
    other.context.set_offline(True)
    form = hand.form()
    one.locator("#main-button").click()
    expect(one.locator("#walk-1")).to_be_visible(timeout=9000)
    assert hand.send(**form, cmd="go 2").status_code == 204
    other.context.set_offline(False)
    for page in (one, other):
        expect(page.locator("#walk-1")).to_be_visible(timeout=9000)
    assert garden_texts(site, one) == ["go 2"] and version(one) == version(other)
