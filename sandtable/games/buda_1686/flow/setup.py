"""Előkészítés: the table before the first turn."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.game import Options
from sandtable.engine.sets import NONE
from sandtable.games.buda_1686.pack import Pack
from sandtable.games.buda_1686.state import State


def new_siege(pack: Pack, options: Options, chance: Chance) -> State:
    """Units on their marks, markers on the scale, all number counters in the cups."""
    g = State(pack, chance)
    g.either_victory = options["victory"] == "either_victory"  # setup.options
    g.actor_losses = options["losses"] == "actor_losses"
    g.place = list(pack.start)  # setup.units.positions, setup.units.imperial_reserve
    g.at = [0] * pack.places
    for unit, place in enumerate(pack.start):
        g.at[place] |= 1 << unit
    g.sick = [0] * pack.units
    g.officer = [pack.full[unit] for unit in pack.officers]  # setup.scale.officers
    g.works = [0] * (2 * pack.walls)  # setup.entrench.supply
    g.cas, g.tms, g.cms, g.cts = pack.cas_start, pack.tms_start, pack.cms_start, pack.cts_start
    full = (1 << pack.counters) - 1
    g.cup = [full, full]  # setup.cups
    g.drawn = [NONE, NONE]
    return g
