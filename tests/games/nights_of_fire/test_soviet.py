"""The commander's turn: cards, the pool of actions, the sector, and the end of the turn."""

from __future__ import annotations

from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city


def turn(*hand: str, ruleset: str = "conflict_basic") -> City:
    """A day round; reg_104 and two hidden fighters in 9 with a civilian, reg_4 in 13; the Revolutionary has a card."""
    table = city(ruleset).clear().insurgents("9", "fighter_01", "fighter_02").civilian("9", "civ_01")
    return table.regiments("9", "reg_104").regiments("13", "reg_4").hand("rev_01").soviet(*hand)


def play(table: Table, *cards: str) -> Table:
    for card in cards:
        table.choose("play", f"tactics:{card}")
    return table


def decline(table: Table) -> Table:
    assert table.prompt == "counter"
    return table.choose("decline")


# ---------------------------------------------------------------------- cards


@rule("sov.turn.cards")
def test_one_or_two_cards_are_played_and_then_the_turn_ends() -> None:
    table = turn("M1", "M2", "M3").start()
    assert table.verbs() == {"play", "pass"}
    assert table.refused("end_turn") == "sov.turn.cards"
    play(table, "M1")
    assert table.refused("pass") == "sov.turn.cards"
    assert table.offers("end_turn")
    play(table, "M2")
    assert table.refused("play", "tactics:M3") == "sov.turn.cards"
    table.choose("end_turn")
    assert table.asked == "revolutionary"
    assert not table.state.sov_passed


@rule("sov.turn.cards", "ops.pass.soviet_keep")
def test_without_a_card_the_turn_is_a_pass() -> None:
    table = turn("M1").start().choose("pass")
    assert table.prompt == "sov.keep"
    assert table.state.sov_passed


@rule("sov.turn.pool")
def test_an_action_that_no_card_names_is_refused() -> None:
    table = play(turn("M1").start(), "M1")  # Move 2, Probe 1, Arrest 1
    assert table.refused("recon", "block:11") == "sov.turn.pool"
    assert table.refused("garrison", "district:9") == "sov.turn.pool"
    assert table.refused("assault", "regiment:reg_104") == "sov.turn.pool"


@rule("sov.turn.optional")
def test_unused_actions_are_lost_with_the_turn() -> None:
    table = play(turn("M1", "M2").hand("rev_01", "rev_02").start(), "M1")
    table.choose("end_turn").choose("pass")  # the Revolutionary passes, and the commander is on turn again
    assert table.asked == "commander"
    assert table.verbs() == {"play", "pass"}
    play(table, "M2")
    assert table.facts["move"] == 1  # M2's own, nothing of M1's two


@rule("sov.turn.second_late")
def test_the_second_card_may_follow_after_actions_of_the_first() -> None:
    table = play(turn("E3", "M1").start(), "E3")  # Move 1, Recon 1, Arrest 2
    table.choose("march", "regiment:reg_104", "district:8")
    assert table.facts["move"] == 0
    play(table, "M1")
    assert table.facts["move"] == 2
    assert table.offers("march", "regiment:reg_104", "district:5A")


@rule("sov.turn.discard", "sov.combat.flip")
def test_played_cards_lie_apart_from_flipped_ones() -> None:
    table = play(turn("M1").combat("M2").start(), "M1").choose("probe", "regiment:reg_104")
    table.choose("hit_hidden", "block:11")
    assert table.tactics(table.state.tactics.discard) == ["M1"]
    assert table.tactics(table.state.tactics.combat_discard) == ["M2"]


@rule("sov.turn.tactics_values_unused")
def test_a_played_card_does_not_strike_and_a_flipped_one_does_not_act() -> None:
    # E1's probe value is 2, M3's is 1: the Probe that E1 allows has the 1 point of the flipped M3.
    table = play(turn("E1").combat("M3").start(), "E1").choose("probe", "regiment:reg_104")
    assert table.last("points") == (1,)
    decline(table.choose("hit_hidden", "block:11"))
    assert table.facts["arrest"] == table.facts["garrison"] == 0  # M3 would have both
    assert table.facts["probe"] == 1


# ---------------------------------------------------------------------- one sector


