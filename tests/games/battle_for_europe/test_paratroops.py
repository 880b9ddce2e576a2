"""Paratroops: drops, what they do to the ground, and what becomes of them when they are alone."""

from __future__ import annotations

import pytest

from sandtable.games.battle_for_europe.flow import drops, odds, rolls
from sandtable.games.battle_for_europe.pack import PARATROOP
from sandtable.games.battle_for_europe.parts import FIVE, OPEN, PLUS_ONE
from sandtable.games.battle_for_europe.state import DROPPED, GONE, State
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first, flags, rolled
from tests.games.battle_for_europe.chains import meet, pass_on
from tests.games.battle_for_europe.situations import AREA
from tests.games.battle_for_europe.test_chain_battles import SUBMARINES
from tests.games.battle_for_europe.test_intervention import MISSES, channel
from tests.games.battle_for_europe.war import PACK, Table, War, war

ALLIED_TURN = 1
BRITISH = 1


def area(key: str) -> int:
    return PACK.area_keys.index(key)


def unit(key: str) -> int:
    return PACK.unit_keys.index(key)


def german_turn() -> War:
    """Spring of 1940: Germany holds Belgium, and its paratroops are there."""
    setting = war().advanced().season("1940_spring").held("germany", "belgium")
    return setting.stack("belgium", germany={"paratroop": 1})


def drop(table: Table, target: str, start: str = "belgium", kind: str = "germany_paratroop") -> Table:
    """Paratroops alone attack an area."""
    table.choose("attack", f"area:{target}").choose("by_hand").choose("drop", f"kind:{kind}", f"area:{start}")
    return table.choose("march")


def enter(table: Table, target: str, start: str = "belgium") -> Table:
    """Paratroops take an area that nobody defends; nothing else is to be chosen."""
    return table.choose("enter", f"area:{target}").choose("send", "kind:germany_paratroop", f"area:{start}")


def gone(table: Table, key: str = "germany_paratroop_1") -> bool:
    return bool(table.state.flags[unit(key)] & GONE)


# ---------------------------------------------------------------------- how far, when and from where


@rule("para.drop_range", "para.two_moves", "para.no_carrier", "para.overfly")
def test_a_drop_reaches_three_areas_over_sea_and_enemies() -> None:
    """Kiel – North Sea – Dover – London are three areas, over the British in Dover; to Paris there are four."""
    setting = war().advanced().season("1940_spring").stack("kiel", germany={"paratroop": 1})
    setting = setting.stack("london", britain={"infantry": 1}).stack("dover", britain={"infantry": 1})
    table = setting.stack("paris", france={"infantry": 1}).start()
    assert table.offers("attack", "area:london") and table.offers("attack", "area:dover")
    assert table.refused("attack", "area:paris") == "atk.reach"
    table.choose("attack", "area:london").choose("by_hand")
    assert table.all("send") == []  # nobody marches to London
    assert table.refused("send", "kind:germany_paratroop", "area:kiel") == "atk.reach"
    assert table.offers("drop", "kind:germany_paratroop", "area:kiel")


@rule("para.drop_range")
def test_whoever_is_too_far_away_stays_on_the_ground() -> None:
    setting = german_turn().stack("calais", france={"infantry": 1}).stack("essen", germany={"infantry": 1})
    setting = setting.stack("krakow", germany={"paratroop": 1}).stack("belgium", germany={"infantry": 1})
    table = setting.start().choose("attack", "area:calais").choose("by_hand")
    assert table.refused("drop", "kind:germany_paratroop", "area:krakow") == "para.drop_range"
    assert table.refused("drop", "kind:germany_paratroop", "area:essen") == "atk.reach"  # none is there


@rule("para.two_moves", "para.like_infantry")
def test_paratroops_next_to_their_target_may_march_instead() -> None:
    setting = german_turn().stack("calais", france={"infantry": 1}).roll(6, 6)
    table = setting.start().choose("attack", "area:calais").choose("by_hand")
    assert table.offers("drop", "kind:germany_paratroop", "area:belgium")
    table.choose("send", "kind:germany_paratroop", "area:belgium").choose("march")
    assert not any(line.key == "dropped" for line in table.match.lines(None))
    assert table.state.origin[unit("germany_paratroop_1")] == area("belgium")


