"""Real servers in processes of their own, which tests may kill; and a real PostgreSQL."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from tests.needing import need

PATIENCE = 60
"""Seconds after which a test gives up waiting: far more than anything takes."""
ONE_EACH = httpx.Limits(max_keepalive_connections=0)
"""A connection for every request; a client for each of them would read all certificates anew."""
POSTGRES = "postgres"
"""The user that a PostgreSQL runs as: it refuses to be root."""


class Server:
    """`sandtable serve` in a process of its own."""

    def __init__(self, database: str, processes: int = 1) -> None:
        command = [sys.executable, "-m", "sandtable", "serve", "--port", "0", "--database", database]
        self.process = subprocess.Popen(
            [*command, "--processes", str(processes)], stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self.lines = ExitStack()
        """The sockets to it, which are closed with it."""
        self.http = self.lines.enter_context(httpx.Client(timeout=PATIENCE, limits=ONE_EACH))
        assert self.process.stdout is not None
        self.address = next(word for word in self.process.stdout.readline().split() if word.startswith("http"))
        # The socket listens already: the first answer waits until the server is up.
        assert self.http.get(f"{self.address}/api/health").status_code == 200

    def post(self, route: str, body: Any) -> Any:
        answer = self.http.post(f"{self.address}/api/{route}", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def take(self, invitation: str, key: str) -> httpx.Response:
        """Exchange an invitation for a key."""
        headers = {"authorization": f"Bearer {invitation}"}
        return self.http.post(f"{self.address}/api/invitation", json={"key": key}, headers=headers)

    def table(self, token: str) -> Any:
        return self.http.get(f"{self.address}/api/table", headers={"authorization": f"Bearer {token}"}).json()

    def kill(self) -> None:
        """As a power cut would: no goodbye, to none of its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)


@contextmanager
def server(database: str, processes: int = 1) -> Iterator[Server]:
    serving = Server(database, processes)
    try:
        yield serving
    finally:
        serving.lines.close()
        serving.stop()


class Line:
    """A socket to a real server."""

    def __init__(self, serving: Server, token: str) -> None:
        address = serving.address.replace("http", "ws") + "/api/socket"
        # Messages may lie unread in any number: a full queue would keep the goodbye waiting for ten seconds.
        connection = connect(address, max_size=None, max_queue=None)
        self.socket: ClientConnection = serving.lines.enter_context(connection)
        self.update: Any = None
        self.send(do="hello", protocol=1, token=token)
        while self.update is None:
            self.read()

    def send(self, **fields: Any) -> None:
        self.socket.send(msgspec.json.encode(fields).decode())

    def read(self) -> Any:
        message = msgspec.json.decode(self.socket.recv(timeout=PATIENCE))
        if message["is"] == "update":
            self.update = message
        return message

    def until(self, version: int) -> None:
        while self.update["version"] < version:
            self.read()


def _pg_ctl() -> str:
    """Debian keeps PostgreSQL's own programs off the path."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    found = shutil.which("pg_ctl") or (str(installed[-1]) if installed else None)
    if found is None:
        need("PostgreSQL")
    return found


class Postgres:
    """A PostgreSQL of a test's own, which it may stop and start again."""

    def __enter__(self) -> Postgres:
        self.folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
        self.as_user: dict[str, Any] = {"user": POSTGRES} if os.getuid() == 0 else {}
        if self.as_user:
            shutil.chown(self.folder, POSTGRES)
        self.url = f"postgresql://postgres@/postgres?host={self.folder}"
        self._control("initdb", "-o", "-A trust -U postgres --no-sync")
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        self._control("start", "-w", "-l", str(self.folder / "log"), "-o", f"-k {self.folder} -c listen_addresses=''")

    def stop(self) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            self._control("stop", "-m", "immediate")

    def _control(self, *words: str) -> None:
        command = [_pg_ctl(), *words, "-D", str(self.folder / "data")]
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL, **self.as_user)


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL that was started for this test alone."""
    with Postgres() as database:
        yield database.url
