"""Texts of cards and names in both languages, and packs that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.errors import BadPack
from sandtable.games.rogue_agent import GAME
from sandtable.games.rogue_agent.pack import DEFAULT, Pack
from tests.citing import rule
from tests.games.rogue_agent.rain_city import PACK


@rule("card.data", "effect.vocabulary")
def test_cards_say_what_they_do() -> None:
    english = GAME.names["en"]
    assert english["text:card:terrorist_jack"] == (
        "Ember Hand. Hit points 3, bounty 4. Revealed without investigation: The attacker loses 2 stamina. "
        "Retaliation: The timer of every bomb falls by 1."
    )
    assert "one less for each own informant here" in english["text:card:chain_rosa"]
    assert english["text:card:the_weatherman"].endswith("the card is shuffled back into the deck.")
    assert "Android mode: the attacker reveals one identity token." in english["text:card:novice_zero"]
    for lang in ("en", "hu"):
        assert all(f"text:{card}" in GAME.names[lang] for card in PACK.card_ids)
    assert set(GAME.names["en"]) == set(GAME.names["hu"])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('reveal_icon = "red"', 'reveal_icon = "none"', "icon"),
        ("\nclock = true", "\nclock = false", "clock"),
        ('do = "flee", n = 1', 'do = "fly", n = 1', "fly"),
        ('do = "hp", n = 1', 'do = "hp", n = 0', "changes nothing"),
        ("gangsters = 2", "gangsters = -1", "gangsters"),
        ("cards = 7", "cards = 6", "how many"),
        ('neighbours = ["t2", "m1"]', 'neighbours = ["t2"]', "neighbours"),
    ],
)
def test_a_pack_with_a_fault_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "pack.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadPack, match=message):
        Pack(path)


@rule("card.data")
def test_the_only_surviving_name_reads_as_the_rulebook_has_it() -> None:
    """And what other names mean is translated too, as far as they mean anything."""
    names = GAME.names["hu"]
    assert names["card:terrorist_jack"] == "Terrorista Jack"
    assert names["card:torch_odile"] == "Fáklyás Odile"
    assert names["card:the_weatherman"] == "Az Időjós"


@rule("card.data", "effect.vocabulary")
def test_one_of_a_thing_is_not_told_as_several() -> None:
    english, hungarian = GAME.names["en"], GAME.names["hu"]
    for card, one in {
        "rook": "The criminal flees 2 locations along the event path.",
        "lookout_pim": "The criminal flees 1 location along the event path.",
        "leviathan": "1 criminal in the custody of the attacker returns to the Data Stream.",
        "penny_marrow": "The attacker gains 2 credits. Retaliation: The attacker loses 1 credit.",
        "mirror_dae": "1 hit point more in this attack.",
        "two_storey_sven": "The attacker meets 1 more gangster in every district that has any.",
        "tidecaller_ines": "The patrols of the attacker go 1 location less far.",
    }.items():
        assert one in english[f"text:card:{card}"]
    assert "A támadó 2 lőszert kap." in hungarian["text:card:cinder_molly"]
    assert "A támadó 1 általa választott erőforrást veszít." in hungarian["text:card:deacon_relay"]
