"""The worked examples that we constructed for what the rulebook leaves to a reader, played."""

from __future__ import annotations

import pytest

from tests.citing import example, rule
from tests.games.buda_1686.siege import Siege, Table, siege
from tests.games.buda_1686.test_examples import fought


def goes(table: Table) -> list[tuple[str, int]]:
    """Every go so far: whose, and with how many actions."""
    return [(str(line.args[0]).removeprefix("side:"), int(line.args[1])) for line in table.told("go")]


def ties(*numbers: int) -> list[str]:
    """Draws, to be scripted, in which both sides have the same number."""
    return [f"counter:{side}_{number:02}" for number in numbers for side in ("imperial", "ottoman")]


def sick_cell(table: Table, unit: str) -> int:
    [scale] = table.scene().tracks
    return scale.markers[f"unit:{unit}"]


# ---------------------------------------------------------------------- draws and zeros


@example("cx.initiative.even_vs_even")
@rule("round.initiative.higher", "round.initiative.even", "round.initiative.other")
def test_an_even_number_helps_only_the_side_with_the_initiative() -> None:
    table = siege().draw().counters(8, 14).start()
    assert (table.asked, table.state.actions, table.state.moves) == ("ottoman", 2, 2)
    table.choose("end")
    assert (table.asked, table.state.actions) == ("imperial", 1)
    assert table.offers("move", "unit:saxon", "zone:gellerthegy")


@example("cx.initiative.tie")
@rule("round.initiative.tie", "round.initiative.tie_no_go")
def test_two_elevens_leave_only_the_victory_check() -> None:
    """The check is seen by its mark: Ottoman morale was 0 at the end of this round."""
    table = siege().draw(2).levels(tms=0).counters(11, 11).counters(4, 9).start()
    assert table.state.morale_broken
    assert (table.state.turn, table.state.round) == (2, 2)
    assert goes(table) == [("ottoman", 1)]  # of the next draw


@example("cx.zero.first_then_second")
@rule("round.zero.first", "round.zero.first_opponent", "turn.end.second_zero", "turn.end.no_goes")
def test_the_first_zero_in_round_four_and_the_second_in_round_nine() -> None:
    position = siege().gone("azab_1").wall("vizivaros", "kaiserlich_1").levels(cms=4)
    table = position.draw(3, round_before=3).counters(0, 6).start()
    assert (table.asked, table.state.round) == ("ottoman", 4)
    # Ties in rounds 5 to 8, the second zero in round 9, and the first draw of turn 4.
    second = ("counter:imperial_18", "counter:ottoman_00")
    table.script(*ties(1, 2, 3, 4), *second, "counter:imperial_11", "counter:ottoman_05").choose("end")
    assert goes(table) == [("ottoman", 2), ("imperial", 1)]  # of round 4, and of turn 4
    assert table.level("cms") == 5
    [scale] = table.scene().tracks
    assert scale.markers["marker:time"] == 4
    drawn = {"counter:imperial_11", "counter:ottoman_05"}
    assert len({*table.cup("imperial"), *table.cup("ottoman")} | drawn) == 40


@example("cx.zero.both")
@rule("turn.end.both_zeros_together")
def test_two_zeros_in_the_first_round_end_the_turn() -> None:
    table = siege().draw(1).counters(0, 0).counters(8, 5).start()
    assert (table.state.turn, table.state.round) == (2, 1)


@example("cx.draw.unit")
@rule("round.draw.unit", "round.draw.unit_full", "round.draw.unit_usable", "turn.start.lost_units")
def test_a_destroyed_unit_comes_out_of_the_cup_and_is_used_at_once() -> None:
    position = siege().unit("kaiserlich_2", "lost").officers(abdurrahman=0).before_turn(3)
    table = position.roll("unit:kaiserlich_2", "counter:ottoman_04", "counter:imperial_07").start()
    table.choose("place", "unit:kaiserlich_2", "zone:gellerthegy")
    assert (table.at("kaiserlich_2"), table.value("kaiserlich_2")) == ("gellerthegy", 4)
    assert (table.asked, table.state.actions) == ("imperial", 1)
    assert table.offers("move", "unit:kaiserlich_2", "zone:naphegy")
    table.script(1).choose("artillery", "zone:nagyrondella").choose("no_aid")  # Abdurrahman is at 6 again
    assert table.choose("enter", "unit:kaiserlich_2").at("kaiserlich_2") == "breaches:nagyrondella"


# ---------------------------------------------------------------------- assaults and losses


