"""Two processes on one PostgreSQL: whoever plays in one is seen, waited for and answered in the other.

The processes are two applications in this one, so that a test can turn their clock; test_crash.py has real ones.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from sandtable.engine.chance import promise_of
from sandtable.server import models
from sandtable.server.links import new_token
from sandtable.server.models import now
from sandtable.server.news import News
from sandtable.server.open_table import OpenPages
from sandtable.server.processes import SILENCE, OtherProcesses
from sandtable.server.settings import NO_LIMITS, Keep, Settings
from sandtable.server.store import CHANNEL, connect
from tests.server.pages import TEST_HOST, Client, Message, Page, bearer, buda, key_to, play_out, serve, services_of
from tests.server.serving import Line, Postgres, server
from tests.server.test_crash import new_table
from tests.server.test_dice import BUDA as SHARED
from tests.server.test_dice import Guest, shared_table
from tests.server.test_leaving import BUDA, CONFLICT, HOUR, TEAM, Clock, asked_of, other_than, table, until_over

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with Postgres() as running:
        yield running.url


class Pair:
    """Two processes on one database."""

    def __init__(self, first: Client, second: Client, database: str) -> None:
        self.first = first
        self.second = second
        self.database = database

    def execute(self, statement: str, **values: Any) -> None:
        engine = connect(self.database)
        with engine.begin() as connection:
            connection.execute(text(statement), values)
        engine.dispose()


@pytest.fixture
def pair(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    keep = Keep(finished=5, abandoned=7)
    given = Settings(database, workers=1, pace=0.0, limits=NO_LIMITS, hosts=(TEST_HOST,), keep=keep)
    with serve(given) as first, serve(given) as second:
        for client in (first, second):
            monkeypatch.setattr(services_of(client).workers, "_run", asyncio.to_thread)
        yield Pair(first, second, database)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def until(page: Page, **said: object) -> None:
    """Read until the company is as told."""
    while {key: page.company[key] for key in said} != said:
        page.wait(lambda message: message["is"] == "company")


# ---------------------------------------------------------------------- leaving


def test_who_resigns_in_one_process_loses_in_the_other(pair: Pair) -> None:
    links = buda(pair.first)
    with Page(pair.first, links["imperial"]) as one, Page(pair.second, links["ottoman"]) as two:
        play_out([one, two], random.Random(1), 5)
        assert one.ask("resign")["is"] == "done"
        assert until_over(two)["winners"] == ["ottoman"]
        assert two.ask("resign")["code"] == "over"


def test_a_choice_in_the_other_process_does_not_stop_a_resignation(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    async def deaf(table: object) -> None:
        """News of a choice, on their way for as long as the test lasts."""

    links = buda(pair.first)
    with Page(pair.first, links["imperial"]) as one, Page(pair.second, links["ottoman"]) as two:
        rng = random.Random(1)
        while not two.mine:
            play_out([one, two], rng, 1)
        monkeypatch.setattr(services_of(pair.first).tables, "catch_up", deaf)
        assert two.choose(rng.choice(two.options))["is"] == "done"
        assert one.ask("resign")["is"] == "done"
        assert until_over(two)["winners"] == ["ottoman"]


def test_a_team_resigns_in_two_processes(pair: Pair) -> None:
    links = table(pair.first, TEAM, None, "nights_of_fire", **CONFLICT)
    with Page(pair.first, links["first"]) as first, Page(pair.second, links["second"]) as second:
        assert first.ask("resign")["is"] == "done"
        until(second, resigned=["first"])
        assert second.ask("resign")["is"] == "done"
        assert until_over(first)["winners"] == ["commander"]


def test_who_leaves_one_process_is_replaced_in_the_other_and_comes_back_by_any(pair: Pair, clock: Clock) -> None:
    links = table(pair.first, BUDA)
    absent = asked_of(pair.first, links)
    with Page(pair.first, links[other_than(absent)]) as page:
        with Page(pair.second, links[absent]):
            until(page, online=["imperial", "ottoman"])
            clock.forward(2 * HOUR)
            assert page.ask("replace", seat=absent, level="random")["code"] == "not_absent"
        until(page, online=[other_than(absent)])
        while page.company["absent"].get(absent, 0) < HOUR - 60:
            page.wait(lambda message: message["is"] == "company")
        assert page.ask("replace", seat=absent, level="random")["code"] == "not_absent"  # they have just left
        clock.forward(HOUR + 1)
        assert page.ask("replace", seat=absent, level="random")["is"] == "done"
        page.until(1)  # it plays
        with Page(pair.second, links[absent]) as back:
            until(back, stand_ins={absent: "random"})
            assert back.ask("return")["is"] == "done"
            until(page, stand_ins={})
            rng = random.Random(1)
            back.until(page.update["version"])
            page.until(back.update["version"])
            play_out([page, back], rng, 12)


def test_the_game_is_claimed_from_who_left_the_other_process(pair: Pair, clock: Clock) -> None:
    links = table(pair.first, BUDA)
    absent = asked_of(pair.first, links)
    with Page(pair.first, links[other_than(absent)]) as page:
        with Page(pair.second, links[absent]) as other:
            until(page, online=["imperial", "ottoman"])
            clock.forward(2 * HOUR)
            assert page.ask("claim", seat=absent)["code"] == "not_absent"
            assert other.update["outcome"] is None
        until(page, online=[other_than(absent)])
        assert page.ask("claim", seat=absent)["code"] == "not_absent"
        clock.forward(HOUR + 1)
        assert page.ask("claim", seat=absent)["is"] == "done"
    with Page(pair.second, links[absent]) as back:
        assert back.update["outcome"]["winners"] == [other_than(absent)]


def test_who_has_just_left_is_not_absent_even_if_the_news_of_it_are_late(pair: Pair, clock: Clock) -> None:
    links = table(pair.first, BUDA)
    absent = asked_of(pair.first, links)
    with Page(pair.first, links[other_than(absent)]) as page:
        clock.forward(2 * HOUR)
        pair.execute("UPDATE seats SET seen = :at", at=models.now())  # as the other process does, before it tells
        assert page.ask("claim", seat=absent)["code"] == "not_absent"
        clock.forward(2 * HOUR)
        pair.execute("UPDATE seats SET seen = :at", at=models.now())
        assert page.ask("replace", seat=absent)["code"] == "not_absent"


def test_nobody_is_absent_before_the_other_processes_could_say_who_is_there(
    pair: Pair, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(table: object, what: str) -> None:
        """An answer that takes long."""

    links = table(pair.second, BUDA)
    absent = asked_of(pair.second, links)
    with Page(pair.second, links[absent]):
        assert asked_of(pair.first, links) == absent  # the first process has the table open now, without a page
        clock.forward(2 * HOUR)
        monkeypatch.setattr(services_of(pair.second).tables, "notify", silent)
        with Page(pair.first, links[other_than(absent)]) as page:
            assert page.ask("claim", seat=absent)["code"] == "not_absent"
            assert page.ask("replace", seat=absent)["code"] == "not_absent"


# ---------------------------------------------------------------------- presence


def test_who_came_while_a_process_could_not_hear_is_seen_when_it_can(pair: Pair) -> None:
    links = buda(pair.first)
    with Page(pair.first, links["imperial"]) as one:
        pair.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        with Page(pair.second, links["ottoman"]):
            until(one, pages={"imperial": 1, "ottoman": 1})


def test_who_asks_who_is_there_says_so_too(pair: Pair) -> None:
    """The process that could not hear may be the one that asks: nobody told the others of its pages in time."""
    links = buda(pair.first)
    with Page(pair.first, links["imperial"]) as one:
        (opened,) = services_of(pair.first).tables.open
        asks = News(opened, "ghost", "who", OpenPages([0, 1], 0))
        pair.execute("SELECT pg_notify(:channel, :payload)", channel=CHANNEL, payload=asks.text())
        until(one, pages={"imperial": 1, "ottoman": 1})


def test_what_is_no_news_makes_no_process_deaf(pair: Pair) -> None:
    links = buda(pair.first)
    with Page(pair.first, links["imperial"]) as one:
        for payload in ("", "{", '{"table": "x", "what": "dance"}'):
            pair.execute("SELECT pg_notify(:channel, :payload)", channel=CHANNEL, payload=payload)
        with Page(pair.second, links["ottoman"]):
            until(one, pages={"imperial": 1, "ottoman": 1})


def test_a_device_is_let_in_by_another_process(pair: Pair) -> None:
    links = buda(pair.first)
    with Page(pair.first, links["ottoman"]) as page:
        device = pair.first.post("/api/table/device", headers=bearer(links["ottoman"])).json()
        with Page(pair.second, key_to(pair.second, device)) as other:
            until(page, pages={"imperial": 0, "ottoman": 2})
            assert other.update["scene"] == page.update["scene"]
        spent = pair.first.post("/api/invitation", json={"key": new_token()}, headers=bearer(device["token"]))
        assert spent.json()["code"] == "spent_link"


def test_a_process_that_is_not_heard_of_is_gone_with_its_pages(pair: Pair, clock: Clock) -> None:
    links = table(pair.first, BUDA)
    absent = asked_of(pair.first, links)
    seats = ["imperial", "ottoman"]
    with Page(pair.first, links[other_than(absent)]) as page:
        services = services_of(pair.first)
        seconds = 0.0
        others = OtherProcesses(services.tables, services.people, lambda: seconds)
        (opened,) = services.tables.open
        news = News(opened, "ghost", "presence", OpenPages([int(seat == absent) for seat in seats], 0))
        pair.first.blocking_portal.call(others.heard, news)
        until(page, online=seats)
        clock.forward(2 * HOUR)
        seconds = SILENCE
        pair.first.blocking_portal.call(others.forget_gone)
        assert page.ask("claim", seat=absent)["code"] == "not_absent"
        assert services.tables.open[opened].elsewhere["ghost"].seats == news.pages.seats
        seconds += 0.1
        pair.first.blocking_portal.call(others.forget_gone)
        until(page, online=[other_than(absent)])
        assert page.ask("claim", seat=absent)["code"] == "not_absent"  # the time runs from when they were lost
        clock.forward(HOUR + 1)
        assert page.ask("claim", seat=absent)["is"] == "done"


def test_the_pages_of_a_killed_process_are_closed(database: str) -> None:
    with server(database) as first, server(database) as second:
        tokens = new_table(first)
        one, two = Line(first, tokens[0]), Line(second, tokens[1])
        for online in (["imperial", "ottoman"], ["imperial"]):
            while (said := one.read())["is"] != "company" or said["online"] != online:
                pass
            if len(online) == 2:
                second.kill()
        assert two.update["version"] == 0


# ---------------------------------------------------------------------- dice, and old tables


def answer_to(page: Page, message: str) -> Message:
    return page.wait(lambda answer: answer.get("id") == message)


def test_players_add_to_the_dice_in_two_processes(pair: Pair) -> None:
    links = shared_table(pair.first, SHARED)
    added = {"imperial": new_token(), "ottoman": new_token()}
    with Guest(pair.first, links["imperial"]) as one, Guest(pair.second, links["ottoman"]) as two:
        assert one.welcome["table"]["seed_hash"] == two.welcome["table"]["seed_hash"]
        places = (("imperial", one), ("ottoman", two))
        promises = {seat: promise_of(entropy) for seat, entropy in added.items()}
        for do, field, values in (("promise", "hash", promises), ("dice", "entropy", added)):
            for seat, page in places:  # at the same time
                page.session.send_json({"do": do, "id": f"{do}-{seat}", field: values[seat]})
            for seat, page in places:
                assert answer_to(page, f"{do}-{seat}")["is"] == "done"
        for page in (one, two):
            page.begin()
        assert two.ask("dice", entropy=new_token())["code"] == "added_already"
        play_out([one, two], random.Random(1), 10)
        one.ask("resign")
        until_over(two)
        proofs: list[Message] = [
            client.get("/api/table/dice", headers=bearer(links[seat])).json()
            for client, seat in ((pair.first, "ottoman"), (pair.second, "imperial"))
        ]
        assert proofs[0] == proofs[1] and proofs[0]["entropy"] == added


def test_a_table_that_is_open_in_another_process_is_not_removed(pair: Pair) -> None:
    made = [buda(pair.second) for _ in range(3)]
    with ExitStack() as stack:
        page = stack.enter_context(Page(pair.second, made[0]["imperial"]))
        assert pair.second.get("/api/table", headers=bearer(made[1]["imperial"])).status_code == 200  # not a page
        pair.execute("UPDATE tables SET made = :at", at=now() - timedelta(days=8))
        pair.first.blocking_portal.call(services_of(pair.first).tables.remove_old)
        left = [pair.second.get("/api/table", headers=bearer(links["ottoman"])).status_code for links in made]
        assert left == [200, 401, 401]
        assert page.ask("ping")["is"] == "done"
