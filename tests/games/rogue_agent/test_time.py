"""Time phase: discs drawn, dice assigned, criminals and their cards, the deck."""

from __future__ import annotations

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, PACK, City, city, red, rules


def time_phase(*values: int | str, mode: str = "agent-3p", leader: str = "purple") -> City:
    """A round begins, and chance gives these values."""
    return city(mode).set(round=1, phase="time", leader=leader, seat=leader, turns_left=0).roll(*values)


@rule("time.leader", "time.round_marker", "time.draw", "time.roll", "time.assign", "round.phases")
def test_the_leader_assigns_dice_to_discs() -> None:
    table = time_phase("assassin:2", "bomb:1", 4, 2, leader="yellow").start()
    assert table.asked == "yellow" and table.state.round == 2
    assert table.refused("assign", "assassin:2", "tile:district_1") == "time.assign"
    assert table.refused("assign", "bomb:1", "tile:district_4") == "time.order"
    table.roll(6).choose("assign", "assassin:2", "tile:district_4")
    assert (table.disc("assassin-2"), table.disc("bomb-1"), table.timer(1)) == ("path-4", "path-10", 6)
    assert (table.asked, table.prompt) == ("yellow", "turn.order")  # action.order


@rule("time.assassin", "time.bomb", "time.bomb.timer", "time.police_present")
def test_equal_dice_leave_nothing_to_assign() -> None:
    table = time_phase("assassin:1", "bomb:1", 6, 6, 3).start()
    assert (table.disc("assassin-1"), table.disc("bomb-1"), table.timer(1)) == (
        "path-0",
        "path-0",
        3,
    )  # beside the police


@rule("time.criminal", "time.criminal.card", "time.criminal.link", "time.criminal.hidden", "time.order")
def test_criminals_get_the_top_cards_in_the_order_drawn() -> None:
    table = time_phase("criminal:5", "criminal:2", 1, 1).deck("rook", "sparks").start()
    assert (table.card(5), table.card(2)) == ("rook", "sparks")
    assert not table.face_up(5) and not table.defeated(5)
    for seat in (0, 1, 2, None):
        pieces = {piece.id for area in table.scene(seat).areas for piece in area.pieces}
        assert {"back:5", "back:2"} <= pieces and not {"card:rook", "card:sparks"} & pieces


@rule("time.draw.short", "time.draw.number")
def test_a_bag_that_is_nearly_empty() -> None:
    position = city().set(round=1, phase="time", turns_left=0).roll("bomb:4", 3, 5)
    for number in range(1, 5):
        position.assassin(number, "district_5")
        if number < 4:
            position.bomb(number, "district_4", 6)
    for number, card in enumerate(("rook", "sparks", "twitch", "choirboy", "leviathan", "baron_ashgrove"), 1):
        position.criminal(number, "district_1", card)
    table = position.start()
    assert table.disc("bomb-4") == "path-2" and table.script_left() == 0


@rule("time.deck_empty")
def test_removed_cards_are_a_new_deck() -> None:
    setting = city().set(round=1, phase="time", turns_left=0)
    setting.set(removed=list(PACK.card_keys)).roll("criminal:1", "bomb:1", 1, 1, ["card:rook"], 3)
    table = setting.start()
    assert table.card(1) == "rook" and table.state.removed == 0 and len(table.state.deck) == 45


@rule("time.draw.short")
def test_with_an_empty_bag_the_turns_begin_at_once() -> None:
    position = city().set(round=1, phase="time", turns_left=0)
    for number in range(1, 5):
        position.assassin(number, "district_5").bomb(number, "district_4", 6)
    for number, card in enumerate(("rook", "sparks", "twitch", "choirboy", "leviathan", "baron_ashgrove"), 1):
        position.criminal(number, "district_1", card)
    table = position.start()
    assert (table.prompt, table.asked, table.state.round) == ("turn.order", "purple", 2)