@rule("para.phase", "para.two_moves")
def test_in_phase_two_paratroops_move_on_the_ground() -> None:
    setting = german_turn().phase("moving").held("germany", "calais").stack("essen", germany={"infantry": 1})
    table = setting.start().choose("move", "area:belgium")
    goals = {str(choice[2]) for choice in table.all("go")}
    assert "area:calais" in goals and "area:stuttgart" not in goals and "area:dover" not in goals
    assert table.refused("go", "kind:germany_paratroop", "area:dover", "number:one") == "para.phase"
    assert table.refused("go", "kind:germany_paratroop", "area:berlin", "number:one") == "nc.through"  # its own side's


@rule("para.phase")
def test_a_drop_begins_in_a_friendly_area_and_ends_in_an_enemys_or_nobodys() -> None:
    """Not onto a neutral country, nor onto an area of the own side; but onto one that belongs to nobody any more."""
    setting = german_turn().stack("oslo", norway={"infantry": 1}).set(control={"brest": None})
    table = setting.start()
    assert table.refused("attack", "area:netherlands") == "war.needed"
    assert table.refused("enter", "area:netherlands") == "war.neutral.entry"
    assert table.offers("enter", "area:brest")
    assert table.refused("enter", "area:essen") == "ctl.ally_entry"
    enter(table, "brest")
    assert table.holder("brest") == "germany"


@rule("atk.only_aircraft_defending", "unit.air.flee", "para.attack_cost")
def test_aircraft_flee_from_an_area_onto_which_paratroops_drop() -> None:
    """Only a used aircraft is in London: it is taken without a battle, and the aircraft goes to Liverpool."""
    setting = german_turn().stack("london", britain={"aircraft": {"used": 1}})
    table = enter(setting.stack("liverpool", britain={"infantry": 1}).hpp(germany=20).start(), "london")
    assert table.holder("london") == "germany" and table.purse("germany") == 20
    assert (table.asked, table.prompt) == ("allies", "leaving.flight")
    table.choose("go", "kind:britain_aircraft", "area:liverpool", "number:one")
    assert table.units("london") == ["germany_paratroop_1"] and table.count("liverpool", "britain_aircraft") == 1


@rule("para.phase")
def test_paratroops_among_enemies_cannot_take_off() -> None:
    """They took part in a battle that left another group in Calais: they are not in a friendly area."""
    setting = german_turn().all_units().lines("calais", "germany paratroop 1", "britain infantry 1")
    g = at_first(setting.lines("belgium").lines("dover"))
    from sandtable.games.battle_for_europe.flow import paratroops

    assert paratroops.tied(g, unit("germany_paratroop_1")) == "para.phase"
    assert paratroops.goals(g, unit("germany_paratroop_1")) == 0


@rule("para.drop_ends_move", "unit.move_once")
def test_after_a_drop_there_is_only_strategic_transfer() -> None:
    setting = german_turn().stack("essen", germany={"infantry": 1, "aircraft": 1})
    table = enter(setting.held("germany", "calais").hpp(germany=15).start(), "brest")
    table.choose("stand_by")
    assert table.prompt == "phase_two"
    assert table.refused("move", "area:brest") == "para.drop_ends_move"
    table.choose("done").choose("done")
    assert table.prompt == "phase_four" and table.offers("transfer", "kind:germany_paratroop", "area:brest")


