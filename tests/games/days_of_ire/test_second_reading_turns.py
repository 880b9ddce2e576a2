"""What a second reader missed in the Revolutionary phase and in what follows it."""

from __future__ import annotations

import pytest

from sandtable.games.days_of_ire import GAME
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Table, street

HERE = "corvin_koz"


# ---------------------------------------------------------------------- turns and cards


@rule("rev.pass", "rev.actions_2")
def test_what_is_passed_is_given_up_for_everybody() -> None:
    table = street(2).rev(HERE, "r01-1").turn(0, 2, (1,)).start().choose("pass")
    assert table.asked == "second" and table.state.actions == [0, 2]
    table.drive("draw", "pass")
    assert table.state.actions == [0, 0] and table.prompt != "turn"


@rule("move.free_step", "move.paid_steps", "rev.turn_once")
def test_each_has_one_free_step_a_day() -> None:
    place = street(3).rev(HERE, "r01-1").rev(HERE, "r01-2 r02-2", 1).rev(HERE, "r01-3", 2).turn(1, 2, (2, 0))
    table = place.start().choose("step", "location:csepel")
    assert table.prompt == "turn" and len(table.hand(1)) == 2
    table.drive("step location:corvin_koz", "drop card:r01-2")  # the second one costs a card
    table.drive("draw", "step location:csepel")
    assert table.prompt == "step_price"  # also before another action
    table.drive("drop card:r02-2", "pass", "step location:csepel")  # the next one has a free step too
    assert table.asked == "third" and table.hand(2) == {"r01-3"} and table.at(2) == "csepel"
    assert table.choose("step", "location:corvin_koz").prompt == "step_price"


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


@rule("cards.reshuffle", "cards.reshuffle_timing")
def test_the_discards_are_shuffled_into_a_new_pile() -> None:
    place = street().rev(HERE, "r04-1").deck("r12-1").turn()
    rest = [card for card in PACK.card_ids if card not in ("card:r12-1", "card:r09-2")]
    table = place.roll(["card:r09-2", *rest]).start().choose("ability", "card:r04-1")  # two cards
    assert table.hand() == {"r12-1", "r09-2"}  # the last of the old pile, and the first of the new one
    assert table.discards() == set() and len(table.state.deck) == 38 - 2  # Aid was discarded before


@rule("cards.two_same_icons")
def test_both_of_two_equal_icons_count() -> None:
    rifles = street().rev(HERE, "r05-1").militia(HERE, 2).turn().start()
    assert rifles.drive("attack 2", "pay card:r05-1").militia(HERE) == 0
    bottles = street().rev(HERE, "r06-1 r02-1").tanks(HERE).roll(6).turn().start()
    assert bottles.drive("destroy", "pay card:r02-1 card:r06-1").tanks(HERE) == 0
    leaflets = street().rev("blaha_lujza_ter", "r07-1").event("e25").turn().start()
    assert leaflets.drive("resolve event:e25", "pay card:r07-1").event_at("blaha_lujza_ter") is None
    single = street().rev("blaha_lujza_ter", "r03-1").event("e25").turn().start()
    assert single.refused("resolve", "event:e25") == "resolve.one_action"


@rule("cards.aid_one_icon")
def test_aid_is_one_icon_of_any_kind_and_never_two() -> None:
    for place, what in (
        (street().rev("blaha_lujza_ter", "r04-1").event("e25"), ("resolve", "event:e25")),  # two information icons
        (street().rev("bem_ter", "r04-1").event("e27"), ("resolve", "event:e27")),  # ammunition and information
        (street().rev(HERE, "r04-1 r04-2").tanks(HERE), ("destroy",)),  # three Molotovs
        (street().rev(HERE, "r04-1").militia(HERE, 2), ("attack", 2)),
    ):
        assert place.turn().start().refused(*what) in ("resolve.one_action", "tank.destroy", "militia.remove")
    three = street().rev(HERE, "r04-1 r04-2 r04-3").tanks(HERE).roll(6).turn().start()
    assert three.drive("destroy", "pay card:r04-1 card:r04-2 card:r04-3").tanks(HERE) == 0
    one_each = street().rev("bem_ter", "r04-1 r04-2").event("e27").turn().start()
    assert one_each.drive("resolve event:e27", "pay card:r04-1 card:r04-2").event_at("bem_ter") is None
    few = street().rev(HERE, "r04-1").militia(HERE, 3).turn().start()
    assert few.drive("attack 1", "pay card:r04-1").militia(HERE) == 2


