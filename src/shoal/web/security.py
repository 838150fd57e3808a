"""What every answer carries, and who may send commands: a strict Content-Security-Policy and checks of origin."""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from fastapi import Request, Response
from starlette.datastructures import Headers

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


async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    """Refuse commands from pages of others; add the headers to everything."""
    if request.method not in ("GET", "HEAD", "OPTIONS") and not same_origin(request.headers):
        response = Response("This command came from a page of another site, so it was not carried out.\n", 403, media_type="text/plain")
    elif "charset" in (kind := request.headers.get("content-type", "").lower()) and "utf-8" not in kind:
        response = Response("Forms are read as UTF-8 here.\n", 415, media_type="text/plain")
    else:
        response = await call_next(request)
    for name, value in HEADERS.items():
        response.headers[name] = value
    if not request.url.path.startswith("/static/"):
        response.headers["Cache-Control"] = "no-store"
    return response
