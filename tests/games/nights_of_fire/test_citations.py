"""What refusals cite: the rule that is meant, and of several the most exact one. A refused payment has a reason too."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import IllegalChoice
from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city
from tests.games.nights_of_fire.test_attack import corvin, hit
from tests.games.nights_of_fire.test_attack import play as commander
from tests.games.nights_of_fire.test_counterattack import attacked, probe

TARGET = "regiment:reg_104"


def turn(*cards: str, ruleset: str = "konev_basic", revolutionaries: int = 1) -> City:
    """Fighters that can ambush and build in 8, with reg_104 beside them; a Revolutionary's turn with these cards."""
    table = city(ruleset, revolutionaries).clear().insurgents("8", "fighter_01", "fighter_10").regiments("8", "reg_104")
    return table.hand(*cards).turn()


def paid(table: Table, *cards: str) -> str | None:
    """The rule by which a payment is refused."""
    return table.refused("pay", *(f"card:{card}" for card in cards))


# ---------------------------------------------------------------------- payments


@rule("counter.card_icon", "counter.cost")
def test_a_refused_payment_of_a_counterattack_names_cost_or_icon() -> None:
    # rev_38 pays alone; rev_34 is worth 3 without the icon, rev_04 worth 1 with it.
    table = probe(attacked("fighter_01", "fighter_06").hand("rev_38", "rev_34", "rev_04", "rev_01"))
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_257")
    assert paid(table, "rev_34") == "counter.card_icon"
    assert paid(table, "rev_34", "rev_01") == "counter.card_icon"
    assert paid(table, "rev_04") == "counter.cost"
    assert paid(table, "rev_40") == "counter.cost"  # it is not in the hand
    table.choose("more").choose("lay", "card:rev_34")
    assert table.refused("done") == "counter.card_icon"  # three ops lie there, without the icon
    table.choose("lay", "card:rev_04").choose("done")
    assert table.regiment("reg_257") == "8-"


@rule("counter.one_hand")
def test_a_payment_of_a_counterattack_takes_no_card_of_the_partner() -> None:
    table = attacked("fighter_01", "fighter_06", revolutionaries=2).hand("rev_38", "rev_30").hand("rev_01", seat=1)
    asked = probe(table).choose("counter", "insurgent:fighter_06", "regiment:reg_257")
    assert paid(asked, "rev_30", "rev_01") == "counter.one_hand"
    assert asked.match.why_not(("pay", "card:rev_30", "card:rev_01")) == [
        (("pay", "card:rev_30", "card:rev_01"), "counter.one_hand")
    ]
    assert asked.match.why_not("card:rev_01") == [(("pay", "card:rev_01"), "counter.one_hand")]
    asked.choose("more")
    assert asked.refused("lay", "card:rev_01") == "counter.one_hand"


@rule("rev.ambush.cost", "rev.ambush.card_icon", "rev.turn.cards")
def test_a_refused_payment_of_an_ambush_names_cost_icon_or_number() -> None:
    table = turn("rev_34", "rev_38", "rev_01", "rev_03", "rev_05").start()
    table.choose("ambush", "insurgent:fighter_01", TARGET)
    assert paid(table, "rev_38") == "rev.ambush.card_icon"
    assert paid(table, "rev_01", "rev_03") == "rev.ambush.cost"
    assert paid(table, "rev_01", "rev_03", "rev_05", "rev_34") == "rev.turn.cards"
    assert paid(table, "rev_36") == "rev.turn.cards"  # nobody holds it
    assert table.match.refusal(("pay", "card:rev_34")) is None


@rule("rev.barricade.card_icon", "rev.barricade.cost", "rev.barricade.rubble_cost")
def test_a_refused_payment_of_a_barricade_names_its_own_cost_or_icon() -> None:
    # With three active Regiments there a Barricade costs 4 ops, and 3 out of Rubble.
    table = turn("rev_42", "rev_34", "rev_01", "rev_38", ruleset="conflict_advanced").rubble("8")
    table.regiments("8", "reg_104", "reg_106", "reg_257")
    started = table.start().choose("barricade", "insurgent:fighter_10")
    assert paid(started, "rev_42") == "rev.barricade.cost"
    assert paid(started, "rev_34", "rev_38") == "rev.barricade.card_icon"
    started.choose("more").choose("lay", "card:rev_34")
    assert started.refused("done") == "rev.barricade.cost"
    started.choose("lay", "card:rev_38")
    assert started.refused("done") == "rev.barricade.card_icon"
    started = table.start().choose("barricade_from_rubble", "insurgent:fighter_10")
    assert paid(started, "rev_01") == "rev.barricade.rubble_cost"


