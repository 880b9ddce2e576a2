"""How likely each side holds a goal of the scenario in the end, by attacks that are possible now and by armies near."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.front import Front
from sandtable.games.battle_for_europe.pack import ALLIES, AXIS, FLEET, Pack
from sandtable.games.battle_for_europe.stands import Attack
from sandtable.games.battle_for_europe.state import FIGHTING

FADES: Final = 0.72
"""What a land unit counts for near a goal becomes less by this factor for every step."""
AIM_HIGH: Final = 0.9
"""How much of the odds of an attack counts towards a goal: it has to be made, and paid for."""
UNDECLARED: Final = 0.75
"""How much of that is left where war has to be declared first."""
ANSWERED: Final = 0.5
"""The same if the enemy has a turn before it."""
AGAIN: Final = 0.2
"""How likely a goal that is lost is retaken, if its side has another turn."""
KEPT: Final = 0.8
"""How likely a goal that is taken is kept in the enemy's last turn."""
RISK: Final = 0.03
"""How likely a goal is lost in each of the enemy's turns but the next, which is looked at."""
PRESSED: Final = 0.1
"""How much more likely that is if all the strength around it is the enemy's."""
ARMY: Final = 14.0
"""Attack values that could take a goal, if they were next to it; they count less the farther they are."""
FROM_AFAR: Final = 0.3
"""What such an army is worth in each turn to come, compared with an attack that is certain."""
BY_SHIP: Final = 0.12
"""What each of two fleets is worth in the same way where no army could march."""
LEAST_HOPE: Final = 0.02
"""Nothing is less likely than this, and nothing more likely than the opposite."""


class Prospects:
    """How likely each side holds an area when the scenario ends."""

    __slots__ = ("front", "coming", "now", "left")

    def __init__(
        self, front: Front, attacks: tuple[list[Attack], list[Attack]], at_once: list[Attack], wanted: list[int]
    ) -> None:
        self.front = front
        self.coming = [paid_for(attacks[side], wanted, front.money(side)) for side in (AXIS, ALLIES)]
        self.now = paid_for(at_once, wanted, front.stands[front.active].purse)
        self.left = (turns_left(front, AXIS), turns_left(front, ALLIES))

    def of(self, area: int, side: int) -> float:
        """How likely a side has an area in the end."""
        found = self.kept(area, side) if self.front.stands[side].areas >> area & 1 else self.taken(area, side)
        return max(LEAST_HOPE, min(1.0 - LEAST_HOPE, found))

    def kept(self, area: int, side: int) -> float:
        """How likely a side keeps what it holds, or takes it back."""
        turns = self.left[1 - side]
        if not turns:
            return 1.0
        lost = self.coming[1 - side].get(area, 0.0)
        if self.front.active != side and self.front.fighting():
            lost = max(self.now.get(area, 0.0), lost if turns > 1 else 0.0)
        again = self.left[side] > (1 if self.front.active == side and self.front.fighting() else 0)
        risk = RISK + (PRESSED * self.pressed(area, side) if turns > 1 else 0.0)
        return 1.0 - lost * (1.0 - AGAIN * again) - risk * (turns - 1)

    def pressed(self, area: int, side: int) -> float:
        """How much of the strength around an area is the enemy's, from 0 to 1; it counts less the farther it is.

        A small army does not press, even if nobody stands against it.
        """
        front = self.front
        way = near(front.g.pack, area)
        teeth, guard = front.stands[1 - side].teeth, front.stands[side].guard
        theirs = sum([way[start] * teeth[start] for start in members(front.land(1 - side))])
        ours = sum([way[start] * guard[start] for start in members(front.land(side))])
        return theirs / max(ARMY, theirs + ours)

    def taken(self, area: int, side: int) -> float:
        """How likely a side takes what it does not hold, this turn or in one to come, and keeps it."""
        front = self.front
        turns = self.left[side]
        war = UNDECLARED if front.neutral >> area & 1 else 1.0
        missed = 1.0
        if front.active == side and front.fighting():
            missed = 1.0 - war * AIM_HIGH * self.now.get(area, 0.0)
            turns -= 1
        if turns > 0:
            afar = FROM_AFAR * war * self.army(area, side)
            ready = war * (AIM_HIGH if side == front.next_side() else ANSWERED)
            missed *= 1.0 - max(ready * self.coming[side].get(area, 0.0), afar)
            missed *= (1.0 - afar) ** (turns - 1)
        return (1.0 - missed) * KEPT

    def army(self, area: int, side: int) -> float:
        """How much of an army a side has for an area, near or far."""
        front = self.front
        way = near(front.g.pack, area)
        teeth = front.stands[side].teeth
        found = 0.0
        for start in members(front.land(side)):
            found += way[start] * teeth[start]
        if front.g.pack.ports >> area & 1:
            found += ARMY * BY_SHIP * min(2.0, front.stands[side].units[FLEET])
        return min(1.0, found / ARMY)


def paid_for(attacks: list[Attack], wanted: list[int], money: int) -> dict[int, float]:
    """By area: how likely a side takes it, if it has the HPP for that and for all goals that cost less."""
    found: dict[int, float] = {}
    dear: list[tuple[int, int, float]] = []
    for attack in attacks:
        if attack.area in wanted and attack.price > 1:
            dear.append((attack.price, attack.area, attack.win))
        else:
            found[attack.area] = max(attack.win, found.get(attack.area, 0.0))
            money -= attack.area in wanted
    for price, area, win in sorted(dear):
        if price <= money:
            money -= price
            found[area] = max(win, found.get(area, 0.0))
    return found


def turns_left(front: Front, side: int) -> int:
    """In how many turns a side can still attack."""
    g = front.g
    left = g.rules.scenario.end - g.season
    if side == front.active:
        return left + (g.phase <= FIGHTING)
    return left + (g.turn == 0)


@cache
def near(pack: Pack, goal: int) -> list[float]:
    """By area: how much of a land unit there counts on its way to a goal."""
    steps = pack.march.distances(1 << goal)
    return [0.0 if step == NONE else FADES ** max(0, step - 1) for step in steps]
