"""The contract between the engine and a game: one value of type `Game` per room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from sandtable.engine.ask import Flow
from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadOptions
from sandtable.engine.insight import Insights
from sandtable.engine.ledger import Ledger
from sandtable.engine.scene import Scene
from sandtable.engine.state import State
from sandtable.engine.types import Json

S = TypeVar("S", bound=State)

Value = str | int | bool
Options = dict[str, Value]
"""The options of one match: every option of the game with its value."""


@dataclass(frozen=True)
class Option:
    """A choice made before the game; the first value is the default."""

    id: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        return self.values[0]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    """The seats that won; empty when the game beat everybody."""
    reason: str
    """The ledger id of the rule that ended it."""
    scores: tuple[float, ...]
    """One number a seat, 1.0 for a win and 0.0 for a loss unless the game scores finer."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """A game as the engine knows it."""

    slug: str
    title: str
    title_hu: str
    version: int
    """The rules version: it rises whenever a recorded game would play differently."""
    folder: Path
    """The game's room: ledger, pack, locale and table lie in it."""
    pack_hash: str
    options: tuple[Option, ...]
    modes: Mapping[str, Mapping[str, Value]]
    """Named sets of options that differ enough to deserve recorded games of their own."""
    ledger: Ledger
    seats: Callable[[Options], tuple[str, ...]]
    sides: Callable[[Options], tuple[int, ...]]
    """Per seat, the number of its side: those who share one win and lose together."""
    new: Callable[[Options, Chance], S]
    play: Callable[[S], Flow[S]]
    """One pass over what the state says comes next; between two passes lies a checkpoint."""
    outcome: Callable[[S], Outcome | None]
    copy: Callable[[S], S]
    scene: Callable[[S, int | None], Scene]
    determinize: Callable[[S, int, Chance], None]
    """Redraw in place everything that the seat cannot know."""
    invariants: Callable[[S], list[str]]
    """One sentence for every invariant that is broken; empty when all is well."""
    describe: Callable[[S], dict[str, Json]]
    """The whole position in names."""
    restore: Callable[[Options, dict[str, Json], Chance], S]
    """The state of a complete described position."""
    features: tuple[str, ...]
    """What opponents count in a position, by name."""
    measure: Callable[[S, int], list[float]]
    """The features of a position as a seat sees them: what favours it is positive. Of two sides, each sees the other's
    numbers the other way round."""
    insights: Insights
    """What the features, and orders of each kind, are worth."""
    clock: Callable[[S], int]
    """How many turns or rounds have begun: opponents look ahead to the end of one, statistics are kept by them."""
    names: Mapping[str, Mapping[str, str]]
    """The names of the things on the table by language and id."""
    with_pack: Callable[[Path], Game[S]] = field(repr=False)
    """The same game played with another pack."""
    given: tuple[str, ...] = ()
    """The features that no order changes: what a side has from the start."""

    def settle(self, given: Mapping[str, object]) -> Options:
        """All options with their values, the given ones checked."""
        known = {option.id: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise BadOptions(f"{self.slug} has no option '{name}'; it has {', '.join(known) or 'none'}")
            allowed = known[name].values
            if not any(value == v and type(value) is type(v) for v in allowed):
                listed = ", ".join(str(v) for v in allowed)
                raise BadOptions(f"option '{name}' cannot be {value!r}; it can be {listed}")
        settled: Options = {}
        for option in self.options:
            value = given.get(option.id, option.default)
            assert isinstance(value, str | int)
            settled[option.id] = value
        return settled
