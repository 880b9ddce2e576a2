"""The referee's opponents by level and by name, its hints, and its odds."""

from __future__ import annotations

import pytest

from tests.cli.talking import SUN, Talk
from tests.engine.toy import FIRST_DEAL

NO_AMBUSH = {"turns": 1, "ambush": False}
SURE = {"red": ["card:1", "card:6"], "blue": ["card:2"], "deck": ["card:3", "card:4", "card:5"]}


def opening(talk: Talk, **fields: object) -> str:
    """Red is to choose a stance; it holds cards 1 and 3, blue 2 and 4."""
    return str(talk.ok("new", game="toy", chance=[FIRST_DEAL, SUN, 3, "card:5"], **fields)["match"])


def sure_card(talk: Talk) -> str:
    """Red is to play card 1, or card 6, which needs no luck."""
    position = {"turn": 2, "phase": "fight", "wager": 2, "cards": SURE}
    return str(talk.ok("new", game="toy", seed="hint", position=position)["match"])


# ---------------------------------------------------------------------- levels


def test_hello_lists_the_opponents_by_name(talk: Talk) -> None:
    levels = talk.ok("hello")["levels"]
    assert [entry["level"] for entry in levels] == ["1", "2", "3", "4", "5", "6"]
    assert levels[3] == {"level": "4", "name": "Captain", "name_hu": "Százados"}


def test_a_level_is_the_same_by_number_and_by_name(talk: Talk) -> None:
    choices = []
    for level in ("4", 4, "Captain", "SZÁZADOS"):
        match = talk.ok("new", game="buda_1686", seed="levels")["match"]
        choices.append(talk.ok("play", match=match, seat="imperial", level=level)["choice"])
    assert choices == [choices[0]] * 4


# ---------------------------------------------------------------------- hints


def test_a_hint_names_the_best_choices_and_chooses_nothing(talk: Talk) -> None:
    match = sure_card(talk)
    before = talk.everything()
    first, second = talk.ok("hint", match=match, seat="red", iterations=200)["hints"]
    assert (first["choice"], second["choice"]) == (["play", "card:6"], ["play", "card:1"])
    assert 0 <= second["win"] < first["win"] <= 1
    assert first["share"] + second["share"] == pytest.approx(1)
    assert talk.everything() == before


def test_a_hint_is_as_long_as_it_is_wanted_and_the_same_every_time(talk: Talk) -> None:
    match = sure_card(talk)
    asked = [talk.ok("hint", match=match, seat=0, count=1, iterations=50)["hints"] for _ in range(2)]
    assert len(asked[0]) == 1
    assert asked[0] == asked[1]
    assert talk.ok("hint", match=match, seat=0, budget_ms=1)["hints"]


def test_a_hint_where_nothing_is_to_be_decided_names_the_only_option(talk: Talk) -> None:
    match = opening(talk)
    for choice in (["stance", "bold"], ["wager", 1]):
        talk.ok("choose", match=match, choice=choice)
    (only,) = talk.ok("hint", match=match, seat="blue", iterations=20)["hints"]
    assert (only["choice"], only["share"]) == (["pass"], 1)


def test_hints_are_for_the_asked_seat_while_the_game_lasts(talk: Talk) -> None:
    match = opening(talk, options=NO_AMBUSH)
    assert talk.error("hint", match=match, seat="blue")["code"] == "wrong_seat"
    assert talk.error("hint", match=match, seat="green")["code"] == "bad_request"
    assert talk.error("hint", match=match, seat="red", count=0)["message"].startswith("count: ")
    assert talk.error("hint", match=match, seat="red", iterations=0)["message"].startswith("iterations: ")
    for choice in (["stance", "bold"], ["wager", 1]):
        talk.ok("choose", match=match, choice=choice)
    assert talk.error("hint", match=match, seat="red")["code"] == "over"


# ---------------------------------------------------------------------- odds


def test_odds_are_told_for_an_option_of_the_asked_seat(talk: Talk) -> None:
    match = talk.ok("example", game="buda_1686", id="ex.assault.vizivaros", step=1)["match"]
    storm = ["assault", "zone:vizivaros"]
    before = talk.everything()
    odds = talk.ok("odds", match=match, seat="imperial", choice=storm)["odds"]
    assert odds["exact"] and odds["choice"] == storm
    assert [round(each["share"] * 6) for each in odds["ifs"][0]["outcomes"]] == [5, 1]
    assert talk.ok("odds", match=match, seat="imperial", choice=["end"])["odds"] is None
    assert talk.ok("odds", match=match, seat="imperial", choice=storm)["odds"] == odds
    assert talk.everything() == before
    assert talk.error("odds", match=match, seat="ottoman", choice=storm)["code"] == "wrong_seat"
    assert (
        talk.error("odds", match=match, seat="imperial", choice=["assault", "zone:palota"])["code"] == "illegal_choice"
    )
