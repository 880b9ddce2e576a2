"""The contract between the engine and a game: each game package makes one value of type `Game`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Final, Generic, TypeVar

from sandtable.engine.ask import Flow
from sandtable.engine.chance import Chance
from sandtable.engine.choices import PreparedChoices
from sandtable.engine.errors import BadFile, BadOptions, BadPack, OptionsClash
from sandtable.engine.insight import Insights, load_insights
from sandtable.engine.ledger import Ledger, load_ledger
from sandtable.engine.scene import Scene
from sandtable.engine.shortcuts import Shortcuts
from sandtable.engine.state import LogLine, State
from sandtable.engine.types import Choice, Json

S = TypeVar("S", bound=State)

IN_FOLDER: Final = Insights("", {})
"""Default of `Game.insights`: read them from `insight.toml` in the game's folder."""

Value = str | int | bool
Options = dict[str, Value]
"""The options of one match: every option of the game with its value."""


class Stage(Enum):
    """What a game has beyond being playable. A game declares its stages, and the tests demand what it declares."""

    OPPONENTS = "opponents"
    """Opponents can evaluate its positions, and it has an environment: `measure`, `insight.toml`, `vocabulary.toml`."""
    DRAWN = "drawn"
    """It has drawings of its own for board, pieces, colours and cover."""
    BILINGUAL = "bilingual"
    """All its texts and its rulebook are in English and Hungarian."""
    RECORDED = "recorded"
    """Golden games of every mode, and hashes of what its environment means, are kept: neither changes unnoticed."""


@dataclass(frozen=True)
class Option:
    """A setting that is chosen before a match; the first value is the default."""

    id: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        """The value if none is chosen."""
        return self.values[0]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    """The seats that won; empty if all lost together, or if the game was drawn."""
    reason: str
    """The ledger id of the rule that ended it."""
    scores: tuple[float, ...]
    """One number per seat: 1.0 for a win, 0.0 for a loss, or values in between if the game grades results."""
    points: tuple[int, ...] = ()
    """What each seat scored, where the game counts points."""
    drawn: bool = False
    """Whether the game ended in a draw."""


def _no_clash(options: Options) -> str:
    return ""


def nothing_hidden(g: State, seat: int, chance: Chance) -> None:
    """The `determinize` of a game without secrets."""


def _nothing_broken(g: State) -> list[str]:
    return []


def _no_opinion(g: State, seat: int) -> list[float]:
    return []


def _as_given(opening: dict[str, Json], given: dict[str, Json]) -> dict[str, Json]:
    return given


def _one_turn(g: State) -> int:
    return 1


def _nobodys_turn(g: State, seat: int) -> bool:
    return False


