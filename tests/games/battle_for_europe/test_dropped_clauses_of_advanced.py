"""Clauses of the advanced level that could be dropped unnoticed: drops, convoys, research, and the ends of moves."""

from __future__ import annotations

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.sets import first, members
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import (
    convoys,
    drops,
    landing,
    losses,
    progress,
    research,
    rolls,
    routes,
    turning,
)
from sandtable.games.battle_for_europe.goals import BOMBING_LOSS
from sandtable.games.battle_for_europe.pack import BRITAIN, FLEET, FRANCE, GERMANY, PARATROOP, SUBMARINE, USA
from sandtable.games.battle_for_europe.routes import ROUTE_KEYS
from sandtable.games.battle_for_europe.state import DROPPED, USED
from tests.citing import rule
from tests.games.battle_for_europe.aid import all_of_1941, in_1944, under_way
from tests.games.battle_for_europe.battles import Ride, at_first, fight, flags, step
from tests.games.battle_for_europe.chains import meet, path, set_out
from tests.games.battle_for_europe.test_convoy_raids import aided
from tests.games.battle_for_europe.test_intervention import FLIGHT, HITS, MISSES, channel, germans, invade
from tests.games.battle_for_europe.test_research import allied, german
from tests.games.battle_for_europe.war import PACK, Table, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}


def aircraft_in(table: Table, base: str) -> int:
    return first(table.state.here[AREA[base]] & PACK.air_units)


# ---------------------------------------------------------------------- the end of a move


@rule("int.air.reach_target", "land.losses.choice")
def test_whoever_is_attacked_decides_his_losses_if_nobody_came_to_help() -> None:
    """French aircraft pass; one of two defenders of Calais is hit, and France says which."""
    setting = germans(1, *MISSES).stack("calais", france={"infantry": 1, "tank": 1})
    table = set_out(setting.stack("paris", france={"aircraft": 1}), "calais", "germany", FLIGHT, group="france")
    assert table.prompt == "intervene"
    table.choose("let_pass")
    assert table.prompt == "losses" and table.asked == "allies"
    assert table.state.battle_now().group == FRANCE


@rule("int.air.at_target", "unit.used.no_action")
def test_land_units_that_attack_beside_aircraft_are_not_used() -> None:
    setting = germans(*MISSES).stack("lyon", france={"aircraft": 1})
    table = set_out(setting, "calais", "germany", FLIGHT, group="france")
    table.choose("meet", "area:calais", "foe:aircraft_1").choose("let_pass")
    assert table.state.chain is None and all("used" in each for each in flags(table, "essen", "germany_aircraft"))
    attackers = table.state.battle_now().attackers & PACK.land_units
    assert attackers.bit_count() == 2
    assert not any(table.state.flags[unit] & USED for unit in members(attackers))
    assert flags(table, "stuttgart", "germany_aircraft") == [set()]  # nor are aircraft that stay at home


@rule("int.air.at_target", "coop.combine.leader")
def test_aircraft_that_come_to_help_do_not_lead_the_defence() -> None:
    """Germans defend Tobruk, and two Italian aircraft of Crete come: the losses are Germany's to choose."""
    setting = war("barbarossa", 4).advanced().phase("fighting", 1, 1).held("germany", "tobruk").held("italy", "crete")
    setting = setting.stack("tobruk", germany={"infantry": 1, "tank": 1}).stack("crete", italy={"aircraft": 2})
    setting = setting.stack("alexandria", britain={"infantry": 3, "aircraft": 1}).stack("rome", italy={"infantry": 1})
    setting = setting.stack("cairo", britain={"infantry": 1}).stack("berlin", germany={"infantry": 1}).roll(*MISSES)
    force = {"alexandria": {"britain_infantry": 3, "britain_aircraft": 1}}
    table = set_out(setting, "tobruk", "britain", force, group="germany")
    assert (table.prompt, table.asked) == ("intervene", "italy")
    meet(table, "tobruk", "aircraft_1")
    while table.prompt.startswith("intervene"):
        table.choose("let_pass")
    now = table.state.battle_now()
    assert (now.defenders & PACK.air_units).bit_count() == 2 and now.group == GERMANY