@rule("rev.attack.cost", "rev.defy.cost", "rev.cards.add", "rev.shared_units")
def test_a_refused_payment_without_an_icon_names_the_cost_of_what_is_done() -> None:
    table = turn("rev_34", "rev_01", ruleset="conflict_advanced", revolutionaries=2).hand("rev_02", seat=1)
    table.insurgents("8", "fighter_18").barricade("8").civilian("8", "civ_08")
    attack = table.start().choose("attack", "insurgent:fighter_01", TARGET)
    assert paid(attack, "rev_01") == "rev.attack.cost"
    assert paid(attack, "rev_01", "rev_02") == "rev.shared_units"
    assert paid(table.start().choose("defy", "insurgent:fighter_18", 3), "rev_01") == "rev.defy.cost"
    assert paid(table.start().choose("flee", "civilian:8"), "rev_01") == "rev.cards.add"


@rule("rev.cards.overpay")
def test_a_payment_that_no_rule_refuses_is_accepted_though_only_sensible_ones_are_listed() -> None:
    table = turn("rev_34", "rev_38", "rev_01").start().choose("ambush", "insurgent:fighter_01", TARGET)
    assert not table.offers("pay", "card:rev_34", "card:rev_38")
    table.choose("pay", "card:rev_34", "card:rev_38")
    assert table.discard() == ["rev_34", "rev_38"]
    assert table.regiment("reg_104") == "8-"


def test_a_payment_that_names_a_card_twice_or_none_is_no_choice_of_the_game() -> None:
    table = turn("rev_34", "rev_38", "rev_01").start().choose("ambush", "insurgent:fighter_01", TARGET)
    for cards in ((), ("card:rev_01", "card:rev_01", "card:rev_01"), ("insurgent:fighter_01",)):
        with pytest.raises(IllegalChoice, match="not among the options"):
            table.match.choose(("pay", *cards))


# ---------------------------------------------------------------------- what the hand of a turn can pay


@rule("rev.turn.cards", "rev.flee.cost")
def test_a_flight_is_stopped_by_its_cost_or_by_the_three_cards_of_a_turn() -> None:
    # 4 ops with two insurgents there. Four 1s would do, but a turn has three cards; three of them never do.
    table = turn("rev_01", "rev_02", "rev_03", "rev_04").civilian("8", "civ_08")
    assert table.start().refused("flee", "civilian:8") == "rev.turn.cards"
    assert table.hand("rev_01", "rev_02", "rev_03").start().refused("flee", "civilian:8") == "rev.flee.cost"


@rule("rev.turn.cards", "rev.attack.cost", "rev.ambush.cost", "rev.ambush.card_icon")
def test_an_attack_is_stopped_by_its_cost_its_icon_or_the_three_cards_of_a_turn() -> None:
    # Two cards of the turn are played. A 2 and a 1 would pay, but only one card is left to play.
    table = turn("rev_26", "rev_01").set(turn={"played": 2, "acted": 2})
    assert table.start().refused("attack", "insurgent:fighter_01", TARGET) == "rev.turn.cards"
    assert table.start().refused("ambush", "insurgent:fighter_01", TARGET) == "rev.turn.cards"
    poor = table.hand("rev_01").start()
    assert poor.refused("attack", "insurgent:fighter_01", TARGET) == "rev.attack.cost"
    assert poor.refused("ambush", "insurgent:fighter_01", TARGET) == "rev.ambush.cost"
    plain = table.hand("rev_38").start()
    assert plain.refused("ambush", "insurgent:fighter_01", TARGET) == "rev.ambush.card_icon"


@rule("counter.one_hand", "counter.card_icon", "counter.cost", "counter.effect")
def test_who_cannot_pay_for_a_counterattack_is_told_what_is_missing() -> None:
    choice = ("counter", "insurgent:fighter_06", "regiment:reg_257")
    assert probe(attacked("fighter_01", "fighter_06").hand("rev_34")).refused(*choice) == "counter.card_icon"
    assert probe(attacked("fighter_01", "fighter_06").hand("rev_30")).refused(*choice) == "counter.cost"
    table = probe(attacked("fighter_01", "fighter_06").hand("rev_38"))
    assert table.refused("counter", "insurgent:fighter_06", "regiment:reg_104") == "counter.effect"


