"""Special rules of single theatres: Vichy France, Malta, Bulgaria, losses taken at once, and who leads a defence."""

from __future__ import annotations

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, conquest, supply
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first, fight
from tests.games.battle_for_europe.war import PACK, War, war

MISSES = (6,) * 40
ALLIED_VICHY: dict[str, Json] = {"vichy_france": ["britain"], "britain": ["germany", "italy", "vichy_france"]}


def area(key: str) -> int:
    return PACK.area_keys.index(key)


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def summer(players: int = 2) -> War:
    """The Axis turn of summer 1942; a German aircraft keeps Germany in the turn."""
    return war("barbarossa", players).season("1942_summer").stack("konigsberg", germany={"aircraft": 1}).roll(*MISSES)


# ---------------------------------------------------------------------- Vichy France


@rule("vichy.units.stay", "vichy.units.place")
def test_vichy_units_move_within_vichy_only() -> None:
    setting = summer(4).phase("moving", 0, 1).stack("vichy", vichy_france={"infantry": 1, "aircraft": 1})
    table = setting.start()
    assert table.asked == "germany"
    table.choose("move", "area:vichy")
    assert table.refused("go", "kind:vichy_france_infantry", "area:paris", "number:one") == "vichy.units.stay"
    assert table.refused("go", "kind:vichy_france_aircraft", "area:maginot", "number:one") == "vichy.units.stay"
    table.choose("go", "kind:vichy_france_infantry", "area:lyon", "number:one")
    assert table.count("lyon", "vichy_france_infantry") == 1


@rule("vichy.units.stay")
def test_vichy_fleets_sail_and_carry_between_its_ports() -> None:
    setting = summer(4).phase("moving", 0, 1).stack("algiers", vichy_france={"infantry": 1, "fleet": 2})
    table = setting.start().choose("move", "area:algiers")
    assert table.offers("go", "kind:vichy_france_fleet", "area:tunis", "number:one")
    assert table.refused("go", "kind:vichy_france_fleet", "area:brest", "number:one") == "vichy.units.stay"
    table.choose("call_off").choose("ship", "area:algiers")
    ports = ("tunis", "corsica", "lyon", "vichy", "damascus")  # Gibraltar keeps it from Casablanca
    assert set(table.all("to")) == {("to", f"area:{port}") for port in ports}
    table.choose("to", "area:tunis").choose("pick", "kind:vichy_france_infantry")
    assert table.count("tunis", "vichy_france_infantry") == 1


@rule("vichy.units.stay", "vichy.attacked")
def test_vichy_units_never_attack_nor_enter_even_when_attacked() -> None:
    """British units stand in Algiers, Jerusalem is empty: nothing of Vichy goes there."""
    setting = summer(4).phase("fighting", 0, 1).set(at_war_with=ALLIED_VICHY, alliance={"vichy_france": "axis"})
    setting = setting.stack("damascus", vichy_france={"infantry": 1}).stack("tunis", vichy_france={"tank": 1})
    setting = setting.stack("algiers", britain={"infantry": 1}).held("britain", "algiers")
    table = setting.start()
    assert table.refused("enter", "area:jerusalem") == "atk.reach"
    assert table.refused("attack", "area:algiers") == "atk.reach"
    assert table.state.friendly(0, area("tunis"))  # but Axis units may enter its areas
    phase_four = setting.phase("transferring", 0, 1).stack("lyon", vichy_france={"infantry": 1}).start()
    phase_four.choose("transfer", "kind:vichy_france_infantry", "area:lyon")
    assert phase_four.refused("to", "area:paris") == "vichy.units.stay"
    assert phase_four.offers("to", "area:vichy")


@rule("vichy.supply")
def test_neutral_vichy_units_need_no_supply_and_vichy_is_a_capital() -> None:
    g = at_first(summer().stack("damascus", vichy_france={"infantry": 1}).stack("vichy", vichy_france={"tank": 1}))
    supply.check(g)
    assert not any(g.flags[unit] & 64 for unit in range(PACK.units))  # nobody is cut off, in Syria neither
    assert supply.sources(g, nation("vichy_france")) == 1 << area("vichy")
    attacked = summer().set(at_war_with=ALLIED_VICHY, alliance={"vichy_france": "axis"})
    g = at_first(attacked.stack("damascus", vichy_france={"infantry": 1}).stack("lyon", vichy_france={"tank": 1}))
    assert supply.sources(g, nation("germany")) >> area("vichy") & 1
    supply.check(g)
    cut_off = [PACK.area_keys[g.place[unit]] for unit in range(PACK.units) if g.flags[unit] & 64]
    assert cut_off == ["damascus"]


@rule("vichy.no_rebuild", "vichy.no_hpp")
def test_vichy_units_are_not_rebuilt_and_vichy_brings_nothing() -> None:
    table = summer(4).phase("building", 0, 1).start()
    assert table.refused("build", "kind:vichy_france_infantry", 1) == "vichy.no_rebuild"
    held = [at for at in range(len(PACK.area_keys)) if table.state.control[at] == nation("vichy_france")]
    assert len(held) == 7
    assert not any(accounting.yields(table.state, power, at) for power in range(6) for at in held)


