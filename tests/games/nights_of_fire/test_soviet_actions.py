"""The commander's actions without combat: Move, Recon, Arrest, Clear, Garrison and Rally."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, city


def empty(ruleset: str = "conflict_basic") -> City:
    """An empty city in a day round, all Regiments in staging; the Revolutionary has a card."""
    return city(ruleset).clear().hand("rev_01")


def play(table: City, *cards: str) -> Table:
    started = table.soviet(*cards).start()
    for card in cards:
        started.choose("play", f"tactics:{card}")
    return started


def marches(table: Table, regiment: str) -> set[str]:
    """Where a Regiment may go."""
    return {str(choice[2])[9:] for choice in table.all("march") if choice[1] == f"regiment:{regiment}"}


# ---------------------------------------------------------------------- Move


@rule("sov.move.unit")
def test_an_active_regiment_moves_to_a_neighbouring_district_of_its_sector() -> None:
    table = play(empty().regiments("6", "reg_4").regiments("13", "reg_5-"), "M1")
    assert marches(table, "reg_4") == {"5B", "13", "14"}
    assert table.refused("march", "regiment:reg_5", "district:14") == "sov.move.unit"  # disabled
    table.choose("march", "regiment:reg_4", "district:5B")
    assert table.regiment("reg_4") == "5B"
    assert table.refused("march", "regiment:reg_4", "district:14") == "sov.move.unit"  # 5B does not touch it


@rule("sov.move.no_sector_crossing")
def test_no_regiment_crosses_a_sector_border() -> None:
    # 13 touches 3 and 2 across the Danube; 6 and 5B touch the districts of South Pest.
    table = play(empty().regiments("13", "reg_4").regiments("5B", "reg_5"), "M1")
    assert table.refused("march", "regiment:reg_4", "district:3") == "sov.move.no_sector_crossing"
    assert table.refused("march", "regiment:reg_5", "district:5A") == "sov.move.no_sector_crossing"
    north = {"5B", "6", "13", "14"}
    assert marches(table, "reg_4") | marches(table, "reg_5") <= north


@rule("sov.move.from_staging", "sov.turn.staging_only_move")
def test_leaving_the_staging_area_is_one_move_to_the_gate() -> None:
    table = play(empty().insurgents("13", "fighter_01"), "M1")
    assert marches(table, "reg_4") == {"13"}
    assert table.refused("march", "regiment:reg_4", "district:6") == "sov.move.from_staging"
    table.choose("march", "regiment:reg_4", "district:13")
    assert table.regiment("reg_4") == "13"
    assert table.facts["move"] == 1


@rule("sov.turn.staging_only_move")
def test_a_regiment_in_staging_can_only_move() -> None:
    table = play(empty().civilian("13", "civ_01").insurgents("13", "fighter_01"), "E1", "M3")
    assert table.refused("probe", "regiment:reg_4") == "sov.turn.staging_only_move"
    assert table.refused("recon", "block:11") == "sov.recon"
    assert table.refused("arrest", "civilian:13") == "sov.arrest"
    assert table.verbs() == {"march", "end_turn"}


@rule("sov.move.no_return")
def test_no_move_leads_back_to_staging() -> None:
    table = play(empty().regiments("13", "reg_4"), "M1")
    assert all(str(choice[2]).startswith("district:") for choice in table.all("march"))
    assert table.refused("march", "regiment:reg_4", "staging:staging_north") is None  # there is no such order


@rule("sov.move.repeat")
def test_one_regiment_may_move_several_times() -> None:
    table = play(empty().regiments("13", "reg_4"), "M1")
    table.choose("march", "regiment:reg_4", "district:6").choose("march", "regiment:reg_4", "district:5B")
    assert table.regiment("reg_4") == "5B"


@rule("sov.move.pinning")
def test_a_revealed_insurgent_or_a_barricade_pins_who_entered_this_turn() -> None:
    for pinning in (
        empty().insurgents("6", "fighter_01!"),
        empty().barricade("6"),
    ):
        table = play(pinning.regiments("13", "reg_4"), "M1")
        table.choose("march", "regiment:reg_4", "district:6")
        assert table.refused("march", "regiment:reg_4", "district:5B") == "sov.move.pinning"
    table = play(empty().insurgents("6", "fighter_01").regiments("13", "reg_4"), "M1")  # hidden: no pinning
    table.choose("march", "regiment:reg_4", "district:6").choose("march", "regiment:reg_4", "district:5B")


@rule("sov.move.pinning.rubble")
def test_rubble_pins_in_the_advanced_version() -> None:
    table = play(empty("conflict_advanced").rubble("6").regiments("13", "reg_4"), "M1")
    table.choose("march", "regiment:reg_4", "district:6")
    assert table.refused("march", "regiment:reg_4", "district:5B") == "sov.move.pinning.rubble"


@rule("sov.move.pinning.started")
def test_a_regiment_may_leave_where_it_started_but_not_where_it_came_back() -> None:
    pinning = empty().barricade("13").regiments("13", "reg_4")
    table = play(pinning, "M1", "M2")  # three Moves
    table.choose("march", "regiment:reg_4", "district:6")  # it started in 13
    table.choose("march", "regiment:reg_4", "district:13")  # and has now entered it
    assert table.refused("march", "regiment:reg_4", "district:6") == "sov.move.pinning"


@rule("sov.move.pinning.started")
def test_a_pinned_regiment_may_leave_in_its_next_turn() -> None:
    table = empty().barricade("6").regiments("13", "reg_4").soviet("M1", "M2").start().choose("play", "tactics:M1")
    table.choose("march", "regiment:reg_4", "district:6").choose("end_turn").choose("pass")
    table.choose("play", "tactics:M2").choose("march", "regiment:reg_4", "district:5B")
    assert table.regiment("reg_4") == "5B"


@rule("sov.move.pinning.when")
def test_pinning_ends_with_its_cause() -> None:
    table = play(empty().barricade("6").regiments("13", "reg_4"), "M1", "S1")
    table.choose("march", "regiment:reg_4", "district:6")
    assert table.refused("march", "regiment:reg_4", "district:5B") == "sov.move.pinning"
    table.choose("clear_barricade", "district:6").choose("march", "regiment:reg_4", "district:5B")
    assert table.regiment("reg_4") == "5B"


# ---------------------------------------------------------------------- Recon


@rule("sov.recon")
def test_recon_reveals_one_hidden_block_where_an_active_regiment_stands() -> None:
    table = play(
        empty().insurgents("9", "fighter_01", "fighter_02!").insurgents("8", "fighter_03").regiments("9", "reg_104"),
        "E2",
    )
    assert table.all("recon") == [("recon", "block:11")]
    assert table.refused("recon", "block:12") == "sov.recon"  # revealed already
    assert table.refused("recon", "block:13") == "sov.recon"  # no Regiment in 8
    table.choose("recon", "block:11")
    assert not table.hidden("fighter_01")
    assert table.suspects("fighter_01") == {"fighter_01"}


@rule("sov.recon")
def test_a_disabled_regiment_does_not_reconnoitre() -> None:
    table = play(empty().insurgents("9", "fighter_01").regiments("9", "reg_104-"), "E2")
    assert table.refused("recon", "block:11") == "sov.recon"


@rule("sov.recon.night")
def test_no_recon_at_night() -> None:
    table = play(empty().round(3).insurgents("9", "fighter_01").regiments("9", "reg_104"), "E2")
    assert table.refused("recon", "block:11") == "sov.recon.night"


# ---------------------------------------------------------------------- Arrest


@rule("sov.arrest")
def test_a_civilian_beside_an_active_regiment_is_arrested() -> None:
    table = play(
        empty().civilian("9", "civ_08").civilian("8", "civ_09").regiments("9", "reg_104").regiments("8", "reg_106-"),
        "E3",
    )
    assert table.all("arrest") == [("arrest", "civilian:9")]
    assert table.refused("arrest", "civilian:8") == "sov.arrest"  # its only Regiment is disabled
    assert table.refused("arrest", "civilian:1") == "sov.arrest"  # nobody there
    table.choose("arrest", "civilian:9")
    assert table.civilian("9") == "killed_arrested"
    assert table.state.killed_units() == 1


@rule("sov.arrest.blocked")
def test_a_revealed_insurgent_prevents_the_arrest() -> None:
    civilian = empty().civilian("9", "civ_08").regiments("9", "reg_104")
    table = play(civilian.insurgents("9", "fighter_01!"), "E3")
    assert table.refused("arrest", "civilian:9") == "sov.arrest.blocked"
    table = play(civilian.insurgents("9", "fighter_01"), "E3")  # a hidden one does not
    assert table.offers("arrest", "civilian:9")


@rule("sov.arrest.face_down")
def test_an_arrested_civilian_is_not_shown() -> None:
    table = play(empty().civilian("9", "civ_08").regiments("9", "reg_104"), "E3")
    table.choose("arrest", "civilian:9")
    assert table.last("arrested", seat=1) == ("civilian:9", "district:9")  # who it was, no line tells
    shown = [piece for area in table.scene(1).areas for piece in area.pieces if piece.kind == "civilian"]
    assert [(piece.face, piece.value) for piece in shown] == [("hidden", None)]


# ---------------------------------------------------------------------- Clear


@rule("sov.clear")
def test_a_barricade_beside_an_active_regiment_is_cleared() -> None:
    table = play(empty().barricade("9", "8").regiments("9", "reg_104").regiments("8", "reg_106-"), "S2")
    assert table.refused("clear_barricade", "district:8") == "sov.clear"  # the Regiment there is disabled
    assert table.refused("clear_barricade", "district:5A") == "sov.clear"  # none there
    left = table.state.tokens_left()
    table.choose("clear_barricade", "district:9")
    assert not table.barricade("9")
    assert table.state.tokens_left() == left + 1


@rule("sov.clear.rubble")
def test_one_clear_removes_one_rubble_token_in_the_advanced_version() -> None:
    table = play(empty("conflict_advanced").rubble("9", 2).barricade("9").regiments("9", "reg_104"), "S2", "S3")
    table.choose("clear_rubble", "district:9")
    assert table.rubble("9") == 1
    assert table.barricade("9")
    assert table.facts["clear"] == 1
    assert table.refused("clear_rubble", "district:8") == "sov.clear.rubble"


# ---------------------------------------------------------------------- Garrison


@rule("sov.garrison")
def test_an_active_garrison_is_placed() -> None:
    table = play(empty().regiments("9", "reg_104"), "M3").choose("garrison", "district:9")
    assert table.garrison("9") == "active"


@rule("sov.garrison.needs_regiment")
def test_a_garrison_needs_an_active_regiment() -> None:
    table = play(empty().regiments("9", "reg_104-"), "M3")
    assert table.refused("garrison", "district:9") == "sov.garrison.needs_regiment"
    assert table.refused("garrison", "district:8") == "sov.garrison.needs_regiment"


@rule("sov.garrison.needs_objective")
def test_a_garrison_needs_an_objective() -> None:
    table = play(empty().regiments("14", "reg_4"), "M3")
    assert table.refused("garrison", "district:14") == "sov.garrison.needs_objective"
    assert PACK.objectives >> PACK.district_keys.index("14") & 1 == 0


@rule("sov.garrison.one")
@pytest.mark.parametrize("garrison", ["9", "9-"])
def test_a_district_has_one_garrison_at_most(garrison: str) -> None:
    table = play(empty().regiments("9", "reg_104").garrisons(garrison), "M3")
    assert table.refused("garrison", "district:9") == "sov.garrison.one"


# ---------------------------------------------------------------------- Rally


@rule("sov.rally", "sov.rally.no_regiment_needed")
def test_a_disabled_regiment_or_garrison_is_rallied_with_nobody_beside_it() -> None:
    table = play(empty().regiments("9", "reg_104-").garrisons("8-", "5A"), "R3")
    assert table.refused("rally", "regiment:reg_106") == "sov.rally"  # active
    assert table.refused("rally", "garrison:5A") == "sov.rally"
    table.choose("rally", "regiment:reg_104").choose("rally", "garrison:8")
    assert table.regiment("reg_104") == "9"
    assert table.garrison("8") == "active"


@rule("sov.rally.after_pass")
def test_no_rally_after_the_revolutionary_side_has_passed() -> None:
    table = empty().regiments("9", "reg_104-").soviet("R3", revolutionaries_passed=True).start()
    table.choose("play", "tactics:R3")
    assert table.refused("rally", "regiment:reg_104") == "sov.rally.after_pass"


@rule("sov.rally.acts")
def test_a_rallied_regiment_may_act_in_the_same_turn() -> None:
    table = play(empty().regiments("9", "reg_104-"), "R2")
    assert table.refused("garrison", "district:9") == "sov.garrison.needs_regiment"
    table.choose("rally", "regiment:reg_104").choose("garrison", "district:9")
    table.choose("march", "regiment:reg_104", "district:8")
    assert table.garrison("9") == "active" and table.regiment("reg_104") == "8"
