"""Declarations of war: whom they bind, which deed must follow, and who may stay out of it."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.situations import MISSES, NATION, area_index, in_spring, nation
from tests.games.battle_for_europe.war import PACK, war


@rule("war.pay_self", "war.must_follow_enforced")
def test_the_attack_of_an_ally_does_not_release_the_one_who_declared_war() -> None:
    setting = war("sichelschnitt", 3).season("1940_spring").phase("fighting", 1, 0).roll(*MISSES)
    setting = setting.stack("calais", france={"infantry": 1, "aircraft": 1}, britain={"infantry": 1})
    table = setting.start().choose("declare", "nation:belgium")
    assert table.asked == "britain"
    table.choose("attack", "area:belgium").choose("force", "force:all").choose("break_off")
    assert table.asked == "france" and table.refused("stand_by") == "war.must_follow_enforced"


@rule("war.must_follow")
def test_an_attack_on_units_of_the_target_in_an_allys_area_is_deed_enough() -> None:
    """Italy declares war on Britain, whose Malta it could invade, and attacks the British in French Lyon."""
    setting = (
        war("full_war_a", 4).season("1940_spring").phase("fighting", 0, 1).hpp(italy=40).set(opening={"italy": 40})
    )
    setting = setting.stack("sicily", italy={"infantry": 1, "fleet": 1}).stack("milan", italy={"infantry": 1})
    table = setting.stack("lyon", britain={"infantry": 1}).roll(*MISSES).start().choose("declare", "nation:britain")
    while table.asked != "italy":
        table.choose("stand_by")
    assert table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("attack", "area:lyon").choose("force", "force:all")
    assert not table.state.owed[NATION["italy"]]


@rule("war.must_follow", "war.must_follow_impossible")
def test_a_deed_that_could_not_follow_is_not_owed_in_the_next_turn() -> None:
    wars: dict[str, Json] = {"germany": ["britain", "france", "denmark"], "denmark": ["germany"]}
    setting = war().season("1940_spring").phase("opening").set(at_war_with=wars, owed={"germany": ["denmark"]})
    setting = setting.stack("denmark", denmark={"infantry": 1}).stack("kiel", germany={"infantry": 1})
    table = setting.start()
    assert table.offers("attack", "area:denmark") and table.offers("stand_by")


@rule("war.must_follow")
def test_entering_an_area_is_deed_enough() -> None:
    setting = in_spring("full_war_a").stack("vienna", germany={"infantry": 1}).stack("essen", germany={"aircraft": 1})
    table = (
        setting.start()
        .choose("declare", "nation:yugoslavia")
        .choose("at", "area:belgrade")
        .choose("at", "area:belgrade")
    )
    if table.prompt == "phase_one":
        assert table.refused("stand_by") == "war.must_follow_enforced"
        table.choose("enter", "area:zagreb")
    table.choose("send", "kind:germany_infantry", "area:vienna")
    assert table.holder("zagreb") == "germany" and not table.state.owed[nation("germany")]


@rule("war.must_follow", "hpp.invasion_cost.empty_coast")
def test_landing_on_an_empty_coast_of_the_target_is_deed_enough() -> None:
    setting = war("full_war_a").season("1940_spring").phase("fighting", 1).stack("paris", france={"aircraft": 1})
    setting = setting.stack("edinburgh", britain={"infantry": 1, "fleet": 1, "aircraft": 1})
    table = setting.start().choose("declare", "nation:norway").choose("at", "area:oslo")
    assert table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("invade", "area:bergen").choose("force", "force:no_air")
    assert table.holder("bergen") == "britain" and table.offers("stand_by")


@rule("war.must_follow_enforced")
def test_a_declaration_that_only_a_landing_can_follow_binds_as_well() -> None:
    setting = in_spring("full_war_a").phase("fighting", 1).stack("edinburgh", britain={"infantry": 1, "fleet": 1})
    table = setting.stack("paris", france={"infantry": 1}).start().choose("declare", "nation:norway")
    while table.prompt == "war.place":
        table.choose("at", "area:oslo")
    assert table.refused("stand_by") == "war.must_follow_enforced"


@rule("war.by_air_alone", "war.must_follow_enforced", "unit.air.alone_vs_land")
def test_aircraft_alone_declare_war_where_they_are_sure_to_find_the_army() -> None:
    setting = in_spring().stack("kiel", germany={"aircraft": 2}).stack("berlin", germany={"infantry": 1})
    table = setting.start().choose("declare", "nation:denmark")
    assert table.refused("stand_by") == "war.must_follow_enforced" and table.offers("attack", "area:denmark")
    assert setting.start().refused("declare", "nation:norway") == "war.must_follow_enforced"
    poor = setting.hpp(germany=2).start()
    assert poor.refused("declare", "nation:denmark") == "war.must_follow_enforced"  # no HPP for the battle


@rule("war.by_air_alone")
def test_an_army_that_could_stand_out_of_reach_is_not_sure_to_be_found() -> None:
    """From La Rochelle aircraft reach some Spanish areas: enough only if the army stands there already."""
    setting = in_spring("full_war_a").phase("fighting", 1).stack("la_rochelle", france={"aircraft": 1})
    setting = setting.stack("calais", france={"infantry": 1, "aircraft": 1})
    assert setting.start().refused("declare", "nation:spain") == "war.must_follow_enforced"
    standing = setting.stack("bilbao", spain={"infantry": 1}).start()
    assert standing.offers("declare", "nation:spain")


@rule("war.italy.neutral_start", "coop.combine")
def test_neutral_italy_and_germany_do_not_attack_together_though_both_are_at_war_with_the_target() -> None:
    foes: dict[str, Json] = {
        "germany": ["britain", "france", "yugoslavia"],
        "italy": ["yugoslavia"],
        "yugoslavia": ["italy", "germany"],
    }
    setting = in_spring("full_war_a").set(at_war_with=foes, commander={"yugoslavia": "britain"})
    setting = setting.stack("vienna", germany={"infantry": 2}).stack("venice", italy={"infantry": 2})
    table = setting.stack("zagreb", yugoslavia={"infantry": 2}).start()
    table.choose("attack", "area:zagreb").choose("lead", "nation:germany").choose("by_hand")
    assert [choice[2] for choice in table.choices if choice[0] == "send"] == ["area:vienna"]


@rule("war.italy.alliance")
def test_a_declaration_of_the_allies_makes_italy_germanys_ally_too() -> None:
    setting = war("full_war_a", 5).season("1940_spring").phase("fighting", 1, 0).roll(*MISSES)
    table = setting.stack("lyon", france={"infantry": 1}).stack("milan", italy={"infantry": 1}).start()
    table.choose("declare", "nation:italy")
    g = table.state
    assert g.alliance[nation("italy")] == 0 and g.friendly(nation("germany"), area_index("rome"))
    assert g.at_war(nation("italy"), nation("britain"))


@rule("war.italy.help_victim", "war.must_follow_enforced")
def test_help_for_a_country_of_the_own_alliance_is_no_reason_to_spare_italy() -> None:
    """Neutral Italy attacked Greece, which Germany has attacked too since then: it does not stand alone any more."""
    wars: dict[str, Json] = {"italy": ["greece"], "greece": ["italy", "germany"]}
    wars |= {"germany": ["britain", "france", "greece"]}
    setting = war("full_war_a").season("1940_summer").phase("fighting", 1, 0).stack("athens", greece={"infantry": 1})
    setting = setting.stack("edinburgh", britain={"aircraft": 1})
    setting = setting.set(at_war_with=wars, alliance={"greece": "allies"}, commander={"greece": "britain"})
    assert setting.start().refused("declare", "nation:italy") == "war.must_follow_enforced"


@rule("war.ussr.alliance")
def test_the_soviet_union_is_an_ally_also_when_it_attacks_first() -> None:
    setting = war("full_war_a", 5).season("1941_autumn").phase("fighting", 1, 3).roll(*MISSES)
    setting = setting.stack("brest_litovsk", ussr={"infantry": 1}).stack("warsaw", germany={"infantry": 1})
    table = setting.start().choose("declare", "nation:germany")
    assert table.state.alliance[nation("ussr")] == 1 and table.state.friendly(nation("ussr"), area_index("cairo"))


@rule("war.historic_allies")
def test_no_ally_by_history_is_attacked_even_while_it_is_neutral() -> None:
    setting = war("full_war_b", 5).season("1941_autumn").phase("fighting", 1, 1)
    table = setting.stack("edinburgh", britain={"infantry": 1, "fleet": 1, "aircraft": 1}).start()
    assert table.refused("declare", "nation:ussr") == "war.historic_allies"
    assert table.refused("declare", "nation:france") == "war.historic_allies"


@rule("war.historic_allies", "war.neutral.survives")
def test_nobody_declares_war_on_a_country_that_has_joined_its_alliance() -> None:
    foes: dict[str, Json] = {"germany": ["britain", "france", "belgium"], "belgium": ["germany"]}
    setting = in_spring().phase("fighting", 1).set(at_war_with=foes, commander={"belgium": "britain"})
    setting = setting.set(alliance={"belgium": "allies"}).stack("belgium", belgium={"infantry": 1})
    table = setting.stack("calais", france={"infantry": 2, "aircraft": 1}).start()
    assert table.refused("declare", "nation:belgium") == "war.historic_allies"


@rule("war.stay_neutral", "war.agreements")
def test_italy_and_the_soviet_union_may_stay_neutral_to_the_end() -> None:
    """Nothing but their own wish takes them into the war, and no agreement is kept by the program."""
    table = war("full_war_b", 5).phase("opening").freely().start()
    while table.match.ask is not None:
        quiet = [choice for choice in (("done",), ("stand_by",)) if table.offers(*choice)]
        table.choose(*(quiet or table.choices)[0])
    g = table.state
    assert not g.foes[nation("italy")] and not g.foes[nation("ussr")]
    assert table.reason == "win.full_b.targets"
    free = war("full_war_b", 4).season("1941_autumn").phase("fighting", 0, 0).stack("warsaw", germany={"infantry": 1})
    assert free.stack("brest_litovsk", ussr={"infantry": 1}).start().offers("declare", "nation:ussr")


@rule("east.ussr_not_before", "usa.enter")
def test_of_several_powers_the_one_that_comes_nearest_to_a_declaration_says_why_not() -> None:
    setting = in_spring("full_war_a").phase("fighting", 1).stack("calais", france={"infantry": 1, "aircraft": 1})
    table = setting.stack("brest_litovsk", ussr={"infantry": 1}).start()
    assert table.refused("declare", "nation:germany") == "east.ussr_not_before"
    alone = setting.set(fallen=["ussr"]).start()
    assert alone.refused("declare", "nation:germany") == "usa.enter"


@rule("war.italy.price", "hpp.half_cap.includes_all")
def test_italy_can_declare_war_on_a_great_power_once_yugoslavia_is_counted() -> None:
    """7 HPP and 1 for the battle: half of 12 is less, half of 15, rounded up, is as much."""
    for season in ("1939_autumn", "1940_spring", "1941_spring"):
        base = PACK.base_hpp[nation("italy")][int(season[:4]) - 1939]
        setting = war("full_war_a", 4).season(season).phase("fighting", 0, 1).roll(*MISSES)
        setting = setting.stack("milan", italy={"infantry": 3, "aircraft": 1}).stack("lyon", france={"infantry": 1})
        alone = setting.hpp(italy=base).set(opening={"italy": base}).start()
        assert alone.refused("declare", "nation:france") == "hpp.half_cap"
        more = base + PACK.worth[area_index("belgrade")]
        table = setting.hpp(italy=more).set(opening={"italy": more}).start()
        table.choose("declare", "nation:france").choose("attack", "area:lyon").choose("force", "force:all")
        assert table.purse("italy") == more - 8 and table.state.spent[nation("italy")] == 8


@rule("war.by_air_alone")
@pytest.mark.parametrize(("near", "far"), [("infantry", "aircraft"), ("aircraft", "infantry")])
def test_aircraft_are_sure_of_land_units_only(near: str, far: str) -> None:
    """Aircraft from La Rochelle reach Bilbao and not Seville: what stands there already has to be an army."""
    setting = in_spring("full_war_a").phase("fighting", 1).stack("la_rochelle", france={"aircraft": 1})
    setting = setting.stack("paris", france={"infantry": 1})
    table = setting.stack("bilbao", spain={near: 1}, germany={"infantry": 1}).stack("seville", spain={far: 1}).start()
    if near == "infantry":
        assert table.offers("declare", "nation:spain")
    else:
        assert table.refused("declare", "nation:spain") == "war.must_follow_enforced"


@rule("war.must_follow_enforced", "hpp.invasion_cost")
def test_where_only_a_landing_can_follow_it_has_to_be_paid_for_too() -> None:
    """2 HPP for war on Norway and 5 for the invasion."""
    setting = war("full_war_a").season("1940_spring").phase("fighting", 1).stack("paris", france={"aircraft": 1})
    setting = setting.stack("edinburgh", britain={"infantry": 1, "fleet": 1})
    assert setting.hpp(britain=6).start().refused("declare", "nation:norway") == "war.must_follow_enforced"
    assert setting.hpp(britain=7).start().offers("declare", "nation:norway")


@rule("setup.sichel.norway_overland")
def test_in_sichelschnitt_other_coasts_than_the_norwegian_ones_may_be_landed_on() -> None:
    setting = in_spring().phase("fighting", 1).stack("edinburgh", britain={"infantry": 1, "fleet": 1})
    table = setting.stack("paris", france={"aircraft": 1}).start()
    assert table.offers("declare", "nation:netherlands") and table.offers("declare", "nation:denmark")
    assert table.refused("declare", "nation:norway") == "setup.sichel.no_allied_norway"


@rule("war.must_follow_impossible", "east.ussr_satellite")
def test_a_soviet_union_that_can_attack_neither_germany_nor_a_satellite_any_more_may_stand_by() -> None:
    foes: dict[str, Json] = {"germany": ["britain", "france", "ussr"], "ussr": ["germany"]}
    setting = war("full_war_a", 5).season("1941_autumn").phase("fighting", 1, 3).set(at_war_with=foes)
    setting = setting.set(owed={"ussr": ["germany"]}, alliance={"ussr": "allies"}, soviet_attack="1941_autumn")
    assert setting.stack("gorky", ussr={"infantry": 1, "aircraft": 1}).start().offers("stand_by")
    near = setting.stack("dnepropetrovsk", ussr={"infantry": 1}).start()  # beside Romania
    assert near.refused("stand_by") == "war.must_follow_enforced"


@rule("war.must_follow", "east.ussr_satellite")
def test_an_attack_on_somebody_else_does_not_follow_a_soviet_declaration_on_germany() -> None:
    """The Soviet Union is at war with Turkey as well, and enters Izmit first."""
    foes: dict[str, Json] = {
        "germany": ["britain", "france", "ussr"],
        "ussr": ["germany", "turkey"],
        "turkey": ["ussr"],
    }
    setting = war("full_war_a", 5).season("1941_autumn").phase("fighting", 1, 3).set(at_war_with=foes)
    setting = setting.set(owed={"ussr": ["germany"]}, alliance={"ussr": "allies"}, soviet_attack="1941_autumn")
    setting = setting.stack("dnepropetrovsk", ussr={"infantry": 1, "aircraft": 1}).held("ussr", "istanbul")
    table = setting.stack("istanbul", ussr={"infantry": 1}).start()
    table.choose("enter", "area:izmit").choose("send", "kind:ussr_infantry", "area:istanbul")
    assert table.holder("izmit") == "ussr" and table.refused("stand_by") == "war.must_follow_enforced"
