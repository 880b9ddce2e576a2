"""What each verb of the referee protocol takes, apart from `do` and `id`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sandtable.players.advice import HINT_COUNT, ITERATIONS

Script = list[int | str | list[str]]
Seat = str | int
"""A seat by its name, or by its number."""


class Request(Struct, forbid_unknown_fields=True):
    """The fields of a request. A field that a verb does not take is refused, since it is most likely misspelt."""


class Hello(Request):
    pass


class New(Request):
    game: str
    options: dict[str, object] = {}
    seed: str | None = None
    chance: Script | None = None
    position: dict[str, object] | None = None
    explain: bool = True


class OfMatch(Request):
    """All that `ask`, `fork`, `save`, `state`, `replay` and `close` take."""

    match: str


class Choose(OfMatch):
    choice: list[str | int]
    seat: Seat | None = None
    n: int | None = None


class Undo(OfMatch):
    seat: Seat | None = None


class Why(OfMatch):
    about: str | list[str | int]


class Scene(OfMatch):
    seat: Seat | None


class Log(OfMatch):
    seat: Seat | None
    since: Annotated[int, Meta(ge=0)] = 0


class Rescript(OfMatch):
    chance: Script | None


class Load(Request):
    saved: dict[str, object]


class Play(OfMatch):
    seat: Seat
    level: str | int
    budget_ms: Annotated[int, Meta(ge=1)] | None = None


class Hint(OfMatch):
    seat: Seat
    count: Annotated[int, Meta(ge=1)] = HINT_COUNT
    budget_ms: Annotated[int, Meta(ge=1)] | None = None
    iterations: Annotated[int, Meta(ge=1)] = ITERATIONS


class Rules(Request):
    game: str
    id: str | None = None
    lang: str = "en"
