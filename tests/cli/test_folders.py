"""Games in folders of one's own: found, listed, played like those of the house, and never in the way of others."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable import games
from sandtable.cli.referee import Referee
from sandtable.engine.start import Origin, start
from sandtable.engine.words import LANGUAGES, Words
from sandtable.server import catalogue, words
from tests.cli.conftest import Run
from tests.engine.toy import FOLDER as TOY_FOLDER

TOY = """
from dataclasses import replace
from tests.engine.toy import TOY
GAME = replace(TOY, slug="{slug}")
"""
BARE = """
from dataclasses import replace
from pathlib import Path
from tests.engine.toy import TOY
GAME = replace(TOY, slug="{slug}", folder=Path(__file__).parent)
"""
FAULTS = {
    "half_written": ("GAME = (", "'(' was never closed (__init__.py, line 1)"),
    "nameless": ("A_GAME = None", "its __init__.py does not define GAME"),
    "misnamed": (TOY.format(slug="another"), "it calls itself 'another', and its folder 'misnamed'"),
    "lacking": ("from sandtable.games.lacking.flow import play", "ModuleNotFoundError"),
    "raising": ("\n\nGAME = {}['pack']", "KeyError: 'pack' (__init__.py, line 3)"),
    "badly_packed": (
        "from pathlib import Path\nfrom sandtable.engine.pack import PackFile\nPackFile(Path('no.toml'))",
        "no.toml: the file: No such file",
    ),
    "Shouting": (TOY.format(slug="Shouting"), "small letters"),
    "listless": (
        f"{TOY.format(slug='listless')}GAME = replace(GAME, seats=lambda options: 1 / 0)",
        "ZeroDivisionError",
    ),
}
"""Games with something wrong, and what is said about it."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for games that is named to the program; what was read from it is forgotten afterwards."""
    monkeypatch.setenv(games.FOLDERS, str(tmp_path))
    forget()
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("sandtable.games."):
            del sys.modules[name]
    forget()


def forget() -> None:
    for kept in (games.load, catalogue.catalogue, catalogue.listed, words.words):
        kept.cache_clear()


def write(folder: Path, slug: str, code: str = "") -> Path:
    """A game: the toy under another name, or what is given."""
    game = folder / slug
    game.mkdir()
    (game / "__init__.py").write_text(code or TOY.format(slug=slug), encoding="utf-8")
    shutil.copy(TOY_FOLDER / "rules.toml", game)
    return game


def test_a_game_in_a_named_folder_is_a_game_like_any_other(folder: Path) -> None:
    for slug in ("mine", "his", "theirs"):
        write(folder, slug)
    (folder / "notes").mkdir()
    assert games.slugs() == (*games.HOUSE, "his", "mine", "theirs")
    match = start(games.load("mine"), {}, Origin("further"))
    assert match.ask is not None and match.game.slug == "mine"


def test_a_folder_may_be_the_game_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "mine")
    write(folder, "beside")
    monkeypatch.setenv(games.FOLDERS, "")
    games.use_folder(folder / "mine")
    assert games.slugs() == (*games.HOUSE, "mine")


def test_a_named_folder_is_named_to_child_processes(folder: Path) -> None:
    write(folder, "mine")
    told = subprocess.run(
        [sys.executable, "-c", "from sandtable import games; print(games.load('mine').slug)"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert told.stdout == "mine\n"


def test_modules_of_a_game_are_imported_by_its_name(folder: Path) -> None:
    game = write(folder, "mine", "from sandtable.games.mine.flow.turn import GAME")
    (game / "flow").mkdir()
    (game / "flow" / "turn.py").write_text(TOY.format(slug="mine"), encoding="utf-8")
    assert games.load("mine").slug == "mine"


def test_a_folder_that_is_not_there_is_named(run: Run, folder: Path) -> None:
    assert run("--games", str(folder / "nowhere"), "games").failed_in_one_line(2, "nowhere")


def test_a_game_that_cannot_be_played_says_why_and_spoils_nothing(folder: Path) -> None:
    write(folder, "mine")
    for slug, (code, _) in FAULTS.items():
        write(folder, slug, code)
    shown, left_out = games.each(lambda game: (game.slug, game.seats(game.settle({}))))
    assert [slug for slug, _ in shown] == [*games.HOUSE, "mine"]
    said = {bad.slug: str(bad) for bad in left_out}
    assert set(said) == set(FAULTS)
    for slug, (_, why) in FAULTS.items():
        assert said[slug].startswith(f"{slug} cannot be played: ") and why in said[slug]
        assert "\n" not in said[slug]


def test_two_games_of_one_name_are_told_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house's own game is played, and of two further ones the first; the other is named with its folder."""
    write(folder, "buda_1686")
    first, second = folder / "first", folder / "second"
    for parent in (first, second):
        parent.mkdir()
        write(parent, "mine")
    monkeypatch.setenv(games.FOLDERS, os.pathsep.join(map(str, (folder, first, second))))
    shown, left_out = games.each(lambda game: game.title())
    assert len(shown) == len(games.HOUSE) + 1 and "The Retaking of Buda, 1686" in shown
    assert [(bad.slug, str(where) in str(bad)) for bad, where in zip(left_out, (folder, second), strict=True)] == [
        ("buda_1686", True),
        ("mine", True),
    ]


def test_every_list_of_games_shows_the_others(folder: Path, run: Run) -> None:
    write(folder, "mine")
    write(folder, "raising", FAULTS["raising"][0])
    ran = run("games")
    assert ran.code == 0
    assert "mine" in ran.out and "buda_1686" in ran.out
    assert "! raising cannot be played: KeyError: 'pack' (__init__.py, line 3)" in ran.out
    hello = json.loads(Referee().answer('{"do": "hello"}'))
    assert [game["slug"] for game in hello["games"]] == [*games.HOUSE, "mine"]
    assert list(hello["unplayable"]) == ["raising"]
    for lang in LANGUAGES:
        listed = catalogue.catalogue(lang)
        assert [game.slug for game in listed.games] == [*games.HOUSE, "mine"]
        assert listed.unplayable == ["raising"]


def test_a_game_that_cannot_be_played_is_refused_in_one_line(folder: Path, run: Run) -> None:
    write(folder, "raising", FAULTS["raising"][0])
    assert run("play", "raising").failed_in_one_line(1, "line 3")


@pytest.mark.parametrize("written", [{}, {"en": '[prompt]\n"toy.wager" = "How much?"'}])
def test_a_game_without_words_shows_ids_and_english_in_place_of_hungarian(
    folder: Path, written: dict[str, str]
) -> None:
    game = write(folder, "mine", BARE.format(slug="mine"))
    for lang, text in written.items():
        (game / "locale").mkdir(exist_ok=True)
        (game / "locale" / f"{lang}.toml").write_text(text, encoding="utf-8")
    for lang in LANGUAGES:
        said = Words(games.load("mine"), lang)
        assert said.prompt("toy.wager", {}) == ("How much?" if written else "toy.wager")
        assert said.choice(("play", "card:1")) == "play card:1"
        (listed,) = (game for game in catalogue.catalogue(lang).games if game.slug == "mine")
        assert listed.about == {}


def test_words_that_cannot_be_read_are_named(folder: Path) -> None:
    game = write(folder, "mine", BARE.format(slug="mine"))
    (game / "locale").mkdir()
    (game / "locale" / "hu.toml").write_text("[prompt\n", encoding="utf-8")
    assert catalogue.catalogue("hu").unplayable == ["mine"]
    assert catalogue.catalogue("en").unplayable == []
    assert "hu.toml of mine" in str(catalogue.listed("hu")[1][0])
