"""How a server is set up; a process that is started for many reads it from its environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import msgspec

from sandtable.server.workers import default_size

VARIABLE = "SANDTABLE_SERVER"


@dataclass(frozen=True)
class Settings:
    """Where the games lie and how patient the server is."""

    database: str
    """The URL of an SQLite file or of a PostgreSQL."""
    workers: int = default_size()
    """Processes that think."""
    pace: float = 0.8
    """Seconds between two choices at a table without people."""
    idle: float = 300.0
    """Seconds after which a table that nobody touches leaves memory."""
    checkpoint_every: int = 100
    """Choices after which a checkpoint is written."""
    static: Path = Path(__file__).parent / "static"
    """The built client."""

    def export(self) -> None:
        """Hand the settings to processes that are started from here."""
        os.environ[VARIABLE] = msgspec.json.encode(self, enc_hook=str).decode()

    @classmethod
    def imported(cls) -> Settings:
        return msgspec.json.decode(os.environ[VARIABLE], type=Settings, dec_hook=lambda kind, value: kind(value))
