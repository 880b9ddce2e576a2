"""④ Várharc: who enters a wall zone after a castle fight, and what is left behind."""

from __future__ import annotations

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, siege


def rondella_won(*units: str) -> Siege:
    """Foot in the Vienna Gate has the wounded janissaries (2) of the Esztergom Rondella (capacity 3) before it."""
    position = siege().gone("sipahi_1").wall("becsi_kapu", *units).officers(abdurrahman=0, charles=0)
    return position.unit("janissary_2", "esztergomi_rondella", wounded=True).set(rushed=True).go("imperial")


@rule("castle.empty_target")
def test_an_empty_wall_is_entered_without_a_roll_for_an_action() -> None:
    # Abdurrahman and the janissaries have left the middle zone; no die is scripted.
    position = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1", "kaiserlich_2")
    position.wall("nagyrondella", "abdurrahman", "janissary_1").go("imperial")
    table = position.start().choose("castle", "zone:kozepso").choose("join", "unit:kaiserlich_1").choose("launch")
    assert table.at("kaiserlich_1") == "kozepso"
    assert table.state.actions == 0


@rule("castle.empty_no_reaction")
def test_abdurrahman_does_not_move_into_an_empty_wall_under_attack() -> None:
    # He is in the palace, next to the empty middle zone; nobody asks him.
    position = siege().gone("sipahi_1", "sipahi_2").wall("becsi_kapu", "kaiserlich_1").wall("palota", "abdurrahman")
    table = position.wall("nagyrondella", "janissary_1").go("imperial").start().choose("castle", "zone:kozepso")
    assert table.at("kaiserlich_1") == "kozepso"
    assert table.at("abdurrahman") == "palota"
    assert table.prompt == "go_imperial"


@rule("castle.win_entry")
def test_participants_enter_an_emptied_wall_but_not_all_have_to() -> None:
    # 4 + 4 - 2 = +6: 2 + 6 = 8 removes the janissaries. kaiserlich_3 did not take part.
    position = rondella_won("kaiserlich_1", "kaiserlich_2", "kaiserlich_3").roll(2)
    table = position.start().choose("castle", "zone:esztergomi_rondella")
    table.choose("join", "unit:kaiserlich_1").choose("join", "unit:kaiserlich_2").choose("launch")
    assert [choice for choice in table.choices if choice[0] == "enter"] == [
        ("enter", "unit:kaiserlich_1"),
        ("enter", "unit:kaiserlich_2"),
    ]
    assert table.refused("enter", "unit:kaiserlich_3") == "castle.win_entry"
    table.choose("enter", "unit:kaiserlich_2").choose("hold")
    assert table.prompt == "go_imperial"
    assert table.at("kaiserlich_2") == "esztergomi_rondella"
    assert (table.at("kaiserlich_1"), table.at("kaiserlich_3")) == ("becsi_kapu", "becsi_kapu")


@rule("castle.win_entry_minimum")
def test_at_least_one_participant_must_enter_an_emptied_wall() -> None:
    position = rondella_won("kaiserlich_1", "kaiserlich_2").roll(2)
    table = position.start().choose("castle", "zone:esztergomi_rondella")
    table.choose("join", "unit:kaiserlich_1").choose("join", "unit:kaiserlich_2")
    assert table.refused("hold") == "castle.win_entry_minimum"
    table.choose("enter", "unit:kaiserlich_1")
    assert table.offers("hold")


@rule("castle.win_entry_minimum")
def test_nobody_must_follow_units_that_came_in_from_the_breaches() -> None:
    # kaiserlich_3 waits in a breach of the rondella and moves in by itself: 4 - 2 = +2, 6 + 2 = 8.
    position = rondella_won("kaiserlich_1").breach("esztergomi_rondella", "kaiserlich_3").roll(6)
    table = position.start().choose("castle", "zone:esztergomi_rondella").choose("join", "unit:kaiserlich_1")
    table.choose("launch").choose("hold")
    assert table.at("kaiserlich_3") == "esztergomi_rondella"
    assert table.at("kaiserlich_1") == "becsi_kapu"


@rule("castle.win_entry_capacity")
def test_no_more_enter_than_the_wall_holds() -> None:
    # Out of the middle zone, four units attack the palace (capacity 2), held by wounded sipahis (2): 2 enter.
    position = siege().wall("kozepso", "kaiserlich_1", "kaiserlich_2", "kaiserlich_3", "bavarian_1")
    position.wall("nagyrondella", "abdurrahman", "janissary_1").unit("sipahi_2", "palota", wounded=True)
    position.set(rushed=True).go("imperial").roll(1)  # 16 - 2 = +14
    table = position.start().choose("castle", "zone:palota")
    for unit in ("kaiserlich_1", "kaiserlich_2", "kaiserlich_3", "bavarian_1"):
        table.choose("join", f"unit:{unit}")
    table.choose("enter", "unit:kaiserlich_1").choose("enter", "unit:bavarian_1")
    assert table.prompt == "go_imperial"
    assert (table.at("kaiserlich_1"), table.at("bavarian_1")) == ("palota", "palota")
    assert (table.at("kaiserlich_2"), table.at("kaiserlich_3")) == ("kozepso", "kozepso")


@rule("castle.not_won")
def test_while_an_enemy_is_left_all_attackers_stay() -> None:
    # Foot (4) against the wounded janissaries (2) and azabs (3): 5 - 1 = 4, one loss; the azabs are left.
    position = rondella_won("kaiserlich_1").wall("esztergomi_rondella", "azab_2").roll(5)
    position.breach("esztergomi_rondella", "kaiserlich_3")
    table = position.start().choose("castle", "zone:esztergomi_rondella").choose("join", "unit:kaiserlich_1")
    table.choose("launch").choose("hit", "unit:janissary_2")
    assert table.at("janissary_2") == "dead"
    assert table.prompt == "go_imperial"
    assert table.at("kaiserlich_1") == "becsi_kapu"
    assert table.at("kaiserlich_3") == "breaches:esztergomi_rondella"


@rule("castle.attacker_empties_origin")
def test_a_wall_that_all_attackers_have_left_belongs_to_nobody() -> None:
    position = rondella_won("kaiserlich_1").go("imperial", actions=2).roll(6)
    table = position.start().choose("castle", "zone:esztergomi_rondella")
    assert table.at("kaiserlich_1") == "esztergomi_rondella"
    assert table.refused("move", "unit:kaiserlich_2", "zone:becsi_kapu") == "move.imperial.no_empty_wall_entry"
    assert table.offers("artillery", "zone:becsi_kapu")


@rule("castle.attacker_empties_origin")
def test_an_ottoman_wall_that_all_attackers_have_left_falls_to_the_units_in_its_breaches() -> None:
    # Azabs leave Víziváros, with foot in one of its breaches, for the empty Vienna Gate; it falls with the last one.
    position = siege().gone("sipahi_1").wall("vizivaros", "azab_2").breach("vizivaros", "kaiserlich_1")
    table = position.go("ottoman", actions=2).start().choose("castle", "zone:becsi_kapu")
    table.choose("join", "unit:azab_1").choose("join", "unit:azab_2").choose("launch")
    table.choose("enter", "unit:azab_1")
    assert table.at("kaiserlich_1") == "breaches:vizivaros"
    table.choose("enter", "unit:azab_2")
    assert table.at("kaiserlich_1") == "vizivaros"
