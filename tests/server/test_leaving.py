"""Leaving before the end: people resign, and those who stay away are replaced or lose by it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from sandtable.cli.main import main
from sandtable.server import leaving, models
from tests.server.pages import (
    Client,
    Message,
    Page,
    bearer,
    key_to,
    open_table,
    opponent,
    person,
    play_out,
    serve,
    services_of,
    settings,
)
from tests.server.test_failures import Thought

pytestmark = pytest.mark.slow

HOUR = 3600
BUDA = {"imperial": person("away", "Anna"), "ottoman": person("away", "Béla")}
TEAM = {"first": person("away", "Anna"), "second": person("away", "Béla"), "commander": person("away", "Cili")}
CONFLICT: Message = {"ruleset": "conflict_basic", "revolutionaries": 2}


class Clock:
    """The time that the server believes in."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.ahead = timedelta()
        true = models.now
        patch.setattr(models, "now", lambda: true() + self.ahead)

    def forward(self, seconds: float) -> None:
        self.ahead += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def table(
    client: Client, seats: Message, absence: int | None = HOUR, game: str = "buda_1686", **options: object
) -> dict[str, str]:
    """The keys to a table by seat; who stays away counts as absent after so many seconds."""
    body = {"game": game, "seats": seats, "options": options, "absence": absence, "watch": True}
    made = client.post("/api/tables", json=body)
    assert made.status_code == 201, made.text
    return {",".join(link["seats"]) or "watch": key_to(client, link) for link in made.json()["links"]}


@contextmanager
def pages(client: Client, *keys: str) -> Iterator[list[Page]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Page(client, key)) for key in keys]


def until_over(page: Page) -> Message:
    while page.update["outcome"] is None:
        page.wait(lambda message: message["is"] == "update")
    outcome: Message = page.update["outcome"]
    return outcome


def asked_of(client: Client, links: dict[str, str]) -> str:
    """The seat that is asked."""
    asked: list[str] = client.get("/api/table", headers=bearer(next(iter(links.values())))).json()["asked"]
    return asked[0]


def other_than(seat: str) -> str:
    return "ottoman" if seat == "imperial" else "imperial"


# ---------------------------------------------------------------------- resigning


@pytest.mark.parametrize(("seat", "winner"), [("imperial", "ottoman"), ("ottoman", "imperial")])
def test_who_resigns_loses_whoever_is_asked(client: Client, seat: str, winner: str) -> None:
    links = open_table(client, "buda_1686", BUDA)
    with pages(client, links["imperial"], links["ottoman"]) as (one, two):
        play_out([one, two], random.Random(1), 5)
        page, other = (one, two) if seat == "imperial" else (two, one)
        assert page.ask("resign", id="r")["is"] == "done"
        for each in (one, two):
            outcome = until_over(each)
            assert (outcome["winners"], outcome["rule"]) == ([winner], "")
            assert outcome["scores"] == {winner: 1.0, seat: 0.0}
            assert outcome["text"] == f"{seat.capitalize()} resigned."
            assert each.update["ask"] is None and each.update["undo"]["reason"] == "over"
        assert page.ask("resign", id="r")["is"] == "done"  # the same request again, after its answer was lost
        assert page.ask("resign", id="again")["code"] == other.ask("choose", n=5, choice=["pass"])["code"] == "over"
    told = client.get("/api/table", headers=bearer(links["imperial"]), params={"lang": "hu"}).json()
    assert told["outcome"]["text"].endswith(" feladta.")


