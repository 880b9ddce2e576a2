"""The fields of every request of the referee protocol, apart from `do` and `id`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sandtable.players.advice import HINT_COUNT, ITERATIONS

Script = list[int | str | list[str]]
Seat = str | int
"""A seat by its name or its number."""


class Request(Struct, forbid_unknown_fields=True):
    """The fields of a request. Unknown fields are refused: most likely they are misspelt."""


class HelloRequest(Request):
    pass


class NewRequest(Request):
    game: str
    options: dict[str, object] = {}
    seed: str | None = None
    chance: Script | None = None
    position: dict[str, object] | None = None
    explain: bool = True


class ExampleRequest(Request):
    game: str
    id: str
    line: str | None = None
    step: Annotated[int, Meta(ge=0)] = 0
    seed: str | None = None


class MatchRequest(Request):
    """The fields of `ask`, `fork`, `save`, `state`, `replay` and `close`, which others extend."""

    match: str


class ChooseRequest(MatchRequest):
    choice: list[str | int]
    seat: Seat | None = None
    n: int | None = None


class UndoRequest(MatchRequest):
    seat: Seat | None = None


class WhyRequest(MatchRequest):
    about: str | list[str | int]


class SceneRequest(MatchRequest):
    seat: Seat | None


class LogRequest(MatchRequest):
    seat: Seat | None
    since: Annotated[int, Meta(ge=0)] = 0


class ScriptRequest(MatchRequest):
    chance: Script | None


class LoadRequest(Request):
    saved: dict[str, object]


class PlayRequest(MatchRequest):
    seat: Seat
    level: str | int
    budget_ms: Annotated[int, Meta(ge=1)] | None = None


class HintRequest(MatchRequest):
    seat: Seat
    count: Annotated[int, Meta(ge=1)] = HINT_COUNT
    budget_ms: Annotated[int, Meta(ge=1)] | None = None
    iterations: Annotated[int, Meta(ge=1)] = ITERATIONS


class OddsRequest(MatchRequest):
    seat: Seat
    choice: list[str | int]


class RulesRequest(Request):
    game: str
    id: str | None = None
    lang: str = "en"
