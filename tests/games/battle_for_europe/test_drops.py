"""Drops: who flies and who marches in a ready-made force, and paratroops that went elsewhere after they were alone."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.battle_for_europe.battles import flags
from tests.games.battle_for_europe.war import Table, war

MISSES = (6,) * 60


@rule("para.cancels_modifier", "para.two_moves")
def test_whoever_is_next_to_the_target_marches_though_others_have_to_fly() -> None:
    """Nothing lies between Brest and Calais: the Americans march, and the British come over the Channel."""
    setting = war("bagration_overlord").advanced().phase("fighting", 0, 2).held("usa", "brest").roll(*MISSES)
    setting = setting.stack("brest", usa={"paratroop": 1}).stack("dover", britain={"paratroop": 1})
    table = setting.stack("calais", germany={"infantry": 1}).start().choose("attack", "area:calais")
    if table.prompt == "lead":
        table.choose("lead", "nation:usa")
    table.choose("force", "force:all")
    assert [line.args[0] for line in table.told("dropped")] == ["kind:britain_paratroop"]
    assert table.count("calais", "usa_paratroop") == table.count("calais", "britain_paratroop") == 1


@rule("para.two_moves", "para.no_carrier")
def test_all_of_an_area_fly_where_they_cannot_march() -> None:
    """From Belgium nobody marches to Dover: its aircraft and its paratroops are sent together, and the latter drop."""
    setting = war().advanced().season("1940_spring").held("germany", "belgium").roll(1, 6, 6)
    setting = setting.stack("belgium", germany={"paratroop": 1, "aircraft": 1}).stack("dover", britain={"infantry": 1})
    table = setting.start().choose("attack", "area:dover").choose("by_hand").choose("send_all", "area:belgium")
    table.choose("march")
    assert table.count("dover", "germany_paratroop") == 1
    assert [line.args[0] for line in table.told("dropped")] == ["kind:germany_paratroop"]


def at_calais() -> Table:
    """A German force against Calais is put together by hand; paratroops and infantry are next to it, in Belgium."""
    setting = war().advanced().season("1940_spring").held("germany", "belgium").roll(*MISSES)
    setting = setting.stack("belgium", germany={"paratroop": 1, "infantry": 1}).stack("calais", france={"infantry": 1})
    return setting.start().choose("attack", "area:calais").choose("by_hand")


@rule("para.two_moves")
def test_whoever_is_left_out_again_may_march_instead_of_dropping() -> None:
    table = at_calais().choose("drop", "kind:germany_paratroop", "area:belgium")
    table.choose("leave", "kind:germany_paratroop", "area:belgium")
    table.choose("send", "kind:germany_paratroop", "area:belgium").choose("march")
    assert table.count("calais", "germany_paratroop") == 1 and not table.told("dropped")


@rule("para.drop_ends_move", "unit.move_once")
def test_a_drop_that_was_called_off_has_not_been_made() -> None:
    table = at_calais().choose("drop", "kind:germany_paratroop", "area:belgium").choose("call_off")
    assert flags(table, "belgium", "germany_paratroop") == [set()]


@rule("para.like_infantry", "para.two_moves")
def test_paratroops_march_into_an_empty_area_beside_them() -> None:
    setting = war().advanced().season("1940_spring").held("germany", "belgium").held("france", "calais")
    setting = setting.stack("belgium", germany={"paratroop": 1, "infantry": 1}).stack("paris", france={"infantry": 1})
    table = setting.start().choose("enter", "area:calais").choose("send_all", "area:belgium")
    for kind in ("paratroop", "infantry"):
        assert flags(table, "calais", f"germany_{kind}") == [{"moved"}]


@rule("med.africa_three", "para.attack_cost")
@pytest.mark.parametrize(("germans", "offered"), [(2, True), (3, False)])
def test_a_drop_on_africa_is_one_german_more_there(germans: int, offered: bool) -> None:
    """Whoever stands in Tripoli may march to Tunis in any case."""
    setting = war("barbarossa").advanced().season("1941_autumn").held("britain", "tunis").held("italy", "sicily")
    setting = setting.stack("tripoli", germany={"infantry": germans}).stack("sicily", germany={"paratroop": 1})
    table = setting.stack("london", britain={"infantry": 1}).start().choose("enter", "area:tunis")
    assert table.offers("send", "kind:germany_infantry", "area:tripoli")
    assert table.offers("send", "kind:germany_paratroop", "area:sicily") == offered


@rule("para.lost_alone_after", "para.drop_ends_move")
def test_paratroops_that_are_transferred_elsewhere_are_not_alone_where_they_dropped() -> None:
    """'Destroyed there': after a strategic transfer from Dover to Belgium they may be rebuilt."""
    setting = war().advanced().season("1940_spring").phase("transferring").held("germany", "dover", "belgium")
    setting = setting.lines("dover", "germany paratroop 1 dropped lone moved").stack("kiel", germany={"fleet": 1})
    table = setting.start().choose("transfer", "kind:germany_paratroop", "area:dover").choose("to", "area:belgium")
    if table.prompt == "transfer.by":
        table.choose("by", "area:kiel")
    assert table.count("belgium", "germany_paratroop") == 1
    assert "lone" not in flags(table, "belgium", "germany_paratroop")[0]
