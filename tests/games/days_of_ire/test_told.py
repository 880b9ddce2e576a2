"""Lines of the log in both languages: each says because of what, with the numbers that were paid."""

from __future__ import annotations

import pytest

from sandtable.engine.start import Origin, start
from sandtable.engine.words import Words
from sandtable.games.days_of_ire import GAME
from tests.citing import rule
from tests.games.days_of_ire.street import Street, Table, street

HERE = "corvin_koz"


def lines(table: Table, key: str, lang: str) -> list[str]:
    """The texts of all lines of a kind."""
    words = Words(GAME, lang)
    return [words.line(line) for line in table.told(key)]


@rule("cards.each_order", "headline.team_choice")
@pytest.mark.parametrize(
    ("lang", "by_headline", "by_event", "by_fighter"),
    [
        ("en", "the headline", "effect of the event placed", "for the ability of the fighter"),
        ("hu", "a szalagcím hatása", "a felhelyezett esemény hatása", "a felkelő képességéhez"),
    ],
)
def test_cards_that_are_lost_to_an_effect_are_not_told_as_paid_for_icons(
    lang: str, by_headline: str, by_event: str, by_fighter: str
) -> None:
    martial_law = street().phase("headlines").headlines("h09").rev(HERE, "r01-1").start()
    (line,) = lines(martial_law.choose("effect", "headline:h09"), "discarded", lang)
    assert line.endswith(f" {by_headline}.")
    bridges = street().phase("events", points=2).display("e14").rev(HERE, "r01-1").start()
    (line,) = lines(bridges.choose("buy", "event:e14"), "discarded", lang)
    assert line.endswith(f" {by_event}.")
    for price in (deserter(), newspaper_boy()):
        (line,) = lines(price, "discarded", lang)
        assert line.endswith(f" {by_fighter}.")


def deserter() -> Table:
    """A card is the price for a militia."""
    place = street().rev(HERE, "r01-1").active(HERE, "f10").militia(HERE)
    return place.turn().start().choose("ability", "fighter:f10")


def newspaper_boy() -> Table:
    """A card is exchanged."""
    return street().rev(HERE, "r01-1").active(HERE, "f08").turn().start().choose("ability", "fighter:f08")


def strike() -> Street:
    """A general strike is in force, and a tank waits in Csepel."""
    return street().phase("army", points=5).tanks("csepel").headlines(continuing="h24").mods(tank_move_cost=2)


@rule("army.move_cost", "army.new_tank", "army.leftover_cp")
@pytest.mark.parametrize(
    ("lang", "cheap", "dear", "new"),
    [
        (
            "en",
            "Soviet tank: from Csepel to Corvin Passage for 1 command point, 4 left.",
            "Soviet tank: from Csepel to Corvin Passage for 2 command points, 3 left.",
            "Soviet tank placed in Széna Square for 3 command points, 0 left.",
        ),
        (
            "hu",
            "Szovjet tank megy Csepelről a Corvin közbe 1 parancspontért, marad 4.",
            "Szovjet tank megy Csepelről a Corvin közbe 2 parancspontért, marad 3.",
            "Szovjet tank kerül a Széna térre 3 parancspontért, marad 0.",
        ),
    ],
)
def test_tanks_are_told_with_the_points_that_they_cost_today(lang: str, cheap: str, dear: str, new: str) -> None:
    table = street().phase("army", points=5).tanks("csepel").start()
    assert lines(table.drive("tank location:csepel location:corvin_koz"), "moved", lang) == [cheap]
    table = strike().start().drive("tank location:csepel location:corvin_koz", "new_tank location:szena_ter")
    assert lines(table, "moved", lang) == [dear]
    assert lines(table, "placed", lang) == [new]


@rule("army.card_moves_separate", "avh.militia_place")
def test_units_that_cost_no_points_are_told_without_any() -> None:
    table = street().phase("headlines").headlines("h20").tanks("csepel").start()
    table.drive("effect headline:h20", "move location:csepel location:corvin_koz")
    assert lines(table, "moved", "en") == [
        "Soviet tank: from Csepel to Corvin Passage – by a card, without command points."
    ]
    avh = street().phase("avh").start().drive("avh avh:a3", "at location:csepel", "done")
    assert lines(avh, "placed", "hu") == ["Katona kerül Csepelre: az ÁVH-kártya hatása."]


