"""Starting the site for a household: one command, one address, one file for the tables."""

import errno
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shoal.engine.errors import ShoalError

from .pages import text, warm_up

OPTIONS: dict[str, Any] = {
    "log_level": "warning", "access_log": False, "log_config": None, "ws": "shoal.web.sockets:Sockets", "ws_max_size": 65_536, "timeout_graceful_shutdown": 2,
    "server_header": False, "h11_max_incomplete_event_size": 16_384,
}
"""How uvicorn serves: it believes what a proxy on this machine says of where a request comes from."""
LOOKED_AT = 20
"""So many ports after a taken one are tried when another one is suggested."""


class CannotServe(ShoalError):
    """The site cannot be opened there."""


KEEP_WAITING = 14
"""Days after which a table that was never dealt is deleted."""
KEEP_PLAYING = 365
"""Days after which a game that was never finished is deleted."""


def run(
    host: str = "127.0.0.1", port: int = 8000, lan: bool = False, browser: bool = True, db: str | Path | None = None,
    names: Sequence[str] = (), keep: int = KEEP_PLAYING, log: bool = False,
) -> None:
    """Serve until Ctrl+C; CannotServe in one sentence if that is not possible.

    `names`: by which the site is called besides localhost; `keep`: days that unfinished games are kept, 0 for ever;
    `log`: a JSON line on standard error for each request.
    """
    listener = listen("0.0.0.0" if lan else host, port)
    try:
        serve(listener, host, lan, browser, db, names, keep, log)
    finally:
        listener.close()


def serve(
    listener: socket.socket, host: str, lan: bool, browser: bool, db: str | Path | None, names: Sequence[str] = (), keep: int = 0, log: bool = False,
) -> None:
    """Open the tables and answer on the port."""
    import uvicorn

    from shoal.play.store import open_store
    from shoal.play.tables import Tables

    from . import invite
    from .app import create_app

    port = listener.getsockname()[1]
    url = f"http://{'localhost' if lan or host in ('127.0.0.1', '0.0.0.0', 'localhost') else host}:{port}/"
    address = invite.lan_address() if lan else ""
    lan_url = f"http://{address}:{port}/" if address else ""
    store = open_store(db)
    days = (float(min(KEEP_WAITING, keep)), float(keep)) if keep else None
    app = create_app(Tables(store), lan_url, (*names, host), keep=days)
    if log:
        log_as_json()
    settle()
    announce(url, lan, lan_url, store.where)
    if browser and has_display():
        threading.Timer(0.6, webbrowser.open, [url]).start()
    logging.getLogger("uvicorn.error").addFilter(lambda record: "Exception in ASGI" not in record.getMessage())      # logged by us, without its words
    uvicorn.Server(uvicorn.Config(app, **OPTIONS)).run(sockets=[listener])


COLLECTIONS = (2_000, 10, 1_000)
"""After how many new objects the garbage collector looks through them, and after how many such looks through older ones and through all."""


def settle() -> None:
    """Let the garbage collector stop the server seldom: looking through 500 tables takes a fifth of a second, and nearly all goes away without it."""
    warm_up()
    gc.collect()
    gc.freeze()         # what has been loaded so far stays
    gc.set_threshold(*COLLECTIONS)


def log_as_json() -> None:
    """Everything that is logged as JSON lines on standard error, requests included."""
    from .watch import JsonLines

    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.getLogger().handlers = [handler]
    logging.getLogger("shoal").setLevel(logging.INFO)


def announce(url: str, lan: bool, lan_url: str, where: str) -> None:
    """Say where the site is, with a code for phones if they may come."""
    from . import invite

    print(text("serve.address", url=url), flush=True)
    if lan_url:
        print(text("serve.lan", url=lan_url))
        print(invite.terminal_code(lan_url))
    elif lan:
        print(text("serve.no_lan", url=url))
    print(text("serve.quit", db=where), flush=True)


def listen(host: str, port: int) -> socket.socket:
    """An open port, or CannotServe that names a free one."""
    if not 1 <= port <= 65535:
        raise CannotServe(text("serve.port.range", port=port))
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise CannotServe(text("serve.host", host=host)) from None
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise cannot(error, host, port) from None
    return listener


def cannot(error: OSError, host: str, port: int) -> CannotServe:
    if error.errno == errno.EADDRNOTAVAIL:
        return CannotServe(text("serve.host", host=host))
    free = free_port(host, port + 1)
    if error.errno == errno.EADDRINUSE:
        return CannotServe(text("serve.port.taken", port=port, free=free))
    return CannotServe(text("serve.port.refused", port=port, reason=(error.strerror or "").lower(), free=free if port > 1023 else 8000))


def free_port(host: str, first: int) -> int:
    """A port that is free just now."""
    for port in [*range(first, min(first + LOOKED_AT, 65536)), 0]:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host if host != "localhost" else "127.0.0.1", port))
                return int(probe.getsockname()[1])
            except OSError:
                continue
    return first


def has_display() -> bool:
    """Whether a browser window can open here."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
