"""What the states and logs of all games have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Self

from sandtable.engine.chance import Chance
from sandtable.engine.declare import apart, declared
from sandtable.engine.types import Fact

EVERYBODY: Final = -1
"""Mask of a log line that all seats and spectators may read."""
ROLL: Final = "roll_"
"""Log lines of rolls begin with this."""


class LogLine:
    """One line of the log: what happened, by which rule, and who may read it."""

    __slots__ = ("key", "args", "rule", "seats", "needs", "added")

    def __init__(self, key: str, args: tuple[Fact, ...], rule: str, seats: int) -> None:
        self.key = key
        self.args = args
        self.rule = rule
        self.seats = seats
        self.needs: tuple[Need, ...] = ()
        """Of a roll, what it had to come to."""
        self.added = 0
        """What was added to that roll."""

    def readable(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator (None), may read this line."""
        return readable(self.seats, seat)


def readable(seats: int, seat: int | None) -> bool:
    """Whether a line for these seats (a mask) may be read by a seat, or a spectator (None)."""
    if seats == EVERYBODY:
        return True
    return seat is not None and bool(seats >> seat & 1)


class Term:
    """A part of what a roll depends on: so much is added to it, because of a thing, by a rule."""

    __slots__ = ("amount", "thing", "rule")

    def __init__(self, amount: int, thing: str, rule: str) -> None:
        self.amount = amount
        self.thing = thing
        self.rule = rule


class Need:
    """What a roll must come to, with all that is added to it."""

    __slots__ = ("kind", "number", "rule")

    def __init__(self, kind: str, number: int, rule: str) -> None:
        self.kind = kind
        """`at_least` or `at_most`."""
        self.number = number
        self.rule = rule


class Log:
    """The log of one match."""

    __slots__ = ("lines", "watch", "terms", "needs", "ahead", "added")

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
        self.watch: Callable[[LogLine], None] | None = None
        """Called after each line, while the state is still as it was when the line was added."""
        self.terms: list[Term] | None = None
        """What was added to rolls, where somebody wants to know (`engine/outlook.py`)."""
        self.needs: list[Need] = []
        self.ahead: list[Need] = []
        """What the roll must come to that is told next."""
        self.added = 0
        """What is added to it."""

    def term(self, amount: int, thing: str, rule: str) -> None:
        """Tell what is added to the next roll: a thing's share of it."""
        self.added += amount
        if self.terms is not None and amount:
            self.terms.append(Term(amount, thing, rule))

    def need(self, kind: str, number: int, rule: str) -> None:
        """Tell what the next roll must come to."""
        need = Need(kind, number, rule)
        self.ahead.append(need)
        if self.terms is not None:
            self.needs.append(need)

    def add(self, key: str, *args: Fact, rule: str = "", seats: int = EVERYBODY) -> None:
        line = LogLine(key, args, rule, seats)
        if key.startswith(ROLL):
            line.needs, line.added = tuple(self.ahead), self.added
        self.ahead, self.added = [], 0
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