@rule("int.air.path", "unit.air.rebase_before")
def test_aircraft_that_changed_base_before_fly_as_far_as_others() -> None:
    """From Berlin they go to Essen, and from there over Belgium or the Maginot Line to Calais."""
    setting = germans().stack("essen", germany={"infantry": 1}).stack("paris", france={"aircraft": 1})
    setting = setting.stack("berlin", germany={"aircraft": 1, "infantry": 1}).stack("stuttgart", germany={})
    table = setting.start().choose("rebase", "area:berlin")
    table.choose("go", "kind:germany_aircraft", "area:essen", "number:one")
    assert table.count("essen", "germany_aircraft") == 1 and table.state.steps[aircraft_in(table, "essen")] > 0
    table.choose("attack", "area:calais").choose("force", "force:all")
    assert table.prompt == "route" and {str(choice[1]) for choice in table.all("via")} >= {"area:belgium"}


@rule("bomb.strategic", "int.transport")
def test_nothing_is_in_progress_after_bombing_or_a_transport() -> None:
    setting = germans().stack("essen", germany={"bomber": 1, "infantry": 1}).stack("london", britain={"infantry": 1})
    bombed = set_out(setting, "dover", "germany", {"essen": {"germany_bomber": 1}}, kind="bomb")
    assert bombed.state.order is None and bombed.state.chain is None
    setting = channel(german={"infantry": 1}).phase("moving", 1, 1).stack("paris", germany={"infantry": 1})
    rides: list[Ride] = [("britain_fleet", "plymouth", "britain_infantry", "plymouth")]
    shipped = set_out(setting, "dover", "britain", {}, kind="ship", rides=rides, source="plymouth")
    assert shipped.count("dover", "britain_infantry") == 1
    assert shipped.state.order is None and shipped.state.chain is None


@rule("int.mover_used")
def test_whoever_changes_base_is_not_used_if_those_who_met_him_were_stopped_by_others() -> None:
    """A German fighter of Brest meets a British one on its way to Dover; two from London destroy it before."""
    setting = channel(1, 1, *MISSES, german={"aircraft": 1}).stack("paris", germany={"infantry": 1})
    setting = setting.stack("plymouth", britain={"aircraft": 1}).stack("liverpool", britain={"aircraft": 2})
    table = set_out(
        setting, "dover", "britain", {"plymouth": {"britain_aircraft": 1}}, kind="rebase", source="plymouth"
    )
    place = str(table.all("meet")[0][1]).removeprefix("area:")
    meet(table, place, "aircraft_1")
    assert table.prompt == "intervene.answer"
    meet(table, place, "aircraft_1", ("britain_aircraft", "london"))
    while table.prompt.startswith("intervene"):
        table.choose("let_pass")
    assert table.count("brest", "germany_aircraft") == 0
    assert [each & {"used"} for each in flags(table, "dover", "britain_aircraft")] == [set()]


@rule("bomb.strategic")
def test_all_bombers_of_a_base_are_several() -> None:
    setting = germans().stack("london", britain={"infantry": 1})
    one = setting.stack("belgium", germany={"bomber": 1, "infantry": 2}).start().choose("bomb", "area:dover")
    assert one.all("send_all") == [] and one.refused("send_all", "area:belgium") == "bomb.range"
    two = setting.stack("belgium", germany={"bomber": 2, "infantry": 2}).start().choose("bomb", "area:dover")
    assert two.offers("send_all", "area:belgium")


@rule("sub.convoy.loss", "lend.hidden")
def test_a_convoy_that_no_submarine_reaches_is_not_turned_up() -> None:
    """Aircraft of Plymouth sink all three."""
    setting = aided(8, *HITS).stack("plymouth", britain={"aircraft": 3})
    table = setting.start().choose("raid", "raid:usa_britain").choose("force", "force:all")
    while table.prompt == "route":
        table.choose("direct")
    meet(table, "north_atlantic", "ships")
    assert table.count("brest", "germany_submarine") == 0 and table.told("convoy_shown") == []
    lease = table.state.lease_now()
    assert lease.stacks[ROUTE_KEYS.index("usa_britain")] == 8 and not lease.shown


@rule("int.path.once", "sea.carriers_out")
def test_ships_on_their_way_to_the_port_have_nothing_aboard_yet() -> None:
    setting = channel(german={"fleet": 1}).stack("liverpool", britain={"fleet": 1})
    setting = setting.stack("plymouth", britain={"tank": 1})
    rides: list[Ride] = [("britain_fleet", "liverpool", "britain_tank", "plymouth")]
    g = set_out(setting, "calais", "britain", {}, kind="invade", rides=rides).state
    assert turning.aboard(g, AREA["irish_sea"]) == ([], [])
    order = g.order_now()
    assert turning.aboard(g, AREA["english_channel"]) == (order.carriers, order.cargo) and order.cargo


# ---------------------------------------------------------------------- those who are brought in


