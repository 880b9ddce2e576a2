"""Means: what the units of each nation can reach in phase 1, worked out once for a whole menu."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import entry, landing, limits, paratroops, progress, reach
from sandtable.games.battle_for_europe.pack import BRITAIN, FLEET, IN_AIR, ON_LAND, PARATROOP, TANK
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

REMEMBERED: Final = 8
"""How many situations of a match: a few more than come in one line of a search."""


def known(g: State) -> Known:
    """What is known about this situation, to be asked for by nation."""
    lately = g.rules.memory.known
    for at, found in enumerate(lately):
        if found.fits(g):
            if at:
                g.rules.memory.known = [found, *lately[:at], *lately[at + 1 :]]
            return found
    found = Known(g)
    g.rules.memory.known = [found, *lately[: REMEMBERED - 1]]
    return found


def menu(g: State, here: Known) -> list[Choice]:
    """The menu of phase 1 as it was offered in this situation; an empty one to be filled, if it was not.

    Whoever calls an order off is asked the same again, and a menu that others suppose is often that which is offered.
    """
    asked = [g.acting, g.last_chance, g.german_attack, *g.commander, *g.hpp, *g.opening, *g.spent]
    asked += [*g.attacks, *g.owed, *g.denied, *g.attacked]
    if g.lease is not None:
        asked += [g.captured, *g.lease.stacks, *g.lease.arrived]  # para.no_second_attack, sub.convoy, lend.arrive_limit
    return here.menus.setdefault(tuple(asked), [])


def of(g: State, here: Known, nation: int) -> Means:
    """What the units of a nation can reach."""
    found = here.means.get(nation)
    if found is None:
        found = here.means[nation] = look(g, nation)
    return found


def look(g: State, nation: int) -> Means:
    """Look at all units of a nation, one of those that are alike."""
    pack = g.pack
    found = Means()
    own = pack.of_nation[nation]
    spent = limits.spent_in_africa(g)
    abroad = ~g.own_side[nation]  # inv.self: one's own coast is attacked from the sea only
    free = entry.open_areas(g, nation) & abroad
    waiting = 0 if g.fallen >> BRITAIN & 1 else 1 << pack.usa_box  # usa.first_to_britain
    for start in members(g.at[nation] & ~waiting):
        before = NONE
        for unit in members(g.here[start] & own):
            flags = g.flags[unit]
            like = likeness(g, unit)
            if flags & PINNED or like == before:
                continue
            before = like
            domain = pack.domain[pack.type[unit]]
            if domain == ON_LAND:
                on_land(g, unit, found, free, abroad, bool(spent >> unit & 1))
            elif flags & USED or spent >> unit & 1:
                continue  # unit.air.once, unit.fleet.one_action
            elif domain == IN_AIR:
                found.flown |= reach.flown(g, nation, start, progress.range_of(g, nation, pack.type[unit])) & abroad
            else:
                found.sailed |= reach.ports_within(g, nation, start, pack.move[FLEET])
                found.bases |= 1 << start if pack.type[unit] == FLEET else 0
    return found


def likeness(g: State, unit: int) -> int:
    """Flags, steps and type as one number: units of a nation in one place that are alike in these can do the same."""
    return (g.flags[unit] << 8 | g.steps[unit]) << 8 | g.pack.type[unit]


def on_land(g: State, unit: int, found: Means, free: int, abroad: int, spent: bool) -> None:
    """What a land unit adds to the means of its nation: on foot, where it is, and from a port."""
    flags, start = g.flags[unit], g.place[unit]
    marches = entry.may_march(g, unit)
    goals = on_foot(g, unit) if marches else 0
    there = goals | paratroops.goals(g, unit) if g.pack.type[unit] == PARATROOP else goals
    found.march |= there | (1 << start if marches else 0)  # a guest may attack where it is
    full = limits.full(g, unit) if g.rules.special("13.4") else 0
    if full:
        free &= ~full
    entered = there & free
    found.entered |= entered
    if spent:
        return
    found.overland |= entered
    room = free
    if g.soviet_attack != NONE:
        room |= reach.hosts(g, g.pack.nation[unit], start) & abroad & ~full  # east.ussr_first.leave_supplied
        found.overland |= there & room
    if marches and (attacks_again(g, unit) or not flags & (ATTACKED | MOVED)):
        found.inside |= room & 1 << start
    if landing.embarks(g, unit):
        found.cargo[start] = found.cargo.get(start, ~0) & goals & room


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
        all_means = [of(g, here, nation) for nation in nations]
        for at, nation in enumerate(nations):
            if all_means[at].bases:
                for its in all_means:
                    for port, by_land in its.cargo.items():
                        found |= shipped(g, all_means[at], nation, port) & ~by_land
        here.landings[nations] = found
    return found


def aboard(g: State, its: Means, nation: int, carriers: Means) -> int:
    """Where fleets of a nation, with its means, can bring units that embark, as a mask."""
    found = 0
    if carriers.bases:
        for port in its.cargo:
            found |= shipped(g, carriers, nation, port)
    return found


def shipped(g: State, its: Means, nation: int, port: int) -> int:
    """Where fleets of a nation with such means can bring units from a port, as a mask (unit.fleet.embark_where)."""
    found = its.shipped.get(port)
    if found is None:
        bases = its.bases if g.own_side[nation] >> port & 1 else 0
        found = its.shipped[port] = reach.brought(g, nation, bases, port) if bases else 0
    return found
