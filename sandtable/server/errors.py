"""What the server refuses, and the code by which clients are told."""

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
UNAVAILABLE = "unavailable"
DAMAGED = "damaged"
STATUS = {
    "unknown_link": 401,
    "not_allowed": 403,
    "invitation": 403,
    "unknown_game": 404,
    "not_found": 404,
    "foreign_origin": 403,
    "version": 409,
    "no_invitation": 409,
    "too_early": 409,
    "not_begun": 409,
    "not_promised": 409,
    "added_already": 409,
    "spent_link": 410,
    "too_large": 413,
    "not_json": 415,
    "unknown_host": 421,
    "too_many": 429,
    DAMAGED: 500,
    INTERNAL: 500,
    UNAVAILABLE: 503,
}
"""By code, the HTTP status; 400 for all others."""


class Problem(Struct):
    """What is wrong, for people and for programs."""

    code: str
    text: str
    rule: str | None = None
    """The rule of the game that refuses it, where one does."""


class RequestRefused(SandtableError):
    """A request that the server refuses; the client learns the code and its text."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class DatabaseUnavailable(RequestRefused):
    """The database cannot be reached or written: nothing has changed, and it may be tried again."""

    def __init__(self) -> None:
        super().__init__(UNAVAILABLE)


class DamagedTable(RequestRefused):
    """A recorded choice of a table cannot be made again: the game cannot go on. The log says which."""

    def __init__(self, table: str, number: int, why: str) -> None:
        super().__init__(DAMAGED)
        self.args = (table, number, why)  # by which it is made again when it comes from a worker process

    def __str__(self) -> str:
        table, number, why = self.args
        return f"table {table}: choice {number} cannot be replayed: {why}"


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
"""Codes for what the engine refuses. Its own messages are for programmers, and are not sent."""


def code_of(error: Exception) -> str:
    """The code by which a client is told of an error; a bug of the program is just `internal`."""
    if isinstance(error, RequestRefused):
        return error.code
    for kind, code in CODES.items():
        if isinstance(error, kind):
            return code
    return INTERNAL
