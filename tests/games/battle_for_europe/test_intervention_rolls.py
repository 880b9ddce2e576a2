"""Ships of one base roll once for one place in a step of a chain of interventions (12.2)."""

from __future__ import annotations

import pytest

from sandtable.games.battle_for_europe import GAME
from tests.citing import rule
from tests.games.battle_for_europe.chains import meet, set_out
from tests.games.battle_for_europe.test_intervention import MISSES, channel, invade
from tests.games.battle_for_europe.war import Table, War, war

CHANNEL = "meet", "area:english_channel", "foe:ships"
CALAIS = "meet", "area:calais", "foe:ships"
FLEET = "send", "kind:germany_fleet", "area:brest"
BOATS = "send", "kind:germany_submarine", "area:brest"


def brest(*dice: int) -> War:
    """The invasion through the Channel; two fleets and a submarine in Brest are all that the Germans have near it."""
    setting = channel(*dice, german={"fleet": 2, "submarine": 1})
    return setting.stack("paris", germany={"infantry": 1})


def tried(table: Table) -> list[tuple[object, ...]]:
    """From where ships have rolled, and for where, in the order of the rolls."""
    return [tuple(line.args[1:3]) for line in table.told("roll_intervene")]


@rule("int.sea.roll_group")
@pytest.mark.parametrize(("die", "there"), [(3, True), (1, False)])
def test_a_base_that_has_rolled_sends_no_more_ships_to_that_place(die: int, there: bool) -> None:
    """One of two fleets came or did not; the other and the submarine have not tried. Aircraft may still go."""
    table = invade(brest(die).stack("paris", germany={"aircraft": 2, "infantry": 1}))
    meet(table, "english_channel", "ships", ("germany_fleet", "brest"))
    assert (len(table.state.chain_now().units) == 2) is there
    table.choose(*CHANNEL).choose("by_hand")
    assert {choice[1] for choice in table.all("send")} == {"kind:germany_aircraft"}
    assert table.refused(*FLEET) == table.refused(*BOATS) == "int.sea.roll_group"


@rule("int.sea.roll_group")
@pytest.mark.parametrize("die", [3, 1])
def test_a_place_is_not_offered_if_only_a_base_could_go_that_has_rolled(die: int) -> None:
    table = invade(brest(die))
    assert table.offers(*CHANNEL)
    meet(table, "english_channel", "ships", ("germany_fleet", "brest"))
    assert table.all("meet") == [CALAIS]
    assert table.refused(*CHANNEL) == "int.sea.roll_group"


@rule("int.sea.roll_group")
def test_nobody_is_asked_again_if_all_bases_have_rolled_for_all_places() -> None:
    """Both places of the route have been tried from Brest: the British answer."""
    table = invade(brest(3, 3))
    meet(table, "english_channel", "ships", ("germany_fleet", "brest"))
    meet(table, "calais", "ships", ("germany_fleet", "brest"))
    assert table.asked == "allies" and table.prompt == "intervene.answer"


@rule("int.sea.roll_group")
def test_another_base_still_rolls() -> None:
    table = invade(brest(1, 3).stack("belgium", germany={"fleet": 1}))
    meet(table, "english_channel", "ships", ("germany_fleet", "brest"))
    table.choose(*CHANNEL)  # the fleet of Belgium, at once: nobody else could go
    assert tried(table) == [(f"area:{base}", "area:english_channel") for base in ("brest", "belgium")]


@rule("int.sea.roll_group")
def test_the_same_base_rolls_for_another_place() -> None:
    table = invade(brest(1, 3))
    meet(table, "english_channel", "ships", ("germany_fleet", "brest"))
    assert not table.offers(*CHANNEL)
    meet(table, "calais", "ships", ("germany_fleet", "brest"))
    assert tried(table) == [("area:brest", "area:english_channel"), ("area:brest", "area:calais")]


@rule("int.sea.roll_group", "int.sea.fail", "int.chain.order")
def test_a_base_rolls_again_in_a_later_step_with_ships_that_have_not_failed() -> None:
    """The fleet of Belgium comes and the submarine of Brest does not; when destroyers answer, fleets of Brest may."""
    table = invade(brest(3, 1, 4, 5).stack("belgium", germany={"fleet": 1}))
    meet(table, "english_channel", "ships", ("germany_fleet", "belgium"))
    meet(table, "english_channel", "ships", ("germany_submarine", "brest"))
    assert table.refused(*CHANNEL) == "int.sea.roll_group"
    table.choose("let_pass")
    meet(table, "english_channel", "ships", ("britain_destroyer", "liverpool"))
    table.choose(*CHANNEL).choose("by_hand")
    assert table.refused("send", "kind:britain_destroyer", "area:liverpool") == "int.sea.roll_group"
    table.choose("call_off").choose("let_pass")
    table.choose(*CHANNEL).choose("by_hand")
    assert table.offers(*FLEET) and table.refused(*BOATS) == "int.sea.fail"
    table.choose(*FLEET).choose("march")
    assert [roll[0] for roll in tried(table)] == ["area:belgium", "area:brest", "area:liverpool", "area:brest"]


@rule("int.sea.roll_group")
@pytest.mark.parametrize(("players", "seats"), [(2, ["axis"]), (4, ["germany", "italy"])])
def test_each_seat_rolls_once_for_its_own_ships_of_a_base(players: int, seats: list[str]) -> None:
    """In Tripoli there are Italian fleets and German submarines, of one seat or of two; who tries sends one ship."""
    setting = war("barbarossa", players).advanced().phase("fighting", 1).roll(1, 1, *MISSES)
    setting = setting.stack("tripoli", italy={"infantry": 1, "fleet": 2}, germany={"submarine": 2})
    setting = setting.stack("malta", britain={"fleet": 1}).stack("london", britain={"infantry": 1})
    setting = setting.stack("benghazi", italy={"infantry": 1, "fleet": {"used": 1}})
    table = set_out(setting, "benghazi", "britain", {"malta": {"britain_fleet": 1}}, kind="strike", group="italy")
    place = "meet", "area:central_mediterranean", "foe:ships"
    asked = []
    while table.prompt == "intervene":
        if table.offers(*place):
            asked.append(table.asked)
            table.choose(*place).choose("by_hand").choose(*table.all("send")[0]).choose("march")
        else:
            table.choose("let_pass")
    assert asked == seats and tried(table) == [("area:tripoli", "area:central_mediterranean")] * len(seats)


@rule("int.sea.roll_group")
def test_a_position_names_who_has_rolled() -> None:
    table = meet(invade(brest(3)), "english_channel", "ships", ("germany_fleet", "brest"))
    told = GAME.describe(table.state)
    chain = told["chain"]
    assert isinstance(chain, dict) and chain["rolled"] == [["axis", "brest", "english_channel"]]
    again = GAME.restore(table.match.options, told, table.state.chance.copy())
    assert again.chain_now().rolled == table.state.chain_now().rolled != []
