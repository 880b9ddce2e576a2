"""What the server refuses, each with the code under which clients are told."""

from __future__ import annotations

from msgspec import Struct

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
STATUS = {
    "unknown_link": 401,
    "not_allowed": 403,
    "unknown_game": 404,
    "not_found": 404,
    "version": 409,
    "too_early": 409,
    "too_large": 413,
    "too_many": 429,
    INTERNAL: 500,
}
"""By code, the HTTP status; 400 for all others."""


class Problem(Struct):
    """What is wrong, for people and for programs."""

    code: str
    text: str
    rule: str | None = None
    """The rule of the game that refuses it, where one does."""


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