@dataclass(frozen=True, eq=False)
class Game(Generic[S]):
    """A game as the engine knows it. The fields up to `choices` must be stated; the others have defaults.

    Its texts and books are in the game's folder: `rules.toml` (the ledger), `locale/`, `insight.toml`.
    """

    slug: str
    """What the game is called in commands, files and addresses."""
    folder: Path
    """The folder of the game package."""
    seats: Callable[[Options], tuple[str, ...]]
    """The names of the seats."""
    new: Callable[[Options, Chance], S]
    """The state before the first decision."""
    play: Callable[[S], Flow[S]]
    """One pass: run what comes next according to the state, then return. Between two passes there is a checkpoint."""
    outcome: Callable[[S], Outcome | None]
    """How the game ended; None while it goes on."""
    scene: Callable[[S, int | None], Scene]
    """What a seat, or a spectator (None), sees."""
    describe: Callable[[S], dict[str, Json]]
    """The whole position in names."""
    restore: Callable[[Options, dict[str, Json], Chance], S]
    """The state of a complete position in names: the inverse of `describe`."""
    choices: PreparedChoices
    """Every choice that can be offered, prepared once and listed by verb."""

    stages: tuple[Stage, ...] = ()
    """What the game has beyond being playable; the tests demand it."""
    version: int = 1
    """The rules version: it rises whenever a recorded game would play differently."""
    options: tuple[Option, ...] = ()
    modes: Mapping[str, Mapping[str, Value]] = field(default_factory=lambda: {"standard": {}})
    """Named sets of options that differ enough to deserve recorded games of their own."""
    clash: Callable[[Options], str] = _no_clash
    """The id of the rule that does not allow these options together; empty if they go together."""
    teams: Callable[[Options], tuple[int, ...]] | None = None
    """Per seat, the number of its side; None where everybody plays alone. See `sides`."""
    determinize: Callable[[S, int, Chance], None] = nothing_hidden
    """Redraw in place everything that the seat cannot know. By default nothing is hidden."""
    written_out: Callable[[dict[str, Json], dict[str, Json]], dict[str, Json]] = _as_given
    """The fields of a position by hand without abbreviations: what such a field replaces in the described opening."""
    invariants: Callable[[S], list[str]] = _nothing_broken
    """One sentence for every invariant that is broken; empty when all is well."""
    clock: Callable[[S], int] = _one_turn
    """How many turns or rounds have begun; analyses and statistics are kept by this number."""
    clocks: Mapping[str, Callable[[S], int]] = field(default_factory=dict)
    """By name, numbers that change at the end of a round, a turn or a go. A book may name one as its `horizon`: lines
    of play then end when that number changes. Or as that of its `plans`."""
    own_turn: Callable[[S, int], bool] = _nobodys_turn
    """Whether a seat is on turn: then opponents may plan the turn as a whole."""
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By language and id, the names of things that the `[name]` section of the locale does not have."""
    pack_hash: str = ""
    """The hash of the pack; empty for a game without one."""
    from_pack: Callable[[Path], Game[S]] | None = field(default=None, repr=False)
    """Makes this game with the pack in a file; None for a game without packs. See `with_pack`."""
    features: tuple[str, ...] = ()
    """What opponents count in a position, by name."""
    constant_features: tuple[str, ...] = ()
    """The features whose weights sparring leaves alone: those that no decision changes, such as an advantage from the
    start, and those that only keep opponents from going round in circles."""
    measure: Callable[[S, int], list[float]] = _no_opinion
    """The features of a position from the point of view of a seat: what is good for it is positive. Every number is the
    side's own less the mean of the other sides', so that the numbers of all sides add up to 0."""
    measure_all: Callable[[S], list[list[float]]] | None = field(default=None, repr=False)
    """The same from the point of view of every seat, where that takes less than one seat after the other."""
    lean: Callable[[S, list[Choice]], list[float]] | None = field(default=None, repr=False)
    """For each of these options, how much more likely than others of its verb it is the best, as log-odds: for asks
    with many options of one verb, which the book cannot tell apart. It looks at a world that the seat believes in."""
    forecast: Callable[[S, Choice], list[tuple[Fraction, LogLine]]] | None = field(default=None, repr=False)
    """How an option may end that goes on beyond one pass, such as a whole battle: every outcome with its chance and the
    line of the report that would tell it; empty for other options. Only for outcomes that depend on nothing hidden."""
    shortcuts: Shortcuts[S] = field(default_factory=Shortcuts)
    """Which small questions a client may answer for a player."""
    insights: Insights = IN_FOLDER
    """The books: weights of the features and priorities of the verbs. By default they are read from `insight.toml`."""

    def __post_init__(self) -> None:
        if self.insights is IN_FOLDER:
            object.__setattr__(self, "insights", load_insights(self.folder, self.features))
        for name, book in self.insights.books.items():
            for clock in (book.horizon, book.plans, book.plan_stages):
                if clock and clock not in self.clocks:
                    known = ", ".join(self.clocks) or "none"
                    raise BadFile(f"book {name} of {self.slug}: there is no clock '{clock}'; there are {known}")

    @cached_property
    def ledger(self) -> Ledger:
        """The rules in words, from the folder's `rules.toml`."""
        return load_ledger(self.folder)

    def title(self, lang: str = "en") -> str:
        """The name of the game in a language; the English one if it has none there."""
        return self.ledger.title(lang)

    def sides(self, options: Options) -> tuple[int, ...]:
        """Per seat, the number of its side; the seats of a side win and lose together."""
        return tuple(range(len(self.seats(options)))) if self.teams is None else self.teams(options)

    def with_pack(self, path: Path) -> Game[S]:
        """The same game played with another pack."""
        if self.from_pack is None:
            raise BadPack(path.name, "the file", f"{self.slug} is played without a pack")
        return self.from_pack(path)

    def settle(self, given: Mapping[str, object], mode: str | None = None) -> Options:
        """All options with their values: the given ones, which are checked, else those of the mode, else defaults."""
        if mode is not None and mode not in self.modes:
            raise BadOptions(f"{self.slug} has no mode '{mode}'; it has {', '.join(self.modes)}")
        given = {**({} if mode is None else self.modes[mode]), **given}
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
        rule = self.clash(settled)
        if rule:
            texts = {lang: self.ledger.text(rule, lang) for lang in ("en", *self.ledger.translations)}
            raise OptionsClash(rule, texts)
        return settled
