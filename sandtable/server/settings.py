"""The settings of a server; where it runs several processes, each reads them from its environment."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from sandtable.engine.errors import BadFile
from sandtable.server.workers import default_size

VARIABLE = "SANDTABLE_SERVER"
OPEN_TO_OTHERS = "sandtable serve --host 0.0.0.0"
"""The command after which others in the local network reach the server."""

AtLeastOne = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(ge=0)]
MOST_DAYS = 100_000
"""More cannot be counted back from today."""
Days = Annotated[float, Meta(ge=0, le=MOST_DAYS)]
Times = Annotated[int, Meta(ge=0)]
WebAddress = Annotated[str, Meta(max_length=200, pattern=r"^(https?://[^/?#\s]+)?$")]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How often one client may ask for what costs the server something; 0 for no limit."""

    tables: Times = 60
    """New tables and links, in an hour."""
    talk: Times = 30
    """Lines of talk and changes of a name, in a minute."""
    hints: Times = 20
    """Hints, in a minute."""
    recaps: Times = 30
    """Recaps of the last turn, in a minute."""
    analyses: Times = 20
    """Analyses of finished games, in an hour."""
    reads: Times = 240
    """Replay files, steps of finished games, and questions why not, in a minute."""
    repeats: Times = 60
    """At one table, choices that are refused or were made already, in a minute."""


NO_LIMITS = Limits(0, 0, 0, 0, 0, 0, 0)


class Keep(Struct, frozen=True, forbid_unknown_fields=True):
    """For how many days tables are kept that nobody uses; 0 for ever."""

    finished: Days = 0.0
    """After the end of their game."""
    abandoned: Days = 0.0
    """After the last choice, where the game is not over."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where games are stored, how the server thinks, and what it allows."""

    database: str
    """The URL of an SQLite file or of a PostgreSQL."""
    workers: AtLeastOne = default_size()
    """Worker processes for opponents, hints and analyses."""
    pace: Seconds = 0.8
    """Seconds between two choices at a table without people."""
    idle: Seconds = 300.0
    """Seconds after which a table that nobody touches leaves memory."""
    checkpoint_every: AtLeastOne = 100
    """Choices after which a checkpoint is written."""
    limits: Limits = Limits()
    keep: Keep = Keep()
    address: WebAddress = ""
    """Where others reach the server, such as https://tables.example.org; empty: as the page was opened."""
    hosts: tuple[str, ...] = ()
    """Further names by which the server may be called; `*` for any."""
    lan: WebAddress = ""
    """Its address in the local network, found out by `sandtable serve`; empty if only this machine reaches it."""
    static: Path = Path(__file__).parent / "static"
    """The built client."""

    def export(self) -> None:
        """Hand the settings to processes that are started from here."""
        os.environ[VARIABLE] = msgspec.json.encode(self, enc_hook=str).decode()

    @classmethod
    def imported(cls) -> Settings:
        return msgspec.json.decode(os.environ[VARIABLE], type=Settings, dec_hook=_path)


def read_settings(file: Path) -> dict[str, Any]:
    """What a file of settings says, as it stands there."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"{file}: {error}") from error


def settle(given: dict[str, Any]) -> Settings:
    """Settings from their names and values; raises msgspec.ValidationError."""
    return msgspec.convert(given, Settings, dec_hook=_path)


def _path(kind: type, value: object) -> Path:
    assert kind is Path
    return Path(str(value))
