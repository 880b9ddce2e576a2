"""Asks made once for every seat."""

from __future__ import annotations

from collections.abc import Generator

from sandtable.engine.ask import Ask, Legality
from sandtable.engine.types import Choice
from sandtable.games.rogue_agent.pack import SEATS
from sandtable.games.rogue_agent.state import State

Asks = tuple[Ask[State], ...]
"""By seat."""
Telling = Generator[Ask[State], Choice, bool]
"""A rule in progress that says in the end whether something happened."""


def asks(prompt: str, legality: Legality[State], rule: str) -> Asks:
    """The same ask of any seat."""
    return tuple([Ask(seat, prompt, legality, rule) for seat in range(len(SEATS))])


def whole(value: str | int) -> int:
    """A number that a choice names."""
    assert isinstance(value, int)
    return value
