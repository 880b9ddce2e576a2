"""Rolls: which unit rolls how many dice against which number, for the dice of a battle and for its odds alike."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import progress, reach
from sandtable.games.battle_for_europe.pack import (
    AIRCRAFT,
    AREAS,
    AT_SEA,
    BOMBER,
    BRITAIN,
    DESTROYER,
    FLEET,
    GERMANY,
    IN_AIR,
    ON_LAND,
    PLAIN,
    RIVER,
    SUBMARINE,
    USA,
    USSR,
    WINTER,
    Pack,
)
from sandtable.games.battle_for_europe.parts import (
    AIR_BATTLE,
    ATTACKER,
    FIVE,
    INTERVENE,
    INVADE,
    LAND_BATTLE,
    OPEN,
    PLUS_ONE,
    SEA_BATTLE,
    Battle,
)
from sandtable.games.battle_for_europe.state import DROPPED, State

FIXED_DEFENCE: Final = 5
"""What land units have in a fortress and against a landing, and fleets against an invasion."""
AGAINST_FORTRESS: Final = 1
LANDING: Final = -2
"""The direction of units that come from the sea."""
DROP: Final = -3
"""The direction of paratroops that drop."""

ENGAGED: Final = (IN_AIR, AT_SEA, ON_LAND)
"""By step of a battle: the units that fight it beside aircraft, which fight in each."""

Row = tuple[int, int, int, int]
"""Units that roll alike: kind, value, how many units, how many dice."""


# ---------------------------------------------------------------------- what the ground gives


class Ground:
    """What the ground gives in a land battle, from its beginning to its end (mod.river_coast.lost)."""

    __slots__ = ("cover", "fortress")

    def __init__(self, cover: int = OPEN, fortress: bool = False) -> None:
        self.cover = cover
        """OPEN, PLUS_ONE or FIVE, for the defending land units."""
        self.fortress = fortress
        """Attackers hit with 1 only."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ground) and (self.cover, self.fortress) == (other.cover, other.fortress)

    def __hash__(self) -> int:
        return hash((self.cover, self.fortress))


def ground(g: State, area: int, directions: list[int]) -> Ground:
    """What the ground gives against land units from these directions; without any, aircraft attack alone.

    A direction is the area from which a unit comes, the area itself for one that is in it already, LANDING, or DROP.
    """
    if DROP in directions:
        return _ground_of_a_drop(g, area, [way for way in directions if way != DROP])
    if is_fortress(g, area) and all(way == LANDING or fortress_covers(g.pack, area, way) for way in directions):
        # mod.fortress.defence, mod.fortress.landing_too; mod.air_only_attack: always against aircraft alone
        return Ground(FIVE, LANDING not in directions)
    if not directions:
        return Ground(PLUS_ONE if rough_all_round(g.pack, area) else OPEN)  # mod.air_only_attack
    return Ground(min([cover_from(g.pack, area, way) for way in directions]))  # mod.lowest_direction


def _ground_of_a_drop(g: State, area: int, others: list[int]) -> Ground:
    """What the ground gives when paratroops drop, alone or with land units from other directions.

    There is no river and no coast for anybody (para.cancels_modifier). Mountain, swamp and fortress count as they would
    against the others (para.keeps_other_modifiers), or against aircraft if paratroops are alone.
    """
    ground_of_others = ground(g, area, others)
    if not others or ground_of_others.fortress:
        return ground_of_others
    pack = g.pack
    rough = rough_all_round(pack, area) or all(way >= 0 and pack.terrain_from[area] >> way & 1 for way in others)
    return Ground(PLUS_ONE if rough else OPEN)


def is_fortress(g: State, area: int) -> bool:
    """Whether an area is a fortress still (mod.fortress.once_captured)."""
    return bool(g.pack.fortresses & ~g.fortress_lost & 1 << area)


def fortress_covers(pack: Pack, area: int, way: int) -> bool:
    """Whether a fortress counts against units from a direction (map.terrain.directional, mod.fortress.outflanked)."""
    return way >= 0 and bool(pack.fortress_from[area] >> way & 1)


def rough_all_round(pack: Pack, area: int) -> bool:
    """Whether an area is mountain or swamp whatever the direction."""
    return pack.terrain[area] != PLAIN and not pack.terrain_from[area]


def cover_from(pack: Pack, area: int, way: int) -> int:
    """What defenders have against land units from one direction, if no fortress counts (mod.terrain.no_stack)."""
    if way == LANDING:
        return FIVE  # mod.invasion.defence
    if rough_all_round(pack, area):
        return PLUS_ONE  # mod.terrain.plus_one
    if way == area:
        return OPEN  # already inside: no border lies between
    if pack.border[area * AREAS + way] == RIVER or pack.terrain_from[area] >> way & 1:
        return PLUS_ONE
    return OPEN


