"""How the tests of every game look at its pages: the templates without the site around them, and what stands in the HTML."""

import re
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

import shoal
from shoal.engine.state import Rng
from shoal.games import game_ids
from shoal.play.chance import SeededChance
from shoal.play.match import Match

HERE = Path(shoal.__file__).parent
SYMBOLS = set(re.findall(r'<symbol id="(\w+)"', (HERE / "web" / "pieces.svg").read_text(encoding="utf-8")))


def templates():
    """All templates of site and games; a name that is missing is an error."""
    rooms = PrefixLoader({game_id: FileSystemLoader(HERE / "games" / game_id) for game_id in game_ids()})
    loader = ChoiceLoader([FileSystemLoader(HERE / "web" / "templates"), rooms])
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals.update(t=lambda key, **values: key, once=lambda macro: macro)
    made.globals["once"] = lambda macro: macro
    return made


PAGES = templates()


class Shown(SimpleNamespace):
    """A view of a position that no match has played."""

    def story(self, key, begin):
        return begin()


class Elements(HTMLParser):
    """Every element as (tag, attributes); complains about tags that do not close, and about a button within a button."""

    VOID = {"path", "rect", "circle", "use", "br", "input", "hr", "img", "line", "polyline", "polygon", "ellipse"}

    def __init__(self, html):
        super().__init__()
        self.found, self.open = [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        assert tag != "button" or "button" not in self.open, "a button within a button"
        self.found.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


def elements(html):
    return Elements(html).found


def moves_on(html):
    """Every move that a button chooses or plays."""
    return {a["value"] for tag, a in elements(html) if tag == "button" and a.get("name") in ("select", "cmd")}


def words_of(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def matches(game, players, seed, **options):
    """A match played at random, by any of those who are awaited, stopping at every question."""
    match = Match.new(game, players, {"auto_forced": False} | options, chance=SeededChance(seed))
    rng = Rng(seed, "table")
    while not match.over:
        yield match
        seat = match.waiting_for()[rng.pick(len(match.waiting_for()))]
        legal = match.legal(seat)
        match.choose(seat, [legal[rng.pick(len(legal))]])
    yield match
