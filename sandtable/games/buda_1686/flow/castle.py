"""④ Várharc: fighting from wall zone to wall zone inside the castle."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one
from sandtable.engine.sets import bits
from sandtable.games.buda_1686.flow import abdurrahman, officers
from sandtable.games.buda_1686.flow.assault import resolve
from sandtable.games.buda_1686.flow.board import relocate
from sandtable.games.buda_1686.pack import HOLD, IMPERIAL, LAUNCH, OTTOMAN, SIDES
from sandtable.games.buda_1686.state import Order, State

OTTOMAN_ORIGIN: Final = 2
"""Ottoman units that a wall zone needs for an attack out of it (castle.ottoman.origin)."""


def castle_fight(g: State, side: int, wall: int) -> Flow[State]:
    """A fight for an adjacent wall zone, run like an assault without terrain (castle.sequence)."""
    g.order = Order(wall, side)
    yield from name_participants(g)
    if g.log is not None:
        key, rule = ("castle", "castle.both_sides") if g.at[wall] else ("castle_empty", "castle.empty_target")
        g.log.add(key, "side:" + SIDES[side], g.pack.zone_ids[wall], rule=rule)
        for unit in bits(g.order.fighters):
            g.log.add("takes_part", g.pack.unit_ids[unit], rule="castle.participants_choice")
    if g.at[wall]:  # castle.empty_target: against nobody there is no roll
        if side == IMPERIAL:
            yield from abdurrahman.moves_in(g, "assault.abdurrahman.castle_fight")
        yield from officers.boosts(g, side)
        yield from officers.boosts(g, OTTOMAN if side == IMPERIAL else IMPERIAL)
        if side == IMPERIAL:
            yield from resolve(g, 0, g.ottoman_morale, "castle.imperial_compare")  # castle.no_terrain
        else:
            yield from resolve(g, 0, g.imperial_morale, "castle.ottoman_compare")
    yield from enter(g)


# ---------------------------------------------------------------------- participants


def origins(g: State, side: int, wall: int) -> int:
    """The units that may attack a wall zone out of adjacent ones."""
    units = 0
    for near in g.pack.wall_walls[wall]:
        there = g.at[near] & g.pack.of_side[side]
        if side == IMPERIAL or there.bit_count() >= OTTOMAN_ORIGIN:  # castle.ottoman.several
            units |= there
    return units


def origin_rule(g: State, side: int, target: int, units: int) -> str:
    """The rule by which none of these units can attack: they are not next door, or too few are (castle.both_sides)."""
    if side == IMPERIAL:
        return "castle.imperial.origin"
    near = 0
    for wall in g.pack.wall_walls[target]:
        near |= g.at[wall]
    return "castle.ottoman.origin" if near & units else "castle.both_sides"


def name_participants(g: State) -> Flow[State]:
    """The attacker says who takes part, at least one out of an adjacent wall zone (castle.participants_choice)."""
    while True:
        choice = yield Ask(g.order.attacker, "participants", PARTICIPANTS, "castle.participants_choice")
        if choice == LAUNCH:
            return
        g.order.fighters |= 1 << g.pack.unit_of[choice[1]]


def joining(g: State) -> int:
    """The units that may still be named."""
    units = origins(g, g.order.attacker, g.order.target)
    if g.order.attacker == IMPERIAL:
        units |= g.at[g.pack.breach(g.order.target)]  # castle.imperial.join_breaches
    return units & ~g.order.fighters


def join_refusal(g: State, unit: int) -> str | None:
    """The rule that keeps a unit out of the fight."""
    if joining(g) >> unit & 1:
        return None
    if g.pack.side[unit] != g.order.attacker or g.order.fighters >> unit & 1:
        return "castle.participants_choice"
    return origin_rule(g, g.order.attacker, g.order.target, 1 << unit)


def launch_refusal(g: State) -> str | None:
    """The rule against a fight with the participants named so far."""
    if not g.order.fighters:
        return "castle.participants_choice"
    return None if g.order.fighters & origins(g, g.order.attacker, g.order.target) else "castle.imperial.origin"


def participant_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.order.target])
    for unit in bits(joining(g)):
        offer.add(g.pack.join[unit])
    if launch_refusal(g) is None:
        offer.add(LAUNCH)


PARTICIPANTS: Final[Legality[State]] = Legality(
    participant_options, {"join": one(join_refusal), "launch": nothing(launch_refusal)}
)


# ---------------------------------------------------------------------- entering


def enter(g: State) -> Flow[State]:
    """Participants enter an emptied wall zone, after the units from its breaches (castle.win_entry_breaches)."""
    own = g.pack.of_side[g.order.attacker]
    if g.at[g.order.target] & ~own:  # castle.not_won
        return
    while candidates(g) and g.free_capacity(g.order.target) > 0:  # castle.win_entry_capacity
        choice = yield Ask(g.order.attacker, "enter_wall", ENTERING, "castle.win_entry")
        if choice == HOLD:
            return
        unit = g.pack.unit_of[choice[1]]
        if g.log is not None:
            g.log.add("enters_wall", g.pack.unit_ids[unit], g.pack.zone_ids[g.order.target], rule="castle.win_entry")
        relocate(g, unit, g.order.target)


def candidates(g: State) -> int:
    """The surviving participants that are not in the target yet."""
    return g.order.fighters & ~g.at[g.pack.lost] & ~g.at[g.pack.dead] & ~g.at[g.order.target]


def entry_refusal(g: State, unit: int) -> str | None:
    """The rule that keeps a unit from entering the emptied wall zone."""
    return None if candidates(g) >> unit & 1 else "castle.win_entry"


def hold_refusal(g: State) -> str | None:
    """The rule against leaving the emptied wall zone as it is."""
    return None if g.at[g.order.target] else "castle.win_entry_minimum"


def entry_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.order.target])
    for unit in bits(candidates(g)):
        offer.add(g.pack.enter[unit])
    if hold_refusal(g) is None:
        offer.add(HOLD)


ENTERING: Final[Legality[State]] = Legality(entry_options, {"enter": one(entry_refusal), "hold": nothing(hold_refusal)})


# ---------------------------------------------------------------------- what may be attacked


def refusal(g: State, wall: int) -> str | None:
    """The rule against a castle fight for a wall zone by the side whose go it is."""
    if g.at[wall] & g.pack.of_side[g.go]:
        return "castle.target"
    return None if origins(g, g.go, wall) else origin_rule(g, g.go, wall, g.pack.of_side[g.go])


def options(g: State, offer: Offer) -> None:
    for wall in range(g.pack.walls):
        if refusal(g, wall) is None:
            offer.add(g.pack.castle[wall])
