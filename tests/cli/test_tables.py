"""`sandtable tables`: what is in a server's database is listed, exported and removed."""

from __future__ import annotations

import random
import shutil
from copy import copy
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from sandtable.cli.main import main
from sandtable.server.models import now
from sandtable.server.settings import Keep, Settings
from sandtable.server.store import connect
from tests.server.pages import Page, bearer, buda, open_table, opponent, person, play_out, serve, services_of, settings
from tests.server.pages import short_game as finished_game

pytestmark = pytest.mark.slow


class Tables:
    """The database of a server that is not running, with a finished game and one under way."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.given: Settings = settings(folder)
        with serve(self.given) as client, pytest.MonkeyPatch.context() as patch:
            self.over, _, _ = finished_game(client, patch)
            self.going = open_table(client, "buda_1686", {"imperial": person("away", "Cili"), "ottoman": opponent("2")})
            self.ids = list(services_of(client).tables.open)[:1]
            with Page(client, self.going["imperial"]) as page:
                self.ids.append(next(each for each in services_of(client).tables.open if each not in self.ids))
                assert page.update

    def copied(self, folder: Path) -> Tables:
        """The same in another folder, where a test may change it."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        twin = copy(self)
        twin.folder, twin.given = folder, settings(folder)
        return twin

    def run(self, *words: str) -> int:
        return main(["tables", *words, "--database", self.given.database])

    def age(self, table: str, days: float) -> None:
        """Let everything at a table be so many days older."""
        moment = now() - timedelta(days=days)
        self.change("UPDATE choices SET made = :at WHERE table_id = :id", at=moment, id=table)
        self.change("UPDATE tables SET made = :at WHERE id = :id", at=moment, id=table)
        self.change("UPDATE tables SET ended = :at WHERE id = :id AND ended IS NOT NULL", at=moment, id=table)

    def change(self, statement: str, **values: object) -> None:
        engine = connect(self.given.database)
        with engine.begin() as connection:
            connection.execute(text(statement), values)
        engine.dispose()

    def rows(self) -> dict[str, int]:
        """How many rows of every kind there are."""
        engine = connect(self.given.database)
        kinds = ("tables", "seats", "links", "choices", "checkpoints", "talk")
        with engine.connect() as connection:
            found = {kind: connection.execute(text(f"SELECT count(*) FROM {kind}")).scalar() for kind in kinds}
        engine.dispose()
        return {kind: int(count or 0) for kind, count in found.items()}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return Tables(tmp_path_factory.mktemp("tables"))


