"""Hungarian Counterattack, after the commander's attacks and after Konev's damage."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city


def attacked(*insurgents: str, revolutionaries: int = 1, ruleset: str = "conflict_basic") -> City:
    """Insurgents and reg_257 in 8; the commander's turn with M2 (two Probes), the Combat cards worth 1 point each."""
    table = city(ruleset, revolutionaries).clear().insurgents("8", *insurgents)
    return table.regiments("8", "reg_257").soviet("M2").combat("M3", "R1")


def probe(table: City) -> Table:
    """The first Probe hits the first hidden insurgent."""
    started = table.start().choose("play", "tactics:M2").choose("probe", "regiment:reg_257")
    if started.prompt == "sov.point":
        started.choose(*started.choices[0])
    return started


def konev_assault(*insurgents: str, regiments: tuple[str, ...] = ("reg_104",)) -> City:
    """Konev's Assault in 8: 3 damage, 1 more for every further Regiment, at Readiness 3. Somebody is safe in 3."""
    table = city("konev_basic").clear().insurgents("8", *insurgents).regiments("8", *regiments)
    table = table.insurgents("3", "fighter_01")
    return table.tracks(readiness=3).konev("konev_08").roll(1)


# ---------------------------------------------------------------------- who may


@rule("counter.eligible")
@pytest.mark.parametrize("eligible", ["fighter_06", "fighter_06!", "fighter_06w", "local_01"])
def test_an_insurgent_with_the_icon_may_hit_back_hidden_revealed_or_wounded(eligible: str) -> None:
    table = probe(attacked("fighter_01", eligible).hand("rev_38"))
    name = "insurgent:" + eligible.rstrip("!w")
    assert table.all("counter") == [("counter", name, "regiment:reg_257")]
    assert table.asked == "revolutionary"


@rule("counter.eligible")
def test_the_dying_may_hit_back() -> None:
    table = probe(attacked("fighter_06w").hand("rev_38"))
    assert table.at("fighter_06") == "killed_arrested"
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_38")
    assert table.regiment("reg_257") == "8-"


@rule("counter.eligible")
def test_nobody_elsewhere_or_without_the_icon_hits_back() -> None:
    table = probe(attacked("fighter_01", "fighter_02").insurgents("9", "fighter_06").hand("rev_38"))
    assert table.choices == [("decline",)]
    assert table.refused("counter", "insurgent:fighter_01", "regiment:reg_257") == "counter.eligible"


@rule("counter.conflict.zero_points")
def test_an_attack_without_points_may_be_answered_too() -> None:
    # At night M3 is worth 0 points.
    table = probe(attacked("fighter_06").round(3).hand("rev_38"))
    assert table.last("points") == (0,)
    assert table.offers("counter", "insurgent:fighter_06", "regiment:reg_257")


@rule("konev.counter.needs_damage")
def test_konev_is_answered_only_after_damage() -> None:
    # Advance, 2nd Guards: in 6 a Barricade stops the damage of reg_4, which places a Garrison instead.
    table = city("konev_basic").clear().insurgents("6", "fighter_06").barricade("6").regiments("6", "reg_4")
    table = table.regiments("13", "reg_5-", "reg_6-").hand("rev_38").tracks(readiness=3).konev("konev_01")
    after = table.roll(1, "regiment:reg_5").start()
    assert after.garrison("6") == "active"
    assert after.prompt == "rev.order"  # no counterattack was offered


# ---------------------------------------------------------------------- what it costs


@rule("counter.cost")
def test_it_needs_three_ops() -> None:
    table = probe(attacked("fighter_01", "fighter_06").hand("rev_29"))  # one card of value 2
    assert table.facts["cost"] == 3
    assert table.refused("counter", "insurgent:fighter_06", "regiment:reg_257") == "counter.cost"
    table = probe(attacked("fighter_01", "fighter_06").hand("rev_29", "rev_01"))  # 2 + 1
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_257")
    assert table.offers("pay", "card:rev_01", "card:rev_29") or table.offers("pay", "card:rev_29", "card:rev_01")


@rule("counter.card_icon")
def test_one_of_the_cards_must_show_the_icon() -> None:
    table = probe(attacked("fighter_01", "fighter_06").hand("rev_34", "rev_42"))  # 3 + 3, Ambush and Barricade
    assert table.refused("counter", "insurgent:fighter_06", "regiment:reg_257") == "counter.card_icon"
    table = probe(attacked("fighter_01", "fighter_06").hand("rev_34", "rev_04"))  # a 1 with the icon beside the 3
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_257")
    assert not table.offers("pay", "card:rev_34")
    assert len(table.all("pay")) == 1


@rule("counter.any_number")
def test_more_than_three_cards_may_pay() -> None:
    table = probe(attacked("fighter_01", "fighter_06").hand("rev_01", "rev_02", "rev_03", "rev_04", "rev_07"))
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("more")
    for card in ("rev_01", "rev_02", "rev_03", "rev_04"):
        table.choose("lay", f"card:{card}")
    table.choose("done")
    assert len(table.discard()) == 4
    assert table.regiment("reg_257") == "8-"


@rule("counter.one_hand")
def test_all_cards_come_from_one_hand() -> None:
    # Together the two hold 2 + 1 ops with the icon; neither has three.
    table = attacked("fighter_01", "fighter_06", revolutionaries=2).hand("rev_30").hand("rev_01", seat=1)
    asked = probe(table)
    assert asked.refused("counter", "insurgent:fighter_06", "regiment:reg_257") == "counter.one_hand"
    asked.choose("decline")
    assert asked.refused("counter", "insurgent:fighter_06", "regiment:reg_257") == "counter.one_hand"


# ---------------------------------------------------------------------- who is asked


