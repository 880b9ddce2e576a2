"""Clauses about victory, ships, building and groups of defenders that could be lost unnoticed: a test each."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import cooperation, victory
from tests.citing import rule
from tests.games.battle_for_europe.battles import flags
from tests.games.battle_for_europe.war import PACK, War, war

SOUTH = ("malta", "cyprus", "alexandria", "cairo", "suez", "jerusalem")


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def winners(setting: War) -> set[str]:
    """The seats that win when the war is over."""
    table = setting.phase("over", 1).start()
    assert table.match.outcome is not None
    return {table.state.rules.seats[seat] for seat in table.match.outcome.winners}


# ---------------------------------------------------------------------- victory


@rule("win.sichel.britain")
@pytest.mark.parametrize("area", ["oslo", "denmark", "netherlands", "belgium"])
def test_any_of_four_countries_is_enough_for_britain(area: str) -> None:
    setting = war("sichelschnitt", 3).season("1940_summer").held("germany", "paris").held("britain", area)
    assert winners(setting) == {"britain"}


@rule("win.barb.usa_bridgehead")
def test_an_american_bridgehead_is_on_the_mainland_and_in_supply() -> None:
    setting = war("barbarossa", 5).season("1942_winter").set(alliance={"usa": "allies"}).held("italy", *SOUTH)
    cut_off = setting.held("usa", "brest").stack("brest", usa={"infantry": 1})
    assert winners(cut_off) == {"ussr", "italy"}  # Paris is German
    island = setting.held("usa", "liverpool").stack("liverpool", usa={"infantry": 1})
    assert winners(island) == {"ussr", "italy"}  # London supplies it, but Britain is no mainland


@rule("win.bagr.britain")
@pytest.mark.parametrize("area", ["belgrade", "budapest"])
def test_one_city_on_the_danube_is_not_enough_for_britain(area: str) -> None:
    setting = war("bagration_overlord", 4).season("1945_summer").held("ussr", "berlin").held("britain", area)
    assert winners(setting) == {"ussr"}


@rule("win.full_a.allies")
@pytest.mark.parametrize("area", ["berlin", "rome"])
def test_one_axis_capital_is_not_enough_for_the_allies(area: str) -> None:
    setting = war("full_war_a").season("1945_summer").set(alliance={"italy": "axis"}).held("britain", area)
    assert winners(setting) == set()


@rule("win.full_b.several_winners", "win.full_b.fallen")
def test_with_more_players_two_win_side_by_side_and_the_fallen_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Germany, Italy, France, the West and the Soviet Union the first two have reached their targets, and France."""
    monkeypatch.setattr(victory, "surplus", lambda g, seat: (3, 5, 1, -1, -1)[seat])
    setting = war("full_war_b", 5).season("1945_summer").set(fallen=["france", "poland"])
    assert winners(setting) == {"germany", "italy"}


# ---------------------------------------------------------------------- ships


@rule("unit.fleet.one_action", "unit.move_once")
def test_a_fleet_that_has_changed_base_carries_nobody() -> None:
    setting = war().season("1940_spring").phase("moving", 1, 1).stack("dover", britain={"infantry": 1})
    setting = setting.stack("plymouth", britain={"fleet": 1, "aircraft": 1})
    assert setting.start().offers("ship", "area:dover")
    table = setting.start().choose("move", "area:plymouth")
    table.choose("go", "kind:britain_fleet", "area:dover", "number:one")
    assert table.refused("ship", "area:dover") == "unit.fleet.one_action"


@rule("usa.britain_fallen", "usa.bridgehead_two")
def test_from_the_box_units_come_only_to_ports_that_the_united_states_hold() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("transferring", 0, 1).set(fallen=["britain"])
    setting = setting.held("usa", "brest").stack("usa", usa={"infantry": 2}).stack("leningrad", ussr={"infantry": 1})
    table = setting.start().choose("transfer", "kind:usa_infantry", "area:usa")
    assert table.offers("to", "area:brest") and not table.offers("to", "area:krasnodar")
    assert table.refused("to", "area:krasnodar") == "usa.britain_fallen"


