"""The smallest game: it states what the contract demands and nothing else.

Two seats take one or two of five pebbles in turn; whoever takes the last one wins.
"""

from __future__ import annotations

from pathlib import Path

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.engine.chance import Chance
from sandtable.engine.choices import PreparedChoices
from sandtable.engine.declare import declared
from sandtable.engine.game import Game, Options, Outcome
from sandtable.engine.notation import Number, Section
from sandtable.engine.scene import Scene, Track
from sandtable.engine.state import State
from sandtable.engine.types import Json

SEATS = ("first", "second")
PEBBLES = 5
COUNTS = (1, 2)
CHOICES = PreparedChoices()
TAKE = CHOICES.row("take", COUNTS)


@declared
class Heap(State):
    """How many pebbles are left, and whose turn it is."""

    left: int = PEBBLES
    turn: int = 0


def play(g: Heap) -> Flow[Heap]:
    choice = yield Ask(g.turn, "take", TAKING)
    g.left -= int(choice[1])
    g.turn = 1 - g.turn


def take_refusal(g: Heap, at: int) -> str | None:
    return None if COUNTS[at] <= g.left else "take.what_is_there"


def offer_pebbles(g: Heap, offer: Offer) -> None:
    for at, choice in enumerate(TAKE):
        if take_refusal(g, at) is None:
            offer.add(choice)


TAKING: Legality[Heap] = Legality(offer_pebbles, {"take": one(take_refusal)})


def outcome(g: Heap) -> Outcome | None:
    if g.left:
        return None
    winner = 1 - g.turn
    return Outcome((winner,), "end.last", (1.0 - winner, float(winner)))


def scene(g: Heap, seat: int | None) -> Scene:
    pebbles = Track("track:pebbles", list(range(PEBBLES + 1)), {"marker:left": g.left})
    return Scene("pebbles", None if seat is None else SEATS[seat], tracks=[pebbles])


NOTATION: Section[Heap] = Section({"left": Number(0, PEBBLES), "turn": Number(0, 1)})


def restore(options: Options, fields: dict[str, Json], chance: Chance) -> Heap:
    g = Heap(chance)
    NOTATION.restore(g, fields)
    return g


def pebbles(folder: Path) -> Game[Heap]:
    """The game with its files in a folder."""
    return Game(
        slug="pebbles",
        folder=folder,
        seats=lambda options: SEATS,
        new=lambda options, chance: Heap(chance),
        play=play,
        outcome=outcome,
        scene=scene,
        describe=NOTATION.describe,
        restore=restore,
        choices=CHOICES,
    )
