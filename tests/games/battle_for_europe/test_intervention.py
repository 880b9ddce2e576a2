"""Intervention: who may meet a move on its way, where, against whom, and in which order it is declared (12.2)."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.engine.words import Words
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import routes
from tests.citing import rule
from tests.games.battle_for_europe.battles import Ride, at_first, flags
from tests.games.battle_for_europe.chains import left, meet, path, set_out
from tests.games.battle_for_europe.war import PACK, Table, War, war

MISSES = (6,) * 60
HITS = (1,) * 60
FLIGHT = {"belgium": {"germany_infantry": 2}, "essen": {"germany_aircraft": 2}}
INFANTRY: Ride = ("britain_fleet", "plymouth", "britain_infantry", "plymouth")
ARMOUR: Ride = ("britain_fleet", "plymouth", "britain_tank", "plymouth")


def germans(*dice: int) -> War:
    """Germany attacks Calais from Belgium, and with aircraft from Essen, over Belgium or over the Maginot Line."""
    return (
        war()
        .advanced()
        .season("1940_spring")
        .held("germany", "belgium", "netherlands")
        .stack("essen", germany={"aircraft": 2})
        .stack("belgium", germany={"infantry": 2})
        .stack("calais", france={"infantry": 1})
        .stack("berlin", germany={"infantry": 1})
        .stack("stuttgart", germany={"aircraft": 1})
        .roll(*dice)
    )


def channel(*dice: int, german: dict[str, Json] | None = None) -> War:
    """The British invasion of the rulebook: four fleets from Plymouth through the Channel to Calais."""
    return (
        war()
        .advanced()
        .season("1940_spring")
        .phase("fighting", 1)
        .stack("plymouth", britain={"fleet": 4, "infantry": 1, "tank": 1})
        .stack("london", britain={"aircraft": 2, "infantry": 1})
        .stack("liverpool", britain={"destroyer": 4})
        .stack("brest", germany=german or {"submarine": 8})
        .stack("paris", germany={"aircraft": 2, "infantry": 1})
        .stack("calais", germany={"infantry": 1})
        .held("germany", "calais", "brest", "paris", "belgium")
        .roll(*dice)
    )


def invade(setting: War) -> Table:
    rides = (INFANTRY, ARMOUR)
    return set_out(setting, "calais", "britain", {"plymouth": {"britain_fleet": 2}}, kind="invade", rides=rides)


# ---------------------------------------------------------------------- who is asked


@rule("int.air.trigger", "int.unused_only")
def test_unused_aircraft_near_the_way_may_intervene() -> None:
    table = set_out(germans().stack("paris", france={"aircraft": 1}), "calais", "germany", FLIGHT)
    assert table.prompt == "intervene" and table.asked == "allies"
    assert table.offers("meet", "area:calais", "foe:aircraft_1")


@rule("int.unused_only", "int.air.trigger")
def test_used_aircraft_do_not_and_nobody_else_is_asked() -> None:
    table = set_out(germans(*MISSES).stack("paris", france={"aircraft": {"used": 1}}), "calais", "germany", FLIGHT)
    assert table.state.chain is None and table.prompt.startswith("battle.")
    assert table.state.battle_now().attackers.bit_count() == 4


@rule("int.not_overland")
def test_an_attack_on_land_gives_no_occasion() -> None:
    """Three French aircraft stand by in Paris; nobody asks them."""
    setting = germans(*MISSES).stack("paris", france={"aircraft": 3})
    table = setting.start().choose("attack", "area:calais").choose("force", "force:no_air")
    assert table.state.chain is None and table.asked == "axis" and table.prompt == "battle.land"


@rule("int.at_war_only")
def test_only_powers_at_war_with_the_moving_power_intervene() -> None:
    """Italy is neutral: its aircraft in Milan are near Lyon, but it is not asked, and does not help Germany either."""
    setting = (
        war("full_war_a", 4)
        .advanced()
        .season("1940_spring")
        .phase("fighting", 1)
        .stack("paris", france={"aircraft": 1, "infantry": 1})
        .stack("maginot", france={"infantry": 1})
        .stack("essen", germany={"infantry": 1})
        .stack("milan", italy={"aircraft": 3})
        .roll(*MISSES)
    )
    table = set_out(setting, "lyon", "france", {"paris": {"france_aircraft": 1}}, kind="rebase", source="paris")
    assert table.state.chain is None and table.count("lyon", "france_aircraft") == 1
    at_war: Json = {"italy": ["france", "britain"], "france": ["italy", "germany"], "britain": ["italy", "germany"]}
    setting = setting.set(at_war_with=at_war, alliance={"italy": "axis"})
    table = set_out(setting, "lyon", "france", {"paris": {"france_aircraft": 1}}, kind="rebase", source="paris")
    assert table.prompt == "intervene" and table.asked == "italy"


@rule("int.at_war_only", "int.chain.order")
def test_every_seat_that_could_is_asked_though_it_may_not_want_to() -> None:
    setting = channel(*HITS).stack("dover", britain={"aircraft": 1}).option(players=3)
    table = invade(setting)
    assert table.asked == "germany"
    table.choose("let_pass")
    assert table.state.chain is None  # nothing was declared: nobody of the moving side has anything to answer


@rule("int.chain.order")
def test_who_lets_a_move_pass_does_not_speak_for_others_of_his_side() -> None:
    """French aircraft and British ones are near the way to Belgium: when one of them has passed, the other is asked."""
    setting = germans(*MISSES).stack("paris", france={"aircraft": 1}).stack("dover", britain={"aircraft": 1})
    going = {"essen": {"germany_aircraft": 2}}
    table = set_out(setting.option(players=3), "belgium", "germany", going, kind="rebase", source="essen")
    asked = [table.asked, table.choose("let_pass").asked]
    assert sorted(asked) == ["britain", "france"] and table.prompt == "intervene"
    table.choose("let_pass")
    assert table.state.chain is None and table.count("belgium", "germany_aircraft") == 2


# ---------------------------------------------------------------------- where


@rule("int.air.where", "int.air.path")
def test_places_are_those_of_the_way_without_its_start() -> None:
    """Paris is two areas from Belgium and one from Calais; Essen itself is no place to meet them."""
    setting = germans().stack("paris", france={"aircraft": 1}).stack("maginot", france={"infantry": 1})
    table = set_out(setting, "calais", "germany", FLIGHT)
    assert path(table) in (["belgium", "calais"], ["maginot", "calais"])
    places = {choice[1] for choice in table.all("meet")}
    assert places <= {f"area:{area}" for area in path(table)} and "area:calais" in places
    assert table.refused("meet", "area:essen", "foe:aircraft_1") == "int.air.where"


@rule("int.air.where")
def test_aircraft_farther_than_two_areas_do_not_reach_the_place() -> None:
    """London is three areas from Belgium and from Calais."""
    table = set_out(germans(*MISSES).stack("london", britain={"aircraft": 3}), "calais", "germany", FLIGHT)
    assert table.state.chain is None
    near = set_out(germans().stack("dover", britain={"aircraft": 1}), "calais", "germany", FLIGHT)
    assert near.offers("meet", "area:calais", "foe:aircraft_1")  # Dover is two areas from it


@rule("int.air.path", "int.sea.route")
def test_groups_name_their_ways_before_anybody_declares() -> None:
    setting = germans().stack("paris", france={"aircraft": 1}).stack("maginot", france={"infantry": 1})
    table = setting.start().choose("attack", "area:calais").choose("force", "force:all")
    assert table.prompt == "route" and table.asked == "axis"
    assert table.offers("direct") and table.offers("via", "area:belgium") and table.offers("via", "area:maginot")
    table.choose("via", "area:maginot")
    while table.prompt == "route":
        table.choose("direct")
    ways = [path(table, leg) for leg in range(table.state.chain_now().legs)]
    assert ["maginot", "calais"] in ways and table.prompt == "intervene"


@rule("int.air.path")
def test_a_way_is_within_the_range_of_the_group() -> None:
    """Two areas for aircraft: from Essen to Calais nothing lies between but Belgium and the Maginot Line."""
    setting = germans().stack("paris", france={"aircraft": 1})
    table = setting.start().choose("attack", "area:calais").choose("force", "force:all")
    assert table.refused("via", "area:netherlands") == "int.air.path"
    assert table.refused("via", "area:english_channel") == "int.air.path"


@rule("int.sea.route", "int.path.once")
def test_a_route_leads_through_seas_within_six_points_and_stays_as_it_is() -> None:
    """From Plymouth to Calais straight through the Channel, or round the British Isles: six areas, not more."""
    setting = channel().stack("liverpool", britain={})
    table = setting.start().choose("invade", "area:calais").choose("force", "force:all")
    assert table.prompt == "route"
    assert table.refused("via", "area:calais") == "int.sea.route"
    assert table.refused("via", "area:baltic_sea") == "int.sea.route"
    table.choose("via", "area:norwegian_sea")
    assert table.refused("via", "area:irish_sea") == "int.path.once"  # it has been there
    table.choose("direct")
    assert path(table) == ["irish_sea", "north_atlantic", "norwegian_sea", "north_sea", "english_channel", "calais"]
    assert table.prompt == "intervene" and table.offers("meet", "area:norwegian_sea", "foe:ships")


@rule("int.sea.route")
def test_the_shortest_routes_are_as_long_as_the_points_say() -> None:
    g = at_first(war())
    names = PACK.area_keys
    for start, goal, points in (("plymouth", "calais", 2), ("plymouth", "suez", 7), ("kiel", "north_atlantic", 3)):
        way = routes.sailed(g, 3, names.index(start), -1, names.index(goal))
        assert len(way) == points and way[-1] == names.index(goal)


@rule("int.sea.declare", "int.sea.range")
def test_ships_intervene_in_an_area_of_the_route() -> None:
    table = invade(channel())
    assert table.asked == "axis" and path(table) == ["english_channel", "calais"]
    assert table.offers("meet", "area:english_channel", "foe:ships")
    assert table.offers("meet", "area:calais", "foe:ships")
    assert table.refused("meet", "area:irish_sea", "foe:ships") == "int.sea.declare"


@rule("int.sea.range", "int.sea.roll_distance")
@pytest.mark.parametrize(
    ("base", "reason"), [("gibraltar", ""), ("athens", "int.sea.roll_distance"), ("salonika", "int.sea.range")]
)
def test_ships_come_six_points_but_no_die_is_higher_than_six(base: str, reason: str) -> None:
    """Through an open Gibraltar: Athens is six points from the Channel, Salonika seven."""
    setting = channel(german={"infantry": 1}).held("germany", "gibraltar", base).stack(base, germany={"destroyer": 1})
    table = invade(setting.stack("paris", germany={"aircraft": 2, "infantry": 1}))
    table.choose("meet", "area:english_channel", "foe:ships").choose("by_hand")
    destroyer = "kind:germany_destroyer", f"area:{base}"
    assert table.offers("send", *destroyer) if not reason else table.refused("send", *destroyer) == reason


@rule("int.sea.way")
def test_ships_need_seas_and_straits_that_are_open_to_them() -> None:
    """Gibraltar is British: German ships in the Mediterranean cannot come out."""
    setting = channel(german={"infantry": 1}).held("germany", "athens").stack("athens", germany={"destroyer": 1})
    setting = setting.stack("paris", germany={"infantry": 1}).roll(*HITS)
    assert invade(setting).state.chain is None


def test_a_force_that_intervenes_is_told_with_all_its_odds() -> None:
    """Whether it destroys what it meets, nobody is left, or it loses: a hundred per cent together."""
    table = set_out(germans().stack("paris", france={"aircraft": 3}), "calais", "germany", FLIGHT)
    table.choose("meet", "area:calais", "foe:aircraft_1")
    notes = table.match.notes()
    win, nobody, lose, units = notes["force", "force:all"]
    assert isinstance(win, int) and isinstance(nobody, int) and isinstance(lose, int) and win + nobody + lose == 100
    assert win > lose and units == "some:aircraft_3"  # three against two
    said = f"Everything in reach – 3 aircraft: {win} % to win, {nobody} % nobody left, {lose} % to lose"
    assert Words(GAME, "en").noted(("force", "force:all"), notes) == said


@rule("int.sea.only_ships")
def test_ships_do_not_intervene_against_aircraft() -> None:
    setting = germans(*MISSES).stack("dover", britain={"fleet": 2, "destroyer": 1})
    table = set_out(setting, "calais", "germany", FLIGHT)
    assert table.state.chain is None
    with_aircraft = set_out(setting.stack("paris", france={"aircraft": 2}), "calais", "germany", FLIGHT)
    with_aircraft.choose("meet", "area:calais", "foe:aircraft_1").choose("by_hand")
    assert with_aircraft.refused("send", "kind:britain_fleet", "area:dover") == "int.sea.only_ships"


@rule("bomb.no_intervene", "bomb.intervene_ships")
def test_bombers_intervene_against_ships_alone_within_three_areas() -> None:
    """Essen is two areas from the Channel, Berlin three."""
    setting = channel(german={"infantry": 1}).stack("paris", germany={"infantry": 1})
    setting = setting.stack("berlin", germany={"bomber": 1}).stack("essen", germany={"infantry": 1})
    table = invade(setting)
    assert table.offers("meet", "area:english_channel", "foe:ships")
    flight = set_out(setting, "dover", "britain", {"london": {"britain_aircraft": 1}}, kind="rebase", source="london")
    assert flight.state.chain is None


# ---------------------------------------------------------------------- dice


@rule("int.sea.roll", "int.sea.roll_group", "int.sea.roll_time", "int.sea.roll_distance")
@pytest.mark.parametrize(("die", "there"), [(1, False), (2, True), (3, True), (6, True)])
def test_one_die_for_the_ships_of_a_base_must_be_higher_than_the_distance(die: int, there: bool) -> None:
    """Brest is one area from the Channel; eight submarines roll once, at once."""
    table = meet(invade(channel(die)), "english_channel", "ships", *[("germany_submarine", "brest")] * 8)
    assert table.script_left() == 0 and table.last("roll_intervene")[0] == die
    assert table.state.chain_now().dice[1:] == [1, die]
    assert (len(table.state.chain_now().units) == 2) is there


@rule("int.sea.roll")
@pytest.mark.parametrize(("die", "there"), [(1, False), (2, False), (3, True), (4, True), (5, True), (6, True)])
def test_two_areas_away_three_to_six_succeed(die: int, there: bool) -> None:
    setting = channel(die, german={"infantry": 1}).held("germany", "la_rochelle")
    table = meet(
        invade(setting.stack("la_rochelle", germany={"destroyer": 2})),
        "english_channel",
        "ships",
        *[("germany_destroyer", "la_rochelle")] * 2,
    )
    assert (len(table.state.chain_now().units) == 2) is there


@rule("int.sea.roll_group")
def test_each_base_rolls_for_itself() -> None:
    setting = channel(3, 1, german={"submarine": 2}).stack("calais", germany={"infantry": 1, "destroyer": 1})
    table = invade(setting)
    both = (("germany_submarine", "brest"), ("germany_submarine", "brest"), ("germany_destroyer", "calais"))
    meet(table, "english_channel", "ships", *both)
    rolls = table.told("roll_intervene")
    assert [line.args[:2] for line in rolls] == [(3, "area:calais"), (1, "area:brest")]


@rule("int.sea.roll_group")
def test_ships_of_two_nations_in_one_base_roll_once_together() -> None:
    setting = (
        war("barbarossa")
        .advanced()
        .phase("fighting", 1)
        .stack("tripoli", italy={"infantry": 1, "fleet": 1}, germany={"submarine": 2})
        .stack("malta", britain={"fleet": 1})
        .stack("london", britain={"infantry": 1})
        .stack("benghazi", italy={"infantry": 1, "fleet": 1})
        .roll(4)
    )
    table = set_out(setting, "benghazi", "britain", {"malta": {"britain_fleet": 1}}, kind="strike")
    both = ("italy_fleet", "tripoli"), ("germany_submarine", "tripoli")
    meet(table, "central_mediterranean", "ships", *both)
    assert len(table.told("roll_intervene")) == 1 and left(table, 1) == 2


@rule("int.sea.fail")
def test_ships_that_failed_stay_unused_and_do_not_try_again_against_this_move() -> None:
    table = meet(invade(channel(1)), "english_channel", "ships", *[("germany_submarine", "brest")] * 8)
    assert all("used" not in each for each in flags(table, "brest", "germany_submarine"))
    table.choose("meet", "area:english_channel", "foe:ships").choose("by_hand")
    assert table.refused("send", "kind:germany_submarine", "area:brest") == "int.sea.fail"


@rule("int.air.always", "int.sea.air_auto", "int.free")
def test_aircraft_come_without_a_roll_and_nobody_pays() -> None:
    before = invade(channel())
    table = meet(before, "english_channel", "ships", *[("germany_aircraft", "paris")] * 2)
    assert table.told("roll_intervene") == [] and left(table, 1) == 2
    assert table.purse("germany") == at_first(channel()).hpp[0]


# ---------------------------------------------------------------------- the chain


@rule("int.counter", "int.counter.where", "int.sea.counter_same_roll", "int.chain.order")
def test_the_side_on_turn_answers_where_it_was_met_and_so_on_in_turns() -> None:
    table = invade(channel(3, 4, *MISSES))
    meet(table, "english_channel", "ships", *[("germany_submarine", "brest")] * 8).choose("let_pass")
    assert table.asked == "allies"
    assert {choice[1] for choice in table.all("meet")} == {"area:english_channel"}
    assert table.refused("meet", "area:calais", "foe:ships") == "int.counter.where"
    meet(table, "english_channel", "ships", *[("britain_destroyer", "liverpool")] * 4).choose("let_pass")
    assert table.asked == "axis"  # the German aircraft may come in now, against the move or the destroyers
    meet(table, "english_channel", "ships", *[("germany_aircraft", "paris")] * 2)
    assert table.asked == "allies"  # of the Germans nobody was left
    meet(table, "english_channel", "aircraft_1", *[("britain_aircraft", "london")] * 2)
    chain = table.state.chain_now()
    assert chain.steps == [0, 1, 2, 3, 4] and chain.answers == [-1, 0, 1, 0, 3]


@rule("int.sea.counter_same_roll")
def test_a_counter_by_ships_fails_as_easily() -> None:
    table = invade(channel(3, 2))
    meet(table, "english_channel", "ships", *[("germany_submarine", "brest")] * 8).choose("let_pass")
    meet(table, "english_channel", "ships", *[("britain_destroyer", "liverpool")] * 4)
    assert len(table.state.chain_now().units) == 2  # two areas, die 2
    assert table.last("roll_intervene")[0] == 2


@rule("int.chain.order")
def test_a_side_declares_any_number_in_its_step() -> None:
    table = invade(channel(3))
    meet(table, "english_channel", "ships", *[("germany_submarine", "brest")] * 8)
    assert table.asked == "axis" and table.prompt == "intervene"
    meet(table, "english_channel", "ships", ("germany_aircraft", "paris"))
    meet(table, "calais", "ships", ("germany_aircraft", "paris"))
    assert [left(table, group) for group in range(4)] == [4, 8, 1, 1]


@rule("int.chain.order")
def test_the_chain_ends_when_a_side_declares_none() -> None:
    table = invade(channel(3, *MISSES))
    meet(table, "english_channel", "ships", *[("germany_submarine", "brest")] * 8).choose("let_pass")
    table.choose("let_pass")
    assert table.state.battle_now().rows  # it is fought


@rule("int.counter", "int.unused_only")
def test_units_of_the_move_itself_do_not_answer() -> None:
    """The escorts on their way are no further help; only London and Liverpool have units left."""
    table = invade(channel(3))
    meet(table, "english_channel", "ships", *[("germany_submarine", "brest")] * 8).choose("let_pass")
    table.choose("meet", "area:english_channel", "foe:ships").choose("by_hand")
    assert {choice[2] for choice in table.all("send")} == {"area:london", "area:liverpool"}
    assert table.refused("send", "kind:britain_fleet", "area:plymouth") == "int.unused_only"


@rule("int.used_after")
def test_whoever_intervened_is_used() -> None:
    table = invade(channel(3))
    meet(table, "english_channel", "ships", *[("germany_submarine", "brest")] * 8)
    assert all("used" in each for each in flags(table, "brest", "germany_submarine"))
    meet(table, "english_channel", "ships", ("germany_aircraft", "paris"))
    assert sum("used" in each for each in flags(table, "paris", "germany_aircraft")) == 1


# ---------------------------------------------------------------------- what else is met, and what is not


@rule("int.noncombat")
def test_changes_of_base_in_phase_two_are_met_by_air_and_by_sea() -> None:
    setting = channel().phase("moving", 1, 1)
    fleets = set_out(setting, "dover", "britain", {"plymouth": {"britain_fleet": 2}}, kind="move", source="plymouth")
    assert fleets.asked == "axis" and fleets.offers("meet", "area:english_channel", "foe:ships")
    flight = set_out(setting, "plymouth", "britain", {"london": {"britain_aircraft": 2}}, kind="move", source="london")
    assert flight.state.chain is None  # Plymouth is out of reach of Paris
    near = setting.stack("brest", germany={"aircraft": 1})
    met = set_out(near, "plymouth", "britain", {"london": {"britain_aircraft": 2}}, kind="move", source="london")
    assert met.asked == "axis" and met.offers("meet", "area:plymouth", "foe:aircraft_1")


@rule("int.noncombat", "int.air.trigger")
def test_moves_ordered_in_the_menus_are_met() -> None:
    table = channel().phase("moving", 1, 1).start()
    table.choose("move", "area:plymouth").choose("go", "kind:britain_fleet", "area:dover", "number:all")
    while table.prompt == "route":
        table.choose("direct")
    assert table.prompt == "intervene"
    table.choose("let_pass")
    assert table.count("dover", "britain_fleet") == 4 and table.prompt == "phase_two"
    early = channel().stack("brest", germany={"aircraft": 1}).start()
    early.choose("rebase", "area:london").choose("go", "kind:britain_aircraft", "area:plymouth", "number:all")
    while early.prompt == "route":
        early.choose("direct")
    assert early.prompt == "intervene" and early.asked == "axis"
    early.choose("let_pass")
    assert early.count("plymouth", "britain_aircraft") == 2 and early.prompt == "phase_one"


@rule("int.transport")
def test_transports_are_met_on_their_way() -> None:
    table = channel().phase("moving", 1, 1).held("britain", "belgium").start()
    table.choose("ship", "area:plymouth").choose("to", "area:belgium").choose("pick", "kind:britain_infantry")
    table.choose("done")
    assert table.prompt == "ship.escorts"
    table.choose("no").choose("direct")
    assert table.prompt == "intervene" and table.offers("meet", "area:english_channel", "foe:ships")
    table.choose("let_pass")
    assert table.count("belgium", "britain_infantry") == 1


@rule("int.unused_only", "int.counter", "unit.air.transport")
@pytest.mark.parametrize("staying", [0, 1])
def test_aircraft_aboard_a_transport_do_not_answer_those_who_meet_it(staying: int) -> None:
    """They are on their way themselves; aircraft that stay in the same base may answer."""
    setting = channel(german={"aircraft": 1}).phase("moving", 1, 1).held("britain", "belgium")
    table = setting.stack("plymouth", britain={"fleet": 2, "aircraft": 1 + staying}).start()
    table.choose("ship", "area:plymouth").choose("to", "area:belgium").choose("pick", "kind:britain_aircraft")
    while table.prompt != "route":
        table.choose(*(("done",) if table.prompt == "ship.load" else ("no",)))
    table.choose("direct").choose("meet", "area:english_channel", "foe:ships").choose("force", "force:all")
    while table.prompt != "intervene.answer":
        table.choose("let_pass")
    table.choose("meet", "area:english_channel", "foe:aircraft_1").choose("by_hand")
    for _ in range(staying):
        table.choose("send", "kind:britain_aircraft", "area:plymouth")
    assert table.refused("send", "kind:britain_aircraft", "area:plymouth") == "int.unused_only"


@rule("int.not_strategic", "int.not_supply")
def test_strategic_transfer_and_supply_are_not_met() -> None:
    table = channel().phase("transferring", 1, 1).held("britain", "belgium").start()
    table.choose("transfer", "kind:britain_infantry", "area:plymouth").choose("to", "area:belgium")
    while table.prompt == "transfer.by":
        table.choose(*table.choices[0])
    assert table.count("belgium", "britain_infantry") == 1 and table.prompt == "phase_four"
    supplied = (
        channel().phase("supplying", 1).stack("bergen", britain={"infantry": 1}).held("britain", "bergen").start()
    )
    assert supplied.prompt != "intervene" and supplied.state.chain is None
    while supplied.prompt.startswith("supply"):
        supplied.choose(*supplied.choices[0])
    assert supplied.prompt == "phase_one" and supplied.told("intervenes") == []


@rule("coop.anglo_french.defend", "int.together")
def test_british_and_french_do_not_meet_a_move_together() -> None:
    """At Calais the French are attacked: only French aircraft join their battle, though Dover is near enough."""
    setting = germans().stack("paris", france={"aircraft": 2}).stack("dover", britain={"aircraft": 1})
    table = set_out(setting.stack("maginot", france={"infantry": 1}), "calais", "germany", FLIGHT, group="france")
    meet(table, "calais", "aircraft_1", ("france_aircraft", "paris"))
    assert table.prompt == "intervene" and table.offers("meet", "area:calais", "foe:aircraft_1")
    table.choose("meet", "area:calais", "foe:aircraft_1")
    assert left(table, table.state.chain_now().legs) == 2  # the other French ones, at once: nobody else could come
    assert all("used" not in each for each in flags(table, "dover", "britain_aircraft"))
