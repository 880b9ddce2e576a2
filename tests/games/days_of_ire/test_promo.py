"""Yuri and Noel."""

from __future__ import annotations

import pytest

from sandtable.engine.start import Origin, start
from sandtable.games.days_of_ire import GAME
from sandtable.games.days_of_ire.pack import NOEL, YURI
from tests.citing import rule
from tests.games.days_of_ire.street import Street, Table, street

HERE = "corvin_koz"
BLAHA = "blaha_lujza_ter"


def with_yuri(hand: str = "", count: int = 1) -> Street:
    """A revolutionary whose turn begins in Yuri's location."""
    place = street(count, promo=True).rev(BLAHA, hand).phase("turn")
    place.left[place.seats[0]] = 4
    return place.set(revolutionaries={"on_turn": None, "queue": [place.seats[0]]})


# ---------------------------------------------------------------------- set-up


@rule("promo.not_mixed", "promo.yuri_start", "promo.noel_start")
def test_they_start_active_in_their_places() -> None:
    table = Table(start(GAME, {"yuri_noel": True}, Origin("a")))
    assert table.active(BLAHA) == {"yuri"} and table.active("astoria") == {"noel"}
    assert sorted(table.state.top + table.state.bottom) == list(range(22))
    without = Table(start(GAME, {}, Origin("a")))
    assert not any(companions & (1 << YURI | 1 << NOEL) for companions in without.state.active)


# ---------------------------------------------------------------------- limits and hits


@rule("promo.count_move", "promo.count_location", "promo.move_along")
def test_they_count_like_other_companions() -> None:
    place = street(promo=True).rev("astoria").active("astoria", "f01", "f02").turn()
    table = place.start().drive("step location:magyar_radio", "join fighter:noel", "join fighter:f01")
    assert table.prompt == "turn" and table.active("magyar_radio") == {"noel", "f01"}
    full = street(promo=True).rev("astoria").active("astoria", "f01", "f02", "f03").passive("astoria", "f04").turn()
    assert full.start().refused("activate", "fighter:f04") == "activate.cap"
    mine = street(promo=True).rev("csepel").active("csepel", "yuri").turn().start()
    assert mine.choose("step", "location:corvin_koz").offers("join", "fighter:yuri")


@rule("promo.no_hits")
def test_they_are_not_hit() -> None:
    place = street(promo=True).rev("astoria").active("astoria", "yuri", "f01").tanks("astoria").turn()
    table = place.roll(1).start().choose("draw")
    assert table.refused("hit", "fighter:noel") == "promo.no_hits"
    assert table.refused("hit", "fighter:yuri") == "promo.no_hits"
    alone = street(promo=True).phase("avh").militia("astoria", 6).roll(1, 1).start()
    alone.drive("avh avh:a4", "at location:astoria")
    assert alone.active("astoria") == {"noel"} and alone.prompt == "avh"  # as if nobody were there


@rule("promo.no_removal")
def test_no_card_removes_them() -> None:
    place = street(promo=True).phase("headlines").headlines("h21").militia("astoria")
    table = place.start().choose("effect", "headline:h21")
    assert table.prompt == "headlines" and table.active("astoria") == {"noel"}
    other = place.active("astoria", "f01", "f02").start().choose("effect", "headline:h21")
    assert other.refused("fighter", "fighter:noel") == "promo.no_removal"


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


# ---------------------------------------------------------------------- Yuri's duty


@rule("promo.yuri_duty", "promo.yuri_duty_start")
def test_who_starts_the_turn_with_yuri_takes_him_along_or_discards() -> None:
    table = with_yuri("r01-1 r02-1").start().choose("step", "location:corvin_koz")
    assert table.prompt == "yuri"
    assert table.refused("join", "fighter:noel") == "promo.yuri_duty"
    assert table.refused("drop", "card:r12-1") == "promo.yuri_duty"
    table.choose("join", "fighter:yuri")
    assert table.active("corvin_koz") == {"yuri"} and len(table.hand()) == 2
    paid = with_yuri("r01-1 r02-1").start().drive("step location:corvin_koz", "drop card:r01-1", "done")
    assert paid.active(BLAHA) == {"yuri"} and paid.hand() == {"r02-1"}
    assert paid.told("discarded")[-1].rule == "promo.yuri_duty"


