"""What the report says in words: whose work it is, who has no go, who commands and at what price."""

from __future__ import annotations

import pytest

from sandtable.engine.words import Words
from sandtable.games.buda_1686 import GAME
from tests.citing import rule
from tests.games.buda_1686.siege import Table, siege


def said(table: Table, key: str, lang: str = "en") -> list[str]:
    """The lines of the report with a key, in words."""
    words = Words(GAME, lang)
    return [words.line(line) for line in table.told(key)]


@rule("comp.numbers.events", "event.active_from")
@pytest.mark.parametrize(
    ("counter", "en", "hu"),
    [
        ("imperial_05", "5 (hand of fate from turn 6)", "5 (sors keze a 6. fordulótól)"),
        ("imperial_16", "16 (epidemic from turn 7)", "16 (járvány a 7. fordulótól)"),
        ("ottoman_12", "12 (relief army from turn 8)", "12 (felmentő had a 8. fordulótól)"),
        ("ottoman_05", "5", "5"),
    ],
)
def test_a_counter_is_called_by_its_number_and_its_event(counter: str, en: str, hu: str) -> None:
    assert (Words(GAME, "en").name(f"counter:{counter}"), Words(GAME, "hu").name(f"counter:{counter}")) == (en, hu)


@rule("entrench.both_sides", "entrench.place")
@pytest.mark.parametrize(("side", "hu"), [("imperial", "császári"), ("ottoman", "török")])
def test_the_report_says_whose_work_is_built(side: str, hu: str) -> None:
    # Foot in a breach of Víziváros, azabs behind the wall: both sides may entrench there.
    table = siege().breach("vizivaros", "kaiserlich_1").go(side, actions=2).start()
    table.choose("entrench", "zone:vizivaros")
    name = {"imperial": "imperial", "ottoman": "Ottoman"}[side]
    assert said(table, "entrench") == [f"An {name} entrenchment of level 1 at Víziváros (Water Town)."]
    assert said(table, "entrench", "hu") == [f"1-es szintű {hu} sáncjelző kerül a Vízivárosba."]


@rule("entrench.both_sides", "entrench.sortie_ottoman")
def test_the_report_says_whose_work_is_used() -> None:
    # Sipahis sally out of the Vienna Gate: 1 less three besiegers in Felhévíz is less than 1.
    table = siege().officers(abdurrahman=0).work("ottoman", "becsi_kapu", 1).go("ottoman", actions=2).roll(1).start()
    table.choose("sortie", "unit:sipahi_1").choose("absorb", "zone:becsi_kapu")
    assert table.last("work_used") == ("zone:becsi_kapu", 0, "ottoman")


@rule("entrench.both_sides", "entrench.lost_without_units")
def test_the_report_says_whose_work_is_abandoned() -> None:
    table = siege().work("ottoman", "vizivaros", 1).go("ottoman", actions=1, moves=1).start()
    table.choose("move", "unit:azab_1", "zone:becsi_kapu")
    assert table.last("work_lost") == ("zone:vizivaros", "ottoman")


@rule("round.zero.first_no_go")
@pytest.mark.parametrize(
    ("imperial", "ottoman", "without"), [(0, 4, ["side:imperial"]), (8, 0, ["side:ottoman"]), (8, 4, [])]
)
def test_who_draws_a_zero_is_told_to_have_no_go(imperial: int, ottoman: int, without: list[str]) -> None:
    table = siege().draw().counters(imperial, ottoman).start()
    assert [line.args[0] for line in table.told("no_go")] == without


@rule("officer.announce_cost", "generals.raise_cts")
def test_the_report_says_who_raises_the_artillery_level_and_at_what_price() -> None:
    table = siege().levels(cts=2).go("imperial").start()
    table.choose("raise_cts", "unit:charles")
    assert table.last("commands") == ("unit:charles", 1, 4)  # of 5


@rule("officer.announce_cost", "generals.restore")
def test_the_report_says_who_restores_a_unit() -> None:
    table = siege().unit("kaiserlich_1", "felheviz", wounded=True).go("imperial").start()
    table.choose("restore", "unit:charles", "unit:kaiserlich_1")
    assert table.last("commands") == ("unit:charles", 1, 4)
    assert said(table, "restored") == ["Back at full strength: Kaiserlich Foot I."]


