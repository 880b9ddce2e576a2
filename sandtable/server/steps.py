"""A game step by step: the match of a table after each choice that was not taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.engine.match import Match
from sandtable.engine.replay import record
from sandtable.engine.state import LogLine, State
from sandtable.server.errors import DamagedTable, RequestRefused
from sandtable.server.live import begin, origin_of
from sandtable.server.models import ChoiceRow, TableRow


class Moment(NamedTuple):
    """The match after a step; step 0 is the beginning."""

    at: int
    choice: ChoiceRow | None
    """The choice that led here; none at the beginning."""
    match: Match[State]
    lines_before: int
    """How long the log was before the step."""

    def lines(self, seat: int | None) -> list[LogLine]:
        """What the step added to the log, as a seat may read it."""
        return self.match.lines(seat, self.lines_before)


def without_undone(choices: Sequence[ChoiceRow]) -> list[ChoiceRow]:
    """The choices that were not taken back."""
    left: list[ChoiceRow] = []
    for row in choices:
        if row.choice is None:
            if not left:
                raise DamagedTable(row.table, row.number, "there is nothing to take back")
            left.pop()
        else:
            left.append(row)
    return left


def moments(table: TableRow, choices: Sequence[ChoiceRow], first: int, count: int) -> Iterator[Moment]:
    """So many moments from step `first` on. They share one match: look at each before the next."""
    live = begin(table)
    lines_before = 0
    for at, row in enumerate([None, *choices[: first + count - 1]]):
        if row is not None:
            live.apply(row)
        if at >= first:
            yield Moment(at, row, live.match, lines_before)
        lines_before = live.lengths[-1]


def match_at(table: TableRow, choices: Sequence[ChoiceRow], at: int) -> Match[State]:
    """The match after step `at`."""
    if at > len(choices):
        raise RequestRefused("not_found")
    (moment,) = moments(table, choices, at, 1)
    return moment.match


def recorded(table: TableRow, choices: Sequence[ChoiceRow]) -> str:
    """The replay file of a game."""
    replay = record(match_at(table, choices, len(choices)), origin_of(table))
    if table.entropy is not None:
        replay.header["dice"] = {"secret": table.seed, "entropy": table.entropy}
    return replay.to_lines()
