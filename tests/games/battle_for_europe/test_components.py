"""What lies in the box, and rules that hold at every moment."""

from __future__ import annotations

import random
import tomllib

from sandtable.engine.start import Origin, start
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.pack import AREAS, DEFAULT, POWERS
from tests.citing import rule
from tests.games.battle_for_europe.battles import fight
from tests.games.battle_for_europe.war import PACK, Table, war
from tests.legality import assert_complete

MISSES = (6,) * 60


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def value(kind: str) -> tuple[int, int]:
    at = PACK.kind_keys.index(kind)
    return PACK.attack[at], PACK.defence[at]


@rule("comp.board.one_network", "map.closed_countries", "map.usa_box", "map.urals_box")
def test_one_network_of_areas() -> None:
    boxes = {key for at, key in enumerate(PACK.area_keys) if PACK.area_kind[at] == 2}
    assert boxes == {"usa", "urals"} and AREAS == 130 and PACK.sea.bit_count() == 17
    tables = [Table(start(GAME, options, Origin("test"))) for options in GAME.modes.values()]
    assert all(table.state.pack is tables[0].state.pack for table in tables)
    names = {*PACK.area_keys, *PACK.nation_keys}
    assert not names & {"portugal", "lisbon", "switzerland", "bern", "ireland", "dublin"}


@rule("map.usa_box")
def test_the_american_box_touches_the_north_atlantic_only_and_no_enemy_enters() -> None:
    box = PACK.usa_box
    near = [PACK.area_keys[other] for other in range(AREAS) if PACK.border[box * AREAS + other] >= 0]
    assert near == ["north_atlantic"]
    setting = war("bagration_overlord").phase("moving", 1).stack("brest", germany={"fleet": 1, "infantry": 1})
    table = setting.start().choose("move", "area:brest")
    assert table.refused("go", "kind:germany_fleet", "area:usa", "number:one") == "map.usa_box"


@rule("comp.dice.count", "comp.dice.more_needed")
def test_more_than_twelve_dice_are_rolled_when_a_battle_needs_them() -> None:
    with DEFAULT.open("rb") as file:
        assert [die["count"] for die in tomllib.load(file)["die"]] == [12]
    setting = war("bagration_overlord").phase("fighting", 1).season("1944_summer").roll(*(6,) * 60)
    setting = setting.stack("warsaw", germany={"infantry": 16}).stack("brest_litovsk", ussr={"infantry": 14})
    table = fight(
        setting.held("ussr", "brest_litovsk"), "brest_litovsk", "germany", {"warsaw": {"germany_infantry": 16}}
    )
    assert len(table.state.battle_now().dice) == 30


@rule("comp.counter.values", "comp.counter.by_nation", "mod.minor_defence")
def test_values_are_fixed_by_nation_and_type() -> None:
    """From the examples: German infantry 1 and 2, armour 3 and 2; French armour 2; aircraft 3 and 4, French 2."""
    assert value("germany_infantry") == (1, 2) and value("germany_tank") == (3, 2)
    assert value("germany_aircraft") == (3, 4) and value("britain_aircraft") == (3, 4)
    assert value("france_tank")[0] == 2 == value("france_aircraft")[0]
    assert value("britain_fleet")[0] == 3
    assert value("belgium_infantry")[1] == 1 != value("germany_infantry")[1]
    moves = {"infantry": 1, "tank": 2, "fleet": 6, "aircraft": 2}
    kinds = ("infantry", "tank", "aircraft", "fleet")
    assert [PACK.move[at] for at in range(4)] == [moves[kind] for kind in kinds]


@rule("comp.hpp.tokens")
def test_everybodys_hpp_lie_open_however_many() -> None:
    table = war("bagration_overlord", 4).hpp(germany=9000, usa=55).start()
    for seat in (None, 0, 1, 2, 3):
        piles = {pile.id: pile.count for pile in table.scene(seat).piles}
        assert piles["hpp:germany"] == 9000 and piles["hpp:usa"] == 55


@rule("comp.hit.markers", "air.simultaneous")
def test_hits_are_taken_after_both_sides_have_rolled() -> None:
    """One each, and both hit: the one that was hit has rolled all the same, and both are gone."""
    setting = (
        war().season("1940_spring").stack("essen", germany={"infantry": 1}).stack("calais", france={"infantry": 1})
    )
    setting = setting.held("germany", "belgium").stack("belgium", germany={"infantry": 1}).roll(1, 1)
    table = fight(setting, "calais", "germany", {"belgium": {"germany_infantry": 1}})
    assert table.units("calais") == []


