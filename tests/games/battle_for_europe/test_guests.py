"""The Soviet Union attacks first: Germans leave the satellites or fight them; and help against a neutral attacker."""

from __future__ import annotations

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import supply
from sandtable.games.battle_for_europe.pack import GERMANY
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.war import PACK, Table, War, war

MISSES = (6,) * 60
AUTUMN_1941 = 8
CUT_OFF = 64


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def guests(players: int = 2, phase: str = "fighting") -> War:
    """The German turn of winter 1941, after the Soviet attack of autumn; Germans stand in Hungary and Romania."""
    wars: dict[str, Json] = {
        "germany": ["britain", "france", "ussr"],
        "ussr": ["germany"],
        "britain": ["germany"],
        "france": ["germany"],
    }
    return (
        war("full_war_a", players)
        .season("1941_winter")
        .phase(phase, 0, 0)
        .set(soviet_attack=AUTUMN_1941, at_war_with=wars, alliance={"ussr": "allies"})
        .stack("budapest", germany={"infantry": 2, "aircraft": 1})
        .stack("bucharest", germany={"tank": 1})
        .stack("vienna", germany={"infantry": 1})
        .roll(*MISSES)
    )


@rule("east.ussr_first")
def test_the_season_of_the_attack_is_the_one_before() -> None:
    assert PACK.cell_keys[AUTUMN_1941] == "1941_autumn"


# ---------------------------------------------------------------------- leaving


@rule("east.ussr_first.leave_supplied", "east.ussr_first.leave")
def test_guests_are_in_supply_for_one_more_turn() -> None:
    def cut_off(setting: War) -> list[str]:
        g = at_first(setting)
        supply.check(g)
        return sorted({PACK.area_keys[g.place[unit]] for unit in range(PACK.units) if g.flags[unit] & CUT_OFF})

    assert cut_off(guests()) == []
    assert cut_off(guests().season("1942_spring")) == ["bucharest", "budapest"]
    cut = guests().stack("skopje", germany={"infantry": 1}).held("germany", "skopje")
    assert cut_off(cut) == ["skopje"]  # nobody else traces supply through them


@rule("east.ussr_first.leave_supplied")
def test_guests_leave_through_areas_of_the_same_country() -> None:
    """Armour from Bucharest reaches Budapest's neighbourhood only through Cluj, which is Romanian too."""
    setting = guests(phase="moving").held("germany", "belgrade")
    table = setting.start().choose("move", "area:bucharest")
    assert table.offers("go", "kind:germany_tank", "area:belgrade", "number:one")
    assert table.offers("go", "kind:germany_tank", "area:cluj", "number:one")
    assert table.refused("go", "kind:germany_tank", "area:sofia", "number:one") == "war.neutral.entry"
    table.choose("call_off").choose("move", "area:budapest")
    assert table.offers("go", "kind:germany_infantry", "area:vienna", "number:all")
    table.choose("call_off").choose("move", "area:vienna")
    assert table.refused("go", "kind:germany_infantry", "area:budapest", "number:one") == "war.neutral.entry"


@rule("east.ussr_first.leave_supplied", "strat.any_unit")
def test_guests_leave_by_strategic_transfer_too() -> None:
    setting = guests(phase="transferring").stack("jassy", germany={"infantry": 1}).held("germany", "belgrade")
    table = setting.start().choose("transfer", "kind:germany_infantry", "area:jassy")
    assert table.offers("to", "area:belgrade")  # by way of Bucharest
    table.choose("call_off").choose("transfer", "kind:germany_infantry", "area:vienna")
    assert table.refused("to", "area:budapest") == "strat.dest"


@rule("east.ussr_first.procedure", "east.ussr_first.leave")
def test_who_stays_is_removed_and_aircraft_flee() -> None:
    table = guests(phase="closing").stack("prague", germany={"infantry": 1}).start()
    assert (table.asked, table.prompt) == ("axis", "leaving.flight")
    table.choose("go", "kind:germany_aircraft", "area:vienna", "number:one")
    assert table.count("vienna", "germany_aircraft") == 1
    assert table.units("budapest") == [] == table.units("bucharest")
    assert table.count("vienna", "germany_infantry") == 1


