"""Choices built once."""

from __future__ import annotations

import pytest

from sandtable.engine.choices import PreparedChoices, grid, ids, numbered, row


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


def prepared() -> PreparedChoices:
    """Two units, two zones, three cards."""
    choices = PreparedChoices()
    choices.singles(("end",))
    choices.row("hit", ("unit:a", "unit:b"))
    choices.grid("move", ("unit:a", "unit:b"), ("zone:x", "zone:y"))
    choices.grids("return", ("unit:a",), ("unit:a", "unit:b"), ("full", "wounded"))
    choices.open("pay", ("card:1", "card:2", "card:3"))
    return choices


def test_prepared_choices_are_listed_by_verb_with_the_numbers_of_what_they_name() -> None:
    choices = prepared()
    assert choices.verbs == {"end", "hit", "move", "return", "pay"}
    assert choices.of("end") == [(("end",), ())]
    assert choices.of("hit") == [(("hit", "unit:a"), (0,)), (("hit", "unit:b"), (1,))]
    assert choices.of("move")[2] == (("move", "unit:b", "zone:x"), (1, 0))
    assert choices.of("return")[3] == (("return", "unit:a", "unit:b", "wounded"), (0, 1, 1))
    assert choices.of("pay") == [] and choices.of("fly") == []
    assert choices.things("pay") == ["card:1", "card:2", "card:3"] and choices.things("hit") == []


def test_the_tables_are_those_of_plain_rows_and_grids() -> None:
    choices = PreparedChoices()
    assert choices.row("hit", ("unit:a",)) == row("hit", ("unit:a",))
    assert choices.grid("move", ("unit:a",), ("zone:x",)) == grid("move", ("unit:a",), ("zone:x",))
    assert choices.grids("return", ("unit:a",), ("unit:b",), ("full", "wounded")) == [
        grid("return", ("unit:a",), ("unit:b",), "full"),
        grid("return", ("unit:a",), ("unit:b",), "wounded"),
    ]


def test_a_choice_that_the_game_does_not_have_has_no_numbers() -> None:
    choices = prepared()
    assert choices.numbers(("move", "unit:b", "zone:y")) == (1, 1)
    assert choices.numbers(("end",)) == ()
    for wrong in ((), ("fly",), ("move",), ("move", "unit:b"), ("move", "zone:x", "unit:a"), ("end", "unit:a")):
        assert choices.numbers(wrong) is None


def test_an_open_verb_names_different_things_of_its_kind_in_any_number_and_order() -> None:
    choices = prepared()
    assert choices.numbers(("pay", "card:3", "card:1")) == (2, 0)
    assert choices.unlisted(("pay", "card:2")) and not choices.unlisted(("hit", "unit:a"))
    for wrong in (("pay",), ("pay", "card:1", "card:1"), ("pay", "card:4"), ("pay", "card:1", "unit:a"), ("fly",)):
        assert choices.numbers(wrong) is None and not choices.unlisted(wrong)


def test_no_choice_is_prepared_twice() -> None:
    choices = prepared()
    with pytest.raises(ValueError, match="prepared twice"):
        choices.row("hit", ("unit:b",))
