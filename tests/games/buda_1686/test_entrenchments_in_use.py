"""⑦ Sáncolás: entrenchments undo successes of the enemy and take losses in place of units."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege

BOTH_WAYS_OF_LOSSES = pytest.mark.parametrize("losses", ["owner_losses", "actor_losses"])


def stormed(*units: str) -> Siege:
    """Imperial units in the breaches of Víziváros (terrain 0), an imperial go; Abdurrahman has tried to come before."""
    return siege().set(rushed=True).breach("vizivaros", *units).go("imperial", actions=2)


def assault(table: Table) -> Table:
    return table.choose("assault", "zone:vizivaros")


# ---------------------------------------------------------------------- against artillery


def bombarded(level: int) -> Table:
    """An artillery attack on the entrenched Vienna Gate has just succeeded (2, CTS 4)."""
    position = siege().work("ottoman", "becsi_kapu", level).officers(abdurrahman=0).go("imperial").roll(2)
    return position.start().choose("artillery", "zone:becsi_kapu")


@rule("entrench.cancel_artillery", "entrench.cancel_artillery_level")
def test_one_of_two_levels_given_up_keeps_the_besiegers_out_of_the_breach() -> None:
    table = bombarded(2)
    assert table.asked == "ottoman"
    table.choose("absorb", "zone:becsi_kapu")
    assert table.work("ottoman", "becsi_kapu") == 1
    assert table.prompt == "go_imperial"
    assert table.state.at[table.state.pack.breach(1)] == 0
    assert {table.at(unit) for unit in ("charles", "kaiserlich_1", "kaiserlich_2")} == {"felheviz"}


@rule("entrench.timing")
def test_it_is_decided_after_the_roll_and_before_the_effect() -> None:
    table = bombarded(1)
    assert table.script_left() == 0
    assert table.prompt == "cancel"
    assert table.state.at[table.state.pack.breach(1)] == 0


@rule("entrench.timing")
def test_a_failed_attack_asks_nobody() -> None:
    position = siege().work("ottoman", "becsi_kapu", 1).officers(abdurrahman=0).levels(cts=2).go("imperial").roll(3)
    table = position.start().choose("artillery", "zone:becsi_kapu")
    assert table.prompt == "go_imperial"


# ---------------------------------------------------------------------- in place of losses


@rule("entrench.absorb_loss", "entrench.absorb_level_one", "entrench.absorb_level_two_one")
@pytest.mark.parametrize(("level", "left"), [(1, 0), (2, 1)])
def test_by_option_too_a_level_saves_a_wounded_unit(level: int, left: int) -> None:
    position = stormed("kaiserlich_1").unit("azab_1", "vizivaros", wounded=True).work("ottoman", "vizivaros", level)
    table = assault(position.option(losses="actor_losses").roll(1).start())  # 1 + 4 - 1 = 4: one loss
    assert table.asked == "ottoman"
    table.choose("absorb", "zone:vizivaros")
    assert table.work("ottoman", "vizivaros") == left
    assert table.at("azab_1") == "vizivaros"
    assert table.wounded("azab_1")
    assert table.at("kaiserlich_1") == "breaches:vizivaros"
    assert table.prompt == "go_imperial"


@rule("entrench.absorb_level_two_two")
def test_by_option_too_level_2_takes_two_losses_of_one_fight() -> None:
    position = stormed("kaiserlich_1", "kaiserlich_2").work("ottoman", "vizivaros", 2)
    table = assault(position.option(losses="actor_losses").roll(3).start())  # 3 + 8 - 3 = 8: two losses
    table.choose("absorb", "zone:vizivaros").choose("absorb", "zone:vizivaros")
    assert table.work("ottoman", "vizivaros") == 0
    assert not table.wounded("azab_1")
    assert table.prompt == "go_imperial"


@rule("entrench.absorb_partial", "entrench.optional")
def test_of_two_losses_one_may_be_absorbed_and_the_other_taken() -> None:
    position = stormed("kaiserlich_1", "kaiserlich_2").work("ottoman", "vizivaros", 2)
    table = assault(position.roll(3).start())  # 3 + 8 - 3 = 8: two losses
    table.choose("absorb", "zone:vizivaros").choose("hit", "unit:azab_1")
    assert table.work("ottoman", "vizivaros") == 1
    assert table.wounded("azab_1")


@rule("entrench.absorb_partial", "entrench.optional")
def test_by_option_the_owner_decides_after_the_unit_is_named_for_each_loss() -> None:
    position = stormed("kaiserlich_1", "kaiserlich_2").work("ottoman", "vizivaros", 2)
    table = assault(position.option(losses="actor_losses").roll(3).start())
    table.choose("bear").choose("absorb", "zone:vizivaros")  # the azabs are the only unit to be named
    assert table.work("ottoman", "vizivaros") == 1
    assert table.wounded("azab_1")


@rule("entrench.absorb_loss")
def test_it_takes_losses_of_castle_fights_too() -> None:
    # kaiserlich_1 (4) out of the Vienna Gate against the janissaries (4) in the middle: 4 + 0 = 4, one loss.
    position = (
        siege().set(rushed=True).wall("palota", "abdurrahman").gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1")
    )
    table = position.work("ottoman", "kozepso", 1).go("imperial").roll(4).start()
    table.choose("castle", "zone:kozepso").choose("absorb", "zone:kozepso")
    assert not table.wounded("janissary_1")
    assert table.work("ottoman", "kozepso") == 0


@rule("entrench.absorb_loss", "entrench.optional")
def test_the_besiegers_use_theirs_on_a_wall_that_the_garrison_attacks() -> None:
    # One of two janissary units (4) against kaiserlich_1 (4) in the Vienna Gate: 4 + 0 against a CMS of 4.
    position = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1").wall("palota", "abdurrahman")
    position.wall("kozepso", "janissary_2").work("imperial", "becsi_kapu", 1)
    table = position.go("ottoman", actions=2).roll(4).start()
    table.choose("castle", "zone:becsi_kapu").choose("join", "unit:janissary_1").choose("launch")
    assert table.asked == "imperial"
    assert set(table.choices) == {("hit", "unit:kaiserlich_1"), ("absorb", "zone:becsi_kapu")}
    table.choose("absorb", "zone:becsi_kapu")
    assert not table.wounded("kaiserlich_1")
    assert table.work("imperial", "becsi_kapu") == 0


@rule("entrench.same_zone")
def test_an_entrenchment_elsewhere_takes_no_losses() -> None:
    # 6 + 4 - 6 = 4: one loss in Víziváros, and the only Ottoman entrenchment is in the palace.
    position = stormed("kaiserlich_1").wall("vizivaros", "sipahi_1").work("ottoman", "palota", 2)
    table = assault(position.roll(6).start())
    assert set(table.choices) == {("hit", "unit:azab_1"), ("hit", "unit:sipahi_1")}
    assert table.refused("absorb", "zone:palota") == "entrench.same_zone"


def both_entrenched() -> Siege:
    works = stormed("kaiserlich_1", "kaiserlich_2").work("imperial", "vizivaros", 2)
    return works.work("ottoman", "vizivaros", 2)


@rule("entrench.same_zone", "entrench.both_sides")
def test_an_entrenchment_serves_only_its_own_side() -> None:
    won = assault(both_entrenched().roll(1).start())  # 1 + 8 - 3 = 6: one loss for the garrison
    won.choose("absorb", "zone:vizivaros")
    assert (won.work("imperial", "vizivaros"), won.work("ottoman", "vizivaros")) == (2, 1)
    beaten = assault(both_entrenched().wall("vizivaros", "janissary_1", "sipahi_1").roll(5).start())
    beaten.choose("absorb", "zone:vizivaros")  # 5 + 8 - 10 = 3: one loss for the besiegers
    assert (beaten.work("imperial", "vizivaros"), beaten.work("ottoman", "vizivaros")) == (1, 2)


@rule("entrench.same_zone", "entrench.both_sides")
def test_the_entrenchment_of_the_enemy_takes_no_losses() -> None:
    # 6 + 4 - 6 = 4: one loss for the garrison, and only the besiegers have an entrenchment there.
    position = stormed("kaiserlich_1").wall("vizivaros", "sipahi_1").work("imperial", "vizivaros", 2)
    table = assault(position.roll(6).start())
    assert set(table.choices) == {("hit", "unit:azab_1"), ("hit", "unit:sipahi_1")}


# ---------------------------------------------------------------------- attackers


@rule("entrench.attacker_use", "entrench.imperial_breach")
@BOTH_WAYS_OF_LOSSES
@pytest.mark.parametrize("unit", ["kaiserlich_1", "kaiserlich_2"])
def test_the_marker_at_the_breaches_covers_all_the_units_in_them(unit: str, losses: str) -> None:
    position = stormed("kaiserlich_1", "kaiserlich_2").wall("vizivaros", "janissary_1", "sipahi_1")
    position.work("imperial", "vizivaros", 1).option(losses=losses)
    table = assault(position.roll(5).start())  # 5 + 8 - 10 = 3: one loss
    if losses == "actor_losses":
        table.choose("hit", f"unit:{unit}")
    table.choose("absorb", "zone:vizivaros")
    assert table.state.wounded == 0
    assert table.work("imperial", "vizivaros") == 0


def fought_from_two_walls(losses: str) -> Table:
    """Two units from two walls have lost a castle fight for the middle: 1 + 8 - 10 = -1, two losses."""
    position = siege().set(rushed=True).gone("sipahi_1", "janissary_2").officers(abdurrahman=0)
    position.wall("becsi_kapu", "kaiserlich_1").wall("esztergomi_rondella", "bavarian_1")
    position.wall("fehervari_rondella", "sipahi_2").work("imperial", "becsi_kapu", 1).option(losses=losses)
    table = position.go("imperial").roll(1).start()
    table.choose("castle", "zone:kozepso").choose("join", "unit:kaiserlich_1").choose("join", "unit:bavarian_1")
    return table


@rule("entrench.attacker_use", "entrench.same_zone")
def test_an_attacker_uses_the_entrenchment_of_the_wall_that_his_unit_came_from() -> None:
    table = fought_from_two_walls("owner_losses")
    hits = {("hit", "unit:kaiserlich_1"), ("hit", "unit:bavarian_1")}
    assert set(table.choices) == {*hits, ("absorb", "zone:becsi_kapu")}
    table.choose("absorb", "zone:becsi_kapu").choose("hit", "unit:bavarian_1")
    assert table.work("imperial", "becsi_kapu") == 0
    assert table.wounded("bavarian_1")
    assert not table.wounded("kaiserlich_1")


@rule("entrench.attacker_use", "entrench.same_zone")
def test_by_option_the_named_unit_needs_an_entrenchment_where_it_stands() -> None:
    table = fought_from_two_walls("actor_losses")
    table.choose("hit", "unit:bavarian_1")  # there is none in the Esztergom Rondella: no question
    assert table.wounded("bavarian_1")
    table.choose("hit", "unit:kaiserlich_1")
    assert table.prompt == "absorb"
    table.choose("absorb", "zone:becsi_kapu")
    assert not table.wounded("kaiserlich_1")


# ---------------------------------------------------------------------- sorties


def sortie(die: int, level: int, side: str) -> Table:
    """A sortie out of the Fehérvár Rondella with the Saxons in its breach: the die less 2, against a CMS of 3."""
    position = siege().breach("fehervari_rondella", "saxon").levels(cms=3).work(side, "fehervari_rondella", level)
    return position.go("ottoman", actions=2).roll(die).start().choose("sortie", "unit:azab_2")


@rule("entrench.sortie_imperial", "entrench.optional")
@pytest.mark.parametrize(("answer", "level", "cts"), [("absorb", 1, 4), ("bear", 2, 3)])
def test_the_besiegers_may_undo_a_successful_sortie(answer: str, level: int, cts: int) -> None:
    table = sortie(6, 2, "imperial")  # 6 - 2 = 4
    assert table.asked == "imperial"
    table.choose(*(("absorb", "zone:fehervari_rondella") if answer == "absorb" else ("bear",)))
    assert table.work("imperial", "fehervari_rondella") == level
    assert table.level("cts") == cts


@rule("entrench.sortie_imperial", "entrench.same_zone")
def test_an_entrenchment_at_another_wall_does_not_undo_a_sortie() -> None:
    position = siege().breach("palota", "bavarian_1").work("imperial", "palota", 2).levels(cms=3)
    table = position.go("ottoman", actions=2).roll(6).start()
    table.choose("sortie", "unit:azab_2")  # kaiserlich_3 and the Saxons are near: 6 - 2 = 4
    assert table.level("cts") == 3


@rule("entrench.sortie_ottoman", "entrench.optional")
@pytest.mark.parametrize(("answer", "level", "hurt"), [("absorb", 0, False), ("bear", 1, True)])
def test_the_garrison_may_absorb_the_loss_of_a_disastrous_sortie(answer: str, level: int, hurt: bool) -> None:
    table = sortie(2, 1, "ottoman")  # 2 - 2 = 0
    assert table.asked == "ottoman"
    table.choose(*(("absorb", "zone:fehervari_rondella") if answer == "absorb" else ("bear",)))
    assert table.work("ottoman", "fehervari_rondella") == level
    assert table.wounded("azab_2") is hurt
