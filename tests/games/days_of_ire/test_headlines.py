"""Step 1 of the Soviet phase: headlines, who decides, and what effects leave to choose."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.start import Origin, start
from sandtable.games.days_of_ire import GAME, with_pack
from sandtable.games.days_of_ire.pack import DEFAULT
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Table, holds, street
from tests.games.packs import PackText

HERE = "corvin_koz"


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


def test_headlines_of_every_kind_name_their_cards() -> None:
    table: Table = holds("h06").start()
    assert ("points", "headline:h06") in table.choices


@pytest.mark.parametrize("day", [1, 4, 7])
@rule("headline.any_number")
def test_headlines_are_played_every_day(day: int) -> None:
    assert street().phase("headlines", day).headlines("h06").start().offers("points", "headline:h06")


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


@rule("headline.green.discard", "headline.green.choice", "icon.happened_not_for_cp")
def test_a_green_headline_that_is_discarded_does_nothing() -> None:
    table = street().phase("headlines").headlines("h01-1 h02 h24").tracks(morale=5).start()
    table.drive("throw headline:h01-1", "throw headline:h02", "throw headline:h24")
    assert {"h01-1", "h02", "h24"} <= table.headlines("headline_discard")
    assert table.headlines("front") == table.headlines("continuing") == table.headlines("soviet_hand") == set()
    assert table.state.points == 0 and table.state.morale == 5 and table.hand() == set()
    assert table.happened() == set() and not any(table.state.day_mods)


@rule("headline.one_fully_first")
@pytest.mark.parametrize(("verb", "headline"), [("effect", "h13"), ("play", "h39")])
def test_a_headline_in_progress_is_neither_in_hand_nor_discarded(verb: str, headline: str) -> None:
    table = street().phase("headlines").headlines(headline).militia("csepel", 2).start()
    table.choose(verb, f"headline:{headline}")
    assert table.prompt in ("place.sniper", "remove.militia")  # it is being carried out
    assert GAME.invariants(table.state) == [] and table.headlines("soviet_hand") == set()
    assert headline not in table.headlines("headline_discard") | table.headlines("front")


@rule("headline.cp_pool")
def test_the_question_says_how_many_points_there_are() -> None:
    place = street().headlines("h06 h07").display("e18")
    for phase in ("headlines", "events"):
        assert place.phase(phase, points=3).start().facts["points"] == 3
    assert place.tanks("csepel").phase("army", points=2).start().facts["points"] == 2


# ---------------------------------------------------------------------- as far as possible


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


@rule("headline.as_far_as_possible")
def test_of_two_militia_the_only_one_is_removed() -> None:
    table = street().militia("mdp_szekhaz", 1).tanks("csepel").phase("headlines").headlines("h39").start()
    assert table.choose("play", "headline:h39").militia("mdp_szekhaz") == 0  # two are to be removed
    hungry = street(2).rev(HERE, "r01-1").rev(HERE, "r02-1 r02-2 r02-3", 1).phase("headlines").headlines("h19").start()
    hungry.drive("effect headline:h19", "drop card:r02-1", "drop card:r02-2")  # two each; the first has only one
    assert hungry.hand(0) == set() and hungry.hand(1) == {"r02-3"}


@rule("headline.choose_possible", "info.pickups_open")
def test_with_no_discards_nobody_is_asked_who_takes_some() -> None:
    table = street(2).phase("headlines").headlines("h29 h06").start().choose("play", "headline:h29")
    assert table.prompt == "headlines" and table.state.points == 3


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


@rule("info.pickups_open", "headline.team_choice")
def test_whoever_gets_the_cards_picks_them() -> None:
    place = street(2).phase("headlines").headlines("h29").discard("r01-1 r02-1 r03-1")
    table = place.start().drive("play headline:h29", "who seat:second")
    assert table.prompt == "recover" and table.asked == "second"
    assert table.drive("recover card:r02-1", "recover card:r03-1").hand(1) == {"r02-1", "r03-1"}


@rule("info.pickups_open")
def test_whoever_stops_taking_cards_is_not_asked_again() -> None:
    table = street().phase("headlines").headlines("h29 h06").discard("r01-1 r02-1 r03-1").start()
    table.drive("play headline:h29", "done")
    assert table.prompt == "headlines" and table.hand() == set()
