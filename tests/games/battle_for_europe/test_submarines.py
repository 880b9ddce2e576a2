"""Submarines and destroyers: what they can and cannot do, raids on trade, and aircraft against submarines (12.1.3)."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import attack, crossing, odds, transport
from sandtable.games.battle_for_europe.pack import BRITAIN, DESTROYER, GERMANY, SUBMARINE
from sandtable.games.battle_for_europe.parts import SEA_BATTLE, Order
from sandtable.games.battle_for_europe.parts import STRIKE as STRIKING
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first, fight, flags, rolled, step
from tests.games.battle_for_europe.chains import meet
from tests.games.battle_for_europe.war import PACK, Table, War, war

MISSES = (6,) * 60
HITS = (1,) * 60


def atlantic(*dice: int, boats: int = 3, **stacks: dict[str, Json]) -> War:
    """German submarines in Brest; the British units that are named, by base."""
    setting = war().advanced().season("1940_spring").held("germany", "brest", "paris").hpp(britain=20, germany=20)
    setting = setting.stack("brest", germany={"submarine": boats, "infantry": 1})
    setting = setting.stack("paris", germany={"infantry": 1}).stack("london", britain={"infantry": 1})
    for base, units in stacks.items():
        setting = setting.stack(base, britain=units)
    return setting.roll(*dice)


def raid(setting: War, boats: int = 0) -> Table:
    """A raid on trade with all submarines, or some."""
    table = setting.start().choose("raid", "raid:trade")
    if table.prompt == "raid.force" and not boats:
        table.choose("force", "force:all")
    elif table.prompt == "raid.force":
        table.choose("by_hand")
        for _ in range(boats):
            table.choose("send", "kind:germany_submarine", "area:brest")
        table.choose("march")
    while table.prompt == "route":
        table.choose("direct")
    return table


def kind(name: str, count: int) -> int:
    """The first units of a kind, as a mask."""
    units = [unit for unit in range(PACK.units) if PACK.kind_keys[PACK.kind[unit]] == name]
    return sum(1 << unit for unit in units[:count])


# ---------------------------------------------------------------------- what they are


@rule("sub.cost", "dd.cost", "sub.germany_only")
def test_they_cost_one_each_and_only_germany_has_submarines() -> None:
    assert PACK.cost[SUBMARINE] == PACK.cost[DESTROYER] == 1
    assert {PACK.nation[unit] for unit in range(PACK.units) if PACK.type[unit] == SUBMARINE} == {GERMANY}
    table = war().advanced().phase("building").hpp(germany=10).start()
    assert table.offers("build", "kind:germany_submarine", 1) and table.offers("build", "kind:germany_destroyer", 1)
    before = table.purse("germany")
    table.choose("build", "kind:germany_submarine", 2).choose("at", "area:kiel")
    assert table.purse("germany") == before - 2
    assert "kind:britain_submarine" not in PACK.kind_ids


@rule("sub.move", "dd.move")
@pytest.mark.parametrize("kind_of", ["submarine", "destroyer"])
def test_they_move_and_base_like_fleets_with_six_points(kind_of: str) -> None:
    table = war().advanced().phase("moving").held("germany", "brest", "malta", "alexandria", "gibraltar")
    at = table.stack("kiel", germany={kind_of: 1, "fleet": 1}).start().choose("move", "area:kiel")
    same = {choice[2:] for choice in at.all("go") if choice[1] == "kind:germany_fleet"}
    assert {choice[2:] for choice in at.all("go") if choice[1] == f"kind:germany_{kind_of}"} == same and same
    assert at.refused("go", f"kind:germany_{kind_of}", "area:alexandria", "number:one") is not None


@rule("sub.no_carry", "dd.no_carry")
def test_they_carry_nothing() -> None:
    setting = war().advanced().held("germany", "netherlands").hpp(germany=20)
    setting = setting.stack("kiel", germany={"submarine": 3, "destroyer": 2, "infantry": 3})
    assert setting.start().refused("invade", "area:dover") == "unit.fleet.embark_where"
    g = at_first(setting.phase("moving"))
    assert transport.idle_fleets(g, GERMANY) == []


@rule("sub.no_escort_supply", "dd.no_escort_supply")
def test_they_neither_escort_nor_supply() -> None:
    setting = war().advanced().phase("transferring").held("germany", "oslo")
    g = at_first(setting.stack("kiel", germany={"submarine": 2, "destroyer": 2, "infantry": 1}))
    assert crossing.escorts(g, GERMANY) == []
    g = at_first(setting.stack("kiel", germany={"submarine": 2, "destroyer": 2, "fleet": 1}))
    assert len(crossing.escorts(g, GERMANY)) == 1
    overseas = war().advanced().season("1940_spring").phase("opening").held("germany", "bergen")
    overseas = overseas.stack("bergen", germany={"infantry": 1}).stack("berlin", germany={"infantry": 1})
    hungry = overseas.stack("kiel", germany={"submarine": 2, "destroyer": 2}).start()
    assert flags(hungry, "bergen", "germany_infantry") == [{"cut_off"}]
    fed = overseas.stack("kiel", germany={"submarine": 2, "destroyer": 2, "fleet": 1}).start()
    assert flags(fed, "bergen", "germany_infantry") == [set()] or fed.prompt == "supply"


@rule("sub.dd.flee")
def test_they_flee_from_a_captured_base() -> None:
    setting = (
        war().advanced().season("1940_spring").phase("fighting", 1).held("germany", "brest", "la_rochelle", "belgium")
    )
    setting = setting.stack("brest", germany={"submarine": 1, "destroyer": 1}).stack("paris", france={"infantry": 1})
    setting = setting.stack("calais", france={"infantry": 1}).held("france", "calais", "paris")
    table = setting.start().choose("enter", "area:brest")
    if table.prompt == "enter.force":
        table.choose(*table.all("send")[0])
    assert table.asked == "axis" and table.prompt == "leaving.flight"
    table.choose("go", "kind:germany_submarine", "area:la_rochelle", "number:one")
    assert table.count("la_rochelle", "germany_submarine") == 1
    if table.prompt == "leaving.flight":
        table.choose("go", "kind:germany_destroyer", "area:la_rochelle", "number:one")
    assert table.count("la_rochelle", "germany_destroyer") == 1


# ---------------------------------------------------------------------- in sea battles


def invaded(enemy: dict[str, Json], *dice: int, escorts: int = 2, aircraft: int = 0) -> Table:
    setting = war().advanced().season("1940_spring").phase("fighting", 1).held("germany", "calais", "la_rochelle")
    setting = setting.stack("plymouth", britain={"fleet": 3, "destroyer": 2, "infantry": 1, "aircraft": 3})
    setting = setting.stack("calais", germany=enemy).stack("brest", britain={"infantry": 1}).roll(*dice)
    force = {"plymouth": {"britain_fleet": escorts, "britain_aircraft": aircraft, "britain_destroyer": 2}}
    ride = ("britain_fleet", "plymouth", "britain_infantry", "plymouth")
    return fight(setting, "calais", "britain", force, kind="invade", rides=[ride])


@rule("inv.other_naval_block", "sub.no_invasion_bonus", "dd.no_invasion_bonus", "dd.sea_battle", "sub.sea_battle")
@pytest.mark.parametrize(("kind_of", "value"), [("submarine", 1), ("destroyer", 2), ("fleet", 5)])
def test_unused_ones_in_the_area_must_be_destroyed_first_and_defend_as_printed(kind_of: str, value: int) -> None:
    table = invaded({kind_of: 1, "infantry": 1}, *MISSES)
    assert step(table) == "sea" and rolled(table, 1) == {f"germany_{kind_of}": (value, 1, 1)}
    assert table.count("calais", "britain_infantry") == 0 and table.prompt == "battle.sea"


@rule("dd.sub.accompany", "dd.sea_battle")
def test_they_sail_with_an_invasion_and_fight_in_its_battles() -> None:
    table = invaded({"fleet": 1, "infantry": 1}, *MISSES)
    assert rolled(table, 0) == {"britain_fleet": (3, 2, 2), "britain_destroyer": (1, 2, 2)}
    g = at_first(war().advanced().stack("kiel", germany={"submarine": 2}).stack("dover", britain={"fleet": 1}))
    g.order = Order(STRIKING, GERMANY, PACK.area_keys.index("dover"))
    able = attack.able(g, STRIKING, GERMANY, PACK.area_keys.index("dover"), BRITAIN)
    assert able.bit_count() == 2


@rule("dd.sub.accompany")
def test_they_sail_with_a_transport() -> None:
    setting = war().advanced().season("1940_spring").phase("moving", 1, 1).held("britain", "belgium")
    setting = setting.stack("plymouth", britain={"fleet": 1, "destroyer": 2, "infantry": 1})
    setting = setting.held("germany", "brest").stack("brest", germany={"submarine": 2}).roll(2, *MISSES)
    table = setting.start().choose("ship", "area:plymouth").choose("to", "area:belgium")
    table.choose("pick", "kind:britain_infantry").choose("yes").choose("force", "force:all")
    while table.prompt == "route":
        table.choose("direct")
    table.choose("meet", "area:english_channel", "foe:ships").choose("force", "force:all")
    assert rolled(table, 0) == {"britain_destroyer": (1, 2, 2)}


@rule("dd.sub.losses")
def test_they_may_be_chosen_as_losses() -> None:
    """Two hits on two fleets and two destroyers, a carrier beside them: any two."""
    table = invaded({"fleet": 2, "infantry": 1}, 6, 6, 6, 6, 1, 1)
    assert table.prompt == "losses" and table.asked == "allies"
    assert table.offers("lose", "loss:britain_destroyer_2") and table.offers("lose", "loss:britain_fleet_2")
    assert table.offers("lose", "loss:britain_fleet_1", "loss:britain_destroyer_1")
    table.choose("lose", "loss:britain_destroyer_2")
    assert table.count("plymouth", "britain_destroyer") == 0


@rule("sub.no_defence_vs_air")
def test_submarines_cannot_hit_aircraft() -> None:
    """Both submarines hit; ships are lost, never an aircraft."""
    table = invaded({"submarine": 2, "fleet": 1, "infantry": 1}, *[6] * 7, 6, 1, 1, aircraft=3)
    assert table.prompt == "losses" and table.facts["hits"] == 2
    assert not table.offers("lose", "loss:britain_aircraft_2")
    assert table.refused("lose", "loss:britain_aircraft_2") == "sub.no_defence_vs_air"
    assert table.refused("lose", "loss:britain_destroyer_1", "loss:britain_aircraft_1") == "sub.no_defence_vs_air"
    assert table.offers("lose", "loss:britain_destroyer_2")


@rule("sub.no_defence_vs_air", "sub.air_one_round")
def test_against_aircraft_alone_submarines_do_not_roll_and_are_attacked_once() -> None:
    table = raid(atlantic(6, boats=3, plymouth={"aircraft": 1}))
    table.choose("meet", "area:north_atlantic", "foe:ships")
    fought = table.state.fought
    assert fought is not None and len(fought.dice) == 1 and fought.round == 1
    assert table.purse("britain") == 20 - 3


@rule("sub.air_mixed")
def test_beside_other_ships_aircraft_stay_but_their_hits_spare_submarines_from_the_second_round_on() -> None:
    """First round: nothing. Second round: three hits of aircraft; one falls on the fleet, two on nobody."""
    enemy: dict[str, Json] = {"submarine": 2, "fleet": 1, "infantry": 1}
    volley = (1, 1, 1, 6, 6, 6, 6, 6, 6, 6)
    table = invaded(enemy, *MISSES[:10], *volley, aircraft=3)
    table.choose("go_on")
    assert table.count("calais", "germany_fleet") == 0 and table.count("calais", "germany_submarine") == 2
    first = invaded(enemy, *volley, aircraft=3)
    assert first.count("calais", "germany_submarine") == 0  # in the first round they may be hit


@rule("sub.air_one_round", "sub.air_not_action")
def test_a_strike_at_submarines_in_port_is_one_round_and_uses_nobody() -> None:
    setting = war().advanced().season("1940_spring").phase("fighting", 1).held("germany", "brest").roll(3, 6)
    setting = setting.stack("plymouth", britain={"aircraft": 2}).stack("brest", germany={"submarine": 3})
    table = fight(setting, "brest", "britain", {"plymouth": {"britain_aircraft": 2}}, kind="strike")
    assert table.state.battle is None and table.count("brest", "germany_submarine") == 2
    assert all(each == set() for each in flags(table, "plymouth", "britain_aircraft"))
    fleets = setting.stack("brest", germany={"submarine": 1, "fleet": 1}).roll(*MISSES)
    both = fight(fleets, "brest", "britain", {"plymouth": {"britain_aircraft": 2}}, kind="strike")
    assert both.state.battle is not None and all("used" in each for each in flags(both, "plymouth", "britain_aircraft"))


@rule("sub.air_one_round", "sub.no_defence_vs_air")
@pytest.mark.parametrize(("die", "left_over"), [(6, 2), (4, 1)])
def test_submarines_that_strike_at_aircraft_alone_are_attacked_once_and_go_home(die: int, left_over: int) -> None:
    setting = war().advanced().season("1940_spring").held("germany", "brest").roll(die)
    setting = setting.stack("brest", germany={"submarine": 2}).stack("plymouth", britain={"aircraft": 1})
    table = fight(setting, "plymouth", "germany", {"brest": {"germany_submarine": 2}}, kind="strike")
    assert table.state.battle is None and table.count("brest", "germany_submarine") == left_over


@rule("sub.air_one_round", "inv.other_naval_block", "sea.end.no_fighters")
def test_carriers_with_aircraft_alone_do_not_get_past_submarines() -> None:
    setting = war().advanced().season("1940_spring").phase("fighting", 1).held("germany", "calais").roll(6, 6, 6)
    setting = setting.stack("plymouth", britain={"fleet": 1, "infantry": 1, "aircraft": 2})
    setting = setting.stack("calais", germany={"submarine": 1})
    ride = ("britain_fleet", "plymouth", "britain_infantry", "plymouth")
    force = {"plymouth": {"britain_aircraft": 2}}
    table = fight(setting, "calais", "britain", force, kind="invade", rides=[ride])
    assert table.state.battle is None and table.count("plymouth", "britain_infantry") == 1
    assert table.told("battle_turned_back")


# ---------------------------------------------------------------------- raids


@rule("sub.trade", "sub.trade.loss", "sub.trade.free", "sub.trade.returns")
def test_a_raid_costs_britain_one_for_every_submarine_and_germany_nothing() -> None:
    table = raid(atlantic())
    assert table.purse("britain") == 17 and table.purse("germany") == 20
    assert table.count("brest", "germany_submarine") == 3
    assert all("used" in each for each in flags(table, "brest", "germany_submarine"))
    assert table.last("suffered") == ("nation:britain", 3, "raid:trade", 17)
    assert table.last("trade_reached") == (3, 1)
    assert table.state.spent == [0] * 6  # hpp.half_cap.losses


@rule("sub.trade")
def test_only_in_phase_one_by_submarines_that_reach_the_ocean_in_a_war_with_britain() -> None:
    assert not atlantic().phase("moving").start().offers("raid", "raid:trade")
    used = atlantic().stack("brest", germany={"submarine": {"used": 2}, "infantry": 1}).start()
    assert used.refused("raid", "raid:trade") == "sub.trade"
    shut_in = war().advanced().held("germany", "venice").stack("venice", germany={"submarine": 1, "infantry": 1})
    assert shut_in.stack("berlin", germany={"infantry": 1}).start().refused("raid", "raid:trade") == "sub.trade"
    allied = atlantic(plymouth={"aircraft": 1}).phase("fighting", 1).start()
    assert allied.refused("raid", "raid:trade") == "sub.germany_only"
    peace = atlantic().set(at_war_with={"germany": ["france"], "britain": [], "france": ["germany"]}).start()
    assert peace.refused("raid", "raid:trade") == "war.needed"
    basic = war().stack("essen", germany={"infantry": 1}).stack("calais", france={"infantry": 1}).start()
    assert basic.refused("raid", "raid:trade") == "mode.level.basic_units"


@rule("sub.trade.loss")
def test_only_those_that_get_through_count() -> None:
    """A British destroyer from Liverpool meets three submarines in the North Atlantic and sinks one."""
    table = raid(atlantic(3, 6, 6, 6, 1, 6, 6, 6, liverpool={"destroyer": 2}))
    meet(table, "north_atlantic", "ships", ("britain_destroyer", "liverpool"), ("britain_destroyer", "liverpool"))
    assert rolled(table, 0) == {"germany_submarine": (1, 3, 3)} and rolled(table, 1) == {"britain_destroyer": (2, 2, 2)}
    table.choose("go_on").choose("break_off")
    assert table.count("brest", "germany_submarine") == 2 and table.purse("britain") == 18


@rule("sub.trade.loss", "bomb.strategic.debt")
def test_britain_can_be_driven_into_debt() -> None:
    table = raid(atlantic().hpp(britain=1))
    assert table.purse("britain") == -2 and GAME.invariants(table.state) == []


@rule("sub.trade")
def test_submarines_go_in_groups_as_they_like() -> None:
    table = raid(atlantic(), 2)
    assert table.purse("britain") == 18 and table.offers("raid", "raid:trade")
    table.choose("raid", "raid:trade")
    assert table.purse("britain") == 17 and not table.offers("raid", "raid:trade")


@rule("sub.air_not_action", "int.used_after", "sub.air_one_round")
def test_attacking_submarines_does_not_use_aircraft() -> None:
    table = raid(atlantic(4, 6, plymouth={"aircraft": 2}))
    table.choose("meet", "area:north_atlantic", "foe:ships").choose("force", "force:all")
    assert table.count("brest", "germany_submarine") == 2  # 4 and 6: one hit at 4
    assert all("used" not in each for each in flags(table, "plymouth", "britain_aircraft"))


@rule("sub.air_once_per_raid")
def test_the_same_aircraft_attacks_a_group_once() -> None:
    table = raid(atlantic(6, 6, 6, plymouth={"aircraft": 3}))
    meet(table, "north_atlantic", "ships")
    assert table.state.chain is None  # nobody was left who could meet them a second time
    assert len(table.state.hunts) == 2 and table.state.hunts[0].bit_count() == 3
    setting = atlantic(6, 6, plymouth={"aircraft": 2}).set(hunts=[["britain_aircraft_1"], ["germany_submarine_1"]])
    again = raid(setting)
    again.choose("meet", "area:north_atlantic", "foe:ships")
    assert again.state.hunts[2].bit_count() == 1  # only the other one


@rule("sub.air_not_action", "int.used_after")
def test_aircraft_that_also_fought_aircraft_are_used() -> None:
    setting = atlantic(6, 6, 6, plymouth={"aircraft": 1}).stack("la_rochelle", germany={"aircraft": 1})
    table = raid(setting.held("germany", "la_rochelle"))
    table.choose("meet", "area:north_atlantic", "foe:ships")
    assert table.asked == "axis" and table.offers("meet", "area:north_atlantic", "foe:aircraft_1")
    table.choose("meet", "area:north_atlantic", "foe:aircraft_1")
    assert rolled(table, 0) == {"britain_aircraft": (3, 1, 1)} and rolled(table, 1) == {"germany_aircraft": (4, 1, 1)}
    assert all("used" in each for each in flags(table, "plymouth", "britain_aircraft"))


@rule("int.sea.declare")
def test_a_raid_is_met_on_its_way() -> None:
    table = raid(atlantic(2, *MISSES, plymouth={"destroyer": 1}))
    places = [str(choice[1]) for choice in table.all("meet")]
    assert places
    table.choose("meet", places[0], "foe:ships")
    assert table.told("roll_intervene")


# ---------------------------------------------------------------------- odds


@rule("sub.no_defence_vs_air", "sub.air_mixed", "sub.air_one_round")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"britain_destroyer": 2, "britain_fleet": 1, "britain_aircraft": 2}, {"germany_submarine": 5}),
        ({"britain_aircraft": 3, "britain_fleet": 1}, {"germany_submarine": 2, "germany_fleet": 1}),
        ({"germany_submarine": 4, "germany_fleet": 1}, {"britain_aircraft": 2, "britain_destroyer": 1}),
        ({"britain_aircraft": 3}, {"germany_submarine": 3}),
    ],
)
def test_the_odds_are_those_of_thousands_of_battles(ours: dict[str, int], theirs: dict[str, int]) -> None:
    """Rolled here by hand, by the rules: who can hit whom, and who leaves after the first round."""
    g = at_first(atlantic())
    attackers = sum(kind(name, count) for name, count in ours.items())
    defenders = sum(kind(name, count) for name, count in theirs.items())
    found = odds.clash(g, attackers, defenders, SEA_BATTLE)
    draw = random.Random(1)
    games = 20000
    wins = lost = 0
    for _ in range(games):
        left = [_row(ours, True), _row(theirs, False)]
        _battle(draw, left)
        wins += bool(left[0]) and not left[1]
        lost += sum(ours.values()) - len(left[0])
    assert abs(wins / games - found.win) < 0.015
    assert abs(lost / games - found.lost) < 0.05


Unit = tuple[int, str, int]
"""What it costs, its sort, and its value."""
VALUES = {"aircraft": (3, 4), "fleet": (3, 3), "destroyer": (1, 2), "submarine": (1, 1)}
COSTS = {"aircraft": 3, "fleet": 6, "destroyer": 1, "submarine": 1}


def _row(units: dict[str, int], attacking: bool) -> list[Unit]:
    """Cheap ones are lost first, of equal ones those that hit worse."""
    names = [name.split("_")[1] for name, count in units.items() for _ in range(count)]
    return sorted((COSTS[name], name, VALUES[name][0 if attacking else 1]) for name in names)


def _battle(draw: random.Random, left: list[list[Unit]]) -> None:
    for number in range(1, 400):
        if not left[0] or not left[1]:
            return
        hits = [_volley(draw, left[side], left[1 - side], number) for side in (0, 1)]
        for side in (0, 1):
            left[side] = _after(left[side], *hits[1 - side])
        if left[0] and left[1] and not _can_hit(left[0], left[1]) and not _can_hit(left[1], left[0]):
            return


def _can_hit(own: list[Unit], enemies: list[Unit]) -> bool:
    """Whether anybody can hit anybody after the first round."""
    sorts = {sort for _, sort, _ in enemies}
    spared = {"submarine": {"aircraft"}, "aircraft": {"submarine"}}
    return any(sorts != spared.get(sort) for _, sort, _ in own)


def _volley(draw: random.Random, own: list[Unit], enemies: list[Unit], number: int) -> tuple[int, int]:
    """Hits that can fall on everybody, and hits that cannot."""
    free = barred = 0
    sorts = {sort for _, sort, _ in enemies}
    for _, sort, value in own:
        if draw.randint(1, 6) > value:
            continue
        if sort == "submarine" and "aircraft" in sorts:
            barred += sorts != {"aircraft"}
        elif sort == "aircraft" and number > 1 and "submarine" in sorts:
            barred += sorts != {"submarine"}
        else:
            free += 1
    return free, barred


def _after(units: list[Unit], free: int, barred: int) -> list[Unit]:
    """Barred hits fall on units that are neither sheltered aircraft nor submarines, the others on the first ones."""
    sheltered = "submarine" if any(sort == "submarine" for _, sort, _ in units) else "aircraft"
    others = sum(sort != sheltered for _, sort, _ in units)
    total = min(len(units), free + min(barred, others))
    most = total - min(barred, others) if barred else total
    kept: list[Unit] = []
    for unit in units:
        takes = total > 0 and (unit[1] != sheltered or not barred or most > 0)
        if takes:
            total -= 1
            most -= unit[1] == sheltered
        else:
            kept.append(unit)
    return kept
