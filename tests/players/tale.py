"""Tales: tiny games for tests of opponents. A tale is a table of places, and the test says what each leads to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.chance import Chance
from sandtable.engine.game import Game, Options, Outcome
from sandtable.engine.insight import ONLY, Insight, Insights
from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.engine.types import Json
from tests.engine.toy import TOY

SEATS = ("red", "blue", "green")
START = "start"
Priorities = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Place:
    """Where a tale may stand."""

    ways: Mapping[str, str] = field(default_factory=dict)
    """By verb: the place where it leads. A place without any is an end."""
    seat: int = 0
    """Who decides here."""
    looks: float = 0.0
    """What it looks like to the first side, in log-odds; to the others it looks the other way round."""
    inside: bool = False
    """Whether the order that leads here goes on."""
    winners: tuple[int, ...] = ()
    score: float = 0.0
    """At an end, everybody's score."""


Places = Mapping[str, Place]


@dataclass
class Diary:
    """What happened to a tale in the thoughts of players."""

    worlds: list[bytes] = field(default_factory=list)
    """The key of every world that was drawn."""
    lines: list[list[str]] = field(default_factory=lambda: [[]])
    """The verbs of the match itself, then those chosen in every world."""
    judged: list[int] = field(default_factory=list)
    """The seats for which positions were judged."""

    @property
    def thoughts(self) -> list[list[str]]:
        """The verbs chosen in every world."""
        return self.lines[1:]


class Tale(State):
    """The place where the tale stands."""

    __slots__ = ("places", "diary", "at")

    def __init__(self, chance: Chance, places: Places, diary: Diary) -> None:
        super().__init__(chance)
        self.places = places
        self.diary = diary
        self.at = START

    @property
    def place(self) -> Place:
        return self.places[self.at]


def copy(g: Tale) -> Tale:
    other = Tale(g.chance.copy(), g.places, g.diary)
    other.at = g.at
    return other


def play(g: Tale) -> Flow[Tale]:
    going = True
    while going:
        choice = yield Ask(g.place.seat, g.at, offer_ways)
        verb = str(choice[0])
        g.diary.lines[-1].append(verb)
        g.at = g.place.ways[verb]
        going = g.place.inside


def offer_ways(g: Tale, offer: Offer) -> None:
    for verb in g.place.ways:
        offer.add((verb,))


def determinize(g: Tale, seat: int, chance: Chance) -> None:
    """Nothing is hidden; that a world was drawn goes into the diary."""
    g.diary.worlds.append(chance.key)
    g.diary.lines.append([])


def tale(
    places: Places,
    diary: Diary | None = None,
    patience: float = 0.9,
    priorities: Priorities | None = None,
    sides: tuple[int, ...] = (0, 1),
) -> Match[Tale]:
    """A match of a tale, at its start, with a book of its own."""
    written = diary if diary is not None else Diary()

    def new(options: Options, chance: Chance) -> Tale:
        return Tale(chance, places, written)

    def outcome(g: Tale) -> Outcome | None:
        place = g.place
        return None if place.ways else Outcome(place.winners, "end.score", (place.score,) * len(sides))

    def measure(g: Tale, seat: int) -> list[float]:
        written.judged.append(seat)
        return [g.place.looks if sides[seat] == 0 else -g.place.looks]

    def describe(g: Tale) -> dict[str, Json]:
        return {"at": g.at}

    def restore(options: Options, fields: dict[str, Json], chance: Chance) -> Tale:
        g = Tale(chance, places, written)
        g.at = str(fields["at"])
        return g

    game: Game[Tale] = Game(
        slug="tale",
        title="Tale",
        title_hu="Mese",
        version=1,
        folder=TOY.folder,
        pack_hash="tale-pack",
        options=(),
        modes={"all": {}},
        ledger=TOY.ledger,
        seats=lambda options: SEATS[: len(sides)],
        sides=lambda options: sides,
        new=new,
        play=play,
        outcome=outcome,
        copy=copy,
        scene=lambda g, seat: Scene("tale", None),
        determinize=determinize,
        invariants=lambda g: [],
        describe=describe,
        restore=restore,
        features=("looks",),
        measure=measure,
        insights=Insights("", {ONLY: Insight("by hand", patience, {"looks": 1.0}, priorities or {})}),
        clock=lambda g: 1,
        names={"en": {}, "hu": {}},
        with_pack=lambda path: game,
    )
    return start(game, {}, Origin("tale"))
