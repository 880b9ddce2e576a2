"""Scenes: what they say of a pile, and everything in them by its id."""

from __future__ import annotations

from itertools import permutations

from sandtable.engine.scene import (
    Area,
    Battle,
    BattleRow,
    BattleSide,
    Die,
    Hand,
    Piece,
    Pile,
    Scene,
    Track,
    things,
    unordered,
)


def test_the_contents_of_a_pile_do_not_tell_its_order() -> None:
    ids = ("card:a", "card:b", "card:c", "card:d")
    assert {tuple(unordered(order, ids)) for order in permutations((3, 0, 2))} == {("card:a", "card:c", "card:d")}


def test_everything_that_is_seen_is_found_by_its_id() -> None:
    unit = Piece("unit:foot", "foot", "red", "wounded", 2, ["moved"])
    scene = Scene(
        "toy",
        "red",
        areas=[Area("zone:hill", "zone", owner="red", pieces=[unit], facts={"terrain": 1})],
        tracks=[Track("scale", [0, 1], {"marker:time": 1, "unit:foot": 0})],
        hands=[Hand("hand:red", "red", 1, [Piece("card:1", "card")]), Hand("hand:blue", "blue", 2)],
        piles=[Pile("deck", 3, top=Piece("card:9", "card")), Pile("cup", 1, "red", None, ["counter:1"])],
        dice=[Die("d6", 5)],
    )
    seen = things(scene)
    assert seen["zone:hill"] == {"kind": "zone", "owner": "red", "terrain": 1, "pieces": ["unit:foot"]}
    foot = {"kind": "foot", "owner": "red", "face": "wounded", "value": 2, "marks": ["moved"]}
    assert seen["unit:foot"] == {**foot, "in": "scale", "cell": 0}, "a piece may lie on a track too"
    assert seen["marker:time"] == {"in": "scale", "cell": 1}
    assert seen["hand:blue"] == {"owner": "blue", "count": 2, "cards": []}
    assert seen["card:1"]["in"] == "hand:red" and seen["card:9"]["in"] == "deck"
    assert seen["deck"] == {"owner": "", "count": 3, "top": "card:9", "contents": None}
    assert seen["cup"]["contents"] == ["counter:1"]
    assert seen["d6"] == {"face": 5} and seen["scale"] == {"cells": [0, 1]}
    assert len(seen) == 11


def test_a_cell_shows_what_is_printed_on_it_and_its_number_otherwise() -> None:
    assert Track("support", [3, 4, 5], {}, [7, 6, "skull"]).shown(4) == 6
    assert Track("support", [3, 4, 5], {}).shown(4) == 4


def test_of_a_hand_known_in_part_the_rest_is_hidden() -> None:
    assert Hand("hand", "red", 5, [Piece("card:1", "card")]).hidden == 4


def test_tiles_printed_cells_and_battles_are_found_by_their_ids() -> None:
    rows = [BattleRow("foot", 3, 2, [1, "star"], 1, 2)]
    scene = Scene(
        "toy",
        None,
        areas=[Area("tile:mill", "tile", spot="spot:2", face="burnt")],
        tracks=[Track("support", [0, 1], {"marker:support": 1}, [7, 6])],
        battle=Battle("battle:land", "tile:mill", [BattleSide("red", rows, 70, {"losses": 1})], 2, {"terrain": 3}),
    )
    seen = things(scene)
    assert seen["tile:mill"] == {"kind": "tile", "owner": "", "spot": "spot:2", "face": "burnt", "pieces": []}
    assert seen["marker:support"] == {"in": "support", "cell": 1, "shows": 6}
    row = {"kind": "foot", "count": 3, "value": 2, "dice": [1, "star"], "hits": 1, "losses": 2}
    red = {"chance": 70, "losses": 1, "rows": [row]}
    assert seen["battle:land"] == {"in": "tile:mill", "round": 2, "terrain": 3, "red": red}
