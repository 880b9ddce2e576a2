"""① Tüzérségi támadás: the besiegers shoot breaches, the garrison shoots at their guns."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.sets import bits
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.flow import morale, officers
from sandtable.games.buda_1686.flow.board import relocate, roll
from sandtable.games.buda_1686.flow.entrenching import cancelled
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN
from sandtable.games.buda_1686.state import State

BOMBARD: Final[Choice] = ("bombard",)


# ---------------------------------------------------------------------- imperial


def imperial(g: State, wall: int) -> Flow[State]:
    """Guns against a wall zone: on a success a unit enters one of its breaches."""
    g.target = wall
    if g.log is not None:
        g.log.add("artillery", g.pack.zone_ids[wall], rule="artillery.imperial.target")
    bonus = 0
    if g.place[g.pack.abdurrahman] == g.pack.middle:  # abdurrahman.artillery
        bonus = yield from officers.roll_bonus(g, "disturb", "abdurrahman.artillery")
    if roll(g, "artillery") + bonus > g.cts:  # artillery.imperial.roll
        if g.log is not None:
            g.log.add("artillery_fails", g.pack.zone_ids[wall], rule="artillery.imperial.fail")
        return
    if (yield from cancelled(g, OTTOMAN, wall, "entrench.cancel_artillery")):
        return
    yield from enter_breach(g, wall, "artillery.imperial.unit_choice")


def units_near(g: State, wall: int) -> int:
    """The imperial units in the starting zones adjacent to a wall zone."""
    units = 0
    for start in g.pack.wall_starts[wall]:
        units |= g.at[start]
    return units


def enter_breach(g: State, wall: int, rule: str) -> Flow[State]:
    """A unit of the imperial player's choice must enter (artillery.imperial.unit_must_enter)."""
    choice = yield Ask(IMPERIAL, "enter_breach", breach_options, rule)
    unit = g.pack.unit_of[choice[1]]
    if g.log is not None:
        g.log.add("enters_breach", g.pack.unit_ids[unit], g.pack.zone_ids[wall], rule="artillery.imperial.success")
    relocate(g, unit, g.pack.breach(wall))


def breach_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.target])
    for unit in bits(units_near(g, g.target)):
        offer.add(g.pack.enter[unit])


def breach_refusal(g: State, wall: int, action: str) -> str | None:
    """The rule against opening a breach at a wall zone by an action ('artillery.imperial' or 'mining.spring')."""
    if wall == g.pack.middle:
        return action + ".target_not_middle"
    if g.imperial_at(wall):
        return action + ".target_not_own"
    if not units_near(g, wall):
        return action + ".needs_unit"
    if g.at[g.pack.breach(wall)].bit_count() >= g.pack.breaches[wall]:
        return action + ".needs_breach"
    return None


def breachable(g: State, wall: int) -> bool:
    """Whether a breach can be opened at a wall zone by artillery or a mine."""
    pack = g.pack
    if wall == pack.middle or g.at[wall] & pack.imperial:
        return False
    return units_near(g, wall) != 0 and g.at[pack.zones + wall].bit_count() < pack.breaches[wall]


def imperial_options(g: State, offer: Offer, spent: str | None) -> None:
    for wall in range(g.pack.walls):
        if offer.explaining:
            offer.add(g.pack.artillery[wall], spent or breach_refusal(g, wall, "artillery.imperial"))
        elif breachable(g, wall):
            offer.add(g.pack.artillery[wall])


# ---------------------------------------------------------------------- Ottoman


def ottoman(g: State) -> None:
    """The garrison's guns against the besiegers': two rolls, and the artillery level falls."""
    if g.log is not None:
        g.log.add("bombard", rule="artillery.ottoman.first_roll")
    if roll(g, "bombard") >= g.tms:  # artillery.ottoman.first_fail
        return
    if roll(g, "bombard") % 2 == 0:  # artillery.ottoman.second_roll
        morale.lower_cts(g, "artillery.ottoman.second_roll")


def ottoman_options(g: State, offer: Offer, spent: str | None) -> None:
    useful = g.cts > g.pack.cts_min and g.tms >= 2  # a first roll below the TMS must be possible
    offer.add(BOMBARD, spent or (None if useful else "artillery.ottoman.useful"))
