"""Names of a game: from its pack, its locale, and made ones; and nouns that fit their number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.engine import words as engine_words
from sandtable.engine.files import read_toml
from sandtable.engine.pack import PackFile
from sandtable.engine.state import EVERYBODY, LogLine
from sandtable.engine.types import Choice
from sandtable.engine.words import Locale, Names, Words, article, game_names, load_locale, pack_names
from sandtable.games import load, slugs
from tests.engine.toy import TOY

GAMES_FOLDER = Path(engine_words.__file__).parent.parent / "games"
PACK = """
[[area]]
id = "moor"
name = "Moor"
name_hu = "Láp"

[[area]]
id = "hill"
name = "Hill"

[[event]]
id = "rain"
title = "Rain"
title_hu = "Eső"
"""
KINDS = (("area", "zone", "name"), ("event", "card", "title"))
LOCALE = """
[made]
ford = "{ford}"

[name]
"turn" = "{turn}"
"zone:hill" = "{hill}"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "components.toml").write_text(PACK, encoding="utf-8")
    (tmp_path / "locale").mkdir()
    for lang, words in (
        ("en", {"{ford}": "Ford by the {0}", "{turn}": "Turn", "{hill}": "The old hill"}),
        ("hu", {"{ford}": "Gázló ({0})", "{turn}": "Forduló", "{hill}": "Régi domb"}),
    ):
        text = LOCALE
        for place, word in words.items():
            text = text.replace(place, word)
        (tmp_path / "locale" / f"{lang}.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_locale_is_read_again_only_when_its_file_has_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def counting(path: Path, called: str) -> dict[str, object]:
        read.append(path)
        return read_toml(path, called)

    monkeypatch.setattr(engine_words, "read_toml", counting)
    first = load_locale(folder, "hu")
    assert load_locale(folder, "hu") is first and len(read) == 1
    file = folder / "locale" / "hu.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("Forduló", "Kör"), encoding="utf-8")
    assert load_locale(folder, "hu")["name"]["turn"] == "Kör"
    file.unlink()
    assert load_locale(folder, "hu") == {}


@pytest.mark.parametrize("slug", slugs())
def test_nobody_changes_the_templates_that_all_share(slug: str) -> None:
    game = load(slug)
    for lang in ("en", "hu"):
        words = Words(game, lang)
        for verb in game.choices.verbs:
            for choice, _ in list(game.choices.of(verb))[:1]:
                words.choice(choice)
        path = game.folder / "locale" / f"{lang}.toml"
        assert load_locale(game.folder, lang) == read_toml(path, path.name)


def made(locale: Locale, known: Names) -> Iterator[tuple[str, str]]:
    yield "ford", locale["made"]["ford"].format(known["zone:moor"])


def in_pack(folder: Path) -> dict[str, Names]:
    return pack_names(PackFile(folder / "components.toml"), KINDS)


def test_a_pack_names_things_by_language_and_id(folder: Path) -> None:
    assert in_pack(folder) == {
        "en": {"zone:moor": "Moor", "zone:hill": "Hill", "card:rain": "Rain"},
        "hu": {"zone:moor": "Láp", "card:rain": "Eső"},
    }


def test_names_come_from_pack_and_locale_and_are_made(folder: Path) -> None:
    names = game_names(folder, in_pack(folder), made)
    assert names["hu"] == {
        "zone:moor": "Láp",
        "zone:hill": "Régi domb",  # the locale says what the pack does not say in this language
        "card:rain": "Eső",
        "turn": "Forduló",
        "ford": "Gázló (Láp)",
    }
    assert names["en"]["zone:hill"] == "Hill"  # but the pack's own word counts
    assert names["en"]["ford"] == "Ford by the Moor"


def test_a_later_maker_knows_what_an_earlier_one_made(folder: Path) -> None:
    def louder(locale: Locale, known: Names) -> Iterator[tuple[str, str]]:
        for thing, name in known.items():
            yield f"loud:{thing}", name.upper()

    names = game_names(folder, in_pack(folder), made, louder)
    assert names["en"]["loud:ford"] == "FORD BY THE MOOR"


def test_what_neither_pack_nor_locale_says_in_a_language_stays_in_english(folder: Path) -> None:
    locale = folder / "locale" / "hu.toml"
    locale.write_text("[prompt]\n", encoding="utf-8")
    assert game_names(folder, in_pack(folder))["hu"]["zone:hill"] == "Hill"


@pytest.mark.parametrize(("number", "text"), [(0, "0 units fall"), (1, "1 unit falls"), (2, "2 units fall")])
def test_nouns_and_verbs_fit_their_number(folder: Path, number: int, text: str) -> None:
    template = '[log]\nfall = "{0} {0:unit|units} {0:falls|fall}"\n[choice]\nfall = "{0:unit|units} of {1}"\n'
    (folder / "locale" / "en.toml").write_text(template, encoding="utf-8")
    words = Words(replace(TOY, folder=folder), "en")
    assert words.line(LogLine("fall", (number,), "", EVERYBODY)) == text
    assert words.choice(("fall",)) == "Units of {1}"  # without a number


def test_choices_read_the_same_however_many_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts are kept for the first of them only: open verbs have more choices than memory."""
    monkeypatch.setattr(engine_words, "KEPT_CHOICES", 2)
    told = Words(TOY, "en")
    asked: list[Choice] = [("unknown", "a", 1), ("unknown", "a"), ("unknown", "b"), ("unknown", "a", 1)]
    assert [told.choice(choice) for choice in asked * 2] == ["unknown a 1", "unknown a", "unknown b", "unknown a 1"] * 2
    assert len(told.choices) == 2


SENTENCES = """
[name]
"seat:north" = "the northern player"
"card:charge" = "Charge!"
"date:1" = "23 Oct."
[choice]
who = "{0}"
[log]
drew = "{0} draws {1}."
gave = "{1} comes to {0}."
day = "Day of {0}. It rains."
"""


@pytest.fixture
def sentences(folder: Path) -> Words:
    (folder / "locale" / "en.toml").write_text(SENTENCES, encoding="utf-8")
    return Words(replace(TOY, folder=folder), "en")


def test_sentences_begin_with_a_capital_whatever_name_they_begin_with(sentences: Words) -> None:
    def said(key: str) -> str:
        return sentences.line(LogLine(key, ("seat:north", 2), "", EVERYBODY))

    assert said("drew") == "The northern player draws 2."
    assert said("gave") == "2 comes to the northern player."
    assert sentences.choice(("who", "seat:north")) == "The northern player"


def test_no_full_stop_follows_a_name_that_ends_a_sentence_itself(sentences: Words) -> None:
    def said(key: str, *args: str) -> str:
        return sentences.line(LogLine(key, args, "", EVERYBODY))

    assert said("drew", "seat:north", "card:charge") == "The northern player draws Charge!"
    assert said("drew", "seat:north", "a card") == "The northern player draws a card."
    assert said("day", "date:1") == "Day of 23 Oct. It rains."


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Víziváros", "a"),
        ("Esztergomi rondella", "az"),
        ("1. forduló", "az"),
        ("10. forduló", "a"),
        ("5. forduló", "az"),
        ("II. Miksa Emánuel", "a"),
        ("V. kerület", "az"),
        ("ÁVH", "az"),
        ("MDP-székház", "az"),
        ("CMS", "a"),
        ("császári fél", "a"),
    ],
)
def test_the_hungarian_article_follows_the_first_sound(said: str, wanted: str) -> None:
    assert article(said) == wanted


def test_names_stand_with_their_article_where_a_text_says_so() -> None:
    said = {lang: Words(load("buda_1686"), lang) for lang in ("en", "hu")}
    storm = ("assault", "zone:esztergomi_rondella")
    assert said["hu"].choice(("assault", "zone:vizivaros")) == "Roham a Víziváros ellen"
    assert said["hu"].choice(("assault", "…")) == "Roham … ellen"
    line = LogLine("castle", ("side:ottoman", "zone:vizivaros"), "", EVERYBODY)
    assert said["hu"].line(line) == "A török fél várharcot indít a Víziváros ellen."
    assert said["hu"].choice(storm) == "Roham az Esztergomi rondella ellen"
    assert said["en"].choice(storm) == "Assault Esztergom Rondella"


WITH_HUNGARIAN = slugs()


@pytest.mark.parametrize("slug", WITH_HUNGARIAN)
def test_hungarian_texts_guess_no_article_and_have_a_true_minus(slug: str) -> None:
    said = [text for section in load_locale(GAMES_FOLDER / slug, "hu").values() for text in section.values()]
    said += load(slug).names["hu"].values()
    for wrong in ("a(z)", "A(z)", "Harc pakli", "Címlap", "'{"):
        assert not [text for text in said if wrong in text]
    assert not [text for text in said if re.search(r" -\d", text)]


@pytest.mark.parametrize("slug", WITH_HUNGARIAN)
def test_every_name_that_is_respelled_is_one_of_the_pack(slug: str) -> None:
    folder = GAMES_FOLDER / slug
    names = load(slug).names["hu"]
    for wrong, right in load_locale(folder, "hu").get("respelled", {}).items():
        assert f' = "{wrong}"' in (folder / "components.toml").read_text(encoding="utf-8")
        assert right in names.values() and wrong not in names.values()


def test_names_that_the_pack_spells_badly_are_said_well(tmp_path: Path) -> None:
    """A pack of one's own keeps its names, unless it spells them in the same way."""
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "hu.toml").write_text('[respelled]\n"Láp" = "Mocsár"\n', encoding="utf-8")
    named = {"en": {"area:moor": "Moor", "area:fen": "Fen"}, "hu": {"area:moor": "Láp", "area:fen": "Rét"}}
    names = game_names(tmp_path, named)
    assert names["hu"] == {"area:moor": "Mocsár", "area:fen": "Rét"}
    assert names["en"] == named["en"]


