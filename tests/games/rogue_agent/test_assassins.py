"""Assassins in the City phase: steps, tasks, and what stops them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.citing import rule
from tests.games.rogue_agent.rain_city import HOME, City, at_police, changed, city, city_phase, last_turn, night


@rule("city.assassin.android", "exposed.not_agent")
def test_assassins_do_not_see_androids() -> None:
    position = city("android-3p").androids("yellow").assassin(1, "gunsmith").at(**{**HOME, "yellow": "synthetics_lab"})
    table = position.set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    moves = [line.args for line in table.told("disc_moved")]
    assert moves == [("assassin:1", "tile:district_3")] and table.stamina("yellow") == 6


def killing(where: str = "synthetics_lab", **at: str) -> City:
    """An assassin is about to be activated; nobody else is near."""
    return (
        last_turn()
        .assassin(1, where)
        .at(**{"purple": "headquarters", "yellow": "headquarters", "grey": "headquarters", **at})
    )


@rule("city.assassin.step1", "city.assassin.stop_on_hit", "city.assassin.task_agents")
def test_a_task_where_it_stands_ends_the_activation() -> None:
    table = city_phase(killing(yellow="synthetics_lab", purple="district_4"))
    assert [table.stamina(seat) for seat in ("purple", "yellow")] == [6, 4]
    assert at_police(table) == []


@rule("city.assassin.step2", "city.assassin.step3", "city.assassin.step3_none")
def test_it_moves_once_and_once_more_towards_an_agent() -> None:
    table = city_phase(killing("gunsmith", yellow="synthetics_lab"))
    assert at_police(table) == [("assassin:1", "tile:district_3"), ("assassin:1", "tile:synthetics_lab")]
    assert table.stamina("yellow") == 4
    nobody = city_phase(killing("gunsmith"))
    assert at_police(nobody) == [("assassin:1", "tile:district_3")]
    behind = city_phase(last_turn().assassin(1, "fuel_station"))
    assert at_police(behind) == [("assassin:1", "tile:district_6")]  # there is no next location


@rule("city.assassin.step2_off")
def test_it_leaves_the_path() -> None:
    table = city_phase(last_turn().assassin(1, "district_6", end=True))
    assert next(line.args for line in table.told("returned")) == ("assassin:1",)


@rule("city.assassin.step3_safe", "city.assassin.safe_informants")
def test_agents_in_safe_places_draw_it_too() -> None:
    # From the lab over district 4 to the hospital, where Yellow is safe.
    table = city_phase(killing("synthetics_lab", yellow="hospital"))
    assert at_police(table)[-1] == ("assassin:1", "tile:hospital") and table.stamina("yellow") == 6


@rule("city.assassin.task_condition")
def test_no_task_beside_police_or_rampant_criminals() -> None:
    police = last_turn().assassin(1, "district_1").informants("district_1", "grey").at(yellow="district_1")
    table = city_phase(police)
    assert table.stamina("yellow") == 6 and table.slots("district_1") == ["grey"]
    criminal = killing("synthetics_lab", yellow="synthetics_lab").criminal(1, "district_3", "rook")
    # Criminal 1 walks into the lab first: the assassin flees to district 4 and then finds nobody there.
    assert city_phase(criminal).stamina("yellow") == 6
    defeated = killing(yellow="synthetics_lab").criminal(1, "synthetics_lab", "rook", "defeated")
    assert city_phase(defeated).stamina("yellow") == 4


@rule(
    "city.assassin.task_informant", "city.assassin.task_order", "city.assassin.informant_no_stop", "informant.shift_up"
)
def test_the_upper_informant_dies_after_the_losses_and_does_not_end_the_activation() -> None:
    position = killing("gunsmith", yellow="gunsmith").informants("gunsmith", "yellow", "grey")
    table = city_phase(position)
    assert table.stamina("yellow") == 5 and table.slots("gunsmith") == ["grey"]  # 2 − 1, then the informant
    empty = city_phase(killing("gunsmith").informants("gunsmith", "grey").informants("district_3", "grey", "yellow"))
    assert empty.slots("gunsmith") == [] and empty.slots("district_3") == ["yellow"]


@rule("city.assassin.task_minimum")
def test_a_loss_reduced_to_nothing_does_not_end_the_activation() -> None:
    position = killing("gunsmith", yellow="gunsmith").informants("gunsmith", "yellow", "yellow")
    table = city_phase(position)
    assert table.stamina("yellow") == 6 and at_police(table) == [("assassin:1", "tile:district_3")]


@rule("city.assassin.order")
def test_the_leader_chooses_the_order_of_assassins() -> None:
    table = city_phase(last_turn().assassin(1, "gunsmith").assassin(3, "district_4"))
    assert (table.asked, table.prompt) == ("purple", "city.assassin")
    assert table.refused("activate", "assassin:2") == "city.assassin.order"
    table.choose("activate", "assassin:3")
    assert [args[0] for args in at_police(table)][:2] == ["assassin:3", "assassin:1"]


@rule("city.assassin.step3", "city.assassin.step3_none")
def test_the_third_step_may_lead_to_the_end_of_the_path_and_not_beyond() -> None:
    table = night().assassin(1, "district_2").at(grey="district_6").freely().start().city_phase()
    assert table.disc("assassin-1") == "path-12" and table.stamina("grey") == 4
    end = night().assassin(1, "fuel_station").at(grey="gunsmith").freely().start().city_phase()
    assert end.disc("assassin-1") == "path-12" and end.stamina("grey") == 6


@rule("city.assassin.task_condition", "city.assassin.stop_on_hit", "city.assassin.step2")
@pytest.mark.parametrize("beside", ["police", "criminal"])
def test_a_task_that_is_not_carried_out_does_not_end_the_activation(beside: str) -> None:
    """From the gunsmith over district 3, where purple is spared, to the lab, where yellow is not."""
    position = night().assassin(1, "gunsmith").at(purple="district_3", yellow="synthetics_lab")
    if beside == "police":
        position.set(police="district_3")
    else:
        position.criminal(1, "gunsmith", "rook")  # it walks to district 3 before
    table = position.freely().start().city_phase()
    assert [table.stamina(seat) for seat in ("purple", "yellow")] == [6, 4] and table.disc("assassin-1") == "path-3"


@rule("city.assassin.safe_informants")
def test_a_safe_place_protects_the_agent_and_not_the_informant(tmp_path: Path) -> None:
    safe = changed(tmp_path, "ammunition_depot", 'shield = "none"', 'shield = "human"')
    position = city(game=safe).at(yellow="ammunition_depot").informants("ammunition_depot", "yellow", "grey")
    table = position.assassin(1, "ammunition_depot").set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert table.stamina("yellow") == 6 and table.slots("ammunition_depot") == ["grey"]


@rule("city.assassin.task_condition")
def test_an_assassin_that_comes_to_a_rampant_criminal_does_nothing_there() -> None:
    position = city().assassin(1, "gunsmith").criminal(1, "gunsmith", "rook").at(yellow="district_3")
    table = position.informants("district_3", "grey").set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    # The criminal has walked to district 3 first, and the assassin follows.
    assert ("assassin:1", "tile:district_3") in [line.args for line in table.told("disc_moved")]
    assert table.stamina("yellow") == 6 and table.slots("district_3") == ["grey"]


@rule("city.assassin.stop_on_hit")
def test_an_assassin_that_hurt_somebody_after_its_move_goes_no_further() -> None:
    position = city().assassin(1, "gunsmith").at(yellow="district_3", grey="synthetics_lab")
    table = position.set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert (table.stamina("yellow"), table.stamina("grey")) == (4, 6)
    assert [line.args for line in table.told("disc_moved")] == [("assassin:1", "tile:district_3")]


@rule("city.assassin.order", "time.leader")
def test_the_leader_chooses_whoever_had_the_last_turn() -> None:
    position = city().assassin(1, "gunsmith").assassin(2, "district_3")
    position.set(round=1, phase="assassins", seat="grey", leader="yellow", turns_left=0)
    table = position.set(to_act=["assassin-1", "assassin-2"]).start()
    assert (table.asked, table.prompt) == ("yellow", "city.assassin")


@rule("order.players", "city.assassin.task_agents")
def test_victims_of_an_assassin_come_clockwise_from_the_leader() -> None:
    position = city().at(purple="district_3", yellow="district_3", grey="district_3").assassin(1, "district_3")
    table = position.set(police="district_1").turn("yellow", leader="grey").start()
    table.match.script(None)
    table.choose("end")
    assert [line.args[0] for line in table.told("hurt")] == ["grey", "purple", "yellow"]
