"""Entering areas: what bars a nation from an area, and the taking of enemy areas that nobody defends."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one, two
from sandtable.engine.sets import NONE, bits, mask, members
from sandtable.games.battle_for_europe.flow import (
    consent,
    control,
    cooperation,
    joint,
    journey,
    limits,
    nations,
    paratroops,
    reach,
    units,
)
from sandtable.games.battle_for_europe.pack import (
    CALL_OFF,
    POWERS,
    TANK,
    USA,
    USSR,
)
from sandtable.games.battle_for_europe.parts import ENTER, Order
from sandtable.games.battle_for_europe.state import (
    ATTACKED,
    ATTACKED_TWICE,
    CARRIED,
    CUT_OFF,
    DROPPED,
    MOVED,
    PINNED,
    RETREATED,
    State,
)

STUCK: Final = CUT_OFF | PINNED | RETREATED
"""Units in this condition go nowhere in phases 1 and 2 (sup.no_move, land.retreat.ends)."""


# ---------------------------------------------------------------------- what bars a nation from an area


def barred(g: State, nation: int, area: int) -> str | None:
    """The rule that keeps units of a nation out of an area, whoever stands there; None if they may be there."""
    pack = g.pack
    if area == pack.urals:
        return None if nation == USSR else "map.urals_box"
    if area == pack.usa_box:
        return None if nation == USA else "map.usa_box"
    if nation == pack.vichy and g.control[area] != nation and nations.stays_at_home(g, nation):
        return "vichy.units.stay"
    if closed_satellite(g, area):
        return "setup.sichel.satellites_closed"
    if cooperation.out_of_bounds(g, nation) >> area & 1:
        return cooperation.apart_rule(g, nation, area)
    owner = g.control[area]
    if owner == NONE or g.allied_nations[nation] >> owner & 1 or g.at_war(nation, owner):
        return None
    return "war.neutral_power.limits" if owner < POWERS else "war.neutral.entry"


def barred_for(g: State, unit: int, area: int) -> str | None:
    """The rule that keeps a unit out of an area."""
    nation = g.pack.nation[unit]
    rule = barred(g, nation, area)
    if rule == "war.neutral.entry" and g.place[unit] != NONE and reach.hosts(g, nation, g.place[unit]) >> area & 1:
        rule = None  # east.ussr_first.leave_supplied: through areas of the same country
    return rule or limits.crowded(g, unit, area) or consent.refused(g, nation, area)


def open_areas(g: State, nation: int) -> int:
    """All areas that nothing keeps units of a nation out of, as a mask: the same as `barred`, for all at once."""
    found = g.open_to[nation]
    if nation == g.pack.vichy and nations.stays_at_home(g, nation):
        found &= g.held[nation]
    apart = cooperation.out_of_bounds(g, nation)
    return found & ~apart if apart else found


def open_for(g: State, unit: int) -> int:
    """All areas that nothing keeps a unit out of, as a mask: the same as `barred_for`, for all at once."""
    nation = g.pack.nation[unit]
    found = open_areas(g, nation)
    if g.soviet_attack != NONE and g.place[unit] != NONE:
        found |= reach.hosts(g, nation, g.place[unit])  # east.ussr_first.leave_supplied
    if g.rules.variant == "b":
        found &= ~consent.closed(g, nation)
    return found & ~limits.full(g, unit) if g.rules.special("13.4") else found


def closed_satellite(g: State, area: int) -> bool:
    """Whether an area belongs to a satellite that is closed in this scenario (setup.sichel.satellites_closed)."""
    return bool(g.sealed >> area & 1)


# ---------------------------------------------------------------------- the order to enter an undefended area


def enter_refusal(g: State, area: int) -> str | None:
    """The rule against entering an area with land units, in phase 1 and without a battle."""
    reasons: list[tuple[bool, str]] = []
    for power in g.asked():
        reason = limits.only_capital(g, power, area) or undefended(g, power, area) or "atk.reach"
        if reason == "atk.reach" and senders(g, power, area):
            return None
        reasons.append((not stands_near(g, power, area), reason))
    return min(reasons, key=lambda row: row[0])[1]  # of several powers one that is near says why not


def stands_near(g: State, power: int, area: int) -> bool:
    """Whether a power has land units so near to an area that they might march there."""
    near = g.pack.two_steps[area]
    return any(g.here[start] & g.led[power] & g.pack.land_units for start in members(near))


def enterers(g: State, area: int) -> list[int]:
    """The powers asked that can enter an area."""
    return [power for power in g.asked() if enters(g, power, area)]


def enters(g: State, power: int, area: int) -> bool:
    """Whether land units under a power's command can take an area without a battle."""
    if limits.only_capital(g, power, area) is not None or undefended(g, power, area) is not None:
        return False
    return bool(senders(g, power, area))


def undefended(g: State, power: int, area: int) -> str | None:
    """The rule that keeps an area from being taken without a battle (ctl.enter_empty, war.neutralised_area)."""
    if g.friendly(power, area):
        return "ctl.ally_entry"
    rule = barred(g, power, area)
    if rule is not None:
        return rule
    return "atk.land_combat_stop" if defenders(g, power, area) else None


