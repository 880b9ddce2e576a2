"""Who enters which war with what: deployment, dates and partners, conquests, and limits on attacks."""

from __future__ import annotations

from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe import GAME
from tests.citing import rule
from tests.games.battle_for_europe.war import PACK, Table, War, war

SATELLITES = ("finland", "hungary", "romania", "bulgaria")
MISSES = (6,) * 40


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


# ---------------------------------------------------------------------- before the war


@rule("setup.place.usual", "setup.barb.germany_libya")
def test_the_usual_deployment_does_not_bring_a_fourth_german_to_libya() -> None:
    """It has armour and an aircraft in Benghazi: beside one unit placed by hand they fit, beside two they do not."""
    options = GAME.settle({"scenario": "barbarossa", "setup": "free"})
    table = Table(start(GAME, options, Origin("test"))).choose("usual").choose("usual").choose("usual")
    table.choose("pick", "kind:germany_infantry").choose("at", "area:tripoli")
    assert table.offers("usual")
    table.choose("pick", "kind:germany_infantry").choose("at", "area:tobruk")
    assert table.refused("usual") == "setup.place.usual"


# ---------------------------------------------------------------------- a war that others have opened


def italy_comes_later(**dates: str) -> War:
    """Summer 1942: the war in the east has been fought for a year, neutral Italians stand on the Caucasus border.

    Italy has 30 HPP, of which it may spend 15; the Germans in Warsaw face the Soviets in Brest-Litovsk.
    """
    east = [*SATELLITES, "germany"] if "german_attack" in dates else ["germany"]
    foes: dict[str, Json] = {"germany": ["france", "britain", "ussr"], "ussr": [*east]}
    foes |= {"france": [*east], "britain": [*east]}
    foes |= {country: ["france", "britain", "ussr"] for country in east if country != "germany"}
    setting = war("full_war_a", 4).season("1942_summer").set(at_war_with=foes, alliance={"ussr": "allies"}, **dates)
    if "german_attack" in dates:
        setting.set(alliance=dict.fromkeys(SATELLITES, "axis"), commander=dict.fromkeys(SATELLITES, "germany"))
        setting.set(credited=dict.fromkeys(("helsinki", "budapest", "bucharest", "sofia"), "germany"))
    setting.hpp(italy=30, ussr=56).set(opening={"italy": 30, "ussr": 56}).roll(*MISSES)
    setting.stack("erzurum", italy={"infantry": 2}).held("italy", "istanbul", "izmit", "ankara", "erzurum")
    return setting.stack("warsaw", germany={"infantry": 2}).stack("brest_litovsk", ussr={"infantry": 1})


@rule("east.surprise", "war.italy.alliance")
def test_italy_does_not_surprise_the_soviet_union_a_second_time() -> None:
    """The season of the German declaration is that of 1941: three dice, for two attackers and one defender."""
    table = italy_comes_later(german_attack="1941_summer").start().choose("stand_by").choose("declare", "nation:ussr")
    assert table.state.at_war(nation("italy"), nation("ussr")) and table.state.alliance[nation("italy")] == 0
    table.choose("attack", "area:brest_litovsk").choose("force", "force:all")
    assert table.script_left() == len(MISSES) - 3
    assert PACK.cell_keys[table.state.german_attack] == "1941_summer"  # and so is the winter of east.winter_ban


@rule("east.ussr_first", "war.italy.alliance")
def test_italys_declaration_does_not_bring_in_satellites_that_stayed_out() -> None:
    """The Soviet Union attacked first: the satellites stay neutral and give Germany no HPP."""
    table = italy_comes_later(soviet_attack="1941_autumn").start().choose("stand_by")
    before = table.purse("germany")
    table.choose("declare", "nation:ussr")
    assert table.prompt == "phase_one" and table.purse("germany") == before and table.state.german_attack == -1
    assert all(table.state.alliance[nation(country)] == -1 for country in SATELLITES)


@rule("war.one_for_alliance", "east.ussr_first")
def test_the_soviet_union_at_war_with_germany_may_turn_on_neutral_italy() -> None:
    """Germany attacked first, and that stays so: nothing is asked of German units in satellites."""
    setting = italy_comes_later(german_attack="1941_summer").phase("fighting", 1, 3)
    table = setting.stack("tbilisi", ussr={"infantry": 2}).start()
    while table.asked != "ussr":
        table.choose("stand_by")
    table.choose("declare", "nation:italy")
    assert table.state.at_war(nation("italy"), nation("britain")) and table.state.alliance[nation("italy")] == 0
    assert table.state.soviet_attack == -1


# ---------------------------------------------------------------------- falls


def the_fall_of_france() -> War:
    """The end of the Allied phase 1 with Germans in Paris; Italy fights beside Germany."""
    foes: dict[str, Json] = {"germany": ["france", "britain"], "italy": ["france", "britain"]}
    foes |= {"france": ["germany", "italy"], "britain": ["germany", "italy"]}
    setting = war("full_war_a", 4).season("1940_summer").phase("settling", 1).set(last_chance=["france"])
    setting.set(at_war_with=foes, alliance={"italy": "axis"}).held("germany", "paris")
    return setting.stack("paris", germany={"infantry": 1}).stack("london", britain={"infantry": 1})


