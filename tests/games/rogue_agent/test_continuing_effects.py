"""Continuing effects of cards: their clocks, how long they bind, and what they hinder."""

from __future__ import annotations

from pathlib import Path

from tests.citing import rule
from tests.games.rogue_agent.rain_city import CLOCKED, MISS, City, attacked, changed, city, facing, red

# ---------------------------------------------------------------------- clocks


@rule("attack.clock.duration", "attack.clock.at_once", "attack.clock.token", "comp.clock.shortage")
def test_a_continuing_effect_binds_at_once_and_through_the_next_turn() -> None:
    table = attacked(facing("static_yun", "open").criminal(2, "district_3", "rook"), *MISS)
    assert table.refused("investigate", "criminal:2") == "attack.clock.at_once"
    assert "clock:purple-1" in {piece.id for area in table.scene(1).areas for piece in area.pieces}
    table.match.script(None)
    table.choose("end")
    assert table.state.clock[0] == 1
    bound = (
        city().at(purple="district_3").criminal(1, "district_5", "static_yun", "open").criminal(2, "district_3", "rook")
    )
    table = bound.set(clocks={"purple": {"1": 1}}).turn().start()
    assert table.refused("investigate", "criminal:2") == "attack.clock.at_once"
    table.choose("end")
    assert table.state.clock[0] == 0


@rule("attack.clock.duration", "attack.clock.arrest")
def test_it_ends_when_the_criminal_leaves_and_not_with_its_arrest() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "static_yun", "defeated")
    table = position.set(clocks={"purple": {"1": 2}}).turn().start().choose("arrest", "criminal:1")
    assert table.state.clock[0] == 2
    position = city().at(purple="headquarters").criminal(1, "purple", "static_yun").set(clocks={"purple": {"1": 2}})
    assert position.turn().start().choose("turn_in").state.clock[0] == 0


@rule("attack.clock.several", "attack.clock.renew")
def test_effects_of_different_criminals_add_up_and_the_same_begins_anew() -> None:
    position = facing("tidecaller_ines", "open").criminal(2, "district_5", "two_storey_sven", "open")
    table = attacked(position.set(clocks={"purple": {"1": 1, "2": 1}}), *MISS)
    assert table.state.clock[:2] == [2, 1]


@rule("attack.clock.duration", "action.one_turn")
def test_a_turn_that_ends_counts_for_all_clocks_of_that_player_and_of_no_other() -> None:
    position = city().criminal(2, "district_1", "static_yun", "open").criminal(5, "district_1", "silk_patel", "open")
    position.set(clocks={"purple": {"2": 1}, "yellow": {"2": 2, "5": 1}, "grey": {"5": 2}}).turn("yellow")
    table = position.start().choose("end")
    clocks = table.match.game.describe(table.state)["clocks"]
    assert isinstance(clocks, dict)
    kept = {(seat, key): n for seat, row in clocks.items() if isinstance(row, dict) for key, n in row.items() if n}
    assert kept == {("purple", "2"): 1, ("yellow", "2"): 1, ("grey", "5"): 2}


@rule("attack.clock.duration")
def test_a_continuing_effect_on_another_agent_ends_with_that_agents_next_turn(tmp_path: Path) -> None:
    game = changed(tmp_path, "static_yun", 'limit", who = "attacker"', 'limit", who = "each_other_agent"')
    position = city(game=game).at(purple="district_3").criminal(1, "district_3", "static_yun", "open")
    position.at(purple="district_3", yellow="district_5").criminal(2, "district_5", "rook").tracks("purple", ammo=0)
    table = position.turn().roll(*MISS).start().choose("attack", "criminal:1").choose("end")
    assert (table.asked, table.refused("investigate", "criminal:2")) == ("yellow", "attack.clock.at_once")
    table.choose("end")
    assert table.state.clock[:12] == [0] * 12 and table.state.clock[12] == 1  # grey's turn is still to come


@rule("attack.clock.duration")
def test_no_continuing_effect_begins_when_the_criminal_has_left(tmp_path: Path) -> None:
    """It runs beyond the end of the path before its card would bind the attacker."""
    new = 'retaliation = [{ do = "flee", n = 12 }, { do = "limit"'
    game = changed(tmp_path, "tidecaller_ines", 'retaliation = [{ do = "limit"', new)
    position = city(game=game).at(purple="district_3").criminal(1, "district_3", "tidecaller_ines", "open")
    table = position.tracks("purple", ammo=0).turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert table.disc("criminal-1") is None and table.state.clock == [0] * 18 and not table.told("clock")
    assert table.offers("patrol", "tile:district_5")  # two steps away


@rule("attack.clock.several")
def test_effects_of_different_criminals_bind_together(tmp_path: Path) -> None:
    position = city().at(purple="gunsmith").tracks("purple", ammo=0, car=2)
    position.criminal(1, "district_1", "tidecaller_ines", "open").criminal(2, "district_1", "two_storey_sven", "open")
    table = position.set(clocks={"purple": {"1": 1, "2": 1}}).turn().start()
    # With an engine three steps, less one: district 4 is three steps away, the lab is two.
    assert table.refused("patrol", "tile:district_4") == "attack.clock.at_once"
    assert table.offers("patrol", "tile:synthetics_lab")
    assert table.choose("patrol", "tile:district_3").stamina("purple") == 4  # and one gangster more
    both = changed(tmp_path, "tidecaller_ines", 'what = "patrol_range", n = 1', 'what = "gangsters", n = 2')
    position = city(game=both).at(purple="gunsmith").tracks("purple", ammo=0)
    position.criminal(1, "district_1", "tidecaller_ines", "open").criminal(2, "district_1", "two_storey_sven", "open")
    table = position.set(clocks={"purple": {"1": 1, "2": 1}}).turn().start()
    assert table.choose("patrol", "tile:district_3").stamina("purple") == 2  # 1 + 2 + 1


