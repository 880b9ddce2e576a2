"""The port the server listens at, and its address for a browser on this machine."""

from __future__ import annotations

import errno
import socket
from typing import Final

DEFAULT_PORT: Final = 1686
PORTS_TRIED: Final = 20
"""How many ports are tried, from the default one on, before any free one is taken."""
BACKLOG: Final = 2048


def listen(host: str, port: int | None) -> socket.socket:
    """Listen at a port; without one, at the default port or the next free one."""
    if port is not None:
        return _bound(host, port)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        try:
            return _bound(host, candidate)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def address_of(listening: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
