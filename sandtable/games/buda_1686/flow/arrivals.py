"""Units that come to the camps: out of the cup, or recovered from an epidemic."""

from __future__ import annotations

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.sets import NONE
from sandtable.games.buda_1686.flow.board import relocate
from sandtable.games.buda_1686.pack import IMPERIAL
from sandtable.games.buda_1686.state import State


def place_unit(g: State, unit: int, rule: str = "round.draw.unit") -> Flow[State]:
    """A unit out of the cup, or recovered, goes into a starting zone of the imperial player's choice."""
    g.unit = unit
    if g.log is not None:
        g.log.add("returns", g.pack.unit_ids[unit], rule=rule)
    choice = yield Ask(IMPERIAL, "place_unit", place_options, rule)
    zone = g.pack.zone_of[choice[2]]
    relocate(g, unit, zone)
    g.unit = NONE
    if g.log is not None:
        g.log.add("placed", g.pack.unit_ids[unit], g.pack.zone_ids[zone], rule=rule)


def place_options(g: State, offer: Offer) -> None:
    offer.tell(unit=g.pack.unit_ids[g.unit])
    for zone in range(g.pack.walls, g.pack.zones):
        offer.add(g.pack.place[g.unit][zone])
    if offer.explaining:
        sick = g.place[g.unit] == g.pack.sick
        for wall in range(g.pack.walls):
            offer.add(g.pack.place[g.unit][wall], "event.epidemic.recovery" if sick else "round.draw.unit")
