"""Fleets that take part in an attack by land: the sea battle, breaking off, and who joins it."""

from __future__ import annotations

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.battles import flags, rolled, step
from tests.games.battle_for_europe.situations import MISSES
from tests.games.battle_for_europe.war import Table, War, war

Sent = tuple[str, str]
"""A unit that is sent: its kind and its area."""
ARMY: Sent = ("france_infantry", "paris")
FLEET: Sent = ("france_fleet", "brest")


def spring(turn: int = 0, scenario: str = "sichelschnitt") -> War:
    return war(scenario).season("1940_spring").phase("fighting", turn)


def attack(table: Table, area: str, *sent: Sent, order: str = "attack") -> Table:
    """An attack with a force that is put together by hand."""
    table.choose(order, f"area:{area}").choose("by_hand")
    for kind, start in sent:
        table.choose("send", f"kind:{kind}", f"area:{start}")
    return table.choose("march")


def calais(enemy: dict[str, Json], *dice: int) -> War:
    """Frenchmen in Paris and ships in Brest, against Germans in Calais."""
    setting = spring(1).held("germany", "calais").stack("paris", france={"infantry": 2})
    return setting.stack("brest", france={"fleet": 2}).stack("calais", germany=enemy).roll(*dice)


@rule("atk.fleets_by_land", "seq.battle.steps", "mod.fleet.invasion", "unit.used.mark", "hpp.battle_cost")
def test_ships_fight_the_sea_battle_of_an_attack_by_land() -> None:
    """The German fleet has 3, since nobody lands; afterwards the infantry fights alone, and the ship is used."""
    table = attack(calais({"fleet": 1, "infantry": 1}, 3, 6, *MISSES).start(), "calais", ARMY, FLEET)
    assert rolled(table, 0) == {"france_fleet": (3, 1, 1)} and rolled(table, 1) == {"germany_fleet": (3, 1, 1)}
    assert table.purse("france") == 16 and table.count("calais", "germany_fleet") == 0
    table.choose("go_on")
    assert step(table) == "land" and set(rolled(table, 0)) == {"france_infantry"}
    table.script(1, 6).choose("go_on")
    assert table.holder("calais") == "france"
    assert sorted(map(len, flags(table, "brest", "france_fleet"))) == [0, 2]  # the one that stayed is fresh


@rule("atk.fleets_by_land", "sea.breakoff")
def test_ships_that_break_off_go_home_and_the_army_goes_on() -> None:
    table = attack(calais({"fleet": 1, "infantry": 1}, *MISSES).start(), "calais", ARMY, FLEET, FLEET)
    assert (table.prompt, step(table)) == ("battle.sea", "sea")
    table.choose("break_off").choose("go_on")
    assert step(table) == "land" and rolled(table, 0) == {"france_infantry": (1, 1, 1)}
    assert table.count("brest", "france_fleet") == 2


@rule("atk.fleets_by_land", "unit.fleet.no_land_battle")
def test_ships_make_no_attack_by_land_alone_and_none_where_nobody_is_to_be_fought_at_sea() -> None:
    table = calais({"fleet": 1, "infantry": 1}).start().choose("attack", "area:calais").choose("by_hand")
    table.choose("send", "kind:france_fleet", "area:brest")
    assert table.refused("march") == "unit.fleet.no_land_battle"
    others: list[dict[str, Json]] = [{}, {"fleet": {"used": 1}}, {"aircraft": 1}]
    for other in others:
        table = calais({"infantry": 1, **other}).start().choose("attack", "area:calais").choose("by_hand")
        assert table.refused("send", "kind:france_fleet", "area:brest") == "unit.fleet.no_land_battle"


@rule("atk.fleets_by_land", "unit.fleet.move")
def test_ships_that_are_too_far_or_used_do_not_join_an_attack_by_land() -> None:
    setting = calais({"fleet": 1, "infantry": 1}).stack("brest").stack("damascus", france={"fleet": 1})
    setting.stack("la_rochelle", france={"fleet": {"used": 1}})
    table = setting.start().choose("attack", "area:calais").choose("by_hand")
    assert table.refused("send", "kind:france_fleet", "area:damascus") == "atk.naval_strike"
    assert table.refused("send", "kind:france_fleet", "area:la_rochelle") == "unit.fleet.one_action"


@rule("atk.fleets_by_land", "land.separate_contingents")
def test_ships_of_another_group_are_no_reason_to_send_ships() -> None:
    """Germans attack the British in Calais, where a French fleet lies; then the French ones."""
    setting = spring().held("germany", "belgium").stack("belgium", germany={"infantry": 2})
    setting.stack("kiel", germany={"fleet": 1}).stack(
        "calais", britain={"infantry": 1}, france={"infantry": 1, "fleet": 1}
    )
    for group, joins in (("britain", False), ("france", True)):
        table = setting.start().choose("attack", "area:calais").choose("against", f"nation:{group}").choose("by_hand")
        assert table.offers("send", "kind:germany_fleet", "area:kiel") == joins


@rule("atk.fleets_by_land")
def test_ships_join_an_attack_by_land_only_if_they_are_sent() -> None:
    """A force that is ready made leaves them at home."""
    table = calais({"fleet": 1, "infantry": 1}, *MISSES).start()
    table.choose("attack", "area:calais").choose("force", "force:all")
    assert step(table) == "land" and flags(table, "brest", "france_fleet") == [set(), set()]