@rule("fall.territory", "fall.territory_hostile", "fall.territory_allied")
def test_guests_of_the_conqueror_do_not_take_what_is_his() -> None:
    """Italians stand in German Brest: only enemies of the conqueror, and allies in what they took, have a share."""
    setting = the_fall_of_france().held("germany", "brest").stack("brest", italy={"infantry": 1})
    setting.held("italy", "la_rochelle").stack("la_rochelle", italy={"infantry": 1})
    table = setting.start()
    assert (table.holder("brest"), table.holder("la_rochelle"), table.holder("calais")) == (
        "germany",
        "italy",
        "germany",
    )


@rule("vichy.units.place", "vichy.forms")
def test_nobody_commands_vichy_units_once_germany_has_fallen() -> None:
    """Italy alone has brought France down; the units stand where there is room, and nobody moves them."""
    foes: dict[str, Json] = {"italy": ["france", "britain"], "france": ["italy"], "britain": ["italy"], "germany": []}
    setting = war("full_war_a", 4).season("1943_summer").phase("settling", 1).set(last_chance=["france"])
    setting.set(fallen=["germany"], alliance={"italy": "axis"}, at_war_with=foes).held("italy", "paris")
    setting.stack("paris", italy={"infantry": 1}).stack("london", britain={"infantry": 1})
    table = setting.held("britain", "berlin").start()
    assert table.holder("vichy") == "vichy_france" and table.state.commander[nation("vichy_france")] == -1
    assert (
        table.prompt != "war.place"
        and sum("vichy" in unit for area in PACK.area_keys for unit in table.units(area)) == 6
    )


@rule("fall.last_chance")
def test_a_capital_that_an_ally_holds_is_not_lost() -> None:
    setting = war("sichelschnitt", 3).season("1940_spring").phase("opening", 1).held("britain", "paris")
    setting.stack("calais", france={"infantry": 2}).stack("paris", britain={"infantry": 1})
    table = setting.held("germany", "belgium").stack("belgium", germany={"infantry": 1}).start()
    while table.asked != "france":
        table.choose("stand_by")
    assert table.offers("attack", "area:belgium") and not table.state.last_chance


@rule("fall.moscow", "fall.failure", "ctl.capital_recaptured")
def test_a_great_power_keeps_its_empty_areas_when_its_capital_is_entered() -> None:
    """Only a country that has fallen changes hands with its capital: France has a last chance, Moscow is one city."""
    setting = war().season("1940_spring").held("germany", "belgium", "calais").stack("calais", germany={"infantry": 2})
    table = setting.stack("brest", france={"infantry": 1}).start().choose("enter", "area:paris")
    table.choose("send", "kind:germany_infantry", "area:calais")
    assert table.holder("paris") == "germany" and table.holder("lyon") == table.holder("la_rochelle") == "france"
    table = in_the_east().held("germany", "minsk", "smolensk").stack("smolensk", germany={"infantry": 2}).start()
    table.choose("enter", "area:moscow").choose("send", "kind:germany_infantry", "area:smolensk")
    assert table.holder("moscow") == "germany" and table.holder("gorky") == table.holder("leningrad") == "ussr"


# ---------------------------------------------------------------------- deeds that follow a declaration


@rule("east.ussr_satellite", "war.must_follow_enforced")
def test_a_satellite_that_fights_already_is_in_the_way_of_standing_by() -> None:
    """Britain has attacked Romania, so that the Soviet war is one with it too: its areas are as good as German ones."""
    foes: dict[str, Json] = {"germany": ["france", "britain", "ussr"], "romania": ["france", "britain", "ussr"]}
    foes |= {key: ["germany", "romania"] for key in ("france", "britain", "ussr")}
    setting = war("full_war_a", 4).season("1941_autumn").phase("fighting", 1, 3).set(at_war_with=foes)
    setting.set(alliance={"romania": "axis", "ussr": "allies"}, commander={"romania": "germany"})
    setting.set(soviet_attack="1941_autumn", owed={"ussr": ["germany"]}).hpp(ussr=44).set(opening={"ussr": 44})
    setting.stack("dnepropetrovsk", ussr={"infantry": 2}).stack("bucharest", romania={"infantry": 1})
    table = setting.stack("moscow", ussr={"aircraft": 1}).start()
    while table.asked != "ussr":
        table.choose("stand_by")
    assert table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("enter", "area:jassy").choose("send", "kind:ussr_infantry", "area:dnepropetrovsk")
    assert not table.state.owed[nation("ussr")]


