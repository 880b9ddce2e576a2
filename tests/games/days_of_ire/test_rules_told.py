"""The rules that questions, log lines and refusals name are those by which the thing happens."""

from __future__ import annotations

import pytest

from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.flow.support import deck_refusal
from tests.citing import rule
from tests.games.days_of_ire.street import Street, Table, street

HERE = "corvin_koz"
TEN = " ".join(f"r{sort:02}-{copy}" for sort in (1, 2, 3) for copy in (1, 2, 3)) + " r05-1"


def cited(table: Table, key: str, seat: int | None = None) -> list[str]:
    """The rules of all log lines of a kind."""
    return [line.rule for line in table.told(key, seat)]


def asked_by(table: Table) -> str:
    """The rule behind the question."""
    assert table.match.ask is not None
    return table.match.ask.rule


# ---------------------------------------------------------------------- ÁVH phase


@rule("avh.choice", "avh.not_both", "avh.take_back_all")
def test_taking_back_is_only_spoken_of_while_it_is_possible() -> None:
    table = street().phase("avh").avh_row("a1-1").start()
    assert table.prompt == "avh_choice" and table.offers("take_all")
    table.drive("avh avh:a3", "at location:csepel", "done")
    assert table.prompt == "avh" and not table.offers("take_all")
    assert street().phase("avh").start().prompt == "avh"  # nothing to take back


@rule("avh.sniper_move", "avh.militia_move_total")
def test_each_move_card_asks_by_its_own_rule() -> None:
    place = street().phase("avh").snipers("astoria")
    assert asked_by(place.start().choose("avh", "avh:a1")) == "avh.sniper_move"
    assert asked_by(place.start().choose("avh", "avh:a2")) == "avh.militia_move_total"


@rule("avh.shot_assign", "hit.assign", "hit.card_effects")
def test_hits_name_what_fired() -> None:
    shot = street().phase("avh").rev("astoria").active("astoria", "f01").militia("astoria", 3).roll(1, 6).start()
    shot.drive("avh avh:a4", "at location:astoria")
    assert shot.prompt == "hits" and asked_by(shot) == "avh.shot_assign" and cited(shot, "hits") == ["avh.shot_assign"]
    fire = street().rev(HERE).active(HERE, "f01").tanks(HERE).turn().roll(1).start().choose("draw")
    assert asked_by(fire) == "hit.assign" and cited(fire, "hits") == ["hit.assign"]
    card = street().rev("kossuth_ter").active("kossuth_ter", "f01").phase("headlines").headlines("h15").start()
    card.choose("effect", "headline:h15")
    assert asked_by(card) == "hit.card_effects" and cited(card, "hits") == ["hit.card_effects"]


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


# ---------------------------------------------------------------------- Soviet phase


def refusals(day: int, **decks: str) -> tuple[str | None, ...]:
    """The rules against drawing from the first, second and third deck of a day."""
    g = street().phase("headlines", day).headlines("h06", **decks).start().state
    return tuple(deck_refusal(g, deck) for deck in range(3))


@rule("support.deck_day6", "support.fallback_day6", "support.fallback_day6_first")
def test_on_day_six_an_empty_deck_is_refused_by_its_fallback() -> None:
    day6, first, last = "support.deck_day6", "support.fallback_day6_first", "support.fallback_day6"
    assert refusals(6, first="h02", second="h14", third="h30") == (day6, day6, None)
    assert refusals(6, first="h02", second="h14", third="") == (first, None, last)
    assert refusals(6, first="h02", second="", third="") == (None, first, last)
    assert refusals(6, first="", second="", third="") == (first, first, last)
    table = street().phase("support", day=6).headlines(first="h02", second="h14 h15", third="").start()
    assert table.refused("deck", "headline_deck:3") == last
    assert table.refused("deck", "headline_deck:1") == first


