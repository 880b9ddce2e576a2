"""`sandtable serve`: the tables in the browser, for one person or a whole club."""

from __future__ import annotations

import logging
import socket
import webbrowser
from threading import Timer

import uvicorn
from rich.console import Console
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError
from uvicorn.supervisors import Multiprocess

from sandtable.cli import store
from sandtable.cli.errors import Usage
from sandtable.cli.words import Say
from sandtable.server.messages import LONGEST_FRAME
from sandtable.server.settings import Settings

BACKENDS = ("sqlite", "postgresql")
BACKLOG = 2048
A_MOMENT = 1.0
"""Seconds until the browser is opened: by then the server listens."""


def run(host: str, port: int, database: str | None, processes: int, browser: bool, console: Console, say: Say) -> None:
    """Serve until somebody stops it."""
    settings = Settings(_database(database, processes, say))
    settings.export()
    logging.basicConfig(level=logging.WARNING)
    listening = _listen(host, port)
    address = f"http://{host}:{listening.getsockname()[1]}"
    console.print(say("serve.ready", address=address), markup=False)
    if browser:
        Timer(A_MOMENT, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        "sandtable.server.app:create",
        factory=True,
        workers=processes,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=4 * LONGEST_FRAME,
        ws_per_message_deflate=False,
    )
    if processes > 1:
        Multiprocess(config, [listening]).run()
    else:
        uvicorn.Server(config).run([listening])


def _database(given: str | None, processes: int, say: Say) -> str:
    """The database's URL: a file among this user's games unless told otherwise."""
    if given is None:
        store.home().mkdir(parents=True, exist_ok=True)
        given = f"sqlite:///{store.home() / 'tables.sqlite'}"
    try:
        backend = make_url(given).get_backend_name()
    except ArgumentError as error:
        raise Usage(say("serve.database", given=given)) from error
    if backend not in BACKENDS:
        raise Usage(say("serve.database", given=given))
    if backend == "sqlite" and processes > 1:
        raise Usage(say("serve.one_process"))
    return given


def _listen(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    listening.listen(BACKLOG)
    listening.set_inheritable(True)
    return listening
