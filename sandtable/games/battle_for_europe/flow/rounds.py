"""Rounds of a battle: both sides roll at once, then each takes its losses."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow
from sandtable.engine.sets import members
from sandtable.games.battle_for_europe.flow import losses, rolls, units
from sandtable.games.battle_for_europe.pack import SUBMARINE
from sandtable.games.battle_for_europe.parts import ATTACKER, DEFENDER, SEA_BATTLE, STEPS
from sandtable.games.battle_for_europe.state import State

ROUND_RULES: Final = ("air.simultaneous", "sea.like_air", "land.rounds")
"""By step."""
ROLL_RULES: Final = ("unit.attack_value", "unit.defence_value")
"""By side."""


def fight(g: State) -> Flow[State]:
    """One round: hits of both sides count before any loss is removed (air.simultaneous)."""
    battle, pack = g.battle_now(), g.pack
    battle.round += 1
    battle.dice, battle.rows, battle.lost = [], [], []
    if g.log is not None:
        step = f"battle:{STEPS[battle.step]}"
        g.log.add("battle_round", step, pack.area_ids[battle.area], battle.round, rule=ROUND_RULES[battle.step])
    terms = rolls.terms_of(g, battle)
    on_defender = throw(g, terms, ATTACKER)
    on_attacker = throw(g, terms, DEFENDER)
    battle.hits_on_attacker = losses.to_take(g, ATTACKER, on_attacker)  # air.losses: or all it has
    battle.hits_on_defender = losses.to_take(g, DEFENDER, on_defender)
    for unit in members(rolls.engaged(pack, terms, battle.defenders) & ~(hunting(g) | terms.idle)):
        units.use(g, unit)  # unit.used.mark: it has defended (sub.air_not_defence)
    yield from losses.take(g, ATTACKER)
    yield from losses.take(g, DEFENDER)


def hunting(g: State) -> int:
    """The defending aircraft that fight submarines alone: that does not use them up (sub.air_not_action)."""
    battle, pack = g.battle_now(), g.pack
    only_boats = not battle.attackers & ~pack.of_type[SUBMARINE]
    return pack.air_units if battle.step == SEA_BATTLE and only_boats else 0


def throw(g: State, terms: rolls.Terms, side: int) -> int:
    """A side rolls, group by group; how many hits it has."""
    battle, pack = g.battle_now(), g.pack
    hits = 0
    for kind, value, count, thrown in rolls.rows(pack, terms, side, losses.of_side(battle, side)):
        faces = g.chance.handful("battle", thrown)
        good = sum(face <= value for face in faces)
        hits += good
        battle.dice += faces
        battle.rows += [side, kind, value, count, thrown]
        if g.log is not None:
            shown = ", ".join([str(face) for face in faces])
            g.log.add("roll_battle", shown, pack.kind_ids[kind], count, value, good, rule=ROLL_RULES[side])
    return hits