@rule("support.fallback_other_days", "support.no_reshuffle", "support.deck_day2", "support.deck_day34")
def test_on_other_days_an_empty_deck_is_not_filled_again() -> None:
    other, again = "support.fallback_other_days", "support.no_reshuffle"
    assert refusals(2, first="", second="h14", third="h30") == (again, None, "support.deck_day2")
    assert refusals(3, first="h02", second="h14", third="") == ("support.deck_day34", None, "support.deck_day34")
    assert refusals(4, first="h02", second="", third="h30") == (None, other, other)
    assert refusals(5, first="h02", second="", third="h30") == ("support.deck_day5", again, None)
    assert refusals(5, first="h02", second="", third="") == (None, other, other)


@rule("support.extra_draws", "support.draw_to_limit")
def test_headlines_drawn_by_a_card_and_in_step_four() -> None:
    place = street().headlines("h18", first="h02 h03 h06", second="h14 h15 h16").tracks(support=6)
    card = place.phase("headlines", day=2).start().choose("effect", "headline:h18")
    assert card.prompt == "deck" and asked_by(card) == "support.extra_draws"
    assert cited(card.choose("deck", "headline_deck:1"), "drew_headline") == ["support.extra_draws"]
    step = place.phase("support", day=2).start()
    assert asked_by(step) == "support.draw_to_limit"
    assert cited(step.choose("deck", "headline_deck:2"), "drew_headline") == ["support.draw_to_limit"]


@rule("event.anywhere_free", "event.location_printed")
def test_an_event_that_may_be_anywhere_is_placed_by_its_own_rule() -> None:
    table = street().phase("events", points=9).display("e28 e18").start()
    table.drive("buy event:e28", "at location:astoria", "buy event:e18")
    assert cited(table, "event_placed") == ["event.anywhere_free", "event.location_printed"]


@rule("event.placement_effect", "headline.red.effect", "headline.green.rev_execute")
def test_what_a_card_places_or_gives_is_told_by_the_kind_of_the_card() -> None:
    event = street().phase("events", points=9).display("e01").start().choose("buy", "event:e01")
    assert cited(event, "placed") == ["event.placement_effect"]
    red = street().phase("headlines").headlines("h14").start().choose("effect", "headline:h14")
    assert cited(red, "placed") == ["headline.red.effect"]
    green = street().phase("headlines").headlines("h04 h05").passive(HERE, "f01").start()
    green.drive("play headline:h04", "play headline:h05")
    assert cited(green, "activated") == cited(green, "drew") == ["headline.green.rev_execute"]


@rule("refill.from_third", "refill.gap_places", "refill.none_left")
@pytest.mark.parametrize(
    ("display", "law", "new"),
    [("e01 e02", "refill.from_third", 4), ("- - e01", "refill.gap_places", 5), ("-", "refill.none_left", 6)],
)
def test_new_events_are_told_by_the_rule_for_as_many_as_were_kept(display: str, law: str, new: int) -> None:
    table = street().phase("refill").display(display).start()
    assert cited(table, "event_shown") == [law] * new


@rule("army.card_moves_separate", "headline.red.effect")
def test_tanks_and_militia_that_a_headline_moves() -> None:
    table = street().phase("headlines").tanks("csepel").militia("csepel").headlines("h20 h22").start()
    table.drive("effect headline:h20", "move location:csepel location:corvin_koz", "effect headline:h22")
    table.drive("move location:csepel location:moricz_korter")
    assert cited(table, "moved") == ["army.card_moves_separate", "headline.red.effect"]


@rule("track.support_step_icon", "track.support_clamp", "track.morale_clamp")
def test_support_is_told_by_cells_and_says_where_the_track_ends() -> None:
    table = street().phase("headlines").headlines("h03 h26").tracks(support=3).start().choose("play", "headline:h03")
    assert table.last("support") == (3, 4, 5) and cited(table, "support") == ["track.support_step_icon"]
    end = street().phase("headlines").headlines("h03 h02").tracks(support=6, morale=9).start()
    end.drive("play headline:h03", "play headline:h02")
    assert end.last("support") == (6, 6, 4) and cited(end, "support") == ["track.support_clamp"]
    assert end.last("morale") == (9, 9) and cited(end, "morale") == ["track.morale_clamp"]


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


