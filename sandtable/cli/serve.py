"""`sandtable serve`: the tables in the browser, for one person or a whole club."""

from __future__ import annotations

import logging
import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import uvicorn
from filelock import FileLock, Timeout
from rich.console import Console
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError
from uvicorn.supervisors import Multiprocess

from sandtable.cli import store
from sandtable.cli.errors import Usage
from sandtable.cli.ports import address_of, listen
from sandtable.cli.words import Say
from sandtable.server.messages import LONGEST_FRAME
from sandtable.server.settings import Settings

BACKENDS = ("sqlite", "postgresql")
FAREWELL = 5
"""Seconds that requests under way have to end when the server is stopped."""


class Served(Exception):
    """Another server has the same SQLite file open; the argument is its address."""


def run(
    host: str, port: int | None, database: str | None, processes: int, browser: bool, console: Console, say: Say
) -> None:
    """Serve until somebody stops it. If these tables are served already, only show where."""
    url = _database(database, processes, say)
    try:
        with _alone(url) as announce:
            _serve(url, host, port, processes, browser, console, say, announce)
    except Served as other:
        address = str(other)
        if not browser:
            raise Usage(say("serve.already", address=address)) from other
        console.print(say("serve.already", address=address), markup=False)
        _open(address)


def _serve(
    url: URL,
    host: str,
    port: int | None,
    processes: int,
    browser: bool,
    console: Console,
    say: Say,
    announce: Path | None,
) -> None:
    Settings(url.render_as_string(hide_password=False)).export()
    logging.basicConfig(level=logging.WARNING)
    try:
        listening = listen(host, port)
    except OSError as error:
        raise Usage(say("serve.taken", host=host, port=port, reason=error.strerror)) from error
    address = address_of(listening)
    if announce is not None:
        announce.write_text(address, encoding="utf-8")
    console.print(say("serve.ready", address=address), markup=False)
    if browser:
        # The socket listens already: the page waits until the server is up.
        Thread(target=_open, args=[address], daemon=True).start()
    config = uvicorn.Config(
        "sandtable.server.app:create",
        factory=True,
        workers=processes,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=FAREWELL,
        ws="websockets-sansio",
        ws_max_size=4 * LONGEST_FRAME,
        ws_per_message_deflate=False,
    )
    try:
        if processes > 1:
            Multiprocess(config, [listening]).run()
        else:
            uvicorn.Server(config).run([listening])
    except KeyboardInterrupt:
        console.print()  # after the ^C, when everything is closed


def _database(given: str | None, processes: int, say: Say) -> URL:
    """The database's URL: a file among this user's games unless told otherwise."""
    if given is None:
        store.home().mkdir(parents=True, exist_ok=True)
        given = f"sqlite:///{store.home() / 'tables.sqlite'}"
    try:
        url = make_url(given)
    except ArgumentError as error:
        raise Usage(say("serve.database", given=given)) from error
    backend = url.get_backend_name()
    if backend not in BACKENDS or (backend == "sqlite" and not url.database):
        raise Usage(say("serve.database", given=given))
    if backend == "sqlite" and processes > 1:
        raise Usage(say("serve.one_process"))
    return url


@contextmanager
def _alone(url: URL) -> Iterator[Path | None]:
    """Keep other servers off an SQLite file, whose tables live in one process; gives where to leave the address."""
    if url.get_backend_name() != "sqlite":
        yield None
        return
    announced = Path(f"{url.database}.address")
    lock = FileLock(f"{url.database}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise Served(announced.read_text(encoding="utf-8") if announced.exists() else "") from error
    try:
        yield announced
    finally:
        announced.unlink(missing_ok=True)
        lock.release()


def _open(address: str) -> None:
    """Open the browser, unless there is no screen: a browser in the terminal could not show the page."""
    if sys.platform in ("darwin", "win32") or {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"} & set(os.environ):
        webbrowser.open(address)
