"""What opponents count in a position of the war. What each is worth stands in insight.toml.

Nearly everything is counted in HPP for the Axis, less the same for the Allies. What a side holds is worth as much as it
can expect to keep: the best attacks of both sides (front.py) are part of the position, so that the enemy's reply need
not be searched for.
"""

from __future__ import annotations

from functools import cache
from math import log
from typing import Final

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.estimate import fight
from sandtable.games.battle_for_europe.estimate_chain import coming
from sandtable.games.battle_for_europe.flow import supply, victory
from sandtable.games.battle_for_europe.front import Front, total
from sandtable.games.battle_for_europe.funds import learned, savings
from sandtable.games.battle_for_europe.pack import (
    AIRCRAFT,
    ALLIES,
    AREAS,
    AXIS,
    BOMBER,
    DESTROYER,
    FLEET,
    GERMANY,
    INFANTRY,
    ITALY,
    NATIONS,
    PARATROOP,
    POWERS,
    SUBMARINE,
    TANK,
    USSR,
    WINTER,
    Pack,
)
from sandtable.games.battle_for_europe.prospects import ANSWERED, FADES, Prospects, turns_left
from sandtable.games.battle_for_europe.stands import Attack
from sandtable.games.battle_for_europe.state import OVER, State

FEATURES: Final = (
    "axis",
    "hope",
    "territory",
    "infantry",
    "tanks",
    "aircraft",
    "fleets",
    "hpp",
    "income",
    "attacks_now",
    "attacks_next",
    "attacks_then",
    "doors_open",
    "capitals_open",
    "doomed",
    "spearhead",
    "near_front",
    "cut_off",
    "starving",
    "at_war",
    "called_off",
    "own_goal",
)
ARMS: Final = (INFANTRY, TANK, AIRCRAFT, FLEET)
GOALS: Final[dict[str, tuple[str, ...]]] = {
    "sichelschnitt": ("oslo", "denmark", "netherlands", "belgium", "paris"),
    "barbarossa": ("moscow", "leningrad", "stalingrad"),
    "bagration_overlord": ("berlin",),
    "full_war": ("berlin", "rome", "paris", "london", "moscow"),
}
"""By scenario: what the Axis wants to hold at the end; the Allies want the same."""
AIMS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "sichelschnitt": (("paris", "belgium", "oslo"), ("belgium", "essen")),
    "barbarossa": (("moscow", "leningrad", "stalingrad"), ("moscow", "leningrad", "stalingrad", "kiev")),
    "bagration_overlord": (("warsaw", "paris"), ("berlin",)),
    "full_war": (("paris", "moscow", "london"), ("berlin", "rome")),
}
"""By scenario and side: what its armies march towards."""
PLAIN_WORTH: Final = 0.7
"""What any area is worth, in HPP."""
PER_HPP: Final = 1.5
"""What an area is worth for every HPP that it brings a year."""
HOME: Final = 2.5
"""What a home area of a great power that takes part is worth beside that: armies are built there."""
CAPITAL: Final = 20.0
"""What the capital of a great power is worth beside that: its army goes with it."""
OTHER_CAPITAL: Final = 6.0
"""The same where the scenario is decided elsewhere: an army that goes there is missed."""
GOAL: Final = 8.0
"""What a goal of the scenario is worth as a target."""
ON_THE_WAY: Final = 4.0
"""What an area next to an aim would be worth; less for those farther away, by FADES for every step."""
OVERSEAS: Final = 7
"""Steps to an aim from where no way leads by land."""
LASTING: Final = 2
"""The first feature that matters less and less towards the end."""
LONG: Final = 5.0
"""With more turns left than this, of both sides together, everything counts in full."""
GIVEN_AWAY: Final = 0.03
"""How likely a goal becomes German in the end that an ally of Germany has taken."""
NO_HOPE: Final = 1e-5
"""No scenario is lost or won more surely than this before it has ended."""
UNGUARDED: Final = 0.5
"""How likely a capital without a land unit is taken, beside what is seen."""


def measure(g: State, seat: int) -> list[float]:
    """The features from the point of view of a seat: those of the Axis, or the same negated, if there are two sides.

    Of more sides each has half of its alliance's features and all of its own goal; from these the mean of the others'
    is taken off.
    """
    axis = expected(g)
    rules = g.rules
    if rules.variant == "a" or len(rules.seats) == 2:
        sign = 1.0 if victory.side_of(g.pack, rules, seat) == AXIS else -1.0
        return [sign * number for number in axis]
    count = len(rules.seats)
    own = [_of_seat(g, axis, other) for other in range(count)]
    scale = count / (count - 1)
    return [scale * (own[seat][at] - sum([each[at] for each in own]) / count) for at in range(len(axis))]


