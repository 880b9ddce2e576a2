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
