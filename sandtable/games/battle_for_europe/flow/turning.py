"""Turning: units leave a chain of interventions, lost, gone home, or turned back with the whole move."""

from __future__ import annotations

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import cooperation, limits, units
from sandtable.games.battle_for_europe.parts import INVADE
from sandtable.games.battle_for_europe.state import ATTACKED, ATTACKED_TWICE, CARRIED, DROPPED, LONE, MOVED, State


def aboard(g: State, place: int) -> tuple[list[int], list[int]]:
    """The fleets of the move that come to a place with units aboard, and these; before the port they are empty."""
    chain = g.chain_now()
    return _carried(g, [path[: last(path, place)] if place in path else None for path in chain.paths[: chain.legs]])


def at_sea(g: State, place: int) -> tuple[list[int], list[int]]:
    """All fleets of the move with units aboard when some of it is met at a place, and these.

    Those that are elsewhere have come as far on their ways (int.sea.several_places).
    """
    chain = g.chain_now()
    ways = chain.paths[: chain.legs]
    far = min([last(path, place) for leg, path in enumerate(ways) if chain.naval >> leg & 1 and place in path])
    return _carried(g, [path[: last(path, place) if place in path else far] for path in ways])


def _carried(g: State, been: list[list[int] | None]) -> tuple[list[int], list[int]]:
    """The fleets with units aboard, by where each group of the move has been; None leaves a group out."""
    chain, order = g.chain_now(), g.order_now()
    carriers: list[int] = []
    cargo: list[int] = []
    for carrier, unit in zip(order.carriers, order.cargo, strict=True):
        for leg, areas in enumerate(been):
            if areas is None or not chain.units[leg] >> carrier & 1:
                continue
            if chain.ports[leg] == NONE or chain.ports[leg] in areas:
                carriers.append(carrier)
                cargo.append(unit)
    return carriers, cargo


def last(path: list[int], place: int) -> int:
    """Ships that enter an area twice are met there when they come out of the port where they load (int.path.once)."""
    return len(path) - 1 - path[::-1].index(place)


def forget_lost(g: State) -> None:
    """Units that were lost are no part of the chain or of the order any more; what a lost fleet was to load stays."""
    chain, order = g.chain_now(), g.order_now()
    gone = 0
    for group, left in enumerate(chain.units):
        for unit in members(left):
            if g.place[unit] == NONE:
                gone |= 1 << unit
        chain.units[group] = left & ~gone
    for unit in members(order.force):
        if g.place[unit] == NONE:
            gone |= 1 << unit
    drop(g, gone)


def drop(g: State, gone: int) -> None:
    """Units take no part in the order any more, nor does what they were to carry."""
    order = g.order_now()
    order.force &= ~gone
    pairs = [
        (carrier, unit)
        for carrier, unit in zip(order.carriers, order.cargo, strict=True)
        if not (gone >> carrier & 1 or gone >> unit & 1)
    ]
    for carrier, unit in zip(order.carriers, order.cargo, strict=True):
        if (carrier, unit) not in pairs:
            order.force &= ~(1 << unit)
    order.carriers, order.cargo = [carrier for carrier, _ in pairs], [unit for _, unit in pairs]


def release(g: State, leaving: int) -> None:
    """Units go home; those of the move are used, since their action is over (int.air.breakoff)."""
    chain, order = g.chain_now(), g.order_now()
    for group, left in enumerate(chain.units):
        chain.units[group] = left & ~leaving
    tell_home(g, leaving)
    for unit in members(leaving & order.force):
        end_action(g, unit)
    drop(g, leaving & order.force)


def end_action(g: State, unit: int) -> None:
    """A unit of the move has turned back: it does nothing more this turn."""
    pack = g.pack
    if pack.land_units >> unit & 1:
        g.flags[unit] = g.flags[unit] & ~(DROPPED | LONE) | MOVED | ATTACKED | ATTACKED_TWICE
        g.steps[unit] = pack.move[pack.type[unit]]
        return
    units.use(g, unit)
    g.flags[unit] |= ATTACKED


def turn_back(g: State, rule: str) -> None:
    """The ships of the move return to base with all they carry; with an invasion, so do its aircraft."""
    chain, order, pack = g.chain_now(), g.order_now(), g.pack
    for carrier, unit in zip(*at_sea(g, chain.place), strict=True):
        base = g.place[carrier]
        apart = cooperation.out_of_bounds(g, pack.nation[unit]) >> base & 1
        room = limits.crowded(g, unit, base) is None and not apart  # inv.failed_unlanded.malta, .apart
        if g.place[unit] != base and room:
            units.move_unit(g, unit, base)  # inv.failed_unlanded: with the fleet to its base
        end_action(g, unit)
        g.flags[unit] |= CARRIED
    if g.log is not None:
        g.log.add("turned_back", pack.nation_ids[order.power], pack.area_ids[order.target], rule=rule)
    leaving = 0
    for leg in range(chain.legs):
        if chain.naval >> leg & 1 or order.kind == INVADE:
            leaving |= chain.units[leg]
    release(g, leaving)


def tell_home(g: State, leaving: int) -> None:
    """One line for the units of a kind that go home to a base."""
    if g.log is None:
        return
    pack = g.pack
    homes: dict[tuple[int, int], int] = {}
    for unit in members(leaving):
        if g.place[unit] != NONE:
            pair = pack.kind[unit], g.place[unit]
            homes[pair] = homes.get(pair, 0) + 1
    for (kind, base), count in sorted(homes.items()):
        g.log.add("battle_home", count, pack.kind_ids[kind], pack.area_ids[base], rule="int.sea.helpers_home")
