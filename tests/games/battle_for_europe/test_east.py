"""Special rules of the Soviet-German war: who may attack when, the first winter, and oil."""

from __future__ import annotations

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.battles import rolled
from tests.games.battle_for_europe.situations import MISSES, german_spring
from tests.games.battle_for_europe.test_guests import guests
from tests.games.battle_for_europe.war import PACK, Table, War, war


def first_winter(turn: int) -> War:
    """Winter 1941 in Barbarossa, half a year after the German attack."""
    axis: list[Json] = ["germany", "italy", "hungary"]
    wars: dict[str, Json] = {key: ["britain", "ussr"] for key in ("germany", "italy", "hungary")}
    wars |= {"britain": axis, "ussr": axis}
    setting = war("barbarossa").season("1941_winter").phase("fighting", turn).set(at_war_with=wars)
    attack = PACK.cell_keys.index("1941_summer")
    return setting.set(german_attack=attack, alliance={"ussr": "allies"}).roll(*MISSES)


def dice_of_attackers(table: Table) -> int:
    """How many dice the first row of the last round has."""
    return len(str(table.told("roll_battle")[0].args[0]).split(", "))


def war_in_the_east(turn: int = 0) -> War:
    """Spring 1942: Germany and the Soviet Union are at war since the year before."""
    foes: dict[str, Json] = {"germany": ["ussr", "britain"], "italy": ["ussr", "britain"], "ussr": ["germany", "italy"]}
    setting = war("barbarossa").season("1942_spring").phase("fighting", turn).roll(*MISSES)
    attack = PACK.cell_keys.index("1941_summer")
    return setting.set(german_attack=attack, at_war_with=foes, alliance={"ussr": "allies"})


def repelled(table: Table, area: str, kind: str, start: str) -> Table:
    """An attack by one unit that is broken off after a round."""
    table.choose("attack", f"area:{area}").choose("by_hand").choose("send", f"kind:{kind}", f"area:{start}")
    table.choose("march").choose("break_off")
    while table.prompt == "leaving.retreat":
        table.choose(*table.choices[0])
    return table


def winter_before_minsk() -> War:
    """Winter 1941: Soviet infantry in Minsk, and Brest-Litovsk is German."""
    foes: dict[str, Json] = {"germany": ["ussr", "britain"], "italy": ["ussr", "britain"]}
    foes |= {"ussr": ["germany", "italy"], "britain": ["germany", "italy"]}
    attack = PACK.cell_keys.index("1941_summer")
    setting = war("barbarossa").season("1941_winter").set(german_attack=attack, at_war_with=foes)
    return (
        setting.set(alliance={"ussr": "allies"}).held("germany", "brest_litovsk").stack("minsk", ussr={"infantry": 1})
    )


def on_the_dniester(**soviet: int) -> War:
    """Autumn 1941: only Romania is within reach of the Soviet infantry; a French aircraft keeps the turn going."""
    setting = war("full_war_a").season("1941_autumn").phase("fighting", 1).stack("dnepropetrovsk", ussr={**soviet})
    return setting.stack("paris", france={"aircraft": 1}).hpp(ussr=44).set(opening={"ussr": 44}).roll(*(1,) * 8)


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


@rule("east.ussr_satellite", "east.ussr_cost", "war.must_follow_enforced")
def test_the_soviet_union_may_attack_a_satellite_alone_for_both_prices() -> None:
    table = on_the_dniester(infantry=3).start()
    assert table.refused("declare", "nation:romania") == "east.ussr_cost"
    table.choose("declare", "nation:germany")
    assert table.purse("ussr") == 37 and table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("declare", "nation:romania")
    while table.prompt == "war.place":
        table.choose("at", "area:jassy")
    assert table.purse("ussr") == 35 and table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("attack", "area:jassy").choose("force", "force:all")
    assert table.holder("jassy") == "ussr" and table.purse("ussr") == 34
    table.choose("stand_by")
    assert table.prompt == "phase_two"


@rule("east.ussr_satellite")
def test_taking_an_empty_area_of_a_satellite_is_enough_too() -> None:
    table = on_the_dniester(infantry=3).start().choose("declare", "nation:germany").choose("declare", "nation:romania")
    while table.prompt == "war.place":
        table.choose("at", "area:bucharest")
    table.choose("enter", "area:jassy").choose("send_all", "area:dnepropetrovsk")
    assert table.offers("stand_by")


@rule("east.ussr_satellite", "war.must_follow_enforced")
def test_the_soviet_union_must_be_able_to_pay_for_both_declarations_and_a_battle() -> None:
    for spent, reason in ((12, None), (13, "war.must_follow_enforced")):  # 22 less 12 are 7 + 2 + 1
        table = on_the_dniester(infantry=3).set(spent={"ussr": spent}).start()
        if reason is None:
            assert table.offers("declare", "nation:germany")
        else:
            assert table.refused("declare", "nation:germany") == reason


