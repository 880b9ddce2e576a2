"""Tank fire between announcement and deed, barricades, and Revolutionary tanks."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import Street, street, under_fire

HERE = "corvin_koz"


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


@rule("tankfire.each_action", "tankfire.before_every_action")
def test_tanks_that_were_silent_once_fire_before_the_next_action() -> None:
    table = street().rev(HERE, "r06-1").tanks(HERE, 2).roll(5, 6, 4, 6).turn().start()
    table.drive("ability card:r06-1", "draw")
    assert not table.told("roll_fire")
    assert len(table.choose("draw").told("roll_fire")) == 2 and len(table.choose("draw").told("roll_fire")) == 4


@rule("tankfire.action_declared_first")
@pytest.mark.parametrize("what", ["resolve event:e27", "attack 1", "destroy"])
def test_cards_are_laid_before_the_tanks_fire(what: str) -> None:
    hand = {"r": "r01-1 r03-1", "a": "r01-1", "d": "r06-1"}[what[0]]
    place = street().rev("bem_ter", hand).event("e27").militia("bem_ter").tanks("bem_ter").roll(1)
    table = place.active("bem_ter", "f06").turn().start().drive(what)
    assert table.prompt == "pay" and not table.told("roll_fire")
    table.choose(*table.choices[0])
    assert table.prompt == "hits" and table.hand() == set() and len(table.told("roll_fire")) == 1
    assert table.event_at("bem_ter") == "e27" and table.militia("bem_ter") == table.tanks("bem_ter") == 1


@rule("tankfire.action_declared_first", "tankfire.settled")
def test_the_action_is_used_up_before_the_tanks_fire() -> None:
    table = street().rev(HERE).active(HERE, "f01").tanks(HERE).turn().roll(1).start().choose("draw")
    assert table.prompt == "hits" and table.state.actions == [3]


@rule("tankfire.action_declared_first", "tankfire.icons_not_lost")
def test_ammunition_is_laid_before_the_tanks_fire() -> None:
    place = street().rev(HERE, "r01-1 r01-2 r09-1").active(HERE, "f01").tanks(HERE).militia(HERE, 2)
    table = place.turn().roll(1).start().choose("attack", 2)
    assert table.prompt == "pay" and table.told("roll_fire") == []
    table.choose("pay", "card:r01-1").choose("hit", "fighter:f01")
    assert table.militia(HERE) == 0 and table.fallen("f01")  # his icon counted


@rule("tankfire.action_declared_first", "ability.card_discard_first")
def test_a_card_is_played_before_the_tanks_fire() -> None:
    table = street().rev(HERE, "r12-1").tanks(HERE).turn().roll(6).start().choose("ability", "card:r12-1")
    assert [line.key for line in table.match.lines(None)] == ["used", "discarded", "roll_fire", "hits", "morale"]


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


@rule("tankfire.hit_123")
def test_a_modifier_never_makes_tanks_hit_more_often() -> None:
    table = street().rev(HERE).tanks(HERE).mods(tank_hit_max=5).turn().roll(4).start().choose("draw")
    assert table.state.injuries == [0]


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


@rule("barricade.place", "barricade.supply", "comp.barricades")
def test_every_barricade_that_is_built_leaves_one_less() -> None:
    table = street().rev(HERE, "r02-1 r02-2 r02-3 r02-4").turn().start()
    assert table.choose("ability", "card:r02-1").barricade(HERE) and table.state.barricades_left == 1
    table.drive("step location:csepel", "ability card:r02-2")
    assert table.barricade("csepel") and table.state.barricades_left == 0
    table.drive("step location:moricz_korter", "drop card:r02-3")
    assert table.refused("ability", "card:r02-4") == "barricade.supply"  # there are two


@rule("barricade.supply", "comp.barricades")
def test_a_barricade_that_is_built_comes_from_the_supply() -> None:
    table = street().rev(HERE, "r02-1").turn().start().choose("ability", "card:r02-1")
    assert table.barricade(HERE) and table.state.barricades_left == 1


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


@rule("revtank.is_active_fighter")
def test_a_revolutionary_tank_is_an_active_fighter_for_every_rule() -> None:
    full = street().rev(HERE).active(HERE, "f01", "f02", "f03", "rt1").passive(HERE, "f04").turn().start()
    assert full.refused("activate", "fighter:f04") == "activate.cap"  # one of four
    walk = street().rev(HERE).active(HERE, "f01", "f02", "rt1").turn().start().choose("step", "location:csepel")
    walk.drive("join fighter:rt1", "join fighter:f01")
    assert walk.active("csepel") == {"rt1", "f01"} and walk.prompt == "turn"  # one of two
    icons = street().rev(HERE).active(HERE, "rt1").militia(HERE, 2).turn().start()
    assert icons.choose("attack", 2).militia(HERE) == 0  # two ammunition icons
    arrest = street().phase("headlines").headlines("h21").active("astoria", "f01", "rt1").militia("astoria").start()
    assert arrest.choose("effect", "headline:h21").named("fighter") == {"f01", "rt1"}
    hit = street().rev(HERE).active(HERE, "rt2").tanks(HERE).roll(1).turn().start().choose("draw")
    assert hit.offers("hit", "fighter:rt2")
