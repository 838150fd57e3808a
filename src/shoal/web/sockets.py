"""uvicorn's WebSockets, with a compression of their own.

A view is a whole page of some 50 kB and comes after seconds, so each is compressed for itself: with a window that holds all of it and
quickly, and nothing of it stays in memory between two views.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

COMPRESSION = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True, client_no_context_takeover=True, client_max_window_bits=12, compress_settings={"level": 3})


class Sockets(WebSocketsSansIOProtocol):
    """What uvicorn makes of a connection that becomes a WebSocket."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn.available_extensions = [COMPRESSION]
