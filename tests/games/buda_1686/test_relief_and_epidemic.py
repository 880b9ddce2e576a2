"""Új események: the relief army and the epidemic."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege

# ---------------------------------------------------------------------- the relief army


def hurt(*units: str) -> Siege:
    """Wounded Ottoman units in Víziváros, and a TMS of 2."""
    position = siege().levels(tms=2)
    for unit in units:
        position.unit(unit, "vizivaros", wounded=True)
    return position


def relieved(position: Siege, number: int = 7, die: int = 2) -> Table:
    """The Ottoman player draws a relief army in turn 8 and has the initiative."""
    return position.draw(turn=8).counters(3, number).roll(die).start()


@rule("event.relief.roll")
@pytest.mark.parametrize(("die", "arrives"), [(1, False), (2, True), (3, False), (4, True), (5, False), (6, True)])
def test_the_relief_army_gets_in_on_an_even_roll(die: int, arrives: bool) -> None:
    table = relieved(hurt("azab_1"), die=die)
    assert table.level("tms") == (3 if arrives else 2)
    assert (table.prompt == "reinforce") is arrives


@rule("event.relief.number", "event.relief.reinforcement")
@pytest.mark.parametrize(("number", "count"), [(7, 1), (12, 2)])
def test_an_odd_number_brings_one_reinforcement_and_an_even_one_two(number: int, count: int) -> None:
    table = relieved(hurt("azab_1", "azab_2", "janissary_2"), number)
    assert table.asked == "ottoman"
    for unit in ("azab_1", "azab_2", "janissary_2")[:count]:
        table.choose("reinforce", f"unit:{unit}")
        assert not table.wounded(unit)
    assert table.prompt == "go_ottoman"
    assert table.wounded("janissary_2")


@rule("event.relief.reinforcement")
def test_the_ottoman_player_chooses_any_wounded_unit_of_his_abdurrahman_too() -> None:
    position = hurt("azab_1").unit("abdurrahman", "kozepso", wounded=True).officers(abdurrahman=3)
    table = relieved(position.unit("kaiserlich_1", "felheviz", wounded=True))
    units = {choice[1] for choice in table.choices if choice[0] == "reinforce"}
    assert units == {"unit:azab_1", "unit:abdurrahman"}
    assert table.refused("reinforce", "unit:janissary_1") == "event.relief.reinforcement"  # not wounded
    table.choose("reinforce", "unit:abdurrahman")
    assert not table.wounded("abdurrahman")


@rule("event.relief.no_return")
def test_removed_units_do_not_come_back() -> None:
    table = relieved(hurt("azab_1").gone("sipahi_2"))
    assert table.refused("reinforce", "unit:sipahi_2") == "event.relief.no_return"
    only_dead = relieved(siege().gone("sipahi_2"))
    assert only_dead.prompt == "go_ottoman"


@rule("event.relief.optional")
def test_the_ottoman_player_may_take_fewer_reinforcements() -> None:
    table = relieved(hurt("azab_1", "azab_2"), 12)
    table.choose("reinforce", "unit:azab_1").choose("enough")
    assert table.wounded("azab_2")
    assert table.prompt == "go_ottoman"
    table = relieved(hurt("azab_1"))
    table.choose("enough")
    assert table.wounded("azab_1")


@rule("event.relief.timing")
def test_a_unit_wounded_earlier_in_the_round_can_still_be_restored() -> None:
    # The imperial go comes first; what the assault costs the azabs the relief army makes good.
    position = siege().set(rushed=True).breach("vizivaros", "kaiserlich_1").gone("abdurrahman")
    position.officers(abdurrahman=0).levels(tms=2).draw(turn=6).counters(15, 7).roll(2, 2)
    table = position.start()
    table.choose("assault", "zone:vizivaros")  # 2 + 1 = 3 against the TMS of 3
    assert table.wounded("azab_1")
    table.choose("end").choose("reinforce", "unit:azab_1")
    assert not table.wounded("azab_1")


@rule("event.relief.no_go")
def test_without_an_ottoman_go_the_reinforcements_lapse() -> None:
    # Both draw 12: no go in this round, and in the next one there is nothing left of them.
    table = hurt("azab_1").draw(turn=8).counters(12, 12).roll(2).counters(2, 3).start()
    assert table.level("tms") == 3
    assert table.prompt == "go_ottoman"
    assert table.wounded("azab_1")


@rule("event.relief.no_wounded")
def test_morale_rises_even_if_nobody_is_wounded() -> None:
    table = relieved(siege().levels(tms=1))
    assert table.level("tms") == 2
    assert table.prompt == "go_ottoman"


# ---------------------------------------------------------------------- the epidemic


def struck(position: Siege, unit: str) -> Table:
    """An epidemic breaks out in turn 6 (equal draws of 9, so that no go follows) and takes a unit."""
    table = position.draw(turn=6).counters(9, 9).roll(2).counters(3, 2).start()
    return table.choose("sicken", f"unit:{unit}")


@rule("event.epidemic.roll")
@pytest.mark.parametrize(("die", "breaks_out"), [(1, False), (2, True), (3, False), (4, True), (5, False), (6, True)])
def test_the_epidemic_breaks_out_on_an_even_roll(die: int, breaks_out: bool) -> None:
    table = siege().draw(turn=6).counters(9, 2).roll(die).start()
    assert (table.prompt == "epidemic") is breaks_out


@rule("event.epidemic.timing")
@pytest.mark.parametrize("ottoman", [2, 19])
def test_it_breaks_out_before_any_go_of_the_round(ottoman: int) -> None:
    table = siege().draw(turn=6).counters(9, ottoman).roll(2).start()
    assert table.prompt == "epidemic"
    table.choose("sicken", "unit:saxon")
    assert table.prompt == ("go_imperial" if ottoman == 2 else "go_ottoman")


@rule("event.epidemic.choice", "event.epidemic.unit")
def test_the_imperial_player_chooses_among_all_his_units_on_the_map() -> None:
    # In camps, in a breach, on a wall; officers too. Not: the lost, the reserve, a unit in the cup, a sick one.
    position = siege().breach("vizivaros", "kaiserlich_1").gone("azab_2").wall("fehervari_rondella", "charles")
    position.wall("lost", "kaiserlich_2").wall("cup", "kaiserlich_3").unit("bavarian_2", "sick", sick=5)
    table = position.draw(turn=6).counters(9, 2).roll(2).start()
    assert table.asked == "imperial"
    on_map = ("charles", "max_emanuel", "kaiserlich_1", "bavarian_1", "saxon")
    assert set(table.choices) == {("sicken", f"unit:{unit}") for unit in on_map}
    for unit in ("kaiserlich_2", "kaiserlich_3", "kaiserlich_4", "bavarian_2"):
        assert table.refused("sicken", f"unit:{unit}") == "event.epidemic.unit"


@rule("event.epidemic.none")
def test_without_a_unit_on_the_map_it_has_no_effect() -> None:
    everybody = ("charles", "max_emanuel", "kaiserlich_1", "kaiserlich_2", "kaiserlich_3")
    position = siege().wall("lost", *everybody, "bavarian_1", "bavarian_2", "saxon")
    table = position.draw(turn=6).counters(9, 2).roll(2).start()
    assert table.prompt == "go_imperial"
    assert table.at("kaiserlich_1") == "lost"


@rule("event.epidemic.recovery")
def test_a_recovered_unit_goes_at_once_to_any_camp() -> None:
    table = siege().unit("saxon", "sick", sick=1).draw(turn=6).counters(3, 2).start()
    camps = ("felheviz", "varosmajor", "naphegy", "gellerthegy")
    assert set(table.choices) == {("place", "unit:saxon", f"zone:{camp}") for camp in camps}
    table.choose("place", "unit:saxon", "zone:varosmajor")
    assert table.at("saxon") == "varosmajor"
    assert table.offers("move", "unit:saxon", "zone:felheviz")  # it can be used in this round
    assert table.told("placed")[-1].rule == "event.epidemic.recovery"


@rule("event.epidemic.not_destroyed")
def test_a_sick_unit_costs_no_morale_and_does_not_go_through_the_cup() -> None:
    table = struck(siege(), "saxon")
    assert table.level("cms") == 4
    assert table.at("saxon") == "sick"
    later = siege().unit("saxon", "sick", sick=8).wall("lost", "bavarian_1").before_turn(6).roll(1).counters(3, 2)
    table = later.start()
    assert table.at("bavarian_1") == "cup"
    assert table.at("saxon") == "sick"


@rule("event.epidemic.side_kept")
def test_a_sick_unit_keeps_its_side_and_cannot_be_restored() -> None:
    table = struck(siege().unit("saxon", "naphegy", wounded=True), "saxon")
    assert table.wounded("saxon")
    assert table.refused("restore", "unit:max_emanuel", "unit:saxon") == "event.epidemic.side_kept"
    table = siege().unit("saxon", "sick", wounded=True, sick=1).draw(turn=6).counters(3, 2).start()
    table.choose("place", "unit:saxon", "zone:naphegy")
    assert table.wounded("saxon")
    table = siege().unit("saxon", "sick", sick=1).draw(turn=6).counters(3, 2).start()
    table.choose("place", "unit:saxon", "zone:naphegy")
    assert not table.wounded("saxon")


@rule("event.epidemic.several", "event.epidemic.countdown")
def test_several_sick_units_have_countdowns_of_their_own() -> None:
    position = siege().unit("saxon", "sick", sick=2).unit("bavarian_1", "sick", sick=3).unit("charles", "sick", sick=1)
    table = position.draw(turn=6).counters(9, 9).roll(2).counters(1, 1).counters(3, 2).start()
    table.choose("place", "unit:charles", "zone:felheviz")  # round 1; then the epidemic takes another one
    table.choose("sicken", "unit:max_emanuel")
    table.choose("place", "unit:saxon", "zone:naphegy")  # round 2
    table.choose("place", "unit:bavarian_1", "zone:naphegy")  # round 3
    assert table.prompt == "go_imperial"
    assert table.at("max_emanuel") == "sick"
    assert table.state.sick[table.state.pack.unit_keys.index("max_emanuel")] == 6


@rule("event.epidemic.several")
def test_two_units_may_recover_in_the_same_round() -> None:
    position = siege().unit("saxon", "sick", sick=1).unit("bavarian_1", "sick", sick=1)
    table = position.draw(turn=6).counters(3, 2).start()
    table.choose("place", "unit:bavarian_1", "zone:felheviz").choose("place", "unit:saxon", "zone:naphegy")
    assert (table.at("bavarian_1"), table.at("saxon")) == ("felheviz", "naphegy")
