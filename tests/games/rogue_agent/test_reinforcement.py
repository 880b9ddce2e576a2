"""Reinforcement, and the slots of informants."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.games.rogue_agent.pack import SEATS
from tests.citing import rule
from tests.games.rogue_agent.rain_city import PACK, Table, city


@rule(
    "reinforce.cost",
    "reinforce.top",
    "reinforce.two_own",
    "reinforce.ends_turn",
    "comp.tile.slots",
    "reinforce.police_ok",
)
def test_an_informant_takes_the_uppermost_empty_slot_also_beside_the_police() -> None:
    position = city().at(purple="district_3").set(police="district_3").informants("district_3", "purple").turn()
    table = position.start().choose("reinforce")
    assert table.slots("district_3") == ["purple", "purple"]
    assert (table.credits("purple"), table.state.stock[0], table.asked) == (2, 5, "yellow")


@rule("reinforce.no_slot", "reinforce.no_informant", "reinforce.cost", "destroy.side")
def test_when_there_is_no_reinforcement() -> None:
    full = city().at(purple="district_3").informants("district_3", "yellow", "grey").turn().start()
    assert full.refused("reinforce") == "reinforce.no_slot"
    assert city().turn().start().refused("reinforce") == "reinforce.no_slot"  # the headquarters has none
    none = city().at(purple="district_3").set(stock={"purple": 0}).turn().start()
    assert none.refused("reinforce") == "reinforce.no_informant"
    poor = city().at(purple="district_3").set(credits={"purple": 1}).turn().start()
    assert poor.refused("reinforce") == "reinforce.cost"
    burnt = city("android-3p").androids("yellow").at(purple="gunsmith").set(burnt=["gunsmith"]).turn().start()
    assert burnt.refused("reinforce") == "reinforce.no_slot"


def halves(table: Table, tile: str) -> list[str]:
    """Who holds the upper and the lower slot of a tile; '' is empty."""
    at = 2 * PACK.tile_keys.index(tile)
    return ["" if owner == NONE else SEATS[owner] for owner in table.state.slot[at : at + 2]]


@rule("reinforce.top")
def test_the_first_informant_takes_the_upper_slot_and_the_second_the_lower() -> None:
    alone = city().at(purple="district_3").turn().start().choose("reinforce")
    assert halves(alone, "district_3") == ["purple", ""]
    second = city().at(purple="district_3").informants("district_3", "yellow").turn().start().choose("reinforce")
    assert halves(second, "district_3") == ["yellow", "purple"]


@rule("informant.shift_up", "city.assassin.task_informant")
def test_the_lower_informant_moves_into_the_upper_slot() -> None:
    # The assassin acts in the gunsmith's first, and then goes on to district 3, where it acts again.
    position = (
        city().informants("gunsmith", "grey", "purple").informants("district_3", "yellow").assassin(1, "gunsmith")
    )
    table = position.set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert halves(table, "gunsmith") == ["purple", ""]
    assert halves(table, "district_3") == ["", ""]
