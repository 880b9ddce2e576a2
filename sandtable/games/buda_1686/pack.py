"""The pack of Buda 1686: map, units and counters as immutable tables with integer ids.

Places are numbered: the wall zones first (0 to walls - 1), then the starting zones, then for each wall zone its breach
zones taken together (they are interchangeable: map.breach.interchangeable), then the boxes off the map.
Sets of units are bit masks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.engine.errors import BadPack
from sandtable.engine.pack import Entry, PackFile, unique
from sandtable.engine.sets import which
from sandtable.engine.types import Choice

IMPERIAL: Final = 0
OTTOMAN: Final = 1
SIDES: Final = ("imperial", "ottoman")

# Officer markers, in this order.
ABDURRAHMAN: Final = 0
CHARLES: Final = 1
MAX_EMANUEL: Final = 2
OFFICERS: Final = ("abdurrahman", "charles", "max_emanuel")

# Boxes off the map, counted from `Pack.boxes`.
BOXES: Final = ("lost", "reserve", "cup", "sick", "dead")

NO_EVENT: Final = 0
RELIEF_ARMY: Final = 1
HAND_OF_FATE: Final = 2
EPIDEMIC: Final = 3
EVENTS: Final = ("", "relief_army", "hand_of_fate", "epidemic")

Table = tuple[int, ...]
Rows = tuple[tuple[int, ...], ...]
Choices = tuple[Choice, ...]


class Pack:
    """Everything about the components that never changes."""

    def __init__(self, path: Path) -> None:
        file = PackFile(path)
        self.hash = file.hash
        self.turns = file.entry("pack").number("turns")
        self._read_zones(file)
        self._read_roads(file)
        self._read_units(file)
        self._read_officers(file)
        self._read_counters(file)
        self._read_levels(file)
        self._build_choices()
        self.names = _names(file)

    # ------------------------------------------------------------------ the map

    def _read_zones(self, file: PackFile) -> None:
        zones = file.entries("zone")
        walls = [zone for zone in zones if zone.text("kind") == "wall"]
        starts = [zone for zone in zones if zone.text("kind") == "start"]
        if len(walls) + len(starts) != len(zones):
            raise BadPack(file.path.name, "[[zone]]", "every zone is of kind 'wall' or 'start'")
        if not starts:
            raise BadPack(file.path.name, "[[zone]]", "there is no starting zone")
        self.walls = len(walls)
        self.zones = len(zones)
        """Wall zones and starting zones together."""
        self.boxes = self.zones + self.walls
        self.lost, self.reserve, self.cup, self.sick, self.dead = range(self.boxes, self.boxes + len(BOXES))
        self.places = self.boxes + len(BOXES)
        self.zone_keys = tuple(zone.text("id") for zone in walls + starts)
        self.zone_ids = tuple(f"zone:{key}" for key in self.zone_keys)
        self.place_keys = self.zone_keys + tuple(f"breaches:{key}" for key in self.zone_keys[: self.walls]) + BOXES
        self.at = tuple((zone.number("x"), zone.number("y")) for zone in walls + starts)
        self.terrain: Table = tuple(zone.number("terrain") for zone in walls)
        self.capacity: Table = tuple(zone.number("capacity") for zone in walls)
        self.breaches: Table = tuple(zone.number("breaches") for zone in walls)
        self.counts_for_tms = tuple(zone.flag("counts_for_tms") for zone in walls)
        unique(walls, "middle", True)
        self.middle = next(i for i, zone in enumerate(walls) if zone.flag("middle"))
        self._read_breaches(file)

    def _read_breaches(self, file: PackFile) -> None:
        index = {key: i for i, key in enumerate(self.zone_keys[: self.walls])}
        found: list[list[Entry]] = [[] for _ in range(self.walls)]
        for breach in file.entries("breach"):
            found[breach.known("wall", index)].append(breach)
        for wall, entries in enumerate(found):
            if len(entries) != self.breaches[wall]:
                why = f"'breaches' is {self.breaches[wall]}, but {len(entries)} are listed"
                raise BadPack(file.path.name, f"[[zone]] {self.zone_keys[wall]}", why)
            if self.capacity[wall] != self.breaches[wall] and wall != self.middle:
                raise BadPack(file.path.name, f"[[zone]] {self.zone_keys[wall]}", "'capacity' is not 'breaches'")
        self.breach_ids = tuple(tuple(f"breach:{entry.text('id')}" for entry in entries) for entries in found)
        self.breach_at = tuple(tuple((e.number("x"), e.number("y")) for e in entries) for entries in found)

    def _read_roads(self, file: PackFile) -> None:
        index = {key: i for i, key in enumerate(self.zone_keys)}
        roads: list[set[int]] = [set() for _ in range(self.zones)]
        for road in file.entries("road"):
            a, b = road.known("a", index), road.known("b", index)
            kinds = sorted("wall" if zone < self.walls else "start" for zone in (a, b))
            if road.text("kind") != "_".join(kinds):
                raise road.bad(f"'kind' must be '{'_'.join(kinds)}'")
            if self.middle in (a, b) and "start" in kinds:
                raise road.bad("no road leads from a starting zone to the middle zone")
            roads[a].add(b)
            roads[b].add(a)
        walls = range(self.walls)
        self.wall_walls: Rows = tuple(tuple(sorted(z for z in roads[w] if z < self.walls)) for w in walls)
        self.wall_starts: Rows = tuple(tuple(sorted(z for z in roads[w] if z >= self.walls)) for w in walls)
        self.roads: Rows = tuple(tuple(sorted(neighbours)) for neighbours in roads)

    def breach(self, wall: int) -> int:
        """The place of the units in the breach zones of a wall zone."""
        return self.zones + wall

    # ------------------------------------------------------------------ units

    def _read_units(self, file: PackFile) -> None:
        units = file.entries("unit")
        sides = {name: i for i, name in enumerate(SIDES)}
        places = {key: i for i, key in enumerate(self.zone_keys)} | {"reserve": self.reserve}
        self.units = len(units)
        self.unit_keys = tuple(unit.text("id") for unit in units)
        self.unit_ids = tuple(f"unit:{key}" for key in self.unit_keys)
        self.side: Table = tuple(unit.known("side", sides) for unit in units)
        self.nation = tuple(unit.text("nation") for unit in units)
        self.full: Table = tuple(unit.number("full") for unit in units)
        self.wounded: Table = tuple(unit.number("wounded") for unit in units)
        self.start: Table = tuple(unit.known("start", places) for unit in units)
        self.reserve_turn: Table = tuple(unit.number("reserve_turn", 0) for unit in units)
        self.imperial = which(side == IMPERIAL for side in self.side)
        self.ottoman = which(side == OTTOMAN for side in self.side)
        self.of_side: Table = (self.imperial, self.ottoman)
        for unit in units:
            _check_unit(unit, self)

    def _read_officers(self, file: PackFile) -> None:
        index = {key: i for i, key in enumerate(self.unit_keys)}
        for key in OFFICERS:
            if key not in index:
                raise BadPack(file.path.name, "[[unit]]", f"the officer '{key}' is missing")
        self.officers: Table = tuple(index[key] for key in OFFICERS)
        """The unit of each officer marker."""
        self.abdurrahman = self.officers[ABDURRAHMAN]
        self.officer_of: Table = tuple(
            self.officers.index(unit) if unit in self.officers else -1 for unit in range(self.units)
        )
        entries = {unit.text("id"): unit for unit in file.entries("unit")}
        self.restores: Table = tuple(self._commanded(entries[key], "commands_restore") for key in OFFICERS)
        """Per officer, the units that he restores and brings back."""
        boosts = [self._commanded(entries[key], "commands_boost") for key in OFFICERS]
        boosts[ABDURRAHMAN] = self.ottoman & ~(1 << self.abdurrahman)
        self.boosts: Table = tuple(boosts)
        """Per officer, the units whose combat value he raises."""
        powers = {power.text("id"): power for power in file.entries("officer_power")}

        def cost(power: str) -> int:
            if power not in powers:
                raise BadPack(file.path.name, "[[officer_power]]", f"'{power}' is missing")
            return powers[power].number("cost")

        self.roll_bonus_cost = cost("abdurrahman_disturb_guns")
        self.boost_cost = cost("charles_boost")
        self.restore_cost = cost("charles_restore")
        self.return_full_cost = cost("charles_return_full")
        self.return_wounded_cost = cost("charles_return_wounded")
        self.raise_cts_cost = cost("generals_guns")

    def _commanded(self, officer: Entry, key: str) -> int:
        nations = officer.texts(key)
        return which(nation in nations for nation in self.nation)

    # ------------------------------------------------------------------ counters, levels

    def _read_counters(self, file: PackFile) -> None:
        counters = file.entries("number_counter")
        events = {name: i for i, name in enumerate(EVENTS)}
        by_side = [[c for c in counters if c.text("side") == side] for side in SIDES]
        for side, own in zip(SIDES, by_side, strict=True):
            if sorted(c.number("number") for c in own)[:2].count(0) != 1:
                raise BadPack(file.path.name, "[[number_counter]]", f"{side} needs exactly one counter with number 0")
        if len(by_side[IMPERIAL]) != len(by_side[OTTOMAN]):
            raise BadPack(file.path.name, "[[number_counter]]", "both sides need equally many counters")
        self.counters = len(by_side[IMPERIAL])
        """How many number counters each side has."""
        self.counter_keys = tuple(tuple(c.text("id") for c in own) for own in by_side)
        self.counter_ids = tuple(tuple(f"counter:{key}" for key in keys) for keys in self.counter_keys)
        self.numbers: Rows = tuple(tuple(c.number("number") for c in own) for own in by_side)
        self.events: Rows = tuple(
            tuple(c.known("event", events) if c.has("event") else NO_EVENT for c in own) for own in by_side
        )
        self.event_turns: Rows = tuple(tuple(c.number("from_turn", 0) for c in own) for own in by_side)
        self.zero: Table = tuple(row.index(0) for row in self.numbers)
        self.cup_names = self.counter_ids[IMPERIAL] + self.unit_ids
        """What can come out of the imperial cup: counters first, then units."""

    def _read_levels(self, file: PackFile) -> None:
        markers = {marker.text("id"): marker for marker in file.entries("marker")}
        missing = {"cas", "tms", "cms", "cts"} - set(markers)
        if missing:
            raise BadPack(file.path.name, "[[marker]]", f"'{min(missing)}' is missing")
        cas, tms, cms, cts = (markers[name] for name in ("cas", "tms", "cms", "cts"))
        self.cas_start, self.cas_min, self.cas_max = _range(cas)
        self.tms_start, self.tms_min, self.tms_max = _range(tms)
        self.cms_start, self.cms_min, self.cms_max = _range(cms)
        self.cts_start, self.cts_min, self.cts_max = _range(cts)
        events = {event.text("id"): event for event in file.entries("event")}
        self.relief_tms_max = _effect(events["relief_army"], "level").number("max")
        self.sick_cell = _effect(events["epidemic"], "sicken").number("cell")
        self.works = sum(1 for work in file.entries("entrenchment") if work.text("side") == "imperial")
        """Entrenchment markers of each side."""
        self.work_ids = tuple(
            tuple(f"work:{w.text('id')}" for w in file.entries("entrenchment") if w.text("side") == side)
            for side in SIDES
        )

    # ------------------------------------------------------------------ choices, built once

    def _build_choices(self) -> None:
        units, zones, walls = self.unit_ids, self.zone_ids, self.zone_ids[: self.walls]
        self.move = tuple(tuple(("move", unit, zone) for zone in zones) for unit in units)
        self.place: tuple[Choices, ...] = tuple(tuple(("place", unit, zone) for zone in zones) for unit in units)
        self.artillery: Choices = tuple(("artillery", wall) for wall in walls)
        self.spring: Choices = tuple(("spring", wall) for wall in walls)
        self.assault: Choices = tuple(("assault", wall) for wall in walls)
        self.castle: Choices = tuple(("castle", wall) for wall in walls)
        self.countermine: Choices = tuple(("countermine", wall) for wall in walls)
        self.sortie: Choices = tuple(("sortie", unit) for unit in units)
        self.entrench: Choices = tuple(("entrench", wall) for wall in walls)
        self.join: Choices = tuple(("join", unit) for unit in units)
        self.enter: Choices = tuple(("enter", unit) for unit in units)
        self.hit: Choices = tuple(("hit", unit) for unit in units)
        self.absorb: Choices = tuple(("absorb", wall) for wall in walls)
        self.sicken: Choices = tuple(("sicken", unit) for unit in units)
        self.reinforce: Choices = tuple(("reinforce", unit) for unit in units)
        officers = [units[officer] for officer in self.officers]
        self.boost = tuple(tuple(("boost", officer, unit) for unit in units) for officer in officers)
        self.restore = tuple(tuple(("restore", officer, unit) for unit in units) for officer in officers)
        self.return_full = tuple(tuple(("return", officer, unit, "full") for unit in units) for officer in officers)
        self.return_wounded = tuple(
            tuple(("return", officer, unit, "wounded") for unit in units) for officer in officers
        )
        self.raise_cts: Choices = tuple(("raise_cts", officer) for officer in officers)
        self.self_restore: Choices = tuple(("self_restore", officer) for officer in officers)
        self.unit_of: dict[str | int, int] = {name: i for i, name in enumerate(units)}
        self.zone_of: dict[str | int, int] = {name: i for i, name in enumerate(zones)}


def _range(marker: Entry) -> tuple[int, int, int]:
    return marker.number("start"), marker.number("min"), marker.number("max")


def _effect(event: Entry, verb: str) -> Entry:
    for effect in event.tables("effects"):
        if effect.text("do") == verb:
            return effect
    raise event.bad(f"its effects have no '{verb}'")


def _check_unit(unit: Entry, pack: Pack) -> None:
    where = unit.text("start")
    if unit.text("side") == "ottoman" and (where == "reserve" or where not in pack.zone_keys[: pack.walls]):
        raise unit.bad("an Ottoman unit starts in a wall zone (setup.units.ottoman_all)")
    if unit.text("side") == "imperial" and where in pack.zone_keys[: pack.walls]:
        raise unit.bad("an imperial unit starts in a starting zone or in reserve (setup.units.imperial_in_start_zones)")
    if unit.number("wounded") >= unit.number("full"):
        raise unit.bad("the wounded value must be lower than the full one (comp.units.two_sided)")


def _names(file: PackFile) -> dict[str, dict[str, str]]:
    """The names of things on the table, by language and id."""
    kinds = {"zone": "zone", "unit": "unit", "marker": "marker", "event": "event", "action": "action"}
    names: dict[str, dict[str, str]] = {"en": {}, "hu": {}}
    for kind, prefix in kinds.items():
        for entry in file.entries(kind):
            key = f"{prefix}:{entry.text('id')}"
            names["en"][key] = entry.text("name")
            names["hu"][key] = entry.text("name_hu")
    seen: dict[str, int] = {}
    for breach in file.entries("breach"):
        wall, key = breach.text("wall"), f"breach:{breach.text('id')}"
        seen[wall] = seen.get(wall, 0) + 1
        names["en"][key] = f"{names['en'][f'zone:{wall}']}, breach {seen[wall]}"
        names["hu"][key] = f"{names['hu'][f'zone:{wall}']}, {seen[wall]}. rés"
    for counter in file.entries("number_counter"):
        for table in names.values():
            table[f"counter:{counter.text('id')}"] = str(counter.number("number"))
    return names


DEFAULT: Final = Path(__file__).parent / "components.toml"