def defenders(g: State, power: int, area: int) -> int:
    """The land units that keep an area from being entered without a battle, as a mask."""
    enemies = g.enemies_in(power, area) & g.pack.land_units
    if power == USSR and g.rules.special("13.3d"):
        enemies &= ~g.pack.of_nation[g.pack.bulgaria]  # east.bulgaria_no_battle
    return enemies


def senders(g: State, power: int, area: int) -> int:
    """The land units under a power's command that can enter an area now, as a mask."""
    found = 0
    for nation in bits(g.under[power]):
        found |= marchers(g, nation, area)
    return found


def marchers(g: State, nation: int, area: int) -> int:
    """The land units of a nation that can enter an area now, from next to it or through friendly areas (atk.reach)."""
    pack = g.pack
    near = pack.two_steps[area] & g.at[nation]
    flown = paratroops.droppers(g, nation, area) if g.rules.advanced else 0
    if not (near or flown) or g.own_side[nation] >> area & 1 or barred(g, nation, area) is not None:
        return 0
    found = 0
    for start in members(near):
        for unit in members(g.units_of(nation, start) & pack.land_units):
            if may_march(g, unit) and reach.by_land(g, unit, area) != NONE and limits.crowded(g, unit, area) is None:
                found |= 1 << unit
    for unit in members(flown):
        if limits.crowded(g, unit, area) is None:
            found |= 1 << unit
    return found


def may_march(g: State, unit: int) -> bool:
    """Whether a land unit may still move in phase 1; armour that attacked once goes on (unit.tank.through_empty)."""
    flags = g.flags[unit]
    if flags & (STUCK | ATTACKED_TWICE):
        return False
    return not flags & (MOVED | ATTACKED | CARRIED) or g.pack.type[unit] == TANK  # unit.tank.after_invasion


def enter(g: State, power: int, area: int) -> Flow[State]:
    """Land units of a power enter an area that no land unit defends, and capture it (hpp.battle_cost.empty_area)."""
    g.order = Order(ENTER, power, area)
    choice = yield Ask(g.rules.seat_of[power], "enter.force", FORCE, "ctl.enter_empty", stake=0.3)
    if choice == CALL_OFF:
        units.call_off(g)
        return
    pack, order = g.pack, g.order
    able = senders(g, power, area)
    if choice[0] == "send":
        kind, start = pack.number[choice[1]], pack.number[choice[2]]
        order.force = 1 << units.lowest(able & g.here[start] & pack.of_kind[kind])
    else:
        start = pack.number[choice[1]]
        order.force = together(g, able & g.here[start], area)
    order.source = start
    if g.rules.advanced:
        for unit in members(order.force):
            if reach.by_land(g, unit, area) == NONE:
                g.flags[unit] |= DROPPED
        if journey.set_out(g):
            return  # para.intercepted
    take(g, order)


def together(g: State, units: int, area: int) -> int:
    """Of these units as many as find room in an area, as a mask (med.africa_three)."""
    return mask(limits.as_many(g, list(members(units)), area))


def take(g: State, order: Order) -> None:
    """The units of an order enter its area and capture it."""
    g.order = None
    pack, area, chosen = g.pack, order.target, members(order.force)
    captor, owner = pack.nation[chosen[0]], g.control[area]
    for unit in members(g.enemies_in(captor, area) & pack.land_units):
        units.lose(g, unit, "east.bulgaria_dissolves")
    for unit in chosen:
        if reach.by_land(g, unit, area) == NONE:
            paratroops.drop(g, unit, area)
            continue
        march(g, unit, area)
        units.tell_move(g, pack.kind[unit], 1, order.source, area, "map.move.land_cost")
    if g.rules.advanced:
        paratroops.came(g, order.force)
    control.capture(g, area, joint.claimant(g, area, captor), "ctl.enter_empty")
    if owner != NONE:
        nations.follow_up(g, order.power, owner)


def march(g: State, unit: int, area: int) -> None:
    """A land unit spends the points of the way and stands in the area."""
    g.steps[unit] += reach.by_land(g, unit, area)
    g.flags[unit] |= MOVED
    units.move_unit(g, unit, area)


def send_refusal(g: State, kind: int, start: int) -> str | None:
    """The rule against sending a unit of a kind from an area."""
    order = g.order_now()
    able = senders(g, order.power, order.target) & g.here[start] & g.pack.of_kind[kind]
    return None if able else "atk.reach"


def send_all_refusal(g: State, start: int) -> str | None:
    """All that can go from an area go: offered where there are several."""
    order = g.order_now()
    able = senders(g, order.power, order.target) & g.here[start]
    if able.bit_count() < 2:
        return "atk.reach"
    return None if together(g, able, order.target).bit_count() > 1 else limits.too_many(g, able, order.target)


def force_options(g: State, offer: Offer) -> None:
    pack, order = g.pack, g.order_now()
    able = senders(g, order.power, order.target)
    seen: set[tuple[int, int]] = set()
    for unit in members(able):
        pair = (pack.kind[unit], g.place[unit])
        if pair not in seen:
            seen.add(pair)
            offer.add(pack.send[pair[0]][pair[1]])
    for start in sorted({start for _, start in seen}):
        if together(g, able & g.here[start], order.target).bit_count() > 1:
            offer.add(pack.send_all[start])
    offer.add(CALL_OFF)
    offer.tell(area=pack.area_ids[order.target])


FORCE: Final = Legality(
    force_options, {"send": two(send_refusal), "send_all": one(send_all_refusal), "call_off": legal}
)
