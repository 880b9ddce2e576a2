"""Supply: chains by land, supplying fleets, what is saved and what starves."""

from __future__ import annotations

from sandtable.engine.sets import members
from sandtable.games.battle_for_europe.flow import supply
from sandtable.games.battle_for_europe.pack import BRITAIN, FRANCE, GERMANY, USSR
from sandtable.games.battle_for_europe.state import CUT_OFF, SAVED, USED
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import units_in
from tests.games.battle_for_europe.war import PACK, Table, War, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}
ALLIED_TURN = 1


def allied_turn() -> War:
    """The start of the turn of France and Britain, with something to decide in phase 1 for both."""
    return war().phase("opening", ALLIED_TURN).season("1940_spring").stack("maginot", france={"infantry": 1})


def flags(table: Table, area: str) -> list[bool]:
    """By unit in an area: whether it is cut off."""
    return [bool(table.state.flags[unit] & CUT_OFF) for unit in members(table.state.here[AREA[area]])]


def in_libya() -> War:
    """British infantry in Tripoli, which no land leads to but enemy land; the fleets are up to the test."""
    return allied_turn().held("britain", "tripoli")


@rule("sup.check_time", "sup.trace", "sup.source", "sup.no_move")
def test_a_unit_without_a_chain_to_a_capital_is_cut_off_and_stays() -> None:
    table = in_libya().stack("tripoli", britain={"infantry": 1}).start()
    assert flags(table, "tripoli") == [True] and flags(table, "maginot") == [False]


@rule("sup.source")
def test_the_capital_of_a_conquered_country_gives_supply() -> None:
    position = war().season("1940_spring").held("germany", "oslo", "bergen").held("france", "berlin", "warsaw")
    supplied = supply.in_supply(position.start().state, GERMANY)
    assert supplied >> AREA["bergen"] & 1 and not supplied >> AREA["munich"] & 1


@rule("setup.sichel.germany.satellites_pinned")
def test_the_german_units_tied_to_the_satellites_do_not_starve() -> None:
    state = war().all_units().start().state
    supply.check(state)
    for area in ("budapest", "bucharest", "sofia", "helsinki"):
        assert not any(state.flags[unit] & CUT_OFF for unit in members(state.here[AREA[area]]))


@rule("sup.cairo", "sup.no_capital")
def test_cairo_gives_supply_and_tripoli_does_not() -> None:
    table = allied_turn().held("britain", "alexandria").stack("alexandria", britain={"infantry": 1}).start()
    assert flags(table, "alexandria") == [False]
    cut = in_libya().stack("tripoli", britain={"infantry": 1}).start()
    assert flags(cut, "tripoli") == [True]


@rule("sup.trace_borders")
def test_a_chain_crosses_no_sea() -> None:
    state = war().held("germany", "paris").start().state
    assert not supply.in_supply(state, BRITAIN) >> AREA["brest"] & 1  # London is across the Channel
    assert supply.in_supply(war().start().state, BRITAIN) >> AREA["brest"] & 1


@rule("sup.air_naval_exempt")
def test_aircraft_and_ships_are_always_in_supply() -> None:
    table = in_libya().stack("tripoli", britain={"aircraft": 1, "fleet": 1, "infantry": 1}).start()
    assert sum(flags(table, "tripoli")) == 1


@rule("sup.moscow_lost")
def test_the_eastern_edge_gives_supply_once_moscow_is_lost() -> None:
    lost = war("barbarossa").held("germany", "moscow").start()
    assert supply.sources(lost.state, USSR) == 1 << AREA["urals"]
    assert not supply.sources(war("barbarossa").start().state, USSR) >> AREA["urals"] & 1


@rule("fall.supply_needed", "fall.supply_example")
def test_a_lost_capital_gives_no_supply() -> None:
    table = allied_turn().held("germany", "london").stack("dover", britain={"infantry": 1}).start()
    assert flags(table, "dover") == [True]


@rule("sup.fleet.assign", "sup.fleet.capacity", "sup.fleet.allies")
def test_a_fleet_supplies_six_units_stays_at_its_base_and_is_used() -> None:
    table = (
        in_libya()
        .stack("tripoli", britain={"infantry": 4}, france={"infantry": 2})
        .stack("lyon", france={"fleet": 1})
        .start()
    )
    table.choose("supply", "area:tripoli")
    assert flags(table, "tripoli") == [False] * 6
    fleet = members(table.state.here[AREA["lyon"]])[0]
    assert table.state.flags[fleet] & USED