@rule("promo.yuri_duty_start")
def test_who_meets_yuri_later_is_under_no_duty() -> None:
    place = street(promo=True).rev("corvin_koz", "r01-1").phase("turn")
    place.left["revolutionary"] = 4
    table = place.set(revolutionaries={"on_turn": None, "queue": ["revolutionary"]}).start()
    table.drive(f"step location:{BLAHA}", "step location:astoria", "drop card:r01-1")
    assert table.prompt == "companions"  # a free choice
    table.choose("done")
    assert table.active(BLAHA) == {"yuri"}


@rule("promo.yuri_duty_each_step")
def test_the_duty_holds_on_every_step_until_a_card_is_paid_on_top() -> None:
    table = with_yuri("r01-1 r02-1 r03-1").start().drive("step location:corvin_koz", "join fighter:yuri")
    table.drive("step location:csepel", "drop card:r01-1")  # the price of the step
    assert table.prompt == "yuri"
    table.choose("drop", "card:r02-1").choose("done")  # and on top of it the end of the duty
    assert table.active("corvin_koz") == {"yuri"} and table.hand() == {"r03-1"}
    table.drive("step location:corvin_koz", "drop card:r03-1")
    assert table.at() == "corvin_koz" and table.state.turn.duty is False


@rule("promo.yuri_duty_each_step")
def test_with_no_card_left_he_must_come() -> None:
    table = with_yuri().start().choose("step", "location:corvin_koz")
    assert table.choices == [("join", "fighter:yuri")]
    assert table.choose("join", "fighter:yuri").active("corvin_koz") == {"yuri"}


@rule("promo.yuri_duty_full")
def test_where_he_has_no_room_a_card_must_be_paid_or_the_step_is_forbidden() -> None:
    full = with_yuri("r01-1").active("corvin_koz", "f01", "f02", "f03", "f04")
    table = full.start().choose("step", "location:corvin_koz")
    assert table.refused("join", "fighter:yuri") == "promo.yuri_duty_full"
    table.choose("drop", "card:r01-1")
    assert table.at() == "corvin_koz" and table.active(BLAHA) == {"yuri"}
    poor = with_yuri().active("corvin_koz", "f01", "f02", "f03", "f04").start()
    assert poor.refused("step", "location:corvin_koz") == "promo.yuri_duty_full"
    assert poor.offers("step", "location:astoria")
    priced = with_yuri("r01-1").active("corvin_koz", "f01", "f02", "f03", "f04").stepped(0)
    priced.set(revolutionaries={"stepped": ["revolutionary"]})
    assert priced.start().refused("step", "location:corvin_koz") == "promo.yuri_duty_full"  # the card pays the step


@rule("promo.yuri_stay")
def test_who_does_not_move_has_no_duty() -> None:
    table = with_yuri("r01-1").start().choose("draw").choose("pass")
    assert table.active(BLAHA) == {"yuri"} and "r01-1" in table.hand()


@rule("promo.yuri_duty_start")
def test_the_duty_towards_yuri_needs_no_more_than_one_action() -> None:
    place = street(3, promo=True).phase("order").rev("blaha_lujza_ter", "r01-1", seat=2)
    table = place.start().drive("order order:first_second_third", "pass", "pass")
    assert table.asked == "third" and table.state.actions == [0, 0, 1]
    assert table.choose("step", "location:corvin_koz").prompt == "yuri"


@rule("promo.yuri_duty_each_step")
def test_there_is_no_duty_where_yuri_is_not() -> None:
    place = street(promo=True).rev(HERE, "r01-1").turn().set(turn={"duty": True})
    assert place.start().choose("step", "location:csepel").at() == "csepel"


# ---------------------------------------------------------------------- Yuri's militia


@rule("promo.yuri_militia", "promo.yuri_militia_choice")
def test_after_an_action_two_adjacent_militia_come_in() -> None:
    place = with_yuri().militia("astoria", 2).militia("corvin_koz").militia("bem_ter", 3)
    table = place.start().choose("draw")
    assert table.prompt == "yuri_militia" and table.asked == "revolutionary"
    here = f"location:{BLAHA}"
    assert {choice[1] for choice in table.choices} == {"location:astoria", "location:corvin_koz"}
    assert table.refused("move", "location:bem_ter", here) == "promo.yuri_militia"  # not adjacent
    assert table.refused("move", "location:sztalin_ter", here) == "promo.yuri_militia"  # nobody there
    table.drive(f"move location:corvin_koz {here}")
    assert table.militia(BLAHA) == 2 and table.militia("astoria") == 1  # the second one came without a choice
    assert table.prompt == "turn"


