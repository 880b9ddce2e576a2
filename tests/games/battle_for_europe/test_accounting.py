"""The annual accounting, and deductions for lost conquests."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import NONE
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, conquest, nations
from sandtable.games.battle_for_europe.pack import BRITAIN, FRANCE, GERMANY, USSR
from sandtable.games.battle_for_europe.state import State
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import (
    MISSES,
    NATION,
    area_index,
    nation,
    satellites_in_the_east,
    summer_of_1942,
)
from tests.games.battle_for_europe.war import PACK, War, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}

SATELLITES = ("finland", "hungary", "romania", "bulgaria")


def base(power: int, year: int) -> int:
    return PACK.base_hpp[power][year - 1939]


POLAND = 4
"""What Warsaw brings Germany every year."""


def accounted(position: War) -> State:
    """The state after the accounting that follows the season of a position."""
    state = position.start().state
    accounting.annual(state)
    return state


@rule("acc.overseas_values")
@rule("acc.base", "acc.no_carry", "seq.year.accounting")
def test_the_base_of_the_new_year_replaces_what_was_left() -> None:
    state = accounted(war().season("1939_winter").hpp(germany=9, france=0))
    assert state.hpp[GERMANY] == base(GERMANY, 1940) + POLAND == state.opening[GERMANY]
    assert state.hpp[FRANCE] == base(FRANCE, 1940)


@rule("acc.small", "ctl.hpp_follows_capital", "war.neutral.hpp_later")
def test_conquered_small_countries_add_their_value() -> None:
    state = accounted(war().season("1939_winter").held("germany", "belgium", "denmark"))
    assert state.hpp[GERMANY] == base(GERMANY, 1940) + POLAND + 4 + 2
    other = accounted(war("full_war_a").season("1939_winter").held("germany", "bergen", "narvik"))
    assert other.hpp[GERMANY] == base(GERMANY, 1940) + POLAND  # Oslo is the capital


@rule("acc.overseas_values")
def test_areas_with_a_value_taken_from_another_power_add_it() -> None:
    state = accounted(war().season("1939_winter").held("germany", "tunis", "minsk"))
    assert state.hpp[GERMANY] == base(GERMANY, 1940) + POLAND + 1 + 1


@rule("acc.great", "acc.great.who", "fall.half_hpp")
def test_the_capital_of_a_fallen_great_power_brings_half_its_base_of_1939_rounded_up() -> None:
    fallen = war().season("1939_winter").held("germany", "paris").set(fallen=["france"])
    state = accounted(fallen)
    half = (base(FRANCE, 1939) + 1) // 2
    assert state.hpp[GERMANY] == base(GERMANY, 1940) + POLAND + half
    taken = accounted(war().season("1939_winter").held("britain", "paris").set(fallen=["france"]))
    assert taken.hpp[BRITAIN] == base(BRITAIN, 1940) + half
    standing = accounted(war().season("1939_winter").held("germany", "paris"))
    assert standing.hpp[GERMANY] == base(GERMANY, 1940) + POLAND


@rule("acc.debt", "acc.floor")
def test_debt_is_subtracted_and_what_cannot_be_is_carried_on() -> None:
    state = accounted(war().season("1939_winter").hpp(britain=-3).set(deducted=["tunis"]))
    assert state.hpp[BRITAIN] == base(BRITAIN, 1940) - 3 and state.debt[BRITAIN] == 0
    deep = accounted(war().season("1939_winter").hpp(britain=-60).set(debt={"britain": 10}, deducted=["tunis"]))
    assert deep.hpp[BRITAIN] == 0 and deep.debt[BRITAIN] == 70 - base(BRITAIN, 1940)


@rule("acc.home_lost")
def test_valued_soviet_areas_in_enemy_hands_come_off_the_soviet_base() -> None:
    state = accounted(war("barbarossa").season("1941_winter").held("germany", "kiev", "minsk"))
    assert state.hpp[USSR] == base(USSR, 1942) - 3 - 1


@rule("acc.home_lost_others", "acc.original_owner_overseas")
def test_others_lose_nothing_for_occupied_home_and_overseas_areas() -> None:
    state = accounted(war().season("1939_winter").held("germany", "calais", "brest", "tunis"))
    assert state.hpp[FRANCE] == base(FRANCE, 1940)


@rule("med.gibraltar_suez", "med.both", "med.regain")
def test_gibraltar_and_suez_lower_britains_base_by_five_each_while_the_axis_holds_them() -> None:
    one = accounted(war("barbarossa").season("1941_winter").held("germany", "gibraltar"))
    assert one.hpp[BRITAIN] == base(BRITAIN, 1942) - 5
    both = accounted(war("barbarossa").season("1941_winter").held("germany", "gibraltar").held("italy", "suez"))
    assert both.hpp[BRITAIN] == base(BRITAIN, 1942) - 10
    kept = accounted(war("barbarossa").season("1941_winter"))
    assert kept.hpp[BRITAIN] == base(BRITAIN, 1942)


def lost(**fields: str) -> War:
    """Germany has counted Belgium this year, and France holds it now."""
    position = war().season("1940_summer").held("france", "belgium").set(credited={"belgium": "germany"})
    return position.hpp(germany=int(fields.get("hpp", "20"))).set(opening={"germany": 30})


@rule("acc.loss.deduct", "acc.loss.counts_limit")
def test_a_lost_conquest_is_deducted_and_counts_against_the_limit() -> None:
    state = lost().start().state
    accounting.deduct_lost(state, GERMANY)
    assert state.hpp[GERMANY] == 16 and state.spent[GERMANY] == 4
    assert state.purse(GERMANY) == 11  # fifteen a turn


@rule("acc.loss.overspend")
def test_the_deduction_may_leave_a_debt_and_then_nothing_is_spent() -> None:
    state = lost(hpp="1").start().state
    accounting.deduct_lost(state, GERMANY)
    assert state.hpp[GERMANY] == -3 and state.purse(GERMANY) == 0


@rule("acc.loss.once")
def test_it_is_deducted_once_a_year() -> None:
    state = lost().start().state
    accounting.deduct_lost(state, GERMANY)
    accounting.deduct_lost(state, GERMANY)
    assert state.hpp[GERMANY] == 16


@rule("acc.loss.only_received", "acc.loss.deduct")
def test_nothing_is_deducted_for_what_was_not_counted_or_is_retaken() -> None:
    new = war().season("1940_summer").held("germany", "belgium").hpp(france=10).start().state
    accounting.deduct_lost(new, FRANCE)
    assert new.hpp[FRANCE] == 10
    again = lost().held("germany", "belgium").start().state
    accounting.deduct_lost(again, GERMANY)
    assert again.hpp[GERMANY] == 20


@rule("acc.loss.retaken_by_ally")
@pytest.mark.parametrize(("die", "holder", "left"), [(1, "britain", 12), (6, "germany", 8)])
def test_what_an_ally_has_retaken_and_keeps_is_not_deducted(die: int, holder: str, left: int) -> None:
    """France counted Belgium, worth 4; Germany took it, and Britain attacks it in the same turn of the Allies."""
    setting = war("sichelschnitt", 3).season("1940_summer").phase("fighting", 1, 1).roll(die, 6)
    setting = setting.set(credited={"belgium": "france"}, opening={"france": 21}).hpp(france=12, britain=20)
    setting = (
        setting.held("germany", "belgium").stack("belgium", germany={"infantry": 1}).held("britain", "netherlands")
    )
    table = setting.stack("netherlands", britain={"tank": 1}).stack("cairo", britain={"aircraft": 1}).start()
    table.choose("attack", "area:belgium").choose("force", "force:all")
    if table.offers("break_off"):
        table.choose("break_off").choose("go", "kind:britain_tank", "area:netherlands", "number:one")
    while table.prompt == "phase_one":
        table.choose("stand_by")
    assert table.holder("belgium") == holder and table.purse("france") == left


@rule("acc.loss.satellite", "war.neutral.hpp_ally")
def test_the_hpp_of_a_lost_satellite_are_deducted_from_germany() -> None:
    position = war("bagration_overlord").season("1944_summer").held("ussr", "bucharest")
    state = position.set(credited={"bucharest": "germany"}).hpp(germany=40).start().state
    accounting.deduct_lost(state, GERMANY)
    assert state.hpp[GERMANY] == 36
    held = war("bagration_overlord").season("1944_summer").hpp(germany=40).start().state
    assert held.credited[AREA["bucharest"]] == GERMANY
    accounting.deduct_lost(held, GERMANY)
    assert held.hpp[GERMANY] == 40


@rule("acc.home_lost")
def test_soviet_areas_that_belong_to_nobody_are_not_in_enemy_hands() -> None:
    setting = war("full_war_a").season("1942_winter").set(control={"kiev": None}).held("germany", "minsk")
    g = at_first(setting)
    assert accounting.base_lost(g, NATION["ussr"]) == PACK.worth[PACK.area_keys.index("minsk")] == 1


@rule("acc.home_lost")
def test_what_an_ally_has_freed_is_not_lost_to_the_soviet_base() -> None:
    """Kiev is worth 3 and Minsk 1: Germany holds Minsk, Britain has taken Kiev."""
    state = (
        satellites_in_the_east(1).season("1942_winter").held("britain", "kiev").held("germany", "minsk").start().state
    )
    accounting.annual(state)
    assert state.hpp[nation("ussr")] == PACK.base_hpp[nation("ussr")][4] - 1


@rule("acc.loss.deduct")
def test_a_conquest_that_is_not_retaken_comes_off_at_the_end_of_phase_one() -> None:
    """Germany counted Belgium, worth 4, and France has taken it since then."""
    setting = war().season("1940_summer").held("france", "belgium").set(credited={"belgium": "germany"})
    table = setting.hpp(germany=20).stack("essen", germany={"aircraft": 1}).start()
    assert table.purse("germany") == 20
    assert table.choose("stand_by").purse("germany") == 16


@rule("acc.loss.only_received")
def test_poland_is_no_part_of_the_german_hpp_of_1939() -> None:
    """Germany starts with its base of 30; in Barbarossa with 28 more for its conquests."""
    warsaw = PACK.area_keys.index("warsaw")
    assert war().start().state.credited[warsaw] == NONE
    assert war("barbarossa").start().state.credited[warsaw] == nation("germany")


@rule("acc.loss.once", "fall.moscow")
def test_the_loss_of_moscow_is_felt_once_a_year() -> None:
    setting = war("bagration_overlord").phase("fighting", 1).season("1944_summer").hpp(ussr=20)
    g = at_first(setting)
    for holder, left in (("germany", 14), ("ussr", 14), ("germany", 14)):
        before = g.control[area_index("moscow")]
        conquest.follow(g, area_index("moscow"), before, nation(holder))
        g.control[area_index("moscow")] = nation(holder)
        assert g.hpp[nation("ussr")] == left
    g.control[area_index("moscow")] = nation("ussr")
    accounting.annual(g)
    new_year = g.hpp[nation("ussr")]
    conquest.follow(g, area_index("moscow"), nation("ussr"), nation("germany"))
    assert g.hpp[nation("ussr")] == new_year - 6


@rule("acc.loss.once", "med.immediate")
def test_gibraltar_is_felt_once_a_year() -> None:
    g = at_first(summer_of_1942().hpp(britain=20))
    for before, after, left in (("britain", "italy", 15), ("italy", "britain", 15), ("britain", "germany", 15)):
        conquest.follow(g, area_index("gibraltar"), nation(before), nation(after))
        assert g.hpp[nation("britain")] == left
    conquest.follow(g, area_index("suez"), nation("britain"), nation("italy"))
    assert g.hpp[nation("britain")] == 10  # med.both: Suez is another area


def retaken_and_lost_again(area: str, **stacks: str) -> War:
    """The accounting of winter 1941; the enemy holds an area empty, and either side stands beside it."""
    setting = war("barbarossa").season("1941_winter").phase("accounting", 1).set(german_attack="1941_summer")
    axis: list[Json] = ["germany", "italy", *SATELLITES]
    foes: dict[str, Json] = {"britain": axis, "ussr": axis}
    foes |= {str(key): ["britain", "ussr"] for key in axis}
    setting.set(at_war_with=foes, alliance={"ussr": "allies"}).held("germany", area)
    setting.held("germany", "damascus", "adana", "ankara", "minsk", "brest_litovsk")  # two ways of supply
    for base, owner in stacks.items():
        setting.held(owner, base).stack(base, **{owner: {"infantry": 3}})
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


@rule("acc.loss.only_received", "acc.loss.deduct")
@pytest.mark.parametrize(("before", "left"), [("germany", -4), ("france", 0), ("belgium", 0)])
def test_what_an_accounting_has_counted_is_deducted_in_the_new_year_and_nothing_else(before: str, left: int) -> None:
    """Germany had Belgium in 1939. If it is German in winter its 4 HPP are in the new year's, and lost with it."""
    setting = war("full_war_a").season("1940_winter").held(before, "belgium").set(credited={"belgium": "germany"})
    state = accounted(setting)
    state.hpp[GERMANY] = 0
    nations.set_control(state, AREA["belgium"], FRANCE)
    accounting.deduct_lost(state, GERMANY)
    assert state.hpp[GERMANY] == left


@rule("med.gibraltar_suez", "acc.original_owner_overseas")
def test_gibraltar_and_suez_are_missed_by_nobody_but_britain() -> None:
    setting = war("barbarossa").season("1941_winter").held("germany", "gibraltar", "suez")
    g = accounted(setting)
    assert [accounting.base_lost(g, power) for power in (GERMANY, BRITAIN, NATION["italy"], NATION["usa"])] == [
        0,
        10,
        0,
        0,
    ]
