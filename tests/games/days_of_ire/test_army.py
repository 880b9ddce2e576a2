"""Step 3 of the Soviet phase: tanks move, and new ones come."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import Street, shop, street


def army(points: int = 9) -> Street:
    return street().phase("army", points=points)


@rule("army.move_cost", "map.adjacency", "army.leftover_cp")
def test_a_move_goes_along_one_thread_for_one_point() -> None:
    table = army(6).tanks("csepel").start()
    assert table.refused("tank", "location:csepel", "location:astoria") == "map.adjacency"
    assert table.refused("tank", "location:astoria", "location:magyar_radio") == "army.move_cost"  # no tank there
    assert table.drive("tank location:csepel location:moricz_korter").state.points == 5


@rule("army.move_once")
def test_every_tank_moves_once_a_day() -> None:
    table = army().tanks("csepel", 2).start().drive("tank location:csepel location:corvin_koz")
    assert table.refused("tank", "location:corvin_koz", "location:csepel") == "army.move_once"
    table.drive("tank location:csepel location:corvin_koz")
    assert table.tanks("corvin_koz") == 2
    assert table.refused("tank", "location:corvin_koz", "location:csepel") == "army.move_once"
    mixed = army().tanks("csepel").tanks("corvin_koz").start().drive("tank location:csepel location:corvin_koz")
    mixed.drive("tank location:corvin_koz location:csepel")  # the one that stood there
    assert (mixed.tanks("csepel"), mixed.tanks("corvin_koz")) == (1, 1)
    assert mixed.all("tank") == []  # both have moved, wherever they are


@rule("army.move_barricade", "army.move_into_barricade", "barricade.stops_leaving")
def test_a_barricade_keeps_tanks_in_but_not_out() -> None:
    table = army().tanks("csepel").tanks("corvin_koz").barricade("corvin_koz").start()
    assert table.refused("tank", "location:corvin_koz", "location:csepel") == "army.move_barricade"
    assert table.drive("tank location:csepel location:corvin_koz").tanks("corvin_koz") == 2


@rule("army.new_tank", "comp.reinforcement")
def test_a_new_tank_costs_three_points_at_a_reinforcement_location() -> None:
    table = army(7).start()
    assert table.refused("new_tank", "location:astoria") == "army.new_tank"
    assert table.named("new_tank") == {"csepel", "szena_ter", "mdp_szekhaz"}
    table.drive("new_tank location:csepel", "new_tank location:csepel")
    assert table.tanks("csepel") == 2 and table.state.points == 1


@rule("army.new_tank_limit", "comp.tanks_max")
def test_no_ninth_tank_is_bought() -> None:
    table = army().tanks("csepel", 8).start()
    assert table.refused("new_tank", "location:csepel") == "army.new_tank_limit"


@rule("army.new_tank_may_move")
def test_a_new_tank_may_move_once() -> None:
    table = army().start().drive("new_tank location:csepel", "tank location:csepel location:corvin_koz")
    assert table.tanks("corvin_koz") == 1
    assert table.refused("tank", "location:corvin_koz", "location:csepel") == "army.move_once"


@rule("army.card_moves_separate", "barricade.card_moves_too")
def test_card_moves_are_free_separate_and_stopped_by_barricades() -> None:
    table = street().phase("headlines").headlines("h20 h32").tanks("csepel").tanks("corvin_koz")
    moved = table.barricade("corvin_koz").start().choose("effect", "headline:h20")
    assert moved.refused("move", "location:corvin_koz", "location:csepel") == "barricade.card_moves_too"
    moved.drive("move location:csepel location:moricz_korter")
    assert moved.prompt == "headlines"  # a tank moves one step only, and the other is held
    assert moved.state.points == 0 and moved.tanks("moricz_korter") == 1
    moved.drive("points headline:h32", "done", "tank location:moricz_korter location:csepel")  # the paid move is left
    assert moved.tanks("csepel") == 1


@rule("army.card_moves_separate")
def test_different_tanks_make_one_step_each_and_fewer_are_allowed() -> None:
    place = street().phase("headlines").headlines("h20").tanks("csepel", 2).tanks("szena_ter", 2)
    table = place.start().drive("effect headline:h20", "move location:csepel location:corvin_koz")
    assert table.all("move") and not [c for c in table.all("move") if c[1] == "location:corvin_koz"]
    table.choose("done")
    assert (table.tanks("corvin_koz"), table.tanks("csepel")) == (1, 1)
    three = place.start().drive("effect headline:h20", "move location:csepel location:corvin_koz")
    three.drive("move location:csepel location:corvin_koz", "move location:szena_ter location:bem_ter")
    assert three.prompt == "headlines"  # three tanks at the most


@rule("army.events_first", "soviet.no_going_back")
def test_events_come_before_the_army() -> None:
    table = shop("e04 e12").tanks("csepel").start()
    assert table.verbs() == {"buy", "done"}
    table.choose("done")
    assert table.verbs() == {"tank", "new_tank", "done"}


@rule("army.move_once")
def test_tanks_may_move_again_the_next_day() -> None:
    table = street().phase("army", points=9).tanks("csepel").start()
    table.drive("tank location:csepel location:corvin_koz", "done")
    assert table.state.tanks_moved == [0] * 11


@rule("army.new_tank_limit", "comp.tanks_max")
def test_the_eighth_tank_is_bought_the_ninth_is_not() -> None:
    table = street().tanks("csepel", 7).phase("army", points=7).start()
    table.choose("new_tank", "location:szena_ter")
    assert sum(table.state.tanks) == 8
    assert table.refused("new_tank", "location:szena_ter") == "army.new_tank_limit"


@rule("army.move_cost", "headline.cp_no_credit", "icon.continuing_all_day")
def test_in_a_general_strike_a_move_takes_two_points() -> None:
    place = street().tanks("csepel", 2).phase("army", points=5)
    table = place.start().drive("tank location:csepel location:corvin_koz", "tank location:csepel location:corvin_koz")
    assert table.state.points == 5 - 1 - 1
    dear = place.headlines(front="h24").start().choose("tank", "location:csepel", "location:corvin_koz")
    assert dear.state.points == 5 - 2
    dear.choose("new_tank", "location:csepel")  # a new one costs three as ever
    assert dear.prompt != "army" and dear.state.points == 0


@rule("army.leftover_cp", "army.events_first", "headline.cp_pool")
def test_all_points_that_are_left_serve_the_army_in_any_order() -> None:
    place = street().tanks("csepel").tanks("szena_ter").phase("events", points=10).display("e04")
    table = place.start().choose("buy", "event:e04")  # 2 points, and nothing else can be bought
    assert table.prompt == "army" and table.facts["points"] == 8
    table.drive("tank location:csepel location:corvin_koz", "new_tank location:csepel")
    table.drive("tank location:szena_ter location:bem_ter", "new_tank location:szena_ter")
    assert table.state.day == 3 and table.prompt == "turn"  # 8 - 1 - 3 - 1 - 3: nothing is left to spend
    assert [table.tanks(key) for key in ("csepel", "corvin_koz", "szena_ter", "bem_ter")] == [1, 1, 1, 1]


@rule("headline.cp_no_credit", "army.move_cost")
def test_a_dearer_move_is_not_made_on_credit() -> None:
    table = street().phase("army", points=3).tanks("csepel").mods(tank_move_cost=4).start()
    assert table.all("tank") == [] and table.offers("new_tank", "location:csepel")
    assert table.refused("tank", "location:csepel", "location:corvin_koz") == "headline.cp_no_credit"


@rule("army.move_once")
def test_a_tank_beside_one_that_has_moved_may_move() -> None:
    table = street().phase("army", points=5).tanks("csepel", 2, moved=1).tanks("bem_ter", 1, moved=1).start()
    assert table.refused("tank", "location:bem_ter", "location:szena_ter") == "army.move_once"
    table.choose("tank", "location:csepel", "location:corvin_koz")
    assert table.refused("tank", "location:csepel", "location:corvin_koz") == "army.move_once"  # the other one had


@rule("army.move_cost", "army.new_tank", "headline.cp_no_credit")
@pytest.mark.parametrize(("points", "refused"), [(1, "headline.cp_no_credit"), (3, None)])
def test_the_exact_price_is_enough(points: int, refused: str | None) -> None:
    table = street().phase("army", points=points).tanks("csepel").start()
    if refused:
        assert table.refused("new_tank", "location:szena_ter") == refused
    assert table.refused("new_tank", "location:astoria") == "army.new_tank"
    assert table.offers("tank", "location:csepel", "location:corvin_koz")
