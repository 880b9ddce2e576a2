"""Handing cards over, and sharing out new ones."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo
from tests.citing import rule
from tests.games.days_of_ire.street import Street, street

TEN = "r01-1 r01-2 r01-3 r01-4 r02-1 r02-2 r02-3 r02-4 r10-1 r10-2"
HERE = "corvin_koz"


def pair(first: str = "", second: str = "", together: bool = True) -> Street:
    """Two revolutionaries, the first on turn."""
    return street(2).rev(HERE, first).rev(HERE if together else "csepel", second, 1).turn(0, 2)


# ---------------------------------------------------------------------- transfer


@rule("transfer.give", "transfer.one_direction")
def test_any_number_of_own_cards_is_given_to_one_in_the_same_location() -> None:
    table = pair("r01-1 r02-1 r03-1", "r12-1").start().choose("give", "seat:second")
    assert table.prompt == "hand_over" and table.asked == "first"
    assert table.named("hand") == {"r01-1", "r02-1", "r03-1"}
    table.drive("hand card:r03-1", "hand card:r01-1", "done")
    assert table.hand(0) == {"r02-1"} and table.hand(1) == {"r12-1", "r03-1", "r01-1"}
    assert table.state.actions == [1, 0]
    apart = pair("r01-1", "r02-1", together=False).start()
    assert apart.refused("give", "seat:second") == "transfer.give"
    assert apart.refused("take", "seat:second") == "transfer.take"
    assert apart.refused("give", "seat:first") == "transfer.give"  # oneself


@rule("transfer.take", "transfer.owner_picks", "transfer.one_direction")
def test_the_owner_decides_what_is_handed_over_when_asked() -> None:
    table = pair("r01-1", "r02-1 r03-1 r04-1").start().choose("take", "seat:second")
    assert table.asked == "second"
    ask = table.match.ask
    assert ask is not None and not ask.open_to(0)
    assert table.refused("hand", "card:r01-1") == "transfer.owner_picks"
    table.drive("hand card:r03-1", "done")
    assert table.hand(0) == {"r01-1", "r03-1"} and table.asked == "first"


@rule("transfer.needs_card")
def test_at_least_one_card_changes_hands() -> None:
    assert pair("", "r01-1").start().refused("give", "seat:second") == "transfer.needs_card"
    assert pair("r01-1", "").start().refused("take", "seat:second") == "transfer.needs_card"
    table = pair("r01-1 r02-1").start().choose("give", "seat:second")
    assert table.refused("done") == "transfer.needs_card"


@rule("transfer.limit", "cards.full_hand_gets_none")
def test_the_receiver_holds_ten_at_the_most() -> None:
    assert pair("r12-1", TEN).start().refused("give", "seat:second") == "transfer.limit"
    assert pair(TEN, "r12-1").start().refused("take", "seat:second") == "transfer.limit"
    nine = " ".join(TEN.split()[1:])
    table = pair("r12-1 r12-2", nine).start().drive("give seat:second", "hand card:r12-1")
    assert table.prompt == "turn" and len(table.hand(1)) == 10


@rule("transfer.secret", "info.rev_hands_hidden")
def test_only_giver_and_receiver_see_which_cards() -> None:
    place = street(3).rev(HERE, "r01-1 r02-1").rev(HERE, "r12-1", 1).rev(HERE, "r12-2", 2).turn(0, 2)
    table = place.start().drive("give seat:second", "hand card:r01-1", "done")
    for seat in (0, 1):
        assert table.last("handed_card", seat) == ("seat:first", "seat:second", "card:r01-1")
    for watcher in (2, 3, None):
        assert table.told("handed_card", watcher) == []
        assert table.last("handed_over", watcher) == ("seat:first", "seat:second", 1)


@rule("transfer.not_solo")
def test_there_is_no_transfer_alone() -> None:
    table = street().rev(HERE, "r01-1").turn().start()
    assert table.refused("take", "seat:revolutionary") == "transfer.not_solo"


@rule("transfer.give", "transfer.take", "transfer.owner_picks", "transfer.one_direction")
def test_any_number_of_cards_changes_hands() -> None:
    cards = ["r01-1", "r02-1", "r03-1", "r04-1", "r05-1"]
    giving = street(2).rev(HERE, " ".join(cards)).rev(HERE, "r12-1", 1).turn(0, 2).start().choose("give", "seat:second")
    giving.drive(*[f"hand card:{card}" for card in cards])
    assert giving.hand(1) == {*cards, "r12-1"} and giving.hand(0) == set()
    assert giving.asked == "first" and giving.prompt == "turn"  # nothing is left to give
    taking = street(2).rev(HERE, " ".join(cards)).rev(HERE, seat=1).turn(1, 2).start().choose("take", "seat:first")
    assert taking.asked == "first"
    taking.drive(*[f"hand card:{card}" for card in cards[:4]], "done")
    assert taking.hand(1) == set(cards[:4]) and taking.hand(0) == {"r05-1"}


@rule("rev.actions_2", "transfer.give", "transfer.take")
def test_cards_do_not_change_hands_after_the_last_action() -> None:
    table = street(2).rev(HERE, "r03-1").rev(HERE, "r01-1", seat=1).turn(0, actions=0).start()
    assert table.refused("give", "seat:second") == "rev.actions_2"
    assert table.refused("take", "seat:second") == "rev.actions_2"


@rule("transfer.secret")
def test_a_card_that_changed_hands_cannot_be_taken_back() -> None:
    table = street(2).rev(HERE, "r01-1 r01-2").rev(HERE, seat=1).turn(0, 2).start()
    table.drive("give seat:second", "hand card:r01-1")
    with pytest.raises(NoUndo):
        table.match.undo()


# ---------------------------------------------------------------------- new cards


def evening(count: int, morale: int, *hands: str) -> Street:
    place = street(count).phase("new_cards").tracks(morale=morale)
    for seat, hand in enumerate(hands):
        place.rev(("csepel", "bem_ter", "astoria")[seat], hand, seat)
    return place


@rule("newcards.when", "newcards.total", "track.morale")
@pytest.mark.parametrize(("morale", "cards"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5)])
def test_the_team_draws_what_morale_shows_once_a_day(morale: int, cards: int) -> None:
    table = street().rev(HERE).turn().tracks(morale=morale).start()
    assert table.hand() == set()
    table.choose("pass")  # after all have finished
    assert len(table.hand()) == cards and table.prompt == "avh"


@rule("newcards.zero")
def test_with_morale_on_nothing_the_game_goes_on() -> None:
    table = evening(1, 1).start()
    assert table.hand() == set() and table.prompt == "avh"


@rule("newcards.split_equal")
def test_the_cards_are_shared_out_equally() -> None:
    table = evening(2, 7).start()  # four
    assert (len(table.hand(0)), len(table.hand(1))) == (2, 2)
    three = evening(3, 5).start()
    assert [len(three.hand(seat)) for seat in range(3)] == [1, 1, 1]


@rule("newcards.split_uneven", "newcards.who_gets_more")
def test_the_team_names_who_gets_one_more_before_any_card_is_seen() -> None:
    table = evening(3, 9).start()  # five: 2, 2 and 1
    assert table.prompt == "one_more" and table.facts == {"left": 2}
    assert all(table.hand(seat) == set() for seat in range(3))
    ask = table.match.ask
    assert ask is not None and [ask.open_to(seat) for seat in range(4)] == [True] * 3 + [False]
    table.choose("who", "seat:third")
    assert table.refused("who", "seat:third") == "newcards.split_uneven"  # one more, not two
    table.choose("who", "seat:first")
    assert [len(table.hand(seat)) for seat in range(3)] == [2, 1, 2]


@rule("newcards.overflow_other")
def test_what_does_not_fit_goes_to_another_with_room() -> None:
    nine = " ".join(TEN.split()[1:])
    table = evening(2, 7, nine).start()  # two each; the first takes one
    assert (len(table.hand(0)), len(table.hand(1))) == (10, 3)


@rule("newcards.overflow_choice")
def test_of_two_with_room_the_team_chooses() -> None:
    table = evening(3, 5, TEN).start()  # one each; the first has no room
    assert table.prompt == "overflow"
    assert table.refused("who", "seat:first") == "cards.full_hand_gets_none"
    table.choose("who", "seat:third")
    assert [len(table.hand(seat)) for seat in range(3)] == [10, 1, 2]


@rule("newcards.overflow_back", "newcards.overflow_position")
def test_what_nobody_can_take_stays_on_top_of_the_pile() -> None:
    nine = " ".join(TEN.split()[1:])
    table = evening(1, 5, nine).top("r12-1 r12-2 r11-1").start()  # three, and room for one
    assert len(table.hand()) == 10 and "r12-1" in table.hand()
    assert [table.state.pack.card_keys[card] for card in table.state.deck[:-3:-1]] == ["r12-2", "r11-1"]


@rule("ability.permanent_presence", "newcards.total")
def test_the_caretaker_brings_a_card_while_somebody_is_with_him() -> None:
    assert len(evening(1, 5).active("csepel", "f22").rev("csepel").start().hand()) == 4
    assert len(evening(1, 5).active("astoria", "f22").rev("csepel").start().hand()) == 3


@rule("newcards.split_equal")
def test_shares_are_forgotten_when_they_are_dealt() -> None:
    table = street(2).phase("new_cards").tracks(morale=7).start()
    assert table.prompt == "avh" and table.state.shares == [] and table.state.sharing == 0


@rule("ability.permanent_presence", "newcards.total")
def test_the_caretaker_brings_one_card_however_many_stand_beside_him() -> None:
    table = street(2).rev(HERE).rev(HERE, seat=1).active(HERE, "f22").tracks(morale=5).phase("new_cards").start()
    assert [len(table.hand(seat)) for seat in (0, 1)] == [2, 2]