def _of_seat(g: State, axis: list[float], seat: int) -> list[float]:
    """What one of several sides counts for itself."""
    sign = 0.5 if victory.side_of(g.pack, g.rules, seat) == AXIS else -0.5
    return [*[sign * number for number in axis[:-1]], own_goal(g, seat)]


def expected(g: State) -> list[float]:
    """The features for the Axis; of a battle in progress those of both its ends, by how likely they are."""
    if g.chain is None:
        return of_battle(g)
    fought = g.battle
    g.battle = coming(g)  # a move that can be met is worth what it leads to
    found = of_battle(g)
    g.battle = fought
    return found


def of_battle(g: State) -> list[float]:
    """The same, if nothing is on its way."""
    battle = g.battle
    worth = worths(g.pack, g.rules.scenario.id)
    wanted = goals(g.pack, g.rules.scenario.id)
    if battle is None:
        return of_front(Front(g, worth, wanted))
    odds = fight(g, battle)
    won = of_front(Front(g, worth, wanted, True, odds.kept_if_won)) if odds.win > 0.02 else []
    lost = of_front(Front(g, worth, wanted, False, odds.kept_if_lost)) if odds.win < 0.98 or not won else won
    if not won:
        won = lost
    return [odds.win * won[at] + (1.0 - odds.win) * lost[at] for at in range(len(won))]


# ---------------------------------------------------------------------- what areas are worth


@cache
def worths(pack: Pack, scenario: str) -> list[float]:
    """By area: what it is worth to hold, in HPP."""
    wanted = GOALS[scenario]
    targets = [pack.area_keys.index(area) for area in {*AIMS[scenario][AXIS], *AIMS[scenario][ALLIES]}]
    ways = [pack.march.distances(1 << aim) for aim in targets]
    found = [0.0] * AREAS
    for area in pack.grounds:
        if area in (pack.usa_box, pack.urals):
            continue
        worth = PLAIN_WORTH + PER_HPP * pack.worth[area]
        if 0 <= pack.home_of[area] < POWERS:
            worth += HOME
        country = pack.capital_of[area]
        if 0 <= country < POWERS:
            worth += CAPITAL if country == GERMANY or pack.area_keys[area] in wanted else OTHER_CAPITAL
        if pack.area_keys[area] in wanted:
            worth += GOAL
        near = min([way[area] for way in ways if way[area] != NONE], default=OVERSEAS)
        found[area] = worth + ON_THE_WAY * FADES**near
    return found


@cache
def aims(pack: Pack, scenario: str, side: int) -> list[float]:
    """By area: how much a land unit there counts on its way to the aims of its side."""
    ways = [pack.march.distances(1 << pack.area_keys.index(area)) for area in AIMS[scenario][side]]
    found = []
    for area in range(AREAS):
        steps = [way[area] for way in ways if way[area] != NONE]
        found.append(FADES ** min(steps, default=OVERSEAS))
    return found


@cache
def named(pack: Pack, *areas: str) -> list[int]:
    """The numbers of areas."""
    return [pack.area_keys.index(area) for area in areas]


@cache
def goals(pack: Pack, scenario: str) -> list[int]:
    """The goals of a scenario."""
    return named(pack, *GOALS[scenario])


# ---------------------------------------------------------------------- the features


def of_front(front: Front) -> list[float]:
    """One number for each of `FEATURES`, in their order, for the Axis."""
    g = front.g
    attacks = (front.coming(AXIS), front.coming(ALLIES))
    at_once = front.at_once()
    sign = 1.0 if front.active == AXIS else -1.0
    side = front.next_side()
    first = 1.0 if side == AXIS else -1.0
    later = rest_of_war(front)
    found = [
        1.0,
        hope(front, attacks, at_once),
        of_territory(front),
        *[arm(front, AXIS, kind) - arm(front, ALLIES, kind) for kind in ARMS],
        savings(g, AXIS) + learned(g, AXIS) - savings(g, ALLIES) - learned(g, ALLIES),
        float(income(g, AXIS) - income(g, ALLIES)),
        sign * total(at_once, front.stands[front.active].purse),
        first * total(attacks[side], front.money(side)),
        -first * total(attacks[1 - side], front.money(1 - side)),
        doors_open(front, attacks),
        capitals_open(front, attacks),
        doomed(front, ALLIES) - doomed(front, AXIS),
        spearhead(front, AXIS) - spearhead(front, ALLIES),
        near_front(front, AXIS) - near_front(front, ALLIES),
        cut_off(front, AXIS) - cut_off(front, ALLIES),
        front.stands[AXIS].starving - front.stands[ALLIES].starving,
        at_war(front),
        sign * g.called_off * g.called_off,
        0.0,
    ]
    for at in range(LASTING, len(found) - 2):
        found[at] *= later
    return found


