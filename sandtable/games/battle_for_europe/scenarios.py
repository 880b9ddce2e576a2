"""The scenarios of the pack: who plays whom, in which order, with what, and where everything stands at the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sandtable.engine.pack import Entry, PackFile
from sandtable.engine.sets import NONE, mask, members
from sandtable.engine.types import Numbers, Rows

if TYPE_CHECKING:
    from sandtable.games.battle_for_europe.pack import Pack

POWER_KEYS: Final = ("germany", "italy", "france", "britain", "ussr", "usa")
SIDES: Final = ("axis", "allies")
POOLS: Final = ("start", "1939", "1942", "1944")
TYPES: Final = ("infantry", "tank", "aircraft", "fleet", "paratroop", "bomber", "submarine", "destroyer")
KINDS_OF_TYPES: Final = {"any": 0xFF, "land": 0x13, "air": 0x24, "naval": 0xC8}
"""Words for sets of types in placement limits."""
LEVELS: Final = ("basic", "advanced")
SATELLITES: Final = "satellites"

# How the satellites stand to Germany at the start.
FRIENDLY: Final = 0
"""Neutral, and open to German units (east.friendly_satellites)."""
ALLIED: Final = 1
"""Germany's allies, but not at war yet (setup.barb.situation.satellites)."""
AT_WAR: Final = 2
"""At war on the German side (setup.bagr.situation.satellites)."""


@dataclass(frozen=True, slots=True)
class Quota:
    """So many units of certain types in certain areas: required at the least, or allowed at the most."""

    areas: int
    types: int
    count: int
    pinned: bool = False
    """They may not leave during the scenario."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where one nation, or all satellites, may place starting units."""

    areas: int
    required: tuple[Quota, ...] = ()
    at_most: tuple[Quota, ...] = ()


@dataclass(frozen=True, slots=True)
class Stack:
    """So many units of a type that a deployment puts into an area."""

    nation: int
    area: int
    type: int
    count: int
    level: int
    """0 basic, 1 advanced."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One of the four scenarios (mode.scenario.choice)."""

    id: str
    start: int
    """Its first season, as a cell of the time track."""
    end: int
    order: Rows
    """By side on turn: its powers in the listed order (seq.turn.each_side_once)."""
    setup_order: Numbers
    wars: tuple[tuple[int, int], ...]
    neutral: int
    """Great powers that are neutral at the start, as a mask."""
    inactive: int
    """Great powers that take no part."""
    seats: dict[int, tuple[tuple[str, int], ...]]
    """By number of players: name and powers (as a mask) of every seat."""
    start_hpp: Numbers
    """By power."""
    control: Numbers
    """By area: the nation that controls it at the start."""
    vichy: bool
    """Vichy France exists at the start."""
    fortresses_gone: int
    satellites: int
    """FRIENDLY, ALLIED or AT_WAR."""
    place_pools: Numbers
    """By power: the pools whose units are on the board at the start, as a mask."""
    build_from: Numbers
    """By pool: the year from which it may be built; 9999 if never."""
    first_phase: int
    """The phase with which the first turn of one power begins (setup.sichel.first_turn)."""
    late: int
    """The power that begins with this phase; NONE if there is none."""
    special: frozenset[str]
    """The special rules in force, as the rulebook numbers them: '13.1a', '13.2' …"""
    targets: Numbers
    """By power: conquests that win the full war (win.full_b.targets); Britain's is for Britain and the USA."""
    placements: dict[int, Placement]
    """By nation: where its starting units may stand."""
    deployment: tuple[Stack, ...]
    """The usual deployment (setup.place.usual)."""
    satellite_hpp: int
    """HPP that Germany gains when the satellites join (east.satellites_hpp)."""


def read_scenarios(file: PackFile, pack: Pack) -> tuple[Scenario, ...]:
    """All scenarios, in the order of the pack."""
    return tuple([_scenario(entry, file, pack) for entry in file.counted("scenario", 4)])