# ---------------------------------------------------------------------- actions


@rule("action.icons_from", "action.fighter_icons_shared")
def test_whoever_acts_uses_the_fighters_of_the_own_location() -> None:
    place = street(2).rev("bem_ter").rev(HERE, seat=1).active("bem_ter", "f01", "f16").active(HERE, "f17", "f22")
    table = place.militia("bem_ter", 4).militia(HERE, 4).turn(1, 2).start()
    assert table.all("attack") == [("attack", 3)]  # two icons, and one more by the sergeant who is there
    assert table.choose("attack", 3).militia(HERE) == 1 and table.militia("bem_ter") == 4


@rule("action.fighter_icons_kept")
def test_fighters_stay_and_their_icons_serve_again() -> None:
    crew = ("rt1", "rt3", "f02", "f03")  # three ammunition icons, two Molotovs, one information
    table = street().rev("bem_ter").active("bem_ter", *crew).event("e27").militia("bem_ter", 6).turn().start()
    assert table.choose("resolve", "event:e27").active("bem_ter") == set(crew)
    assert table.choose("attack", 3).active("bem_ter") == set(crew) and table.militia("bem_ter") == 3
    table.choose("attack", 3)
    assert table.militia("bem_ter") == 0 and table.active("bem_ter") == set(crew)


@rule("action.surplus_lost")
def test_icons_beyond_the_need_are_lost() -> None:
    one = street().rev(HERE, "r05-1").militia(HERE).turn().start().drive("attack 1", "pay card:r05-1")
    assert one.militia(HERE) == 0 and one.hand() == set() and one.discards() == {"r05-1"}
    both = street().rev("bem_ter", "r05-1 r07-1").event("e27").turn().start()
    both.drive("resolve event:e27", "pay card:r05-1 card:r07-1")  # one icon of each is needed
    assert both.event_at("bem_ter") is None and both.hand() == set()
    tank = street().rev(HERE, "r06-1 r06-2").tanks(HERE).roll(6).turn().start()
    assert tank.drive("destroy", "pay card:r06-1 card:r06-2").hand() == set() and tank.tanks(HERE) == 0


@rule("activate.marker_back", "activate.next_turns_up")
def test_with_nobody_beneath_no_passive_fighter_is_left() -> None:
    table = street().rev(HERE).passive(HERE, "f01", "f02").turn().start().choose("activate", "fighter:f01")
    assert table.passive(HERE) == "f02" and GAME.invariants(table.state) == []
    marks = [piece.marks for area in table.scene(0).areas for piece in area.pieces if piece.id == "fighter:f02"]
    assert marks and "over_another" not in marks[0]  # nobody lies beneath any more
    table.choose("activate", "fighter:f02")
    assert table.passive(HERE) is None and table.active(HERE) == {"f01", "f02"} and not table.all("activate")
    assert GAME.invariants(table.state) == []


@rule("resolve.no_bonus_other", "tank.reward", "militia.reward")
def test_units_that_headlines_and_cards_remove_earn_nothing() -> None:
    leaving = street().phase("headlines").headlines("h40").tanks("csepel").tracks(morale=5).start()
    assert leaving.choose("play", "headline:h40").state.morale == 5 and leaving.tanks("csepel") == 0
    place = street().militia("mdp_szekhaz", 0).rev(HERE, "r05-1 r10-1").active(HERE, "f01").militia(HERE, 5).turn()
    table = place.start().drive("ability card:r05-1", "ability card:r10-1", "at location:corvin_koz")
    table.drive("at location:corvin_koz", "ability fighter:f01")
    assert table.militia(HERE) == 1 and table.hand() == set()


