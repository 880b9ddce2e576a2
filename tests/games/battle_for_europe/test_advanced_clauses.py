"""Further clauses of the advanced level and of the optional rules that could be dropped unnoticed."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.battle_for_europe.aid import BRITISH, in_1941, stack
from tests.games.battle_for_europe.battles import rolled
from tests.games.battle_for_europe.chains import meet, set_out
from tests.games.battle_for_europe.war import war

# ---------------------------------------------------------------------- Malta and Africa


@rule("med.africa_malta", "med.africa_malta_count")
@pytest.mark.parametrize(
    ("raiders", "attackers"),
    [({"destroyer": 1}, 3), ({"destroyer": 1, "bomber": 1}, 2), ({"fleet": 1, "bomber": 1}, 1)],
)
def test_fleets_and_all_aircraft_on_malta_are_raiders_but_destroyers_are_not(
    raiders: dict[str, int], attackers: int
) -> None:
    """Of three Germans in Tobruk as many may attack Alexandria as Malta leaves."""
    setting = war("barbarossa").advanced().season("1941_autumn").stack("malta", britain=raiders)
    setting = (
        setting.held("germany", "tobruk").stack("tobruk", germany={"infantry": 3}).stack("rome", italy={"infantry": 1})
    )
    setting = setting.stack("alexandria", britain={"infantry": 1}).stack("cairo", britain={"infantry": 1})
    setting = (
        setting.stack("berlin", germany={"infantry": 1}).stack("naples", italy={"fleet": 1}).phase("fighting", 0, 1)
    )
    table = setting.start().choose("attack", "area:alexandria").choose("by_hand")
    for sent in range(1, 4):
        table.choose("send", "kind:germany_infantry", "area:tobruk")
        assert table.offers("march") == (sent <= attackers)
    if attackers < 3:
        assert table.refused("march") == "med.africa_malta"


# ---------------------------------------------------------------------- paratroops


@rule("para.with_invasion", "para.cancels_modifier")
def test_in_a_ready_made_landing_paratroops_drop_rather_than_cross_a_river() -> None:
    """Infantry lands from Oslo, paratroops of Essen could march over the river: from the air they take both away."""
    setting = war().advanced().season("1940_spring").held("britain", "belgium").held("germany", "oslo").roll(*[6] * 12)
    setting = setting.stack("oslo", germany={"fleet": 1, "infantry": 1}).stack("essen", germany={"paratroop": 1})
    setting = setting.stack("belgium", britain={"infantry": 1}).stack("berlin", germany={"infantry": 1})
    table = setting.start().choose("invade", "area:belgium").choose("force", "force:all")
    assert len(table.told("dropped")) == 1
    assert rolled(table, 1) == {"britain_infantry": (2, 1, 1)}


# ---------------------------------------------------------------------- who is asked


@rule("int.sea.range", "int.sea.roll")
@pytest.mark.parametrize(("die", "comes"), [(6, True), (5, False)])
def test_ships_five_areas_away_are_asked_and_come_with_a_six(die: int, comes: bool) -> None:
    """A destroyer of Malta passes Gibraltar, the Lusitanian Sea and the Bay of Biscay on its way to the Channel."""
    setting = war().advanced().season("1940_spring").phase("moving", 0).held("germany", "brest", "calais")
    setting = setting.stack("brest", germany={"fleet": 1}).stack("malta", britain={"destroyer": 1})
    setting = setting.stack("berlin", germany={"infantry": 1}).stack("london", britain={"infantry": 1})
    going = {"brest": {"germany_fleet": 1}}
    table = set_out(setting.roll(die, *[6] * 8), "calais", "germany", going, kind="move", source="brest")
    assert table.prompt == "intervene"
    meet(table, "english_channel", "ships")
    assert [line.args[3] for line in table.told("roll_intervene")] == [5]
    assert bool(table.told("intervene_failed")) != comes and (table.count("calais", "germany_fleet") == 1) != comes


# ---------------------------------------------------------------------- lend-lease


@rule("lend.usa_1941_deducted", "lend.hidden")
def test_a_stack_that_was_turned_up_before_it_arrives_counts_once() -> None:
    """Of 6 American HPP submarines sank 2 and Britain receives 4: 6 were sent, and only these come off in 1942."""
    setting = in_1941("building", BRITISH).set(
        lend_lease={"stacks": {"usa_britain": 4}, "shown": ["usa_britain"], "lent": 6}
    )
    table = setting.stack("london", britain={"infantry": 1}).hpp(britain=0).start()
    assert table.purse("britain") == 4 and stack(table, "usa_britain") == -1
    assert table.state.lease_now().lent == 6 and table.told("convoy_shown") == []
