"""A page that goes while the server still speaks to it is gone, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from sandtable.server import messages as m
from sandtable.server.socket import _close, _send
from tests.server.loops import run


class Gone:
    """A socket whose page has closed it; servers differ in how they say so."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def send_data(self, data: bytes, mode: str) -> None:
        raise self.error

    async def close(self, code: int) -> None:
        raise self.error


@pytest.mark.parametrize("error", [OSError(), RuntimeError("after sending 'websocket.close'")])
def test_sending_after_the_close_is_a_disconnect_and_closing_twice_is_nothing(error: Exception) -> None:
    gone: Any = Gone(error)
    with pytest.raises(WebSocketDisconnect):
        run(_send(gone, m.Done("x", 1)))
    run(_close(gone, 1011))