@pytest.mark.slow
def test_a_resigned_game_is_finished_like_any_other(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = open_table(client, "buda_1686", BUDA)
    with pages(client, links["imperial"], links["ottoman"]) as (one, two):
        play_out([one, two], random.Random(1), 5)
        one.ask("resign")
        until_over(one)
    link = bearer(links["imperial"])
    steps = client.get("/api/table/steps", headers=link).json()
    assert (steps["total"], steps["steps"][-1]["text"]) == (6, "Imperial resigned.")
    file = tmp_path / "game.replay.jsonl"
    file.write_text(client.get("/api/table/replay", headers=link).text, encoding="utf-8")
    assert main(["replay", "--verify", str(file)]) == 0
    assert "finished" in capsys.readouterr().out
    assert main(["replay", "--at", "5", str(file)]) == 0
    assert "Ottoman" in capsys.readouterr().out
    lines = file.read_text(encoding="utf-8").splitlines()
    for wrong in (
        lines[-1].replace('"imperial"', '"ottoman"', 1),
        lines[-1].replace("resigned", "tired"),
        lines[-1] + "\n" + lines[-1],
    ):
        file.write_text("\n".join([*lines[:-1], wrong]), encoding="utf-8")
        assert main(["replay", "--verify", str(file)]) == 1
    services = services_of(client)
    client.blocking_portal.call(services.tables.remove_old)
    assert client.post("/api/table/rematch", headers=link).status_code == 201


@pytest.mark.parametrize("absence", [None, HOUR])
def test_a_rematch_has_the_same_time_for_who_stays_away(client: Client, absence: int | None) -> None:
    links = table(client, BUDA, absence)
    with Page(client, links["imperial"]) as page:
        page.ask("resign")
        until_over(page)
    again = client.post("/api/table/rematch", headers=bearer(links["imperial"])).json()
    with Page(client, again["token"]) as page:
        assert page.welcome["table"]["absence"] == absence


@pytest.mark.slow
def test_a_resignation_outlives_the_server_and_its_checkpoints(tmp_path: Path) -> None:
    given = settings(tmp_path, checkpoint_every=1, idle=0.0)
    with serve(given) as client:
        links = open_table(client, "buda_1686", BUDA)
        with pages(client, links["imperial"], links["ottoman"]) as (one, two):
            play_out([one, two], random.Random(1), 5)
            one.ask("resign")
            until_over(two)
        client.blocking_portal.call(services_of(client).tables.sweep)
        assert client.get("/api/table", headers=bearer(links["ottoman"])).json()["outcome"]["winners"] == ["ottoman"]
    with serve(given) as client, Page(client, links["ottoman"]) as page:
        assert page.update["outcome"]["winners"] == ["ottoman"]


def test_a_team_resigns_when_all_its_people_have(client: Client) -> None:
    links = open_table(client, "nights_of_fire", TEAM, **CONFLICT)
    with pages(client, links["first"], links["second"], links["commander"]) as (first, second, commander):
        assert first.ask("resign")["is"] == "done"
        commander.wait(lambda message: message["is"] == "company" and message["resigned"] == ["first"])
        assert first.ask("return")["is"] == "done"  # while the other plays on, they may think again
        commander.wait(lambda message: message["is"] == "company" and message["resigned"] == [])
        assert second.ask("resign")["is"] == "done"
        commander.wait(lambda message: message["is"] == "company" and message["resigned"] == ["second"])
        assert commander.update["outcome"] is None
        assert first.ask("resign")["is"] == "done"
        assert until_over(commander)["winners"] == ["commander"]


def test_an_opponent_in_the_team_need_not_agree(client: Client) -> None:
    seats = {**TEAM, "second": opponent()}
    links = open_table(client, "nights_of_fire", seats, **CONFLICT)
    with pages(client, links["first"], links["commander"]) as (first, commander):
        assert first.ask("resign")["is"] == "done"
        assert until_over(commander)["winners"] == ["commander"]


def test_who_plays_alone_against_the_game_resigns_too(client: Client) -> None:
    links = open_table(client, "nights_of_fire", {"revolutionary": person()}, ruleset="konev_basic", revolutionaries=1)
    with Page(client, links["revolutionary"]) as page:
        assert page.ask("resign")["is"] == "done"
        outcome = until_over(page)
        assert (outcome["winners"], outcome["drawn"]) == ([], False)


def test_both_seats_at_one_screen_resign_one_by_one(client: Client) -> None:
    links = open_table(client, "buda_1686", {"imperial": person(), "ottoman": person()})
    with Page(client, links["imperial,ottoman"]) as page:
        seat = page.update["seat"]
        assert page.ask("resign")["is"] == "done"
        assert until_over(page)["winners"] == [other_than(seat)]
        while page.company["resigned"] != [seat]:
            page.wait(lambda message: message["is"] == "company")


@pytest.mark.slow
def test_where_more_than_two_sides_play_an_opponent_plays_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "_sides", lambda match: 3)
    monkeypatch.setattr(leaving, "USUAL_LEVEL", "random")
    links = open_table(client, "buda_1686", BUDA)
    with pages(client, links["imperial"], links["ottoman"]) as (one, two):
        page = one if one.mine else two
        before = page.update["version"]
        assert page.ask("resign")["is"] == "done"
        assert page.until(before + 1)["outcome"] is None


