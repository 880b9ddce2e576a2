"""Map: zones, roads, breaches, and how many may stand where."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sandtable.engine.errors import BadPack
from sandtable.engine.start import position_of
from sandtable.games.buda_1686.pack import Pack
from tests.citing import rule
from tests.games.buda_1686.packs import changed
from tests.games.buda_1686.siege import IMPERIALS, Siege, Table, new_game, siege

BREACHES = {
    "vizivaros": 4,
    "becsi_kapu": 3,
    "esztergomi_rondella": 3,
    "fehervari_rondella": 2,
    "palota": 2,
    "nagyrondella": 3,
}
CAMP = {
    "vizivaros": "felheviz",
    "becsi_kapu": "felheviz",
    "esztergomi_rondella": "varosmajor",
    "fehervari_rondella": "naphegy",
    "palota": "naphegy",
    "nagyrondella": "gellerthegy",
}
"""A starting zone next to each wall zone."""


def targets(table: Table, unit: str) -> set[str]:
    """Where a unit may move."""
    return {str(choice[2]) for choice in table.choices if choice[:2] == ("move", f"unit:{unit}")}


def all_in(place: str) -> Siege:
    """A siege with all imperial units in one place."""
    return siege().wall(place, *IMPERIALS)


# ---------------------------------------------------------------------- zones and roads


@rule("map.zones.kinds")
def test_the_map_has_wall_zones_their_breaches_and_starting_zones() -> None:
    kinds = Counter(area.kind for area in new_game().scene().areas)
    # Víziváros and five more walls with 4 + 3 + 3 + 2 + 2 + 3 breaches, the middle zone, and four camps.
    assert kinds["wall"] == len(BREACHES)
    assert kinds["breach"] == sum(BREACHES.values())
    assert (kinds["middle"], kinds["start"]) == (1, 4)


@rule("map.zones.kinds")
def test_a_pack_with_another_kind_of_zone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match="every zone is of kind 'wall' or 'start'"):
        Pack(changed(tmp_path, "naphegy", 'kind = "start"', 'kind = "river"'))


@rule("map.zones.roads")
def test_only_a_road_makes_zones_adjacent() -> None:
    table = siege().go("imperial").start()
    assert targets(table, "kaiserlich_1") == {"zone:varosmajor"}
    assert targets(table, "kaiserlich_3") == {"zone:felheviz", "zone:naphegy"}
    assert table.refused("move", "unit:kaiserlich_1", "zone:naphegy") == "map.zones.roads"
    assert table.refused("move", "unit:kaiserlich_1", "zone:gellerthegy") == "map.zones.roads"


@rule("map.zones.roads")
def test_a_castle_fight_follows_the_roads_too() -> None:
    """From the Great South Rondella a road leads to the palace, but none to the middle zone."""
    held = siege().gone("janissary_3").wall("nagyrondella", "bavarian_1").go("imperial")
    table = held.start()
    assert table.offers("castle", "zone:palota")
    assert table.refused("castle", "zone:kozepso") == "castle.imperial.origin"


@rule("map.zones.start_wall_adjacent")
def test_a_camp_is_adjacent_to_a_wall_when_its_road_leads_to_the_breaches() -> None:
    table = all_in("felheviz").go("imperial").start()
    shot = {choice[1] for choice in table.choices if choice[0] == "artillery"}
    assert shot == {"zone:vizivaros", "zone:becsi_kapu"}
    assert table.refused("artillery", "zone:esztergomi_rondella") == "artillery.imperial.needs_unit"


@rule("map.breach.neighbours")
def test_a_breach_leads_back_only_to_the_camps_of_its_wall() -> None:
    table = siege().breach("fehervari_rondella", "kaiserlich_3").go("imperial").start()
    assert targets(table, "kaiserlich_3") == {"zone:varosmajor", "zone:naphegy"}
    for zone in ("gellerthegy", "palota", "fehervari_rondella", "esztergomi_rondella"):
        assert table.refused("move", "unit:kaiserlich_3", f"zone:{zone}") == "move.imperial.withdraw"
    assert table.refused("move", "unit:kaiserlich_3", "breach:palota_b1") == "move.imperial.no_breach_entry"


# ---------------------------------------------------------------------- walls and their breaches


@rule("map.wall.breaches", "map.breach.capacity", "map.vizivaros.breaches")
@pytest.mark.parametrize("wall", BREACHES)
def test_a_wall_has_a_fixed_number_of_breaches_for_one_unit_each(wall: str) -> None:
    units = IMPERIALS[: BREACHES[wall]]
    camp = all_in(CAMP[wall]).breach(wall, *units[1:]).go("imperial")
    assert camp.start().offers("artillery", f"zone:{wall}")
    table = camp.breach(wall, units[0]).start()
    assert table.refused("artillery", f"zone:{wall}") == "artillery.imperial.needs_breach"
    assert table.refused("spring", f"zone:{wall}") == "mining.spring.needs_breach"
    assert "map.breach.capacity" in camp.breach(wall, IMPERIALS[BREACHES[wall]]).impossible()


@rule("map.wall.breaches")
def test_the_middle_zone_has_no_breaches() -> None:
    assert not [area for area in new_game().scene().areas if area.id.startswith("breach:kozepso")]
    assert "map.breach.capacity" in siege().breach("kozepso", "saxon").impossible()


@rule("map.wall.breaches")
def test_a_pack_that_lists_other_breaches_than_it_counts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match="'breaches' is 3, but 2 are listed"):
        Pack(changed(tmp_path, "palota", "breaches = 2", "breaches = 3"))


@rule("map.vizivaros.breaches")
def test_four_units_find_a_breach_at_vizivaros() -> None:
    table = siege().breach("vizivaros", *IMPERIALS[:4]).go("imperial").start()
    assert [table.at(unit) for unit in IMPERIALS[:4]] == ["breaches:vizivaros"] * 4


@rule("map.vizivaros.terrain")
def test_vizivaros_has_no_terrain_against_the_attackers() -> None:
    """4 - 3 - 0 = +1, and a 3 makes 4, the morale: a success. Any terrain would have made it a failure."""
    table = siege().breach("vizivaros", "kaiserlich_1").set(rushed=True).go("imperial").roll(3).start()
    assert table.choose("assault", "zone:vizivaros").wounded("azab_1")


@rule("map.wall.terrain")
def test_terrain_counts_in_an_assault_but_not_in_a_castle_fight() -> None:
    """The palace (terrain 3) is held by sipahis of 3. In an assault 4 - 3 - 3 = -2, and a 4 makes 2: destroyed."""
    table = siege().breach("palota", "bavarian_1").set(rushed=True).go("imperial").roll(4).start()
    assert table.choose("assault", "zone:palota").at("bavarian_1") == "lost"
    # In a castle fight 4 - 3 = +1, and the same roll makes 5: the sipahis are wounded.
    held = siege().gone("janissary_3").wall("nagyrondella", "bavarian_1").set(rushed=True)
    table = held.go("imperial").roll(4).start()
    table.choose("castle", "zone:palota")  # there is nobody but the Bavarians to take part
    assert table.wounded("sipahi_2")
    assert not table.wounded("bavarian_1")


@rule("map.breach.imperial_only", "map.start.imperial_only", "map.ottoman.walls_only")
def test_ottomans_stand_in_wall_zones_only() -> None:
    table = siege().go("ottoman", moves=2).start()
    assert {zone.removeprefix("zone:") for zone in targets(table, "azab_1")} <= {*BREACHES, "kozepso"}
    assert table.refused("move", "unit:azab_1", "breach:vizivaros_b1") == "map.breach.imperial_only"
    assert table.refused("move", "unit:azab_1", "zone:felheviz") == "move.ottoman.no_leave"
    for place in ("breaches:vizivaros", "felheviz", "cup", "lost", "reserve"):
        assert "map.ottoman.walls_only" in siege().unit("azab_1", place).impossible()


@rule("map.wall.one_side")
def test_both_sides_are_never_in_the_same_wall_zone() -> None:
    held = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1")
    assert held.go("ottoman", moves=2).start().refused("move", "unit:azab_1", "zone:becsi_kapu") == "map.wall.one_side"
    assert "map.wall.one_side" in held.wall("becsi_kapu", "sipahi_1").impossible()


@rule("map.wall.capacity")
@pytest.mark.parametrize("wall", BREACHES)
def test_a_wall_zone_holds_as_many_ottomans_as_it_has_breaches(wall: str) -> None:
    troops = ["janissary_1", "janissary_2", "janissary_3", "azab_1", "azab_2"]
    garrison = siege().gone("sipahi_1", "sipahi_2").wall("kozepso", *troops[: 5 - BREACHES[wall]])
    garrison.wall(wall, *troops[5 - BREACHES[wall] :]).go("ottoman", moves=2)
    garrison.unit("abdurrahman", "vizivaros" if wall != "vizivaros" else "palota")
    table = garrison.start()
    assert table.refused("move", "unit:abdurrahman", f"zone:{wall}") == "move.ottoman.targets"
    table.choose("move", f"unit:{troops[-1]}", "zone:nagyrondella" if wall != "nagyrondella" else "zone:palota")
    assert table.offers("move", "unit:abdurrahman", f"zone:{wall}")
    assert "map.wall.capacity" in garrison.wall(wall, "abdurrahman").impossible()


@rule("map.wall.capacity")
def test_a_wall_zone_holds_as_many_imperials_as_it_has_breaches() -> None:
    held = siege().gone("azab_2").wall("fehervari_rondella", "saxon").go("imperial")
    assert held.start().offers("move", "unit:kaiserlich_3", "zone:fehervari_rondella")
    full = held.wall("fehervari_rondella", "kaiserlich_1").start()
    assert full.refused("move", "unit:kaiserlich_3", "zone:fehervari_rondella") == "move.imperial.wall_capacity"


# ---------------------------------------------------------------------- the middle zone and the camps


@rule("map.middle.is_wall_zone")
def test_the_middle_zone_is_a_wall_zone_for_the_garrison() -> None:
    table = siege().go("ottoman", actions=2, moves=1).start()
    assert table.choose("move", "unit:azab_2", "zone:kozepso").at("azab_2") == "kozepso"
    assert table.choose("entrench", "zone:kozepso").work("ottoman", "kozepso") == 1


@rule("map.middle.is_wall_zone")
def test_the_middle_zone_has_no_terrain_no_breaches_and_no_camp_beside_it() -> None:
    """From the Vienna Gate 4 - 4 = 0 against the janissaries, and a 4 equals the morale."""
    held = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1").wall("palota", "abdurrahman")
    table = held.set(rushed=True).go("imperial").roll(4).start()
    assert table.refused("artillery", "zone:kozepso") == "artillery.imperial.target_not_middle"
    assert table.refused("spring", "zone:kozepso") == "mining.spring.target_not_middle"
    assert table.refused("assault", "zone:kozepso") == "castle.middle_only_castle"
    assert table.refused("move", "unit:kaiserlich_3", "zone:kozepso") == "map.zones.roads"
    assert table.choose("castle", "zone:kozepso").wounded("janissary_1")


@rule("map.middle.is_wall_zone")
def test_a_pack_with_a_road_from_a_camp_to_the_middle_zone_is_refused(tmp_path: Path) -> None:
    path = changed(tmp_path, "felheviz", 'kind = "start"', 'kind = "start"')
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('b = "vizivaros"\nkind = "start_wall"', 'b = "kozepso"\nkind = "start_wall"'), "utf-8")
    with pytest.raises(BadPack, match="no road leads from a starting zone to the middle zone"):
        Pack(path)


@rule("map.middle.capacity")
def test_the_middle_zone_holds_four_units() -> None:
    full = siege().wall("kozepso", "janissary_2", "sipahi_1").go("ottoman", moves=2)
    table = full.start()  # with Abdurrahman and the first janissaries that are four
    assert table.refused("move", "unit:azab_1", "zone:kozepso") == "move.ottoman.targets"
    table.choose("move", "unit:sipahi_1", "zone:becsi_kapu")
    assert table.choose("move", "unit:azab_1", "zone:kozepso").at("azab_1") == "kozepso"
    assert "map.wall.capacity" in full.wall("kozepso", "azab_1").impossible()


@rule("map.start.capacity")
def test_a_camp_holds_any_number_of_units() -> None:
    table = all_in("varosmajor").unit("saxon", "naphegy").go("imperial").start()
    assert table.choose("move", "unit:saxon", "zone:varosmajor").at("saxon") == "varosmajor"
    assert {table.at(unit) for unit in IMPERIALS} == {"varosmajor"}


@rule("map.castle.extent")
def test_vizivaros_and_the_middle_zone_are_inside_the_castle() -> None:
    table = siege().go("ottoman", moves=2).start()
    everywhere = {f"zone:{wall}" for wall in (*BREACHES, "kozepso")}
    assert targets(table, "azab_1") == everywhere - {"zone:vizivaros"}
    assert targets(table, "janissary_1") == everywhere - {"zone:kozepso"}


@rule("map.castle.extent")
@pytest.mark.parametrize("wall", ["vizivaros", "kozepso"])
def test_units_in_vizivaros_and_in_the_middle_zone_count_as_left_in_the_castle(wall: str) -> None:
    """Five are left wherever they stand: one too many for the besiegers."""
    left = siege().option(victory="either_victory").gone("azab_2", "sipahi_1", "sipahi_2")
    left.wall(wall, "janissary_1", "janissary_2", "janissary_3", "azab_1")
    left.wall("palota", "abdurrahman").set(phase="round_end").counters(8, 5)
    assert left.start().winner is None
    assert left.gone("janissary_3").start().winner == "imperial"


# ---------------------------------------------------------------------- breaches that close, and are alike


@rule("map.breach.closes")
def test_a_breach_is_closed_again_when_its_unit_has_left() -> None:
    table = siege().breach("palota", "saxon").officers(abdurrahman=0).go("imperial", actions=3).roll(6, 1).start()
    table.choose("move", "unit:saxon", "zone:naphegy")
    for unit in ("saxon", "bavarian_1"):
        assert table.refused("move", f"unit:{unit}", "breach:palota_b1") == "move.imperial.no_breach_entry"
        assert not table.offers("move", f"unit:{unit}", "zone:palota")
    # A later unit needs a new success: the first attack (6 against 4) brings nobody in, the second (1) does.
    table.choose("artillery", "zone:palota")
    assert table.prompt == "go_imperial"
    table.choose("artillery", "zone:palota")
    assert table.choose("enter", "unit:bavarian_1").at("bavarian_1") == "breaches:palota"


@rule("map.breach.interchangeable")
def test_it_never_matters_in_which_breach_a_unit_is() -> None:
    tables = []
    for first, second in (("charles", "kaiserlich_1"), ("kaiserlich_1", "charles")):
        table = siege().officers(abdurrahman=0).go("imperial", actions=2).roll(3, 3).start()
        for unit in (first, second):
            table.choose("artillery", "zone:vizivaros")
            assert all(len(choice) == 2 for choice in table.choices)  # a unit enters, and no breach is named
            table.choose("enter", f"unit:{unit}")
        tables.append(table)
    assert position_of(tables[0].match)["units"] == position_of(tables[1].match)["units"]
    assert tables[0].scene() == tables[1].scene()
