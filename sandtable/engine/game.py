"""The contract between the engine and a game: each game package makes one value of type `Game`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
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
from sandtable.engine.state import State
from sandtable.engine.types import Choice, Json

S = TypeVar("S", bound=State)

IN_FOLDER: Final = Insights("", {})
"""Stands for the insights that lie in the game's folder."""

Value = str | int | bool
Options = dict[str, Value]
"""The options of one match: every option of the game with its value."""


class Stage(Enum):
    """How far a game has grown. It states what it has reached, and the tests demand that of it; every game plays."""

    OPPONENTS = "opponents"
    """Opponents judge its positions, and learners can say its choices: `measure`, `insight.toml`, `vocabulary.toml`."""
    DRAWN = "drawn"
    """It has a board, pieces, colours and a cover of its own."""
    BILINGUAL = "bilingual"
    """It speaks English and Hungarian, its rulebook too."""
    RECORDED = "recorded"
    """Whole games of every mode are kept, and what the numbers of its environment mean: neither changes unnoticed."""


@dataclass(frozen=True)
class Option:
    """A choice made before the game; the first value is the default."""

    id: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        """The value that it has unless another is chosen."""
        return self.values[0]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    """The seats that won; empty when the game beat everybody, or was drawn."""
    reason: str
    """The ledger id of the rule that ended it."""
    scores: tuple[float, ...]
    """One number a seat, 1.0 for a win and 0.0 for a loss unless the game scores finer."""
    points: tuple[int, ...] = ()
    """What each seat scored, where the game counts points."""
    drawn: bool = False
    """Whether nobody won because nobody was better."""


def _no_clash(options: Options) -> str:
    return ""


def _nothing_hidden(g: State, seat: int, chance: Chance) -> None:
    pass


def _nothing_broken(g: State) -> list[str]:
    return []


def _no_opinion(g: State, seat: int) -> list[float]:
    return []


def _one_turn(g: State) -> int:
    return 1


@dataclass(frozen=True, eq=False)
class Game(Generic[S]):
    """A game as the engine knows it. The first fields every game must state; the others have defaults.

    Texts and numbers lie in the game's folder: `rules.toml` (the ledger), `locale/`, `insight.toml`.
    """

    slug: str
    """What the game is called in commands, files and addresses."""
    folder: Path
    """Where the game's files lie."""
    seats: Callable[[Options], tuple[str, ...]]
    """The names of the seats."""
    new: Callable[[Options, Chance], S]
    """The state before the first decision."""
    play: Callable[[S], Flow[S]]
    """One pass over what the state says comes next; between two passes lies a checkpoint."""
    outcome: Callable[[S], Outcome | None]
    """How the game ended; None while it goes on."""
    scene: Callable[[S, int | None], Scene]
    """What a seat, or a spectator (None), sees."""
    describe: Callable[[S], dict[str, Json]]
    """The whole position in names."""
    restore: Callable[[Options, dict[str, Json], Chance], S]
    """The state of a complete described position."""
    choices: PreparedChoices
    """Every choice that can be offered, prepared once and listed by verb."""

    stages: tuple[Stage, ...] = ()
    """What the game has reached beyond being played."""
    version: int = 1
    """The rules version: it rises whenever a recorded game would play differently."""
    options: tuple[Option, ...] = ()
    modes: Mapping[str, Mapping[str, Value]] = field(default_factory=lambda: {"standard": {}})
    """Named sets of options that differ enough to deserve recorded games of their own."""
    clash: Callable[[Options], str] = _no_clash
    """The rule by which options exclude one another; empty when they go together."""
    teams: Callable[[Options], tuple[int, ...]] | None = None
    """Per seat, the number of its side; None where everybody plays alone. See `sides`."""
    determinize: Callable[[S, int, Chance], None] = _nothing_hidden
    """Redraw in place everything that the seat cannot know. By default nothing is hidden."""
    invariants: Callable[[S], list[str]] = _nothing_broken
    """One sentence for every invariant that is broken; empty when all is well."""
    clock: Callable[[S], int] = _one_turn
    """How many turns or rounds have begun: analyses and statistics are kept by them."""
    clocks: Mapping[str, Callable[[S], int]] = field(default_factory=dict)
    """Numbers that change at the end of a round, a turn or a go, by the name under which a book calls for them: the
    lines of opponents end there."""
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The names of the things on the table by language and id, where the locale does not have them."""
    pack_hash: str = ""
    """The hash of the pack; empty for a game without one."""
    from_pack: Callable[[Path], Game[S]] | None = field(default=None, repr=False)
    """This game made with the pack of a file; None for a game without packs. See `with_pack`."""
    features: tuple[str, ...] = ()
    """What opponents count in a position, by name."""
    constant_features: tuple[str, ...] = ()
    """The features that no decision changes: what a side has from the start."""
    measure: Callable[[S, int], list[float]] = _no_opinion
    """The features of a position as a seat sees them: what favours it is positive. Each side sees its own numbers less
    the mean of the others', so that the views of all sides add up to nothing; of two, each sees the other's negated."""
    lean: Callable[[S, list[Choice]], list[float]] | None = field(default=None, repr=False)
    """For each of these options, how much more likely than others of its verb it is the best, as log-odds: for asks
    with many options of one verb, which the book cannot tell apart. It looks at a world that the seat believes in."""
    insights: Insights = IN_FOLDER
    """What the features, and orders of each kind, are worth. By default it stands in the folder's `insight.toml`."""

    def __post_init__(self) -> None:
        if self.insights is IN_FOLDER:
            object.__setattr__(self, "insights", load_insights(self.folder, self.features))
        for name, book in self.insights.books.items():
            if book.horizon and book.horizon not in self.clocks:
                known = ", ".join(self.clocks) or "none"
                raise BadFile(f"book {name} of {self.slug}: there is no horizon '{book.horizon}'; there are {known}")

    @cached_property
    def ledger(self) -> Ledger:
        """The rules in words, from the folder's `rules.toml`."""
        return load_ledger(self.folder)

    def title(self, lang: str = "en") -> str:
        """What the game is called in a language, English where it has no name there."""
        return self.ledger.title(lang)

    def sides(self, options: Options) -> tuple[int, ...]:
        """Per seat, the number of its side: those who share one win and lose together."""
        return tuple(range(len(self.seats(options)))) if self.teams is None else self.teams(options)

    def with_pack(self, path: Path) -> Game[S]:
        """The same game played with another pack."""
        if self.from_pack is None:
            raise BadPack(path.name, "the file", f"{self.slug} is played without a pack")
        return self.from_pack(path)

    def settle(self, given: Mapping[str, object], mode: str | None = None) -> Options:
        """All options with their values: the given ones, which are checked, then those of the mode, then defaults."""
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
