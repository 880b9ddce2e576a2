"""The law that what a seat might try is offered or refused by a rule, at one ask."""

from __future__ import annotations

import random
from collections import Counter
from typing import TypeVar

from sandtable.engine.match import Match
from sandtable.engine.state import State
from sandtable.engine.types import Choice

S = TypeVar("S", bound=State)


def assert_complete(match: Match[S]) -> None:
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


def assert_several(match: Match[S], rng: random.Random) -> None:
    """What may be chosen together is accepted in any selection, unless a rule may refuse some; few are listed."""
    several = match.several()
    if several is None or match.ask is None:
        return
    assert several.verb in match.ask.legality.verbs
    assert 1 <= several.least <= several.most <= len(several.things)
    assert len(set(several.things)) == len(several.things)
    assert set(several.things) <= set(match.game.choices.things(several.verb))
    listed = [choice[1:] for choice in match.choices if choice[0] == several.verb]
    picked = rng.sample(several.things, rng.randint(several.least, several.most))
    for things in [*listed, *([] if several.checked else [tuple(picked)])]:
        assert several.least <= len(things) <= several.most and set(things) <= set(several.things)
        ordered = things if several.ordered else tuple(sorted(things, key=several.things.index))
        assert match.refusal((several.verb, *ordered)) is None
    if not several.ordered:
        places = [[several.things.index(str(thing)) for thing in things] for things in listed]
        assert all(place == sorted(place) for place in places), "listed in another order than `things`"


def difference(told: Counter[Choice], prepared: Counter[Choice]) -> str:
    return f"neither offered nor refused: {list(prepared - told)[:5]}; more than once: {list(told - prepared)[:5]}"
