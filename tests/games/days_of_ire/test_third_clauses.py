"""Clauses that a second round of planted faults found unguarded: order, what is left behind, what is told."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo
from sandtable.games.days_of_ire import GAME
from sandtable.games.days_of_ire.cards import AMMO, INFO, MOLOTOV
from sandtable.games.days_of_ire.flow.payment import Bill, covers, removals
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Street, street

HERE = "corvin_koz"


# ---------------------------------------------------------------------- headlines


@rule("headline.one_fully_first")
@pytest.mark.parametrize(("verb", "headline"), [("effect", "h13"), ("play", "h39")])
def test_a_headline_in_progress_is_neither_in_hand_nor_discarded(verb: str, headline: str) -> None:
    table = street().phase("headlines").headlines(headline).militia("csepel", 2).start()
    table.choose(verb, f"headline:{headline}")
    assert table.prompt in ("place.sniper", "remove.militia")  # it is being carried out
    assert GAME.invariants(table.state) == [] and table.headlines("soviet_hand") == set()
    assert headline not in table.headlines("headline_discard") | table.headlines("front")


@rule("icon.happened_place", "headline.green.effect_first", "icon.happened_not_self")
def test_text_marker_and_points_of_a_green_headline_in_this_order() -> None:
    table = street().phase("headlines").headlines("h26").start().choose("play", "headline:h26")
    keys = [line.key for line in table.match.lines(None)]
    assert keys == ["headline_play", "support", "happened", "points"]


@rule("promo.noel_conflict_when")
def test_the_headline_that_noel_brings_back_comes_back_once() -> None:
    place = street(promo=True).phase("recall").set(headlines={"recalled": "h02"}).tracks(morale=5)
    table = place.start()
    assert table.state.recalled == -1 and table.state.morale == 6 and table.headlines("front") == {"h02"}
    assert len(table.told("recalled")) == 1


@rule("headline.cp_pool")
def test_the_question_says_how_many_points_there_are() -> None:
    place = street().headlines("h06 h07").display("e18")
    for phase in ("headlines", "events"):
        assert place.phase(phase, points=3).start().facts["points"] == 3
    assert place.tanks("csepel").phase("army", points=2).start().facts["points"] == 2


# ---------------------------------------------------------------------- events


@rule("event.cost_floor", "event.side_cost")
def test_a_modifier_can_make_events_dearer_too() -> None:
    table = street().phase("events", points=2).display("e18 e04").mods(event_cost=1).start()
    assert table.refused("buy", "event:e04") == "headline.cp_no_credit"  # 2 and 1
    assert table.choose("buy", "event:e18").last("event_placed")[2] == 1


@rule("event.side_needs_free", "event.one_per_location")
def test_a_starting_event_blocks_a_side_event_like_any_other() -> None:
    table = street().phase("events", points=9).display("e20 e06").event("s3").start()
    assert table.refused("buy", "event:e20") == "event.side_needs_free"
    assert table.offers("buy", "event:e06")  # a major one replaces it


# ---------------------------------------------------------------------- army


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


# ---------------------------------------------------------------------- support


@rule("support.fallback_optional")
def test_whoever_stops_drawing_from_a_fallback_draws_no_more() -> None:
    place = street().phase("support", day=6).headlines(first="h02", second="h14 h15 h16", third="h30")
    table = place.start()
    assert table.facts["left"] == 4 and table.headlines("soviet_hand") == {"h30"}
    table.drive("deck headline_deck:2", "done")
    assert table.prompt == "turn" and len(table.headlines("soviet_hand")) == 2


@rule("refill.from_third", "info.open_zones")
def test_a_new_event_that_was_seen_cannot_be_put_back() -> None:
    table = street().phase("refill").display("e01 e02 e03").start().choose("keep", "event:e01")
    table.match.undo()  # nothing was shown yet
    table.drive("keep event:e01", "keep event:e03")
    with pytest.raises(NoUndo):
        table.match.undo()


# ---------------------------------------------------------------------- turns


@rule("rev.extra_action_owner")
def test_all_extra_actions_of_a_day_go_to_the_one_who_is_named() -> None:
    table = street(2).phase("order").mods(extra_action=2).start()
    table.drive("order order:second_first", "who seat:first")
    assert table.state.actions == [4, 2]


@rule("rev.finish_before_next", "fighter.own_turn_only")
def test_what_a_turn_gave_ends_with_it() -> None:
    place = street(2).rev(HERE, "r08-1 r06-1").rev("csepel", seat=1).turn(0, 2, queue=(1,)).stepped(0, 1)
    table = place.start().drive("ability card:r08-1", "ability card:r06-1")
    assert table.state.turn.free_steps == 2 and table.state.turn.silent
    table.choose("pass")
    assert table.asked == "second" and table.state.turn.free_steps == 0 and not table.state.turn.silent
    assert table.refused("step", "location:corvin_koz") == "move.paid_steps"


@rule("promo.yuri_duty_start")
def test_the_duty_towards_yuri_needs_no_more_than_one_action() -> None:
    place = street(3, promo=True).phase("order").rev("blaha_lujza_ter", "r01-1", seat=2)
    table = place.start().drive("order order:first_second_third", "pass", "pass")
    assert table.asked == "third" and table.state.actions == [0, 0, 1]
    assert table.choose("step", "location:corvin_koz").prompt == "yuri"


@rule("rev.turn_end")
def test_the_end_of_a_turn_is_asked_for_while_there_may_be_more_to_choose() -> None:
    beside = street().rev(HERE).active(HERE, "f16").turn(actions=1).start().choose("draw")
    assert beside.prompt == "turn" and beside.offers("end")
    alone = street().rev(HERE).turn(actions=0).start()  # nothing in hand, nobody beside
    assert alone.prompt != "turn"
    fighter = street().rev(HERE).active(HERE, "f16").turn(actions=0).start()
    assert fighter.prompt == "turn" and fighter.choices == [("end",)]


@rule("rev.actions_2", "transfer.give", "transfer.take")
def test_cards_do_not_change_hands_after_the_last_action() -> None:
    table = street(2).rev(HERE, "r03-1").rev(HERE, "r01-1", seat=1).turn(0, actions=0).start()
    assert table.refused("give", "seat:second") == "rev.actions_2"
    assert table.refused("take", "seat:second") == "rev.actions_2"


# ---------------------------------------------------------------------- announced, fired at, done


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


SQUARE = "blaha_lujza_ter"


def informer(hand: str = "", revolutionaries: int = 1) -> Street:
    """A revolutionary beside Yuri, and two militia next door."""
    return street(revolutionaries, promo=True).rev(SQUARE, hand).militia("astoria", 2).militia("mdp_szekhaz", 0)


@rule("promo.yuri_militia", "promo.yuri_militia_timing")
@pytest.mark.parametrize(
    ("place", "choices", "there"),
    [
        (informer().passive(SQUARE, "f01").turn(), ["activate fighter:f01"], 2),
        (informer("r07-1 r01-1").event("e24").turn(), ["resolve event:e24", "pay card:r01-1 card:r07-1"], 2),
        (informer("r01-1").militia(SQUARE).turn(), ["attack 1", "pay card:r01-1"], 2),
        (informer("r06-1 r02-1").tanks(SQUARE).turn().roll(6), ["destroy", "pay card:r02-1 card:r06-1"], 2),
        (informer("r12-1").turn(), ["ability card:r12-1"], 2),
        (informer("r12-1", 2).rev(SQUARE, seat=1).turn(0, 2), ["give seat:second", "hand card:r12-1"], 2),
        (informer("", 2).rev(SQUARE, "r12-1", seat=1).turn(0, 2), ["take seat:second", "hand card:r12-1"], 2),
        (informer().turn(), ["draw"], 2),
        (informer("r03-1").rev(SQUARE, "r03-1", injuries=1).turn(), ["ability card:r03-1"], 0),
        (informer().turn(), ["pass"], 0),
    ],
)
def test_every_kind_of_action_beside_yuri_draws_militia_in(place: Street, choices: list[str], there: int) -> None:
    table = place.start().drive(*choices)
    assert table.militia(SQUARE) == there and table.militia("astoria") == 2 - there


# ---------------------------------------------------------------------- what pays


def bill(need: tuple[int, int, int], swap: bool = False, wild: bool = False) -> Bill:
    """A bill with nobody about; perhaps one ammunition may count as a Molotov, perhaps one card as information."""
    swaps, any_card = [0] * 9, [0] * 3
    swaps[AMMO * 3 + MOLOTOV], any_card[INFO] = int(swap), int(wild)
    return Bill(need, 0, (0, 0, 0), tuple(swaps), tuple(any_card))


def paid(owed: Bill, *sorts: str) -> bool:
    return covers(PACK, owed, [PACK.sort_keys.index(sort) for sort in sorts])


@rule("ability.fighter_once", "action.icons_from")
def test_a_card_that_counts_as_information_counts_as_nothing_else() -> None:
    assert paid(bill((0, 0, 1), wild=True), "r01")
    assert not paid(bill((1, 0, 1), wild=True), "r01")
    assert paid(bill((1, 0, 1), wild=True), "r01", "r02")
    assert not paid(bill((0, 0, 2), wild=True), "r01", "r02")  # one card, not each


@rule("ability.fighter_once", "action.icons_from")
def test_an_icon_that_counts_as_another_is_no_longer_itself() -> None:
    assert paid(bill((0, 1, 0), swap=True), "r01")
    assert not paid(bill((1, 1, 0), swap=True), "r01")
    assert paid(bill((1, 1, 0), swap=True), "r05")  # of two icons one
    assert not paid(bill((0, 2, 0), swap=True), "r05")


@rule("ability.fighter_once")
def test_both_kinds_of_help_work_together_in_one_action() -> None:
    assert paid(bill((0, 1, 1), swap=True, wild=True), "r01", "r09")
    assert not paid(bill((0, 1, 1), swap=True, wild=True), "r01")


@rule("ability.fighter_once", "ability.fighter_permanent")
def test_the_printer_and_the_student_leader_help_in_one_action() -> None:
    table = street().rev("astoria", "r01-1").active("astoria", "f13", "f20").event("e22").turn().start()
    assert table.refused("resolve", "event:e22") == "resolve.one_action"  # three, less one, and the printer's own
    assert table.choose("ability", "fighter:f13").offers("resolve", "event:e22")


@rule("militia.reward_cap")
def test_six_militia_earn_one_card_too() -> None:
    table = street().rev(HERE, "r05-1 r05-2 r05-3").militia(HERE, 6).turn().start()
    table.choose("attack", 6).choose("pay", "card:r05-1", "card:r05-2", "card:r05-3")
    assert table.militia(HERE) == 0 and table.last("drew") == ("seat:revolutionary", 1)


@rule("militia.up_to", "action.icons_same_for_3_4")
def test_icons_that_count_as_ammunition_remove_militia() -> None:
    g = street().rev(HERE, "r02-1").militia(HERE).turn().start().state
    assert removals(g) == []
    g.turn.swaps[MOLOTOV * 3 + AMMO] = 1
    assert removals(g) == [1]


@rule("action.icons_from")
def test_the_payment_with_the_fewest_cards_is_offered_first() -> None:
    table = street().rev(HERE, "r01-1 r01-2 r05-1").militia(HERE, 2).turn().start().choose("attack", 2)
    assert table.choices == [("pay", "card:r05-1"), ("pay", "card:r01-1", "card:r01-2")]


@rule("action.no_idle_cards")
def test_payments_that_are_all_listed_leave_no_others_to_look_for() -> None:
    hand = "r02-2 r02-3 r03-3 r05-1 r07-2 r09-1 r10-2 r11-2"
    twelve = street().rev("moricz_korter", hand).event("e03").turn().start().choose("resolve", "event:e03")
    assert len(twelve.all("pay")) == 12 and not twelve.offers("more")
    assert twelve.refused("more") == "action.no_idle_cards"
    more = street().rev("moricz_korter", f"{hand} r08-1").event("e03").turn().start().choose("resolve", "event:e03")
    assert len(more.all("pay")) == 12 and more.offers("more")


@rule("ability.fighter_once")
def test_each_fighter_is_remembered_who_was_used() -> None:
    table = street().rev(HERE, "r12-1").active(HERE, "f09", "f08").turn().start()
    table.drive("ability fighter:f09", "ability fighter:f08")
    assert table.refused("ability", "fighter:f09") == "ability.fighter_once"
    assert table.refused("ability", "fighter:f08") == "ability.fighter_once"


@rule("tankfire.hit_123")
def test_a_modifier_never_makes_tanks_hit_more_often() -> None:
    table = street().rev(HERE).tanks(HERE).mods(tank_hit_max=5).turn().roll(4).start().choose("draw")
    assert table.state.injuries == [0]


# ---------------------------------------------------------------------- companions


@rule("move.take_two", "ability.fighter_permanent")
def test_two_may_come_along_after_the_miner_too() -> None:
    table = street().rev(HERE).active(HERE, "f21", "f01", "f02", "f03").turn().start()
    table.drive("step location:csepel", "join fighter:f21", "join fighter:f01", "join fighter:f02")
    assert table.active("csepel") == {"f21", "f01", "f02"} and table.active(HERE) == {"f03"}  # not a fourth


@rule("move.location_cap", "ability.fighter_permanent")
def test_the_miner_counts_towards_the_four_of_a_location() -> None:
    table = street().rev(HERE).active(HERE, "f21", "f01", "f02").active("csepel", "f03", "f04").turn().start()
    table.drive("step location:csepel", "join fighter:f21", "join fighter:f01")
    assert table.active("csepel") == {"f03", "f04", "f21", "f01"} and table.active(HERE) == {"f02"}


@rule("promo.yuri_militia", "promo.yuri_only_actions")
def test_yuri_reports_the_last_action_too() -> None:
    table = informer("r03-1").turn(actions=1).start().choose("draw")
    assert table.militia(SQUARE) == 2 and table.prompt == "turn"


@rule("promo.yuri_duty_each_step")
def test_there_is_no_duty_where_yuri_is_not() -> None:
    place = street(promo=True).rev(HERE, "r01-1").turn().set(turn={"duty": True})
    assert place.start().choose("step", "location:csepel").at() == "csepel"


@rule("promo.yuri_militia")
def test_yuri_draws_the_only_militia_in_too() -> None:
    table = street(promo=True).rev(SQUARE).militia("astoria").militia("mdp_szekhaz", 0).turn().start().choose("draw")
    assert table.militia(SQUARE) == 1


@rule("ability.fighter_once", "action.icons_from")
def test_each_swap_turns_one_icon() -> None:
    two = Bill((0, 3, 0), 0, (3, 0, 0), tuple([2 * (at == AMMO * 3 + MOLOTOV) for at in range(9)]), (0, 0, 0))
    assert not covers(PACK, two, [])
    assert paid(two, "r02") and not paid(two, "r01")


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


@rule("resolve.cards_discarded", "action.no_idle_cards")
def test_militia_beside_an_event_do_not_matter_for_its_payment() -> None:
    table = street().rev(HERE, "r07-1 r03-1 r03-2").event("e16").militia(HERE, 14).militia("mdp_szekhaz", 0).turn()
    made = table.start().choose("resolve", "event:e16")
    assert sorted(made.choices) == [("pay", "card:r03-1", "card:r03-2"), ("pay", "card:r07-1")]


# ---------------------------------------------------------------------- what is told, and what is left


@rule("headline.cp_pool", "newcards.total")
def test_the_lines_about_points_and_new_cards() -> None:
    table = street().phase("headlines").headlines("h02").start().choose("play", "headline:h02")
    line = table.told("points")[-1]
    assert (line.args, line.rule) == ((2, 2), "headline.cp_pool")
    shared = street(2).phase("new_cards").tracks(morale=2).start().choose("who", "seat:second")  # one card for two
    assert [line.args for line in shared.told("drew")] == [("seat:second", 1)]
    ten = "r01-1 r01-2 r01-3 r01-4 r02-1 r02-2 r02-3 r02-4 r03-1 r03-2"
    full = street(2).rev(HERE, ten).phase("new_cards").tracks(morale=4).start()  # two cards, and one hand is full
    assert [(line.args, line.rule) for line in full.told("drew")] == [(("seat:second", 2), "newcards.total")]


@rule("instant.injury_1", "avh.strength_once")
def test_nothing_of_an_attack_is_left_when_it_ends_the_game() -> None:
    place = street().rev("astoria", injuries=4).phase("avh").snipers("astoria", 3).roll(1, 6)
    table = place.start().drive("avh avh:a4", "at location:astoria")
    assert table.over and table.state.force == 0
    shot = street().rev(HERE, "r08-1", injuries=4).tanks(HERE).turn().roll(1).start()
    assert shot.drive("ability card:r08-1", "draw").over and shot.state.turn.free_steps == 0


@rule("army.move_cost", "army.new_tank", "headline.cp_no_credit")
@pytest.mark.parametrize(("points", "refused"), [(1, "headline.cp_no_credit"), (3, None)])
def test_the_exact_price_is_enough(points: int, refused: str | None) -> None:
    table = street().phase("army", points=points).tanks("csepel").start()
    if refused:
        assert table.refused("new_tank", "location:szena_ter") == refused
    assert table.refused("new_tank", "location:astoria") == "army.new_tank"
    assert table.offers("tank", "location:csepel", "location:corvin_koz")


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


@rule("headline.choose_possible", "info.pickups_open")
def test_with_no_discards_nobody_is_asked_who_takes_some() -> None:
    table = street(2).phase("headlines").headlines("h29 h06").start().choose("play", "headline:h29")
    assert table.prompt == "headlines" and table.state.points == 3


@rule("ability.needs_effect", "ability.card_action")
def test_aid_needs_cards_to_draw_and_nothing_else() -> None:
    place = street().rev(HERE, "r04-1").active(HERE, "f15").turn()
    fighters = [fighter for fighter in PACK.companion_keys[:22] if fighter != "f15"]
    for at, location in enumerate(PACK.location_keys):
        place.passive(location, fighters[at], fighters[at + 11] if at < 10 else None)
    table = place.start()
    assert table.state.fallen == 0
    assert table.offers("ability", "card:r04-1") and table.offers("ability", "fighter:f15")


@rule("track.morale_step_icon", "track.morale_double_icon", "avh.take_back_all", "hit.fighter_returns_active")
def test_the_rules_that_lines_about_tracks_cards_and_fighters_cite() -> None:
    single = street().phase("headlines").headlines("h06").start().choose("effect", "headline:h06")
    assert single.told("morale")[-1].rule == "track.morale_step_icon"
    place = street().rev("kossuth_ter", "r03-1").event("e07").turn().tracks(morale=5)
    double = place.start().drive("resolve event:e07", "pay card:r03-1")
    assert double.told("morale")[-1].rule == "track.morale_double_icon"
    row = street().phase("avh").avh_row("a1-1 a4-1").start().choose("take_all")
    assert [line.rule for line in row.told("taken_back")] == ["avh.take_back_all"] * 2
    back = street().phase("headlines").headlines("h25").start().drive("play headline:h25", "fighter fighter:f05")
    assert back.told("restored")[-1].rule == "hit.fighter_returns_active"


# ---------------------------------------------------------------------- refusals


@rule("avh.attack_needs_unit", "avh.attack_not_twice", "avh.militia_move_total")
def test_why_an_avh_card_cannot_be_used() -> None:
    empty = street().militia("mdp_szekhaz", 0).tanks("csepel").phase("avh").start()
    assert empty.refused("avh", "avh:a4") == "avh.attack_needs_unit"
    place = street().militia("astoria").militia("bem_ter").phase("avh").roll(6, 6)
    twice = place.start().drive("avh avh:a4", "at location:astoria", "avh avh:a4")
    assert twice.refused("at", "location:astoria") == "avh.attack_not_twice"
    assert twice.refused("at", "location:csepel") == "avh.attack_needs_unit"
    moving = place.start().choose("avh", "avh:a2")
    assert moving.refused("move", "location:csepel", "location:corvin_koz") == "avh.militia_move_total"


@rule("headline.choose_possible", "map.adjacency")
def test_why_an_effect_cannot_be_carried_out_so() -> None:
    tanks = street().tanks("csepel").phase("headlines").headlines("h20").start().choose("effect", "headline:h20")
    assert tanks.refused("move", "location:csepel", "location:bem_ter") == "map.adjacency"
    assert tanks.refused("move", "location:bem_ter", "location:szena_ter") == "headline.choose_possible"
    place = street(3).rev(HERE, "r07-1", injuries=1).rev("bem_ter", seat=1, injuries=1).event("e16").turn(0, 2)
    heal = place.start().drive("resolve event:e16", "pay card:r07-1")
    assert heal.refused("who", "seat:third") == "headline.choose_possible"  # unhurt
