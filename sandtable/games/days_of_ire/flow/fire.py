"""Tank fire: before every action in a location with Soviet tanks and without a barricade."""

from __future__ import annotations

from sandtable.engine.ask import Flow
from sandtable.games.days_of_ire.flow import hits, modifiers
from sandtable.games.days_of_ire.state import State


def fire(g: State) -> Flow[State]:
    """One die for each tank; the hits are shared out before the action (tankfire.before_every_action)."""
    location = g.here()
    tanks = g.tanks[location]
    if not tanks or g.barricades >> location & 1 or modifiers.silent(g):  # barricade.stops_fire
        return
    most = modifiers.fire_hits(g, location)
    if g.log is not None:
        g.log.need("at_most", most, "tankfire.hit_123")
    g.dice = [g.chance.d6("fire") for _ in range(tanks)]  # tankfire.dice
    count = sum([face <= most for face in g.dice])  # tankfire.hit_123
    if g.log is not None:
        for face in g.dice:
            g.log.add("roll_fire", face, g.pack.location_ids[location], most, rule="tankfire.dice")
    yield from hits.assign(g, location, count, "hit.assign")