def rest_of_war(front: Front) -> float:
    """How much everything but hope still matters: less and less in the last turns, since only the goals count then."""
    turns = turns_left(front, AXIS) + turns_left(front, ALLIES)
    return min(1.0, turns / LONG)


def arm(front: Front, side: int, kind: int) -> float:
    """How many units of a basic type a side has; others count as the nearest of these, by what they cost.

    Submarines count twice, since they take a HPP a turn from Britain; so do as many destroyers as there are of them.
    """
    units = front.stands[side].units
    found = units[kind]
    if kind == INFANTRY:
        return found + 2.0 * units[PARATROOP]
    if kind == AIRCRAFT:
        return found + units[BOMBER]
    if kind != FLEET:
        return found
    escorts = min(units[DESTROYER], front.stands[1 - side].units[SUBMARINE])
    return found + (2.0 * units[SUBMARINE] + units[DESTROYER] + escorts) / 6.0


def hope(front: Front, attacks: tuple[list[Attack], list[Attack]], at_once: list[Attack]) -> float:
    """The log-odds that the Axis reaches what wins the scenario, by the best attacks of both sides (victory.py)."""
    g = front.g
    scenario = g.rules.scenario.id
    prospects = Prospects(front, attacks, at_once, goals(g.pack, scenario))
    if scenario == "full_war":
        london, paris, moscow = [prospects.of(area, AXIS) for area in named(g.pack, "london", "paris", "moscow")]
        two = london * paris + (london + paris - 2.0 * london * paris) * moscow  # win.full_a.axis
        berlin, rome = [prospects.of(area, ALLIES) for area in named(g.pack, "berlin", "rome")]
        found = 0.5 + 0.5 * (two - berlin * rome)  # win.full_a.allies
    elif scenario == "bagration_overlord":
        found = prospects.of(goals(g.pack, scenario)[0], AXIS)  # win.bagr.allies
    else:
        found = prospects.of(g.pack.capital[GERMANY], AXIS)  # fall.side_out
        for area in goals(g.pack, scenario):
            found *= GIVEN_AWAY if in_wrong_hands(front, area) else prospects.of(area, AXIS)
    found = max(NO_HOPE, min(1.0 - NO_HOPE, found))
    return log(found / (1.0 - found))


def in_wrong_hands(front: Front, area: int) -> bool:
    """Whether Italy has taken, or is taking, a goal that Germany itself has to hold (win.barb.axis)."""
    battle = front.g.battle
    taker = battle.power if battle is not None and battle.area == area else front.g.control[area]
    return taker == ITALY and bool(front.stands[AXIS].areas >> area & 1)


def of_territory(front: Front) -> float:
    """What the Axis holds, less what the Allies hold."""
    found = 0.0
    for area in members(front.stands[AXIS].areas):
        found += front.worth[area]
    for area in members(front.stands[ALLIES].areas):
        found -= front.worth[area]
    return found


def income(g: State, side: int) -> int:
    """HPP that a side receives at the next accounting, if there is one before the end."""
    pack = g.pack
    winter = g.season + WINTER - pack.season[g.season]
    if winter >= g.rules.scenario.end:
        return 0
    year = pack.year[g.season] + 1 - pack.year[0]
    found = 0
    for power in range(POWERS):
        if g.rules.seat_of[power] == NONE or g.fallen >> power & 1 or pack.history[power] != side:
            continue
        found += pack.base_hpp[power][year]
    for area in valued(pack):
        owner = g.control[area]
        if owner == NONE:
            continue
        country = pack.capital_of[area]
        holder = owner if owner < POWERS else g.commander[owner] if g.foes[owner] else NONE
        if holder == NONE:
            continue
        if owner == pack.printed[area]:
            if owner >= POWERS and pack.history[holder] == side:
                found += pack.worth[area]
        elif pack.history[holder] == side:
            fallen = 0 <= country < POWERS and g.fallen >> country & 1
            found += pack.half_of_1939[country] if fallen else pack.worth[area]
        elif pack.printed[area] == USSR and side == ALLIES and g.rules.seat_of[USSR] != NONE:
            found -= pack.worth[area]
    return found