@rule("militia.reward", "tank.reward")
def test_the_reward_is_the_acting_players() -> None:
    table = street(2).rev(HERE).rev(HERE, "r05-1 r05-2", 1).militia(HERE, 3).top("r12-1").turn(1, 2).start()
    table.drive("attack 3", "pay card:r05-1 card:r05-2")
    assert table.hand(1) == {"r12-1"} and table.hand(0) == set()


@rule("tank.one_per_action", "tankfire.needs_tank_target")
def test_one_action_destroys_one_of_three_tanks() -> None:
    place = street().rev(HERE, "r06-1 r02-1 r06-2 r02-2").tanks(HERE, 3).tracks(morale=2)
    table = place.roll(4, 5, 6, 4, 5).turn().start().drive("destroy", "pay card:r02-1 card:r06-1")
    assert table.tanks(HERE) == 2 and table.state.morale == 4 and len(table.told("roll_fire")) == 3
    table.drive("destroy", "pay card:r02-2 card:r06-2")
    assert table.tanks(HERE) == 1 and table.state.morale == 6 and table.script_left() == 0


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


@rule("transfer.give", "transfer.take", "transfer.owner_picks", "transfer.one_direction")
def test_any_number_of_cards_changes_hands() -> None:
    cards = ["r01-1", "r02-1", "r03-1", "r04-1", "r05-1"]
    giving = street(2).rev(HERE, " ".join(cards)).rev(HERE, "r12-1", 1).turn(0, 2).start().choose("give", "seat:second")
    giving.drive(*[f"hand card:{card}" for card in cards])
    assert giving.hand(1) == {*cards, "r12-1"} and giving.hand(0) == set()
    assert giving.asked == "first" and giving.prompt == "turn"  # nothing is left to give
    taking = street(2).rev(HERE, " ".join(cards)).rev(HERE, seat=1).turn(1, 2).start().choose("take", "seat:first")
    assert taking.asked == "first"
    taking.drive(*[f"hand card:{card}" for card in cards[:4]], "done")
    assert taking.hand(1) == set(cards[:4]) and taking.hand(0) == {"r05-1"}


# ---------------------------------------------------------------------- the ÁVH phase


@rule("avh.attack_location", "avh.strength", "avh.shot_first_hit", "avh.shot_second_hit")
@pytest.mark.parametrize(("dice", "hits"), [((6, 6), 1), ((1, 5), 2), ((2, 5), 1)])
def test_militia_and_snipers_of_a_location_attack_together(dice: tuple[int, int], hits: int) -> None:
    place = street().rev("astoria").snipers("astoria").militia("astoria", 3).militia(HERE, 9).phase("avh")
    table = place.roll(*dice).start().drive("avh avh:a4", "at location:astoria")  # 3 and 3: strength 6
    assert table.state.injuries == [hits] and table.last("attack")[1] == 6


@rule("avh.take_back_all", "avh.not_both")
def test_the_whole_row_comes_back() -> None:
    table = street().phase("avh").militia("csepel", 2).avh_row("a4-2 a1-1 a2-1 a3-1 a4-1 a2-2 a3-2").start()
    assert table.offers("take_all") and table.named("avh") == set()  # no sniper is there to move
    table.choose("take_all")
    assert table.row() == "" and len(table.kit()) == 8 and table.state.day == 4  # and no card is played


@rule("move.fighters_need_player", "move.passive_stay", "move.take_two")
@pytest.mark.parametrize("taken", [(), ("f02",), ("f01", "f03")])
def test_who_is_not_taken_along_stays(taken: tuple[str, ...]) -> None:
    place = street(2).rev(HERE).rev(HERE, seat=1).active(HERE, "f01", "f02", "f03").passive(HERE, "f04", "f05")
    table = place.turn(0, 2, (1,)).start().choose("step", "location:csepel")
    table.drive(*[f"join fighter:{key}" for key in taken])
    if table.prompt == "companions":
        table.choose("done")
    assert table.active("csepel") == set(taken) and table.active(HERE) == {"f01", "f02", "f03"} - set(taken)
    assert table.passive(HERE) == "f04" and table.passive("csepel") is None
    assert (table.at(0), table.at(1)) == ("csepel", HERE)


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


