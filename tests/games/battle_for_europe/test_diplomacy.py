"""Diplomacy: countries that are won by a goal of the optional rules, and what follows from it."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import members
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, build, control, entry, nations, research
from sandtable.games.battle_for_europe.pack import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, USA
from sandtable.games.battle_for_europe.state import State
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.test_research import AMERICAN, BRITISH, allied, at_war, german, goal, optional, reach
from tests.games.battle_for_europe.war import PACK, Table, War

AREA = {key: at for at, key in enumerate(PACK.area_keys)}
NATION = {key: at for at, key in enumerate(PACK.nation_keys)}


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
def test_a_neutral_america_commands_nobody_and_the_strongest_ally_does() -> None:
    place = with_vichy(german(), "1941_autumn").set(alliance={"ussr": "allies", "britain": None}, german_attack=8)
    wars: dict[str, Json] = {"germany": ["ussr"], "ussr": ["germany"], "britain": [], "france": []}
    place.set(fallen=["france", "poland", "britain"], at_war_with=wars)
    table = place_all(reach("spain_joins_axis", place.held("germany", "london")))
    assert table.state.commander[NATION["vichy_france"]] == NATION["ussr"]


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


@rule("opt.german.vichy_date")
def test_nothing_but_paris_begins_the_four_seasons_anew() -> None:
    g: State = at_first(german())
    control.capture(g, AREA["paris"], GERMANY)
    g.season += 1
    control.capture(g, AREA["calais"], GERMANY)
    assert g.research_now().paris == g.season - 1


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
    allied_already = at_first(german().set(alliance={"spain": "allies"}))
    assert research.goal_refusal(allied_already, goal("spain_joins_axis")) == "opt.neutral_only"


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


@rule("fall.germany_italy_out", "opt.satellite_status")
@pytest.mark.parametrize(("italy", "left"), [("axis", 2), (None, 0)])
def test_a_country_that_germany_won_shares_the_fate_of_its_satellites(italy: str | None, left: int) -> None:
    """Germany falls: Spain follows Italy, if it fights beside Germany, and is neutral and without units otherwise."""
    place = with_country("spain", "germany", german()).season("1943_summer").phase("settling", 0, 0)
    place.set(last_chance=["germany"]).held("britain", "berlin").set(alliance={"italy": italy})
    place.stack("madrid", spain={"infantry": 2}).stack("rome", italy={"aircraft": 1})
    table = place.stack("berlin", britain={"infantry": 1}).start()
    g, spain = table.state, NATION["spain"]
    assert g.fallen >> GERMANY & 1 and table.count("madrid", "spain_infantry") == left
    assert (g.alliance[spain] == AXIS) == bool(left) and bool(g.foes[spain]) == bool(left)
    assert table.holder("madrid") == "spain"
