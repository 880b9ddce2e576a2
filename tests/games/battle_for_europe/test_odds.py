"""Odds of battles: worked out by hand, borne out by the real flow, and shown where they are wanted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.engine.outlook import outlook
from sandtable.games.battle_for_europe.flow import odds
from tests.games.battle_for_europe.battles import Force, at_first, fight, order
from tests.games.battle_for_europe.many_battles import compare_all, drop
from tests.games.battle_for_europe.war import War, war


def against_belgium(start: str, *dice: int) -> War:
    """One German infantry and one aircraft against one French infantry."""
    setting = war().season("1940_spring").stack(start, germany={"infantry": 1, "aircraft": 1})
    return setting.stack("belgium", france={"infantry": 1}).held("france", "belgium").held("germany", start).roll(*dice)


def considered(setting: War, force: Force, kind: str = "attack") -> odds.Odds:
    g = at_first(setting)
    made = order(g, "belgium", "germany", force, kind)
    return odds.of(g, made.power, made.force, made.target, made.group, made.kind)


def test_one_infantry_against_one() -> None:
    """1/6 against 2/6: something happens in 16 of 36 rounds; 4 times only the attacker hits, twice both do."""
    found = considered(against_belgium("netherlands"), {"netherlands": {"germany_infantry": 1}})
    assert found.win == pytest.approx(4 / 16) and found.both_gone == pytest.approx(2 / 16)
    assert found.killed == pytest.approx(6 / 16) and found.lost == pytest.approx(12 / 16)


def test_a_river_counts_before_the_attack() -> None:
    """1/6 against 3/6: 3 of 36 rounds are won, 3 end with both gone, 15 are lost."""
    found = considered(against_belgium("essen"), {"essen": {"germany_infantry": 1}})
    assert found.win == pytest.approx(3 / 21) and found.both_gone == pytest.approx(3 / 21)


def test_aircraft_are_lost_before_the_last_land_unit() -> None:
    """1/6 and 3/6 against 2/6: the first loss is the aircraft; then it is infantry against infantry (4/16, 2/16).

    At least one of the two hits with 21/36. Per round: we hit only 14/36, both 7/36, he alone 5/36, nobody 10/36.
    """
    found = considered(against_belgium("netherlands"), {"netherlands": {"germany_infantry": 1, "germany_aircraft": 1}})
    assert found.win == pytest.approx((14 + 7) / 26 + 5 / 26 * 4 / 16)
    assert found.both_gone == pytest.approx(5 / 26 * 2 / 16)


def test_the_decision_tells_the_odds_from_here() -> None:
    """Over the river: of 21 rounds that change something 3 are won, 3 end with both gone, 15 are lost."""
    table = fight(against_belgium("essen", 6, 6), "belgium", "germany", {"essen": {"germany_infantry": 1}})
    facts = table.match.explained().facts
    assert (facts["win"], facts["both"], facts["lost"], facts["killed"]) == (14, 14, "0.9", "0.3")


def test_the_outlook_of_a_battle_to_its_end_is_exact() -> None:
    """1/6 against 2/6: of 16 rounds in 36 that end it, 4 take the area, 2 leave nobody, 10 cost the infantry."""
    setting = against_belgium("netherlands", 6, 6).stack("lyon", germany={"infantry": 1}).held("germany", "lyon")
    table = fight(setting, "belgium", "germany", {"netherlands": {"germany_infantry": 1}})
    found = outlook(table.match, ("go_on",), 0)
    assert found is not None and found.exact
    shares = {tuple(line.key for line in each.lines): each.share * 36 for each in found.ifs[0].prospects}
    assert shares == {
        ("captured",): Fraction(36 * 4, 16),
        ("battle_both_gone",): Fraction(36 * 2, 16),
        ("battle_held",): Fraction(36 * 10, 16),
    }


def test_the_table_shows_the_battle() -> None:
    """Rows, dice, hits and losses of the last round, and the odds of the next."""
    setting = against_belgium("netherlands", 6, 5, 1)
    force: Force = {"netherlands": {"germany_infantry": 1, "germany_aircraft": 1}}
    table = fight(setting, "belgium", "germany", force)
    table.choose("lose", "loss:germany_aircraft_1")
    shown = table.scene().battle
    assert shown is not None and (shown.id, shown.area, shown.round) == ("battle:land", "area:belgium", 1)
    assert shown.facts == {"both_gone": "13 %"}  # 2 of 16
    own, enemy = shown.sides
    assert (own.owner, enemy.owner, own.chance, enemy.chance) == ("germany", "france", 25, 62)  # 4 and 10 of 16
    assert [(row.kind, row.count, row.value, row.dice, row.hits, row.losses) for row in own.rows] == [
        ("kind:germany_aircraft", 1, 3, [6], 0, 1),
        ("kind:germany_infantry", 1, 1, [5], 0, 0),
    ]
    assert [(row.kind, row.dice, row.hits, row.losses) for row in enemy.rows] == [("kind:france_infantry", [1], 1, 0)]
    assert [(arrow.start, arrow.end) for arrow in table.scene().arrows] == [("area:netherlands", "area:belgium")]


def test_hits_that_are_still_to_be_taken_count_as_taken() -> None:
    """The French infantry has hit: the aircraft will go, and infantry against infantry is won in 4 of 16 cases."""
    force: Force = {"netherlands": {"germany_infantry": 1, "germany_aircraft": 1}}
    table = fight(against_belgium("netherlands", 6, 5, 1), "belgium", "germany", force)
    assert table.prompt == "losses" and odds.now(table.state).win == pytest.approx(4 / 16)


def test_what_turned_back_is_not_gone() -> None:
    """A single carrier without escort cannot fight the aircraft in Calais: nothing is won, and nothing lost."""
    setting = war().season("1940_spring").phase("fighting", 1).stack("plymouth", britain={"fleet": 1, "infantry": 1})
    g = at_first(setting.stack("calais", germany={"aircraft": 1}).held("germany", "calais"))
    made = order(
        g, "calais", "britain", {}, "invade", rides=[("britain_fleet", "plymouth", "britain_infantry", "plymouth")]
    )
    carriers, cargo = tuple(made.carriers), tuple(made.cargo)
    found = odds.of(g, made.power, made.force, made.target, made.group, made.kind, carriers, cargo)
    assert found == odds.Odds(0.0, 0.0, 0.0, 0.0)


@pytest.mark.slow
def test_random_battles_end_as_the_odds_say() -> None:
    assert compare_all(40, 400) == []


def test_a_few_random_battles_end_as_the_odds_say() -> None:
    assert compare_all(8, 100, seed=2) == []


@pytest.mark.slow
def test_random_battles_with_paratroops_and_bombers_end_as_the_odds_say() -> None:
    assert compare_all(25, 400, seed=3, kind=drop) == []


def test_a_few_battles_with_paratroops_and_bombers_end_as_the_odds_say() -> None:
    assert compare_all(4, 100, seed=4, kind=drop) == []