@rule("east.ussr_first.procedure")
def test_nobody_is_removed_before_germanys_turn_is_over() -> None:
    table = guests(phase="closing").season("1941_autumn").phase("closing", 1, 0)
    started = table.stack("london", britain={"infantry": 1}).start()
    assert started.count("budapest", "germany_infantry") == 2 and started.state.season == AUTUMN_1941 + 1


@rule("east.ussr_first.procedure", "war.one_for_alliance")
def test_guests_of_a_satellite_at_war_with_germany_do_not_stay_either() -> None:
    """No Soviet attack; an ally's declaration has taken Germany into war with Hungary, but not with Romania."""
    setting = guests(phase="closing").set(soviet_attack=None).stack("budapest", germany={"infantry": 2})
    assert setting.start().count("budapest", "germany_infantry") == 2
    foes: dict[str, Json] = {"germany": ["britain", "france", "ussr", "hungary"], "hungary": ["germany"]}
    table = setting.set(at_war_with=foes).start()
    assert table.units("budapest") == [] and table.count("bucharest", "germany_tank") == 1


# ---------------------------------------------------------------------- fighting


def declared(players: int = 2, capital: bool = True) -> Table:
    """Germany declares war on Romania, whose two infantry are placed in Bucharest, or elsewhere."""
    table = guests(players).stack("london", britain={"aircraft": 1}).start().choose("declare", "nation:romania")
    assert table.prompt == "war.place" and table.asked == "allies"
    for _ in range(2):
        table.choose("at", "area:bucharest" if capital else "area:jassy")
    return table


@rule("east.ussr_first.stay", "east.ussr_first.procedure", "war.neutral.who_places")
def test_germany_declares_war_and_attacks_from_inside() -> None:
    """No river helps the Romanians against armour in their country (and an aircraft): they defend at 1."""
    table = declared()
    assert table.purse("germany") == 28 and table.holder("bucharest") == "romania"
    assert table.refused("stand_by") == "war.must_follow_enforced"
    table.script(1, 6, 6, 6, 3, 6, 6).choose("attack", "area:bucharest").choose("force", "force:all")
    defence = [line.args[3] for line in table.told("roll_battle") if line.args[1] == "kind:romania_infantry"]
    assert defence == [1, 1] and table.purse("germany") == 27
    assert table.holder("bucharest") == "germany"


@rule("ctl.capture", "east.ussr_first.stay")
def test_an_area_without_its_army_is_taken_at_once() -> None:
    table = declared(capital=False)
    assert table.holder("bucharest") == "germany" == table.holder("jassy")  # with the capital Romania has fallen
    assert table.offers("stand_by")


# ---------------------------------------------------------------------- what the Soviet attack costs, and when


@rule("east.ussr_cost", "east.ussr_not_before")
def test_a_satellite_costs_two_more_than_germany() -> None:
    setting = war("full_war_a", 5).season("1941_autumn").phase("fighting", 1, 3).roll(*MISSES)
    setting = setting.stack("leningrad", ussr={"infantry": 2}).stack("brest_litovsk", ussr={"infantry": 2})
    table = setting.stack("warsaw", germany={"infantry": 1}).start()
    assert table.refused("declare", "nation:finland") == "east.ussr_cost"
    table.choose("declare", "nation:germany")
    while table.asked != "ussr":
        table.choose("stand_by")
    table.choose("declare", "nation:finland")
    assert table.state.spent[nation("ussr")] == 7 + 2
    assert table.state.commander[nation("finland")] == nation("germany")


@rule("setup.barb.special_rules", "setup.barb.situation.satellites")
def test_in_barbarossa_the_soviet_union_may_strike_first_and_the_satellites_are_allies() -> None:
    """13.3 a) and e) are not in force: no date binds it, and the satellites fight for Germany."""
    setting = war("barbarossa", 4).season("1941_summer").phase("fighting", 1, 0).roll(*MISSES)
    setting = setting.stack("brest_litovsk", ussr={"infantry": 2}).stack("warsaw", germany={"infantry": 1})
    table = setting.start()
    assert table.refused("declare", "nation:finland") == "setup.barb.situation.satellites"
    table.choose("declare", "nation:germany")
    assert table.state.at_war(nation("ussr"), nation("finland")) and table.purse("ussr") == 44 - 7
    assert table.state.alliance[nation("romania")] == 0


# ---------------------------------------------------------------------- help against a neutral attacker


