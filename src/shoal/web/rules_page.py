"""The rules of a game in our own words, from its `rulings.md`, and the values of its box that had to be assumed."""

import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from shoal.games import load_game

from .pages import back_to, page

router = APIRouter()

_RULE = re.compile(r"^\W*([A-Z]{1,2}\d{1,3}[a-z]?)\b")
"""A paragraph, an item or a table row that begins with the id of a rule can be linked to by it."""

_MENTION = re.compile(r"\b([A-Z]{1,2}\d{1,3}[a-z]?)\b")


@router.get("/rules/{game_id}", response_class=HTMLResponse)
async def rules(request: Request, game_id: str) -> Response:
    """The rules of a game."""
    game = load_game(game_id)
    html, headings = rendered(game.folder / "rulings.md")
    return page(request, "rules.html.jinja", game=game, html=html, headings=headings, assumed=game.components.assumed(), table=table_before(request))


def table_before(request: Request) -> str:
    """The table from which somebody has come to look something up, "" otherwise."""
    path = urlsplit(back_to(request)).path
    return path if path.startswith("/t/") else ""


@cache
def rendered(path: Path) -> tuple[Markup, list[tuple[str, str]]]:
    """(HTML, [(anchor, title) of the chapters])."""
    if not path.exists():
        return Markup(), []
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(path.read_text(encoding="utf-8"))
    chapters = name_places(tokens)
    link_rules(tokens)
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


def link_rules(tokens: list[Token]) -> None:
    """Let mentions of rules lead to them, but for the mention by which a rule begins."""
    anchors = {str(token.attrGet("id")) for token in tokens if token.attrGet("id")}
    for opening, inline in zip(tokens, tokens[1:], strict=False):
        if inline.type != "inline":
            continue
        own, inside, found = opening.attrGet("id"), 0, []
        for child in inline.children or ():
            inside += child.nesting if child.type in ("link_open", "link_close") else 0
            found += [child] if inside or child.type != "text" else linked(child.content, anchors - {str(own)})
        inline.children = found


def linked(content: str, anchors: set[str]) -> list[Token]:
    """A text with links to the rules that it mentions."""
    parts = []
    for i, part in enumerate(_MENTION.split(content)):
        known = i % 2 and part in anchors
        parts += [Token("link_open", "a", 1, attrs={"href": f"#{part}"})] if known else []
        parts += [Token("text", "", 0, content=part)] if part else []
        parts += [Token("link_close", "a", -1)] if known else []
    return parts


def plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def slug(title: str) -> str:
    return "rules-" + re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def written(value: Any) -> str:
    """A component value as text."""
    return ", ".join(map(written, value)) if isinstance(value, list) else str(value)
