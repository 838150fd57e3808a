"""A real Chromium, watched: any error in its console, and anything serious that axe-core finds, fails the test."""

import os
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from .site import Hand

AXE = Path(__file__).parent / "axe-4.14.1.min.js"

LOOK = """
axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations.filter((v) => ['serious', 'critical'].includes(v.impact))
  .map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 140) + ' ' + (n.any[0]?.message ?? '')).join(' | ')))
"""

LAPTOP = {"width": 1440, "height": 900}
TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 390, "height": 844}


def chromium() -> str | None:
    """Where a Chromium is, None without one."""
    names = (os.environ.get("SHOAL_CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


class Reader:
    """Somebody who opens pages."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.faults: list[str] = []
        self.contexts: list[BrowserContext] = []
        self.expected: tuple[str, ...] = ()
        """What may stand in the console, because the test asks for it."""

    def open(self, hand: Hand, more: str = "", init: str = "", **context: Any) -> Page:
        made = self.browser.new_context(**{"viewport": LAPTOP, **context})
        self.contexts.append(made)
        page = made.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._console)
        if init:
            page.add_init_script(init)
        page.goto(hand.url + more)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(words in message.text for words in self.expected):
            self.faults.append(f"{message.text} at {message.location.get('url')}")

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        assert not self.faults, self.faults


def at_another_version(page: Page, before: str | None) -> None:
    expect(page.locator("#view")).not_to_have_attribute("data-v", before or "", timeout=9000)


def version(page: Page) -> str | None:
    return page.locator("#view").get_attribute("data-v")


def fits(page: Page) -> None:
    """Nothing is cut off sideways."""
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


def accessible(page: Page) -> None:
    """axe-core finds nothing serious. It is put in by the test itself, past the page's policy, and reads what is there."""
    page.wait_for_timeout(450)
    client = page.context.new_cdp_session(page)
    client.send("Runtime.evaluate", {"expression": AXE.read_text(encoding="utf-8")})
    found = client.send("Runtime.evaluate", {"expression": LOOK, "awaitPromise": True, "returnByValue": True})["result"]["value"]
    assert not found, found


def play_on(page: Page) -> bool:
    """One step as a person would: tap what glows, then the main button; False when the game is over."""
    button = page.locator("#main-button")
    glowing = page.locator("#board .is-legal, #board .ghost")
    over = page.locator("#prompt a.main")
    expect(button.or_(glowing.first).or_(over).first).to_be_visible(timeout=9000)
    if over.count():
        return False
    if not button.count():
        glowing.last.click()
        expect(button).to_be_visible(timeout=5000)
    question = page.locator("#do input[name=question]")
    before = question.get_attribute("value")
    button.click()
    expect(question).not_to_have_attribute("value", before or "", timeout=9000)
    return True
