"""Second clauses of the basic level, worked out from the rulebook a second time."""

from __future__ import annotations

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting
from tests.citing import rule
from tests.games.battle_for_europe.war import PACK, Table, War, war

EASTERN_WAR: dict[str, Json] = {
    "germany": ["ussr", "britain"],
    "italy": ["ussr", "britain"],
    "ussr": ["germany", "italy", "finland", "hungary", "romania", "bulgaria"],
    "finland": ["ussr"],
    "hungary": ["ussr"],
    "romania": ["ussr"],
    "bulgaria": ["ussr"],
    "britain": ["germany", "italy"],
}


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def in_spring(scenario: str = "sichelschnitt", players: int = 2) -> War:
    return war(scenario, players).season({"barbarossa": "1942_spring"}.get(scenario, "1940_spring"))


def in_the_east(turn: int = 0) -> War:
    """Spring 1942: Germany has attacked the Soviet Union the year before, with its satellites."""
    attack = PACK.cell_keys.index("1941_summer")
    setting = in_spring("barbarossa").phase("fighting", turn).set(german_attack=attack, at_war_with=EASTERN_WAR)
    return setting.set(alliance={"ussr": "allies"})


# ---------------------------------------------------------------------- the first turn


@rule("setup.sichel.first_turn", "war.neutral_power.may_attack")
def test_in_the_full_war_italy_has_a_phase_1_in_autumn_1939_and_germany_has_none() -> None:
    for players, seat in ((2, "axis"), (4, "italy")):
        setting = war("full_war_a", players).phase("supplying").stack("essen", germany={"infantry": 2, "aircraft": 1})
        table = setting.stack("venice", italy={"infantry": 2}).stack("rome", italy={"aircraft": 1}).start()
        assert (table.asked, table.prompt) == (seat, "phase_one")
        assert table.offers("declare", "nation:yugoslavia") and not table.offers("declare", "nation:belgium")
        assert not table.offers("rebase", "area:essen")
        table.choose("declare", "nation:yugoslavia")
        while table.prompt == "war.place":
            table.choose("at", "area:belgrade")
        assert (table.asked, table.prompt) == (seat, "phase_one")  # nobody asks Germany in between
        table.choose("enter", "area:zagreb").choose("send", "kind:italy_infantry", "area:venice").choose("stand_by")
        assert table.holder("zagreb") == "italy" and table.prompt == "phase_two"
        assert table.state.power() == nation("germany")


@rule("setup.sichel.first_turn", "seq.phases")
def test_from_the_second_season_on_the_german_turn_begins_with_phase_1() -> None:
    setting = war().season("1939_winter").phase("supplying").stack("essen", germany={"aircraft": 1})
    assert setting.start().prompt == "phase_one"


# ---------------------------------------------------------------------- a capital retaken


def paris_lost() -> War:
    setting = in_spring().phase("fighting", 1).held("germany", "paris", "belgium").set(last_chance=["france"])
    return setting.stack("lyon", france={"infantry": 1}).stack("calais", france={"infantry": 2})


@rule("fall.last_chance", "fall.success", "fall.success_at_once")
def test_once_paris_is_retaken_france_acts_as_usual_in_the_same_phase() -> None:
    table = paris_lost().stack("calais", france={"infantry": 2, "aircraft": 1}).start()
    assert table.refused("enter", "area:belgium") == "fall.last_chance"
    assert table.refused("declare", "nation:netherlands") == "fall.last_chance"
    table.choose("rebase", "area:calais")
    assert table.refused("go", "kind:france_aircraft", "area:plymouth", "number:one") == "fall.last_chance"
    table.choose("call_off")
    table.choose("enter", "area:paris").choose("send", "kind:france_infantry", "area:lyon")
    assert table.offers("enter", "area:belgium")
    assert table.choose("rebase", "area:calais").offers("go", "kind:france_aircraft", "area:plymouth", "number:one")


@rule("fall.success_at_once", "fall.allies_help")
def test_an_ally_that_retakes_paris_frees_france_for_other_attacks() -> None:
    setting = paris_lost().stack("calais", france={"infantry": 2}, britain={"infantry": 1})
    table = setting.stack("belgium", germany={"infantry": 1}).start()
    table.choose("enter", "area:paris").choose("lead", "nation:britain")
    table.choose("send", "kind:britain_infantry", "area:calais")
    assert table.holder("paris") == "britain"
    table.choose("attack", "area:belgium").choose("by_hand")
    assert table.offers("send", "kind:france_infantry", "area:calais")