def test_where_more_than_two_sides_play_nobody_can_claim_the_game(
    client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "_sides", lambda match: 3)
    links = table(client, BUDA)
    absent = asked_of(client, links)
    with Page(client, links[other_than(absent)]) as page:
        clock.forward(HOUR + 1)
        assert page.ask("claim", seat=absent)["code"] == "not_allowed"  # an opponent may play on instead
        assert page.ask("replace", seat=absent, level="random")["is"] == "done"


def test_a_spectator_cannot_leave_for_others(client: Client) -> None:
    links = table(client, BUDA)
    with Page(client, links["watch"]) as page:
        for do, fields in (
            ("resign", {}),
            ("claim", {"seat": "ottoman"}),
            ("replace", {"seat": "ottoman"}),
            ("return", {}),
        ):
            assert page.ask(do, **fields)["code"] == "watching"


# ---------------------------------------------------------------------- staying away


def test_who_stays_away_longer_than_the_table_waits_loses_the_game(client: Client, clock: Clock) -> None:
    links = table(client, BUDA)
    absent = asked_of(client, links)
    with Page(client, links[other_than(absent)]) as page:
        assert 0 < page.company["absent"][absent] <= HOUR
        clock.forward(HOUR - 30)
        assert page.ask("claim", seat=absent)["code"] == "not_absent"
        clock.forward(31)
        assert page.ask("claim", seat=other_than(absent))["code"] == "not_allowed"
        assert page.ask("claim", seat="nobody")["code"] == "wrong_seat"
        assert page.ask("claim", seat=absent, id="mine")["is"] == "done"
        outcome = until_over(page)
        assert (outcome["winners"], outcome["text"]) == (
            [other_than(absent)],
            f"{absent.capitalize()} stayed away too long.",
        )
        assert page.ask("claim", seat=absent, id="mine")["is"] == "done"


@pytest.mark.slow
def test_an_opponent_takes_over_until_the_person_comes_back(client: Client, clock: Clock) -> None:
    links = table(client, BUDA)
    absent = asked_of(client, links)
    with Page(client, links[other_than(absent)]) as page:
        assert page.ask("replace", seat=absent, level="random")["code"] == "not_absent"
        assert page.ask("replace", seat=other_than(absent))["code"] == "not_allowed"  # the own seat
        clock.forward(HOUR + 1)
        assert page.ask("replace", seat=absent, level="god")["code"] == "bad_seats"
        assert page.ask("replace", seat=absent, level="random")["is"] == "done"
        page.until(1)  # it plays
        page.wait(lambda message: message["is"] == "company" and message["stand_ins"] == {absent: "random"})
        while not page.mine:
            page.wait(lambda message: message["is"] == "update")
        with Page(client, links[absent]) as back:
            assert back.company["stand_ins"] == {absent: "random"}
            assert back.ask("choose", n=back.update["n"], choice=["pass"])["code"] == "stand_in"
            assert back.ask("return")["is"] == "done"
            back.wait(lambda message: message["is"] == "company" and message["stand_ins"] == {})
            rng = random.Random(1)
            while not back.mine:
                page.choose(rng.choice(page.options))
                back.until(page.update["version"])
            assert back.choose()["is"] == "done"


