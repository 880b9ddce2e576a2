"""Whatever is killed, no choice that was acknowledged is lost; and several processes serve one table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from websockets.exceptions import ConnectionClosed

from sandtable.server.links import digest, new_token
from sandtable.server.models import ChoiceRow, LinkRow
from sandtable.server.store import connect
from tests.server.pages import person
from tests.server.serving import Line, Server, postgres, server

SEATS = {"imperial": person("away"), "ottoman": person("away")}


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.sqlite'}"
    else:
        with postgres() as url:
            yield url


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Server, Server]]:
    """Two servers on one PostgreSQL; every test sits down at tables of its own."""
    with postgres() as url, server(url) as first, server(url) as second:
        yield first, second


def new_table(serving: Server) -> list[str]:
    return [key_to(serving, invitation) for invitation in invite(serving)]


def invite(serving: Server) -> list[str]:
    """A table of two invitations."""
    made = serving.post("tables", {"game": "buda_1686", "seats": SEATS})
    return [link["token"] for link in made["links"] if link["seats"]]


def key_to(serving: Server, invitation: str) -> str:
    key = new_token()
    assert serving.take(invitation, key).status_code == 201
    return key


def play(lines: list[Line], rng: random.Random, choices: int) -> None:
    """So many choices, each acknowledged."""
    for _ in range(choices):
        line = next(line for line in lines if line.update["ask"]["mine"])
        line.send(do="choose", id=f"{rng.random()}", n=line.update["n"], choice=one_of(line, rng))
        answer = answer_to(line)
        assert answer["is"] == "done"
        for each in lines:
            each.until(answer["version"])


def answer_to(line: Line) -> Any:
    """The answer to what was asked last."""
    while (answer := line.read())["is"] not in ("done", "refused"):
        pass
    return answer


def one_of(line: Line, rng: random.Random) -> Any:
    return rng.choice(line.update["ask"]["options"])["choice"]


class Pair(Thread):
    """Two random players at a table of their own, who play until the server is gone and keep what it acknowledged."""

    def __init__(self, serving: Server, number: int) -> None:
        super().__init__()
        self.tokens = new_table(serving)
        self.lines = [Line(serving, token) for token in self.tokens]
        self.rng = random.Random(number)
        self.acknowledged: dict[int, Any] = {}
        """By the version that a choice led to, the choice."""

    def run(self) -> None:
        with suppress(ConnectionClosed):
            while any(line.update["ask"] for line in self.lines):
                line = next(line for line in self.lines if line.update["ask"]["mine"])
                choice = one_of(line, self.rng)
                line.send(do="choose", id=f"{line.update['version']}", n=line.update["n"], choice=choice)
                while (answer := line.read())["is"] != "done":
                    assert answer["is"] != "refused"
                self.acknowledged[answer["version"]] = choice
                for each in self.lines:
                    each.until(answer["version"])


def kept(database: str) -> dict[str, list[Any]]:
    """The choices of all tables, by the key to the first seat."""
    engine = connect(database)
    with Session(engine) as session:
        links = {
            row.table: row.hash
            for row in session.scalars(select(LinkRow).where(LinkRow.seats == 1, ~LinkRow.invitation))
        }
        rows = list(session.scalars(select(ChoiceRow).order_by(ChoiceRow.table, ChoiceRow.number)))
    engine.dispose()
    choices: dict[str, list[Any]] = {link: [] for link in links.values()}
    for row in rows:
        assert row.number == len(choices[links[row.table]])
        choices[links[row.table]].append(row.choice)
    return choices


@pytest.mark.slow
def test_a_server_that_is_killed_in_mid_play_loses_no_choice_that_it_acknowledged(database: str) -> None:
    with server(database) as serving:
        pairs = [Pair(serving, number) for number in range(5)]
        for pair in pairs:
            pair.start()
        while min(len(pair.acknowledged) for pair in pairs) < 25 or not any(
            len(pair.acknowledged) > 110
            for pair in pairs  # beyond a checkpoint
        ):
            sleep(0.01)
        assert all(pair.is_alive() for pair in pairs)
        serving.kill()
        for pair in pairs:
            pair.join()
    on_disk = kept(database)
    for pair in pairs:
        choices = on_disk[digest(pair.tokens[0])]
        assert list(pair.acknowledged) == list(range(1, len(pair.acknowledged) + 1))
        assert choices[: len(pair.acknowledged)] == list(pair.acknowledged.values())
        assert len(choices) - len(pair.acknowledged) in (0, 1)  # one more may have been on the way
    with server(database) as serving:
        for pair in pairs:
            version = len(on_disk[digest(pair.tokens[0])])
            again = [Line(serving, token) for token in pair.tokens]
            for before, after in zip(pair.lines, again, strict=True):
                assert after.update["version"] == version
                if before.update["version"] == version:
                    assert after.update["scene"] == before.update["scene"]
                    assert after.update["ask"] == before.update["ask"]
            play(again, pair.rng, 5)


@pytest.mark.slow
def test_two_servers_on_one_postgresql_serve_one_table(servers: tuple[Server, Server]) -> None:
    rng = random.Random(2)
    first, second = servers
    tokens = new_table(first)
    lines = [Line(first, tokens[0]), Line(second, tokens[1])]
    play(lines, rng, 10)
    for race in range(10):
        # The same seat in both processes at once: exactly one of two choices is accepted.
        version = lines[0].update["version"] + 1
        at = next(at for at, line in enumerate(lines) if line.update["ask"]["mine"])
        rivals = [Line(first, tokens[at]), Line(second, tokens[at])]
        for number, rival in enumerate(rivals):
            rival.send(do="choose", id=f"{race}-{number}", n=rival.update["n"], choice=one_of(rival, rng))
        answers = [answer_to(rival) for rival in rivals]
        assert sorted(answer["is"] for answer in answers) == ["done", "refused"]
        assert next(answer["code"] for answer in answers if answer["is"] == "refused") in ("stale", "wrong_seat")
        for line in (*rivals, *lines):
            line.until(version)
            assert line.update["version"] == version
    play(lines, rng, 10)
    assert lines[0].update["scene"]["areas"] == lines[1].update["scene"]["areas"]


@pytest.mark.slow
def test_talk_and_presence_reach_the_other_process(servers: tuple[Server, Server]) -> None:
    first, second = servers
    tokens = new_table(first)
    one, two = Line(first, tokens[0]), Line(second, tokens[1])
    while (said := one.read())["is"] != "company" or said["online"] != ["imperial", "ottoman"]:
        pass
    one.send(do="say", id="hello", text="Halló?")
    while (said := two.read())["is"] != "talk" or not said["lines"]:
        pass
    assert said["lines"][0]["text"] == "Halló?"
    one.send(do="rename", id="name", name="Anna")
    while (said := two.read())["is"] != "company" or said["names"]["imperial"] != "Anna":
        pass


@pytest.mark.slow
def test_several_processes_behind_one_address() -> None:
    rng = random.Random(3)
    with postgres() as url, server(url, processes=2) as serving:
        tokens = new_table(serving)
        lines = [Line(serving, token) for token in tokens for _ in range(2)]
        play(lines, rng, 30)


@pytest.mark.slow
def test_two_processes_race_for_one_invitation_and_one_wins(servers: tuple[Server, Server]) -> None:
    first, second = servers
    with ThreadPoolExecutor(4) as people:
        for _ in range(12):
            invitation, _ = invite(first)
            keys = [new_token() for _ in range(4)]
            rivals = (first, second, first, second)
            answers = list(people.map(Server.take, rivals, [invitation] * 4, keys))
            won = [key for key, answer in zip(keys, answers, strict=True) if answer.status_code == 201]
            assert len(won) == 1
            assert sorted(answer.status_code for answer in answers) == [201, 410, 410, 410]
            for serving in (first, second):
                assert [serving.table(key).get("code") for key in keys].count("unknown_link") == 3
                assert serving.table(won[0])["table"]["seats"][0]["mine"]


@pytest.mark.slow
def test_who_takes_a_seat_in_another_process_is_seen(servers: tuple[Server, Server]) -> None:
    first, second = servers
    here, away = invite(first)
    one = Line(first, key_to(first, here))
    key = key_to(second, away)
    while (said := one.read())["is"] != "company" or said["taken"] != ["imperial", "ottoman"]:
        pass
    pages = [Line(second, key), Line(first, key), Line(second, key)]
    while (said := one.read())["is"] != "company" or said["pages"] != {"imperial": 1, "ottoman": len(pages)}:
        pass
