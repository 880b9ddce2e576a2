"""Special rules of the Mediterranean: Malta and Africa, bases, and German units in Africa."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import MISSES, in_spring, nation, summer_of_1942
from tests.games.battle_for_europe.war import Table, war


def in_africa(**raiders: int) -> Table:
    """A German tank has taken Tobruk from Benghazi, where another and an infantry stand."""
    setting = in_spring("barbarossa").held("britain", "tobruk", "alexandria").stack("tobruk", britain={"infantry": 1})
    setting = setting.stack("alexandria", britain={"infantry": 1}).stack("malta", britain={**raiders}).roll(1, 6)
    setting = setting.stack("benghazi", germany={"tank": 2, "infantry": 1})
    table = setting.start().choose("attack", "area:tobruk").choose("by_hand")
    return table.choose("send", "kind:germany_tank", "area:benghazi").choose("march")


@rule("med.regain", "med.gibraltar_suez")
def test_the_base_is_restored_when_the_area_is_allied_again() -> None:
    g = at_first(war("barbarossa").held("italy", "suez"))
    assert accounting.base_lost(g, nation("britain")) == 5
    g = at_first(war("barbarossa").held("usa", "suez").set(alliance={"usa": "allies"}))
    assert accounting.base_lost(g, nation("britain")) == 0


@rule("med.africa_three", "para.phase")
def test_paratroops_that_find_no_room_are_told_so() -> None:
    """Three Germans are in Africa already: those of Crete do not drop beside them."""
    setting = war("barbarossa").advanced().held("germany", "crete").stack("crete", germany={"paratroop": 1})
    setting = setting.stack("tripoli", germany={"infantry": 2, "tank": 1}).held("italy", "tobruk")
    setting = setting.stack("tobruk", italy={"infantry": 2}).stack("alexandria", britain={"infantry": 1})
    setting = setting.stack("rome", italy={"infantry": 1}).stack("cairo", britain={"infantry": 1})
    table = setting.start().choose("attack", "area:alexandria").choose("by_hand")
    assert table.refused("drop", "kind:germany_paratroop", "area:crete") == "med.africa_three"


@rule("med.africa_three")
def test_a_fourth_german_unit_does_not_enter_africa_on_foot() -> None:
    setting = war("barbarossa").season("1942_spring").held("germany", "jerusalem").stack("malta")
    setting = setting.stack("jerusalem", germany={"infantry": 1}).stack("berlin", germany={"aircraft": 1})
    assert setting.stack("tripoli", germany={"infantry": 2}).start().offers("enter", "area:suez")
    assert not setting.stack("tripoli", germany={"infantry": 3}).start().offers("enter", "area:suez")


@rule("med.africa_three", "ctl.enter_empty")
def test_of_many_germans_who_march_into_africa_as_many_go_as_find_room() -> None:
    setting = (
        war("barbarossa").season("1942_spring").held("germany", "jerusalem").stack("berlin", germany={"aircraft": 1})
    )
    setting.stack("jerusalem", germany={"infantry": 3})
    for there, coming in ((0, 3), (1, 2)):
        setting.stack("tripoli", germany={"infantry": there})
        table = setting.start().choose("enter", "area:suez").choose("send_all", "area:jerusalem")
        assert table.count("suez", "germany_infantry") == coming
    table = setting.stack("tripoli", germany={"infantry": 2}).start().choose("enter", "area:suez")
    assert table.refused("send_all", "area:jerusalem") == "med.africa_three"
    table.choose("send", "kind:germany_infantry", "area:jerusalem")
    assert table.refused("enter", "area:cairo") == "unit.move_once"


@rule("med.africa_malta", "med.africa_malta_count")
@pytest.mark.parametrize(
    ("raiders", "attackers"),
    [({"destroyer": 1}, 3), ({"destroyer": 1, "bomber": 1}, 2), ({"fleet": 1, "bomber": 1}, 1)],
)
def test_fleets_and_all_aircraft_on_malta_are_raiders_but_destroyers_are_not(
    raiders: dict[str, int], attackers: int
) -> None:
    """Of three Germans in Tobruk as many may attack Alexandria as Malta leaves."""
    setting = war("barbarossa").advanced().season("1941_autumn").stack("malta", britain=raiders)
    setting = (
        setting.held("germany", "tobruk").stack("tobruk", germany={"infantry": 3}).stack("rome", italy={"infantry": 1})
    )
    setting = setting.stack("alexandria", britain={"infantry": 1}).stack("cairo", britain={"infantry": 1})
    setting = (
        setting.stack("berlin", germany={"infantry": 1}).stack("naples", italy={"fleet": 1}).phase("fighting", 0, 1)
    )
    table = setting.start().choose("attack", "area:alexandria").choose("by_hand")
    for sent in range(1, 4):
        table.choose("send", "kind:germany_infantry", "area:tobruk")
        assert table.offers("march") == (sent <= attackers)
    if attackers < 3:
        assert table.refused("march") == "med.africa_malta"


@rule("med.africa_malta")
def test_infantry_on_malta_does_not_keep_germans_in_africa_from_attacking() -> None:
    setting = war("barbarossa").season("1942_spring").held("britain", "tobruk").stack("tobruk", britain={"infantry": 1})
    setting = setting.stack("malta", britain={"infantry": 1, "fleet": 1}).stack("benghazi", germany={"infantry": 3})
    table = setting.start().choose("attack", "area:tobruk").choose("by_hand").choose("send_all", "area:benghazi")
    assert table.refused("march") == "med.africa_malta"
    assert table.choose("leave", "kind:germany_infantry", "area:benghazi").offers("march")


@rule("med.africa_malta", "med.africa_malta_count", "unit.tank.two_attacks")
def test_armour_that_attacked_from_africa_attacks_again_whatever_malta_does() -> None:
    table = in_africa(fleet=1, aircraft=1)  # one of three may attack: it is the same one
    assert table.holder("tobruk") == "germany" and table.offers("attack", "area:alexandria")
    table.choose("attack", "area:alexandria").choose("by_hand")
    table.choose("send", "kind:germany_tank", "area:tobruk").choose("send", "kind:germany_tank", "area:benghazi")
    assert table.refused("march") == "med.africa_malta"
    assert table.choose("leave", "kind:germany_tank", "area:benghazi").offers("march")


@rule("med.africa_malta_count")
def test_another_unit_attacks_beside_armour_that_is_counted_already() -> None:
    table = in_africa(fleet=1)  # two of three
    table.choose("attack", "area:alexandria").choose("by_hand").choose("send", "kind:germany_tank", "area:tobruk")
    table.choose("send", "kind:germany_tank", "area:benghazi").script(6, 6, 6).choose("march")
    assert table.count("alexandria", "germany_tank") == 2


@rule("med.malta_limit")
def test_one_transport_does_not_bring_two_land_units_to_malta() -> None:
    stack: dict[str, Json] = {"infantry": 1, "tank": 1, "aircraft": 2, "fleet": 1}
    setting = (
        summer_of_1942()
        .phase("moving", 1, 1)
        .stack("alexandria", britain={"fleet": 2})
        .stack("gibraltar", britain=stack)
    )
    table = setting.start().choose("ship", "area:gibraltar").choose("to", "area:malta")
    table.choose("pick", "kind:britain_tank")
    assert table.refused("pick", "kind:britain_infantry") == "med.malta_limit"
    assert table.offers("pick", "kind:britain_aircraft")
    table.choose("pick", "kind:britain_aircraft")
    assert table.count("malta", "britain_tank") == 1 and table.count("malta", "britain_aircraft") == 1
    table.choose("move", "area:alexandria")
    table.choose("go", "kind:britain_fleet", "area:malta", "number:one")
    assert table.count("malta", "britain_fleet") == 1  # one of each is the most
    table.choose("move", "area:alexandria")
    assert table.refused("go", "kind:britain_fleet", "area:malta", "number:one") == "med.malta_limit"


@rule("med.malta_limit", "unit.air.rebase_phase2")
def test_several_aircraft_do_not_go_to_malta_at_once() -> None:
    setting = summer_of_1942().phase("moving", 1, 1).stack("tunis", britain={"aircraft": 2}).held("britain", "tunis")
    table = setting.start().choose("move", "area:tunis")
    assert table.refused("go", "kind:britain_aircraft", "area:malta", "number:all") == "med.malta_limit"
    table.choose("go", "kind:britain_aircraft", "area:malta", "number:one")
    assert table.count("malta", "britain_aircraft") == 1


@rule("med.malta_limit", "unit.air.flee")
def test_of_two_aircraft_that_flee_one_finds_room_on_malta() -> None:
    """Italians enter Tunis; Malta has room for one of the aircraft there, Algiers for both."""
    setting = (
        summer_of_1942()
        .phase("fighting", 0, 0)
        .stack("tunis", britain={"aircraft": 2})
        .held("britain", "tunis", "algiers")
    )
    table = setting.stack("tripoli", italy={"infantry": 1}).start()
    table.choose("enter", "area:tunis").choose("send", "kind:italy_infantry", "area:tripoli")
    assert table.prompt == "leaving.flight"
    assert table.refused("go", "kind:britain_aircraft", "area:malta", "number:all") == "unit.air.flee"
    table.choose("go", "kind:britain_aircraft", "area:malta", "number:one")
    assert table.count("malta", "britain_aircraft") == 1
    while table.prompt == "leaving.flight":
        assert ("go", "kind:britain_aircraft", "area:malta", "number:one") not in table.choices
        table.choose(*table.choices[0])


@rule("med.malta_limit", "nc.transport")
def test_a_full_malta_is_no_goal_of_a_transport() -> None:
    stack: dict[str, Json] = {"infantry": 1, "fleet": 1}
    setting = (
        summer_of_1942().phase("moving", 1, 1).stack("gibraltar", britain=stack).stack("malta", britain={"tank": 1})
    )
    table = setting.start().choose("ship", "area:gibraltar")
    assert table.refused("to", "area:malta") == "med.malta_limit"


@rule("med.africa_malta")
def test_american_aircraft_on_malta_keep_no_german_from_attacking() -> None:
    """Three Germans attack from Alexandria; the raids are those of British fleets and aircraft."""
    for owner, number in (("usa", 3), ("britain", 2)):
        axis: list[Json] = ["germany", "italy"]
        foes: dict[str, Json] = {
            "britain": axis,
            "usa": axis,
            "germany": ["britain", "usa"],
            "italy": ["britain", "usa"],
        }
        setting = war("barbarossa").season("1942_summer").set(at_war_with=foes, alliance={"usa": "allies"})
        setting.stack("malta", **{owner: {"aircraft": 1}}).stack("cairo", britain={"infantry": 1})
        setting.held("germany", "alexandria").stack("alexandria", germany={"infantry": 3}).roll(*MISSES)
        table = setting.start().choose("attack", "area:cairo").choose("force", "force:all")
        assert table.state.battle_now().attackers.bit_count() == number


@rule("med.malta_limit")
def test_malta_has_one_place_for_the_aircraft_of_all_allies() -> None:
    axis: list[Json] = ["germany", "italy"]
    foes: dict[str, Json] = {"britain": axis, "usa": axis, "germany": ["britain", "usa"], "italy": ["britain", "usa"]}
    setting = war("barbarossa").season("1942_summer").phase("moving", 1, 1).set(at_war_with=foes)
    setting.set(alliance={"usa": "allies"}).stack("malta", usa={"aircraft": 1}).held("britain", "sicily")
    table = setting.stack("sicily", britain={"aircraft": 1, "infantry": 1, "fleet": 1}).start()
    table.choose("move", "area:sicily")
    assert table.refused("go", "kind:britain_aircraft", "area:malta", "number:one") == "med.malta_limit"
    assert table.offers("go", "kind:britain_fleet", "area:malta", "number:one")
