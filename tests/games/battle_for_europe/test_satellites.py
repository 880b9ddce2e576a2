"""Satellites of Germany: when they join, for whom they fight, how they fall, and the Bulgarian army."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting
from sandtable.games.battle_for_europe.pack import GERMANY
from tests.citing import rule
from tests.games.battle_for_europe.situations import (
    MISSES,
    NATION,
    american,
    area_index,
    in_spring,
    in_the_axis,
    nation,
    satellites_in_the_east,
)
from tests.games.battle_for_europe.war import PACK, war


@rule("setup.barb.situation.satellites", "war.one_for_alliance")
def test_an_attacked_satellite_is_at_war_with_whoever_joins_its_enemies() -> None:
    wars: dict[str, Json] = {"hungary": ["britain"], "britain": ["germany", "italy", "hungary"]}
    table = american("1942_spring").set(at_war_with=wars).start().choose("declare", "nation:germany")
    g = table.state
    assert g.at_war(NATION["usa"], NATION["hungary"]) and not g.at_war(NATION["usa"], NATION["romania"])


@rule("setup.barb.situation.satellites", "war.needed")
def test_a_satellite_that_waits_takes_no_part_in_an_attack_on_the_british() -> None:
    """Bulgaria is Germany's ally but at war with nobody before the attack on the Soviet Union."""
    setting = war("barbarossa").season("1941_summer").held("britain", "salonika")
    setting = setting.stack("salonika", britain={"infantry": 1}).stack("sofia", bulgaria={"infantry": 1})
    table = setting.stack("skopje", germany={"infantry": 1}).start().choose("attack", "area:salonika").choose("by_hand")
    assert table.offers("send", "kind:germany_infantry", "area:skopje")
    assert table.refused("send", "kind:bulgaria_infantry", "area:sofia") == "war.needed"


@rule("setup.barb.situation.satellites", "war.needed")
def test_satellites_that_are_not_at_war_with_britain_join_no_attack_on_it() -> None:
    setting = war("barbarossa").season("1941_summer").held("britain", "salonika")
    setting = setting.stack("sofia", germany={"infantry": 2}, bulgaria={"infantry": 1})
    table = setting.stack("salonika", britain={"infantry": 1}).start()
    table.choose("attack", "area:salonika").choose("by_hand")
    assert [choice[1] for choice in table.choices if choice[0] == "send"] == ["kind:germany_infantry"]


@rule("east.satellites_join")
def test_a_satellite_that_joins_ends_its_war_with_a_member_of_the_axis() -> None:
    """Neutral Italy attacked Bulgaria, which stood alone, and is Germany's ally by now."""
    wars: dict[str, Json] = {
        "germany": ["britain", "france"],
        "italy": ["britain", "france", "bulgaria"],
        "britain": ["germany", "italy"],
        "france": ["germany", "italy"],
        "bulgaria": ["italy"],
    }
    setting = war("full_war_a").season("1941_summer").set(at_war_with=wars, alliance={"italy": "axis"})
    setting = setting.stack("warsaw", germany={"infantry": 1}).stack("sofia", bulgaria={"infantry": 1})
    table = setting.stack("rome", italy={"infantry": 1}).start().choose("declare", "nation:ussr")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    g = table.state
    assert not g.at_war(NATION["italy"], NATION["bulgaria"]) and g.at_war(NATION["bulgaria"], NATION["ussr"])
    assert g.alliance[NATION["bulgaria"]] == g.alliance[NATION["italy"]]


@rule("east.satellites_join", "east.satellites_hpp")
def test_a_fallen_satellite_joins_nobody() -> None:
    """Hungary, worth 3, fell to the British: the others bring 2, 2 and 4."""
    setting = war("full_war_a").season("1941_summer").stack("warsaw", germany={"infantry": 1})
    setting = setting.held("britain", "budapest").set(fallen=["hungary"])
    table = setting.start().choose("declare", "nation:ussr")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    assert table.purse("germany") == 30 - 7 + 2 + 2 + 4
    assert table.state.alliance[NATION["hungary"]] == NONE and table.units("budapest") == []


