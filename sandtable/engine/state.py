"""What the states and logs of all games have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Self

from sandtable.engine.chance import Chance
from sandtable.engine.declare import apart, declared
from sandtable.engine.types import Fact

EVERYBODY: Final = -1
"""Mask of a log line that all seats and spectators may read."""


class LogLine:
    """One line of the log: what happened, by which rule, and who may read it."""

    __slots__ = ("key", "args", "rule", "seats")

    def __init__(self, key: str, args: tuple[Fact, ...], rule: str, seats: int) -> None:
        self.key = key
        self.args = args
        self.rule = rule
        self.seats = seats

    def readable(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator (None), may read this line."""
        return readable(self.seats, seat)


def readable(seats: int, seat: int | None) -> bool:
    """Whether a line for these seats (a mask) may be read by a seat, or a spectator (None)."""
    if seats == EVERYBODY:
        return True
    return seat is not None and bool(seats >> seat & 1)


class Log:
    """The log of one match."""

    __slots__ = ("lines", "watch")

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
        self.watch: Callable[[LogLine], None] | None = None
        """Called after each line, while the state is still as it was when the line was added."""

    def add(self, key: str, *args: Fact, rule: str = "", seats: int = EVERYBODY) -> None:
        line = LogLine(key, args, rule, seats)
        self.lines.append(line)
        if self.watch is not None:
            self.watch(line)


@declared
class State:
    """Base of all states: what changes during play. A game declares its fields: numbers, lists, and declared parts."""

    chance: Chance
    log: Log | None = apart(None)
    """The log of the match; None where nobody reads it, as in playouts."""

    def copy(self) -> Self:
        """An independent copy without a log."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it is copied")
