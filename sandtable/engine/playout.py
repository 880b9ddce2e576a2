"""Playouts: playing a game to its end as fast as possible, without recording or explaining anything."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from sandtable.engine.ask import Ask, Offer
from sandtable.engine.errors import MOST_SILENT, DeadEnd, Ended
from sandtable.engine.game import Game
from sandtable.engine.state import State
from sandtable.engine.types import Choice

S = TypeVar("S", bound=State)


def playout(game: Game[S], state: S, pick: Callable[[list[Choice]], Choice], limit: int = 1_000_000) -> int:
    """Play from a checkpoint to the end, `pick` deciding for all seats; returns how many decisions were made."""
    decisions = silent = 0
    flow = _passes(game, state)
    while game.outcome(state) is None and decisions < limit:
        silent += 1
        if silent > MOST_SILENT:
            raise DeadEnd(f"{game.slug}: nobody had a choice in {MOST_SILENT} passes")
        ask = next(flow)
        while ask is not None:
            offer = Offer()
            ask.legality.build(state, offer)
            choices = offer.options
            if len(choices) > 1:
                decisions += 1
                silent = 0
                ask = flow.send(pick(choices))
            elif choices:
                ask = flow.send(choices[0])
            else:
                raise DeadEnd(f"{game.slug}: no option for '{ask.prompt}'")
    return decisions


def _passes(game: Game[S], state: S) -> Generator[Ask[S] | None, Choice, None]:
    """The asks of one pass after the other, and None at the end of each: catching the end would take longer."""
    while True:
        try:
            yield from game.play(state)
            yield None
        except Ended:
            yield None
