"""WebSockets whose frames are compressed with all that went before on the same connection."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Sequence
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

WORTH_DEFLATING: Final = 1_000
"""Frames of fewer bytes, such as the answer to a choice, are sent as they are."""
SETTINGS: Final = {"level": 1, "memLevel": 5}


class Deflate(PerMessageDeflate):
    """Compression of all but the small frames."""

    def encode(self, frame: Frame) -> Frame:
        return super().encode(frame) if len(frame.data) >= WORTH_DEFLATING else frame


class Deflating(ServerPerMessageDeflateFactory):
    """Offers compression with a window that holds a whole scene.

    One scene is much like the one before, so that an update takes a tenth of its size. It costs 144 kB of memory for
    every connection.
    """

    def __init__(self) -> None:
        super().__init__(server_max_window_bits=15, client_max_window_bits=12, compress_settings=SETTINGS)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, usual = super().process_request_params(params, accepted_extensions)
        return agreed, Deflate(
            usual.remote_no_context_takeover,
            usual.local_no_context_takeover,
            usual.remote_max_window_bits,
            usual.local_max_window_bits,
            SETTINGS,
        )


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
        self.conn = ServerProtocol(extensions=[Deflating()], max_size=config.ws_max_size, logger=self.logger)
