"""Clauses of attacks, landings and moves that could be left out of the program unnoticed: each has its test."""

from __future__ import annotations

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.battles import flags
from tests.games.battle_for_europe.war import PACK, Table, War, war


def spring(turn: int = 0) -> War:
    return war().season("1940_spring").phase("fighting", turn)


def invade(table: Table, area: str, *sent: tuple[str, str]) -> Table:
    """An invasion with a force that is put together by hand."""
    table.choose("invade", f"area:{area}").choose("by_hand")
    for kind, start in sent:
        table.choose("send", f"kind:{kind}", f"area:{start}")
    return table.choose("march")


@rule("unit.tank.after_invasion", "unit.tank.second_needs_point")
def test_armour_that_has_landed_comes_one_area_farther_and_no_more() -> None:
    """From Calais to Paris, which is empty, but not on to Vichy; nor at once through French Belgium to the Germans."""
    setting = spring(1).held("germany", "calais", "paris", "vichy").stack("plymouth", britain={"fleet": 1, "tank": 1})
    setting.stack("netherlands", germany={"infantry": 1}).held("germany", "netherlands").held("france", "belgium")
    setting.stack("brest", britain={"infantry": 1, "aircraft": 1})
    table = invade(setting.start(), "calais", ("britain_fleet", "plymouth"), ("britain_tank", "plymouth"))
    assert table.holder("calais") == "britain"
    assert table.refused("attack", "area:netherlands") == "atk.reach"
    table.choose("enter", "area:paris").choose("send", "kind:britain_tank", "area:calais")
    assert table.holder("paris") == "britain" and not table.offers("enter", "area:vichy")


@rule("inv.clear_sea_first", "coop.anglo_french.defend")
def test_aircraft_of_another_contingent_keep_everybody_from_landing_too() -> None:
    """Germans attack the British infantry in Dover from the sea; an unused French aircraft is based there."""
    setting = spring().held("germany", "belgium").stack("belgium", germany={"fleet": 1, "infantry": 1})
    setting.stack("dover", britain={"infantry": 1}, france={"aircraft": 1}).stack("essen", germany={"aircraft": 1})
    table = setting.start().choose("invade", "area:dover").choose("against", "nation:britain").choose("by_hand")
    table.choose("send", "kind:germany_fleet", "area:belgium").choose("send", "kind:germany_infantry", "area:belgium")
    table.choose("march")
    assert table.told("battle_turned_back")[-1].rule == "inv.clear_sea_first"
    assert table.count("belgium", "germany_infantry") == 1 and table.holder("dover") == "britain"


@rule("atk.naval_strike")
def test_land_units_next_to_a_port_take_no_part_in_a_strike() -> None:
    setting = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 1, "tank": 1, "aircraft": 1})
    setting.stack("calais", france={"fleet": 1, "infantry": 1})
    table = setting.start().choose("strike", "area:calais").choose("by_hand")
    assert {choice[1] for choice in table.all("send")} == {"kind:germany_aircraft"}
    assert table.refused("send", "kind:germany_infantry", "area:belgium") == "atk.naval_strike"


# ---------------------------------------------------------------------- attacks that were made are counted

MISSES = (6,) * 40


def in_the_east(turn: int = 0) -> War:
    """Spring 1942: Germany and the Soviet Union are at war since the year before."""
    foes: dict[str, Json] = {"germany": ["ussr", "britain"], "italy": ["ussr", "britain"], "ussr": ["germany", "italy"]}
    setting = war("barbarossa").season("1942_spring").phase("fighting", turn).roll(*MISSES)
    attack = PACK.cell_keys.index("1941_summer")
    return setting.set(german_attack=attack, at_war_with=foes, alliance={"ussr": "allies"})


def repelled(table: Table, area: str, kind: str, start: str) -> Table:
    """An attack by one unit that is broken off after a round."""
    table.choose("attack", f"area:{area}").choose("by_hand").choose("send", f"kind:{kind}", f"area:{start}")
    table.choose("march").choose("break_off")
    while table.prompt == "leaving.retreat":
        table.choose(*table.choices[0])
    return table


@rule("east.ploesti", "east.oil_counts")
def test_without_ploesti_an_attack_of_one_axis_power_is_the_last_of_all() -> None:
    """Germans attack Jassy; then neither they nor the Italians attack anybody, but empty areas are entered still."""
    setting = in_the_east().held("ussr", "ploesti", "jassy", "cluj").stack("jassy", ussr={"infantry": 1})
    setting.stack("bucharest", germany={"infantry": 2}).stack("tobruk", italy={"infantry": 1})
    setting.stack("ploesti", ussr={"infantry": 1}).stack("alexandria", britain={"infantry": 1})
    table = setting.start()
    assert table.offers("attack", "area:alexandria")
    repelled(table, "jassy", "germany_infantry", "bucharest")
    assert table.refused("attack", "area:ploesti") == "east.ploesti"
    assert table.refused("attack", "area:alexandria") == "east.ploesti"
    assert table.offers("enter", "area:cluj")


