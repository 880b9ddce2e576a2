"""Revolution cards in the hand and in their piles, and the icons on them."""

from __future__ import annotations

from sandtable.games.days_of_ire.flow import units
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, street, walker

HERE = "corvin_koz"
TEN = "r01-1 r01-2 r01-3 r01-4 r02-1 r02-2 r02-3 r02-4 r10-1 r10-2"
"""Ten cards without information."""


@rule("cards.hand_limit", "cards.full_hand_gets_none", "draw.not_at_ten")
def test_ten_cards_are_the_most() -> None:
    table = walker(TEN).start()
    assert table.refused("draw") == "draw.not_at_ten"
    green = street(2).phase("headlines").headlines("h28").rev("corvin_koz", TEN).start()
    green.choose("play", "headline:h28")
    assert len(green.hand(1)) == 2  # nobody else can take them
    both = street(3).phase("headlines").headlines("h28").rev("corvin_koz", TEN).start()
    assert both.choose("play", "headline:h28").refused("who", "seat:first") == "cards.full_hand_gets_none"


@rule("cards.partial_draw", "cards.full_hand_gets_none")
def test_a_draw_stops_at_ten() -> None:
    nine = " ".join(TEN.split()[:9])
    table = street().phase("headlines").headlines("h05").rev("corvin_koz", nine).start()
    table.choose("play", "headline:h05")  # three cards
    assert len(table.hand()) == 10
    recover = street().phase("headlines").headlines("h29").rev("corvin_koz", nine).discard("r12-1 r12-2").start()
    recover.drive("play headline:h29", "recover card:r12-1")
    assert len(recover.hand()) == 10 and recover.prompt == "headlines"


@rule("cards.discard_pile", "info.rev_discard_open")
def test_used_cards_lie_on_a_pile_that_everybody_may_look_through() -> None:
    table = walker("r01-1 r08-1").start().choose("ability", "card:r08-1")
    for seat in (None, 0, 1):
        pile = next(pile for pile in table.scene(seat).piles if pile.id == "rev_discard")
        assert pile.contents == ["card:r08-1"]


@rule("cards.reshuffle", "cards.reshuffle_timing")
def test_the_discards_become_the_pile_when_a_card_must_be_drawn() -> None:
    place = street().phase("headlines").headlines("h05").deck("r01-1").rev("corvin_koz", "r02-1")
    table = place.roll(["card:r12-1", "card:r12-2"]).start()
    assert len(table.discards()) == 36
    table.choose("play", "headline:h05")  # three: one of the old pile, two of the new one
    assert table.hand() == {"r02-1", "r01-1", "r12-1", "r12-2"}
    assert table.discards() == set() and len(table.state.deck) == 34
    not_yet = walker().deck("r01-1").start().choose("draw")
    assert not_yet.state.deck == [] and len(not_yet.discards()) == 37  # empty, but nothing must be drawn


@rule("cards.nothing_to_draw")
def test_drawing_is_refused_when_there_is_no_card_anywhere() -> None:
    # Three hands hold 28 cards at the most, so that the piles can only be empty in a position by hand.
    table = walker().deck("r01-1").start()
    table.state.deck.clear()
    table.state.discard = 0
    assert table.match.refusal(("draw",)) == "cards.nothing_to_draw"
    assert units.draw(table.state, 0, 2, "draw.one") == 0 and table.hand() == set()


@rule("cards.two_same_icons", "cards.aid_one_icon", "cards.icons_or_ability")
def test_icons_or_ability_of_a_card() -> None:
    table = street().rev("corvin_koz", "r05-1").militia("corvin_koz", 2).turn().start()
    assert table.offers("attack", 2)  # both icons
    table.choose("ability", "card:r05-1")  # or its ability, and then it is gone
    assert table.militia("corvin_koz") == 1 and table.all("attack") == []
    assert table.refused("ability", "card:r05-1") == "ability.card_discard"
    aid = street().rev("corvin_koz", "r04-1").militia("corvin_koz", 2).turn().start()
    assert aid.offers("attack", 1) and not aid.offers("attack", 2)
    assert aid.refused("ability", "card:r05-1") == "ability.card_discard"  # not in the hand


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
