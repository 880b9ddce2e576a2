"""Clauses of supply, falls, conquests, oil and radar that a planted fault survived."""

from __future__ import annotations

from sandtable.engine.sets import NONE, mask, members
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import conquest, fall, nations, reach, rolls, supply, victory
from sandtable.games.battle_for_europe.pack import BRITAIN, FRANCE, GERMANY, USA
from sandtable.games.battle_for_europe.parts import SEA_BATTLE
from sandtable.games.battle_for_europe.state import CUT_OFF, SAVED, State
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first, fight, rolled
from tests.games.battle_for_europe.war import PACK, Table, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}


def units_in(g: State, area: str) -> tuple[int, ...]:
    return members(g.here[AREA[area]])


def hungry(table: Table, area: str) -> int:
    """How many units in an area are cut off."""
    return sum(bool(table.state.flags[unit] & CUT_OFF) for unit in units_in(table.state, area))


# ---------------------------------------------------------------------- supply


@rule("sup.fleet.split", "sup.fleet.assign")
def test_two_fleets_each_keep_what_they_have_left_for_further_areas() -> None:
    """Both supply four units and have two rations left, which go to two more areas."""
    setting = war().phase("opening", 1).season("1940_spring").held("britain", "tripoli", "crete", "tobruk", "sicily")
    setting.stack("lyon", france={"fleet": 1}).stack("vichy", france={"fleet": 1})
    setting.stack("tripoli", britain={"infantry": 4}).stack("crete", britain={"tank": 2, "infantry": 2})
    setting.stack("tobruk", france={"infantry": 2}).stack("sicily", france={"infantry": 2})
    table = setting.held("germany", "alexandria", "cairo", "suez").start()
    table.choose("supply", "area:tripoli").choose("by", "area:lyon")
    table.choose("supply", "area:crete").choose("by", "area:vichy")
    table.choose("supply", "area:tobruk").choose("by", "area:lyon")
    table.choose("supply", "area:sicily")
    assert [hungry(table, area) for area in ("tripoli", "crete", "tobruk", "sicily")] == [0, 0, 0, 0]


@rule("sup.fleet.range")
def test_a_fleet_supplies_units_inland_by_a_port_that_is_connected_with_them() -> None:
    setting = war().phase("opening", 1).season("1940_spring").held("britain", "skopje", "alexandria", "cairo")
    setting.stack("skopje", britain={"infantry": 1}).stack("alexandria", britain={"fleet": 1})
    assert setting.start().prompt != "supply"  # no port leads to Skopje
    table = setting.held("britain", "salonika").start().choose("supply", "area:skopje")
    assert hungry(table, "skopje") == 0


@rule("sup.restore", "sup.starve")
def test_units_to_which_no_chain_leads_at_the_end_of_phase_1_are_not_saved() -> None:
    setting = (
        war().season("1940_spring").phase("fighting", 1).held("france", "stuttgart", "essen").held("germany", "maginot")
    )
    setting.stack("stuttgart", france={"infantry": {"cut_off": 1}}).stack("essen", france={"infantry": {"cut_off": 1}})
    g = at_first(setting.held("france", "belgium"))
    supply.restore(g, FRANCE)
    saved = {area: bool(g.flags[units_in(g, area)[0]] & SAVED) for area in ("stuttgart", "essen")}
    assert saved == {"stuttgart": True, "essen": True}  # by Belgium and Calais
    g = at_first(setting.held("germany", "belgium"))
    supply.restore(g, FRANCE)
    assert not any(g.flags[unit] & SAVED for area in ("stuttgart", "essen") for unit in units_in(g, area))


# ---------------------------------------------------------------------- falls and conquests


@rule("fall.territory_hostile", "fall.territory")
def test_an_aircraft_or_a_fleet_keeps_a_home_area_from_the_conqueror() -> None:
    setting = war("full_war_a").season("1940_spring").phase("settling", 1).held("germany", "paris")
    setting.stack("paris", germany={"infantry": 1}).set(last_chance=["france"])
    setting.stack("brest", britain={"fleet": 1}).stack("calais", britain={"aircraft": 1})
    table = setting.start()
    assert [table.holder(area) for area in ("brest", "calais", "la_rochelle")] == ["britain", "britain", "germany"]


