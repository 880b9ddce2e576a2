"""Errors of the terminal in Hungarian, and the language that it takes from the system."""

from __future__ import annotations

import pytest

from sandtable.cli.said_again import WORDINGS, said_again
from sandtable.cli.words import Say, default_language, load
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["play", "foo"], "nincs ilyen játék: „foo”; van: buda_1686"),
        (["play", "buda_1686", "--option", "x=1"], "nincs ilyen beállítás: „x”"),
        (["play", "buda_1686", "--option", "victory=y"], "victory: ez az érték nem lehetséges: 'y'"),
        (["games", "--bogus"], "nincs ilyen kapcsoló: --bogus"),
        (["nonsense"], "nincs ilyen parancs: nonsense"),
        (["replay", "/nowhere/at/all"], "/nowhere/at/all: nincs ilyen fájl vagy mappa"),
    ],
)
def test_what_is_wrong_is_said_in_hungarian(run: Run, command: list[str], said: str) -> None:
    at = 0 if command == ["nonsense"] else len(command)
    ran = run(*command[:at], "--lang", "hu", *command[at:])
    assert said in ran.err and ran.code != 0


def test_every_wording_has_words_and_what_has_none_stays() -> None:
    assert {key.partition(".")[2] for key in WORDINGS} == set(load("hu")["said"])
    assert said_again("something else", Say("hu")) == "something else"


@pytest.mark.parametrize(
    ("own", "system", "wanted"),
    [
        ("", "hu_HU.UTF-8", "hu"),
        ("en", "hu_HU.UTF-8", "en"),
        ("", "de_DE.UTF-8", "en"),
        ("hu", "", "hu"),
        ("", "C", "en"),
    ],
)
def test_the_language_is_that_of_the_system_unless_told(
    monkeypatch: pytest.MonkeyPatch, own: str, system: str, wanted: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SANDTABLE_LANG", own)
    monkeypatch.setenv("LANG", system)
    assert default_language() == wanted
