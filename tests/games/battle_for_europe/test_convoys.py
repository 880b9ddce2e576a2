"""Convoys under way: which of them arrive, which are lost, and who is asked while one lies face down."""

from __future__ import annotations

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import control
from sandtable.games.battle_for_europe.pack import GERMANY
from tests.citing import rule
from tests.games.battle_for_europe.aid import in_1944, send, stack, under_way
from tests.games.battle_for_europe.situations import AREA
from tests.games.battle_for_europe.test_research import allied
from tests.games.battle_for_europe.war import War


@rule("lend.arrive", "lend.face_down", "lend.per_destination")
def test_a_blank_stack_arrives_like_any_other_and_another_one_may_follow() -> None:
    table = under_way(in_1944("building", 0), britain_ussr=0).start()
    assert stack(table, "britain_ussr") == -1 and table.purse("ussr") == 43
    assert table.last("convoy_arrived") == ("convoy:britain_ussr", "nation:ussr", 0)
    while table.prompt != "phase_four" or table.facts["power"] != "nation:britain":
        table.choose("done")
    assert stack(send(table, "ussr", 4), "britain_ussr") == 4


@rule("lend.vologda_underway")
def test_no_other_area_than_vologda_stops_a_convoy() -> None:
    g = under_way(in_1944(), usa_britain=5, usa_ussr=3, britain_ussr=2).start().state
    for area in ("moscow", "leningrad", "narvik"):
        control.capture(g, AREA[area], GERMANY)
    assert g.lease_now().stacks == [5, 3, 2]


def with_one_goal_left(hpp: int) -> War:
    """Three of the British goals are reached, and of 5 HPP all but so many are on their way to the Soviet Union."""
    goals: list[Json] = ["britain_radar", "britain_flying_fortresses", "britain_long_range_bombers"]
    place = allied(0).season("1942_spring").set(german_attack=8, alliance={"ussr": "allies"})
    place.set(at_war_with={"germany": ["britain", "ussr"], "ussr": ["germany"], "britain": ["germany"], "france": []})
    place.set(fallen=["france", "poland"], research={"reached": goals, "tries": {str(goal): 1 for goal in goals}})
    return under_way(place.set(alliance={"france": None}).hpp(britain=hpp), britain_ussr=5 - hpp)


@rule("lend.asked_alike", "opt.limit")
def test_who_could_have_sent_the_price_of_its_last_goal_is_asked_about_it() -> None:
    for hpp in (0, 5):
        table = with_one_goal_left(hpp).start()
        assert (table.prompt, table.facts["power"]) == ("research", "nation:britain")
        assert len(table.all("research")) == (hpp == 5)
