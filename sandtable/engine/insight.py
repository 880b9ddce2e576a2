"""Books: what opponents know of a game beyond its rules, as weights of features and priorities of verbs.

They are in `insight.toml` of the game package, each with the commands of `sandtable lab` that made it. A game may have
several books; then the value of one of its options names the book for a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import BadFile
from sandtable.engine.files import read_toml, typed, typed_each

FILE = "insight.toml"
ONLY = "all"
"""The name of the book if there is only one."""
UNTAUGHT = "nobody yet"
"""`made_by` in the book of a game without the file."""
PATIENCE = 0.5
"""`patience` in that book."""


class Insight(Struct, frozen=True, forbid_unknown_fields=True):
    """One book: how positions and choices of a game, or of one ruleset of it, are evaluated."""

    made_by: str
    """The command that made the numbers."""
    patience: float
    """How much later passes of a line of play count, compared with the first, from 0 to 1."""
    weights: dict[str, float]
    """By feature, in the order in which the game measures them: what one unit adds to the log-odds of winning."""
    priorities: dict[str, dict[str, float]] = {}
    """By prompt and verb: how much more likely than the others such an option is the best, as log-odds."""
    horizon: str = ""
    """The clock of the game (`Game.clocks`) at whose next change a line of play ends; without one, patience ends it."""
    first_share: float = 0.3
    """With a horizon: the part of a line's value that the position after its first pass decides."""
    horizon_lines: int = 0
    """With a horizon: searches of fewer lines keep the short view, where so few lines to it would lose more by luck."""
    random_choices: dict[str, float] = {}
    """By level: the share of its choices that an opponent makes at random, where that of its rank would not set the
    levels of this game apart."""
    random_choices_of: dict[str, dict[str, float]] = {}
    """By seat and level: the same for seats that a random choice costs more, or less, than the others."""
    start: float = 0.0
    scale: float = 1.0
    """Offset and slope that turn the score into a calibrated win probability, which tuned weights overestimate."""
    narrow: float = 0.0
    """To choose, an opponent tries no option whose prior is less than this part of the highest one ..."""
    widest: int = 0
    """... and with that, no more options than this; 0 for any number."""
    plans: str = ""
    """The clock of the game to whose next change opponents plan a turn of their own (`Game.own_turn`); see
    players/plans.py. Without one they think about one choice after the other."""
    plan_stages: str = ""
    """With plans: the clock that says in which stage of a turn a step of a plan is made; without one, in any."""

    def chosen_at_random(self, level: str, seat: str, usual: float) -> float:
        """The share of choices that an opponent makes at random in a seat; the usual one if the book says nothing."""
        return self.random_choices_of.get(seat, {}).get(level, self.random_choices.get(level, usual))

    def forecasting(self) -> Insight:
        """The book with calibrated win estimates, for people. The offset goes to the first feature, always 1."""
        if not self.weights:
            return self
        weights = {feature: self.scale * weight for feature, weight in self.weights.items()}
        first = next(iter(weights))
        return replace(self, weights={**weights, first: weights[first] + self.start}, start=0.0, scale=1.0)


@dataclass(frozen=True)
class Insights:
    """All books of a game."""

    by: str
    """The option whose value names the book; empty if there is only one."""
    books: Mapping[str, Insight]

    def of(self, options: Mapping[str, object]) -> Insight:
        """The book for a match."""
        return self.books[self.name(options)]

    def name(self, options: Mapping[str, object]) -> str:
        """The name of that book."""
        return str(options[self.by]) if self.by else ONLY


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `insight.toml`."""

    book: dict[str, object]
    by: str = ""


def load_insights(folder: Path, features: tuple[str, ...]) -> Insights:
    """The books of a game; each must have a weight for every feature that the game measures, and no other.

    Without the file all weights are 0.
    """
    path = folder / FILE
    if not path.exists():
        return Insights("", {ONLY: Insight(UNTAUGHT, PATIENCE, dict.fromkeys(features, 0.0), {})})
    file = typed(read_toml(path), Written, path.name)
    books = typed_each(file.book, Insight, f"{path.name}: book")
    return Insights(file.by, {name: _in_order(path, name, book, features) for name, book in books.items()})


def _in_order(path: Path, name: str, book: Insight, features: tuple[str, ...]) -> Insight:
    """The book with its weights in the order in which the game measures."""
    wrong = sorted(set(book.weights) ^ set(features))
    if wrong:
        raise BadFile(f"{path.name}: book {name}: weights unknown or missing: {', '.join(wrong)}")
    return replace(book, weights={feature: book.weights[feature] for feature in features})