@rule("sup.fleet.capacity")
def test_of_more_than_six_the_owner_of_the_fleet_names_who_is_supplied() -> None:
    table = in_libya().stack("tripoli", britain={"infantry": 5, "tank": 2}).stack("lyon", france={"fleet": 1}).start()
    table.choose("supply", "area:tripoli")
    table.choose("pick", "kind:britain_tank").choose("pick", "kind:britain_tank")
    assert sorted(flags(table, "tripoli")) == [False] * 6 + [True]
    assert table.prompt != "supply.whom"


@rule("sup.fleet.split", "sup.fleet.assign_order")
def test_the_six_may_stand_in_two_areas() -> None:
    table = (
        in_libya()
        .held("britain", "crete")
        .stack("tripoli", britain={"infantry": 2})
        .stack("crete", britain={"infantry": 2})
        .stack("lyon", france={"fleet": 1})
        .start()
    )
    table.choose("supply", "area:tripoli")
    table.choose("supply", "area:crete")
    assert flags(table, "tripoli") + flags(table, "crete") == [False] * 4
    assert table.prompt == "phase_one" and not table.state.spare  # what it could supply besides is of no use later


@rule("sup.fleet.base_supplied")
def test_a_fleet_whose_own_base_is_cut_off_supplies_nobody() -> None:
    table = (
        in_libya()
        .held("britain", "crete")
        .stack("tripoli", britain={"infantry": 1})
        .stack("crete", britain={"fleet": 1})
        .start()
    )
    assert table.prompt != "supply" and flags(table, "tripoli") == [True]


@rule("sup.fleet.range", "map.gibraltar.owner")
def test_a_fleet_beyond_six_points_or_a_closed_strait_cannot_supply() -> None:
    on_crete = allied_turn().held("britain", "crete").stack("crete", britain={"infantry": 1})
    far = on_crete.stack("edinburgh", britain={"fleet": 1}).start()
    assert far.prompt != "supply"
    near = on_crete.stack("lyon", france={"fleet": 1}).start()
    assert near.prompt == "supply" and near.refused("supply", "area:tripoli") == "sup.trace"


@rule("map.finland.no_sea_delivery")
def test_no_fleet_supplies_finland() -> None:
    position = (
        war("barbarossa").phase("opening").held("ussr", "helsinki", "narvik").stack("oulu", germany={"infantry": 1})
    )
    position.stack("konigsberg", germany={"fleet": 1})
    state = position.held("finland", "oulu").start().state
    assert not supply.reaches(state, GERMANY, AREA["konigsberg"], AREA["oulu"])


@rule("setup.sichel.britain.pinned")
def test_the_fleets_tied_to_gibraltar_supply_nobody() -> None:
    state = war().all_units().start().state
    fleet = next(unit for unit in members(state.here[AREA["gibraltar"]]))
    assert not supply.idle(state, fleet)


@rule("sup.fleet.assign_order")
def test_the_powers_of_a_side_name_their_fleets_one_after_the_other() -> None:
    table = (
        in_libya()
        .held("britain", "crete")
        .stack("tripoli", britain={"infantry": 6})
        .stack("crete", britain={"infantry": 1})
        .stack("lyon", france={"fleet": 1})
        .stack("alexandria", britain={"fleet": 1})
        .start()
    )
    assert PACK.nation_keys[table.state.power()] == "france"
    table.choose("supply", "area:tripoli")
    assert PACK.nation_keys[table.state.power()] == "britain"
    table.choose("done")
    assert flags(table, "crete") == [True]


@rule("sup.restore", "sup.no_move")
def test_units_whose_chain_others_restore_in_phase_1_are_saved_but_stay_put() -> None:
    position = war().phase("opening", ALLIED_TURN).held("germany", "maginot").held("france", "stuttgart")
    position.stack("stuttgart", france={"infantry": 1}).stack("calais", france={"infantry": 2})
    table = position.start()
    assert flags(table, "stuttgart") == [True]
    table.choose("enter", "area:maginot").choose("send", "kind:france_infantry", "area:calais")
    supply.restore(table.state, FRANCE)
    unit = members(table.state.here[AREA["stuttgart"]])[0]
    assert table.state.flags[unit] & SAVED and table.state.flags[unit] & CUT_OFF


