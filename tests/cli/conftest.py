"""A terminal for tests: what is typed goes in, what is printed and the exit code come out."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandtable.cli.main import main
from tests.cli.talking import Talk


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    def failed_in_one_line(self, code: int, naming: str) -> bool:
        """Whether it ended with this exit code and one line of error that names what is wrong."""
        return self.code == code and self.err.count("\n") == 1 and naming in self.err


Run = Callable[..., Ran]


class Keyboard(io.StringIO):
    """What is typed at a terminal, as opposed to what is piped in."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for games, and a terminal of 100 by 40."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SANDTABLE_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    monkeypatch.delenv("SANDTABLE_LANG", raising=False)
    return folder


@pytest.fixture
def run(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process: `run("play", "buda_1686", typed="quit")`."""

    def run(*arguments: str, typed: str = "", terminal: bool = False) -> Ran:
        capsys.readouterr()
        text = typed.replace(" / ", "\n") + "\n" if typed else ""
        monkeypatch.setattr("sys.stdin", Keyboard(text) if terminal else io.StringIO(text))
        code = main(list(arguments))
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


def only(folder: Path) -> Path:
    """The only file in a folder."""
    (file,) = folder.iterdir()
    return file


@pytest.fixture
def talk() -> Talk:
    """A referee to talk to."""
    return Talk()
