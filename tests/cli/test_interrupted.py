"""A game whose program, terminal or power goes away in mid-game is not lost."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable import games
from sandtable.cli import session
from sandtable.engine import replay
from tests.cli.conftest import Run, only

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, "-m", "sandtable", "play", "buda_1686", "--vs", "random", "--seed", "story"]
TIMEOUT = 60.0
"""Seconds after which a silent terminal is a failure."""


class Console:
    """A program at a terminal of its own, as in a window that can be closed."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ.update(SANDTABLE_HOME=str(home), COLUMNS="100", LINES="40", TERM="xterm")
            os.execv(sys.executable, [*COMMAND, *arguments])
        self.seen = ""

    def wait_for(self, pattern: str, nudge: Callable[[], None] | None = None) -> None:
        """Read until something appears after what was read before.

        A signal that arrives in the instant before the program waits for a key is only noticed with the next event, so
        a silent program is nudged.
        """
        deadline = time.monotonic() + TIMEOUT
        fresh = ""
        while not re.search(pattern, fresh):
            assert time.monotonic() < deadline, f"no {pattern!r} in {fresh!r}"
            if select.select([self.terminal], [], [], 1.0)[0]:
                fresh += os.read(self.terminal, 65536).decode(errors="replace")
            elif nudge is not None:
                nudge()
        self.seen += fresh

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def close(self) -> None:
        os.close(self.terminal)

    def exit_code(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def decisions(home: Path) -> list[object]:
    match = session.resume(only(home / "saves")).match
    return [decision.choice for decision in match.history if not decision.auto]


@pytest.fixture
def console(home: Path) -> Console:
    """A game in which the first choice has been made."""
    console = Console(home)
    console.wait_for("> ")
    console.type("mining dig\r")
    console.wait_for("mining level: 1 → 2[\\s\\S]*> ")
    return console


def test_a_killed_game_goes_on_where_it_was(console: Console, home: Path, run: Run) -> None:
    os.kill(console.child, signal.SIGKILL)
    assert console.exit_code() == -signal.SIGKILL
    console.close()
    assert decisions(home) == [("raise_cas",)]
    ran = run("play", "--resume", typed="mining dig / quit")
    assert ran.code == 0
    assert decisions(home) == [("raise_cas",), ("raise_cas",)]


def test_a_closed_terminal_keeps_the_game(console: Console, home: Path) -> None:
    console.close()
    assert console.exit_code() == 128 + signal.SIGHUP
    assert decisions(home) == [("raise_cas",)]


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0), ("quit\r", 0)], ids=["ctrl-c", "ctrl-d", "quit"])
def test_leaving_says_where_the_game_is(console: Console, home: Path, key: str, code: int) -> None:
    console.type(key)
    console.wait_for("sandtable play --resume", lambda: console.type(key))
    assert console.exit_code() == code
    console.close()
    assert only(home / "saves").name in console.seen
    assert decisions(home) == [("raise_cas",)]


def test_an_opponent_that_thinks_is_interrupted_at_once(home: Path) -> None:
    console = Console(home, "--as", "ottoman", "--vs", "marshal")
    console.wait_for("Marshal is thinking")
    console.type("\x03")
    console.wait_for("sandtable play --resume", lambda: console.type("\x03"))
    assert console.exit_code() == 130
    console.close()
    session.resume(only(home / "saves"))


def test_being_told_to_end_is_an_orderly_end(console: Console, home: Path) -> None:
    os.kill(console.child, signal.SIGTERM)
    console.wait_for("sandtable play --resume", lambda: os.kill(console.child, signal.SIGTERM))
    assert console.exit_code() == 128 + signal.SIGTERM
    console.close()
    assert decisions(home) == [("raise_cas",)]


def test_a_whole_game_by_a_pipe(home: Path) -> None:
    environment = {**os.environ, "SANDTABLE_HOME": str(home)}
    ran = subprocess.run(
        COMMAND, input="end\n1\n" * 2_000, env=environment, capture_output=True, text=True, timeout=300, check=True
    )
    assert "The game is over. Winner: " in ran.stdout
    recorded = replay.Replay.from_lines(only(home / "replays").read_text())
    *_, last = replay.run(games.load("buda_1686"), recorded)
    assert last.outcome is not None


def test_a_reader_who_goes_away_loses_nothing(home: Path) -> None:
    environment = {**os.environ, "SANDTABLE_HOME": str(home)}
    game = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    assert game.stdin is not None
    assert game.stdout is not None
    game.stdout.close()
    game.stdin.write(b"1\n" * 50)
    game.stdin.close()
    assert game.wait(TIMEOUT) == 1
    assert game.stderr is not None
    assert b"Traceback" not in game.stderr.read()
    game.stderr.close()
    session.resume(only(home / "saves"))
