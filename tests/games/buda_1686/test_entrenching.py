"""⑦ Sáncolás: placing and turning entrenchments, and when they leave the map."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import siege

# ---------------------------------------------------------------------- placing and turning


@rule("entrench.place", "entrench.no_roll")
def test_entrenching_puts_a_marker_of_level_1_where_a_unit_stands_without_a_roll() -> None:
    table = siege().go("ottoman", actions=2).start()  # a die would find the script empty
    table.choose("entrench", "zone:palota")
    assert table.work("ottoman", "palota") == 1
    assert table.state.supply(1) == 1
    assert table.state.actions == 1


@rule("entrench.place")
def test_a_wall_without_own_units_cannot_be_entrenched() -> None:
    position = siege().gone("azab_1", "sipahi_2").wall("palota", "saxon")
    ottoman = position.go("ottoman", actions=2).start()
    assert ottoman.refused("entrench", "zone:vizivaros") == "entrench.place"  # empty
    assert ottoman.refused("entrench", "zone:palota") == "entrench.place"  # the Saxons are there
    imperial = position.go("imperial").start()
    assert imperial.offers("entrench", "zone:palota")
    assert imperial.refused("entrench", "zone:vizivaros") == "entrench.place"
    assert imperial.refused("entrench", "zone:becsi_kapu") == "entrench.place"  # only a camp of his is near


@rule("entrench.upgrade", "entrench.no_roll")
@pytest.mark.parametrize("side", ["imperial", "ottoman"])
def test_entrenching_turns_a_marker_to_level_2(side: str) -> None:
    position = siege().gone("azab_2").wall("fehervari_rondella", "saxon")
    position.work("imperial", "fehervari_rondella", 1).work("ottoman", "palota", 1)
    wall = "fehervari_rondella" if side == "imperial" else "palota"
    table = position.go(side, actions=2).start()
    table.choose("entrench", f"zone:{wall}")
    assert table.work(side, wall) == 2
    assert table.state.supply(("imperial", "ottoman").index(side)) == 1  # no second marker was used


@rule("entrench.one_per_zone")
def test_a_wall_has_one_marker_of_a_side_at_level_2_at_most() -> None:
    table = siege().work("ottoman", "palota", 2).go("ottoman", actions=2).start()
    assert table.refused("entrench", "zone:palota") == "entrench.one_per_zone"


@rule("entrench.imperial_breach")
def test_the_besiegers_may_entrench_at_the_breaches_of_an_ottoman_wall() -> None:
    table = siege().breach("vizivaros", "kaiserlich_1").go("imperial").start()
    table.choose("entrench", "zone:vizivaros")
    assert table.work("imperial", "vizivaros") == 1


@rule("entrench.both_sides")
def test_both_sides_may_have_an_entrenchment_at_one_wall() -> None:
    position = siege().breach("vizivaros", "kaiserlich_1").work("ottoman", "vizivaros", 1)
    table = position.go("imperial").start()
    table.choose("entrench", "zone:vizivaros")
    assert (table.work("imperial", "vizivaros"), table.work("ottoman", "vizivaros")) == (1, 1)


@rule("entrench.middle")
def test_both_sides_may_entrench_the_middle_zone() -> None:
    table = siege().go("ottoman", actions=2).start()
    table.choose("entrench", "zone:kozepso")
    assert table.work("ottoman", "kozepso") == 1
    taken = siege().wall("palota", "abdurrahman").gone("janissary_1").wall("kozepso", "kaiserlich_1")
    table = taken.go("imperial").start()
    table.choose("entrench", "zone:kozepso")
    assert table.work("imperial", "kozepso") == 1


# ---------------------------------------------------------------------- supply


@rule("entrench.supply_empty")
def test_without_a_marker_in_supply_a_side_can_only_turn_one() -> None:
    position = siege().work("ottoman", "palota", 1).work("ottoman", "vizivaros", 2)
    table = position.go("ottoman", actions=2).start()
    assert table.refused("entrench", "zone:becsi_kapu") == "entrench.supply_empty"
    assert [choice for choice in table.choices if choice[0] == "entrench"] == [("entrench", "zone:palota")]
    assert not {"absorb", "remove", "shift"} & table.verbs()  # markers are not picked up


@rule("entrench.reuse")
def test_a_used_marker_goes_back_to_supply_and_can_be_placed_again() -> None:
    # Both Ottoman markers lie on the map; one of them is given up against an artillery attack.
    position = siege().work("ottoman", "becsi_kapu", 1).work("ottoman", "palota", 1).officers(abdurrahman=0)
    table = position.go("imperial", second="ottoman").roll(1).counters(2, 1).start()
    table.choose("artillery", "zone:becsi_kapu").choose("absorb", "zone:becsi_kapu")
    assert table.state.supply(1) == 1
    table.choose("end")
    table.choose("entrench", "zone:vizivaros")
    assert table.work("ottoman", "vizivaros") == 1


@rule("entrench.reuse", "entrench.lost_without_units")
def test_an_abandoned_marker_goes_back_to_supply_too() -> None:
    position = siege().work("ottoman", "becsi_kapu", 2).work("ottoman", "palota", 1)
    table = position.go("ottoman", actions=2, moves=1).start()
    assert table.refused("entrench", "zone:vizivaros") == "entrench.supply_empty"
    table.choose("move", "unit:sipahi_1", "zone:kozepso")
    assert table.work("ottoman", "becsi_kapu") == 0
    table.choose("entrench", "zone:vizivaros")
    assert table.work("ottoman", "vizivaros") == 1


# ---------------------------------------------------------------------- leaving the map


@rule("entrench.lost_without_units")
def test_an_entrenchment_is_lost_when_the_last_defender_falls() -> None:
    position = siege().set(rushed=True).unit("azab_1", "vizivaros", wounded=True).work("ottoman", "vizivaros", 1)
    table = position.breach("vizivaros", "kaiserlich_1").go("imperial").roll(1).start()
    table.choose("assault", "zone:vizivaros").choose("hit", "unit:azab_1")  # 1 + 4 - 1 = 4: one loss
    assert table.work("ottoman", "vizivaros") == 0
    assert table.work("imperial", "vizivaros") == 0  # it does not fall into enemy hands either


@rule("entrench.lost_without_units")
def test_the_besiegers_keep_theirs_while_a_unit_is_in_a_breach_or_on_the_wall() -> None:
    position = siege().breach("vizivaros", "kaiserlich_1", "kaiserlich_2").work("imperial", "vizivaros", 2)
    table = position.go("imperial").start()
    table.choose("move", "unit:kaiserlich_1", "zone:felheviz")
    assert table.work("imperial", "vizivaros") == 2
    table.choose("move", "unit:kaiserlich_2", "zone:felheviz")
    assert table.work("imperial", "vizivaros") == 0


@rule("entrench.lost_without_units")
def test_the_besiegers_lose_theirs_on_a_wall_that_their_last_unit_leaves() -> None:
    position = siege().gone("azab_1").wall("vizivaros", "kaiserlich_1", "kaiserlich_2")
    table = position.work("imperial", "vizivaros", 1).go("imperial").start()
    table.choose("move", "unit:kaiserlich_1", "zone:felheviz")
    assert table.work("imperial", "vizivaros") == 1
    table.choose("move", "unit:kaiserlich_2", "zone:felheviz")
    assert table.work("imperial", "vizivaros") == 0


@rule("entrench.imperial_breach_carries")
def test_a_captured_wall_keeps_the_entrenchment_of_its_breaches() -> None:
    position = siege().set(rushed=True).unit("azab_1", "vizivaros", wounded=True).work("imperial", "vizivaros", 2)
    table = position.breach("vizivaros", "kaiserlich_1").go("imperial").roll(1).start()
    table.choose("assault", "zone:vizivaros")  # 1 + 4 - 1 = 4: one loss
    assert table.at("kaiserlich_1") == "vizivaros"
    assert table.work("imperial", "vizivaros") == 2


# ---------------------------------------------------------------------- what it is not


@rule("entrench.no_combat_value")
@pytest.mark.parametrize("works", [0, 2])
def test_an_entrenchment_adds_nothing_to_a_fight(works: int) -> None:
    position = siege().set(rushed=True).breach("vizivaros", "kaiserlich_1")
    position.work("ottoman", "vizivaros", works).work("imperial", "vizivaros", works)
    table = position.go("imperial").roll(3).start()
    table.choose("assault", "zone:vizivaros")
    assert table.last("fight")[:3] == (1, 4, 4)  # 4 - 3 = +1; 3 + 1 = 4 against the TMS of 4


@rule("entrench.no_combat_value")
def test_an_entrenchment_does_not_change_artillery_or_sortie_rolls() -> None:
    guns = siege().officers(abdurrahman=0).levels(cts=3).work("ottoman", "becsi_kapu", 2)
    table = guns.go("imperial").roll(3).start()
    table.choose("artillery", "zone:becsi_kapu")  # 3 is enough
    assert table.prompt == "cancel"
    # kaiserlich_3 and the Saxons are near, so 6 - 2 = 4, above a CMS of 3.
    out = siege().breach("fehervari_rondella", "saxon").levels(cms=3).work("ottoman", "fehervari_rondella", 2)
    table = out.work("imperial", "fehervari_rondella", 2).go("ottoman", actions=2).roll(6).start()
    table.choose("sortie", "unit:azab_2")
    assert table.last("sortie_result") == (4, 3)
