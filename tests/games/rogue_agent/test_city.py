"""City phase: criminals on the event path, the police squad, and the new leader."""

from __future__ import annotations

from tests.citing import rule
from tests.games.rogue_agent.rain_city import Table, at_police, city, city_phase, last_turn, new, night

# ---------------------------------------------------------------------- criminals


@rule("city.criminal.order", "city.criminal.move", "city.criminal.defeated_stay", "city.steps", "path.direction")
def test_rampant_criminals_walk_by_number() -> None:
    position = last_turn().criminal(5, "district_3", "rook").criminal(2, "gunsmith", "sparks")
    table = city_phase(position.criminal(1, "district_4", "twitch", "defeated"))
    assert at_police(table) == [("criminal:2", "tile:district_3"), ("criminal:5", "tile:synthetics_lab")]
    assert table.disc("criminal-1") == "path-4"


@rule("path.slots", "path.hq")
def test_the_event_path_is_the_ring_around_the_headquarters() -> None:
    g = new()
    assert g.path[0] == g.path[12] and len(set(g.path)) == 12 and 0 not in g.path and g.stop[0] == -1
    assert all(g.adjacent(one, other) for one, other in zip(g.path, g.path[1:], strict=False))


@rule("city.criminal.top_entered", "city.criminal.leave", "criminal.return.city_disc")
def test_the_top_district_is_start_and_end() -> None:
    table = city_phase(last_turn().criminal(1, "district_6", "rook").criminal(2, "district_6", "sparks", end=True))
    moved = at_police(table)
    assert moved == [("criminal:1", "tile:gunsmith")]
    assert next(line.args for line in table.told("returned")) == ("criminal:2",)


@rule(
    "city.criminal.checks",
    "city.criminal.assassin_check",
    "city.criminal.bomb_check",
    "city.criminal.assassin_flee_no_task",
)
def test_the_assassin_flees_before_the_bomb_is_checked_and_hurts_nobody_on_its_way() -> None:
    position = last_turn().criminal(1, "gunsmith", "rook").assassin(1, "district_3").bomb(1, "district_3", 3)
    table = city_phase(
        position.set(police="district_2").at(yellow="synthetics_lab", purple="hospital", grey="hospital")
    )
    assert at_police(table)[:2] == [("criminal:1", "tile:district_3"), ("assassin:1", "tile:synthetics_lab")]
    assert table.told("timer")[0].args == ("bomb:1", 2)


@rule("city.criminal.police_no_checks")
def test_beside_the_police_nothing_is_checked() -> None:
    position = last_turn().set(police="district_3").criminal(1, "gunsmith", "rook").assassin(1, "district_3")
    table = city_phase(position.bomb(1, "district_3", 2))
    keys = [line.key for line in table.match.lines(None)]
    assert "timer" not in keys[: keys.index("police")] and at_police(table)[0] == ("criminal:1", "tile:district_3")


@rule("city.criminal.assassin_stop", "city.criminal.assassin_off")
def test_a_fleeing_assassin_passes_rampant_criminals_and_may_leave_the_path() -> None:
    position = last_turn().criminal(1, "district_2", "rook").assassin(1, "fuel_station")
    position.criminal(2, "district_6", "sparks", end=True)
    table = city_phase(position)
    # From the fuel station to district 6, where criminal 2 stands, and then off the path.
    assert next(line.args for line in table.told("returned")) == ("assassin:1",)
    assert at_police(table)[1] == ("assassin:1", "tile:district_6")
    calm = city_phase(last_turn().criminal(1, "gunsmith", "rook").assassin(1, "district_3"))
    assert at_police(calm)[1] == ("assassin:1", "tile:synthetics_lab")  # and stops at once


@rule("city.criminal.bomb_explode", "city.criminal.blown_up")
def test_a_bomb_at_one_takes_criminals_with_it_who_then_do_not_walk() -> None:
    position = last_turn().criminal(1, "gunsmith", "rook").criminal(2, "district_3", "sparks").bomb(1, "district_3", 1)
    table = city_phase(position)
    assert at_police(table) == [("criminal:1", "tile:district_3")]
    assert {line.args[0] for line in table.told("returned")} >= {"criminal:1", "criminal:2", "bomb:1"}


def moves(table: Table) -> list[tuple[object, ...]]:
    """The moves of discs in the City phase."""
    return [line.args for line in table.told("disc_moved")]


@rule("city.criminal.assassin_stop")
def test_a_fleeing_assassin_stops_at_the_first_place_without_a_rampant_criminal() -> None:
    """To the lab, past criminal 2 to district 4; from there its own activation takes it one place on."""
    position = night().criminal(1, "gunsmith", "rook").assassin(1, "district_3")
    calm = position.freely().start().city_phase()
    assert moves(calm) == [
        ("criminal:1", "tile:district_3"),
        ("assassin:1", "tile:synthetics_lab"),
        ("assassin:1", "tile:district_4"),
    ]
    crowded = position.criminal(2, "synthetics_lab", "sparks").criminal(3, "district_4", "twitch", "defeated")
    assert moves(crowded.freely().start().city_phase())[:3] == [
        ("criminal:1", "tile:district_3"),
        ("assassin:1", "tile:synthetics_lab"),
        ("assassin:1", "tile:district_4"),  # a defeated criminal frightens nobody
    ]


@rule("city.criminal.assassin_stop")
def test_a_defeated_criminal_does_not_keep_a_fleeing_assassin_running() -> None:
    position = city().set(police="district_1").criminal(1, "gunsmith", "rook")
    position.criminal(2, "synthetics_lab", "sparks", "defeated")
    table = position.assassin(1, "district_3").turn("grey", round=6).start().choose("end")
    flights = [line.args for line in table.told("disc_moved") if line.rule == "city.criminal.assassin_check"]
    assert flights == [("assassin:1", "tile:synthetics_lab")]


@rule("city.criminal.blown_up", "city.criminal.order")
def test_a_criminal_that_was_blown_up_walks_no_more_and_those_after_it_do() -> None:
    position = city().criminal(1, "gunsmith", "rook").criminal(2, "district_3", "sparks").bomb(1, "district_3", 1)
    position.criminal(3, "district_1", "twitch").set(police="district_5").turn("grey")
    table = position.start()
    table.match.script(None)
    table.choose("end")
    moved = [line.args for line in table.told("disc_moved")]
    assert moved == [("criminal:1", "tile:district_3"), ("criminal:3", "tile:motor_pool")]


# ---------------------------------------------------------------------- police and leader


@rule("city.police.move", "city.police.clear", "city.police.timer", "city.police.criminals_stay")
def test_the_police_clear_their_new_district() -> None:
    position = (
        last_turn()
        .bomb(1, "district_2", 3)
        .assassin(1, "ammunition_depot")
        .criminal(1, "district_2", "rook", "defeated")
    )
    table = city_phase(position)
    assert table.state.police == 2 and table.disc("criminal-1") == "path-10"
    assert any(line.args == ("bomb:1",) and line.rule == "city.police.clear" for line in table.told("returned"))
    assert [table.influence(seat) for seat in ("purple", "yellow", "grey")] == [0, 0, 0]


@rule("city.leader", "city.skip", "round.phases")
def test_a_quiet_city_phase_ends_with_a_new_leader() -> None:
    table = city_phase(last_turn(leader="yellow"))
    assert table.last("leader") == ("grey",) and table.state.round == 2


@rule("city.police.move")
def test_from_district_6_the_police_go_on_to_district_1() -> None:
    table = city().set(police="district_6").turn("grey").start()
    table.match.script(None)
    assert table.choose("end").state.police == 1
