"""The fall of great powers, and Vichy France."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, fall
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import NATION, in_spring, in_the_axis
from tests.games.battle_for_europe.war import PACK, Table, War, war


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def fallen(table: Table, key: str) -> bool:
    return bool(table.state.fallen >> nation(key) & 1)


def paris_lost() -> War:
    """The end of the Allied phase 1, with Germans in Paris."""
    setting = war().season("1940_spring").phase("settling", 1).set(last_chance=["france"]).held("germany", "paris")
    setting = setting.stack("paris", germany={"infantry": 1}).stack("london", britain={"infantry": 1, "aircraft": 1})
    return setting.stack("lyon", france={"infantry": 2})


def place_vichy(table: Table) -> Table:
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    return table


@rule("fall.failure", "fall.who", "fall.units_removed", "fall.hpp_gone", "fall.joint_turn", "vichy.forms")
def test_france_falls_when_paris_is_not_retaken() -> None:
    table = place_vichy(paris_lost().start())
    assert fallen(table, "france") and table.purse("france") == 0
    assert table.count("lyon", "france_infantry") == 0
    assert table.holder("brest") == "germany"  # fall.territory
    assert nation("france") not in table.state.on_turn()


@rule("fall.territory", "fall.territory_hostile")
def test_home_areas_go_to_the_conqueror_unless_his_enemies_stand_there() -> None:
    table = place_vichy(paris_lost().stack("brest", britain={"infantry": 1}).start())
    assert table.holder("brest") == "britain" and table.holder("calais") == "germany"


@rule(
    "vichy.forms", "vichy.forms.other", "vichy.instead_of_neutral", "vichy.units", "vichy.units.place", "vichy.neutral"
)
def test_vichy_is_formed_and_germany_places_its_units() -> None:
    table = paris_lost().start()
    assert (table.asked, table.prompt) == ("axis", "war.place")
    assert table.refused("at", "area:brest") == "war.neutral.army"
    place_vichy(table)
    for area in ("vichy", "lyon", "corsica", "casablanca", "algiers", "tunis", "damascus"):
        assert table.holder(area) == "vichy_france"
    units = [
        key.removeprefix("vichy_france_")[:-2] for area in PACK.area_keys for key in table.units(area) if "vichy" in key
    ]
    assert sorted(units) == ["aircraft", "fleet", "fleet", "infantry", "infantry", "tank"]
    assert not table.state.foes[nation("vichy_france")] and table.state.alliance[nation("vichy_france")] == -1


@rule("vichy.forms.occupied")
def test_occupied_areas_are_no_part_of_vichy() -> None:
    table = place_vichy(paris_lost().stack("tunis", britain={"infantry": 1}).held("germany", "algiers").start())
    assert table.holder("tunis") == "britain" and table.holder("algiers") == "germany"


@rule("vichy.forms.none")
def test_without_french_areas_there_is_no_vichy() -> None:
    everything = ("vichy", "lyon", "corsica", "casablanca", "algiers", "tunis", "damascus")
    table = paris_lost().held("germany", *everything).stack("lyon").start()
    assert fallen(table, "france") and table.prompt != "war.place"
    assert not table.state.held[nation("vichy_france")]


@rule("fall.success", "fall.success_ally_returns")
def test_a_capital_retaken_by_an_ally_returns_to_its_owner() -> None:
    table = paris_lost().held("britain", "paris").stack("paris", britain={"infantry": 1}).start()
    assert table.holder("paris") == "france" and not fallen(table, "france")


@rule("fall.overseas_neutral", "fall.overseas_held")
def test_overseas_areas_become_neutral_unless_somebody_stands_there() -> None:
    setting = war().season("1940_spring").phase("settling", 1).set(last_chance=["britain"]).held("germany", "london")
    setting = setting.stack("cairo", france={"infantry": 1}).stack("paris", france={"aircraft": 1, "infantry": 1})
    table = setting.stack("london", germany={"infantry": 1}).start()
    assert fallen(table, "britain") and table.holder("dover") == "germany"
    assert table.holder("malta") == "" and table.holder("cairo") == "france"


@rule("war.neutralised_area")
def test_a_neutralised_area_is_entered_without_a_declaration() -> None:
    setting = war().season("1940_spring").phase("fighting", 1).set(fallen=["britain"], control={"alexandria": None})
    table = setting.stack("cairo", france={"infantry": 2}).held("france", "cairo").start()
    table.choose("enter", "area:alexandria").choose("send", "kind:france_infantry", "area:cairo")
    assert table.holder("alexandria") == "france"


@rule("fall.side_out", "win.bagr.early")
def test_when_the_last_power_of_a_side_has_fallen_the_other_wins_at_once() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("settling", 1).set(last_chance=["germany"])
    table = setting.held("ussr", "berlin").stack("berlin", ussr={"infantry": 1}).start()
    outcome = table.match.outcome
    assert outcome is not None and outcome.winners == (1,)


@rule("fall.germany_italy_out")
def test_satellites_of_a_fallen_germany_are_neutral_or_follow_italy() -> None:
    setting = war("barbarossa").season("1942_summer").phase("settling").set(last_chance=["germany"])
    setting = setting.stack("budapest", hungary={"infantry": 1}).stack("rome", italy={"infantry": 1, "aircraft": 1})
    table = setting.held("britain", "berlin").stack("berlin", britain={"infantry": 1}).start()
    assert fallen(table, "germany")
    assert (
        table.state.commander[nation("hungary")] == nation("italy") and table.count("budapest", "hungary_infantry") == 1
    )


@rule("fall.moscow_no_last_chance", "fall.moscow", "fall.last_chance")
def test_who_must_retake_its_capital() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("opening", 0).held("germany", "moscow", "london")
    setting = setting.stack("gorky", ussr={"infantry": 1}).stack("dover", britain={"infantry": 1})
    table = setting.stack("edinburgh", usa={"aircraft": 1}).start()
    assert table.state.last_chance == 1 << nation("britain")


@rule("vichy.end", "vichy.end.who")
def test_vichy_ends_when_the_allies_take_paris() -> None:
    setting = war("barbarossa").season("1942_summer").phase("fighting", 1).held("britain", "calais")
    setting = setting.stack("calais", britain={"infantry": 2}).stack("vichy", vichy_france={"infantry": 1})
    table = setting.start().choose("enter", "area:paris").choose("send", "kind:britain_infantry", "area:calais")
    assert table.holder("vichy") == "britain" == table.holder("algiers") and table.state.vichy_ended
    assert table.count("vichy", "vichy_france_infantry") == 0


@rule("vichy.declare", "war.needed")
def test_nobody_lands_in_vichy_areas_without_a_declaration() -> None:
    setting = war("barbarossa").season("1942_summer").phase("fighting", 1)
    table = setting.stack("gibraltar", britain={"fleet": 1, "infantry": 1}).start()
    assert table.holder("algiers") == "vichy_france" and table.refused("invade", "area:algiers") == "war.needed"
    assert table.choose("declare", "nation:vichy_france").offers("invade", "area:algiers")


@rule("vichy.declare", "vichy.attacked", "vichy.axis_may_declare", "setup.barb.situation.satellites")
def test_war_on_vichy() -> None:
    setting = war("barbarossa").season("1942_summer").phase("fighting", 1).held("britain", "calais", "paris")
    setting = setting.held("vichy_france", "la_rochelle").stack("paris", britain={"infantry": 2, "aircraft": 1})
    table = setting.stack("vichy", vichy_france={"infantry": 1}).start()
    assert table.refused("attack", "area:vichy") == "war.needed"
    table.choose("declare", "nation:vichy_france")
    assert table.purse("britain") == 27 - 2
    assert table.state.alliance[nation("vichy_france")] == 0 and table.offers("attack", "area:vichy")
    satellites = [nation(key) for key in ("finland", "hungary", "romania", "bulgaria")]
    assert not any(table.state.foes[country] for country in satellites)  # allies of Germany, not yet in its wars
    axis = war("barbarossa").season("1942_summer").stack("paris", germany={"infantry": 2, "aircraft": 1})
    axis = axis.stack("vichy", vichy_france={"infantry": 1})
    attacked = axis.start().choose("declare", "nation:vichy_france")
    assert attacked.state.commander[nation("vichy_france")] == nation("britain")


@rule("war.neutralised_area", "hpp.invasion_cost.empty_coast")
def test_a_neutralised_area_is_entered_in_phase_2_and_invaded_from_the_sea() -> None:
    free: dict[str, Json] = {"tripoli": None}
    moving = war("barbarossa").season("1942_summer").phase("moving", 1, 1).set(control=free)
    table = moving.stack("tunis", britain={"infantry": 1}).held("britain", "tunis").start()
    table.choose("move", "area:tunis").choose("go", "kind:britain_infantry", "area:tripoli", "number:one")
    assert table.holder("tripoli") == "britain"
    fighting = war("barbarossa").season("1942_summer").phase("fighting", 1, 1).set(control=free)
    table = fighting.stack("alexandria", britain={"infantry": 1, "fleet": 1}).start()
    table.choose("invade", "area:tripoli").choose("force", "force:all")
    assert table.holder("tripoli") == "britain" and table.purse("britain") == 27 - 5


@rule("fall.units_removed", "fall.territory")
def test_the_fall_of_britain_is_told_by_its_own_rule() -> None:
    setting = war("sichelschnitt", 3).season("1940_spring").phase("settling", 1).held("germany", "london")
    setting = (
        setting.set(last_chance=["britain"])
        .stack("dover", britain={"infantry": 1})
        .stack("paris", france={"infantry": 1})
    )
    table = setting.start()
    assert fallen(table, "britain") and table.holder("dover") == "germany" and table.units("dover") == []
    assert [line.rule for line in table.told("lost")] == ["fall.units_removed"]


# ---------------------------------------------------------------------- second clauses


@rule("mod.fortress.changed_hands")
def test_the_maginot_line_falls_with_france() -> None:
    table = place_vichy(paris_lost().start())
    assert table.holder("maginot") == "germany"
    assert table.state.fortress_lost == 1 << PACK.maginot


@rule("fall.who", "fall.failure", "fall.half_hpp")
@pytest.mark.parametrize(
    ("power", "turn", "conqueror", "half"),
    [("britain", 1, "germany", 13), ("italy", 0, "britain", 6), ("germany", 0, "britain", 15)],
)
def test_britain_italy_and_germany_fall_with_their_capitals(power: str, turn: int, conqueror: str, half: int) -> None:
    """Half of 25, 12 and 30 HPP, rounded up."""
    foes: dict[str, Json] = {"germany": ["britain", "france"], "italy": ["britain", "france"]}
    foes |= {"britain": ["germany", "italy"], "france": ["germany", "italy"]}
    capital = {"britain": "london", "italy": "rome", "germany": "berlin"}[power]
    setting = war("full_war_a", 5).season("1941_summer").phase("settling", turn).set(at_war_with=foes)
    setting = setting.set(alliance={"italy": "axis"}, last_chance=[power]).held(conqueror, capital)
    table = setting.stack("paris", france={"infantry": 1}).stack("warsaw", germany={"infantry": 1}).start()
    assert fallen(table, power) and accounting.value(table.state, PACK.area_keys.index(capital)) == half
    assert power not in [
        PACK.nation_keys[at] for row in table.state.rules.order for at in row if at in table.state.on_turn()
    ]


@rule("fall.joint_turn", "fall.success", "fall.allies_help")
def test_an_ally_may_retake_the_capital_after_its_owner_stood_by() -> None:
    setting = war("sichelschnitt", 3).season("1940_spring").phase("fighting", 1, 0).set(last_chance=["france"])
    setting = setting.held("germany", "paris").stack("lyon", france={"infantry": 1, "aircraft": 1})
    setting = setting.stack("calais", britain={"infantry": 1})
    table = setting.start()
    assert table.asked == "france"
    table.choose("stand_by")
    assert table.asked == "britain" and not fallen(table, "france")
    table.choose("enter", "area:paris").choose("send", "kind:britain_infantry", "area:calais")
    while table.prompt == "phase_one":
        table.choose("stand_by")
    assert table.holder("paris") == "france" and not fallen(table, "france") and table.prompt == "phase_two"


@rule("ctl.capital_recaptured", "fall.recapture_by_ally")
def test_with_the_capital_of_a_fallen_great_power_go_its_areas_without_units() -> None:
    setting = war("full_war_a").season("1942_summer").phase("fighting", 1).set(fallen=["france"])
    french = [key for at, key in enumerate(PACK.area_keys) if PACK.areas_of[nation("france")] >> at & 1]
    setting = setting.held("germany", *french).stack("brest", germany={"infantry": 1})
    setting = setting.stack("calais", britain={"infantry": 1, "aircraft": 1}).held("britain", "calais")
    table = setting.start().choose("enter", "area:paris").choose("send", "kind:britain_infantry", "area:calais")
    assert [table.holder(key) for key in ("paris", "la_rochelle", "maginot", "brest")] == [
        "britain",
        "britain",
        "britain",
        "germany",
    ]


@rule("fall.supply_example", "fall.supply_needed", "sup.fleet.assign")
def test_after_the_loss_of_london_a_fleet_of_a_french_port_lets_dover_strike_back() -> None:
    setting = war("sichelschnitt", 3).season("1940_spring").phase("opening", 1).held("germany", "london")
    setting = setting.stack("dover", britain={"infantry": 1}).stack("london", germany={"infantry": 1})
    alone = setting.stack("plymouth", britain={"fleet": 1, "aircraft": 1}).start()
    assert alone.prompt != "supply"  # the base of that fleet is cut off itself (sup.fleet.base_supplied)
    helped = setting.stack("calais", britain={"fleet": 1}).start()
    assert (helped.asked, helped.prompt) == ("britain", "supply")
    helped.choose("supply", "area:dover")
    while helped.asked != "britain":
        helped.choose("stand_by")
    assert helped.offers("attack", "area:london")


@rule("fall.supply_example")
def test_after_the_loss_of_paris_another_capital_supplies_by_land() -> None:
    setting = war("sichelschnitt", 3).season("1940_spring").phase("opening", 1).held("germany", "paris")
    setting = setting.stack("calais", france={"infantry": 1, "aircraft": 1}).stack("paris", germany={"infantry": 1})
    alone = setting.start().choose("attack", "area:paris").choose("by_hand")
    assert alone.refused("send", "kind:france_infantry", "area:calais") == "sup.no_move"  # cut off; the aircraft may
    belgium = setting.held("france", "belgium").start().choose("attack", "area:paris").choose("by_hand")
    assert belgium.offers("send", "kind:france_infantry", "area:calais")


# ---------------------------------------------------------------------- the last chance


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
    setting = in_the_axis().phase("opening", turn).held(captor, capital).stack("lyon", france={"aircraft": 1})
    setting = setting.stack("vienna", germany={"aircraft": 1}).stack("milan", italy={"aircraft": 1})
    table = setting.stack("edinburgh", britain={"aircraft": 1}).start()
    assert table.state.last_chance == 1 << nation(power)


@rule("fall.last_chance", "fall.failure")
def test_a_capital_that_belongs_to_nobody_is_in_no_enemys_hands() -> None:
    """Whoever had taken Paris fell himself, and his conquests are neutral."""
    setting = war("full_war_a").season("1940_spring").phase("opening", 1, 0).set(control={"paris": None})
    table = setting.stack("brest", france={"aircraft": 1}).start()
    assert table.prompt == "phase_one" and not table.state.last_chance
    assert not table.choose("stand_by").state.fallen >> NATION["france"] & 1


@rule("fall.last_chance", "coop.combine")
def test_units_of_a_power_without_its_capital_help_nobody_else() -> None:
    """Rome is British: Italians in Milan go against it, not with the Germans against Lyon."""
    setting = in_the_axis().held("britain", "rome").set(last_chance=["italy"]).stack("lyon", france={"infantry": 1})
    table = setting.stack("milan", italy={"infantry": 1}, germany={"infantry": 1}).start()
    table.choose("attack", "area:lyon").choose("by_hand")
    assert table.offers("send", "kind:germany_infantry", "area:milan")
    assert table.refused("send", "kind:italy_infantry", "area:milan") == "fall.last_chance"


def paris_to_retake() -> War:
    setting = in_spring().phase("fighting", 1).held("germany", "paris", "belgium").set(last_chance=["france"])
    return setting.stack("lyon", france={"infantry": 1}).stack("calais", france={"infantry": 2})


@rule("fall.last_chance", "fall.success", "fall.success_at_once")
def test_once_paris_is_retaken_france_acts_as_usual_in_the_same_phase() -> None:
    table = paris_to_retake().stack("calais", france={"infantry": 2, "aircraft": 1}).start()
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
    setting = paris_to_retake().stack("calais", france={"infantry": 2}, britain={"infantry": 1})
    table = setting.stack("belgium", germany={"infantry": 1}).start()
    table.choose("enter", "area:paris").choose("lead", "nation:britain")
    table.choose("send", "kind:britain_infantry", "area:calais")
    assert table.holder("paris") == "britain"
    table.choose("attack", "area:belgium").choose("by_hand")
    assert table.offers("send", "kind:france_infantry", "area:calais")


@rule("fall.usa", "usa.no_invasion")
def test_the_united_states_never_fall() -> None:
    """Not even if the box could be taken: it is no capital whose loss counts."""
    setting = war("bagration_overlord").phase("settling").set(last_chance=[])
    g = at_first(setting.held("germany", "usa"))
    assert not fall.lost_capitals(g)
    german = war("bagration_overlord").phase("fighting", 1).stack("brest", germany={"fleet": 1, "infantry": 1}).start()
    assert german.refused("invade", "area:usa") == "usa.no_invasion"
    assert german.refused("enter", "area:usa") == "map.usa_box"
