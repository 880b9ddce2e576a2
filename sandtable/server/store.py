"""The database: what is written is on the disk when a call returns, and many writes share one commit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import cache, reduce
from operator import or_
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, Executable, create_engine, event, func, inspect, make_url, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from sandtable.engine.chance import promise_of
from sandtable.server import archive
from sandtable.server.errors import DatabaseUnavailable, RequestRefused
from sandtable.server.models import (
    OPPONENT,
    Base,
    CheckpointRow,
    ChoiceRow,
    HealthRow,
    LinkRow,
    MilestoneRow,
    SeatRow,
    TableRow,
    TalkRow,
)

T = TypeVar("T")
Work = Callable[[Session], T]

LOG: Final = logging.getLogger(__name__)
READERS: Final = 4
"""Threads that read; one more writes."""
LARGEST_BATCH: Final = 200
"""Writes that share a commit at most."""
CHANNEL: Final = "sandtable"
"""Where the processes on one PostgreSQL tell each other what is new."""
CHECK_PAUSE: Final = 1.0
"""Seconds between two writes that only see whether the database works."""


def connect(url: str) -> Engine:
    """The engine of a database: SQLite in a file, or PostgreSQL."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    if parsed.database and parsed.database != ":memory:":
        _make_private(Path(parsed.database))
    engine = create_engine(parsed)
    event.listen(engine, "connect", _set_pragmas)
    return engine


def _make_private(file: Path) -> None:
    """Let only its user read a database, which holds hidden hands; SQLite gives its other files the same mode."""
    with suppress(OSError):  # what cannot be opened is reported by whoever opens it
        file.touch(mode=0o600)
        if file.stat().st_mode & 0o077:
            file.chmod(0o600)


def _set_pragmas(connection: Any, record: object) -> None:
    """Readers do not wait for the writer, and a commit is on the disk when it returns."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the schema of a database up to date."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.commit()


class Write(Generic[T]):
    """Something to be written, and who waits for it."""

    def __init__(self, work: Work[T]) -> None:
        self.work = work
        self.done: Future[T] = Future()
        self.done.set_running_or_notify_cancel()  # it is written even if nobody waits for it any more


class Writer:
    """One thread that writes for everybody. What waits while a commit is under way goes into the next one."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.writes: SimpleQueue[Write[Any] | None] = SimpleQueue()
        self.thread = Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    def submit(self, work: Work[T]) -> Future[T]:
        write = Write(work)
        self.writes.put(write)
        return write.done

    def close(self) -> None:
        """Write what was submitted, then stop."""
        self.writes.put(None)
        self.thread.join()

    def _run(self) -> None:
        while (write := self.writes.get()) is not None:
            batch, more = self._with_others(write)
            self._commit(batch)
            if not more:
                return

    def _with_others(self, write: Write[Any]) -> tuple[list[Write[Any]], bool]:
        batch = [write]
        while len(batch) < LARGEST_BATCH:
            try:
                other = self.writes.get_nowait()
            except Empty:
                break
            if other is None:
                return batch, False
            batch.append(other)
        return batch, True

    def _commit(self, batch: list[Write[Any]]) -> None:
        """Commit all at once; if one of them fails, one by one, so that only that one does."""
        try:
            with Session(self.engine, expire_on_commit=False) as session, session.begin():
                results = [write.work(session) for write in batch]
        except Exception as error:
            if len(batch) == 1:
                batch[0].done.set_exception(error)
            else:
                for write in batch:
                    self._commit([write])
            return
        for write, result in zip(batch, results, strict=True):
            write.done.set_result(result)


