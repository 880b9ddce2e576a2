"""Positions that cannot be on the table are refused, and say why."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.days_of_ire.street import Street, street


def fallen(companion: str) -> Street:
    """A companion who is no fighter lies beside the board, as if he could come back."""
    place = street(promo=True)
    place.people[companion] = {"is": "fallen", "at": None}
    return place


WRONG: list[tuple[Street, str]] = [
    (street().tanks("csepel", 9), "unit:tank"),
    (street().militia("csepel", 14), "unit:militia"),
    (street().snipers("csepel", 6), "unit:sniper"),
    (street().active("csepel", "f01", "f02", "f03", "f04", "f05"), "move.location_cap"),
    (street().tracks(morale=0), "instant.any_time"),
    (street().rev("csepel", injuries=5), "instant.any_time"),
    (street(2).rev("csepel", injuries=4), "instant.any_time"),
    (street().tanks("csepel", 1, moved=2), "army.move_once"),
    (street().set(barricades_left=2).barricade("csepel"), "comp.barricades"),
    (street().active("csepel", "yuri"), "Yuri is there exactly when he plays along"),
    (street().set(avh={"row": ["a1-1"], "kit": []}), "an ÁVH card is missing"),
    (street().set(cards={"deck": []}), "a Revolution card is missing"),
    (street().set(headlines={"discard": []}), "a headline is missing"),
    (street().set(events={"deck": []}), "an event is missing"),
    (street().headlines(first="h14"), "setup.headline_decks"),
    (street().set(cards={"known": {"soviet": ["r01-1"]}}).discard("r01-1"), "needs no memory"),
    (street().set(headlines={"peeked": {"revolutionary": ["h06"]}}), "not in the Soviet hand"),
    (street().phase("avh").set(revolutionaries={"on_turn": "revolutionary"}), "outside the turns"),
    (street().set(effect={"left": 3}), "belongs to a card"),
    (street().set(hits={"left": 2}), "hits fall in a location"),
    (street().set(payment={"target": 2}), "a payment is for something"),
    (street().set(step={"counted": 2}), "a step has a goal"),
    (street().set(transfer={"moved": 2}), "between two revolutionaries"),
    (street().phase("over"), "result"),
    (street().event("e01").event("e29", "corvin_koz"), "event.one_per_location"),
    (street().event("e29"), "events.where.e29"),
    (street().passive("csepel", "f01").passive("csepel", "f02"), "only one fighter can be passive"),
    (street(2).turn(0, 2, (0,)), "rev.turn_once"),
    (street(2).turn(0, 2, (1, 1)), "rev.turn_once"),
    (fallen("rt1"), "hit.revtank_out"),
    (fallen("yuri"), "promo.no_removal"),
    (fallen("noel"), "promo.no_removal"),
]


@rule("event.one_per_location", "comp.passive_markers", "rev.turn_once", "hit.revtank_out", "promo.no_removal")
@pytest.mark.parametrize("number", range(len(WRONG)))
def test_an_impossible_position_says_what_is_wrong(number: int) -> None:
    place, why = WRONG[number]
    assert why in place.impossible()


def test_a_fighter_face_down_lies_under_another() -> None:
    people: dict[str, Json] = {"f01": {"is": "face_down", "at": "csepel"}}
    place = street()
    place.people |= people
    assert "face down under nobody" in place.impossible()


@rule("comp.tanks_max", "comp.militia_max", "comp.snipers_max")
def test_a_position_with_too_many_units_is_refused_by_their_limit() -> None:
    assert "comp.tanks_max" in street().tanks("csepel", 9).phase("avh").impossible()
    assert "comp.militia_max" in street().militia("csepel", 14).phase("avh").impossible()  # and one at the headquarters
    assert "comp.snipers_max" in street().snipers("csepel", 6).phase("avh").impossible()
    assert street().tanks("csepel", 8).militia("csepel", 13).snipers("csepel", 5).phase("avh").start().asked == "soviet"
