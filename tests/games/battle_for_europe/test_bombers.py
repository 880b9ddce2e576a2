"""Bombers: farther than aircraft, defenders in the air, and a danger to an enemy's economy."""

from __future__ import annotations

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, odds
from sandtable.games.battle_for_europe.pack import GERMANY
from sandtable.games.battle_for_europe.parts import AIR_BATTLE, LAND_BATTLE
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS
from sandtable.games.battle_for_europe.state import USED
from tests.citing import rule
from tests.games.battle_for_europe.battles import Ride, fight, flags
from tests.games.battle_for_europe.chains import set_out
from tests.games.battle_for_europe.test_intervention import channel, germans
from tests.games.battle_for_europe.war import PACK, Table, War, war

ALLIED_TURN = 1


def area(key: str) -> int:
    return PACK.area_keys.index(key)


def unit(key: str) -> int:
    return PACK.unit_keys.index(key)


def british_turn() -> War:
    """Spring of 1940, the turn of the Allies, who are one player."""
    return war().advanced().season("1940_spring").phase("fighting", ALLIED_TURN)


def german_turn() -> War:
    return war().advanced().season("1940_spring")


def rolled(table: Table) -> list[tuple[str, int]]:
    """Who rolled against what, in order."""
    lines = [line for line in table.match.lines(None) if line.key == "roll_battle"]
    return [(str(line.args[1]).removeprefix("kind:"), int(line.args[3])) for line in lines]


# ---------------------------------------------------------------------- like aircraft, but farther


@rule("bomb.range")
def test_bombers_act_up_to_three_areas_from_their_base() -> None:
    """London – Dover – North Sea – Kiel: three areas; to Essen there are four."""
    assert PACK.flight[area("london")][area("kiel")] == 3 and PACK.flight[area("london")][area("essen")] == 4
    setting = british_turn().stack("london", britain={"bomber": 1, "aircraft": 1})
    setting = setting.stack("kiel", germany={"infantry": 1}).stack("essen", germany={"infantry": 1})
    table = setting.start()
    assert table.offers("attack", "area:kiel") and table.refused("attack", "area:essen") == "atk.reach"
    table.choose("attack", "area:kiel").choose("by_hand")
    assert table.offers("send", "kind:britain_bomber", "area:london")
    assert table.refused("send", "kind:britain_aircraft", "area:london") == "unit.air.range"


@rule("bomb.range", "bomb.as_aircraft")
def test_bombers_change_base_up_to_three_areas() -> None:
    setting = british_turn().stack("london", britain={"bomber": 1}).stack("paris", france={"infantry": 1})
    table = setting.start().choose("rebase", "area:london")
    assert PACK.flight[area("london")][area("calais")] == 3
    assert table.offers("go", "kind:britain_bomber", "area:calais", "number:one")
    far = next(at for at in PACK.grounds if PACK.flight[area("london")][at] == 4 and PACK.home_of[at] == 2)
    name = f"area:{PACK.area_keys[far]}"
    assert table.refused("go", "kind:britain_bomber", name, "number:one") == "unit.air.rebase_phase2"


@rule("bomb.as_aircraft")
def test_bombers_act_once_and_are_carried_and_transferred_like_aircraft() -> None:
    """They are face down after an attack, are no loss then, sail in transports and are transferred in hops."""
    setting = british_turn().stack("dover", britain={"bomber": {"used": 1}, "fleet": 1}).hpp(britain=12)
    table = setting.stack("belgium", germany={"infantry": 1}).held("germany", "belgium").start()
    assert table.prompt != "phase_one" or table.refused("attack", "area:belgium") == "atk.reach"
    setting = british_turn().phase("moving", ALLIED_TURN, 1).stack("dover", britain={"bomber": 1, "fleet": 1})
    table = setting.start().choose("ship", "area:dover")
    assert table.offers("to", "area:calais")
    setting = british_turn().phase("transferring", ALLIED_TURN, 1).stack("dover", britain={"bomber": 1})
    table = setting.start().choose("transfer", "kind:britain_bomber", "area:dover")
    assert table.offers("to", "area:calais")  # over one sea area, without an escort


