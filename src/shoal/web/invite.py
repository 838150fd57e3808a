"""Addresses for other devices: the one in the home network, and QR codes of addresses."""

import io
import socket
from functools import lru_cache

import segno
from markupsafe import Markup
from starlette.requests import HTTPConnection

HERE = ("localhost", "127.0.0.1", "[::1]")
"""This machine's own names for itself: they would not help any other device."""


def address_for_others(connection: HTTPConnection) -> str:
    """Where other devices find this site, or where this one does if there is no other address."""
    host = connection.headers.get("host", connection.url.netloc)
    lan_url: str = connection.app.state.lan_url
    if lan_url and name_of(host) in HERE:
        return lan_url.rstrip("/")
    return f"{connection.url.scheme.replace('ws', 'http')}://{host}"


def only_here(connection: HTTPConnection) -> bool:
    """Whether links of this site work on this machine only."""
    return not connection.app.state.lan_url and name_of(connection.headers.get("host", connection.url.netloc)) in HERE


def name_of(host: str) -> str:
    """
    >>> name_of("localhost:8000"), name_of("[::1]:8000")
    ('localhost', '[::1]')
    """
    return host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host


def lan_address() -> str:
    """This machine's address in the home network, "" without one. Nothing is sent: a datagram socket only picks its route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith("127.") else found


@lru_cache(maxsize=64)
def code(url: str) -> Markup:
    """A QR code as SVG without any style attribute; empty for no address."""
    if not url or len(url) > 400:
        return Markup()
    made = segno.make(url, error="m", micro=False)
    return Markup(made.svg_inline(border=2, dark="#12303b", light="#ffffff", svgclass="qr-code", lineclass=None, omitsize=True))


def picture(url: str) -> bytes:
    """The same as a file of its own."""
    out = io.BytesIO()
    segno.make(url, error="m", micro=False).save(out, kind="svg", border=2, dark="#12303b", light="#ffffff", omitsize=True, xmldecl=False)
    return out.getvalue()


def terminal_code(url: str) -> str:
    """A QR code in block characters, for a terminal."""
    lines: list[str] = []
    rows = [list(row) for row in segno.make(url, error="m", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        lines.append("".join(" ▄▀█"[2 * (not a) + (not b)] for a, b in zip(upper, lower, strict=True)))
    return "\n".join(lines)
