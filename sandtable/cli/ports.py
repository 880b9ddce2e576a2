"""The port the server listens at, and its address for a browser on this machine."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address
from typing import Final

DEFAULT_PORT: Final = 1686
PORTS_TRIED: Final = 20
"""How many ports are tried, from the default one on, before any free one is taken."""
BACKLOG: Final = 2048
EVERYWHERE: Final = ("0.0.0.0", "::")
"""Hosts that stand for all addresses of the machine."""
SOMEWHERE_ELSE: Final = "192.0.2.1"
"""An address that belongs to nobody (RFC 5737), to which the way leads through the network."""


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
    return _url("localhost" if host in EVERYWHERE else host, port)


def lan_address(listening: socket.socket) -> str:
    """The address for others in the local network; empty if only this machine reaches the server."""
    host, port = listening.getsockname()[:2]
    if host in EVERYWHERE:
        host = _own_address()
    return "" if not host or ip_address(host).is_loopback else _url(host, port)


def _own_address() -> str:
    """This machine's address in its network, or an empty text. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((SOMEWHERE_ELSE, 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