@rule("bomb.flee", "bomb.as_aircraft")
def test_bombers_flee_up_to_three_areas() -> None:
    """Brest falls: aircraft go two areas at most, bombers three; they have not acted by that."""
    setting = german_turn().held("germany", "calais").stack("calais", germany={"tank": 1})
    setting = setting.stack("brest", britain={"bomber": 1, "aircraft": 1})
    table = setting.start().choose("enter", "area:brest").choose("send", "kind:germany_tank", "area:calais")
    assert table.prompt == "leaving.flight"
    goals: dict[str, set[int]] = {"kind:britain_bomber": set(), "kind:britain_aircraft": set()}
    for choice in table.all("go"):
        goals[str(choice[1])].add(PACK.flight[area("brest")][area(str(choice[2]).removeprefix("area:"))])
    assert max(goals["kind:britain_aircraft"]) == 2 and max(goals["kind:britain_bomber"]) == 3
    g = table.state
    assert not g.flags[unit("britain_bomber_1")] & USED


# ---------------------------------------------------------------------- in the air


@rule("bomb.air_only_defend")
def test_bombers_roll_at_their_defence_value_in_the_air_on_either_side() -> None:
    """British bombers 3 and 2, aircraft 3 and 4: attackers roll 3 and 2, defenders 4 and 2."""
    setting = british_turn().held("germany", "belgium").roll(6, 6, 6, 6)
    setting = setting.stack("dover", britain={"bomber": 1, "aircraft": 1})
    setting = setting.stack("belgium", germany={"bomber": 1, "aircraft": 1, "infantry": 1})
    table = fight(setting, "belgium", "britain", {"dover": {"britain_bomber": 1, "britain_aircraft": 1}})
    assert table.state.battle_now().step == AIR_BATTLE
    assert rolled(table) == [
        ("britain_aircraft", 3),
        ("britain_bomber", 2),
        ("germany_aircraft", 4),
        ("germany_bomber", 2),
    ]


@rule("bomb.no_air_attack")
def test_bombers_on_both_sides_do_not_fight_in_the_air() -> None:
    setting = british_turn().held("germany", "belgium").roll(6, 6, 6)
    setting = setting.stack("dover", britain={"bomber": 1}).stack("belgium", germany={"bomber": 1, "infantry": 1})
    table = fight(setting, "belgium", "britain", {"dover": {"britain_bomber": 1}})
    if table.prompt == "battle.join":
        table.choose("yes")
    assert table.state.battle_now().step == LAND_BATTLE


@rule("bomb.no_air_attack", "bomb.air_only_defend")
def test_aircraft_fight_bombers_in_the_air_whoever_has_them() -> None:
    for own, enemy in (("bomber", "aircraft"), ("aircraft", "bomber")):
        setting = british_turn().held("germany", "belgium").roll(6, 6)
        setting = setting.stack("dover", britain={own: 1}).stack("belgium", germany={enemy: 1, "infantry": 1})
        table = fight(setting, "belgium", "britain", {"dover": {f"britain_{own}": 1}})
        assert table.state.battle_now().step == AIR_BATTLE
        chances = odds.now(table.state)
        assert chances.lost > 0 and chances.killed > 0


@rule("bomb.targets")
def test_bombers_attack_land_units_and_ships() -> None:
    """With attack value 3 in the land battle, and in a strike at ships."""
    setting = british_turn().held("germany", "belgium").roll(6, 6)
    setting = setting.stack("dover", britain={"bomber": 1}).stack("belgium", germany={"infantry": 1})
    table = fight(setting, "belgium", "britain", {"dover": {"britain_bomber": 1}})
    assert rolled(table)[0] == ("britain_bomber", 3)
    setting = british_turn().held("germany", "belgium").roll(6, 6)
    setting = setting.stack("london", britain={"bomber": 1}).stack("belgium", germany={"fleet": 1})
    table = setting.start().choose("strike", "area:belgium").choose("force", "force:all")
    assert rolled(table)[0] == ("britain_bomber", 3)


# ---------------------------------------------------------------------- strategic bombing


def raid(setting: War, target: str, base: str = "london", kind: str = "britain_bomber") -> Table:
    table = setting.start().choose("bomb", f"area:{target}")
    return table.choose("send", f"kind:{kind}", f"area:{base}")


