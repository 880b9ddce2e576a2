"""Declarations of war, attacked neutrals, satellites, and what a captured capital brings."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow.means import known
from sandtable.games.battle_for_europe.flow.war import special_ban
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.war import PACK, Table, War, war


def spring(scenario: str = "sichelschnitt", players: int = 2) -> War:
    """An aircraft in Königsberg keeps the Germans from being passed over."""
    setting = war(scenario, players).season("1940_spring").roll(*(6,) * 40)
    return setting.stack("konigsberg", germany={"aircraft": 1})


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def at_war(table: Table, one: str, other: str) -> bool:
    return table.state.at_war(nation(one), nation(other))


# ---------------------------------------------------------------------- declarations


@rule("setup.sichel.satellites_closed", "setup.sichel.no_allied_norway", "usa.no_axis_declaration", "usa.enter")
@rule("usa.hpp_before", "east.ussr_not_before", "east.ussr_cost", "setup.barb.situation.satellites")
@rule("east.winter_no_opening", "east.friendly_satellites")
@pytest.mark.parametrize(
    ("scenario", "season", "power", "country", "reason"),
    [
        ("sichelschnitt", "1940_spring", "germany", "hungary", "setup.sichel.satellites_closed"),
        ("sichelschnitt", "1940_spring", "france", "hungary", "setup.sichel.satellites_closed"),
        ("sichelschnitt", "1940_spring", "britain", "norway", "setup.sichel.no_allied_norway"),
        ("sichelschnitt", "1940_spring", "germany", "norway", None),
        ("full_war_a", "1940_spring", "britain", "norway", None),
        ("full_war_a", "1942_spring", "germany", "usa", "usa.no_axis_declaration"),
        ("full_war_a", "1941_winter", "usa", "germany", "usa.enter"),
        ("full_war_a", "1942_spring", "usa", "germany", None),
        ("full_war_a", "1942_spring", "usa", "spain", "usa.hpp_before"),
        ("full_war_a", "1941_summer", "ussr", "germany", "east.ussr_not_before"),
        ("full_war_a", "1941_autumn", "ussr", "germany", None),
        ("full_war_a", "1941_winter", "ussr", "germany", None),
        ("full_war_a", "1941_summer", "ussr", "romania", "east.ussr_not_before"),
        ("full_war_a", "1941_autumn", "ussr", "romania", "east.ussr_cost"),
        ("full_war_a", "1940_spring", "ussr", "turkey", None),
        ("barbarossa", "1941_summer", "ussr", "romania", "setup.barb.situation.satellites"),
        ("full_war_a", "1941_winter", "germany", "ussr", "east.winter_no_opening"),
        ("full_war_a", "1941_autumn", "germany", "ussr", None),
        ("full_war_a", "1941_winter", "italy", "ussr", None),
        ("full_war_a", "1940_spring", "germany", "romania", "east.friendly_satellites"),
        ("full_war_a", "1940_spring", "britain", "romania", None),
    ],
)
def test_which_special_rule_keeps_a_power_from_declaring_war(
    scenario: str, season: str, power: str, country: str, reason: str | None
) -> None:
    """Italy is neutral, so that the winter of the Axis does not concern its war of its own with the Soviet Union."""
    g = at_first(war(scenario).season(season))
    assert special_ban(g, known(g), nation(power), nation(country)) == reason


@rule("east.ussr_cost")
def test_at_war_with_germany_the_soviet_union_may_declare_war_on_satellites() -> None:
    foes: dict[str, Json] = {"germany": ["ussr", "france", "britain"], "ussr": ["germany"]}
    g = at_first(war("full_war_a").season("1941_autumn").set(at_war_with=foes, alliance={"ussr": "allies"}))
    assert special_ban(g, known(g), nation("ussr"), nation("romania")) is None


@rule("war.cost.small", "war.pay_at_once", "war.neutral.army", "war.neutral.army_before_moves", "war.needed")
def test_war_on_a_small_country_costs_two_and_brings_out_its_army() -> None:
    table = spring().stack("essen", germany={"infantry": 2}).start()
    assert table.refused("enter", "area:belgium") == "war.neutral.entry"
    table.choose("declare", "nation:belgium")
    assert table.purse("germany") == 28 and table.state.spent[0] == 2
    assert table.count("belgium", "belgium_infantry") == 1
    assert table.count("essen", "germany_infantry") == 2 and table.offers("attack", "area:belgium")


@rule("war.one_for_alliance", "war.pay_self")
def test_the_whole_alliance_is_at_war_and_partners_pay_nothing() -> None:
    setting = (
        spring().phase("fighting", 1).stack("calais", france={"infantry": 2, "aircraft": 1}, britain={"infantry": 1})
    )
    table = setting.start().choose("declare", "nation:belgium").choose("lead", "nation:france")
    assert at_war(table, "france", "belgium") and at_war(table, "britain", "belgium")
    assert table.purse("france") == 15 and table.purse("britain") == 25
    assert table.refused("declare", "nation:belgium") == "war.one_for_alliance"


@rule("war.must_follow", "war.must_follow_enforced")
def test_a_declaration_must_be_followed_by_an_attack() -> None:
    table = spring().stack("essen", germany={"infantry": 2}).start().choose("declare", "nation:belgium")
    assert table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("attack", "area:belgium").choose("force", "force:all").choose("break_off")
    assert table.offers("stand_by")


@rule("war.must_follow_enforced", "hpp.half_cap")
def test_a_declaration_needs_hpp_for_an_attack_and_units_in_reach() -> None:
    far = spring().stack("berlin", germany={"infantry": 1}).start()
    assert far.refused("declare", "nation:belgium") == "war.must_follow_enforced"
    poor = spring().stack("essen", germany={"infantry": 1}).hpp(germany=2).start()
    assert poor.refused("declare", "nation:belgium") == "war.must_follow_enforced"
    poorer = spring().stack("essen", germany={"infantry": 1}).hpp(germany=1).start()
    assert poorer.refused("declare", "nation:belgium") == "hpp.no_credit"
    spent = spring().stack("essen", germany={"infantry": 1}).set(spent={"germany": 14}).start()
    assert spent.refused("declare", "nation:belgium") == "hpp.half_cap"


@rule("war.must_follow_impossible")
def test_a_power_that_can_attack_no_more_may_end_phase_1() -> None:
    setting = spring().set(owed={"germany": ["belgium"]}).stack("berlin", germany={"infantry": 1})
    assert setting.start().offers("stand_by")


@rule("war.historic_allies", "setup.sichel.inactive", "setup.sichel.satellites_closed", "setup.sichel.no_allied_norway")
def test_on_whom_war_cannot_be_declared() -> None:
    table = spring().stack("essen", germany={"infantry": 1}).start()
    assert table.refused("declare", "nation:france") == "war.one_for_alliance"  # they are at war
    assert table.refused("declare", "nation:italy") == "setup.sichel.inactive"
    assert table.refused("declare", "nation:hungary") == "setup.sichel.satellites_closed"
    allied = (
        spring().phase("fighting", 1).stack("edinburgh", britain={"infantry": 1, "fleet": 1, "aircraft": 1}).start()
    )
    assert allied.refused("declare", "nation:norway") == "setup.sichel.no_allied_norway"
    full = spring("full_war_a").stack("essen", germany={"infantry": 1}).start()
    assert full.refused("declare", "nation:italy") == "war.historic_allies"
    assert full.refused("declare", "nation:usa") == "usa.no_axis_declaration"


@rule("setup.sichel.britain_no_invasion_summer")
def test_britain_does_not_invade_in_the_summer_of_1940() -> None:
    setting = spring().phase("fighting", 1).stack("dover", britain={"infantry": 1, "fleet": 1, "aircraft": 1})
    setting = setting.held("germany", "calais")
    assert setting.start().offers("invade", "area:calais")
    summer = setting.season("1940_summer").start()
    assert summer.refused("invade", "area:calais") == "setup.sichel.britain_no_invasion_summer"


# ---------------------------------------------------------------------- who commands, who joins


@rule("war.neutral.who_places", "war.neutral.who_commands", "war.neutral.who_places_tie")
def test_the_strongest_of_the_other_alliance_commands() -> None:
    setting = spring(players=3).stack("essen", germany={"infantry": 2}).hpp(france=9, britain=8)
    table = setting.start().choose("declare", "nation:belgium")
    assert table.state.commander[nation("belgium")] == nation("france")
    equal = spring(players=3).stack("essen", germany={"infantry": 2}).hpp(france=8, britain=8).start()
    equal.choose("declare", "nation:belgium")
    assert equal.state.commander[nation("belgium")] == nation("france")  # listed first


@rule("war.neutral.who_places", "war.neutral.army")
def test_units_with_several_areas_are_placed_by_that_player() -> None:
    setting = spring().stack("denmark", germany={"infantry": 2, "fleet": 2}).held("germany", "denmark")
    table = setting.start().choose("declare", "nation:norway")
    assert (table.asked, table.prompt) == ("allies", "war.place")
    assert set(table.choices) == {("at", "area:oslo"), ("at", "area:bergen"), ("at", "area:narvik")}
    assert table.refused("at", "area:stockholm") == "war.neutral.army"
    table.choose("at", "area:bergen")
    assert table.count("bergen", "norway_infantry") == 1 and table.asked == "axis"


@rule("war.neutral.survives", "war.neutral.moves", "war.neutral.hpp_later")
def test_a_country_that_holds_out_joins_the_other_alliance() -> None:
    setting = (
        spring()
        .phase("closing")
        .set(
            at_war_with={"germany": ["france", "britain", "belgium"], "belgium": ["germany"]},
            commander={"belgium": "france"},
        )
    )
    table = (
        setting.stack("belgium", belgium={"infantry": 1}).stack("calais", france={"infantry": 1, "aircraft": 1}).start()
    )
    assert table.state.alliance[nation("belgium")] == 1
    assert table.purse("france") == 17
    assert table.offers("rebase", "area:calais")
    assert table.state.friendly(nation("britain"), PACK.area_keys.index("belgium"))  # help may come


@rule("war.neutral.capital_falls", "war.neutral.capital_falls_country")
def test_with_its_capital_a_country_falls() -> None:
    setting = spring().stack("denmark", germany={"infantry": 2, "fleet": 2}).held("germany", "denmark")
    table = setting.start().choose("declare", "nation:norway").choose("at", "area:bergen")
    table.choose("invade", "area:oslo").choose("force", "force:all")
    assert [table.holder(area) for area in ("oslo", "bergen", "narvik")] == ["germany"] * 3
    assert table.count("bergen", "norway_infantry") == 0
    assert table.state.fallen >> nation("norway") & 1 and not at_war(table, "germany", "norway")


@rule("war.neutral.capital_falls_ally_held")
def test_areas_with_units_of_allies_stay_with_them() -> None:
    wars: dict[str, Json] = {"germany": ["france", "britain", "norway"], "norway": ["germany"]}
    setting = spring().set(at_war_with=wars, commander={"norway": "britain"}, alliance={"norway": "allies"})
    setting = setting.stack("narvik", britain={"infantry": 1})
    setting = setting.stack("denmark", germany={"infantry": 1, "fleet": 1}).held("germany", "denmark")
    table = setting.start().choose("invade", "area:oslo").choose("force", "force:all")
    assert table.holder("oslo") == "germany" == table.holder("bergen") and table.holder("narvik") == "britain"


@rule("ctl.capital_recaptured")
def test_with_a_recaptured_capital_go_areas_without_units() -> None:
    setting = spring().phase("fighting", 1).held("germany", "oslo", "bergen", "narvik").set(fallen=["norway"])
    setting = setting.stack("narvik", germany={"infantry": 1})
    setting = setting.stack("edinburgh", britain={"infantry": 1, "fleet": 1, "aircraft": 1})
    table = setting.start().choose("invade", "area:oslo").choose("force", "force:no_air")
    assert [table.holder(area) for area in ("oslo", "bergen", "narvik")] == ["britain", "britain", "germany"]


# ---------------------------------------------------------------------- the east


def border() -> War:
    """Germans and Soviets face each other in the full war."""
    setting = spring("full_war_a").season("1941_autumn").stack("warsaw", germany={"infantry": 2})
    return setting.stack("brest_litovsk", ussr={"infantry": 2})


@rule("east.germany_any_time", "east.satellites_join", "east.satellites_hpp", "war.ussr.alliance", "war.cost.great")
@rule("hpp.half_cap.satellite_gain")
def test_germany_attacks_the_soviet_union_and_its_satellites_join() -> None:
    table = border().start().choose("declare", "nation:ussr")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    assert table.purse("germany") == 30 - 7 + 2 + 2 + 3 + 4
    assert table.state.opening[0] == 30 + 11  # hpp.half_cap.satellite_gain
    assert at_war(table, "ussr", "finland") and at_war(table, "romania", "britain")
    assert table.state.alliance[nation("ussr")] == 1 and table.state.german_attack == table.state.season
    on_board = [key for area in PACK.area_keys for key in table.units(area)]
    assert sum(key.startswith(("finland", "hungary", "romania", "bulgaria")) for key in on_board) == 7


@rule("east.satellites_units")
def test_satellite_armies_are_commanded_by_germany() -> None:
    table = border().start().choose("declare", "nation:ussr")
    assert (table.asked, table.prompt) == ("axis", "war.place")


@rule("east.winter_no_opening")
def test_germany_does_not_open_the_war_in_winter() -> None:
    assert border().season("1941_winter").start().refused("declare", "nation:ussr") == "east.winter_no_opening"


@rule("east.ussr_not_before", "east.ussr_first", "east.ussr_cost")
def test_the_soviet_union_attacks_first_and_the_satellites_stay_neutral() -> None:
    setting = border().phase("fighting", 1, 3)
    early = setting.season("1941_summer").stack("moscow", ussr={"aircraft": 1}).start()
    assert early.refused("declare", "nation:germany") == "east.ussr_not_before"
    assert early.refused("declare", "nation:finland") == "east.ussr_not_before"
    table = setting.season("1941_autumn").start().choose("declare", "nation:germany")
    assert table.purse("ussr") == 21 and table.purse("germany") == 30
    assert table.state.alliance[nation("finland")] == -1 and not at_war(table, "ussr", "finland")
    assert not table.state.friendly(nation("germany"), PACK.area_keys.index("budapest"))


@rule("east.friendly_satellites")
def test_before_that_war_germans_enter_satellites_freely() -> None:
    setting = spring("full_war_a").phase("moving").stack("vienna", germany={"infantry": 1})
    table = setting.start().choose("move", "area:vienna")
    table.choose("go", "kind:germany_infantry", "area:budapest", "number:one")
    assert table.count("budapest", "germany_infantry") == 1 and table.holder("budapest") == "hungary"
    hostile = spring("full_war_a").stack("vienna", germany={"infantry": 1}).start()
    assert hostile.refused("declare", "nation:hungary") == "east.friendly_satellites"


@rule("usa.enter", "usa.enter_later", "usa.enter_no_attack", "usa.enter_side", "usa.hpp_before")
def test_the_united_states_enter_from_spring_1942() -> None:
    setting = spring("barbarossa", 5).phase("fighting", 1, 2).hpp(usa=20).set(opening={"usa": 20})
    setting = setting.stack("london", usa={"aircraft": 1}).held("usa", "london", "dover")
    early = setting.season("1941_winter").start()
    assert early.refused("declare", "nation:germany") == "usa.enter"
    assert early.refused("declare", "nation:vichy_france") == "usa.hpp_before"
    table = setting.season("1942_summer").start().choose("declare", "nation:germany")
    assert table.purse("usa") == 13
    assert at_war(table, "usa", "germany") and at_war(table, "usa", "italy")
    assert not table.state.owed[nation("usa")]


@rule("war.italy.alliance", "war.italy.neutral_start", "war.neutral_power.limits")
def test_italy_becomes_germanys_ally_by_war() -> None:
    setting = spring("full_war_a").stack("milan", italy={"infantry": 2}).hpp(italy=16).set(opening={"italy": 16})
    table = setting.start()
    assert table.refused("enter", "area:lyon") == "war.neutral_power.limits"
    assert not table.state.friendly(nation("germany"), PACK.area_keys.index("rome"))
    table.choose("declare", "nation:france")
    assert table.purse("italy") == 9 and table.purse("germany") == 30
    assert at_war(table, "italy", "britain") and table.state.friendly(nation("germany"), PACK.area_keys.index("rome"))


# ---------------------------------------------------------------------- special losses


@rule("fall.moscow", "hpp.half_cap.losses")
def test_with_moscow_go_its_hpp_at_once() -> None:
    setting = war("bagration_overlord").phase("fighting", 1).season("1944_summer").hpp(ussr=20)
    setting = setting.stack("smolensk", germany={"infantry": 2}).held("germany", "smolensk")
    table = setting.start().choose("enter", "area:moscow").choose("send_all", "area:smolensk")
    assert table.purse("ussr") == 14 and table.state.spent[nation("ussr")] == 0
    assert not table.state.fallen >> nation("ussr") & 1


@rule("med.gibraltar_suez", "med.immediate", "med.both")
def test_gibraltar_and_suez_cost_britain_five_each() -> None:
    setting = spring("barbarossa").season("1941_autumn").stack("cairo", italy={"infantry": 2}).held("italy", "cairo")
    table = setting.start().choose("enter", "area:suez").choose("send", "kind:italy_infantry", "area:cairo")
    assert table.purse("britain") == 27 - 5


@rule("war.neutral.command_passes", "war.neutral.who_commands", "war.neutral_power.victim")
def test_whoever_attacks_a_country_whose_army_he_commands_loses_command_of_it() -> None:
    """Italy, neutral, has attacked Yugoslavia, so that a British hand moves its army; then the Allies attack it too."""
    setting = war("full_war_a").season("1940_spring").phase("fighting", 1).hpp(britain=20, france=20)
    setting.set(at_war_with={"italy": ["yugoslavia"], "yugoslavia": ["italy"]}, commander={"yugoslavia": "britain"})
    setting.stack("belgrade", yugoslavia={"infantry": 2}).held("britain", "salonika").stack(
        "salonika", britain={"infantry": 2}
    )
    table = setting.start().choose("declare", "nation:yugoslavia")
    assert table.state.commander[nation("yugoslavia")] == nation("germany")


@rule("war.neutral_power.victim_waits", "war.neutral_power.victim", "war.needed")
def test_a_victim_that_stands_alone_moves_and_attacks_nobody() -> None:
    """Neutral Italy stands in Zagreb and holds Sarajevo, which is empty; Britain moves the army in Belgrade."""
    setting = war("full_war_a").season("1940_spring").phase("fighting", 1).hpp(britain=20, france=20)
    setting.set(at_war_with={"italy": ["yugoslavia"], "yugoslavia": ["italy"]}, commander={"yugoslavia": "britain"})
    setting.stack("belgrade", yugoslavia={"infantry": 2}).stack("zagreb", italy={"infantry": 1})
    setting.held("italy", "zagreb", "sarajevo")
    setting.stack("london", britain={"aircraft": 1})
    table = setting.start()
    assert table.refused("attack", "area:zagreb") == "war.needed"
    assert table.refused("enter", "area:sarajevo") == "war.neutral_power.limits"
    moving = setting.phase("moving", 1, 1).start().choose("move", "area:belgrade")
    assert moving.offers("go", "kind:yugoslavia_infantry", "area:skopje", "number:all")
    assert not moving.offers("go", "kind:yugoslavia_infantry", "area:zagreb", "number:one")
    moving.choose("go", "kind:yugoslavia_infantry", "area:sarajevo", "number:one")
    assert moving.holder("sarajevo") == "yugoslavia"


@rule("east.satellites_join", "war.neutral.who_commands")
def test_satellites_do_not_join_a_germany_that_has_fallen() -> None:
    """Italy alone is left of the Axis and declares war on the Soviet Union from Warsaw."""
    setting = war("full_war_a").season("1941_autumn").phase("fighting", 0).hpp(italy=20)
    foes: dict[str, Json] = {"italy": ["britain", "france"], "britain": ["italy"], "france": ["italy"], "germany": []}
    setting.set(
        fallen=["germany"], at_war_with=foes, alliance={"italy": "axis", "germany": None}, opening={"italy": 40}
    )
    setting.held("italy", "vienna", "krakow", "warsaw").held("ussr", "brest_litovsk").stack("warsaw", italy={"tank": 1})
    table = setting.start().choose("declare", "nation:ussr")
    assert at_war(table, "italy", "ussr") and not GAME.invariants(table.state)
    satellites = [nation(key) for key in ("finland", "hungary", "romania", "bulgaria")]
    assert all(table.state.commander[country] == -1 for country in satellites)
