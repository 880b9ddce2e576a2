"""Landings on one's own coast while the enemy holds the capital, and American units that wait in their box."""

from __future__ import annotations

from tests.citing import rule
from tests.games.battle_for_europe.war import War, war

MISSES = (6,) * 60


# ---------------------------------------------------------------------- self-invasion


def london_lost() -> War:
    """London is German; British units stand in Gibraltar with two fleets."""
    return (
        war("sichelschnitt", 3)
        .season("1940_spring")
        .phase("fighting", 1, 1)
        .held("germany", "london", "calais")
        .set(last_chance=["britain"])
        .stack("london", germany={"infantry": 1})
        .stack("gibraltar", britain={"tank": 1, "infantry": 1, "fleet": 2, "aircraft": 1})
        .stack("paris", france={"aircraft": 1})
        .roll(*MISSES)
    )


@rule("inv.self", "inv.self.cost", "fall.last_chance")
def test_a_power_without_its_capital_lands_on_its_own_coast() -> None:
    table = london_lost().start()
    assert table.offers("invade", "area:plymouth")
    assert table.refused("invade", "area:calais") == "fall.last_chance"
    table.choose("invade", "area:plymouth").choose("force", "force:all")
    assert table.count("plymouth", "britain_tank") == 1 == table.count("plymouth", "britain_infantry")
    assert table.purse("britain") == 25 - 5  # and no battle was fought
    assert not table.told("battle_round") and table.holder("plymouth") == "britain"
    assert table.count("gibraltar", "britain_fleet") == 2


@rule("inv.self.tank", "unit.tank.after_invasion", "unit.inf.sea_no_move")
def test_armour_landed_at_home_attacks_the_capital() -> None:
    table = london_lost().start().choose("invade", "area:plymouth").choose("force", "force:all")
    table.script(1, 6)  # the armour hits, the infantry in London does not
    assert table.asked == "france"
    table.choose("stand_by").choose("attack", "area:london").choose("by_hand")
    assert table.all("send") == [("send", "kind:britain_tank", "area:plymouth")]  # infantry moves no more
    table.choose("send", "kind:britain_tank", "area:plymouth").choose("march")
    assert table.holder("london") == "britain" and table.purse("britain") == 25 - 5 - 1


@rule("inv.self", "inv.target")
def test_a_power_that_has_its_capital_does_not_invade_itself() -> None:
    setting = london_lost().set(last_chance=[]).held("britain", "london").stack("london", britain={"infantry": 1})
    assert setting.start().refused("invade", "area:plymouth") == "inv.target"


@rule("inv.self")
def test_only_own_units_land_there_and_only_by_sea() -> None:
    setting = london_lost().stack("manchester", britain={"infantry": 1, "aircraft": 1})
    table = setting.start().choose("invade", "area:plymouth").choose("by_hand")
    assert {str(choice[1]) for choice in table.all("send")} == {
        "kind:britain_infantry",
        "kind:britain_tank",
        "kind:britain_fleet",
    }
    table.choose("send", "kind:britain_infantry", "area:manchester")
    assert table.refused("march") == "unit.fleet.carry_invasion"  # it does not walk
    table.choose("leave", "kind:britain_infantry", "area:manchester").choose(
        "send", "kind:britain_fleet", "area:gibraltar"
    )
    assert table.refused("march") == "inv.target"  # nobody to land


# ---------------------------------------------------------------------- the American box


def americans(britain_fallen: bool = False) -> War:
    setting = (
        war("full_war_a")
        .season("1942_summer")
        .phase("fighting", 1, 2)
        .set(
            alliance={"usa": "allies", "italy": "axis"},
            at_war_with={
                "usa": ["germany", "italy"],
                "germany": ["france", "britain", "usa"],
                "italy": ["usa"],
            },
        )
        .hpp(usa=40)
        .set(opening={"usa": 40})
        .stack("usa", usa={"infantry": 2, "fleet": 2, "aircraft": 1})
        .held("germany", "brest", "casablanca")
        .stack("gibraltar", britain={"aircraft": 1})
        .roll(*MISSES)
    )
    if britain_fallen:
        setting = setting.set(fallen=["britain"]).held("germany", "london", "dover").stack("gibraltar")
        setting.phase("fighting", 1, 1)
    return setting


@rule("usa.first_to_britain")
def test_american_units_neither_attack_nor_move_from_their_box() -> None:
    fighting = americans().stack("liverpool", usa={"aircraft": 1}).start()
    while fighting.asked != "allies" or "usa" not in str(fighting.facts.get("power")):
        fighting.choose("stand_by")
    assert fighting.refused("invade", "area:casablanca") == "usa.first_to_britain"
    moving = americans().phase("moving", 1, 2).stack("liverpool", usa={"aircraft": 1}).start()
    assert moving.refused("move", "area:usa") == "usa.first_to_britain"
    assert moving.refused("ship", "area:usa") == "usa.first_to_britain"


@rule("usa.britain_fallen", "usa.bridgehead_two")
def test_without_britain_americans_come_by_invasion_only() -> None:
    table = americans(britain_fallen=True).start()
    table.choose("invade", "area:brest").choose("force", "force:all")
    assert table.holder("brest") == "usa" and table.count("brest", "usa_infantry") == 2
    assert table.purse("usa") == 35


@rule("usa.britain_fallen")
def test_without_britain_nobody_leaves_the_box_in_phase_2() -> None:
    setting = americans(britain_fallen=True).phase("moving", 1, 1).held("usa", "brest")
    table = setting.stack("brest", usa={"aircraft": 1}).start()
    assert table.refused("move", "area:usa") == "usa.britain_fallen"
    assert table.refused("ship", "area:usa") == "usa.britain_fallen"


@rule("setup.full.usa_units", "setup.barb.usa_pays")
def test_american_starting_units_appear_with_the_declaration() -> None:
    setting = war("barbarossa", 5).phase("fighting", 1, 2).season("1942_spring").hpp(usa=40)
    table = setting.set(opening={"usa": 40}).start()
    assert table.count("usa", "usa_infantry") == 0
    table.choose("declare", "nation:germany")
    box = {kind: table.count("usa", f"usa_{kind}") for kind in ("infantry", "tank", "aircraft", "fleet")}
    assert box == {"infantry": 4, "tank": 2, "aircraft": 3, "fleet": 3}  # the start pool and nothing of 1942
    assert table.purse("usa") == 33
