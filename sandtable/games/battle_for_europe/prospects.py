"""How likely each side holds a goal of the scenario in the end, by attacks that are possible now and by armies near."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.at_sea import LANDING_PARTY, SEA_REACH
from sandtable.games.battle_for_europe.estimate import chance, flown
from sandtable.games.battle_for_europe.flow import reach, rolls
from sandtable.games.battle_for_europe.front import Front
from sandtable.games.battle_for_europe.pack import ALLIES, AXIS, BRITAIN, FLEET, POWERS, Pack
from sandtable.games.battle_for_europe.stands import Attack
from sandtable.games.battle_for_europe.state import FIGHTING, SEEN

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
"""How likely a goal that is taken is kept in the enemy's last turn, ..."""
OUT_OF_REACH: Final = 0.95
"""... and one that only ships of those could reach who land nowhere then."""
RISK: Final = 0.03
"""How likely a goal is lost in each of the enemy's turns but the next, which is looked at."""
PRESSED: Final = 0.1
"""How much more likely that is if all the strength around it is the enemy's."""
FROM_THE_SEA: Final = 0.25
"""The same if a landing there would be sure to succeed."""
ARMY: Final = 14.0
"""A smaller army than this does not press, even if nobody stands against it."""
FROM_AFAR: Final = 0.4
"""How likely an army takes a goal in each turn to come, if nobody stands against it."""
WEAK: Final = 3.0
"""Every goal is defended with so much at least, by what can be built meanwhile."""
AIR: Final = 2.5
"""What an aircraft in reach of a goal counts for, beside attack and defence values of land units."""
LANDED: Final = 0.8
"""How likely a landing that could be made is made before the end."""
NEW_FLEET: Final = 0.5
"""How likely a fleet that could still be built is built in time."""
LANDING_VALUE: Final = 2.5
ATTACK_IN_THE_AIR: Final = 3.0
"""Attack values of a unit that lands, some of them armour, and of an aircraft with it."""
MOST_GUARDS: Final = 2.0
"""More aircraft than this hardly ever wait for a landing at one place."""
FIRST_POOLS: Final = 1
"""The last of the pools from which is built from the first year on."""
LEAST_HOPE: Final = 0.02
"""Nothing is less likely than this, and nothing more likely than the opposite."""


