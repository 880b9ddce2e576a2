"""Long games: looking back, playing on and asking an opponent cost no more than in a short one."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.orm import Session

from sandtable import games
from sandtable.engine.match import Match
from sandtable.engine.replay import save
from sandtable.engine.state import EVERYBODY, LogLine
from sandtable.players import make
from sandtable.server import archive, create_table
from sandtable.server import live as live_match
from sandtable.server import recap as recap_of
from sandtable.server.live import Before, LiveMatch, revive
from sandtable.server.live import begin as begin_live
from sandtable.server.models import CheckpointRow, ChoiceRow, TableRow
from sandtable.server.recap import MAX_STEPS
from sandtable.server.thinking import DecisionPoint
from tests.server.pages import (
    SHORT_SEED,
    Client,
    Message,
    Page,
    bearer,
    key_to,
    open_table,
    person,
    play_out,
    serve,
    services_of,
    settings,
)

pytestmark = pytest.mark.slow

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


@pytest.mark.parametrize("damage", ["saved = '{}'", "steps = 20.5", "number = number + 0.5"])
def test_a_milestone_that_cannot_be_read_is_no_loss(client: Client, tmp_path: Path, damage: str) -> None:
    with Page(client, begin(client)) as page:
        play_out([page], random.Random(3), 70)
        told = recap(page)
        with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database, database:
            database.execute(f"UPDATE milestones SET {damage}")
        assert recap(page) == told


# ---------------------------------------------------------------------- opening without the beginning


def row_of(slug: str, options: dict[str, Any]) -> TableRow:
    game = games.load(slug)
    settled = dict(game.settle(options))
    return TableRow("table", slug, game.version, game.pack_hash, settled, "seed of a long game", None, False)


def told_to(live: LiveMatch, seat: int | None) -> list[LogLine]:
    assert live.match.log is not None
    return [line for line in live.match.log.lines if line.readable(seat)]


def texts(lines: list[LogLine]) -> list[tuple[Any, ...]]:
    return [(line.key, line.args, line.rule, line.seats) for line in lines]


@pytest.mark.parametrize(
    ("slug", "options"),
    [("buda_1686", {}), ("nights_of_fire", {"ruleset": "conflict_basic"})],
)
def test_a_match_that_was_opened_again_is_like_one_that_never_left(
    slug: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two run side by side, with undos: one knows all, the other is dropped and opened from checkpoints again."""
    monkeypatch.setattr(live_match, "KEPT_STEPS", 5)
    row, rng, made = row_of(slug, options), random.Random(6), 0
    whole, other = begin_live(row), begin_live(row)
    seats: list[int | None] = [None, *range(len(whole.match.seats))]
    while whole.match.ask is not None and made < 250:
        if rng.random() < 0.3 and live_match.undo_refusal(whole.match, -1) == "":
            choice = None
        else:
            choice = list(rng.choice(whole.match.choices))
        seat = whole.match.ask.seat
        for live in (whole, other):
            live.apply(ChoiceRow("table", live.version, seat, choice, None))
        made += 1
        if rng.random() < 0.1:
            other = revive(row, other.checkpoint("table"))
        assert (other.number, other.steps, other.version) == (whole.number, whole.steps, whole.version)
        assert other.match.choices == whole.match.choices
        for mask in (-1, 1, 2):
            assert live_match.undo_refusal(other.match, mask) == live_match.undo_refusal(whole.match, mask)
        for seat_ in seats:
            kept, everything = told_to(other, seat_), told_to(whole, seat_)
            assert other.readable(seat_, other.lengths[-1]) == len(everything)
            assert texts(everything)[len(everything) - len(kept) :] == texts(kept)
            assert all(other.alike(seat_, each) == whole.alike(seat_, each) for each in seats)
    assert made == 250 and sum(other.dropped.values()) > 100
    assert len(other.match.history) < 60 < len(whole.match.history)
    assert len(other.checkpoint("table").saved) < len(save_text(whole)) / 2


def save_text(live: LiveMatch) -> str:
    return json.dumps(save(live.match, live.origin))