@rule("comp.time.marker")
def test_the_time_marker_shows_season_and_year() -> None:
    table = war().season("1940_spring").stack("essen", germany={"infantry": 1}).start()
    track = table.scene().tracks[0]
    cell = track.markers["marker:time"]
    assert track.shows[track.cells.index(cell)] == "season:1940_spring"
    assert table.scene().status["season"] == "season:1940_spring"


@rule("comp.data_sheets", "comp.scenario_sheets", "comp.great_powers", "comp.sides")
def test_data_sheets_and_scenario_sheets() -> None:
    with DEFAULT.open("rb") as file:
        pack = tomllib.load(file)
    powers = [power["id"] for power in pack["power"]]
    assert sorted(powers) == ["britain", "france", "germany", "italy", "usa", "ussr"] and POWERS == 6
    for power in pack["power"]:
        assert set(power["base_hpp"]) == {str(year) for year in range(1939, 1946)} and power["strategic_allowance"] > 0
        assert any(pool["nation"] == power["id"] and pool["available"] == "start" for pool in pack["force_pool"])
        assert any(pool["nation"] == power["id"] and pool["available"] != "start" for pool in pack["force_pool"])
    assert {power["id"] for power in pack["power"] if power["side"] == "axis"} == {"germany", "italy"}
    sheets = [sheet["scenario"] for sheet in pack["scenario_sheet"]]
    names = ("sichelschnitt", "barbarossa", "bagration_overlord", "full_war")
    assert [sheets.count(name) for name in names] == [3, 5, 4, 5] and len(sheets) == 17


@rule("comp.great_powers", "war.cost.small", "war.cost.great")
def test_every_other_country_is_a_small_one() -> None:
    """Turkey, large as it is, costs two HPP."""
    setting = war("full_war_a", 5).season("1940_spring").phase("fighting", 1, 3)
    setting = setting.stack("krasnodar", ussr={"infantry": 1, "fleet": 1}).roll(*MISSES)
    table = setting.start().choose("declare", "nation:turkey")
    assert table.state.spent[nation("ussr")] == 2


@rule("comp.permissive")
def test_what_no_rule_forbids_is_allowed() -> None:
    """Of all choices that there can ever be, what is not offered is refused by a rule of the ledger."""
    match = start(GAME, GAME.settle({"scenario": "full_war_a"}), Origin("test"))
    rng = random.Random(3)
    prompts: set[str] = set()
    while len(prompts) < 8:
        assert match.ask is not None
        if match.ask.prompt not in prompts:
            assert_complete(match)
        prompts.add(match.ask.prompt)
        match.choose(rng.choice(match.choices))


@rule("mode.level.basic_units")
def test_at_the_basic_level_there_are_four_types() -> None:
    for options in GAME.modes.values():
        if "level" in options:
            continue
        g = start(GAME, options, Origin("test")).state
        assert {PACK.type[unit] for unit in range(PACK.units) if g.rules.units >> unit & 1} == {0, 1, 2, 3}
    table = war().season("1940_spring").phase("building").start()
    assert not any("paratroop" in str(choice[1]) or "bomber" in str(choice[1]) for choice in table.all("build"))
    assert "does not exist" in war().all_units().lines("essen", "germany paratroop 1").impossible()


@rule("mode.level.basic_only_attacker_moves")
def test_only_the_side_on_turn_moves() -> None:
    """Through two seasons at random: the other side's units stay, are lost or flee from a captured base."""
    match = start(GAME, GAME.settle({}), Origin("test"))
    rng = random.Random(5)
    while match.ask is not None and match.state.season < 3:
        before, turn, told = match.state.place[:], match.state.turn, len(match.lines(None))
        match.choose(rng.choice(match.choices))
        if match.state.turn != turn:
            continue
        fled = any(line.rule == "unit.air.flee" for line in match.lines(None)[told:])
        for unit, area in enumerate(match.state.place):
            if area not in (before[unit], -1) and before[unit] != -1 and not fled:
                assert match.state.commander[PACK.nation[unit]] in match.state.rules.order[turn]
