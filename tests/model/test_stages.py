"""Games grow by stages: one that only plays is welcome everywhere, and one that states more must have it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable import games
from sandtable.cli import new_game
from tests.conftest import WRITTEN

ROOT = Path(__file__).parent.parent.parent
STATED = "stages=(Stage.OPPONENTS, Stage.BILINGUAL)"
ALL = "stages=tuple(Stage)"
DEMANDS = {
    "opponents": "test_a_game_with_opponents_gives_every_mode_a_book_that_tells_positions_apart[{}]",
    "learners": "test_the_words_of_every_choice_are_actions[{}]",
    "drawn": "test_a_drawn_game_has_all_its_drawings[{}]",
    "bilingual": "test_locales_have_the_same_words_in_both_languages[{}]",
    "rulebook": "test_the_rulebook_is_complete_in_both_languages[{}]",
    "recorded": "test_every_mode_has_recorded_games[{}]",
    "meaning": "test_a_version_keeps_its_meaning[{}]",
}
"""By what a stage brings, the test that fails if it is stated and not there."""
TESTS = (
    "tests/test_laws.py",
    "tests/test_legality.py",
    "tests/test_structure.py",
    "tests/test_examples.py",
    "tests/test_golden.py",
    "tests/test_fields.py",
    "tests/games/test_drawings.py",
    "tests/env/test_vocabulary.py",
    "tests/players/test_opinions.py",
)


def bare(folder: Path, slug: str, stages: str) -> Path:
    """A game in its first hour: it plays and speaks English, and that is all; it may state more."""
    game = folder / slug
    new_game.write(slug, game, slug.title())
    for file in ("insight.toml", "vocabulary.toml", "locale/hu.toml", "locale/rules_hu.toml", "examples/turns.toml"):
        (game / file).unlink()
    ledger = game / "rules.toml"
    ledger.write_text(ledger.read_text(encoding="utf-8").split("[[example]]")[0], encoding="utf-8")
    stated = game / "__init__.py"
    text = stated.read_text(encoding="utf-8")
    assert STATED in text
    stated.write_text(text.replace(STATED, stages), encoding="utf-8")
    return game


def environment(folder: Path, home: Path) -> dict[str, str]:
    """As somebody has it who names his own folder of games and runs the tests."""
    here = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {**here, games.FOLDERS: str(folder), WRITTEN: str(folder), "SANDTABLE_HOME": str(home)}


def failures(folder: Path, slug: str, home: Path) -> set[str]:
    """The tests that fail for a game."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-m", "not slow", "-k", slug, *TESTS]
    env = environment(folder, home)
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert re.search(r"\d+ (passed|failed)|\[100%\]", ran.stdout), ran.stdout + ran.stderr
    return set(re.findall(r"^(?:FAILED|ERROR) \S+::(\S+)", ran.stdout, re.MULTILINE))


@pytest.mark.slow
def test_what_is_stated_is_demanded_and_what_is_not_is_not(tmp_path: Path) -> None:
    bare(tmp_path / "modest", "sapling", "stages=()")
    assert failures(tmp_path / "modest", "sapling", tmp_path) == set()
    bare(tmp_path / "proud", "boaster", ALL)
    assert {test.format("boaster") for test in DEMANDS.values()} <= failures(tmp_path / "proud", "boaster", tmp_path)


@pytest.mark.slow
def test_a_game_that_only_plays_is_played_everywhere(tmp_path: Path) -> None:
    """In Hungarian too, where it says in English what it cannot say yet, and against every opponent."""
    bare(tmp_path / "games", "sapling", "stages=()")
    env = environment(tmp_path / "games", tmp_path)

    def sandtable(*words: str, typed: str = "") -> str:
        command = [sys.executable, "-m", "sandtable", *words]
        return subprocess.run(command, env=env, input=typed, capture_output=True, text=True, check=True).stdout

    assert "még nincs: hozzáértő ellenfél" in " ".join(sandtable("games", "--lang", "hu").split())
    for level in ("random", "greedy", "3", "6"):
        told = sandtable("play", "sapling", "--vs", level, "--lang", "hu", typed="1\n" * 40)
        assert "North goes to" in told or "North keeps" in told
        assert "Vége a játszmának." in told
    assert "A merchant need not trade." in sandtable("rules", "sapling", "trade.keep", "--lang", "hu")
    hello = sandtable("referee", typed='{"do": "hello"}\n')
    assert '"slug":"sapling"' in hello and "unplayable" not in hello
    assert "sapling" in sandtable("lab", "match", "sapling", "--seats", "random", "--games", "2", "--processes", "1")
    missing = subprocess.run(
        [sys.executable, "-c", "import sandtable.env; sandtable.env.make('sapling')"],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "vocabulary.toml of sapling" in missing.stderr.splitlines()[-1]
