"""Clauses about the fall of powers, supply, accounting and leaving areas that could be lost unnoticed: a test each."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import NONE
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting
from sandtable.games.battle_for_europe.state import FLED
from tests.citing import rule
from tests.games.battle_for_europe.war import PACK, Table, War, war

WEST: dict[str, Json] = {"britain": ["germany", "italy"], "france": ["germany", "italy"]}
AXIS: dict[str, Json] = {"germany": ["britain", "france"], "italy": ["britain", "france"]}


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def in_spring(scenario: str = "sichelschnitt", players: int = 2) -> War:
    return war(scenario, players).season("1940_spring")


def with_italy() -> War:
    """The full war in spring 1940 with Italy in it."""
    return in_spring("full_war_a").set(at_war_with=WEST | AXIS, alliance={"italy": "axis"})


def placed(table: Table) -> Table:
    """Vichy's units are placed, wherever that is."""
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    return table


# ---------------------------------------------------------------------- the fall of powers


@rule("fall.who", "fall.last_chance")
@pytest.mark.parametrize(
    ("power", "turn", "capital", "captor"),
    [
        ("germany", 0, "berlin", "britain"),
        ("italy", 0, "rome", "britain"),
        ("france", 1, "paris", "germany"),
        ("britain", 1, "london", "germany"),
    ],
)
def test_who_must_retake_its_capital_in_the_turn_after_its_loss(
    power: str, turn: int, capital: str, captor: str
) -> None:
    setting = with_italy().phase("opening", turn).held(captor, capital).stack("lyon", france={"aircraft": 1})
    setting = setting.stack("vienna", germany={"aircraft": 1}).stack("milan", italy={"aircraft": 1})
    table = setting.stack("edinburgh", britain={"aircraft": 1}).start()
    assert table.state.last_chance == 1 << nation(power)


def france_falls() -> War:
    setting = with_italy().phase("settling", 1).held("germany", "paris").set(last_chance=["france"])
    return setting.stack("edinburgh", britain={"aircraft": 1, "infantry": 1})


@rule("fall.territory")
def test_what_the_conqueror_holds_stays_his_though_an_ally_stands_there() -> None:
    setting = france_falls().held("germany", "brest").stack("brest", italy={"infantry": 1})
    assert placed(setting.start()).holder("brest") == "germany"


@rule("fall.territory")
def test_home_areas_that_an_ally_of_the_fallen_holds_without_units_go_to_the_conqueror() -> None:
    assert placed(france_falls().held("britain", "calais").start()).holder("calais") == "germany"


@rule("fall.germany_italy_out")
def test_satellites_of_a_fallen_germany_do_not_follow_a_neutral_italy() -> None:
    foes: dict[str, Json] = {"germany": ["britain", "france", "ussr"], "hungary": ["ussr"]}
    foes |= {"ussr": ["germany", "hungary"]}
    setting = in_spring("full_war_a").season("1942_spring").phase("settling").set(at_war_with=foes)
    setting = setting.set(last_chance=["germany"], alliance={"hungary": "axis", "ussr": "allies"})
    setting = setting.set(commander={"hungary": "germany"}).held("britain", "berlin")
    setting = setting.stack("budapest", hungary={"infantry": 1}).stack("rome", italy={"aircraft": 1})
    table = setting.start()
    assert table.state.commander[nation("hungary")] == NONE and table.units("budapest") == []


@rule("war.neutral.who_commands", "fall.units_removed")
def test_another_ally_commands_the_countries_of_a_fallen_power() -> None:
    foes: dict[str, Json] = {"norway": ["germany"], "germany": ["britain", "france", "norway"]}
    setting = in_spring().phase("settling", 1).held("germany", "london").set(last_chance=["britain"], at_war_with=foes)
    setting = setting.set(commander={"norway": "britain"}, alliance={"norway": "allies"})
    setting = setting.stack("oslo", norway={"infantry": 1}).stack("paris", france={"aircraft": 1})
    table = setting.start()
    assert table.state.commander[nation("norway")] == nation("france") and table.count("oslo", "norway_infantry") == 1


@rule("fall.overseas_held", "ctl.for_whom")
def test_an_overseas_area_where_a_small_ally_stands_comes_to_who_commands_it() -> None:
    foes: dict[str, Json] = {"greece": ["italy", "germany"], "italy": ["britain", "france", "greece"]}
    foes |= {"germany": ["britain", "france", "greece"]}
    setting = with_italy().phase("settling", 1).held("germany", "london").set(last_chance=["britain"], at_war_with=foes)
    setting = setting.set(commander={"greece": "france"}, alliance={"greece": "allies"})
    setting = setting.stack("cairo", greece={"infantry": 1}).stack("paris", france={"aircraft": 1})
    assert setting.start().holder("cairo") == "france"


