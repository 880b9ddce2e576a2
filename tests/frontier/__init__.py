"""Frontier: a little game of the tests that shows everything a scene can show, and asks in every way.

Six tiles lie elsewhere in every game and can burn down; stacks of foot and horse march from one to another and fight;
a nation that nobody plays holds two of them. Cards are discarded, put back in order and paid with, several at once;
dice show symbols, and any of them may be rolled again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.engine.game import Game

from .flow import CHOICES, new_game, outcome, play
from .scene import scene
from .state import SEATS, State, determinize, invariants, notation, restore

FOLDER: Final = Path(__file__).parent

GAME: Final[Game[State]] = Game(
    slug=FOLDER.name,  # a copy without drawings is another game
    folder=FOLDER,
    seats=lambda options: SEATS,
    new=new_game,
    play=play,
    outcome=outcome,
    scene=scene,
    describe=notation.describe,
    restore=restore,
    choices=CHOICES,
    determinize=determinize,
    invariants=invariants,
    clock=lambda g: g.turn // len(SEATS) + 1,
)
