"""Positions of Battle for Europe in names.

Units are written by area, one line for each with its number among those of its kind and what has happened to it:
`"essen": ["germany infantry 1", "germany aircraft 2 used"]`. By hand a stack is shorter: `"essen": {"germany":
{"infantry": 7, "aircraft": {"fresh": 3, "used": 1}}}`, with counters taken from the pool; and `"others": "off"` clears
all areas that are not named.
"""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.game import Options
from sandtable.engine.notation import (
    Codec,
    Coded,
    Counts,
    Each,
    Flag,
    Listed,
    Maybe,
    MaybeNumber,
    Members,
    Name,
    Names,
    Number,
    Section,
    Special,
    list_of,
    names_of,
)
from sandtable.engine.position import index, named
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import nations
from sandtable.games.battle_for_europe.flow.setup import empty_board
from sandtable.games.battle_for_europe.pack import SEASONS, Pack
from sandtable.games.battle_for_europe.parts import COVERS, LEAVES, ORDERS, STAGES, STEPS, Battle, Chain, Leaving, Order
from sandtable.games.battle_for_europe.position_by_hand import describe_units, restore_units
from sandtable.games.battle_for_europe.routes import MOST_AID, ROUTE_KEYS
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS, SIDES
from sandtable.games.battle_for_europe.state import PHASES, State

FAR = 9999
"""No number of a position is higher."""
MOST_GROUPS = 64
"""No chain of interventions has more groups."""


