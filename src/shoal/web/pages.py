"""Making pages: the templates, the texts, and the shell around everything."""

import hashlib
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

import shoal.games
from shoal.engine.texts import Texts
from shoal.games import ORDER

from .symbols import sprite, used

HERE = Path(__file__).parent
STATIC = HERE / "static"
SYMBOLS_HERE = "<!--symbols-->"

text = Texts(HERE)
"""The sentences of the site, by key."""


@cache
def asset(name: str) -> str:
    """Address of a static file, with a mark that changes when the file does."""
    return f"/static/{name}?v={hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"


@cache
def sheets() -> list[str]:
    """The style sheets in their order: the look, its states, what the live pages add, and what single games add."""
    games = [file.name for file in sorted(STATIC.glob("*.css")) if file.stem in ORDER]
    return ["shoal.css", "boards.css", "states.css", "site.css", *games]


class Templates(Environment):
    """`card.name` in a template is mostly a key of words: looked for there first."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


once = lru_cache(maxsize=4096)
"""For macros that draw nothing but their arguments, again and again the same: they are drawn once for each of these."""


@cache
def environment() -> Environment:
    """Templates of the site, and those of each game under the game's id."""
    games = Path(shoal.games.__file__).parent
    rooms = {folder.name: FileSystemLoader(folder) for folder in sorted(games.iterdir()) if folder.is_dir()}
    loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(rooms)])
    made = Templates(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, auto_reload=False)
    made.globals.update(t=text, asset=asset, sheets=sheets, once=once)
    made.filters["t"] = text        # of a bare key: filled in when the template is compiled
    return made


def warm_up() -> None:
    """Compile the templates before the first reader waits for them."""
    for name in environment().list_templates(filter_func=lambda name: name.endswith(".html.jinja")):
        environment().get_template(name)


def fragment(template: str, /, **context: Any) -> Markup:
    """A part of a page."""
    return Markup(environment().get_template(template).render(**context))


def page(request: Request, template: str, /, *, symbols: Iterable[str] = (), status: int = 200, **context: Any) -> HTMLResponse:
    """A whole page, with the symbols that it uses and those that later views of it may use."""
    theme = request.cookies.get("theme", "")
    shell = {"theme": theme if theme in ("light", "dark") else "", "keys_off": request.cookies.get("keys") == "off"}
    html = environment().get_template(template).render(**shell, **context)
    return HTMLResponse(html.replace(SYMBOLS_HERE, sprite(used(html) | set(symbols)), 1), status)


def back_to(request: Request) -> str:
    """The page of ours from which a request came, "/" without one."""
    referer = request.headers.get("referer", "")
    ours = f"{request.url.scheme}://{request.headers.get('host', '')}/"
    return "/" + referer.removeprefix(ours).lstrip("/") if referer.startswith(ours) else "/"


def whole(typed: str) -> int | None:
    """The number that a part of an address or a form says, None when it is none."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else None


def listed(names: list[str]) -> str:
    """
    >>> listed(["North", "East", "South"])
    'North, East and South'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