@rule("vichy.end")
def test_vichy_ends_with_the_capture_of_vichy_too() -> None:
    g = at_first(summer().set(at_war_with=ALLIED_VICHY).stack("algiers", vichy_france={"fleet": 1}))
    conquest.follow(g, area("vichy"), nation("vichy_france"), nation("britain"))
    assert g.vichy_ended and not g.here[area("algiers")] and g.control[area("damascus")] == nation("britain")


# ---------------------------------------------------------------------- Malta


@rule("med.malta_limit")
def test_one_transport_does_not_bring_two_land_units_to_malta() -> None:
    stack: dict[str, Json] = {"infantry": 1, "tank": 1, "aircraft": 2, "fleet": 1}
    setting = summer().phase("moving", 1, 1).stack("alexandria", britain={"fleet": 2}).stack("gibraltar", britain=stack)
    table = setting.start().choose("ship", "area:gibraltar").choose("to", "area:malta")
    table.choose("pick", "kind:britain_tank")
    assert table.refused("pick", "kind:britain_infantry") == "med.malta_limit"
    assert table.offers("pick", "kind:britain_aircraft")
    table.choose("pick", "kind:britain_aircraft")
    assert table.count("malta", "britain_tank") == 1 and table.count("malta", "britain_aircraft") == 1
    table.choose("move", "area:alexandria")
    table.choose("go", "kind:britain_fleet", "area:malta", "number:one")
    assert table.count("malta", "britain_fleet") == 1  # one of each is the most
    table.choose("move", "area:alexandria")
    assert table.refused("go", "kind:britain_fleet", "area:malta", "number:one") == "med.malta_limit"


# ---------------------------------------------------------------------- taken at once, and once a year


@rule("acc.loss.once", "fall.moscow")
def test_the_loss_of_moscow_is_felt_once_a_year() -> None:
    setting = war("bagration_overlord").phase("fighting", 1).season("1944_summer").hpp(ussr=20)
    g = at_first(setting)
    for holder, left in (("germany", 14), ("ussr", 14), ("germany", 14)):
        before = g.control[area("moscow")]
        conquest.follow(g, area("moscow"), before, nation(holder))
        g.control[area("moscow")] = nation(holder)
        assert g.hpp[nation("ussr")] == left
    g.control[area("moscow")] = nation("ussr")
    accounting.annual(g)
    new_year = g.hpp[nation("ussr")]
    conquest.follow(g, area("moscow"), nation("ussr"), nation("germany"))
    assert g.hpp[nation("ussr")] == new_year - 6


@rule("acc.loss.once", "med.immediate")
def test_gibraltar_is_felt_once_a_year() -> None:
    g = at_first(summer().hpp(britain=20))
    for before, after, left in (("britain", "italy", 15), ("italy", "britain", 15), ("britain", "germany", 15)):
        conquest.follow(g, area("gibraltar"), nation(before), nation(after))
        assert g.hpp[nation("britain")] == left
    conquest.follow(g, area("suez"), nation("britain"), nation("italy"))
    assert g.hpp[nation("britain")] == 10  # med.both: Suez is another area


# ---------------------------------------------------------------------- who leads


@rule("coop.combine.same_player")
def test_of_equal_powers_the_first_in_the_order_of_play_leads_the_defence() -> None:
    def leader(**stack: dict[str, Json]) -> str:
        setting = summer().phase("fighting", 1, 1).stack("cairo", britain={"infantry": 1, "aircraft": 1})
        setting = setting.stack("tobruk", **stack)
        setting = setting.stack("alexandria", britain={"infantry": 2})
        table = fight(setting, "tobruk", "britain", {"alexandria": {"britain_infantry": 2}})
        return PACK.nation_keys[table.state.battle_now().group]

    assert leader(germany={"infantry": 1}, italy={"infantry": 1}) == "italy"  # Italy + Germany
    assert leader(germany={"infantry": 2}, italy={"infantry": 1}) == "germany"


@rule("coop.others_combine", "war.neutral.units_combine")
def test_units_of_small_countries_fight_with_those_of_their_commander() -> None:
    setting = war("bagration_overlord").phase("fighting", 1).season("1944_summer")
    setting = setting.stack("bucharest", germany={"infantry": 1}, romania={"infantry": 2})
    setting = setting.stack("jassy", ussr={"infantry": 1}).held("ussr", "jassy").roll(*MISSES)
    table = setting.start().choose("attack", "area:jassy").choose("force", "force:all")
    battle = table.state.battle_now()
    kinds = {PACK.kind_keys[PACK.kind[unit]] for unit in range(PACK.units) if battle.attackers >> unit & 1}
    assert kinds == {"germany_infantry", "romania_infantry"}


