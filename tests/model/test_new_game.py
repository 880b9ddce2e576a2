"""`sandtable new-game`: what it writes plays at once, under any name and wherever it lies."""

from __future__ import annotations

import os
import random
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable import games
from sandtable.cli import new_game
from sandtable.engine.start import Origin, start
from tests.cli.conftest import Run, home, run

__all__ = ["home", "run"]

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for games, and no other than those of the house."""
    monkeypatch.delenv(games.FOLDERS)
    return tmp_path


def files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def test_it_writes_the_model_under_another_name(folder: Path, run: Run) -> None:
    ran = run("new-game", "salt_road", "--into", str(folder))
    assert ran.code == 0
    written, model = files(folder / "salt_road"), files(games.HERE / new_game.MODEL)
    assert set(written) == set(model)
    for name, text in model.items():
        plain = text.replace("three_merchants", "salt_road")
        assert written[name] == plain.replace("Three Merchants", "Salt Road").replace("Három kalmár", "Salt Road")


def test_the_model_names_itself_in_no_other_way(folder: Path) -> None:
    new_game.write("salt_road", folder / "salt_road", "Salt Road")
    for name, text in files(folder / "salt_road").items():
        assert not re.search(r"three[_-]?merchants|Three.?Merchants|Három.?kalmár", text), name


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "over"), [("en", "The game is over."), ("hu", "Vége a játszmának.")])
def test_what_it_says_can_be_typed(folder: Path, lang: str, over: str) -> None:
    """The commands that it prints are typed in a shell of their own, and lead to the end of a game."""
    environment = {**os.environ, "SANDTABLE_HOME": str(folder / "home"), "COLUMNS": "300"}

    def type_in(*words: str, typed: str = "") -> str:
        command = [sys.executable, "-m", "sandtable", *words]
        ran = subprocess.run(command, input=typed, capture_output=True, text=True, check=True, env=environment)
        return ran.stdout

    told = type_in("new-game", "salt_road", "--into", str(folder), "--lang", lang)
    play = re.search(r"sandtable (--games \S+ play salt_road.*)$", told, re.MULTILINE)
    assert play is not None and f"sandtable --games {folder} serve --open" in told
    assert over in type_in(*play[1].split(), "--vs", "random", typed="1\n" * 40)


def test_it_is_written_where_further_games_lie(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    run("new-game", "here")
    assert (folder / "here" / "__init__.py").is_file()
    (folder / "games").mkdir()
    monkeypatch.setenv(games.FOLDERS, str(folder / "games"))
    run("new-game", "there", "--title", "Over There")
    assert 'title = "Over There"' in (folder / "games" / "there" / "rules.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "slug", ["9lives", "Salt", "salt-road", "class", "../salt", "", "buda_1686", "three_merchants"]
)
def test_a_name_that_cannot_be_is_refused_and_nothing_written(folder: Path, run: Run, slug: str) -> None:
    assert run("new-game", slug, "--into", str(folder)).failed_in_one_line(2, f"'{slug}'")
    assert not any(folder.glob("**/*.py"))


def test_what_is_there_is_left_as_it_is(folder: Path, run: Run) -> None:
    (folder / "salt_road").mkdir()
    (folder / "salt_road" / "notes.txt").write_text("mine", encoding="utf-8")
    assert run("new-game", "salt_road", "--into", str(folder)).failed_in_one_line(2, "salt_road")
    assert files(folder / "salt_road") == {"notes.txt": "mine"}


def test_the_model_itself_is_not_offered() -> None:
    assert new_game.MODEL not in games.slugs()
    with pytest.raises(games.UnknownGame):
        games.load(new_game.MODEL)


def test_copy_and_model_play_alike() -> None:
    from sandtable.games.three_merchants import GAME
    from tests.conftest import MODEL

    for mode in GAME.modes:
        original, copy = (start(game, game.modes[mode], Origin("alike")) for game in (GAME, games.load(MODEL)))
        rng = random.Random(mode)
        while original.ask is not None:
            assert original.choices == copy.choices
            choice = rng.choice(original.choices)
            original.choose(choice)
            copy.choose(choice)
        assert original.outcome == copy.outcome


def test_the_benchmark_of_long_games_finds_what_it_changes_in_the_model() -> None:
    changes = runpy.run_path(str(ROOT / "bench" / "long.py"))["CHANGES"]
    for name, old, _ in changes:
        assert old in (games.HERE / new_game.MODEL / name).read_text(encoding="utf-8"), name
