"""A real server and a real Chromium for the tests of the browser's half."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.needing import need
from tests.web.tables import TablePage

ROOT = Path(__file__).parent.parent.parent
BUILT = ROOT / "sandtable" / "server" / "static" / "index.html"
CHROMIUM = shutil.which("chromium")
PATIENCE = 60
"""Seconds that a server may take to start on a busy machine."""

START = """
import sys
import uvicorn
from sandtable.server.app import create
from sandtable.server.settings import NO_LIMITS, Settings
if __name__ == "__main__":
    settings = Settings(f"sqlite:///{sys.argv[1]}", workers=1, pace=0.0, limits=NO_LIMITS)
    uvicorn.run(create(settings), host="127.0.0.1", port=int(sys.argv[2]), log_level="warning")
"""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own with an empty database."""
    if not BUILT.is_file():
        need("the built client (`make test` builds it)")
    folder = tmp_path_factory.mktemp("server")
    script = folder / "start.py"
    script.write_text(START, encoding="utf-8")
    port = _free_port()
    command = [sys.executable, str(script), str(folder / "games.db"), str(port)]
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)})
    address = f"http://127.0.0.1:{port}"
    try:
        _await(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


def _await(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{address}/api/health").close()
            return
        except urllib.error.URLError:
            assert process.poll() is None and time.monotonic() < end, "the server did not start"
            time.sleep(0.2)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        need("Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def table(browser: Browser, server: str) -> Iterator[TablePage]:
    """A fresh browser at the server's door. Whatever a test does, the page must not complain."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce")
    page = TablePage(context.new_page(), server)
    yield page
    context.close()
    assert page.complaints == []


@pytest.fixture
def phone(table: TablePage) -> TablePage:
    """The same on a screen of a phone, upright."""
    table.page.set_viewport_size({"width": 390, "height": 844})
    return table
