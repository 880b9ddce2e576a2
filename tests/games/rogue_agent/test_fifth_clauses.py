"""Clauses that no other test missed: what an earlier part of an effect changes for a later one, and what is gone."""

from __future__ import annotations

from pathlib import Path

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, PATH, changed, city, green, red

HYENA = 'retaliation = [{ do = "stamina", who = "each_agent_here", n = -2 }]'
CHAIN = 'retaliation = [{ do = "stamina", who = "attacker", n = -2, informants = true }]'


@rule("effect.vocabulary", "patrol.range")
def test_a_patrol_has_one_step_at_least(tmp_path: Path) -> None:
    game = changed(tmp_path, "tidecaller_ines", 'what = "patrol_range", n = 1', 'what = "patrol_range", n = 4')
    position = city(game=game).at(purple="district_3").criminal(1, "district_1", "tidecaller_ines", "open")
    table = position.set(clocks={"purple": {"1": 1}}).turn().start()
    goals = {str(choice[1]) for choice in table.all("patrol")}
    assert goals == {"tile:gunsmith", "tile:synthetics_lab", "tile:hospital", "tile:headquarters"}


@rule("effect.parts_order")
def test_who_is_here_is_told_by_where_the_criminal_stood(tmp_path: Path) -> None:
    """It flees to the lab first; who stands there is spared."""
    new = 'retaliation = [{ do = "flee", n = 1 }, { do = "stamina", who = "each_agent_here", n = -2 }]'
    position = city(game=changed(tmp_path, "mother_hyena", HYENA, new)).tracks("purple", ammo=0)
    position.at(purple="district_3", yellow="district_3", grey="synthetics_lab")
    position.criminal(1, "district_3", "mother_hyena", "open").turn().roll(*MISS)
    table = position.start().choose("attack", "criminal:1")
    assert table.disc("criminal-1") == "path-3"
    assert [table.stamina(seat) for seat in ("purple", "yellow", "grey")] == [4, 4, 6]


@rule("effect.parts_order", "effect.vocabulary")
def test_informants_here_help_an_attacker_who_was_taken_away(tmp_path: Path) -> None:
    """One informant stands where the attack was made, and none in the headquarters."""
    to = '{ do = "agent_to", who = "attacker", to = "headquarters" }'
    game = changed(tmp_path, "chain_rosa", CHAIN, CHAIN.replace("[{", f"[{to}, {{"))
    position = city(game=game).at(purple="district_3").criminal(1, "district_3", "chain_rosa", "open")
    position.informants("district_3", "purple").tracks("purple", ammo=0).turn().roll(*MISS)
    table = position.start().choose("attack", "criminal:1")
    assert (table.where("purple"), table.stamina("purple")) == ("headquarters", 5)


@rule("attack.retaliation.inapplicable", "effect.timer_zero", "explosion.discs")
def test_a_criminal_that_was_blown_up_neither_flees_nor_escapes(tmp_path: Path) -> None:
    jack = 'retaliation = [{ do = "timer", scope = "all", n = -1 }'
    for later in ('{ do = "flee", n = 2 }', '{ do = "escape" }'):
        game = changed(tmp_path, "terrorist_jack", jack, f"{jack}, {later}")
        position = city(game=game).at(purple="district_3").criminal(1, "district_3", "terrorist_jack", "open")
        position.bomb(1, "district_3", 1).tracks("purple", ammo=0).turn().roll(*MISS)
        table = position.start().choose("attack", "criminal:1")
        assert table.disc("criminal-1") is None and len(table.told("returned")) == 2  # with the bomb's disc
        assert not table.told("disc_moved") and table.stamina("purple") == 2


@rule("destroy.discs", "city.assassin.step2")
def test_an_assassin_that_has_walked_into_the_fire_does_nothing_more() -> None:
    """Nor does it come back to the start of the path, where an agent stands."""
    position = city("android-3p").androids("grey").set(burnt=["district_4"], police="district_1")
    position.at(purple=PATH[0], yellow="headquarters", grey="headquarters").assassin(1, "synthetics_lab")
    table = position.turn("grey", round=8).start().choose("end")
    assert table.disc("assassin-1") is None and table.stamina("purple") == 6
    assert [line.rule for line in table.told("returned")] == ["destroy.discs"]