# ---------------------------------------------------------------------- Yuri and Noel


@rule("promo.count_move", "promo.move_along", "promo.yuri_duty")
@pytest.mark.parametrize("duty", [False, True])
@pytest.mark.parametrize("guest", ["yuri", "noel"])
def test_each_of_the_two_counts_as_a_companion(guest: str, duty: bool) -> None:
    place = street(promo=True).rev(HERE, "r01-1").active(HERE, guest, "f01", "f02")
    table = place.set(turn={"duty": duty}).turn().start().choose("step", "location:csepel")
    table.drive(f"join fighter:{guest}", "join fighter:f01")
    assert table.prompt == "turn" and table.active("csepel") == {guest, "f01"}  # two: nobody else is asked for
    both = street(promo=True).rev(HERE).active(HERE, "yuri", "noel", "f01").turn().start()
    both.drive("step location:csepel", "join fighter:noel", "join fighter:yuri")
    assert both.active("csepel") == {"yuri", "noel"} and both.active(HERE) == {"f01"}


@rule("promo.yuri_militia_timing", "promo.yuri_militia")
@pytest.mark.parametrize(
    ("action", "hand", "deed"),
    [
        ("attack 1", "r01-1", "removed"),
        ("destroy", "r06-1 r02-1", "removed"),
        ("resolve event:e25", "r07-1", "resolved"),
        ("draw", "", "drew"),
        ("activate fighter:f04", "", "activated"),
        ("ability card:r12-1", "r12-1", "morale"),
    ],
)
def test_two_militia_come_once_and_after_the_deed(action: str, hand: str, deed: str) -> None:
    here = "blaha_lujza_ter"
    place = street(promo=True).rev(here, hand).active(here, "yuri").passive(here, "f04").event("e25")
    table = place.tanks(here).militia(here, 1).militia("astoria", 6).roll(6).turn().start().drive(action)
    if table.prompt == "pay":
        table.choose(*table.choices[0])
    keys = [line.key for line in table.match.lines(0)]
    assert keys.count("moved") == 2 and keys.index(deed) < keys.index("moved")
    assert table.militia("astoria") == 4 and table.militia(here) == 2 + (action != "attack 1")


@rule("promo.noel_conflict_when", "promo.noel_conflict_cp", "promo.noel_pick_in_pile", "promo.noel_ability")
def test_what_noel_selects_waits_for_the_next_day() -> None:
    table = street(promo=True).rev("astoria").tracks(morale=5).turn(actions=1).start()
    table.drive("ability fighter:noel", "recall headline:h02")  # morale rises by one, 2 points
    assert (table.state.morale, table.state.points, table.state.actions) == (5, 0, [1])
    assert table.headlines("front") == set() and "h02" not in table.headlines("headline_discard")
    table.choose("pass")
    while table.state.day == 3:
        assert table.state.morale == 5 and table.state.points == 0
        table.choose(*(("done",) if table.offers("done") else table.choices[0]))
    assert (table.state.morale, table.state.points) == (6, 2) and table.headlines("front") == {"h02"}
    assert table.prompt == "headlines"  # before the Soviet side does anything


@rule("promo.count_location", "activate.cap", "move.location_cap")
@pytest.mark.parametrize("guest", ["yuri", "noel"])
def test_each_of_the_two_counts_among_the_four_of_a_location(guest: str) -> None:
    full = street(promo=True).active("csepel", guest, "f01", "f02", "f03").passive("csepel", "f04", "f05")
    there = full.rev("csepel").turn().start()
    assert there.refused("activate", "fighter:f04") == "activate.cap"
    coming = full.rev(HERE).active(HERE, "f06").turn().start().choose("step", "location:csepel")
    assert coming.at() == "csepel" and coming.active(HERE) == {"f06"}  # nobody fits in any more
    back = full.rev("csepel").phase("headlines").headlines("h25").start().choose("play", "headline:h25")
    assert back.prompt == "headlines" and len(back.active("csepel")) == 4


