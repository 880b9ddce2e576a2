"""Új események: when events are rolled for, and the hand of fate."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.chance import Scripted
from sandtable.engine.start import Origin, start
from sandtable.games.buda_1686 import with_pack
from tests.citing import rule
from tests.games.buda_1686.packs import changed, printed
from tests.games.buda_1686.siege import Table, siege

RELIEF_ROLL, FATE_ROLL, EPIDEMIC_ROLL = "roll_relief", "roll_fate", "roll_epidemic"


def rolled(table: Table) -> list[str]:
    """The event dice rolled so far, in order."""
    keys = (RELIEF_ROLL, FATE_ROLL, EPIDEMIC_ROLL)
    return [line.key for line in table.match.lines(None) if line.key in keys]


# ---------------------------------------------------------------------- which events, in which cup


@rule("event.kinds", "event.cups")
def test_the_relief_army_is_in_the_ottoman_cup_and_the_other_two_kinds_in_the_imperial_one() -> None:
    found = {(counter["side"], counter["event"]) for counter in printed("number_counter") if "event" in counter}
    assert found == {("ottoman", "relief_army"), ("imperial", "hand_of_fate"), ("imperial", "epidemic")}


@rule("event.kinds")
def test_the_relief_army_helps_the_garrison() -> None:
    position = siege().unit("azab_1", "vizivaros", wounded=True).levels(tms=2)
    table = position.draw(turn=6).counters(3, 7).roll(2).start()
    table.choose("reinforce", "unit:azab_1")
    assert table.level("tms") == 3
    assert not table.wounded("azab_1")


@rule("event.kinds")
def test_the_hand_of_fate_helps_the_besiegers_and_the_epidemic_strikes_them() -> None:
    fate = siege().draw(turn=6).counters(5, 2).roll(2).start()
    assert (fate.asked, fate.state.actions) == ("imperial", 2)
    epidemic = siege().draw(turn=6).counters(9, 2).roll(2).start()
    assert (epidemic.asked, epidemic.prompt) == ("imperial", "epidemic")


# ---------------------------------------------------------------------- when a die is rolled


@rule("event.roll_at_draw")
@pytest.mark.parametrize(
    ("imperial", "ottoman", "die"), [(5, 2, FATE_ROLL), (9, 2, EPIDEMIC_ROLL), (3, 7, RELIEF_ROLL)]
)
def test_an_active_event_is_rolled_for_when_its_counter_is_drawn(imperial: int, ottoman: int, die: str) -> None:
    table = siege().draw(turn=6).counters(imperial, ottoman).roll(1).start()
    assert rolled(table) == [die]
    assert table.prompt.startswith("go_")  # the die has fallen before anybody had to decide
    assert table.script_left() == 0


@rule("event.roll_at_draw")
def test_no_die_is_rolled_for_counters_without_event_or_in_the_cup() -> None:
    assert rolled(siege().draw(turn=8).counters(6, 8).start()) == []


@rule("event.roll_order")
@pytest.mark.parametrize(("dice", "epidemic", "tms"), [((2, 3), True, 2), ((3, 2), False, 3)])
def test_the_imperial_counter_is_rolled_for_first(dice: tuple[int, int], epidemic: bool, tms: int) -> None:
    # The script draws both counters before any die; drawn in another order it would not fit.
    table = siege().levels(tms=2).draw(turn=6).counters(9, 7).roll(*dice).start()
    if epidemic:
        assert rolled(table) == [EPIDEMIC_ROLL]
        table.choose("sicken", "unit:saxon")
    assert rolled(table) == [EPIDEMIC_ROLL, RELIEF_ROLL]
    assert table.level("tms") == tms


@rule("event.roll_always")
def test_equal_draws_do_not_stop_the_rolls() -> None:
    table = siege().draw(turn=6).counters(7, 7).roll(1).counters(3, 2).start()
    assert rolled(table) == [RELIEF_ROLL]


@rule("event.roll_always")
def test_a_first_zero_does_not_stop_the_rolls() -> None:
    assert rolled(siege().draw(turn=6).counters(0, 7).roll(1).start()) == [RELIEF_ROLL]
    assert rolled(siege().draw(turn=6).counters(5, 0).roll(1).start()) == [FATE_ROLL]


@rule("event.roll_always")
def test_a_roll_that_can_change_nothing_is_made_all_the_same() -> None:
    # Ottoman morale 4 and nobody wounded: the relief army has nothing to bring.
    assert rolled(siege().draw(turn=6).counters(3, 7).roll(2).start()) == [RELIEF_ROLL]


@rule("event.from_turn_six", "event.number_counts", "event.active_from")
def test_before_turn_6_the_hand_of_fate_is_just_a_number() -> None:
    table = siege().draw(turn=5).counters(5, 2).start()  # a die would find the script empty
    assert (table.asked, table.state.actions) == ("imperial", 1)


@rule("event.from_turn_six")
@pytest.mark.parametrize(("turn", "dice"), [(5, 0), (6, 1)])
def test_no_counter_could_bring_an_event_before_turn_6(turn: int, dice: int, tmp_path: Path) -> None:
    game = with_pack(changed(tmp_path, "ottoman_07", "from_turn = 6", "from_turn = 2"))
    script: tuple[Scripted, ...] = ("counter:imperial_04", "counter:ottoman_07", *[1] * dice)
    table = Table(start(game, {}, Origin("test", script, {"phase": "round_start", "turn": turn})))
    assert len(rolled(table)) == dice


@rule("event.active_from")
@pytest.mark.parametrize(
    ("imperial", "ottoman", "first"), [(5, 2, 6), (14, 2, 7), (9, 2, 6), (16, 2, 7), (3, 7, 6), (3, 12, 8)]
)
@pytest.mark.parametrize("turn", [6, 7, 8])
def test_an_event_is_active_from_the_turn_printed_with_it(imperial: int, ottoman: int, first: int, turn: int) -> None:
    position = siege().draw(turn=turn).counters(imperial, ottoman)
    if turn >= first:
        position.roll(1)
    assert len(rolled(position.start())) == (1 if turn >= first else 0)


@rule("event.number_counts")
def test_an_active_event_counter_still_counts_with_its_number() -> None:
    table = siege().draw(turn=7).counters(14, 13).roll(1).start()
    assert (table.asked, table.state.actions) == ("imperial", 2)  # even
    table.choose("end")
    assert (table.asked, table.state.actions) == ("ottoman", 1)
    table = siege().draw(turn=8).counters(5, 12).roll(1, 1).start()
    assert (table.asked, table.state.actions, table.state.moves) == ("ottoman", 2, 2)


# ---------------------------------------------------------------------- the hand of fate


@rule("event.fate.roll", "event.fate.total")
@pytest.mark.parametrize(("number", "die", "actions"), [(5, 4, 2), (14, 4, 3), (5, 3, 1), (14, 3, 2)])
def test_so_many_actions_can_be_carried_out_and_no_more(number: int, die: int, actions: int) -> None:
    table = siege().draw(turn=7).counters(number, 2).roll(die).start()
    for _ in range(actions):
        assert table.offers("raise_cas")
        table.choose("raise_cas")
    assert table.level("cas") == 1 + actions
    spent = "round.initiative.odd" if number % 2 else "round.initiative.even"
    assert table.refused("raise_cas") == ("event.fate.total" if die % 2 == 0 else spent)


@rule("event.fate.without_initiative")
@pytest.mark.parametrize(("number", "die", "actions"), [(5, 2, 2), (14, 2, 2), (14, 1, 1)])
def test_the_extra_action_does_not_need_the_initiative(number: int, die: int, actions: int) -> None:
    table = siege().draw(turn=7).counters(number, 19).roll(die).start()
    table.choose("end")  # the Ottoman go
    assert (table.asked, table.state.actions) == ("imperial", actions)


@rule("event.fate.timing")
def test_the_extra_action_is_decided_at_the_draw_and_belongs_to_that_round() -> None:
    table = siege().draw(turn=6).counters(5, 19).roll(2).counters(3, 2).start()
    assert table.asked == "ottoman"
    assert rolled(table) == [FATE_ROLL]
    table.choose("end").choose("end")
    assert (table.asked, table.state.actions) == ("imperial", 1)  # the next round


@rule("event.tie_lapses")
def test_after_equal_draws_the_hand_of_fate_lapses() -> None:
    table = siege().draw(turn=6).counters(5, 5).roll(2).counters(3, 2).start()
    assert rolled(table) == [FATE_ROLL]
    assert (table.asked, table.state.actions) == ("imperial", 1)


@rule("event.tie_lapses", "event.relief.no_go")
def test_after_equal_draws_reinforcements_lapse_and_the_rise_of_morale_stands() -> None:
    position = siege().levels(tms=2).unit("azab_1", "vizivaros", wounded=True).draw(turn=6)
    table = position.counters(7, 7).roll(2).counters(2, 3).start()
    assert table.level("tms") == 3
    assert (table.asked, table.prompt) == ("ottoman", "go_ottoman")  # nobody is restored in the next round either
    assert table.wounded("azab_1")
