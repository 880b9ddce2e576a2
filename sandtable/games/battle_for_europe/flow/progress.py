"""Progress: what goals that were reached change in other rules (17., Anglia és USA 1–3, Németország 1)."""

from __future__ import annotations

from sandtable.games.battle_for_europe.goals import BOMBER_RANGE, BOMBER_REBASE, Goal
from sandtable.games.battle_for_europe.pack import BOMBER
from sandtable.games.battle_for_europe.state import State


def reached(g: State, power: int) -> list[Goal]:
    """The goals that a power has reached; what another one reached does not help it (opt.separate)."""
    research = g.research
    if research is None or not research.reached:
        return []
    pack = g.pack
    own = [goal for at, (owner, goal) in enumerate(pack.projects) if owner == power and research.reached >> at & 1]
    return [pack.goals[goal] for goal in own]


def number(g: State, power: int, name: str, base: int) -> int:
    """A number of another rule, such as `goals.BOMBING_LOSS`, after all that a power has reached.

    (opt.allied.fortresses, opt.allied.long_range, opt.german.submarines)
    """
    for goal in reached(g, power):
        for changed, value in goal.sets:
            base = value if changed == name else base
        for changed, factor in goal.factors:
            base *= factor if changed == name else 1
    return base


def rolls_twice(g: State, power: int) -> bool:
    """Whether the destroyers and aircraft of a power roll twice against submarines (opt.allied.radar)."""
    return any(goal.roll_twice for goal in reached(g, power))


def range_of(g: State, nation: int, kind: int) -> int:
    """How far from their base units of a nation and type act (unit.air.range, opt.allied.long_range)."""
    base = g.pack.range[kind]
    return base if g.research is None or kind != BOMBER else number(g, nation, BOMBER_RANGE, base)


def points_of(g: State, unit: int) -> int:
    """The movement points of a unit; of aircraft, how far they change base (opt.allied.long_range)."""
    pack = g.pack
    kind = pack.type[unit]
    base = pack.move[kind]
    return base if g.research is None or kind != BOMBER else number(g, pack.nation[unit], BOMBER_REBASE, base)
