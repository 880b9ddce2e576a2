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
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.needing import need
from tests.web.robot import new_table, person, play
from tests.web.tables import TablePage
from tests.web.truth import BUDA, CONFLICT, KONEV, SEED, short_game
from tests.web.wire import Wire

ROOT = Path(__file__).parent.parent.parent
LEFT_OUT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,PreconnectToSearch,"
    "AimEnabled,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
)
"""What Chromium need not do: by Playwright, whose list this takes the place of, and for its address bar, which nobody
sees: two pages of its own for every window take a third of what it takes to open one."""
BUILT = ROOT / "sandtable" / "server" / "static" / "index.html"
CHROMIUM = shutil.which("chromium")
PATIENCE = 60
"""Seconds that a server may take to start on a busy machine."""

START = f"""
import sys
import uvicorn
from sandtable.server import create_table
from sandtable.server.app import create
from sandtable.server.settings import NO_LIMITS, Settings
if __name__ == "__main__":
    create_table.random_seed = lambda: "{SEED}"
    settings = Settings(f"sqlite:///{{sys.argv[1]}}", workers=1, pace=0.0, limits=NO_LIMITS)
    uvicorn.run(create(settings), host="127.0.0.1", port=int(sys.argv[2]), log_level="warning")
"""


class Server:
    """A server of our own that can be killed, and comes back at the same address with the same games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "start.py").write_text(START, encoding="utf-8")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(self.folder / "start.py"), str(self.folder / "games.db"), str(self.port)]
        self.process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)})
        end = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/api/health").close()
                return
            except urllib.error.URLError:
                assert self.process.poll() is None and time.monotonic() < end, "the server did not start"
                time.sleep(0.1)

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not BUILT.is_file():
        need("the built client (`make test` builds it)")
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def server(serving: Server) -> str:
    """The address of a server of our own."""
    return serving.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        need("Chromium")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", f"--disable-features={LEFT_OUT}"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@contextmanager
def _visit(browser: Browser, address: str, **settings: Any) -> Iterator[TablePage]:
    """A fresh browser at the server's door. Whatever a test does, the page must not complain.

    Recorded games are clicked choice by choice, so that nothing is chosen by itself unless a test wants it. Nothing is
    painted until somebody looks at it, unless it moves.
    """
    shortcuts = bool(settings.pop("shortcuts", False))
    context: BrowserContext = browser.new_context(**{**DESKTOP, **settings})
    page = TablePage(context.new_page(), address)
    page.set_up(shortcuts=shortcuts)
    if "reduced_motion" not in settings:
        page.leave_unpainted()
    try:
        yield page
    finally:
        context.close()
    assert page.complaints == []


@pytest.fixture
def table(browser: Browser, server: str) -> Iterator[TablePage]:
    with _visit(browser, server) as page:
        yield page


@pytest.fixture
def phone(browser: Browser, server: str) -> Iterator[TablePage]:
    """A telephone, held upright."""
    with _visit(browser, server, **PHONE) as page:
        yield page


Visitors = Callable[..., TablePage]


@pytest.fixture
def visitor(browser: Browser, server: str) -> Iterator[Visitors]:
    """Further people with browsers of their own; what a browser is like can be said."""
    with ExitStack() as visits:
        yield lambda address=server, **settings: visits.enter_context(_visit(browser, address, **settings))


@pytest.fixture
def wire(serving: Server) -> Iterator[Wire]:
    """A way to the server that can be cut."""
    wire = Wire(serving.port)
    yield wire
    wire.close()


Tokens = dict[str, str]


@pytest.fixture(scope="session")
def finished_buda(serving: Server) -> Tokens:
    """A finished game of two people in different places, by its links."""
    seats = {"imperial": person("away", "Károly"), "ottoman": person("away", "Abdi")}
    return _finished(serving, *BUDA, seats)


@pytest.fixture(scope="session")
def finished_konev(serving: Server) -> Tokens:
    return _finished(serving, *KONEV, {"revolutionary": person()})


@pytest.fixture(scope="session")
def finished_conflict(serving: Server) -> Tokens:
    return _finished(serving, *CONFLICT, {"revolutionary": person("away"), "commander": person("away")})


def _finished(serving: Server, game: str, options: Any, seats: Any) -> Tokens:
    tokens = new_table(serving.address, game, options, seats)
    play(serving.address, tokens, short_game(game, options))
    return tokens


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser takes its time: none of its tests is a quick one."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.slow)
