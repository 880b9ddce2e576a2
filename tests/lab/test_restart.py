"""The program is killed in mid-match, at a terminal of its own, and started again: no game is lost or repeated."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from sandtable.lab import results
from tests.cli.conftest import Run
from tests.lab.conftest import QUICK, QUICK_MODE, play_all, quick

pytestmark = pytest.mark.slow

GAMES = 100
MATCH = f"lab match {QUICK} --mode {QUICK_MODE} --seats random --seed test --games {GAMES}"
UNDER_WAY = rf"[1-9]\d*/{GAMES} +[\d.]+ games/s +\d:\d\d:\d\d"
"""What the progress bar says once some games are over: how many, how quickly, and how long it will still take."""
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
TIMEOUT = 60.0
"""Seconds after which a silent terminal is a failure."""


class Program:
    """`sandtable …` at a terminal of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ.update(SANDTABLE_HOME=str(home), COLUMNS="100", LINES="40", TERM="xterm")
            os.execv(sys.executable, [sys.executable, "-m", "sandtable", *arguments])
        self.seen = ""

    def wait_for(self, pattern: str) -> None:
        """Read until something appears."""
        deadline = time.monotonic() + TIMEOUT
        while not re.search(pattern, self.seen):
            assert time.monotonic() < deadline, f"no {pattern!r} in {self.seen!r}"
            if select.select([self.terminal], [], [], 1.0)[0]:
                self._read()

    def _read(self) -> None:
        self.seen += COLOURS.sub("", os.read(self.terminal, 65536).decode(errors="replace"))

    def wait_until_all_is_quiet(self) -> int:
        """Read until nobody has the terminal any more, workers included; returns the exit code."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            assert time.monotonic() < deadline, "somebody is left at the terminal"
            if not select.select([self.terminal], [], [], 1.0)[0]:
                continue
            try:
                self._read()
            except OSError:  # how a terminal says that it is at its end
                break
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The table of the same match played in one go."""
    folder = tmp_path_factory.mktemp("undisturbed")
    play_all(folder, quick(games=GAMES))
    return (folder / "games.csv").read_bytes()


def test_killed_in_mid_match_it_goes_on_where_it_was(tmp_path: Path, home: Path, run: Run, undisturbed: bytes) -> None:
    folder = tmp_path / "results"
    command = [*MATCH.split(), "--processes", "2", "--out", str(folder)]
    program = Program(home, *command)
    program.wait_for(UNDER_WAY)
    os.kill(program.child, signal.SIGKILL)
    assert program.wait_until_all_is_quiet() == -signal.SIGKILL
    before = {game.game for game in results.read(folder)}
    assert 0 < len(before) < GAMES
    with (folder / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"game": 99, "se')  # as if it had been killed while it wrote
    ran = run(*command)
    assert ran.code == 0, ran.err
    assert (folder / "games.csv").read_bytes() == undisturbed
    assert sorted(game.game for game in results.read(folder)) == list(range(GAMES))


def test_stopped_by_a_key_it_says_how_to_go_on(tmp_path: Path, home: Path, run: Run, undisturbed: bytes) -> None:
    folder = tmp_path / "results"
    program = Program(home, *MATCH.split(), "--processes", "2", "--out", str(folder))
    program.wait_for(UNDER_WAY)
    os.write(program.terminal, b"\x03")
    assert program.wait_until_all_is_quiet() == 130
    assert "sandtable lab resume" in program.seen
    assert "Traceback" not in program.seen
    played = len(results.read(folder))
    assert (folder / "games.csv").read_bytes().count(b"\n") == played + 1
    ran = run("lab", "resume", str(folder), "--processes", "1")
    assert ran.code == 0, ran.err
    assert str(GAMES) in ran.out
    assert (folder / "games.csv").read_bytes() == undisturbed