def best_way(g: State, unit: int, area: int) -> int:
    """The area from which a land unit enters another; of several on a way of two steps, the best one for it."""
    if g.flags[unit] & DROPPED:
        return DROP
    pack = g.pack
    nation, start = pack.nation[unit], g.place[unit]
    if start == area:
        return area
    graph = pack.soviet_march if nation == USSR else pack.march
    near = graph.masks[area]
    if near >> start & 1:
        return start
    ways = members(graph.masks[start] & near & reach.on_the_way(g, nation, start))
    covered = is_fortress(g, area)
    return min(
        ways, key=lambda way: FIVE if covered and fortress_covers(pack, area, way) else cover_from(pack, area, way)
    )


def best_ways(g: State, units: int, area: int) -> list[int]:
    """The directions from which land units enter an area; those of one nation from one place take the same."""
    found: dict[tuple[int, int, int], int] = {}
    for unit in members(units):
        key = g.pack.nation[unit], g.place[unit], g.flags[unit] & DROPPED
        if key not in found:
            found[key] = best_way(g, unit, area)
    return list(found.values())


def way_of(g: State, unit: int, landing: int) -> int:
    """The direction of a land unit in a battle that has begun; `landing` are those that come from the sea."""
    if landing >> unit & 1:
        return LANDING
    return DROP if g.flags[unit] & DROPPED else g.origin[unit]


# ---------------------------------------------------------------------- who rolls what


class Terms:
    """Everything beside the units themselves that decides what is rolled in a step of a battle."""

    __slots__ = ("step", "invasion", "carriers", "twice", "ground", "idle", "dropping", "radar", "out")

    def __init__(
        self,
        step: int,
        invasion: bool,
        carriers: int,
        twice: int,
        ground: Ground,
        idle: int = 0,
        dropping: int = 0,
        radar: int = 0,
    ) -> None:
        self.step = step
        self.invasion = invasion
        """Fleets defend their base against an invasion."""
        self.carriers = carriers
        """Fleets that carry units."""
        self.twice = twice
        """Attacking units that roll twice (east.double_roll)."""
        self.ground = ground
        self.idle = idle
        """Units that have nobody to roll against: submarines against aircraft alone (sub.no_defence_vs_air)."""
        self.dropping = dropping
        """Paratroops on their way to a drop: they can be lost in the air, but do not roll (para.intercepted)."""
        self.radar = radar
        """Units of either side that roll twice against submarines (opt.allied.radar)."""
        self.out = carriers | idle | dropping
        """All that do not roll."""


def terms_of(g: State, battle: Battle) -> Terms:
    """The terms of a battle as it stands."""
    return Terms(
        battle.step,
        battle.kind == INVADE,
        carriers_of(battle),
        twice_in(g, battle),
        Ground(battle.cover, battle.fortress),
        idle(g.pack, battle.step, battle.attackers, battle.defenders, battle.round > 1),
        dropping(g, battle),
        radar(g, battle.step, battle.attackers, battle.defenders),
    )


def radar(g: State, step: int, attackers: int, defenders: int) -> int:
    """Destroyers and aircraft of powers with radar that have only submarines against them (opt.allied.radar).

    They roll twice; beside other enemy ships radar does not count (opt.allied.radar_mixed).
    """
    pack = g.pack
    boats = pack.of_type[SUBMARINE]
    if g.research is None or step != SEA_BATTLE or not (attackers | defenders) & boats:
        return 0
    found = 0
    for own, enemies in ((attackers, defenders), (defenders, attackers)):
        if enemies & boats and not enemies & pack.naval_units & ~boats:
            found |= own & with_radar(g)
    return found


def with_radar(g: State) -> int:
    """All destroyers and aircraft of powers that have radar, as a mask."""
    pack = g.pack
    found = 0
    for power in (BRITAIN, USA) if g.research is not None else ():
        if progress.rolls_twice(g, power):
            found |= pack.of_nation[power] & (pack.air_units | pack.of_type[DESTROYER])
    return found


def idle(pack: Pack, step: int, attackers: int, defenders: int, later: bool) -> int:
    """Who has nobody to roll against: submarines that face aircraft alone (sub.no_defence_vs_air).

    And in later rounds aircraft that face submarines alone (sub.air_one_round).
    """
    boats = pack.of_type[SUBMARINE]
    if not (attackers | defenders) & boats or step != SEA_BATTLE:
        return 0
    alone = 0
    for own, enemies in ((attackers, defenders), (defenders, attackers)):
        if not enemies & pack.naval_units:
            alone |= own & boats
        if later and not enemies & (pack.naval_units | pack.air_units) & ~boats:
            alone |= own & pack.air_units
    return alone


