"""The pack of Buda 1686: map, units and counters as immutable tables with integer ids.

Places are numbered: the wall zones first (0 to walls - 1), then the starting zones, then for each wall zone its breach
zones taken together (they are interchangeable: map.breach.interchangeable), then the boxes off the map.
Sets of units are bit masks.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandtable.engine.choices import PreparedChoices, ids, numbered
from sandtable.engine.effects import VerbTable
from sandtable.engine.errors import BadPack
from sandtable.engine.graph import neighbours
from sandtable.engine.pack import Entry, PackFile, unique
from sandtable.engine.sets import which
from sandtable.engine.types import Choice, Numbers, Rows
from sandtable.engine.words import pack_names

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

VERBS: Final = (
    "gate",
    "level",
    "enter_breach",
    "fight",
    "loss",
    "choose",
    "entrench",
    "restore",
    "return_lost",
    "self_restore",
    "roll_bonus",
    "boost",
    "extra_action",
    "sicken",
)
"""The verbs of effects of events, actions and officers."""

NAMED: Final = (
    ("zone", "zone", "name"),
    ("unit", "unit", "name"),
    ("marker", "marker", "name"),
    ("event", "event", "name"),
    ("action", "action", "name"),
)
"""Kinds of entries, what their ids begin with, and the field of their name."""

# Choices that name nothing.
END: Final[Choice] = ("end",)
BOMBARD: Final[Choice] = ("bombard",)
RAISE_CAS: Final[Choice] = ("raise_cas",)
LAUNCH: Final[Choice] = ("launch",)
RUSH: Final[Choice] = ("rush",)
STAY: Final[Choice] = ("stay",)
AID: Final[Choice] = ("aid",)
NO_AID: Final[Choice] = ("no_aid",)
READY: Final[Choice] = ("ready",)
BEAR: Final[Choice] = ("bear",)
HOLD: Final[Choice] = ("hold",)
STRIKE: Final[Choice] = ("strike",)
LOWER_CAS: Final[Choice] = ("lower_cas",)
ENOUGH: Final[Choice] = ("enough",)
BARE: Final = (
    END,
    BOMBARD,
    RAISE_CAS,
    LAUNCH,
    RUSH,
    STAY,
    AID,
    NO_AID,
    READY,
    BEAR,
    HOLD,
    STRIKE,
    LOWER_CAS,
    ENOUGH,
)


@dataclass(frozen=True, slots=True)
class Level:
    """A marker on the level scale: where it starts, and how far it goes."""

    start: int
    lowest: int
    highest: int


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
        self._read_effects(file)
        self._build_choices()
        self.names = pack_names(file, NAMED)

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
        self.zone_ids = ids("zone", self.zone_keys)
        self.place_keys = self.zone_keys + tuple(f"breaches:{key}" for key in self.zone_keys[: self.walls]) + BOXES
        self.at = tuple((zone.number("x"), zone.number("y")) for zone in walls + starts)
        self.terrain: Numbers = tuple(zone.number("terrain") for zone in walls)
        self.capacity: Numbers = tuple(zone.number("capacity") for zone in walls)
        self.breaches: Numbers = tuple(zone.number("breaches") for zone in walls)
        self.counts_for_tms = tuple(zone.flag("counts_for_tms") for zone in walls)
        unique(walls, "middle", True)
        self.middle = next(i for i, zone in enumerate(walls) if zone.flag("middle"))
        self._read_breaches(file)

    def _read_breaches(self, file: PackFile) -> None:
        found: list[list[Entry]] = [[] for _ in range(self.walls)]
        for breach in file.entries("breach"):
            found[breach.among("wall", self.zone_keys[: self.walls])].append(breach)
        for wall, entries in enumerate(found):
            if len(entries) != self.breaches[wall]:
                why = f"'breaches' is {self.breaches[wall]}, but {len(entries)} are listed"
                raise BadPack(file.path.name, f"[[zone]] {self.zone_keys[wall]}", why)
            if self.capacity[wall] != self.breaches[wall] and wall != self.middle:
                raise BadPack(file.path.name, f"[[zone]] {self.zone_keys[wall]}", "'capacity' is not 'breaches'")
        self.breach_ids = tuple(ids("breach", [entry.text("id") for entry in entries]) for entries in found)
        self.breach_at = tuple(tuple((e.number("x"), e.number("y")) for e in entries) for entries in found)

    def _read_roads(self, file: PackFile) -> None:
        roads: list[tuple[int, int]] = []
        for road in file.entries("road"):
            a, b = road.among("a", self.zone_keys), road.among("b", self.zone_keys)
            kinds = sorted("wall" if zone < self.walls else "start" for zone in (a, b))
            if road.text("kind") != "_".join(kinds):
                raise road.bad(f"'kind' must be '{'_'.join(kinds)}'")
            if self.middle in (a, b) and "start" in kinds:
                raise road.bad("no road leads from a starting zone to the middle zone")
            roads.append((a, b))
        self.roads: Rows = neighbours(self.zones, roads)
        walls = self.roads[: self.walls]
        self.wall_walls: Rows = tuple(tuple(zone for zone in near if zone < self.walls) for near in walls)
        self.wall_starts: Rows = tuple(tuple(zone for zone in near if zone >= self.walls) for near in walls)

    def breach(self, wall: int) -> int:
        """The place of the units in the breach zones of a wall zone."""
        return self.zones + wall

    # ------------------------------------------------------------------ units

    def _read_units(self, file: PackFile) -> None:
        units = file.entries("unit")
        self.units = len(units)
        self.unit_keys = tuple(unit.text("id") for unit in units)
        self.unit_ids = ids("unit", self.unit_keys)
        self.side: Numbers = tuple(unit.among("side", SIDES) for unit in units)
        self.nation = tuple(unit.text("nation") for unit in units)
        self.full: Numbers = tuple(unit.number("full") for unit in units)
        self.wounded: Numbers = tuple(unit.number("wounded") for unit in units)
        self.start: Numbers = tuple(unit.among("start", self.place_keys) for unit in units)
        self.reserve_turn: Numbers = tuple(unit.number("reserve_turn", 0) for unit in units)
        self.imperial = which(side == IMPERIAL for side in self.side)
        self.ottoman = which(side == OTTOMAN for side in self.side)
        self.of_side: Numbers = (self.imperial, self.ottoman)
        for unit, start in zip(units, self.start, strict=True):
            _check_unit(unit, start, self)

    def _read_officers(self, file: PackFile) -> None:
        officers = [file.one("unit", key) for key in OFFICERS]
        self.officers: Numbers = tuple(self.unit_keys.index(key) for key in OFFICERS)
        """The unit of each officer marker."""
        self.abdurrahman = self.officers[ABDURRAHMAN]
        self.officer_of: Numbers = tuple(
            self.officers.index(unit) if unit in self.officers else -1 for unit in range(self.units)
        )
        self.restores: Numbers = tuple(self._commanded(officer, "commands_restore") for officer in officers)
        """Per officer, the units that he restores and brings back."""
        boosts = [self._commanded(officer, "commands_boost") for officer in officers]
        boosts[ABDURRAHMAN] = self.ottoman & ~(1 << self.abdurrahman)
        self.boosts: Numbers = tuple(boosts)
        """Per officer, the units whose combat value he raises."""
        self.roll_bonus_cost = file.one("officer_power", "abdurrahman_disturb_guns").number("cost")
        self.boost_cost = file.one("officer_power", "charles_boost").number("cost")
        self.restore_cost = file.one("officer_power", "charles_restore").number("cost")
        self.return_full_cost = file.one("officer_power", "charles_return_full").number("cost")
        self.return_wounded_cost = file.one("officer_power", "charles_return_wounded").number("cost")
        self.raise_cts_cost = file.one("officer_power", "generals_guns").number("cost")

    def _commanded(self, officer: Entry, key: str) -> int:
        nations = officer.texts(key)
        return which(nation in nations for nation in self.nation)

    # ------------------------------------------------------------------ counters, levels

    def _read_counters(self, file: PackFile) -> None:
        counters = file.entries("number_counter")
        by_side = [[c for c in counters if c.text("side") == side] for side in SIDES]
        for side, own in zip(SIDES, by_side, strict=True):
            if sorted(c.number("number") for c in own)[:2].count(0) != 1:
                raise BadPack(file.path.name, "[[number_counter]]", f"{side} needs exactly one counter with number 0")
        if len(by_side[IMPERIAL]) != len(by_side[OTTOMAN]):
            raise BadPack(file.path.name, "[[number_counter]]", "both sides need equally many counters")
        self.counters = len(by_side[IMPERIAL])
        """How many number counters each side has."""
        self.counter_keys = tuple(tuple(c.text("id") for c in own) for own in by_side)
        self.counter_ids = tuple(ids("counter", keys) for keys in self.counter_keys)
        self.numbers: Rows = tuple(tuple(c.number("number") for c in own) for own in by_side)
        self.events: Rows = tuple(tuple(c.among("event", EVENTS, EVENTS[NO_EVENT]) for c in own) for own in by_side)
        self.event_turns: Rows = tuple(tuple(c.number("from_turn", 0) for c in own) for own in by_side)
        self.zero: Numbers = tuple(row.index(0) for row in self.numbers)
        self.cup_names = self.counter_ids[IMPERIAL] + self.unit_ids
        """What can come out of the imperial cup: counters first, then units."""

    def _read_levels(self, file: PackFile) -> None:
        self.mining_level = _level(file.one("marker", "cas"))
        self.ottoman_morale_level = _level(file.one("marker", "tms"))
        self.imperial_morale_level = _level(file.one("marker", "cms"))
        self.artillery_level = _level(file.one("marker", "cts"))
        works = file.entries("entrenchment")
        self.work_ids = tuple(ids("work", [w.text("id") for w in works if w.text("side") == side]) for side in SIDES)
        self.works = len(self.work_ids[IMPERIAL])
        """Entrenchment markers of each side."""

    def _read_effects(self, file: PackFile) -> None:
        """Check the effects in the pack. The flow carries them out by itself: only two numbers are taken from here."""
        verbs = VerbTable.declared(file, VERBS)
        for kind in ("event", "action", "officer_power"):
            for entry in file.entries(kind):
                for field in ("effects", "on_fail", "on_disaster"):
                    for effect in verbs.effects(entry, field):
                        if VERBS[effect.verb] == "choose":
                            verbs.options(effect.arguments, "options")
        self.relief_tms_max = _arguments(verbs, file.one("event", "relief_army"), "level").number("max")
        self.sick_cell = _arguments(verbs, file.one("event", "epidemic"), "sicken").number("cell")

    # ------------------------------------------------------------------ choices, built once

    def _build_choices(self) -> None:
        self.choices = PreparedChoices()
        row, grid = self.choices.row, self.choices.grid
        units, zones, walls = self.unit_ids, self.zone_ids, self.zone_ids[: self.walls]
        officers = [units[officer] for officer in self.officers]
        breaches = [breach for breaches in self.breach_ids for breach in breaches]
        self.choices.singles(*BARE)
        # Moves; no rule allows one into a breach, the last columns of the grid (move.imperial.no_breach_entry).
        self.move = grid("move", units, [*zones, *breaches])
        self.place = grid("place", units, zones)
        # Actions.
        self.artillery = row("artillery", walls)
        self.spring = row("spring", walls)
        self.assault = row("assault", walls)
        self.castle = row("castle", walls)
        self.countermine = row("countermine", walls)
        self.sortie = row("sortie", units)
        self.entrench = row("entrench", walls)
        # What an action asks for.
        self.join = row("join", units)
        self.enter = row("enter", units)
        self.hit = row("hit", units)
        self.absorb = row("absorb", walls)
        self.boost = grid("boost", officers, units)
        # Events.
        self.sicken = row("sicken", units)
        self.reinforce = row("reinforce", units)
        # Special actions of officers.
        self.restore = grid("restore", officers, units)
        self.return_full, self.return_wounded = self.choices.grids("return", officers, units, ("full", "wounded"))
        self.raise_cts = row("raise_cts", officers)
        self.self_restore = row("self_restore", officers)
        self.unit_of = numbered(units)
        self.zone_of = numbered(zones)


def _level(marker: Entry) -> Level:
    return Level(marker.number("start"), marker.number("min"), marker.number("max"))


def _arguments(verbs: VerbTable, event: Entry, verb: str) -> Entry:
    for effect in verbs.effects(event, "effects"):
        if VERBS[effect.verb] == verb:
            return effect.arguments
    raise event.bad(f"its effects have no '{verb}'")


def _check_unit(unit: Entry, start: int, pack: Pack) -> None:
    if unit.text("side") == "ottoman" and start >= pack.walls:
        raise unit.bad("an Ottoman unit starts in a wall zone (setup.units.ottoman_all)")
    if unit.text("side") == "imperial" and not (pack.walls <= start < pack.zones or start == pack.reserve):
        raise unit.bad("an imperial unit starts in a starting zone or in reserve (setup.units.imperial_in_start_zones)")
    if unit.number("wounded") >= unit.number("full"):
        raise unit.bad("the wounded value must be lower than the full one (comp.units.two_sided)")


DEFAULT: Final = Path(__file__).parent / "components.toml"
