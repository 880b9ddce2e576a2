"""Sentences of the log and choices in Hungarian, whose endings must fit every name that can stand before them."""

from __future__ import annotations

import re
import tomllib

import pytest

from sandtable.engine.state import EVERYBODY, LogLine
from sandtable.engine.words import Words
from sandtable.games.days_of_ire import FOLDER, GAME

HU = Words(GAME, "hu")
REVOLUTIONARIES = ("revolutionary", "first", "second", "third")
LOCALE = tomllib.loads((FOLDER / "locale" / "hu.toml").read_text(encoding="utf-8"))


def said(key: str, *args: str | int) -> str:
    return HU.line(LogLine(key, args, "", EVERYBODY))


@pytest.mark.parametrize("seat", REVOLUTIONARIES)
def test_endings_fit_all_who_take_turns_and_hold_cards(seat: str) -> None:
    """Only revolutionaries stand before an ending, and their names all end alike."""
    name = HU.name(f"seat:{seat}")
    assert re.fullmatch(r"az? (\w+ )?forradalmár", name)
    assert said("turn_order", f"seat:{seat}", 2) == f"{name.capitalize()}nak ma 2 akciója van."
    assert said("handed_over", "seat:second", f"seat:{seat}", 3) == f"A második forradalmár 3 lapot ad át {name}nak."
    assert HU.choice(("take", f"seat:{seat}")) == f"Lapok elkérése {name}tól"


def test_endings_follow_names_of_revolutionaries_only() -> None:
    ended = {
        f"{section}.{key}": re.findall(r"\{(\w+)\}[a-záéíóöőúüű]+", template)
        for section in ("prompt", "choice", "log", "status")
        for key, template in LOCALE[section].items()
    }
    assert {key: places for key, places in ended.items() if places} == {
        "prompt.hand_over": ["seat"],
        "choice.give": ["0"],
        "choice.take": ["0"],
        "log.handed_over": ["1"],
        "log.handed_card": ["1"],
        "log.turn_order": ["0"],
    }


def test_names_that_end_a_sentence_are_followed_by_no_second_stop() -> None:
    assert said("day", 2, "date:2") == "2. nap: október 24."
    assert said("taken_back", "avh:a4") == "Visszakerül a kártyakészletbe: Támadás!"
