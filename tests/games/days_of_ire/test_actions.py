"""The actions: activating, resolving, attacking militia, destroying tanks."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo
from sandtable.games.days_of_ire import GAME
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, actor, street

HERE = "corvin_koz"


# ---------------------------------------------------------------------- the menu


@rule("action.menu", "draw.one", "transfer.not_solo")
def test_the_seven_actions() -> None:
    place = actor("r05-1 r05-2 r05-3 r06-1 r06-2 r01-1", "csepel", 0, 2).rev("csepel", "r12-1", 1).event("e04")
    table = place.tanks("csepel").barricade("csepel").militia("csepel").snipers("csepel").passive("csepel", "f01")
    offered = table.start().verbs()
    assert offered == {"activate", "attack", "destroy", "ability", "give", "take", "draw", "step", "pass"}
    solo = actor("r07-1 r05-1", "csepel").event("e04").start()
    assert solo.offers("resolve", "event:e04")
    assert solo.refused("give", "seat:revolutionary") == "transfer.not_solo"


@rule("draw.one")
def test_an_action_draws_one_card_from_the_pile() -> None:
    table = actor().top("r12-2 r12-1").start().choose("draw")
    assert table.hand() == {"r12-2"} and table.state.actions == [3]


# ---------------------------------------------------------------------- activate a fighter


@rule("activate.same_location", "activate.next_turns_up", "activate.one", "activate.top_only")
def test_the_face_up_fighter_becomes_active_and_the_next_turns_up() -> None:
    table = actor().passive("corvin_koz", "f01", "f02").passive("csepel", "f03").start()
    assert table.refused("activate", "fighter:f03") == "activate.same_location"
    assert table.refused("activate", "fighter:f02") == "activate.same_location"  # face down: nobody knows it is here
    table.choose("activate", "fighter:f01")
    assert table.active("corvin_koz") == {"f01"} and table.passive("corvin_koz") == "f02"
    assert table.state.actions == [3]


@rule("activate.marker_back")
def test_with_nobody_beneath_the_marker_goes_back() -> None:
    table = actor().passive("corvin_koz", "f01").start().choose("activate", "fighter:f01")
    assert table.passive("corvin_koz") is None and table.all("activate") == []


@rule("activate.cap")
def test_nobody_is_activated_beside_four() -> None:
    table = actor().passive("corvin_koz", "f01").active("corvin_koz", "f02", "f03", "f04", "rt1").start()
    assert table.refused("activate", "fighter:f01") == "activate.cap"


@rule("activate.usable_at_once", "action.fighter_icons_kept")
def test_an_activated_fighter_serves_from_the_next_action_on_and_stays() -> None:
    table = actor().passive("corvin_koz", "f01").militia("corvin_koz", 3).start()
    assert table.all("attack") == []
    table.drive("activate fighter:f01", "attack 1", "attack 1")  # one ammunition, time and again
    assert table.militia("corvin_koz") == 1 and table.active("corvin_koz") == {"f01"}
    moved = actor().passive("corvin_koz", "f01").start().choose("activate", "fighter:f01")
    assert moved.drive("step location:csepel", "join fighter:f01").active("csepel") == {"f01"}


@rule("activate.next_turns_up", "info.face_down_fighters")
def test_a_fighter_who_was_turned_up_cannot_be_turned_down_again() -> None:
    table = street().rev(HERE).passive(HERE, "f01", "f02").turn().start().choose("activate", "fighter:f01")
    with pytest.raises(NoUndo):
        table.match.undo()
    alone = street().rev(HERE).passive(HERE, "f01").turn().start().choose("activate", "fighter:f01")
    alone.match.undo()  # nothing was shown
    assert alone.passive(HERE) == "f01"


@rule("activate.marker_back", "activate.next_turns_up")
def test_with_nobody_beneath_no_passive_fighter_is_left() -> None:
    table = street().rev(HERE).passive(HERE, "f01", "f02").turn().start().choose("activate", "fighter:f01")
    assert table.passive(HERE) == "f02" and GAME.invariants(table.state) == []
    marks = [piece.marks for area in table.scene(0).areas for piece in area.pieces if piece.id == "fighter:f02"]
    assert marks and "over_another" not in marks[0]  # nobody lies beneath any more
    table.choose("activate", "fighter:f02")
    assert table.passive(HERE) is None and table.active(HERE) == {"f01", "f02"} and not table.all("activate")
    assert GAME.invariants(table.state) == []


# ---------------------------------------------------------------------- resolve an event


@rule("resolve.at_location", "resolve.one_action", "resolve.units_do_not_block")
def test_only_the_event_here_and_all_of_it_at_once() -> None:
    table = actor("r07-1 r05-1", "csepel").event("e04").event("e18").militia("csepel", 3).snipers("csepel").start()
    assert table.refused("resolve", "event:e18") == "resolve.at_location"
    table.drive("resolve event:e04", "pay card:r05-1 card:r07-1")
    assert table.event_at("csepel") is None
    part = actor("r05-1", "csepel").event("e04").start()
    assert part.refused("resolve", "event:e04") == "resolve.one_action"  # two of three icons: nothing is kept


@rule("resolve.reward", "resolve.remove_event", "resolve.cards_discarded")
def test_the_reward_is_carried_out_and_the_event_discarded() -> None:
    table = actor("r07-1 r05-1", "kossuth_ter").event("e20").tracks(morale=5).start()
    table.drive("resolve event:e20", "pay card:r05-1 card:r07-1")
    assert table.state.morale == 6
    assert "e20" in table.discarded_events() and table.discards() == {"r05-1", "r07-1"}


@rule("resolve.order", "resolve.happened", "icon.happened_not_self")
def test_event_off_then_reward_then_marker() -> None:
    # e09: cards for one, then a fighter; the marker comes after the reward.
    table = actor("r07-1 r01-1", "astoria", 0, 2).event("e09").passive("astoria", "f01").passive("bem_ter", "f02")
    asked = table.start().drive("resolve event:e09", "pay card:r01-1 card:r07-1")
    assert asked.prompt == "draw_who"
    assert asked.event_at("astoria") is None and "e09" in asked.discarded_events()
    assert asked.happened() == set()
    asked.drive("who seat:second", "at location:bem_ter")
    assert asked.happened() == {"police_sides"} and len(asked.hand(1)) == 2


@rule("resolve.info_per_event", "resolve.info_per_event_all_kinds", "resolve.continuing_not_on_board")
def test_events_beside_the_board_do_not_count() -> None:
    # s1 and e07 lie on the board: two information; e29 lies beside it.
    place = actor("r07-1", "kossuth_ter").events("e07 s1").set(events={"continuing": ["e29"]})
    assert place.start().offers("resolve", "event:e07")
    assert not actor("r07-1", "kossuth_ter").events("e07 s1 e18").start().offers("resolve", "event:e07")


@rule("resolve.move_or_remove", "resolve.tank_anywhere", "resolve.no_bonus_for_removal")
def test_a_tank_removed_by_a_reward_gives_no_morale() -> None:
    place = actor("r05-1 r06-1").event("e01").tanks("csepel").tanks("bem_ter").tracks(morale=5)
    table = place.start().drive("resolve event:e01", "pay card:r05-1 card:r06-1")
    assert table.named("at") == {"csepel", "bem_ter"}  # from anywhere
    assert table.choose("at", "location:bem_ter").tanks("bem_ter") == 0
    assert table.state.morale == 5


@rule("resolve.move_or_remove")
def test_a_reward_moves_an_enemy_tank() -> None:
    place = actor("r07-1 r07-2", "astoria").event("e22").tanks("csepel").tanks("bem_ter")
    table = place.start().drive("resolve event:e22", "pay card:r07-1 card:r07-2")
    table.drive("move location:csepel location:corvin_koz")
    # One tank, up to two steps: only this one goes on.
    assert {choice[1] for choice in table.all("move")} == {"location:corvin_koz"}
    table.drive("move location:corvin_koz location:magyar_radio")
    assert table.tanks("magyar_radio") == 1 and table.prompt == "turn"
    one = place.start().drive("resolve event:e22", "pay card:r07-1 card:r07-2", "done")
    assert one.tanks("csepel") == 1  # none is allowed


@rule("resolve.no_bonus_for_removal", "resolve.no_bonus_other")
def test_militia_removed_by_effects_earn_no_card() -> None:
    place = actor("r05-1 r05-2", "csepel").event("e19").militia("csepel", 3)
    table = place.start().drive("resolve event:e19", "pay card:r05-1 card:r05-2")
    table.drive("at location:csepel", "at location:csepel")
    assert table.militia("csepel") == 1 and table.hand() == set()
    up_to = place.start().drive("resolve event:e19", "pay card:r05-1 card:r05-2", "done")
    assert up_to.militia("csepel") == 3  # the number is free
    ability = actor("r10-1", "csepel").militia("csepel", 3).start().choose("ability", "card:r10-1")
    assert ability.drive("at location:csepel", "at location:csepel").hand() == set()


@rule("resolve.item4_missing", "resolve.happened_modifies")
def test_a_reward_may_grow_by_a_marker() -> None:
    for markers, cells in (((), 1), (("radio_taken",), 2)):
        table = actor("r07-1 r07-2", "magyar_radio").event("e11").happened(*markers).tracks(support=3).start()
        table.drive("resolve event:e11", "pay card:r07-1 card:r07-2")
        assert table.state.support == 3 + cells


@rule("ability.fighter_permanent", "resolve.one_action")
def test_the_student_leader_spares_one_icon_but_not_the_last() -> None:
    table = actor("r07-1", "csepel").event("e04").active("csepel", "f20").start()  # two ammunition, one information
    assert table.refused("resolve", "event:e04") == "resolve.one_action"  # one of three would be spared
    enough = actor("r05-1", "csepel").event("e04").active("csepel", "f20").start()
    assert enough.offers("resolve", "event:e04")  # the information is spared
    other = actor("r07-1 r01-1", "csepel").event("e04").active("csepel", "f20").start()
    assert other.offers("resolve", "event:e04")  # or an ammunition
    per_event = actor("r03-1", "kossuth_ter").events("e07 s1").active("kossuth_ter", "f20").start()
    assert per_event.offers("resolve", "event:e07")  # two are turned into one
    alone = actor("", "kossuth_ter").event("e07").active("kossuth_ter", "f20").start()
    assert alone.refused("resolve", "event:e07") == "resolve.one_action"  # at least one icon


@rule("resolve.no_bonus_other", "tank.reward", "militia.reward")
def test_units_that_headlines_and_cards_remove_earn_nothing() -> None:
    leaving = street().phase("headlines").headlines("h40").tanks("csepel").tracks(morale=5).start()
    assert leaving.choose("play", "headline:h40").state.morale == 5 and leaving.tanks("csepel") == 0
    place = street().militia("mdp_szekhaz", 0).rev(HERE, "r05-1 r10-1").active(HERE, "f01").militia(HERE, 5).turn()
    table = place.start().drive("ability card:r05-1", "ability card:r10-1", "at location:corvin_koz")
    table.drive("at location:corvin_koz", "ability fighter:f01")
    assert table.militia(HERE) == 1 and table.hand() == set()


@rule("resolve.tank_anywhere", "resolve.move_or_remove", "militia.sniper_by_effects")
@pytest.mark.parametrize(("event", "unit"), [("e01", 0), ("e05", 0), ("e13", 0), ("e10", 2), ("e08", 1)])
def test_units_from_anywhere_are_those_of_any_location(event: str, unit: int) -> None:
    at = PACK.location_keys[PACK.event_location[PACK.event_keys.index(event)]]
    place = street().rev(at, "r05-1 r05-2 r06-1 r06-2 r07-1").event(event).militia("mdp_szekhaz", 0).turn()
    there = {"bem_ter", "astoria", "blaha_lujza_ter", "szena_ter", "moricz_korter"} - {at}
    for location in there:
        (place.tanks, place.militia, place.snipers)[unit](location)
    table = place.start().choose("resolve", f"event:{event}")
    table.choose(*table.choices[0])  # a payment
    assert table.named("at") == there


@rule("resolve.continuing", "resolve.continuing_beside")
def test_a_reward_that_lasts_does_so_to_the_end_of_the_day() -> None:
    place = street(2).event("e29", HERE).rev(HERE, "r07-1 r03-1", injuries=3).rev(HERE, "r03-2", 1, injuries=2)
    table = place.turn(0, 2, (1,)).start()
    table.drive("resolve event:e29", "pay card:r07-1", "who seat:first")  # one injury at once
    assert table.state.injuries == [2, 2] and table.event_at(HERE) is None
    beside = next(area for area in table.scene(1).areas if area.id == "area:continuing")
    assert [piece.id for piece in beside.pieces] == ["event:e29"] and "e29" not in table.discarded_events()
    table.drive("ability card:r03-1", "who seat:first")
    assert table.state.injuries == [0, 2]  # Doctor heals two
    table.choose("pass")
    table.drive("ability card:r03-2")
    assert table.state.injuries == [0, 0]  # also in the next one's turn
    table.choose("pass")
    while table.state.day == 3:
        table.choose(*table.choices[-1])
    assert "e29" in table.discarded_events() and not table.state.continuing_events and not any(table.state.day_mods)


# ---------------------------------------------------------------------- attack militia


@rule("militia.remove", "militia.up_to")
def test_as_many_militia_as_ammunition() -> None:
    table = actor("r05-1 r01-1").militia("corvin_koz", 5).start()
    assert [choice[1] for choice in table.all("attack")] == [1, 2, 3]
    assert table.refused("attack", 4) == "militia.remove"
    assert table.refused("attack", 0) == "militia.up_to"
    table.drive("attack 1", "pay card:r01-1")
    assert table.militia("corvin_koz") == 4
    more = actor("r05-1 r01-1").militia("corvin_koz", 1).start().choose("attack", 1)
    assert set(more.all("pay")) == {("pay", "card:r05-1"), ("pay", "card:r01-1")}  # all of them, if there are fewer
    assert actor("r02-1").militia("corvin_koz", 2).start().all("attack") == []  # no ammunition
    assert actor("r05-1").militia("csepel", 2).start().all("attack") == []  # not here


@rule("action.fighters_count", "militia.up_to")
def test_the_fighters_ammunition_counts_by_itself() -> None:
    table = actor("r01-1").active("corvin_koz", "f01", "f16").militia("corvin_koz", 4).start()
    assert [choice[1] for choice in table.all("attack")] == [2, 3]  # two fighters, and a card
    assert table.choose("attack", 2).militia("corvin_koz") == 2  # no card is asked for


@rule("militia.reward", "militia.reward_cap")
@pytest.mark.parametrize(("militia", "hand", "cards"), [(2, "r05-1", 0), (3, "r05-1 r01-1", 1), (4, "r05-1 r05-2", 1)])
def test_three_or_more_earn_exactly_one_card(militia: int, hand: str, cards: int) -> None:
    table = actor(hand).militia("corvin_koz", militia).start().choose("attack", militia)
    table.choose(*table.all("pay")[0])
    assert len(table.hand()) == cards and table.militia("corvin_koz") == 0


@rule("militia.reward_taken")
def test_the_card_is_drawn_without_a_question() -> None:
    table = actor("r05-1 r01-1").militia("corvin_koz", 3).start().choose("attack", 3)
    assert table.choose(*table.all("pay")[0]).prompt == "turn" and len(table.hand()) == 1


@rule("militia.sniper_only_ambush", "comp.avh_units")
def test_ammunition_removes_no_sniper() -> None:
    table = actor("r05-1").snipers("corvin_koz", 2).start()
    assert table.all("attack") == []


@rule("militia.sniper_by_effects")
def test_rewards_may_remove_snipers() -> None:
    place = actor("r05-1 r03-1", "astoria").event("e10").snipers("bem_ter").snipers("csepel")
    table = place.start().drive("resolve event:e10", "pay card:r03-1 card:r05-1", "at location:bem_ter")
    assert (table.snipers("bem_ter"), table.snipers("csepel")) == (0, 1)


@rule("ability.fighter_permanent", "militia.remove")
def test_the_sergeant_adds_an_icon_if_there_is_another() -> None:
    # f17 has one ammunition of its own, so that his bonus always counts; with one card it is three.
    table = actor("r01-1").active("corvin_koz", "f17").militia("corvin_koz", 4).start()
    assert [choice[1] for choice in table.all("attack")] == [2, 3]
    assert table.drive("attack 3", "pay card:r01-1").militia("corvin_koz") == 1


@rule("militia.up_to", "ability.fighter_permanent")
def test_a_bonus_of_ammunition_counts_only_beside_another_icon(monkeypatch: pytest.MonkeyPatch) -> None:
    table = street().rev(HERE, "r02-1").active(HERE, "f17").militia(HERE).turn().start()
    assert table.offers("attack", 1)  # the sergeant's own icon
    unarmed = list(PACK.companion_icons)
    unarmed[PACK.companion_keys.index("f17")] = (0, 0, 0)
    monkeypatch.setattr(table.state.pack, "companion_icons", tuple(unarmed))
    assert table.match.refusal(("attack", 1)) == "militia.remove"
    two = street().rev(HERE, "r02-1").active(HERE, "f17").militia(HERE, 2).turn().start()
    monkeypatch.setattr(two.state.pack, "companion_icons", tuple(unarmed))
    assert two.match.refusal(("attack", 1)) == "militia.remove"


@rule("militia.reward_taken", "militia.reward", "cards.full_hand_gets_none")
def test_the_reward_fills_the_last_place_of_a_hand() -> None:
    hand = "r02-1 r02-2 r02-3 r02-4 r03-1 r03-2 r03-3 r03-4 r12-1"
    for cards, after in ((hand, 10), (f"{hand} r12-2", 10)):
        place = street().rev(HERE, cards).active(HERE, "rt1", "f01").militia(HERE, 3).turn()
        table = place.start().choose("attack", 3)  # three icons of fighters
        assert table.militia(HERE) == 0 and len(table.hand()) == after


@rule("militia.reward", "tank.reward")
def test_the_reward_is_the_acting_players() -> None:
    table = street(2).rev(HERE).rev(HERE, "r05-1 r05-2", 1).militia(HERE, 3).top("r12-1").turn(1, 2).start()
    table.drive("attack 3", "pay card:r05-1 card:r05-2")
    assert table.hand(1) == {"r12-1"} and table.hand(0) == set()


@rule("militia.reward_cap")
def test_six_militia_earn_one_card_too() -> None:
    table = street().rev(HERE, "r05-1 r05-2 r05-3").militia(HERE, 6).turn().start()
    table.choose("attack", 6).choose("pay", "card:r05-1", "card:r05-2", "card:r05-3")
    assert table.militia(HERE) == 0 and table.last("drew") == ("seat:revolutionary", 1)


@rule("militia.remove", "action.no_idle_cards", "militia.up_to")
def test_there_is_no_holding_back_of_icons_that_were_handed_in() -> None:
    place = street().rev(HERE, "r05-1 r01-1 r01-2").militia(HERE, 4).turn()
    one = place.start().choose("attack", 1)
    assert one.choices == [("pay", "card:r01-1")]  # the rifles would remove two
    assert one.refused("pay", "card:r05-1") == "militia.remove"
    assert one.refused("pay", "card:r02-1") == "action.no_help"
    three = place.start().choose("attack", 3)
    assert three.refused("pay", "card:r01-1", "card:r01-2", "card:r05-1") == "militia.remove"  # that would be four
    assert three.refused("pay", "card:r05-1") == "militia.remove"  # and that two
    last = street().rev(HERE, "r05-1 r01-1").militia(HERE).turn().start().choose("attack", 1)
    assert last.offers("pay", "card:r05-1")  # there is nobody else to be removed
    assert last.refused("pay", "card:r01-1", "card:r05-1") == "action.no_idle_cards"


# ---------------------------------------------------------------------- destroy a tank


@rule("tank.destroy", "tank.reward", "tank.one_per_action")
def test_three_molotovs_destroy_one_tank() -> None:
    table = actor("r06-1 r06-2 r02-1").tanks("corvin_koz", 2).barricade("corvin_koz").tracks(morale=3).start()
    table.choose("destroy")
    assert ("pay", "card:r02-1", "card:r06-1") in table.all("pay")
    table.choose("pay", "card:r02-1", "card:r06-1")
    assert table.tanks("corvin_koz") == 1 and table.state.morale == 5
    assert table.refused("destroy") == "tank.destroy"  # two icons are left
    assert actor("r06-1 r02-1").tanks("csepel").start().refused("destroy") == "tank.destroy"  # not here


@rule("tank.destroy", "ability.fighter_permanent", "ability.revtank_same")
@pytest.mark.parametrize("helper", ["f16", "rt1"])
def test_with_a_gunner_or_a_tank_two_are_enough(helper: str) -> None:
    table = actor("r06-1").tanks("corvin_koz").barricade("corvin_koz").active("corvin_koz", helper).start()
    assert table.drive("destroy", "pay card:r06-1").tanks("corvin_koz") == 0
    both = actor("r06-1").tanks("corvin_koz").barricade("corvin_koz").active("corvin_koz", "f16", "rt1").start()
    assert both.offers("destroy")  # the lowest number counts, not a sum


@rule("tank.one_per_action", "tankfire.needs_tank_target")
def test_one_action_destroys_one_of_three_tanks() -> None:
    place = street().rev(HERE, "r06-1 r02-1 r06-2 r02-2").tanks(HERE, 3).tracks(morale=2)
    table = place.roll(4, 5, 6, 4, 5).turn().start().drive("destroy", "pay card:r02-1 card:r06-1")
    assert table.tanks(HERE) == 2 and table.state.morale == 4 and len(table.told("roll_fire")) == 3
    table.drive("destroy", "pay card:r02-2 card:r06-2")
    assert table.tanks(HERE) == 1 and table.state.morale == 6 and table.script_left() == 0
