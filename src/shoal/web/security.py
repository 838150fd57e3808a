"""What every answer carries, and who may send commands: a strict Content-Security-Policy, checks of host and origin, and limits."""

import ipaddress
import socket
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .invite import name_of
from .pages import text

# No inline script, no style attribute, nothing from elsewhere: what leaks into a page cannot act, and nothing can be loaded in.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

SAFE = ("GET", "HEAD", "OPTIONS")
LARGEST = {"/records": 1_050_000}
"""Bytes of a request, by path."""
LARGEST_OTHER = 65_536
REMEMBERED = 10_000
"""Of so many addresses the pace is remembered."""


@dataclass(frozen=True)
class Limits:
    """What one address may do. This machine's own is that of a proxy as well, and may do `own` times as much."""

    sockets: int = 100
    commands: float = 20.0
    """Commands a second, for long."""
    burst: float = 120.0
    """Commands at once."""
    looks: float = 50.0
    """Pages, views and answers of the API a second, for long."""
    looks_burst: float = 500.0
    """The same at once."""
    tables: float = 0.2
    """New tables a second, for long."""
    tables_burst: float = 20.0
    own: int = 40


class Pace:
    """A bucket for each address that fills with time and empties with commands."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._levels: dict[str, tuple[float, float]] = {}

    def allows(self, address: str, factor: float = 1.0) -> bool:
        """Whether one more is allowed just now; it counts."""
        now = time.monotonic()
        level, at = self._levels.pop(address, (self.burst * factor, now))
        level = min(self.burst * factor, level + (now - at) * self.rate * factor)
        self._levels[address] = (max(0.0, level - 1.0), now)
        while len(self._levels) > REMEMBERED:
            del self._levels[next(iter(self._levels))]
        return level >= 1.0


def same_origin(headers: Headers) -> bool:
    """Whether the page that sends this is one of ours. Programs that are no browser send neither header and are welcome."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    return same_origin_socket(headers)


def same_origin_socket(headers: Headers) -> bool:
    """The same for WebSockets, for which browsers always send an Origin and pages of others may connect."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:
        return False


def own_names(more: Collection[str] = ()) -> frozenset[str]:
    """The names by which this site may be called."""
    host = socket.gethostname().lower()
    return frozenset({"localhost", host, f"{host}.local", *(name.lower().rstrip(".") for name in more)})


def is_ours(host: str, names: Collection[str]) -> bool:
    """Whether a Host header names us: by a known name, or by a number, which no page of others can turn to its use.

    >>> is_ours("192.0.2.7:8000", ()), is_ours("[::1]:8000", ()), is_ours("evil.example", ("shoal.example",))
    (True, True, False)
    """
    name = name_of(host).lower().rstrip(".")
    if name in names or name.endswith((".localhost", ".local")):
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Guard:
    """Stands before everything else: refuses what is not for us, or too much, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, names: Collection[str] = (), limits: Limits | None = None) -> None:
        self.app = app
        self.names = own_names(names)
        self.limits = limits or Limits()
        self.pace = Pace(self.limits.commands, self.limits.burst)
        self.looking = Pace(self.limits.looks, self.limits.looks_burst)
        self.opening = Pace(self.limits.tables, self.limits.tables_burst)
        self.sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def factor(self, address: str) -> int:
        try:
            return self.limits.own if ipaddress.ip_address(address).is_loopback else 1
        except ValueError:
            return 1

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, dynamic = Headers(scope=scope), not scope["path"].startswith("/static/")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer[name] = value
                if dynamic:
                    answer["Cache-Control"] = "no-store"
            await send(message)

        refused = self.refusal(scope, headers)
        await (refused or self.app)(scope, receive, with_headers)

    def refusal(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        """Why a request is not carried out, None if it is."""
        def no(status: int, key: str) -> PlainTextResponse:
            return PlainTextResponse(text(f"guard.{key}") + "\n", status)

        if not is_ours(headers.get("host", ""), self.names):
            return no(421, "host")
        address = address_of(scope)
        factor = self.factor(address)
        if scope["method"] in SAFE:
            allowed = scope["path"].startswith("/static/") or self.looking.allows(address, factor)
            return None if allowed else no(429, "fast")
        if not same_origin(headers):
            return no(403, "origin")
        kind = headers.get("content-type", "").lower()
        if "charset" in kind and "utf-8" not in kind:
            return no(415, "utf8")
        if "transfer-encoding" in headers:
            return no(411, "length")
        length = headers.get("content-length", "0")
        if not length.isdigit() or len(length) > 12 or int(length) > LARGEST.get(scope["path"], LARGEST_OTHER):
            return no(413, "large")
        opens = scope["path"] == "/api/tables" or scope["path"].startswith("/new/")
        allowed = self.pace.allows(address, factor) and (not opens or self.opening.allows(address, factor))
        return None if allowed else no(429, "fast")

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, address = Headers(scope=scope), address_of(scope)
        allowed = self.sockets[address] < self.limits.sockets * self.factor(address)
        if not is_ours(headers.get("host", ""), self.names) or not same_origin_socket(headers) or not allowed:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        self.sockets[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]


def address_of(scope: Scope) -> str:
    """From where a request comes, "" where that is not known."""
    return str(scope["client"][0]) if scope.get("client") else ""
