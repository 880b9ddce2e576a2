"""How good a position looks to a side: a small sum of named features, for opponents that look ahead."""

from __future__ import annotations

from typing import Final

from sandtable.games.buda_1686.flow.victory import FEW_OTTOMANS
from sandtable.games.buda_1686.pack import IMPERIAL
from sandtable.games.buda_1686.state import NOBODY, State, bits

WON: Final = 100.0
# What each is worth to the besiegers, in points of combat value.
OTTOMAN_UNIT: Final = 4.0
OTTOMAN_STEP: Final = 2.0
IMPERIAL_UNIT: Final = 1.5
IMPERIAL_STEP: Final = 1.0
WALL_HELD: Final = 2.0
IN_BREACH: Final = 1.2
TMS_LEVEL: Final = 3.0
CTS_LEVEL: Final = 0.8
CMS_LEVEL: Final = 0.6
CAS_LEVEL: Final = 0.4
WORK_LEVEL: Final = 0.7


def evaluate(g: State, seat: int) -> float:
    """The besiegers' lead, seen from a seat."""
    if g.winner != NOBODY:
        return WON if g.winner == seat else -WON
    lead = besiegers_lead(g)
    return lead if seat == IMPERIAL else -lead


def besiegers_lead(g: State) -> float:
    pack = g.pack
    lead = -OTTOMAN_UNIT * (g.ottomans() - FEW_OTTOMANS)
    lead += OTTOMAN_STEP * (g.wounded & pack.ottoman).bit_count()
    away = g.at[pack.lost] | g.at[pack.cup] | g.at[pack.sick]
    lead -= IMPERIAL_UNIT * away.bit_count()
    lead -= IMPERIAL_STEP * (g.wounded & pack.imperial).bit_count()
    for wall in range(pack.walls):
        lead += WALL_HELD * (g.imperial_at(wall) != 0)
        lead += breach_worth(g, wall)
        lead += WORK_LEVEL * (g.work(0, wall) - g.work(1, wall))
    lead -= TMS_LEVEL * g.tms
    return lead + CTS_LEVEL * g.cts + CMS_LEVEL * g.cms + CAS_LEVEL * g.cas


def breach_worth(g: State, wall: int) -> float:
    """Units in a breach are worth most when they outweigh the wall's defenders and its terrain."""
    units = g.at[g.pack.breach(wall)]
    if not units:
        return 0.0
    edge = g.strength(units) - g.strength(g.at[wall]) - g.pack.terrain[wall]
    return IN_BREACH * len(bits(units)) + 0.4 * max(-4, min(6, edge))
