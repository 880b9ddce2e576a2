"""What Revolutionaries do: flee, barricade, ambush, open attack, defy, strategize."""

from __future__ import annotations

import pytest

from sandtable.engine.scene import Piece
from tests.citing import example, rule
from tests.games.nights_of_fire.budapest import City, Table, city
from tests.games.nights_of_fire.paying import pay

THREES = ("rev_34", "rev_42", "rev_38")
"""Ambush, Build Barricade and Counterattack, 3 ops each."""


def turn(*hand: str, ruleset: str = "konev_basic") -> City:
    """An empty city on a Revolutionary's turn; a fighter in 3 has somewhere to go."""
    return city(ruleset).clear().insurgents("3", "fighter_20").hand(*(hand or THREES)).turn()


def ids(*insurgents: str) -> set[str]:
    return {f"insurgent:{key}" for key in insurgents}


def who_may(table: Table, verb: str) -> set[str]:
    """The insurgents that may do something."""
    return {str(choice[1]) for choice in table.all(verb)}


def cost(table: Table, *order: str | int) -> int:
    """What an order costs, as asked when it is paid; the order is taken back."""
    table.choose(*order)
    assert table.prompt == "pay"
    asked = table.facts["cost"]
    table.match.undo()
    assert isinstance(asked, int)
    return asked


# ====================================================================== Help Civilians Flee


@example("ex.flee.cost")
@rule("rev.flee.cost", "rev.flee.count_all", "rev.flee.no_insurgent")
def test_example_of_the_cost_of_fleeing() -> None:
    position = turn().civilian("1", "civ_01").civilian("2", "civ_02").civilian("8", "civ_03").civilian("9", "civ_04")
    position.insurgents("2", "local_01!", "fighter_01w")
    position.insurgents("8", *[f"fighter_{n:02}" for n in range(2, 7)])
    table = position.insurgents("9", *[f"fighter_{n:02}" for n in range(7, 14)]).start()
    assert [cost(table, "flee", f"civilian:{district}") for district in ("1", "2", "8", "9")] == [6, 4, 1, 1]


@rule("rev.flee.count_all")
def test_every_insurgent_counts_armed_or_not() -> None:
    # local_10 and fighter_18 are Bystanders, unarmed in the Advanced version.
    position = turn(ruleset="konev_advanced").civilian("8", "civ_08")
    table = position.insurgents("8", "local_10!w", "fighter_18", "fighter_01w", "local_01!").start()
    assert cost(table, "flee", "civilian:8") == 2


@rule("rev.flee.no_insurgent", "rev.flee.cost")
def test_a_civilian_without_insurgents_can_flee_for_six_ops() -> None:
    table = turn("rev_34", "rev_42").civilian("8", "civ_08").start()
    pay(table.choose("flee", "civilian:8"), "rev_34", "rev_42")
    assert table.civilian("8") == "austria"
    table = turn("rev_34", "rev_26").civilian("8", "civ_08").start()
    assert table.refused("flee", "civilian:8") == "rev.flee.cost"


@rule("rev.flee.one")
def test_one_action_helps_one_civilian() -> None:
    position = turn("rev_34", "rev_42").civilian("8", "civ_08").civilian("9", "civ_09")
    table = position.insurgents("8", *[f"fighter_0{n}" for n in range(1, 6)]).insurgents("9", "local_01").start()
    pay(table.choose("flee", "civilian:8"), "rev_34")  # 1 op, paid with 3
    assert (table.civilian("8"), table.civilian("9")) == ("austria", "home")


@rule("rev.flee.effect")
def test_the_civilian_goes_to_the_austrian_border() -> None:
    table = turn().civilian("8", "civ_08").insurgents("8", "fighter_01", "fighter_02", "fighter_03").start()
    pay(table.choose("flee", "civilian:8"), "rev_38")
    assert table.civilian("8") == "austria"
    assert table.refused("flee", "civilian:8") == "rev.turn.legal_action"


