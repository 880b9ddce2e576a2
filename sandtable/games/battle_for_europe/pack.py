"""The pack of Battle for Europe: map, nations, units and scenarios as tables that never change, with numbers for ids.

Nations are numbered through: the six great powers, then the small countries. Units are individuals, numbered by nation,
type and pool; units of the same nation and type are a kind, and choices name kinds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.engine.choices import DONE, PreparedChoices, ids, numbered
from sandtable.engine.errors import BadPack
from sandtable.engine.graph import Graph, neighbours
from sandtable.engine.pack import Entry, PackFile
from sandtable.engine.sets import NONE, mask, which
from sandtable.engine.types import Choice, Numbers, Rows
from sandtable.engine.words import pack_names
from sandtable.games.battle_for_europe.effects import AreaEffect, read_effects
from sandtable.games.battle_for_europe.goals import Goal, Procedure, read_goals, read_procedure, read_projects
from sandtable.games.battle_for_europe.routes import CONVOY_IDS, MOST_AID, ROUTE_KEYS, check_aid
from sandtable.games.battle_for_europe.scenarios import POOLS, POWER_KEYS, SIDES, TYPES, Scenario, read_scenarios
from sandtable.games.battle_for_europe.sea_ways import SeaWays

AREAS: Final = 130
POWERS: Final = 6
COUNTRIES: Final = 15
NATIONS: Final = POWERS + COUNTRIES
GERMANY: Final = 0
ITALY: Final = 1
FRANCE: Final = 2
BRITAIN: Final = 3
USSR: Final = 4
USA: Final = 5
AXIS: Final = 0
ALLIES: Final = 1

# Kinds of areas.
LAND_AREA: Final = 0
SEA_AREA: Final = 1
BOX: Final = 2
AREA_KINDS: Final = ("land", "sea", "box")
TERRAINS: Final = ("plain", "mountain", "swamp")
PLAIN: Final = 0
MOUNTAIN: Final = 1
SWAMP: Final = 2

# Kinds of borders; what each lets pass is explained at the top of components.toml.
LAND: Final = 0
RIVER: Final = 1
ARROW: Final = 2
NO_LAND: Final = 3
COAST: Final = 4
SHORE: Final = 5
SEA: Final = 6
STRAIT: Final = 7
OCEAN: Final = 8
EDGE: Final = 9
BORDERS: Final = ("land", "river", "arrow", "no_land", "coast", "shore", "sea", "strait", "ocean", "edge")
ON_FOOT: Final = (LAND, RIVER, ARROW)
BY_SHIP: Final = (COAST, SEA, STRAIT, OCEAN)
BY_AIR: Final = (LAND, RIVER, ARROW, NO_LAND, COAST, SHORE, SEA, STRAIT)

# Types of units.
INFANTRY: Final = 0
TANK: Final = 1
AIRCRAFT: Final = 2
FLEET: Final = 3
PARATROOP: Final = 4
BOMBER: Final = 5
SUBMARINE: Final = 6
DESTROYER: Final = 7
BASIC_TYPES: Final = 4
"""The first four exist at the basic level (mode.level.basic_units)."""
ON_LAND: Final = 0
IN_AIR: Final = 1
AT_SEA: Final = 2
DOMAINS: Final = ("land", "air", "sea")

# Pools, by the year from which they may be built (build.years).
START: Final = 0

SEASONS: Final = 24
SPRING: Final = 0
SUMMER: Final = 1
AUTUMN: Final = 2
WINTER: Final = 3
SEASON_KEYS: Final = ("spring", "summer", "autumn", "winter")
YEARS: Final = ("1939", "1940", "1941", "1942", "1943", "1944", "1945")

NAMED: Final = (
    ("area", "area", "name"),
    ("power", "nation", "name"),
    ("country", "nation", "name"),
    ("unit_type", "type", "name"),
)
"""Kinds of entries, what their ids begin with, and the field of their name."""
FOES: Final = ("ships", *(f"aircraft_{number}" for number in range(1, 10)))
"""Whom an intervention can be declared against in one place."""
FORCES: Final = ("all", "all_but_guards", "no_air", "air_only", "least_60", "least_80", "least_95")
"""Ready-made forces for an attack."""
NUMBERS: Final = ("one", "all")
"""How many units of a kind go; any number is so many orders."""
FARTHEST_FLIGHT: Final = 4
"""No aircraft flies farther, be it to act or to change base."""
MOST_BUILT: Final = 12
"""The most units of a kind that one order builds."""

# Choices that name nothing.
STAND_BY: Final[Choice] = ("stand_by",)
USUAL: Final[Choice] = ("usual",)
BY_HAND: Final[Choice] = ("by_hand",)
MARCH: Final[Choice] = ("march",)
CALL_OFF: Final[Choice] = ("call_off",)
DIRECT: Final[Choice] = ("direct",)
LET_PASS: Final[Choice] = ("let_pass",)
GO_ON: Final[Choice] = ("go_on",)
BREAK_OFF: Final[Choice] = ("break_off",)
FRESH: Final[Choice] = ("fresh",)
USED_ONE: Final[Choice] = ("used",)
YES: Final[Choice] = ("yes",)
NO: Final[Choice] = ("no",)
BACK: Final[Choice] = ("back",)
ALONE: Final[Choice] = ("alone",)


class Pack:
    """Everything that never changes."""

    def __init__(self, path: Path) -> None:
        file = PackFile(path)
        self.hash = file.hash
        self._read_areas(file)
        self._read_borders(file)
        self._read_straits(file)
        self._read_nations(file)
        self._read_types(file)
        self._read_units(file)
        self._read_time(file)
        self.costs = {entry.text("id"): entry.whole("hpp", 1, 20) for entry in file.entries("cost")}
        """By what is paid for: HPP (war.cost.small, hpp.battle_cost)."""
        self.scenarios: tuple[Scenario, ...] = read_scenarios(file, self)
        self.effects: tuple[AreaEffect, ...] = read_effects(file, self.area_keys, self.scenarios)
        self._read_goals(file)
        self._prepare_choices()
        self.names = pack_names(file, NAMED)

    # ------------------------------------------------------------------ map

    def _read_areas(self, file: PackFile) -> None:
        entries = file.counted("area", AREAS)
        countries = [entry.text("id") for entry in file.counted("country", COUNTRIES)]
        if tuple(entry.text("id") for entry in file.counted("power", POWERS)) != POWER_KEYS:
            raise BadPack(file.path.name, "[[power]]", f"the powers are {', '.join(POWER_KEYS)}")
        self.nation_keys: tuple[str, ...] = (*POWER_KEYS, *countries)
        self.area_keys = tuple([entry.text("id") for entry in entries])
        self.area_ids = ids("area", self.area_keys)
        self.area_kind: Numbers = tuple([entry.among("kind", AREA_KINDS) for entry in entries])
        self.area_at = tuple([(entry.whole("x", 0, 1000), entry.whole("y", 0, 1000)) for entry in entries])
        self.sea = which(kind == SEA_AREA for kind in self.area_kind)
        self.ground = which(kind != SEA_AREA for kind in self.area_kind)
        """Land areas and boxes: where units stand."""
        self.printed: Numbers = tuple([_maybe(entry, "country", self.nation_keys) for entry in entries])
        """By area: the country that is printed on it, NONE at sea (ctl.initial)."""
        self.home_of: Numbers = tuple([_maybe(entry, "home_of", POWER_KEYS) for entry in entries])
        """By area: the great power inside whose original borders it is (build.where), or NONE."""
        self.capital_of: Numbers = tuple([_maybe(entry, "capital_of", self.nation_keys) for entry in entries])
        self.worth: Numbers = tuple([entry.number("hpp", 0) for entry in entries])
        """By area: its HPP; that of a small country stands at its capital (ctl.hpp_follows_capital)."""
        self.supply_capitals = _flagged(entries, "supply_capital")
        self.coastal = _flagged(entries, "coastal")
        self.ports = _flagged(entries, "port")
        self.overseas = _flagged(entries, "overseas")
        self.africa = _flagged(entries, "africa")
        self.oil = _flagged(entries, "oil")
        self.terrain: Numbers = tuple([entry.among("terrain", TERRAINS, "plain") for entry in entries])
        self.terrain_from: Numbers = tuple([mask(entry.several("terrain_from", self.area_keys)) for entry in entries])
        """By area: the neighbours against which its terrain counts; 0 if against all (map.terrain.directional)."""
        self.fortress_from: Numbers = tuple([mask(entry.several("fortress_from", self.area_keys)) for entry in entries])
        """By area: the neighbours against which it is a fortress; 0 if it is none."""
        self.fortresses = which(covered != 0 for covered in self.fortress_from)
        self.sets = {
            entry.text("id"): mask(entry.several("areas", self.area_keys)) for entry in file.entries("area_set")
        }
        self.maginot = self.area_keys.index("maginot")
        self.malta = self.area_keys.index("malta")
        self.usa_box = self.area_keys.index("usa")
        self.urals = self.area_keys.index("urals")
        self.lands = self.ground & ~(1 << self.usa_box | 1 << self.urals)
        """Land areas without the boxes."""

    def _read_borders(self, file: PackFile) -> None:
        pairs: list[tuple[int, int, int]] = []
        kind_of = [NONE] * (AREAS * AREAS)
        for entry in file.counted("border", file.entry("pack").number("borders")):
            a, b = entry.among("a", self.area_keys), entry.among("b", self.area_keys)
            kind = entry.among("kind", BORDERS)
            if a == b or kind_of[a * AREAS + b] != NONE:
                raise entry.bad("it stands twice, or joins an area with itself")
            kind_of[a * AREAS + b] = kind_of[b * AREAS + a] = kind
            pairs.append((a, b, kind))
        self.border: Numbers = tuple(kind_of)
        """By area * AREAS + area: the kind of the border between them, or NONE."""
        self.march_near: Rows = _near(pairs, *ON_FOOT)
        """By area: where land units go from it; the eastern box is open to Soviet units only (map.urals_box)."""
        self.march = Graph(self.march_near)
        self.soviet_march = Graph(_near(pairs, *ON_FOOT, EDGE))
        self.two_steps: Numbers = tuple([self._within_two(area) for area in range(AREAS)])
        """By area: the areas from which land units with two points may reach it, as a mask; nobody has more."""
        self.sail_near: Rows = _near(pairs, *BY_SHIP)
        """By area: where naval units go from it, if straits are open (map.naval.no_transit)."""
        self.fly = Graph(_near(pairs, *BY_AIR))
        self.soviet_fly = Graph(_near(pairs, *BY_AIR, EDGE))
        self.flight: Rows = tuple([tuple(self.fly.distances(1 << area)) for area in range(AREAS)])
        """By area and area: how many areas aircraft fly, NONE if they cannot."""
        self.soviet_flight: Rows = tuple([tuple(self.soviet_fly.distances(1 << area)) for area in range(AREAS)])
        """The same with the eastern box, which is closed to others (map.urals_box)."""
        self.near_flight, self.near_soviet_flight = (
            [_within(table, most) for most in range(FARTHEST_FLIGHT + 1)] for table in (self.flight, self.soviet_flight)
        )
        """By distance and area: the areas that aircraft reach from it within that distance, as a mask."""
        coasts = _near(pairs, COAST, OCEAN)
        self.seas_of: Numbers = tuple([mask(near) if self.ground >> at & 1 else 0 for at, near in enumerate(coasts)])
        """By land area: the sea areas that ships enter it from."""
        self.coasts_of: Numbers = tuple([mask(near) if self.sea >> at & 1 else 0 for at, near in enumerate(coasts)])
        """By sea area: the coastal areas that ships enter from it."""
        self.open_seas: Rows = _near(pairs, SEA)

    def _within_two(self, area: int) -> int:
        near = self.soviet_march.around(1 << area)
        return (near | self.soviet_march.around(near)) & ~(1 << area)

    def _read_straits(self, file: PackFile) -> None:
        entries = file.counted("strait", 3)
        self.strait_keys = tuple([entry.text("id") for entry in entries])
        self.strait_between: Rows = tuple([tuple(entry.several("between", self.area_keys)) for entry in entries])
        self.strait_keys_held: Rows = tuple([tuple(entry.several("controllers", self.area_keys)) for entry in entries])
        """By strait: the areas that one side must control to pass (map.gibraltar.owner, map.turkey.straits)."""
        canal = file.counted("canal", 1)[0]
        self.kiel = canal.among("area", self.area_keys)
        self.canal_between: Numbers = tuple(canal.several("between", self.area_keys))
        self.canal_user = POWER_KEYS.index(canal.texts("users")[0])
        straits = self.strait_between, self.strait_keys_held
        self.sea_ways = SeaWays(self.open_seas, self.seas_of, *straits, self.canal_between, self.kiel)

    def strait_of(self, sea: int, other: int) -> int:
        """The strait between two sea areas, or NONE."""
        if self.border[sea * AREAS + other] != STRAIT:
            return NONE
        return next(at for at, pair in enumerate(self.strait_between) if sea in pair and other in pair)

    # ------------------------------------------------------------------ nations and units

    def _read_nations(self, file: PackFile) -> None:
        powers, countries = file.entries("power"), file.entries("country")
        self.nation_ids = ids("nation", self.nation_keys)
        self.history: Numbers = tuple([entry.among("side", SIDES) for entry in powers])
        """By power: the side it belongs to historically (comp.sides)."""
        self.capital: Numbers = tuple([entry.among("capital", self.area_keys) for entry in (*powers, *countries)])
        """By nation."""
        self.allowance: Numbers = tuple([entry.whole("strategic_allowance", 0, 20) for entry in powers])
        """By power: units that it may transfer a turn (strat.allowance)."""
        bases = [entry.inner("base_hpp") for entry in powers]
        self.base_hpp: Rows = tuple([tuple([base.whole(year, 0, 99) for year in YEARS]) for base in bases])
        """By power and year from 1939 (acc.base)."""
        self.half_of_1939: Numbers = tuple([entry.whole("half_of_1939", 0, 99) for entry in powers])
        self.areas_of: Numbers = (
            *(which(home == power for home in self.home_of) for power in range(POWERS)),
            *(mask(entry.several("areas", self.area_keys)) for entry in countries),
        )
        """By nation: its home areas."""
        self.overseas_of: Numbers = (
            *(which(at == power for at in self.printed) & self.overseas for power in range(POWERS)),
            *(mask(entry.several("overseas_areas", self.area_keys)) for entry in countries),
        )
        self.tribute: Numbers = (*self.half_of_1939, *(entry.whole("hpp", 0, 9) for entry in countries))
        """By nation: what whoever holds its capital receives a year (acc.small, acc.great)."""
        self.satellites = which(
            nation >= POWERS and countries[nation - POWERS].flag("german_satellite") for nation in range(NATIONS)
        )
        self.vichy = self.nation_keys.index("vichy_france")
        self.poland = self.nation_keys.index("poland")
        self.norway = self.nation_keys.index("norway")
        self.bulgaria = self.nation_keys.index("bulgaria")
        self.values_as = (*POWER_KEYS, *(entry.text("values_as") for entry in countries))

    def _read_types(self, file: PackFile) -> None:
        entries = file.counted("unit_type", len(TYPES))
        if tuple(entry.text("id") for entry in entries) != TYPES:
            raise entries[0].bad(f"the types are {', '.join(TYPES)}")
        self.type_ids = ids("type", TYPES)
        self.domain: Numbers = tuple([entry.among("domain", DOMAINS) for entry in entries])
        self.cost: Numbers = tuple([entry.whole("cost", 1, 9) for entry in entries])
        self.move: Numbers = tuple([entry.number("move", entry.number("rebase", 0)) for entry in entries])
        """By type: movement points; of aircraft, how far they change base."""
        self.range: Numbers = tuple([entry.number("range", 0) for entry in entries])
        """By type: how far from its base it acts."""
        for at, entry in enumerate(entries):
            if self.domain[at] == IN_AIR and max(self.move[at], self.range[at]) > FARTHEST_FLIGHT:
                raise entry.bad(f"aircraft fly {FARTHEST_FLIGHT} areas at most")
        self.drop_range = entries[PARATROOP].whole("drop_range", 1, FARTHEST_FLIGHT)
        """How far paratroops drop (para.drop_range)."""
        self.bombing_loss = entries[BOMBER].whole("bombing_loss", 1, 9)
        """What each bomber costs a bombed power (bomb.strategic.loss)."""
        self.builders: Numbers = tuple([_builders(entry) for entry in entries])
        """By type: the powers that may build it, as a mask (sub.germany_only)."""
        self.trade_loss = entries[SUBMARINE].whole("trade_loss", 1, 9)
        self.convoy_loss = entries[SUBMARINE].whole("convoy_loss", 1, 9)
        """HPP that a surviving submarine takes from trade, or from a stack of aid (sub.convoy.loss)."""
        fleet = entries[FLEET]
        self.carry_invasion = fleet.whole("carry_invasion", 1, 9)
        self.carry_transport = fleet.whole("carry_transport", 1, 9)
        self.supply_capacity = fleet.whole("supply_capacity", 1, 99)
        self.rebuild_delay = fleet.whole("rebuild_delay", 1, 9)

    def _read_units(self, file: PackFile) -> None:
        """Counters of all nations at both levels: powers by pool, small countries by their table."""
        counts = [[[0] * len(TYPES) for _ in POOLS] for _ in range(NATIONS)]
        for entry in file.entries("force_pool"):
            nation = entry.among("nation", POWER_KEYS)
            units = counts[nation][entry.among("available", POOLS)]
            _add_units(units, entry.inner("units"))
            if any(units[kind] and not self.builders[kind] >> nation & 1 for kind in range(len(TYPES))):
                raise entry.bad("only Germany has submarines (sub.germany_only)")
        for nation, entry in enumerate(file.entries("country"), POWERS):
            _add_units(counts[nation][START], entry.inner("units"))
        counters = [
            (nation, kind, pool)
            for nation in range(NATIONS)
            for kind in range(len(TYPES))
            for pool in range(len(POOLS))
            for _ in range(counts[nation][pool][kind])
        ]
        self.units = len(counters)
        self.nation: Numbers = tuple([nation for nation, _, _ in counters])
        self.type: Numbers = tuple([kind for _, kind, _ in counters])
        self.pool: Numbers = tuple([pool for _, _, pool in counters])
        self.of_nation: Numbers = tuple([which(own == nation for own in self.nation) for nation in range(NATIONS)])
        """By nation: its units."""
        self.of_type: Numbers = tuple([which(own == kind for own in self.type) for kind in range(len(TYPES))])
        self.of_pool: Numbers = tuple([which(own == pool for own in self.pool) for pool in range(len(POOLS))])
        domains = [self.domain[kind] for kind in self.type]
        self.land_units, self.air_units, self.naval_units = (
            which(own == domain for own in domains) for domain in (ON_LAND, IN_AIR, AT_SEA)
        )
        self.based_units = self.air_units | self.naval_units
        """Those that act from a base."""
        self.cargo_units = self.land_units | self.air_units
        """Those that ships carry."""
        self.basic_units = which(kind < BASIC_TYPES for kind in self.type)
        self._read_kinds(file)

    def _read_kinds(self, file: PackFile) -> None:
        kinds = sorted(set(zip(self.nation, self.type, strict=True)))
        self.kind_nation: Numbers = tuple([nation for nation, _ in kinds])
        self.kind_type: Numbers = tuple([kind for _, kind in kinds])
        self.kind: Numbers = tuple([kinds.index(pair) for pair in zip(self.nation, self.type, strict=True)])
        """By unit: its kind, that is nation and type."""
        self.of_kind: Numbers = tuple([which(own == kind for own in self.kind) for kind in range(len(kinds))])
        self.kind_keys = tuple([f"{self.nation_keys[nation]}_{TYPES[kind]}" for nation, kind in kinds])
        self.kind_ids = ids("kind", self.kind_keys)
        self.kind_number = {pair: at for at, pair in enumerate(kinds)}
        """By nation and type: the kind."""
        self.first_of: Numbers = tuple([self.kind.index(kind) for kind in range(len(kinds))])
        """By kind: its first unit; the others follow."""
        first = self.first_of
        self.unit_keys = tuple([f"{self.kind_keys[kind]}_{at - first[kind] + 1}" for at, kind in enumerate(self.kind)])
        values = {(entry.text("nation"), entry.text("type")): entry for entry in file.entries("unit_value")}
        printed = [values[self.values_as[nation], TYPES[kind]] for nation, kind in kinds]
        self.attack: Numbers = tuple([entry.whole("attack", 1, 6) for entry in printed])
        """By kind: attack value (unit.attack_value)."""
        self.defence: Numbers = tuple([entry.whole("defence", 1, 6) for entry in printed])

    def _read_time(self, file: PackFile) -> None:
        cells = file.counted("time_cell", SEASONS)
        self.cell_keys = tuple([entry.text("id") for entry in cells])
        self.year: Numbers = tuple([entry.whole("year", 1939, 1945) for entry in cells])
        """By season of the time track."""
        self.season: Numbers = tuple([entry.among("season", SEASON_KEYS) for entry in cells])
        self.accounting_after = which(entry.flag("accounting_after") for entry in cells)
        """The seasons after which accounts are made (seq.year.accounting)."""

    def _read_goals(self, file: PackFile) -> None:
        self.goals: tuple[Goal, ...] = read_goals(file, self.area_keys, self.nation_keys)
        self.goal_ids = ids("goal", [goal.id for goal in self.goals])
        self.projects = read_projects(file, self.goals)
        """Power and goal of each project (opt.separate)."""
        self.procedure: Procedure = read_procedure(file)
        self.north_atlantic = self.area_keys.index("north_atlantic")
        self.norwegian_sea = self.area_keys.index("norwegian_sea")
        check_aid(file, self.base_hpp)

    # ------------------------------------------------------------------ choices

    def _prepare_choices(self) -> None:
        """Every choice of the game, made once."""
        self.grounds = tuple([area for area in range(AREAS) if self.ground >> area & 1])
        """The areas where units stand come first in the pack, so that a place in a row of choices is an area."""
        if self.grounds != tuple(range(len(self.grounds))):
            raise BadPack("components.toml", "[[area]]", "land areas and boxes come before sea areas")
        places = self.area_ids[: len(self.grounds)]
        self.force_ids = ids("force", FORCES)
        self.number_ids = ids("number", NUMBERS)
        self.choices = choices = PreparedChoices()
        choices.singles(DONE, STAND_BY, USUAL, BY_HAND, MARCH, CALL_OFF, GO_ON, BREAK_OFF, YES, NO, BACK, ALONE)
        choices.singles(FRESH, USED_ONE, DIRECT, LET_PASS)
        self.pick = choices.row("pick", self.kind_ids)
        self.at = choices.row("at", places)
        self.declare = choices.row("declare", self.nation_ids)
        self.attack_at = choices.row("attack", places)
        self.invade = choices.row("invade", places)
        self.strike = choices.row("strike", places)
        self.enter = choices.row("enter", places)
        self.rebase = choices.row("rebase", places)
        self.bomb = choices.row("bomb", places)
        self.force = choices.row("force", self.force_ids)
        self.against = choices.row("against", self.nation_ids)
        self.lead = choices.row("lead", self.nation_ids)
        self.ally = choices.row("ally", self.nation_ids)
        """Which power is asked for its units (coop.combine.ask)."""
        self.send = choices.grid("send", self.kind_ids, places)
        self.send_all = choices.row("send_all", places)
        self.leave = choices.grid("leave", self.kind_ids, places)
        self.para_kinds = tuple([kind for kind, of in enumerate(self.kind_type) if of == PARATROOP])
        self.drop = choices.grid("drop", [self.kind_ids[kind] for kind in self.para_kinds], places)
        """By number of the kind among those of paratroops, and area."""
        self.move_from = choices.row("move", places)
        self.ship = choices.row("ship", places)
        self.go = choices.grids("go", self.kind_ids, places, self.number_ids)
        """By number (one, all), kind and area."""
        self.build = choices.grid("build", self.kind_ids, tuple(range(1, MOST_BUILT + 1)))
        self.transfer = choices.grid("transfer", self.kind_ids, places)
        self.to = choices.row("to", places)
        self.supply = choices.row("supply", places)
        self.loss_ids = ids("loss", self.unit_keys)
        """One for so many units of a kind: the third infantry of a nation stands for three of them."""
        self.aboard_ids = ids("aboard", self.unit_keys)
        """The same for fleets that carry so many units of a kind: they are lost with what they carry."""
        choices.open("lose", (*self.loss_ids, *self.aboard_ids))
        self.by = choices.row("by", places)
        """From which base ships carry, escort or supply."""
        self.hold = choices.row("hold", self.nation_ids)
        """Which of the powers that took an area together controls it (ctl.joint.agree)."""
        self.aid = choices.row("aid", self.nation_ids[:POWERS])
        """To whom aid is sent (lend.face_down)."""
        self.convoy = choices.row("convoy", tuple(range(MOST_AID + 1)))
        """How many HPP a stack holds; 0 is a blank one."""
        self.research = choices.row("research", self.goal_ids)
        self.via = choices.row("via", self.area_ids)
        """Through which area ships or aircraft go (int.sea.route, int.air.path)."""
        self.foe_ids = ids("foe", FOES)
        self.raid_ids = ids("raid", ("trade", *ROUTE_KEYS))
        """What submarines can hunt (sub.trade, sub.convoy)."""
        self.meet = choices.grid("meet", self.area_ids, self.foe_ids)
        """Where somebody intervenes, and against whom (int.sea.declare)."""
        self.raid = choices.row("raid", self.raid_ids)
        things = (
            self.area_ids,
            self.nation_ids,
            self.type_ids,
            self.kind_ids,
            self.force_ids,
            self.number_ids,
            self.foe_ids,
        )
        self.number = numbered(*things, self.raid_ids, self.goal_ids, CONVOY_IDS)
        """The number of the thing that an id names."""


def _maybe(entry: Entry, key: str, names: tuple[str, ...]) -> int:
    """The number of a name, or NONE if it is not given."""
    return entry.among(key, names) if entry.has(key) else NONE


def _flagged(entries: list[Entry], key: str) -> int:
    """The entries whose flag is set."""
    return which(entry.flag(key, False) for entry in entries)


def _builders(entry: Entry) -> int:
    return mask(entry.several("builders", POWER_KEYS)) if entry.has("builders") else (1 << POWERS) - 1


def _within(flight: Rows, most: int) -> Numbers:
    """By area: the areas within so many areas of flight, itself included, as a mask."""
    return tuple([which(0 <= distance <= most for distance in row) for row in flight])


def _near(pairs: list[tuple[int, int, int]], *kinds: int) -> Rows:
    """By area: its neighbours over borders of these kinds."""
    return neighbours(AREAS, [(a, b) for a, b, kind in pairs if kind in kinds])


def _add_units(counts: list[int], entry: Entry) -> None:
    entry.only(*TYPES)
    for kind, name in enumerate(TYPES):
        counts[kind] += entry.number(name, 0)


DEFAULT: Final = Path(__file__).parent / "components.toml"
