"""The numbers of a report, computed from the games of one match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import numpy as np

from sandtable.lab.play import GameRecord
from sandtable.lab.plots import Band
from sandtable.lab.recorder import Details, Swing
from sandtable.lab.spec import MatchSpec
from sandtable.lab.stats import Share

MIN_GAMES_PER_TURN: Final = 5
"""Turns that fewer games reached are not drawn."""
MIN_GAMES_PER_GROUP: Final = 20
"""Both groups of a comparison need at least this many games."""


@dataclass(frozen=True)
class Side:
    """Seats that win and lose together."""

    number: int
    seats: tuple[int, ...]
    names: tuple[str, ...]

    def won(self, played: GameRecord) -> bool:
        return self.names[0] in played.winners

    def share(self, played: GameRecord) -> float:
        """The part of the win that it has."""
        return played.share_of(self.seats[0], self.names[0])


def sides_of(spec: MatchSpec) -> list[Side]:
    """The sides of a match in the order of their numbers."""
    sides = []
    for number in range(max(spec.sides) + 1):
        seats = tuple(seat for seat, side in enumerate(spec.sides) if side == number)
        sides.append(Side(number, seats, tuple(spec.seats[seat] for seat in seats)))
    return sides


def wins(games: Sequence[GameRecord], side: Side) -> Share:
    """How often a side won."""
    return Share(sum(side.share(played) for played in games), len(games))


def lengths(games: Sequence[GameRecord]) -> dict[int, float]:
    """How many games took each number of turns; numbers in between have 0."""
    counts = Counter(played.turns for played in games)
    return {turns: counts[turns] for turns in range(min(counts), max(counts) + 1)}


def quartiles(numbers: Sequence[float]) -> tuple[float, float, float]:
    """The lower quartile, the median and the upper quartile."""
    lower, middle, upper = np.percentile(numbers, (25, 50, 75)).tolist()
    return lower, middle, upper


@dataclass(frozen=True)
class End:
    """A way in which games ended: by which rule, and who won."""

    reason: str
    winners: tuple[str, ...]
    drawn: bool


def ends(games: Sequence[GameRecord]) -> list[tuple[End, int]]:
    """The ways in which games ended, and how often; the most frequent first."""
    return Counter(End(played.reason, played.winners, played.drawn) for played in games).most_common()


def points(games: Sequence[GameRecord], seat: int) -> list[int]:
    """What a seat scored in each game; nothing where the game counts no points."""
    return [played.points[seat] for played in games if played.points]


def course(games: Sequence[GameRecord], side: Side, label: str) -> Band | None:
    """The distribution of a side's win estimates turn by turn; None if there are too few games."""
    turns: dict[int, list[float]] = {}
    for played in games:
        for turn, estimates in played.details.course:
            turns.setdefault(turn, []).append(estimates[side.seats[0]])
    reached = sorted(turn for turn, numbers in turns.items() if len(numbers) >= MIN_GAMES_PER_TURN)
    if not reached:
        return None
    spread = [quartiles(turns[turn]) for turn in reached]
    return Band(
        label, reached, [low for low, _, _ in spread], [mid for _, mid, _ in spread], [up for _, _, up in spread]
    )


# ---------------------------------------------------------------------- what goes together with winning


@dataclass(frozen=True)
class Contrast:
    """A side's results in games in which it did something more than usual, compared with its other games."""

    what: str
    usual: float
    """Its share of the side's choices in the median game."""
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
    def certain_part(self) -> float:
        """The end of the interval that is nearer to 0, with its sign; 0 if the interval contains 0."""
        low, high = self.interval
        return max(low, 0.0) + min(high, 0.0)


@dataclass(frozen=True)
class Contrasts:
    """Significant differences among all that were compared, the largest gain first and the largest loss last."""

    compared: int
    significant: list[Contrast]


def choices_of(details: Details, seat: int) -> Mapping[str, int]:
    """How often a seat made each kind of choice."""
    return details.choices[seat]


def things_of(details: Details, seat: int) -> Mapping[str, int]:
    """How often a seat's choices named each thing."""
    return details.named[seat]


def contrasts(
    games: Sequence[GameRecord], side: Side, counted: Callable[[Details, int], Mapping[str, int]]
) -> Contrasts:
    """What a side did more in games that it won, as shares of its choices: long games have more of everything."""
    done = [_done(played.details, side, counted) for played in games]
    won = [side.share(played) for played in games]
    contrasts = [
        _contrast(what, [counts.get(what, 0.0) for counts in done], won) for what in sorted(set().union(*done))
    ]
    large = [one for one in contrasts if min(one.more.games, one.less.games) >= MIN_GAMES_PER_GROUP]
    return Contrasts(len(large), sorted((one for one in large if one.certain_part), key=lambda one: -one.certain_part))


def _done(details: Details, side: Side, counted: Callable[[Details, int], Mapping[str, int]]) -> dict[str, float]:
    """Everything that a side did in a game, as shares of its choices."""
    counts: Counter[str] = Counter()
    for seat in side.seats:
        counts.update(counted(details, seat))
    choices = sum(sum(details.choices[seat].values()) for seat in side.seats)
    return {what: times / choices for what, times in counts.items()}


def _contrast(what: str, rates: list[float], won: list[float]) -> Contrast:
    usual = float(np.median(rates))
    more, less = Share(), Share()
    for rate, victory in zip(rates, won, strict=True):
        (more if rate > usual else less).add(victory)
    return Contrast(what, usual, more, less)


# ---------------------------------------------------------------------- swings


@dataclass(frozen=True)
class GameSwing:
    """A swing, and the game in which it happened."""

    played: GameRecord
    swing: Swing

    @property
    def change(self) -> float:
        return self.swing.after - self.swing.before


@dataclass(frozen=True)
class SwingKind:
    """All swings that began with the same kind of choice of a seat."""

    seat: str
    what: str
    changes: list[float]

    @property
    def mean(self) -> float:
        return sum(self.changes) / len(self.changes)


def largest_swings(games: Sequence[GameRecord]) -> list[GameSwing]:
    """The swings of all games, the largest first."""
    found = [GameSwing(played, swing) for played in games for swing in played.details.swings]
    return sorted(found, key=lambda each: -abs(each.change))


def turns_of(found: Sequence[GameSwing]) -> dict[int, float]:
    """How many swings each turn has; turns in between have 0."""
    counts = Counter(each.swing.turn for each in found)
    return {turn: counts[turn] for turn in range(min(counts), max(counts) + 1)}


def kinds_of(found: Sequence[GameSwing]) -> list[SwingKind]:
    """Swings by seat and kind of choice, the most frequent kind first."""
    kinds: dict[tuple[str, str], list[float]] = {}
    for each in found:
        swing = each.swing
        kinds.setdefault((swing.seat, f"{swing.prompt} {swing.choice[0]}"), []).append(each.change)
    listed = [SwingKind(seat, what, changes) for (seat, what), changes in kinds.items()]
    return sorted(listed, key=lambda kind: (-len(kind.changes), kind.seat, kind.what))
