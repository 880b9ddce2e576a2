"""③ Roham: the units in the breaches storm the wall."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege

STORM = ("assault", "zone:vizivaros")


def even_fight() -> Siege:
    """Janissaries (4) hold Víziváros (terrain 0) against foot (4) in a breach: modifier 0. Abdurrahman stays away."""
    return lonely_janissaries().breach("vizivaros", "kaiserlich_1")


def lonely_janissaries() -> Siege:
    """An imperial go; janissary_3 (4) alone in Víziváros, and Abdurrahman has had his try in this round."""
    position = siege().wall("vizivaros", "janissary_3").wall("nagyrondella", "azab_1")
    return position.set(rushed=True).go("imperial")


# ---------------------------------------------------------------------- who fights


@rule("assault.precondition")
def test_an_assault_needs_units_in_the_breaches_and_defenders_on_the_wall() -> None:
    table = siege().breach("vizivaros", "kaiserlich_1").gone("janissary_3").go("imperial").start()
    assert table.offers(*STORM)
    assert table.refused("assault", "zone:becsi_kapu") == "assault.precondition"  # nobody in its breaches
    assert table.refused("assault", "zone:nagyrondella") == "assault.precondition"  # nobody on the wall either


@rule("assault.precondition")
def test_a_wall_of_ones_own_is_not_assaulted() -> None:
    table = siege().gone("azab_1").wall("vizivaros", "kaiserlich_1").go("imperial").start()
    assert table.refused(*STORM) == "assault.precondition"


@rule("assault.imperial_only")
def test_the_garrison_does_not_assault() -> None:
    table = siege().breach("vizivaros", "kaiserlich_1").go("ottoman", moves=1).start()
    assert table.refused(*STORM) == "assault.imperial_only"


@rule("assault.attackers")
def test_all_units_in_the_breaches_attack() -> None:
    # 4 + 4 against 4: 4 + 4 = 8 is twice the TMS. One foot alone would reach 4, a single loss.
    table = even_fight().breach("vizivaros", "kaiserlich_2").roll(4).start()
    table.choose(*STORM)  # nobody is asked who takes part
    assert table.at("janissary_3") == "dead"


@rule("assault.attackers")
def test_units_in_other_breaches_and_camps_do_not_attack() -> None:
    # The foot in a breach of the Vienna Gate and Charles in the camp add nothing: 3 + 0 is a failure.
    table = even_fight().breach("becsi_kapu", "kaiserlich_2").roll(3).start().choose(*STORM)
    assert table.wounded("kaiserlich_1")
    assert not table.wounded("janissary_3")


@rule("assault.defenders")
def test_all_units_on_the_wall_defend() -> None:
    # 4 + 4 against 4 + 3: 2 + 1 = 3 is below the TMS of 4. Against either of the two alone it would be a success.
    table = even_fight().wall("vizivaros", "azab_1").breach("vizivaros", "kaiserlich_2").roll(2).start()
    table.choose(*STORM)
    assert table.asked == "imperial"  # who must name the unit that takes the loss
    table.choose("hit", "unit:kaiserlich_2")
    assert table.wounded("kaiserlich_2")


# ---------------------------------------------------------------------- the roll


@rule("assault.modifier")
@pytest.mark.parametrize(("die", "wounded"), [(2, "attacker"), (3, "defender")])
def test_the_modifier_is_attackers_minus_defenders_minus_terrain(die: int, wounded: str) -> None:
    # Fehérvár Rondella, terrain 3: 4 + 3 - 3 - 3 = +1, so that 3 reaches the TMS of 4 and 2 does not.
    position = siege().breach("fehervari_rondella", "kaiserlich_3", "saxon").set(rushed=True)
    table = position.go("imperial").roll(die).start().choose("assault", "zone:fehervari_rondella")
    assert table.last("fight")[:3] == (1, die + 1, 4)
    assert table.wounded("azab_2") == (wounded == "defender")


@rule("assault.roll")
@pytest.mark.parametrize(("die", "success"), [(6, True), (5, False)])
def test_a_negative_modifier_is_added_to_the_roll_too(die: int, success: bool) -> None:
    # Wounded foot (2) against janissaries (4): modifier -2; 6 - 2 = 4 reaches the TMS of 4.
    table = even_fight().unit("kaiserlich_1", "breaches:vizivaros", wounded=True).roll(die).start().choose(*STORM)
    assert table.wounded("janissary_3") == success
    assert (table.at("kaiserlich_1") == "lost") != success


def health(table: Table, unit: str) -> str:
    if table.at(unit) in ("lost", "dead"):
        return table.at(unit)
    return "wounded" if table.wounded(unit) else "full"


@rule("assault.success_double")
def test_a_result_just_below_twice_the_morale_costs_the_defender_one_loss() -> None:
    # With wounded foot (2) in a second breach the modifier is +2: 5 + 2 = 7; 8 would be two losses (cx.assault.limits).
    position = even_fight().unit("kaiserlich_2", "breaches:vizivaros", wounded=True)
    assert health(position.roll(5).start().choose(*STORM), "janissary_3") == "wounded"


@rule("assault.failure_double")
def test_a_result_of_zero_or_less_costs_the_attacker_two_losses() -> None:
    # Foot (4) against janissaries and azabs (4 + 3): 1 - 3 = -2, whatever the TMS.
    table = even_fight().wall("vizivaros", "azab_1").levels(tms=1).roll(1).start().choose(*STORM)
    assert table.at("kaiserlich_1") == "lost"


@rule("assault.tms_value")
def test_a_fall_of_the_morale_by_the_losses_does_not_change_the_result() -> None:
    # 4 + 4 against Abdurrahman, wounded (3), and azabs (3): 4 + 2 = 6, one loss at TMS 4. His death lowers the TMS
    # to 3, and 6 would then have been two losses: but there is only the one.
    position = siege().unit("abdurrahman", "vizivaros", wounded=True).officers(abdurrahman=3)
    position.breach("vizivaros", "kaiserlich_1", "kaiserlich_2").go("imperial").roll(4)
    table = position.start().choose(*STORM).choose("hit", "unit:abdurrahman")
    assert table.level("tms") == 3
    assert table.prompt == "go_imperial"
    assert health(table, "azab_1") == "full"


@rule("assault.tms_zero")
@pytest.mark.parametrize(
    ("die", "foot", "azabs"), [(1, "lost", "full"), (2, "full", "dead"), (3, "full", "dead")], ids=["-1", "0", "1"]
)
def test_at_morale_zero_every_result_is_double(die: int, foot: str, azabs: str) -> None:
    # Foot (4) against azabs (3 + 3): modifier -2, so the die gives -1, 0 and 1.
    position = siege().wall("vizivaros", "azab_2").breach("vizivaros", "kaiserlich_1").set(rushed=True)
    table = position.levels(tms=0).go("imperial").roll(die).start().choose(*STORM)
    if table.asked == "ottoman":
        table.choose("hit", "unit:azab_1").choose("hit", "unit:azab_1")
    assert table.prompt == "go_imperial"
    assert health(table, "kaiserlich_1") == foot
    assert health(table, "azab_1") == azabs
    assert health(table, "azab_2") == "full"


# ---------------------------------------------------------------------- afterwards


@rule("assault.no_capture")
@pytest.mark.parametrize("die", [3, 4], ids=["failure", "success"])
def test_while_a_defender_is_left_the_attackers_stay_in_their_breaches(die: int) -> None:
    table = even_fight().roll(die).start().choose(*STORM)
    assert table.at("kaiserlich_1") == "breaches:vizivaros"
    assert table.at("janissary_3") == "vizivaros"


@rule("assault.one_exchange")
def test_an_assault_is_one_roll_and_the_next_one_another_action() -> None:
    table = even_fight().go("imperial", actions=2).roll(3, 6, 6).start().choose(*STORM)
    assert (table.script_left(), table.state.actions) == (2, 1)
    table.choose(*STORM)
    assert (table.script_left(), table.state.actions) == (1, 0)
    assert table.refused(*STORM) == "round.initiative.odd"  # no action left


@rule("assault.sequence")
def test_an_assault_runs_in_order() -> None:
    # Charles and foot (5 + 4) against azabs (3 + 3): with Abdurrahman (6) from the Vienna Gate -3, with a boost -2.
    # 5 - 2 = 3 fails against TMS 4.
    position = siege().wall("vizivaros", "azab_2").wall("becsi_kapu", "abdurrahman")
    position.breach("vizivaros", "charles", "kaiserlich_1").go("imperial").roll(5)
    table = position.start().choose(*STORM)
    assert (table.asked, table.prompt) == ("ottoman", "rush")
    table.choose("rush")
    assert (table.asked, table.prompt, table.at("abdurrahman")) == ("imperial", "boost", "vizivaros")
    assert table.script_left() == 1  # nothing is rolled before the boosts are announced
    table.choose("boost", "unit:charles", "unit:kaiserlich_1")
    assert table.last("fight")[:3] == (-2, 3, 4)
    assert (table.asked, table.prompt) == ("imperial", "take_loss")


# ---------------------------------------------------------------------- Abdurrahman


def storm_with_abdurrahman(at: str, *dice: int, tms: int = 4) -> Table:
    """Foot (4 + 4) storms Víziváros, held by azabs (3), while Abdurrahman is elsewhere; announced, not rolled yet."""
    position = siege().wall(at, "abdurrahman").breach("vizivaros", "kaiserlich_1", "kaiserlich_2").levels(tms=tms)
    return position.go("imperial", actions=2).roll(*dice).start().choose(*STORM)


@rule("assault.abdurrahman.move")
def test_before_the_roll_abdurrahman_may_be_sent_to_the_attacked_wall() -> None:
    table = storm_with_abdurrahman("becsi_kapu", 3)
    assert (table.asked, table.prompt, table.script_left()) == ("ottoman", "rush", 1)
    table.choose("stay")
    assert table.at("abdurrahman") == "becsi_kapu"
    table = storm_with_abdurrahman("becsi_kapu", 3).choose("rush")
    assert table.at("abdurrahman") == "vizivaros"


@rule("assault.abdurrahman.once")
def test_abdurrahman_tries_once_a_round_even_if_the_try_fails() -> None:
    table = storm_with_abdurrahman("nagyrondella", 4, 1, 1).choose("rush")  # 4 is not above the TMS
    assert table.at("abdurrahman") == "nagyrondella"
    table.choose(*STORM)  # nobody is asked: 1 + 8 - 1 = 8 removes the azabs, whom the first assault has wounded
    assert (table.prompt, table.script_left()) == ("go_imperial", 0)


@rule("assault.abdurrahman.once")
def test_abdurrahman_may_try_again_in_the_next_round_or_after_staying() -> None:
    table = even_fight().counters(7, 2).roll(3).start()  # in even_fight he has had his try
    table.choose("end")
    assert table.choose(*STORM).prompt == "rush"
    table.choose("stay")
    assert not table.state.rushed


@rule("assault.abdurrahman.adjacent")
@pytest.mark.parametrize("near", ["becsi_kapu", "palota"])
def test_from_next_door_abdurrahman_arrives_without_a_roll(near: str) -> None:
    # 4 + 4 against 3 + 6: 6 - 1 = 5, one loss. The only die is that of the fight.
    table = storm_with_abdurrahman(near, 6, tms=4).choose("rush")
    assert table.at("abdurrahman") == "vizivaros"
    assert table.last("fight")[:3] == (-1, 5, 4)


@rule("assault.abdurrahman.far")
@pytest.mark.parametrize(("tms", "die", "place"), [(4, 4, "kozepso"), (4, 5, "vizivaros"), (2, 3, "vizivaros")])
def test_from_farther_away_abdurrahman_needs_a_roll_above_the_morale(tms: int, die: int, place: str) -> None:
    # The middle zone does not touch Víziváros.
    table = storm_with_abdurrahman("kozepso", die, 3, tms=tms).choose("rush")
    assert table.at("abdurrahman") == place


@rule("assault.abdurrahman.counts")
@pytest.mark.parametrize(("wounded", "modifier"), [(False, -1), (True, 2)])
def test_abdurrahman_defends_with_his_value_and_stays(wounded: bool, modifier: int) -> None:
    # 4 + 4 against azabs (3) and Abdurrahman (6, wounded 3).
    position = siege().unit("abdurrahman", "becsi_kapu", wounded=wounded).officers(abdurrahman=3)
    position.breach("vizivaros", "kaiserlich_1", "kaiserlich_2").go("imperial").roll(2)
    table = position.start().choose(*STORM).choose("rush")
    assert table.last("fight")[0] == modifier
    assert table.at("abdurrahman") == "vizivaros"


@rule("assault.abdurrahman.counts")
@pytest.mark.parametrize("die", [5, 1])
def test_abdurrahman_stays_in_the_wall_when_the_assault_and_the_round_are_over(die: int) -> None:
    # Foot (4 + 4) against azabs and Abdurrahman (3 + 6): 5 - 1 = 4 costs the Ottomans a loss, 1 - 1 = 0 the foot two.
    table = storm_with_abdurrahman("becsi_kapu", die).choose("rush")
    while table.prompt == "take_loss":
        table.choose("hit", "unit:azab_1" if table.asked == "ottoman" else "unit:kaiserlich_1")
    assert (table.prompt, table.at("abdurrahman")) == ("go_imperial", "vizivaros")
    table.counters(9, 4).choose("end")
    assert (table.state.round, table.at("abdurrahman")) == (1, "vizivaros")


@rule("assault.abdurrahman.capacity")
def test_abdurrahman_does_not_move_into_a_full_wall() -> None:
    # The palace holds two units.
    position = siege().wall("palota", "azab_2").breach("palota", "bavarian_1").go("imperial").roll(3)
    table = position.start().choose("assault", "zone:palota")
    assert table.prompt != "rush"
    assert table.script_left() == 0
    assert table.at("abdurrahman") == "kozepso"


@rule("assault.abdurrahman.free")
def test_the_move_costs_abdurrahman_nothing() -> None:
    # It is the imperial go with the imperial initiative, and he has no officer value left.
    position = siege().wall("becsi_kapu", "abdurrahman").officers(abdurrahman=0).breach("vizivaros", "kaiserlich_1")
    table = position.draw().counters(9, 4).roll(5).start().choose(*STORM).choose("rush")
    assert table.at("abdurrahman") == "vizivaros"
    table = storm_with_abdurrahman("becsi_kapu", 6).choose("rush")
    assert table.officer("abdurrahman") == 6


@rule("assault.abdurrahman.free")
def test_the_move_leaves_the_ottomans_their_action() -> None:
    position = siege().wall("becsi_kapu", "abdurrahman").breach("vizivaros", "kaiserlich_1")
    table = position.draw().counters(9, 4).roll(5).start().choose(*STORM).choose("rush")
    table.choose("end")
    assert (table.asked, table.state.actions) == ("ottoman", 1)


@rule("assault.abdurrahman.castle_fight")
@pytest.mark.parametrize("target", ["kozepso", "esztergomi_rondella"])
def test_abdurrahman_may_move_in_before_a_castle_fight_too(target: str) -> None:
    # Foot in the Vienna Gate attacks next door; Abdurrahman is in the Fehérvár Rondella, next door on the other side.
    position = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1").wall("fehervari_rondella", "abdurrahman")
    table = position.go("imperial").roll(1).start().choose("castle", f"zone:{target}")
    assert (table.asked, table.prompt, table.script_left()) == ("ottoman", "rush", 1)
    table.choose("rush")
    assert table.at("abdurrahman") == target


@rule("assault.abdurrahman.vacate")
def test_a_wall_that_abdurrahman_leaves_empty_falls_before_the_assault_goes_on() -> None:
    position = siege().wall("palota", "abdurrahman").wall("nagyrondella", "sipahi_2").breach("palota", "bavarian_1")
    position.breach("vizivaros", "charles", "kaiserlich_1").go("imperial").roll(6)
    table = position.start().choose(*STORM).choose("rush")
    assert (table.prompt, table.script_left()) == ("boost", 1)  # the assault has not been rolled for
    assert table.at("abdurrahman") == "vizivaros"
    assert table.at("bavarian_1") == "palota"