@rule("headline.choose_possible", "map.adjacency")
def test_why_an_effect_cannot_be_carried_out_so() -> None:
    tanks = street().tanks("csepel").phase("headlines").headlines("h20").start().choose("effect", "headline:h20")
    assert tanks.refused("move", "location:csepel", "location:bem_ter") == "map.adjacency"
    assert tanks.refused("move", "location:bem_ter", "location:szena_ter") == "headline.choose_possible"
    place = street(3).rev(HERE, "r07-1", injuries=1).rev("bem_ter", seat=1, injuries=1).event("e16").turn(0, 2)
    heal = place.start().drive("resolve event:e16", "pay card:r07-1")
    assert heal.refused("who", "seat:third") == "headline.choose_possible"  # unhurt


# ---------------------------------------------------------------------- turns


@rule("transfer.give", "transfer.owner_picks")
def test_giving_is_asked_by_its_own_rule_and_asking_by_the_owners() -> None:
    place = street(2).rev(HERE, "r01-1 r01-2").rev(HERE, "r02-1 r02-2", seat=1).turn(0, 2)
    gives = place.start().choose("give", "seat:second")
    assert asked_by(gives) == "transfer.give" and gives.asked == "first"
    assert gives.refused("hand", "card:r02-1") == "transfer.give"
    takes = place.start().choose("take", "seat:second")
    assert asked_by(takes) == "transfer.owner_picks" and takes.asked == "second"
    assert takes.refused("hand", "card:r01-1") == "transfer.owner_picks"


@rule("barricade.one_per_location", "barricade.supply", "ability.fighter_action")
def test_a_second_barricade_is_refused_by_its_rule() -> None:
    place = street().rev(HERE, "r02-1").active(HERE, "f07").turn()
    twice = place.barricade(HERE).start()
    assert twice.refused("ability", "card:r02-1") == "barricade.one_per_location"
    assert twice.refused("ability", "fighter:f07") == "barricade.one_per_location"
    none = street().rev(HERE, "r02-1").turn().barricade("csepel", "astoria").start()
    assert none.refused("ability", "card:r02-1") == "barricade.supply"


@rule("ability.ambush_here", "activate.cap", "cards.full_hand_gets_none", "fighter.after_last_action")
@pytest.mark.parametrize(
    ("thing", "place", "law"),
    [
        ("card:r01-1", street().rev(HERE, "r01-1").snipers("csepel"), "ability.ambush_here"),
        (
            "card:r09-1",
            street().rev(HERE, "r09-1").passive(HERE, "f05").active(HERE, "f01", "f02", "f03", "f04"),
            "cap",
        ),
        ("fighter:f02", street().rev(HERE, TEN).active(HERE, "f02").discard("r06-1"), "cards.full_hand_gets_none"),
    ],
)
def test_an_ability_is_refused_by_what_stands_in_its_way(thing: str, place: Street, law: str) -> None:
    expected = "activate.cap" if law == "cap" else law
    assert place.turn().start().refused("ability", thing) == expected


@rule("fighter.after_last_action")
@pytest.mark.parametrize("card", ["r06-1", "r08-1"])
def test_what_helps_a_later_action_is_refused_after_the_last(card: str) -> None:
    table = street().rev(HERE, card).turn(actions=0).start()
    assert table.refused("ability", f"card:{card}") == "fighter.after_last_action"


@rule("militia.sniper_only_ambush", "militia.remove", "militia.up_to")
def test_ammunition_is_of_no_use_against_a_sniper_alone() -> None:
    alone = street().rev(HERE, "r05-1").snipers(HERE).turn().start()
    assert alone.refused("attack", 1) == "militia.sniper_only_ambush"
    both = street().rev(HERE, "r05-1").snipers(HERE).militia(HERE).turn().start()
    assert both.offers("attack", 1) and both.refused("attack", 2) == "militia.remove"
    assert both.refused("attack", 0) == "militia.up_to"
    assert street().rev(HERE, "r05-1").turn().start().refused("attack", 1) == "militia.remove"


