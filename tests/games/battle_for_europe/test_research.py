"""Research and diplomacy: who may try for what, at which price, with which roll, and what it brings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.engine.errors import OptionsClash
from sandtable.engine.outlook import outlook
from sandtable.engine.sets import members
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import accounting, build, control, entry, nations, progress, research
from sandtable.games.battle_for_europe.goals import BOMBER_RANGE, BOMBER_REBASE, BOMBING_LOSS, CONVOY_LOSS, TRADE_LOSS
from sandtable.games.battle_for_europe.pack import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, ITALY, USA
from sandtable.games.battle_for_europe.state import RESEARCHING, TRANSFERRING, State
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


# ---------------------------------------------------------------------- countries


def place_all(table: Table) -> Table:
    """Put the units of a country that joins wherever they may be."""
    while table.prompt == "research.place":
        table.choose(*table.choices[0])
    return table


def army(table: Table, country: str) -> int:
    g = table.state
    return sum(g.place[unit] >= 0 for unit in members(PACK.of_nation[NATION[country]] & g.rules.units))


@rule("opt.german.spain", "opt.satellite_status", "hpp.half_cap.satellite_gain")
def test_spain_joins_the_axis_as_a_satellite() -> None:
    table = reach("spain_joins_axis", german())
    assert (table.asked, table.prompt, table.facts["nation"]) == ("axis", "research.place", "nation:spain")
    place_all(table)
    g = table.state
    assert army(table, "spain") == 6
    assert g.alliance[NATION["spain"]] == AXIS and g.commander[NATION["spain"]] == GERMANY
    assert g.at_war(NATION["spain"], BRITAIN) and g.at_war(NATION["spain"], FRANCE)
    assert g.hpp[GERMANY] == 30 - 5 + 5 and g.opening[GERMANY] == 35  # its HPP come at once
    assert table.last("won_hpp") == ("nation:germany", 5, "nation:spain")
    assert g.credited[AREA["madrid"]] == GERMANY


@rule("opt.satellite_status")
def test_units_of_such_a_country_act_under_their_commander() -> None:
    place = with_country("spain", "germany", german()).season("1940_summer").phase("fighting", 0, 0)
    place.stack("barcelona", spain={"infantry": 2}).stack("vichy", france={"infantry": 1})
    assert place.start().offers("attack", "area:vichy")


def with_country(country: str, power: str, place: War) -> War:
    """A country that a power has won, with all that follows from it."""
    side = "axis" if power == "germany" else "allies"
    foes = ["france", "britain"] if side == "axis" else ["germany"]
    wars: dict[str, Json] = {"germany": ["france", "britain"], "france": ["germany"], "britain": ["germany"]}
    for foe in foes:
        own = wars[foe]
        assert isinstance(own, list)
        wars[foe] = [*own, country]
    wars[country] = [*foes]
    goal_of = next(
        each
        for each in PACK.goals
        if each.joins and each.joins[0].country == NATION[country] and each.powers >> NATION[power] & 1
    )
    project = f"{power}_{goal_of.id}"
    told: dict[str, Json] = {"joined": [country], "won": {country: power}, "reached": [project], "tries": {project: 1}}
    return place.set(research=told, alliance={country: side}, commander={country: power}, at_war_with=wars)


@rule("opt.satellite_status", "war.neutral.no_rebuild")
def test_losses_of_such_a_country_are_rebuilt_there_at_the_winners_expense() -> None:
    place = with_country("spain", "germany", german()).phase("building", 0, 0)
    table = place.start().choose("build", "kind:spain_infantry", 2)
    assert table.refused("at", "area:berlin") == "build.where"
    table.choose("at", "area:madrid")
    assert table.count("madrid", "spain_infantry") == 2 and table.purse("germany") == 30 - 2 * PACK.cost[0]
    other = optional().phase("building", 0, 0).start()
    assert other.refused("build", "kind:spain_infantry", 1) == "war.neutral.no_rebuild"


@rule("opt.german.spain_vichy", "opt.german.spain_vichy_command", "opt.vichy_free")
def test_a_neutral_vichy_joins_the_allies_in_answer_and_britain_commands_it() -> None:
    table = place_all(reach("spain_joins_axis", with_vichy(german())))
    g, vichy = table.state, NATION["vichy_france"]
    assert g.alliance[vichy] == ALLIES and g.commander[vichy] == BRITAIN
    assert g.at_war(vichy, GERMANY) and g.at_war(vichy, NATION["spain"])
    assert table.last("won_over") == ("nation:vichy_france", "nation:britain")
    assert g.research_now().won[vichy] == -1  # nobody rebuilds it


def with_vichy(place: War, season: str = "1941_spring") -> War:
    """France has fallen, and Vichy France is neutral."""
    vichy = ["vichy", "lyon", "algiers", "casablanca", "tunis"]
    paris = ["paris", "calais", "brest", "la_rochelle", "maginot"]
    wars: dict[str, Json] = {"germany": ["britain"], "france": [], "britain": ["germany"]}
    place.held("vichy_france", *vichy).held("germany", *paris)
    place.set(fallen=["france", "poland"], at_war_with=wars, alliance={"france": None})
    place.set(commander={"vichy_france": "germany"})
    place.stack("vichy", vichy_france={"infantry": 2})
    return place.season(season)


@rule("opt.german.spain_vichy")
def test_a_vichy_that_is_not_neutral_or_not_there_stays_as_it_is() -> None:
    without = place_all(reach("spain_joins_axis", german()))
    assert without.state.alliance[NATION["vichy_france"]] == -1 and len(without.told("won_over")) == 1
    attacked = with_vichy(german())
    wars: dict[str, Json] = {
        "germany": ["britain"],
        "britain": ["germany", "vichy_france"],
        "vichy_france": ["britain"],
    }
    attacked.set(alliance={"vichy_france": "axis"}, at_war_with=wars)
    table = place_all(reach("spain_joins_axis", attacked))
    assert table.state.alliance[NATION["vichy_france"]] == AXIS


@rule("opt.german.spain_vichy_command")
def test_america_commands_it_if_britain_has_fallen() -> None:
    place = with_vichy(german(), "1942_spring")
    wars: dict[str, Json] = {"germany": ["usa"], "usa": ["germany"], "britain": [], "france": []}
    place.set(fallen=["france", "poland", "britain"], at_war_with=wars, alliance={"usa": "allies", "britain": None})
    table = place_all(reach("spain_joins_axis", place.held("germany", "london")))
    assert table.state.commander[NATION["vichy_france"]] == USA


@rule("opt.german.spain_vichy_command")
def test_otherwise_britain_does_though_america_is_at_war_too() -> None:
    place = with_vichy(german(), "1942_spring").set(alliance={"usa": "allies"}, hpp={"usa": 40, "britain": 1})
    wars: dict[str, Json] = {"germany": ["britain", "usa"], "usa": ["germany"], "britain": ["germany"], "france": []}
    table = place_all(reach("spain_joins_axis", place.set(at_war_with=wars)))
    assert table.state.commander[NATION["vichy_france"]] == BRITAIN


@rule("opt.german.turkey", "opt.satellite_status")
def test_turkey_joins_the_axis_as_a_satellite() -> None:
    table = place_all(reach("turkey_joins_axis", german()))
    g, turkey = table.state, NATION["turkey"]
    assert g.alliance[turkey] == AXIS and g.commander[turkey] == GERMANY and army(table, "turkey") == 7
    assert g.hpp[GERMANY] == 30 - 5 + 4 and g.opening[GERMANY] == 34


@rule("opt.german.vichy", "opt.german.vichy_date")
def test_vichy_is_won_at_the_earliest_four_seasons_after_the_fall_of_paris() -> None:
    fell = PACK.cell_keys.index("1940_spring")
    for season, rule_id in (("1940_winter", "opt.german.vichy"), ("1941_spring", None)):
        place = with_vichy(german(), season).set(research={"paris": fell})
        assert research.goal_refusal(at_first(place), goal("vichy_joins_axis")) == rule_id
    never = at_first(with_vichy(german()))
    assert research.goal_refusal(never, goal("vichy_joins_axis")) == "opt.german.vichy"


@rule("opt.german.vichy_date")
def test_the_last_time_that_the_axis_took_paris_counts() -> None:
    g: State = at_first(german())
    control.capture(g, AREA["paris"], GERMANY)
    assert g.research_now().paris == g.season
    g.season += 1
    control.capture(g, AREA["paris"], FRANCE)
    assert g.research_now().paris == g.season - 1
    control.capture(g, AREA["paris"], GERMANY)
    assert g.research_now().paris == g.season


@rule("opt.german.vichy", "opt.satellite_status", "vichy.no_rebuild", "opt.vichy_free")
def test_vichy_won_by_germany_fights_and_is_rebuilt() -> None:
    fell = PACK.cell_keys.index("1940_spring")
    place = with_vichy(german()).set(research={"paris": fell})
    table = place_all(reach("vichy_joins_axis", place))
    g, vichy = table.state, NATION["vichy_france"]
    assert g.alliance[vichy] == AXIS and g.at_war(vichy, BRITAIN) and g.commander[vichy] == GERMANY
    g.phase, g.turn, g.acting = 6, 0, 0
    assert table.state.research_now().won[vichy] == GERMANY
    assert build.unraised(g, GERMANY, vichy) is None
    assert not nations.stays_at_home(g, vichy) and entry.barred(g, vichy, AREA["paris"]) is None
    neutral = at_first(with_vichy(german()))
    assert build.unraised(neutral, GERMANY, vichy) == "vichy.no_rebuild"
    assert entry.barred(neutral, vichy, AREA["paris"]) == "vichy.units.stay"


@rule("opt.vichy_free", "vichy.no_rebuild")
def test_an_allied_vichy_fights_but_is_not_rebuilt() -> None:
    g = place_all(reach("spain_joins_axis", with_vichy(german()))).state
    vichy = NATION["vichy_france"]
    assert not nations.stays_at_home(g, vichy)
    assert build.unraised(g, BRITAIN, vichy) == "vichy.no_rebuild"
    control.capture(g, AREA["paris"], vichy)
    assert not g.held[vichy] and g.vichy_ended and g.control[AREA["lyon"]] == BRITAIN  # vichy.end


@rule("opt.neutral_only", "opt.allied.turkey")
def test_a_country_can_be_won_only_while_it_is_neutral() -> None:
    turkey = with_country("turkey", "britain", german())
    assert turkey.start().refused("research", "goal:turkey_joins_axis") == "opt.neutral_only"
    conquered = german().set(fallen=["poland", "spain"]).held("germany", "madrid")
    assert conquered.start().refused("research", "goal:spain_joins_axis") == "opt.neutral_only"
    fell = PACK.cell_keys.index("1940_spring")
    gone = german().season("1941_summer").set(research={"paris": fell})
    assert gone.start().refused("research", "goal:vichy_joins_axis") == "opt.neutral_only"
    attacked = german()
    wars: dict[str, Json] = {"germany": ["france", "britain", "spain"], "spain": ["germany"]}
    attacked.set(at_war_with=wars)
    assert attacked.start().refused("research", "goal:spain_joins_axis") == "opt.neutral_only"


@rule("opt.allied.turkey", "opt.allied.turkey_hpp", "opt.separate")
@pytest.mark.parametrize(("acting", "power"), [(BRITISH, "britain"), (AMERICAN, "usa")])
def test_turkey_joins_the_allies_under_the_power_that_won_it(acting: int, power: str) -> None:
    place = at_war(allied(acting)) if power == "usa" else allied(acting)
    table = place.start()
    before, yearly = table.purse(power), table.state.opening[NATION[power]]
    table = place_all(reach("turkey_joins_allies", place))
    g, turkey = table.state, NATION["turkey"]
    assert g.alliance[turkey] == ALLIES and g.commander[turkey] == NATION[power] and army(table, "turkey") == 7
    assert g.at_war(turkey, GERMANY) and g.research_now().won[turkey] == NATION[power]
    assert table.purse(power) == before - 5 and g.opening[NATION[power]] == yearly  # its HPP come later
    assert accounting.yields(g, NATION[power], AREA["ankara"])
    assert build.unraised(g, NATION[power], turkey) is None
    other = USA if power == "britain" else BRITAIN
    assert build.unraised(g, other, turkey) == "war.neutral.no_rebuild"


# ---------------------------------------------------------------------- positions


def test_impossible_research_is_refused() -> None:
    assert "it was never tried" in german().set(research={"reached": ["germany_spain_joins_axis"]}).impossible()
    basic = german(level="basic").set(research={"tries": {"britain_radar": 1}})
    assert "do not exist at this level" in basic.impossible()
