"""Raids on convoys, what research does for submarines and against them, and who can be raided at all (12.1.3)."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import reach, rolls
from sandtable.games.battle_for_europe.pack import GERMANY
from sandtable.games.battle_for_europe.parts import AIR_BATTLE, SEA_BATTLE
from sandtable.games.battle_for_europe.routes import ROUTE_KEYS
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first, fight, flags, rolled
from tests.games.battle_for_europe.chains import meet
from tests.games.battle_for_europe.test_intervention import HITS
from tests.games.battle_for_europe.test_submarines import MISSES, kind, raid
from tests.games.battle_for_europe.war import PACK, War, war


def aided(amount: int, *dice: int, **more: Json) -> War:
    """An American convoy for Britain and a British one for the Soviet Union are at sea; it is the German turn."""
    stacks: Json = {"usa_britain": amount, "britain_ussr": 0}
    setting = war("full_war_a").advanced().season("1942_spring").held("germany", "brest", "bergen").hpp(britain=20)
    setting = setting.stack("brest", germany={"submarine": 3, "infantry": 1}).stack("london", britain={"infantry": 1})
    setting = setting.stack("moscow", ussr={"infantry": 1}).stack("berlin", germany={"infantry": 1})
    wars: Json = {
        "germany": ["britain", "usa", "ussr"],
        "britain": ["germany"],
        "usa": ["germany"],
        "ussr": ["germany"],
        "france": [],
    }
    setting = setting.set(at_war_with=wars, alliance={"ussr": "allies", "usa": "allies"}, fallen=["france"])
    setting = setting.set(german_attack=8, lend_lease={"stacks": stacks, "most": {"usa": 13, "britain": 5}})
    return setting.set(**more).roll(*dice)


@rule("sub.convoy", "sub.convoy.loss", "sub.convoy.declare")
@pytest.mark.parametrize(("value", "left_over"), [(8, 2), (5, 0), (0, 0)])
def test_each_submarine_takes_two_off_the_convoy_that_was_named(value: int, left_over: int) -> None:
    """Three submarines: six HPP, but not below nothing; the stack is turned up only now, and trade is safe."""
    table = aided(value).start()
    assert table.offers("raid", "raid:usa_britain") and table.offers("raid", "raid:britain_ussr")
    before = table.purse("britain")
    table.choose("raid", "raid:usa_britain").choose("force", "force:all")
    lease = table.state.lease
    assert lease is not None and lease.stacks[0] == left_over and table.purse("britain") == before
    lines = [line.key for line in table.match.lines(None)]
    assert table.last("convoy_sunk") == ("convoy:usa_britain", value - left_over, left_over, 3, 2)
    assert lines.index("raid") < lines.index("convoy_shown") < lines.index("convoy_sunk")
    assert all("used" in each for each in flags(table, "brest", "germany_submarine"))


@rule("sub.convoy")
def test_convoys_are_met_where_they_lie_and_only_if_there_is_one() -> None:
    table = aided(8).start()
    table.choose("raid", "raid:britain_ussr")
    assert PACK.area_keys[table.state.order_now().target] == "norwegian_sea"
    none = aided(8, lend_lease={"stacks": {"usa_britain": None, "britain_ussr": None}}).start()
    assert none.refused("raid", "raid:usa_britain") == "sub.convoy"
    assert none.refused("raid", "raid:usa_ussr") == "sub.convoy"


@rule("opt.german.submarines")
def test_long_range_submarines_do_twice_the_damage() -> None:
    research: Json = {"reached": ["germany_long_range_submarines"], "tries": {"germany_long_range_submarines": 1}}
    setting = aided(13).option(optional_rules=True).set(research=research)
    trade = setting.start().choose("raid", "raid:trade").choose("force", "force:all")
    assert trade.last("suffered")[1] == 6 and trade.last("trade_reached") == (3, 2)
    convoy = setting.start().choose("raid", "raid:usa_britain").choose("force", "force:all")
    assert convoy.last("convoy_sunk")[1] == 12


@rule("opt.allied.radar", "opt.allied.radar_mixed")
def test_with_radar_destroyers_and_aircraft_roll_twice_against_submarines_alone() -> None:
    research: Json = {"reached": ["britain_radar"], "tries": {"britain_radar": 1}}
    setting = aided(8, 3, *MISSES).option(optional_rules=True).set(research=research)
    setting = setting.stack("liverpool", britain={"destroyer": 1, "fleet": 1, "aircraft": 1})
    table = raid(setting)
    meet(table, "north_atlantic", "ships")
    assert rolled(table, 1) == {
        "britain_destroyer": (2, 1, 2),
        "britain_aircraft": (4, 1, 2),
        "britain_fleet": (3, 1, 1),
    }
    g = table.state
    mixed = rolls.radar(
        g, SEA_BATTLE, kind("germany_submarine", 1) | kind("germany_fleet", 1), kind("britain_destroyer", 1)
    )
    assert mixed == 0
    both = kind("germany_submarine", 1) | kind("germany_aircraft", 1), kind("britain_aircraft", 1)
    assert rolls.radar(g, AIR_BATTLE, *both) == 0 and rolls.radar(g, SEA_BATTLE, *both) == both[1]


@rule("opt.allied.radar", "unit.attack_value")
def test_who_attacks_submarines_with_radar_rolls_twice_at_the_attack_value() -> None:
    """A destroyer attacks at 1 and an aircraft at 3, whatever they have in defence."""
    research: Json = {"reached": ["britain_radar"], "tries": {"britain_radar": 1}}
    setting = aided(8, *MISSES).option(optional_rules=True).set(research=research).phase("fighting", 1)
    setting = setting.stack("plymouth", britain={"destroyer": 1, "aircraft": 1})
    force = {"plymouth": {"britain_destroyer": 1, "britain_aircraft": 1}}
    table = fight(setting, "brest", "britain", force, kind="strike", group="germany")
    assert rolled(table, 0) == {"britain_destroyer": (1, 1, 2), "britain_aircraft": (3, 1, 2)}


@rule("opt.allied.radar", "opt.separate")
@pytest.mark.parametrize(("power", "other"), [("usa", "britain"), ("britain", "usa")])
def test_radar_is_for_aircraft_bombers_and_destroyers_of_the_power_that_has_it(power: str, other: str) -> None:
    research: Json = {"reached": [f"{power}_radar"], "tries": {f"{power}_radar": 1}}
    g = at_first(aided(8).option(optional_rules=True).set(research=research))
    types = ("aircraft", "bomber", "destroyer")
    twice, once = (sum(kind(f"{nation}_{each}", 2) for each in types) for nation in (power, other))
    rest = once | kind(f"{power}_fleet", 2)
    boats = kind("germany_submarine", 3)
    assert rolls.radar(g, SEA_BATTLE, boats, twice | rest) == rolls.radar(g, SEA_BATTLE, twice | rest, boats) == twice


# ---------------------------------------------------------------------- who can be raided


@rule("sub.convoy", "sub.trade")
def test_when_britain_has_fallen_its_trade_is_gone_but_convoys_for_the_soviet_union_are_not() -> None:
    stacks: Json = {"stacks": {"usa_britain": None, "britain_ussr": None, "usa_ussr": 4}, "most": {"usa": 13}}
    setting = aided(0, fallen=["france", "britain"], lend_lease=stacks).held("germany", "london").hpp(britain=0)
    wars: Json = {"germany": ["usa", "ussr"], "usa": ["germany"], "ussr": ["germany"], "britain": [], "france": []}
    setting = setting.set(at_war_with=wars, alliance={"britain": None}).stack("london", germany={"infantry": 1})
    table = setting.stack("usa", usa={"infantry": 1}).start()
    assert table.offers("raid", "raid:usa_ussr")
    assert table.refused("raid", "raid:trade") == table.refused("raid", "raid:usa_britain") == "war.needed"


@rule("sub.move")
def test_a_raid_goes_six_points_and_no_farther() -> None:
    """Through Gibraltar, from Venice six points to the North Atlantic, and seven to the Norwegian Sea."""
    setting = war("full_war_a").advanced().season("1942_spring").held("germany", "gibraltar", "venice")
    setting = setting.stack("venice", germany={"submarine": 1, "infantry": 1}).stack("berlin", germany={"infantry": 1})
    setting = setting.stack("gibraltar", germany={"infantry": 1}).stack("london", britain={"infantry": 1})
    where = [PACK.area_keys.index(key) for key in ("venice", "north_atlantic")]
    assert reach.sea_way(at_first(setting), GERMANY, *where) == 6
    assert setting.start().offers("raid", "raid:trade")
    place = aided(8).held("germany", "gibraltar", "venice").stack("brest", germany={"infantry": 1})
    table = place.stack("gibraltar", germany={"infantry": 1}).stack("venice", germany={"submarine": 2}).start()
    assert reach.sea_way(table.state, GERMANY, where[0], PACK.norwegian_sea) == 7
    assert table.offers("raid", "raid:usa_britain") and table.refused("raid", "raid:britain_ussr") == "sub.convoy"


@rule("sub.trade")
def test_fleets_take_no_part_in_a_raid_whatever_else_is_against_them() -> None:
    table = aided(8).stack("brest", germany={"submarine": 3, "fleet": {"used": 1}}).start()
    table.choose("raid", "raid:trade").choose("by_hand")
    assert {choice[1] for choice in table.all("send")} == {"kind:germany_submarine"}
    assert table.refused("send", "kind:germany_fleet", "area:brest") == "sub.trade"


@rule("sub.trade", "fall.last_chance")
def test_a_power_that_must_retake_its_capital_does_not_raid() -> None:
    setting = aided(8).held("britain", "berlin").stack("berlin", britain={"infantry": 1})
    setting = setting.stack("stettin", germany={"infantry": 2}).set(last_chance=["germany"])
    table = setting.start()
    assert table.refused("raid", "raid:trade") == table.refused("raid", "raid:usa_britain") == "fall.last_chance"


# ---------------------------------------------------------------------- convoys


@rule("sub.trade.loss")
def test_trade_that_no_submarine_reaches_loses_nothing() -> None:
    table = raid(aided(8, *HITS).stack("plymouth", britain={"aircraft": 3}))
    before = table.purse("britain")
    meet(table, "north_atlantic", "ships")
    assert table.count("brest", "germany_submarine") == 0 and table.purse("britain") == before
    assert table.told("trade_reached") == [] and table.told("suffered") == []


@rule("sub.convoy.loss", "lend.hidden")
def test_a_convoy_that_no_submarine_reaches_is_not_turned_up() -> None:
    """Aircraft of Plymouth sink all three."""
    setting = aided(8, *HITS).stack("plymouth", britain={"aircraft": 3})
    table = setting.start().choose("raid", "raid:usa_britain").choose("force", "force:all")
    while table.prompt == "route":
        table.choose("direct")
    meet(table, "north_atlantic", "ships")
    assert table.count("brest", "germany_submarine") == 0 and table.told("convoy_shown") == []
    lease = table.state.lease_now()
    assert lease.stacks[ROUTE_KEYS.index("usa_britain")] == 8 and not lease.shown