def dropping(g: State, battle: Battle) -> int:
    """Paratroops of a move that is met on its way (para.intercepted): land units, but not those aboard ships."""
    if battle.kind != INTERVENE:
        return 0
    found = battle.attackers & g.pack.land_units
    for unit in battle.cargo:
        found &= ~(1 << unit)
    return found


def flying(g: State, battle: Battle) -> int:
    """All units that take part in the air, as a mask."""
    return g.pack.air_units | dropping(g, battle)


def carriers_of(battle: Battle) -> int:
    """The fleets that carry units, as a mask, while these are still aboard."""
    found = 0
    if battle.sailing:
        for unit in battle.carriers:
            found |= 1 << unit
    return found & battle.attackers


def twice_in(g: State, battle: Battle) -> int:
    """The units that roll twice in a battle; nobody who is stopped while he intervenes does."""
    if battle.kind == INTERVENE and not battle.attackers & g.order_now().force:
        return 0
    return roll_twice(g, battle.attackers, battle.defenders)


def roll_twice(g: State, attackers: int, defenders: int) -> int:
    """The attacking units that roll twice: in the season of the German surprise, and in the Soviet winter after it."""
    pack = g.pack
    if g.german_attack == NONE:
        return 0
    if g.season == g.german_attack and defenders & pack.of_nation[USSR]:
        return attackers & g.allied_units[GERMANY]  # east.surprise
    winter = pack.season[g.season] == WINTER and pack.year[g.season] == pack.year[g.german_attack]
    if winter and defenders & g.allied_units[GERMANY]:
        return attackers & pack.of_nation[USSR]  # east.winter_soviet_double
    return 0


def engaged(pack: Pack, terms: Terms, units: int) -> int:
    """The units of a side that a step of the battle is about: they can be lost in it (air.losses.only_air)."""
    if terms.step == AIR_BATTLE:
        return units & (pack.air_units | terms.dropping)
    if terms.step == SEA_BATTLE:
        return units & (pack.naval_units | pack.air_units)
    return units & (pack.land_units | pack.air_units)


def met_in_the_air(pack: Pack, attackers: int, defenders: int) -> bool:
    """Whether two sides fight in the air: both have aircraft (air.when), and not bombers alone (bomb.no_air_attack)."""
    if not attackers & pack.air_units or not defenders & pack.air_units:
        return False
    return bool((attackers | defenders) & pack.of_type[AIRCRAFT])


def roll_of(pack: Pack, terms: Terms, side: int, unit: int) -> tuple[int, int]:
    """The number that a unit must not exceed, and how many dice it rolls: none if it only stands there."""
    domain = pack.domain[pack.type[unit]]
    if (domain != IN_AIR and domain != ENGAGED[terms.step]) or (terms.out and terms.out >> unit & 1):
        return 0, 0  # sea.carriers_out, unit.fleet.no_land_battle
    kind = pack.kind[unit]
    if terms.radar and terms.radar >> unit & 1:
        return (pack.attack if side == ATTACKER else pack.defence)[kind], 2  # opt.allied.radar
    if side == ATTACKER:
        dice = 2 if terms.twice and terms.twice >> unit & 1 else 1
        if terms.step == AIR_BATTLE and pack.type[unit] == BOMBER:
            return pack.defence[kind], dice  # bomb.air_only_defend
        if terms.step == LAND_BATTLE and terms.ground.fortress:
            return AGAINST_FORTRESS, dice  # mod.attack_only_fortress, mod.fortress.land_battle_only
        return pack.attack[kind], dice
    if terms.step == SEA_BATTLE and terms.invasion and pack.type[unit] == FLEET:
        return FIXED_DEFENCE, 1  # mod.fleet.invasion
    if terms.step == LAND_BATTLE and domain == ON_LAND:
        if terms.ground.cover == FIVE:
            return FIXED_DEFENCE, 1  # mod.fortress.defence, mod.invasion.defence
        return pack.defence[kind] + (1 if terms.ground.cover == PLUS_ONE else 0), 1
    return pack.defence[kind], 1  # mod.terrain.not_air


def rows(pack: Pack, terms: Terms, side: int, units: int) -> list[Row]:
    """The rolls of a side, in groups of equal value and kind, the best first (air.dice.groups)."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for unit in members(units):
        value, dice = roll_of(pack, terms, side, unit)
        if dice:
            count, thrown = found.get((value, pack.kind[unit]), (0, 0))
            found[value, pack.kind[unit]] = count + 1, thrown + dice
    ordered = sorted(found.items(), key=lambda row: (-row[0][0], row[0][1]))
    return [(kind, value, count, thrown) for (value, kind), (count, thrown) in ordered]
