"""The format of a file of examples. Other fields are refused, since they are probably misspelt."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Words = Annotated[str, Meta(min_length=1)]
"""A sentence or a name in one language; never empty."""
Item = str | int
"""A part of a choice or of a log line: a verb, an id, or a number."""
Beginning = Annotated[list[Item], Meta(min_length=1)]
"""A choice, or the beginning of one."""
Script = list[int | str | list[str]] | Literal["free"]
"""What chance gives, in order; `"free"` where it does not matter."""
Fields = dict[str, object]
"""A partial position, or options, in names."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all tables of the file: unknown fields are refused."""


# ---------------------------------------------------------------------- what is expected


class ReportLine(Entry, frozen=True):
    """A log line: its key, its arguments from the left (`"*"` is any), and its rule."""

    key: Words
    args: list[Item] = []
    rule: str | None = None


class Tally(Entry, frozen=True):
    """Values of the position at all paths that fit a pattern such as `insurgents.local_*.at`, in any order."""

    of: Words
    are: list[bool | int | str] | None = None
    """Exactly these values."""
    counts: dict[str, int] = {}
    """How often each of these values occurs; others may occur too."""


class Only(Entry, frozen=True):
    """Exactly these may follow in a choice that begins so."""

    of: list[Item]
    are: list[Item]


class ExpectedRefusal(Entry, frozen=True):
    """A choice that is not offered, and the rule that refuses it."""

    choice: Beginning
    rule: Words


class Result(Entry, frozen=True):
    """How the game ended."""

    winners: list[str]
    reason: Words
    scores: list[float] | None = None
    points: list[int] | None = None
    drawn: bool = False


class Then(Entry, frozen=True):
    """What must hold after a step."""

    position: Fields = {}
    change: Fields = {}
    """By how much numbers of the position have changed since the beginning of the line."""
    tally: list[Tally] = []
    sees: Fields = {}
    """Things of the scene, by id, as the seat of the example sees them."""
    asked: Words | None = None
    prompt: Words | None = None
    told: dict[str, Item] = {}
    """The facts of the prompt."""
    offers: list[Beginning] = []
    """Beginnings of choices; for each of them an option is offered."""
    only: list[Only] = []
    refuses: list[ExpectedRefusal] = []
    log: list[ReportLine] = []
    """Log lines of this step, in this order; there may be others in between."""
    silent: list[Words] = []
    """Keys of log lines that this step must not have."""
    outcome: Result | None = None


# ---------------------------------------------------------------------- what happens


class Term(Entry, frozen=True):
    """A term of a sum, the rule that it comes from, and (if the rule does not say it) what it counts."""

    rule: Words
    amount: int = field(name="is")
    en: str = ""
    hu: str = ""


class Sum(Entry, frozen=True):
    """A calculation that is shown: its terms, and their sum."""

    total: int = field(name="is")
    terms: Annotated[list[Term], Meta(min_length=2)]


class Step(Entry, frozen=True):
    """One step of an example: a choice, or only something to look at."""

    en: Words
    hu: Words
    choose: list[Item | list[Item]] = []
    """A choice, or several that are made in this step."""
    seat: Words | None = None
    """The seat that must be asked, for every choice of the step."""
    chance: Script = []
    """What chance gives in this step; the step must use all of it and nothing more."""
    frame: list[Item] = []
    """Show the table as it was when the next such log line was added."""
    show: list[str] = []
    """Ids of things to be marked on the board."""
    rules: list[str] = []
    sum: Sum | None = None
    """A calculation whose result is a number that the step expects."""
    then: Then = Then()

    @property
    def choices(self) -> list[tuple[Item, ...]]:
        """What is chosen in this step, one after the other."""
        if all(isinstance(part, list) for part in self.choose):
            return [tuple(part) for part in self.choose if isinstance(part, list)]
        return [tuple(part for part in self.choose if not isinstance(part, list))]


class Base(Entry, frozen=True):
    """Options and position that several examples share."""

    id: Words
    under: list[str] = field(name="from", default_factory=list)
    options: dict[str, str | int | bool] = {}
    position: Fields = {}


class Case(Entry, frozen=True):
    """A variant of an example: its fields are merged into the example's, its steps follow after them."""

    id: Words
    en: Words
    hu: Words
    fresh: bool = False
    """The steps of the example itself are not played."""
    options: dict[str, str | int | bool] = {}
    position: Fields = {}
    chance: Script | None = None
    then: Then = Then()
    step: list[Step] = []


class Axis(Entry, frozen=True):
    """A path in the example, such as `step.1.chance.0`, and the values that are put there."""

    at: Words
    values: Annotated[list[object], Meta(min_length=1)]


class Grid(Entry, frozen=True):
    """The same example with other values: a table in which each cell names the last step of its line."""

    en: Words
    hu: Words
    across: Axis
    cells: Annotated[list[Words], Meta(min_length=1)]
    """One text per row: names of kinds, one for each column."""
    kind: dict[str, Step]
    down: Axis | None = None


class Example(Entry, frozen=True):
    """A worked example of the ledger, ready to be played."""

    id: Words
    en: Words
    hu: Words
    under: list[str] = field(name="from", default_factory=list)
    after: str | None = None
    options: dict[str, str | int | bool] = {}
    position: Fields = {}
    chance: Script = []
    then: Then = Then()
    seat: Words | None = None
    look: list[str] = []
    step: list[Step] = []
    case: list[Case] = []
    grid: Grid | None = None


class File(Entry, frozen=True):
    """A file of a game's `examples` folder."""

    game: Words
    base: list[Base] = []
    example: list[Example] = []
