"""Clauses about interventions that could be dropped unnoticed: who comes, who is asked, and who is used (12.2)."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import interceptors
from tests.citing import rule
from tests.games.battle_for_europe.battles import Ride, flags, rolled
from tests.games.battle_for_europe.chains import left, meet, path, set_out
from tests.games.battle_for_europe.test_chain_battles import SUBMARINES
from tests.games.battle_for_europe.test_intervention import FLIGHT, HITS, MISSES, channel, germans, invade
from tests.games.battle_for_europe.test_submarines import atlantic, raid
from tests.games.battle_for_europe.war import PACK, War, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}

# ---------------------------------------------------------------------- who does not come


@rule("usa.first_to_britain", "int.sea.declare")
@pytest.mark.parametrize(("base", "asked"), [("usa", False), ("liverpool", True)])
def test_american_ships_overseas_do_not_intervene(base: str, asked: bool) -> None:
    setting = war("bagration_overlord").advanced().phase("fighting", 1).held("germany", "brest", "paris")
    setting = setting.stack("brest", germany={"submarine": 1, "infantry": 1}).stack("berlin", germany={"infantry": 1})
    setting = setting.stack(base, usa={"fleet": 1}).stack("london", britain={"infantry": 1})
    table = raid(setting.stack("moscow", ussr={"infantry": 1}))
    assert (table.prompt == "intervene") == asked


def war_with_spain(italy: str | None) -> War:
    """Germany and Italy are both at war with Spain; Italy is neutral otherwise, or an ally of Germany."""
    foes: dict[str, Json] = {"germany": ["britain", "france", "spain"], "italy": ["spain"]}
    setting = war("full_war_a").advanced().season("1940_spring").phase("moving", 0, 0).held("germany", "lyon")
    setting = setting.set(at_war_with={**foes, "spain": ["germany", "italy"]}, commander={"spain": "britain"})
    setting = setting.set(alliance={"italy": italy}).held("italy", "corsica")
    setting = setting.stack("barcelona", spain={"aircraft": 1, "infantry": 1}).stack("lyon", germany={"aircraft": 1})
    setting = setting.stack("corsica", italy={"aircraft": 1}).stack("rome", italy={"infantry": 1})
    return setting.stack("berlin", germany={"infantry": 1}).stack("london", britain={"infantry": 1}).roll(*MISSES)


@rule("int.counter", "war.neutral_power.limits")
@pytest.mark.parametrize(("italy", "answers"), [(None, False), ("axis", True)])
def test_a_power_at_war_with_the_same_country_answers_for_an_ally_alone(italy: str | None, answers: bool) -> None:
    """Spanish aircraft meet a German flight over Vichy; Italian ones are near enough, and at war with Spain too."""
    assert PACK.flight[AREA["corsica"]][AREA["vichy"]] == 2
    setting = war_with_spain(italy).held("germany", "vichy")
    table = set_out(setting, "vichy", "germany", {"lyon": {"germany_aircraft": 1}}, kind="move", source="lyon")
    meet(table, "vichy", "aircraft_1")
    assert (table.prompt == "intervene.answer") == answers


# ---------------------------------------------------------------------- who comes all the same


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


@rule("int.together", "coop.anglo_french.defend")
def test_french_aircraft_come_to_the_french_beside_whom_the_british_stand() -> None:
    """The battle is against the French alone: the British in the same area take no part in it."""
    setting = germans(*MISSES).stack("calais", france={"infantry": 1}, britain={"infantry": 1})
    table = set_out(setting.stack("paris", france={"aircraft": 1}), "calais", "germany", FLIGHT, group="france")
    assert table.prompt == "intervene" and table.offers("meet", "area:calais", "foe:aircraft_1")


@rule("sub.air_once_per_raid")
def test_the_same_aircraft_attacks_another_group_of_submarines() -> None:
    setting = atlantic(6, plymouth={"aircraft": 1}).set(hunts=[["britain_aircraft_1"], ["germany_submarine_3"]])
    table = raid(setting, boats=2)
    assert table.prompt == "intervene"
    met = raid(atlantic(6, plymouth={"aircraft": 1}).set(hunts=[["britain_aircraft_1"], ["germany_submarine_1"]]))
    assert met.told("intervenes") == [] and met.prompt != "intervene"


@rule("sub.air_once_per_raid")
def test_aircraft_that_attacked_submarines_may_come_where_other_ships_are_with_them() -> None:
    setting = atlantic(6, plymouth={"aircraft": 1}, boats=1).phase("moving", 0).held("germany", "bilbao")
    setting = setting.stack("brest", germany={"submarine": 1, "fleet": 1})
    setting = setting.set(hunts=[["britain_aircraft_1"], ["germany_submarine_1"]])
    alone = {"brest": {"germany_submarine": 1}}
    both = {"brest": {"germany_submarine": 1, "germany_fleet": 1}}
    passed = set_out(setting, "bilbao", "germany", alone, kind="move", source="brest")
    met = set_out(setting, "bilbao", "germany", both, kind="move", source="brest")
    assert passed.prompt != "intervene" and met.prompt == "intervene"


# ---------------------------------------------------------------------- who is used


@rule("int.used_after", "sub.air_not_action")
def test_aircraft_that_come_against_submarines_and_fleets_are_used() -> None:
    setting = atlantic(*MISSES, plymouth={"aircraft": 1}).phase("moving", 0).held("germany", "bilbao", "la_rochelle")
    setting = setting.stack("brest", germany={"submarine": 1, "fleet": 1})
    setting = setting.stack("la_rochelle", germany={"aircraft": 1})
    going = {"brest": {"germany_submarine": 1, "germany_fleet": 1}}
    table = set_out(setting, "bilbao", "germany", going, kind="move", source="brest")
    meet(table, "bay_of_biscay", "ships")
    assert table.prompt == "intervene.answer"  # nobody has fought yet
    assert flags(table, "plymouth", "britain_aircraft") == [{"used"}]


# ---------------------------------------------------------------------- whom they meet


@rule("int.chain.order", "int.air.trigger")
def test_each_group_over_a_place_is_met_by_those_who_were_sent_against_it() -> None:
    """Aircraft of Essen and of Stuttgart pass the Maginot Line; one aircraft of Paris is sent against each group.

    Those of Essen keep clear of Belgium, where an aircraft of Dover could meet them too.
    """
    setting = germans(*MISSES).stack("essen", germany={"aircraft": 1}).stack("stuttgart", germany={"aircraft": 1})
    setting = setting.stack("paris", france={"aircraft": 2}).stack("dover", britain={"aircraft": 1})
    force = {"belgium": {"germany_infantry": 2}, "essen": {"germany_aircraft": 1}, "stuttgart": {"germany_aircraft": 1}}
    table = set_out(setting, "calais", "germany", force, group="france")
    assert [path(table, leg) for leg in range(2)] == [["maginot", "calais"]] * 2
    meet(table, "maginot", "aircraft_1", ("france_aircraft", "paris"))
    meet(table, "maginot", "aircraft_2")
    chain = table.state.chain_now()
    assert chain.answers[2:] == [0, 1] and [left(table, group) for group in range(4)] == [1, 1, 1, 1]


@rule("int.air.together")
def test_aircraft_escort_bombers_that_fly_the_same_way() -> None:
    """Both leave Essen for Calais over Belgium or the Maginot Line: whoever meets the bomber has the aircraft there."""
    setting = germans(*MISSES).stack("essen", germany={"aircraft": 1, "bomber": 1}).stack("stuttgart", germany={})
    force = {"belgium": {"germany_infantry": 2}, "essen": {"germany_aircraft": 1, "germany_bomber": 1}}
    table = set_out(setting.stack("paris", france={"aircraft": 1}), "calais", "germany", force, group="france")
    assert table.state.chain_now().legs == 1 and left(table, 0) == 2
    place = path(table)[0]
    assert not table.offers("meet", f"area:{place}", "foe:aircraft_2")
    meet(table, place, "aircraft_1")
    assert rolled(table, 0) == {"germany_aircraft": (3, 1, 1), "germany_bomber": (2, 1, 1)}  # bomb.air_only_defend


@rule("int.air.together", "int.air.path")
@pytest.mark.parametrize(("way", "british_die"), [("english_channel", 1), ("north_sea", 6)])
def test_paratroops_go_with_the_aircraft_of_their_base_or_by_a_way_of_their_own(way: str, british_die: int) -> None:
    """Aircraft cross the Channel from Belgium to Plymouth, two areas; paratroops may take three, by the North Sea."""
    setting = war().advanced().season("1940_spring").held("germany", "belgium").roll(6, british_die, *MISSES)
    setting = setting.stack("belgium", germany={"aircraft": 1, "paratroop": 1, "infantry": 1})
    setting = setting.stack("dover", britain={"aircraft": 1}).stack("plymouth", britain={"infantry": 1})
    table = setting.stack("berlin", germany={"infantry": 1}).start().choose("attack", "area:plymouth")
    table.choose("force", "force:all").choose("via", f"area:{way}")
    while table.prompt == "route":
        table.choose("direct")
    together = way == "english_channel"
    assert [left(table, group) for group in range(table.state.chain_now().legs)] == ([2] if together else [1, 1])
    meet(table, "english_channel", "aircraft_1")
    assert rolled(table, 0) == {"germany_aircraft": (3, 1, 1)}  # para.intercepted: paratroops do not roll
    assert table.offers("lose", "loss:germany_paratroop_1") == together
    if together:
        table.choose("lose", "loss:germany_paratroop_1")
        assert table.count("belgium", "germany_aircraft") == 1


# ---------------------------------------------------------------------- the die


@rule("int.sea.counter_same_roll", "int.sea.roll")
def test_the_die_of_an_answer_is_told_as_one() -> None:
    table = invade(channel(3, 4, *MISSES))
    meet(table, "english_channel", "ships", *SUBMARINES).choose("let_pass")
    meet(table, "english_channel", "ships", *[("britain_destroyer", "liverpool")] * 4)
    first, second = table.told("roll_intervene")
    assert (first.rule, second.rule) == ("int.sea.roll", "int.sea.counter_same_roll")
    assert (first.args[0], first.args[3], second.args[0], second.args[3]) == (3, 1, 4, 2)


# ---------------------------------------------------------------------- who names his way


@rule("int.air.path", "int.unused_only")
@pytest.mark.parametrize(("condition", "asked"), [("used", False), ("fresh", True)])
def test_nobody_names_a_way_on_which_nobody_can_meet_him(condition: str, asked: bool) -> None:
    """Flying from Essen to Calais, aircraft pass Paris; those based there have been used."""
    setting = germans().held("germany", "calais").phase("moving", 0).stack("calais", germany={"infantry": 1})
    setting = setting.stack("paris", france={"aircraft": {condition: 1}, "infantry": 1})
    table = setting.start().choose("move", "area:essen")
    table.choose("go", "kind:germany_aircraft", "area:calais", "number:one")
    assert (table.prompt in ("route", "intervene")) == asked


# ---------------------------------------------------------------------- where is fought first


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