@rule("int.unused_only", "int.air.where")
def test_whoever_cannot_come_is_told_what_is_against_the_nearest() -> None:
    """Submarines of Brest can meet the ships; the aircraft of Paris, that could meet those of Dover, have been used."""
    setting = channel(german={"submarine": 1}).stack("dover", britain={"aircraft": 1})
    setting = setting.stack("paris", germany={"aircraft": {"used": 2}, "infantry": 1})
    force = {"plymouth": {"britain_fleet": 2}, "dover": {"britain_aircraft": 1}}
    rides: list[Ride] = [("britain_fleet", "plymouth", "britain_tank", "plymouth")]
    table = set_out(setting, "calais", "britain", force, kind="invade", rides=rides)
    assert table.prompt == "intervene" and table.offers("meet", "area:english_channel", "foe:ships")
    assert table.refused("meet", "area:calais", "foe:aircraft_1") == "int.unused_only"


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


@rule("int.sea.roll", "int.sea.counter_same_roll")
def test_a_link_shows_the_die_by_which_it_came() -> None:
    table = invade(channel(3, 5, *MISSES, german={"fleet": 1}))
    meet(table, "english_channel", "ships", ("germany_fleet", "brest")).choose("let_pass")
    meet(table, "english_channel", "ships", ("britain_destroyer", "liverpool"))
    panel = table.scene().battle
    assert panel is not None
    assert [side.facts.get("die") for side in panel.sides] == [None, "3 > 1", "5 > 2"]


@rule("int.sea.declare", "int.air.trigger")
def test_only_forces_that_there_are_can_be_sent() -> None:
    ships = invade(channel(german={"fleet": 2}).stack("paris", germany={"infantry": 1}))
    ships.choose("meet", "area:english_channel", "foe:ships")
    assert [choice[1] for choice in ships.all("force")] == ["force:all"]
    both = invade(channel(german={"fleet": 2})).choose("meet", "area:english_channel", "foe:ships")
    assert {choice[1] for choice in both.all("force")} == {"force:all", "force:no_air", "force:air_only"}


@rule("int.chain.backwards")
def test_links_that_are_gone_are_not_shown_any_more() -> None:
    """Two aircraft of London destroy the two of Paris: in the battle of the ships these are no link any more."""
    table = invade(channel(5, 1, 1, 1, 1, *MISSES, german={"fleet": 2}).stack("liverpool", britain={}))
    meet(table, "english_channel", "ships")
    meet(table, "english_channel", "aircraft_1")
    while table.state.battle is None:
        table.choose("let_pass")
    panel = table.scene().battle
    assert table.count("paris", "germany_aircraft") == 0 and step(table) == "sea"
    assert panel is not None and [side.owner for side in panel.sides] == ["britain", "germany"]


@rule("int.air.path")
def test_the_direct_way_is_that_on_which_fewest_can_meet_it() -> None:
    """From Essen to Calais it is as far over Belgium as over the Maginot Line; aircraft of Vichy reach the latter."""
    assert PACK.flight[AREA["vichy"]][AREA["maginot"]] == 2 and PACK.flight[AREA["vichy"]][AREA["belgium"]] == 3
    table = set_out(germans().stack("vichy", france={"aircraft": 1}), "calais", "germany", FLIGHT, group="france")
    assert path(table) == ["belgium", "calais"]


@rule("int.sea.route", "unit.fleet.embark_where")
def test_ships_enter_the_port_where_they_load_from_the_sea_where_they_are() -> None:
    """A fleet of Liverpool loads in Plymouth: from the Irish Sea it goes straight there, and on by the Channel."""
    g = at_first(channel().stack("liverpool", britain={"fleet": 1}))
    irish_sea, port, goal = (AREA[key] for key in ("irish_sea", "plymouth", "calais"))
    way = routes.sailed(g, BRITAIN, irish_sea, port, goal, (irish_sea,))
    assert [PACK.area_keys[area] for area in way] == ["plymouth", "english_channel", "calais"]


# ---------------------------------------------------------------------- paratroops


@rule("para.cancels_modifier", "unit.air.range")
def test_aircraft_come_from_no_direction_when_a_drop_is_weighed() -> None:
    """From Essen to Belgium there is a river; aircraft of Kiel, beside the Netherlands, do not make it count less."""
    setting = war().advanced().season("1940_spring").held("britain", "belgium").held("germany", "netherlands")
    setting = setting.stack("belgium", britain={"infantry": 2}).stack("netherlands", germany={"aircraft": 1})
    setting = setting.stack("essen", germany={"infantry": 1, "paratroop": 1})
    g = setting.start().choose("attack", "area:belgium").state
    force = (g.here[AREA["essen"]] | g.here[AREA["netherlands"]]) & ~PACK.of_type[PARATROOP]
    near = [way for way in ("essen", "netherlands") if rolls.cover_from(PACK, AREA["belgium"], AREA[way])]
    assert near == ["essen"] and drops.helps(g, force)


