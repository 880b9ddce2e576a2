"""What opponents know of a game beyond its rules: what a position's features and the kinds of orders are worth.

The numbers are data, a file `insight.toml` in the game's room, made by `sandtable lab tune` and written with the
command that made them. A file may hold several books, told apart by the value of one of the game's options.
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
"""The name of the book where there is only one."""
UNTAUGHT = "nobody yet"
"""Who made the book of a game that has none."""
PATIENCE = 0.5
"""The patience in that book."""


class Insight(Struct, frozen=True, forbid_unknown_fields=True):
    """One book: how a game, or one ruleset of it, is judged."""

    made_by: str
    """The command that made the numbers."""
    patience: float
    """How much what follows an order counts beside what it brings at once, from 0 to 1."""
    weights: dict[str, float]
    """By feature, in the order in which the game measures them: what one of it adds to the log-odds of winning."""
    priorities: dict[str, dict[str, float]] = {}
    """By prompt and verb: how much likelier than its rivals an order of this kind is a good one, as log-odds."""
    horizon: str = ""
    """The clock of the game (`Game.clocks`) at whose next change a line of play ends; without one, patience ends it."""
    first_share: float = 0.3
    """With a horizon: the part of a line's value that the position after its first pass decides."""
    start: float = 0.0
    scale: float = 1.0
    """How the lead by these weights has to be moved and stretched to foretell results: what plays well exaggerates."""

    def forecasting(self) -> Insight:
        """The book for people, by which win estimates come true; the first weight is what a side has from the start."""
        if not self.weights:
            return self
        weights = {feature: self.scale * weight for feature, weight in self.weights.items()}
        first = next(iter(weights))
        return replace(self, weights={**weights, first: weights[first] + self.start}, start=0.0, scale=1.0)


@dataclass(frozen=True)
class Insights:
    """All books of a game."""

    by: str
    """The option whose value names the book; empty where there is only one."""
    books: Mapping[str, Insight]

    def of(self, options: Mapping[str, object]) -> Insight:
        """The book for a match."""
        return self.books[self.name(options)]

    def name(self, options: Mapping[str, object]) -> str:
        """The name of that book."""
        return str(options[self.by]) if self.by else ONLY


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """`insight.toml` as it is written."""

    book: dict[str, object]
    by: str = ""


def load_insights(folder: Path, features: tuple[str, ...]) -> Insights:
    """The insights of a game; every book must weigh exactly the features that it measures.

    A game without the file has no opinion yet: all its features weigh nothing.
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
