"""③ Roham: the units in the breaches storm the wall. The fight itself is shared with castle fighting."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.flow import officers
from sandtable.games.buda_1686.flow.board import relocate, roll
from sandtable.games.buda_1686.flow.losses import take_losses
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN
from sandtable.games.buda_1686.state import State

RUSH: Final[Choice] = ("rush",)
STAY: Final[Choice] = ("stay",)


def assault(g: State, wall: int) -> Flow[State]:
    """The imperial units in the breaches of a wall zone storm it (assault.sequence)."""
    g.target = wall
    g.attacker = IMPERIAL
    g.fighters = g.at[g.pack.breach(wall)]  # assault.attackers
    if g.log is not None:
        g.log.add("assault", g.pack.zone_ids[wall], rule="assault.attackers")
    yield from abdurrahman_moves_in(g)
    yield from officers.boosts(g, IMPERIAL)
    yield from resolve(g, g.pack.terrain[wall], g.tms)  # abdurrahman.boost_not_assault: no boosts in defence


def resolve(g: State, terrain: int, morale: int) -> Flow[State]:
    """One roll against the defenders' morale (assault.one_exchange), and the losses of whoever did worse."""
    defender = OTTOMAN if g.attacker == IMPERIAL else IMPERIAL
    modifier = g.strength(g.fighters) - g.strength(g.at[g.target]) - terrain  # assault.modifier
    result = roll(g, "fight") + modifier
    if g.log is not None:
        g.log.add("fight", modifier, result, morale, rule="assault.roll")
    if result >= morale:  # assault.success, assault.success_double
        yield from take_losses(g, defender, 2 if result >= 2 * morale else 1)
    else:  # assault.failure, assault.failure_double
        yield from take_losses(g, g.attacker, 2 if 2 * result <= morale else 1)


# ---------------------------------------------------------------------- Abdurrahman


def abdurrahman_moves_in(g: State) -> Flow[State]:
    """Before the roll Abdurrahman may hurry to the attacked wall zone, once per round."""
    if may_rush(g):
        choice = yield Ask(OTTOMAN, "rush", rush_options, "assault.abdurrahman.move")
        if choice == RUSH:
            rush(g)


def may_rush(g: State) -> bool:
    pack = g.pack
    place = g.place[pack.abdurrahman]
    if g.rushed or place >= pack.walls or place == g.target:  # assault.abdurrahman.once
        return False
    return g.room(g.target) > 0  # assault.abdurrahman.capacity


def rush(g: State) -> None:
    """From next door he always arrives, from farther away only with luck (assault.abdurrahman.far)."""
    pack = g.pack
    g.rushed = True
    near = g.place[pack.abdurrahman] in pack.wall_walls[g.target]  # assault.abdurrahman.adjacent
    if near or roll(g, "rush") > g.tms:
        if g.log is not None:
            g.log.add("rushes", pack.zone_ids[g.target], rule="assault.abdurrahman.counts")
        relocate(g, pack.abdurrahman, g.target)  # assault.abdurrahman.vacate
    elif g.log is not None:
        g.log.add("rush_fails", pack.zone_ids[g.target], rule="assault.abdurrahman.far")


def rush_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.target])
    offer.add(RUSH)
    offer.add(STAY)


# ---------------------------------------------------------------------- what may be assaulted


def options(g: State, offer: Offer, spent: str | None) -> None:
    pack = g.pack
    for wall in range(pack.walls):
        if g.at[pack.zones + wall] and g.ottoman_at(wall):
            offer.add(pack.assault[wall], spent)
        elif offer.explaining:
            middle = wall == pack.middle
            offer.add(pack.assault[wall], "castle.middle_only_castle" if middle else "assault.precondition")