# ---------------------------------------------------------------------- leaving and entering


@rule("land.separate_contingents.capture", "war.neutral.moves")
def test_units_of_a_satellite_fall_back_with_the_others() -> None:
    foes: dict[str, Json] = {"hungary": ["britain", "france"], "germany": ["britain", "france"]}
    foes |= {"britain": ["germany", "hungary"], "france": ["germany", "hungary"]}
    setting = in_spring("full_war_a").phase("settling").set(at_war_with=foes, alliance={"hungary": "axis"})
    setting = setting.set(commander={"hungary": "germany"}).stack("essen", germany={"aircraft": 1})
    table = setting.stack("belgium", britain={"infantry": 1}, hungary={"infantry": 1}).held("france", "belgium").start()
    assert table.count("belgium", "hungary_infantry") == 0 and table.count("essen", "hungary_infantry") == 1


@rule("map.finland.no_port", "unit.fleet.retreat_base")
def test_fleets_do_not_flee_to_finland() -> None:
    setting = war("bagration_overlord").season("1944_summer").held("ussr", "riga").stack("riga", ussr={"infantry": 2})
    table = setting.stack("konigsberg", germany={"fleet": 1}).start()
    table.choose("enter", "area:konigsberg").choose("send", "kind:ussr_infantry", "area:riga")
    assert table.prompt == "leaving.flight"
    assert table.refused("go", "kind:germany_fleet", "area:helsinki", "number:one") == "unit.fleet.retreat_base"


@rule("coop.maginot")
def test_british_units_enter_the_maginot_line_once_it_has_fallen() -> None:
    setting = in_spring().phase("moving", 1, 1).stack("calais", britain={"infantry": 1})
    table = setting.start()
    assert table.prompt == "phase_two"
    table.choose("move", "area:calais")
    assert table.refused("go", "kind:britain_infantry", "area:maginot", "number:one") == "coop.maginot"
    fallen = setting.set(fortress_lost=["maginot"]).start().choose("move", "area:calais")
    assert fallen.offers("go", "kind:britain_infantry", "area:maginot", "number:one")


@rule("war.must_follow")
def test_entering_an_area_is_deed_enough() -> None:
    setting = in_spring("full_war_a").stack("vienna", germany={"infantry": 1}).stack("essen", germany={"aircraft": 1})
    table = (
        setting.start()
        .choose("declare", "nation:yugoslavia")
        .choose("at", "area:belgrade")
        .choose("at", "area:belgrade")
    )
    if table.prompt == "phase_one":
        assert table.refused("stand_by") == "war.must_follow_enforced"
        table.choose("enter", "area:zagreb")
    table.choose("send", "kind:germany_infantry", "area:vienna")
    assert table.holder("zagreb") == "germany" and not table.state.owed[nation("germany")]


@rule("land.retreat.ends")
def test_armour_that_has_retreated_attacks_nobody_else_in_this_turn() -> None:
    setting = in_spring().held("france", "belgium", "netherlands").stack("essen", germany={"tank": 2}).roll(6, 6, 6, 6)
    setting = setting.stack("belgium", france={"infantry": 2}).stack("netherlands", france={"infantry": 1})
    table = setting.stack("kiel", germany={"infantry": 1}).start()
    table.choose("attack", "area:belgium").choose("force", "force:all").choose("break_off")
    assert table.count("essen", "germany_tank") == 2
    table.choose("attack", "area:netherlands").choose("by_hand")
    assert [choice[1] for choice in table.choices if choice[0] == "send"] == ["kind:germany_infantry"]


# ---------------------------------------------------------------------- the Russian winter and Malta


def first_winter() -> War:
    foes: dict[str, Json] = {"germany": ["ussr", "britain"], "italy": ["ussr", "britain"]}
    foes |= {"ussr": ["germany", "italy"], "britain": ["germany", "italy"]}
    attack = PACK.cell_keys.index("1941_summer")
    setting = war("barbarossa").season("1941_winter").set(german_attack=attack, at_war_with=foes)
    return (
        setting.set(alliance={"ussr": "allies"}).held("germany", "brest_litovsk").stack("minsk", ussr={"infantry": 1})
    )


