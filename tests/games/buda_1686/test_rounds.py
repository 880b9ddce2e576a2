"""Rounds: the draw, the initiative, zeros and ties, and what a go is made of."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import ChanceMismatch
from tests.citing import rule
from tests.games.buda_1686.siege import Table, siege


def tops(table: Table, seat: int | None) -> list[str | None]:
    """The counters of this round, which lie open beside the cups."""
    open_piles = [pile for pile in table.scene(seat).piles if pile.id.startswith("drawn:")]
    return [pile.top.id if pile.top else None for pile in open_piles]


def go_of(table: Table) -> tuple[str, int]:
    """Whose go it is, with how many actions."""
    return table.asked, table.state.actions


# ---------------------------------------------------------------------- the draw


@rule("round.draw")
def test_a_round_begins_with_one_counter_from_each_cup() -> None:
    table = siege().draw().counters(8, 5).start()
    assert (len(table.cup("imperial")), len(table.cup("ottoman"))) == (19, 19)
    assert [len(table.told(f"drew_{side}")) for side in ("imperial", "ottoman")] == [1, 1]
    table.counters(4, 7).choose("end").choose("end")
    assert (len(table.cup("imperial")), len(table.cup("ottoman"))) == (18, 18)


@rule("round.draw.open")
def test_drawn_counters_are_shown_to_everybody() -> None:
    table = siege().draw().counters(8, 5).start()
    for seat in (0, 1, None):
        assert tops(table, seat) == ["counter:imperial_08", "counter:ottoman_05"]


@rule("round.draw.open")
def test_drawn_counters_stay_out_of_the_cups_until_the_end_of_the_turn() -> None:
    table = siege().draw().counters(8, 5).start().choose("end")
    assert "counter:imperial_08" not in table.cup("imperial")
    with pytest.raises(ChanceMismatch):
        table.counters(8, 7).choose("end")


@rule("round.draw.open")
def test_everybody_sees_all_numbers_drawn_in_this_turn() -> None:
    table = siege().draw(1, 2).out(2, imperial=3, ottoman=14).counters(8, 5).start()
    for seat in (0, 1, None):
        assert table.drawn("imperial", seat) == {2, 3, 8}
        assert table.drawn("ottoman", seat) == {2, 14, 5}


@rule("round.draw.open")
def test_the_next_turn_begins_with_no_number_drawn() -> None:
    """With the second zero turn 1 is over, and the numbers of the first round of turn 2 come."""
    table = siege().draw(1, 2).out(3, imperial=0).counters(4, 0).counters(8, 5).start()
    assert table.state.turn == 2
    assert (table.drawn("imperial"), table.drawn("ottoman")) == ({8}, {5})


@rule("round.draw.unit")
@pytest.mark.parametrize("camp", ["felheviz", "varosmajor", "naphegy", "gellerthegy"])
def test_a_drawn_unit_goes_into_any_camp_and_then_a_number_is_drawn(camp: str) -> None:
    position = siege().unit("saxon", "cup").draw(3)
    table = position.roll("unit:saxon", "counter:ottoman_05", "counter:imperial_08").start()
    assert (table.asked, table.prompt) == ("imperial", "place_unit")
    assert {choice[0] for choice in table.choices} == {"place"}
    assert len(table.choices) == 4
    assert table.refused("place", "unit:saxon", "zone:vizivaros") == "round.draw.unit"
    table.choose("place", "unit:saxon", f"zone:{camp}")
    assert table.at("saxon") == camp
    assert go_of(table) == ("imperial", 2)  # by the 8 of the second draw


@rule("round.draw.unit_repeat")
def test_the_imperials_draw_on_until_they_have_a_number() -> None:
    position = siege().unit("saxon", "cup").unit("charles", "cup").draw(3)
    table = position.roll("unit:saxon", "counter:ottoman_05", "unit:charles", "counter:imperial_07").start()
    table.choose("place", "unit:saxon", "zone:naphegy").choose("place", "unit:charles", "zone:varosmajor")
    assert (table.at("saxon"), table.at("charles")) == ("naphegy", "varosmajor")
    assert go_of(table) == ("imperial", 1)
    assert len(table.cup("imperial")) == 19


@rule("round.draw.unit_full")
def test_a_unit_out_of_the_cup_is_at_full_strength() -> None:
    """The wounded Kaiserlich are destroyed in an assault (2 - 3 = -1, and a 1 makes 0), and come back unhurt."""
    position = siege().unit("kaiserlich_1", "breaches:vizivaros", wounded=True).set(rushed=True)
    table = position.go("imperial").roll(1).start().choose("assault", "zone:vizivaros")
    assert table.at("kaiserlich_1") == "lost"
    table.script("counter:imperial_00", "counter:ottoman_00", "unit:kaiserlich_1", "counter:ottoman_05")
    table.choose("end")
    table.script("counter:imperial_08").choose("place", "unit:kaiserlich_1", "zone:felheviz")
    assert (table.wounded("kaiserlich_1"), table.value("kaiserlich_1")) == (False, 4)
    assert "loss.destroyed_resets" in siege().unit("saxon", "cup", wounded=True).draw(3).impossible()


@rule("round.draw.unit_usable")
def test_a_unit_out_of_the_cup_may_be_used_in_the_same_round() -> None:
    position = siege().unit("saxon", "cup").officers(abdurrahman=0).draw(3)
    drawn = position.roll("unit:saxon", "counter:ottoman_05", "counter:imperial_08", 1)
    table = drawn.start().choose("place", "unit:saxon", "zone:naphegy")
    table.choose("move", "unit:saxon", "zone:gellerthegy")
    table.choose("artillery", "zone:nagyrondella").choose("enter", "unit:saxon")
    assert table.at("saxon") == "breaches:nagyrondella"


@rule("round.draw.unit_sequence")
def test_a_unit_is_placed_before_the_next_draw_while_the_ottoman_number_is_open() -> None:
    position = siege().unit("saxon", "cup").draw(3)
    table = position.roll("unit:saxon", "counter:ottoman_05").start()  # nothing else is drawn yet
    assert table.prompt == "place_unit"
    assert tops(table, 0)[1] == "counter:ottoman_05"
    assert len(table.told("drew_imperial")) == 0
    table.script("counter:imperial_08").choose("place", "unit:saxon", "zone:naphegy")
    assert tops(table, 0) == ["counter:imperial_08", "counter:ottoman_05"]


@rule("round.draw.unit_before_turn_end")
def test_a_unit_drawn_in_the_round_of_the_second_zero_is_still_placed() -> None:
    position = siege().unit("saxon", "cup").draw(3, round_before=5).out(imperial=0, ottoman=5)
    table = position.roll("unit:saxon", "counter:ottoman_00", "counter:imperial_03").counters(8, 5).start()
    assert (table.state.turn, table.prompt) == (3, "place_unit")
    table.choose("place", "unit:saxon", "zone:naphegy")
    assert (table.at("saxon"), table.state.turn) == ("naphegy", 4)


# ---------------------------------------------------------------------- the initiative


@rule("round.initiative.higher")
@pytest.mark.parametrize(("draw", "order"), [((9, 4), ["imperial", "ottoman"]), ((4, 9), ["ottoman", "imperial"])])
def test_the_higher_number_goes_first_and_then_the_other_side(draw: tuple[int, int], order: list[str]) -> None:
    table = siege().draw().counters(*draw).start()
    goes = [table.asked]
    goes.append(table.choose("end").asked)
    assert goes == order
    assert (table.counters(11, 3).choose("end").state.round, table.asked) == (2, "imperial")


@rule("round.initiative.odd", "round.initiative.other")
@pytest.mark.parametrize("side", ["imperial", "ottoman"])
def test_an_odd_number_gives_one_action_and_the_other_side_has_one(side: str) -> None:
    # Abdurrahman could still restore himself: so the Ottoman go does not end by itself with its last action.
    position = siege().unit("abdurrahman", "kozepso", wounded=True).officers(abdurrahman=3)
    table = position.draw().counters(*((9, 4) if side == "imperial" else (4, 9))).start()
    assert go_of(table) == (side, 1)
    spend, other = ("raise_cas", "bombard") if side == "imperial" else ("bombard", "raise_cas")
    table.script(6).choose(spend)
    assert table.refused(spend) == "round.initiative.odd"
    table.choose("end")
    assert table.state.actions == 1  # although the 4 is even
    table.script(6).choose(other)
    assert table.refused(other) == "round.initiative.other"


@rule("round.initiative.even", "round.initiative.other")
@pytest.mark.parametrize("side", ["imperial", "ottoman"])
def test_an_even_number_gives_two_actions_and_the_other_side_has_one(side: str) -> None:
    table = siege().draw().counters(*((12, 4) if side == "imperial" else (4, 12))).start()
    assert go_of(table) == (side, 2)
    spend = "raise_cas" if side == "imperial" else "bombard"
    table.script(6, 6).choose(spend).choose(spend)
    assert table.refused(spend) == "round.initiative.even"
    assert table.choose("end").state.actions == 1


@rule("round.initiative.same_or_different")
def test_the_two_actions_may_be_of_one_kind_or_of_two() -> None:
    table = siege().draw().counters(12, 4).start().choose("raise_cas").choose("raise_cas")
    assert table.level("cas") == 3
    table = siege().breach("palota", "saxon").draw().counters(12, 4).start()
    table.choose("raise_cas").choose("entrench", "zone:palota")
    assert (table.level("cas"), table.work("imperial", "palota")) == (2, 1)


@rule("round.initiative.pass")
@pytest.mark.parametrize("draw", [(12, 4), (4, 12), (9, 4), (4, 9)])
def test_nobody_is_forced_to_act(draw: tuple[int, int]) -> None:
    table = siege().draw().counters(*draw).start()
    before = table.scene().areas
    table.counters(17, 3).choose("end").choose("end")
    assert (table.state.round, table.scene().areas) == (2, before)


@rule("round.initiative.pass_each")
def test_one_of_two_actions_may_be_passed_on_and_is_lost() -> None:
    table = siege().draw().counters(12, 4).start().choose("raise_cas").choose("end")
    assert table.asked == "ottoman"
    table.counters(9, 3).choose("end")
    assert go_of(table) == ("imperial", 1)
    table.choose("raise_cas")
    assert table.refused("raise_cas") == "round.initiative.odd"


@rule("round.initiative.tie", "round.initiative.tie_no_go")
def test_after_equal_draws_nobody_has_a_go() -> None:
    table = siege().draw().counters(11, 11).counters(4, 9).start()
    assert table.state.round == 2
    assert [line.args[0] for line in table.told("go")] == ["side:ottoman"]  # of the second round


@rule("round.initiative.tie_no_go")
def test_after_equal_draws_nobody_moves_and_no_officer_acts() -> None:
    """A wounded Abdurrahman would restore himself, the generals would raise the guns; nobody is asked."""
    position = siege().unit("abdurrahman", "kozepso", wounded=True).officers(abdurrahman=3).levels(cts=2)
    for number in (11, 13, 15):
        position.counters(number, number)
    table = position.draw().counters(4, 9).start()
    assert (table.state.round, table.match.number) == (4, 0)


# ---------------------------------------------------------------------- zeros


@rule("round.zero.first", "round.zero.first_opponent", "round.zero.first_no_go")
@pytest.mark.parametrize(("number", "actions"), [(6, 2), (7, 1)])
@pytest.mark.parametrize("side", ["imperial", "ottoman"])
def test_the_first_zero_leaves_its_side_without_a_go(side: str, number: int, actions: int) -> None:
    draw = (0, number) if side == "imperial" else (number, 0)
    table = siege().draw().counters(*draw).start()
    other = "ottoman" if side == "imperial" else "imperial"
    assert go_of(table) == (other, actions)
    assert table.state.moves == (actions if other == "ottoman" else 0)
    table.counters(5, 3).choose("end")
    assert table.state.round == 2
    assert [line.args[0] for line in table.told("go")] == [f"side:{other}", "side:imperial"]


@rule("round.reactions_without_go")
def test_a_garrison_without_a_go_still_disturbs_the_guns_and_gives_up_its_works() -> None:
    position = siege().work("ottoman", "becsi_kapu", 1).draw().counters(8, 0)
    table = position.roll(2).start().choose("artillery", "zone:becsi_kapu")
    assert (table.asked, table.prompt) == ("ottoman", "disturb")
    table.choose("aid")  # 2 + 1 is still no more than 4
    assert (table.officer("abdurrahman"), table.asked, table.prompt) == (5, "ottoman", "cancel")
    table.choose("absorb", "zone:becsi_kapu")
    assert (table.work("ottoman", "becsi_kapu"), table.asked) == (0, "imperial")


@rule("round.reactions_without_go")
def test_abdurrahman_without_a_go_still_hurries_to_a_wall_and_raises_its_defenders() -> None:
    position = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1").wall("palota", "abdurrahman")
    table = position.draw().counters(8, 0).roll(1).start().choose("castle", "zone:kozepso")
    assert (table.asked, table.prompt) == ("ottoman", "rush")
    table.choose("rush")
    assert (table.at("abdurrahman"), table.asked, table.prompt) == ("kozepso", "ottoman", "boost")
    table.choose("boost", "unit:abdurrahman", "unit:janissary_1")
    # 4 - 6 - 5 = -7, and a 1 makes -6: the attackers are destroyed.
    assert (table.officer("abdurrahman"), table.at("kaiserlich_1")) == (5, "lost")


@rule("round.reactions_without_go")
def test_imperials_without_a_go_still_raise_defenders_and_give_up_their_works() -> None:
    """Abdurrahman 6 and janissaries 4 out of the middle zone against Charles 5 and Kaiserlich 4 + 1: modifier 0."""
    position = siege().gone("sipahi_1").wall("becsi_kapu", "charles", "kaiserlich_1").work("imperial", "becsi_kapu", 1)
    table = position.officers(abdurrahman=0).draw().counters(0, 8).roll(4).start()
    table.choose("castle", "zone:becsi_kapu").choose("join", "unit:abdurrahman").choose("join", "unit:janissary_1")
    assert (table.asked, table.prompt) == ("imperial", "boost")
    table.choose("boost", "unit:charles", "unit:kaiserlich_1")
    # A 4 equals the imperial morale: one loss, which the entrenchment takes.
    assert (table.asked, table.prompt) == ("imperial", "take_loss")
    table.choose("absorb", "zone:becsi_kapu")
    assert not table.wounded("charles")
    assert not table.wounded("kaiserlich_1")
    assert table.work("imperial", "becsi_kapu") == 0


# ---------------------------------------------------------------------- a go


@rule("round.go.contents")
def test_an_ottoman_go_starts_with_the_reinforcements_of_a_relief_army() -> None:
    position = siege().unit("azab_1", "vizivaros", wounded=True).draw(6).counters(4, 7).roll(2)
    table = position.start()
    assert (table.asked, table.prompt) == ("ottoman", "reinforce")
    table.choose("reinforce", "unit:azab_1")
    assert (table.asked, table.prompt, table.wounded("azab_1")) == ("ottoman", "go_ottoman", False)
    assert go_of(table) == ("ottoman", 1)


@rule("round.go.contents")
def test_moves_special_actions_and_actions_mix_in_any_order() -> None:
    table = siege().levels(cts=2).draw().counters(8, 5).start()
    table.choose("raise_cas").choose("move", "unit:kaiserlich_1", "zone:varosmajor")
    table.choose("raise_cts", "unit:charles").choose("move", "unit:kaiserlich_2", "zone:varosmajor")
    table.choose("raise_cas").choose("raise_cts", "unit:max_emanuel").choose("move", "unit:saxon", "zone:gellerthegy")
    assert (table.asked, table.level("cas"), table.level("cts")) == ("imperial", 3, 4)
    table = siege().draw().counters(5, 8).start()
    table.choose("move", "unit:azab_1", "zone:kozepso").choose("entrench", "zone:kozepso")
    table.choose("move", "unit:azab_2", "zone:kozepso").choose("entrench", "zone:palota")
    assert (table.at("azab_2"), table.work("ottoman", "palota")) == ("kozepso", 1)


@rule("round.go.no_interleave")
def test_nothing_else_happens_while_an_action_is_being_carried_out() -> None:
    table = siege().levels(cts=3).officers(abdurrahman=0).draw().counters(8, 5).roll(1).start()
    free = [("move", "unit:saxon", "zone:gellerthegy"), ("raise_cts", "unit:charles"), ("raise_cas",), ("end",)]
    assert all(table.offers(*choice) for choice in free)
    table.choose("artillery", "zone:becsi_kapu")
    assert table.verbs() == {"enter"}
    table.choose("enter", "unit:charles")
    assert all(table.offers(*choice) for choice in free)


@rule("round.end")
def test_the_victory_conditions_are_checked_after_both_goes() -> None:
    """Ottoman morale is at 0, and with the beginners' option that is enough, but only at the end of the round."""
    table = siege().option(victory="either_victory").levels(tms=0).draw().counters(8, 5).start()
    assert (table.winner, table.asked) == (None, "imperial")
    assert (table.choose("end").winner, table.asked) == (None, "ottoman")
    assert table.choose("end").winner == "imperial"


@rule("round.end")
def test_the_victory_conditions_are_checked_after_a_draw_without_goes() -> None:
    table = siege().option(victory="either_victory").levels(tms=0).draw().counters(8, 8).start()
    assert table.winner == "imperial"