@rule("fall.side_out")
def test_either_side_is_out_when_all_its_powers_have_fallen() -> None:
    for fallen, out in ((["germany"], True), (["france", "britain"], True), (["france"], False)):
        g = at_first(war().season("1940_spring").set(fallen=[*fallen]))
        assert fall.any_side_out(g) == out


def norway_lost(**bergen: Json) -> State:
    """Norway is an ally of Britain; Germany takes Oslo."""
    foes: dict[str, Json] = {"norway": ["germany"], "germany": ["france", "britain", "norway"]}
    setting = war().season("1940_spring").set(at_war_with=foes, alliance={"norway": "allies"})
    setting.set(commander={"norway": "britain"}).stack("bergen", britain={**bergen})
    g = at_first(setting)
    conquest.country_falls(g, PACK.nation_keys.index("norway"), GERMANY)
    return g


@rule("war.neutral.capital_falls_ally_held")
def test_an_aircraft_of_an_ally_is_enough_to_hold_an_area_of_a_fallen_country() -> None:
    assert norway_lost(aircraft=1).control[AREA["bergen"]] == BRITAIN
    assert norway_lost().control[AREA["bergen"]] == GERMANY
    assert norway_lost(aircraft=1).control[AREA["narvik"]] == GERMANY


@rule("ctl.capital_recaptured")
def test_areas_with_aircraft_or_ships_of_the_loser_do_not_change_hands_with_the_capital() -> None:
    setting = war().season("1940_spring").held("germany", "oslo", "bergen", "narvik").set(fallen=["norway"])
    g = at_first(setting.stack("bergen", germany={"fleet": 1}))
    conquest.changes_hands(g, PACK.nation_keys.index("norway"), GERMANY, BRITAIN)
    assert g.control[AREA["bergen"]] == GERMANY and g.control[AREA["narvik"]] == BRITAIN


# ---------------------------------------------------------------------- the war in the east


@rule("east.satellites_hpp", "hpp.half_cap.satellite_gain")
def test_a_satellite_whose_hpp_are_in_this_years_already_brings_none_again() -> None:
    """Romania (4) was attacked by Britain and has been paid for this year; the other three bring 2 + 3 + 2."""
    foes: dict[str, Json] = {
        "romania": ["britain", "france"],
        "britain": ["germany", "romania"],
        "france": ["germany", "romania"],
    }
    setting = war("full_war_a").season("1940_spring").stack("konigsberg", germany={"infantry": 2})
    setting.hpp(germany=30).set(opening={"germany": 30}, at_war_with=foes, alliance={"romania": "axis"})
    setting.set(commander={"romania": "germany"})
    for credited, gain in (("germany", 7), (None, 11)):
        table = setting.set(credited={"bucharest": credited}).start().choose("declare", "nation:ussr")
        assert table.purse("germany") == 30 - 7 + gain and table.state.opening[GERMANY] == 30 + gain


@rule("east.bulgaria_no_battle", "east.bulgaria_dissolves")
def test_bulgarians_give_way_to_soviet_units_only() -> None:
    """The British have to fight for Sofia; the Soviet Union walks in."""
    setting = war("bagration_overlord").phase("fighting", 0).stack("sofia", bulgaria={"infantry": 1})
    setting.held("britain", "salonika").stack("salonika", britain={"infantry": 1})
    british = setting.start()
    assert british.refused("enter", "area:sofia") == "atk.land_combat_stop" and british.offers("attack", "area:sofia")
    soviet = setting.stack("salonika").held("ussr", "bucharest").stack("bucharest", ussr={"infantry": 1}).start()
    assert soviet.offers("enter", "area:sofia")


@rule("east.grozny", "east.oil_counts")
def test_attacks_of_its_allies_do_not_count_against_the_soviet_union_without_grozny() -> None:
    setting = war("bagration_overlord").phase("fighting", 0).held("germany", "grozny")
    setting.stack("krasnodar", ussr={"infantry": 2, "aircraft": 1}).stack("grozny", germany={"infantry": 1})
    assert setting.set(attacks={"britain": 3}).start().offers("attack", "area:grozny")
    assert setting.set(attacks={"ussr": 1}).start().refused("attack", "area:grozny") == "east.grozny"


# ---------------------------------------------------------------------- who stands with whom