def fled(table: Table, seat: int) -> list[Piece]:
    """The civilians on the way to Austria, as a seat sees them."""
    return next(area for area in table.scene(seat).areas if area.id == "area:austria").pieces


@rule("rev.flee.unrevealed")
def test_the_commander_does_not_see_the_value_of_who_flees() -> None:
    table = turn(ruleset="conflict_basic").civilian("8", "civ_08").insurgents("8", "fighter_01", "fighter_02").start()
    pay(table.choose("flee", "civilian:8"), "rev_34", "rev_42")
    assert [civilian.value for civilian in fled(table, 0)] == [2]
    assert [civilian.value for civilian in fled(table, 1)] == [None]


@rule("rev.flee.soviets_no_matter")
def test_soviets_neither_prevent_nor_change_a_flight() -> None:
    position = turn().civilian("8", "civ_08").insurgents("8", "fighter_01", "fighter_02")
    table = position.regiments("8", "reg_104", "reg_106", "reg_257").garrisons("8").start()
    assert cost(table, "flee", "civilian:8") == 4
    pay(table.choose("flee", "civilian:8"), "rev_34", "rev_42")
    assert table.civilian("8") == "austria"


# ====================================================================== Build Barricade


def builder(*hand: str, ruleset: str = "konev_basic") -> City:
    """fighter_10 (Build Barricade) hidden in 8."""
    return turn(*hand, ruleset=ruleset).insurgents("8", "fighter_10")


@rule("rev.barricade.need_insurgent")
def test_a_barricade_needs_a_hidden_builder() -> None:
    position = builder().insurgents("8", "fighter_01").insurgents("9", "fighter_11!").insurgents("1", "local_02w")
    table = position.pool("fighter_12").start()
    assert who_may(table, "barricade") == ids("fighter_10", "local_02")  # wounded or not (unit.wounded.normal)
    for key in ("fighter_01", "fighter_11", "fighter_12"):  # no icon, revealed, not on the map
        assert table.refused("barricade", f"insurgent:{key}") == "rev.barricade.need_insurgent"


@rule("rev.barricade.reveal", "rev.barricade.place")
def test_the_builder_is_revealed_and_the_barricade_stands() -> None:
    table = builder("rev_42").insurgents("8", "fighter_11").start()
    table.choose("barricade", "insurgent:fighter_10")
    assert table.barricade("8")
    assert not table.hidden("fighter_10")
    assert table.hidden("fighter_11")
    assert table.state.actor == -1  # the order is carried out
    assert table.state.tokens_left() == 9


@rule("rev.barricade.cost")
@pytest.mark.parametrize("regiments", [0, 1, 2, 3])
def test_a_barricade_costs_one_more_than_the_active_regiments(regiments: int) -> None:
    position = builder("rev_01", "rev_31", "rev_42", "rev_43")
    table = position.regiments("8", *("reg_104", "reg_106", "reg_257")[:regiments]).start()
    assert cost(table, "barricade", "insurgent:fighter_10") == 1 + regiments


@rule("rev.barricade.cost")
def test_too_few_ops_build_nothing() -> None:
    table = builder("rev_31").regiments("8", "reg_104", "reg_106").start()  # 2 ops for 3
    assert table.refused("barricade", "insurgent:fighter_10") == "rev.barricade.cost"


@example("ex.barricade.cost")
@rule("rev.barricade.cost", "rev.barricade.cost.excludes", "rev.barricade.rubble_cost")
def test_example_of_the_cost_of_a_barricade() -> None:
    position = builder("rev_01", "rev_31", "rev_42", ruleset="conflict_advanced").garrisons("8").rubble("8")
    table = position.regiments("8", "reg_104", "reg_106", "reg_257-").start()
    assert cost(table, "barricade", "insurgent:fighter_10") == 3
    assert cost(table, "barricade_from_rubble", "insurgent:fighter_10") == 2
    position = builder("rev_01", "rev_31", "rev_42", ruleset="conflict_advanced").garrisons("8").rubble("8")
    table = position.regiments("8", "reg_104-", "reg_106-", "reg_257-").start()
    assert cost(table, "barricade", "insurgent:fighter_10") == 1
    assert cost(table, "barricade_from_rubble", "insurgent:fighter_10") == 1


