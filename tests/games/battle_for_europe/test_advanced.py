"""The advanced level: its units are placed, built and written down; the basic level stays as it is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sandtable.engine.errors import BadPack
from sandtable.engine.start import Origin, start
from sandtable.games.battle_for_europe import GAME, SCENARIOS
from sandtable.games.battle_for_europe.pack import DEFAULT, Pack
from sandtable.games.battle_for_europe.scenarios import TYPES
from tests.citing import rule
from tests.games.battle_for_europe.test_placing import SATELLITES, home, in_areas, placing, up_to, where
from tests.games.battle_for_europe.war import PACK, Table, war
from tests.legality import assert_complete
from tests.playing import first_quick

POLAND = {"warsaw", "krakow"}
NEW = TYPES[4:]


def free(scenario: str) -> Table:
    return Table(start(GAME, {"scenario": scenario, "setup": "free", "level": "advanced"}, Origin("test")))


@rule("mode.level.choice", "mode.level.advanced_adds")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_both_levels_exist_for_every_scenario(scenario: str) -> None:
    basic, advanced = (
        start(GAME, {"scenario": scenario, "level": level}, Origin("test")).state for level in ("basic", "advanced")
    )
    assert not basic.rules.advanced and advanced.rules.advanced
    assert basic.rules.units == PACK.basic_units and advanced.rules.units == (1 << PACK.units) - 1
    for unit in range(PACK.units):  # all basic units stand where they stand at the basic level
        if PACK.basic_units >> unit & 1:
            assert advanced.place[unit] == basic.place[unit]
    new = {TYPES[PACK.type[unit]] for unit in range(PACK.units) if advanced.place[unit] != basic.place[unit]}
    assert new and new <= set(NEW)


@rule("setup.place.advanced_units")
def test_advanced_starting_units_are_placed_with_the_others_and_not_counted() -> None:
    """Germany: fourteen units and two submarines; six of the fourteen go to Poland, two to the home country."""
    table = up_to(free("sichelschnitt"), "germany")
    table.choose("pick", "kind:germany_submarine").choose("at", "area:kiel")
    table.choose("usual")
    g = table.state
    assert sum(g.place[unit] >= 0 for unit in range(PACK.units) if PACK.nation[unit] == 0) == 16
    assert in_areas(table, POLAND, "germany") == 6
    assert table.count("kiel", "germany_submarine") == 2 and table.count("kiel", "germany_fleet") == 2


@rule("setup.place.advanced_units")
def test_they_fill_no_place_that_a_scenario_asks_for() -> None:
    """With two submarines in Kiel both fleets must still go there: there is nothing to choose."""
    table = up_to(free("sichelschnitt"), "germany")
    for _ in range(2):
        table.choose("pick", "kind:germany_submarine").choose("at", "area:kiel")
    table.choose("pick", "kind:germany_fleet").choose("pick", "kind:germany_fleet")
    assert table.count("kiel", "germany_fleet") == 2


@rule("setup.place.advanced_where")
def test_german_submarines_go_to_german_ports_or_poland() -> None:
    table = up_to(free("sichelschnitt"), "germany")
    ports = {key for key in home("germany") | POLAND if PACK.ports >> PACK.area_keys.index(key) & 1}
    assert where(table, "germany_submarine") == ports
    for country in SATELLITES:
        for area in home(country):
            assert table.refused("at", f"area:{area}") == "setup.place.advanced_where"


@rule("setup.place.advanced_where")
def test_elsewhere_they_keep_to_the_limits_of_the_others() -> None:
    table = up_to(free("barbarossa"), "ussr")
    assert where(table, "ussr_paratroop") == home("ussr") - {"urals"}
    assert table.refused("at", "area:urals") == "setup.place.own_areas"
    table = up_to(free("barbarossa"), "britain")
    table.choose("pick", "kind:britain_destroyer")
    assert table.refused("at", "area:london") == "setup.place.naval_ports"


@rule("med.malta_limit_advanced", "setup.place.advanced_where")
def test_malta_has_one_place_for_air_and_one_for_naval_units_at_the_start() -> None:
    table = up_to(free("barbarossa"), "britain")
    table.choose("pick", "kind:britain_bomber").choose("at", "area:malta")
    table.choose("pick", "kind:britain_aircraft")
    assert table.refused("at", "area:malta") == "med.malta_limit_advanced"
    table.choose("at", "area:london").choose("pick", "kind:britain_fleet").choose("at", "area:malta")
    table.choose("pick", "kind:britain_destroyer")
    assert table.refused("at", "area:malta") == "med.malta_limit_advanced"
    table.choose("at", "area:dover").choose("pick", "kind:britain_infantry").choose("at", "area:malta")
    table.choose("pick", "kind:britain_infantry")
    assert table.refused("at", "area:malta") == "med.malta_limit"


@rule("med.malta_limit_advanced")
def test_paratroops_bombers_and_small_ships_fill_the_places_of_malta() -> None:
    """In phase 2 a destroyer of Alexandria finds the place of a fleet taken, and so do bombers that of aircraft."""
    setting = war("barbarossa").advanced().season("1942_spring").phase("moving", 1, 1)
    setting = setting.stack("alexandria", britain={"destroyer": 1}).stack("sicily", britain={"bomber": 1})
    setting = setting.held("britain", "sicily").stack("malta", britain={"fleet": 1, "aircraft": 1, "paratroop": 1})
    table = setting.start().choose("move", "area:alexandria")
    assert table.refused("go", "kind:britain_destroyer", "area:malta", "number:one") == "med.malta_limit_advanced"
    table.choose("call_off").choose("move", "area:sicily")
    assert table.refused("go", "kind:britain_bomber", "area:malta", "number:one") == "med.malta_limit_advanced"
    assert "Malta" in setting.stack("malta", britain={"paratroop": 1, "infantry": 1}).impossible()


@rule("para.cost", "bomb.cost", "sub.cost", "dd.cost")
@pytest.mark.parametrize(("kind", "cost"), [("paratroop", 2), ("bomber", 3), ("submarine", 1), ("destroyer", 1)])
def test_what_the_new_units_cost(kind: str, cost: int) -> None:
    table = war().advanced().season("1940_spring").phase("building").hpp(germany=15).start()
    table.choose("build", f"kind:germany_{kind}", 1).choose("at", "area:kiel")
    assert table.purse("germany") == 15 - cost and table.count("kiel", f"germany_{kind}") == 1


@rule("build.fleet_rebuild.small_ships")
def test_small_ships_are_rebuilt_at_once() -> None:
    """Fleets that were lost take their time, submarines and destroyers do not."""
    setting = war().advanced().season("1940_spring").phase("building").set(opening={"germany": 42})
    lost = [f"germany {kind} {at} seen" for kind, most in (("submarine", 8), ("fleet", 5)) for at in range(1, most + 1)]
    table = setting.hpp(germany=42).lines("pool", *lost).start()
    table.choose("build", "kind:germany_submarine", 1).choose("at", "area:kiel")
    table.choose("build", "kind:germany_fleet", 1).choose("at", "area:kiel")
    assert table.count("kiel", "germany_submarine") == 1 and table.count("kiel", "germany_fleet") == 0


@rule("sub.germany_only")
def test_only_germany_has_submarines(tmp_path: Path) -> None:
    assert {
        PACK.nation_keys[PACK.kind_nation[kind]] for kind, key in enumerate(PACK.kind_keys) if "submarine" in key
    } == {"germany"}
    text = DEFAULT.read_text(encoding="utf-8").replace(
        "units = { destroyer = 2, bomber = 2 }", "units = { submarine = 2 }"
    )
    file = tmp_path / "components.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadPack, match=r"sub\.germany_only"):
        Pack(file)


@pytest.mark.parametrize("scenario", first_quick(SCENARIOS))
def test_nothing_impossible_happens_at_the_advanced_level(scenario: str) -> None:
    match = start(GAME, {"scenario": scenario, "level": "advanced"}, Origin("test"))
    rng = random.Random(scenario)
    for number in range(400):
        if match.ask is None:
            break
        match.choose(rng.choice(match.choices))
        if number % 10 == 0:
            assert not GAME.invariants(match.state)
            written = GAME.describe(match.state)
            assert GAME.describe(GAME.restore(match.options, written, match.state.chance.copy())) == written


def test_powers_that_have_none_place_none() -> None:
    table = free("full_war_a")
    assert placing(table) == "italy" and not table.offers("pick", "kind:italy_paratroop")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["barbarossa", "bagration_overlord"])
def test_every_refusal_of_the_advanced_level_has_its_rule(scenario: str) -> None:
    """At the first asks of each prompt: what is offered is legal, and of everything else a rule says why not."""
    match = start(GAME, {"scenario": scenario, "level": "advanced"}, Origin("test"))
    rng = random.Random(scenario)
    seen: dict[str, int] = {}
    for _ in range(1_200):
        if match.ask is None:
            break
        prompt = match.ask.prompt
        seen[prompt] = seen.get(prompt, 0) + 1
        if seen[prompt] <= 2:
            assert_complete(match)
        new = [choice for choice in match.choices if choice[0] in ("drop", "bomb", "by_hand")]
        match.choose(rng.choice(new if new and rng.random() < 0.3 else match.choices))
    assert {"force.by_hand", "bomb.force"} <= set(seen)