@rule("east.satellites_join", "east.satellites_hpp", "acc.loss.satellite")
def test_a_satellite_that_fights_for_the_allies_does_not_join_germany() -> None:
    """Finland, Hungary and Romania bring Germany what they are worth; each of them could be lost this year."""
    foes: dict[str, Json] = {"germany": ["britain", "france"], "bulgaria": ["italy"], "italy": ["bulgaria"]}
    setting = in_spring("full_war_a").set(at_war_with=foes, alliance={"bulgaria": "allies"})
    setting = setting.set(commander={"bulgaria": "britain"}).stack("sofia", bulgaria={"infantry": 1})
    table = setting.stack("warsaw", germany={"infantry": 2}).start().choose("declare", "nation:ussr")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    joined = [
        key for key in ("finland", "hungary", "romania") if table.state.commander[nation(key)] == nation("germany")
    ]
    assert joined == ["finland", "hungary", "romania"]
    assert table.state.commander[nation("bulgaria")] == nation("britain")
    assert table.purse("germany") == 30 - 7 + sum(PACK.tribute[nation(key)] for key in joined)
    credited = [table.state.credited[PACK.capital[nation(key)]] for key in (*joined, "bulgaria")]
    assert credited == [nation("germany")] * 3 + [NONE]


@rule("east.satellites_hpp", "war.neutral.hpp_ally")
def test_satellites_that_have_not_joined_pay_nothing_at_the_accounting() -> None:
    """Barbarossa without a German attack: base 30 and conquests worth 28."""
    state = war("barbarossa").season("1941_winter").start().state
    accounting.annual(state)
    assert state.hpp[nation("germany")] == PACK.base_hpp[nation("germany")][3] + 28


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


@rule("east.satellites_units")
def test_satellite_units_attack_in_the_turn_in_which_they_join() -> None:
    setting = war("full_war_a").season("1941_summer").phase("fighting", 0, 0).roll(*MISSES)
    setting = setting.stack("warsaw", germany={"infantry": 1}).stack("brest_litovsk", ussr={"infantry": 1})
    table = setting.stack("kiev", ussr={"infantry": 1}).start().choose("declare", "nation:ussr")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    assert table.units("budapest") == ["hungary_infantry_1", "hungary_infantry_2"]
    table.choose("attack", "area:kiev").choose("by_hand")
    assert table.offers("send", "kind:hungary_infantry", "area:budapest")


@rule("east.satellites_fall", "war.neutral.capital_falls", "acc.loss.satellite")
def test_a_satellite_falls_with_its_capital() -> None:
    setting = war("bagration_overlord").phase("fighting", 0).season("1944_summer").roll(*MISSES)
    setting = setting.stack("jassy", ussr={"infantry": 2}).held("ussr", "jassy")
    setting = setting.stack("ploesti", romania={"infantry": 1}).stack("cluj", germany={"infantry": 1})
    table = setting.start().choose("enter", "area:bucharest").choose("send", "kind:ussr_infantry", "area:jassy")
    assert table.units("ploesti") == [] and table.holder("ploesti") == "ussr"
    assert table.holder("cluj") == "germany"  # an ally stands there
    assert table.state.fallen >> nation("romania") & 1


@rule("east.bulgaria_dissolves")
def test_bulgarians_defend_against_british_units() -> None:
    setting = war("bagration_overlord").season("1944_summer").held("britain", "salonika")
    setting = setting.stack("salonika", britain={"infantry": 3}).stack("sofia", bulgaria={"infantry": 1})
    table = setting.roll(*MISSES).start()
    assert table.refused("enter", "area:sofia") == "atk.land_combat_stop"
    table.choose("attack", "area:sofia").choose("force", "force:all")
    assert table.count("sofia", "bulgaria_infantry") == 1
    assert [line.args[1] for line in table.told("roll_battle")] == ["kind:britain_infantry", "kind:bulgaria_infantry"]


@rule("east.bulgaria_dissolves", "land.victory")
def test_others_defend_when_the_bulgarians_beside_them_dissolve() -> None:
    """One Bulgarian and one Romanian infantry: only the Romanian rolls, and it is lost."""
    setting = satellites_in_the_east(1).held("ussr", "jassy").stack("jassy", ussr={"infantry": 2}).roll(1, 6, 6)
    setting = setting.stack("bucharest", romania={"infantry": 1}, bulgaria={"infantry": 1})
    table = setting.start().choose("attack", "area:bucharest").choose("force", "force:all")
    assert table.holder("bucharest") == "ussr" and table.count("bucharest", "ussr_infantry") == 2
    assert [line.args[1] for line in table.told("roll_battle")] == ["kind:ussr_infantry", "kind:romania_infantry"]


@rule("east.bulgaria_dissolves")
def test_a_strike_at_aircraft_leaves_the_bulgarians_alone() -> None:
    setting = (
        satellites_in_the_east(1).held("ussr", "jassy").stack("jassy", ussr={"aircraft": 1, "infantry": 1}).roll(1, 6)
    )
    setting = setting.stack("bucharest", germany={"aircraft": 1}, bulgaria={"infantry": 1})
    table = setting.start().choose("strike", "area:bucharest").choose("force", "force:all")
    assert table.count("bucharest", "bulgaria_infantry") == 1 and table.count("bucharest", "germany_aircraft") == 0


