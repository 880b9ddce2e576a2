"""Akciók: what all actions have in common."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import IMPERIALS, Siege, Table, siege


def fighting_everywhere() -> Siege:
    """The imperials hold the Vienna Gate and stand in a breach of Víziváros: every action has a target."""
    return siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_3").breach("vizivaros", "kaiserlich_1")


@rule("action.list.imperial")
def test_the_imperials_have_five_actions() -> None:
    table = fighting_everywhere().go("imperial").start()
    mining = {"raise_cas", "spring"}
    assert table.verbs() - {"move", "end"} == {"artillery", "assault", "castle", "entrench"} | mining
    assert table.refused("bombard") == "action.list.imperial"
    assert table.refused("countermine", "zone:vizivaros") == "countermine.ottoman_only"
    assert table.refused("sortie", "unit:azab_1") == "sortie.ottoman_only"


@rule("action.list.ottoman")
def test_the_ottomans_have_five_actions() -> None:
    table = fighting_everywhere().go("ottoman").start()
    assert table.verbs() - {"end"} == {"bombard", "countermine", "sortie", "castle", "entrench"}
    assert table.refused("artillery", "zone:vizivaros") == "action.list.ottoman"
    assert table.refused("raise_cas") == "action.list.ottoman"
    assert table.refused("spring", "zone:vizivaros") == "action.list.ottoman"
    assert table.refused("assault", "zone:vizivaros") == "assault.imperial_only"


@rule("action.procedure")
def test_kind_and_zone_are_named_first_then_special_actions_and_only_then_the_die_falls() -> None:
    table = siege().go("imperial").roll(4).start()
    table.refused("artillery")  # not without a zone
    table.choose("artillery", "zone:vizivaros")
    assert (table.asked, table.prompt) == ("ottoman", "disturb")
    assert table.script_left() == 1  # the die is still in the hand when Abdurrahman's help is announced
    table.choose("aid")
    assert table.script_left() == 0
    assert table.officer("abdurrahman") == 5
    assert table.at("kaiserlich_1") == "felheviz"  # 4 + 1 is above the CTS of 4


@rule("action.modified_roll")
def test_a_modified_roll_may_be_below_one() -> None:
    # One imperial unit in a breach, nobody in the camps before it: 1 - 1 = 0, less than 1.
    position = siege().breach("fehervari_rondella", "saxon").wall("felheviz", "kaiserlich_3")
    table = position.go("ottoman", actions=2).roll(1).start()
    table.choose("sortie", "unit:azab_2")
    assert table.wounded("azab_2")


@rule("action.modified_roll")
def test_a_modified_roll_may_be_above_six() -> None:
    # 4 + 4 against 3 in Víziváros: 3 + 5 = 8 is twice the TMS of 4; a result of at most 6 would be one loss.
    position = siege().breach("vizivaros", "kaiserlich_1", "kaiserlich_2").set(rushed=True)
    table = position.go("imperial").roll(3).start()
    table.choose("assault", "zone:vizivaros")
    assert table.at("azab_1") == "dead"


@rule("action.no_limit")
def test_the_same_action_may_hit_the_same_zone_again_and_again() -> None:
    table = siege().officers(abdurrahman=0).go("imperial", actions=3).roll(6, 5, 6).start()
    for _ in range(3):
        table.choose("artillery", "zone:vizivaros")
    assert table.script_left() == 0
    assert table.refused("artillery", "zone:vizivaros") == "round.initiative.odd"  # no action left

    table = siege().go("ottoman", actions=3).roll(6, 5).start()
    table.choose("bombard").choose("bombard")
    assert table.script_left() == 0
    assert table.offers("bombard")


@rule("action.no_empty_action")
def test_a_hopeless_action_is_allowed() -> None:
    # Charles and three foot in Felhévíz: a sortie from Víziváros reaches 6 - 4 = 2 at most, never above CMS 4.
    table = siege().wall("felheviz", "kaiserlich_3").go("ottoman").start()
    assert table.offers("sortie", "unit:azab_1")
    # The Saxons, wounded (2), against terrain 3 and 3 + 4: 6 - 8 = -2 at best.
    position = siege().unit("saxon", "breaches:palota", wounded=True).wall("palota", "janissary_3")
    assert position.go("imperial").start().offers("assault", "zone:palota")


@rule("action.no_empty_action")
def test_an_action_whose_preconditions_fail_is_refused() -> None:
    table = siege().levels(cas=5).go("imperial").start()
    assert table.refused("raise_cas") == "mining.raise_max"
    assert table.refused("assault", "zone:vizivaros") == "assault.precondition"
    table = siege().levels(cts=1).go("ottoman").start()
    assert table.refused("bombard") == "artillery.ottoman.useful"
    assert table.refused("sortie", "unit:azab_1") == "sortie.useful"


@rule("action.no_empty_action")
def test_a_player_without_an_allowed_action_passes() -> None:
    # No imperial unit on the map and no room to dig on: nothing is left but to pass, and the Ottomans are asked.
    table = siege().wall("lost", *IMPERIALS).levels(cas=5).draw().counters(9, 2).start()
    assert table.asked == "ottoman"
    assert [line.args for line in table.told("go")] == [("side:imperial", 1), ("side:ottoman", 1)]


# ---------------------------------------------------------------------- who applies losses


def two_azabs_attacked(losses: str, die: int) -> Table:
    """Two azab units (3 + 3) in Víziváros against two foot (4 + 4): modifier +2, so 2 is a success and 1 a failure."""
    position = siege().wall("vizivaros", "azab_2").breach("vizivaros", "kaiserlich_1", "kaiserlich_2")
    table = position.set(rushed=True).option(losses=losses).go("imperial").roll(die).start()
    return table.choose("assault", "zone:vizivaros")


@rule("action.actor_applies")
@pytest.mark.parametrize(("losses", "chooser"), [("actor_losses", "imperial"), ("owner_losses", "ottoman")])
def test_with_the_option_the_acting_player_picks_the_enemy_unit(losses: str, chooser: str) -> None:
    table = two_azabs_attacked(losses, 2)
    assert table.asked == chooser
    assert table.choices == [("hit", "unit:azab_1"), ("hit", "unit:azab_2")]
    table.choose("hit", "unit:azab_2")
    assert (table.wounded("azab_1"), table.wounded("azab_2")) == (False, True)


@rule("action.actor_applies")
def test_with_the_option_the_acting_player_picks_his_own_unit_if_he_fails() -> None:
    table = two_azabs_attacked("actor_losses", 1)
    assert table.asked == "imperial"
    assert table.choices == [("hit", "unit:kaiserlich_1"), ("hit", "unit:kaiserlich_2")]


@rule("action.actor_applies")
@pytest.mark.parametrize(("losses", "chooser"), [("actor_losses", "ottoman"), ("owner_losses", "imperial")])
def test_with_the_option_an_acting_ottoman_picks_the_imperial_unit(losses: str, chooser: str) -> None:
    # Janissaries (4 + 4) out of the middle zone against foot (4 + 4) in the Vienna Gate: 4 + 0 against CMS 4.
    position = siege().wall("nagyrondella", "abdurrahman").wall("kozepso", "janissary_2").gone("sipahi_1")
    position.wall("becsi_kapu", "kaiserlich_1", "kaiserlich_2").option(losses=losses)
    table = position.go("ottoman", actions=2).roll(4).start().choose("castle", "zone:becsi_kapu")
    table.choose("join", "unit:janissary_1").choose("join", "unit:janissary_2")
    assert table.asked == chooser
    assert table.choices == [("hit", "unit:kaiserlich_1"), ("hit", "unit:kaiserlich_2")]
