"""Probe and Assault: the Combat card, its points, Rubble, outrage and exhaustion."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city

CORVIN = ("fighter_01", "fighter_02", "fighter_03")
"""Three Ambush fighters: nobody there can counterattack."""


def corvin(ruleset: str = "conflict_basic") -> City:
    """Three hidden healthy fighters and reg_257 in district 8, a day round; the Revolutionary has a card."""
    return city(ruleset).clear().insurgents("8", *CORVIN).regiments("8", "reg_257").hand("rev_01")


def play(table: City, *cards: str) -> Table:
    started = table.soviet(*cards).start()
    for card in cards:
        started.choose("play", f"tactics:{card}")
    return started


def probe(table: City, card: str, *others: str) -> Table:
    """M1 allows a Probe of reg_257, with this Combat card."""
    return play(table.combat(card, *others), "M1").choose("probe", "regiment:reg_257")


def assault(table: City, card: str, *others: str) -> Table:
    """S2 allows an Assault of reg_257, with this Combat card."""
    return play(table.combat(card, *others), "S2").choose("assault", "regiment:reg_257")


def hit(table: Table, *insurgents: str) -> Table:
    for insurgent in insurgents:
        if table.hidden(insurgent):
            table.choose("hit_hidden", table.block(insurgent))
        else:
            table.choose("hit", f"insurgent:{insurgent}")
    return table


# ---------------------------------------------------------------------- the Combat card


@rule("sov.combat.flip")
def test_every_attack_flips_the_top_combat_card() -> None:
    table = probe(corvin(), "M2")
    assert table.last("flipped") == ("tactics:M2", 1)
    assert table.tactics(table.state.tactics.combat_discard) == ["M2"]
    hit(table, "fighter_01").choose("decline")
    table = assault(corvin(), "E3")
    assert table.last("flipped") == ("tactics:E3", 2)


@rule("sov.combat.reshuffle")
def test_an_empty_combat_deck_is_made_anew_from_its_discards() -> None:
    # Every card is in the hand, in a discard pile or unavailable: the Combat deck is empty.
    piles = {
        "combat_discard": ["S2", "E2", "R1"],
        "discard": ["M2", "M3", "E3", "S3", "R2", "R3"],
        "unavailable": ["E1", "S1"],
    }
    table = corvin().tactics("M1", **piles).roll(["tactics:E2", "tactics:R1"]).soviet().start()
    table.choose("play", "tactics:M1").choose("probe", "regiment:reg_257")
    assert table.last("flipped") == ("tactics:E2", 3)
    assert table.tactics(table.state.tactics.combat_discard) == ["E2"]
    assert len(table.state.tactics.combat) == 2
    assert table.tactics(table.state.tactics.discard) == ["M1", "M2", "M3", "E3", "S3", "R2", "R3"]


# ---------------------------------------------------------------------- Probe


@rule("sov.probe.unit", "sov.attack.point.wound")
def test_a_probe_has_as_many_points_as_the_card_says() -> None:
    table = probe(corvin(), "E2")  # probe value 3
    assert table.prompt == "sov.point" and table.facts["points"] == 3
    hit(table, *CORVIN)
    assert all(table.wounded(fighter) and table.hidden(fighter) for fighter in CORVIN)
    assert table.prompt == "counter"


@rule("sov.probe.unit")
def test_only_active_regiments_probe() -> None:
    table = play(corvin().regiments("8", "reg_106-"), "M1")
    assert table.refused("probe", "regiment:reg_106") == "sov.probe.unit"


@rule("sov.probe.repeat")
def test_a_regiment_may_probe_again() -> None:
    table = play(corvin().combat("M3", "R1"), "M2")  # two Probes
    hit(table.choose("probe", "regiment:reg_257"), "fighter_01").choose("decline")
    hit(table.choose("probe", "regiment:reg_257"), "fighter_02").choose("decline")
    assert table.wounded("fighter_01") and table.wounded("fighter_02")


@rule("sov.probe.target_needed")
def test_an_attack_needs_an_insurgent_in_the_district() -> None:
    table = play(corvin().regiments("9", "reg_104").civilian("9", "civ_01"), "M1", "S2")
    assert table.refused("probe", "regiment:reg_104") == "sov.probe.target_needed"
    assert table.refused("assault", "regiment:reg_104") == "sov.probe.target_needed"


@rule("sov.probe.night")
def test_at_night_the_night_probe_value_counts() -> None:
    table = probe(corvin().round(3), "E2")  # probe 3, night probe 1
    assert table.last("points") == (1,)


@rule("sov.probe.barricade")
def test_no_probe_behind_a_barricade() -> None:
    table = play(corvin().barricade("8"), "M1")
    assert table.refused("probe", "regiment:reg_257") == "sov.probe.barricade"


# ---------------------------------------------------------------------- points


@rule("sov.attack.point.wound", "sov.attack.point.fresh")
def test_a_point_kills_who_is_wounded_if_only_by_this_attack() -> None:
    table = hit(probe(corvin().insurgents("8", "fighter_01w"), "E2"), "fighter_01", "fighter_02", "fighter_02")
    assert table.at("fighter_01") == table.at("fighter_02") == "killed_arrested"
    assert not table.hidden("fighter_01") and not table.hidden("fighter_02")
    assert table.at("fighter_03") == "8" and not table.wounded("fighter_03")


@rule("sov.attack.point.choice")
def test_the_commander_chooses_among_hidden_and_revealed_without_seeing_icons() -> None:
    table = probe(corvin().insurgents("8", "fighter_02!"), "M2")
    assert table.asked == "commander"
    assert table.choices == [("hit_hidden", "block:11"), ("hit", "insurgent:fighter_02"), ("hit_hidden", "block:13")]


@rule("sov.attack.point.sequential")
def test_who_was_killed_is_seen_before_the_next_point() -> None:
    table = probe(corvin().insurgents("8", "fighter_01w"), "S1")  # probe value 2
    hit(table, "fighter_01")
    assert table.prompt == "sov.point" and table.facts["points"] == 1
    assert table.last("killed_block", seat=1) == ("block:11", "insurgent:fighter_01", "district:8")


@rule("sov.attack.point.mandatory")
def test_points_must_be_used_while_somebody_is_left() -> None:
    table = probe(corvin(), "S3")
    assert table.verbs() == {"hit_hidden"}
    alone = city("conflict_basic").clear().insurgents("8", "fighter_01").regiments("8", "reg_257").hand("rev_01")
    table = probe(alone, "E2")  # 3 points: a Wound, a kill, and one that is lost
    assert table.at("fighter_01") == "killed_arrested"
    assert table.prompt == "counter"


@rule("sov.attack.civilians_safe")
def test_points_never_touch_civilians() -> None:
    table = probe(corvin().civilian("8", "civ_01"), "E2")
    assert len(table.choices) == 3
    hit(table, "fighter_01", "fighter_01", "fighter_02")
    assert table.civilian("8") == "home"


@rule("sov.attack.min_zero")
def test_points_do_not_fall_below_zero() -> None:
    # At night M3 has value 0, and Rubble would take one point more.
    table = probe(corvin("conflict_advanced").round(3).rubble("8"), "M3")
    assert table.last("points") == (0,)
    assert table.prompt == "counter"
    assert not any(table.wounded(fighter) for fighter in CORVIN)


# ---------------------------------------------------------------------- Rubble


@rule("sov.probe.rubble_minus")
def test_rubble_takes_one_point_of_a_probe_however_much_there_is() -> None:
    for tokens in (1, 3):
        assert probe(corvin("conflict_advanced").rubble("8", tokens), "E2").last("points") == (2,)


@rule("sov.probe.rubble_make", "sov.rubble.not_own_attack")
def test_a_probe_value_of_three_before_reductions_makes_rubble() -> None:
    table = hit(probe(corvin("conflict_advanced"), "E2"), *CORVIN)  # three points: the new Rubble takes none
    assert table.rubble("8") == 1
    table = hit(probe(corvin("conflict_advanced").rubble("8"), "E2"), "fighter_01", "fighter_02")  # 3 - 1
    assert table.rubble("8") == 2
    table = hit(probe(corvin("conflict_advanced"), "S1"), "fighter_01", "fighter_02")  # value 2
    assert table.rubble("8") == 0


@rule("sov.probe.rubble_make")
def test_without_a_token_in_the_supply_no_rubble_is_made() -> None:
    table = hit(probe(corvin("conflict_advanced").rubble("9", 10), "E2"), *CORVIN)
    assert table.rubble("8") == 0


@rule("sov.probe.rubble_make.night")
def test_at_night_the_night_value_is_tested_for_rubble() -> None:
    table = hit(probe(corvin("conflict_advanced").round(3), "E2"), "fighter_01")  # 3 by day, 1 at night
    assert table.rubble("8") == 0


@rule("sov.rubble.no_limit")
def test_any_number_of_rubble_tokens_may_lie_beside_a_barricade() -> None:
    table = assault(corvin("conflict_advanced").rubble("8", 4).barricade("8"), "S3")  # 3 - 1 - 1 points
    hit(table, "fighter_01")
    assert table.rubble("8") == 5 and table.barricade("8")


@rule("sov.rubble.basic_none")
def test_no_attack_makes_rubble_in_the_basic_version() -> None:
    table = hit(probe(corvin(), "E2"), *CORVIN)
    assert table.rubble("8") == 0
    table = hit(assault(corvin(), "S3"), *CORVIN)
    assert table.rubble("8") == 0


@rule("sov.assault.rubble_make")
def test_an_assault_value_of_three_or_more_before_reductions_makes_rubble() -> None:
    table = hit(assault(corvin("conflict_advanced").barricade("8"), "S3"), "fighter_01", "fighter_02")  # 3 - 1
    assert table.rubble("8") == 1
    table = hit(assault(corvin("conflict_advanced"), "M2"), "fighter_01", "fighter_02")  # value 2
    assert table.rubble("8") == 0


# ---------------------------------------------------------------------- Assault


@rule("sov.assault.unit")
def test_an_assault_uses_the_assault_value() -> None:
    table = assault(corvin(), "S3")  # probe 2, assault 3
    assert table.last("points") == (3,)
    hit(table, *CORVIN)
    assert table.prompt == "counter"


@rule("sov.assault.unit")
def test_only_active_regiments_assault() -> None:
    table = play(corvin().regiments("8", "reg_106-"), "S2")
    assert table.refused("assault", "regiment:reg_106") == "sov.assault.unit"


@rule("sov.assault.night")
def test_no_assault_at_night() -> None:
    table = play(corvin().round(6), "S2", "M1")
    assert table.refused("assault", "regiment:reg_257") == "sov.assault.night"


@rule("sov.assault.barricade_minus", "sov.assault.rubble_minus")
def test_barricade_and_rubble_take_a_point_each_from_an_assault() -> None:
    assert assault(corvin().barricade("8"), "S3").last("points") == (2,)
    assert assault(corvin("conflict_advanced").rubble("8", 3), "S3").last("points") == (2,)
    assert assault(corvin("conflict_advanced").rubble("8", 3).barricade("8"), "S3").last("points") == (1,)


@rule("sov.assault.counter")
def test_a_counterattack_may_follow_an_assault() -> None:
    table = assault(corvin().insurgents("8", "fighter_06").hand("rev_38"), "R3")  # one point
    hit(table, "fighter_01")
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_38")
    assert table.regiment("reg_257") == "8-"


# ---------------------------------------------------------------------- outrage


def bystanders(ruleset: str) -> City:
    """Two wounded unarmed insurgents, local_09 and fighter_18, and two armed ones, with reg_257 in 8."""
    table = city(ruleset).clear().insurgents("8", "local_09w", "fighter_18w", "fighter_01w", "fighter_02")
    return table.regiments("8", "reg_257").hand("rev_01").tracks(prestige=10)


@rule("sov.assault.outrage")
def test_every_bystander_killed_by_an_assault_lowers_prestige_at_once() -> None:
    table = assault(bystanders("conflict_advanced"), "S3")
    hit(table, "fighter_01")
    assert table.state.prestige == 10  # armed
    hit(table, "fighter_18")
    assert table.state.prestige == 9
    hit(table, "local_09")
    assert table.state.prestige == 8


@rule("sov.assault.outrage")
def test_a_wounded_bystander_and_one_killed_by_a_probe_cause_no_outrage() -> None:
    table = assault(bystanders("conflict_advanced").insurgents("8", "fighter_18"), "R3")  # one point
    hit(table, "fighter_18")
    assert table.state.prestige == 10
    table = hit(probe(bystanders("conflict_advanced"), "M2"), "fighter_18")
    assert table.at("fighter_18") == "killed_arrested" and table.state.prestige == 10


@rule("sov.assault.outrage", "unit.icons.basic_ignored")
def test_there_is_no_outrage_in_the_basic_version() -> None:
    table = hit(assault(bystanders("conflict_basic"), "R3"), "fighter_18")
    assert table.state.prestige == 10


@rule("sov.assault.outrage", "adjust.grand.anytime")
def test_outrage_that_takes_the_last_prestige_ends_the_game_in_mid_attack() -> None:
    table = hit(assault(bystanders("conflict_advanced").tracks(prestige=1), "S3"), "fighter_18")
    assert table.result == "grand_revolutionary"


# ---------------------------------------------------------------------- exhaustion


@rule("sov.assault.exhausts")
def test_a_regiment_that_assaulted_does_nothing_more() -> None:
    table = play(corvin().combat("R3", "M2"), "S2", "M1")
    hit(table.choose("assault", "regiment:reg_257"), "fighter_01").choose("decline")
    assert table.refused("assault", "regiment:reg_257") == "sov.assault.exhausts"
    assert table.refused("probe", "regiment:reg_257") == "sov.assault.exhausts"
    assert table.refused("march", "regiment:reg_257", "district:9") == "sov.assault.exhausts"


@rule("sov.assault.exhausts")
def test_it_may_act_again_in_its_next_turn() -> None:
    table = corvin().combat("R3", "M2").soviet("S2", "M1").start().choose("play", "tactics:S2")
    hit(table.choose("assault", "regiment:reg_257"), "fighter_01").choose("decline")
    table.choose("end_turn").choose("pass").choose("play", "tactics:M1")
    assert table.offers("probe", "regiment:reg_257")
    assert table.offers("march", "regiment:reg_257", "district:9")


@rule("sov.assault.exhausts.scope")
@pytest.mark.parametrize(
    "choice",
    [("recon", "block:12"), ("arrest", "civilian:8"), ("clear_barricade", "district:8"), ("garrison", "district:8")],
)
def test_it_makes_no_arrest_recon_clear_or_garrison_possible_but_counts_as_active(choice: tuple[str, str]) -> None:
    cards = {"recon": "E3", "arrest": "E3", "clear_barricade": "S3", "garrison": "M3"}
    here = corvin().barricade("8").civilian("8", "civ_01").combat("E1")  # assault value 3, less 1
    table = play(here, "S1", cards[choice[0]])
    assert table.offers(*choice)
    hit(table.choose("assault", "regiment:reg_257"), "fighter_01", "fighter_01").choose("decline")
    assert table.refused(*choice) == "sov.assault.exhausts.scope"
    assert table.state.active(table.state.regiment_at[5]) == 1 << 5  # reg_257 is active all the same
    table = play(here.regiments("8", "reg_106"), "S1", cards[choice[0]])
    hit(table.choose("assault", "regiment:reg_257"), "fighter_01", "fighter_01").choose("decline")
    assert table.offers(*choice)  # another active Regiment will do


@rule("sov.assault.exhausts.rally")
def test_rallying_does_not_refresh_a_regiment_that_assaulted() -> None:
    table = play(corvin().insurgents("8", "fighter_06").hand("rev_38").combat("R1", "M2"), "S2", "R2")
    hit(table.choose("assault", "regiment:reg_257"), "fighter_01", "fighter_02")
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_38")
    table.choose("rally", "regiment:reg_257")
    assert table.regiment("reg_257") == "8"
    assert table.refused("assault", "regiment:reg_257") == "sov.assault.exhausts.rally"
    assert table.refused("march", "regiment:reg_257", "district:9") == "sov.assault.exhausts.rally"
    assert table.refused("garrison", "district:8") == "sov.assault.exhausts.rally"
