"""Opponents think in processes of their own, and hints come from there."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from sandtable import games
from sandtable.engine.replay import save
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Choice
from sandtable.players import Pace
from sandtable.players.plans import NOTHING_PLANNED, Planned, Step
from sandtable.server import opponents, thinking
from sandtable.server.models import SeatRow
from sandtable.server.open_table import OpenTable
from sandtable.server.thinking import DecisionPoint
from tests.clocks import Clock
from tests.server.pages import Client, Message, Page, open_table, opponent, person, serve, services_of, settings


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for all tests here: starting its processes takes a while."""
    with serve(settings(tmp_path_factory.mktemp("shared"))) as serving:
        yield serving


def against(client: Client, level: str) -> str:
    seats = {"imperial": person(), "ottoman": opponent(level)}
    return open_table(client, "buda_1686", seats)["imperial"]


@pytest.mark.parametrize("level", ["random", "1", "3"])
def test_an_opponent_answers_when_it_is_asked(shared: Client, level: str) -> None:
    with Page(shared, against(shared, level)) as page:
        asked_others = 0
        for _ in range(60):
            if page.mine:
                page.choose()
            else:
                asked_others += 1
                page.until(page.update["version"] + 1)
            if asked_others >= 3:
                return
        raise AssertionError("the opponent was never asked")


def test_a_hint_names_options_and_changes_nothing(shared: Client) -> None:
    with Page(shared, against(shared, "random"), "hu") as page:
        page.session.send_json({"do": "hint", "id": "one"})
        page.session.send_json({"do": "hint", "id": "two"})
        assert page.wait(lambda message: message.get("id") == "two")["code"] == "busy"
        answer = page.wait(lambda message: message.get("id") == "one")
        assert answer["is"] == "hints" and answer["n"] == page.update["n"] and answer["text"]
        assert all(hint["choice"] in page.options and 0 <= hint["win"] <= 1 for hint in answer["hints"])
        assert page.update["version"] == 0


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced_and_its_job_tried_again(shared: Client) -> None:
    with Page(shared, against(shared, "random")) as page:
        page.ask("hint")
        for worker in list(services_of(shared).workers.pool._processes):
            os.kill(worker, signal.SIGKILL)
        assert page.ask("hint")["is"] == "hints"


@pytest.mark.parametrize("mine", ["first", "second"])
def test_a_team_leaves_the_answer_to_the_person_in_it(shared: Client, mine: str) -> None:
    """Asks to both Revolutionaries are answered by the one who is a person, whichever seat that is."""
    seats = {"first": opponent(), "second": opponent(), mine: person()}
    token = open_table(shared, "nights_of_fire", seats, ruleset="konev_basic", revolutionaries=2)[mine]
    with Page(shared, token) as page:
        shared_asks = 0
        for _ in range(60):
            ask = page.update["ask"]
            if ask is None or shared_asks == 2:
                break
            (table,) = [each for each in services_of(shared).tables.open.values() if each.pages]
            assert table.live is not None and table.live.match.ask is not None
            if page.update["version"] == table.live.version and table.live.match.ask.team:
                assert page.mine and not table.is_thinking and ask["seats"] == [mine]
                shared_asks += 1
            if page.mine:
                page.choose()
            else:
                page.until(page.update["version"] + 1)
        assert shared_asks == 2


@pytest.mark.parametrize(
    ("kinds", "answers"),
    [
        (("opponent", "opponent"), 0),
        (("opponent", "here"), None),
        (("here", "opponent"), None),
        (("here", "away"), None),
    ],
)
def test_who_of_a_team_answers(kinds: tuple[str, ...], answers: int | None) -> None:
    game = games.load("nights_of_fire")
    match = start(game, game.modes["konev_basic_2"], Origin("team"))
    assert match.ask is not None and match.ask.team == 0b10
    rows = [SeatRow("t", at, kind, "random" if kind == "opponent" else None, "") for at, kind in enumerate(kinds)]
    people = sum(1 << at for at, kind in enumerate(kinds) if kind != "opponent")
    asked = opponents._asked_opponent(cast("OpenTable", SimpleNamespace(seats=rows, people=people)), match)
    assert (None if asked is None else asked.number) == answers


