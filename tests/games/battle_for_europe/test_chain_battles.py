"""Battles of a chain of interventions: fought from its end, one for the ships of each place (12.2)."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import odds
from sandtable.games.battle_for_europe.parts import AIR_BATTLE
from sandtable.games.battle_for_europe.state import FLAGS
from tests.citing import rule
from tests.games.battle_for_europe.battles import Ride, flags, rolled, step
from tests.games.battle_for_europe.chains import meet, pass_on, path, set_out
from tests.games.battle_for_europe.test_intervention import FLIGHT, HITS, MISSES, channel, germans, invade
from tests.games.battle_for_europe.war import PACK, Table, war

SUBMARINES = [("germany_submarine", "brest")] * 8
DESTROYERS = [("britain_destroyer", "liverpool")] * 4


def rolled_last(table: Table) -> dict[str, int]:
    """By kind: how many dice were rolled in the battle that was settled last."""
    fought = table.state.fought
    assert fought is not None
    return {PACK.kind_keys[fought.rows[at + 1]]: fought.rows[at + 4] for at in range(0, len(fought.rows), 5)}


def sea_fight(*dice: int, german: dict[str, Json] | None = None) -> Table:
    """Two German fleets from Brest meet the invasion in the Channel; nobody helps it."""
    setting = channel(3, *dice, german=german or {"fleet": 2}).stack("london", britain={"infantry": 1})
    table = invade(setting.stack("liverpool", britain={}).stack("paris", germany={"infantry": 1}))
    table.choose("meet", "area:english_channel", "foe:ships")
    if table.prompt == "intervene.force":
        table.choose("force", "force:all")
    return table


def air_fight(*dice: int, place: str = "maginot") -> Table:
    """Two German aircraft on their way to Calais are met over the Maginot Line by two French ones from Lyon."""
    setting = germans(*dice).stack("lyon", france={"aircraft": 2}).stack("belgium", germany={"infantry": 2})
    table = set_out(setting.stack("maginot", france={"infantry": 1}), "calais", "germany", FLIGHT)
    place = next(str(choice[1]) for choice in table.all("meet") if choice[1] != "area:calais")
    table.choose("meet", place, "foe:aircraft_1").choose("force", "force:all")
    if table.prompt == "intervene.answer":
        table.choose("let_pass")
    return table


# ---------------------------------------------------------------------- in the air


@rule("int.air.values")
def test_those_who_intervene_defend_and_those_they_stop_attack() -> None:
    """French aircraft roll at 3, German ones at 3: their attack value, not 4."""
    table = air_fight(*MISSES)
    assert step(table) == "air"
    assert rolled(table, 0) == {"germany_aircraft": (3, 2, 2)} and rolled(table, 1) == {"france_aircraft": (3, 2, 2)}


@rule("int.air.breakoff", "int.air.one_round_min")
def test_the_stopped_side_may_break_off_after_a_round_and_goes_home_used() -> None:
    table = air_fight(*MISSES)
    assert table.asked == "axis" and table.prompt == "battle.air" and table.state.battle_now().round == 1
    table.choose("break_off")
    assert all("used" in each for each in flags(table, "essen", "germany_aircraft"))
    assert table.state.battle_now().attackers.bit_count() == 2  # the infantry attacks without them
    assert step(table) == "land"


@rule("int.air.interceptor_breakoff", "int.air.reach_target", "int.breakoff.order")
def test_the_intervening_side_may_too_and_the_others_fly_on() -> None:
    table = air_fight(*MISSES)
    table.choose("go_on")
    assert table.asked == "allies" and table.prompt == "battle.air"
    table.choose("break_off")
    assert all("used" in each for each in flags(table, "lyon", "france_aircraft"))
    assert table.state.battle_now().attackers.bit_count() == 4 and table.state.chain is None


@rule("int.air.reach_target", "int.mover_used")
def test_survivors_carry_out_their_action() -> None:
    """Both French aircraft are hit and one German: the other one attacks Calais with the infantry."""
    table = air_fight(1, 1, 1, 6, *MISSES)
    battle = table.state.battle_now()
    assert table.state.chain is None and PACK.area_keys[battle.area] == "calais"
    assert (battle.attackers & PACK.air_units).bit_count() == 1 and table.count("lyon", "france_aircraft") == 0


@rule("int.air.reach_target", "int.chain.backwards")
def test_an_attack_of_which_nobody_is_left_is_no_battle() -> None:
    """Both aircraft that were to attack Calais are shot down over the Maginot Line."""
    setting = germans(6, 6, 1, 1, *MISSES).stack("lyon", france={"aircraft": 2})
    setting = setting.stack("maginot", france={"infantry": 1})
    table = set_out(setting, "calais", "germany", {"essen": {"germany_aircraft": 2}}, group="france")
    pass_on(meet(table, "maginot", "aircraft_1"))
    assert table.count("essen", "germany_aircraft") == 0 and table.state.battle is None
    assert table.told("attack_stopped") and not table.told("battle_attack")


@rule("int.air.at_target")
def test_aircraft_sent_to_the_target_fight_beside_those_based_there() -> None:
    setting = germans(*MISSES).stack("lyon", france={"aircraft": 1})
    setting = setting.stack("calais", france={"infantry": 1, "aircraft": 1})
    table = set_out(setting, "calais", "germany", FLIGHT)
    table.choose("meet", "area:calais", "foe:aircraft_1").choose("let_pass").choose("let_pass")
    battle = table.state.battle_now()
    assert table.state.chain is None and step(table) == "air"
    assert rolled(table, 1) == {"france_aircraft": (3, 2, 2)}  # one battle
    assert battle.defenders.bit_count() == 3


@rule("int.air.at_target")
def test_survivors_sent_to_the_target_may_join_its_land_battle() -> None:
    setting = germans(1, 6, 6, *MISSES).stack("lyon", france={"aircraft": 2})
    table = set_out(setting, "calais", "germany", FLIGHT)
    table.choose("meet", "area:calais", "foe:aircraft_1").choose("force", "force:all")
    table.choose("let_pass").choose("break_off")  # the German aircraft go home
    table.choose("go_on")  # one French one is left, and the infantry attacks
    assert table.asked == "allies" and table.prompt == "battle.join"
    table.choose("yes")
    assert set(rolled(table, 1)) == {"france_aircraft", "france_infantry"}


@rule("int.chain.backwards", "int.air.values")
def test_the_last_link_is_fought_first_and_only_survivors_go_on() -> None:
    """Lyon meets the flight over Belgium, Stuttgart the French there: its one aircraft defends with 4 against 2."""
    setting = germans(6, 6, 6, *MISSES).stack("lyon", france={"aircraft": 2})
    table = set_out(setting.stack("calais", france={"infantry": 1}), "calais", "germany", FLIGHT)
    place = next(str(choice[1]) for choice in table.all("meet") if choice[1] != "area:calais")
    table.choose("meet", place, "foe:aircraft_1").choose("force", "force:all")
    assert table.asked == "axis" and table.offers("meet", place, "foe:aircraft_1")
    table.choose("meet", place, "foe:aircraft_1")
    assert rolled(table, 0) == {"france_aircraft": (2, 2, 2)} and rolled(table, 1) == {"germany_aircraft": (4, 1, 1)}
    assert table.asked == "allies"
    table.choose("go_on").choose("break_off")  # the German helper leaves: now the French meet those they came for
    assert rolled(table, 0) == {"germany_aircraft": (3, 2, 2)} and rolled(table, 1) == {"france_aircraft": (3, 2, 2)}
    assert all("used" in each for each in flags(table, "stuttgart", "germany_aircraft"))


@rule("int.chain.backwards")
def test_whoever_is_beaten_meets_nobody_any_more() -> None:
    setting = germans(6, 6, 1, 6, 1, *MISSES).stack("lyon", france={"aircraft": 2})
    table = set_out(setting, "calais", "germany", FLIGHT)
    place = next(str(choice[1]) for choice in table.all("meet") if choice[1] != "area:calais")
    table.choose("meet", place, "foe:aircraft_1").choose("force", "force:all").choose("meet", place, "foe:aircraft_1")
    table.choose("go_on").choose("go_on")  # the helper hits once a round: both French aircraft are lost
    assert table.count("lyon", "france_aircraft") == 0 and table.state.chain is None
    assert (table.state.battle_now().attackers & PACK.air_units).bit_count() == 2  # the flight was never stopped


# ---------------------------------------------------------------------- at sea


@rule("int.sea.values", "unit.carried.no_fight", "sub.sea_battle")
def test_the_side_on_turn_attacks_and_the_other_one_defends() -> None:
    """Two escorts at 3; the carriers do not fight. A German destroyer defends with 2, it would attack with 1."""
    table = sea_fight(*MISSES, german={"destroyer": 2})
    assert step(table) == "sea"
    assert rolled(table, 0) == {"britain_fleet": (3, 2, 2)} and rolled(table, 1) == {"germany_destroyer": (2, 2, 2)}


@rule("int.sea.one_battle")
def test_all_ships_and_the_aircraft_left_fight_one_battle() -> None:
    """The chain of the rulebook without losses in the air: aircraft that were not countered fight beside the ships."""
    table = invade(channel(3, 4, *MISSES, german={"fleet": 1, "submarine": 4}))
    meet(table, "english_channel", "ships", ("germany_fleet", "brest"), *[("germany_submarine", "brest")] * 4)
    table.choose("let_pass")
    meet(table, "english_channel", "ships", *DESTROYERS).choose("let_pass")
    table.choose("meet", "area:english_channel", "foe:ships").choose("force", "force:all").choose("let_pass")
    assert set(rolled(table, 0)) == {"britain_destroyer", "britain_fleet"}
    assert set(rolled(table, 1)) == {"germany_fleet", "germany_submarine", "germany_aircraft"}


@rule("int.sea.breakoff_interceptor", "int.sea.continue")
def test_the_intervening_ships_may_break_off_and_the_move_goes_on() -> None:
    table = sea_fight(6, 6, 6, 6, *HITS)
    table.choose("go_on")
    assert table.asked == "axis" and table.prompt == "battle.sea"
    table.choose("break_off")
    assert table.state.chain is None and table.told("battle_landed")
    assert table.count("brest", "germany_fleet") == 2
    assert all("used" in each for each in flags(table, "brest", "germany_fleet"))


@rule("int.sea.breakoff_mover", "int.air.one_round_min")
def test_moving_ships_may_break_off_and_their_whole_move_ends() -> None:
    table = sea_fight(*MISSES)
    assert table.asked == "allies" and table.state.battle_now().round == 1
    table.choose("break_off")
    assert table.state.chain is None and table.state.battle is None and table.state.order is None
    assert all("used" in each for each in flags(table, "plymouth", "britain_fleet"))
    assert table.count("plymouth", "britain_infantry") == 1 and table.count("calais", "britain_infantry") == 0
    assert all("carried" in each for each in flags(table, "plymouth", "britain_infantry"))


@rule("int.sea.continue")
def test_a_move_goes_on_when_nobody_is_left_to_stop_it() -> None:
    table = sea_fight(1, 1, 6, 6, *HITS)
    assert table.count("brest", "germany_fleet") == 0 and table.state.chain is None
    assert table.told("battle_landed")


@rule("int.sea.helpers_home", "int.used_after")
def test_helpers_go_home_used() -> None:
    setting = channel(3, 4, *[6] * 14, *HITS).stack("calais", germany={"infantry": 1, "destroyer": 1})
    table = invade(setting)
    meet(table, "english_channel", "ships", *SUBMARINES).choose("let_pass")
    meet(table, "english_channel", "ships", *DESTROYERS).choose("let_pass")
    table.choose("let_pass")
    table.choose("go_on").choose("break_off")
    assert table.count("liverpool", "britain_destroyer") == 4
    assert all("used" in each for each in flags(table, "liverpool", "britain_destroyer"))
    assert "britain_destroyer" not in rolled(table, 0)  # they take no part in the battle off Calais


@rule("sea.end.no_fighters", "int.sea.breakoff_mover")
def test_carriers_that_lost_their_escorts_turn_back() -> None:
    table = sea_fight(6, 6, 1, 1, *MISSES)  # both escorts are sunk
    assert table.asked == "allies" and table.prompt == "losses"
    table.choose("lose", "loss:britain_fleet_2")
    assert table.state.chain is None and table.state.order is None
    assert table.count("plymouth", "britain_fleet") == 2 and table.count("plymouth", "britain_infantry") == 1


@rule("int.sea.several_places", "int.sea.at_target")
def test_places_are_fought_for_in_the_order_of_the_route() -> None:
    """First the Channel, then off Calais: the later intervention was declared first."""
    setting = channel(3, 3, *MISSES, german={"fleet": 1}).stack("belgium", germany={"destroyer": 1})
    table = invade(setting.stack("liverpool", britain={}).stack("london", britain={"infantry": 1}))
    meet(table, "calais", "ships", ("germany_destroyer", "belgium"))
    meet(table, "english_channel", "ships", ("germany_fleet", "brest"))
    table.choose("let_pass")
    assert PACK.area_keys[table.state.battle_now().area] == "english_channel"
    table.choose("go_on").choose("break_off")
    assert PACK.area_keys[table.state.battle_now().area] == "calais" and set(rolled(table, 1)) == {"germany_destroyer"}
    assert table.state.chain is not None  # the battle for Calais itself is still to come


@rule("int.transport", "unit.carried.no_fight", "sea.end.no_fighters")
@pytest.mark.parametrize(("die", "left_over"), [(1, 0), (6, 1)])
def test_a_transport_without_escorts_is_shot_at_once_and_turns_back(die: int, left_over: int) -> None:
    """One round; if it is hit it is lost with both units that it carries."""
    kinds = ("britain_infantry", "britain_tank")
    rides: list[Ride] = [("britain_fleet", "plymouth", kind, "plymouth") for kind in kinds]
    setting = channel(3, die, german={"fleet": 1}).phase("moving", 1, 1).held("britain", "belgium")
    setting = setting.stack("liverpool", britain={}).stack("london", britain={"infantry": 1})
    setting = setting.stack("plymouth", britain={"fleet": 2, "infantry": 1, "tank": 1})
    setting = setting.stack("paris", germany={"infantry": 1})
    table = set_out(setting, "belgium", "britain", {}, kind="ship", rides=rides, source="plymouth")
    table.choose("meet", "area:english_channel", "foe:ships").choose("let_pass")
    assert table.state.chain is None and rolled_last(table) == {"germany_fleet": 1}
    assert table.count("plymouth", "britain_infantry") == table.count("plymouth", "britain_tank") == left_over
    assert table.count("plymouth", "britain_fleet") == 1 + left_over
    assert table.count("belgium", "britain_infantry") == 0


@rule("int.transport", "unit.carried.no_fight")
@pytest.mark.parametrize(("die", "left_over"), [(1, 0), (6, 1)])
def test_aircraft_aboard_neither_fight_nor_are_shot_at(die: int, left_over: int) -> None:
    """They are cargo like any other: only the fleets are fired at, and with a lost one goes what it carries."""
    ride: Ride = ("britain_fleet", "plymouth", "britain_aircraft", "plymouth")
    setting = channel(3, die, german={"fleet": 1}).phase("moving", 1, 1).held("britain", "belgium")
    setting = setting.stack("liverpool", britain={}).stack("london", britain={"infantry": 1})
    setting = setting.stack("plymouth", britain={"fleet": 1, "aircraft": 1})
    setting = setting.stack("paris", germany={"infantry": 1})
    table = set_out(setting, "belgium", "britain", {}, kind="ship", rides=[ride], source="plymouth")
    table.choose("meet", "area:english_channel", "foe:ships")
    assert table.state.chain is None and rolled_last(table) == {"germany_fleet": 1}
    assert table.count("plymouth", "britain_aircraft") == table.count("plymouth", "britain_fleet") == left_over


@rule("int.path.once", "int.transport")
def test_ships_that_load_elsewhere_are_met_with_their_cargo_aboard() -> None:
    """From Plymouth to Liverpool and back through the Irish Sea: there they are met when the infantry is aboard."""
    ride: Ride = ("britain_fleet", "plymouth", "britain_infantry", "liverpool")
    setting = channel(3, 1, german={"fleet": 1}).phase("moving", 1, 1).held("britain", "belgium")
    setting = setting.stack("liverpool", britain={"infantry": 1}).stack("plymouth", britain={"fleet": 1})
    setting = setting.stack("paris", germany={"infantry": 1})
    table = set_out(setting, "belgium", "britain", {}, kind="ship", rides=[ride], source="liverpool")
    assert path(table) == ["irish_sea", "liverpool", "irish_sea", "english_channel", "belgium"]
    table.choose("meet", "area:irish_sea", "foe:ships").choose("let_pass")
    assert table.count("liverpool", "britain_infantry") == 0 and table.count("plymouth", "britain_fleet") == 0


@rule("int.transport", "int.path.once")
def test_ships_that_are_met_before_they_load_fight_and_lose_no_cargo() -> None:
    """A fleet from Plymouth is to load in Edinburgh and is sunk in the Channel: the infantry never embarked."""
    ride: Ride = ("britain_fleet", "plymouth", "britain_infantry", "edinburgh")
    setting = channel(3, 6, 1, german={"fleet": 1}).phase("moving", 1, 1).held("britain", "bergen")
    setting = setting.stack("liverpool", britain={}).stack("plymouth", britain={"fleet": 1})
    setting = setting.stack("london", britain={"infantry": 1}).stack("edinburgh", britain={"infantry": 1})
    setting = setting.stack("paris", germany={"infantry": 1})
    table = set_out(setting, "bergen", "britain", {}, kind="ship", rides=[ride], source="edinburgh")
    assert path(table)[0] == "english_channel" and path(table).index("edinburgh") > 0
    table.choose("meet", "area:english_channel", "foe:ships")
    assert rolled_last(table) == {"britain_fleet": 1, "germany_fleet": 1}
    assert table.count("plymouth", "britain_fleet") == 0 and table.count("edinburgh", "britain_infantry") == 1


@rule("int.mover_used")
def test_a_change_of_base_that_had_to_fight_uses_the_units() -> None:
    setting = channel(6, 6, 6, *MISSES, german={"aircraft": 1}).phase("moving", 1, 1)
    table = set_out(setting, "plymouth", "britain", {"london": {"britain_aircraft": 2}}, kind="move", source="london")
    table.choose("meet", "area:plymouth", "foe:aircraft_1")
    assert table.asked == "allies" and table.prompt == "battle.air"
    table.choose("go_on").choose("break_off")
    assert table.count("plymouth", "britain_aircraft") == 2
    assert all("used" in each for each in flags(table, "plymouth", "britain_aircraft"))
    unmet = set_out(setting, "plymouth", "britain", {"london": {"britain_aircraft": 2}}, kind="move", source="london")
    unmet.choose("let_pass")
    assert all("used" not in each for each in flags(unmet, "plymouth", "britain_aircraft"))


@rule("int.air.breakoff", "int.mover_used")
def test_a_change_of_base_that_is_broken_off_ends_where_it_began() -> None:
    setting = channel(6, 6, 6, *MISSES, german={"aircraft": 1}).phase("moving", 1, 1)
    table = set_out(setting, "plymouth", "britain", {"london": {"britain_aircraft": 2}}, kind="move", source="london")
    table.choose("meet", "area:plymouth", "foe:aircraft_1").choose("break_off")
    assert table.count("london", "britain_aircraft") == 2 and table.count("plymouth", "britain_aircraft") == 0
    assert all("used" in each for each in flags(table, "london", "britain_aircraft"))


@rule("para.intercepted")
def test_flying_paratroops_are_met_like_aircraft_but_do_not_roll() -> None:
    setting = (
        war()
        .advanced()
        .season("1940_spring")
        .held("germany", "belgium")
        .stack("belgium", germany={"paratroop": 1, "infantry": 1})
        .stack("dover", britain={"aircraft": 1})
        .stack("berlin", germany={"infantry": 1})
        .roll(6, 4)
    )
    table = setting.start().choose("enter", "area:london").choose("send", "kind:germany_paratroop", "area:belgium")
    while table.prompt == "route":
        table.choose("direct")
    assert table.asked == "allies" and table.prompt == "intervene"
    table.choose(*table.all("meet")[0])
    assert rolled(table, 0) == {} and rolled(table, 1) == {"britain_aircraft": (4, 1, 1)}  # 6: missed
    table.choose("go_on").choose("go_on")
    assert table.count("belgium", "germany_paratroop") == 0 and table.holder("london") == "britain"
    unit = PACK.unit_keys.index("germany_paratroop_1")
    assert "gone" in {name for at, name in enumerate(FLAGS) if table.state.flags[unit] >> at & 1}  # para.lost_alone


@rule("bomb.strategic.even_if_lost", "bomb.strategic.base_aircraft", "bomb.air_only_defend")
def test_bombers_cost_the_enemy_even_if_they_are_shot_down() -> None:
    """A German aircraft based in Essen meets the bombers there: only by intervention. Bombers roll at 2."""
    setting = (
        war()
        .advanced()
        .season("1940_spring")
        .phase("fighting", 1)
        .stack("dover", britain={"bomber": 1, "infantry": 1})
        .stack("essen", germany={"aircraft": 1, "infantry": 1})
        .hpp(germany=20, britain=20)
        .roll(6, 4)
    )
    table = setting.start().choose("bomb", "area:essen").choose("send", "kind:britain_bomber", "area:dover")
    while table.prompt == "route":
        table.choose("direct")
    assert table.asked == "axis" and table.offers("meet", "area:essen", "foe:aircraft_1")
    assert table.purse("germany") == 19
    table.choose("meet", "area:essen", "foe:aircraft_1")
    assert table.state.chain is None and table.count("dover", "britain_bomber") == 0 and table.purse("germany") == 19
    fought = table.state.fought
    assert fought is not None and fought.rows[2] == 2 and fought.rows[7] == 4


# ---------------------------------------------------------------------- odds


@rule("int.air.values", "int.sea.values")
def test_odds_of_an_intervention_come_from_the_rolls() -> None:
    """One aircraft at 3 against one at 4, to the end: of all rounds with a hit 12 of 24 kill only the stopped one."""
    table = air_fight(*MISSES)
    g = table.state
    one = (
        PACK.of_kind[PACK.kind_keys.index("germany_aircraft")] & -PACK.of_kind[PACK.kind_keys.index("germany_aircraft")]
    )
    kind = PACK.of_kind[PACK.kind_keys.index("britain_aircraft")]
    other = kind & -kind
    found = odds.clash(g, one, other, AIR_BATTLE)
    # hits of both in sixths: 3 and 4; nothing happens with (1/2)(1/3), so out of 5/6:
    assert abs(found.win - (1 / 2) * (1 / 3) / (5 / 6)) < 1e-9
    assert abs(found.beaten - (1 / 2) * (2 / 3) / (5 / 6)) < 1e-9
    assert abs(found.both_gone - (1 / 2) * (2 / 3) / (5 / 6)) < 1e-9


# ---------------------------------------------------------------------- on the table


def test_the_chain_is_shown_link_by_link_with_numbered_arrows() -> None:
    """Fleets, submarines, destroyers: three links, each with what it answers; the way of the move is drawn in two."""
    table = invade(channel(3, 4))
    meet(table, "english_channel", "ships", *SUBMARINES).choose("let_pass")
    meet(table, "english_channel", "ships", *DESTROYERS)
    scene = table.scene()
    assert scene.battle is not None and scene.battle.id == "battle:chain"
    shown = [(side.owner, [(row.kind, row.count) for row in side.rows], side.facts) for side in scene.battle.sides]
    place = {"place": "area:english_channel"}
    assert shown == [
        ("britain", [("kind:britain_fleet", 4)], {"link": 1}),
        ("germany", [("kind:germany_submarine", 8)], {"link": 2, "answers": 1, **place, "die": "3 > 1"}),
        ("britain", [("kind:britain_destroyer", 4)], {"link": 3, "answers": 2, **place, "die": "4 > 2"}),
    ]
    drawn = [(arrow.start, arrow.end, arrow.kind, arrow.number) for arrow in scene.arrows]
    assert drawn == [
        ("area:plymouth", "area:english_channel", "invade", 1),
        ("area:english_channel", "area:calais", "invade", 0),
        ("area:brest", "area:english_channel", "intervene", 2),
        ("area:liverpool", "area:english_channel", "intervene", 3),
    ]


def test_the_chain_is_shown_while_its_battles_are_fought() -> None:
    """The sides of the battle bear the numbers of their links, links that wait stand below, and the arrows stay."""
    table = invade(channel(3, 4, *MISSES))
    meet(table, "english_channel", "ships", *SUBMARINES).choose("let_pass")
    meet(table, "english_channel", "ships", *DESTROYERS)
    while table.state.battle is None:
        table.choose("let_pass")
    scene = table.scene()
    assert scene.battle is not None and scene.battle.id != "battle:chain"
    links = [(side.owner, side.facts["link"], side.facts.get("answers")) for side in scene.battle.sides]
    assert {(owner, link) for owner, link, _ in links} >= {("germany", 2), ("britain", 3)}
    assert ("germany", 2, 1) in links and ("britain", 3, 2) in links
    assert {arrow.number for arrow in scene.arrows} == {0, 1, 2, 3}
