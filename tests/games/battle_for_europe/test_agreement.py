"""Joint attacks and joint defence of powers that belong to different players."""

from __future__ import annotations

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.war import PACK, Table, War, war

MISSES = (6,) * 60


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def kinds(units: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in range(PACK.units):
        if units >> unit & 1:
            key = PACK.kind_keys[PACK.kind[unit]]
            found[key] = found.get(key, 0) + 1
    return found


# ---------------------------------------------------------------------- attacks


def before_cairo(players: int = 4) -> War:
    """Italians and Germans in Alexandria; Italy is on turn first."""
    return (
        war("barbarossa", players)
        .season("1942_summer")
        .phase("fighting", 0, 0)
        .stack("alexandria", germany={"infantry": 2}, italy={"infantry": 1})
        .held("italy", "alexandria")
        .stack("cairo", britain={"infantry": 1})
        .roll(*MISSES)
    )


@rule("coop.combine.ask", "coop.combine", "coop.combine.leader")
def test_the_leader_asks_for_the_units_of_the_other_player() -> None:
    table = before_cairo().start().choose("attack", "area:cairo")
    assert (table.asked, table.prompt) == ("italy", "joint")
    assert set(table.choices) == {("ally", "nation:germany"), ("alone",)}
    assert table.refused("ally", "nation:ussr") == "coop.combine"
    table.choose("ally", "nation:germany")
    assert (table.asked, table.prompt) == ("germany", "joint.agree")
    table.choose("yes")
    assert (table.asked, table.prompt) == ("italy", "force")  # Italy leads
    table.choose("force", "force:all")
    assert kinds(table.state.battle_now().attackers) == {"germany_infantry": 2, "italy_infantry": 1}
    assert table.asked == "italy" and table.prompt == "battle.land"  # and says whether to go on
    assert table.purse("italy") == 11 and table.purse("germany") == 58  # hpp.battle_cost.joint


@rule("coop.combine.leader")
def test_the_leader_chooses_the_losses_of_the_joint_force() -> None:
    table = before_cairo().start().choose("attack", "area:cairo").choose("ally", "nation:germany").choose("yes")
    table.script(6, 6, 6, 1).choose("force", "force:all")
    assert (table.asked, table.prompt) == ("italy", "losses")
    table.choose("lose", "loss:germany_infantry_1")
    assert table.count("cairo", "germany_infantry") == 1 and table.count("cairo", "italy_infantry") == 1


@rule("coop.combine.no_agreement", "coop.combine.ask")
def test_without_agreement_they_attack_separately() -> None:
    table = before_cairo().start().choose("attack", "area:cairo").choose("ally", "nation:germany").choose("no")
    assert (table.asked, table.prompt) == ("italy", "force")
    table.choose("force", "force:all")
    assert kinds(table.state.battle_now().attackers) == {"italy_infantry": 1}
    table.choose("break_off")
    # The refusal held for that battle only, and Germany attacks on its own.
    assert table.asked == "germany"
    table.choose("attack", "area:cairo")
    assert table.prompt == "force"  # Italy has made its attack on Cairo (atk.area_once)
    table.choose("force", "force:all")
    assert kinds(table.state.battle_now().attackers) == {"germany_infantry": 2}
    assert table.purse("germany") == 57


@rule("atk.area_once_joint", "atk.area_once")
def test_a_power_that_attacked_an_area_does_not_lend_units_against_it_again() -> None:
    setting = before_cairo(2).set(attacked=[["italy", "cairo", "britain"]])
    table = setting.start().choose("attack", "area:cairo").choose("by_hand")
    assert {str(choice[1]) for choice in table.all("send")} == {"kind:germany_infantry"}


@rule("coop.combine.ask", "unit.fleet.carry_allies")
def test_an_invasion_may_need_the_ships_of_the_other_player() -> None:
    setting = war("barbarossa", 4).season("1942_summer").phase("fighting", 0, 0).roll(*MISSES)
    setting = setting.stack("athens", italy={"infantry": 1}, germany={"fleet": 1})
    setting = setting.stack("berlin", germany={"infantry": 1})
    table = setting.start().choose("invade", "area:cyprus").choose("ally", "nation:germany").choose("no")
    assert table.all("force") == []  # nobody carries the infantry
    table.choose("call_off")
    assert table.purse("italy") == 12
    table.choose("invade", "area:cyprus").choose("ally", "nation:germany").choose("yes").choose("force", "force:all")
    assert table.purse("italy") == 7 and table.holder("cyprus") == "italy"


@rule("war.must_follow_impossible", "coop.combine.ask")
def test_help_that_others_may_refuse_does_not_bind_a_power_that_declared_war() -> None:
    setting = war("barbarossa", 4).season("1942_summer").phase("fighting", 0, 0).roll(*MISSES)
    setting = setting.stack("athens", italy={"infantry": 1}, germany={"fleet": 1}).set(owed={"italy": ["turkey"]})
    foes: dict[str, Json] = {"italy": ["turkey"], "germany": ["turkey"], "turkey": ["italy", "germany"], "britain": []}
    setting = setting.set(at_war_with=foes)
    table = setting.stack("berlin", germany={"infantry": 1}).start()
    assert table.offers("invade", "area:izmir") and table.offers("stand_by")


@rule("coop.anglo_french.attack", "coop.others_combine")
def test_american_command_does_not_join_british_and_french_units() -> None:
    foes: dict[str, Json] = {"usa": ["germany"], "germany": ["france", "britain", "usa"]}
    setting = war("full_war_a").season("1942_summer").phase("fighting", 1, 0).set(at_war_with=foes)
    setting = setting.set(alliance={"usa": "allies"}).hpp(usa=20).set(opening={"usa": 40}).roll(*MISSES)
    stack = {"infantry": 1}
    setting = setting.stack("calais", usa=stack, britain={"infantry": 2}, france=stack).stack("belgium", germany=stack)
    table = setting.held("germany", "belgium").start().choose("attack", "area:belgium").choose("lead", "nation:usa")
    table.choose("by_hand").choose("send", "kind:usa_infantry", "area:calais")
    table.choose("send", "kind:britain_infantry", "area:calais")
    assert table.offers("march")
    table.choose("send", "kind:france_infantry", "area:calais")
    assert table.refused("march") == "coop.anglo_french.attack"
    table.choose("leave", "kind:britain_infantry", "area:calais").choose("march")
    assert kinds(table.state.battle_now().attackers) == {"usa_infantry": 1, "france_infantry": 1}


# ---------------------------------------------------------------------- defence


def at_tobruk(players: int = 4, germans: int = 2, italians: int = 1) -> War:
    """Britain attacks Tobruk, which Germans and Italians hold."""
    return (
        war("barbarossa", players)
        .season("1942_summer")
        .phase("fighting", 1, 1)
        .stack("tobruk", germany={"infantry": germans}, italy={"infantry": italians})
        .stack("alexandria", britain={"infantry": 2, "tank": 2})
        .stack("moscow", ussr={"infantry": 1})
        .roll(*MISSES)
    )


def attack(setting: War) -> Table:
    return setting.start().choose("attack", "area:tobruk")


@rule("coop.combine.ask", "coop.combine.leader", "coop.combine")
def test_defenders_of_different_players_agree_who_leads() -> None:
    table = attack(at_tobruk())
    assert (table.asked, table.prompt) == ("germany", "defence")  # it has more units there
    assert set(table.choices) == {("lead", "nation:germany"), ("lead", "nation:italy"), ("alone",)}
    assert table.refused("lead", "nation:britain") == "coop.combine.leader"
    table.choose("lead", "nation:italy")
    assert (table.asked, table.prompt) == ("italy", "defence.agree")
    table.choose("yes").script(1, 1, 6, 6, 6, 6, 6).choose("force", "force:all")
    assert kinds(table.state.battle_now().defenders) == {"germany_infantry": 2, "italy_infantry": 1}
    assert (table.asked, table.prompt) == ("italy", "losses")  # the leader chooses for both
    table.choose("lose", "loss:germany_infantry_2")
    assert table.count("tobruk", "germany_infantry") == 0 and table.count("tobruk", "italy_infantry") == 1


@rule("coop.combine.no_agreement", "land.separate_contingents", "atk.area_once_per_power")
def test_defenders_that_do_not_agree_are_attacked_one_after_the_other() -> None:
    table = attack(at_tobruk()).choose("lead", "nation:germany").choose("no")
    assert set(table.choices) == {("against", "nation:germany"), ("against", "nation:italy")}
    table.choose("against", "nation:italy").choose("by_hand")
    table.choose("send", "kind:britain_infantry", "area:alexandria").choose("march")
    assert kinds(table.state.battle_now().defenders) == {"italy_infantry": 1}
    table.choose("break_off")
    while table.asked != "west":
        table.choose("stand_by")
    table.choose("attack", "area:tobruk")  # the Germans are another group, and cannot help any more
    assert table.prompt == "force"
    table.choose("force", "force:all")
    assert kinds(table.state.battle_now().defenders) == {"germany_infantry": 2}


@rule("coop.combine.no_agreement")
def test_who_is_asked_first_may_prefer_to_stand_alone() -> None:
    table = attack(at_tobruk()).choose("alone")
    assert table.prompt == "against"


@rule("coop.combine.same_player")
def test_powers_of_one_player_are_not_asked() -> None:
    assert attack(at_tobruk(2)).prompt == "force"


@rule("coop.combine.ask")
def test_a_refusal_holds_for_one_battle_only() -> None:
    """The attack is called off; when it is announced again, the defenders are asked again."""
    table = attack(at_tobruk()).choose("alone").choose("against", "nation:italy").choose("call_off")
    assert table.choose("attack", "area:tobruk").prompt == "defence"


@rule("coop.combine.leader", "coop.combine.same_player")
def test_americans_alone_are_led_by_their_own_player() -> None:
    setting = war("bagration_overlord", 4).season("1944_summer").phase("fighting", 1).roll(1, 1, 6, 6, 6, 6)
    setting = setting.stack("brest", germany={"infantry": 3}).stack("calais", usa={"infantry": 2, "tank": 1})
    table = setting.held("usa", "calais").start().choose("attack", "area:calais").choose("force", "force:all")
    assert (table.asked, table.prompt) == ("usa", "losses")


@rule("atk.area_once_per_power", "coop.combine.no_agreement", "coop.combine.same_player")
def test_two_powers_of_a_player_that_attacked_one_group_may_both_lead_against_the_other() -> None:
    foes: dict[str, Json] = {"usa": ["germany", "italy"], "britain": ["germany", "italy"]}
    foes |= {"germany": ["britain", "usa"], "italy": ["britain", "usa"]}
    setting = at_tobruk().set(at_war_with=foes, alliance={"usa": "allies"}).hpp(usa=20).set(opening={"usa": 40})
    setting = setting.stack("alexandria", britain={"infantry": 1}, usa={"infantry": 1})
    setting = setting.set(attacked=[["britain", "tobruk", "italy"], ["usa", "tobruk", "italy"]])
    table = setting.start().choose("attack", "area:tobruk")
    assert set(table.choices) == {("lead", "nation:britain"), ("lead", "nation:usa")}
    table.choose("lead", "nation:usa").choose("force", "force:all")
    assert kinds(table.state.battle_now().defenders) == {"germany_infantry": 2}