@rule("para.drop_ends_move", "setup.sichel.germany.satellites_pinned")
def test_paratroops_that_are_cut_off_spent_or_tied_to_their_place_do_not_drop() -> None:
    setting = german_turn().all_units().lines("belgium", "germany paratroop 1 cut_off", "germany infantry 9")
    setting = setting.lines("calais", "france infantry 1").lines("maginot")
    table = setting.start().choose("attack", "area:calais").choose("by_hand")
    assert table.refused("drop", "kind:germany_paratroop", "area:belgium") == "sup.no_move"
    setting = setting.lines("belgium", "germany paratroop 1 moved", "germany infantry 9")
    table = setting.start().choose("attack", "area:calais").choose("by_hand")
    assert table.refused("drop", "kind:germany_paratroop", "area:belgium") == "unit.move_once"
    setting = setting.lines("belgium", "germany paratroop 1 pinned", "germany infantry 9")
    table = setting.start().choose("attack", "area:calais").choose("by_hand")
    reason = "setup.sichel.germany.satellites_pinned"
    assert table.refused("drop", "kind:germany_paratroop", "area:belgium") == reason


@rule("para.like_infantry")
def test_paratroops_sail_starve_and_are_lost_like_infantry() -> None:
    """They embark for an invasion beyond their drop, one fleet each, and count for supply."""
    setting = german_turn().stack("kiel", germany={"paratroop": 1, "fleet": 1}).stack("belgium", germany={"tank": 1})
    setting = setting.stack("london", britain={"infantry": 1}).hpp(germany=15)
    table = setting.start().choose("invade", "area:la_rochelle").choose("by_hand")
    assert table.offers("send", "kind:germany_paratroop", "area:kiel")
    assert table.refused("drop", "kind:germany_paratroop", "area:kiel") == "para.drop_range"
    table.choose("send", "kind:germany_paratroop", "area:kiel").choose("send", "kind:germany_fleet", "area:kiel")
    table.choose("march")
    assert table.count("la_rochelle", "germany_paratroop") == 1
    assert PACK.land_units >> unit("germany_paratroop_1") & 1 and PACK.move[PACK.type[unit("germany_paratroop_1")]] == 1


# ---------------------------------------------------------------------- what the defenders lose


def ground(setting: War, target: str, *ways: str) -> rolls.Ground:
    """What the ground gives against land units from some areas, from the sea ('landing') or from the air ('drop')."""
    words = {"landing": rolls.LANDING, "drop": rolls.DROP}
    return rolls.ground(at_first(setting), area(target), [words[way] if way in words else area(way) for way in ways])


@rule("para.cancels_modifier")
def test_a_drop_takes_rivers_and_coasts_from_all_defenders() -> None:
    setting = german_turn()
    assert ground(setting, "belgium", "essen").cover == PLUS_ONE  # behind the river
    assert ground(setting, "belgium", "essen", "drop").cover == OPEN
    assert ground(setting, "dover", "landing").cover == FIVE
    assert ground(setting, "dover", "landing", "drop").cover == OPEN
    assert ground(setting, "dover", "drop").cover == OPEN


@rule("para.keeps_other_modifiers", "mod.lowest_direction")
def test_mountains_swamps_and_fortresses_count_against_a_drop() -> None:
    setting = german_turn()
    rough = next(at for at in PACK.grounds if PACK.terrain[at] and not PACK.terrain_from[at] and PACK.ports >> at & 1)
    assert ground(setting, PACK.area_keys[rough], "drop").cover == PLUS_ONE
    assert ground(setting, PACK.area_keys[rough], "landing", "drop").cover == PLUS_ONE
    assert ground(setting, "maginot", "drop") == rolls.Ground(FIVE, True)
    assert ground(setting, "maginot", "drop", "essen") == rolls.Ground(FIVE, True)
    assert ground(setting, "maginot", "drop", "calais") == rolls.Ground(OPEN)  # mod.fortress.outflanked
    assert ground(setting, "lyon", "drop").cover == OPEN  # its mountains lie towards Italy only
    italian = next(PACK.area_keys[way] for way in PACK.grounds if PACK.terrain_from[area("lyon")] >> way & 1)
    assert ground(setting, "lyon", "drop", italian).cover == PLUS_ONE
    assert ground(setting, "lyon", "drop", italian, "vichy").cover == OPEN