@rule("rev.barricade.cost.excludes")
def test_garrisons_and_disabled_regiments_do_not_raise_the_cost() -> None:
    table = builder("rev_01", "rev_42").garrisons("8").regiments("8", "reg_104-", "reg_106").start()
    assert cost(table, "barricade", "insurgent:fighter_10") == 2


@rule("rev.barricade.card_icon")
def test_a_card_with_the_barricade_icon_is_needed() -> None:
    table = builder("rev_34", "rev_38").start()
    assert table.refused("barricade", "insurgent:fighter_10") == "rev.barricade.card_icon"
    table = builder("rev_01", "rev_34").regiments("8", "reg_104", "reg_106", "reg_257").start()  # 4 ops
    pay(table.choose("barricade", "insurgent:fighter_10"), "rev_01", "rev_34")  # one of them is enough
    assert table.barricade("8")


@rule("rev.barricade.one_per_district")
def test_a_district_holds_one_barricade() -> None:
    table = builder().insurgents("9", "fighter_11").barricade("8").start()
    assert table.refused("barricade", "insurgent:fighter_10") == "rev.barricade.one_per_district"
    assert table.offers("barricade", "insurgent:fighter_11")


@rule("rev.barricade.one_per_district")
def test_rubble_cannot_be_turned_over_beside_a_barricade() -> None:
    table = builder(ruleset="conflict_advanced").barricade("8").rubble("8").start()
    refused = table.refused("barricade_from_rubble", "insurgent:fighter_10")
    assert refused == "rev.barricade.one_per_district"


@rule("rev.barricade.supply")
def test_no_barricade_is_built_when_all_ten_tokens_are_on_the_board() -> None:
    nine = ("1", "2", "3", "11", "12", "5A", "5B", "6", "7")
    table = builder().barricade(*nine).start()
    assert table.offers("barricade", "insurgent:fighter_10")
    table = builder().barricade(*nine, "9").start()
    assert table.refused("barricade", "insurgent:fighter_10") == "rev.barricade.supply"


@rule("rev.barricade.supply", "rev.barricade.rubble_supply")
def test_rubble_counts_towards_the_supply_and_can_be_turned_when_it_is_empty() -> None:
    table = builder("rev_42", ruleset="conflict_advanced").rubble("8", 4).rubble("9", 6).start()
    assert table.refused("barricade", "insurgent:fighter_10") == "rev.barricade.supply"
    pay(table.choose("barricade_from_rubble", "insurgent:fighter_10"), "rev_42")
    assert table.barricade("8")


@rule("rev.barricade.rubble_flip")
def test_rubble_may_be_turned_over_into_the_barricade() -> None:
    table = builder("rev_42", "rev_43", ruleset="conflict_advanced").rubble("8", 2).start()
    assert table.offers("barricade", "insurgent:fighter_10")  # the supply may be used all the same
    pay(table.choose("barricade_from_rubble", "insurgent:fighter_10"), "rev_42")
    assert table.barricade("8")
    assert table.rubble("8") == 1
    assert table.state.tokens_left() == 8
    assert not table.hidden("fighter_10")
    table = builder("rev_42", ruleset="conflict_advanced").rubble("9").start()
    assert table.refused("barricade_from_rubble", "insurgent:fighter_10") == "rev.barricade.rubble_flip"


@rule("rev.barricade.rubble_cost")
def test_turning_rubble_is_refused_without_the_ops() -> None:
    position = builder("rev_31", ruleset="conflict_advanced").rubble("8")
    table = position.regiments("8", "reg_104", "reg_106", "reg_257").start()
    assert table.refused("barricade_from_rubble", "insurgent:fighter_10") == "rev.barricade.rubble_cost"
    position = builder("rev_31", ruleset="conflict_advanced").rubble("8").regiments("8", "reg_104", "reg_106")
    pay(position.start().choose("barricade_from_rubble", "insurgent:fighter_10"), "rev_31")  # 2 ops, not 3