@rule("east.winter_ban")
def test_in_the_first_winter_the_axis_attacks_outside_the_soviet_union() -> None:
    setting = first_winter().held("britain", "tobruk").stack("tobruk", britain={"infantry": 1})
    setting = setting.stack("benghazi", italy={"infantry": 2}).stack("warsaw", germany={"infantry": 2})
    setting = setting.held("ussr", "konigsberg").stack("konigsberg", ussr={"infantry": 1})
    table = setting.start()
    assert table.offers("attack", "area:tobruk") and table.offers("attack", "area:konigsberg")


@rule("east.winter_ban")
def test_the_ban_of_the_first_winter_is_one_for_the_allies_of_germany_too() -> None:
    table = first_winter().stack("brest_litovsk", italy={"infantry": 2}).start()
    assert table.refused("attack", "area:minsk") == "east.winter_ban"


@rule("med.africa_malta")
def test_infantry_on_malta_does_not_keep_germans_in_africa_from_attacking() -> None:
    setting = war("barbarossa").season("1942_spring").held("britain", "tobruk").stack("tobruk", britain={"infantry": 1})
    setting = setting.stack("malta", britain={"infantry": 1, "fleet": 1}).stack("benghazi", germany={"infantry": 3})
    table = setting.start().choose("attack", "area:tobruk").choose("by_hand").choose("send_all", "area:benghazi")
    assert table.refused("march") == "med.africa_malta"
    assert table.choose("leave", "kind:germany_infantry", "area:benghazi").offers("march")


# ---------------------------------------------------------------------- years and turns


@rule("east.satellites_hpp", "war.neutral.hpp_ally")
def test_satellites_that_have_not_joined_pay_nothing_at_the_accounting() -> None:
    """Barbarossa without a German attack: base 30 and conquests worth 28."""
    state = war("barbarossa").season("1941_winter").start().state
    accounting.annual(state)
    assert state.hpp[nation("germany")] == PACK.base_hpp[nation("germany")][3] + 28


@rule("hpp.half_cap", "unit.air.flee_once")
def test_what_was_spent_and_who_fled_is_forgotten_when_the_next_turn_begins() -> None:
    setting = in_spring().phase("opening").set(spent={"germany": 15}).stack("essen", germany={"infantry": 1})
    setting = setting.stack("kiel", germany={"aircraft": {"fled": 1}}).held("france", "belgium")
    table = setting.stack("belgium", france={"infantry": 1, "aircraft": {"fled": 1}}).start()
    assert table.state.spent[nation("germany")] == 0 and table.offers("attack", "area:belgium")
    assert not any(flags & FLED for flags in table.state.flags)


@rule("sup.starve", "sup.small_countries")
def test_satellites_without_supply_are_lost_at_the_end_of_the_german_turn() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("closing", 1).held("ussr", "moscow")
    setting = setting.stack("minsk", romania={"infantry": {"cut_off": 1}}).stack("paris", germany={"infantry": 1})
    table = setting.stack("moscow", ussr={"infantry": 1}).start()
    assert table.count("minsk", "romania_infantry") == 0 and table.count("paris", "germany_infantry") == 1


@rule("med.africa_three")
def test_a_fourth_german_unit_does_not_enter_africa_on_foot() -> None:
    setting = war("barbarossa").season("1942_spring").held("germany", "jerusalem").stack("malta")
    setting = setting.stack("jerusalem", germany={"infantry": 1}).stack("berlin", germany={"aircraft": 1})
    assert setting.stack("tripoli", germany={"infantry": 2}).start().offers("enter", "area:suez")
    assert not setting.stack("tripoli", germany={"infantry": 3}).start().offers("enter", "area:suez")


@rule("setup.sichel.germany.garrison_enforced")
def test_in_the_full_war_poland_may_be_left_empty() -> None:
    for scenario, free in (("sichelschnitt", False), ("full_war_a", True)):
        setting = war(scenario).season("1940_spring").phase("transferring").stack("berlin", germany={"infantry": 2})
        assert setting.start().offers("done") is free


@rule("fall.hpp_gone", "acc.base")
def test_a_fallen_power_receives_nothing_at_the_accounting() -> None:
    state = in_spring().season("1939_winter").set(fallen=["france", "poland"]).hpp(france=0).start().state
    accounting.annual(state)
    assert state.hpp[nation("france")] == 0 and state.hpp[nation("britain")] == 25
