"""The Action phase: whose turn it is, and how many and which justice actions a turn has."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.rogue_agent.rain_city import city

# ---------------------------------------------------------------------- turns


@rule("action.optional", "action.one_turn", "action.order", "action.any_order")
def test_a_turn_may_end_at_once_and_the_next_player_follows_clockwise() -> None:
    table = city().turn("yellow", leader="yellow").start()
    for seat in ("yellow", "grey", "purple"):
        assert table.asked == seat
        if seat != "purple":
            table.choose("end")


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


# ---------------------------------------------------------------------- justice actions


@rule("justice.after_first", "justice.kinds", "action.kinds.agent")
def test_after_the_first_justice_action_everything_else_may_follow() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "sparks").tracks("purple", evidence=4)
    table = position.criminal(2, "district_3", "rook", "defeated").bomb(1, "district_3", 3).turn().start()
    table.choose("arrest", "criminal:2")
    assert {
        "patrol",
        "investigate",
        "attack",
        "search",
        "buy",
        "defuse",
        "reinforce",
    } <= table.verbs()  # after the first


@rule("justice.after_first", "justice.after_second", "justice.after_second.patrol", "justice.limit")
def test_what_is_refused_after_the_second_justice_action() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "sparks").tracks("purple", evidence=4)
    table = position.criminal(2, "district_3", "rook", "defeated").turn().start()
    table.choose("arrest", "criminal:2").choose("buy", "goods:evidence", 1)
    assert table.verbs() == {"reinforce", "end"}
    assert table.refused("patrol", "tile:headquarters") == "justice.after_second.patrol"
    assert table.refused("investigate", "criminal:1") == "justice.after_second.patrol"
    assert table.refused("search") == "justice.limit"
    table.choose("reinforce")
    assert table.asked == "yellow"


@rule("justice.police")
@pytest.mark.parametrize("verb", ["search", "attack", "arrest", "buy", "defuse"])
def test_no_justice_beside_the_police(verb: str) -> None:
    position = city().at(purple="district_3").set(police="district_3").criminal(1, "district_3", "rook", "defeated")
    table = position.assassin(1, "district_3").bomb(1, "district_3", 3).turn().start()
    asked: dict[str, tuple[str | int, ...]] = {
        "search": ("search",),
        "attack": ("attack", "assassin:1"),
        "arrest": ("arrest", "criminal:1"),
        "buy": ("buy", "goods:evidence", 1),
        "defuse": ("defuse", "bomb:1"),
    }
    assert table.refused(*asked[verb]) == "justice.police"


@rule("justice.no_repeat_here", "justice.no_repeat_return", "justice.no_repeat_target", "justice.repeat_elsewhere")
def test_the_same_kind_twice_only_elsewhere() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "rook", "defeated").tracks("purple", ammo=7)
    position.criminal(2, "district_3", "sparks", "defeated").criminal(3, "gunsmith", "twitch", "defeated")
    table = position.turn().start().choose("arrest", "criminal:1")
    assert table.refused("arrest", "criminal:2") == "justice.no_repeat_here"
    table.choose("patrol", "tile:gunsmith")
    assert table.offers("arrest", "criminal:3")
    table.choose("patrol", "tile:district_3").choose("spend", 1)
    assert table.refused("arrest", "criminal:2") == "justice.no_repeat_here"  # also after coming back


@rule("justice.failed_counts", "attack.criminal.no_damage")
def test_a_failed_attack_counts() -> None:
    position = (
        city().at(purple="district_3").criminal(1, "district_3", "nobody_special", "open").tracks("purple", ammo=0)
    )
    table = position.roll(1, 5, 5).turn().start().choose("attack", "criminal:1")  # 1 hit of 2
    assert table.state.turn.actions == 1
    assert table.refused("attack", "criminal:1") == "justice.no_repeat_here"


@rule("justice.repeat_elsewhere", "justice.no_repeat_here", "justice.after_second", "justice.after_second.patrol")
def test_the_same_action_at_two_places_and_then_only_reinforcement() -> None:
    position = city().at(yellow="gunsmith").criminal(1, "gunsmith", "rook", "defeated").tracks("yellow", evidence=2)
    position.criminal(2, "gunsmith", "sparks", "defeated").criminal(3, "district_3", "twitch", "defeated")
    table = position.criminal(4, "district_3", "choirboy").tracks("yellow", ammo=0).turn("yellow").start()
    table.choose("arrest", "criminal:1")
    assert table.refused("arrest", "criminal:2") == "justice.no_repeat_here"
    table.choose("patrol", "tile:district_3")
    assert table.verbs() == {"arrest", "attack", "buy", "end", "investigate", "patrol", "reinforce", "search"}
    table.choose("arrest", "criminal:3")
    assert table.verbs() == {"reinforce", "end"}
    assert table.refused("patrol", "tile:gunsmith") == "justice.after_second.patrol"
    assert table.refused("investigate", "criminal:4") == "justice.after_second.patrol"


@rule("justice.kinds", "justice.limit", "justice.no_repeat_here", "justice.no_repeat_target", "justice.failed_counts")
@rule("attack.target", "arrest.action", "kidnap.where", "turnin.all", "search.roll", "buy.action", "defuse.action")
@pytest.mark.parametrize(
    ("choices", "again"),
    [
        ([("attack", "criminal:1")], ("attack", "assassin:1")),
        ([("arrest", "criminal:2")], ("arrest", "criminal:3")),
        ([("kidnap", "agent:grey"), ("spend", 1)], ("kidnap", "agent:purple")),
        ([("search",), ("keep",)], ("search",)),
        ([("buy", "goods:evidence", 1)], ("buy", "goods:evidence", 1)),
        ([("defuse", "bomb:1"), ("stop",)], ("defuse", "bomb:2")),
    ],
)
def test_every_kind_of_justice_action_counts_once_and_is_not_repeated_there(
    choices: list[tuple[str | int, ...]], again: tuple[str | int, ...]
) -> None:
    """Nothing that is rolled succeeds; in the end only one more action of another kind is possible there."""
    position = city().at(purple="district_3", yellow="district_3", grey="district_3").tracks("yellow", ammo=0, fuel=2)
    position.criminal(1, "district_3", "twitch", "open").criminal(2, "district_3", "rook", "defeated")
    position.criminal(3, "district_3", "sparks", "defeated").criminal(4, "grey", "leviathan")
    position.criminal(5, "purple", "choirboy").assassin(1, "district_3").tracks("yellow", evidence=0)
    position.bomb(1, "district_3", 5).bomb(2, "district_3", 5).tracks("grey", fuel=0).turn("yellow")
    table = position.roll(*[5] * 9).start()
    for choice in choices:
        table.choose(*choice)
    assert (table.prompt, table.state.turn.actions) == ("turn.order", 1)
    assert table.refused(*again) == "justice.no_repeat_here"
    assert table.verbs() - {"patrol", "investigate", "reinforce", "end"}  # another kind is still possible
