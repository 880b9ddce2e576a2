"""Asks, offers and legality: the one place where a rule meets a player's decision.

Whether a choice is legal is said once, by a function that names the rule which refuses it, or None:

    def refusal(g: State, wall: int) -> str | None:
        if wall == g.pack.middle:
            return "artillery.imperial.target_not_middle"
        ...

A `Legality` lists these functions by verb and has a builder that finds the options quickly: it narrows the candidates
down and asks the same functions, or does the same in a faster way where it is hot. "Why not?" asks the functions for
every prepared choice of the verbs. The laws in `tests/test_legality.py` hold the two together at every ask.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Generic, TypeVar

from sandtable.engine.types import Choice, Fact, Numbers

S = TypeVar("S")


class Offer:
    """Collects the options of an ask."""

    __slots__ = ("options", "telling")

    def __init__(self, telling: bool = False) -> None:
        self.options: list[Choice] = []
        self.telling = telling
        """Whether facts are wanted: a builder asks where telling them takes time."""

    def add(self, choice: Choice) -> None:
        """Offer a choice."""
        self.options.append(choice)

    def tell(self, **facts: Fact) -> None:
        """Name the numbers and things that the prompt speaks of."""


class ExplainedOffer(Offer):
    """An offer that also keeps what the prompt speaks of, and what is refused and by which rule."""

    __slots__ = ("refusals", "facts")

    def __init__(self) -> None:
        super().__init__(True)
        self.refusals: list[tuple[Choice, str]] = []
        self.facts: dict[str, Fact] = {}

    def tell(self, **facts: Fact) -> None:
        self.facts.update(facts)


# ---------------------------------------------------------------------- legality


class Several:
    """Things that may be chosen together by an open verb, such as ten cards to discard: clicked, then confirmed."""

    __slots__ = ("verb", "things", "least", "most", "ordered", "checked")

    def __init__(
        self, verb: str, things: Sequence[str], least: int, most: int, ordered: bool = False, checked: bool = False
    ) -> None:
        self.verb = verb
        self.things = tuple(things)
        """What may be picked; of what is chosen in no order, the choice names it in this one."""
        self.least = least
        self.most = most
        self.ordered = ordered
        """Whether the order matters in which they are picked, such as that of cards put back onto a deck."""
        self.checked = checked
        """Whether a rule may refuse a selection of the right size, such as a payment that is too small."""


Refusal = Callable[[S, Numbers], str | None]
"""The rule that refuses a choice, given the numbers of what it names; None if the choice is legal."""


class Legality(Generic[S]):
    """What may be chosen at a prompt: the options, and for every verb that the prompt knows what refuses a choice."""

    __slots__ = ("build", "verbs", "unknown", "several")

    def __init__(
        self,
        build: Callable[[S, Offer], None],
        verbs: Mapping[str, Refusal[S]],
        unknown: str = "",
        several: Callable[[S], Several | None] | None = None,
    ) -> None:
        self.build = build
        """Fills an offer from the state alone, so that it can be called late, again, or not at all."""
        self.verbs = verbs
        """What refuses a choice, by verb. A verb that the prompt knows but never offers belongs here too."""
        self.unknown = unknown
        """The rule that refuses what the seat cannot know: "why not?" answers with it only to a seat that names it."""
        self.several = several
        """What may be chosen together here, by a verb of which only some choices are listed."""


def nothing(refusal: Callable[[S], str | None]) -> Refusal[S]:
    """The refusal of a verb that names nothing."""
    return lambda state, numbers: refusal(state)


def one(refusal: Callable[[S, int], str | None]) -> Refusal[S]:
    """The refusal of a verb that names one thing."""
    return lambda state, numbers: refusal(state, numbers[0])


def two(refusal: Callable[[S, int, int], str | None]) -> Refusal[S]:
    """The refusal of a verb that names two things."""
    return lambda state, numbers: refusal(state, numbers[0], numbers[1])


def three(refusal: Callable[[S, int, int, int], str | None]) -> Refusal[S]:
    """The refusal of a verb that names three things."""
    return lambda state, numbers: refusal(state, numbers[0], numbers[1], numbers[2])


def legal(state: object, numbers: Numbers) -> str | None:
    """The refusal of a verb that the prompt always allows."""
    return None


def never(rule: str) -> Callable[[object, Numbers], str | None]:
    """The refusal of a verb that the prompt knows and one rule forbids here."""
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
        """The id of the words that say what is to be decided."""
        self.legality = legality
        self.rule = rule
        self.always = always
        """Asked even with a single option, because not asking would give something away."""
        self.team = team
        """A mask of further seats that may answer in the asked seat's place."""
        self.stake = stake
        """How much thought the decision deserves: opponents search this many times as much as at a usual ask."""

    def open_to(self, seat: int) -> bool:
        """Whether a seat may answer."""
        return seat == self.seat or bool(self.team >> seat & 1)


Flow = Generator[Ask[S], Choice, None]
"""A rule in progress: it yields what it must ask and receives what was chosen."""