@rule("east.ussr_satellite", "war.must_follow_enforced", "war.one_for_alliance")
def test_the_soviet_union_enters_the_war_over_a_satellite_that_fights_already() -> None:
    """One declaration on Germany is war on its whole alliance: 7 HPP and the battle are all that it takes."""
    for spent, reason in ((14, None), (15, "war.must_follow_enforced")):  # 22 less 14 are 7 and 1
        foes: dict[str, Json] = {"germany": ["france", "britain"], "romania": ["france", "britain"]}
        foes |= {key: ["germany", "romania"] for key in ("france", "britain")}
        setting = war("full_war_a", 4).season("1941_autumn").phase("fighting", 1, 3).set(at_war_with=foes)
        setting.set(alliance={"romania": "axis"}, commander={"romania": "germany"}, spent={"ussr": spent})
        setting.stack("dnepropetrovsk", ussr={"infantry": 2}).stack("bucharest", romania={"infantry": 1})
        setting.stack("moscow", ussr={"aircraft": 1}).hpp(ussr=44).set(opening={"ussr": 44})
        table = setting.stack("paris", france={"aircraft": 1}).start()
        assert table.asked == "ussr"
        if reason is not None:
            assert table.refused("declare", "nation:germany") == reason
            continue
        table.choose("declare", "nation:germany")
        assert table.state.at_war(nation("ussr"), nation("romania")) and table.purse("ussr") == 37


@rule("war.must_follow", "war.italy.help_victim")
def test_helping_a_victim_of_the_axis_is_no_excuse_for_the_soviet_union() -> None:
    """Only a declaration on neutral Italy, or on another neutral power, may be answered by troops for its victim."""
    foes: dict[str, Json] = {"germany": ["france", "britain", "yugoslavia"], "yugoslavia": ["germany"]}
    foes |= {"france": ["germany"], "britain": ["germany"]}
    setting = war("full_war_a", 4).season("1941_autumn").phase("fighting", 1, 3).set(at_war_with=foes)
    setting.stack("belgrade", yugoslavia={"infantry": 1}).stack("brest_litovsk", ussr={"infantry": 2})
    setting.stack("warsaw", germany={"infantry": 1}).stack("moscow", ussr={"aircraft": 1}).hpp(ussr=44)
    table = setting.set(opening={"ussr": 44}, commander={"yugoslavia": None}).start()
    table.choose("declare", "nation:germany")
    assert table.asked == "ussr" and table.refused("stand_by") == "war.must_follow_enforced"


@rule("setup.full.usa_units")
def test_lost_americans_do_not_come_back_with_a_later_declaration() -> None:
    """The starting units stand in the box when the United States enter the war, and at no other time."""
    foes: dict[str, Json] = {"germany": ["france", "britain", "usa"]}
    foes |= {key: ["germany"] for key in ("france", "britain", "usa")}
    setting = war("full_war_a", 4).season("1943_summer").phase("fighting", 1).set(at_war_with=foes)
    setting.set(alliance={"usa": "allies"}, opening={"usa": 48}).hpp(usa=48)
    setting.set(units={"pool": ["usa infantry 1 seen"]}).held("usa", "tunis")
    table = setting.lines("tunis", "usa infantry 2", "usa aircraft 1").start().choose("declare", "nation:italy")
    assert table.purse("usa") == 41 and "usa_infantry_1" not in table.units("usa")


# ---------------------------------------------------------------------- limits on attacks


def in_the_east() -> War:
    """Summer 1942 in Barbarossa: everybody is at war but the United States."""
    axis: list[Json] = ["germany", "italy", *SATELLITES]
    foes: dict[str, Json] = {"britain": axis, "ussr": axis}
    foes |= {str(key): ["britain", "ussr"] for key in axis}
    setting = war("barbarossa").season("1942_summer").set(german_attack="1941_summer", at_war_with=foes)
    return setting.set(alliance={"ussr": "allies"}).roll(*MISSES)


@rule("east.ploesti", "east.grozny")
def test_oil_in_the_hands_of_its_owner_limits_nobody() -> None:
    for owner, reason in (("romania", None), ("germany", None), ("ussr", "east.ploesti"), ("britain", "east.ploesti")):
        setting = in_the_east().set(attacks={"italy": 1}).held(owner, "ploesti")
        setting.stack("warsaw", germany={"infantry": 2}).stack("brest_litovsk", ussr={"infantry": 1})
        table = setting.stack("essen", germany={"aircraft": 1}).start()
        assert table.offers("attack", "area:brest_litovsk") == (reason is None)
        assert reason is None or table.refused("attack", "area:brest_litovsk") == reason
    for owner in ("ussr", "germany"):
        setting = in_the_east().phase("fighting", 1).set(attacks={"ussr": 1}).held(owner, "grozny")
        setting.stack("warsaw", germany={"infantry": 2}).stack("brest_litovsk", ussr={"infantry": 1})
        assert setting.start().offers("attack", "area:warsaw") == (owner == "ussr")


@rule("east.ploesti")
def test_those_who_hold_the_oil_of_the_enemy_attack_as_often_as_they_like() -> None:
    setting = in_the_east().phase("fighting", 1).set(attacks={"ussr": 1, "britain": 1}).held("ussr", "ploesti")
    setting.stack("warsaw", germany={"infantry": 2}).stack("brest_litovsk", ussr={"infantry": 1})
    assert setting.start().offers("attack", "area:warsaw")
