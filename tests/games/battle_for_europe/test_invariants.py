"""What can never be on the board is named, each in a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.games.battle_for_europe.flow import nations
from sandtable.games.battle_for_europe.invariants import invariants
from sandtable.games.battle_for_europe.pack import BRITAIN, GERMANY, ITALY, NATIONS
from sandtable.games.battle_for_europe.state import State
from tests.games.battle_for_europe.war import PACK, war

LIBYA = PACK.area_keys.index("tripoli")
FLEETS = PACK.of_nation[BRITAIN] & PACK.naval_units
A_FLEET = FLEETS.bit_length() - 1
POLAND = PACK.poland


def of(nation: int, units: int) -> list[int]:
    return [unit for unit, own in enumerate(PACK.nation) if own == nation and units >> unit & 1]


def four_germans_in_africa(g: State) -> None:
    for unit in of(GERMANY, PACK.land_units)[:4]:
        g.place[unit] = LIBYA


def two_garrisons_of_malta(g: State) -> None:
    for unit in of(BRITAIN, PACK.land_units)[:2]:
        g.place[unit] = PACK.malta


def a_dead_commander(g: State) -> None:
    g.fallen |= 1 << BRITAIN
    g.commander[POLAND] = BRITAIN


def a_foreign_commander(g: State) -> None:
    g.commander[ITALY] = GERMANY


def debts_out_of_nothing(g: State) -> None:
    g.hpp[GERMANY] = -1


def more_than_half_spent(g: State) -> None:
    g.opening[GERMANY], g.spent[GERMANY] = 9, 6  # half of 9, rounded up, is 5


def a_yard_without_a_date(g: State) -> None:
    g.yard[A_FLEET] = PACK.area_keys.index("plymouth")


def a_yard_in_enemy_hands(g: State) -> None:
    g.yard[A_FLEET], g.due[A_FLEET] = PACK.kiel, g.season + 1


def a_yard_for_ever(g: State) -> None:
    g.yard[A_FLEET], g.due[A_FLEET] = PACK.area_keys.index("plymouth"), g.season + PACK.rebuild_delay + 1


def a_unit_in_two_places(g: State) -> None:
    unit = of(GERMANY, PACK.land_units)[0]
    g.place[unit] = PACK.kiel
    nations.look_around(g)
    g.here[LIBYA] |= 1 << unit


BROKEN: list[tuple[Callable[[State], None], str]] = [
    (four_germans_in_africa, "med.africa_three"),
    (two_garrisons_of_malta, "med.malta_limit"),
    (a_dead_commander, "war.neutral.who_commands"),
    (a_foreign_commander, "a great power commands its own units"),
    (debts_out_of_nothing, "hpp.no_credit"),
    (more_than_half_spent, "hpp.half_cap"),
    (a_yard_without_a_date, "but not both"),
    (a_yard_in_enemy_hands, "build.fleet_rebuild.lost"),
    (a_yard_for_ever, "build.fleet_rebuild.delay"),
    (a_unit_in_two_places, "units that are nowhere"),
]


@pytest.mark.parametrize(("broken", "sentence"), BROKEN, ids=[broken.__name__ for broken, _ in BROKEN])
def test_what_cannot_be_is_named(broken: Callable[[State], None], sentence: str) -> None:
    g = war("barbarossa").season("1941_summer").phase("fighting").start().state.copy()
    assert invariants(g) == [] and len(g.commander) == NATIONS
    broken(g)
    if broken is not a_unit_in_two_places:
        nations.look_around(g)
    assert any(sentence in wrong for wrong in invariants(g))
