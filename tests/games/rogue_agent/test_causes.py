"""Why something happened, in the words of both languages: a number in the report is never without its cause."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.start import Origin, start
from sandtable.engine.words import LANGUAGES, Words, load_locale
from sandtable.games.rogue_agent import GAME
from sandtable.games.rogue_agent.pack import MODES
from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, City, Table, black, city, green, red

WORDS = {lang: Words(GAME, lang) for lang in LANGUAGES}


def said(table: Table, *keys: str) -> list[tuple[str, str]]:
    """The lines of some kinds, in English and Hungarian."""
    lines = [line for line in table.match.lines(None) if line.key in keys]
    return [(WORDS["en"].line(line), WORDS["hu"].line(line)) for line in lines]


def attacked_by_purple(card: str, mode: str = "agent-3p") -> City:
    """Purple stands before a criminal whose card lies open, and has no ammo."""
    return city(mode).at(purple="district_3").criminal(1, "district_3", card, "open").tracks("purple", ammo=0)


@rule("patrol.extra_fuel", "gangster.ammo")
def test_fuel_and_ammo_of_a_patrol() -> None:
    table = city().at(purple="synthetics_lab").tracks("purple", ammo=2).turn().start()
    table.choose("patrol", "tile:district_4").choose("spend", 1).choose("patrol", "tile:synthetics_lab")
    assert said(table, "spent") == [
        (
            "Purple spends 1 ammo (1 left): against gangsters.",
            "Lila felhasznál: lőszer, 1 (marad 1) – gengszterek ellen.",
        ),
        (
            "Purple spends 1 fuel (1 left): a further patrol.",
            "Lila felhasznál: üzemanyag, 1 (marad 1) – további járőrözés.",
        ),
    ]


@rule("kidnap.dice.attacker", "kidnap.dice.target")
def test_fuel_of_a_kidnapping() -> None:
    position = city().at(purple="gunsmith", yellow="gunsmith").criminal(1, "yellow", "rook")
    table = position.tracks("purple", fuel=2).tracks("yellow", fuel=1).turn().roll(*green("heal", "heal")).start()
    table.choose("kidnap", "agent:yellow").choose("spend", 1).choose("spend", 1)
    assert said(table, "spent") == [
        (
            "Purple spends 1 fuel (1 left): green dice for the kidnapping.",
            "Lila felhasznál: üzemanyag, 1 (marad 1) – zöld kockák az elrabláshoz.",
        ),
        (
            "Yellow spends 1 fuel (0 left): green dice for the defence.",
            "Sárga felhasznál: üzemanyag, 1 (marad 0) – zöld kockák a védekezéshez.",
        ),
    ]


@rule("aagent.dice.defender", "aandroid.kill", "hospital.heart")
def test_an_agent_brings_an_android_down() -> None:
    position = city("android-3p").androids("purple").at(purple="gunsmith", yellow="gunsmith")
    position.tracks("yellow", ammo=0).tracks("purple", stamina=2, fuel=1).turn("yellow")
    table = position.roll(*red("explosion", "explosion", "weapon"), *green("heal")).start()
    table.choose("attack_android", "agent:purple").choose("spend", 1)
    assert said(table, "attacked", "spent", "gained", "influence_up") == [
        ("Yellow attacks Purple.", "Sárga támad Lila ellen."),
        (
            "Purple spends 1 fuel (0 left): green dice for the defence.",
            "Lila felhasznál: üzemanyag, 1 (marad 0) – zöld kockák a védekezéshez.",
        ),
        (
            "Purple: stamina +4, now 4 – the hospital has done its work.",
            "Lila: állóképesség +4, most 4 – a kórház ellátta.",
        ),
        (
            "Yellow gains 1 influence, now 1: an android is brought down.",
            "Sárga befolyása 1 ponttal nő, most 1: legyőzött androidért.",
        ),
    ]


@rule("search.prevent.armour", "search.prevent.ammo", "search.prevent.amplify")
def test_what_an_explosion_of_a_search_is_ignored_by() -> None:
    position = city().at(purple="district_1").tracks("purple", ammo=1, agent=4).turn()
    table = position.roll(*red("explosion"), *black("explosion", "explosion")).start().choose("search").choose("keep")
    while table.prompt == "search.resolve":
        table.choose(*next(choice for verb in ("resolve", "ammo", "suffer") for choice in table.all(verb)))
    assert said(table, "explosion_ignored") == [
        ("Purple ignores an explosion: the armour holds.", "Lila figyelmen kívül hagy egy robbanást: véd a páncél."),
        ("Purple ignores an explosion: ammo is spent.", "Lila figyelmen kívül hagy egy robbanást: lőszer árán."),
    ]
    amplified = city().at(purple="district_5").tracks("purple", ammo=0).turn().roll(*green("explosion", "amplify"))
    table = amplified.start().choose("search").choose("keep").choose("amplify", "die:green-1")
    assert said(table, "explosion_ignored") == [
        ("Purple ignores an explosion: an amplify is used.", "Lila figyelmen kívül hagy egy robbanást: fokozás árán.")
    ]


@rule("turnin.bounty")
def test_a_bounty() -> None:
    table = city().at(purple="headquarters").criminal(1, "purple", "terrorist_jack").turn().start().choose("turn_in")
    assert said(table, "turned_in", "received") == [
        ("Purple turns in Criminal 1: Terrorist Jack.", "Lila beszolgáltat: 1. bűnöző (Terrorista Jack)."),
        ("Purple gets 4 credits, now 8: the bounty.", "Lila 4 kreditet kap, most 8 van: a jutalom."),
    ]


@rule("aloc.informant_top", "aloc.informant_next")
def test_informants_stand_before_their_location() -> None:
    position = city("android-3p").androids("purple").at(purple="gunsmith").tracks("purple", ammo=0)
    position.informants("gunsmith", "yellow", "grey").turn()
    table = position.roll(*red("explosion", "amplify", "weapon")).start()
    table.choose("attack_location")
    assert said(table, "informant_removed") == [
        (
            f"The informant of {en} in Gunsmith Arcade is out of the game: it cancels a hit.",
            f"Kikerül a játékból egy informátor ({hu}): Fegyverkovács-árkád – semlegesít egy találatot.",
        )
        for en, hu in (("Yellow", "Sárga"), ("Grey", "Szürke"))
    ]


@rule("exposed.custody", "exposed.informants")
def test_what_an_exposed_player_loses() -> None:
    position = city("android-3p").tokens("hha", "Aah", "hha").at(purple="gunsmith", yellow="gunsmith")
    position.tracks("purple", evidence=4).criminal(1, "yellow", "rook").informants("district_1", "grey", "yellow")
    table = position.turn().start().choose("screen", "agent:yellow").choose("reveal", "token:yellow-2")
    assert said(table, "tokens_removed") == [
        (
            "All identity tokens are removed from the game: as many androids as there can be are exposed.",
            "Minden azonosságjelző kikerül a játékból: nem lehet több android.",
        )
    ]
    assert said(table, "returned", "informant_removed") == [
        (
            "Criminal 1 returns to the Data Stream: its captor is exposed.",
            "Vissza az Adatfolyamba: 1. bűnöző – őrzője lelepleződött.",
        ),
        (
            "The informant of Yellow in Drowned Docks is out of the game: its agent is exposed.",
            "Kikerül a játékból egy informátor (Sárga): Elsüllyedt dokkok – ügynöke lelepleződött.",
        ),
    ]


def test_what_a_card_does_to_discs_and_markers() -> None:
    table = attacked_by_purple("rook").turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert said(table, "returned") == [
        (
            "Criminal 1 returns to the Data Stream: effect of the criminal's card.",
            "Vissza az Adatfolyamba: 1. bűnöző – a bűnözőkártya hatása.",
        )
    ]
    far = city().set(police="district_1").at(purple="district_6").criminal(1, "district_6", "lookout_pim", end=True)
    table = far.turn().start().choose("attack", "criminal:1")
    assert said(table, "returned") == [
        (
            "Criminal 1 returns to the Data Stream: it has left the city.",
            "Vissza az Adatfolyamba: 1. bűnöző – elhagyta a várost.",
        )
    ]
    kept = city().set(police="district_1").at(purple="district_6").tracks("purple", ammo=0)
    kept.criminal(1, "district_6", "the_replicator", "open", end=True).turn().roll(*MISS, [])
    assert said(kept.start().choose("attack", "criminal:1"), "card_kept") == [
        (
            "The Replicator is shuffled back into the deck: its text says so.",
            "Visszakeverve a pakliba: A Replikátor – a kártya szövege szerint.",
        )
    ]
    bomb = attacked_by_purple("sapper_ruiz").turn().roll(*MISS, 3).start().choose("attack", "criminal:1")
    assert said(bomb, "placed") == [
        (
            "Bomb 1 comes to Ledger Square: effect of the criminal's card.",
            "Az 1. bomba ide kerül: Főkönyv tér – a bűnözőkártya hatása.",
        )
    ]
    stray = attacked_by_purple("auditor_stray").set(influence={"purple": 2}).turn().roll(*MISS).start()
    assert said(stray.choose("attack", "criminal:1"), "influence_down") == [
        (
            "Purple loses 1 influence, now 1: effect of the criminal's card.",
            "Lila befolyása 1 ponttal csökken, most 1: a bűnözőkártya hatása.",
        )
    ]
    jack = attacked_by_purple("terrorist_jack").bomb(2, "district_1", 1).turn().roll(*MISS).start()
    assert said(jack.choose("attack", "criminal:1"), "exploded") == [
        (
            "Bomb 2 explodes in Drowned Docks: the timer has run out.",
            "A 2. bomba felrobban itt: Elsüllyedt dokkok – lejárt az időzítő.",
        )
    ]
    needle = city().at(purple="district_3").criminal(1, "district_3", "needle_aubrey").looked(1, "purple")
    table = needle.tracks("purple", ammo=0, stamina=3).turn().roll(*red("explosion", "weapon", "agent")).start()
    assert said(table.choose("attack", "criminal:1"), "gained") == [
        (
            "Purple: stamina +1, now 4 – effect of the criminal's card.",
            "Lila: állóképesség +1, most 4 – a bűnözőkártya hatása.",
        )
    ]


@rule("score.track", "score.informants", "score.syndicate.table")
def test_the_points_are_told_with_their_parts() -> None:
    position = city("agent-2p").set(influence={"purple": 3}).informants("district_1", "purple", "purple")
    position.pile("purple", "terrorist_jack", "petrol_nan", "rook", "static_yun").turn("yellow", round=6)
    assert said(position.start().choose("end"), "scored") == [
        (  # three of the Ember Hand with the wild one, and one of the Deep Current: 6 and 1
            "Purple scores 12: influence 3, informants 2, syndicates 7.",
            "Lila pontszáma 12: befolyás 3, informátorok 2, szindikátusok 7.",
        ),
        (
            "Yellow scores 0: influence 0, informants 0, syndicates 0.",
            "Sárga pontszáma 0: befolyás 0, informátorok 0, szindikátusok 0.",
        ),
    ]


@pytest.mark.parametrize("mode", MODES)
def test_what_has_a_cause_by_one_rule_has_one_by_every_rule(mode: str) -> None:
    causes = load_locale(GAME.folder, "en")["because"]
    kinds = {cause.partition(" ")[0] for cause in causes}
    rng = random.Random(mode)
    for number in range(3):
        match = start(GAME, {"mode": mode}, Origin(f"causes {mode} {number}"))
        while match.ask is not None:
            match.choose(rng.choice(match.choices))
        silent = {f"{line.key} {line.rule}" for line in match.lines(None) if line.key in kinds} - set(causes)
        # Who comes in the Time phase is no consequence of anything.
        assert silent <= {"placed time.bomb", "placed time.assassin", "placed time.criminal"}