@rule("para.two_moves", "para.no_carrier")
@pytest.mark.parametrize(("nation", "start"), [("usa", "plymouth"), ("usa", "dover"), ("britain", "dover")])
def test_the_paratroops_that_drop_are_those_that_were_named(nation: str, start: str) -> None:
    setting = war("bagration_overlord").advanced().phase("fighting", 0, 2).stack("calais", germany={"infantry": 1})
    setting = setting.stack("plymouth", usa={"paratroop": 1})
    setting = setting.stack("dover", usa={"paratroop": 1}, britain={"paratroop": 1})
    table = setting.start().choose("attack", "area:calais")
    if table.prompt == "lead":
        table.choose("lead", "nation:usa")
    table.choose("by_hand").choose("drop", f"kind:{nation}_paratroop", f"area:{start}")
    g = table.state
    (flying,) = [one for one in range(PACK.units) if g.flags[one] & DROPPED]
    assert (PACK.nation_keys[PACK.nation[flying]], PACK.area_keys[g.place[flying]]) == (nation, start)
    assert g.order_now().force == 1 << flying


@rule("med.africa_three", "para.phase")
def test_paratroops_that_find_no_room_are_told_so() -> None:
    """Three Germans are in Africa already: those of Crete do not drop beside them."""
    setting = war("barbarossa").advanced().held("germany", "crete").stack("crete", germany={"paratroop": 1})
    setting = setting.stack("tripoli", germany={"infantry": 2, "tank": 1}).held("italy", "tobruk")
    setting = setting.stack("tobruk", italy={"infantry": 2}).stack("alexandria", britain={"infantry": 1})
    setting = setting.stack("rome", italy={"infantry": 1}).stack("cairo", britain={"infantry": 1})
    table = setting.start().choose("attack", "area:alexandria").choose("by_hand")
    assert table.refused("drop", "kind:germany_paratroop", "area:crete") == "med.africa_three"


# ---------------------------------------------------------------------- losses at sea


@rule("sub.no_defence_vs_air", "sea.losses.choice")
def test_usual_losses_are_as_many_as_the_hits_if_some_cannot_fall_on_aircraft() -> None:
    """One hit of a submarine must fall on a ship, two of a fleet may fall on aircraft: three units are lost."""
    setting = channel(german={"submarine": 1, "fleet": 2}).stack("dover", britain={"destroyer": 2, "aircraft": 4})
    force = {"dover": {"britain_destroyer": 2, "britain_aircraft": 4}}
    table = fight(setting.roll(*(6,) * 6, 1, 1, 1), "brest", "britain", force, kind="strike", group="germany")
    assert table.prompt == "losses" and table.asked == "allies"
    lost = [str(thing) for thing in table.choices[0][1:]]
    g = table.state
    assert len(losses.usual_losses(g, 0)) == losses.hits_on(g.battle_now(), 0) == 3, lost
    for choice in table.choices:
        assert "britain_destroyer" in str(choice)  # the submarine has hit something


@rule("sub.air_one_round", "air.when")
def test_aircraft_attack_submarines_after_a_battle_in_the_air() -> None:
    """The round in the air was against aircraft; that against submarines is still to come."""
    setting = channel(german={"submarine": 1, "aircraft": 1}).stack("dover", britain={"aircraft": 2, "infantry": 1})
    force = {"dover": {"britain_aircraft": 2}}
    table = fight(setting.roll(1, 6, 6, 1, 6), "brest", "britain", force, kind="strike", group="germany")
    assert table.count("brest", "germany_aircraft") == 0 and table.prompt == "battle.sea"
    table.choose("go_on")
    assert table.count("brest", "germany_submarine") == 0


@rule("unit.fleet.move", "unit.fleet.one_action")
def test_ships_do_not_act_off_a_coast_that_is_too_far() -> None:
    """From Plymouth there are four points to Gibraltar, and seven to Suez."""
    g = at_first(channel())
    fleet = first(g.here[AREA["plymouth"]] & PACK.of_type[FLEET])
    assert landing.can_sail(g, fleet, AREA["gibraltar"]) and not landing.can_sail(g, fleet, AREA["suez"])


# ---------------------------------------------------------------------- convoys


