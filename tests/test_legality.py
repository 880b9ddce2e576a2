"""The laws of legality, for every registered game and mode, at every ask of random games.

A prompt knows some verbs, and a pack has prepared the choices of every verb. Whatever a seat might try with them is
either offered or refused by a rule of the ledger; nothing is passed over in silence, and nothing is both.
"""

from __future__ import annotations

import random

import pytest

from sandtable.engine.ask import Ask
from sandtable.engine.errors import IllegalChoice
from sandtable.engine.types import Choice
from tests.legality import assert_complete, assert_several
from tests.playing import AnyGame, AnyMatch, begin, in_every_mode

ASKS = 400
"""Asks looked at in each game."""
TRIED = 4
"""Choices of an open verb tried at every ask that knows one: so many of the things that are named there, and of any."""
MOST = 5
"""Things that a choice of an open verb names in these trials."""


@in_every_mode
def test_an_explained_offer_has_the_options_of_a_plain_one(game: AnyGame, mode: str) -> None:
    match, rng = begin(game, mode, 1), random.Random(1)
    for _ in range(ASKS):
        if match.ask is None:
            return
        assert match.explained().options == match.choices
        assert match.facts() == match.explained().facts
        match.choose(rng.choice(match.choices))


@in_every_mode
def test_every_prepared_choice_is_offered_or_refused_by_a_rule(game: AnyGame, mode: str) -> None:
    match, rng = begin(game, mode, 2), random.Random(2)
    for _ in range(ASKS):
        if match.ask is None:
            return
        assert_complete(match)
        assert_several(match, rng)
        match.choose(rng.choice(match.choices))


@in_every_mode
def test_a_choice_of_an_open_verb_is_accepted_or_refused_by_a_rule(game: AnyGame, mode: str) -> None:
    """Of a verb with too many choices to list them, any choice that is well formed gets an answer."""
    match, rng = begin(game, mode, 3), random.Random(3)
    for _ in range(ASKS):
        if match.ask is None:
            return
        for choice in tried(match, match.ask, rng):
            rule = match.refusal(choice)
            twin = match.fork()
            if rule is None:
                twin.choose(choice)
                assert game.invariants(twin.state) == []
            else:
                assert rule in game.ledger.rules
                assert choice not in match.choices
                assert (choice, rule) in match.why_not(choice)
                with pytest.raises(IllegalChoice) as error:
                    twin.choose(choice)
                assert error.value.rule == rule
        match.choose(rng.choice(match.choices))


def tried(match: AnyMatch, ask: Ask[object], rng: random.Random) -> list[Choice]:
    """All choices of open verbs that are offered, and some others: of the things named there, and of any."""
    choices = match.game.choices
    offered = [choice for choice in match.choices if choices.unlisted(choice)]
    found = list(offered)
    for verb in ask.legality.verbs:
        named = sorted({thing for choice in offered if choice[0] == verb for thing in choice[1:]}, key=str)
        for things in (named, choices.things(verb)):
            if things:
                counts = [rng.randint(1, min(MOST, len(things))) for _ in range(TRIED)]
                found += [(verb, *rng.sample(things, count)) for count in counts]
    return found
