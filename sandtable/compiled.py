"""The compiled engine that `make fast` puts into the environment: the same modules, translated by mypyc.

It is used instead of the sources as long as it fits them. The build writes down which Python files it was made from,
with their hashes; if one of them has changed since, everything runs interpreted until the next build. Either all
compiled modules are used or none, since they know each other's memory.
"""

from __future__ import annotations

import json
import os
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, TypedDict

PACKAGE: Final = Path(__file__).parent
FOLDER: Final = Path(sysconfig.get_path("platlib")) / "sandtable_compiled"
"""Where the environment keeps the compiled modules."""
MANIFEST: Final = "manifest.json"
INTERPRETED: Final = "SANDTABLE_INTERPRETED"
"""With this variable set, the compiled engine is left alone."""
SUFFIX: Final = EXTENSION_SUFFIXES[0]
"""How the names of compiled modules end for this version of Python."""
COMPILED_PARTS: Final = ("engine", "games", "players")
"""The parts of the package that have compiled modules. Constants of any module there may have been built in."""


class Manifest(TypedDict):
    """What a build consists of."""

    suffix: str
    """The `SUFFIX` of the Python that it was made for."""
    library: str
    """The module with all the code; the others only point into it."""
    modules: list[str]
    sources: dict[str, str]
    """By path from the package: the hash of every Python file that it was made from."""


def source_hashes(package: Path, paths: Iterable[str] | None = None) -> dict[str, str]:
    """The hashes of these files of a package, or of all that a build is made from; one that is gone has none."""
    if paths is None:
        found = (path for part in COMPILED_PARTS for path in (package / part).rglob("*.py"))
        paths = sorted(path.relative_to(package).as_posix() for path in found)
    return {path: sha256((package / path).read_bytes()).hexdigest() for path in paths if (package / path).is_file()}


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a build; None if there is none, or none that can be read."""
    try:
        manifest: Manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return manifest


def fits(manifest: Manifest, package: Path) -> bool:
    """Whether a build was made for this Python and from the sources as they are. New files do not matter."""
    sources = manifest["sources"]
    return manifest["suffix"] == SUFFIX and source_hashes(package, sources) == sources


class CompiledFinder:
    """Finds the compiled modules before Python looks for their sources."""

    def __init__(self, folder: Path, modules: Iterable[str]) -> None:
        self.files = {name: folder.joinpath(*name.split(".")).with_suffix(SUFFIX) for name in modules}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.files.get(name)
        if file is None:
            return None
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file)))


def use(folder: Path = FOLDER, package: Path = PACKAGE) -> None:
    """From now on import compiled modules instead of their sources, if there are any that fit."""
    if os.environ.get(INTERPRETED) or (package / "engine" / f"match{SUFFIX}").exists():
        return
    manifest = read_manifest(folder)
    if manifest is None or not fits(manifest, package):
        return
    library = manifest["library"]
    spec = spec_from_file_location(library, folder / f"{library}{SUFFIX}")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    # Compiled modules take their own `__file__` from this one, so that they find their game's files beside the sources.
    module.__file__ = str(package.parent / f"{library}{SUFFIX}")
    sys.modules[library] = module
    sys.meta_path.insert(0, CompiledFinder(folder, manifest["modules"]))


def in_use() -> bool:
    """Whether the engine that is loaded is compiled."""
    from sandtable.engine import match

    return not str(match.__file__).endswith(".py")
