"""Choices said word by word."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations

from sandtable.engine.ask import Several
from sandtable.engine.types import Choice
from sandtable.env.partial_choice import END, PartialChoice, word_at
from tests.env.environments import every_learned_game, random_matches
from tests.playing import AnyGame

GO: list[Choice] = [("move", "saxon", "hill"), ("move", "saxon", "camp"), ("move", "charles", "hill"), ("end",)]


def test_each_word_leaves_the_choices_that_continue_with_it() -> None:
    partial = PartialChoice(GO)
    assert partial.next_words() == ["move", "end"]
    assert partial.add("move") is None
    assert partial.next_words() == ["saxon", "charles"]
    assert partial.add("saxon") is None
    assert (partial.said, partial.next_words()) == (("move", "saxon"), ["hill", "camp"])
    assert partial.add("camp") == ("move", "saxon", "camp")


def test_a_choice_is_made_as_soon_as_it_can_be_no_other() -> None:
    partial = PartialChoice(GO)
    partial.add("move")
    assert partial.add("charles") == ("move", "charles", "hill")


def test_what_all_choices_have_in_common_goes_without_saying() -> None:
    partial = PartialChoice([("return", "charles", "saxon", "full"), ("return", "charles", "saxon", "wounded")])
    assert (partial.said, partial.next_words()) == (("return", "charles", "saxon"), ["full", "wounded"])


def test_the_end_is_said_where_other_choices_continue() -> None:
    partial = PartialChoice([("pay", "a"), ("pay", "a", "b"), ("pay", "c")])
    assert partial.add("a") is None
    assert partial.next_words() == [END, "b"]
    assert partial.add(END) == ("pay", "a")


def test_an_only_choice_must_still_be_said() -> None:
    partial = PartialChoice([("pass",)])
    assert (partial.said, partial.next_words()) == ((), ["pass"])
    assert partial.add("pass") == ("pass",)


def test_numbers_are_words() -> None:
    partial = PartialChoice([("wager", 0), ("wager", 1)])
    assert partial.add(1) == ("wager", 1)


@every_learned_game
def test_every_choice_can_be_said_and_no_other_comes_out(game: AnyGame) -> None:
    for match, rng in random_matches(game, range(2)):
        for choice in rng.sample(match.choices, min(3, len(match.choices))):
            assert spoken(match.choices, choice) == choice


def spoken(choices: list[Choice], choice: Choice) -> Choice:
    """What comes out when the words of a choice are said."""
    partial = PartialChoice(random.sample(choices, len(choices)))
    while True:
        made = partial.add(word_at(choice, len(partial.said)))
        if made is not None:
            return made


# ---------------------------------------------------------------------- several things together

HAND = ("a", "b", "c", "d")


def sayable(several: Several, listed: list[Choice]) -> list[Choice]:
    """Every choice that can be said, as often as there are ways to say it."""

    def on(said: tuple[str | int, ...]) -> Iterator[Choice]:
        for word in begun(said).next_words():
            partial = begun(said)
            choice = partial.add(word)
            if choice is not None:
                yield choice
            else:
                yield from on((*said, word))

    def begun(said: tuple[str | int, ...]) -> PartialChoice:
        partial = PartialChoice(listed, several)
        for word in said:
            partial.add(word)
        return partial

    return list(on(()))


def test_every_selection_of_several_things_can_be_said_in_one_way() -> None:
    said = sayable(Several("discard", HAND, 2, 3), [("discard", "a", "b"), ("keep",)])
    wanted = [("discard", *cards) for count in (2, 3) for cards in combinations(HAND, count)]
    assert sorted(said) == sorted([*wanted, ("keep",)])


def test_where_order_matters_every_order_can_be_said() -> None:
    said = sayable(Several("stack", HAND, 2, 2, ordered=True), [("stack", "a", "b"), ("stack", "b", "a")])
    assert sorted(said) == sorted(("stack", *cards) for cards in permutations(HAND, 2))


def test_selections_that_a_rule_may_refuse_are_said_as_they_are_listed() -> None:
    listed: list[Choice] = [("pay", "a", "b"), ("pay", "c", "d")]
    assert sayable(Several("pay", HAND, 1, 4, checked=True), listed) == listed
