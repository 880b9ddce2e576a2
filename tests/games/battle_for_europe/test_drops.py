"""Drops: who flies and who marches in a ready-made force, and paratroops that went elsewhere after they were alone."""

from __future__ import annotations

from tests.citing import rule
from tests.games.battle_for_europe.battles import flags
from tests.games.battle_for_europe.war import war

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
