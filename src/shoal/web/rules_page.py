"""The rules of a game in our own words, from its `rulings.md`, and the values of its box that had to be assumed."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from shoal.games import load_game

from .pages import page

router = APIRouter()

_RULE = re.compile(r"^\W*([A-Z]{1,2}\d{1,3}[a-z]?)\b")
"""A paragraph, an item or a table row that begins with the id of a rule can be linked to by it."""


@router.get("/rules/{game_id}", response_class=HTMLResponse)
async def rules(request: Request, game_id: str) -> Response:
    """The rules of a game."""
    game = load_game(game_id)
    html, headings = rendered(game.folder / "rulings.md")
    return page(request, "rules.html.jinja", game=game, html=html, headings=headings, assumed=game.components.assumed())


@cache
def rendered(path: Path) -> tuple[Markup, list[tuple[str, str]]]:
    """(HTML, [(anchor, title) of the chapters])."""
    if not path.exists():
        return Markup(), []
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    chapters = name_places(tokens)
    return Markup(markdown.renderer.render(tokens, markdown.options, {})), chapters


def name_places(tokens: list[Token]) -> list[tuple[str, str]]:
    """Give anchors to headings and rules; returns the chapters."""
    taken: set[str] = set()
    chapters = []
    for opening, inline in zip(tokens, tokens[1:], strict=False):
        if inline.type != "inline" or opening.nesting != 1:
            continue
        found = _RULE.match(inline.content)
        heading = opening.type == "heading_open"
        name = found[1] if found else slug(inline.content) if heading else ""
        if name and name not in taken:
            taken.add(name)
            opening.attrSet("id", name)
        if opening.type == "heading_open" and opening.tag == "h2":
            chapters.append((str(opening.attrGet("id") or ""), plain(inline)))
    return chapters


def plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def slug(title: str) -> str:
    return "rules-" + re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def written(value: Any) -> str:
    """A component value as text."""
    return ", ".join(map(written, value)) if isinstance(value, list) else str(value)
