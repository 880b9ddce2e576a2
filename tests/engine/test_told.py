"""What is said beyond the template: causes by rule, parts that older lines lack, articles, places in their cases."""

from __future__ import annotations

import pytest

from sandtable.engine.state import LogLine
from sandtable.engine.words import GRAMMAR, LANGUAGES, Words, load_locale
from sandtable.games import load, slugs
from tests.playing import AnyGame, every_game

EVERYBODY = -1


def line(key: str, *args: str | int, rule: str = "") -> LogLine:
    return LogLine(key, args, rule, EVERYBODY)


def test_a_cause_stands_behind_what_happened() -> None:
    words = Words(load("rogue_agent"), "en")
    assert words.line(line("hurt", "yellow", 1, 5, rule="gangster.damage")) == (
        "Yellow loses 1 stamina (5 left): gangsters who were not ignored."
    )
    assert words.line(line("hurt", "yellow", 1, 5)) == "Yellow loses 1 stamina (5 left)."


def test_a_cause_is_set_off_by_a_dash_where_a_colon_stands_already() -> None:
    words = Words(load("days_of_ire"), "en")
    assert words.line(line("morale", 5, 4, rule="track.morale_step_icon")) == "Morale: cell 5 → 4 – icon of the card."


@pytest.mark.parametrize(
    ("lang", "old", "new"),
    [
        ("en", "Entrenchment of level 1 at Naphegy.", "An Ottoman entrenchment of level 1 at Naphegy."),
        ("hu", "1-es szintű sáncjelző kerül a Naphegyre.", "1-es szintű török sáncjelző kerül a Naphegyre."),
    ],
)
def test_a_line_of_an_older_save_is_told_without_what_it_lacks(lang: str, old: str, new: str) -> None:
    words = Words(load("buda_1686"), lang)
    assert words.line(line("entrench", "zone:naphegy", 1)).replace(" (Sun Hill)", "") == old
    assert words.line(line("entrench", "zone:naphegy", 1, "ottoman")).replace(" (Sun Hill)", "") == new
    for key in ("work_used", "work_lost"):
        assert "{" not in words.line(line(key, "zone:naphegy", 0))


def test_english_names_have_articles_where_they_need_them() -> None:
    words = Words(load("battle_for_europe"), "en")
    assert words.line(line("declared", "nation:ussr", "nation:netherlands")) == (
        "The Soviet Union declares war on the Netherlands."
    )
    assert words.line(line("declared", "nation:france", "nation:spain")) == "France declares war on Spain."


def test_a_place_without_forms_is_named_after_a_word() -> None:
    words = Words(load("days_of_ire"), "hu")
    assert words.line(line("barricade", "location:astoria")) == "Barikád épül az Astoriánál."
    assert words.line(line("barricade", "location:elsewhere")) == "Barikád épül itt: location:elsewhere."


@every_game()
def test_causes_and_forms_speak_of_what_there_is(game: AnyGame) -> None:
    for lang in LANGUAGES:
        locale = load_locale(game.folder, lang)
        for cause in locale.get("because", {}):
            key, _, rule = cause.partition(" ")
            assert key in locale["log"] and rule in game.ledger.rules, cause
        names = Words(game, lang).names
        for section in set(GRAMMAR) - {"respelled"}:  # which names names of the pack, not things: see test_words
            for entry in locale.get(section, {}):
                thing = entry.removeprefix("at:").removeprefix("to:").removeprefix("from:")
                assert thing in names or thing in ("*", "at", "to", "from"), entry


@pytest.mark.parametrize("slug", ["buda_1686", "nights_of_fire", "days_of_ire"])
def test_every_place_of_the_map_has_all_its_forms(slug: str) -> None:
    assert slug in slugs()
    kinds = {"buda_1686": ("zone",), "nights_of_fire": ("district", "staging"), "days_of_ire": ("location",)}[slug]
    forms = load_locale(load(slug).folder, "hu")["place"]
    for place in Words(load(slug), "hu").names:
        if ":" in place and place.partition(":")[0] in kinds:
            assert all(f"{form}:{place}" in forms for form in ("at", "to", "from")), place
