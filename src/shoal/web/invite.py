"""Addresses for other devices: the one in the home network, and QR codes of addresses."""

import socket
from functools import lru_cache

import segno
from markupsafe import Markup


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
    if not url:
        return Markup()
    made = segno.make(url, error="m", micro=False)
    return Markup(made.svg_inline(border=2, dark="#12303b", light="#ffffff", svgclass="qr-code", lineclass=None, omitsize=True))


def terminal_code(url: str) -> str:
    """A QR code in block characters, for a terminal."""
    lines: list[str] = []
    rows = [list(row) for row in segno.make(url, error="m", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        lines.append("".join(" ▄▀█"[2 * (not a) + (not b)] for a, b in zip(upper, lower, strict=True)))
    return "\n".join(lines)
