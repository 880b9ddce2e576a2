"""Finished games: their files, their steps, and how they went. A finished game is open to everybody at its table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.engine.state import EVERYBODY, LogLine, State
from sandtable.engine.words import Words
from sandtable.players.findings import Analysis, ReportLine
from sandtable.players.findings import Moment as AnalysedMoment
from sandtable.server import messages as m
from sandtable.server import views
from sandtable.server.analysing import GrowingAnalysis
from sandtable.server.errors import RequestRefused
from sandtable.server.fair_queue import Turn
from sandtable.server.live import CONCEDED, LiveMatch
from sandtable.server.models import ChoiceRow
from sandtable.server.open_table import OpenTable
from sandtable.server.services import Services
from sandtable.server.steps import Moment, Recording, looking_back, recorded, since, whole
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


class WholeReport(Struct):
    """All that was told in a finished game, as a seat may read it."""

    lines: list[m.LogEntry]


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
    done: bool
    """Whether this is all; if not, moments are still missing, and so are the turning points."""


async def finished(services: Services, table: OpenTable) -> LiveMatch:
    """The match, which changes no more; refuses while the game is under way."""
    async with services.tables.live(table) as live:
        if live.match.outcome is None:
            raise RequestRefused("too_early")
        return live


async def replay_text(services: Services, table: OpenTable, client: str) -> str:
    """The replay file of a finished game."""
    await finished(services, table)
    return await services.workers.run(
        Turn(client), recorded, table.row, (await whole(services.store, table.row)).choices
    )


async def steps(
    services: Services, table: OpenTable, client: str, first: int, count: int, seat: int | None, lang: str
) -> Steps:
    """Some steps of a finished game, as a seat saw them."""
    await finished(services, table)
    recording = await since(services.store, table.row, first)
    return await looking_back(
        services.store,
        recording,
        lambda found: services.workers.run(Turn(client), _steps, found, first, count, seat, lang),
    )


def _steps(recording: Recording, first: int, count: int, seat: int | None, lang: str) -> Steps:
    wording = words(recording.table.game, lang)
    return Steps(recording.total, [_step(moment, seat, wording) for moment in recording.moments(first, count)])


def _step(moment: Moment, seat: int | None, wording: Words) -> Step:
    match, row = moment.match, moment.choice
    scene = match.game.scene(match.state, seat)
    who = None if row is None else match.seats[row.seat]
    text = None if row is None or row.choice is None else _said(row, match, wording)
    status, standing = views.status(scene, wording), views.standing(scene, wording)
    return Step(moment.at, who, text, scene, status, standing, views.lines(moment.lines(seat), moment.at, wording))


def _said(row: ChoiceRow, match: Match[State], wording: Words) -> str:
    """What was chosen, or that somebody gave up."""
    assert row.choice is not None
    ended = views.outcome(match, wording.lang) if row.choice[0] in CONCEDED else None
    return wording.choice(tuple(row.choice)) if ended is None else ended.text


async def report(services: Services, table: OpenTable, client: str, seat: int | None, lang: str) -> WholeReport:
    """The whole report of a finished game, as a seat may read it."""
    await finished(services, table)
    recording = await whole(services.store, table.row)
    return await services.workers.run(Turn(client), _report, recording, seat, lang)


def _report(recording: Recording, seat: int | None, lang: str) -> WholeReport:
    wording = words(recording.table.game, lang)
    told: list[m.LogEntry] = []
    for moment in recording.moments(0, recording.total + 1):
        told += views.lines(moment.lines(seat), moment.at, wording)
    return WholeReport(told)


async def analysis(
    services: Services, table: OpenTable, client: str, lang: str, after: int | None = None
) -> AnalysisView:
    """Win estimates and turning points: computed once, even if several clients ask or stop waiting.

    With `after`, what is known beyond so many moments, as soon as there is something; else the whole.
    """
    growing = table.analysis
    if growing is None or growing.failed:
        await finished(services, table)
        choices = (await whole(services.store, table.row)).choices
        services.limiter.count("analyses", client)
        growing = table.analysis = GrowingAnalysis(services.workers, Turn(client, True), table.row, choices)
    wording = words(table.row.game, lang)
    if after is not None:
        await growing.more_than(after)
        if growing.made is None and not growing.failed:
            return _part(growing, after)
    return _analysis(await growing.whole(), wording, after or 0)


def _part(growing: GrowingAnalysis, after: int) -> AnalysisView:
    """What is known while the turning points are not."""
    first = growing.known[0]
    return AnalysisView(first.even, first.start, _moments(growing.moments, after), [], False)


def _moments(made: Sequence[AnalysedMoment], after: int) -> list[MomentView]:
    return [MomentView(at, each.turn, each.seat, each.win) for at, each in enumerate(made, 1) if at > after]


def _analysis(made: Analysis, wording: Words, after: int) -> AnalysisView:
    step = {moment.number: at for at, moment in enumerate(made.moments, 1)}
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
    points.sort(key=lambda point: point.at)
    return AnalysisView(made.even, made.start, _moments(made.moments, after), points, True)


def _lines(told: tuple[ReportLine, ...], wording: Words) -> list[str]:
    return [wording.line(LogLine(line.key, line.args, line.rule, EVERYBODY)) for line in told]