@rule("para.fleet_modifier_stays", "para.with_invasion")
def test_fleets_keep_five_against_an_invasion_with_a_drop() -> None:
    setting = german_turn().stack("kiel", germany={"fleet": 3, "infantry": 1}).hpp(germany=15)
    setting = setting.stack("dover", britain={"fleet": 1, "infantry": 1}).roll(1, 1, 6)
    table = setting.start().choose("invade", "area:dover").choose("force", "force:all").choose("direct")
    table.choose("let_pass")
    lines = [line for line in table.match.lines(None) if line.key == "roll_battle"]
    assert [line.args[3] for line in lines] == [3, 5]  # German fleets at 3, the British one at 5


@rule("para.cancels_modifier")
def test_ready_made_forces_drop_where_it_helps() -> None:
    """Across the river paratroops fly, over an open border they march; the odds count with it."""
    setting = (
        german_turn()
        .held("britain", "belgium")
        .stack("belgium", britain={"infantry": 2})
        .stack("essen", germany={"infantry": 3, "paratroop": 1})
    )
    table = setting.start().choose("attack", "area:belgium")
    g = table.state
    force = g.order_now().ready[0]
    assert force.bit_count() == 4
    dropped = odds.of(g, 0, force, area("belgium"), PACK.nation_keys.index("britain"))
    table.choose("by_hand").choose("send_all", "area:essen")
    marched = odds.of(table.state, 0, force, area("belgium"), PACK.nation_keys.index("britain"))
    assert dropped.win > marched.win
    setting = german_turn().stack("calais", france={"infantry": 1}).roll(*(6,) * 4)
    table = setting.start().choose("attack", "area:calais").choose("force", "force:all")
    assert table.count("calais", "germany_paratroop") == 1
    assert not any(line.key == "dropped" for line in table.match.lines(None))


# ---------------------------------------------------------------------- what it costs, and what follows


@rule("para.attack_cost")
def test_a_drop_on_defenders_costs_one_hpp_and_on_an_empty_area_nothing() -> None:
    table = enter(german_turn().hpp(germany=15).start(), "dover")
    assert table.purse("germany") == 15 and table.holder("dover") == "germany"
    setting = german_turn().hpp(germany=15).stack("dover", britain={"infantry": 1}).roll(1, 6)
    table = drop(setting.start(), "dover")
    assert table.purse("germany") == 14 and table.holder("dover") == "germany"


@rule("para.bridgehead", "para.attack_cost")
def test_more_units_follow_by_strategic_transfer() -> None:
    setting = german_turn().hpp(germany=15).stack("kiel", germany={"fleet": 2})
    table = enter(setting.stack("belgium", germany={"paratroop": 1, "infantry": 1}).start(), "dover")
    table.choose("stand_by").choose("done").choose("done")
    table.choose("transfer", "kind:germany_infantry", "area:belgium")
    assert table.offers("to", "area:dover")


@rule("para.bridgehead_supply")
def test_a_bridgehead_overseas_needs_a_fleet() -> None:
    """At the start of the German turn the paratroops in Dover are cut off unless a fleet supplies them."""
    setting = war().advanced().season("1940_summer").phase("opening").held("germany", "dover", "belgium")
    setting = setting.stack("dover", germany={"paratroop": 1}).stack("essen", germany={"infantry": 1})
    setting = setting.set(attacked=[])
    table = setting.start()
    assert table.prompt == "phase_one" and table.refused("attack", "area:london") == "atk.minimum"
    assert any(piece.marks == ["cut_off"] for where in table.scene().areas for piece in where.pieces)
    table = setting.stack("kiel", germany={"fleet": 1}).start()
    assert table.prompt == "supply" and table.offers("supply", "area:dover")


@rule("para.no_second_attack")
def test_an_area_that_paratroops_took_alone_is_not_attacked_again() -> None:
    setting = german_turn().stack("kiel", germany={"fleet": 2, "tank": 1}).hpp(germany=15)
    table = enter(setting.stack("london", britain={"infantry": 1}).start(), "dover")
    assert table.refused("invade", "area:dover") == "para.no_second_attack"
    assert table.refused("attack", "area:dover") == "para.no_second_attack"
    assert table.refused("attack", "area:london") == "para.drop_ends_move"  # no armour has got to Dover