@rule("coop.anglo_french.defend", "coop.others_combine")
def test_americans_defend_with_the_british_where_french_units_stand_too() -> None:
    foes: dict[str, Json] = {"usa": ["germany"], "germany": ["france", "britain", "usa"]}
    setting = war("full_war_a").season("1942_spring").set(at_war_with=foes, alliance={"usa": "allies"})
    setting.stack("calais", france={"infantry": 1}, britain={"infantry": 2}, usa={"infantry": 1})
    setting.held("germany", "belgium").stack("belgium", germany={"infantry": 4}).roll(*(6,) * 8)
    table = fight(setting, "calais", "germany", {"belgium": {"germany_infantry": 4}}, group="britain")
    assert {kind: row[1] for kind, row in rolled(table, 1).items()} == {"britain_infantry": 2, "usa_infantry": 1}


# ---------------------------------------------------------------------- radar, and fleets that are lost


@rule("opt.separate", "opt.allied.radar")
def test_american_destroyers_do_not_profit_from_british_radar() -> None:
    setting = war("full_war_a").option(level="advanced", optional_rules=True).season("1942_spring")
    setting.set(research={"reached": ["britain_radar"]}).stack("brest", germany={"submarine": 2})
    g = at_first(setting.stack("plymouth", britain={"destroyer": 1}, usa={"destroyer": 1}))
    british, american = (g.pack.of_nation[power] & g.here[AREA["plymouth"]] for power in (BRITAIN, USA))
    boats = mask(units_in(g, "brest"))
    assert rolls.radar(g, SEA_BATTLE, boats, british | american) == british
    assert rolls.radar(g, SEA_BATTLE, british | american, boats) == british


@rule("build.fleet_rebuild.which", "build.fleet_rebuild.delay")
def test_the_only_fleet_left_in_the_pool_is_rebuilt_like_any_other() -> None:
    setting = war().season("1940_spring").phase("building", 1, 0)
    table = setting.stack("brest", france={"fleet": 2}).set(units={"pool": ["france fleet 3 seen"]}).start()
    table.choose("build", "kind:france_fleet", 1).choose("at", "area:brest")
    assert table.count("brest", "france_fleet") == 2 and table.last("laid_down")[2] == "season:1940_winter"


# ---------------------------------------------------------------------- how far fleets come


@rule("strat.escort.range")
def test_an_escort_counts_its_way_to_the_port_of_departure_too() -> None:
    """From Alexandria to Gibraltar are 4 points, from there to Casablanca 2 and to Brest 4: 8 in all."""
    setting = war("bagration_overlord").phase("transferring", 0, 1).stack("gibraltar", britain={"infantry": 1})
    setting.held("britain", "brest")
    far = setting.stack("alexandria", britain={"fleet": 1}).start()
    far.choose("transfer", "kind:britain_infantry", "area:gibraltar")
    assert far.offers("to", "area:casablanca") and far.refused("to", "area:brest") == "strat.escort.range"
    near = setting.stack("alexandria").stack("gibraltar", britain={"infantry": 1, "fleet": 1}).start()
    assert near.choose("transfer", "kind:britain_infantry", "area:gibraltar").offers("to", "area:brest")


@rule("unit.fleet.retreat_reach")
def test_a_fleet_flees_no_farther_than_six_points() -> None:
    """From Algiers the sixth point leads to Varna, by the straits that the Axis holds; Krasnodar is one more."""
    setting = war("barbarossa").season("1942_spring").phase("fighting", 1, 1).held("germany", "algiers", "istanbul")
    setting.held("germany", "izmit", "varna", "krasnodar").held("britain", "tunis").stack("algiers", italy={"fleet": 1})
    table = setting.stack("tunis", britain={"infantry": 2}).start()
    table.choose("enter", "area:algiers").choose("send", "kind:britain_infantry", "area:tunis")
    assert table.offers("go", "kind:italy_fleet", "area:varna", "number:one")
    assert table.refused("go", "kind:italy_fleet", "area:krasnodar", "number:one") == "unit.fleet.retreat_base"


@rule("usa.onward", "usa.first_to_britain")
def test_american_aircraft_do_not_hop_on_to_the_continent_with_the_crossing() -> None:
    setting = (
        war("bagration_overlord").phase("transferring", 0, 2).held("usa", "calais").stack("usa", usa={"aircraft": 1})
    )
    table = setting.start().choose("transfer", "kind:usa_aircraft", "area:usa")
    assert table.offers("to", "area:dover") and table.refused("to", "area:calais") == "usa.first_to_britain"
    table.choose("to", "area:dover").choose("transfer", "kind:usa_aircraft", "area:dover").choose("to", "area:calais")
    assert table.state.transfers[USA] == 2 and table.state.crossed == 1


