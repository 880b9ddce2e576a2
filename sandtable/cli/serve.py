"""`sandtable serve`: the server for browsers, for one person or a whole club."""

from __future__ import annotations

import logging
import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import socket
from threading import Thread
from typing import NamedTuple

import uvicorn
from filelock import FileLock, Timeout
from msgspec import ValidationError, structs
from rich.console import Console
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError
from uvicorn.supervisors import Multiprocess

from sandtable.cli import store
from sandtable.cli.errors import Usage
from sandtable.cli.ports import address_of, lan_address, listen
from sandtable.cli.words import Say
from sandtable.server.deflate import DeflatingWebSocket
from sandtable.server.messages import LONGEST_FRAME
from sandtable.server.settings import OPEN_TO_OTHERS, Settings, read_settings, settle

BACKENDS = ("sqlite", "postgresql")
SHUTDOWN_SECONDS = 5
"""Seconds that running requests have to finish when the server is stopped."""


class ServeOptions(NamedTuple):
    """Options of the server from the command line."""

    database: str | None
    file: Path | None
    """The settings file."""
    processes: int


class AlreadyServed(Exception):
    """Another server has the same SQLite file open; the argument is its address."""


def run(
    host: str,
    port: int | None,
    given: ServeOptions,
    browser: bool,
    console: Console,
    say: Say,
) -> None:
    """Serve until stopped. If another server has the same database file, only show its address."""
    settings, url = settings_of(given, say)
    try:
        with _locked(url) as announced:
            listening = _listen(host, port, say)
            address = address_of(listening)
            if announced is not None:
                announced.write_text(address, encoding="utf-8")
            console.print(say("serve.ready", address=address), markup=False)
            settings = structs.replace(settings, lan=lan_address(listening))
            console.print(_reached(settings, say), markup=False, soft_wrap=True)
            if browser:
                # The socket is already listening, so the page waits until the server answers.
                Thread(target=_open, args=[address], daemon=True).start()
            settings.export()
            _serve(listening, given.processes)
    except AlreadyServed as other:
        address = str(other)
        if not browser:
            raise Usage(say("serve.already", address=address)) from other
        console.print(say("serve.already", address=address), markup=False)
        _open(address)


def _reached(settings: Settings, say: Say) -> str:
    """Where others reach the server, or that they do not."""
    address = settings.address or settings.lan
    return say("serve.others", address=address) if address else say("serve.local", command=OPEN_TO_OTHERS)


def _serve(listening: socket, processes: int) -> None:
    """Answer requests until Ctrl-C or a signal."""
    logging.basicConfig(level=logging.WARNING)
    config = uvicorn.Config(
        "sandtable.server.app:create",
        factory=True,
        workers=processes,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        ws=DeflatingWebSocket,
        ws_max_size=4 * LONGEST_FRAME,
    )
    with suppress(KeyboardInterrupt):  # raised again by uvicorn after it has shut down
        if processes > 1:
            Multiprocess(config, [listening]).run()
        else:
            uvicorn.Server(config).run([listening])


def settings_of(given: ServeOptions, say: Say) -> tuple[Settings, URL]:
    """Settings from the file and the command line; by default the database is a file in this user's folder."""
    values = {} if given.file is None else read_settings(given.file)
    if given.database is not None:
        values["database"] = given.database
    elif "database" not in values:
        store.home().mkdir(parents=True, exist_ok=True)
        values["database"] = f"sqlite:///{store.home() / 'tables.sqlite'}"
    try:
        settings = settle(values)
    except ValidationError as error:
        raise Usage(f"--settings: {given.file}: {error}") from error
    return settings, _url(settings.database, given.processes, say)


def _url(database: str, processes: int, say: Say) -> URL:
    try:
        url = make_url(database)
    except ArgumentError as error:
        raise Usage(say("serve.database", given=database)) from error
    backend = url.get_backend_name()
    if backend not in BACKENDS or (backend == "sqlite" and not url.database):
        raise Usage(say("serve.database", given=database))
    if backend == "sqlite" and processes > 1:
        raise Usage(say("serve.one_process"))
    return url


def _listen(host: str, port: int | None, say: Say) -> socket:
    try:
        return listen(host, port)
    except OSError as error:
        raise Usage(say("serve.taken", host=host, port=port, reason=error.strerror)) from error


@contextmanager
def _locked(url: URL) -> Iterator[Path | None]:
    """Lock an SQLite file for one server; yields the file in which the server's address is announced."""
    if url.get_backend_name() != "sqlite":
        yield None
        return
    announced = Path(f"{url.database}.address")
    lock = FileLock(f"{url.database}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise AlreadyServed(announced.read_text(encoding="utf-8") if announced.exists() else "") from error
    try:
        yield announced
    finally:
        announced.unlink(missing_ok=True)
        lock.release()


def _open(address: str) -> None:
    """Open the browser if there is a screen; a text browser could not show the page."""
    if sys.platform in ("darwin", "win32") or {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"} & set(os.environ):
        webbrowser.open(address)
