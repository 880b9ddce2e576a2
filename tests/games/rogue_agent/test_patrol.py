"""Patrols, and the gangsters of the districts that they enter."""

from __future__ import annotations

import pytest

from sandtable.games.rogue_agent.flow.setup import APPENDIX
from tests.citing import rule
from tests.games.rogue_agent.rain_city import CLOCKED, City, city, goals

# ---------------------------------------------------------------------- ways


@rule("patrol.range", "patrol.step_adjacent", "loc.adjacent", "patrol.hq_and_hospital")
def test_a_patrol_goes_up_to_two_locations_over_full_sides() -> None:
    # Around district 1: motor pool and depot at its sides, behind them district 2 and district 5.
    table = city().at(purple="district_1").turn().start()
    assert goals(table) == {"motor_pool", "ammunition_depot", "district_2", "district_5", "district_1"}
    assert table.refused("patrol", "tile:headquarters") == "patrol.range"
    # From district 5 both the headquarters and the hospital are at its side.
    assert {"headquarters", "hospital"} <= goals(city().at(purple="district_5").turn().start())


@rule("patrol.engine", "board.upgrade.car", "board.upgrade.active", "board.upgrade.tracks")
def test_an_engine_goes_one_location_farther() -> None:
    assert "headquarters" not in goals(city().at(purple="district_1").tracks("purple", car=1).turn().start())
    assert "headquarters" in goals(city().at(purple="district_1").tracks("purple", car=2).turn().start())


@rule("patrol.return_start", "patrol.no_repeat")
def test_a_patrol_may_return_to_its_start_but_enters_nothing_twice() -> None:
    table = city().at(purple="motor_pool").turn().start()
    table.choose("patrol", "tile:motor_pool")
    assert table.prompt == "patrol.via"
    table.choose("via", "tile:district_2").choose("spend", 2)
    assert table.where("purple") == "motor_pool"
    table = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").tracks("purple", car=2).turn().start()
    table.choose("patrol", "tile:headquarters").choose("spend", 2).choose("investigate", "criminal:1")
    assert table.refused("patrol", "tile:district_2") == "patrol.no_repeat"
    assert table.offers("patrol", "tile:motor_pool")  # back to the start, which was not entered yet


@rule("patrol.minimum", "patrol.first_free")
def test_a_patrol_has_a_step_and_the_first_is_free() -> None:
    table = city().at(purple="gunsmith").tracks("purple", fuel=0).turn().start()
    table.choose("patrol", "tile:district_3").choose("spend", 0)
    assert table.where("purple") == "district_3"  # it stopped after one step
    assert table.level("purple", "fuel") == 0
    assert table.refused("patrol", "tile:headquarters") == "patrol.extra_fuel"


@rule("patrol.extra_fuel", "board.resource.spend", "board.resource.floor")
def test_every_further_patrol_costs_a_fuel() -> None:
    table = city().at(purple="headquarters").tracks("purple", fuel=1, ammo=7).turn().start()
    table.choose("patrol", "tile:district_5").choose("spend", 0)
    assert table.level("purple", "fuel") == 1
    table.choose("patrol", "tile:hospital")
    assert table.level("purple", "fuel") == 0
    assert table.refused("patrol", "tile:district_5") == "patrol.extra_fuel"


@rule("patrol.step_adjacent")
def test_the_way_is_asked_where_there_are_several() -> None:
    table = city().at(purple="district_2").turn().start()
    table.choose("patrol", "tile:district_1")
    assert {choice[1] for choice in table.choices} == {"tile:motor_pool", "tile:ammunition_depot"}
    assert table.refused("via", "tile:headquarters") == "patrol.range"
    assert table.refused("via", "tile:district_1") == "patrol.step_adjacent"


ROWS = (" t1 t2 t3 ", "m0 m1 m2 m3 m4", "b0 b1 b2 b3 b4")
"""The places as they lie: three above the middle of five, and five below."""


def beside(place: str) -> set[str]:
    """The places that share a full side with one: left and right, above and below."""
    row, column = "tmb".index(place[0]), int(place[1])
    around = {(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)}
    found = {f"{'tmb'[r]}{c}" for r, c in around if 0 <= r < 3}
    return {other for other in found if other in " ".join(ROWS).split()}


def ends(place: str, steps: int, entered: frozenset[str] = frozenset()) -> set[str]:
    """Where walks of at most so many steps can end that enter no place twice."""
    found: set[str] = set()
    for other in beside(place) - entered:
        found |= {other} | (ends(other, steps - 1, entered | {other}) if steps > 1 else set())
    return found


@rule(
    "patrol.range", "patrol.engine", "patrol.step_adjacent", "patrol.no_repeat", "patrol.return_start", "loc.adjacent"
)
@pytest.mark.parametrize("car", [1, 2])
@pytest.mark.parametrize("place", " ".join(ROWS).split())
def test_a_patrol_ends_wherever_a_walk_without_repetition_does(place: str, car: int) -> None:
    table = city().at(purple=APPENDIX[place]).tracks("purple", car=car).turn().start()
    assert {choice[1] for choice in table.all("patrol")} == {f"tile:{APPENDIX[end]}" for end in ends(place, 1 + car)}


