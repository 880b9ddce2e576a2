"""Free set-up: powers place their units one by one, in every scenario, within its limits."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.start import Origin, start
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import setup
from sandtable.games.battle_for_europe.state import PINNED
from tests.citing import rule
from tests.games.battle_for_europe.war import PACK, Table

SATELLITES = ("finland", "hungary", "romania", "bulgaria")


def free(scenario: str = "sichelschnitt", players: int = 2) -> Table:
    options = GAME.settle({"scenario": scenario, "players": players, "setup": "free"})
    return Table(start(GAME, options, Origin("test")))


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def home(key: str) -> set[str]:
    return {PACK.area_keys[area] for area in PACK.grounds if PACK.areas_of[nation(key)] >> area & 1}


def placing(table: Table) -> str:
    """The power that places units."""
    return str(table.facts["power"]).removeprefix("nation:")


def where(table: Table, kind: str) -> set[str]:
    """Where the next unit of a kind may stand."""
    table.choose("pick", f"kind:{kind}")
    assert table.prompt == "setup.at"
    return {str(choice[1]).removeprefix("area:") for choice in table.all("at")}


def in_areas(table: Table, areas: set[str], key: str) -> int:
    return sum(unit.startswith(f"{key}_") for area in areas for unit in table.units(area))


def up_to(table: Table, power: str) -> Table:
    """The powers before it take their usual deployment."""
    while placing(table) != power:
        table.choose("usual")
    return table


# ---------------------------------------------------------------------- the order


@rule("setup.order", "setup.barb.order", "setup.bagr.order", "setup.full.order", "setup.sichel.order")
@pytest.mark.parametrize(
    ("scenario", "order"),
    [
        ("sichelschnitt", "france britain germany"),
        ("barbarossa", "italy britain ussr germany"),
        ("bagration_overlord", "usa britain ussr germany"),
        ("full_war_b", "italy france britain ussr germany"),
    ],
)
def test_powers_place_one_after_the_other(scenario: str, order: str) -> None:
    table = free(scenario)
    found: list[str] = []
    while table.match.ask is not None and table.prompt == "setup.pick":
        found.append(placing(table))
        table.choose("usual")
    assert found == order.split()


@rule("setup.place.usual")
def test_the_usual_deployment_may_be_taken_for_the_rest() -> None:
    table = free().choose("pick", "kind:france_infantry").choose("at", "area:paris").choose("usual")
    assert table.count("paris", "france_infantry") == 1 and table.count("maginot", "france_infantry") == 3
    assert table.count("calais", "france_fleet") == 1 and placing(table) == "britain"


@rule("setup.place.usual", "setup.sichel.britain.malta")
def test_the_usual_deployment_must_fit_what_stands_already() -> None:
    """With four infantry in Poland nobody is left for the satellites as the usual deployment wants it."""
    table = up_to(free(), "germany")
    for _ in range(4):
        table.choose("pick", "kind:germany_infantry").choose("at", "area:krakow")
    assert table.refused("usual") == "setup.place.usual"


@rule("setup.place.usual", "setup.order")
@pytest.mark.parametrize("scenario", ["sichelschnitt", "barbarossa", "bagration_overlord", "full_war_a"])
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_placed_by_hand_ends_with_every_unit_on_the_board(scenario: str, seed: int) -> None:
    table, usual = free(scenario), Table(start(GAME, {"scenario": scenario, "players": 2}, Origin("test")))
    rng = random.Random(seed)
    while table.prompt.startswith("setup"):
        choices = [choice for choice in table.choices if choice != ("usual",)]
        table.match.choose(rng.choice(choices))
    counts = [sum(table.state.here[area].bit_count() for area in PACK.grounds) for table in (table, usual)]
    assert counts[0] == counts[1]
    tied = [sum(bool(flags & PINNED) for flags in table.state.flags) for table in (table, usual)]
    assert tied[0] == tied[1]
    assert not GAME.invariants(table.state)


# ---------------------------------------------------------------------- where


@rule("setup.place.own_areas", "setup.place.naval_ports")
def test_home_and_overseas_areas_and_fleets_in_ports() -> None:
    table = free()
    overseas = {"corsica", "casablanca", "algiers", "tunis", "damascus"}
    assert where(table, "france_infantry") == home("france") | overseas
    assert table.refused("at", "area:belgium") == "setup.place.own_areas"
    table.choose("at", "area:algiers")
    fleets = where(table, "france_fleet")
    assert "paris" not in fleets and "brest" in fleets
    assert table.refused("at", "area:paris") == "setup.place.naval_ports"


@rule("setup.sichel.britain.malta")
def test_britain_keeps_three_fleets_for_malta_and_gibraltar() -> None:
    table = up_to(free(), "britain")
    for _ in range(3):
        table.choose("pick", "kind:britain_fleet").choose("at", "area:dover")
    assert where(table, "britain_fleet") == {"malta", "gibraltar"}
    assert table.refused("at", "area:dover") == "setup.sichel.britain.malta"
    table.choose("at", "area:gibraltar")
    assert where(table, "britain_fleet") == {"malta", "gibraltar"}
    table.choose("at", "area:gibraltar").choose("pick", "kind:britain_fleet")
    assert table.count("malta", "britain_fleet") == 1  # the last one has no other place
    assert where(table, "britain_infantry") >= {"london", "cairo", "malta"}  # others go anywhere


@rule(
    "setup.sichel.germany.satellites",
    "setup.sichel.germany.home_two",
    "setup.sichel.germany.rest_poland",
    "setup.sichel.germany.kiel",
)
def test_germanys_fourteen_units_of_1939() -> None:
    table = up_to(free(), "germany")
    poland, satellites = home("poland"), {area for country in SATELLITES for area in home(country)}
    assert where(table, "germany_tank") == home("germany") | poland | satellites
    table.choose("at", "area:berlin").choose("pick", "kind:germany_tank").choose("at", "area:essen")
    assert where(table, "germany_tank") == poland | satellites  # two at home
    assert table.refused("at", "area:berlin") == "setup.sichel.germany.home_two"
    table.choose("at", "area:oulu")
    assert where(table, "germany_tank") == poland | satellites - home("finland")
    assert table.refused("at", "area:helsinki") == "setup.sichel.germany.satellites"
    table.choose("at", "area:budapest")
    table.choose("pick", "kind:germany_infantry").choose("at", "area:ploesti")
    table.choose("pick", "kind:germany_infantry").choose("at", "area:varna")
    assert where(table, "germany_infantry") == poland
    assert table.refused("at", "area:essen") == "setup.sichel.germany.rest_poland"
    table.choose("at", "area:warsaw").choose("pick", "kind:germany_fleet")
    assert table.count("kiel", "germany_fleet") == 1


@rule("setup.sichel.germany.rest_poland", "setup.sichel.germany.satellites", "setup.sichel.germany.home_two")
def test_six_of_the_fourteen_in_poland_and_no_more() -> None:
    """Nobody is at home or in a satellite yet: six units are left for these places, and Poland has its six."""
    table = up_to(free(), "germany")
    for kind in ("tank", "tank", "aircraft", "aircraft", "infantry", "infantry"):
        table.choose("pick", f"kind:germany_{kind}").choose("at", "area:warsaw")
    satellites = {area for country in SATELLITES for area in home(country)}
    assert where(table, "germany_infantry") == home("germany") | satellites
    assert table.refused("at", "area:krakow") == "setup.sichel.germany.rest_poland"
    table.choose("at", "area:berlin").choose("pick", "kind:germany_infantry").choose("at", "area:berlin")
    table.choose("pick", "kind:germany_tank")
    assert table.refused("at", "area:essen") == "setup.sichel.germany.home_two"
    table.choose("at", "area:helsinki").choose("pick", "kind:germany_tank")
    assert table.refused("at", "area:oulu") == "setup.sichel.germany.satellites"
    assert table.refused("at", "area:krakow") == "setup.sichel.germany.rest_poland"


@rule("setup.sichel.germany.kiel")
def test_german_fleets_are_wanted_in_kiel() -> None:
    g = up_to(free(), "germany").state.copy()
    g.placing = PACK.first_of[PACK.kind_keys.index("germany_fleet")]
    fit = [PACK.area_keys[area] for area in PACK.grounds if setup.at_refusal(g, area) is None]
    assert fit == ["kiel"]
    assert setup.at_refusal(g, PACK.area_keys.index("konigsberg")) == "setup.sichel.germany.kiel"


@rule("setup.full.germany_six_poland", "setup.full.germany_other_eight")
def test_six_of_germanys_units_stand_in_poland_in_the_full_war() -> None:
    table = up_to(free("full_war_a"), "germany")
    poland = home("poland")
    elsewhere = home("germany") | {area for country in SATELLITES for area in home(country)}
    assert where(table, "germany_infantry") == poland | elsewhere
    table.choose("at", "area:warsaw")
    for kind in ("infantry", "infantry", "infantry", "tank", "tank"):
        table.choose("pick", f"kind:germany_{kind}").choose("at", "area:warsaw")
    assert in_areas(table, poland, "germany") == 6
    assert where(table, "germany_tank") == elsewhere
    assert table.refused("at", "area:krakow") == "setup.full.germany_six_poland"
    other = up_to(free("full_war_a"), "germany")
    for kind in ("tank",) * 4 + ("infantry",) * 2:
        other.choose("pick", f"kind:germany_{kind}").choose("at", "area:berlin")
    assert where(other, "germany_infantry") == poland  # the other six
    assert other.refused("at", "area:berlin") == "setup.full.germany_six_poland"


@rule("setup.barb.germany_libya", "setup.barb.germany_places")
def test_what_germany_places_in_1941() -> None:
    table = up_to(free("barbarossa", 4), "germany")
    assert table.asked == "germany"
    for _ in range(3):
        table.choose("pick", "kind:germany_infantry").choose("at", "area:tripoli")
    assert table.choose("pick", "kind:germany_tank").refused("at", "area:benghazi") == "setup.barb.germany_libya"
    table.choose("at", "area:oslo")  # a conquest
    assert where(table, "romania_infantry") == home("romania")
    table.choose("at", "area:ploesti")
    assert where(table, "vichy_france_infantry") == {
        "vichy",
        "lyon",
        "corsica",
        "casablanca",
        "algiers",
        "tunis",
        "damascus",
    }
    assert table.refused("at", "area:paris") == "setup.place.own_areas"


@rule("med.malta_limit", "setup.place.no_stack_limit")
def test_malta_is_full_with_one_of_each() -> None:
    table = up_to(free("barbarossa"), "britain")
    table.choose("pick", "kind:britain_infantry").choose("at", "area:malta").choose("pick", "kind:britain_tank")
    assert table.refused("at", "area:malta") == "med.malta_limit"
    table.choose("at", "area:cairo").choose("pick", "kind:britain_fleet").choose("at", "area:malta")
    table.choose("pick", "kind:britain_fleet")
    assert table.refused("at", "area:malta") == "med.malta_limit"


@rule("setup.bagr.areas", "setup.bagr.usa_areas")
def test_where_units_stand_in_1944() -> None:
    table = free("bagration_overlord", 4)
    british = {area for area in PACK.area_keys if table.holder(area) == "britain"}
    assert table.asked == "usa" and where(table, "usa_infantry") == british
    table.choose("at", "area:naples")
    assert where(up_to(table, "britain"), "britain_infantry") == british
    table.choose("at", "area:sicily")
    up_to(table, "ussr")
    assert where(table, "ussr_infantry") == {area for area in home("ussr") if table.holder(area) == "ussr"} - {"urals"}
    assert table.refused("at", "area:kiev") == "setup.place.own_areas"  # German-held
    table.choose("at", "area:moscow")
    german = {area for area in PACK.area_keys if table.holder(area) == "germany"}
    satellites = {area for country in SATELLITES for area in home(country)}
    assert where(up_to(table, "germany"), "germany_infantry") == german | satellites
