"""Card texts: made from the steps that are played, whole and in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.engine.errors import BadPack
from sandtable.engine.words import LANGUAGES
from sandtable.games.nights_of_fire import GAME
from sandtable.games.nights_of_fire.cards import ALL, REPEAT, Headline, Step
from sandtable.games.nights_of_fire.pack import load
from tests.games.nights_of_fire.budapest import PACK
from tests.games.nights_of_fire.packs import changed

in_both_languages = pytest.mark.parametrize("lang", LANGUAGES)


def text(thing: str, lang: str = "en") -> str:
    return GAME.names[lang][f"text:{thing}"]


def numbers(said: str) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", said)}


def numbers_of(steps: tuple[Step, ...]) -> Iterator[int]:
    """Every number that steps speak of; doing something once needs no number."""
    for step in steps:
        if step.n not in (0, ALL) and not (step.verb == REPEAT and step.n == 1):
            yield abs(step.n)
        for plus in step.plus:
            yield from (plus.n, plus.add) if plus.n else (plus.add,)
        yield from numbers_of(step.do)
        for option in step.options:
            yield from numbers_of(option)


@in_both_languages
def test_every_card_has_a_text(lang: str) -> None:
    for thing in (*PACK.konev_ids, *PACK.headline_ids, *PACK.tactics_ids, *PACK.card_ids):
        said = text(thing, lang)
        assert said and "{" not in said, thing
        assert not re.search(r"\b(district|sector|division|action|icon):", said), said


@in_both_languages
def test_konev_cards_say_every_number_of_their_steps(lang: str) -> None:
    for thing, card in zip(PACK.konev_ids, PACK.konev, strict=True):
        assert set(numbers_of(card.effect)) <= numbers(text(thing, lang)), thing


@in_both_languages
def test_headlines_say_every_number_and_district_of_their_tests_and_penalties(lang: str) -> None:
    for thing, card in zip(PACK.headline_ids, PACK.headlines, strict=True):
        said = text(thing, lang)
        assert set(numbers_of(card.effect)) <= numbers(said), thing
        assert {test.n for test in card.tests if test.n} <= numbers(said), thing
        for district in districts_of(card):
            assert GAME.names[lang][PACK.area_ids[district]] in said, thing


def districts_of(card: Headline) -> list[int]:
    """The districts in the condition and the penalty."""
    named = 0
    for test in card.tests:
        named |= test.districts
    for step in card.effect:
        named |= step.districts
    return [district for district in range(len(PACK.district_keys)) if named >> district & 1]


@in_both_languages
def test_tactics_cards_say_their_actions_and_values(lang: str) -> None:
    for number, thing in enumerate(PACK.tactics_ids):
        said = text(thing, lang)
        for action, times in zip(PACK.action_ids, PACK.grants[number], strict=True):
            assert (f"{GAME.names[lang][action]} × {times}" in said) == (times > 0), thing
        values = PACK.probe_value[number], PACK.night_probe_value[number], PACK.assault_value[number]
        assert tuple(map(int, re.findall(r"\d+", said)))[-3:] == values, thing


@in_both_languages
def test_revolutionary_cards_say_their_value_and_icons(lang: str) -> None:
    for number, thing in enumerate(PACK.card_ids):
        said = text(thing, lang)
        assert numbers(said) == {PACK.card_value[number]}
        player = GAME.names[lang]["icon:player"]
        assert (player in said) == bool(PACK.card_player >> number & 1), thing
        assert said.count(" · ") == PACK.card_icons[number].bit_count() + (player in said), thing


@in_both_languages
def test_cards_that_do_different_things_say_different_things(lang: str) -> None:
    texts = [text(thing, lang) for thing in PACK.konev_ids]
    assert len(set(texts)) == len(texts)
    for ours, theirs in (
        ("headline:H7", "headline:H10"),
        ("tactics:M1", "tactics:M2"),
        ("headline:H4", "headline:H14"),
    ):
        assert text(ours, lang) != text(theirs, lang)


def test_the_words_of_a_few_cards() -> None:
    assert text("konev:konev_08") == (
        "In the highest-threat district of the map where there is an insurgent and an active Regiment in it or "
        "adjacent to it: if no active Regiment is there, a random adjacent one moves in; Clear; 3 damage (+1 for "
        "each attacking Regiment beyond the first; +1 at Readiness 5 or more) by the active Regiments there. "
        "Readiness −1."
    )
    assert text("konev:konev_12", "hu") == (
        "Minden szektorban egyszer, véletlen sorrendben: az első, ami lehetséges: a szektor 1 harcképtelen "
        "ezrede véletlenszerűen újraszerveződik – ha nem, a szektor 1 harcképtelen helyőrsége újraszerveződik, a "
        "legnagyobb fenyegetésű ilyen kerületben. Készültség +1."
    )
    assert text("headline:H6") == (
        "Condition: disabled Soviet units: at most 1; and active Garrisons: at least 2. "
        "Permanent penalty: cost of a counterattack: −1, but at least 1."
    )
    assert (
        text("tactics:M3")
        == "Move × 2 · Arrest × 1 · Garrison × 1. In combat: Probe 1, by night 0, Assault 2. Headline icon."
    )
    assert text("card:rev_01") == "1 op · Ambush · Build Barricade"


def test_a_changed_card_says_what_it_does(tmp_path: Path) -> None:
    game = GAME.with_pack(changed(tmp_path, "konev_card", "konev_12", "count = 1", "count = 2"))
    said = game.names["en"]["text:konev:konev_12"]
    assert "rally 2 random disabled Regiments of the sector – or else rally 1 disabled Garrison" in said
    game = GAME.with_pack(changed(tmp_path, "konev_card", "konev_07", "times = 2", "times = 4"))
    assert game.names["en"]["text:konev:konev_07"].startswith("Up to 4 times: ")
    assert game.names["hu"]["text:konev:konev_07"].startswith("Legfeljebb 4 alkalommal: ")


def test_regiments_cannot_be_rallied_by_threat(tmp_path: Path) -> None:
    path = changed(tmp_path, "konev_card", "konev_12", 'count = 1, pick = "random"', 'count = 1, pick = "threat"')
    with pytest.raises(BadPack, match="rallied at random"):
        load(path)


def test_the_combat_deck_is_one_word_in_hungarian_as_in_the_rules() -> None:
    assert GAME.names["hu"]["area:combat_deck"] == "Harcpakli" and GAME.names["en"]["area:combat_deck"] == "Combat deck"
    assert "Harcpakli" in GAME.ledger.text("tactics.conflict.combat_size", "hu")


def test_a_limit_of_none_is_said_in_words() -> None:
    """Attempts to stop the organizing civilian resistance: a civilian was arrested, or none is on the map."""
    assert "or no civilian on the map" in GAME.names["en"]["text:headline:H9"]
    assert "vagy nincs civil a térképen" in GAME.names["hu"]["text:headline:H9"]
