"""Tiny games for tests of opponents: a graph of places, given by the test, with a choice of ways at each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sandtable.engine.ask import Ask, Flow, Legality, Offer
from sandtable.engine.chance import Chance
from sandtable.engine.choices import PreparedChoices
from sandtable.engine.declare import Shared, declared
from sandtable.engine.game import Game, Options, Outcome
from sandtable.engine.insight import ONLY, Insight, Insights
from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.engine.types import Choice, Json
from tests.engine.toy import TOY

SEATS = ("red", "blue", "green")
START = "start"
Priorities = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Place:
    """A position of the tiny game."""

    ways: Mapping[str, str] = field(default_factory=dict)
    """By verb: the place it leads to. A place without any is an end of the game."""
    seat: int = 0
    """Who decides here."""
    turn: int = 0
    """Whose turn it is."""
    looks: float = 0.0
    """Its feature: the log-odds for the first side; the others share the opposite."""
    inside: bool = False
    """Whether the pass of the flow goes on here, instead of ending."""
    stake: float = 1.0
    """How much thought the choice deserves."""
    winners: tuple[int, ...] = ()
    score: float = 0.0
    """At an end: the score of the first side; the others share the rest."""


Places = Mapping[str, Place]


@dataclass
class Trace:
    """What players did with the game in their simulations."""

    worlds: list[bytes] = field(default_factory=list)
    """The key of every world that was drawn."""
    lines: list[list[str]] = field(default_factory=lambda: [[]])
    """The verbs of the match itself, then of every world in which it was simulated."""
    evaluated: list[int] = field(default_factory=list)
    """The seats for which positions were evaluated."""

    @property
    def thoughts(self) -> list[list[str]]:
        """The verbs chosen in every world, without the match itself."""
        return self.lines[1:]


@declared
class TinyGame(State):
    """The place that the game has reached."""

    places: Shared[Places]
    trace: Shared[Trace]
    at: str = START

    @property
    def place(self) -> Place:
        return self.places[self.at]


def play(g: TinyGame) -> Flow[TinyGame]:
    going = True
    while going:
        choice = yield Ask(g.place.seat, g.at, WAYS, stake=g.place.stake)
        verb = str(choice[0])
        g.trace.lines[-1].append(verb)
        g.at = g.place.ways[verb]
        going = g.place.inside


def offer_ways(g: TinyGame, offer: Offer) -> None:
    for verb in g.place.ways:
        offer.add((verb,))


WAYS: Legality[TinyGame] = Legality(offer_ways, {})


def determinize(g: TinyGame, seat: int, chance: Chance) -> None:
    """Nothing is hidden; only records that a world was drawn."""
    g.trace.worlds.append(chance.key)
    g.trace.lines.append([])


def tiny_match(
    places: Places,
    trace: Trace | None = None,
    patience: float = 0.9,
    priorities: Priorities | None = None,
    sides: tuple[int, ...] = (0, 1),
    clocks: Mapping[str, Callable[[TinyGame], int]] | None = None,
    book: Insight | None = None,
    lean: Callable[[TinyGame, list[Choice]], list[float]] | None = None,
) -> Match[TinyGame]:
    """A match of a tiny game, at its start, with a book of its own."""
    written = trace if trace is not None else Trace()
    others = max(1, *sides)
    """How many sides there are beside the first."""

    def new(options: Options, chance: Chance) -> TinyGame:
        return TinyGame(chance, places, written)

    def outcome(g: TinyGame) -> Outcome | None:
        place = g.place
        if place.ways:
            return None
        scores = [place.score if side == 0 else (1.0 - place.score) / others for side in sides]
        return Outcome(place.winners, "end.score", tuple(scores))

    def measure(g: TinyGame, seat: int) -> list[float]:
        written.evaluated.append(seat)
        return [g.place.looks if sides[seat] == 0 else -g.place.looks / others]

    def describe(g: TinyGame) -> dict[str, Json]:
        return {"at": g.at}

    def restore(options: Options, fields: dict[str, Json], chance: Chance) -> TinyGame:
        g = TinyGame(chance, places, written)
        g.at = str(fields["at"])
        return g

    game: Game[TinyGame] = Game(
        slug="tiny",
        folder=TOY.folder,
        seats=lambda options: SEATS[: len(sides)],
        teams=lambda options: sides,
        new=new,
        play=play,
        outcome=outcome,
        scene=lambda g, seat: Scene("tiny", None),
        describe=describe,
        restore=restore,
        choices=PreparedChoices(),
        determinize=determinize,
        features=("looks",),
        measure=measure,
        clocks=clocks or {},
        own_turn=lambda g, seat: g.place.turn == seat,
        lean=lean,
        insights=Insights("", {ONLY: book or Insight("by hand", patience, {"looks": 1.0}, priorities or {})}),
    )
    return start(game, {}, Origin("tiny"))
