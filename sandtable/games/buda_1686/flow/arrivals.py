"""Units that come to the camps: out of the cup, or recovered from an epidemic."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, two
from sandtable.engine.sets import NONE
from sandtable.games.buda_1686.flow.board import relocate
from sandtable.games.buda_1686.pack import IMPERIAL
from sandtable.games.buda_1686.state import State


def place_unit(g: State, unit: int, rule: str = "round.draw.unit") -> Flow[State]:
    """A unit out of the cup, or recovered, goes into a starting zone of the imperial player's choice."""
    g.order.unit = unit
    if g.log is not None:
        g.log.add("returns", g.pack.unit_ids[unit], rule=rule)
    choice = yield Ask(IMPERIAL, "place_unit", PLACING, rule)
    zone = g.pack.zone_of[choice[2]]
    relocate(g, unit, zone)
    g.order.unit = NONE
    if g.log is not None:
        g.log.add("placed", g.pack.unit_ids[unit], g.pack.zone_ids[zone], rule=rule)


def place_refusal(g: State, unit: int, zone: int) -> str | None:
    """The rule that keeps a unit out of a zone: only the one that has come is placed, and only in a camp."""
    if unit == g.order.unit and zone >= g.pack.walls:
        return None
    return "event.epidemic.recovery" if g.place[g.order.unit] == g.pack.sick else "round.draw.unit"


def place_options(g: State, offer: Offer) -> None:
    offer.tell(unit=g.pack.unit_ids[g.order.unit])
    for zone in range(g.pack.walls, g.pack.zones):
        offer.add(g.pack.place[g.order.unit][zone])


PLACING: Final[Legality[State]] = Legality(place_options, {"place": two(place_refusal)})