@rule("east.bulgaria_no_attack")
def test_bulgarians_attack_others_but_not_soviet_units() -> None:
    setting = war("bagration_overlord").phase("fighting", 1).season("1944_summer").roll(*MISSES)
    setting = setting.stack("sofia", germany={"infantry": 1}, bulgaria={"infantry": 1})
    against_soviets = setting.stack("bucharest", ussr={"infantry": 1}).held("ussr", "bucharest").start()
    against_soviets.choose("attack", "area:bucharest").choose("by_hand")
    assert against_soviets.refused("send", "kind:bulgaria_infantry", "area:sofia") == "east.bulgaria_no_attack"
    setting = war("bagration_overlord").phase("fighting", 1).season("1944_summer").roll(*MISSES)
    setting = setting.stack("sofia", germany={"infantry": 1}, bulgaria={"infantry": 1})
    british = setting.stack("salonika", britain={"infantry": 1}).held("britain", "salonika").start()
    british.choose("attack", "area:salonika").choose("by_hand")
    assert british.offers("send", "kind:bulgaria_infantry", "area:sofia")


@rule("vichy.end.held", "vichy.end.who")
def test_areas_in_which_axis_units_stand_stay_with_them_when_vichy_ends() -> None:
    setting = summer().set(at_war_with=ALLIED_VICHY, alliance={"vichy_france": "axis"})
    g = at_first(setting.stack("tunis", italy={"infantry": 1}).stack("algiers", vichy_france={"infantry": 1}))
    conquest.follow(g, area("vichy"), nation("vichy_france"), nation("britain"))
    assert g.control[area("tunis")] == nation("italy")
    assert g.control[area("algiers")] == nation("britain") and not g.here[area("algiers")]


@rule("med.malta_limit", "unit.air.rebase_phase2")
def test_several_aircraft_do_not_go_to_malta_at_once() -> None:
    setting = summer().phase("moving", 1, 1).stack("tunis", britain={"aircraft": 2}).held("britain", "tunis")
    table = setting.start().choose("move", "area:tunis")
    assert table.refused("go", "kind:britain_aircraft", "area:malta", "number:all") == "med.malta_limit"
    table.choose("go", "kind:britain_aircraft", "area:malta", "number:one")
    assert table.count("malta", "britain_aircraft") == 1


@rule("med.malta_limit", "unit.air.flee")
def test_of_two_aircraft_that_flee_one_finds_room_on_malta() -> None:
    """Italians enter Tunis; Malta has room for one of the aircraft there, Algiers for both."""
    setting = (
        summer().phase("fighting", 0, 0).stack("tunis", britain={"aircraft": 2}).held("britain", "tunis", "algiers")
    )
    table = setting.stack("tripoli", italy={"infantry": 1}).start()
    table.choose("enter", "area:tunis").choose("send", "kind:italy_infantry", "area:tripoli")
    assert table.prompt == "leaving.flight"
    assert table.refused("go", "kind:britain_aircraft", "area:malta", "number:all") == "unit.air.flee"
    table.choose("go", "kind:britain_aircraft", "area:malta", "number:one")
    assert table.count("malta", "britain_aircraft") == 1
    while table.prompt == "leaving.flight":
        assert ("go", "kind:britain_aircraft", "area:malta", "number:one") not in table.choices
        table.choose(*table.choices[0])


# ---------------------------------------------------------------------- changes of base in phase 1


@rule("unit.air.rebase_before", "seq.phases.joint_one_player")
def test_a_player_changes_the_base_of_any_of_his_aircraft() -> None:
    """French aircraft stand in Calais too, but the British ones go."""
    setting = war().season("1940_spring").phase("fighting", 1, 0)
    table = setting.stack("calais", france={"aircraft": 1}, britain={"aircraft": 1}).start()
    table.choose("rebase", "area:calais").choose("go", "kind:britain_aircraft", "area:dover", "number:one")
    assert table.count("dover", "britain_aircraft") == 1 and table.count("calais", "france_aircraft") == 1


@rule("fall.last_chance")
def test_aircraft_of_a_power_without_its_capital_only_come_nearer_to_it() -> None:
    """Paris is lost: from Lyon two areas reach it, from Corsica they do not."""
    setting = war("sichelschnitt", 3).season("1940_spring").phase("fighting", 1, 0).held("germany", "paris")
    setting = setting.stack("vichy", france={"aircraft": 1}).set(last_chance=["france"])
    setting = setting.stack("paris", germany={"infantry": 1}).stack("damascus", france={"aircraft": 1})
    table = setting.start()
    assert table.refused("rebase", "area:damascus") == "fall.last_chance"
    table.choose("rebase", "area:vichy")
    assert table.offers("go", "kind:france_aircraft", "area:lyon", "number:one")
    assert table.refused("go", "kind:france_aircraft", "area:corsica", "number:one") == "fall.last_chance"


@rule("med.malta_limit", "nc.transport")
def test_a_full_malta_is_no_goal_of_a_transport() -> None:
    stack: dict[str, Json] = {"infantry": 1, "fleet": 1}
    setting = summer().phase("moving", 1, 1).stack("gibraltar", britain=stack).stack("malta", britain={"tank": 1})
    table = setting.start().choose("ship", "area:gibraltar")
    assert table.refused("to", "area:malta") == "med.malta_limit"
