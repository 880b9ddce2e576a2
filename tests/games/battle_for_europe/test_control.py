"""Control of areas: who takes them for whom, who keeps them, and what goes with a capital."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import NONE
from sandtable.games.battle_for_europe.flow import conquest
from sandtable.games.battle_for_europe.pack import BRITAIN, GERMANY
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import AREA, german_spring, in_spring, satellites_in_the_east
from tests.games.battle_for_europe.war import PACK, war


@rule("ctl.stays_without_garrison", "ctl.enter_empty")
def test_control_stays_when_the_captors_leave() -> None:
    setting = german_spring("bagration_overlord").season("1944_summer").phase("fighting", 1)
    setting = setting.stack("minsk", germany={"tank": 1}).stack("berlin", germany={"infantry": 1})
    table = setting.start().choose("enter", "area:smolensk").choose("send", "kind:germany_tank", "area:minsk")
    assert table.holder("smolensk") == "germany"
    table.choose("enter", "area:kursk").choose("send", "kind:germany_tank", "area:smolensk")
    assert table.units("smolensk") == [] and table.holder("smolensk") == "germany" == table.holder("kursk")


@rule("ctl.for_whom", "win.barb.axis")
def test_satellites_take_areas_for_germany_and_their_own_for_themselves() -> None:
    table = satellites_in_the_east().stack("helsinki", finland={"infantry": 2}).start()
    table.choose("enter", "area:leningrad").choose("send", "kind:finland_infantry", "area:helsinki")
    assert table.holder("leningrad") == "germany"
    moving = satellites_in_the_east().phase("moving", 0, 1).stack("helsinki", finland={"infantry": 2}).start()
    moving.choose("move", "area:helsinki").choose("go", "kind:finland_infantry", "area:leningrad", "number:one")
    assert moving.holder("leningrad") == "germany"
    home = satellites_in_the_east().held("ussr", "ploesti").stack("bucharest", romania={"infantry": 1}).start()
    home.choose("enter", "area:ploesti").choose("send", "kind:romania_infantry", "area:bucharest")
    assert home.holder("ploesti") == "romania"


@rule("ctl.for_whom", "war.neutral_power.victim_waits")
def test_a_country_that_stands_alone_takes_areas_for_itself() -> None:
    setting = in_spring("full_war_a").phase("moving", 1, 1).set(commander={"yugoslavia": "britain"})
    setting = setting.set(at_war_with={"italy": ["yugoslavia"], "yugoslavia": ["italy"]})
    table = setting.stack("zagreb", yugoslavia={"infantry": 1}).start()
    table.choose("move", "area:zagreb").choose("go", "kind:yugoslavia_infantry", "area:venice", "number:one")
    assert table.holder("venice") == "yugoslavia"


@rule("ctl.joint.disagree", "ctl.joint.tie")
@pytest.mark.parametrize(
    ("germans", "italians", "reserve", "holder"),
    [
        (2, 1, {"italy": 6}, "germany"),
        (1, 2, {"germany": 6}, "italy"),
        (1, 1, {"germany": 1}, "germany"),
        (1, 1, {"italy": 1}, "italy"),
        (1, 1, {}, "italy"),
    ],
)
def test_without_agreement_the_area_counts_first_then_the_board_then_the_leader(
    germans: int, italians: int, reserve: dict[str, int], holder: str
) -> None:
    setting = war("barbarossa", 4).season("1942_summer").phase("fighting", 0, 0).held("italy", "alexandria")
    setting = setting.stack("alexandria", germany={"infantry": germans}, italy={"infantry": italians})
    setting = setting.stack("milan", **{power: {"infantry": number} for power, number in reserve.items()})
    setting = setting.stack("cairo", britain={"infantry": 1}).roll(1, *(6,) * 5)
    table = setting.start().choose("attack", "area:cairo").choose("ally", "nation:germany").choose("yes")
    table.choose("force", "force:all").choose("hold", "nation:italy").choose("no")  # Italy leads and proposes itself
    assert table.holder("cairo") == holder


@rule("ctl.joint.disagree", "ctl.for_whom")
def test_without_agreement_satellites_count_for_germany() -> None:
    """One German and one Romanian beside two Italians: equal in the area; Germany has more units on the board."""
    setting = satellites_in_the_east().option(players=4).stack("berlin", germany={"infantry": 3})
    setting = setting.stack("jassy", germany={"infantry": 1}, italy={"infantry": 2}, romania={"infantry": 1})
    table = setting.stack("kiev", ussr={"infantry": 1}).roll(1, 6, 6, 6, 6).start()
    while not table.offers("attack", "area:kiev"):
        table.choose("stand_by")
    table.choose("attack", "area:kiev")
    while table.prompt != "hold":
        wanted = {"joint": "ally", "joint.agree": "yes", "force": "force"}[table.prompt]
        table.choose(*next(choice for choice in table.choices if choice[0] == wanted))
    table.choose("hold", "nation:italy").choose("no")
    assert table.holder("kiev") == "germany"


@rule("ctl.capital_recaptured")
def test_with_a_capital_go_areas_that_an_ally_of_the_loser_holds() -> None:
    setting = war("bagration_overlord").season("1944_summer").held("romania", "krakow").held("ussr", "brest_litovsk")
    setting = setting.stack("brest_litovsk", ussr={"infantry": 2}).stack("poznan", germany={"infantry": 1})
    table = setting.start().choose("enter", "area:warsaw").choose("send", "kind:ussr_infantry", "area:brest_litovsk")
    assert [table.holder(area) for area in ("warsaw", "krakow", "poznan")] == ["ussr", "ussr", "germany"]


@rule("ctl.capital_recaptured")
def test_areas_with_aircraft_or_ships_of_the_loser_do_not_change_hands_with_the_capital() -> None:
    setting = war().season("1940_spring").held("germany", "oslo", "bergen", "narvik").set(fallen=["norway"])
    g = at_first(setting.stack("bergen", germany={"fleet": 1}))
    conquest.changes_hands(g, PACK.nation_keys.index("norway"), GERMANY, BRITAIN)
    assert g.control[AREA["bergen"]] == GERMANY and g.control[AREA["narvik"]] == BRITAIN


@rule("ctl.capital_recaptured")
def test_areas_that_others_than_the_losing_side_hold_do_not_change_hands_with_the_capital() -> None:
    """Germany loses fallen Paris to the Americans: what Britain took before stays British, and Lyon nobody's."""
    french = [key for at, key in enumerate(PACK.area_keys) if PACK.areas_of[PACK.nation_keys.index("france")] >> at & 1]
    setting = war("full_war_a").season("1943_summer").set(fallen=["france"]).held("germany", *french)
    g = at_first(setting.held("britain", "calais").set(control={"lyon": None}, alliance={"usa": "allies"}))
    conquest.changes_hands(g, PACK.nation_keys.index("france"), GERMANY, PACK.nation_keys.index("usa"))
    owners = [g.control[AREA[key]] for key in ("calais", "lyon", "brest")]
    assert owners == [BRITAIN, NONE, PACK.nation_keys.index("usa")]