@rule("lend.hidden", "lend.per_destination")
def test_two_stacks_together_hold_no_more_than_their_sender_could_lay() -> None:
    g = at_first(under_way(in_1944(), usa_britain=1, usa_ussr=0).set(lend_lease={"most": {"usa": 1}}))
    for draw in range(40):
        world = g.copy()
        GAME.determinize(world, 0, Chance.from_seed(str(draw)))
        assert world.lease_now().stacks[0] + world.lease_now().stacks[1] <= 1


@rule("lend.sender_hpp_hidden", "bomb.strategic.debt")
def test_a_sender_in_debt_has_nothing_at_most() -> None:
    table = in_1944().hpp(britain=-3).start()
    assert table.scene(0).status["at_most_britain"] == 0


@rule("lend.hidden", "lend.receiver_fallen")
def test_what_a_fallen_sender_had_tells_nothing_of_its_stack() -> None:
    """Its HPP are gone in any case, and the stack goes on."""
    seen: list[tuple[int, int]] = []
    for amount in (0, 5):
        g = at_first(under_way(in_1944(), britain_ussr=amount))
        g.hpp[BRITAIN] = 0
        convoys.look_at_fallen(g, BRITAIN)
        seen.append((convoys.open_hpp(g, BRITAIN), g.lease_now().most[BRITAIN]))
        assert g.lease_now().stacks[ROUTE_KEYS.index("britain_ussr")] == amount
    assert seen == [(0, 8), (0, 8)]


@rule("lend.hidden", "lend.sender_hpp_hidden")
@pytest.mark.parametrize(("shown", "other"), [("usa_britain", "usa_ussr"), ("usa_ussr", "usa_britain")])
def test_of_two_stacks_only_that_which_was_turned_up_is_known(shown: str, other: str) -> None:
    g = under_way(in_1944(), usa_britain=4, usa_ussr=3).start().state
    convoys.turn_up(g, ROUTE_KEYS.index(shown))
    seen: set[int] = set()
    for draw in range(20):
        world = g.copy()
        GAME.determinize(world, 0, Chance.from_seed(str(draw)))
        stacks = world.lease_now().stacks
        assert stacks[ROUTE_KEYS.index(shown)] == g.lease_now().stacks[ROUTE_KEYS.index(shown)]
        seen.add(stacks[ROUTE_KEYS.index(other)])
    assert len(seen) > 1


@rule("lend.escort", "unit.fleet.carry_allies")
def test_the_owner_of_an_escort_is_asked_for_its_own_fleet_and_may_refuse() -> None:
    """In 1941 a British fleet escorts American aid; Britain is another player."""
    table = all_of_1941(players=5).start().choose("aid", "nation:ussr")
    if table.prompt == "aid.by":
        table.choose(*table.choices[0])
    assert (table.prompt, table.asked) == ("transfer.agree", "britain")
    order = table.state.order_now()
    assert order.group == BRITAIN and order.power == USA
    before = table.state.called_off
    table.choose("no")
    assert table.state.order is None and table.state.called_off == before + 1
    assert table.asked == "usa" and table.state.lease_now().stacks == [-1, -1, -1]


# ---------------------------------------------------------------------- research


@rule("opt.choose", "opt.allied.radar", "opt.allied.fortresses")
@pytest.mark.parametrize("goal", ["radar", "flying_fortresses", "long_range_bombers"])
def test_a_goal_brings_what_it_says_and_none_of_the_others(goal: str) -> None:
    g = at_first(allied())
    g.research_now().reached |= 1 << research.project_of(g, BRITAIN, PACK.goal_ids.index(f"goal:{goal}"))
    assert progress.rolls_twice(g, BRITAIN) == (goal == "radar")
    assert progress.number(g, BRITAIN, BOMBING_LOSS, 1) == (2 if goal == "flying_fortresses" else 1)
    bomber = next(one for one in range(PACK.units) if PACK.kind_keys[PACK.kind[one]] == "britain_bomber")
    assert progress.points_of(g, bomber) == (4 if goal == "long_range_bombers" else 3)
    assert not progress.rolls_twice(g, USA) and not progress.rolls_twice(g, GERMANY)


@rule("opt.german.turkey_stalingrad", "opt.roll")
def test_the_chance_that_is_shown_counts_stalingrad() -> None:
    """Two dice make 12 in one of 36 ways, 11 or more in three: 3 and 8 per cent."""
    choice = "research", "goal:turkey_joins_axis"
    for holder, chance in (("ussr", 3), ("germany", 8)):
        table = german().held(holder, "stalingrad").start()
        assert table.match.notes()[choice][0] == chance
