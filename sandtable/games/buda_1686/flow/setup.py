"""Előkészítés: the table before the first turn."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.game import Options
from sandtable.engine.sets import NONE
from sandtable.games.buda_1686.pack import Pack
from sandtable.games.buda_1686.state import Rules, State


def new_siege(pack: Pack, options: Options, chance: Chance) -> State:
    """Units on their marks, markers on the scale, all number counters in the cups."""
    rules = Rules(options["victory"] == "either_victory", options["losses"] == "actor_losses")  # setup.options
    g = State(chance, pack, rules)
    g.place = list(pack.start)  # setup.units.positions, setup.units.imperial_reserve
    g.at = [0] * pack.places
    for unit, place in enumerate(pack.start):
        g.at[place] |= 1 << unit
    g.sick = [0] * pack.units
    g.officer = [pack.full[unit] for unit in pack.officers]  # setup.scale.officers
    g.works = [0] * (2 * pack.walls)  # setup.entrench.supply
    g.mining = pack.mining_level.start
    g.ottoman_morale = pack.ottoman_morale_level.start
    g.imperial_morale = pack.imperial_morale_level.start
    g.artillery = pack.artillery_level.start
    full = (1 << pack.counters) - 1
    g.cup = [full, full]  # setup.cups
    g.drawn = [NONE, NONE]
    return g