@rule("headline.cost_floor")
def test_a_headline_lowers_the_cost_after_the_rule_and_never_below_one() -> None:
    position = builder("rev_01", "rev_42", ruleset="conflict_advanced").headline(None, "H12").rubble("8")
    table = position.regiments("8", "reg_104", "reg_106").start()
    assert cost(table, "barricade", "insurgent:fighter_10") == 2
    assert cost(table, "barricade_from_rubble", "insurgent:fighter_10") == 1
    table = builder("rev_01", "rev_42", ruleset="conflict_advanced").headline(None, "H12").start()
    assert cost(table, "barricade", "insurgent:fighter_10") == 1


@rule("headline.cost_floor")
def test_a_headline_makes_fleeing_cheaper() -> None:
    position = turn(ruleset="conflict_advanced").headline(None, "H9").civilian("8", "civ_08").civilian("9", "civ_09")
    table = position.insurgents("9", *[f"fighter_0{n}" for n in range(1, 6)]).start()
    assert cost(table, "flee", "civilian:8") == 5
    assert cost(table, "flee", "civilian:9") == 1


@rule("barricade.stays")
def test_barricades_and_rubble_stay_over_the_clean_up() -> None:
    position = city("conflict_advanced").everybody().barricade("8").rubble("9", 2).headline(None)
    table = position.round(3).phase("cleanup").freely().start()
    assert table.state.round == 4
    assert table.barricade("8")
    assert table.rubble("9") == 2


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
    assert keys.index("disabled") < keys.index("momentum") < keys.index("answered") < keys.index("wounded")


@rule("rev.attack.roll")
def test_one_die_is_compared_with_readiness_as_it_was() -> None:
    table = attack(attacker().tracks(readiness=3).roll(3).start())
    assert table.script_left() == 0
    assert table.last("answered") == (3, 3)
    assert table.wounded("fighter_06")  # at Readiness 2, after the change, a 3 would have missed
    assert table.state.readiness == 2


@example("ex.attack.table")
@rule("rev.attack.kill", "rev.attack.wound", "rev.attack.miss")
@rule("rev.attack.readiness.hit", "rev.attack.readiness.miss", "board.track.readiness")
@pytest.mark.parametrize(
    ("readiness", "results"),
    [(1, "wound miss miss miss miss miss"), (3, "wound wound wound miss miss miss"),
     (5, "kill kill wound wound wound miss"), (7, "kill kill kill kill wound wound")],
)  # fmt: skip
def test_example_of_the_attack_table(readiness: int, results: str) -> None:
    for roll, result in enumerate(results.split(), 1):
        table = attack(attacker().tracks(readiness=readiness).roll(roll).start())
        assert (table.at("fighter_06") == "killed_arrested") == (result == "kill")
        assert table.wounded("fighter_06") == (result == "wound")
        expected = min(readiness + 1, 7) if result == "miss" else max(readiness - 1, 1)
        assert table.state.readiness == expected


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


# ====================================================================== Defy


def defiant(*hand: str, ruleset: str = "konev_advanced") -> City:
    """fighter_18 (Bystander) hidden in 9 with a Barricade and reg_104; Readiness 3."""
    position = turn(*hand, ruleset=ruleset).insurgents("9", "fighter_18").regiments("9", "reg_104").barricade("9")
    return position.tracks(readiness=3)


@example("ex.defy.momentum")
@rule("rev.defy.momentum", "rev.defy.readiness", "rev.defy.overpay", "rev.defy.cost")
@pytest.mark.parametrize(
    ("cards", "momentum"),
    [(("rev_01",), 0), (("rev_26",), 1), (("rev_34",), 2), (("rev_01", "rev_34"), 2)],
    ids=["1 op", "2 ops", "3 ops", "4 ops"],
)
def test_example_of_momentum_by_defiance(cards: tuple[str, ...], momentum: int) -> None:
    table = defiant("rev_01", "rev_26", "rev_34").start()
    pay(table.choose("defy", "insurgent:fighter_18", 1), *cards)
    assert table.state.readiness == 2
    assert table.state.momentum == momentum
    assert not table.hidden("fighter_18")