# ---------------------------------------------------------------------- what only some versions have


@rule("unit.icons.basic_ignored", "setup.ruleset", "sov.rubble.basic_none", "konev.no_rubble", "rev.strategize")
def test_orders_of_other_versions_are_refused_and_not_passed_over() -> None:
    for ruleset, rubble in (("konev_basic", "konev.no_rubble"), ("conflict_basic", "sov.rubble.basic_none")):
        table = turn("rev_34", ruleset=ruleset).start()
        assert table.refused("medic", 1) == "unit.icons.basic_ignored"
        assert table.refused("defy", "insurgent:fighter_01", 1) == "setup.ruleset"
        assert table.refused("barricade_from_rubble", "insurgent:fighter_10") == rubble
        assert table.refused("strategize", "card:rev_34") == "rev.strategize"  # there is no partner


@rule("setup.unused", "headline.resolve.discard", "headline.resolve.card")
def test_a_headline_is_resolved_only_where_there_is_one() -> None:
    assert commander(corvin(), "M1").refused("headline", "tactics:M3") == "setup.unused"
    table = commander(corvin("conflict_advanced").headline(None), "M1")
    assert table.refused("headline", "tactics:M3") == "headline.resolve.discard"
    table = commander(corvin("conflict_advanced").headline("H1"), "M1")
    assert table.refused("headline", "tactics:M3") == "headline.resolve.card"  # it is not in the hand


@rule("rev.defy.condition.icon", "rev.defy.condition.barricade", "rev.defy.condition.regiment", "rev.defy.cost")
def test_a_dear_defy_names_the_condition_that_is_missing() -> None:
    table = turn("rev_34", ruleset="conflict_advanced").insurgents("8", "fighter_18").insurgents("3", "fighter_19")
    started = table.start()
    assert started.refused("defy", "insurgent:fighter_01", 2) == "rev.defy.condition.icon"
    assert started.refused("defy", "insurgent:fighter_18", 2) == "rev.defy.condition.barricade"
    assert table.barricade("3").start().refused("defy", "insurgent:fighter_19", 2) == "rev.defy.condition.regiment"
    assert started.refused("defy", "insurgent:fighter_18", 0) == "rev.defy.cost"


@rule("rev.cards.value", "rev.turn.actions")
def test_a_move_is_as_long_as_a_card_in_the_hand_is_worth() -> None:
    table = turn("rev_01", "rev_02").start()
    assert table.refused("move", 4) == "rev.cards.value"
    assert table.refused("move", 2) == "rev.turn.actions"  # two Moves of one op each are as good


# ---------------------------------------------------------------------- the commander


@rule("sov.move.pinning", "sov.move.pinning.rubble")
def test_a_pinned_regiment_is_told_by_what() -> None:
    table = city("conflict_advanced").clear().regiments("13", "reg_4").rubble("6").hand("rev_01")
    march = commander(table, "M1").choose("march", "regiment:reg_4", "district:6")
    assert march.refused("march", "regiment:reg_4", "district:5B") == "sov.move.pinning.rubble"
    march = commander(table.barricade("6"), "M1").choose("march", "regiment:reg_4", "district:6")
    assert march.refused("march", "regiment:reg_4", "district:5B") == "sov.move.pinning"


@rule("sov.assault.exhausts", "sov.assault.exhausts.scope", "sov.assault.exhausts.rally")
def test_a_regiment_that_assaulted_does_nothing_more_rallied_or_not() -> None:
    table = commander(corvin().insurgents("8", "fighter_06").hand("rev_38").combat("R1", "M2"), "S2", "R2")
    hit(table.choose("assault", "regiment:reg_257"), "fighter_01", "fighter_02")
    declined = Table(table.match.fork(explain=True, keep=True)).choose("decline")
    assert declined.refused("march", "regiment:reg_257", "district:9") == "sov.assault.exhausts"
    assert declined.refused("garrison", "district:8") == "sov.assault.exhausts.scope"
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_38")
    table.choose("rally", "regiment:reg_257")
    assert table.refused("march", "regiment:reg_257", "district:9") == "sov.assault.exhausts.rally"
    assert table.refused("garrison", "district:8") == "sov.assault.exhausts.rally"


