"""Whatever is killed, no choice that was acknowledged is lost; and several processes serve one table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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


def new_table(serving: Server) -> list[str]:
    made = serving.post("tables", {"game": "buda_1686", "seats": SEATS})
    return [link["token"] for link in made["links"]]


def play(lines: list[Line], rng: random.Random, choices: int) -> None:
    """So many choices, each acknowledged."""
    for _ in range(choices):
        line = next(line for line in lines if line.update["ask"]["mine"])
        line.send(do="choose", id=f"{rng.random()}", n=line.update["n"], choice=one_of(line, rng))
        while (answer := line.read())["is"] not in ("done", "refused"):
            pass
        assert answer["is"] == "done"
        for each in lines:
            each.until(answer["version"])


def one_of(line: Line, rng: random.Random) -> Any:
    return rng.choice(line.update["ask"]["options"])["choice"]


@pytest.mark.slow
def test_a_killed_server_loses_no_choice_that_it_acknowledged(database: str) -> None:
    rng = random.Random(1)
    with server(database) as serving:
        tokens = new_table(serving)
        lines = [Line(serving, token) for token in tokens]
        play(lines, rng, 120)  # beyond a checkpoint
        line = next(line for line in lines if line.update["ask"]["mine"])
        line.send(do="choose", id="last", n=line.update["n"], choice=one_of(line, rng))
        serving.kill()
    with server(database) as serving:
        version = serving.table(tokens[0])["version"]
        assert version in (120, 121)  # the last one was not acknowledged
        again = [Line(serving, token) for token in tokens]
        if version == 120:
            assert [line.update["scene"] for line in again] == [line.update["scene"] for line in lines]
            assert [line.update["ask"] for line in again] == [line.update["ask"] for line in lines]
        play(again, rng, 10)
        serving.kill()
    with server(database) as serving:
        assert serving.table(tokens[0])["version"] == version + 10


@pytest.mark.slow
def test_two_servers_on_one_postgresql_serve_one_table() -> None:
    rng = random.Random(2)
    with postgres() as url, server(url) as first, server(url) as second:
        tokens = new_table(first)
        lines = [Line(first, tokens[0]), Line(second, tokens[1])]
        play(lines, rng, 40)
        # The same seat in both processes at once: exactly one of two choices is accepted.
        at = next(at for at, line in enumerate(lines) if line.update["ask"]["mine"])
        rivals = [Line(first, tokens[at]), Line(second, tokens[at])]
        for number, rival in enumerate(rivals):
            rival.send(do="choose", id=f"rival-{number}", n=rival.update["n"], choice=one_of(rival, rng))
        answers = []
        for rival in rivals:
            while (answer := rival.read())["is"] not in ("done", "refused"):
                pass
            answers.append(answer)
        assert sorted(answer["is"] for answer in answers) == ["done", "refused"]
        assert next(answer["code"] for answer in answers if answer["is"] == "refused") in ("stale", "wrong_seat")
        for rival in rivals:
            rival.until(41)
        lines[0].until(41)
        lines[1].until(41)
        play(lines, rng, 20)
        assert lines[0].update["scene"]["areas"] == lines[1].update["scene"]["areas"]


@pytest.mark.slow
def test_talk_and_presence_reach_the_other_process() -> None:
    with postgres() as url, server(url) as first, server(url) as second:
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
