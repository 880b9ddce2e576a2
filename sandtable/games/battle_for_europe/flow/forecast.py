"""What comes of a whole battle, for whoever asks before the order: the exact odds, as lines of the report."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.engine.state import EVERYBODY, LogLine
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import force, odds
from sandtable.games.battle_for_europe.pack import GO_ON, MARCH
from sandtable.games.battle_for_europe.parts import ATTACK, INTERVENE, INVADE, STRIKE
from sandtable.games.battle_for_europe.state import State

FINENESS: Final = 1_000_000
"""Shares are told as so many parts of one."""
Told = list[tuple[Fraction, LogLine]]


def forecast(g: State, choice: Choice) -> Told:
    """How the battle ends that a force begins, or that goes on: the area is taken, nobody is left, or it is held."""
    order, battle = g.order, g.battle
    if battle is not None:
        fought = choice == GO_ON and battle.kind not in (STRIKE, INTERVENE)
        return ends(g, odds.now(g), battle.power, battle.area) if fought else []
    if order is None or order.kind not in (ATTACK, INVADE) or g.chain is not None:
        return []  # a strike takes no area
    sent = order.ready[g.pack.number[choice[1]]] if choice[0] == "force" else order.force if choice == MARCH else 0
    return ends(g, force.chances(g, sent), order.power, order.target) if sent else []


def ends(g: State, chances: odds.Odds, power: int, area: int) -> Told:
    """The three ways in which a battle for an area ends."""
    there, who = g.pack.area_ids[area], g.pack.nation_ids[power]
    win, nobody = round(FINENESS * chances.win), round(FINENESS * chances.both_gone)
    shares = [Fraction(part, FINENESS) for part in (win, nobody, FINENESS - win - nobody)]
    lines = [
        LogLine("captured", (who, there), "land.victory", EVERYBODY),
        LogLine("battle_both_gone", (there,), "land.both_gone", EVERYBODY),
        LogLine("battle_held", (there,), "land.retreat", EVERYBODY),
    ]
    return list(zip(shares, lines, strict=True))
