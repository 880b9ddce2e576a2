"""Choices built once."""

from __future__ import annotations

from sandtable.engine.choices import grid, ids, numbered, row


def test_ids_name_the_kind() -> None:
    assert ids("zone", ["palota", "naphegy"]) == ("zone:palota", "zone:naphegy")
    assert ids("block", range(1, 3)) == ("block:1", "block:2")


def test_a_row_has_a_choice_for_every_thing() -> None:
    assert row("hit", ("unit:a", "unit:b")) == (("hit", "unit:a"), ("hit", "unit:b"))
    assert row("move", range(2)) == (("move", 0), ("move", 1))


def test_a_grid_is_looked_up_by_both_things() -> None:
    moves = grid("move", ("unit:a", "unit:b"), ("zone:x", "zone:y", "zone:z"))
    assert moves[1][2] == ("move", "unit:b", "zone:z")
    assert [len(choices) for choices in moves] == [3, 3]
    assert grid("return", ("unit:a",), ("unit:b",), "full") == ((("return", "unit:a", "unit:b", "full"),),)


def test_every_kind_is_numbered_for_itself() -> None:
    assert numbered(("unit:a", "unit:b"), ("zone:x",)) == {"unit:a": 0, "unit:b": 1, "zone:x": 0}