@rule("bomb.strategic", "bomb.strategic.loss", "bomb.strategic.free", "bomb.strategic.used")
def test_a_raid_costs_the_enemy_an_hpp_for_each_bomber_and_the_attacker_nothing() -> None:
    setting = british_turn().hpp(britain=12, germany=30).stack("london", britain={"bomber": 2, "infantry": 1})
    table = raid(setting.stack("dover", britain={"bomber": 2}), "kiel")
    assert table.purse("germany") == 29 and table.purse("britain") == 12
    assert table.state.spent == [0] * len(POWER_KEYS) and table.state.attacks == [0] * len(POWER_KEYS)
    table.choose("bomb", "area:essen").choose("send_all", "area:dover")
    assert table.purse("germany") == 27
    table.choose("bomb", "area:kiel").choose("send", "kind:britain_bomber", "area:london")
    assert table.purse("germany") == 26
    assert table.match.ask is None or table.prompt != "phase_one" or table.all("bomb") == []
    assert [line.args[::4] for line in table.told("bombed")] == [(1, 1), (2, 1), (1, 1)]  # how many, HPP each
    lines = [line for line in table.match.lines(None) if line.key == "suffered"]
    assert [(line.args[1], line.rule) for line in lines] == [(n, "bomb.strategic.loss") for n in (1, 2, 1)]


@rule("bomb.strategic.used")
def test_bombers_that_attacked_do_not_bomb() -> None:
    setting = british_turn().stack("london", britain={"bomber": {"used": 1}, "infantry": 1, "aircraft": 1})
    table = setting.stack("dover", britain={"aircraft": 1}).start()
    assert table.refused("bomb", "area:kiel") == "bomb.strategic.used"


@rule("bomb.strategic", "bomb.range")
def test_a_raid_goes_within_range_to_an_enemy_great_power() -> None:
    setting = british_turn().stack("london", britain={"bomber": 1, "aircraft": 1})
    table = setting.start()
    assert table.offers("bomb", "area:kiel") and table.refused("bomb", "area:essen") == "bomb.range"
    assert table.refused("bomb", "area:dover") == "bomb.strategic"  # its own country
    assert table.refused("bomb", "area:rome") == "bomb.strategic"  # Italy is not at war
    assert table.refused("bomb", "area:denmark") == "bomb.strategic.home_only"  # a small country


@rule("bomb.strategic.home_only")
def test_conquered_and_overseas_areas_are_no_targets() -> None:
    """Belgium is German, and Malta is British: neither is inside the original borders of a great power."""
    setting = british_turn().held("germany", "belgium").stack("london", britain={"bomber": 1, "aircraft": 1})
    table = setting.stack("belgium", germany={"infantry": 1}).start()
    assert table.refused("bomb", "area:belgium") == "bomb.strategic.home_only"
    setting = war("barbarossa").advanced().season("1942_spring").phase("fighting", 0)
    table = setting.stack("sicily", germany={"bomber": 1}).stack("berlin", germany={"infantry": 1}).start()
    assert table.refused("bomb", "area:malta") == "bomb.strategic.home_only"


@rule("bomb.strategic.not_france_ussr")
def test_france_and_the_soviet_union_are_not_bombed() -> None:
    setting = german_turn().held("germany", "belgium").stack("belgium", germany={"bomber": 1})
    table = setting.stack("paris", france={"infantry": 1}).start()
    assert table.refused("bomb", "area:calais") == "bomb.strategic.not_france_ussr"
    assert table.offers("bomb", "area:london")
    setting = war("barbarossa").advanced().season("1942_spring").phase("fighting", 0)
    setting = setting.set(
        at_war_with={"germany": ["ussr", "britain"], "ussr": ["germany"]}, alliance={"ussr": "allies"}
    )
    setting = setting.set(german_attack=7).stack("warsaw", germany={"bomber": 1, "infantry": 1})
    table = setting.start()
    assert table.refused("bomb", "area:minsk") == "bomb.strategic.not_france_ussr"


