"""Research and diplomacy: who may try for what, at which price, with which roll, and what it brings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.engine.errors import OptionsClash
from sandtable.engine.outlook import outlook
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import progress, research
from sandtable.games.battle_for_europe.goals import BOMBER_RANGE, BOMBER_REBASE, BOMBING_LOSS, CONVOY_LOSS, TRADE_LOSS
from sandtable.games.battle_for_europe.pack import BRITAIN, GERMANY, ITALY, USA
from sandtable.games.battle_for_europe.state import RESEARCHING, TRANSFERRING
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.war import PACK, Table, War, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}
NATION = {key: at for at, key in enumerate(PACK.nation_keys)}
FRENCH, BRITISH, AMERICAN, SOVIET = range(4)
"""Their places in the order of the Allies."""
GERMAN_GOALS = {"long_range_submarines", "spain_joins_axis", "turkey_joins_axis", "vichy_joins_axis"}
ALLIED_GOALS = {"radar", "flying_fortresses", "long_range_bombers", "turkey_joins_allies"}


def optional(players: int = 2, level: str = "advanced") -> War:
    """The whole war with the optional rules."""
    return war("full_war_a", players).option(level=level, optional_rules=True).season("1940_spring")


def german(players: int = 2, level: str = "advanced") -> War:
    return optional(players, level).phase("researching", 0, 0)


def allied(acting: int = BRITISH, players: int = 2) -> War:
    return optional(players).phase("researching", 1, acting)


def at_war(place: War) -> War:
    """The United States is at war with Germany."""
    foes: dict[str, Json] = {"usa": ["germany"], "germany": ["france", "britain", "usa"]}
    place.set(alliance={"usa": "allies"}, at_war_with=foes, opening={"usa": 40})
    return place.season("1942_spring").hpp(usa=40)


def tried(place: War, project: str, times: int) -> War:
    return place.set(research={"tries": {project: times}})


def reach(goal: str, place: War) -> Table:
    """A power reaches a goal at its first attempt, with a double six."""
    return place.roll(6, 6).start().choose("research", f"goal:{goal}")


def goals_of(table: Table) -> set[str]:
    return {str(choice[1]).removeprefix("goal:") for choice in table.all("research")}


# ---------------------------------------------------------------------- the option


@rule("mode.optional.full_war_only")
@pytest.mark.parametrize("scenario", ["sichelschnitt", "barbarossa", "bagration_overlord"])
def test_the_optional_rules_belong_to_the_full_war(scenario: str) -> None:
    with pytest.raises(OptionsClash) as refused:
        GAME.settle({"scenario": scenario, "optional_rules": True})
    assert refused.value.rule == "mode.optional.full_war_only"
    for variant in ("full_war_a", "full_war_b"):
        for level in ("basic", "advanced"):
            GAME.settle({"scenario": variant, "optional_rules": True, "level": level})


@rule("mode.optional.full_war_only")
def test_without_them_nobody_researches() -> None:
    table = war("full_war_a").advanced().season("1940_spring").phase("transferring", 0, 0).start()
    assert table.state.research is None
    while table.asked == "axis" and table.state.turn == 0:
        assert table.state.phase != RESEARCHING
        table.choose(*next(choice for choice in table.choices if choice[0] in ("done", "stand_by")))


# ---------------------------------------------------------------------- who and when


@rule("opt.who")
def test_germany_britain_and_america_at_war_research_and_nobody_else() -> None:
    place = optional(5)
    assert german(5).start().asked == "germany"
    for acting, seat in ((FRENCH, "france"), (SOVIET, "ussr")):
        g = at_first(place.phase("researching", 1, acting))
        assert not research.takes_part(g, g.power()), seat
    italy = at_first(place.phase("researching", 0, 1))
    assert italy.power() == ITALY and not research.takes_part(italy, ITALY)
    neutral = at_first(allied(AMERICAN))
    assert not research.takes_part(neutral, USA) and research.takes_part(at_first(at_war(allied(AMERICAN))), USA)
    assert at_war(allied(AMERICAN)).start().facts["power"] == "nation:usa"


@rule("opt.when")
def test_attempts_come_after_phase_4() -> None:
    table = optional().phase("transferring", 0, 0).stack("berlin", germany={"infantry": 1}).start()
    assert table.state.phase == TRANSFERRING and not table.all("research")
    table.choose("done")
    assert table.state.phase == RESEARCHING and table.prompt == "research"
    table.choose("done")
    assert table.asked == "allies"


@rule("opt.once_per_goal")
def test_in_its_next_turn_a_power_may_try_again_for_the_same_goal() -> None:
    place = german().stack("berlin", germany={"infantry": 1}).stack("london", britain={"infantry": 1})
    table = place.roll(1, 1).start().choose("research", "goal:spain_joins_axis").choose("done")
    while table.prompt != "research" or table.asked != "axis":
        table.choose(*next(choice for choice in table.choices if choice[0] in ("done", "stand_by")))
    assert table.state.season == PACK.cell_keys.index("1940_summer")
    assert table.offers("research", "goal:spain_joins_axis")


@rule("opt.choose", "opt.once_per_goal")
def test_several_goals_may_be_tried_in_a_turn_but_each_only_once() -> None:
    table = german().roll(1, 1, 1, 2).start()
    assert goals_of(table) == GERMAN_GOALS - {"vichy_joins_axis"}
    table.choose("research", "goal:turkey_joins_axis")
    assert table.refused("research", "goal:turkey_joins_axis") == "opt.once_per_goal"
    table.choose("research", "goal:spain_joins_axis")
    assert goals_of(table) == {"long_range_submarines"}
    research.forget(table.state)
    assert research.goal_refusal(table.state, goal("turkey_joins_axis")) is None


def goal(key: str) -> int:
    return PACK.goal_ids.index(f"goal:{key}")


@rule("opt.choose", "opt.separate")
def test_each_power_has_its_own_list() -> None:
    assert goals_of(allied().start()) == ALLIED_GOALS
    assert goals_of(at_war(allied(AMERICAN)).start()) == ALLIED_GOALS
    assert german().start().refused("research", "goal:radar") == "opt.choose"
    assert allied().start().refused("research", "goal:turkey_joins_axis") == "opt.choose"


# ---------------------------------------------------------------------- price and limit


@rule("opt.price", "opt.limit", "hpp.uses")
def test_an_attempt_costs_five_that_count_against_the_limit() -> None:
    table = german().roll(1, 1).start().choose("research", "goal:spain_joins_axis")
    assert table.purse("germany") == 25 and table.state.spent[GERMANY] == 5
    assert table.last("paid") == ("nation:germany", 5, "what:research", 25)
    assert research.goal_refusal(at_first(german().set(spent={"germany": 11})), goal("spain_joins_axis")) == "opt.limit"
    assert german().set(spent={"germany": 10}).start().all("research")
    poor = at_first(german().hpp(germany=4))
    assert research.goal_refusal(poor, goal("spain_joins_axis")) == "hpp.no_credit"


# ---------------------------------------------------------------------- the roll


@rule("opt.roll")
@pytest.mark.parametrize(("dice", "reached"), [((6, 6), True), ((5, 6), False), ((1, 1), False)])
def test_two_dice_must_come_to_twelve(dice: tuple[int, int], reached: bool) -> None:
    table = german().roll(*dice).start().choose("research", "goal:long_range_submarines")
    assert bool(table.told("goal_reached")) == reached and bool(table.told("goal_missed")) == (not reached)
    assert table.last("roll_research")[0] == f"{min(dice)}, {max(dice)}" and table.last("roll_research")[4] == sum(dice)
    assert table.told("roll_research")[0].needs[0].number == 12


@rule("opt.cumulative")
def test_each_earlier_attempt_at_the_same_goal_adds_one() -> None:
    for times in (1, 2, 5):
        short = 12 - times
        dice = (short // 2, short - short // 2)
        project = "germany_spain_joins_axis"
        table = tried(german(), project, times).roll(*dice).start().choose("research", "goal:spain_joins_axis")
        assert table.told("goal_reached") and table.last("roll_research")[3:] == (times, 12, 12)
        missed = tried(german(), project, times - 1).roll(*dice).start().choose("research", "goal:spain_joins_axis")
        assert missed.last("goal_missed") == ("goal:spain_joins_axis", "nation:germany", times, times)
        other = tried(german(), project, times).roll(*dice).start().choose("research", "goal:turkey_joins_axis")
        assert other.told("goal_missed")


@rule("opt.cumulative", "opt.separate")
def test_attempts_of_one_power_do_not_help_another() -> None:
    place = tried(at_war(allied(AMERICAN)), "britain_radar", 4).roll(4, 4)
    assert place.start().choose("research", "goal:radar").told("goal_missed")


@rule("opt.roll", "opt.cumulative")
def test_the_chance_beside_a_goal_is_that_of_its_roll() -> None:
    ways = {total: sum(a + b >= total for a in range(1, 7) for b in range(1, 7)) for total in range(2, 13)}
    for times in (0, 1, 3, 10, 12):
        table = tried(german(), "germany_spain_joins_axis", times).start()
        chance = round(100 * ways[max(2, 12 - times)] / 36)
        assert table.match.notes()["research", "goal:spain_joins_axis"] == (chance, times)
    found = outlook(
        tried(german(), "germany_spain_joins_axis", 2).start().match, ("research", "goal:spain_joins_axis"), 0
    )
    assert found is not None and found.exact
    shares = {line.key: part.share for part in found.ifs[0].prospects for line in part.lines}
    assert shares["goal_reached"] == Fraction(ways[10], 36) and [term.amount for term in found.terms] == [2]


@rule("opt.german.turkey_stalingrad")
def test_stalingrad_in_german_hands_adds_one_for_turkey() -> None:
    for holder, reached in (("germany", True), ("italy", False), ("ussr", False)):
        table = german().held(holder, "stalingrad").roll(5, 6).start().choose("research", "goal:turkey_joins_axis")
        assert bool(table.told("goal_reached")) == reached
    both = tried(german().held("germany", "stalingrad"), "germany_turkey_joins_axis", 2).roll(4, 5).start()
    assert both.choose("research", "goal:turkey_joins_axis").last("roll_research")[3] == 3
    spain = german().held("germany", "stalingrad").roll(5, 6).start().choose("research", "goal:spain_joins_axis")
    assert spain.told("goal_missed")


@rule("opt.keep")
def test_a_goal_once_reached_lasts_and_is_not_tried_again() -> None:
    table = reach("long_range_submarines", german())
    assert table.refused("research", "goal:long_range_submarines") == "opt.keep"
    research.forget(table.state)
    assert research.goal_refusal(table.state, goal("long_range_submarines")) == "opt.keep"
    assert progress.number(table.state, GERMANY, TRADE_LOSS, 1) == 2
    assert table.scene().status["reached_long_range_submarines"] == "nation:germany"


@rule("opt.needs_advanced")
def test_goals_about_advanced_units_are_closed_at_the_basic_level() -> None:
    basic = german(level="basic").start()
    assert goals_of(basic) == {"spain_joins_axis", "turkey_joins_axis"}
    assert basic.refused("research", "goal:long_range_submarines") == "opt.needs_advanced"
    place = optional(level="basic").phase("researching", 1, BRITISH)
    table = place.start()
    assert goals_of(table) == {"turkey_joins_allies"}
    for key in ("radar", "flying_fortresses", "long_range_bombers"):
        assert table.refused("research", f"goal:{key}") == "opt.needs_advanced"


# ---------------------------------------------------------------------- inventions


@rule("opt.allied.radar", "opt.separate")
def test_radar_lets_the_powers_destroyers_and_aircraft_roll_twice() -> None:
    g = reach("radar", allied()).state
    assert progress.rolls_twice(g, BRITAIN) and not progress.rolls_twice(g, USA)


@rule("opt.allied.fortresses", "opt.separate")
def test_flying_fortresses_destroy_two() -> None:
    g = reach("flying_fortresses", allied()).state
    assert progress.number(g, BRITAIN, BOMBING_LOSS, PACK.bombing_loss) == 2
    assert progress.number(g, USA, BOMBING_LOSS, PACK.bombing_loss) == 1 == PACK.bombing_loss


@rule("opt.allied.long_range", "opt.separate")
def test_long_range_bombers_reach_four_areas() -> None:
    g = reach("long_range_bombers", allied()).state
    for name in (BOMBER_RANGE, BOMBER_REBASE):
        assert progress.number(g, BRITAIN, name, 3) == 4 and progress.number(g, USA, name, 3) == 3


@rule("opt.allied.long_range", "unit.air.range")
def test_aircraft_fly_no_farther_for_it() -> None:
    """Bombers act and change base up to four areas then, aircraft up to two as before."""
    g = at_first(
        allied()
        .set(research={"reached": ["britain_long_range_bombers"], "tries": {"britain_long_range_bombers": 1}})
        .all_units()
    )
    aircraft = PACK.unit_keys.index("britain_aircraft_1")
    bomber = PACK.unit_keys.index("britain_bomber_1")
    for unit, areas in ((aircraft, 2), (bomber, 4)):
        assert progress.range_of(g, BRITAIN, PACK.type[unit]) == progress.points_of(g, unit) == areas


@rule("opt.german.submarines")
def test_long_range_submarines_double_what_they_destroy() -> None:
    g = reach("long_range_submarines", german()).state
    assert progress.number(g, GERMANY, TRADE_LOSS, PACK.trade_loss) == 2
    assert progress.number(g, GERMANY, CONVOY_LOSS, PACK.convoy_loss) == 4


@rule("opt.separate")
def test_both_powers_may_reach_the_same_goal() -> None:
    place = at_war(allied(AMERICAN)).set(research={"reached": ["britain_radar"], "tries": {"britain_radar": 1}})
    table = reach("radar", place)
    assert progress.rolls_twice(table.state, USA) and table.scene().status["reached_radar"] == "powers:both"


# ---------------------------------------------------------------------- positions


def test_impossible_research_is_refused() -> None:
    assert "it was never tried" in german().set(research={"reached": ["germany_spain_joins_axis"]}).impossible()
    basic = german(level="basic").set(research={"tries": {"britain_radar": 1}})
    assert "do not exist at this level" in basic.impossible()