def _scenario(entry: Entry, file: PackFile, pack: Pack) -> Scenario:
    name = entry.text("id")
    cells = pack.cell_keys
    control = _control(entry, pack)
    hpp = entry.inner("start_hpp")
    return Scenario(
        id=name,
        start=entry.among("start", cells),
        end=entry.among("end", cells),
        order=tuple([tuple([POWER_KEYS.index(str(power)) for power in _list(side)]) for side in entry.items("order")]),
        setup_order=tuple(entry.several("setup_order", POWER_KEYS)),
        wars=tuple([_pair(war) for war in entry.items("wars")]),
        neutral=mask(entry.several("neutral_powers", POWER_KEYS)),
        inactive=mask(entry.several("inactive_powers", POWER_KEYS)),
        seats=_seats(entry.inner("seats")),
        start_hpp=tuple([hpp.number(power, 0) for power in POWER_KEYS]),
        control=control,
        vichy=entry.flag("vichy_exists", False),
        fortresses_gone=mask(entry.several("fortresses_gone", pack.area_keys)),
        satellites=_stand(entry.text("satellites", "")),
        place_pools=_place_pools(entry),
        build_from=_build_from(entry),
        first_phase=entry.inner("first_turn").whole("starts_with_phase", 1, 4) if entry.has("first_turn") else 1,
        late=entry.inner("first_turn").among("power", POWER_KEYS) if entry.has("first_turn") else NONE,
        special=_special(entry.texts("special_rules")),
        targets=_targets(entry),
        placements=_placements(file, name, control, pack),
        deployment=_deployment(file, name, pack),
        satellite_hpp=entry.number("satellite_hpp_on_war", sum(pack.tribute[one] for one in members(pack.satellites))),
    )


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _pair(value: object) -> tuple[int, int]:
    one, other = (POWER_KEYS.index(str(power)) for power in _list(value))
    return one, other


def _seats(entry: Entry) -> dict[int, tuple[tuple[str, int], ...]]:
    """The seats by number of players; those with several powers have names of their own."""
    found: dict[int, tuple[tuple[str, int], ...]] = {}
    for players in entry.data:
        rows = [name.split("+") for name in entry.texts(players)]
        found[int(players)] = tuple(
            [(_seat_name(row, int(players)), mask(POWER_KEYS.index(power) for power in row)) for row in rows]
        )
    return found


def _seat_name(powers: list[str], players: int) -> str:
    if players == 2:
        return "axis" if "germany" in powers else "allies"
    if len(powers) == 1:
        return powers[0]
    return "axis" if "germany" in powers else "west"


def _control(entry: Entry, pack: Pack) -> Numbers:
    """By area: the printed country, unless the scenario says otherwise (ctl.initial)."""
    control = list(pack.printed)
    given = entry.inner("control")
    for nation in given.data:
        for area in given.several(nation, pack.area_keys):
            control[area] = pack.nation_keys.index(nation)
    return tuple(control)


def _stand(text: str) -> int:
    return AT_WAR if text.startswith("at war") else ALLIED if text.startswith("allied") else FRIENDLY


def _place_pools(entry: Entry) -> Numbers:
    usual = mask(entry.several("place_pools", POOLS))
    pools = [usual] * len(POWER_KEYS)
    if entry.has("place_pools_exceptions"):
        exceptions = entry.inner("place_pools_exceptions")
        for power in exceptions.data:
            pools[POWER_KEYS.index(power)] = mask(exceptions.several(power, POOLS))
    return tuple(pools)


def _build_from(entry: Entry) -> Numbers:
    """By pool: from which year it may be built; units placed at the start may be rebuilt (build.what)."""
    years = [0, 9999, 9999, 9999]
    for pool in entry.tables("build_pools"):
        years[pool.among("pool", POOLS)] = pool.whole("first_year", 1939, 1945)
    return tuple(years)


