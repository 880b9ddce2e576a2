"""The law that what a seat might try is offered or refused by a rule, at one ask."""

from __future__ import annotations

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


def difference(told: Counter[Choice], prepared: Counter[Choice]) -> str:
    return f"neither offered nor refused: {list(prepared - told)[:5]}; more than once: {list(told - prepared)[:5]}"
