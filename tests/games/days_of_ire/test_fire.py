"""Tank fire between announcement and deed, barricades, and how hits are shared out."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import Street, Table, street

HERE = "corvin_koz"


def under_fire(hand: str = "", tanks: int = 1, count: int = 1) -> Street:
    """A revolutionary on turn beside Soviet tanks."""
    return street(count).rev(HERE, hand).tanks(HERE, tanks).turn(actions=4 if count == 1 else 2)


# ---------------------------------------------------------------------- when tanks fire


ACTIONS = {
    "activate fighter:f01": (under_fire().passive(HERE, "f01"), ()),
    "resolve event:e16": (under_fire("r07-1").event("e16"), ("pay card:r07-1",)),
    "attack 1": (under_fire("r01-1").militia(HERE), ("pay card:r01-1",)),
    "destroy": (under_fire("r06-1 r02-1"), ("pay card:r02-1 card:r06-1",)),
    "ability card:r12-1": (under_fire("r12-1"), ()),
    "ability fighter:f06": (under_fire().active(HERE, "f06"), ("hit_seat seat:revolutionary",)),
    "draw": (under_fire(), ()),
}


@rule("tankfire.before_every_action", "tankfire.not_only_attacks", "tankfire.dice")
@pytest.mark.parametrize("action", list(ACTIONS))
def test_tanks_fire_before_every_kind_of_action(action: str) -> None:
    place, answers = ACTIONS[action]
    table = place.start().script(1)
    table.drive(action, *answers)
    assert len(table.told("injured")) == 1 and table.script_left() == 0


@rule("tankfire.not_only_attacks", "transfer.give", "transfer.take")
@pytest.mark.parametrize("verb", ["give", "take"])
def test_tanks_fire_before_a_transfer(verb: str) -> None:
    place = under_fire("r01-1", 1, 2).rev(HERE, "r02-1", 1)
    table = place.roll(1).start().choose(verb, "seat:second")
    assert table.prompt == "hits"
    table.choose("hit_seat", "seat:first")
    assert table.prompt == "hand_over" and table.state.injuries == [1, 0]


@rule("tankfire.before_every_action")
def test_tanks_elsewhere_do_not_fire() -> None:
    assert street().rev(HERE).tanks("csepel", 3).turn().start().choose("draw").state.injuries == [0]


@rule("tankfire.each_action")
def test_they_fire_again_before_every_further_action() -> None:
    table = under_fire().roll(1, 6, 2).start().drive("draw", "draw", "draw")
    assert table.state.injuries == [2]
    other = under_fire("", 1, 2).rev(HERE, seat=1).turn(0, 1, (1,)).roll(6, 6).start().choose("draw")
    other.choose("end").choose("draw")
    assert other.script_left() == 0


@rule("tankfire.not_free_abilities", "ability.card_free", "ability.fighter_once")
def test_what_costs_no_action_provokes_no_fire() -> None:
    table = under_fire("r08-1").active(HERE, "f09").start()
    table.drive("ability card:r08-1", "ability fighter:f09")  # nothing is scripted
    assert table.state.turn.free_steps == 3 and table.state.actions == [4]


@rule("tankfire.dice", "tankfire.hit_123", "comp.dice")
@pytest.mark.parametrize(("dice", "injuries"), [((1, 2, 3), 3), ((3, 4, 5), 1), ((4, 5, 6), 0)])
def test_one_die_for_each_tank_and_a_hit_for_each_low_one(dice: tuple[int, ...], injuries: int) -> None:
    table = under_fire(tanks=3).roll(*dice).start().choose("draw")
    assert table.state.injuries == [injuries]
    assert [line.args[0] for line in table.told("roll_fire")] == list(dice)


@rule("comp.dice", "comp.tanks_no_stack_limit")
def test_eight_tanks_roll_eight_dice() -> None:
    table = under_fire(tanks=8).roll(*[6] * 8).start().choose("draw")
    assert table.script_left() == 0


@rule("tankfire.needs_tank_target")
def test_all_tanks_roll_once_also_the_one_that_is_aimed_at() -> None:
    table = under_fire("r06-1 r02-1", 2).roll(6, 6).start().drive("destroy", "pay card:r02-1 card:r06-1")
    assert table.script_left() == 0 and table.tanks(HERE) == 1


@rule("tankfire.action_declared_first", "tankfire.icons_not_lost")
def test_target_and_cards_are_named_before_the_roll() -> None:
    # The only Molotov of the pharmacist is needed, and he falls.
    table = under_fire("r06-1").active(HERE, "f02").start().choose("destroy")
    assert table.prompt == "pay"  # no die yet
    table.script(1).choose("pay", "card:r06-1")
    assert table.prompt == "hits" and table.discards() == {"r06-1"}
    table.choose("hit", "fighter:f02")
    assert table.tanks(HERE) == 0 and table.fallen("f02")


@rule("tankfire.icons_not_lost")
def test_the_ability_of_a_fallen_fighter_still_counts() -> None:
    table = under_fire().active(HERE, "f07").roll(2).start().choose("ability", "fighter:f07")
    table.choose("hit", "fighter:f07")
    assert table.barricade(HERE) and table.fallen("f07")


@rule("tankfire.settled")
def test_what_was_settled_is_not_looked_at_again() -> None:
    # Four active fighters would forbid an activation; one falls, and then there is room, but the announcement counts:
    # with three it may be chosen, whatever happens.
    table = under_fire("r03-1").active(HERE, "f16").event("e16").active(HERE, "f03").roll(1).start()
    table.drive("resolve event:e16", "pay card:r03-1", "hit fighter:f03")  # her information was one of two
    assert table.event_at(HERE) is None


@rule("tankfire.settled")
def test_what_the_action_does_is_applied_to_the_board_as_it_stands() -> None:
    # Two fighters become active at the most, and a place has room for four: three are there, one falls.
    place = under_fire().active(HERE, "f05", "f01", "f02").passive(HERE, "f03", "f04").roll(1)
    table = place.start().choose("ability", "fighter:f05").choose("hit", "fighter:f05")
    assert table.prompt == "activate_more"  # three again after the first: there is room for a second
    table.choose("at", f"location:{HERE}")
    assert table.active(HERE) == {"f01", "f02", "f03", "f04"}


@rule("tankfire.settled", "instant.any_time", "instant.injury_1")
def test_an_ended_game_carries_nothing_out() -> None:
    place = under_fire("r06-1 r02-1").rev(HERE, "r06-1 r02-1", injuries=4).turn().roll(1).tracks(morale=5)
    table = place.start().drive("destroy", "pay card:r02-1 card:r06-1")
    assert table.over and table.reason == "instant.injury_1"
    assert table.tanks(HERE) == 1 and table.state.morale == 5


# ---------------------------------------------------------------------- modifiers


@rule("ability.permanent_presence", "ability.fighter_permanent")
def test_the_tram_driver_makes_tanks_miss_with_a_three() -> None:
    table = under_fire(tanks=2).active(HERE, "f19").roll(3, 2).start().choose("draw")
    assert table.facts["hits"] == 1
    away = under_fire(tanks=1).active("csepel", "f19").roll(3).start().choose("draw")
    assert away.state.injuries == [1]


@rule("icon.continuing_all_day")
def test_the_lowest_number_in_force_counts() -> None:
    table = under_fire(tanks=3).active(HERE, "f19").mods(tank_hit_max=1).roll(1, 2, 3).start().choose("draw")
    assert table.facts["hits"] == 1
    silent = under_fire().mods(tanks_silent=1).start().choose("draw")
    assert silent.state.injuries == [0]


@rule("ability.card_free", "tankfire.before_every_action")
def test_petrol_keeps_tanks_silent_for_one_action() -> None:
    table = under_fire("r06-1").start().drive("ability card:r06-1", "draw")
    assert table.state.injuries == [0]
    table.script(1).choose("draw")
    assert table.state.injuries == [1]
    wasted = street().rev("csepel", "r06-1").tanks(HERE).turn().start()
    wasted.drive("ability card:r06-1", "draw", f"step location:{HERE}").script(1).choose("draw")
    assert wasted.state.injuries == [1]  # the action without a tank used it up


# ---------------------------------------------------------------------- barricades


@rule("barricade.place", "barricade.stops_fire", "barricade.stays")
def test_a_barricade_silences_all_tanks_and_stays() -> None:
    table = under_fire("r02-1", 3).roll(6, 6, 6).start().choose("ability", "card:r02-1")
    assert table.barricade(HERE)
    table.drive("draw", "draw")  # no further die
    assert table.barricade(HERE) and table.state.actions == [1]
    table.drive("pass", "done", "done")
    assert table.state.day == 4 and table.barricade(HERE)


@rule("barricade.one_per_location")
def test_one_barricade_in_a_location() -> None:
    table = street().rev(HERE, "r02-1").barricade(HERE).turn().start()
    assert table.refused("ability", "card:r02-1") == "barricade.one_per_location"


@rule("barricade.supply", "hit.barricade_out")
def test_there_are_two_and_hit_ones_do_not_come_back() -> None:
    both = street().rev(HERE, "r02-1").barricade("csepel", "astoria").turn().start()
    assert both.refused("ability", "card:r02-1") == "barricade.supply"
    hit = street().phase("avh").rev("astoria").barricade("astoria").militia("astoria", 2).roll(1, 6).start()
    hit.drive("avh avh:a4", "at location:astoria", "hit_barricade")
    assert not hit.barricade("astoria") and hit.state.barricades_left == 1
    lost = street().rev(HERE, "r02-1").barricade("csepel").set(barricades_left=0).turn().start()
    assert lost.refused("ability", "card:r02-1") == "barricade.supply"


@rule("barricade.card_moves_too", "barricade.entering_allowed")
def test_removing_and_placing_are_not_hindered() -> None:
    table = street().phase("headlines").headlines("h39 h11").militia("magyar_radio", 2).barricade("magyar_radio")
    played = table.start().drive("effect headline:h11")
    assert played.militia("magyar_radio") == 4
    played.drive("play headline:h39", "at location:magyar_radio", "at location:magyar_radio")
    assert played.militia("magyar_radio") == 2
    militia = street().phase("headlines").headlines("h22").militia("magyar_radio", 2).barricade("magyar_radio")
    moved = militia.start().choose("effect", "headline:h22")
    assert moved.refused("move", "location:magyar_radio", "location:astoria") == "barricade.card_moves_too"


# ---------------------------------------------------------------------- hits


def hit_here(hits: int, *companions: str) -> Table:
    """So many hits in Corvin Passage, where a revolutionary is with these companions."""
    dice = [1] * hits + [6] * (3 - hits)
    return under_fire(tanks=3).active(HERE, *companions).passive(HERE, "f22").roll(*dice).start().choose("draw")


@rule("hit.assign", "hit.one_by_one", "hit.must_assign")
def test_hits_are_given_one_by_one() -> None:
    table = hit_here(3, "f01", "f02")
    assert table.facts == {"hits": 3, "location": f"location:{HERE}"}
    assert table.verbs() == {"hit_seat", "hit"}  # none can be refused
    table.choose("hit", "fighter:f01")
    assert table.facts["hits"] == 2
    assert table.refused("hit", "fighter:f01") == "hit.assign"  # it has left with its first hit
    table.drive("hit_seat seat:revolutionary", "hit_seat seat:revolutionary")
    assert table.state.injuries == [2] and table.active(HERE) == {"f02"}


@rule("hit.assign", "avh.shot_assign")
def test_a_barricade_can_take_a_hit() -> None:
    table = street().phase("avh").rev("astoria").barricade("astoria").militia("astoria", 6).roll(1, 6).start()
    table.drive("avh avh:a4", "at location:astoria")
    assert table.verbs() == {"hit_seat", "hit_barricade"}
    assert not table.choose("hit_barricade").barricade("astoria")
    nothing = street().phase("avh").rev("astoria").militia("astoria").active("astoria", "f01").roll(1, 6).start()
    nothing.drive("avh avh:a4", "at location:astoria")
    assert nothing.refused("hit_barricade") == "hit.assign"


@rule("hit.choose_player", "headline.team_choice")
def test_the_team_decides_who_is_injured() -> None:
    place = under_fire("", 1, 3).rev(HERE, seat=1).rev("csepel", seat=2).turn(1, 1)
    table = place.roll(1).start().choose("draw")
    assert table.prompt == "hits" and table.asked == "second"  # whose turn it is
    ask = table.match.ask
    assert ask is not None and [ask.open_to(seat) for seat in range(4)] == [True, True, True, False]
    assert table.refused("hit_seat", "seat:third") == "hit.assign"  # elsewhere
    assert table.choose("hit_seat", "seat:first").state.injuries == [1, 0, 0]


@rule("hit.player_injury")
def test_a_hit_on_a_revolutionary_is_one_injury() -> None:
    assert hit_here(1).state.injuries == [1]  # nobody else is there: nothing is asked


@rule("hit.fighter_removed", "hit.fighter_pool")
def test_a_hit_fighter_lies_beside_the_board() -> None:
    table = hit_here(1, "f01").choose("hit", "fighter:f01")
    assert table.fallen("f01") and table.active(HERE) == set()


@rule("hit.revtank_out", "revtank.is_active_fighter")
def test_a_hit_revolutionary_tank_leaves_the_game() -> None:
    table = hit_here(1, "rt2").choose("hit", "fighter:rt2")
    assert not table.fallen("rt2") and table.active(HERE) == set()
    assert table.state.rev_tanks.bit_count() == 2  # it does not come back to the supply


@rule("hit.passive_safe")
def test_passive_fighters_cannot_be_hit() -> None:
    table = hit_here(1, "f01")
    assert table.refused("hit", "fighter:f22") == "hit.passive_safe"


@rule("hit.no_target")
def test_hits_without_a_target_have_no_effect() -> None:
    table = street().phase("avh").militia("astoria", 12).passive("astoria", "f01").roll(1, 1).start()
    table.drive("avh avh:a4", "at location:astoria")
    assert table.state.hits is None and table.state.injuries == [0] and table.passive("astoria") == "f01"


@rule("hit.must_assign", "hit.no_target")
def test_hits_beyond_the_last_target_are_lost() -> None:
    place = street().phase("avh").militia("astoria", 12).active("astoria", "f01").roll(1, 1)
    table = place.start().drive("avh avh:a4", "at location:astoria")
    assert table.fallen("f01") and table.state.hits is None  # two hits, one target


@rule("hit.card_effects", "hit.choose_player")
def test_hits_of_cards_are_shared_out_in_the_same_way() -> None:
    place = street(2).phase("headlines").headlines("h15").rev("kossuth_ter").rev("kossuth_ter", seat=1)
    table = place.active("kossuth_ter", "f01").barricade("kossuth_ter").start().choose("effect", "headline:h15")
    assert table.asked == "first" and table.verbs() == {"hit_seat", "hit", "hit_barricade"}
    table.choose("hit_barricade")
    assert not table.barricade("kossuth_ter") and table.prompt == "headlines"


@rule("hit.removed_by_card")
def test_a_fighter_removed_by_a_card_lies_beside_the_board_a_tank_is_gone() -> None:
    place = street().phase("headlines").headlines("h21").active("astoria", "f01", "rt1").militia("astoria")
    table = place.active("csepel", "f02").start().choose("effect", "headline:h21")
    assert table.refused("fighter", "fighter:f02") == "headline.choose_possible"  # no ÁVH unit is with f02
    assert table.choose("fighter", "fighter:f01").fallen("f01")
    tank = place.start().drive("effect headline:h21", "fighter fighter:rt1")
    assert not tank.fallen("rt1") and tank.state.rev_tanks.bit_count() == 2


@rule("hit.fighter_returns_active", "hit.fighter_pool")
def test_a_fighter_comes_back_active_where_there_is_room() -> None:
    place = street(2).phase("headlines").headlines("h25").rev("astoria").rev("csepel", seat=1)
    place.active("csepel", "f02", "f03", "f04", "f05")
    table = place.start().drive("play headline:h25", "fighter fighter:f01")
    assert table.active("astoria") == {"f01"}  # Csepel is full, so that nothing is asked
    assert not table.fallen("f01")
    assert place.start().choose("play", "headline:h25").refused("fighter", "fighter:f02") == "hit.fighter_pool"
    choice = street(2).phase("headlines").headlines("h25").rev("astoria").rev("csepel", seat=1).start()
    choice.drive("play headline:h25", "fighter fighter:f01")
    assert choice.named("at") == {"astoria", "csepel"}


@rule("hit.fighter_returns_active", "activate.cap", "hit.no_target", "headline.choose_possible")
def test_a_location_that_the_card_means_is_refused_by_what_stands_in_the_way_there() -> None:
    place = street(3).phase("headlines").headlines("h25 h04 h34").rev("astoria").rev("corvin_koz", seat=1)
    place.rev("csepel", seat=2).active("csepel", "f02", "f03", "f04", "f05")
    back = place.start().drive("play headline:h25", "fighter fighter:f01")
    assert back.refused("at", "location:csepel") == "hit.fighter_returns_active"  # four are active there
    assert back.refused("at", "location:bem_ter") == "headline.choose_possible"  # no revolutionary is there
    place.passive("astoria", "f06").passive("corvin_koz", "f07").passive("csepel", "f08")
    turned = place.start().choose("play", "headline:h04")
    assert turned.refused("at", "location:csepel") == "activate.cap"
    place.tanks("astoria").tanks("corvin_koz").tanks("bem_ter")
    hit = place.start().choose("effect", "headline:h34")
    assert hit.refused("at", "location:bem_ter") == "hit.no_target"  # nobody can be hit there


@rule("heal.remove_marker")
def test_healing_takes_one_marker_off() -> None:
    table = street().rev("corvin_koz", "r07-1", injuries=3).event("e16").turn().start()
    assert table.drive("resolve event:e16", "pay card:r07-1").state.injuries == [2]
    unhurt = street().rev("corvin_koz", "r07-1").event("e16").turn().start()
    assert unhurt.drive("resolve event:e16", "pay card:r07-1").state.injuries == [0]


# ---------------------------------------------------------------------- Revolutionary tanks


def guard(*others: str) -> Street:
    return street().phase("headlines").headlines("h36").active("kossuth_ter", *others)


@rule("revtank.none_left")
def test_without_a_revolutionary_tank_none_is_placed() -> None:
    table = guard().gone("rt1", "rt2", "rt3").start().choose("play", "headline:h36")
    assert table.active("kossuth_ter") == set() and table.state.points == 3


@rule("revtank.full_location")
def test_none_is_placed_beside_four() -> None:
    table = guard("f01", "f02", "f03", "f04").start().choose("play", "headline:h36")
    assert len(table.active("kossuth_ter")) == 4 and table.state.rev_tanks.bit_count() == 3


@rule("revtank.random")
def test_it_is_drawn_from_those_not_yet_used() -> None:
    table = guard().active("csepel", "rt1").roll("fighter:rt3").start().choose("play", "headline:h36")
    assert table.active("kossuth_ter") == {"rt3"} and table.state.rev_tanks.bit_count() == 1
