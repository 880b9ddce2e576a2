"""Armour: its second attack, its price, and what it does after a landing."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.battle_for_europe.situations import MISSES, german_spring, spring_of_1940
from tests.games.battle_for_europe.war import PACK, Table


def invade_with(table: Table, area: str, *sent: tuple[str, str]) -> Table:
    """An invasion with a force that is put together by hand."""
    table.choose("invade", f"area:{area}").choose("by_hand")
    for kind, start in sent:
        table.choose("send", f"kind:{kind}", f"area:{start}")
    return table.choose("march")


@rule("unit.tank.second_costs", "unit.tank.second_joins")
def test_the_second_attack_of_armour_costs_again_unless_it_joins_another() -> None:
    """Armour takes Belgium, and goes on against Calais together with infantry that makes its first attack."""
    setting = german_spring().stack("essen", germany={"tank": 1}).stack("belgium", france={"infantry": 1})
    setting = setting.held("france", "belgium").stack("calais", france={"infantry": 1})
    setting = setting.stack("maginot", germany={"infantry": 1}).held("germany", "maginot")
    table = setting.start().script(1, 6, *MISSES)
    table.choose("attack", "area:belgium").choose("by_hand").choose("send", "kind:germany_tank", "area:essen")
    table.choose("march")
    assert table.holder("belgium") == "germany" and table.purse("germany") == 29
    table.choose("attack", "area:calais").choose("force", "force:all")
    attackers = table.state.battle_now().attackers
    kinds = sorted(PACK.kind_keys[PACK.kind[unit]] for unit in range(PACK.units) if attackers >> unit & 1)
    assert kinds == ["germany_infantry", "germany_tank"]  # one battle for both
    assert table.purse("germany") == 28


@rule("unit.tank.no_embark_after_move", "unit.inf.sea_no_move", "unit.fleet.carry_invasion")
@pytest.mark.parametrize("condition", ["moved", "attacked", "retreated", "carried", "cut_off"])
def test_units_that_moved_or_fought_do_not_embark_for_an_invasion(condition: str) -> None:
    setting = german_spring().phase("fighting", 1).stack("dover", britain={"fleet": 1, "tank": {condition: 1}})
    setting = setting.held("germany", "calais").stack("london", britain={"aircraft": 1})
    table = setting.start()
    assert table.refused("invade", "area:calais") == "unit.fleet.embark_where"


@rule("unit.tank.after_invasion", "unit.tank.second_needs_point")
def test_armour_that_has_landed_comes_one_area_farther_and_no_more() -> None:
    """From Calais to Paris, which is empty, but not on to Vichy; nor at once through French Belgium to the Germans."""
    setting = (
        spring_of_1940(1).held("germany", "calais", "paris", "vichy").stack("plymouth", britain={"fleet": 1, "tank": 1})
    )
    setting.stack("netherlands", germany={"infantry": 1}).held("germany", "netherlands").held("france", "belgium")
    setting.stack("brest", britain={"infantry": 1, "aircraft": 1})
    table = invade_with(setting.start(), "calais", ("britain_fleet", "plymouth"), ("britain_tank", "plymouth"))
    assert table.holder("calais") == "britain"
    assert table.refused("attack", "area:netherlands") == "atk.reach"
    table.choose("enter", "area:paris").choose("send", "kind:britain_tank", "area:calais")
    assert table.holder("paris") == "britain" and not table.offers("enter", "area:vichy")