@rule("sov.turn.pool", "sov.move.unit", "sov.turn.staging_only_move")
def test_what_is_wrong_with_a_unit_comes_before_the_allowance() -> None:
    table = corvin().regiments("9", "reg_106-").soviet("M1").start()  # no card is played: nothing is allowed
    assert table.refused("march", "regiment:reg_257", "district:9") == "sov.turn.pool"
    assert table.refused("march", "regiment:reg_106", "district:8") == "sov.move.unit"
    assert table.refused("probe", "regiment:reg_104") == "sov.turn.staging_only_move"


@rule("unit.hidden", "sov.attack.point.wound")
def test_a_point_falls_on_whom_the_commander_sees_there() -> None:
    table = corvin().insurgents("8", "fighter_04!").insurgents("9", "fighter_05!", "fighter_06").combat("M2")
    started = commander(table, "M1").choose("probe", "regiment:reg_257")
    assert started.prompt == "sov.point"
    for insurgent in ("fighter_01", "fighter_06"):  # there and elsewhere: hidden alike
        assert started.refused("hit", f"insurgent:{insurgent}") == "unit.hidden"
    assert started.refused("hit", "insurgent:fighter_05") == "sov.attack.point.wound"
    assert started.refused("hit_hidden", started.block("fighter_04")) == "unit.hidden"
    assert started.refused("hit_hidden", started.block("fighter_06")) == "sov.attack.point.wound"
    listed = {choice[1] for choice, rule in started.match.why_not("hit")}  # asked in general, nobody hidden is named
    assert "insurgent:fighter_05" in listed and not listed & {"insurgent:fighter_01", "insurgent:fighter_06"}
    assert started.match.why_not("insurgent:fighter_06") == [(("hit", "insurgent:fighter_06"), "unit.hidden")]


# ---------------------------------------------------------------------- the other prompts


@rule("reinforce.place", "reinforce.place.garrison_state", "reinforce.choice", "reinforce.icon", "reinforce.optional")
def test_reinforcements_are_refused_by_card_fighter_and_district() -> None:
    position = city("konev_basic").clear().insurgents("8", "fighter_01").pool("fighter_02", "fighter_03")
    table = position.garrisons("1", "2-").round(2).phase("reinforce").hand("rev_33", "rev_34").start()
    assert table.refused("reinforce", "card:rev_34") == "reinforce.icon"
    assert table.refused("reinforce", "card:rev_44") == "reinforce.optional"  # nobody holds it
    table.choose("reinforce", "card:rev_33")
    assert table.refused("place", "insurgent:fighter_02", "district:1") == "reinforce.place"
    assert table.refused("place", "insurgent:fighter_02", "district:2") == "reinforce.place.garrison_state"
    assert table.refused("place", "insurgent:fighter_01", "district:8") == "reinforce.choice"  # it is on the map


@rule("konev.damage.point", "konev.no_effect")
def test_konev_touches_nobody_out_of_his_reach() -> None:
    # His Assault comes to 8; a Regroup with nothing to rally has no effect, and costs an insurgent of the map.
    position = city("konev_basic").clear().insurgents("8", "fighter_01", "fighter_02").insurgents("3", "fighter_03")
    position.regiments("8", "reg_104").killed("fighter_04").tracks(readiness=3)
    table = position.konev("konev_08").roll(1).start()
    assert (table.prompt, table.refused("hit", "insurgent:fighter_03")) == ("konev.hit", "konev.damage.point")
    table = position.konev("konev_12").roll(["sector:buda", "sector:north_pest", "sector:south_pest"]).start()
    assert (table.prompt, table.refused("lose", "insurgent:fighter_04")) == ("konev.lose", "konev.no_effect")


@rule("cleanup.hide", "draw.limit.choice")
def test_things_out_of_reach_are_refused_too() -> None:
    table = city("konev_basic").clear().insurgents("8", "fighter_01!", "fighter_02").killed("fighter_03")
    hiding = table.hand("rev_01").phase("hide").start()
    assert hiding.refused("hide", "insurgent:fighter_02") == "cleanup.hide"
    assert hiding.refused("hide", "insurgent:fighter_03") == "cleanup.hide"
    many = [f"rev_{number:02}" for number in range(1, 14)]
    discarding = city("konev_basic").hand(*many).phase("discard").start()
    assert discarding.refused("discard", "card:rev_40") == "draw.limit.choice"