@rule("bomb.strategic")
def test_a_home_area_that_the_own_side_has_taken_is_no_target() -> None:
    setting = british_turn().stack("dover", britain={"bomber": 1}).held("france", "essen")
    table = setting.stack("essen", france={"infantry": 1}).stack("kiel", germany={"infantry": 1}).start()
    assert table.offers("bomb", "area:kiel") and table.refused("bomb", "area:essen") == "bomb.strategic"


@rule("bomb.strategic.loss", "opt.allied.fortresses", "opt.separate")
def test_bombers_of_two_powers_that_fly_together_do_each_what_their_own_can() -> None:
    """Britain has flying fortresses, America not: two British bombers and one American one cost 5 HPP."""
    goals: Json = {"reached": ["britain_flying_fortresses"], "tries": {"britain_flying_fortresses": 1}}
    setting = war("full_war_a").option(level="advanced", optional_rules=True).season("1942_spring")
    setting = setting.phase("fighting", ALLIED_TURN).set(research=goals, alliance={"usa": "allies"})
    setting = setting.set(at_war_with={"usa": ["germany"], "germany": ["france", "britain", "usa"]})
    setting = setting.stack("dover", britain={"bomber": 2}, usa={"bomber": 1}).hpp(germany=30)
    table = setting.start().choose("bomb", "area:essen").choose("send_all", "area:dover")
    assert table.purse("germany") == 30 - 5


@rule("bomb.strategic.base_aircraft")
def test_aircraft_in_the_bombed_area_do_not_fight_by_themselves() -> None:
    setting = british_turn().hpp(germany=30).stack("london", britain={"bomber": 1})
    table = raid(setting.stack("kiel", germany={"aircraft": 3}), "kiel")
    assert table.state.battle is None and table.count("london", "britain_bomber") == 1
    assert not any(line.key == "roll_battle" for line in table.match.lines(None))


@rule("bomb.strategic.debt", "hpp.half_cap.losses")
def test_bombing_makes_debts_that_come_off_the_next_year() -> None:
    """Germany has 0 HPP: two bombers leave it 2 in debt, which do not count against its limit."""
    setting = british_turn().hpp(germany=1).stack("dover", britain={"bomber": 3})
    table = setting.start().choose("bomb", "area:essen").choose("send_all", "area:dover")
    assert table.purse("germany") == -2 and table.state.spent[GERMANY] == 0
    g = table.state.copy()
    debtless = table.state.copy()
    debtless.hpp[GERMANY] = 0
    accounting.annual(g)
    accounting.annual(debtless)
    assert debtless.hpp[GERMANY] - g.hpp[GERMANY] == 2


@rule("bomb.strategic")
def test_a_power_that_must_retake_its_capital_does_not_bomb() -> None:
    setting = british_turn().held("germany", "london").set(last_chance=["britain"], turn=1)
    setting = setting.stack("dover", britain={"bomber": 1, "infantry": 1}).stack("london", germany={"infantry": 1})
    table = setting.start()
    assert table.refused("bomb", "area:essen") == "fall.last_chance"


@rule("bomb.strategic")
def test_a_raid_may_be_called_off() -> None:
    setting = british_turn().hpp(germany=30).stack("dover", britain={"bomber": 2})
    table = setting.start().choose("bomb", "area:essen")
    assert table.refused("send", "kind:usa_bomber", "area:dover") == "bomb.range"
    assert table.refused("send_all", "area:london") == "bomb.range"
    table.choose("call_off")
    assert table.purse("germany") == 30 and table.offers("bomb", "area:essen")


# ---------------------------------------------------------------------- change of base


@rule("bomb.as_aircraft", "unit.air.transport")
def test_a_bomber_that_was_carried_changes_base_by_one_area_like_an_aircraft() -> None:
    setting = war("bagration_overlord").advanced().phase("moving", 0, 1).held("britain", "brest", "calais", "belgium")
    table = setting.stack("edinburgh", britain={"fleet": 1, "bomber": 1}).start()
    table.choose("ship", "area:edinburgh").choose("to", "area:brest").choose("pick", "kind:britain_bomber")
    table.choose("move", "area:brest")
    assert table.offers("go", "kind:britain_bomber", "area:calais", "number:one")
    far = table.refused("go", "kind:britain_bomber", "area:belgium", "number:one")
    assert far == "unit.air.rebase_phase2"