@rule("loc.stacking")
def test_any_number_shares_a_location() -> None:
    position = city("agent-4p").at(purple="gunsmith", yellow="district_3", grey="district_3", orange="district_3")
    for number in range(1, 5):
        position.bomb(number, "district_3", 6).assassin(number, "district_3")
    for number, card in enumerate(CLOCKED, 1):
        position.criminal(number, "district_3", card)
    table = position.tracks("purple", ammo=0).turn().start().choose("patrol", "tile:district_3")
    tile = next(area for area in table.scene(0).areas if area.id == "tile:district_3")
    assert len(tile.pieces) == 18  # four agents and fourteen discs


# ---------------------------------------------------------------------- gangsters


def entering(stamina: int = 6, ammo: int = 0, **tracks: int) -> City:
    """Purple beside district 1, where there are two gangsters."""
    return city().at(purple="motor_pool").tracks("purple", stamina=stamina, ammo=ammo, **tracks).turn()


@rule("gangster.when", "gangster.damage", "comp.tile.gangsters")
def test_every_gangster_costs_a_stamina() -> None:
    table = entering().start().choose("patrol", "tile:district_1")
    assert table.stamina("purple") == 4


@rule("gangster.police")
def test_gangsters_hide_from_the_police() -> None:
    table = entering().set(police="district_1").start().choose("patrol", "tile:district_1")
    assert table.stamina("purple") == 6


@rule("gangster.shield", "gangster.informant", "gangster.combine", "gangster.automatic")
def test_shield_and_own_informants_work_by_themselves_and_add_up() -> None:
    table = entering(car=4).start().choose("patrol", "tile:district_1").choose("via", "tile:district_1")
    assert table.stamina("purple") == 5
    table = entering(ammo=2).informants("district_1", "purple").start().choose("patrol", "tile:district_1")
    assert [choice[1] for choice in table.choices] == [0, 1]  # one is left over
    assert table.refused("spend", 2) == "gangster.combine"
    table.choose("spend", 1)
    assert (table.stamina("purple"), table.level("purple", "ammo")) == (6, 1)
    both = entering(car=4, ammo=2).informants("district_1", "purple").start()
    both.choose("patrol", "tile:district_1").choose("via", "tile:district_1")
    assert (both.prompt, both.stamina("purple")) == ("turn.order", 6)  # nobody is left, so nothing is asked


@rule("gangster.informant")
def test_informants_of_others_are_no_help_against_gangsters() -> None:
    table = entering().informants("district_1", "yellow", "grey").start().choose("patrol", "tile:district_1")
    assert table.stamina("purple") == 4


@rule("gangster.ammo", "board.resource.floor")
def test_ammo_keeps_gangsters_away() -> None:
    table = entering(ammo=1).start().choose("patrol", "tile:district_1")
    assert table.refused("spend", 2) == "board.resource.floor"
    table.choose("spend", 1)
    assert (table.stamina("purple"), table.level("purple", "ammo")) == (5, 0)


@rule("gangster.every_entry")
def test_gangsters_strike_those_who_pass_and_not_those_who_stay() -> None:
    # Through district 2 (two skulls) to the headquarters; the other ways are longer.
    table = city().at(purple="motor_pool").tracks("purple", ammo=0).turn().start()
    table.choose("patrol", "tile:headquarters")
    assert (table.where("purple"), table.stamina("purple")) == ("headquarters", 4)
    stays = city().at(purple="district_1").turn().start().choose("end")
    assert stays.stamina("purple") == 6
    twice = city().at(purple="district_1").tracks("purple", ammo=0).turn().start()
    twice.choose("patrol", "tile:district_1").choose("via", "tile:motor_pool")
    assert twice.stamina("purple") == 4  # left and entered again


@rule("gangster.no_skull_elsewhere")
def test_general_locations_have_no_gangsters() -> None:
    table = city().at(purple="district_1").tracks("purple", ammo=0).turn().start()
    table.choose("patrol", "tile:motor_pool")
    assert table.stamina("purple") == 6


@rule("gangster.informant")
def test_each_own_informant_holds_off_one_gangster() -> None:
    # Two gangsters in district 1, which is one step from the depot; two informants hold off both, and one only one.
    for informants, stamina in ((("purple", "purple"), 6), (("purple", "yellow"), 5), (("yellow", "yellow"), 4)):
        position = city().at(purple="ammunition_depot").tracks("purple", ammo=0).informants("district_1", *informants)
        table = position.turn().start().choose("patrol", "tile:district_1")
        assert table.stamina("purple") == stamina, informants


@rule("hospital.turn_ends", "gangster.damage", "hospital.rest_of_effect")
def test_a_patrol_ends_in_the_hospital_with_the_turn() -> None:
    table = city().at(purple="motor_pool").tracks("purple", ammo=0, stamina=2).turn().start()
    table.choose("patrol", "tile:headquarters")  # through district 2
    assert (table.where("purple"), table.stamina("purple"), table.asked) == ("hospital", 4, "yellow")