@example("cx.assault.limits")
@rule("assault.success", "assault.success_double", "assault.failure", "assault.failure_double")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_every_face_of_the_die_with_an_even_fight(die: int) -> None:
    """4 - 4 = 0: the die itself is compared with the morale of 4."""
    position = siege().wall("nagyrondella", "azab_1").wall("vizivaros", "janissary_3")
    position.breach("vizivaros", "kaiserlich_1").go("imperial").roll(die)
    table = position.start().choose("assault", "zone:vizivaros").choose("stay")
    assert fought(table) == (0, die)
    assert table.at("kaiserlich_1") == ("lost" if die <= 2 else "breaches:vizivaros")
    assert table.wounded("kaiserlich_1") == (die == 3)
    assert table.wounded("janissary_3") == (die >= 4)


@example("cx.assault.limits")
@rule("assault.success_double")
def test_a_result_of_exactly_twice_the_morale_is_a_double_success() -> None:
    """4 + 2 - 4 = +2, and a 6 makes 8."""
    position = siege().wall("nagyrondella", "azab_1").wall("vizivaros", "janissary_3")
    position.breach("vizivaros", "kaiserlich_1").unit("kaiserlich_2", "breaches:vizivaros", wounded=True)
    table = position.go("imperial").roll(6).start().choose("assault", "zone:vizivaros").choose("stay")
    assert fought(table) == (2, 8)
    assert table.at("janissary_3") == "dead"


def two_losses_for_one_wounded_unit() -> Siege:
    """4 + 4 - 1 = +7, and a 1 makes 8."""
    position = siege().unit("azab_1", "vizivaros", wounded=True)
    return position.breach("vizivaros", "kaiserlich_1", "kaiserlich_2").go("imperial").roll(1)


@example("cx.loss.excess")
@rule("loss.excess", "assault.capture")
def test_a_second_loss_that_finds_nobody_is_ignored() -> None:
    table = two_losses_for_one_wounded_unit().start().choose("assault", "zone:vizivaros").choose("stay")
    assert fought(table) == (7, 8)
    assert table.at("azab_1") == "dead"
    assert (table.at("kaiserlich_1"), table.at("kaiserlich_2")) == ("vizivaros", "vizivaros")
    assert table.prompt == "go_imperial"


@example("cx.loss.one_by_one")
@rule("loss.one_by_one", "loss.owner_entrench", "entrench.absorb_level_one", "assault.capture")
def test_one_level_of_an_entrenchment_does_not_save_a_unit_from_two_losses() -> None:
    position = two_losses_for_one_wounded_unit().work("ottoman", "vizivaros", 1)
    table = position.start().choose("assault", "zone:vizivaros").choose("stay").choose("absorb", "zone:vizivaros")
    assert (table.work("ottoman", "vizivaros"), table.at("azab_1")) == (0, "dead")
    assert (table.at("kaiserlich_1"), table.at("kaiserlich_2")) == ("vizivaros", "vizivaros")


def middle_zone_stormed(losses: str) -> Table:
    """4 + 4 + 4 - 6 - 4 = +2, and a 6 makes 8: two losses for Abdurrahman and the janissaries."""
    attackers = ("kaiserlich_1", "kaiserlich_2", "kaiserlich_3")
    position = siege().option(losses=losses).gone("sipahi_1").wall("becsi_kapu", *attackers)
    table = position.go("imperial").roll(6).start().choose("castle", "zone:kozepso")
    for unit in attackers:
        table.choose("join", f"unit:{unit}")
    table.choose("ready")  # Abdurrahman raises nobody
    assert fought(table) == (2, 8)
    return table


@example("cx.loss.abdurrahman_killed")
@rule("loss.two_options", "action.actor_applies", "morale.tms.abdurrahman", "assault.tms_value", "officer.lost_marker")
@rule("loss.assigner")
def test_two_losses_kill_abdurrahman_when_the_attacker_chooses() -> None:
    table = middle_zone_stormed("actor_losses")
    assert table.asked == "imperial"
    table.choose("hit", "unit:abdurrahman").choose("hit", "unit:abdurrahman")
    assert (table.at("abdurrahman"), table.officer("abdurrahman"), table.level("tms")) == ("dead", 0, 3)
    assert (table.at("janissary_1"), table.wounded("janissary_1")) == ("kozepso", False)
    # When the owner chooses, he may give up the janissaries, or wound both.
    table = middle_zone_stormed("owner_losses")
    assert table.asked == "ottoman"
    table.choose("hit", "unit:janissary_1").choose("hit", "unit:janissary_1")
    assert (table.at("janissary_1"), table.wounded("abdurrahman"), table.level("tms")) == ("dead", False, 4)
    table = middle_zone_stormed("owner_losses").choose("hit", "unit:janissary_1").choose("hit", "unit:abdurrahman")
    assert table.wounded("janissary_1")
    assert table.wounded("abdurrahman")


