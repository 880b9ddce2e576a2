"""Units and tracks: what insurgents, civilians and Soviet units are, what happens to them, and how markers move."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.start import Origin, start
from sandtable.games.nights_of_fire import GAME
from sandtable.games.nights_of_fire.pack import KILLED
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, city
from tests.games.nights_of_fire.packs import changed
from tests.games.nights_of_fire.paying import pay

MANY = [f"fighter_{number:02}" for number in range(1, 21)]


def fight(ruleset: str = "konev_basic") -> City:
    """Two hidden fighters beside a Regiment in 9, and cards for an attack and more."""
    table = city(ruleset).clear().insurgents("9", "fighter_01", "fighter_02").regiments("9", "reg_104")
    return table.hand("rev_34", "rev_44", "rev_01").in_row("konev_01").turn()


def assault(*insurgents: str, ruleset: str = "conflict_basic", card: str = "M2") -> City:
    """The commander may assault these insurgents in 9; the Combat card gives two points unless it is another one."""
    table = city(ruleset).clear().insurgents("9", *insurgents).regiments("9", "reg_104").hand("rev_01")
    return table.combat(card).soviet("S2")


def launch(table: City) -> Table:
    return table.start().choose("play", "tactics:S2").choose("assault", "regiment:reg_104")


# ---------------------------------------------------------------------- tracks


@rule("board.track.main.no_cap")
def test_morale_and_prestige_are_counted_beyond_the_printed_track() -> None:
    top = PACK.track_max
    table = city().clear().insurgents("8", *MANY).garrisons("1-", "2-", "6-").tracks(morale=top, prestige=top + 4)
    started = table.phase("morale").freely().start()
    assert started.state.morale == top + 1
    main = next(track for track in started.scene().tracks if track.id == "main")
    assert main.markers == {"marker:prestige": top + 4, "marker:morale": top + 1}
    assert set(main.markers.values()) <= set(main.cells)


@rule("board.track.main.no_cap", "headline.resolve.prestige")
def test_prestige_has_no_upper_limit() -> None:
    table = city("conflict_advanced").clear().insurgents("3", "fighter_01").killed("fighter_02", "fighter_03")
    table.hand("rev_01").headline("H1").tracks(prestige=PACK.track_max)  # H1: two units in the Killed area
    started = table.soviet("M3", "M1").start().choose("headline", "tactics:M3")
    assert started.state.prestige == PACK.track_max + 1


@rule("board.track.main.below_zero")
def test_morale_and_prestige_are_counted_below_zero() -> None:
    table = city().clear().insurgents("8", *MANY[:6]).killed(*MANY[6:10]).tracks(prestige=1, morale=1)
    started = table.phase("morale").start()
    assert started.state.morale == -1  # 1 - 4 killed / 2
    assert started.state.prestige == -2  # 1 - 6 armed / 2


@rule("board.track.readiness")
def test_readiness_stays_between_one_and_seven() -> None:
    table = fight().tracks(readiness=7).roll(1).start()
    pay(table.choose("attack", "insurgent:fighter_01", "regiment:reg_104"), "rev_34")  # a hit: Readiness falls
    assert table.state.readiness == 6
    low = city("conflict_basic").clear().insurgents("8", *MANY).tracks(readiness=1).phase("prestige").freely().start()
    assert low.state.readiness == 1  # the loss of the round stops at the end of the track
    high = city("conflict_basic").clear().insurgents("9", "fighter_01").regiments("9", "reg_104").hand("rev_01")
    recon = high.tracks(readiness=7).soviet("E2").start().choose("play", "tactics:E2").choose("recon", "block:11")
    assert recon.choose("end_turn").state.readiness == 7


@rule("momentum.gain", "comp.wounds.unlimited")
@pytest.mark.parametrize("momentum", [0, 15, 40])
def test_momentum_is_one_token_more_however_many_there_are(momentum: int) -> None:
    table = fight().tracks(momentum=momentum).start()
    pay(table.choose("ambush", "insurgent:fighter_01", "regiment:reg_104"), "rev_34")
    assert table.state.momentum == momentum + 1
    area = next(area for area in table.scene().areas if area.id == "area:momentum")
    assert len(area.pieces) == momentum + 1


@rule("comp.wounds.unlimited")
def test_wounds_never_run_out() -> None:
    wounded = [f"{fighter}w" for fighter in MANY[2:]]
    table = assault("fighter_01", "fighter_02").insurgents("8", *wounded).tracks(momentum=20)
    started = launch(table).choose("hit_hidden", "block:11").choose("hit_hidden", "block:12")
    assert all(started.wounded(fighter) for fighter in MANY)


# ---------------------------------------------------------------------- limited pieces


@rule("comp.garrisons.count", "comp.limited.ignore")
def test_without_a_garrison_left_none_is_placed(tmp_path: Path) -> None:
    assert PACK.garrisons == 10
    game = GAME.with_pack(changed(tmp_path, "token", "garrison", "count = 10", "count = 1"))
    setting = city("conflict_basic").clear().insurgents("3", "fighter_01").regiments("9", "reg_104").hand("rev_01")
    position = setting.garrisons("8").soviet("R2").position()
    table = Table(start(game, {"ruleset": "conflict_basic"}, Origin("few", (), position)))
    table.choose("play", "tactics:R2")
    assert table.refused("garrison", "district:9") == "comp.limited.ignore"
    enough = city("conflict_basic").clear().insurgents("3", "fighter_01").regiments("9", "reg_104").hand("rev_01")
    assert enough.garrisons("8").soviet("R2").start().choose("play", "tactics:R2").offers("garrison", "district:9")


@rule("comp.barricade.tokens")
def test_barricades_and_rubble_share_ten_tokens() -> None:
    objectives = [PACK.district_keys[d] for d in PACK.objective_list]
    table = city("conflict_advanced").clear().insurgents("12", "fighter_10").hand("rev_01", "rev_02").turn()
    table.barricade(*objectives[:6]).rubble("14", 4)
    assert table.start().refused("barricade", "insurgent:fighter_10") == "rev.barricade.supply"
    assert table.rubble("14", 3).start().offers("barricade", "insurgent:fighter_10")
    assert "comp.barricade.tokens" in table.rubble("14", 5).impossible()


@rule("comp.limited.ignore")
def test_rubble_of_which_none_is_left_is_not_placed() -> None:
    objectives = [PACK.district_keys[d] for d in PACK.objective_list if PACK.district_keys[d] != "9"]
    table = assault("fighter_01", ruleset="conflict_advanced", card="M1").headline(None)  # value 3 leaves Rubble
    assert launch(table).rubble("9") == 1
    table.barricade(*objectives).rubble("14", 1)
    started = launch(table)
    assert started.rubble("9") == 0 and started.state.tokens_left() == 0


# ---------------------------------------------------------------------- where units are


@rule("unit.stacking")
def test_any_number_of_units_fit_in_a_district() -> None:
    table = city().clear().insurgents("8", *MANY[:19]).insurgents("9", "fighter_20").hand("rev_44")
    table.regiments("8", "reg_104", "reg_106").in_row("konev_01").turn()
    started = table.start().choose("move", 3).choose("go", "insurgent:fighter_20", "district:8")
    assert all(started.at(fighter) == "8" for fighter in MANY)
    soviets = city("conflict_basic").clear().insurgents("3", "fighter_01").regiments("8", "reg_104", "reg_106")
    march = soviets.regiments("9", "reg_257").hand("rev_01").soviet("M1").start().choose("play", "tactics:M1")
    assert march.choose("march", "regiment:reg_257", "district:8").regiment("reg_257") == "8"


@rule("unit.stacking")
def test_reinforcements_may_join_any_number_of_insurgents() -> None:
    position = city().clear().insurgents("8", *MANY[:17]).pool(*MANY[17:]).round(2).phase("reinforce").hand("rev_44")
    table = position.freely().start().choose("reinforce", "card:rev_44")
    for fighter in MANY[17:]:
        table.choose("place", f"insurgent:{fighter}", "district:8")
    assert all(table.at(fighter) == "8" for fighter in MANY)


# ---------------------------------------------------------------------- icons and arms


@rule("unit.icons.basic_ignored")
@pytest.mark.parametrize(("ruleset", "used"), [("konev_basic", False), ("konev_advanced", True)])
def test_in_the_basic_version_there_is_no_medic_and_no_defiance(ruleset: str, used: bool) -> None:
    table = city(ruleset).clear().insurgents("8", "fighter_14", "fighter_01!w").hand("rev_34", "rev_44")
    verbs = table.in_row("konev_01").turn().start().verbs()
    assert ({"medic", "defy"} <= verbs) == used


@rule("unit.icons.basic_ignored", "adjust.morale.blocked.blocker")
@pytest.mark.parametrize(("ruleset", "loss"), [("konev_basic", 1), ("konev_advanced", 0)])
def test_in_the_basic_version_nobody_blocks_a_garrison(ruleset: str, loss: int) -> None:
    table = city(ruleset).clear().insurgents("8", "fighter_16!", *MANY[:10]).garrisons("8", "9", "6").phase("morale")
    assert table.freely().start().state.morale == 25 - loss


@rule("unit.icons.basic_ignored", "sov.assault.outrage")
@pytest.mark.parametrize(("ruleset", "loss"), [("conflict_basic", 0), ("conflict_advanced", 1)])
def test_in_the_basic_version_nobody_is_outraged(ruleset: str, loss: int) -> None:
    started = launch(assault("fighter_18w", "fighter_01", ruleset=ruleset))
    started.choose("hit_hidden", started.block("fighter_18"))
    assert started.at("fighter_18") == "killed_arrested"
    assert started.state.prestige == 23 - loss


@rule("unit.armed.basic")
def test_in_the_basic_version_everybody_is_armed() -> None:
    table = city().clear().insurgents("9", "fighter_18", "local_09").regiments("9", "reg_104").hand("rev_44")
    started = table.in_row("konev_01").turn().start()
    assert started.offers("attack", "insurgent:fighter_18", "regiment:reg_104")
    assert started.offers("attack", "insurgent:local_09", "regiment:reg_104")


@rule("unit.armed.advanced", "unit.armed.local_with_bystander")
def test_in_the_advanced_version_bystanders_are_unarmed() -> None:
    table = city("konev_advanced").clear().insurgents("9", "fighter_18", "fighter_14", "local_09", "local_06")
    table.regiments("9", "reg_104").hand("rev_42", "rev_44").in_row("konev_01").turn()
    started = table.start()
    for unarmed in ("fighter_18", "local_09"):
        refused = started.refused("attack", f"insurgent:{unarmed}", "regiment:reg_104")
        assert refused == "rev.attack.need_insurgent"
    for armed in ("fighter_14", "local_06"):
        assert started.offers("attack", f"insurgent:{armed}", "regiment:reg_104")
    assert started.offers("barricade", "insurgent:local_09")  # its other icon works all the same


@rule("unit.armed.advanced", "unit.armed.local_with_bystander", "end.surrender.armed")
@pytest.mark.parametrize(("ruleset", "armed"), [("konev_basic", 5), ("konev_advanced", 2)])
def test_unarmed_insurgents_do_not_count_in_a_surrender(ruleset: str, armed: int) -> None:
    table = city(ruleset).clear().insurgents("8", "fighter_18", "fighter_19", "local_10", "fighter_01", "local_01")
    started = table.phase("prestige").start()
    assert started.facts["armed"] == armed
    before = started.state.prestige
    assert started.choose("surrender").state.prestige == before - (armed + 1) // 2


# ---------------------------------------------------------------------- insurgents and civilians


@rule("unit.hungarian", "adjust.morale.killed")
def test_insurgents_and_civilians_are_hungarian_units() -> None:
    table = city().clear().insurgents("8", *MANY[:10]).killed("fighter_20").civilian("8", "civ_01", "killed_arrested")
    assert table.phase("morale").freely().start().state.morale == 24  # the two make a pair


@rule("unit.civilian.not_insurgent")
def test_a_civilian_is_no_insurgent() -> None:
    alone = city().clear().civilian("8", "civ_08").garrisons("8").pool("fighter_01").hand("rev_44", "rev_33")
    started = alone.in_row("konev_01").round(2).phase("reinforce").start().choose("reinforce", "card:rev_44")
    assert started.refused("place", "insurgent:fighter_01", "district:8") == "reinforce.place"
    last = city().clear().civilian("8", "civ_08").round(10).phase("prestige").start()
    assert last.reason == "end.grand_soviet"  # no insurgent holds out in round 10


@rule("unit.civilian.not_insurgent", "rev.flee.cost")
def test_a_civilian_does_not_make_fleeing_cheaper() -> None:
    table = city().clear().insurgents("8", "fighter_01").civilian("8", "civ_08").in_row("konev_01").turn()
    enough = table.hand("rev_44", "rev_45", "rev_01").start().choose("flee", "civilian:8")
    assert enough.facts["cost"] == 5  # 6 less 1 for the fighter
    assert table.hand("rev_44", "rev_01").start().refused("flee", "civilian:8") == "rev.flee.cost"


@rule("unit.wounded.normal")
def test_a_wounded_insurgent_does_everything() -> None:
    table = city().clear().insurgents("9", "fighter_01w", "fighter_02!w", "fighter_10w").regiments("9", "reg_104")
    started = table.hand("rev_34", "rev_43").in_row("konev_01").turn().start()
    assert started.offers("ambush", "insurgent:fighter_01", "regiment:reg_104")
    assert started.offers("attack", "insurgent:fighter_02", "regiment:reg_104")
    assert started.offers("barricade", "insurgent:fighter_10")
    pay(started.choose("move", 3), "rev_34")
    assert started.offers("go", "insurgent:fighter_02", "district:8")


@rule("unit.wounded.normal", "counter.eligible")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_wounded_insurgent_hits_back(hidden: bool) -> None:
    # It was wounded before the attack, which hits the other one.
    table = assault("fighter_01", "fighter_06w" if hidden else "fighter_06!w", card="R3").hand("rev_38")  # 1 point
    started = launch(table).choose("hit_hidden", "block:11")
    started.choose("counter", "insurgent:fighter_06", "regiment:reg_104").choose("pay", "card:rev_38")
    assert started.regiment("reg_104") == "9-"


@rule("unit.wounded.normal", "rev.defy.reveal", "rev.defy.momentum")
def test_a_wounded_insurgent_defies_and_inspires() -> None:
    table = city("konev_advanced").clear().insurgents("9", "fighter_18w").regiments("9", "reg_104").barricade("9")
    started = table.hand("rev_44", "rev_01").in_row("konev_01").turn().start()
    pay(started.choose("defy", "insurgent:fighter_18", 3), "rev_44")
    assert not started.hidden("fighter_18")
    assert started.state.momentum == 2


@rule("unit.wounded.normal", "rev.medic.reveal", "rev.medic.each_other")
def test_a_wounded_medic_treats_others_and_is_treated() -> None:
    table = city("conflict_advanced").clear().insurgents("9", "fighter_14w", "fighter_15w", "fighter_01w")
    started = pay(table.hand("rev_44", "rev_01").turn().start().choose("medic", 3), "rev_44")
    for medic in ("fighter_14", "fighter_15"):
        started.choose("reveal_medic", f"insurgent:{medic}")
    for patient in ("fighter_01", "fighter_14", "fighter_15"):
        started.choose("heal", f"insurgent:{patient}")
    assert not started.state.wounded


@rule("unit.wounded.normal", "rev.flee.count_all")
def test_wounded_insurgents_make_fleeing_cheaper_too() -> None:
    table = city().clear().insurgents("8", "fighter_01w", "fighter_02!w", "fighter_03").civilian("8", "civ_08")
    started = table.hand("rev_44", "rev_01").in_row("konev_01").turn().start().choose("flee", "civilian:8")
    assert started.facts["cost"] == 3  # 6 less 1 for each of the three


@rule("unit.wounded.normal", "rev.move.group")
def test_the_wounded_go_along_in_a_group() -> None:
    table = city("conflict_basic").clear().insurgents("8", "fighter_01", "fighter_02w", "fighter_03!w").hand("rev_01")
    started = pay(table.turn().start().choose("move", 1), "rev_01")
    started.choose("go", "insurgent:fighter_01", "district:9")
    for fighter in ("fighter_02", "fighter_03"):
        started.choose("join", f"insurgent:{fighter}")
    assert {started.at(fighter) for fighter in MANY[:3]} == {"9"}


@rule("unit.hidden", "rev.ambush.reveal")
def test_an_insurgent_is_hidden_or_revealed_to_all() -> None:
    table = city("conflict_basic").clear().insurgents("9", "fighter_01", "fighter_02").regiments("9", "reg_104")
    started = table.hand("rev_34", "rev_01").turn().start()
    assert started.hidden("fighter_01") and "insurgent:fighter_01" not in seen_by(started, 1)
    pay(started.choose("ambush", "insurgent:fighter_01", "regiment:reg_104"), "rev_34")
    assert not started.hidden("fighter_01") and "insurgent:fighter_01" in seen_by(started, 1)
    assert started.hidden("fighter_02") and "insurgent:fighter_02" not in seen_by(started, 1)
    assert "insurgent:fighter_02" in seen_by(started, 0)


def seen_by(table: Table, seat: int) -> set[str]:
    return {piece.id for area in table.scene(seat).areas for piece in area.pieces}


# ---------------------------------------------------------------------- Wounds and death


@rule("unit.wounded.second", "unit.removed.area", "unit.removed.wounds_return", "unit.killed.revealed")
def test_the_second_wound_kills() -> None:
    started = launch(assault("fighter_01", "fighter_02"))
    started.choose("hit_hidden", "block:11")
    assert started.wounded("fighter_01") and started.hidden("fighter_01") and started.at("fighter_01") == "9"
    started.choose("hit_hidden", "block:11")
    assert started.at("fighter_01") == "killed_arrested"
    assert not started.wounded("fighter_01")  # the Wound is back in the supply
    assert not started.hidden("fighter_01") and "insurgent:fighter_01" in seen_by(started, 1)
    assert started.last("killed_block") == ("block:11", "insurgent:fighter_01", "district:9")


@rule("unit.removed.area")
def test_an_arrested_civilian_goes_to_the_killed_area() -> None:
    table = city("conflict_basic").clear().insurgents("3", "fighter_01").regiments("9", "reg_104").hand("rev_01")
    started = table.civilian("9", "civ_01").soviet("M1").start().choose("play", "tactics:M1")
    assert started.choose("arrest", "civilian:9").civilian("9") == "killed_arrested"


@rule("unit.removed.area", "konev.no_effect")
def test_only_a_rule_that_says_so_sends_a_unit_to_the_box() -> None:
    table = city().clear().insurgents("3", "fighter_01", "fighter_02").konev("konev_08").roll(1)
    started = table.hand("rev_01").start()  # no Regiment reaches 3: the Assault has no effect
    assert started.choose("lose", "insurgent:fighter_02").at("fighter_02") == "box"
    assert not started.state.at[KILLED]


# ---------------------------------------------------------------------- Soviet units


@rule("unit.soviet.kinds", "unit.soviet.states", "unit.soviet.never_removed")
def test_regiments_and_garrisons_are_active_or_disabled_and_stay() -> None:
    table = fight().garrisons("9").start()
    pay(table.choose("ambush", "insurgent:fighter_01", "regiment:reg_104"), "rev_34")
    assert table.regiment("reg_104") == "9-"
    assert table.refused("attack", "insurgent:fighter_02", "regiment:reg_104") == "rev.attack.target"
    table.script(6)
    pay(table.choose("attack", "insurgent:fighter_02", "garrison:9"), "rev_44")
    assert (table.regiment("reg_104"), table.garrison("9")) == ("9-", "disabled")
    assert table.state.disabled_units() == 2
