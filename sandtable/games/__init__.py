"""The games: five rooms of one shape. A game is registered here and nowhere else."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.pack import PackFile
from sandtable.engine.state import State

SLUGS = ("buda_1686", "nights_of_fire")


class UnknownGame(SandtableError):
    """There is no game of that name."""

    code = "unknown_game"


_PACKS: dict[str, Path] = {}
"""Packs that this process plays with in place of those that come with the games."""


def use_pack(path: Path) -> None:
    """Play the game that a pack belongs to with that pack, from now on and in this process."""
    slug = PackFile(path).entry("pack").text("slug")
    _known(slug)
    _PACKS[slug] = path
    load.cache_clear()
    load(slug)


def pack_in_use(slug: str) -> Path | None:
    """The file of the pack that a game is played with, where it is not the game's own."""
    return _PACKS.get(slug)


@cache
def load(slug: str) -> Game[State]:
    """The game of that name, ready to be played."""
    _known(slug)
    game: Game[State] = import_module(f"sandtable.games.{slug}").GAME
    return game.with_pack(_PACKS[slug]) if slug in _PACKS else game


def _known(slug: str) -> None:
    if slug not in SLUGS:
        raise UnknownGame(f"there is no game '{slug}'; there are {', '.join(SLUGS)}")
