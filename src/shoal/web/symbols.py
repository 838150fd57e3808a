"""The drawings: one file of SVG symbols, of which a page carries only those that it uses."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from markupsafe import Markup

_FILE = Path(__file__).parent / "pieces.svg"
_SYMBOL = re.compile(r'<symbol id="(\w+)".*?</symbol>', re.DOTALL)
_USE = re.compile(r'href="#(\w+)"')


@cache
def symbols() -> dict[str, str]:
    """All symbols by name, in the order of the file."""
    return {found[1]: found[0] for found in _SYMBOL.finditer(_FILE.read_text(encoding="utf-8"))}


def used(html: str) -> set[str]:
    """Names of the symbols that a piece of HTML refers to."""
    return {name for name in _USE.findall(html) if name in symbols()}


def sprite(names: Iterable[str]) -> Markup:
    """The inline SVG that defines these symbols; always in the order of the file, so that the order tells nothing."""
    wanted = set(names)
    body = "\n".join(text for name, text in symbols().items() if name in wanted)
    return Markup(f'<svg class="sprite" width="0" height="0" aria-hidden="true">\n{body}\n</svg>')