class Prospects:
    """How likely each side holds an area when the scenario ends."""

    __slots__ = ("front", "coming", "now", "left", "ships", "through")

    def __init__(
        self, front: Front, attacks: tuple[list[Attack], list[Attack]], at_once: list[Attack], wanted: list[int]
    ) -> None:
        self.front = front
        self.coming = [paid_for(attacks[side], wanted, front.money(side)) for side in (AXIS, ALLIES)]
        self.now = paid_for(at_once, wanted, front.stands[front.active].purse)
        self.through = front.stands[AXIS].areas | front.stands[ALLIES].areas | front.neutral
        """Where armies march: not through neutral countries, as long as nobody wants them."""
        self.left = (turns_left(front, AXIS), turns_left(front, ALLIES))
        self.ships = [self._ships(side, attacks[1 - side]) for side in (AXIS, ALLIES)]
        """By side: the fleets that it can expect to have for a landing in its last turn."""

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
        risk = 0.0
        if turns > 1:
            landings = turns - 1 - (not self._lands_at_last(1 - side))
            risk = (turns - 1) * (RISK + PRESSED * self.pressed(area, side))
            if landings > 0:
                risk += landings * FROM_THE_SEA * self.by_sea(area, 1 - side)
        return 1.0 - lost * (1.0 - AGAIN * again) - min(0.9, risk)

    def pressed(self, area: int, side: int) -> float:
        """How much of the strength around an area is the enemy's, from 0 to 1; it counts less the farther it is.

        A small army does not press, even if nobody stands against it.
        """
        front = self.front
        theirs = self.on_land(area, 1 - side, front.stands[1 - side].teeth)
        ours = self.on_land(area, side, front.stands[side].guard)
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
            missed = min(missed, 1.0 - LANDED * war * self.by_sea(area, side))
        return (1.0 - missed) * (KEPT if self._can_be_retaken(area, side) else OUT_OF_REACH)

    def _can_be_retaken(self, area: int, side: int) -> bool:
        """Whether the enemy could come by land, or lands anywhere in its last turn."""
        front = self.front
        return self._lands_at_last(1 - side) or bool(
            front.g.pack.march.around(1 << area) & front.stands[1 - side].areas
        )

    def _lands_at_last(self, side: int) -> bool:
        """Whether a side may land in its last turn (setup.sichel.britain_no_invasion_summer): France may."""
        front = self.front
        if side != ALLIES or front.g.rules.scenario.id != "sichelschnitt":
            return True
        return any(corps.sailor != BRITAIN and any(corps.ships) for corps in front.stands[side].corps.values())

    def army(self, area: int, side: int) -> float:
        """How much stronger a side is around an area than those who hold it, from 0 to 1.

        Aircraft alone take nothing.
        """
        front = self.front
        ours = self.on_land(area, side, front.stands[side].teeth)
        if ours <= 0.0:
            return 0.0
        ours += AIR * self.aircraft(area, side)
        guard = front.stands[1 - side].guard
        if front.neutral >> area & 1:
            theirs = WEAK + guard[area]
        else:
            theirs = WEAK + self.on_land(area, 1 - side, guard) + AIR * self.aircraft(area, 1 - side)
        return ours * ours / (ours * ours + theirs * theirs)

    def on_land(self, area: int, side: int, values: list[float]) -> float:
        """What the land units of a side are worth around an area: the less the farther they are."""
        way = near(self.front.g.pack, area, self.through)
        return sum([way[start] * values[start] for start in members(self.front.land(side))])

    def aircraft(self, area: int, side: int) -> float:
        """How many aircraft of a side reach an area from where they are."""
        stand = self.front.stands[side]
        bases = flown(self.front.g.pack)[area] & stand.areas
        return sum([stand.planes[base] for base in members(bases)])

    def by_sea(self, area: int, side: int) -> float:
        """How likely a side could take a port from the sea, with the fleets that it can expect to have."""
        front = self.front
        pack = front.g.pack
        ships = self.ships[side]
        if not pack.ports >> area & 1 or ships < 0.5:
            return 0.0
        own, enemy = front.stands[side], front.stands[1 - side]
        sailor = next((corps.sailor for corps in own.corps.values() if any(corps.ships)), NONE)
        ways = 0 if sailor == NONE else reach.open_ways(front.g, sailor)
        if not pack.sea_ways.within(ways, area, SEA_REACH - 1) & own.areas & pack.ports:
            return 0.0
        party = min(ships, LANDING_PARTY)
        planes = self.aircraft(area, side)
        guards = 0.0 if front.neutral >> area & 1 else min(MOST_GUARDS, self.aircraft(area, 1 - side))
        on_shore = enemy.men[area] + enemy.ships[area]
        if on_shore + guards < 0.5:
            return min(1.0, party)
        values = LANDING_VALUE * party + ATTACK_IN_THE_AIR * planes
        return chance(party + planes, values, on_shore + guards, rolls.FIXED_DEFENCE * on_shore + 4.0 * guards)

    def _ships(self, side: int, strikes: list[Attack]) -> float:
        """The fleets that a side can expect to have in its last turn: less those that may be sunk, with a new one."""
        front = self.front
        found = front.stands[side].units[FLEET]
        if self.left[1 - side] > 0 and (self.left[side] > 1 or not front.fighting() or front.active != side):
            for strike in strikes:
                if strike.win == 0.0:
                    found -= strike.units * strike.values
        if found < 3.0 and self.left[side] > 1 and unlaunched(front, side):
            found += NEW_FLEET
        return max(0.0, found)


def unlaunched(front: Front, side: int) -> bool:
    """Whether a great power of a side has a fleet that was never on the board: it can be used at once when built."""
    g, pack = front.g, front.g.pack
    for unit in members(pack.naval_units & g.rules.units):
        nation = pack.nation[unit]
        if pack.type[unit] != FLEET or nation >= POWERS or front.sides[nation] != side:
            continue
        if g.place[unit] == NONE and not g.flags[unit] & SEEN and pack.pool[unit] <= FIRST_POOLS:
            return True
    return False


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


@lru_cache(maxsize=4096)
def near(pack: Pack, goal: int, through: int) -> list[float]:
    """By area: how much of a land unit there counts on its way to a goal, through areas of a set."""
    steps = pack.march.distances(1 << goal, through)
    return [0.0 if step == NONE else FADES ** max(0, step - 1) for step in steps]