@rule("android.actions", "exposed.not_agent")
def test_an_android_has_nobody_to_turn_in_because_that_is_no_action_of_it() -> None:
    for where in ("headquarters", "gunsmith"):
        table = city("android-3p").androids("purple").at(purple=where).turn().start()
        assert table.refused("turn_in") == "android.actions"


@rule("action.kinds.android_mode", "aandroid.exposed_only")
def test_why_nobody_can_be_attacked_as_an_android() -> None:
    """In agent mode there are none; in android mode nobody is one yet."""
    table = city().at(purple="gunsmith", yellow="gunsmith").turn().start()
    assert table.refused("attack_android", "agent:yellow") == "action.kinds.android_mode"
    position = city("android-3p").tokens("hha", "Aah", "hha").at(purple="gunsmith", yellow="gunsmith")
    assert position.turn().start().refused("attack_android", "agent:yellow") == "aandroid.exposed_only"


@rule("city.criminal.assassin_stop")
def test_a_defeated_criminal_does_not_keep_a_fleeing_assassin_running() -> None:
    position = city().set(police="district_1").criminal(1, "gunsmith", "rook")
    position.criminal(2, "synthetics_lab", "sparks", "defeated")
    table = position.assassin(1, "district_3").turn("grey", round=6).start().choose("end")
    flights = [line.args for line in table.told("disc_moved") if line.rule == "city.criminal.assassin_check"]
    assert flights == [("assassin:1", "tile:synthetics_lab")]


@rule("game.length.agent", "game.length.android", "city.leader")
def test_after_how_many_rounds_the_game_is_over() -> None:
    for mode, rounds in (("agent-2p", 6), ("agent-3p", 6), ("agent-4p", 6), ("android-3p", 8), ("android-4p", 8)):
        for played in (rounds - 2, rounds - 1, rounds):
            position = city(mode).freely()
            if mode.startswith("android"):
                position.androids(*("purple", "yellow")[: position.players - 2])
            last = ("yellow", "grey", "orange")[position.players - 2]
            table = position.turn(last, round=played).start().choose("end")
            assert (table.match.outcome is not None, table.state.round) == (played == rounds, min(played + 1, rounds))


@rule("kidnap.take")
def test_a_kidnapper_takes_no_more_than_it_wants() -> None:
    """Two patrol cars are left, and it may take two; it takes the second criminal and leaves the first."""
    position = city().at(purple="gunsmith", yellow="gunsmith").criminal(1, "yellow", "rook")
    position.criminal(4, "yellow", "sparks").tracks("purple", fuel=2).tracks("yellow", fuel=0).turn()
    table = position.roll(*green("car", "car")).start().choose("kidnap", "agent:yellow").choose("spend", 2)
    table.choose("take", "criminal:4").choose("done")
    assert (table.custody("purple"), table.custody("yellow"), table.prompt) == ([4], [1], "turn.order")


@rule("time.assign")
def test_the_leader_may_give_a_disc_any_die_that_is_left() -> None:
    position = city("agent-4p").set(round=1, phase="time", turns_left=0, leader="purple")
    table = position.roll("assassin:1", "assassin:2", "assassin:3", 1, 5, 3).start()
    offered = [("assign", "assassin:1", f"tile:district_{number}") for number in (1, 3, 5)]
    assert table.choices == offered and table.refused("assign", "assassin:1", "tile:district_2") == "time.assign"
    table.choose(*offered[2]).choose("assign", "assassin:2", "tile:district_3")
    assert [table.disc(f"assassin-{number}") for number in (1, 2, 3)] == ["path-6", "path-2", "path-8"]


@rule("aloc.success.bombs", "aloc.success.flip", "loc.safe.android")
def test_the_shield_of_a_location_protects_its_destroyer_from_the_bombs_there() -> None:
    """Bombs go off first and the tile is turned after them; an agent beside the android is hurt."""
    position = city("android-3p").androids("purple").at(purple="motor_pool", yellow="motor_pool")
    position.bomb(1, "motor_pool", 5).tracks("purple", ammo=0).turn().roll(*red("explosion", "explosion", "agent"))
    table = position.start().choose("attack_location")
    assert (table.stamina("purple"), table.stamina("yellow"), table.influence("purple")) == (6, 2, 1)
    table.choose("end")
    assert table.offers("attack_android", "agent:purple")  # its destroyed side has no shield
