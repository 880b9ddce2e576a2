"""Criminals that leave the city: their discs, cards and markers, and what is known of them."""

from __future__ import annotations

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, PACK, attacked, city, facing


@rule(
    "criminal.return.card_removed", "criminal.return.face_down", "criminal.return.markers", "criminal.return.card_disc"
)
def test_cards_of_criminals_that_leave() -> None:
    """Face up it is removed, or shuffled back where it says so; face down it goes unseen, whatever it says."""
    table = attacked(facing("rook", "open").looked(1, "yellow"), *MISS)
    assert PACK.card_keys[table.state.removed.bit_length() - 1] == "rook" and table.state.marker[0] == 0
    kept = city().at(purple="district_3").criminal(1, "district_6", "the_replicator", "open", end=True)
    table = kept.set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert table.state.removed == 0 and table.last("card_kept") == ("card:the_replicator",)
    hidden = (
        city().criminal(1, "district_6", "the_replicator", "hidden", end=True).looked(1, "yellow").turn("grey").start()
    )
    hidden.match.script(None)
    hidden.choose("end")
    assert [PACK.card_keys[card] for card in hidden.state.removed_unseen] == ["the_replicator"]
    assert hidden.state.removed_marker == [0b10] and not hidden.told("card_removed")


@rule("criminal.return.face_down", "criminal.return.markers", "info.hidden")
def test_what_is_known_of_a_card_that_leaves_unseen_goes_with_it() -> None:
    position = city().set(police="district_2").criminal(3, "district_6", "sparks", end=True).looked(3, "grey")
    position.set(criminals={"barred": {"3": ["rook"]}}).turn("grey")
    table = position.freely().start().city_phase()
    gone = table.match.game.describe(table.state)["removed_unseen"]
    assert gone == {"cards": ["sparks"], "markers": [["grey"]], "barred": [["rook"]]}


@rule("criminal.return.card_removed", "info.hidden")
def test_a_card_that_says_so_goes_back_into_the_deck_and_everybody_knows_where_it_is_not() -> None:
    """The replicator walks out of the city; criminals 2 and 4 lie face down, one of them unseen out of the game."""
    position = city().set(police="district_1").criminal(1, "district_6", "the_replicator", "open", end=True)
    position.criminal(2, "district_3", "sparks").criminal(3, "district_3", "rook", "open").turn("grey")
    position.used.append("twitch")
    position.set(removed_unseen={"cards": ["twitch"], "markers": [[]], "barred": [[]]})
    cards = len(position.start().state.deck)
    table = position.roll(["card:the_replicator"], "bomb:1", "criminal:4", 1, 1, 5).start().choose("end")
    described = table.match.game.describe(table.state)
    assert table.card(4) == "the_replicator" and len(table.state.deck) == cards  # the top of the deck, dealt again
    assert described["removed"] == [] and described["removed_unseen"] == {
        "cards": ["twitch"],
        "markers": [[]],
        "barred": [["the_replicator"]],
    }
    known = 1 << PACK.card_keys.index("the_replicator")
    assert table.state.barred == [0, known, 0, 0, 0, 0]


@rule("criminal.return.card_removed", "info.hidden")
def test_a_card_that_is_shuffled_back_is_none_that_lies_face_down() -> None:
    position = city().criminal(1, "district_6", "the_replicator", "open", end=True).criminal(2, "district_4", "rook")
    table = position.turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert table.state.barred[1] == 1 << PACK.card_keys.index("the_replicator")