# ---------------------------------------------------------------------- artillery, mines


@example("cx.artillery.abdurrahman")
@rule("abdurrahman.artillery", "abdurrahman.artillery_once", "artillery.imperial.roll")
def test_abdurrahman_makes_a_four_miss() -> None:
    table = siege().go("imperial").roll(4).start().choose("artillery", "zone:becsi_kapu").choose("aid")
    assert (table.officer("abdurrahman"), table.prompt) == (5, "go_imperial")  # no unit enters
    # Without him the 4 would have been enough.
    table = siege().go("imperial").roll(4).start().choose("artillery", "zone:becsi_kapu").choose("no_aid")
    assert (table.officer("abdurrahman"), table.prompt) == (6, "enter_breach")


@example("cx.mining.fail")
@rule("mining.spring.roll", "mining.spring.fail_cas", "mining.spring.fail_cms", "mining.spring.success_keeps_cas")
def test_a_mine_at_level_four_fails_with_a_five_and_succeeds_with_a_four() -> None:
    table = siege().levels(cas=4).go("imperial").roll(5).start().choose("spring", "zone:esztergomi_rondella")
    assert (table.level("cas"), table.level("cms"), table.at("kaiserlich_3")) == (1, 3, "varosmajor")
    table = siege().levels(cas=4).go("imperial").roll(4).start().choose("spring", "zone:esztergomi_rondella")
    assert table.at("kaiserlich_3") == "breaches:esztergomi_rondella"
    assert (table.level("cas"), table.level("cms")) == (4, 4)


@example("cx.countermine.who_chooses")
@rule("countermine.roll", "countermine.success_choice", "countermine.unit_choice", "countermine.unit_choice_actor")
@rule("officer.wounded_cap")
def test_the_option_says_who_chooses_the_unit_that_a_countermine_hits() -> None:
    def countermined(losses: str) -> Table:
        position = siege().option(losses=losses).breach("becsi_kapu", "charles", "kaiserlich_1")
        table = position.go("ottoman", actions=2).roll(5).start().choose("countermine", "zone:becsi_kapu")
        assert table.prompt == "countermine_loss"  # with the mining level at 1 there is nothing to lower
        return table

    table = countermined("owner_losses")
    assert table.asked == "imperial"
    table.choose("hit", "unit:kaiserlich_1")
    assert (table.wounded("kaiserlich_1"), table.wounded("charles")) == (True, False)
    table = countermined("actor_losses")
    assert table.asked == "ottoman"
    table.choose("hit", "unit:charles")
    assert (table.wounded("charles"), table.officer("charles")) == (True, 3)


# ---------------------------------------------------------------------- castle fights


@example("cx.castle.ottoman")
@rule("castle.ottoman_compare", "castle.ottoman.origin", "castle.win_entry_minimum", "loss.imperial_destroyed_cms")
def test_two_janissary_units_retake_the_vienna_gate() -> None:
    """4 + 4 - 2 = +6, and a 1 makes 7, at least twice the imperial morale of 3."""
    position = siege().unit("kaiserlich_1", "becsi_kapu", wounded=True).gone("sipahi_1").levels(cms=3)
    position.wall("kozepso", "janissary_1", "janissary_2").wall("palota", "abdurrahman")
    table = position.go("ottoman", actions=2).roll(1).start().choose("castle", "zone:becsi_kapu")
    assert table.refused("join", "unit:azab_1") == "castle.ottoman.origin"  # alone in Víziváros
    table.choose("join", "unit:janissary_1").choose("join", "unit:janissary_2")
    assert fought(table) == (6, 7)
    assert (table.at("kaiserlich_1"), table.level("cms")) == ("lost", 2)
    assert table.refused("hold") == "castle.win_entry_minimum"
    table.choose("enter", "unit:janissary_1")
    assert table.offers("hold")
    table.choose("enter", "unit:janissary_2")
    assert (table.at("janissary_1"), table.at("janissary_2")) == ("becsi_kapu", "becsi_kapu")


