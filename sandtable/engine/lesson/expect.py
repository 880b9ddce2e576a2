"""Comparing what a step expects with what there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sandtable.engine.lesson.format import ExpectedRefusal, Item, Only, ReportLine, Result, Then
from sandtable.engine.lesson.notation import changes, collected, differences, plain, tally_differences, word
from sandtable.engine.match import Match
from sandtable.engine.state import LogLine, State
from sandtable.engine.types import Choice, Json

S = TypeVar("S", bound=State)
ANY = "*"


@dataclass(frozen=True)
class Found(Generic[S]):
    """What there is after a step, to be compared with the expectations."""

    match: Match[S]
    position: dict[str, Json]
    before: dict[str, Json]
    """The position when the line began."""
    seen: dict[str, Json]
    """The things of the scene by id, as the seat of the example sees them."""
    told: Sequence[LogLine]
    """The log lines of this step."""


def missing(then: Then, found: Found[S]) -> Iterator[str]:
    """One sentence for every expectation that is not met."""
    yield from differences(found.position, plain(then.position))
    yield from changes(found.before, found.position, plain(then.change))
    yield from differences(found.seen, plain(then.sees))
    for tally in then.tally:
        are = None if tally.are is None else [word(value) for value in tally.are]
        yield from tally_differences(collected(found.position, tally.of), are, tally.counts, tally.of)
    yield from _told(then.log, found.told)
    for key in then.silent:
        if any(line.key == key for line in found.told):
            yield f"the report tells {key!r}"
    yield from _asked(then, found.match)
    if then.outcome is not None:
        yield from _outcome(then.outcome, found.match)


# ---------------------------------------------------------------------- the log


def tells(line: LogLine, key: Item, args: Sequence[Item]) -> bool:
    """Whether a log line has this key and begins with these arguments."""
    return line.key == key and len(line.args) >= len(args) and all(map(_fits, args, line.args))


def _fits(wanted: Item, is_: Item) -> bool:
    return wanted in (ANY, is_)


def _told(wanted: Sequence[ReportLine], lines: Sequence[LogLine]) -> Iterator[str]:
    """Expected log lines that are missing, or not in this order."""
    rest = iter(lines)
    for line in wanted:
        if not any(tells(told, line.key, line.args) and line.rule in (None, told.rule) for told in rest):
            by = f" by {line.rule}" if line.rule else ""
            told = "; ".join(" ".join(map(str, (told.key, *told.args, f"({told.rule})"))) for told in lines)
            yield f"the report does not tell, here or in this order, {[line.key, *line.args]}{by}; it tells {told}"
            return


# ---------------------------------------------------------------------- the ask


def _asked(then: Then, match: Match[S]) -> Iterator[str]:
    """Compare the expectations about the current ask."""
    wants = (then.asked, then.prompt, then.told, then.offers, then.only, then.refuses)
    if not any(wants):
        return
    if match.ask is None:
        yield "nobody is asked: the game is over"
        return
    asked, prompt = match.seats[match.ask.seat], match.ask.prompt
    if then.asked not in (None, asked):
        yield f"{asked} is asked ({prompt!r}), not {then.asked}"
    if then.prompt not in (None, prompt):
        yield f"{prompt!r} is asked, not {then.prompt!r}"
    facts = match.facts() if then.told else {}
    for name, value in then.told.items():
        fact = facts.get(name)
        if type(fact) is not type(value) or fact != value:
            yield f"the prompt's {name!r} is {fact!r}, not {value!r}"
    for beginning in then.offers:
        if not any(_begins(choice, beginning) for choice in match.choices):
            yield f"nothing is offered that begins with {beginning}"
    for only in then.only:
        yield from _only(only, match.choices)
    for refused in then.refuses:
        yield from _refused(refused, match)


def _begins(choice: Choice, beginning: Sequence[Item]) -> bool:
    return choice[: len(beginning)] == tuple(beginning)


def _only(only: Only, choices: Sequence[Choice]) -> Iterator[str]:
    following = {choice[len(only.of)] for choice in choices if _begins(choice, only.of) and len(choice) > len(only.of)}
    for item in sorted(following - set(only.are), key=str):
        yield f"{[*only.of, item]} is offered too"
    for item in only.are:
        if item not in following:
            yield f"{[*only.of, item]} is not offered"


def _refused(wanted: ExpectedRefusal, match: Match[S]) -> Iterator[str]:
    choice = tuple(wanted.choice)
    rule = match.refusal(choice)
    if choice in match.choices:
        yield f"{wanted.choice} is offered"
    elif rule is None:
        yield f"{wanted.choice} is neither offered nor refused"
    elif rule != wanted.rule:
        yield f"{wanted.choice} is refused by {rule}, not by {wanted.rule}"


# ---------------------------------------------------------------------- the end


def _outcome(wanted: Result, match: Match[S]) -> Iterator[str]:
    outcome = match.outcome
    if outcome is None:
        yield "the game is not over"
        return
    winners = [match.seats[seat] for seat in outcome.winners]
    if sorted(winners) != sorted(wanted.winners):
        yield f"{winners} have won, not {wanted.winners}"
    if outcome.reason != wanted.reason:
        yield f"the game ended by {outcome.reason}, not by {wanted.reason}"
    if wanted.scores is not None and list(outcome.scores) != wanted.scores:
        yield f"the scores are {list(outcome.scores)}, not {wanted.scores}"
    if wanted.points is not None and list(outcome.points) != wanted.points:
        yield f"the points are {list(outcome.points)}, not {wanted.points}"
    if outcome.drawn != wanted.drawn:
        yield "the game is drawn" if outcome.drawn else "the game is not drawn"