@rule("east.grozny", "east.oil_counts")
def test_without_grozny_an_attack_of_the_soviet_union_is_its_last_and_nobody_elses() -> None:
    setting = in_the_east(1).held("germany", "grozny", "riga").stack("krasnodar", ussr={"infantry": 1})
    setting.stack("grozny", germany={"infantry": 1}).stack("riga", germany={"infantry": 1})
    setting.stack("minsk", ussr={"infantry": 2}).stack("alexandria", britain={"infantry": 1})
    table = setting.stack("tobruk", italy={"infantry": 1}).start()
    repelled(table, "riga", "ussr_infantry", "minsk")
    assert table.refused("attack", "area:grozny") == "east.grozny"
    assert table.offers("attack", "area:tobruk")


# ---------------------------------------------------------------------- sea transport


def in_dover(**units: Json) -> War:
    """British units in Dover in phase 2, and infantry in London that keeps the phase going."""
    setting = war().season("1940_spring").phase("moving", 1, 1).stack("london", britain={"infantry": 1})
    return setting.stack("dover", britain={**units})


@rule("unit.fleet.one_action", "nc.transport")
def test_a_fleet_that_has_changed_base_carries_nothing() -> None:
    table = in_dover(infantry=2).stack("plymouth", britain={"fleet": 1}).start()
    assert table.offers("ship", "area:dover")
    table.choose("move", "area:plymouth").choose("go", "kind:britain_fleet", "area:dover", "number:one")
    assert table.refused("ship", "area:dover") == "unit.fleet.one_action"


@rule("unit.air.transport", "unit.used.no_action")
def test_aircraft_that_have_acted_are_not_carried() -> None:
    table = in_dover(fleet=1, aircraft={"used": 1}).start()
    assert table.refused("ship", "area:dover") == "nc.transport.unit_unmoved"
    table = in_dover(fleet=1, aircraft={"used": 1}, infantry=1).start()
    table.choose("ship", "area:dover").choose("to", "area:calais")
    assert set(table.all("pick")) == {("pick", "kind:britain_infantry")}


# ---------------------------------------------------------------------- the next turn


@rule("unit.used.refresh", "war.neutral.moves")
def test_what_units_of_a_commanded_country_have_done_is_forgotten_in_their_commanders_turn() -> None:
    setting = war("bagration_overlord").phase("opening", 1).stack("vienna", germany={"infantry": 1})
    table = setting.stack("budapest", hungary={"infantry": {"moved": 1, "attacked": 1}}).start()
    assert table.asked == "axis" and flags(table, "budapest", "hungary_infantry") == [set(), set()]


# ---------------------------------------------------------------------- losses, and transfers by air


@rule("land.losses.choice", "air.losses")
def test_nobody_loses_fewer_units_than_were_hit() -> None:
    """Two hits on two infantry and a tank: both losses are named, in one choice."""
    setting = spring().held("germany", "netherlands").stack("netherlands", germany={"infantry": 2, "tank": 1})
    setting.held("france", "belgium").stack("belgium", france={"infantry": 2, "tank": 1}).roll(6, 6, 6, 1, 1, 6)
    table = setting.start().choose("attack", "area:belgium").choose("force", "force:all")
    assert (table.prompt, table.facts["hits"]) == ("losses", 2)
    assert table.refused("lose", "loss:germany_infantry_1") == "land.losses.choice"
    assert table.refused("lose", "loss:germany_tank_1") == "land.losses.choice"
    table.choose("lose", "loss:germany_infantry_1", "loss:germany_tank_1")
    assert table.count("belgium", "germany_infantry") == 1 and table.count("belgium", "germany_tank") == 0


@rule("strat.air_over_sea", "strat.no_neutral_enemy")
def test_aircraft_are_not_transferred_over_an_enemy_area_but_change_base_over_it() -> None:
    """From Stuttgart to Lyon by way of the Maginot Line, which is French."""
    setting = spring().phase("transferring").held("germany", "lyon").stack("warsaw", germany={"infantry": 1})
    table = setting.stack("stuttgart", germany={"aircraft": 1}).start()
    table.choose("transfer", "kind:germany_aircraft", "area:stuttgart")
    assert table.refused("to", "area:lyon") == "strat.air_escorted"  # nor does a fleet bring it
    moving = setting.phase("moving").start().choose("move", "area:stuttgart")
    assert moving.offers("go", "kind:germany_aircraft", "area:lyon", "number:one")


@rule("setup.sichel.britain.pinned", "strat.land_over_sea")
def test_fleets_that_are_tied_to_gibraltar_escort_nobody() -> None:
    """From Gibraltar by Dover to Calais it is six points."""
    for condition, goes in (("fresh", True), ("pinned", False)):
        setting = spring().phase("transferring", 1, 1).stack("dover", britain={"infantry": 1})
        table = setting.stack("gibraltar", britain={"fleet": {condition: 1}}).start()
        table.choose("transfer", "kind:britain_infantry", "area:dover")
        assert table.offers("to", "area:calais") == goes