# ---------------------------------------------------------------------- Norway


@rule("setup.sichel.norway_overland", "setup.sichel.no_allied_norway")
def test_the_allies_attack_norway_overland_but_never_from_the_sea() -> None:
    setting = in_spring().phase("fighting", 1).held("britain", "stockholm")
    setting = setting.stack("edinburgh", britain={"infantry": 1, "fleet": 1})
    by_sea = setting.stack("plymouth", britain={"aircraft": 1}).start()
    assert by_sea.refused("declare", "nation:norway") == "setup.sichel.no_allied_norway"
    assert by_sea.refused("invade", "area:bergen") == "setup.sichel.no_allied_norway"
    table = setting.stack("stockholm", britain={"infantry": 2}).start().choose("declare", "nation:norway")
    while table.prompt == "war.place":
        table.choose("at", "area:oslo")
    assert table.refused("invade", "area:bergen") == "setup.sichel.no_allied_norway"
    assert table.offers("attack", "area:oslo")
    taken = setting.held("germany", "oslo", "bergen").set(fallen=["norway"]).start()
    assert taken.offers("invade", "area:bergen")  # neither neutral nor Norwegian any more


# ---------------------------------------------------------------------- declarations


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


@rule("east.ussr_not_before", "usa.enter")
def test_of_several_powers_the_one_that_comes_nearest_to_a_declaration_says_why_not() -> None:
    setting = in_spring("full_war_a").phase("fighting", 1).stack("calais", france={"infantry": 1, "aircraft": 1})
    table = setting.stack("brest_litovsk", ussr={"infantry": 1}).start()
    assert table.refused("declare", "nation:germany") == "east.ussr_not_before"
    alone = setting.set(fallen=["ussr"]).start()
    assert alone.refused("declare", "nation:germany") == "usa.enter"


@rule("atk.land_combat_stop", "ctl.enter_empty")
def test_of_several_powers_one_that_stands_near_says_why_an_area_is_not_entered() -> None:
    setting = in_spring("full_war_a").phase("fighting", 1).held("germany", "belgium")
    setting = setting.stack("calais", france={"infantry": 1, "aircraft": 1})
    table = setting.stack("belgium", germany={"infantry": 1}).start()
    assert table.refused("enter", "area:belgium") == "atk.land_combat_stop"


# ---------------------------------------------------------------------- small countries


@rule("ctl.for_whom", "win.barb.axis")
def test_satellites_take_areas_for_germany_and_their_own_for_themselves() -> None:
    table = in_the_east().stack("helsinki", finland={"infantry": 2}).start()
    table.choose("enter", "area:leningrad").choose("send", "kind:finland_infantry", "area:helsinki")
    assert table.holder("leningrad") == "germany"
    moving = in_the_east().phase("moving", 0, 1).stack("helsinki", finland={"infantry": 2}).start()
    moving.choose("move", "area:helsinki").choose("go", "kind:finland_infantry", "area:leningrad", "number:one")
    assert moving.holder("leningrad") == "germany"
    home = in_the_east().held("ussr", "ploesti").stack("bucharest", romania={"infantry": 1}).start()
    home.choose("enter", "area:ploesti").choose("send", "kind:romania_infantry", "area:bucharest")
    assert home.holder("ploesti") == "romania"


@rule("ctl.for_whom", "war.neutral_power.victim_waits")
def test_a_country_that_stands_alone_takes_areas_for_itself() -> None:
    setting = in_spring("full_war_a").phase("moving", 1, 1).set(commander={"yugoslavia": "britain"})
    setting = setting.set(at_war_with={"italy": ["yugoslavia"], "yugoslavia": ["italy"]})
    table = setting.stack("zagreb", yugoslavia={"infantry": 1}).start()
    table.choose("move", "area:zagreb").choose("go", "kind:yugoslavia_infantry", "area:venice", "number:one")
    assert table.holder("venice") == "yugoslavia"


