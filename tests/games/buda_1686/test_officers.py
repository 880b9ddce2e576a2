"""Tisztek: what the three officers have in common."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege

SPECIAL = {"restore", "return", "raise_cts", "self_restore"}


def in_breach(*units: str) -> Siege:
    """Units in the breaches of Víziváros, where the azabs (3) are, in an imperial go; Abdurrahman cannot come."""
    return siege().set(rushed=True).breach("vizivaros", *units).go("imperial", actions=2)


def assault(table: Table) -> Table:
    return table.choose("assault", "zone:vizivaros")


# ---------------------------------------------------------------------- what an officer is


@rule("officer.definition")
def test_officers_fight_like_other_units() -> None:
    table = assault(in_breach("charles", "max_emanuel").roll(1).start())
    assert table.last("fight")[0] == 5 + 4 - 3
    # Abdurrahman (6) beside the azabs (3): 4 - 9.
    table = assault(in_breach("kaiserlich_1").wall("vizivaros", "abdurrahman").roll(6).start())
    assert table.last("fight")[0] == 4 - 9


@rule("officer.definition")
def test_only_the_three_named_officers_have_special_actions() -> None:
    imperial = siege().levels(cts=3).unit("kaiserlich_1", "felheviz", wounded=True).go("imperial").start()
    commanders = {choice[1] for choice in imperial.choices if choice[0] in SPECIAL}
    assert commanders == {"unit:charles", "unit:max_emanuel"}
    hurt = siege().unit("abdurrahman", "kozepso", wounded=True).unit("azab_1", "vizivaros", wounded=True)
    ottoman = hurt.officers(abdurrahman=3).go("ottoman", actions=2).start()
    assert [choice for choice in ottoman.choices if choice[0] in SPECIAL] == [("self_restore", "unit:abdurrahman")]


# ---------------------------------------------------------------------- the officer value


@rule("officer.budget", "officer.cost_default")
def test_an_officer_spends_his_value_and_then_commands_no_more_in_that_turn() -> None:
    wounded = ("kaiserlich_1", "kaiserlich_2", "kaiserlich_3", "kaiserlich_4", "hungarian")
    position = siege().levels(cts=3)
    for unit in wounded:
        position.unit(unit, "felheviz", wounded=True)
    table = position.go("imperial").start()
    assert table.officer("charles") == 5
    for spent, unit in enumerate(wounded, start=1):
        table.choose("restore", "unit:charles", f"unit:{unit}")
        assert table.officer("charles") == 5 - spent
    assert table.refused("raise_cts", "unit:charles") == "officer.cannot_overspend"
    assert table.offers("raise_cts", "unit:max_emanuel")  # his value is his own


@rule("officer.budget")
def test_a_new_turn_brings_a_new_budget() -> None:
    table = siege().officers(charles=0).levels(cts=3).before_turn(2).counters(3, 2).start()
    assert table.officer("charles") == 5
    assert table.offers("raise_cts", "unit:charles")


@rule("officer.cost_default")
def test_a_special_action_costs_1_unless_said_otherwise() -> None:
    table = siege().levels(cts=2).go("imperial", actions=2).roll(6, 6).start()
    table.choose("raise_cts", "unit:charles")
    assert table.officer("charles") == 4
    table.choose("artillery", "zone:becsi_kapu").choose("aid")
    assert table.officer("abdurrahman") == 5
    table.choose("artillery", "zone:becsi_kapu").choose("aid")
    assert table.officer("abdurrahman") == 4


@rule("officer.cannot_overspend")
def test_what_costs_more_than_is_left_is_refused() -> None:
    position = siege().wall("lost", "kaiserlich_1").unit("kaiserlich_2", "felheviz", wounded=True).levels(cts=3)
    one_left = position.officers(charles=1).go("imperial").start()
    assert one_left.refused("return", "unit:charles", "unit:kaiserlich_1", "full") == "officer.cannot_overspend"
    assert one_left.offers("return", "unit:charles", "unit:kaiserlich_1", "wounded")
    none_left = position.officers(charles=0).start()
    for order in (
        ("return", "unit:charles", "unit:kaiserlich_1", "wounded"),
        ("restore", "unit:charles", "unit:kaiserlich_2"),
        ("raise_cts", "unit:charles"),
    ):
        assert none_left.refused(*order) == "officer.cannot_overspend"


@rule("officer.cannot_overspend")
def test_an_officer_without_value_is_not_asked_to_help() -> None:
    table = siege().officers(abdurrahman=0).go("imperial").roll(4).start()
    table.choose("artillery", "zone:becsi_kapu")
    assert table.prompt == "enter_breach"  # 4 succeeds at once, Abdurrahman could not disturb it
    table = in_breach("charles", "kaiserlich_1", "kaiserlich_2").officers(charles=1).start()
    assault(table).script(1).choose("boost", "unit:charles", "unit:kaiserlich_1")
    assert table.last("fight")[0] == 5 + 4 + 4 + 1 - 3  # no second unit is raised


@rule("officer.marker_not_combat")
def test_spending_officer_value_does_not_weaken_him_in_a_fight() -> None:
    table = assault(in_breach("charles").officers(charles=0).roll(1).start())
    assert table.last("fight")[0] == 5 - 3


# ---------------------------------------------------------------------- when


@rule("officer.announce")
def test_help_is_announced_before_the_die_and_never_after_it() -> None:
    table = siege().go("imperial").roll(4).start()
    table.choose("artillery", "zone:becsi_kapu")
    assert table.prompt == "disturb"
    assert table.script_left() == 1
    table.choose("no_aid")
    assert table.prompt == "enter_breach"  # the 4 lies there now, and it is too late
    table = assault(in_breach("charles", "kaiserlich_1").roll(1).start())
    assert table.prompt == "boost"
    assert table.script_left() == 1
    table.choose("ready")
    assert table.script_left() == 0
    assert table.prompt == "go_imperial"


@rule("officer.announce_cost")
def test_help_is_paid_for_when_announced_and_not_given_back() -> None:
    table = siege().go("imperial").roll(3).start()
    table.choose("artillery", "zone:becsi_kapu").choose("aid")
    assert table.prompt == "enter_breach"  # 3 + 1 = 4 succeeds all the same
    assert table.officer("abdurrahman") == 5
    # 1 + 10 - 13 = -2: the raised unit does not save the assault.
    defenders = ("janissary_1", "sipahi_1", "sipahi_2")
    table = assault(in_breach("charles", "kaiserlich_1").wall("vizivaros", *defenders).roll(1).start())
    table.choose("boost", "unit:charles", "unit:kaiserlich_1")
    assert table.officer("charles") == 4
    table.choose("hit", "unit:kaiserlich_1").choose("hit", "unit:kaiserlich_1")
    assert table.at("kaiserlich_1") == "lost"
    assert table.officer("charles") == 4


@rule("officer.announce_cost")
@pytest.mark.parametrize(
    ("order", "fails"),
    [(("countermine", "zone:vizivaros"), 3), (("sortie", "unit:azab_1"), 3)],
    ids=["counter-mining", "sortie"],
)
def test_abdurrahman_gets_nothing_back_for_a_roll_that_fails_all_the_same(order: tuple[str, str], fails: int) -> None:
    # He is with the azabs in Víziváros, foot in a breach before them: 3 + 1 is not greater than CMS 4.
    position = siege().wall("vizivaros", "abdurrahman").breach("vizivaros", "kaiserlich_1")
    position.wall("gellerthegy", "charles", "kaiserlich_2").unit("kaiserlich_3", "lost").go("ottoman", actions=2)
    table = position.roll(fails).start().choose(*order)
    assert (table.prompt, table.officer("abdurrahman")) == ("aid", 6)
    table.choose("aid")
    assert (table.prompt, table.script_left()) == ("go_ottoman", 0)
    assert table.officer("abdurrahman") == 5


@rule("officer.not_action")
def test_a_special_action_uses_up_no_action() -> None:
    table = siege().levels(cts=2).go("imperial", actions=1).start()
    table.choose("raise_cts", "unit:charles")
    assert table.state.actions == 1
    assert table.offers("artillery", "zone:becsi_kapu")
    table.choose("raise_cas")
    assert table.state.actions == 0
    table.choose("raise_cts", "unit:max_emanuel")  # even with no action left
    assert table.level("cts") == 4


@rule("officer.on_map")
@pytest.mark.parametrize("place", ["lost", "cup", "sick"])
def test_an_absent_officer_commands_nobody(place: str) -> None:
    position = siege().unit("charles", place, sick=5 if place == "sick" else 0).levels(cts=3)
    position.unit("kaiserlich_1", "felheviz", wounded=True).wall("lost", "kaiserlich_2")
    table = position.go("imperial").start()
    for order in (
        ("restore", "unit:charles", "unit:kaiserlich_1"),
        ("return", "unit:charles", "unit:kaiserlich_2", "wounded"),
        ("raise_cts", "unit:charles"),
        ("self_restore", "unit:charles"),
    ):
        assert table.refused(*order) == "officer.on_map"


@rule("officer.on_map")
def test_an_absent_officer_raises_nobody_in_a_fight() -> None:
    position = in_breach("max_emanuel", "bavarian_1", "kaiserlich_1").unit("charles", "lost")
    table = assault(position.start())
    assert table.refused("boost", "unit:charles", "unit:kaiserlich_1") == "officer.on_map"
    table = siege().gone("abdurrahman").officers(abdurrahman=0).go("imperial").roll(4).start()
    table.choose("artillery", "zone:becsi_kapu")
    assert table.prompt == "enter_breach"


@rule("officer.timing_own_go")
def test_the_orders_of_an_officer_are_given_in_his_sides_go_and_outside_actions() -> None:
    hurt = in_breach("charles", "kaiserlich_1").unit("bavarian_1", "gellerthegy", wounded=True).levels(cts=3)
    hurt.wall("vizivaros", "janissary_1", "sipahi_1").unit("abdurrahman", "kozepso", wounded=True)
    hurt.officers(abdurrahman=3)
    table = hurt.roll(4).start()
    assert {"restore", "raise_cts"} <= table.verbs()
    assert not table.offers("self_restore", "unit:abdurrahman")  # it is not his go
    assault(table)
    assert table.verbs() == {"boost", "ready"}
    table.choose("ready")  # 4 + 9 - 10 = 3: one loss
    assert table.prompt == "take_loss"
    assert not SPECIAL & table.verbs()
    ottoman = hurt.go("ottoman", actions=2).start()
    assert [choice for choice in ottoman.choices if choice[0] in SPECIAL] == [("self_restore", "unit:abdurrahman")]


# ---------------------------------------------------------------------- wounded and lost officers


@rule("officer.wounded_cap")
def test_a_wounded_general_is_capped_too() -> None:
    table = siege().breach("becsi_kapu", "charles").go("ottoman", actions=2).roll(5).start()
    table.choose("countermine", "zone:becsi_kapu")
    assert table.value("charles") == 3
    assert table.officer("charles") == 3


@rule("officer.wounded_limit")
def test_a_wounded_officer_starts_a_turn_with_his_wounded_value() -> None:
    position = siege().unit("max_emanuel", "gellerthegy", wounded=True).officers(max_emanuel=0)
    table = position.before_turn(3).counters(3, 2).start()
    assert table.officer("max_emanuel") == 2
    assert "charles" in (siege().unit("charles", "felheviz", wounded=True).officers(charles=4).impossible())


@rule("officer.self_restore")
@pytest.mark.parametrize(("officer", "side"), [("charles", "imperial"), ("abdurrahman", "ottoman")])
def test_a_wounded_officer_restores_himself_and_does_nothing_else_in_that_turn(officer: str, side: str) -> None:
    place = "felheviz" if side == "imperial" else "becsi_kapu"
    position = siege().unit(officer, place, wounded=True).officers(**{officer: 3}).levels(cts=3)
    table = position.breach("becsi_kapu", "saxon").go(side, actions=2).roll(1).start()
    table.choose("self_restore", f"unit:{officer}")
    assert not table.wounded(officer)
    assert table.officer(officer) == 0
    if side == "imperial":
        assert table.refused("raise_cts", "unit:charles") == "officer.cannot_overspend"
    else:
        table.choose("countermine", "zone:becsi_kapu")  # nobody is asked about a bonus
        assert table.prompt == "go_ottoman"


@rule("officer.self_restore")
def test_an_unhurt_officer_has_nothing_to_restore() -> None:
    assert siege().go("imperial").start().refused("self_restore", "unit:charles") == "officer.self_restore"


@rule("officer.self_restore_needs_value")
@pytest.mark.parametrize(("marker", "offered"), [(0, False), (1, True)])
def test_restoring_oneself_needs_a_marker_of_1(marker: int, offered: bool) -> None:
    position = siege().unit("charles", "felheviz", wounded=True).officers(charles=marker)
    table = position.go("imperial").start()
    assert table.offers("self_restore", "unit:charles") is offered
    if not offered:
        assert table.refused("self_restore", "unit:charles") == "officer.self_restore_needs_value"


@rule("officer.self_restore_combat")
def test_he_fights_with_his_full_value_at_once() -> None:
    position = in_breach().unit("charles", "breaches:vizivaros", wounded=True).officers(charles=1)
    table = position.roll(1).start()
    assert table.value("charles") == 3
    table.choose("self_restore", "unit:charles")
    assault(table)
    assert table.last("fight")[0] == 5 - 3
    assert table.officer("charles") == 0


@rule("officer.healed_by_other", "event.relief.reinforcement")
def test_an_officer_healed_by_the_relief_army_waits_for_the_next_turn_with_his_marker() -> None:
    position = siege().unit("abdurrahman", "kozepso", wounded=True).officers(abdurrahman=2)
    table = position.draw(turn=6).counters(3, 7).roll(2).start()
    table.choose("reinforce", "unit:abdurrahman")
    assert table.value("abdurrahman") == 6
    assert table.officer("abdurrahman") == 2
    next_turn = siege().officers(abdurrahman=2).before_turn(2).counters(3, 2).start()
    assert next_turn.officer("abdurrahman") == 6


@rule("officer.lost_marker")
def test_the_marker_of_a_removed_officer_goes_to_0() -> None:
    position = siege().unit("charles", "breaches:becsi_kapu", wounded=True).officers(charles=3)
    table = position.go("ottoman", actions=2).roll(5).start()
    table.choose("countermine", "zone:becsi_kapu")
    assert table.at("charles") == "lost"
    assert table.officer("charles") == 0
    out = siege().unit("abdurrahman", "fehervari_rondella", wounded=True).officers(abdurrahman=2)
    table = out.go("ottoman", actions=2).roll(1).start()
    table.choose("sortie", "unit:abdurrahman").choose("no_aid")  # kaiserlich_3 and the Saxons are near: 1 - 2
    assert table.at("abdurrahman") == "dead"
    assert table.officer("abdurrahman") == 0


@rule("officer.lost_marker", "loss.remove")
def test_the_markers_of_officers_stay_when_somebody_else_is_removed() -> None:
    # Wounded foot in a breach of the Vienna Gate is destroyed by a countermine.
    position = siege().unit("kaiserlich_1", "breaches:becsi_kapu", wounded=True).officers(abdurrahman=0)
    table = position.go("ottoman", actions=2).roll(5).start().choose("countermine", "zone:becsi_kapu")
    assert table.at("kaiserlich_1") == "lost"
    assert (table.officer("charles"), table.officer("max_emanuel")) == (5, 4)