@rule("east.ussr_satellite")
def test_other_powers_attack_whom_they_declared_war_on() -> None:
    """France borders on Belgium; an attack on the Netherlands beyond does not follow up a declaration on Belgium."""
    setting = war("full_war_a").season("1940_spring").phase("fighting", 1).stack("calais", france={"infantry": 2})
    setting.stack("paris", france={"aircraft": 1}).set(owed={"france": ["belgium"]})
    foes: dict[str, Json] = {
        "france": ["germany", "belgium", "romania"],
        "britain": ["germany", "belgium", "romania"],
        "germany": ["france", "britain"],
        "belgium": ["france", "britain"],
        "romania": ["france", "britain"],
    }
    setting.set(at_war_with=foes, commander={"belgium": "germany", "romania": "germany"})
    table = setting.stack("jassy", france={"infantry": 1}).held("france", "jassy").start()
    table.choose("enter", "area:ploesti").choose("send", "kind:france_infantry", "area:jassy")
    assert table.refused("stand_by") == "war.must_follow_enforced"


@rule("east.no_other_growth", "war.neutral.hpp_later")
def test_conquests_bring_nothing_before_the_accounting() -> None:
    setting = german_spring("full_war_a").stack("kiel", germany={"infantry": 2})
    foes: dict[str, Json] = {"germany": ["france", "britain", "denmark"], "denmark": ["germany"]}
    table = setting.set(at_war_with=foes, commander={"denmark": "france"}).start()
    before = table.state.hpp[:]
    table.choose("enter", "area:denmark").choose("send", "kind:germany_infantry", "area:kiel")
    assert table.holder("denmark") == "germany" and table.state.hpp == before


@rule("east.winter_ban")
def test_in_the_first_winter_the_axis_attacks_outside_the_soviet_union() -> None:
    setting = winter_before_minsk().held("britain", "tobruk").stack("tobruk", britain={"infantry": 1})
    setting = setting.stack("benghazi", italy={"infantry": 2}).stack("warsaw", germany={"infantry": 2})
    setting = setting.held("ussr", "konigsberg").stack("konigsberg", ussr={"infantry": 1})
    table = setting.start()
    assert table.offers("attack", "area:tobruk") and table.offers("attack", "area:konigsberg")


@rule("east.winter_ban")
def test_the_ban_of_the_first_winter_is_one_for_the_allies_of_germany_too() -> None:
    table = winter_before_minsk().stack("brest_litovsk", italy={"infantry": 2}).start()
    assert table.refused("attack", "area:minsk") == "east.winter_ban"


@rule("east.winter_soviet_double")
def test_in_the_first_winter_soviet_units_roll_twice_against_allies_of_germany_too() -> None:
    setting = first_winter(1).held("hungary", "kiev").stack("kiev", hungary={"infantry": 1})
    table = setting.stack("kursk", ussr={"infantry": 2}).start()
    assert dice_of_attackers(table.choose("attack", "area:kiev").choose("force", "force:all")) == 4


@rule("east.winter_soviet_double")
def test_in_the_first_winter_british_units_roll_once() -> None:
    setting = first_winter(1).held("germany", "alexandria").stack("alexandria", germany={"infantry": 1})
    table = setting.stack("cairo", britain={"infantry": 2}).start()
    assert dice_of_attackers(table.choose("attack", "area:alexandria").choose("force", "force:all")) == 2


@rule("east.winter_soviet_double")
def test_in_the_first_winter_soviet_units_roll_twice_against_the_axis_alone() -> None:
    attack = PACK.cell_keys.index("1941_summer")
    foes: dict[str, Json] = {"ussr": ["germany", "turkey"], "turkey": ["ussr"], "germany": ["ussr", "britain"]}
    foes |= {"italy": ["britain"], "britain": ["germany", "italy"]}
    setting = war("barbarossa").season("1941_winter").phase("fighting", 1).set(german_attack=attack, at_war_with=foes)
    setting = setting.set(alliance={"ussr": "allies"}, commander={"turkey": "germany"}).roll(6, 6, 6)
    setting = setting.stack("erzurum", turkey={"infantry": 1}).stack("tbilisi", ussr={"infantry": 2})
    table = setting.start().choose("attack", "area:erzurum").choose("force", "force:all")
    assert rolled(table, 0)["ussr_infantry"] == (1, 2, 2)


@rule("east.ussr_first.procedure")
def test_infantry_that_stands_in_a_satellite_attacks_its_army_from_inside() -> None:
    """The two Germans in Budapest are infantry and have neither moved nor attacked."""
    table = guests().stack("london", britain={"aircraft": 1}).start().choose("declare", "nation:hungary")
    while table.prompt == "war.place":
        table.choose("at", "area:budapest")
    table.choose("attack", "area:budapest").choose("by_hand")
    assert table.offers("send", "kind:germany_infantry", "area:budapest")
    assert table.offers("send", "kind:germany_infantry", "area:vienna")


