"""What cards say is made from what they do."""

from __future__ import annotations

import re
import tomllib

import pytest

from sandtable.engine.words import LANGUAGES
from sandtable.games.days_of_ire import FOLDER, GAME

KIT = tomllib.loads((FOLDER / "components.toml").read_text(encoding="utf-8"))
FIELDS = {"headline": "effect", "event": "reward", "revolution_card": "ability", "fighter": "ability"}
KINDS = {"headline": "headline", "event": "event", "revolution_card": "card", "fighter": "fighter"}


def text(thing: str, lang: str = "en") -> str:
    return GAME.names[lang][f"text:{thing}"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_has_a_text_without_bare_ids(lang: str) -> None:
    prefixes = ("headline:", "event:", "card:", "fighter:", "avh_card:")
    texts = {key: said for key, said in GAME.names[lang].items() if key.startswith("text:")}
    assert len(texts) == 42 + 33 + 38 + 27 + 8
    assert all(key.removeprefix("text:").startswith(prefixes) for key in texts)
    for key, said in texts.items():
        assert "{" not in said and not re.search(r"[a-z]+_[a-z]+|\b[a-z]+:[a-z0-9]", said), f"{key}: {said}"
        assert said.endswith((".", "”.")), f"{key}: {said}"


NUMBERS = ("n", "value", "by", "steps")


@pytest.mark.parametrize("kind", list(FIELDS))
def test_all_numbers_of_an_effect_stand_in_its_text(kind: str) -> None:
    for entry in KIT[kind]:
        key = entry["id"] if entry.get("copies", 1) == 1 else f"{entry['id']}-1"
        said = text(f"{KINDS[kind]}:{key}")
        for effect in entry[FIELDS[kind]]:
            for field in NUMBERS:
                value = effect.get(field)
                if isinstance(value, bool) or not value or (effect["do"], effect.get("zone")) == ("peek", "rev_deck"):
                    continue
                assert str(abs(value)) in said, f"{key}: {said}"


def test_some_texts_in_full() -> None:
    assert text("headline:h14") == (
        "Place 1 Soviet tank (Kossuth Square (Parliament)); if “Zhukov's order” has happened: "
        "place 1 Soviet tank (Kossuth Square (Parliament))."
    )
    assert text("card:r10-1") == "1 × Molotov cocktail. Action: Remove up to 2 militia (your location)."
    assert text("fighter:f16") == ("1 × Ammunition. Always: Destroying a Soviet tank needs 2 Molotov icons here.")
    assert text("event:e16") == (
        "Needs: 2 × Information. Reward: Heal 1 injury of one revolutionary (any location). "
        "Leaves the marker “Kilián Barracks tends the wounded”."
    )
    assert text("headline:h06", "hu") == "A morál 1 mezőt süllyed."


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ("headline:h20", "Move up to 3 Soviet tanks, each up to 1 step."),
        ("headline:h04", "Activate 1 passive fighter (location with a revolutionary)."),
        ("headline:h35", "The price of every event changes by −1 today."),
        ("fighter:f05", "1 × Information. Action: Activate up to 2 passive fighters (your location)."),
        ("fighter:f09", "1 × Information. Once per turn: You have 1 more free step this turn."),
        ("fighter:f18", "1 × Information. Always: The strength of ÁVH attacks changes by −2 here."),
        ("card:r08-1", "1 × Information. Free: You have 2 more free steps this turn."),
        ("card:r04-1", "One icon of any kind. Action: Draw 2 cards."),
        ("event:e22", "Needs: 3 × Information. Reward: Move 1 Soviet tank up to 2 steps."),
    ],
)
def test_texts_agree_with_their_numbers(thing: str, said: str) -> None:
    assert text(thing) == said
