"""The front as opponents see it: who stands where, what each side could attack, and how likely that would succeed.

A battle in progress is looked at twice: as if it were won and as if it were lost.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe import at_sea
from sandtable.games.battle_for_europe.estimate import NO_LAND, chance, covers, flown, losses
from sandtable.games.battle_for_europe.flow import rolls
from sandtable.games.battle_for_europe.pack import (
    AIRCRAFT,
    ALLIES,
    AXIS,
    BOMBER,
    BRITAIN,
    FLEET,
    FRANCE,
    GERMANY,
    ITALY,
    NATIONS,
    PARATROOP,
    POWERS,
    TANK,
    USSR,
    WINTER,
)
from sandtable.games.battle_for_europe.parts import FIVE, OPEN, PLUS_ONE
from sandtable.games.battle_for_europe.stands import Attack, Corps, Stand
from sandtable.games.battle_for_europe.state import (
    ATTACKED,
    ATTACKED_TWICE,
    CARRIED,
    CUT_OFF,
    FIGHTING,
    MOVED,
    PINNED,
    REBASED,
    RETREATED,
    SAVED,
    USED,
    State,
)

STAYS: Final = PINNED | CUT_OFF
"""Units in this condition attack nobody."""
MARKS_OF_ORDERS: Final = ATTACKED | MOVED | CARRIED | REBASED | RETREATED
"""What shows that units had an order this turn."""
DONE_FOR_NOW: Final = STAYS | RETREATED | ATTACKED_TWICE
UNIT_COST: Final = 1.4
"""HPP of a unit that is lost in battle, on average: cheap ones are lost first."""
WHILE_LOSING: Final = 0.25
"""The share of a beaten attacker's land units that get away."""
UNSURE: Final = 0.3
"""How sure it is that both sides will stand as they do now when an attack is made: so each unit more makes some
difference to what is expected of it."""
SWING: Final = 2.0
"""What an area counts for when it is taken: one side has it more, and the other less."""
FURTHER: Final = 0.7
"""What each further attack of a side counts for, compared with the one before: they share the same units."""