@rule("generals.bring_back_full", "generals.bring_back_wounded")
@pytest.mark.parametrize(("strength", "cost"), [("full", 2), ("wounded", 1)])
def test_the_report_says_how_a_unit_comes_back(strength: str, cost: int) -> None:
    table = siege().unit("kaiserlich_1", "lost").go("imperial").start()
    table.choose("return", "unit:charles", "unit:kaiserlich_1", strength)
    assert table.last("commands") == ("unit:charles", cost, 5 - cost)
    assert table.last("brought_back") == ("unit:kaiserlich_1", f"zone:{table.at('charles')}", strength)


@rule("castle.empty_target")
def test_who_advances_into_an_empty_wall_does_not_fight() -> None:
    # The sipahis have left the Vienna Gate: janissaries of the middle zone go there without a roll.
    table = siege().gone("sipahi_1").go("ottoman", actions=2).start().choose("castle", "zone:becsi_kapu")
    table.choose("join", "unit:janissary_1").choose("launch")
    assert table.told("castle") == []
    assert table.last("castle_empty") == ("side:ottoman", "zone:becsi_kapu")


@rule("castle.participants_choice")
def test_the_report_names_who_takes_part_in_a_castle_fight() -> None:
    # Of the three in the Vienna Gate two are named.
    position = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1", "kaiserlich_2", "kaiserlich_3")
    table = position.set(rushed=True).officers(charles=0).go("imperial").roll(6).start()
    table.choose("castle", "zone:esztergomi_rondella")
    table.choose("join", "unit:kaiserlich_1").choose("join", "unit:kaiserlich_3").choose("launch")
    assert said(table, "takes_part") == ["Taking part: Kaiserlich Foot I.", "Taking part: Kaiserlich Foot III."]


@rule("assault.success_double", "assault.failure_double")
@pytest.mark.parametrize(
    ("die", "loser", "losses"),
    [(1, "császári", 2), (2, "császári", 1), (3, "török", 1)],
)
def test_the_report_says_who_suffers_how_many_losses(die: int, loser: str, losses: int) -> None:
    # Fehérvár Rondella, terrain 3: 4 + 3 - 3 - 3 = +1, so the results are 2, 3 and 4 against the TMS of 4.
    position = siege().breach("fehervari_rondella", "kaiserlich_3", "saxon").set(rushed=True)
    table = position.go("imperial").roll(die).start().choose("assault", "zone:fehervari_rondella")
    [line] = said(table, "fight", "hu")
    assert line.endswith(f"A {loser} fél {losses} veszteséget szenved.")


@rule("generals.raise_cts", "mining.spring.fail_cas")
def test_the_report_says_from_where_a_level_has_changed_and_why() -> None:
    table = siege().levels(cts=3).go("imperial").start()
    table.choose("raise_cts", "unit:charles")
    assert said(table, "level") == ["Imperial artillery level: 3 → 4 – by order of a general."]
    table = siege().levels(cas=1, cms=1).go("imperial").roll(6).start()
    table.choose("spring", "zone:vizivaros")
    assert said(table, "level") == ["Imperial mining level: 1 – the mine has failed."]


@rule("generals.bring_back_full", "generals.bring_back_wounded")
@pytest.mark.parametrize(
    ("strength", "cited"), [("full", "generals.bring_back_full"), ("wounded", "generals.bring_back_wounded")]
)
def test_the_report_says_by_which_rule_a_unit_came_back(strength: str, cited: str) -> None:
    table = siege().wall("lost", "kaiserlich_3").wall("naphegy", "charles").go("imperial").start()
    table.choose("return", "unit:charles", "unit:kaiserlich_3", strength)
    assert [(line.args, line.rule) for line in table.told("brought_back")] == [
        (("unit:kaiserlich_3", "zone:naphegy", strength), cited)
    ]


@rule("sortie.success", "mining.raise")
def test_the_report_says_when_the_levels_of_guns_and_mines_change() -> None:
    # Sipahis sally out of the Vienna Gate: 6 less three besiegers in Felhévíz is more than an imperial morale of 1.
    sortie = siege().officers(abdurrahman=0).levels(cts=3, cms=1).go("ottoman", actions=2).roll(6).start()
    sortie.choose("sortie", "unit:sipahi_1")
    assert sortie.last("level") == ("marker:cts", 2, 3)
    mine = siege().go("imperial", actions=2).start().choose("raise_cas")
    assert mine.last("level") == ("marker:cas", 2, 1)
