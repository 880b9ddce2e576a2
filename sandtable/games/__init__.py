"""The games that can be played: those that come with the program, and those in folders that the user names."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, TypeVar

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.pack import PackFile
from sandtable.engine.state import State

T = TypeVar("T")

HOUSE: Final = ("buda_1686", "nights_of_fire", "days_of_ire", "rogue_agent", "battle_for_europe")
"""The games that come with the program; a game is registered only here."""
FOLDERS: Final = "SANDTABLE_GAMES"
"""The environment variable that names folders with further games, separated as in PATH; child processes inherit it."""
SLUG: Final = re.compile(r"[a-z][a-z0-9_]*")
"""What the slug of a game may look like: its folder is a Python package."""
HERE: Final = Path(__file__).parent


class UnknownGame(SandtableError):
    """There is no game of that name."""

    code = "unknown_game"


class BadGame(SandtableError):
    """A game that exists but cannot be loaded; the message says why, in one line."""

    code = "unknown_game"

    def __init__(self, slug: str, why: str) -> None:
        super().__init__(f"{slug} cannot be played: {why}")
        self.slug = slug


# ---------------------------------------------------------------------- which games there are


def slugs() -> tuple[str, ...]:
    """The slugs of all games, those that come with the program first."""
    return (*HOUSE, *(slug for slug in _further() if slug not in HOUSE))


def use_folder(folder: Path) -> None:
    """From now on also know the games in a folder (or the game that it is), in this process and its children."""
    before = os.environ.get(FOLDERS)
    os.environ[FOLDERS] = os.pathsep.join([str(folder.resolve()), *([before] if before else [])])
    _folders()  # one that is not there is noticed at once


def _folders() -> list[Path]:
    """The folders of all further games, in the order in which they are named."""
    found: list[Path] = []
    for name in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        folder = Path(name)
        if not folder.is_dir():
            raise UnknownGame(f"{FOLDERS}: there is no folder {name}")
        inside = [folder] if _is_game(folder) else sorted(filter(_is_game, folder.iterdir()))
        found += [game.resolve() for game in inside]
    return list(dict.fromkeys(found))


def _is_game(folder: Path) -> bool:
    return (folder / "__init__.py").is_file()


def _further() -> dict[str, Path]:
    """The folder of each further game by slug; of two with the same slug, the first."""
    found: dict[str, Path] = {}
    for folder in _folders():
        found.setdefault(folder.name, folder)
    return found


class _Finder:
    """Lets Python import a further game as `sandtable.games.<slug>`, as if its folder were in this package."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, slug = fullname.rpartition(".")
        folder = _further().get(slug) if package == __name__ else None
        if folder is None:
            return None
        return spec_from_file_location(fullname, folder / "__init__.py", submodule_search_locations=[str(folder)])


sys.meta_path.append(_Finder())


# ---------------------------------------------------------------------- playing with other packs

_PACKS: dict[str, Path] = {}
"""By slug, the packs that this process uses instead of the games' own."""


def use_pack(path: Path) -> None:
    """From now on, in this process, play the game of a pack with that pack."""
    slug = PackFile(path).entry("pack").text("slug")
    _known(slug)
    _PACKS[slug] = path
    load.cache_clear()
    load(slug)


def pack_in_use(slug: str) -> Path | None:
    """The file of the pack that a game is played with; None if it is the game's own."""
    return _PACKS.get(slug)


# ---------------------------------------------------------------------- loading


@cache
def load(slug: str) -> Game[State]:
    """The game with that slug."""
    _known(slug)
    try:
        module = import_module(f"{__name__}.{slug}")
    except Exception as error:  # whatever is wrong with it is told in one line: it is somebody's work in progress
        raise BadGame(slug, _told(error, slug)) from error
    if not hasattr(module, "GAME"):
        raise BadGame(slug, "its __init__.py does not define GAME")
    game: Game[State] = module.GAME
    if game.slug != slug:
        raise BadGame(slug, f"it calls itself '{game.slug}', and its folder '{slug}'")
    return game.with_pack(_PACKS[slug]) if slug in _PACKS else game


def each(
    view: Callable[[Game[State]], T],
    names: Callable[[], Sequence[str]] = slugs,
    library: Callable[[str], Game[State]] = load,
) -> tuple[list[T], list[BadGame]]:
    """What `view` returns for each game, and the games for which something failed: the list goes on without them."""
    shown: list[T] = []
    left_out: list[BadGame] = []
    for slug in names():
        try:
            shown.append(view(library(slug)))
        except BadGame as error:
            left_out.append(error)
        except Exception as error:
            left_out.append(BadGame(slug, _told(error, slug)))
    return shown, [*left_out, *_doubles()]


def _doubles() -> Iterator[BadGame]:
    """Further games with the slug of another game."""
    for folder in _folders():
        if folder.name in HOUSE or _further()[folder.name] != folder:
            yield BadGame(folder.name, f"another game has its name; rename {folder}")


def _known(slug: str) -> None:
    if slug not in slugs():
        raise UnknownGame(f"there is no game '{slug}'; there are {', '.join(slugs())}")
    if not SLUG.fullmatch(slug):
        raise BadGame(slug, "the name of a game is made of small letters, digits and _")


def _told(error: Exception, slug: str) -> str:
    """An error in one line; for errors that name no place, with the line of the game's code that raised it."""
    said = " ".join(str(error).split())
    if isinstance(error, SandtableError | SyntaxError):  # these name the place themselves
        return said
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(_further().get(slug, HERE / slug))]
    last = (own or frames)[-1]
    return f"{type(error).__name__}: {said} ({Path(last.filename).name}, line {last.lineno})"
