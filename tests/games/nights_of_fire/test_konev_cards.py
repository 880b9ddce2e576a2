"""What every Konev card does, and the keywords that they use."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import ChanceMismatch
from tests.citing import example, rule
from tests.games.nights_of_fire.budapest import City, Table
from tests.games.nights_of_fire.marshal import (
    ADVANCE,
    ANY_ORDER,
    ASSAULT,
    HUNT,
    OCCUPATION,
    PACIFY,
    REGROUP,
    ROUND_UP,
    SWEEP,
    attacks,
    is_over,
    moves,
    performs,
)

SOUTH = ("reg_104", "reg_106-", "reg_257-")
"""The 33rd Guards with a single active Regiment."""


def rallied(table: Table) -> list[str]:
    """The units rallied so far."""
    return [str(line.args[0]) for line in table.told("rallied")]


def arrested(table: Table) -> list[str]:
    """The districts of the civilians arrested so far."""
    return [str(line.args[1]).removeprefix("district:") for line in table.told("arrested")]


def garrisoned(table: Table) -> list[str]:
    """The districts that got a Garrison, in order."""
    return [str(line.args[0]).removeprefix("district:") for line in table.told("garrisoned")]


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
