"""A game step by step: the match of a table after each choice that was not taken back."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from sandtable.engine.match import Match
from sandtable.engine.replay import record
from sandtable.engine.state import LogLine, State
from sandtable.server.errors import DamagedTable, RequestRefused
from sandtable.server.live import at_milestone, begin, origin_of
from sandtable.server.models import ChoiceRow, MilestoneRow, TableRow
from sandtable.server.store import Store

LOG: Final = logging.getLogger(__name__)
T = TypeVar("T")


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


@dataclass(frozen=True)
class Recording:
    """The steps of a game, from its beginning or from a milestone on: a long game need not be played from its start."""

    table: TableRow
    start: MilestoneRow | None
    choices: list[ChoiceRow]
    """Those since the milestone that were not taken back."""

    @property
    def skipped(self) -> int:
        """The steps before the milestone."""
        return 0 if self.start is None else self.start.steps

    @property
    def total(self) -> int:
        """All steps of the game."""
        return self.skipped + len(self.choices)

    def moments(self, first: int, count: int) -> Iterator[Moment]:
        """So many moments from step `first` on. They share one match: look at each before the next."""
        live = begin(self.table) if self.start is None else at_milestone(self.table, self.start)
        lines_before = 0
        for at, row in enumerate([None, *self.choices[: first - self.skipped + count - 1]], self.skipped):
            if row is not None:
                live.apply(row)
            if at >= first:
                yield Moment(at, row, live.match, lines_before)
            lines_before = live.lengths[-1]

    def match_at(self, at: int) -> Match[State]:
        """The match after step `at`."""
        if at > self.total:
            raise RequestRefused("not_found")
        (moment,) = self.moments(at, 1)
        return moment.match


async def whole(store: Store, table: TableRow) -> Recording:
    """A game from its beginning."""
    return Recording(table, None, without_undone(await store.choices(table.id, 0)))


async def since(store: Store, table: TableRow, first: int) -> Recording:
    """A game from the last milestone before step `first` on, so that the step before it is there too.

    A milestone from which choices were taken back later belongs to the game no more: then an older one is used.
    """
    milestone = await store.milestone(table.id, first - 1)
    while milestone is not None:
        try:
            return Recording(table, milestone, without_undone(await store.choices(table.id, milestone.number)))
        except DamagedTable:  # nothing is left to take back: it was taken back from the milestone itself
            milestone = await store.milestone(table.id, first - 1, milestone.number)
    return await whole(store, table)


async def looking_back(store: Store, recording: Recording, look: Callable[[Recording], Awaitable[T]]) -> T:
    """What is seen of a game from a milestone on; from its beginning, if the milestone does not fit: it is a cache."""
    try:
        return await look(recording)
    except DamagedTable as error:
        if recording.start is None:
            raise
        LOG.warning("table %s is looked at from its beginning: %s", recording.table.id, error)
        return await look(await whole(store, recording.table))


def recorded(table: TableRow, choices: list[ChoiceRow], hashes: bool = True) -> str:
    """The replay file of a game, from all its choices."""
    replay = record(Recording(table, None, choices).match_at(len(choices)), origin_of(table), hashes)
    if table.entropy is not None:
        replay.header["dice"] = {"secret": table.seed, "entropy": table.entropy}
    return replay.to_lines()