# ---------------------------------------------------------------------- hits


@rule("hit.no_target", "promo.no_hits", "hit.passive_safe", "avh.attack_needs_unit")
def test_hits_where_only_those_are_who_cannot_be_hit_have_no_effect() -> None:
    place = street(promo=True).active("astoria", "yuri", "noel").passive("astoria", "f01").militia("astoria", 12)
    table = place.phase("avh").tracks(morale=5).roll(1, 1).start().drive("avh avh:a4", "at location:astoria")
    assert table.last("hits") == (2, "location:astoria") and table.prompt == "avh"
    assert table.active("astoria") == {"yuri", "noel"} and table.passive("astoria") == "f01"
    assert table.state.morale == 4 and table.state.injuries == [0]  # the show of force needs no victim
    volley = street().phase("headlines").headlines("h15").passive("kossuth_ter", "f01").tracks(morale=5).start()
    assert volley.choose("effect", "headline:h15").state.morale == 4 and volley.prompt == "headlines"


@rule("hit.player_injury", "hit.one_by_one", "tankfire.dice")
def test_every_hit_on_a_revolutionary_is_one_injury() -> None:
    table = street().rev(HERE).active(HERE, "f01").tanks(HERE, 4).roll(1, 2, 3, 1).turn().start().choose("draw")
    for injuries in (1, 2, 3):
        assert table.choose("hit_seat", "seat:revolutionary").state.injuries == [injuries]
    assert table.choose("hit", "fighter:f01").state.injuries == [3] and table.prompt == "turn"


# ---------------------------------------------------------------------- rewards


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


# ---------------------------------------------------------------------- rewards that last


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


# ---------------------------------------------------------------------- who comes back


@rule("promo.noel_gone", "hit.revtank_out", "hit.fighter_pool")
def test_who_left_the_game_is_refused_by_the_rule_that_says_so() -> None:
    place = street(promo=True).phase("headlines").headlines("h25").gone("noel", "rt1").active("astoria", "rt2", "f03")
    table = place.start().choose("play", "headline:h25")  # a removed fighter comes back
    assert table.prompt == "restore"
    assert table.refused("fighter", "fighter:noel") == "promo.noel_gone"
    assert table.refused("fighter", "fighter:rt1") == "hit.revtank_out"
    assert table.refused("fighter", "fighter:yuri") == "hit.fighter_pool"  # he is on the board
    assert table.refused("fighter", "fighter:rt2") == table.refused("fighter", "fighter:f03") == "hit.fighter_pool"
    without = street().phase("headlines").headlines("h25").start().choose("play", "headline:h25")
    assert without.refused("fighter", "fighter:noel") == "hit.fighter_pool"  # he does not play along


# ---------------------------------------------------------------------- the ends


@rule("dayend.marker", "day.seven_days", "end.day7", "dayend.reset")
@pytest.mark.parametrize("day", range(1, 8))
def test_every_day_is_followed_by_the_next_and_the_seventh_by_the_end(day: int) -> None:
    place = street(3).phase("avh", day=day).stepped(0, 1, 2).headlines("h06")
    table = place.start().choose("done")
    if day == 7:
        assert table.over and table.reason == "end.rev_win"  # no event lies on the board
        return
    assert table.state.day == day + 1 and table.prompt == "headlines" and table.asked == "soviet"
    assert table.state.stepped == 0 and table.state.actions == [0, 0, 0] and table.last("day")[0] == day + 1