class Positions:
    """How positions are written; those of the advanced level and of the optional rules have some fields more."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.common = notation(pack)
        self.advanced = advanced_notation(pack)
        self.optional = optional_notation(pack)

    def describe(self, g: State) -> dict[str, Json]:
        """The whole position in names."""
        told = self.common.describe(g)
        if g.rules.advanced:
            told |= self.advanced.describe(g)
        if g.rules.optional:
            told |= self.optional.describe(g)
        return told

    def restore(self, options: Options, fields: dict[str, Json], chance: Chance) -> State:
        """The state of a complete described position."""
        g = empty_board(self.pack, options, chance)
        self.common.restore(g, fields)
        if g.rules.advanced:
            self.advanced.restore(g, fields)
        if g.rules.optional:
            self.optional.restore(g, fields)
        nations.look_around(g)
        return g


class Rows(Codec[State]):
    """Numbers that stand for several things each, such as power, area and nation: rows of their names."""

    def __init__(self, *names: Names[State]) -> None:
        super().__init__()
        self.names = names

    def describe(self, g: State, value: object) -> Json:
        assert isinstance(value, list)
        return [self._one(g, int(code)) for code in value]

    def _one(self, g: State, code: int) -> Json:
        row: list[Json] = []
        for names in reversed(self.names):
            known = names_of(g, names)
            code, at = divmod(code, len(known))
            row.insert(0, known[at])
        return row

    def read(self, g: State, value: Json, where: str) -> list[int]:
        rows = value if isinstance(value, list) else list_of(value, 0, where)
        return [self._code(g, list_of(row, len(self.names), where), where) for row in rows]

    def _code(self, g: State, row: list[Json], where: str) -> int:
        code = 0
        for name, names in zip(row, self.names, strict=True):
            known = names_of(g, names)
            code = code * len(known) + named(name, index(known), where)
        return code


class Season(MaybeNumber[State]):
    """A season by its number on the time track, from 0, or null for NONE; by hand its name will do."""

    def __init__(self) -> None:
        super().__init__(0, SEASONS)

    def read(self, g: State, value: Json, where: str) -> int:
        if isinstance(value, str):
            return named(value, index(g.pack.cell_keys), where)
        return super().read(g, value, where)


class Plain(Codec[State]):
    """A list of numbers as it is."""

    def describe(self, g: State, value: object) -> Json:
        assert isinstance(value, list)
        return [int(number) for number in value]

    def read(self, g: State, value: Json, where: str) -> list[int]:
        rows = value if isinstance(value, list) else list_of(value, 0, where)
        return [Number[State](-1, FAR).read(g, number, where) for number in rows]


class Forces(Codec[State]):
    """Sets of units, one after the other."""

    def describe(self, g: State, value: object) -> Json:
        assert isinstance(value, list)
        units = Members[State](g.pack.unit_keys)
        return [units.describe(g, force) for force in value]

    def read(self, g: State, value: Json, where: str) -> list[int]:
        units = Members[State](g.pack.unit_keys)
        rows = value if isinstance(value, list) else list_of(value, 0, where)
        return [units.read(g, force, where) for force in rows]


class Paths(Codec[State]):
    """Ways through areas, one after the other."""

    def describe(self, g: State, value: object) -> Json:
        assert isinstance(value, list)
        return [[g.pack.area_keys[area] for area in path] for path in value]

    def read(self, g: State, value: Json, where: str) -> list[list[int]]:
        areas = Listed[State](g.pack.area_keys)
        rows = value if isinstance(value, list) else list_of(value, 0, where)
        return [areas.read(g, path, where) for path in rows]


def notation(pack: Pack) -> Section[State]:
    """How a whole position is written."""
    areas, nation_keys, units = pack.area_keys, pack.nation_keys, pack.unit_keys
    powers = POWER_KEYS
    table = Section[State](
        {
            "season": Name(pack.cell_keys),
            "turn": Number(0, 1),
            "phase": Name(PHASES),
            "acting": Number(0, 5),
            "stood_by": Members(powers),
            "placing": Maybe(units),
            "units": Special(describe_units, restore_units),
            "control": Each(areas, Maybe(nation_keys)),
            "fortress_lost": Members(areas),
            "canal_closed": Flag(),
            "captured": Members(areas),
            "alliance": Each(nation_keys, Coded(index(SIDES))),
            "at_war_with": Each(nation_keys, Members(nation_keys), "foes"),
            "commander": Each(nation_keys, Maybe(powers)),
            "fallen": Members(nation_keys),
            "last_chance": Members(powers),
            "vichy_ended": Flag(),
            "german_attack": Season(),
            "soviet_attack": Season(),
            "hpp": Counts(powers, -FAR, FAR),
            "opening": Counts(powers, -FAR, FAR),
            "spent": Counts(powers, 0, FAR),
            "debt": Counts(powers, 0, FAR),
            "credited": Each(areas, Maybe(powers)),
            "deducted": Members(areas),
            "struck": Members(areas),
            "attacks": Counts(powers, 0, FAR),
            "attacked": Rows(powers, areas, nation_keys),
            "owed": Each(powers, Members(nation_keys)),
            "transfers": Counts(powers, 0, FAR),
            "admitted": Each(powers, Members(powers)),
            "denied": Each(powers, Members(powers)),
            "spare": Listed(units),
            "crossed": Number(0, FAR),
            "called_off": Number(0, FAR),
            "order": _order(pack),
            "battle": _battle(pack, "battle"),
            "fought": _battle(pack, "fought"),
            "leaving": _leaving(pack),
        }
    )
    return table.may_be_none(order=Order, battle=Battle, fought=Battle, leaving=Leaving)


def advanced_notation(pack: Pack) -> Section[State]:
    """What only the positions of the advanced level have: none of it may be in a part that `notation` writes."""
    units = Members[State](pack.unit_keys)
    table: dict[str, Codec[State] | Special[State] | Section[State]] = {
        "chain": _chain(pack),
        "draft": units,
        "hunts": Forces(),
        "lend_lease": _lease(),
    }
    return Section[State](table).may_be_none(chain=Chain)


def _chain(pack: Pack) -> Section[State]:
    areas, groups = pack.area_keys, [f"group_{number}" for number in range(1, MOST_GROUPS + 1)]
    return Section(
        {
            "stage": Name(STAGES),
            "legs": Number(0, MOST_GROUPS),
            "units": Forces(),
            "paths": Paths(),
            "ports": Plain(),
            "answers": Plain(),
            "steps": Plain(),
            "naval": Members(groups),
            "settled": Members(groups),
            "over": Members(areas),
            "step": Number(1, FAR),
            "waiting": Number(0, 31),
            "declared": Flag(),
            "failed": Members(pack.unit_keys),
            "rolled": Rows(lambda g: g.rules.seats, areas, areas),
            "hunters": Members(pack.unit_keys),
            "place": Maybe(areas),
            "against": Maybe(groups),
            "dice": Plain(),
        },
        "chain",
    )


def _lease() -> Section[State]:
    return Section(
        {
            "stacks": Each(ROUTE_KEYS, MaybeNumber(0, MOST_AID)),
            "shown": Members(ROUTE_KEYS),
            "fresh": Members(ROUTE_KEYS),
            "most": Counts(POWER_KEYS, 0, FAR),
            "slack": Counts(POWER_KEYS, 0, FAR),
            "arrived": Counts(POWER_KEYS, 0, FAR),
            "lent": Number(0, FAR),
        },
        "lease",
    )


def optional_notation(pack: Pack) -> Section[State]:
    """What only the positions of matches with the optional rules have."""
    projects = [f"{POWER_KEYS[power]}_{pack.goals[goal].id}" for power, goal in pack.projects]
    research = Section[State](
        {
            "tries": Counts(projects, 0, FAR),
            "reached": Members(projects),
            "tried": Members(projects),
            "won": Each(pack.nation_keys, Maybe(POWER_KEYS)),
            "joined": Members(pack.nation_keys),
            "paris": Season(),
        },
        "research",
    )
    return Section[State]({"research": research})


def _order(pack: Pack) -> Section[State]:
    areas, units = pack.area_keys, pack.unit_keys
    return Section(
        {
            "kind": Maybe(ORDERS),
            "power": Maybe(POWER_KEYS),
            "target": Maybe(areas),
            "source": Maybe(areas),
            "group": Maybe(pack.nation_keys),
            "units": Maybe(pack.kind_keys),
            "number": Number(0, FAR),
            "force": Members(units),
            "carriers": Listed(units),
            "cargo": Listed(units),
            "partners": Members(POWER_KEYS),
            "apart": Flag(),
            "chief": Maybe(POWER_KEYS),
            "ready": Forces(),
        },
        "order",
    )


def _battle(pack: Pack, part: str) -> Section[State]:
    units = pack.unit_keys
    return Section(
        {
            "kind": Maybe(ORDERS),
            "area": Maybe(pack.area_keys),
            "power": Maybe(POWER_KEYS),
            "group": Maybe(pack.nation_keys),
            "step": Name(STEPS),
            "round": Number(0, FAR),
            "attackers": Members(units),
            "defenders": Members(units),
            "carriers": Listed(units),
            "cargo": Listed(units),
            "landed": Members(units),
            "sailing": Flag(),
            "hits_on_attacker": Number(0, FAR),
            "hits_on_defender": Number(0, FAR),
            "cover": Name(COVERS),
            "fortress": Flag(),
            "dice": Plain(),
            "rows": Plain(),
            "lost": Plain(),
        },
        part,
    )


def _leaving(pack: Pack) -> Section[State]:
    return Section(
        {
            "why": Maybe(LEAVES),
            "area": Maybe(pack.area_keys),
            "seat": MaybeNumber(0, 4),
            "units": Members(pack.unit_keys),
        },
        "leaving",
    )