def test_what_a_stand_in_was_thinking_counts_no_more_when_the_person_is_back(
    client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = Thought(client, monkeypatch)
    links = table(client, BUDA)
    absent = asked_of(client, links)
    with Page(client, links[other_than(absent)]) as page:
        clock.forward(HOUR + 1)
        assert page.ask("replace", seat=absent, level="random")["is"] == "done"
        with Page(client, links[absent]) as back:
            assert back.ask("return")["is"] == "done"
            thought.allow()
            (opened,) = services_of(client).tables.open.values()
            while opened.is_thinking:
                assert back.ask("ping")["is"] == "done"
            assert client.get("/api/table", headers=bearer(links[absent])).json()["version"] == 0
            assert back.choose()["is"] == "done"


def test_who_is_there_is_never_absent_and_nobody_is_at_once(client: Client, clock: Clock) -> None:
    links = table(client, BUDA)
    absent = asked_of(client, links)
    with Page(client, links[other_than(absent)]) as page:
        with Page(client, links[absent]):
            clock.forward(2 * HOUR)
            assert page.ask("claim", seat=absent)["code"] == "not_absent"
        page.wait(lambda message: message["is"] == "company" and absent in message["absent"])
        assert page.company["absent"][absent] > HOUR - 60  # it counts from when they left
        assert page.ask("claim", seat=absent)["code"] == "not_absent"
        clock.forward(HOUR + 1)
        assert page.ask("claim", seat=absent)["is"] == "done"


def test_who_is_not_asked_is_not_absent(client: Client, clock: Clock) -> None:
    links = table(client, BUDA)
    asked = asked_of(client, links)
    with Page(client, links[asked]) as page:
        clock.forward(2 * HOUR)
        assert page.ask("claim", seat=other_than(asked))["code"] == "not_absent"
        assert page.ask("replace", seat=other_than(asked))["code"] == "not_absent"


def test_a_choice_starts_the_time_anew(client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    links = table(client, BUDA)
    asked = asked_of(client, links)
    rng = random.Random(1)
    with Page(client, links[asked]) as page:
        clock.forward(2 * HOUR)
        (open_table_,) = services_of(client).tables.open.values()
        while page.mine:
            page.choose(rng.choice(page.options))
        open_table_.changed = models.now()  # the true time is two hours behind
        assert page.ask("claim", seat=other_than(asked))["code"] == "not_absent"
        clock.forward(HOUR + 1)
        assert page.ask("claim", seat=other_than(asked))["is"] == "done"


def test_where_no_time_is_set_the_others_wait(client: Client, clock: Clock) -> None:
    links = table(client, BUDA, None)
    absent = asked_of(client, links)
    with Page(client, links[other_than(absent)]) as page:
        clock.forward(10**7)
        assert page.company["absent"] == {}
        assert page.ask("claim", seat=absent)["code"] == page.ask("replace", seat=absent)["code"] == "not_absent"


def test_after_the_server_was_down_everybody_has_a_minute_to_come_back(tmp_path: Path, clock: Clock) -> None:
    given = settings(tmp_path)
    with serve(given) as client:
        links = table(client, BUDA)
        absent = asked_of(client, links)
    clock.forward(5 * HOUR)
    with serve(given) as client, Page(client, links[other_than(absent)]) as page:
        assert page.ask("claim", seat=absent)["code"] == "not_absent"
        clock.forward(61)
        assert page.ask("claim", seat=absent)["is"] == "done"


@pytest.mark.slow
def test_in_a_team_a_partner_replaces_and_the_other_side_claims(client: Client, clock: Clock) -> None:
    links = table(client, TEAM, HOUR, "nights_of_fire", **CONFLICT)
    rng = random.Random(1)
    with Page(client, links["commander"]) as commander:
        with pages(client, links["first"], links["second"]) as (first, second):
            while first.mine == second.mine:  # until one of the two is asked, and the other is not
                play_out([commander, first, second], rng, 1)
        absent, partner = ("first", "second") if first.mine else ("second", "first")
        commander.wait(lambda message: message["is"] == "company" and message["online"] == ["commander"])
        clock.forward(HOUR + 1)
        with Page(client, links[partner]) as page:
            assert page.ask("claim", seat=absent)["code"] == "not_allowed"  # against the own side
            assert commander.ask("claim", seat=absent)["code"] == "not_absent"  # one of them is there
            version = page.update["version"]
            assert page.ask("replace", seat=absent, level="random")["is"] == "done"
            page.until(version + 1)
            assert page.company["stand_ins"] == {absent: "random"}
        with Page(client, links[absent]) as page:
            assert page.ask("return")["is"] == "done"
        commander.wait(lambda message: message["is"] == "company" and message["online"] == ["commander"])
        while asked_of(client, links) == "commander":
            while not commander.mine:  # what the stand-in chose may still be on its way
                commander.wait(lambda message: message["is"] == "update")
            commander.choose(rng.choice(commander.options))
        clock.forward(HOUR + 1)
        assert commander.ask("claim", seat=asked_of(client, links))["is"] == "done"
        assert until_over(commander)["winners"] == ["commander"]


@pytest.mark.parametrize("absence", [0, 59, -1, 10**8, "long"])
def test_a_time_that_makes_no_sense_is_refused(client: Client, absence: object) -> None:
    body = {"game": "buda_1686", "seats": BUDA, "absence": absence}
    assert client.post("/api/tables", json=body).status_code == 400
