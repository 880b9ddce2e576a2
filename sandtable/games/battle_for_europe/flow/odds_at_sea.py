"""Exact odds of sea battles with submarines, where not every hit can fall on every unit.

Submarines cannot hit aircraft (sub.no_defence_vs_air); aircraft hit submarines in their first round only
(sub.air_mixed), and leave if nobody else is against them (sub.air_one_round). The chain of rounds runs over the units
that both sides have left.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.odds import FACES
from sandtable.engine.sets import members

KEPT: Final = 1024
SHIP, PLANE, BOAT, CARRIER = range(4)
"""Sorts of units: other ships that fight, aircraft, submarines, and fleets that carry."""
Fighter = tuple[int, int, int, int]
"""The number that a unit must not exceed, how many dice it rolls, its sort, and how many more against submarines alone.

(opt.allied.radar)
"""
Fighters = tuple[Fighter, ...]
"""In the order in which they are lost."""
End = tuple[int, int, float]
"""Who is left of both sides, as masks of places in their rows, and how likely that is."""
Spread = dict[tuple[int, int], float]
"""By hits that can fall on everybody, and hits that cannot: how likely they are."""


@lru_cache(maxsize=KEPT)
def fight(ours: Fighters, theirs: Fighters, later: bool = False) -> tuple[End, ...]:
    """How a sea battle ends that is fought until one side has nobody left who fights.

    `later`: its first round was fought already.
    """
    start = (1 << len(ours)) - 1, (1 << len(theirs)) - 1
    shares = {start: 1.0}
    ends: dict[tuple[int, int], float] = {}
    if not later:
        shares = _round(ours, theirs, start, False)
    while shares:
        state = max(shares, key=lambda each: each[0].bit_count() + each[1].bit_count())
        share = shares.pop(state)
        if _over(ours, theirs, state):
            ends[state] = ends.get(state, 0.0) + share
            continue
        after = _round(ours, theirs, state, True)
        same = after.pop(state, 0.0)
        if same >= 1.0 - 1e-12:
            ends[state] = ends.get(state, 0.0) + share
            continue
        for other, part in after.items():
            shares[other] = shares.get(other, 0.0) + share * part / (1.0 - same)
    return tuple([(one, other, share) for (one, other), share in ends.items()])


def _over(ours: Fighters, theirs: Fighters, state: tuple[int, int]) -> bool:
    """Whether a side has nobody left who fights: fleets that carry do not (sea.end.no_fighters)."""
    return not any(ours[at][2] != CARRIER for at in members(state[0])) or not state[1]


def _round(ours: Fighters, theirs: Fighters, state: tuple[int, int], later: bool) -> dict[tuple[int, int], float]:
    """What a round makes of one state."""
    found: dict[tuple[int, int], float] = {}
    on_theirs = _hits(ours, state[0], theirs, state[1], later)
    on_ours = _hits(theirs, state[1], ours, state[0], later)
    for one, first in on_ours.items():
        left = _taken(ours, state[0], one)
        for other, second in on_theirs.items():
            key = left, _taken(theirs, state[1], other)
            found[key] = found.get(key, 0.0) + first * second
    return found


def _hits(own: Fighters, left: int, enemies: Fighters, standing: int, later: bool) -> Spread:
    """How likely a side scores so many hits."""
    sorts = {enemies[at][2] for at in members(standing)}
    spread: Spread = {(0, 0): 1.0}
    for at in members(left):
        number, dice, sort, more = own[at]
        if more and BOAT in sorts and not sorts & {SHIP, CARRIER}:
            dice += more
        barred = (sort == BOAT and PLANE in sorts) or (sort == PLANE and later and BOAT in sorts)
        if barred and len(sorts) == 1:
            continue  # nobody it could hit
        for _ in range(dice):
            spread = _wider(spread, min(number, FACES) / FACES, barred)
    return spread


def _wider(spread: Spread, chance: float, barred: bool) -> Spread:
    wider: Spread = {}
    for (free, kept), share in spread.items():
        wider[free, kept] = wider.get((free, kept), 0.0) + share * (1.0 - chance)
        hit = (free, kept + 1) if barred else (free + 1, kept)
        wider[hit] = wider.get(hit, 0.0) + share * chance
    return wider


def _taken(units: Fighters, left: int, hits: tuple[int, int]) -> int:
    """Who is left of a side after hits, some of which cannot fall on its aircraft or submarines."""
    free, barred = hits
    sheltered = BOAT if any(units[at][2] == BOAT for at in members(left)) else PLANE
    others = sum([units[at][2] != sheltered for at in members(left)])
    total = min(left.bit_count(), free + min(barred, others))
    spare = total - min(barred, others)
    for at in members(left):
        if not total:
            break
        if units[at][2] == sheltered and barred:
            if not spare:
                continue
            spare -= 1
        left &= ~(1 << at)
        total -= 1
    return left
