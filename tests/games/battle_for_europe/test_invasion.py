"""Invasions: whose coast can be invaded, what is cleared first, and landings on the own coast."""

from __future__ import annotations

from tests.citing import rule
from tests.games.battle_for_europe.situations import in_the_axis, spring_of_1940
from tests.games.battle_for_europe.war import war


@rule("inv.target", "coop.soviet_apart")
def test_of_several_powers_the_one_whose_coast_it_is_says_why_it_is_not_invaded() -> None:
    """The allied seat runs the Soviet Union too, whose units may not stand beside the British in Dover."""
    setting = war("bagration_overlord").phase("fighting", 0).stack("dover", britain={"infantry": 1, "fleet": 1})
    table = setting.stack("leningrad", ussr={"infantry": 1, "fleet": 1}).start()
    assert table.refused("invade", "area:dover") == "inv.target"


@rule("inv.clear_sea_first", "coop.anglo_french.defend")
def test_aircraft_of_another_contingent_keep_everybody_from_landing_too() -> None:
    """Germans attack the British infantry in Dover from the sea; an unused French aircraft is based there."""
    setting = spring_of_1940().held("germany", "belgium").stack("belgium", germany={"fleet": 1, "infantry": 1})
    setting.stack("dover", britain={"infantry": 1}, france={"aircraft": 1}).stack("essen", germany={"aircraft": 1})
    table = setting.start().choose("invade", "area:dover").choose("against", "nation:britain").choose("by_hand")
    table.choose("send", "kind:germany_fleet", "area:belgium").choose("send", "kind:germany_infantry", "area:belgium")
    table.choose("march")
    assert table.told("battle_turned_back")[-1].rule == "inv.clear_sea_first"
    assert table.count("belgium", "germany_infantry") == 1 and table.holder("dover") == "britain"


@rule("inv.self")
def test_a_power_without_its_capital_lands_no_units_of_others_on_its_coast() -> None:
    setting = in_the_axis().held("britain", "rome").set(last_chance=["italy"])
    setting = setting.stack("sardinia", italy={"tank": 1, "fleet": 2, "aircraft": 1}, germany={"tank": 1})
    table = setting.start().choose("invade", "area:naples").choose("by_hand")
    assert table.offers("send", "kind:italy_tank", "area:sardinia")
    assert table.refused("send", "kind:italy_aircraft", "area:sardinia") == "inv.self"  # nobody fights
    assert table.refused("send", "kind:germany_tank", "area:sardinia") == "inv.self"


@rule("unit.fleet.embark_where", "hpp.battle_cost.joint", "coop.combine")
def test_no_power_leads_an_invasion_to_which_no_fleet_brings_its_units() -> None:
    """It is for the Americans in Plymouth to invade; a British fleet carries British infantry from Alexandria."""
    setting = war("bagration_overlord").season("1944_spring").phase("fighting", 0, 2).held("germany", "crete", "calais")
    setting.stack("calais", germany={"fleet": 1}).stack("plymouth", usa={"infantry": 1, "aircraft": 1})
    table = setting.stack("alexandria", britain={"infantry": 1, "fleet": 1}).start()
    assert table.refused("invade", "area:crete") == table.refused("invade", "area:calais") == "unit.fleet.embark_where"
    table = setting.stack("plymouth", britain={"fleet": 1}, usa={"infantry": 1, "aircraft": 1}).start()
    assert table.offers("invade", "area:calais") and table.refused("invade", "area:crete") == "unit.fleet.embark_where"
