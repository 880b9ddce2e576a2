"""What happened lately at a table, for somebody who sits there: the tables that were shown, once more."""

from __future__ import annotations

import asyncio
from typing import Final

from sandtable.server import messages as m
from sandtable.server import views
from sandtable.server.create_table import stand
from sandtable.server.live import begin
from sandtable.server.models import ChoiceRow, TableRow
from sandtable.server.open_table import OpenTable
from sandtable.server.store import Store
from sandtable.server.views import Viewer
from sandtable.server.words import words

MOST: Final = 40
"""How many steps are told at once."""


async def recap(store: Store, table: OpenTable, viewer: Viewer, first: int | None, message: str) -> m.RecapView:
    """Steps of a game under way, with the eyes of the viewer: from `first`, or from before the others' last turn."""
    standing = stand(await store.choices(table.id, 0))
    begins = _since(standing, viewer.seat) if first is None else min(first, len(standing))
    return await asyncio.to_thread(_recap, table.row, standing, begins, viewer, message)


def _since(standing: list[ChoiceRow], seat: int | None) -> int:
    """The step before the last turn of the others: before the own choice that led to it, if there is one.

    Who plays alone is told of the own last choice; a spectator, of the choices that the last seat made in a row.
    """
    total = len(standing)
    last = max((at for at, row in enumerate(standing) if row.seat != seat), default=total)
    if seat is None:
        actor = standing[-1].seat if standing else None
        begins = max((at + 1 for at, row in enumerate(standing) if row.seat != actor), default=0)
    else:
        begins = max((at for at, row in enumerate(standing[:last]) if row.seat == seat), default=0)
    return max(begins, total - MOST + 1)


def _recap(table: TableRow, standing: list[ChoiceRow], first: int, viewer: Viewer, message: str) -> m.RecapView:
    """What was chosen is left out: it may have been chosen in secret. The log tells what everybody may know."""
    live = begin(table)
    say_it = words(table.game, viewer.lang)
    steps: list[m.RecapStep] = []
    told = 0
    for at, row in enumerate([None, *standing[: first + MOST - 1]]):
        if row is not None:
            live.apply(row)
        if at >= first:
            scene = live.match.game.scene(live.match.state, viewer.seat)
            lines = views.lines(live.match.lines(viewer.seat, told), say_it)
            steps.append(m.RecapStep(at, scene, views.status(scene, say_it), lines))
        told = live.lengths[-1]
    return m.RecapView(message, len(standing), steps)
