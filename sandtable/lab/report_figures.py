"""The figures of a report, worked out from the games of one match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import numpy as np

from sandtable.lab.play import Played
from sandtable.lab.plots import Band
from sandtable.lab.scribe import Details, Swing
from sandtable.lab.spec import Spec
from sandtable.lab.stats import Share

FEW: Final = 5
"""A turn that fewer games reached has no median worth drawing."""
ENOUGH: Final = 20
"""So many games must lie on both sides of a comparison."""


@dataclass(frozen=True)
class Side:
    """Seats that win and lose together."""

    number: int
    seats: tuple[int, ...]
    names: tuple[str, ...]

    def won(self, played: Played) -> bool:
        return self.names[0] in played.winners


def sides_of(spec: Spec) -> list[Side]:
    """The sides of a match in the order of their numbers."""
    sides = []
    for number in range(max(spec.sides) + 1):
        seats = tuple(seat for seat, side in enumerate(spec.sides) if side == number)
        sides.append(Side(number, seats, tuple(spec.seats[seat] for seat in seats)))
    return sides


def wins(games: Sequence[Played], side: Side) -> Share:
    """How often a side won."""
    return Share(sum(side.won(played) for played in games), len(games))


def lengths(games: Sequence[Played]) -> dict[int, float]:
    """How many games took each number of turns, without gaps."""
    counts = Counter(played.turns for played in games)
    return {turns: counts[turns] for turns in range(min(counts), max(counts) + 1)}


def quartiles(numbers: Sequence[float]) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper quartile."""
    lower, middle, upper = np.percentile(numbers, (25, 50, 75)).tolist()
    return lower, middle, upper


def ends(games: Sequence[Played]) -> list[tuple[str, tuple[str, ...], int]]:
    """The rules that ended games, who won by them, and how often; the most frequent first."""
    counts = Counter((played.reason, played.winners) for played in games)
    return [(reason, winners, times) for (reason, winners), times in counts.most_common()]


def course(games: Sequence[Played], side: Side, label: str) -> Band | None:
    """How the prospects of a side were spread turn by turn; nothing where there are too few games."""
    turns: dict[int, list[float]] = {}
    for played in games:
        for turn, prospects in played.details.course:
            turns.setdefault(turn, []).append(prospects[side.seats[0]])
    reached = sorted(turn for turn, numbers in turns.items() if len(numbers) >= FEW)
    if not reached:
        return None
    spread = [quartiles(turns[turn]) for turn in reached]
    return Band(
        label, reached, [low for low, _, _ in spread], [mid for _, mid, _ in spread], [up for _, _, up in spread]
    )


# ---------------------------------------------------------------------- what goes with winning


@dataclass(frozen=True)
class Contrast:
    """How a side fared in games in which it did something more than usual, beside the others."""

    what: str
    usual: float
    """The share of its choices that it is in the median game; 0 where most games do without it."""
    more: Share
    less: Share

    @property
    def difference(self) -> float:
        return self.more.value - self.less.value

    @property
    def interval(self) -> tuple[float, float]:
        """Newcombe's interval for the difference of two independent shares (1998, method 10)."""
        (more_low, more_high), (less_low, less_high) = self.more.interval, self.less.interval
        below = hypot(self.more.value - more_low, less_high - self.less.value)
        above = hypot(more_high - self.more.value, self.less.value - less_low)
        return self.difference - below, self.difference + above

    @property
    def sure(self) -> float:
        """The part of the difference that is hardly luck, with its sign; 0 where all of it may be."""
        low, high = self.interval
        return max(low, 0.0) + min(high, 0.0)


@dataclass(frozen=True)
class Contrasts:
    """What stood out among everything that was compared, the surest gain first and the surest loss last."""

    compared: int
    standing_out: list[Contrast]


def choices_of(details: Details, seat: int) -> Mapping[str, int]:
    """How often a seat made choices of each kind."""
    return details.choices[seat]


def things_of(details: Details, seat: int) -> Mapping[str, int]:
    """How often a seat's choices named each thing."""
    return details.named[seat]


def contrasts(games: Sequence[Played], side: Side, counted: Callable[[Details, int], Mapping[str, int]]) -> Contrasts:
    """What a side did more in games that it won. Shares of its choices are compared: long games have more of all."""
    done = [_done(played.details, side, counted) for played in games]
    won = [side.won(played) for played in games]
    found = [_contrast(what, [counts.get(what, 0.0) for counts in done], won) for what in sorted(set().union(*done))]
    enough = [one for one in found if min(one.more.games, one.less.games) >= ENOUGH]
    return Contrasts(len(enough), sorted((one for one in enough if one.sure), key=lambda one: -one.sure))


def _done(details: Details, side: Side, counted: Callable[[Details, int], Mapping[str, int]]) -> dict[str, float]:
    """Everything that a side did in a game, as shares of its choices."""
    counts: Counter[str] = Counter()
    for seat in side.seats:
        counts.update(counted(details, seat))
    choices = sum(sum(details.choices[seat].values()) for seat in side.seats)
    return {what: times / choices for what, times in counts.items()}


def _contrast(what: str, rates: list[float], won: list[bool]) -> Contrast:
    usual = float(np.median(rates))
    more, less = Share(), Share()
    for rate, victory in zip(rates, won, strict=True):
        (more if rate > usual else less).add(victory)
    return Contrast(what, usual, more, less)


# ---------------------------------------------------------------------- points of decision


@dataclass(frozen=True)
class Turning:
    """A point of decision and the game in which it came."""

    played: Played
    swing: Swing

    @property
    def change(self) -> float:
        return self.swing.after - self.swing.before


@dataclass(frozen=True)
class Kind:
    """Points of decision of one kind."""

    seat: str
    what: str
    changes: list[float]

    @property
    def mean(self) -> float:
        return sum(self.changes) / len(self.changes)


def turnings(games: Sequence[Played]) -> list[Turning]:
    """The points of decision of all games, the largest first."""
    found = [Turning(played, swing) for played in games for swing in played.details.swings]
    return sorted(found, key=lambda turning: -abs(turning.change))


def turns_of(found: Sequence[Turning]) -> dict[int, float]:
    """How many points of decision lie in each turn, without gaps."""
    counts = Counter(turning.swing.turn for turning in found)
    return {turn: counts[turn] for turn in range(min(counts), max(counts) + 1)}


def kinds_of(found: Sequence[Turning]) -> list[Kind]:
    """Points of decision by who chose what, the most frequent first."""
    kinds: dict[tuple[str, str], list[float]] = {}
    for turning in found:
        swing = turning.swing
        kinds.setdefault((swing.seat, f"{swing.prompt} {swing.choice[0]}"), []).append(turning.change)
    listed = [Kind(seat, what, changes) for (seat, what), changes in kinds.items()]
    return sorted(listed, key=lambda kind: (-len(kind.changes), kind.seat, kind.what))
