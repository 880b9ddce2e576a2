"""What a seat cannot know, and what it sees: two truths that it cannot tell apart look, read and are imagined alike.

The truths are built by hand, since a `determinize` that forgets something would also forget it in its own twins.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.sets import bits
from sandtable.engine.types import Json
from sandtable.games.days_of_ire import GAME
from sandtable.games.days_of_ire.state import State
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Street, Table, street

HERE = "corvin_koz"
SOVIET = 3
DRAWS = 20


def city() -> Street:
    """Three revolutionaries with cards, a Soviet hand of two periods, and fighters face down."""
    place = street(3).rev("corvin_koz", "r01-1 r02-1 r03-1").rev("corvin_koz", "r04-1 r05-1 r06-1", 1)
    place.rev("astoria", "r07-1 r08-1 r09-1", 2).headlines("h06 h07 h14", first="h08 h09 h10", second="h15 h16")
    place.passive("corvin_koz", "f01", "f02").passive("astoria", "f03", "f04").passive("csepel", "f05", "f06")
    return place.display("e01 e02 e03 e04 e05 e06").turn(0, 2, (1, 2))


# ---------------------------------------------------------------------- truths


def other_hand(seat: int) -> Callable[[State], None]:
    """A card of a hand is another one, of the pile."""

    def change(g: State) -> None:
        card = bits(g.hand[seat])[0]
        g.hand[seat] ^= 1 << card | 1 << g.deck[5]
        g.deck[5] = card

    return change


def other_headline(g: State) -> None:
    """A headline of the Soviet hand is another one, of its deck."""
    held = bits(g.soviet_hand & PACK.of_period[0])[0]
    g.soviet_hand ^= 1 << held | 1 << g.headline_decks[0][1]
    g.headline_decks[0][1] = held


def other_fighters(g: State) -> None:
    """Two fighters that lie face down have changed places."""
    here, there = [at for at, fighter in enumerate(g.bottom) if fighter != -1][:2]
    g.bottom[here], g.bottom[there] = g.bottom[there], g.bottom[here]


def other_piles(g: State) -> None:
    """Piles lie in another order."""
    g.deck.reverse()
    g.event_deck.reverse()
    for deck in g.headline_decks:
        deck.reverse()


CASES = {
    "hand of the first": (other_hand(0), (1, 2, SOVIET)),
    "hand of the second": (other_hand(1), (0, 2, SOVIET)),
    "hand of the third": (other_hand(2), (0, 1, SOVIET)),
    "Soviet hand": (other_headline, (0, 1, 2)),
    "fighters face down": (other_fighters, (0, 1, 2, SOVIET)),
    "piles": (other_piles, (0, 1, 2, SOVIET)),
}
"""What is different, and who cannot know it."""


def imagined(table: Table, seat: int, seed: str) -> object:
    """A world that a seat may believe in."""
    world, chance = table.state.copy(), Chance.from_seed(seed)
    GAME.determinize(world, seat, chance)
    return GAME.describe(world), [GAME.measure(world, other) for other in range(4)], chance.at


def alike(one: Table, other: Table, seat: int) -> None:
    """A seat sees, reads, may do and imagines the same in two truths."""
    assert one.scene(seat) == other.scene(seat)
    told = [[(line.key, line.args) for line in table.match.lines(seat)] for table in (one, other)]
    assert told[0] == told[1]
    for seed in ("a", "b"):
        assert imagined(one, seat, seed) == imagined(other, seat, seed)
    ask = one.match.ask
    assert ask is not None and other.match.ask is not None and ask.prompt == other.match.ask.prompt
    if ask.open_to(seat):
        assert one.choices == other.choices
        offers = one.match.explained(), other.match.explained()
        assert offers[0].refusals == offers[1].refusals and offers[0].facts == offers[1].facts


PLACES = {
    "a turn": (city, ()),
    "a hit": (lambda: city().tanks("corvin_koz").roll(1), ("draw",)),
    "the order of turns": (lambda: city().phase("order").set(revolutionaries={"on_turn": None, "queue": []}), ()),
    "new cards": (lambda: city().phase("new_cards").tracks(morale=9), ()),
    "a green headline": (lambda: city().phase("headlines").headlines("h28 h06 h14", first="h08 h09 h10"), ()),
    "the army": (lambda: city().phase("army", points=5).tanks("csepel"), ()),
    "the ÁVH phase": (lambda: city().phase("avh"), ()),
}


@rule("info.rev_hands_hidden", "info.soviet_hand_hidden", "info.face_down_fighters", "info.rev_talk")
@pytest.mark.parametrize("moment", list(PLACES))
@pytest.mark.parametrize("case", list(CASES))
def test_who_cannot_know_notices_nothing(case: str, moment: str) -> None:
    change, seats = CASES[case]
    place, choices = PLACES[moment]
    truth, twin = (place().set().start() for _ in range(2))
    change(twin.match.checkpoints[-1].state)
    change(twin.state)
    twin.match.choices = twin.match.explained().options
    for choice in choices:
        truth.drive(choice)
        twin.drive(choice)
    for seat in seats:
        alike(truth, twin, seat)


@rule("info.rev_hands_hidden", "info.soviet_hand_hidden", "info.face_down_fighters")
@pytest.mark.parametrize("case", list(CASES))
def test_each_hidden_thing_varies_over_twenty_draws(case: str) -> None:
    table = city().start()
    for seat in CASES[case][1]:
        worlds = []
        for draw in range(DRAWS):
            world = table.state.copy()
            GAME.determinize(world, seat, Chance.from_seed(str(draw)))
            parts: dict[str, object] = {
                "hand of the first": world.hand[0],
                "hand of the second": world.hand[1],
                "hand of the third": world.hand[2],
                "Soviet hand": world.soviet_hand,
                "fighters face down": tuple(world.bottom),
                "piles": (tuple(world.deck), tuple(world.event_deck), tuple(map(tuple, world.headline_decks))),
            }
            worlds.append(parts[case])
            if seat < SOVIET:
                assert world.hand[seat] == table.state.hand[seat]
            else:
                assert world.soviet_hand == table.state.soviet_hand
        assert len(set(worlds)) > 1


# ---------------------------------------------------------------------- what is seen


@rule("info.rev_hands_hidden", "info.soviet_hand_hidden", "info.open_zones")
def test_a_seat_sees_its_own_hand_and_counts_the_others() -> None:
    table = city().start()
    for seat in (0, 1, 2, SOVIET, None):
        hands = {hand.id: hand for hand in table.scene(seat).hands}
        assert [hands[f"hand:{name}"].count for name in ("first", "second", "third")] == [3, 3, 3]
        for number, name in enumerate(("first", "second", "third")):
            assert len(hands[f"hand:{name}"].cards) == (3 if seat == number else 0)
        headlines = sum(len(hands[f"headlines:{deck}"].cards) for deck in (1, 2, 3))
        assert headlines == (3 if seat == SOVIET else 0)


@rule("info.headline_backs")
def test_everybody_sees_how_many_cards_of_each_deck_the_soviet_hand_holds() -> None:
    table = city().start()
    for seat in (0, SOVIET, None):
        counts = [hand.count for hand in table.scene(seat).hands if hand.owner == "soviet"]
        assert counts == [2, 1, 0]
    world = table.state.copy()
    GAME.determinize(world, 0, Chance.from_seed("x"))
    assert [(world.soviet_hand & PACK.of_period[deck]).bit_count() for deck in range(3)] == [2, 1, 0]


@rule("info.open_zones")
def test_open_zones_are_the_same_for_everybody() -> None:
    place = city().headlines("h06 h07 h14", front="h30", continuing="h27").avh_row("a4-1 a1-1").event("e18")
    table = place.happened("nagy_pm").active("csepel", "f07").start()
    scenes = [table.scene(seat) for seat in (None, 0, 1, 2, SOVIET)]
    for other in scenes[1:]:
        assert other.areas == scenes[0].areas
        assert other.tracks == scenes[0].tracks
        assert other.piles == scenes[0].piles
        assert other.status == scenes[0].status
    areas = {area.id: [piece.id for piece in area.pieces] for area in scenes[0].areas}
    assert areas["area:front"] == ["headline:h30"] and areas["area:continuing"] == ["headline:h27"]
    assert areas["area:avh_row"] == ["avh_card:a4-1", "avh_card:a1-1"] and len(areas["area:avh_kit"]) == 6
    assert areas["area:ashtray"] == ["happened:nagy_pm"] and areas["event_at:moricz_korter"] == ["event:e18"]
    assert len(areas["area:fallen"]) == 22 - 7 and areas["display:1"] == ["event:e01"]
    piles = {pile.id: pile.count for pile in scenes[0].piles}
    assert piles["rev_deck"] == 38 - 9 and piles["supply:tank"] == 8


@rule("info.face_down_fighters")
def test_nobody_sees_who_lies_face_down() -> None:
    table = city().start()
    for seat in (None, 0, 1, 2, SOVIET):
        shown = [piece.id for area in table.scene(seat).areas for piece in area.pieces]
        assert not {"fighter:f02", "fighter:f04", "fighter:f06"} & set(shown)
        assert {"fighter:f01", "fighter:f03", "fighter:f05"} <= set(shown)


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


@rule("ability.peek_private")
def test_the_top_card_of_the_pile_is_shown_to_whoever_saw_it() -> None:
    table = street(2).rev(HERE).active(HERE, "f11").top("r12-1").turn(0, 2).start()
    table.drive("ability fighter:f11", "leave_top")
    tops = [next(pile for pile in table.scene(seat).piles if pile.id == "rev_deck").top for seat in (0, 1, 2, None)]
    assert [top and top.id for top in tops] == ["card:r12-1", None, None, None]
    table.choose("draw")
    assert next(pile for pile in table.scene(0).piles if pile.id == "rev_deck").top is None


@rule("setup.step_markers", "move.free_step", "newcards.total")
def test_the_table_says_how_many_free_steps_and_new_cards_there_are() -> None:
    table = street().rev(HERE, "r08-1").active(HERE, "f22").tracks(morale=5).turn().start()
    assert table.scene().status["free_steps"] == 1 and table.scene().status["new_cards"] == 4  # with the caretaker
    table.choose("ability", "card:r08-1")
    assert table.scene().status["free_steps"] == 3
    table.drive("step location:csepel", "done")
    assert table.scene().status["free_steps"] == 2 and table.scene().status["new_cards"] == 3


@rule("info.rev_hands_hidden", "newcards.split_equal")
def test_a_drawn_card_is_told_to_nobody_else() -> None:
    table = street(2).rev(HERE).rev("csepel", seat=1).top("r12-1").turn(0, 2).start().choose("draw")
    assert [len(table.told("drew_card", seat)) for seat in (0, 1, 2, None)] == [1, 0, 0, 0]
    assert table.last("drew_card", 0) == ("card:r12-1",)


@rule("info.face_down_fighters", "event.side_cost", "end.penalty_count")
def test_the_table_shows_what_lies_beneath_what_events_cost_and_what_counts() -> None:
    place = street().passive(HERE, "f01", "f02").passive("csepel", "f03").event("e18").display("- - e21")
    table = place.phase("events", points=3).start()
    marks = {piece.id: "over_another" in piece.marks for area in table.scene().areas for piece in area.pieces}
    assert marks["fighter:f01"] and not marks["fighter:f03"] and "fighter:f02" not in marks
    prices = {piece.id: piece.value for area in table.scene().areas for piece in area.pieces}
    assert prices["event:e21"] == 2  # one side event on the board, and the third place
    ended = street().phase("penalties", day=7).events("e01 s1").start()
    assert ended.scene().status["events"] == 3  # one of them for two


# ---------------------------------------------------------------------- knowledge


def knows(table: Table, seat: int) -> set[str]:
    """The cards of the others that a seat sees."""
    names = ("first", "second", "third")
    hands = [hand for hand in table.scene(seat).hands if hand.owner in names]
    own = names[seat] if seat < len(names) else ""
    return {card.id.removeprefix("card:") for hand in hands if hand.owner != own for card in hand.cards}


def picked_up() -> Table:
    """The second revolutionary has taken a card from the open discards."""
    place = city().phase("headlines").headlines("h29 h06", first="h08 h09").discard("r12-1 r12-2")
    return place.start().drive("play headline:h29", "who seat:second", "recover card:r12-1", "done")


@rule("info.pickups_open")
def test_a_card_from_the_open_discards_is_known_to_everybody() -> None:
    table = picked_up()
    for seat in (0, 2, SOVIET):
        assert knows(table, seat) == {"r12-1"}
        for draw in range(DRAWS):
            world = table.state.copy()
            GAME.determinize(world, seat, Chance.from_seed(str(draw)))
            assert world.hand[1] >> PACK.card_keys.index("r12-1") & 1
    assert table.last("picked_up", None) == ("seat:second", "card:r12-1")


def known_card() -> Street:
    """The turn of the second revolutionary, of whose hand everybody knows a card."""
    known: dict[str, Json] = {"first": ["r12-1"], "second": [], "third": ["r12-1"], "soviet": ["r12-1"]}
    return city().rev("corvin_koz", "r04-1 r05-1 r06-1 r12-1", 1).turn(1, 2).set(cards={"known": known})


@rule("info.pickups_open")
def test_until_it_is_played() -> None:
    table = known_card().stepped(1).start()
    assert knows(table, 0) == {"r12-1"}
    table.drive("step location:csepel", "drop card:r12-1")
    assert knows(table, 0) == set() and table.state.known == [0, 0, 0, 0]


@rule("info.pickups_open", "transfer.secret")
def test_or_until_cards_of_that_hand_change_hands_unseen() -> None:
    table = known_card().start()
    assert knows(table, 0) == knows(table, 2) == knows(table, SOVIET) == {"r12-1"}
    table.drive("give seat:first", "hand card:r04-1", "done")
    assert knows(table, 2) == set() and knows(table, SOVIET) == set()  # any card may have been it
    assert knows(table, 0) == {"r12-1"}  # who received another one still knows
    assert knows(table, 1) == {"r04-1"}  # who gave knows where it went


@rule("ability.peek_private")
def test_who_saw_the_top_card_knows_who_drew_it() -> None:
    place = city().active("corvin_koz", "f11").top("r12-1").turn(0, 2, (1, 2))
    table = place.start().drive("ability fighter:f11", "leave_top", "pass")
    assert table.asked == "second"
    table.choose("draw")
    assert knows(table, 0) == {"r12-1"} and knows(table, 2) == set()


@rule("ability.peek_private", "info.soviet_hand_hidden")
def test_a_headline_that_was_seen_stays_in_the_imagined_hand() -> None:
    place = city().rev("corvin_koz", "r11-1").turn(0, 2).roll("headline:h07", "headline:h14")
    table = place.start().choose("ability", "card:r11-1")
    seen = {PACK.headline_keys.index(key) for key in ("h07", "h14")}
    for draw in range(DRAWS):
        world = table.state.copy()
        GAME.determinize(world, 0, Chance.from_seed(str(draw)))
        assert all(world.soviet_hand >> headline & 1 for headline in seen)
    others = set()
    for draw in range(DRAWS):
        world = table.state.copy()
        GAME.determinize(world, 1, Chance.from_seed(str(draw)))
        others.add((world.soviet_hand, world.peeked[0]))
        assert world.peeked[0].bit_count() == 2 and not world.peeked[0] & ~world.soviet_hand
    assert len(others) > 1  # who did not look cannot know what was seen


@rule("transfer.secret", "info.pickups_open")
def test_who_receives_a_card_that_he_knew_needs_no_memory_of_it() -> None:
    table = known_card().start().drive("give seat:first", "hand card:r12-1", "done")
    assert table.state.known[0] == 0 and "r12-1" in table.hand(0)
    assert knows(table, 1) == {"r12-1"} and GAME.invariants(table.state) == []


@rule("ability.peek_private", "info.pickups_open")
def test_a_card_that_was_seen_on_the_pile_is_remembered_until_it_is_in_the_own_hand() -> None:
    place = city().active("corvin_koz", "f11").top("r12-1").turn(0, 2)
    table = place.start().drive("ability fighter:f11", "leave_top")
    assert table.state.known[0].bit_count() == 1
    table.choose("draw")
    assert "r12-1" in table.hand(0) and table.state.known[0] == 0 and GAME.invariants(table.state) == []


@rule("ability.peek_private")
def test_the_top_card_that_was_seen_stays_on_top_of_the_imagined_pile() -> None:
    place = city().active("corvin_koz", "f11").top("r12-1").turn(0, 2)
    table = place.start().drive("ability fighter:f11", "leave_top")
    top = PACK.card_keys.index("r12-1")
    tops = set()
    for draw in range(DRAWS):
        world, other = table.state.copy(), table.state.copy()
        GAME.determinize(world, 0, Chance.from_seed(str(draw)))
        assert world.deck[-1] == top and GAME.invariants(world) == []
        GAME.determinize(other, 1, Chance.from_seed(str(draw)))
        tops.add(other.deck[-1])
    assert len(tops) > 1  # who did not look imagines any card there


@rule("info.rev_hands_hidden", "action.icons_from")
def test_whoever_pays_is_imagined_with_the_cards_that_are_offered() -> None:
    place = city().rev("corvin_koz", "r01-1 r05-2 r05-3", 0).militia("corvin_koz", 2).turn(0, 2)
    table = place.start()
    free, paying = set(), set()
    for draw in range(DRAWS):
        world = table.state.copy()
        GAME.determinize(world, 1, Chance.from_seed(str(draw)))
        free.add(world.hand[0])
    table.choose("attack", 2)
    assert table.prompt == "pay"
    for draw in range(DRAWS):
        world = table.state.copy()
        GAME.determinize(world, 1, Chance.from_seed(str(draw)))
        paying.add(world.hand[0])
    assert len(free) > 1 and paying == {table.state.hand[0]}


@rule("transfer.secret", "ability.peek_private", "info.pickups_open")
def test_in_an_imagined_world_the_others_know_as_much_as_they_do() -> None:
    """Who gave a card knows one of the receiver's hand, and who looked knows the top card; which, nobody else knows."""
    place = street(3).rev("corvin_koz", "r01-1 r02-1").rev("corvin_koz", "r03-1 r04-1", 1).active("corvin_koz", "f11")
    table = place.top("r12-1").turn(0, 2, (1, 2)).start()
    table.drive("give seat:second", "hand card:r01-1", "done", "ability fighter:f11", "leave_top")
    for seat in (2, SOVIET):
        given, tops = set(), set()
        for draw in range(DRAWS):
            world = table.state.copy()
            GAME.determinize(world, seat, Chance.from_seed(str(draw)))
            of_hand, of_pile = bits(world.known[0] & world.hand[1]), bits(world.known[0] & ~world.hand[1])
            assert (len(of_hand), of_pile) == (1, (world.deck[-1],))
            given.add(of_hand[0])
            tops.add(of_pile[0])
        assert len(given) > 1 and len(tops) > 1


