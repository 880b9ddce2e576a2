"""A database that cannot be written for a while: nothing is lost, and the game goes on by itself afterwards."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import event

from sandtable.server.errors import DatabaseUnavailable
from sandtable.server.limits import Limiter
from sandtable.server.services import _sweep
from sandtable.server.settings import NO_LIMITS, Settings
from tests.server.loops import run
from tests.server.pages import (
    TEST_HOST,
    Client,
    Page,
    bearer,
    buda,
    open_table,
    opponent,
    person,
    serve,
    services_of,
    settings,
)
from tests.server.serving import Postgres

T = TypeVar("T")


class Thought:
    """Opponents that decide only when a test lets them."""

    def __init__(self, client: Client, patch: pytest.MonkeyPatch) -> None:
        self.client = client
        self.allowed: asyncio.Event = client.blocking_portal.call(_event)
        patch.setattr(services_of(client).workers, "_run", self._run)

    async def _run(self, work: Callable[..., T], *args: Any) -> T:
        await self.allowed.wait()
        return await asyncio.to_thread(work, *args)

    def allow(self) -> None:
        self.client.blocking_portal.call(self.allowed.set)


async def _event() -> asyncio.Event:
    return asyncio.Event()


@contextmanager
def full_disk(client: Client) -> Iterator[None]:
    """Nothing can be written, as on a full disk or one that has become read-only; everything can be read."""
    engine = services_of(client).store.engine

    def forbid(connection: Any, record: object) -> None:
        connection.execute("PRAGMA query_only=ON")

    event.listen(engine, "connect", forbid)
    engine.dispose()
    try:
        yield
    finally:
        event.remove(engine, "connect", forbid)
        engine.dispose()


def health(client: Client) -> int:
    services_of(client).store.checked = float("-inf")  # do not wait a second for the next real check
    return client.get("/api/health").status_code


@contextmanager
def at_an_opponents_turn(client: Client) -> Iterator[Page]:
    token = open_table(client, "buda_1686", {"imperial": person(), "ottoman": opponent()})["imperial"]
    with Page(client, token) as page:
        rng = random.Random(4)
        while page.mine:
            page.choose(rng.choice(page.options))
        yield page


def test_an_opponent_goes_on_by_itself_once_the_disk_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.opponents.FIRST_PAUSE", 0.1)
    with serve(settings(tmp_path)) as client:
        thought = Thought(client, monkeypatch)
        with at_an_opponents_turn(client) as page:
            version = page.update["version"]
            with full_disk(client):
                assert health(client) == 503
                thought.allow()
                page.wait(lambda message: message["is"] == "update")  # the match is read again without that choice
                assert page.update["version"] == version
            assert health(client) == 200
            page.until(version + 1)


def test_a_choice_that_cannot_be_written_is_refused_and_can_be_made_again(client: Client) -> None:
    links = buda(client)
    with Page(client, links["imperial"], "hu") as page:
        before = page.update["scene"]
        with full_disk(client):
            refused = page.choose()
            assert (refused["is"], refused["code"]) == ("refused", "unavailable")
            assert refused["text"].startswith("A kiszolgáló most nem tud menteni.")
            made = client.post("/api/tables", json={"game": "buda_1686", "seats": {"imperial": person()}})
            assert made.status_code == 400  # what is wrong with it is told before anything is written
            seats = {"imperial": person(), "ottoman": opponent()}
            made = client.post("/api/tables", json={"game": "buda_1686", "seats": seats})
            assert (made.status_code, made.json()["code"]) == (503, "unavailable")
            assert client.get("/api/table", headers=bearer(links["imperial"])).json()["version"] == 0
        page.wait(lambda message: message["is"] == "update")
        assert page.update["scene"] == before
        assert page.choose()["version"] == 1


def test_health_is_asked_often_but_written_once_a_second(client: Client) -> None:
    assert health(client) == 200
    checked = services_of(client).store.checked
    assert client.get("/api/health").status_code == 200
    assert services_of(client).store.checked == checked


def test_tables_leave_memory_again_after_the_database_was_away() -> None:
    async def story() -> None:
        swept = asyncio.Event()

        class Away:
            """Tables that cannot be written the first time."""

            tries = 0

            async def sweep(self) -> None:
                self.tries += 1
                if self.tries == 1:
                    raise DatabaseUnavailable()
                swept.set()

        services: Any = SimpleNamespace(limiter=Limiter(NO_LIMITS), tables=Away())
        sweeping = asyncio.create_task(_sweep(services, 0.0))
        await asyncio.wait({sweeping, asyncio.create_task(swept.wait())}, return_when=asyncio.FIRST_COMPLETED)
        assert swept.is_set()
        sweeping.cancel()

    run(story())


def on(database: str) -> Settings:
    return Settings(database, workers=1, pace=0.0, limits=NO_LIMITS, hosts=(TEST_HOST,))


@pytest.mark.slow
def test_a_game_goes_on_when_a_lost_postgresql_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.server.opponents.FIRST_PAUSE", 0.1)
    with Postgres() as database, serve(on(database.url)) as client:
        thought = Thought(client, monkeypatch)
        with at_an_opponents_turn(client) as page:
            version = page.update["version"]
            database.stop()
            assert health(client) == 503
            thought.allow()
            assert health(client) == 503
            with pytest.raises(WebSocketDisconnect) as closed:
                page.wait(lambda message: False)
            assert closed.value.code == 1013
        database.start()
        assert health(client) == 200
        with Page(client, page.token) as again:  # as the client does after "try again later"
            again.until(version + 1)
