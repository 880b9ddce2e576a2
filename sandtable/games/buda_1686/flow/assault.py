"""③ Roham: the units in the breaches storm the wall. The fight itself is shared with castle fighting."""

from __future__ import annotations

from sandtable.engine.ask import Flow, Offer
from sandtable.engine.sets import bits
from sandtable.engine.state import Log
from sandtable.games.buda_1686.flow import abdurrahman, officers
from sandtable.games.buda_1686.flow.board import roll
from sandtable.games.buda_1686.flow.losses import take_losses
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN, SIDES
from sandtable.games.buda_1686.state import Order, State


def assault(g: State, wall: int) -> Flow[State]:
    """The imperial units in the breaches of a wall zone storm it (assault.sequence)."""
    g.order = Order(wall, IMPERIAL, g.at[g.pack.breach(wall)])  # assault.attackers
    if g.log is not None:
        g.log.add("assault", g.pack.zone_ids[wall], rule="assault.attackers")
    yield from abdurrahman.moves_in(g, "assault.abdurrahman.move")
    yield from officers.boosts(g, IMPERIAL)
    # abdurrahman.boost_not_assault: no boosts in defence
    yield from resolve(g, g.pack.terrain[wall], g.ottoman_morale, "assault.roll")


def resolve(g: State, terrain: int, morale: int, rule: str) -> Flow[State]:
    """One roll against the defenders' morale (assault.one_exchange), and the losses of whoever did worse."""
    defender = OTTOMAN if g.order.attacker == IMPERIAL else IMPERIAL
    modifier = g.strength(g.order.fighters) - g.strength(g.at[g.order.target]) - terrain  # assault.modifier
    if g.log is not None:
        tell_modifier(g, g.log, terrain)
        g.log.need("at_least", morale, rule)
        g.log.need("at_least", 2 * morale, "assault.success_double")
    result = roll(g, "fight") + modifier
    if result >= morale:  # assault.success, assault.success_double
        loser, count = defender, 2 if result >= 2 * morale else 1
    else:  # assault.failure, assault.failure_double
        loser, count = g.order.attacker, 2 if 2 * result <= morale else 1
    if g.log is not None:
        g.log.add("fight", modifier, result, morale, "side:" + SIDES[loser], count, rule=rule)
    yield from take_losses(g, loser, count)


def tell_modifier(g: State, log: Log, terrain: int) -> None:
    """What the modifier of a fight is made of, unit by unit (assault.modifier)."""
    for side, units in ((1, g.order.fighters), (-1, g.at[g.order.target])):
        for unit in bits(units):
            log.term(side * g.value(unit), g.pack.unit_ids[unit], "assault.modifier")
            if g.order.boosted >> unit & 1:
                rule = "abdurrahman.boost" if g.pack.side[unit] == OTTOMAN else "generals.boost"
                log.term(side, g.pack.unit_ids[unit], rule)
    log.term(-terrain, g.pack.zone_ids[g.order.target], "assault.modifier")


# ---------------------------------------------------------------------- what may be assaulted


def refusal(g: State, wall: int) -> str | None:
    """The rule against an assault on a wall zone."""
    pack = g.pack
    if wall == pack.middle:
        return "castle.middle_only_castle"
    return None if g.at[pack.breach(wall)] and g.ottoman_at(wall) else "assault.precondition"


def options(g: State, offer: Offer) -> None:
    for wall in range(g.pack.walls):
        if refusal(g, wall) is None:
            offer.add(g.pack.assault[wall])