@rule("para.with_invasion", "unit.tank.after_invasion")
def test_armour_that_landed_with_a_drop_goes_on() -> None:
    setting = german_turn().stack("kiel", germany={"fleet": 2, "tank": 1}).hpp(germany=15)
    setting = setting.stack("london", britain={"infantry": 1}).stack("dover", britain={"infantry": 1})
    table = setting.roll(1, 1, 6, 1, 6).start().choose("invade", "area:dover").choose("force", "force:all")
    assert table.count("dover", "germany_tank") == 1 == table.count("dover", "germany_paratroop")
    lines = [line for line in table.match.lines(None) if line.key == "roll_battle"]
    assert lines[-1].args[3] == 2  # the defender had no coast
    assert table.refused("invade", "area:dover") == "inv.target"  # not because paratroops took it
    table.choose("attack", "area:london").choose("force", "force:all")
    assert table.holder("london") == "germany"


# ---------------------------------------------------------------------- alone


@rule("para.lost_alone")
def test_paratroops_lost_alone_are_never_rebuilt() -> None:
    setting = german_turn().hpp(germany=15).stack("london", britain={"infantry": 1}).roll(6, 1)
    table = drop(setting.stack("essen", germany={"infantry": 1}).start(), "london")
    assert gone(table)
    assert any(line.rule == "para.lost_alone" for line in table.match.lines(None))
    table.choose("stand_by")
    while table.prompt != "phase_three":
        table.choose("done")
    assert table.refused("build", "kind:germany_paratroop", 1) == "para.lost_alone"
    assert "lost for good" in german_turn().all_units().lines("belgium", "germany paratroop 1 gone").impossible()


@rule("para.lost_alone")
def test_aircraft_are_no_land_units() -> None:
    """Aircraft that fly with them do not keep paratroops from being alone."""
    setting = german_turn().hpp(germany=15).stack("belgium", germany={"paratroop": 1, "aircraft": 1})
    setting = setting.stack("dover", britain={"infantry": 2}).roll(6, 6, 1, 1)
    table = setting.start().choose("attack", "area:dover").choose("force", "force:all")
    assert table.count("dover", "britain_infantry") == 2 and gone(table)


@rule("para.lost_with_others")
def test_paratroops_lost_with_others_are_rebuilt() -> None:
    """They drop on Calais while infantry attacks from Belgium; both are lost, in whatever order."""
    setting = german_turn().hpp(germany=15).stack("belgium", germany={"paratroop": 1, "infantry": 1})
    setting = setting.stack("calais", france={"infantry": 2}).roll(6, 6, 1, 6, 6, 1, 6)
    table = setting.start().choose("attack", "area:calais").choose("by_hand")
    table.choose("drop", "kind:germany_paratroop", "area:belgium")
    table.choose("send", "kind:germany_infantry", "area:belgium").choose("march")
    table.choose("lose", "loss:germany_infantry_1").choose("go_on")
    assert table.state.place[unit("germany_paratroop_1")] == -1 and not gone(table)


@rule("para.lost_alone.several")
def test_several_that_drop_do_not_support_each_other() -> None:
    """American and British paratroops drop on Calais in 1944 and are lost."""
    setting = war("bagration_overlord").advanced().season("1944_summer").phase("fighting", 0, 1)
    setting = setting.stack("dover", britain={"paratroop": 1}, usa={"paratroop": 1})
    setting = setting.stack("calais", germany={"infantry": 3}).roll(6, 6, 1, 1, 6)
    table = setting.start().choose("attack", "area:calais")
    if table.prompt == "lead":
        table.choose("lead", "nation:britain")
    table.choose("force", "force:all")
    assert gone(table, "britain_paratroop_1") and gone(table, "usa_paratroop_1")


