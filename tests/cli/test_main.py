"""The command line itself: help that helps, errors in one line, both languages whole."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable import games
from sandtable.cli import words
from sandtable.cli.words import Say, fold, language_asked
from sandtable.version import VERSION
from tests.cli.conftest import Run
from tests.playing import first_quick

CLI = Path(words.__file__).parent
COMMANDS = ("games", "new-game", "play", "rules", "replay", "analyse", "referee", "tables")


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out == f"sandtable {VERSION}, interpreted engine (`make fast` compiles it)\n"


def test_without_a_command_there_is_help(run: Run) -> None:
    ran = run()
    assert ran.code == 0
    assert all(command in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert "Example" in ran.out
    assert ran.out.count(f"sandtable {command}") > 1 or command == "referee"


def test_the_list_of_games_shows_sides_and_options(run: Run) -> None:
    ran = run("games", "--lang", "hu")
    assert ran.code == 0
    for slug in games.slugs():
        game = games.load(slug)
        assert slug in ran.out
        for option in game.options:
            shown = {value for value in option.values if f"{option.id}={value}" in ran.out}
            assert shown == set(option.values)
    assert "Buda visszavívása" in ran.out
    assert "imperial (császári)" in ran.out


@pytest.mark.parametrize(
    ("arguments", "naming"),
    [
        ("frobnicate", "frobnicate"),
        ("play atlantis", "atlantis"),
        ("play buda_1686 --as french", "french"),
        ("play buda_1686 --vs god", "god"),
        ("play buda_1686 --as none --vs human", "--as none"),
        ("play buda_1686 --option mood=good", "mood"),
        ("play buda_1686 --option victory=sure", "sure"),
        ("play buda_1686 --option victory", "NAME=VALUE"),
        ("play buda_1686 --lang de", "'de'"),
        ("play buda_1686 --pace slow", "--pace"),
        ("play buda_1686 --colour", "--colour"),
        ("play --resume", "no game to resume"),
        ("rules", "buda_1686"),
        ("rules atlantis", "atlantis"),
        ("rules buda_1686 assault.nonsense", "assault.nonsense"),
        ("rules buda_1686 --section Submarines", "Submarines"),
        ("rules --coverage --tests no/such/folder", "no/such/folder"),
        ("replay", "FILE"),
        ("analyse", "FILE"),
    ],
)
def test_a_wrong_word_is_named_in_one_line(run: Run, arguments: str, naming: str) -> None:
    assert run(*arguments.split()).failed_in_one_line(2, naming)


@pytest.mark.parametrize("command", first_quick(["replay", "replay --verify", "analyse", "play --resume"]))
@pytest.mark.parametrize("content", [None, b"", b"{}", b"\xff\xfe\x00", b'{"sandtable": "save"}', b"[" * 100_000])
def test_a_bad_file_is_named_in_one_line_and_kept(
    run: Run, tmp_path: Path, command: str, content: bytes | None
) -> None:
    file = tmp_path / "game.json"
    if content is not None:
        file.write_bytes(content)
    assert run(*command.split(), str(file)).failed_in_one_line(1, "game.json")
    assert content is None or file.read_bytes() == content


def test_a_folder_in_place_of_a_file_is_no_traceback(run: Run, tmp_path: Path) -> None:
    assert run("replay", str(tmp_path)).failed_in_one_line(1, tmp_path.name)


def test_it_starts_without_loading_any_game() -> None:
    check = "import sys, sandtable.cli.main; print([m for m in sys.modules if m.startswith('sandtable.games.')])"
    told = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_the_module_is_the_command() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "sandtable", "frobnicate"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1


def test_help_speaks_the_language_that_is_asked_for() -> None:
    command = [sys.executable, "-m", "sandtable", "play", "--lang", "hu", "--help"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Példák" in told.stdout
    for label in ("Használat: sandtable play [KAPCSOLÓK] [JÁTÉK]", "Argumentumok:", "Kapcsolók:", "--vs SZINT "):
        assert label in told.stdout
    for label in ("Usage", "Arguments", "Options", "Show this", "default:", "LEVEL"):
        assert label not in told.stdout
    columns = {found.end() for found in map(re.compile(r"  --\w+ \S+ +").match, told.stdout.splitlines()) if found}
    assert len(columns) == 1  # they stay where they were


@pytest.mark.parametrize(
    ("arguments", "lang"),
    [
        ("play --lang hu", "hu"),
        ("play --lang=hu", "hu"),
        ("play", "en"),
        ("play --lang", "en"),
        ("play --lang de", "en"),
    ],
)
def test_the_language_is_known_before_parsing(arguments: str, lang: str, home: Path) -> None:
    assert language_asked(arguments.split()) == lang


# ---------------------------------------------------------------------- the two languages


def keys(lang: str) -> dict[str, str]:
    return {f"{section}.{key}": text for section, table in words.load(lang).items() for key, text in table.items()}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_say_the_same_things() -> None:
    assert set(keys("en")) == set(keys("hu"))


def test_both_languages_fill_in_the_same_facts() -> None:
    english, hungarian = keys("en"), keys("hu")
    assert {key: fields(text) for key, text in english.items()} == {k: fields(text) for k, text in hungarian.items()}


def test_nouns_fit_their_number() -> None:
    say = words.Say("en")
    assert say("analyse.more", count=1) == "… and 1 more line"
    assert say("analyse.more", count=2) == "… and 2 more lines"


def test_nothing_is_left_untranslated() -> None:
    english, hungarian = keys("en"), keys("hu")
    same = {key for key in english if english[key] == hungarian[key] and len(english[key]) > 3}
    assert same <= {"command.log"}


def used_keys() -> Iterator[str]:
    for path in CLI.glob("*.py"):
        yield from re.findall(r"(?:say|SAY)\(\s*f?\"([a-z_]+\.[a-z_]+)\"", path.read_text(encoding="utf-8"))


def test_everything_that_is_said_has_words() -> None:
    assert set(used_keys()) <= set(keys("en"))


def test_no_two_commands_share_a_word() -> None:
    for section in ("command", "replay_command", "style"):
        for lang in ("en", "hu"):
            spoken = [fold(word) for text in words.load(lang)[section].values() for word in text.split()]
            assert len(spoken) == len(set(spoken))


def test_english_commands_are_always_understood() -> None:
    meanings = Say("hu").meanings("command")
    assert meanings["undo"] == meanings["vissza"] == "undo"
    assert meanings["miert"] == "why"
