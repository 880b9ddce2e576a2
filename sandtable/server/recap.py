"""The last turns of a game under way, step by step, as one viewer saw them."""

from __future__ import annotations

from typing import Final

from sandtable.server import messages as m
from sandtable.server import views
from sandtable.server.fair_queue import Turn
from sandtable.server.models import ChoiceRow, TableRow
from sandtable.server.open_table import OpenTable
from sandtable.server.steps import moments, without_undone
from sandtable.server.store import Store
from sandtable.server.views import Viewer
from sandtable.server.words import words
from sandtable.server.workers import Workers

MAX_STEPS: Final = 40
"""Steps in one answer."""


async def recap(
    store: Store, workers: Workers, turn: Turn, table: OpenTable, viewer: Viewer, first: int | None, message: str
) -> m.RecapView:
    """Steps of a game under way as the viewer saw them: from `first`, or from before the others' last turn."""
    choices = without_undone(await store.choices(table.id, 0))
    begins = _since(choices, viewer.seat) if first is None else min(first, len(choices))
    return await workers.run(turn, _recap, table.row, choices, begins, viewer, message)


def _since(choices: list[ChoiceRow], seat: int | None) -> int:
    """The step before the last turn of the others: before the own choice that led to it, if there is one.

    For somebody who plays alone, the own last choice; for a spectator, the choices that the last seat made in a row.
    """
    total = len(choices)
    last = max((at for at, row in enumerate(choices) if row.seat != seat), default=total)
    if seat is None:
        actor = choices[-1].seat if choices else None
        begins = max((at + 1 for at, row in enumerate(choices) if row.seat != actor), default=0)
    else:
        begins = max((at for at, row in enumerate(choices[:last]) if row.seat == seat), default=0)
    return max(begins, total - MAX_STEPS + 1)


def _recap(table: TableRow, choices: list[ChoiceRow], first: int, viewer: Viewer, message: str) -> m.RecapView:
    """What was chosen is left out: it may have been chosen in secret. The log tells what everybody may know."""
    wording = words(table.game, viewer.lang)
    steps: list[m.RecapStep] = []
    for moment in moments(table, choices, first, MAX_STEPS):
        scene = moment.match.game.scene(moment.match.state, viewer.seat)
        lines = views.lines(moment.lines(viewer.seat), wording)
        status, standing = views.status(scene, wording), views.standing(scene, wording)
        steps.append(m.RecapStep(moment.at, scene, status, standing, lines))
    return m.RecapView(message, len(choices), steps)