@pytest.mark.parametrize(("other", "budgets"), [(person(), [2000, 1500, 1000, 500]), (opponent(), [2000] * 4)])
def test_opponents_in_a_row_have_less_and_less_time_while_a_person_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: Message, budgets: list[int]
) -> None:
    given: list[int] = []

    async def choose(work: object, position: DecisionPoint, level: str, budget_ms: int) -> tuple[Choice, Planned]:
        given.append(budget_ms)
        return position.match().choices[0], NOTHING_PLANNED

    monkeypatch.setattr(opponents, "Pace", lambda: Pace(Clock(step=4.0)))
    with serve(settings(tmp_path)) as client:
        monkeypatch.setattr(services_of(client).workers, "_run", choose)
        links = open_table(client, "buda_1686", {"imperial": opponent(), "ottoman": other}, watch=True)
        with Page(client, links["watch"]) as page:
            page.until(4)
    # Of 20 seconds an eighth, but at most two seconds: after 4 and 8 seconds of waiting, and so on.
    assert given[:4] == budgets


def test_what_an_opponent_has_planned_is_there_at_its_next_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[int, Planned]] = []

    async def choose(work: object, position: DecisionPoint, level: str, budget_ms: int) -> tuple[Choice, Planned]:
        given.append((position.seat, position.planned))
        return position.match().choices[0], Planned(len(given), 0.5, (Step(("end", position.seat)),))

    with serve(settings(tmp_path)) as client:
        monkeypatch.setattr(services_of(client).workers, "_run", choose)
        links = open_table(client, "buda_1686", {"imperial": opponent(), "ottoman": opponent()}, watch=True)
        with Page(client, links["watch"]) as page:
            page.until(12)
    last: dict[int, Planned] = {}
    for at, (seat, planned) in enumerate(given[:12]):
        assert planned == last.get(seat, NOTHING_PLANNED)
        last[seat] = Planned(at + 1, 0.5, (Step(("end", seat)),))
    assert len(last) == 2


def test_a_worker_goes_on_with_a_plan_that_it_is_given() -> None:
    """Level 6 with no time to think makes one plan, and follows it (players/plans.py)."""
    game = games.load("battle_for_europe")
    match = start(game, game.modes["sichelschnitt-2"], Origin("seed"), explain=False)

    def position(planned: Planned) -> DecisionPoint:
        saved = msgspec.json.encode(save(match, Origin("seed")))
        return DecisionPoint("battle_for_europe", saved, 0, "seed", planned)

    first, planned = thinking.choose(position(NOTHING_PLANNED), "6", 1)
    match.choose(first)
    turn, _, plan = planned
    assert turn == game.clocks["turn"](match.state) and len(plan) > 5
    second, (same_turn, _, rest) = thinking.choose(position(planned), "6", 1)
    assert (second, same_turn, rest[:1]) == (plan[0].choice, turn, plan[1:2])


def test_opponents_play_on_by_themselves_only_while_somebody_watches(shared: Client) -> None:
    seats = {"imperial": opponent(), "ottoman": opponent()}
    links = open_table(shared, "buda_1686", seats)
    with Page(shared, links["watch"]) as page:
        page.until(10)
    with Page(shared, links["watch"]) as page:
        page.until(page.update["version"] + 5)
        table = services_of(shared).tables.open[page.welcome["table"]["id"]]
        assert table.is_thinking and not table.has_people


@pytest.mark.slow
def test_a_table_comes_back_to_its_opponents_turn_after_a_restart(tmp_path: Path) -> None:
    with serve(settings(tmp_path)) as first:
        token = against(first, "random")
        with Page(first, token) as page:
            while page.mine:
                page.choose()
            version = page.update["version"]
    with serve(settings(tmp_path)) as second, Page(second, token) as page:
        page.until(version + 1)
