"""`sandtable serve` as a person starts it: the address, the browser, ports that are taken, Ctrl-C, a second start."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from sandtable.cli import ports
from tests.server.serving import PATIENCE

pytestmark = pytest.mark.slow

BROWSER = """#!/bin/sh
echo "$1" > "$SANDTABLE_HOME/opened.part" && mv "$SANDTABLE_HOME/opened.part" "$SANDTABLE_HOME/opened"
"""


def environment(home: Path, browser: bool) -> dict[str, str]:
    """A user with games in a folder of their own, and with a browser or without a screen."""
    env = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")}
    if browser:
        program = home / "browser"
        program.write_text(BROWSER)
        program.chmod(0o755)
        env["BROWSER"] = str(program)
    return {**env, "SANDTABLE_HOME": str(home)}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "sandtable", "serve", *words]


def tried(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """A start that ends by itself."""
    return subprocess.run(command(*words), env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)


@contextmanager
def started(home: Path, *words: str, browser: bool = False) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and the first line that it said."""
    env, pipe = environment(home, browser), subprocess.PIPE
    process = subprocess.Popen(command(*words), stdout=pipe, stderr=pipe, text=True, env=env)
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline()
    finally:
        process.kill()
        process.communicate()


def address_in(line: str) -> str:
    return next(word for word in line.split() if word.startswith("http://")).rstrip(".")


def test_it_says_the_address_opens_the_browser_and_ends_cleanly(tmp_path: Path) -> None:
    with started(tmp_path, "--port", "0", "--open", browser=True) as (process, line):
        address = address_in(line)
        assert httpx.get(f"{address}/api/health", timeout=PATIENCE).status_code == 200
        while not (tmp_path / "opened").exists():
            assert process.poll() is None
        assert (tmp_path / "opened").read_text().strip() == address
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=PATIENCE)
        assert (process.returncode, complaints) == (0, "")


LOCAL = "Only this machine reaches it; for others in your network: sandtable serve --host 0.0.0.0"


def test_without_a_screen_it_only_says_the_address_and_who_reaches_it(tmp_path: Path) -> None:
    with started(tmp_path, "--port", "0", "--open") as (process, line):
        assert httpx.get(f"{address_in(line)}/api/health", timeout=PATIENCE).status_code == 200
        assert process.stdout is not None
        reached = process.stdout.readline()  # the pipe may have brought it with the first line
        process.send_signal(signal.SIGINT)
        said, complaints = process.communicate(timeout=PATIENCE)
        assert (process.returncode, reached + said, complaints) == (0, f"{LOCAL}\n", "")


def test_tables_that_are_served_already_are_shown_and_not_served_twice(tmp_path: Path) -> None:
    with started(tmp_path, "--port", "0") as (_, line):
        address = address_in(line)
        shown = tried(environment(tmp_path, browser=True), "--open")
        assert (shown.returncode, address_in(shown.stdout)) == (0, address)
        assert (tmp_path / "opened").read_text().strip() == address
        refused = tried(environment(tmp_path, browser=False))
        assert refused.returncode == 2 and address in refused.stderr


def test_a_port_that_is_taken_is_refused_if_it_was_asked_for(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = tried(environment(tmp_path, browser=False), "--port", port)
        assert done.returncode == 2
        assert done.stderr.startswith(f"sandtable: --port: {port} ")


def test_another_port_is_taken_instead_of_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setattr(ports, "DEFAULT_PORT", other.getsockname()[1])
        with ports.listen("127.0.0.1", None) as listening:
            assert listening.getsockname()[1] != other.getsockname()[1]


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "http://127.0.0.1:"), ("0.0.0.0", "http://localhost:"), ("::1", "http://[::1]:")]
)
def test_the_address_is_one_that_a_browser_understands(host: str, shown: str) -> None:
    with ports.listen(host, 0) as listening:
        assert ports.address_of(listening).startswith(shown)


@pytest.mark.parametrize("database", ["nonsense", "mysql://somewhere/games", "sqlite://"])
def test_a_database_that_cannot_be_used_is_refused(tmp_path: Path, database: str) -> None:
    done = tried(environment(tmp_path, browser=False), "--database", database)
    assert done.returncode == 2 and database in done.stderr


def test_it_says_that_only_this_machine_reaches_it_and_what_to_start_instead(tmp_path: Path) -> None:
    with started(tmp_path, "--port", "0") as (process, line):
        assert process.stdout is not None
        assert process.stdout.readline() == f"{LOCAL}\n"
        said = httpx.get(f"{address_in(line)}/api/address", timeout=PATIENCE).json()
    assert said == {"public": None, "lan": None, "command": "sandtable serve --host 0.0.0.0"}


def test_a_set_address_is_passed_on(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('address = "https://tables.example.org"\n')
    with started(tmp_path, "--port", "0", "--settings", str(file)) as (process, line):
        assert process.stdout is not None
        assert process.stdout.readline() == "Others reach it at https://tables.example.org\n"
        assert (
            httpx.get(f"{address_in(line)}/api/address", timeout=PATIENCE).json()["public"]
            == "https://tables.example.org"
        )


@pytest.mark.parametrize(
    "address", ["tables.example.org", "https://tables.example.org/games", "ftp://tables", "https://a b"]
)
def test_an_address_that_is_none_is_refused(tmp_path: Path, address: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'address = "{address}"\n')
    answer = tried(environment(tmp_path, browser=False), "--port", "0", "--settings", str(file))
    assert answer.returncode == 2 and "$.address" in answer.stderr


@pytest.mark.parametrize(
    ("host", "own", "expected"),
    [
        ("0.0.0.0", "192.168.1.7", "http://192.168.1.7:{port}"),
        ("0.0.0.0", "", ""),
        ("0.0.0.0", "127.0.0.1", ""),
        ("127.0.0.1", "192.168.1.7", ""),
    ],
)
def test_the_address_in_the_network(monkeypatch: pytest.MonkeyPatch, host: str, own: str, expected: str) -> None:
    monkeypatch.setattr(ports, "_own_address", lambda: own)
    with ports.listen(host, 0) as listening:
        assert ports.lan_address(listening) == expected.format(port=listening.getsockname()[1])


FROZEN = """
import gc
from sandtable.server.app import create
from sandtable.server.settings import Settings
Settings("sqlite://").export()
app = create()
print(gc.get_freeze_count() > 0, any(each is app for each in gc.get_objects()))
"""


def test_the_garbage_collector_never_looks_at_the_application() -> None:
    """It would hold up every table at once, and what a server is made of is never garbage."""
    said = subprocess.run([sys.executable, "-c", FROZEN], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert said.stdout == "True False\n"