@rule("map.kiel.base")
def test_other_ships_do_not_base_in_kiel_while_the_danish_straits_are_closed() -> None:
    foes: dict[str, Json] = {"italy": ["britain", "france"], "britain": ["germany", "italy"]}
    foes |= {"france": ["germany", "italy"]}
    setting = war("full_war_a").season("1940_spring").phase("moving", 0, 1).set(at_war_with=foes)
    setting = setting.set(alliance={"italy": "axis"}).held("germany", "netherlands")
    setting = setting.stack("netherlands", italy={"fleet": 1}).stack("rome", italy={"infantry": 1})
    assert setting.start().refused("move", "area:netherlands") == "nc.rebase_naval"  # nowhere else to go
    setting = setting.held("germany", "belgium")
    closed = setting.start().choose("move", "area:netherlands")
    assert ("go", "kind:italy_fleet", "area:kiel", "number:one") not in closed.choices
    assert closed.refused("go", "kind:italy_fleet", "area:kiel", "number:one") == "map.kiel.base"
    opened = setting.held("germany", "denmark").set(fallen=["denmark", "poland"]).start()
    assert opened.choose("move", "area:netherlands").offers("go", "kind:italy_fleet", "area:kiel", "number:one")


# ---------------------------------------------------------------------- building


@rule("build.fleet_rebuild.counter", "build.pool_limit")
def test_while_all_fleets_are_afloat_or_in_a_yard_no_more_are_built() -> None:
    """France has three fleets to start with and as many as its pool of 1939 adds; the last one lies in a yard."""
    fleets = [unit for unit in range(PACK.units) if PACK.of_kind[PACK.kind_keys.index("france_fleet")] >> unit & 1]
    total = len([unit for unit in fleets if PACK.pool[unit] <= 1])
    setting = war().season("1940_spring").phase("building", 1, 0)
    afloat = setting.stack("brest", france={"fleet": total - 1}).start()
    assert afloat.offers("build", "kind:france_fleet", 1)
    line = f"france fleet {total} seen yard:brest due:5"
    built = setting.stack("brest", france={"fleet": total - 1}).set(units={"pool": [line]}).start()
    assert built.refused("build", "kind:france_fleet", 1) == "build.pool_limit"


@rule("build.new_fleet_at_once", "build.fleet_rebuild.which")
def test_a_fleet_that_was_never_built_is_ready_at_once_though_others_are_lost() -> None:
    """All British fleets of the start are lost; one of the pool of 1939 has never been built."""
    kind = PACK.of_kind[PACK.kind_keys.index("britain_fleet")]
    first = [unit for unit in range(PACK.units) if kind >> unit & 1 and PACK.pool[unit] == 0]
    lost: list[Json] = [f"britain fleet {at} seen" for at in range(1, len(first) + 1)]
    setting = war().season("1940_spring").phase("building", 1, 1).set(units={"others": "off", "pool": lost})
    table = setting.start().choose("build", "kind:britain_fleet", 1).choose("at", "area:dover")
    assert table.count("dover", "britain_fleet") == 1


# ---------------------------------------------------------------------- groups of defenders


@rule("coop.anglo_french.defend", "war.neutral.units_combine")
def test_belgians_under_british_command_defend_apart_from_the_french() -> None:
    foes: dict[str, Json] = {"belgium": ["germany"], "germany": ["britain", "france", "belgium"]}
    setting = war().season("1940_spring").set(at_war_with=foes, alliance={"belgium": "allies"})
    setting = setting.set(commander={"belgium": "britain"}).stack("essen", germany={"infantry": 3})
    table = setting.stack("belgium", belgium={"infantry": 1}, france={"infantry": 1}).start()
    table.choose("attack", "area:belgium")
    assert set(table.choices) == {("against", "nation:belgium"), ("against", "nation:france")}


@rule("coop.combine.same_player")
def test_a_great_power_leads_though_its_satellite_has_more_units() -> None:
    setting = war("bagration_overlord").season("1944_summer")
    table = setting.stack("budapest", germany={"infantry": 1}, hungary={"infantry": 2}).start()
    area = PACK.area_keys.index("budapest")
    assert cooperation.leader(table.state, table.state.here[area]) == nation("germany")


