"""Positions of Buda 1686 in names: what the referee's `state` gives and `new` takes (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadPosition
from sandtable.engine.game import Options
from sandtable.engine.notation import Flag, Maybe, Members, Name, Number, Section, Special, Text
from sandtable.engine.position import all_named, flag, index, named, number, table
from sandtable.engine.sets import NONE, bits, mask
from sandtable.engine.types import Json
from sandtable.games.buda_1686.flow.entrenching import MAX_LEVEL
from sandtable.games.buda_1686.flow.setup import new_siege
from sandtable.games.buda_1686.pack import OFFICERS, SIDES, Level, Pack
from sandtable.games.buda_1686.state import GO, NOBODY, OVER, PHASES, State

SCALE_END: Final = 8
"""The last cell of the level scale (comp.scale.cells)."""
GENERALS: Final = range(1, len(OFFICERS))
"""The officers that may raise the artillery level."""


def restore(pack: Pack, written: Section[State], options: Options, fields: dict[str, Json], chance: Chance) -> State:
    """The state of a complete position."""
    g = new_siege(pack, options, chance)
    written.restore(g, fields)
    if g.phase == GO and g.go == NOBODY:
        raise BadPosition("go: phase 'go' needs the side whose go it is")
    if (g.phase == OVER) != (g.winner != NOBODY):
        raise BadPosition("winner: there is one exactly in phase 'over'")
    return g


# ---------------------------------------------------------------------- the table


def notation(pack: Pack) -> Section[State]:
    """How a whole position is written."""
    return Section(
        {
            "turn": Number(1, pack.turns),
            "round": Number(0, pack.counters),
            "phase": Name(PHASES),
            "initiative": Maybe(SIDES),
            "go": Maybe(SIDES),
            "second": Maybe(SIDES),
            "actions": Number(0, 3),
            "moves": Number(0, 2),
            "units": Special(_units, _restore_units),
            "levels": _levels(pack),
            "officers": Special(_officers, _restore_officers),
            "entrenchments": Special(_works, _restore_works),
            "cups": Special(_cups, _restore_cups),
            "drawn": Special(_drawn, _restore_drawn),
            "rushed": Flag(),
            "raised_cts": Special(_raised, _restore_raised),
            "extra_actions": Number(0, 1, "extra"),
            "reinforcements": Number(0, 2),
            "morale_broken": Flag(),
            "winner": Maybe(SIDES),
            "reason": Text(),
            "die": Number(0, 6),
            "order": _order(pack),
        }
    )


def _levels(pack: Pack) -> Section[State]:
    return Section(
        {
            "cas": _level(pack.mining_level, "mining"),
            "tms": _level(pack.ottoman_morale_level, "ottoman_morale"),
            "cms": _level(pack.imperial_morale_level, "imperial_morale"),
            "cts": _level(pack.artillery_level, "artillery"),
        }
    )


def _level(level: Level, field: str) -> Number[State]:
    return Number(level.lowest, level.highest, field)


def _order(pack: Pack) -> Section[State]:
    """The order in progress; between orders everything in it is empty."""
    walls = pack.zone_keys[: pack.walls]
    return Section(
        {
            "target": Maybe(walls),
            "attacker": Maybe(SIDES),
            "fighters": Members(pack.unit_keys),
            "boosted": Members(pack.unit_keys),
            "unit": Maybe(pack.unit_keys),
            "loss_side": Maybe(SIDES),
            "losses": Number(0, 2),
            "entrenchment": Maybe(walls),
        },
        "order",
    )


# ---------------------------------------------------------------------- units


def _units(g: State) -> Json:
    return {key: _unit(g, unit) for unit, key in enumerate(g.pack.unit_keys)}


def _unit(g: State, unit: int) -> Json:
    return {
        "at": g.pack.place_keys[g.place[unit]],
        "wounded": bool(g.wounded >> unit & 1),
        "moved": bool(g.moved >> unit & 1),
        "sick": g.sick[unit],
    }


def _restore_units(g: State, fields: Mapping[str, Json], where: str) -> None:
    units, places = table(fields, "units"), index(g.pack.place_keys)
    g.at = [0] * g.pack.places
    g.wounded = g.moved = 0
    for unit, key in enumerate(g.pack.unit_keys):
        found, where = table(units, key, "units."), f"units.{key}."
        place = named(found.get("at"), places, where + "at")
        g.place[unit] = place
        g.at[place] |= 1 << unit
        g.wounded |= flag(found, "wounded", where) << unit
        g.moved |= flag(found, "moved", where) << unit
        g.sick[unit] = number(found, "sick", 0, SCALE_END, where)


def _officers(g: State) -> Json:
    return dict(zip(OFFICERS, g.officer, strict=True))


def _restore_officers(g: State, fields: Mapping[str, Json], where: str) -> None:
    officers = table(fields, "officers")
    for officer, key in enumerate(OFFICERS):
        full = g.pack.full[g.pack.officers[officer]]
        g.officer[officer] = number(officers, key, 0, full, "officers.")


def _raised(g: State) -> Json:
    return {OFFICERS[officer]: bool(g.raised >> officer & 1) for officer in GENERALS}


def _restore_raised(g: State, fields: Mapping[str, Json], where: str) -> None:
    raised = table(fields, "raised_cts")
    g.raised = mask(officer for officer in GENERALS if flag(raised, OFFICERS[officer], "raised_cts."))


# ---------------------------------------------------------------------- by side


def _works(g: State) -> Json:
    walls = g.pack.zone_keys[: g.pack.walls]
    return {name: {key: g.work(side, wall) for wall, key in enumerate(walls)} for side, name in enumerate(SIDES)}


def _restore_works(g: State, fields: Mapping[str, Json], where: str) -> None:
    walls, sides = g.pack.zone_keys[: g.pack.walls], table(fields, "entrenchments")
    g.works = []
    for name in SIDES:
        works = table(sides, name, "entrenchments.")
        g.works += [number(works, key, 0, MAX_LEVEL, f"entrenchments.{name}.") for key in walls]


def _cups(g: State) -> Json:
    counters = g.pack.counter_keys
    return {name: [counters[side][counter] for counter in bits(g.cup[side])] for side, name in enumerate(SIDES)}


def _restore_cups(g: State, fields: Mapping[str, Json], where: str) -> None:
    cups = table(fields, "cups")
    for side, name in enumerate(SIDES):
        g.cup[side] = mask(all_named(cups.get(name), index(g.pack.counter_keys[side]), f"cups.{name}"))


def _drawn(g: State) -> Json:
    return {name: _counter(g, side) for side, name in enumerate(SIDES)}


def _counter(g: State, side: int) -> Json:
    return None if g.drawn[side] == NONE else g.pack.counter_keys[side][g.drawn[side]]


def _restore_drawn(g: State, fields: Mapping[str, Json], where: str) -> None:
    drawn = table(fields, "drawn")
    for side, name in enumerate(SIDES):
        counter = drawn.get(name)
        known = index(g.pack.counter_keys[side])
        g.drawn[side] = NONE if counter is None else named(counter, known, f"drawn.{name}")