@rule("ability.peek_private", "info.soviet_hand_hidden")
def test_an_imagined_world_keeps_what_the_seat_itself_saw() -> None:
    place = street(2).rev("corvin_koz").active("corvin_koz", "f14").headlines("h06 h07 h08 h09", first="h10 h11")
    table = place.freely().turn(0, 2, (1,)).start().choose("ability", "fighter:f14")
    for draw in range(DRAWS):
        world = table.state.copy()
        GAME.determinize(world, 0, Chance.from_seed(str(draw)))
        assert world.peeked == table.state.peeked


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


@rule("ability.peek_private", "info.soviet_hand_hidden")
def test_a_headline_that_was_seen_is_forgotten_when_it_is_played() -> None:
    place = street().rev(HERE).active(HERE, "f03").headlines("h06 h07", second="h14 h15").turn(actions=1)
    table = place.start().drive("ability fighter:f03", "end", "done")
    assert table.state.day == 4 and table.state.peeked[0].bit_count() == 2
    table.choose("effect", "headline:h06")
    assert table.state.peeked[0].bit_count() == 1 and GAME.invariants(table.state) == []


@rule("ability.peek_private")
def test_headlines_seen_before_stay_known() -> None:
    place = street(2).rev(HERE, "r11-1").active(HERE, "f14").headlines("h06 h07 h08").turn(0, 2)
    table = place.roll("headline:h06", "headline:h07", "headline:h08").start()
    table.drive("ability fighter:f14", "ability card:r11-1")
    assert [mask.bit_count() for mask in table.state.peeked] == [3, 0]
    for seat, seen in ((0, 3), (1, 0), (2, 0), (None, 0)):
        assert len(table.told("peeked_headline", seat)) == seen