@rule("end.penalty_before_evaluation", "end.penalties", "end.penalty_instant_loss")
def test_penalties_are_carried_out_whatever_the_count_says() -> None:
    lost = street().phase("penalties", day=7).events("e02 e03 e04 e06 e25").tracks(morale=6).start()
    assert [line.key for line in lost.match.lines(None)] == ["penalty", "morale", "evaluation", "won_soviet"]
    assert lost.reason == "end.soviet_win" and lost.state.morale == 4  # five events; Bloody Thursday costs two cells
    broken = street().phase("penalties", day=7).events("e02 e03 e04 e06 e25").tracks(morale=2).start()
    assert broken.reason == "instant.morale" and not broken.told("evaluation")


@rule("instant.rev_clear_board", "instant.snipers_ignored", "instant.clear_board_check")
@pytest.mark.parametrize(("tanks", "militia", "over"), [(0, 1, False), (1, 0, False), (0, 0, True)])
def test_the_board_is_clear_without_tanks_and_without_militia(tanks: int, militia: int, over: bool) -> None:
    place = street().militia("mdp_szekhaz", militia).tanks("csepel", tanks).snipers("astoria", 2)
    assert place.phase("order").start().over == over
    attack = place.rev(HERE, "r01-1").militia(HERE).turn().start().drive("attack 1", "pay card:r01-1")
    assert attack.over == over
    if over:
        assert attack.reason == "instant.rev_clear_board" and attack.outcome.winners == (0,)


@rule("instant.rev_clear_board")
def test_a_board_cleared_in_another_phase_is_no_win_unless_it_stays_clear() -> None:
    table = street().militia("mdp_szekhaz", 1).phase("headlines").headlines("h39 h12").start()
    table.choose("play", "headline:h39")
    assert sum(table.state.militia) == 0 and not table.over
    again = Table(table.match.fork())
    table.drive("done", "done")  # no headline, no tank
    assert table.over and table.reason == "instant.rev_clear_board"  # the Revolutionary phase begins
    again.drive("effect headline:h12", "at location:csepel", "done", "done")
    assert again.prompt == "turn"  # one militia came in time


FATAL = {
    "a headline": lambda place: place.phase("headlines").headlines("h15").start().choose("effect", "headline:h15"),
    "an event": lambda place: place.phase("events", points=4).display("e06").start().choose("buy", "event:e06"),
    "tank fire": lambda place: place.tanks("kossuth_ter").roll(3).turn().start().choose("draw"),
    "an ÁVH attack": lambda place: (
        place.phase("avh").militia("kossuth_ter", 6).roll(6, 6).start().drive("avh avh:a4", "at location:kossuth_ter")
    ),
}


@rule("instant.any_time", "instant.injury_1", "instant.injury_23")
@pytest.mark.parametrize("cause", list(FATAL))
@pytest.mark.parametrize(("team", "limit"), [(1, 5), (2, 4), (3, 4)])
def test_the_last_injury_ends_the_game_in_any_phase(cause: str, team: int, limit: int) -> None:
    for injuries in (limit - 2, limit - 1):
        place = street(team).rev("kossuth_ter", injuries=injuries).tracks(morale=6)
        for other in range(1, team):
            place.rev("csepel", seat=other, injuries=limit - 1)  # what the others have does not count
        table = FATAL[cause](place)
        assert table.state.injuries[0] == injuries + 1 and table.over == (injuries == limit - 1)
    assert table.reason == ("instant.injury_1" if team == 1 else "instant.injury_23")
    assert table.outcome.winners == (team,)


@rule("instant.any_time", "instant.morale")
@pytest.mark.parametrize("cause", ["a headline", "a show of force", "a penalty"])
def test_morale_below_nothing_ends_the_game_in_any_phase(cause: str) -> None:
    for morale in (2, 1):
        place = street().tracks(morale=morale)
        if cause == "a headline":
            table = place.phase("headlines").headlines("h06").start().choose("effect", "headline:h06")
        elif cause == "a show of force":
            table = (
                place.phase("avh").militia("astoria", 9).roll(1, 1).start().drive("avh avh:a4", "at location:astoria")
            )
        else:
            table = place.phase("penalties", day=7).event("e15", "csepel").start()
        assert table.state.morale == morale - 1
        assert (table.over and table.reason == "instant.morale") == (morale == 1)
