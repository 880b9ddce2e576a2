"""Finished games: their files, their steps, and how they went. A finished game is open to everybody at its table."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from sandtable.engine.replay import record
from sandtable.engine.scene import Scene
from sandtable.engine.state import EVERYBODY, LogLine
from sandtable.engine.words import Words
from sandtable.players.advice import Analysis, ReportLine
from sandtable.server import messages as m
from sandtable.server import thinking, views
from sandtable.server.errors import RequestRefused
from sandtable.server.fair_queue import Turn
from sandtable.server.live import LiveMatch, origin_of
from sandtable.server.models import ChoiceRow, TableRow
from sandtable.server.open_table import OpenTable
from sandtable.server.services import Services
from sandtable.server.steps import Moment, match_at, moments, without_undone
from sandtable.server.words import words


class Step(Struct):
    """A choice that a player made, and the table after it; step 0 is the beginning."""

    at: int
    seat: str | None
    text: str | None
    scene: Scene
    status: list[m.StatusLine]
    standing: m.Standing
    lines: list[m.LogEntry]


class Steps(Struct):
    """A part of a finished game."""

    total: int
    steps: list[Step]


class MomentView(Struct):
    """How things stood after a step."""

    at: int
    turn: int
    seat: str
    win: dict[str, float]
    """By side, the share of games that it could expect to win, by what it knew."""


class TurningPoint(Struct):
    """A step that cost or brought something: a choice that could have been better, or chance."""

    at: int
    kind: str
    """'blunder' or 'chance'."""
    seat: str
    text: str
    """What was chosen."""
    before: float
    after: float
    """What the seat could expect: of the better choice or before chance answered, and then."""
    better: str | None
    lines: list[str]


class AnalysisView(Struct):
    """How a finished game went."""

    even: float
    """What each side would win if all were equal."""
    start: dict[str, float]
    moments: list[MomentView]
    turning_points: list[TurningPoint]


async def finished(services: Services, table: OpenTable) -> LiveMatch:
    """The match, which changes no more; refuses while the game is under way."""
    async with services.tables.live(table) as live:
        if live.match.outcome is None:
            raise RequestRefused("too_early")
        return live


async def replay_text(services: Services, table: OpenTable, client: str) -> str:
    """The replay file of a finished game."""
    await finished(services, table)
    choices = without_undone(await services.store.choices(table.id, 0))
    return await services.workers.run(Turn(client), _replay, table.row, choices)


def _replay(table: TableRow, choices: list[ChoiceRow]) -> str:
    return record(match_at(table, choices, len(choices)), origin_of(table)).to_lines()


async def steps(
    services: Services, table: OpenTable, client: str, first: int, count: int, seat: int | None, lang: str
) -> Steps:
    """Some steps of a finished game, as a seat saw them."""
    await finished(services, table)
    choices = without_undone(await services.store.choices(table.id, 0))
    return await services.workers.run(Turn(client), _steps, table.row, choices, first, count, seat, lang)


def _steps(table: TableRow, choices: list[ChoiceRow], first: int, count: int, seat: int | None, lang: str) -> Steps:
    wording = words(table.game, lang)
    return Steps(len(choices), [_step(moment, seat, wording) for moment in moments(table, choices, first, count)])


def _step(moment: Moment, seat: int | None, wording: Words) -> Step:
    match, row = moment.match, moment.choice
    scene = match.game.scene(match.state, seat)
    who = None if row is None else match.seats[row.seat]
    text = None if row is None or row.choice is None else wording.choice(tuple(row.choice))
    status, standing = views.status(scene, wording), views.standing(scene, wording)
    return Step(moment.at, who, text, scene, status, standing, views.lines(moment.lines(seat), wording))


async def analysis(services: Services, table: OpenTable, client: str, lang: str) -> AnalysisView:
    """Win estimates and turning points: computed once, even if several clients ask or stop waiting."""
    text = await replay_text(services, table, client)
    under_way = table.analysis
    if under_way is None or under_way.cancelled() or (under_way.done() and under_way.exception() is not None):
        services.limiter.count("analyses", client)
        under_way = asyncio.create_task(
            services.workers.run(Turn(client, True), thinking.analyse_replay, table.row.game, text)
        )
        table.analysis = under_way
    return _analysis(await asyncio.shield(under_way), words(table.row.game, lang))


def _analysis(made: Analysis, wording: Words) -> AnalysisView:
    step = {moment.number: at for at, moment in enumerate(made.moments, 1)}
    moments = [MomentView(step[each.number], each.turn, each.seat, each.win) for each in made.moments]
    points = [
        TurningPoint(
            step[each.number],
            "blunder",
            each.seat,
            wording.choice(each.choice),
            each.better_win,
            each.win,
            wording.choice(each.better),
            _lines(each.lines, wording),
        )
        for each in made.blunders
    ]
    points += [
        TurningPoint(
            step[each.number],
            "chance",
            each.seat,
            wording.choice(each.choice),
            each.expected,
            each.came,
            None,
            _lines(each.lines, wording),
        )
        for each in made.surprises
    ]
    return AnalysisView(made.even, made.start, moments, sorted(points, key=lambda point: point.at))


def _lines(told: tuple[ReportLine, ...], wording: Words) -> list[str]:
    return [wording.line(LogLine(line.key, line.args, line.rule, EVERYBODY)) for line in told]
