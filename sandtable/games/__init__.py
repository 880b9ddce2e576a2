"""The games: five rooms of one shape. A game is registered here and nowhere else."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.state import State

SLUGS = ("buda_1686", "nights_of_fire")


class UnknownGame(SandtableError):
    """There is no game of that name."""

    code = "unknown_game"


@cache
def load(slug: str) -> Game[State]:
    """The game of that name, ready to be played."""
    if slug not in SLUGS:
        raise UnknownGame(f"there is no game '{slug}'; there are {', '.join(SLUGS)}")
    game: Game[State] = import_module(f"sandtable.games.{slug}").GAME
    return game
