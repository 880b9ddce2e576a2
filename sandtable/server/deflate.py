"""WebSockets whose frames are compressed with the frame before as context."""

from __future__ import annotations

import zlib
from asyncio import AbstractEventLoop
from collections.abc import Sequence
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame, Opcode
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

WORTH_DEFLATING: Final = 1_000
"""Frames of fewer bytes, such as the answer to a choice, are sent as they are."""
LEVEL: Final = 3
"""The best one that looks for a match only once, and so is quick."""
MEMORY_LEVEL: Final = 6
WINDOW_BITS, CLIENT_WINDOW_BITS = 15, 12
FLUSHED: Final = b"\x00\x00\xff\xff"
"""What a flush ends with; it is left out on the wire."""


def deflate(data: bytes, before: bytes, window_bits: int) -> bytes:
    """A frame compressed for a reader who still has the bytes before it."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -window_bits, MEMORY_LEVEL, zlib.Z_DEFAULT_STRATEGY, before)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)).removesuffix(FLUSHED)


class Deflate(PerMessageDeflate):
    """Compression of all but the small frames.

    One scene is much like the one before: with it as context an update takes a twentieth of its size. The context is
    kept as it was sent. A compressor that is kept instead takes ten times the memory and no less time.
    """

    before = b""
    """The frame that was compressed last, as far as the reader's window reaches."""

    def encode(self, frame: Frame) -> Frame:
        whole = frame.fin and frame.opcode is not Opcode.CONT
        if not whole or frame.opcode in CTRL_OPCODES or len(frame.data) < WORTH_DEFLATING:
            return frame
        data = bytes(frame.data)
        packed = deflate(data, self.before, self.local_max_window_bits)
        if not self.local_no_context_takeover:
            self.before = data[-(1 << self.local_max_window_bits) :]
        return Frame(frame.opcode, packed, frame.fin, True, frame.rsv2, frame.rsv3)


class Deflating(ServerPerMessageDeflateFactory):
    """Offers compression with a window that holds a whole scene; what clients send is too short to keep context for."""

    def __init__(self) -> None:
        super().__init__(
            client_no_context_takeover=True,
            server_max_window_bits=WINDOW_BITS,
            client_max_window_bits=CLIENT_WINDOW_BITS,
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, usual = super().process_request_params(params, accepted_extensions)
        made = Deflate(
            usual.remote_no_context_takeover,
            usual.local_no_context_takeover,
            usual.remote_max_window_bits,
            usual.local_max_window_bits,
        )
        made.__dict__.pop("encoder", None)  # 144 kB that are not needed
        return agreed, made


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