@cache
def valued(pack: Pack) -> list[int]:
    """The areas that bring HPP, and the capitals of great powers."""
    return [area for area in pack.grounds if pack.worth[area] or 0 <= pack.capital_of[area] < POWERS]


def doors_open(front: Front, attacks: tuple[list[Attack], list[Attack]]) -> float:
    """Areas that the enemy could walk into because nobody stands there, those of the Allies less those of the Axis.

    Where it walks in, it stands next to what lies behind.
    """
    found = 0.0
    for side, sign in ((AXIS, 1.0), (ALLIES, -1.0)):
        share = sign if side == front.next_side() else sign * ANSWERED
        found += share * sum([attack.win for attack in attacks[side] if attack.price == 0 and attack.win > 0.9])
    return found


def capitals_open(front: Front, attacks: tuple[list[Attack], list[Attack]]) -> float:
    """How likely capitals of great powers fall to the next attack, those of the Allies less those of the Axis.

    Those without a guard are always in some danger.
    """
    pack = front.g.pack
    found = 0.0
    for power in range(POWERS):
        side, capital = front.sides[power], pack.capital[power]
        if side != NONE and front.stands[side].areas >> capital & 1 and front.stands[side].men[capital] < 0.5:
            found += UNGUARDED if side == ALLIES else -UNGUARDED
    for side, sign in ((AXIS, 1.0), (ALLIES, -1.0)):
        share = sign if side == front.next_side() else sign * ANSWERED * ANSWERED
        for attack in attacks[side]:
            if 0 <= pack.capital_of[attack.area] < POWERS:
                found += share * attack.win
    return found


def doomed(front: Front, side: int) -> float:
    """Great powers of a side that fall unless their capital is retaken at once (fall.last_chance)."""
    g, pack = front.g, front.g.pack
    enemy = front.stands[1 - side].areas
    return float(
        sum(front.sides[power] == side and not g.fallen >> power & 1 and enemy >> pack.capital[power] & 1
            for power in range(POWERS))
    )  # fmt: skip


def spearhead(front: Front, side: int) -> float:
    """The attack values of a side's land units, by how near they are to what it marches towards."""
    way = aims(front.g.pack, front.g.rules.scenario.id, side)
    teeth = front.stands[side].teeth
    return sum([way[area] * teeth[area] for area in members(front.land(side))])


def near_front(front: Front, side: int) -> float:
    """HPP of a side's land units next to the enemy, and half of those one step behind."""
    pack = front.g.pack
    enemy = front.stands[1 - side].areas
    first = pack.march.around(enemy) & ~enemy
    second = pack.march.around(first) & ~enemy & ~first
    cost = front.stands[side].cost
    found = 0.0
    for area in members((first | second) & pack.ground):
        found += cost[area] * (1.0 if first >> area & 1 else 0.5)
    return found


def cut_off(front: Front, side: int) -> float:
    """Land units of a side's great powers to which no chain of supply leads by land; half where ships could help."""
    g, pack = front.g, front.g.pack
    found = 0.0
    for nation in range(NATIONS):
        if front.sides[nation] != side or not g.at[nation]:
            continue
        for area in members(g.at[nation] & ~supply.in_supply(g, nation)):
            units = (g.here[area] & pack.of_nation[nation] & pack.land_units).bit_count()
            found += units * (0.3 if pack.ports >> area & 1 else 1.0)
    return found


def at_war(front: Front) -> float:
    """Great powers that fight, those of the Axis less those of the Allies."""
    g = front.g
    found = 0.0
    for power in range(POWERS):
        side = front.sides[power]
        if side != NONE and not g.fallen >> power & 1:
            found += 1.0 if side == AXIS else -1.0
    return found


# ---------------------------------------------------------------------- more than two sides


def own_goal(g: State, seat: int) -> float:
    """What a seat alone wants: 1 if it would win now; in the full war its surplus of conquests."""
    if g.phase == OVER:
        return 0.0
    if g.rules.variant == "b":
        return max(-1.0, min(1.0, victory.surplus(g, seat) / 20.0))
    judge, single = victory.SCENARIOS[g.rules.scenario.id]
    side, _ = judge(g)
    return 1.0 if any(single(g, seat, power, side) for power in victory.powers(g, seat)) else 0.0
