"""What opponents expect of a move that can be met on its way (12.2): a battle in which all fight who were declared."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.estimate import chance
from sandtable.games.battle_for_europe.flow import cooperation, interceptors, intervention, rolls
from sandtable.games.battle_for_europe.pack import SUBMARINE
from sandtable.games.battle_for_europe.parts import LAND_BATTLE, STRIKE, Battle
from sandtable.games.battle_for_europe.state import State

EVEN: Final = 0.5
"""How likely an intervention must succeed to be as good as none."""
KEENNESS: Final = 4.0
"""How much more likely a good one is tried."""


def coming(g: State) -> Battle | None:
    """The battle that the move in progress leads to, with everybody who has been declared for and against it.

    None for a move that nobody has met and that ends in no battle.
    """
    chain, order, pack = g.chain_now(), g.order_now(), g.pack
    ours = theirs = 0
    place = order.target
    for group in range(chain.legs, len(chain.units)):
        if interceptors.other_side(chain.steps[group]):
            theirs |= chain.units[group]
        else:
            ours |= chain.units[group]
        place = chain.paths[group][0]
    if order.kind not in interceptors.BATTLES:
        if not theirs or not order.force:
            return None
        return Battle(
            STRIKE, place, order.power, cooperation.leader(g, theirs), attackers=order.force | ours, defenders=theirs
        )
    if not order.force:
        return None
    defenders = cooperation.defenders(g, order.kind, order.power, order.target, order.group, order.force) | theirs
    found = Battle(
        order.kind, order.target, order.power, order.group, attackers=order.force | ours, defenders=defenders
    )
    found.carriers, found.cargo, found.sailing = [*order.carriers], [*order.cargo], bool(order.cargo)
    ways = [
        rolls.LANDING if unit in order.cargo else rolls.best_way(g, unit, order.target)
        for unit in members(order.force & pack.land_units)
    ]
    ground = rolls.ground(g, order.target, ways)
    found.step, found.round, found.cover, found.fortress = LAND_BATTLE, 1, ground.cover, ground.fortress
    return found


# ---------------------------------------------------------------------- which interventions are tried first


def meet(g: State, choices: list[Choice]) -> list[float]:
    """Interventions by how likely they succeed; to let everybody pass is always possible."""
    named = intervention.named(g)
    found = []
    for choice in choices:
        if choice[0] != "meet":
            found.append(0.0)
            continue
        opening = named[g.pack.number[choice[1]], g.pack.number[choice[2]]]
        found.append(KEENNESS * (success(g, *opening) - EVEN))
    return found


def success(g: State, place: int, against: int) -> float:
    """How likely everything that can intervene at a place beats what it meets there."""
    pack, chain = g.pack, g.chain_now()
    foes = interceptors.opponents(g, place, against)
    own = interceptors.able(g, intervention.asking(g), place, against)
    attacking = not interceptors.other_side(chain.step) and not interceptors.in_the_air(g, against)
    values = pack.attack if attacking else pack.defence
    enemy_values = pack.defence if attacking else pack.attack
    units = strength = 0.0
    for unit in members(own):
        there = 1.0
        if pack.naval_units >> unit & 1:
            points = interceptors.distance(g, unit, place)
            there = (6 - points) / 6 if points != NONE else 0.0
        units += there
        strength += there * values[pack.kind[unit]]
    enemies = [unit for unit in members(foes) if not carries(g, unit)]
    harmless = own & pack.air_units and not foes & ~pack.of_type[SUBMARINE]
    bite = 0.5 if harmless else float(sum([enemy_values[pack.kind[unit]] for unit in enemies]))
    return chance(units, strength, max(0.6, len(enemies)), max(0.5, bite))


def carries(g: State, unit: int) -> bool:
    return unit in g.order_now().carriers


def way(g: State, choices: list[Choice]) -> list[float]:
    """The direct way is nearly always the best one."""
    return [2.5 if choice[0] == "direct" else -1.5 for choice in choices]
