"""Odds as opponents estimate them, from the numbers and values of both sides.

The exact odds of flow/odds.py would take too long for the thousands of positions that an opponent looks at.
"""

from __future__ import annotations

from functools import cache
from math import exp, log, sqrt
from typing import Final

from sandtable.engine.sets import members
from sandtable.engine.types import Numbers, Rows
from sandtable.games.battle_for_europe.flow import rolls
from sandtable.games.battle_for_europe.pack import AIRCRAFT, AREAS, Pack
from sandtable.games.battle_for_europe.parts import FIVE, INTERVENE, INVADE, LAND_BATTLE, PLUS_ONE, STRIKE, Battle
from sandtable.games.battle_for_europe.state import State

NO_LAND: Final = (STRIKE, INTERVENE)
"""Battles in which nobody fights on land."""
HITS_TAKEN: Final = 0.75
"""How many units the winner of a battle loses, as a share of the losses of two equal sides."""


def chance(attackers: float, attack: float, defenders: float, defence: float, sure: float = 1.0) -> float:
    """How likely an attack succeeds, by units and by the sums of their values; off by 0.024 on average.

    The numbers come from a logistic regression on the exact odds of 1,278 battles drawn at random. If it is not sure
    that both sides will stand there as they do now, the odds are nearer to even.
    """
    if attackers < 0.5 or attack <= 0.0:
        return 0.0
    if defenders < 0.5 or defence <= 0.0:
        return 1.0
    ratio = log(attack * attackers / (defence * defenders))
    slope = 1.159 * sqrt(attackers + defenders) - 0.369
    score = sure * (-0.414 + slope * ratio + 0.372 * log(attackers) + 0.072 * log(defenders))
    return 1.0 / (1.0 + exp(-max(-20.0, min(20.0, score))))


def losses(units: float, values: float, enemies: float, enemy_values: float) -> float:
    """How many of its units a side loses against these enemies, roughly."""
    if values <= 0.0:
        return units
    return min(units, HITS_TAKEN * enemies * enemy_values / values)


@cache
def covers(pack: Pack) -> Rows:
    """By area and direction: what defenders have against land units from there, a fortress as FIVE."""
    return tuple(
        [
            tuple(
                [
                    FIVE if pack.fortress_from[area] >> way & 1 else rolls.cover_from(pack, area, way)
                    for way in range(AREAS)
                ]
            )
            for area in range(AREAS)
        ]
    )


@cache
def flown(pack: Pack) -> Numbers:
    """By area: where aircraft from it can fight, as a mask."""
    most = pack.range[AIRCRAFT]
    found = []
    for row in pack.flight:
        areas = 0
        for area in pack.grounds:
            if 0 <= row[area] <= most:
                areas |= 1 << area
        found.append(areas)
    return tuple(found)


# ---------------------------------------------------------------------- a battle in progress


class Fight:
    """The battle in progress, estimated."""

    __slots__ = ("win", "kept_if_won", "kept_if_lost")

    def __init__(self, win: float, kept_if_won: float, kept_if_lost: float) -> None:
        self.win = win
        self.kept_if_won = kept_if_won
        """The share of the attackers that is left if they win."""
        self.kept_if_lost = kept_if_lost
        """The share of the defenders that is left if they hold."""


def fight(g: State, battle: Battle) -> Fight:
    """How the battle in progress will end."""
    pack = g.pack
    ground = _ground(g, battle)
    twice = rolls.roll_twice(g, battle.attackers, battle.defenders)
    ashore = battle.attackers & (battle.attackers if battle.kind in NO_LAND else pack.land_units | pack.air_units)
    guards = battle.defenders
    cleared = 1.0
    if battle.sailing:
        guards &= pack.land_units
        cleared = sea_cleared(g, battle)
    elif battle.kind not in NO_LAND:
        guards &= pack.land_units | pack.air_units
    units = values = enemies = enemy_values = 0.0
    for unit in members(ashore):
        units += 1.0
        one = 1.0 if ground.fortress else float(pack.attack[pack.kind[unit]])
        values += one * (2.0 if twice >> unit & 1 else 1.0)
    for unit in members(guards):
        enemies += 1.0
        on_land = pack.land_units >> unit & 1
        if on_land and ground.cover == FIVE:
            enemy_values += rolls.FIXED_DEFENCE
        else:
            enemy_values += pack.defence[pack.kind[unit]] + (1.0 if on_land and ground.cover == PLUS_ONE else 0.0)
    units = max(0.0, units - battle.hits_on_attacker)
    enemies = max(0.0, enemies - battle.hits_on_defender)
    if not battle.attackers & pack.land_units and battle.kind not in NO_LAND:
        win = 0.0
    else:
        win = cleared * chance(units, values, enemies, enemy_values)
    lost = losses(units, values, enemies, enemy_values)
    killed = losses(enemies, enemy_values, units, values)
    return Fight(win, 1.0 - lost / units if units else 0.0, 1.0 - killed / enemies if enemies else 0.0)


def sea_cleared(g: State, battle: Battle) -> float:
    """How likely escorts and aircraft beat all that keeps the cargo from landing (inv.clear_sea_first)."""
    pack = g.pack
    at_sea = pack.naval_units | pack.air_units
    kept_off = members(battle.defenders & at_sea)
    if not kept_off:
        return 1.0
    escorts = members(battle.attackers & at_sea & ~rolls.carriers_of(battle))
    bite = sum([pack.attack[pack.kind[unit]] for unit in escorts])
    strength = 0
    for unit in kept_off:
        strength += rolls.FIXED_DEFENCE if pack.naval_units >> unit & 1 else pack.defence[pack.kind[unit]]
    return chance(len(escorts), bite, len(kept_off), strength)


def _ground(g: State, battle: Battle) -> rolls.Ground:
    """What the ground gives in it, settled or not yet."""
    pack = g.pack
    if battle.kind in NO_LAND:
        return rolls.Ground()
    if battle.round and battle.step == LAND_BATTLE:
        return rolls.Ground(battle.cover, battle.fortress)
    landing = battle.landed
    for unit in battle.cargo:
        landing |= 1 << unit
    ways = [rolls.way_of(g, unit, landing) for unit in members(battle.attackers & pack.land_units)]
    if battle.kind == INVADE and not ways:
        return rolls.Ground(FIVE)
    return rolls.ground(g, battle.area, ways)
