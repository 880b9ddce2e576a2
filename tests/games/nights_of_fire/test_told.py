"""What the report says in words: causes of changes, dice rolled again, cards missing from the start."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import bits
from sandtable.engine.words import Words
from sandtable.games.nights_of_fire import GAME
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, new_game
from tests.games.nights_of_fire.paying import pay
from tests.games.nights_of_fire.test_adjustment import adjusting
from tests.games.nights_of_fire.test_konev import idle_row
from tests.games.nights_of_fire.test_rev_attacks import ambusher


def said(table: Table, key: str, lang: str = "en") -> list[str]:
    """The lines of the report with a key, in words."""
    words = Words(GAME, lang)
    return [words.line(line) for line in table.told(key)]


@rule("adjust.prestige", "every_nth")
@pytest.mark.parametrize(
    ("momentum", "told"), [(1, []), (5, ["5 Momentum tokens cost the Soviets 2 Prestige."])], ids=["none", "two pairs"]
)
def test_the_report_says_why_prestige_falls(momentum: int, told: list[str]) -> None:
    assert said(adjusting().tracks(prestige=20, momentum=momentum).start(), "by_momentum") == told


@rule("adjust.morale.disabled", "adjust.morale.active", "adjust.morale.killed")
@pytest.mark.parametrize(
    ("position", "told"),
    [
        (adjusting().garrisons("8-", "9-", "6-"), {"by_disabled": (3, 1)}),
        (adjusting().garrisons("8", "9", "6"), {"by_garrisons": (3, 1)}),
        (adjusting().killed("fighter_13", "fighter_14", "fighter_15"), {"by_killed": (3, 1)}),
        (adjusting().garrisons("8", "9"), {}),
    ],
    ids=["disabled", "active", "killed", "nothing"],
)
def test_the_report_says_why_morale_changes(position: City, told: dict[str, tuple[int, int]]) -> None:
    table = position.start()
    causes = ("by_disabled", "by_garrisons", "by_killed")
    assert {line.key: line.args for line in table.match.lines(None) if line.key in causes} == told


@rule("konev.turn.six")
def test_a_six_that_is_rolled_again_is_in_the_report() -> None:
    table = idle_row(6, 6, 3)
    assert said(table, "konev_again") == ["Konev's die shows 6 and is rolled again."] * 2
    assert [line.args for line in table.told("roll_konev")] == [(3,)]


@rule("difficulty.tactics")
@pytest.mark.parametrize("cut", [True, False])
def test_a_tactics_card_that_is_unavailable_from_the_start_is_announced(cut: bool) -> None:
    table = new_game(ruleset="conflict_basic", tactics_adjustment=cut)
    while table.prompt != "tactics.select":
        table.match.choose(table.choices[0])
    missing = [(PACK.tactics_ids[card],) for card in bits(table.state.tactics.unavailable)]
    assert len(missing) == cut
    assert [line.args for line in table.told("unavailable")] == missing


@rule("rev.ambush.disable")
def test_the_report_names_the_district_of_a_garrison_once() -> None:
    table = ambusher("rev_34", "rev_42").garrisons("9").start()
    pay(table.choose("ambush", "insurgent:fighter_01", "garrison:9"), "rev_34")
    place = Words(GAME, "en").name("district:9")
    assert said(table, "garrison_disabled") == [f"Garrison of {place} is disabled: Ambush."]
    assert table.told("disabled") == []


@rule("unit.soviet.never_removed")
def test_the_report_says_where_a_regiment_is_disabled() -> None:
    table = ambusher("rev_34", "rev_42").start()
    pay(table.choose("ambush", "insurgent:fighter_01", "regiment:reg_104"), "rev_34")
    assert table.last("disabled") == ("regiment:reg_104", "district:9")


@rule("headline.blocked_marker")
def test_the_report_says_what_a_blocked_marker_does() -> None:
    table = adjusting("conflict_advanced", "headline").headline("H7").garrisons("8", "5B", "9").start()
    (line,) = said(table, "blocked")
    assert line.endswith("is permanently blocked: a Garrison there costs no Morale any more.")


@rule("ops.pass.final")
def test_who_may_pass_reads_what_it_means() -> None:
    assert Words(GAME, "en").choice(("pass",)) == "Pass: no more turns in this round"
    assert Words(GAME, "hu").choice(("pass",)) == "Passz: ebben a fordulóban nincs több kör"


@rule("adjust.surrender.choice")
@pytest.mark.parametrize("step", ["prestige", "surrender"])
def test_at_the_question_of_surrender_the_phase_says_so(step: str) -> None:
    table = adjusting(step=step, insurgents=["fighter_01", "fighter_02"]).start()
    assert table.prompt == "surrender"
    assert "surrender" in Words(GAME, "en").name(table.scene(0).status["phase"])
    assert "megadás" in Words(GAME, "hu").name(table.scene(0).status["phase"])


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_the_report_says_what_wounded_or_killed_an_insurgent(lang: str) -> None:
    """The Soviet answer to an Open Attack, Konev's damage, or a point of the commander's attack."""
    said = {tuple(each.split()) for each in Words(GAME, lang).templates["because"]}
    both = {"konev.damage.point", "rev.attack.wound", "sov.attack.point.wound"}
    assert {rule for key, rule in said if key == "wounded"} == both
    assert {rule for key, rule in said if key == "killed"} == {*both, "rev.attack.kill"}
