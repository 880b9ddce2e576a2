"""The last turns of a game under way, step by step, as one viewer saw them."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final

from sandtable.server import messages as m
from sandtable.server import views
from sandtable.server.errors import RequestRefused
from sandtable.server.fair_queue import Turn
from sandtable.server.open_table import OpenTable
from sandtable.server.steps import Recording, looking_back, since
from sandtable.server.store import Store
from sandtable.server.views import Viewer
from sandtable.server.words import words
from sandtable.server.workers import Workers

MAX_STEPS: Final = 40
"""Steps in one answer."""
LOG_STEPS: Final = 200
"""Steps whose lines are in one answer."""
EVERYTHING: Final = 2**31 - 1
"""More steps than any game has."""


async def recap(
    store: Store, workers: Workers, turn: Turn, table: OpenTable, viewer: Viewer, first: int | None, message: str
) -> m.RecapView:
    """Steps of a game under way as the viewer saw them: from `first`, or from before the others' last turn."""
    if not table.row.begun:
        raise RequestRefused("not_begun")

    def look(found: Recording) -> Awaitable[m.RecapView]:
        lately = found.skipped + _since(found, viewer.seat, len(table.names) == 1)
        begins = lately if first is None else min(first, found.total)
        return workers.run(turn, _recap, found, begins, viewer, message)

    recording = await _lately(store, table) if first is None else await since(store, table.row, first)
    return await looking_back(store, recording, look)


async def earlier(
    store: Store, workers: Workers, turn: Turn, table: OpenTable, viewer: Viewer, before: int, message: str
) -> m.LogPart:
    """Lines of the report that were told up to a step, as the viewer may read them."""
    if not table.row.begun:
        raise RequestRefused("not_begun")
    first = max(0, before - LOG_STEPS + 1)
    recording = await since(store, table.row, first)
    return await looking_back(
        store, recording, lambda found: workers.run(turn, _told, found, first, before, viewer, message)
    )


def _told(recording: Recording, first: int, last: int, viewer: Viewer, message: str) -> m.LogPart:
    """What was told by the steps from the first to the last."""
    wording = words(recording.table.game, viewer.lang)
    told: list[m.LogEntry] = []
    for moment in recording.moments(first, last - first + 1):
        told += views.lines(moment.lines(viewer.seat), moment.at, wording)
    return m.LogPart(message, first - 1 if first else None, told)


async def _lately(store: Store, table: OpenTable) -> Recording:
    """The game from a milestone on that lies before all steps that a recap may show."""
    newest = await since(store, table.row, EVERYTHING)
    begins = newest.total - MAX_STEPS + 1
    return newest if newest.skipped < begins else await since(store, table.row, begins)


def _since(recording: Recording, seat: int | None, alone: bool) -> int:
    """The step before the last turn of the others: before the own choice that led to it, if there is one.

    For somebody who plays alone, the own last choice; for a spectator, the choices that the last seat made in a row.
    """
    choices = recording.choices
    total = len(choices)
    # Who is not alone at a table, and of whose choices all since the milestone are, had others before it.
    none = total if alone or recording.start is None else 0
    last = max((at for at, row in enumerate(choices) if row.seat != seat), default=none)
    if seat is None:
        actor = choices[-1].seat if choices else None
        begins = max((at + 1 for at, row in enumerate(choices) if row.seat != actor), default=0)
    else:
        begins = max((at for at, row in enumerate(choices[:last]) if row.seat == seat), default=0)
    return max(begins, total - MAX_STEPS + 1)


def _recap(recording: Recording, first: int, viewer: Viewer, message: str) -> m.RecapView:
    """What was chosen is left out: it may have been chosen in secret. The log tells what everybody may know."""
    wording = words(recording.table.game, viewer.lang)
    steps: list[m.RecapStep] = []
    for moment in recording.moments(first, MAX_STEPS):
        scene = moment.match.game.scene(moment.match.state, viewer.seat)
        lines = views.lines(moment.lines(viewer.seat), moment.at, wording)
        status, standing = views.status(scene, wording), views.standing(scene, wording)
        steps.append(m.RecapStep(moment.at, scene, status, standing, lines))
    return m.RecapView(message, recording.total, steps)
