"""Abilities of Revolution cards, fighters and Revolutionary tanks."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo, SandtableError
from sandtable.games.days_of_ire.flow.effects import carry_out
from sandtable.games.days_of_ire.state import PLAYER_DECIDES
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Street, street

HERE = "corvin_koz"


def user(hand: str = "", actions: int = 4, injuries: int = 0) -> Street:
    return street().rev(HERE, hand, injuries=injuries).turn(actions=actions)


# ---------------------------------------------------------------------- cards


@rule("ability.card_discard", "ability.card_action", "ability.card_free")
def test_a_used_card_is_discarded_and_costs_an_action_only_if_it_says_so() -> None:
    speech = user("r12-1").tracks(morale=5).start().choose("ability", "card:r12-1")
    assert speech.discards() == {"r12-1"} and speech.state.actions == [3] and speech.state.morale == 6
    steps = user("r08-1").start().choose("ability", "card:r08-1")
    assert steps.discards() == {"r08-1"} and steps.state.actions == [4]


@rule("ability.card_action")
def test_an_action_card_needs_an_action() -> None:
    table = user("r12-1 r03-1", 0, injuries=1).start()
    assert table.refused("ability", "card:r12-1") == "ability.card_action"
    assert table.offers("ability", "card:r03-1")


@rule("ability.card_free", "fighter.free_ones")
def test_free_cards_and_fighters_serve_at_any_moment_of_the_turn() -> None:
    place = user("r03-1 r03-2 r03-3", 2, injuries=4).active(HERE, "f08").top("r01-1 r01-2 r01-3")
    table = place.start().choose("ability", "card:r03-1")  # before a move
    table.drive("step location:csepel", "join fighter:f08", "ability card:r03-2")  # after it
    table.choose("draw")
    table.drive("ability fighter:f08", "drop card:r01-1")  # between two actions
    table.choose("draw")
    table.choose("ability", "card:r03-3")  # after the last
    assert table.state.injuries == [1]


@rule("fighter.own_turn_only")
def test_nothing_can_be_used_between_the_roll_and_the_action_or_in_anothers_turn() -> None:
    table = street(2).rev(HERE, "r03-1", injuries=1).rev(HERE, "r03-2", 1, injuries=1).tanks(HERE).turn(0, 2)
    hit = table.roll(1).start().choose("draw")
    assert hit.verbs() == {"hit_seat"}
    other = street(2).rev(HERE, "r03-1", injuries=1).rev(HERE, "r03-2", 1).turn(0, 2).start()
    assert other.refused("ability", "card:r03-2") == "ability.card_discard"
    assert other.asked == "first"


@rule("ability.card_discard_first")
def test_the_card_is_discarded_before_its_ability() -> None:
    ten = "r04-1 r01-1 r01-2 r01-3 r01-4 r02-1 r02-2 r02-3 r02-4 r10-1"
    table = user(ten).start().choose("ability", "card:r04-1")  # two cards at the limit: there is room for one
    assert len(table.hand()) == 10 and "r04-1" not in table.hand()
    empty = user("r04-1").deck("r12-1").roll(["card:r04-1"]).start()
    empty.state.discard = 0
    empty.match.state.discard = 0
    assert empty.match.refusal(("ability", "card:r04-1")) is None


@rule("ability.exclusive")
def test_one_action_uses_one_ability() -> None:
    table = user("r12-1").active(HERE, "f03").headlines("h06").start().choose("ability", "card:r12-1")
    assert table.state.actions == [3] and table.told("peeked_hand") == []
    assert table.choose("ability", "fighter:f03").state.actions == [2]


@rule("ability.needs_effect")
@pytest.mark.parametrize(
    ("card", "place"),
    [
        ("r03-1", user("r03-1")),  # no injury
        ("r05-1", user("r05-1")),  # no militia
        ("r07-1", user("r07-1").snipers(HERE)),  # an ÁVH unit is here
        ("r07-1", user("r07-1").tracks(support=6)),  # support is at its end
        ("r09-1", user("r09-1")),  # nobody to activate
        ("r10-1", user("r10-1")),  # no militia
        ("r11-1", user("r11-1")),  # the Soviet hand is empty
        ("r12-1", user("r12-1").tracks(morale=9)),  # morale is at its top
        ("r06-1", user("r06-1").mods(tanks_silent=1)),  # they are silent anyway
    ],
)
def test_an_ability_without_an_effect_cannot_be_used(card: str, place: Street) -> None:
    assert place.start().refused("ability", f"card:{card}") == "ability.needs_effect"


@rule("ability.needs_effect")
def test_a_look_at_cards_and_a_modifier_that_can_matter_are_effects() -> None:
    table = user("r11-1 r06-1").headlines("h06").start()
    assert table.offers("ability", "card:r11-1") and table.offers("ability", "card:r06-1")


@rule("ability.ambush", "ability.ambush_here", "militia.sniper_only_ambush")
def test_ambush_removes_one_sniper_here_for_an_action() -> None:
    table = user("r01-1").snipers(HERE, 2).snipers("csepel").start().choose("ability", "card:r01-1")
    assert (table.snipers(HERE), table.snipers("csepel")) == (1, 1)
    assert table.state.actions == [3]
    assert user("r01-1").snipers("csepel").start().refused("ability", "card:r01-1") == "ability.ambush_here"


@rule("ability.doctor", "ability.doctor_amount")
def test_the_doctor_heals_one_or_strengthened_up_to_two_of_one_revolutionary() -> None:
    place = street(2).rev(HERE, "r03-1", injuries=2).rev(HERE, seat=1, injuries=1).turn(0, 2)
    table = place.start().choose("ability", "card:r03-1")
    assert table.named("who") == {"first", "second"} and table.asked == "first"
    assert table.choose("who", "seat:first").state.injuries == [1, 1]
    assert table.state.actions == [2, 0]  # no action
    strong = place.mods(doctor_heal=2).start().drive("ability card:r03-1", "who seat:second")
    assert strong.state.injuries == [2, 0]  # not the rest at somebody else
    away = street(2).rev(HERE, "r03-1").rev("csepel", seat=1, injuries=1).turn(0, 2).start()
    assert away.refused("ability", "card:r03-1") == "ability.needs_effect"
    nurse = street().rev(HERE, injuries=3).active(HERE, "f04").mods(doctor_heal=2).turn().start()
    assert nurse.choose("ability", "fighter:f04").state.injuries == [2]  # only Doctor cards


@rule("ability.card_action", "resolve.no_bonus_other")
def test_leaflets_grenades_and_rifles() -> None:
    leaflets = user("r07-1").tracks(support=3).start().choose("ability", "card:r07-1")
    assert leaflets.state.support == 4
    grenades = user("r10-1").militia(HERE, 3).start().choose("ability", "card:r10-1")
    grenades.drive(f"at location:{HERE}", "done")  # up to two
    assert grenades.militia(HERE) == 2 and grenades.state.actions == [3]
    rifles = user("r05-1").militia(HERE, 3).start().choose("ability", "card:r05-1")
    assert rifles.militia(HERE) == 2 and rifles.state.actions == [4]


@rule("activate.cap", "ability.card_free")
def test_a_call_to_arms_activates_without_an_action() -> None:
    table = user("r09-1").passive(HERE, "f01", "f02").start().choose("ability", "card:r09-1")
    assert table.active(HERE) == {"f01"} and table.state.actions == [4]


@rule("ability.doctor_amount")
def test_a_strengthened_doctor_heals_two_of_three() -> None:
    place = street().rev(HERE, "r03-1", injuries=3).turn()
    assert place.mods(doctor_heal=2).start().choose("ability", "card:r03-1").state.injuries == [1]


@rule("ability.needs_effect", "ability.card_action")
def test_aid_needs_cards_to_draw_and_nothing_else() -> None:
    place = street().rev(HERE, "r04-1").active(HERE, "f15").turn()
    fighters = [fighter for fighter in PACK.companion_keys[:22] if fighter != "f15"]
    for at, location in enumerate(PACK.location_keys):
        place.passive(location, fighters[at], fighters[at + 11] if at < 10 else None)
    table = place.start()
    assert table.state.fallen == 0
    assert table.offers("ability", "card:r04-1") and table.offers("ability", "fighter:f15")


@rule("ability.card_action", "headline.as_far_as_possible")
def test_whoever_stops_removing_is_not_asked_again() -> None:
    table = street().rev(HERE, "r10-1").militia(HERE, 3).turn().start().drive("ability card:r10-1", "done")
    assert table.prompt == "turn" and table.militia(HERE) == 3


@rule("ability.peek_private")
def test_two_headlines_that_are_looked_at_are_two_different_ones() -> None:
    place = street().rev(HERE, "r11-1").headlines("h06 h07 h08").turn()
    with pytest.raises(SandtableError):
        place.roll("headline:h06", "headline:h06").start().choose("ability", "card:r11-1")


# ---------------------------------------------------------------------- fighters


@rule("ability.fighter_present")
def test_a_fighter_must_be_active_and_here() -> None:
    table = user().passive(HERE, "f06").active("csepel", "f09").start()
    assert table.refused("ability", "fighter:f06") == "ability.fighter_present"
    assert table.refused("ability", "fighter:f09") == "ability.fighter_present"


@rule("ability.fighter_action")
def test_an_action_ability_costs_an_action() -> None:
    table = user().active(HERE, "f06").start().choose("ability", "fighter:f06")
    assert table.state.actions == [3] and table.state.turn.free_steps == 3
    assert table.choose("ability", "fighter:f06").state.turn.free_steps == 6  # again, for another action
    last = user(actions=1).active(HERE, "f06").start()
    assert last.refused("ability", "fighter:f06") == "fighter.after_last_action"  # no step could follow
    none = user("r01-1", 0).active(HERE, "f04").rev(HERE, "r01-1", injuries=1).turn(actions=0).start()
    assert none.refused("ability", "fighter:f04") == "ability.fighter_action"


@rule("ability.fighter_once", "dayend.reset", "rev.turn_once")
def test_once_per_turn_by_every_revolutionary() -> None:
    place = street(2).rev(HERE).rev(HERE, seat=1).active(HERE, "f09").turn(0, 2, (1,))
    table = place.start().choose("ability", "fighter:f09")
    assert table.refused("ability", "fighter:f09") == "ability.fighter_once"
    table.choose("pass")
    assert table.asked == "second"
    assert table.choose("ability", "fighter:f09").state.turn.free_steps == 1
    table.choose("pass")
    table.drive("who seat:first", "done", "done", "order order:first_second")
    assert table.offers("ability", "fighter:f09")  # the next day


@rule("move.free_step", "ability.fighter_once")
def test_free_steps_of_fighters_last_for_the_turn_and_survive_a_curfew() -> None:
    table = user().active(HERE, "f09").mods(no_free_step=1).start()
    assert table.refused("step", "location:csepel") == "move.paid_steps"
    table.drive("ability fighter:f09", "step location:csepel", "done")
    assert table.at() == "csepel" and table.refused("step", f"location:{HERE}") == "move.paid_steps"


@rule("ability.fighter_permanent")
def test_a_permanent_ability_is_not_used() -> None:
    assert user().active(HERE, "f16").start().refused("ability", "fighter:f16") == "ability.fighter_permanent"


@rule("ability.permanent_presence")
def test_a_permanent_ability_needs_a_revolutionary_beside_the_fighter() -> None:
    place = street(2).phase("avh").militia("astoria", 5).active("astoria", "f18").rev("bem_ter", seat=1)
    alone = place.rev("csepel").roll(6, 6).start().drive("avh avh:a4", "at location:astoria")
    assert alone.last("attack") == ("location:astoria", 5, 0, 5) and alone.told("strength_changed") == []
    with_him = street(2).phase("avh").militia("astoria", 5).active("astoria", "f18").rev("astoria").roll(6, 6).start()
    with_him.drive("avh avh:a4", "at location:astoria")
    assert with_him.last("attack") == ("location:astoria", 3, 0, 5) and with_him.last("strength_changed") == (-2,)


@rule("ability.revtank_same")
def test_revolutionary_tanks_have_abilities_of_the_same_kinds() -> None:
    table = user("r12-1 r12-2").active(HERE, "rt2", "rt3").militia(HERE, 4).start()
    table.drive("ability fighter:rt3", "drop card:r12-1")  # once per turn, for a card
    assert table.militia(HERE) == 3 and table.state.actions == [4]
    assert table.refused("ability", "fighter:rt3") == "ability.fighter_once"
    table.drive("ability fighter:rt2", f"at location:{HERE}", f"at location:{HERE}")  # an action
    assert table.militia(HERE) == 1 and table.state.actions == [3]


@rule("ability.needs_effect", "ability.fighter_once")
def test_a_price_that_cannot_be_paid_refuses_the_ability() -> None:
    assert user().active(HERE, "f10").militia(HERE).start().refused("ability", "fighter:f10") == "ability.needs_effect"
    assert user("r12-1").active(HERE, "f10").start().refused("ability", "fighter:f10") == "ability.needs_effect"
    paid = user("r12-1").active(HERE, "f10").militia(HERE).start().choose("ability", "fighter:f10")
    assert paid.hand() == set() and paid.militia(HERE) == 0  # the only card goes without a question


@rule("ability.fighter_action")
def test_the_instructor_reaches_next_door() -> None:
    table = user().active(HERE, "f01").militia("csepel").militia("astoria").start().choose("ability", "fighter:f01")
    assert table.militia("csepel") == 0 and table.militia("astoria") == 1  # only Csepel is near
    both = user().active(HERE, "f01").militia("csepel").militia(HERE).start().choose("ability", "fighter:f01")
    assert both.named("at") == {"csepel", HERE}


@rule("info.pickups_open", "ability.fighter_action")
def test_the_pharmacist_takes_a_card_with_a_molotov() -> None:
    table = user().active(HERE, "f02").discard("r02-1 r04-1 r12-1").start().choose("ability", "fighter:f02")
    assert table.named("recover") == {"r02-1", "r04-1"}  # Aid shows one too
    assert table.refused("recover", "card:r12-1") == "ability.fighter_action"  # it asks for another icon
    assert table.refused("recover", "card:r02-2") == "info.pickups_open"  # not in the pile
    assert table.choose("recover", "card:r04-1").hand() == {"r04-1"}


@rule("ability.fighter_action", "activate.cap")
def test_the_shop_steward_activates_up_to_two() -> None:
    place = user().active(HERE, "f05").passive(HERE, "f01", "f02")
    two = place.start().drive("ability fighter:f05", f"at location:{HERE}")
    assert two.active(HERE) == {"f05", "f01", "f02"}
    one = place.start().drive("ability fighter:f05", "done")
    assert one.active(HERE) == {"f05", "f01"} and one.passive(HERE) == "f02"
    full = user().active(HERE, "f05", "f03", "f04").passive(HERE, "f01", "f02").start()
    assert full.choose("ability", "fighter:f05").active(HERE) == {"f05", "f03", "f04", "f01"}


@rule("ability.fighter_once")
def test_the_newspaper_boy_swaps_and_the_cook_feeds() -> None:
    swap = user("r01-1 r02-1").active(HERE, "f08").top("r12-1").start()
    assert swap.drive("ability fighter:f08", "drop card:r01-1").hand() == {"r02-1", "r12-1"}
    for hand, able in (("r01-1 r02-1", True), ("r01-1 r02-1 r03-1", False)):
        assert user(hand).active(HERE, "f15").start().offers("ability", "fighter:f15") == able


@rule("ability.peek_private")
def test_what_is_looked_at_is_seen_by_one_alone() -> None:
    place = street(2).rev(HERE, "r11-1").turn(0, 2).headlines("h06 h07 h08").roll("headline:h08", "headline:h06")
    table = place.start().choose("ability", "card:r11-1")
    assert {line.args[0] for line in table.told("peeked_headline", 0)} == {"headline:h06", "headline:h08"}
    for seat in (1, 2, None):
        assert table.told("peeked_headline", seat) == []
        assert table.last("peeked_hand", seat) == ("seat:first", 2)
    seen = {
        seat: {c.id for hand in table.scene(seat).hands for c in hand.cards if "headline" in c.id} for seat in (0, 1)
    }
    assert seen == {0: {"headline:h06", "headline:h08"}, 1: set()}
    few = street().rev(HERE, "r11-1").turn().headlines("h06").start().choose("ability", "card:r11-1")
    assert len(few.told("peeked_headline", 0)) == 1  # all of them, if there are fewer


@rule("ability.peek_private", "ability.fighter_action")
def test_the_technician_sees_the_whole_hand() -> None:
    table = user().active(HERE, "f03").headlines("h06 h07 h08").start().choose("ability", "fighter:f03")
    assert len(table.told("peeked_headline", 0)) == 3


@rule("ability.peek_private", "ability.fighter_once")
def test_the_former_prisoner_discards_the_top_card_or_leaves_it() -> None:
    place = street(2).rev(HERE).active(HERE, "f11").turn(0, 2).top("r12-1 r12-2")
    table = place.start().choose("ability", "fighter:f11")
    assert table.facts == {"card": "card:r12-1"} and table.asked == "first"
    assert table.told("peeked_card", 1) == [] and table.last("peeked_card", 0) == ("card:r12-1",)
    assert place.start().drive("ability fighter:f11", "toss_top", "draw").hand() == {"r12-2"}
    assert table.drive("leave_top", "draw").hand() == {"r12-1"}
    empty = street().rev(HERE).active(HERE, "f11").turn().deck("").roll(["card:r05-1"]).start()
    assert empty.choose("ability", "fighter:f11").facts == {"card": "card:r05-1"}  # reshuffled first


@rule("ability.needs_effect", "ability.fighter_once")
def test_without_a_card_there_is_nothing_to_exchange() -> None:
    table = user().active(HERE, "f08").start()
    assert not table.offers("ability", "fighter:f08")
    assert table.refused("ability", "fighter:f08") == "ability.needs_effect"
    assert user("r01-1").active(HERE, "f08").start().offers("ability", "fighter:f08")


@rule("ability.needs_effect")
def test_what_follows_a_price_that_cannot_be_paid_is_not_carried_out() -> None:
    table = street().rev(HERE).militia(HERE, 2).turn().start()
    deserter = PACK.ability[PACK.companion_keys.index("f10")]
    assert list(carry_out(table.state, deserter, PLAYER_DECIDES)) == []
    assert table.militia(HERE) == 2


ONE_STEP = ["step location:csepel", "join fighter:f08"]
MOMENTS = {
    "before anything": [],
    "after a step": ONE_STEP,
    "after two steps": [*ONE_STEP, "step location:corvin_koz", "drop card:r02-1", "join fighter:f08"],
    "after an action": ["draw"],
    "after the last action": ["draw", "draw"],
}


@rule("fighter.free_ones", "ability.card_free", "fighter.after_last_action", "ability.fighter_once")
@pytest.mark.parametrize("moment", list(MOMENTS))
def test_what_needs_no_action_may_be_used_at_any_moment_of_the_turn(moment: str) -> None:
    place = street().rev(HERE, "r11-1 r02-1 r02-2", injuries=1).active(HERE, "f08").headlines("h06 h07 h08")
    table = place.roll("headline:h06", "headline:h07").turn(actions=2).start().drive(*MOMENTS[moment])
    actions = table.state.actions[0]
    assert table.offers("ability", "card:r11-1") and table.offers("ability", "fighter:f08")
    table.drive("ability card:r11-1", "ability fighter:f08")
    if table.prompt == "discard":
        table.choose(*table.choices[0])
    assert table.state.actions[0] == actions and len(table.told("peeked_hand")) == 1
    assert table.refused("ability", "fighter:f08") == "ability.fighter_once"
    assert table.offers("end" if moment == "after the last action" else "pass")


@rule("ability.fighter_once")
def test_each_fighter_is_remembered_who_was_used() -> None:
    table = street().rev(HERE, "r12-1").active(HERE, "f09", "f08").turn().start()
    table.drive("ability fighter:f09", "ability fighter:f08")
    assert table.refused("ability", "fighter:f09") == "ability.fighter_once"
    assert table.refused("ability", "fighter:f08") == "ability.fighter_once"


@rule("ability.peek_private")
def test_a_look_at_the_whole_soviet_hand_cannot_be_taken_back() -> None:
    table = street().rev(HERE).active(HERE, "f03").headlines("h06 h07").turn().start().choose("ability", "fighter:f03")
    with pytest.raises(NoUndo):
        table.match.undo()


@rule("ability.needs_effect", "ability.peek_private")
@pytest.mark.parametrize("headline", PACK.headline_keys[:2])
def test_any_single_headline_is_worth_a_look(headline: str) -> None:
    table = street().rev(HERE).active(HERE, "f03").headlines(headline).turn().start()
    assert table.choose("ability", "fighter:f03").last("peeked_hand") == ("seat:revolutionary", 1)