class Front:
    """A position, looked at once for all features; if a battle is being fought, with the end that is given."""

    def __init__(
        self, g: State, worth: list[float], wanted: list[int], won: bool | None = None, kept: float = 1.0
    ) -> None:
        self.g = g
        self.worth = worth
        """By area: what holding it is worth, in HPP."""
        pack = g.pack
        self.sides = [NONE] * NATIONS
        """By nation at war: the side it fights for."""
        self.stands = (Stand(), Stand())
        for nation in range(NATIONS):
            commander = g.commander[nation]
            if commander != NONE and g.foes[nation]:
                side = pack.history[commander]
                self.sides[nation] = side
                self.stands[side].areas |= g.held[nation]
        self.active = pack.history[g.rules.order[g.turn][0]]
        """The side on turn."""
        self.begun = bool(g.phase > FIGHTING or battle_or_orders(g))
        """Whether it has done anything in this turn: if not, the other side's turn has just ended."""
        self._count_funds()
        attackers = defenders = 0
        battle = g.battle
        if battle is not None and won is not None:
            attackers, defenders = battle.attackers, battle.defenders
            side = pack.history[battle.power]
            if won and battle.kind not in NO_LAND:
                self.stands[side].areas |= 1 << battle.area
                self.stands[1 - side].areas &= ~(1 << battle.area)
        self._count_units(attackers, defenders, won is True, kept)
        self.neutral = 0
        """Goals of the Axis in neutral countries, as a mask: it only has to declare war."""
        for area in wanted:
            self._count_neutral(area)
        self.again = g.season < g.rules.scenario.end
        """Whether there is a turn after this season."""

    def _count_neutral(self, area: int) -> None:
        """The army that a neutral country would place, all of it where the goal is (war.neutral.army)."""
        g, pack = self.g, self.g.pack
        owner = g.control[area]
        if owner < POWERS or self.sides[owner] != NONE or g.alliance[owner] != NONE:
            return
        self.neutral |= 1 << area
        enemy = self.stands[ALLIES]
        for unit in members(pack.of_nation[owner] & pack.land_units & g.rules.units):
            enemy.men[area] += 1.0
            enemy.guard[area] += pack.defence[pack.kind[unit]]

    def _count_funds(self) -> None:
        g = self.g
        for power in range(POWERS):
            side = self.sides[power]
            if side != NONE and not g.fallen >> power & 1:
                self.stands[side].funds += max(0, min(g.hpp[power], g.limit(power)))
                self.stands[side].purse += g.purse(power)

    def _count_units(self, attackers: int, defenders: int, won: bool, kept: float) -> None:
        g = self.g
        pack, flags, sides = g.pack, g.flags, self.sides
        types, nations, kinds = pack.type, pack.nation, pack.kind
        attack, defence, cost = pack.attack, pack.defence, pack.cost
        battle_area = g.battle.area if g.battle is not None else NONE
        for unit in range(pack.units):
            area = g.place[unit]
            if area == NONE:
                continue
            side = sides[nations[unit]]
            if side == NONE:
                continue
            share = 1.0
            if attackers >> unit & 1:
                share = kept if won else (WHILE_LOSING if area == battle_area else kept)
            elif defenders >> unit & 1:
                share = 0.0 if won else kept
            stand, kind, type_, flag = self.stands[side], kinds[unit], types[unit], flags[unit]
            corps = self._corps(stand, nations[unit])
            if flag & MARKS_OF_ORDERS and side == self.active:
                self.begun = True
            stand.units[type_] += share
            if type_ <= TANK or type_ == PARATROOP:
                if share < 1.0 and area == battle_area and not won and attackers >> unit & 1:
                    area = g.origin[unit] if g.origin[unit] != NONE else area
                bite = share * attack[kind]
                stand.men[area] += share
                stand.guard[area] += share * defence[kind]
                stand.cost[area] += share * cost[type_]
                if flag & CUT_OFF and not flag & SAVED:
                    stand.starving += share * cost[type_]
                if flag & PINNED:
                    continue
                stand.teeth[area] += bite
                corps.land_at |= 1 << area
                corps.men[area] += share
                corps.teeth[area] += bite
                if type_ == PARATROOP:
                    corps.paratroops[area] = corps.paratroops.get(area, 0.0) + share
                elif type_ == TANK:
                    corps.tanks[area] += share
                    corps.tank_teeth[area] += bite
                if not flag & DONE_FOR_NOW and (type_ == TANK or not flag & (ATTACKED | MOVED | CARRIED)):
                    if flag & ATTACKED:
                        bite *= 0.5
                        share *= 0.5
                    corps.ready[area] += share
                    corps.ready_teeth[area] += bite
                    if type_ == TANK:
                        corps.ready_tanks[area] += share
            elif type_ in (AIRCRAFT, BOMBER):
                stand.planes[area] += share
                corps.air_at |= 1 << area
                corps.planes[area] += share
                if not flag & USED:
                    stand.fresh[area] += share
                    corps.fresh[area] += share
            elif type_ == FLEET:
                stand.ships[area] += share
                if not flag & PINNED:
                    corps.ships[area] += share

    def _corps(self, stand: Stand, nation: int) -> Corps:
        """Those with whom units of a nation attack together: France, the Soviet Union and all others of a side."""
        power = nation if nation < POWERS else self.g.commander[nation]
        leader = power if power in (FRANCE, USSR) else GERMANY if power <= ITALY else BRITAIN
        corps = stand.corps.get(leader)
        if corps is None:
            corps = stand.corps[leader] = Corps(power)
        return corps

    def land(self, side: int) -> int:
        """Where a side has land units that can move, as a mask."""
        found = 0
        for corps in self.stands[side].corps.values():
            found |= corps.land_at
        return found

    # ------------------------------------------------------------------ attacks

    def targets(self, side: int) -> int:
        """The areas that a side could attack, if it reaches them, as a mask."""
        return (self.stands[1 - side].areas | (self.neutral if side == AXIS else 0)) & self.g.pack.ground

    def funds(self, side: int) -> int:
        """HPP that a side can spend in its next turn; of a new year as much as its powers have at home."""
        if not self._accounting_first(side):
            return self.stands[side].funds
        g, pack = self.g, self.g.pack
        year = min(pack.year[g.season] + 1 - pack.year[0], len(pack.base_hpp[0]) - 1)
        powers = [power for power in range(POWERS) if self.sides[power] == side and not g.fallen >> power & 1]
        return sum([(pack.base_hpp[power][year] + 1) // 2 for power in powers])

    def money(self, side: int) -> int:
        """HPP for the attacks of `coming`."""
        return self.stands[side].purse if side == self.active and not self.begun else self.funds(side)

    def season(self, side: int) -> int:
        """The season in which a side attacks next."""
        g = self.g
        later = self.begun if side == self.active else g.turn == 1
        return g.season + later

    def spared(self, side: int, now: bool) -> int:
        """What a side may not attack then, as a mask: in the first winter of the eastern war (east.winter_ban)."""
        g, pack = self.g, self.g.pack
        season = g.season if now else self.season(side)
        if side != AXIS or g.german_attack == NONE or season > g.rules.scenario.end or pack.season[season] != WINTER:
            return 0
        return pack.areas_of[USSR] if pack.year[season] == pack.year[g.german_attack] else 0

    def no_landings(self, corps: Corps, side: int, now: bool) -> bool:
        """Whether Britain no longer lands anywhere (setup.sichel.britain_no_invasion_summer)."""
        rules = self.g.rules
        season = self.g.season if now else self.season(side)
        return corps.sailor == BRITAIN and rules.scenario.id == "sichelschnitt" and season >= rules.scenario.end

    def attacks(self, side: int, now: bool) -> list[Attack]:
        """Everything that a side could attack, one by one: with what is left this turn, or in a turn to come."""
        own = self.stands[side]
        money = own.purse if now else self.funds(side)
        if money < 1:
            return []
        best: dict[int, Attack] = {}
        for corps in own.corps.values():
            for attack in self._by_corps(side, corps, now, money):
                other = best.get(attack.area)
                if other is None or attack.gain > other.gain:
                    best[attack.area] = attack
        return [*self.strikes(side, now), *best.values()]

    def strikes(self, side: int, now: bool) -> list[Attack]:
        """What each corps could do to ships in their bases (at_sea.py)."""
        rested = side == self.active and not self.fighting()
        return at_sea.strikes(self.g, self.stands[side], self.stands[1 - side], now, rested)

    def _guards(self, side: int, area: int) -> float:
        """The aircraft that would defend an area against a side: if it rests before, those that are used as well."""
        enemy = self.stands[1 - side]
        return enemy.planes[area] if side == self.active and not self.fighting() else enemy.fresh[area]

    def _by_corps(self, side: int, corps: Corps, now: bool, money: int) -> list[Attack]:
        """What units that fight together could attack."""
        pack, own = self.g.pack, self.stands[side]
        units, values, cover, armour = self._by_land(side, corps, now)
        planes = corps.fresh if now else corps.planes
        reach_of = flown(pack)
        bases = members(corps.air_at)
        twice = self.twice(side, now)
        found: list[Attack] = []
        ashore = money >= pack.costs["invasion"] and not self.no_landings(corps, side, now)
        landing = at_sea.landings(self.g, own, corps, self.targets(side), now) if ashore else {}
        for area in {**units, **landing}:
            air = 0.0
            for base in bases:
                if reach_of[base] >> area & 1:
                    air += planes[base]
            best: Attack | None = None
            if area in units:
                best = self._attack(side, area, units[area], values[area], air, cover[area], twice)
            if area in landing and money >= self._landing_cost(area):
                party = landing[area]
                other = self._attack(side, area, party, 2.0 * party, air, FIVE, 1.0, landing=True)
                if best is None or other.gain > best.gain:
                    best = other
                if area not in armour and any(corps.tanks[base] for base in members(corps.land_at & pack.ports)):
                    armour[area] = 1.0
            if best is not None:
                found.append(best)
        self._break_through(side, found, armour)
        return found

    def _landing_cost(self, area: int) -> int:
        """HPP of a landing, with the declaration of war if it needs one (hpp.invasion_cost, war.cost.small)."""
        costs = self.g.pack.costs
        return costs["invasion"] + (costs["declare_war_small"] if self.neutral >> area & 1 else 0)

    def _break_through(self, side: int, found: list[Attack], armour: dict[int, float]) -> None:
        """Armour that takes an area goes on into the next one, with half of what it was (unit.tank.two_attacks)."""
        enemy = self.stands[1 - side]
        masks = self.g.pack.march.masks
        targets = self.targets(side)
        chances = {attack.area: attack.win for attack in found}
        behind: dict[int, float] = {}
        for attack in found:
            if attack.win < 0.3 or armour.get(attack.area, 0.0) < 0.5:
                continue
            tanks = 0.5 + 0.5 * armour[attack.area]
            for area in members(masks[attack.area] & targets):
                win = 0.9 * attack.win * chance(tanks, 3.0 * tanks, enemy.men[area], enemy.guard[area])
                if win > chances.get(area, 0.0) and win > behind.get(area, 0.05):
                    behind[area] = win
        for area, win in behind.items():
            gain = win * (SWING * self.worth[area] + enemy.cost[area]) - UNIT_COST * (1.0 - win)
            found.append(Attack(area, 1.0, 3.0, win, max(0.0, gain)))

    def twice(self, side: int, now: bool) -> float:
        """2 in the season of the German surprise (east.surprise), where every attacker rolls twice."""
        g = self.g
        return 2.0 if now and side == AXIS and g.german_attack == g.season != NONE else 1.0

    def _attack(
        self, side: int, area: int, men: float, teeth: float, air: float, cover: int, twice: float,
        landing: bool = False,
    ) -> Attack:  # fmt: skip
        enemy = self.stands[1 - side]
        pack = self.g.pack
        guards = self._guards(side, area)
        fortress = cover == FIVE and not landing and rolls.is_fortress(self.g, area)
        bite = 1.0 if fortress else 3.0
        units = men + air
        values = ((men if fortress else teeth) + bite * air) * twice
        defenders = enemy.men[area] + guards
        defence = 4.0 * guards
        if cover == FIVE and (landing or fortress):
            defence += rolls.FIXED_DEFENCE * enemy.men[area]
        else:
            defence += enemy.guard[area] + (enemy.men[area] if cover == PLUS_ONE else 0.0)
        if landing:
            defenders += enemy.ships[area]
            defence += rolls.FIXED_DEFENCE * enemy.ships[area]
        if enemy.men[area] < 0.5 and men >= 0.5 and (not landing or defenders < 0.5):
            win = likely = 1.0
        else:
            win = chance(units, values, defenders, defence)
            likely = 0.5 * (win + chance(units, values, defenders, defence, UNSURE))
        lost = losses(units, values, defenders, defence) if defenders >= 0.5 else 0.0
        price = pack.costs["invasion"] if landing else 1 if enemy.men[area] else 0
        war = pack.costs["declare_war_small"] if self.neutral >> area & 1 else 0
        gain = likely * (SWING * self.worth[area] + enemy.cost[area] + enemy.planes[area]) - UNIT_COST * lost
        return Attack(area, units, values, win, max(0.0, gain - 0.5 * price), price + war)

    def _by_land(
        self, side: int, corps: Corps, now: bool
    ) -> tuple[dict[int, float], dict[int, float], dict[int, int], dict[int, float]]:
        """By area that its land units reach: how many, their attack values, the best way in, and armour."""
        pack = self.g.pack
        own = self.stands[side]
        targets = self.targets(side) & ~self.spared(side, now)
        men, teeth = (corps.ready, corps.ready_teeth) if now else (corps.men, corps.teeth)
        tanks = corps.ready_tanks if now else corps.tanks
        masks, table = pack.march.masks, covers(pack)
        units: dict[int, float] = {}
        values: dict[int, float] = {}
        cover: dict[int, int] = {}
        armour: dict[int, float] = {}
        for start in members(corps.land_at):
            if men[start] < 0.01 or teeth[start] <= 0.0:
                continue
            near = masks[start] & targets
            for area in members(near):
                units[area] = units.get(area, 0.0) + men[start]
                values[area] = values.get(area, 0.0) + teeth[start]
                cover[area] = min(cover.get(area, FIVE), table[area][start])
                if tanks[start] > 0.0:
                    armour[area] = armour.get(area, 0.0) + tanks[start]
            if tanks[start] < 0.01:
                continue
            bite = tanks[start] * 3.0 if now else corps.tank_teeth[start]
            seen = near
            for middle in members(masks[start] & own.areas):
                far = masks[middle] & targets & ~seen
                seen |= far
                for area in members(far):
                    units[area] = units.get(area, 0.0) + tanks[start]
                    values[area] = values.get(area, 0.0) + bite
                    cover[area] = min(cover.get(area, FIVE), table[area][middle])
        for start, dropping in corps.paratroops.items():
            for area in members(pack.near_flight[pack.drop_range][start] & targets & ~masks[start]):
                units[area] = units.get(area, 0.0) + dropping
                values[area] = values.get(area, 0.0) + 2.0 * dropping
                cover[area] = PLUS_ONE if rolls.rough_all_round(pack, area) else OPEN  # para.cancels_modifier
        return units, values, cover, armour

    def _accounting_first(self, side: int) -> bool:
        """Whether there is new money before the next turn of a side."""
        g = self.g
        last = g.pack.accounting_after >> g.season & 1
        return bool(last) and (side == self.active or g.turn == 1)

    def coming(self, side: int) -> list[Attack]:
        """What a side could attack in its next whole turn, which may just be beginning; nothing if it has none."""
        if side == self.active and not self.begun:
            return self.attacks(side, True)
        if self.again or (side != self.active and self.g.turn == 0):
            return self.attacks(side, False)
        return []

    def at_once(self) -> list[Attack]:
        """What the side on turn could still attack in this turn, once it has begun."""
        return self.attacks(self.active, True) if self.fighting() else []

    def fighting(self) -> bool:
        """Whether the side on turn is attacking."""
        return self.begun and self.g.phase <= FIGHTING

    def next_side(self) -> int:
        """The side whose whole turn comes first."""
        return 1 - self.active if self.begun else self.active


def battle_or_orders(g: State) -> bool:
    """Whether orders of this turn have left traces other than those on units."""
    return bool(g.battle is not None or g.attacked or g.stood_by or g.called_off or any(g.owed))


def total(attacks: list[Attack], money: int) -> float:
    """What all attacks of a side bring together: each further one less, since they share their units and its HPP."""
    found = 0.0
    share = 1.0
    for gain, price in sorted([(attack.gain, attack.price) for attack in attacks], reverse=True):
        if price > money:
            continue
        money -= price
        found += share * gain
        share *= FURTHER
        if share < 0.03:
            break
    return found
