"""What Revolutionaries do: help civilians flee, build Barricades, defy, strategize."""

from __future__ import annotations

import pytest

from sandtable.engine.scene import Piece
from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city
from tests.games.nights_of_fire.paying import ids, pay, turn, who_may


def cost(table: Table, *order: str | int) -> int:
    """What an order costs, as asked when it is paid; the order is taken back."""
    table.choose(*order)
    assert table.prompt == "pay"
    asked = table.facts["cost"]
    table.match.undo()
    assert isinstance(asked, int)
    return asked


# ====================================================================== Help Civilians Flee


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
    assert table.state.payment is None  # the order is carried out
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


# ====================================================================== Defy


def defiant(*hand: str, ruleset: str = "konev_advanced") -> City:
    """fighter_18 (Bystander) hidden in 9 with a Barricade and reg_104; Readiness 3."""
    position = turn(*hand, ruleset=ruleset).insurgents("9", "fighter_18").regiments("9", "reg_104").barricade("9")
    return position.tracks(readiness=3)


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
    assert table.refused("defy", "insurgent:fighter_06", 3) == "rev.defy.condition.icon"
    pay(table.choose("defy", "insurgent:fighter_06", 1), "rev_34")
    assert table.state.momentum == 0
    pay(table.choose("defy", "insurgent:local_10", 3), "rev_42")  # a local with the icon
    assert table.state.momentum == 2


@rule("rev.defy.condition.barricade")
def test_momentum_needs_a_barricade_or_rubble() -> None:
    bare = turn(ruleset="conflict_advanced").insurgents("9", "fighter_18").regiments("9", "reg_104").tracks(readiness=3)
    table = bare.barricade("8").start()
    assert table.refused("defy", "insurgent:fighter_18", 2) == "rev.defy.condition.barricade"
    pay(table.choose("defy", "insurgent:fighter_18", 1), "rev_34")
    assert table.state.momentum == 0
    bare = turn(ruleset="conflict_advanced").insurgents("9", "fighter_18").regiments("9", "reg_104").tracks(readiness=3)
    table = bare.rubble("9").start()
    pay(table.choose("defy", "insurgent:fighter_18", 3), "rev_34")
    assert table.state.momentum == 2


@rule("rev.defy.condition.regiment")
def test_momentum_needs_an_active_regiment() -> None:
    table = defiant().regiments("9", "reg_104-").garrisons("9").regiments("8", "reg_106").start()
    assert table.refused("defy", "insurgent:fighter_18", 2) == "rev.defy.condition.regiment"
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