class Store:
    """Everything that the server reads and writes."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"
        """Whether other processes may use it as well."""
        self.writer = Writer(engine)
        self.readers = ThreadPoolExecutor(READERS, "reader")
        self.checked = -CHECK_PAUSE
        """When a row could last be written to see whether one can be."""

    def close(self) -> None:
        self.writer.close()
        self.readers.shutdown()
        self.engine.dispose()

    async def _read(self, work: Work[T]) -> T:
        def reading() -> T:
            with Session(self.engine, expire_on_commit=False) as session:
                return work(session)

        with _telling_of_failures():
            return await asyncio.get_running_loop().run_in_executor(self.readers, reading)

    async def _write(self, work: Work[T]) -> T:
        with _telling_of_failures():
            return await asyncio.wrap_future(self.writer.submit(work))

    # ------------------------------------------------------------------ tables and links

    async def check(self) -> None:
        """Raise DatabaseUnavailable unless a row can be written; however often it is asked, once a second is enough."""
        if monotonic() - self.checked >= CHECK_PAUSE:
            await self._write(lambda session: session.merge(HealthRow(1)))
            self.checked = monotonic()

    async def add_table(self, table: TableRow, seats: Sequence[SeatRow], links: Sequence[LinkRow]) -> bool:
        """Make a table; False if it is a rematch that somebody else has made already."""

        def work(session: Session) -> bool:
            if not _insert(session, table):
                return False
            for row in (*seats, *links):
                _insert(session, row)
            return True

        return await self._write(work)

    async def add_link(self, link: LinkRow) -> None:
        await self._write(lambda session: _insert(session, link))

    async def link(self, digest: str) -> LinkRow | None:
        return await self._read(lambda session: session.get(LinkRow, digest))

    async def take(self, invitation: str, key: LinkRow, news: str) -> bool:
        """Exchange an invitation (its hash) for a key; False, and nothing is changed, if it is spent or the key known.

        Of two processes that try at once, the database lets the second wait, and then find the invitation spent.
        """
        unspent = update(LinkRow).where(LinkRow.hash == invitation, LinkRow.invitation, LinkRow.taken_by.is_(None))

        def work(session: Session) -> bool:
            if session.get(LinkRow, key.hash) is not None:
                return False
            if session.execute(unspent.values(taken_by=key.hash).returning(LinkRow.hash)).first() is None:
                return False
            session.add(key)
            return self._notify(session, news)

        return await self._write(work)

    async def taken(self, table: str) -> int:
        """The seats (a mask) that somebody has taken by an invitation."""
        wanted = select(LinkRow.seats).where(LinkRow.table == table, LinkRow.taken_by.is_not(None))
        masks = await self._read(lambda session: list(session.scalars(wanted)))
        return reduce(or_, masks, 0)

    async def table(self, table: str) -> TableRow | None:
        return await self._read(lambda session: session.get(TableRow, table))

    async def seats(self, table: str) -> list[SeatRow]:
        wanted = select(SeatRow).where(SeatRow.table == table).order_by(SeatRow.number)
        return await self._read(lambda session: list(session.scalars(wanted)))

    async def rematch_of(self, table: str) -> str | None:
        """The rematch of a table, if there is one."""
        return await self._read(lambda s: s.scalar(select(TableRow.id).where(TableRow.rematch_of == table)))

    async def rename(self, table: str, seats: Sequence[int], name: str) -> None:
        change = update(SeatRow).where(SeatRow.table == table, SeatRow.number.in_(seats)).values(name=name)
        await self._write(lambda session: session.execute(change))

    async def old(self, finished: timedelta | None, abandoned: timedelta | None) -> list[str]:
        """The tables that ended, or where nothing was chosen, so long ago."""
        return await self._read(lambda session: archive.old(session, finished, abandoned))

    async def remove_old(
        self, finished: timedelta | None, abandoned: timedelta | None, in_use: Collection[str]
    ) -> list[str]:
        """Remove the tables that ended, or where nothing was chosen, so long ago; which they were."""

        def work(session: Session) -> list[str]:
            tables = [table for table in archive.old(session, finished, abandoned) if table not in in_use]
            archive.remove(session, tables)
            return tables

        return await self._write(work)

    async def change_seats(
        self, table: str, seats: Sequence[int], values: Mapping[str, str | bool | None], news: str
    ) -> None:
        """Set columns of some seats of a table."""
        change = update(SeatRow).where(SeatRow.table == table, SeatRow.number.in_(seats)).values(**values)

        def work(session: Session) -> None:
            session.execute(change)
            self._notify(session, news)

        await self._write(work)

    async def promise(self, table: str, seats: Sequence[int], value: str, news: str) -> bool:
        """Promise what some seats will add to the dice; False if all have promised, and these something else."""

        def work(session: Session) -> bool:
            _, places = _dice_of(session, table)
            if not _all_promised(places):
                for place in places:
                    if place.number in seats:
                        place.promise = value
                session.flush()
                self._notify(session, news)
            return all(place.promise == value for place in places if place.number in seats)

        return await self._write(work)

    async def add_entropy(
        self, table: str, seats: Sequence[int], value: str, names: Sequence[str], news: str
    ) -> str | None:
        """Add to the dice of a table for some seats; the code of what is wrong, or none.

        The last player's value makes the dice known, in the same commit. Several processes do it one after the other.
        """
        promise = promise_of(value)

        def work(session: Session) -> str | None:
            opened, places = _dice_of(session, table)
            mine = [place for place in places if place.number in seats]
            if not _all_promised(places):
                return "not_promised"
            if any(place.promise != promise for place in mine):
                return "added_already"
            for place in mine:
                place.entropy = value
            if opened.entropy is None and all(place.entropy is not None for place in places):
                opened.entropy = {names[place.number]: place.entropy for place in places}
            session.flush()
            self._notify(session, news)
            return None

        return await self._write(work)

    async def saw(self, table: str, seats: Sequence[int], at: datetime) -> None:
        """Note when seats were last open on a page."""
        change = update(SeatRow).where(SeatRow.table == table, SeatRow.number.in_(seats)).values(seen=at)
        await self._write(lambda session: session.execute(change))

    # ------------------------------------------------------------------ choices

    async def append(self, row: ChoiceRow, news: str, over: bool = False) -> bool:
        """Add a choice, after which the game may be over; False if its number or its message is taken."""

        def work(session: Session) -> bool:
            if not _insert(session, row):
                return False
            if over:
                session.execute(update(TableRow).where(TableRow.id == row.table).values(ended=row.made))
            return self._notify(session, news)

        return await self._write(work)

    async def choices(self, table: str, first: int) -> list[ChoiceRow]:
        """The choices and undos of a table from a number on."""
        return await self._read(lambda session: archive.choices(session, table, first))

    async def last_choice(self, table: str) -> datetime | None:
        """When something was last chosen at a table."""
        wanted = select(func.max(ChoiceRow.made)).where(ChoiceRow.table == table)
        return await self._read(lambda session: session.scalar(wanted))

    async def count_choices(self, table: str) -> int:
        wanted = select(func.count()).where(ChoiceRow.table == table)
        return await self._read(lambda session: session.scalar(wanted) or 0)

    async def by_message(self, table: str, message: str) -> ChoiceRow | None:
        """The choice that a request of that id brought about."""
        wanted = select(ChoiceRow).where(ChoiceRow.table == table, ChoiceRow.message == message)
        return await self._read(lambda session: session.scalar(wanted))

    async def checkpoint(self, table: str) -> CheckpointRow | None:
        """The checkpoint of a table; none if its number is none, since SQLite keeps whatever was written."""
        row = await self._read(lambda session: session.get(CheckpointRow, table))
        return row if row is not None and type(row.number) is int else None

    async def save_checkpoint(self, row: CheckpointRow, milestone: MilestoneRow | None = None) -> None:
        """Put a checkpoint in the place of an older one, and a milestone beside the others."""

        def work(session: Session) -> None:
            session.merge(row)
            if milestone is not None:
                session.merge(milestone)

        await self._write(work)

    async def milestone(self, table: str, most: int, before: int | None = None) -> MilestoneRow | None:
        """The newest milestone of at most so many steps; if a number is given, of those before that."""
        wanted = select(MilestoneRow).where(MilestoneRow.table == table, MilestoneRow.steps <= most)
        if before is not None:
            wanted = wanted.where(MilestoneRow.number < before)
        newest = wanted.order_by(MilestoneRow.number.desc()).limit(1)
        row = await self._read(lambda session: session.scalar(newest))
        return row if row is not None and type(row.number) is type(row.steps) is int else None

    # ------------------------------------------------------------------ talk and news

    async def say(self, table: str, seat: int, said: str, message: str, news: str) -> None:
        """Add a line of talk, unless a request of that id has done so already."""
        known = select(TalkRow.number).where(TalkRow.table == table, TalkRow.message == message)
        count = select(func.count()).where(TalkRow.table == table)

        def work(session: Session) -> None:
            while session.scalar(known) is None:
                number = session.scalar(count) or 0
                if _insert(session, TalkRow(table, number, seat, said, message)):
                    self._notify(session, news)

        await self._write(work)

    async def talk(self, table: str, first: int) -> list[TalkRow]:
        wanted = select(TalkRow).where(TalkRow.table == table, TalkRow.number >= first).order_by(TalkRow.number)
        return await self._read(lambda session: list(session.scalars(wanted)))

    async def notify(self, news: str) -> None:
        """Send the other processes news that no row of the database holds."""
        if self.shared:
            await self._write(lambda session: self._notify(session, news))

    def _notify(self, session: Session, news: str) -> bool:
        if self.shared:
            session.execute(text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": news})
        return True


@contextmanager
def _telling_of_failures() -> Iterator[None]:
    """What goes wrong with the database itself (a full disk, a lost server) comes as DatabaseUnavailable."""
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout) as error:
        LOG.warning("the database is not available: %s", error)
        raise DatabaseUnavailable() from error
    except IntegrityError as error:
        LOG.warning("a table was removed while it was used: %s", error)
        raise RequestRefused("unknown_link") from error


def _dice_of(session: Session, table: str) -> tuple[TableRow, list[SeatRow]]:
    """A table and its people's seats, kept from other processes until the commit, as they are now."""
    row = select(TableRow).where(TableRow.id == table).with_for_update()
    people = select(SeatRow).where(SeatRow.table == table, SeatRow.kind != OPPONENT)
    opened = session.scalars(row.execution_options(populate_existing=True)).one()
    return opened, list(session.scalars(people.execution_options(populate_existing=True)))


def _all_promised(places: Sequence[SeatRow]) -> bool:
    return all(place.promise is not None for place in places)


def _insert(session: Session, row: Base) -> bool:
    """Add a row, unless one of its keys is taken."""
    connection = session.connection()
    statement, columns = _insert_statement(type(row), connection.dialect.name)
    values = {column: getattr(row, name) for column, name in columns}
    return connection.execute(statement, values).first() is not None


@cache
def _insert_statement(kind: type[Base], dialect: str) -> tuple[Executable, list[tuple[str, str]]]:
    """The INSERT for rows of a kind, and its columns with their names in our code; cached: building it is slow."""
    mapper = inspect(kind)
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = (
        insert(Base.metadata.tables[kind.__tablename__]).on_conflict_do_nothing().returning(mapper.primary_key[0])
    )
    return statement, [(attribute.columns[0].name, attribute.key) for attribute in mapper.column_attrs]
