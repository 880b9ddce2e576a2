"""Everything behind the routes and the socket, put together: each part has one job."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from sandtable.server.background import Background
from sandtable.server.choices import Choices
from sandtable.server.dice import Dice
from sandtable.server.errors import DatabaseUnavailable
from sandtable.server.guard import Guard
from sandtable.server.leaving import Leaving
from sandtable.server.limits import Limiter
from sandtable.server.news import Listener
from sandtable.server.opponents import Opponents
from sandtable.server.people import People
from sandtable.server.processes import OtherProcesses
from sandtable.server.settings import Settings
from sandtable.server.store import Store, connect, migrate
from sandtable.server.tables import Tables
from sandtable.server.workers import Workers

SWEEP: Final = 30.0
"""Seconds between two looks for what nobody uses any more."""
TIDY: Final = 3600.0
"""Seconds between two looks for tables that were kept long enough."""


@dataclass(frozen=True)
class Services:
    """What a request may use."""

    store: Store
    guard: Guard
    limiter: Limiter
    workers: Workers
    tables: Tables
    opponents: Opponents
    choices: Choices
    people: People
    leaving: Leaving
    dice: Dice


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Services]:
    """The services of one process, from a migrated database until everything is closed again."""
    engine = connect(settings.database)
    await asyncio.to_thread(migrate, engine)
    store, workers, background = Store(engine), Workers(settings.workers), Background()
    tables = Tables(store, settings, background)
    opponents = Opponents(tables, workers)
    people = People(tables, opponents)
    limiter = Limiter(settings.limits)
    dice = Dice(tables, opponents, people)
    leaving = Leaving(tables, opponents, people)
    choices = Choices(tables, opponents, limiter)
    services = Services(store, Guard(settings), limiter, workers, tables, opponents, choices, people, leaving, dice)
    sweeper = background.start(_sweep(services, settings.idle))
    tidier = background.start(_tidy(services))
    others = OtherProcesses(tables, people)
    if store.shared:
        background.start(others.watch())
    listener = Listener(engine, asyncio.get_running_loop(), others.heard) if store.shared else None
    try:
        yield services
    finally:
        sweeper.cancel()
        tidier.cancel()
        if listener is not None:
            await asyncio.to_thread(listener.close)
        tables.close()
        await background.close()
        workers.close()
        await asyncio.to_thread(store.close)


async def _sweep(services: Services, idle: float) -> None:
    """Keep memory free of what nobody uses, for ever."""
    while True:
        await asyncio.sleep(min(SWEEP, idle))
        services.limiter.sweep()
        with suppress(DatabaseUnavailable):  # the matches that are left leave in the next round
            await services.tables.sweep()


async def _tidy(services: Services) -> None:
    """Remove the tables that were kept long enough, for ever."""
    while True:
        with suppress(DatabaseUnavailable):  # in the next round, then
            await services.tables.remove_old()
        await asyncio.sleep(TIDY)
