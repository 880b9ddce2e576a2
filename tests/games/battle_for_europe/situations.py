"""Situations of the war from which the tests of several chapters begin, and ways to act in them."""

from __future__ import annotations

from sandtable.engine.sets import members
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.state import State
from tests.games.battle_for_europe.war import PACK, War, war

MISSES = (6,) * 60
NATION = {key: at for at, key in enumerate(PACK.nation_keys)}
WARS: dict[str, Json] = {"germany": ["britain", "france"], "italy": ["britain", "france"]}
WARS |= {"britain": ["germany", "italy"], "france": ["germany", "italy"]}
AREA = {key: at for at, key in enumerate(PACK.area_keys)}
EASTERN_WAR: dict[str, Json] = {
    "germany": ["ussr", "britain"],
    "italy": ["ussr", "britain"],
    "ussr": ["germany", "italy", "finland", "hungary", "romania", "bulgaria"],
    "finland": ["ussr"],
    "hungary": ["ussr"],
    "romania": ["ussr"],
    "bulgaria": ["ussr"],
    "britain": ["germany", "italy"],
}


def in_the_axis() -> War:
    """The full war in spring 1940 with Italy in it."""
    return war("full_war_a").season("1940_spring").set(at_war_with=WARS, alliance={"italy": "axis"})


def american(season: str = "1942_summer") -> War:
    """The American turn in Barbarossa with five players."""
    setting = war("barbarossa", 5).season(season).phase("fighting", 1, 2).hpp(usa=20).set(opening={"usa": 20})
    return setting.stack("london", usa={"aircraft": 1})


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def area_index(key: str) -> int:
    return PACK.area_keys.index(key)


def german_spring(scenario: str = "sichelschnitt", players: int = 2) -> War:
    """An aircraft in Königsberg keeps the Germans from being passed over."""
    setting = war(scenario, players).season("1940_spring").stack("konigsberg", germany={"aircraft": 1})
    return setting.roll(*MISSES)


def spring_of_1940(turn: int = 0) -> War:
    """Phase 1 in Sichelschnitt, of Germany or of the Allies."""
    return war().season("1940_spring").phase("fighting", turn)


def in_dover(**units: Json) -> War:
    """British units in Dover in phase 2, and infantry in London that keeps the phase going."""
    setting = war().season("1940_spring").phase("moving", 1, 1).stack("london", britain={"infantry": 1})
    return setting.stack("dover", britain={**units})


def units_in(g: State, area: str) -> tuple[int, ...]:
    return members(g.here[AREA[area]])


def in_spring(scenario: str = "sichelschnitt", players: int = 2) -> War:
    """Spring 1940, or in Barbarossa spring 1942."""
    return war(scenario, players).season({"barbarossa": "1942_spring"}.get(scenario, "1940_spring"))


def satellites_in_the_east(turn: int = 0) -> War:
    """Spring 1942: Germany has attacked the Soviet Union the year before, with its satellites."""
    attack = PACK.cell_keys.index("1941_summer")
    setting = in_spring("barbarossa").phase("fighting", turn).set(german_attack=attack, at_war_with=EASTERN_WAR)
    return setting.set(alliance={"ussr": "allies"})


def summer_of_1942(players: int = 2) -> War:
    """The Axis turn of summer 1942; a German aircraft keeps Germany in the turn."""
    return war("barbarossa", players).season("1942_summer").stack("konigsberg", germany={"aircraft": 1}).roll(*MISSES)
