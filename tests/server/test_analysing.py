"""The analysis of a finished game comes in parts, in order of play, and is tried again if it fails."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.replay import Replay, record
from sandtable.engine.start import Origin, start
from sandtable.players.analysis import Survey, analyse
from sandtable.players.findings import Analysis
from sandtable.server import analysing, thinking
from sandtable.server.analysing import GrowingAnalysis
from sandtable.server.fair_queue import Turn
from sandtable.server.models import ChoiceRow, TableRow
from sandtable.server.workers import Workers
from tests.engine.toy import TOY
from tests.server import loops
from tests.server.pages import bearer, serve, services_of, settings, short_game, think_little


def toy_game() -> Replay:
    origin = Origin("toy")
    match = start(TOY, {}, origin)
    while match.ask is not None:
        match.choose(match.choices[0])
    return record(match, origin)


RECORDED = toy_game()
TEXT = RECORDED.to_lines()
STEPS = sum("auto" not in move for move in RECORDED.moves)
TABLE = TableRow("t", "toy", 1, "", {}, "toy", None, False)
CHOICES = [ChoiceRow("t", number, 0, ["pass"], None) for number in range(STEPS)]
TURN = Turn("somebody", True)
IN_PART = 2


def replay_of(table: TableRow, choices: list[ChoiceRow], hashes: bool) -> str:
    """Of a game that was just replayed from its choices, nobody needs the hashes."""
    assert table == TABLE and choices == CHOICES and not hashes
    return TEXT


class Held(Workers):
    """Workers that do each job when the test says so, in the test's own process."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, range | None]] = []
        self.answers: list[asyncio.Future[None]] = []

    async def run(self, turn: Turn, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        assert turn == TURN
        self.asked.append((work.__name__, args[-1] if isinstance(args[-1], range) else None))
        self.answers.append(asyncio.get_running_loop().create_future())
        await self.answers[-1]
        return work(*args)

    async def let(self, job: int) -> None:
        """Do one of the jobs that were asked for, and let everybody see the result."""
        self.answers[job].set_result(None)
        await settle()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def growing(test: Callable[[GrowingAnalysis, Held], Awaitable[None]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test with an analysis in parts of two steps."""
    monkeypatch.setattr(analysing, "STEPS_IN_PART", IN_PART)
    monkeypatch.setattr("sandtable.games.load", lambda slug: TOY)
    monkeypatch.setattr(analysing, "recorded", replay_of)

    async def run() -> None:
        workers = Held()
        analysis = GrowingAnalysis(workers, TURN, TABLE, CHOICES)
        await settle()
        await workers.let(0)
        try:
            await test(analysis, workers)
        finally:
            analysis.cancel()

    loops.run(run())


def test_all_parts_are_asked_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(analysis: GrowingAnalysis, workers: Held) -> None:
        parts = [("survey_part", range(first, first + IN_PART)) for first in range(1, STEPS + 1, IN_PART)]
        assert workers.asked == [("replay_of", None), *parts]

    growing(test, monkeypatch)


def test_parts_are_known_in_order_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(analysis: GrowingAnalysis, workers: Held) -> None:
        waiting = asyncio.create_task(analysis.more_than(0))
        await workers.let(2)
        assert not analysis.moments and not waiting.done(), "the first part is missing"
        await workers.let(1)
        assert len(analysis.moments) == 2 * IN_PART and waiting.done()
        assert not asyncio.create_task(analysis.more_than(2 * IN_PART)).done()

    growing(test, monkeypatch)


def test_in_the_end_it_is_the_same_as_an_analysis_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "ANALYSIS_ITERATIONS", 5)

    async def test(analysis: GrowingAnalysis, workers: Held) -> None:
        job = 1
        while analysis.made is None:
            await workers.let(job)
            job += 1
        assert workers.asked[-2:] == [("judge_choices", None), ("judge_luck", None)], "both at once"
        await analysis.more_than(10**6)
        assert await analysis.whole() == analyse(TOY, RECORDED, 5)
        assert not analysis.failed

    growing(test, monkeypatch)


def test_who_waits_learns_that_it_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: str, replay: str, steps: range) -> Survey:
        raise ValueError("broken")

    monkeypatch.setattr(thinking, "survey_part", fail)

    async def test(analysis: GrowingAnalysis, workers: Held) -> None:
        waiting = asyncio.create_task(analysis.more_than(0))
        assert not analysis.failed
        await workers.let(1)
        await asyncio.wait_for(waiting, 5)
        assert analysis.failed
        with pytest.raises(ValueError, match="broken"):
            await analysis.whole()

    growing(test, monkeypatch)


@pytest.mark.slow
def test_the_server_gives_what_is_known_and_in_the_end_the_turning_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = threading.Event()
    real = thinking.judge_choices

    def wait(game: str, replay: str, parts: list[Survey]) -> Analysis:
        assert told.wait(60)
        return real(game, replay, parts)

    monkeypatch.setattr(thinking, "judge_choices", wait)
    with serve(settings(tmp_path)) as client:
        think_little(client, monkeypatch)
        links, _, _ = short_game(client, monkeypatch)

        def ask(**query: int) -> dict[str, Any]:
            answer = client.get("/api/table/analysis", params=query, headers=bearer(links["imperial"]))
            assert answer.status_code == 200
            found: dict[str, Any] = answer.json()
            return found

        first = ask(after=0)
        assert not first["done"] and first["moments"][0]["at"] == 1 and first["turning_points"] == []
        (table,) = services_of(client).tables.open.values()
        assert table.analysis is not None and table.analysis.turn.waits  # who asks for it knows that it takes long
        while len(table.analysis.known) < len(table.analysis.parts):
            ask(after=len(table.analysis.moments) - 1)
        told.set()
        whole = ask()
        assert whole["done"] and whole["start"] == first["start"]
        assert [moment["at"] for moment in whole["moments"]] == list(range(1, len(whole["moments"]) + 1))
        known = len(first["moments"])
        rest = ask(after=known)
        assert rest["done"] and first["moments"] + rest["moments"] == whole["moments"]
        assert rest["turning_points"] == whole["turning_points"]
