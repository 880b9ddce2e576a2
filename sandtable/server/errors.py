"""What the server refuses, each with the code under which clients are told."""

from __future__ import annotations

from sandtable.engine.errors import (
    BadOptions,
    GameOver,
    IllegalChoice,
    NoUndo,
    SandtableError,
    StaleAsk,
    VersionMismatch,
    WrongSeat,
)
from sandtable.games import UnknownGame

INTERNAL = "internal"


class Refusal(SandtableError):
    """Something that the server does not do; the code is all that is told."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


CODES: dict[type[SandtableError], str] = {
    StaleAsk: "stale",
    WrongSeat: "wrong_seat",
    IllegalChoice: "illegal_choice",
    NoUndo: "no_undo",
    GameOver: "over",
    BadOptions: "bad_options",
    UnknownGame: "unknown_game",
    VersionMismatch: "version",
}
"""What the engine refuses. Its messages stay inside: they are for programmers, and in one language."""


def code_of(error: Exception) -> str:
    """The code by which a client is told of an error; faults of the program tell nothing."""
    if isinstance(error, Refusal):
        return error.code
    for kind, code in CODES.items():
        if isinstance(error, kind):
            return code
    return INTERNAL
