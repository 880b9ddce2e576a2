"""What people and learners are told: options with their odds, and stacks by their condition."""

from __future__ import annotations

import pytest

from sandtable.cli.menu import Menu
from sandtable.engine.outlook import outlook
from sandtable.engine.outlook_text import in_words
from sandtable.engine.types import Choice
from sandtable.engine.words import Words
from sandtable.env.observation import Layout
from sandtable.env.vocabulary import Vocabulary
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.scene_battle import battle
from tests.games.battle_for_europe.war import Table, War, war
from tests.playing import AnyMatch

MARCH: Choice = ("march",)
GO_ON: Choice = ("go_on",)


def before_belgium() -> Table:
    """Three infantry and one armour in Essen against one infantry behind the river: it defends with 3."""
    setting = war().season("1940_spring").stack("essen", germany={"infantry": 3, "tank": 1})
    setting = setting.stack("belgium", france={"infantry": 1}).held("france", "belgium")
    return setting.roll(6, 6, 6, 6, 6).start().choose("attack", "area:belgium")


def told(table: Table, choice: Choice, lang: str) -> str:
    words = Words(GAME, lang)
    assert words.has_notes(table.match.choices)
    return words.noted(choice, table.match.notes())


def test_a_force_is_told_with_its_units_and_its_odds() -> None:
    table = before_belgium().choose("by_hand").choose("send_all", "area:essen")
    win, nobody, lose = table.match.notes()[MARCH][:3]
    said = f"March – 3 infantry, 1 armour: {win} % to win, {nobody} % nobody left, {lose} % to lose"
    assert told(table, MARCH, "en") == said
    hungarian = f"Indulás – 3 gyalogság, 1 páncélos: győzelem {win}%, senki sem marad {nobody}%, vereség {lose}%"
    assert told(table, MARCH, "hu") == hungarian
    entries = Menu(table.match.choices, Words(GAME, "en"), table.match.notes()).entries()
    assert said in [entry.text for entry in entries]


def test_winning_losing_and_nobody_left_are_told_apart() -> None:
    """One infantry on each side in the open: the attacker hits with a 1, the defender with a 1 or 2.

    Of 36 rolls 16 change something: in 4 the attacker alone hits, in 2 both, in 10 the defender alone.
    """
    setting = war().season("1940_spring").stack("essen", germany={"infantry": 1}).held("germany", "calais")
    setting = setting.stack("calais", germany={"infantry": 1}).stack("paris", france={"infantry": 1})
    table = setting.roll(6, 6).start().choose("attack", "area:paris").choose("force", "force:all")
    assert table.match.notes()[GO_ON][:3] == (25, 13, 62)
    shown = battle(table.state)
    assert shown is not None
    assert [side.chance for side in shown.sides] == [25, 62] and shown.facts["both_gone"] == "13 %"


def test_options_without_a_note_are_told_as_they_are() -> None:
    table = before_belgium()
    assert told(table, ("call_off",), "en") == "Call it off"


def test_going_on_is_told_with_its_odds() -> None:
    table = before_belgium().choose("force", "force:all")
    win, nobody, lose, lost, killed = table.match.notes()[GO_ON]
    assert told(table, GO_ON, "en").startswith(f"Go on – {win} % to win, {nobody} % that nobody is left, {lose} % to l")
    assert told(table, GO_ON, "en").endswith(f"expected losses {lost} of yours, {killed} of theirs")


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_the_odds_of_an_order_are_those_of_the_whole_battle(lang: str) -> None:
    """Before the force is sent, and after a round: the area is taken, nobody is left, or it is held."""
    table = before_belgium()
    match: AnyMatch = table.match
    for choice in (("force", "force:all"), GO_ON):
        found = outlook(table.match, choice, 0)
        assert found is not None and found.exact and sum(end.share for end in found.ifs[0].prospects) == 1
        by_key = {end.lines[0].key: round(100 * end.share) for end in found.ifs[0].prospects}
        assert by_key.get("captured", 0) == table.match.notes()[choice][0]
        said = in_words(found, choice, match, 0, Words(GAME, lang))
        assert all(outcome.text and "{" not in outcome.text for outcome in said.ifs[0].outcomes)
        if choice != GO_ON:
            table.choose(*choice)


def test_orders_that_begin_no_battle_for_an_area_have_no_such_odds() -> None:
    table = before_belgium()
    assert outlook(table.match, ("call_off",), 0) is None
    assert outlook(table.match, ("by_hand",), 0) is None


