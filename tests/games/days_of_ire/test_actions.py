"""The actions: activating, resolving, attacking militia, destroying tanks, and the icons that pay for them."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import Street, street


def actor(hand: str = "", location: str = "corvin_koz", seat: int = 0, count: int = 1) -> Street:
    """A revolutionary on turn with these cards."""
    return street(count).rev(location, hand, seat).turn(seat, 4 if count == 1 else 2)


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


# ---------------------------------------------------------------------- icons


@rule("action.icons_from", "action.fighters_count", "action.icons_same_for_3_4")
def test_icons_come_from_fighters_here_and_from_the_own_hand() -> None:
    # e18 needs two ammunition and one information: f10 and f16 have ammunition, f03 information.
    table = actor("", "moricz_korter").event("e18").active("moricz_korter", "f10", "f16", "f03").start()
    table.choose("resolve", "event:e18")  # nothing to hand in
    assert table.event_at("moricz_korter") is None
    away = actor("", "moricz_korter").event("e18").active("csepel", "f10", "f16", "f03").start()
    assert away.refused("resolve", "event:e18") == "resolve.one_action"
    passive = actor("", "moricz_korter").event("e18").active("moricz_korter", "f10", "f16")
    assert passive.passive("moricz_korter", "f03").start().refused("resolve", "event:e18") == "resolve.one_action"


@rule("action.no_help")
def test_others_cannot_contribute_cards() -> None:
    place = actor("r05-1", "moricz_korter", 0, 2).rev("moricz_korter", "r07-1", 1).event("e18")
    table = place.start()
    assert table.refused("resolve", "event:e18") == "resolve.one_action"
    able = actor("r05-1 r03-1", "moricz_korter", 0, 2).rev("moricz_korter", "r07-1", 1).event("e18").start()
    able.choose("resolve", "event:e18")
    assert able.refused("pay", "card:r05-1", "card:r07-1") == "action.no_help"


@rule("action.fighter_icons_shared")
def test_every_revolutionary_in_the_location_uses_the_fighters() -> None:
    for seat in (0, 1):
        place = street(2).rev("corvin_koz").rev("corvin_koz", seat=1).active("corvin_koz", "f01", "f05")
        table = place.militia("corvin_koz").passive("corvin_koz", "f02").turn(seat, 2).start()
        assert table.offers("attack", 1) and table.offers("ability", "fighter:f05")


@rule("action.surplus_lost", "action.no_idle_cards")
def test_no_card_is_handed_in_for_nothing() -> None:
    # e25 needs two information: Leaflets alone, or two of the single ones.
    table = actor("r07-1 r03-1 r03-2 r12-1", "blaha_lujza_ter").event("e25").start().choose("resolve", "event:e25")
    assert table.refused("pay", "card:r07-1", "card:r03-1") == "action.no_idle_cards"
    assert table.refused("pay", "card:r03-1") == "resolve.at_location"
    assert set(table.all("pay")) == {
        ("pay", "card:r07-1"),
        ("pay", "card:r03-1", "card:r03-2"),
        ("pay", "card:r03-1", "card:r12-1"),
    }
    surplus = actor("r07-1", "szena_ter").active("szena_ter", "f03").event("e29", "szena_ter").start()
    surplus.drive("resolve event:e29", "pay card:r07-1")  # three icons for two
    assert surplus.discards() == {"r07-1"}


@rule("action.no_idle_cards")
def test_in_an_attack_every_card_fells_one_militia_more() -> None:
    table = actor("r05-1 r01-1").militia("corvin_koz", 2).start().choose("attack", 2)
    assert table.all("pay") == [("pay", "card:r05-1")]
    assert table.refused("pay", "card:r01-1", "card:r05-1") == "action.no_idle_cards"
    doubles = actor("r05-1 r05-2").militia("corvin_koz", 3).start()
    assert not doubles.offers("attack", 1)  # no way to gather exactly one
    doubles.choose("attack", 3)
    assert doubles.all("pay") == [("pay", "card:r05-1", "card:r05-2")]  # the fourth icon is lost


@rule("action.no_idle_cards", "cards.aid_one_icon")
def test_many_payments_can_be_put_together_card_by_card() -> None:
    hand = "r01-1 r02-1 r03-1 r04-1 r04-2 r08-1 r09-1 r10-1 r11-1 r12-1"
    table = actor(hand, "bem_ter").event("e14").start().choose("resolve", "event:e14")  # one icon of each kind
    assert len(table.all("pay")) == 12 and table.offers("more")
    table.choose("more").choose("lay", "card:r12-1")
    assert table.refused("lay", "card:r12-1") == "resolve.cards_discarded"
    assert table.refused("lay", "card:r11-1") == "action.no_idle_cards"  # a second information
    table.drive("lay card:r10-1", "lay card:r09-1")
    assert table.event_at("bem_ter") is None
    assert table.discards() >= {"r12-1", "r10-1", "r09-1"}


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


# ---------------------------------------------------------------------- swaps


@rule("ability.fighter_once", "action.icons_from")
def test_the_chemistry_student_turns_one_ammunition_into_a_molotov() -> None:
    # His own Molotov and one of the card's ammunition: with a second card three.
    place = actor("r05-1 r02-1").tanks("corvin_koz").barricade("corvin_koz").active("corvin_koz", "f12")
    table = place.start()
    assert table.refused("destroy") == "tank.destroy"
    table.choose("ability", "fighter:f12").choose("destroy")
    assert table.all("pay") == [("pay", "card:r02-1", "card:r05-1")]
    table.choose("pay", "card:r02-1", "card:r05-1")
    assert table.tanks("corvin_koz") == 0
    assert sum(table.state.turn.swaps) == 0  # for one action only


@rule("ability.fighter_once", "action.icons_from")
def test_the_printer_makes_any_card_one_information() -> None:
    # e25 needs two information: his own and one card, whatever it shows.
    table = actor("r06-1", "blaha_lujza_ter").event("e25").active("blaha_lujza_ter", "f13").start()
    assert table.refused("resolve", "event:e25") == "resolve.one_action"
    table.drive("ability fighter:f13", "resolve event:e25", "pay card:r06-1")
    assert table.event_at("blaha_lujza_ter") is None and sum(table.state.turn.wild) == 0
    wasted = actor("r06-1", "blaha_lujza_ter").event("e25").active("blaha_lujza_ter", "f13").start()
    wasted.drive("ability fighter:f13", "draw")
    assert wasted.refused("resolve", "event:e25") == "resolve.one_action"  # it was for the next action
    exactly_one = actor("r07-1", "mdp_szekhaz").event("e21").active("mdp_szekhaz", "f13").start()
    exactly_one.choose("ability", "fighter:f13")  # information and Molotov: the card shows no Molotov
    assert exactly_one.refused("resolve", "event:e21") == "resolve.one_action"