@example("cx.castle.entry_breaches")
@rule("castle.win_entry_breaches", "castle.win_entry_minimum", "castle.win_entry_capacity")
@rule("castle.participants_choice")
def test_units_in_the_breaches_enter_first_and_fill_the_palace() -> None:
    """4 - 2 = +2, and a 6 makes 8: two losses, of which the second finds nobody."""
    position = siege().unit("sipahi_2", "palota", wounded=True).breach("palota", "bavarian_1", "saxon")
    position.gone("janissary_3").wall("nagyrondella", "max_emanuel", "bavarian_2")
    table = position.go("imperial").roll(6).start().choose("castle", "zone:palota")
    table.choose("join", "unit:bavarian_2").choose("launch").choose("stay").choose("ready")
    assert fought(table) == (2, 8)
    assert table.at("sipahi_2") == "dead"
    assert (table.at("bavarian_1"), table.at("saxon")) == ("palota", "palota")
    assert (table.at("bavarian_2"), table.prompt) == ("nagyrondella", "go_imperial")


@example("cx.autocapture.by_move")
@rule("move.ottoman.vacate", "map.possession.auto_capture_entry", "entrench.lost_without_units")
def test_a_rondella_falls_when_its_defenders_move_away() -> None:
    position = siege().breach("fehervari_rondella", "kaiserlich_3", "saxon").work("ottoman", "fehervari_rondella", 2)
    table = position.go("ottoman", actions=1, moves=1).start().choose("move", "unit:azab_2", "zone:kozepso")
    assert (table.at("kaiserlich_3"), table.at("saxon")) == ("fehervari_rondella", "fehervari_rondella")
    assert (table.work("ottoman", "fehervari_rondella"), table.state.supply(1)) == (0, 2)
    assert (table.asked, table.state.actions) == ("ottoman", 1)


# ---------------------------------------------------------------------- morale and events


@example("cx.morale.roll")
@rule("morale.tms.roll_plus", "morale.tms.roll_minus", "morale.tms.roll_result")
@pytest.mark.parametrize(("roll", "morale"), [(3, 2), (2, 3)])
def test_ottoman_morale_falls_from_a_modified_four_on(roll: int, morale: int) -> None:
    """Two walls count (Víziváros does not), five units take 1: 3 + 2 - 1 = 4, and 2 + 2 - 1 = 3."""
    position = siege().gone("abdurrahman", "janissary_1", "azab_1").officers(abdurrahman=0).levels(tms=3)
    position.wall("vizivaros", "kaiserlich_1").wall("esztergomi_rondella", "kaiserlich_3").wall("kozepso", "saxon")
    table = position.wall("becsi_kapu", "janissary_2").before_turn(6).roll(roll).counters(8, 5).start()
    assert table.level("tms") == morale


@example("cx.relief")
@rule("event.relief.roll", "event.relief.number", "event.relief.timing", "morale.tms.relief", "morale.tms.relief_cap")
@pytest.mark.parametrize(("before", "after"), [(2, 3), (3, 3), (4, 4)])
def test_a_relief_army_lifts_morale_at_once_and_restores_two_units_later(before: int, after: int) -> None:
    position = siege().levels(tms=before).unit("azab_1", "vizivaros", wounded=True)
    position.unit("azab_2", "fehervari_rondella", wounded=True).unit("janissary_2", "esztergomi_rondella", wounded=True)
    table = position.draw(8).counters(15, 12).roll(6).start()
    assert (table.asked, table.level("tms")) == ("imperial", after)
    assert (table.choose("end").asked, table.prompt) == ("ottoman", "reinforce")
    table.choose("reinforce", "unit:azab_1").choose("reinforce", "unit:janissary_2")
    assert [table.wounded(unit) for unit in ("azab_1", "azab_2", "janissary_2")] == [False, True, False]
    assert (table.prompt, table.state.actions) == ("go_ottoman", 1)


@example("cx.epidemic")
@rule("event.epidemic.roll", "event.epidemic.unit", "event.epidemic.countdown", "event.epidemic.recovery")
@rule("event.epidemic.not_destroyed")
def test_the_saxons_fall_sick_for_eight_rounds() -> None:
    table = siege().draw(6, round_before=2).counters(9, 3).roll(2).start()
    assert (table.prompt, goes(table)) == ("epidemic", [])
    table.choose("sicken", "unit:saxon")
    assert (table.at("saxon"), sick_cell(table, "saxon"), table.level("cms")) == ("sick", 8, 4)
    table.choose("end").counters(8, 5).choose("end")
    assert (table.state.round, sick_cell(table, "saxon")) == (4, 7)
    # Rounds 5 and 6 are ties, both zeros in round 7 end the turn, and turn 7 begins with three more ties.
    # Counted from round 4 that makes seven rounds; at the start of the eighth the Saxons are well again.
    morale_roll = 1
    table.choose("end").script(*ties(1, 2, 0), morale_roll, *ties(1, 2, 4)).choose("end")
    assert (table.state.turn, table.state.round, table.prompt) == (7, 4, "place_unit")
    assert table.dice_left() == 0  # before the draw
    assert table.refused("place", "unit:saxon", "zone:palota") == "event.epidemic.recovery"
    table.counters(8, 5).choose("place", "unit:saxon", "zone:felheviz")
    assert (table.at("saxon"), table.level("cms")) == ("felheviz", 4)