@rule("para.lost_alone_after", "para.lost_with_others")
def test_those_whose_company_fell_in_the_attack_did_not_take_the_area_alone() -> None:
    """The last defender of Calais and the infantry from Belgium hit each other; the paratroops are left."""
    setting = german_turn().hpp(germany=15).stack("belgium", germany={"paratroop": 1, "infantry": 1})
    table = setting.stack("calais", france={"infantry": 1}).roll(1, 1, 1).start().choose("attack", "area:calais")
    table.choose("by_hand").choose("drop", "kind:germany_paratroop", "area:belgium")
    table.choose("send", "kind:germany_infantry", "area:belgium").choose("march")
    table.choose("lose", "loss:germany_infantry_1")
    assert table.holder("calais") == "germany" and table.units("calais") == ["germany_paratroop_1"]
    assert "lone" not in flags(table, "calais", "germany_paratroop")[0]


def counter_attack(garrison: dict[str, int], *dice: int) -> Table:
    """Germany's paratroops took Dover alone; then it is the turn of the Allies, who attack it from London."""
    setting = german_turn().hpp(germany=15, britain=12).stack("london", britain={"infantry": 3})
    setting = setting.stack("belgium", germany={"paratroop": 1, **garrison}).stack("kiel", germany={"fleet": 2})
    for area_of_poland in ("warsaw", "krakow"):
        setting = setting.stack(area_of_poland, germany={"infantry": 1})  # setup.sichel.germany.garrison
    table = enter(setting.roll(*dice).start(), "dover")
    while table.prompt != "phase_four":
        table.choose("stand_by" if table.prompt == "phase_one" else "done")
    for kind, count in garrison.items():
        for _ in range(count):
            table.choose("transfer", f"kind:germany_{kind}", "area:belgium").choose("to", "area:dover")
    table.choose("done")
    return table.choose("attack", "area:dover").choose("force", "force:all")


@rule("para.lost_alone_after")
def test_paratroops_that_took_an_area_alone_are_gone_if_the_enemy_destroys_them_there() -> None:
    table = counter_attack({}, 1, 6, 6, 6)
    assert table.holder("dover") == "britain" and gone(table)
    assert any(line.rule == "para.lost_alone_after" for line in table.match.lines(None))


@rule("para.lost_with_others", "para.lost_alone_after")
def test_with_company_they_are_rebuilt() -> None:
    table = counter_attack({"infantry": 1}, 1, 1, 6, 6, 6)
    assert table.holder("dover") == "britain" and not gone(table)
    assert table.state.place[unit("germany_paratroop_1")] == -1


@rule("para.lost_alone_after")
def test_in_their_next_own_turn_they_are_ordinary_land_units_again() -> None:
    """'In the enemy's next turn': what happens later does not count, and other places neither."""
    setting = german_turn().all_units().lines("belgium", "germany paratroop 1 dropped lone moved")
    g: State = setting.phase("opening").start().state
    assert g.flags[unit("germany_paratroop_1")] & GONE == 0
    words = str(setting.phase("opening").start().match.game.describe(g)["units"])
    assert "germany paratroop 1 lone" not in words and "paratroop 1 dropped" not in words


# ---------------------------------------------------------------------- drops with an invasion, or met on their way


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


@rule("para.lost_alone_after", "para.with_invasion", "int.air.reach_target")
def test_paratroops_whose_invasion_was_sunk_take_the_coast_alone() -> None:
    """The infantry goes down in the Channel; the drop on empty Calais takes place all the same, without support."""
    setting = channel(3, 1, *MISSES).stack("calais", germany={}).stack("paris", germany={"infantry": 1})
    setting = setting.stack("plymouth", britain={"fleet": 1, "infantry": 1}).stack("liverpool", britain={"infantry": 1})
    table = setting.stack("london", britain={"paratroop": 1, "infantry": 1}).hpp(britain=20).start()
    table.choose("invade", "area:calais").choose("by_hand").choose("drop", "kind:britain_paratroop", "area:london")
    table.choose("send", "kind:britain_fleet", "area:plymouth").choose("send", "kind:britain_infantry", "area:plymouth")
    table.choose("march")
    while table.prompt == "route":
        table.choose("direct")
    pass_on(meet(table, "english_channel", "ships", *SUBMARINES))
    assert table.count("plymouth", "britain_infantry") == 0 and table.holder("calais") == "britain"
    assert "lone" in flags(table, "calais", "britain_paratroop")[0] and table.purse("britain") == 20 - 5


