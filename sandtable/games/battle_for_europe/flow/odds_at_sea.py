"""Exact odds of sea battles with submarines, where not every hit can fall on every unit.

Submarines cannot hit aircraft (sub.no_defence_vs_air); aircraft hit submarines in their first round only
(sub.air_mixed), and leave if nobody else is against them (sub.air_one_round). The chain of rounds runs over the units
that both sides have left.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.odds import FACES
from sandtable.engine.sets import bits, members

KEPT: Final = 1024
SHIP, PLANE, BOAT, CARRIER = range(4)
"""Sorts of units: other ships that fight, aircraft, submarines, and fleets that carry."""
Fighter = tuple[int, int, int, int]
"""The number that a unit must not exceed, how many dice it rolls, its sort, and how many more against submarines alone.

(opt.allied.radar)
"""
Fighters = tuple[Fighter, ...]
"""In the order in which they are lost."""
Left = tuple[int, int]
"""Who is left of both sides, as masks of places in their rows."""
End = tuple[int, int, float]
"""The same, and how likely that is."""
Spread = dict[tuple[int, int], float]
"""By hits that can fall on everybody, and hits that cannot: how likely they are."""


class Row:
    """The units of one side, with what was worked out about those that may be left of them."""

    __slots__ = ("units", "_hits", "_taken")

    def __init__(self, units: Fighters) -> None:
        self.units = units
        self._hits: dict[tuple[int, int, bool], Spread] = {}
        self._taken: dict[tuple[int, int, int], int] = {}

    def sorts(self, left: int) -> int:
        """The sorts of units that are left, as a mask."""
        found = 0
        for at in bits(left):
            found |= 1 << self.units[at][2]
        return found

    def hits(self, left: int, sorts: int, later: bool) -> Spread:
        """How likely those that are left score so many hits on enemies of these sorts."""
        key = left, sorts, later
        found = self._hits.get(key)
        if found is None:
            found = self._hits[key] = _hits(self.units, left, sorts, later)
        return found

    def taken(self, left: int, hits: tuple[int, int]) -> int:
        """Who is left after hits, some of which cannot fall on aircraft or submarines."""
        key = left, *hits
        found = self._taken.get(key)
        if found is None:
            found = self._taken[key] = _taken(self.units, left, hits)
        return found


@lru_cache(maxsize=KEPT)
def fight(ours: Fighters, theirs: Fighters, later: bool = False) -> tuple[End, ...]:
    """How a sea battle ends that is fought until one side has nobody left who fights.

    `later`: its first round was fought already.
    """
    start = (1 << len(ours)) - 1, (1 << len(theirs)) - 1
    rows = Row(ours), Row(theirs)
    # By the number of units left, which no round makes larger: who they may be, and how likely that is.
    reached: list[dict[Left, float]] = [{} for _ in range(len(ours) + len(theirs) + 1)]
    for state, share in ({start: 1.0} if later else _round(*rows, start, False)).items():
        reached[_count(state)][state] = share
    ends: list[End] = []
    for states in reversed(reached):
        for state, share in states.items():
            after = {} if _over(ours, theirs, state) else _round(*rows, state, True)
            same = after.pop(state, 0.0)
            if not after or same >= 1.0 - 1e-12:
                ends.append((*state, share))
                continue
            for other, part in after.items():
                fewer = reached[_count(other)]
                fewer[other] = fewer.get(other, 0.0) + share * part / (1.0 - same)
    return tuple(ends)


def _count(state: Left) -> int:
    """How many units both sides have left."""
    return state[0].bit_count() + state[1].bit_count()


def _over(ours: Fighters, theirs: Fighters, state: Left) -> bool:
    """Whether a side has nobody left who fights: fleets that carry do not (sea.end.no_fighters)."""
    return not any(ours[at][2] != CARRIER for at in members(state[0])) or not state[1]


def _round(ours: Row, theirs: Row, state: Left, later: bool) -> dict[Left, float]:
    """What a round makes of one state."""
    found: dict[Left, float] = {}
    on_theirs = ours.hits(state[0], theirs.sorts(state[1]), later)
    on_ours = theirs.hits(state[1], ours.sorts(state[0]), later)
    standing = [(theirs.taken(state[1], hits), share) for hits, share in on_theirs.items()]
    for hits, first in on_ours.items():
        left = ours.taken(state[0], hits)
        for other, second in standing:
            key = left, other
            found[key] = found.get(key, 0.0) + first * second
    return found


def _hits(own: Fighters, left: int, sorts: int, later: bool) -> Spread:
    """How likely a side scores so many hits on enemies of some sorts, given as a mask."""
    boats, planes = bool(sorts >> BOAT & 1), bool(sorts >> PLANE & 1)
    spread: Spread = {(0, 0): 1.0}
    for at in members(left):
        number, dice, sort, more = own[at]
        if more and boats and not sorts & (1 << SHIP | 1 << CARRIER):
            dice += more
        barred = (sort == BOAT and planes) or (sort == PLANE and later and boats)
        if barred and not sorts & (sorts - 1):
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
