"""Scenes: what they say of a pile, and everything in them by its id."""

from __future__ import annotations

from itertools import permutations

from sandtable.engine.scene import Area, Die, Hand, Piece, Pile, Scene, Track, things, unordered


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