# ---------------------------------------------------------------------- attacks that are remembered


@rule("east.ploesti", "east.oil_counts")
def test_without_ploesti_the_first_attack_of_the_axis_is_the_last() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("fighting", 1).held("ussr", "ploesti", "krakow")
    setting = setting.stack("krakow", ussr={"infantry": 1}).stack("minsk", ussr={"infantry": 1}).held("ussr", "minsk")
    setting = setting.stack("warsaw", germany={"infantry": 2}).stack("brest_litovsk", germany={"infantry": 2})
    table = setting.stack("paris", germany={"aircraft": 1}).roll(1, *(6,) * 9).start()
    assert table.offers("attack", "area:minsk")
    table.choose("attack", "area:krakow").choose("force", "force:all")
    assert table.holder("krakow") == "germany" and table.refused("attack", "area:minsk") == "east.ploesti"


@rule("war.must_follow", "hpp.invasion_cost.empty_coast")
def test_landing_on_an_empty_coast_of_the_target_is_deed_enough() -> None:
    setting = war("full_war_a").season("1940_spring").phase("fighting", 1).stack("paris", france={"aircraft": 1})
    setting = setting.stack("edinburgh", britain={"infantry": 1, "fleet": 1, "aircraft": 1})
    table = setting.start().choose("declare", "nation:norway").choose("at", "area:oslo")
    assert table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("invade", "area:bergen").choose("force", "force:no_air")
    assert table.holder("bergen") == "britain" and table.offers("stand_by")


@rule("ctl.joint.disagree", "ctl.joint.tie")
@pytest.mark.parametrize(
    ("germans", "italians", "reserve", "holder"),
    [
        (2, 1, {"italy": 6}, "germany"),
        (1, 2, {"germany": 6}, "italy"),
        (1, 1, {"germany": 1}, "germany"),
        (1, 1, {"italy": 1}, "italy"),
        (1, 1, {}, "italy"),
    ],
)
def test_without_agreement_the_area_counts_first_then_the_board_then_the_leader(
    germans: int, italians: int, reserve: dict[str, int], holder: str
) -> None:
    setting = war("barbarossa", 4).season("1942_summer").phase("fighting", 0, 0).held("italy", "alexandria")
    setting = setting.stack("alexandria", germany={"infantry": germans}, italy={"infantry": italians})
    setting = setting.stack("milan", **{power: {"infantry": number} for power, number in reserve.items()})
    setting = setting.stack("cairo", britain={"infantry": 1}).roll(1, *(6,) * 5)
    table = setting.start().choose("attack", "area:cairo").choose("ally", "nation:germany").choose("yes")
    table.choose("force", "force:all").choose("hold", "nation:italy").choose("no")  # Italy leads and proposes itself
    assert table.holder("cairo") == holder


@rule("unit.used.new_units_fresh", "unit.unlimited_losses")
def test_an_aircraft_lost_in_its_attack_and_built_again_is_fresh_in_the_same_turn() -> None:
    setting = war().season("1940_spring").phase("fighting", 1).held("germany", "belgium").roll(6, 1)
    setting = setting.stack("belgium", germany={"infantry": 1, "aircraft": 1})
    table = setting.stack("calais", france={"infantry": 1, "aircraft": 1}).start()
    table.choose("attack", "area:belgium").choose("force", "force:all").choose("break_off")
    while table.prompt != "phase_three":
        ending = [choice for choice in table.choices if choice[0] in ("stand_by", "done")]
        table.choose(*(ending or table.choices)[0])
    table.choose("build", "kind:france_aircraft", 1).choose("at", "area:calais")
    assert flags(table, "calais", "france_aircraft") == [{"built"}]


@rule("unit.used.refresh", "war.neutral.moves")
def test_units_of_satellites_are_refreshed_with_those_of_germany() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("opening", 1)
    setting = setting.stack("cluj", romania={"infantry": {"moved": 1}}).stack("paris", germany={"aircraft": 1})
    assert flags(setting.start(), "cluj", "romania_infantry") == [set()]
