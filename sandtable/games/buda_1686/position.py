"""Positions of Buda 1686 in names: what the referee's `state` gives and `position` takes."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadPosition
from sandtable.engine.game import Options
from sandtable.engine.position import all_named, flag, index, named, number, table
from sandtable.engine.sets import NONE, bits, mask
from sandtable.engine.types import Json
from sandtable.games.buda_1686.flow.entrenching import MAX_LEVEL
from sandtable.games.buda_1686.flow.setup import new_siege
from sandtable.games.buda_1686.pack import IMPERIAL, OFFICERS, OTTOMAN, SIDES, Pack
from sandtable.games.buda_1686.state import GO, NOBODY, OVER, PHASES, State

SCALE_END = 8
"""The last cell of the level scale (comp.scale.cells)."""
LEVELS = ("cas", "tms", "cms", "cts")


def describe(g: State) -> dict[str, Json]:
    """The whole position in names."""
    pack = g.pack
    return {
        "turn": g.turn,
        "round": g.round,
        "phase": PHASES[g.phase],
        "initiative": _side_name(g.initiative),
        "go": _side_name(g.go),
        "second": _side_name(g.second),
        "actions": g.actions,
        "moves": g.moves,
        "units": {key: _unit(g, unit) for unit, key in enumerate(pack.unit_keys)},
        "levels": {"cas": g.cas, "tms": g.tms, "cms": g.cms, "cts": g.cts},
        "officers": dict(zip(OFFICERS, g.officer, strict=True)),
        "entrenchments": {name: _works(g, side) for side, name in enumerate(SIDES)},
        "cups": {name: [pack.counter_keys[side][c] for c in bits(g.cup[side])] for side, name in enumerate(SIDES)},
        "drawn": {name: _counter(g, side) for side, name in enumerate(SIDES)},
        "rushed": g.rushed,
        "raised_cts": {OFFICERS[officer]: bool(g.raised >> officer & 1) for officer in (1, 2)},
        "extra_actions": g.extra,
        "reinforcements": g.reinforcements,
        "morale_broken": g.morale_broken,
        "winner": _side_name(g.winner),
        "reason": g.reason,
        "die": g.die,
        "order": _order(g),
    }


def _side_name(side: int) -> Json:
    return None if side == NOBODY else SIDES[side]


def _unit(g: State, unit: int) -> Json:
    return {
        "at": g.pack.place_keys[g.place[unit]],
        "wounded": bool(g.wounded >> unit & 1),
        "moved": bool(g.moved >> unit & 1),
        "sick": g.sick[unit],
    }


def _works(g: State, side: int) -> Json:
    return {g.pack.zone_keys[wall]: g.work(side, wall) for wall in range(g.pack.walls)}


def _counter(g: State, side: int) -> Json:
    return None if g.drawn[side] == NONE else g.pack.counter_keys[side][g.drawn[side]]


def _order(g: State) -> Json:
    """The order in progress; between orders everything in it is empty."""
    keys = g.pack.unit_keys
    return {
        "target": None if g.target == NONE else g.pack.zone_keys[g.target],
        "attacker": _side_name(g.attacker),
        "fighters": [keys[unit] for unit in bits(g.fighters)],
        "boosted": [keys[unit] for unit in bits(g.boosted)],
        "unit": None if g.unit == NONE else keys[g.unit],
        "loss_side": _side_name(g.loss_side),
        "losses": g.losses,
        "entrenchment": None if g.spot == NONE else g.pack.zone_keys[g.spot],
    }


# ---------------------------------------------------------------------- reading


def restore(pack: Pack, options: Options, fields: dict[str, Json], chance: Chance) -> State:
    """The state of a complete described position."""
    g = new_siege(pack, options, chance)
    g.turn = number(fields, "turn", 1, pack.turns)
    g.round = number(fields, "round", 0, pack.counters)
    g.phase = named(fields.get("phase"), index(PHASES), "phase")
    g.initiative = _side(fields, "initiative")
    g.go = _side(fields, "go")
    g.second = _side(fields, "second")
    g.actions = number(fields, "actions", 0, 3)
    g.moves = number(fields, "moves", 0, 2)
    g.rushed = flag(fields, "rushed")
    g.extra = number(fields, "extra_actions", 0, 1)
    g.reinforcements = number(fields, "reinforcements", 0, 2)
    g.morale_broken = flag(fields, "morale_broken")
    g.winner = _side(fields, "winner")
    g.reason = str(fields.get("reason"))
    g.die = number(fields, "die", 0, 6)
    _restore_units(g, table(fields, "units"))
    _restore_scale(g, fields)
    _restore_works(g, table(fields, "entrenchments"))
    _restore_cups(g, fields)
    _restore_order(g, table(fields, "order"))
    return g


def _side(fields: dict[str, Json], key: str, where: str = "") -> int:
    value = fields.get(key)
    return NOBODY if value is None else named(value, index(SIDES), where + key)


def _restore_units(g: State, units: dict[str, Json]) -> None:
    pack = g.pack
    places = index(pack.place_keys)
    g.at = [0] * pack.places
    for unit, key in enumerate(pack.unit_keys):
        fields = table(units, key, "units.")
        where = f"units.{key}."
        place = named(fields.get("at"), places, where + "at")
        g.place[unit] = place
        g.at[place] |= 1 << unit
        g.wounded |= flag(fields, "wounded", where) << unit
        g.moved |= flag(fields, "moved", where) << unit
        g.sick[unit] = number(fields, "sick", 0, SCALE_END, where)


def _restore_scale(g: State, fields: dict[str, Json]) -> None:
    levels = table(fields, "levels")
    g.cas = number(levels, "cas", g.pack.cas_min, g.pack.cas_max, "levels.")
    g.tms = number(levels, "tms", g.pack.tms_min, g.pack.tms_max, "levels.")
    g.cms = number(levels, "cms", g.pack.cms_min, g.pack.cms_max, "levels.")
    g.cts = number(levels, "cts", g.pack.cts_min, g.pack.cts_max, "levels.")
    officers = table(fields, "officers")
    for officer, key in enumerate(OFFICERS):
        full = g.pack.full[g.pack.officers[officer]]
        g.officer[officer] = number(officers, key, 0, full, "officers.")
    raised = table(fields, "raised_cts")
    g.raised = sum(flag(raised, OFFICERS[officer], "raised_cts.") << officer for officer in (1, 2))


def _restore_works(g: State, fields: dict[str, Json]) -> None:
    for side, name in enumerate(SIDES):
        works = table(fields, name, "entrenchments.")
        for wall in range(g.pack.walls):
            level = number(works, g.pack.zone_keys[wall], 0, MAX_LEVEL, f"entrenchments.{name}.")
            g.works[side * g.pack.walls + wall] = level


def _restore_cups(g: State, fields: dict[str, Json]) -> None:
    cups, drawn = table(fields, "cups"), table(fields, "drawn")
    for side, name in enumerate(SIDES):
        counters = index(g.pack.counter_keys[side])
        g.cup[side] = mask(all_named(cups.get(name), counters, f"cups.{name}"))
        value = drawn.get(name)
        g.drawn[side] = NONE if value is None else named(value, counters, f"drawn.{name}")


def _restore_order(g: State, fields: dict[str, Json]) -> None:
    units = index(g.pack.unit_keys)
    walls = index(g.pack.zone_keys[: g.pack.walls])
    target, unit, spot = fields.get("target"), fields.get("unit"), fields.get("entrenchment")
    g.target = NONE if target is None else named(target, walls, "order.target")
    g.spot = NONE if spot is None else named(spot, walls, "order.entrenchment")
    g.unit = NONE if unit is None else named(unit, units, "order.unit")
    g.attacker = _side(fields, "attacker", "order.")
    g.loss_side = _side(fields, "loss_side", "order.")
    g.losses = number(fields, "losses", 0, 2, "order.")
    g.fighters = mask(all_named(fields.get("fighters"), units, "order.fighters"))
    g.boosted = mask(all_named(fields.get("boosted"), units, "order.boosted"))
    if g.phase == GO and g.go == NOBODY:
        raise BadPosition("go: phase 'go' needs the side whose go it is")
    if (g.phase == OVER) != (g.winner != NOBODY):
        raise BadPosition("winner: there is one exactly in phase 'over'")


# ---------------------------------------------------------------------- invariants


def invariants(g: State) -> list[str]:
    """One sentence for everything that cannot be on the table."""
    broken = [*_broken_units(g), *_broken_walls(g), *_broken_scale(g), *_broken_cups(g)]
    for side, name in enumerate(SIDES):
        if g.supply(side) < 0:
            broken.append(f"entrenchments.{name}: more than {g.pack.works} are placed (comp.entrench.count)")
    return broken


def _broken_units(g: State) -> list[str]:
    pack = g.pack
    broken: list[str] = []
    for unit, key in enumerate(pack.unit_keys):
        place = g.place[unit]
        if not g.at[place] >> unit & 1 or sum(mask >> unit & 1 for mask in g.at) != 1:
            broken.append(f"units.{key}: it is not in exactly one place")
        if pack.side[unit] == OTTOMAN and place >= pack.walls and place != pack.dead:
            broken.append(f"units.{key}: an Ottoman unit is in a wall zone or dead (map.ottoman.walls_only)")
        if pack.side[unit] == IMPERIAL and place == pack.dead:
            broken.append(f"units.{key}: an imperial unit is lost, not dead (loss.imperial_box)")
        if (g.sick[unit] > 0) != (place == pack.sick) and unit != g.unit:  # one that recovers now lies in cell 0
            broken.append(f"units.{key}: 'sick' names a cell exactly for sick units (event.epidemic.unit)")
        if g.wounded >> unit & 1 and place in (pack.lost, pack.reserve, pack.cup, pack.dead):
            broken.append(f"units.{key}: a unit out of play has no wounded side (loss.destroyed_resets)")
    return broken


def _broken_walls(g: State) -> list[str]:
    pack = g.pack
    broken: list[str] = []
    for wall in range(pack.walls):
        key = pack.zone_keys[wall]
        breach = g.at[pack.breach(wall)]
        if g.imperial_at(wall) and g.ottoman_at(wall):
            broken.append(f"{key}: units of both sides are in it (map.wall.one_side)")
        if g.room(wall) < 0:
            broken.append(f"{key}: more than {pack.capacity[wall]} units are in it (map.wall.capacity)")
        if breach.bit_count() > pack.breaches[wall]:
            broken.append(f"{key}: more units than breaches (map.breach.capacity)")
        if breach and not g.ottoman_at(wall):
            broken.append(f"{key}: units wait in the breaches of an undefended wall (map.possession.auto_capture)")
        if g.work(IMPERIAL, wall) and not (g.imperial_at(wall) or breach):
            broken.append(f"{key}: an imperial entrenchment without units (entrench.lost_without_units)")
        if g.work(OTTOMAN, wall) and not g.ottoman_at(wall):
            broken.append(f"{key}: an Ottoman entrenchment without units (entrench.lost_without_units)")
    return broken


def _broken_scale(g: State) -> list[str]:
    pack = g.pack
    broken: list[str] = []
    limits = {
        "cas": (g.cas, pack.cas_min, pack.cas_max),
        "tms": (g.tms, pack.tms_min, pack.tms_max),
        "cms": (g.cms, pack.cms_min, pack.cms_max),
        "cts": (g.cts, pack.cts_min, pack.cts_max),
        "turn": (g.turn, 1, pack.turns),
    }
    for name, (value, low, high) in limits.items():
        if not low <= value <= high:
            broken.append(f"{name}: {value} is not between {low} and {high}")
    for officer, unit in enumerate(pack.officers):
        limit = 0 if g.place[unit] == pack.dead else g.value(unit)
        if not 0 <= g.officer[officer] <= limit:
            broken.append(f"officers.{OFFICERS[officer]}: {g.officer[officer]} is not between 0 and {limit}")
    return broken


def _broken_cups(g: State) -> list[str]:
    broken: list[str] = []
    if g.cup[IMPERIAL].bit_count() != g.cup[OTTOMAN].bit_count() and g.phase == GO:
        broken.append("cups: both cups hold equally many counters after the draw (round.draw)")
    for side, name in enumerate(SIDES):
        counter = g.drawn[side]
        if counter != NONE and g.cup[side] >> counter & 1:
            broken.append(f"drawn.{name}: the counter is still in the cup")
    return broken