@rule("comp.clock.shortage", "attack.clock.token")
def test_a_sixth_effect_begins_without_a_token_left() -> None:
    position = city().at(purple="district_3").tracks("purple", ammo=0)
    for number, card in enumerate(CLOCKED, 1):
        position.criminal(number, "district_3" if number == 6 else "district_1", card, "open")
    position.set(clocks={"yellow": {str(number): 2 for number in range(1, 6)}})
    table = position.turn().roll(*MISS).start().choose("attack", "criminal:6")
    assert table.state.clock == [0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0]


# ---------------------------------------------------------------------- what they hinder


def bound(card: str, **levels: int) -> City:
    """Purple under the continuing effect of a card of criminal 1, which is far away."""
    position = city().criminal(1, "district_1", card, "open").set(clocks={"purple": {"1": 1}})
    return position.tracks("purple", **levels).turn()


@rule("effect.vocabulary", "attack.clock.at_once")
def test_limits_on_patrols() -> None:
    near = bound("tidecaller_ines").at(purple="district_3").start()
    assert near.refused("patrol", "tile:district_4") == "attack.clock.at_once"  # two steps away
    assert near.refused("patrol", "tile:motor_pool") == "patrol.range"  # three, too far for any car without an engine
    again = bound("the_weatherman", ammo=0).at(purple="gunsmith").start().choose("patrol", "tile:district_3")
    assert again.refused("patrol", "tile:gunsmith") == "attack.clock.at_once"
    gangsters = bound("two_storey_sven", ammo=0).at(purple="gunsmith").start()
    assert gangsters.choose("patrol", "tile:district_3").stamina("purple") == 4  # 1 + 1
    assert gangsters.choose("patrol", "tile:headquarters").stamina("purple") == 4  # no skull, nobody more


@rule("effect.vocabulary", "attack.clock.at_once")
def test_limits_on_actions() -> None:
    assert bound("silk_patel").at(purple="district_3").start().refused("reinforce") == "attack.clock.at_once"
    assert bound("madame_quill").at(purple="district_3").start().refused("buy", "goods:evidence", 1) == (
        "attack.clock.at_once"
    )
    one = bound("mirror_dae", evidence=2).at(purple="district_3").criminal(2, "district_3", "rook", "defeated")
    table = one.criminal(3, "district_3", "sparks").start().choose("arrest", "criminal:2")
    assert table.refused("attack", "criminal:3") == "attack.clock.at_once"
    assert {"patrol", "investigate", "reinforce"} <= table.verbs()  # as after any first action


@rule("effect.vocabulary", "attack.clock.at_once")
def test_limits_on_ammo_and_rerolls() -> None:
    position = bound("mister_hush", ammo=3).at(purple="gunsmith").assassin(1, "district_3")
    table = position.start().choose("patrol", "tile:district_3")
    assert table.stamina("purple") == 5 and table.prompt == "turn.order"  # gangsters: nothing is asked
    table.roll(*MISS).choose("attack", "assassin:1")
    assert (table.level("purple", "ammo"), table.stamina("purple"), table.prompt) == (3, 3, "turn.order")  # not either
    table = bound("mister_hush", ammo=3).at(purple="district_4").roll(*red("explosion", "amplify")).start()
    table.choose("search").choose("keep")
    assert table.refused("ammo", "die:red-1") == "attack.clock.at_once"
    table = bound("sparks").at(purple="district_4").roll(*red("weapon", "weapon")).start().choose("search")
    assert table.level("purple", "weapon") == 2  # nothing was asked


@rule("effect.vocabulary", "patrol.range")
def test_a_patrol_has_one_step_at_least(tmp_path: Path) -> None:
    game = changed(tmp_path, "tidecaller_ines", 'what = "patrol_range", n = 1', 'what = "patrol_range", n = 4')
    position = city(game=game).at(purple="district_3").criminal(1, "district_1", "tidecaller_ines", "open")
    table = position.set(clocks={"purple": {"1": 1}}).turn().start()
    goals = {str(choice[1]) for choice in table.all("patrol")}
    assert goals == {"tile:gunsmith", "tile:synthetics_lab", "tile:hospital", "tile:headquarters"}


@rule("attack.clock.at_once", "patrol.range", "patrol.no_repeat")
def test_the_rest_of_a_patrol_is_refused_by_what_hinders_it() -> None:
    """With an engine and a step less a patrol has two; after a look at district 2 one of them is left."""
    position = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").tracks("purple", ammo=0, car=2)
    position.criminal(2, "district_1", "tidecaller_ines", "open").set(clocks={"purple": {"2": 1}})
    table = position.turn().start().choose("patrol", "tile:headquarters").choose("investigate", "criminal:1")
    assert table.offers("patrol", "tile:ammunition_depot")
    assert table.refused("patrol", "tile:district_6") == "attack.clock.at_once"  # two steps away
    assert table.refused("patrol", "tile:gunsmith") == "patrol.range"  # three
    assert table.refused("patrol", "tile:district_2") == "patrol.no_repeat"


@rule("effect.vocabulary", "patrol.range")
def test_a_patrol_always_has_one_step(tmp_path: Path) -> None:
    far = changed(tmp_path, "tidecaller_ines", 'what = "patrol_range", n = 1', 'what = "patrol_range", n = 3')
    position = city(game=far).at(purple="gunsmith").criminal(1, "district_1", "tidecaller_ines", "open")
    table = position.set(clocks={"purple": {"1": 1}}).turn().start()
    patrols = {choice[1] for choice in table.choices if choice[0] == "patrol"}
    assert patrols == {"tile:district_6", "tile:district_3"}