@rule("promo.yuri_militia_barricade")
def test_a_barricade_holds_them() -> None:
    place = with_yuri().militia("astoria").militia("corvin_koz").barricade("astoria").militia("sztalin_ter")
    table = place.start().choose("draw")
    assert table.refused("move", "location:astoria", f"location:{BLAHA}") == "promo.yuri_militia_barricade"


@rule("promo.yuri_militia", "barricade.entering_allowed")
def test_a_barricade_where_they_go_keeps_nobody_out() -> None:
    table = with_yuri("r02-1").militia("astoria", 3).start().choose("ability", "card:r02-1")
    assert table.barricade(BLAHA) and table.militia(BLAHA) == 2 and table.militia("astoria") == 1
    assert table.choose("draw").militia(BLAHA) == 3


@rule("promo.yuri_militia_timing")
def test_they_come_after_the_action_was_carried_out() -> None:
    place = with_yuri("r05-1").militia(BLAHA, 2).militia("astoria", 2)
    table = place.start()
    assert [choice[1] for choice in table.all("attack")] == [2]
    table.drive("attack 2", "pay card:r05-1")
    assert table.militia(BLAHA) == 2 and table.militia("astoria") == 0  # the new ones were no targets


@rule("promo.yuri_only_actions")
def test_what_is_no_action_draws_nobody_in() -> None:
    table = with_yuri("r08-1").militia("astoria", 2).active(BLAHA, "f09").start()
    table.drive("ability card:r08-1", "ability fighter:f09", "pass")
    assert table.militia(BLAHA) == 0
    elsewhere = street(promo=True).rev("csepel").militia("astoria", 2).turn().start().choose("draw")
    assert elsewhere.militia(BLAHA) == 0  # an action in another location


@rule("promo.yuri_no_icon", "promo.noel_icon", "promo.noel_icon_kind")
def test_yuri_has_nothing_to_give_noel_has_information() -> None:
    table = with_yuri().start()
    assert table.refused("ability", "fighter:yuri") == "promo.yuri_no_icon"
    noel = street(promo=True).rev("astoria", "r05-1").event("e10").turn().start()  # two ammunition, one information
    assert noel.offers("resolve", "event:e10")
    assert not street().rev("astoria", "r05-1").event("e10").turn().start().offers("resolve", "event:e10")
    yuri = street(promo=True).rev(BLAHA, "r03-1").event("e25").turn().start()
    assert not yuri.offers("resolve", "event:e25")


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


def informer(hand: str = "", revolutionaries: int = 1) -> Street:
    """A revolutionary beside Yuri, and two militia next door."""
    return street(revolutionaries, promo=True).rev(BLAHA, hand).militia("astoria", 2).militia("mdp_szekhaz", 0)


@rule("promo.yuri_militia", "promo.yuri_militia_timing")
@pytest.mark.parametrize(
    ("place", "choices", "there"),
    [
        (informer().passive(BLAHA, "f01").turn(), ["activate fighter:f01"], 2),
        (informer("r07-1 r01-1").event("e24").turn(), ["resolve event:e24", "pay card:r01-1 card:r07-1"], 2),
        (informer("r01-1").militia(BLAHA).turn(), ["attack 1", "pay card:r01-1"], 2),
        (informer("r06-1 r02-1").tanks(BLAHA).turn().roll(6), ["destroy", "pay card:r02-1 card:r06-1"], 2),
        (informer("r12-1").turn(), ["ability card:r12-1"], 2),
        (informer("r12-1", 2).rev(BLAHA, seat=1).turn(0, 2), ["give seat:second", "hand card:r12-1"], 2),
        (informer("", 2).rev(BLAHA, "r12-1", seat=1).turn(0, 2), ["take seat:second", "hand card:r12-1"], 2),
        (informer().turn(), ["draw"], 2),
        (informer("r03-1").rev(BLAHA, "r03-1", injuries=1).turn(), ["ability card:r03-1"], 0),
        (informer().turn(), ["pass"], 0),
    ],
)
def test_every_kind_of_action_beside_yuri_draws_militia_in(place: Street, choices: list[str], there: int) -> None:
    table = place.start().drive(*choices)
    assert table.militia(BLAHA) == there and table.militia("astoria") == 2 - there


@rule("promo.yuri_militia", "promo.yuri_only_actions")
def test_yuri_reports_the_last_action_too() -> None:
    table = informer("r03-1").turn(actions=1).start().choose("draw")
    assert table.militia(BLAHA) == 2 and table.prompt == "turn"


