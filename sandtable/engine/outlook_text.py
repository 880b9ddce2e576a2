"""An outlook in the reader's words: what server, terminal and referee show of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from sandtable.engine.match import Match
from sandtable.engine.outlook import If, Outlook, Prospect
from sandtable.engine.state import LogLine, Need, State, Term
from sandtable.engine.types import Choice, Fact
from sandtable.engine.words import Locale, Words, load_locale, plural

LOWEST, HIGHEST = 1, 6
"""The faces of the die that numbers needed are about."""
COMPARED: Final = ("at_least", "at_most")
"""Kinds of needs in which the terms are added to the die."""


class AnswerText(Struct, frozen=True):
    """What another seat answers."""

    seat: str
    choice: list[Fact]
    text: str


class OutcomeText(Struct, frozen=True):
    """An outcome with its chance, from 0 to 1."""

    share: float
    text: str
    faces: list[int]
    """The faces of the die that lead to it, where a single die decides; else empty."""


class IfText(Struct, frozen=True):
    """The outcomes if others answer so; the likeliest first."""

    answers: list[AnswerText]
    outcomes: list[OutcomeText]


class NeedText(Struct, frozen=True):
    """A number that a roll must reach."""

    kind: str
    """`at_least` or `at_most` a number, an `even` one, or so many `hits`."""
    number: int
    """What die and terms must come to together."""
    die: int | None
    """What the die itself must show for that; null where there is no such number."""
    text: str
    rule: str


class TermText(Struct, frozen=True):
    """What is added to a roll because of a thing."""

    amount: int
    thing: str
    text: str
    rule: str


class OddsText(Struct, frozen=True):
    """What an order may bring."""

    choice: list[Fact]
    exact: bool
    """Whether every branch of chance was counted, and nothing that is hidden makes a difference; else an estimate."""
    runs: int
    """How often the rules were run for it."""
    ifs: list[IfText]
    """If it depends on the answers of others: one for each, the plain one first; else one, without answers."""
    depends: list[str]
    """Seats on whose answers it depends as well, too many to tell each."""
    needs: list[NeedText]
    terms: list[TermText]


@cache
def _locale(lang: str) -> Locale:
    return load_locale(Path(__file__).parent, lang)


def in_words(found: Outlook, choice: Choice, match: Match[State], seat: int, words: Words) -> OddsText:
    """An outlook in the language of the words, as it is told to the seat that it was made for."""
    telling = _Telling(match, seat, words)
    return OddsText(
        choice=list(choice),
        exact=found.exact,
        runs=found.runs,
        ifs=[telling.case(each) for each in found.ifs],
        depends=[match.seats[other] for other in found.depends],
        needs=[telling.need(need, found.terms) for need in found.needs],
        terms=[TermText(term.amount, term.thing, words.name(term.thing), term.rule) for term in found.terms],
    )


class _Telling:
    """Tells parts of an outlook to a seat."""

    def __init__(self, match: Match[State], seat: int, words: Words) -> None:
        self.match = match
        self.seat = seat
        self.words = words
        self.own = _locale(words.lang)

    def case(self, case: If) -> IfText:
        answers = [
            AnswerText(self.match.seats[seat], list(choice), self.words.choice(choice)) for seat, choice in case.answers
        ]
        return IfText(answers, [self.outcome(each) for each in case.prospects])

    def outcome(self, prospect: Prospect) -> OutcomeText:
        said = [self.words.prospect(line) for line in prospect.lines]
        if prospect.ended is not None:
            rule = self.match.game.ledger.text(prospect.ended.reason, self.words.lang)
            said.append(self.own["outlook"]["over"].format(rule))
        asked = prospect.asked
        if asked is not None:
            prompt = self.words.prompt(asked.prompt, asked.facts)
            who = "" if asked.seat == self.seat else f"{self.words.name(self.match.seats[asked.seat])}: "
            said.append(f"{who}{prompt}")
        return OutcomeText(float(prospect.share), " ".join(said) or self.own["outlook"]["nothing"], [*prospect.faces])

    def need(self, need: Need, terms: tuple[Term, ...]) -> NeedText:
        die = need.number - sum(term.amount for term in terms) if need.kind in COMPARED else None
        return NeedText(need.kind, need.number, die, needed(need, die, self.words.lang), need.rule)


def needed(need: Need, die: int | None, lang: str) -> str:
    """What the dice must show, in words; `die` is what is left of a number when all is added."""
    texts = _locale(lang)["need"]
    if die is None:
        return _filled(texts[need.kind], need.number)
    always = die <= LOWEST if need.kind == "at_least" else die >= HIGHEST
    never = die > HIGHEST if need.kind == "at_least" else die < LOWEST
    return texts["any"] if always else texts["none"] if never else _filled(texts[need.kind], die)


def needs_of(line: LogLine, lang: str) -> list[str]:
    """What the roll that a line tells of had to come to, in words."""
    return [needed(need, need.number - line.added if need.kind in COMPARED else None, lang) for need in line.needs]


def _filled(template: str, number: int) -> str:
    """A template with a number in it, and the noun that fits."""
    before, found, after = template.partition("{0:")
    if found:
        forms, _, after = after.partition("}")
        template = f"{before}{plural(number, forms)}{after}"
    return template.format(number)