@rule("east.bulgaria_no_battle", "east.bulgaria_dissolves")
def test_bulgarians_give_way_to_soviet_units_only() -> None:
    """The British have to fight for Sofia; the Soviet Union walks in."""
    setting = war("bagration_overlord").phase("fighting", 0).stack("sofia", bulgaria={"infantry": 1})
    setting.held("britain", "salonika").stack("salonika", britain={"infantry": 1})
    british = setting.start()
    assert british.refused("enter", "area:sofia") == "atk.land_combat_stop" and british.offers("attack", "area:sofia")
    soviet = setting.stack("salonika").held("ussr", "bucharest").stack("bucharest", ussr={"infantry": 1}).start()
    assert soviet.offers("enter", "area:sofia")


@rule("east.friendly_satellites", "war.one_for_alliance")
def test_a_satellite_that_italy_attacks_is_no_friend_of_germany_any_more() -> None:
    setting = in_the_axis().held("italy", "zagreb").stack("zagreb", italy={"infantry": 1})
    before = setting.start()
    budapest = PACK.area_keys.index("budapest")
    assert before.state.friendly(NATION["germany"], budapest)
    before.choose("declare", "nation:hungary")
    assert not before.state.friendly(NATION["germany"], budapest)


@rule("east.satellite_attacked_early", "war.neutral.survives")
def test_a_satellite_that_the_west_attacks_joins_the_axis() -> None:
    setting = war("full_war_a", 5).season("1940_summer").phase("fighting", 1, 1).roll(*MISSES)
    setting = setting.stack("salonika", britain={"infantry": 1}).held("britain", "salonika")
    setting = setting.stack("london", britain={"aircraft": 1}).hpp(germany=1, italy=50)
    table = setting.start().choose("declare", "nation:bulgaria")
    assert table.asked == "germany" and table.prompt == "war.place"  # though Italy has more HPP, it is neutral
    table.choose("at", "area:sofia")
    assert table.state.commander[nation("bulgaria")] == nation("germany")
    while table.asked != "west":
        table.choose("stand_by")
    table.choose("attack", "area:sofia").choose("force", "force:all").choose("break_off")
    assert table.state.alliance[nation("bulgaria")] == -1
    while table.state.turn == 1:
        table.choose("stand_by" if table.offers("stand_by") else "done")
    assert table.state.alliance[nation("bulgaria")] == 0  # Axis
    assert table.state.friendly(nation("germany"), area_index("varna"))


@rule("east.satellite_attacked_early")
def test_germany_commands_a_satellite_attacked_early_though_italy_has_more_hpp() -> None:
    foes: dict[str, Json] = {"italy": ["britain", "france"], "germany": ["britain", "france"]}
    foes |= {"britain": ["germany", "italy"], "france": ["germany", "italy"]}
    setting = in_spring("full_war_a").phase("fighting", 1).set(at_war_with=foes, alliance={"italy": "axis"})
    setting = setting.hpp(germany=3, italy=12).held("britain", "salonika").stack("salonika", britain={"infantry": 2})
    table = setting.stack("cairo", britain={"aircraft": 1}).start().choose("declare", "nation:bulgaria")
    assert table.state.commander[nation("bulgaria")] == nation("germany")


@rule("east.bulgaria_no_attack")
def test_bulgarians_attack_others_but_not_soviet_units() -> None:
    setting = war("bagration_overlord").phase("fighting", 1).season("1944_summer").roll(*MISSES)
    setting = setting.stack("sofia", germany={"infantry": 1}, bulgaria={"infantry": 1})
    against_soviets = setting.stack("bucharest", ussr={"infantry": 1}).held("ussr", "bucharest").start()
    against_soviets.choose("attack", "area:bucharest").choose("by_hand")
    assert against_soviets.refused("send", "kind:bulgaria_infantry", "area:sofia") == "east.bulgaria_no_attack"
    setting = war("bagration_overlord").phase("fighting", 1).season("1944_summer").roll(*MISSES)
    setting = setting.stack("sofia", germany={"infantry": 1}, bulgaria={"infantry": 1})
    british = setting.stack("salonika", britain={"infantry": 1}).held("britain", "salonika").start()
    british.choose("attack", "area:salonika").choose("by_hand")
    assert british.offers("send", "kind:bulgaria_infantry", "area:sofia")
