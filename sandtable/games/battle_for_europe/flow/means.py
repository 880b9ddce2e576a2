"""Means: what the units of each nation can reach in phase 1, worked out once for a whole menu."""

from __future__ import annotations

from sandtable.engine.sets import members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import entry, landing, limits, paratroops, reach
from sandtable.games.battle_for_europe.pack import BRITAIN, FLEET, PARATROOP, TANK
from sandtable.games.battle_for_europe.state import (
    ATTACKED,
    ATTACKED_TWICE,
    MOVED,
    PINNED,
    RETREATED,
    USED,
    Known,
    Means,
    State,
)


def known(g: State) -> Known:
    """What is known about this situation, to be asked for by nation."""
    memory = g.rules.memory
    found = memory.known
    if found is None or not found.fits(g):
        found = memory.known = Known(g)
    return found


def menu(g: State) -> list[Choice]:
    """The menu of the phase that was offered last, if nothing has changed since; else an empty one to be filled.

    Whoever calls an order off is asked the same again.
    """
    here = known(g)
    asked = [g.phase, g.acting, g.last_chance, g.german_attack, g.crossed, *g.commander, *g.hpp, *g.opening, *g.spent]
    asked += [*g.attacks, *g.owed, *g.transfers, *g.denied, *g.attacked]
    if here.asked != asked:
        here.asked = asked
        here.menu = []
    return here.menu


def of(g: State, here: Known, nation: int) -> Means:
    """What the units of a nation can reach."""
    found = here.means.get(nation)
    if found is None:
        found = here.means[nation] = look(g, nation)
    return found


def look(g: State, nation: int) -> Means:
    """Look at all units of a nation, one of those that are alike."""
    pack = g.pack
    march = entered = overland = inside = flown = sailed = bases = 0
    cargo: dict[int, int] = {}
    seen: set[tuple[int, int, int, int]] = set()
    spent = limits.spent_in_africa(g)
    crowding = g.rules.special("13.4")
    abroad = ~g.own_side[nation]  # inv.self: one's own coast is attacked from the sea only
    free = entry.open_areas(g, nation) & abroad
    waiting = 0 if g.fallen >> BRITAIN & 1 else 1 << pack.usa_box  # usa.first_to_britain
    for start in members(g.at[nation] & ~waiting):
        for unit in members(g.units_of(nation, start)):
            flags = g.flags[unit]
            like = pack.type[unit], start, flags, g.steps[unit]
            if flags & PINNED or like in seen:
                continue
            seen.add(like)
            if pack.land_units >> unit & 1:
                goals = on_foot(g, unit)
                drops = paratroops.goals(g, unit) if pack.type[unit] == PARATROOP else 0
                marches = entry.may_march(g, unit)
                march |= goals | drops | (1 << start if marches else 0)  # a guest may attack where it is
                full = limits.full(g, unit) if crowding else 0
                entered |= (goals | drops) & free & ~full
                if spent >> unit & 1:
                    continue
                room = (free | reach.hosts(g, nation, start) & abroad) & ~full  # east.ussr_first.leave_supplied
                overland |= (goals | drops) & room
                if marches and (attacks_again(g, unit) or not flags & (ATTACKED | MOVED)):
                    inside |= room & 1 << start
                if landing.embarks(g, unit):
                    cargo[start] = cargo.get(start, ~0) & goals & room
            elif flags & USED or spent >> unit & 1:
                continue  # unit.air.once, unit.fleet.one_action
            elif pack.air_units >> unit & 1:
                flown |= reach.flown(g, nation, start, pack.range[pack.type[unit]]) & abroad
            else:
                sailed |= reach.ports_within(g, nation, start, pack.move[FLEET])
                bases |= 1 << start if pack.type[unit] == FLEET else 0
    return Means(march, entered, overland, inside, flown, sailed, bases, tuple(cargo.items()))


def on_foot(g: State, unit: int) -> int:
    """Where a land unit comes from its area with the points it has left, as a mask (atk.reach)."""
    if not entry.may_march(g, unit):
        return 0
    pack = g.pack
    left = pack.move[pack.type[unit]] - g.steps[unit]
    return reach.land_goals(g, pack.nation[unit], g.place[unit], left) if left > 0 else 0


def attacks_again(g: State, unit: int) -> bool:
    """Whether a unit that won against a group of defenders can attack the next one in the same area."""
    return g.pack.type[unit] == TANK and not g.flags[unit] & (ATTACKED_TWICE | RETREATED)


def landings(g: State, here: Known, nations: tuple[int, ...]) -> int:
    """Where fleets of some nations can land units of these nations that cannot go there by land, as a mask."""
    found = here.landings.get(nations)
    if found is None:
        found = 0
        for nation in nations:
            for other in nations:
                for port, by_land in of(g, here, other).cargo:
                    found |= shipped(g, here, nation, port) & ~by_land
        here.landings[nations] = found
    return found


def shipped(g: State, here: Known, nation: int, port: int) -> int:
    """Where fleets of a nation can bring units from a port, as a mask (unit.fleet.embark_where)."""
    bases = of(g, here, nation).bases
    return reach.brought(g, nation, bases, port) if bases and g.own_side[nation] >> port & 1 else 0
