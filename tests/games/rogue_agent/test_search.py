"""Searches: dice and rerolls, what symbols give, amplifies, and explosions held off."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.citing import rule
from tests.games.rogue_agent.rain_city import Table, black, changed, city, green, red, searching

# ---------------------------------------------------------------------- dice


@rule("search.roll", "comp.tile.search_icon", "comp.tile.data")
def test_the_dice_are_those_of_the_location() -> None:
    table = city().at(purple="district_1").turn().roll(1, 4, 4).start().choose("search")
    assert table.state.tray == 0b001_000_001 | 0b010_000_000  # one red, two black


@rule("search.reroll")
def test_any_of_the_dice_are_rolled_again_once() -> None:
    table = (
        city().at(purple="district_1").turn().roll(*red("weapon"), *black("ammo", "credit")).start().choose("search")
    )
    assert table.refused("reroll", "die:green-1") == "search.reroll"
    table.roll(*black("evidence", "evidence")).choose("reroll", "die:black-1", "die:black-2")
    assert table.prompt == "turn.order"  # no second time
    assert (table.level("purple", "evidence"), table.level("purple", "weapon")) == (6, 1)


@rule("search.scouting", "board.upgrade.agent")
@pytest.mark.parametrize(("agent", "rerolls"), [(1, 1), (2, 2)])
def test_scouting_gives_a_second_reroll(agent: int, rerolls: int) -> None:
    position = city().at(purple="gunsmith").tracks("purple", agent=agent).turn().roll(*red("weapon", "weapon"))
    table = position.start().choose("search")
    assert table.state.search.rerolls == rerolls
    table.roll(*red("weapon")).choose("reroll", "die:red-1")
    assert (table.prompt == "search.reroll") == (rerolls == 2)


@rule("search.reroll", "search.scouting")
def test_each_reroll_is_told_with_its_dice_and_its_rule() -> None:
    position = city().at(purple="gunsmith").tracks("purple", agent=2).turn().roll(*red("weapon", "weapon"))
    table = position.start().choose("search")
    table.roll(*red("weapon", "weapon")).choose("reroll", "die:red-1", "die:red-2")
    table.roll(*red("weapon")).choose("reroll", "die:red-1")
    told = [(line.args, line.rule) for line in table.match.lines(None) if line.key == "rerolled"]
    assert told == [(("purple", 2), "search.reroll"), (("purple", 1), "search.scouting")]


@rule("search.white", "search.white_groups")
def test_the_two_pairs_of_the_headquarters_differ_in_colour() -> None:
    table = city().turn().start().choose("search")
    assert {choice[1] for choice in table.choices} == {"colour:red", "colour:green", "colour:black"}
    table.choose("colour", "colour:black")
    assert table.refused("colour", "colour:black") == "search.white_groups"
    assert {choice[1] for choice in table.choices} == {"colour:red", "colour:green"}


@rule("search.needs_icon")
def test_a_place_without_search_icons_is_not_searched(tmp_path: Path) -> None:
    game = changed(tmp_path, "hospital", 'search = [{ colour = "green", n = 2 }]', "search = []")
    table = city(game=game).at(purple="hospital").turn().start()
    assert table.refused("search") == "search.needs_icon"


@rule("search.reroll")
def test_any_of_the_dice_of_the_search_are_rolled_again_and_no_others() -> None:
    table = city().at(purple="district_3").turn().roll(5, 5, 4).start().choose("search")
    assert table.refused("reroll", "die:red-1") == "search.reroll"
    assert table.refused("reroll", "die:black-2", "die:black-3") == "search.reroll"
    table.choose("reroll", "die:black-2")  # it shows the same as the first, of which alone the list speaks
    assert table.level("purple", "evidence") == 4 and table.level("purple", "ammo") == 4


@rule("search.reroll", "search.scouting", "effect.vocabulary")
def test_a_clock_that_forbids_rerolls_forbids_the_scouts_too() -> None:
    position = city().at(yellow="district_1").criminal(1, "district_5", "sparks", "open").tracks("yellow", agent=2)
    position.set(clocks={"yellow": {"1": 1}}).turn("yellow").roll(*red("weapon"), *black("evidence", "credit"))
    table = position.start().choose("search")
    assert table.prompt == "turn.order" and table.credits("yellow") == 6


@rule("search.needs_icon", "destroy.no_search", "destroy.side")
def test_nothing_is_found_on_a_destroyed_tile() -> None:
    position = city("android-3p").androids("yellow").at(purple="gunsmith").set(burnt=["gunsmith"]).turn()
    assert position.start().refused("search") == "destroy.no_search"


# ---------------------------------------------------------------------- symbols


@rule("search.resource", "search.upgrade", "search.patrol_car", "search.heal", "search.credit")
def test_what_symbols_give() -> None:
    table = searching("motor_pool", *green("fuel"), *black("credit"))
    assert (table.level("purple", "fuel"), table.credits("purple")) == (4, 6)
    table = searching("fuel_station", *green("car", "heal"), stamina=3)
    assert (table.level("purple", "car"), table.stamina("purple")) == (1, 4)
    table = searching("gunsmith", *red("weapon", "agent"))
    assert (table.level("purple", "weapon"), table.level("purple", "agent")) == (1, 1)


@rule("search.credit", "comp.credits.limit")
def test_credits_only_while_there_are_any() -> None:
    position = city().at(purple="district_3").set(credits={"purple": 4, "yellow": 10, "grey": 10}).turn()
    table = position.roll(*black("credit", "credit")).start().choose("search").choose("keep")
    assert table.credits("purple") == 5


@rule("search.order", "search.reroll")
def test_nothing_of_a_search_is_left_when_it_is_over() -> None:
    position = city().at(purple="district_3").informants("district_3", "purple").turn().roll(5, 5)
    table = position.start().choose("search").choose("keep")
    assert (table.state.search.informants, table.state.search.rerolls, table.state.tray) == (0, 0, 0)


# ---------------------------------------------------------------------- amplifies


@rule("search.amplify.double_symbol", "board.resource.cap")
def test_a_double_symbol_is_doubled_to_four() -> None:
    table = searching("district_1", *red("amplify"), *black("ammo", "evidence"), evidence=0)
    table.choose("double", "die:black-2")
    assert (table.level("purple", "evidence"), table.level("purple", "ammo")) == (4, 2)


@rule("search.amplify.useless")
def test_an_amplify_need_not_be_used() -> None:
    table = searching("district_4", *red("amplify", "weapon")).choose("resolve", "die:red-2")
    assert table.level("purple", "weapon") == 1 and table.prompt == "turn.order"


@rule("search.amplify.double_symbol", "search.credit")
def test_a_doubled_credit_symbol_gives_four_credits() -> None:
    position = city().at(purple="district_1").set(credits={"purple": 0}).roll(*red("amplify"), *black("credit", "ammo"))
    table = position.turn().start().choose("search").choose("keep").choose("double", "die:black-1")
    assert table.credits("purple") == 4


@rule("search.amplify.useless", "search.order")
def test_a_search_of_nothing_but_amplifies_is_over_at_once() -> None:
    table = (
        city().at(purple="district_4").turn().roll(*red("amplify", "amplify")).start().choose("search").choose("keep")
    )
    assert (table.prompt, table.state.tray, table.state.turn.actions) == ("turn.order", 0, 1)


def searched(*faces: int, **levels: int) -> Table:
    """Yellow has searched district 1, with one red and two black dice, and keeps what was rolled."""
    position = city().at(yellow="district_1").tracks("yellow", **levels).turn("yellow").roll(*faces)
    return position.start().choose("search").choose("keep")


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


# ---------------------------------------------------------------------- explosions


@rule("search.explosion", "search.order")
def test_an_explosion_costs_a_stamina() -> None:
    table = searching("district_4", *red("explosion", "weapon"))
    table.choose("suffer", "die:red-1")
    assert (table.stamina("purple"), table.level("purple", "weapon")) == (5, 1)


@rule("search.prevent.informant", "search.prevent.informant_own", "search.prevent.automatic")
def test_own_informants_ignore_explosions_and_those_of_others_do_not() -> None:
    for owners, left in ((("purple",), 5), (("purple", "purple"), 6), (("yellow", "grey"), 4)):
        position = city().at(purple="district_4").tracks("purple", ammo=0).informants("district_4", *owners).turn()
        table = position.roll(*red("explosion", "explosion")).start().choose("search").choose("keep")
        while table.prompt == "search.resolve":
            table.choose(*table.choices[0])
        assert table.stamina("purple") == left


@rule("search.prevent.automatic", "search.prevent.armour", "board.upgrade.agent")
def test_informants_come_before_armour_and_armour_works_once() -> None:
    position = (
        city().at(purple="district_1").tracks("purple", ammo=0, agent=4).informants("district_1", "purple").turn()
    )
    table = position.roll(*red("explosion"), *black("explosion", "explosion")).start().choose("search").choose("keep")
    ignored = [line.rule for line in table.told("explosion_ignored")]
    assert ignored == ["search.prevent.informant", "search.prevent.armour"] and table.stamina("purple") == 5


@rule("search.prevent.ammo", "search.ammo_found")
def test_ammo_found_before_ignores_a_later_explosion() -> None:
    table = searching("ammunition_depot", *black("explosion", "ammo"))
    assert table.refused("ammo", "die:black-1") == "search.prevent.ammo"
    table.choose("resolve", "die:black-2").choose("ammo", "die:black-1")
    assert (table.stamina("purple"), table.level("purple", "ammo")) == (6, 1)


@rule("search.prevent.amplify", "search.amplify.double", "search.amplify.one_per_die", "search.amplify.useless")
def test_an_amplify_is_used_once_for_one_thing() -> None:
    table = searching("district_1", *red("amplify"), *black("explosion", "credit"))
    assert table.refused("double", "die:black-1") == "search.amplify.useless"
    assert table.refused("resolve", "die:red-1") == "search.amplify.useless"
    table.choose("double", "die:black-2")
    assert table.credits("purple") == 8  # search.amplify.double_symbol
    assert table.stamina("purple") == 5  # nothing was left against the explosion


@rule("search.prevent.safe", "loc.safe.agent")
def test_a_safe_place_ignores_all_explosions() -> None:
    table = searching("hospital", *green("explosion", "explosion"))
    assert table.stamina("purple") == 6 and table.prompt == "turn.order"


@rule("search.upgrade_at_once")
def test_armour_gained_by_a_die_works_for_the_next() -> None:
    position = city().at(purple="district_4").tracks("purple", ammo=0, agent=3).turn().roll(*red("explosion", "agent"))
    table = position.start().choose("search").choose("keep")
    assert table.refused("resolve", "die:red-1") == "search.explosion"
    table.choose("resolve", "die:red-2")
    assert table.stamina("purple") == 6 and table.prompt == "turn.order"


@rule("search.explosion", "search.order", "search.prevent.ammo", "search.prevent.amplify")
def test_only_explosions_are_suffered_or_held_off() -> None:
    """A red amplify, a black explosion and black evidence in district 1."""
    position = city().at(purple="district_1").turn().roll(*red("amplify"), *black("explosion", "evidence"))
    table = position.start().choose("search").choose("keep")
    for verb in ("ammo", "amplify", "suffer"):
        assert table.refused(verb, "die:black-2") == "search.explosion"
    assert table.refused("resolve", "die:black-1") == "search.explosion"
    assert table.refused("double", "die:black-1") == "search.amplify.useless"
    assert {choice for choice in table.choices if choice[1] == "die:black-2"} == {
        ("resolve", "die:black-2"),
        ("double", "die:black-2"),
    }


@rule("search.alike", "search.order")
def test_explosions_are_alike_whatever_their_colour() -> None:
    """A red and a black explosion and black ammo, then black evidence twice, in district 1."""
    position = city().at(purple="district_1").turn()
    table = position.roll(*red("explosion"), *black("explosion", "ammo")).start().choose("search").choose("keep")
    assert table.offers("suffer", "die:red-1") and not table.offers("suffer", "die:black-1")
    for verb in ("suffer", "ammo"):
        assert table.refused(verb, "die:black-1") == "search.alike"
    table.choose("suffer", "die:red-1")
    assert table.offers("suffer", "die:black-1")  # now it is the first
    same = city().at(purple="district_1").turn().roll(*red("explosion"), *black("evidence", "evidence")).start()
    same.choose("search").choose("keep")
    assert same.refused("resolve", "die:black-2") == "search.alike"


@rule("search.prevent.safe", "search.prevent.automatic")
def test_in_a_safe_place_explosions_do_nothing_and_nothing_is_asked_about_them() -> None:
    position = city().at(purple="headquarters").turn().roll(*red("explosion", "explosion"), *green("car", "car"))
    table = position.start().choose("search")
    table.choose("colour", "colour:red").choose("colour", "colour:green").choose("keep")
    assert table.prompt == "turn.order" and table.level("purple", "car") == 2
    assert [line.rule for line in table.told("explosion_ignored")] == ["search.prevent.safe"] * 2
    position = city().at(purple="headquarters").turn().roll(*red("explosion", "amplify"), *green("car", "car"))
    asked = position.start().choose("search")
    asked.choose("colour", "colour:red").choose("colour", "colour:green").choose("keep")
    assert asked.prompt == "search.resolve" and asked.offers("resolve", "die:red-1")
    for verb in ("suffer", "ammo", "amplify"):
        assert asked.refused(verb, "die:red-1") == "search.prevent.automatic"


@rule("search.prevent.ammo", "search.prevent.amplify")
def test_the_report_says_by_what_an_explosion_was_ignored() -> None:
    position = city().at(purple="gunsmith").tracks("purple", ammo=1).turn().roll(*red("explosion", "amplify"))
    table = position.start().choose("search").choose("keep").choose("ammo", "die:red-1")
    assert table.told("explosion_ignored")[-1].rule == "search.prevent.ammo" and table.level("purple", "ammo") == 0
    position = city().at(purple="gunsmith").tracks("purple", ammo=1).turn().roll(*red("explosion", "amplify"))
    table = position.start().choose("search").choose("keep").choose("amplify", "die:red-1")
    assert table.told("explosion_ignored")[-1].rule == "search.prevent.amplify" and table.level("purple", "ammo") == 1


@rule("search.prevent.amplify", "search.explosion")
def test_an_amplify_holds_off_one_explosion_and_no_more() -> None:
    table = searched(*red("amplify"), *black("explosion", "explosion"), ammo=1).choose("amplify", "die:black-1")
    assert table.refused("amplify", "die:black-2") == "search.prevent.amplify"
    table.choose("suffer", "die:black-2")
    assert (table.stamina("yellow"), table.level("yellow", "ammo"), table.prompt) == (5, 1, "turn.order")


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


@rule("hospital.rest_of_effect", "hospital.turn_ends")
def test_dice_not_yet_resolved_are_lost_in_the_hospital() -> None:
    table = searching("district_4", *red("explosion", "weapon"), stamina=1).choose("suffer", "die:red-1")
    assert table.where("purple") == "hospital" and table.level("purple", "weapon") == 0 and table.asked == "yellow"
