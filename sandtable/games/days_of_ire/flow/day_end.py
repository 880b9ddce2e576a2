"""The end of the day: continuing cards go, markers are reset, the day marker moves on."""

from __future__ import annotations

from sandtable.games.days_of_ire.cards import MODS
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.pack import DAYS
from sandtable.games.days_of_ire.state import PENALTIES, RECALL, State


def day_end(g: State) -> None:
    """After the ÁVH phase (day.phases, dayend.continuing_off, dayend.reset)."""
    units.discard_headlines(g, g.continuing)
    g.continuing = 0
    g.event_discard |= g.continuing_events
    g.continuing_events = 0
    g.day_mods = [0] * len(MODS)
    g.stepped = 0
    g.actions = [0] * g.rules.revolutionaries
    g.dice = []
    if g.day == DAYS:
        g.phase = PENALTIES  # end.day7
        return
    g.day += 1  # dayend.marker
    g.phase = RECALL
    if g.log is not None:
        g.log.add("day", g.day, f"date:{g.day}", rule="dayend.marker")