@rule("para.with_invasion", "para.cancels_modifier")
def test_in_a_ready_made_landing_paratroops_drop_rather_than_cross_a_river() -> None:
    """Infantry lands from Oslo, paratroops of Essen could march over the river: from the air they take both away."""
    setting = war().advanced().season("1940_spring").held("britain", "belgium").held("germany", "oslo").roll(*[6] * 12)
    setting = setting.stack("oslo", germany={"fleet": 1, "infantry": 1}).stack("essen", germany={"paratroop": 1})
    setting = setting.stack("belgium", britain={"infantry": 1}).stack("berlin", germany={"infantry": 1})
    table = setting.start().choose("invade", "area:belgium").choose("force", "force:all")
    assert len(table.told("dropped")) == 1
    assert rolled(table, 1) == {"britain_infantry": (2, 1, 1)}


def drop_on_calais(*dice: int) -> Table:
    """Paratroops from Stuttgart to Calais are met over the Maginot Line by aircraft from Lyon."""
    setting = war().advanced().season("1940_spring").stack("stuttgart", germany={"paratroop": 1})
    setting = setting.stack("berlin", germany={"infantry": 1}).stack("calais", france={"infantry": 1})
    setting = setting.stack("maginot", france={"infantry": 1}).stack("lyon", france={"aircraft": 1})
    table = setting.roll(*dice).start().choose("attack", "area:calais").choose("by_hand")
    table.choose("drop", "kind:germany_paratroop", "area:stuttgart").choose("march")
    while table.prompt == "route":
        table.choose("via", "area:maginot") if table.offers("via", "area:maginot") else table.choose("direct")
    return pass_on(meet(table, "maginot", "aircraft_1"))


@rule("para.intercepted", "int.air.breakoff")
def test_paratroops_that_break_off_are_back_on_the_ground_and_spent() -> None:
    table = drop_on_calais(*MISSES).choose("break_off")
    assert flags(table, "stuttgart", "germany_paratroop") == [{"moved", "attacked", "attacked_twice"}]


@rule("para.intercepted", "para.lost_alone")
def test_paratroops_shot_down_alone_on_their_way_are_gone_for_good() -> None:
    table = drop_on_calais(1, *MISSES)
    assert table.count("stuttgart", "germany_paratroop") == 0
    assert table.told("gone_for_good")[-1].rule == "para.lost_alone"


@rule("para.lost_with_others", "para.intercepted")
def test_paratroops_shot_down_on_their_way_to_others_may_be_rebuilt() -> None:
    """From Essen they fly to Calais, where infantry from Belgium attacks with them; Lyon meets them before."""
    setting = german_turn().stack("belgium", germany={"infantry": 2}).stack("essen", germany={"paratroop": 1})
    setting = setting.stack("calais", france={"infantry": 1}).stack("maginot", france={"infantry": 1})
    table = setting.stack("lyon", france={"aircraft": 1}).roll(1, *MISSES).start()
    table.choose("attack", "area:calais").choose("by_hand").choose("drop", "kind:germany_paratroop", "area:essen")
    table.choose("send", "kind:germany_infantry", "area:belgium").choose("march")
    while table.prompt == "route":
        table.choose("direct")
    place = next(str(choice[1]) for choice in table.all("meet") if choice[1] != "area:calais")
    pass_on(meet(table, place.removeprefix("area:"), "aircraft_1"))
    assert table.count("essen", "germany_paratroop") == 0 and not gone(table)
