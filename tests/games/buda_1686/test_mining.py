"""② Aknázás: dig on, or spring the mine."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, siege


def mine(cas: int = 3, actions: int = 1) -> Siege:
    """An imperial go with the mines dug so far."""
    return siege().levels(cas=cas).go("imperial", actions)


@rule("mining.choice")
def test_a_mining_action_raises_the_level_or_springs_a_mine() -> None:
    table = mine(3).start().choose("raise_cas")
    assert table.level("cas") == 4
    assert table.refused("spring", "zone:vizivaros") == "round.initiative.odd"  # that was the action
    table = mine(3).roll(3).start().choose("spring", "zone:esztergomi_rondella")
    assert table.at("kaiserlich_3") == "breaches:esztergomi_rondella"
    assert table.refused("raise_cas") == "round.initiative.odd"


@rule("mining.raise")
@pytest.mark.parametrize("cas", [1, 2, 3, 4])
def test_digging_on_raises_the_mining_level_by_one_without_a_roll(cas: int) -> None:
    table = mine(cas).start().choose("raise_cas")  # the script is empty: a roll would fail
    assert table.level("cas") == cas + 1
    assert table.state.actions == 0


@rule("mining.raise_max")
def test_the_mining_level_never_rises_above_five() -> None:
    table = mine(4, actions=2).start().choose("raise_cas")
    assert table.level("cas") == 5
    assert table.refused("raise_cas") == "mining.raise_max"


@rule("mining.spring.target")
def test_the_mine_is_sprung_under_one_wall() -> None:
    table = mine(3).roll(1).start()
    outer = ("vizivaros", "becsi_kapu", "esztergomi_rondella", "fehervari_rondella", "palota", "nagyrondella")
    assert [choice[1] for choice in table.choices if choice[0] == "spring"] == [f"zone:{wall}" for wall in outer]
    table.choose("spring", "zone:becsi_kapu").choose("enter", "unit:kaiserlich_1")
    assert table.at("kaiserlich_1") == "breaches:becsi_kapu"  # not in Víziváros, though Felhévíz is next to both


@rule("mining.spring.target_not_own")
def test_a_mine_is_sprung_under_enemy_or_empty_walls_only() -> None:
    table = mine().gone("sipahi_1", "azab_1").wall("becsi_kapu", "kaiserlich_3").start()
    assert table.refused("spring", "zone:becsi_kapu") == "mining.spring.target_not_own"
    assert table.offers("spring", "zone:vizivaros")  # empty
    assert table.offers("spring", "zone:palota")  # Ottoman


@rule("mining.spring.target_not_middle")
def test_no_mine_is_sprung_under_the_middle_zone() -> None:
    assert mine().start().refused("spring", "zone:kozepso") == "mining.spring.target_not_middle"


@rule("mining.spring.needs_unit")
def test_a_mine_needs_a_unit_in_a_camp_before_the_wall() -> None:
    position = mine().wall("varosmajor", "charles", "kaiserlich_1", "kaiserlich_2")
    assert position.start().refused("spring", "zone:vizivaros") == "mining.spring.needs_unit"
    assert position.wall("felheviz", "charles").start().offers("spring", "zone:vizivaros")


@rule("mining.spring.needs_breach")
def test_a_mine_needs_a_free_breach() -> None:
    # Two breaches at the Fehérvár Rondella, and kaiserlich_3 in Városmajor before it.
    position = mine().breach("fehervari_rondella", "saxon")
    assert position.start().offers("spring", "zone:fehervari_rondella")
    position.breach("fehervari_rondella", "bavarian_1")
    assert position.start().refused("spring", "zone:fehervari_rondella") == "mining.spring.needs_breach"


@rule("mining.spring.roll")
@pytest.mark.parametrize(
    ("cas", "die", "success"), [(1, 1, True), (1, 2, False), (3, 3, True), (3, 4, False), (5, 6, False)]
)
def test_a_roll_up_to_the_mining_level_succeeds(cas: int, die: int, success: bool) -> None:
    table = mine(cas).roll(die).start().choose("spring", "zone:esztergomi_rondella")
    assert (table.at("kaiserlich_3") == "breaches:esztergomi_rondella") == success


@rule("mining.spring.success")
def test_a_success_brings_one_unit_from_an_adjacent_camp_into_a_breach() -> None:
    table = mine().roll(1).start().choose("spring", "zone:becsi_kapu")
    near = {("enter", f"unit:{unit}") for unit in ("charles", "kaiserlich_1", "kaiserlich_2", "kaiserlich_3")}
    assert set(table.choices) == near
    table.choose("enter", "unit:kaiserlich_3")
    assert table.at("kaiserlich_3") == "breaches:becsi_kapu"
    assert [table.at(unit) for unit in ("charles", "kaiserlich_1", "kaiserlich_2")] == ["felheviz"] * 3


@rule("mining.spring.unit_choice")
def test_the_imperials_choose_who_enters_even_an_officer_but_cannot_decline() -> None:
    table = mine().roll(1).start().choose("spring", "zone:vizivaros")
    assert table.asked == "imperial"
    assert table.verbs() == {"enter"}
    table.choose("enter", "unit:charles")
    assert table.at("charles") == "breaches:vizivaros"


@rule("mining.spring.empty_wall")
def test_the_unit_that_enters_a_breach_of_an_empty_wall_takes_it() -> None:
    table = mine().gone("janissary_2").roll(1).start().choose("spring", "zone:esztergomi_rondella")
    assert table.at("kaiserlich_3") == "esztergomi_rondella"


@rule("mining.spring.fail_cms")
def test_every_failure_costs_morale_but_it_never_falls_below_one() -> None:
    table = mine(1, actions=3).levels(cms=3).roll(2, 2, 2).start()
    for expected in (2, 1, 1):
        table.choose("spring", "zone:esztergomi_rondella")
        assert table.level("cms") == expected


@rule("mining.no_entrench")
def test_no_entrenchment_stops_a_mine() -> None:
    table = mine(3).work("ottoman", "esztergomi_rondella", 2).roll(3).start()
    table.choose("spring", "zone:esztergomi_rondella")
    assert table.prompt == "go_imperial"  # the Ottomans were not asked
    assert table.at("kaiserlich_3") == "breaches:esztergomi_rondella"
    assert table.work("ottoman", "esztergomi_rondella") == 2


@rule("mining.no_abdurrahman")
@pytest.mark.parametrize("place", ["kozepso", "esztergomi_rondella"])
def test_abdurrahman_does_not_disturb_a_mine(place: str) -> None:
    table = mine(3).wall(place, "abdurrahman").roll(3).start()
    table.choose("spring", "zone:esztergomi_rondella")
    assert table.prompt == "go_imperial"  # the Ottomans were not asked
    assert table.at("kaiserlich_3") == "breaches:esztergomi_rondella"
    assert table.officer("abdurrahman") == 6


@rule("level.cas.min")
def test_the_mining_level_never_falls_below_one() -> None:
    # Counter-mining with 5 against CMS 4 succeeds; at level 2 it may lower the level, at level 1 it can only strike.
    table = siege().levels(cas=2).breach("vizivaros", "kaiserlich_1").go("ottoman", actions=3).roll(5, 5).start()
    table.choose("countermine", "zone:vizivaros").choose("lower_cas")
    assert table.level("cas") == 1
    table.choose("countermine", "zone:vizivaros")
    assert table.level("cas") == 1
    assert table.wounded("kaiserlich_1")
    table = mine(1).roll(6).start().choose("spring", "zone:vizivaros")
    assert table.level("cas") == 1