def test_a_settled_battle_stays_on_the_table_until_the_next_order() -> None:
    """The armour hits with 1, nobody else does: Belgium is taken, and its last round can still be read."""
    setting = war().season("1940_spring").stack("essen", germany={"infantry": 2, "tank": 1})
    setting = setting.stack("belgium", france={"infantry": 1}).held("france", "belgium")
    setting = setting.stack("kiel", germany={"tank": 1, "aircraft": 1}).roll(1, 6, 6, 6)
    table = setting.start().choose("attack", "area:belgium").choose("by_hand").choose("send_all", "area:essen")
    shown = table.choose("march").match.game.scene(table.state, 1).battle
    assert shown is not None and (shown.area, shown.round) == ("area:belgium", 1)
    assert shown.facts == {"held_by": "nation:germany"} and [side.chance for side in shown.sides] == [None, None]
    attackers, defenders = (side.rows for side in shown.sides)
    assert [(row.kind, row.dice, row.hits) for row in attackers] == [
        ("kind:germany_tank", [1], 1),
        ("kind:germany_infantry", [6, 6], 0),
    ]
    assert [(row.kind, row.losses) for row in defenders] == [("kind:france_infantry", 1)]
    table.choose("rebase", "area:kiel")
    assert table.match.game.scene(table.state, 1).battle is None


@pytest.mark.parametrize(("condition", "sign"), [("fresh", ""), ("used", "/used")])
def test_learners_see_stacks_by_their_condition(condition: str, sign: str) -> None:
    table = war().stack("essen", germany={"aircraft": {condition: 2}, "infantry": 1}).start()
    match = table.match
    layout = Layout(Vocabulary(GAME), match.seats, GAME.scene(match.state, 0))
    row = layout.observe(match, 0)
    assert row[layout.place["token", f"germany_aircraft/germany{sign}", "area:essen"]] == 2
    assert row[layout.place["owner", "area:essen", "germany"]] == 1


def test_learners_see_which_land_units_are_cut_off() -> None:
    table = war().stack("essen", germany={"infantry": 3}).stack("calais", germany={"tank": {"cut_off": 1}}).start()
    match = table.match
    layout = Layout(Vocabulary(GAME), match.seats, GAME.scene(match.state, 0))
    assert layout.observe(match, 0)[layout.place["token", "germany_tank/germany/cut_off", "area:calais"]] == 1


# ---------------------------------------------------------------------- what the report says


def report(setting: War, lang: str) -> list[str]:
    """What the report says at the end of the last turn."""
    return [Words(GAME, lang).line(line) for line in setting.phase("closing", 1).start().match.lines(None)]


def last_summer(variant: str, players: int = 2) -> War:
    return war(f"full_war_{variant}", players).season("1945_summer")


def test_the_end_of_the_war_is_told_with_its_cause() -> None:
    winter = war("barbarossa", 2).season("1942_winter")
    assert report(winter, "en")[-1] == (
        "The war is over: victory of the Allies – not all of Moscow, Leningrad and Stalingrad are German."
    )
    assert report(winter.held("germany", "moscow", "leningrad", "stalingrad"), "hu")[-1] == (
        "Vége a háborúnak; győztek: a Tengelyhatalmak – Moszkva, Leningrád és Sztálingrád német kézen van."
    )
    assert report(last_summer("a"), "en")[-1] == "The war is over and drawn."
    assert report(last_summer("a"), "hu")[-1] == "Vége a háborúnak: döntetlen."


def test_conquests_are_told_with_what_was_needed_and_winners_one_by_one() -> None:
    """Spain is worth 5, Yugoslavia 3 and Greece 2: 8 are enough for France, 10 for Italy, on different sides."""
    setting = last_summer("b", 5).held("france", "madrid", "belgrade")
    assert report(setting, "en")[-7:-2] == [
        "Germany: conquests worth 0 HPP, 34 needed.",
        "Italy: conquests worth 0 HPP, 10 needed.",
        "France: conquests worth 8 HPP, 8 needed.",
        "Western powers: conquests worth 0 HPP, 20 needed.",
        "Soviet Union: conquests worth 0 HPP, 18 needed.",
    ]
    assert report(setting, "en")[-2:] == ["Winner: France.", "The war is over; seats that have won: 1."]
    nobody = last_summer("b")
    assert report(nobody, "hu")[-1] == "Vége a háborúnak; a győztesek száma: 0."


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_lines_whose_cause_only_the_rule_tells_say_it(lang: str) -> None:
    """Ships turn back and aid is lost for several reasons."""
    said = {tuple(each.split()) for each in Words(GAME, lang).templates["because"]}
    assert {rule for key, rule in said if key == "turned_back"} == {"int.sea.breakoff_mover", "sea.end.no_fighters"}
    assert {rule for key, rule in said if key == "convoy_lost"} == {"lend.vologda_underway", "lend.receiver_fallen"}
    assert {rule for key, rule in said if key == "moved"} >= {"unit.air.flee", "unit.fleet.retreat_base"}
    by_side = {rule for key, rule in said if key == "over" and not rule.startswith("win.full")}
    assert by_side == {rule for key, rule in said if key == "over_counted"}, "by seats where there are several"