@rule("east.ussr_first.leave_supplied", "atk.reach")
def test_armour_in_another_satellite_comes_through_it_to_the_attack() -> None:
    """From Bucharest through neutral Cluj to Budapest: the country that it leaves is open to it in that turn."""
    table = guests().stack("london", britain={"aircraft": 1}).start().choose("declare", "nation:hungary")
    while table.prompt == "war.place":
        table.choose("at", "area:budapest")
    table.choose("attack", "area:budapest").choose("by_hand").choose("send", "kind:germany_tank", "area:bucharest")
    table.choose("march")
    assert table.count("budapest", "germany_tank") == 1
    tank = PACK.unit_keys.index("germany_tank_1")
    assert PACK.area_keys[table.state.origin[tank]] == "cluj" and table.state.steps[tank] == 2


@rule("east.ploesti")
def test_the_axis_without_oil_makes_one_attack_in_every_turn() -> None:
    setting = war("bagration_overlord").season("1944_summer").held("ussr", "ploesti").set(attacks={"germany": 1})
    setting = (
        setting.stack("konigsberg", germany={"infantry": 2}).stack("riga", ussr={"infantry": 1}).held("ussr", "riga")
    )
    assert setting.phase("opening", 1).start().offers("attack", "area:riga")
    made = setting.stack("berlin", germany={"aircraft": 1}).phase("fighting", 1).start()
    assert made.refused("attack", "area:riga") == "east.ploesti"


@rule("east.ploesti", "east.oil_counts")
def test_without_ploesti_an_attack_of_one_axis_power_is_the_last_of_all() -> None:
    """Germans attack Jassy; then neither they nor the Italians attack anybody, but empty areas are entered still."""
    setting = war_in_the_east().held("ussr", "ploesti", "jassy", "cluj").stack("jassy", ussr={"infantry": 1})
    setting.stack("bucharest", germany={"infantry": 2}).stack("tobruk", italy={"infantry": 1})
    setting.stack("ploesti", ussr={"infantry": 1}).stack("alexandria", britain={"infantry": 1})
    table = setting.start()
    assert table.offers("attack", "area:alexandria")
    repelled(table, "jassy", "germany_infantry", "bucharest")
    assert table.refused("attack", "area:ploesti") == "east.ploesti"
    assert table.refused("attack", "area:alexandria") == "east.ploesti"
    assert table.offers("enter", "area:cluj")


@rule("east.ploesti", "east.oil_counts")
def test_without_ploesti_the_first_attack_of_the_axis_is_the_last() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("fighting", 1).held("ussr", "ploesti", "krakow")
    setting = setting.stack("krakow", ussr={"infantry": 1}).stack("minsk", ussr={"infantry": 1}).held("ussr", "minsk")
    setting = setting.stack("warsaw", germany={"infantry": 2}).stack("brest_litovsk", germany={"infantry": 2})
    table = setting.stack("paris", germany={"aircraft": 1}).roll(1, *(6,) * 9).start()
    assert table.offers("attack", "area:minsk")
    table.choose("attack", "area:krakow").choose("force", "force:all")
    assert table.holder("krakow") == "germany" and table.refused("attack", "area:minsk") == "east.ploesti"


@rule("east.grozny")
def test_german_oil_in_the_caucasus_limits_the_soviet_union_and_no_neutral_power() -> None:
    """Italy is neutral and makes its second attack on Yugoslavia."""
    wars: dict[str, Json] = {"italy": ["yugoslavia"], "yugoslavia": ["italy"]}
    setting = war("full_war_a", 4).season("1942_summer").phase("fighting", 0, 1).held("germany", "grozny")
    setting = setting.set(at_war_with=wars, attacks={"italy": 1}).stack("venice", italy={"infantry": 2})
    table = setting.stack("zagreb", yugoslavia={"infantry": 1}).start()
    assert table.asked == "italy" and table.offers("attack", "area:zagreb")


@rule("east.grozny", "east.oil_counts")
def test_without_grozny_an_attack_of_the_soviet_union_is_its_last_and_nobody_elses() -> None:
    setting = war_in_the_east(1).held("germany", "grozny", "riga").stack("krasnodar", ussr={"infantry": 1})
    setting.stack("grozny", germany={"infantry": 1}).stack("riga", germany={"infantry": 1})
    setting.stack("minsk", ussr={"infantry": 2}).stack("alexandria", britain={"infantry": 1})
    table = setting.stack("tobruk", italy={"infantry": 1}).start()
    repelled(table, "riga", "ussr_infantry", "minsk")
    assert table.refused("attack", "area:grozny") == "east.grozny"
    assert table.offers("attack", "area:tobruk")


@rule("east.grozny", "east.oil_counts")
def test_attacks_of_its_allies_do_not_count_against_the_soviet_union_without_grozny() -> None:
    setting = war("bagration_overlord").phase("fighting", 0).held("germany", "grozny")
    setting.stack("krasnodar", ussr={"infantry": 2, "aircraft": 1}).stack("grozny", germany={"infantry": 1})
    assert setting.set(attacks={"britain": 3}).start().offers("attack", "area:grozny")
    assert setting.set(attacks={"ussr": 1}).start().refused("attack", "area:grozny") == "east.grozny"
