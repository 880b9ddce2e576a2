"""A directory of results: `lab.json` says what is played, `journal.jsonl` has every finished game, `games.csv` a table.

The journal is the truth: a line is added and on the disk as soon as a game is over, and nothing is ever changed in it.
Whatever happens to the program, the next run reads it and plays what is missing.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from filelock import FileLock, Timeout

from sandtable.disk import sync_folder, write
from sandtable.engine.errors import BadFile, SandtableError
from sandtable.lab.play import Played
from sandtable.lab.spec import Spec, keep, refuse_strange

JOURNAL: Final = "journal.jsonl"
TABLE: Final = "games.csv"
PACK: Final = "pack.toml"
LOCK: Final = ".lock"


class Busy(SandtableError):
    """Another program adds games to the same directory."""


class Results:
    """The results of one match, and the only program that may add to them."""

    def __init__(self, folder: Path, spec: Spec, pack: str | None = None) -> None:
        """Begin a match in an empty directory, or take up the one that lies there."""
        self.folder = folder
        self.spec = spec
        self.pack = pack
        """The text of the component pack, where it is not the game's own."""
        self.lock = _locked(folder)
        try:
            keep(folder, spec)
            if pack is not None:
                write(folder / PACK, pack)
            self.games = {played.game: played for played in read(folder)}
            self.journal = _journal(folder / JOURNAL)
        except BaseException:
            self.lock.release()
            raise

    @property
    def missing(self) -> list[int]:
        """The numbers of the games that are still to be played."""
        return [number for number in range(self.spec.games) if number not in self.games]

    def add(self, played: Played) -> None:
        """Keep a finished game; when this returns it is on the disk."""
        self.journal.write(msgspec.json.encode(played) + b"\n")
        self.journal.flush()
        os.fsync(self.journal.fileno())
        self.games[played.game] = played

    def close(self) -> None:
        """Write the table of all games in the journal, and let others at the directory."""
        try:
            self.journal.close()
            # read again: a key that stops us may come between a game's line and our memory of it
            write(self.folder / TABLE, table(self.spec, read(self.folder)))
        finally:
            self.lock.release()


def read(folder: Path) -> list[Played]:
    """All finished games in the order of their numbers; a line that was cut short is no game."""
    path = folder / JOURNAL
    games: dict[int, Played] = {}
    if path.exists():
        for at, line in enumerate(_whole(path.read_bytes()).splitlines(), 1):
            try:
                played = msgspec.json.decode(line, type=Played)
            except msgspec.DecodeError as error:
                raise BadFile(f"{path}: line {at}: {error}") from error
            if played.game in games:
                raise BadFile(f"{path}: line {at}: game {played.game} stands twice")
            games[played.game] = played
    return [games[number] for number in sorted(games)]


def read_pack(folder: Path) -> str | None:
    """The text of the pack that a match is played with, where it is not the game's own."""
    path = folder / PACK
    return path.read_text(encoding="utf-8") if path.exists() else None


def table(spec: Spec, games: list[Played]) -> str:
    """A row per game as CSV, without anything that would differ if the games were played again."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_columns(spec))
    options = " ".join(f"{name}={value}" for name, value in spec.options.items())
    writer.writerows(_row(spec, options, played) for played in games)
    return text.getvalue()


def _columns(spec: Spec) -> Iterator[str]:
    yield from ("game", "seed", "mode", "options")
    for seat in spec.seats:
        yield from (f"player_{seat}", f"level_{seat}")
    yield from ("winners", "reason")
    yield from (f"score_{seat}" for seat in spec.seats)
    yield from ("decisions", "turns", "hash")


def _row(spec: Spec, options: str, played: Played) -> Iterator[str | int | float]:
    yield from (played.game, played.seed, spec.mode, options)
    for player, level in zip(played.players, played.levels, strict=True):
        yield from (player, level)
    yield from (" ".join(played.winners), played.reason)
    yield from played.scores
    yield from (played.decisions, played.turns, played.hash)


def _locked(folder: Path) -> FileLock:
    """The right to write to a directory. The system takes it back when the program ends, however it does."""
    refuse_strange(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise Busy(f"{folder}: another program is playing there") from error
    return lock


def _journal(path: Path) -> BinaryIO:
    """The journal, ready for the next line: half a line that a killed program left is cut off."""
    journal = path.open("ab")
    journal.truncate(len(_whole(path.read_bytes())))
    sync_folder(path.parent)
    return journal


def _whole(data: bytes) -> bytes:
    """The lines that are complete."""
    return data[: data.rfind(b"\n") + 1]
