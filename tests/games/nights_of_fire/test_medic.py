"""Medic: hidden Medics show themselves, then heal and hide others."""

from __future__ import annotations

from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city
from tests.games.nights_of_fire.paying import pay

HAND = ("rev_01", "rev_26", "rev_34", "rev_38")


def turn(ruleset: str = "conflict_advanced") -> City:
    """A Revolutionary's turn; with a commander at the table every step is asked for."""
    return city(ruleset).clear().hand(*HAND).freely().turn()


def treating(ops: int, position: City) -> Table:
    """A Medic action of so many ops has been paid for."""
    card = {1: "rev_01", 2: "rev_26", 3: "rev_34"}[ops]
    return pay(position.start().choose("medic", ops), card)


def show(table: Table, *medics: str) -> Table:
    for key in medics:
        table.choose("reveal_medic", f"insurgent:{key}")
    return table


def heal(table: Table, key: str) -> Table:
    return table.choose("heal", f"insurgent:{key}")


def hide(table: Table, key: str) -> Table:
    return table.choose("hide", f"insurgent:{key}")


def ids(*insurgents: str) -> set[str]:
    return {f"insurgent:{key}" for key in insurgents}


def who(table: Table, verb: str) -> set[str]:
    return {str(choice[1]) for choice in table.all(verb)}


@rule("rev.medic.reveal")
def test_hidden_insurgents_with_the_icon_are_revealed_in_one_or_several_districts() -> None:
    position = (
        turn().insurgents("8", "fighter_14", "fighter_01w", "fighter_06").insurgents("9", "local_04", "local_01!")
    )
    table = treating(2, position.insurgents("1", "local_05!", "fighter_02w"))
    assert who(table, "reveal_medic") == ids("fighter_14", "local_04")
    for key in ("fighter_06", "local_05"):  # without the icon; revealed already
        assert table.refused("reveal_medic", f"insurgent:{key}") == "rev.medic.reveal"
    show(table, "fighter_14", "local_04")
    assert not table.hidden("fighter_14") and not table.hidden("local_04")
    assert who(table, "heal") == ids("fighter_01")
    assert who(table, "hide") == ids("local_01")


@rule("rev.medic.reveal_first")
def test_all_medics_are_revealed_before_the_first_treatment() -> None:
    position = (
        turn().insurgents("8", "fighter_14", "fighter_01w").insurgents("9", "local_04", "fighter_02w", "local_01!")
    )
    table = show(treating(3, position), "fighter_14")
    assert table.offers("reveal_medic", "insurgent:local_04")
    heal(table, "fighter_01")
    assert table.prompt == "rev.order"  # nobody else is in the district of the one revealed
    assert table.hidden("local_04")


@rule("rev.medic.reveal_first")
def test_a_medic_cannot_follow_a_treatment() -> None:
    position = (
        turn().insurgents("8", "fighter_14", "fighter_01w", "fighter_03!").insurgents("9", "local_04", "local_01!")
    )
    table = heal(show(treating(3, position), "fighter_14"), "fighter_01")
    assert table.prompt == "medic.treat"
    assert table.refused("reveal_medic", "insurgent:local_04") == "rev.medic.reveal_first"


@rule("rev.medic.heal")
def test_an_op_removes_a_wound_in_the_medics_district() -> None:
    position = turn().insurgents("8", "fighter_14", "fighter_01w", "fighter_02!w").insurgents("9", "fighter_03w")
    table = show(treating(2, position), "fighter_14")
    assert who(table, "heal") == ids("fighter_01", "fighter_02")
    assert table.refused("heal", "insurgent:fighter_03") == "rev.medic.heal"  # in another district
    heal(table, "fighter_01")
    assert table.facts["ops"] == 1
    heal(table, "fighter_02")
    assert not table.wounded("fighter_01") and not table.wounded("fighter_02")
    assert table.wounded("fighter_03")
    assert table.hidden("fighter_01") and not table.hidden("fighter_02")


@rule("rev.medic.hide")
def test_an_op_hides_an_insurgent_in_the_medics_district() -> None:
    position = turn().insurgents("8", "fighter_14", "fighter_01!", "fighter_02").insurgents("9", "fighter_03!")
    table = treating(1, position)
    show(table, "fighter_14")
    assert who(table, "hide") == ids("fighter_01")
    assert table.refused("hide", "insurgent:fighter_03") == "rev.medic.hide"  # in another district
    assert table.refused("hide", "insurgent:fighter_02") == "rev.medic.hide"  # hidden already
    hide(table, "fighter_01")
    assert table.hidden("fighter_01")
    assert not table.hidden("fighter_03")


@rule("rev.medic.hide", "unit.hide.mix")
def test_who_is_hidden_is_mixed_with_the_hidden_of_the_district() -> None:
    # Healthy and hidden in 8 are then fighter_01 (block 11) and fighter_02 (block 12); the shuffle swaps them.
    position = turn().insurgents("8", "fighter_14", "fighter_01!", "fighter_02", "fighter_03w")
    position.roll(["insurgent:fighter_02", "insurgent:fighter_01"])
    table = hide(show(treating(1, position), "fighter_14"), "fighter_01")
    assert table.block("fighter_02") == "block:11"
    assert table.block("fighter_01") == "block:12"
    assert table.block("fighter_03") == "block:13"  # wounded: not among them
    assert {"fighter_01", "fighter_02"} <= table.suspects("fighter_01") & table.suspects("fighter_02")


@rule("rev.medic.not_self")
def test_a_medic_neither_heals_nor_hides_itself() -> None:
    table = show(treating(1, turn().insurgents("8", "fighter_14w", "fighter_01w")), "fighter_14")
    assert table.refused("heal", "insurgent:fighter_14") == "rev.medic.not_self"
    assert table.refused("hide", "insurgent:fighter_14") == "rev.medic.not_self"
    heal(table, "fighter_01")
    assert table.wounded("fighter_14") and not table.hidden("fighter_14")
    assert table.prompt == "rev.order"


