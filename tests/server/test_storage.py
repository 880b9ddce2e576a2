"""What is on the disk: migrations of databases with games in them, checkpoints, and tables that leave memory."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from sandtable.engine.chance import promise_of
from sandtable.server.links import new_token
from sandtable.server.models import Base, ChoiceRow
from sandtable.server.settings import NO_LIMITS, Settings
from sandtable.server.store import Store, connect, migrate
from tests.server.loops import run
from tests.server.pages import (
    TEST_HOST,
    Page,
    bearer,
    buda,
    key_to,
    make_table,
    person,
    play_out,
    serve,
    services_of,
    settings,
)
from tests.server.serving import postgres
from tests.server.test_dice import BUDA as SHARED
from tests.server.test_dice import Guest, shared_table


def test_the_migrations_lead_to_the_models(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'new.sqlite'}")
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


@pytest.mark.parametrize("before", [None, 0o644], ids=["new", "readable by others"])
def test_a_database_file_is_private_to_its_user(tmp_path: Path, before: int | None) -> None:
    given = settings(tmp_path)
    (tmp_path / "games.sqlite").unlink()
    if before is not None:
        (tmp_path / "games.sqlite").touch(mode=before)
        (tmp_path / "games.sqlite").chmod(before)
    with serve(given) as client:
        buda(client)
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("games.sqlite*")}
    assert len(modes) == 3 and set(modes.values()) == {0o600}, modes


UNDOING = (
    ("0009", ("ALTER TABLE seats DROP COLUMN promise",)),
    ("0008", ("ALTER TABLE tables DROP COLUMN lesson",)),
    ("0007", ("DROP TABLE milestones",)),
    (
        "0006",
        (
            *(f"ALTER TABLE tables DROP COLUMN {column}" for column in ("shared", "entropy")),
            "ALTER TABLE seats DROP COLUMN entropy",
        ),
    ),
    (
        "0005",
        (
            "ALTER TABLE tables DROP COLUMN absence",
            *(f"ALTER TABLE seats DROP COLUMN {column}" for column in ("stand_in", "resigned", "seen")),
        ),
    ),
    ("0004", ("ALTER TABLE tables DROP COLUMN ended",)),
    ("0003", ("DROP TABLE health",)),
    ("0002", ("ALTER TABLE links DROP COLUMN invitation", "ALTER TABLE links DROP COLUMN taken_by")),
    ("0001", ("DROP TABLE talk",)),
)
"""From the newest revision on, what leads back to the schema of one from the one after it."""
OLDER = {
    revision: [statement for _, statements in UNDOING[: at + 1] for statement in statements]
    for at, (revision, _) in enumerate(UNDOING)
}
"""By revision, what leads back to its schema with the games still in it."""


@pytest.mark.slow
@pytest.mark.parametrize("revision", OLDER)
def test_a_database_with_games_in_it_is_migrated_and_they_go_on(tmp_path: Path, revision: str) -> None:
    go_on_after_a_migration(settings(tmp_path), revision)


@pytest.mark.slow
def test_a_postgresql_with_games_in_it_is_migrated_and_they_go_on() -> None:
    with postgres() as url:
        go_on_after_a_migration(Settings(url, workers=1, limits=NO_LIMITS, hosts=(TEST_HOST,)), "0003")
        engine = connect(url)
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
        engine.dispose()


def test_who_had_added_to_the_dice_before_there_were_promises_has_promised(tmp_path: Path) -> None:
    given = settings(tmp_path)
    mine, other = new_token(), new_token()
    with serve(given) as client:
        links = shared_table(client, SHARED)
    _back_to(given, "0009")
    engine = connect(given.database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE seats SET entropy = :mine WHERE number = 0"), {"mine": mine})
    engine.dispose()
    with serve(given) as client, Guest(client, links["ottoman"]) as two:
        assert (two.company["promises"], two.company["added"]) == ({"imperial": promise_of(mine)}, ["imperial"])
        assert two.promise(other)["is"] == two.ask("dice", entropy=other)["is"] == "done"
        two.begin()


def go_on_after_a_migration(given: Settings, revision: str) -> None:
    with serve(given) as client:
        links = buda(client)
        with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
            play_out([one, two], random.Random(1), 25)
            before = one.update
    _back_to(given, revision)
    with serve(given) as client, Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
        assert (one.update["version"], one.update["scene"]) == (before["version"], before["scene"])
        play_out([one, two], random.Random(2), 5)
        assert client.get("/api/health").status_code == 200
        assert one.ask("resign")["is"] == "done"
        two.until(31)
        assert two.update["outcome"]["winners"] == ["ottoman"]


@pytest.mark.slow
@pytest.mark.parametrize("revision", ["0002", "0001"])
def test_links_from_before_there_were_invitations_open_their_seats(tmp_path: Path, revision: str) -> None:
    given = settings(tmp_path)
    away = {"imperial": person("away"), "ottoman": person("away")}
    with serve(given) as client:
        links = {link["seats"][0]: link["token"] for link in make_table(client, "buda_1686", away) if link["seats"]}
        _back_to(given, revision)
    with serve(given) as client, Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
        play_out([one, two], random.Random(1), 25)  # the links of old tables open their seats, as they always did
        before = one.update
    _back_to(given, revision)
    with serve(given) as client:
        for token in links.values():
            assert client.get("/api/invitation", headers=bearer(token)).json()["code"] == "no_invitation"
        with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
            assert (one.update["version"], one.update["scene"]) == (before["version"], before["scene"])
            assert one.company["taken"] == []
            assert one.ask("say", text="Still here?")["is"] == "done"
            play_out([one, two], random.Random(2), 5)
        device = client.post("/api/table/device", headers=bearer(links["ottoman"])).json()
        with Page(client, key_to(client, device)) as other:
            assert other.update["version"] == 30 and other.update["seat"] == "ottoman"


def _back_to(given: Settings, revision: str) -> None:
    engine = connect(given.database)
    with engine.begin() as connection:
        for statement in OLDER[revision]:
            connection.execute(text(statement))
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    engine.dispose()


@pytest.mark.slow
@pytest.mark.parametrize("checkpoint_every", [7, 10_000])
def test_an_idle_table_leaves_memory_and_comes_back(tmp_path: Path, checkpoint_every: int) -> None:
    with serve(settings(tmp_path, idle=0.0, checkpoint_every=checkpoint_every)) as client:
        links = buda(client)
        tables = services_of(client).tables
        with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
            rng = random.Random(3)
            play_out([one, two], rng, 30)
            (table,) = tables.open.values()
            client.blocking_portal.call(tables.sweep)
            assert table.live is None and table.pages  # the match is gone, the people are not
            play_out([one, two], rng, 10)
            kept = one.update, list(one.log)
            with Page(client, links["imperial"]) as other:
                assert (other.update["scene"], other.log) == (kept[0]["scene"], kept[1])
        client.blocking_portal.call(tables.sweep)
        assert tables.open == {}
        assert client.get("/api/table", headers=bearer(links["imperial"])).json()["version"] == 40


def test_a_checkpoint_that_cannot_be_read_is_done_without(tmp_path: Path) -> None:
    given = settings(tmp_path, checkpoint_every=5)
    with serve(given) as client:
        links = buda(client)
        with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
            play_out([one, two], random.Random(1), 12)
            before = one.update
    engine = connect(given.database)
    with engine.begin() as connection:
        assert connection.execute(text("UPDATE checkpoints SET saved = '{}'")).rowcount == 1
    engine.dispose()
    with serve(given) as client, Page(client, links["imperial"]) as one:
        assert (one.update["version"], one.update["scene"]) == (before["version"], before["scene"])


def test_a_table_of_other_rules_is_refused(tmp_path: Path) -> None:
    given = settings(tmp_path)
    with serve(given) as client:
        links = buda(client)
    engine = connect(given.database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE tables SET rules = rules + 1"))
    engine.dispose()
    with serve(given) as client:
        answer = client.get("/api/table", headers=bearer(links["imperial"]))
        assert (answer.status_code, answer.json()["code"]) == (409, "version")


def test_a_number_is_taken_once_and_a_failed_write_fails_alone(tmp_path: Path) -> None:
    given = settings(tmp_path)
    with serve(given) as client:
        buda(client)
        (table,) = table_ids(given.database)
    store = Store(connect(given.database))

    async def race() -> list[object]:
        rows = [ChoiceRow(table, 0, seat, ["pass"], f"m{seat}") for seat in range(2)]
        lost = ChoiceRow("no such table", 0, 0, ["pass"], None)
        writes = [store.append(row, "") for row in (*rows, lost, ChoiceRow(table, 1, 0, ["pass"], "m0"))]
        return await asyncio.gather(*writes, return_exceptions=True)

    try:
        first, second, failed, repeated = run(race())
        assert (first, second, repeated) == (True, False, False)
        assert isinstance(failed, Exception)
    finally:
        store.close()


def table_ids(database: str) -> list[str]:
    engine = connect(database)
    with engine.connect() as connection:
        return list(connection.scalars(text("SELECT id FROM tables")))