@pytest.fixture
def tables(played: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tables:
    monkeypatch.chdir(tmp_path)
    return played.copied(tmp_path)


def test_tables_are_listed_exported_and_removed(tables: Tables, capsys: pytest.CaptureFixture[str]) -> None:
    over, going = tables.ids
    assert tables.run("list") == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed[0] == "2 tables"
    (ended,) = (line for line in listed if over in line)
    (under_way,) = (line for line in listed if going in line)
    assert "Anna, Béla" in ended and " 207 " in ended and f"over since {now():%Y-%m-%d}" in ended
    assert "Cili, 2" in under_way and "under way" in under_way

    assert tables.run("export", over) == tables.run("export", going, "--out", "mine.json") == 0
    replay = Path(f"buda_1686-{over}.replay.jsonl")
    assert main(["replay", "--verify", str(replay)]) == 0
    assert "finished" in capsys.readouterr().out
    assert Path("mine.json").stat().st_mode & 0o777 == 0o600
    assert main(["replay", "--verify", "mine.json"]) == 0

    before = tables.rows()
    assert tables.run("remove", over, "--yes") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Removed: 1 table"
    after = tables.rows()
    assert after["tables"] == 1 and after["choices"] < before["choices"] and after["seats"] == 2
    assert tables.run("remove", going, "--yes") == 0
    assert set(tables.rows().values()) == {0}


def test_old_tables_are_removed_by_the_age_of_their_end_or_last_choice(
    tables: Tables, capsys: pytest.CaptureFixture[str]
) -> None:
    over, going = tables.ids
    tables.age(over, 10)
    tables.age(going, 20)
    assert tables.run("remove", "--finished", "11", "--abandoned", "21", "--yes") == 0
    assert capsys.readouterr().out == "Removed: 0 tables\n"
    assert tables.run("remove", "--finished", "9", "--yes") == 0
    assert capsys.readouterr().out == "Removed: 1 table\n"
    assert tables.run("remove", "--abandoned", "19", "--yes") == 0
    assert tables.rows()["tables"] == 0


def test_a_game_that_ended_before_that_was_kept_is_not_taken_for_abandoned(
    tables: Tables, capsys: pytest.CaptureFixture[str]
) -> None:
    over, going = tables.ids
    for table in tables.ids:
        tables.age(table, 10)
    tables.change("UPDATE tables SET ended = NULL")
    assert tables.run("remove", "--abandoned", "5", "--yes") == 0
    assert tables.run("list", "--lang", "hu") == 0
    said = capsys.readouterr().out
    assert over in said and going not in said and f"véget ért: {now() - timedelta(days=10):%Y-%m-%d}" in said


def test_mistakes_are_told_in_one_line(tables: Tables, capsys: pytest.CaptureFixture[str]) -> None:
    assert tables.run("export", "nothere") == tables.run("remove", "nothere", "--yes") == 2
    assert tables.run("remove") == 2
    assert main(["tables", "list", "--database", "sqlite:///missing.sqlite"]) == 2
    Path("no.sqlite").write_text("not a database, but long enough to be looked at" * 100)
    assert main(["tables", "list", "--database", "sqlite:///no.sqlite"]) == 2
    for days in ("1e308", "inf", "nan", "1e9", "-1"):
        assert tables.run("remove", "--finished", days) == tables.run("remove", "--abandoned", days) == 2
    said = capsys.readouterr().err.splitlines()
    assert [line.startswith("sandtable: ") for line in said] == [True] * 15
    assert "there is no table 'nothere'" in said[0]
    assert tables.rows()["tables"] == 2


@pytest.mark.parametrize(
    ("damage", "listed", "said"),
    [
        ("choice = '['", 0, "cannot be replayed"),
        ("choice = '[" + "9" * 5_000 + "]'", 0, "cannot be replayed"),
        ("choice = '" + "[" * 5_000 + "'", 0, "cannot be replayed"),
        ("made = 'noon'", 2, "cannot be replayed"),
    ],
    ids=["not JSON", "a number of 5000 digits", "nested too deep", "no time"],
)
def test_a_damaged_choice_is_told_in_one_line(
    tables: Tables, capsys: pytest.CaptureFixture[str], damage: str, listed: int, said: str
) -> None:
    over, _ = tables.ids
    tables.change(f"UPDATE choices SET {damage} WHERE table_id = :id AND number = 7", id=over)
    assert (tables.run("list"), tables.run("export", over)) == (listed, 1)
    lines = capsys.readouterr().err.splitlines()
    assert said in lines[-1] and all(line.startswith("sandtable: ") and len(line) < 400 for line in lines)
    assert tables.run("remove", over, "--yes") == 0
    assert tables.rows()["tables"] == 1


def test_a_server_keeps_tables_as_long_as_it_is_set(tables: Tables) -> None:
    over, going = tables.ids
    tables.age(over, 3)
    tables.age(going, 8)
    kept = settings(Path.cwd(), keep=Keep(finished=5, abandoned=7))
    with serve(kept) as client:
        client.blocking_portal.call(services_of(client).tables.remove_old)
        assert client.get("/api/table", headers=bearer(tables.going["imperial"])).status_code == 401
        assert client.get("/api/table", headers=bearer(tables.over["imperial"])).status_code == 200
    with serve(kept) as client, Page(client, tables.over["imperial"]):
        tables.age(over, 6)
        client.blocking_portal.call(services_of(client).tables.remove_old)  # somebody is looking at it
        assert client.get("/api/table", headers=bearer(tables.over["imperial"])).status_code == 200
    with serve(settings(Path.cwd())) as client:
        client.blocking_portal.call(services_of(client).tables.remove_old)  # for ever, unless set
        assert client.get("/api/table", headers=bearer(tables.over["imperial"])).status_code == 200


def test_a_table_that_is_removed_while_it_is_played_is_gone_for_its_pages(tmp_path: Path) -> None:
    given = settings(tmp_path)
    with serve(given) as client:
        links = buda(client)
        with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
            play_out([one, two], random.Random(1), 3)
            (table,) = services_of(client).tables.open
            assert main(["tables", "remove", table, "--yes", "--database", given.database]) == 0
            page = one if one.mine else two
            n, choice = page.update["n"], page.options[0]
            page.session.send_json({"do": "choose", "id": "x", "n": n, "choice": choice})
            assert page.wait(lambda message: message.get("id") == "x")["code"] == "unknown_link"
        assert client.get("/api/table", headers=bearer(links["imperial"])).status_code == 401