@rule("promo.yuri_militia")
def test_yuri_draws_the_only_militia_in_too() -> None:
    table = street(promo=True).rev(BLAHA).militia("astoria").militia("mdp_szekhaz", 0).turn().start().choose("draw")
    assert table.militia(BLAHA) == 1


# ---------------------------------------------------------------------- Noel's ability


def with_noel(day: int = 3, actions: int = 4) -> Street:
    return street(promo=True).rev("astoria").turn(actions=actions, day=day)


@rule("promo.noel_ability", "promo.noel_own_turn", "promo.noel_conflict_remove", "promo.noel_gone")
def test_once_per_game_without_an_action_and_without_fire() -> None:
    table = with_noel().tanks("astoria").start().drive("ability fighter:noel", "recall headline:h26")
    assert table.state.actions == [4] and table.active("astoria") == set()
    assert table.refused("ability", "fighter:noel") == "ability.fighter_present"
    assert table.fallen("noel") is False  # nothing can bring him back
    after_last = with_noel(actions=0).start()
    assert after_last.offers("ability", "fighter:noel")
    away = street(promo=True).rev("csepel").turn().start()
    assert away.refused("ability", "fighter:noel") == "ability.fighter_present"


@rule("promo.noel_conflict_pick", "promo.noel_pick_in_pile")
def test_a_green_card_of_the_pile_is_selected_and_lies_open() -> None:
    table = with_noel().headlines("h02", continuing="h27").start().choose("ability", "fighter:noel")
    assert table.refused("recall", "headline:h06") == "promo.noel_conflict_pick"  # red
    assert table.refused("recall", "headline:h27") == "promo.noel_pick_in_pile"  # beside the board
    assert table.refused("recall", "headline:h02") == "promo.noel_pick_in_pile"  # in the hand
    table.choose("recall", "headline:h03")
    assert "h03" not in table.headlines("headline_discard")
    for seat in (None, 0, 1):
        area = next(area for area in table.scene(seat).areas if area.id == "area:recalled")
        assert [piece.id for piece in area.pieces] == ["headline:h03"]


@rule("promo.noel_needs_green")
def test_it_needs_a_green_card_and_a_next_day() -> None:
    assert with_noel(day=7).start().refused("ability", "fighter:noel") == "promo.noel_needs_green"
    greens = " ".join(f"h{n:02}" for n in (2, 3, 4, 5, 23, 24, 25, 26, 27, 28, 29, 36, 37, 38, 39, 40, 41))
    hidden = with_noel().headlines(f"h01-1 h01-2 {greens}").start()
    assert hidden.refused("ability", "fighter:noel") == "promo.noel_needs_green"


def recalled(headline: str) -> Street:
    """The evening before a recalled headline."""
    return street(2, promo=True).phase("avh").set(headlines={"recalled": headline}).gone("noel")


@rule("promo.noel_conflict_when", "promo.noel_choices", "promo.noel_conflict_cp")
def test_it_is_carried_out_before_the_soviet_phase_by_the_team() -> None:
    table = recalled("h28").start().choose("done")
    assert table.state.day == 4 and table.prompt == "draw_who" and table.asked == "first"
    assert table.state.points == 0
    table.choose("who", "seat:second")
    assert len(table.hand(1)) == 2 and table.state.points == 2
    assert table.headlines("front") == {"h28"} and table.prompt == "headlines"


@rule("promo.noel_conflict_icons")
@pytest.mark.parametrize(("headline", "marker"), [("h26", "nagy_pm"), ("h01-1", "popular_aid")])
def test_its_marker_is_placed(headline: str, marker: str) -> None:
    table = recalled(headline).start().choose("done")
    if table.prompt == "draw_who":
        table.choose("who", "seat:first")
    assert table.happened() == {marker}


@rule("promo.noel_conflict_icons")
def test_its_continuing_icon_holds_for_the_new_day() -> None:
    table = recalled("h27").start().choose("done")
    assert table.state.day_mods[4] == 1
    table.choose("done")
    assert table.headlines("continuing") == {"h27"}


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


@rule("promo.noel_conflict_when")
def test_the_headline_that_noel_brings_back_comes_back_once() -> None:
    place = street(promo=True).phase("recall").set(headlines={"recalled": "h02"}).tracks(morale=5)
    table = place.start()
    assert table.state.recalled == -1 and table.state.morale == 6 and table.headlines("front") == {"h02"}
    assert len(table.told("recalled")) == 1