def yugoslavia(players: int = 5) -> War:
    """Neutral Italy has attacked Yugoslavia, which stands; the Allied turn begins."""
    wars: dict[str, Json] = {
        "germany": ["britain", "france"],
        "britain": ["germany"],
        "france": ["germany"],
        "italy": ["yugoslavia"],
        "yugoslavia": ["italy"],
    }
    return (
        war("full_war_a", players)
        .season("1940_spring")
        .phase("fighting", 1, 0)
        .set(at_war_with=wars, commander={"yugoslavia": "britain"})
        .stack("belgrade", yugoslavia={"infantry": 2})
        .stack("paris", france={"infantry": 1, "aircraft": 1})
        .stack("venice", italy={"infantry": 1})
        .roll(*MISSES)
    )


@rule("war.italy.help_victim", "war.neutral_power.victim", "war.must_follow_enforced")
def test_war_on_italy_for_its_victims_sake_needs_no_attack() -> None:
    table = yugoslavia().start()
    assert not table.state.friendly(nation("france"), PACK.area_keys.index("belgrade"))
    table.choose("declare", "nation:italy")  # no French unit could attack Italy
    assert table.purse("france") == 17 - 7
    assert table.state.alliance[nation("yugoslavia")] == 1
    assert table.state.friendly(nation("france"), PACK.area_keys.index("belgrade"))  # help may come
    assert table.state.at_war(nation("britain"), nation("italy"))
    while table.asked != "france":
        table.choose("stand_by")
    assert table.offers("stand_by")


@rule("war.italy.help_victim")
def test_without_a_victim_an_attack_must_follow() -> None:
    setting = yugoslavia().set(at_war_with={"germany": ["britain", "france"], "italy": [], "yugoslavia": []})
    assert setting.start().refused("declare", "nation:italy") == "war.must_follow_enforced"


@rule("war.neutral.opposing_alliance", "war.neutral_power.may_attack", "war.neutral_power.victim")
def test_who_stands_by_a_country_that_a_neutral_power_attacks() -> None:
    """Italy is Axis by history: the strongest Ally commands Yugoslavia, which is nobody's ally for all that."""
    setting = war("full_war_a", 5).season("1940_spring").phase("fighting", 0, 1).roll(*MISSES)
    setting = setting.stack("venice", italy={"infantry": 2}).stack("berlin", germany={"infantry": 1})
    table = setting.hpp(france=9, britain=8).start().choose("declare", "nation:yugoslavia")
    while table.prompt == "war.place":
        assert table.asked == "france"
        table.choose("at", "area:belgrade")
    g = table.state
    assert g.commander[nation("yugoslavia")] == nation("france") and g.alliance[nation("yugoslavia")] == -1
    assert g.foes[nation("yugoslavia")] == 1 << nation("italy")
    assert not g.friendly(nation("france"), PACK.area_keys.index("belgrade"))
    soviet = war("full_war_a", 5).season("1940_spring").phase("fighting", 1, 3).roll(*MISSES)
    table = soviet.stack("krasnodar", ussr={"infantry": 1, "fleet": 1, "tank": 1}).start()
    table.choose("declare", "nation:turkey")
    assert table.asked == "germany"  # the Axis stands against a Soviet Union that is Allied by history


@rule("war.neutral.who_commands", "war.italy.neutral_start")
def test_a_second_attacker_does_not_change_who_commands() -> None:
    setting = yugoslavia().phase("fighting", 0, 0).stack("vienna", germany={"infantry": 1}).hpp(france=99)
    setting = setting.set(at_war_with={"italy": ["yugoslavia"], "yugoslavia": ["italy"]})
    table = setting.start().choose("declare", "nation:yugoslavia")
    assert table.purse("germany") == 28  # it pays for its own
    assert table.state.commander[nation("yugoslavia")] == nation("britain")


# ---------------------------------------------------------------------- Italy and the Soviet Union


def italy_faces_the_soviets(**alliance: str) -> War:
    """Italians in Istanbul with ships, Soviets in Sevastopol; the Axis turn, Italy's part of it."""
    wars: dict[str, Json] = {"germany": ["britain", "france"], "britain": ["germany"], "france": ["germany"]}
    if alliance:
        wars = {"germany": ["britain", "france"], "italy": ["britain", "france"]}
        wars |= {"britain": ["germany", "italy"], "france": ["germany", "italy"]}
    return (
        war("full_war_a", 5)
        .season("1941_summer")
        .phase("fighting", 0, 1)
        .set(at_war_with=wars, alliance={**alliance})
        .held("italy", "istanbul", "izmit", "varna")
        .stack("varna", italy={"infantry": 1, "fleet": 1})
        .hpp(italy=30, ussr=30)
        .set(opening={"italy": 60, "ussr": 60})
        .stack("sevastopol", ussr={"infantry": 1, "fleet": 1})
        .stack("berlin", germany={"aircraft": 1})
        .roll(*MISSES)
    )


