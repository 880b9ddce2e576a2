"""Control of areas: what happens at once when an area changes hands."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.games.battle_for_europe.flow import conquest, nations
from sandtable.games.battle_for_europe.state import State


def capture(g: State, area: int, nation: int, rule: str = "ctl.capture") -> None:
    """A nation captures an area from an enemy, or takes one that belongs to nobody."""
    before = g.control[area]
    nations.set_control(g, area, nation)
    nations.tell_control(g, area, nation, rule)
    g.captured |= 1 << area
    lose_works(g, area, nation)
    conquest.follow(g, area, before, nation)


def lose_works(g: State, area: int, nation: int) -> None:
    """Fortress, canal and yards do not outlive the capture of their area."""
    pack = g.pack
    if pack.fortresses >> area & 1 and nation != pack.printed[area]:
        g.fortress_lost |= 1 << area  # mod.fortress.once_captured
    if area == pack.kiel and not g.allied_nations[pack.canal_user] >> nation & 1:
        g.canal_closed = True  # map.kiel.closed
    for unit, yard in enumerate(g.yard):
        if yard == area and not g.allied_nations[pack.nation[unit]] >> nation & 1:
            g.yard[unit] = g.due[unit] = NONE  # build.fleet_rebuild.lost


def free_to_enter(g: State, nation: int, area: int) -> bool:
    """Whether an area belongs to nobody since its owner fell (war.neutralised_area)."""
    return bool(g.pack.ground >> area & 1) and g.control[area] == NONE and not g.enemies_in(nation, area)
