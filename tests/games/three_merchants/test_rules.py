"""The rules of the model game, one by one; what its examples show is not shown again."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli.coverage import add_played, citations, gaps
from sandtable.engine.chance import Chance
from sandtable.engine.errors import OptionsClash
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.three_merchants import GAME
from sandtable.games.three_merchants.pack import SEATS
from tests.citing import rule
from tests.games.three_merchants.market import EAST, NORTH, PACK, WEST, Table, market


def test_every_rule_of_the_model_is_tested() -> None:
    cited = citations(Path(__file__).parent)
    add_played(GAME, cited)
    assert not gaps(GAME.ledger, cited)


# ---------------------------------------------------------------------- components and setup


@rule("comp.players", "setup.carts", "setup.deal", "comp.cards")
def test_a_game_begins_with_three_carts_at_home_and_four_cards_each() -> None:
    match = start(GAME, {}, Origin("begin"))
    g = match.state
    assert match.seats == ("north", "east", "west") and GAME.sides(match.options) == (0, 1, 2)
    assert [PACK.town_keys[town] for town in g.at] == ["north_gate", "east_gate", "west_gate"]
    assert [hand.bit_count() for hand in g.hands] == [4, 4, 4] and len(g.deck) == 18 - 12
    assert sorted(zip(PACK.good, PACK.value, strict=True)) == [
        (good, value) for good in range(3) for value in (1, 1, 2, 2, 3, 3)
    ]


@rule("comp.map")
def test_the_map_shows_roads_both_ways_and_what_each_town_wants() -> None:
    areas = {area.id: area for area in market().start().scene().areas}
    assert len(areas) == 7
    assert areas["town:market"].roads == ["town:mill", "town:bridge", "town:abbey"]
    for area in areas.values():
        assert area.facts["wants"] in ("good:cloth", "good:salt", "good:wine")
        assert all(area.id in areas[other].roads for other in area.roads)


@rule("comp.hands")
def test_a_hand_is_seen_by_its_owner_and_counted_by_all() -> None:
    table = market().cards("north", "salt_5", "wine_1").start()
    assert table.hand(NORTH, NORTH) == (2, ["card:salt_5", "card:wine_1"])
    for viewer in (EAST, WEST, None):
        assert table.hand(NORTH, viewer) == (2, [])


@rule("options.open")
def test_open_hands_are_seen_by_all() -> None:
    table = market().option(hands="open").cards("north", "salt_5").deck("wine_1").start()
    assert table.hand(NORTH, None) == (1, ["card:salt_5"])
    table.choose("stay").choose("sell", "card:salt_5")
    assert table.last("drawn", None) == ("north", "card:wine_1")


# ---------------------------------------------------------------------- turns


@rule("turn.order")
def test_each_merchant_has_a_turn_and_the_next_round_begins_with_the_next_one() -> None:
    table = market().roll(3, 3).start()
    order = []
    for _ in range(7):
        order.append(table.asked)
        table.choose("stay")  # without a card, trading is taken as kept by the match itself
    assert order == ["north", "east", "west", "east", "west", "north", "west"]


@rule("turn.steps", "trade.one")
def test_a_turn_is_a_move_and_then_one_trade() -> None:
    table = market().cards("north", "salt_1", "wine_1").start()
    assert table.verbs() == {"stay", "move"}
    table.choose("move", "town:mill")
    assert table.verbs() == {"keep", "sell"}
    table.choose("sell", "card:salt_1")
    assert table.asked == "east"


@rule("options.rounds")
@pytest.mark.parametrize("rounds", [2, 6])
def test_the_game_ends_after_its_rounds(rounds: int) -> None:
    table = market().option(rounds=rounds).turn(rounds, 1).points(north=1).start().choose("stay")
    assert table.reason == "end.points"
    table = market().option(rounds=rounds).turn(rounds - 1, 1).roll(3).start().choose("stay")
    assert table.match.outcome is None


# ---------------------------------------------------------------------- moving


@rule("move.road", "move.stay")
def test_a_cart_goes_along_one_road_or_stays() -> None:
    table = market().start()
    assert table.choices == [("stay",), ("move", "town:mill"), ("move", "town:abbey")]
    assert table.refused("move", "town:market") == "move.road"
    assert table.refused("move", "town:north_gate") == "move.road"
    table.choose("move", "town:mill")
    assert table.scene().areas[1].pieces[0].id == "cart:north"


@rule("move.capacity")
def test_a_town_holds_two_carts() -> None:
    table = market().cart("east", "mill").start()
    assert table.offers("move", "town:mill")
    table = market().cart("east", "mill").cart("west", "mill").start()
    assert table.refused("move", "town:mill") == "move.capacity"
    crowd = market().cart("north", "mill").cart("east", "mill").cart("west", "mill")
    assert "mill holds at most 2" in crowd.impossible()


# ---------------------------------------------------------------------- the market


@rule("market.roll", "market.high")
@pytest.mark.parametrize(("die", "gain"), [(1, 1), (4, 1), (5, 2), (6, 2)])
def test_a_die_at_the_beginning_of_a_round_says_whether_prices_are_high(die: int, gain: int) -> None:
    table = market().turn(1, 1).cart("east", "mill").cards("east", "wine_1").roll(die).start()
    table.choose("stay")  # West, the last one; then the die is rolled and East begins
    assert table.last("roll_market") == (die,)
    table.choose("stay").choose("sell", "card:wine_1")
    assert table.state.points[EAST] == gain


# ---------------------------------------------------------------------- trading


@rule("trade.sell", "trade.wanted")
@pytest.mark.parametrize(("card", "gain"), [("salt_1", 1 + 2), ("salt_5", 3 + 2), ("wine_3", 2), ("cloth_6", 3)])
def test_a_sale_brings_the_number_and_two_more_where_it_is_wanted(card: str, gain: int) -> None:
    table = market().cart("north", "mill").cards("north", card).start()
    table.choose("stay").choose("sell", f"card:{card}")
    assert table.state.points == [gain, 0, 0]
    assert table.where(card) == "mill"
    assert table.last("sold", WEST) == ("north", f"card:{card}", "town:mill", gain)


@rule("trade.again")
@pytest.mark.parametrize(("last", "gain"), [(None, 2), ("wine", 2 + 3), ("salt", 2)])
def test_the_good_of_the_sale_before_brings_three_more(last: str | None, gain: int) -> None:
    setting = market().cart("north", "market").cards("north", "wine_3")
    table = setting.set(last={"north": last, "east": "wine"}).start()
    table.choose("stay").choose("sell", "card:wine_3")
    assert table.state.points == [gain, 0, 0]


@rule("trade.again")
def test_the_sale_before_counts_whatever_was_done_in_between_and_all_see_it() -> None:
    setting = market().cart("north", "market").cards("north", "wine_3", "wine_4").roll(3, 3)
    table = setting.start().choose("stay").choose("sell", "card:wine_3")
    shown = [piece.marks for area in table.scene(WEST).areas for piece in area.pieces if piece.kind == "cart"]
    assert sorted(shown) == [[], [], ["good:wine"]]
    for _ in range(4):
        table.choose("stay")  # East and West twice; without cards their trades are taken as kept
    table.choose("move", "town:mill").choose("keep").choose("stay")  # West begins the third round
    table.choose("stay").choose("sell", "card:wine_4")
    assert table.state.points == [2 + 2 + 3, 0, 0]


@rule("trade.hand")
def test_only_the_own_cards_are_sold_whoever_has_the_others() -> None:
    table = market().cards("north", "salt_1").cards("east", "wine_1").start().choose("stay")
    assert table.refused("sell", "card:wine_1") == table.refused("sell", "card:wine_2") == "trade.hand"


@rule("trade.draw")
def test_a_sale_is_followed_by_a_draw_that_only_the_seller_sees() -> None:
    table = market().cards("north", "salt_1").deck("wine_1").start()
    table.choose("stay").choose("sell", "card:salt_1")
    assert table.where("wine_1") == "north"
    assert table.last("drawn", NORTH) == ("north", "card:wine_1")
    for viewer in (EAST, WEST, None):
        assert table.told("draws", viewer) and not table.told("drawn", viewer)


@rule("trade.draw")
def test_discards_become_a_new_deck_when_the_old_one_has_run_out() -> None:
    rest = [card for card in PACK.card_keys if card != "salt_1"]
    table = market().cards("discards", *rest).cards("north", "salt_1").roll(["card:wine_1"]).start()
    table.choose("stay").choose("sell", "card:salt_1")
    assert table.where("wine_1") == "north" and not table.state.discards
    assert len(table.state.deck) == len(rest) - 1


@rule("trade.keep")
def test_nobody_need_trade() -> None:
    table = market().cards("north", "salt_1").start().choose("stay").choose("keep")
    assert table.where("salt_1") == "north" and table.state.points == [0, 0, 0]


# ---------------------------------------------------------------------- theft


def robbery(**points: int) -> Table:
    """North and East stand in the mill, and North may rob."""
    setting = market().option(thieves=True).points(**points).cart("north", "mill").cart("east", "mill")
    return setting.cards("east", "wine_1", "salt_1").cards("west", "cloth_1").start().choose("stay")


@rule("theft.option")
def test_without_the_option_nobody_is_robbed() -> None:
    table = market().cart("east", "north_gate").cards("east", "wine_1").cards("north", "salt_1").start().choose("stay")
    assert table.refused("rob", "cart:east") == "theft.option"


@rule("theft.rob")
def test_only_others_in_the_same_town_are_robbed() -> None:
    table = robbery()
    assert table.refused("rob", "cart:west") == table.refused("rob", "cart:north") == "theft.rob"
    assert table.offers("rob", "cart:east")


@rule("theft.empty")
def test_who_has_no_card_is_not_robbed() -> None:
    table = market().option(thieves=True).cart("east", "north_gate").cards("north", "salt_1").start().choose("stay")
    assert table.refused("rob", "cart:east") == "theft.empty"


@rule("theft.toll")
def test_a_victim_pays_a_point_to_the_thief_or_loses_a_card() -> None:
    table = robbery(east=2).choose("rob", "cart:east")
    assert (table.asked, table.choices) == ("east", [("pay",), ("yield",)])
    table.choose("pay")
    assert table.state.points == [1, 1, 0] and table.where("wine_1") == table.where("salt_1") == "east"
    table = robbery(east=2).choose("rob", "cart:east").script("card:salt_1").choose("yield")
    assert table.where("salt_1") == "north" and table.state.points == [0, 2, 0]


@rule("theft.poor")
def test_who_has_no_point_cannot_pay() -> None:
    table = robbery().script("card:salt_1").choose("rob", "cart:east")  # the only answer is taken by the match itself
    assert table.where("salt_1") == "north"


@rule("theft.blind")
def test_only_thief_and_victim_know_the_stolen_card_until_it_is_sold() -> None:
    table = robbery().script("card:salt_1").choose("rob", "cart:east")
    assert table.hand(NORTH, EAST) == (1, ["card:salt_1"])
    assert table.hand(NORTH, WEST) == table.hand(NORTH, None) == (1, [])
    assert table.last("stolen", EAST) == table.last("stolen", NORTH) == ("north", "card:salt_1")
    assert not table.told("stolen", WEST)
    for seed in range(8):
        world = table.match.determinized(EAST, Chance.from_seed(str(seed))).state
        assert world.hands[NORTH] == table.state.hands[NORTH]
    hands = {table.match.determinized(WEST, Chance.from_seed(str(seed))).state.hands[NORTH] for seed in range(20)}
    assert len(hands) > 1


@rule("theft.blind")
def test_who_did_not_see_a_robbery_is_no_longer_sure_of_the_victims_cards() -> None:
    setting = market().option(thieves=True).set(seen={"west": ["wine_1"]})
    table = setting.cart("east", "north_gate").cards("east", "wine_1", "salt_1").roll("card:salt_1").start()
    assert table.hand(EAST, WEST) == (2, ["card:wine_1"])
    table.choose("stay").choose("rob", "cart:east")
    assert table.hand(EAST, WEST) == (1, [])


@rule("theft.blind")
def test_theft_is_not_played_with_open_hands() -> None:
    with pytest.raises(OptionsClash) as clash:
        market().option(thieves=True, hands="open").start()
    assert clash.value.rule == "theft.blind"


# ---------------------------------------------------------------------- the end


@rule("end.points")
def test_most_points_win() -> None:
    table = market().turn(6, 1).points(north=3, east=8, west=4).start().choose("stay")
    assert (table.outcome.winners, table.outcome.points) == ((EAST,), (3, 8, 4))
    assert table.outcome.scores == (3 / 8, 1.0, 4 / 8) and not table.outcome.drawn


@rule("end.draw")
@pytest.mark.parametrize("points", [(0, 0, 0), (5, 5, 5), (6, 2, 6)])
def test_the_game_is_drawn_if_several_have_the_most(points: tuple[int, int, int]) -> None:
    table = market().turn(6, 1).points(**dict(zip(SEATS, points, strict=True))).start().choose("stay")
    assert (table.outcome.winners, table.reason, table.outcome.drawn) == ((), "end.draw", True)


# ---------------------------------------------------------------------- positions


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"deck": ["wine_1", "wine_1"]}, "deck: it lists a card twice"),
        ({"seen": {"north": ["wine_1"]}}, "seen.north"),
        ({"round": 0, "left": 1}, "left: no round"),
        ({"cards": {"wine_1": "nowhere"}}, "cards.wine_1: 'nowhere' is unknown"),
    ],
)
def test_a_position_that_cannot_be_says_what_is_wrong(fields: dict[str, Json], named: str) -> None:
    assert named in market().set(**fields).impossible()
