"""Step 1 of the Soviet phase: headlines, their icons, and what effects leave to choose."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Street, Table, street


def holds(hand: str, revolutionaries: int = 1) -> Street:
    """Step 1 with these headlines in the Soviet hand."""
    return street(revolutionaries).phase("headlines").headlines(hand)


# ---------------------------------------------------------------------- playing


@rule("headline.any_number", "headline.keep_rest", "soviet.steps", "soviet.icons_not_a_step", "soviet.no_going_back")
def test_none_may_be_played_and_the_rest_is_kept() -> None:
    table = holds("h06 h02 h07").display("e18").start()
    assert table.refused("points", "headline:h16") == "headline.any_number"  # it is not in the hand
    table.choose("done")
    assert table.prompt == "events"
    assert table.headlines("soviet_hand") == {"h06", "h02", "h07"}
    assert "points" not in table.verbs()


@rule("headline.any_number", "headline.any_order", "headline.cp_pool")
def test_all_may_be_played_in_any_order() -> None:
    table = holds("h06 h02 h07").start()
    table.drive("points headline:h07", "play headline:h02", "points headline:h06")
    assert table.state.points == 3 + 2 + 2
    assert table.headlines("front") == {"h06", "h02", "h07"}
    assert table.headlines("soviet_hand") == set()
    assert table.prompt == "headlines"


@rule("headline.one_fully_first")
def test_a_headline_is_carried_out_before_the_next() -> None:
    table = holds("h12 h06").start().choose("effect", "headline:h12")
    assert table.prompt == "place.militia" and "points" not in table.verbs()
    table.choose("at", "location:csepel")
    assert table.prompt == "headlines" and table.offers("points", "headline:h06")


@rule("headline.colours", "icon.avh_range")
def test_red_helps_the_soviet_side_green_the_revolution() -> None:
    red = [n for n in range(len(PACK.headline_keys)) if not PACK.green >> n & 1]
    assert len(red) == 23
    assert {PACK.avh_icon[n] for n in red} == {0, 1, 2, 3}
    assert {PACK.avh_icon[n] for n in range(42) if PACK.green >> n & 1} == {0}


@rule("headline.red.no_plain_discard", "headline.green.choice", "headline.red.choice")
def test_what_may_be_done_with_each_colour() -> None:
    table = holds("h06 h02").start()
    assert table.refused("throw", "headline:h06") == "headline.red.no_plain_discard"
    assert table.refused("play", "headline:h06") == "headline.red.choice"
    assert table.refused("points", "headline:h02") == "headline.green.choice"
    assert table.refused("effect", "headline:h02") == "headline.green.choice"


@rule("headline.cp_stay", "headline.cp_pool", "headline.cp_lost", "support.discard_front")
def test_points_are_spent_piecemeal_and_the_rest_is_lost() -> None:
    table = holds("h32").tanks("csepel", 2).start().choose("points", "headline:h32")  # 4 points
    table.choose("done")
    assert table.prompt == "army" and table.headlines("front") == {"h32"}
    table.drive("tank location:csepel location:corvin_koz")
    assert table.state.points == 3 and table.headlines("front") == {"h32"}
    table.choose("done")
    assert table.state.points == 0
    assert table.headlines("front") == set() and "h32" in table.headlines("headline_discard")


@rule("headline.cp_no_credit")
def test_nothing_is_bought_on_credit() -> None:
    table = street().phase("events", points=3).display("e01 e04").start()  # 4 and 2 points
    assert table.refused("buy", "event:e01") == "headline.cp_no_credit"
    table = street().phase("army", points=2).tanks("csepel").start()
    assert table.refused("new_tank", "location:csepel") == "headline.cp_no_credit"
    assert table.offers("tank", "location:csepel", "location:corvin_koz")
    poor = street().phase("army", points=1).mods(tank_move_cost=2).tanks("csepel").start()
    assert poor.prompt != "army"  # a move costs 2 today: there is nothing to choose


# ---------------------------------------------------------------------- as far as possible


@rule("headline.as_far_as_possible", "comp.tanks_max", "comp.tanks_max_binds_cards", "comp.tanks_no_stack_limit")
def test_tanks_beyond_the_eighth_are_not_placed() -> None:
    table = holds("h14").happened("zhukov_order").tanks("csepel", 7).start().choose("effect", "headline:h14")
    assert table.tanks("kossuth_ter") == 1 and table.tanks("csepel") == 7  # one of two
    full = holds("h08").tanks("csepel", 8).start().choose("effect", "headline:h08")
    assert full.prompt == "headlines" and sum(full.state.tanks) == 8


@rule("comp.militia_max", "comp.avh_max_binds_cards", "comp.avh_no_stack_limit")
def test_militia_beyond_the_fourteenth_are_not_placed() -> None:
    table = holds("h11").militia("magyar_radio", 12).start().choose("effect", "headline:h11")
    assert table.militia("magyar_radio") == 13  # one more stands at the Party Headquarters


@rule("comp.snipers_max", "comp.avh_max_binds_cards", "comp.avh_no_stack_limit")
def test_snipers_beyond_the_fifth_are_not_placed() -> None:
    table = holds("h13").snipers("astoria", 5).start().choose("effect", "headline:h13")
    assert table.prompt == "headlines" and sum(table.state.snipers) == 5
    assert holds("h13").snipers("astoria", 4).start().choose("effect", "headline:h13").prompt == "place.sniper"


@rule("comp.units_return_to_supply")
def test_a_unit_that_was_removed_can_come_again() -> None:
    table = holds("h40 h08").tanks("csepel", 8).start()
    table.drive("play headline:h40", "effect headline:h08", "at location:szena_ter")
    assert (table.tanks("csepel"), table.tanks("szena_ter")) == (7, 1)


@rule("comp.choose_when_short")
def test_with_too_few_units_the_side_decides_where_they_go() -> None:
    table = holds("h30").happened("zhukov_order").tanks("corvin_koz", 7).start()
    table.choose("effect", "headline:h30")  # two tanks, and one is left
    assert table.asked == "soviet" and table.named("at") == {"csepel", "szena_ter", "mdp_szekhaz"}
    table.choose("at", "location:mdp_szekhaz")
    assert table.prompt == "headlines" and table.tanks("mdp_szekhaz") == 1


@rule("headline.choose_possible")
def test_only_choices_that_change_something_are_offered() -> None:
    table = holds("h34").tanks("csepel").tanks("corvin_koz").rev("corvin_koz").start()
    table.choose("effect", "headline:h34")  # a hit where a tank is: only Corvin Passage has a target
    assert table.state.injuries == [1]
    no_rev = holds("h13").rev("astoria").start().choose("effect", "headline:h13")
    assert no_rev.refused("at", "location:astoria") == "headline.choose_possible"
    assert len(no_rev.named("at")) == 10


@rule("headline.choose_possible", "hit.no_target")
def test_a_part_without_a_possible_choice_is_skipped() -> None:
    table = holds("h34").tanks("csepel").start().choose("effect", "headline:h34")  # nobody is in Csepel
    assert table.prompt == "headlines" and table.state.injuries == [0]
    hit = holds("h15").tracks(morale=5).start().choose("effect", "headline:h15")  # nobody is in Kossuth Square
    assert hit.state.injuries == [0] and hit.state.morale == 4  # the other part is carried out


@rule("headline.may_be_void", "icon.happened_place")
def test_a_headline_may_be_played_for_an_effect_that_changes_nothing() -> None:
    table = holds("h08").tanks("csepel", 8).start().choose("effect", "headline:h08")
    assert sum(table.state.tanks) == 8 and table.happened() == {"zhukov_order"}


@rule("headline.choose_possible")
def test_a_mandatory_choice_cannot_be_dodged() -> None:
    table = holds("h39").militia("astoria", 2).start().choose("play", "headline:h39")
    assert table.refused("done") == "headline.as_far_as_possible"
    table.drive("at location:astoria", "at location:mdp_szekhaz")  # different locations if wanted
    assert (table.militia("astoria"), table.militia("mdp_szekhaz")) == (1, 0)


# ---------------------------------------------------------------------- who decides


@rule("headline.chooser", "headline.green.rev_execute")
def test_red_is_decided_by_the_soviet_side_green_by_the_team() -> None:
    red = holds("h21").active("astoria", "f01", "f02").militia("astoria").start().choose("effect", "headline:h21")
    assert red.asked == "soviet"
    green = holds("h40").tanks("csepel").tanks("corvin_koz").start().choose("play", "headline:h40")
    assert green.asked == "revolutionary"
    placing = street().phase("events", points=4).display("e15").militia("astoria", 13).start()
    assert placing.choose("buy", "event:e15").asked == "soviet"
    reward = street().rev("corvin_koz", "r05-1 r06-1").event("e01").tanks("csepel").tanks("szena_ter").turn().start()
    assert reward.drive("resolve event:e01", "pay card:r05-1 card:r06-1").asked == "revolutionary"


@rule("headline.team_choice")
def test_outside_a_turn_the_first_revolutionary_decides_for_the_team() -> None:
    table = holds("h28", 3).start().choose("play", "headline:h28")
    assert table.prompt == "draw_who" and table.asked == "first"
    ask = table.match.ask
    assert ask is not None and [ask.open_to(seat) for seat in range(4)] == [True, True, True, False]


@rule("headline.team_choice")
def test_in_a_turn_its_player_decides_for_the_team() -> None:
    place = street(2).rev("moricz_korter", "r05-1 r03-1", seat=1).event("e18").turn(1, 2)
    table = place.start().drive("resolve event:e18", "pay card:r03-1 card:r05-1")
    assert table.prompt == "draw_who" and table.asked == "second"
    ask = table.match.ask
    assert ask is not None and ask.open_to(0)


@rule("headline.team_choice", "cards.each_order")
def test_everybody_picks_the_cards_of_the_own_hand_in_seat_order() -> None:
    table = holds("h09", 3).rev("corvin_koz", "r01-1 r02-1").rev("bem_ter", "r03-1 r04-1", 1)
    played = table.rev("astoria", "r05-1 r06-1", 2).start().choose("effect", "headline:h09")
    for seat, own in enumerate(("r01-1", "r03-1", "r05-1")):
        assert played.asked == ("first", "second", "third")[seat]
        ask = played.match.ask
        assert ask is not None and sum(ask.open_to(other) for other in range(4)) == 1
        assert played.refused("drop", "card:r12-1") == "headline.team_choice"
        played.choose("drop", f"card:{own}")
    assert played.discards() == {"r01-1", "r03-1", "r05-1"}


@rule("headline.as_far_as_possible")
def test_who_has_fewer_cards_discards_all() -> None:
    table = holds("h19", 2).rev("corvin_koz", "r01-1").rev("bem_ter", "r02-1 r03-1 r04-1", 1).start()
    table.choose("effect", "headline:h19")  # two each; the single card goes without a question
    assert table.hand(0) == set() and table.asked == "second"
    table.drive("drop card:r02-1", "drop card:r04-1")
    assert table.hand(1) == {"r03-1"}


# ---------------------------------------------------------------------- icons


@rule("icon.continuing_all_day", "icon.continuing_beside_board", "headline.red.effect_discard")
def test_a_continuing_red_headline_lies_beside_the_board_until_the_evening() -> None:
    table = holds("h10 h06").start().drive("effect headline:h10", "effect headline:h06")
    assert table.headlines("continuing") == {"h10"}
    assert "h06" in table.headlines("headline_discard") and "h10" not in table.headlines("headline_discard")
    table.choose("done")
    assert table.prompt == "turn"
    assert table.all("step") == []  # no free step today, and no card
    table.choose("pass").choose("done")
    assert table.state.day == 4
    assert table.headlines("continuing") == set() and "h10" in table.headlines("headline_discard")
    assert table.state.day_mods == [0] * 16


@rule("icon.continuing_green_cp", "headline.green.cp")
def test_a_continuing_green_headline_gives_points_and_outlasts_step_4() -> None:
    table = holds("h27 h02").start().drive("play headline:h27", "play headline:h02")
    assert table.state.points == 4 and table.headlines("front") == {"h02", "h27"}
    table.drive("done", "done")
    assert table.headlines("front") == set()
    assert table.headlines("continuing") == {"h27"}
    assert "h02" in table.headlines("headline_discard")
    assert table.state.day_mods[4] == 1  # tanks hit with a 1 only


@rule("icon.avh_take_back", "icon.avh_empty")
def test_fewer_cards_may_be_taken_back_and_not_more_than_there_are() -> None:
    table = holds("h12").avh_row("a1-1 a2-1").start().drive("effect headline:h12", "at location:csepel")
    assert table.named("take_back") == {""} and [choice[1] for choice in table.choices] == [2, 1, 0]
    assert table.refused("take_back", 3) == "icon.avh_empty"
    table.choose("take_back", 0)
    assert table.row() == "a1-1 a2-1"


@rule("icon.avh_empty")
def test_with_an_empty_row_the_icon_does_nothing() -> None:
    table = holds("h12").start().drive("effect headline:h12", "at location:csepel")
    assert table.prompt == "headlines"


@rule("icon.avh_bottom")
def test_the_oldest_cards_come_back_first() -> None:
    table = holds("h17").avh_row("a4-1 a1-1 a2-1").start().drive("effect headline:h17", "take_back 2")
    assert table.row() == "a2-1" and {"a4-1", "a1-1"} <= table.kit()


@rule("icon.avh_before_or_after")
def test_text_before_icon() -> None:
    # h31 takes one card back by its text if Kádár leads the party, then one by its icon.
    table = holds("h31").avh_row("a4-1 a1-1 a2-1").happened("kadar_secretary").start()
    table.choose("effect", "headline:h31")
    assert table.state.support == 2  # the text has begun
    table.drive("take_back 1", "take_back 0")
    assert table.row() == "a1-1 a2-1"


@rule("icon.happened_permanent", "icon.happened_place")
def test_a_second_copy_changes_nothing() -> None:
    table = holds("h01-1 h01-2").start().drive("play headline:h01-1", "play headline:h01-2")
    assert table.happened() == {"popular_aid"}
    assert len(table.told("happened")) == 1
    table.drive("done", "done", "pass", "done")
    assert table.happened() == {"popular_aid"}  # the next day too


@rule("icon.happened_not_for_cp")
def test_a_discarded_green_headline_puts_no_marker_down() -> None:
    table = holds("h26").start().choose("throw", "headline:h26")
    assert table.happened() == set()


@rule("icon.happened_modifies")
def test_a_marker_can_also_stop_an_effect() -> None:
    for markers, left in (((), 1), (("popular_aid",), 3)):
        table = holds("h19").rev("corvin_koz", "r01-1 r02-1 r03-1").happened(*markers).start()
        table.choose("effect", "headline:h19")
        if not markers:
            table.drive("drop card:r01-1", "drop card:r02-1")
        assert len(table.hand()) == left


@rule("icon.happened_not_self")
def test_a_card_does_not_profit_from_its_own_marker() -> None:
    table = holds("h08").start().choose("effect", "headline:h08")
    assert table.happened() == set() and table.prompt == "place.tank"  # not while it is carried out
    assert table.choose("at", "location:csepel").happened() == {"zhukov_order"}


def test_headlines_of_every_kind_name_their_cards() -> None:
    table: Table = holds("h06").start()
    assert ("points", "headline:h06") in table.choices


@pytest.mark.parametrize("day", [1, 4, 7])
@rule("headline.any_number")
def test_headlines_are_played_every_day(day: int) -> None:
    assert street().phase("headlines", day).headlines("h06").start().offers("points", "headline:h06")


@rule("headline.choose_possible", "cards.full_hand_gets_none")
@pytest.mark.parametrize("news", ["h01-1", "h29"])
def test_cards_are_not_given_to_a_full_hand_while_another_has_room(news: str) -> None:
    """Cards of the pile or of the discards: they would be lost on the first revolutionary."""
    full = " ".join(f"r{sort:02}-{copy}" for sort in (1, 2, 3) for copy in (1, 2, 3)) + " r05-1"
    place = street(3).phase("headlines").headlines(f"{news} h06").rev("csepel", full).discard("r12-1 r12-2")
    table = place.start().choose("play", f"headline:{news}")
    assert table.named("who") == {"second", "third"}
    assert table.refused("who", "seat:first") == "cards.full_hand_gets_none"


@rule("headline.choose_possible", "headline.as_far_as_possible", "activate.cap")
def test_a_flag_without_a_fighter_to_join_is_skipped() -> None:
    """Nobody is passive beside the revolutionary, or no more companions fit there: only the points are left."""
    nobody = street().phase("headlines").headlines("h04 h06").passive("astoria", "f01").start()
    full = street().phase("headlines").headlines("h04 h06").passive("corvin_koz", "f01")
    full.active("corvin_koz", "f02", "f03", "f04", "rt1")
    for table in (nobody, full.start()):
        table.choose("play", "headline:h04")
        assert table.prompt == "headlines" and table.state.points == 2
    assert nobody.passive("astoria") == "f01"