@rule("east.bulgaria_dissolves", "land.victory")
def test_others_defend_when_the_bulgarians_beside_them_dissolve() -> None:
    """One Bulgarian and one Romanian infantry: only the Romanian rolls, and it is lost."""
    setting = in_the_east(1).held("ussr", "jassy").stack("jassy", ussr={"infantry": 2}).roll(1, 6, 6)
    setting = setting.stack("bucharest", romania={"infantry": 1}, bulgaria={"infantry": 1})
    table = setting.start().choose("attack", "area:bucharest").choose("force", "force:all")
    assert table.holder("bucharest") == "ussr" and table.count("bucharest", "ussr_infantry") == 2
    assert [line.args[1] for line in table.told("roll_battle")] == ["kind:ussr_infantry", "kind:romania_infantry"]


@rule("east.bulgaria_dissolves")
def test_a_strike_at_aircraft_leaves_the_bulgarians_alone() -> None:
    setting = in_the_east(1).held("ussr", "jassy").stack("jassy", ussr={"aircraft": 1, "infantry": 1}).roll(1, 6)
    setting = setting.stack("bucharest", germany={"aircraft": 1}, bulgaria={"infantry": 1})
    table = setting.start().choose("strike", "area:bucharest").choose("force", "force:all")
    assert table.count("bucharest", "bulgaria_infantry") == 1 and table.count("bucharest", "germany_aircraft") == 0


@rule("ctl.joint.disagree", "ctl.for_whom")
def test_without_agreement_satellites_count_for_germany() -> None:
    """One German and one Romanian beside two Italians: equal in the area; Germany has more units on the board."""
    setting = in_the_east().option(players=4).stack("berlin", germany={"infantry": 3})
    setting = setting.stack("jassy", germany={"infantry": 1}, italy={"infantry": 2}, romania={"infantry": 1})
    table = setting.stack("kiev", ussr={"infantry": 1}).roll(1, 6, 6, 6, 6).start()
    while not table.offers("attack", "area:kiev"):
        table.choose("stand_by")
    table.choose("attack", "area:kiev")
    while table.prompt != "hold":
        wanted = {"joint": "ally", "joint.agree": "yes", "force": "force"}[table.prompt]
        table.choose(*next(choice for choice in table.choices if choice[0] == wanted))
    table.choose("hold", "nation:italy").choose("no")
    assert table.holder("kiev") == "germany"


# ---------------------------------------------------------------------- Africa and the accounting


def in_africa(**raiders: int) -> Table:
    """A German tank has taken Tobruk from Benghazi, where another and an infantry stand."""
    setting = in_spring("barbarossa").held("britain", "tobruk", "alexandria").stack("tobruk", britain={"infantry": 1})
    setting = setting.stack("alexandria", britain={"infantry": 1}).stack("malta", britain={**raiders}).roll(1, 6)
    setting = setting.stack("benghazi", germany={"tank": 2, "infantry": 1})
    table = setting.start().choose("attack", "area:tobruk").choose("by_hand")
    return table.choose("send", "kind:germany_tank", "area:benghazi").choose("march")


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


@rule("acc.home_lost")
def test_what_an_ally_has_freed_is_not_lost_to_the_soviet_base() -> None:
    """Kiev is worth 3 and Minsk 1: Germany holds Minsk, Britain has taken Kiev."""
    state = in_the_east(1).season("1942_winter").held("britain", "kiev").held("germany", "minsk").start().state
    accounting.annual(state)
    assert state.hpp[nation("ussr")] == PACK.base_hpp[nation("ussr")][4] - 1


# ---------------------------------------------------------------------- refusals where one player runs several powers


@rule("atk.reach", "atk.minimum", "war.needed", "inv.target")
def test_a_neutral_partner_is_not_why_those_at_war_cannot_attack() -> None:
    """In spring 1940 the Soviet Union and the United States are neutral; France and Britain are at war with Germany."""
    setting = in_spring("full_war_a").phase("fighting", 1).held("germany", "belgium")
    setting = setting.stack("paris", france={"infantry": 1, "aircraft": 1}).stack("berlin", germany={"infantry": 1})
    table = setting.stack("brest_litovsk", ussr={"infantry": 1}).start()
    assert table.refused("attack", "area:berlin") == "atk.reach"
    assert table.refused("attack", "area:belgium") == "atk.minimum"
    assert table.refused("attack", "area:paris") == "atk.minimum"
    assert table.refused("strike", "area:berlin") == "atk.minimum"
    assert table.refused("invade", "area:brest") == "inv.target"
    assert table.refused("attack", "area:madrid") == "war.needed"