@rule("rev.defy.cost")
def test_defy_costs_one_two_or_three_ops_at_choice() -> None:
    table = defiant("rev_01", "rev_26", "rev_34").start()
    for ops in (1, 2, 3):
        assert cost(table, "defy", "insurgent:fighter_18", ops) == ops
    table = defiant("rev_01").start()
    assert table.refused("defy", "insurgent:fighter_18", 2) == "rev.defy.cost"


@rule("rev.defy.reveal")
def test_any_hidden_insurgent_of_any_district_may_defy() -> None:
    position = defiant().insurgents("8", "fighter_06!", "local_06w").insurgents("12", "fighter_01").pool("fighter_02")
    table = position.start()
    assert who_may(table, "defy") == ids("fighter_18", "local_06", "fighter_01", "fighter_20")
    for key in ("fighter_06", "fighter_02"):  # revealed, not on the map
        assert table.refused("defy", f"insurgent:{key}", 1) == "rev.defy.reveal"
    pay(table.choose("defy", "insurgent:local_06", 1), "rev_34")
    assert not table.hidden("local_06")


@rule("rev.defy.readiness")
def test_defy_lowers_readiness_even_without_momentum_and_not_below_one() -> None:
    table = defiant().insurgents("8", "fighter_06").start()
    pay(table.choose("defy", "insurgent:fighter_06", 1), "rev_34")
    assert (table.state.readiness, table.state.momentum) == (2, 0)
    table = defiant().tracks(readiness=1).start()
    pay(table.choose("defy", "insurgent:fighter_18", 1), "rev_34")
    assert table.state.readiness == 1


@rule("rev.defy.condition.icon", "rev.defy.momentum")
def test_momentum_needs_a_bystander() -> None:
    table = defiant().insurgents("9", "fighter_06", "local_10").start()
    assert table.refused("defy", "insurgent:fighter_06", 3) == "rev.defy.momentum"
    pay(table.choose("defy", "insurgent:fighter_06", 1), "rev_34")
    assert table.state.momentum == 0
    pay(table.choose("defy", "insurgent:local_10", 3), "rev_42")  # a local with the icon
    assert table.state.momentum == 2


@rule("rev.defy.condition.barricade")
def test_momentum_needs_a_barricade_or_rubble() -> None:
    bare = turn(ruleset="conflict_advanced").insurgents("9", "fighter_18").regiments("9", "reg_104").tracks(readiness=3)
    table = bare.barricade("8").start()
    assert table.refused("defy", "insurgent:fighter_18", 2) == "rev.defy.momentum"
    pay(table.choose("defy", "insurgent:fighter_18", 1), "rev_34")
    assert table.state.momentum == 0
    bare = turn(ruleset="conflict_advanced").insurgents("9", "fighter_18").regiments("9", "reg_104").tracks(readiness=3)
    table = bare.rubble("9").start()
    pay(table.choose("defy", "insurgent:fighter_18", 3), "rev_34")
    assert table.state.momentum == 2


@rule("rev.defy.condition.regiment")
def test_momentum_needs_an_active_regiment() -> None:
    table = defiant().regiments("9", "reg_104-").garrisons("9").regiments("8", "reg_106").start()
    assert table.refused("defy", "insurgent:fighter_18", 2) == "rev.defy.momentum"
    pay(table.choose("defy", "insurgent:fighter_18", 1), "rev_34")
    assert table.state.momentum == 0


# ====================================================================== Strategizing