# ---------------------------------------------------------------------- further clauses of bombing


@rule("bomb.strategic", "int.transport")
def test_nothing_is_in_progress_after_bombing_or_a_transport() -> None:
    setting = germans().stack("essen", germany={"bomber": 1, "infantry": 1}).stack("london", britain={"infantry": 1})
    bombed = set_out(setting, "dover", "germany", {"essen": {"germany_bomber": 1}}, kind="bomb")
    assert bombed.state.order is None and bombed.state.chain is None
    setting = channel(german={"infantry": 1}).phase("moving", 1, 1).stack("paris", germany={"infantry": 1})
    rides: list[Ride] = [("britain_fleet", "plymouth", "britain_infantry", "plymouth")]
    shipped = set_out(setting, "dover", "britain", {}, kind="ship", rides=rides, source="plymouth")
    assert shipped.count("dover", "britain_infantry") == 1
    assert shipped.state.order is None and shipped.state.chain is None


@rule("bomb.strategic")
def test_all_bombers_of_a_base_are_several() -> None:
    setting = germans().stack("london", britain={"infantry": 1})
    one = setting.stack("belgium", germany={"bomber": 1, "infantry": 2}).start().choose("bomb", "area:dover")
    assert one.all("send_all") == [] and one.refused("send_all", "area:belgium") == "bomb.range"
    two = setting.stack("belgium", germany={"bomber": 2, "infantry": 2}).start().choose("bomb", "area:dover")
    assert two.offers("send_all", "area:belgium")


@rule("bomb.strategic", "bomb.strategic.loss")
def test_all_bombers_of_a_base_are_not_those_of_another() -> None:
    setting = war("bagration_overlord").advanced().phase("fighting", 0).stack("dover", britain={"bomber": 2})
    setting = setting.stack("london", britain={"bomber": 1, "infantry": 1}).stack("berlin", germany={"infantry": 1})
    table = setting.hpp(germany=20).start().choose("bomb", "area:kiel").choose("send_all", "area:dover")
    assert table.purse("germany") == 20 - 2
    assert flags(table, "london", "britain_bomber") == [set()]


@rule("bomb.as_aircraft", "unit.air.rebase_before", "bomb.range")
def test_bombers_may_change_base_before_they_bomb() -> None:
    """Essen is four areas from London, and three from Dover."""
    setting = war("bagration_overlord").advanced().phase("fighting", 0).stack("berlin", germany={"infantry": 1})
    table = setting.stack("london", britain={"bomber": 1, "infantry": 1}).hpp(germany=20).start()
    assert table.refused("bomb", "area:essen") == "bomb.range"
    table.choose("rebase", "area:london").choose("go", "kind:britain_bomber", "area:dover", "number:one")
    table.choose("bomb", "area:essen").choose("send", "kind:britain_bomber", "area:dover")
    assert table.purse("germany") == 20 - 1


@rule("bomb.strategic")
def test_nobody_bombs_with_the_bombers_of_others() -> None:
    """Neither in the enemy's turn, nor while another ally is asked."""
    setting = war("bagration_overlord", 4).advanced().stack("dover", britain={"bomber": 1}, usa={"infantry": 1})
    setting = setting.stack("berlin", germany={"bomber": 1}).stack("moscow", ussr={"aircraft": 1})
    asked = {"germany": (1, 0), "ussr": (0, 0), "britain": (0, 1)}
    for seat, (turn, acting) in asked.items():
        table = setting.phase("fighting", turn, acting).start()
        assert table.asked == seat and table.offers("bomb", "area:essen") == (seat == "britain")


@rule("bomb.strategic.home_only", "bomb.strategic")
def test_a_home_area_in_allied_hands_is_not_bombed() -> None:
    setting = war("bagration_overlord").advanced().phase("fighting", 0).held("usa", "kiel")
    table = setting.stack("dover", britain={"bomber": 1, "aircraft": 1}).start()
    assert table.offers("bomb", "area:essen") and table.refused("bomb", "area:kiel") == "bomb.strategic"
