"""What a second reader missed about steps, barricades and what is done as far as possible."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import street

HERE = "corvin_koz"


@rule("headline.as_far_as_possible")
def test_of_two_militia_the_only_one_is_removed() -> None:
    table = street().militia("mdp_szekhaz", 1).tanks("csepel").phase("headlines").headlines("h39").start()
    assert table.choose("play", "headline:h39").militia("mdp_szekhaz") == 0  # two are to be removed
    hungry = street(2).rev(HERE, "r01-1").rev(HERE, "r02-1 r02-2 r02-3", 1).phase("headlines").headlines("h19").start()
    hungry.drive("effect headline:h19", "drop card:r02-1", "drop card:r02-2")  # two each; the first has only one
    assert hungry.hand(0) == set() and hungry.hand(1) == {"r02-3"}


@rule("move.before_action", "move.not_after_last", "move.optional")
@pytest.mark.parametrize("before", [0, 1, 2, 3])
def test_a_step_may_come_before_each_of_four_actions(before: int) -> None:
    table = street().rev(HERE, "r12-1").turn().start()
    for action in range(4):
        if action == before:
            table.choose("step", "location:csepel")
        table.choose("draw")
    assert table.at() == "csepel" and table.state.actions == [0]
    assert table.refused("step", "location:corvin_koz") == "move.not_after_last"


@rule("move.no_fire_on_move")
@pytest.mark.parametrize(("start", "goal"), [(2, 0), (0, 2), (2, 2)])
def test_tanks_fire_neither_at_who_leaves_nor_at_who_comes(start: int, goal: int) -> None:
    place = street().rev(HERE, "r01-1").active(HERE, "f01").tanks(HERE, start).tanks("csepel", goal).stepped(0)
    table = place.turn().start().drive("step location:csepel", "drop card:r01-1", "join fighter:f01")
    assert table.at() == "csepel" and table.active("csepel") == {"f01"} and table.state.injuries == [0]
    assert not table.told("roll_fire")


@rule("militia.reward_taken", "militia.reward", "cards.full_hand_gets_none")
def test_the_reward_fills_the_last_place_of_a_hand() -> None:
    hand = "r02-1 r02-2 r02-3 r02-4 r03-1 r03-2 r03-3 r03-4 r12-1"
    for cards, after in ((hand, 10), (f"{hand} r12-2", 10)):
        place = street().rev(HERE, cards).active(HERE, "rt1", "f01").militia(HERE, 3).turn()
        table = place.start().choose("attack", 3)  # three icons of fighters
        assert table.militia(HERE) == 0 and len(table.hand()) == after


@rule("barricade.stops_leaving", "barricade.entering_allowed", "army.move_into_barricade")
def test_a_barricade_holds_every_kind_of_unit_and_keeps_none_out() -> None:
    place = street().barricade(HERE).snipers(HERE).militia(HERE).tanks(HERE)
    place.snipers("csepel").militia("csepel").tanks("csepel")
    for card in ("a1", "a2"):
        table = place.phase("avh").start().choose("avh", f"avh:{card}")
        assert table.refused("move", "location:corvin_koz", "location:csepel") == "barricade.stops_leaving"
        assert table.offers("move", "location:csepel", "location:corvin_koz")
    army = place.phase("army", points=1).start()
    assert army.refused("tank", "location:corvin_koz", "location:csepel") == "army.move_barricade"
    assert army.choose("tank", "location:csepel", "location:corvin_koz").tanks(HERE) == 2


@rule("army.leftover_cp", "army.events_first", "headline.cp_pool")
def test_all_points_that_are_left_serve_the_army_in_any_order() -> None:
    place = street().tanks("csepel").tanks("szena_ter").phase("events", points=10).display("e04")
    table = place.start().choose("buy", "event:e04")  # 2 points, and nothing else can be bought
    assert table.prompt == "army" and table.facts["points"] == 8
    table.drive("tank location:csepel location:corvin_koz", "new_tank location:csepel")
    table.drive("tank location:szena_ter location:bem_ter", "new_tank location:szena_ter")
    assert table.state.day == 3 and table.prompt == "turn"  # 8 - 1 - 3 - 1 - 3: nothing is left to spend
    assert [table.tanks(key) for key in ("csepel", "corvin_koz", "szena_ter", "bem_ter")] == [1, 1, 1, 1]


@rule("action.icons_from", "action.fighter_icons_shared")
def test_only_the_fighters_beside_whoever_acts_give_icons() -> None:
    place = street(2).rev("bem_ter").rev(HERE, seat=1).event("e16").tanks(HERE).roll(6)  # two information icons
    with_them = place.active(HERE, "f03", "f04").turn(1, 2).start().choose("resolve", "event:e16")
    assert with_them.event_at(HERE) is None
    elsewhere = (
        street(2).rev("bem_ter").rev(HERE, seat=1).event("e16").active("bem_ter", "f03", "f04").turn(1, 2).start()
    )
    assert elsewhere.refused("resolve", "event:e16") == "resolve.one_action"


@rule("barricade.place", "barricade.supply", "comp.barricades")
def test_every_barricade_that_is_built_leaves_one_less() -> None:
    table = street().rev(HERE, "r02-1 r02-2 r02-3 r02-4").turn().start()
    assert table.choose("ability", "card:r02-1").barricade(HERE) and table.state.barricades_left == 1
    table.drive("step location:csepel", "ability card:r02-2")
    assert table.barricade("csepel") and table.state.barricades_left == 0
    table.drive("step location:moricz_korter", "drop card:r02-3")
    assert table.refused("ability", "card:r02-4") == "barricade.supply"  # there are two
