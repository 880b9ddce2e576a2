"""Scenarios that a second reader worked out from the rulebook before looking at the flow."""

from __future__ import annotations

from pathlib import Path

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, PACK, changed, city

# ---------------------------------------------------------------------- continuing effects


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


# ---------------------------------------------------------------------- a patrol with looks


@rule("action.interrupt.point", "action.finish_first", "investigate.repeat", "patrol.range", "patrol.no_repeat")
def test_several_looks_at_one_stop_of_a_patrol() -> None:
    """Through district 3, where two criminals hide, to the lab; then one step is left, and back is one of them."""
    position = city().at(yellow="gunsmith").criminal(1, "district_3", "rook").criminal(2, "district_3", "sparks")
    table = position.tracks("yellow", ammo=0, evidence=4).turn("yellow").start().choose("patrol", "tile:synthetics_lab")
    assert table.prompt == "patrol.pause" and table.where("yellow") == "district_3"
    table.choose("investigate", "criminal:2").choose("investigate", "criminal:1")
    assert table.state.marker[:2] == [0b10, 0b10] and table.level("yellow", "evidence") == 0
    assert {choice[1] for choice in table.all("patrol")} == {
        "tile:gunsmith",
        "tile:headquarters",
        "tile:synthetics_lab",
        "tile:hospital",
    }
    assert table.refused("patrol", "tile:district_1") == "patrol.range"
    assert table.refused("patrol", "tile:district_3") == "patrol.no_repeat"
    table.choose("patrol", "tile:gunsmith")
    assert (table.where("yellow"), table.prompt, table.state.turn.patrols) == ("gunsmith", "turn.order", 1)


# ---------------------------------------------------------------------- from the Time phase to the City phase


@rule("action.order", "action.one_turn", "time.order", "round.phases")
def test_after_the_time_phase_everybody_has_one_turn_from_the_leader_on() -> None:
    position = city("agent-4p").set(round=2, phase="time", turns_left=0, leader="grey", seat="purple")
    table = position.roll("bomb:1", "assassin:2", "bomb:3", 1, 2, 2, 6, 6).start()
    table.choose("assign", "bomb:1", "tile:district_1")
    assert table.match.game.invariants(table.state) == []
    table.match.script(None)
    seats = []
    while table.state.round == 3 and table.prompt == "turn.order":
        seats.append(table.asked)
        table.choose("end")
    assert seats == ["grey", "orange", "purple", "yellow"]
    assert [line.key for line in table.match.lines(None)].count("city") == 1


@rule("destroy.entry_agent", "gangster.when", "patrol.step_adjacent")
def test_a_patrol_through_fire_costs_one_stamina_and_meets_nobody() -> None:
    """Over the burning district 1, where two gangsters were: one stamina, whatever protects elsewhere."""
    position = city("android-3p").androids("grey").set(burnt=["district_1"]).at(yellow="motor_pool")
    table = position.tracks("yellow", ammo=5, car=5, agent=5).turn("yellow").start()
    table.choose("patrol", "tile:ammunition_depot").choose("via", "tile:district_1")
    assert (table.stamina("yellow"), table.level("yellow", "ammo")) == (5, 5)
    assert [line.rule for line in table.told("hurt")] == ["destroy.entry_agent"]


# ---------------------------------------------------------------------- what goes back where


@rule("criminal.return.card_removed", "info.hidden")
def test_a_card_that_says_so_goes_back_into_the_deck_and_everybody_knows_where_it_is_not() -> None:
    """The replicator walks out of the city; criminals 2 and 4 lie face down, one of them unseen out of the game."""
    position = city().set(police="district_1").criminal(1, "district_6", "the_replicator", "open", end=True)
    position.criminal(2, "district_3", "sparks").criminal(3, "district_3", "rook", "open").turn("grey")
    position.used.append("twitch")
    position.set(removed_unseen={"cards": ["twitch"], "markers": [[]], "barred": [[]]})
    cards = len(position.start().state.deck)
    table = position.roll(["card:the_replicator"], "bomb:1", "criminal:4", 1, 1, 5).start().choose("end")
    described = table.match.game.describe(table.state)
    assert table.card(4) == "the_replicator" and len(table.state.deck) == cards  # the top of the deck, dealt again
    assert described["removed"] == [] and described["removed_unseen"] == {
        "cards": ["twitch"],
        "markers": [[]],
        "barred": [["the_replicator"]],
    }
    known = 1 << PACK.card_keys.index("the_replicator")
    assert table.state.barred == [0, known, 0, 0, 0, 0]


@rule("explosion.clean", "defused.clean", "city.police.timer")
def test_a_bomb_in_the_data_stream_has_no_timer() -> None:
    position = city().set(police="district_3").bomb(1, "district_4", 5).turn("grey")
    table = position.roll("assassin:1", "assassin:2", 1, 1).start().choose("end")
    assert table.timer(1) == 0 and "bomb-1" in table.bag() and table.influence("grey") == 0
    defused = city().at(yellow="district_3").bomb(2, "district_3", 6).turn("yellow")
    sheet = defused.roll(3, 3, 3, 5, 5, 5, 4, 4, 4).start().choose("defuse", "bomb:2")
    sheet.choose("place", "die:red-2", "cell:1-2").choose("place", "die:red-3", "cell:1-3")
    assert (sheet.timer(2), set(sheet.state.sheet), set(sheet.state.face)) == (0, {-1}, {0})


@rule("attack.retaliation.inapplicable", "effect.vocabulary")
def test_a_card_about_bombs_does_nothing_without_any() -> None:
    position = city().at(yellow="district_3").criminal(1, "district_3", "fusebox_lenny").looked(1, "yellow")
    table = position.tracks("yellow", ammo=0).turn("yellow").roll(*MISS).start().choose("attack", "criminal:1")
    assert (table.prompt, table.stamina("yellow"), table.told("timer")) == ("turn.order", 6, [])
