"""Icons of headlines: the ÁVH's, "continuing", "happened" and the period; what cards do for a whole day."""

from __future__ import annotations

import pytest

from sandtable.games.days_of_ire import cards
from sandtable.games.days_of_ire.flow import modifiers
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Table, holds, street

HERE = "corvin_koz"


# ---------------------------------------------------------------------- continuing


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


@rule("icon.continuing_all_day")
@pytest.mark.parametrize(
    ("mod", "both"),
    [(cards.TANK_HIT_MAX, 1), (cards.TANK_MOVE_COST, 2), (cards.EVENT_COST, 3), (cards.TANKS_SILENT, 1)],
)
@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_modifiers_of_a_day_combine_as_their_key_says(mod: int, both: int, order: tuple[int, int]) -> None:
    g = street().turn().start().state
    for value in order:
        modifiers.last_today(g, mod, value)
    assert g.day_mods[mod] == both  # the lowest, the highest, the sum, and once is enough


def through(table: Table, prompt: str) -> Table:
    """End one step after the other until this is asked."""
    while table.prompt != prompt:
        table.choose("done")
    return table


@rule("headline.red.cp_no_effect", "support.discard_front", "icon.continuing_green_cp", "icon.continuing_all_day")
def test_a_red_continuing_headline_laid_out_for_points_is_discarded_with_the_others() -> None:
    place = street().phase("headlines").headlines("h10 h35 h24").display("e04")  # Curfew and cheaper events, red
    table = place.start().drive("points headline:h10", "points headline:h35", "play headline:h24", "done")
    assert table.choose("buy", "event:e04").state.points == 2 + 2 + 3 - 2  # its full price
    through(table, "turn")
    assert {"h10", "h35"} <= table.headlines("headline_discard")
    assert table.headlines("continuing") == {"h24"}  # the green one was carried out
    table.choose("step", "location:csepel")  # the free step of the day
    assert table.at() == "csepel" and table.prompt == "turn"


@rule("icon.continuing_all_day", "icon.continuing_beside_board", "resolve.continuing")
def test_what_cards_beside_the_board_say_is_in_force_in_a_position_too() -> None:
    curfew = street().headlines(continuing="h10").rev(HERE, "r01-1").turn().start()
    assert curfew.choose("step", "location:csepel").prompt == "step_price"  # there is no free step today
    maleter = street().headlines(front="h23").phase("order").start()
    assert maleter.state.actions == [5]  # a green one in front is carried out too
    laid = street().headlines(front="h10").rev(HERE, "r01-1").turn().start()
    assert laid.choose("step", "location:csepel").at() == "csepel"  # a red one is not
    doctors = street().rev(HERE, "r03-1", injuries=3).set(events={"continuing": ["e29"]}).turn().start()
    assert doctors.choose("ability", "card:r03-1").state.injuries == [1]
    said = street().headlines(continuing="h10").mods(no_free_step=1, event_cost=-1).turn().start()
    assert [value for value in said.state.day_mods if value] == [1, -1]  # as it is said, not once more


# ---------------------------------------------------------------------- ÁVH cards


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


@rule("icon.avh_range", "icon.avh_take_back")
@pytest.mark.parametrize(
    ("number", "headlines"),
    [
        (0, "h08 h10 h13 h14 h19 h20 h30 h32"),
        (1, "h06 h07 h09 h11 h15 h16 h18 h21 h31 h34"),
        (2, "h17 h35"),
        (3, "h12 h22 h33"),
    ],
)
def test_how_many_cards_each_red_headline_takes_back(number: int, headlines: str) -> None:
    for headline in headlines.split():
        place = street().phase("headlines").headlines(headline).avh_row("a1-1 a2-1 a3-1 a4-1 a1-2").tracks(morale=6)
        table = place.start().choose("effect", f"headline:{headline}")
        while table.prompt not in ("take_back", "headlines"):
            table.choose(*table.choices[-1])
        assert (table.choices[0] == ("take_back", number)) == (number > 0)


# ---------------------------------------------------------------------- happened


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


@rule("icon.happened_modifies", "resolve.happened_modifies")
def test_only_the_marker_that_a_card_names_changes_it() -> None:
    others = [key for key in PACK.marker_keys if key != "zhukov_order"]
    table = street().phase("headlines").headlines("h14").happened(*others).start().choose("effect", "headline:h14")
    assert table.tanks("kossuth_ter") == 1  # two only after Zhukov's order
    hungry = street().phase("headlines").headlines("h19").rev(HERE, "r01-1 r02-1 r03-1")
    others = [key for key in PACK.marker_keys if key != "popular_aid"]
    assert hungry.happened(*others).start().choose("effect", "headline:h19").prompt == "discard"
    others = [key for key in PACK.marker_keys if key != "radio_taken"]
    radio = street().rev("magyar_radio", "r07-1 r03-1").event("e11").happened(*others).tracks(support=3).turn().start()
    assert radio.drive("resolve event:e11", "pay card:r03-1 card:r07-1").state.support == 4


@rule("icon.happened_place", "headline.green.effect_first", "icon.happened_not_self")
def test_text_marker_and_points_of_a_green_headline_in_this_order() -> None:
    table = street().phase("headlines").headlines("h26").start().choose("play", "headline:h26")
    keys = [line.key for line in table.match.lines(None)]
    assert keys == ["headline_play", "support", "happened", "points"]


# ---------------------------------------------------------------------- the period


@rule("icon.period_no_effect")
@pytest.mark.parametrize("day", [1, 4, 7])
def test_a_headline_does_the_same_on_any_day(day: int) -> None:
    for headline in ("h06", "h15"):  # of the first and of the second period: morale falls by one
        table = street().phase("headlines", day=day).headlines(headline).tracks(morale=5).start()
        assert table.choose("effect", f"headline:{headline}").state.morale == 4
        table = street().phase("headlines", day=day).headlines(headline).start()
        assert table.choose("points", f"headline:{headline}").state.points == {"h06": 2, "h15": 3}[headline]
    table = street().phase("headlines", day=day).headlines("h41").tracks(morale=5).start()  # of the third
    assert table.choose("play", "headline:h41").state.morale == 6
