"""Searches: what an amplify, armour and ammo do once and not twice."""

from __future__ import annotations

from tests.citing import rule
from tests.games.rogue_agent.rain_city import Table, black, city, red


def searched(*faces: int, **levels: int) -> Table:
    """Yellow has searched district 1, with one red and two black dice, and keeps what was rolled."""
    position = city().at(yellow="district_1").tracks("yellow", **levels).turn("yellow").roll(*faces)
    return position.start().choose("search").choose("keep")


@rule("search.prevent.amplify", "search.explosion")
def test_an_amplify_holds_off_one_explosion_and_no_more() -> None:
    table = searched(*red("amplify"), *black("explosion", "explosion"), ammo=1).choose("amplify", "die:black-1")
    assert table.refused("amplify", "die:black-2") == "search.prevent.amplify"
    table.choose("suffer", "die:black-2")
    assert (table.stamina("yellow"), table.level("yellow", "ammo"), table.prompt) == (5, 1, "turn.order")


@rule("search.amplify.double", "search.amplify.one_per_die")
def test_without_an_amplify_nothing_is_doubled() -> None:
    table = searched(*red("weapon"), *black("explosion", "ammo"), ammo=1)
    for die in ("red-1", "black-2"):
        assert table.refused("double", f"die:{die}") == "search.amplify.double"
    crossed = searched(*red("amplify"), *black("evidence", "ammo"), ammo=0, evidence=0).choose("double", "die:black-1")
    assert (crossed.level("yellow", "evidence"), crossed.level("yellow", "ammo")) == (4, 2)


@rule("search.amplify.double", "search.prevent.amplify", "search.amplify.useless")
def test_each_of_two_amplifies_is_used_for_itself() -> None:
    table = searched(*red("amplify"), *black("amplify", "explosion"), ammo=0).choose("amplify", "die:black-2")
    assert (table.stamina("yellow"), table.prompt) == (6, "turn.order")
    position = city().turn("yellow").tracks("yellow", ammo=0, evidence=0).start().choose("search")
    position.choose("colour", "colour:black").roll(*red("amplify", "amplify"), *black("evidence", "ammo"))
    both = position.choose("colour", "colour:red").choose("keep").choose("double", "die:black-1")
    both.choose("double", "die:black-2")
    assert (both.level("yellow", "evidence"), both.level("yellow", "ammo")) == (4, 4)


@rule("search.upgrade_at_once", "search.prevent.armour", "search.prevent.automatic")
def test_armour_found_after_an_explosion_was_held_off_helps_against_the_next() -> None:
    table = searched(*red("agent"), *black("explosion", "explosion"), ammo=1, agent=3).choose("ammo", "die:black-1")
    assert table.choose("resolve", "die:red-1").level("yellow", "agent") == 4
    assert (table.stamina("yellow"), table.level("yellow", "ammo"), table.prompt) == (6, 0, "turn.order")
    late = searched(*red("agent"), *black("explosion", "explosion"), ammo=0, agent=3).choose("suffer", "die:black-1")
    assert late.choose("resolve", "die:red-1").stamina("yellow") == 5


@rule("search.prevent.armour", "search.prevent.informant", "search.prevent.automatic")
def test_armour_helps_once_and_each_informant_once() -> None:
    bare = searched(*red("explosion"), *black("explosion", "explosion"), ammo=0, agent=4)
    assert (bare.stamina("yellow"), bare.prompt) == (4, "turn.order")
    position = city().at(yellow="district_1").informants("district_1", "yellow", "grey").turn("yellow")
    position.tracks("yellow", ammo=0, agent=4).roll(*red("explosion"), *black("explosion", "explosion"))
    assert position.start().choose("search").choose("keep").stamina("yellow") == 5


@rule("search.reroll", "search.scouting", "effect.vocabulary")
def test_a_clock_that_forbids_rerolls_forbids_the_scouts_too() -> None:
    position = city().at(yellow="district_1").criminal(1, "district_5", "sparks", "open").tracks("yellow", agent=2)
    position.set(clocks={"yellow": {"1": 1}}).turn("yellow").roll(*red("weapon"), *black("evidence", "credit"))
    table = position.start().choose("search")
    assert table.prompt == "turn.order" and table.credits("yellow") == 6