@rule("sup.starve", "sup.starve_rebuild", "sup.may_defend")
def test_units_still_cut_off_are_removed_after_phase_4() -> None:
    position = war().phase("closing", ALLIED_TURN).season("1940_spring").held("france", "belgium")
    table = position.stack("belgium", france={"infantry": {"cut_off": 2, "cut_off saved": 1}}).start()
    assert table.count("belgium", "france_infantry") == 1


@rule("sup.usa_box")
def test_the_american_box_is_a_source_for_the_allies_once_america_is_at_war() -> None:
    neutral = war("barbarossa").start().state
    assert not supply.sources(neutral, BRITAIN) >> AREA["usa"] & 1
    allied = war("bagration_overlord").start().state
    assert supply.sources(allied, BRITAIN) >> AREA["usa"] & 1


@rule("sup.small_countries")
def test_units_of_small_countries_are_checked_in_the_turn_of_their_commander() -> None:
    position = war("bagration_overlord").held("germany", "kiev").held("ussr", "minsk", "budapest")
    position.held("ussr", "warsaw", "krakow", "cluj", "jassy", "dnepropetrovsk", "kursk", "smolensk", "brest_litovsk")
    state = position.stack("kiev", hungary={"infantry": 1}).phase("fighting", 1).start().state
    supply.check(state)
    unit = members(state.here[AREA["kiev"]])[0]
    assert state.flags[unit] & CUT_OFF


@rule("sup.no_move", "ctl.enter_empty", "nc.transport")
def test_units_that_are_cut_off_neither_enter_an_empty_area_nor_embark() -> None:
    setting = war().season("1940_spring").phase("fighting", 1, 0).stack("paris", france={"aircraft": 1})
    setting.stack("calais", france={"infantry": {"cut_off": 1}}).held("germany", "belgium")
    assert setting.start().refused("enter", "area:belgium") == "sup.no_move"
    setting.stack("brest", france={"fleet": 1}).phase("moving", 1, 0)
    assert setting.start().refused("ship", "area:calais") == "sup.no_move"
    table = setting.stack("calais", france={"infantry": {"cut_off": 1}, "aircraft": 1}).start()
    table.choose("ship", "area:calais").choose("to", "area:brest")
    assert table.refused("pick", "kind:france_infantry") == "sup.no_move"


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


def hungry(table: Table, area: str) -> int:
    """How many units in an area are cut off."""
    return sum(bool(table.state.flags[unit] & CUT_OFF) for unit in units_in(table.state, area))


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


@rule("sup.trace", "sup.fleet.assign", "vichy.supply")
def test_a_neutral_italy_needs_a_fleet_for_albania_until_it_has_yugoslavia() -> None:
    """The rulebook's example; of neutral countries Vichy France alone needs no supply."""
    setting = war("full_war_a", 4).season("1940_spring").phase("opening").stack("tirana", italy={"infantry": 1})
    setting = setting.stack("rome", italy={"infantry": 1}).stack("berlin", germany={"infantry": 1})
    without = setting.start()
    assert flags(without, "tirana") == [True] and flags(without, "rome") == [False]
    supplied = setting.stack("naples", italy={"fleet": 1}).start()
    assert (supplied.asked, supplied.prompt) == ("italy", "supply") and supplied.offers("supply", "area:tirana")
    yugoslav = [PACK.area_keys[area] for area in members(PACK.areas_of[PACK.nation_keys.index("yugoslavia")])]
    assert flags(setting.held("italy", *yugoslav).start(), "tirana") == [False]


@rule("sup.fleet.range")
def test_of_two_areas_and_two_bases_one_fleet_reaches_the_one_and_the_other_the_other() -> None:
    """Edinburgh is near Bergen, Alexandria near Crete."""
    setting = allied_turn().held("britain", "crete", "bergen").stack("crete", britain={"infantry": 1})
    setting = setting.stack("bergen", britain={"infantry": 1}).stack("edinburgh", britain={"fleet": 1})
    table = setting.start()
    assert table.offers("supply", "area:bergen") and table.refused("supply", "area:crete") == "sup.fleet.range"
    setting = (
        setting.stack("alexandria", britain={"fleet": 1}).held("britain", "suez").stack("suez", britain={"fleet": 1})
    )
    both = setting.start().choose("supply", "area:crete")
    assert (
        both.offers("by", "area:alexandria")
        and both.offers("by", "area:suez")
        and both.refused("by", "area:edinburgh") == "sup.fleet.range"
    )