@example("cx.event.tie")
@rule("event.tie_lapses", "event.roll_always", "event.epidemic.timing")
def test_an_epidemic_breaks_out_although_nobody_has_a_go() -> None:
    table = siege().draw(6).counters(9, 9).roll(4).counters(8, 5).start().choose("sicken", "unit:kaiserlich_3")
    assert (table.at("kaiserlich_3"), table.state.round) == ("sick", 2)
    assert sick_cell(table, "kaiserlich_3") == 7  # 8, and one less at the start of the next round
    assert goes(table) == [("imperial", 2)]  # of that round
    # A hand of fate after equal draws lapses: an even roll, but the 3 of the next round gives only one action.
    table = siege().draw(6).counters(5, 5).roll(4).counters(3, 1).start()
    assert goes(table) == [("imperial", 1)]


# ---------------------------------------------------------------------- victory


def last_turn() -> Table:
    """Turn 8 opens with a morale roll of 5 - 1 (five units), which takes Ottoman morale from 1 to 0."""
    position = siege().gone("abdurrahman", "janissary_3", "azab_2").officers(abdurrahman=0).levels(tms=1)
    position.unit("janissary_1", "fehervari_rondella", wounded=True).unit("kaiserlich_4", "felheviz")
    position.breach("fehervari_rondella", "bavarian_1", "bavarian_2").before_turn(8).roll(5)
    # Round 1: a tie. Round 2: the relief army gets in with a 4.
    table = position.counters(3, 3).counters(2, 12).roll(4).start()
    assert table.state.morale_broken
    assert (table.state.round, table.winner, table.level("tms")) == (2, None, 1)
    return table.choose("enough").choose("end").counters(18, 1).choose("end")


@example("cx.victory.standard")
@rule("victory.imperial.both", "victory.imperial.latch", "victory.imperial.early_end", "victory.ottoman")
def test_a_broken_morale_counts_for_good_and_the_fifth_unit_decides() -> None:
    """4 + 4 - 2 - 3 = +3, and a 1 makes 4, at least twice the morale of 1: the janissaries are removed."""
    table = last_turn().script(1).choose("assault", "zone:fehervari_rondella")
    assert fought(table) == (3, 4)
    assert (table.at("janissary_1"), table.winner) == ("dead", None)
    table.choose("end").choose("end")
    assert (table.winner, table.reason) == ("imperial", "victory.imperial.early_end")
    # With five units left at the end of turn 8 the Ottomans win.
    table = last_turn().choose("end").counters(0, 0).choose("end")
    assert (table.winner, table.reason) == ("ottoman", "victory.ottoman")


@example("cx.victory.units_not_enough")
@rule("victory.imperial.both", "victory.ottoman", "victory.either.units", "victory.either.early_end")
@pytest.mark.parametrize(
    ("victory", "winner", "reason"),
    [("standard", "ottoman", "victory.ottoman"), ("either_victory", "imperial", "victory.either.units")],
)
def test_two_units_with_unbroken_morale_are_enough_only_in_the_standard_game(
    victory: str, winner: str, reason: str
) -> None:
    four = siege().option(victory=victory).gone("abdurrahman", "janissary_1", "azab_1", "azab_2")
    four.officers(abdurrahman=0).levels(tms=1).unit("kaiserlich_4", "felheviz").unit("hungarian", "felheviz")
    # At the end of the round in which the number falls to four.
    table = four.set(phase="round_end", turn=8, round=3).counters(8, 5).start()
    if victory == "either_victory":
        assert (table.winner, table.reason) == ("imperial", "victory.either.early_end")
    else:
        assert table.winner is None
    two = four.gone("janissary_2", "janissary_3").draw(8, round_before=5).out(imperial=0, ottoman=5)
    two.script.clear()
    table = two.counters(3, 0).start()
    assert (table.winner, table.reason) == (winner, reason)
