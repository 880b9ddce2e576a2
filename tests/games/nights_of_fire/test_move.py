"""Move: groups of fighters over any border."""

from __future__ import annotations

from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city
from tests.games.nights_of_fire.paying import pay


def moving(ops: int, position: City) -> Table:
    """A Move of so many ops has been paid for."""
    card = {1: "rev_01", 2: "rev_26", 3: "rev_34"}[ops]
    return pay(position.hand(card).turn().start().choose("move", ops), card)


def crowd() -> City:
    """fighter_01 to _03 and a local in 9, nobody else."""
    return city().clear().insurgents("9", "fighter_01", "fighter_02", "fighter_03", "local_01")


def go(table: Table, fighter: str, district: str, *others: str) -> Table:
    """A group goes."""
    table.choose("go", f"insurgent:{fighter}", f"district:{district}")
    for other in others:
        table.choose("join", f"insurgent:{other}")
    return table


def ways(table: Table, fighter: str) -> set[str]:
    ours = [choice for choice in table.all("go") if choice[1] == f"insurgent:{fighter}"]
    return {str(choice[2]).removeprefix("district:") for choice in ours}


@rule("rev.move.borders")
def test_fighters_cross_every_kind_of_border() -> None:
    table = moving(3, city().clear().insurgents("5B", "fighter_01"))
    assert ways(table, "fighter_01") == {"1", "2", "5A", "6", "13"}
    go(table, "fighter_01", "5A")  # from North to South Pest
    go(table, "fighter_01", "1")  # over the Danube
    go(table, "fighter_01", "12")  # inside Buda
    assert table.at("fighter_01") == "12"


@rule("rev.move.cost")
def test_each_op_moves_one_group() -> None:
    table = moving(2, crowd())
    assert table.facts["ops"] == 2
    go(table, "fighter_01", "8")
    assert table.facts["ops"] == 1
    go(table, "fighter_02", "11")
    assert table.facts["ops"] == 0
    assert table.refused("go", "insurgent:fighter_03", "district:8") == "rev.move.cost"
    table.choose("done")
    assert [table.at(f"fighter_0{n}") for n in (1, 2, 3)] == ["8", "11", "9"]


@rule("rev.move.cost")
def test_ops_need_not_all_be_used() -> None:
    table = go(moving(3, crowd()), "fighter_01", "8").choose("done")
    assert table.at("fighter_01") == "8"
    assert table.state.ops == 0


@rule("rev.move.group")
def test_a_group_starts_and_ends_together() -> None:
    table = moving(1, crowd().insurgents("8", "fighter_04"))
    assert table.refused("join", "insurgent:fighter_02") == "rev.move.group"  # nobody has gone yet
    go(table, "fighter_01", "11", "fighter_02", "fighter_03")  # three for one op
    assert [table.at(f"fighter_0{n}") for n in (1, 2, 3)] == ["11", "11", "11"]
    table = go(moving(1, crowd().insurgents("8", "fighter_04")), "fighter_01", "11")
    assert table.refused("join", "insurgent:fighter_04") == "rev.move.group"  # it did not start there
    assert table.refused("go", "insurgent:fighter_02", "district:11") == "rev.move.group"  # joining is free


@rule("rev.move.many")
def test_ops_go_to_one_group_or_to_several_that_join_and_split() -> None:
    table = moving(3, crowd())
    go(table, "fighter_01", "8", "fighter_02")
    go(table, "fighter_01", "7")  # split
    go(table, "fighter_03", "8")  # joined with fighter_02
    assert [table.at(f"fighter_0{n}") for n in (1, 2, 3)] == ["7", "8", "8"]
    table = moving(3, crowd())
    for district in ("8", "14", "13"):  # a longer way
        go(table, "fighter_01", district)
    assert table.at("fighter_01") == "13"


@rule("rev.move.group", "rev.turn.legal_action")
def test_a_second_move_starts_afresh() -> None:
    position = crowd().hand("rev_01", "rev_04").turn()
    table = go(pay(position.start().choose("move", 1), "rev_01"), "fighter_01", "8").choose("done")
    pay(table.choose("move", 1), "rev_04")
    assert table.refused("done") == "rev.turn.legal_action"
    assert table.refused("join", "insurgent:fighter_02") == "rev.move.group"
    assert "8" in ways(table, "fighter_02")


@rule("rev.move.fighters_only")
def test_locals_and_civilians_are_never_moved() -> None:
    table = moving(1, crowd().civilian("9", "civ_08"))
    assert table.refused("go", "insurgent:local_01", "district:8") == "rev.move.fighters_only"
    go(table, "fighter_01", "8")
    assert table.refused("join", "insurgent:local_01") == "rev.move.fighters_only"
    table.choose("done")
    assert table.at("local_01") == "9"
    assert table.civilian("9") == "home"


@rule("rev.move.fighters_only")
def test_a_move_needs_a_fighter_on_the_map() -> None:
    table = city().clear().insurgents("9", "local_01").pool("fighter_01").civilian("9", "civ_08")
    played = table.hand("rev_34", "rev_38").turn().start()
    assert played.refused("move", 3) == "rev.move.fighters_only"


@rule("rev.move.state")
def test_hidden_and_revealed_wounded_and_healthy_fighters_move_as_they_are() -> None:
    table = moving(1, city().clear().insurgents("9", "fighter_01!w", "fighter_02w", "fighter_03!", "fighter_04"))
    go(table, "fighter_01", "8", "fighter_02", "fighter_03", "fighter_04")
    assert {table.at(f"fighter_0{n}") for n in (1, 2, 3, 4)} == {"8"}
    assert [table.hidden(f"fighter_0{n}") for n in (1, 2, 3, 4)] == [False, True, False, True]
    assert [table.wounded(f"fighter_0{n}") for n in (1, 2, 3, 4)] == [True, True, False, False]


@rule("rev.move.state", "unit.hidden.track_moves")
def test_the_commander_sees_which_block_moves_but_not_who_it_is() -> None:
    position = city("conflict_basic").clear().insurgents("9", "fighter_01", "local_01").hand("rev_01").turn()
    table = pay(position.start().choose("move", 1), "rev_01")
    go(table, "fighter_01", "8")
    assert table.last("moved", seat=1) == ("block:11", "district:9", "district:8")
    assert table.told("block_who", seat=1) == []
    assert table.last("block_who", seat=0) == ("block:11", "insurgent:fighter_01")


@rule("rev.move.soviets")
def test_soviets_and_barricades_do_not_hinder_fighters() -> None:
    position = crowd().regiments("9", "reg_104").regiments("8", "reg_106", "reg_257").garrisons("8", "9").barricade("8")
    table = go(moving(2, position), "fighter_01", "8")
    go(table, "fighter_01", "7")
    assert table.at("fighter_01") == "7"


@rule("rev.move.soviets")
def test_rubble_does_not_hinder_fighters() -> None:
    position = city("conflict_advanced").clear().insurgents("9", "fighter_01").rubble("8", 3).rubble("9")
    table = pay(position.hand("rev_01").turn().start().choose("move", 1), "rev_01")
    assert go(table, "fighter_01", "8").at("fighter_01") == "8"


@rule("info.no_silence")
def test_blocks_left_behind_are_asked_about_even_if_no_fighter_is_among_them() -> None:
    position = city("conflict_basic").clear().insurgents("9", "fighter_01", "local_01").hand("rev_01").turn()
    table = go(pay(position.start().choose("move", 1), "rev_01"), "fighter_01", "8")
    assert (table.prompt, table.choices) == ("rev.move.step", [("done",)])
