"""The tables of a database as a whole: listed, exported, and removed. These functions need no running server."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, delete, exists, func, select, update
from sqlalchemy.orm import Session

from sandtable.engine.errors import SandtableError
from sandtable.engine.replay import record, save
from sandtable.server.errors import DamagedTable
from sandtable.server.live import LiveMatch, begin, follow, revive
from sandtable.server.models import (
    CheckpointRow,
    ChoiceRow,
    LinkRow,
    MilestoneRow,
    SeatRow,
    TableRow,
    TalkRow,
    aware,
    now,
)

AT_ONCE: Final = 500
"""Tables that one statement removes at most: databases limit the values in a statement."""


@dataclass(frozen=True)
class Summary:
    """A table in the list."""

    id: str
    game: str
    people: list[str]
    """By seat, the name of a person, or the level of an opponent."""
    choices: int
    last: datetime
    """When something was last chosen, or else the table made."""
    ended: datetime | None


@dataclass(frozen=True)
class Exported:
    """The file of a game: the replay of a finished one, the save of one under way."""

    name: str
    text: str


def summaries(session: Session) -> list[Summary]:
    """All tables, the one that was used last first."""
    counted = select(ChoiceRow.table, func.count(), func.max(ChoiceRow.made)).group_by(ChoiceRow.table)
    made = {table: (count, last) for table, count, last in session.execute(counted)}
    people: dict[str, list[str]] = {}
    for seat in session.scalars(select(SeatRow).order_by(SeatRow.table, SeatRow.number)):
        people.setdefault(seat.table, []).append(seat.name or seat.level or "")
    listed = [
        Summary(
            row.id,
            row.game,
            people.get(row.id, []),
            made.get(row.id, (0, row.made))[0],
            aware(made.get(row.id, (0, row.made))[1]),
            _ended(session, row),
        )
        for row in session.scalars(select(TableRow))
    ]
    return sorted(listed, key=lambda each: each.last, reverse=True)


def export(session: Session, table: TableRow) -> Exported:
    """The game of a table, as other commands read it."""
    live = begin(table)
    follow(live, table.id, choices(session, table.id, 0))
    name = f"{table.game}-{table.id}"
    if live.match.outcome is None:
        return Exported(f"{name}.save.json", json.dumps(save(live.match, live.origin), ensure_ascii=False))
    replay = record(live.match, live.origin)
    if table.entropy is not None:
        replay.header["dice"] = {"secret": table.seed, "entropy": table.entropy}
    return Exported(f"{name}.replay.jsonl", replay.to_lines())


def old(session: Session, finished: timedelta | None, abandoned: timedelta | None) -> list[str]:
    """Tables whose game ended, or where nothing was chosen, so long ago."""
    found: list[str] = []
    if finished is not None:
        limit = now() - finished
        found += session.scalars(select(TableRow.id).where(TableRow.ended.is_not(None), TableRow.ended < limit))
    if abandoned is not None:
        stale = select(TableRow).where(TableRow.ended.is_(None), _unused_since(now() - abandoned))
        found += [row.id for row in session.scalars(stale) if _ended(session, row) is None]
    return found


def remove(session: Session, tables: Sequence[str]) -> int:
    """Remove tables with everything that belongs to them; how many there were."""
    return sum(_remove(session, tables[at : at + AT_ONCE]) for at in range(0, len(tables), AT_ONCE))


def _remove(session: Session, tables: Sequence[str]) -> int:
    session.execute(update(TableRow).where(TableRow.rematch_of.in_(tables)).values(rematch_of=None))
    for kind in (TalkRow, CheckpointRow, MilestoneRow, ChoiceRow, LinkRow, SeatRow):
        session.execute(delete(kind).where(kind.table.in_(tables)))
    return len(session.scalars(delete(TableRow).where(TableRow.id.in_(tables)).returning(TableRow.id)).all())


def named(session: Session, names: Iterable[str]) -> tuple[list[TableRow], list[str]]:
    """The tables of these ids, and the ids that no table has."""
    rows = [(name, session.get(TableRow, name)) for name in names]
    return [row for _, row in rows if row is not None], [name for name, row in rows if row is None]


def _unused_since(limit: datetime) -> ColumnElement[bool]:
    used = exists().where(ChoiceRow.table == TableRow.id, ChoiceRow.made >= limit)
    return (TableRow.made < limit) & ~used


def _ended(session: Session, row: TableRow) -> datetime | None:
    """When a game ended. One that ended before this was written down has it written down now."""
    if row.ended is None and _is_over(session, row):
        last = session.scalar(select(func.max(ChoiceRow.made)).where(ChoiceRow.table == row.id))
        row.ended = last or row.made
    return None if row.ended is None else aware(row.ended)


def _is_over(session: Session, row: TableRow) -> bool:
    try:
        return row.begun and _live(session, row).match.outcome is not None
    except SandtableError:  # of other rules, or damaged: it cannot go on, and how it stood nobody can tell
        return False


def _live(session: Session, table: TableRow) -> LiveMatch:
    live = revive(table, session.get(CheckpointRow, table.id))
    follow(live, table.id, choices(session, table.id, live.version))
    return live


def choices(session: Session, table: str, first: int) -> list[ChoiceRow]:
    """The choices and undos of a table from a number on."""
    wanted = select(ChoiceRow).where(ChoiceRow.table == table, ChoiceRow.number >= first)
    try:
        return list(session.scalars(wanted.order_by(ChoiceRow.number)))
    except (ValueError, RecursionError) as error:  # a time that is none, or what is no JSON or nested too deep
        raise DamagedTable(table, first, f"from here on, one cannot be read: {error}") from error
