"""What a second reader missed in the Soviet phase, in what is seen, and in positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.sets import bits
from sandtable.engine.start import Origin, start
from sandtable.games.days_of_ire import GAME, with_pack
from sandtable.games.days_of_ire.pack import DEFAULT
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Table, street
from tests.games.packs import PackText

HERE = "corvin_koz"


def through(table: Table, prompt: str) -> Table:
    """End one step after the other until this is asked."""
    while table.prompt != prompt:
        table.choose("done")
    return table


# ---------------------------------------------------------------------- headlines


@rule("headline.red.cp", "headline.red.cp_no_effect", "headline.red.choice", "icon.happened_not_for_cp")
def test_a_red_headline_for_points_lies_open_and_does_nothing_else() -> None:
    place = street().phase("headlines").headlines("h06 h08 h12").avh_row("a1-1 a2-1").tracks(morale=5)
    table = place.start().choose("points", "headline:h06")  # 2 points; morale falls, one ÁVH card
    assert table.state.points == 2 and table.headlines("front") == {"h06"}
    table.choose("points", "headline:h08")  # 3 points; a tank, and a marker
    assert table.state.points == 2 + 3 and table.headlines("front") == {"h06", "h08"}
    table.choose("points", "headline:h12")  # 1 point; a militia, three ÁVH cards
    assert table.state.points == 2 + 3 + 1 and table.prompt == "headlines"
    assert table.state.morale == 5 and sum(table.state.tanks) == 0 and sum(table.state.militia) == 1
    assert table.row() == "a1-1 a2-1" and table.happened() == set()
    assert table.headlines("soviet_hand") == set() and not {"h06", "h08", "h12"} & table.headlines("headline_discard")
    front = next(area for area in table.scene(None).areas if area.id == "area:front")
    assert [(piece.id, piece.value) for piece in front.pieces] == [
        ("headline:h06", 2),
        ("headline:h08", 3),
        ("headline:h12", 1),
    ]


@rule("headline.red.cp")
@pytest.mark.parametrize(
    ("points", "headlines"),
    [
        (1, "h12 h22"),
        (2, "h06 h09 h10 h11 h16 h17 h18 h19 h21 h33 h35"),
        (3, "h07 h08 h13 h14 h15 h20 h30 h31 h34"),
        (4, "h32"),
    ],
)
def test_what_the_red_headlines_are_worth(points: int, headlines: str) -> None:
    for headline in headlines.split():
        table = street().phase("headlines").headlines(headline).start().choose("points", f"headline:{headline}")
        assert table.state.points == points


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


@rule("headline.green.discard", "headline.green.choice", "icon.happened_not_for_cp")
def test_a_green_headline_that_is_discarded_does_nothing() -> None:
    table = street().phase("headlines").headlines("h01-1 h02 h24").tracks(morale=5).start()
    table.drive("throw headline:h01-1", "throw headline:h02", "throw headline:h24")
    assert {"h01-1", "h02", "h24"} <= table.headlines("headline_discard")
    assert table.headlines("front") == table.headlines("continuing") == table.headlines("soviet_hand") == set()
    assert table.state.points == 0 and table.state.morale == 5 and table.hand() == set()
    assert table.happened() == set() and not any(table.state.day_mods)


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


@rule("headline.red.effect", "headline.chooser", "icon.avh_take_back")
def test_text_and_icon_of_a_red_headline_are_the_soviet_sides() -> None:
    table = street(2).phase("headlines").headlines("h12").avh_row("a1-1 a2-1 a3-1 a4-1").start()
    table.choose("effect", "headline:h12")
    assert (table.asked, table.prompt) == ("soviet", "place.militia")
    table.choose("at", "location:csepel")
    assert (table.asked, table.prompt) == ("soviet", "take_back")
    assert table.choices == [("take_back", 3), ("take_back", 2), ("take_back", 1), ("take_back", 0)]
    assert table.choose("take_back", 2).row() == "a3-1 a4-1" and table.militia("csepel") == 1


@rule("headline.chooser")
def test_a_choice_in_a_placement_effect_is_the_soviet_sides(tmp_path: Path) -> None:
    """No event of the pack leaves one, so that one is changed."""
    changed = PackText(DEFAULT).changed(tmp_path, 'id = "e19"', 'at = "csepel"', 'at = "reinforcement"')
    place = street(2).phase("events").display("e19")
    table = Table(start(with_pack(changed), place.options, Origin("test", (), place.position())))
    table.choose("buy", "event:e19")
    assert (table.asked, table.prompt) == ("soviet", "place.militia")
    assert table.named("at") == {"csepel", "szena_ter", "mdp_szekhaz"}


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


@rule("soviet.steps", "soviet.icons_not_a_step", "day.phases")
def test_the_five_steps_of_the_soviet_phase_and_what_follows_them() -> None:
    place = street().phase("headlines", day=2).headlines("h07", first="h02 h03 h04", second="h14 h15 h16")
    table = place.display("e01 e02 e03 e18 e19 e20").tanks("csepel").tracks(support=5).start()  # hand limit 4
    asked = []
    table.choose("points", "headline:h07")
    while table.asked == "soviet" and table.state.day == 2:
        asked.append(table.prompt)
        table.choose(*(("done",) if table.offers("done") else table.choices[0]))
        if table.prompt == "turn":
            table.choose("pass")
    assert asked == ["headlines", "events", "army", "deck", "deck", "deck", "keep", "keep", "avh"]
    assert table.state.day == 3 and table.prompt == "headlines"


# ---------------------------------------------------------------------- steps 2 and 3


@rule("event.side_cost", "event.start_not_side")
def test_only_side_events_make_side_events_dearer() -> None:
    place = street().events("s1 s2 s3 e01 e02 e18").display("e19 e25").phase("events", points=3)
    table = place.start().choose("buy", "event:e19")
    assert table.last("event_placed")[2] == 3 - 1  # one side event lies there, three starting and two major ones
    assert table.choose("buy", "event:e25").last("event_placed")[2] == 2 - 2  # and now two


@rule("army.new_tank_limit", "comp.tanks_max")
def test_the_eighth_tank_is_bought_the_ninth_is_not() -> None:
    table = street().tanks("csepel", 7).phase("army", points=7).start()
    table.choose("new_tank", "location:szena_ter")
    assert sum(table.state.tanks) == 8
    assert table.refused("new_tank", "location:szena_ter") == "army.new_tank_limit"


@rule("army.move_cost", "headline.cp_no_credit", "icon.continuing_all_day")
def test_in_a_general_strike_a_move_takes_two_points() -> None:
    place = street().tanks("csepel", 2).phase("army", points=5)
    table = place.start().drive("tank location:csepel location:corvin_koz", "tank location:csepel location:corvin_koz")
    assert table.state.points == 5 - 1 - 1
    dear = place.headlines(front="h24").start().choose("tank", "location:csepel", "location:corvin_koz")
    assert dear.state.points == 5 - 2
    dear.choose("new_tank", "location:csepel")  # a new one costs three as ever
    assert dear.prompt != "army" and dear.state.points == 0


# ---------------------------------------------------------------------- steps 4 and 5


@rule("support.discard_front", "headline.green.cp")
def test_red_and_green_cards_in_front_are_all_discarded() -> None:
    table = street().headlines(front="h02 h06 h07 h26").phase("support", points=4).start()
    assert table.headlines("front") == set() and {"h02", "h06", "h07", "h26"} <= table.headlines("headline_discard")


@rule("support.deck_day1", "support.deck_day7")
@pytest.mark.parametrize(("day", "drawn"), [(1, {"h02", "h03"}), (7, set())])
def test_the_first_day_draws_from_the_first_deck_and_the_last_from_none(day: int, drawn: set[str]) -> None:
    decks = {"first": "h02 h03 h04", "second": "h14 h15", "third": "h30 h31"}
    table = street().phase("support", day=day).headlines("h06 h07 h08", **decks).tracks(support=3).start()
    assert table.headlines("soviet_hand") == {"h06", "h07", "h08"} | drawn  # the hand limit is 5
    assert [line.args[0] for line in table.told("drew_headline")] == ["headline_deck:1"] * len(drawn)
    assert table.prompt == "turn"  # nothing was asked


@rule("support.deck_day5", "info.headline_backs")
def test_the_fifth_day_mixes_the_second_deck_and_the_third_before_everybodys_eyes() -> None:
    decks = {"first": "h02", "second": "h14 h15", "third": "h30 h31"}
    table = street().phase("support", day=5).headlines("h06", **decks).tracks(support=3).start()
    assert table.named("deck") == {"2", "3"}
    assert table.refused("deck", "headline_deck:1") == "support.deck_day5"
    table.drive("deck headline_deck:3", "deck headline_deck:2", "deck headline_deck:3")
    assert table.headlines("soviet_hand") == {"h06", "h30", "h14", "h31", "h15"}  # the last one by itself
    assert [line.args[0][-1] for line in table.told("drew_headline", 0) if isinstance(line.args[0], str)] == [*"3232"]


@rule("refill.no_reshuffle", "refill.discards_out", "refill.not_enough")
def test_events_that_were_discarded_never_come_back() -> None:
    table = street().phase("refill").display("e01 e02 e03 e04 e05 e06").event_deck("").start()
    table.drive("keep event:e05", "keep event:e02")
    assert table.display() == "e05 e02 - - - -"
    assert {"e01", "e03", "e04", "e06"} <= table.discarded_events() and not table.state.event_deck


@rule("refill.one_left")
@pytest.mark.parametrize("shown", ["e05", "- - - e05", "- - - - - e05"])
def test_the_only_event_that_is_left_is_kept(shown: str) -> None:
    table = street().phase("refill").display(shown).event_deck("e18 e19 e20 e21 e22 e23").start()
    assert table.display() == "e05 e18 e19 e20 e21 e22" and "e05" not in table.discarded_events()


# ---------------------------------------------------------------------- what is seen and what is not


@rule("info.headline_backs", "info.soviet_hand_hidden")
def test_of_every_deck_the_hand_may_hold_other_cards() -> None:
    decks = {"first": "h02 h03 h04", "second": "h16 h17 h18", "third": "h32 h33 h34"}
    table = street(2).headlines("h06 h14 h15 h30", **decks).phase("avh").start()
    held: list[set[int]] = [set(), set(), set()]
    for draw in range(30):
        world = table.state.copy()
        GAME.determinize(world, 1, Chance.from_seed(str(draw)))
        for deck, count in enumerate((1, 2, 1)):
            cards = bits(world.soviet_hand & PACK.of_period[deck])
            assert len(cards) == count
            held[deck] |= set(cards)
    assert [len(cards) for cards in held] == [4, 5, 4]  # each card of hand and deck was there once


@rule("info.open_zones", "info.rev_discard_open")
def test_open_piles_show_all_and_closed_ones_their_number() -> None:
    place = street(2).rev(HERE, "r01-1").deck("r02-1 r02-2").headlines("h06 h07", first="h02", second="h14 h15")
    place.display("e01 e02").event_deck("e03 e04 e05").set(events={"continuing": ["e29"]}).barricade("csepel")
    table = place.tanks("csepel", 3).militia("csepel", 5).snipers("csepel", 2).gone("rt2").turn(1, 2).start()
    for seat in (None, 0, 1, 2):
        scene = table.scene(seat)
        piles = {pile.id: pile for pile in scene.piles}
        numbers = {name: pile.count for name, pile in piles.items() if "discard" not in name}
        assert numbers == {
            "rev_deck": 2,
            "event_deck": 3,
            "headline_deck:1": 1,
            "headline_deck:2": 2,
            "headline_deck:3": 0,
            "rev_tanks": 2,
            "supply:tank": 5,
            "supply:militia": 14 - 6,
            "supply:sniper": 3,
            "supply:barricade": 1,
        }
        assert all(pile.top is None and not pile.contents for name, pile in piles.items() if name in numbers)
        opened = {name: pile.contents or [] for name, pile in piles.items() if name not in numbers}
        assert {name: len(cards) for name, cards in opened.items()} == {
            "headline_discard": 42 - 2 - 3,
            "event_discard": 33 - 2 - 3 - 1,
            "rev_discard": 38 - 1 - 2,
        }
        assert all(piles[name].count == len(cards) for name, cards in opened.items())
        assert {"headline:h08", "headline:h26"} <= set(opened["headline_discard"])  # red and green
        beside = next(area for area in scene.areas if area.id == "area:continuing")
        assert [piece.id for piece in beside.pieces] == ["event:e29"]


@rule("comp.units_return_to_supply", "comp.tanks_max", "comp.militia_max")
@pytest.mark.parametrize(("unit", "most", "off", "on"), [("tanks", 8, "h40", "h08"), ("militia", 14, "h39", "h12")])
def test_a_unit_that_a_headline_takes_off_can_be_placed_again(unit: str, most: int, off: str, on: str) -> None:
    place = street().militia("mdp_szekhaz", 0).phase("headlines").headlines(f"{off} {on}")
    table = (place.tanks if unit == "tanks" else place.militia)("astoria", most).start()
    table.choose("play", f"headline:{off}")
    left = sum(getattr(table.state, unit))
    assert left < most
    table.drive(f"effect headline:{on}", "at location:csepel")
    assert sum(getattr(table.state, unit)) == left + 1


@rule("comp.units_return_to_supply", "comp.snipers_max", "ability.ambush")
def test_a_sniper_that_was_ambushed_can_be_placed_again() -> None:
    table = street().rev("astoria", "r01-1").snipers("astoria", 5).turn().start().choose("ability", "card:r01-1")
    assert table.snipers("astoria") == sum(table.state.snipers) == 4
    assert next(pile.count for pile in table.scene(None).piles if pile.id == "supply:sniper") == 1
    again = street().snipers("astoria", 4).phase("headlines").headlines("h13").start()
    assert again.drive("effect headline:h13", "at location:csepel").snipers("csepel") == 1


@rule("setup.headline_decks", "setup.fighters", "setup.event_deck")
def test_every_pile_is_shuffled() -> None:
    cities = [start(GAME, {}, Origin(seed)).state for seed in "abcdef"]
    for deck in range(3):
        assert len({tuple(g.headline_decks[deck]) for g in cities}) == 6
    assert len({tuple(g.top) for g in cities}) == len({tuple(g.bottom) for g in cities}) == 6
    assert len({tuple(g.event_deck) for g in cities}) == len({tuple(g.deck) for g in cities}) == 6


# ---------------------------------------------------------------------- positions


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


@rule("comp.avh_units")
def test_militia_and_snipers_are_avh_units_and_tanks_are_not() -> None:
    place = street().phase("headlines").headlines("h21").tanks("csepel").active("csepel", "f01")
    place.snipers("astoria").active("astoria", "f02").militia("bem_ter").active("bem_ter", "f03")
    table = place.start().choose("effect", "headline:h21")  # an active fighter beside an ÁVH unit
    assert table.named("fighter") == {"f02", "f03"}
    for unit, allowed in (
        (street().tanks(HERE), True),
        (street().snipers(HERE), False),
        (street().militia(HERE), False),
    ):
        leaflets = unit.rev(HERE, "r07-1").turn().start()  # only where no ÁVH unit is
        assert leaflets.offers("ability", "card:r07-1") == allowed


@rule("comp.avh_no_stack_limit", "comp.tanks_no_stack_limit")
def test_any_number_of_units_gathers_in_one_location() -> None:
    place = street().militia("mdp_szekhaz", 1).militia("astoria", 13).snipers("astoria", 4).snipers("magyar_radio")
    table = place.phase("avh").start().drive("avh avh:a2", "move location:mdp_szekhaz location:astoria", "done")
    table.drive("avh avh:a1", "move location:magyar_radio location:astoria")
    assert (table.militia("astoria"), table.snipers("astoria")) == (14, 5)
    army = street().tanks("csepel", 7).tanks("corvin_koz").phase("army", points=1).start()
    assert army.choose("tank", "location:corvin_koz", "location:csepel").tanks("csepel") == 8
    guards = street().militia("mdp_szekhaz", 12).phase("headlines").headlines("h33").start()
    assert guards.choose("effect", "headline:h33").militia("mdp_szekhaz") == 14


@rule("comp.tanks_max", "comp.militia_max", "comp.snipers_max")
def test_a_position_with_too_many_units_is_refused_by_their_limit() -> None:
    assert "comp.tanks_max" in street().tanks("csepel", 9).phase("avh").impossible()
    assert "comp.militia_max" in street().militia("csepel", 14).phase("avh").impossible()  # and one at the headquarters
    assert "comp.snipers_max" in street().snipers("csepel", 6).phase("avh").impossible()
    assert street().tanks("csepel", 8).militia("csepel", 13).snipers("csepel", 5).phase("avh").start().asked == "soviet"


# ---------------------------------------------------------------------- difficulty


@rule("difficulty.after_setup", "difficulty.soviet.support", "difficulty.soviet.militia", "difficulty.soviet.morale")
def test_all_changes_for_the_soviet_side_come_after_the_cards_are_dealt() -> None:
    options = {"morale": -1, "csepel_militia": True, "stalin_militia": True, "support": -1}
    table = Table(start(GAME, options, Origin("x")))
    assert (table.state.morale, table.state.support) == (4, 2)
    assert table.militia("csepel") == table.militia("sztalin_ter") == 2 and sum(table.state.militia) == 8 + 2
    assert table.state.soviet_hand.bit_count() == 5  # as the start cell shows; the limit is 6 from the first draw on
    while table.asked == "soviet":
        table.choose(*(("done",) if table.offers("done") else table.choices[0]))
    assert table.state.soviet_hand.bit_count() == 6 and table.state.day == 1


@rule("difficulty.after_setup", "difficulty.rev.morale", "difficulty.rev.sniper", "difficulty.rev.injuries")
def test_all_changes_for_the_revolution_are_made_together() -> None:
    options = {"revolutionaries": 2, "morale": 2, "radio_sniper_gone": True, "injury_more": True, "first_fighter": True}
    table = Table(start(GAME, options, Origin("x")))
    assert (table.asked, table.named("at")) == ("first", {"corvin_koz", "bem_ter"})  # which fighter
    upper = table.passive("bem_ter")
    table.choose("at", "location:bem_ter")
    assert table.active("bem_ter") == {upper} and table.active(HERE) == set()
    assert table.state.morale == 7 and table.state.support == 3 and table.state.rules.injuries == 4 + 1
    assert table.snipers("magyar_radio") == 0 and table.snipers("kossuth_ter") == 1
    assert table.state.soviet_hand.bit_count() == 5 and [len(table.hand(seat)) for seat in (0, 1)] == [5, 5]
