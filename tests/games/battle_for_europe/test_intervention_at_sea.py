"""Interventions at sea: who is asked, where ships meet, what they fight about, and who turns back (12.2)."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import interceptors, routes
from sandtable.games.battle_for_europe.pack import BRITAIN, FLEET, SUBMARINE
from tests.citing import rule
from tests.games.battle_for_europe.battles import Ride, at_first, flags, rolled, step
from tests.games.battle_for_europe.chains import meet, pass_on, path, set_out
from tests.games.battle_for_europe.situations import AREA
from tests.games.battle_for_europe.test_chain_battles import SUBMARINES
from tests.games.battle_for_europe.test_intervention import (
    ARMOUR,
    FLIGHT,
    HITS,
    INFANTRY,
    MISSES,
    channel,
    germans,
    invade,
)
from tests.games.battle_for_europe.test_submarines import raid
from tests.games.battle_for_europe.war import PACK, Table, War, war

FROM_PARIS = [("germany_aircraft", "paris")] * 2
FROM_LONDON = [("britain_aircraft", "london")] * 2
SPENT = {"moved", "attacked", "attacked_twice", "carried"}
LOADS: Ride = ("britain_fleet", "dover", "britain_tank", "plymouth")
"""A fleet of Dover that loads armour in Plymouth."""


def merged(*dice: int) -> Table:
    """In the Channel submarines and aircraft meet the ships, and British aircraft come against the submarines."""
    table = invade(channel(3, *dice).stack("liverpool", britain={"infantry": 1}))
    meet(table, "english_channel", "ships", *SUBMARINES)
    meet(table, "english_channel", "ships", *FROM_PARIS)
    meet(table, "english_channel", "ships", *FROM_LONDON)
    return pass_on(table)


def turned_back() -> Table:
    """An invasion from Dover by way of Plymouth breaks off in the Channel; aircraft were on their way to Calais too."""
    setting = channel(3, *MISSES, german={"fleet": 2}).stack("dover", britain={"fleet": 2, "aircraft": 1})
    setting = setting.stack("plymouth", britain={"tank": 1}).stack("london", britain={"infantry": 1})
    setting = setting.stack("liverpool", britain={"infantry": 1}).stack("paris", germany={"infantry": 1})
    force = {"dover": {"britain_fleet": 1, "britain_aircraft": 1}}
    table = set_out(setting, "calais", "britain", force, kind="invade", rides=(LOADS,))
    table.choose("meet", "area:english_channel", "foe:ships")
    if table.prompt == "intervene.force":
        table.choose("force", "force:all")
    return pass_on(table).choose("break_off")


def met_at_two_places(setting: War, places: dict[str, str], **force: dict[str, int]) -> list[str]:
    """An invasion of Calais that German fleets meet at two places, each from its base: where they fight, in order."""
    rides: list[Ride] = [("britain_fleet", "plymouth", "britain_tank", "plymouth")]
    setting = setting.stack("london", britain={"infantry": 1}).stack("paris", germany={"infantry": 1})
    table = set_out(setting.roll(5, 5, *MISSES, *HITS), "calais", "britain", force, kind="invade", rides=rides)
    for place, base in places.items():
        meet(table, place, "ships", ("germany_fleet", base))
    while table.prompt.startswith("intervene"):
        table.choose("let_pass")
    while table.state.chain is not None and table.prompt == "battle.sea":
        table.choose("go_on" if table.asked == "allies" else "break_off")
    return [str(line.args[1]) for line in table.told("intervention")]


@rule("unit.carried.no_fight", "air.losses.only_air", "int.sea.one_battle")
def test_hits_in_the_air_do_not_fall_on_what_is_aboard() -> None:
    """Two German hits take both British aircraft; infantry and armour aboard are no part of it."""
    table = merged(6, 6, 1, 1, *MISSES)
    assert table.count("london", "britain_aircraft") == 0 and step(table) == "sea"
    assert table.count("plymouth", "britain_infantry") == table.count("plymouth", "britain_tank") == 1


@rule("int.sea.route", "unit.fleet.embark_where")
def test_ships_enter_the_port_where_they_load_from_the_sea_where_they_are() -> None:
    """A fleet of Liverpool loads in Plymouth: from the Irish Sea it goes straight there, and on by the Channel."""
    g = at_first(channel().stack("liverpool", britain={"fleet": 1}))
    irish_sea, port, goal = (AREA[key] for key in ("irish_sea", "plymouth", "calais"))
    way = routes.sailed(g, BRITAIN, irish_sea, port, goal, (irish_sea,))
    assert [PACK.area_keys[area] for area in way] == ["plymouth", "english_channel", "calais"]


@rule("int.sea.declare", "int.sea.air_auto")
def test_the_log_says_how_many_come_from_each_base() -> None:
    table = invade(channel(5, 5, *MISSES, german={"fleet": 2}).stack("belgium", germany={"fleet": 1}))
    meet(table, "english_channel", "ships")
    told = {(line.args[1], line.args[2]): line.args[0] for line in table.told("intervenes")}
    fleet, aircraft = "kind:germany_fleet", "kind:germany_aircraft"
    assert told == {(fleet, "area:brest"): 2, (fleet, "area:belgium"): 1, (aircraft, "area:paris"): 2}


@rule("int.sea.declare")
@pytest.mark.parametrize(("left_out", "stays"), [("fleet", SUBMARINE), ("submarine", FLEET)])
def test_whoever_is_left_out_again_is_the_one_that_was_named(left_out: str, stays: int) -> None:
    table = invade(channel(german={"fleet": 1, "submarine": 1}))
    table.choose("meet", "area:english_channel", "foe:ships").choose("by_hand")
    for kind in ("submarine", "fleet"):
        table.choose("send", f"kind:germany_{kind}", "area:brest")
    table.choose("leave", f"kind:germany_{left_out}", "area:brest")
    assert table.state.draft.bit_count() == 1 and table.state.draft & PACK.of_type[stays]


@rule("int.sea.declare", "int.air.trigger")
def test_only_forces_that_there_are_can_be_sent() -> None:
    ships = invade(channel(german={"fleet": 2}).stack("paris", germany={"infantry": 1}))
    ships.choose("meet", "area:english_channel", "foe:ships")
    assert [choice[1] for choice in ships.all("force")] == ["force:all"]
    both = invade(channel(german={"fleet": 2})).choose("meet", "area:english_channel", "foe:ships")
    assert {choice[1] for choice in both.all("force")} == {"force:all", "force:no_air", "force:air_only"}


@rule("int.sea.range", "int.sea.roll")
@pytest.mark.parametrize(("die", "comes"), [(6, True), (5, False)])
def test_ships_five_areas_away_are_asked_and_come_with_a_six(die: int, comes: bool) -> None:
    """A destroyer of Malta passes Gibraltar, the Lusitanian Sea and the Bay of Biscay on its way to the Channel."""
    setting = war().advanced().season("1940_spring").phase("moving", 0).held("germany", "brest", "calais")
    setting = setting.stack("brest", germany={"fleet": 1}).stack("malta", britain={"destroyer": 1})
    setting = setting.stack("berlin", germany={"infantry": 1}).stack("london", britain={"infantry": 1})
    going = {"brest": {"germany_fleet": 1}}
    table = set_out(setting.roll(die, *[6] * 8), "calais", "germany", going, kind="move", source="brest")
    assert table.prompt == "intervene"
    meet(table, "english_channel", "ships")
    assert [line.args[3] for line in table.told("roll_intervene")] == [5]
    assert bool(table.told("intervene_failed")) != comes and (table.count("calais", "germany_fleet") == 1) != comes


@rule("int.sea.roll", "int.sea.counter_same_roll")
def test_a_link_shows_the_die_by_which_it_came() -> None:
    table = invade(channel(3, 5, *MISSES, german={"fleet": 1}))
    meet(table, "english_channel", "ships", ("germany_fleet", "brest")).choose("let_pass")
    meet(table, "english_channel", "ships", ("britain_destroyer", "liverpool"))
    panel = table.scene().battle
    assert panel is not None
    assert [side.facts.get("die") for side in panel.sides] == [None, "3 > 1", "5 > 2"]


@rule("int.sea.counter_same_roll", "int.sea.roll")
def test_the_die_of_an_answer_is_told_as_one() -> None:
    table = invade(channel(3, 4, *MISSES))
    meet(table, "english_channel", "ships", *SUBMARINES).choose("let_pass")
    meet(table, "english_channel", "ships", *[("britain_destroyer", "liverpool")] * 4)
    first, second = table.told("roll_intervene")
    assert (first.rule, second.rule) == ("int.sea.roll", "int.sea.counter_same_roll")
    assert (first.args[0], first.args[3], second.args[0], second.args[3]) == (3, 1, 4, 2)


@rule("int.sea.one_battle", "air.when", "int.sea.values")
def test_a_battle_for_ships_begins_in_the_air_if_both_sides_have_aircraft() -> None:
    table = merged(*MISSES)
    assert step(table) == "air"
    assert rolled(table, 0) == {"britain_aircraft": (3, 2, 2)} and rolled(table, 1) == {"germany_aircraft": (4, 2, 2)}


@rule("int.sea.one_battle", "bomb.no_air_attack")
def test_when_only_bombers_are_left_in_the_air_the_ships_fight() -> None:
    """An aircraft and a bomber on either side: both aircraft shoot each other down."""
    setting = channel(3, 1, 6, 1, 6, *MISSES, german={"fleet": 1}).stack("liverpool", britain={"infantry": 1})
    setting = setting.stack("paris", germany={"infantry": 1, "aircraft": 1, "bomber": 1})
    table = invade(setting.stack("london", britain={"infantry": 1, "aircraft": 1, "bomber": 1}))
    meet(table, "english_channel", "ships")
    pass_on(meet(table, "english_channel", "ships"))
    assert step(table) == "air"
    table.choose("lose", "loss:britain_aircraft_1").choose("lose", "loss:germany_aircraft_1")
    assert step(table) == "sea"


@rule("int.sea.one_battle", "int.counter.where", "int.sea.at_target")
def test_aircraft_that_help_ships_at_the_target_fight_beside_them_there() -> None:
    setting = channel(3, *MISSES).stack("liverpool", britain={"infantry": 1}).stack("paris", germany={"infantry": 1})
    setting = setting.stack("london", britain={"infantry": 1}).stack("dover", britain={"aircraft": 1})
    table = meet(invade(setting), "calais", "ships", *SUBMARINES)
    pass_on(meet(table, "calais", "ships", ("britain_aircraft", "dover")))
    assert rolled(table, 0) == {"britain_fleet": (3, 2, 2), "britain_aircraft": (3, 1, 1)}


@rule("int.sea.one_battle", "int.sea.roll_group")
def test_ships_of_two_bases_do_not_join_the_aircraft_that_came_before_them() -> None:
    setting = channel(5, 5, *MISSES, german={"fleet": 1}).stack("belgium", germany={"fleet": 1})
    table = invade(setting)
    meet(table, "english_channel", "ships", ("germany_aircraft", "paris"))
    meet(table, "english_channel", "ships", ("germany_fleet", "brest"))
    meet(table, "english_channel", "ships", ("germany_fleet", "belgium"))
    chain = table.state.chain_now()
    coming = [chain.units[group] for group in range(chain.legs, len(chain.units))]
    assert [units.bit_count() for units in coming] == [1, 2]
    assert coming[0] & PACK.air_units == coming[0] and coming[1] & PACK.naval_units == coming[1]


@rule("int.sea.breakoff_mover", "inv.failed_unlanded")
def test_what_was_aboard_comes_to_the_base_of_the_fleet_and_is_spent() -> None:
    table = turned_back()
    assert table.count("dover", "britain_tank") == 1 and table.count("plymouth", "britain_tank") == 0
    assert flags(table, "dover", "britain_tank") == [SPENT]


@rule("int.sea.breakoff_mover", "inv.failed_unlanded", "sea.end.no_fighters")
@pytest.mark.parametrize(("port", "spent"), [("plymouth", True), ("dover", False)])
def test_what_other_ships_of_the_move_carry_is_spent_too_once_it_is_aboard(port: str, spent: bool) -> None:
    """Armour of Liverpool turns back in the Irish Sea; a fleet of Plymouth has infantry aboard, or goes to load it."""
    setting = channel(3, *MISSES, german={"fleet": 2}).stack("liverpool", britain={"fleet": 1, "tank": 1})
    there: dict[str, dict[str, Json]] = {"plymouth": {"fleet": 1}, "dover": {}}
    for base, units in there.items():
        setting.stack(base, britain=units | ({"infantry": 1} if base == port else {}))
    loads: Ride = ("britain_fleet", "plymouth", "britain_infantry", port)
    rides: list[Ride] = [loads, ("britain_fleet", "liverpool", "britain_tank", "liverpool")]
    table = set_out(setting, "calais", "britain", {}, kind="invade", rides=rides)
    pass_on(meet(table, "irish_sea", "ships", *[("germany_fleet", "brest")] * 2))
    assert table.state.chain is None and table.told("turned_back")  # nobody fights for those who carry
    assert flags(table, "plymouth", "britain_fleet") == [{"used", "attacked"}]
    assert flags(table, port, "britain_infantry") == [SPENT if spent else set()]


@rule("int.sea.breakoff_mover", "inv.failed_unlanded")
def test_by_the_time_that_some_ships_are_met_far_away_others_have_loaded() -> None:
    """Ships of Malta are met in the Bay of Biscay, their fourth area; one of Dover was in Plymouth in its second."""
    setting = channel(3, *MISSES, german={"fleet": 2}).stack("malta", britain={"fleet": 1, "tank": 1})
    setting = setting.stack("plymouth", britain={"infantry": 1}).stack("dover", britain={"fleet": 1})
    loads: Ride = ("britain_fleet", "dover", "britain_infantry", "plymouth")
    rides: list[Ride] = [loads, ("britain_fleet", "malta", "britain_tank", "malta")]
    table = set_out(setting, "calais", "britain", {}, kind="invade", rides=rides)
    ways = [path(table, leg) for leg in range(2)]
    assert sorted(way.index("bay_of_biscay") for way in ways if "bay_of_biscay" in way) == [3]
    pass_on(meet(table, "bay_of_biscay", "ships", *[("germany_fleet", "brest")] * 2))
    assert table.state.chain is None and table.count("dover", "britain_infantry") == 1
    assert flags(table, "dover", "britain_infantry") == [SPENT]


@rule("inv.failed_unlanded.malta", "int.sea.breakoff_mover")
@pytest.mark.parametrize(("garrison", "there", "back"), [({"infantry": 1}, 1, 1), ({}, 1, 0)])
def test_what_finds_no_room_on_malta_returns_to_where_it_embarked(
    garrison: dict[str, Json], there: int, back: int
) -> None:
    """A fleet of Malta with infantry from Suez is met on its way to Tobruk: one land unit has room on Malta."""
    setting = war("barbarossa").advanced().season("1941_autumn").phase("fighting", 1).roll(*MISSES)
    setting = setting.stack("malta", britain={"fleet": 1, **garrison}).stack("suez", britain={"infantry": 1})
    setting = setting.stack("tobruk", italy={"fleet": 1}).stack("london", britain={"infantry": 1})
    setting = setting.held("italy", "tobruk").held("britain", "suez", "malta")
    rides: list[Ride] = [("britain_fleet", "malta", "britain_infantry", "suez")]
    table = set_out(setting, "tobruk", "britain", {}, kind="invade", rides=rides)
    pass_on(meet(table, "eastern_mediterranean", "ships"))
    assert table.told("turned_back") and table.state.order is None
    assert table.count("malta", "britain_infantry") == there and table.count("suez", "britain_infantry") == back


@rule("int.sea.breakoff_mover")
def test_the_aircraft_of_an_invasion_that_turned_back_go_home_used() -> None:
    table = turned_back()
    assert table.state.battle is None and flags(table, "dover", "britain_aircraft") == [{"used", "attacked"}]


@rule("int.sea.breakoff_mover", "sea.breakoff")
def test_the_aircraft_of_a_strike_go_on_when_its_ships_have_turned_back() -> None:
    """The fleet of Belgium breaks off in the North Sea; the aircraft still strike at the fleet in Dover."""
    setting = war().advanced().season("1940_spring").held("germany", "belgium", "netherlands")
    setting = setting.stack("belgium", germany={"fleet": 1}).stack("netherlands", germany={"aircraft": 1})
    setting = setting.stack("dover", britain={"fleet": 1, "infantry": 1}).stack("plymouth", britain={"fleet": 1})
    setting = setting.stack("berlin", germany={"infantry": 1}).stack("london", britain={"infantry": 1})
    force = {"belgium": {"germany_fleet": 1}, "netherlands": {"germany_aircraft": 1}}
    table = set_out(setting.roll(6, *MISSES), "dover", "germany", force, kind="strike", group="britain")
    meet(table, "north_sea", "ships", ("britain_fleet", "plymouth"))
    pass_on(table).choose("break_off")
    assert table.prompt == "battle.sea" and table.state.chain is None
    assert rolled(table, 0) == {"germany_aircraft": (3, 1, 1)} and rolled(table, 1) == {"britain_fleet": (3, 1, 1)}
    assert flags(table, "belgium", "germany_fleet") == [{"used", "attacked"}]


@rule("int.sea.breakoff_mover", "para.with_invasion")
def test_paratroops_of_an_invasion_that_turned_back_do_not_drop() -> None:
    """The whole move ends: empty Calais is not taken by those who were in the air already."""
    setting = channel(3, *MISSES).stack("calais", germany={}).stack("paris", germany={"infantry": 1})
    setting = setting.stack("plymouth", britain={"fleet": 2, "infantry": 1}).stack("liverpool", britain={"infantry": 1})
    table = setting.stack("london", britain={"paratroop": 1, "infantry": 1}).hpp(britain=20).start()
    table.choose("invade", "area:calais").choose("by_hand").choose("drop", "kind:britain_paratroop", "area:london")
    table.choose("send", "kind:britain_fleet", "area:plymouth").choose("send", "kind:britain_fleet", "area:plymouth")
    table.choose("send", "kind:britain_infantry", "area:plymouth").choose("march")
    while table.prompt == "route":
        table.choose("direct")
    pass_on(meet(table, "english_channel", "ships", *SUBMARINES)).choose("break_off")
    assert table.holder("calais") == "germany" and table.count("london", "britain_paratroop") == 1
    assert table.purse("britain") == 20 - 5


@rule("int.sea.continue", "int.air.reach_target")
def test_an_invasion_whose_carriers_were_sunk_does_not_arrive_and_its_aircraft_are_used() -> None:
    """Both carriers and the cargo are lost in the Channel; an escort is left, and the aircraft from Dover."""
    setting = channel(3, 6, 6, 1, 1, *MISSES, german={"fleet": 2}).stack("dover", britain={"aircraft": 1})
    setting = setting.stack("london", britain={"infantry": 1}).stack("liverpool", britain={"infantry": 1})
    setting = setting.stack("paris", germany={"infantry": 1})
    force = {"plymouth": {"britain_fleet": 2}, "dover": {"britain_aircraft": 1}}
    table = set_out(setting, "calais", "britain", force, kind="invade", rides=(INFANTRY, ARMOUR))
    meet(table, "english_channel", "ships", *[("germany_fleet", "brest")] * 2)
    pass_on(table)
    assert table.prompt == "losses"
    table.choose("lose", "aboard:britain_infantry_1", "aboard:britain_tank_1")
    table.choose("go_on").choose("break_off")  # the Germans leave
    assert table.told("attack_stopped")[-1].rule == "int.air.reach_target" and table.state.battle is None
    assert flags(table, "dover", "britain_aircraft") == [{"used", "attacked"}]
    assert all("used" in each for each in flags(table, "plymouth", "britain_fleet"))


@rule("int.sea.helpers_home")
def test_helpers_who_won_at_the_target_go_home() -> None:
    """Aircraft from Stuttgart shoot down those that came to Calais, and take no part in its battle."""
    setting = germans(6, 6, 1, 1, *MISSES).stack("paris", france={"aircraft": 2})
    setting = setting.stack("stuttgart", germany={"aircraft": 2}).stack("maginot", france={"infantry": 1})
    table = set_out(setting, "calais", "germany", FLIGHT, group="france")
    meet(table, "calais", "aircraft_1")
    meet(table, "calais", "aircraft_1", *[("germany_aircraft", "stuttgart")] * 2)
    assert table.count("paris", "france_aircraft") == 0
    home = [line.args for line in table.told("battle_home")]
    assert (2, "kind:germany_aircraft", "area:stuttgart") in home
    assert rolled(table, 0)["germany_aircraft"] == (3, 2, 2) and step(table) == "land"  # those from Essen


@rule("int.sea.several_places", "int.sea.one_battle")
def test_ships_do_not_fight_about_a_move_that_was_stopped_before() -> None:
    """A fleet is sunk in the Channel; off Dover destroyers and German fleets have nothing to fight about any more."""
    setting = war().advanced().season("1940_spring").phase("moving", 1, 1).held("germany", "brest", "belgium", "paris")
    setting = setting.stack("plymouth", britain={"fleet": 1}).stack("manchester", britain={"destroyer": 2})
    setting = setting.stack("brest", germany={"fleet": 2, "infantry": 1}).stack("belgium", germany={"fleet": 1})
    setting = setting.stack("london", britain={"infantry": 1}).stack("paris", germany={"infantry": 1})
    setting = setting.roll(6, 6, 6, 6, 1, 1, *MISSES)
    going = {"plymouth": {"britain_fleet": 1}}
    table = set_out(setting, "dover", "britain", going, kind="move", source="plymouth")
    meet(table, "english_channel", "ships", *[("germany_fleet", "brest")] * 2)
    meet(table, "dover", "ships", ("germany_fleet", "belgium"))
    meet(table, "dover", "ships", *[("britain_destroyer", "manchester")] * 2)
    pass_on(table)
    assert [line.args[1] for line in table.told("intervention")] == ["area:english_channel"]
    assert table.count("manchester", "britain_destroyer") == 2 and table.count("plymouth", "britain_fleet") == 0


@rule("int.sea.several_places", "int.chain.backwards")
def test_aircraft_do_not_fight_about_ships_that_were_stopped_before() -> None:
    """A fleet is sunk in the Channel; off Dover aircraft of Belgium and of London have nothing to fight about."""
    setting = war().advanced().season("1940_spring").phase("moving", 1, 1).held("germany", "brest", "belgium")
    setting = setting.stack("plymouth", britain={"fleet": 1}).stack("london", britain={"aircraft": 1, "infantry": 1})
    setting = setting.stack("brest", germany={"fleet": 2}).stack("belgium", germany={"aircraft": 1})
    setting = setting.stack("berlin", germany={"infantry": 1}).roll(6, 6, 1, 1, *MISSES)
    going = {"plymouth": {"britain_fleet": 1}}
    table = set_out(setting, "dover", "britain", going, kind="move", source="plymouth")
    meet(table, "english_channel", "ships", *[("germany_fleet", "brest")] * 2)
    meet(table, "dover", "ships", ("germany_aircraft", "belgium"))
    meet(table, "dover", "aircraft_1", ("britain_aircraft", "london"))
    pass_on(table)
    assert [line.args[1] for line in table.told("intervention")] == ["area:english_channel"]
    assert table.count("plymouth", "britain_fleet") == 0


@rule("int.sea.several_places", "int.sea.at_target")
def test_ships_fight_on_their_way_before_the_target_that_aircraft_reach_at_once() -> None:
    """Aircraft fly from Belgium to Calais, one area away; the ships come there by the Channel."""
    setting = channel(german={"fleet": 1}).stack("netherlands", germany={"fleet": 1}).held("germany", "netherlands")
    setting = setting.held("britain", "belgium").stack("belgium", britain={"aircraft": 1, "infantry": 1})
    assert PACK.flight[AREA["belgium"]][AREA["calais"]] == 1
    force = {"plymouth": {"britain_fleet": 2}, "belgium": {"britain_aircraft": 1}}
    fought = met_at_two_places(setting, {"calais": "netherlands", "english_channel": "brest"}, **force)
    assert fought == ["area:english_channel", "area:calais"]


@rule("int.sea.several_places")
def test_no_sea_comes_before_one_that_some_ships_cross_on_their_way_to_it() -> None:
    """From Plymouth the Channel is the first sea, from Liverpool the second, after the Irish Sea."""
    setting = channel(german={"fleet": 2}).stack("liverpool", britain={"fleet": 1})
    force = {"plymouth": {"britain_fleet": 2}, "liverpool": {"britain_fleet": 1}}
    fought = met_at_two_places(setting, {"english_channel": "brest", "irish_sea": "brest"}, **force)
    assert fought == ["area:irish_sea", "area:english_channel"]


@rule("int.sea.several_places")
def test_of_places_on_ways_apart_that_comes_first_which_is_reached_first() -> None:
    """Ships of Kiel come by the North Sea and the Channel, bombers of Berlin over two areas of land."""
    setting = germans().held("germany", "belgium").stack("kiel", germany={"fleet": 1, "tank": 1})
    setting = setting.stack("berlin", germany={"bomber": 1, "infantry": 1}).stack("paris", france={"aircraft": 1})
    rides: list[Ride] = [("germany_fleet", "kiel", "germany_tank", "kiel")]
    force = {"berlin": {"germany_bomber": 1}}
    table = set_out(setting, "calais", "germany", force, kind="invade", group="france", rides=rides)
    flown, sailed = sorted((path(table, leg) for leg in range(2)), key=lambda way: "north_sea" in way)
    assert sailed == ["north_sea", "english_channel", "calais"] and len(flown) == 3 and "north_sea" not in flown
    met = [PACK.area_keys[area] for area in interceptors.places(table.state)]
    assert {*met[:2]} == {flown[0], "north_sea"} and {*met[2:4]} == {flown[1], "english_channel"}


@rule("int.sea.several_places", "int.path.once")
def test_a_sea_on_both_sides_of_the_port_comes_after_the_port() -> None:
    """A fleet of Dover loads in Plymouth: it is met in the Channel when it comes out, so Plymouth is before it."""
    setting = channel(german={"fleet": 1}).stack("dover", britain={"fleet": 1}).stack("plymouth", britain={"tank": 1})
    rides: list[Ride] = [("britain_fleet", "dover", "britain_tank", "plymouth")]
    table = set_out(setting, "calais", "britain", {}, kind="invade", rides=rides)
    assert path(table) == ["english_channel", "plymouth", "english_channel", "calais"]
    met = [PACK.area_keys[area] for area in interceptors.places(table.state)]
    assert met == ["plymouth", "english_channel", "calais"]


@rule("int.sea.at_target", "int.together")
def test_french_ships_come_before_the_battle_for_a_british_base() -> None:
    """They fight before the battle of the base, in which the British defend: so they fight beside nobody."""
    setting = war().advanced().season("1940_spring").held("germany", "belgium")
    setting = setting.stack("belgium", germany={"fleet": 2}).stack("berlin", germany={"infantry": 1})
    setting = setting.stack("dover", britain={"fleet": 1, "infantry": 1}).stack("calais", france={"fleet": 1})
    setting = setting.stack("paris", france={"infantry": 1}).roll(*MISSES)
    force = {"belgium": {"germany_fleet": 2}}
    table = set_out(setting, "dover", "germany", force, kind="strike", group="britain")
    assert table.prompt == "intervene" and table.offers("meet", "area:dover", "foe:ships")
    aircraft = setting.stack("calais", france={"aircraft": 1})
    assert not set_out(aircraft, "dover", "germany", force, kind="strike", group="britain").offers(
        "meet", "area:dover", "foe:ships"
    )


@rule("usa.first_to_britain", "int.sea.declare")
@pytest.mark.parametrize(("base", "asked"), [("usa", False), ("liverpool", True)])
def test_american_ships_overseas_do_not_intervene(base: str, asked: bool) -> None:
    setting = war("bagration_overlord").advanced().phase("fighting", 1).held("germany", "brest", "paris")
    setting = setting.stack("brest", germany={"submarine": 1, "infantry": 1}).stack("berlin", germany={"infantry": 1})
    setting = setting.stack(base, usa={"fleet": 1}).stack("london", britain={"infantry": 1})
    table = raid(setting.stack("moscow", ussr={"infantry": 1}))
    assert (table.prompt == "intervene") == asked


@rule("inv.failed_unlanded.apart", "coop.soviet_apart", "inv.failed_unlanded")
@pytest.mark.parametrize(("owner", "in_riga", "in_stockholm"), [("britain", 0, 1), ("ussr", 1, 0)])
def test_british_infantry_aboard_a_soviet_fleet_goes_back_to_where_it_embarked(
    owner: str, in_riga: int, in_stockholm: int
) -> None:
    """A fleet from Riga takes infantry from Stockholm to Konigsberg and turns back in the Baltic."""
    foes: dict[str, Json] = {"germany": ["britain", "ussr"], "britain": ["germany"], "ussr": ["germany"], "france": []}
    setting = war("full_war_a", 5).advanced().season("1943_summer").phase("moving", 1, 2).roll(*MISSES)
    setting = setting.set(at_war_with=foes, fallen=["france"], alliance={"ussr": "allies", "france": None})
    setting = setting.held("ussr", "riga").held(owner, "stockholm", "konigsberg")
    setting = setting.stack("riga", ussr={"fleet": 1}).stack("stockholm", **{owner: {"infantry": 1}})
    setting = setting.stack("stettin", germany={"fleet": 2}).stack("moscow", ussr={"infantry": 1})
    rides: list[Ride] = [("ussr_fleet", "riga", f"{owner}_infantry", "stockholm")]
    table = set_out(setting, "konigsberg", "ussr", {}, kind="ship", rides=rides, source="stockholm")
    pass_on(meet(table, "baltic_sea", "ships"))
    while table.state.chain is not None:
        table.choose("break_off")
    assert table.told("turned_back")
    assert table.count("riga", f"{owner}_infantry") == in_riga
    assert table.count("stockholm", f"{owner}_infantry") == in_stockholm
