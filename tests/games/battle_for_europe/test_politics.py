"""Who enters which war with what, worked out from the rulebook once more: dates, partners, commands, conquests."""

from __future__ import annotations

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.war import PACK, War, war

SATELLITES = ("finland", "hungary", "romania", "bulgaria")
MISSES = (6,) * 40


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


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


# ---------------------------------------------------------------------- lost twice in a year


def retaken_and_lost_again(area: str, **stacks: str) -> War:
    """The accounting of winter 1941; the enemy holds an area empty, and either side stands beside it."""
    setting = war("barbarossa").season("1941_winter").phase("accounting", 1).set(german_attack="1941_summer")
    axis: list[Json] = ["germany", "italy", *SATELLITES]
    foes: dict[str, Json] = {"britain": axis, "ussr": axis}
    foes |= {str(key): ["britain", "ussr"] for key in axis}
    setting.set(at_war_with=foes, alliance={"ussr": "allies"}).held("germany", area)
    setting.held("germany", "damascus", "adana", "ankara", "minsk", "brest_litovsk")  # two ways of supply
    for start, owner in stacks.items():
        setting.held(owner, start).stack(start, **{owner: {"infantry": 3}})
    return setting.roll(1, *MISSES)


def back_and_forth(setting: War, power: str, area: str, one: str, other: str) -> tuple[int, int]:
    """What a power has once its side has entered the area, and when a single defender has lost it again."""
    table = setting.start()
    while not (table.state.turn == 1 and table.prompt == "phase_one" and table.offers("enter", f"area:{area}")):
        table.choose("stand_by" if table.offers("stand_by") else "done")
    table.choose("enter", f"area:{area}").choose("send", f"kind:{power}_infantry", f"area:{one}")
    held = table.purse(power)
    while not (table.state.turn == 0 and table.prompt == "phase_one"):
        table.choose("stand_by" if table.offers("stand_by") else "done")
    table.choose("attack", f"area:{area}").choose("by_hand").choose("send_all", f"area:{other}").choose("march")
    assert table.holder(area) == "germany"
    return held, table.purse(power)


@rule("acc.loss.once", "med.regain", "med.immediate")
def test_suez_is_not_lost_twice_in_a_year() -> None:
    """Britain begins 1942 without the 5 HPP and gets them back at the end of it: there is nothing more to lose."""
    setting = retaken_and_lost_again("suez", cairo="britain", jerusalem="germany")
    assert back_and_forth(setting, "britain", "suez", "cairo", "jerusalem") == (25, 25)


@rule("acc.loss.once", "fall.moscow")
def test_nor_is_moscow() -> None:
    setting = retaken_and_lost_again("moscow", gorky="ussr", smolensk="germany")
    left = 56 - 6 - 1 - 1  # Moscow, Smolensk and Minsk
    assert back_and_forth(setting, "ussr", "moscow", "gorky", "smolensk") == (left, left)
