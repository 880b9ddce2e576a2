"""The compiled build plays exactly like the interpreted one, and is used while it fits the sources."""

from __future__ import annotations

import faulthandler
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from filelock import FileLock

from sandtable import compiled
from sandtable.games import HOUSE
from tools import fast

GAMES = "50"
COMPILED = "buda_1686"
LEFT_OUT = () if os.environ.get("SANDTABLE_COMPILE_ALL") else tuple(slug for slug in HOUSE if slug != COMPILED)
"""Games that are not compiled here, since that takes many minutes; `make compiled` compiles them too."""
SCRIPT = Path(__file__).parent / "random_games.py"
SOURCES = SCRIPT.parent.parent
USING = (
    "import runpy, sys; from pathlib import Path; from sandtable import compiled; "
    "compiled.use(Path(sys.argv[1])); del sys.argv[:2]; runpy.run_path(sys.argv[0], run_name='__main__')"
)
"""Runs a script with the compiled modules of a folder."""
compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler on this machine")


def run(path: Path, *before: str, interpreted: bool = False) -> dict[str, object]:
    env = os.environ | {"PYTHONPATH": str(path), compiled.INTERPRETED: "1" if interpreted else ""}
    command = [sys.executable, *before, str(SCRIPT), GAMES, *LEFT_OUT]
    done = subprocess.run(command, check=True, env=env, capture_output=True, text=True, cwd=path)
    result: dict[str, object] = json.loads(done.stdout)
    return result


@pytest.mark.slow
@compiler
def test_compiled_and_interpreted_games_have_the_same_hashes(tmp_path: Path) -> None:
    faulthandler.cancel_dump_traceback_later()  # to compile everything takes longer than a test may hang
    fast.build(tmp_path / "fast", quick=True, without=LEFT_OUT)
    whole = run(tmp_path / "fast")
    interpreted = run(SOURCES, interpreted=True)
    assert whole["compiled"] and not interpreted["compiled"]
    assert whole["hashes"] == interpreted["hashes"]
    # The same modules, put beside sources that they fit.
    wheel = tmp_path / "modules.whl"
    with ZipFile(wheel, "w") as archive:
        for path in (tmp_path / "fast").rglob(f"*{compiled.SUFFIX}"):
            archive.write(path, path.relative_to(tmp_path / "fast").as_posix())
    installed = tmp_path / "installed"
    fast.unpack(wheel, compiled.source_hashes(compiled.PACKAGE), installed)
    assert run(SOURCES, "-c", USING, str(installed)) == whole
    assert not run(SOURCES, "-c", USING, str(installed), interpreted=True)["compiled"]


