"""The laws of legality, for every registered game and mode, at every ask of random games.

A prompt knows some verbs, and a pack has prepared the choices of every verb. Whatever a seat might try with them is
either offered or refused by a rule of the ledger; nothing is passed over in silence, and nothing is both.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sandtable.engine.ask import Ask
from sandtable.engine.errors import IllegalChoice
from tests.playing import MODE_NAMES, MODES, AnyGame, AnyMatch, begin

every_mode = pytest.mark.parametrize(("game", "mode"), MODES, ids=MODE_NAMES)
ASKS = 400
"""Asks looked at in each game."""
TRIED = 4
"""Choices of open verbs tried at every ask that knows one."""


@every_mode
def test_an_explained_offer_has_the_options_of_a_plain_one(game: AnyGame, mode: str) -> None:
    match, rng = begin(game, mode, 1), random.Random(1)
    for _ in range(ASKS):
        if match.ask is None:
            return
        assert match.explained().options == match.choices
        assert match.facts() == match.explained().facts
        match.choose(rng.choice(match.choices))


@every_mode
def test_every_prepared_choice_is_offered_or_refused_by_a_rule(game: AnyGame, mode: str) -> None:
    match, rng = begin(game, mode, 2), random.Random(2)
    for _ in range(ASKS):
        if match.ask is None:
            return
        assert_complete(match)
        match.choose(rng.choice(match.choices))


def assert_complete(match: AnyMatch) -> None:
    """Every prepared choice of every verb that the prompt knows is offered or refused, not both, and only once."""
    ask, choices = match.ask, match.game.choices
    assert ask is not None
    verbs = set(ask.legality.verbs)
    assert verbs <= choices.verbs, f"{ask.prompt}: the pack has prepared nothing for {verbs - choices.verbs}"
    prepared = [choice for verb in ask.legality.verbs for choice, _ in choices.of(verb)]
    listed = [choice for choice in match.choices if not choices.unlisted(choice)]
    refused = match.explained().refusals
    assert set(listed) <= set(prepared), f"{ask.prompt} offers what it does not know: {set(listed) - set(prepared)}"
    told = Counter([*listed, *(choice for choice, _ in refused)])
    assert told == Counter(prepared), f"{ask.prompt}: {difference(told, Counter(prepared))}"
    for choice, rule in refused:
        assert rule in match.game.ledger.rules, (
            f"{ask.prompt}: {choice} is refused by {rule}, which is not in the ledger"
        )


def difference(told: Counter[tuple[str | int, ...]], prepared: Counter[tuple[str | int, ...]]) -> str:
    return f"neither offered nor refused: {list(prepared - told)[:5]}; more than once: {list(told - prepared)[:5]}"


@every_mode
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
            else:
                assert rule in game.ledger.rules
                assert choice not in match.choices
                assert (choice, rule) in match.why_not(choice)
                with pytest.raises(IllegalChoice) as error:
                    twin.choose(choice)
                assert error.value.rule == rule
        match.choose(rng.choice(match.choices))


def tried(match: AnyMatch, ask: Ask[object], rng: random.Random) -> list[tuple[str | int, ...]]:
    """All choices of open verbs that are offered, and some others."""
    choices = match.game.choices
    found = [choice for choice in match.choices if choices.unlisted(choice)]
    for verb in ask.legality.verbs:
        things = choices.things(verb)
        if things:
            found += [(verb, *rng.sample(things, rng.randint(1, 4))) for _ in range(TRIED)]
    return found
