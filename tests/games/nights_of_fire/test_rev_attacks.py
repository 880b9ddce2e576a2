"""Ambush and Open Attack: insurgents disable Soviet units."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table
from tests.games.nights_of_fire.paying import ids, pay, turn, who_may

# ====================================================================== Ambush


def ambusher(*hand: str, ruleset: str = "konev_basic") -> City:
    """fighter_01 (Ambush) hidden beside reg_104 in 9."""
    return turn(*hand, ruleset=ruleset).insurgents("9", "fighter_01").regiments("9", "reg_104")


@rule("rev.ambush.need_insurgent")
def test_an_ambush_needs_a_hidden_insurgent_with_the_icon_beside_its_target() -> None:
    position = ambusher().insurgents("9", "fighter_02!", "fighter_06", "local_01w").insurgents("8", "fighter_03")
    table = position.pool("fighter_04").start()
    assert who_may(table, "ambush") == ids("fighter_01", "local_01")
    for key in ("fighter_02", "fighter_06", "fighter_04"):  # revealed, without the icon, not on the map
        assert table.refused("ambush", f"insurgent:{key}", "regiment:reg_104") == "rev.ambush.need_insurgent"
    assert table.refused("ambush", "insurgent:fighter_03", "regiment:reg_104") == "rev.ambush.target"  # next door


@rule("rev.ambush.reveal", "rev.ambush.disable", "rev.ambush.momentum", "rev.ambush.no_roll")
def test_an_ambush_reveals_disables_and_gains_momentum_without_a_roll() -> None:
    table = ambusher("rev_34", "rev_42").insurgents("9", "fighter_02").tracks(readiness=4).start()
    pay(table.choose("ambush", "insurgent:fighter_01", "regiment:reg_104"), "rev_34")  # nothing is scripted
    assert not table.hidden("fighter_01")
    assert table.hidden("fighter_02")
    assert table.regiment("reg_104") == "9-"
    assert table.state.momentum == 1
    assert table.state.readiness == 4
    assert table.at("fighter_01") == "9" and not table.wounded("fighter_01")


@rule("rev.ambush.cost")
def test_an_ambush_costs_three_ops() -> None:
    table = ambusher("rev_26").start()
    assert table.refused("ambush", "insurgent:fighter_01", "regiment:reg_104") == "rev.ambush.cost"
    table = ambusher("rev_04", "rev_26").regiments("9", "reg_106", "reg_257").garrisons("9").start()
    pay(table.choose("ambush", "insurgent:fighter_01", "regiment:reg_104"), "rev_04", "rev_26")
    assert table.regiment("reg_104") == "9-"


@rule("rev.ambush.card_icon")
def test_a_card_with_the_ambush_icon_is_needed() -> None:
    table = ambusher("rev_38", "rev_42").start()
    assert table.refused("ambush", "insurgent:fighter_01", "regiment:reg_104") == "rev.ambush.card_icon"
    table = ambusher("rev_01", "rev_31").start()  # 1 with the icon, 2 without
    pay(table.choose("ambush", "insurgent:fighter_01", "regiment:reg_104"), "rev_01", "rev_31")
    assert table.regiment("reg_104") == "9-"


@rule("rev.ambush.target")
def test_targets_are_the_active_soviets_of_the_district() -> None:
    position = ambusher().regiments("9", "reg_106-").regiments("8", "reg_257").garrisons("9", "8")
    table = position.start()
    targets = {choice[2] for choice in table.all("ambush")}
    assert targets == {"regiment:reg_104", "garrison:9"}
    for target in ("regiment:reg_106", "regiment:reg_257", "garrison:8"):
        assert table.refused("ambush", "insurgent:fighter_01", target) == "rev.ambush.target"
    table = ambusher().garrisons("9-").start()
    assert table.refused("ambush", "insurgent:fighter_01", "garrison:9") == "rev.ambush.target"


@rule("rev.ambush.disable")
def test_a_garrison_can_be_ambushed() -> None:
    table = ambusher("rev_34", "rev_42").garrisons("9").start()
    pay(table.choose("ambush", "insurgent:fighter_01", "garrison:9"), "rev_34")
    assert table.garrison("9") == "disabled"
    assert table.regiment("reg_104") == "9"


# ====================================================================== Open Attack


def attack(
    table: Table, insurgent: str = "fighter_06", target: str = "regiment:reg_104", card: str = "rev_34"
) -> Table:
    return pay(table.choose("attack", f"insurgent:{insurgent}", target), card)


def attacker(name: str = "fighter_06", ruleset: str = "konev_basic") -> City:
    """An insurgent beside reg_104 in 9, and three cards of 3 ops."""
    return turn(ruleset=ruleset).insurgents("9", name).regiments("9", "reg_104")


@rule("rev.attack.need_insurgent")
def test_any_armed_insurgent_may_attack() -> None:
    position = attacker(ruleset="konev_advanced").insurgents("9", "fighter_01!", "fighter_18", "local_09w", "local_08")
    table = position.insurgents("8", "fighter_02").pool("fighter_03").start()
    assert who_may(table, "attack") == ids("fighter_06", "fighter_01", "local_08")
    for key in ("fighter_18", "local_09", "fighter_03"):  # Bystanders, and one who is not on the map
        assert table.refused("attack", f"insurgent:{key}", "regiment:reg_104") == "rev.attack.need_insurgent"
    assert table.refused("attack", "insurgent:fighter_02", "regiment:reg_104") == "rev.attack.target"


@rule("rev.attack.need_insurgent", "unit.armed.basic")
def test_in_the_basic_version_everybody_is_armed() -> None:
    table = attacker().insurgents("9", "fighter_18", "local_09").start()
    assert who_may(table, "attack") == ids("fighter_06", "fighter_18", "local_09")


@rule("rev.attack.reveal")
@pytest.mark.parametrize("name", ["fighter_06", "fighter_06!"], ids=["hidden", "revealed"])
def test_the_attacker_is_revealed_if_it_was_hidden(name: str) -> None:
    table = attack(attacker(name).roll(6).start())
    assert not table.hidden("fighter_06")
    assert table.regiment("reg_104") == "9-"


@rule("rev.attack.cost")
def test_an_open_attack_costs_three_ops_of_any_icon() -> None:
    for hand in (("rev_26",), ("rev_01", "rev_15")):
        table = turn(*hand).insurgents("9", "fighter_06").regiments("9", "reg_104").start()
        assert table.refused("attack", "insurgent:fighter_06", "regiment:reg_104") == "rev.attack.cost"
    table = turn("rev_33", "rev_15").insurgents("9", "fighter_06").regiments("9", "reg_104").roll(6).start()
    pay(table.choose("attack", "insurgent:fighter_06", "regiment:reg_104"), "rev_33", "rev_15")  # Recruit cards
    assert table.regiment("reg_104") == "9-"


@rule("rev.attack.target")
def test_targets_of_an_open_attack_are_the_active_soviets_of_the_district() -> None:
    position = attacker().regiments("9", "reg_106-").regiments("8", "reg_257").garrisons("9", "8")
    table = position.start()
    assert {choice[2] for choice in table.all("attack")} == {"regiment:reg_104", "garrison:9"}
    for target in ("regiment:reg_106", "regiment:reg_257", "garrison:8"):
        assert table.refused("attack", "insurgent:fighter_06", target) == "rev.attack.target"


@rule("rev.attack.disable", "rev.attack.momentum")
@pytest.mark.parametrize("roll", [1, 6])
def test_the_target_is_disabled_and_momentum_gained_whatever_the_roll(roll: int) -> None:
    table = attack(attacker().garrisons("9").roll(roll).start(), target="garrison:9")
    assert table.garrison("9") == "disabled"
    assert table.regiment("reg_104") == "9"
    assert table.state.momentum == 1


@rule("rev.attack.order")
def test_the_target_is_disabled_before_the_roll() -> None:
    table = attack(attacker().roll(3).start())
    keys = [line.key for line in table.match.lines(0)]
    assert keys.index("disabled") < keys.index("momentum") < keys.index("roll_answer") < keys.index("wounded")


@rule("rev.attack.roll")
def test_one_die_is_compared_with_readiness_as_it_was() -> None:
    table = attack(attacker().tracks(readiness=3).roll(3).start())
    assert table.script_left() == 0
    assert table.last("roll_answer") == (3, 3)
    assert table.wounded("fighter_06")  # at Readiness 2, after the change, a 3 would have missed
    assert table.state.readiness == 2


@rule("rev.attack.kill")
def test_a_roll_three_or_more_below_kills_the_healthy_at_once() -> None:
    for readiness, roll in ((4, 1), (7, 1), (7, 4)):
        table = attack(attacker().tracks(readiness=readiness).roll(roll).start())
        assert table.at("fighter_06") == "killed_arrested"


@rule("rev.attack.wound")
def test_a_second_wound_kills_the_attacker() -> None:
    table = attack(attacker("fighter_06w").tracks(readiness=3).roll(1).start())
    assert table.at("fighter_06") == "killed_arrested"
    assert table.state.readiness == 2
    table = attack(attacker().tracks(readiness=3).roll(1).start())
    assert table.at("fighter_06") == "9" and table.wounded("fighter_06")


@rule("rev.attack.miss")
def test_a_roll_above_readiness_does_no_harm() -> None:
    table = attack(attacker("fighter_06w").tracks(readiness=3).roll(4).start())
    assert table.at("fighter_06") == "9" and table.wounded("fighter_06")


@rule("rev.attack.readiness.hit", "rev.attack.readiness.miss")
@pytest.mark.parametrize(("roll", "readiness"), [(1, 3), (2, 3), (4, 3), (5, 5)])
def test_readiness_falls_after_a_hit_and_rises_after_a_miss(roll: int, readiness: int) -> None:
    assert attack(attacker().tracks(readiness=4).roll(roll).start()).state.readiness == readiness


@rule("rev.attack.repeat")
def test_the_same_insurgent_may_attack_again_in_one_turn() -> None:
    table = attacker().regiments("9", "reg_106", "reg_257").tracks(readiness=3).roll(6, 6, 6).start()
    attack(table, target="regiment:reg_104", card="rev_34")
    attack(table, target="regiment:reg_106", card="rev_42")
    attack(table, target="regiment:reg_257", card="rev_38")
    assert table.state.momentum == 3
    assert table.state.readiness == 6
