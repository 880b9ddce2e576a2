"""What travels over the socket, both ways; docs/server.md shows an example of each."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.engine.game import Value
from sandtable.engine.outlook_text import OddsText
from sandtable.engine.scene import Scene
from sandtable.engine.types import Fact
from sandtable.server.links import TOKEN

PROTOCOL: Final = 1
LONGEST_FRAME: Final = 16 * 1024

PLAIN: Final = r"^[^\x00-\x1f\x7f]*$"
"""Text without control characters, which databases and screens have no use for."""

HASH: Final = r"^[0-9a-f]{64}$"

ALSO: Final = r"^(\d{1,3}\.\d{1,2}(,\d{1,3}\.\d{1,2})*)?$"
"""Alternatives of a guide: a step and a number each."""

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\x21-\x7e]+$")]
Name = Annotated[str, Meta(max_length=40, pattern=PLAIN)]
ChoiceWord = Annotated[str, Meta(max_length=100)] | Annotated[int, Meta(ge=-(2**31), le=2**31)]
ChoiceWords = Annotated[list[ChoiceWord], Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=2**31)]


# ---------------------------------------------------------------------- from the client


class Hello(Struct, tag_field="do", tag="hello", forbid_unknown_fields=True):
    """The first frame: the link, and what the page has received already."""

    protocol: int
    token: Annotated[str, Meta(max_length=100)]
    lang: str = "en"
    seat: Annotated[str, Meta(max_length=40)] | None = None
    """The seat that was in view."""
    version: Annotated[int, Meta(ge=-1, le=2**31)] = -1
    """The last version that it was sent."""
    talk: Count = 0
    """How many lines of talk it has."""


class Request(Struct, tag_field="do", forbid_unknown_fields=True):
    """Everything after `hello` carries an id which the answer repeats."""

    id: Id


class Choose(Request, tag="choose"):
    n: Count
    choice: ChoiceWords


class Undo(Request, tag="undo"):
    n: Count


class Sit(Request, tag="sit"):
    seat: Annotated[str, Meta(max_length=40)]


class Why(Request, tag="why"):
    about: Annotated[str, Meta(max_length=100)] | ChoiceWords


class GetHint(Request, tag="hint"):
    pass


class GetOdds(Request, tag="odds"):
    choice: ChoiceWords | None = None
    """An option; none for all options in which chance has a say."""


class GetRecap(Request, tag="recap"):
    first: Count | None = None
    """The step to begin with; none for the one before the last turn of the others."""


class GetLog(Request, tag="log"):
    before: Count
    """The step up to which lines of the report are wanted, itself included: the `after` of the lines that follow."""


class Say(Request, tag="say"):
    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=PLAIN)]


class Rename(Request, tag="rename"):
    name: Name


class PromiseEntropy(Request, tag="promise"):
    hash: Annotated[str, Meta(max_length=64, pattern=HASH)]
    """Of what this page will add to the dice: letters that it made at random, after it was told the commitment."""


class AddEntropy(Request, tag="dice"):
    entropy: Annotated[str, Meta(max_length=26, pattern=TOKEN)]
    """What this page adds to the dice: the 26 letters that it promised, after all others have promised theirs."""


class Resign(Request, tag="resign"):
    pass


class Replace(Request, tag="replace"):
    seat: Annotated[str, Meta(max_length=40)]
    level: Annotated[str, Meta(max_length=40)] = "3"
    """Of the opponent that plays on."""


class Claim(Request, tag="claim"):
    seat: Annotated[str, Meta(max_length=40)]
    """The seat that stays away."""


class ComeBack(Request, tag="return"):
    pass


class Ping(Request, tag="ping"):
    pass


AnyRequest = (
    Choose
    | Undo
    | Sit
    | Why
    | GetHint
    | GetOdds
    | GetRecap
    | GetLog
    | Say
    | Rename
    | PromiseEntropy
    | AddEntropy
    | Resign
    | Replace
    | Claim
    | ComeBack
    | Ping
)


# ---------------------------------------------------------------------- to the client


class LogEntry(Struct):
    """A line of the battle report."""

    key: str
    args: list[Fact]
    rule: str | None
    text: str
    at: int = 0
    """The step by which it was told: so many choices had been made."""
    needs: list[str] = []
    """Of a roll, what the dice had to show."""


class Option(Struct):
    """Something that may be chosen."""

    choice: list[Fact]
    text: str


class StatusLine(Struct):
    """A line of the game's status, such as the turn."""

    key: str
    text: str


Standing = dict[str, list[StatusLine]]
"""By seat, what it has so far of all that the game counts."""


class SeveralView(Struct):
    """Things that may be chosen together, too many ways to list them: any `least` to `most` of them."""

    verb: str
    things: list[str]
    least: int
    most: int
    ordered: bool
    """Whether the order of picking matters; if not, a choice names them in the order in which they stand here."""
    text: str
    """What choosing them is called, with an ellipsis in their place."""
    each: bool = False
    """Whether each is chosen by a choice of its own, one after the other."""
    close: list[Fact] | None = None
    """Of those: the choice that ends it, where there is one."""


class PreferredView(Struct):
    """An option that would do where hardly anybody would think about it, such as the cards that pay for an order."""

    choice: list[Fact]
    safe: bool
    """Whether it could be taken back: then a client may choose it by itself."""


class AheadView(Struct):
    """The first steps of an order: who chooses one wants the order, all that is preferred on the way, then the step."""

    order: list[Fact]
    steps: list[Option]