def test_seats_that_read_different_secrets_long_ago_are_not_alike() -> None:
    row = row_of("nights_of_fire", {"ruleset": "conflict_basic"})
    before = Before(0, ends=[0], dropped=[(0b01, 3), (0b10, 3), (EVERYBODY, 5)])
    fresh = begin_live(row)
    live = LiveMatch(fresh.match.shortened(len(told_to(fresh, None))), fresh.origin, 0, before)
    assert live.readable(0, 0) == live.readable(1, 0) == 8 and live.readable(None, 0) == 5
    assert not live.alike(0, 1) and not live.alike(None, 1) and live.alike(0, 0)


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the report only the last ten steps are sent, and an answer has at most thirty."""
    monkeypatch.setattr(live_match, "KEPT_STEPS", 10)
    monkeypatch.setattr(recap_of, "LOG_STEPS", 30)


def leave_memory(client: Client) -> None:
    """The match of the only table leaves memory, as after a while without use."""
    services = services_of(client)
    (table,) = services.tables.open.values()
    with client.portal() as portal:
        portal.call(services.store.save_checkpoint, live_of(client).checkpoint(table.id))
    table.live = None


def all_told(page: Page) -> list[Message]:
    """What a page has of the report, and all before that, asked for part by part."""
    told, after = list(page.log), page.update["log"]["after"]
    while after is not None:
        part = page.ask("log", before=after)
        assert part["is"] == "log" and (part["after"] is None) == (after < 30)
        assert part["after"] is None or part["after"] == after - 30
        told, after = part["lines"] + told, part["after"]
    return told


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("left", [False, True], ids=["in memory", "opened again"])
def test_the_earlier_report_comes_when_asked_for(client: Client, left: bool) -> None:
    links = open_table(client, "buda_1686", {"imperial": person("away"), "ottoman": person("away")}, True)
    with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
        play_out([one, two], random.Random(5), 75)
        assert one.log_start == 0
        if left:
            leave_memory(client)
        for told, key in ((one.log, "imperial"), (two.log, "ottoman"), (one.log, "watch")):
            with Page(client, links[key]) as again:
                assert again.log_start > 0 and len(again.log) < len(told) / 2
                assert again.log_start + len(again.log) == len(told)
                assert all_told(again) == told
                assert again.update["n"] == one.update["n"]
        play_out([one, two], random.Random(6), 5)  # pages that were there go on, with the numbers that they know
        with Page(client, links["imperial"]) as again:
            assert all_told(again) == one.log
            assert again.ask("log", before=10_000)["lines"] == []


@pytest.mark.usefixtures("brief")
def test_opening_a_long_game_costs_no_more_than_a_short_one(client: Client, replayed: list[int]) -> None:
    token, sizes = begin(client), []
    for choices in (40, 120):
        with Page(client, token) as page:
            play_out([page], random.Random(choices), choices)
        leave_memory(client)
        replayed.clear()
        with Page(client, token) as page:
            sizes.append(len(page.update["log"]["lines"]))
        assert len(replayed) <= 2 * IN_A_PASS
        assert live_of(client).match.number <= 2 * IN_A_PASS < live_of(client).number
    assert sizes[1] < 2 * sizes[0]


def test_a_checkpoint_with_the_whole_game_is_read_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they were written before there were milestones."""
    with Page(client, begin(client)) as page:
        play_out([page], random.Random(3), 30)
        live, (table,) = live_of(client), services_of(client).tables.open.values()
        older = {**save(live.match, live.origin), "table": {"version": live.version}}
        row = CheckpointRow(table.id, live.version, json.dumps(older))
        with client.portal() as portal:
            portal.call(services_of(client).store.save_checkpoint, row)
        table.live = None
        monkeypatch.setattr(live_match, "KEPT_STEPS", 10)
        play_out([page], random.Random(4), 15)
        assert live_of(client).steps == 45 and live_of(client).recent()[1] > 30
        with Page(client, page.token) as again:
            told = again.ask("log", before=again.update["log"]["after"])
            assert told["after"] is None and told["lines"] + again.log == page.log


@pytest.mark.usefixtures("brief")
def test_an_exported_game_is_whole(client: Client) -> None:
    with Page(client, begin(client)) as page:
        play_out([page], random.Random(3), 60)
        leave_memory(client)
        (table,) = services_of(client).tables.open.values()
        with Session(services_of(client).store.engine) as session:
            exported = json.loads(archive.export(session, table.row).text)
        assert len(exported["past"]) + len(exported["since"]) == page.update["n"]


def test_nothing_is_told_of_a_game_that_has_not_begun(client: Client) -> None:
    seats = {"imperial": person("away"), "ottoman": person("away")}
    body = {"game": "buda_1686", "seats": seats, "options": {}, "shared": True}
    links = client.post("/api/tables", json=body).json()["links"]
    key = key_to(client, links[0])
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"do": "hello", "protocol": 1, "token": key})
        for do in ("recap", "log"):
            socket.send_json({"do": do, "id": do, **({"before": 5} if do == "log" else {})})
            while (answer := socket.receive_json(timeout=30)).get("id") != do:
                pass
            assert (answer["is"], answer["code"]) == ("refused", "not_begun")


def test_every_line_says_by_which_step_it_was_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the report as it grows, as it is sent anew without its beginning, and in what was told before."""
    monkeypatch.setattr(live_match, "KEPT_STEPS", 30)
    token = begin(client)
    with Page(client, token) as page:
        assert play_out([page], random.Random(3), 70) == 70
        steps = recap(page, first=0)["steps"] + recap(page, first=40)["steps"]
        assert [step["at"] for step in steps] == list(range(71))
        told = [(step["at"], line["text"]) for step in steps for line in step["lines"]]
        assert [(line["at"], line["text"]) for line in page.log] == told
    with Page(client, token) as page:
        after = page.update["log"]["after"]
        assert after is not None
        lines = page.ask("log", before=after)["lines"] + page.log
    assert [(line["at"], line["text"]) for line in lines] == told


def test_what_a_roll_needed_is_told_with_it_and_kept(client: Client) -> None:
    """Also by a report that comes from a checkpoint."""
    token = begin(client)
    with Page(client, token) as page:
        assert play_out([page], random.Random(3), 70) == 70
        told = [(line["text"], line["needs"]) for line in page.log]
    rolls = [needs for text, needs in told if needs]
    assert rolls and all(text.startswith("Roll") for text, needs in told if needs)
    (table,) = services_of(client).tables.open.values()
    live = live_of(client)
    again = revive(table.row, live.checkpoint(table.row.id))
    assert again.match.log is not None and live.match.log is not None
    kept = [(line.key, line.added, [need.number for need in line.needs]) for line in again.match.log.lines]
    assert kept == [
        (line.key, line.added, [need.number for need in line.needs]) for line in live.match.log.lines[-len(kept) :]
    ]
