"""Asks, offers and legality: the one place where a rule meets a player's decision.

Whether a choice is legal is said once, by a function that names the rule which refuses it, or None:

    def refusal(g: State, wall: int) -> str | None:
        if wall == g.pack.middle:
            return "artillery.imperial.target_not_middle"
        ...

A `Legality` lists these functions by verb and has a builder that finds the options quickly: it narrows the candidates
down and calls the same functions, or does the same in a faster way where speed matters. "Why not?" calls the functions
for every prepared choice. The laws in `tests/test_legality.py` check at every ask that the two agree.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Generic, TypeVar

from sandtable.engine.sets import first
from sandtable.engine.types import Choice, Fact, Numbers

S = TypeVar("S")


class Offer:
    """Collects the options of an ask."""

    __slots__ = ("options", "telling")

    def __init__(self, telling: bool = False) -> None:
        self.options: list[Choice] = []
        self.telling = telling
        """Whether facts are wanted: a builder looks at this before it works out facts that take time."""

    def add(self, choice: Choice) -> None:
        """Offer a choice."""
        self.options.append(choice)

    def add_all(self, choices: Sequence[Choice]) -> None:
        """Offer several choices."""
        self.options += choices

    def tell(self, **facts: Fact) -> None:
        """Give the facts that fill the text of the prompt; ignored unless the offer is explained."""

    def note(self, choice: Choice, *facts: Fact) -> None:
        """Say something about one option, such as its odds; ignored unless the offer is explained."""


class ExplainedOffer(Offer):
    """An offer that also keeps facts and notes, and every refused choice with the rule that refuses it."""

    __slots__ = ("refusals", "facts", "notes")

    def __init__(self) -> None:
        super().__init__(True)
        self.refusals: list[tuple[Choice, str]] = []
        self.facts: dict[str, Fact] = {}
        self.notes: dict[Choice, tuple[Fact, ...]] = {}

    def tell(self, **facts: Fact) -> None:
        self.facts.update(facts)

    def note(self, choice: Choice, *facts: Fact) -> None:
        self.notes[choice] = facts


# ---------------------------------------------------------------------- legality


class Several:
    """Things that one choice of an open verb can name, such as cards to discard: picked one by one, then confirmed."""

    __slots__ = ("verb", "things", "least", "most", "ordered", "checked")

    def __init__(
        self, verb: str, things: Sequence[str], least: int, most: int, ordered: bool = False, checked: bool = False
    ) -> None:
        self.verb = verb
        self.things = tuple(things)
        """What may be picked. Where the order does not matter, a choice names the things in this order."""
        self.least = least
        self.most = most
        self.ordered = ordered
        """Whether the order matters in which they are picked, such as that of cards put back onto a deck."""
        self.checked = checked
        """Whether a rule may refuse a selection of the right size, such as a payment that is too small."""


Refuses = Callable[[S, Numbers], str | None]
"""A function that returns the id of the rule which refuses a choice, or None if the choice is legal.

It gets the state and the numbers of the things that the choice names.
"""


class Legality(Generic[S]):
    """What may be chosen at a prompt: a builder of the options, and for every verb a function that refuses choices."""

    __slots__ = ("build", "verbs", "unknown", "several")

    def __init__(
        self,
        build: Callable[[S, Offer], None],
        verbs: Mapping[str, Refuses[S]],
        unknown: str = "",
        several: Callable[[S], Several | None] | None = None,
    ) -> None:
        self.build = build
        """Fills an offer with the options, from the state alone: it can be called late, repeatedly, or not at all."""
        self.verbs = verbs
        """By verb, the function that refuses a choice; also for verbs that may be tried here but are never offered."""
        self.unknown = unknown
        """The rule that refuses things unknown to the seat: "why not?" of a whole verb leaves these refusals out."""
        self.several = several
        """The several things that a choice of an open verb may name here, if any."""


def nothing(refusal: Callable[[S], str | None]) -> Refuses[S]:
    """For a verb that names nothing: the function takes the state alone."""
    return lambda state, numbers: refusal(state)


def one(refusal: Callable[[S, int], str | None]) -> Refuses[S]:
    """For a verb that names one thing: the function takes its number."""
    return lambda state, numbers: refusal(state, numbers[0])


def two(refusal: Callable[[S, int, int], str | None]) -> Refuses[S]:
    """For a verb that names two things: the function takes their numbers."""
    return lambda state, numbers: refusal(state, numbers[0], numbers[1])


def three(refusal: Callable[[S, int, int, int], str | None]) -> Refuses[S]:
    """For a verb that names three things: the function takes their numbers."""
    return lambda state, numbers: refusal(state, numbers[0], numbers[1], numbers[2])


def legal(state: object, numbers: Numbers) -> str | None:
    """For a verb that is always allowed at the prompt."""
    return None


def never(rule: str) -> Callable[[object, Numbers], str | None]:
    """For a verb that might be tried at the prompt, and that one rule always forbids there."""
    return lambda state, numbers: rule


# ---------------------------------------------------------------------- asks


class Ask(Generic[S]):
    """A decision that a rule needs from a seat."""

    __slots__ = ("seat", "prompt", "legality", "rule", "always", "team", "stake")

    def __init__(
        self,
        seat: int,
        prompt: str,
        legality: Legality[S],
        rule: str = "",
        always: bool = False,
        team: int = 0,
        stake: float = 1.0,
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        """The key of the text that says what is to be decided."""
        self.legality = legality
        self.rule = rule
        self.always = always
        """Asked even with a single option, because not asking would reveal something hidden."""
        self.team = team
        """Further seats that may answer instead of the asked one, as a mask."""
        self.stake = stake
        """How much thought the decision deserves: opponents search this many times as much as at a usual ask."""

    def open_to(self, seat: int) -> bool:
        """Whether a seat may answer."""
        return seat == self.seat or bool(self.team >> seat & 1)

    def answering(self, people: int) -> int:
        """The seat that is to answer, where people have the seats of a mask: they come before opponents in a team."""
        if people >> self.seat & 1 or not self.team & people:
            return self.seat
        return first(self.team & people)

    def left_to(self, people: int) -> int:
        """All seats that are waited for, as a mask: the people who may answer; if there are none, the asked seat."""
        return (1 << self.seat | self.team) & people or 1 << self.seat


Flow = Generator[Ask[S], Choice, None]
"""Rules in progress, as a generator: it yields an ask for every decision and receives the choice."""


def unasked(step: Callable[[S], None]) -> Callable[[S], Flow[S]]:
    """A step of a flow in which nobody is asked anything."""

    def flow(state: S) -> Flow[S]:
        step(state)
        yield from ()

    return flow
