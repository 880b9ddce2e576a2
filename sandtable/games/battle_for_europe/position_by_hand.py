"""The units of a position: written one by one, so that nothing is lost, or by hand as stacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.engine.errors import BadPosition
from sandtable.engine.position import as_number, as_table, index, named, table
from sandtable.engine.sets import NONE, mask
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import units
from sandtable.games.battle_for_europe.scenarios import POOLS, TYPES
from sandtable.games.battle_for_europe.state import FLAGS, SEEN, State

POOL = "pool"
"""Where units are written that are not on the board and about which there is something to say."""
OTHERS = "others"
OFF = "off"
EVERY_POOL = (1 << len(POOLS)) - 1
NUMBERS = ("steps", "due")
AREA_WORDS = ("from", "yard")


def describe_units(g: State) -> Json:
    """By area the lines of its units; null where nobody is."""
    pack = g.pack
    lines: dict[str, list[Json]] = {pack.area_keys[area]: [] for area in pack.grounds}
    lines[POOL] = []
    for unit, area in enumerate(g.place):
        said = _line(g, unit)
        if area != NONE:
            lines[pack.area_keys[area]].append(said)
        elif len(said.split()) > 3:
            lines[POOL].append(said)
    written: dict[str, Json] = {key: rows or None for key, rows in lines.items()}
    written[OTHERS] = None
    return written


def _line(g: State, unit: int) -> str:
    """What there is to say about a unit; being on the board goes without saying that it was ever there."""
    pack = g.pack
    kind, _, number = pack.unit_keys[unit].rpartition("_")
    nation, kind_of = pack.nation_keys[pack.nation[unit]], TYPES[pack.type[unit]]
    assert kind == f"{nation}_{kind_of}"
    flags = g.flags[unit] ^ (SEEN if g.place[unit] != NONE else 0)
    words = [nation, kind_of, number, *(name for at, name in enumerate(FLAGS) if flags >> at & 1)]
    for name, value in (("steps", g.steps[unit]), ("due", g.due[unit])):
        if value != (0 if name == "steps" else NONE):
            words.append(f"{name}:{value}")
    for name, area in (("from", g.origin[unit]), ("yard", g.yard[unit])):
        if area != NONE:
            words.append(f"{name}:{pack.area_keys[area]}")
    return " ".join(words)


def written_out(opening: dict[str, Json], given: dict[str, Json]) -> dict[str, Json]:
    """A position by hand without `"others": "off"`: nobody is in areas that it does not name; the pool stays."""
    units = given.get("units")
    if not isinstance(units, dict) or units.get(OTHERS) != OFF:
        return given
    empty: dict[str, Json] = {key: None for key in table(opening, "units") if key != POOL}
    return {**given, "units": {**empty, **units, OTHERS: None}}


def restore_units(g: State, fields: Mapping[str, Json], where: str) -> None:
    """Read units one by one, then stacks by hand from what is left in the pools."""
    given = table(fields, "units", where)
    where += "units."
    if given.get(OTHERS) is not None:
        raise BadPosition(f"{where}{OTHERS}: takes null or '{OFF}'")
    areas = index(g.pack.area_keys)
    unknown = set(given) - set(areas) - {POOL, OTHERS}
    if unknown:
        raise BadPosition(f"{where}{sorted(unknown)[0]}: there is no such area")
    by_hand: list[tuple[int, Json, str]] = []
    for key, value in given.items():
        area = areas.get(key, NONE)
        if isinstance(value, dict):
            by_hand.append((area, value, where + key))
        elif isinstance(value, list):
            for line in value:
                _read_line(g, area, line, where + key)
    for area, value, path in by_hand:
        _read_stacks(g, area, value, f"{path}.")


def _read_line(g: State, area: int, line: Json, where: str) -> None:
    words = line.split() if isinstance(line, str) else []
    if len(words) < 3:
        raise BadPosition(f"{where}: a unit is written as nation, type and number, not {line!r}")
    unit = named("_".join(words[:3]), index(g.pack.unit_keys), where)
    if g.place[unit] != NONE or g.yard[unit] != NONE:
        raise BadPosition(f"{where}: {line!r} is there twice")
    if area != NONE:
        units.place(g, unit, area)
    for word in words[3:]:
        name, _, value = word.partition(":")
        _read_word(g, unit, name, value, where)


def _read_word(g: State, unit: int, name: str, value: str, where: str) -> None:
    if name in NUMBERS:
        number = as_number(int(value) if value.isdigit() else None, 0, 99, f"{where}: {name}")
        (g.steps if name == "steps" else g.due)[unit] = number
    elif name in AREA_WORDS:
        (g.origin if name == "from" else g.yard)[unit] = named(value, index(g.pack.area_keys), where)
    else:
        g.flags[unit] ^= 1 << named(name, index(FLAGS), where)


def _read_stacks(g: State, area: int, value: Json, where: str) -> None:
    """Stacks of an area, by nation and type."""
    if area == NONE:
        raise BadPosition(f"{where[:-1]}: stacks stand in areas")
    nations = index(g.pack.nation_keys)
    for nation_key, types in as_table(value, where).items():
        nation = named(nation_key, nations, where)
        for type_key, count in as_table(types, where + nation_key).items():
            pair = nation, named(type_key, index(TYPES), f"{where}{nation_key}")
            if pair not in g.pack.kind_number:
                raise BadPosition(f"{where}{nation_key}.{type_key}: it has none")
            for flags, number in _conditions(count, f"{where}{nation_key}.{type_key}"):
                _take(g, g.pack.kind_number[pair], number, area, flags, f"{where}{nation_key}.{type_key}")


def _conditions(value: Json, where: str) -> Iterator[tuple[int, int]]:
    """Flags and number of units: of a plain number, or of an object with numbers by condition."""
    if not isinstance(value, dict):
        yield 0, as_number(value, 0, 99, where)
        return
    for name, count in value.items():
        words = [word for word in name.split() if word != "fresh"]
        flags = mask(named(word, index(FLAGS), where) for word in words)
        yield flags, as_number(count, 0, 99, f"{where}.{name}")


def _take(g: State, kind: int, number: int, area: int, flags: int, where: str) -> None:
    for _ in range(number):
        unit = units.next_unit(g, kind, EVERY_POOL)
        if unit == NONE:
            raise BadPosition(f"{where}: there are not so many counters")
        units.place(g, unit, area)
        g.flags[unit] |= flags
