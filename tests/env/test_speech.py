"""Choices said word by word."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.types import Choice
from sandtable.env.speech import END, Speech, word_at
from tests.env.tables import random_matches
from tests.playing import WITH_TOY, AnyGame

GO: list[Choice] = [("move", "saxon", "hill"), ("move", "saxon", "camp"), ("move", "charles", "hill"), ("end",)]


def test_each_word_leaves_the_choices_that_continue_with_it() -> None:
    speech = Speech(GO)
    assert speech.next() == ["move", "end"]
    assert speech.say("move") is None
    assert speech.next() == ["saxon", "charles"]
    assert speech.say("saxon") is None
    assert (speech.said, speech.next()) == (("move", "saxon"), ["hill", "camp"])
    assert speech.say("camp") == ("move", "saxon", "camp")


def test_a_choice_is_made_as_soon_as_it_can_be_no_other() -> None:
    speech = Speech(GO)
    speech.say("move")
    assert speech.say("charles") == ("move", "charles", "hill")


def test_what_all_choices_have_in_common_goes_without_saying() -> None:
    speech = Speech([("return", "charles", "saxon", "full"), ("return", "charles", "saxon", "wounded")])
    assert (speech.said, speech.next()) == (("return", "charles", "saxon"), ["full", "wounded"])


def test_the_end_is_said_where_other_choices_continue() -> None:
    speech = Speech([("pay", "a"), ("pay", "a", "b"), ("pay", "c")])
    assert speech.say("a") is None
    assert speech.next() == [END, "b"]
    assert speech.say(END) == ("pay", "a")


def test_an_only_choice_must_still_be_said() -> None:
    speech = Speech([("pass",)])
    assert (speech.said, speech.next()) == ((), ["pass"])
    assert speech.say("pass") == ("pass",)


def test_numbers_are_words() -> None:
    speech = Speech([("wager", 0), ("wager", 1)])
    assert speech.say(1) == ("wager", 1)


@pytest.mark.parametrize("game", WITH_TOY, ids=[game.slug for game in WITH_TOY])
def test_every_choice_can_be_said_and_no_other_comes_out(game: AnyGame) -> None:
    for match, rng in random_matches(game, range(2)):
        for choice in rng.sample(match.choices, min(3, len(match.choices))):
            assert spoken(match.choices, choice) == choice


def spoken(choices: list[Choice], choice: Choice) -> Choice:
    """What comes out when the words of a choice are said."""
    speech = Speech(random.sample(choices, len(choices)))
    while True:
        made = speech.say(word_at(choice, len(speech.said)))
        if made is not None:
            return made