@pytest.mark.parametrize("slug", WITH_HUNGARIAN)
def test_no_sentence_of_the_rulebook_has_ids_of_things(slug: str) -> None:
    """Who reads it knows the names on the table; only rules and examples have addresses, with a full stop in them."""
    game = load(slug)
    said = {name: text for name, text in game.ledger.translations["hu"].items() if not name.startswith("why:")}
    said |= {f"{name} (en)": game.ledger.told(name, "en", game.names["en"]) for name in game.ledger.examples}
    ids = {thing.partition(":")[2] for thing in game.names["en"]}
    left = {name: ids & set(re.findall(r"(?<![\w.])[a-z]+_\w+", text)) for name, text in said.items()}
    assert {name: found for name, found in left.items() if found} == {}
    options = re.compile(r"\b(owner|actor)_losses|either_victory|(konev|conflict)_(basic|advanced)")
    assert [name for name, text in said.items() if options.search(text)] == []


def test_an_example_calls_things_as_the_table_does_and_says_no_name_twice() -> None:
    ledger = load("days_of_ire").ledger
    names = {"headline:h07": "Crowd Burns Propaganda Books", "text:headline:h07": "…"}
    told = ledger.told("ex.red.cp", "en", names)
    assert "contains Crowd Burns Propaganda Books (red" in told and "plays Crowd Burns" in told


def test_of_units_whose_name_is_a_plural_hungarian_tells_as_of_many() -> None:
    buda = Words(load("buda_1686"), "hu")
    line = LogLine("moved", ("unit:janissary_2", "zone:palota"), "move.ottoman.anywhere", EVERYBODY)
    assert buda.line(line) == "A Janicsárok II a Várpalotába vonulnak."
    line = LogLine("moved", ("unit:saxon", "zone:palota"), "move.ottoman.anywhere", EVERYBODY)
    assert buda.line(line) == "A Szász hadtest a Várpalotába vonul."


@pytest.mark.parametrize("part", ["cli", "server"])
def test_quotation_marks_are_hungarian_in_hungarian(part: str) -> None:
    path = GAMES_FOLDER.parent / part / "locale" / "hu.toml"
    assert re.findall(r".*'\{\w+\}'.*", path.read_text(encoding="utf-8")) == []