# ---------------------------------------------------------------------- whether a build fits the sources


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with three files that a build is made from, and one that it is not."""
    folder = tmp_path / "package"
    for path in ("engine/match.py", "games/chess/flow/moves.py", "players/search.py", "server/app.py"):
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text(f"# {path}\n")
    return folder


@pytest.fixture
def installed(package: Path, tmp_path: Path) -> Path:
    """A build of that package. There is nothing in its modules."""
    wheel = tmp_path / "package.whl"
    with ZipFile(wheel, "w") as archive:
        for name in ("12ab__mypyc", "sandtable/engine/match", "sandtable/players/search"):
            archive.writestr(f"{name}{compiled.SUFFIX}", "")
        archive.writestr("sandtable/engine/match.py", "")
    fast.unpack(wheel, compiled.source_hashes(package), tmp_path / "installed")
    return tmp_path / "installed"


def manifest_of(folder: Path) -> compiled.Manifest:
    manifest = compiled.read_manifest(folder)
    assert manifest is not None
    return manifest


def test_a_build_says_what_it_is_made_of(installed: Path) -> None:
    manifest = manifest_of(installed)
    assert manifest["library"] == "12ab__mypyc"
    assert manifest["modules"] == ["sandtable.engine.match", "sandtable.players.search"]
    assert set(manifest["sources"]) == {"engine/match.py", "games/chess/flow/moves.py", "players/search.py"}
    assert not (installed / "sandtable" / "engine" / "match.py").exists(), "sources are not copied"


def test_a_build_takes_the_place_of_the_one_before(installed: Path, package: Path, tmp_path: Path) -> None:
    with ZipFile(tmp_path / "next.whl", "w") as archive:
        archive.writestr(f"34cd__mypyc{compiled.SUFFIX}", "")
    fast.unpack(tmp_path / "next.whl", {}, installed)
    assert manifest_of(installed)["library"] == "34cd__mypyc"
    assert not (installed / "sandtable").exists()


def test_a_build_fits_the_sources_that_it_was_made_from(installed: Path, package: Path) -> None:
    assert compiled.fits(manifest_of(installed), package)


@pytest.mark.parametrize("path", ["engine/match.py", "games/chess/flow/moves.py", "players/search.py"])
def test_a_build_does_not_fit_changed_sources(installed: Path, package: Path, path: str) -> None:
    (package / path).write_text("# another\n")
    assert not compiled.fits(manifest_of(installed), package)


def test_a_build_does_not_fit_when_a_source_is_gone(installed: Path, package: Path) -> None:
    (package / "players/search.py").unlink()
    assert not compiled.fits(manifest_of(installed), package)


def test_a_build_fits_beside_new_files_and_changes_elsewhere(installed: Path, package: Path) -> None:
    (package / "games/go.py").write_text("# a new game\n")
    (package / "server/app.py").write_text("# another\n")
    assert compiled.fits(manifest_of(installed), package)


def test_a_build_for_another_python_does_not_fit(installed: Path, package: Path) -> None:
    manifest = manifest_of(installed)
    manifest["suffix"] = ".cpython-27-pdp11.so"
    assert not compiled.fits(manifest, package)


def test_a_build_that_does_not_fit_is_left_alone(
    installed: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(compiled.INTERPRETED)
    finders = list(sys.meta_path)
    (package / "engine/match.py").write_text("# another\n")
    compiled.use(installed, package)
    assert sys.meta_path == finders


@pytest.mark.parametrize("text", [None, "not JSON"])
def test_without_a_manifest_there_is_no_build(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / compiled.MANIFEST).write_text(text)
    assert compiled.read_manifest(tmp_path) is None
    compiled.use(tmp_path)


def test_compiled_modules_are_found_and_others_are_not(tmp_path: Path) -> None:
    finder = compiled.CompiledFinder(tmp_path, ["sandtable.engine.match"])
    spec = finder.find_spec("sandtable.engine.match")
    assert spec is not None and spec.origin == str(tmp_path / "sandtable" / "engine" / f"match{compiled.SUFFIX}")
    assert finder.find_spec("sandtable.engine.replay") is None


# ---------------------------------------------------------------------- building in the background


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """The folders into which a build in the background would have gone."""
    asked: list[Path] = []
    monkeypatch.setattr(fast, "install", asked.append)
    monkeypatch.setattr(fast, "LOG", tmp_path / "log" / "fast.log")
    monkeypatch.setattr(os, "nice", lambda by: by)
    monkeypatch.setattr(os, "dup2", lambda one, other: other)
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/cc")
    return asked


def test_what_is_missing_is_built_in_the_background(builds: list[Path], tmp_path: Path) -> None:
    fast.install_in_background(tmp_path / "nothing")
    assert builds == [tmp_path / "nothing"]


def test_what_fits_is_not_built_again(
    builds: list[Path], installed: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "PACKAGE", package)
    fast.install_in_background(installed)
    assert builds == []
    (package / "engine/match.py").write_text("# another\n")
    fast.install_in_background(installed)
    assert builds == [installed]


def test_without_a_compiler_nothing_is_built(
    builds: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    fast.install_in_background(tmp_path / "nothing")
    assert builds == []


def test_two_builds_do_not_meet(builds: list[Path], tmp_path: Path) -> None:
    fast.LOG.parent.mkdir()
    with FileLock(f"{fast.LOG}.lock"):
        fast.install_in_background(tmp_path / "nothing")
    assert builds == []


def test_a_build_that_fails_ends_in_silence(
    builds: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(target: Path) -> None:
        raise subprocess.CalledProcessError(1, "pip")

    monkeypatch.setattr(fast, "install", failing)
    fast.install_in_background(tmp_path / "nothing")
