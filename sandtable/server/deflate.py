"""WebSockets whose frames are compressed with all that went before on the same connection."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

DEFLATE: Final = ServerPerMessageDeflateFactory(
    server_max_window_bits=15, client_max_window_bits=12, compress_settings={"level": 6, "memLevel": 5}
)
"""A window that holds a whole scene: one is much like the one before, so that an update takes some three hundred bytes
instead of twelve thousand. It takes 144 kB of memory for every connection."""


class DeflatingWebSocket(WebSocketsSansIOProtocol):
    """The server's WebSocket with a larger window than its own setting has, whose four kilobytes find little."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = ServerProtocol(extensions=[DEFLATE], max_size=config.ws_max_size, logger=self.logger)
