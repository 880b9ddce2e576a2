"""The board and its pieces as the pack has them: map, calendar, units, cards."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sandtable.engine.errors import BadPack, ChanceMismatch
from sandtable.engine.sets import bits
from sandtable.games.nights_of_fire.pack import DISTRICTS, ICONS, LOCALS, STAGING, Pack
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, Table, city, new_game
from tests.games.nights_of_fire.packs import changed, printed, without

OBJECTIVES = {"1", "2", "5A", "5B", "6", "7", "8", "9", "11", "13"}
SECTORS = {
    "buda": {"1", "2", "3", "11", "12"},
    "north_pest": {"5B", "6", "13", "14"},
    "south_pest": {"5A", "7", "8", "9"},
}


def ways(table: Table, fighter: str) -> set[str]:
    """Where a fighter can go."""
    return {str(choice[2]) for choice in table.all("go") if choice[1] == f"insurgent:{fighter}"}


def marches(table: Table, regiment: str) -> set[str]:
    """Where a Regiment can move to."""
    return {str(choice[2]) for choice in table.all("march") if choice[1] == f"regiment:{regiment}"}


def moving(district: str, fighter: str = "fighter_01") -> Table:
    """A fighter about to move from a district."""
    table = city().clear().insurgents(district, fighter).hand("rev_44").in_row("konev_01").turn().start()
    return table.choose("move", 3)


def commanding(area: str, regiment: str) -> Table:
    """A Regiment about to move from an area."""
    table = city("conflict_basic").clear().insurgents("3", "fighter_01").regiments(area, regiment).hand("rev_01")
    return table.soviet("M1", "M3").start().choose("play", "tactics:M1")


# ---------------------------------------------------------------------- map


@rule("board.districts")
def test_the_map_has_thirteen_districts(tmp_path: Path) -> None:
    areas = [area for area in new_game().scene().areas if area.id.startswith("district:")]
    keys = {"1", "2", "3", "5A", "5B", "6", "7", "8", "9", "11", "12", "13", "14"}
    assert {area.id for area in areas} == {f"district:{key}" for key in keys}
    with pytest.raises(BadPack, match="there must be 13, not 12"):
        Pack(without(tmp_path, "district", "14"))


@rule("board.sectors", "board.sectors.members")
def test_every_district_is_in_one_of_three_sectors(tmp_path: Path) -> None:
    members = {key: {PACK.district_keys[d] for d in bits(PACK.sector_districts[s])} for s, key in _sectors()}
    assert members == SECTORS
    with pytest.raises(BadPack, match="sector"):
        Pack(changed(tmp_path, "district", "8", 'sector = "south_pest"', 'sector = "csepel"'))


def _sectors() -> list[tuple[int, str]]:
    return list(enumerate(PACK.sector_keys))


@rule("board.sectors.divisions", "comp.regiments.count")
def test_each_division_has_three_regiments_and_a_sector(tmp_path: Path) -> None:
    assert dict(zip(PACK.sector_keys, PACK.division_keys, strict=True)) == {
        "north_pest": "2g",
        "south_pest": "33g",
        "buda": "128g",
    }
    divisions = Counter(PACK.division_keys[sector] for sector in PACK.regiment_sector)
    assert divisions == {"2g": 3, "33g": 3, "128g": 3}
    with pytest.raises(BadPack, match="there must be 9, not 8"):
        Pack(without(tmp_path, "regiment", "reg_327"))


@rule("board.objectives")
def test_ten_districts_have_an_objective(tmp_path: Path) -> None:
    scene = new_game().scene()
    assert {area.id for area in scene.areas if area.kind == "objective"} == {f"district:{key}" for key in OBJECTIVES}
    with pytest.raises(BadPack, match=r"board\.objectives"):
        Pack(changed(tmp_path, "district", "8", "objective = true", "objective = false"))


@rule("board.staging")
@pytest.mark.parametrize(
    ("area", "regiment", "gate"),
    [("staging_north", "reg_5", "13"), ("staging_south", "reg_106", "9"), ("staging_buda", "reg_319", "11")],
)
def test_a_staging_area_touches_one_district(area: str, regiment: str, gate: str) -> None:
    assert marches(commanding(area, regiment), regiment) == {f"district:{gate}"}


@rule("board.staging.separate")
def test_a_regiment_in_staging_is_not_in_the_district_beside_it() -> None:
    table = city().clear().insurgents("9", "fighter_01", "fighter_10").regiments("staging_south", "reg_104")
    started = table.hand("rev_34", "rev_01").in_row("konev_01").turn().start()
    assert started.refused("attack", "insurgent:fighter_01", "regiment:reg_104") == "rev.attack.target"
    assert started.choose("barricade", "insurgent:fighter_10").facts["cost"] == 1  # no Regiment makes it dearer


@rule("board.staging.no_hungarians")
def test_hungarians_never_enter_a_staging_area() -> None:
    assert all(way.startswith("district:") for way in ways(moving("13"), "fighter_01"))
    why = city().insurgents("staging_north", "fighter_01").impossible()
    assert "board.staging.no_hungarians" in why


# ---------------------------------------------------------------------- borders


@rule("board.border.kinds")
def test_fighters_cross_every_border_and_regiments_only_land_inside_their_sector() -> None:
    # 2 has land borders with 1, 3 and 12 of its sector, and looks at 5B and 13 over the Danube
    assert ways(moving("2"), "fighter_01") == {f"district:{key}" for key in ("1", "3", "12", "5B", "13")}
    assert marches(commanding("2", "reg_315"), "reg_315") == {f"district:{key}" for key in ("1", "3", "12")}
    # 6 in North Pest has a land border with 7 in South Pest
    assert "district:7" in ways(moving("6"), "fighter_01")
    assert "district:7" not in marches(commanding("6", "reg_4"), "reg_4")
    assert {border.kind for border in PACK.borders} == {"land", "sector", "danube"}


@rule("board.border.kinds")
def test_a_border_inside_a_sector_is_land(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"board\.border\.kinds"):
        Pack(changed(tmp_path, "border", "border_11_12", 'kind = "land"', 'kind = "danube"'))


@rule("board.border.list")
@pytest.mark.parametrize("key", PACK.district_keys)
def test_neighbours_are_those_of_the_border_list(key: str) -> None:
    pairs = [(border["a"], border["b"]) for border in printed("border")]
    near = {b for a, b in pairs if a == key} | {a for a, b in pairs if b == key}
    assert ways(moving(key), "fighter_01") == {f"district:{other}" for other in near}


@rule("board.border.list")
def test_a_district_that_contradicts_the_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match="differs from the borders"):
        Pack(without(tmp_path, "border", "border_11_12"))


@rule("board.border.13")
def test_the_neighbours_of_13() -> None:
    assert ways(moving("13"), "fighter_01") == {f"district:{key}" for key in ("14", "6", "5B", "2", "3")}
    assert marches(commanding("13", "reg_4"), "reg_4") == {f"district:{key}" for key in ("14", "6", "5B")}


@rule("board.border.5A_11")
def test_5a_and_11_are_no_neighbours() -> None:
    assert "district:11" not in ways(moving("5A"), "fighter_01")
    assert "district:5A" not in ways(moving("11"), "fighter_01")


# ---------------------------------------------------------------------- calendar and die


@rule("board.calendar")
def test_the_calendar_has_ten_rounds() -> None:
    calendar = next(track for track in new_game().scene().tracks if track.id == "calendar")
    assert calendar.cells == list(range(1, 11)) and calendar.markers == {"marker:round": 1}
    days = [f"November {day} {part}" for day in (4, 5, 6) for part in ("AM", "PM", "Night")] + ["November 7 AM"]
    assert [PACK.names["en"][f"round:round_{number}"] for number in range(1, 11)] == days


@rule("board.night")
@pytest.mark.parametrize("number", range(1, 11))
def test_every_third_round_is_night(number: int) -> None:
    table = city("conflict_basic").clear().insurgents("9", "fighter_01").regiments("9", "reg_104").hand("rev_01")
    started = table.round(number).soviet("S2").start().choose("play", "tactics:S2")
    assert bool(started.all("assault")) == (number not in (3, 6, 9))  # no Assault by night


@rule("comp.die")
@pytest.mark.parametrize("face", [0, 7])
def test_the_die_has_no_face_but_one_to_six(face: int) -> None:
    table = city().clear().insurgents("9", "fighter_01").regiments("9", "reg_104").hand("rev_34").in_row("konev_01")
    started = table.roll(face).turn().start()
    with pytest.raises(ChanceMismatch):
        started.choose("attack", "insurgent:fighter_01", "regiment:reg_104")


# ---------------------------------------------------------------------- units


@rule("comp.insurgents.counts", "unit.icons")
def test_ten_locals_have_two_icons_and_twenty_fighters_one(tmp_path: Path) -> None:
    assert Counter(len(bits(icons)) for icons in PACK.icons[:LOCALS]) == {2: 10}
    assert Counter(len(bits(icons)) for icons in PACK.icons[LOCALS:]) == {1: 20}
    assert {ICONS[icon] for icons in PACK.icons for icon in bits(icons)} == {
        *("ambush", "counterattack", "barricade", "medic", "blocker", "bystander")
    }
    with pytest.raises(BadPack, match=r"comp\.insurgents\.counts"):
        Pack(changed(tmp_path, "fighter", "fighter_01", 'icons = ["ambush"]', 'icons = ["ambush", "medic"]'))
    with pytest.raises(BadPack, match="icons"):
        Pack(changed(tmp_path, "fighter", "fighter_01", 'icons = ["ambush"]', 'icons = ["recruit"]'))


@rule("comp.insurgent_icons")
def test_the_icons_of_the_insurgents() -> None:
    fighters = Counter(ICONS[icon] for icons in PACK.icons[LOCALS:] for icon in bits(icons))
    assert fighters == {
        "ambush": 5,
        "counterattack": 4,
        "barricade": 4,
        "medic": 2,
        "blocker": 2,
        "bystander": 3,
    }
    locals_ = Counter(ICONS[icon] for icons in PACK.icons[:LOCALS] for icon in bits(icons))
    assert locals_ == {"ambush": 4, "counterattack": 4, "barricade": 4, "medic": 3, "blocker": 3, "bystander": 2}
    assert len(set(PACK.icons[:LOCALS])) == 10  # ten different pairs


@rule("comp.civilians.count", "comp.civilians.values")
def test_ten_civilians_of_value_zero_to_two(tmp_path: Path) -> None:
    assert sorted(PACK.civilian_value) == [0] * 3 + [1] * 4 + [2] * 3
    with pytest.raises(BadPack, match="value"):
        Pack(changed(tmp_path, "civilian", "civ_01", "value = 0", "value = 3"))


# ---------------------------------------------------------------------- cards


@rule("comp.cards.counts")
def test_eighty_three_cards() -> None:
    assert (len(PACK.tactics_keys), len(PACK.konev_keys), len(PACK.card_keys), len(PACK.headline_keys)) == (
        12,
        12,
        45,
        14,
    )


@rule("comp.revolutionary_cards")
def test_the_revolutionary_cards() -> None:
    kinds = Counter((value, icons.bit_count()) for value, icons in zip(PACK.card_value, PACK.card_icons, strict=True))
    assert kinds == {(1, 2): 16, (2, 2): 9, (2, 1): 8, (3, 1): 12}
    assert PACK.card_player.bit_count() == 22


@rule("rev.cards.value")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("value = 3", "value = 4"),
        ('icons = ["recruit"]', 'icons = ["medic"]'),
        ('icons = ["recruit"]', "icons = []"),
        ('icons = ["recruit"]', 'icons = ["recruit", "ambush", "barricade"]'),
    ],
)
def test_a_card_has_a_value_up_to_three_and_one_or_two_of_four_icons(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(BadPack):
        Pack(changed(tmp_path, "revolutionary_card", "rev_45", old, new))


@rule("comp.tactics_cards")
def test_the_tactics_cards() -> None:
    assert set(PACK.tactics_keys) == {family + number for family in "MESR" for number in "123"}
    table = city("conflict_basic").clear().insurgents("9", "fighter_01").hand("rev_01").soviet("M2", "E2").start()
    facts = table.choose("play", "tactics:M2").facts
    assert [facts[action] for action in ("move", "probe", "arrest")] == [1, 2, 1]
    facts = table.choose("play", "tactics:E2").facts
    assert [facts[action] for action in ("move", "probe", "arrest", "recon")] == [3, 2, 1, 2]


@rule("headline.icon_cards")
def test_six_tactics_cards_have_the_headline_icon() -> None:
    shown = {PACK.tactics_keys[card] for card in bits(PACK.headline_cards)}
    assert shown == {"M3", "E2", "E3", "S1", "R1", "R3"}


@rule("comp.konev_cards")
def test_the_konev_cards() -> None:
    titles = Counter(card["title"].rpartition(": ")[2] for card in printed("konev_card"))
    alone = ("Hunt", "Assault", "Occupation", "Round-up", "Sweep", "Regroup")
    assert titles == {"Advance": 3, "Pacify": 3, **dict.fromkeys(alone, 1)}
    of_divisions = [card.sector for card in PACK.konev if card.sector >= 0]
    assert Counter(of_divisions) == {0: 2, 1: 2, 2: 2}


@pytest.mark.parametrize(
    ("kind", "entry", "old"),
    [
        ("konev_card", "konev_07", 'verb = "target"'),
        ("headline_card", "H1", 'verb = "morale"'),
        ("tactics_card", "M1", 'verb = "grant"'),
        ("revolutionary_card", "rev_01", 'verb = "ops"'),
    ],
)
def test_a_card_with_an_unknown_verb_is_refused(tmp_path: Path, kind: str, entry: str, old: str) -> None:
    with pytest.raises(BadPack):
        Pack(changed(tmp_path, kind, entry, old, 'verb = "teleport"'))


def test_the_gates_lie_in_their_sectors() -> None:
    assert [PACK.district_keys[gate] for gate in PACK.gate] == ["11", "13", "9"]
    assert all(PACK.reach[STAGING + s] == (gate,) for s, gate in enumerate(PACK.gate))
    assert all(len(PACK.reach[d]) >= 1 for d in range(DISTRICTS))