class AskView(Struct):
    """Who must decide, and, for those who may answer, what."""

    seats: list[str]
    mine: bool
    text: str
    rule: str | None
    options: list[Option]
    several: SeveralView | None = None
    preferred: PreferredView | None = None
    ahead: AheadView | None = None


class LogView(Struct):
    """Lines that replace everything after the first `first` lines that the reader has."""

    first: int
    lines: list[LogEntry]
    after: int | None = None
    """Where lines before these were left out: the step after which these were told; see `log`."""


class UndoView(Struct):
    """Whether the last choice can be taken back, or why not."""

    possible: bool
    reason: str
    text: str


class OutcomeView(Struct):
    """How the game ended, by which rule, and what that says."""

    winners: list[str]
    rule: str
    text: str
    scores: dict[str, float]
    points: dict[str, int]
    """What each seat scored; empty where the game counts no points."""
    drawn: bool


class Update(Struct, tag_field="is", tag="update"):
    """What the seat in view sees now."""

    version: int
    n: int
    seat: str | None
    scene: Scene
    status: list[StatusLine]
    standing: Standing
    ask: AskView | None
    log: LogView
    undo: UndoView
    curtain: str | None
    outcome: OutcomeView | None


class SeatView(Struct):
    """A seat and who sits there."""

    seat: str
    kind: str
    name: str
    level: str | None
    mine: bool


class ExampleMoment(Struct, forbid_unknown_fields=True):
    """A moment of a worked example: after so many steps of a line of it."""

    id: Annotated[str, Meta(max_length=100)]
    line: Annotated[str, Meta(max_length=200)] = ""
    """Empty: the first one."""
    step: Annotated[int, Meta(ge=0, le=1000)] = 0


class GuideMoment(Struct, forbid_unknown_fields=True):
    """Where a guided first game was left: after so many steps, by a choice of the learner's own or without one."""

    id: Annotated[str, Meta(max_length=100)]
    step: Annotated[int, Meta(ge=0, le=1000)] = 0
    choice: ChoiceWords | None = None
    also: Annotated[str, Meta(max_length=200, pattern=ALSO)] = ""
    """What was chosen instead of what was advised and serves as well: `step.number`, separated by commas."""


class TableView(Struct):
    """What is known about a table, however the game stands."""

    id: str
    game: str
    options: dict[str, Value]
    seats: list[SeatView]
    watch: bool
    seed_hash: str
    """The commitment: the hash of the server's part of the dice."""
    shared: bool
    """Whether every player adds to the dice before the game begins."""
    absence: int | None
    """Seconds after which the others need not wait for somebody who is not there; null: they always do."""
    example: ExampleMoment | None = None
    """The moment of an example that it was opened from."""
    guide: GuideMoment | None = None
    """The moment of a guided first game that it goes on from."""


class Welcome(Struct, tag_field="is", tag="welcome"):
    protocol: int
    program: str
    table: TableView


class Presence(Struct, tag_field="is", tag="company"):
    """Who is there."""

    online: list[str]
    pages: dict[str, int]
    """By seat, on how many pages it is open."""
    taken: list[str]
    """The seats that somebody has taken by an invitation."""
    watchers: int
    names: dict[str, str]
    rematch: bool
    stand_ins: dict[str, str]
    """By seat of a person who stays away, the level of the opponent that plays meanwhile."""
    resigned: list[str]
    """The seats of people who have resigned; the game is over when all people of a side have."""
    promises: dict[str, str]
    """By seat whose page has promised what it will add to the dice, the hash of that."""
    added: list[str]
    """The seats that have added to the dice; all others of people are waited for where `shared`."""
    absent: dict[str, int]
    """By seat that is asked and not there, the seconds until others may replace it or claim the game."""


class TalkLine(Struct):
    seat: str
    name: str
    text: str
    at: str


class Talk(Struct, tag_field="is", tag="talk"):
    """Lines of talk that replace everything after the first `first` lines that the reader has."""

    first: int
    lines: list[TalkLine]


class Done(Struct, tag_field="is", tag="done"):
    id: str
    version: int


class Refused(Struct, tag_field="is", tag="refused"):
    """Nothing has changed, and why."""

    id: str | None
    code: str
    text: str
    rule: str | None = None


class RefusedChoice(Struct):
    """What may not be done here, and what the rule says that refuses it."""

    choice: list[Fact]
    text: str
    rule: str
    why: str


class Reasons(Struct, tag_field="is", tag="reasons"):
    id: str
    offered: bool
    refusals: list[RefusedChoice]


class Advice(Struct):
    """One of the best choices."""

    choice: list[Fact]
    text: str
    win: float
    share: float


class Hints(Struct, tag_field="is", tag="hints"):
    id: str
    n: int
    verdict: str
    text: str
    hints: list[Advice]


class Odds(Struct, tag_field="is", tag="odds"):
    """What options may bring; those in which chance has no say are left out."""

    id: str
    n: int
    odds: list[OddsText]


class RecapStep(Struct):
    """The table as it was shown after so many choices, and what was told since the step before."""

    at: int
    scene: Scene
    status: list[StatusLine]
    standing: Standing
    lines: list[LogEntry]


class RecapView(Struct, tag_field="is", tag="recap"):
    """What happened lately."""

    id: str
    total: int
    steps: list[RecapStep]


class LogPart(Struct, tag_field="is", tag="log"):
    """Earlier lines of the report."""

    id: str
    after: int | None
    """The step after which they were told; null: they are the first of the game."""
    lines: list[LogEntry]


AnyAnswer = Welcome | Update | Presence | Talk | Done | Refused | Reasons | Hints | Odds | RecapView | LogPart
