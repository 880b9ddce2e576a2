"""A directory of results: `lab.json` holds the plan, `journal.jsonl` every finished game, `games.csv` a table of them.

Only the journal counts: a line is appended and synced to disk as soon as a game is finished, and never changed.
Whatever happens to the program, the next run reads the journal and plays the missing games.
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
from sandtable.lab.play import GameRecord
from sandtable.lab.spec import MatchSpec, refuse_foreign_files, write_plan

JOURNAL: Final = "journal.jsonl"
CSV: Final = "games.csv"
PACK: Final = "pack.toml"
LOCK: Final = ".lock"


class Busy(SandtableError):
    """Another program is adding games to the same directory."""


class Results:
    """The results of one match. They are locked: only one program at a time may add games."""

    def __init__(self, folder: Path, spec: MatchSpec, pack: str | None = None) -> None:
        """Start a match in an empty directory, or resume the one in it."""
        self.folder = folder
        self.spec = spec
        self.pack = pack
        """The text of the pack, if it is not the game's own."""
        self.lock = _locked(folder)
        try:
            write_plan(folder, spec)
            if pack is not None:
                write(folder / PACK, pack)
            self.games = {played.game: played for played in read(folder)}
            self.journal = _journal(folder / JOURNAL)
        except BaseException:
            self.lock.release()
            raise

    @property
    def missing(self) -> list[int]:
        """The numbers of the games that are not played yet."""
        return [number for number in range(self.spec.games) if number not in self.games]

    def add(self, played: GameRecord) -> None:
        """Append a finished game to the journal; when this returns, it is on the disk."""
        self.journal.write(msgspec.json.encode(played) + b"\n")
        self.journal.flush()
        os.fsync(self.journal.fileno())
        self.games[played.game] = played

    def close(self) -> None:
        """Write `games.csv` from the journal, and unlock the directory."""
        try:
            self.journal.close()
            # read again: Ctrl-C may have come after a game was written and before it was counted
            write(self.folder / CSV, csv_table(self.spec, read(self.folder)))
        finally:
            self.lock.release()


def read(folder: Path) -> list[GameRecord]:
    """All finished games in the order of their numbers. An incomplete last line is ignored."""
    path = folder / JOURNAL
    games: dict[int, GameRecord] = {}
    if path.exists():
        for at, line in enumerate(_complete_lines(path.read_bytes()).splitlines(), 1):
            try:
                played = msgspec.json.decode(line, type=GameRecord)
            except msgspec.DecodeError as error:
                raise BadFile(f"{path}: line {at}: {error}") from error
            if played.game in games:
                raise BadFile(f"{path}: line {at}: game {played.game} stands twice")
            games[played.game] = played
    return [games[number] for number in sorted(games)]


def read_pack(folder: Path) -> str | None:
    """The text of the pack of a match, if it is not the game's own."""
    path = folder / PACK
    return path.read_text(encoding="utf-8") if path.exists() else None


def csv_table(spec: MatchSpec, games: list[GameRecord]) -> str:
    """A row per game as CSV, without what would differ if the games were played again (their times)."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_columns(spec))
    options = " ".join(f"{name}={value}" for name, value in spec.options.items())
    writer.writerows(_row(spec, options, played) for played in games)
    return text.getvalue()


def _columns(spec: MatchSpec) -> Iterator[str]:
    yield from ("game", "seed", "mode", "options")
    for seat in spec.seats:
        yield from (f"player_{seat}", f"level_{seat}")
    yield from ("winners", "drawn", "reason")
    yield from (f"score_{seat}" for seat in spec.seats)
    yield from (f"points_{seat}" for seat in spec.seats)
    yield from ("decisions", "turns", "hash")


def _row(spec: MatchSpec, options: str, played: GameRecord) -> Iterator[str | int | float]:
    yield from (played.game, played.seed, spec.mode, options)
    for player, level in zip(played.players, played.levels, strict=True):
        yield from (player, level)
    yield from (" ".join(played.winners), int(played.drawn), played.reason)
    yield from played.scores
    yield from played.points or [""] * len(spec.seats)
    yield from (played.decisions, played.turns, played.hash)


def _locked(folder: Path) -> FileLock:
    """Lock a directory. The operating system releases the lock when the program ends, even if it is killed."""
    refuse_foreign_files(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise Busy(f"{folder}: another program is playing there") from error
    return lock


def _journal(path: Path) -> BinaryIO:
    """Open the journal to append to it; an incomplete last line, left by a killed program, is cut off."""
    journal = path.open("ab")
    journal.truncate(len(_complete_lines(path.read_bytes())))
    sync_folder(path.parent)
    return journal


def _complete_lines(data: bytes) -> bytes:
    """The data up to the end of the last complete line."""
    return data[: data.rfind(b"\n") + 1]
