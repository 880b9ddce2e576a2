"""A wire between a browser and the server that can be cut and mended, and can lose what the server says."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

BLOCK = 65536


class Wire:
    """Passes bytes on to the server from an address of its own, as long as it is whole."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.whole = True
        self.deaf = False
        """What the server says is lost, as if the line broke just before."""
        self.ends: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection, and let nobody through until the wire is mended."""
        self.whole = False
        self._drop()

    def mend(self) -> None:
        self.deaf = False
        self.whole = True

    def close(self) -> None:
        self.cut()
        self.listener.close()

    def _drop(self) -> None:
        ends, self.ends = self.ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                if not self.whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self.target))
                self.ends += [near, far]
                threading.Thread(target=self._pass_on, args=(near, far, False), daemon=True).start()
                threading.Thread(target=self._pass_on, args=(far, near, True), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, from_server: bool) -> None:
        with suppress(OSError):
            while said := source.recv(BLOCK):
                if not (from_server and self.deaf):
                    target.sendall(said)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