@rule("hit.revtank_out", "hit.fighter_removed")
def test_a_hit_tank_leaves_by_another_rule_than_a_fighter() -> None:
    table = street().rev(HERE).active(HERE, "f01", "rt1").tanks(HERE, 2).turn().roll(1, 1).start().choose("draw")
    table.drive("hit fighter:rt1", "hit fighter:f01")
    assert cited(table, "lost") == ["hit.revtank_out", "hit.fighter_removed"]


@rule("resolve.cards_discarded", "cards.discard_pile")
def test_cards_handed_in_for_an_event_and_for_a_fight() -> None:
    event = street().rev("moricz_korter", "r05-1 r07-1").event("e18").turn().start()
    event.drive("resolve event:e18", "pay card:r05-1 card:r07-1")
    assert cited(event, "discarded") == ["resolve.cards_discarded"] * 2
    fight = street().rev(HERE, "r01-1").militia(HERE).turn().start().choose("attack", 1).choose("pay", "card:r01-1")
    assert cited(fight, "discarded") == ["cards.discard_pile"]
    tank = street().rev(HERE, "r06-1 r02-1").tanks(HERE).turn().roll(6).start().choose("destroy")
    tank.choose("pay", "card:r02-1", "card:r06-1")
    assert cited(tank, "discarded") == ["cards.discard_pile"] * 2


@rule("resolve.tank_anywhere", "resolve.no_bonus_for_removal", "militia.sniper_by_effects")
def test_units_that_a_reward_removes() -> None:
    tank = street().rev(HERE, "r06-1 r05-1").event("e01").tanks("csepel").turn().start()
    tank.drive("resolve event:e01", "pay card:r05-1 card:r06-1")
    assert cited(tank, "removed") == ["resolve.tank_anywhere"]
    militia = street().rev("csepel", "r05-1 r01-1").event("e19").militia("csepel").turn().start()
    militia.drive("resolve event:e19", "pay card:r01-1 card:r05-1", "at location:csepel")
    assert cited(militia, "removed") == ["resolve.no_bonus_for_removal"]
    sniper = street().rev("astoria", "r05-1 r03-1").event("e10").snipers("csepel").turn().start()
    sniper.drive("resolve event:e10", "pay card:r03-1 card:r05-1")
    assert cited(sniper, "removed") == ["militia.sniper_by_effects"]


@rule("ability.ambush", "resolve.no_bonus_other")
def test_units_that_abilities_and_headlines_remove() -> None:
    table = street().rev(HERE, "r01-1 r05-1").snipers(HERE).militia(HERE).turn().start()
    table.drive("ability card:r01-1", "ability card:r05-1")
    assert cited(table, "removed") == ["ability.ambush", "resolve.no_bonus_other"]
    news = street().phase("headlines").headlines("h40").tanks("csepel").start().choose("play", "headline:h40")
    assert cited(news, "removed") == ["resolve.no_bonus_other"]


@rule("ability.card_action", "cards.partial_draw", "cards.nothing_to_draw", "cards.full_hand_gets_none")
def test_a_draw_names_what_cut_it_short() -> None:
    whole = street().rev(HERE, "r04-1").turn().start().choose("ability", "card:r04-1")
    assert cited(whole, "drew") == ["ability.card_action"]
    nine = "r04-1 " + " ".join(TEN.split()[:9])
    cut = street().rev(HERE, nine).turn().start().choose("ability", "card:r04-1")
    assert whole.last("drew")[1] == 2 and cut.last("drew")[1] == 1 and cited(cut, "drew") == ["cards.partial_draw"]
    full = street().rev(HERE, TEN).active(HERE, "f01", "rt1").militia(HERE, 3).turn().start().choose("attack", 3)
    assert full.last("drew")[1] == 0 and cited(full, "drew") == ["cards.full_hand_gets_none"]
    g = street().turn().start().state
    g.deck, g.discard = g.deck[:1], 0  # as if all others were in hands
    assert units.draw(g, 0, 2, "draw.one") == 1
    assert g.log is not None and g.log.lines[-2].rule == "cards.nothing_to_draw"


