"""The Konev cards of a Division: Advance and Pacify."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.nights_of_fire.cards import NEXT_REGIMENT
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City
from tests.games.nights_of_fire.marshal import (
    ADVANCE,
    ANY_ORDER,
    PACIFY,
    SOUTH,
    arrested,
    attacks,
    garrisoned,
    is_over,
    moves,
    performs,
    rallied,
)

# ---------------------------------------------------------------------- Advance


@rule("konev.card.advance.rally", "konev.random")
@pytest.mark.parametrize("regiment", ["reg_106", "reg_257"])
def test_advance_rallies_one_random_regiment_of_the_division(regiment: str) -> None:
    place = performs(ADVANCE["33g"]).regiments("8", *SOUTH).regiments("13", "reg_4-").insurgents("8", "fighter_01!")
    table = place.roll(f"regiment:{regiment}").start()
    assert is_over(table)
    assert rallied(table) == [f"regiment:{regiment}"]
    assert table.regiment("reg_4") == "13-"


@rule("konev.card.advance.each")
def test_advance_each_regiment_acts_once_in_random_order() -> None:
    """reg_257 wounds, reg_104 kills, and reg_106 finds only the Garrison left to do."""
    place = performs(ADVANCE["33g"]).regiments("8", "reg_104", "reg_106", "reg_257").insurgents("8", "fighter_01!")
    table = place.roll(["regiment:reg_257", "regiment:reg_104", "regiment:reg_106"]).start()
    assert is_over(table)
    assert attacks(table) == [("8", 1), ("8", 1)]
    assert table.at("fighter_01") == "killed_arrested"
    assert garrisoned(table) == ["8"]


@rule("konev.card.advance.each")
@pytest.mark.parametrize("first", ["reg_104", "reg_106"])
def test_advance_the_order_decides_who_does_what(first: str) -> None:
    """Both come from staging: the first garrisons 9, the second is idle there only after that, and stays."""
    place = performs(ADVANCE["33g"]).regiments("8", "reg_257").civilian("8", "civ_08")
    other = "reg_106" if first == "reg_104" else "reg_104"
    order = ["regiment:reg_257", f"regiment:{first}", f"regiment:{other}"]
    table = place.roll(order).start()
    assert is_over(table)
    assert arrested(table) == ["8"]
    assert [regiment for regiment, _ in moves(table)] == [first, other]
    assert garrisoned(table) == ["9"]


@rule("konev.card.advance.each", "konev.counter.moment")
def test_advance_a_regiment_disabled_before_its_turn_does_not_act() -> None:
    """In the middle of the card: reg_106 and reg_257 are still to come, and reg_106 has been disabled meanwhile."""
    place = performs(ADVANCE["33g"]).regiments("8", "reg_104", "reg_106-", "reg_257").insurgents("8", "fighter_01!")
    card: dict[str, Json] = {
        "card": ADVANCE["33g"],
        "pc": [step.verb for step in PACK.konev[1].program].index(NEXT_REGIMENT),
        "queue": ["reg_257", "reg_106"],
        "sector": "south_pest",
        "before": ["reg_104", "reg_106", "reg_257"],
        "effect": True,
    }
    table = place.set(konev=card, phase="konev_card").start()
    assert attacks(table) == [("8", 1)]  # by reg_257 alone
    assert garrisoned(table) == []  # what is left for one that cannot attack: reg_106 does not even do that


@rule("konev.card.advance.each")
def test_advance_of_one_division_leaves_the_others_alone() -> None:
    place = performs(ADVANCE["33g"]).regiments("8", *SOUTH).regiments("13", "reg_4").civilian("13", "civ_08")
    table = place.insurgents("8", "fighter_01!").roll("regiment:reg_106").start()
    assert arrested(table) == []


@rule("konev.card.advance.move", "konev.card.advance.idle")
@pytest.mark.parametrize(
    ("place", "stays"),
    [
        (performs(ADVANCE["33g"]).garrisons("9"), False),
        (performs(ADVANCE["33g"]).garrisons("9-"), False),
        (performs(ADVANCE["33g"]), True),  # an ungarrisoned objective
        (performs(ADVANCE["33g"]).garrisons("9").insurgents("9", "fighter_02"), True),
        (performs(ADVANCE["33g"]).garrisons("9").civilian("9", "civ_01"), True),
    ],
    ids=["garrison", "disabled garrison", "objective", "insurgent", "civilian"],
)
def test_advance_moves_a_regiment_that_is_idle(place: City, stays: bool) -> None:
    """In 8 there is more to do, but only an idle Regiment of 9 goes there."""
    place = place.regiments("9", *SOUTH).insurgents("8", "fighter_01!").civilian("8", "civ_08")
    table = place.roll("regiment:reg_106").start()
    assert is_over(table)
    assert moves(table) == ([] if stays else [("reg_104", "8")])


@rule("konev.card.advance.idle")
def test_advance_moves_regiments_out_of_staging() -> None:
    """A staging area is not the district next to it: the insurgent in 9 does not keep them."""
    place = performs(ADVANCE["33g"]).insurgents("9", "fighter_01!", "fighter_06!", "fighter_10!")
    table = place.roll(ANY_ORDER).start()
    assert is_over(table)
    assert [goal for _, goal in moves(table)] == ["9", "9", "9"]
    assert attacks(table) == [("9", 1)] * 3  # and each acts there


@rule("konev.card.advance.move")
def test_advance_goes_to_the_highest_threat_nearby() -> None:
    place = performs(ADVANCE["33g"]).regiments("9", *SOUTH).garrisons("9").civilian("5A", "civ_01")
    table = place.insurgents("8", "fighter_01").insurgents("7", "fighter_02").roll("regiment:reg_106").start()
    assert moves(table) == [("reg_104", "5A")]
    assert arrested(table) == ["5A"]


@rule("konev.card.advance.act", "konev.step.possible")
@pytest.mark.parametrize(
    ("insurgent", "civilian", "deed"),
    [("fighter_01", True, "arrest"), ("fighter_01!", True, "damage"), ("", False, "garrison")],
)
def test_advance_does_the_first_that_is_possible(insurgent: str, civilian: bool, deed: str) -> None:
    place = performs(ADVANCE["33g"]).regiments("8", *SOUTH).roll("regiment:reg_106")
    if insurgent:
        place = place.insurgents("8", insurgent)
    if civilian:
        place = place.civilian("8", "civ_08")
    table = place.start()
    assert is_over(table)
    assert [len(arrested(table)), len(attacks(table)), len(garrisoned(table))] == [
        deed == "arrest",
        deed == "damage",
        deed == "garrison",
    ]


# ---------------------------------------------------------------------- Pacify


@rule("konev.card.pacify.rally", "konev.step.possible")
@pytest.mark.parametrize("regiment", ["reg_104", "reg_106"])
def test_pacify_rallies_one_random_regiment(regiment: str) -> None:
    place = performs(PACIFY["33g"]).regiments("8", "reg_104-", "reg_106-").insurgents("3", "fighter_01", "fighter_02")
    table = place.roll(f"regiment:{regiment}").start()
    assert rallied(table) == [f"regiment:{regiment}"]
    assert moves(table) == []  # reg_257 stays in staging


@rule("konev.card.pacify.rally", "konev.step.possible")
@pytest.mark.parametrize("regiment", ["reg_106", "reg_257"])
def test_pacify_brings_up_a_random_regiment_if_none_is_disabled(regiment: str) -> None:
    place = performs(PACIFY["33g"]).regiments("8", "reg_104").roll(f"regiment:{regiment}")
    table = place.roll("district:8").start()  # 8 and 9 are equal for the Garrison
    assert is_over(table)
    assert moves(table) == [(regiment, "9")]


@rule("konev.step.possible", "konev.card.pacify.rally")
def test_pacify_has_nobody_to_bring_up_when_staging_is_empty() -> None:
    table = performs(PACIFY["33g"]).regiments("8", "reg_104", "reg_106", "reg_257").start()
    assert is_over(table)
    assert rallied(table) == [] and moves(table) == []


@rule("konev.card.pacify.staging")
def test_the_regiment_brought_up_takes_part_in_pacify() -> None:
    """Nobody else is there: it is this one that garrisons and attacks in 9."""
    place = performs(PACIFY["33g"]).regiments("7", "reg_104", "reg_106").garrisons("7").insurgents("9", "fighter_01!")
    table = place.hand("rev_38").start()
    assert moves(table) == [("reg_257", "9")]
    assert garrisoned(table) == ["9"]
    assert attacks(table) == [("9", 2)]


@rule("konev.card.pacify.garrison")
def test_pacify_garrisons_the_highest_threat_with_a_previously_active_regiment() -> None:
    """8 has a Garrison, 5A no Regiment, 13 another Division; 7 has more insurgents than 9, and no civilian is left."""
    place = performs(PACIFY["33g"]).regiments("8", "reg_104").regiments("7", "reg_106").regiments("9", "reg_257")
    place = place.garrisons("8").civilian("5A", "civ_08").regiments("13", "reg_4").civilian("13", "civ_09")
    place = place.insurgents("8", "fighter_01!", "fighter_06!", "fighter_10!").insurgents("7", "fighter_03")
    table = place.start()
    assert is_over(table)
    assert garrisoned(table) == ["7"]


@rule("konev.card.pacify.damage")
def test_pacify_strikes_the_highest_threat_with_a_previously_active_regiment() -> None:
    """9 has more insurgents, but its only Regiment is the one that was rallied; 13 lies outside the sector."""
    place = performs(PACIFY["33g"]).regiments("9", "reg_104-").insurgents("9", "fighter_01", "fighter_02", "fighter_03")
    place = place.regiments("8", "reg_106").insurgents("8", "fighter_06!", "fighter_10!").regiments("7", "reg_257")
    place = place.insurgents("7", "fighter_11!").regiments("13", "reg_4").insurgents("13", "fighter_04!", "fighter_12!")
    table = place.start()
    assert is_over(table)
    assert attacks(table) == [("8", 2)]
    assert table.at("fighter_06") == "killed_arrested"  # Counterattack before Build Barricade, wounded and killed
