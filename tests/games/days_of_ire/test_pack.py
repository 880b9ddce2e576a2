"""Packs that cannot be played with are refused with one line that names the place and the fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.errors import BadPack
from sandtable.games.days_of_ire.pack import DEFAULT, load
from tests.games.packs import PackText
from tests.playing import first_quick

TEXT = PackText(DEFAULT)


def refused(path: Path) -> str:
    """What is said against a pack, in one line."""
    with pytest.raises(BadPack) as error:
        load(path)
    said = str(error.value)
    assert said.startswith("components.toml: ") and "\n" not in said
    return said.removeprefix("components.toml: ")


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ('id = "szena_ter"', "[[location]]: there must be 11, not 10"),
        ("n = 7", "[[day]]: there must be 7, not 6"),
        ('id = "h41"', "[[headline]]: there must be 42 cards, not 41"),
        ('id = "e30"', "[[event]]: there must be 33, not 32"),
        ('id = "f22"', "[[fighter]]: there must be 22, not 21"),
        ('id = "rt3"', "[[revolutionary_tank]]: there must be 3, not 2"),
        ('id = "noel"', "[[promo_tile]]: 'noel' is missing"),
        ('id = "zhukov_order"', "[[happened_marker]]: there must be 9, not 8"),
        ('key = "end_draw"', "[[mod_key]]: there must be 16, not 15"),
        ('id = "rev_fighter"', "[[difficulty_option]]: 'rev_fighter' is missing"),
        ('id = "sov_support"', "[[difficulty_option]]: 'sov_support' is missing"),
        ('id = "barricade"', "[limits]: there is no token 'barricade' (comp.barricades)"),
        ('id = "tank"', "[limits]: there are None tokens of 'tank', not 8"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, entry: str, fault: str) -> None:
    assert refused(TEXT.without(tmp_path, entry)) == fault


MAP_AND_TRACKS = [
    ('id = "corvin_koz"', '["blaha_lujza_ter", "csepel"', '["blaha_lujza_ter"', "[[location]] corvin_koz: 'adjacent'"),
    ('a = "bem_ter"', 'b = "szena_ter"', 'b = "szena"', "[[thread]] 1: 'b' names 'szena'"),
    ("[[support_cell]]", "hand_limit = 7", "hand_limit = 99", "[[support_cell]] 1: 'hand_limit' takes"),
    ("[[morale_cell]]", "defeat = true", "defeat = false", "[[morale_cell]] 1: the lowest cell, and no other"),
    ("[[day]]", "draw_decks = [1]", "draw_decks = [4]", "[[day]] 1: 'draw_decks' takes a whole number from 1 to 3"),
    ("[[display_slot]]", "surcharge = 0", "surcharge = -1", "[[display_slot]] 1: 'surcharge' takes"),
    ("[[headline_deck]]", "cards = 14", "cards = 15", "[[headline_deck]] 1: 'cards' is not 14"),
    ("[limits]", "tanks_on_board = 8", "tanks_on_board = 9", "[limits]: there are 8 tokens of 'tank', not 9"),
    ("[limits]", "tank_fire_hits = [1, 2, 3]", "tank_fire_hits = [1, 3]", "[limits]: 'tank_fire_hits' lists"),
    ("[limits]", "display_slots = 6", "display_slots = 5", "[limits]: 'display_slots' is 6"),
    ("[limits]", "revolution_hand = 10", "revolution_hand = 0", "[limits]: 'revolution_hand' takes"),
    ("[actions]", "rev2 = [2, 2]", "rev2 = [2, 2, 1]", "[actions]: 'rev2' takes a number for each"),
    (
        "[start]",
        'rev2 = ["corvin_koz", "bem_ter"]',
        'rev2 = ["corvin_koz"]',
        "[start]: 'rev2' takes a location",
    ),
    ("[start]", "fighters_per_location = 2", "fighters_per_location = 3", "[start]: 'fighters_per_location' is 2"),
    ("[start]", "morale_index = 5", "morale_index = 0", "[start]: 'morale_index' takes a whole number from 1 to 9"),
    ("[[start_unit]]", 'unit = "tank"', 'unit = "gun"', "[[start_unit]] 1: 'unit' names 'gun'"),
    ("[[start_unit]]", "n = 1", "n = 9", "[[start_unit]] 1: there are 8 of 'tank'"),
]
HEADLINES = [
    ('id = "h06"', "cp = 2", 'cp = "two"', "[[headline]] h06: 'cp' takes a whole number"),
    ('id = "h06"', 'color = "red"', 'color = "blue"', "[[headline]] h06: 'color' names 'blue'"),
    ('id = "h06"', "avh = 1", "avh = 4", "[[headline]] h06: 'avh' takes a whole number from 0 to 3"),
    ('id = "h06"', "period = 1", "period = 2", "[[headline_deck]] 1: 'cards' is not 13"),
    ('id = "h06"', 'do = "morale"', 'do = "moral"', "[[headline]] h06, effect 1: 'do' names 'moral'"),
    ('id = "h06"', "by = -1", "bye = -1", "[[headline]] h06, effect 1: 'morale' takes no 'bye'"),
    ('id = "h06"', "continuing = false", "continuing = true", "[[headline]] h06: it is 'continuing' exactly if"),
    ('id = "h10"', "continuing = true", "continuing = false", "[[headline]] h10: it is 'continuing' exactly if"),
    ('id = "h01"', "copies = 2", "copies = 3", "[[headline]]: there must be 42 cards, not 43"),
    ('id = "h01"', 'happened = "popular_aid"', 'happened = "aid"', "[[headline]] h01: 'happened' names 'aid'"),
    (
        'id = "h01"',
        'happened = "popular_aid"',
        'happened = ""',
        "popular_aid: 'card' is 'h01', but it is put",
    ),
    ('id = "h04"', 'at = "rev"', 'at = "here"', "[[headline]] h04, effect 1: nobody acts here"),
    ('id = "h05"', 'who = "one"', 'who = "player"', "[[headline]] h05, effect 1: nobody acts here"),
    ('id = "h19"', 'not_happened = "popular_aid"', "no_avh_here = true", "h19, effect 1: nobody acts here"),
    ('id = "h10"', 'until = "day"', 'until = "turn"', "h10, effect 1: 'no_free_step' cannot last until 'turn'"),
    ('id = "h22"', "steps = 1", "steps = 2", "h22, effect 1: 'move' cannot be carried out with these arguments"),
    ('id = "h22"', 'unit = "militia"', 'unit = "sniper"', "h22, effect 1: 'move' cannot be carried out"),
    ('id = "h13"', 'unit = "sniper"', 'unit = "fighter"', "h13, effect 1: 'place' cannot be carried out"),
    ('id = "h18"', 'do = "headline_draw"', 'do = "pay_card"', "h18, effect 1: 'pay_card' cannot stand here"),
]
EVENTS = [
    ('id = "s1"', 'kind = "start"', 'kind = "side"', "[[event]] s1: the three starting events stand first"),
    (
        'id = "s1"',
        'location = "magyar_radio"',
        'location = "anywhere"',
        "[[event]] s1: a starting event has",
    ),
    (
        'id = "s2"',
        'location = "sztalin_ter"',
        'location = "magyar_radio"',
        "[[event]] s2: a starting event",
    ),
    ('id = "e01"', 'location = "corvin_koz"', 'location = "corvin"', "[[event]] e01: 'location' names 'corvin'"),
    ('id = "e01"', 'needs = ["molotov", ', 'needs = ["petrol", ', "[[event]] e01: there is no icon 'petrol'"),
    ('id = "e01"', 'do = "score_events"', 'do = "place"', "[[event]] e01, penalty 1: 'place' cannot stand here"),
    ('id = "e02"', "cp = 3\n", "", "[[event]] e02: major events, and no others, have a price"),
    ('id = "e25"', 'needs = ["info", "info"]', "needs = []", "[[event]] e25: it needs no icon"),
    ('id = "e29"', "continuing = true", "continuing = false", "[[event]] e29: it is 'continuing' exactly if"),
]
CARDS_AND_FIGHTERS = [
    ('id = "r01"', "copies = 4", "copies = 5", "[[revolution_card]]: there must be 38, not 39"),
    ('id = "r01"', 'cost = "action"', 'cost = "card"', "[[revolution_card]] r01: 'cost' names 'card'"),
    ('id = "r01"', 'icons = ["ammo"]', 'icons = ["rifle"]', "[[revolution_card]] r01: 'icons' names icons"),
    (
        'id = "r04"',
        '["ammo", "molotov", "info"]',
        '["ammo", "molotov"]',
        "r04: 'icons' names icons, 'icons_one_of'",
    ),
    ('id = "r03"', 'mod = "doctor_heal"', 'mod = "event_cost"', "r03, ability 1: 'heal' cannot be carried out"),
    ('id = "r12"', '{ do = "morale", by = 1 }', "", "[[revolution_card]] r12: 'ability' is empty"),
    (
        'id = "f09"',
        '{ do = "mod", key = "free_step", value = 1, until = "turn" }',
        "",
        "f09: 'ability' is empty",
    ),
    ('id = "f01"', 'icons = ["ammo"]', 'icons = ["rifle"]', "[[fighter]] f01: there is no icon 'rifle'"),
    ('id = "f16"', 'kind = "permanent"', 'kind = "action"', "[[fighter]] f16: what is permanent lasts 'always'"),
    ('id = "f01"', 'kind = "action"', 'kind = "permanent"', "[[fighter]] f01: what is permanent lasts 'always'"),
    (
        'id = "f11"',
        '"rev_deck", n = 1',
        '"rev_deck", n = 2',
        "f11, ability 1: 'peek' cannot be carried out",
    ),
    ('id = "f12"', 'from = "ammo", ', "", "[[fighter]] f12, ability 1: 'from' is missing"),
    ('id = "a1"', 'kind = "move_sniper"', 'kind = "attack"', "[[avh_card]] a1: the kinds stand in this order"),
    ('id = "a1"', "copies = 2", "copies = 1", "[[avh_card]]: there must be 8 cards, not 7"),
    (
        'id = "yuri"',
        'location = "blaha_lujza_ter"',
        'location = "blaha"',
        "yuri: 'location' names 'blaha'",
    ),
    ('id = "rev_injuries"', '"injuries_end"', '"tanks"', "[[difficulty_option]] rev_injuries, change 1: 'key' names"),
    ('id = "rev_morale"', '{ do = "morale", by = 1 }', "", "[[difficulty_option]] rev_morale: 'change' is empty"),
]


@pytest.mark.parametrize(
    ("entry", "old", "new", "fault"), first_quick(MAP_AND_TRACKS + HEADLINES + EVENTS + CARDS_AND_FIGHTERS)
)
def test_a_fault_in_an_entry_names_it(tmp_path: Path, entry: str, old: str, new: str, fault: str) -> None:
    assert fault in refused(TEXT.changed(tmp_path, entry, old, new))