def _special(texts: Sequence[str]) -> frozenset[str]:
    """The special rules one by one: '13.3 without a and e' is 13.3b, 13.3c, 13.3d and 13.3f."""
    letters = {"13.1": "abc", "13.2": "", "13.3": "abcdef", "13.4": "", "13.5": ""}
    found: set[str] = set()
    for text in texts:
        section, _, rest = text.partition(" ")
        without = set(rest.replace("without", "").replace("and", "").replace(",", "").split()) if rest else set()
        found.add(section)
        found |= {section + letter for letter in letters.get(section, "") if letter not in without}
    return frozenset(found)


def _targets(entry: Entry) -> Numbers:
    given = entry.inner("hpp_targets") if entry.has("hpp_targets") else None
    names = ("germany", "italy", "france", "britain_usa", "ussr", "none")
    return tuple([given.number(name, 0) if given is not None else 0 for name in names])


# ---------------------------------------------------------------------- placement


def _placements(file: PackFile, scenario: str, control: Numbers, pack: Pack) -> dict[int, Placement]:
    found: dict[int, Placement] = {}
    for entry in file.entries("placement_limit"):
        if entry.text("scenario") != scenario:
            continue
        for nation in _nations(entry, pack):
            areas = 0
            for word in entry.texts("allowed"):
                areas |= _areas(entry, word, nation, control, pack)
            areas &= ~mask(entry.several("forbidden", pack.area_keys))
            quotas = [
                tuple([_quota(quota, nation, control, pack) for quota in entry.tables(key)])
                for key in ("required", "at_most")
            ]
            found[nation] = Placement(areas, quotas[0], quotas[1])
    return found


def _nations(entry: Entry, pack: Pack) -> list[int]:
    """The nations that a limit or a deployment is for."""
    name = entry.text("power")
    return list(members(pack.satellites)) if name == SATELLITES else [pack.nation_keys.index(name)]


def _areas(entry: Entry, word: str, nation: int, control: Numbers, pack: Pack) -> int:
    """The areas that a word of a placement limit means; all are controlled by the nation, or by the country named."""
    held = mask(area for area, owner in enumerate(control) if owner == nation)
    if word == "own country":
        return pack.areas_of[nation]
    if word in ("home", "overseas"):
        return held & (pack.areas_of[nation] if word == "home" else pack.overseas_of[nation])
    if word == "controlled":
        return held
    if word == SATELLITES:
        return mask(area for area, owner in enumerate(control) if owner != NONE and pack.satellites >> owner & 1)
    kind, _, name = word.partition(":")
    if kind == "country":
        return pack.areas_of[pack.nation_keys.index(name)]
    if kind == "controlled":
        return mask(area for area, owner in enumerate(control) if owner == pack.nation_keys.index(name))
    if word not in pack.area_keys:
        raise entry.bad(f"'{word}' is neither an area nor a word of placement limits")
    return 1 << pack.area_keys.index(word)


def _quota(entry: Entry, nation: int, control: Numbers, pack: Pack) -> Quota:
    where = entry.data.get("where")
    words = [str(word) for word in where] if isinstance(where, list) else [entry.text("where")]
    areas = 0
    for word in words:
        areas |= _areas(entry, word, nation, control, pack)
    name = entry.text("type")
    types = KINDS_OF_TYPES[name] if name in KINDS_OF_TYPES else 1 << entry.among("type", TYPES)
    types &= ~mask(entry.several("but_not", TYPES))
    return Quota(areas, types, entry.whole("count", 1, 99), entry.flag("pinned", False))


def _deployment(file: PackFile, scenario: str, pack: Pack) -> tuple[Stack, ...]:
    """The stacks of all nations, those of satellites by the country that they stand in."""
    stacks: list[Stack] = []
    for entry in file.entries("deployment"):
        if entry.text("scenario") != scenario:
            continue
        level, placed = entry.among("level", LEVELS), entry.inner("units")
        for key in placed.data:
            area = pack.area_keys.index(key)
            nation = pack.printed[area] if entry.text("power") == SATELLITES else _nations(entry, pack)[0]
            counts = placed.inner(key)
            counts.only(*TYPES)
            for kind, name in enumerate(TYPES):
                if counts.has(name):
                    stacks.append(Stack(nation, area, kind, counts.whole(name, 1, 99), level))
    return tuple(stacks)