@rule("resolve.reward", "headline.chooser")
def test_a_headline_lost_by_a_reward() -> None:
    table = street().rev("mdp_szekhaz", "r06-1 r07-1").event("e21").headlines("h06").turn().roll("headline:h06").start()
    table.drive("resolve event:e21", "pay card:r06-1 card:r07-1")
    assert cited(table, "headline_lost") == ["resolve.reward"]


@rule("rev.actions_1", "rev.actions_2", "rev.actions_3")
@pytest.mark.parametrize(("team", "actions"), [(1, [4]), (2, [2, 2]), (3, [2, 1, 1])])
def test_the_actions_of_the_day_name_the_size_of_the_team(team: int, actions: list[int]) -> None:
    table = street(team).phase("order").start()
    if team > 1:
        table.choose(*table.choices[0])
    lines = table.told("turn_order")
    assert [line.args[1] for line in lines] == actions
    assert {line.rule for line in lines} == {f"rev.actions_{team}"}


@rule("rev.pass", "rev.turn_end")
def test_a_pass_and_the_end_of_a_turn() -> None:
    assert cited(street().rev(HERE).turn().start().choose("pass"), "passed") == ["rev.pass"]
    over = street().rev(HERE, "r03-1").turn(actions=0).start().choose("end")
    assert cited(over, "turn_over") == ["rev.turn_end"] and over.told("passed") == []


@rule("ability.card_free", "ability.doctor_amount", "ability.fighter_action", "headline.chooser")
def test_choices_in_an_ability_name_the_ability() -> None:
    doctor = street(2).rev(HERE, "r03-1", injuries=1).rev(HERE, seat=1, injuries=1).turn(0, 2).start()
    assert asked_by(doctor.choose("ability", "card:r03-1")) == "ability.doctor_amount"
    rifle = street().rev(HERE).active(HERE, "f01").militia(HERE).militia("csepel").turn().start()
    assert asked_by(rifle.choose("ability", "fighter:f01")) == "ability.fighter_action"
    red = street().phase("headlines").headlines("h13").start().choose("effect", "headline:h13")
    assert asked_by(red) == "headline.chooser"


@rule("end.count_all_kinds")
def test_the_count_of_the_evaluation() -> None:
    table = street().phase("penalties", day=7).events("s1 e18 e04").start()
    assert table.last("evaluation") == (3, 4) and cited(table, "evaluation") == ["end.count_all_kinds"]


@rule("promo.yuri_duty", "move.take_two")
def test_yuri_comes_by_duty_and_others_by_choice() -> None:
    place = street(promo=True).rev("blaha_lujza_ter", "r01-1").active("blaha_lujza_ter", "f01").turn()
    walk = place.set(turn={"duty": True}).start()
    walk.drive("step location:corvin_koz", "join fighter:yuri", "join fighter:f01")
    assert dict(zip((line.args[0] for line in walk.told("came_along")), cited(walk, "came_along"), strict=True)) == {
        "fighter:yuri": "promo.yuri_duty",
        "fighter:f01": "move.take_two",
    }


@rule("ability.card_discard", "ability.card_discard_first", "ability.fighter_once")
def test_an_ability_is_told_before_what_it_costs_and_does() -> None:
    table = street().rev(HERE, "r04-1 r01-1").active(HERE, "f08").turn().start()
    table.drive("ability card:r04-1", "ability fighter:f08", "drop card:r01-1")
    keys = [line.key for line in table.match.lines(None)]
    assert keys == ["used", "discarded", "drew", "used", "discarded", "drew"]
    assert [line.args[1] for line in table.told("used")] == ["card:r04-1", "fighter:f08"]
    assert cited(table, "used") == ["ability.card_action", "ability.fighter_once"]