@rule("sov.turn.one_sector", "sov.turn.sector_lock")
def test_the_first_action_fixes_the_sector() -> None:
    table = play(turn("M1", "M2").start(), "M1", "M2")
    assert table.offers("march", "regiment:reg_4", "district:6")
    assert table.offers("march", "regiment:reg_104", "district:8")
    table.choose("march", "regiment:reg_4", "district:6")
    assert table.refused("march", "regiment:reg_104", "district:8") == "sov.turn.one_sector"
    assert table.refused("probe", "regiment:reg_104") == "sov.turn.one_sector"
    assert table.refused("arrest", "civilian:9") == "sov.turn.one_sector"
    assert table.offers("march", "regiment:reg_5", "district:13")  # the staging area belongs to the sector


@rule("sov.turn.sector_lock")
def test_playing_cards_fixes_no_sector() -> None:
    table = play(turn("M1", "M2").start(), "M1", "M2")
    assert table.state.soviet.sector == -1
    table.choose("arrest", "civilian:9")
    assert table.refused("march", "regiment:reg_4", "district:6") == "sov.turn.one_sector"


@rule("sov.turn.sector_rally")
def test_only_units_of_the_sector_are_rallied() -> None:
    table = turn("R3").regiments("13", "reg_5-").regiments("8", "reg_257-").garrisons("1-").start()
    play(table, "R3")  # Move 1, Garrison 1, Rally 2
    assert len(table.all("rally")) == 3
    table.choose("rally", "regiment:reg_257")
    assert table.refused("rally", "regiment:reg_5") == "sov.turn.sector_rally"
    assert table.refused("rally", "garrison:1") == "sov.turn.sector_rally"
    assert table.refused("march", "regiment:reg_4", "district:6") == "sov.turn.one_sector"


# ---------------------------------------------------------------------- the end of the turn


@rule("sov.recon.readiness")
def test_a_turn_with_recon_raises_readiness_once_at_its_end() -> None:
    table = play(turn("E2").tracks(readiness=3).start(), "E2")
    table.choose("recon", "block:11").choose("recon", "block:12")
    assert table.state.readiness == 3
    table.choose("end_turn")
    assert table.state.readiness == 4


@rule("sov.recon.readiness.only_recon")
def test_the_killed_and_counterattackers_do_not_count_as_reconnoitred() -> None:
    south = turn("M1").insurgents("9", "fighter_01w", "fighter_06").hand("rev_38").tracks(readiness=3)
    table = play(south.combat("M2").start(), "M1").choose("probe", "regiment:reg_104")
    table.choose("hit_hidden", "block:11").choose("counter", "insurgent:fighter_06", "regiment:reg_104")
    table.choose("pay", "card:rev_38")
    assert table.at("fighter_01") == "killed_arrested" and not table.hidden("fighter_06")
    table.choose("end_turn")
    assert table.state.readiness == 3


@rule("sov.arrest.readiness")
def test_a_turn_with_arrests_lowers_readiness_once_at_its_end() -> None:
    table = turn("E3").civilian("8", "civ_02").regiments("8", "reg_106").tracks(readiness=3).start()
    play(table, "E3").choose("arrest", "civilian:9").choose("arrest", "civilian:8")
    assert table.state.readiness == 3
    table.choose("end_turn")
    assert table.state.readiness == 2


@rule("sov.turn.readiness_net")
def test_recon_and_arrest_in_one_turn_cancel_out() -> None:
    for readiness in (1, 3, 7):  # at the ends of the track too, whatever the order would be
        table = turn("E3").civilian("8", "civ_02").regiments("8", "reg_106").tracks(readiness=readiness).start()
        play(table, "E3").choose("arrest", "civilian:8").choose("recon", "block:11").choose("end_turn")
        assert table.state.readiness == readiness
        assert not table.told("readiness")


@rule("info.no_silence")
def test_the_commander_is_asked_even_when_only_the_end_is_left() -> None:
    # Whether he could still play a card is his secret; with an empty hand everybody sees that he cannot.
    table = city("conflict_basic").clear().hand("rev_01").soviet("R1", "S3").start()
    table.choose("play", "tactics:R1")
    assert table.choices == [("play", "tactics:S3"), ("end_turn",)]
    table.choose("play", "tactics:S3")
    assert table.asked == "revolutionary"  # nothing to attack, clear or rally, and no card: the turn ended by itself