# ---------------------------------------------------------------------- bombing, diplomacy, victory


@rule("bomb.strategic.home_only", "bomb.strategic")
def test_a_home_area_in_allied_hands_is_not_bombed() -> None:
    setting = war("bagration_overlord").advanced().phase("fighting", 0).held("usa", "kiel")
    table = setting.stack("dover", britain={"bomber": 1, "aircraft": 1}).start()
    assert table.offers("bomb", "area:essen") and table.refused("bomb", "area:kiel") == "bomb.strategic"


@rule("opt.german.turkey_stalingrad")
def test_stalingrad_in_the_hands_of_an_ally_adds_nothing() -> None:
    setting = war("full_war_a").option(level="advanced", optional_rules=True).season("1942_spring")
    setting.phase("researching", 0, 0).held("italy", "stalingrad").set(alliance={"italy": "axis"}).hpp(germany=30)
    table = setting.set(opening={"germany": 30}).roll(5, 6).start().choose("research", "goal:turkey_joins_axis")
    assert table.told("goal_missed")


@rule("win.full_b.fallen", "win.full_b.several_powers")
def test_the_target_of_a_fallen_power_still_counts_for_its_player() -> None:
    """Germany and Italy want 34 + 10; Italy has fallen."""
    setting = war("full_war_b").season("1945_summer").set(fallen=["italy", "poland"], alliance={"italy": None})
    assert victory.conquests(at_first(setting), 0)[1] == 44


# ---------------------------------------------------------------------- who is bound, and what stays closed


@rule("setup.sichel.britain_no_invasion_summer")
def test_others_than_britain_may_invade_in_the_summer_of_1940() -> None:
    """Germany lands in Norway, France on a coast that the Germans hold."""
    setting = war().season("1940_summer").stack("kiel", germany={"infantry": 1, "fleet": 1, "aircraft": 1})
    assert setting.held("britain", "oslo").start().offers("invade", "area:oslo")
    french = war().season("1940_summer").phase("fighting", 1).held("germany", "calais")
    french.stack("la_rochelle", france={"infantry": 1, "fleet": 1}).stack(
        "plymouth", britain={"infantry": 1, "fleet": 1}
    )
    table = french.start().choose("invade", "area:calais")
    assert table.prompt == "force"  # nobody asks who leads: Britain cannot


@rule("east.ussr_satellite", "war.must_follow")
def test_after_an_attack_on_a_satellite_the_soviet_union_need_not_attack_germany_though_it_could() -> None:
    setting = war("full_war_a").season("1941_autumn").phase("fighting", 1).hpp(ussr=44).set(opening={"ussr": 44})
    setting.stack("dnepropetrovsk", ussr={"infantry": 3}).stack("kiev", ussr={"infantry": 1})
    table = setting.start().choose("declare", "nation:germany")
    assert table.offers("enter", "area:krakow") and not table.offers("stand_by")
    table.choose("declare", "nation:romania")
    while table.prompt == "war.place":
        table.choose("at", "area:bucharest")
    assert not table.offers("stand_by")
    table.choose("enter", "area:jassy").choose("send", "kind:ussr_infantry", "area:dnepropetrovsk")
    assert table.offers("enter", "area:krakow") and table.offers("stand_by")


@rule("map.kiel.closed", "map.kiel.canal")
def test_a_canal_that_an_enemy_has_taken_stays_closed_when_it_is_german_again() -> None:
    g = at_first(war("bagration_overlord"))
    assert reach.sea_way(g, GERMANY, AREA["stettin"], AREA["north_sea"]) == 2  # by the Danish straits
    nations.set_control(g, AREA["denmark"], BRITAIN)
    assert reach.sea_way(g, GERMANY, AREA["stettin"], AREA["north_sea"]) == 3  # the Baltic, Kiel, the North Sea
    nations.set_control(g, AREA["kiel"], BRITAIN)
    nations.set_control(g, AREA["kiel"], GERMANY)
    assert g.canal_closed and reach.sea_way(g, GERMANY, AREA["stettin"], AREA["north_sea"]) == NONE
