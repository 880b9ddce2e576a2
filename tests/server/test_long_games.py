"""Long games: looking back, playing on and asking an opponent cost no more than in a short one."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.match import Match
from sandtable.engine.replay import save
from sandtable.players import make
from sandtable.server import create_table
from sandtable.server.live import LiveMatch
from sandtable.server.recap import MAX_STEPS
from sandtable.server.thinking import DecisionPoint
from tests.server.pages import (
    SHORT_SEED,
    Client,
    Message,
    Page,
    bearer,
    open_table,
    person,
    play_out,
    serve,
    services_of,
    settings,
)

EVERY = 20
"""Choices from milestone to milestone in these tests."""
IN_A_PASS = 12
"""More choices than an order of Buda takes: a milestone is the position before the order, and the choices since."""


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setattr(create_table, "random_seed", lambda: SHORT_SEED)
    with serve(settings(tmp_path, checkpoint_every=EVERY)) as serving:
        monkeypatch.setattr(services_of(serving).workers, "_run", asyncio.to_thread)
        yield serving


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with every choice that a match makes, and with those that it makes again when it begins."""
    made: list[int] = []
    choose, resume = Match.choose, Match._resume

    def counted(match: Match[Any], *given: Any, **named: Any) -> None:
        made.append(1)
        choose(match, *given, **named)

    def resumed(match: Match[Any], since: list[Any]) -> None:
        made.extend(1 for _ in since)
        resume(match, since)

    monkeypatch.setattr(Match, "choose", counted)
    monkeypatch.setattr(Match, "_resume", resumed)
    return made


def begin(client: Client) -> str:
    seats = {"imperial": person(), "ottoman": person()}
    return open_table(client, "buda_1686", seats, victory="either_victory")["imperial,ottoman"]


def forget_milestones(folder: Path) -> int:
    """As if there had never been any; gives how many there were."""
    with closing(sqlite3.connect(folder / "games.sqlite")) as database, database:
        return database.execute("DELETE FROM milestones").rowcount


def live_of(client: Client) -> LiveMatch:
    (table,) = services_of(client).tables.open.values()
    assert table.live is not None
    return table.live


def recap(page: Page, **fields: Any) -> Message:
    told = page.ask("recap", **fields)
    return {"total": told["total"], "steps": told["steps"]}


def test_the_last_turn_again_costs_no_more_late_than_early(client: Client, tmp_path: Path, replayed: list[int]) -> None:
    with Page(client, begin(client)) as page:
        rng = random.Random(3)
        for choices in (70, 120):
            assert play_out([page], rng, choices) == choices
            replayed.clear()
            told = recap(page)
            assert len(replayed) <= EVERY + MAX_STEPS + IN_A_PASS
        assert told["total"] == 190
        earlier = recap(page, first=50)
        assert forget_milestones(tmp_path) == 190 // EVERY
        replayed.clear()
        assert recap(page) == told and len(replayed) >= 150  # the same, but from the beginning
        assert recap(page, first=50) == earlier


def test_steps_and_playing_on_cost_no_more_late_than_early(client: Client, tmp_path: Path, replayed: list[int]) -> None:
    token = begin(client)
    with Page(client, token) as page:
        total = play_out([page], random.Random(3))
    assert total > 200
    seats = {"imperial": person(), "ottoman": person()}

    def looked_at(first: int) -> Any:
        return client.get(f"/api/table/steps?first={first}&count=5", headers=bearer(token)).json()

    def played_on(at: int) -> Any:
        made = client.post("/api/table/fork", json={"at": at, "seats": seats}, headers=bearer(token))
        with Page(client, made.json()["links"][0]["token"]) as forked:
            return forked.update["scene"]

    begun = {}
    for at in (0, 1, EVERY, EVERY + 1, 60, total - 1, total):
        replayed.clear()
        begun[at] = looked_at(at)
        assert len(replayed) <= EVERY + IN_A_PASS + 5
        assert [step["at"] for step in begun[at]["steps"]] == list(range(at, min(at + 5, total + 1)))
        assert begun[at]["total"] == total
    replayed.clear()
    scenes = {at: played_on(at) for at in (60, 200)}
    assert len(replayed) <= 2 * (EVERY + 2 * IN_A_PASS)
    forget_milestones(tmp_path)
    assert {at: looked_at(at) for at in begun} == begun
    assert {at: played_on(at) for at in scenes} == scenes
    replayed.clear()
    looked_at(total)
    assert len(replayed) >= total


def test_what_an_opponent_is_sent_does_not_grow_with_the_game(client: Client) -> None:
    with Page(client, begin(client)) as page:
        rng, sizes = random.Random(3), []
        for choices in (20, 170):
            play_out([page], rng, choices)
            live = live_of(client)
            assert live.match.ask is not None
            seat, sent = live.match.ask.seat, live.for_thinking()
            sizes.append(len(sent))
            match = DecisionPoint("buda_1686", sent, seat, "seed").match()
            assert match.number <= IN_A_PASS and match.choices == live.match.choices
            for level in ("greedy", "2"):
                chosen = make(level, "seed").choose(match, seat)
                assert chosen == make(level, "seed").choose(live.match.fork(keep=True), seat)
        assert sizes[1] < 1.5 * sizes[0]
        assert len(str(save(live.match, live.origin))) > 5 * sizes[1]


@pytest.mark.parametrize("again", [1, 3])
def test_a_milestone_from_which_choices_were_taken_back_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: int
) -> None:
    """With one after every choice: what was taken back was in some of them."""
    monkeypatch.setattr(create_table, "random_seed", lambda: SHORT_SEED)
    with serve(settings(tmp_path, checkpoint_every=1)) as client, Page(client, begin(client)) as page:
        monkeypatch.setattr(services_of(client).workers, "_run", asyncio.to_thread)
        rng, undone = random.Random(4), 0
        while undone < again:
            play_out([page], rng, 1)
            while page.update["undo"]["possible"] and undone < again:
                done = page.ask("undo", n=page.update["n"])
                page.until(done["version"])
                undone += 1
        play_out([page], rng, 2)
        told = recap(page)
        assert forget_milestones(tmp_path) > 2
        assert recap(page) == told


def test_a_milestone_that_cannot_be_read_is_no_loss(client: Client, tmp_path: Path) -> None:
    with Page(client, begin(client)) as page:
        play_out([page], random.Random(3), 70)
        told = recap(page)
        with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database, database:
            database.execute("UPDATE milestones SET saved = '{}'")
        assert recap(page) == told
