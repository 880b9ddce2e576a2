"""Choices made once when a pack is read, so that offering one in a game is looking it up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sandtable.engine.types import Choice

Choices = tuple[Choice, ...]
"""By thing."""
Grid = tuple[Choices, ...]
"""By two things."""

# Choices that name nothing.
DONE: Final[Choice] = ("done",)
"""End what is done step by step."""
MORE: Final[Choice] = ("more",)
"""Put together by hand what is not listed."""


def ids(kind: str, keys: Iterable[str | int]) -> tuple[str, ...]:
    """What choices and scenes call the things of a kind, such as 'zone:palota'."""
    return tuple(f"{kind}:{key}" for key in keys)


def row(verb: str, things: Iterable[str | int]) -> Choices:
    """A verb and each of the things."""
    return tuple((verb, thing) for thing in things)


def grid(verb: str, things: Iterable[str | int], others: Sequence[str | int], *rest: str | int) -> Grid:
    """A verb, each of the things and each of the others; what else stands in the choice is the same everywhere."""
    return tuple(tuple((verb, thing, other, *rest) for other in others) for thing in things)


def numbered(*kinds: Sequence[str]) -> dict[str | int, int]:
    """The number behind every id of a choice; each kind of thing is numbered for itself."""
    return {thing: number for things in kinds for number, thing in enumerate(things)}