@rule("rev.medic.not_self", "rev.medic.at_least_one")
def test_a_lonely_wounded_medic_is_no_reason_for_the_action() -> None:
    table = turn().insurgents("8", "fighter_14w").insurgents("9", "fighter_01w").start()
    assert table.refused("medic", 1) == "rev.medic.at_least_one"


@rule("rev.medic.hidden_again")
def test_a_medic_hidden_again_and_mixed_still_treats() -> None:
    position = turn().insurgents("8", "fighter_14", "fighter_15", "fighter_01")
    position.roll(["insurgent:fighter_01", "insurgent:fighter_14"])  # fighter_14 ends up on block 24
    table = hide(show(treating(2, position), "fighter_14", "fighter_15"), "fighter_14")
    assert table.block("fighter_14") == "block:24"
    table.script(["insurgent:fighter_15"])
    hide(table, "fighter_15")  # by fighter_14, wherever it is
    assert table.hidden("fighter_15")


@rule("rev.medic.each_other")
def test_medics_of_different_districts_do_not_help_each_other() -> None:
    position = turn().insurgents("8", "fighter_14w", "fighter_01!").insurgents("9", "fighter_15w", "fighter_02!")
    table = show(treating(2, position), "fighter_14", "fighter_15")
    assert who(table, "heal") == set()
    assert who(table, "hide") == ids("fighter_01", "fighter_02")
    assert table.refused("heal", "insurgent:fighter_14") == "rev.medic.not_self"


@rule("rev.medic.many")
def test_one_medic_does_as_much_as_the_ops_allow() -> None:
    position = turn().insurgents("8", "fighter_14", "fighter_01w", "fighter_02w", "fighter_03!")
    table = show(treating(3, position), "fighter_14")
    hide(heal(heal(table, "fighter_01"), "fighter_02"), "fighter_03")
    assert not table.wounded("fighter_01") and not table.wounded("fighter_02") and table.hidden("fighter_03")
    table = show(treating(1, turn().insurgents("8", "fighter_14", "fighter_01w", "fighter_02w")), "fighter_14")
    heal(table, "fighter_01")
    assert table.prompt == "rev.order"  # the op is used up
    assert table.wounded("fighter_02")


@rule("rev.medic.at_least_one")
def test_at_least_one_insurgent_is_treated() -> None:
    table = turn().insurgents("8", "fighter_14", "fighter_01").start()
    assert table.refused("medic", 1) == "rev.medic.at_least_one"  # nobody is wounded or revealed
    position = turn().insurgents("8", "fighter_14", "fighter_01w", "fighter_02w").insurgents("9", "local_04")
    table = treating(2, position)
    assert table.refused("reveal_medic", "insurgent:local_04") == "rev.medic.at_least_one"  # it is alone
    show(table, "fighter_14")
    assert table.refused("done") == "rev.medic.at_least_one"
    heal(table, "fighter_01").choose("done")
    assert table.prompt == "rev.order"
    assert table.wounded("fighter_02")


@rule("rev.medic.same_insurgent")
def test_the_same_insurgent_may_be_healed_and_hidden() -> None:
    table = show(treating(2, turn().insurgents("8", "fighter_14", "fighter_01!w")), "fighter_14")
    hide(heal(table, "fighter_01"), "fighter_01")
    assert table.hidden("fighter_01") and not table.wounded("fighter_01")
    table = show(treating(2, turn().insurgents("8", "fighter_14", "fighter_01!w")), "fighter_14")
    heal(hide(table, "fighter_01"), "fighter_01")  # in either order
    assert table.hidden("fighter_01") and not table.wounded("fighter_01")
    assert table.state.ops == 0


@rule("rev.medic.no_icon")
def test_any_card_pays_for_a_medic_action() -> None:
    for card in ("rev_34", "rev_38", "rev_42", "rev_44"):
        table = turn().insurgents("8", "fighter_14", "fighter_01w").hand(card).start().choose("medic", 1)
        assert table.choices == [("pay", f"card:{card}")]


def test_the_basic_versions_have_no_medics() -> None:
    table = turn("konev_basic").insurgents("8", "fighter_14", "fighter_01w", "fighter_02!").start()
    assert "medic" not in table.verbs()


@rule("rev.medic.reveal_first", "rev.medic.heal")
def test_a_second_action_starts_with_medics_of_its_own() -> None:
    position = turn().insurgents("8", "fighter_14", "fighter_01w", "fighter_02w", "fighter_03w")
    table = show(treating(2, position.insurgents("9", "fighter_15", "fighter_04w")), "fighter_14")
    heal(table, "fighter_01").choose("done")
    assert table.state.ops == 0  # the op that was not used is lost
    pay(table.choose("medic", 1), "rev_01")
    assert (table.prompt, table.facts["ops"]) == ("medic.reveal", 1)
    assert table.refused("reveal_medic", "insurgent:fighter_14") == "rev.medic.reveal"  # not hidden any more
    show(table, "fighter_15")
    assert who(table, "heal") == ids("fighter_04")
    assert table.refused("done") == "rev.medic.at_least_one"


@rule("rev.medic.heal")
def test_every_treatment_costs_an_op() -> None:
    table = turn().insurgents("8", "fighter_14", "fighter_01w", "fighter_02w").hand("rev_01").start()
    assert table.offers("medic", 1)
    assert table.refused("medic", 2) == "rev.medic.heal"
    assert table.refused("medic", 3) == "rev.cards.overpay"
