"""Headlines: conditions, resolving, and penalties."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, city

CARD = ("headline", "tactics:R3")


def press(headline: str) -> City:
    """A day round of the commander with R3 (Headline icon) and R2; an empty city, all Regiments in staging."""
    return city("conflict_advanced").clear().hand("rev_01").headline(headline).soviet("R3", "R2")


def true(table: City) -> bool:
    """Whether the Headline can be resolved."""
    started = table.start()
    if started.offers(*CARD):
        return True
    assert started.refused(*CARD) == "headline.resolve.when"
    return False


def penalty(headline: str) -> City:
    """The Headline was not resolved: the Adjustment Phase begins. Two fighters and a local are left."""
    table = city("conflict_advanced").clear().insurgents("1", "fighter_01", "fighter_02", "local_01")
    return table.hand("rev_01").headline(headline).phase("headline").tracks(prestige=10, morale=10, readiness=5)


# ---------------------------------------------------------------------- conditions


@rule("headline.H1")
def test_h1_two_units_killed_or_arrested() -> None:
    assert not true(press("H1").killed("fighter_01"))
    assert true(press("H1").killed("fighter_01").civilian("8", "civ_01", "killed_arrested"))


@rule("headline.H2")
def test_h2_an_active_regiment_and_nobody_revealed_in_8() -> None:
    assert not true(press("H2"))
    assert not true(press("H2").regiments("8", "reg_104-"))
    assert not true(press("H2").regiments("8", "reg_104").insurgents("8", "fighter_01!"))
    assert true(press("H2").regiments("8", "reg_104").insurgents("8", "fighter_01"))


@rule("headline.H3")
def test_h3_an_active_regiment_and_no_barricade_in_5b() -> None:
    assert not true(press("H3"))
    assert not true(press("H3").regiments("5B", "reg_4").barricade("5B"))
    assert true(press("H3").regiments("5B", "reg_4"))


@rule("headline.H4")
def test_h4_an_active_regiment_in_6_and_in_14() -> None:
    assert not true(press("H4").regiments("6", "reg_4"))
    assert not true(press("H4").regiments("6", "reg_4").regiments("14", "reg_5-"))
    assert true(press("H4").regiments("6", "reg_4").regiments("14", "reg_5"))


@rule("headline.H5")
def test_h5_an_active_regiment_and_no_barricade_in_9_and_in_11() -> None:
    both = press("H5").regiments("9", "reg_104").regiments("11", "reg_315")
    assert true(both)
    assert not true(both.barricade("11"))
    assert not true(press("H5").regiments("9", "reg_104"))


@rule("headline.H6")
def test_h6_at_most_one_disabled_unit_and_two_active_garrisons() -> None:
    assert true(press("H6").garrisons("1", "2", "5A-"))
    assert not true(press("H6").garrisons("1", "2-"))
    assert not true(press("H6").garrisons("1", "2", "5A-").regiments("8", "reg_104-"))


@rule("headline.H7")
def test_h7_an_active_garrison_in_8() -> None:
    assert not true(press("H7").garrisons("8-", "7"))
    assert true(press("H7").garrisons("8"))


@rule("headline.H8")
def test_h8_the_33rd_guards_all_active_and_none_in_staging() -> None:
    assert true(press("H8").regiments("9", "reg_104", "reg_106").regiments("8", "reg_257"))
    assert not true(press("H8").regiments("9", "reg_104", "reg_106"))
    assert not true(press("H8").regiments("9", "reg_104", "reg_106-").regiments("8", "reg_257"))


@rule("headline.H9")
def test_h9_an_arrest_this_round_or_no_civilian_left() -> None:
    assert true(press("H9"))  # no civilian on the map
    at_home = press("H9").civilian("9", "civ_01").civilian("8", "civ_02").regiments("9", "reg_104")
    assert not true(at_home)
    assert not true(at_home.civilian("1", "civ_03", "killed_arrested"))  # one of an earlier round
    table = at_home.soviet("R3", "E3").start().choose("play", "tactics:E3")
    assert not table.offers(*CARD)
    assert table.choose("arrest", "civilian:9").offers(*CARD)


@rule("headline.H10")
def test_h10_an_active_garrison_in_5b() -> None:
    assert not true(press("H10").garrisons("5B-"))
    assert true(press("H10").garrisons("5B"))


@rule("headline.H11")
def test_h11_readiness_four_or_more() -> None:
    assert not true(press("H11").tracks(readiness=3))
    assert true(press("H11").tracks(readiness=4))


@rule("headline.H12")
def test_h12_neither_barricade_nor_rubble_in_7_and_9_and_a_regiment_in_one_of_them() -> None:
    assert not true(press("H12"))
    assert true(press("H12").regiments("7", "reg_104"))
    assert true(press("H12").regiments("9", "reg_104"))
    assert not true(press("H12").regiments("9", "reg_104").barricade("7"))
    assert not true(press("H12").regiments("9", "reg_104").rubble("7"))


@rule("headline.H13")
def test_h13_three_active_garrisons() -> None:
    assert not true(press("H13").garrisons("1", "2", "5A-"))
    assert true(press("H13").garrisons("1", "2", "5A"))


@rule("headline.H14")
def test_h14_an_active_regiment_in_11_and_in_12() -> None:
    assert not true(press("H14").regiments("11", "reg_315", "reg_319"))
    assert true(press("H14").regiments("11", "reg_315").regiments("12", "reg_319"))


# ---------------------------------------------------------------------- resolving


@rule("headline.resolve.when")
def test_a_headline_is_resolved_as_soon_as_its_condition_holds() -> None:
    table = press("H7").regiments("8", "reg_104").start().choose("play", "tactics:R2")
    assert table.refused(*CARD) == "headline.resolve.when"
    table.choose("garrison", "district:8")
    assert table.offers(*CARD)


@rule("headline.resolve.moment")
def test_it_is_resolved_before_and_after_actions_but_never_inside_an_attack() -> None:
    table = press("H11").tracks(readiness=4).regiments("8", "reg_104").insurgents("8", "fighter_01", "fighter_02")
    attack = table.soviet("R3", "S3").combat("R1").start()
    assert attack.offers(*CARD)  # before any card
    attack.choose("play", "tactics:S3").choose("probe", "regiment:reg_104")
    assert (attack.prompt, attack.offers(*CARD)) == ("sov.point", False)
    attack.choose("hit_hidden", "block:11")
    assert (attack.prompt, attack.offers(*CARD)) == ("counter", False)
    assert attack.choose("decline").offers(*CARD)  # between actions


@rule("headline.resolve.card")
def test_it_takes_a_hand_card_with_the_headline_icon() -> None:
    table = press("H11").tracks(readiness=4).start()
    assert table.refused("headline", "tactics:R2") == "headline.resolve.card"
    table.choose(*CARD)
    assert table.tactics(table.state.tactics.discard) == ["R3"]
    assert table.tactics(table.state.tactics.hand) == ["R2"]


@rule("headline.resolve.card.extra")
def test_that_card_is_beyond_the_two_of_the_turn_and_its_actions_are_not_performed() -> None:
    table = press("H11").tracks(readiness=4).soviet("R3", "M1", "M2").start().choose(*CARD)
    table.choose("play", "tactics:M1").choose("play", "tactics:M2")
    assert table.facts["rally"] == table.facts["garrison"] == 0
    assert table.facts["move"] == 3


@rule("headline.resolve.still_play")
def test_a_turn_that_resolves_the_headline_still_plays_a_card() -> None:
    table = press("H11").tracks(readiness=4).start().choose(*CARD)
    assert table.refused("pass") == "headline.resolve.still_play"
    assert table.refused("end_turn") == "sov.turn.cards"
    alone = press("H11").tracks(readiness=4).soviet("R3").start()
    assert alone.refused(*CARD) == "headline.resolve.still_play"  # the last card, and none played
    last = press("H11").tracks(readiness=4).start().choose("play", "tactics:R2")
    assert last.offers(*CARD)  # the last card, but one was played


@rule("headline.resolve.discard", "headline.resolve.prestige")
def test_the_headline_leaves_the_game_and_prestige_rises() -> None:
    table = press("H11").tracks(readiness=4, prestige=10).start()
    deck = list(table.state.headlines.deck)
    table.choose(*CARD)
    assert table.state.prestige == 11
    assert table.state.headlines.open == -1
    assert table.state.headlines.deck == deck and table.state.headlines.lasting == 0
    assert "headline" not in table.verbs()


@rule("headline.resolve.repeat", "headline.resolve.repeat.now")
def test_an_action_performed_this_turn_may_be_performed_once_more_at_any_later_moment() -> None:
    table = press("H7").regiments("8", "reg_104").start().choose("play", "tactics:R2")
    table.choose("garrison", "district:8").choose("march", "regiment:reg_104", "district:9")
    assert (table.facts["move"], table.facts["garrison"]) == (0, 1)
    table.choose(*CARD)
    assert table.prompt == "headline.repeat"
    assert set(table.choices) == {("repeat", "action:move"), ("repeat", "action:garrison"), ("repeat_nothing",)}
    assert table.refused("repeat", "action:probe") == "headline.resolve.repeat"
    table.choose("repeat", "action:move")
    table.choose("garrison", "district:9")  # not at once
    table.choose("march", "regiment:reg_104", "district:5A")
    assert table.regiment("reg_104") == "5A"


@rule("headline.resolve.repeat")
def test_repeating_is_optional() -> None:
    table = press("H7").regiments("8", "reg_104").start().choose("play", "tactics:R2")
    table.choose("garrison", "district:8").choose(*CARD).choose("repeat_nothing")
    assert table.facts["garrison"] == 1  # R2's second one


@rule("headline.resolve.repeat.limits")
def test_the_repeated_action_keeps_to_the_sector_and_its_own_limits() -> None:
    table = press("H7").regiments("8", "reg_104").regiments("13", "reg_4").start().choose("play", "tactics:R2")
    table.choose("garrison", "district:8").choose(*CARD).choose("repeat", "action:garrison")
    assert table.facts["garrison"] == 2
    assert table.refused("garrison", "district:13") == "sov.turn.one_sector"
    assert table.refused("garrison", "district:8") == "sov.garrison.one"


@rule("headline.resolve.repeat.limits", "sov.assault.exhausts")
def test_the_repeated_action_does_not_refresh_a_regiment_that_assaulted() -> None:
    # H11: Readiness 4 or more. S2 allows two Assaults; both are made, and the repeat allows a third one.
    position = city("conflict_advanced").clear().insurgents("8", "fighter_01", "fighter_02", "fighter_03", "fighter_04")
    position.regiments("8", "reg_104", "reg_106", "reg_257").tracks(readiness=4).hand("rev_01").headline("H11")
    table = position.soviet("S2", "R3").combat("R1", "M2").freely().start().choose("play", "tactics:S2")
    for regiment in ("reg_104", "reg_106"):
        table.choose("assault", f"regiment:{regiment}")
        while table.prompt == "sov.point":
            table.choose(*table.choices[0])
        table.choose("decline")
    table.choose(*CARD).choose("repeat", "action:assault")
    for regiment in ("reg_104", "reg_106"):
        assert table.refused("assault", f"regiment:{regiment}") == "sov.assault.exhausts"
    assert table.offers("assault", "regiment:reg_257")


@rule("headline.resolve.repeat.limits", "sov.move.pinning")
def test_the_repeated_action_does_not_free_a_pinned_regiment() -> None:
    # R2 allows one Move: reg_104 enters 8 with its revealed fighter, and a Move more does not let it out.
    position = press("H11").tracks(readiness=4).insurgents("8", "fighter_01!").regiments("9", "reg_104", "reg_106")
    table = position.start().choose("play", "tactics:R2").choose("march", "regiment:reg_104", "district:8")
    table.choose(*CARD).choose("repeat", "action:move")
    assert table.facts["move"] == 1
    assert table.refused("march", "regiment:reg_104", "district:9") == "sov.move.pinning"
    assert table.offers("march", "regiment:reg_106", "district:8")


# ---------------------------------------------------------------------- target tokens


def targets(table: Table) -> set[str]:
    """The districts with a Headline target token, as the commander sees them."""
    return {area.id for area in table.scene(1).areas for piece in area.pieces if piece.kind == "headline_target"}


@rule("tactics.headline.tokens", "tactics.headline.tokens_off")
def test_target_tokens_lie_on_the_districts_of_the_headline_until_it_is_resolved() -> None:
    table = press("H14").regiments("11", "reg_315").regiments("12", "reg_319").start()
    assert targets(table) == {"district:11", "district:12"}
    table.choose(*CARD)
    assert targets(table) == set()


@rule("tactics.headline.tokens_off")
def test_target_tokens_leave_after_the_penalty() -> None:
    table = penalty("H2").freely().start()
    assert table.state.headlines.open == -1
    assert targets(table) == set()


# ---------------------------------------------------------------------- penalties


def after(headline: str, read: Callable[[Table], int]) -> int:
    """What a number is after the penalty. All penalties start from Prestige 10, Morale 10, Readiness 5, Momentum 0."""
    return read(penalty(headline).freely().start())


@rule("headline.H1.penalty")
def test_h1_raises_morale() -> None:
    # Nothing else changes Morale here: no Garrison, nobody killed.
    assert after("H1", lambda table: table.state.morale) == 11


@rule("headline.H2.penalty", "headline.H13.penalty")
@pytest.mark.parametrize("headline", ["H2", "H13"])
def test_h2_and_h13_lower_prestige(headline: str) -> None:
    assert after(headline, lambda table: table.state.prestige) == 9


@rule("headline.H2.penalty", "adjust.grand.anytime")
def test_a_penalty_that_takes_the_last_prestige_ends_the_game() -> None:
    table = penalty("H2").tracks(prestige=1).start()
    assert (table.result, table.reason) == ("grand_revolutionary", "adjust.grand.anytime")


@rule("headline.H3.penalty")
def test_h3_lets_the_revolutionaries_draw_two_cards() -> None:
    table = penalty("H3").deck("rev_10", "rev_11", "rev_12").start()
    assert table.prompt == "surrender"
    assert table.hand() == ["rev_01", "rev_10", "rev_11"]
    two = city("conflict_advanced", 2).clear().insurgents("1", "fighter_01").headline("H3").phase("headline")
    table = two.deck("rev_10", seat=0).deck("rev_11", seat=1).start()
    assert (table.hand(0), table.hand(1)) == (["rev_10"], ["rev_11"])


@rule("headline.H4.penalty")
def test_h4_gains_two_momentum() -> None:
    # The two tokens cost 1 Prestige in the same Adjustment Phase.
    table = penalty("H4").start()
    assert table.state.momentum == 2
    assert table.state.prestige == 9


@rule("headline.H5.penalty", "headline.penalty.choices")
def test_h5_places_up_to_two_fighters_in_9_and_11_garrisons_notwithstanding() -> None:
    table = penalty("H5").pool("fighter_03", "fighter_04").garrisons("9").start()
    assert (table.asked, table.prompt) == ("revolutionary", "reinforce.place")
    assert {choice[2] for choice in table.all("place")} == {"district:9", "district:11"}
    assert table.refused("place", "insurgent:fighter_03", "district:1") == "headline.H5.penalty"
    assert table.offers("done")  # need not be used in full
    table.choose("place", "insurgent:fighter_03", "district:9").choose("place", "insurgent:fighter_04", "district:11")
    assert (table.at("fighter_03"), table.at("fighter_04")) == ("9", "11")
    assert table.prompt == "surrender"


@rule("headline.H11.penalty", "headline.penalty.choices")
def test_h11_places_up_to_two_fighters_by_the_reinforcement_rules() -> None:
    table = penalty("H11").pool("fighter_03", "fighter_04", "fighter_05").garrisons("9").start()
    assert table.refused("place", "insurgent:fighter_03", "district:9") == "reinforce.place"
    table.choose("place", "insurgent:fighter_05", "district:8").choose("done")
    assert table.at("fighter_05") == "8" and table.at("fighter_03") == "reinforcements"
    assert table.prompt == "surrender"
    table = penalty("H11").pool("fighter_03", "fighter_04", "fighter_05").start()
    table.choose("place", "insurgent:fighter_05", "district:8").choose("place", "insurgent:fighter_04", "district:8")
    assert table.prompt == "surrender"  # two, and no more


@rule("headline.H8.penalty")
def test_h8_lowers_readiness_by_two() -> None:
    # 5 - 2, and 1 less in the Readiness Adjustment that follows.
    assert after("H8", lambda table: table.state.readiness) == 2


@rule("headline.H7.penalty", "headline.H10.penalty")
@pytest.mark.parametrize(("headline", "district"), [("H7", "8"), ("H10", "5B")])
def test_h7_and_h10_block_a_district_for_good(headline: str, district: str) -> None:
    table = penalty(headline).freely().start()
    assert table.state.blocked == 1 << PACK.district_keys.index(district)
    assert table.state.headlines.lasting == 1 << PACK.headline_keys.index(headline)


@rule("headline.H14.penalty", "headline.penalty.choices")
def test_h14_takes_off_up_to_three_wounds() -> None:
    wounded = ("fighter_01w", "fighter_02w!", "local_01w", "fighter_03w")
    table = penalty("H14").insurgents("1", *wounded).start()
    assert (table.asked, table.prompt) == ("revolutionary", "headline.heal")
    assert table.facts["wounds"] == 3
    for insurgent in ("fighter_02", "local_01", "fighter_03"):
        table.choose("heal", f"insurgent:{insurgent}")
    assert table.prompt == "surrender"
    assert table.wounded("fighter_01") and table.state.wounded.bit_count() == 1
    table = penalty("H14").insurgents("1", *wounded).start().choose("heal", "insurgent:fighter_01").choose("done")
    assert table.prompt == "surrender" and table.state.wounded.bit_count() == 3


# ---------------------------------------------------------------------- costs


@rule("headline.H6.penalty", "headline.cost_floor")
def test_h6_makes_a_counterattack_cheaper() -> None:
    table = city("conflict_advanced").clear().insurgents("8", "fighter_01", "fighter_06").regiments("8", "reg_257")
    table = table.soviet("M2").combat("M3").hand("rev_29").headline(None, "H6")  # one card of value 2 with the icon
    started = table.start().choose("play", "tactics:M2").choose("probe", "regiment:reg_257")
    started.choose("hit_hidden", "block:11")
    assert started.facts["cost"] == 2
    started.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_29")
    assert started.regiment("reg_257") == "8-"


@rule("headline.H9.penalty", "headline.cost_floor")
def test_h9_makes_fleeing_cheaper_but_never_free() -> None:
    # Two insurgents: 6 - 2 = 4, less 1 is 3. Five: 6 - 5 = 1, and it stays 1.
    crowd = [f"fighter_{number:02}" for number in range(1, 6)]
    for insurgents, cost in ((crowd[:2], 3), (crowd, 1)):
        table = city("conflict_advanced").clear().insurgents("8", *insurgents).civilian("8", "civ_08")
        started = table.headline(None, "H9").hand("rev_34", "rev_01").turn().start().choose("flee", "civilian:8")
        assert started.facts["cost"] == cost


@rule("headline.H12.penalty", "headline.cost_floor")
def test_h12_makes_barricades_cheaper_but_never_free() -> None:
    # 1 + 2 active Regiments = 3, less 1 is 2. Without a Regiment: 1, and it stays 1.
    for regiments, cost in ((("reg_104", "reg_106"), 2), ((), 1)):
        table = city("conflict_advanced").clear().insurgents("8", "fighter_10").regiments("8", *regiments)
        started = table.headline(None, "H12").hand("rev_42", "rev_01").turn().start()
        started.choose("barricade", "insurgent:fighter_10")
        assert started.facts["cost"] == cost


@rule("headline.H6.penalty", "headline.H9.penalty", "headline.H12.penalty")
@pytest.mark.parametrize(("headline", "which"), [("H6", 0), ("H12", 1), ("H9", 2)])
def test_permanent_discounts_come_into_force_with_the_penalty(headline: str, which: int) -> None:
    table = penalty(headline).freely().start()
    assert table.state.headlines.cost_delta[which] == -1
    assert table.state.headlines.lasting == 1 << PACK.headline_keys.index(headline)
