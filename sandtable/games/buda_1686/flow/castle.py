"""④ Várharc: fighting from wall zone to wall zone inside the castle."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.sets import bits
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.flow import officers
from sandtable.games.buda_1686.flow.assault import abdurrahman_moves_in, resolve
from sandtable.games.buda_1686.flow.board import relocate
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN, SIDES
from sandtable.games.buda_1686.state import State

LAUNCH: Final[Choice] = ("launch",)
HOLD: Final[Choice] = ("hold",)
OTTOMAN_ORIGIN: Final = 2
"""Ottoman units that a wall zone needs for an attack out of it (castle.ottoman.origin)."""


def castle_fight(g: State, side: int, wall: int) -> Flow[State]:
    """A fight for an adjacent wall zone, run like an assault without terrain (castle.sequence)."""
    g.target = wall
    g.attacker = side
    g.fighters = 0
    yield from name_participants(g)
    if g.log is not None:
        g.log.add("castle", "side:" + SIDES[side], g.pack.zone_ids[wall], rule="castle.both_sides")
    if g.at[wall]:  # castle.empty_target: against nobody there is no roll
        if side == IMPERIAL:
            yield from abdurrahman_moves_in(g)  # assault.abdurrahman.castle_fight
        yield from officers.boosts(g, side)
        yield from officers.boosts(g, OTTOMAN if side == IMPERIAL else IMPERIAL)
        yield from resolve(g, 0, g.tms if side == IMPERIAL else g.cms)  # castle.no_terrain, castle.ottoman_compare
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


def name_participants(g: State) -> Flow[State]:
    """The attacker says who takes part, at least one out of an adjacent wall zone (castle.participants_choice)."""
    while True:
        choice = yield Ask(g.attacker, "participants", participant_options, "castle.participants_choice")
        if choice == LAUNCH:
            return
        g.fighters |= 1 << g.pack.unit_of[choice[1]]


def participant_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.target])
    near = origins(g, g.attacker, g.target)
    units = near
    if g.attacker == IMPERIAL:
        units |= g.at[g.pack.breach(g.target)]  # castle.imperial.join_breaches
    for unit in bits(units & ~g.fighters):
        offer.add(g.pack.join[unit])
    missing = "castle.imperial.origin" if g.fighters else "castle.participants_choice"
    offer.add(LAUNCH, None if g.fighters & near else missing)
    if offer.explaining:
        refusal = "castle.ottoman.origin" if g.attacker == OTTOMAN else "castle.imperial.origin"
        for unit in bits(g.pack.of_side[g.attacker] & ~units):
            offer.add(g.pack.join[unit], refusal)


# ---------------------------------------------------------------------- entering


def enter(g: State) -> Flow[State]:
    """Participants enter an emptied wall zone, after the units from its breaches (castle.win_entry_breaches)."""
    own = g.pack.of_side[g.attacker]
    if g.at[g.target] & ~own:  # castle.not_won
        return
    while candidates(g) and g.room(g.target) > 0:  # castle.win_entry_capacity
        choice = yield Ask(g.attacker, "enter_wall", entry_options, "castle.win_entry")
        if choice == HOLD:
            return
        unit = g.pack.unit_of[choice[1]]
        if g.log is not None:
            g.log.add("enters_wall", g.pack.unit_ids[unit], g.pack.zone_ids[g.target], rule="castle.win_entry")
        relocate(g, unit, g.target)


def candidates(g: State) -> int:
    """The surviving participants that are not in the target yet."""
    return g.fighters & ~g.at[g.pack.lost] & ~g.at[g.pack.dead] & ~g.at[g.target]


def entry_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.target])
    for unit in bits(candidates(g)):
        offer.add(g.pack.enter[unit])
    offer.add(HOLD, None if g.at[g.target] else "castle.win_entry_minimum")


# ---------------------------------------------------------------------- what may be attacked


def options(g: State, offer: Offer, side: int, spent: str | None) -> None:
    pack = g.pack
    for wall in range(pack.walls):
        if g.at[wall] & pack.of_side[side]:
            offer.add(pack.castle[wall], "castle.target")
        elif origins(g, side, wall):
            offer.add(pack.castle[wall], spent)
        else:
            offer.add(pack.castle[wall], "castle.imperial.origin" if side == IMPERIAL else "castle.ottoman.origin")