@rule("war.neutral_power.both")
def test_a_war_of_two_neutral_powers_is_theirs_alone() -> None:
    table = italy_faces_the_soviets().start().choose("declare", "nation:ussr")
    g = table.state
    assert g.at_war(nation("italy"), nation("ussr")) and not g.at_war(nation("germany"), nation("ussr"))
    assert g.alliance[nation("italy")] == -1 == g.alliance[nation("ussr")]
    assert g.german_attack == -1 and not g.at_war(nation("italy"), nation("britain"))


@rule("war.neutral_power.both", "war.one_for_alliance", "east.winter_no_opening")
def test_an_ally_takes_germany_into_the_war_in_the_east() -> None:
    setting = italy_faces_the_soviets(italy="axis")
    assert setting.season("1941_winter").start().refused("declare", "nation:ussr") == "east.winter_no_opening"
    table = setting.season("1941_summer").start().choose("declare", "nation:ussr")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    g = table.state
    assert g.at_war(nation("germany"), nation("ussr")) and g.german_attack == g.season
    assert g.alliance[nation("finland")] == 0 and g.spent[nation("italy")] == 7 and g.spent[nation("germany")] == 0


@rule("war.neutral_power.both", "east.ussr_not_before")
def test_the_soviet_union_waits_for_autumn_1941_against_any_member_of_the_axis() -> None:
    early = italy_faces_the_soviets(italy="axis").phase("fighting", 1, 3).start()
    assert early.asked == "ussr" and early.refused("declare", "nation:italy") == "east.ussr_not_before"
    table = italy_faces_the_soviets(italy="axis").season("1941_autumn").phase("fighting", 1, 3).start()
    table.choose("declare", "nation:italy")
    assert table.state.soviet_attack == table.state.season and table.state.at_war(nation("ussr"), nation("germany"))


# ---------------------------------------------------------------------- who is not drawn in


@rule("war.one_for_alliance", "east.friendly_satellites")
def test_neutral_satellites_are_not_drawn_into_germanys_wars() -> None:
    setting = war("full_war_a", 5).season("1940_spring").stack("vienna", germany={"infantry": 1}).roll(*MISSES)
    table = setting.start().choose("declare", "nation:yugoslavia")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    assert not table.state.foes[nation("hungary")]
    assert table.state.foes[nation("yugoslavia")] == 1 << nation("germany")  # nor is neutral Italy


@rule("war.neutral.army", "setup.barb.situation.satellites")
def test_a_country_that_has_an_army_gets_no_second_one() -> None:
    """Britain declares war on Germany's ally Bulgaria, whose only unit was lost before."""
    setting = war("barbarossa", 5).season("1942_summer").phase("fighting", 1, 1).roll(*MISSES)
    setting = setting.stack("salonika", britain={"infantry": 1, "aircraft": 1}).held("britain", "salonika")
    table = setting.start().choose("declare", "nation:bulgaria")
    assert table.state.at_war(nation("britain"), nation("bulgaria")) and table.asked == "britain"
    assert table.units("sofia") == [] == table.units("varna")
    assert table.state.commander[nation("bulgaria")] == nation("germany")


@rule("ctl.capture", "east.ussr_first.procedure", "war.must_follow")
def test_only_land_units_take_an_area_from_inside_and_that_is_deed_enough() -> None:
    """Romania's army is placed elsewhere: a tank takes Bucharest, an aircraft alone would not."""
    table = declared(capital=False)
    assert table.holder("bucharest") == "germany" and not table.state.owed[GERMANY]
    setting = guests().stack("bucharest", germany={"aircraft": 1}).stack("budapest", germany={"tank": 1})
    flyers = setting.stack("london", britain={"aircraft": 1}).start().choose("declare", "nation:romania")
    flyers.choose("at", "area:jassy").choose("at", "area:jassy")
    assert flyers.holder("bucharest") == "romania" and flyers.state.owed[GERMANY]
