"""Set any position of Battle for Europe in words, act, and look at the table.

>>> table = war().stack("essen", germany={"infantry": 3}).stack("calais", france={"tank": 1}).phase("fighting").start()
>>> table.choose("stand_by")

The board is empty but for the stacks that are named: `all_units()` keeps those of the usual deployment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self

from sandtable.engine.sets import members
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.pack import DEFAULT, Pack
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS
from sandtable.games.battle_for_europe.state import State
from tests.games.table import MatchTable, Setting

PACK: Final = Pack(DEFAULT)


class War(Setting):
    """A war being set up. What is not mentioned: the first turn of the scenario, phase 1, and no units at all."""

    def __init__(self, scenario: str = "sichelschnitt", players: int = 2) -> None:
        super().__init__()
        self.option(scenario=scenario, players=players)
        self.set(units={"others": "off"})
        self.phase("fighting")

    def advanced(self) -> War:
        """The advanced level."""
        return self.option(level="advanced")

    def all_units(self) -> War:
        """The usual deployment, where nothing else is said."""
        return self.set(units={"others": None})

    def stack(self, area: str, **nations: Mapping[str, Json]) -> War:
        """What stands in an area: by nation and type a number, or numbers by condition ('fresh', 'used' …)."""
        written: dict[str, Json] = {nation: {**types} for nation, types in nations.items()}
        return self.set(units={area: written})

    def lines(self, area: str, *lines: str) -> War:
        """Units of an area one by one, such as 'germany tank 2 moved steps:1 from:essen'."""
        return self.set(units={area: [*lines]})

    def phase(self, phase: str, turn: int = 0, acting: int = 0) -> War:
        """Which phase it is, which side is on turn, and whose part it is by the listed order."""
        return self.set(phase=phase, turn=turn, acting=acting)

    def set(self, **fields: Json) -> Self:
        """Any other field; nobody commands the units of powers that are said to have fallen."""
        fallen = fields.get("fallen")
        if isinstance(fallen, list):
            super().set(commander={str(nation): None for nation in fallen})
        return super().set(**fields)

    def season(self, season: str) -> War:
        """Such as '1940_spring'."""
        return self.set(season=season)

    def hpp(self, **powers: int) -> War:
        """What powers have left; `opening` of the year is set by `set(opening=…)`."""
        return self.set(hpp={**powers})

    def held(self, nation: str, *areas: str) -> War:
        """Areas that a nation controls."""
        return self.set(control=dict.fromkeys(areas, nation))

    def start(self) -> Table:
        return Table(start(GAME, self.options, Origin("test", self.script, self.fields)))


class Table(MatchTable[State]):
    """A match seen by a test."""

    def count(self, area: str, kind: str) -> int:
        """How many units of a kind, such as 'germany_tank', stand in an area."""
        where = PACK.area_keys.index(area)
        return (self.state.here[where] & PACK.of_kind[PACK.kind_keys.index(kind)]).bit_count()

    def units(self, area: str) -> list[str]:
        """The names of all units in an area."""
        return [PACK.unit_keys[unit] for unit in members(self.state.here[PACK.area_keys.index(area)])]

    def holder(self, area: str) -> str:
        """The nation that controls an area; empty if nobody does."""
        owner = self.state.control[PACK.area_keys.index(area)]
        return "" if owner < 0 else PACK.nation_keys[owner]

    def purse(self, power: str) -> int:
        """The HPP that a power has left."""
        return self.state.hpp[POWER_KEYS.index(power)]


def war(scenario: str = "sichelschnitt", players: int = 2) -> War:
    return War(scenario, players)
