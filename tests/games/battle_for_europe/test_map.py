"""The map: seas, straits, canals, boxes, and areas with rules of their own."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import nations, reach
from sandtable.games.battle_for_europe.pack import BRITAIN, GERMANY
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import AREA, MISSES, area_index, german_spring
from tests.games.battle_for_europe.war import PACK, war


@rule("map.sea.only_fleets_carry")
def test_land_units_do_not_cross_the_sea_by_themselves() -> None:
    setting = german_spring().phase("moving", 1, 1).stack("dover", britain={"infantry": 1, "tank": 1})
    table = setting.stack("liverpool", britain={"aircraft": 1}).start().choose("move", "area:dover")
    assert table.refused("go", "kind:britain_tank", "area:calais", "number:one") == "nc.through"
    assert ("ship", "area:dover") not in table.choices
    transfers = setting.phase("transferring", 1, 1).start().choose("transfer", "kind:britain_tank", "area:dover")
    assert transfers.refused("to", "area:calais") == "strat.land_over_sea"


@rule("map.finland.no_port", "unit.fleet.retreat_base")
def test_fleets_do_not_flee_to_finland() -> None:
    setting = war("bagration_overlord").season("1944_summer").held("ussr", "riga").stack("riga", ussr={"infantry": 2})
    table = setting.stack("konigsberg", germany={"fleet": 1}).start()
    table.choose("enter", "area:konigsberg").choose("send", "kind:ussr_infantry", "area:riga")
    assert table.prompt == "leaving.flight"
    assert table.refused("go", "kind:germany_fleet", "area:helsinki", "number:one") == "unit.fleet.retreat_base"


@rule("map.finland.no_invasion")
def test_finland_is_not_invaded() -> None:
    foes: dict[str, Json] = {
        "ussr": ["finland", "germany"],
        "finland": ["ussr"],
        "germany": ["ussr", "britain", "france"],
    }
    setting = war("full_war_a", 5).season("1941_winter").phase("fighting", 1, 3).roll(*MISSES)
    setting = setting.set(at_war_with=foes, alliance={"ussr": "allies"}, commander={"finland": "germany"})
    setting = setting.stack("leningrad", ussr={"infantry": 1, "fleet": 1})
    table = setting.start()
    assert table.refused("invade", "area:helsinki") == "map.finland.no_invasion"
    assert table.offers("enter", "area:helsinki")


@rule("map.shore")
def test_aircraft_count_the_adriatic_shore_like_any_border() -> None:
    assert (
        PACK.flight[area_index("rome")][area_index("adriatic_sea")]
        == 1
        == PACK.flight[area_index("florence")][area_index("adriatic_sea")]
    )


@rule("map.kiel.closed", "map.kiel.canal")
def test_a_canal_that_an_enemy_has_taken_stays_closed_when_it_is_german_again() -> None:
    g = at_first(war("bagration_overlord"))
    assert reach.sea_way(g, GERMANY, AREA["stettin"], AREA["north_sea"]) == 2  # by the Danish straits
    nations.set_control(g, AREA["denmark"], BRITAIN)
    assert reach.sea_way(g, GERMANY, AREA["stettin"], AREA["north_sea"]) == 3  # the Baltic, Kiel, the North Sea
    nations.set_control(g, AREA["kiel"], BRITAIN)
    nations.set_control(g, AREA["kiel"], GERMANY)
    assert g.canal_closed and reach.sea_way(g, GERMANY, AREA["stettin"], AREA["north_sea"]) == NONE


@rule("map.kiel.base")
def test_kiel_is_invaded_from_the_north_sea_by_those_who_may_not_base_there() -> None:
    setting = (
        german_spring().phase("fighting", 1).stack("edinburgh", britain={"infantry": 1, "fleet": 1, "aircraft": 1})
    )
    table = setting.start().choose("invade", "area:kiel").choose("force", "force:all")
    assert table.holder("kiel") == "britain"


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


@rule("map.strait.in_combat_moves", "map.denmark.owner")
def test_a_strait_taken_in_this_phase_is_open_at_once() -> None:
    """German ships in Stettin reach the North Sea by Denmark once an infantry has taken it; the canal is closed."""
    foes: dict[str, Json] = {"germany": ["france", "britain", "denmark"], "denmark": ["germany"]}
    setting = german_spring().set(at_war_with=foes, commander={"denmark": "france"}, canal_closed=True)
    setting = setting.stack("kiel", germany={"infantry": 1}).stack("stettin", germany={"fleet": 1, "infantry": 1})
    table = setting.stack("edinburgh", britain={"fleet": 1}).start()
    assert table.refused("strike", "area:edinburgh") == "atk.naval_strike"
    table.choose("enter", "area:denmark").choose("send", "kind:germany_infantry", "area:kiel")
    assert table.offers("strike", "area:edinburgh")


@rule("map.urals_box.use", "map.urals_box")
def test_soviet_units_move_through_the_eastern_box() -> None:
    """From Gorky by the box to Astrakhan: two areas for armour; aircraft base there."""
    setting = war("bagration_overlord", 4).season("1944_summer").phase("moving", 0, 0)
    table = setting.stack("gorky", ussr={"tank": 1, "aircraft": 1}).start().choose("move", "area:gorky")
    assert table.offers("go", "kind:ussr_tank", "area:astrakhan", "number:one")
    assert table.offers("go", "kind:ussr_aircraft", "area:urals", "number:one")


@rule("map.kiel.closed")
def test_only_an_enemy_closes_the_canal() -> None:
    """Germany and its ally may hold Kiel in turns; a Briton there closes the canal at once."""
    g = at_first(war("bagration_overlord"))
    for nation_key in ("finland", "germany"):
        nations.set_control(g, AREA["kiel"], PACK.nation_keys.index(nation_key))
        assert not g.canal_closed
    nations.set_control(g, AREA["berlin"], BRITAIN)
    assert not g.canal_closed
    nations.set_control(g, AREA["kiel"], BRITAIN)
    assert g.canal_closed