@rule("counter.decline_secret", "counter.optional")
def test_the_revolutionary_is_asked_after_every_attack_eligible_or_not() -> None:
    for insurgent, card in (("fighter_06", "rev_38"), ("fighter_06", "rev_34"), ("fighter_02", "rev_38")):
        table = probe(attacked("fighter_01", insurgent).hand(card))
        assert (table.asked, table.prompt) == ("revolutionary", "counter")
        before = len(table.match.lines(1))
        table.choose("decline")
        assert (table.asked, table.regiment("reg_257")) == ("commander", "8")
        assert len(table.match.lines(1)) == before  # nothing is told of it
        assert table.hidden(insurgent) and table.hand() == [card]


@rule("counter.two.ask", "counter.once_per_attack")
def test_two_revolutionaries_are_asked_in_turn_until_one_accepts() -> None:
    table = attacked("fighter_01", "fighter_06", revolutionaries=2).hand("rev_39").hand("rev_38", seat=1)
    asked = probe(table.set(turn={"seat": 1}))
    assert asked.asked == "second"  # the next Revolutionary turn is theirs
    asked.choose("decline")
    assert asked.asked == "first"
    asked.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_39")
    assert asked.asked == "commander"
    asked = probe(table.set(turn={"seat": 1}))
    asked.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_38")
    assert asked.asked == "commander"  # the first is not asked any more


@rule("ops.pass.reaction", "counter.two.ask")
def test_who_has_passed_may_still_hit_back_and_the_first_seat_is_asked_first() -> None:
    table = attacked("fighter_01", "fighter_06", revolutionaries=2).hand("rev_39").hand("rev_38", seat=1)
    asked = probe(table.set(turn={"seat": 1, "rev_passed": True}))
    assert asked.asked == "first"
    asked.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_39")
    assert asked.regiment("reg_257") == "8-"


@rule("counter.once_per_attack")
def test_each_attack_allows_one_counterattack() -> None:
    table = attacked("fighter_01", "fighter_06", "fighter_07").regiments("8", "reg_106").hand("rev_38", "rev_40")
    asked = probe(table)
    asked.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_38")
    assert asked.asked == "commander"
    asked.choose("probe", "regiment:reg_106").choose("hit_hidden", "block:11")
    asked.choose("counter", "insurgent:fighter_07", "regiment:reg_106").choose("pay", "card:rev_40")
    assert asked.regiment("reg_106") == "8-"


@rule("counter.choice")
def test_the_revolutionaries_name_who_hits_back() -> None:
    table = probe(attacked("fighter_01", "fighter_06", "fighter_07").hand("rev_38"))
    assert {choice[1] for choice in table.all("counter")} == {"insurgent:fighter_06", "insurgent:fighter_07"}
    table.choose("counter", "insurgent:fighter_07", "regiment:reg_257").choose("pay", "card:rev_38")
    assert table.hidden("fighter_06") and not table.hidden("fighter_07")


# ---------------------------------------------------------------------- what it does


@rule("counter.effect", "counter.reveal", "counter.no_momentum")
def test_the_attacker_is_disabled_and_the_counterattacker_revealed() -> None:
    table = probe(attacked("fighter_01", "fighter_06").regiments("8", "reg_106").hand("rev_38").tracks(momentum=1))
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_38")
    assert table.regiment("reg_257") == "8-"  # the attacker, and no other Regiment
    assert table.regiment("reg_106") == "8"
    assert not table.hidden("fighter_06") and table.hidden("fighter_01")
    assert table.state.momentum == 1


@rule("counter.draw")
def test_the_counterattacking_player_draws_a_card_from_the_own_deck() -> None:
    table = attacked("fighter_01", "fighter_06", revolutionaries=2).hand("rev_30").hand("rev_38", seat=1)
    asked = probe(table.deck("rev_35", seat=0).deck("rev_42", seat=1)).choose("decline")
    asked.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_38")
    assert asked.hand(1) == ["rev_42"]
    assert asked.hand(0) == ["rev_30"]


@rule("counter.draw.order")
def test_the_cards_paid_are_shuffled_into_an_empty_deck_before_the_draw() -> None:
    everything = [f"rev_{number:02}" for number in range(1, 46)]
    others = [card for card in everything if card != "rev_38"]
    table = probe(attacked("fighter_01", "fighter_06").hand("rev_38").discard(*others).roll(["card:rev_38"]))
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_257").choose("pay", "card:rev_38")
    assert table.hand() == ["rev_38"]


# ---------------------------------------------------------------------- Konev


@rule("counter.optional", "counter.effect")
def test_konev_is_answered_after_damage_if_somebody_can() -> None:
    table = konev_assault("fighter_06").hand("rev_38").start()  # 3 damage: wounded and killed
    assert (table.asked, table.prompt) == ("revolutionary", "counter")
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_104")  # the only payment is made by itself
    assert table.regiment("reg_104") == "8-"


@rule("counter.optional")
def test_without_anybody_able_konev_asks_nothing() -> None:
    table = konev_assault("fighter_06").hand("rev_34").start()
    assert table.at("fighter_06") == "killed_arrested"
    assert table.prompt == "rev.order"


@rule("konev.counter.which_regiment")
def test_one_of_konevs_attackers_is_disabled_as_the_players_choose() -> None:
    table = konev_assault("fighter_06", regiments=("reg_104", "reg_106")).hand("rev_38").start()
    offered = {choice[2] for choice in table.all("counter")}
    assert offered == {"regiment:reg_104", "regiment:reg_106"}
    table.choose("counter", "insurgent:fighter_06", "regiment:reg_106")
    assert (table.regiment("reg_104"), table.regiment("reg_106")) == ("8", "8-")
