"""Optional rules: what a goal of research or diplomacy brings, and whom its gain is for."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import mask
from sandtable.games.battle_for_europe.flow import progress, research, rolls
from sandtable.games.battle_for_europe.goals import BOMBING_LOSS
from sandtable.games.battle_for_europe.pack import BRITAIN, GERMANY, USA
from sandtable.games.battle_for_europe.parts import SEA_BATTLE
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import AREA, units_in
from tests.games.battle_for_europe.test_research import allied, german
from tests.games.battle_for_europe.war import PACK, war


@rule("opt.choose", "opt.allied.radar", "opt.allied.fortresses")
@pytest.mark.parametrize("goal", ["radar", "flying_fortresses", "long_range_bombers"])
def test_a_goal_brings_what_it_says_and_none_of_the_others(goal: str) -> None:
    g = at_first(allied())
    g.research_now().reached |= 1 << research.project_of(g, BRITAIN, PACK.goal_ids.index(f"goal:{goal}"))
    assert progress.rolls_twice(g, BRITAIN) == (goal == "radar")
    assert progress.number(g, BRITAIN, BOMBING_LOSS, 1) == (2 if goal == "flying_fortresses" else 1)
    bomber = next(one for one in range(PACK.units) if PACK.kind_keys[PACK.kind[one]] == "britain_bomber")
    assert progress.points_of(g, bomber) == (4 if goal == "long_range_bombers" else 3)
    assert not progress.rolls_twice(g, USA) and not progress.rolls_twice(g, GERMANY)


@rule("opt.separate", "opt.allied.radar")
def test_american_destroyers_do_not_profit_from_british_radar() -> None:
    setting = war("full_war_a").option(level="advanced", optional_rules=True).season("1942_spring")
    setting.set(research={"reached": ["britain_radar"]}).stack("brest", germany={"submarine": 2})
    g = at_first(setting.stack("plymouth", britain={"destroyer": 1}, usa={"destroyer": 1}))
    british, american = (g.pack.of_nation[power] & g.here[AREA["plymouth"]] for power in (BRITAIN, USA))
    boats = mask(units_in(g, "brest"))
    assert rolls.radar(g, SEA_BATTLE, boats, british | american) == british
    assert rolls.radar(g, SEA_BATTLE, british | american, boats) == british


@rule("opt.german.turkey_stalingrad", "opt.roll")
def test_the_chance_that_is_shown_counts_stalingrad() -> None:
    """Two dice make 12 in one of 36 ways, 11 or more in three: 3 and 8 per cent."""
    choice = "research", "goal:turkey_joins_axis"
    for holder, chance in (("ussr", 3), ("germany", 8)):
        table = german().held(holder, "stalingrad").start()
        assert table.match.notes()[choice][0] == chance


@rule("opt.german.turkey_stalingrad")
def test_stalingrad_in_the_hands_of_an_ally_adds_nothing() -> None:
    setting = war("full_war_a").option(level="advanced", optional_rules=True).season("1942_spring")
    setting.phase("researching", 0, 0).held("italy", "stalingrad").set(alliance={"italy": "axis"}).hpp(germany=30)
    table = setting.set(opening={"germany": 30}).roll(5, 6).start().choose("research", "goal:turkey_joins_axis")
    assert table.told("goal_missed")