def pair(*hand: str, ruleset: str = "konev_basic") -> City:
    """The first Revolutionary's turn: these cards against rev_40 in the partner's hand; a fighter in 3."""
    position = city(ruleset, 2).clear().insurgents("3", "fighter_20")
    return position.hand(*hand).hand("rev_40", seat=1).turn()


def act(table: Table, card: str) -> Table:
    """A Move for 1 op."""
    pay(table.choose("move", 1), card).choose("go", "insurgent:fighter_20", "district:2")
    return table


@rule("rev.strategize", "rev.strategize.receiver")
def test_a_card_goes_to_the_partner_for_nothing() -> None:
    table = act(pair("rev_02", "rev_35", "rev_37").start(), "rev_02")
    table.choose("strategize", "card:rev_35")
    assert table.hand(0) == ["rev_37"]
    assert table.hand(1) == ["rev_35", "rev_40"]
    assert table.discard(0) == ["rev_02"]
    assert table.state.ops == 0
    assert table.refused("strategize", "card:rev_37") == "rev.strategize"  # once per turn


@rule("rev.strategize")
def test_the_commander_does_not_see_the_card() -> None:
    table = act(pair("rev_02", "rev_35", "rev_37", ruleset="conflict_basic").start(), "rev_02")
    table.choose("strategize", "card:rev_35")
    assert len(table.told("gave", seat=2)) == 1
    assert not [line for line in table.match.lines(2) if "card:rev_35" in line.args]
    assert table.last("gave_who", seat=1) == ("card:rev_35",)


@rule("rev.strategize.counts")
def test_the_card_counts_among_the_three_of_the_turn() -> None:
    table = act(pair("rev_02", "rev_04", "rev_06", "rev_35", "rev_37").start(), "rev_02")
    table.choose("strategize", "card:rev_35")
    assert table.facts["cards"] == 1
    assert table.offers("move", 1)
    pay(table.choose("move", 1), "rev_04").choose("go", "insurgent:fighter_20", "district:3")
    assert table.asked == "second"  # with cards left: three are gone
    assert table.hand(0) == ["rev_06", "rev_37"]


@rule("rev.strategize.not_alone", "rev.strategize.timing")
def test_strategizing_comes_after_another_action() -> None:
    table = pair("rev_02", "rev_35").start()
    assert table.refused("strategize", "card:rev_35") == "rev.strategize.timing"
    act(table, "rev_02")
    assert table.offers("strategize", "card:rev_35")


@rule("rev.strategize.receiver")
def test_the_receiver_plays_the_card_to_the_own_pile() -> None:
    table = act(pair("rev_02", "rev_35").start(), "rev_02").choose("strategize", "card:rev_35")
    assert table.asked == "second"
    pay(table.choose("move", 3), "rev_35", seat=1)
    assert table.discard(1) == ["rev_35"]
    assert table.discard(0) == ["rev_02"]


@rule("rev.strategize")
def test_each_turn_has_its_own_strategizing() -> None:
    table = act(pair("rev_02", "rev_35").hand("rev_01", "rev_40", seat=1).start(), "rev_02")
    table.choose("strategize", "card:rev_35")
    assert table.asked == "second"
    pay(table.choose("move", 1), "rev_01", seat=1).choose("go", "insurgent:fighter_20", "district:3")
    table.choose("strategize", "card:rev_35")  # back again
    assert table.hand(0) == ["rev_35"]


@rule("rev.strategize.no_limit")
def test_the_partner_may_hold_more_than_eight_cards() -> None:
    eight = ("rev_01", "rev_03", "rev_05", "rev_07", "rev_09", "rev_11", "rev_13", "rev_15")
    table = act(pair("rev_02", "rev_35").hand(*eight, seat=1).start(), "rev_02")
    table.choose("strategize", "card:rev_35")
    assert table.prompt == "rev.order"
    assert table.hand(1) == [*eight, "rev_35"]


def test_a_lone_revolutionary_has_nobody_to_give_cards_to() -> None:
    table = act(turn("rev_02", "rev_35").start(), "rev_02")
    assert "strategize" not in table.verbs()
