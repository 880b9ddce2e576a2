"""Compile engine, flows and search: the same sources through mypyc, in a copy so that the working tree stays as it is.

python tools/fast.py                   # into this environment, whose `sandtable` then uses it while it fits the sources
python tools/fast.py --background      # the same, unless it is there already; gives up in silence where it cannot be
python tools/fast.py build/fast        # the whole wheel into a folder; use it with PYTHONPATH=build/fast
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # what is compiled is expanded by its own rules, not by those of an installed package

from filelock import FileLock, Timeout  # noqa: E402

from sandtable import compiled  # noqa: E402
from tools.expand import expand_package  # noqa: E402

NEEDED = ("sandtable", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
LIBRARY = f"__mypyc{compiled.SUFFIX}"
"""How the name of the file ends that has all the compiled code."""
LOG = ROOT / "build" / "fast.log"
NICE = 19
"""A build in the background takes only the time that nobody else wants."""


def copy_sources(copy: Path) -> None:
    """Copy what the wheel is made of."""
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(source, copy / name)


def compile_wheel(copy: Path, quick: bool = False, without: Sequence[str] = ()) -> Path:
    """Make the compiled wheel from a copy of the sources; a quick build is not optimised.

    Games may be left out: they stay interpreted, as games of others do.
    """
    expand_package(copy / "sandtable")
    settings = copy / "pyproject.toml"
    said = settings.read_text()
    if quick:
        said = said.replace('opt_level = "3"', 'opt_level = "0"')
    if without:
        folders = json.dumps([f"sandtable/games/{game}/" for game in without])
        said = said.replace("mypy-args =", f"exclude = {folders}\nmypy-args =", 1)
    settings.write_text(said)
    env = os.environ | {"HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"}
    subprocess.run([*PIP, "wheel", "--no-deps", "-w", str(copy / "dist"), str(copy)], check=True, env=env)
    return next((copy / "dist").glob("*.whl"))


def build(target: Path, quick: bool = False, without: Sequence[str] = ()) -> None:
    """Compile, and install the whole wheel into the target folder."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        copy_sources(copy)
        wheel = compile_wheel(copy, quick, without)
        shutil.rmtree(target, ignore_errors=True)
        subprocess.run([*PIP, "install", "--no-deps", "--target", str(target), str(wheel)], check=True)


def install(target: Path = compiled.FOLDER, quick: bool = False) -> None:
    """Compile, and put the compiled modules where `sandtable` of this environment looks for them."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        copy_sources(copy)
        sources = compiled.source_hashes(copy / "sandtable")
        unpack(compile_wheel(copy, quick), sources, target)


def unpack(wheel: Path, sources: dict[str, str], target: Path) -> None:
    """Unpack the compiled modules of a wheel and their manifest; what was in the target goes once all is there."""
    with tempfile.TemporaryDirectory(dir=target.parent) as folder, ZipFile(wheel) as archive:
        fresh = Path(folder) / "fresh"
        files = [name for name in archive.namelist() if name.endswith(compiled.SUFFIX)]
        archive.extractall(fresh, files)
        library = next(name for name in files if name.endswith(LIBRARY))
        modules = [name.removesuffix(compiled.SUFFIX).replace("/", ".") for name in files if name != library]
        manifest = compiled.Manifest(
            suffix=compiled.SUFFIX,
            library=library.removesuffix(compiled.SUFFIX),
            modules=sorted(modules),
            sources=sources,
        )
        (fresh / compiled.MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
        if target.exists():
            target.rename(Path(folder) / "old")
        fresh.rename(target)


def install_in_background(target: Path = compiled.FOLDER) -> None:
    """Install unless it is there, another build is under way or there is no compiler. What goes wrong is logged."""
    manifest = compiled.read_manifest(target)
    if shutil.which("cc") is None or (manifest is not None and compiled.fits(manifest, compiled.PACKAGE)):
        return
    os.nice(NICE)
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("w") as log, suppress(Timeout, subprocess.CalledProcessError), FileLock(f"{LOG}.lock", timeout=0):
        os.dup2(log.fileno(), sys.stdout.fileno())
        os.dup2(log.fileno(), sys.stderr.fileno())
        install(target)


def main(arguments: list[str]) -> None:
    if not arguments:
        install()
        print("compiled: `sandtable` uses it from now on")
    elif arguments == ["--background"]:
        install_in_background()
    elif len(arguments) == 1 and not arguments[0].startswith("-"):
        build(Path(arguments[0]))
        print(f"compiled: use it with PYTHONPATH={arguments[0]}")
    else:
        sys.exit("usage: python tools/fast.py [--background | FOLDER]")


if __name__ == "__main__":
    main(sys.argv[1:])
