"""A damaged database: what can be made again is, and the rest says where the damage is."""

from __future__ import annotations

import logging
import random
import shutil
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import text

from sandtable.server.errors import DamagedTable
from sandtable.server.settings import Settings
from sandtable.server.store import connect
from tests.server.pages import Message, Page, bearer, buda, play_out, serve, settings

pytestmark = pytest.mark.slow

CHOICES = 12
EVERY = 5
"""Choices between two checkpoints: the newest is after the tenth."""


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, Message]:
    """The folder of a server that has stopped, the key to a seat there, and the last update that it was sent."""
    folder = tmp_path_factory.mktemp("played")
    with serve(settings(folder, checkpoint_every=EVERY)) as client:
        links = buda(client)
        with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
            play_out([one, two], random.Random(1), CHOICES)
            return folder, links["imperial"], one.update


@pytest.fixture
def played(played_once: tuple[Path, str, Message], tmp_path: Path) -> tuple[Settings, str, Message]:
    """A copy that may be damaged: its settings, and the same key and update."""
    folder, key, update = played_once
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return settings(tmp_path, checkpoint_every=EVERY), key, update


def damage(given: Settings, statement: str) -> None:
    engine = connect(given.database)
    with engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount == 1
    engine.dispose()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE checkpoints SET saved = ''",
        "UPDATE checkpoints SET saved = '{'",
        "UPDATE checkpoints SET saved = substr(saved, 1, length(saved) / 2)",
        "UPDATE checkpoints SET saved = replace(saved, 'false', 'true')",
        "UPDATE checkpoints SET saved = replace(saved, '\"turn\"', '\"torn\"')",
        "UPDATE checkpoints SET saved = '[' || saved || ']'",
        "UPDATE checkpoints SET saved = replace(saved, '\"decisions\"\\:', '\"decisions\"\\:1')",
        "UPDATE checkpoints SET saved = replace(saved, '\"dropped\"\\:[', '\"dropped\"\\:[[1,1]')",
        "UPDATE checkpoints SET saved = replace(saved, '\"ends\"\\:[', '\"ends\"\\:[0,')",
        "UPDATE checkpoints SET number = 11",
        "UPDATE checkpoints SET number = 9",
        "UPDATE checkpoints SET number = 99",
        "UPDATE checkpoints SET number = 0",
        "UPDATE checkpoints SET number = 'ten'",
        "DELETE FROM checkpoints",
    ],
)
def test_a_damaged_checkpoint_is_made_again_from_the_choices(
    played: tuple[Settings, str, Message], statement: str
) -> None:
    given, key, before = played
    damage(given, statement)
    with serve(given) as client, Page(client, key) as page:
        assert {**page.update, "log": None} == {**before, "log": None}
        if page.mine:
            assert page.choose()["is"] == "done"


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        ("UPDATE choices SET choice = '[\"nonsense\"]' WHERE number = 11", 11),
        ("UPDATE choices SET choice = '[]' WHERE number = 11", 11),
        ("UPDATE choices SET choice = '7' WHERE number = 11", 11),
        ("UPDATE choices SET choice = '{\"a\": 1}' WHERE number = 10", 10),
        ("UPDATE choices SET seat = 7 WHERE number = 10", 10),
        ("UPDATE choices SET seat = 1 - seat WHERE number = 11", 11),
        ("DELETE FROM choices WHERE number = 10", 10),
        ("UPDATE choices SET choice = '[' WHERE number = 11", 0),
        ("UPDATE choices SET choice = '" + "[" * 5_000 + "' WHERE number = 11", 0),
        ("UPDATE choices SET made = 'noon' WHERE number = 11", 0),
    ],
)
def test_a_choice_that_cannot_be_replayed_says_so(
    played: tuple[Settings, str, Message], statement: str, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    given, key, _ = played
    damage(given, statement)
    with serve(given) as client, caplog.at_level(logging.ERROR):
        answer = client.get("/api/table", headers=bearer(key))
        assert (answer.status_code, answer.json()["code"]) == (500, "damaged")
        assert "Traceback" not in caplog.text
        assert f"choice {number} cannot be replayed" in caplog.text
        with client.websocket_connect("/api/socket") as page:
            page.send_json({"do": "hello", "protocol": 1, "token": key})
            assert page.receive_json(timeout=10)["code"] == "damaged"
            with pytest.raises(WebSocketDisconnect) as closed:
                page.receive_json(timeout=10)
            assert closed.value.code == 4409
        assert client.get("/api/games").status_code == 200


def test_the_error_comes_whole_out_of_a_worker_process() -> None:
    import pickle

    error = pickle.loads(pickle.dumps(DamagedTable("k3vq", 7, "gone")))
    assert (str(error), error.code) == ("table k3vq: choice 7 cannot be replayed: gone", "damaged")
