"""What an analysis of a recorded game finds; `analysis.py` makes it."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.engine.types import Choice, Fact


@dataclass(frozen=True)
class ReportLine:
    """A line of the log that the side in question may read."""

    key: str
    args: tuple[Fact, ...]
    rule: str


@dataclass(frozen=True)
class Moment:
    """A decision of a player, and the sides' chances after it, once chance had answered it."""

    number: int
    """How many decisions came before it."""
    turn: int
    seat: str
    choice: Choice | None
    """None if the reader may not know it."""
    win: dict[str, float]
    """By side: the share of games that it could expect to win, by what it knew."""


@dataclass(frozen=True)
class Blunder:
    """A choice that lowered its side's chances, and a better one."""

    number: int
    turn: int
    seat: str
    choice: Choice
    win: float
    better: Choice
    better_win: float
    lines: tuple[ReportLine, ...]
    """The log from this choice to the next."""


@dataclass(frozen=True)
class Surprise:
    """A decision whose result, by dice, draws or something hidden, was better or worse than its side could expect."""

    number: int
    turn: int
    seat: str
    """The side that was lucky or unlucky."""
    chooser: str
    choice: Choice
    expected: float
    came: float
    """The share of games it could expect to win after the decision: `expected` before its result, `came` with it."""
    lines: tuple[ReportLine, ...]
    """The log from this decision to the next."""

    @property
    def swing(self) -> float:
        return abs(self.came - self.expected)


@dataclass(frozen=True)
class Analysis:
    """Where a recorded game was won and lost: what `analyse --json` prints (documented in docs/advice.md)."""

    game: str
    seats: tuple[str, ...]
    eyes: tuple[str, ...]
    """The sides whose knowledge is used."""
    winners: tuple[str, ...] | None
    """None while the game is not finished."""
    drawn: bool
    decisions: int
    forced: int
    """Decisions with a single option, which are not judged."""
    judged: int
    """Decisions of these sides that were judged."""
    thought_over: int
    """The most doubtful of them, which were searched with all iterations."""
    iterations: int
    even: float
    """What each side would win if all were equal: 1/n of n sides; one half for a side alone against the game."""
    start: dict[str, float]
    """By side: the share of games that it could expect to win when the game began."""
    moments: tuple[Moment, ...]
    blunders: tuple[Blunder, ...]
    """The worst ones, in order of play."""
    surprises: tuple[Surprise, ...]
    """The largest ones, in order of play."""
