"""Deals of Pocket Aquarium in a real Chromium: a deal is entered, solved and played to its best end with taps alone."""

import re

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect  # noqa: E402

from shoal.engine.form import compiled  # noqa: E402

from .browsing import LAPTOP, PHONE, Reader, accessible, fits  # noqa: E402
from .site import Hand, Site  # noqa: E402

pytestmark = pytest.mark.browser

QUICK = {"reduced_motion": "reduce"}
DEAL = "PL> SN> D1< PU< / A4< D3> G1< G4> / G3< G2< D4> A3> / RA> A1> A2> D2>"
LINE = (
    "flip a1, flip a2, use b2 b1, use c2, flip c1, use d2 d4, use b2, flip a2, flip d2, flip a3, flip b3, feed a, feed a4, use a3 b2, use c3 a1"
).split(", ")


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(name)).first.click()


def tap(page: Page, move: str) -> None:
    """A move as a person makes it: the card, what it shall do, the main button."""
    verb, cell, *target = move.split()
    if verb == "feed":
        if len(cell) == 1:
            page.locator("#do-feed").click()
        else:
            page.locator(f"#do-feed-{cell}").click()
    else:
        button(page, f"^{cell} ")
        if verb == "use" and target:
            button(page, f"^Swap {cell} with: {target[0]} ")
        elif verb == "use":
            page.locator(f"#do-use-{cell}").click()
    expect(page.locator("#main-button")).to_have_attribute("value", move, timeout=9000)
    question = page.locator("#do input[name=question]")
    before = question.get_attribute("value")
    page.locator("#main-button").click()
    expect(question).not_to_have_attribute("value", before or "", timeout=9000)


@pytest.mark.parametrize("size,scheme", [(PHONE, "dark"), (LAPTOP, "light")], ids=["phone", "laptop"])
def test_a_deal_is_entered_solved_and_played(site: Site, reader: Reader, size: dict[str, int], scheme: str) -> None:
    page = reader.open(Hand(site, "/deals/pocket_aquarium"), viewport=size, color_scheme=scheme, **QUICK)
    fits(page)
    accessible(page)
    for card in ("PL>", "SN>"):
        page.get_by_role("link", name=card, exact=True).click()
    expect(page.get_by_label("b1 SN →")).to_be_in_viewport()
    page.get_by_label("The cards as text").fill(DEAL)
    page.get_by_role("button", name="Take these").click()
    if compiled():
        page.get_by_role("link", name=re.compile("^Solve it")).click()
        expect(page.locator("#solved")).to_contain_text("33 points: Purr-fect!", timeout=25_000)
        accessible(page)
    fits(page)
    page.get_by_role("button", name="Play this deal").click()
    for number, move in enumerate(LINE):
        if number == len(LINE) - 1:
            button(page, "[Hh]int")
            expect(page.locator("#prompt")).to_contain_text("33 at the end", timeout=15_000)
        tap(page, move)
        if move in ("use b2 b1", "feed a"):
            fits(page)
            accessible(page)
    expect(page.locator("#prompt")).to_contain_text("33 points: Purr-fect!")
    fits(page)
    accessible(page)
    page.get_by_role("link", name="Scores").first.click()
    fits(page)
    accessible(page)
