"""What may stand in a file of examples. A field that is not here is refused, since it is most likely misspelt."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Words = Annotated[str, Meta(min_length=1)]
"""A sentence or a name in one language; never empty."""
Item = str | int
"""A part of a choice or of a line of the report: a verb, the id of a thing, a small number."""
Beginning = Annotated[list[Item], Meta(min_length=1)]
"""A choice, or as much of it as matters."""
Script = list[int | str | list[str]] | Literal["free"]
"""What chance gives, in order; `"free"` where it does not matter."""
Fields = dict[str, object]
"""A part of a position (or of the options) in names."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


# ---------------------------------------------------------------------- what is expected


class ReportLine(Entry, frozen=True):
    """A line of the report: its key, its arguments from the left (`"*"` is any), and the rule that it names."""

    key: Words
    args: list[Item] = []
    rule: str | None = None


class Tally(Entry, frozen=True):
    """Values of the position, collected by a pattern such as `insurgents.local_*.at`, in no order."""

    of: Words
    are: list[bool | int | str] | None = None
    """Exactly these."""
    counts: dict[str, int] = {}
    """How often each of these occurs; others may occur too."""


class Only(Entry, frozen=True):
    """Exactly these may come next in a choice that begins so."""

    of: list[Item]
    are: list[Item]


class Refused(Entry, frozen=True):
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
    """What must hold at a moment."""

    position: Fields = {}
    change: Fields = {}
    """By how much numbers of the position have changed since the line began."""
    tally: list[Tally] = []
    sees: Fields = {}
    """Things on the table, by id, as the one with whose eyes it is shown sees them."""
    asked: Words | None = None
    prompt: Words | None = None
    told: dict[str, Item] = {}
    """The facts of the prompt."""
    offers: list[Beginning] = []
    """Beginnings of choices: for each, something is offered."""
    only: list[Only] = []
    refuses: list[Refused] = []
    log: list[ReportLine] = []
    """What the report tells in this step, in this order; more may be told in between."""
    silent: list[Words] = []
    """What the report does not tell in this step."""
    outcome: Result | None = None


# ---------------------------------------------------------------------- what happens


class Term(Entry, frozen=True):
    """A term of a sum, the rule that it comes from, and (where the rule does not say it) what it counts."""

    rule: Words
    amount: int = field(name="is")
    en: str = ""
    hu: str = ""


class Sum(Entry, frozen=True):
    """A sum worked out: its terms one under the other, and what they come to."""

    total: int = field(name="is")
    terms: Annotated[list[Term], Meta(min_length=2)]


class Step(Entry, frozen=True):
    """One step of an example: somebody decides, or one only looks."""

    en: Words
    hu: Words
    choose: list[Item | list[Item]] = []
    """A choice, or several that are made at one go."""
    seat: Words | None = None
    """Who must be asked, for every choice of the step."""
    chance: Script = []
    """What chance gives in this step: all of it is used, and nothing else is asked of chance."""
    frame: list[Item] = []
    """Show the table as it was when the next such line of the report was told."""
    show: list[str] = []
    """Ids of things that are marked on the board."""
    rules: list[str] = []
    sum: Sum | None = None
    """A sum that comes to a number which the step expects."""
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
    """A variant of an example, laid over it or played after its steps."""

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
    """A place in the example, such as `step.1.chance.0`, and the values that it takes one after the other."""

    at: Words
    values: Annotated[list[object], Meta(min_length=1)]


class Grid(Entry, frozen=True):
    """The same example with other values: a table whose cells name the step that closes the line."""

    en: Words
    hu: Words
    across: Axis
    cells: Annotated[list[Words], Meta(min_length=1)]
    """One row a line: names of kinds, one a column."""
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
