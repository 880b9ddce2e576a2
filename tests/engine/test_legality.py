"""Refusals: what a match says of a choice that is not offered, also where not all choices can be listed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.engine.ask import Ask, Flow, Legality, Offer, Refuses, legal, never
from sandtable.engine.choices import PreparedChoices
from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Numbers
from tests.engine.toy import CARDS, FIRST_DEAL, TOY, Toy, offer_stance

RED = 0


def paying() -> Match[Toy]:
    """Red may pay with any cards of a hand (cards 1 and 3) that are worth 3; only the cheapest payment is listed."""
    choices = PreparedChoices()
    choices.open("pay", CARDS)
    choices.singles(("more",), ("sulk",))

    def refusal(g: Toy, cards: Numbers) -> str | None:
        if any(card not in g.hand(RED) for card in cards):
            return "play.hand"
        return None if sum(card + 1 for card in cards) >= 3 else "wager.rain"

    def offer_payments(g: Toy, offer: Offer) -> None:
        offer.add(("pay", "card:3"))
        offer.add(("more",))

    verbs: dict[str, Refuses[Toy]] = {"pay": refusal, "more": legal, "sulk": never("turn.stance")}

    def play(g: Toy) -> Flow[Toy]:
        yield Ask(RED, "pay", Legality(offer_payments, verbs))
        g.turn = 9

    return start(replace(TOY, play=play, choices=choices), {}, Origin("pay", (FIRST_DEAL,)))


def test_a_refused_choice_of_an_open_verb_names_its_rule() -> None:
    match = paying()
    for choice, rule in ((("pay", "card:2"), "play.hand"), (("pay", "card:1"), "wager.rain")):
        assert match.refusal(choice) == rule
        assert match.why_not(choice) == [(choice, rule)]
        with pytest.raises(IllegalChoice) as error:
            match.choose(choice)
        assert error.value.rule == rule
    assert match.why_not("card:4") == [(("pay", "card:4"), "play.hand")]
    assert match.why_not("card:3") == []


def test_a_choice_of_an_open_verb_that_no_rule_refuses_is_accepted_though_it_is_not_listed() -> None:
    match = paying()
    assert ("pay", "card:3", "card:1") not in match.choices
    match.choose(("pay", "card:3", "card:1"))
    assert match.history[-1].choice == ("pay", "card:3", "card:1")


@pytest.mark.parametrize("choice", [("pay",), ("pay", "card:3", "card:3"), ("pay", "card:9"), ("dance",), ()])
def test_a_choice_that_the_game_does_not_have_is_refused_by_no_rule(choice: tuple[str, ...]) -> None:
    match = paying()
    assert match.refusal(choice) is None
    with pytest.raises(IllegalChoice, match="not among the options") as error:
        match.choose(choice)
    assert error.value.rule is None


def test_a_verb_that_a_prompt_knows_and_never_offers_is_refused() -> None:
    match = paying()
    assert match.explained().refusals == [(("sulk",), "turn.stance")]
    assert match.why_not(("sulk",)) == [(("sulk",), "turn.stance")]


def test_facts_are_told_without_asking_for_refusals() -> None:
    def refusal(g: Toy, numbers: Numbers) -> str | None:
        raise AssertionError("nobody asked why not")

    def play(g: Toy) -> Flow[Toy]:
        yield Ask(RED, "toy.stance", Legality(offer_stance, {"stance": refusal}))

    match = start(replace(TOY, play=play), {}, Origin("facts"))
    assert match.facts() == {"turn": 1}
