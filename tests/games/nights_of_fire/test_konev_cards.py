"""What every Konev card does, and the keywords that they use."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import ChanceMismatch
from tests.citing import rule
from tests.games.nights_of_fire.budapest import City
from tests.games.nights_of_fire.marshal import (
    ADVANCE,
    ANY_ORDER,
    ASSAULT,
    HUNT,
    OCCUPATION,
    PACIFY,
    REGROUP,
    ROUND_UP,
    SOUTH,
    SWEEP,
    arrested,
    attacks,
    garrisoned,
    is_over,
    moves,
    performs,
    rallied,
)

# ---------------------------------------------------------------------- keywords


@rule("konev.arrest", "konev.step.possible")
@pytest.mark.parametrize(
    ("place", "arrest"),
    [
        (performs(HUNT).regiments("8", "reg_104"), True),
        (performs(HUNT).regiments("8", "reg_104").insurgents("8", "fighter_01"), True),  # hidden
        (performs(HUNT).regiments("8", "reg_104").insurgents("8", "fighter_01!", "fighter_06!", "fighter_10!"), False),
        (performs(HUNT).regiments("8", "reg_104-"), False),
    ],
    ids=["alone", "hidden", "revealed", "disabled"],
)
def test_an_arrest_needs_an_active_regiment_and_no_revealed_insurgent(place: City, arrest: bool) -> None:
    table = place.civilian("8", "civ_08").start()
    assert table.civilian("8") == ("killed_arrested" if arrest else "home")


@rule("konev.recon")
def test_recon_reveals_everybody_in_the_district() -> None:
    place = performs(SWEEP).regiments("8", "reg_104").insurgents("8", "fighter_01", "fighter_10", "fighter_06w")
    table = place.insurgents("9", "fighter_02").start()
    assert not any(table.hidden(insurgent) for insurgent in ("fighter_01", "fighter_10", "fighter_06"))
    assert table.hidden("fighter_02")


@rule("konev.clear")
def test_clear_removes_the_barricade_of_the_district_only() -> None:
    place = performs(ASSAULT).regiments("8", "reg_104").insurgents("8", "fighter_01!").barricade("8", "9")
    table = place.start()
    assert not table.barricade("8") and table.barricade("9")


@rule("konev.barricade.cleared_first")
@pytest.mark.parametrize(("card", "points"), [(ASSAULT, 3), (SWEEP, 2)])
def test_a_cleared_barricade_does_not_lower_the_damage(card: str, points: int) -> None:
    place = performs(card).regiments("8", "reg_104").insurgents("8", "fighter_01!", "fighter_10!").barricade("8")
    table = place.start()
    assert attacks(table) == [("8", points)]
    assert not table.barricade("8")


@rule("konev.rally")
def test_a_rallied_unit_is_active() -> None:
    place = performs(REGROUP).regiments("8", "reg_104-").garrisons("13-").roll(ANY_ORDER)
    table = place.start()
    assert table.regiment("reg_104") == "8"
    assert table.garrison("13") == "active"


@rule("konev.rally.previously_active")
@pytest.mark.parametrize("card", [ADVANCE["33g"], PACIFY["33g"]])
def test_a_regiment_rallied_by_a_division_card_does_nothing_more(card: str) -> None:
    """reg_104 stands where there is everything to do, but it was disabled before the card."""
    place = performs(card).regiments("8", "reg_104-").insurgents("8", "fighter_01!", "fighter_02!")
    place = place.regiments("7", "reg_106", "reg_257").insurgents("7", "fighter_03!w", "fighter_10!").garrisons("7")
    table = (place.roll(ANY_ORDER) if card == ADVANCE["33g"] else place).start()
    assert is_over(table)
    assert table.regiment("reg_104") == "8"
    assert {district for district, _ in attacks(table)} == {"7"}
    assert table.garrison("8") == "none"


@rule("konev.garrison", "konev.step.possible")
@pytest.mark.parametrize(
    ("district", "garrison", "placed"), [("8", None, True), ("8", "8", False), ("8", "8-", False), ("14", None, False)]
)
def test_a_garrison_needs_an_objective_without_one(district: str, garrison: str | None, placed: bool) -> None:
    """A Barricade keeps the Regiment from dealing damage, so that a Garrison is all that it could do."""
    division, regiments = ("2g", ("reg_4", "reg_5-", "reg_6-")) if district == "14" else ("33g", SOUTH)
    place = performs(ADVANCE[division]).regiments(district, *regiments).barricade(district)
    place = place.insurgents(district, "fighter_01", "fighter_02").roll(f"regiment:{regiments[1].rstrip('-')}")
    if garrison:
        place = place.garrisons(garrison)
    table = place.start()
    assert garrisoned(table) == ([district] if placed else [])
    assert moves(table) == []


@rule("konev.garrison", "konev.move.active")
def test_a_garrison_needs_an_active_regiment() -> None:
    place = performs(PACIFY["33g"]).regiments("8", "reg_104-").regiments("7", "reg_106-", "reg_257-").garrisons("13")
    table = place.roll("regiment:reg_106").start()  # rallied by the card, so not previously active
    assert garrisoned(table) == []


# ---------------------------------------------------------------------- Hunt


@rule("konev.card.hunt")
def test_hunt_takes_two_districts_of_the_map() -> None:
    """A civilian in 11 and an insurgent in 6 are near Regiments; the insurgents of 3 are near nobody."""
    place = performs(HUNT).civilian("11", "civ_01").regiments("11", "reg_315").insurgents("6", "fighter_01!")
    table = place.regiments("14", "reg_4").insurgents("3", "fighter_02", "fighter_03").start()
    assert is_over(table)
    assert arrested(table) == ["11"]
    assert attacks(table) == [("6", 2)]


@rule("konev.card.hunt.move")
def test_hunt_brings_a_regiment_in_each_step_if_necessary() -> None:
    place = performs(HUNT).civilian("1", "civ_08").civilian("2", "civ_04").regiments("11", "reg_315")
    table = place.start()
    assert is_over(table)
    assert moves(table) == [("reg_315", "1"), ("reg_315", "2")]
    assert arrested(table) == ["1", "2"]


@rule("konev.card.hunt.act")
@pytest.mark.parametrize(("readiness", "points"), [(3, 2), (4, 3), (7, 3)])
def test_hunt_arrests_or_deals_two_points_or_three_at_readiness_four(readiness: int, points: int) -> None:
    place = performs(HUNT).tracks(readiness=readiness).regiments("8", "reg_104").civilian("8", "civ_08")
    table = place.insurgents("8", "fighter_01", "fighter_10w").hand("rev_38").start()
    assert arrested(table) == ["8"]  # first, since nobody is revealed
    assert attacks(table) == [("8", points)]


# ---------------------------------------------------------------------- Assault


@rule("konev.card.assault")
def test_assault_takes_the_highest_threat_with_an_insurgent_and_brings_a_regiment() -> None:
    """11 has a civilian but no insurgent, 3 more insurgents but no Regiment near; 8 is taken, from 9."""
    place = performs(ASSAULT).civilian("11", "civ_08").regiments("11", "reg_315").regiments("9", "reg_104")
    place = place.insurgents("3", "fighter_02", "fighter_03").insurgents("8", "fighter_01!")
    table = place.start()
    assert is_over(table)
    assert moves(table) == [("reg_104", "8")]
    assert attacks(table) == [("8", 3)]


@rule("konev.card.assault.clear")
@pytest.mark.parametrize("barricade", [False, True])
def test_assault_clears_before_it_strikes(barricade: bool) -> None:
    place = performs(ASSAULT).regiments("8", "reg_104").insurgents("8", "fighter_01!", "fighter_10!")
    table = (place.barricade("8") if barricade else place).start()
    keys = [line.key for line in table.match.lines(None) if line.key in ("barricade_cleared", "konev_damage")]
    assert keys == (["barricade_cleared"] if barricade else []) + ["konev_damage"]


@rule("konev.card.assault.readiness")
@pytest.mark.parametrize("district", ["8", "3"])
def test_assault_lowers_readiness_even_without_a_target(district: str) -> None:
    place = performs(ASSAULT).regiments("8", "reg_104").insurgents(district, "fighter_01!")
    assert place.start().state.readiness == 2


# ---------------------------------------------------------------------- Occupation


@rule("konev.card.occupation", "konev.card.occupation.place")
def test_occupation_garrisons_up_to_three_districts_in_the_order_of_threat() -> None:
    """One Regiment serves all three steps: 8 with two insurgents, 7 with one, then 5A, next to 7."""
    place = performs(OCCUPATION).garrisons("9", "11", "13").regiments("9", *SOUTH)
    place = place.insurgents("8", "fighter_01", "fighter_02").insurgents("7", "fighter_03").civilian("1", "civ_08")
    table = place.start()
    assert is_over(table)
    assert garrisoned(table) == ["8", "7", "5A"]  # not 1: its civilian is out of reach
    assert moves(table) == [("reg_104", "8"), ("reg_104", "7"), ("reg_104", "5A")]


@rule("konev.card.occupation")
def test_occupation_stops_after_three() -> None:
    place = performs(OCCUPATION).regiments("13", "reg_4").regiments("6", "reg_5").regiments("9", "reg_104")
    place = place.regiments("11", "reg_315").insurgents("13", "fighter_01").insurgents("6", "fighter_02", "fighter_03")
    table = place.insurgents("9", "fighter_04", "fighter_05", "fighter_06").start()
    assert is_over(table)
    assert garrisoned(table) == ["9", "6", "13"]
    assert table.garrison("11") == "none"


@rule("konev.card.occupation.place")
def test_occupation_moves_nobody_where_a_regiment_stands() -> None:
    place = performs(OCCUPATION).garrisons("11", "13", "9", "7", "5A").regiments("8", "reg_104", "reg_106", "reg_257")
    table = place.start()
    assert moves(table) == []
    assert garrisoned(table) == ["8"]


@rule("konev.card.occupation.else")
def test_occupation_rallies_garrisons_if_it_placed_none() -> None:
    place = performs(OCCUPATION).garrisons("9-", "11-", "13", "2-").insurgents("3", "fighter_01", "fighter_02")
    table = place.start()
    assert is_over(table)
    assert garrisoned(table) == []
    assert [table.garrison(district) for district in ("9", "11", "2")] == ["active"] * 3


@rule("konev.card.occupation.else")
def test_occupation_rallies_no_garrison_if_it_placed_one() -> None:
    table = performs(OCCUPATION).garrisons("11-", "13").regiments("9", *SOUTH).garrisons("8", "5A", "7").start()
    assert garrisoned(table) == ["9"]
    assert table.garrison("11") == "disabled"


# ---------------------------------------------------------------------- Round-up


@rule("konev.card.roundup")
def test_round_up_takes_one_civilian_of_every_sector() -> None:
    """In the south the more valuable one; in Buda a Regiment is brought; in the north nobody is near."""
    place = performs(ROUND_UP).civilian("9", "civ_04").civilian("8", "civ_08").regiments("8", "reg_104")
    place = place.regiments("9", "reg_106").civilian("2", "civ_01").regiments("12", "reg_319").civilian("6", "civ_09")
    table = place.roll(["sector:north_pest", "sector:buda", "sector:south_pest"]).start()
    assert is_over(table)
    assert moves(table) == [("reg_319", "2")]
    assert arrested(table) == ["2", "8"]
    assert table.civilian("9") == table.civilian("6") == "home"


@rule("konev.card.roundup.act", "konev.step.possible")
@pytest.mark.parametrize(("insurgent", "arrest"), [("fighter_01", True), ("fighter_01!", False)])
def test_round_up_arrests_or_deals_a_point(insurgent: str, arrest: bool) -> None:
    place = performs(ROUND_UP).tracks(readiness=7).regiments("8", "reg_104").civilian("8", "civ_08")
    table = place.insurgents("8", insurgent).roll(ANY_ORDER).start()
    assert is_over(table)
    assert arrested(table) == (["8"] if arrest else [])
    assert attacks(table) == ([] if arrest else [("8", 1)])


@rule("konev.card.roundup.readiness")
@pytest.mark.parametrize("civilian", [True, False])
def test_round_up_lowers_readiness_whatever_it_did(civilian: bool) -> None:
    place = performs(ROUND_UP).regiments("8", "reg_104").insurgents("3", "fighter_01").roll(ANY_ORDER)
    table = (place.civilian("8", "civ_08") if civilian else place).start()
    assert len(arrested(table)) == civilian
    assert table.state.readiness == 2


# ---------------------------------------------------------------------- Sweep


@rule("konev.card.sweep")
def test_sweep_reveals_clears_and_strikes_where_a_regiment_stands() -> None:
    """9 has more insurgents but no Regiment in it, only next to it: Sweep moves nobody."""
    place = performs(SWEEP).regiments("8", "reg_104").insurgents("8", "fighter_10", "fighter_01").barricade("8")
    table = place.insurgents("9", "fighter_02", "fighter_03", "fighter_04").start()
    assert is_over(table)
    assert moves(table) == []
    kinds = ("revealed", "barricade_cleared", "konev_damage")
    assert [line.key for line in table.match.lines(None) if line.key in kinds] == [
        "revealed",
        "revealed",
        "barricade_cleared",
        "konev_damage",
    ]
    assert table.at("fighter_01") == "killed_arrested"


@rule("konev.card.sweep.readiness")
@pytest.mark.parametrize("district", ["8", "3"])
def test_sweep_raises_readiness_even_without_a_target(district: str) -> None:
    place = performs(SWEEP).regiments("8", "reg_104").insurgents(district, "fighter_01!")
    assert place.start().state.readiness == 4


# ---------------------------------------------------------------------- Regroup


@rule("konev.card.regroup", "konev.step.possible")
def test_regroup_rallies_a_unit_in_every_sector() -> None:
    """South: a random Regiment, though a Garrison is down too. Buda: the Garrison of the higher threat. North: none."""
    place = performs(REGROUP).regiments("8", "reg_104-", "reg_106-").garrisons("7-", "1-", "2-")
    place = place.insurgents("2", "fighter_01").roll(["sector:south_pest", "sector:buda"], "regiment:reg_106")
    table = place.start()
    assert is_over(table)
    assert rallied(table) == ["regiment:reg_106", "garrison:2"]
    assert table.garrison("7") == table.garrison("1") == "disabled"
    assert table.regiment("reg_104") == "8-"


@rule("konev.card.regroup")
def test_regroup_draws_among_the_regiments_of_one_sector() -> None:
    place = performs(REGROUP).regiments("8", "reg_104-", "reg_106-").regiments("13", "reg_4-")
    with pytest.raises(ChanceMismatch, match=r"it can draw regiment:reg_104, regiment:reg_106$"):
        place.roll(["sector:south_pest"], "regiment:reg_4").start()


@rule("konev.card.regroup.readiness")
@pytest.mark.parametrize("disabled", [True, False])
def test_regroup_raises_readiness_whatever_it_did(disabled: bool) -> None:
    place = performs(REGROUP).insurgents("3", "fighter_01").roll(ANY_ORDER)
    table = (place.garrisons("8-") if disabled else place).start()
    assert len(rallied(table)) == disabled
    assert table.state.readiness == 4
