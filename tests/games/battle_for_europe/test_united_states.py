"""The United States: their entry, their box, the crossing to Britain, and what they never do."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import means
from sandtable.games.battle_for_europe.flow import war as declarations
from sandtable.games.battle_for_europe.pack import USA
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import NATION, WARS, american, in_the_axis, nation
from tests.games.battle_for_europe.war import War, war

AGAINST_ITALY: dict[str, Json] = {"italy": ["britain", "france"], "britain": ["italy"], "france": ["italy"]}


@rule("usa.enter", "usa.hpp_before")
def test_the_united_states_declare_war_on_what_is_left_of_the_axis() -> None:
    """Germany has fallen: Italy is the Axis if it fights on as its ally, but not if it stayed neutral."""

    def refusal(setting: War) -> str | None:
        g = at_first(setting.season("1942_summer").hpp(usa=20).set(opening={"usa": 20}))
        return declarations.may_not_declare(g, means.known(g), NATION["usa"], NATION["italy"])

    alone = in_the_axis().set(fallen=["germany"], at_war_with=WARS | {"germany": []} | AGAINST_ITALY)
    assert refusal(alone) is None
    neutral = war("full_war_a").set(fallen=["germany"], at_war_with={"germany": [], "britain": [], "france": []})
    assert refusal(neutral) == refusal(in_the_axis()) == "usa.hpp_before"


@rule("usa.enter_no_attack", "war.must_follow", "war.must_follow_enforced")
def test_only_the_entry_of_the_united_states_needs_no_attack() -> None:
    """No American unit reaches Vichy France: in a war already the United States cannot declare war on it."""
    wars: dict[str, Json] = {"usa": ["germany", "italy"], "germany": ["usa", "britain"], "italy": ["usa", "britain"]}
    entered = american().set(alliance={"usa": "allies"}, at_war_with=wars).start()
    assert entered.refused("declare", "nation:vichy_france") == "war.must_follow_enforced"
    assert american().start().offers("declare", "nation:germany")


@rule("usa.enter_side")
def test_america_does_not_fight_a_neutral_italy() -> None:
    setting = war("full_war_a", 5).season("1942_summer").phase("fighting", 1, 2).hpp(usa=40).set(opening={"usa": 40})
    table = setting.stack("berlin", germany={"infantry": 1}).start()
    while not table.offers("declare", "nation:germany"):
        table.choose("stand_by")
    table.choose("declare", "nation:germany")
    assert table.state.at_war(nation("usa"), nation("germany")) and not table.state.at_war(
        nation("usa"), nation("italy")
    )


@rule("usa.no_axis_declaration")
@pytest.mark.parametrize(("power", "acting"), [("germany", 0), ("italy", 1)])
def test_no_axis_power_declares_war_on_the_united_states(power: str, acting: int) -> None:
    setting = war("full_war_a", 5).season("1942_summer").phase("fighting", 0, acting)
    setting = setting.stack("rome" if power == "italy" else "berlin", **{power: {"infantry": 1, "aircraft": 1}})
    table = setting.start()
    assert table.asked == power and table.refused("declare", "nation:usa") == "usa.no_axis_declaration"


@rule("usa.first_to_britain", "strat.distance")
def test_american_land_units_and_aircraft_may_go_on_to_london_at_once() -> None:
    position = war("bagration_overlord").phase("transferring", 0, 2).stack("usa", usa={"infantry": 1, "fleet": 1})
    table = position.start().choose("transfer", "kind:usa_infantry", "area:usa")
    assert table.offers("to", "area:london") and table.offers("to", "area:plymouth")
    table.choose("to", "area:london")
    assert table.count("london", "usa_infantry") == 1
    table.choose("transfer", "kind:usa_fleet", "area:usa")
    assert table.refused("to", "area:london") == "map.coast.port"


@rule("usa.first_to_britain", "strat.no_neutral_enemy")
def test_nobody_comes_to_london_when_the_enemy_holds_all_around_it() -> None:
    position = war("bagration_overlord").phase("transferring", 0, 2).stack("usa", usa={"infantry": 1})
    table = position.held("germany", "dover", "plymouth", "manchester").start()
    table.choose("transfer", "kind:usa_infantry", "area:usa")
    assert table.offers("to", "area:liverpool") and not table.offers("to", "area:london")


@rule("usa.first_to_britain", "nc.transport")
def test_american_fleets_carry_nobody_before_they_have_come_to_britain() -> None:
    setting = war("bagration_overlord").season("1944_spring").phase("moving", 0, 2).held("usa", "casablanca")
    setting = setting.stack("usa", usa={"fleet": 1}).stack("plymouth", usa={"infantry": 1})
    assert setting.start().refused("ship", "area:plymouth") == "usa.first_to_britain"
    assert setting.stack("plymouth", usa={"infantry": 1, "fleet": 1}).start().offers("ship", "area:plymouth")


@rule("usa.ocean_four")
def test_four_american_units_cross_the_ocean_in_every_turn() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("opening").set(crossed=4)
    table = setting.hpp(usa=0).stack("usa", usa={"infantry": 1}).stack("london", usa={"infantry": 1}).start()
    while table.prompt != "phase_four":
        table.choose("stand_by" if table.prompt == "phase_one" else "done")
    assert table.offers("transfer", "kind:usa_infantry", "area:usa")


@rule("usa.onward", "usa.first_to_britain")
def test_american_aircraft_do_not_hop_on_to_the_continent_with_the_crossing() -> None:
    setting = (
        war("bagration_overlord").phase("transferring", 0, 2).held("usa", "calais").stack("usa", usa={"aircraft": 1})
    )
    table = setting.start().choose("transfer", "kind:usa_aircraft", "area:usa")
    assert table.offers("to", "area:dover") and table.refused("to", "area:calais") == "usa.first_to_britain"
    table.choose("to", "area:dover").choose("transfer", "kind:usa_aircraft", "area:dover").choose("to", "area:calais")
    assert table.state.transfers[USA] == 2 and table.state.crossed == 1


@rule("usa.britain_fallen", "usa.bridgehead_two")
def test_from_the_box_units_come_only_to_ports_that_the_united_states_hold() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("transferring", 0, 1).set(fallen=["britain"])
    setting = setting.held("usa", "brest").stack("usa", usa={"infantry": 2}).stack("leningrad", ussr={"infantry": 1})
    table = setting.start().choose("transfer", "kind:usa_infantry", "area:usa")
    assert table.offers("to", "area:brest") and not table.offers("to", "area:krasnodar")
    assert table.refused("to", "area:krasnodar") == "usa.britain_fallen"


@rule("usa.bridgehead_two", "usa.bridgehead_escort")
def test_from_the_box_units_come_to_the_coast_of_a_bridgehead_and_not_inland() -> None:
    """Britain has fallen; Brest and Paris are American."""
    setting = war("bagration_overlord").phase("transferring", 0, 1).season("1944_spring").set(fallen=["britain"])
    setting = setting.stack("usa", usa={"infantry": 1}).held("usa", "brest", "paris")
    table = setting.stack("brest", usa={"infantry": 1}).start().choose("transfer", "kind:usa_infantry", "area:usa")
    assert table.count("brest", "usa_infantry") == 2 or table.offers("to", "area:brest")
    assert not table.offers("to", "area:paris")