@rule("tank.destroy", "militia.reward_cap")
def test_two_molotovs_and_four_militia_are_not_told_as_three() -> None:
    """A gunner spares one Molotov; four militia earn one card, like three."""
    tank = street().rev(HERE, "r06-1").active(HERE, "f16").tanks(HERE).barricade(HERE).turn().start()
    tank.choose("destroy").choose("pay", "card:r06-1")
    assert lines(tank, "removed", "en") == ["Soviet tank removed from Corvin Passage: Molotov cocktails."]
    assert lines(tank, "removed", "hu") == ["Szovjet tank kerül le a Corvin közből: Molotov-koktélokkal."]
    fight = street().rev(HERE).active(HERE, "rt1", "f01", "f10").militia(HERE, 4).turn().start().choose("attack", 4)
    assert lines(fight, "drew", "en")[0].endswith("1 card: three or more militia in one attack.")
    assert lines(fight, "drew", "hu")[0].endswith("1 lapot húz: legalább három katona egy támadásban.")


@rule("instant.injury_1", "instant.injury_23")
@pytest.mark.parametrize("team", [1, 2])
def test_the_end_by_injuries_is_told_with_its_cause(team: int) -> None:
    last = 4 if team == 1 else 3
    table = street(team).phase("avh").rev("csepel", injuries=last).militia("csepel").roll(1, 1).start()
    table.drive("avh avh:a4", "at location:csepel")
    assert lines(table, "won_soviet", "en") == ["The Soviet side wins: a revolutionary has the last injury."]
    assert lines(table, "won_soviet", "hu") == ["Győz a szovjet oldal: egy forradalmárt elért az utolsó sérülés."]


@rule("resolve.tank_anywhere", "militia.sniper_by_effects", "hit.fighter_returns_active", "hit.removed_by_card")
def test_what_cards_do_to_units_and_fighters_is_told_with_the_cause() -> None:
    tank = street().rev(HERE).active(HERE, "rt1", "f02", "f06").event("e01").tanks("csepel").turn().start()
    tank.choose("resolve", "event:e01")
    assert lines(tank, "removed", "hu") == [
        "Szovjet tank kerül le Csepelről: az esemény jutalma, további jutalom nélkül."
    ]
    sniper = street().rev("astoria").active("astoria", "rt1", "f03").event("e10").snipers("csepel").turn().start()
    assert lines(sniper.choose("resolve", "event:e10"), "removed", "hu") == [
        "Mesterlövész kerül le Csepelről: az esemény jutalma."
    ]
    prison = street().phase("headlines").headlines("h25").start()
    prison.drive("play headline:h25", "fighter fighter:f01")
    assert lines(prison, "restored", "en")[0].endswith(": from beside the board.")
    arrest = street().phase("headlines").headlines("h21").militia(HERE).active(HERE, "f01").start()
    assert lines(arrest.choose("effect", "headline:h21"), "lost", "en")[0].endswith(": effect of a card.")


@rule("resolve.order", "promo.yuri_militia_timing")
def test_the_marker_lies_in_the_ashtray_before_yuri_reports() -> None:
    """Yuri comes in right after the action, and the marker is the last part of it."""
    place = street(promo=True).rev("sztalin_ter").active("sztalin_ter", "yuri", "f02", "f06", "f03").event("s2")
    table = place.militia("kossuth_ter").turn().start().choose("resolve", "event:s2")
    told = [line.key for line in table.match.lines(None) if line.key in ("happened", "moved")]
    assert told == ["happened", "moved"] and table.militia("sztalin_ter") == 1


@rule("setup.day", "dayend.marker")
def test_every_day_is_announced_the_first_one_too() -> None:
    table = Table(start(GAME, {}, Origin("a")))
    assert lines(table, "day", "hu") == ["1. nap: október 23."]
    assert [line.rule for line in table.told("day")] == ["setup.day"]
    evening = street().phase("avh", 1).start().choose("done")
    assert lines(evening, "day", "en") == ["Day 2: 24 October."]
