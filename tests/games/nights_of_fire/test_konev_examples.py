"""The longer examples of Konev's cards: the rulebook's, and ours."""

from __future__ import annotations

import pytest

from tests.citing import example, rule
from tests.games.nights_of_fire.budapest import City
from tests.games.nights_of_fire.marshal import (
    ADVANCE,
    ASSAULT,
    HUNT,
    PACIFY,
    attacks,
    garrisoned,
    is_over,
    moves,
    performs,
    rallied,
)


@rule(
    "konev.counter.single_step",
    "konev.counter.which_regiment",
    "konev.card.assault",
    "konev.card.assault.clear",
    "konev.card.assault.damage",
    "konev.card.assault.readiness",
    "konev.damage.hidden_choice",
    "konev.damage.wounded_first",
)
@example("ex.konev.assault_one_step")
@pytest.mark.parametrize("regiment", ["reg_104", "reg_106"])
def test_the_example_of_an_assault_in_one_step(regiment: str) -> None:
    place = performs(ASSAULT).tracks(readiness=5).regiments("8", "reg_104", "reg_106").barricade("8").hand("rev_38")
    table = place.insurgents("8", "fighter_01", "fighter_02", "fighter_06").start()
    table.choose("hit", "insurgent:fighter_01").choose("hit", "insurgent:fighter_02")
    assert attacks(table) == [("8", 5)]
    assert not table.barricade("8")
    assert table.at("fighter_01") == table.at("fighter_02") == "killed_arrested"
    assert table.wounded("fighter_06") and table.hidden("fighter_06")
    table.choose("counter", "insurgent:fighter_06", f"regiment:{regiment}")
    assert not table.hidden("fighter_06")
    assert [table.regiment(other).endswith("-") for other in ("reg_104", "reg_106")] == [
        regiment == "reg_104",
        regiment == "reg_106",
    ]
    assert table.state.readiness == 4
    assert is_over(table)


def hunted() -> City:
    """ex.konev.hunt_no_counter: 2 with civ_08, local_03 and fighter_01; 11 with civ_04 and fighter_10; Readiness 4."""
    place = performs(HUNT).tracks(readiness=4).civilian("2", "civ_08").insurgents("2", "local_03w", "fighter_01!")
    place = place.civilian("11", "civ_04").insurgents("11", "fighter_10!")
    return place.regiments("11", "reg_319", "reg_315-").regiments("12", "reg_327")


@rule(
    "konev.card.hunt",
    "konev.card.hunt.move",
    "konev.card.hunt.act",
    "konev.damage.wounded_first",
    "konev.arrest",
    "konev.threat.now",
)
@example("ex.konev.hunt_no_counter")
def test_the_example_of_a_hunt_without_counterattack() -> None:
    table = hunted().start()  # rev_01 cannot pay for a counterattack
    assert is_over(table)
    assert moves(table) == [("reg_327", "2")]
    assert attacks(table) == [("2", 3)]
    assert table.at("local_03") == table.at("fighter_01") == "killed_arrested"
    assert table.civilian("2") == "killed_arrested"
    assert table.state.killed_units() == 3
    assert table.civilian("11") == "home"
    assert table.at("fighter_10") == "11" and not table.wounded("fighter_10")


@rule(
    "konev.card.hunt",
    "konev.counter.per_step",
    "konev.counter.moment",
    "counter.eligible",
    "counter.effect",
    "counter.draw",
    "konev.threat.qualified",
)
@example("ex.konev.hunt_counter")
def test_the_example_of_a_hunt_with_counterattack() -> None:
    table = hunted().hand("rev_38").deck("rev_02").start()
    assert table.at("local_03") == "killed_arrested"
    table.choose("counter", "insurgent:local_03", "regiment:reg_327")
    assert table.regiment("reg_327") == "2-"
    assert table.hand() == ["rev_02"]
    assert attacks(table) == [("2", 3), ("11", 3)]
    assert table.at("fighter_10") == "killed_arrested"  # wounded and killed; the third point is lost
    assert table.civilian("2") == table.civilian("11") == "home"
    assert is_over(table)


def barricaded(card: str) -> City:
    """ex.konev.hunt_barricade: two Ambush fighters behind the Barricade of 9, reg_104 there, Readiness 2."""
    place = performs(card).tracks(readiness=2).regiments("9", "reg_104").barricade("9")
    return place.insurgents("9", "fighter_01!", "fighter_02!")


@rule("konev.barricade.hunt", "konev.card.hunt.act", "konev.barricade.minus")
@example("ex.konev.hunt_barricade")
def test_the_example_of_the_barricade() -> None:
    hunt = barricaded(HUNT).roll("insurgent:fighter_02").start()
    assert attacks(hunt) == [("9", 2), ("9", 2)]
    assert hunt.at("fighter_01") == hunt.at("fighter_02") == "killed_arrested"
    assert hunt.barricade("9")
    pacify = barricaded(PACIFY["33g"]).roll("regiment:reg_257", "insurgent:fighter_02").start()
    assert is_over(pacify)
    assert moves(pacify) == [("reg_257", "9")]
    assert pacify.garrison("9") == "active"
    assert attacks(pacify) == [("9", 1)]
    assert pacify.wounded("fighter_02") and not pacify.wounded("fighter_01")


@rule(
    "konev.card.advance.rally",
    "konev.card.advance.each",
    "konev.card.advance.idle",
    "konev.card.advance.act",
    "konev.barricade.blocks",
    "konev.step.possible",
)
@example("ex.konev.advance_barricade")
@pytest.mark.parametrize("regiment", ["reg_5", "reg_6"])
def test_the_example_of_an_advance_against_a_barricade(regiment: str) -> None:
    place = performs(ADVANCE["2g"]).regiments("6", "reg_4").regiments("13", "reg_5-", "reg_6-").barricade("6")
    table = place.insurgents("6", "fighter_02").hand("rev_38").roll(f"regiment:{regiment}").start()
    assert is_over(table)  # no counterattack is offered
    assert rallied(table) == [f"regiment:{regiment}"]
    assert moves(table) == []
    assert garrisoned(table) == ["6"]
    assert table.at("fighter_02") == "6" and not table.wounded("fighter_02") and table.hidden("fighter_02")
    assert table.barricade("6")
