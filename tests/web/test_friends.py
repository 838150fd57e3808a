"""Two real browsers at one table, one of them a phone: from the invitation to the scores, with a cut line and a restart on the way."""

import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect  # noqa: E402

from shoal.bots.levels import make_bot  # noqa: E402
from shoal.engine.state import Rng  # noqa: E402
from shoal.games import game_ids  # noqa: E402
from shoal.play.match import Match  # noqa: E402
from shoal.play.table import Table  # noqa: E402

from .browsing import LAPTOP, PHONE, Reader, accessible, fits  # noqa: E402
from .site import HTTP, Hand, Site  # noqa: E402

pytestmark = pytest.mark.browser

QUICK: dict[str, Any] = {"reduced_motion": "reduce"}


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


@dataclass(frozen=True)
class Plan:
    """How a game comes to its end in few moves, with something of everything on the way."""

    seed: int
    choice: str = "random"
    options: dict[str, str] = field(default_factory=dict)
    players: int = 2


PLANS = {
    "fish_tank": Plan(7), "aquarium": Plan(22, "first"), "acqua_dolce": Plan(16, "greedy", {"option.need": "1"}), "aqua_garden": Plan(1),
    "pocket_aquarium": Plan(5, players=1),
}
"""A game without one has to be given one."""


class Players:
    """Two browsers at one table: a laptop that types, and a phone that taps. In a game for one the laptop watches."""

    def __init__(self, reader: Reader, site: Site, game_id: str, plan: Plan) -> None:
        self.site, self.plan, self.rng, self.moves = site, plan, random.Random(plan.seed), 0
        form = {"players": str(plan.players), "hot_seat": "no", "seed": str(plan.seed), **{f"who{n}": "" for n in range(1, plan.players + 1)}, **plan.options}
        north = Hand(site, HTTP.post(f"{site.url}/new/{game_id}", data=form).headers["location"])
        self.id = north.id
        if plan.players > 1:
            self.laptop, self.phone = sit_down(reader, north)
            self.seats = {0: self.laptop, 1: self.phone}
        else:
            self.phone, self.laptop = reader.open(north, viewport=PHONE, **QUICK), reader.open(north.offered()[-1], **QUICK)
            self.seats = {0: self.phone}
        self.pages = (self.laptop, self.phone)

    @property
    def match(self) -> Match:
        """The truth about the game, only to choose moves and to know whose turn it is."""
        table: Table = self.site.app.state.tables._open[self.id]
        return table.match

    def step(self, seat: int) -> tuple[int, int]:
        """Changes with everything that this seat is asked or told."""
        return self.match.version_for(seat), self.match.decision_number

    def next_move(self) -> tuple[int, str, tuple[int, int]] | None:
        """Who is awaited, with which move, and at which step of the game; None when it is over."""
        if self.match.over:
            return None
        seat = self.match.waiting_for()[0]
        return seat, self.picked(seat), self.step(seat)

    def picked(self, seat: int) -> str:
        """A move, by the plan."""
        asked = self.match.asked(seat)
        legal = asked.legal_actions()
        if self.plan.choice == "greedy":
            return self.match.game.action_to_text(make_bot("greedy", self.match.game).choose(asked, Rng(self.plan.seed, str(self.moves))))
        return self.match.game.action_to_text(legal[0] if self.plan.choice == "first" else self.rng.choice(legal))

    def move(self, offline: bool = False) -> bool:
        """The next move, once the page of whoever is awaited asks for it; False when the game is over. `offline`: made while the line is cut."""
        asked = self.site.now(self.next_move)
        if asked is None:
            return False
        seat, text, before = asked
        page = self.seats[seat]
        page.locator(f"#view[data-turn][data-v^='{before[0]}.']").wait_for(state="attached", timeout=15000)
        play = self.tapped if page is self.phone else self.typed
        play(page, text, offline)
        if offline:
            page.wait_for_timeout(150)
            assert self.site.now(lambda: self.step(seat)) == before
            page.context.set_offline(False)
        for _ in range(3000):
            if self.site.now(lambda: self.step(seat)) != before:
                self.moves += 1
                return True
            page.wait_for_timeout(5)
        raise AssertionError(f"{self.moves} {text}: nothing came of it; {page.locator('#why').inner_text()}")

    def typed(self, page: Page, text: str, offline: bool) -> None:
        page.keyboard.press("/")
        page.keyboard.type(text)
        page.context.set_offline(offline)
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")

    def tapped(self, page: Page, text: str, offline: bool) -> None:
        """On the board, where the move is there, else in the list of all moves."""
        shown = page.locator(f"#board button[form=do][value='{text}']:visible, #prompt button[form=do][value='{text}']:visible")
        if not shown.count():
            if page.locator("#moves:not([open])").count():
                page.locator("#moves > summary").click()
            shown = page.locator(f"#moves-list button[value='{text}']")
        button = shown.first
        if button.get_attribute("name") == "select":
            button.click()
            button = page.locator(f"#main-button:is([value='{text}'], [value^='{text} '])")
            expect(button).to_be_visible(timeout=9000)
        page.context.set_offline(offline)
        button.click()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_whole_game_with_a_cut_line_and_a_restart(tmp_path: Path, reader: Reader, game_id: str) -> None:
    reader.expected = ("ERR_", "Failed to fetch", "WebSocket", "Failed to load resource")
    site = Site(tmp_path / "tables.db")
    try:
        two = Players(reader, site, game_id, PLANS[game_id])
        while two.move(offline=two.moves == 6):
            if two.moves == 10:
                site = two.site = site.again()
                for page in two.pages:
                    expect(page.locator("#lost")).to_be_hidden(timeout=15000)
                two.laptop.reload()
        assert two.moves > 12, "the line was cut and the server restarted"
        for page in two.pages:
            page.locator("#prompt a.main").click()
            expect(page.locator(".podium")).to_be_visible()
            fits(page)
        reader.faults = [fault for fault in reader.faults if "fetch" not in fault]
    finally:
        site.stop()
