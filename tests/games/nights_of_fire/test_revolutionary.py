"""The Revolutionary turn: cards, actions, and what counts as one."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.nights_of_fire import GAME
from sandtable.games.nights_of_fire.pack import RULESETS
from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city, new_game
from tests.games.nights_of_fire.paying import pay


def turn(*hand: str, ruleset: str = "konev_basic") -> City:
    """fighter_01 (Ambush) and fighter_10 (Build Barricade), both hidden, beside reg_104 in 9; a civilian in 8."""
    table = city(ruleset).clear().insurgents("9", "fighter_01", "fighter_10").regiments("9", "reg_104")
    return table.civilian("8", "civ_08").hand(*hand).turn()


def step(table: Table, fighter: str, district: str) -> Table:
    return table.choose("go", f"insurgent:{fighter}", f"district:{district}")


@rule("rev.turn.cards")
def test_one_to_three_cards_or_a_pass() -> None:
    table = turn("rev_01", "rev_02", "rev_03", "rev_04", ruleset="conflict_basic").tactics("M1").start()
    assert table.refused("end_turn") == "rev.turn.cards"
    assert table.offers("pass")
    for card, district in (("rev_01", "8"), ("rev_02", "9"), ("rev_03", "8")):
        assert table.asked == "revolutionary"
        pay(table.choose("move", 1), card)
        step(table, "fighter_01", district)
        if table.prompt == "rev.move.step":
            table.choose("done")
    assert table.asked == "commander"  # three cards are played, although a fourth is in hand
    assert table.hand() == ["rev_04"]
    assert not table.state.rev_passed


@rule("rev.turn.cards")
def test_a_turn_may_end_after_the_first_card_but_is_then_no_pass() -> None:
    table = turn("rev_01", "rev_02", ruleset="conflict_basic").tactics("M1").start()
    pay(table.choose("move", 1), "rev_01")
    step(table, "fighter_01", "8").choose("done")
    assert table.refused("pass") == "rev.turn.cards"
    table.choose("end_turn")
    assert table.asked == "commander"
    assert not table.state.rev_passed
    table = turn("rev_01", ruleset="conflict_basic").tactics("M1").start().choose("pass")
    assert table.asked == "commander"
    assert table.state.rev_passed


@rule("rev.turn.cards")
def test_one_action_takes_at_most_the_cards_that_are_left() -> None:
    # 6 ops for the civilian: 2 + 2 + 2 would do, but one card of the turn is played already.
    table = turn("rev_01", "rev_26", "rev_28", "rev_30").start()
    assert table.offers("flee", "civilian:8")
    pay(table.choose("move", 1), "rev_01")
    step(table, "fighter_01", "11").choose("done")
    assert table.refused("flee", "civilian:8") == "rev.turn.cards"


@rule("rev.turn.actions")
def test_three_actions_of_different_kinds_each_with_a_card_of_its_own() -> None:
    table = turn("rev_01", "rev_34", "rev_43", ruleset="conflict_basic").tactics("M1").start()
    pay(table.choose("move", 1), "rev_01")
    step(table, "fighter_10", "8").choose("done")
    pay(table.choose("ambush", "insurgent:fighter_01", "regiment:reg_104"), "rev_34")
    assert table.discard() == ["rev_01", "rev_34"]
    pay(table.choose("barricade", "insurgent:fighter_10"), "rev_43")
    assert table.regiment("reg_104") == "9-"
    assert table.barricade("8")
    assert table.state.side == 1


@rule("rev.turn.actions")
def test_the_same_kind_of_action_may_be_repeated() -> None:
    table = turn("rev_34", "rev_38", "rev_42").regiments("9", "reg_106").start().script(6, 6)
    pay(table.choose("attack", "insurgent:fighter_01", "regiment:reg_104"), "rev_34")
    pay(table.choose("attack", "insurgent:fighter_01", "regiment:reg_106"), "rev_38")
    assert table.regiment("reg_104") == table.regiment("reg_106") == "9-"


@rule("rev.turn.stepwise")
def test_the_next_action_is_chosen_after_the_last_one_is_resolved() -> None:
    # The attacker dies (a 1 at Readiness 4); only then the next action is named, and the cards for it.
    table = turn("rev_34", "rev_38").tracks(readiness=4).start().script(1)
    pay(table.choose("attack", "insurgent:fighter_01", "regiment:reg_104"), "rev_34")
    assert table.at("fighter_01") == "killed_arrested"
    assert table.prompt == "rev.order"
    assert table.hand() == ["rev_38"]
    assert table.all("attack") == []  # the only target is disabled by now
    assert table.offers("move", 3)


@rule("rev.turn.stepwise")
def test_an_action_may_use_what_the_one_before_has_brought_about() -> None:
    table = turn("rev_01", "rev_34").regiments("8", "reg_257").regiments("staging_south", "reg_104")
    played = table.start()
    assert played.refused("ambush", "insurgent:fighter_01", "regiment:reg_257") == "rev.ambush.target"
    pay(played.choose("move", 1), "rev_01")
    step(played, "fighter_01", "8").choose("done")
    pay(played.choose("ambush", "insurgent:fighter_01", "regiment:reg_257"), "rev_34")
    assert played.regiment("reg_257") == "8-"


@rule("rev.turn.legal_action")
def test_a_card_is_not_simply_thrown_away() -> None:
    # No fighter to move, no civilian to help, no Soviet to attack: nothing can be done.
    table = city("conflict_basic").clear().insurgents("8", "local_01").hand("rev_34", "rev_42").tactics("M1").turn()
    played = table.start()
    assert played.choices == [("pass",)]
    assert played.refused("move", 3) == "rev.move.fighters_only"
    assert played.refused("flee", "civilian:8") == "rev.turn.legal_action"
    assert played.refused("ambush", "insurgent:local_01", "regiment:reg_104") == "rev.ambush.target"


@rule("rev.turn.legal_action")
def test_a_move_moves_somebody() -> None:
    table = pay(turn("rev_01").start().choose("move", 1), "rev_01")
    assert table.prompt == "rev.move.step"
    assert table.refused("done") == "rev.turn.legal_action"


@rule("ops.pass.rev_empty")
def test_without_a_card_a_revolutionary_passes_without_being_asked() -> None:
    table = turn(ruleset="conflict_basic").tactics("M1").start()
    assert table.asked == "commander"
    assert table.state.rev_passed


@rule("ops.pass.rev_empty")
def test_the_last_card_ends_the_turn_without_a_pass() -> None:
    table = turn("rev_34", ruleset="conflict_basic").tactics("M1").start()
    pay(table.choose("ambush", "insurgent:fighter_01", "regiment:reg_104"), "rev_34")
    assert table.asked == "commander"
    assert not table.state.rev_passed


# ---------------------------------------------------------------------- what is refused


@rule("rev.turn.legal_action")
@pytest.mark.parametrize("revolutionaries", [1, 2])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_offered_is_never_refused_and_every_refusal_names_a_rule(ruleset: str, revolutionaries: int) -> None:
    luck = Random(ruleset)
    known = set(GAME.ledger.rules)
    table = new_game(ruleset=ruleset, revolutionaries=revolutionaries)
    for _ in range(150):
        if table.match.ask is None:
            break
        offer = table.match.explained()
        assert offer.options == table.choices
        assert not {choice for choice, _ in offer.refusals} & set(table.choices)
        assert {rule for _, rule in offer.refusals} <= known
        table.match.choose(luck.choice(table.choices))
