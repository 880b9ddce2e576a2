"""What can never be on the table of Buda 1686."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.games.buda_1686.pack import IMPERIAL, OFFICERS, OTTOMAN, SIDES
from sandtable.games.buda_1686.state import GO, State


def invariants(g: State) -> list[str]:
    """One sentence for everything that cannot be on the table."""
    broken = [*_broken_units(g), *_broken_walls(g), *_broken_scale(g), *_broken_cups(g)]
    for side, name in enumerate(SIDES):
        if g.supply(side) < 0:
            broken.append(f"entrenchments.{name}: more than {g.pack.works} are placed (comp.entrench.count)")
    return broken


def _broken_units(g: State) -> list[str]:
    pack = g.pack
    broken: list[str] = []
    for unit, key in enumerate(pack.unit_keys):
        place = g.place[unit]
        if not g.at[place] >> unit & 1 or sum(mask >> unit & 1 for mask in g.at) != 1:
            broken.append(f"units.{key}: it is not in exactly one place")
        if pack.side[unit] == OTTOMAN and place >= pack.walls and place != pack.dead:
            broken.append(f"units.{key}: an Ottoman unit is in a wall zone or dead (map.ottoman.walls_only)")
        if pack.side[unit] == IMPERIAL and place == pack.dead:
            broken.append(f"units.{key}: an imperial unit is lost, not dead (loss.imperial_box)")
        if (g.sick[unit] > 0) != (place == pack.sick) and unit != g.order.unit:  # one that recovers now lies in cell 0
            broken.append(f"units.{key}: 'sick' names a cell exactly for sick units (event.epidemic.unit)")
        if g.wounded >> unit & 1 and place in (pack.lost, pack.reserve, pack.cup, pack.dead):
            broken.append(f"units.{key}: a unit out of play has no wounded side (loss.destroyed_resets)")
    return broken


def _broken_walls(g: State) -> list[str]:
    pack = g.pack
    broken: list[str] = []
    for wall in range(pack.walls):
        key = pack.zone_keys[wall]
        breach = g.at[pack.breach(wall)]
        if g.imperial_at(wall) and g.ottoman_at(wall):
            broken.append(f"{key}: units of both sides are in it (map.wall.one_side)")
        if g.free_capacity(wall) < 0:
            broken.append(f"{key}: more than {pack.capacity[wall]} units are in it (map.wall.capacity)")
        if breach.bit_count() > pack.breaches[wall]:
            broken.append(f"{key}: more units than breaches (map.breach.capacity)")
        if breach and not g.ottoman_at(wall):
            broken.append(f"{key}: units wait in the breaches of an undefended wall (map.possession.auto_capture)")
        if g.work(IMPERIAL, wall) and not (g.imperial_at(wall) or breach):
            broken.append(f"{key}: an imperial entrenchment without units (entrench.lost_without_units)")
        if g.work(OTTOMAN, wall) and not g.ottoman_at(wall):
            broken.append(f"{key}: an Ottoman entrenchment without units (entrench.lost_without_units)")
    return broken


def _broken_scale(g: State) -> list[str]:
    pack = g.pack
    broken: list[str] = []
    limits = {
        "cas": (g.mining, pack.mining_level.lowest, pack.mining_level.highest),
        "tms": (g.ottoman_morale, pack.ottoman_morale_level.lowest, pack.ottoman_morale_level.highest),
        "cms": (g.imperial_morale, pack.imperial_morale_level.lowest, pack.imperial_morale_level.highest),
        "cts": (g.artillery, pack.artillery_level.lowest, pack.artillery_level.highest),
        "turn": (g.turn, 1, pack.turns),
    }
    for name, (value, low, high) in limits.items():
        if not low <= value <= high:
            broken.append(f"{name}: {value} is not between {low} and {high}")
    for officer, unit in enumerate(pack.officers):
        limit = 0 if g.place[unit] == pack.dead else g.value(unit)
        if not 0 <= g.officer[officer] <= limit:
            broken.append(f"officers.{OFFICERS[officer]}: {g.officer[officer]} is not between 0 and {limit}")
    return broken


def _broken_cups(g: State) -> list[str]:
    broken: list[str] = []
    if g.cup[IMPERIAL].bit_count() != g.cup[OTTOMAN].bit_count() and g.phase == GO:
        broken.append("cups: both cups hold equally many counters after the draw (round.draw)")
    for side, name in enumerate(SIDES):
        counter = g.drawn[side]
        if counter != NONE and g.cup[side] >> counter & 1:
            broken.append(f"drawn.{name}: the counter is still in the cup")
    return broken
