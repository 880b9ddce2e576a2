"""Texts of cards: templates filled, counted, joined."""

from __future__ import annotations

from sandtable.engine.cardtext import Writer, sentence, signed

TEMPLATES = {
    "draw": "draw a card from {1}",
    "draw.many": "draw {0} cards from {1}",
    "morale": "morale {0}",
    "then": ", then ",
}
WRITER = Writer(TEMPLATES, {"pile:red": "the red pile"})


def test_one_thing_and_several_have_templates_of_their_own() -> None:
    assert WRITER.count("draw", 1, WRITER.name("pile:red")) == "draw a card from the red pile"
    assert WRITER.count("draw", 3, WRITER.name("pile:red")) == "draw 3 cards from the red pile"


def test_parts_are_joined_by_a_template() -> None:
    parts = [WRITER.say("morale", signed(-2)), WRITER.say("morale", signed(1))]
    assert sentence(WRITER.join("then", parts)) == "Morale −2, then morale +1."


def test_a_thing_without_a_name_stands_for_itself() -> None:
    assert WRITER.name("pile:blue") == "pile:blue"
