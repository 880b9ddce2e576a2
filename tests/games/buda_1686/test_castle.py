"""④ Várharc: fighting from wall zone to wall zone inside the castle."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege

NO_BOOSTS = {"abdurrahman": 0, "charles": 0, "max_emanuel": 0}


def gate_held(*units: str) -> Siege:
    """The imperials hold the Vienna Gate, whose garrison is gone; no officer has any value left."""
    return siege().gone("sipahi_1").wall("becsi_kapu", *units).officers(**NO_BOOSTS)


def attack(position: Siege, wall: str, *units: str) -> Table:
    """Announce a castle fight with these units, and launch it if that is still to be decided."""
    table = position.start().choose("castle", f"zone:{wall}")
    for unit in units:
        if table.offers("join", f"unit:{unit}"):
            table.choose("join", f"unit:{unit}")
    return table.choose("launch") if table.offers("launch") else table


# ---------------------------------------------------------------------- who may attack what


@rule("castle.both_sides")
def test_the_imperials_attack_next_door_out_of_their_walls() -> None:
    # The Vienna Gate touches Víziváros, the Esztergom Rondella and the middle zone.
    table = gate_held("kaiserlich_1").go("imperial").start()
    targets = {choice[1] for choice in table.choices if choice[0] == "castle"}
    assert targets == {"zone:vizivaros", "zone:esztergomi_rondella", "zone:kozepso"}


@rule("castle.both_sides")
def test_the_ottomans_attack_next_door_out_of_their_walls() -> None:
    # Of the imperial walls the middle zone touches the Vienna Gate, not the Great Rondella.
    position = gate_held("kaiserlich_1").gone("janissary_3").wall("nagyrondella", "bavarian_1")
    table = position.go("ottoman").start()
    assert [choice for choice in table.choices if choice[0] == "castle"] == [("castle", "zone:becsi_kapu")]


@rule("castle.imperial.origin")
def test_an_imperial_fight_needs_one_unit_out_of_an_adjacent_wall_of_theirs() -> None:
    # Foot in a breach of Víziváros is not enough: that is an assault.
    table = siege().breach("vizivaros", "kaiserlich_1").go("imperial").start()
    assert table.refused("castle", "zone:vizivaros") == "castle.imperial.origin"
    table = gate_held("kaiserlich_1").go("imperial").start()
    assert table.offers("castle", "zone:vizivaros")  # one unit is enough
    assert table.refused("castle", "zone:palota") == "castle.imperial.origin"  # not next to the Vienna Gate


@rule("castle.imperial.origin")
def test_units_in_the_breaches_alone_cannot_launch_a_castle_fight() -> None:
    position = gate_held("kaiserlich_1", "kaiserlich_3").breach("vizivaros", "kaiserlich_2").go("imperial")
    table = position.start().choose("castle", "zone:vizivaros").choose("join", "unit:kaiserlich_2")
    assert table.refused("launch") == "castle.imperial.origin"
    assert table.refused("join", "unit:charles") == "castle.imperial.origin"  # he is in a camp


@rule("castle.imperial.join_breaches")
def test_units_in_the_breaches_of_the_target_may_join() -> None:
    # 4 from the Vienna Gate and 4 from a breach against azabs (3): modifier +5.
    position = gate_held("kaiserlich_1").breach("vizivaros", "kaiserlich_2").breach("palota", "bavarian_1")
    position.set(rushed=True).go("imperial").roll(1)
    table = position.start().choose("castle", "zone:vizivaros")
    assert set(table.choices) == {("join", "unit:kaiserlich_1"), ("join", "unit:kaiserlich_2")}
    table.choose("join", "unit:kaiserlich_1").choose("join", "unit:kaiserlich_2")
    assert table.last("fight")[:3] == (5, 6, 4)


@rule("castle.participants_choice")
def test_the_attacker_names_who_takes_part_at_least_one() -> None:
    # Of three foot in the Vienna Gate only one attacks the azabs (3): modifier +1.
    position = gate_held("kaiserlich_1", "kaiserlich_2", "kaiserlich_3").set(rushed=True).go("imperial").roll(3)
    table = position.start().choose("castle", "zone:vizivaros")
    assert table.refused("launch") == "castle.participants_choice"
    table.choose("join", "unit:kaiserlich_2").choose("launch")
    assert table.last("fight")[:3] == (1, 4, 4)

    table = gate_held("kaiserlich_1").go("ottoman").start().choose("castle", "zone:becsi_kapu")
    assert table.refused("launch") == "castle.participants_choice"


@rule("castle.ottoman.origin")
def test_ottomans_attack_only_out_of_walls_with_two_units() -> None:
    # Next to the Vienna Gate: two units in the middle zone, one each in Víziváros and the Esztergom Rondella.
    table = gate_held("kaiserlich_1").go("ottoman").start().choose("castle", "zone:becsi_kapu")
    assert set(table.choices) == {("join", "unit:abdurrahman"), ("join", "unit:janissary_1")}
    assert table.refused("join", "unit:azab_1") == "castle.ottoman.origin"
    table = gate_held("kaiserlich_1").wall("palota", "abdurrahman").go("ottoman").start()
    assert table.refused("castle", "zone:becsi_kapu") == "castle.ottoman.origin"


@rule("castle.ottoman.several")
def test_ottomans_attack_out_of_several_walls_at_once() -> None:
    # Azabs out of Víziváros (with azab_2 there) and janissaries out of the middle zone: 3 + 4 - 4 = +3.
    position = gate_held("kaiserlich_1").wall("vizivaros", "azab_2").go("ottoman", actions=2).roll(1)
    table = attack(position, "becsi_kapu", "azab_1", "janissary_1")
    assert table.last("fight")[:3] == (3, 4, 4)


@rule("castle.ottoman.several")
def test_each_of_several_walls_needs_two_units_of_its_own() -> None:
    # Next to the Vienna Gate: two units each in the middle zone and in Víziváros, one in the Esztergom Rondella.
    position = gate_held("kaiserlich_1").wall("vizivaros", "azab_2").go("ottoman")
    table = position.start().choose("castle", "zone:becsi_kapu")
    joining = {"unit:abdurrahman", "unit:janissary_1", "unit:azab_1", "unit:azab_2"}
    assert {choice[1] for choice in table.choices} == joining
    assert table.refused("join", "unit:janissary_2") == "castle.ottoman.origin"
    # One unit each in the three walls: three in all, and none of them may attack.
    table = gate_held("kaiserlich_1").wall("palota", "abdurrahman").go("ottoman").start()
    assert table.refused("castle", "zone:becsi_kapu") == "castle.ottoman.origin"


@rule("castle.ottoman.no_need_to_stay")
def test_all_units_of_an_ottoman_wall_may_attack_and_none_needs_to_stay() -> None:
    # Abdurrahman and janissaries (6 + 4) against foot (4): 2 + 6 = 8 is twice CMS 4, and the gate is free.
    table = attack(
        gate_held("kaiserlich_1").go("ottoman", actions=2).roll(2), "becsi_kapu", "abdurrahman", "janissary_1"
    )
    table.choose("enter", "unit:abdurrahman").choose("enter", "unit:janissary_1")
    assert (table.at("abdurrahman"), table.at("janissary_1")) == ("becsi_kapu", "becsi_kapu")


@rule("castle.middle_only_castle")
def test_the_middle_zone_is_attacked_by_castle_fights_only() -> None:
    table = gate_held("kaiserlich_1").go("imperial").start()
    assert table.offers("castle", "zone:kozepso")
    assert table.refused("assault", "zone:kozepso") == "castle.middle_only_castle"
    assert table.refused("artillery", "zone:kozepso") == "artillery.imperial.target_not_middle"
    assert table.refused("spring", "zone:kozepso") == "mining.spring.target_not_middle"


@rule("castle.target")
def test_the_target_is_an_enemy_or_an_empty_wall() -> None:
    position = gate_held("kaiserlich_1").gone("azab_1")
    table = position.go("imperial").start()
    assert table.refused("castle", "zone:becsi_kapu") == "castle.target"
    assert table.offers("castle", "zone:vizivaros")  # empty
    assert table.offers("castle", "zone:kozepso")  # enemy
    table = position.gone("janissary_2").go("ottoman").start()
    assert table.refused("castle", "zone:palota") == "castle.target"
    assert table.offers("castle", "zone:esztergomi_rondella")  # empty
    assert table.offers("castle", "zone:becsi_kapu")  # enemy


@rule("castle.both_attack_types")
@pytest.mark.parametrize(("order", "modifier"), [("assault", -1), ("castle", 5)])
def test_the_imperials_choose_between_assault_and_castle_fight(order: str, modifier: int) -> None:
    # Janissaries (4) in the Esztergom Rondella (terrain 2), Charles (5) in a breach and foot (4) next door:
    # 5 - 4 - 2 = -1 in an assault, 5 + 4 - 4 = +5 in a castle fight.
    position = gate_held("kaiserlich_1").breach("esztergomi_rondella", "charles").set(rushed=True)
    table = position.go("imperial").roll(5).start()
    assert table.offers("assault", "zone:esztergomi_rondella")
    assert table.offers("castle", "zone:esztergomi_rondella")
    table.choose(order, "zone:esztergomi_rondella")
    if order == "castle":
        table.choose("join", "unit:charles")  # the foot, without whom it would be no castle fight, joins by itself
    assert table.last("fight")[0] == modifier


# ---------------------------------------------------------------------- the fight


@rule("castle.no_terrain")
def test_terrain_does_not_count_even_for_units_in_the_breaches() -> None:
    # Esztergom Rondella, terrain 2: foot from next door and in a breach against janissaries, 4 + 4 - 4 = +4.
    position = gate_held("kaiserlich_1").breach("esztergomi_rondella", "kaiserlich_3").set(rushed=True)
    table = attack(position.go("imperial").roll(4), "esztergomi_rondella", "kaiserlich_1", "kaiserlich_3")
    assert table.last("fight")[:3] == (4, 8, 4)
    assert table.at("janissary_2") == "dead"  # 8 is twice the TMS; with terrain it would have been one loss


@rule("castle.modifier")
@pytest.mark.parametrize(("die", "attacker_hit"), [(5, True), (6, False)])
def test_the_modifier_is_participants_minus_all_units_in_the_target(die: int, attacker_hit: bool) -> None:
    # Foot (4 + 4) of three against Abdurrahman and janissaries (6 + 4): -2, and 6 - 2 reaches the TMS of 4.
    position = gate_held("kaiserlich_1", "kaiserlich_2", "kaiserlich_3").go("imperial").roll(die)
    table = attack(position, "kozepso", "kaiserlich_1", "kaiserlich_2")
    assert table.last("fight")[:3] == (-2, die - 2, 4)
    assert table.asked == ("imperial" if attacker_hit else "ottoman")


@rule("castle.as_assault", "castle.imperial_compare")
@pytest.mark.parametrize(
    ("die", "foot", "janissaries"),
    [(1, "lost", "full"), (2, "lost", "full"), (3, "wounded", "full"), (4, "full", "wounded"), (6, "full", "wounded")],
)
def test_an_imperial_fight_has_the_limits_of_an_assault(die: int, foot: str, janissaries: str) -> None:
    # Foot (4) against janissaries (4) in the Esztergom Rondella; TMS 4, CMS 3 (which does not matter here).
    position = gate_held("kaiserlich_1").levels(cms=3).set(rushed=True).go("imperial").roll(die)
    table = attack(position, "esztergomi_rondella", "kaiserlich_1")
    assert health(table, "kaiserlich_1") == foot
    assert health(table, "janissary_2") == janissaries


def health(table: Table, unit: str) -> str:
    if table.at(unit) in ("lost", "dead"):
        return table.at(unit)
    return "wounded" if table.wounded(unit) else "full"


@rule("castle.imperial_compare")
def test_an_imperial_fight_doubles_at_twice_the_ottoman_morale() -> None:
    # Foot (4 + 4) against janissaries (4): 2 + 4 = 6 is twice TMS 3.
    position = gate_held("kaiserlich_1", "kaiserlich_2").levels(tms=3).set(rushed=True).go("imperial").roll(2)
    assert health(attack(position, "esztergomi_rondella", "kaiserlich_1", "kaiserlich_2"), "janissary_2") == "dead"


@rule("castle.as_assault")
def test_an_entrenchment_absorbs_a_loss_of_a_castle_fight_as_of_an_assault() -> None:
    # Foot (4 + 4) against janissaries (4): 2 + 4 = 6, one loss.
    position = gate_held("kaiserlich_1", "kaiserlich_2").work("ottoman", "esztergomi_rondella", 1).set(rushed=True)
    table = attack(position.go("imperial").roll(2), "esztergomi_rondella", "kaiserlich_1", "kaiserlich_2")
    assert table.choices == [("hit", "unit:janissary_2"), ("absorb", "zone:esztergomi_rondella")]
    table.choose("absorb", "zone:esztergomi_rondella")
    assert health(table, "janissary_2") == "full"
    assert table.work("ottoman", "esztergomi_rondella") == 0


@rule("castle.ottoman_compare")
@pytest.mark.parametrize(
    ("die", "foot", "janissaries"),
    [(1, "full", "dead"), (2, "full", "wounded"), (3, "wounded", "full"), (5, "wounded", "full"), (6, "lost", "full")],
)
def test_an_ottoman_fight_is_measured_against_the_imperial_morale(die: int, foot: str, janissaries: str) -> None:
    # Janissaries (4) against foot (4): CMS 3, TMS 1. 2 x 1 is below 3, 2 x 2 is not; 3 reaches it; 6 is twice it.
    position = gate_held("kaiserlich_1").levels(cms=3, tms=1).go("ottoman", actions=2).roll(die)
    table = attack(position, "becsi_kapu", "janissary_1")
    assert health(table, "kaiserlich_1") == foot
    assert health(table, "janissary_1") == janissaries


@rule("castle.cms_value")
def test_a_fall_of_the_imperial_morale_by_the_losses_does_not_change_the_result() -> None:
    # Abdurrahman and janissaries (10) against wounded foot (2) and foot (4): 1 + 4 = 5, one loss at CMS 3. The
    # destroyed foot lowers the CMS to 2, and 5 would then have been two losses: but there is only the one.
    position = gate_held("kaiserlich_2").unit("kaiserlich_1", "becsi_kapu", wounded=True).levels(cms=3)
    position.go("ottoman", actions=2).roll(1)
    table = attack(position, "becsi_kapu", "abdurrahman", "janissary_1").choose("hit", "unit:kaiserlich_1")
    assert table.level("cms") == 2
    assert health(table, "kaiserlich_2") == "full"
    assert table.prompt == "go_ottoman"


@rule("castle.failed_losses")
@pytest.mark.parametrize("losses", ["owner_losses", "actor_losses"])
def test_the_attacker_chooses_who_takes_the_losses_wherever_he_came_from(losses: str) -> None:
    # Foot from the Vienna Gate and from a breach (8) against azabs and janissaries (7): 2 + 1 = 3, one loss.
    position = gate_held("kaiserlich_1").breach("vizivaros", "kaiserlich_2").wall("vizivaros", "janissary_3")
    position.set(rushed=True).option(losses=losses).go("imperial").roll(2)
    table = attack(position, "vizivaros", "kaiserlich_1", "kaiserlich_2")
    assert table.asked == "imperial"
    assert set(table.choices) == {("hit", "unit:kaiserlich_1"), ("hit", "unit:kaiserlich_2")}

    # Azabs from Víziváros and janissaries from the middle zone (7) against foot (8): 3 - 1 = 2, one loss at CMS 3.
    position = gate_held("kaiserlich_1", "kaiserlich_2").wall("vizivaros", "azab_2").levels(cms=3)
    position.option(losses=losses).go("ottoman", actions=2).roll(3)
    table = attack(position, "becsi_kapu", "azab_1", "janissary_1")
    assert table.asked == "ottoman"
    assert set(table.choices) == {("hit", "unit:azab_1"), ("hit", "unit:janissary_1")}


# ---------------------------------------------------------------------- in which order


@rule("castle.sequence")
def test_an_imperial_fight_runs_in_order() -> None:
    # Foot and Charles (4 + 5) attack janissaries (4) in the middle zone; Abdurrahman (6) comes from the palace next
    # door. Charles raises the foot, Abdurrahman the janissaries: 10 - 11 = -1, and 6 - 1 = 5 is a success.
    position = siege().gone("sipahi_1").wall("becsi_kapu", "charles", "kaiserlich_1").wall("palota", "abdurrahman")
    table = position.go("imperial").roll(6).start().choose("castle", "zone:kozepso")
    assert (table.asked, table.prompt) == ("imperial", "participants")
    table.choose("join", "unit:charles").choose("join", "unit:kaiserlich_1")
    assert (table.asked, table.prompt) == ("ottoman", "rush")
    table.choose("rush")
    assert (table.asked, table.prompt) == ("imperial", "boost")
    table.choose("boost", "unit:charles", "unit:kaiserlich_1")
    assert (table.asked, table.prompt, table.script_left()) == ("ottoman", "boost", 1)
    table.choose("boost", "unit:abdurrahman", "unit:janissary_1")
    assert table.last("fight")[:3] == (-1, 5, 4)
    assert (table.asked, table.prompt) == ("ottoman", "take_loss")


@rule("castle.sequence")
def test_an_ottoman_fight_runs_in_order_without_abdurrahmans_move() -> None:
    # Janissaries (4 + 4) out of the middle zone against Charles, wounded (3), and foot (4); Abdurrahman is far away.
    position = siege().gone("sipahi_1").unit("charles", "becsi_kapu", wounded=True).wall("becsi_kapu", "kaiserlich_1")
    position.officers(charles=3).wall("kozepso", "janissary_2").wall("palota", "abdurrahman")
    table = position.go("ottoman", actions=2).roll(6).start().choose("castle", "zone:becsi_kapu")
    assert (table.asked, table.prompt) == ("ottoman", "participants")
    table.choose("join", "unit:janissary_1").choose("join", "unit:janissary_2")
    assert (table.asked, table.prompt, table.script_left()) == ("imperial", "boost", 1)
    table.choose("boost", "unit:charles", "unit:kaiserlich_1")
    assert table.last("fight")[:3] == (0, 6, 4)  # 8 - 3 - 5
    assert (table.asked, table.prompt) == ("imperial", "take_loss")


@rule("castle.sequence")
def test_the_entry_is_chosen_after_the_losses() -> None:
    # Foot (4 + 4) against janissaries, wounded (2): 2 + 6 = 8, two losses; the wall is free and foot may enter.
    position = gate_held("kaiserlich_1", "kaiserlich_2").unit("janissary_2", "esztergomi_rondella", wounded=True)
    table = attack(
        position.set(rushed=True).go("imperial").roll(2), "esztergomi_rondella", "kaiserlich_1", "kaiserlich_2"
    )
    assert table.at("janissary_2") == "dead"
    assert (table.asked, table.prompt) == ("imperial", "enter_wall")
