"""⑥ Kitörés: a unit of the garrison breaks out against the besiegers' guns."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, siege

WEST = ("sortie", "unit:azab_2")


def quiet_west() -> Siege:
    """An Ottoman go of two actions, CMS 4, CTS 4; no besieger is near the azabs in the Fehérvár Rondella."""
    return siege().wall("felheviz", "kaiserlich_3").wall("gellerthegy", "saxon").go("ottoman", actions=2)


@rule("sortie.ottoman_only")
def test_the_besiegers_make_no_sorties() -> None:
    table = siege().go("imperial").start()
    assert table.refused("sortie", "unit:saxon") == "sortie.ottoman_only"
    assert table.refused(*WEST) == "sortie.ottoman_only"


@rule("sortie.unit")
def test_any_unit_of_the_garrison_may_make_a_sortie_an_officer_too() -> None:
    table = quiet_west().wall("nagyrondella", "abdurrahman").gone("azab_1").start()
    for unit in ("azab_2", "sipahi_1", "sipahi_2", "janissary_2", "janissary_3", "abdurrahman"):
        assert table.offers("sortie", f"unit:{unit}")
    assert table.refused("sortie", "unit:azab_1") == "sortie.unit"  # removed
    assert table.refused("sortie", "unit:saxon") == "sortie.unit"  # not his


@rule("sortie.not_middle")
def test_no_sortie_starts_from_the_middle_zone() -> None:
    table = quiet_west().start()
    assert table.refused("sortie", "unit:abdurrahman") == "sortie.not_middle"
    assert table.refused("sortie", "unit:janissary_1") == "sortie.not_middle"


@rule("sortie.success")
@pytest.mark.parametrize(("cms", "die", "cts"), [(4, 4, 4), (4, 5, 3), (3, 3, 4), (3, 4, 3), (5, 6, 3)])
def test_a_roll_above_the_imperial_morale_lowers_the_artillery_level(cms: int, die: int, cts: int) -> None:
    table = quiet_west().levels(cms=cms, cts=4).roll(die).start()
    table.choose(*WEST)
    assert table.level("cts") == cts


@rule("sortie.penalty")
@pytest.mark.parametrize(("naphegy", "cts"), [(("saxon",), 3), (("saxon", "kaiserlich_1"), 4)])
def test_each_besieger_in_the_breaches_and_next_door_lowers_the_roll(naphegy: tuple[str, ...], cts: int) -> None:
    # Against the Fehérvár Rondella: one unit in a breach, one in Városmajor, one or two on Naphegy.
    # 6 - 3 = 3 is above the CMS of 2; 6 - 4 = 2 is not. Everybody else is too far away to matter.
    besiegers = siege().breach("fehervari_rondella", "bavarian_1").wall("varosmajor", "kaiserlich_3")
    besiegers.wall("naphegy", *naphegy).breach("palota", "bavarian_2")
    table = besiegers.go("ottoman", actions=2).levels(cms=2, cts=4).roll(6).start()
    table.choose(*WEST)
    assert table.level("cts") == cts


@rule("sortie.fail")
def test_a_failed_sortie_with_1_or_more_has_no_effect() -> None:
    # One unit on Naphegy: 2 - 1 = 1, not above 4 and not below 1.
    table = quiet_west().wall("naphegy", "saxon").roll(2).start()
    table.choose(*WEST)
    assert table.last("sortie_result")[0] == 1
    assert [table.level(name) for name in ("cas", "tms", "cms", "cts")] == [1, 4, 4, 4]
    assert not table.wounded("azab_2")
    assert table.at("azab_2") == "fehervari_rondella"


@rule("sortie.disaster")
def test_a_disaster_removes_a_wounded_unit_and_its_wall_may_fall() -> None:
    position = quiet_west().breach("fehervari_rondella", "saxon").unit("azab_2", "fehervari_rondella", wounded=True)
    table = position.roll(1).start()
    table.choose(*WEST)
    assert table.at("azab_2") == "dead"
    assert table.at("saxon") == "fehervari_rondella"  # nobody is left to keep it out


@rule("sortie.disaster")
def test_a_disaster_strikes_the_sortie_unit_and_no_comrade() -> None:
    # Two besiegers in the breaches: 2 - 2 = 0. Under either option nobody chooses another unit.
    position = (
        quiet_west().wall("fehervari_rondella", "janissary_1").breach("fehervari_rondella", "saxon", "bavarian_1")
    )
    table = position.option(losses="actor_losses").roll(2).start()
    table.choose(*WEST)
    assert table.wounded("azab_2")
    assert not table.wounded("janissary_1")
    assert table.asked == "ottoman"


@rule("sortie.stays")
def test_the_unit_is_back_on_its_wall_after_a_successful_sortie() -> None:
    table = quiet_west().roll(5).start()
    table.choose(*WEST)
    assert table.level("cts") == 3
    assert table.at("azab_2") == "fehervari_rondella"


@rule("sortie.cts_floor", "sortie.useful")
def test_sorties_bring_the_artillery_level_down_to_1_and_no_further() -> None:
    table = quiet_west().levels(cts=2).roll(5, 5).start()
    table.choose(*WEST)
    assert table.level("cts") == 1
    assert table.refused(*WEST) == "sortie.useful"
    assert table.level("cts") == 1


@rule("sortie.useful")
@pytest.mark.parametrize(("cts", "offered"), [(1, False), (2, True), (4, True)])
def test_a_sortie_needs_an_artillery_level_of_2(cts: int, offered: bool) -> None:
    table = quiet_west().levels(cts=cts).start()
    assert table.offers(*WEST) is offered
