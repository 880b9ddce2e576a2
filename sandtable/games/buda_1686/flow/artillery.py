"""① Tüzérségi támadás: the besiegers shoot breaches, the garrison shoots at their guns."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer
from sandtable.engine.sets import bits
from sandtable.engine.types import Numbers
from sandtable.games.buda_1686.flow import morale, officers
from sandtable.games.buda_1686.flow.board import relocate, roll
from sandtable.games.buda_1686.flow.entrenching import cancelled
from sandtable.games.buda_1686.pack import BOMBARD, IMPERIAL, OTTOMAN
from sandtable.games.buda_1686.state import State

USEFUL_TMS: Final = 2
"""Below this no first roll of the Ottoman guns can succeed (artillery.ottoman.useful)."""


# ---------------------------------------------------------------------- imperial


def imperial(g: State, wall: int) -> Flow[State]:
    """Guns against a wall zone: on a success a unit enters one of its breaches."""
    g.order.target = wall
    if g.log is not None:
        g.log.add("artillery", g.pack.zone_ids[wall], rule="artillery.imperial.target")
    bonus = 0
    if g.place[g.pack.abdurrahman] == g.pack.middle:  # abdurrahman.artillery
        bonus = yield from officers.roll_bonus(g, "disturb", "abdurrahman.artillery")
    if g.log is not None:
        g.log.term(bonus, g.pack.unit_ids[g.pack.abdurrahman], "abdurrahman.artillery")
        g.log.need("at_most", g.artillery, "artillery.imperial.roll")
    result = roll(g, "artillery") + bonus
    if result > g.artillery:  # artillery.imperial.roll
        if g.log is not None:
            g.log.add("artillery_fails", g.pack.zone_ids[wall], result, g.artillery, rule="artillery.imperial.fail")
        return
    if (yield from cancelled(g, OTTOMAN, wall, "entrench.cancel_artillery")):
        return
    yield from enter_breach(g, wall, GUNS)


def units_near(g: State, wall: int) -> int:
    """The imperial units in the starting zones adjacent to a wall zone."""
    units = 0
    for start in g.pack.wall_starts[wall]:
        units |= g.at[start]
    return units


def refusal(g: State, wall: int) -> str | None:
    """The rule against an artillery attack on a wall zone."""
    return breach_refusal(g, wall, GUNS)


def options(g: State, offer: Offer) -> None:
    for wall in range(g.pack.walls):
        if refusal(g, wall) is None:
            offer.add(g.pack.artillery[wall])


# ---------------------------------------------------------------------- opening a breach, by guns or by a mine


class Breaching:
    """The rules of a way to open a breach."""

    __slots__ = ("not_middle", "not_own", "needs_unit", "needs_breach", "success", "unit_choice", "entering")

    def __init__(
        self, not_middle: str, not_own: str, needs_unit: str, needs_breach: str, success: str, unit_choice: str
    ) -> None:
        self.not_middle = not_middle
        self.not_own = not_own
        self.needs_unit = needs_unit
        self.needs_breach = needs_breach
        self.success = success
        self.unit_choice = unit_choice
        self.entering: Legality[State] = Legality(entry_options, {"enter": self.entry_refusal})

    def entry_refusal(self, g: State, numbers: Numbers) -> str | None:
        """The rule that keeps a unit from entering the breach."""
        unit = numbers[0]
        if g.pack.side[unit] == OTTOMAN:
            return "map.breach.imperial_only"
        return None if units_near(g, g.order.target) >> unit & 1 else self.success


def breach_refusal(g: State, wall: int, by: Breaching) -> str | None:
    """The rule against opening a breach at a wall zone."""
    pack = g.pack
    if wall == pack.middle:
        return by.not_middle
    if g.at[wall] & pack.imperial:
        return by.not_own
    if not units_near(g, wall):
        return by.needs_unit
    if g.at[pack.zones + wall].bit_count() >= pack.breaches[wall]:
        return by.needs_breach
    return None


def enter_breach(g: State, wall: int, by: Breaching) -> Flow[State]:
    """A unit of the imperial player's choice must enter (artillery.imperial.unit_must_enter)."""
    choice = yield Ask(IMPERIAL, "enter_breach", by.entering, by.unit_choice)
    unit = g.pack.unit_of[choice[1]]
    if g.log is not None:
        g.log.add("enters_breach", g.pack.unit_ids[unit], g.pack.zone_ids[wall], rule=by.success)
    relocate(g, unit, g.pack.breach(wall))


def entry_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.order.target])
    for unit in bits(units_near(g, g.order.target)):
        offer.add(g.pack.enter[unit])


GUNS: Final = Breaching(
    "artillery.imperial.target_not_middle",
    "artillery.imperial.target_not_own",
    "artillery.imperial.needs_unit",
    "artillery.imperial.needs_breach",
    "artillery.imperial.success",
    "artillery.imperial.unit_choice",
)


# ---------------------------------------------------------------------- Ottoman


def ottoman(g: State) -> None:
    """The garrison's guns against the besiegers': two rolls, and the artillery level falls."""
    if g.log is not None:
        g.log.add("bombard", rule="artillery.ottoman.first_roll")
        g.log.need("at_most", g.ottoman_morale - 1, "artillery.ottoman.first_roll")
        g.log.need("even", 0, "artillery.ottoman.second_roll")
    if roll(g, "bombard") >= g.ottoman_morale:  # artillery.ottoman.first_fail
        if g.log is not None:
            g.log.add("bombard_misses", g.die, g.ottoman_morale, rule="artillery.ottoman.first_fail")
    elif roll(g, "bombard") % 2 == 0:  # artillery.ottoman.second_roll
        morale.lower_artillery(g, "artillery.ottoman.second_roll")
    elif g.log is not None:
        g.log.add("bombard_odd", g.die, rule="artillery.ottoman.second_roll")


def bombard_refusal(g: State) -> str | None:
    """The rule against an Ottoman artillery attack."""
    useful = g.artillery > g.pack.artillery_level.lowest and g.ottoman_morale >= USEFUL_TMS
    return None if useful else "artillery.ottoman.useful"


def bombard_options(g: State, offer: Offer) -> None:
    if bombard_refusal(g) is None:
        offer.add(BOMBARD)