@rule("time.assassin", "time.bomb", "time.criminal")
def test_discs_that_come_into_the_city_are_told_by_their_rules() -> None:
    position = city("agent-4p").set(round=1, phase="time", turns_left=0)
    table = position.roll("criminal:2", "assassin:3", "bomb:2", 3, 4, 5, 6).start()
    for disc, district in (("criminal:2", 4), ("assassin:3", 5)):
        table.choose("assign", disc, f"tile:district_{district}")
    assert rules(table, "placed") == ["time.criminal", "time.assassin", "time.bomb"]
    assert [table.disc(disc) for disc in ("criminal-2", "assassin-3", "bomb-2")] == ["path-4", "path-6", "path-2"]
    assert table.timer(2) == 6


@rule("time.assign")
def test_the_leader_may_give_a_disc_any_die_that_is_left() -> None:
    position = city("agent-4p").set(round=1, phase="time", turns_left=0, leader="purple")
    table = position.roll("assassin:1", "assassin:2", "assassin:3", 1, 5, 3).start()
    offered = [("assign", "assassin:1", f"tile:district_{number}") for number in (1, 3, 5)]
    assert table.choices == offered and table.refused("assign", "assassin:1", "tile:district_2") == "time.assign"
    table.choose(*offered[2]).choose("assign", "assassin:2", "tile:district_3")
    assert [table.disc(f"assassin-{number}") for number in (1, 2, 3)] == ["path-6", "path-2", "path-8"]


@rule("time.criminal.open")
def test_a_card_once_open_stays_open_while_the_criminal_is_in_play() -> None:
    position = city().at(purple="district_3", yellow="district_3").criminal(1, "district_3", "nobody_special")
    table = position.tracks("purple", ammo=0).turn().roll(*MISS).start().choose("attack", "criminal:1")
    table.choose("end")
    assert table.face_up(1) and table.refused("investigate", "criminal:1") == "investigate.face_up"
    table.roll(*red("explosion", "explosion", "weapon")).choose("attack", "criminal:1").choose("spend", 0)
    table.choose("arrest", "criminal:1").choose("end")
    seen = {piece.id for area in table.scene(2).areas for piece in area.pieces}
    assert table.face_up(1) and "card:nobody_special" in seen


@rule("time.deck_empty", "info.hidden")
def test_a_new_deck_has_the_unseen_cards_too_and_everybody_knows_the_others() -> None:
    seen: list[Json] = [card for card in PACK.card_keys if card not in ("rook", "sparks", "twitch")]
    position = city().set(round=1, phase="time", turns_left=0, removed=seen).criminal(2, "district_5", "sparks")
    position.set(removed_unseen={"cards": ["rook", "twitch"], "markers": [[], []], "barred": [[], []]})
    position.used += ["rook", "twitch"]
    table = position.roll("criminal:1", "bomb:1", 1, 1, ["card:rook"], 3).start()
    assert table.card(1) == "rook" and len(table.state.deck) == 44 and not table.state.removed_unseen
    # Criminal 2's card was dealt before: it is none of those that were seen going into the new deck.
    assert table.state.barred[1].bit_count() == 43 and not table.state.barred[0]


@rule("destroy.placed", "destroy.bombs", "destroy.no_redraw", "destroy.path")
def test_destroyed_districts_take_bombs_only() -> None:
    position = time_phase("criminal:1", "bomb:1", "assassin:1", 4, 4, 4, 2, mode="android-4p").androids(
        "grey", "orange"
    )
    table = position.set(burnt=["district_4"]).start()
    assert {"criminal-1", "assassin-1"} <= table.bag() and table.disc("bomb-1") == "path-4"
    assert table.card(1) is None and len(table.state.deck) == 46


@rule("comp.dice.regular")
def test_four_timers_and_three_placing_dice_lie_on_the_table_at_once() -> None:
    position = city("agent-4p").set(round=1, phase="time", turns_left=0)
    position.bomb(1, "district_3", 6).bomb(2, "district_3", 6).bomb(3, "district_4", 6).assassin(4, "district_1")
    table = position.roll("bomb:4", "assassin:1", "assassin:2", 1, 2, 3, 5).start()
    assert len(table.scene(0).dice) == 3
    table.choose("assign", "bomb:4", "tile:district_1").choose("assign", "assassin:1", "tile:district_2")
    assert table.state.timer == [6, 6, 6, 5]
