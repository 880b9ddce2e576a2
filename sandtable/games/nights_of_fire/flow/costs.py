"""What the actions of the Revolutionaries cost."""

from __future__ import annotations

from typing import Final

from sandtable.games.nights_of_fire.cards import COST_BARRICADE, COST_FLEE
from sandtable.games.nights_of_fire.flow import headlines
from sandtable.games.nights_of_fire.state import State

FLEE_COST: Final = 6  # rev.flee.cost
AMBUSH_COST: Final = 3  # rev.ambush.cost
ATTACK_COST: Final = 3  # rev.attack.cost


def flee_cost(g: State, district: int) -> int:
    """6 ops less 1 per insurgent of any kind, but at least 1 (rev.flee.cost, rev.flee.count_all)."""
    return headlines.cost(g, COST_FLEE, max(1, FLEE_COST - g.at[district].bit_count()))


def barricade_cost(g: State, district: int) -> int:
    """1 op more than active Regiments; nothing else counts (rev.barricade.cost, rev.barricade.cost.excludes)."""
    return headlines.cost(g, COST_BARRICADE, 1 + g.active(district).bit_count())


def rubble_cost(g: State, district: int) -> int:
    """1 op per active Regiment, but at least 1 (rev.barricade.rubble_cost)."""
    return headlines.cost(g, COST_BARRICADE, max(1, g.active(district).bit_count()))
