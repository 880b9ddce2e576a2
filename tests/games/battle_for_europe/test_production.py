"""War production points: what invasions and joint battles cost, and the limit of a turn."""

from __future__ import annotations

from sandtable.games.battle_for_europe.state import FLED
from tests.citing import rule
from tests.games.battle_for_europe.situations import MISSES, german_spring, in_spring, in_the_axis, nation


@rule("hpp.half_cap", "unit.air.flee_once")
def test_what_was_spent_and_who_fled_is_forgotten_when_the_next_turn_begins() -> None:
    setting = in_spring().phase("opening").set(spent={"germany": 15}).stack("essen", germany={"infantry": 1})
    setting = setting.stack("kiel", germany={"aircraft": {"fled": 1}}).held("france", "belgium")
    table = setting.stack("belgium", france={"infantry": 1, "aircraft": {"fled": 1}}).start()
    assert table.state.spent[nation("germany")] == 0 and table.offers("attack", "area:belgium")
    assert not any(flags & FLED for flags in table.state.flags)


@rule("hpp.half_cap.includes_all", "hpp.half_cap")
def test_invasions_and_declarations_count_against_the_limit_too() -> None:
    """Britain has 25, and may spend 13 a turn: after 9 an invasion is too dear, after 8 it is not."""
    setting = german_spring().phase("fighting", 1).stack("dover", britain={"infantry": 1, "fleet": 1, "aircraft": 1})
    setting = setting.held("germany", "calais")
    assert setting.set(spent={"britain": 8}).start().offers("invade", "area:calais")
    dear = setting.set(spent={"britain": 9}).start()
    assert dear.refused("invade", "area:calais") in ("hpp.half_cap", "war.needed")
    declared = german_spring().stack("essen", germany={"infantry": 1}).start().choose("declare", "nation:belgium")
    declared.choose("attack", "area:belgium").choose("force", "force:all")
    assert declared.state.spent[0] == 3


@rule("hpp.battle_cost.joint", "coop.combine.same_player")
def test_a_power_without_units_in_an_attack_neither_leads_nor_pays_for_it() -> None:
    """Only Italians reach Lyon: the player is not asked which of his powers leads."""
    setting = in_the_axis().stack("lyon", france={"infantry": 1}).stack("milan", italy={"infantry": 2})
    table = setting.stack("essen", germany={"infantry": 1}).roll(*MISSES).start()
    before = table.purse("italy"), table.purse("germany")
    table.choose("attack", "area:lyon")
    assert table.prompt == "force"
    table.choose("force", "force:all")
    assert (table.purse("italy"), table.purse("germany")) == (before[0] - 1, before[1])


@rule("hpp.invasion_cost.even_failed", "inv.turn_back")
def test_an_invasion_that_turns_back_has_cost_five() -> None:
    setting = german_spring().phase("fighting", 1).stack("dover", britain={"infantry": 1, "fleet": 1, "aircraft": 1})
    setting = setting.stack("calais", germany={"infantry": 1, "aircraft": 2}).held("germany", "calais")
    table = setting.start().choose("invade", "area:calais").choose("force", "force:all").choose("break_off")
    while table.state.battle is not None:
        table.choose("break_off")
    assert table.purse("britain") == 20 and table.holder("calais") == "germany"
    assert table.count("dover", "britain_infantry") == 1
