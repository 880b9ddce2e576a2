"""Control of areas: what happens at once when an area changes hands."""

from __future__ import annotations

from sandtable.games.battle_for_europe.flow import conquest, nations
from sandtable.games.battle_for_europe.state import State


def capture(g: State, area: int, nation: int, rule: str = "ctl.capture") -> None:
    """A nation captures an area from an enemy, or takes one that belongs to nobody."""
    before = g.control[area]
    nations.set_control(g, area, nation)
    nations.tell_control(g, area, nation, rule)
    g.captured |= 1 << area
    conquest.follow(g, area, before, nation)
